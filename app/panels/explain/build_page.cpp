// The drawer's page "Build the grid".
#include "app/panels/explain/array_rows.hpp"
#include "app/panels/explain/memory_pages.hpp"
#include "app/ui/format.hpp"
#include "app/ui/number_field.hpp"
#include "app/ui/widgets.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nearfield::ui {
namespace {

using Stage = SortClock::Stage;

const ImU32 &reads = colour::accent, &keeps = colour::good;

/// Returns the bin's colour, equal in all arrays and different for neighbouring bins.
ImU32 face_of(u32 bin) { return (series_colour(int(bin % 8)) & ~IM_COL32_A_MASK) | 0x58u << IM_COL32_A_SHIFT; }

/// State of both sorts at the current micro-step, shared by all rows.
struct Now {
    const BuildView& view;
    const LaidOut& laid;
    SortClock::Moment counting, radix;

    explicit Now(const BuildView& v) : view(v), laid(*v.laid()), counting(v.counting()), radix(v.radix_moment()) {}
    const CountingTrace& sort() const { return laid.sort(); }
    std::string actor(u32 element) const { return std::to_string(laid.id_of_element(element)); }
    std::optional<u32> taken() const { return view.counting_done() ? std::nullopt : BuildView::taken(counting); }
    const RadixTrace::Pass& pass() const { return view.radix().passes()[radix.part.pass]; }
    bool comparing() const { return radix.part.stage == Stage::compare; }
};

/// Returns the number of completed micro-steps of a stage.
u32 done(const SortClock::Moment& now, Stage stage) {
    if (now.part.stage == stage) return now.done;
    return now.part.stage > stage ? ~0u : 0;
}

bool in_stretch(const std::vector<Stretch>& stretches, u32 bin) {
    return std::any_of(stretches.begin(), stretches.end(), [&](const Stretch& t) { return bin - t.bin < t.bins; });
}

/// Returns the colour that marks a place read or kept by the selected actor's query; 0: neither.
ImU32 mark_of_place(const BuildView& view, u32 place) {
    for (const auto& test : view.tests())
        if (test.place == place && test.result == CandidateTest::Result::neighbour) return keeps;
    for (const auto& t : view.read())
        if (place >= t.first && place < t.end) return reads;
    return 0;
}

std::string bin_text(const LaidOut& laid, u32 bin) {
    const auto at = laid.place_of_bin(bin);
    return laid.bins().z > 1 ? fmt::format("bin {} (x {}, y {}, z {})", bin, at.x, at.y, at.z)
                             : fmt::format("bin {} (x {}, y {})", bin, at.x, at.y);
}

/// Shows a tooltip for the actor under the mouse; a click selects it.
void point_at(Session& s, const Now& now, std::optional<u32> element) {
    if (!element) return;
    const u32 id = now.laid.id_of_element(*element);
    ImGui::BeginTooltip();
    ImGui::TextUnformatted(fmt::format("Actor {} in {}", id, bin_text(now.laid, now.sort().key(*element))).c_str());
    text(colour::dim, fmt::format("stored at place {}", now.sort().place_of(*element)));
    text(colour::faint, "click to select it");
    ImGui::EndTooltip();
    if (ImGui::IsItemClicked()) s.simulation.send(command::Select{id});
}

void point_at_bin(const Now& now, std::optional<u32> bin) {
    if (!bin) return;
    ImGui::BeginTooltip();
    if (*bin == now.sort().keys()) ImGui::TextUnformatted("The last entry: the number of actors");
    else {
        const u32 first = now.sort().start()[*bin], end = now.sort().start()[*bin + 1];
        ImGui::TextUnformatted(bin_text(now.laid, *bin).c_str());
        text(colour::dim, end > first ? fmt::format("its actors are stored from place {} to before {}", first, end)
                                      : std::string("empty: it begins where the next bin begins"));
    }
    ImGui::EndTooltip();
}

std::string counting_sentence(const Now& now) {
    const auto& sort = now.sort();
    const auto taken = BuildView::taken(now.counting);
    if (now.view.counting_done()) return "done: every actor lies with those of its bin";
    switch (now.counting.part.stage) {
    case Stage::count:
        if (!taken) return "histogram: every actor will add one to the counter of its bin";
        return fmt::format("histogram: actor {} adds one to the counter of bin {}, which returns {}", now.actor(*taken),
                           sort.key(*taken), sort.returned(*taken));
    case Stage::scan: {
        const u32 passes = now.counting.done, bins = 1u << std::min(std::max(passes, 1u) - 1, 31u);
        if (passes == 0) return "exclusive scan of the histogram";
        if (passes == sort.scan_passes()) return "exclusive scan: each entry is the place where its bin begins";
        return bins == 1 ? "exclusive scan: each entry takes the count of the bin before it"
                         : fmt::format("exclusive scan: each entry is the sum over the {} bins before it", bins);
    }
    default:
        if (!taken) return "reorder: every actor will go to where its bin begins, plus what its counter returned";
        return fmt::format("reorder: actor {} goes to place {} + {} = {}", now.actor(*taken),
                           sort.start()[sort.key(*taken)], sort.returned(*taken), sort.place_of(*taken));
    }
}

void counting_actors(Session& s, const Now& now, ArrayRows& rows) {
    const auto& view = now.view;
    const Slice slice = view.elements();
    const auto cell = [&](u32 e, std::string words, bool known) {
        return Cell{.words = std::move(words),
                    .face = known ? face_of(now.sort().key(e)) : 0,
                    .selected = view.selected() == e,
                    .taken = now.taken() == e};
    };
    const u32 counted = done(now.counting, Stage::count), n = now.laid.actors();
    auto over = rows.row("actors", "The actors as the construction finds them.", slice, n,
                         [&](u32 e) { return cell(e, now.actor(e), true); });
    point_at(s, now, over);
    over = rows.row("bin", "The bin that each actor lies in.", slice, n,
                    [&](u32 e) { return cell(e, std::to_string(now.sort().key(e)), true); });
    point_at(s, now, over);
    over = rows.row("returned", "What the atomic counter of its bin returned: how many of the bin came before it.",
                    slice, n, [&](u32 e) {
                        return e < counted ? cell(e, std::to_string(now.sort().returned(e)), true) : cell(e, "", false);
                    });
    point_at(s, now, over);
}

void counting_bins(const Now& now, ArrayRows& rows) {
    const auto& view = now.view;
    const auto& sort = now.sort();
    const Slice slice = view.keys();
    const auto cell = [&](u32 bin, std::string words, bool filled) {
        const auto is_of = [&](std::optional<u32> element) { return element && sort.key(*element) == bin; };
        return Cell{.words = std::move(words),
                    .face = filled ? face_of(bin) : 0,
                    .tint = filled ? 0 : colour::faint,
                    .underline = in_stretch(view.read(), bin) ? reads : 0,
                    .selected = is_of(view.selected()),
                    .taken = is_of(now.taken())};
    };
    const u32 counted = std::min(done(now.counting, Stage::count), sort.elements()),
              passes = std::min(done(now.counting, Stage::scan), sort.scan_passes());
    rows.indices("bin", slice);
    point_at_bin(now, rows.row("histogram", "The counters of the bins.", slice, sort.keys() + 1, [&](u32 bin) {
        const u32 count = bin < sort.keys() ? sort.counted(bin, counted) : 0;
        return bin < sort.keys() ? cell(bin, std::to_string(count), count > 0) : cell(bin, "", false);
    }));
    point_at_bin(now, rows.row("boundaries",
                               "The partition boundary matrix: the place where each bin begins in the storage array; "
                               "last the number of actors.",
                               slice, sort.keys() + 1, [&](u32 bin) {
                                   const bool filled = bin < sort.keys() && sort.start()[bin] < sort.start()[bin + 1];
                                   return passes ? cell(bin, std::to_string(sort.scanned(bin, passes)), filled)
                                                 : cell(bin, "", false);
                               }));
}

/// Draws the elements already stored in their new order.
void stored_row(Session& s, const Now& now, ArrayRows& rows, const char* name, const char* help, const Slice& slice,
                const std::function<std::optional<u32>(u32)>& element_at, std::optional<u32> taken) {
    std::optional<u32> over = rows.row(name, help, slice, now.laid.actors(), [&](u32 place) {
        const auto element = element_at(place);
        if (!element) return Cell{};
        return Cell{.words = now.actor(*element),
                    .face = face_of(now.sort().key(*element)),
                    .underline = now.sort().place_of(*element) == place ? mark_of_place(now.view, place) : 0,
                    .selected = now.view.selected() == *element,
                    .taken = taken == *element};
    });
    point_at(s, now, over ? element_at(*over) : std::nullopt);
    rows.see_cells();
}

void counting_rows(Session& s, const Now& now, ArrayRows& rows) {
    rows.heading("counting", "COUNTING SORT", counting_sentence(now));
    counting_actors(s, now, rows);
    rows.gap();
    counting_bins(now, rows);
    rows.gap();
    const Slice places = now.view.places();
    rows.indices("place", places);
    stored_row(
        s, now, rows, "storage array",
        "The actors in the order of their bins. Underlined: what the selected actor's query reads, and green what it "
        "keeps.",
        places, [&](u32 place) { return now.sort().moved(place, done(now.counting, Stage::move)); }, now.taken());
}

std::string radix_sentence(const Now& now) {
    const auto& view = now.view;
    const auto taken = BuildView::taken(now.radix);
    if (now.comparing()) {
        if (view.tick() >= view.length() || now.radix.done == now.radix.part.steps) return "done: the same arrays";
        if (!taken) return "boundaries: every place will be compared with the one before it";
        return fmt::format("boundaries: place {} is compared with the one before it", *taken);
    }
    const auto& pass = now.pass();
    const std::string which = fmt::format("pass {} of {}, bits {} to {}: ", now.radix.part.pass + 1,
                                          view.radix().passes().size(), pass.shift, pass.shift + pass.bits - 1);
    if (now.radix.part.stage == Stage::scan) return which + "scan of the digits' counters";
    if (!taken) return which + (now.radix.part.stage == Stage::count ? "count the digits" : "reorder by this digit");
    const auto actor = now.actor(pass.order[*taken]);
    if (now.radix.part.stage == Stage::count)
        return which + fmt::format("actor {} has the digit {:X}", actor, pass.digits.key(*taken));
    return which + fmt::format("actor {} goes to place {}", actor, pass.digits.place_of(*taken));
}

/// Returns all digits of the element's bin. The current pass sorts by a single digit.
std::string digits_of(const Now& now, u32 element) {
    std::string words;
    const auto& passes = now.view.radix().passes();
    for (std::size_t p = passes.size(); p-- > 0;)
        words += fmt::format("{:X}", now.sort().key(element) >> passes[p].shift & ((1u << passes[p].bits) - 1));
    return words;
}

void digit_rows(const Now& now, ArrayRows& rows) {
    const auto& digits = now.pass().digits;
    const auto taken = BuildView::taken(now.radix);
    const u32 counted = std::min(done(now.radix, Stage::count), digits.elements()),
              passes = std::min(done(now.radix, Stage::scan), digits.scan_passes());
    rows.indices("digit", {0, digits.keys()}, 16);
    rows.row(passes ? "digits begin" : "digit counts",
             "A counter for each value of the digit; the scan turns them into where the values begin.",
             {0, digits.keys()}, digits.keys(), [&](u32 digit) {
                 const u32 value = passes ? digits.scanned(digit, passes) : digits.counted(digit, counted);
                 return Cell{.words = std::to_string(value),
                             .tint = digits.start()[digit] < digits.start()[digit + 1] ? 0 : colour::faint,
                             .taken = taken && digits.key(*taken) == digit};
             });
}

void pass_rows(Session& s, const Now& now, ArrayRows& rows) {
    const auto& pass = now.pass();
    const auto taken = BuildView::taken(now.radix);
    const u32 n = now.laid.actors(), before = now.radix.part.pass;
    const auto cell = [&](u32 k, std::string words) {
        const u32 element = pass.order[k];
        return Cell{.words = std::move(words),
                    .face = face_of(now.sort().key(element)),
                    .selected = now.view.selected() == element,
                    .taken = taken == k};
    };
    const Slice slice = now.view.before(before);
    auto over = rows.row("order before", "The actors in the order in which the pass finds them.", slice, n,
                         [&](u32 k) { return cell(k, now.actor(pass.order[k])); });
    point_at(s, now, over ? std::optional(pass.order[*over]) : std::nullopt);
    over = rows.row("bin, base 16", "Their bins, four bits to a digit. Each pass sorts by one digit, from the lowest.",
                    slice, n, [&](u32 k) { return cell(k, digits_of(now, pass.order[k])); });
    point_at(s, now, over ? std::optional(pass.order[*over]) : std::nullopt);
    digit_rows(now, rows);
    stored_row(
        s, now, rows, "order after", "The order after this pass. Equal digits keep their order.",
        now.view.after(before),
        [&](u32 place) -> std::optional<u32> {
            const auto moved = pass.digits.moved(place, done(now.radix, Stage::move));
            return moved ? std::optional(pass.order[*moved]) : std::nullopt;
        },
        taken&& now.radix.part.stage == Stage::move ? std::optional(pass.order[*taken]) : std::nullopt);
}

void boundary_rows(Session& s, const Now& now, ArrayRows& rows) {
    const auto& radix = now.view.radix();
    const auto taken = now.radix.done == now.radix.part.steps ? std::nullopt : BuildView::taken(now.radix);
    const Slice places = now.view.before(u32(radix.passes().size()));
    rows.indices("place", places);
    stored_row(
        s, now, rows, "sorted", "The storage array. Underlined: what the selected actor's query reads, green: keeps.",
        places, [&](u32 place) { return std::optional(radix.order()[place]); },
        taken && *taken < radix.order().size() ? std::optional(radix.order()[*taken]) : std::nullopt);
    rows.row("its bin", "Where the bin changes, a bin begins.", places, now.laid.actors(), [&](u32 place) {
        const u32 bin = now.sort().key(radix.order()[place]);
        return Cell{.words = std::to_string(bin), .face = face_of(bin), .taken = taken == place};
    });
    const Slice keys = now.view.keys();
    rows.indices("bin", keys);
    point_at_bin(now, rows.row("boundaries", "The same partition boundary matrix; /: not found yet.", keys,
                               now.sort().keys() + 1, [&](u32 bin) {
                                   const auto start = radix.boundary(bin, now.radix.done);
                                   return Cell{.words = start ? std::to_string(*start) : "/",
                                               .tint = start ? 0 : colour::faint,
                                               .underline = in_stretch(now.view.read(), bin) ? reads : 0};
                               }));
}

void step_button(const char* id, Icon icon, const char* words, const char* help, const char* keys,
                 const std::function<void()>& act) {
    if (button(id, icon, words, ImGui::GetFontSize() * 2.2f)) act();
    tooltip(help, keys);
    ImGui::SameLine(0, ImGui::GetFontSize() * 0.25f);
}

/// Describes the visible slices of the arrays and their step.
std::string note(const Session& s, const Now& now) {
    std::string words = fmt::format("step {}", grouped(double(now.view.actors().step)));
    if (now.view.actors().step != s.status->step && !now.view.built()) words += " held";
    const Slice actors = now.view.elements(), bins = now.view.keys();
    const char* between = " · ";
    const auto part = [&](u32 count, u32 size, const char* what) {
        if (count < size)
            words += fmt::format("{}{} of {} {}", std::exchange(between, ", "), count, grouped(size), what);
    };
    part(actors.count, now.laid.actors(), "actors"), part(bins.count, now.sort().keys() + 1, "bins");
    const bool cut = actors.count < now.laid.actors() || bins.count <= now.sort().keys();
    if (!cut) return words;
    return words + (now.view.selected() ? " around actor " + now.actor(*now.view.selected()) : ", following the turn");
}

void note_line(const Session& s, const Now& now) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float room = ImGui::GetContentRegionAvail().x;
    const std::string words = note(s, now);
    ImGui::PushFont(font(Font::small));
    clipped_text(*ImGui::GetWindowDrawList(), {at.x, at.y + ImGui::GetStyle().FramePadding.y + 2}, room, colour::dim,
                 words);
    ImGui::PopFont();
    ImGui::Dummy({room, ImGui::GetFrameHeight()});
    tooltip(words, "Before its end the building holds the state that it shows; at its end it follows the run.");
}

