/*
 * history.c - the inputs of this session and the texts of their results, in memory, and how they get into the file.
 *
 * Owns the entries, under a mutex: they are read while a cell runs. A thread writes what was added into the file, a
 * moment later, so that a cell never waits for a disk. Must not know the language or how the file is made.
 */
#include "history.h"

#include <fnmatch.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "wire.h"

#define WRITE_DELAY_MS 200 /* between an input and its writing: the inputs in between go with it */
#define WRITER_STACK_SIZE ((size_t)256 << 10)
#define PATH_SIZE 4096

int kernel_history_init(struct kernel_history *history)
{
    pthread_condattr_t monotonic;
    int fault = pthread_condattr_init(&monotonic) || pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC) ||
                pthread_cond_init(&history->added, &monotonic);
    return fault || pthread_mutex_init(&history->lock, NULL) || pthread_mutex_init(&history->file_lock, NULL) ? -1 : 0;
}

void kernel_history_clear(struct kernel_history *history)
{
    for (size_t i = 0; i < history->count; i++) {
        free(history->entries[i].input);
        free(history->entries[i].program);
        free(history->entries[i].output);
    }
    free(history->entries);
    pthread_mutex_destroy(&history->lock);
    pthread_mutex_destroy(&history->file_lock);
    pthread_cond_destroy(&history->added);
}

/* ---- the file ---- */

/* The file, opened at its first use, or NULL; file_lock is held. */
static struct kernel_history_file *opened(struct kernel_history *history)
{
    char path[PATH_SIZE];
    if (!history->file && !history->off) {
        history->file = kernel_history_file_path(path, sizeof path) ? kernel_history_file_open(path) : NULL;
        history->off = !history->file;
    }
    return history->file;
}

/* Entries that are not in the file yet, and those whose outputs may not be, as copies with texts of the entries, which
 * stay; outputs may be replaced, so they are copied. lock is held. */
static struct kernel_history_entry *take_unwritten(struct kernel_history *history, size_t *first, size_t *count)
{
    history->output_added = false;
    *first = history->keep_outputs && history->shown < history->written ? history->shown : history->written;
    *count = history->count - *first;
    struct kernel_history_entry *taken = malloc(*count * sizeof *taken + 1);
    for (size_t i = 0; taken && i < *count; i++) {
        taken[i] = history->entries[*first + i];
        if (taken[i].output)
            taken[i].output = history->keep_outputs ? strdup(taken[i].output) : NULL;
    }
    return taken;
}

static void write_unwritten(struct kernel_history *history)
{
    size_t first, count;
    struct kernel_history_entry *taken = take_unwritten(history, &first, &count);
    bool outputs = history->keep_outputs;
    if (!taken)
        return;
    pthread_mutex_unlock(&history->lock);
    pthread_mutex_lock(&history->file_lock);
    struct kernel_history_file *file = opened(history);
    bool done = file && !kernel_history_file_write(file, taken, count, outputs);
    pthread_mutex_unlock(&history->file_lock);
    for (size_t i = 0; i < count; i++)
        free(taken[i].output);
    free(taken);
    pthread_mutex_lock(&history->lock);
    if (done) {
        history->written = first + count;
        history->shown = history->written ? history->written - 1 : 0; /* the last cell may still be running */
    }
}

/* lock is held. */
static bool is_behind(const struct kernel_history *history)
{
    return history->written < history->count || history->output_added;
}

static void wait_a_moment(struct kernel_history *history)
{
    struct timespec end;
    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_nsec += WRITE_DELAY_MS * 1000000L;
    end.tv_sec += end.tv_nsec / 1000000000L;
    end.tv_nsec %= 1000000000L;
    while (!history->ending && !pthread_cond_timedwait(&history->added, &history->lock, &end))
        ;
}

static void *write_behind(void *context)
{
    struct kernel_history *history = context;
    pthread_mutex_lock(&history->lock);
    while (!history->off && (is_behind(history) || !history->ending)) {
        const bool last = history->ending;
        if (!is_behind(history))
            pthread_cond_wait(&history->added, &history->lock);
        if (!history->ending)
            wait_a_moment(history);
        if (is_behind(history))
            write_unwritten(history);
        if (last)
            break; /* what cannot be written at the end is not waited for */
    }
    pthread_mutex_unlock(&history->lock);
    return NULL;
}

/* lock is held. Only the first input after a pause wakes the writer. */
static void tell_writer(struct kernel_history *history)
{
    pthread_attr_t attributes;
    char path[PATH_SIZE];
    if (history->off)
        return;
    if (history->writes) {
        if (history->count == history->written + 1)
            pthread_cond_signal(&history->added);
        return;
    }
    if (!kernel_history_file_path(path, sizeof path)) {
        history->off = true;
        return;
    }
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, WRITER_STACK_SIZE);
    history->writes = !pthread_create(&history->writer, &attributes, write_behind, history);
    pthread_attr_destroy(&attributes);
}

