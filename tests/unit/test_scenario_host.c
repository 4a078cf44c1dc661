// test_scenario_host -- the keys of the host model: values as they are written, the ratio, and
// refusals.

#include <stdio.h>

#include "scenario/scenario_json.h"
#include "scenario_helper.h"

static scenario_t *good_host(const char *keys) {
  char text[400];
  (void)snprintf(text, sizeof text, "%shost: {%s}\n", TRAFFIC, keys);
  return good(text);
}

static void values(void **state) {
  (void)state;
  scenario_t *s = good(TRAFFIC);
  assert_false(host_costs_any(&s->host));
  scenario_free(s);
  s = good_host("t_hs: 1000, t_hr: 2147483648, t_ns: 65535, t_nr: 1");
  assert_int_equal(s->host.t_hs, 1000);
  assert_int_equal(s->host.t_hr, UINT64_C(1) << 31);
  assert_int_equal(s->host.t_ns, 65535);
  assert_int_equal(s->host.t_nr, 1);
  assert_int_equal(s->host.bus, 0);
  assert_true(host_costs_any(&s->host));
  scenario_free(s);

  static const struct {
    const char *text;
    uint64_t millionths;
  } kBus[] = {{"1.33", 1330000},    {"0", 0},
              {"0.0", 0},           {"2", 2000000},
              {".5", 500000},       {"0.000001", 1},
              {"1000", 1000000000}, {"1000.000000", 1000000000},
              {"4.", 4000000},      {"1.999999", 1999999}};
  for (size_t i = 0; i < sizeof kBus / sizeof kBus[0]; i++) {
    char set[80];
    (void)snprintf(set, sizeof set, "host.bus=%s", kBus[i].text);
    s = good_set(TRAFFIC, (const char *const[]){set, NULL});
    assert_int_equal(s->host.bus, kBus[i].millionths);
    assert_int_equal(host_costs_any(&s->host), kBus[i].millionths > 0);
    scenario_free(s);
  }
}

// Rounded up to whole cycles; the slowest bus takes a million for a flit, and none takes none.
static void bus_cycles(void **state) {
  (void)state;
  static const struct {
    uint64_t millionths;
    unsigned flits;
    uint64_t cycles;
  } kMany[] = {{0, 5, 0},       {1, 1, 1000000}, {1, 3, 3000000}, {2, 1, 500000},
               {1000000, 7, 7}, {1330000, 4, 4}, {1330000, 5, 4}, {3000000, 7, 3}};
  for (size_t i = 0; i < sizeof kMany / sizeof kMany[0]; i++) {
    const host_costs_t costs = {.bus = kMany[i].millionths};
    assert_int_equal(host_bus_cycles(&costs, kMany[i].flits), kMany[i].cycles);
  }
}

static void ratio(void **state) {
  (void)state;
  static const struct {
    const char *keys;
    unsigned t_ns;
  } kRatio[] = {{"t_hs: 1000, ratio: 0.5", 2000},
                {"t_hs: 1000, ratio: 1", 1000},
                {"ratio: 5, t_hs: 1000", 200},
                {"t_hs: 1000, ratio: 3", 333},
                {"t_hs: 5, ratio: 2", 3},
                {"t_hs: 1000, ratio: 1000000", 0},
                {"ratio: 2", 0},
                {"t_hs: 65535, ratio: 1", 65535}};
  for (size_t i = 0; i < sizeof kRatio / sizeof kRatio[0]; i++) {
    scenario_t *s = good_host(kRatio[i].keys);
    assert_int_equal(s->host.t_ns, kRatio[i].t_ns);
    assert_int_equal(s->host.t_nr, kRatio[i].t_ns);
    scenario_free(s);
  }
}

// A host is written with the cycles, not the ratio, and reads back as the same.
static void written(void **state) {
  (void)state;
  scenario_t *s = good_host("t_hs: 1000, ratio: 1.5, bus: 1.33");
  char *text = NULL;
  size_t length = 0;
  FILE *out = open_memstream(&text, &length);
  assert_true(scenario_write_yaml(s, out));
  assert_int_equal(fclose(out), 0);
  assert_non_null(
      strstr(text, "host:\n  t_hs: 1000\n  t_hr: 0\n  t_ns: 667\n  t_nr: 667\n  bus: 1.33\n"));
  scenario_t *again = good(text);
  assert_memory_equal(&again->host, &s->host, sizeof s->host);
  scenario_free(again);
  free(text);
  json_t *json = scenario_json(s);
  json_t *host = json_object_get(json, "host");
  assert_int_equal(json_object_size(host), 5);
  assert_true(json_real_value(json_object_get(host, "bus")) == 1.33);
  json_decref(json);
  scenario_free(s);
}

// --- what hosts take -----------------------------------------------------------------------------

#define REPLIES                                                                         \
  "topology: mesh:4x4\nrouter: {networks: 2}\nworkload: {classes: [{traffic: uniform, " \
  "load: 0.1, reply_flits: 3, reply_network: 1}]}\n"

