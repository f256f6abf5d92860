/* bind_index.c: x[...] and x[...] = value: the key's items as the runtime's index items. Must not know how elements are
 * selected. */
#include "bind_core.h"

#include <string.h>

/* Most items of a key: more than dimensions, None and masks of one tensor can be. */
#define MAX_ITEMS 64
/* A sequence of this length or more is one index, whatever it contains. */
#define MAX_AS_TUPLE 32

struct key {
    struct rt_index_item items[MAX_ITEMS];
    int count;
    lang_value owned[MAX_ITEMS + 1]; /* tensors made of lists, and the tuple made of a sequence */
    int nowned;
};

static void key_done(struct lang_thread *t, struct key *key)
{
    for (int i = 0; i < key->nowned; i++)
        lang_unref(t, key->owned[i]);
}

static int bad_index(struct lang_thread *t, lang_value v)
{
    return lang_fail(
        t, LANG_EXC_IndexError,
        "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid indices (got %N)", v);
}

static int slice_bound(struct lang_thread *t, lang_value v, int64_t *out)
{
    *out = RT_SLICE_NONE;
    if (v.tag == LANG_NONE)
        return 0;
    if (v.tag == LANG_INT) {
        *out = v.i;
        return 0;
    }
    if (!bind_is_int_like(v) && v.tag != LANG_BOOL && !bind_is_tensor(v))
        return lang_fail(t, LANG_EXC_TypeError, "slice indices must be integers or None or have an __index__ method");
    if (lang_as_index(t, v, out) < 0) {
        if (!lang_error_is(t, LANG_EXC_OverflowError))
            return -1;
        lang_error_clear(t); /* beyond the size of any tensor */
        *out =
            v.tag == LANG_OBJECT && v.o->type->flags & LANG_TYPE_INT && lang_int_sign(v) < 0 ? -INT64_MAX : INT64_MAX;
    }
    return 0;
}

static int add_slice(struct lang_thread *t, struct rt_index_item *item, struct lang_slice *s)
{
    item->kind = RT_ITEM_SLICE;
    if (slice_bound(t, s->start, &item->start) < 0 || slice_bound(t, s->stop, &item->stop) < 0 ||
        slice_bound(t, s->step, &item->step) < 0)
        return -1;
    if (item->step == 0)
        return lang_fail(t, LANG_EXC_ValueError, "slice step cannot be zero");
    if (item->step != RT_SLICE_NONE && item->step < 0)
        return lang_fail(t, LANG_EXC_ValueError, "step must be greater than zero");
    return 0;
}

static int add_tensor(struct lang_thread *t, struct rt_index_item *item, struct rt_tensor *rt)
{
    enum rt_dtype dtype = rt_tensor_dtype(rt);
    struct rt_error err;
    struct rt_scalar s;
    rt_error_clear(&err);
    item->kind = RT_ITEM_TENSOR;
    item->tensor = rt;
    if (rt_tensor_ndim(rt) > 0 || dtype == RT_UINT8)
        return 0;
    if (rt_dtype_category(dtype) == RT_CAT_INT ||
        dtype == RT_BOOL) { /* a 0-d integer or bool tensor selects as its value does */
        if (rt_tensor_item(rt, &s, &err) < 0)
            return bind_fail(t, &err);
        item->kind = dtype == RT_BOOL ? RT_ITEM_BOOL : RT_ITEM_INT;
        item->start = s.i;
    }
    return 0;
}

/* A list or another sequence becomes a tensor of int64 or bool. */
/* An index that is a new tensor: integers of any type, or a mask. Takes rt. */
static int add_made(struct lang_thread *t, struct key *key, struct rt_index_item *item, struct rt_tensor *rt)
{
    if (rt_tensor_dtype(rt) != RT_BOOL && rt_tensor_dtype(rt) != RT_UINT8 && rt_tensor_dtype(rt) != RT_INT64) {
        struct rt_error err;
        rt_error_clear(&err);
        struct rt_tensor *converted = rt_tensor_to(rt, RT_INT64, NULL, false, &err);
        rt_tensor_unref(rt);
        if (!converted)
            return bind_fail(t, &err);
        rt = converted;
    }
    lang_value made = bind_wrap_steal(t, rt);
    if (lang_is_error(made))
        return -1;
    key->owned[key->nowned++] = made;
    item->kind = RT_ITEM_TENSOR;
    item->tensor = rt;
    return 0;
}

