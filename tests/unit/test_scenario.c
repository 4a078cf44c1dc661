// test_scenario -- good scenarios: defaults, every key, `--set`, files, writing and reading back.

#include <glob.h>

#include "scenario/scenario_json.h"
#include "scenario_helper.h"

static void traffic_defaults(void **state) {
  (void)state;
  scenario_t *s = good(TRAFFIC);
  assert_string_equal(s->file, "s.yaml");
  assert_string_equal(s->topology_text, "mesh:4x4");
  assert_int_equal(s->topology->nodes, 16);
  assert_int_equal(s->vcs, 4);
  assert_int_equal(s->depth, 8);
  assert_int_equal(s->flit_bits, 64);
  assert_false(s->cut_through);
  assert_int_equal(s->pipeline, 3);
  assert_int_equal(s->networks, 1);
  assert_int_equal(s->link_latency, 1);
  assert_string_equal(s->routing, "dor");
  assert_int_equal(s->workload, WORKLOAD_TRAFFIC);
  assert_int_equal(s->classes, 1);
  assert_false(s->listed);
  assert_string_equal(s->traffic[0].traffic, "uniform");
  assert_true(s->traffic[0].load == 0.1);
  assert_int_equal(s->traffic[0].packet_flits.longest, 4);
  assert_null(s->collective);
  assert_null(s->scheme);
  assert_null(s->plan.text);
  assert_int_equal(s->run_router, RUN_REF);
  assert_int_equal(s->seed, 1);
  assert_int_equal(s->warmup, 0);
  assert_int_equal(s->cycles, 10000);
  assert_true(s->drain);
  assert_int_equal(s->max_age, 0);
  scenario_free(s);
}

static void collective_and_plan_defaults(void **state) {
  (void)state;
  scenario_t *s = good(COLLECTIVE);
  assert_int_equal(s->workload, WORKLOAD_COLLECTIVE);
  assert_string_equal(s->collective, "allgather");
  assert_string_equal(s->scheme, "binomial");
  assert_int_equal(s->message_flits, 1);
  assert_int_equal(s->packet_flits, 0);
  assert_int_equal(s->cycles, 0);
  assert_int_equal(s->classes, 0);
  scenario_free(s);

  s = good("topology: mesh:4x4\nworkload: {plan: some dir/p.goal}\n");
  assert_int_equal(s->workload, WORKLOAD_PLAN);
  assert_string_equal(s->plan.text, "some dir/p.goal");
  assert_int_equal(s->packet_flits, 0);
  assert_string_equal(s->map.text, "linear");
  assert_null(s->map.path);
  assert_int_equal(s->cycles, 0);
  scenario_free(s);
}

static void every_key(void **state) {
  (void)state;
  scenario_t *s = good(
      "# all of them\n"
      "run:\n  router: lockstep\n  seed: 9223372036854775807\n  warmup: 7\n  cycles: 1\n"
      "  drain: false\n  max_age: 1000000000000\n"
      "router: {vcs: 16, depth: 640, flit_bits: 256, switching: cut-through, pipeline: 2,\n"
      "         allocation: speculative, lookahead: true, routing: dor, networks: 8, "
      "link_latency: 64, arbiter: age, age_bits: 32}\n"
      "workload: {traffic: 'uniform', load: 1, packet_flits: 640}\n"
      "topology: \"mesh:2x3x4@2\"\n");
  assert_int_equal(s->vcs, 16);
  assert_int_equal(s->depth, 640);
  assert_int_equal(s->flit_bits, 256);
  assert_true(s->cut_through);
  assert_int_equal(s->pipeline, 2);
  assert_true(s->speculative);
  assert_true(s->lookahead);
  assert_int_equal(s->networks, 8);
  assert_int_equal(s->link_latency, 64);
  assert_string_equal(s->arbiter, "age");
  assert_int_equal(s->age_bits, 32);
  assert_true(s->traffic[0].load == 1.0);
  assert_int_equal(s->traffic[0].packet_flits.longest, 640);
  assert_int_equal(s->run_router, RUN_LOCKSTEP);
  assert_true(s->seed == INT64_MAX);
  assert_int_equal(s->warmup, 7);
  assert_int_equal(s->cycles, 1);
  assert_false(s->drain);
  assert_int_equal(s->max_age, 1000000000000);
  assert_int_equal(s->topology->nodes, 48);
  scenario_free(s);
}

