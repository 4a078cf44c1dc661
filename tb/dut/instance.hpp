// instance -- an instance of a Verilated model, and what the runtime calls when an assertion fires
// (runtime.hpp): it becomes a text of the instance. Included once by a shim, behind the model,
// which says what the class is called:
//
//   #define MODEL Vdut
//   #include "dut/instance.hpp"

#ifndef NOC_INSTANCE_H
#define NOC_INSTANCE_H

#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <new>
#include <type_traits>

#include "verilated.h"

namespace {

// The fields that a clock cycle reads come first, in one line of the cache.
struct Instance {
  MODEL *model = nullptr;
  std::remove_const_t<decltype(MODEL::rootp)> root = nullptr;  // of the model
  bool rests = false;  // another clock cycle with the inputs of the last would change nothing
  bool told = false;   // a shim may forget a failure that it has told
  char failed[512] = "";
  VerilatedContext context;
};

// Whose assertion it is when Verilator's runtime reports one.
thread_local Instance *current = nullptr;

// A model that does not settle, thrown by vl_fatal(), which must not return to it.
struct Unsettled {};

void instance_free(void *instance) {
  Instance *d = static_cast<Instance *>(instance);
  if (d != nullptr) {
    current = d;
    // The model takes its scopes out of the context of the thread, which is that of the instance
    // evaluated last: one that may be gone.
    Verilated::threadContextp(&d->context);
    delete d->model;
    delete d;
  }
}

// Nothing has been evaluated. NULL when memory is short.
Instance *instance_create(const char *name, uint32_t seed) {
  Instance *d = new (std::nothrow) Instance;
  if (d == nullptr) {
    return nullptr;
  }
  // Else every instance starts a pool of idle threads.
  d->context.threads(1);
  // Seed 0 would mean the time of day: it stands for all zeros here.
  d->context.randReset(seed == 0 ? 0 : 2);
  d->context.randSeed(static_cast<int>(seed));
  d->context.fatalOnError(false);
  current = d;
  try {
    d->model = new MODEL(&d->context, name);
    d->root = d->model->rootp;
  } catch (const std::bad_alloc &) {
    instance_free(d);
    return nullptr;
  }
  return d;
}

// Lets the model settle; false if it does not.
inline bool instance_eval(Instance *d) {
  current = d;
  try {
    d->model->eval();
    return true;
  } catch (const Unsettled &) {
    return false;
  }
}

// Keeps the first text of the first failure, without its line end.
void fail(const char *text) {
  if (current != nullptr && current->failed[0] == '\0') {
    std::snprintf(current->failed, sizeof current->failed, "%.*s",
                  static_cast<int>(std::strcspn(text, "\n")), text);
  }
}

}  // namespace

extern "C" int dut_printf(const char *format, ...) {
  char text[1024];
  va_list arguments;
  va_start(arguments, format);
  const int length = std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  // Other prints ($display of a foreign router) are dropped.
  const char *error = std::strstr(text, "%Error: ");
  if (error != nullptr) {
    fail(error + std::strlen("%Error: "));
  }
  return length;
}

void vl_stop(const char *file, int line, const char *) {
  char text[512];
  std::snprintf(text, sizeof text, "%s:%d: the RTL stopped", file, line);
  fail(text);
}

// Verilator calls this in a loop that has no other end.
void vl_fatal(const char *file, int line, const char *, const char *message) {
  char text[512];
  std::snprintf(text, sizeof text, "%s:%d: %s", file, line, message);
  fail(text);
  throw Unsettled{};
}

void vl_finish(const char *file, int line, const char *) {
  char text[512];
  std::snprintf(text, sizeof text, "%s:%d: the RTL called $finish", file, line);
  fail(text);
}

#endif
