// fuzz_tlm_map -- libFuzzer on maps of addresses: no crash; what is refused is one line with a
// place; what is accepted finds its own addresses.

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "require.h"
#include "systemc/tlm_address_map.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);

static void check(const nocstep::tlm_address_map &map) {
  require(!map.ranges().empty());
  for (const nocstep::tlm_range &r : map.ranges()) {
    require(r.size > 0 && r.base + (r.size - 1) >= r.base);
    require(map.find(r.base, r.size) == &r && map.find(r.base + (r.size - 1), 1) == &r);
  }
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  try {
    check(nocstep::tlm_address_map::parse(std::string(data, data + size), "map.yaml"));
  } catch (const std::invalid_argument &e) {
    const std::string line = e.what();
    require(line.rfind("map.yaml", 0) == 0 && line.find('\n') == std::string::npos);
  }
  return 0;
}
