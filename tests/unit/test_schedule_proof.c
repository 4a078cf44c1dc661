// test_schedule_proof -- the check of proofs: it takes what follows, and refuses what does not, at
// its line; and the check of schedules, which refuses each kind of edit.
//
// The small problems: one router with n + 1 nodes, of which node 0 sends a message to each of the
// others, one a step. In n - 1 steps that is the pigeonhole principle; message m (of node m + 1) in
// step t is variable 1 + m (n - 1) + t.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runs/refute.h"
#include "schedule/check.h"
#include "schedule/proof.h"
#include "schedule/search.h"
#include "unit/temp_file.h"

static schedule_problem_t make(const char *topology, const char *collective, const char *from,
                               const char *to) {
  noc_error_t error = {0};
  const char *key = NULL;
  schedule_problem_t p;
  topology_t *t = topology_create(topology, &error);
  assert_non_null(t);
  assert_true(schedule_problem_create(t, collective, from, to, 1, 0, &p, &key, &error));
  return p;
}

static void drop(schedule_problem_t *p) {
  topology_t *t = (topology_t *)p->topology;
  schedule_problem_free(p);
  topology_free(t);
}

// --- proofs --------------------------------------------------------------------------------------

static void try_proof(const char *topology, uint32_t steps, const char *text, noc_status_t status,
                      const char *what) {
  schedule_problem_t p = make(topology, "scatter", "0", NULL);
  noc_error_t error = {0};
  temp_file_write(text, strlen(text));
  const bool ok = proof_check(&p, steps, temp_file, &error);
  const noc_status_t got = ok ? NOC_OK : error.status;
  if (got != status || (what != NULL && strstr(error.text, what) == NULL)) {
    fail_msg("%s in %u steps: '%s' gives %d, %s", topology, steps, text, (int)got, error.text);
  }
  drop(&p);
}

#define SWAP_3 "a 0 0 1 2 3 1 0 0\n"  // of one router, four nodes and two steps

static void pigeons(void **state) {
  (void)state;
  // Three messages in two steps. Message 0 not in step 1: then the others are both in step 0.
  try_proof("mesh:1@4", 2, "-2 0\n0\n", NOC_OK, NULL);
  try_proof("mesh:1@4", 2, "c a comment\n-2 0\nd -2 0\n0\n", NOC_OK, NULL);
  try_proof("mesh:1@4", 2, "0\n", NOC_CHECK_FAILED, ":1:1: this clause does not follow");
  try_proof("mesh:1@4", 2, "", NOC_CHECK_FAILED, "ends without a contradiction");
  try_proof("mesh:1@4", 2, "c nothing\n", NOC_CHECK_FAILED, "ends without a contradiction");
  // Four in three steps: nothing follows of one variable alone.
  try_proof("mesh:1@5", 3, "-2 0\n0\n", NOC_CHECK_FAILED, ":1:1: this clause does not follow");
  // Message 0 in step 0 and 1 in step 1 is a contradiction; all six of these are needed.
#define PAIRS "-1 -5 0\n-1 -6 0\n-2 -4 0\n-2 -6 0\n-3 -4 0\n-3 -5 0\n"
  try_proof("mesh:1@5", 3, PAIRS "0\n", NOC_CHECK_FAILED, ":7:1: this clause does not follow");
  try_proof("mesh:1@5", 3, PAIRS "-1 0\n-2 0\n0\n", NOC_OK, NULL);
  try_proof("mesh:1@5", 3, "-1 -5 0\n-1 -6 0\n-2 -4 0\n-3 -4 0\n-3 -5 0\n-1 0\n-2 0\n0\n", NOC_OK,
            NULL);
  try_proof("mesh:1@5", 3, "-1 0\n-2 0\n0\n", NOC_CHECK_FAILED, ":1:1: this clause does not");
  // A thing that can be done has no proof.
  try_proof("mesh:1@4", 3, "-2 0\n0\n", NOC_CHECK_FAILED, ":1:1: this clause does not follow");
  try_proof("mesh:1@4", 3, "0\n", NOC_CHECK_FAILED, "does not follow");
}

