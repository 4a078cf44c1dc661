// test_checkpoint -- a run that goes on from a checkpoint is the run that was not interrupted: the
// same result, and the same checkpoint, byte by byte, at a later cycle. It is read into a network
// that is new, and into one that has done something else, in which all that is forgotten is wrong.
//
// Damaged files are refused.
//
// NOCSTEP_LONG=1 leaves out each entry of a checkpoint once, when it is read, which is noticed; and
// adds all of tests/scenarios, and more cycles.

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

#include "base/rng.h"
#include "harness.h"
#include "sim/sim_json.h"

// Settings as of sim_create(), or the name of a file.
static const char *const kRuns[] = {
    // Traffic, over wires and over pins.
    "topology=mesh:4x3 workload.traffic=uniform workload.load=0.35 workload.packet_flits=1-6 "
    "run.cycles=300 run.warmup=40",
    "topology=torus:4x4 workload.traffic=tornado workload.load=0.2 router.pipeline=2 "
    "router.switching=cut-through router.flit_bits=128 workload.burst_on=12 workload.burst_off=9 "
    "run.cycles=300",
    "topology=mesh:3x3 workload.traffic=uniform workload.load=0.3 router.link_latency=3 "
    "run.cycles=250 run.max_age=4000",
    "topology=mesh:4x4 workload.traffic=uniform workload.load=0.2 run.jitter.links=0.3 "
    "run.jitter.hosts=0.2 run.cycles=250",
    "topology=mesh:4x4 link.clock_ratio=0.35 router.link_latency=2 workload.traffic=uniform "
    "workload.load=0.2 run.jitter.links=0.2 run.cycles=250",
    "topology=mesh:4x4 router.arbiter=age router.age_bits=16 workload.traffic=transpose "
    "workload.load=0.3 run.cycles=250",
    "topology=mesh:4x4 router.networks=2 router.allocation=speculative host.accept=0.6 "
    "workload.traffic=uniform workload.load=0.1 run.cycles=250",
    "topology=torus:4x3 router.lookahead=true router.pipeline=2 router.allocation=speculative "
    "workload.traffic=uniform workload.load=0.5 workload.packet_flits=1-5 run.cycles=250",
    "topology=mesh:4x4 router.allocator=wavefront router.sync_read=true router.vcs=3 "
    "workload.traffic=uniform workload.load=0.5 workload.packet_flits=1-5 run.cycles=250",
    "topology=octagon:8 workload.traffic=uniform workload.load=0.6 run.cycles=200 run.drain=false",
    "topology=mesh:4x3 workload.traffic=uniform workload.load=0.1 host.t_hs=9 host.t_nr=3 "
    "host.bus=2 host.t_hr=4 run.cycles=250",
    "topology=irregular:switches=8,ports=6,hosts=16,seed=3 router.adaptive=true "
    "workload.traffic=uniform workload.load=0.2 run.cycles=250 run.reset=60",
    "topology=fattree:k=2,n=3 router.adaptive=true router.sync_read=true router.vcs=2 "
    "workload.traffic=uniform workload.load=0.4 run.cycles=250",
    "topology=fattree:k=2,n=3 router.lookahead=true router.pipeline=2 workload.traffic=uniform "
    "workload.load=0.4 run.cycles=250 run.reset=60",
    "topology=ring:4 workload.traffic=uniform workload.load=1 run.cycles=1400 router.vcs=2",
    // RTL, by shapes that other tests build.
    "topology=mesh:3x3 router.vcs=2 router.depth=8 router.allocator=wavefront run.router=lockstep "
    "workload.traffic=uniform workload.load=0.7 workload.packet_flits=1-4 run.cycles=250",
    "topology=mesh:3x3 router.vcs=2 router.depth=8 router.allocation=speculative run.router=rtl "
    "workload.traffic=uniform workload.load=0.7 workload.packet_flits=1-4 run.cycles=250",
    "topology=mesh:3x3 router.vcs=1 router.depth=8 router.switching=cut-through "
    "run.router=lockstep workload.traffic=multicast workload.scheme=tree-worm workload.degree=1-5 "
    "workload.load=0.6 workload.message_flits=6 run.cycles=250",
    // Multicasts that wait for slots of interfaces.
    "topology=mesh:3x2 router.vcs=2 router.depth=4 workload.traffic=multicast workload.degree=1-3 "
    "workload.scheme=kbinomial workload.k=1 workload.load=0.4 workload.message_flits=16 "
    "workload.packet_flits=8 workload.slots=2 host.accept=0.5 run.cycles=400 run.drain=false",
    // Plans.
    "topology=mesh:4x4 workload.collective=allgather workload.scheme=binomial "
    "workload.message_flits=5 run.jitter.links=0.5 run.jitter.hosts=0.3 host.t_hs=40",
    "topology=mesh:4x4 workload.collective=allgather workload.scheme=ring "
    "workload.message_flits=40 workload.packet_flits=6",
    "topology=mesh:4x3 workload.collective=allreduce workload.scheme=recursive-doubling "
    "workload.message_flits=9",
    "topology=mesh:4x4 workload.collective=allreduce workload.scheme=ring "
    "workload.message_flits=64",
    "topology=mesh:3x3 workload.collective=barrier workload.scheme=unicast host.t_hs=7",
    "topology=mesh:4x4 workload.collective=allgather workload.scheme=hnc workload.group=2x2 "
    "workload.message_flits=3",
    "topology=mesh:4x4 workload.collective=allgather workload.scheme=hnc workload.group=2x2 "
    "workload.steps=overlapped router.networks=4 router.vcs=4 workload.message_flits=2",
    "topology=mesh:4x4 workload.collective=broadcast workload.scheme=kbinomial "
    "workload.message_flits=12 workload.packet_flits=4",
    "topology=torus:4x4 router.routing=source workload.collective=alltoall "
    "workload.scheme=scheduled",
    "topology=mesh:4x4 router.switching=cut-through router.depth=16 workload.traffic=multicast "
    "workload.degree=3 workload.scheme=tree-worm workload.load=0.1 workload.message_flits=4 "
    "run.cycles=250 run.warmup=50",
    "topology=mesh:4x4 router.switching=cut-through router.depth=16 workload.traffic=multicast "
    "workload.degree=4 workload.scheme=path-worm workload.load=0.1 workload.message_flits=4 "
    "host.t_hs=5 run.cycles=250",
    "topology=mesh:4x4 router.switching=cut-through router.depth=16 router.pipeline=2 "
    "router.lookahead=true workload.traffic=multicast workload.degree=3 workload.scheme=tree-worm "
    "workload.load=0.3 workload.message_flits=4 run.cycles=250 run.warmup=50",
    "topology=irregular:switches=6,ports=6,hosts=12,seed=3 router.switching=cut-through "
    "router.depth=16 router.pipeline=2 router.lookahead=true router.flit_bits=128 "
    "workload.traffic=multicast workload.degree=4 workload.scheme=path-worm workload.load=0.3 "
    "workload.message_flits=4 run.cycles=250",
    "topology=mesh:4x4 workload.traffic=multicast workload.degree=6 workload.scheme=kbinomial "
    "workload.load=0.5 workload.message_flits=4 run.cycles=250",
    "tests/scenarios/plan_stencil.yaml",
    "tests/scenarios/trace_4x4.yaml",
    "topology=mesh:4x4 router.vcs=1 router.depth=1 router.link_latency=4 "
    "workload.trace=tests/scenarios/trace_4x4.csv run.cycles=400",
    "tests/scenarios/traffic_request_reply.yaml",
    "tests/scenarios/traffic_refusals.yaml",
};
enum { RUNS = sizeof kRuns / sizeof *kRuns, CYCLES = 4 };

