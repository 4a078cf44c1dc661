// temp_file -- one file of a test program, made for its group of tests and removed behind it.
//
//   return cmocka_run_group_tests(tests, temp_file_make, temp_file_remove);

#ifndef NOC_TEST_TEMP_FILE_H
#define NOC_TEST_TEMP_FILE_H

#include <stddef.h>

extern char temp_file[];  // its name, once it is made

int temp_file_make(void **state);
int temp_file_remove(void **state);

// Replaces what is in it.
void temp_file_write(const char *text, size_t length);

#endif
