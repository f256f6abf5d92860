/*
 * history_rows.c - rows of inputs: added, put in order, thinned. Must not know where they come from.
 */
#include "history.h"

#include <stdlib.h>
#include <string.h>

char *kernel_history_copy(const char *text, size_t length)
{
    char *copy = malloc(length + 1);
    if (copy) {
        memcpy(copy, text, length);
        copy[length] = '\0';
    }
    return copy;
}

int kernel_history_rows_add(struct kernel_history_rows *rows, const struct kernel_history_row *row)
{
    if (rows->count == rows->capacity) {
        size_t capacity = rows->capacity ? 2 * rows->capacity : 16;
        struct kernel_history_row *larger = realloc(rows->rows, capacity * sizeof *larger);
        if (!larger)
            return -1;
        rows->rows = larger;
        rows->capacity = capacity;
    }
    struct kernel_history_row copy = *row;
    copy.input = kernel_history_copy(row->input, row->length);
    copy.output = row->output ? strdup(row->output) : NULL;
    if (!copy.input || (row->output && !copy.output)) {
        free(copy.input);
        free(copy.output);
        return -1;
    }
    rows->rows[rows->count++] = copy;
    return 0;
}

static void drop_row(struct kernel_history_row *row)
{
    free(row->input);
    free(row->output);
    row->input = NULL;
}

void kernel_history_rows_clear(struct kernel_history_rows *rows)
{
    for (size_t i = 0; i < rows->count; i++)
        drop_row(&rows->rows[i]);
    free(rows->rows);
    *rows = (struct kernel_history_rows){0};
}

/* Without the rows whose input is NULL. */
static void close_ranks(struct kernel_history_rows *rows)
{
    size_t kept = 0;
    for (size_t i = 0; i < rows->count; i++)
        if (rows->rows[i].input)
            rows->rows[kept++] = rows->rows[i];
    rows->count = kept;
}

static int by_session_and_line(const void *a, const void *b)
{
    const struct kernel_history_row *x = a, *y = b;
    if (x->session != y->session)
        return x->session < y->session ? -1 : 1;
    return (x->line > y->line) - (x->line < y->line);
}

static int by_input_then_newest(const void *a, const void *b)
{
    const struct kernel_history_row *x = *(struct kernel_history_row *const *)a,
                                    *y = *(struct kernel_history_row *const *)b;
    int order = strcmp(x->input, y->input);
    return order ? order : by_session_and_line(y, x);
}

void kernel_history_rows_sort(struct kernel_history_rows *rows)
{
    if (rows->count)
        qsort(rows->rows, rows->count, sizeof *rows->rows, by_session_and_line);
}

int kernel_history_rows_unique(struct kernel_history_rows *rows)
{
    struct kernel_history_row **order = malloc(rows->count * sizeof *order + 1);
    if (!order)
        return -1;
    for (size_t i = 0; i < rows->count; i++)
        order[i] = &rows->rows[i];
    qsort(order, rows->count, sizeof *order, by_input_then_newest);
    const char *kept = NULL;
    for (size_t i = 0; i < rows->count; i++)
        if (kept && !strcmp(kept, order[i]->input))
            drop_row(order[i]);
        else
            kept = order[i]->input;
    free(order);
    close_ranks(rows);
    return 0;
}

void kernel_history_rows_keep(struct kernel_history_rows *rows, long long most)
{
    if (most < 0 || (unsigned long long)most >= rows->count)
        return;
    for (size_t i = 0; i < rows->count - (size_t)most; i++)
        drop_row(&rows->rows[i]);
    close_ranks(rows);
}
