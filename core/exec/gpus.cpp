#include "exec/gpus.hpp"

#include "base/error.hpp"
#include "exec/backend.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <sstream>

namespace nearfield {

void choose_gpu(unsigned number) {
    constexpr const char* variable = "CUDA_VISIBLE_DEVICES";
    std::string gpu = std::to_string(number);
    if (const char* list = std::getenv(variable)) {
        std::vector<std::string> visible;
        std::istringstream entries(list);
        for (std::string entry; std::getline(entries, entry, ',');) visible.push_back(entry);
        if (number >= visible.size())
            throw UsageError(fmt::format("--gpu {}: {} is '{}', a list of {}; count from 0, or change the list", number,
                                         variable, list, visible.size()));
        gpu = visible[number];
    }
    setenv(variable, gpu.c_str(), 1);
    if (const auto& cuda = cuda_status(); cuda.devices.empty())
        throw UsageError(
            fmt::format("--gpu {}: {}; nearfield doctor lists the GPUs, counted from 0", number, cuda.why_not));
}

}  // namespace nearfield
