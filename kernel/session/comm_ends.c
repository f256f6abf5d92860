/*
 * comm_ends.c - how messages of comms get to the objects of the session and from them.
 *
 * Those objects belong to the package `comm` of the Python beside the kernel (kernel/python/plugin/comms.py). What
 * comes in is handed to them as JSON; what they send comes here, by the module `_comms`. Must not know what is said.
 */
#include <stdlib.h>
#include <string.h>
#include "python/python.h"
#include "session.h"

static lang_value text_of(struct lang_thread *t, struct wire_bytes bytes)
{
    return lang_obj_or_error(lang_str_new(t, bytes.data, bytes.length));
}

/* ---- in ---- */

static lang_value json_text(struct lang_thread *t, const json_t *value)
{
    struct wire_text text = {0};
    wire_text_json(&text, value);
    lang_value made = text.failed ? lang_no_memory(t) : lang_obj_or_error(lang_str_new(t, text.data, text.length));
    wire_text_clear(&text);
    return made;
}

static lang_value buffers_of(struct lang_thread *t, const struct wire_request *request)
{
    size_t count = wire_request_buffer_count(request);
    struct lang_list *list = lang_list_new(t, (int64_t)count);
    for (size_t i = 0; list && i < count; i++) {
        struct wire_bytes bytes = wire_request_buffer(request, i);
        struct lang_bytes *made = lang_bytes_new(t, bytes.length ? bytes.data : "", bytes.length);
        if (!made || lang_list_append_steal(t, list, lang_obj(made))) {
            lang_decref(t, list);
            list = NULL;
        }
    }
    return lang_obj_or_error(list);
}

int kernel_comm_deliver(struct lang_thread *t, const struct wire_request *request)
{
    enum { TYPE, HEADER, PARENT, METADATA, CONTENT, BUFFERS, COUNT };
    lang_value session = kernel_python_session(t), args[COUNT], taken = lang_error();
    if (lang_is_undef(session) || lang_is_error(session))
        return lang_is_error(session) ? -1 : 0;
    args[TYPE] = lang_obj_or_error(lang_str_from_c(t, wire_request_type(request)));
    args[HEADER] = text_of(t, wire_request_header_text(request));
    args[PARENT] = text_of(t, wire_request_parent_text(request));
    args[METADATA] = json_text(t, wire_request_metadata(request));
    args[CONTENT] = json_text(t, wire_request_content(request));
    args[BUFFERS] = buffers_of(t, request);
    bool complete = true;
    for (int i = 0; i < COUNT; i++)
        complete = complete && !lang_is_error(args[i]);
    if (complete)
        taken = lang_call_method_c(t, session, "comm", args, COUNT);
    for (int i = 0; i < COUNT; i++)
        if (!lang_is_error(args[i]))
            lang_unref(t, args[i]);
    lang_unref(t, session);
    if (lang_is_error(taken))
        return -1;
    int truth = lang_truth(t, taken);
    lang_unref(t, taken);
    return truth;
}

/* ---- out: the module ---- */

enum { BUFFERS_LIMIT = 4000 };

/* The bytes of a tuple of bytes, and how many. NULL with an exception. */
static struct wire_bytes *take_buffers(struct lang_thread *t, lang_value tuple, size_t *count)
{
    if (!lang_is_tuple(tuple) || lang_as_tuple(tuple)->length > BUFFERS_LIMIT) {
        lang_raise(t, LANG_EXC_ValueError, "buffers: a tuple of at most %d bytes objects", BUFFERS_LIMIT);
        return NULL;
    }
    *count = (size_t)lang_as_tuple(tuple)->length;
    struct wire_bytes *buffers = calloc(*count + 1, sizeof *buffers);
    if (!buffers)
        lang_no_memory(t);
    for (size_t i = 0; buffers && i < *count; i++) {
        lang_value item = lang_as_tuple(tuple)->items[i];
        if (!lang_is_exactly(item, &lang_type_bytes)) {
            lang_raise(t, LANG_EXC_TypeError, "buffers: bytes, not '%N'", item);
            free(buffers);
            return NULL;
        }
        const struct lang_bytes *bytes = (const struct lang_bytes *)item.o;
        buffers[i] = (struct wire_bytes){bytes->data, (size_t)bytes->length};
    }
    return buffers;
}

