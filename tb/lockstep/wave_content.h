// wave_content -- what is in a save file of a wave; see wave_content.c and wave_way.c.

#ifndef NOC_WAVE_CONTENT_H
#define NOC_WAVE_CONTENT_H

#include "lockstep/wave_save.h"
#include "lockstep/wave_state.h"

typedef struct {
  save_t *save;
  const wave_t *wave;
  const bank_mismatch_t *mismatch;
} content_t;

// Writes the save file of a wave in a format.
bool content_write(const wave_t *w, const save_format_t *format, FILE *out);

// Their lines.
void content_group(const content_t *c, bool open, const char *title);
void content_group_end(const content_t *c, bool open, const char *title);
void content_comment(const content_t *c, const char *text);
void content_signal(const content_t *c, save_show_t show, save_color_t color, const char *alias,
                    const char *scope, const char *name, unsigned bits);
// The title of a field's group, which says what the field is; and all of it, where the title is too
// short for that.
void content_field_title(const bundle_field_t *f, char title[SAVE_LETTERS + 1]);
void content_field_meaning(const content_t *s, const bundle_field_t *f);
// A variable of a component, on all its sides.
void content_both_sides(const content_t *s, const wave_component_t *c, const wave_var_t *v);
// The side that has all variables of a component; the other has no more.
const wave_side_t *content_side(const wave_component_t *of);

// The pipeline of the component that differs, at the port and VC that do (wave_way.c): an open
// group. Nothing where nothing differs.
void content_pipeline(const content_t *c);
// The way of the packet that is followed (wave_way.c): its group, and its markers.
void content_way(const content_t *c);
void content_marks(const content_t *c);

#endif
