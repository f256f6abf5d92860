/* lib_ctypes_memory.c: instances of ctypes classes as memory: their own, a part of another's, or somewhere; what they
 * keep alive; reading and writing there. Must not know of calls. */
#include "lib_ctypes.h"

#ifdef HAVE_FFI
#include <stdio.h>
#include <string.h>
#include <wchar.h>

#include "vm/type.h"

uint8_t *lang_cdata_at(const struct lang_cdata *d)
{
    int64_t offset = 0;
    while (d->part) { /* the memory of the base may have been moved by resize() */
        offset += d->offset;
        d = lang_cdata_of(d->base);
    }
    return d->memory + offset;
}

struct lang_cdata *lang_cdata_read(struct lang_thread *t, lang_value v)
{
    return lang_is_a(v, &lang_type_cdata) ? lang_cdata_of(v) : lang_fail_null(t, LANG_EXC_TypeError, "invalid type");
}

/* ---- life */

/* An instance of a class without memory yet. */
static struct lang_cdata *new_bare(struct lang_thread *t, struct lang_type *cls, struct lang_ctype *c)
{
    if (!lang_is_subtype(cls, &lang_type_cdata))
        return lang_fail_null(t, LANG_EXC_TypeError, "a ctypes class is required, not '%s'", cls->name);
    struct lang_cdata *d = lang_object_new(t, cls);
    if (!d)
        return NULL;
    d->base = d->kept = d->source.owner = lang_undef();
    d->type = lang_incref(c);
    d->size = c->size;
    d->memory = d->small;
    c->final = true;
    return d;
}

static struct lang_cdata *new_owner(struct lang_thread *t, struct lang_type *cls, struct lang_ctype *c)
{
    struct lang_cdata *d = new_bare(t, cls, c);

    if (!d)
        return NULL;
    d->owns = true;
    d->capacity = sizeof d->small;
    if (c->size <= d->capacity)
        return d;
    d->memory = lang_alloc_zeroed(t, (size_t)c->size);
    d->capacity = c->size;
    if (d->memory)
        return d;
    d->memory = d->small;
    lang_decref(t, d);
    return NULL;
}

struct lang_cdata *lang_cdata_new(struct lang_thread *t, struct lang_type *cls)
{
    struct lang_ctype *c = lang_ctype_of_class(t, lang_obj(cls));
    return c ? new_owner(t, cls, c) : NULL;
}

static lang_value data_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                            struct lang_tuple *kwnames)
{
    (void)args, (void)nargs, (void)kwnames; /* __init__ looks at them */
    return lang_obj_or_error(lang_cdata_new(t, cls));
}

static void data_drop(struct lang_thread *t, struct lang_object *o)
{
    struct lang_cdata *d = (struct lang_cdata *)o;

    if (d->owns && d->memory != d->small)
        lang_free(t, d->memory, (size_t)d->capacity);
    d->memory = d->small;
    lang_buffer_release(t, &d->source);
    lang_clear(t, &d->base);
    lang_clear(t, &d->kept);
    lang_xdecref(t, d->type);
}

static void data_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    const struct lang_cdata *d = (struct lang_cdata *)o;
    const lang_value held[] = {d->base, d->kept, d->source.owner};

    for (int i = 0; i < 3; i++)
        if (lang_is_obj(held[i]))
            visit(held[i].o, arg);
}

static void data_clear(struct lang_thread *t, struct lang_object *o)
{
    lang_clear(t, &((struct lang_cdata *)o)->kept);
}

/* The object whose memory it is. */
static struct lang_cdata *owner_of(struct lang_cdata *d)
{
    while (d->part)
        d = lang_cdata_of(d->base);
    return d;
}

static bool memory_of(lang_value v, struct lang_memory *out)
{
    struct lang_cdata *d = lang_cdata_of(v);
    const struct lang_ctype *c = d->type;

    *out = (struct lang_memory){.data = lang_cdata_at(d),
                                .length = d->size,
                                .itemsize = c->itemsize,
                                .format = c->format_text,
                                .exports = &owner_of(d)->exports,
                                .shape = c->shape,
                                .ndim = c->ndim};
    return true;
}

/* ---- where instances come from */

static int read_class(struct lang_thread *t, lang_value v, struct lang_type **cls, struct lang_ctype **c)
{
    *c = lang_ctype_of_class(t, v);
    *cls = (struct lang_type *)v.o;
    return *c ? 0 : -1;
}

