/* lib_random.c: the module random: the Mersenne Twister, its seeding and integers. Sampling and distributions are in
 * lib_random_draw.c. The same seed gives the same numbers as CPython, to the bit. */
#include <math.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "crypto.h"
#include "lib.h"
#include "lib_random.h"
#include "types/bigint.h"

/* ------------------------------------------------------------------ seeds */

/* Seeds by a big-endian number of any length. */
static int seed_bytes(struct lang_thread *t, struct random *r, const uint8_t *bytes, size_t n)
{
    size_t words = (n + 3) / 4;
    uint32_t *key = lang_alloc(t, (words + 1) * sizeof *key);

    if (!key)
        return -1;
    memset(key, 0, (words + 1) * sizeof *key);
    for (size_t i = 0; i < n; i++)
        key[i / 4] |= (uint32_t)bytes[n - 1 - i] << (8 * (i % 4));
    while (words > 1 && key[words - 1] == 0)
        words--;
    lang_random_seed_words(r, key, words ? words : 1);
    lang_free(t, key, ((n + 3) / 4 + 1) * sizeof *key);
    return 0;
}

static int seed_u64(struct random *r, uint64_t n)
{
    const uint32_t key[2] = {(uint32_t)n, (uint32_t)(n >> 32)};

    lang_random_seed_words(r, key, key[1] ? 2 : 1);
    return 0;
}

/* Text: its bytes followed by their SHA-512. */
static int seed_text(struct lang_thread *t, struct random *r, const void *text, size_t n)
{
    uint8_t *bytes = lang_alloc(t, n + 64);
    unsigned int size = 64;
    int status = -1;

    if (!bytes)
        return -1;
    memcpy(bytes, text, n);
    const struct crypto *library = crypto();
    if (library && library->EVP_Digest(text, n, bytes + n, &size, library->EVP_sha512(), NULL) == 1)
        status = seed_bytes(t, r, bytes, n + 64);
    else
        lang_fail(t, LANG_EXC_RuntimeError, "SHA-512 is not available");
    lang_free(t, bytes, n + 64);
    return status;
}

static int seed_big(struct lang_thread *t, struct random *r, lang_value v)
{
    struct lang_str *hex = lang_int_to_str(t, v, 16);
    const char *digits;
    uint8_t *bytes;
    size_t n;
    int status;

    digits = hex ? lang_str_utf8(t, hex, &n) : NULL;
    if (!digits) {
        lang_xdecref(t, hex);
        return -1;
    }
    if (*digits == '-') {
        digits++;
        n--;
    }
    bytes = lang_alloc(t, n / 2 + 1);
    if (!bytes) {
        lang_decref(t, hex);
        return -1;
    }
    memset(bytes, 0, n / 2 + 1);
    for (size_t i = 0; i < n; i++) {
        char c = digits[n - 1 - i];
        uint8_t digit = (uint8_t)(c <= '9' ? c - '0' : (c | 32) - 'a' + 10);

        bytes[n / 2 - i / 2] |= (uint8_t)(digit << (i % 2 * 4));
    }
    status = seed_bytes(t, r, bytes, n / 2 + 1);
    lang_free(t, bytes, n / 2 + 1);
    lang_decref(t, hex);
    return status;
}

static int seed_system(struct random *r)
{
    uint32_t key[MT_SIZE];
    struct timespec now;

    if (getrandom(key, sizeof key, GRND_NONBLOCK) != (ssize_t)sizeof key) {
        clock_gettime(CLOCK_REALTIME, &now);
        return seed_u64(r, (uint64_t)now.tv_nsec ^ (uint64_t)now.tv_sec << 30 ^ (uint64_t)(uintptr_t)r);
    }
    lang_random_seed_words(r, key, MT_SIZE);
    return 0;
}

static int seed(struct lang_thread *t, struct random *r, lang_value v)
{
    const char *text;
    size_t n;
    int64_t hash;

    r->has_gauss = false;
    if (lang_is_undef(v) || lang_is_none(v))
        return seed_system(r);
    if (lang_is_int(v) || v.tag == LANG_BOOL)
        return seed_u64(r, v.i < 0 ? -(uint64_t)v.i : (uint64_t)v.i);
    if (lang_is_integer(v))
        return seed_big(t, r, v);
    if (lang_is_str(v)) {
        text = lang_str_utf8(t, lang_as_str(v), &n);
        return text ? seed_text(t, r, text, n) : -1;
    }
    const uint8_t *bytes;
    int64_t length;
    if (lang_bytes_view(v, &bytes, &length))
        return seed_text(t, r, bytes, (size_t)length);
    if (v.tag != LANG_FLOAT && !lang_is_a(v, &lang_type_float))
        return lang_fail(t, LANG_EXC_TypeError,
                         "The only supported seed types are: None,\nint, float, str, bytes, and bytearray.");
    return lang_hash(t, v, &hash) < 0 ? -1 : seed_u64(r, (uint64_t)hash);
}

