/* vm_slow.c: what instructions do when the fast path in vm.c does not apply. Sees registers only as pointers. */
#include "vm/vm.h"

#include <string.h>

#include "vm/native.h"
#include "vm/type.h"

/* Whether `order` (-1, 0, 1, or any number of that sign) is what op asks for. */
static inline bool holds(enum lang_compare_op op, int order)
{
    switch (op) {
    case LANG_LT:
        return order < 0;
    case LANG_LE:
        return order <= 0;
    case LANG_EQ:
        return order == 0;
    case LANG_NE:
        return order != 0;
    case LANG_GT:
        return order > 0;
    default:
        return order >= 0;
    }
}

static lang_value compare_texts(struct lang_thread *t, enum lang_compare_op op, lang_value a, lang_value b)
{
    struct lang_str *x = lang_as_str(a), *y = lang_as_str(b);
    if (x->length > 1 << 20) /* an interrupt may come meanwhile */
        return lang_compare(t, op, a, b);
    if (op == LANG_EQ)
        return lang_bool(x == y || lang_str_equal(x, y));
    if (op == LANG_NE)
        return lang_bool(x != y && !lang_str_equal(x, y));
    return lang_bool(holds(op, lang_str_compare(x, y)));
}

lang_value lang_slow_compare(struct lang_thread *t, enum lang_compare_op op, lang_value a, lang_value b)
{
    if (a.tag == LANG_OBJECT && b.tag == LANG_OBJECT && a.o->type == b.o->type) {
        struct lang_type *type = a.o->type;
        if (type == &lang_type_str)
            return compare_texts(t, op, a, b);
        if (type == &lang_type_tuple || type == &lang_type_list)
            return type->compare(t, a, b, op);
        if (type->rank) {
            lang_value r = type->compare(t, a, b, op); /* numbers in an order: nothing nests */
            if (r.tag != LANG_NOTIMPL)
                return r;
        }
        if (a.o == b.o && (op == LANG_EQ || op == LANG_NE) &&
            type->compare == lang_type_object.compare) /* things that are equal to themselves only: types, dtypes */
            return lang_bool(op == LANG_EQ);
    }
    if (lang_is_plain_int(a) && lang_is_plain_int(b))
        return lang_bool(holds(op, lang_int_compare(a, b)));
    return lang_compare(t, op, a, b);
}

lang_value lang_slow_binary(struct lang_thread *t, enum lang_binary_op op, lang_value a, lang_value b)
{
    if (lang_is_plain_int(a) && lang_is_plain_int(b) && op != LANG_OP_MATMUL)
        return lang_int_binary(t, op, a, b);
    if (a.tag == LANG_OBJECT &&
        !(lang_type_of(b)->flags & LANG_TYPE_HEAP)) { /* both are built-in types: no other method to try */
        struct lang_type *type = a.o->type;
        if (op == LANG_OP_ADD && (type == &lang_type_str || type == &lang_type_list || type == &lang_type_tuple) &&
            lang_type_of(b) == type)
            return type->concat(t, a, b);
        if (op == LANG_OP_MOD && type == &lang_type_str)
            return type->binary[LANG_OP_MOD](t, a, b);
        if (b.tag == LANG_OBJECT && !(type->flags & LANG_TYPE_HEAP) && type->binary[op] &&
            (b.o->type == type || b.o->type->base == &lang_type_object)) { /* and b's class is not below a's */
            lang_value r = type->binary[op](t, a, b);
            if (r.tag != LANG_NOTIMPL)
                return r;
        }
    }
    return lang_binary(t, op, a, b);
}

