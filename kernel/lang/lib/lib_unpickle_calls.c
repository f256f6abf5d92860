/* lib_unpickle_calls.c: opcodes that name, call, make and fill objects. What a pickle may name is decided by
 * find_class; _GuardedUnpickler asks its subclass before every call as well (torch.load(weights_only=True)). */
#include <string.h>

#include "lib_unpickle.h"
#include "vm/code.h"
#include "vm/type.h"

/* ------------------------------------------------------------------ names and calls */

/* The plain rule for a global: the module is imported and asked. */
lang_value lang_unpickle_find_global(struct lang_thread *t, struct unpickler *u, lang_value module, lang_value name)
{
    if (!lang_is_str(module) || !lang_is_str(name))
        return lang_raise(t, LANG_EXC_TypeError, "find_class() takes two texts, not %N and %N", module, name);
    const char *m = lang_str_utf8(t, lang_as_str(module), NULL),
               *n = m ? lang_str_utf8(t, lang_as_str(name), NULL) : NULL;
    if (!n)
        return lang_error();
    if (u->protocol < 3 && u->fix_imports)
        lang_pickle_rename(false, &m, &n);
    lang_value from = lang_import(t, m);
    struct lang_str *path = lang_is_error(from) ? NULL : lang_str_from_c(t, n);
    lang_value found = path ? lang_pickle_getattr(t, from, path, u->protocol >= 4, NULL) : lang_error();
    lang_xdecref(t, path);
    if (!lang_is_error(from))
        lang_unref(t, from);
    return found;
}

/* Takes both. */
static int load_named(struct loader *l, lang_value module, lang_value name)
{
    lang_value args[2] = {module, name}, found = lang_error();
    if (!lang_is_error(module) && !lang_is_error(name))
        found = lang_is_undef(l->find_class) ? lang_unpickle_find_global(l->t, l->u, module, name)
                                             : lang_call(l->t, l->find_class, args, 2, NULL);
    for (int i = 0; i < 2; i++)
        if (!lang_is_error(args[i]))
            lang_unref(l->t, args[i]);
    return lang_unpickle_push(l, found);
}

static lang_value line_text(struct loader *l)
{
    size_t n;
    const char *line = lang_unpickle_take_line(l, &n);
    return line ? lang_unpickle_text_of(l, (const uint8_t *)line, n) : lang_error();
}

int lang_unpickle_load_global(struct loader *l)
{
    lang_value module = line_text(l);
    if (lang_is_error(module))
        return -1;
    return load_named(l, module, line_text(l));
}

int lang_unpickle_load_stack_global(struct loader *l)
{
    lang_value name = lang_unpickle_pop(l), module = lang_is_error(name) ? name : lang_unpickle_pop(l);
    if (!lang_is_error(module) && !(lang_is_str(name) && lang_is_str(module))) {
        lang_unref(l->t, name);
        lang_unref(l->t, module);
        return lang_unpickle_fail_read(l->t, "STACK_GLOBAL requires str");
    }
    if (lang_is_error(module)) {
        if (!lang_is_error(name))
            lang_unref(l->t, name);
        return -1;
    }
    return load_named(l, module, name);
}

/* What the guard says to a step of the machine: self.name(a, b). */
lang_value lang_unpickle_ask_guard(struct loader *l, const char *name, lang_value a, lang_value b)
{
    lang_value args[2] = {a, b};
    return lang_call_method_c(l->t, l->self, name, args, 2);
}

int lang_unpickle_load_reduce(struct loader *l)
{
    lang_value args = lang_unpickle_pop(l), function = lang_is_error(args) ? args : lang_unpickle_pop(l),
               made = lang_error();
    if (!lang_is_error(function)) {
        if (l->guarded)
            made = lang_unpickle_ask_guard(l, "_guard_call", function, args);
        else if (!lang_is_tuple(args))
            lang_raise(l->t, LANG_EXC_TypeError, "argument list must be a tuple");
        else
            made = lang_call(l->t, function, lang_as_tuple(args)->items, (size_t)lang_as_tuple(args)->length, NULL);
        lang_unref(l->t, function);
    }
    if (!lang_is_error(args))
        lang_unref(l->t, args);
    return lang_unpickle_push(l, made);
}

