#pragma once
#include "base/output_folder.hpp"

#include <string>

namespace nearfield {

/// A file that grows by whole records, which are buffered in memory and written together.
class GrowingFile {
  public:
    enum class Records {
        ended,     ///< by a line break after each
        separated  ///< by a comma and a line break between them
    };

    explicit GrowingFile(Records records = Records::ended) : records_(records) {}
    ~GrowingFile();
    GrowingFile(const GrowingFile&) = delete;

    /// Creates the file in the folder and locks it while it is open. Throws Error if it cannot be written or if the
    /// name is taken.
    void open(OutputFolder& folder, const std::string& name);
    bool is_open() const { return descriptor_ >= 0; }
    void add(const std::string& text) { pending_ += text; }
    std::size_t pending() const { return pending_.size(); }
    /// Writes the buffer to the disk. Returns false if the disk is full; a torn record is then cut off, and the rest of
    /// the buffer is lost.
    bool send();
    /// Reason of the last failed send().
    std::string problem() const { return reason_not_to_grow(error_); }

  private:
    /// Length of the complete records at the start of `text`.
    std::size_t whole(const std::string& text) const;

    Records records_;
    int descriptor_ = -1, error_ = 0;
    std::string pending_;
};

}  // namespace nearfield
