#include "../core/base/vec.hpp"
