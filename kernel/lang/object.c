/* object.c: the protocols of object.h on any value: attributes, operators, comparison, hash, truth, items, iteration,
 * text. Each function calls the slot of the type, or raises the error of CPython 3.11 when there is none. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "types/containers.h"
#include "vm/code.h"
#include "vm/type.h"

struct lang_type *const lang_immediate_types[LANG_OBJECT] = {
    [LANG_UNDEF] = &lang_type_none,      [LANG_ERROR] = &lang_type_none,        [LANG_NONE] = &lang_type_none,
    [LANG_NOTIMPL] = &lang_type_notimpl, [LANG_ELLIPSIS] = &lang_type_ellipsis, [LANG_BOOL] = &lang_type_bool,
    [LANG_INT] = &lang_type_int,         [LANG_FLOAT] = &lang_type_float,
};

/* ------------------------------------------------------------------ text */

/* int, float, bool and None: fast path that does not go through the type. */
static inline bool is_plain(lang_value v)
{
    return v.tag == LANG_INT || v.tag == LANG_FLOAT || v.tag == LANG_BOOL || v.tag == LANG_NONE;
}

static struct lang_str *plain_text(struct lang_thread *t, lang_value v)
{
    char text[32];
    if (v.tag == LANG_BOOL)
        return lang_incref(v.i ? LANG_NAME(True) : LANG_NAME(False));
    if (v.tag == LANG_NONE)
        return lang_incref(LANG_NAME(None));
    if (v.tag == LANG_INT)
        return lang_int_to_str(t, v, 10);
    return lang_str_new(t, text, lang_float_repr(v.f, text));
}

struct lang_str *lang_repr(struct lang_thread *t, lang_value v)
{
    if (is_plain(v))
        return plain_text(t, v);
    if (lang_enter_here(t, " while getting the repr of an object") < 0)
        return NULL;
    lang_value r = lang_type_of(v)->repr(t, v);
    lang_leave_here(t);
    if (lang_is_error(r))
        return NULL;
    if (!lang_is_str(r)) {
        lang_fail(t, LANG_EXC_TypeError, "__repr__ returned non-string (type %N)", r);
        lang_unref(t, r);
        return NULL;
    }
    return lang_as_str(r);
}

struct lang_str *lang_to_str(struct lang_thread *t, lang_value v)
{
    if (is_plain(v))
        return plain_text(t, v);
    struct lang_type *type = lang_type_of(v);
    if (type == &lang_type_str)
        return lang_incref(v.o);
    if (!type->str)
        return lang_repr(t, v);
    if (lang_enter_here(t, " while getting the str of an object") < 0)
        return NULL;
    lang_value r = type->str(t, v);
    lang_leave_here(t);
    if (lang_is_error(r))
        return NULL;
    if (!lang_is_str(r)) {
        lang_fail(t, LANG_EXC_TypeError, "__str__ returned non-string (type %N)", r);
        lang_unref(t, r);
        return NULL;
    }
    return lang_as_str(r);
}

struct lang_str *lang_format(struct lang_thread *t, lang_value v, struct lang_str *spec)
{
    if (is_plain(v) && spec->length == 0)
        return plain_text(t, v);
    struct lang_type *type = lang_type_of(v);
    lang_value r;
    if (!type->format) {
        if (spec->length)
            return lang_fail_null(t, LANG_EXC_TypeError, "unsupported format string passed to %s.__format__",
                                  type->name);
        return lang_to_str(t, v);
    }
    r = type->format(t, v, spec);
    if (lang_is_error(r))
        return NULL;
    if (!lang_is_str(r)) {
        lang_fail(t, LANG_EXC_TypeError, "__format__ must return a str, not %N", r);
        lang_unref(t, r);
        return NULL;
    }
    return lang_as_str(r);
}

/* ------------------------------------------------------------------ attributes */

/* As getattr: UNDEF when the generic rule finds nothing. */
lang_value lang_generic_getattr_opt(struct lang_thread *t, lang_value v, struct lang_str *name)
{
    struct lang_type *type = lang_type_of(v);
    lang_value d = lang_type_lookup(t, type, name);
    struct lang_type *dt = d.tag == LANG_OBJECT ? d.o->type : NULL;
    lang_ref(d); /* user code that runs now may change the class */
    if (dt && dt->get && dt->set) {
        lang_value r = dt->get(t, d, v, type);
        lang_unref(t, d);
        return r;
    }
    if (v.tag == LANG_OBJECT && type->attr_offset) {
        lang_value a = lang_attrs_get(t, v.o, name);
        if (!lang_is_undef(a)) {
            lang_ref(a);
            lang_unref(t, d);
            return a;
        }
    }
    if (!dt || !dt->get)
        return d;
    lang_value r = dt->get(t, d, v, type);
    lang_unref(t, d);
    return r;
}

lang_value lang_generic_getattr(struct lang_thread *t, lang_value v, struct lang_str *name)
{
    lang_value r = lang_generic_getattr_opt(t, v, name);
    if (lang_is_undef(r)) {
        lang_raise(t, LANG_EXC_AttributeError, "'%N' object has no attribute '%U'", v, name);
        return lang_error();
    }
    return r;
}

