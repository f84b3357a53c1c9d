#pragma once
// RAII owners of OpenGL objects.
#include <glad/gl.h>
#include <glm/glm.hpp>

#include <string>
#include <utility>
#include <vector>

namespace nearfield::gl {

/// Owns an OpenGL object by its name; 0: none.
template <void (*release)(GLuint)> class Object {
  public:
    Object() = default;
    explicit Object(GLuint name) : name_(name) {}
    Object(Object&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
    Object& operator=(Object&& other) noexcept {
        std::swap(name_, other.name_);
        return *this;
    }
    ~Object() {
        if (name_) release(name_);
    }
    operator GLuint() const { return name_; }

  private:
    GLuint name_ = 0;
};

inline void delete_buffer(GLuint name) { glDeleteBuffers(1, &name); }
inline void delete_array(GLuint name) { glDeleteVertexArrays(1, &name); }
inline void delete_texture(GLuint name) { glDeleteTextures(1, &name); }
inline void delete_framebuffer(GLuint name) { glDeleteFramebuffers(1, &name); }
inline void delete_program(GLuint name) { glDeleteProgram(name); }
using Buffer = Object<delete_buffer>;
using VertexArray = Object<delete_array>;
using Texture = Object<delete_texture>;
using Framebuffer = Object<delete_framebuffer>;

Buffer make_buffer();
VertexArray make_vertex_array();
/// Makes a texture without mipmaps, clamped to its edges, with `filter` GL_NEAREST or GL_LINEAR.
Texture make_texture(GLenum format, glm::ivec2 size, GLenum filter, const void* rgb_floats = nullptr);

Texture make_buffer_texture();

struct ShaderText {
    const char *name, *text;
};
/// All files in shaders/, embedded at build time.
const std::vector<ShaderText>& shader_texts();

/// Throws Error if there is no such shader.
const char* shader_text(const char* name);

/// A linked program of a vertex and a fragment shader from shaders/. Throws Error with the compiler's message.
class Program {
  public:
    Program(const char* vertex, const char* fragment, const std::string& defines = "");
    void use() const { glUseProgram(name_); }

    // Set uniforms of the program in use; names that the linker removed are ignored.
    void set(const char* uniform, int value) const { glUniform1i(at(uniform), value); }
    void set(const char* uniform, float value) const { glUniform1f(at(uniform), value); }
    void set(const char* uniform, glm::vec2 v) const { glUniform2f(at(uniform), v.x, v.y); }
    void set(const char* uniform, glm::vec3 v) const { glUniform3f(at(uniform), v.x, v.y, v.z); }
    void set(const char* uniform, glm::vec4 v) const { glUniform4f(at(uniform), v.x, v.y, v.z, v.w); }
    void set(const char* uniform, glm::ivec2 v) const { glUniform2i(at(uniform), v.x, v.y); }
    void set(const char* uniform, glm::ivec4 v) const { glUniform4i(at(uniform), v.x, v.y, v.z, v.w); }
    void set(const char* uniform, const glm::mat4& m) const { glUniformMatrix4fv(at(uniform), 1, GL_FALSE, &m[0][0]); }
    /// An array of vec2.
    void set_pairs(const char* uniform, const float* pairs, int count) const {
        glUniform2fv(at(uniform), count, pairs);
    }

  private:
    GLint at(const char* uniform) const { return glGetUniformLocation(name_, uniform); }
    Object<delete_program> name_;
};

/// A render target: colour and optional depth, which can be sampled.
class Target {
  public:
    /// Reallocates the target; a no-op if size, format and depth are unchanged.
    void shape(glm::ivec2 size, GLenum format, bool depth);
    void bind() const;
    /// Binds the target with another target's depth buffer, or with none.
    void borrow_depth(GLuint depth_texture) const;

    GLuint colour() const { return colour_; }
    GLuint depth() const { return depth_; }
    GLuint framebuffer() const { return framebuffer_; }
    glm::ivec2 size() const { return size_; }

  private:
    Framebuffer framebuffer_;
    Texture colour_, depth_;
    glm::ivec2 size_{0};
    GLenum format_ = 0;
};

/// Binds a 2D texture to `unit`.
void bind_texture(int unit, GLuint texture);

/// Draws the triangle of screen.vert.
inline void fill_screen() { glDrawArrays(GL_TRIANGLES, 0, 3); }

}  // namespace nearfield::gl
