// page -- an HTML page that needs nothing beside itself: a template of this folder (verify.html,
// run.html) with style, scripts, data and tables in it.
//
// A place of a template is {{name}}. If a file of the folder has that name, its text goes there;
// that of another template, such as head.html, with its places filled in. Else the part of that
// name is asked to write. What is in tables is in the data too, from which the scripts draw;
// without charts or scripts the tables are the page.

#ifndef NOCSTEP_PAGE_H
#define NOCSTEP_PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define PAGE_SCHEMA "nocstep.page/1"
#define PAGE_NAME   "index.html"  // in the folder of --html

typedef struct {
  const char *name;
  void (*write)(const void *context, FILE *out);
} page_part_t;

// Writes the page of this template, "verify.html"; errors are those of the stream. The template
// has no place without a part.
void page_write(const char *name, const page_part_t *part, size_t parts, const void *context,
                FILE *out);

// The library of charts was there when nocstep was built.
bool page_has_charts(void);

// Text, and the value of an attribute, with what HTML would take for its own written otherwise.
void page_text(const char *text, FILE *out);
// A number, its digits by threes: with space between that is no part of the text.
void page_number(uint64_t value, FILE *out);
// The same as a cell of a table; "-" for UINT64_MAX.
void page_cell(uint64_t value, FILE *out);
// A text of JSON between the tags of a script, which it cannot end; its indentation is left out.
void page_data(const char *json, FILE *out);
// The address of a file or folder as seen from a folder: "../bad/group-1". "" if one is not there.
// Bytes that an address cannot have are written as %XX.
void page_address(const char *folder, const char *path, char *out, size_t size);

#endif