lang_value lang_getattr(struct lang_thread *t, lang_value v, struct lang_str *name)
{
    struct lang_type *type = lang_type_of(v);
    lang_value r = type->getattr ? type->getattr(t, v, name) : lang_generic_getattr(t, v, name);
    if (lang_is_error(r))
        lang_error_about(t, v, name);
    return r;
}

lang_value lang_getattr_opt(struct lang_thread *t, lang_value v, struct lang_str *name)
{
    struct lang_type *type = lang_type_of(v);
    lang_value r = type->getattr ? type->getattr(t, v, name) : lang_generic_getattr_opt(t, v, name);
    if (lang_is_error(r) && lang_error_is(t, LANG_EXC_AttributeError)) {
        lang_error_clear(t);
        return lang_undef();
    }
    return r;
}

lang_value lang_getattr_c(struct lang_thread *t, lang_value v, const char *name)
{
    struct lang_str *s = lang_intern_c(t, name);
    if (!s)
        return lang_error();
    lang_value r = lang_getattr(t, v, s);
    lang_decref(t, s);
    return r;
}

int lang_setattr_c(struct lang_thread *t, lang_value v, const char *name, lang_value value)
{
    struct lang_str *s = lang_intern_c(t, name);
    if (!s)
        return -1;
    int r = lang_setattr(t, v, s, value);
    lang_decref(t, s);
    return r;
}

int lang_generic_setattr(struct lang_thread *t, lang_value v, struct lang_str *name, lang_value value)
{
    struct lang_type *type = lang_type_of(v);
    lang_value d = lang_type_lookup(t, type, name);
    if (d.tag == LANG_OBJECT && d.o->type->set) {
        lang_ref(d); /* user code that runs now may change the class */
        int r = d.o->type->set(t, d, v, value);
        lang_unref(t, d);
        return r;
    }
    bool open = v.tag == LANG_OBJECT && !(type->flags & LANG_TYPE_SLOTTED);
    int r = open ? lang_attrs_set(t, v.o, name, value) : 1;
    if (r <= 0)
        return r;
    if (lang_is_undef(d) || (open && type->attr_offset))
        return lang_fail(t, LANG_EXC_AttributeError, "'%N' object has no attribute '%U'", v, name);
    return lang_fail(t, LANG_EXC_AttributeError, "'%N' object attribute '%U' is read-only", v, name);
}

int lang_setattr(struct lang_thread *t, lang_value v, struct lang_str *name, lang_value value)
{
    struct lang_type *type = lang_type_of(v);
    return type->setattr ? type->setattr(t, v, name, value) : lang_generic_setattr(t, v, name, value);
}

/* ------------------------------------------------------------------ calls */

bool lang_callable(lang_value v)
{
    return lang_type_of(v)->call != NULL;
}

lang_value lang_call(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                     struct lang_tuple *kwnames)
{
    struct lang_type *type = lang_type_of(callee);
    if (!type->call)
        return lang_raise(t, LANG_EXC_TypeError, "'%N' object is not callable", callee);
    if (lang_enter_here(t, " while calling a Python object") < 0)
        return lang_error();
    const struct lang_native *native = type == &lang_type_native ? (struct lang_native *)callee.o : NULL;
    lang_value r = native && nargs == native->exact && !kwnames ? native->fn(t, args)
                                                                : type->call(t, callee, args, nargs, kwnames);
    lang_leave_here(t);
    return r;
}

enum { MAX_SMALL = 8 };

/* Calls function with self in front of the arguments. */
static lang_value call_bound(struct lang_thread *t, lang_value function, lang_value self, const lang_value *args,
                             size_t nargs)
{
    lang_value small[MAX_SMALL + 1], *all = small;
    if (nargs > MAX_SMALL && !(all = lang_alloc(t, (nargs + 1) * sizeof *all)))
        return lang_error();
    all[0] = self;
    if (nargs)
        memcpy(all + 1, args, nargs * sizeof *all);
    lang_value r = lang_call(t, function, all, nargs + 1, NULL);
    if (all != small)
        lang_free(t, all, (nargs + 1) * sizeof *all);
    return r;
}

lang_value lang_call_method(struct lang_thread *t, lang_value v, struct lang_str *name, const lang_value *args,
                            size_t nargs)
{
    struct lang_type *type = lang_type_of(v);
    if (!type->getattr) {
        lang_value d = lang_type_lookup(t, type, name);
        if (d.tag == LANG_OBJECT && d.o->type->flags & LANG_TYPE_METHOD_DESCR &&
            (!type->attr_offset || lang_is_undef(lang_attrs_get(t, v.o, name)))) {
            lang_ref(d);
            lang_value r = call_bound(t, d, v, args, nargs);
            lang_unref(t, d);
            return r;
        }
    }
    lang_value f = lang_getattr(t, v, name);
    if (lang_is_error(f))
        return f;
    lang_value r = lang_call(t, f, args, nargs, NULL);
    lang_unref(t, f);
    return r;
}

