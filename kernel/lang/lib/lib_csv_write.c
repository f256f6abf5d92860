/* lib_csv_write.c: rows as lines of text: the type writer of the module _csv. */
#include <string.h>

#include "lib/lib_csv.h"
#include "types/str_impl.h"

struct writer {
    struct lang_object head;
    struct csv_rules rules;
    lang_value write;
    bool special[256]; /* characters that a plain field must not have */
};

static inline struct writer *writer_of(lang_value v)
{
    return (struct writer *)v.o;
}

static bool is_special(const struct writer *w, uint32_t c)
{
    if (c < 256)
        return w->special[c];
    const struct csv_rules *r = &w->rules;
    if (c == r->delimiter || c == r->quote || c == r->escape)
        return true;
    for (int64_t i = 0; i < r->end->length; i++)
        if (lang_str_at(r->end, i) == c)
            return true;
    return false;
}

static int64_t first_special(const struct writer *w, const void *units, int kind, int64_t n)
{
    int64_t i = 0;
    if (kind == 1) {
        const uint8_t *p = units;
        while (i < n && !w->special[p[i]])
            i++;
        return i;
    }
    while (i < n && !is_special(w, kind == 2 ? ((const uint16_t *)units)[i] : ((const uint32_t *)units)[i]))
        i++;
    return i;
}

/* The characters of a field, with what has to stand before some of them; *quoted is set when it needs quotes. */
static int put_escaped(struct writer *w, struct lang_builder *out, const void *units, int kind, int64_t n, bool *quoted)
{
    const struct csv_rules *r = &w->rules;
    for (int64_t i = 0; i < n; i++) {
        uint32_t c = kind == 1   ? ((const uint8_t *)units)[i]
                     : kind == 2 ? ((const uint16_t *)units)[i]
                                 : ((const uint32_t *)units)[i];
        if (is_special(w, c)) {
            bool escape = r->quoting == CSV_NONE || (c == r->escape && c != r->quote);
            if (c == r->quote && !escape) {
                escape = !r->double_quote;
                if (r->double_quote) {
                    *quoted = true;
                    if (lang_builder_char(out, c) < 0)
                        return -1;
                }
            } else if (!escape) {
                *quoted = true;
            }
            if (escape) {
                if (r->escape == CSV_NO_CHAR) {
                    lang_csv_fail(out->t, "need to escape, but no escapechar set");
                    return -1;
                }
                if (lang_builder_char(out, r->escape) < 0)
                    return -1;
            }
        }
        if (lang_builder_char(out, c) < 0 || lang_text_interrupted(out->t, i))
            return -1;
    }
    return 0;
}

static int put_units(struct writer *w, struct lang_builder *out, const void *units, int kind, int64_t n, bool quoted)
{
    const uint32_t quote = w->rules.quote;
    if (first_special(w, units, kind, n) == n) {
        if (!quoted)
            return lang_builder_units(out, units, kind, n);
        return lang_builder_char(out, quote) < 0 || lang_builder_units(out, units, kind, n) < 0
                   ? -1
                   : lang_builder_char(out, quote);
    }
    struct lang_builder inner;
    lang_builder_init(&inner, out->t);
    int status = put_escaped(w, &inner, units, kind, n, &quoted);
    if (status == 0 && quoted)
        status = lang_builder_char(out, quote);
    if (status == 0)
        status = lang_builder_units(out, inner.data, inner.kind, inner.length);
    if (status == 0 && quoted)
        status = lang_builder_char(out, quote);
    lang_builder_drop(&inner);
    return status;
}

static bool is_number(lang_value v)
{
    if (v.tag == LANG_INT || v.tag == LANG_FLOAT || v.tag == LANG_BOOL)
        return true;
    const struct lang_type *type = lang_type_of(v);
    return type == &lang_type_complex || type->to_index || type->to_int || type->to_float;
}

static int put_field(struct lang_thread *t, struct writer *w, struct lang_builder *out, lang_value v)
{
    const bool quoted = w->rules.quoting == CSV_ALL || (w->rules.quoting == CSV_NON_NUMERIC && !is_number(v));
    char digits[40];
    if (v.tag == LANG_INT) {
        char *end = digits + sizeof digits, *p = end;
        uint64_t u = v.i < 0 ? 0 - (uint64_t)v.i : (uint64_t)v.i;
        do
            *--p = (char)('0' + u % 10);
        while (u /= 10);
        if (v.i < 0)
            *--p = '-';
        return put_units(w, out, p, 1, end - p, quoted);
    }
    if (v.tag == LANG_FLOAT)
        return put_units(w, out, digits, 1, (int64_t)lang_float_repr(v.f, digits), quoted);
    if (lang_is_none(v))
        return put_units(w, out, "", 1, 0, quoted);
    struct lang_str *s = lang_is_str(v) ? lang_incref(v.o) : lang_to_str(t, v);
    int status = s ? put_units(w, out, s->data, s->kind, s->length, quoted) : -1;
    lang_xdecref(t, s);
    return status;
}

