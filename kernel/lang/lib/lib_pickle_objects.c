/* lib_pickle_objects.c: functions and classes by their names, other objects by what they are reduced to (copyreg). */
#include <string.h>

#include "lib_pickler.h"
#include "vm/code.h"
#include "vm/object_reduce.h"

/* ------------------------------------------------------------------ by reduction */

static int save_reduced(struct saver *s, lang_value reduced, lang_value v);

/* Takes what it is given. */
static lang_value tuple_of(struct lang_thread *t, const lang_value *items, int64_t n)
{
    bool ok = true;
    for (int64_t i = 0; i < n; i++)
        ok = ok && !lang_is_error(items[i]);
    lang_value made = ok ? lang_obj_or_error(lang_tuple_new(t, n)) : lang_error();
    for (int64_t i = 0; i < n; i++) {
        if (!lang_is_error(made))
            lang_as_tuple(made)->items[i] = items[i];
        else if (!lang_is_error(items[i]))
            lang_unref(t, items[i]);
    }
    return made;
}

/* function(args...), as an object is reduced to it; args are taken, those from the first UNDEF on are not there. */
int lang_pickle_save_call(struct saver *s, lang_value function, lang_value a, lang_value b, lang_value v)
{
    lang_value args[2] = {a, b};
    int64_t n = lang_is_undef(a) ? 0 : lang_is_undef(b) ? 1 : 2;
    lang_value both[2] = {function, tuple_of(s->t, args, n)};
    lang_value reduced = tuple_of(s->t, both, 2);
    if (lang_is_error(reduced))
        return -1;
    int status = save_reduced(s, reduced, v);
    lang_unref(s->t, reduced);
    return status;
}

/* ------------------------------------------------------------------ functions and classes */

/* The module that has the object under that name: a new reference. */
static lang_value module_of(struct saver *s, lang_value v, struct lang_str *name, bool dotted)
{
    lang_value module = lang_getattr_opt(s->t, v, LANG_NAME(__module__));
    if (lang_is_error(module) || (!lang_is_undef(module) && !lang_is_none(module)))
        return module;
    struct lang_dict *copy = lang_dict_copy(s->t, lang_modules_dict(s->t));
    lang_value key, candidate, found = lang_undef();
    for (int64_t at = 0; copy && lang_is_undef(found) && lang_dict_next(copy, &at, &key, &candidate);) {
        if (!lang_is_str(key) || lang_str_equal_c(lang_as_str(key), "__main__") || lang_is_none(candidate))
            continue;
        lang_value there = lang_pickle_getattr(s->t, candidate, name, dotted, NULL);
        if (lang_is_error(there)) {
            lang_error_clear(s->t);
            continue;
        }
        if (lang_same(there, v))
            found = lang_ref(key);
        lang_unref(s->t, there);
    }
    lang_xdecref(s->t, copy);
    if (!copy || lang_error_occurred(s->t))
        return lang_error();
    return lang_is_undef(found) ? lang_obj_or_error(lang_intern_c(s->t, "__main__")) : found;
}

static int fail_pickling(struct saver *s, const char *format, lang_value v, struct lang_str *module,
                         struct lang_str *name)
{
    if (lang_error_is(s->t, LANG_EXC_ImportError) || lang_error_is(s->t, LANG_EXC_AttributeError) ||
        lang_error_is(s->t, LANG_EXC_ValueError))
        lang_error_clear(s->t);
    if (!lang_error_occurred(s->t))
        lang_raise_class(s->t, lang_pickling_error, format, v, module, name);
    return -1;
}

