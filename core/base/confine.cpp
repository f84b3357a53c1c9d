#include "base/confine.hpp"

#include "base/child.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>

namespace nearfield {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool is_sanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
constexpr bool is_sanitized = true;
#else
constexpr bool is_sanitized = false;
#endif
#else
constexpr bool is_sanitized = false;
#endif

/// Landlock up to ABI 6, whatever the headers of the build machine know.
namespace landlock {

constexpr long create_ruleset = 444, add_rule = 445, restrict_self = 446;  // the same on every architecture
constexpr std::uint64_t read_file = 1 << 2, read_folder = 1 << 3;

struct Ruleset {
    std::uint64_t files, network, scoped;
};
struct [[gnu::packed]] BelowPath {
    std::uint64_t allowed;
    std::int32_t parent;
};

int abi() {
    const long version = syscall(create_ruleset, nullptr, 0, 1u);
    return version > 0 ? int(version) : 0;
}

/// All file rights of an ABI: 13 in the first, then REFER, TRUNCATE and, from ABI 5, IOCTL_DEV.
std::uint64_t rights(int abi) {
    const int bits = abi >= 5 ? 16 : abi >= 3 ? 15 : abi == 2 ? 14 : 13;
    return (std::uint64_t{1} << bits) - 1;
}

void allow(int rules, const std::filesystem::path& path) {
    const Descriptor place(open(path.c_str(), O_PATH | O_CLOEXEC));
    if (place < 0) return;  // a missing file needs no right
    std::error_code problem;
    const bool folder = std::filesystem::is_directory(path, problem);
    const BelowPath rule{read_file | (folder ? read_folder : 0), place};
    syscall(add_rule, rules, 1, &rule, 0u);
}

/// Forbids all file access but reading `wanted`, TCP, and abstract sockets of and signals to other processes.
bool restrict_to(const Confinement& wanted, int abi) {
    const Ruleset ruleset{rights(abi), abi >= 4 ? 3u : 0u, abi >= 6 ? 3u : 0u};
    const std::size_t size = abi >= 6 ? sizeof ruleset : abi >= 4 ? offsetof(Ruleset, scoped) : sizeof ruleset.files;
    const Descriptor rules(int(syscall(create_ruleset, &ruleset, size, 0u)));
    if (rules < 0) return false;
    for (const auto& path : wanted.read) allow(rules, path);
    return syscall(restrict_self, int(rules), 0u) == 0;
}

}  // namespace landlock

#if defined(__x86_64__)
constexpr std::uint32_t architecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t architecture = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t architecture = 0;  // no filter
#endif

/// A seccomp filter of system calls, in BPF byte code.
class CallFilter {
  public:
    /// Begins with a check of the architecture, since the numbers of calls depend on it.
    CallFilter() {
        load(offsetof(seccomp_data, arch));
        unless_equal(architecture, 1);
        end(SECCOMP_RET_KILL_PROCESS);
        load(offsetof(seccomp_data, nr));
    }
    void allow(long call) { rule(call, SECCOMP_RET_ALLOW); }
    void refuse(long call, int problem) { rule(call, SECCOMP_RET_ERRNO | std::uint32_t(problem)); }
    /// Allows a call if the bits of `mask` in its argument are `value`; refuses it with `problem` otherwise.
    void allow_if(long call, int argument, std::uint32_t mask, std::uint32_t value, int problem) {
        add(BPF_JMP | BPF_JEQ | BPF_K, std::uint32_t(call), 0, 5);
        load(offsetof(seccomp_data, args) + sizeof(std::uint64_t) * std::size_t(argument));  // lower half
        add(BPF_ALU | BPF_AND | BPF_K, mask, 0, 0);
        add(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
        end(SECCOMP_RET_ALLOW);
        end(SECCOMP_RET_ERRNO | std::uint32_t(problem));
    }
    /// Installs the filter, which refuses all other calls.
    bool install() {
        end(SECCOMP_RET_ERRNO | EPERM);
        const sock_fprog program{static_cast<unsigned short>(code_.size()), code_.data()};
        return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0;
    }

  private:
    void add(int code, std::uint32_t value, int if_so, int if_not) {
        code_.push_back({static_cast<std::uint16_t>(code), static_cast<std::uint8_t>(if_so),
                         static_cast<std::uint8_t>(if_not), value});
    }
    void load(std::size_t offset) { add(BPF_LD | BPF_W | BPF_ABS, std::uint32_t(offset), 0, 0); }
    void unless_equal(std::uint32_t value, int skip) { add(BPF_JMP | BPF_JEQ | BPF_K, value, skip, 0); }
    void end(std::uint32_t action) { add(BPF_RET | BPF_K, action, 0, 0); }
    void rule(long call, std::uint32_t action) {
        add(BPF_JMP | BPF_JEQ | BPF_K, std::uint32_t(call), 0, 1);
        end(action);
    }

    std::vector<sock_filter> code_;
};

/// Allows calls for computing, for threads and for open descriptors.
void allow_computing(CallFilter& filter) {
    for (const long call : {SYS_read,
                            SYS_write,
                            SYS_readv,
                            SYS_writev,
                            SYS_pread64,
                            SYS_pwrite64,
                            SYS_lseek,
                            SYS_close,
                            SYS_fstat,
                            SYS_ppoll,
                            SYS_brk,
                            SYS_mmap,
                            SYS_munmap,
                            SYS_mremap,
                            SYS_mprotect,
                            SYS_madvise,
                            SYS_futex,
                            SYS_sched_yield,
                            SYS_sched_getaffinity,
                            SYS_nanosleep,
                            SYS_clock_nanosleep,
                            SYS_clock_gettime,
                            SYS_clock_getres,
                            SYS_gettimeofday,
                            SYS_getrandom,
                            SYS_getpid,
                            SYS_gettid,
                            SYS_getrusage,
                            SYS_sysinfo,
                            SYS_uname,
                            SYS_rt_sigaction,
                            SYS_rt_sigprocmask,
                            SYS_rt_sigreturn,
                            SYS_sigaltstack,
                            SYS_set_robust_list,
                            SYS_set_tid_address,
                            SYS_membarrier,
                            SYS_restart_syscall,
                            SYS_exit,
                            SYS_exit_group})
        filter.allow(call);
#ifdef SYS_poll
    for (const long call : {SYS_poll, SYS_time, SYS_arch_prctl}) filter.allow(call);
#endif
#ifdef SYS_rseq
    filter.allow(SYS_rseq);
#endif
}

/// Allows calls by their flags: reading, threads of this process, signals to itself.
void allow_harmless_kinds(CallFilter& filter, bool reads_files) {
    constexpr std::uint32_t changing = O_ACCMODE | O_CREAT | O_TRUNC | O_APPEND;
    filter.allow_if(SYS_openat, 2, reads_files ? changing : 0, reads_files ? O_RDONLY : 1, EACCES);
#ifdef SYS_open
    filter.allow_if(SYS_open, 1, reads_files ? changing : 0, reads_files ? O_RDONLY : 1, EACCES);
#endif
    // These pass their flags in memory, which a filter cannot read.
    filter.refuse(SYS_openat2, ENOSYS);
    filter.refuse(SYS_clone3, ENOSYS);
    filter.allow_if(SYS_newfstatat, 3, AT_EMPTY_PATH, AT_EMPTY_PATH, EACCES);
    filter.allow_if(SYS_clone, 0, CLONE_VM | CLONE_THREAD, CLONE_VM | CLONE_THREAD, EPERM);
    filter.allow_if(SYS_tgkill, 0, ~0u, std::uint32_t(getpid()), EPERM);  // abort()
    filter.allow_if(SYS_prlimit64, 0, ~0u, 0, EPERM);                     // its own limits
    filter.allow_if(SYS_fcntl, 1, ~0u, F_GETFL, EPERM);
    filter.refuse(SYS_ioctl, ENOTTY);
}

}  // namespace

Confined confine(const Confinement& wanted) {
    Confinement all = wanted;
    if (is_sanitized) all.read.insert(all.read.end(), {"/proc", "/sys", "/usr", "/lib", "/etc"});
    Confined achieved;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return achieved;
    if (const int abi = landlock::abi(); abi > 0 && landlock::restrict_to(all, abi)) achieved.landlock = abi;
    if (architecture == 0) return achieved;
    CallFilter filter;
    if (is_sanitized)
        for (const long call : {SYS_readlinkat, SYS_prctl, SYS_getppid, SYS_personality}) filter.allow(call);
    allow_computing(filter);
    allow_harmless_kinds(filter, !all.read.empty());
    achieved.seccomp = filter.install();
    return achieved;
}

Confined confinement_here() {
    const std::uint32_t action = SECCOMP_RET_ERRNO;
    return {landlock::abi(), architecture != 0 && syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0u, &action) == 0};
}

std::string words_for(const Confined& confined) {
    const std::string landlock =
        confined.landlock ? fmt::format("Landlock ABI {}", confined.landlock) : "no Landlock (Linux 5.13 and newer)";
    return landlock + (confined.seccomp ? ", seccomp" : ", no seccomp filter");
}

}  // namespace nearfield
