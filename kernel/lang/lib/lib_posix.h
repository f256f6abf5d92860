/* lib_posix.h: arguments that several modules of system calls take. */
#ifndef LANG_LIB_POSIX_H
#define LANG_LIB_POSIX_H

#include "lang.h"

/* dir_fd: the open folder that a relative path begins at; AT_FDCWD where it is not given, or None. */
int lang_folder_argument(struct lang_thread *t, lang_value v, int *fd);
/* A descriptor, or an object with fileno(). */
int lang_fileno_argument(struct lang_thread *t, lang_value v, int64_t *fd);
/* The number of a process: a C int, with the messages of CPython's argument parser. */
int lang_pid_argument(struct lang_thread *t, lang_value v, int64_t *out);
/* The number of a user or a group, which errors call `what`; -1: it stays as it is. */
int lang_id_argument(struct lang_thread *t, lang_value v, const char *what, int64_t *out);

#endif