/* What the name in that module is now: it must be v itself. *parent: what it was found in. */
static int check_global(struct saver *s, lang_value v, struct lang_str *module, struct lang_str *name,
                        lang_value *parent, bool *top)
{
    const char *text = lang_str_utf8(s->t, module, NULL);
    lang_value m = text ? lang_import(s->t, text) : lang_error();
    if (lang_is_error(m))
        return fail_pickling(s, "Can't pickle %R: import of module '%U' failed", v, module, name);
    lang_value there = lang_pickle_getattr(s->t, m, name, true, parent);
    *top = !lang_is_error(there) && lang_same(*parent, m);
    lang_unref(s->t, m);
    if (lang_is_error(there)) {
        lang_error_clear(s->t);
        lang_raise_class(s->t, lang_pickling_error, "Can't pickle %R: attribute lookup %U on %U failed", v, name,
                         module);
        return -1;
    }
    /* a foreign one is as good as ours of that name: copyreg has the same functions in both */
    bool same = lang_same(there, v) || (v.o->type->flags & LANG_TYPE_FOREIGN && lang_is_obj(there) &&
                                        !(there.o->type->flags & LANG_TYPE_FOREIGN));
    lang_unref(s->t, there);
    if (same)
        return 0;
    lang_unref(s->t, *parent);
    *parent = lang_undef();
    lang_raise_class(s->t, lang_pickling_error, "Can't pickle %R: it's not the same object as %U.%U", v, module, name);
    return -1;
}

/* A number of copyreg's registry for it: 1 when it was written so. */
static int save_extension(struct saver *s, struct lang_str *module, struct lang_str *name)
{
    lang_value registry = lang_pickle_copyreg(s->t, "_extension_registry"), code = lang_undef();
    if (lang_is_error(registry))
        return -1;
    lang_value both[2] = {lang_ref(lang_obj(module)), lang_ref(lang_obj(name))}, key = tuple_of(s->t, both, 2);
    if (!lang_is_error(key) && lang_is_dict(registry))
        code = lang_ref(lang_dict_get(s->t, lang_as_dict(registry), key));
    lang_unref(s->t, registry);
    if (lang_is_error(key) || lang_is_error(code)) {
        if (!lang_is_error(key))
            lang_unref(s->t, key);
        return -1;
    }
    lang_unref(s->t, key);
    int64_t number;
    bool there = lang_is_int(code) && lang_int_fits(code, &number);
    lang_unref(s->t, code);
    if (!there)
        return 0;
    if (number <= 0 || number > 0x7fffffff) {
        lang_raise_class(s->t, lang_pickling_error, "Can't pickle: extension code %lld is out of range",
                         (long long)number);
        return -1;
    }
    int status = number < 256     ? lang_pickle_put_number(s, PICKLE_EXT1, (uint64_t)number, 1)
                 : number < 65536 ? lang_pickle_put_number(s, PICKLE_EXT2, (uint64_t)number, 2)
                                  : lang_pickle_put_number(s, PICKLE_EXT4, (uint64_t)number, 4);
    return status < 0 ? -1 : 1;
}

static int save_name(struct saver *s, lang_value v, struct lang_str *module, struct lang_str *name)
{
    if (s->p->protocol >= 4)
        return lang_pickle_save(s, lang_obj(module), false) < 0 || lang_pickle_save(s, lang_obj(name), false) < 0 ||
                       lang_pickle_put_op(s, PICKLE_STACK_GLOBAL) < 0
                   ? -1
                   : lang_pickle_remember(s, v);
    if (s->p->protocol < 3 && !(module->ascii && name->ascii)) {
        lang_raise_class(s->t, lang_pickling_error, "can't pickle global identifier '%U.%U' using pickle protocol %d",
                         module, name, (int)s->p->protocol);
        return -1;
    }
    const char *m = lang_str_utf8(s->t, module, NULL), *n = m ? lang_str_utf8(s->t, name, NULL) : NULL;
    if (!n)
        return -1;
    if (s->p->protocol < 3 && s->p->fix_imports)
        lang_pickle_rename(true, &m, &n);
    if (lang_pickle_put_op(s, PICKLE_GLOBAL) < 0 || lang_pickle_put(s, m, strlen(m)) < 0 ||
        lang_pickle_put(s, "\n", 1) < 0 || lang_pickle_put(s, n, strlen(n)) < 0 || lang_pickle_put(s, "\n", 1) < 0)
        return -1;
    return lang_pickle_remember(s, v);
}

