#include "app/shell/clipboard.hpp"

#include "app/shell/x11.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>

#include <poll.h>

#include <chrono>
#include <optional>
#include <utility>

namespace nearfield {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto patience = std::chrono::milliseconds(500), longest = std::chrono::milliseconds(3000);
constexpr std::size_t most_bytes = 16 << 20;
constexpr const char *silent = "nothing was pasted: the program that owns the clipboard does not answer; copy the text "
                               "anew, or type it",
                     *no_text = "nothing was pasted: the clipboard holds no text";

std::string utf8_of_latin1(const std::string& text) {
    std::string out;
    for (const unsigned char c : text)
        if (c < 0x80) out += char(c);
        else out += char(0xC0 | c >> 6), out += char(0x80 | (c & 0x3F));
    return out;
}

/// Requests the clipboard from its owner on GLFW's connection. Uses its own window, so that GLFW's events stay in the
/// queue.
class Request {
  public:
    Request(const x11::Functions& x, x11::Display* display)
        : x_(x),
          display_(display),
          window_(x.create_window(display, x.root(display), 0, 0, 1, 1, 0, 0, 0)) {
        x_.select_input(display_, window_, x11::watch_properties);
    }
    ~Request() { x_.destroy_window(display_, window_), x_.flush(display_); }
    Request(const Request&) = delete;

    /// Returns the text. Sets `problem` if the owner does not answer.
    std::string text(std::string& problem) {
        const std::pair<x11::Id, bool> targets[] = {{atom("UTF8_STRING"), false}, {x11::atom_string, true}};
        for (const auto& [target, is_latin1] : targets) {
            x_.convert_selection(display_, atom("CLIPBOARD"), target, place_, window_, x11::current_time);
            const auto answer = next(x11::selection_notify);
            if (!answer) return problem = silent, "";
            if (answer->selection.property == 0) continue;
            auto text = content();
            if (!text) return problem = silent, "";
            return is_latin1 ? utf8_of_latin1(*text) : *text;
        }
        return problem = no_text, "";
    }

  private:
    x11::Id atom(const char* name) { return x_.intern_atom(display_, name, 0); }

    /// Returns the next event of this type; none after a timeout.
    std::optional<x11::Event> next(int type) {
        const auto until = std::min(Clock::now() + patience, end_);
        for (x11::Event event{};;) {
            if (x_.check_typed_event(display_, window_, type, &event)) return event;
            const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
            pollfd socket{x_.connection(display_), POLLIN, 0};
            if (left <= 0 || poll(&socket, 1, int(left)) == 0) return {};
        }
    }

    /// Reads and deletes the property. `type` receives the type of its content.
    std::string take(x11::Id& type) {
        std::string all;
        unsigned long items = 0, after = 0;
        do {
            int format = 0;
            unsigned char* bytes = nullptr;
            if (x_.get_property(display_, window_, place_, long(all.size() / 4), 1 << 16, 0, x11::any_type, &type,
                                &format, &items, &after, &bytes) != 0)
                break;
            if (bytes && format == 8) all.append(reinterpret_cast<char*>(bytes), items);
            if (bytes) x_.free(bytes);
        } while (after > 0 && items > 0 && all.size() < most_bytes);
        x_.delete_property(display_, window_, place_);
        return all;
    }

    /// Returns the owner's text, sent whole or in parts (INCR) that end with an empty part. None if the owner stops
    /// answering.
    std::optional<std::string> content() {
        x11::Id type = 0;
        std::string all = take(type);
        if (type != atom("INCR")) return all;
        for (all.clear(); all.size() < most_bytes;) {
            const auto event = next(x11::property_notify);
            if (!event) return {};
            if (event->property.property != place_ || event->property.state != x11::new_value) continue;
            const std::string part = take(type);
            if (type == 0) continue;  // event of the first property, already read
            if (part.empty()) break;
            all += part;
        }
        return all;
    }

    const x11::Functions& x_;
    x11::Display* display_;
    x11::Id window_, place_ = atom("NEARFIELD_PASTE");
    const Clock::time_point end_ = Clock::now() + longest;
};

Clipboard* self(void* user) { return static_cast<Clipboard*>(user); }

}  // namespace

void Clipboard::install() {
    auto& io = ImGui::GetIO();
    io.ClipboardUserData = this;
    io.GetClipboardTextFn = [](void* user) { return self(user)->get(); };
    io.SetClipboardTextFn = [](void* user, const char* text) { self(user)->set(text); };
}

const char* Clipboard::get() {
    auto* const display = x11::display_of_glfw();
    const auto* x = display ? x11::functions() : nullptr;
    problem_.clear();
    const auto owner = x ? x->selection_owner(display, x->intern_atom(display, "CLIPBOARD", 0)) : 0;
    if (!x || (owner && owner == own_)) return glfwGetClipboardString(window_);
    if (owner) text_ = Request(*x, display).text(problem_);
    else text_.clear(), problem_ = no_text;
    return problem_.empty() ? text_.c_str() : nullptr;
}

void Clipboard::set(const char* text) {
    glfwSetClipboardString(window_, text);
    if (auto* const display = x11::display_of_glfw())
        if (const auto* x = x11::functions())
            own_ = x->selection_owner(display, x->intern_atom(display, "CLIPBOARD", 0));
}

}  // namespace nearfield