static sim_t create(const char *run, crew_t *crew) {
  sim_t s = {.crew = crew};
  if (strncmp(run, "tests/", 6) != 0) {
    return sim_create_threads(run, crew);
  }
  const char *const set = "run.router=ref";
  s.scenario = scenario_load(run, &set, 1, &s.error);
  if (s.scenario == NULL || !workload_read(s.scenario, &s.input, &s.error) ||
      !sim_build_network(&s)) {
    fail_msg("%s", s.error.text);
  }
  return s;
}

// --- checkpoints in memory -----------------------------------------------------------------------

typedef struct {
  char *text;
  size_t size;
} bytes_t;

static bytes_t save(sim_t *s) {
  bytes_t b = {NULL, 0};
  FILE *out = open_memstream(&b.text, &b.size);
  assert_non_null(out);
  checkpoint_t *c = checkpoint_write(out);
  assert_non_null(c);
  sim_checkpoint(s, c);
  if (!checkpoint_end(c, &s->error)) {
    fail_msg("%s", s->error.text);
  }
  assert_int_equal(fclose(out), 0);
  return b;
}

// `left_out`: an entry that is skipped, or NULL.
static bool load(sim_t *s, bytes_t b, const char *left_out) {
  FILE *in = fmemopen(b.text, b.size, "rb");
  assert_non_null(in);
  checkpoint_t *c = checkpoint_read(in, &s->error);
  bool ok = c != NULL;
  if (ok) {
    checkpoint_leave_out(c, left_out);
    sim_checkpoint(s, c);
    ok = checkpoint_end(c, &s->error);
  }
  (void)fclose(in);
  return ok;
}