/* Whether [offset, offset + size) lies in the object. */
static int check_range(struct lang_thread *t, const struct lang_cdata *d, int64_t offset, int64_t size)
{
    return offset >= 0 && size >= 0 && size <= d->size && offset <= d->size - size
               ? 0
               : lang_fail(t, LANG_EXC_ValueError, "outside of the memory of the object");
}

/* part(cls, base, index, offset): an instance in the memory of another. */
static lang_value f_part(struct lang_thread *t, const lang_value *a)
{
    struct lang_type *cls;
    struct lang_ctype *c;
    struct lang_cdata *base = lang_cdata_read(t, a[1]);
    int64_t index, offset;

    if (!base || read_class(t, a[0], &cls, &c) < 0 || lang_as_int64(t, a[2], &index) < 0 ||
        lang_as_int64(t, a[3], &offset) < 0 || check_range(t, base, offset, c->size) < 0)
        return lang_error();
    struct lang_cdata *d = new_bare(t, cls, c);
    if (d) {
        d->part = true;
        d->base = lang_ref(a[1]);
        d->index = index;
        d->offset = offset;
    }
    return lang_obj_or_error(d);
}

/* at(cls, address, base, index): one that lies somewhere; `base` (or None) is who points there. */
static lang_value f_at(struct lang_thread *t, const lang_value *a)
{
    struct lang_type *cls;
    struct lang_ctype *c;
    uint64_t address;
    int64_t index;

    if (read_class(t, a[0], &cls, &c) < 0 || lang_ctypes_bits(t, a[1], &address) < 0 ||
        lang_as_int64(t, a[3], &index) < 0 || (!lang_is_none(a[2]) && !lang_cdata_read(t, a[2])))
        return lang_error();
    struct lang_cdata *d = new_bare(t, cls, c);
    if (d) {
        d->memory = (uint8_t *)(uintptr_t)address;
        d->index = index;
        if (!lang_is_none(a[2]))
            d->base = lang_ref(a[2]);
    }
    return lang_obj_or_error(d);
}

static int check_offset(struct lang_thread *t, int64_t length, int64_t offset, int64_t size)
{
    if (offset < 0)
        return lang_fail(t, LANG_EXC_ValueError, "offset cannot be negative");
    if (size > length - offset)
        return lang_fail(t, LANG_EXC_ValueError, "Buffer size too small (%lld instead of at least %lld bytes)",
                         (long long)length, (long long)(offset <= INT64_MAX - size ? size + offset : INT64_MAX));
    return 0;
}

/* over(cls, source, offset): an instance in memory that is somebody else's; it is held. */
static lang_value f_over(struct lang_thread *t, const lang_value *a)
{
    struct lang_type *cls;
    struct lang_ctype *c;
    struct lang_buffer b;
    int64_t offset;

    if (read_class(t, a[0], &cls, &c) < 0 || lang_as_index(t, a[2], &offset) < 0)
        return lang_error();
    if (!lang_buffer_get_writable(t, a[1], &b)) {
        bool readable = lang_buffer_get(t, a[1], &b);
        lang_buffer_release(t, &b);
        return readable ? lang_raise(t, LANG_EXC_TypeError, "underlying buffer is not writable")
                        : lang_raise(t, LANG_EXC_TypeError, "underlying buffer is not C contiguous");
    }
    struct lang_cdata *d = check_offset(t, b.length, offset, c->size) < 0 ? NULL : new_bare(t, cls, c);
    if (!d) {
        lang_buffer_release(t, &b);
        return lang_error();
    }
    d->memory = (uint8_t *)b.data + offset;
    d->source = b;
    return lang_obj(d);
}

/* copied(cls, source, offset): an instance with the bytes of `source`. */
static lang_value f_copied(struct lang_thread *t, const lang_value *a)
{
    struct lang_type *cls;
    struct lang_ctype *c;
    struct lang_buffer b;
    int64_t offset;

    if (read_class(t, a[0], &cls, &c) < 0 || lang_as_index(t, a[2], &offset) < 0)
        return lang_error();
    if (!lang_buffer_get(t, a[1], &b))
        return lang_raise(t, LANG_EXC_TypeError, "a bytes-like object is required, not '%N'", a[1]);
    struct lang_cdata *d = check_offset(t, b.length, offset, c->size) < 0 ? NULL : new_owner(t, cls, c);
    if (d)
        memcpy(d->memory, b.data + offset, (size_t)c->size);
    lang_buffer_release(t, &b);
    return lang_obj_or_error(d);
}

