// crew -- see crew.h.
//
// A round is a call of crew_run(). Each part of its items has a ticket: the number of the round,
// and the next item that nobody has taken. Who takes items puts a greater one into its place, which
// fails if the round is another by now. So a thread that comes late, even by rounds, takes nothing,
// and the caller waits for those only that are at an item.

#include "base/crew.h"

#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum {
  SPIN_NS = 50000,  // longer than the caller alone takes between two rounds of 64 routers
  LOOKS = 16,       // between two looks at the clock
  PIECES = 8,       // that a part is taken in, at least
  LINE = 64         // bytes of the cache; what different threads write lies in different lines
};

typedef struct {
  _Alignas(LINE) atomic_uint_least64_t ticket;
} part_t;

struct crew {  // NOLINT(clang-analyzer-optin.performance.Padding): see LINE
  unsigned threads;
  unsigned started;  // besides the caller
  bool spins;        // there is a processor for each thread
  pthread_t thread[CREW_MAX];
  // Written by the caller between rounds. A thread reads them only when it has taken items of the
  // round; but the count before, so that of the next round must not lie in its place.
  crew_work_t work;
  void *arg;
  atomic_uint count[2];  // of odd and even rounds
  part_t part[CREW_MAX];
  _Alignas(LINE) atomic_uint round;  // rises when there is work
  atomic_uint sleepers;              // threads that wait for the next round asleep
  atomic_bool stop;
  _Alignas(LINE) atomic_uint done;  // items of this round
  atomic_bool waiting;              // the caller waits for them asleep
};

typedef struct {
  crew_t *crew;
  unsigned number;
} post_t;

// ---- Waiting

static int64_t nanoseconds(void) {
  struct timespec now;
  (void)clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

// Sleeps if the word still has this value. It may wake for no reason.
static void sleep_while(atomic_uint *word, unsigned value) {
  (void)syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, NULL, NULL, 0);
}

static void wake(atomic_uint *word, int threads) {
  (void)syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, threads, NULL, NULL, 0);
}

// Whether the word becomes, or ceases to be, this value while it is looked at for a short time.
static bool spin_until(const crew_t *c, atomic_uint *word, unsigned value, bool equal) {
  if ((atomic_load_explicit(word, memory_order_acquire) == value) == equal) {
    return true;
  }
  if (!c->spins) {
    return false;
  }
  const int64_t end = nanoseconds() + SPIN_NS;
  do {
    for (unsigned i = 0; i < LOOKS; i++) {
      if ((atomic_load_explicit(word, memory_order_acquire) == value) == equal) {
        return true;
      }
#if defined(__x86_64__) || defined(__i386__)
      __builtin_ia32_pause();
#endif
    }
  } while (nanoseconds() < end);
  return false;
}

// Waits for a round other than the one that was seen. The caller raises `round` and then looks for
// sleepers, a sleeper counts itself and then looks at `round`: one of them sees the other.
static unsigned await_round(crew_t *c, unsigned seen) {
  if (!spin_until(c, &c->round, seen, false)) {
    (void)atomic_fetch_add(&c->sleepers, 1);
    while (atomic_load(&c->round) == seen) {
      sleep_while(&c->round, seen);
    }
    (void)atomic_fetch_sub(&c->sleepers, 1);
  }
  return atomic_load_explicit(&c->round, memory_order_acquire);
}

static void begin_round(crew_t *c, unsigned round) {
  atomic_store(&c->round, round);
  if (atomic_load(&c->sleepers) != 0) {
    wake(&c->round, CREW_MAX);
  }
}

// The same between the last who finishes an item and the caller.
static void await_done(crew_t *c, unsigned count) {
  if (spin_until(c, &c->done, count, true)) {
    return;
  }
  atomic_store(&c->waiting, true);
  for (unsigned done = atomic_load(&c->done); done != count; done = atomic_load(&c->done)) {
    sleep_while(&c->done, done);
  }
  atomic_store(&c->waiting, false);
}

static void add_done(crew_t *c, uint32_t items, uint32_t count) {
  if (atomic_fetch_add(&c->done, items) + items == count && atomic_load(&c->waiting)) {
    wake(&c->done, 1);
  }
}

// ---- Work

static uint64_t ticket(unsigned round, uint32_t next) {
  return (uint64_t)round << 32 | next;
}

static uint32_t part_begin(const crew_t *c, unsigned part, uint32_t count) {
  return (uint32_t)((uint64_t)count * part / c->threads);
}

