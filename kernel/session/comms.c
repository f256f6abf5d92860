/*
 * comms.c - the comms that are open: channels of messages between objects of a front end and of the session.
 *
 * Owns the list, which the io thread reads too. Must not know what a comm is for, nor the language.
 */
#include <string.h>
#include "session.h"

int kernel_comms_init(struct kernel *kernel)
{
    return pthread_mutex_init(&kernel->comms.lock, NULL) ? -1 : 0;
}

void kernel_comms_clear(struct kernel *kernel)
{
    json_decref(kernel->comms.open);
    kernel->comms.open = NULL;
    pthread_mutex_destroy(&kernel->comms.lock);
}

void kernel_comms_put(struct kernel *kernel, const char *target, struct wire_text *text)
{
    const char *id, *comma = "";
    json_t *row;
    wire_text_put(text, "{");
    pthread_mutex_lock(&kernel->comms.lock);
    json_object_foreach(kernel->comms.open, id, row)
    {
        const char *name = json_string_value(json_object_get(row, "target_name"));
        if (target && strcmp(target, name ? name : ""))
            continue;
        wire_text_put(text, comma);
        wire_text_cstring(text, id);
        wire_text_put(text, ":");
        wire_text_json(text, row);
        comma = ",";
    }
    pthread_mutex_unlock(&kernel->comms.lock);
    wire_text_put(text, "}");
}

int kernel_comms_opened(struct kernel *kernel, const char *id, const char *target)
{
    struct kernel_comms *comms = &kernel->comms;
    pthread_mutex_lock(&comms->lock);
    if (!comms->open)
        comms->open = json_object();
    int status = comms->open ? json_object_set_new(comms->open, id, json_pack("{ss}", "target_name", target)) : -1;
    pthread_mutex_unlock(&comms->lock);
    return status;
}

void kernel_comms_closed(struct kernel *kernel, const char *id)
{
    pthread_mutex_lock(&kernel->comms.lock);
    if (kernel->comms.open)
        json_object_del(kernel->comms.open, id);
    pthread_mutex_unlock(&kernel->comms.lock);
}
