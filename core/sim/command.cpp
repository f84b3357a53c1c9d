#include "sim/command.hpp"

#include "base/error.hpp"
#include "params/json_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <charconv>
#include <cmath>
#include <sstream>

namespace nearfield {
namespace {

using nlohmann::json;

/// A command with nothing in its fields.
template <class C> C blank() {
    if constexpr (std::is_same_v<C, command::Load>)
        return {nullptr, Settings(std::make_shared<const std::vector<ParamSpec>>())};
    else return {};
}

/// True if C has more than N members.
template <class C, std::size_t N> constexpr bool has_more_members = requires { C{{}, {}, {}, {}}; };
// clang-format off
template <class C> constexpr bool has_more_members<C, 0> = requires { C{{}}; };
template <class C> constexpr bool has_more_members<C, 1> = requires { C{{}, {}}; };
template <class C> constexpr bool has_more_members<C, 2> = requires { C{{}, {}, {}}; };
// clang-format on

/// Calls f(field) for every field of a command, in the order of its text.
template <class C, class F> void for_each_field(const F& f) {
    constexpr auto fields = fields_of<C>();
    static_assert(!has_more_members<C, std::tuple_size_v<decltype(fields)>>, "every member of a command is a field");
    std::apply([&](const auto&... field) { (f(field), ...); }, fields);
}

template <class T> std::string written(const T& value) { return fmt::format("{}", value); }
std::string written(const Value& value) { return value_text(value); }
std::string written(Backend backend) { return name(backend); }
std::string written(const SceneInfo* scene) { return scene->key; }
std::string written(const Settings& settings) { return json_text(settings.to_json()); }
std::string written(const Moment& at) { return fmt::format("{} {}", at.commands, at.step); }
std::string written(const glm::vec3& at) { return fmt::format("{} {} {}", at.x, at.y, at.z); }
std::string written(const Assignments& changes) {
    json values = json::object();
    for (const auto& [key, value] : changes) values[key] = value_text(value);
    return json_text(values);
}

struct Text {
    template <class C> std::string operator()(const C& command) const {
        bool second = false;
        std::string fields;
        char before = ' ';
        for_each_field<C>([&](const auto& field) {
            const auto& value = command.*field.member;
            if constexpr (requires { bool(value); }) second |= field.written == Written::by_verb && bool(value);
            add(fields, before, value);
            before = field.written == Written::as_key ? '=' : ' ';
        });
        return (second ? C::verb.second : C::verb.plain) + fields;
    }

  private:
    template <class T> static void add(std::string& line, char before, const T& value) {
        line += before + written(value);
    }
    static void add(std::string&, char, bool) {}  // the verb says it
    static void add(std::string& line, char before, const std::vector<glm::vec3>& places) {
        for (const auto& at : places) add(line, before, at);
    }
    static void add(std::string& line, char before, const std::optional<Backend>& backend) {
        line += before + (backend ? name(*backend) : std::string("same"));
    }
    template <class T> static void add(std::string& line, char before, const std::optional<T>& value) {
        if (value) add(line, before, *value);
    }
};

/// The correct form of a command with one of its verbs.
template <class C> std::string form_of(bool second) {
    std::string form = second ? C::verb.second : C::verb.plain;
    char before = ' ';
    for_each_field<C>([&](const auto& field) {
        const char* of_field = second && field.second_form ? field.second_form : field.form;
        if (*of_field && (field.written != Written::by_verb || second)) form += before + std::string(of_field);
        before = field.written == Written::as_key ? '=' : ' ';
    });
    return form;
}

/// Reads the words after a command's verb from the left.
class Words {
  public:
    Words(const std::string& line, std::size_t from, const std::string& form, bool second)
        : line_(line),
          at_(from),
          form_(form),
          second_(second) {}

    [[noreturn]] void complain() const {
        throw UsageError(
            fmt::format("the command '{}' is not complete or has too much; write it as: {}", line_, form_));
    }
    /// Returns the rest of the line unchanged.
    std::string rest() { return line_.substr(std::exchange(at_, line_.size())); }
    std::string word() { return before(std::min(line_.find(' ', at_), line_.size())); }
    /// The text before the next "=".
    std::string key() {
        const auto equals = line_.find('=', at_);
        if (equals == std::string::npos) complain();
        return before(equals);
    }
    bool second_verb() const { return second_; }
    bool more() const { return at_ < line_.size(); }
    template <class T> T number() {
        const std::string text = word();
        T value{};
        const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (problem != std::errc() || end != text.data() + text.size() || !std::isfinite(double(value))) complain();
        return value;
    }
    /// Reads one JSON value.
    json value() {
        std::istringstream in(line_.substr(std::min(at_, line_.size())));
        json value;
        try {
            in >> value;
        } catch (const json::exception&) { complain(); }
        at_ = in.eof() || in.tellg() < 0 ? line_.size() : at_ + std::size_t(in.tellg());
        while (at_ < line_.size() && line_[at_] == ' ') ++at_;
        return value;
    }

  private:
    /// The text up to `end`, which is not empty; what follows is read from behind the character there.
    std::string before(std::size_t end) {
        if (at_ >= end) complain();
        const std::string text = line_.substr(at_, end - at_);
        at_ = std::min(end + 1, line_.size());
        return text;
    }