static void structure(void **state) {
  (void)state;
  scenario_t *r = good(
      "topology: mesh:2x2\nworkload: {traffic: uniform, load: 0.1}\n"
      "router: {sync_read: true, link_check: secded}\n"
      "run: {link_faults: {share: 0.25, bits: 2}}\n");
  assert_true(r->sync_read);
  assert_int_equal(r->link_check, LINK_SECDED);
  assert_int_equal(r->link_faults.share, 250000);
  assert_int_equal(r->link_faults.bits, 2);
  scenario_free(r);
  scenario_t *s = good(
      "topology: mesh:2x2\nworkload: {traffic: uniform, load: 0.1}\n"
      "router: {allocator: wavefront}\n");
  assert_true(s->wavefront);
  scenario_free(s);
  s = good(
      "topology: mesh:2x2\nworkload: {traffic: uniform, load: 0.1}\n"
      "router: {allocator: separable}\n");
  assert_false(s->wavefront);
  scenario_free(s);
}

static const char kClasses[] =
    "topology: mesh:4x4\nrouter: {networks: 4, vcs: 4}\nworkload:\n  classes:\n"
    "  - traffic: hotspot\n    load: 0.1\n    hotspot_nodes: 0-3,9\n    hotspot_share: 0.5\n"
    "    packet_flits: 1:0.5,5:0.5\n    burst_on: 3\n    burst_off: 4\n"
    "  - {load: 0.25, traffic: permutation, permutation: 'a b/p.txt', network: 3,\n"
    "     reply_flits: 1-8, reply_network: 2}\n";

static void classes(void **state) {
  (void)state;
  scenario_t *s = good(kClasses);
  assert_int_equal(s->workload, WORKLOAD_TRAFFIC);
  assert_true(s->listed);
  assert_int_equal(s->classes, 2);
  const scenario_class_t *c = &s->traffic[0];
  assert_string_equal(c->traffic, "hotspot");
  assert_true(c->load == 0.1 && c->hotspot_share == 0.5);
  assert_string_equal(c->hotspot_nodes, "0-3,9");
  assert_string_equal(c->packet_flits.text, "1:0.5,5:0.5");
  assert_int_equal(c->burst_on, 3);
  assert_int_equal(c->burst_off, 4);
  assert_int_equal(c->network, 0);
  assert_null(c->reply_flits.text);
  assert_null(c->permutation.text);
  c = &s->traffic[1];
  assert_string_equal(c->traffic, "permutation");
  assert_string_equal(c->permutation.text, "a b/p.txt");
  assert_string_equal(c->permutation.path, "a b/p.txt");
  assert_int_equal(c->packet_flits.longest, 4);
  assert_int_equal(c->burst_on, 0);
  assert_int_equal(c->network, 3);
  assert_int_equal(c->reply_flits.longest, 8);
  assert_int_equal(c->reply_network, 2);
  assert_int_equal(s->cycles, 10000);
  size_t at = 0;
  char key[SCENARIO_KEY];
  assert_ptr_equal(scenario_next_file(s, &at, key), &c->permutation);
  assert_string_equal(key, "workload.classes.1.permutation");
  assert_null(scenario_next_file(s, &at, key));
  scenario_free(s);
}

static void classes_by_set(void **state) {
  (void)state;
  scenario_t *s = good_set(
      kClasses,
      (const char *const[]){"workload.classes.0.load=0.2", "workload.classes.2.traffic=uniform",
                            "workload.classes.2.load=0.3", "workload.classes.2.network=1", NULL});
  assert_int_equal(s->classes, 3);
  assert_true(s->traffic[0].load == 0.2 && s->traffic[2].load == 0.3);
  assert_int_equal(s->traffic[2].network, 1);
  scenario_free(s);
  s = good_set("topology: mesh:4x4",
               (const char *const[]){"workload.classes.0.load=0.2",
                                     "workload.classes.0.traffic=uniform", NULL});
  assert_int_equal(s->classes, 1);
  assert_true(s->listed);
  scenario_free(s);
}

