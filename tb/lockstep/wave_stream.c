// wave_stream -- see wave_stream.h. The process that reads the file writes records into a pipe, in
// the byte order of the machine:
//
//   'S' handle, bits, wire, length, name    a signal
//   'B' copying, handles                    all signals have come
//   'T' cycle                               changes of this cycle follow
//   'C' handle, length, value
//   'E'                                     the end; the last 'T' was that of the last cycle

#include "lockstep/wave_stream.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "fstapi.h"
#include "lockstep/wave.h"
#include "lockstep/wave_child.h"
#include "lockstep/wave_scope.h"

enum { NAME = 512, CYCLE_BITS = 64, VALUE = 1 << 16, BUFFER = 1 << 18 };

struct wave_source {
  wave_child_t child;
  const char *path;
  FILE *in;
  bool over;  // the process has ended
  char value[VALUE];
};

// ---- The process that reads

typedef struct {
  const char *path;
  const wave_filter_t *filter;
  void *fst;
  FILE *out;
  fstHandle cycle;
  bool copying, started, over;
  noc_error_t *error;
  uint64_t time, last;  // of the changes that are written; the last edge
} reader_t;

static void put(reader_t *r, const void *bytes, size_t size) {
  (void)(fwrite_unlocked)(bytes, 1, size, r->out);
}

static void put_number(reader_t *r, uint32_t number) {
  put(r, &number, sizeof number);
}

static void see_comment(reader_t *r, const struct fstHier *h) {
  static const char kRouter[] = WAVE_ABOUT "router ";
  if (h->u.attr.typ == FST_AT_MISC && h->u.attr.subtype == FST_MT_COMMENT &&
      strncmp(h->u.attr.name, kRouter, strlen(kRouter)) == 0 &&
      strstr(h->u.attr.name, " Multicast=1") != NULL) {
    r->copying = true;
  }
}

static void see_var(reader_t *r, const char *scope, const struct fstHier *h) {
  char name[NAME];
  const fstHandle handle = h->u.var.handle;
  const bool text = h->u.var.typ == FST_VT_GEN_STRING;
  const int used = snprintf(name, sizeof name, "%s.%s", scope, h->u.var.name);
  const size_t length = used < NAME ? (size_t)used : NAME - 1;
  const bool cycle = strcmp(name, "noc.cycle") == 0;
  if (cycle && h->u.var.length == CYCLE_BITS) {
    r->cycle = handle;
    fstReaderSetFacProcessMask(r->fst, handle);
  }
  if (cycle || strcmp(name, "noc.clk") == 0 || handle == 0 ||
      handle > fstReaderGetMaxHandle(r->fst) || !r->filter->wanted(r->filter->context, name)) {
    return;
  }
  fstReaderSetFacProcessMask(r->fst, handle);
  put(r, "S", 1);
  put_number(r, handle);
  put_number(r, text ? 0 : h->u.var.length);
  put_number(r, h->u.var.typ == FST_VT_VCD_WIRE);
  put_number(r, (uint32_t)length);
  put(r, name, length);
}

static bool write_signals(reader_t *r, noc_error_t *error) {
  wave_scope_t scope;
  fstReaderClrFacProcessMaskAll(r->fst);
  wave_scope_begin(&scope, r->fst);
  for (const struct fstHier *h; (h = wave_scope_next(&scope, r->fst)) != NULL;) {
    if (h->htyp == FST_HT_VAR) {
      see_var(r, scope.name, h);
    } else if (h->htyp == FST_HT_ATTRBEGIN) {
      see_comment(r, h);
    }
  }
  put(r, "B", 1);
  put_number(r, r->copying);
  put_number(r, fstReaderGetMaxHandle(r->fst) + 1);
  return r->cycle != 0 ||
         noc_fail(error, NOC_BAD_INPUT, "%.300s: " SAY_THERE_IS("no noc.cycle", "waves of nocstep"),
                  r->path);
}