static void load_whole(sim_t *s, bytes_t b, const char *run) {
  if (!load(s, b, NULL)) {
    fail_msg("%s: %s", run, s->error.text);
  }
}

// --- runs ----------------------------------------------------------------------------------------

// False: the run is over before that cycle.
static bool go_to(sim_t *s, uint64_t cycle) {
  bool goes_on = true;
  while (goes_on && network_cycle(s->network) < cycle) {
    goes_on = sim_cycle(s);
  }
  return goes_on;
}

// Adds what summaries and sweeps have besides the JSON.
static void add_batches(sim_t *s, json_t *root) {
  workload_result_t r;
  json_t *list = json_array();
  workload_result(s->workload, &r);
  for (size_t i = 0; i < BATCHES; i++) {
    (void)json_array_append_new(list, json_integer((json_int_t)r.batches.count[i]));
    (void)json_array_append_new(list, json_integer((json_int_t)r.batches.sum[i]));
  }
  (void)json_object_set_new(root, "batches", list);
  (void)json_object_set_new(root, "xor", json_integer((json_int_t)r.xor_flits));
  (void)json_object_set_new(root, "measured", json_boolean(workload_measured(s->workload)));
}

// The result of a run to its end, which is to be freed.
static char *finish(sim_t *s) {
  while (sim_cycle(s)) {
  }
  json_t *root = sim_json(s);
  assert_non_null(root);
  char digest[32];
  (void)snprintf(digest, sizeof digest, "%016llx", (unsigned long long)sim_digest(s));
  (void)json_object_set_new(root, "digest", json_string(digest));
  add_batches(s, root);
  char *text = json_dumps(root, JSON_INDENT(1) | JSON_REAL_PRECISION(15));
  json_decref(root);
  assert_non_null(text);
  return text;
}

static void expect_text(const char *run, uint64_t at, const char *expected, char *found) {
  if (strcmp(expected, found) != 0) {
    size_t i = 0;
    while (expected[i] == found[i]) {
      i++;
    }
    i = i > 60 ? i - 60 : 0;
    fail_msg("%s: resumed in cycle %llu: %.120s\nand not %.120s", run, (unsigned long long)at,
             found + i, expected + i);
  }
  free(found);
}

typedef struct {
  const char *last;
  size_t entries;
  char name[4096][CHECKPOINT_NAME];
} names_t;