static void accepted(void **state) {
  (void)state;
  static const struct {
    const char *text, *json, *written;
    double share[2];
  } kShares[] = {
      {"", NULL, "host:\n  t_hs: 0\n  t_hr: 0\n  t_ns: 0\n  t_nr: 0\n  bus: 0\n", {1, 1}},
      {"host: {accept: 0.25}\n", "0.25", "  accept: 0.25\n", {0.25, 0.25}},
      {"host: {accept: '0.25'}\n", "0.25", "  accept: 0.25\n", {0.25, 0.25}},
      {"host: {accept: [0, .5]}\n", "[0.0, 0.5]", "  accept: 0,.5\n", {0, 0.5}},
      {"host:\n  accept: 1e-3,1\n", "[0.001, 1.0]", "  accept: 1e-3,1\n", {0.001, 1}},
      {"host:\n  accept: '[ 0.5 , 1 ]'\n", "[0.5, 1.0]", "  accept: 0.5,1\n", {0.5, 1}},
      {"host: {accept: protocol}\n", "\"protocol\"", "  accept: protocol\n  replies: 4\n", {1, 1}},
      {"host: {replies: 9, accept: protocol}\n",
       "\"protocol\"",
       "  accept: protocol\n  replies: 9\n",
       {1, 1}},
  };
  for (size_t i = 0; i < sizeof kShares / sizeof kShares[0]; i++) {
    char text[600];
    char *written = NULL;
    size_t length = 0;
    (void)snprintf(text, sizeof text, REPLIES "%s", kShares[i].text);
    scenario_t *s = good(text);
    assert_true(accept_share(&s->accept, 0) == kShares[i].share[0]);
    assert_true(accept_share(&s->accept, 1) == kShares[i].share[1]);
    assert_int_equal(accept_has_zero(&s->accept), !(kShares[i].share[0] > 0));
    FILE *out = open_memstream(&written, &length);
    assert_true(scenario_write_yaml(s, out));
    assert_int_equal(fclose(out), 0);
    assert_non_null(strstr(written, kShares[i].written));
    scenario_free(good(written));
    free(written);
    json_t *json = scenario_json(s);
    json_t *accept = json_object_get(json_object_get(json, "host"), "accept");
    char *dump = json_dumps(accept, JSON_ENCODE_ANY | JSON_REAL_PRECISION(6));
    assert_true((dump == NULL) == (kShares[i].json == NULL));
    if (dump != NULL) {
      assert_string_equal(dump, kShares[i].json);
    }
    free(dump);
    json_decref(json);
    scenario_free(s);
  }
  // One network: a list of one is the share.
  scenario_t *s = good(TRAFFIC "host: {accept: [0.5]}\n");
  assert_true(accept_share(&s->accept, 0) == 0.5);
  scenario_free(s);
  // A `--set` of another word leaves the replies of the file aside.
  s = good_set(REPLIES "host: {accept: protocol, replies: 2}\n",
               (const char *const[]){"host.accept=1", NULL});
  assert_false(s->accept.protocol);
  scenario_free(s);
}

static void accept_beside_others(void **state) {
  (void)state;
  bad_set(TRAFFIC "router: {networks: 2}\nhost: {accept: [0.5, 1]}\n", "router.networks=1",
          "--set router.networks=1: router.networks does not fit: 2 shares for 1 network; there "
          "must be");
  bad_set(
      REPLIES, "host.accept=[1]",
      "--set host.accept=[1]: host.accept does not fit: 1 share for 2 networks; there must be one");
  bad_set(REPLIES "host: {accept: protocol}\n", "host.t_hr=3",
          "--set host.t_hr=3: host.t_hr does not fit: protocol with costs of hosts; there must be");
  bad_set(COLLECTIVE, "host.accept=0",
          "--set host.accept=0: host.accept does not fit: 0 with a workload that ends when all has "
          "arrived; there must be shares");
  bad_set(COLLECTIVE, "host.accept=protocol",
          "--set host.accept=protocol: host.accept does not fit: protocol without replies");
  scenario_free(good_set(COLLECTIVE, (const char *const[]){"host.accept=0.1", NULL}));
  // Replies among the requests, where the user says so.
  bad_set(REPLIES, "workload.classes.0.reply_network=0",
          "--set workload.classes.0.reply_network=0: workload.classes.0.reply_network does not "
          "fit: network 0, which has the requests of class 0; there must be a network without "
          "requests, or router.allow_deadlock");
  scenario_free(good_set(REPLIES, (const char *const[]){"workload.classes.0.reply_network=0",
                                                        "router.allow_deadlock=true", NULL}));
}

