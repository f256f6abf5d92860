/* lib_cmath.c: the module _cmath: what cmath (prelude) has that must be a function in C, so that classes in which it
 * stands do not bind it. */
#include <math.h>

#include "lib.h"

/* Both parts of a number: of a complex one, or of what complex() makes of it. 0 or -1. */
static int parts(struct lang_thread *t, lang_value v, double out[2])
{
    if (lang_is_str(v) || lang_is_a(v, &lang_type_bytes) || lang_is_a(v, &lang_type_bytearray))
        return lang_fail(t, LANG_EXC_TypeError, "must be real number, not %N", v);
    lang_value made = lang_call(t, lang_obj(&lang_type_complex), &v, 1, NULL);
    if (lang_is_error(made)) {
        struct lang_type *type = lang_type_of(v);
        if (!lang_error_is(t, LANG_EXC_TypeError) || type->to_float || type->to_index)
            return -1;
        lang_error_clear(t);
        return lang_fail(t, LANG_EXC_TypeError, "must be real number, not %N", v);
    }
    const struct lang_complex *c = (const struct lang_complex *)made.o;
    out[0] = c->real;
    out[1] = c->imag;
    lang_unref(t, made);
    return 0;
}

static lang_value c_isclose(struct lang_thread *t, const lang_value *a)
{
    double x[2], y[2], relative = 1e-9, absolute = 0;

    if (parts(t, a[0], x) < 0 || parts(t, a[1], y) < 0 ||
        (!lang_is_undef(a[2]) && lang_as_double(t, a[2], &relative) < 0) ||
        (!lang_is_undef(a[3]) && lang_as_double(t, a[3], &absolute) < 0))
        return lang_error();
    if (relative < 0 || absolute < 0)
        return lang_raise(t, LANG_EXC_ValueError, "tolerances must be non-negative");
    if (x[0] == y[0] && x[1] == y[1])
        return lang_bool(true);
    if (isinf(x[0]) || isinf(x[1]) || isinf(y[0]) || isinf(y[1]))
        return lang_bool(false);
    double distance = hypot(x[0] - y[0], x[1] - y[1]);
    return lang_bool(distance <= relative * hypot(y[0], y[1]) || distance <= relative * hypot(x[0], x[1]) ||
                     distance <= absolute);
}

static const struct lang_method functions[] = {
    {"isclose", "(a, b, *, rel_tol=1e-09, abs_tol=0.0)", c_isclose,
     "Whether two complex numbers are near each other.\n\n  rel_tol\n    how far apart they may be, as a share of the "
     "larger one\n  abs_tol\n    how far apart they may be at all\n\nnan is near nothing, infinities only themselves.",
     0},
    {0},
};

const struct lang_module_def lang_module__cmath = {"_cmath", "What cmath has in C.", functions, NULL};
