#pragma once
#include "cells/lattice.hpp"
#include "libs/crowd/manner.hpp"
#include "params/param.hpp"
#include "scenes/flood/site/choices.hpp"

#include <string>

namespace nearfield::flood {

enum class Order { first, second };
/// Least hazard class that people avoid.
enum class Blocks { h1, h2, h3, h4, h5, h6, none };
enum class Layout { tiles, table };
enum class DrawAs { water, map };
enum class View { flat, deep };
/// Boundary condition at a site's edges: as the site defines it, closed everywhere, or open everywhere.
enum class Rim { own, closed, open };
/// Meeting of walls and cells. cut: exactly along the wall; whole: along faces of cells.
enum class Walls { cut, whole };

struct Params {
    std::string site = "valley";
    int columns = 0;
    CellShape cells = CellShape::hexagon;
    Walls walls = Walls::cut;
    Order order = Order::second;
    Layout layout = Layout::tiles;
    Flux flux = Flux::hllc;
    Precision precision = Precision::f32;
    float courant = 0.25f;
    float slot = 6.25f;
    float friction = 1;
    float rain = 0;
    float infiltration = 0;
    float inflow = 1;
    float longest_step = 1;
    float brush = 20;
    float rate = 0.5f;
    float cloudburst = 200;
    bool maxima = true;
    float shown_from = 0.001f;
    DrawAs draw = DrawAs::water;
    View view = View::flat;
    float exaggeration = 2;
    float apart = 0;
    int storeys = 0;
    bool arrows = false;
    float arrow_speed = 5;
    Rating rating = Rating::number;
    Debris debris = Debris::none;
    std::string lines;
    std::string areas;
    int line = 0;
    int area = 0;
    std::string hydrographs;
    std::string rain_maps;
    std::string manning_map;
    Rim edges = Rim::own;
    std::string start;
    int people = 0;
    crowd::ExitChoice choice = crowd::ExitChoice::nearest;
    Wading wading = Wading::postacchini;
    Blocks blocks = Blocks::h4;
    bool runs = false;
    bool drag = false;
    std::string shut;
};

std::vector<ParamSpec> describe_params();

}  // namespace nearfield::flood
