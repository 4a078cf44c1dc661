// cli -- what the command line said, as plain data; tb/cli/options.c parses and checks it. Every
// command gets one, and passes it on to what it runs.

#ifndef NOCSTEP_CLI_H
#define NOCSTEP_CLI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "runs/range.h"

typedef struct {
  const char **item;
  size_t count;
} string_list_t;

// How progress is shown on standard error: not at all (--quiet), as a plain line every few seconds
// (not a terminal), or as one line that is redrawn.
typedef enum { PROGRESS_NONE, PROGRESS_LINES, PROGRESS_TERMINAL } progress_t;

typedef struct cli {
  bool help;
  bool version;
  bool quiet;    // no summary, no progress
  bool verbose;  // -v
  progress_t progress;

  string_list_t operands;  // what is not an option: the scenario of `run`, the topic of `list`
  string_list_t sets;      // --set, --seed and --router in their order, each "run.seed=7"
  bool allow_deadlock;     // --allow-deadlock; it is in `sets` too
  bool has_seed;
  bool dry_run;        // verify
  bool adaptive;       // topo
  bool quick;          // paper: fewer and shorter runs
  bool full;           // paper: all that the paper averages over
  bool literal;        // hops
  bool count;          // hops
  uint64_t seed;       // --seed, when has_seed; it is in `sets` too
  const char *router;  // --router, NULL when not given; it is in `sets` too
  const char *json;    // --json FILE, "-" is standard output; NULL when not given

  const char *scenario;  // run: the first operand; "-" is standard input
  string_list_t rtl_at;  // run: places of a golden network that are RTL, each "3,2" (x first)
  string_list_t lockstep_at;
  const char *dut;             // --dut MAP, NULL when not given; it is in `sets` too
  const char *dut_at;          // --dut-at, the last one; all are in `sets`
  const char *wave;            // run: --wave FILE.fst, NULL when not given
  uint64_t wave_from;          // first cycle in the wave; 0
  uint64_t wave_to;            // last cycle in the wave; UINT64_MAX
  const char *report;          // run, verify: --report DIR, NULL when not given
  const char *html;            // run, verify: --html DIR, NULL when not given
  const char *window;          // run: --window B:A, NULL when not given
  const char *checkpoint;      // run: --checkpoint FILE, NULL when not given
  uint64_t every;              // run: --every N, 0 when not given
  const char *resume;          // run: --resume FILE, NULL when not given
  uint64_t checkpoint_memory;  // run: --checkpoint-memory MIB
  uint64_t until;              // replay: --until CYCLE; UINT64_MAX
  const char *scope;      // replay: --scope SCOPE of --from, which is `from`; diff; NULL: not given
  const char *pins;       // replay: --pins FILE.yaml of --from, in the place of --scope
  const char *offset;     // diff: --offset N, NULL when not given
  const char *cycles;     // diff: --cycles A:B, NULL when not given
  const char *rtl;        // replay: --rtl FILE.sv, NULL when not given
  const char *unit_test;  // shrink: --unit-test FILE.c, NULL when not given
  const char *map;        // run: --map M
  const char *write_plan;    // run: --write-plan FILE, "-" is standard output; NULL when not given
  uint64_t threads;          // that step the RTL, 1 to CREW_MAX
  bool profile;              // run: --profile
  const char *rtl_coverage;  // run: FILE, verify: DIR of --rtl-coverage; NULL when not given
  const char *waivers;       // verify: --waivers FILE, NULL when not given
  bool skip_idle;            // run: --skip-idle

  const char *events;         // run: --events FILE.sqlite, NULL when not given
  const char *transactions;   // run: --transactions FILE.ftr, NULL when not given
  const char *events_window;  // run: --events-window A:B, NULL when not given

  uint64_t packet;  // explain: --packet N; 0: not given
  uint64_t follow;  // run: --follow N; 0: not given

  const char *clock;   // run, sweep: --clock 1GHz, NULL when not given
  const char *energy;  // run, sweep: --energy FILE.yaml, NULL when not given

  uint64_t jobs;             // worker processes; the processors when not given
  range_t load;              // sweep: --load FROM:STEP:TO
  uint64_t multicasts;       // sweep: of a window; 0: the scenario's
  string_list_t topologies;  // sweep, collective: --topology T, in the place of the scenario's
  const char *csv;           // --csv FILE, "-" is standard output; NULL when not given
  string_list_t plots;       // --plot FILE.png or FILE.svg
  string_list_t heats;       // collective: --heat FILE.png or FILE.svg
  const char *flits;         // collective: --flits, NULL when not given
  const char *bytes;         // collective: --bytes, NULL when not given
  bool all;                  // collective: --all collectives of each scenario
  const char *schemes;       // collective: --schemes, NULL when not given

  const char *measured;  // paper: --measured FILE, a report's JSON; NULL when not given
  bool rest;             // paper: --rest, to run what --measured has not
  const char *page;      // paper: --page FILE, in Markdown; NULL when not given

  string_list_t tags;         // verify: scenarios with one of these
  const char *seeds;          // verify: --seeds N or A-B, NULL when not given
  const char *shapes;         // verify: --shapes none, pairwise or K, NULL when not given
  uint64_t max_failures;      // verify: stop after so many; 0: never
  uint64_t time_limit;        // verify: seconds for a run; 0: none
  string_list_t rtl_points;   // verify: --rtl-points FILE
  string_list_t html_before;  // verify: --html-before FILE.json
  const char *junit;          // verify: --junit FILE, "-" is standard output; NULL when not given
  const char *dot;            // topo: --dot FILE, "-" is standard output; NULL when not given
  const char *graphml;        // topo: --graphml FILE, the same
  const char *routing;        // topo, hops: --routing NAME, NULL: the topology's own
  const char *routes;         // topo, hops: --routes FILE, NULL when not given
  const char *messages;       // topo: --messages PATTERN or FILE; NULL when not given
  const char *worms;          // topo: --worms tree, path or both; NULL when not given
  uint64_t classes;           // topo: --classes N, 0: as many as the routing needs

  const char *top;           // dut: --top NAME, NULL when not given
  string_list_t includes;    // dut: --include DIR
  const char *topology;      // hops, dut: --topology and so on; NULL when not given
  const char *collective;    // hops
  const char *scheme;        // hops
  const char *from, *to;     // hops
  const char *group;         // hops
  const char *base;          // hops
  const char *intermediate;  // hops

  uint64_t block_bytes;  // plan: --bytes; 1024
  uint64_t compute;      // plan: --compute, cycles
  uint64_t rounds;       // plan: --rounds; 1

  uint64_t ports;         // schedule: --ports; 1
  uint64_t max_detour;    // schedule: --max-detour
  const char *search;     // schedule: --search; NULL: not given
  uint64_t look_limit;    // schedule: --look-limit; 0: none
  uint64_t search_limit;  // schedule: --time-limit in seconds; 0: none
  uint64_t search_seed;   // schedule: --seed
  const char *out;        // schedule, plan, rtl: --out FILE, NULL when not given
  const char *module;     // rtl: --module NAME, NULL when not given
  const char *check;      // schedule: --check FILE.json
  const char *proof;      // schedule: --proof FILE
  const char *equation;   // schedule: --equation N
  const char *given;      // schedule: --given M=9,..
} cli_t;

// Prints the line of the error to standard error; returns its status, to be returned by a command.
int cli_report(const noc_error_t *error);

#endif