/* a op= b. The register itself is passed, so that a str with one reference can grow in place. */
lang_value lang_slow_inplace(struct lang_thread *t, enum lang_binary_op op, lang_value *a, lang_value b, bool local)
{
    (void)local;
    if (op == LANG_OP_ADD && a->tag == LANG_OBJECT && a->o->type == &lang_type_str && a->o->refs == 1 &&
        b.tag == LANG_OBJECT && b.o->type == &lang_type_str && b.o != a->o) {
        struct lang_str *s = lang_as_str(*a);
        *a = lang_undef();
        return lang_obj_or_error(lang_str_append_steal(t, s, lang_as_str(b)));
    }
    return lang_inplace(t, op, *a, b);
}

/* ------------------------------------------------------------------ unpacking */

static int wrong_length(struct lang_thread *t, int64_t want, int64_t got, bool star)
{
    if (got > want)
        return lang_fail(t, LANG_EXC_ValueError, "too many values to unpack (expected %lld)", (long long)want);
    return lang_fail(t, LANG_EXC_ValueError, "not enough values to unpack (expected %s%lld, got %lld)",
                     star ? "at least " : "", (long long)want, (long long)got);
}

static int not_iterable(struct lang_thread *t, lang_value v)
{
    lang_error_clear(t);
    return lang_fail(t, LANG_EXC_TypeError, "cannot unpack non-iterable %N object", v);
}

static int store(struct lang_thread *t, lang_value *to, const lang_value *items, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        lang_set_steal(t, &to[i], lang_ref(items[i]));
    return 0;
}

int lang_unpack(struct lang_thread *t, lang_value v, lang_value *to, int64_t n)
{
    if (lang_is_exactly(v, &lang_type_tuple)) {
        struct lang_tuple *u = lang_as_tuple(v);
        return u->length == n ? store(t, to, u->items, n) : wrong_length(t, n, u->length, false);
    }
    if (lang_is_exactly(v, &lang_type_list)) {
        struct lang_list *l = lang_as_list(v);
        return l->length == n ? store(t, to, l->items, n) : wrong_length(t, n, l->length, false);
    }
    struct lang_type *type = lang_type_of(v);
    if (!type->iter && !type->getitem)
        return not_iterable(t, v);
    lang_value it = lang_iter(t, v);
    if (lang_is_error(it))
        return -1;
    int status = 0;
    int64_t i = 0;
    for (; status == 0; i++) {
        lang_value x = lang_next(t, it);
        if (lang_is_error(x)) {
            status = -1;
        } else if (lang_is_undef(x)) {
            if (i < n)
                status = wrong_length(t, n, i, false);
            break;
        } else if (i == n) {
            lang_unref(t, x);
            status = wrong_length(t, n, n + 1, false);
        } else {
            lang_set_steal(t, &to[i], x);
        }
    }
    lang_unref(t, it);
    return status;
}

int lang_unpack_locals(struct lang_thread *t, lang_value v, lang_value *to, int64_t n)
{
    lang_value items[LANG_UNPACK_LOCALS] = {{0}};
    int status = lang_unpack(t, v, items, n);
    for (int64_t i = 0; i < n; i++) {
        if (status == 0)
            lang_set_steal(t, &to[i], items[i]);
        else
            lang_unref(t, items[i]);
    }
    return status;
}

int lang_unpack_star(struct lang_thread *t, lang_value v, lang_value *to, int64_t before, int64_t after)
{
    struct lang_type *type = lang_type_of(v);
    if (!type->iter && !type->getitem)
        return not_iterable(t, v);
    struct lang_list *all = lang_to_list(t, v);
    if (!all)
        return -1;
    int status = -1;
    if (all->length < before + after) {
        wrong_length(t, before + after, all->length, true);
    } else {
        struct lang_list *middle = lang_list_from(t, all->items + before, all->length - before - after);
        if (middle) {
            store(t, to, all->items, before);
            lang_set_steal(t, &to[before], lang_obj(middle));
            status = store(t, to + before + 1, all->items + all->length - after, after);
        }
    }
    lang_decref(t, all);
    return status;
}

/* ------------------------------------------------------------------ building */

struct merge {
    struct lang_dict *into;
    lang_value callee;
};