static int add_sequence(struct lang_thread *t, struct key *key, struct rt_index_item *item, lang_value v)
{
    struct rt_tensor *rt = bind_tensor_from_data(t, v, RT_DTYPE_NONE, NULL);
    if (!rt)
        return -1;
    if (rt_dtype_category(rt_tensor_dtype(rt)) == RT_CAT_COMPLEX) {
        rt_tensor_unref(rt);
        return lang_fail(t, LANG_EXC_TypeError, "'complex' object cannot be interpreted as an integer");
    }
    return add_made(t, key, item, rt);
}

static int add_array_number(struct lang_thread *t, struct rt_index_item *item, lang_value v)
{
    lang_value number = v.o->type->to_index ? bind_array_number(t, v) : lang_undef();
    int status;

    if (lang_is_error(number))
        return -1;
    if (number.tag != LANG_INT && number.tag != LANG_OBJECT) /* undefined, or a bool */
        return bad_index(t, v);
    item->kind = RT_ITEM_INT;
    status = bind_int(t, number, &item->start);
    lang_unref(t, number);
    return status;
}

static int add_item(struct lang_thread *t, struct key *key, lang_value v)
{
    if (key->count == MAX_ITEMS)
        return lang_fail(t, LANG_EXC_IndexError, "too many indices for tensor of dimension %d", MAX_ITEMS);
    struct rt_index_item *item = &key->items[key->count++];
    memset(item, 0, sizeof *item);
    switch (v.tag) {
    case LANG_INT:
        item->kind = RT_ITEM_INT;
        item->start = v.i;
        return 0;
    case LANG_NONE:
        item->kind = RT_ITEM_NONE;
        return 0;
    case LANG_ELLIPSIS:
        item->kind = RT_ITEM_ELLIPSIS;
        return 0;
    case LANG_BOOL:
        item->kind = RT_ITEM_BOOL;
        item->start = v.i;
        return 0;
    case LANG_OBJECT:
        break;
    default:
        return bad_index(t, v);
    }
    if (v.o->type == &lang_type_slice)
        return add_slice(t, item, (struct lang_slice *)v.o);
    if (bind_is_tensor(v))
        return add_tensor(t, item, bind_rt(v));
    if (bind_is_array(v)) {
        struct rt_tensor *rt = bind_tensor_of_array(t, v, false);
        return rt ? add_made(t, key, item, rt) : -1;
    }
    if (bind_is_array_number(v))
        return add_array_number(t, item, v);
    if (lang_is_list(v) || lang_is_tuple(v) || lang_is_str(v) || lang_is_exactly(v, &lang_type_range))
        return add_sequence(t, key, item, v);
    if (bind_is_int_like(v)) {
        item->kind = RT_ITEM_INT;
        return bind_int(t, v, &item->start);
    }
    if (v.o->type->len && v.o->type->getitem && !lang_is_dict(v))
        return add_sequence(t, key, item, v);
    return bad_index(t, v);
}

/* Sequences whose items are read by position: lists, str, ranges, and objects with __getitem__ other than dicts. */
static bool is_sequence(lang_value v)
{
    if (lang_is_list(v) || lang_is_tuple(v) || lang_is_str(v) || lang_is_exactly(v, &lang_type_range))
        return true;
    return v.tag == LANG_OBJECT && v.o->type->getitem && !lang_is_dict(v) && !bind_is_tensor(v) && !bind_is_array(v) &&
           !bind_is_array_number(v); /* which have __getitem__, too */
}

static bool makes_tuple(lang_value item)
{
    return item.tag == LANG_NONE || item.tag == LANG_ELLIPSIS || lang_is_exactly(item, &lang_type_slice) ||
           bind_is_tensor(item) || is_sequence(item);
}

/* A sequence that contains sequences, slices, tensors, None or ... is read as a tuple, with a warning, as PyTorch
 * (still) does: its items as a tuple, UNDEF where it is one index, an error where the warning became one. */
