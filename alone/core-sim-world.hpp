#include "../core/sim/world.hpp"