static void note_name(void *context, const char *name) {
  names_t *n = context;
  assert_true(n->entries < sizeof n->name / sizeof *n->name);
  (void)strcpy(n->name[n->entries++], name);
}

// The names of the entries of a checkpoint, in their order.
static void list_names(sim_t *s, names_t *names) {
  bytes_t b = {NULL, 0};
  FILE *out = open_memstream(&b.text, &b.size);
  checkpoint_t *c = checkpoint_write(out);
  assert_non_null(c);
  names->entries = 0;
  checkpoint_tell(c, note_name, names);
  sim_checkpoint(s, c);
  assert_true(checkpoint_end(c, &s->error));
  (void)fclose(out);
  free(b.text);
}

// Fails with the name of the entry in which two checkpoints part.
static void expect_bytes(const char *run, uint64_t at, bytes_t expected, bytes_t found) {
  size_t i = 0;
  while (i < expected.size && i < found.size && expected.text[i] == found.text[i]) {
    i++;
  }
  if (i == expected.size && i == found.size) {
    return;
  }
  // Entries follow each other: a name, how many elements of how many bytes.
  size_t entry = strlen("nocstep checkpoint, format 1\n");
  for (size_t next = entry; next < i;) {
    uint64_t of[2];
    entry = next;
    memcpy(of, expected.text + entry + CHECKPOINT_NAME, sizeof of);
    next += CHECKPOINT_NAME + sizeof of + of[0] * of[1];
  }
  fail_msg(
      "%s: resumed in cycle %llu: a later checkpoint parts from that of the whole run in %s, "
      "byte %zu",
      run, (unsigned long long)at, expected.text + entry, i - entry);
}

// A cycle of a run of so many, not the last.
static uint64_t draw_cycle(uint64_t cycles, uint64_t number) {
  return 1 + rng_below(rng_draw(7, number), (uint32_t)(cycles > 2 ? cycles - 2 : 1));
}

static void resume(const char *run, unsigned times) {
  sim_t whole = create(run, NULL);
  assert_true(sim_begin(&whole));
  char *result = finish(&whole);
  const uint64_t cycles = network_cycle(whole.network);
  sim_free(&whole);
  sim_t used = create(run, NULL);
  assert_true(sim_begin(&used));
  for (unsigned i = 0; i < times; i++) {
    const uint64_t at = draw_cycle(cycles, 2 * i);
    const uint64_t later = at + draw_cycle(cycles - at, 2 * i + 1);
    sim_t first = create(run, NULL);
    assert_true(sim_begin(&first));
    if (!go_to(&first, at)) {  // over: it has passed over its last cycles
      sim_free(&first);
      continue;
    }
    const bytes_t there = save(&first);
    const bool goes_on = go_to(&first, later);
    const bytes_t then = goes_on ? save(&first) : (bytes_t){NULL, 0};
    sim_free(&first);
    sim_t fresh = create(run, NULL);
    sim_t *resumed[] = {&fresh, &used};
    for (size_t k = 0; k < 2; k++) {
      load_whole(resumed[k], there, run);
      assert_true(sim_begin(resumed[k]));
      if (goes_on) {
        assert_true(go_to(resumed[k], later));
        const bytes_t again = save(resumed[k]);
        expect_bytes(run, at, then, again);
        free(again.text);
      }
      expect_text(run, at, result, finish(resumed[k]));
    }
    sim_free(&fresh);
    free(there.text);
    free(then.text);
  }
  sim_free(&used);
  free(result);
}

static void test_resumed(void **state) {
  (void)state;
  for (unsigned i = 0; i < RUNS; i++) {
    resume(kRuns[i], getenv("NOCSTEP_LONG") != NULL ? 4 * CYCLES : CYCLES);
  }
}

static void test_all_scenarios(void **state) {
  glob_t found;
  (void)state;
  if (getenv("NOCSTEP_LONG") == NULL) {
    skip();
  }
  assert_int_equal(glob("tests/scenarios/*.yaml", 0, NULL, &found), 0);
  for (size_t i = 0; i < found.gl_pathc; i++) {
    resume(found.gl_pathv[i], 2);
  }
  globfree(&found);
}

