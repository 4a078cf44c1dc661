// module_pins -- see module_pins.h.

#include "foreign/module_pins.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dut/files.h"

// Characters that C has no names with are __0 and two hexadecimal digits: rst__n is rst___05Fn.
static void decode(const char *member, char *name, size_t size) {
  size_t used = 0;
  for (const char *c = member; *c != '\0' && used + 1 < size; c++) {
    unsigned code = 0;
    if (strncmp(c, "__0", 3) == 0 && isxdigit((unsigned char)c[3]) &&
        isxdigit((unsigned char)c[4]) && sscanf(c + 3, "%2x", &code) == 1) {
      name[used++] = (char)code;
      c += 4;
    } else {
      name[used++] = *c;
    }
  }
  name[used] = '\0';
}

// "&valid,3,0)" or "(&flit)[5][2],67,0,3)"
static bool parse_row(const char *text, pin_row_t *row) {
  unsigned high = 0;
  unsigned low = 0;
  text += *text == '(';
  if (sscanf(text, "&%255[A-Za-z0-9_$]", row->member) != 1) {
    return false;
  }
  text += strlen(row->member) + 1;
  text += *text == ')';
  row->elements = 1;
  while (*text == '[') {
    const unsigned long count = strtoul(text + 1, NULL, 10);
    row->elements *= (uint32_t)count;
    text += strcspn(text, "]");
    text += *text == ']';
  }
  if (sscanf(text, ",%u,%u", &high, &low) != 2 || high < low || row->elements == 0) {
    return false;
  }
  row->bits = high - low + 1;
  decode(row->member, row->name, sizeof row->name);
  return true;
}

bool pins_next(const char **at, pin_row_t *row) {
  for (const char *line = *at; line != NULL && *line != '\0';) {
    const char *text = line + strspn(line, " \t");
    const char *next = strchr(line, '\n');
    line = next != NULL ? next + 1 : "";
    row->inout = strncmp(text, "VL_INOUT", 8) == 0;
    row->output = strncmp(text, "VL_OUT", 6) == 0;
    if (row->inout || row->output || strncmp(text, "VL_IN", 5) == 0) {
      const char *open = strchr(text, '(');
      if (open != NULL && parse_row(open + 1, row)) {
        *at = line;
        return true;
      }
    }
  }
  return false;
}

bool pins_write(const char *folder, const char *prefix, const char *what, noc_error_t *error) {
  char from[FILES_PATH];
  char to[FILES_PATH];
  char *text = path_print(from, "%s/%s.h", folder, prefix) ? file_read(from) : NULL;
  FILE *out = path_print(to, "%s/table.h", folder) ? fopen(to, "w") : NULL;
  const char *at = text;
  bool ok = text != NULL && out != NULL;
  pin_row_t row;
  if (!ok) {
    (void)noc_fail(error, NOC_ENVIRONMENT, "%s: cannot write %s", what, to);
  }
  unsigned rows = 0;
  while (ok && pins_next(&at, &row)) {
    if (row.inout) {
      ok = noc_fail(error, NOC_BAD_INPUT,
                    "%s: pin %s" SAY_IS("an inout", "an input or an output of the top module"),
                    what, row.name);
    }
    ok = ok && fprintf(out, "PIN(%s, \"%s\", %s, %u, %u)\n", row.member, row.name,
                       row.output ? "true" : "false", row.bits, row.elements) > 0;
    rows++;
  }
  if (ok && rows == 0) {
    ok = noc_fail(error, NOC_BAD_INPUT, "%s: " SAY_THERE_IS("no pin", "inputs and outputs"), what);
  }
  if (out != NULL && fclose(out) != 0 && ok) {
    ok = noc_fail(error, NOC_ENVIRONMENT, "%s: cannot write %s", what, to);
  }
  free(text);
  return ok;
}
