// source_lines -- see source_lines.h.

#include "runs/source_lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dut/files.h"

static void open_file(source_lines_t *s, const char *file) {
  char path[FILES_PATH];
  if (s->file != NULL && strcmp(s->file, file) == 0) {
    return;
  }
  free(s->file);
  free(s->text);
  s->file = strdup(file);
  s->text =
      path_print(path, "%s%s%s", file[0] == '/' ? "" : s->home, file[0] == '/' ? "" : "/", file)
          ? file_read(path)
          : NULL;
}

char *source_line(source_lines_t *s, const char *file, unsigned line, char *out, size_t size) {
  open_file(s, file);
  const char *at = s->text != NULL ? s->text : "";
  for (unsigned i = 1; i < line && *at != '\0'; i++) {
    at += strcspn(at, "\n");
    at += *at == '\n';
  }
  at += strspn(at, " \t");
  size_t length = strcspn(at, "\n");
  for (size_t i = 0; i + 1 < length; i++) {
    length = at[i] == '/' && at[i + 1] == '/' ? i : length;
  }
  while (length > 0 && strchr(" \t\r", at[length - 1]) != NULL) {
    length--;
  }
  (void)snprintf(out, size, "%.*s", (int)length, at);
  return out;
}

void source_lines_free(source_lines_t *s) {
  free(s->file);
  free(s->text);
  s->file = s->text = NULL;
}