// Ends the process: the library reads on whatever it finds.
static _Noreturn void damaged(const reader_t *r) {
  (void)noc_fail(r->error, NOC_BAD_INPUT,
                 "%.300s: the file" SAY_IS("damaged", "a whole FST file of nocstep"), r->path);
  _exit(1);
}

static void change(void *context, uint64_t time, fstHandle handle, const unsigned char *value,
                   uint32_t length) {
  reader_t *r = context;
  if (r->over) {
    return;
  }
  if (handle == r->cycle) {
    uint64_t cycle = 0;
    bool known = length == CYCLE_BITS;
    for (uint32_t i = 0; i < length && known; i++) {
      known = value[i] == '0' || value[i] == '1';
      cycle = cycle << 1 | (value[i] == '1');
    }
    // It is not known before the first edge, nor behind the last.
    r->over = !known && r->started;
    if (known && (time / WAVE_PERIOD != cycle || time % WAVE_PERIOD != 0)) {
      damaged(r);
    }
    r->last = known ? cycle : r->last;
  }
  if (r->over) {
    return;
  }
  if (!r->started || time / WAVE_PERIOD != r->time) {
    if (r->started && time / WAVE_PERIOD < r->time) {
      damaged(r);
    }
    r->started = true;
    r->time = time / WAVE_PERIOD;
    put(r, "T", 1);
    put(r, &r->time, sizeof r->time);
  }
  if (handle != r->cycle) {
    put(r, "C", 1);
    put_number(r, handle);
    put_number(r, length);
    put(r, value, length);
  }
}

static void change_fixed(void *context, uint64_t time, fstHandle handle,
                         const unsigned char *value) {
  change(context, time, handle, value, (uint32_t)strlen((const char *)value));
}

static bool read_file(void *fst, int out, void *context, noc_error_t *error) {
  reader_t *r = context;
  r->fst = fst;
  r->error = error;
  r->out = fdopen(out, "w");
  if (r->out == NULL || setvbuf(r->out, NULL, _IOFBF, BUFFER) != 0) {
    return noc_fail(error, NOC_ENVIRONMENT, "no memory for a reader of waves");
  }
  if (!write_signals(r, error)) {
    return false;
  }
  const bool whole = r->filter->to >= UINT64_MAX / WAVE_PERIOD - 1;
  if (!whole) {
    fstReaderSetLimitTimeRange(fst, 0, (r->filter->to + 1) * WAVE_PERIOD);
  }
  // Blocks that are cut off are left out by the library, without a word.
  if (fstReaderIterBlocks2(fst, change_fixed, change, r, NULL) == 0 || !r->started ||
      (whole && !r->over && r->last != fstReaderGetEndTime(fst) / WAVE_PERIOD)) {
    damaged(r);
  }
  put(r, "E", 1);
  return fclose(r->out) == 0;
}

// ---- The other end of the pipe

static bool get(wave_stream_t *s, void *bytes, size_t size) {
  return (fread_unlocked)(bytes, 1, size, s->source->in) == size;
}

static bool get_number(wave_stream_t *s, uint32_t *number) {
  return get(s, number, sizeof *number);
}

// The process has ended before the end, or what it writes is damaged by what it has read.
static bool broken(wave_stream_t *s, noc_error_t *error) {
  struct wave_source *source = s->source;
  if (feof_unlocked(source->in) != 0) {
    source->over = true;
    if (!wave_child_end(&source->child, error)) {
      return false;
    }
  }
  return noc_fail(error, NOC_BAD_INPUT, "%.300s: the file" SAY_IS("damaged", "a whole FST file"),
                  source->path);
}

static bool read_signal(wave_stream_t *s, noc_error_t *error) {
  wave_signal_t signal = {.name = NULL};
  uint32_t wire = 0;
  uint32_t length = 0;
  if (!get_number(s, &signal.handle) || !get_number(s, &signal.bits) || !get_number(s, &wire) ||
      !get_number(s, &length) || length >= NAME) {
    return broken(s, error);
  }
  signal.wire = wire != 0;
  signal.name = calloc(1, length + 1);
  if (signal.name == NULL ||
      !memory_room(&s->signal, &s->room, s->signals + 1, sizeof *s->signal)) {
    free(signal.name);
    return memory_fail(error, "the signals of waves");
  }
  s->signal[s->signals++] = signal;
  return get(s, signal.name, length) || broken(s, error);
}

