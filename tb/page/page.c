// page -- see page.h.

#include "page/page.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

// The text of each file ends with a zero: page_files.S.
#define FILES(X)                \
  X(head_html, "head.html")     \
  X(verify_html, "verify.html") \
  X(page_css, "page.css")       \
  X(page_js, "page.js")         \
  X(verify_js, "verify.js")     \
  X(run_html, "run.html")       \
  X(map_js, "map.js")           \
  X(run_js, "run.js")           \
  X(charts_js, "charts.js")     \
  X(uplot_css, "uplot.css")     \
  X(uplot_js, "uplot.js")

#define DECLARE(symbol, name) extern const char page_file_##symbol[];
FILES(DECLARE)

static const struct {
  const char *name, *text;
} kFile[] = {
#define ROW(symbol, name) {name, page_file_##symbol},
    FILES(ROW)
#undef ROW
};

enum { FILE_COUNT = sizeof kFile / sizeof kFile[0], NAME = 32 };

static const char *file_text(const char *name) {
  for (size_t i = 0; i < FILE_COUNT; i++) {
    if (strcmp(kFile[i].name, name) == 0) {
      return kFile[i].text;
    }
  }
  return NULL;
}

bool page_has_charts(void) {
  return file_text("uplot.js")[0] != '\0';
}

static bool is_template(const char *name) {
  const char *end = strrchr(name, '.');
  return end != NULL && strcmp(end, ".html") == 0;
}

static void write_place(const char *name, const page_part_t *part, size_t parts,
                        const void *context, FILE *out) {
  const char *text = file_text(name);
  if (text != NULL && is_template(name)) {
    page_write(name, part, parts, context, out);
    return;
  }
  if (text != NULL) {
    (void)fputs(text, out);
    return;
  }
  size_t i = 0;
  while (i < parts && strcmp(part[i].name, name) != 0) {
    i++;
  }
  assert(i < parts);
  if (i < parts) {
    part[i].write(context, out);
  }
}

void page_write(const char *name, const page_part_t *part, size_t parts, const void *context,
                FILE *out) {
  const char *text = file_text(name);
  for (const char *place = strstr(text, "{{"); place != NULL; place = strstr(text, "{{")) {
    const char *end = strstr(place, "}}");
    char word[NAME] = "";
    assert(end != NULL && end - place < NAME);
    (void)fwrite(text, 1, (size_t)(place - text), out);
    (void)snprintf(word, sizeof word, "%.*s", (int)(end - place - 2), place + 2);
    write_place(word, part, parts, context, out);
    text = end + 2;
  }
  (void)fputs(text, out);
}

void page_text(const char *text, FILE *out) {
  for (const char *c = text; *c != '\0'; c++) {
    switch (*c) {
      case '<':
        (void)fputs("&lt;", out);
        break;
      case '>':
        (void)fputs("&gt;", out);
        break;
      case '&':
        (void)fputs("&amp;", out);
        break;
      case '"':
        (void)fputs("&quot;", out);
        break;
      default:
        // Control characters have no place in a page.
        (void)fputc((unsigned char)*c < ' ' && *c != '\n' && *c != '\t' ? '?' : *c, out);
    }
  }
}

void page_number(uint64_t value, FILE *out) {
  char digits[24];
  const int length = snprintf(digits, sizeof digits, "%" PRIu64, value);
  if (length < 5) {
    (void)fputs(digits, out);
    return;
  }
  for (int i = 0; i < length; i++) {
    const bool begins = i > 0 && (length - i) % 3 == 0;
    (void)fprintf(out, "%s%c", !begins ? "" : i > 3 ? "</b><b>" : "<b>", digits[i]);
  }
  (void)fputs("</b>", out);
}

void page_cell(uint64_t value, FILE *out) {
  (void)fputs("<td class=\"n\">", out);
  if (value == UINT64_MAX) {
    (void)fputc('-', out);
  } else {
    page_number(value, out);
  }
  (void)fputs("</td>", out);
}

void page_data(const char *json, FILE *out) {
  while (*json != '\0') {
    const size_t plain = strcspn(json, "<\n");
    (void)fwrite(json, 1, plain, out);
    json += plain;
    if (*json == '<') {  // in strings only: it would end the script, or begin a comment
      (void)fputs("\\u003c", out);
      json++;
    } else if (*json == '\n') {  // between members only
      json++;
      json += strspn(json, " ");
    }
  }
}

// --- addresses -----------------------------------------------------------------------------------

// The path with a slash behind it; false if it is not there.
static bool canonical(const char *path, char out[PATH_MAX + 1]) {
  if (realpath(path, out) == NULL) {
    return false;
  }
  const size_t length = strlen(out);
  if (length > 1) {  // not the root
    out[length] = '/';
    out[length + 1] = '\0';
  }
  return true;
}

static void add(char *out, size_t size, const char *bytes) {
  const size_t at = strlen(out);
  if (at + strlen(bytes) < size) {
    (void)snprintf(out + at, size - at, "%s", bytes);
  }
}

void page_address(const char *folder, const char *path, char *out, size_t size) {
  char from[PATH_MAX + 1];
  char to[PATH_MAX + 1];
  size_t same = 0;  // bytes up to the end of the last folder that both have
  out[0] = '\0';
  if (!canonical(folder, from) || !canonical(path, to)) {
    return;
  }
  for (size_t i = 0; from[i] != '\0' && from[i] == to[i]; i++) {
    same = from[i] == '/' ? i + 1 : same;
  }
  for (const char *c = from + same; *c != '\0'; c++) {
    add(out, size, *c == '/' ? "../" : "");
  }
  for (const char *c = to + same; *c != '\0'; c++) {
    char byte[4];
    const bool plain = isalnum((unsigned char)*c) || strchr("/-._~", *c) != NULL;
    (void)snprintf(byte, sizeof byte, plain ? "%c" : "%%%02X", (unsigned)(unsigned char)*c);
    add(out, size, byte);
  }
  const size_t length = strlen(out);
  if (length == 0) {
    add(out, size, ".");
  } else {
    out[length - 1] = '\0';  // a slash
  }
}
