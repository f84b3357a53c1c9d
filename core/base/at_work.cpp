#include "base/at_work.hpp"

#include <utility>

namespace nearfield {
namespace {

thread_local WorkWatch* innermost = nullptr;

}  // namespace

WorkWatch::WorkWatch() : outer_(std::exchange(innermost, this)) {}
WorkWatch::~WorkWatch() { innermost = outer_; }

AtWork::AtWork(const WorkPiece& work) : watch_(innermost) {
    if (watch_ && watch_->depth_++ == 0) watch_->begins(work);
}

AtWork::~AtWork() {
    if (watch_ && --watch_->depth_ == 0) watch_->ends();
}

}  // namespace nearfield
