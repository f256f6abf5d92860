/*
 * magic.h - what the files of the magics share: the call, the table's rows, helpers to read options and to print.
 *
 * Not for other files of the kernel: they see kernel_line_magic and kernel_cell_magic in session.h.
 */
#ifndef KERNEL_MAGIC_H
#define KERNEL_MAGIC_H

#include "session.h"

struct magic_call {
    struct kernel *kernel;
    struct lang_thread *t;
    const char *name;
    const char *line; /* expanded, without blanks at its ends */
    const char *cell; /* NULL for a line magic */
    size_t cell_length;
};

/* A magic returns its value (None: nothing to show) or LANG_ERROR. */
typedef lang_value (*magic_fn)(struct magic_call *call);

/* name, what to do as a line magic, as a cell magic (NULL: there is none), 1: braces in its line are left alone */
#define MAGIC_ROWS(X)                                                                                                  \
    X("autoreload", magic_silent, NULL, 0)                                                                             \
    X("bash", NULL, magic_script, 0)                                                                                   \
    X("capture", NULL, magic_capture, 0)                                                                               \
    X("cat", magic_alias, NULL, 0)                                                                                     \
    X("cd", magic_cd, NULL, 0)                                                                                         \
    X("colors", magic_colors, NULL, 0)                                                                                 \
    X("conda", magic_packages, NULL, 0)                                                                                \
    X("config", magic_config, NULL, 1)                                                                                 \
    X("cp", magic_alias, NULL, 0)                                                                                      \
    X("env", magic_env, NULL, 0)                                                                                       \
    X("file", NULL, magic_writefile, 0)                                                                                \
    X("hist", magic_history, NULL, 0)                                                                                  \
    X("history", magic_history, NULL, 0)                                                                               \
    X("html", NULL, magic_display, 0)                                                                                  \
    X("HTML", NULL, magic_display, 0)                                                                                  \
    X("javascript", NULL, magic_display, 0)                                                                            \
    X("js", NULL, magic_display, 0)                                                                                    \
    X("latex", NULL, magic_display, 0)                                                                                 \
    X("ll", magic_alias, NULL, 0)                                                                                      \
    X("load_ext", magic_load_ext, NULL, 0)                                                                             \
    X("ls", magic_alias, NULL, 0)                                                                                      \
    X("lsmagic", magic_lsmagic, NULL, 0)                                                                               \
    X("markdown", NULL, magic_display, 0)                                                                              \
    X("matplotlib", magic_matplotlib, NULL, 0)                                                                         \
    X("mkdir", magic_alias, NULL, 0)                                                                                   \
    X("mv", magic_alias, NULL, 0)                                                                                      \
    X("pinfo", magic_pinfo, NULL, 1)                                                                                   \
    X("pinfo2", magic_pinfo, NULL, 1)                                                                                  \
    X("pip", magic_packages, NULL, 0)                                                                                  \
    X("psearch", magic_psearch, NULL, 1)                                                                               \
    X("pwd", magic_pwd, NULL, 0)                                                                                       \
    X("reload_ext", magic_silent, NULL, 0)                                                                             \
    X("reset", magic_reset, NULL, 0)                                                                                   \
    X("rm", magic_alias, NULL, 0)                                                                                      \
    X("rmdir", magic_alias, NULL, 0)                                                                                   \
    X("script", NULL, magic_script, 0)                                                                                 \
    X("set_env", magic_env, NULL, 0)                                                                                   \
    X("sh", NULL, magic_script, 0)                                                                                     \
    X("svg", NULL, magic_display, 0)                                                                                   \
    X("sx", magic_sx, magic_sx, 0)                                                                                     \
    X("system", magic_sx, magic_sx, 0)                                                                                 \
    X("time", magic_time, magic_time, 1)                                                                               \
    X("timeit", magic_timeit, magic_timeit, 1)                                                                         \
    X("who", magic_who, NULL, 0)                                                                                       \
    X("who_ls", magic_who_ls, NULL, 0)                                                                                 \
    X("whos", magic_whos, NULL, 0)                                                                                     \
    X("writefile", NULL, magic_writefile, 0)                                                                           \
    X("xdel", magic_xdel, NULL, 0)                                                                                     \
    X("xmode", magic_xmode, NULL, 0)

/* magic.c */
lang_value magic_silent(struct magic_call *call);
lang_value magic_lsmagic(struct magic_call *call);
lang_value magic_load_ext(struct magic_call *call);
lang_value magic_config(struct magic_call *call);
lang_value magic_matplotlib(struct magic_call *call);
lang_value magic_colors(struct magic_call *call);
lang_value magic_xmode(struct magic_call *call);
lang_value magic_packages(struct magic_call *call);
lang_value magic_pinfo(struct magic_call *call);
lang_value magic_psearch(struct magic_call *call);
/* magic_time.c */
lang_value magic_time(struct magic_call *call);
lang_value magic_timeit(struct magic_call *call);
int magic_time_start(struct lang_thread *t);
/* magic_names.c */
lang_value magic_who(struct magic_call *call);
lang_value magic_who_ls(struct magic_call *call);
lang_value magic_whos(struct magic_call *call);
lang_value magic_reset(struct magic_call *call);
lang_value magic_xdel(struct magic_call *call);
/* magic_files.c */
lang_value magic_pwd(struct magic_call *call);
lang_value magic_cd(struct magic_call *call);
lang_value magic_env(struct magic_call *call);
lang_value magic_alias(struct magic_call *call);
lang_value magic_sx(struct magic_call *call);
lang_value magic_script(struct magic_call *call);
lang_value magic_writefile(struct magic_call *call);
/* magic_show.c */
lang_value magic_capture(struct magic_call *call);
lang_value magic_display(struct magic_call *call);
lang_value magic_history(struct magic_call *call);
int magic_show_start(struct lang_thread *t);

/* What the magics remember between cells. */
struct kernel_magic_state {
    lang_value hidden;   /* dict: the names of the session as they were at the start */
    lang_value packages; /* exception class of failed children, made on first use */
    bool autoreload;     /* %load_ext has been told so */
    int mode;            /* %xmode */
    char *before;        /* the folder before the last %cd */
};

/* Prints on stdout. */
void magic_print(struct magic_call *call, const char *format, ...) __attribute__((format(printf, 2, 3)));
void magic_write(struct magic_call *call, const char *text, size_t length);
/* Takes one option word from the front of *line: "-x" (letters in plain) or "-x VALUE" (letters in valued). Returns the
 * letter, 0 when the line does not begin with an option, -1 with UsageError for an unknown one. */
int magic_option(struct magic_call *call, const char **line, const char *plain, const char *valued, char *value,
                 size_t size);
/* Takes the next word, quotes removed. Returns false at the end. */
bool magic_word(const char **line, char *word, size_t size);
const char *magic_skip_blanks(const char *line);
lang_value magic_string(struct magic_call *call, const char *text);
/* A value that shows itself as a text without quotes. */
lang_value magic_text_value(struct magic_call *call, const char *text, size_t length);
/* Lines without their ends as a list with .l .s .n. */
lang_value kernel_line_list(struct lang_thread *t, const char *text, size_t length);

#endif
