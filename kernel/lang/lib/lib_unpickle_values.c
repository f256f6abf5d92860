/* lib_unpickle_values.c: opcodes that make numbers, texts and containers. Nothing of the user runs but what containers
 * ask of their items. */
#include <string.h>

#include "lib_unpickle.h"
#include "types/bigint.h"
#include "types/str_impl.h"
#include "vm/code.h"

/* ------------------------------------------------------------------ numbers and texts */

lang_value lang_unpickle_text_of(struct loader *l, const uint8_t *p, uint64_t n)
{
    if (lang_ascii_prefix(p, (size_t)n) < n)
        return lang_obj_or_error(lang_bytes_decode(l->t, p, (size_t)n, "utf-8", "surrogatepass"));
    return lang_obj_or_error(lang_str_from_ascii(l->t, (const char *)p, (size_t)n));
}

int lang_unpickle_load_text(struct loader *l, int width)
{
    uint64_t n;
    const uint8_t *p = lang_unpickle_take_number(l, width, &n) < 0 ? NULL : lang_unpickle_take(l, n);
    return p ? lang_unpickle_push(l, lang_unpickle_text_of(l, p, n)) : -1;
}

int lang_unpickle_load_bytes(struct loader *l, int width)
{
    uint64_t n;
    const uint8_t *p = lang_unpickle_take_number(l, width, &n) < 0 ? NULL : lang_unpickle_take(l, n);
    return p ? lang_unpickle_push(l, lang_obj_or_error(lang_bytes_new(l->t, p, (size_t)n))) : -1;
}

int lang_unpickle_load_bytearray(struct loader *l)
{
    if (lang_unpickle_load_bytes(l, 8) < 0)
        return -1;
    lang_value octets = lang_unpickle_pop(l), made = lang_call(l->t, lang_obj(&lang_type_bytearray), &octets, 1, NULL);
    lang_unref(l->t, octets);
    return lang_unpickle_push(l, made);
}

/* A str of Python 2: decoded as the reader was told; bytes for encoding="bytes". */
static lang_value old_text(struct loader *l, const uint8_t *p, size_t n)
{
    const char *encoding = lang_str_utf8(l->t, lang_as_str(l->u->encoding), NULL);
    const char *errors = encoding ? lang_str_utf8(l->t, lang_as_str(l->u->errors), NULL) : NULL;
    if (!errors)
        return lang_error();
    if (strcmp(encoding, "bytes") == 0)
        return lang_obj_or_error(lang_bytes_new(l->t, p, n));
    return lang_obj_or_error(lang_bytes_decode(l->t, p, n, encoding, errors));
}

int lang_unpickle_load_old_text(struct loader *l, int width)
{
    uint64_t n;
    if (lang_unpickle_take_number(l, width, &n) < 0)
        return -1;
    const uint8_t *p = lang_unpickle_take(l, n);
    return p ? lang_unpickle_push(l, old_text(l, p, (size_t)n)) : -1;
}

static int digit_of(uint8_t c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : 99;
}

/* The escapes of a bytes literal, as repr() of Python 2 has written them; how many bytes, -1: a wrong one. */
static int64_t unescape(uint8_t *to, const uint8_t *p, size_t n)
{
    static const char letters[] = "n\nt\tr\rb\bf\fv\va\a\\\\''\"\"";
    uint8_t *start = to;
    for (size_t i = 0; i < n; i++) {
        if (p[i] != '\\') {
            *to++ = p[i];
            continue;
        }
        if (++i == n)
            return -1;
        const char *letter = strchr(letters, p[i]);
        if (letter && p[i]) {
            *to++ = (uint8_t)letter[1];
        } else if (p[i] == 'x') {
            if (i + 2 >= n || digit_of(p[i + 1]) > 15 || digit_of(p[i + 2]) > 15)
                return -1;
            *to++ = (uint8_t)(digit_of(p[i + 1]) * 16 + digit_of(p[i + 2]));
            i += 2;
        } else if (digit_of(p[i]) < 8) {
            int value = 0;
            size_t end = i + 3 < n ? i + 3 : n;
            for (; i < end && digit_of(p[i]) < 8; i++)
                value = value * 8 + digit_of(p[i]);
            i--;
            *to++ = (uint8_t)value;
        } else {
            *to++ = '\\';
            *to++ = p[i];
        }
    }
    return to - start;
}