static void messages_are_cut_into_packets(void **state) {
  (void)state;
  static const struct {
    const char *keys;
    unsigned message, packet, longest;
  } kCases[] = {{"message_flits: 9", 9, 0, 9},
                {"packet_flits: 9", 9, 9, 9},
                {"message_flits: 2000, packet_flits: 9", 2000, 9, 9},
                {"packet_flits: 10, message_flits: 9", 9, 10, 9}};
  for (size_t i = 0; i < sizeof kCases / sizeof kCases[0]; i++) {
    char text[200];
    (void)snprintf(text, sizeof text,
                   "topology: mesh:4x4\n"
                   "workload: {collective: allgather, scheme: unicast, %s}\n",
                   kCases[i].keys);
    scenario_t *s = good(text);
    assert_int_equal(s->message_flits, kCases[i].message);
    assert_int_equal(s->packet_flits, kCases[i].packet);
    assert_int_equal(scenario_longest(s), kCases[i].longest);
    scenario_free(s);
  }
  bad("topology: mesh:4x4\n"
      "workload: {collective: allgather, scheme: unicast, message_flits: 641}\n",
      "s.yaml:2:67: workload.message_flits does not fit: messages of 641 flits in one packet; "
      "there must be up to 640 flits, or workload.packet_flits beside them");
  bad("topology: mesh:4x4\n"
      "workload: {collective: allreduce, scheme: unicast, message_flits: 9, packet_flits: 8}\n",
      "s.yaml:2:84: workload.packet_flits does not fit: messages of 9 flits in packets of 8 with "
      "collective allreduce; there must be packets of whole messages");
  bad("topology: mesh:4x4\n"
      "workload: {collective: allgather, packet_flits: 8, message_flits: 9, scheme: hnc}\n",
      "s.yaml:2:78: workload.scheme does not fit: messages of 9 flits in packets of 8 with scheme "
      "hnc");
  bad_set(TRAFFIC, "workload.message_flits=2",
          "--set workload.message_flits=2: workload.message_flits is given with workload.traffic; "
          "it must be given with collective, traffic: multicast");
}

static void sets(void **state) {
  (void)state;
  scenario_t *s = good_set(TRAFFIC "router: {vcs: 8}\n",
                           (const char *const[]){"router.vcs=2", "router.vcs=3",
                                                 "topology=mesh:2x2", "run.router=rtl", NULL});
  assert_int_equal(s->vcs, 3);  // the last one counts
  assert_int_equal(s->topology->nodes, 4);
  assert_int_equal(s->run_router, RUN_RTL);
  scenario_free(s);
  s = good_set("{}", (const char *const[]){"topology=mesh:2x2", "workload.plan=a=b.goal", NULL});
  assert_string_equal(s->plan.text, "a=b.goal");
  scenario_free(s);

  bad_set(TRAFFIC, "router.vcs=0", "--set router.vcs=0: router.vcs is '0'; it must be 1 to 16");
  bad_set(TRAFFIC, "router.vcs=", "--set router.vcs=: router.vcs is ''; it must be 1 to 16");
  bad_set(TRAFFIC, "router.vcs", "--set router.vcs: there is no '='; there must be KEY=VALUE");
  bad_set(TRAFFIC, "", "--set : there is no '='");
  bad_set(TRAFFIC, "=3", "--set =3: '' is an unknown key; it must be one of topology");
  bad_set(TRAFFIC, ".=3", "--set .=3: '' is an unknown key");
  bad_set(TRAFFIC, "router.=3", "--set router.=3: router.'' is an unknown key");
  bad_set(TRAFFIC, "router=3",
          "--set router=3: router is a section; it must be given as router.KEY=");
  bad_set(TRAFFIC, "router.vc=3",
          "--set router.vc=3: router.vc is an unknown key (nearest: 'vcs')");
  bad_set(TRAFFIC, "rooter.vcs=3",
          "--set rooter.vcs=3: rooter is an unknown key (nearest: 'router')");
  bad_set(TRAFFIC, "vcs=3",
          "--set vcs=3: vcs is an unknown key; it must be one of topology, tags, router,");
  bad_set(TRAFFIC, "router.vcs.x=3", "--set router.vcs.x=3: router.vcs.x is an unknown key");
  bad_set(TRAFFIC, "router.vcs= 3", "--set router.vcs= 3: router.vcs is ' 3'");
  bad_set(TRAFFIC, "workload.load=nan", "--set workload.load=nan: workload.load is 'nan'");
  bad_set(TRAFFIC, "workload.plan=x", "--set workload.plan=x: workload.plan is given beside");
  bad_set("topology: mesh:4x4", "workload.plan=a\xff",
          "--set workload.plan=a\xff: workload.plan is");
  static const char *const kNoText[] = {"\xc1\xbf",         "\xe0\x9f\xbf",     "\xe2\x80",
                                        "\xed\xa0\x80",     "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80",
                                        "\xf5\x80\x80\x80", "\xf8\x80\x80\x80", "\x80"};
  for (size_t i = 0; i < sizeof kNoText / sizeof kNoText[0]; i++) {
    char set[80];
    (void)snprintf(set, sizeof set, "workload.plan=%s", kNoText[i]);
    bad_set("topology: mesh:4x4", set, "--set workload.plan=");
  }
  // A value in the file is checked even if it is overridden.
  bad_set(TRAFFIC "router: {vcs: 0}\n", "router.vcs=2", "s.yaml:3:15: router.vcs is '0'");
}

