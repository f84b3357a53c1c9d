#include "base/write_file.hpp"

#include "base/error.hpp"
#include "base/unfinished_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <ostream>
#include <streambuf>
#include <thread>
#include <vector>

namespace nearfield {
namespace {

namespace fs = std::filesystem;

/// Writes to an open file and keeps the first error number.
class FileBuffer final : public std::streambuf {
  public:
    explicit FileBuffer(int file) : file_(file) { setp(gathered_.data(), gathered_.data() + gathered_.size()); }
    int error() const { return error_; }

  protected:
    int sync() override {
        const bool whole = send(pbase(), std::size_t(pptr() - pbase()));
        setp(gathered_.data(), gathered_.data() + gathered_.size());
        return whole ? 0 : -1;
    }
    int_type overflow(int_type c) override {
        if (sync() != 0) return traits_type::eof();
        if (!traits_type::eq_int_type(c, traits_type::eof())) sputc(traits_type::to_char_type(c));
        return traits_type::not_eof(c);
    }
    std::streamsize xsputn(const char* bytes, std::streamsize count) override {
        if (count < epptr() - pptr()) return std::streambuf::xsputn(bytes, count);
        return sync() == 0 && send(bytes, std::size_t(count)) ? count : 0;
    }

  private:
    bool send(const char* bytes, std::size_t count) {
        while (count > 0 && !error_) {
            const ssize_t n = ::write(file_, bytes, count);
            if (n < 0 && errno == EINTR) continue;
            if (n <= 0) error_ = n < 0 ? errno : EIO;
            else {
                bytes += n;
                count -= std::size_t(n);
            }
        }
        return !error_;
    }

    int file_, error_ = 0;
    std::vector<char> gathered_ = std::vector<char>(std::size_t{1} << 16);
};

/// The open descriptor behind a name such as /dev/stdout, /dev/fd/3 or - (standard output); -1 if none.
int descriptor_of(const fs::path& path) {
    const std::string name = path.string();
    if (name == "-" || name == "/dev/stdout") return STDOUT_FILENO;
    if (name == "/dev/stderr") return STDERR_FILENO;
    for (const std::string folder : {"/dev/fd/", "/proc/self/fd/"}) {
        int number = 0;
        const char* end = name.data() + name.size();
        if (name.rfind(folder, 0) != 0) continue;
        const auto [stopped, problem] = std::from_chars(name.data() + folder.size(), end, number);
        if (problem == std::errc{} && stopped == end && fcntl(number, F_GETFD) >= 0) return number;
    }
    return -1;
}

/// Opens a device or pipe; waits a few seconds for a pipe's reader.
int open_stream(const Place& place) {
    using namespace std::chrono_literals;
    const auto last = std::chrono::steady_clock::now() + 3s;
    for (;;) {
        const int file =
            openat(place.folder(), place.name().c_str(), O_WRONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY);
        if (file >= 0) return file;
        if (errno != ENXIO) place.complain(reason(errno));
        if (std::chrono::steady_clock::now() > last)
            throw Error(fmt::format("nobody reads from the pipe {}; start its reader first", place.path().string()));
        std::this_thread::sleep_for(20ms);
    }
}

void write_stream(const Place& place, const FillFile& fill) {
    const Descriptor file(open_stream(place));
    struct stat status {};
    if (fstat(file, &status) != 0 || !(S_ISCHR(status.st_mode) || S_ISFIFO(status.st_mode)))
        place.complain("it is no device or pipe any more");
    fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK);
    fill_file(file, place.path(), fill);
}

}  // namespace

void fill_file(int descriptor, const fs::path& path, const FillFile& fill) {
    FileBuffer buffer(descriptor);
    std::ostream out(&buffer);
    fill(out);
    if (out.flush()) return;
    throw Error(
        fmt::format("cannot write {}: {}; nothing was left behind", path.string(), reason_not_to_grow(buffer.error())));
}

bool is_stream(const fs::path& path) {
    if (descriptor_of(path) >= 0) return true;
    std::error_code problem;
    const auto type = fs::status(path, problem).type();
    return type == fs::file_type::character || type == fs::file_type::fifo || type == fs::file_type::socket;
}

void write_file(const fs::path& path, bool force, const FillFile& fill) {
    if (const int descriptor = descriptor_of(path); descriptor >= 0) {
        std::fflush(stdout);  // keeps the order with earlier output
        return fill_file(descriptor, path, fill);
    }
    const Place place(path);
    place.require_file(force);
    if (place.kind() == Place::Kind::stream) return write_stream(place, fill);
    UnfinishedFile file(place);
    fill_file(file.descriptor(), path, fill);
    file.put_in_place(force);
}

void require_writable(const fs::path& path, bool force) {
    if (descriptor_of(path) >= 0) return;
    const Place place(path);
    place.require_file(force);
    if (place.kind() != Place::Kind::stream) UnfinishedFile try_it(place);
}

}  // namespace nearfield