static void refused(void **state) {
  (void)state;
  static const struct {
    const char *keys, *message;
  } kBad[] = {
      {"t_hs: -1", "t_hs is '-1'; it must be 0 to 2147483648"},
      {"t_hs: 2147483649", "t_hs is '2147483649'; it must be"},
      {"t_hr: 1.5", "t_hr is '1.5'; it must be 0 to 2147483648"},
      {"t_ns: 65536", "t_ns is '65536'; it must be 0 to 65535"},
      {"t_nr: many", "t_nr is 'many'; it must be 0 to 65535"},
      {"bus: 1000.1",
       "bus is '1000.1'; it must be 0 to 1000, with up to six digits behind the point"},
      {"bus: -1", "bus is '-1'; it must be 0 to 1000"},
      {"bus: 1.1234567", "bus is '1.1234567'; it must be"},
      {"bus: 1e3", "bus is '1e3'; it must be"},
      {"bus: nan", "bus is 'nan'; it must be"},
      {"bus: .", "bus is '.'; it must be"},
      {"bus: 1.3.3", "bus is '1.3.3'; it must be"},
      {"bus: '1.33'", "bus is quoted text '1.33'; it must be"},
      {"bus: 99999999999999999999", "bus is '99999999999999999999'; it must be"},
      {"ratio: 0", "ratio is '0'; it must be 0.000001 to 1000000"},
      {"ratio: 1000001", "ratio is '1000001'; it must be 0.000001 to 1000000"},
      {"t_hs: 1000, ratio: 2, t_ns: 5",
       "t_ns does not fit: host.ratio beside host.t_ns or host.t_nr; there must be one of the two"},
      {"t_nr: 5, t_hs: 1000, ratio: 2", "ratio does not fit: host.ratio beside"},
      {"t_hs: 1000, ratio: 0.001",
       "ratio does not fit: t_hs 1000 at ratio 0.001, which is t_ns 1000000; there must be what "
       "gives "
       "t_ns of up to 65535"},
      {"t_send: 4",
       "t_send is an unknown key (nearest: 't_ns'); it must be one of t_hs, t_hr, t_ns, t_nr, "
       "ratio, bus, accept, replies"},
      {"accept: 1.1",
       "accept is '1.1'; it must be 0, 0.000001 to 1, such a share for each network"},
      {"accept: -0.1", "accept is '-0.1'; it must be 0, 0.000001 to 1"},
      {"accept: nan", "accept is 'nan'; it must be 0, 0.000001 to 1"},
      {"accept: some", "accept is 'some'; it must be 0, 0.000001 to 1"},
      {"accept: '0.5,'", "accept is quoted text '0.5,'; it must be 0, 0.000001 to 1"},
      {"accept: '[0.5'", "accept is quoted text '[0.5'; it must be 0, 0.000001 to 1"},
      {"accept: [2]", "accept is '[2]'; it must be 0, 0.000001 to 1"},
      {"accept: []", "accept is a list; it must be 0, 0.000001 to 1"},
      {"accept: [[1]]", "accept is a list; it must be 0, 0.000001 to 1"},
      {"accept: {a: 1}", "accept is a mapping; it must be 0, 0.000001 to 1"},
      {"accept: [1, 1]",
       "accept does not fit: 2 shares for 1 network; there must be one for each network"},
      {"accept: protocol",
       "accept does not fit: protocol without replies; there must be a class with"},
      {"accept: 0, t_ns: 3",
       "t_ns does not fit: 0 with costs of hosts; there must be shares above 0, or"},
      {"replies: 3", "replies is given without accept; it must be given with accept protocol"},
      {"replies: 0", "replies is '0'; it must be 1 to 1000000"},
  };
  for (size_t i = 0; i < sizeof kBad / sizeof kBad[0]; i++) {
    char text[400];
    char message[400];
    noc_error_t error = {0};
    (void)snprintf(text, sizeof text, "%shost: {%s}\n", TRAFFIC, kBad[i].keys);
    (void)snprintf(message, sizeof message, ": host.%s", kBad[i].message);
    scenario_t *s = parse(text, NULL, &error);
    if (s != NULL || strncmp(error.text, "s.yaml:3:", 9) != 0 ||
        strstr(error.text, message) == NULL) {
      fail_msg("%s: expected '%s', found '%s'", kBad[i].keys, message,
               s != NULL ? "no error" : error.text);
    }
  }
  bad_set(TRAFFIC, "host.t_ns=70000", "--set host.t_ns=70000: host.t_ns is '70000'");
  bad("topology: mesh:4x4\nworkload: {collective: allgather, scheme: hnc, group: 2x2}\n"
      "host: {t_hs: 1}\n",
      "s.yaml:3:14: host.t_hs does not fit: costs of hosts with scheme hnc; there must be schemes "
      "without exclusive ors, or hosts without costs");
  bad_set(COLLECTIVE "host: {bus: 2}\n", "workload.scheme=hnc-recursive",
          "--set workload.scheme=hnc-recursive: workload.scheme does not fit: costs of hosts with");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(values),   cmocka_unit_test(bus_cycles),
      cmocka_unit_test(ratio),    cmocka_unit_test(written),
      cmocka_unit_test(accepted), cmocka_unit_test(accept_beside_others),
      cmocka_unit_test(refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