// A clause that is deleted is not used any more.
static void deleted(void **state) {
  (void)state;
  // A clause of the formula itself: message 0 needs a step.
  try_proof("mesh:1@4", 2, "d 2 1 0\n-2 0\n", NOC_CHECK_FAILED, "ends without a contradiction");
  try_proof("mesh:1@4", 2, "d 2 3 0\n-2 0\n", NOC_OK, NULL);  // there is no such clause
}

static void symmetric(void **state) {
  (void)state;
  // NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): a row begins with what it is about
  static const struct {
    const char *topology;
    uint32_t steps;
    const char *text;
    noc_status_t status;
    const char *what;
  } kMany[] = {
      // The steps swapped: message 0 may be in step 0.
      {"mesh:1@4", 2, SWAP_3 "y 0 1 -2 0\n1 0\n0\n", NOC_OK, NULL},
      {"mesh:1@4", 2, SWAP_3 "y 0 2 -1 0\n2 0\n0\n", NOC_CHECK_FAILED,
       ":2:1: symmetry 0 does not allow this clause"},
      {"mesh:1@4", 2, SWAP_3 "y 0 1 0\n0\n", NOC_CHECK_FAILED, ":2:1: symmetry 0 does not"},
      {"mesh:1@4", 2, SWAP_3 "y 0 3 -4 0\n", NOC_CHECK_FAILED, ":2:1: symmetry 0 does not"},
      {"mesh:1@4", 2, SWAP_3 "y 0 1 2 3 -4 0\n-2 0\n0\n", NOC_OK, NULL},
      {"mesh:1@4", 2, SWAP_3 "y 0 0\n", NOC_CHECK_FAILED, ":2:1: symmetry 0 does not"},
      {"mesh:1@4", 2, SWAP_3 "y 1 1 -2 0\n", NOC_BAD_INPUT, ":2:3: there is '1'"},
      {"mesh:1@4", 2, "y 0 1 -2 0\n", NOC_BAD_INPUT, ":1:1: there is a clause of a symmetry"},
      // Two receivers swapped: message 0 or 1 is in step 0 first.
      {"mesh:1@4", 3, "a 0 0 2 1 3 0 1 2 0\ny 0 1 -4 0\n", NOC_CHECK_FAILED,
       "without a contradiction"},
      {"mesh:1@4", 3, "a 0 0 2 1 3 0 1 2 0\ny 0 1 -5 0\n", NOC_CHECK_FAILED,
       ":2:1: symmetry 0 does not allow"},
      // None: the source swapped with a receiver, a node twice, a step twice, a router not there.
      {"mesh:1@4", 2, "a 0 1 0 2 3 0 1 0\n", NOC_CHECK_FAILED, ":1:1: this is no symmetry"},
      {"mesh:1@4", 2, "a 0 0 1 1 3 0 1 0\n", NOC_CHECK_FAILED, ":1:1: this is no symmetry"},
      {"mesh:1@4", 2, "a 0 0 1 2 3 1 1 0\n", NOC_CHECK_FAILED, ":1:1: this is no symmetry"},
      {"mesh:1@4", 2, "a 0 0 1 2 3 0 2 0\n", NOC_CHECK_FAILED, ":1:1: this is no symmetry"},
      {"mesh:1@4", 2, "a 1 0 1 2 3 0 1 0\n", NOC_CHECK_FAILED, ":1:1: this is no symmetry"},
      {"mesh:1@4", 2, "a 0 0 1 2 3 0 0\n", NOC_BAD_INPUT, ":1:16: there is ''"},
      {"mesh:1@4", 2, "a 0 0 1 2 3 0 1 1\n", NOC_BAD_INPUT, ":1:17: there is '1'"},
      // Links that do not follow.
      {"mesh:3", 2, "a 1 0 2 0 1 2 0 1 0\n", NOC_CHECK_FAILED, ":1:1: this is no symmetry"},
  };
  for (size_t i = 0; i < sizeof kMany / sizeof kMany[0]; i++) {
    try_proof(kMany[i].topology, kMany[i].steps, kMany[i].text, kMany[i].status, kMany[i].what);
  }
}

