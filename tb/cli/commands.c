// commands -- the tables of options.h: what commands there are, and what they take.

#include <string.h>

#include "base/crew.h"
#include "base/nearest.h"
#include "cli/command.h"
#include "cli/options.h"
#include "plan/plan.h"
#include "runs/jobs.h"
#include "schedule/problem.h"

static const char *const kRouters[] = {"ref", "rtl", "lockstep", "tops", "gates", NULL};

#define INTO(member) .offset = offsetof(cli_t, member)

static const option_t kCommonOptions[] = {
    {"help", NULL, "show this text", 'h', OPTION_FLAG, INTO(help)},
    {"version", NULL, "show the version, and those of the tools and libraries", 0, OPTION_FLAG,
     INTO(version)},
    {"json", "FILE", "write the result as JSON; '-' is standard output", 0, OPTION_TEXT,
     INTO(json)},
    {"quiet", NULL, "print no summary and no progress", 'q', OPTION_FLAG, INTO(quiet)},
    {"verbose", NULL, "say more: the resolved scenario comes first", 'v', OPTION_FLAG,
     INTO(verbose)},
};

static const option_t kScenarioOptions[] = {
    {"seed", "S", "random seed, the same as --set run.seed=S", 0, OPTION_NUMBER, INTO(seed),
     .sets = "run.seed", .max = INT64_MAX},
    {"set", "KEY=VALUE",
     "set a key of the scenario, such as router.vcs=2; may repeat for other keys; sweep: 2,4,8", 0,
     OPTION_LIST, INTO(sets)},
    {"allow-deadlock", NULL,
     "run although the routing can deadlock; as --set router.allow_deadlock=true", 0, OPTION_FLAG,
     INTO(allow_deadlock), .sets = "router.allow_deadlock"},
};

// Options that several commands have.
#define ROUTER_OPTION                                                                      \
  {                                                                                        \
    "router", "R", "ref, rtl, lockstep, tops or gates; the same as --set run.router=R", 0, \
        OPTION_WORD, INTO(router), .sets = "run.router", .words = kRouters                 \
  }
#define JOBS_OPTION                                                                            \
  {                                                                                            \
    "jobs", "N", "worker processes (as many as processors); results do not depend on it", 'j', \
        OPTION_NUMBER, INTO(jobs), .min = 1, .max = JOBS_WORKERS_MAX                           \
  }
#define CSV_OPTION \
  { "csv", "FILE", "write the table as CSV; '-' is standard output", 0, OPTION_TEXT, INTO(csv) }
#define PLOT_OPTION                                                                          \
  {                                                                                          \
    "plot", "FILE", "draw the picture, FILE.png or FILE.svg (needs gnuplot); may repeat", 0, \
        OPTION_LIST, INTO(plots)                                                             \
  }

#define DUT_OPTIONS                                                                          \
  {"dut",                                                                                    \
   "MAP.yaml",                                                                               \
   "somebody else's router (docs/bring-your-own-router.md); as --set run.dut=MAP.yaml",      \
   0,                                                                                        \
   OPTION_TEXT,                                                                              \
   INTO(dut),                                                                                \
   .sets = "run.dut"},                                                                       \
  {                                                                                          \
    "dut-at", "X,Y", "it is at this place of a golden network; may repeat", 0, OPTION_WORDS, \
        INTO(dut_at), .sets = "run.dut_at"                                                   \
  }

#define CLOCK_OPTION                                                                       \
  {                                                                                        \
    "clock", "F", "a frequency, such as 1GHz: also in seconds and Gbit/s", 0, OPTION_TEXT, \
        INTO(clock)                                                                        \
  }
#define ENERGY_OPTION                                                                            \
  {                                                                                              \
    "energy", "FILE.yaml", "joules of each access and link: also in joules (docs/energy.md)", 0, \
        OPTION_TEXT, INTO(energy)                                                                \
  }

#define TOPOLOGY_OPTION                                                                   \
  {                                                                                       \
    "topology", "T", "compare: T in the place of the scenario's topology; may repeat", 0, \
        OPTION_LIST, INTO(topologies)                                                     \
  }

