/* bind_save.c: torch.save and torch.load: objects of the language to and from the runtime's tree of values. Nothing in
 * a file is ever executed. Must not know the zip and pickle formats, which are the runtime's (save.h). */
#include "bind_core.h"
#include "serialize/save.h"

#include <stdlib.h>
#include <string.h>

/* ---- to the tree ------------------------------------------------------------------------------------------------ */

/* Objects met before, so that shared ones stay shared and cycles end: a hash table with open addressing. Each object is
 * held, or another could get its address. */
struct memo {
    struct entry {
        void *key;
        struct rt_pickle_value *value;
    } * table;
    size_t count, capacity;
    bool cycle;                         /* a container that contains itself was met */
    lang_value ordered_dict, parameter; /* classes of the library, once they are asked for; else UNDEF */
};
static struct entry *memo_slot(struct memo *m, void *key)
{
    size_t i = ((uintptr_t)key >> 4) & (m->capacity - 1);
    while (m->table[i].key && m->table[i].key != key)
        i = (i + 1) & (m->capacity - 1);
    return &m->table[i];
}
static int memo_put(struct memo *m, void *key, struct rt_pickle_value *value)
{
    if (m->count * 2 >= m->capacity) {
        struct memo bigger = {.capacity = m->capacity ? m->capacity * 2 : 64};
        bigger.table = calloc(bigger.capacity, sizeof *bigger.table);
        if (!bigger.table)
            return -1;
        for (size_t i = 0; i < m->capacity; i++)
            if (m->table[i].key)
                *memo_slot(&bigger, m->table[i].key) = m->table[i];
        bigger.count = m->count;
        free(m->table);
        *m = bigger;
    }
    *memo_slot(m, key) = (struct entry){lang_incref(key), value};
    m->count++;
    return 0;
}

/* Removes the items of all containers: one that contains itself would never be freed. */
static void break_cycles(const struct memo *m)
{
    for (size_t i = 0; i < m->capacity; i++)
        if (m->table[i].key && m->table[i].value)
            rt_pickle_ref(m->table[i].value);
    for (size_t i = 0; i < m->capacity; i++)
        if (m->table[i].key && m->table[i].value)
            rt_pickle_drop_items(m->table[i].value);
    for (size_t i = 0; i < m->capacity; i++)
        if (m->table[i].key && m->table[i].value)
            rt_pickle_unref(m->table[i].value);
}

static void memo_done(struct lang_thread *t, struct memo *m)
{
    struct entry *table = m->table;
    for (size_t i = 0; i < m->capacity; i++)
        if (table[i].key)
            lang_decref(t, table[i].key);
    free(table);
    if (!lang_is_undef(m->ordered_dict))
        lang_unref(t, m->ordered_dict);
    if (!lang_is_undef(m->parameter))
        lang_unref(t, m->parameter);
}

static struct rt_pickle_value *to_tree(struct lang_thread *t, struct memo *memo, lang_value v);
enum { OPEN = 1 }; /* the state of a container whose items are being gathered */

static int append(struct lang_thread *t, struct memo *memo, struct rt_pickle_value *to, lang_value v)
{
    struct rt_error err;
    rt_error_clear(&err);
    struct rt_pickle_value *item = to_tree(t, memo, v);
    if (!item)
        return -1;
    return rt_pickle_append_steal(to, item, &err) < 0 ? bind_fail(t, &err) : 0;
}

/* Containers are read item by item, each held meanwhile: writing may run the user's code, which may change them. */
static int append_held(struct lang_thread *t, struct memo *memo, struct rt_pickle_value *to, lang_value v)
{
    lang_value held = lang_ref(v);
    int status = append(t, memo, to, held);
    lang_unref(t, held);
    return status;
}

