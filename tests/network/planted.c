// planted -- see planted.h.

#include "network/planted.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "dut/files.h"
#include "dut/plugin.h"
#include "lockstep/factory.h"
#include "network/recording_bank.h"

static char home[FILES_PATH];  // of the unchanged sources
static char copy[FILES_PATH];

static const char *const kFolders[] = {"router", "ni", "coding", "multicast"};
enum { FOLDERS = sizeof kFolders / sizeof kFolders[0] };

// The text with its first `from` changed, or as it was without one. Frees it.
static char *changed(char *text, const char *from, const char *to) {
  char *at = strstr(text, from);
  const size_t size = strlen(text) + strlen(to) + 1;
  char *out = at != NULL ? malloc(size) : NULL;
  if (out == NULL) {
    free(text);
    return NULL;
  }
  (void)snprintf(out, size, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
  free(text);
  return out;
}

static void copy_file(const char *folder, const char *name, const char *file, const char *from,
                      const char *to) {
  char path[FILES_PATH];
  assert_true(path_print(path, "%s/rtl/%s/%s", home, folder, name));
  char *text = file_read(path);
  assert_non_null(text);
  if (strcmp(name, file) == 0) {
    text = changed(text, from, to);
    if (text == NULL) {
      fail_msg("%s no longer has: %s", file, from);
    }
  }
  assert_true(path_print(path, "%s/rtl/%s/%s", copy, folder, name));
  FILE *out = fopen(path, "w");
  assert_true(out != NULL && fputs(text, out) >= 0);
  assert_int_equal(fclose(out), 0);
  free(text);
}

void planted_change(const char *file, const char *from, const char *to) {
  for (size_t f = 0; f < FOLDERS; f++) {
    char path[FILES_PATH];
    assert_true(path_print(path, "%s/rtl/%s", home, kFolders[f]));
    dir_names_t names = dir_names(path, ".sv");
    assert_true(names.count > 0);
    for (size_t i = 0; i < names.count; i++) {
      copy_file(kFolders[f], names.name[i], file, from, to);
    }
    dir_names_free(&names);
  }
}

static bool link_folder(const char *name) {
  char from[FILES_PATH];
  char to[FILES_PATH];
  return path_print(from, "%s/%s", home, name) && path_print(to, "%s/%s", copy, name) &&
         symlink(from, to) == 0;
}

int planted_setup(void **state) {
  (void)state;
  noc_error_t error = {0};
  char path[FILES_PATH];
  char pattern[] = "/tmp/nocstep-planted-XXXXXX";
  if (!plugin_home(home, &error) || mkdtemp(pattern) == NULL || !path_print(copy, "%s", pattern)) {
    return -1;
  }
  for (size_t f = 0; f < FOLDERS; f++) {
    if (!path_print(path, "%s/rtl/%s", copy, kFolders[f]) || !dir_make(path)) {
      return -1;
    }
  }
  plugin_quiet(true);
  return link_folder("tb") && link_folder("csim") && setenv("NOCSTEP_HOME", copy, 1) == 0 ? 0 : -1;
}

int planted_teardown(void **state) {
  (void)state;
  dir_remove(copy);
  return 0;
}

bank_t *planted_factory(const char *kind, const bank_config_t *config, void *context,
                        noc_error_t *error) {
  return config->component == COMPONENT_ROUTER ? bank_factory(kind, config, context, error)
                                               : recording_factory("ref", config, context, error);
}
