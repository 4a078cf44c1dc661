// repro -- see repro.h.

#include "runs/repro.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory_stream.h"
#include "scenario/scenario_keys.h"
#include "scenario/scenario_load.h"
#include "topology/topology.h"

static const char kSeed[] = "run.seed";

// One word of a shell, in quotes if it needs them; a quote inside ends them, stands alone, and they
// go on.
static void print_quoted(FILE *out, const char *word) {
  static const char kPlain[] =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./=,:+@-";
  if (*word != '\0' && word[strspn(word, kPlain)] == '\0') {
    (void)fputs(word, out);
    return;
  }
  (void)fputc('\'', out);
  for (; *word != '\0'; word++) {
    (void)fputs(*word == '\'' ? "'\\''" : (const char[]){*word, '\0'}, out);
  }
  (void)fputc('\'', out);
}

// A file or folder by its whole name, as it is if it is not there.
static void print_file(FILE *out, const char *path) {
  char *whole = realpath(path, NULL);
  print_quoted(out, whole != NULL ? whole : path);
  free(whole);
}

// This program.
static void print_program(FILE *out) {
  char path[PATH_MAX];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  path[length > 0 ? length : 0] = '\0';
  char *gone = strstr(path, " (deleted)");  // built anew since
  if (gone != NULL && gone[strlen(" (deleted)")] == '\0') {
    *gone = '\0';
  }
  if (length > 0) {
    print_quoted(out, path);
  } else {
    (void)fputs("nocstep", out);
  }
}

static void print_home(FILE *out) {
  const char *home = getenv("NOCSTEP_HOME");
  if (home != NULL && *home != '\0') {  // other sources than those beside the program
    (void)fputs("NOCSTEP_HOME=", out);
    print_file(out, home);
    (void)fputc(' ', out);
  }
}

static void print_options(FILE *out, const char *option, const string_list_t *list) {
  for (size_t i = 0; i < list->count; i++) {
    (void)fprintf(out, " %s ", option);
    print_quoted(out, list->item[i]);
  }
}

// Where the name of a file begins in a set, which is then seen from the current folder; NULL: there
// is none.
static const char *file_in(const char *set) {
  const char *equals = strchr(set, '=');
  const scenario_key_t *key = equals != NULL ? key_find_path(set, (size_t)(equals - set)) : NULL;
  if (key == NULL) {
    return NULL;
  }
  return strcmp(key->name, "topology") == 0 ? topology_file(equals + 1)
         : key->type == KEY_FILE            ? equals + 1
                                            : NULL;
}

static void print_set(FILE *out, const char *set) {
  const char *file = file_in(set);
  char *whole = file != NULL ? realpath(file, NULL) : NULL;
  char *text = NULL;
  (void)fputs(" --set ", out);
  if (whole != NULL && asprintf(&text, "%.*s%s", (int)(file - set), set, whole) >= 0) {
    print_quoted(out, text);
    free(text);
  } else {
    print_quoted(out, set);
  }
  free(whole);
}

// Each key once, as the last one has it.
static void print_sets(FILE *out, const string_list_t *sets, const scenario_t *s) {
  bool seed = false;
  for (size_t i = 0; i < sets->count; i++) {
    bool replaced = false;
    for (size_t k = i + 1; k < sets->count; k++) {
      replaced = replaced || key_same(sets->item[i], sets->item[k]);
    }
    seed = seed || key_same(sets->item[i], kSeed);
    if (!replaced) {
      print_set(out, sets->item[i]);
    }
  }
  if (!seed && s != NULL) {
    (void)fprintf(out, " --set %s=%" PRIu64, kSeed, s->seed);
  }
}

// The scenario as an argument of printf, in quotes.
static void print_text(FILE *out, const char *text) {
  (void)fputc('\'', out);
  for (; *text != '\0'; text++) {
    (void)fputs(*text == '\''   ? "'\\''"
                : *text == '\n' ? "\\n"
                : *text == '%'  ? "%%"
                : *text == '\\' ? "\\\\"
                                : (const char[]){*text, '\0'},
                out);
  }
  (void)fputc('\'', out);
}

// A pipe has nothing more to read: the scenario goes into another one.
static bool print_piped(FILE *out, const scenario_t *s) {
  char *text = NULL;
  size_t length = 0;
  FILE *yaml = memory_stream(&text, &length);
  bool ok = yaml != NULL && scenario_write_absolute(s, yaml);
  ok = yaml != NULL && fclose(yaml) == 0 && ok;
  if (ok) {
    (void)fputs("printf ", out);
    print_text(out, text);
    (void)fputs(" | ", out);
  }
  free(text);
  return ok;
}

static bool is_file(const char *path) {
  struct stat status;
  return strcmp(path, "-") != 0 && stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

void repro_places(FILE *out, const cli_t *cli) {
  print_options(out, "--rtl-at", &cli->rtl_at);
  print_options(out, "--lockstep-at", &cli->lockstep_at);
}

char *repro_line(const cli_t *cli, const scenario_t *s) {
  char *line = NULL;
  size_t length = 0;
  FILE *out = memory_stream(&line, &length);
  if (out == NULL) {
    return NULL;
  }
  const bool piped = cli->report == NULL && s != NULL && !is_file(cli->scenario);
  bool ok = !piped || print_piped(out, s);
  print_home(out);
  print_program(out);
  (void)fputs(" run ", out);
  if (cli->report != NULL) {
    char file[PATH_MAX];
    char *folder = realpath(cli->report, NULL);
    (void)snprintf(file, sizeof file, "%s/scenario.yaml", folder != NULL ? folder : cli->report);
    print_quoted(out, file);
    free(folder);
  } else if (piped) {
    (void)fputs("-", out);
  } else {
    print_file(out, cli->scenario);
    print_sets(out, &cli->sets, s);
  }
  repro_places(out, cli);
  ok = fclose(out) == 0 && ok;
  if (!ok) {
    free(line);
    line = NULL;
  }
  return line;
}
