#pragma once
// An independent implementation of the keratinocyte model from the scene's README: in double precision, with other
// random numbers, and without a grid for signals.
#include <glm/glm.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <vector>

namespace nearfield::plain_colony {

enum Type { stem, amplifying, committed, corneocyte };

struct Cell {
    glm::dvec3 at{0};
    int type = stem, cycle = 0, inhibited = 0, age = 0;
    double motility = 0, direction = 0, noise = 1;
    int across = 0, above = 0, stem_bonds = 0;
};

class Colony {
  public:
    Colony(int cells, double side, unsigned seed) : side_(side), random_(seed) {
        for (int i = 0; i < cells; ++i) {
            Cell c;
            c.at = {side_ * draw(), 0, side_ * draw()};
            c.cycle = int(std::lround(120 * draw()));
            c.noise = 0.9 + 0.2 * draw();
            c.direction = turn * draw();
            cells_.push_back(c);
        }
        settle();
    }
    void tick() {
        const auto told = cells_;
        divide();
        for (std::size_t i = 0; i < cells_.size(); ++i) {
            differentiate(i, told);
            die(i, told);
        }
        for (std::size_t i = 0; i < cells_.size(); ++i) walk(i, told);
        settle();
    }
    std::size_t size() const { return cells_.size(); }

  private:
    static constexpr double turn = 6.283185307179586;
    double draw() { return std::uniform_real_distribution<double>(0, 1)(random_); }
    double motility() { return 0.5 * (0.5 + 0.5 * draw()); }
    static int length(int type) { return type == stem ? 120 : 60; }

    void divide() {
        const std::size_t n = cells_.size();
        for (std::size_t i = 0; i < n; ++i) {
            auto& c = cells_[i];
            int contacts = c.across + c.above;
            for (double x : {c.at.x, c.at.z}) contacts += x <= 0 || x >= side_ ? 2 : 0;
            c.noise = 0.9 + 0.2 * draw();
            if (contacts <= 6) {
                ++c.cycle;
                c.inhibited = 0;
            } else ++c.inhibited;
            if (c.type > amplifying || c.cycle <= length(c.type)) continue;
            const auto offset = [&] {
                const double by = 2 * (1 - draw());
                return by > 0.5 ? -by : by;
            };
            Cell d;
            d.type = c.type;
            d.at = c.at;
            d.at.x = std::clamp(c.at.x + offset(), 0., side_);
            d.at.z = std::clamp(c.at.z + offset(), 0., side_);
            if (c.across >= 4) d.at.y += 2 * (1 - draw());
            c.cycle = int(std::lround(draw() * length(c.type) / 4));
            d.cycle = int(std::lround(draw() * length(c.type) / 4));
            d.noise = 0.9 + 0.2 * draw();
            d.direction = turn * draw();
            if (d.type == amplifying) d.motility = motility();
            cells_.push_back(d);
        }
    }
    void differentiate(std::size_t i, const std::vector<Cell>& told) {
        Cell& c = cells_[i];
        if (c.type == committed && ++c.age > 600) c.type = corneocyte;
        if (c.type > amplifying) return;
        int stems = 0;
        double nearest = INFINITY, angle = 0;
        for (std::size_t j = 0; j < told.size(); ++j) {
            const glm::dvec3 to = told[j].at - c.at;
            const double d = glm::length(to);
            if (told[j].type != stem || j == i || d >= 200) continue;
            ++stems;
            if (d < nearest) {
                nearest = d;
                angle = std::tan(std::abs(to.y) / std::hypot(to.x, to.z));
            }
        }
        if (c.type == stem) {
            if ((c.stem_bonds <= 2 && stems > 20) || c.at.y >= 5) {
                c.type = amplifying;
                c.motility = motility();
            }
        } else if (stems == 0 || c.inhibited >= 300 ||
                   c.noise * 3000 / std::hypot(30 * std::cos(angle), 100 * std::sin(angle)) < nearest) {
            c.type = committed;
            c.motility = 0;
        }
    }
    void die(std::size_t i, const std::vector<Cell>& told) {
        Cell& c = cells_[i];
        if (c.type == corneocyte) return;
        int n = 0;
        for (std::size_t j = 0; j < told.size(); ++j)
            n += j != i && told[j].type == corneocyte && glm::length(told[j].at - c.at) <= 30;
        if (n > 0 && draw() < 0.01 * n * n && draw() < 0.01) {
            c.type = corneocyte;
            c.motility = 0;
        }
    }
    void walk(std::size_t i, const std::vector<Cell>& told) {
        Cell& c = cells_[i];
        if (draw() < 0.1) c.direction += turn / 8 * draw();
        if (c.type == amplifying) {
            bool blocked = false;
            for (std::size_t j = 0; j < told.size(); ++j)
                blocked |= j != i && told[j].motility == 0 && told[j].at.y <= 5 && glm::length(told[j].at - c.at) < 20;
            if (blocked) c.direction += turn / 2;
        }
        c.at.x += c.motility * std::cos(c.direction);
        c.at.z += c.motility * std::sin(c.direction);
        if (c.at.x < 0 || c.at.x > side_) c.direction = turn / 2 - c.direction;
        if (c.at.z < 0 || c.at.z > side_) c.direction = -c.direction;
        c.at.x = std::clamp(c.at.x, 0., side_);
        c.at.z = std::clamp(c.at.z, 0., side_);
    }

