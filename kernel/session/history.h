/* history.h: the inputs of this session, and those of other sessions in a file; who reads which. Knows neither requests
 * nor the language. */
#ifndef KERNEL_HISTORY_H
#define KERNEL_HISTORY_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct kernel_history_entry {
    char *input;   /* as it was typed */
    char *program; /* as it was run; NULL: the same */
    char *output;  /* text/plain of the result, or NULL */
    size_t input_length, program_length;
    long long line;
};

enum kernel_history_kind { KERNEL_HISTORY_RANGE, KERNEL_HISTORY_TAIL, KERNEL_HISTORY_SEARCH };

/* What is wanted, as history_request says it. */
struct kernel_history_query {
    enum kernel_history_kind kind;
    bool raw;              /* inputs as they were typed */
    bool unique;           /* of equal inputs the last one; SEARCH */
    long long session;     /* 0: this one; negative: so many before it; RANGE */
    long long start, stop; /* lines, without `stop`; a negative stop: to the last; RANGE */
    long long most;        /* rows, the newest; negative: all; TAIL and SEARCH */
    const char *pattern;   /* with * ? [] for the whole input; SEARCH */
};
struct kernel_history_row {
    long long session, line;
    char *input, *output; /* output: NULL where none is known */
    size_t length;
};
/* The oldest first. Owned by its maker; kernel_history_rows_clear. */
struct kernel_history_rows {
    struct kernel_history_row *rows;
    size_t count, capacity;
};

/* ---- history_rows.c ---- */

/* A text with a zero behind it; NULL: no memory. */
char *kernel_history_copy(const char *text, size_t length);
/* Copies a row to the end; -1: no memory. */
int kernel_history_rows_add(struct kernel_history_rows *rows, const struct kernel_history_row *row);
void kernel_history_rows_clear(struct kernel_history_rows *rows);
void kernel_history_rows_sort(struct kernel_history_rows *rows); /* by session and line */
/* Leaves the newest of the rows with the same input; -1: no memory. */
int kernel_history_rows_unique(struct kernel_history_rows *rows);
/* Leaves the last ones; a negative number: all. */
void kernel_history_rows_keep(struct kernel_history_rows *rows, long long most);

/* ---- history_file.c: the file, a database of SQLite. Calls are made one at a time. ---- */

struct kernel_history_file;
/* The file that TENSOR_HISTORY names, else that of the user; NULL: there is none to be. Copies it to path. */
const char *kernel_history_file_path(char *path, size_t size);
/* Opens or makes it and begins a session in it. NULL where that does not work, after a line in the log. */
struct kernel_history_file *kernel_history_file_open(const char *path);
/* Tells the end of the session, too. */
void kernel_history_file_close(struct kernel_history_file *file);
/* The number of the session that open has begun. */
long long kernel_history_file_session(const struct kernel_history_file *file);
/* Adds inputs, and the outputs of those that have one where `outputs`, in one transaction. -1: nothing was written. */
int kernel_history_file_write(struct kernel_history_file *file, const struct kernel_history_entry *entries,
                              size_t count, bool outputs);
/* What the query finds in other sessions than this. -1: no memory, or the file could not be read. */
int kernel_history_file_find(struct kernel_history_file *file, const struct kernel_history_query *query,
                             struct kernel_history_rows *rows);
/* When a session began and ended (texts, "" where that is not known; at most 39 bytes), and its number of inputs, -1
 * where that is not known. False: there is no such session. */
bool kernel_history_file_about(struct kernel_history_file *file, long long session, char begun[40], char ended[40],
                               long long *inputs);

/* ---- history.c: this session ---- */

struct kernel_history {
    pthread_mutex_t lock; /* guards what follows but for file */
    struct kernel_history_entry *entries;
    size_t count, capacity;
    size_t written;       /* entries that are in the file */
    size_t shown;         /* from this entry on, outputs may not be in the file */
    bool keep_outputs;    /* in the file, too */
    bool output_added;    /* since the last writing, and to be kept */
    atomic_bool off;      /* no file, or one that cannot be used */
    bool writes, ending;  /* the writer's thread is there; is to end */
    pthread_cond_t added; /* or ending */
    pthread_t writer;
    pthread_mutex_t file_lock;
    struct kernel_history_file *file; /* NULL: not opened yet */
};
int kernel_history_init(struct kernel_history *history);
/* Writes what is left to be written; the session ends in the file, too. */
void kernel_history_close(struct kernel_history *history);
void kernel_history_clear(struct kernel_history *history);
/* The program: the text as it was run. */
void kernel_history_add(struct kernel_history *history, long long line, const char *input, size_t length,
                        const char *program, size_t program_length);
void kernel_history_set_output(struct kernel_history *history, long long line, const char *output);
/* Whether the file keeps outputs, too. 0 and 1 set it, -1 does not. */
bool kernel_history_keep_outputs(struct kernel_history *history, int keep);
/* The rows of this and of other sessions. -1: no memory. */
int kernel_history_find(struct kernel_history *history, const struct kernel_history_query *query,
                        struct kernel_history_rows *rows);
/* The number of this session, which the file gives; 1 without a file. Opens it. */
long long kernel_history_session(struct kernel_history *history);
/* As kernel_history_file_about, of 0 (this session), a number, or so many sessions before this. Sets *session. */
bool kernel_history_about(struct kernel_history *history, long long *session, char begun[40], char ended[40],
                          long long *inputs);

#endif