int lang_unpickle_load_quoted(struct loader *l)
{
    size_t n;
    const char *line = lang_unpickle_take_line(l, &n);
    if (!line)
        return -1;
    while (n > 0 && (line[n - 1] == ' ' || line[n - 1] == '\r' || line[n - 1] == '\t'))
        n--;
    if (n < 2 || line[0] != line[n - 1] || (line[0] != '\'' && line[0] != '"'))
        return lang_unpickle_fail_read(l->t, "the STRING opcode argument must be quoted");
    uint8_t *plain = lang_alloc(l->t, n);
    if (!plain)
        return -1;
    int64_t size = unescape(plain, (const uint8_t *)line + 1, n - 2);
    lang_value v = size < 0 ? lang_raise(l->t, LANG_EXC_ValueError, "invalid escape in a STRING")
                            : old_text(l, plain, (size_t)size);
    lang_free(l->t, plain, n);
    return lang_unpickle_push(l, v);
}

int lang_unpickle_load_unicode_line(struct loader *l)
{
    size_t n;
    const char *line = lang_unpickle_take_line(l, &n);
    return line ? lang_unpickle_push(l, lang_obj_or_error(lang_bytes_decode(l->t, (const uint8_t *)line, n,
                                                                            "raw-unicode-escape", "strict")))
                : -1;
}

lang_value lang_unpickle_int_of_line(struct loader *l, const char *line, size_t n)
{
    struct lang_str *text = lang_str_new(l->t, line, n);
    lang_value v = text ? lang_int_parse(l->t, text, 0) : lang_error();
    lang_xdecref(l->t, text);
    return v;
}

int lang_unpickle_load_int_line(struct loader *l, bool is_long)
{
    size_t n;
    const char *line = lang_unpickle_take_line(l, &n);
    if (!line)
        return -1;
    if (!is_long && n == 2 && line[0] == '0' && (line[1] == '0' || line[1] == '1'))
        return lang_unpickle_push(l, lang_bool(line[1] == '1'));
    if (is_long && n && line[n - 1] == 'L')
        n--;
    lang_value v = lang_unpickle_int_of_line(l, line, n);
    if (lang_is_error(v) && !is_long && lang_error_is(l->t, LANG_EXC_ValueError)) {
        lang_error_clear(l->t);
        return lang_fail(l->t, LANG_EXC_ValueError, "could not convert string to int");
    }
    return lang_unpickle_push(l, v);
}

int lang_unpickle_load_long(struct loader *l, int width)
{
    uint64_t n;
    if (lang_unpickle_take_number(l, width, &n) < 0)
        return -1;
    if (width == 4 && n > INT32_MAX)
        return lang_unpickle_fail_read(l->t, "LONG pickle has negative byte count");
    const uint8_t *p = lang_unpickle_take(l, n);
    return p ? lang_unpickle_push(l, n ? lang_bigint_from_bytes(l->t, p, (size_t)n, false, true) : lang_int(0)) : -1;
}

int lang_unpickle_load_small_int(struct loader *l, int width)
{
    uint64_t n;
    if (lang_unpickle_take_number(l, width, &n) < 0)
        return -1;
    return lang_unpickle_push(l, lang_int(width == 4 ? (int64_t)(int32_t)(uint32_t)n : (int64_t)n));
}

int lang_unpickle_load_float_line(struct loader *l)
{
    size_t n;
    const char *line = lang_unpickle_take_line(l, &n);
    struct lang_str *text = line ? lang_str_new(l->t, line, n) : NULL;
    lang_value v = text ? lang_float_parse(l->t, lang_obj(text)) : lang_error();
    lang_xdecref(l->t, text);
    return lang_unpickle_push(l, v);
}