static struct lang_str *callee_name(struct lang_thread *t, lang_value callee)
{
    lang_value q = lang_getattr_opt(t, callee, LANG_NAME(__qualname__));
    if (lang_is_str(q)) {
        lang_value m = lang_getattr_opt(t, callee, LANG_NAME(__module__));
        bool plain = !lang_is_str(m) || lang_str_equal_c(lang_as_str(m), "builtins");
        struct lang_str *s = plain ? lang_str_from_format(t, "%S()", q) : lang_str_from_format(t, "%S.%S()", m, q);
        lang_unref(t, m);
        lang_unref(t, q);
        return s;
    }
    lang_error_clear(t);
    return lang_to_str(t, callee);
}

void lang_star_error(struct lang_thread *t, lang_value callee, lang_value v)
{
    if (lang_is_undef(callee)) {
        lang_fail(t, LANG_EXC_TypeError, "Value after * must be an iterable, not %N", v);
        return;
    }
    struct lang_str *name = callee_name(t, callee);
    if (name)
        lang_fail(t, LANG_EXC_TypeError, "%U argument after * must be an iterable, not %N", name, v);
    lang_xdecref(t, name);
}

static int merge_one(struct lang_thread *t, struct merge *m, lang_value key, lang_value value)
{
    if (!lang_is_str(key))
        return lang_fail(t, LANG_EXC_TypeError, "keywords must be strings");
    lang_value old = lang_dict_get(t, m->into, key);
    if (lang_is_error(old))
        return -1;
    if (!lang_is_undef(old)) {
        struct lang_str *name = callee_name(t, m->callee);
        if (name)
            lang_fail(t, LANG_EXC_TypeError, "%U got multiple values for keyword argument '%S'", name, key);
        lang_xdecref(t, name);
        return -1;
    }
    return lang_dict_set(t, m->into, key, value);
}

int lang_map_merge(struct lang_thread *t, struct lang_dict *d, lang_value other, lang_value callee)
{
    struct merge m = {d, callee};
    struct lang_dict *from = NULL;
    if (lang_is_exactly(other, &lang_type_dict)) {
        from = lang_incref(other.o);
    } else {
        lang_value keys = lang_getattr_opt(t, other, LANG_NAME(keys));
        if (lang_is_error(keys))
            return -1;
        if (lang_is_undef(keys)) {
            struct lang_str *name = callee_name(t, callee);
            if (name)
                lang_fail(t, LANG_EXC_TypeError, "%U argument after ** must be a mapping, not %N", name, other);
            lang_xdecref(t, name);
            return -1;
        }
        lang_unref(t, keys);
        from = lang_dict_new(t);
        if (!from || lang_dict_update(t, from, other) < 0) {
            lang_xdecref(t, from);
            return -1;
        }
    }
    int status = 0;
    lang_value k, v;
    for (int64_t i = 0; status == 0 && lang_dict_next(from, &i, &k, &v);)
        status = merge_one(t, &m, k, v);
    lang_decref(t, from);
    return status;
}

lang_value lang_build_map(struct lang_thread *t, lang_value *pairs, int64_t n)
{
    struct lang_dict *d = lang_dict_new(t);
    for (int64_t i = 0; d && i < n; i++)
        if (lang_dict_set(t, d, pairs[2 * i], pairs[2 * i + 1]) < 0) {
            lang_decref(t, d);
            d = NULL;
        }
    return lang_obj_or_error(d);
}

lang_value lang_build_set(struct lang_thread *t, lang_value *items, int64_t n)
{
    struct lang_set *s = lang_set_new(t, false);
    for (int64_t i = 0; s && i < n; i++)
        if (lang_set_add(t, s, items[i]) < 0) {
            lang_decref(t, s);
            s = NULL;
        }
    return lang_obj_or_error(s);
}

