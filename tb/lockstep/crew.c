// crew -- see crew.h.

#include "lockstep/crew.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

enum { SPINS = 4096 };  // some 10 µs before the processor is given away

// The padding keeps each atomic, which all threads spin on, in a cache line of its own.
struct crew {  // NOLINT(clang-analyzer-optin.performance.Padding): see above
  unsigned threads;
  unsigned started;  // besides the caller
  pthread_t thread[CREW_MAX];
  crew_work_t work;
  void *arg;
  _Alignas(64) atomic_uint round;  // rises when there is work
  _Alignas(64) atomic_uint done;   // threads that have finished this round
  atomic_bool stop;
};

typedef struct {
  crew_t *crew;
  unsigned number;
} post_t;

static void relax(unsigned *spins) {
  if (++*spins < SPINS) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
  } else {
    (void)sched_yield();
  }
}

static void *serve(void *arg) {
  const post_t post = *(post_t *)arg;
  free(arg);
  crew_t *c = post.crew;
  unsigned seen = 0;
  for (;;) {
    unsigned spins = 0;
    while (atomic_load_explicit(&c->round, memory_order_acquire) == seen) {
      relax(&spins);
    }
    seen++;
    if (atomic_load_explicit(&c->stop, memory_order_relaxed)) {
      return NULL;
    }
    c->work(c->arg, post.number);
    (void)atomic_fetch_add_explicit(&c->done, 1, memory_order_release);
  }
}

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

crew_t *crew_create(unsigned threads) {
  crew_t *c = aligned_alloc(64, (sizeof *c + 63) / 64 * 64);
  if (c == NULL) {
    return NULL;
  }
  *c = (crew_t){.threads = threads};
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
  (void)atomic_fetch_add_explicit(&c->round, 1, memory_order_release);
  for (unsigned i = 0; i < c->started; i++) {
    (void)pthread_join(c->thread[i], NULL);
  }
  free(c);
}

unsigned crew_threads(const crew_t *c) {
  return (c == NULL) ? 1 : c->threads;
}

void crew_run(crew_t *c, crew_work_t work, void *arg) {
  if (c == NULL) {
    work(arg, 0);
    return;
  }
  c->work = work;
  c->arg = arg;
  atomic_store_explicit(&c->done, 0, memory_order_relaxed);
  (void)atomic_fetch_add_explicit(&c->round, 1, memory_order_release);
  work(arg, 0);
  unsigned spins = 0;
  while (atomic_load_explicit(&c->done, memory_order_acquire) != c->started) {
    relax(&spins);
  }
}

void crew_part(const crew_t *c, unsigned thread, uint32_t count, uint32_t *begin, uint32_t *end) {
  *begin = (uint32_t)((uint64_t)count * thread / crew_threads(c));
  *end = (uint32_t)((uint64_t)count * (thread + 1) / crew_threads(c));
}
