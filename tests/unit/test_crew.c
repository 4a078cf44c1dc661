// test_crew -- threads that share items: every item once whatever the number of threads, nobody
// waits for a thread that does not come, and who waits sleeps.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <time.h>

#include "base/crew.h"

enum { ITEMS = 300, ROUNDS = 60000, MS = 1000000 };

static int64_t clock_ns(clockid_t clock) {
  struct timespec now;
  (void)clock_gettime(clock, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static void sleep_ms(int ms) {
  const struct timespec time = {ms / 1000, ms % 1000 * (long)MS};
  assert_int_equal(nanosleep(&time, NULL), 0);
}

typedef struct {
  unsigned threads;
  uint32_t count;
  unsigned done[ITEMS];       // who does an item is alone with it
  atomic_uint wrong;          // pieces that are none
  atomic_uint by[CREW_MAX];   // items by thread
  atomic_bool release, held;  // see hold()
  unsigned holder;
} rounds_t;

static void count_items(void *arg, unsigned thread, uint32_t begin, uint32_t end) {
  rounds_t *r = arg;
  if (thread >= r->threads || begin > end || end > r->count) {
    (void)atomic_fetch_add(&r->wrong, 1);
    return;
  }
  for (uint32_t i = begin; i < end; i++) {
    r->done[i]++;
  }
  (void)atomic_fetch_add(&r->by[thread], end - begin);
}

// Counts change from round to round, as those of the banks do.
static void test_every_item_once(void **state) {
  (void)state;
  static const uint32_t kCounts[] = {17, 16, 1, 0, 64, 65, 3, ITEMS};
  for (unsigned threads = 1; threads <= 5; threads++) {
    crew_t *crew = crew_create(threads);
    assert_non_null(crew);
    assert_int_equal(crew_threads(crew), threads);
    rounds_t r = {.threads = threads};
    unsigned expected[ITEMS] = {0};
    for (unsigned i = 0; i < ROUNDS; i++) {
      r.count = kCounts[i % 8];
      crew_run(crew, r.count, count_items, &r);
      for (uint32_t k = 0; k < r.count; k++) {
        expected[k]++;
      }
    }
    crew_free(crew);
    assert_int_equal(atomic_load(&r.wrong), 0);
    assert_memory_equal(r.done, expected, sizeof expected);
  }
}

static void test_no_crew(void **state) {
  (void)state;
  rounds_t r = {.threads = 1, .count = ITEMS};
  crew_run(NULL, ITEMS, count_items, &r);
  assert_int_equal(atomic_load(&r.by[0]), ITEMS);
  assert_int_equal(crew_threads(NULL), 1);
}

// The first item of another thread than the caller holds that thread until it is let go.
static void hold(void *arg, unsigned thread, uint32_t begin, uint32_t end) {
  rounds_t *r = arg;
  (void)atomic_fetch_add(&r->by[thread], end - begin);
  if (thread != 0 && !atomic_exchange(&r->held, true)) {
    r->holder = thread;
    while (!atomic_load(&r->release)) {
      sleep_ms(1);
    }
  }
  // The caller waits for that, else it could be done with all before.
  while (thread == 0 && !atomic_load(&r->held)) {
    sleep_ms(1);
  }
  if (atomic_load(&r->by[0]) + atomic_load(&r->by[1]) == ITEMS) {
    atomic_store(&r->release, true);
  }
}

// A thread that is stuck with one piece leaves the rest of its part to the other.
static void test_others_go_on(void **state) {
  (void)state;
  rounds_t r = {.threads = 2};
  crew_t *crew = crew_create(2);
  assert_non_null(crew);
  crew_run(crew, ITEMS, hold, &r);
  crew_free(crew);
  assert_int_equal(r.holder, 1);
  assert_true(atomic_load(&r.by[1]) < ITEMS / 2);
  assert_int_equal(atomic_load(&r.by[0]) + atomic_load(&r.by[1]), ITEMS);
}

// Nobody else has work while the caller does something else.
static void test_idle_threads_sleep(void **state) {
  (void)state;
  // More threads than processors do not spin at all.
  rounds_t r = {.threads = 2, .count = ITEMS};
  crew_t *crew = crew_create(2);
  assert_non_null(crew);
  crew_run(crew, ITEMS, count_items, &r);
  const int64_t start = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
  sleep_ms(400);
  assert_in_range(clock_ns(CLOCK_PROCESS_CPUTIME_ID) - start, 0, 40 * (int64_t)MS);
  // They wake again.
  crew_run(crew, ITEMS, count_items, &r);
  crew_free(crew);
  assert_int_equal(r.done[0], 2);
  assert_int_equal(r.done[ITEMS - 1], 2);
}

// A thread that is late with its piece: the caller and the rest have nothing left.
static void be_late(void *arg, unsigned thread, uint32_t begin, uint32_t end) {
  rounds_t *r = arg;
  (void)begin;
  (void)end;
  if (thread != 0) {
    atomic_store(&r->held, true);
    sleep_ms(400);
  }
  while (thread == 0 && !atomic_load(&r->held)) {
    sleep_ms(1);
  }
}

static void test_waiting_caller_sleeps(void **state) {
  (void)state;
  rounds_t r = {.threads = 2};
  crew_t *crew = crew_create(2);
  assert_non_null(crew);
  const int64_t start = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
  const int64_t begun = clock_ns(CLOCK_MONOTONIC);
  crew_run(crew, 2, be_late, &r);
  assert_true(clock_ns(CLOCK_MONOTONIC) - begun >= 400 * (int64_t)MS);
  assert_in_range(clock_ns(CLOCK_PROCESS_CPUTIME_ID) - start, 0, 40 * (int64_t)MS);
  crew_free(crew);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_item_once),       cmocka_unit_test(test_no_crew),
      cmocka_unit_test(test_others_go_on),          cmocka_unit_test(test_idle_threads_sleep),
      cmocka_unit_test(test_waiting_caller_sleeps),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
