// inside -- see inside.h.

#include "lockstep/inside.h"

#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "twins/twins.h"

// ---- The data's way

// How a unit's shape follows from that of the whole.
typedef enum {
  AS_IS,
  FOR_A_HEAD,        // as it is; its inputs mean something while a route is asked for
  OF_VCS,            // an arbiter with a requester a VC
  INPUT_QUEUES,      // queues whose tags have ages in them,
  EJECTION_QUEUES,   // .. or what ejection wants to know of a head,
  INJECTION_QUEUES,  // .. or credits needed, and which are shorter
} fit_t;

typedef struct {
  const char *path, *unit, *source;
  fit_t fit;
} step_t;

#define STEP(path, unit, source, fit) {path, #unit, source, fit},
static const step_t kWay[] = {
#include "lockstep/way.def"
};
enum { STEPS = sizeof kWay / sizeof kWay[0] };

// A path ends with these names.
static bool ends_with(const char *path, const char *names) {
  const size_t length = strlen(path);
  const size_t tail = strlen(names);
  return length >= tail && strcmp(path + length - tail, names) == 0 &&
         (length == tail || path[length - tail - 1] == '.');
}

static const step_t *find_step(const char *path) {
  for (size_t i = 0; i < STEPS; i++) {
    if (ends_with(path, kWay[i].path)) {
      return &kWay[i];
    }
  }
  return NULL;
}

// Queues of interfaces have no front registers and no late bits.
static void plain_queues(noc_shape_t *s) {
  s->speculative = s->late = s->late_w = s->late_lsb = 0;
}

static void fit_shape(fit_t fit, noc_shape_t *s) {
  const unsigned code = s->xor_unit ? s->xslot_w + 3 : s->forward_unit ? 3 : 2;
  switch (fit) {
    case AS_IS:
    case FOR_A_HEAD:
      break;
    case OF_VCS:
      s->ports = s->vcs;
      s->port_w = s->vc_w;
      break;
    case INPUT_QUEUES:
      s->tag_w += s->age_bits;
      break;
    case EJECTION_QUEUES:
      plain_queues(s);
      s->tag_w = code + s->age_bits;
      break;
    case INJECTION_QUEUES:
      plain_queues(s);
      s->tag_w = s->left_w + 2 + s->age_bits;
      s->depth = SHAPE_INJ_DEPTH;
      s->ptr_w = shape_width(SHAPE_INJ_DEPTH);
      s->cnt_w = shape_width(SHAPE_INJ_DEPTH + 1);
      s->slot_w = shape_width(SHAPE_INJ_DEPTH * s->vcs);
      break;
  }
}

// ---- One unit

typedef struct {
  char path[160];
  const step_t *step;  // on the way
  size_t outer;        // the unit that it lies in
  const unit_twin_t *twin;
  noc_shape_t shape;
  bundle_layout_t layout;
  const void *port[BUNDLE_MAX_FIELDS];
  void *golden;                      // the model
  uint32_t *in, *rtl_words, *words;  // of the RTL's, and what the model says
} unit_t;

// The finding about a unit in a cycle. The whole table is shared with processes.
typedef struct {
  bool differs;
  unsigned field;  // in the unit's layout
  uint32_t index;
  uint64_t rtl, golden;
} finding_t;

struct inside {
  const dut_plugin_t *plugin;
  const dut_watch_t *watch;
  noc_shape_t shape;
  component_t component;
  void *dut;
  uint32_t *state;  // of the whole, as the plug-in writes it
  unit_t *unit;     // [units], the whole first
  size_t units, room;
  finding_t *finding;  // [units]
  bool failed;         // memory
};

// Where the ports are; false if one has another width than the list says: then the unit is built
// from other parameters than the model would be, and is not looked at.
static bool find_ports(const inside_t *in, unit_t *u) {
  for (unsigned i = 0; i < u->layout.n_fields; i++) {
    const bundle_field_t *f = &u->layout.field[i];
    char name[96];
    unsigned bits = 0;
    if (f->count == 0) {
      continue;
    }
    (void)snprintf(name, sizeof name, "%s_%c", f->name, f->kind == FIELD_IN ? 'i' : 'o');
    u->port[i] = in->watch->port(in->dut, u->path, name, &bits);
    if (u->port[i] == NULL || bits != f->bits * f->count) {
      return false;
    }
  }
  return true;
}

static bool has_model(const inside_t *in, unit_t *u, const step_t *step) {
  u->step = step;
  u->shape = in->shape;
  fit_shape(step->fit, &u->shape);
  u->twin = unit_twin(step->unit);
  assert(u->twin != NULL);
  if (u->shape.tag_w > 32) {  // more than a tag of the model holds
    return false;
  }
  u->twin->layout(&u->shape, &u->layout);
  return find_ports(in, u);
}

static void free_unit(unit_t *u) {
  free(u->golden);
  free(u->in);
  free(u->rtl_words);
  free(u->words);
}