    void settle() {
        for (int n = 0; n < 200; ++n)
            if (round() < 0.25) return;
    }
    static double attraction(int own, int other) {
        constexpr double table[4][4] = {
            {.06, .01, .01, .01}, {.01, .01, .01, .01}, {.01, .01, .06, .01}, {.01, .01, .01, .08}};
        return table[other][own];
    }
    /// Returns the maximum displacement.
    double round() {
        const int bins = std::max(1, int(side_ / 30));
        const auto bin = [&](double x) { return std::clamp(int(x / side_ * bins), 0, bins - 1); };
        std::vector<std::vector<std::size_t>> in(std::size_t(bins * bins));
        for (std::size_t i = 0; i < cells_.size(); ++i)
            in[std::size_t(bin(cells_[i].at.z) * bins + bin(cells_[i].at.x))].push_back(i);
        auto next = cells_;
        double most = 0;
        for (std::size_t i = 0; i < cells_.size(); ++i) {
            const auto& c = cells_[i];
            Cell& after = next[i];
            after.across = after.above = after.stem_bonds = 0;
            glm::dvec3 force(0);
            for (int z = std::max(0, bin(c.at.z) - 1); z <= std::min(bins - 1, bin(c.at.z) + 1); ++z)
                for (int x = std::max(0, bin(c.at.x) - 1); x <= std::min(bins - 1, bin(c.at.x) + 1); ++x)
                    for (const std::size_t j : in[std::size_t(z * bins + x)])
                        if (j != i) force += pushed(c, cells_[j], i < j, after);
            constexpr double pull[] = {.3, .1, .2, .1};
            if (c.at.y <= 30) force.y -= pull[c.type];
            after.at = glm::clamp(c.at + force, glm::dvec3(0), glm::dvec3(side_, 200, side_));
            most = std::max(most, glm::length(after.at - c.at));
        }
        cells_ = std::move(next);
        return most;
    }
    /// Cells at the same place part along x, in the order of their numbers.
    static glm::dvec3 pushed(const Cell& c, const Cell& o, bool first, Cell& after) {
        glm::dvec3 to = o.at - c.at;
        if (to == glm::dvec3(0)) to.x = first ? 1e-6 : -1e-6;
        const double d = glm::length(to), gap = d - 20;
        if (gap >= 10) return glm::dvec3(0);
        if (to.y >= 0) {
            ++(to.y > 10 ? after.above : after.across);
            after.stem_bonds += o.type == stem;
        }
        constexpr double loose[] = {.1, .6, .3, .6};
        return to / d * (gap * (gap > 0 ? attraction(c.type, o.type) : .5) * .4 * (c.at.y <= 5 ? loose[c.type] : 1));
    }

    double side_;
    std::mt19937_64 random_;
    std::vector<Cell> cells_;
};

}  // namespace nearfield::plain_colony
