#pragma once
// Writes the columns of the elements to files.
#include "app/headless/headless.hpp"
#include "app/headless/schedule.hpp"

#include <map>
#include <vector>

namespace nearfield {

/// Parses FILE, FILE@TIME or FILE@every:TIME. Throws UsageError for another text.
ElementsOutput elements_output(const std::string& flag, const std::string& text);

/// The files of one output in the order of time. Those of a series are numbered: actors.vtp becomes actors-000000.vtp.
class ElementsSeries final : public Appointment {
  public:
    /// Throws in advance the errors of writing the first file.
    ElementsSeries(Run& run, const ElementsOutput& output, bool force);
    double next() const override { return next_; }
    void keep() override;
    /// Writes a file without a time. Throws Error if a time was not reached.
    void finish();

  private:
    std::filesystem::path path_now() const;
    void write();
    void list();

    Run& run_;
    const ElementsOutput& output_;
    const bool force_;
    double next_;
    u64 number_ = 0;
    std::vector<SeriesFile> files_;
};

}  // namespace nearfield