/* cls.__new__(cls, *args, **kwargs); kwargs UNDEF: none. */
static lang_value call_new(struct loader *l, lang_value cls, struct lang_tuple *args, lang_value kwargs)
{
    lang_value own = lang_getattr(l->t, cls, LANG_NAME(__new__));
    if (lang_is_error(own))
        return own;
    struct lang_dict *named = lang_is_undef(kwargs) ? NULL : lang_as_dict(kwargs);
    int64_t n = args->length, more = named ? named->count : 0;
    struct lang_tuple *names = more ? lang_tuple_new(l->t, more) : NULL;
    lang_value *all = lang_alloc(l->t, (size_t)(1 + n + more) * sizeof *all), made = lang_error();
    bool ok = all && (!more || names);
    if (ok) {
        all[0] = cls;
        for (int64_t i = 0; i < n; i++)
            all[1 + i] = args->items[i];
        lang_value key, value;
        int64_t k = 0;
        for (int64_t at = 0; k < more && lang_dict_next(named, &at, &key, &value); k++) {
            all[1 + n + k] = value;
            struct lang_str *name = lang_is_str(key) ? lang_intern_str(l->t, lang_as_str(key)) : NULL;
            if (!name && !lang_error_occurred(l->t))
                lang_raise(l->t, LANG_EXC_TypeError, "keywords must be strings");
            ok = ok && name;
            names->items[k] = name ? lang_obj(name) : lang_none();
        }
        if (ok)
            made = lang_call(l->t, own, all, (size_t)(1 + n), names);
    }
    if (all)
        lang_free(l->t, all, (size_t)(1 + n + more) * sizeof *all);
    lang_xdecref(l->t, names);
    lang_unref(l->t, own);
    return made;
}

int lang_unpickle_load_newobj(struct loader *l, bool extended)
{
    const char *op = extended ? "NEWOBJ_EX" : "NEWOBJ";
    lang_value kwargs = extended ? lang_unpickle_pop(l) : lang_undef();
    lang_value args = lang_is_error(kwargs) ? kwargs : lang_unpickle_pop(l),
               cls = lang_is_error(args) ? args : lang_unpickle_pop(l);
    lang_value made = lang_error();
    if (!lang_is_error(cls)) {
        if (l->guarded)
            made = lang_unpickle_ask_guard(l, "_guard_new", cls, args);
        else if (!(lang_is_obj(cls) && cls.o->type->flags & LANG_TYPE_TYPE))
            lang_unpickle_fail_read(l->t, "%s class argument must be a type, not %s", op, lang_type_name(cls));
        else if (!lang_is_tuple(args))
            lang_unpickle_fail_read(l->t, "%s args argument must be a tuple, not %s", op, lang_type_name(args));
        else if (extended && !lang_is_dict(kwargs))
            lang_unpickle_fail_read(l->t, "%s kwargs argument must be a dict, not %s", op, lang_type_name(kwargs));
        else
            made = call_new(l, cls, lang_as_tuple(args), kwargs);
    }
    lang_value owned[] = {kwargs, args, cls};
    for (int i = 0; i < 3; i++)
        if (!lang_is_error(owned[i]))
            lang_unref(l->t, owned[i]);
    return lang_unpickle_push(l, made);
}

/* Instances of Python 2's classes: made without __init__ where there is nothing to call it with. */
static lang_value instantiate(struct loader *l, lang_value cls, struct lang_tuple *args)
{
    bool is_type = lang_is_obj(cls) && cls.o->type->flags & LANG_TYPE_TYPE;
    if (args->length == 0 && is_type) {
        lang_value initial = lang_getattr_opt(l->t, cls, LANG_NAME(__getinitargs__));
        if (lang_is_error(initial))
            return initial;
        bool plain = lang_is_undef(initial);
        lang_unref(l->t, initial);
        if (plain)
            return call_new(l, cls, args, lang_undef());
    }
    return lang_call(l->t, cls, args->items, (size_t)args->length, NULL);
}

int lang_unpickle_load_inst(struct loader *l)
{
    struct lang_tuple *args = lang_unpickle_pop_mark(l);
    if (!args)
        return -1;
    lang_value made = lang_error();
    if (lang_unpickle_load_global(l) == 0) {
        lang_value cls = lang_unpickle_pop(l);
        made = instantiate(l, cls, args);
        lang_unref(l->t, cls);
    }
    lang_decref(l->t, args);
    return lang_unpickle_push(l, made);
}

int lang_unpickle_load_obj(struct loader *l)
{
    struct lang_tuple *all = lang_unpickle_pop_mark(l);
    if (!all)
        return -1;
    lang_value made = lang_error();
    if (all->length < 1) {
        lang_unpickle_underflow(l);
    } else {
        struct lang_tuple *args = lang_tuple_new(l->t, all->length - 1);
        for (int64_t i = 1; args && i < all->length; i++)
            args->items[i - 1] = lang_ref(all->items[i]);
        if (args)
            made = instantiate(l, all->items[0], args);
        lang_xdecref(l->t, args);
    }
    lang_decref(l->t, all);
    return lang_unpickle_push(l, made);
}

