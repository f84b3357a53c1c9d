#pragma once
#include "app/recordings.hpp"
#include "app/ui/session.hpp"

#include <atomic>
#include <future>
#include <memory>

namespace nearfield::ui {

/// What the panel of recordings has read and shows. Files are read on threads of their own.
struct RecordingDesk {
    std::filesystem::path folder;  ///< empty before the first look
    std::future<std::vector<Recording>> listing;
    std::shared_ptr<std::atomic<bool>> unwanted = std::make_shared<std::atomic<bool>>();  ///< the listing
    std::vector<Recording> all;

    std::future<OpenRecording> opening, laying_over;
    std::optional<OpenRecording> open, over;      ///< the recording that is shown, and one laid over it
    std::map<std::string, double> median, above;  ///< by column: of the steps of both
    PairedTimes paired;
    std::size_t row = 0;  ///< the one looked at
    std::string metric;
    std::string problem;  ///< why the last thing asked for was not done

    /// A command whose answer is awaited: how many had been sent with it, and the world at that time.
    struct Awaited {
        u64 commands, world;
        bool continues;  ///< the run goes on from elsewhere
    };
    std::optional<Awaited> awaited;

    ~RecordingDesk() { *unwanted = true; }
};

/// The list of recordings of a folder, or one that is open.
class RecordingsPanel : public Panel {
  public:
    RecordingsPanel() : Panel("recordings", Place::front) {}
    void draw(Session& s, const Rect&) override;
    /// Takes what has been read.
    void tend(Session& s, const std::vector<StepRow>&) override;
    void opened(Session& s, const std::string&) override;
    /// Shows a folder, or opens the recording or continues the state of that path.
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
    std::string text_;  ///< typed: a path
    int choice_ = 0;    ///< in the list
};

}  // namespace nearfield::ui
