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

/* name, what to do as a line magic, as a cell magic (NULL: there is none), 1: braces in its line are left alone, what
 * name? says */
#define MAGIC_ROWS(X)                                                                                                  \
    X("!", NULL, kernel_magic_sx, 0, "%%!: the lines of the cell as a shell command; gives what it prints as a list.") \
    X("aimport", kernel_magic_autoreload, NULL, 0,                                                                     \
      "%aimport [MODULES]: modules that %autoreload watches, or with - before a name leaves alone; without a name, "   \
      "lists them.")                                                                                                   \
    X("autoreload", kernel_magic_autoreload, NULL, 0,                                                                  \
      "%autoreload [now, 0 or off, 1 or explicit, 2 or all, 3 or complete] [-p or -l]: loads changed modules again "   \
      "before each cell: none, those of %aimport, all, all with new names.")                                           \
    X("bash", NULL, kernel_magic_script, 0,                                                                            \
      "%%bash [--out NAME] [--err NAME] [--bg] [--proc NAME] [--no-raise-error]: runs the cell with bash.")            \
    X("capture", NULL, kernel_magic_capture, 0,                                                                        \
      "%%capture [--no-stdout] [--no-stderr] [--no-display] [NAME]: runs the cell and keeps what it would show under " \
      "a name.")                                                                                                       \
    X("cat", kernel_magic_alias, NULL, 0, "%cat: the shell command `cat`.")                                            \
    X("cd", kernel_magic_cd, NULL, 0,                                                                                  \
      "%cd [-q] [FOLDER, -, -N, -NAME, -b BOOKMARK]: changes the folder; - goes back, -N and -NAME to one of %dhist. " \
      "-q says nothing.")                                                                                              \
    X("colors", kernel_magic_colors, NULL, 0, "%colors THEME: the colours of reports: neutral, or nocolor.")           \
    X("conda", kernel_magic_packages, NULL, 0, "%conda ARGUMENTS: runs conda for the Python beside the kernel.")       \
    X("config", kernel_magic_config, NULL, 1,                                                                          \
      "%config [CLASS[.TRAIT[ = VALUE]]]: lists the classes with settings, the settings of one, shows one, or sets "   \
      "it.")                                                                                                           \
    X("cp", kernel_magic_alias, NULL, 0, "%cp: the shell command `cp`.")                                               \
    X("env", kernel_magic_env, NULL, 0,                                                                                \
      "%env [NAME[=VALUE or VALUE]]: the environment, one variable of it, or sets it.")                                \
    X("file", NULL, kernel_magic_writefile, 0, "%%file [-a] NAME: another name of %%writefile.")                       \
    X("html", NULL, kernel_magic_display, 0, "%%html [--isolated]: shows the cell as HTML.")                           \
    X("HTML", NULL, kernel_magic_display, 0, "%%HTML [--isolated]: shows the cell as HTML.")                           \
    X("javascript", NULL, kernel_magic_display, 0, "%%javascript: runs the cell as JavaScript in the front end.")      \
    X("js", NULL, kernel_magic_display, 0, "%%js: runs the cell as JavaScript in the front end.")                      \
    X("killbgscripts", kernel_magic_killbgscripts, NULL, 0, "%killbgscripts: ends all processes of %%script --bg.")    \
    X("latex", NULL, kernel_magic_display, 0, "%%latex: shows the cell as LaTeX.")                                     \
    X("ldir", kernel_magic_alias, NULL, 0, "%ldir: the shell command `ls -F -o --color %l | grep /$`.")                \
    X("lf", kernel_magic_alias, NULL, 0, "%lf: the shell command `ls -F -o --color %l | grep ^-`.")                    \
    X("lk", kernel_magic_alias, NULL, 0, "%lk: the shell command `ls -F -o --color %l | grep ^l`.")                    \
    X("ll", kernel_magic_alias, NULL, 0, "%ll: the shell command `ls -F -o --color`.")                                 \
    X("load_ext", kernel_magic_extension, NULL, 0, "%load_ext MODULE: loads an extension.")                            \
    X("ls", kernel_magic_alias, NULL, 0, "%ls: the shell command `ls -F --color`.")                                    \
    X("lsmagic", kernel_magic_lsmagic, NULL, 0, "%lsmagic: the names of all magics.")                                  \
    X("lx", kernel_magic_alias, NULL, 0, "%lx: the shell command `ls -F -o --color %l | grep ^-..x`.")                 \
    X("mamba", kernel_magic_packages, NULL, 0, "%mamba ARGUMENTS: runs mamba for the Python beside the kernel.")       \
    X("markdown", NULL, kernel_magic_display, 0, "%%markdown: shows the cell as Markdown.")                            \
    X("matplotlib", kernel_magic_matplotlib, NULL, 0,                                                                  \
      "%matplotlib [-l] [BACKEND]: where figures are shown; -l lists what there is.")                                  \
    X("micromamba", kernel_magic_packages, NULL, 0,                                                                    \
      "%micromamba ARGUMENTS: runs micromamba for the Python beside the kernel.")                                      \
    X("mkdir", kernel_magic_alias, NULL, 0, "%mkdir: the shell command `mkdir`.")                                      \
    X("mv", kernel_magic_alias, NULL, 0, "%mv: the shell command `mv`.")                                               \
    X("perl", NULL, kernel_magic_script, 0,                                                                            \
      "%%perl [--out NAME] [--err NAME] [--bg] [--proc NAME] [--no-raise-error]: runs the cell with perl.")            \
    X("pinfo", kernel_magic_pinfo, NULL, 1, "%pinfo NAME: what there is to say of an object; NAME? does the same.")    \
    X("pinfo2", kernel_magic_pinfo, NULL, 1, "%pinfo2 NAME: the same with the source; NAME?? does the same.")          \
    X("pip", kernel_magic_packages, NULL, 0,                                                                           \
      "%pip ARGUMENTS: runs pip for the Python beside the kernel; what it installs can be imported at once.")          \
    X("psearch", kernel_magic_psearch, NULL, 1,                                                                        \
      "%psearch [-a] [-i or -c] [-s SPACE] [-e SPACE] [-l] PATTERN [TYPE]: names that match a pattern; -a also those " \
      "with an underscore, -i whatever their case, -s and -e with and without the names of user_global, user_local "   \
      "or builtin, -l lists the types.")                                                                               \
    X("pwd", kernel_magic_pwd, NULL, 0, "%pwd: the folder.")                                                           \
    X("pypy", NULL, kernel_magic_script, 0,                                                                            \
      "%%pypy [--out NAME] [--err NAME] [--bg] [--proc NAME] [--no-raise-error]: runs the cell with pypy.")            \
    X("python", NULL, kernel_magic_script, 0,                                                                          \
      "%%python [--out NAME] [--err NAME] [--bg] [--proc NAME] [--no-raise-error]: runs the cell with python.")        \
    X("python2", NULL, kernel_magic_script, 0,                                                                         \
      "%%python2 [--out NAME] [--err NAME] [--bg] [--proc NAME] [--no-raise-error]: runs the cell with python2.")      \
    X("python3", NULL, kernel_magic_script, 0,                                                                         \
      "%%python3 [--out NAME] [--err NAME] [--bg] [--proc NAME] [--no-raise-error]: runs the cell with python3.")      \
    X("reload_ext", kernel_magic_extension, NULL, 0, "%reload_ext MODULE: loads an extension again.")                  \
    X("reset", kernel_magic_reset, NULL, 0,                                                                            \
      "%reset [-f] [-s] [--aggressive] [in, out, dhist or array]: removes the user's names, or the inputs, the "       \
      "results, the folders, the arrays of numpy. -f asks nothing, -s keeps inputs and results.")                      \
    X("reset_selective", kernel_magic_reset_selective, NULL, 1,                                                        \
      "%reset_selective [-f] PATTERN: removes the user's names in which a regular expression finds something. -f "     \
      "asks nothing.")                                                                                                 \
    X("rm", kernel_magic_alias, NULL, 0, "%rm: the shell command `rm`.")                                               \
    X("rmdir", kernel_magic_alias, NULL, 0, "%rmdir: the shell command `rmdir`.")                                      \
    X("ruby", NULL, kernel_magic_script, 0,                                                                            \
      "%%ruby [--out NAME] [--err NAME] [--bg] [--proc NAME] [--no-raise-error]: runs the cell with ruby.")            \
    X("script", NULL, kernel_magic_script, 0,                                                                          \
      "%%script [--out NAME] [--err NAME] [--bg] [--proc NAME] [--no-raise-error] COMMAND: gives the cell to a "       \
      "program.")                                                                                                      \
    X("set_env", kernel_magic_env, NULL, 0, "%set_env NAME=VALUE or NAME VALUE: sets a variable of the environment.")  \
    X("sh", NULL, kernel_magic_script, 0,                                                                              \
      "%%sh [--out NAME] [--err NAME] [--bg] [--proc NAME] [--no-raise-error]: runs the cell with sh.")                \
    X("svg", NULL, kernel_magic_display, 0, "%%svg: shows the cell as a drawing in SVG.")                              \
    X("SVG", NULL, kernel_magic_display, 0, "%%SVG: shows the cell as a drawing in SVG.")                              \
    X("sx", kernel_magic_sx, kernel_magic_sx, 0, "%sx COMMAND: runs a shell command; gives what it prints as a list.") \
    X("system", kernel_magic_sx, kernel_magic_sx, 0,                                                                   \
      "%system COMMAND: runs a shell command; gives what it prints as a list.")                                        \
    X("time", kernel_magic_time, kernel_magic_time, 1,                                                                 \
      "%time [--no-raise-error] STATEMENT: how long a statement takes, or with %% the cell.")                          \
    X("timeit", kernel_magic_timeit, kernel_magic_timeit, 1,                                                           \
      "%timeit [-n N] [-r R] [-t or -c] [-p P] [-q] [-o] [-v NAME] STATEMENT: how long a statement takes at best and " \
      "on average; N runs a loop, R loops, -c the time of the processor, P digits, -q prints nothing, -o gives the "   \
      "result, -v keeps it under a name. With %% the line prepares and the cell is measured.")                         \
    X("unload_ext", kernel_magic_extension, NULL, 0, "%unload_ext MODULE: unloads an extension.")                      \
    X("uv", kernel_magic_packages, NULL, 0, "%uv ARGUMENTS: runs uv for the Python beside the kernel.")                \
    X("who", kernel_magic_who, NULL, 0, "%who [TYPES]: the user's names.")                                             \
    X("who_ls", kernel_magic_who_ls, NULL, 0, "%who_ls [TYPES]: the user's names as a list.")                          \
    X("whos", kernel_magic_whos, NULL, 0, "%whos [TYPES]: the user's names with types and values.")                    \
    X("writefile", NULL, kernel_magic_writefile, 0,                                                                    \
      "%%writefile [-a] NAME: writes the cell into a file, with -a at its end.")                                       \
    X("xdel", kernel_magic_xdel, NULL, 0,                                                                              \
      "%xdel [-n] NAME: removes a variable and what else of the session refers to its value; -n only the name.")       \
    X("xmode", kernel_magic_xmode, NULL, 0,                                                                            \
      "%xmode [MODE]: the layout of reports: Plain, Context, Verbose, Minimal, Docs or Doctest; without one, the "     \
      "next.")