lang_value lang_format_value(struct lang_thread *t, lang_value v, int conversion, lang_value spec)
{
    struct lang_str *s = NULL, *r;
    if (conversion == 'r' || conversion == 'a') {
        s = lang_repr(t, v);
        if (s && conversion == 'a' && !s->ascii) {
            lang_decref(t, s);
            s = lang_ascii(t, v);
        }
        if (!s)
            return lang_error();
        v = lang_obj(s);
    } else if (conversion == 's') {
        s = lang_to_str(t, v);
        if (!s)
            return lang_error();
        v = lang_obj(s);
    }
    if (lang_is_undef(spec) && lang_is_exactly(v, &lang_type_str)) {
        r = lang_incref(v.o);
    } else {
        struct lang_str *text = lang_is_undef(spec) ? lang_str_empty(t) : lang_incref(spec.o);
        r = text ? lang_format(t, v, text) : NULL;
        lang_xdecref(t, text);
    }
    lang_xdecref(t, s);
    return lang_obj_or_error(r);
}

lang_value lang_build_string(struct lang_thread *t, lang_value *parts, int64_t n)
{
    struct lang_str *empty = lang_str_empty(t);
    lang_value r = lang_obj_or_error(lang_str_join(t, empty, parts, n));
    lang_decref(t, empty);
    return r;
}

lang_value lang_make_function(struct lang_thread *t, struct lang_frame *f, struct lang_code *code, lang_value *parts)
{
    struct lang_function *fn = lang_function_new(t, code, f->globals);
    if (!fn)
        return lang_error();
    for (uint32_t i = 0; i < code->free_count; i++) {
        struct lang_cell *cell = code->captures[i].from_cell
                                     ? (struct lang_cell *)f->regs[f->code->local_count + code->captures[i].index].o
                                     : f->func->closure[code->captures[i].index];
        fn->closure[i] = lang_incref(cell);
    }
    if (parts[0].tag == LANG_OBJECT)
        fn->defaults = lang_incref(parts[0].o);
    if (parts[1].tag == LANG_OBJECT)
        fn->kwdefaults = lang_incref(parts[1].o);
    if (parts[2].tag == LANG_OBJECT)
        fn->annotations = lang_ref(parts[2]);
    return lang_obj(fn);
}

/* ------------------------------------------------------------------ with */

/* A special method bound to its object; UNDEF if the type has none. */
static lang_value bound_special(struct lang_thread *t, lang_value v, struct lang_str *name)
{
    struct lang_type *type = lang_type_of(v);
    lang_value d = lang_type_lookup(t, type, name);
    if (d.tag == LANG_OBJECT && d.o->type->get)
        return d.o->type->get(t, d, v, type);
    return lang_ref(d);
}

int lang_with_enter(struct lang_thread *t, lang_value *manager, lang_value *entered, bool is_async)
{
    lang_value m = *manager;
    struct lang_str *enter_name = is_async ? LANG_NAME(__aenter__) : LANG_NAME(__enter__);
    const char *protocol = is_async ? "asynchronous context manager" : "context manager";
    lang_value enter = lang_type_lookup(t, lang_type_of(m), enter_name);
    bool plain = lang_is_exactly(enter, &lang_type_function); /* called with m: nothing need be bound */
    enter = plain ? lang_ref(enter) : bound_special(t, m, enter_name);
    if (lang_is_error(enter))
        return -1;
    if (lang_is_undef(enter))
        return lang_fail(t, LANG_EXC_TypeError, "'%N' object does not support the %s protocol", m, protocol);
    lang_value exit = bound_special(t, m, is_async ? LANG_NAME(__aexit__) : LANG_NAME(__exit__));
    if (lang_is_error(exit) || lang_is_undef(exit)) {
        lang_unref(t, enter);
        if (lang_is_undef(exit))
            lang_fail(t, LANG_EXC_TypeError, "'%N' object does not support the %s protocol (missed %s method)", m,
                      protocol, is_async ? "__aexit__" : "__exit__");
        return -1;
    }
    lang_value r = lang_call(t, enter, &m, plain, NULL);
    lang_unref(t, enter);
    if (lang_is_error(r)) {
        lang_unref(t, exit);
        return -1;
    }
    lang_set_steal(t, manager, exit);
    *entered = r;
    return 0;
}

