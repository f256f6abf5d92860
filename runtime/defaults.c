/* The default type and device of tensors, and where warnings go. Knows no tensor. */
#include "runtime.h"
#include "warn.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>

static enum rt_dtype default_dtype = RT_FLOAT32;
static _Thread_local struct rt_device *default_device;
static void (*warn_handler)(const char *, void *);
static void *warn_context;

enum rt_dtype rt_default_dtype(void)
{
    return default_dtype;
}
void rt_set_default_dtype(enum rt_dtype dtype)
{
    default_dtype = dtype;
}
struct rt_device *rt_default_device(void)
{
    return default_device ? default_device : rt_device_cpu();
}
void rt_set_default_device(struct rt_device *device)
{
    default_device = device;
}

void rt_set_warning_handler(void (*handler)(const char *text, void *context), void *context)
{
    warn_handler = handler;
    warn_context = context;
}

static atomic_bool warns_always;

void rt_warn_always(bool always)
{
    atomic_store(&warns_always, always);
}
bool rt_warned_always(void)
{
    return atomic_load(&warns_always);
}
bool rt_warned(atomic_bool *said)
{
    return atomic_exchange(said, true) && !atomic_load(&warns_always);
}

void rt_warn(const char *format, ...)
{
    char text[1024];
    va_list list;

    if (!warn_handler)
        return;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    warn_handler(text, warn_context);
}