static lang_value native_send(struct lang_thread *t, const lang_value *args)
{
    struct kernel *kernel = kernel_current();
    size_t content_size, metadata_size, count;
    const char *type = lang_as_utf8(t, args[0], "msg_type", NULL);
    const char *content = type ? lang_as_utf8(t, args[1], "content", &content_size) : NULL;
    const char *metadata = content ? lang_as_utf8(t, args[2], "metadata", &metadata_size) : NULL;
    struct wire_bytes *buffers = metadata ? take_buffers(t, args[3], &count) : NULL;
    if (!buffers)
        return lang_error();
    if (kernel->wire) {
        struct wire_text texts[2] = {{0}};
        struct wire_request *parent = kernel_output_parent(kernel);
        kernel_output_flush(kernel, 0);
        wire_text_add(&texts[0], content, content_size);
        wire_text_add(&texts[1], metadata, metadata_size);
        wire_publish_buffers(kernel->wire, parent, type, &texts[0], &texts[1], buffers, count);
        wire_request_unref(parent);
    }
    free(buffers);
    return lang_none();
}

static lang_value native_opened(struct lang_thread *t, const lang_value *args)
{
    const char *id = lang_as_utf8(t, args[0], "comm_id", NULL);
    const char *target = id ? lang_as_utf8(t, args[1], "target_name", NULL) : NULL;
    if (!target)
        return lang_error();
    return kernel_comms_opened(kernel_current(), id, target) ? lang_no_memory(t) : lang_none();
}

static lang_value native_closed(struct lang_thread *t, const lang_value *args)
{
    const char *id = lang_as_utf8(t, args[0], "comm_id", NULL);
    if (!id)
        return lang_error();
    kernel_comms_closed(kernel_current(), id);
    return lang_none();
}

/* The JSON texts of the header, the parent header, the metadata and the content of what is being answered; None where
 * that is nothing. */
static lang_value native_parent(struct lang_thread *t, const lang_value *args)
{
    struct wire_request *request = kernel_current()->wire ? kernel_output_parent(kernel_current()) : NULL;
    (void)args;
    if (!request)
        return lang_none();
    lang_value parts[] = {text_of(t, wire_request_header_text(request)), text_of(t, wire_request_parent_text(request)),
                          json_text(t, wire_request_metadata(request)), json_text(t, wire_request_content(request))};
    struct lang_tuple *all = NULL;
    bool complete = true;
    for (int i = 0; i < 4; i++)
        complete = complete && !lang_is_error(parts[i]);
    if (complete)
        all = lang_tuple_from(t, parts, 4);
    for (int i = 0; i < 4; i++)
        if (!lang_is_error(parts[i]))
            lang_unref(t, parts[i]);
    wire_request_unref(request);
    return lang_obj_or_error(all);
}

static const struct lang_method functions[] = {
    {"send", "(msg_type, content, metadata, buffers, /)", native_send,
     "Publish a message: its content and metadata as JSON, its buffers as a tuple of bytes.", 0},
    {"opened", "(comm_id, target_name, /)", native_opened, "A comm is open from now on.", 0},
    {"closed", "(comm_id, /)", native_closed, "A comm is open no more.", 0},
    {"parent", "()", native_parent,
     "The request that is being answered: header, parent header, metadata and content as JSON, or None.", 0},
    {0},
};

static struct lang_module *make_module(struct lang_thread *t)
{
    struct lang_module *module = lang_module_new(t, "_comms", "What comms of the session send by.");
    if (module && lang_module_add_functions(t, module, functions)) {
        lang_decref(t, module);
        return NULL;
    }
    return module;
}

int kernel_comms_start(struct kernel *kernel)
{
    return lang_add_native_module(kernel->thread, "_comms", make_module);
}