lang_value lang_call_method_c(struct lang_thread *t, lang_value v, const char *name, const lang_value *args,
                              size_t nargs)
{
    struct lang_str *s = lang_intern_c(t, name);
    if (!s)
        return lang_error();
    lang_value r = lang_call_method(t, v, s, args, nargs);
    lang_decref(t, s);
    return r;
}

lang_value lang_call_special(struct lang_thread *t, lang_value v, struct lang_str *name, const lang_value *args,
                             size_t nargs)
{
    struct lang_type *type = lang_type_of(v);
    lang_value d = lang_type_lookup(t, type, name);
    if (lang_is_undef(d))
        return d;
    if (d.tag == LANG_OBJECT && d.o->type->flags & LANG_TYPE_METHOD_DESCR) {
        lang_ref(d);
        lang_value r = call_bound(t, d, v, args, nargs);
        lang_unref(t, d);
        return r;
    }
    lang_ref(d); /* user code that runs now may change the class */
    lang_value f = d.tag == LANG_OBJECT && d.o->type->get ? d.o->type->get(t, d, v, type) : lang_ref(d);
    lang_unref(t, d);
    if (lang_is_error(f))
        return f;
    lang_value r = lang_call(t, f, args, nargs, NULL);
    lang_unref(t, f);
    return r;
}

/* ------------------------------------------------------------------ operators */

static const struct {
    const char *sign, *inplace;
} binary_names[LANG_OP_BINARY_COUNT] = {
    [LANG_OP_ADD] = {"+", "+="},      [LANG_OP_SUB] = {"-", "-="},
    [LANG_OP_MUL] = {"*", "*="},      [LANG_OP_MATMUL] = {"@", "@="},
    [LANG_OP_TRUEDIV] = {"/", "/="},  [LANG_OP_FLOORDIV] = {"//", "//="},
    [LANG_OP_MOD] = {"%", "%="},      [LANG_OP_POW] = {"** or pow()", "**="},
    [LANG_OP_LSHIFT] = {"<<", "<<="}, [LANG_OP_RSHIFT] = {">>", ">>="},
    [LANG_OP_AND] = {"&", "&="},      [LANG_OP_XOR] = {"^", "^="},
    [LANG_OP_OR] = {"|", "|="},       [LANG_OP_DIVMOD] = {"divmod()", "divmod()"},
};

static lang_value try_binary(struct lang_thread *t, enum lang_binary_op op, lang_value a, lang_value b)
{
    struct lang_type *ta = lang_type_of(a), *tb = lang_type_of(b);
    lang_value (*fa)(struct lang_thread *, lang_value, lang_value) = ta->binary[op];
    lang_value (*fb)(struct lang_thread *, lang_value, lang_value) = tb->binary[op];
    if (ta == tb)
        fb = NULL;
    if (fa == fb && fa && !(ta->flags & LANG_TYPE_HEAP || tb->flags & LANG_TYPE_HEAP))
        fb = NULL;
    bool tried_b = false;
    if (fa && fb && ta != tb && lang_is_subtype(tb, ta)) { /* the subclass is asked first */
        lang_value r = fb(t, a, b);
        if (r.tag != LANG_NOTIMPL)
            return r;
        tried_b = true;
    }
    if (fa) {
        lang_value r = fa(t, a, b);
        if (r.tag != LANG_NOTIMPL)
            return r;
    }
    if (fb && !tried_b)
        return fb(t, a, b);
    return lang_notimpl();
}

static lang_value no_operator(struct lang_thread *t, const char *sign, lang_value a, lang_value b)
{
    return lang_raise(t, LANG_EXC_TypeError, "unsupported operand type(s) for %s: '%N' and '%N'", sign, a, b);
}

lang_value lang_concat_error(struct lang_thread *t, lang_value a, lang_value b)
{
    const char *what = lang_is_str(a) ? "str" : lang_is_list(a) ? "list" : "tuple";
    if (lang_is_bytes(a) || lang_is_bytearray(a))
        return lang_raise(t, LANG_EXC_TypeError, "can't concat %N to %N", b, a);
    return lang_raise(t, LANG_EXC_TypeError, "can only concatenate %s (not \"%N\") to %s", what, b, what);
}

int lang_repeat_count(struct lang_thread *t, lang_value v, int64_t *n)
{
    if (lang_as_index(t, v, n) < 0) {
        if (lang_error_is(t, LANG_EXC_OverflowError)) {
            lang_error_clear(t);
            lang_fail(t, LANG_EXC_OverflowError, "cannot fit '%N' into an index-sized integer", v);
        }
        return -1;
    }
    if (*n < 0)
        *n = 0;
    return 0;
}

