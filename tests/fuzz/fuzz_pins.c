// fuzz_pins -- libFuzzer on maps of the pins of waves (replay --pins): no crash; an error is one
// line; what is accepted has a source for each input of the component.
//
// The scenario of such a map is a file of its own: /proc/self/fd/200 is a mesh of 2x2.

#include <stdint.h>

#include "require.h"
#include "runs/pin_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void open_scenario(void) {
  enum { NUMBER = 200 };
  static const char kText[] =
      "topology: mesh:2x2\nrouter: {vcs: 2, depth: 4}\n"
      "workload: {traffic: uniform, load: 0.1, packet_flits: 3}\n";
  static bool open;
  char path[FUZZ_PATH];
  if (!open) {
    const int file = fuzz_file(kText, sizeof kText - 1, path);
    require(dup2(file, NUMBER) == NUMBER);
    (void)close(file);
    open = true;
  }
}

static void require_part(const wave_part_t *p) {
  require(p->place[0] != '\0');
  require(p->text == NULL || (p->text[0] != '\0' && p->signal != NULL && p->high >= p->low &&
                              strncmp(p->text, p->signal, strlen(p->signal)) == 0));
}

static void require_pins(const wave_pins_t *p, const inputs_t *s) {
  size_t inputs = 0;
  for (unsigned i = 0; i < s->layout.n_fields; i++) {
    inputs += s->layout.field[i].kind == FIELD_IN && s->layout.field[i].count > 0;
  }
  require(p->inputs == inputs && p->clock.text != NULL);
  require_part(&p->clock);
  for (size_t i = 0; i < p->inputs; i++) {
    require(p->input[i].parts > 0 && p->input[i].field->kind == FIELD_IN);
    for (size_t k = 0; k < p->input[i].parts; k++) {
      require_part(&p->input[i].part[k]);
    }
  }
  for (size_t i = 0; i < p->outputs; i++) {
    require(p->output[i].parts > 0 && p->output[i].field->kind == FIELD_OUT);
    for (size_t k = 0; k < p->output[i].parts; k++) {
      require_part(&p->output[i].part[k]);
      require(p->output[i].part[k].text != NULL);
    }
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  noc_error_t error = {0};
  pin_file_t f;
  inputs_t s;
  char path[FUZZ_PATH];
  open_scenario();
  const int file = fuzz_file(data, size, path);
  if (pin_file_read(&f, path, &s, &error)) {
    require_pins(&f.pins, &s);
  } else {
    require(error.status == NOC_BAD_INPUT && error.text[0] != '\0');
    require(strchr(error.text, '\n') == NULL);
  }
  pin_file_free(&f);
  inputs_free(&s);
  (void)close(file);
  return 0;
}