int lang_unpickle_load_float(struct loader *l)
{
    const uint8_t *p = lang_unpickle_take(l, 8);
    uint64_t bits = 0;
    double value;
    if (!p)
        return -1;
    for (int i = 0; i < 8; i++)
        bits = bits << 8 | p[i];
    memcpy(&value, &bits, sizeof value);
    return lang_unpickle_push(l, lang_float(value));
}

/* ------------------------------------------------------------------ containers */

static int fill_dict(struct loader *l, lang_value to, struct lang_tuple *pairs)
{
    for (int64_t i = 0; i + 1 < pairs->length; i += 2) {
        int status = (i & 0xffe) == 0xffe ? lang_poll_quiet(l->t) : 0;
        if (status == 0)
            status = lang_is_exactly(to, &lang_type_dict)
                         ? lang_dict_set(l->t, lang_as_dict(to), pairs->items[i], pairs->items[i + 1])
                         : lang_setitem(l->t, to, pairs->items[i], pairs->items[i + 1]);
        if (status < 0)
            return -1;
    }
    return 0;
}

/* What the guard says of a container that is to be filled. */
static int may_fill(struct loader *l, lang_value to, enum pickle_opcode op)
{
    bool pairs = op == PICKLE_SETITEM || op == PICKLE_SETITEMS;
    if (!l->guarded || lang_is_exactly(to, pairs ? &lang_type_dict : &lang_type_list))
        return 0;
    lang_value args[2] = {to, lang_int(op)}, told = lang_call_method_c(l->t, l->self, "_guard_fill", args, 2);
    if (lang_is_error(told))
        return -1;
    lang_unref(l->t, told);
    return 0;
}

/* The container below the mark, held; ERROR. */
lang_value lang_unpickle_below(struct loader *l)
{
    lang_value *v = lang_unpickle_top(l);
    return v ? lang_ref(*v) : lang_error();
}

int lang_unpickle_load_set_items(struct loader *l)
{
    struct lang_tuple *pairs = lang_unpickle_pop_mark(l);
    lang_value to = pairs ? lang_unpickle_below(l) : lang_error();
    int status = -1;
    if (!lang_is_error(to) && may_fill(l, to, PICKLE_SETITEMS) == 0)
        status = pairs->length % 2 ? lang_unpickle_fail_read(l->t, "odd number of items for SETITEMS")
                                   : fill_dict(l, to, pairs);
    if (!lang_is_error(to))
        lang_unref(l->t, to);
    lang_xdecref(l->t, pairs);
    return status;
}

int lang_unpickle_load_set_item(struct loader *l)
{
    lang_value value = lang_unpickle_pop(l), key = lang_is_error(value) ? value : lang_unpickle_pop(l);
    lang_value to = lang_is_error(key) ? key : lang_unpickle_below(l);
    int status = lang_is_error(to) || may_fill(l, to, PICKLE_SETITEM) < 0 ? -1 : lang_setitem(l->t, to, key, value);
    lang_value owned[] = {value, key, to};
    for (int i = 0; i < 3; i++)
        if (!lang_is_error(owned[i]))
            lang_unref(l->t, owned[i]);
    return status;
}

int lang_unpickle_load_dict(struct loader *l)
{
    struct lang_tuple *pairs = lang_unpickle_pop_mark(l);
    lang_value made = pairs ? lang_obj_or_error(lang_dict_new(l->t)) : lang_error();
    if (!lang_is_error(made) && (pairs->length % 2 ? lang_unpickle_fail_read(l->t, "odd number of items for DICT")
                                                   : fill_dict(l, made, pairs)) < 0) {
        lang_unref(l->t, made);
        made = lang_error();
    }
    lang_xdecref(l->t, pairs);
    return lang_unpickle_push(l, made);
}