void controls(Session& s, BuildView& view) {
    const float em = ImGui::GetFontSize();
    step_button("build_first", Icon::none, "◀◀", "To the end of the stage before.", "Shift+Left",
                [&] { view.previous_stage(); });
    step_button("build_back", Icon::none, "◀", "One micro-step back.", "Left", [&] { view.back(); });
    step_button("build_play", view.playing() ? Icon::pause : Icon::play, "", "Plays the building, or holds it.",
                "Shift+Space", [&] { view.play(!view.playing()); });
    step_button("build_forward", Icon::none, "▶", "One micro-step on.", "Right", [&] { view.forward(); });
    step_button("build_last", Icon::none, "▶▶", "To the end of the stage.", "Shift+Right", [&] { view.next_stage(); });
    double tick = double(view.tick());
    ImGui::SetNextItemWidth(em * 16);
    if (slider(s, "build_slider", tick, {0, double(view.length()), false, true},
               fmt::format("%lld of {} micro-steps", view.length()).c_str()))
        view.go_to(u64(std::max(0.0, tick)));
    tooltip("How far both sorts have come, one actor, scan or comparison at a time.", "Ctrl+click: type");
    ImGui::SameLine(0, em * 0.5f);
    const bool numbered = view.order() == StartingOrder::by_number;
    if (button("build_order", Icon::none, numbered ? "Order: by number" : "Order: as in memory", em * 11))
        view.begin_with(numbered ? StartingOrder::in_memory : StartingOrder::by_number);
    tooltip("The order that the sorts begin with: as the last step left the actors in memory, which is nearly in order "
            "already, or by their numbers, as after a setup.");
}

}  // namespace

void BuildPage::draw(Session& s, const Rect&) {
    auto& view = view_;
    view.follow(s.status->memory);
    if (view.sought() != s.status->selected) view.select(s.status->selected);
    view.let_pass(ImGui::GetIO().DeltaTime);
    if (!view.laid()) return ImGui::NewLine(), no_layout(s, view.refused());
    const Now now(view);
    note_line(s, now);
    controls(s, view);
    ImGui::BeginChild("arrays", {0, 0}, false, ImGuiWindowFlags_NavFlattened);
    ImGui::PushFont(font(Font::small));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    ArrayRows rows(ImGui::GetContentRegionAvail(), 10);
    const auto& sort = now.sort();
    const int most_digits = std::max(digits(sort.elements()), digits(sort.keys()));
    view.make_room(rows.fits(most_digits), rows.fits(most_digits));
    counting_rows(s, now, rows);
    rows.gap(), rows.gap();
    rows.heading("radix", "RADIX SORT", radix_sentence(now));
    now.comparing() ? boundary_rows(s, now, rows) : pass_rows(s, now, rows);
    ImGui::PopStyleVar();
    ImGui::PopFont();
    ImGui::EndChild();
}

}  // namespace nearfield::ui
