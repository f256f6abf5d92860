/* Errors: setting them once, their classes, and the runtime's own allocations with a counter that tests can make fail.
 */
#include "error.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int rt_error_set(struct rt_error *err, enum rt_error_code code, const char *format, ...)
{
    va_list list;

    if (err->code)
        return -1;
    err->code = code;
    err->number = 0;
    va_start(list, format);
    vsnprintf(err->text, sizeof err->text, format, list);
    va_end(list);
    return -1;
}

int rt_error_memory(struct rt_error *err)
{
    return rt_error_set(err, RT_MEMORY, "%s", "");
}

const char *rt_error_class(enum rt_error_code code)
{
    static const char *const names[] = {
#define X(code, class) [code] = class,
        RT_ERRORS(X)
#undef X
    };

    if ((size_t)code >= sizeof names / sizeof *names)
        return "RuntimeError";
    return names[code];
}

/* Counts down to the allocation that is to fail; negative: none. */
static atomic_long failing = -1;

static bool fails(void)
{
    if (atomic_load_explicit(&failing, memory_order_relaxed) < 0)
        return false;
    return atomic_fetch_sub(&failing, 1) == 0;
}

void rt_alloc_fail_after(long n)
{
    atomic_store(&failing, n);
}

void rt_clear(void *memory, size_t size)
{
    memset(memory, 0, size);
}

#ifdef __SANITIZE_ADDRESS__
/* What AddressSanitizer does where ASAN_OPTIONS says nothing of it: more memory than it can give is NULL, as from the C
   library, and becomes the same error. Source: the sanitizer's interface, common flags. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1";
}
#endif

static bool (*headroom_of_process)(size_t size);

void rt_alloc_set_headroom(bool (*headroom)(size_t size))
{
    headroom_of_process = headroom;
}

bool rt_alloc_has_headroom(size_t size)
{
    return !headroom_of_process || headroom_of_process(size);
}

void *rt_alloc(size_t size)
{
    return fails() || !rt_alloc_has_headroom(size) ? NULL : malloc(size ? size : 1);
}

void *rt_realloc(void *old, size_t size)
{
    return fails() || !rt_alloc_has_headroom(size) ? NULL : realloc(old, size ? size : 1);
}

void rt_free(void *memory)
{
    free(memory);
}