/* + and * of sequences, after the numeric slots and methods of classes returned NotImplemented. */
static lang_value try_sequence(struct lang_thread *t, enum lang_binary_op op, lang_value a, lang_value b, bool inplace)
{
    struct lang_type *ta = lang_type_of(a), *tb = lang_type_of(b);
    if (op == LANG_OP_ADD)
        return inplace && ta->concat_inplace ? ta->concat_inplace(t, a, b)
               : ta->concat                  ? ta->concat(t, a, b)
                                             : lang_notimpl();
    lang_value (*repeat)(struct lang_thread *, lang_value, int64_t) =
        inplace && ta->repeat_inplace ? ta->repeat_inplace : ta->repeat;
    lang_value v = repeat ? a : b, count = repeat ? b : a;
    int64_t n;
    bool alone = inplace && (ta->flags & LANG_TYPE_HEAP || ta->len); /* a sequence to CPython: b is not asked */
    if (!repeat && (alone || !(repeat = tb->repeat)))
        return lang_notimpl();
    if (!lang_type_of(count)->to_index)
        return lang_raise(t, LANG_EXC_TypeError, "can't multiply sequence by non-int of type '%N'", count);
    return lang_repeat_count(t, count, &n) < 0 ? lang_error() : repeat(t, v, n);
}

lang_value lang_binary(struct lang_thread *t, enum lang_binary_op op, lang_value a, lang_value b)
{
    bool ints = lang_is_plain_int(a) && lang_is_plain_int(b);
    lang_value r = ints ? lang_int_binary(t, op, a, b) : try_binary(t, op, a, b);
    if (r.tag != LANG_NOTIMPL)
        return r;
    if ((op == LANG_OP_ADD || op == LANG_OP_MUL) && (r = try_sequence(t, op, a, b, false)).tag != LANG_NOTIMPL)
        return r;
    if (op == LANG_OP_RSHIFT && a.tag == LANG_OBJECT && a.o->type == &lang_type_native &&
        strcmp(((struct lang_native *)a.o)->name, "print") == 0)
        return lang_raise(t, LANG_EXC_TypeError,
                          "unsupported operand type(s) for >>: '%N' and '%N'. Did you mean \"print(<message>, "
                          "file=<output_stream>)\"?",
                          a, b);
    return no_operator(t, binary_names[op].sign, a, b);
}

lang_value lang_inplace(struct lang_thread *t, enum lang_binary_op op, lang_value a, lang_value b)
{
    struct lang_type *ta = lang_type_of(a);
    if (lang_is_plain_int(a) && lang_is_plain_int(b) && op != LANG_OP_MATMUL)
        return lang_int_binary(t, op, a, b);
    if (op == LANG_OP_ADD && ta->concat_inplace && !ta->binary[op] && !ta->inplace[op] && !lang_type_of(b)->binary[op])
        return ta->concat_inplace(t, a, b); /* no other operand to ask */
    if (ta->inplace[op]) {
        lang_value r = ta->inplace[op](t, a, b);
        if (r.tag != LANG_NOTIMPL)
            return r;
    }
    lang_value r = try_binary(t, op, a, b);
    if (r.tag != LANG_NOTIMPL)
        return r;
    if ((op == LANG_OP_ADD || op == LANG_OP_MUL) && (r = try_sequence(t, op, a, b, true)).tag != LANG_NOTIMPL)
        return r;
    return no_operator(t, binary_names[op].inplace, a, b);
}

lang_value lang_power(struct lang_thread *t, lang_value a, lang_value b, lang_value mod)
{
    if (mod.tag == LANG_NONE || lang_is_undef(mod)) {
        lang_value r = try_binary(t, LANG_OP_POW, a, b);
        return r.tag != LANG_NOTIMPL ? r : no_operator(t, binary_names[LANG_OP_POW].sign, a, b);
    }
    bool own = lang_type_of(a)->flags & LANG_TYPE_HEAP &&
               lang_type_of(a)->binary[LANG_OP_POW] != lang_type_int.binary[LANG_OP_POW];
    if (lang_is_integer(a) && lang_is_integer(b) && lang_is_integer(mod) && !own)
        return lang_int_pow(t, a, b, mod);
    lang_value args[] = {b, mod};
    lang_value r =
        lang_type_of(a)->flags & LANG_TYPE_HEAP ? lang_call_special(t, a, LANG_NAME(__pow__), args, 2) : lang_notimpl();
    if (r.tag != LANG_NOTIMPL && !lang_is_undef(r))
        return r;
    if (lang_is_a(a, &lang_type_complex) || lang_is_a(b, &lang_type_complex))
        return lang_raise(t, LANG_EXC_ValueError, "complex modulo");
    if (lang_is_float(a) || lang_is_float(b) || lang_is_float(mod))
        return lang_raise(t, LANG_EXC_TypeError, "pow() 3rd argument not allowed unless all arguments are integers");
    return lang_raise(t, LANG_EXC_TypeError, "unsupported operand type(s) for ** or pow(): '%N', '%N', '%N'", a, b,
                      mod);
}

lang_value lang_unary(struct lang_thread *t, enum lang_unary_op op, lang_value v)
{
    static const char *const signs[] = {"unary -", "unary +", "unary ~", "abs()"};
    struct lang_type *type = lang_type_of(v);
    if (!type->unary[op])
        return lang_raise(t, LANG_EXC_TypeError, "bad operand type for %s: '%s'", signs[op], type->name);
    return type->unary[op](t, v);
}

