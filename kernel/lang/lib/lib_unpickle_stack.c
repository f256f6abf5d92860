/* lib_unpickle_stack.c: what the reader of pickles stands on: the bytes at hand and more of them from a file, the stack
 * with its marks, the memo. Must not know what opcodes mean. */
#include <string.h>

#include "lib_unpickle.h"

int lang_unpickle_fail_read(struct lang_thread *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
int lang_unpickle_fail_read(struct lang_thread *t, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    struct lang_str *text = lang_str_from_vformat(t, format, list);
    va_end(list);
    if (text)
        lang_raise_class(t, lang_unpickling_error, "%U", text);
    lang_xdecref(t, text);
    return -1;
}

/* ------------------------------------------------------------------ input */

void lang_unpickle_drop_chunk(struct lang_thread *t, struct unpickler *u)
{
    lang_buffer_release(t, &u->held);
    lang_clear(t, &u->chunk);
    u->data = NULL;
    u->at = u->end = 0;
}

int lang_unpickle_set_chunk(struct lang_thread *t, struct unpickler *u, lang_value bytes_steal)
{
    struct lang_buffer held;
    lang_unpickle_drop_chunk(t, u);
    if (lang_is_error(bytes_steal))
        return -1;
    if (!lang_buffer_get(t, bytes_steal, &held)) {
        lang_fail(t, LANG_EXC_TypeError, "a bytes-like object is required, not '%N'", bytes_steal);
        lang_unref(t, bytes_steal);
        return -1;
    }
    u->held = held;
    u->chunk = bytes_steal;
    u->data = held.data;
    u->end = held.length;
    return 0;
}

/* What was looked at ahead and used is taken from the file. */
int lang_unpickle_take_peeked(struct lang_thread *t, struct unpickler *u)
{
    if (!u->peeked)
        return 0;
    u->peeked = false;
    lang_value n = lang_int(u->at);
    lang_unpickle_drop_chunk(t, u);
    lang_value got = n.i ? lang_call(t, u->read, &n, 1, NULL) : lang_none();
    if (lang_is_error(got))
        return -1;
    lang_unref(t, got);
    return 0;
}

/* Reads on, so that n bytes are at hand; what is left at the end of the chunk is kept. */
static int fill(struct lang_thread *t, struct unpickler *u, int64_t n)
{
    if (lang_is_undef(u->read))
        return lang_unpickle_fail_read(t, "pickle data was truncated");
    if (lang_unpickle_take_peeked(t, u) < 0)
        return -1;
    int64_t left = u->end - u->at;
    if (!left && !lang_is_undef(u->peek)) {
        lang_value most = lang_int(PEEK);
        if (lang_unpickle_set_chunk(t, u, lang_call(t, u->peek, &most, 1, NULL)) < 0)
            return -1;
        if (u->end >= n) {
            u->peeked = true;
            return 0;
        }
        lang_unpickle_drop_chunk(t, u);
    }
    lang_value want = lang_int(n - left);
    lang_value kept = left ? lang_obj_or_error(lang_bytes_new(t, u->data + u->at, (size_t)left)) : lang_undef();
    if (lang_is_error(kept))
        return -1;
    lang_value got = lang_call(t, u->read, &want, 1, NULL);
    if (left && !lang_is_error(got)) {
        lang_value joined = lang_binary(t, LANG_OP_ADD, kept, got);
        lang_unref(t, got);
        got = joined;
    }
    lang_unref(t, kept);
    if (lang_unpickle_set_chunk(t, u, got) < 0)
        return -1;
    return u->end < n ? lang_unpickle_fail_read(t, "pickle data was truncated") : 0;
}

/* The next n bytes, borrowed until more are asked for; NULL with an exception. */
const uint8_t *lang_unpickle_take(struct loader *l, uint64_t n)
{
    struct unpickler *u = l->u;
    if (n > (uint64_t)(u->end - u->at)) {
        int status =
            n > INT64_MAX ? lang_unpickle_fail_read(l->t, "pickle data was truncated") : fill(l->t, u, (int64_t)n);
        if (status < 0) {
            if (l->guarded) { /* as PyTorch's reader says it, which is written in Python */
                lang_error_clear(l->t);
                lang_fail(l->t, n == 1 ? LANG_EXC_IndexError : LANG_EXC_EOFError, "%s",
                          n == 1 ? "index out of range" : "");
            }
            return NULL;
        }
    }
    u->at += (int64_t)n;
    return u->data + u->at - n;
}

/* The next line without its newline; *n its length. */
const char *lang_unpickle_take_line(struct loader *l, size_t *n)
{
    struct unpickler *u = l->u;
    const uint8_t *start = u->data + u->at;
    const uint8_t *end = u->end > u->at ? memchr(start, '\n', (size_t)(u->end - u->at)) : NULL;
    if (!end) {
        if (lang_is_undef(u->read) || lang_is_undef(u->readline)) {
            lang_unpickle_fail_read(l->t, "pickle data was truncated");
            return NULL;
        }
        int64_t left = u->peeked ? 0 : u->end - u->at;
        lang_value kept = left ? lang_obj_or_error(lang_bytes_new(l->t, start, (size_t)left)) : lang_undef();
        if (lang_is_error(kept) || lang_unpickle_take_peeked(l->t, u) < 0) {
            if (!lang_is_error(kept))
                lang_unref(l->t, kept);
            return NULL;
        }
        lang_value line = lang_call(l->t, u->readline, NULL, 0, NULL);
        if (left && !lang_is_error(line)) {
            lang_value joined = lang_binary(l->t, LANG_OP_ADD, kept, line);
            lang_unref(l->t, line);
            line = joined;
        }
        lang_unref(l->t, kept);
        if (lang_unpickle_set_chunk(l->t, u, line) < 0)
            return NULL;
        start = u->data;
        end = u->end ? memchr(start, '\n', (size_t)u->end) : NULL;
        if (!end) {
            lang_unpickle_fail_read(l->t, "pickle data was truncated");
            return NULL;
        }
    }
    *n = (size_t)(end - start);
    u->at += (int64_t)*n + 1;
    return (const char *)start;
}

static uint64_t little(const uint8_t *p, int bytes)
{
    uint64_t value = 0;
    for (int i = 0; i < bytes; i++)
        value |= (uint64_t)p[i] << 8 * i;
    return value;
}

int lang_unpickle_take_number(struct loader *l, int bytes, uint64_t *out)
{
    const uint8_t *p = lang_unpickle_take(l, (uint64_t)bytes);
    if (!p)
        return -1;
    *out = little(p, bytes);
    return 0;
}

/* ------------------------------------------------------------------ stack */

static int64_t floor_of(const struct unpickler *u)
{
    return u->nmarks ? u->marks[u->nmarks - 1] : 0;
}

int lang_unpickle_underflow(struct loader *l)
{
    if (l->guarded)
        return lang_fail(l->t, LANG_EXC_IndexError, "pop from empty list");
    return lang_unpickle_fail_read(l->t, l->u->nmarks ? "unexpected MARK found" : "unpickling stack underflow");
}

/* Takes v over also on failure. */
int lang_unpickle_push(struct loader *l, lang_value v)
{
    if (lang_is_error(v))
        return -1;
    return lang_list_append_steal(l->t, l->u->stack, v);
}

/* ERROR when nothing is above the mark. */
lang_value lang_unpickle_pop(struct loader *l)
{
    struct lang_list *stack = l->u->stack;
    if (stack->length <= floor_of(l->u)) {
        lang_unpickle_underflow(l);
        return lang_error();
    }
    return stack->items[--stack->length];
}

/* Borrowed; NULL with an exception. */
lang_value *lang_unpickle_top(struct loader *l)
{
    struct lang_list *stack = l->u->stack;
    if (stack->length <= floor_of(l->u)) {
        lang_unpickle_underflow(l);
        return NULL;
    }
    return &stack->items[stack->length - 1];
}

int lang_unpickle_push_mark(struct loader *l)
{
    struct unpickler *u = l->u;
    if (u->nmarks == u->marks_capacity) {
        size_t capacity = u->marks_capacity ? 2 * u->marks_capacity : 32;
        int64_t *marks = lang_realloc(l->t, u->marks, u->marks_capacity * sizeof *marks, capacity * sizeof *marks);
        if (!marks)
            return -1;
        u->marks = marks;
        u->marks_capacity = capacity;
    }
    u->marks[u->nmarks++] = u->stack->length;
    return 0;
}

/* Everything above the last mark, which goes: a new tuple. */
struct lang_tuple *lang_unpickle_pop_mark(struct loader *l)
{
    struct unpickler *u = l->u;
    if (!u->nmarks) {
        if (l->guarded)
            return lang_fail_null(l->t, LANG_EXC_IndexError, "pop from empty list");
        lang_unpickle_fail_read(l->t, "could not find MARK");
        return NULL;
    }
    int64_t start = u->marks[u->nmarks - 1], n = u->stack->length - start;
    struct lang_tuple *items = lang_tuple_new(l->t, n);
    if (!items)
        return NULL;
    u->nmarks--;
    for (int64_t i = 0; i < n; i++)
        items->items[i] = u->stack->items[start + i];
    u->stack->length = start;
    return items;
}

/* Moves everything above the last mark, which goes, to a list of no other class that stands below it: 1; 0: something
 * else stands there, and nothing has changed; -1. */
int lang_unpickle_pop_to_list(struct loader *l)
{
    struct unpickler *u = l->u;
    const int64_t start = u->nmarks ? u->marks[u->nmarks - 1] : 0, n = u->stack->length - start;
    if (!u->nmarks || start <= (u->nmarks > 1 ? u->marks[u->nmarks - 2] : 0) ||
        !lang_is_exactly(u->stack->items[start - 1], &lang_type_list))
        return 0;
    struct lang_list *to = lang_as_list(u->stack->items[start - 1]);
    if (lang_list_reserve(l->t, to, to->length + n) < 0)
        return -1;
    if (n)
        memcpy(to->items + to->length, u->stack->items + start, (size_t)n * sizeof *to->items);
    to->length += n;
    u->stack->length = start;
    u->nmarks--;
    return 1;
}

int lang_unpickle_pop_tuple(struct loader *l, int64_t n)
{
    struct lang_list *stack = l->u->stack;
    if (stack->length - n < floor_of(l->u))
        return lang_unpickle_underflow(l);
    struct lang_tuple *items = lang_tuple_new(l->t, n);
    if (!items)
        return -1;
    stack->length -= n;
    for (int64_t i = 0; i < n; i++)
        items->items[i] = stack->items[stack->length + i];
    return lang_unpickle_push(l, lang_obj(items));
}

/* ------------------------------------------------------------------ memo */

static int memo_set(struct loader *l, uint64_t index, lang_value v)
{
    struct lang_list *memo = l->u->memo;
    if (index >= (uint64_t)memo->length && index - (uint64_t)memo->length > DENSE) {
        /* far beyond what was set so far: a number costs a stranger nothing */
        if (!l->u->sparse && !(l->u->sparse = lang_dict_new(l->t)))
            return -1;
        return lang_dict_set(l->t, l->u->sparse, lang_int((int64_t)index), v);
    }
    if ((uint64_t)memo->length == index) {
        if (lang_list_reserve(l->t, memo, memo->length + 1) < 0)
            return -1;
        return lang_list_append_steal(l->t, memo, lang_ref(v));
    }
    while ((uint64_t)memo->length <= index)
        if (lang_list_append_steal(l->t, memo, (lang_value){LANG_UNDEF, {0}}) < 0)
            return -1;
    lang_set_steal(l->t, &memo->items[index], lang_ref(v));
    return 0;
}

int lang_unpickle_memo_put(struct loader *l, uint64_t index)
{
    lang_value *v = lang_unpickle_top(l);
    return v ? memo_set(l, index, *v) : -1;
}

int lang_unpickle_memo_get(struct loader *l, uint64_t index)
{
    struct lang_list *memo = l->u->memo;
    lang_value v = index < (uint64_t)memo->length ? memo->items[index] : lang_undef();
    if (lang_is_undef(v) && l->u->sparse && index <= INT64_MAX)
        v = lang_dict_get(l->t, l->u->sparse, lang_int((int64_t)index));
    if (lang_is_undef(v)) {
        if (l->guarded)
            return lang_is_error(lang_raise_value(l->t, LANG_EXC_KeyError, lang_int((int64_t)index))) ? -1 : -1;
        return lang_unpickle_fail_read(l->t, "Memo value not found at index %lld", (long long)index);
    }
    return lang_unpickle_push(l, lang_ref(v));
}
