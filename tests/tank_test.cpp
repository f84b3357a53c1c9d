#include "scenes/sph/tank_fill.hpp"
#include "scenes/sph/tank_reader.hpp"
#include <gtest/gtest.h>
