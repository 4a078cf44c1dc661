// runtime -- what Verilator's runtime calls instead of printing and aborting. Compiled in front of
// Verilator's own sources (g++ -include), so that an assertion in the RTL becomes a text that the
// plug-in returns, and standard output stays the user's.

#ifndef NOC_RUNTIME_H
#define NOC_RUNTIME_H

#define VL_USER_STOP
#define VL_USER_FATAL
#define VL_USER_FINISH
#define VL_PRINTF dut_printf

extern "C" int dut_printf(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