/* The seed that Python made of a text before version 2. */
static int seed_text_1(struct lang_thread *t, struct random *r, lang_value v)
{
    const uint8_t *bytes = NULL;
    int64_t length = 0;
    uint64_t x = 0;

    if (lang_is_str(v))
        length = lang_as_str(v)->length;
    else if (!lang_bytes_view(v, &bytes, &length))
        return seed(t, r, v);
    for (int64_t i = 0; i < length; i++) {
        uint64_t c = bytes ? bytes[i] : lang_str_at(lang_as_str(v), i);
        x = (1000003 * (i ? x : c << 7)) ^ c;
    }
    x ^= (uint64_t)length;
    r->has_gauss = false;
    return seed_u64(r, x == UINT64_MAX ? 2 : x);
}

static lang_value m_seed(struct lang_thread *t, const lang_value *a)
{
    int64_t version = 2, hash;
    bool is_text = lang_is_str(a[1]) || lang_is_bytes(a[1]);

    if (!lang_is_undef(a[2]) && lang_is_integer(a[2]) && lang_as_index(t, a[2], &version) < 0)
        return lang_error();
    if (version == 1)
        return seed_text_1(t, random_of(a[0]), a[1]) < 0 ? lang_error() : lang_none();
    if (version != 2 && is_text) {
        random_of(a[0])->has_gauss = false;
        return lang_hash(t, a[1], &hash) < 0 ||
                       seed_u64(random_of(a[0]), hash < 0 ? -(uint64_t)hash : (uint64_t)hash) < 0
                   ? lang_error()
                   : lang_none();
    }
    return seed(t, random_of(a[0]), a[1]) < 0 ? lang_error() : lang_none();
}

/* ------------------------------------------------------------------ state */

static lang_value m_getstate(struct lang_thread *t, const lang_value *a)
{
    struct random *r = random_of(a[0]);
    struct lang_tuple *state = lang_tuple_new(t, 3), *words;

    if (!state)
        return lang_error();
    words = lang_tuple_new(t, MT_SIZE + 1);
    if (!words) {
        lang_decref(t, state);
        return lang_error();
    }
    for (int i = 0; i < MT_SIZE; i++)
        words->items[i] = lang_int(r->state[i]);
    words->items[MT_SIZE] = lang_int(r->index);
    state->items[0] = lang_int(3);
    state->items[1] = lang_obj(words);
    state->items[2] = r->has_gauss ? lang_float(r->gauss) : lang_none();
    return lang_obj(state);
}

static lang_value m_reduce(struct lang_thread *t, const lang_value *a)
{
    lang_value parts[3] = {lang_obj(lang_type_of(a[0])), lang_obj_or_error(lang_tuple_new(t, 0))};
    if (lang_is_error(parts[1]))
        return lang_error();
    parts[2] = lang_call_method_c(t, a[0], "getstate", NULL, 0);
    struct lang_tuple *all = lang_is_error(parts[2]) ? NULL : lang_tuple_from(t, parts, 3);
    lang_unref(t, parts[1]);
    if (!lang_is_error(parts[2]))
        lang_unref(t, parts[2]);
    return lang_obj_or_error(all);
}

static lang_value m_setstate(struct lang_thread *t, const lang_value *a)
{
    struct random *r = random_of(a[0]);
    struct lang_tuple *state = lang_is_tuple(a[1]) ? lang_as_tuple(a[1]) : NULL, *words;
    uint32_t fresh[MT_SIZE];
    int64_t word;

    if (!state || state->length != 3 || !lang_is_int(state->items[0]))
        return lang_raise(t, LANG_EXC_TypeError, "state vector must be a tuple");
    if (state->items[0].i != 3 && state->items[0].i != 2)
        return lang_raise(t, LANG_EXC_ValueError, "state with version %lld passed to Random.setstate() of version 3",
                          (long long)state->items[0].i);
    if (lang_is_none(state->items[1]) && state->items[0].i == 2)
        return lang_raise(t, LANG_EXC_TypeError, "'NoneType' object is not iterable");
    if (!lang_is_tuple(state->items[1]))
        return lang_raise(t, LANG_EXC_TypeError, "state vector must be a tuple");
    words = lang_as_tuple(state->items[1]);
    if (words->length != MT_SIZE + 1)
        return lang_raise(t, LANG_EXC_ValueError, "state vector is the wrong size");
    for (int i = 0; i < MT_SIZE; i++) {
        if (lang_as_int64(t, words->items[i], &word) < 0)
            return lang_error();
        fresh[i] = (uint32_t)word; /* of version 2, made where words were signed, modulo 2**32 */
    }
    if (lang_as_int64(t, words->items[MT_SIZE], &word) < 0)
        return lang_error();
    if (word < 0 || word > MT_SIZE)
        return lang_raise(t, LANG_EXC_ValueError, "invalid state");
    memcpy(r->state, fresh, sizeof fresh);
    r->index = (int)word;
    r->has_gauss = state->items[2].tag == LANG_FLOAT;
    r->gauss = r->has_gauss ? state->items[2].f : 0;
    return lang_none();
}

