#include "app/commands/commands.hpp"
#include "app/commands/report.hpp"
#include "app/files.hpp"
#include "app/say.hpp"
#include "app/terminal/run_info.hpp"
#include "base/build.hpp"
#include "base/confine.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/random.hpp"
#include "base/read_file.hpp"
#include "exec/simd.hpp"
#include "libs/building/relate/model.hpp"
#include "sim/scene.hpp"
#include "usp/ask/find.hpp"

#include <fmt/format.h>
#include <omp.h>
#include <sys/utsname.h>

#include <cstdio>
#include <functional>
#include <sstream>

namespace nearfield {
namespace {

std::string operating_system() {
    std::istringstream release(read_system_file("/etc/os-release"));
    std::string line, name = "unknown system";
    while (std::getline(release, line))
        if (line.rfind("PRETTY_NAME=", 0) == 0) {
            name = line.substr(12);
            std::erase(name, '"');
        }
    utsname kernel{};
    return uname(&kernel) == 0 ? fmt::format("{}, {} {}", name, kernel.release, kernel.machine) : name;
}

void report_program(Report& report) {
    report.ok("program", text_of(this_build()) + (cuda_status().built ? ", with CUDA" : ", without CUDA"));
    std::string keys;
    for (const auto& scene : scenes()) keys += (keys.empty() ? "" : ", ") + scene.key;
    if (keys.empty()) report.problem("scenes", "none were built in; add a folder under scenes/ and build again");
    else report.ok("scenes", keys);
    report.ok("system", operating_system());
}

void report_cpu(Report& report) {
    report.ok("CPU", fmt::format("{}, loops for {}", device_name(Backend::cpu), name(instructions())));
    const auto free = available_bytes(Backend::cpu);
    const std::string text = format_bytes(double(free)) + " free";
    if (free < 200'000'000) report.problem("memory", text + "; close other programs, the default scene may not fit");
    else report.ok("memory", text);
}

void report_cuda(Report& report) {
    const auto& cuda = cuda_status();
    if (!cuda.built) return report.note("CUDA", cuda.why_not + "; the CPU does the work");
    const std::string versions = fmt::format("built for {}, driver {}", cuda_version(cuda.runtime),
                                             cuda.driver ? "up to " + cuda_version(cuda.driver) : "none");
    if (cuda.devices.empty())
        return report.note("CUDA", fmt::format("{}: {}; the CPU does the work", versions, cuda.why_not));
    report.ok("CUDA", versions);
    for (const auto& device : cuda.devices)
        report.ok(fmt::format("GPU {}", device.index),
                  fmt::format("{}, compute capability {}.{}, {} multiprocessors, {} of {} free", device.name,
                              device.major, device.minor, device.multiprocessors,
                              format_bytes(double(device.free_bytes)), format_bytes(double(device.total_bytes))));
}

/// Reports on a small search from start to end, since a driver may list a device that cannot compute.
void report_search(Report& report, Backend backend) {
    const std::string subject = fmt::format("search, {}", name(backend));
    FindRequest request{.radius = 0.1f};
    const Random random{1};
    for (u32 i = 0; i < 1000; ++i) {
        const auto u = random.uniform<2>(i);
        request.points.push_back({u.x, u.y, 0});
    }
    try {
        const auto found = find_neighbours(request, backend);
        request.search.visit = Visit::brute;
        if (found.count == find_neighbours(request, backend).count)
            report.ok(subject, "1000 points, equal to brute force");
        else
            report.problem(subject, "differs from brute force; please report this with the output of nearfield verify");
    } catch (const Error& why) { report.problem(subject, why.what()); }
}

void report_font(Report& report) {
    const char* font = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf";
    if (!read_system_file(font).empty()) report.ok("font", font);
    else
        report.note("font",
                    fmt::format("{} is missing, so the window uses a plain one; apt install fonts-dejavu-core", font));
}

void report_ifc(Report& report) {
    if (const auto why = why_no_ifc(); !why.empty()) report.note("IFC", why);
    else report.ok("IFC", "buildings are read from it");
}

void report_folder(Report& report, const std::string& subject, const std::function<std::filesystem::path()>& find) {
    try {
        const auto folder = find();
        require_writable(folder / ".write-test", true);
        report.ok(subject, folder.string());
    } catch (const Error& why) { report.problem(subject, why.what()); }
}

void report_confinement(Report& report) {
    const Confined confined = confinement_here();
    const std::string words = words_for(confined);
    if (confined.whole()) report.ok("confined helpers", words);
    else report.note("confined helpers", words + "; the reader of IFC is held by the rest alone");
}

int run_doctor() {
    Report report;
    report_program(report);
    report_cpu(report);
    report_cuda(report);
    report_search(report, Backend::cpu);
    if (!cuda_status().devices.empty()) report_search(report, Backend::cuda);
    report_graphics(report);
    report_font(report);
    report_ifc(report);
    report_confinement(report);
    report_folder(report, "settings folder", config_folder);
    report_folder(report, "output folder", output_folder);
    const auto& problems = report.problems();
    if (problems.empty()) {
        print("\nNearfield can run here.\n");
        return 0;
    }
    throw Error(counted(problems.size(), "problem") + "; first: " + problems.front());
}

}  // namespace

void Report::problem(const std::string& subject, const std::string& what) {
    line("PROBLEM", subject, what);
    problems_.push_back(subject + ": " + what);
}

void Report::line(const char* mark, const std::string& subject, const std::string& what) {
    print("{:<8} {:<18} {}\n", mark, subject, what);
    std::fflush(stdout);
}

void add_doctor(CLI::App& app, Action& action) {
    CLI::App& command =
        add_command(app, "doctor", "report on devices, drivers, OpenGL and folders, to paste into an issue");
    add_footer(
        command,
        "OK: in order. note: the program can do without. PROBLEM: it cannot run well, with the reason; exit code 1.");
    on_call(command, action, run_doctor);
}

}  // namespace nearfield
