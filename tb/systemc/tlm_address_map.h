// tlm_address_map -- which node of a network serves an address: ranges, each of one node, from a
// YAML file or by add(). docs/systemc_tlm.md.
//
//   ranges:
//   - {base: 0x00000000, size: 64K, node: 12}
//   - {base: 0x80000000, size: 1M, node: 15, offset: 0x1000}
//
// The target sees the address in its range, plus `offset`, 0 by default: address - base + offset.

#ifndef NOCSTEP_SYSTEMC_TLM_ADDRESS_MAP_H
#define NOCSTEP_SYSTEMC_TLM_ADDRESS_MAP_H

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

namespace nocstep {

struct tlm_range {
  std::uint64_t base = 0;
  std::uint64_t size = 0;  // bytes
  std::uint32_t node = 0;
  std::uint64_t offset = 0;
  std::string place;  // "FILE:LINE:COLUMN" that it was read from; "" for one of a program
};

class tlm_address_map {
 public:
  tlm_address_map() = default;
  tlm_address_map(std::initializer_list<tlm_range> ranges);

  // Throws std::invalid_argument with one line, "FILE:LINE:COLUMN: key is X; it must be Y".
  static tlm_address_map read(const std::string &file);
  static tlm_address_map parse(const std::string &text, const std::string &name = "text");

  // Throws std::invalid_argument: no bytes, beyond the last address, or another range is there.
  void add(const tlm_range &range);

  // The range that has all `bytes` from this address on; NULL if none has.
  const tlm_range *find(std::uint64_t address, std::uint64_t bytes) const;

  const std::vector<tlm_range> &ranges() const {
    return ranges_;
  }

 private:
  std::vector<tlm_range> ranges_;  // by base
};

}  // namespace nocstep

#endif
