/*
 * shell_history.c - what the library of get_ipython() asks of the history: rows of a query, and sessions.
 *
 * Must not know where inputs are kept.
 */
#include "lang.h"
#include "object.h"
#include "session.h"
#include "types.h"

#include <stdlib.h>
#include <string.h>

/* Steals the items. New reference, or the exception of the item that is one. */
static lang_value tuple_of(struct lang_thread *t, lang_value *items, int count)
{
    struct lang_tuple *made = NULL;
    bool whole = true;
    for (int i = 0; i < count; i++)
        whole = whole && !lang_is_error(items[i]);
    if (whole)
        made = lang_tuple_from(t, items, count);
    for (int i = 0; i < count; i++)
        if (!lang_is_error(items[i]))
            lang_unref(t, items[i]);
    return lang_obj_or_error(made);
}

static lang_value text_or_none(struct lang_thread *t, const char *text)
{
    return text && *text ? lang_obj_or_error(lang_str_new(t, text, strlen(text))) : lang_none();
}

static lang_value row_of(struct lang_thread *t, const struct kernel_history_row *row)
{
    lang_value items[] = {
        lang_int(row->session), lang_int(row->line), lang_obj_or_error(lang_str_new(t, row->input, row->length)),
        row->output ? lang_obj_or_error(lang_str_new(t, row->output, strlen(row->output))) : lang_none()};
    return tuple_of(t, items, 4);
}

static int64_t number_or(lang_value value, int64_t otherwise)
{
    return value.tag == LANG_INT ? value.i : otherwise;
}

lang_value kernel_native_history(struct lang_thread *t, const lang_value *args)
{
    struct kernel_history_query query = {
        .kind = (enum kernel_history_kind)number_or(args[0], 0),
        .session = number_or(args[1], 0),
        .start = number_or(args[2], 0),
        .stop = number_or(args[3], -1),
        .most = number_or(args[5], -1),
        .raw = lang_truth(t, args[6]) > 0,
        .unique = lang_truth(t, args[7]) > 0,
    };
    struct kernel_history_rows rows = {0};
    if (args[4].tag != LANG_NONE && !(query.pattern = lang_as_utf8(t, args[4], "pattern", NULL)))
        return lang_error();
    if (kernel_history_find(&kernel_current()->history, &query, &rows)) {
        kernel_history_rows_clear(&rows);
        return lang_raise(t, LANG_EXC_MemoryError, "");
    }
    struct lang_list *list = lang_list_new(t, (int64_t)rows.count);
    for (size_t i = 0; list && i < rows.count; i++) {
        lang_value row = row_of(t, &rows.rows[i]);
        if (lang_is_error(row) || lang_list_append_steal(t, list, row)) {
            lang_decref(t, list);
            list = NULL;
        }
    }
    kernel_history_rows_clear(&rows);
    return lang_obj_or_error(list);
}

lang_value kernel_native_history_file(struct lang_thread *t, const lang_value *args)
{
    char path[4096];
    struct kernel_history *history = &kernel_current()->history;
    (void)args;
    kernel_history_session(history); /* opens it */
    return history->off || !kernel_history_file_path(path, sizeof path)
               ? lang_none()
               : lang_obj_or_error(lang_str_new(t, path, strlen(path)));
}

lang_value kernel_native_history_outputs(struct lang_thread *t, const lang_value *args)
{
    int value = lang_is_undef(args[0]) ? -1 : lang_truth(t, args[0]);
    if (value < 0 && !lang_is_undef(args[0]))
        return lang_error();
    return lang_bool(kernel_history_keep_outputs(&kernel_current()->history, value));
}

lang_value kernel_native_history_session(struct lang_thread *t, const lang_value *args)
{
    char begun[40] = "", ended[40] = "";
    long long session = number_or(args[0], 0), inputs = -1;
    struct kernel_history *history = &kernel_current()->history;
    bool found = kernel_history_about(history, &session, begun, ended, &inputs);
    if (!found && session != kernel_history_session(history))
        return lang_none();
    lang_value items[] = {lang_int(session), text_or_none(t, begun), text_or_none(t, ended),
                          inputs < 0 ? lang_none() : lang_int(inputs)};
    return tuple_of(t, items, 4);
}