// Links whose pins somebody looks at are no wires from then on.
static void test_pins(void **state) {
  uint32_t slot = 0;
  (void)state;
  sim_t whole = create(kRuns[0], NULL);
  assert_true(sim_begin(&whole));
  char *result = finish(&whole);
  sim_free(&whole);
  sim_t first = create(kRuns[0], NULL);
  assert_true(sim_begin(&first));
  assert_true(go_to(&first, 50));
  (void)network_router_pins(first.network, 0, &slot);
  assert_true(go_to(&first, 100));
  const bytes_t there = save(&first);
  sim_t fresh = create(kRuns[0], NULL);
  load_whole(&fresh, there, kRuns[0]);
  assert_true(sim_begin(&fresh));
  expect_text(kRuns[0], 100, result, finish(&fresh));
  sim_free(&first);
  sim_free(&fresh);
  free(there.text);
  free(result);
}

// A checkpoint is the same whatever the threads, and is read by any number of them.
static void test_threads(void **state) {
  static const char kRun[] =
      "topology=mesh:20x12 router.vcs=2 router.depth=3 workload.traffic=uniform workload.load=0.3 "
      "run.cycles=150";
  enum { AT = 60, LATER = 110 };
  crew_t *crew = crew_create(2);
  (void)state;
  assert_non_null(crew);
  sim_t one = create(kRun, NULL);
  sim_t two = create(kRun, crew);
  assert_true(two.network != NULL && sim_begin(&one) && sim_begin(&two));
  assert_true(go_to(&one, AT) && go_to(&two, AT));
  const bytes_t there = save(&one);
  const bytes_t other = save(&two);
  expect_bytes(kRun, AT, there, other);
  assert_true(go_to(&one, LATER));
  const bytes_t then = save(&one);
  char *result = finish(&one);
  free(finish(&two));
  sim_t fresh = create(kRun, crew);
  sim_t *resumed[] = {&fresh, &two, &one};
  for (size_t k = 0; k < 3; k++) {
    load_whole(resumed[k], there, kRun);
    assert_true(sim_begin(resumed[k]) && go_to(resumed[k], LATER));
    const bytes_t again = save(resumed[k]);
    expect_bytes(kRun, AT, then, again);
    free(again.text);
    expect_text(kRun, AT, result, finish(resumed[k]));
    sim_free(resumed[k]);
  }
  crew_free(crew);
  free(there.text);
  free(other.text);
  free(then.text);
  free(result);
}

// --- what is left out is noticed -----------------------------------------------------------------

// The entries whose absence no result shows, beside pins, which the state lists make sure of.
static const char *const kUnseen[] = {
    // For waves: which side of a wire has what was last on it.
    "wired",
    "w->newest_flit",
    "w->newest_credit",
    // Whether cycles without work are passed over, and cycles of looks.
    "n->events",
    "n->quiet",
    "n->resting",
    "j->waiting",
    "s->age_check",
    "s->stay_check",
    "q->waiting",
    // For watchdogs, warnings and runs that fail.
    "w->progress",
    "w->flying",
    "warn",
    "e->long_send",
    "e->long_receive",
    "e->wrong",
    "b->early",
    "b->early_cycle",
    // In lockstep: who rests, and is not looked at again in vain; whether a state is that of the
    // reset; words that are read out again; heads for events, and what is covered, which only the
    // program shows; the RTL that the file is of, which is refused if it is another.
    "b->rested",
    "l->touched",
    "l->unchanged",
    "l->fresh",
    "words",
    "heads",
    "l->coverage",
    "build",
    // Beside what has been taken; pages that follow each other; the cycle of the last word of each
    // node; messages of a forced schedule that have waited.
    "w->fairness.offers",
    "number",
    "f->written",
    "elements of a list",
    "i->wait",
};

