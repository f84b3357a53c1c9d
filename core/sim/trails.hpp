#pragma once
#include "picture/canvas.hpp"
#include "usp/store/actors.hpp"

#include <algorithm>

namespace nearfield {

/// Positions of the first few thousand actors after each of the last steps. Without work while the length is 0.
template <class Exec, int D> class TrailHistory {
  public:
    static constexpr u32 most_traced = 4096;

    /// Allocates an empty history. Throws Error if there is not enough memory.
    explicit TrailHistory(int length = 0, u32 actors = 0);
    bool is_for(int length, u32 actors) const { return length == length_ && traced_of(length, actors) == traced_; }
    void forget() { known_ = next_ = 0; }

    void note(Exec& exec, const Actors<Exec, D>& actors);

    /// Draws the trails in the actors' colours, as lines that fade with age. Waits.
    void draw(Exec& exec, const Actors<Exec, D>& actors, Canvas<Exec>& canvas, const Environment<D>& box);
    std::size_t bytes() const { return places_.bytes() + value_.bytes(); }

  private:
    static u32 traced_of(int length, u32 actors) { return length > 0 ? std::min(actors, most_traced) : 0; }

    Array<Exec, Packed<D>> places_;  ///< ring of `length_` rows by id
    Array<Exec, float> value_;
    int length_, known_ = 0, next_ = 0;
    u32 traced_;
};

}  // namespace nearfield
