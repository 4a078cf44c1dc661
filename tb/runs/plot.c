// plot -- see plot.h.

#include "runs/plot.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <strings.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runs/output.h"
#include "runs/ranks.h"

plot_look_t plot_look(size_t i) {
  static const char *const kColours[PLOT_COLOURS] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                                     "#E69F00", "#56B4E9", "#000000", "#8C6D31"};
  // Square, circle, triangles, diamond, pentagon.
  static const unsigned kMarks[] = {5, 7, 9, 11, 13, 15};
  static const char *const kFills[] = {"solid 0.85 noborder", "pattern 4 border",
                                       "pattern 1 border",    "pattern 5 border",
                                       "pattern 6 border",    "pattern 7 border"};
  // Not 2 and 3: lines across a panel, and references.
  static const unsigned kDashes[] = {1, 4, 5};
  enum { MARKS = sizeof kMarks / sizeof kMarks[0], DASHES = sizeof kDashes / sizeof kDashes[0] };
  _Static_assert(PLOT_COLOURS * MARKS == PLOT_MARKED, "colours and marks");
  _Static_assert(PLOT_MARKED * DASHES == PLOT_LOOKS, "colours, marks and dashes");
  // The marks go on by one with every round of the colours.
  const size_t round = i / PLOT_COLOURS;
  return (plot_look_t){.colour = kColours[i % PLOT_COLOURS],
                       .mark = kMarks[(i % PLOT_COLOURS + round) % MARKS],
                       .dash = kDashes[i / PLOT_MARKED % DASHES],
                       .fill = kFills[round % MARKS]};
}

static bool ends_with(const char *path, const char *end) {
  const size_t length = strlen(path);
  return length > strlen(end) && strcasecmp(path + length - strlen(end), end) == 0;
}

