/* lib_builtins.c: the names of the module builtins: its classes and the functions on single values (numbers,
 * characters, text). Functions over iterables are in lib_builtins_iter.c, those on attributes and classes in
 * lib_builtins_attr.c, print and input in lib_builtins_io.c. compile, exec, eval and __build_class__ belong to the vm.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lib.h"
#include "types/str_impl.h"
#include "vm/code.h"
#include "vm/type.h"

/* ------------------------------------------------------------------ numbers */

static bool has_special(struct lang_thread *t, lang_value v, const char *name)
{
    struct lang_str *s = lang_intern_c(t, name);
    bool found = s && !lang_is_undef(lang_type_lookup(t, lang_type_of(v), s));
    lang_xdecref(t, s);
    lang_error_clear(t);
    return found;
}

static lang_value call_special(struct lang_thread *t, lang_value v, const char *name)
{
    struct lang_str *s = lang_intern_c(t, name);
    lang_value r = s ? lang_call_special(t, v, s, NULL, 0) : lang_error();
    lang_xdecref(t, s);
    return r;
}

static lang_value b_abs(struct lang_thread *t, const lang_value *a)
{
    if (a[0].tag == LANG_INT && a[0].i != INT64_MIN)
        return lang_int(a[0].i < 0 ? -a[0].i : a[0].i);
    return lang_unary(t, LANG_OP_ABS, a[0]);
}

static lang_value b_divmod(struct lang_thread *t, const lang_value *a)
{
    return lang_binary(t, LANG_OP_DIVMOD, a[0], a[1]);
}

static lang_value b_pow(struct lang_thread *t, const lang_value *a)
{
    return lang_power(t, a[0], a[1], lang_is_undef(a[2]) ? lang_none() : a[2]);
}

static lang_value b_round(struct lang_thread *t, const lang_value *a)
{
    bool digits = !lang_is_undef(a[1]) && !lang_is_none(a[1]);
    lang_value r;

    if (!digits && a[0].tag == LANG_INT)
        return a[0];
    if (!digits && a[0].tag == LANG_FLOAT)
        return lang_int_from_double(t, rint(a[0].f));
    r = lang_call_special(t, a[0], LANG_NAME(__round__), a + 1, digits);
    if (lang_is_undef(r))
        return lang_raise(t, LANG_EXC_TypeError, "type %N doesn't define __round__ method", a[0]);
    return r;
}

/* The integer that a value stands for, of any size; a new reference. */
static lang_value integer_of(struct lang_thread *t, lang_value v)
{
    if (lang_is_int(v))
        return v;
    if (v.tag == LANG_BOOL)
        return lang_int(v.i);
    if (v.tag != LANG_OBJECT || !v.o->type->to_index)
        return lang_raise(t, LANG_EXC_TypeError, "'%N' object cannot be interpreted as an integer", v);
    return v.o->type->to_index(t, v);
}

static lang_value in_base(struct lang_thread *t, lang_value v, int base)
{
    lang_value integer = integer_of(t, v);
    struct lang_str *s;

    if (lang_is_error(integer))
        return integer;
    s = lang_int_to_literal(t, integer, base);
    lang_unref(t, integer);
    return lang_obj_or_error(s);
}

static lang_value b_bin(struct lang_thread *t, const lang_value *a)
{
    return in_base(t, a[0], 2);
}

static lang_value b_oct(struct lang_thread *t, const lang_value *a)
{
    return in_base(t, a[0], 8);
}

static lang_value b_hex(struct lang_thread *t, const lang_value *a)
{
    return in_base(t, a[0], 16);
}

/* ------------------------------------------------------------------ characters and text */

static lang_value b_chr(struct lang_thread *t, const lang_value *a)
{
    int64_t c;

    if (lang_as_index(t, a[0], &c) < 0) {
        if (lang_error_is(t, LANG_EXC_OverflowError)) {
            lang_error_clear(t);
            lang_fail(t, LANG_EXC_OverflowError, "Python int too large to convert to C int");
        }
        return lang_error();
    }
    if (c != (int)c)
        return lang_raise(t, LANG_EXC_OverflowError, "Python int too large to convert to C int");
    if (c < 0 || c > 0x10ffff)
        return lang_raise(t, LANG_EXC_ValueError, "chr() arg not in range(0x110000)");
    return lang_obj_or_error(lang_str_from_char(t, (uint32_t)c));
}

static lang_value b_ord(struct lang_thread *t, const lang_value *a)
{
    int64_t n;

    if (lang_is_str(a[0])) {
        n = lang_as_str(a[0])->length;
        if (n == 1)
            return lang_int(lang_str_at(lang_as_str(a[0]), 0));
    } else if (lang_is_obj(a[0]) && (a[0].o->type->flags & LANG_TYPE_BYTES)) {
        n = ((struct lang_bytes *)a[0].o)->length;
        if (n == 1)
            return lang_int(((struct lang_bytes *)a[0].o)->data[0]);
    } else if (lang_is_bytearray(a[0])) {
        n = ((struct lang_bytearray *)a[0].o)->length;
        if (n == 1)
            return lang_int(((struct lang_bytearray *)a[0].o)->data[0]);
    } else {
        return lang_raise(t, LANG_EXC_TypeError, "ord() expected string of length 1, but %N found", a[0]);
    }
    return lang_raise(t, LANG_EXC_TypeError, "ord() expected a character, but string of length %lld found",
                      (long long)n);
}