static const option_t kRunOptions[] = {
    ROUTER_OPTION,
    {"rtl-at", "X,Y", "RTL at this place of a golden network; may repeat", 0, OPTION_LIST,
     INTO(rtl_at)},
    {"lockstep-at", "X,Y", "lockstep at this place of a golden network; may repeat", 0, OPTION_LIST,
     INTO(lockstep_at)},
    DUT_OPTIONS,
    {"wave", "FILE.fst", "write waves, with a GTKWave save file beside them", 0, OPTION_TEXT,
     INTO(wave)},
    {"wave-from", "CYCLE", "the first cycle in the waves", 0, OPTION_NUMBER, INTO(wave_from),
     .max = INT64_MAX},
    {"wave-to", "CYCLE", "the last cycle in the waves", 0, OPTION_NUMBER, INTO(wave_to),
     .max = INT64_MAX},
    {"follow", "PACKET",
     "of --wave and --report: the way of this packet, by its number as in --events, as one group",
     0, OPTION_NUMBER, INTO(follow), .min = 1, .max = INT64_MAX},
    {"events", "FILE.sqlite", "write what every packet did, and in which cycle (docs/events.md)", 0,
     OPTION_TEXT, INTO(events)},
    {"transactions", "FILE.ftr", "the same as transactions, for Surfer and SCViewer", 0,
     OPTION_TEXT, INTO(transactions)},
    {"events-window", "A:B", "of the packets that enter the network in these cycles alone", 0,
     OPTION_TEXT, INTO(events_window)},
    {"threads", "N", "threads that share the work of a cycle (1); results do not depend on it", 0,
     OPTION_NUMBER, INTO(threads), .min = 1, .max = CREW_MAX},
    {"skip-idle", NULL, "do not evaluate RTL at rest; results do not depend on it", 0, OPTION_FLAG,
     INTO(skip_idle)},
    {"profile", NULL, "say where the time went: workload, routers, interfaces, links, comparing", 0,
     OPTION_FLAG, INTO(profile)},
    {"rtl-coverage", "FILE",
     "write the lines and toggles of the RTL that are reached, as Verilator does "
     "(docs/coverage.md)",
     0, OPTION_TEXT, INTO(rtl_coverage)},
    {"checkpoint", "FILE", "write the state of the run now and then (docs/checkpoints.md)", 0,
     OPTION_TEXT, INTO(checkpoint)},
    {"every", "N", "with --checkpoint: every so many cycles (1000000)", 0, OPTION_NUMBER,
     INTO(every), .min = 1, .max = INT64_MAX},
    {"resume", "FILE", "go on from a checkpoint, which has its scenario: SCENARIO may be left out",
     0, OPTION_TEXT, INTO(resume)},
    {"report", "DIR", "write a report, and the bundle of a failure, into this directory", 0,
     OPTION_TEXT, INTO(report)},
    {"html", "DIR",
     "write DIR/index.html, a page to read: load of links, latencies, journeys (docs/page.md)", 0,
     OPTION_TEXT, INTO(html)},
    {"window", "B:A", "with --report: cycles in the waves, before a failure and behind it (64:16)",
     0, OPTION_TEXT, INTO(window)},
    {"checkpoint-memory", "MIB",
     "with --report: MiB of memory for checkpoints, which waves of a failure begin from (1024); 0: "
     "they begin from reset",
     0, OPTION_NUMBER, INTO(checkpoint_memory), .max = 1 << 24},
    {"map", "M", "linear, random or a file: the node of every rank; as --set workload.map=M", 0,
     OPTION_TEXT, INTO(map), .sets = "workload.map"},
    {"write-plan", "FILE", "write the plan as GOAL text; '-' is standard output", 0, OPTION_TEXT,
     INTO(write_plan)},
    CLOCK_OPTION,
    ENERGY_OPTION,
};

static const option_t kSweepOptions[] = {
    {"load", "FROM:STEP:TO", "loads in flits per node and cycle (0.05:0.05:0.95)", 0, OPTION_RANGE,
     INTO(load)},
    {"multicasts", "N", "of a window at every load, in the place of run.cycles", 0, OPTION_NUMBER,
     INTO(multicasts), .min = 1, .max = UINT32_MAX},
    TOPOLOGY_OPTION,
    ROUTER_OPTION,
    DUT_OPTIONS,
    JOBS_OPTION,
    CSV_OPTION,
    PLOT_OPTION,
    CLOCK_OPTION,
    ENERGY_OPTION,
};