lang_value lang_with_exit(struct lang_thread *t, lang_value exit, lang_value exc)
{
    lang_value args[4] = {lang_none(), lang_none(), lang_none(), lang_none()}; /* the first for self */
    const bool bound = lang_is_exactly(exit, &lang_type_method);
    if (exc.tag == LANG_OBJECT) {
        args[1] = lang_obj(exc.o->type);
        args[2] = exc;
        lang_value tb = ((struct lang_exception *)exc.o)->traceback;
        if (!lang_is_undef(tb))
            args[3] = tb;
    }
    if (bound)
        args[0] = ((struct lang_method_object *)exit.o)->self;
    return lang_call(t, bound ? ((struct lang_method_object *)exit.o)->function : exit, args + !bound, 3 + bound, NULL);
}

/* ------------------------------------------------------------------ names of class bodies and exec */

lang_value lang_get_name(struct lang_thread *t, struct lang_frame *f, struct lang_site *s)
{
    if (f->locals && (f->locals != f->globals || f->locals->head.type != &lang_type_dict)) {
        lang_value v = lang_namespace_get(t, f->locals, s->name);
        if (!lang_is_undef(v))
            return v;
    }
    return lang_site_getglobal(t, s, f->globals);
}

int lang_del_global(struct lang_thread *t, struct lang_dict *d, struct lang_str *name)
{
    int r = lang_dict_del(t, d, lang_obj(name));
    if (r == 0) {
        lang_raise(t, LANG_EXC_NameError, "name '%U' is not defined", name);
        lang_error_about(t, lang_undef(), name);
        return -1;
    }
    return r < 0 ? -1 : 0;
}

int lang_set_name(struct lang_thread *t, struct lang_frame *f, struct lang_site *s, lang_value v)
{
    struct lang_dict *d = f->locals ? f->locals : f->globals;
    if (d->head.type != &lang_type_dict) {
        int r = lang_setitem(t, lang_obj(d), lang_obj(s->name), v);
        if (r == 0 || !lang_is_undef(v) || !lang_error_is(t, LANG_EXC_KeyError))
            return r;
        lang_error_clear(t);
    }
    if (lang_is_undef(v))
        return lang_del_global(t, d, s->name);
    return lang_dict_set_str(t, d, s->name, v);
}

int lang_setup_annotations(struct lang_thread *t, struct lang_frame *f)
{
    struct lang_dict *d = f->locals ? f->locals : f->globals;
    lang_value known = lang_namespace_get(t, d, LANG_NAME(__annotations__));
    if (!lang_is_undef(known)) {
        lang_unref(t, known);
        return lang_is_error(known) ? -1 : 0;
    }
    struct lang_dict *a = lang_dict_new(t);
    int r = !a ? -1
            : d->head.type == &lang_type_dict
                ? lang_dict_set_str(t, d, LANG_NAME(__annotations__), lang_obj(a))
                : lang_setitem(t, lang_obj(d), lang_obj(LANG_NAME(__annotations__)), lang_obj(a));
    lang_xdecref(t, a);
    return r;
}

lang_value lang_unbound_free(struct lang_thread *t, struct lang_code *code, uint32_t index, bool free)
{
    if (free) {
        lang_raise(t, LANG_EXC_NameError,
                   "cannot access free variable '%U' where it is not associated with a value in enclosing scope",
                   code->free_names[index]);
        lang_error_about(t, lang_undef(), code->free_names[index]);
        return lang_error();
    }
    return lang_raise(t, LANG_EXC_UnboundLocalError,
                      "cannot access local variable '%U' where it is not associated with a value",
                      code->cell_names[index]);
}