#define SKIP(...)
#define PIN(name, type, bits, by, radix, meaning) #name,
#define IN                                        PIN
#define OUT                                       PIN
#define WIRE                                      SKIP
#define REG                                       SKIP
static const char *const kPins[] = {
#include "shape/network_interface_state.def"
#include "shape/router_state.def"
};
#undef IN
#undef OUT
#undef WIRE
#undef REG

static bool is_unseen(const char *name) {
  bool unseen = false;
  for (size_t i = 0; i < sizeof kPins / sizeof *kPins; i++) {
    unseen = unseen || strcmp(kPins[i], name) == 0;
  }
  for (size_t i = 0; i < sizeof kUnseen / sizeof *kUnseen; i++) {
    unseen = unseen || strcmp(kUnseen[i], name) == 0;
  }
  return unseen;
}

// A process of its own, since what has lost a part may do anything: true if it refuses, ends in
// another way, or has another result.
static bool is_noticed(sim_t *used, bytes_t there, const char *name, const char *result) {
  int status = 0;
  (void)fflush(NULL);
  const pid_t pid = fork();
  assert_true(pid >= 0);
  if (pid == 0) {
    (void)alarm(5);
    (void)!freopen("/dev/null", "w", stderr);
    (void)!freopen("/dev/null", "w", stdout);
    const bool ok = load(used, there, name) && sim_begin(used);
    _exit(ok && strcmp(finish(used), result) == 0 ? 0 : 1);
  }
  assert_int_equal(waitpid(pid, &status, 0), pid);
  return !WIFEXITED(status) || WEXITSTATUS(status) != 0;
}

enum { NAMES = 512 };
typedef struct {
  char name[NAMES][CHECKPOINT_NAME];
  bool noticed[NAMES];
  size_t count;
} entries_t;

static size_t find_entry(entries_t *e, const char *name) {
  for (size_t i = 0; i < e->count; i++) {
    if (strcmp(e->name[i], name) == 0) {
      return i;
    }
  }
  assert_true(e->count < NAMES);
  (void)strcpy(e->name[e->count], name);
  return e->count++;
}

enum { USED = 3, AT = 4 };

// Into a network that is new, one in another cycle, and one whose run is over.
static void leave_out_at(const char *run, uint64_t at, sim_t used[USED], const char *result,
                         entries_t *e) {
  static names_t names;
  sim_t first = create(run, NULL);
  assert_true(sim_begin(&first));
  if (go_to(&first, at)) {
    const bytes_t there = save(&first);
    list_names(&first, &names);
    for (size_t i = 0; i < names.entries; i++) {
      const size_t entry = find_entry(e, names.name[i]);
      for (size_t k = 0; k < USED && !e->noticed[entry] && !is_unseen(names.name[i]); k++) {
        e->noticed[entry] = is_noticed(&used[k], there, names.name[i], result);
      }
    }
    free(there.text);
  }
  sim_free(&first);
}

static void leave_out_each(const char *run, entries_t *e) {
  sim_t used[USED];
  for (size_t k = 0; k < USED; k++) {
    used[k] = create(run, NULL);
    assert_true(sim_begin(&used[k]));
  }
  char *result = finish(&used[USED - 1]);
  const uint64_t cycles = network_cycle(used[USED - 1].network);
  (void)go_to(&used[1], cycles / 2);
  for (size_t k = 0; k < USED; k++) {
    used[k].limit = cycles + 1000;
  }
  const uint64_t at[AT] = {3, cycles / 5, cycles / 2, cycles > 12 ? cycles - 12 : 1};
  for (size_t k = 0; k < AT; k++) {
    leave_out_at(run, at[k], used, result, e);
  }
  for (size_t k = 0; k < USED; k++) {
    sim_free(&used[k]);
  }
  free(result);
}