/* All fields of a row, with delimiters between them. */
static int put_fields(struct lang_thread *t, struct writer *w, struct lang_builder *out, lang_value row)
{
    lang_value iterator = lang_undef();
    const bool list = lang_is_exactly(row, &lang_type_list), tuple = lang_is_exactly(row, &lang_type_tuple);
    if (!list && !tuple) {
        iterator = lang_iter(t, row);
        if (lang_is_error(iterator)) {
            if (lang_error_is(t, LANG_EXC_TypeError)) {
                lang_error_clear(t);
                lang_raise_class(t, lang_csv_error, "iterable expected, not %N", row);
            }
            return -1;
        }
    }
    int status = 0;
    int64_t n = 0;
    for (;; n++) {
        lang_value item;
        if (list)
            item = n < lang_as_list(row)->length ? lang_ref(lang_as_list(row)->items[n]) : lang_undef();
        else if (tuple)
            item = n < lang_as_tuple(row)->length ? lang_ref(lang_as_tuple(row)->items[n]) : lang_undef();
        else
            item = lang_next(t, iterator);
        if (lang_is_undef(item))
            break;
        status = lang_is_error(item) || (n && lang_builder_char(out, w->rules.delimiter) < 0) ||
                         put_field(t, w, out, item) < 0
                     ? -1
                     : 0;
        lang_unref(t, item);
        if (status < 0)
            break;
    }
    lang_unref(t, iterator);
    if (status == 0 && n == 1 && !out->length) {
        if (w->rules.quoting == CSV_NONE) {
            lang_csv_fail(t, "single empty field record must be quoted");
            return -1;
        }
        status = put_units(w, out, "", 1, 0, true);
    }
    return status;
}

static lang_value write_row(struct lang_thread *t, lang_value self, lang_value row)
{
    struct writer *w = writer_of(self);
    struct lang_builder out;
    lang_builder_init(&out, t);
    if (put_fields(t, w, &out, row) < 0 || lang_builder_str(&out, w->rules.end) < 0) {
        lang_builder_drop(&out);
        return lang_error();
    }
    lang_value line = lang_obj_or_error(lang_builder_finish(&out));
    if (lang_is_error(line))
        return line;
    lang_value result = lang_call(t, w->write, &line, 1, NULL);
    lang_unref(t, line);
    return result;
}

static lang_value m_writerow(struct lang_thread *t, const lang_value *a)
{
    return write_row(t, a[0], a[1]);
}

static int write_each(struct lang_thread *t, lang_value row, void *arg)
{
    lang_value done = write_row(t, *(lang_value *)arg, row);
    if (lang_is_error(done))
        return -1;
    lang_unref(t, done);
    return 0;
}

static lang_value m_writerows(struct lang_thread *t, const lang_value *a)
{
    lang_value self = a[0];
    return lang_for_each(t, a[1], write_each, &self) < 0 ? lang_error() : lang_none();
}

lang_value lang_csv_writer(struct lang_thread *t, const lang_value *a)
{
    struct writer *w = lang_object_new(t, &lang_type_csv_writer);
    if (!w)
        return lang_error();
    if (lang_csv_rules(t, a[1], &w->rules) < 0) {
        lang_decref(t, w);
        return lang_error();
    }
    struct lang_str *name = lang_intern_c(t, "write");
    lang_value write = name ? lang_getattr_opt(t, a[0], name) : lang_error();
    lang_xdecref(t, name);
    if (!lang_is_error(write) && (lang_is_undef(write) || !lang_callable(write))) {
        lang_unref(t, write);
        write = lang_raise(t, LANG_EXC_TypeError, "argument 1 must have a \"write\" method");
    }
    if (lang_is_error(write)) {
        lang_decref(t, w);
        return write;
    }
    w->write = write;
    const struct csv_rules *r = &w->rules;
    const uint32_t marks[] = {r->delimiter, r->quote, r->escape};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (marks[i] < 256)
            w->special[marks[i]] = true;
    for (int64_t i = 0; i < r->end->length; i++)
        if (lang_str_at(r->end, i) < 256)
            w->special[lang_str_at(r->end, i)] = true;
    return lang_obj(w);
}

static void writer_visit(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct writer *w = (struct writer *)o;
    if (lang_is_obj(w->write))
        visit(w->write.o, arg);
    if (lang_is_obj(w->rules.object))
        visit(w->rules.object.o, arg);
}

static void writer_clear(struct lang_thread *t, struct lang_object *o)
{
    struct writer *w = (struct writer *)o;
    lang_set_steal(t, &w->write, lang_none());
    lang_set_steal(t, &w->rules.object, lang_none());
}

static void writer_drop(struct lang_thread *t, struct lang_object *o)
{
    lang_xdecref(t, ((struct writer *)o)->rules.end);
    writer_clear(t, o);
}

static lang_value get_dialect(struct lang_thread *t, lang_value self)
{
    (void)t;
    return lang_ref(writer_of(self)->rules.object);
}

static const struct lang_method methods[] = {
    {"writerow", "(row, /)", m_writerow,
     "writerow(iterable)\n\nConstruct and write a CSV record from an iterable of fields.  Non-string\nelements will be "
     "converted to string.",
     LANG_M_NOSIG},
    {"writerows", "(rows, /)", m_writerows,
     "writerows(iterable of iterables)\n\nConstruct and write a series of iterables to a csv file.  "
     "Non-string\nelements will be converted to string.",
     LANG_M_NOSIG},
    {0}};
static const struct lang_getset getset[] = {{"dialect", get_dialect, NULL, NULL}, {0}};
struct lang_type lang_type_csv_writer = {
    .name = "writer",
    .module = "_csv",
    .doc = "CSV writer\n\nWriter objects are responsible for generating tabular data\nin CSV format from sequence "
           "input.\n",
    .size = sizeof(struct writer),
    .flags = LANG_TYPE_QUALIFIED,
    .methods = methods,
    .getset = getset,
    .destroy = writer_drop,
    .traverse = writer_visit,
    .clear = writer_clear,
};
