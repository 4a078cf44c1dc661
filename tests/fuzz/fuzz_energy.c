// fuzz_energy -- libFuzzer on the files of --energy: no crash; an error is one line with its place;
// what is accepted has numbers of 0 or more, and reads the same when it is written plainly.

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "require.h"
#include "runs/physical.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { KEYS = 11 };
static const char *const kNames[KEYS] = {"buffer_write",   "buffer_read",      "interface_write",
                                         "interface_read", "crossbar",         "xor",
                                         "slot_write",     "slot_read",        "link",
                                         "link_mm",        "interface_link_mm"};

static void values(const physical_t *p, double value[KEYS]) {
  const double all[KEYS] = {p->buffer_write, p->buffer_read, p->interface_write,  p->interface_read,
                            p->crossbar,     p->xor_flit,    p->slot_write,       p->slot_read,
                            p->link,         p->link_mm,     p->interface_link_mm};
  memcpy(value, all, sizeof all);
}

static bool read_bytes(const void *bytes, size_t size, physical_t *p, char path[FUZZ_PATH],
                       noc_error_t *error) {
  const int file = fuzz_file(bytes, size, path);
  *p = (physical_t){.hertz = 1};
  const bool ok = physical_energy(path, p, error);
  (void)close(file);
  return ok;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  noc_error_t error = {0};
  physical_t p;
  char path[FUZZ_PATH];
  if (!read_bytes(data, size, &p, path, &error)) {
    require_place(&error, path);
    return 0;
  }
  double value[KEYS];
  double value_again[KEYS];
  char text[KEYS * 64] = "";
  values(&p, value);
  for (size_t i = 0; i < KEYS; i++) {
    require(isfinite(value[i]) && value[i] >= 0);
    (void)snprintf(text + strlen(text), sizeof text - strlen(text), "%s: %.17g\n", kNames[i],
                   value[i]);
  }
  require(p.energy && p.hertz == 1);
  require(read_bytes(text, strlen(text), &p, path, &error));
  values(&p, value_again);
  for (size_t i = 0; i < KEYS; i++) {
    require(value[i] == value_again[i]);
  }
  return 0;
}