void kernel_history_close(struct kernel_history *history)
{
    pthread_mutex_lock(&history->lock);
    history->ending = true;
    pthread_cond_signal(&history->added);
    bool writes = history->writes;
    pthread_mutex_unlock(&history->lock);
    if (writes)
        pthread_join(history->writer, NULL);
    kernel_history_file_close(history->file);
    history->file = NULL;
    history->off = true;
}

/* ---- the entries ---- */

/* lock is held. */
static bool make_space(struct kernel_history *history)
{
    if (history->count < history->capacity)
        return true;
    size_t capacity = history->capacity ? 2 * history->capacity : 16;
    struct kernel_history_entry *entries = realloc(history->entries, capacity * sizeof *entries);
    if (!entries)
        return false;
    history->entries = entries;
    history->capacity = capacity;
    return true;
}

/* An input less in the history is no reason to fail the cell: without memory nothing is added. */
void kernel_history_add(struct kernel_history *history, long long line, const char *input, size_t length,
                        const char *program, size_t program_length)
{
    bool same = length == program_length && !memcmp(input, program, length);
    struct kernel_history_entry entry = {
        .input = kernel_history_copy(input, length), .input_length = length, .line = line};
    if (!same) {
        entry.program = kernel_history_copy(program, program_length);
        entry.program_length = program_length;
    }
    pthread_mutex_lock(&history->lock);
    bool added = entry.input && (same || entry.program) && make_space(history);
    if (added) {
        history->entries[history->count++] = entry;
        tell_writer(history);
    }
    pthread_mutex_unlock(&history->lock);
    if (!added) {
        free(entry.input);
        free(entry.program);
    }
}

void kernel_history_set_output(struct kernel_history *history, long long line, const char *output)
{
    pthread_mutex_lock(&history->lock);
    for (size_t i = history->count; i > 0; i--) {
        struct kernel_history_entry *entry = &history->entries[i - 1];
        if (entry->line != line)
            continue;
        free(entry->output);
        entry->output = strdup(output);
        history->output_added = history->keep_outputs;
        break;
    }
    pthread_mutex_unlock(&history->lock);
}

bool kernel_history_keep_outputs(struct kernel_history *history, int keep)
{
    pthread_mutex_lock(&history->lock);
    if (keep >= 0)
        history->keep_outputs = keep;
    bool keeps = history->keep_outputs;
    pthread_mutex_unlock(&history->lock);
    return keeps;
}

/* ---- what a query finds ---- */

static bool is_wanted(const struct kernel_history_query *query, const struct kernel_history_row *row)
{
    if (query->kind == KERNEL_HISTORY_RANGE)
        return row->line >= query->start && (query->stop < 0 || row->line < query->stop);
    return query->kind == KERNEL_HISTORY_TAIL || !query->pattern || !fnmatch(query->pattern, row->input, 0);
}

static int find_here(struct kernel_history *history, const struct kernel_history_query *query, long long session,
                     struct kernel_history_rows *rows)
{
    int status = 0;
    pthread_mutex_lock(&history->lock);
    for (size_t i = 0; i < history->count && !status; i++) {
        const struct kernel_history_entry *entry = &history->entries[i];
        const bool raw = query->raw || !entry->program;
        const struct kernel_history_row row = {session, entry->line, raw ? entry->input : entry->program, entry->output,
                                               raw ? entry->input_length : entry->program_length};
        if (is_wanted(query, &row))
            status = kernel_history_rows_add(rows, &row);
    }
    pthread_mutex_unlock(&history->lock);
    return status;
}

int kernel_history_find(struct kernel_history *history, const struct kernel_history_query *query,
                        struct kernel_history_rows *rows)
{
    const bool range = query->kind == KERNEL_HISTORY_RANGE;
    const bool only_here = range && query->session == 0;
    int status = 0;
    pthread_mutex_lock(&history->file_lock);
    struct kernel_history_file *file = opened(history);
    const long long session = file ? kernel_history_file_session(file) : 1;
    if (file && !(range && (only_here || query->session == session)))
        kernel_history_file_find(file, query, rows); /* a file that cannot be read has been complained of */
    pthread_mutex_unlock(&history->file_lock);
    if (!range || only_here || query->session == session)
        status = find_here(history, query, session, rows);
    kernel_history_rows_sort(rows);
    if (!status && query->unique && query->kind == KERNEL_HISTORY_SEARCH)
        status = kernel_history_rows_unique(rows);
    if (!range)
        kernel_history_rows_keep(rows, query->most);
    return status;
}

long long kernel_history_session(struct kernel_history *history)
{
    pthread_mutex_lock(&history->file_lock);
    struct kernel_history_file *file = opened(history);
    long long session = file ? kernel_history_file_session(file) : 1;
    pthread_mutex_unlock(&history->file_lock);
    return session;
}

bool kernel_history_about(struct kernel_history *history, long long *session, char begun[40], char ended[40],
                          long long *inputs)
{
    pthread_mutex_lock(&history->file_lock);
    struct kernel_history_file *file = opened(history);
    if (*session <= 0)
        *session += file ? kernel_history_file_session(file) : 1;
    bool found = file && kernel_history_file_about(file, *session, begun, ended, inputs);
    pthread_mutex_unlock(&history->file_lock);
    return found;
}