// A scenario that is written reads back as the same scenario, and is written the same again.
static void round_trip(const char *text) {
  scenario_t *s = good(text);
  char *first = as_written(s, scenario_write_yaml);
  scenario_t *again = good(first);
  char *second = as_written(again, scenario_write_yaml);
  assert_string_equal(first, second);
  assert_int_equal(again->classes, s->classes);
  assert_true(s->classes == 0 || again->traffic[0].load == s->traffic[0].load);
  assert_int_equal(again->seed, s->seed);
  if (s->plan.text != NULL) {
    assert_string_equal(again->plan.text, s->plan.text);
  }
  json_t *json = scenario_json(s);
  json_t *json_again = scenario_json(again);
  assert_true(json_equal(json, json_again));
  json_decref(json);
  json_decref(json_again);
  scenario_free(s);
  scenario_free(again);
  free(first);
  free(second);
}

static void written_and_read(void **state) {
  (void)state;
  round_trip(TRAFFIC);
  round_trip(kClasses);
  round_trip(
      "topology: mesh:4x4\nworkload:\n  traffic: uniform\n  load: 0.1\n"
      "  packet_flits: 1:0.5,5:0.5\n  burst_on: 1\n  burst_off: 9\n");
  round_trip("topology: mesh:4x4\nworkload: {trace: a.gz}\n");
  round_trip(TRAFFIC "tags: quick,traffic\n");
  round_trip(TRAFFIC "tags: 'a: #b'\n");
  round_trip(COLLECTIVE
             "router: {switching: cut-through, networks: 2}\nrun: {drain: false, max_age: 9}\n");
  round_trip(
      "topology: mesh:4x4\nworkload: {traffic: uniform, load: 0.123456789012345678}\n"
      "run: {seed: 9223372036854775807}\n");
  static const char *const kPlans[] = {"a b",
                                       "a: b",
                                       "- a",
                                       "'q'",
                                       "a # b",
                                       "true",
                                       "null",
                                       "~",
                                       "\xc3\xa4",
                                       "\xc2\x80",
                                       "\xe0\xa0\x80",
                                       "\xed\x9f\xbf",
                                       "\xf0\x90\x80\x80",
                                       "\xf4\x8f\xbf\xbf",
                                       "a\\nb",
                                       "*x",
                                       "[a]",
                                       "a:",
                                       " a ",
                                       "\xe2\x80\xa8",
                                       "\xef\xbb\xbf",
                                       "\xf0\x9f\x98\x80"};
  for (size_t i = 0; i < sizeof kPlans / sizeof kPlans[0]; i++) {
    char set[80];
    (void)snprintf(set, sizeof set, "workload.plan=%s", kPlans[i]);
    scenario_t *s = good_set("topology: mesh:4x4\n", (const char *const[]){set, NULL});
    char *text = as_written(s, scenario_write_yaml);
    scenario_free(s);
    s = good(text);
    assert_string_equal(s->plan.text, kPlans[i]);
    scenario_free(s);
    round_trip(text);
    free(text);
  }
}

static void collective_sets(void **state) {
  (void)state;
  static const char kText[] =
      "topology: mesh:4x4\n"
      "workload: {collective: reduce, scheme: binomial, from: '0-7,9', to: 5, operation: sum}\n";
  scenario_t *s = good(kText);
  assert_string_equal(s->from, "0-7,9");
  assert_string_equal(s->to, "5");
  assert_string_equal(s->operation, "sum");
  scenario_free(s);
  round_trip(kText);

  s = good_set(kText, (const char *const[]){"workload.from=1,3-4", "workload.to=0", NULL});
  assert_string_equal(s->from, "1,3-4");
  assert_string_equal(s->to, "0");
  scenario_free(s);

  s = good("topology: mesh:4x4\nworkload: {collective: barrier, scheme: unicast}\n");
  assert_null(s->from);
  assert_null(s->to);
  assert_int_equal(s->message_flits, 1);
  json_t *json = scenario_json(s);
  assert_int_equal(json_object_size(json_object_get(json, "workload")), 3);
  json_decref(json);
  scenario_free(s);
}