/* resize(obj, size): its memory grows, or shrinks to not less than its type has. */
static lang_value f_resize(struct lang_thread *t, const lang_value *a)
{
    int64_t size;

    if (!lang_is_a(a[0], &lang_type_cdata))
        return lang_raise(t, LANG_EXC_TypeError, "excepted ctypes instance");
    struct lang_cdata *d = lang_cdata_of(a[0]);
    if (lang_as_index(t, a[1], &size) < 0)
        return lang_error();
    if (size < d->type->size)
        return lang_raise(t, LANG_EXC_ValueError, "minimum size is %lld", (long long)d->type->size);
    if (!d->owns)
        return lang_raise(t, LANG_EXC_ValueError, "Memory cannot be resized because this object doesn't own it");
    if (d->exports)
        return lang_raise(t, LANG_EXC_BufferError, "memory that has views cannot be resized");
    if (size <= d->capacity) {
        d->size = size;
        return lang_none();
    }
    uint8_t *memory = lang_alloc_zeroed(t, (size_t)size);
    if (!memory)
        return lang_error();
    memcpy(memory, d->memory, (size_t)d->size);
    if (d->memory != d->small)
        lang_free(t, d->memory, (size_t)d->capacity);
    d->memory = memory;
    d->size = d->capacity = size;
    return lang_none();
}

/* ---- what is kept alive */

/* The object at the end of the bases, which keeps for all of them. */
static struct lang_cdata *root_of(struct lang_cdata *d)
{
    while (lang_is_obj(d->base))
        d = lang_cdata_of(d->base);
    return d;
}

/* What an object keeps: a dict where it has parts. */
static int open_kept(struct lang_thread *t, struct lang_cdata *root)
{
    if (!lang_is_undef(root->kept) || root->type->count == 0)
        return 0;
    struct lang_dict *d = lang_dict_new(t);
    if (!d)
        return -1;
    root->kept = lang_obj(d);
    return 0;
}

/* Which part of which part: the numbers in hexadecimal, the innermost first. */
static lang_value part_key(struct lang_thread *t, struct lang_cdata *d, int64_t index)
{
    struct lang_builder b;
    char number[24];

    lang_builder_init(&b, t);
    snprintf(number, sizeof number, "%x", (unsigned)index);
    int r = lang_builder_c(&b, number);
    for (; r == 0 && lang_is_obj(d->base); d = lang_cdata_of(d->base)) {
        snprintf(number, sizeof number, ":%x", (unsigned)d->index);
        r = lang_builder_c(&b, number);
    }
    return lang_obj_or_error(lang_builder_finish(&b));
}

/* keep(obj, index, value): value lives as long as the memory of obj's root. */
static lang_value f_keep(struct lang_thread *t, const lang_value *a)
{
    struct lang_cdata *d = lang_cdata_read(t, a[0]), *root = d ? root_of(d) : NULL;
    int64_t index;

    if (!d || lang_as_int64(t, a[1], &index) < 0)
        return lang_error();
    if (lang_is_none(a[2]))
        return lang_none();
    if (open_kept(t, root) < 0)
        return lang_error();
    if (!lang_is_exactly(root->kept, &lang_type_dict)) {
        lang_set_steal(t, &root->kept, lang_ref(a[2]));
        return lang_none();
    }
    lang_value key = part_key(t, d, index);
    if (lang_is_error(key))
        return key;
    int r = lang_dict_set(t, lang_as_dict(root->kept), key, a[2]);
    lang_unref(t, key);
    return r < 0 ? lang_error() : lang_none();
}

/* kept(obj): what its root keeps, with a dict made for one that could. */
static lang_value f_kept(struct lang_thread *t, const lang_value *a)
{
    struct lang_cdata *d = lang_cdata_read(t, a[0]), *root = d ? root_of(d) : NULL;

    if (!d || open_kept(t, root) < 0)
        return lang_error();
    return lang_is_undef(root->kept) ? lang_none() : lang_ref(root->kept);
}

static lang_value f_set_kept(struct lang_thread *t, const lang_value *a)
{
    struct lang_cdata *d = lang_cdata_read(t, a[0]);
    if (!d)
        return lang_error();
    lang_set_steal(t, &d->kept, lang_is_none(a[1]) ? lang_undef() : lang_ref(a[1]));
    return lang_none();
}

