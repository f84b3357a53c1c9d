#pragma once
// Runs queries: run_query and note_query of each backend.
#include "usp/search/cpu_launch.hpp"
#ifdef __CUDACC__
#include "usp/search/cuda_launch.cuh"
#endif