/* Whether an instance's __dict__ is what its class makes of it, and was never asked for: its attributes can be set
 * without one. */
static bool has_hidden_attributes(struct loader *l, lang_value v)
{
    const struct lang_type *type = lang_type_of(v);
    if (v.tag != LANG_OBJECT || !(type->flags & LANG_TYPE_HEAP) || type->special & LANG_SPECIAL_GETATTR ||
        type->flags & (LANG_TYPE_FOREIGN | LANG_TYPE_MIRROR | LANG_TYPE_SLOTTED | LANG_TYPE_TYPE) || type->getattr ||
        type->attr_offset == LANG_ATTRS_AT_END)
        return false;
    const struct lang_attrs *attrs = lang_attrs_of(v.o);
    if (!attrs || (attrs->dict && !attrs->shape))
        return false;
    lang_value dict = lang_type_lookup(l->t, v.o->type, LANG_NAME(__dict__));
    return dict.tag == LANG_OBJECT && dict.o->type == &lang_type_class_getset;
}

/* The same for names that are plain texts: 1; 0: the other way is needed, for all that is not set yet; -1. */
static int set_hidden_attributes(struct loader *l, struct lang_object *to, struct lang_dict *state)
{
    lang_value key, value;
    for (int64_t at = 0; lang_dict_next(state, &at, &key, &value);) {
        if (!lang_is_exactly(key, &lang_type_str))
            return 0;
        struct lang_str *name = lang_intern_str(l->t, lang_as_str(key));
        const int status = name ? lang_attrs_set(l->t, to, name, value) : -1;
        lang_xdecref(l->t, name);
        if (status)
            return status < 0 ? -1 : 0;
    }
    return 1;
}

/* Attributes from a dict: straight into __dict__, past any __setattr__. */
static int set_attributes(struct loader *l, lang_value to, lang_value state)
{
    if (!lang_is_dict(state))
        return lang_unpickle_fail_read(l->t, "state is not a dictionary");
    if (has_hidden_attributes(l, to)) {
        const int done = set_hidden_attributes(l, to.o, lang_as_dict(state));
        if (done)
            return done < 0 ? -1 : 0;
    }
    lang_value own = lang_getattr(l->t, to, LANG_NAME(__dict__));
    if (lang_is_error(own))
        return -1;
    lang_value key, value;
    int status = 0;
    for (int64_t at = 0; status == 0 && lang_dict_next(lang_as_dict(state), &at, &key, &value);) {
        struct lang_str *name = lang_is_exactly(key, &lang_type_str) ? lang_intern_str(l->t, lang_as_str(key)) : NULL;
        lang_value held = lang_ref(value), k = name ? lang_obj(name) : lang_ref(key);
        status = lang_error_occurred(l->t)               ? -1
                 : lang_is_exactly(own, &lang_type_dict) ? lang_dict_set(l->t, lang_as_dict(own), k, held)
                                                         : lang_setitem(l->t, own, k, held);
        lang_unref(l->t, k);
        lang_unref(l->t, held);
    }
    lang_unref(l->t, own);
    return status;
}

static int set_slots(struct loader *l, lang_value to, lang_value state)
{
    lang_value key, value;
    if (!lang_is_dict(state))
        return lang_unpickle_fail_read(l->t, "slot state is not a dictionary");
    for (int64_t at = 0; lang_dict_next(lang_as_dict(state), &at, &key, &value);) {
        struct lang_str *name = lang_is_str(key) ? lang_intern_str(l->t, lang_as_str(key)) : NULL;
        lang_value held = lang_ref(value);
        int status = name ? lang_setattr(l->t, to, name, held)
                     : lang_error_occurred(l->t)
                         ? -1
                         : lang_fail(l->t, LANG_EXC_TypeError, "attribute name must be string, not '%N'", key);
        lang_unref(l->t, held);
        lang_xdecref(l->t, name);
        if (status < 0)
            return -1;
    }
    return 0;
}

static int build(struct loader *l, lang_value to, lang_value state)
{
    lang_value own = lang_getattr_opt(l->t, to, LANG_NAME(__setstate__));
    if (lang_is_error(own))
        return -1;
    if (!lang_is_undef(own)) {
        lang_value done = lang_call(l->t, own, &state, 1, NULL);
        lang_unref(l->t, own);
        if (!lang_is_error(done))
            lang_unref(l->t, done);
        return lang_is_error(done) ? -1 : 0;
    }
    lang_value attributes = state, slots = lang_none();
    if (lang_is_tuple(state) && lang_as_tuple(state)->length == 2) {
        attributes = lang_as_tuple(state)->items[0];
        slots = lang_as_tuple(state)->items[1];
    }
    if (!lang_is_none(attributes) && set_attributes(l, to, attributes) < 0)
        return -1;
    return lang_is_none(slots) ? 0 : set_slots(l, to, slots);
}

