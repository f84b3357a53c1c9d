#include "app/compile_note.hpp"
#include "app/say.hpp"

#include <chrono>

namespace nearfield {

CompileNote::CompileNote(Backend backend) {
    std::string notice = compiling_notice(backend);
    if (notice.empty()) return;
    thread_ = std::thread([this, notice = std::move(notice)] {
        std::unique_lock lock(mutex_);
        if (wake_.wait_for(lock, std::chrono::seconds(1), [this] { return done_; })) return;
        say("nearfield: {} ...", notice);
    });
}

void CompileNote::done() {
    {
        const std::lock_guard lock(mutex_);
        done_ = true;
    }
    wake_.notify_one();
    if (thread_.joinable()) thread_.join();
}

}  // namespace nearfield