static const option_t kCollectiveOptions[] = {
    {"flits", "N,...", "lengths of the messages (1,2,4,8,16)", 0, OPTION_TEXT, INTO(flits)},
    {"bytes", "N,...", "the same in bytes, rounded up to whole flits", 0, OPTION_TEXT, INTO(bytes)},
    {"schemes", "NAME,...", "the schemes (all that the collective has)", 0, OPTION_TEXT,
     INTO(schemes)},
    {"all", NULL, "all collectives in the place of the scenario's", 0, OPTION_FLAG, INTO(all)},
    TOPOLOGY_OPTION,
    ROUTER_OPTION,
    DUT_OPTIONS,
    JOBS_OPTION,
    CSV_OPTION,
    PLOT_OPTION,
    CLOCK_OPTION,
    ENERGY_OPTION,
    {"heat", "FILE", "draw the use of every link, a map a scheme, FILE.png or FILE.svg; may repeat",
     0, OPTION_LIST, INTO(heats)},
};

static const option_t kVerifyOptions[] = {
    DUT_OPTIONS,
    {"tag", "TAG", "only the scenarios with this tag; may repeat", 0, OPTION_LIST, INTO(tags)},
    {"seeds", "N", "seeds for every scenario, from its own on (1); or A-B: these", 0, OPTION_TEXT,
     INTO(seeds)},
    {"shapes", "K", "other shapes of the router for each scenario; pairwise: as many as it takes",
     0, OPTION_TEXT, INTO(shapes)},
    JOBS_OPTION,
    {"max-failures", "K", "stop after K failures (10; 0: never)", 0, OPTION_NUMBER,
     INTO(max_failures), .max = INT64_MAX},
    {"time-limit", "S", "seconds that a run may take (0: any time)", 0, OPTION_NUMBER,
     INTO(time_limit), .max = 1000000},
    {"junit", "FILE", "write the results as JUnit XML; '-' is standard output", 0, OPTION_TEXT,
     INTO(junit)},
    {"report", "DIR", "write report.txt, result.json, junit.xml and examples into this directory",
     0, OPTION_TEXT, INTO(report)},
    {"html", "DIR",
     "write DIR/index.html, a page to read: matrix, failures, coverage, speed (docs/page.md)", 0,
     OPTION_TEXT, INTO(html)},
    {"html-before", "FILE", "with --html: compare with the --json of an earlier one; may repeat", 0,
     OPTION_LIST, INTO(html_before)},
    {"rtl-coverage", "DIR",
     "write the lines and toggles of the RTL that are reached, and the holes (docs/coverage.md)", 0,
     OPTION_TEXT, INTO(rtl_coverage)},
    {"rtl-points", "FILE",
     "with --rtl-coverage: count what others have reached too, a file of points; may repeat", 0,
     OPTION_LIST, INTO(rtl_points)},
    {"waivers", "FILE", "with --rtl-coverage: points that cannot be reached, and why", 0,
     OPTION_TEXT, INTO(waivers)},
    {"dry-run", NULL, "show the runs, and run nothing", 0, OPTION_FLAG, INTO(dry_run)},
};

static const char *const kWormWords[] = {"tree", "path", "both", NULL};

static const option_t kTopoOptions[] = {
    {"routing", "NAME", "this routing instead of the topology's own (nocstep list routings)", 0,
     OPTION_TEXT, INTO(routing)},
    {"routes", "FILE", "the file of the routings table and source (docs/routing.md)", 0,
     OPTION_TEXT, INTO(routes)},
    {"adaptive", NULL, "with all ports that the routing allows, where it allows several", 0,
     OPTION_FLAG, INTO(adaptive)},
    {"classes", "N", "VC classes of a virtual network (as many as the routing needs)", 0,
     OPTION_NUMBER, INTO(classes), .min = 1, .max = 4194304},
    {"worms", "KIND", "dependencies with worms beside unicasts: tree, path or both", 0, OPTION_WORD,
     INTO(worms), .words = kWormWords},
    {"messages", "SET",
     "trees: load factor and rounds of a set: alltoall, a traffic pattern or a file", 0,
     OPTION_TEXT, INTO(messages)},
    {"plot", "FILE", "draw the picture, FILE.png or FILE.svg (needs graphviz); may repeat", 0,
     OPTION_LIST, INTO(plots)},
    {"dot", "FILE", "write the drawing as DOT text, for neato -n2; '-' is standard output", 0,
     OPTION_TEXT, INTO(dot)},
    {"graphml", "FILE", "write the graph as GraphML; '-' is standard output", 0, OPTION_TEXT,
     INTO(graphml)},
};