/* ------------------------------------------------------------------ integers */

static lang_value m_random(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    return lang_float(lang_random_double(random_of(a[0])));
}

/* k random bits, k > 63: words, least significant first. */
static lang_value many_bits(struct lang_thread *t, struct random *r, int64_t k)
{
    size_t words = (size_t)((k - 1) / 32 + 1), size = words * sizeof(uint32_t);
    uint32_t *drawn = lang_alloc(t, size);
    lang_value v = lang_error();

    if (!drawn)
        return v;
    for (size_t i = 0; i < words; i++, k -= 32) {
        drawn[i] = lang_random_word(r) >> (k < 32 ? 32 - k : 0);
        if ((i & 0xfffff) == 0xfffff && lang_poll(t) < 0)
            goto done;
    }
    v = lang_bigint_from_bytes(t, (const uint8_t *)drawn, size, false, false);
done:
    lang_free(t, drawn, size);
    return v;
}

static lang_value m_getrandbits(struct lang_thread *t, const lang_value *a)
{
    int64_t k;

    if (lang_as_index(t, a[1], &k) < 0)
        return lang_error();
    if (k < 0)
        return lang_raise(t, LANG_EXC_ValueError, "number of bits must be non-negative");
    if (k > INT32_MAX)
        return lang_raise(t, LANG_EXC_OverflowError, "Python int too large to convert to C int");
    if (k <= 63)
        return lang_int((int64_t)lang_random_bits(random_of(a[0]), (int)k));
    return many_bits(t, random_of(a[0]), k);
}

static lang_value m_randbytes(struct lang_thread *t, const lang_value *a)
{
    struct random *r = random_of(a[0]);
    struct lang_bytes *b;
    int64_t n;

    if (lang_as_index(t, a[1], &n) < 0)
        return lang_error();
    if (n < 0)
        return lang_raise(t, LANG_EXC_ValueError, "number of bits must be non-negative");
    b = lang_bytes_new(t, NULL, (size_t)n);
    if (!b)
        return lang_error();
    for (int64_t i = 0; i < n; i += 4) {
        uint32_t word = lang_random_word(r);

        if ((i & 0xfffff) == 0 && lang_poll(t) < 0) {
            lang_decref(t, b);
            return lang_error();
        }

        if (n - i < 4)
            word >>= 32 - 8 * (n - i);
        for (int64_t j = i; j < n && j < i + 4; j++, word >>= 8)
            b->data[j] = (uint8_t)word;
    }
    return lang_obj(b);
}

/* [0, n) for an n beyond 64 bits. */
static lang_value big_below(struct lang_thread *t, struct random *r, lang_value n)
{
    int64_t k = lang_int_bit_length(n);
    lang_value v;
    int less;

    for (;;) {
        v = many_bits(t, r, k);
        less = lang_is_error(v) || lang_poll(t) < 0 ? -1 : lang_less(t, v, n);
        if (less > 0)
            return v;
        if (!lang_is_error(v))
            lang_unref(t, v);
        if (less < 0)
            return lang_error();
    }
}

/* Both taken. */
static lang_value calculate(struct lang_thread *t, enum lang_binary_op op, lang_value a, lang_value b)
{
    lang_value r = lang_is_error(a) || lang_is_error(b) ? lang_error() : lang_binary(t, op, a, b);

    if (!lang_is_error(a))
        lang_unref(t, a);
    if (!lang_is_error(b))
        lang_unref(t, b);
    return r;
}