static lang_value sequence_as_tuple(struct lang_thread *t, lang_value v)
{
    if (!is_sequence(v))
        return lang_undef();
    bool found = false;
    if (lang_is_list(v)) {
        struct lang_list *list = lang_as_list(v);
        if (list->length >= MAX_AS_TUPLE)
            return lang_undef();
        for (int64_t i = 0; i < list->length && !found; i++)
            found = makes_tuple(list->items[i]);
    } else if (!lang_is_exactly(v, &lang_type_range)) {
        int64_t n = v.o->type->len ? lang_len(t, v) : -1;
        if (n < 0)
            lang_error_clear(t);
        for (int64_t i = 0; i < n && n < MAX_AS_TUPLE && !found; i++) {
            lang_value item = lang_getitem(t, v, lang_int(i));
            if (lang_is_error(item)) {
                lang_error_clear(t);
                break;
            }
            found = makes_tuple(item);
            lang_unref(t, item);
        }
    }
    if (!found)
        return lang_undef();
    if (bind_warn(t, "Using a non-tuple sequence for multidimensional indexing is deprecated and will be changed in "
                     "pytorch 2.9; use x[tuple(seq)] instead of x[seq]. In pytorch 2.9 this will be interpreted as "
                     "tensor index, x[torch.tensor(seq)], which will result either in an error or a different "
                     "result") < 0)
        return lang_error();
    struct lang_tuple *tuple = lang_to_tuple(t, v);
    return tuple ? lang_obj(tuple) : lang_error();
}

static int key_make(struct lang_thread *t, struct key *key, lang_value v)
{
    key->count = key->nowned = 0;
    const lang_value *items = &v;
    int64_t n = 1;
    if (lang_is_tuple(v)) {
        items = lang_as_tuple(v)->items;
        n = lang_as_tuple(v)->length;
    } else {
        lang_value read = sequence_as_tuple(t, v);
        if (lang_is_error(read))
            return -1;
        if (!lang_is_undef(read)) {
            key->owned[key->nowned++] = read;
            items = lang_as_tuple(read)->items;
            n = lang_as_tuple(read)->length;
        }
    }
    for (int64_t i = 0; i < n; i++)
        if (add_item(t, key, items[i]) < 0) {
            key_done(t, key);
            return -1;
        }
    return 0;
}

/* The number of elements that are read or copied; views read none. */
static int64_t work_of(const struct key *key, struct rt_tensor *self)
{
    int64_t n = rt_tensor_numel(self), most = 0;
    for (int i = 0; i < key->count; i++)
        if (key->items[i].kind == RT_ITEM_TENSOR) {
            struct rt_tensor *index = key->items[i].tensor;
            bool mask = rt_tensor_dtype(index) == RT_BOOL || rt_tensor_dtype(index) == RT_UINT8;
            int64_t first = rt_tensor_ndim(self) ? rt_tensor_shape(self)[0] : 1, row = first ? n / first : 0;
            int64_t work = mask ? n : rt_size_mul_saturated(rt_tensor_numel(index), row + 1);
            most = work > most ? work : most;
        }
    return most;
}

lang_value bind_getitem(struct lang_thread *t, lang_value self, lang_value v)
{
    struct rt_error err;
    rt_error_clear(&err);
    if (v.tag == LANG_INT) { /* x[i], the usual case */
        struct rt_index_item item = {.kind = RT_ITEM_INT, .start = v.i};
        return bind_result(t, rt_index(bind_rt(self), &item, 1, &err), &err);
    }
    struct key key;
    if (key_make(t, &key, v) < 0)
        return lang_error();
    bool released = bind_release(t, key.nowned ? 0 : work_of(&key, bind_rt(self)));
    struct rt_tensor *result = rt_index(bind_rt(self), key.items, key.count, &err);
    bind_reacquire(t, released);
    key_done(t, &key);
    return bind_result(t, result, &err);
}

int bind_setitem(struct lang_thread *t, lang_value self, lang_value v, lang_value value)
{
    struct rt_error err;
    struct rt_scalar s;
    int is_scalar = 0, status;
    rt_error_clear(&err);
    if (lang_is_undef(value))
        return lang_fail(t, LANG_EXC_TypeError, "Tensor does not support deleting items");
    if (!bind_is_tensor(value)) {
        is_scalar = bind_scalar(t, value, &s);
        if (is_scalar < 0)
            return -1;
        if (!is_scalar) {
            char text[64];
            return lang_fail(t, LANG_EXC_TypeError, "can't assign a %N to a %s", value,
                             rt_tensor_type_text(bind_rt(self), text, sizeof text));
        }
    }
    struct key key;
    if (key_make(t, &key, v) < 0)
        return -1;
    if (is_scalar)
        status = rt_index_put_scalar(bind_rt(self), key.items, key.count, s, &err);
    else
        status = rt_index_put(bind_rt(self), key.items, key.count, bind_rt(value), &err);
    key_done(t, &key);
    if (status < 0)
        return bind_fail(t, &err);
    return bind_warnings_pending ? bind_warnings_emit(t) : 0;
}