static lang_value b_repr(struct lang_thread *t, const lang_value *a)
{
    return lang_obj_or_error(lang_repr(t, a[0]));
}

static lang_value b_ascii(struct lang_thread *t, const lang_value *a)
{
    return lang_obj_or_error(lang_ascii(t, a[0]));
}

static lang_value b_format(struct lang_thread *t, const lang_value *a)
{
    struct lang_str *spec;
    lang_value r;

    if (!lang_is_undef(a[1]) && !lang_is_str(a[1]))
        return lang_raise(t, LANG_EXC_TypeError, "format() argument 2 must be str, not %A", a[1]);
    spec = lang_is_undef(a[1]) ? lang_str_empty(t) : lang_incref(a[1].o);
    if (!spec)
        return lang_error();
    r = lang_obj_or_error(lang_format(t, a[0], spec));
    lang_decref(t, spec);
    return r;
}

/* ------------------------------------------------------------------ identity, hash, length */

static lang_value b_id(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    if (lang_is_obj(a[0]))
        return lang_int((int64_t)(uintptr_t)a[0].o);
    /* immediates live nowhere: a number that equal ones share and that looks like an address */
    return lang_int(
        (int64_t)((a[0].bits * 32 + (uint64_t)a[0].tag * 0x100000001000u + 0x560000000000u) & 0x7fffffffffffu));
}

static lang_value b_hash(struct lang_thread *t, const lang_value *a)
{
    int64_t hash;

    return lang_hash(t, a[0], &hash) < 0 ? lang_error() : lang_int(hash);
}

static lang_value b_len(struct lang_thread *t, const lang_value *a)
{
    int64_t n = lang_len(t, a[0]);

    return n < 0 ? lang_error() : lang_int(n);
}

static lang_value b_callable(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    return lang_bool(lang_callable(a[0]));
}

static lang_value b_aiter(struct lang_thread *t, const lang_value *a)
{
    lang_value it = lang_is_obj(a[0]) ? call_special(t, a[0], "__aiter__") : lang_undef();
    if (lang_is_undef(it))
        return lang_raise(t, LANG_EXC_TypeError, "'%N' object is not an async iterable", a[0]);
    if (lang_is_error(it))
        return it;
    if (!has_special(t, it, "__anext__")) {
        lang_raise(t, LANG_EXC_TypeError, "aiter() returned not an async iterator of type '%N'", it);
        lang_unref(t, it);
        return lang_error();
    }
    return it;
}

static lang_value b_anext(struct lang_thread *t, const lang_value *a)
{
    if (!has_special(t, a[0], "__anext__"))
        return lang_raise(t, LANG_EXC_TypeError, "'%N' object is not an async iterator", a[0]);
    if (!lang_is_undef(a[1]))
        return lang_anext_default(t, a[0], a[1]);
    return call_special(t, a[0], "__anext__");
}

static lang_value b_breakpoint(struct lang_thread *t, const lang_value *a)
{
    lang_value hook = lang_ref(lang_sys_lookup(t, "breakpointhook"));
    if (lang_is_undef(hook)) {
        lang_value sys = lang_import(t, "sys");
        if (lang_is_error(sys))
            return sys;
        hook = lang_ref(lang_sys_lookup(t, "breakpointhook"));
        lang_unref(t, sys);
        if (lang_is_undef(hook))
            return lang_raise(t, LANG_EXC_RuntimeError, "lost sys.breakpointhook");
    }
    struct lang_tuple *args = lang_as_tuple(a[0]);
    lang_value r = lang_call_with_dict(t, hook, args->items, (size_t)args->length, lang_as_dict(a[1]));
    lang_unref(t, hook);
    return r;
}