/* ---- reading and writing */

static struct lang_ctype *read_layout(struct lang_thread *t, lang_value v)
{
    return lang_is_exactly(v, &lang_type_ctype) ? (struct lang_ctype *)v.o
                                                : lang_fail_null(t, LANG_EXC_TypeError, "a layout is required");
}

/* Of (obj, offset, layout ...): where the value lies, or NULL. */
static uint8_t *find_value(struct lang_thread *t, const lang_value *a, struct lang_ctype **c)
{
    struct lang_cdata *d = lang_cdata_read(t, a[0]);
    int64_t offset;

    if (!d || !(*c = read_layout(t, a[2])) || lang_as_int64(t, a[1], &offset) < 0 ||
        check_range(t, d, offset, (*c)->size) < 0)
        return NULL;
    return lang_cdata_at(d) + offset;
}

static lang_value f_get(struct lang_thread *t, const lang_value *a)
{
    struct lang_ctype *c;
    const uint8_t *p = find_value(t, a, &c);
    return p ? lang_ctypes_load(t, c, p) : lang_error();
}

/* What a value that was stored needs to live on, or None. */
static lang_value kept_or_none(lang_value kept)
{
    return lang_is_undef(kept) ? lang_none() : kept;
}

static lang_value f_put(struct lang_thread *t, const lang_value *a)
{
    struct lang_ctype *c;
    uint8_t value[LANG_CTYPE_LARGEST], *p;
    lang_value kept;

    if (!find_value(t, a, &c) || lang_ctypes_store(t, c, a[3], value, &kept) < 0)
        return lang_error();
    if (!(p = find_value(t, a, &c))) { /* user code may have run */
        lang_unref(t, kept);
        return lang_error();
    }
    memcpy(p, value, (size_t)c->size);
    return kept_or_none(kept);
}

static lang_value f_peek(struct lang_thread *t, const lang_value *a)
{
    struct lang_ctype *c = read_layout(t, a[1]);
    uint64_t address;

    if (!c || lang_ctypes_bits(t, a[0], &address) < 0)
        return lang_error();
    return lang_ctypes_load(t, c, (const uint8_t *)(uintptr_t)address);
}

static lang_value f_poke(struct lang_thread *t, const lang_value *a)
{
    struct lang_ctype *c = read_layout(t, a[1]);
    uint8_t value[LANG_CTYPE_LARGEST];
    uint64_t address;
    lang_value kept;

    if (!c || lang_ctypes_bits(t, a[0], &address) < 0 || lang_ctypes_store(t, c, a[2], value, &kept) < 0)
        return lang_error();
    memcpy((void *)(uintptr_t)address, value, (size_t)c->size);
    return kept_or_none(kept);
}

/* ---- bit fields */

struct bits {
    uint8_t *p;
    struct lang_ctype *c;
    int64_t shift, width;
    uint64_t unit; /* the integer in which the field lies */
};

static void turn(const struct lang_ctype *c, uint8_t *bytes)
{
    for (int64_t i = 0; c->swapped && i < c->size / 2; i++) {
        const uint8_t b = bytes[i];
        bytes[i] = bytes[c->size - 1 - i];
        bytes[c->size - 1 - i] = b;
    }
}

static int find_bits(struct lang_thread *t, const lang_value *a, struct bits *b)
{
    if (!(b->p = find_value(t, a, &b->c)) || lang_as_int64(t, a[3], &b->shift) < 0 ||
        lang_as_int64(t, a[4], &b->width) < 0)
        return -1;
    if (b->c->size > 8 || b->shift < 0 || b->width < 1 || b->width > b->c->size * 8 ||
        b->shift > b->c->size * 8 - b->width)
        return lang_fail(t, LANG_EXC_ValueError, "no such bits");
    b->unit = 0;
    memcpy(&b->unit, b->p, (size_t)b->c->size);
    turn(b->c, (uint8_t *)&b->unit);
    return 0;
}

static uint64_t mask_of(const struct bits *b)
{
    return b->width == 64 ? UINT64_MAX : ((uint64_t)1 << b->width) - 1;
}