static int fill_list(struct lang_thread *t, struct memo *memo, struct rt_pickle_value *to, struct lang_list *list)
{
    for (int64_t i = 0; i < (int64_t)list->length; i++)
        if (((i & 0xfff) == 0xfff && lang_poll_quiet(t) < 0) || append_held(t, memo, to, list->items[i]) < 0)
            return -1;
    return 0;
}
static int fill_tuple(struct lang_thread *t, struct memo *memo, struct rt_pickle_value *to, struct lang_tuple *tuple)
{
    for (int64_t i = 0; i < (int64_t)tuple->length; i++)
        if (((i & 0xfff) == 0xfff && lang_poll_quiet(t) < 0) || append(t, memo, to, tuple->items[i]) < 0)
            return -1;
    return 0;
}
static int fill_dict(struct lang_thread *t, struct memo *memo, struct rt_pickle_value *to, struct lang_dict *d)
{
    lang_value key, value;
    for (int64_t i = 0; lang_dict_next(d, &i, &key, &value);) {
        lang_value held = lang_ref(value);
        int status = (i & 0xfff) == 0xfff ? lang_poll_quiet(t) : 0;
        if (status == 0 && (status = append_held(t, memo, to, key)) == 0)
            status = append(t, memo, to, held);
        lang_unref(t, held);
        if (status < 0)
            return -1;
    }
    return 0;
}
static int fill_set(struct lang_thread *t, struct memo *memo, struct rt_pickle_value *to, struct lang_set *s)
{
    lang_value key;
    for (int64_t i = 0; lang_set_next(s, &i, &key);)
        if (append_held(t, memo, to, key) < 0)
            return -1;
    return 0;
}

static lang_value class_of(struct lang_thread *t, const char *module, const char *name)
{
    lang_value m = lang_import(t, module);
    if (lang_is_error(m))
        return m;
    lang_value cls = lang_getattr_c(t, m, name);
    lang_unref(t, m);
    return cls;
}

/* Is v of that class of the library? The name alone says nothing. below: or of a subclass. kept: where the class is
 * cached. -1 error. */
static int is_of(struct lang_thread *t, lang_value v, const char *module, const char *name, bool below,
                 lang_value *kept)
{
    if (lang_is_undef(*kept)) {
        lang_value cls = class_of(t, module, name);
        if (lang_is_error(cls))
            return -1;
        *kept = cls;
    }
    return kept->tag == LANG_OBJECT && kept->o->type->flags & LANG_TYPE_TYPE &&
           (v.o->type == (struct lang_type *)kept->o ||
            (below && lang_is_subtype(v.o->type, (struct lang_type *)kept->o)));
}

static struct rt_pickle_value *refuse(struct lang_thread *t, lang_value v)
{
    lang_raise(t, LANG_EXC_TypeError, "torch.save cannot write '%N' objects in this version: save a state_dict()", v);
    return NULL;
}

static struct rt_pickle_value *new_value(struct lang_thread *t, enum rt_pickle_kind kind)
{
    struct rt_error err;
    rt_error_clear(&err);
    struct rt_pickle_value *made = rt_pickle_new(kind, &err);
    if (!made)
        bind_raise(t, &err);
    return made;
}

static struct rt_pickle_value *text_value(struct lang_thread *t, lang_value v)
{
    struct rt_error err;
    rt_error_clear(&err);
    size_t n;
    const char *text = lang_str_utf8(t, lang_as_str(v), &n);
    struct rt_pickle_value *made = text ? rt_pickle_new_bytes(RT_PICKLE_STR, text, n, &err) : NULL;
    if (text && !made)
        bind_raise(t, &err);
    return made;
}

/* An integer beyond 64 bits as little-endian two's complement. */
static struct rt_pickle_value *big_value(struct lang_thread *t, lang_value v)
{
    enum { MAX_BYTES = 255 };
    struct rt_error err;
    rt_error_clear(&err);
    unsigned char bytes[MAX_BYTES + 13];
    size_t n = 0;
    lang_value rest = lang_ref(v);
    while (rest.tag == LANG_OBJECT && n <= MAX_BYTES) { /* 32 bits at a time */
        lang_value low = lang_int_binary(t, LANG_OP_AND, rest, lang_int(0xffffffff));
        lang_value next = lang_is_error(low) ? low : lang_int_binary(t, LANG_OP_RSHIFT, rest, lang_int(32));
        lang_unref(t, rest);
        if (lang_is_error(next))
            return NULL;
        for (int i = 0; i < 4; i++)
            bytes[n++] = (unsigned char)(low.i >> 8 * i);
        rest = next;
    }
    for (int i = 0; rest.tag != LANG_OBJECT && i < 8; i++)
        bytes[n++] = (unsigned char)((uint64_t)rest.i >> 8 * i);
    bool large = rest.tag == LANG_OBJECT;
    lang_unref(t, rest);
    while (n > 1 && (bytes[n - 1] == 0 || bytes[n - 1] == 0xff) && (bytes[n - 1] & 0x80) == (bytes[n - 2] & 0x80))
        n--;
    if (large || n > MAX_BYTES)
        return lang_fail_null(t, LANG_EXC_OverflowError, "cannot serialize an integer of more than %d bytes",
                              MAX_BYTES);
    struct rt_pickle_value *made = rt_pickle_new_bytes(RT_PICKLE_BIGINT, (const char *)bytes, n, &err);
    if (!made)
        bind_raise(t, &err);
    return made;
}

