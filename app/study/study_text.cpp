#include "app/study/shipped.hpp"
#include "app/study/study.hpp"
#include "base/error.hpp"
#include "base/shortest_text.hpp"
#include "document/fields.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace nearfield {
namespace {

using document::Fields;
using document::JsonNode;
using document::Value;
using Kind = JsonNode::Kind;

/// Reads one file. `read(value, to)` has an overload for every type of its members.
class StudyReader {
  public:
    explicit StudyReader(const std::string& file) : file_(file) {}

    Study read(const JsonNode& root) const {
        Study study;
        Fields fields(file_, root, "study");
        if (fields.need("nearfield").whole({0, 1e6}) != 1) fields.fail("this program reads \"nearfield\": 1");
        maybe(fields, "source", study.source), maybe(fields, "varies", study.varies);
        maybe(fields, "reported", study.reported), maybe(fields, "preset", study.preset);
        study.title = fields.need("title").text(), study.scene = fields.need("scene").text();
        maybe(fields, "implied", study.implied), maybe(fields, "keep", study.keep);
        read_size(fields, study.full);
        study.quick.effort = study.full.effort;
        fields.maybe("quick", [&](const Value& value) {
            Fields quick(file_, value.node(), "quick");
            read_size(quick, study.quick);
            quick.done();
        });
        maybe(fields, "charts", study.charts);
        fields.done();
        return study;
    }

  private:
    template <class T> void maybe(Fields& fields, const char* key, T& to) const {
        fields.maybe(key, [&](const Value& value) { read(value, to); });
    }

    static void read(const Value& value, std::string& to) { to = value.text(); }
    static void read(const Value& value, bool& to) { to = value.truth(); }
    static void read(const Value& value, u64& to) { to = u64(value.whole({0, 1e9})); }
    static void read(const Value& value, double& to) {
        value.number({-1e30, 1e30});
        to = value.node().number;
    }
    template <class T> void read(const Value& list, std::vector<T>& to) const {
        for (const auto& item : list.items()) read(item, to.emplace_back());
    }
    /// Calls use(key, value) for every member.
    template <class Use> void each(const Value& object, Use use) const {
        if (!object.is(Kind::object)) object.fail("give an object, {...}");
        for (const auto& item : object.node().items) use(item.key, Value(file_, item, item.key));
    }
    /// Reads {"key": value} or {"key": [value, ...]} with values as a person writes them.
    void read(const Value& object, Chosen& to) const {
        each(object, [&](const std::string& key, const Value& member) {
            for (const auto& value : member.is(Kind::list) ? member.items() : std::vector{member})
                to.emplace_back(key, setting_in(value));
        });
    }
    static std::string setting_in(const Value& value) {
        double number = 0;
        if (value.is(Kind::truth)) return value.truth() ? "on" : "off";
        if (!value.is(Kind::number)) return value.text();
        read(value, number);
        return shortest_text(number);
    }
    void read(const Value& object, std::vector<std::pair<std::string, Chosen>>& to) const {
        each(object, [&](const std::string& key, const Value& value) {
            to.emplace_back(key, Chosen());
            read(value, to.back().second);
        });
    }
    void read(const Value& object, Until& to) const {
        each(object, [&](const std::string& key, const Value& value) {
            to.metric = key;
            read(value, to.value);
        });
    }
    void read_size(Fields& fields, StudySize& size) const {
        maybe(fields, "settings", size.settings), maybe(fields, "vary", size.vary);
        maybe(fields, "steps", size.effort.steps), maybe(fields, "warmup", size.effort.warmup);
        maybe(fields, "until", size.effort.until);
        if (size.effort.steps == 0) fields.fail("'steps' is 0; give at least 1");
    }

    /// Reads an object by its members.
    template <class Read> void members(const Value& object, const char* what, Read read) const {
        Fields fields(file_, object.node(), what);
        read(fields);
        fields.done();
    }
    void read(const Value& object, std::pair<Chosen, Chosen>& to) const {
        members(object, "implied",
                [&](Fields& fields) { maybe(fields, "where", to.first), maybe(fields, "set", to.second); });
    }
    void read(const Value& object, Chart::Band& to) const {
        members(object, "band", [&](Fields& fields) {
            maybe(fields, "label", to.label), maybe(fields, "from", to.lo), maybe(fields, "to", to.hi);
        });
    }
    void read(const Value& object, Chart::Mark& to) const {
        members(object, "mark", [&](Fields& fields) { maybe(fields, "label", to.label), maybe(fields, "x", to.x); });
    }
    void read(const Value& object, Reading& to) const {
        members(object, "reading", [&](Fields& fields) {
            maybe(fields, "name", to.name), maybe(fields, "stage", to.stage), maybe(fields, "column", to.column);
            maybe(fields, "per_stage", to.per_stage), maybe(fields, "per_column", to.per_column);
            maybe(fields, "theory", to.theory);
        });
        if (!to.per_stage.empty() && to.per_column.empty()) to.per_column = to.column;
        if (!to.per_column.empty() && to.per_stage.empty()) to.per_stage = to.stage;
    }
    static void read(const Value& value, Chart::Scale& to) {
        if (value.text() != "tight" && value.text() != "from zero") value.fail("give \"tight\" or \"from zero\"");
        to = value.text() == "tight" ? Chart::Scale::tight : Chart::Scale::from_zero;
    }
    void read(const Value& object, StudyChart& to) const {
        members(object, "chart", [&](Fields& fields) {
            maybe(fields, "title", to.title), maybe(fields, "x", to.x), maybe(fields, "places", to.places);
            maybe(fields, "y_label", to.y_label), maybe(fields, "y_scale", to.y_scale);
            maybe(fields, "scale", to.scale), maybe(fields, "only", to.only), maybe(fields, "some", to.some);
            maybe(fields, "readings", to.readings), maybe(fields, "every_stage", to.every_stage);
            maybe(fields, "speedup_over", to.speedup_over), maybe(fields, "saved_over", to.saved_over);
            maybe(fields, "bands", to.bands), maybe(fields, "marks", to.marks);
            maybe(fields, "reported", to.reported);
            if (to.x.empty() == to.places.empty()) fields.fail("give either 'x' or 'places'");
        });
        if (to.readings.empty()) to.readings.emplace_back();
    }

    const std::string& file_;
};

/// Returns "my-study" for "folder/my-study.json" and "bins" for "02-bins.json", as shipped files are numbered.
std::string name_of(const std::string& file) {
    const std::string stem = std::filesystem::path(file).stem().string();
    const auto digits = stem.find_first_not_of("0123456789");
    return digits > 0 && digits < stem.size() - 1 && stem[digits] == '-' ? stem.substr(digits + 1) : stem;
}

}  // namespace

Study read_study(const std::string& text, const std::string& file) {
    Study study = StudyReader(file).read(document::parse_json(text, file));
    study.file = file, study.name = name_of(file);
    return study;
}

const std::vector<Study>& shipped_studies() {
    static const auto all = [] {
        std::vector<Study> studies;
        for (const auto& [key, text] : experiments::carried_studies())
            studies.push_back(read_study(text, key + ".json"));
        return studies;
    }();
    return all;
}

}  // namespace nearfield