/* ------------------------------------------------------------------ comparison, hash, truth */

static const char *const compare_signs[] = {"<", "<=", "==", "!=", ">", ">="};
static const enum lang_compare_op swapped[] = {LANG_GT, LANG_GE, LANG_EQ, LANG_NE, LANG_LT, LANG_LE};

lang_value lang_compare(struct lang_thread *t, enum lang_compare_op op, lang_value a, lang_value b)
{
    struct lang_type *ta = lang_type_of(a), *tb = lang_type_of(b);
    bool tried_b = false;
    if (lang_is_plain_int(a) && lang_is_plain_int(b)) {
        int c = lang_int_compare(a, b);
        return lang_bool(op == LANG_LT   ? c < 0
                         : op == LANG_LE ? c <= 0
                         : op == LANG_EQ ? c == 0
                         : op == LANG_NE ? c != 0
                         : op == LANG_GT ? c > 0
                                         : c >= 0);
    }
    if (lang_enter_here(t, " in comparison") < 0)
        return lang_error();
    lang_value r = lang_notimpl();
    if (ta != tb && tb->compare && lang_is_subtype(tb, ta)) {
        r = tb->compare(t, b, a, swapped[op]);
        tried_b = true;
    }
    if (r.tag == LANG_NOTIMPL && ta->compare)
        r = ta->compare(t, a, b, op);
    if (r.tag == LANG_NOTIMPL && tb->compare && !tried_b)
        r = tb->compare(t, b, a, swapped[op]);
    lang_leave_here(t);
    if (r.tag != LANG_NOTIMPL)
        return r;
    if (op == LANG_EQ)
        return lang_bool(lang_same(a, b));
    if (op == LANG_NE)
        return lang_bool(!lang_same(a, b));
    return lang_raise(t, LANG_EXC_TypeError, "'%s' not supported between instances of '%N' and '%N'", compare_signs[op],
                      a, b);
}

static int truth_of_result(struct lang_thread *t, lang_value r)
{
    if (r.tag == LANG_BOOL)
        return (int)r.i;
    if (lang_is_error(r))
        return -1;
    int b = lang_truth(t, r);
    lang_unref(t, r);
    return b;
}

int lang_equal(struct lang_thread *t, lang_value a, lang_value b)
{
    if (a.tag == b.tag) {
        if (a.tag == LANG_INT)
            return a.i == b.i;
        if (lang_same(a, b))
            return 1;
        if (a.tag == LANG_OBJECT) {
            struct lang_type *type = a.o->type;
            if (type == &lang_type_str && b.o->type == &lang_type_str)
                return lang_str_equal(lang_as_str(a), lang_as_str(b));
            if (type->compare == lang_type_object.compare && b.o->type->compare == type->compare)
                return 0; /* instances without an __eq__, and not identical */
        } else if (a.tag == LANG_FLOAT) {
            return a.f == b.f;
        }
    } else if (a.tag < LANG_OBJECT && b.tag < LANG_OBJECT) {
        if (a.tag < LANG_BOOL || b.tag < LANG_BOOL) /* None and the like */
            return 0;
        if (a.tag != LANG_FLOAT && b.tag != LANG_FLOAT)
            return a.i == b.i;
    }
    return truth_of_result(t, lang_compare(t, LANG_EQ, a, b));
}

int lang_less(struct lang_thread *t, lang_value a, lang_value b)
{
    if (a.tag == b.tag) {
        if (a.tag == LANG_INT)
            return a.i < b.i;
        if (a.tag == LANG_FLOAT)
            return a.f < b.f;
        if (a.tag == LANG_OBJECT && a.o->type == b.o->type) {
            if (a.o->type == &lang_type_str)
                return lang_str_compare(lang_as_str(a), lang_as_str(b)) < 0;
            if (a.o->type == &lang_type_tuple)
                return lang_sequence_less(t, a, b, 0);
        }
    }
    return truth_of_result(t, lang_compare(t, LANG_LT, a, b));
}

int lang_warn(struct lang_thread *t, enum lang_exc category, const char *text)
{
    lang_value warnings = lang_import(t, "warnings"), args[2], r = lang_error();
    args[0] = lang_obj_or_error(lang_str_from_c(t, text));
    args[1] = lang_obj(&lang_exc_types[category]);
    if (!lang_is_error(warnings) && !lang_is_error(args[0])) {
        lang_value warn = lang_getattr_c(t, warnings, "warn");
        r = lang_is_error(warn) ? warn : lang_call(t, warn, args, 2, NULL);
        if (!lang_is_error(warn))
            lang_unref(t, warn);
    }
    if (!lang_is_error(args[0]))
        lang_unref(t, args[0]);
    if (!lang_is_error(warnings))
        lang_unref(t, warnings);
    if (lang_is_error(r))
        return -1;
    lang_unref(t, r);
    return 0;
}

