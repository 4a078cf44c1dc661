// wave_ron -- a state file of Surfer (wave_save.h): surfer FILE.fst --state-file FILE.surf.ron. It
// is what Surfer keeps of its own state, in Rusty Object Notation, with groups that can be closed.
// No document describes it: this has the fields that the sources of Surfer 0.4 ask for (state.rs,
// wave_data.rs, displayed_item.rs, viewport.rs), which 0.7 asks for as well. What they call an
// option may be left out. Surfer finds signals by their names when `id` is None.

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lockstep/wave_surfer.h"

static void quoted(const save_t *s, const char *text, size_t length) {
  (void)fputc('"', s->out);
  for (size_t i = 0; i < length; i++) {
    if (text[i] == '"' || text[i] == '\\') {
      (void)fputc('\\', s->out);
    }
    (void)fputc(text[i], s->out);
  }
  (void)fputc('"', s->out);
}

static void option(const save_t *s, const char *field, const char *text) {
  if (text != NULL) {
    (void)fprintf(s->out, ", %s: Some(", field);
    quoted(s, text, strlen(text));
    (void)fputc(')', s->out);
  }
}

// A number of any size: its sign, then its digits to the base 2^32, the lowest first.
static void number(const save_t *s, uint64_t value) {
  const uint32_t low = (uint32_t)value;
  const uint32_t high = (uint32_t)(value >> 32);
  if (high != 0) {
    (void)fprintf(s->out, "(1, [%" PRIu32 ", %" PRIu32 "])", low, high);
  } else if (low != 0) {
    (void)fprintf(s->out, "(1, [%" PRIu32 "])", low);
  } else {
    (void)fputs("(0, [])", s->out);
  }
}

static void begin(save_t *s) {
  (void)fputs(
      "// A state file of Surfer 0.4 and later: surfer FILE.fst --state-file FILE.surf.ron\n"
      "(\n"
      "waves: Some((\n"
      "source: File(",
      s->out);
  quoted(s, s->dump, strlen(s->dump));
  (void)fputs("),\nformat: Fst,\ndisplayed_items: {\n", s->out);
}

// The next item begins, and its place in the tree is kept until all have come.
static void item(save_t *s, bool open) {
  save_node_t *node = realloc(s->node, (s->items + 1) * sizeof *node);
  if (node == NULL) {
    s->failed = true;
    return;
  }
  s->node = node;
  s->node[s->items++] = (save_node_t){.level = s->level, .open = open};
  (void)fprintf(s->out, "(%u): ", s->items);
}

static void group(save_t *s, bool open, const char *title) {
  item(s, open);
  (void)fputs("Group((name: ", s->out);
  quoted(s, title, strlen(title));
  (void)fprintf(s->out, ", content: [], is_open: %s)),\n", open ? "true" : "false");
  s->level++;
}

static void group_end(save_t *s, bool open, const char *title) {
  (void)open;
  (void)title;
  s->level--;
}

static void comment(save_t *s, const char *text, size_t length) {
  item(s, true);
  (void)fputs("Divider((", s->out);
  if (length > 0) {
    (void)fputs("name: Some(", s->out);
    quoted(s, text, length);
    (void)fputc(')', s->out);
  }
  (void)fputs(")),\n", s->out);
}

static void wave_signal(save_t *s, const save_signal_t *signal) {
  item(s, true);
  (void)fputs("Variable((variable_ref: (path: (strs: [\"noc\"", s->out);
  for (const char *scope = signal->scope; *scope != '\0';) {
    const size_t length = strcspn(scope, ".");
    (void)fputs(", ", s->out);
    quoted(s, scope, length);
    scope += length + (scope[length] == '.');
  }
  (void)fputs("], id: None), name: ", s->out);
  quoted(s, signal->name, strlen(signal->name));
  (void)fputs(", id: None), display_name: ", s->out);
  quoted(s, signal->name, strlen(signal->name));
  (void)fputs(", display_name_type: Unique, field_formats: []", s->out);
  option(s, "manual_name", signal->alias);
  option(s, "format", surfer_format(signal));
  option(s, "color", surfer_color(signal));
  (void)fputs(")),\n", s->out);
}

static void tree(const save_t *s) {
  (void)fputs("},\nitems_tree: (items: [\n", s->out);
  for (unsigned i = 0; i < s->items; i++) {
    (void)fprintf(s->out, "(item_ref: (%u), level: %u, unfolded: %s, selected: false),\n", i + 1,
                  s->node[i].level, s->node[i].open ? "true" : "false");
  }
  (void)fprintf(s->out, "]),\ndisplay_item_ref_counter: %u,\n", s->items);
}

static void times(const save_t *s) {
  // Shares of the whole time.
  const double left = s->last > 0 ? (double)s->start / (double)s->last : 0;
  const double right = s->last > 0 ? (double)(s->start + SURFER_SPAN) / (double)s->last : 1;
  (void)fputs("viewports: [(", s->out);
  static const char *const kSides[] = {"curr", "target", "move_start"};
  for (size_t i = 0; i < sizeof kSides / sizeof kSides[0]; i++) {
    (void)fprintf(s->out, "%s_left: (%.9f), %s_right: (%.9f), ", kSides[i], left, kSides[i], right);
  }
  (void)fputs("move_strategy: Instant)],\n", s->out);
  if (s->marked) {
    (void)fputs("cursor: Some(", s->out);
    number(s, s->marker);
    (void)fputs("),\n", s->out);
  }
  (void)fputs("markers: {", s->out);
  for (unsigned i = 0; i < s->marks; i++) {
    (void)fprintf(s->out, "%s%u: ", i > 0 ? ", " : "", i);
    number(s, s->mark[i].time);
  }
  (void)fputs("},\n", s->out);
}

static void end(save_t *s) {
  // A marker has its name as an item.
  for (unsigned i = 0; i < s->marks; i++) {
    item(s, true);
    (void)fprintf(s->out, "Marker((idx: %u", i);
    option(s, "name", s->mark[i].name);
    (void)fputs(")),\n", s->out);
  }
  tree(s);
  times(s);
  (void)fputs(
      "focused_transaction: (None, None),\n"
      "default_variable_name_type: Unique,\n"
      "scroll_offset: 0.0,\n"
      "display_variable_indices: true,\n"
      "graphics: {},\n"
      ")),\n"
      "drag_started: false,\n"
      "blacklisted_translators: [],\n"
      "show_about: false,\n"
      "show_keys: false,\n"
      "show_gestures: false,\n"
      "show_quick_start: false,\n"
      "show_license: false,\n"
      "show_performance: false,\n"
      "show_logs: false,\n"
      "show_cursor_window: false,\n"
      "wanted_timeunit: NanoSeconds,\n"
      "show_url_entry: false,\n"
      "variable_name_filter_focused: false,\n"
      "variable_filter: (name_filter_type: Contain, name_filter_str: \"\", "
      "name_filter_case_insensitive: true, include_inputs: true, include_outputs: true, "
      "include_inouts: true, include_others: true, group_by_direction: false),\n"
      ")\n",
      s->out);
  free(s->node);
  s->node = NULL;
}

const save_format_t kSaveSurferState = {begin, group, group_end, comment, wave_signal, end};
