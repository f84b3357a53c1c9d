#pragma once

namespace nearfield::crowd {

enum class Forces { helbing_2000, helbing_1995 };
enum class ExitChoice { nearest, queues };

/// How people walk and choose; README.md of the Pedestrians scene gives the equations.
struct Manner {
    Forces forces = Forces::helbing_2000;
    float speed = 0;           ///< m/s, everybody's desired speed; 0: their own
    float relaxation = 0.5f;   ///< s
    float strength = 2000;     ///< A, N
    float range = 0.08f;       ///< B, m
    float stiffness = 1.2e5f;  ///< k, kg/s²
    float friction = 2.4e5f;   ///< kappa, kg/(m s)
    float stride = 2;          ///< s, of helbing_1995
    float cutoff = 2;          ///< m, between centres of people who push each other
    float mass = 80;           ///< kg
    float yield_at = 0;        ///< N/m, in place of Plan::yield_at; 0: as the plan says
    bool premovement = true;
    bool refuges = false;  ///< who can reach no exit goes to a refuge
    ExitChoice choice = ExitChoice::nearest;
    float choice_period = 1;  ///< s
};

}  // namespace nearfield::crowd
