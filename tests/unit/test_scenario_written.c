// test_scenario_written -- names of files in scenarios that are written are found from anywhere,
// and long texts stay whole.

#include "scenario_helper.h"
#include "unit/temp_file.h"

// A long text is on one line.
static void long_texts(void **state) {
  (void)state;
  char set[400] = "workload.plan=a";
  for (unsigned i = 0; i < 40; i++) {
    (void)strcat(set, " plan's");
  }
  scenario_t *s = good_set("topology: mesh:4x4\n", (const char *const[]){set, NULL});
  char *text = as_written(s, scenario_write_yaml);
  scenario_free(s);
  assert_non_null(strstr(text, strchr(set, '=') + 1));
  free(text);
}

// A topology from a file is written with the absolute name of the file, so that it is read from
// anywhere.
static void file_of_a_topology(void **state) {
  (void)state;
  static const char kSwitches[] = "switch a 4\nswitch b 4\nhost h a\nhost i b\nlink a b\n";
  char text[200];
  char expected[200];
  temp_file_write(kSwitches, sizeof kSwitches - 1);
  char *name = realpath(temp_file, NULL);
  assert_non_null(name);
  (void)snprintf(text, sizeof text,
                 "topology: 'irregular:/tmp/../%s'\nworkload: {traffic: uniform, load: 0.1}\n",
                 name);
  (void)snprintf(expected, sizeof expected, "topology: irregular:%s\n", name);
  free(name);
  scenario_t *s = good(text);
  char *yaml = as_written(s, scenario_write_absolute);
  scenario_free(s);
  if (strstr(yaml, expected) == NULL) {
    fail_msg("no '%s' in '%s'", expected, yaml);
  }
  scenario_free(good(yaml));
  free(yaml);
}

// A section of which nothing is said is not written.
static void sections(void **state) {
  (void)state;
  scenario_t *s = good("topology: mesh:2x2\nworkload: {traffic: uniform, load: 0.1}\n");
  char *text = as_written(s, scenario_write_yaml);
  scenario_free(s);
  assert_non_null(strstr(text, "workload:"));
  assert_null(strstr(text, "coding"));
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(file_of_a_topology),
      cmocka_unit_test(sections),
      cmocka_unit_test(long_texts),
  };
  return cmocka_run_group_tests(tests, temp_file_make, temp_file_remove);
}