int lang_unpickle_load_build(struct loader *l)
{
    lang_value state = lang_unpickle_pop(l), to = lang_is_error(state) ? state : lang_unpickle_below(l);
    int status = -1;
    if (!lang_is_error(to) && l->guarded) {
        lang_value done = lang_unpickle_ask_guard(l, "_guard_build", to, state);
        status = lang_is_error(done) ? -1 : 0;
        if (status == 0)
            lang_unref(l->t, done);
    } else if (!lang_is_error(to)) {
        status = build(l, to, state);
    }
    if (!lang_is_error(to))
        lang_unref(l->t, to);
    if (!lang_is_error(state))
        lang_unref(l->t, state);
    return status;
}

int lang_unpickle_load_extension(struct loader *l, int width)
{
    uint64_t code;
    if (lang_unpickle_take_number(l, width, &code) < 0)
        return -1;
    if (code == 0 || code > INT32_MAX)
        return lang_unpickle_fail_read(l->t, "EXT specifies code <= 0");
    lang_value cls = lang_pickle_copyreg(l->t, "_inverted_registry");
    lang_value pair =
        lang_is_dict(cls) ? lang_ref(lang_dict_get(l->t, lang_as_dict(cls), lang_int((int64_t)code))) : lang_error();
    if (!lang_is_error(cls))
        lang_unref(l->t, cls);
    if (lang_is_undef(pair))
        return lang_fail(l->t, LANG_EXC_ValueError, "unregistered extension code %lld", (long long)code);
    if (lang_is_error(pair) || !lang_is_tuple(pair) || lang_as_tuple(pair)->length != 2) {
        if (!lang_is_error(pair)) {
            lang_fail(l->t, LANG_EXC_ValueError, "_inverted_registry[%lld] isn't a 2-tuple of strings",
                      (long long)code);
            lang_unref(l->t, pair);
        }
        return -1;
    }
    int status = load_named(l, lang_ref(lang_as_tuple(pair)->items[0]), lang_ref(lang_as_tuple(pair)->items[1]));
    lang_unref(l->t, pair);
    return status;
}

int lang_unpickle_load_persistent(struct loader *l, bool line)
{
    if (lang_is_undef(l->persistent_load))
        return lang_unpickle_fail_read(l->t, "A load persistent id instruction was encountered,\n"
                                             "but no persistent_load function was specified.");
    lang_value id = line ? line_text(l) : lang_unpickle_pop(l);
    if (lang_is_error(id))
        return -1;
    lang_value told = l->guarded ? lang_unpickle_ask_guard(l, "_guard_persistent", id, lang_none()) : lang_none();
    lang_value made = lang_is_error(told) ? told : lang_call(l->t, l->persistent_load, &id, 1, NULL);
    if (!lang_is_error(told))
        lang_unref(l->t, told);
    lang_unref(l->t, id);
    return lang_unpickle_push(l, made);
}

int lang_unpickle_load_buffer(struct loader *l)
{
    if (lang_is_undef(l->u->buffers))
        return lang_unpickle_fail_read(l->t,
                                       "pickle stream refers to out-of-band data but no *buffers* argument was given");
    lang_value next = lang_next(l->t, l->u->buffers);
    if (lang_is_undef(next))
        return lang_unpickle_fail_read(l->t, "not enough out-of-band buffers");
    return lang_unpickle_push(l, next);
}

int lang_unpickle_load_readonly(struct loader *l)
{
    lang_value *v = lang_unpickle_top(l);
    struct lang_buffer held;
    if (!v)
        return -1;
    bool writable = lang_buffer_get_writable(l->t, *v, &held);
    bool readable = !writable && lang_buffer_get(l->t, *v, &held);
    if (writable || readable)
        lang_buffer_release(l->t, &held);
    if (readable)
        return 0;
    lang_value view = lang_call(l->t, lang_obj(&lang_type_memoryview), v, 1, NULL);
    lang_value readonly = lang_is_error(view) ? view : lang_call_method_c(l->t, view, "toreadonly", NULL, 0);
    if (!lang_is_error(view))
        lang_unref(l->t, view);
    if (lang_is_error(readonly) || !(v = lang_unpickle_top(l)))
        return -1;
    lang_set_steal(l->t, v, readonly);
    return 0;
}