lang_value lang_warn_subclass(struct lang_thread *t, const char *method, const char *kind, lang_value result_steal)
{
    char text[300];
    snprintf(text, sizeof text,
             "%.100s returned non-%s (type %.50s).  The ability to return an instance of a strict subclass of %s is "
             "deprecated, and may be removed in a future version of Python.",
             method, kind, lang_type_name(result_steal), kind);
    if (lang_warn(t, LANG_EXC_DeprecationWarning, text) == 0)
        return result_steal;
    lang_unref(t, result_steal);
    return lang_error();
}

/* NotImplemented is true, but nobody means to ask. */
static int truth_of_notimplemented(struct lang_thread *t)
{
    return lang_warn(t, LANG_EXC_DeprecationWarning, "NotImplemented should not be used in a boolean context") < 0 ? -1
                                                                                                                   : 1;
}

int lang_truth(struct lang_thread *t, lang_value v)
{
    switch (v.tag) {
    case LANG_BOOL:
    case LANG_INT:
        return v.i != 0;
    case LANG_FLOAT:
        return v.f != 0;
    case LANG_NONE:
        return 0;
    case LANG_OBJECT:
        break;
    case LANG_NOTIMPL:
        return truth_of_notimplemented(t);
    default:
        return 1;
    }
    struct lang_type *type = v.o->type;
    if (type->truth)
        return type->truth(t, v);
    if (type->len) {
        int64_t n = type->len(t, v);
        return n < 0 ? -1 : n != 0;
    }
    return 1;
}

int lang_hash_unhashable(struct lang_thread *t, lang_value v, int64_t *out)
{
    (void)out;
    return lang_fail(t, LANG_EXC_TypeError, "unhashable type: '%N'", v);
}

int lang_hash(struct lang_thread *t, lang_value v, int64_t *out)
{
    switch (v.tag) {
    case LANG_BOOL:
        *out = v.i;
        return 0;
    case LANG_INT: {
        const int64_t modulus = (1ll << 61) - 1;
        int64_t h = v.i % modulus;
        *out = h == -1 ? -2 : h;
        return 0;
    }
    case LANG_FLOAT:
        if (isnan(v.f)) {
            *out = (int64_t)(v.bits % 1000003) + 1;
            return 0;
        }
        *out = lang_hash_double(v.f);
        return 0;
    case LANG_OBJECT:
        break;
    default:
        *out = (int64_t)(v.tag * 8963 + 17);
        return 0;
    }
    if (v.o->type == &lang_type_str) {
        *out = lang_str_hash(lang_as_str(v));
        return 0;
    }
    struct lang_type *type = v.o->type;
    if (!type->hash)
        return lang_hash_unhashable(t, v, out);
    return type->hash(t, v, out);
}

/* ------------------------------------------------------------------ containers */

int64_t lang_len(struct lang_thread *t, lang_value v)
{
    struct lang_type *type = lang_type_of(v);
    if (!type->len)
        return lang_fail(t, LANG_EXC_TypeError, "object of type '%N' has no len()", v);
    return type->len(t, v);
}

lang_value lang_getitem(struct lang_thread *t, lang_value v, lang_value key)
{
    struct lang_type *type = lang_type_of(v);
    if (type->getitem)
        return type->getitem(t, v, key);
    if (v.tag == LANG_OBJECT && type->flags & LANG_TYPE_TYPE) {
        if (v.o == &lang_type_type.head) /* type[int] */
            return lang_generic_alias_new(t, v, key);
        lang_value f = lang_getattr_opt(t, v, LANG_NAME(__class_getitem__));
        if (lang_is_error(f))
            return f;
        if (!lang_is_undef(f)) {
            lang_value r = lang_call(t, f, &key, 1, NULL);
            lang_unref(t, f);
            return r;
        }
        return lang_raise(t, LANG_EXC_TypeError, "type '%s' is not subscriptable", ((struct lang_type *)v.o)->name);
    }
    return lang_raise(t, LANG_EXC_TypeError, "'%N' object is not subscriptable", v);
}

/* As lang_as_index, where an integer out of reach is an IndexError. */
static int as_sequence_index(struct lang_thread *t, lang_value key, int64_t *out)
{
    if (lang_as_index(t, key, out) == 0)
        return 0;
    if (lang_error_is(t, LANG_EXC_OverflowError)) {
        lang_error_clear(t);
        lang_fail(t, LANG_EXC_IndexError, "cannot fit '%N' into an index-sized integer", key);
    }
    return -1;
}

int lang_setitem(struct lang_thread *t, lang_value v, lang_value key, lang_value value)
{
    struct lang_type *type = lang_type_of(v);
    if (type->setitem)
        return type->setitem(t, v, key, value);
    /* CPython's words differ where the type is a sequence, and any class is one to it: the index is looked at first */
    bool sequence = type->getitem || type->contains || type->len || type->flags & LANG_TYPE_HEAP;
    bool index = key.tag == LANG_INT || lang_type_of(key)->to_index;
    int64_t at;
    if (sequence && index && as_sequence_index(t, key, &at) < 0)
        return -1;
    return lang_fail(t, LANG_EXC_TypeError, "'%s' object does%s support item %s", type->name,
                     lang_is_undef(value) && sequence && index ? "n't" : " not",
                     lang_is_undef(value) ? "deletion" : "assignment");
}

