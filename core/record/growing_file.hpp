#pragma once
#include "base/output_folder.hpp"

#include <string>

namespace nearfield {

/// A file that grows by whole records: they gather in memory and go to the disk together.
class GrowingFile {
  public:
    enum class Records {
        ended,     ///< each by a line break
        separated  ///< by a comma and a line break
    };

    explicit GrowingFile(Records records = Records::ended) : records_(records) {}
    ~GrowingFile();
    GrowingFile(const GrowingFile&) = delete;

    /// Begins a new file in the folder and holds a lock on it while it is open. Throws Error if it cannot be written or
    /// if something has the name.
    void open(OutputFolder& folder, const std::string& name);
    bool is_open() const { return descriptor_ >= 0; }
    void add(const std::string& text) { pending_ += text; }
    std::size_t pending() const { return pending_.size(); }
    /// Sends what has gathered to the disk. False if that is full: what does not fill a record is then cut off again,
    /// and what is left of the rest is lost.
    bool send();
    /// Why the last send() returned false.
    std::string problem() const { return reason_not_to_grow(error_); }

  private:
    /// Length of the whole records at the start of `text`.
    std::size_t whole(const std::string& text) const;

    Records records_;
    int descriptor_ = -1, error_ = 0;
    std::string pending_;
};

}  // namespace nearfield