/* get_bits(obj, offset, layout, shift, width) */
static lang_value f_get_bits(struct lang_thread *t, const lang_value *a)
{
    struct bits b;

    if (find_bits(t, a, &b) < 0)
        return lang_error();
    uint64_t u = b.unit >> b.shift & mask_of(&b);
    if (b.c->code == '?')
        return lang_bool(u != 0);
    bool is_signed = b.c->code >= 'a';
    if (is_signed && u >> (b.width - 1) & 1)
        u |= ~mask_of(&b);
    return is_signed ? lang_int((int64_t)u) : lang_int_from_u64(t, u);
}

static lang_value f_put_bits(struct lang_thread *t, const lang_value *a)
{
    struct bits b;
    uint64_t u;

    if (find_bits(t, a, &b) < 0)
        return lang_error();
    if (b.c->code == '?') {
        int truth = lang_truth(t, a[5]);
        if (truth < 0)
            return lang_error();
        u = (uint64_t)truth;
    } else if (lang_ctypes_bits(t, a[5], &u) < 0) {
        return lang_error();
    }
    if (find_bits(t, a, &b) < 0) /* user code may have run */
        return lang_error();
    b.unit = (b.unit & ~(mask_of(&b) << b.shift)) | (u & mask_of(&b)) << b.shift;
    turn(b.c, (uint8_t *)&b.unit);
    memcpy(b.p, &b.unit, (size_t)b.c->size);
    return lang_none();
}

/* ---- bytes */

static lang_value f_read(struct lang_thread *t, const lang_value *a)
{
    struct lang_cdata *d = lang_cdata_read(t, a[0]);
    int64_t offset, size;

    if (!d || lang_as_int64(t, a[1], &offset) < 0 || lang_as_int64(t, a[2], &size) < 0 ||
        check_range(t, d, offset, size) < 0)
        return lang_error();
    return lang_obj_or_error(lang_bytes_new(t, lang_cdata_at(d) + offset, (size_t)size));
}

/* write(obj, offset, data): the bytes, or as many as there is space for. */
static lang_value f_write(struct lang_thread *t, const lang_value *a)
{
    struct lang_cdata *d = lang_cdata_read(t, a[0]);
    struct lang_buffer b;
    int64_t offset;

    if (!d || lang_as_int64(t, a[1], &offset) < 0)
        return lang_error();
    if (!lang_buffer_get(t, a[2], &b))
        return lang_raise(t, LANG_EXC_TypeError, "a bytes-like object is required, not '%N'", a[2]);
    int r = check_range(t, d, offset, b.length);
    if (r == 0)
        memmove(lang_cdata_at(d) + offset, b.data, (size_t)b.length);
    lang_buffer_release(t, &b);
    return r < 0 ? lang_error() : lang_none();
}

/* text(obj, count): of so many wide characters, up to the first zero. */
static lang_value f_text(struct lang_thread *t, const lang_value *a)
{
    struct lang_cdata *d = lang_cdata_read(t, a[0]);
    int64_t most, n = 0;

    if (!d || lang_as_int64(t, a[1], &most) < 0 || most > INT64_MAX / 4 || check_range(t, d, 0, most * 4) < 0)
        return lang_error_occurred(t) ? lang_error() : lang_raise(t, LANG_EXC_ValueError, "too many characters");
    const uint8_t *p = lang_cdata_at(d);
    for (uint32_t c = 1; n < most; n++) {
        memcpy(&c, p + 4 * n, sizeof c);
        if (!c)
            break;
    }
    return lang_ctypes_wide_text(t, p, n);
}

/* Whatever is there is asked for, also at address 0: that fault is the program's, and is not to be told as one of the
 * kernel's. */
__attribute__((no_sanitize("undefined"))) static struct lang_bytes *copy_at(struct lang_thread *t, const char *p,
                                                                            int64_t size)
{
    return lang_bytes_new(t, p, size < 0 ? strlen(p) : (size_t)size);
}

/* string_at(address, size): the bytes there, up to a zero where size is -1; wide_at(address, size): characters. */
static lang_value f_bytes_at(struct lang_thread *t, const lang_value *a)
{
    uint64_t address;
    int64_t size;

    if (lang_ctypes_bits(t, a[0], &address) < 0 || lang_as_int64(t, a[1], &size) < 0)
        return lang_error();
    const char *p = (const char *)(uintptr_t)address;
    return lang_obj_or_error(copy_at(t, p, size));
}
static lang_value f_wide_at(struct lang_thread *t, const lang_value *a)
{
    uint64_t address;
    int64_t size;

    if (lang_ctypes_bits(t, a[0], &address) < 0 || lang_as_int64(t, a[1], &size) < 0)
        return lang_error();
    const uint8_t *p = (const uint8_t *)(uintptr_t)address;
    return lang_ctypes_wide_text(t, p, size < 0 ? (int64_t)wcslen((const wchar_t *)p) : size);
}