int lang_contains(struct lang_thread *t, lang_value container, lang_value item)
{
    struct lang_type *type = lang_type_of(container);
    if (type->contains)
        return type->contains(t, container, item);
    lang_value it = lang_iter_or(t, container, "argument of type '%N' is not iterable");
    if (lang_is_error(it))
        return -1;
    int found = 0;
    while (found == 0) {
        lang_value x = lang_next(t, it);
        if (lang_is_undef(x))
            break;
        if (lang_is_error(x)) {
            found = -1;
            break;
        }
        found = lang_poll(t) < 0 ? -1 : lang_equal(t, x, item);
        lang_unref(t, x);
    }
    lang_unref(t, it);
    return found;
}

lang_value lang_sequence_iter(struct lang_thread *t, lang_value v); /* types/iterators.c: by __getitem__ */

lang_value lang_iter(struct lang_thread *t, lang_value v)
{
    struct lang_type *type = lang_type_of(v);
    if (!type->iter) {
        if (type->getitem && !(type->flags & LANG_TYPE_DICT))
            return lang_sequence_iter(t, v);
        return lang_raise(t, LANG_EXC_TypeError, "'%N' object is not iterable", v);
    }
    lang_value r = type->iter(t, v);
    if (!lang_is_error(r) && !lang_type_of(r)->next) {
        lang_raise(t, LANG_EXC_TypeError, "iter() returned non-iterator of type '%N'", r);
        lang_unref(t, r);
        return lang_error();
    }
    return r;
}

lang_value lang_iter_or(struct lang_thread *t, lang_value v, const char *text)
{
    lang_value it = lang_iter(t, v);
    if (!lang_is_error(it) || !lang_error_is(t, LANG_EXC_TypeError))
        return it;
    lang_error_clear(t);
    return lang_raise(t, LANG_EXC_TypeError, text, v);
}

lang_value lang_next(struct lang_thread *t, lang_value iterator)
{
    struct lang_type *type = lang_type_of(iterator);
    if ((char *)__builtin_frame_address(0) < t->c_limit) /* iterators over iterators, as deep as the stack */
        return lang_raise(t, LANG_EXC_RecursionError, "maximum recursion depth exceeded while calling a Python object");
    if (!type->next) /* a class that has lost its __next__ since iter() */
        return lang_raise(t, LANG_EXC_TypeError, "'%N' object is not iterable", iterator);
    return type->next(t, iterator);
}

/* The characters of a str or the integers of bytes. */
static int for_each_unit(struct lang_thread *t, lang_value v, int (*each)(struct lang_thread *, lang_value, void *),
                         void *arg)
{
    bool text = v.o->type == &lang_type_str;
    struct lang_str *s = lang_as_str(v);
    struct lang_bytes *b = (struct lang_bytes *)v.o;
    int64_t n = text ? s->length : b->length;
    int r = 0;
    lang_ref(v);
    for (int64_t i = 0; r == 0 && i < n; i++) {
        lang_value x = text ? lang_obj_or_error(lang_str_from_char(t, lang_str_at(s, i))) : lang_int(b->data[i]);
        r = lang_is_error(x) ? -1 : each(t, x, arg);
        lang_unref(t, x);
        if (r == 0 && (i & 255) == 255)
            r = lang_poll(t);
    }
    lang_unref(t, v);
    return r;
}

int lang_for_each(struct lang_thread *t, lang_value iterable, int (*each)(struct lang_thread *, lang_value, void *),
                  void *arg)
{
    if (lang_is_exactly(iterable, &lang_type_list) || lang_is_exactly(iterable, &lang_type_tuple)) {
        lang_ref(iterable);
        int r = 0;
        for (int64_t i = 0; r == 0; i++) { /* the list may change while we walk */
            bool list = iterable.o->type == &lang_type_list;
            int64_t n = list ? lang_as_list(iterable)->length : lang_as_tuple(iterable)->length;
            if (i >= n)
                break;
            lang_value x = lang_ref(list ? lang_as_list(iterable)->items[i] : lang_as_tuple(iterable)->items[i]);
            r = each(t, x, arg);
            lang_unref(t, x);
            if (r == 0 && (i & 0xffff) == 0xffff)
                r = lang_poll(t);
        }
        lang_unref(t, iterable);
        return r;
    }
    if (lang_is_exactly(iterable, &lang_type_str) || lang_is_exactly(iterable, &lang_type_bytes))
        return for_each_unit(t, iterable, each, arg);
    lang_value it = lang_iter(t, iterable);
    if (lang_is_error(it))
        return -1;
    int r = 0;
    uint32_t turns = 0;
    bool fixed = !(lang_type_of(it)->flags & LANG_TYPE_HEAP) && lang_type_of(it)->next;
    lang_value (*next)(struct lang_thread *, lang_value) = fixed ? lang_type_of(it)->next : lang_next;
    while (r == 0) {
        lang_value x = next(t, it);
        if (lang_is_undef(x))
            break;
        if (lang_is_error(x)) {
            r = -1;
            break;
        }
        r = each(t, x, arg);
        lang_unref(t, x);
        if (r == 0 && (++turns & 255) == 0)
            r = lang_poll(t);
    }
    lang_unref(t, it);
    return r;
}

