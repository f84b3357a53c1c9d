#pragma once
#include "scenes/sph/medium.hpp"
#include "scenes/sph/tank.hpp"

#include "usp/search/search.hpp"

namespace nearfield::sph {

/// Boundary particles with their own search. The search is rebuilt only when the visit, the radius, the kernel or the
/// walls change. Queries of a step read it besides the fluid's search.
template <class Exec, int D> class Boundary {
  public:
    Boundary();

    /// Places the particles at rest; `solid` as in FilledTank::solid. Throws Error if main memory cannot hold them.
    void place(Exec& exec, const std::vector<Packed<D>>& at, const std::vector<u32>& solid, const Tank& tank);

    /// Moves solids to their places at time t and removes those that are gone. Their velocity is the mean from `begin`
    /// to `end`. Returns true if anything changed.
    bool move(Exec& exec, const Tank& tank, double t, double begin, double end);

    /// Throws like Search::configure.
    void bring_up_to_date(Exec& exec, const Search<Exec, D>& fluid, const Kernel<D>& kernel, float factor);

    Wall<D> wall() const {
        return particles_.size() == 0 ? Wall<D>{}
                                      : Wall<D>{search_.storage(), volume_.data(), blocks_, near_.data(), velocities_};
    }
    std::size_t bytes() const { return particles_.bytes() + search_.bytes() + near_.bytes() + readable_.bytes(); }

  private:
    /// Last placement of a solid, and its velocity.
    struct Placed {
        bool gone = false;
        glm::dvec3 offset{0}, velocity{0};
        bool operator==(const Placed&) const = default;
    };

    void send(Exec& exec, const std::vector<Packed<D>>& at, const std::vector<Packed<D>>& velocity);

    /// Sparse only if the fluid's grid is sparse: the kernels of fused visits read full grids.
    Grid<D> grid_beside(const Grid<D>& fluid, const SearchSettings& settings) const;

    void mark_blocks(Exec& exec);

    std::vector<Packed<D>> at_rest_;
    std::vector<u32> solid_;
    std::vector<Placed> placed_;  ///< container first, then the tank's solids
    bool moves_ = false;
    Actors<Exec, D> particles_;
    Array<Exec, float>& volume_;
    Column<Exec, Packed<D>>& velocity_;
    ReadableColumn<Exec, D> readable_;
    ReadByOthers<D> velocities_;
    Search<Exec, D> search_;
    Grid<D> blocks_;
    Array<Exec, u32> near_;
    bool current_ = false, was_cubic_ = true;
};

}  // namespace nearfield::sph
