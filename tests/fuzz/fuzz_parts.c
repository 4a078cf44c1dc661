// fuzz_parts -- libFuzzer on the pins of golden routers and interfaces (csim/sim/nocstep_parts.h):
// whatever a program shows on them, no assertion fires; what no neighbour and no host shows ends
// the part in one line with its place. Routers that copy are left out: their worms are not looked
// through.
//
// The first byte chooses a network, the second a part; then five bytes a cycle, the last of which
// begin anew. Half of what they say is as a neighbour would have it, so that parts get far.

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "require.h"
#include "sim/nocstep_parts.h"

enum { CYCLE = 5, FORGED = 32 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const kNetwork[] = {
    "topology: mesh:2x2\nrouter: {vcs: 2, depth: 2}\n",
    "topology: mesh:3x2\nrouter: {lookahead: true}\n",
    "topology: torus:4x2@2\nrouter: {vcs: 4, networks: 2, lookahead: true}\n",
    "topology: torus:3x3\nrouter: {vcs: 2, switching: cut-through, allocation: speculative}\n",
    "topology: fattree:k=2,n=3\nrouter: {vcs: 2, adaptive: true}\n",
    "topology: irregular:switches=6,ports=6,hosts=8\nrouter: {lookahead: true}\n",
    "topology: irregular:switches=6,ports=6,hosts=8\nrouter: {sync_read: true}\n",
    "topology: mesh:3x2\nrouter: {routing: source}\n",
    "topology: octagon:8\nrouter: {vcs: 2, arbiter: age, flit_bits: 128}\n",
    "topology: h3dm:m=2,n=2,levels=2,q=0\nrouter: {vcs: 2, allocator: wavefront}\n",
    "topology: hypercube:3\nrouter: {depth: 1, pipeline: 2}\n",
};
enum { NETWORKS = sizeof kNetwork / sizeof *kNetwork };

static nocstep_t *open_network(size_t which) {
  char text[512];
  char path[FUZZ_PATH];
  char error[NOCSTEP_ERROR];
  (void)snprintf(text, sizeof text, "%sworkload: {traffic: external}\nrun: {router: ref}\n",
                 kNetwork[which]);
  const int file = fuzz_file(text, strlen(text), path);
  nocstep_t *n = nocstep_open_parts(path, NULL, 0, error);
  if (n == NULL) {
    (void)fprintf(stderr, "%s\n", error);
  }
  require(n != NULL);
  (void)close(file);
  return n;
}

typedef struct {
  uint16_t open[16];  // by port, bit v: a packet is under way
  uint64_t state;     // of what bytes do not say
} drive_t;

static uint32_t draw(drive_t *d) {
  d->state = d->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (uint32_t)(d->state >> 33);
}

static void drive_head(const nocstep_t *n, drive_t *d, const nocstep_pins_t *in, unsigned port,
                       const uint8_t *c) {
  uint64_t *payload = in->in_payload + (size_t)port * in->words;
  const nocstep_head_t head = {.destination = nocstep_address(n, c[3] % nocstep_nodes(n)),
                               .type = 2 * (c[4] & 1),
                               .flits = 1 + c[4] / 2 % 4};
  if (!nocstep_head(n, &head, payload)) {
    memset(payload, 0, in->words * sizeof *payload);
  }
  for (unsigned w = 0; w < in->words && c[0] % FORGED < 4; w++) {
    payload[w] ^= (uint64_t)draw(d) << 32 | draw(d);
  }
}

static void drive_link(const nocstep_t *n, drive_t *d, const nocstep_pins_t *in, const uint8_t *c) {
  const unsigned port = c[1] % in->ports;
  const unsigned vc = c[2] % 4;
  const unsigned open = d->open[port] >> vc & 1u;
  const unsigned kind = c[0] % FORGED == 5 ? c[4] : (1u - open) | (c[4] & 2u);
  in->in_valid[0] = (uint16_t)((c[0] & 64u) != 0 ? 1u << port : 0);
  in->in_vc[port] = (uint8_t)vc;
  in->in_kind[port] = (uint8_t)kind;
  if (in->in_valid[0] != 0 && (kind & 1) != 0) {
    drive_head(n, d, in, port, c);
  }
  if (in->in_valid[0] != 0) {
    d->open[port] = (uint16_t)((d->open[port] & ~(1u << vc)) | ((kind & 2) != 0 ? 0u : 1u << vc));
  }
  // A flit that left gives its credit back; rarely, what never left.
  in->credit_in_valid[0] = c[0] % FORGED == 6 ? c[3] : in->out_valid[0];
  for (unsigned p = 0; p < in->ports; p++) {
    in->credit_in_vc[p] = c[0] % FORGED == 6 ? c[2] : in->out_vc[p];
  }
}

static void drive_host(const nocstep_t *n, drive_t *d, const nocstep_pins_t *in, const uint8_t *c) {
  const unsigned network = c[1] % in->networks;
  const bool forged = c[0] % FORGED < 8;
  in->host_valid[0] = c[0] >> 7;
  in->host_network[0] = (uint8_t)(c[0] % FORGED == 8 ? c[1] : network);
  in->host_type[0] = (uint8_t)(forged ? c[2] : 2 * (c[2] & 1));
  in->host_destination[0] = forged ? draw(d) % 64 : nocstep_address(n, c[3] % nocstep_nodes(n));
  in->host_message[0] = forged ? (uint16_t)draw(d) : 1;
  in->host_flits[0] = forged ? c[4] : 1;
  for (unsigned w = 0; w < in->words; w++) {
    in->host_data[w] = (uint64_t)draw(d) << 32 | draw(d);
  }
  if (in->host_age != NULL) {
    in->host_age[0] = draw(d);
  }
  in->host_takes[0] = c[2];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 2 + CYCLE) {
    return 0;
  }
  nocstep_t *n = open_network(data[0] % NETWORKS);
  const nocstep_component_t component = (data[1] & 1) != 0 ? NOCSTEP_ROUTER : NOCSTEP_INTERFACE;
  const uint32_t parts = component == NOCSTEP_ROUTER ? nocstep_routers(n) : nocstep_nodes(n);
  nocstep_part_t *p = nocstep_find_part(n, component, data[1] / 2 % parts);
  const nocstep_pins_t *in = nocstep_part_pins(p);
  drive_t d = {.state = size};
  bool ok = true;
  for (size_t at = 2; at + CYCLE <= size && ok; at += CYCLE) {
    drive_link(n, &d, in, data + at);
    if (in->host_valid != NULL) {
      drive_host(n, &d, in, data + at);
    }
    ok = nocstep_part_step(p);
  }
  const char *error = nocstep_part_error(p);
  require(ok == (error[0] == '\0') && strchr(error, '\n') == NULL);
  require(ok || (strncmp(error, "cycle ", 6) == 0 && !nocstep_part_step(p)));
  nocstep_close(n);
  return 0;
}