static void test_each_entry(void **state) {
  static entries_t e;
  (void)state;
  if (getenv("NOCSTEP_LONG") == NULL) {
    skip();
  }
  for (unsigned i = 0; i < RUNS; i++) {
    leave_out_each(kRuns[i], &e);
  }
  bool all = true;
  for (size_t i = 0; i < e.count; i++) {
    if (!e.noticed[i] && !is_unseen(e.name[i])) {
      print_error("left out, and nothing shows it: %s\n", e.name[i]);
      all = false;
    }
  }
  assert_true(all);
}

// --- what is damaged is refused ------------------------------------------------------------------

static void expect_refused(sim_t *s, bytes_t b, const char *what, size_t at) {
  if (load(s, b, NULL) || s->error.status != NOC_BAD_INPUT) {
    fail_msg("a checkpoint %s at byte %zu of %zu: %s", what, at, b.size, s->error.text);
  }
}

// The sum of the bytes in front of it.
static void seal(bytes_t b) {
  const uint32_t sum = (uint32_t)crc32_z(0, (const unsigned char *)b.text, b.size - sizeof sum);
  memcpy(b.text + b.size - sizeof sum, &sum, sizeof sum);
}

static void test_damaged(void **state) {
  static const char kRun[] =
      "topology=mesh:2x1 router.vcs=1 router.depth=1 router.flit_bits=32 workload.traffic=uniform "
      "workload.load=0.2 run.cycles=60";
  (void)state;
  sim_t first = create(kRun, NULL);
  assert_true(sim_begin(&first) && go_to(&first, 30));
  const bytes_t there = save(&first);
  sim_t s = create(kRun, NULL);
  for (size_t i = 0; i < there.size; i += 1 + i / 2000) {
    there.text[i] = (char)(there.text[i] ^ (1 << i % 8));
    expect_refused(&s, there, "damaged", i);
    there.text[i] = (char)(there.text[i] ^ (1 << i % 8));
  }
  for (size_t size = 0; size < there.size; size += 1 + size / 50) {
    const bytes_t cut = {there.text, size};
    if (size > 0) {
      expect_refused(&s, cut, "cut", size);
    }
  }
  // Somebody has changed the number of the elements of an entry, and the sum.
  size_t entry = strlen("nocstep checkpoint, format 1\n");
  while (entry < there.size - sizeof(uint32_t)) {
    uint64_t of[2];
    memcpy(of, there.text + entry + CHECKPOINT_NAME, sizeof of);
    for (unsigned k = 0; k < 2; k++) {
      char *byte = &there.text[entry + CHECKPOINT_NAME + k * sizeof *of];
      *byte = (char)(*byte ^ 1);
      seal(there);
      expect_refused(&s, there, "of other sizes", entry);
      *byte = (char)(*byte ^ 1);
    }
    entry += CHECKPOINT_NAME + sizeof of + of[0] * of[1];
  }
  seal(there);
  load_whole(&s, there, kRun);
  // One more byte behind the last entry.
  bytes_t more = {malloc(there.size + 1), there.size + 1};
  assert_non_null(more.text);
  memcpy(more.text, there.text, there.size);
  seal(more);
  expect_refused(&s, more, "longer", there.size);
  free(more.text);
  sim_free(&s);
  sim_free(&first);
  free(there.text);
}

// One of another network is told by its first entry that differs.
static void test_other_network(void **state) {
  (void)state;
  sim_t first = create("topology=mesh:2x2 workload.traffic=uniform workload.load=0.2", NULL);
  sim_t other = create("topology=mesh:2x3 workload.traffic=uniform workload.load=0.2", NULL);
  const bytes_t there = save(&first);
  assert_false(load(&other, there, NULL));
  assert_non_null(strstr(other.error.text, "there is an entry routers of "));
  sim_free(&first);
  sim_free(&other);
  free(there.text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_resumed),       cmocka_unit_test(test_pins),
      cmocka_unit_test(test_threads),       cmocka_unit_test(test_each_entry),
      cmocka_unit_test(test_damaged),       cmocka_unit_test(test_other_network),
      cmocka_unit_test(test_all_scenarios),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
