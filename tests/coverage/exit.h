// exit -- in front of every source of the program whose lines are counted: a process that ends by
// _exit(), as workers do, leaves its counts too.

#ifndef NOC_COVERAGE_EXIT_H
#define NOC_COVERAGE_EXIT_H

#ifndef __cplusplus

void __gcov_dump(void);
void _Exit(int status) __attribute__((noreturn));

// unistd.h declares it by this name too.
#define _exit counted_exit
__attribute__((weak, noreturn)) void counted_exit(int status) {
  __gcov_dump();
  _Exit(status);
}

#endif

#endif
