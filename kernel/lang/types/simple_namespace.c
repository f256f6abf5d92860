/* simple_namespace.c: types.SimpleNamespace, an object that is nothing but its attributes. sys.implementation is one.
 */
#include "types/containers.h"
#include "vm/code.h"
#include "vm/type.h"

#include <stddef.h>

struct simple_namespace {
    struct lang_object head;
    struct lang_attrs attrs;
};

static lang_value namespace_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                                 struct lang_tuple *kwnames)
{
    (void)args, (void)nargs, (void)kwnames; /* namespace_init looks at them */
    return lang_obj_or_error(lang_object_new(t, cls));
}

static int namespace_init(struct lang_thread *t, lang_value self, const lang_value *args, size_t nargs,
                          struct lang_tuple *kwnames)
{
    if (nargs)
        return lang_fail(t, LANG_EXC_TypeError, "no positional arguments expected");
    if (!kwnames || !kwnames->length)
        return 0;
    struct lang_dict *d = lang_instance_dict(t, self);
    int status = d ? 0 : -1;
    if (d)
        lang_incref(d); /* the __eq__ of a key may give the object another __dict__ */
    for (int64_t i = 0; status == 0 && i < kwnames->length; i++)
        status = lang_dict_set(t, d, kwnames->items[i], args[i]);
    lang_xdecref(t, d);
    return status;
}

static lang_value namespace_repr(struct lang_thread *t, lang_value v)
{
    struct lang_builder b;
    lang_value key, value;
    const struct lang_type *type = lang_type_of(v);
    int shown = lang_repr_enter(t, v);

    if (shown < 0)
        return lang_error();
    lang_builder_init(&b, t);
    bool bad = lang_builder_c(&b, type == &lang_type_simple_namespace ? "namespace" : type->name) < 0;
    if (shown) {
        lang_builder_c(&b, "(...)");
        return lang_obj_or_error(lang_builder_finish(&b));
    }
    struct lang_dict *own = lang_instance_dict(t, v),
                     *d = own ? lang_dict_copy(t, own) : NULL; /* a repr may change it */
    bad = !d || bad || lang_builder_c(&b, "(") < 0;
    bool first = true;
    for (int64_t i = 0; !bad && lang_dict_next(d, &i, &key, &value); first = false) {
        if (!lang_is_str(key) || !lang_as_str(key)->length)
            continue;
        bad = (!first && lang_builder_c(&b, ", ") < 0) || lang_builder_str(&b, lang_as_str(key)) < 0 ||
              lang_builder_c(&b, "=") < 0 || lang_builder_repr(&b, value) < 0;
    }
    bad = bad || lang_builder_c(&b, ")") < 0;
    lang_xdecref(t, d);
    lang_repr_leave(t, v);
    if (bad) {
        lang_builder_drop(&b);
        return lang_error();
    }
    return lang_obj_or_error(lang_builder_finish(&b));
}

static lang_value namespace_compare(struct lang_thread *t, lang_value a, lang_value b, enum lang_compare_op op)
{
    if (!lang_is_a(a, &lang_type_simple_namespace) || !lang_is_a(b, &lang_type_simple_namespace))
        return lang_notimpl();
    struct lang_dict *x = lang_instance_dict(t, a), *y = x ? lang_instance_dict(t, b) : NULL;
    if (!y)
        return lang_error();
    lang_incref(x); /* the __eq__ of a value may give an object another __dict__ */
    lang_incref(y);
    lang_value r = lang_compare(t, op, lang_obj(x), lang_obj(y));
    lang_decref(t, x);
    lang_decref(t, y);
    return r;
}

static lang_value m_reduce(struct lang_thread *t, const lang_value *args)
{
    struct lang_dict *d = lang_instance_dict(t, args[0]);
    struct lang_tuple *none = d ? lang_tuple_new(t, 0) : NULL;
    if (!none)
        return lang_error();
    lang_value parts[3] = {lang_obj(lang_type_of(args[0])), lang_obj(none), lang_obj(d)};
    struct lang_tuple *r = lang_tuple_from(t, parts, 3);
    lang_decref(t, none);
    return lang_obj_or_error(r);
}

static const struct lang_method namespace_methods[] = {
    {"__reduce__", "()", m_reduce, "Return state information for pickling", LANG_M_NOSIG}, {0}};

struct lang_type lang_type_simple_namespace = {
    .name = "SimpleNamespace",
    .module = "types",
    .doc = "SimpleNamespace(**attributes)\n\nAn object with the attributes given as keywords.",
    .size = sizeof(struct simple_namespace),
    .flags = LANG_TYPE_BASE | LANG_TYPE_QUALIFIED,
    .attr_offset = offsetof(struct simple_namespace, attrs),
    .methods = namespace_methods,
    .make = namespace_make,
    .init = namespace_init,
    .repr = namespace_repr,
    .compare = namespace_compare,
    .hash = lang_hash_unhashable,
};
