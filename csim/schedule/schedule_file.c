// schedule_file -- see schedule_file.h.

#include "schedule/schedule_file.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/input_watch.h"
#include "base/memory.h"

// --- writing -------------------------------------------------------------------------------------

static void write_move(const schedule_record_t *r, const schedule_move_t *move, FILE *out) {
  (void)fprintf(out, "{\"src\": %u, \"dst\": %u, ", move->from, move->to);
  if (r->problem->kind == SCHEDULE_BROADCAST) {
    (void)fprintf(out, "\"origin\": %u, ", move->origin);
  }
  (void)fprintf(out, "\"path\": [%u, ", move->from);
  for (uint32_t i = 0; i < move->routers; i++) {
    (void)fprintf(out, "%u, ", r->schedule->path[move->first + i]);
  }
  (void)fprintf(out, "%u]}", move->to);
}

static void write_steps(const schedule_record_t *r, FILE *out) {
  const schedule_t *s = r->schedule;
  uint32_t i = 0;
  for (uint32_t t = 0; t < s->steps; t++) {
    (void)fprintf(out, "%s\n    [", t > 0 ? "," : "");
    for (bool first = true; i < s->moves && s->move[i].step == t; i++, first = false) {
      (void)fputs(first ? "\n      " : ",\n      ", out);
      write_move(r, &s->move[i], out);
    }
    (void)fputs("\n    ]", out);
  }
}

bool schedule_write(const schedule_record_t *r, FILE *out) {
  const schedule_problem_t *p = r->problem;
  char name[256];
  json_t *text = json_string(topology_plain_name(p->topology, name, sizeof name));
  char *quoted = text != NULL ? json_dumps(text, JSON_ENCODE_ANY) : NULL;
  json_decref(text);
  if (quoted == NULL) {
    return false;
  }
  (void)fprintf(out, "{\n  \"schema\": \"nocstep.schedule/1\",\n  \"topology\": %s,\n", quoted);
  free(quoted);
  (void)fprintf(out, "  \"collective\": \"%s\",\n  \"from\": \"", r->collective);
  node_set_write(&p->from, out);
  (void)fputs("\",\n  \"to\": \"", out);
  node_set_write(&p->to, out);
  (void)fprintf(out, "\",\n  \"ports\": %u,\n  \"max_detour\": %u,\n  \"seed\": %" PRIu64 ",\n",
                p->ports, p->detour, r->seed);
  if (r->search != NULL) {
    (void)fprintf(out, "  \"search\": \"%s\",\n", r->search);
  }
  (void)fprintf(out, "  \"messages\": %" PRIu64 ",\n", p->messages);
  (void)fprintf(out, "  \"bounds\": {\"ports\": %u, \"growth\": %u, \"cut\": %u, \"links\": %u},\n",
                r->ports, r->growth, r->cut, r->load);
  (void)fprintf(out, "  \"lower_bound\": %u,\n  \"steps\": %u,\n  \"optimal\": %s,\n",
                r->lower_bound, r->schedule->steps, r->optimal ? "true" : "false");
  (void)fprintf(out, "  \"refuted\": %s,\n  \"interrupted\": %s,\n  \"schedule\": [",
                r->refuted ? "true" : "false", r->interrupted ? "true" : "false");
  write_steps(r, out);
  (void)fputs("\n  ]\n}\n", out);
  return true;
}

// --- reading -------------------------------------------------------------------------------------

typedef struct {
  const char *path;
  char *text;
  noc_error_t *error;
} source_t;

// Reads all of a file; at most so much, since it is kept.
enum { MOST_BYTES = 1 << 28 };

static char *read_text(const char *path, noc_error_t *error) {
  FILE *in = fopen(path, "r");
  if (in == NULL) {
    (void)noc_fail_file(error, path, "opened");
    return NULL;
  }
  input_opened(path);
  char *text = NULL;
  uint32_t room = 0;
  uint32_t length = 0;
  bool ok = memory_room(&text, &room, 1 << 16, 1);
  for (size_t got = 1; ok && got > 0 && length < MOST_BYTES;) {
    got = fread(text + length, 1, room - length - 1, in);
    length += (uint32_t)got;
    ok = memory_room(&text, &room, length + 2, 1);
  }
  if (!ok) {
    (void)memory_fail(error, "a schedule");
  } else if (ferror(in) != 0) {
    ok = noc_fail_file(error, path, "read");
  } else if (length >= MOST_BYTES) {
    ok = noc_fail(error, NOC_BAD_INPUT, "%s: the file is too large", path);
  }
  (void)fclose(in);
  if (!ok) {
    free(text);
    return NULL;
  }
  text[length] = '\0';
  return text;
}