/* ------------------------------------------------------------------ numbers and texts out of values */

int lang_as_index(struct lang_thread *t, lang_value v, int64_t *out)
{
    if (v.tag == LANG_INT || v.tag == LANG_BOOL) {
        *out = v.i;
        return 0;
    }
    struct lang_type *type = lang_type_of(v);
    if (!type->to_index)
        return lang_fail(t, LANG_EXC_TypeError, "'%N' object cannot be interpreted as an integer", v);
    lang_value r = type->to_index(t, v);
    if (lang_is_error(r))
        return -1;
    bool integer = lang_is_integer(r);
    if (integer && lang_int_fits(r, out)) { /* an instance of a subclass, too */
        lang_unref(t, r);
        return 0;
    }
    if (integer)
        lang_fail(t, LANG_EXC_OverflowError, "Python int too large to convert to C ssize_t");
    else
        lang_fail(t, LANG_EXC_TypeError, "__index__ returned non-int (type %N)", r);
    lang_unref(t, r);
    return -1;
}

/* A result of __float__ whose class derives from float: as it is, or an error where the warning is one. */
static lang_value warn_of_float(struct lang_thread *t, struct lang_type *type, lang_value r)
{
    char method[120];
    snprintf(method, sizeof method, "%.100s.__float__", type->name);
    return lang_warn_subclass(t, method, "float", r);
}

int lang_as_count(struct lang_thread *t, lang_value v, int64_t *out)
{
    if (lang_as_index(t, v, out) == 0)
        return 0;
    if (lang_error_is(t, LANG_EXC_OverflowError)) {
        lang_error_clear(t);
        lang_fail(t, LANG_EXC_OverflowError, "cannot fit '%N' into an index-sized integer", v);
    }
    return -1;
}

int lang_as_c_int(struct lang_thread *t, lang_value v, int64_t *out)
{
    int s = lang_as_index(t, v, out);
    if (s == 0 && *out >= INT32_MIN && *out <= INT32_MAX)
        return 0;
    if (s < 0 && !lang_error_is(t, LANG_EXC_OverflowError))
        return -1;
    if (s < 0)
        lang_error_clear(t);
    return lang_fail(t, LANG_EXC_OverflowError, "Python int too large to convert to C int");
}

int lang_as_int64(struct lang_thread *t, lang_value v, int64_t *out)
{
    if (v.tag == LANG_INT || v.tag == LANG_BOOL) {
        *out = v.i;
        return 0;
    }
    struct lang_type *type = lang_type_of(v);
    if (!type->to_index)
        return lang_fail(t, LANG_EXC_TypeError, "'%N' object cannot be interpreted as an integer", v);
    lang_value r = type->to_index(t, v);
    if (lang_is_error(r))
        return -1;
    bool fits = lang_int_fits(r, out);
    lang_unref(t, r);
    return fits ? 0 : lang_fail(t, LANG_EXC_OverflowError, "Python int too large to convert to C long");
}

int lang_as_double(struct lang_thread *t, lang_value v, double *out)
{
    if (v.tag == LANG_FLOAT) {
        *out = v.f;
        return 0;
    }
    if (v.tag == LANG_INT || v.tag == LANG_BOOL) {
        *out = (double)v.i;
        return 0;
    }
    struct lang_type *type = lang_type_of(v);
    if (type->flags & LANG_TYPE_FLOAT) { /* what a subclass says in __float__ counts for float() only */
        *out = lang_float_value(v);
        return 0;
    }
    if (!type->to_float) {
        int64_t i;
        if (!type->to_index)
            return lang_fail(t, LANG_EXC_TypeError, "must be real number, not %s", type->name);
        if (lang_as_int64(t, v, &i) < 0)
            return -1;
        *out = (double)i;
        return 0;
    }
    lang_value r = type->to_float(t, v);
    if (lang_is_error(r))
        return -1;
    if (!lang_is_float(r)) {
        lang_fail(t, LANG_EXC_TypeError, "%s.__float__ returned non-float (type %N)", type->name, r);
        lang_unref(t, r);
        return -1;
    }
    if (r.tag != LANG_FLOAT && lang_is_error(r = warn_of_float(t, type, r)))
        return -1;
    *out = lang_float_value(r);
    lang_unref(t, r);
    return 0;
}

const char *lang_as_utf8(struct lang_thread *t, lang_value v, const char *what, size_t *len)
{
    if (!lang_is_str(v))
        return lang_fail_null(t, LANG_EXC_TypeError, "%s must be str, not %A", what, v);
    return lang_str_utf8(t, lang_as_str(v), len);
}
