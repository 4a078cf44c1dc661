// input_watch -- tells a program which files it reads, so that it does not write over one of them.
// A program that has the library sets no watcher, and nothing is kept.

#ifndef NOC_INPUT_WATCH_H
#define NOC_INPUT_WATCH_H

// Set once, before there are threads; called from any of them with the path of each file that is
// opened to be read.
void input_watch(void (*opened)(const char *path));

// For those that open files.
void input_opened(const char *path);

#endif
