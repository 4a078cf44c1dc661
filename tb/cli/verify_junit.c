// verify_junit -- a regression as JUnit XML, as Jenkins and GitLab read it: a suite for each
// scenario, a case for each of its runs.

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/verify.h"

// The bytes of one character of UTF-8 that XML 1.0 may hold; 0 if there is none here.
static size_t character(const unsigned char *c) {
  if (c[0] < 0x80) {
    return c[0] >= 0x20 || c[0] == '\t' || c[0] == '\n';
  }
  const size_t length = c[0] >= 0xf0 ? 4 : c[0] >= 0xe0 ? 3 : 2;
  uint32_t value = c[0] & (0xffu >> (length + 1));
  if (c[0] < 0xc2 || c[0] > 0xf4) {
    return 0;
  }
  for (size_t i = 1; i < length; i++) {
    if ((c[i] & 0xc0) != 0x80) {
      return 0;
    }
    value = value << 6 | (c[i] & 0x3f);
  }
  static const uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = value >= 0xd800 && value <= 0xdfff;
  const bool allowed = value >= kLeast[length] && value <= 0x10ffff && !surrogate &&
                       value != 0xfffe && value != 0xffff;
  return allowed ? length : 0;
}

// Text or the value of an attribute; what XML cannot hold becomes '?'.
static void print_escaped(FILE *out, const char *text, bool attribute) {
  const unsigned char *c = (const unsigned char *)text;
  while (*c != '\0') {
    const size_t length = character(c);
    if (length == 0) {
      (void)fputc('?', out);
    } else if (*c == '&' || *c == '<' || *c == '>' || *c == '"') {
      (void)fputs(*c == '&' ? "&amp;" : *c == '<' ? "&lt;" : *c == '>' ? "&gt;" : "&quot;", out);
    } else if (attribute && (*c == '\n' || *c == '\t')) {
      (void)fprintf(out, "&#%u;", *c);
    } else {
      (void)fwrite(c, 1, length, out);
    }
    c += length > 0 ? length : 1;
  }
}

static void print_attribute(FILE *out, const char *name, const char *value) {
  (void)fprintf(out, " %s=\"", name);
  print_escaped(out, value, true);
  (void)fputc('"', out);
}

static void print_case(const verify_t *v, const verify_run_t *run, FILE *out) {
  const verify_variant_t *variant = &v->variant[run->variant];
  char seed[32];
  (void)snprintf(seed, sizeof seed, "seed %" PRIu64, run->seed);
  (void)fprintf(out, "    <testcase name=\"%s%s", seed, variant->label[0] != '\0' ? " " : "");
  print_escaped(out, variant->label, true);
  (void)fputc('"', out);
  print_attribute(out, "classname", v->scenario[variant->scenario].file);
  (void)fprintf(out, " time=\"%.3f\"", verify_wall_s(run));
  if (run->verdict == VERIFY_PASS) {
    (void)fputs("/>\n", out);
    return;
  }
  if (run->verdict == VERIFY_NOT_RUN) {
    (void)fputs("><skipped/></testcase>\n", out);
    return;
  }
  const char *element = run->verdict == VERIFY_FAIL ? "failure" : "error";
  (void)fprintf(out, ">\n      <%s", element);
  print_attribute(out, "type", verify_text(run, "result"));
  print_attribute(out, "message", verify_text(run, "error"));
  (void)fputc('>', out);
  print_escaped(out, verify_text(run, "text"), false);
  (void)fprintf(out, "\nreproduce: ");
  print_escaped(out, run->repro, false);
  (void)fprintf(out, "</%s>\n    </testcase>\n", element);
}

static void print_suite(const verify_t *v, size_t scenario, FILE *out) {
  size_t count[VERIFY_ERROR + 1] = {0};
  size_t tests = 0;
  double time = 0;
  for (size_t i = 0; i < v->runs; i++) {
    if (v->variant[v->run[i].variant].scenario == scenario) {
      tests++;
      count[v->run[i].verdict]++;
      time += verify_wall_s(&v->run[i]);
    }
  }
  (void)fputs("  <testsuite", out);
  print_attribute(out, "name", v->scenario[scenario].file);
  (void)fprintf(out,
                " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\" time=\"%.3f\">\n",
                tests, count[VERIFY_FAIL], count[VERIFY_ERROR], count[VERIFY_NOT_RUN], time);
  for (size_t i = 0; i < v->runs; i++) {
    if (v->variant[v->run[i].variant].scenario == scenario) {
      print_case(v, &v->run[i], out);
    }
  }
  (void)fputs("  </testsuite>\n", out);
}

void verify_junit(const verify_t *v, FILE *out) {
  (void)fprintf(out,
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"nocstep verify\" "
                "tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" time=\"%.3f\">\n",
                v->runs, v->count[VERIFY_FAIL], v->count[VERIFY_ERROR], v->wall_s);
  for (size_t i = 0; i < v->scenarios; i++) {
    print_suite(v, i, out);
  }
  (void)fputs("</testsuites>\n", out);
}