// The line on which the i-th object begins behind the key "schedule"; jansson does not keep it.
static uint64_t *find_lines(const char *text, uint32_t count) {
  uint64_t *line = calloc((size_t)count + 1, sizeof *line);
  const char *at = strstr(text, "\"schedule\"");
  uint64_t here = 1;
  uint32_t found = 0;
  if (line == NULL || at == NULL) {
    return line;
  }
  for (const char *c = text; c < at; c++) {
    here += *c == '\n';
  }
  bool quoted = false;
  for (at += strlen("\"schedule\""); *at != '\0' && found < count; at++) {
    here += *at == '\n';
    quoted = *at == '"' ? !quoted : quoted;
    at += quoted && *at == '\\' && at[1] != '\0';
    if (*at == '{' && !quoted) {
      line[found++] = here;
    }
  }
  return line;
}

static bool fail(const source_t *s, const char *key, const char *accepted) {
  return noc_fail(s->error, NOC_BAD_INPUT, "%s: '%s' is missing or unfit; it must be %s", s->path,
                  key, accepted);
}

static bool get_text(const source_t *s, const json_t *root, const char *key, char **value) {
  const char *text = json_string_value(json_object_get(root, key));
  if (text == NULL) {
    return fail(s, key, "a text");
  }
  *value = strdup(text);
  return *value != NULL || memory_fail(s->error, "a schedule");
}

static bool is_number(const json_t *value, uint32_t low, uint32_t high) {
  return json_is_integer(value) && json_integer_value(value) >= low &&
         json_integer_value(value) <= high;
}

static bool get_number(const source_t *s, const json_t *root, const char *key, uint32_t low,
                       uint32_t high, uint32_t *value) {
  const json_t *number = json_object_get(root, key);
  if (!is_number(number, low, high)) {
    char accepted[64];
    (void)snprintf(accepted, sizeof accepted, "a number from %u to %u", low, high);
    return fail(s, key, accepted);
  }
  *value = (uint32_t)json_integer_value(number);
  return true;
}

static bool get_entry(const source_t *s, const json_t *object, uint32_t step, uint64_t line,
                      bool origins, schedule_entry_t *e) {
  static const char *const kKeys[] = {"src", "dst", "origin"};
  uint32_t *const values[] = {&e->src, &e->dst, &e->origin};
  e->step = step;
  e->line = line;
  for (size_t i = 0; i < (origins ? 3 : 2); i++) {
    const json_t *number = json_object_get(object, kKeys[i]);
    if (!is_number(number, 0, SCHEDULE_NODES - 1)) {
      return noc_fail(s->error, NOC_BAD_INPUT,
                      "%s:%" PRIu64 ": '%s' is missing or unfit; it must be a node", s->path, line,
                      kKeys[i]);
    }
    *values[i] = (uint32_t)json_integer_value(number);
  }
  e->origin = origins ? e->origin : e->src;
  const json_t *path = json_object_get(object, "path");
  e->length = (uint32_t)json_array_size(path);
  e->path = calloc((size_t)e->length + 1, sizeof *e->path);
  if (e->path == NULL) {
    return memory_fail(s->error, "a schedule");
  }
  bool ok = e->length >= 3;
  for (uint32_t i = 0; i < e->length && ok; i++) {
    const json_t *number = json_array_get(path, i);
    ok = is_number(number, 0, NOC_MAX_NODES);
    e->path[i] = ok ? (uint32_t)json_integer_value(number) : 0;
  }
  return ok || noc_fail(s->error, NOC_BAD_INPUT,
                        "%s:%" PRIu64
                        ": 'path' is missing or unfit; it must be a node, routers and a node",
                        s->path, line);
}

