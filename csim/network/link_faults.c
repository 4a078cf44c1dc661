// link_faults -- see link_faults.h.

#include "network/link_faults.h"

#include <inttypes.h>
#include <string.h>

#include "base/rng.h"
#include "network/network_state.h"
#include "router/link_decoder.h"

// Parity does not see two wires.
static bool is_seen(const link_faults_config_t *config) {
  return config->check == LINK_SECDED || (config->check == LINK_PARITY && config->bits == 1);
}

bool link_faults_fit(const network_t *n, const link_faults_config_t *config, noc_error_t *error) {
  return config->share == 0 || is_seen(config) || !n->shape.multicast ||
         noc_fail(error, NOC_BAD_INPUT,
                  "run.link_faults.share" SAY_IS(
                      "given with routers that copy packets, and a router.link_check that does not "
                      "notice %u wrong wire%s",
                      "given with router.link_check secded"),
                  config->bits, config->bits == 1 ? "" : "s");
}

void link_faults_take(network_t *n, const link_faults_config_t *config) {
  link_faults_t *f = &n->link_faults;
  f->threshold = rng_threshold(config->share);
  f->bits = config->bits;
  f->seen = is_seen(config);
  f->key = network_take(n, f->threshold != 0 ? n->ports : 0, sizeof *f->key);
  if (config->check != LINK_UNCHECKED) {
    noc_shape_t shape = n->shape;
    noc_error_t ignored;
    shape.link_check = config->check;
    (void)shape_derive(&shape, &ignored);  // as before, with check bits
    link_code_make(&f->code, &shape);
  }
}

void link_faults_begin(network_t *n, uint64_t seed) {
  if (n->link_faults.threshold != 0) {
    links_keys(n, seed, RNG_LINK_FAULT, n->link_faults.key);
  }
}

void link_faults_reset(network_t *n) {
  n->link_faults.counts = (link_faults_counts_t){0};
}

void link_faults_checkpoint(network_t *n, checkpoint_t *c) {
  link_faults_t *f = &n->link_faults;
  if (f->threshold != 0) {
    CHECKPOINT(c, f->counts);
  }
}

// Inverts one of the first `count` bits of a row, or two of them.
static void flip(const link_faults_t *f, uint64_t *row, unsigned count, uint64_t random) {
  const unsigned one = rng_below(random, count);
  row[one / 64] ^= UINT64_C(1) << one % 64;
  if (f->bits > 1) {
    unsigned two = rng_below(rng_mix(random), count - 1);
    two += two >= one;
    row[two / 64] ^= UINT64_C(1) << two % 64;
  }
}

// The place of a word on the pins: a component, one of its ports, and that port among all.
typedef struct {
  uint32_t slot, port, at;
} pins_place_t;

static link_word_t take_word(const network_t *n, pins_place_t place) {
  const link_pins_t *p = &n->pins;
  const size_t words = n->shape.words;
  link_word_t word = {.valid = 1,
                      .vc = p->in_vc[place.at],
                      .kind = p->in_kind[place.at],
                      .credit = (uint8_t)(p->credit_in_valid[place.slot] >> place.port & 1),
                      .credit_vc = p->credit_in_vc[place.at]};
  memcpy(word.payload, &p->in_payload[place.at * words], words * sizeof *word.payload);
  return word;
}

static void put_word(network_t *n, pins_place_t place, const link_word_t *word) {
  const link_pins_t *p = &n->pins;
  const size_t words = n->shape.words;
  const uint16_t bit = (uint16_t)(1u << place.port);
  uint16_t *valid = &p->in_valid[place.slot];
  uint16_t *credit = &p->credit_in_valid[place.slot];
  *valid = (uint16_t)(word->valid != 0 ? *valid | bit : *valid & ~bit);
  *credit = (uint16_t)(word->credit != 0 ? *credit | bit : *credit & ~bit);
  p->in_vc[place.at] = word->vc;
  p->in_kind[place.at] = word->kind;
  p->credit_in_vc[place.at] = word->credit_vc;
  memcpy(&p->in_payload[place.at * words], word->payload, words * sizeof *word->payload);
}

// Any wire of the word and of its check bits. A word that is found wrong goes no further: the run
// ends in this cycle.
static void hit_checked(network_t *n, uint32_t from, pins_place_t place, uint64_t random) {
  link_faults_t *f = &n->link_faults;
  link_word_t word = take_word(n, place);
  uint64_t row[LINK_ROW_WORDS];
  word.check = link_encode(&f->code, &word);
  link_row(&f->code, &word, row);
  flip(f, row, f->code.bits + f->code.checks, random);
  link_word(&f->code, row, &word);
  f->counts.hit++;
  if (link_decode(&f->code, &word) == LINK_CORRECTED) {
    f->counts.corrected++;
    put_word(n, place, &word);
    return;
  }
  if (f->counts.detected++ == 0) {
    f->counts.cycle = n->cycle + 1;  // in which it would be read
    f->counts.from = from;
  }
}

// Data only: what routers go by stays, for they would do anything.
static void hit_data(network_t *n, pins_place_t place, uint64_t random) {
  link_faults_t *f = &n->link_faults;
  const size_t words = n->shape.words;
  if ((n->pins.in_kind[place.at] & KIND_HEAD) == 0) {
    f->counts.hit++;
    flip(f, &n->pins.in_payload[place.at * words], n->shape.flit_bits, random);
  }
}

void link_faults_carry(network_t *n) {
  const link_faults_t *f = &n->link_faults;
  const uint32_t first_interface = n->routers * n->shape.ports;
  for (uint32_t slot = 0; slot < n->components; slot++) {
    const bool router = slot < n->routers;
    const uint32_t first = router ? slot * n->shape.ports : first_interface + (slot - n->routers);
    for (uint32_t mask = n->pins.in_valid[slot]; mask != 0; mask &= mask - 1) {
      const uint32_t port = (uint32_t)__builtin_ctz(mask);
      const pins_place_t place = {slot, port, first + port};
      const uint32_t from = router ? n->end[place.at].port : n->credit_end[slot - n->routers].port;
      const uint64_t random = rng_draw(f->key[from], n->cycle + 1);
      if (random >> 32 >= f->threshold) {
        continue;
      }
      if (f->seen) {
        hit_checked(n, from, place, rng_mix(random));
      } else {
        hit_data(n, place, rng_mix(random));
      }
    }
  }
}

const link_faults_counts_t *network_link_faults(const network_t *n) {
  return n->link_faults.threshold != 0 ? &n->link_faults.counts : NULL;
}

const link_code_t *network_link_code(const network_t *n) {
  return n->link_faults.code.check != LINK_UNCHECKED ? &n->link_faults.code : NULL;
}

bool network_link_wrong(const network_t *n, noc_error_t *error) {
  static const char *const kSays[] = {[LINK_PARITY] = "its parity is odd",
                                      [LINK_SECDED] = "two wires differ, and secded corrects one"};
  const link_faults_t *f = &n->link_faults;
  if (f->threshold == 0 || f->counts.detected == 0) {
    return false;
  }
  const uint32_t slot = links_slot(n, f->counts.from);
  const uint32_t to = n->end[f->counts.from].component;
  char a[64];
  char b[64];
  (void)noc_fail(error, NOC_CHECK_FAILED,
                 "link error: cycle %" PRIu64
                 ": a word on the link from %s %s to %s %s is wrong: %s",
                 f->counts.cycle, slot < n->routers ? "router" : "interface",
                 network_name(n, slot, a, sizeof a), to < n->routers ? "router" : "interface",
                 network_name(n, to, b, sizeof b), kSays[f->code.check]);
  return true;
}