// The cycle of the changes that come next, or the end.
static bool read_time(wave_stream_t *s, int letter, noc_error_t *error) {
  if (letter == 'E') {
    s->ended = true;
    return true;
  }
  uint64_t cycle = 0;
  const uint64_t before = s->cycle;
  if (letter != 'T' || !get(s, &cycle, sizeof cycle) || (before != 0 && cycle <= before)) {
    return broken(s, error);
  }
  s->cycle = cycle;
  return true;
}

static bool read_signals(wave_stream_t *s, noc_error_t *error) {
  int letter = getc_unlocked(s->source->in);
  while (letter == 'S') {
    if (!read_signal(s, error)) {
      return false;
    }
    letter = getc_unlocked(s->source->in);
  }
  uint32_t copying = 0;
  if (letter != 'B' || !get_number(s, &copying) || !get_number(s, &s->handles)) {
    return broken(s, error);
  }
  s->copying = copying != 0;
  for (uint32_t i = 0; i < s->signals; i++) {
    if (s->signal[i].handle >= s->handles) {
      return broken(s, error);
    }
  }
  return read_time(s, getc_unlocked(s->source->in), error);
}

static bool start(wave_stream_t *s, const char *path, const wave_filter_t *filter,
                  noc_error_t *error) {
  int ends[2];
  reader_t r = {.path = path, .filter = filter};
  s->source->over = true;
  s->source->path = path;
  if (pipe(ends) != 0) {
    return noc_fail(error, NOC_ENVIRONMENT, "no pipe for a reader of waves");
  }
  s->source->in = fdopen(ends[0], "r");
  const bool ok = s->source->in != NULL &&
                  wave_child_start(&s->source->child, path, ends[1], read_file, &r, error);
  s->source->over = !ok;
  (void)close(ends[1]);
  if (s->source->in == NULL) {
    (void)close(ends[0]);
    return memory_fail(error, "a reader of waves");
  }
  if (ok && setvbuf(s->source->in, NULL, _IOFBF, BUFFER) != 0) {
    return memory_fail(error, "a reader of waves");
  }
  return ok;
}

wave_stream_t *wave_stream_open(const char *path, const wave_filter_t *filter, noc_error_t *error) {
  wave_stream_t *s = calloc(1, sizeof *s);
  struct wave_source *source = calloc(1, sizeof *source);
  if (s == NULL || source == NULL) {
    free(s);
    free(source);
    (void)memory_fail(error, "a reader of waves");
    return NULL;
  }
  s->source = source;
  if (!start(s, path, filter, error) || !read_signals(s, error)) {
    wave_stream_close(s);
    return NULL;
  }
  return s;
}

bool wave_stream_step(wave_stream_t *s, wave_change_t *change_of, void *context,
                      noc_error_t *error) {
  struct wave_source *source = s->source;
  int letter = getc_unlocked(source->in);
  while (letter == 'C') {
    uint32_t handle = 0;
    uint32_t length = 0;
    if (!get_number(s, &handle) || !get_number(s, &length) || handle >= s->handles ||
        length > VALUE || !get(s, source->value, length)) {
      return broken(s, error);
    }
    change_of(context, handle, source->value, length);
    letter = getc_unlocked(source->in);
  }
  if (!read_time(s, letter, error)) {
    return false;
  }
  if (s->ended) {
    source->over = true;
    return wave_child_end(&source->child, error);
  }
  return true;
}

void wave_stream_close(wave_stream_t *s) {
  if (s == NULL) {
    return;
  }
  if (!s->source->over) {
    wave_child_stop(&s->source->child);
  }
  if (s->source->in != NULL) {
    (void)fclose(s->source->in);
  }
  for (uint32_t i = 0; i < s->signals; i++) {
    free(s->signal[i].name);
  }
  free(s->signal);
  free(s->source);
  free(s);
}