/* ------------------------------------------------------------------ calls */

lang_value lang_call_slow(struct lang_thread *t, lang_value callee, lang_value *args, size_t nargs,
                          struct lang_tuple *kwnames)
{
    struct lang_type *type = lang_type_of(callee);
    if (!type->call)
        return lang_raise(t, LANG_EXC_TypeError, "'%N' object is not callable", callee);
    if (lang_enter_here(t, " while calling a Python object") < 0)
        return lang_error();
    lang_value r = type->call(t, callee, args, nargs, kwnames);
    lang_leave_here(t);
    return r;
}

/* The arguments of callee(*v). */
lang_value lang_star_tuple(struct lang_thread *t, lang_value callee, lang_value v)
{
    struct lang_list *l = lang_to_list(t, v);
    if (!l && lang_error_is(t, LANG_EXC_TypeError) && !lang_type_of(v)->iter && !lang_type_of(v)->getitem) {
        lang_error_clear(t);
        lang_star_error(t, callee, v);
    }
    struct lang_tuple *u = l ? lang_tuple_from(t, l->items, l->length) : NULL;
    lang_xdecref(t, l);
    return lang_obj_or_error(u);
}

/* The slice of a list, tuple or str from ends[0] to ends[1], ints or None, with step 1; UNDEF: another type or index.
 */
lang_value lang_slice_item(struct lang_thread *t, lang_value v, const lang_value ends[3])
{
    struct lang_type *type = v.o->type;
    int64_t length, from, to;
    if (!lang_is_none(ends[2]) || (ends[0].tag != LANG_INT && ends[0].tag != LANG_NONE) ||
        (ends[1].tag != LANG_INT && ends[1].tag != LANG_NONE))
        return lang_undef();
    if (type == &lang_type_list)
        length = lang_as_list(v)->length;
    else if (type == &lang_type_str)
        length = lang_as_str(v)->length;
    else if (type == &lang_type_tuple)
        length = lang_as_tuple(v)->length;
    else
        return lang_undef();
    from = lang_is_none(ends[0]) ? 0 : ends[0].i;
    to = lang_is_none(ends[1]) ? length : ends[1].i;
    if (from < 0)
        from = from < -length ? 0 : from + length;
    if (to < 0)
        to = to < -length ? 0 : to + length;
    from = from > length ? length : from;
    to = to > length ? length : to;
    if (to < from)
        to = from;
    if (type == &lang_type_list)
        return lang_obj_or_error(lang_list_from(t, lang_as_list(v)->items + from, to - from));
    if (type == &lang_type_str)
        return lang_obj_or_error(lang_str_slice(t, lang_as_str(v), from, to));
    if (to - from == length)
        return lang_ref(v);
    return lang_obj_or_error(lang_tuple_from(t, lang_as_tuple(v)->items + from, to - from));
}

lang_value lang_call_ex(struct lang_thread *t, lang_value callee, lang_value args, lang_value kwargs)
{
    struct lang_tuple *positional = lang_as_tuple(args);
    return lang_call_with_dict(t, callee, positional->items, (size_t)positional->length,
                               kwargs.tag == LANG_OBJECT ? lang_as_dict(kwargs) : NULL);
}

int lang_delegate(struct lang_thread *t, lang_value iterator, lang_value sent, lang_value *out)
{
    lang_value r, result = lang_undef();
    if (lang_is_generator(iterator)) {
        r = lang_generator_resume_result(t, (struct lang_generator *)iterator.o, sent, &result);
    } else if (sent.tag == LANG_NONE) {
        lang_clear(t, &t->stop_value);
        r = lang_next(t, iterator);
        if (lang_is_error(r) && lang_error_is(t, LANG_EXC_StopIteration)) {
            lang_error_clear(t);
            r = lang_undef();
        }
        if (lang_is_undef(r)) {
            result = t->stop_value;
            t->stop_value = lang_undef();
        }
    } else {
        r = lang_call_method(t, iterator, LANG_NAME(send), &sent, 1);
        if (lang_is_error(r) && lang_error_is(t, LANG_EXC_StopIteration)) {
            lang_value e = lang_error_take(t);
            result = lang_stop_iteration_value(e);
            lang_unref(t, e);
            r = lang_undef();
        }
    }
    if (lang_is_error(r))
        return -1;
    if (lang_is_undef(r)) {
        *out = lang_is_undef(result) ? lang_none() : result;
        return 0;
    }
    *out = r;
    return 1;
}