/* Magics that are written in the language, functions of their name in IPython.core.magics.MODULE: name, MODULE, whether
 * there is a line magic and a cell magic, 1: braces in its line are left alone */
#define MAGIC_LIBRARY_ROWS(X)                                                                                          \
    X("alias", "osm", 1, 0, 0)                                                                                         \
    X("alias_magic", "basic", 1, 0, 0)                                                                                 \
    X("autoawait", "basic", 1, 0, 0)                                                                                   \
    X("autocall", "basic", 1, 0, 0)                                                                                    \
    X("automagic", "basic", 1, 0, 0)                                                                                   \
    X("autosave", "basic", 1, 0, 0)                                                                                    \
    X("bookmark", "osm", 1, 0, 0)                                                                                      \
    X("clear", "basic", 1, 0, 0)                                                                                       \
    X("code_wrap", "basic", 1, 1, 0)                                                                                   \
    X("connect_info", "basic", 1, 0, 0)                                                                                \
    X("debug", "execution", 1, 1, 1)                                                                                   \
    X("dhist", "osm", 1, 0, 0)                                                                                         \
    X("dirs", "osm", 1, 0, 0)                                                                                          \
    X("doctest_mode", "basic", 1, 0, 0)                                                                                \
    X("ed", "code", 1, 0, 0)                                                                                           \
    X("edit", "code", 1, 0, 0)                                                                                         \
    X("gui", "basic", 1, 0, 0)                                                                                         \
    X("hist", "history", 1, 0, 0)                                                                                      \
    X("history", "history", 1, 0, 0)                                                                                   \
    X("less", "osm", 1, 0, 0)                                                                                          \
    X("load", "code", 1, 0, 0)                                                                                         \
    X("loadpy", "code", 1, 0, 0)                                                                                       \
    X("logoff", "logging", 1, 0, 0)                                                                                    \
    X("logon", "logging", 1, 0, 0)                                                                                     \
    X("logstart", "logging", 1, 0, 0)                                                                                  \
    X("logstate", "logging", 1, 0, 0)                                                                                  \
    X("logstop", "logging", 1, 0, 0)                                                                                   \
    X("macro", "history", 1, 0, 0)                                                                                     \
    X("man", "osm", 1, 0, 0)                                                                                           \
    X("magic", "basic", 1, 0, 0)                                                                                       \
    X("more", "osm", 1, 0, 0)                                                                                          \
    X("notebook", "history", 1, 0, 0)                                                                                  \
    X("page", "basic", 1, 0, 0)                                                                                        \
    X("pastebin", "code", 1, 0, 0)                                                                                     \
    X("pdb", "execution", 1, 0, 0)                                                                                     \
    X("pdef", "namespace", 1, 0, 1)                                                                                    \
    X("pdoc", "namespace", 1, 0, 1)                                                                                    \
    X("pfile", "namespace", 1, 0, 1)                                                                                   \
    X("popd", "osm", 1, 0, 0)                                                                                          \
    X("pprint", "basic", 1, 0, 0)                                                                                      \
    X("precision", "basic", 1, 0, 0)                                                                                   \
    X("prun", "execution", 1, 1, 1)                                                                                    \
    X("psource", "namespace", 1, 0, 1)                                                                                 \
    X("pushd", "osm", 1, 0, 0)                                                                                         \
    X("pycat", "osm", 1, 0, 0)                                                                                         \
    X("pylab", "basic", 1, 0, 0)                                                                                       \
    X("qtconsole", "basic", 1, 0, 0)                                                                                   \
    X("quickref", "basic", 1, 0, 0)                                                                                    \
    X("recall", "history", 1, 0, 0)                                                                                    \
    X("rehashx", "osm", 1, 0, 0)                                                                                       \
    X("rep", "history", 1, 0, 0)                                                                                       \
    X("rerun", "history", 1, 0, 0)                                                                                     \
    X("run", "execution", 1, 0, 0)                                                                                     \
    X("save", "code", 1, 0, 0)                                                                                         \
    X("sc", "osm", 1, 0, 0)                                                                                            \
    X("store", "storing", 1, 0, 0)                                                                                     \
    X("subshell", "basic", 1, 0, 0)                                                                                    \
    X("tb", "basic", 1, 0, 0)                                                                                          \
    X("unalias", "osm", 1, 0, 0)