static const option_t kPaperOptions[] = {
    {"quick", NULL, "fewer loads, shorter runs: a first look within a minute", 0, OPTION_FLAG,
     INTO(quick)},
    {"full", NULL, "sivaram1998: all networks of the paper under load, which takes long", 0,
     OPTION_FLAG, INTO(full)},
    {"measured", "FILE", "run nothing: all that takes long is in FILE, from --json of such a run",
     0, OPTION_TEXT, INTO(measured)},
    {"rest", NULL, "with --measured: run what FILE has not, and that alone", 0, OPTION_FLAG,
     INTO(rest)},
    {"page", "FILE", "write tables and verdicts between the marks of FILE, a page in Markdown", 0,
     OPTION_TEXT, INTO(page)},
    ROUTER_OPTION,
    JOBS_OPTION,
    CSV_OPTION,
    PLOT_OPTION,
};

static const option_t kHopsOptions[] = {
    {"topology", "T", "the network, such as torus:8x8; required", 0, OPTION_TEXT, INTO(topology)},
    {"collective", "C", "such as allgather; required", 0, OPTION_TEXT, INTO(collective)},
    {"scheme", "S", "one that the collective has; of allgather also hnc and more; required", 0,
     OPTION_TEXT, INTO(scheme)},
    {"from", "NODES", "sources, or the root, such as 0-7,9", 0, OPTION_TEXT, INTO(from)},
    {"to", "NODES", "destinations, or the root", 0, OPTION_TEXT, INTO(to)},
    {"routing", "NAME", "this routing instead of the topology's own (nocstep list routings)", 0,
     OPTION_TEXT, INTO(routing)},
    {"routes", "FILE", "the file of the routings table and source (docs/routing.md)", 0,
     OPTION_TEXT, INTO(routes)},
    {"group", "G",
     "sides of a group, 8x4 (8x8,4x4 if recursive); its nodes, 32; lists, '0-3;4-7'; or best", 0,
     OPTION_TEXT, INTO(group)},
    {"base", "B",
     "multicasts: unicast or binomial (unicast); or one each for intra, inter, distribute", 0,
     OPTION_TEXT, INTO(base)},
    {"intermediate", "P",
     "best (default), centre, corner, inner; coordinates in a group, 3,1; of lists a node each", 0,
     OPTION_TEXT, INTO(intermediate)},
    {"literal", NULL, "the last step from sources only, so that not every node can decode", 0,
     OPTION_FLAG, INTO(literal)},
    {"count", NULL, "count along the routing, where there is a closed form too", 0, OPTION_FLAG,
     INTO(count)},
};

static const option_t kDutOptions[] = {
    {"topology", "T", "build: the places that the module is to stand at (the smallest mesh)", 0,
     OPTION_TEXT, INTO(topology)},
    {"top", "NAME", "guess: the top module (the one that no other has inside)", 0, OPTION_TEXT,
     INTO(top)},
    {"include", "DIR", "guess: a folder with files to include, and modules; may repeat", 0,
     OPTION_LIST, INTO(includes)},
};

static const option_t kScheduleOptions[] = {
    {"topology", "T", "the network, such as octagon:8@2; required", 0, OPTION_TEXT, INTO(topology)},
    {"collective", "C", "broadcast, multicast, scatter, gather, allgather or alltoall; required", 0,
     OPTION_TEXT, INTO(collective)},
    {"from", "NODES", "nodes that send, or the root, such as 0-7,9", 0, OPTION_TEXT, INTO(from)},
    {"to", "NODES", "nodes that receive, or the root", 0, OPTION_TEXT, INTO(to)},
    {"ports", "K", "messages that a node may send in a step, and as many that it may take (1)", 0,
     OPTION_NUMBER, INTO(ports), .min = 1, .max = SCHEDULE_PORTS},
    {"max-detour", "H", "hops that a path may have above the fewest (0)", 0, OPTION_NUMBER,
     INTO(max_detour), .max = SCHEDULE_DETOUR},
    {"seed", "S", "random seed of the search (1)", 0, OPTION_NUMBER, INTO(search_seed),
     .max = INT64_MAX},
    {"search", "WAY", "how schedules are looked for: constructive (the default) or evolutionary", 0,
     OPTION_TEXT, INTO(search)},
    {"time-limit", "S", "seconds until the best so far is the result (120; 0: any time)", 0,
     OPTION_NUMBER, INTO(search_limit), .max = 1000000},
    {"look-limit", "N",
     "looks at places of a step until the best so far is the result (0: any number)", 0,
     OPTION_NUMBER, INTO(look_limit), .max = INT64_MAX},
    {"out", "FILE", "write the schedule as JSON; '-' is standard output", 0, OPTION_TEXT,
     INTO(out)},
    {"proof", "FILE", "write the proof that fewer steps are not enough; with --check read it", 0,
     OPTION_TEXT, INTO(proof)},
    {"check", "FILE", "check a schedule that was written, instead of looking for one", 0,
     OPTION_TEXT, INTO(check)},
    {"equation", "N", "print equation N of dvorak2006 instead, 1 to 12, with the values of --given",
     0, OPTION_TEXT, INTO(equation)},
    {"given", "NAME=NUMBER,...", "values for --equation, such as M=9,N=11", 0, OPTION_TEXT,
     INTO(given)},
};