static lang_value f_address(struct lang_thread *t, const lang_value *a)
{
    struct lang_cdata *d = lang_cdata_read(t, a[0]);
    return d ? lang_int_from_u64(t, (uintptr_t)lang_cdata_at(d)) : lang_error();
}

static lang_value f_size(struct lang_thread *t, const lang_value *a)
{
    struct lang_cdata *d = lang_cdata_read(t, a[0]);
    return d ? lang_int(d->size) : lang_error();
}

const struct lang_method lang_ctypes_memory_rows[] = {
    {"part", "(cls, base, index, offset, /)", f_part, "An instance in the memory of another.", 0},
    {"at", "(cls, address, base, index, /)", f_at, "An instance somewhere.", 0},
    {"over", "(cls, source, offset, /)", f_over, "An instance in the memory of a buffer.", 0},
    {"copied", "(cls, source, offset, /)", f_copied, "An instance with the bytes of a buffer.", 0},
    {"resize", "(obj, size, /)", f_resize, "Gives an instance more memory.", 0},
    {"keep", "(obj, index, value, /)", f_keep, "Keeps a value alive with an instance.", 0},
    {"kept", "(obj, /)", f_kept, "What is kept alive.", 0},
    {"set_kept", "(obj, value, /)", f_set_kept, "Shares what another keeps alive.", 0},
    {"get", "(obj, offset, layout, /)", f_get, "A simple value.", 0},
    {"put", "(obj, offset, layout, value, /)", f_put, "Writes a simple value; what is to be kept alive for it.", 0},
    {"peek", "(address, layout, /)", f_peek, "A simple value somewhere.", 0},
    {"poke", "(address, layout, value, /)", f_poke, "Writes one somewhere.", 0},
    {"get_bits", "(obj, offset, layout, shift, width, /)", f_get_bits, "The value of a bit field.", 0},
    {"put_bits", "(obj, offset, layout, shift, width, value, /)", f_put_bits, "Writes a bit field.", 0},
    {"read", "(obj, offset, size, /)", f_read, "Bytes of an instance.", 0},
    {"write", "(obj, offset, data, /)", f_write, "Writes bytes.", 0},
    {"text", "(obj, count, /)", f_text, "Wide characters as text.", 0},
    {"bytes_at", "(address, size, /)", f_bytes_at, "Bytes somewhere.", 0},
    {"wide_at", "(address, size, /)", f_wide_at, "Wide characters somewhere.", 0},
    {"address", "(obj, /)", f_address, "Where an instance lies.", 0},
    {"size", "(obj, /)", f_size, "Its bytes.", 0},
    {NULL, NULL, NULL, NULL, 0}};

static lang_value get_base(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_is_obj(lang_cdata_of(v)->base) ? lang_ref(lang_cdata_of(v)->base) : lang_none();
}
static lang_value get_owns(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_int(lang_cdata_of(v)->owns);
}
static lang_value get_objects(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_is_undef(lang_cdata_of(v)->kept) ? lang_none() : lang_ref(lang_cdata_of(v)->kept);
}

static const struct lang_getset data_getset[] = {
    {"_b_base_", get_base, NULL, "the base object"},
    {"_b_needsfree_", get_owns, NULL, "whether the object owns the memory or not"},
    {"_objects", get_objects, NULL, "internal objects tree (NEVER CHANGE THIS OBJECT!)"},
    {NULL, NULL, NULL, NULL}};

struct lang_type lang_type_cdata = {
    .name = "_CData",
    .module = "_ctypes",
    .size = sizeof(struct lang_cdata),
    .flags = LANG_TYPE_BASE | LANG_TYPE_QUALIFIED | LANG_TYPE_WEAKREF,
    .make = data_make,
    .destroy = data_drop,
    .traverse = data_traverse,
    .clear = data_clear,
    .getset = data_getset,
    .memory = memory_of,
    .hash = lang_hash_unhashable,
};

int lang_ctypes_memory_ready(struct lang_thread *t, struct lang_module *m)
{
    if (lang_type_ready(t, &lang_type_cdata) < 0)
        return -1;
    return lang_module_add(t, m, "_CData", lang_obj(&lang_type_cdata));
}
#endif