/* The object's attributes: a new reference to its dict, NULL without an error where that is empty. */
static struct lang_dict *attributes_of(struct lang_thread *t, lang_value v)
{
    lang_value attributes = lang_getattr_c(t, v, "__dict__");
    if (lang_is_dict(attributes) && lang_as_dict(attributes)->count)
        return (struct lang_dict *)attributes.o;
    if (!lang_is_error(attributes))
        lang_unref(t, attributes);
    return NULL;
}

/* An OrderedDict has _metadata, and other attributes, beside its items. */
static int fill_attributes(struct lang_thread *t, struct memo *memo, struct rt_pickle_value *to, lang_value v)
{
    struct lang_dict *own = attributes_of(t, v);
    if (!own)
        return lang_error_occurred(t) ? -1 : 0;
    struct rt_pickle_value *attributes = new_value(t, RT_PICKLE_DICT);
    int status = attributes ? fill_dict(t, memo, attributes, own) : -1;
    lang_decref(t, own);
    if (status < 0 && attributes)
        rt_pickle_unref(attributes);
    else if (status == 0)
        to->attributes = attributes;
    return status;
}

static struct rt_pickle_value *saved_tensor(struct lang_thread *t, struct memo *memo, lang_value v)
{
    int parameter =
        v.o->type == &bind_type_tensor ? 0 : is_of(t, v, "torch.nn.parameter", "Parameter", true, &memo->parameter);
    if (parameter < 0)
        return NULL;
    if (!parameter && v.o->type != &bind_type_tensor)
        return refuse(t, v);
    struct lang_dict *own = attributes_of(t, v);
    if (own) {
        lang_decref(t, own);
        lang_raise(t, LANG_EXC_TypeError,
                   "torch.save cannot write the attributes of a '%N' in this version: save x.detach()", v);
    }
    if (lang_error_occurred(t))
        return NULL;
    struct rt_pickle_value *made = new_value(t, parameter ? RT_PICKLE_PARAMETER : RT_PICKLE_TENSOR);
    if (made) {
        made->tensor = bind_rt(v);
        rt_tensor_ref(made->tensor);
        memo_put(memo, v.o, made); /* if this fails, it is written twice, which is harmless */
    }
    return made;
}

