// wave_save -- what a save file of waves is made of, whatever the viewer: signals in an order, how
// they are shown, groups of them, lines of text, markers. wave_gtkw.c writes GTKWave's,
// wave_sucl.c commands for Surfer, wave_ron.c its state; what is in them says wave_content.c.

#ifndef NOC_WAVE_SAVE_H
#define NOC_WAVE_SAVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef enum { SAVE_HEX, SAVE_DEC, SAVE_BIN, SAVE_KIND, SAVE_TEXT } save_show_t;
typedef enum { SAVE_PLAIN, SAVE_RTL, SAVE_REF, SAVE_LINK } save_color_t;

enum {
  SAVE_LETTERS = 60,  // of a title or a line of text
  SAVE_MARKS = 26,
  SAVE_MARK = 48
};

typedef struct {
  save_show_t show;
  save_color_t color;
  const char *alias;  // shown in the place of the name; NULL: none
  const char *scope;  // below noc: "router_1,0.rtl", ""
  const char *name;
  unsigned bits;  // 0: a text
} save_signal_t;

// A marker with a name; no two at one time.
typedef struct {
  uint64_t time;
  char name[SAVE_MARK];
} save_mark_t;

// The place of an item below groups.
typedef struct {
  unsigned level;  // groups around it
  bool open;       // what is in it is shown
} save_node_t;

typedef struct save_format save_format_t;

typedef struct {
  FILE *out;
  const save_format_t *format;
  const char *dump;  // the file of the waves
  uint64_t start;    // what is shown begins here
  uint64_t last;     // the last time of the waves; 0: not known
  bool marked;       // at `marker`
  uint64_t marker;
  save_mark_t mark[SAVE_MARKS];  // in the order of time
  unsigned marks;
  unsigned items;   // written until now, by formats that count them
  unsigned hidden;  // groups around that are left out, by formats that cannot close them
  // By formats that list all items at their end: `items` nodes, which end() frees.
  save_node_t *node;
  unsigned level;
  bool failed;  // memory is short
} save_t;

// Groups end in the order in which they have begun, the last one first, with the same words.
struct save_format {
  void (*begin)(save_t *s);
  void (*group)(save_t *s, bool open, const char *title);
  void (*group_end)(save_t *s, bool open, const char *title);
  void (*comment)(save_t *s, const char *text, size_t length);
  void (*signal)(save_t *s, const save_signal_t *signal);
  void (*end)(save_t *s);
};

extern const save_format_t kSaveGtkw, kSaveSurfer, kSaveSurferState;

// How a field with this radix is shown.
save_show_t save_show_of(const char *radix);
// So many letters of a text fill a line of `letters`, in whole words.
size_t save_fitting(const char *text, size_t letters);

#endif
