#pragma once
// Other programs that this one starts.
#include <sys/types.h>

#include <string>
#include <vector>

namespace nearfield {

/// A descriptor that is closed when this goes. Negative: none.
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

/// The way out where no further file can be opened (EMFILE).
constexpr const char* too_many_files = "too many files are open; raise the limit (ulimit -n)";
/// What `problem` (an errno) of a Child, a pipe or a memory_file means.
std::string why_not_started(int problem);

/// A file in memory that holds `text`, to be read from its start. -1 if there is none, with errno.
int memory_file(const std::string& text = "");
/// All that such a file holds. Throws Error if there is no memory for it.
std::string content_of(int file);

/// Another program while it runs; it ends with this at the latest. It has a process group of its own, so that Ctrl+C
/// does not reach it.
class Child {
  public:
    /// A descriptor of this program, and the number that it has there.
    struct Link {
        int own, there;
    };
    /// Starts words[0], found as a shell finds it, with these words. Input, output and errors that no link names are
    /// /dev/null; nothing else is open there.
    Child(const std::vector<std::string>& words, const std::vector<Link>& links);
    ~Child();
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    /// 0, or the number of the error (errno) for which it could not be started.
    int problem() const { return problem_; }
    /// Whether it has ended, so that waiting takes no time.
    bool ended() const;
    /// Asks it to end, as Ctrl+C would.
    void interrupt() const;
    /// Its status as waitpid gives it, once it has ended.
    int wait();
    /// The same as a shell's exit code: 128 plus the signal's number if one ended it.
    int wait_for_code();

  private:
    pid_t pid_ = -1;
    int problem_ = 0;
};

}  // namespace nearfield