/* Calls to.name(argument), its result dropped. */
static int tell(struct loader *l, lang_value to, struct lang_str *name, lang_value argument)
{
    lang_value done = lang_call_method(l->t, to, name, &argument, 1);
    if (lang_is_error(done))
        return -1;
    lang_unref(l->t, done);
    return 0;
}

static int add_each(struct loader *l, lang_value to, struct lang_str *name, struct lang_tuple *items)
{
    for (int64_t i = 0; i < items->length; i++)
        if (tell(l, to, name, items->items[i]) < 0)
            return -1;
    return 0;
}

static int extend(struct loader *l, lang_value to, struct lang_tuple *items)
{
    lang_value own = lang_getattr_opt(l->t, to, LANG_NAME(extend));
    if (lang_is_error(own))
        return -1;
    if (lang_is_undef(own))
        return add_each(l, to, LANG_NAME(append), items);
    lang_value argument = lang_obj_or_error(lang_list_from(l->t, items->items, 0));
    int status = lang_is_error(argument) ? -1 : lang_list_extend(l->t, lang_as_list(argument), lang_obj(items));
    lang_value done = status < 0 ? lang_error() : lang_call(l->t, own, &argument, 1, NULL);
    lang_value owned[] = {own, argument, done};
    for (int i = 0; i < 3; i++)
        if (!lang_is_error(owned[i]))
            lang_unref(l->t, owned[i]);
    return lang_is_error(done) ? -1 : 0;
}

int lang_unpickle_load_appends(struct loader *l)
{
    const int moved = lang_unpickle_pop_to_list(l);
    if (moved)
        return moved < 0 ? -1 : 0;
    struct lang_tuple *items = lang_unpickle_pop_mark(l);
    lang_value to = items ? lang_unpickle_below(l) : lang_error();
    int status = -1;
    if (!lang_is_error(to) && may_fill(l, to, PICKLE_APPENDS) == 0)
        status = items->length ? extend(l, to, items) : 0;
    if (!lang_is_error(to))
        lang_unref(l->t, to);
    lang_xdecref(l->t, items);
    return status;
}

int lang_unpickle_load_append(struct loader *l)
{
    lang_value item = lang_unpickle_pop(l), to = lang_is_error(item) ? item : lang_unpickle_below(l);
    int status = -1;
    if (!lang_is_error(to) && may_fill(l, to, PICKLE_APPEND) == 0)
        status = lang_is_exactly(to, &lang_type_list) ? lang_list_append(l->t, lang_as_list(to), item)
                                                      : tell(l, to, LANG_NAME(append), item);
    if (!lang_is_error(to))
        lang_unref(l->t, to);
    if (!lang_is_error(item))
        lang_unref(l->t, item);
    return status;
}

int lang_unpickle_load_add_items(struct loader *l)
{
    struct lang_tuple *items = lang_unpickle_pop_mark(l);
    lang_value to = items ? lang_unpickle_below(l) : lang_error();
    int status = -1;
    if (!lang_is_error(to))
        status = lang_is_exactly(to, &lang_type_set) ? lang_set_update(l->t, (struct lang_set *)to.o, lang_obj(items))
                                                     : add_each(l, to, LANG_NAME(add), items);
    if (!lang_is_error(to))
        lang_unref(l->t, to);
    lang_xdecref(l->t, items);
    return status;
}

int lang_unpickle_load_list(struct loader *l)
{
    struct lang_tuple *items = lang_unpickle_pop_mark(l);
    lang_value made = items ? lang_obj_or_error(lang_to_list(l->t, lang_obj(items))) : lang_error();
    lang_xdecref(l->t, items);
    return lang_unpickle_push(l, made);
}

int lang_unpickle_load_frozenset(struct loader *l)
{
    struct lang_tuple *items = lang_unpickle_pop_mark(l);
    lang_value argument = items ? lang_obj(items) : lang_error();
    lang_value made = items ? lang_call(l->t, lang_obj(&lang_type_frozenset), &argument, 1, NULL) : lang_error();
    lang_xdecref(l->t, items);
    return lang_unpickle_push(l, made);
}