static struct rt_pickle_value *object_value(struct lang_thread *t, struct memo *memo, lang_value v)
{
    struct rt_pickle_value *made;
    if (bind_is_tensor(v))
        return saved_tensor(t, memo, v);
    if (bind_is_dtype(v)) {
        made = new_value(t, RT_PICKLE_DTYPE);
        if (made)
            made->dtype = ((struct bind_dtype *)v.o)->dtype;
        return made;
    }
    if (bind_is_device(v)) {
        made = new_value(t, RT_PICKLE_DEVICE);
        if (made) {
            made->device_type = ((struct bind_device *)v.o)->type;
            made->device_index = ((struct bind_device *)v.o)->index;
        }
        return made;
    }
    if (bind_is_complex(v)) {
        made = new_value(t, RT_PICKLE_COMPLEX);
        if (made) {
            made->number = ((const struct lang_complex *)(const void *)v.o)->real;
            made->imaginary = ((const struct lang_complex *)(const void *)v.o)->imag;
        }
        return made;
    }
    int ordered = lang_is_dict(v) && !lang_is_exactly(v, &lang_type_dict)
                      ? is_of(t, v, "collections", "OrderedDict", false, &memo->ordered_dict)
                      : 0;
    enum rt_pickle_kind kind = ordered                                ? RT_PICKLE_ORDERED_DICT
                               : lang_is_exactly(v, &lang_type_dict)  ? RT_PICKLE_DICT
                               : lang_is_exactly(v, &lang_type_list)  ? RT_PICKLE_LIST
                               : lang_is_exactly(v, &bind_type_size)  ? RT_PICKLE_SIZE
                               : lang_is_exactly(v, &lang_type_tuple) ? RT_PICKLE_TUPLE
                               : lang_is_exactly(v, &lang_type_set)   ? RT_PICKLE_SET
                                                                      : RT_PICKLE_NONE;
    if (ordered < 0)
        return NULL;
    if (kind == RT_PICKLE_NONE)
        return refuse(t, v);
    made = new_value(t, kind);
    if (!made || memo_put(memo, v.o, made) < 0) {
        rt_pickle_unref(made);
        return made ? (lang_no_memory(t), NULL) : NULL;
    }
    made->state = OPEN;
    int status = kind == RT_PICKLE_LIST  ? fill_list(t, memo, made, lang_as_list(v))
                 : lang_is_tuple(v)      ? fill_tuple(t, memo, made, lang_as_tuple(v))
                 : kind == RT_PICKLE_SET ? fill_set(t, memo, made, (struct lang_set *)v.o)
                                         : fill_dict(t, memo, made, (struct lang_dict *)v.o);
    if (status == 0 && ordered)
        status = fill_attributes(t, memo, made, v);
    made->state = 0;
    if (status == 0)
        return made;
    memo_slot(memo, v.o)->value = NULL;
    rt_pickle_unref(made);
    return NULL;
}

static struct rt_pickle_value *to_tree(struct lang_thread *t, struct memo *memo, lang_value v)
{
    struct rt_pickle_value *made = NULL;
    if (v.tag != LANG_OBJECT) {
        if (v.tag != LANG_NONE && v.tag != LANG_BOOL && v.tag != LANG_INT && v.tag != LANG_FLOAT)
            return refuse(t, v);
        made = new_value(t, v.tag == LANG_NONE   ? RT_PICKLE_NONE
                            : v.tag == LANG_BOOL ? RT_PICKLE_BOOL
                            : v.tag == LANG_INT  ? RT_PICKLE_INT
                                                 : RT_PICKLE_FLOAT);
        if (made && v.tag == LANG_BOOL)
            made->boolean = v.i != 0;
        else if (made && v.tag == LANG_INT)
            made->integer = v.i;
        else if (made && v.tag == LANG_FLOAT)
            made->number = v.f;
        return made;
    }
    if (memo->capacity) {
        struct entry *known = memo_slot(memo, v.o);
        if (known->key && known->value) {
            memo->cycle = memo->cycle || known->value->state == OPEN;
            rt_pickle_ref(known->value);
            return known->value;
        }
    }
    if (lang_is_exactly(v, &lang_type_str)) {
        made = text_value(t, v);
    } else if (lang_is_exactly(v, &lang_type_int)) {
        return big_value(t, v);
    } else if (lang_is_exactly(v, &lang_type_bytes)) {
        struct rt_error err;
        rt_error_clear(&err);
        made = rt_pickle_new_bytes(RT_PICKLE_BYTES, (const char *)((struct lang_bytes *)v.o)->data,
                                   (size_t)((struct lang_bytes *)v.o)->length, &err);
        if (!made)
            bind_raise(t, &err);
    } else {
        if (lang_enter(t, " while saving an object") < 0)
            return NULL;
        made = object_value(t, memo, v);
        lang_leave(t);
        return made;
    }
    if (made)
        memo_put(memo, v.o, made);
    return made;
}

/* ---- from the tree ---------------------------------------------------------------------------------------------- */

/* all: values that hold their object until the end, linked. */
static lang_value from_tree(struct lang_thread *t, struct rt_pickle_value *v, struct rt_pickle_value **made);

