// tlm_address_map -- see tlm_address_map.h.

#include "tlm_address_map.h"

#include <algorithm>
#include <iomanip>
#include <sstream>
#include <stdexcept>

namespace nocstep {

static std::string hex(std::uint64_t value) {
  std::ostringstream text;
  text << "0x" << std::hex << value;
  return text.str();
}

[[noreturn]] static void refuse(const tlm_range &r, const std::string &what) {
  throw std::invalid_argument((r.place.empty() ? "" : r.place + ": ") + what);
}

static std::uint64_t last(const tlm_range &r) {
  return r.base + (r.size - 1);
}

tlm_address_map::tlm_address_map(std::initializer_list<tlm_range> ranges) {
  for (const tlm_range &r : ranges) {
    add(r);
  }
}

void tlm_address_map::add(const tlm_range &r) {
  if (r.size == 0) {
    refuse(r, "size is 0; it must be 1 or more");
  }
  if (last(r) < r.base || r.offset + (r.size - 1) < r.offset) {
    refuse(r, "size is " + hex(r.size) + "; it must end within 64 bits behind base and offset");
  }
  const auto next =
      std::lower_bound(ranges_.begin(), ranges_.end(), r.base,
                       [](const tlm_range &one, std::uint64_t base) { return last(one) < base; });
  if (next != ranges_.end() && next->base <= last(r)) {
    refuse(r, "base is " + hex(r.base) + " to " + hex(last(r)) + ", of which " + hex(next->base) +
                  " to " + hex(last(*next)) + " is node " + std::to_string(next->node) +
                  (next->place.empty() ? "" : " (" + next->place + ")") +
                  "; it must be addresses of no other range");
  }
  ranges_.insert(next, r);
}

const tlm_range *tlm_address_map::find(std::uint64_t address, std::uint64_t bytes) const {
  const auto next =
      std::lower_bound(ranges_.begin(), ranges_.end(), address,
                       [](const tlm_range &one, std::uint64_t value) { return last(one) < value; });
  if (next == ranges_.end() || next->base > address) {
    return nullptr;
  }
  return bytes > 0 && last(*next) - address >= bytes - 1 ? &*next : nullptr;
}

}  // namespace nocstep