static int integer_argument(struct lang_thread *t, lang_value v, const char *what, lang_value *out)
{
    double x;

    if (lang_is_integer(v)) {
        *out = lang_int_exact(t, v);
    } else if (lang_is_obj(v) && v.o->type->to_index) {
        lang_value index = v.o->type->to_index(t, v); /* a class of integers may have operators of its own */

        *out = lang_is_error(index) ? index : lang_int_exact(t, index);
        lang_unref(t, index);
    } else if (lang_as_double(t, v, &x) < 0) {
        return -1;
    } else if (isfinite(x) && x != floor(x)) {
        if (lang_warn(t, LANG_EXC_DeprecationWarning, "randrange() will raise TypeError in the future") < 0)
            return -1;
        return lang_fail(t, LANG_EXC_ValueError, "non-integer %s for randrange()", what);
    } else if (lang_warn(t, LANG_EXC_DeprecationWarning,
                         "non-integer arguments to randrange() have been deprecated since Python 3.10 and will be "
                         "removed in a subsequent version") < 0) {
        return -1;
    } else {
        *out = lang_int_from_double(t, x);
    }
    return lang_is_error(*out) ? -1 : 0;
}

/* start + step * below(n) with integers of any size; all taken. */
static lang_value random_in_range(struct lang_thread *t, struct random *r, lang_value start, lang_value step,
                                  lang_value n)
{
    lang_value drawn = lang_is_int(n) ? lang_int(lang_random_below(r, n.i)) : big_below(t, r, n);

    lang_unref(t, n);
    return calculate(t, LANG_OP_ADD, start, calculate(t, LANG_OP_MUL, step, drawn));
}

static lang_value range(struct lang_thread *t, struct random *r, lang_value start, lang_value stop, lang_value step)
{
    lang_value width = lang_binary(t, LANG_OP_SUB, stop, start), n;
    int positive, up, status;
    bool one = lang_is_int(step) && step.i == 1;

    if (lang_is_error(width))
        return width;
    if (lang_is_int(step) && step.i == 0) {
        lang_unref(t, width);
        return lang_raise(t, LANG_EXC_ValueError, "zero step for randrange()");
    }
    up = lang_less(t, lang_int(0), step);
    n = one ? lang_ref(width)
            : calculate(t, LANG_OP_FLOORDIV,
                        calculate(t, LANG_OP_ADD, calculate(t, LANG_OP_ADD, lang_ref(width), lang_ref(step)),
                                  lang_int(up > 0 ? -1 : 1)),
                        lang_ref(step));
    positive = lang_is_error(n) ? -1 : lang_less(t, lang_int(0), n);
    if (positive <= 0) {
        if (!lang_is_error(n))
            lang_unref(t, n);
        status = positive < 0 ? -1
                 : one
                     ? lang_fail(t, LANG_EXC_ValueError, "empty range for randrange() (%S, %S, %S)", start, stop, width)
                     : lang_fail(t, LANG_EXC_ValueError, "empty range for randrange()");
        lang_unref(t, width);
        return status ? lang_error() : lang_none();
    }
    lang_unref(t, width);
    return random_in_range(t, r, lang_ref(start), lang_ref(step), n);
}

static lang_value m_randrange(struct lang_thread *t, const lang_value *a)
{
    lang_value start, stop, step = lang_int(1), r = lang_error();

    if (integer_argument(t, a[1], "arg 1", &start) < 0)
        return lang_error();
    if (lang_is_undef(a[2]) || lang_is_none(a[2])) {
        int positive = lang_less(t, lang_int(0), start);

        if (!lang_is_undef(a[3]))
            r = lang_raise(t, LANG_EXC_TypeError, "Missing a non-None stop argument");
        else if (positive == 0)
            r = lang_raise(t, LANG_EXC_ValueError, "empty range for randrange()");
        else if (positive > 0)
            return random_in_range(t, random_of(a[0]), lang_int(0), lang_int(1), start);
        lang_unref(t, start);
        return r;
    }
    if (integer_argument(t, a[2], "stop", &stop) == 0) {
        if (lang_is_undef(a[3]) || integer_argument(t, a[3], "step", &step) == 0) {
            r = range(t, random_of(a[0]), start, stop, step);
            lang_unref(t, step);
        }
        lang_unref(t, stop);
    }
    lang_unref(t, start);
    return r;
}

static lang_value m_randint(struct lang_thread *t, const lang_value *a)
{
    lang_value args[4] = {a[0], a[1], lang_binary(t, LANG_OP_ADD, a[2], lang_int(1)), lang_undef()}, r;

    if (lang_is_error(args[2]))
        return lang_error();
    r = m_randrange(t, args);
    lang_unref(t, args[2]);
    return r;
}

/* ------------------------------------------------------------------ class and module */