static int fill_mapping(struct lang_thread *t, struct rt_pickle_value *v, lang_value into, struct rt_pickle_value **all)
{
    for (size_t i = 0; i + 1 < v->count; i += 2) {
        lang_value key = from_tree(t, v->items[i], all);
        lang_value value = lang_is_error(key) ? key : from_tree(t, v->items[i + 1], all);
        int status = lang_is_error(value) ? -1 : lang_setitem(t, into, key, value);
        if (!lang_is_error(key))
            lang_unref(t, key);
        if (!lang_is_error(value))
            lang_unref(t, value);
        if (status < 0)
            return -1;
    }
    return 0;
}

static lang_value ordered_value(struct lang_thread *t, struct rt_pickle_value *v, struct rt_pickle_value **all)
{
    lang_value cls = class_of(t, "collections", "OrderedDict");
    lang_value made = lang_is_error(cls) ? cls : lang_call(t, cls, NULL, 0, NULL);
    if (!lang_is_error(cls))
        lang_unref(t, cls);
    if (lang_is_error(made))
        return made;
    int status = fill_mapping(t, v, made, all);
    for (size_t i = 0; status == 0 && v->attributes && i + 1 < v->attributes->count; i += 2) {
        struct rt_pickle_value *key = v->attributes->items[i];
        if (key->kind != RT_PICKLE_STR)
            continue;
        lang_value value = from_tree(t, v->attributes->items[i + 1], all);
        struct lang_str *name = lang_is_error(value) ? NULL : lang_intern(t, key->bytes, key->length);
        status = name ? lang_setattr(t, made, name, value) : -1;
        lang_xdecref(t, name);
        if (!lang_is_error(value))
            lang_unref(t, value);
    }
    if (status == 0)
        return made;
    lang_unref(t, made);
    return lang_error();
}

static lang_value sequence_value(struct lang_thread *t, struct rt_pickle_value *v, struct rt_pickle_value **all)
{
    struct lang_list *list = lang_list_new(t, (int64_t)v->count);
    for (size_t i = 0; list && i < v->count; i++) {
        lang_value item = from_tree(t, v->items[i], all);
        if (lang_is_error(item) || lang_list_append_steal(t, list, item) < 0) {
            lang_decref(t, list);
            return lang_error();
        }
    }
    if (!list || v->kind == RT_PICKLE_LIST)
        return lang_obj_or_error(list);
    lang_value result;
    if (v->kind == RT_PICKLE_SET) {
        struct lang_set *set = lang_set_new(t, false);
        if (set && lang_set_update(t, set, lang_obj(list)) < 0) {
            lang_decref(t, set);
            set = NULL;
        }
        result = lang_obj_or_error(set);
    } else if (v->kind == RT_PICKLE_SIZE) {
        result = bind_tuple_as(t, &bind_type_size, list->items, list->length);
    } else {
        result = lang_obj_or_error(lang_tuple_from(t, list->items, list->length));
    }
    lang_decref(t, list);
    return result;
}

static lang_value tensor_value(struct lang_thread *t, struct rt_pickle_value *v)
{
    if (v->kind == RT_PICKLE_TENSOR)
        return bind_wrap(t, v->tensor);
    lang_value cls = class_of(t, "torch.nn.parameter", "Parameter");
    if (lang_is_error(cls))
        return cls;
    lang_value made =
        rt_tensor_user(v->tensor) ? bind_wrap(t, v->tensor) : bind_wrap_as(t, (struct lang_type *)cls.o, v->tensor);
    lang_unref(t, cls);
    return made;
}

static lang_value big_from(struct lang_thread *t, struct rt_pickle_value *v)
{
    /* by the hexadecimal digits of the magnitude */
    bool negative = v->length && (v->bytes[v->length - 1] & 0x80);
    char *text = rt_alloc(2 * v->length + 3);
    if (!text)
        return lang_no_memory(t);
    size_t n = 0;
    unsigned char *bytes = (unsigned char *)v->bytes;
    if (negative)
        text[n++] = '-';
    unsigned carry = 1;
    unsigned char *magnitude = rt_alloc(v->length + 1);
    if (!magnitude) {
        rt_free(text);
        return lang_no_memory(t);
    }
    for (size_t i = 0; i < v->length; i++) {
        unsigned b = negative ? (unsigned char)~bytes[i] + carry : bytes[i];
        carry = negative ? b >> 8 : 0;
        magnitude[i] = (unsigned char)b;
    }
    for (size_t i = v->length; i-- > 0;) {
        text[n++] = "0123456789abcdef"[magnitude[i] >> 4];
        text[n++] = "0123456789abcdef"[magnitude[i] & 15];
    }
    if (!v->length)
        text[n++] = '0';
    lang_value result = lang_int_from_text(t, text, n, 16);
    rt_free(magnitude);
    rt_free(text);
    return result;
}

