/*
 * comm.c - comm_info, and what a front end sends through comms.
 *
 * Runs on interp, as a cell does, but for comm_info. The other ends of comms are objects of the Python beside the
 * kernel: what comes in is handed to it as JSON, and refused where it is not open.
 */
#include <string.h>
#include "python/python.h"
#include "session.h"

void kernel_handle_comm_info(struct kernel *kernel, struct wire_request *request, struct kernel_reply *reply)
{
    wire_text_put(&reply->content, "{\"status\":\"ok\",\"comms\":");
    kernel_comms_put(kernel, wire_content_string(request, "target_name", NULL, NULL), &reply->content);
    wire_text_put(&reply->content, "}");
}

/* No comm has this id and none will: an opening is answered by closing it. */
static void refuse(struct kernel *kernel, struct wire_request *request)
{
    struct wire_text content = {0};
    if (strcmp(wire_request_type(request), "comm_open")) {
        wire_log("%s for an unknown comm ignored", wire_request_type(request));
        return;
    }
    wire_text_put(&content, "{\"comm_id\":");
    wire_text_cstring(&content, wire_content_string(request, "comm_id", NULL, ""));
    wire_text_put(&content, ",\"data\":{}}");
    wire_log("no target '%.64s' for a comm", wire_content_string(request, "target_name", NULL, ""));
    wire_publish(kernel->wire, request, "comm_close", &content, NULL);
}

void kernel_handle_comm(struct kernel *kernel, struct wire_request *request, struct kernel_reply *reply)
{
    reply->none = true;
    if (!kernel_thread_here()) {
        refuse(kernel, request);
        return;
    }
    kernel_headroom_begin_cell();
    kernel_output_begin(kernel, request);
    kernel_work_begin(kernel, request, false);
    int status = kernel_comm_deliver(kernel_thread_here(), request);
    if (status < 0)
        kernel_tell_error(kernel, kernel_thread_here(), false);
    if (status > 0)
        kernel_python_after_cell(kernel_thread_here());
    kernel_work_end(kernel);
    if (!status)
        refuse(kernel, request);
}
