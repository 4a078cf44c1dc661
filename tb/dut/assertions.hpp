// assertions -- assertions in generated code that cost their condition only. Included by a shim in
// front of the model, behind Verilator's header.
//
// Verilator asks the context before each assertion whether assertions are on, which they always are
// here, and its calls that tell of one that has failed lie between the code that runs: half of a
// router's code. They go to a place of their own.

#ifndef NOC_ASSERTIONS_H
#define NOC_ASSERTIONS_H

#include "verilated.h"

#if defined(__GNUC__) && defined(__OPTIMIZE__)
#define ASSERTIONS_ASIDE [&]() __attribute__((noinline, cold))
// Verilator writes: if (context->assertOn()) { if (failed) { VL_WRITEF(..); VL_STOP_MT(..); } }
#define assertOn()       assertOn(), true
#define VL_WRITEF(...)   (ASSERTIONS_ASIDE { (VL_WRITEF)(__VA_ARGS__); }())
#define VL_STOP_MT(...)  (ASSERTIONS_ASIDE { (VL_STOP_MT)(__VA_ARGS__); }())
#endif

#endif