    const std::string& line_;
    std::size_t at_;
    const std::string& form_;
    const bool second_;
};

template <class T>
requires std::is_arithmetic_v<T>
void read(Words& words, T& number) { number = words.number<T>(); }
void read(Words& words, Value& value) { value = words.rest(); }
void read(Words& words, Moment& at) {
    read(words, at.commands);
    read(words, at.step);
}
void read(Words& words, glm::vec3& at) {
    for (int axis = 0; axis < 3; ++axis) read(words, at[axis]);
}
void read(Words& words, std::vector<glm::vec3>& places) {
    while (words.more()) read(words, places.emplace_back());
}
void read(Words& words, std::optional<Backend>& backend) {
    const std::string word = words.word();
    backend = backend_named(word);
    if (!backend && word != "same") words.complain();
}
void read(Words& words, Backend& backend) {
    const auto named = backend_named(words.word());
    if (!named) words.complain();
    backend = *named;
}
void read(Words& words, const SceneInfo*& scene) { scene = &find_scene(words.word()); }
void read(Words& words, Assignments& changes) {
    try {
        for (auto& [key, value] : words.value().get<std::map<std::string, std::string>>())
            changes.emplace(key, std::move(value));
    } catch (const json::exception&) { words.complain(); }
}
void read(Words& words, std::string& text, Written how) {
    if (how == Written::to_end && !words.more()) words.complain();
    text = how == Written::to_end ? words.rest() : how == Written::as_key ? words.key() : words.word();
}
void read(Words& words, bool& value) { value = words.second_verb(); }
template <class T> void read(Words& words, std::optional<T>& value) {
    if (words.second_verb()) read(words, value.emplace());
}

template <class C, class T> void read_field(Words& words, C&, T& value, Written) { read(words, value); }
template <class C> void read_field(Words& words, C&, std::string& text, Written how) { read(words, text, how); }
void read_field(Words& words, command::Load& load, Settings& settings, Written) {
    settings = load.scene->defaults();
    settings.merge(words.value(), "load " + load.scene->key);
}

/// Reads a command behind its verb.
template <class C> Command read_command(Words& words) {
    C command = blank<C>();
    for_each_field<C>([&](const auto& field) { read_field(words, command, command.*field.member, field.written); });
    return command;
}

/// A verb, the form of its command, and the function that reads the rest.
struct Reader {
    std::string verb, form;
    bool is_second;
    Command (*read)(Words&);
};

template <class C> void add_readers(std::vector<Reader>& all) {
    all.push_back({C::verb.plain, form_of<C>(false), false, read_command<C>});
    if (C::verb.second) all.push_back({C::verb.second, form_of<C>(true), true, read_command<C>});
}

template <class... C> std::vector<Reader> readers_of(const std::variant<C...>*) {
    std::vector<Reader> all;
    (add_readers<C>(all), ...);
    return all;
}

/// Throws UsageError for numbers beyond the limits for documents.
struct RequireLimits {
    template <class C> void operator()(const C& command) const {
        for_each_field<C>([&](const auto& field) {
            using T = std::remove_cvref_t<decltype(command.*field.member)>;
            if constexpr (std::is_arithmetic_v<T>)
                if (field.limited) require(field.limited, command.*field.member, T(field.least), T(field.most));
        });
    }

  private:
    template <class Number> static void require(const char* what, Number value, Number least, Number most) {
        if (!(value >= least && value <= most))
            throw UsageError(fmt::format("{}: {} is out of range; give {} to {}", what, value, least, most));
    }
};

}  // namespace

Command::Command() = default;
Command::Command(const Command&) = default;
Command::Command(Command&&) noexcept = default;
Command& Command::operator=(const Command&) = default;
Command& Command::operator=(Command&&) noexcept = default;
Command::~Command() = default;

bool Command::operator==(const Command& other) const {
    return static_cast<const AnyCommand&>(*this) == static_cast<const AnyCommand&>(other);
}

std::string text(const Command& command) { return std::visit(Text{}, command); }

Command parse_command(const std::string& line) {
    static const auto readers = readers_of(static_cast<const AnyCommand*>(nullptr));
    std::vector<std::string> known;
    for (const auto& [verb, form, is_second, read] : readers) {
        known.push_back(verb);
        if (line.rfind(verb, 0) != 0 || (line.size() > verb.size() && line[verb.size()] != ' ')) continue;
        Words words(line, verb.size() + 1, form, is_second);
        Command command = read(words);
        if (words.more() || line.size() == verb.size() + 1) words.complain();
        return command;
    }
    const std::string word = line.substr(0, line.find(' '));
    throw UsageError(fmt::format("no command '{}'.{}", word, suggest(word, known)));
}

CommandReach reach_of(const Command& command) {
    return std::visit([]<class C>(const C&) { return C::reach; }, command);
}

bool acts_on_state(const Command& command) {
    return std::visit([]<class C>(const C&) { return ActsOnState<C>; }, command);
}

Command parse_document_command(const std::string& text) {
    Command command = parse_command(text);
    if (reach_of(command) == CommandReach::files)
        throw UsageError(fmt::format("'{}' is about files; a document may change the run and the view, no file: leave "
                                     "the command out",
                                     text.substr(0, 60)));
    std::visit(RequireLimits{}, command);
    return command;
}

}  // namespace nearfield
