#include "app/draw/gl.hpp"

#include "app/draw/renderer.hpp"
#include "base/error.hpp"

#include <fmt/format.h>

#include <cstring>

namespace nearfield {

void load_gl(void* (*get_address)(const char*)) {
    const int version = gladLoadGL(reinterpret_cast<GLADloadfunc>(get_address));
    if (version == 0) throw Error("OpenGL could not be loaded; install a graphics driver or libgl1-mesa-dri.");
    if (version < GLAD_MAKE_VERSION(3, 3))
        throw Error(fmt::format("OpenGL 3.3 is needed, but the driver offers {}.{}; update the graphics driver.",
                                GLAD_VERSION_MAJOR(version), GLAD_VERSION_MINOR(version)));
}

namespace gl {

const char* shader_text(const char* name) {
    for (const ShaderText& shader : shader_texts())
        if (std::strcmp(shader.name, name) == 0) return shader.text;
    throw Error(fmt::format("The program was built without the shader {}.", name));
}

namespace {

inline void delete_shader(GLuint name) { glDeleteShader(name); }
using Shader = Object<delete_shader>;

Shader compile(GLenum kind, const char* name, const std::string& defines) {
    Shader shader(glCreateShader(kind));
    const char* parts[] = {"#version 330 core\n", defines.c_str(), "#line 1\n", shader_text(name)};
    glShaderSource(shader, 4, parts, nullptr);
    glCompileShader(shader);
    GLint built = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &built);
    if (built) return shader;
    char words[2048] = "";
    glGetShaderInfoLog(shader, sizeof words, nullptr, words);
    throw Error(fmt::format("The graphics driver refuses the shader {}: {}", name, words));
}

}  // namespace

Buffer make_buffer() {
    GLuint name = 0;
    glGenBuffers(1, &name);
    return Buffer(name);
}

VertexArray make_vertex_array() {
    GLuint name = 0;
    glGenVertexArrays(1, &name);
    return VertexArray(name);
}

Texture make_texture(GLenum format, glm::ivec2 size, GLenum filter, const void* rgb_floats) {
    GLuint name = 0;
    glGenTextures(1, &name);
    Texture texture(name);
    glBindTexture(GL_TEXTURE_2D, texture);
    const bool depth = format == GL_DEPTH_COMPONENT32F;
    glTexImage2D(GL_TEXTURE_2D, 0, GLint(format), size.x, size.y, 0, depth ? GL_DEPTH_COMPONENT : GL_RGB, GL_FLOAT,
                 rgb_floats);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    for (const GLenum which : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER})
        glTexParameteri(GL_TEXTURE_2D, which, GLint(filter));
    for (const GLenum which : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T})
        glTexParameteri(GL_TEXTURE_2D, which, GL_CLAMP_TO_EDGE);
    return texture;
}

Texture make_buffer_texture() {
    GLuint name = 0;
    glGenTextures(1, &name);
    return Texture(name);
}

Program::Program(const char* vertex, const char* fragment, const std::string& defines) : name_(glCreateProgram()) {
    const Shader v = compile(GL_VERTEX_SHADER, vertex, defines), f = compile(GL_FRAGMENT_SHADER, fragment, defines);
    glAttachShader(name_, v);
    glAttachShader(name_, f);
    glLinkProgram(name_);
    glDetachShader(name_, v);
    glDetachShader(name_, f);
    GLint built = 0;
    glGetProgramiv(name_, GL_LINK_STATUS, &built);
    if (built) return;
    char words[2048] = "";
    glGetProgramInfoLog(name_, sizeof words, nullptr, words);
    throw Error(fmt::format("The graphics driver cannot link {} with {}: {}", vertex, fragment, words));
}

void Target::shape(glm::ivec2 size, GLenum format, bool depth) {
    if (size == size_ && format == format_ && depth == (depth_ != 0)) return;
    GLuint name = 0;
    glGenFramebuffers(1, &name);
    framebuffer_ = Framebuffer(name);
    colour_ = make_texture(format, size, GL_LINEAR);
    depth_ = depth ? make_texture(GL_DEPTH_COMPONENT32F, size, GL_NEAREST) : Texture();
    size_ = size;
    format_ = format;
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, colour_, 0);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, depth_, 0);
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE) return;
    size_ = {0, 0};
    throw Error(
        fmt::format("The graphics driver cannot draw a picture of {} x {} pixels; make it smaller.", size.x, size.y));
}

void Target::bind() const {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
    glViewport(0, 0, size_.x, size_.y);
}

void Target::borrow_depth(GLuint depth_texture) const {
    bind();
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, depth_texture, 0);
}

void bind_texture(int unit, GLuint texture) {
    glActiveTexture(GL_TEXTURE0 + GLenum(unit));
    glBindTexture(GL_TEXTURE_2D, texture);
    glActiveTexture(GL_TEXTURE0);
}

}  // namespace gl
}  // namespace nearfield
