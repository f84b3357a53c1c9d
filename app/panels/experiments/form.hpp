#pragma once
// The form that composes an experiment from the current scene.
#include "app/study/compose.hpp"

#include <array>

namespace nearfield::ui {

struct Session;

/// Fields of a varied parameter.
struct VaryFields {
    std::string key;  ///< empty: none
    bool as_list = false;
    double from = 0, to = 1;
    int count = 5;
    std::string list;
};

class ExperimentForm {
  public:
    /// Resets the fields if the scene has changed.
    void follow(const Session& session);
    /// Draws the fields. Returns true if one was changed.
    bool show(Session& session);
    /// Throws UsageError that names the invalid field.
    Composition composition(const Session& session) const;

  private:
    bool vary_row(Session& session, VaryFields& vary, const char* label, bool needed);
    bool values_row(Session& session, VaryFields& vary);
    bool measures();
    bool text_row(const char* label, std::string& text, const char* hint, const char* help);
    std::string values_text(const ParamSpec& spec, const VaryFields& vary) const;

    const SceneInfo* scene_ = nullptr;
    std::array<VaryFields, 2> vary_;
    std::vector<int> how_;  ///< per metric: 0: not measured; else 1 + Measure::How
    std::string seeds_ = "1:5", stop_, limit_, every_ = "10";
    bool limit_is_steps_ = false;
};

}  // namespace nearfield::ui