static bool take_memory(unit_t *u) {
  u->golden = calloc(1, u->twin->state_size(&u->shape));
  u->in = calloc(u->layout.in_words + 1, sizeof *u->in);
  u->rtl_words = calloc(u->layout.state_words + 1, sizeof *u->rtl_words);
  u->words = calloc(u->layout.state_words + 1, sizeof *u->words);
  return u->golden != NULL && u->in != NULL && u->rtl_words != NULL && u->words != NULL;
}

// Does something with a unit in a process of its own. False: that has not come to its end.
static bool apart(inside_t *in, size_t i, void (*work)(inside_t *in, size_t i)) {
  enum { SECONDS = 10 };  // models may not come to an end either
  const pid_t pid = fork();
  if (pid == 0) {
    (void)signal(SIGALRM, SIG_DFL);
    (void)alarm(SECONDS);
    work(in, i);
    _exit(0);
  }
  int status = 0;
  while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return status == 0;
}

static void try_model(inside_t *in, size_t i) {
  const unit_t *u = &in->unit[i];
  u->twin->reset(&u->shape, u->golden, u->words);
  u->twin->step(&u->shape, u->golden, u->in, u->words);
}

static void count_instance(void *context, const char *path) {
  (void)path;
  ((inside_t *)context)->room++;
}

static void add_instance(void *context, const char *path) {
  inside_t *in = context;
  const step_t *step = find_step(path);
  unit_t *u = &in->unit[in->units];
  if (step == NULL || in->failed || strlen(path) >= sizeof u->path) {
    return;
  }
  (void)snprintf(u->path, sizeof u->path, "%s", path);
  if (!has_model(in, u, step)) {
    *u = (unit_t){0};
    return;
  }
  in->failed = !take_memory(u);
  // The RTL may have a unit that these parameters do not call for, a table in a router without
  // routes: if that is the bug, its model has nothing to work on.
  if (in->failed || apart(in, in->units, try_model)) {
    in->units++;
  } else {
    free_unit(u);
    *u = (unit_t){0};
  }
}

// The whole first: its path is the beginning of all others.
static int by_path(const void *a, const void *b) {
  return strcmp(((const unit_t *)a)->path, ((const unit_t *)b)->path);
}

static bool lies_in(const unit_t *u, const unit_t *outer) {
  const size_t length = strlen(outer->path);
  return strncmp(u->path, outer->path, length) == 0 && u->path[length] == '.';
}

// In the order of paths the innermost comes last.
static void find_outers(inside_t *in) {
  for (size_t i = 0; i < in->units; i++) {
    for (size_t k = 0; k < i; k++) {
      in->unit[i].outer = lies_in(&in->unit[i], &in->unit[k]) ? k : in->unit[i].outer;
    }
  }
}