static const option_t kPlanOptions[] = {
    {"topology", "T", "the grid of the ranks, such as torus:4x4; required", 0, OPTION_TEXT,
     INTO(topology)},
    {"bytes", "B", "bytes of a block (1024)", 0, OPTION_NUMBER, INTO(block_bytes), .min = 1,
     .max = PLAN_MAX_SIZE},
    {"compute", "C", "cycles of a multiplication of two blocks, or of a step of a stencil (0)", 0,
     OPTION_NUMBER, INTO(compute), .max = UINT32_MAX},
    {"rounds", "R", "the whole so many times (1)", 0, OPTION_NUMBER, INTO(rounds), .min = 1,
     .max = 1000000},
    {"out", "FILE", "write the plan as GOAL text; '-' is standard output (the default)", 0,
     OPTION_TEXT, INTO(out)},
};

static const option_t kRtlOptions[] = {
    {"module", "NAME", "the name of the module (noc_network)", 0, OPTION_TEXT, INTO(module)},
    {"out", "FILE.sv", "write the module there; '-' is standard output (the default)", 0,
     OPTION_TEXT, INTO(out)},
};

static const option_t kReplayOptions[] = {
    {"until", "CYCLE", "stop before this cycle", 0, OPTION_NUMBER, INTO(until), .max = INT64_MAX},
    {"from", "FILE.fst", "take the inputs from these waves, in the place of a bundle", 0,
     OPTION_TEXT, INTO(from)},
    {"scope", "SCOPE", "with --from: of this router, as noc.router_3,2", 0, OPTION_TEXT,
     INTO(scope)},
    {"pins", "FILE.yaml", "with --from: waves of anybody; which signals are the pins", 0,
     OPTION_TEXT, INTO(pins)},
    {"wave", "FILE.fst", "write waves of it, with a GTKWave save file beside them", 0, OPTION_TEXT,
     INTO(wave)},
    {"rtl", "FILE.sv", "take the modules of this file, a mended one, in the place of nocstep's", 0,
     OPTION_TEXT, INTO(rtl)},
};

static const option_t kShrinkOptions[] = {
    {"out", "DIR", "the folder for the small bundle (BUNDLE-small)", 0, OPTION_TEXT, INTO(out)},
    {"unit-test", "FILE.c", "write the small stimulus as a test in C as well", 0, OPTION_TEXT,
     INTO(unit_test)},
};

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static const option_t kExplainOptions[] = {
    {"packet", "N", "this packet, by its number in the database; required", 0, OPTION_NUMBER,
     INTO(packet), .min = 1, .max = INT64_MAX},
};

static const option_t kDiffOptions[] = {
    {"scope", "SCOPE", "of waves: compare these signals alone, as noc.router_3,2 or 'noc.*.ref'", 0,
     OPTION_TEXT, INTO(scope)},
    {"cycles", "A:B", "of waves: compare these cycles alone, first and last", 0, OPTION_TEXT,
     INTO(cycles)},
    {"offset", "N", "of waves: compare cycle C of A with cycle C + N of B (0)", 0, OPTION_TEXT,
     INTO(offset)},
};