const struct lang_method lang_builtins_values[] = {
    {"aiter", "(async_iterable, /)", b_aiter, "What the object's __aiter__ gives.", 0},
    {"anext", "(aiterator, default=<unrepresentable>, /)", b_anext, "What the iterator's __anext__ gives.",
     LANG_M_NOSIG},
    {"breakpoint", "(*args, **kws)", b_breakpoint, "Call sys.breakpointhook(*args, **kws).", LANG_M_NOSIG},
    {"abs", "(x, /)", b_abs, "Return the absolute value of the argument.", 0},
    {"ascii", "(obj, /)", b_ascii,
     "Return an ASCII-only representation of an object.\n\n"
     "As repr(), return a string containing a printable representation of an\n"
     "object, but escape the non-ASCII characters in the string returned by\n"
     "repr() using \\\\x, \\\\u or \\\\U escapes. This generates a string similar\n"
     "to that returned by repr() in Python 2.",
     0},
    {"bin", "(number, /)", b_bin,
     "Return the binary representation of an integer.\n\n   >>> bin(2796202)\n   '0b1010101010101010101010'", 0},
    {"callable", "(obj, /)", b_callable,
     "Return whether the object is callable (i.e., some kind of function).\n\n"
     "Note that classes are callable, as are instances of classes with a\n__call__() method.",
     0},
    {"chr", "(i, /)", b_chr, "Return a Unicode string of one character with ordinal i; 0 <= i <= 0x10ffff.", 0},
    {"divmod", "(x, y, /)", b_divmod, "Return the tuple (x//y, x%y).  Invariant: div*y + mod == x.", 0},
    {"format", "(value, format_spec='', /)", b_format,
     "Return value.__format__(format_spec)\n\nformat_spec defaults to the empty string.\n"
     "See the Format Specification Mini-Language section of help('FORMATTING') for\ndetails.",
     0},
    {"hash", "(obj, /)", b_hash,
     "Return the hash value for the given object.\n\n"
     "Two objects that compare equal must also have the same hash value, but the\nreverse is not necessarily true.",
     0},
    {"hex", "(number, /)", b_hex,
     "Return the hexadecimal representation of an integer.\n\n   >>> hex(12648430)\n   '0xc0ffee'", 0},
    {"id", "(obj, /)", b_id,
     "Return the identity of an object.\n\nThis is guaranteed to be unique among simultaneously existing objects.\n"
     "(CPython uses the object's memory address.)",
     0},
    {"len", "(obj, /)", b_len, "Return the number of items in a container.", 0},
    {"oct", "(number, /)", b_oct,
     "Return the octal representation of an integer.\n\n   >>> oct(342391)\n   '0o1234567'", 0},
    {"ord", "(c, /)", b_ord, "Return the Unicode code point for a one-character string.", 0},
    {"pow", "(base, exp, mod=None)", b_pow,
     "Equivalent to base**exp with 2 arguments or base**exp % mod with 3 arguments.\n\n"
     "Some types, such as ints, are able to use a more efficient algorithm when\n"
     "invoked using the three argument form.",
     0},
    {"repr", "(obj, /)", b_repr,
     "Return the canonical string representation of the object.\n\n"
     "For many object types, including most builtins, eval() will return\nthe object.",
     0},
    {"round", "(number, ndigits=None)", b_round,
     "Round a number to a given precision in decimal digits.\n\n"
     "The return value is an integer if ndigits is omitted or None.  Otherwise\n"
     "the return value has the same type as the number.  ndigits may be negative.",
     0},
    {0},
};

/* ------------------------------------------------------------------ the module's dict */

static int put_rows(struct lang_thread *t, struct lang_dict *d, const struct lang_method *row)
{
    for (; row->name; row++) {
        struct lang_native *fn = lang_native_new(t, row, NULL, "builtins");
        int status;

        if (!fn)
            return -1;
        status = lang_dict_set_c(t, d, row->name, lang_obj(fn));
        lang_decref(t, fn);
        if (status < 0)
            return -1;
    }
    return 0;
}

int lang_builtins_fill(struct lang_thread *t, struct lang_dict *builtins)
{
    static struct lang_type *const classes[] = {
        &lang_type_object,   &lang_type_type,      &lang_type_bool,     &lang_type_int,          &lang_type_float,
        &lang_type_complex,  &lang_type_str,       &lang_type_bytes,    &lang_type_bytearray,    &lang_type_memoryview,
        &lang_type_list,     &lang_type_tuple,     &lang_type_dict,     &lang_type_set,          &lang_type_frozenset,
        &lang_type_range,    &lang_type_slice,     &lang_type_property, &lang_type_staticmethod, &lang_type_classmethod,
        &lang_type_super,    &lang_type_enumerate, &lang_type_zip,      &lang_type_map,          &lang_type_filter,
        &lang_type_reversed,
    };
    static const struct lang_method *const rows[] = {lang_builtins_values, lang_builtins_iteration,
                                                     lang_builtins_attributes, lang_builtins_io, lang_builtins_open};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (put_rows(t, builtins, rows[i]) < 0)
            return -1;
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
        if (lang_dict_set_c(t, builtins, classes[i]->name, lang_obj(classes[i])) < 0)
            return -1;
    if (lang_dict_set_c(t, builtins, "NotImplemented", lang_notimpl()) < 0 ||
        lang_dict_set_c(t, builtins, "Ellipsis", (lang_value){LANG_ELLIPSIS, {0}}) < 0 ||
        lang_dict_set_c(t, builtins, "None", lang_none()) < 0 ||
        lang_dict_set_c(t, builtins, "True", lang_bool(true)) < 0 ||
        lang_dict_set_c(t, builtins, "False", lang_bool(false)) < 0 ||
        lang_dict_set_c(t, builtins, "__debug__", lang_bool(true)) < 0)
        return -1;
    return 0;
}