static lang_value make_value(struct lang_thread *t, struct rt_pickle_value *v, struct rt_pickle_value **all)
{
    switch (v->kind) {
    case RT_PICKLE_NONE:
        return lang_none();
    case RT_PICKLE_BOOL:
        return lang_bool(v->boolean);
    case RT_PICKLE_INT:
        return lang_int(v->integer);
    case RT_PICKLE_BIGINT:
        return big_from(t, v);
    case RT_PICKLE_FLOAT:
        return lang_float(v->number);
    case RT_PICKLE_COMPLEX:
        return lang_complex_new(t, v->number, v->imaginary);
    case RT_PICKLE_STR:
        return lang_obj_or_error(lang_str_new(t, v->bytes, v->length));
    case RT_PICKLE_BYTES:
        return lang_obj_or_error(lang_bytes_new(t, v->bytes, v->length));
    case RT_PICKLE_LIST:
    case RT_PICKLE_TUPLE:
    case RT_PICKLE_SET:
    case RT_PICKLE_SIZE:
        return sequence_value(t, v, all);
    case RT_PICKLE_DICT: {
        lang_value made = lang_obj_or_error(lang_dict_new(t));
        if (!lang_is_error(made) && fill_mapping(t, v, made, all) < 0) {
            lang_unref(t, made);
            return lang_error();
        }
        return made;
    }
    case RT_PICKLE_ORDERED_DICT:
        return ordered_value(t, v, all);
    case RT_PICKLE_TENSOR:
    case RT_PICKLE_PARAMETER:
        return tensor_value(t, v);
    case RT_PICKLE_DTYPE:
        return bind_dtype_value(v->dtype);
    case RT_PICKLE_DEVICE:
        return bind_device_new(t, v->device_type, v->device_index);
    }
    return lang_raise(t, LANG_EXC_SystemError, "unknown value in a file");
}

/* A value met again gives the same object: ->user holds it, owned until forget(). */
static lang_value from_tree(struct lang_thread *t, struct rt_pickle_value *v, struct rt_pickle_value **all)
{
    if (v->user)
        return lang_obj(lang_incref(v->user));
    if (lang_poll_quiet(t) < 0 || lang_enter(t, " while loading an object") < 0)
        return lang_error();
    lang_value made = make_value(t, v, all);
    lang_leave(t);
    if (v->references > 1 && lang_is_obj(made) && !v->user) {
        v->user = lang_incref(made.o);
        v->link = *all;
        *all = v;
    }
    return made;
}
static void forget(struct lang_thread *t, struct rt_pickle_value *v)
{
    for (struct rt_pickle_value *next; v; v = next) {
        void *o = v->user;
        next = v->link;
        v->user = NULL;
        v->link = NULL;
        lang_decref(t, o);
    }
}

/* ---- torch.save ------------------------------------------------------------------------------------------------- */

/* A path as a new str, UNDEF when f is a file, ERROR. */
static lang_value path_of(struct lang_thread *t, lang_value f)
{
    if (lang_is_str(f))
        return lang_ref(f);
    struct lang_str *name = lang_intern_c(t, "__fspath__");
    lang_value path = name ? lang_call_special(t, f, name, NULL, 0) : lang_error();
    lang_xdecref(t, name);
    return path;
}

/* NULL with an exception. */
static const char *path_text(struct lang_thread *t, lang_value path)
{
    size_t n;
    const char *text = lang_str_utf8(t, lang_as_str(path), &n);
    if (text && strlen(text) != n)
        return lang_fail_null(t, LANG_EXC_ValueError, "embedded null byte");
    return text;
}

