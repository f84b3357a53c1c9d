#pragma once
// Effects of water on people who stand in it: walking speed, loss of stability, and water that stops them. Depths in m,
// water velocities in m/s.
#include "base/vec.hpp"
#include "scenes/flood/hazard.hpp"

namespace nearfield::flood {

/// Study whose measurements determine the walking speed in water.
enum class Wading { postacchini, bernardini, floodped };

/// A person's build.
struct Stature {
    float age = 30;       ///< years
    float height = 1.7f;  ///< m
    float mass = 70;      ///< kg
};

/// V² D / g + D² / 2, m²: force of the water over its specific weight and the body's width (Postacchini et al. 2018).
NF_INLINE float specific_force(float depth, float velocity) {
    return velocity * velocity * depth / 9.81f + 0.5f * depth * depth;
}

/// Postacchini, Bernardini, D'Orazio & Quagliarini 2018: v = 0.53 M^-0.19, m/s; unbounded where there is no water.
NF_INLINE float postacchini_speed(float depth, float velocity) {
    const float force = specific_force(depth, velocity);
    return force > 0.f ? 0.53f * powf(force, -0.19f) : 1e9f;
}

/// Bernardini et al. 2020: v = a M^b, m/s, by age; hurried people run. Ages 13 to 20 are not listed and use 21 to 28;
/// children below 5 count as 5. Above 68 years the speed is divided by 1 + 0.016 (age - 68).
NF_INLINE float bernardini_speed(float depth, float velocity, float age, bool runs) {
    const float force = specific_force(depth, velocity);
    if (!(force > 0.f)) return 1e9f;
    float walk[2] = {0.16f, -0.43f}, run[2] = {0.61f, -0.17f};  // age 61 and above
    const auto set = [&](float a, float b, float c, float d) {
        walk[0] = a;
        walk[1] = b;
        run[0] = c;
        run[1] = d;
    };
    if (age < 13.f) set(0.54f, -0.07f, 0.81f, -0.19f);
    else if (age < 29.f) set(0.36f, -0.13f, 0.48f, -0.19f);
    else if (age < 37.f) set(0.35f, -0.19f, 0.53f, -0.23f);
    else if (age < 45.f) set(0.43f, -0.13f, 0.62f, -0.20f);
    else if (age < 53.f) set(0.57f, -0.03f, 0.61f, -0.17f);
    else if (age < 61.f) set(0.32f, -0.17f, 0.62f, -0.20f);
    const float speed = runs ? run[0] * powf(force, run[1]) : walk[0] * powf(force, walk[1]);
    return age > 68.f ? speed / (1.f + 0.016f * (age - 68.f)) : speed;
}

/// Walking speed in water, m/s, at most the `dry` speed. floodped: Postacchini's speed, but no effect below 0.2 m (Lee
/// 2019), and no movement in water of at least 0.7 m that flows at 1.5 m/s or more (Shirvani et al. 2020).
NF_INLINE float wading_speed(Wading rule, float dry, float depth, float velocity, float age, bool runs = false) {
    float wet = 0.f;
    if (rule == Wading::bernardini) wet = bernardini_speed(depth, velocity, age, runs);
    else if (rule == Wading::postacchini) wet = postacchini_speed(depth, velocity);
    else if (depth < 0.2f) wet = dry;
    else if (depth < 0.7f || velocity < 1.5f) wet = postacchini_speed(depth, velocity);
    return fminf(dry, wet);
}

/// Water velocities at which a person slides and topples (Xia, Falconer, Wang & Xiao 2014, equations 15 and 19); 0
/// where they float.
struct Stability {
    float slide, topple;
    NF_HD float limit() const { return fminf(slide, topple); }
};
NF_INLINE Stability stability(float depth, float height, float mass) {
    constexpr float density = 1000, a1 = 0.633f, b1 = 0.367f, a2 = 1.015e-3f, b2 = -4.927e-3f;
    const float share = depth / height, volume = a2 * mass + b2;  // volume of the body, m³
    const float grip = mass / (density * height * depth) - (a1 * share + b1) * volume / (height * height),
                lever = mass / (density * depth * depth) - (a1 / (height * height) + b1 / (depth * height)) * volume;
    if (share >= 1.f) return {0.f, 0.f};
    return {7.975f * powf(share, 0.018f) * sqrtf(fmaxf(0.f, grip)),
            3.472f * powf(share, 0.188f) * sqrtf(fmaxf(0.f, lever))};
}

/// True if the water takes a person's feet away.
NF_INLINE bool is_toppled(float depth, float velocity, const Stature& who) {
    return depth > 0.01f && velocity > stability(depth, who.height, who.mass).limit();
}

/// True if people avoid this water. `from`: the least hazard class that they avoid, H1 being 0; 6: none.
NF_INLINE bool is_blocked(float depth, float velocity, int from) { return aidr_class(depth, velocity) >= from; }

}  // namespace nearfield::flood