static const struct lang_method generator_methods[] = {
    {"random", "()", m_random, "random() -> x in the interval [0, 1).", 0},
    {"seed", "(a=None, version=2)", m_seed,
     "Initialize internal state from a seed.\n\n"
     "The only supported seed types are None, int, float,\nstr, bytes, and bytearray.\n\n"
     "None or no argument seeds from current time or from an operating\n"
     "system specific randomness source if available.\n\nIf *a* is an int, all bits are used.",
     0},
    {"getstate", "()", m_getstate, "Return internal state; can be passed to setstate() later.", 0},
    {"__getstate__", "()", m_getstate, "Helper for pickle.", 0},
    {"__setstate__", "(state)", m_setstate, NULL, 0},
    {"__reduce__", "()", m_reduce, "Helper for pickle.", 0},
    {"setstate", "(state)", m_setstate, "Restore internal state from object returned by getstate().", 0},
    {"getrandbits", "(k, /)", m_getrandbits, "getrandbits(k) -> x.  Generates an int with k random bits.", 0},
    {"randbytes", "(n)", m_randbytes, "Generate n random bytes.", 0},
    {"randrange", "(start, stop=None, step=1)", m_randrange,
     "Choose a random item from range(stop) or range(start, stop[, step]).\n\n"
     "Roughly equivalent to ``choice(range(start, stop, step))`` but\n"
     "supports arbitrarily large ranges and is optimized for common cases.",
     0},
    {"randint", "(a, b)", m_randint, "Return random integer in range [a, b], including both end points.", 0},
    {0},
};

static lang_value random_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                              struct lang_tuple *kwnames)
{
    struct random *r = lang_object_new(t, cls);

    (void)args;
    (void)nargs;
    (void)kwnames;
    if (r)
        r->index = MT_SIZE;
    return lang_obj_or_error(r);
}

static int random_init(struct lang_thread *t, lang_value self, const lang_value *args, size_t nargs,
                       struct lang_tuple *kwnames)
{
    lang_value bound[1];
    struct lang_params *params = lang_params_get(t, "Random", "(x=None)");

    if (!params || lang_params_bind(t, params, args, nargs, kwnames, bound) < 0)
        return -1;
    return seed(t, random_of(self), bound[0]);
}

static struct lang_type random_type = {
    .name = "Random",
    .module = "random",
    .doc = "Random number generator base class used by bound module functions.\n\n"
           "Used to instantiate instances of Random to get generators that don't\nshare state.",
    .size = sizeof(struct random),
    .flags = LANG_TYPE_BASE,
    .attr_offset = offsetof(struct random, attrs),
    .methods = generator_methods,
    .make = random_make,
    .init = random_init,
};

/* The methods of rows as methods of the class. */
static int add_methods(struct lang_thread *t, const struct lang_method *row)
{
    for (; row->name; row++) {
        struct lang_native *fn = lang_native_new(t, row, &random_type, NULL);
        struct lang_str *name = fn ? lang_intern_c(t, row->name) : NULL;
        int status = name ? lang_type_set_attr(t, &random_type, name, lang_obj(fn)) : -1;

        lang_xdecref(t, name);
        lang_xdecref(t, fn);
        if (status < 0)
            return -1;
    }
    return 0;
}

/* The functions of the module are the methods of one hidden generator. */
static int add_functions(struct lang_thread *t, struct lang_module *m, lang_value hidden, const struct lang_method *row)
{
    for (; row->name; row++)
        if (lang_module_add_steal(t, m, row->name, lang_getattr_c(t, hidden, row->name)) < 0)
            return -1;
    return 0;
}

static int init(struct lang_thread *t, struct lang_module *m)
{
    const struct lang_method *const rows[] = {generator_methods, lang_random_distributions, lang_random_sequences};
    lang_value hidden;
    int status = 0;

    if (lang_type_ready(t, &random_type) < 0 || add_methods(t, lang_random_distributions) < 0 ||
        add_methods(t, lang_random_sequences) < 0 || lang_module_add(t, m, "Random", lang_obj(&random_type)) < 0)
        return -1;
    hidden = lang_call(t, lang_obj(&random_type), NULL, 0, NULL);
    if (lang_is_error(hidden))
        return -1;
    for (size_t i = 0; status == 0 && i < sizeof rows / sizeof *rows; i++)
        status = add_functions(t, m, hidden, rows[i]);
    if (status == 0)
        status = lang_module_add(t, m, "_inst", hidden);
    lang_unref(t, hidden);
    return status;
}

const struct lang_module_def lang_module_random = {"random", "Random variable generators.", NULL, init};
