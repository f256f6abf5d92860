/* lib_processes.h: what the modules that start programs share. */
#ifndef LANG_LIB_PROCESSES_H
#define LANG_LIB_PROCESSES_H

#include "lang.h"

/* A list or tuple of bytes as strings that end with NULL, in one block (free() it). NULL with an exception. */
char **lang_c_strings(struct lang_thread *t, lang_value v);

/* The same of what os.posix_spawn() or os.execve() (`function`) are given: a list or tuple of paths or texts; a
 * mapping. */
char **lang_program_arguments(struct lang_thread *t, const char *function, lang_value argv);
char **lang_program_environment(struct lang_thread *t, const char *function, lang_value env);

#endif
