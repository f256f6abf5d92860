/*
 * history_request.c - history_request: the inputs of this and of other sessions.
 *
 * Must not know where inputs are kept.
 */
#include <string.h>
#include "session.h"

static const char *const kinds[] = {
    [KERNEL_HISTORY_RANGE] = "range", [KERNEL_HISTORY_TAIL] = "tail", [KERNEL_HISTORY_SEARCH] = "search"};

/* What is asked for. False: no such kind, which finds nothing. A count that is not there means all for a search, none
 * for the tail. */
static bool read_query(struct wire_request *request, struct kernel_history_query *query)
{
    const char *type = wire_content_string(request, "hist_access_type", NULL, "");
    size_t kind = 0;
    while (kind < sizeof kinds / sizeof *kinds && strcmp(kinds[kind], type))
        kind++;
    *query = (struct kernel_history_query){
        .kind = (enum kernel_history_kind)kind,
        .raw = wire_content_bool(request, "raw", true),
        .unique = wire_content_bool(request, "unique", false),
        .session = wire_content_int(request, "session", 0),
        .start = wire_content_int(request, "start", 0),
        .stop = wire_content_int(request, "stop", -1),
        .most = wire_content_int(request, "n", -1),
        .pattern = wire_content_string(request, "pattern", NULL, "*"),
    };
    if (query->kind == KERNEL_HISTORY_TAIL && query->most < 0)
        query->most = 0;
    return kind < sizeof kinds / sizeof *kinds;
}

static void put_row(struct wire_text *text, const struct kernel_history_row *row, bool output)
{
    wire_text_printf(text, "[%lld,%lld,", row->session, row->line);
    if (output)
        wire_text_put(text, "[");
    wire_text_string(text, row->input, row->length);
    if (output) {
        wire_text_put(text, ",");
        if (row->output)
            wire_text_cstring(text, row->output);
        else
            wire_text_put(text, "null");
        wire_text_put(text, "]");
    }
    wire_text_put(text, "]");
}

void kernel_handle_history(struct kernel *kernel, struct wire_request *request, struct kernel_reply *reply)
{
    struct kernel_history_query query;
    struct kernel_history_rows rows = {0};
    if (!read_query(request, &query)) {
        kernel_reply_error(reply, "ValueError", "hist_access_type must be range, tail or search");
        return;
    }
    if (kernel_history_find(&kernel->history, &query, &rows))
        reply->content.failed = true;
    wire_text_put(&reply->content, "{\"status\":\"ok\",\"history\":[");
    for (size_t i = 0; i < rows.count; i++) {
        if (i)
            wire_text_put(&reply->content, ",");
        put_row(&reply->content, &rows.rows[i], wire_content_bool(request, "output", false));
    }
    wire_text_put(&reply->content, "]}");
    kernel_history_rows_clear(&rows);
}
