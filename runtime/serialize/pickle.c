/* Values of a pickle: making, sharing, freeing. Must not know files or opcodes. */
#include "pickle.h"

#include <string.h>

bool rt_pickle_is_container(const struct rt_pickle_value *value)
{
    switch (value->kind) {
    case RT_PICKLE_LIST:
    case RT_PICKLE_TUPLE:
    case RT_PICKLE_SET:
    case RT_PICKLE_DICT:
    case RT_PICKLE_ORDERED_DICT:
    case RT_PICKLE_SIZE:
        return true;
    default:
        return false;
    }
}

static bool has_bytes(const struct rt_pickle_value *value)
{
    return value->kind == RT_PICKLE_STR || value->kind == RT_PICKLE_BYTES || value->kind == RT_PICKLE_BIGINT;
}

struct rt_pickle_value *rt_pickle_new(enum rt_pickle_kind kind, struct rt_error *err)
{
    struct rt_pickle_value *value = rt_alloc(sizeof *value);
    if (!value) {
        rt_error_memory(err);
        return NULL;
    }
    memset(value, 0, sizeof *value);
    value->references = 1;
    value->kind = kind;
    return value;
}

struct rt_pickle_value *rt_pickle_new_bytes(enum rt_pickle_kind kind, const char *bytes, size_t length,
                                            struct rt_error *err)
{
    struct rt_pickle_value *value = rt_pickle_new(kind, err);
    if (!value)
        return NULL;
    if (!(value->bytes = rt_alloc(length + 1))) {
        rt_free(value);
        rt_error_memory(err);
        return NULL;
    }
    if (length)
        memcpy(value->bytes, bytes, length);
    value->bytes[length] = '\0';
    value->length = length;
    return value;
}

int rt_pickle_append_steal(struct rt_pickle_value *container, struct rt_pickle_value *item, struct rt_error *err)
{
    size_t n = container->count;
    if ((n & (n - 1)) == 0) { /* full: capacities are powers of two */
        struct rt_pickle_value **more = rt_realloc(container->items, (n ? 2 * n : 1) * sizeof *more);
        if (!more) {
            rt_pickle_unref(item);
            return rt_error_memory(err);
        }
        container->items = more;
    }
    container->items[container->count++] = item;
    return 0;
}

void rt_pickle_ref(struct rt_pickle_value *value)
{
    value->references++;
}

/* Puts a value whose last reference went on the list of values to be freed. */
static void let_go(struct rt_pickle_value *value, struct rt_pickle_value **dead)
{
    if (value && --value->references == 0) {
        value->link = *dead;
        *dead = value;
    }
}

static void drop_parts(struct rt_pickle_value *value, struct rt_pickle_value **dead)
{
    if (has_bytes(value)) {
        rt_free(value->bytes);
    } else if (value->kind == RT_PICKLE_TENSOR || value->kind == RT_PICKLE_PARAMETER) {
        rt_tensor_unref(value->tensor);
    } else if (rt_pickle_is_container(value)) {
        for (size_t i = 0; i < value->count; i++)
            let_go(value->items[i], dead);
        rt_free(value->items);
        value->items = NULL;
        value->count = 0;
        let_go(value->attributes, dead);
        value->attributes = NULL;
    }
}

static void push_dead(struct rt_pickle_value *dead)
{
    while (dead) {
        struct rt_pickle_value *value = dead;
        dead = value->link;
        drop_parts(value, &dead);
        rt_free(value);
    }
}

void rt_pickle_unref(struct rt_pickle_value *value)
{
    struct rt_pickle_value *dead = NULL;
    let_go(value, &dead);
    push_dead(dead);
}

void rt_pickle_drop_items(struct rt_pickle_value *value)
{
    if (rt_pickle_is_container(value))
        rt_pickle_clear(value);
}

void rt_pickle_clear(struct rt_pickle_value *value)
{
    struct rt_pickle_value *dead = NULL;
    drop_parts(value, &dead);
    push_dead(dead);
}
