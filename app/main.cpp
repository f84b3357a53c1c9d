#include "app/cli/program.hpp"

int main(int argc, char** argv) { return nearfield::run_program(argc, argv); }