// Runs gnuplot with these files as its standard streams; with none, its version. Returns its exit
// status, or 128 and the number of the signal that ended it; 127 when it is not there, -1 when no
// process can be had.
static int run_gnuplot(FILE *script, FILE *picture, FILE *errors) {
  (void)fflush(NULL);
  const pid_t pid = fork();
  if (pid == 0) {
    // gnuplot does not look at errors of writing: a limit on files has to end it.
    (void)signal(SIGXFSZ, SIG_DFL);
    char *const draw[] = {"gnuplot", "-d", NULL};
    char *const version[] = {"gnuplot", "--version", NULL};
    if (script != NULL) {
      (void)dup2(fileno(script), STDIN_FILENO);
    }
    (void)dup2(fileno(picture), STDOUT_FILENO);
    (void)dup2(fileno(errors), STDERR_FILENO);
    (void)execvp("gnuplot", script != NULL ? draw : version);
    _exit(127);
  }
  int status = 0;
  while (pid > 0 && waitpid(pid, &status, 0) < 0) {
    if (errno != EINTR) {
      return -1;
    }
  }
  return pid < 0 ? -1 : WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static bool find_gnuplot(const char *option, noc_error_t *error) {
  FILE *out = tmpfile();
  const int status = out != NULL ? run_gnuplot(NULL, out, out) : -1;
  if (out != NULL) {
    (void)fclose(out);
  }
  return status == 0 ||
         noc_fail(error, NOC_ENVIRONMENT,
                  "%s: gnuplot is not there or does not run; it is in the Debian package "
                  "gnuplot-nox (apt-get install gnuplot-nox)",
                  option);
}

bool plot_check(const char *option, const string_list_t *paths, noc_error_t *error) {
  for (size_t i = 0; i < paths->count; i++) {
    const char *path = paths->item[i];
    if (!ends_with(path, ".png") && !ends_with(path, ".svg")) {
      return noc_fail(error, NOC_BAD_INPUT,
                      "%s" SAY_IS("'%.200s'", "a name that ends with .png or .svg"), option, path);
    }
    if (!output_check(path, error)) {
      return false;
    }
    for (size_t k = 0; k < i; k++) {
      if (output_same(path, paths->item[k])) {
        return noc_fail(error, NOC_BAD_INPUT, "%s" SAY_IS("'%.200s' a second time", "another file"),
                        option, path);
      }
    }
  }
  return paths->count == 0 || !ranks_writes() || find_gnuplot(option, error);
}

unsigned plot_more_columns(size_t parts, unsigned columns) {
  const size_t rows = (parts + columns - 1) / columns;
  return rows > 1 ? (unsigned)((parts + rows - 2) / (rows - 1)) : columns;
}

void plot_text(FILE *script, const char *text) {
  (void)fputc('\'', script);
  for (; *text != '\0'; text++) {
    if (*text == '\'') {
      (void)fputc('\'', script);
    }
    (void)fputc((unsigned char)*text < ' ' ? ' ' : *text, script);
  }
  (void)fputc('\'', script);
}

static void write_style(const char *path, const plot_t *plot, FILE *script) {
  const unsigned width = plot->width > 0 ? plot->width : PLOT_WIDTH;
  if (ends_with(path, ".svg")) {
    (void)fprintf(script,
                  "set terminal svg noenhanced size %u,%u dynamic background 'white' "
                  "font 'Helvetica,Arial,sans-serif,14'\ntitle_font = ',17'\nsmall_font = ',12'\n"
                  "font_scale = 1\n",
                  width, plot->height);
  } else {  // twice the pixels, for print
    (void)fprintf(script,
                  "set terminal pngcairo noenhanced size %u,%u fontscale 1.0 linewidth 2 "
                  "pointscale 2 background 'white' font 'sans,26'\ntitle_font = ',32'\n"
                  "small_font = ',20'\nfont_scale = 1.86\n",
                  2 * width, 2 * plot->height);
  }
  (void)fputs(
      "set encoding utf8\n"
      "set border 3 linecolor rgb '#404040'\n"
      "set tics nomirror out scale 0.6\n"
      "set grid linecolor rgb '#DDDDDD' linetype 1 linewidth 0.5\n",
      script);
}

// Copies what gnuplot has drawn; false when that is nothing.
static bool copy(FILE *from, FILE *to) {
  char bytes[8192];
  size_t total = 0;
  size_t got = 0;
  rewind(from);
  while ((got = fread(bytes, 1, sizeof bytes, from)) > 0) {
    total += fwrite(bytes, 1, got, to);
  }
  return total > 0;
}

static bool draw(const char *path, const plot_t *plot, FILE *file[3], noc_error_t *error) {
  FILE *script = file[0];
  write_style(path, plot, script);
  plot->write_script(plot->context, script);
  if (fflush(script) != 0 || ferror(script) != 0) {
    return noc_fail(error, NOC_ENVIRONMENT, "%s: %s", path, strerror(errno));
  }
  rewind(script);
  const int status = run_gnuplot(script, file[1], file[2]);
  char line[200] = "";
  rewind(file[2]);
  while (fgets(line, sizeof line, file[2]) != NULL && line[0] == '\n') {
  }
  line[strcspn(line, "\n")] = '\0';
  if (status == 128 + SIGXFSZ) {
    return noc_fail(error, NOC_ENVIRONMENT, "%s: cannot be drawn: %s", path, strerror(EFBIG));
  }
  if (status != 0) {
    return noc_fail(error, NOC_ENVIRONMENT, "%s: gnuplot failed with status %d: %s", path, status,
                    line);
  }
  output_t *out = output_open(path, error);
  if (out == NULL) {
    return false;
  }
  if (!copy(file[1], output_stream(out))) {
    output_discard(out);
    return noc_fail(error, NOC_ENVIRONMENT, "%s: gnuplot has drawn nothing", path);
  }
  return output_commit(out, error);
}

bool plot_draw(const char *path, const plot_t *plot, noc_error_t *error) {
  if (!ranks_writes()) {
    return true;
  }
  FILE *file[3] = {tmpfile(), tmpfile(), tmpfile()};  // script, picture, errors
  const bool ok = file[0] != NULL && file[1] != NULL && file[2] != NULL
                      ? draw(path, plot, file, error)
                      : noc_fail(error, NOC_ENVIRONMENT, "%s: no temporary file can be made: %s",
                                 path, strerror(errno));
  for (size_t i = 0; i < 3; i++) {
    if (file[i] != NULL) {
      (void)fclose(file[i]);
    }
  }
  return ok;
}