/* Options that ask for another format: 0, or -1 with NotImplementedError. */
static int check_save_options(struct lang_thread *t, lang_value module, lang_value protocol, lang_value zip)
{
    int64_t number = 2;
    if (!lang_is_undef(module) && !lang_is_none(module))
        return lang_fail(t, LANG_EXC_NotImplementedError, "torch.save: pickle_module is not there");
    if (!lang_is_undef(protocol) && lang_as_index(t, protocol, &number) < 0)
        return -1;
    if (number > 5)
        return lang_fail(t, LANG_EXC_ValueError, "pickle protocol must be <= 5");
    if (number != 2)
        return lang_fail(t, LANG_EXC_NotImplementedError, "torch.save: pickle_protocol=%d is not there", (int)number);
    int new_format = lang_is_undef(zip) ? 1 : lang_truth(t, zip);
    if (new_format == 0)
        return lang_fail(t, LANG_EXC_NotImplementedError,
                         "torch.save: _use_new_zipfile_serialization=False is not there");
    return new_format < 0 ? -1 : 0;
}

static lang_value torch_save(struct lang_thread *t, const lang_value *args)
{
    struct memo memo = {.ordered_dict = lang_undef(), .parameter = lang_undef()};
    if (check_save_options(t, args[2], args[3], args[4]) < 0)
        return lang_error();
    struct rt_error err;
    rt_error_clear(&err);
    lang_value result = lang_error(), path = path_of(t, args[1]);
    if (lang_is_error(path))
        return path;
    struct rt_pickle_value *tree = to_tree(t, &memo, args[0]);
    if (tree && lang_is_str(path)) {
        const char *name = path_text(t, path);
        if (name && rt_save_file(name, tree, &err) == 0)
            result = lang_none();
        else if (name)
            bind_raise(t, &err);
    } else if (tree) {
        char *bytes;
        size_t n;
        if (rt_save_memory(tree, &bytes, &n, &err) < 0) {
            bind_raise(t, &err);
        } else {
            lang_value data = lang_obj_or_error(lang_bytes_new(t, bytes, n));
            rt_free(bytes);
            lang_value written = lang_is_error(data) ? data : lang_call_method_c(t, args[1], "write", &data, 1);
            if (!lang_is_error(data))
                lang_unref(t, data);
            if (!lang_is_error(written)) {
                lang_unref(t, written);
                result = lang_none();
            }
        }
    }
    if (tree && memo.cycle)
        break_cycles(&memo);
    rt_pickle_unref(tree);
    memo_done(t, &memo);
    lang_unref(t, path);
    return result;
}

/* ---- torch.load ------------------------------------------------------------------------------------------------- */

struct locate {
    struct lang_thread *t;
    lang_value map; /* map_location */
};

static struct rt_device *device_of_text(const char *text, struct rt_error *err)
{
    enum rt_device_type type;
    int index;
    struct rt_error ignored;
    rt_error_clear(&ignored);
    if (rt_device_parse(text, strlen(text), &type, &index, &ignored) < 0) {
        rt_error_set(err, RT_RUNTIME,
                     "don't know how to restore data location of torch.storage.UntypedStorage (tagged with %s)", text);
        return NULL;
    }
    return rt_load_location(NULL, text, err);
}

/* The location that a value of map_location names: a device or a str. */
static struct rt_device *device_of_value(struct lang_thread *t, lang_value v, struct rt_error *err)
{
    struct lang_str *text = lang_to_str(t, v);
    const char *c = text ? lang_str_utf8(t, text, NULL) : NULL;
    struct rt_device *device = c ? device_of_text(c, err) : NULL;
    if (!c)
        rt_error_set(err, RT_FOREIGN, "map_location");
    lang_xdecref(t, text);
    return device;
}

/* map_location(storage, location): returns a storage, whose device is used. */
static struct rt_device *device_of_call(struct lang_thread *t, lang_value map, const char *location,
                                        struct rt_error *err)
{
    lang_value cls = class_of(t, "torch.storage", "UntypedStorage");
    lang_value args[2] = {lang_is_error(cls) ? cls : lang_call(t, cls, NULL, 0, NULL),
                          lang_obj_or_error(lang_str_from_c(t, location))};
    lang_value result =
        lang_is_error(args[0]) || lang_is_error(args[1]) ? lang_error() : lang_call(t, map, args, 2, NULL);
    struct rt_device *device = NULL;
    if (lang_is_error(result)) {
        rt_error_set(err, RT_FOREIGN, "map_location");
    } else if (lang_is_none(result)) {
        device = device_of_text(location, err);
    } else {
        lang_value where = lang_getattr_c(t, result, "device");
        if (lang_is_error(where))
            rt_error_set(err, RT_FOREIGN, "map_location");
        else
            device = device_of_value(t, where, err);
        if (!lang_is_error(where))
            lang_unref(t, where);
    }
    lang_value owned[] = {cls, args[0], args[1], result};
    for (size_t i = 0; i < BIND_COUNT(owned); i++)
        if (!lang_is_error(owned[i]))
            lang_unref(t, owned[i]);
    return device;
}