// A broadcast's steps may not be swapped.
static void broadcast_steps(void **state) {
  (void)state;
  schedule_problem_t p = make("mesh:1@4", "broadcast", "0", NULL);
  noc_error_t error = {0};
  temp_file_write(SWAP_3, strlen(SWAP_3));
  assert_false(proof_check(&p, 2, temp_file, &error));
  assert_non_null(strstr(error.text, "no symmetry"));
  drop(&p);
}

static void no_proofs(void **state) {
  (void)state;
  static const char *const kMany[][2] = {
      {"x 1 0\n", ":1:1: there is 'x'"},     {"1 2\n", ":1:4: there is ''"},
      {"1 99999999 0\n", ":1:3: there is"},  {"1 -99999999 0\n", ":1:3: there is"},
      {"add 1 0\n", ":1:1: there is 'add'"}, {"1 --2 0\n", ":1:3: there is '--2'"},
      {"1 2x 0\n", ":1:3: there is '2x'"},   {"-\n", ":1:1: there is '-'"},
      {"d 1 0 0\n", ":1:7: there is more"},  {"1 0x10 0\n", ":1:3: there is '0x10'"},
  };
  for (size_t i = 0; i < sizeof kMany / sizeof kMany[0]; i++) {
    try_proof("mesh:1@5", 3, kMany[i][0], NOC_BAD_INPUT, kMany[i][1]);
  }
  schedule_problem_t p = make("mesh:1@4", "scatter", "0", NULL);
  noc_error_t error = {0};
  assert_false(proof_check(&p, 2, "/nowhere/at/all", &error));
  assert_int_equal(error.status, NOC_BAD_INPUT);
  drop(&p);
}

// The solver says of the octagon: 6 steps are not enough for all to all. The same proof is
// none of 7 steps, which are; nor is its beginning one.
static void solver(void **state) {
  (void)state;
  schedule_problem_t p = make("octagon:8", "alltoall", NULL, NULL);
  noc_error_t error = {0};
  refuter_t r = {0};
  refute_t answer = REFUTE_UNKNOWN;
  schedule_t found = {0};
  char name[512];
  assert_true(refute_steps(&r, &p, 6, 1e12, 1000, &answer, &found, &error));
  assert_int_equal(answer, REFUTE_PROVED);
  assert_true(proof_check(&p, 6, refute_proof(&r, name), &error));
  assert_false(proof_check(&p, 7, refute_proof(&r, name), &error));
  FILE *in = fopen(refute_proof(&r, name), "r");
  assert_non_null(in);
  char text[4096];
  const size_t length = fread(text, 1, sizeof text, in);
  (void)fclose(in);
  const char *end = memrchr(text, '\n', length);
  temp_file_write(text, (size_t)(end - text) + 1);
  assert_false(proof_check(&p, 6, temp_file, &error));
  assert_int_equal(error.status, NOC_CHECK_FAILED);
  // Too little effort gives no answer, and so does too large a formula.
  assert_true(refute_steps(&r, &p, 6, 1e6, 1000, &answer, &found, &error));
  assert_int_equal(answer, REFUTE_UNKNOWN);
  refute_end(&r);
  schedule_free(&found);
  drop(&p);
}

// --- schedules -----------------------------------------------------------------------------------

// On a line of three routers: node 0 to both others and node 2 to both others.
#define HEAD "{\"schema\": \"nocstep.schedule/1\", \"topology\": \"mesh:3\", \"collective\": "
#define SCATTER                                                                    \
  HEAD "\"alltoall\", \"from\": \"0,2\", \"to\": \"0-2\",\n\"ports\": 1, "         \
       "\"max_detour\": 0, \"lower_bound\": 2, \"steps\": 2, \"optimal\": true,\n" \
       "\"schedule\": [[\n"
#define SCATTER_3                                                                  \
  HEAD "\"alltoall\", \"from\": \"0,2\", \"to\": \"0-2\",\n\"ports\": 1, "         \
       "\"max_detour\": 0, \"lower_bound\": 2, \"steps\": 3, \"optimal\": true,\n" \
       "\"schedule\": [[\n"