/* given: the name that a reduction has said, or UNDEF. */
static int save_global(struct saver *s, lang_value v, lang_value given)
{
    lang_value name = lang_ref(given), module, parent = lang_undef();
    bool top = false;
    if (lang_is_undef(name))
        name = lang_getattr_opt(s->t, v, LANG_NAME(__qualname__));
    if (lang_is_undef(name))
        name = lang_getattr_c(s->t, v, "__name__");
    if (lang_is_error(name))
        return -1;
    module = lang_is_str(name) ? module_of(s, v, lang_as_str(name), true) : lang_error();
    int status = lang_is_error(module) || !lang_is_str(module)
                     ? -1
                     : check_global(s, v, lang_as_str(module), lang_as_str(name), &parent, &top);
    if (status < 0 && !lang_error_occurred(s->t))
        lang_raise_class(s->t, lang_pickling_error, "Can't pickle %R: its name or module is no text", v);
    int extension = status == 0 && s->p->protocol >= 2 ? save_extension(s, lang_as_str(module), lang_as_str(name)) : 0;
    if (status == 0 && extension < 0)
        status = -1;
    if (status == 0 && !extension && !top && s->p->protocol < 4) {
        /* of a class, by an older protocol: getattr(class, last name) */
        struct lang_str *path = lang_as_str(name);
        int64_t dot = path->length;
        while (dot > 0 && lang_str_at(path, dot - 1) != '.')
            dot--;
        status = lang_pickle_save_call(s, lang_pickle_named(s->t, "builtins", "getattr"), lang_ref(parent),
                                       lang_obj_or_error(lang_str_slice(s->t, path, dot, path->length)), v);
    } else if (status == 0 && !extension) {
        status = save_name(s, v, lang_as_str(module), lang_as_str(name));
    }
    lang_unref(s->t, name);
    if (!lang_is_error(module))
        lang_unref(s->t, module);
    lang_unref(s->t, parent);
    return status;
}

/* The types of None, NotImplemented and Ellipsis have no names. */
static int save_type(struct saver *s, lang_value v)
{
    struct {
        struct lang_type *type;
        lang_value only;
    } singles[] = {{&lang_type_none, lang_none()},
                   {&lang_type_notimpl, lang_notimpl()},
                   {&lang_type_ellipsis, (lang_value){LANG_ELLIPSIS, {0}}}};
    for (size_t i = 0; i < sizeof singles / sizeof *singles; i++)
        if (v.o == &singles[i].type->head)
            return lang_pickle_save_call(s, lang_pickle_class_value(&lang_type_type), singles[i].only, lang_undef(), v);
    return save_global(s, v, lang_undef());
}

/* ------------------------------------------------------------------ what __reduce__ gives */

/* (function, arguments[, state[, items[, pairs[, setter]]]]) */
struct reduced {
    lang_value function, args, state, items, pairs, setter; /* borrowed; UNDEF: not there */
};

static int check_reduced(struct saver *s, lang_value tuple, struct reduced *r)
{
    struct lang_tuple *all = lang_as_tuple(tuple);
    lang_value *fields[] = {&r->function, &r->args, &r->state, &r->items, &r->pairs, &r->setter};
    const char *wrong = NULL;
    if (all->length < 2 || all->length > 6)
        wrong = "tuple returned by __reduce__ must contain 2 through 6 elements";
    for (int64_t i = 0; !wrong && i < 6; i++)
        *fields[i] = i < all->length && (i < 2 || !lang_is_none(all->items[i])) ? all->items[i] : lang_undef();
    if (!wrong && !lang_callable(r->function))
        wrong = "first item of the tuple returned by __reduce__ must be callable";
    else if (!wrong && !lang_is_tuple(r->args))
        wrong = "second item of the tuple returned by __reduce__ must be a tuple";
    if (wrong) {
        lang_raise_class(s->t, lang_pickling_error, "%s", wrong);
        return -1;
    }
    static const char *const ordinals[] = {"fourth", "fifth"};
    lang_value iterators[] = {r->items, r->pairs};
    for (int i = 0; i < 2; i++) {
        if (!lang_is_undef(iterators[i]) && !lang_type_of(iterators[i])->next) {
            lang_raise_class(s->t, lang_pickling_error,
                             "%s element of the tuple returned by __reduce__ must be an iterator, not %N", ordinals[i],
                             iterators[i]);
            return -1;
        }
    }
    if (!lang_is_undef(r->setter) && !lang_callable(r->setter)) {
        lang_raise_class(s->t, lang_pickling_error,
                         "sixth element of the tuple returned by __reduce__ must be a function, not %N", r->setter);
        return -1;
    }
    return 0;
}

