#pragma once
#include "picture/canvas.hpp"
#include "usp/actors.hpp"

namespace nearfield {

/// Positions of the first few thousand actors after each of the last steps. Costs nothing while the length is 0.
template <class Exec, int D> class TrailHistory {
  public:
    static constexpr u32 most_traced = 4096;

    /// Forgets all positions if anything changes.
    void configure(int length, u32 actors);
    void forget() { known_ = next_ = 0; }

    void note(Exec& exec, const Actors<Exec, D>& actors);

    /// Adds the trails, in the colours of the actors, as lines that fade with age. Waits.
    void draw(Exec& exec, const Actors<Exec, D>& actors, Canvas<Exec>& canvas, const Environment<D>& box);
    std::size_t bytes() const { return places_.bytes() + value_.bytes(); }

  private:
    Array<Exec, Packed<D>> places_;  ///< a ring of `length_` rows by id
    Array<Exec, float> value_;
    int length_ = 0, known_ = 0, next_ = 0;
    u32 traced_ = 0;
};

}  // namespace nearfield