#define M01 "{\"src\": 0, \"dst\": 1, \"path\": [0, 0, 1, 1]}"
#define M02 "{\"src\": 0, \"dst\": 2, \"path\": [0, 0, 1, 2, 2]}"
#define M20 "{\"src\": 2, \"dst\": 0, \"path\": [2, 2, 1, 0, 0]}"
#define M21 "{\"src\": 2, \"dst\": 1, \"path\": [2, 2, 1, 1]}"
#define GATHER                                                                     \
  HEAD "\"allgather\", \"from\": \"0\", \"to\": \"1,2\",\n\"ports\": 1, "          \
       "\"max_detour\": 0, \"lower_bound\": 2, \"steps\": 2, \"optimal\": true,\n" \
       "\"schedule\": [[\n"
#define B01 "{\"src\": 0, \"dst\": 1, \"origin\": 0, \"path\": [0, 0, 1, 1]}"
#define B12 "{\"src\": 1, \"dst\": 2, \"origin\": 0, \"path\": [1, 1, 2, 2]}"
#define FAT                                                                            \
  "{\"schema\": \"nocstep.schedule/1\", \"topology\": \"ring:4@2\", \"collective\": "  \
  "\"alltoall\", \"from\": \"0,1\", \"to\": \"4,5\", \"ports\": 1, \"max_detour\": 0," \
  "\"lower_bound\": 2, \"steps\": 2, \"optimal\": true,\n\"schedule\": [[\n"

static void try_schedule(const char *text, noc_status_t status, const char *what) {
  noc_error_t error = {0};
  schedule_read_t r;
  temp_file_write(text, strlen(text));
  bool ok = schedule_read(temp_file, &r, &error);
  if (ok) {
    topology_t *t = topology_create(r.topology, &error);
    ok = t != NULL && schedule_check(t, &r, temp_file, false, &error);
    topology_free(t);
    schedule_read_free(&r);
  }
  const noc_status_t got = ok ? NOC_OK : error.status;
  if (got != status || (what != NULL && strstr(error.text, what) == NULL)) {
    fail_msg("%s\ngives %d, %s", text, (int)got, error.text);
  }
}

