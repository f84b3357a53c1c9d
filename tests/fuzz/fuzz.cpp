// The fuzzer of all readers:  fuzz --READER [options of libFuzzer] FOLDER...   fuzz --list
// Mutates the texts in the folders; texts with new coverage are added to the first folder.
#include "mutation.hpp"
#include "planted.hpp"
#include "readers.hpp"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace nearfield::fuzz {
namespace {

const Reader* chosen = nullptr;
Vocabulary known;

void learn_from(const std::filesystem::path& folder) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (!entry.is_regular_file()) continue;
        std::ostringstream text;
        text << std::ifstream(entry.path(), std::ios::binary).rdbuf();
        known.learn(chosen->form, text.str());
    }
}

void list_and_leave() {
    for (const auto& reader : readers())
        if (reader.listed) std::puts(reader.name);
    std::exit(0);
}

void choose(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
        if (!std::strcmp(argv[i], "--list")) list_and_leave();
        for (const auto* list : {&readers(), &planted_readers()})
            for (const auto& reader : *list)
                if (argv[i] == "--" + std::string(reader.name)) chosen = &reader;
    }
    if (!chosen) {
        std::fprintf(stderr, "fuzz: name one of the readers that --list lists, as in --plan\n");
        std::exit(2);
    }
    for (int i = 1; i < argc; ++i)
        if (argv[i][0] != '-' && std::filesystem::is_directory(argv[i])) learn_from(argv[i]);
}

/// libFuzzer's own mutations, for texts of a few kilobytes.
std::string with_other_bytes(const std::string& text) {
    std::vector<std::uint8_t> bytes(text.begin(), text.end());
    const std::size_t most = text.size() + 64;
    bytes.resize(most);
    const std::size_t size = LLVMFuzzerMutate(bytes.data(), text.size(), most);
    return {bytes.begin(), bytes.begin() + std::ptrdiff_t(size)};
}

std::size_t put(const std::string& text, std::uint8_t* out, std::size_t most) {
    const std::size_t size = std::min(text.size(), most);
    std::memcpy(out, text.data(), size);
    return size;
}

std::string text_at(const std::uint8_t* data, std::size_t size) { return {reinterpret_cast<const char*>(data), size}; }

}  // namespace
}  // namespace nearfield::fuzz

using namespace nearfield::fuzz;

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
    choose(*argc, *argv);
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string found = fault(*chosen, text_at(data, size));
    if (found.empty()) return 0;
    std::fprintf(stderr, "FOUND in %s: %.2000s\n", chosen->name, found.c_str());
    std::abort();
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
    return put(Mutation(known, seed, with_other_bytes).changed(chosen->form, text_at(data, size)), data, most);
}

extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* a, std::size_t a_size, const std::uint8_t* b,
                                                 std::size_t b_size, std::uint8_t* out, std::size_t most,
                                                 unsigned seed) {
    return put(Mutation(known, seed, with_other_bytes).crossed(chosen->form, text_at(a, a_size), text_at(b, b_size)),
               out, most);
}
