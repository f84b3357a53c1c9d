#pragma once
#include "app/recordings.hpp"
#include "app/ui/session.hpp"

#include <atomic>
#include <future>
#include <memory>

namespace nearfield::ui {

/// State of the recordings panel. Files are read on background threads.
struct RecordingDesk {
    std::filesystem::path folder;  ///< empty before the first listing
    std::future<std::vector<Recording>> listing;
    std::shared_ptr<std::atomic<bool>> unwanted = std::make_shared<std::atomic<bool>>();  ///< set to cancel the listing
    std::vector<Recording> all;

    std::future<OpenRecording> opening, laying_over;
    std::optional<OpenRecording> open, over;      ///< the open recording, and the one compared with it
    std::map<std::string, double> median, above;  ///< medians per column, of both recordings
    PairedTimes paired;
    std::size_t row = 0;  ///< selected row
    std::string metric;
    std::string problem;  ///< reason why the last request failed

    /// A command awaiting its result: the number of commands sent so far, and the world at that time.
    struct Awaited {
        u64 commands, world;
        bool continues;  ///< True if the run continues from a recording
    };
    std::optional<Awaited> awaited;

    ~RecordingDesk() { *unwanted = true; }
};

/// The panel that lists a folder's recordings or shows an open one.
class RecordingsPanel : public Panel {
  public:
    RecordingsPanel() : Panel("recordings", Place::front) {}
    void draw(Session& s, const Rect&) override;
    /// Adopts finished results of background reading.
    void tend(Session& s, const std::vector<StepRow>&) override;
    void opened(Session& s, const std::string&) override;
    /// Lists a folder, opens a recording, or continues from a state, by path.
    void open_item(Session& s, const std::string& path) override;
    std::vector<Action> actions() override;
    void describe(const Session& s, nlohmann::json& json) const override;
    bool chooses_sideways() const override { return true; }

  private:
    void look_into(const std::filesystem::path& folder);
    void continue_from(Session& s, const std::filesystem::path& path, std::optional<Moment> moment);
    void save_state(Session& s);

    const Recording* list(Session& s, float height);
    void list_page(Session& s, float height);
    void recording_page(Session& s, float height);
    void page_header(Session& s);
    void going_on(Session& s);

    RecordingDesk desk_;
    std::string text_;  ///< typed path
    int choice_ = 0;    ///< selected row of the list
};

}  // namespace nearfield::ui
