#pragma once
// Structure-preserving mutations, which reach code behind the parser: values, keys and words are replaced by those of
// other texts of the same reader, by extreme numbers, or repeated many times.
#include "readers.hpp"

#include <nlohmann/json.hpp>

#include <functional>
#include <random>
#include <string>
#include <vector>

namespace nearfield::fuzz {

using Json = nlohmann::ordered_json;

/// Building blocks from the texts of one reader.
struct Vocabulary {
    std::vector<std::pair<std::string, Json>> members;  ///< key and an example value
    std::vector<Json> values;
    std::vector<std::string> words;

    /// Adds the content of a text of that form.
    void learn(Form form, const std::string& text);
};

class Mutation {
  public:
    /// `bytes` mutates a few bytes of a short text.
    Mutation(const Vocabulary& known, unsigned seed, std::function<std::string(const std::string&)> bytes)
        : known_(known),
          random_(seed),
          bytes_(std::move(bytes)) {}

    std::string changed(Form form, const std::string& text);
    /// Combines parts of two texts.
    std::string crossed(Form form, const std::string& a, const std::string& b);

  private:
    std::size_t below(std::size_t n) {
        return n < 2 ? 0 : std::uniform_int_distribution<std::size_t>(0, n - 1)(random_);
    }
    bool one_in(std::size_t n) { return below(n) == 0; }
    template <class T> const T& any(const std::vector<T>& list) { return list[below(list.size())]; }

    /// A number of repetitions: mostly small, sometimes large enough to expose slow readers.
    std::size_t many();
    Json& some_node(Json& root);
    Json number_like(double near);
    std::string text_like(const std::string& near);
    Json value_like(const Json& near);
    void change(Json& root);
    void change_object(Json::object_t& object);
    void change_list(Json::array_t& list);
    void nest(Json& node);
    std::string broken(std::string text);
    std::string changed_json(const std::string& text);
    std::string changed_lines(const std::string& text);
    std::string changed_words(const std::string& text);

    const Vocabulary& known_;
    std::minstd_rand random_;
    std::function<std::string(const std::string&)> bytes_;
};

}  // namespace nearfield::fuzz