static struct rt_device *locate(void *context, const char *location, struct rt_error *err)
{
    struct locate *l = context;
    lang_value map = l->map;
    if (lang_is_undef(map) || lang_is_none(map))
        return device_of_text(location, err);
    if (lang_is_dict(map)) {
        lang_value to = lang_dict_get_c(l->t, (struct lang_dict *)map.o, location);
        if (lang_is_error(to))
            return rt_error_set(err, RT_FOREIGN, "map_location"), NULL;
        if (lang_is_undef(to))
            return device_of_text(location, err);
        lang_ref(to); /* its __str__ may change the dict */
        struct rt_device *device = device_of_value(l->t, to, err);
        lang_unref(l->t, to);
        return device;
    }
    if (lang_is_str(map) || bind_is_device(map))
        return device_of_value(l->t, map, err);
    return device_of_call(l->t, map, location, err);
}

/* torch.load(f, map_location=None, pickle_module=None, *, weights_only=None, mmap=None) */
static lang_value torch_load(struct lang_thread *t, const lang_value *args)
{
    struct rt_error err;
    rt_error_clear(&err);
    struct locate where = {t, args[1]};
    struct rt_pickle_value *tree = NULL;
    if (!lang_is_undef(args[2]) && !lang_is_none(args[2]))
        return lang_raise(t, LANG_EXC_NotImplementedError, "torch.load: pickle_module is not there");
    lang_value path = path_of(t, args[0]);
    if (lang_is_error(path))
        return path;
    if (lang_is_str(path)) {
        const char *name = path_text(t, path);
        tree = name ? rt_load_file(name, locate, &where, args[4].tag == LANG_BOOL && args[4].i, &err) : NULL;
        if (name && !tree)
            bind_raise(t, &err);
    } else if (args[4].tag == LANG_BOOL && args[4].i) {
        lang_raise(t, LANG_EXC_ValueError, "f must be a file path in order to use the mmap argument");
    } else {
        lang_value bytes = lang_call_method_c(t, args[0], "read", NULL, 0);
        if (!lang_is_error(bytes) && !(lang_is_obj(bytes) && (bytes.o->type->flags & LANG_TYPE_BYTES)))
            lang_raise(t, LANG_EXC_TypeError, "a bytes-like object is required, not '%N'", bytes);
        else if (!lang_is_error(bytes)) {
            struct lang_bytes *b = (struct lang_bytes *)bytes.o;
            tree = rt_load_memory(b->data, (size_t)b->length, locate, &where, &err);
            if (!tree)
                bind_raise(t, &err);
        }
        if (!lang_is_error(bytes))
            lang_unref(t, bytes);
    }
    lang_unref(t, path);
    if (!tree)
        return lang_error();
    struct rt_pickle_value *made = NULL;
    lang_value result = from_tree(t, tree, &made);
    forget(t, made);
    rt_pickle_unref(tree);
    return result;
}

const struct lang_method bind_save_functions[] = {
    {"save", "(obj, f, pickle_module=None, pickle_protocol=2, _use_new_zipfile_serialization=True)", torch_save,
     "Writes tensors, numbers, texts and containers of them to a file that PyTorch reads too.",
     LANG_M_STATIC | LANG_M_PYTHON_ERRORS},
    {"load", "(f, map_location=None, pickle_module=None, *, weights_only=None, mmap=None)", torch_load,
     "Reads a file of torch.save. map_location says where the tensors go: a device, a dict of devices, or a function. "
     "Nothing in the "
     "file is executed.",
     LANG_M_STATIC | LANG_M_PYTHON_ERRORS},
    {NULL, NULL, NULL, NULL, 0}};