/* ------------------------------------------------------------------ match */

/* What an item of a sequence pattern stands for: user's sequences need not know what an index below 0 means. */
lang_value lang_match_item(struct lang_thread *t, lang_value v, int64_t i)
{
    if (i < 0 && !lang_is_list(v) && !lang_is_tuple(v)) {
        int64_t n = lang_len(t, v);
        if (n < 0)
            return lang_error();
        i += n;
    }
    return lang_getitem(t, v, lang_int(i));
}

int lang_match_mapping(struct lang_thread *t, lang_value v, int64_t least)
{
    if (!(lang_type_of(v)->flags & LANG_TYPE_MAPPING))
        return 0;
    int64_t n = least ? lang_len(t, v) : 0;
    return n < 0 ? -1 : n >= least;
}

/* Keys that are no literals are known only now. */
static int check_repeated(struct lang_thread *t, struct lang_tuple *keys)
{
    struct lang_dict *seen = lang_dict_new(t);
    int status = seen ? 0 : -1;
    for (int64_t i = 0; status == 0 && i < keys->length; i++) {
        int64_t before = seen->count;
        status = lang_dict_set(t, seen, keys->items[i], lang_none());
        if (status == 0 && seen->count == before)
            status = lang_fail(t, LANG_EXC_ValueError, "mapping pattern checks duplicate key (%R)", keys->items[i]);
    }
    lang_xdecref(t, seen);
    return status;
}

lang_value lang_match_keys(struct lang_thread *t, lang_value v, struct lang_tuple *keys, bool may_repeat)
{
    if (may_repeat && check_repeated(t, keys) < 0)
        return lang_error();
    struct lang_tuple *values = lang_tuple_new(t, keys->length);
    if (!values)
        return lang_error();
    for (int64_t i = 0; i < keys->length; i++) {
        lang_value args[] = {keys->items[i], lang_obj(values)};
        lang_value x = lang_call_method(t, v, LANG_NAME(get), args, 2);
        if (lang_is_error(x)) {
            lang_decref(t, values);
            return x;
        }
        if (lang_same(x, lang_obj(values))) { /* our own mark: the key is missing */
            lang_unref(t, x);
            lang_decref(t, values);
            return lang_none();
        }
        values->items[i] = x;
    }
    return lang_obj(values);
}

lang_value lang_match_rest(struct lang_thread *t, lang_value v, struct lang_tuple *keys)
{
    struct lang_dict *d = lang_dict_new(t);
    if (!d || lang_dict_update(t, d, v) < 0) {
        lang_xdecref(t, d);
        return lang_error();
    }
    for (int64_t i = 0; i < keys->length; i++)
        if (lang_dict_del(t, d, keys->items[i]) < 0) {
            lang_decref(t, d);
            return lang_error();
        }
    return lang_obj(d);
}

static int match_attribute(struct lang_thread *t, lang_value v, lang_value name, lang_value *out)
{
    struct lang_str *s = lang_intern_str(t, lang_as_str(name));
    if (!s)
        return -1;
    lang_value a = lang_getattr_opt(t, v, s);
    lang_decref(t, s);
    if (lang_is_error(a))
        return -1;
    if (lang_is_undef(a))
        return 0;
    *out = a;
    return 1;
}