inside_t *inside_create(const dut_plugin_t *plugin, const dut_watch_t *watch, component_t component,
                        const noc_shape_t *shape, uint32_t seed, noc_error_t *error) {
  inside_t *in = calloc(1, sizeof *in);
  if (in != NULL) {
    in->plugin = plugin;
    in->watch = watch;
    in->component = component;
    in->shape = *shape;
    in->dut = plugin->create("dut", seed);
    in->state = calloc(plugin->state_words + 1, sizeof *in->state);
  }
  if (in != NULL && in->dut != NULL && in->state != NULL) {
    watch->instances(in->dut, count_instance, in);
    in->unit = calloc(in->room + 1, sizeof *in->unit);
    in->finding = mmap(NULL, (in->room + 1) * sizeof *in->finding, PROT_READ | PROT_WRITE,
                       MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    in->failed = in->unit == NULL || in->finding == MAP_FAILED;
    watch->instances(in->dut, add_instance, in);
  }
  if (in == NULL || in->unit == NULL || in->failed || in->units == 0) {
    inside_free(in);
    (void)noc_fail(error, NOC_ENVIRONMENT, "no memory to look into a %s", plugin->unit);
    return NULL;
  }
  qsort(in->unit, in->units, sizeof *in->unit, by_path);
  assert(strcmp(in->unit[0].path, plugin->unit) == 0);
  find_outers(in);
  return in;
}

void inside_free(inside_t *in) {
  if (in == NULL) {
    return;
  }
  for (size_t i = 0; in->unit != NULL && i < in->units; i++) {
    free_unit(&in->unit[i]);
  }
  if (in->finding != NULL && in->finding != MAP_FAILED) {
    (void)munmap(in->finding, (in->room + 1) * sizeof *in->finding);
  }
  if (in->dut != NULL) {
    in->plugin->free(in->dut);
  }
  free(in->unit);
  free(in->state);
  free(in);
}

uint32_t inside_in_words(const inside_t *in) {
  return in->unit[0].layout.in_words;
}

size_t inside_units(const inside_t *in) {
  return in->units;
}

const char *inside_path(const inside_t *in, size_t unit) {
  return in->unit[unit].path;
}

const char *inside_failed(const inside_t *in) {
  return in->plugin->failed(in->dut);
}

// ---- A cycle

static void read_port(const bundle_field_t *f, const void *port, uint32_t *words) {
  const size_t bytes = ((size_t)f->bits * f->count + 7) / 8;
  memset(words + f->word, 0, f->words * sizeof *words);
  memcpy(words + f->word, port, bytes);
}

static void read_ports(const inside_t *in, bool registers) {
  for (size_t i = 0; i < in->units; i++) {
    const unit_t *u = &in->unit[i];
    for (unsigned n = 0; n < u->layout.n_fields; n++) {
      const bundle_field_t *f = &u->layout.field[n];
      const bool late = f->kind == FIELD_OUT || f->kind == FIELD_REG;
      if (f->count > 0 && late == registers) {
        read_port(f, u->port[n], f->kind == FIELD_IN ? u->in : u->rtl_words);
      }
    }
  }
}

static void settled(void *context) {
  read_ports(context, false);
}

// The first in the unit's list of what it and its model do not agree on, from field kind `from` on.
static finding_t compare(const unit_t *u, field_kind_t from) {
  for (unsigned n = 0; n < u->layout.n_fields; n++) {
    const bundle_field_t *f = &u->layout.field[n];
    const size_t bytes = f->words * sizeof *u->words;
    if (f->kind < from || memcmp(u->rtl_words + f->word, u->words + f->word, bytes) == 0) {
      continue;
    }
    for (uint32_t e = 0; e < f->count; e++) {
      const uint64_t rtl = bundle_element(f, u->rtl_words, e);
      const uint64_t golden = bundle_element(f, u->words, e);
      if (rtl != golden) {
        return (finding_t){true, n, e, rtl, golden};
      }
    }
  }
  return (finding_t){.differs = false};
}

// An input or a wire of a unit; 0 if its list has none of the name.
static uint64_t value(const unit_t *u, const char *name) {
  for (unsigned n = 0; n < u->layout.n_fields; n++) {
    const bundle_field_t *f = &u->layout.field[n];
    if (strcmp(f->name, name) == 0 && f->count > 0) {
      return bundle_element(f, f->kind == FIELD_IN ? u->in : u->rtl_words, 0);
    }
  }
  return 0;
}

// The unit that a route is computed for asks for one: input units for heads, decoders say so.
static bool asks(const inside_t *in, const unit_t *route) {
  const unit_t *outer = route;
  while (outer->step->fit == FOR_A_HEAD) {
    outer = &in->unit[outer->outer];
  }
  const bool head = (value(outer, "in_kind") & 1) != 0;
  return value(outer, "in_valid") != 0 &&
         (strcmp(outer->step->unit, "worm_decoder") == 0 ? value(outer, "ask_route") != 0 : head);
}

static void judge(inside_t *in, size_t i) {
  const unit_t *u = &in->unit[i];
  in->finding[i].differs = false;
  if (u->step->fit == FOR_A_HEAD && !asks(in, u)) {
    return;
  }
  u->twin->step(&u->shape, u->golden, u->in, u->words);
  in->finding[i] = compare(u, FIELD_WIRE);
}

// Where the whole has gone wrong, other units than the one to blame get what they never should, and
// what their models then do is their affair. One that ends so is not judged.
static void judge_apart(inside_t *in, size_t i) {
  in->finding[i].differs = false;
  if (!apart(in, i, judge)) {
    in->finding[i].differs = false;
  }
}

// False, with the first on the way, if anything differs.
static bool conclude(const inside_t *in, inside_difference_t *d) {
  const size_t none = in->units;
  size_t first = none;
  for (size_t i = 0; i < in->units; i++) {
    if (in->finding[i].differs && (first == none || in->unit[i].step < in->unit[first].step)) {
      first = i;
    }
  }
  if (first == none) {
    return true;
  }
  const unit_t *u = &in->unit[first];
  const finding_t *f = &in->finding[first];
  *d = (inside_difference_t){.whole = first == 0,
                             .source = u->step->source,
                             .field = u->layout.field[f->field],
                             .index = f->index,
                             .rtl = f->rtl,
                             .golden = f->golden};
  (void)snprintf(d->unit, sizeof d->unit, "%s", u->step->unit);
  if (!d->whole) {
    (void)snprintf(d->path, sizeof d->path, "%s", u->path + strlen(in->unit[0].path) + 1);
  }
  return false;
}

bool inside_reset(inside_t *in, const uint32_t *words, inside_difference_t *d) {
  in->watch->cycle(in->dut, true, words, in->state, settled, in);
  read_ports(in, true);
  for (size_t i = 0; i < in->units; i++) {
    const unit_t *u = &in->unit[i];
    u->twin->reset(&u->shape, u->golden, u->words);
    in->finding[i] = compare(u, FIELD_OUT);
  }
  return conclude(in, d);
}

bool inside_step(inside_t *in, const uint32_t *words, inside_difference_t *d) {
  in->watch->cycle(in->dut, false, words, in->state, settled, in);
  read_ports(in, true);
  judge(in, 0);
  for (size_t i = 1; i < in->units; i++) {
    if (in->finding[0].differs) {
      judge_apart(in, i);
    } else {
      judge(in, i);
    }
  }
  return conclude(in, d);
}
