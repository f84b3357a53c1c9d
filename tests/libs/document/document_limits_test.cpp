// Files with excessive numbers and names: one accurate sentence each.
#include "cells/raster.hpp"
#include "document/json.hpp"
#include "libs/plans/wall_lookup.hpp"
#include "refusal.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>

// not in tsan: one thread alone, or a program that other tests start
namespace nearfield {
namespace document_limits_test {

std::string raster_with(const std::string& corner, const std::string& side) {
    return "ncols 2\nnrows 2\nxllcorner " + corner + "\nyllcorner 0\n" + side + "\n1 1\n1 1\n";
}

TEST(DocumentLimits, AGridsHeaderIsRefusedAtItsNumber) {
    const auto said = [](const std::string& text) { return refusal<UsageError>([&] { read_raster(text, "a.asc"); }); };
    for (const char* corner : {"nan", "-nan", "inf", "1e300"})
        EXPECT_EQ(said(raster_with(corner, "cellsize 10")).rfind("a.asc:3:11: xllcorner is ", 0), 0u) << corner;
    EXPECT_NE(said(raster_with("nan", "cellsize 10")).find("it must be between -1e12 and 1e12"), std::string::npos);
    for (const char* side : {"1e308", "nan", "inf", "0", "-3"})
        EXPECT_NE(said(raster_with("0", std::string("cellsize ") + side)).find("above 0 and below 1e9"),
                  std::string::npos)
            << side;
    EXPECT_NE(said(raster_with("0", "dx 1\ndy nan")).find("only square cells"), std::string::npos);
    EXPECT_EQ(said(raster_with("-180.5", "cellsize 1e-3")), "");
}

TEST(DocumentLimits, ATextWithNulIsRefused) {
    const char* const in_value = R"({"a": "x\u0000.asc"})";
    const char* const in_key = R"({"a\u0000b": 1})";
    for (const char* text : {in_value, in_key}) {
        const auto said = refusal<UsageError>([&] { document::parse_json(text, "p.json"); });
        EXPECT_EQ(said.rfind("p.json:1:", 0), 0u) << said;
        EXPECT_NE(said.find(nul_in_text), std::string::npos) << said;
        EXPECT_EQ(refusal<UsageError>([&] { read_json(text, "p.json"); }), said);
    }
}

TEST(DocumentLimits, AVastRoomHasWideCells) {
    const std::vector<plans::Wall> walls{{{0, 0}, {20000, 0}}, {{5, 5}, {5, 9}}};
    const auto lookup = plans::wall_lookup(walls, {0, 0}, {20000, 20000}, 1);
    EXPECT_LE(double(lookup.columns) * lookup.rows, 4.1e6);
    std::vector<u32> seen;
    lookup.cells().each({5.5f, 7}, [&](u32 wall) { seen.push_back(wall); });
    EXPECT_NE(std::find(seen.begin(), seen.end(), 1u), seen.end());
}

}  // namespace document_limits_test
}  // namespace nearfield
