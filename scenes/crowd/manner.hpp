#pragma once

namespace nearfield::crowd {

enum class Forces { helbing_2000, helbing_1995 };
enum class ExitChoice { nearest, queues };

/// Walking and choice behaviour; the README of the Pedestrians scene gives the equations.
struct Manner {
    Forces forces = Forces::helbing_2000;
    float speed = 0;           ///< desired speed of everybody, m/s; 0: individual speeds
    float relaxation = 0.5f;   ///< s
    float strength = 2000;     ///< A, N
    float range = 0.08f;       ///< B, m
    float stiffness = 1.2e5f;  ///< k, kg/s²
    float friction = 2.4e5f;   ///< kappa, kg/(m s)
    float stride = 2;          ///< s, for helbing_1995
    float cutoff = 2;          ///< range of the forces between centres, m
    float mass = 80;           ///< kg
    float yield_at = 0;        ///< overrides Plan::yield_at, N/m; 0: the plan's value
    bool premovement = true;
    bool refuges = false;  ///< people who can reach no exit go to a refuge
    ExitChoice choice = ExitChoice::nearest;
    float choice_period = 1;  ///< s
};

}  // namespace nearfield::crowd
