#include "base/at_work.hpp"

#include <utility>

namespace nearfield {
namespace {

thread_local WorkWatch* innermost_work = nullptr;

}  // namespace

WorkWatch::WorkWatch() : outer_(std::exchange(innermost_work, this)) {}
WorkWatch::~WorkWatch() { innermost_work = outer_; }

AtWork::AtWork(const WorkPiece& work) : watch_(innermost_work) {
    if (watch_ && watch_->depth_++ == 0) watch_->begins(work);
}

AtWork::~AtWork() {
    if (watch_ && --watch_->depth_ == 0) watch_->ends();
}

}  // namespace nearfield
