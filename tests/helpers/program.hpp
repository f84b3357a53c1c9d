#pragma once
// Runs the program in a folder of its own and captures its output.
#include "places.hpp"
#include "temporary.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace nearfield {

struct Outcome {
    int code = -1;
    std::string out, err;
    std::string slow;  ///< lines on err about work that takes more than a second, which depend on the machine
};

inline std::string text_of(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

inline std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

inline std::size_t count(const std::string& text, const std::string& part) {
    std::size_t n = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
    return n;
}

/// Removes the lines that contain `part` from `text` and returns them.
inline std::string take_lines(std::string& text, const std::string& part) {
    std::string taken, left;
    for (const auto& line : lines_of(text)) (line.find(part) != std::string::npos ? taken : left) += line + "\n";
    if (!taken.empty()) text = left;
    return taken;
}

/// A test with an empty working folder, without display, and with settings and outputs in that folder.
class ProgramTest : public testing::Test {
  protected:
    /// Starts `nearfield` with arguments as a shell parses them; its output goes to files beside the folder.
    pid_t start(const std::string& arguments, const std::string& before = "") {
        const std::string command =
            "cd '" + folder.string() + "' && unset DISPLAY WAYLAND_DISPLAY XDG_CONFIG_HOME NEARFIELD_OUTPUT && HOME='" +
            folder.string() + "/home' CUDA_CACHE_DISABLE=1 __GL_SHADER_DISK_CACHE=0 MESA_SHADER_CACHE_DIR='" +
            places::shaders + "' && export HOME CUDA_CACHE_DISABLE __GL_SHADER_DISK_CACHE MESA_SHADER_CACHE_DIR && " +
            before + " exec '" + places::program + "' " + arguments + " >'" + folder.string() + ".out' 2>'" +
            folder.string() + ".err' </dev/null";
        const pid_t child = fork();
        if (child == 0) {
            execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
            _exit(127);
        }
        return child;
    }
    Outcome wait_for(pid_t child) {
        int status = 0;
        waitpid(child, &status, 0);
        Outcome outcome{WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
                        text_of(folder.string() + ".out"), text_of(folder.string() + ".err"), ""};
        outcome.slow = take_lines(outcome.err, "takes more than a second");
        std::filesystem::remove(folder.string() + ".out");
        std::filesystem::remove(folder.string() + ".err");
        return outcome;
    }
    Outcome run(const std::string& arguments, const std::string& before = "") {
        return wait_for(start(arguments, before));
    }

    /// Runs shell code in which $nearfield is the program. Returns its exit code and discards its output.
    int shell(const std::string& line) {
        run("--version", "nearfield='" + places::program + "'; (" + line + ") >/dev/null 2>&1; echo $? >'" +
                             folder.string() + ".code';");
        const int code = std::stoi(text_of(folder.string() + ".code"));
        std::filesystem::remove(folder.string() + ".code");
        return code;
    }

    /// Expects the program to fail with this code and one line that contains every part, and to leave no file.
    void expect_complaint(const std::string& arguments, int code, const std::vector<std::string>& parts,
                          const std::string& before = "") {
        const auto files = listing();
        const auto outcome = run(arguments, before);
        EXPECT_EQ(outcome.code, code) << arguments << "\n" << outcome.err;
        EXPECT_EQ(count(outcome.err, "\n"), 1u) << arguments << "\n" << outcome.err;
        EXPECT_EQ(outcome.err.rfind("nearfield: ", 0), 0u) << arguments << "\n" << outcome.err;
        EXPECT_LE(outcome.err.size(), 301u) << arguments << "\n" << outcome.err;
        EXPECT_EQ(outcome.err.find("should not"), std::string::npos) << arguments << "\n" << outcome.err;
        EXPECT_TRUE(std::all_of(outcome.err.begin(), outcome.err.end(),
                                [](unsigned char c) { return (c >= 0x20 && c != 0x7f) || c == '\n'; }))
            << arguments << "\n"
            << outcome.err;
        for (const auto& part : parts)
            EXPECT_NE(outcome.err.find(part), std::string::npos) << arguments << "\nexpected: " << part << "\n"
                                                                 << outcome.err;
        EXPECT_EQ(listing(), files) << arguments;
    }

    void write(const std::string& name, const std::string& text) const { own_folder_.write(name, text); }
    std::string read(const std::string& name) const { return text_of(folder / name); }
    std::set<std::string> listing() const {
        std::set<std::string> names;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
            names.insert(entry.path().string());
        return names;
    }

  private:
    const TemporaryFolder own_folder_;

  protected:
    const std::filesystem::path& folder = own_folder_.path();
};

}  // namespace nearfield
