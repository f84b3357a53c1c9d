#include "app/draw/camera.hpp"

#include <glm/gtc/matrix_transform.hpp>

#include <algorithm>
#include <cmath>

namespace nearfield {

namespace {

constexpr float half_angle = 0.23f;  // of the vertical field of view; narrow, so that perspective does not distort
                                     // spheres
constexpr float margin = 1.06f;      // free space round a framed box
constexpr float nearest = 2e-4f, farthest = 6;  // distances relative to the box's diagonal
constexpr float steepest = 1.55f;               // just below 90 degrees, where yaw would be undefined

float tangent() { return std::tan(half_angle); }

}  // namespace

void Camera::frame_all(glm::vec3 lo, glm::vec3 hi, int dimensions) {
    dimensions_ = dimensions;
    if (dimensions == 2) lo.z = hi.z = 0;
    pivot_ = centre_ = (lo + hi) * 0.5f;
    extent_ = std::max(glm::length(hi - lo), 1e-6f);
    distance_ = std::max(distance_to_fit(lo, hi), extent_ * 0.1f) * margin;
}

void Camera::resize(int width, int height) { viewport_ = glm::max(glm::ivec2(width, height), glm::ivec2(1)); }

float Camera::distance_to_fit(glm::vec3 lo, glm::vec3 hi) const {
    const float aspect = float(viewport_.x) / float(viewport_.y);
    const glm::vec3 half = (hi - lo) * 0.5f;
    if (dimensions_ == 2) return std::max(half.y, half.x / aspect);
    const glm::mat3 world_to_view = glm::transpose(axes());
    float distance = 0;
    for (int corner = 0; corner < 8; ++corner) {
        const glm::vec3 sign(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1);
        const glm::vec3 p = world_to_view * (sign * half);
        distance = std::max(distance, p.z + std::max(std::abs(p.y), std::abs(p.x) / aspect) / tangent());
    }
    return distance;
}

glm::mat3 Camera::axes() const {
    if (dimensions_ == 2) return glm::mat3(1.f);
    const glm::vec3 back(std::cos(pitch_) * std::sin(yaw_), std::sin(pitch_), std::cos(pitch_) * std::cos(yaw_));
    const glm::vec3 right(std::cos(yaw_), 0, -std::sin(yaw_));
    return {right, glm::cross(back, right), back};
}

glm::vec2 Camera::half_view() const {
    const float height = dimensions_ == 2 ? distance_ : distance_ * tangent();
    return {height * float(viewport_.x) / float(viewport_.y), height};
}

float Camera::scale() const { return float(viewport_.y) * 0.5f / half_view().y; }

glm::vec3 Camera::eye() const { return pivot_ + axes()[2] * (dimensions_ == 2 ? extent_ : distance_); }

void Camera::orbit(glm::vec2 drag_pixels) {
    if (dimensions_ == 2) return;
    const float per_pixel = 3.f / float(std::max(viewport_.y, 200));
    yaw_ = std::remainder(yaw_ - drag_pixels.x * per_pixel, 6.2831853f);
    pitch_ = std::clamp(pitch_ + drag_pixels.y * per_pixel, -steepest, steepest);
}

void Camera::pan(glm::vec2 drag_pixels) {
    const glm::mat3 a = axes();
    pivot_ += (-drag_pixels.x * a[0] + drag_pixels.y * a[1]) / scale();
    keep_in_reach();
}

void Camera::zoom(float factor, glm::vec2 at_pixel) {
    if (!(factor > 0) || !std::isfinite(factor)) return;
    const glm::vec3 under = on_pivot_plane(at_pixel);
    const float wanted = std::clamp(distance_ / factor, extent_ * nearest, extent_ * farthest);
    pivot_ = under + (pivot_ - under) * (wanted / distance_);
    distance_ = wanted;
    keep_in_reach();
}

void Camera::look_at(glm::vec3 point) {
    pivot_ = point;
    keep_in_reach();
}

void Camera::show(glm::vec3 lo, glm::vec3 hi) {
    constexpr float room = 1.6f;
    pivot_ = (lo + hi) * 0.5f;
    const float fit = std::max(distance_to_fit(lo, hi), extent_ * 0.02f) * room;
    distance_ = std::clamp(fit, extent_ * nearest, extent_ * farthest);
    keep_in_reach();
}

std::array<float, 6> Camera::pose() const { return {pivot_.x, pivot_.y, pivot_.z, distance_, yaw_, pitch_}; }

void Camera::take_pose(const std::array<float, 6>& pose) {
    pivot_ = {pose[0], pose[1], pose[2]};
    distance_ = std::clamp(pose[3], nearest * extent_, farthest * extent_);
    yaw_ = std::remainder(pose[4], 6.2831853f);
    pitch_ = std::clamp(pose[5], -steepest, steepest);
    keep_in_reach();
}

/// Clamps the pivot to the surroundings of the box.
void Camera::keep_in_reach() {
    pivot_ = glm::clamp(pivot_, centre_ - extent_, centre_ + extent_);
    if (dimensions_ == 2) pivot_.z = 0;
}

glm::mat4 Camera::view() const {
    const glm::mat3 world_to_view = glm::transpose(axes());
    glm::mat4 m(world_to_view);
    m[3] = glm::vec4(world_to_view * -eye(), 1.f);
    return m;
}

glm::mat4 Camera::projection() const {
    const glm::vec2 half = half_view();
    if (dimensions_ == 2) return glm::ortho(-half.x, half.x, -half.y, half.y, 0.f, 2 * extent_);
    const float to_centre = glm::length(eye() - centre_), reach = extent_ * 0.55f;
    const float back = to_centre + reach, front = std::max({to_centre - reach, back * 3e-4f, distance_ * 1e-2f});
    return glm::perspective(2 * half_angle, float(viewport_.x) / float(viewport_.y), std::min(front, back * 0.5f),
                            back);
}

glm::vec3 Camera::on_pivot_plane(glm::vec2 pixel) const {
    const glm::vec2 offset = (pixel - glm::vec2(viewport_) * 0.5f) * glm::vec2(1, -1) / scale();
    const glm::mat3 a = axes();
    return pivot_ + offset.x * a[0] + offset.y * a[1];
}

glm::vec3 Camera::on_plane_through(glm::vec3 point, glm::vec2 pixel) const {
    const glm::vec3 near = on_pivot_plane(pixel);
    if (dimensions_ == 2) return near;
    return eye() + (near - eye()) * (project(point).z / distance_);
}

Camera::Ray Camera::ray(glm::vec2 pixel) const {
    const glm::vec3 point = on_pivot_plane(pixel), back = axes()[2];
    if (dimensions_ == 2) return {point + back * extent_, -back};
    return {eye(), glm::normalize(point - eye())};
}

glm::vec3 Camera::project(glm::vec3 point) const {
    const glm::vec3 p = glm::transpose(axes()) * (point - eye());
    const float depth = -p.z;
    const float pixels = dimensions_ == 2 ? scale() : scale() * distance_ / std::max(std::abs(depth), 1e-12f);
    return {glm::vec2(viewport_) * 0.5f + glm::vec2(p.x, -p.y) * pixels, depth};
}

}  // namespace nearfield