static bool get_entries(const source_t *s, const json_t *root, schedule_read_t *r) {
  const json_t *steps = json_object_get(root, "schedule");
  size_t count = 0;
  if (!json_is_array(steps) || json_array_size(steps) > SCHEDULE_STEPS) {
    return fail(s, "schedule", "a list of steps");
  }
  for (size_t t = 0; t < json_array_size(steps); t++) {
    if (!json_is_array(json_array_get(steps, t))) {
      return fail(s, "schedule", "a list of steps, each a list of messages");
    }
    count += json_array_size(json_array_get(steps, t));
  }
  uint64_t *line = find_lines(s->text, (uint32_t)count);
  r->entry = calloc(count + 1, sizeof *r->entry);
  bool ok = line != NULL && r->entry != NULL;
  if (!ok) {
    (void)memory_fail(s->error, "a schedule");
  }
  const bool origins = r->collective != NULL && (strcmp(r->collective, "broadcast") == 0 ||
                                                 strcmp(r->collective, "multicast") == 0 ||
                                                 strcmp(r->collective, "allgather") == 0);
  for (size_t t = 0; t < json_array_size(steps) && ok; t++) {
    const json_t *step = json_array_get(steps, t);
    for (size_t i = 0; i < json_array_size(step) && ok; i++) {
      const uint32_t next = r->entries++;
      ok = get_entry(s, json_array_get(step, i), (uint32_t)t, line[next], origins, &r->entry[next]);
    }
  }
  free(line);
  return ok &&
         ((r->steps == json_array_size(steps)) ||
          noc_fail(s->error, NOC_BAD_INPUT, "%s: 'steps'" SAY_IS("%u", "%zu, those there are"),
                   s->path, r->steps, json_array_size(steps)));
}

static bool get_all(const source_t *s, const json_t *root, schedule_read_t *r) {
  const char *schema = json_string_value(json_object_get(root, "schema"));
  if (schema == NULL || strcmp(schema, "nocstep.schedule/1") != 0) {
    return fail(s, "schema", "nocstep.schedule/1");
  }
  const json_t *optimal = json_object_get(root, "optimal");
  r->optimal = json_is_true(optimal);
  return get_text(s, root, "topology", &r->topology) &&
         get_text(s, root, "collective", &r->collective) && get_text(s, root, "from", &r->from) &&
         get_text(s, root, "to", &r->to) &&
         get_number(s, root, "ports", 1, SCHEDULE_PORTS, &r->ports) &&
         get_number(s, root, "max_detour", 0, SCHEDULE_DETOUR, &r->max_detour) &&
         get_number(s, root, "lower_bound", 0, SCHEDULE_STEPS, &r->lower_bound) &&
         get_number(s, root, "steps", 1, SCHEDULE_STEPS, &r->steps) &&
         (json_is_boolean(optimal) || fail(s, "optimal", "true or false")) &&
         get_entries(s, root, r);
}

// Where the text is no JSON. jansson has no words when it gets no memory for its first buffer.
static bool fail_text(const char *path, const json_error_t *why, noc_error_t *error) {
  if (why->text[0] == '\0' || json_error_code(why) == json_error_out_of_memory) {
    return memory_fail(error, "a schedule");
  }
  return noc_fail(error, NOC_BAD_INPUT, "%s:%d:%d: %s", path, why->line, why->column, why->text);
}

bool schedule_read(const char *path, schedule_read_t *r, noc_error_t *error) {
  *r = (schedule_read_t){0};
  source_t s = {.path = path, .text = read_text(path, error), .error = error};
  if (s.text == NULL) {
    return false;
  }
  json_error_t why;
  json_t *root = json_loads(s.text, JSON_REJECT_DUPLICATES, &why);
  const bool ok = root == NULL ? fail_text(path, &why, error) : get_all(&s, root, r);
  json_decref(root);
  free(s.text);
  if (!ok) {
    schedule_read_free(r);
  }
  return ok;
}

void schedule_read_free(schedule_read_t *r) {
  for (uint32_t i = 0; r->entry != NULL && i < r->entries; i++) {
    free(r->entry[i].path);
  }
  free(r->entry);
  free(r->topology);
  free(r->collective);
  free(r->from);
  free(r->to);
  *r = (schedule_read_t){0};
}