static const command_t kCommands[] = {
    {"run", "SCENARIO", 1, 1, "run one scenario and print a summary", true, false, RANKS_SPLIT,
     kRunOptions, COUNT(kRunOptions), command_run},
    {"sweep", "SCENARIO...", 1, SIZE_MAX, "latency and throughput over load, up to saturation",
     true, true, RANKS_RUNS, kSweepOptions, COUNT(kSweepOptions), command_sweep},
    {"collective", "SCENARIO...", 1, SIZE_MAX,
     "the schemes of a collective side by side, over the message length", true, false, RANKS_RUNS,
     kCollectiveOptions, COUNT(kCollectiveOptions), command_collective},
    {"verify", "[SCENARIO...]", 0, SIZE_MAX,
     "regression: scenarios x shapes x seeds in lockstep (all of tests/scenarios)", true, false,
     RANKS_RUNS, kVerifyOptions, COUNT(kVerifyOptions), command_verify},
    {"topo", "TOPOLOGY", 1, 1,
     "describe a topology: size, distances, bisection, routing and its deadlocks", false, false,
     RANKS_REFUSED, kTopoOptions, COUNT(kTopoOptions), command_topo},
    {"paper", "[NAME | FILE.yaml]", 0, 1,
     "run a paper's figures again, and hold its statements against them; no name: list the papers",
     true, false, RANKS_RUNS, kPaperOptions, COUNT(kPaperOptions), command_paper},
    {"hops", "--topology T", 0, 0, "unicasts and hops of a collective, without running it", false,
     false, RANKS_REFUSED, kHopsOptions, COUNT(kHopsOptions), command_hops},
    {"dut", "build|guess FILE", 2, SIZE_MAX,
     "somebody else's router: build it from a map of pins, or propose a map of its sources", false,
     false, RANKS_REFUSED, kDutOptions, COUNT(kDutOptions), command_dut},
    {"schedule", "--topology T", 0, 0,
     "a collective in the fewest steps without conflict: bounds, schedule, proof", false, false,
     RANKS_REFUSED, kScheduleOptions, COUNT(kScheduleOptions), command_schedule},
    {"plan", "ALGORITHM", 1, 1,
     "write the plan of a parallel algorithm, a GOAL file for workload.plan", false, false,
     RANKS_REFUSED, kPlanOptions, COUNT(kPlanOptions), command_plan},
    {"rtl", "SCENARIO", 1, 1,
     "the scenario's network as a module in SystemVerilog, for a design of your own", true, false,
     RANKS_REFUSED, kRtlOptions, COUNT(kRtlOptions), command_rtl},
    {"replay", "[BUNDLE]", 0, 1, "the failure of a report again, on its router or interface alone",
     false, false, RANKS_REFUSED, kReplayOptions, COUNT(kReplayOptions), command_replay},
    {"shrink", "BUNDLE", 1, 1, "fewer flits, packets and cycles that fail in the same way", false,
     false, RANKS_REFUSED, kShrinkOptions, COUNT(kShrinkOptions), command_shrink},
    {"explain", "FILE.sqlite", 1, 1,
     "what one packet of a run did in each cycle, and whom it waited for", false, false,
     RANKS_REFUSED, kExplainOptions, COUNT(kExplainOptions), command_explain},
    {"diff", "A B", 2, 2,
     "two runs compared, by their results in JSON, event databases or waves: 0 equal, 1 not", false,
     false, RANKS_REFUSED, kDiffOptions, COUNT(kDiffOptions), command_diff},
    {"list", "[TOPIC]", 0, 1,
     "show what there is: topologies, routings, traffic, collectives, schemes, algorithms, papers, "
     "scenarios, keys",
     false, false, RANKS_REFUSED, NULL, 0, command_list},
};

const command_t *commands(size_t *count) {
  *count = COUNT(kCommands);
  return kCommands;
}

const option_t *common_options(size_t *count) {
  *count = COUNT(kCommonOptions);
  return kCommonOptions;
}

const option_t *scenario_options(size_t *count) {
  *count = COUNT(kScenarioOptions);
  return kScenarioOptions;
}

const command_t *command_find(const char *name, noc_error_t *error) {
  nearest_t nearest = nearest_start(name);
  for (size_t i = 0; i < COUNT(kCommands); i++) {
    if (strcmp(kCommands[i].name, name) == 0) {
      return &kCommands[i];
    }
    nearest_offer(&nearest, kCommands[i].name);
  }
  noc_fail(error, NOC_BAD_INPUT, "nocstep: " SAY_THERE_IS("no command '%.60s'%s", "one of %s"),
           name, nearest_hint(&nearest), nearest.names);
  return NULL;
}
