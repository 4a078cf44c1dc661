// fuzz_trace -- libFuzzer on traces: no crash; an error is one line with its place; what is
// accepted keeps the rules of the format, and text that says the same makes the same trace again.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "require.h"
#include "workload/trace.h"

enum { NODES = 16, LONGEST = 640 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// The trace in these bytes, which may be compressed.
static trace_t *read_bytes(const void *bytes, size_t size, char path[FUZZ_PATH],
                           noc_error_t *error) {
  const int file = fuzz_file(bytes, size, path);
  trace_t *t = trace_read(path, NODES, LONGEST, error);
  (void)close(file);
  return t;
}

static void check_trace(const trace_t *t) {
  uint64_t last = 0;
  require(t->packets >= 1 && (t->waits == NULL) == (t->first == NULL));
  for (uint32_t i = 0; i < t->packets; i++) {
    const trace_packet_t *p = &t->packet[i];
    require(trace_cycle(p) >= last && trace_cycle(p) <= UINT64_C(1000000000000));
    last = trace_cycle(p);
    require(p->source < NODES && p->destination < NODES && p->source != p->destination);
    require(p->flits >= 1 && p->flits <= t->longest && t->longest <= LONGEST);
    for (uint32_t k = t->first != NULL ? t->first[i] : 0; t->first != NULL && k < t->first[i + 1];
         k++) {
      require(t->dependent[k] > i && t->dependent[k] < t->packets);
      require(t->waits[t->dependent[k]] > 0);
    }
  }
}

// The packets are named by their numbers.
static char *written(const trace_t *t, size_t *size) {
  char *text = NULL;
  FILE *out = open_memstream(&text, size);
  require(out != NULL);
  for (uint32_t i = 0; i < t->packets; i++) {
    const trace_packet_t *p = &t->packet[i];
    (void)fprintf(out, "%llu,%u,%u,%u,%u,", (unsigned long long)trace_cycle(p), p->source,
                  p->destination, (unsigned)p->flits, i);
    char separator = '\0';
    for (uint32_t k = 0; t->waits != NULL && t->waits[i] > 0 && k < i; k++) {
      for (uint32_t d = t->first[k]; d < t->first[k + 1]; d++) {
        if (t->dependent[d] == i) {
          (void)fprintf(out, "%s%u", separator != '\0' ? ";" : "", k);
          separator = ';';
        }
      }
    }
    if (t->delay != NULL && separator != '\0') {
      (void)fprintf(out, ",%u", t->delay[i]);
    }
    (void)fputc('\n', out);
  }
  require(fclose(out) == 0);
  return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  noc_error_t error = {0};
  char path[FUZZ_PATH];
  trace_t *t = read_bytes(data, size, path, &error);
  if (t == NULL) {
    require_place(&error, path);
    return 0;
  }
  check_trace(t);
  size_t length = 0;
  char *text = written(t, &length);
  trace_t *again = read_bytes(text, length, path, &error);
  require(again != NULL && again->packets == t->packets && again->longest == t->longest);
  require(memcmp(again->packet, t->packet, t->packets * sizeof *t->packet) == 0);
  require((again->waits == NULL) == (t->waits == NULL));
  if (t->waits != NULL) {
    require(memcmp(again->waits, t->waits, t->packets * sizeof *t->waits) == 0);
    require(memcmp(again->first, t->first, (t->packets + 1) * sizeof *t->first) == 0);
    require(memcmp(again->dependent, t->dependent, t->first[t->packets] * sizeof *t->dependent) ==
            0);
  }
  trace_free(t);
  trace_free(again);
  free(text);
  return 0;
}
