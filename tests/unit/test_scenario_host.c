// test_scenario_host -- the keys of the host model: values as they are written, the ratio, and
// refusals.

#include <stdio.h>

#include "network/scenario_json.h"
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

// What is written has the cycles, not the ratio, and reads back as the same.
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

static void refused(void **state) {
  (void)state;
  static const struct {
    const char *keys, *message;
  } kBad[] = {
      {"t_hs: -1", "t_hs: found '-1'; accepted 0 to 2147483648"},
      {"t_hs: 2147483649", "t_hs: found '2147483649'; accepted"},
      {"t_hr: 1.5", "t_hr: found '1.5'; accepted 0 to 2147483648"},
      {"t_ns: 65536", "t_ns: found '65536'; accepted 0 to 65535"},
      {"t_nr: many", "t_nr: found 'many'; accepted 0 to 65535"},
      {"bus: 1000.1",
       "bus: found '1000.1'; accepted 0 to 1000, with up to six digits behind the point"},
      {"bus: -1", "bus: found '-1'; accepted 0 to 1000"},
      {"bus: 1.1234567", "bus: found '1.1234567'; accepted"},
      {"bus: 1e3", "bus: found '1e3'; accepted"},
      {"bus: nan", "bus: found 'nan'; accepted"},
      {"bus: .", "bus: found '.'; accepted"},
      {"bus: 1.3.3", "bus: found '1.3.3'; accepted"},
      {"bus: '1.33'", "bus: found quoted text '1.33'; accepted"},
      {"bus: 99999999999999999999", "bus: found '99999999999999999999'; accepted"},
      {"ratio: 0", "ratio: found '0'; accepted 0.000001 to 1000000"},
      {"ratio: 1000001", "ratio: found '1000001'; accepted 0.000001 to 1000000"},
      {"t_hs: 1000, ratio: 2, t_ns: 5",
       "t_ns: found host.ratio beside host.t_ns or host.t_nr; accepted one of the two"},
      {"t_nr: 5, t_hs: 1000, ratio: 2", "ratio: found host.ratio beside"},
      {"t_hs: 1000, ratio: 0.001",
       "ratio: found t_hs 1000 at ratio 0.001, which is t_ns 1000000; accepted what gives t_ns of "
       "up to 65535"},
      {"t_send: 4",
       "t_send: found an unknown key (nearest: 't_ns'); accepted t_hs, t_hr, t_ns, t_nr, ratio, "
       "bus"},
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
  bad_set(TRAFFIC, "host.t_ns=70000", "--set host.t_ns=70000: host.t_ns: found '70000'");
  bad("topology: mesh:4x4\nworkload: {collective: allgather, scheme: hnc, group: 2x2}\n"
      "host: {t_hs: 1}\n",
      "s.yaml:3:14: host.t_hs: found costs of hosts with scheme hnc; accepted schemes without "
      "exclusive ors, or hosts without costs");
  bad_set(COLLECTIVE "host: {bus: 2}\n", "workload.scheme=hnc-recursive",
          "--set workload.scheme=hnc-recursive: workload.scheme: found costs of hosts with");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(values),
      cmocka_unit_test(ratio),
      cmocka_unit_test(written),
      cmocka_unit_test(refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