/* Is it copyreg's function of that name? By the name alone, as others write their own. */
static int is_maker(struct saver *s, lang_value function, const char *name)
{
    lang_value found = lang_getattr_opt(s->t, function, LANG_NAME(__name__));
    if (lang_is_error(found))
        return -1;
    bool same = lang_is_str(found) && lang_str_equal_c(lang_as_str(found), name);
    lang_unref(s->t, found);
    return same;
}

static int fail_maker(struct saver *s, const char *text)
{
    lang_raise_class(s->t, lang_pickling_error, "%s", text);
    return -1;
}

static lang_value tail_of(struct lang_thread *t, struct lang_tuple *tuple, int64_t from)
{
    struct lang_tuple *tail = lang_tuple_new(t, tuple->length - from);
    for (int64_t i = from; tail && i < tuple->length; i++)
        tail->items[i - from] = lang_ref(tuple->items[i]);
    return lang_obj_or_error(tail);
}

/* __newobj__(cls, *args): an opcode of its own from protocol 2 on. */
static int save_newobj(struct saver *s, struct lang_tuple *args, lang_value v)
{
    if (args->length < 1)
        return fail_maker(s, "__newobj__ arglist is empty");
    lang_value cls = args->items[0];
    lang_value own = lang_getattr_opt(s->t, cls, LANG_NAME(__new__));
    if (lang_is_error(own))
        return -1;
    bool there = !lang_is_undef(own);
    lang_unref(s->t, own);
    if (!there)
        return fail_maker(s, "args[0] from __newobj__ args has no __new__");
    lang_value real = lang_is_undef(v) ? lang_undef() : lang_getattr_c(s->t, v, "__class__");
    if (lang_is_error(real))
        return -1;
    bool same = lang_is_undef(real) || lang_same(real, cls);
    lang_unref(s->t, real);
    if (!same)
        return fail_maker(s, "args[0] from __newobj__ args has the wrong class");
    lang_value rest = tail_of(s->t, args, 1);
    int status = lang_is_error(rest) ? -1 : lang_pickle_save(s, cls, false);
    if (status == 0)
        status = lang_pickle_save(s, rest, false);
    if (!lang_is_error(rest))
        lang_unref(s->t, rest);
    return status < 0 ? -1 : lang_pickle_put_op(s, PICKLE_NEWOBJ);
}

/* __newobj_ex__(cls, args, kwargs): an opcode from protocol 4 on, functools.partial before. */
static int save_newobj_ex(struct saver *s, struct lang_tuple *args)
{
    if (args->length != 3)
        return fail_maker(s, "length of the NEWOBJ_EX argument tuple must be exactly 3");
    lang_value cls = args->items[0];
    if (!lang_is_tuple(args->items[1]) || !lang_is_dict(args->items[2]))
        return fail_maker(s, "arguments from NEWOBJ_EX args must be a tuple and a dict");
    if (s->p->protocol >= 4) {
        for (int i = 0; i < 3; i++)
            if (lang_pickle_save(s, args->items[i], false) < 0)
                return -1;
        return lang_pickle_put_op(s, PICKLE_NEWOBJ_EX);
    }
    lang_value partial = lang_pickle_named(s->t, "copyreg", "_partial_new");
    lang_value made = lang_is_error(partial) ? partial : lang_call(s->t, partial, args->items, 3, NULL);
    if (!lang_is_error(partial))
        lang_unref(s->t, partial);
    (void)cls;
    if (lang_is_error(made))
        return -1;
    int status = lang_pickle_save(s, made, false);
    lang_unref(s->t, made);
    return status < 0 || lang_pickle_put_op(s, PICKLE_EMPTY_TUPLE) < 0 ? -1 : lang_pickle_put_op(s, PICKLE_REDUCE);
}