/* One positional sub-pattern: the attribute that __match_args__ names; no earlier one may have had it. */
static int match_positional(struct lang_thread *t, lang_value v, struct lang_type *cls, const struct lang_tuple *args,
                            int64_t i, lang_value *out)
{
    if (!lang_is_str(args->items[i]))
        return lang_fail(t, LANG_EXC_TypeError, "__match_args__ elements must be strings (got %N)", args->items[i]);
    for (int64_t j = 0; j < i; j++)
        if (lang_str_equal(lang_as_str(args->items[j]), lang_as_str(args->items[i])))
            return lang_fail(t, LANG_EXC_TypeError, "%s() got multiple sub-patterns for attribute %R", cls->name,
                             args->items[i]);
    return match_attribute(t, v, args->items[i], out);
}

static int match_keyword(struct lang_thread *t, lang_value v, struct lang_type *cls, lang_value args,
                         int64_t positional, lang_value name, lang_value *out)
{
    for (int64_t j = 0; lang_is_tuple(args) && j < positional; j++)
        if (lang_str_equal(lang_as_str(lang_as_tuple(args)->items[j]), lang_as_str(name)))
            return lang_fail(t, LANG_EXC_TypeError, "%s() got multiple sub-patterns for attribute %R", cls->name, name);
    return match_attribute(t, v, name, out);
}

/* Built-in classes whose one positional pattern is the value itself. */
static bool matches_self(struct lang_type *cls)
{
    struct lang_type *const all[] = {&lang_type_bool,  &lang_type_bytearray, &lang_type_bytes, &lang_type_dict,
                                     &lang_type_float, &lang_type_frozenset, &lang_type_int,   &lang_type_list,
                                     &lang_type_set,   &lang_type_str,       &lang_type_tuple};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (lang_is_subtype(cls, all[i]))
            return true;
    return false;
}

int lang_match_class(struct lang_thread *t, lang_value v, lang_value cls, int64_t positional, struct lang_tuple *names,
                     lang_value *out)
{
    *out = lang_none();
    if (!lang_is_a(cls, &lang_type_type))
        return lang_fail(t, LANG_EXC_TypeError, "called match pattern must be a type");
    struct lang_type *k = (struct lang_type *)cls.o;
    int is_instance = lang_isinstance(t, v, cls);
    if (is_instance <= 0)
        return is_instance;
    struct lang_tuple *values = lang_tuple_new(t, positional + names->length);
    if (!values)
        return -1;
    int found = 1;
    lang_value args = lang_undef();
    if (positional) {
        args = lang_getattr_opt(t, cls, LANG_NAME(__match_args__));
        bool self = lang_is_undef(args) && matches_self(k);
        int64_t allowed = lang_is_tuple(args) ? lang_as_tuple(args)->length : self ? 1 : 0;
        if (lang_is_error(args))
            found = -1;
        else if (!lang_is_undef(args) && !lang_is_tuple(args))
            found = lang_fail(t, LANG_EXC_TypeError, "%s.__match_args__ must be a tuple (got %N)", k->name, args);
        else if (positional > allowed)
            found = lang_fail(t, LANG_EXC_TypeError, "%s() accepts %lld positional sub-pattern%s (%lld given)", k->name,
                              (long long)allowed, allowed == 1 ? "" : "s", (long long)positional);
        else if (self)
            values->items[0] = lang_ref(v);
        for (int64_t i = 0; found == 1 && !self && i < positional; i++)
            found = match_positional(t, v, k, lang_as_tuple(args), i, &values->items[i]);
    }
    for (int64_t i = 0; found == 1 && i < names->length; i++)
        found = match_keyword(t, v, k, args, positional, names->items[i], &values->items[positional + i]);
    if (!lang_is_error(args))
        lang_unref(t, args);
    if (found == 1)
        *out = lang_obj(values);
    else
        lang_decref(t, values);
    return found < 0 ? -1 : 0;
}