/* Registers a magic of the user's under a name, or takes it away (function None). 0 or -1. */
int kernel_magic_register(struct lang_thread *t, bool cell, lang_value name, lang_value function);
/* Those, by name: a borrowed dict or UNDEF. */
lang_value kernel_magic_registered(bool cell);
/* magic.c */
lang_value kernel_magic_lsmagic(struct magic_call *call);
lang_value kernel_magic_config(struct magic_call *call);
lang_value kernel_magic_colors(struct magic_call *call);
lang_value kernel_magic_xmode(struct magic_call *call);
lang_value kernel_magic_pinfo(struct magic_call *call);
/* magic_packages.c */
lang_value kernel_magic_packages(struct magic_call *call);
/* magic_search.c */
lang_value kernel_magic_psearch(struct magic_call *call);
/* magic_extensions.c */
lang_value kernel_magic_extension(struct magic_call *call);
lang_value kernel_magic_autoreload(struct magic_call *call);
lang_value kernel_magic_matplotlib(struct magic_call *call);
/* magic_time.c */
lang_value kernel_magic_time(struct magic_call *call);
lang_value kernel_magic_timeit(struct magic_call *call);
int kernel_magic_time_start(struct lang_thread *t);
/* magic_namespace.c */
lang_value kernel_magic_who(struct magic_call *call);
lang_value kernel_magic_who_ls(struct magic_call *call);
lang_value kernel_magic_whos(struct magic_call *call);
/* Whether a name of the cells is the user's: no leading underscore, and not what the session brought. */
bool kernel_magic_is_users(struct magic_call *call, const char *name, lang_value value);
/* magic_reset.c */
lang_value kernel_magic_reset(struct magic_call *call);
lang_value kernel_magic_reset_selective(struct magic_call *call);
lang_value kernel_magic_xdel(struct magic_call *call);
/* magic_os.c */
lang_value kernel_magic_pwd(struct magic_call *call);
lang_value kernel_magic_cd(struct magic_call *call);
/* Adds the current folder to _dh. */
void kernel_magic_remember_folder(struct magic_call *call);
lang_value kernel_magic_env(struct magic_call *call);
lang_value kernel_magic_alias(struct magic_call *call);
lang_value kernel_magic_sx(struct magic_call *call);
lang_value kernel_magic_writefile(struct magic_call *call);
/* magic_script.c */
lang_value kernel_magic_script(struct magic_call *call);
lang_value kernel_magic_killbgscripts(struct magic_call *call);
/* background.c: starts a program whose output, if wanted, is read from objects. made: the process and the readers of
 * stdout and stderr, new references or UNDEF. Returns 0, an errno, or -1 with an exception. */