static int save_maker(struct saver *s, const struct reduced *r, lang_value v)
{
    int plain = s->p->protocol >= 2 ? is_maker(s, r->function, "__newobj__") : 0;
    int extended = s->p->protocol >= 2 && !plain ? is_maker(s, r->function, "__newobj_ex__") : 0;
    if (plain < 0 || extended < 0)
        return -1;
    if (plain)
        return save_newobj(s, lang_as_tuple(r->args), v);
    if (extended)
        return save_newobj_ex(s, lang_as_tuple(r->args));
    if (lang_pickle_save(s, r->function, false) < 0 || lang_pickle_save(s, r->args, false) < 0)
        return -1;
    return lang_pickle_put_op(s, PICKLE_REDUCE);
}

/* setter(object, state), its result dropped. */
static int save_setter(struct saver *s, const struct reduced *r, lang_value v)
{
    if (lang_pickle_save(s, r->setter, false) < 0 || lang_pickle_save(s, v, false) < 0 ||
        lang_pickle_save(s, r->state, false) < 0)
        return -1;
    return lang_pickle_put_op(s, PICKLE_TUPLE2) < 0 || lang_pickle_put_op(s, PICKLE_REDUCE) < 0
               ? -1
               : lang_pickle_put_op(s, PICKLE_POP);
}

/* v UNDEF: the result is no object that others may refer to. */
static int save_reduced(struct saver *s, lang_value reduced, lang_value v)
{
    struct reduced r;
    if (check_reduced(s, reduced, &r) < 0 || save_maker(s, &r, v) < 0)
        return -1;
    if (!lang_is_undef(v)) {
        int64_t index = lang_pickle_memo_index(s->p, v);
        if (index >= 0) { /* it holds itself in its arguments, and was written meanwhile */
            if (lang_pickle_put_op(s, PICKLE_POP) < 0)
                return -1;
            return lang_pickle_put_again(s, index);
        }
        if (lang_pickle_remember(s, v) < 0)
            return -1;
    }
    if ((!lang_is_undef(r.items) && lang_pickle_save_items(s, r.items, false) < 0) ||
        (!lang_is_undef(r.pairs) && lang_pickle_save_items(s, r.pairs, true) < 0))
        return -1;
    if (lang_is_undef(r.state))
        return 0;
    if (!lang_is_undef(r.setter))
        return save_setter(s, &r, v);
    return lang_pickle_save(s, r.state, false) < 0 ? -1 : lang_pickle_put_op(s, PICKLE_BUILD);
}

/* What save_reduced writes for an instance that reduces plainly, without making what it would read. */
static int save_plain(struct saver *s, lang_value v)
{
    if (lang_pickle_save(s, lang_obj(v.o->type), false) < 0 || lang_pickle_put_op(s, PICKLE_EMPTY_TUPLE) < 0 ||
        lang_pickle_put_op(s, PICKLE_NEWOBJ) < 0)
        return -1;
    int64_t index = s->p->fast ? -1 : lang_pickle_memo_index(s->p, v);
    if (index >= 0) /* a hook of the pickler has written it with its class */
        return lang_pickle_put_op(s, PICKLE_POP) < 0 ? -1 : lang_pickle_put_again(s, index);
    int status = lang_pickle_remember(s, v) < 0 ? -1 : lang_pickle_save_attributes(s, v);
    return status < 0 ? -1 : status > 0 ? 0 : lang_pickle_put_op(s, PICKLE_BUILD);
}

