#pragma once
#include <string>
#include <vector>

namespace nearfield {

/// Prints the lines of a health report one by one. A problem keeps the program from running well; a note concerns an
/// optional ability.
class Report {
  public:
    void ok(const std::string& subject, const std::string& what) { line("OK", subject, what); }
    void note(const std::string& subject, const std::string& what) { line("note", subject, what); }
    void problem(const std::string& subject, const std::string& what);
    const std::vector<std::string>& problems() const { return problems_; }

  private:
    static void line(const char* mark, const std::string& subject, const std::string& what);
    std::vector<std::string> problems_;
};

/// Reports on the display, on OpenGL with and without a window, and on the transfer of pictures from CUDA to OpenGL.
/// True if pictures can be drawn in some way.
bool report_graphics(Report& report);

}  // namespace nearfield