int kernel_background_start(struct lang_thread *t, const struct kernel_child *child, bool out, bool err,
                            lang_value made[3]);
/* Ends all of them; call without the interpreter lock. */
void kernel_background_kill_all(void);
int kernel_background_ready(struct lang_thread *t);
/* magic_display.c */
lang_value kernel_magic_capture(struct magic_call *call);
lang_value kernel_magic_display(struct magic_call *call);
int kernel_magic_display_start(struct lang_thread *t);
struct lang_type *kernel_captured_type(void);
/* From here on output is kept, until the object that this returns is given to the other. */
lang_value kernel_capture_begin(struct lang_thread *t, bool out, bool err, bool displays);
lang_value kernel_capture_end(struct lang_thread *t, lang_value captured);

/* What the magics remember between cells. */
struct kernel_magic_state {
    lang_value hidden;                   /* dict: the names of the session as they were at the start */
    lang_value packages;                 /* exception class of failed children, made on first use */
    lang_value extensions;               /* dict: names of those that %load_ext has loaded; made on first use */
    bool autoreload;                     /* one of them is it: files are watched */
    char *before;                        /* the folder before the last %cd */
    lang_value line_magics, cell_magics; /* dicts: functions that the user has registered, made on first use */
};

/* magic_call.c */
/* Prints on stdout. */
void kernel_magic_print(struct magic_call *call, const char *format, ...) __attribute__((format(printf, 2, 3)));
void kernel_magic_write(struct magic_call *call, const char *text, size_t length);
/* What options a line may begin with: letters as for getopt ("n:q": -n VALUE and -q), and one long name or NULL. */
struct magic_getopt {
    const char *letters, *word;
};
#define MAGIC_LONG_OPTION 256
/* magic_options.c: takes one option from the front of *line. Returns its letter (MAGIC_LONG_OPTION for the long one),
 * its value in value; 0 when the line does not begin with an option, -1 with UsageError for an unknown one. */
