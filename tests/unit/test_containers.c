// test_containers -- the heap and the array that grows, against sorting and against what was put
// in.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "base/memory.h"
#include "base/rng.h"

enum { MOST = 500, ROUNDS = 200 };

typedef struct {
  uint32_t key, number;
} item_t;

static const char kContext[] = "what the calls name comes back";

static bool comes_before(const void *context, const void *a, const void *b) {
  const item_t *x = a;
  const item_t *y = b;
  assert_ptr_equal(context, kContext);
  return x->key != y->key ? x->key < y->key : x->number < y->number;
}

// Any mixture of pushes and pops; few keys, so that many are equal.
static void heap_gives_the_first(void **state) {
  (void)state;
  static item_t heap[MOST];
  static bool there[MOST];
  for (uint32_t round = 0; round < ROUNDS; round++) {
    uint32_t count = 0;
    uint32_t pushed = 0;
    uint32_t keys[MOST];
    memset(there, 0, sizeof there);
    for (unsigned step = 0; pushed < round + 1 || count > 0; step++) {
      const uint64_t draw = rng_data(round, step, 0);
      if (pushed < round + 1 && (count == 0 || draw % 3 != 0)) {
        const item_t item = {(uint32_t)(draw >> 8) % (round + 1), pushed};
        keys[pushed] = item.key;
        there[pushed++] = true;
        heap_push(heap, &count, sizeof item, &item, comes_before, kContext);
      } else {
        item_t first;
        heap_pop(heap, &count, sizeof first, &first, comes_before, kContext);
        assert_true(there[first.number]);
        assert_int_equal(keys[first.number], first.key);
        there[first.number] = false;
        for (uint32_t i = 0; i < pushed; i++) {
          const item_t other = {keys[i], i};
          assert_false(there[i] && comes_before(kContext, &other, &first));
        }
      }
    }
  }
}

static void array_keeps_what_it_has(void **state) {
  (void)state;
  item_t *list = NULL;
  uint32_t room = 0;
  uint32_t grown = 0;
  for (uint32_t i = 0; i < 100000; i++) {
    const uint32_t before = room;
    assert_true(memory_room(&list, &room, i + 1, sizeof *list));
    assert_true(room > i);
    grown += room != before;
    list[i] = (item_t){i, ~i};
  }
  for (uint32_t i = 0; i < 100000; i++) {
    assert_int_equal(list[i].key, i);
    assert_int_equal(list[i].number, ~i);
  }
  assert_true(grown < 20);
  const uint32_t before = room;
  assert_true(memory_room(&list, &room, before + 1, sizeof *list));  // exactly twice
  assert_int_equal(room, 2 * before);
  assert_true(memory_room(&list, &room, 5 * room, sizeof *list));  // at once, what is asked for
  assert_int_equal(room, 10 * before);
  free(list);
}

// Nothing has changed when there is no memory for it.
static void array_without_memory(void **state) {
  (void)state;
  uint64_t *list = NULL;
  uint32_t room = 0;
  assert_true(memory_room(&list, &room, 1, sizeof *list));
  uint64_t *const was = list;
  const uint32_t had = room;
  list[0] = 42;
  assert_false(memory_room(&list, &room, UINT32_MAX, SIZE_MAX / UINT32_MAX));
  assert_ptr_equal(list, was);
  assert_int_equal(room, had);
  assert_true(list[0] == 42);
  free(list);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(heap_gives_the_first),
      cmocka_unit_test(array_keeps_what_it_has),
      cmocka_unit_test(array_without_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
