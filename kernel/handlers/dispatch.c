/*
 * dispatch.c - message type to handler, and the bracket of busy and idle around every request.
 *
 * Owns the order busy, outputs, reply, idle. Handlers return a reply and can neither forget, reorder nor send it. Must
 * not know what a handler does.
 */
#include <stdio.h>
#include <string.h>
#include "session.h"

enum where {
    AT_ONCE,   /* on the io thread, also while a cell runs */
    IN_TURN,   /* on interp, in the order of arrival */
    IN_SERVICE /* on interp in order, or out of turn while a cell runs */
};

enum { ON_SHELL = 1, ON_CONTROL = 2, ON_BOTH = 3 };

static const struct row {
    const char *type;
    int channels;
    enum where where;
    kernel_handler handler;
} rows[] = {
    {"execute_request", ON_SHELL, IN_TURN, kernel_handle_execute},
    {"execute_request", ON_CONTROL, AT_ONCE, kernel_handle_refused},
    {"complete_request", ON_SHELL, IN_SERVICE, kernel_handle_complete},
    {"complete_request", ON_CONTROL, AT_ONCE, kernel_handle_refused},
    {"inspect_request", ON_SHELL, IN_SERVICE, kernel_handle_inspect},
    {"inspect_request", ON_CONTROL, AT_ONCE, kernel_handle_refused},
    {"history_request", ON_BOTH, IN_SERVICE, kernel_handle_history}, /* another kernel may be writing the file */
    {"is_complete_request", ON_BOTH, AT_ONCE, kernel_handle_is_complete},
    {"kernel_info_request", ON_BOTH, AT_ONCE, kernel_handle_info},
    {"interrupt_request", ON_BOTH, AT_ONCE, kernel_handle_interrupt},
    {"shutdown_request", ON_CONTROL, AT_ONCE, kernel_handle_shutdown},
    {"shutdown_request", ON_SHELL, IN_TURN, kernel_handle_shutdown}, /* behind the cells that were sent before it */
    {"usage_request", ON_BOTH, AT_ONCE, kernel_handle_usage},
    {"comm_info_request", ON_BOTH, AT_ONCE, kernel_handle_comm_info},
    {"comm_open", ON_BOTH, IN_TURN, kernel_handle_comm},
    {"comm_msg", ON_BOTH, IN_TURN, kernel_handle_comm},
    {"comm_close", ON_BOTH, IN_TURN, kernel_handle_comm},
    {"create_subshell_request", ON_CONTROL, AT_ONCE, kernel_handle_create_subshell},
    {"create_subshell_request", ON_SHELL, AT_ONCE, kernel_handle_refused},
    {"delete_subshell_request", ON_CONTROL, AT_ONCE, kernel_handle_delete_subshell},
    {"delete_subshell_request", ON_SHELL, AT_ONCE, kernel_handle_refused},
    {"list_subshell_request", ON_BOTH, AT_ONCE, kernel_handle_list_subshell},
    {"connect_request", ON_BOTH, AT_ONCE, kernel_handle_connect},
    {"debug_request", ON_BOTH, AT_ONCE, kernel_handle_debug},
};

/* Every other request gets an error reply: a client that waits must not wait for ever. */
static const struct row unknown_request = {NULL, ON_BOTH, AT_ONCE, kernel_handle_unknown};

static bool asks_for_reply(const char *type)
{
    static const char suffix[] = "_request";
    size_t length = strlen(type);
    return length > sizeof suffix - 1 && !strcmp(type + length - (sizeof suffix - 1), suffix);
}

static const struct row *find_row(const struct wire_request *request)
{
    const char *type = wire_request_type(request);
    int channel = wire_request_channel(request) == WIRE_CONTROL ? ON_CONTROL : ON_SHELL;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if ((rows[i].channels & channel) && !strcmp(rows[i].type, type))
            return &rows[i];
    return asks_for_reply(type) ? &unknown_request : NULL;
}

static void publish_status(struct kernel *kernel, const struct wire_request *request, const char *state)
{
    struct wire_text content = {0};
    wire_text_printf(&content, "{\"execution_state\":\"%s\"}", state);
    wire_publish(kernel->wire, request, "status", &content, NULL);
}

static void answer(struct kernel *kernel, const struct row *row, struct kernel_job *job, struct kernel_reply *reply)
{
    struct wire_request *request = job->request;
    if (!wire_request_content(request)) {
        wire_log("%s: %s", wire_request_type(request), wire_request_content_error(request));
        kernel_reply_error(reply, "ValueError", wire_request_content_error(request));
    } else if (job->no_shell) {
        char text[128];
        snprintf(text, sizeof text, "Unknown subshell_id '%.64s'", wire_request_subshell(request));
        wire_log("%s: %s", wire_request_type(request), text);
        kernel_reply_error(reply, "UnknownSubshellError", text);
    } else if (job->aborted) {
        wire_text_put(&reply->content, "{\"status\":\"aborted\"}");
    } else
        row->handler(kernel, request, reply);
}

void kernel_dispatch(struct kernel *kernel, struct kernel_job *job)
{
    struct wire_request *request = job->request;
    const struct row *row = find_row(request);
    struct kernel_reply reply = {0};
    publish_status(kernel, request, "busy");
    if (!row)
        wire_log("unknown message type '%.64s'", wire_request_type(request));
    else {
        answer(kernel, row, job, &reply);
        if (row->where == IN_TURN)
            kernel_output_end(kernel);
        if (!reply.none) {
            if (reply.content.failed) {
                wire_text_clear(&reply.content);
                kernel_reply_error(&reply, "MemoryError", "");
            }
            wire_reply(kernel->wire, request, NULL, &reply.content, &reply.metadata);
        }
        if (reply.after)
            reply.after(kernel, request);
    }
    wire_text_clear(&reply.content);
    wire_text_clear(&reply.metadata);
    publish_status(kernel, request, "idle");
}

void kernel_accept(struct kernel *kernel, struct wire_request *request)
{
    if (wire_request_channel(request) == WIRE_STDIN) {
        kernel_input_deliver(kernel, request);
        return;
    }
    const struct row *row = find_row(request);
    /* only what comes by the shell channel may be for a subshell */
    const char *id = wire_request_channel(request) == WIRE_CONTROL ? NULL : wire_request_subshell(request);
    struct kernel_shell *shell = kernel_subshell_find(kernel, id);
    if (shell && row && row->where != AT_ONCE) {
        kernel_enqueue(kernel, shell, request, row->where == IN_SERVICE);
        return;
    }
    struct kernel_job job = {.request = request, .no_shell = !shell};
    kernel_dispatch(kernel, &job);
}