int kernel_magic_option(struct magic_call *call, const char **line, const struct magic_getopt *allowed, char *value,
                        size_t size);
/* A line in words, as a shell splits it. */
struct magic_words {
    char **items, *bytes;
    size_t count;
};
/* 0, or -1 with MemoryError. */
int kernel_magic_split(struct magic_call *call, const char *line, struct magic_words *words);
void kernel_magic_words_free(struct magic_words *words);
/* An option that may stand anywhere: a flag that it raises, or where its value is put (it points into the words).
 * Tables end with a row without a name. */
struct magic_option {
    const char *name, *letter; /* "--append", "-a" or NULL */
    bool *flag;
    const char **value;
};
/* Takes the options of the table out of the words; what is unknown stays. 0, or -1 with UsageError. */
int kernel_magic_known(struct magic_call *call, struct magic_words *words, const struct magic_option *options);
/* As kernel_magic_known, and at most so many words may be left: others are an error. */
int kernel_magic_parse(struct magic_call *call, struct magic_words *words, const struct magic_option *options,
                       size_t most);
/* Takes the next word, quotes removed. Returns false at the end. */
bool kernel_magic_word(const char **line, char *word, size_t size);
const char *kernel_magic_skip_blanks(const char *line);
lang_value kernel_magic_string(struct magic_call *call, const char *text);
struct lang_type *kernel_line_list_type(void);
/* Lines without their ends as a list with .l .s .n. */
lang_value kernel_line_list(struct lang_thread *t, const char *text, size_t length);

#endif
