/* lib.h: what the files of the library share with each other. */
#ifndef LANG_LIB_H
#define LANG_LIB_H

#include "lang.h"

/* An attribute of the module sys as it stands now: borrowed, UNDEF when sys was not made or has no such name. */
lang_value lang_sys_lookup(struct lang_thread *t, const char *name);
/* lib_sys_settings.c: flags, hooks and settings of the module sys. */
int lang_sys_settings_fill(struct lang_thread *t, struct lang_module *m);
/* Text for a stream of the host (1 or 2), past sys.stdout. */
void lang_host_write(struct lang_thread *t, int stream, struct lang_str *text);
void lang_host_flush(struct lang_thread *t, int stream);

/* A question to the user: the answer as a str without newline. */
lang_value lang_host_input(struct lang_thread *t, struct lang_str *prompt, bool password);
/* 1 or 2 when v is an untouched standard stream of the host, else 0. (types/file.c) */
int lang_file_host_stream(lang_value v);

/* The text of help(v). */
struct lang_str *lang_help_text(struct lang_thread *t, lang_value v);

/* Rows of builtins, one array a file; they end with a NULL name. */
extern const struct lang_method lang_builtins_values[], lang_builtins_iteration[], lang_builtins_attributes[],
    lang_builtins_io[], lang_builtins_open[];

#endif