// Does what is left of a part in this round; returns the number of items.
static uint32_t work_part(crew_t *c, unsigned number, unsigned part, unsigned round) {
  const uint32_t count = atomic_load_explicit(&c->count[round % 2], memory_order_acquire);
  const uint32_t end = part_begin(c, part + 1, count);
  const uint32_t piece = (end - part_begin(c, part, count)) / PIECES + 1;
  uint64_t now = atomic_load_explicit(&c->part[part].ticket, memory_order_acquire);
  uint32_t done = 0;
  while (now >> 32 == round && (uint32_t)now < end) {
    const uint32_t begin = (uint32_t)now;
    const uint32_t items = end - begin < piece ? end - begin : piece;
    // A failure reads the ticket anew.
    if (atomic_compare_exchange_weak_explicit(&c->part[part].ticket, &now,
                                              ticket(round, begin + items), memory_order_acq_rel,
                                              memory_order_acquire)) {
      c->work(c->arg, number, begin, begin + items);
      done += items;
      now = atomic_load_explicit(&c->part[part].ticket, memory_order_acquire);
    }
  }
  return done;
}

static void work_all(crew_t *c, unsigned number, unsigned round) {
  uint32_t done = 0;
  for (unsigned i = 0; i < c->threads; i++) {
    done += work_part(c, number, (number + i) % c->threads, round);
  }
  // Who has taken items knows that the round is not over, so the count is this round's.
  if (done != 0) {
    add_done(c, done, atomic_load_explicit(&c->count[round % 2], memory_order_relaxed));
  }
}

static void *serve(void *arg) {
  const post_t post = *(post_t *)arg;
  free(arg);
  crew_t *c = post.crew;
  unsigned round = 0;
  for (;;) {
    round = await_round(c, round);
    if (atomic_load_explicit(&c->stop, memory_order_relaxed)) {
      return NULL;
    }
    work_all(c, post.number, round);
  }
}

void crew_run(crew_t *c, uint32_t count, crew_work_t work, void *arg) {
  if (c == NULL) {
    work(arg, 0, 0, count);
    return;
  }
  const unsigned round = atomic_load_explicit(&c->round, memory_order_relaxed) + 1;
  c->work = work;
  c->arg = arg;
  // Who sees this count sees that the round before the last, which had its place, is over.
  atomic_store_explicit(&c->count[round % 2], count, memory_order_release);
  atomic_store_explicit(&c->done, 0, memory_order_relaxed);
  for (unsigned i = 0; i < c->threads; i++) {
    atomic_store_explicit(&c->part[i].ticket, ticket(round, part_begin(c, i, count)),
                          memory_order_release);
  }
  begin_round(c, round);
  work_all(c, 0, round);
  await_done(c, count);
}

// ---- Threads

static bool start(crew_t *c, unsigned number) {
  post_t *post = malloc(sizeof *post);
  if (post == NULL) {
    return false;
  }
  *post = (post_t){c, number};
  if (pthread_create(&c->thread[c->started], NULL, serve, post) != 0) {
    free(post);
    return false;
  }
  c->started++;
  return true;
}

unsigned crew_processors(void) {
  cpu_set_t set;
  CPU_ZERO(&set);
  return sched_getaffinity(0, sizeof set, &set) == 0 ? (unsigned)CPU_COUNT(&set) : CREW_MAX;
}

crew_t *crew_create(unsigned threads) {
  crew_t *c = aligned_alloc(LINE, sizeof *c);
  if (c == NULL) {
    return NULL;
  }
  *c = (crew_t){.threads = threads, .spins = threads <= crew_processors()};
  // Ctrl-C belongs to the thread that runs the cycle loop.
  sigset_t all;
  sigset_t before;
  (void)sigfillset(&all);
  (void)pthread_sigmask(SIG_SETMASK, &all, &before);
  bool ok = true;
  for (unsigned i = 1; i < threads && ok; i++) {
    ok = start(c, i);
  }
  (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (!ok) {
    crew_free(c);
    return NULL;
  }
  return c;
}

void crew_free(crew_t *c) {
  if (c == NULL) {
    return;
  }
  atomic_store_explicit(&c->stop, true, memory_order_relaxed);
  begin_round(c, atomic_load_explicit(&c->round, memory_order_relaxed) + 1);
  for (unsigned i = 0; i < c->started; i++) {
    (void)pthread_join(c->thread[i], NULL);
  }
  free(c);
}

unsigned crew_threads(const crew_t *c) {
  return (c == NULL) ? 1 : c->threads;
}
