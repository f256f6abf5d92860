/*
 * history.c - the inputs of this session and the text of their results; history_request.
 *
 * Owns the entries, under its own mutex: it is read while a cell runs. In memory only. Must not know the language.
 */
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include "session.h"

/* The number of the current session, the same in every answer. */
#define SESSION 1

int kernel_history_init(struct kernel *kernel)
{
    return pthread_mutex_init(&kernel->history.lock, NULL) ? -1 : 0;
}

void kernel_history_clear(struct kernel *kernel)
{
    struct kernel_history *history = &kernel->history;
    for (size_t i = 0; i < history->count; i++) {
        free(history->entries[i].input);
        free(history->entries[i].output);
    }
    free(history->entries);
    pthread_mutex_destroy(&history->lock);
}

void kernel_history_add(struct kernel *kernel, long long line, const char *input, size_t length)
{
    struct kernel_history *history = &kernel->history;
    char *copy = malloc(length + 1);
    if (!copy)
        return; /* an input less in the history is no reason to fail the cell */
    memcpy(copy, input, length);
    copy[length] = '\0';
    pthread_mutex_lock(&history->lock);
    if (history->count == history->capacity) {
        size_t capacity = history->capacity ? 2 * history->capacity : 16;
        struct kernel_history_entry *entries = realloc(history->entries, capacity * sizeof *entries);
        if (entries) {
            history->entries = entries;
            history->capacity = capacity;
        }
    }
    if (history->count < history->capacity) {
        history->entries[history->count++] = (struct kernel_history_entry){copy, NULL, length, line};
        copy = NULL;
    }
    pthread_mutex_unlock(&history->lock);
    free(copy);
}

void kernel_history_set_output(struct kernel *kernel, long long line, const char *output)
{
    struct kernel_history *history = &kernel->history;
    pthread_mutex_lock(&history->lock);
    for (size_t i = history->count; i > 0; i--) {
        struct kernel_history_entry *entry = &history->entries[i - 1];
        if (entry->line != line)
            continue;
        free(entry->output);
        entry->output = strdup(output);
        break;
    }
    pthread_mutex_unlock(&history->lock);
}

/* ---- history_request ---- */

struct selection {
    const struct kernel_history *history;
    unsigned char *chosen; /* one for each entry */
};

static void choose_range(struct selection *s, struct wire_request *request)
{
    long long start = wire_content_int(request, "start", 0);
    long long stop = wire_content_int(request, "stop", -1);
    bool open = !json_is_number(json_object_get(wire_request_content(request), "stop"));
    for (size_t i = 0; i < s->history->count; i++) {
        long long line = s->history->entries[i].line;
        s->chosen[i] = line >= start && (open || line < stop);
    }
}

/* Marks the newest entries that match; with unique an input counts once, at its latest place. */
static void choose_newest(struct selection *s, const char *pattern, bool unique, long long most)
{
    const struct kernel_history_entry *entries = s->history->entries;
    for (size_t i = s->history->count; i > 0 && most > 0; i--) {
        if (pattern && fnmatch(pattern, entries[i - 1].input, 0))
            continue;
        bool again = false;
        for (size_t j = i; unique && j < s->history->count && !again; j++)
            again = s->chosen[j] && !strcmp(entries[j].input, entries[i - 1].input);
        if (again)
            continue;
        s->chosen[i - 1] = 1;
        most--;
    }
}

static void put_entry(struct wire_text *text, const struct kernel_history_entry *entry, bool output)
{
    wire_text_printf(text, "[%d,%lld,", SESSION, entry->line);
    if (output)
        wire_text_put(text, "[");
    wire_text_string(text, entry->input, entry->input_length);
    if (output) {
        wire_text_put(text, ",");
        if (entry->output)
            wire_text_cstring(text, entry->output);
        else
            wire_text_put(text, "null");
        wire_text_put(text, "]");
    }
    wire_text_put(text, "]");
}

/* Requests for what is not kept are answered with an error, not with an empty list. */
static const char *missing(struct wire_request *request, const char *type)
{
    long long session = wire_content_int(request, "session", 0);
    if (strcmp(type, "range") && strcmp(type, "tail") && strcmp(type, "search"))
        return "hist_access_type must be range, tail or search";
    if (!strcmp(type, "range") && session != 0 && session != SESSION)
        return "the history of other sessions is not there";
    if (!wire_content_bool(request, "raw", true))
        return "the history of transformed inputs (raw=False) is not there";
    return NULL;
}

void kernel_handle_history(struct kernel *kernel, struct wire_request *request, struct kernel_reply *reply)
{
    struct kernel_history *history = &kernel->history;
    const char *type = wire_content_string(request, "hist_access_type", NULL, "");
    const char *problem = missing(request, type);
    if (problem) {
        kernel_reply_error(reply, "NotImplementedError", problem);
        return;
    }
    bool output = wire_content_bool(request, "output", false);
    long long n = wire_content_int(request, "n", -1);
    pthread_mutex_lock(&history->lock);
    struct selection selection = {history, calloc(history->count + 1, 1)};
    if (!selection.chosen)
        reply->content.failed = true;
    else if (!strcmp(type, "range"))
        choose_range(&selection, request);
    else if (!strcmp(type, "tail"))
        choose_newest(&selection, NULL, false, n < 0 ? 0 : n);
    else if (!strcmp(type, "search"))
        choose_newest(&selection, wire_content_string(request, "pattern", NULL, "*"),
                      wire_content_bool(request, "unique", false), n < 0 ? (long long)history->count : n);
    wire_text_put(&reply->content, "{\"status\":\"ok\",\"history\":[");
    bool comma = false;
    for (size_t i = 0; selection.chosen && i < history->count; i++) {
        if (!selection.chosen[i])
            continue;
        if (comma)
            wire_text_put(&reply->content, ",");
        put_entry(&reply->content, &history->entries[i], output);
        comma = true;
    }
    wire_text_put(&reply->content, "]}");
    free(selection.chosen);
    pthread_mutex_unlock(&history->lock);
}
