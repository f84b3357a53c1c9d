#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace nearfield {

/// SHA-256 of bytes that come in pieces (FIPS 180-4).
class Sha256 {
  public:
    void add(std::string_view bytes);
    /// 64 hexadecimal digits, as sha256sum prints them. Ends the message.
    std::string finish();

  private:
    void take_block(const unsigned char* block);

    std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    std::array<unsigned char, 64> block_{};
    std::uint64_t bytes_ = 0;
};

}  // namespace nearfield
