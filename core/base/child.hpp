#pragma once
// Child processes.
#include <sys/types.h>

#include <string>
#include <vector>

namespace nearfield {

/// Owns a file descriptor and closes it. Negative: none.
class Descriptor {
  public:
    explicit Descriptor(int number) : number_(number) {}
    ~Descriptor() { close(); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    operator int() const { return number_; }
    void close();

  private:
    int number_;
};

/// Advice when no further file can be opened (EMFILE).
constexpr const char* too_many_files = "too many files are open; raise the limit (ulimit -n)";
/// Message for the error number of a Child, a pipe or a memory_file.
std::string why_not_started(int problem);

/// Makes a file in memory that holds `text`, positioned at its start. Returns -1 on failure, with errno.
int memory_file(const std::string& text = "");
/// The whole content of a memory file. Throws Error if memory is full.
std::string content_of(int file);

/// A running child process, which is killed by the destructor at the latest. It has a process group of its own, so that
/// Ctrl+C does not reach it.
class Child {
  public:
    /// A descriptor of this program, and its number in the child.
    struct Link {
        int own, there;
    };
    /// Starts words[0], found along PATH, with `words` as arguments. Standard streams without a link are /dev/null; no
    /// other descriptor is open in the child.
    Child(const std::vector<std::string>& words, const std::vector<Link>& links);
    ~Child();
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    /// 0, or the errno of the failed start.
    int problem() const { return problem_; }
    /// True if it has exited; wait() then returns at once.
    bool ended() const;
    /// Sends SIGINT, as Ctrl+C does.
    void interrupt() const;
    /// Waits for its exit. Returns the status of waitpid.
    int wait();
    /// Like wait(), but returns a shell's exit code: 128 plus the signal's number after a signal.
    int wait_for_code();

  private:
    pid_t pid_ = -1;
    int problem_ = 0;
};

}  // namespace nearfield