// The keys of the hierarchical schemes, and of the coding units where there are some.
static void coding(void **state) {
  (void)state;
  static const char kText[] =
      "topology: mesh:4x4\nrouter: {networks: 4}\n"
      "workload: {collective: allgather, scheme: hnc, group: 2x2, base: binomial, "
      "intermediate: '1,0', steps: overlapped}\n"
      "coding: {overhead: 35, memory: 100}\n";
  scenario_t *s = good(kText);
  assert_string_equal(s->group, "2x2");
  assert_string_equal(s->base, "binomial");
  assert_string_equal(s->intermediate, "1,0");
  assert_true(s->steps == STEPS_OVERLAPPED);
  assert_int_equal(s->coding_overhead, 35);
  assert_int_equal(s->coding_memory, 100);
  scenario_free(s);
  round_trip(kText);

  // Keys of the file for its own scheme are left aside with another scheme, and do not come back.
  s = good_set(kText, (const char *const[]){"workload.scheme=unicast", NULL});
  json_t *aside = scenario_json(s);
  assert_int_equal(json_object_size(json_object_get(aside, "workload")), 4);
  assert_null(json_object_get(aside, "coding"));
  json_decref(aside);
  scenario_free(s);

  // Long messages, and fewer networks, where nothing is coded.
  static const char kLong[] =
      "topology: mesh:4x4\nrouter: {networks: 3, vcs: 3}\n"
      "workload: {collective: allgather, scheme: combining, message_flits: 640, steps: "
      "overlapped}\n";
  round_trip(kLong);

  static const char *const kDefaults[] = {"hnc", "hnc-recursive", "combining", "unicast"};
  for (size_t i = 0; i < 4; i++) {
    char text[100];
    (void)snprintf(text, sizeof text,
                   "topology: mesh:4x4\nworkload: {collective: allgather, scheme: %s}\n",
                   kDefaults[i]);
    s = good(text);
    assert_string_equal(s->group, "best");
    assert_string_equal(s->base, "unicast");
    assert_string_equal(s->intermediate, "best");
    assert_false(s->steps == STEPS_OVERLAPPED);
    assert_int_equal(s->coding_overhead, 1);
    assert_int_equal(s->coding_memory, 0);
    json_t *json = scenario_json(s);
    assert_int_equal(json_object_size(json_object_get(json, "workload")), i < 3 ? 7 : 4);
    assert_int_equal(json_object_get(json, "coding") != NULL, i < 2);
    json_decref(json);
    scenario_free(s);
    round_trip(text);
  }
}

static void as_json(void **state) {
  (void)state;
  scenario_t *s = good(COLLECTIVE "run: {router: lockstep}\n");
  json_t *json = scenario_json(s);
  json_t *expected = json_pack(
      "{s:s, s:{s:i,s:i,s:i,s:s,s:i,s:s,s:s,s:b,s:b,s:s,s:s,s:b,s:b,s:s,s:s,s:i,s:i}, "
      "s:{s:s,s:s,s:i}, "
      "s:{s:i,s:i,s:i,s:i,s:f}, s:{s:s,s:s,s:i,s:i,s:i,s:b}}",
      "topology", "mesh:4x4", "router", "vcs", 4, "depth", 8, "flit_bits", 64, "switching",
      "wormhole", "pipeline", 3, "allocation", "serial", "allocator", "separable", "lookahead", 0,
      "sync_read", 0, "link_check", "none", "routing", "dor", "adaptive", 0, "allow_deadlock", 0,
      "copies", "independent", "arbiter", "round-robin", "networks", 1, "link_latency", 1,
      "workload", "collective", "allgather", "scheme", "binomial", "message_flits", 1, "host",
      "t_hs", 0, "t_hr", 0, "t_ns", 0, "t_nr", 0, "bus", 0.0, "run", "router", "lockstep",
      "assertions", "on", "seed", 1, "warmup", 0, "cycles", 0, "drain", 1);
  assert_true(json_equal(json, expected));
  json_decref(json);
  json_decref(expected);
  scenario_free(s);

  s = good(kClasses);
  json = scenario_json(s);
  expected =
      json_pack("[{s:s, s:f, s:s, s:s, s:f, s:i, s:i, s:i}, {s:s, s:f, s:i, s:s, s:i, s:s, s:i}]",
                "traffic", "hotspot", "load", 0.1, "packet_flits", "1:0.5,5:0.5", "hotspot_nodes",
                "0-3,9", "hotspot_share", 0.5, "burst_on", 3, "burst_off", 4, "network", 0,
                "traffic", "permutation", "load", 0.25, "packet_flits", 4, "permutation",
                "a b/p.txt", "network", 3, "reply_flits", "1-8", "reply_network", 2);
  assert_true(json_equal(json_object_get(json_object_get(json, "workload"), "classes"), expected));
  json_decref(json);
  json_decref(expected);
  scenario_free(s);
}