static void edited_schedules(void **state) {
  (void)state;
  static const struct {
    const char *text;
    noc_status_t status;
    const char *what;
  } kMany[] = {
      {SCATTER M01 ",\n" M20 "],\n[" M02 ",\n" M21 "]]}", NOC_OK, NULL},
      {GATHER B01 "],\n[" B12 "]]}", NOC_OK, NULL},
      // Conflicts.
      {SCATTER M01 ",\n" M02 "],\n[" M20 "],\n[" M21 "]]}", NOC_BAD_INPUT, "'steps' is 2"},
      {SCATTER_3 M01 ",\n" M02 "],\n[" M20 "],\n[" M21 "]]}", NOC_CHECK_FAILED,
       ":5: step 0, node 0 to node 2: another message of this step is on the link from router 0"},
      {SCATTER M01 ",\n" M21 "],\n[" M02 ",\n" M20 "]]}", NOC_CHECK_FAILED,
       "node 1 takes more than 1"},
      {FAT "{\"src\": 0, \"dst\": 4, \"path\": [0, 0, 1, 2, 4]},\n"
           "{\"src\": 0, \"dst\": 5, \"path\": [0, 0, 3, 2, 5]}], [\n"
           "{\"src\": 1, \"dst\": 4, \"path\": [1, 0, 1, 2, 4]}]]}",
       NOC_CHECK_FAILED, ":4: step 0, node 0 to node 5: node 0 sends more than 1"},
      {FAT "{\"src\": 0, \"dst\": 4, \"path\": [0, 0, 1, 2, 4]},\n"
           "{\"src\": 1, \"dst\": 5, \"path\": [1, 0, 1, 2, 5]}], [\n"
           "{\"src\": 1, \"dst\": 4, \"path\": [1, 0, 1, 2, 4]}]]}",
       NOC_CHECK_FAILED, ":4: step 0, node 1 to node 5: another message"},
      {FAT "{\"src\": 0, \"dst\": 4, \"path\": [0, 0, 1, 2, 4]},\n"
           "{\"src\": 1, \"dst\": 5, \"path\": [1, 0, 3, 2, 5]}], [\n"
           "{\"src\": 1, \"dst\": 4, \"path\": [1, 0, 1, 2, 4]},\n"
           "{\"src\": 0, \"dst\": 5, \"path\": [0, 0, 3, 2, 5]}]]}",
       NOC_OK, NULL},
      // Messages are missing, or too many.
      {SCATTER M01 ",\n" M20 "],\n[" M02 "]]}", NOC_CHECK_FAILED,
       "the message of node 2 does not come to node 1"},
      {SCATTER M01 ",\n" M20 "],\n[" M01 ",\n" M20 "]]}", NOC_CHECK_FAILED, "comes again"},
      {SCATTER M01 "],\n[{\"src\": 1, \"dst\": 2, \"path\": [1, 1, 2, 2]}]]}", NOC_CHECK_FAILED,
       "the collective has no message of node 1 to node 2"},
      // Who does not have it.
      {GATHER B12 "],\n[" B01 "]]}", NOC_CHECK_FAILED,
       "node 1 does not have the message of node 0"},
      {GATHER B01 ",\n" B12 "],\n[]]}", NOC_CHECK_FAILED, "node 1 does not have the message"},
      {GATHER "{\"src\": 0, \"dst\": 1, \"origin\": 2, \"path\": [0, 0, 1, 1]}],\n[]]}",
       NOC_CHECK_FAILED, "the collective has no message of node 2 to node 1"},
      // Paths that are none.
      {SCATTER "{\"src\": 0, \"dst\": 2, \"path\": [0, 0, 2, 2]}], []]}", NOC_BAD_INPUT,
       ":4: step 0, node 0 to node 2: there is no link from router 0 to router 2"},
      {SCATTER "{\"src\": 0, \"dst\": 1, \"path\": [0, 0, 1, 0, 1, 1]}], []]}", NOC_BAD_INPUT,
       "the path has router 0 twice"},
      {SCATTER "{\"src\": 0, \"dst\": 1, \"path\": [0, 0, 3, 1, 1]}], []]}", NOC_BAD_INPUT,
       "there is no router 3"},
      {SCATTER "{\"src\": 0, \"dst\": 3, \"path\": [0, 0, 1, 3]}], []]}", NOC_BAD_INPUT,
       "there is a node above 2"},
      {SCATTER "{\"src\": 0, \"dst\": 1, \"path\": [2, 0, 1, 1]}], []]}", NOC_BAD_INPUT,
       "the path is from node 2 to node 1"},
      {SCATTER "{\"src\": 0, \"dst\": 1, \"path\": [0, 1, 1]}], []]}", NOC_BAD_INPUT,
       "the path must begin at router 0"},
      {SCATTER "{\"src\": 0, \"dst\": 1, \"path\": [0, 1]}], []]}", NOC_BAD_INPUT, "'path'"},
      {SCATTER "{\"src\": 0, \"dst\": 1, \"path\": [0, 0, -1, 1]}], []]}", NOC_BAD_INPUT, "'path'"},
      {SCATTER "{\"src\": 0, \"path\": [0, 0, 1, 1]}], []]}", NOC_BAD_INPUT, ":4: 'dst'"},
      {GATHER "{\"src\": 0, \"dst\": 1, \"path\": [0, 0, 1, 1]}], []]}", NOC_BAD_INPUT,
       ":4: 'origin'"},
      {SCATTER "7], []]}", NOC_BAD_INPUT, "'src'"},
      {HEAD "\"alltoall\"}", NOC_BAD_INPUT, "'from' is missing"},
      {HEAD "\"alltoal\", \"from\": \"0,2\", \"to\": \"0-2\", \"ports\": 1, \"max_detour\": 0, "
            "\"lower_bound\": 2, \"steps\": 1, \"optimal\": true, \"schedule\": [[]]}",
       NOC_BAD_INPUT, "collective is 'alltoal'"},
      {HEAD "\"alltoall\", \"from\": \"0,3\", \"to\": \"0-2\", \"ports\": 1, \"max_detour\": 0, "
            "\"lower_bound\": 2, \"steps\": 1, \"optimal\": true, \"schedule\": [[]]}",
       NOC_BAD_INPUT, "from is '0,3'"},
      {HEAD "\"alltoall\", \"from\": \"0\", \"to\": \"1\", \"ports\": 0, \"max_detour\": 0, "
            "\"lower_bound\": 2, \"steps\": 1, \"optimal\": true, \"schedule\": [[]]}",
       NOC_BAD_INPUT, "'ports'"},
      {"{\"schema\": \"nocstep.run/1\"}", NOC_BAD_INPUT, "'schema'"},
      {"{\"schema\": ", NOC_BAD_INPUT, ":1:"},
      {"[]", NOC_BAD_INPUT, "'schema'"},
      {"", NOC_BAD_INPUT, ":1:"},
  };
  for (size_t i = 0; i < sizeof kMany / sizeof kMany[0]; i++) {
    try_schedule(kMany[i].text, kMany[i].status, kMany[i].what);
  }
}

