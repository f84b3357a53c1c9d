#include "exec/stage_watch.hpp"

#include <utility>

namespace nearfield {
namespace {

thread_local const StageWatch* innermost_watch = nullptr;

}  // namespace

StageWatch::StageWatch(std::function<void(const Stage&)> begins)
    : begins_(std::move(begins)),
      outer_(std::exchange(innermost_watch, this)) {}

StageWatch::~StageWatch() { innermost_watch = outer_; }

const StageWatch* StageWatch::current() { return innermost_watch; }

}  // namespace nearfield