static void files(void **state) {
  (void)state;
  noc_error_t error = {0};
  expect("missing", scenario_load("/nonexistent/s.yaml", NULL, 0, &error), &error,
         "/nonexistent/s.yaml: cannot be opened: No such file or directory");
  expect("folder", scenario_load("/", NULL, 0, &error), &error,
         "/: cannot be read: Is a directory");
  expect("endless", scenario_load("/dev/zero", NULL, 0, &error), &error,
         "/dev/zero: there is a file above 1 MiB; there must be at most 1 MiB");
  char name[] = "/tmp/test_scenario.XXXXXX";
  int fd = mkstemp(name);
  assert_true(fd >= 0);
  FILE *file = fdopen(fd, "w");
  assert_non_null(file);
  (void)fputs("\xef\xbb\xbf" TRAFFIC, file);  // a byte order mark is harmless
  (void)fclose(file);
  scenario_t *s = scenario_load(name, NULL, 0, &error);
  assert_non_null(s);
  assert_string_equal(s->file, name);
  scenario_free(s);
  (void)remove(name);
}

// The scenarios that come with the project are good and say on their first line what they are.
static void shipped(void **state) {
  (void)state;
  glob_t found;
  assert_int_equal(glob("tests/scenarios/*.yaml", 0, NULL, &found), 0);
  for (size_t i = 0; i < found.gl_pathc; i++) {
    noc_error_t error = {0};
    scenario_t *s = scenario_load(found.gl_pathv[i], NULL, 0, &error);
    if (s == NULL) {
      fail_msg("%s", error.text);
    }
    scenario_free(s);
    FILE *file = fopen(found.gl_pathv[i], "r");
    assert_non_null(file);
    assert_int_equal(fgetc(file), '#');
    (void)fclose(file);
  }
  globfree(&found);
}

static void words(void **state) {
  (void)state;
  size_t count = 0;
  while (scenario_word("workload", "scheme", count).name != NULL) {
    count++;
  }
  assert_int_equal(count, 17);
  assert_string_equal(scenario_word("workload", "scheme", 0).name, "unicast");
  assert_string_equal(scenario_word("workload", "scheme", 1).name, "binomial");
  assert_null(scenario_word("router", "vcs", 0).name);
  assert_null(scenario_word("no", "such", 0).name);
  scenario_free(NULL);
}

// The name of a plan is relative to the file it stands in.
static void plan_paths(void **state) {
  (void)state;
  static const char kText[] = "topology: mesh:4x4\nworkload: {plan: p.goal}\n";
  static const struct {
    const char *file, *set, *path;
  } cases[] = {
      {"s.yaml", NULL, "p.goal"},
      {"a/b/s.yaml", NULL, "a/b/p.goal"},
      {"/s.yaml", NULL, "/p.goal"},
      {"-", NULL, "p.goal"},
      {"a/s.yaml", "workload.plan=q.goal", "q.goal"},
      {"a/s.yaml", "workload.plan=/q.goal", "/q.goal"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    noc_error_t error;
    scenario_t *s = scenario_parse(kText, sizeof kText - 1, cases[i].file, &cases[i].set,
                                   cases[i].set != NULL, &error);
    assert_non_null(s);
    assert_string_equal(s->plan.path, cases[i].path);
    scenario_free(s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(traffic_defaults),
      cmocka_unit_test(collective_and_plan_defaults),
      cmocka_unit_test(plan_paths),
      cmocka_unit_test(every_key),
      cmocka_unit_test(structure),
      cmocka_unit_test(classes),
      cmocka_unit_test(classes_by_set),
      cmocka_unit_test(messages_are_cut_into_packets),
      cmocka_unit_test(sets),
      cmocka_unit_test(written_and_read),
      cmocka_unit_test(as_json),
      cmocka_unit_test(files),
      cmocka_unit_test(shipped),
      cmocka_unit_test(words),
      cmocka_unit_test(collective_sets),
      cmocka_unit_test(coding),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