static bool is_plain(struct saver *s, lang_value v)
{
    if (s->p->protocol < 2 || v.tag != LANG_OBJECT || !(v.o->type->flags & LANG_TYPE_HEAP))
        return false;
    if (s->plain && v.o->type == s->plain->type && v.o->type->version == s->plain_version &&
        lang_attrs_of(v.o)->shape == s->plain)
        return true;
    if (!lang_reduces_plainly(s->t, v))
        return false;
    s->plain = lang_attrs_of(v.o)->shape;
    s->plain_version = v.o->type->version;
    return true;
}

/* What the object says of how to make it again. */
static lang_value reduce(struct saver *s, lang_value v)
{
    lang_value rule;
    if (lang_is_a(v, &lang_type_type))
        return lang_undef();
    lang_value foreign = lang_foreign_reduce(s->t, v, s->p->protocol);
    if (!lang_is_undef(foreign))
        return foreign;
    lang_value protocol = lang_int(s->p->protocol);
    rule = lang_getattr_opt(s->t, v, LANG_NAME(__reduce_ex__));
    bool old = lang_is_undef(rule);
    if (old)
        rule = lang_getattr_opt(s->t, v, LANG_NAME(__reduce__));
    if (lang_is_undef(rule)) {
        lang_raise_class(s->t, lang_pickling_error, "can't pickle '%N' object: %R", v, v);
        return lang_error();
    }
    if (lang_is_error(rule))
        return rule;
    lang_value made = lang_call(s->t, rule, &protocol, old ? 0 : 1, NULL);
    lang_unref(s->t, rule);
    return made;
}

/* What the table says of how to make it again; UNDEF: nothing. */
static lang_value by_table(struct saver *s, lang_value v)
{
    lang_value cls = lang_obj(lang_type_of(v)), rule = lang_undef();
    if (!lang_is_undef(s->table)) {
        rule = lang_is_dict(s->table) ? lang_ref(lang_dict_get(s->t, lang_as_dict(s->table), cls))
                                      : lang_getitem(s->t, s->table, cls);
        if (lang_is_error(rule) && !lang_is_dict(s->table) && lang_error_is(s->t, LANG_EXC_KeyError)) {
            lang_error_clear(s->t);
            rule = lang_undef();
        }
    }
    if (lang_is_error(rule) || lang_is_undef(rule))
        return rule;
    lang_value made = lang_call(s->t, rule, &v, 1, NULL);
    lang_unref(s->t, rule);
    return made;
}

/* NotImplemented from reducer_override: UNDEF. */
static lang_value overridden(struct saver *s, lang_value v)
{
    if (lang_is_undef(s->override))
        return lang_undef();
    lang_value made = lang_call(s->t, s->override, &v, 1, NULL);
    return made.tag == LANG_NOTIMPL ? lang_undef() : made;
}

int lang_pickle_save_object(struct saver *s, lang_value v)
{
    lang_value made = overridden(s, v);
    if (lang_is_undef(made)) {
        struct lang_type *type = lang_type_of(v);
        if (type == &lang_type_type)
            return save_type(s, v);
        if (type == &lang_type_function)
            return save_global(s, v, lang_undef());
        made = by_table(s, v);
        if (lang_is_undef(made) && is_plain(s, v))
            return save_plain(s, v);
        if (lang_is_undef(made))
            made = reduce(s, v);
        if (lang_is_undef(made))
            return save_global(s, v, lang_undef());
    }
    if (lang_is_error(made))
        return -1;
    int status = -1;
    if (lang_is_str(made))
        status = save_global(s, v, made);
    else if (lang_is_tuple(made))
        status = save_reduced(s, made, v);
    else
        lang_raise_class(s->t, lang_pickling_error, "__reduce__ must return a string or tuple");
    lang_unref(s->t, made);
    return status;
}