// A path above the fewest hops only where the file allows it.
static void detours(void **state) {
  (void)state;
  static const char *const kFormat =
      "{\"schema\": \"nocstep.schedule/1\", \"topology\": \"ring:4\", \"collective\": "
      "\"scatter\", \"from\": \"0\", \"to\": \"1\", \"ports\": 1, \"max_detour\": %d, "
      "\"lower_bound\": 1, \"steps\": 1, \"optimal\": true, \"schedule\": [[\n"
      "{\"src\": 0, \"dst\": 1, \"path\": [0, 0, 3, 2, 1, 1]}]]}";
  char text[512];
  for (int detour = 0; detour < 3; detour++) {
    (void)snprintf(text, sizeof text, kFormat, detour);
    try_schedule(text, detour < 2 ? NOC_CHECK_FAILED : NOC_OK,
                 detour < 2 ? ":2: step 0, node 0 to node 1: the path has 3 hops" : NULL);
  }
}

static void try_written(const schedule_problem_t *p, const char *collective,
                        const schedule_t *found) {
  const schedule_record_t record = {.problem = p, .collective = collective, .schedule = found};
  char *text = NULL;
  size_t length = 0;
  FILE *out = open_memstream(&text, &length);
  assert_true(schedule_write(&record, out));
  (void)fclose(out);
  try_schedule(text, NOC_OK, NULL);
  free(text);
}

// A schedule that is written reads and passes, whatever has found it.
static void written(void **state) {
  (void)state;
  static const struct {
    const char *topology, *collective;
    uint32_t steps;
  } kMany[] = {{"octagon:8", "alltoall", 8},
               {"octagon:8@2", "allgather", 22},
               {"butterfly:k=2,n=2", "alltoall", 4},
               {"mesh:3x3", "gather", 8}};
  for (size_t i = 0; i < sizeof kMany / sizeof kMany[0]; i++) {
    schedule_problem_t p = make(kMany[i].topology, kMany[i].collective, NULL, NULL);
    noc_error_t error = {0};
    permutations_t generators;
    schedule_t found = {0};
    assert_true(symmetry_generators(&p, &generators, &error));
    for (size_t k = 0; search_way(k) != NULL; k++) {
      schedule_search_t *s =
          schedule_search_create(search_way(k), &p, &generators, 1, NULL, NULL, &error);
      assert_true(schedule_search_first(s, &found, &error));
      try_written(&p, kMany[i].collective, &found);
      assert_true(schedule_search_find(s, kMany[i].steps, 200000, &found, &error));
      try_written(&p, kMany[i].collective, &found);
      schedule_search_free(s);
      schedule_free(&found);
    }
    permutations_free(&generators);
    drop(&p);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pigeons),          cmocka_unit_test(deleted),   cmocka_unit_test(symmetric),
      cmocka_unit_test(broadcast_steps),  cmocka_unit_test(no_proofs), cmocka_unit_test(solver),
      cmocka_unit_test(edited_schedules), cmocka_unit_test(detours),   cmocka_unit_test(written),
  };
  return cmocka_run_group_tests(tests, temp_file_make, temp_file_remove);
}
