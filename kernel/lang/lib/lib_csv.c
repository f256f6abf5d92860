/* lib_csv.c: the module _csv: rows of a table of texts, for csv (prelude), which checks dialects and keeps their names.
 * Writing is in lib_csv_write.c. */
#include <string.h>

#include "lib/lib_csv.h"
#include "types/containers.h"
#include "types/str_impl.h"

static struct lang_type reader_type;
static int64_t field_limit = 131072;

/* ------------------------------------------------------------------ reader */

struct reader {
    struct lang_object head;
    struct csv_rules rules;
    lang_value lines;                       /* an iterator */
    int64_t line_number, width;             /* width: of the last row */
    bool ambiguous;                         /* a character has two meanings */
    bool ends_plain[256], ends_quoted[256]; /* which characters a run of plain ones, or of quoted ones, ends at */
};

/* Where the place is between two characters. */
enum place {
    AT_RECORD, /* nothing of the row has been read */
    AT_FIELD,  /* behind a delimiter */
    IN_PLAIN,
    IN_QUOTED,
    ESCAPED,        /* behind an escape character */
    ESCAPED_QUOTED, /* the same in quotes */
    ESCAPED_LINE,   /* behind a newline that was escaped */
    BEHIND_QUOTE,   /* behind a quote in quotes: it may have been the closing one */
    BEHIND_LINE     /* nothing but the end of the line may follow */
};

/* A row that is read. */
struct row {
    struct lang_thread *t;
    const struct reader *reader;
    struct lang_list *fields;
    struct lang_builder field;
    enum place place;
    bool numeric;
};

static inline struct reader *reader_of(lang_value v)
{
    return (struct reader *)v.o;
}

static inline bool is_newline(uint32_t c)
{
    return c == '\n' || c == '\r';
}

/* The end of the run of characters from i on that stand for themselves. */
static int64_t run_end(const struct reader *r, const struct lang_str *s, int64_t i, bool quoted)
{
    const bool *ends = quoted ? r->ends_quoted : r->ends_plain;
    if (s->kind == 1) {
        const uint8_t *p = (const uint8_t *)s->data;
        while (i < s->length && !ends[p[i]])
            i++;
        return i;
    }
    for (; i < s->length; i++) {
        uint32_t c = lang_str_at(s, i);
        if (c < 256 ? ends[c]
                    : (c == r->rules.delimiter && !quoted) || c == r->rules.escape || (c == r->rules.quote && quoted))
            break;
    }
    return i;
}

static int too_long(struct lang_thread *t)
{
    lang_raise_class(t, lang_csv_error, "field larger than field limit (%lld)", (long long)field_limit);
    return -1;
}

static int add_run(struct row *row, struct lang_str *s, int64_t from, int64_t to)
{
    if (row->field.length + (to - from) > field_limit)
        return too_long(row->t);
    return lang_builder_slice(&row->field, s, from, to);
}

static int add_char(struct row *row, uint32_t c)
{
    return row->field.length >= field_limit ? too_long(row->t) : lang_builder_char(&row->field, c);
}

/* Takes the text as a field, or as the number that it is. */
static int add_field(struct row *row, struct lang_str *text)
{
    lang_value v = lang_obj_or_error(text);
    if (text && row->numeric) {
        row->numeric = false;
        v = lang_float_parse(row->t, v);
        lang_decref(row->t, text);
    }
    return lang_is_error(v) ? -1 : lang_list_append_steal(row->t, row->fields, v);
}

static int end_field(struct row *row)
{
    struct lang_str *text = lang_builder_finish(&row->field);
    lang_builder_init(&row->field, row->t);
    return add_field(row, text);
}

static struct lang_str *text_of(struct lang_thread *t, struct lang_str *s, int64_t from, int64_t to)
{
    return s->ascii ? lang_str_from_ascii(t, s->data + from, (size_t)(to - from)) : lang_str_slice(t, s, from, to);
}

/* A field that begins at i and ends before a delimiter of the same line, without anything special in it: the place
 * behind that delimiter, i when it is another one, -1. */
static int64_t whole_field(struct row *row, struct lang_str *s, int64_t i)
{
    const struct csv_rules *rules = &row->reader->rules;
    const bool quoted = lang_str_at(s, i) == rules->quote && rules->quoting != CSV_NONE;
    if (row->reader->ambiguous || (!quoted && rules->skip_space && lang_str_at(s, i) == ' '))
        return i;
    const int64_t from = i + quoted, to = run_end(row->reader, s, from, quoted), next = to + quoted;
    if (next >= s->length || lang_str_at(s, next) != rules->delimiter ||
        (quoted && (lang_str_at(s, to) != rules->quote || !rules->double_quote)))
        return i;
    if (to - from > field_limit)
        return too_long(row->t);
    row->numeric = !quoted && from < to && rules->quoting == CSV_NON_NUMERIC;
    return add_field(row, text_of(row->t, s, from, to)) < 0 ? -1 : next + 1;
}

/* The place after the end of a field at a newline, or at the end of the line. */
static int end_of_line(struct row *row, bool newline)
{
    row->place = newline ? BEHIND_LINE : AT_RECORD;
    return end_field(row);
}

/* What a character does at the begin of a field. */
static int begin_field(struct row *row, uint32_t c)
{
    const struct csv_rules *r = &row->reader->rules;
    if (is_newline(c))
        return end_of_line(row, true);
    if (c == r->quote && r->quoting != CSV_NONE) {
        row->place = IN_QUOTED;
    } else if (c == r->escape) {
        row->place = ESCAPED;
    } else if (c == ' ' && r->skip_space) {
        row->place = AT_FIELD;
    } else if (c == r->delimiter) {
        row->place = AT_FIELD;
        return end_field(row);
    } else {
        row->numeric = r->quoting == CSV_NON_NUMERIC;
        row->place = IN_PLAIN;
        return add_char(row, c);
    }
    return 0;
}

static int plain_char(struct row *row, uint32_t c)
{
    const struct csv_rules *r = &row->reader->rules;
    if (is_newline(c))
        return end_of_line(row, true);
    if (c == r->escape) {
        row->place = ESCAPED;
        return 0;
    }
    if (c != r->delimiter)
        return add_char(row, c);
    row->place = AT_FIELD;
    return end_field(row);
}

static int char_behind_quote(struct row *row, uint32_t c)
{
    const struct csv_rules *r = &row->reader->rules;
    if (c == r->quote && r->quoting != CSV_NONE) {
        row->place = IN_QUOTED;
        return add_char(row, c);
    }
    if (c == r->delimiter) {
        row->place = AT_FIELD;
        return end_field(row);
    }
    if (is_newline(c))
        return end_of_line(row, true);
    if (r->strict) {
        struct lang_str *a = lang_str_from_char(row->t, r->delimiter), *b = lang_str_from_char(row->t, r->quote);
        if (a && b)
            lang_raise_class(row->t, lang_csv_error, "'%U' expected after '%U'", a, b);
        lang_xdecref(row->t, a);
        lang_xdecref(row->t, b);
        return -1;
    }
    row->place = IN_PLAIN;
    return add_char(row, c);
}

static int one_char(struct row *row, uint32_t c)
{
    const struct csv_rules *r = &row->reader->rules;
    switch (row->place) {
    case AT_RECORD:
        if (is_newline(c)) {
            row->place = BEHIND_LINE;
            return 0;
        }
        return begin_field(row, c);
    case AT_FIELD:
        return begin_field(row, c);
    case IN_PLAIN:
    case ESCAPED_LINE:
        return plain_char(row, c);
    case IN_QUOTED:
        if (c == r->escape)
            row->place = ESCAPED_QUOTED;
        else if (c == r->quote && r->quoting != CSV_NONE)
            row->place = r->double_quote ? BEHIND_QUOTE : IN_PLAIN;
        else
            return add_char(row, c);
        return 0;
    case ESCAPED:
        row->place = is_newline(c) ? ESCAPED_LINE : IN_PLAIN;
        return add_char(row, c);
    case ESCAPED_QUOTED:
        row->place = IN_QUOTED;
        return add_char(row, c);
    case BEHIND_QUOTE:
        return char_behind_quote(row, c);
    case BEHIND_LINE:
        if (is_newline(c))
            return 0;
        lang_csv_fail(row->t, "new-line character seen in unquoted field - do you need to open the file in "
                              "universal-newline mode?");
        return -1;
    }
    return 0;
}

/* What the end of a line does; a row goes on in the next one where it has no end. */
static int line_end(struct row *row)
{
    switch (row->place) {
    case AT_FIELD:
    case IN_PLAIN:
    case BEHIND_QUOTE:
        return end_of_line(row, false);
    case ESCAPED:
    case ESCAPED_QUOTED:
        row->place = row->place == ESCAPED ? IN_PLAIN : IN_QUOTED;
        return add_char(row, '\n');
    case BEHIND_LINE:
        row->place = AT_RECORD;
        return 0;
    default:
        return 0;
    }
}

static int read_line(struct row *row, struct lang_str *s)
{
    for (int64_t i = 0; i < s->length;) {
        if (row->place <= AT_FIELD) {
            int64_t next = whole_field(row, s, i);
            if (next < 0)
                return -1;
            if (next > i) {
                row->place = AT_FIELD;
                i = next;
                continue;
            }
        } else if (row->place == IN_PLAIN || row->place == IN_QUOTED) {
            int64_t to = run_end(row->reader, s, i, row->place == IN_QUOTED);
            if (to > i && add_run(row, s, i, to) < 0)
                return -1;
            if ((i = to) == s->length)
                break;
        }
        if (one_char(row, lang_str_at(s, i++)) < 0)
            return -1;
        if (lang_text_interrupted(row->t, i))
            return -1;
    }
    return line_end(row);
}

/* Reads lines until a row is complete: 1, 0 at the end, -1. */
static int read_row(struct lang_thread *t, struct reader *r, struct row *row)
{
    do {
        lang_value line = lang_next(t, r->lines);
        if (lang_is_error(line))
            return -1;
        if (lang_is_undef(line)) {
            if (!row->field.length && row->place != IN_QUOTED)
                return 0;
            if (r->rules.strict) {
                lang_csv_fail(t, "unexpected end of data");
                return -1;
            }
            return end_field(row) < 0 ? -1 : 1;
        }
        int status;
        if (lang_is_str(line)) {
            r->line_number++;
            status = read_line(row, lang_as_str(line));
        } else {
            lang_raise_class(t, lang_csv_error,
                             "iterator should return strings, not %N (the file should be opened in text mode)", line);
            status = -1;
        }
        lang_unref(t, line);
        if (status < 0)
            return -1;
    } while (row->place != AT_RECORD);
    return 1;
}

static lang_value reader_next(struct lang_thread *t, lang_value v)
{
    struct reader *r = reader_of(v);
    struct row row = {.t = t, .reader = r, .fields = lang_list_new(t, r->width), .place = AT_RECORD};
    if (!row.fields)
        return lang_error();
    lang_builder_init(&row.field, t);
    lang_ref(v); /* the lines may let go of it */
    int status = read_row(t, r, &row);
    r->width = row.fields->length;
    lang_unref(t, v);
    lang_builder_drop(&row.field);
    if (status > 0)
        return lang_obj(row.fields);
    lang_decref(t, row.fields);
    return status < 0 ? lang_error() : lang_undef();
}

/* reader(lines, dialect): lines is any iterable. */
static lang_value c_reader(struct lang_thread *t, const lang_value *a)
{
    lang_value lines = lang_iter(t, a[0]);
    struct reader *r = lang_is_error(lines) ? NULL : lang_object_new(t, &reader_type);
    if (!r) {
        lang_unref(t, lines);
        return lang_error();
    }
    r->lines = lines;
    if (lang_csv_rules(t, a[1], &r->rules) < 0) {
        lang_decref(t, r);
        return lang_error();
    }
    const struct csv_rules *rules = &r->rules;
    r->ambiguous =
        rules->delimiter == rules->quote || rules->delimiter == rules->escape || is_newline(rules->delimiter);
    r->ends_plain['\n'] = r->ends_plain['\r'] = true;
    if (rules->delimiter < 256)
        r->ends_plain[rules->delimiter] = true;
    if (rules->quote < 256)
        r->ends_quoted[rules->quote] = true;
    if (rules->escape < 256)
        r->ends_plain[rules->escape] = r->ends_quoted[rules->escape] = true;
    return lang_obj(r);
}

static void reader_visit(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct reader *r = (struct reader *)o;
    if (lang_is_obj(r->lines))
        visit(r->lines.o, arg);
    if (lang_is_obj(r->rules.object))
        visit(r->rules.object.o, arg);
}

static void reader_clear(struct lang_thread *t, struct lang_object *o)
{
    struct reader *r = (struct reader *)o;
    lang_set_steal(t, &r->lines, lang_none()); /* raises when it is asked for more */
    lang_set_steal(t, &r->rules.object, lang_none());
}

static void reader_drop(struct lang_thread *t, struct lang_object *o)
{
    lang_xdecref(t, ((struct reader *)o)->rules.end);
    reader_clear(t, o);
}

static lang_value get_line_number(struct lang_thread *t, lang_value self)
{
    (void)t;
    return lang_int(reader_of(self)->line_number);
}

static lang_value get_dialect(struct lang_thread *t, lang_value self)
{
    (void)t;
    return lang_ref(reader_of(self)->rules.object);
}

static const struct lang_getset reader_getset[] = {
    {"line_num", get_line_number, NULL, NULL}, {"dialect", get_dialect, NULL, NULL}, {0}};
static struct lang_type reader_type = {
    .name = "reader",
    .module = "_csv",
    .doc = "CSV reader\n\nReader objects are responsible for reading and parsing tabular data\nin CSV format.\n",
    .size = sizeof(struct reader),
    .flags = LANG_TYPE_QUALIFIED,
    .getset = reader_getset,
    .destroy = reader_drop,
    .traverse = reader_visit,
    .clear = reader_clear,
    .iter = lang_iter_self,
    .next = reader_next,
};

/* ------------------------------------------------------------------ the module */

static lang_value c_limit(struct lang_thread *t, const lang_value *a)
{
    const int64_t before = field_limit;
    if (!lang_is_undef(a[0])) {
        int64_t limit;
        if (!lang_is_integer(a[0]))
            return lang_raise(t, LANG_EXC_TypeError, "limit must be an integer");
        if (!lang_int_fits(a[0], &limit))
            return lang_raise(t, LANG_EXC_OverflowError, "Python int too large to convert to C long");
        field_limit = limit;
    }
    return lang_int(before);
}

static const struct lang_method functions[] = {
    {"reader", "(lines, dialect, /)", c_reader, "An iterator over the rows of lines, by a checked dialect.", 0},
    {"writer", "(file, dialect, /)", lang_csv_writer, "An object that writes rows to a file, by a checked dialect.", 0},
    {"field_size_limit", "(limit=<unrepresentable>, /)", c_limit,
     "Sets an upper limit on parsed fields.\n    csv.field_size_limit([limit])\n\nReturns old limit. If limit is not "
     "given, no new limit is set and\nthe old limit is returned",
     LANG_M_NOSIG},
    {0}};

static int init(struct lang_thread *t, struct lang_module *m)
{
    lang_value base = lang_obj(&lang_exc_types[LANG_EXC_Exception]);
    struct lang_tuple *bases = lang_tuple_from(t, &base, 1);
    struct lang_dict *names = lang_dict_new(t);
    struct lang_str *name = lang_intern_c(t, "Error"), *module = lang_str_from_c(t, "_csv");
    if (bases && names && name && module && lang_dict_set_c(t, names, "__module__", lang_obj(module)) == 0)
        lang_csv_error = lang_type_new(t, &lang_type_type, name, bases, names);
    lang_xdecref(t, bases);
    lang_xdecref(t, names);
    lang_xdecref(t, name);
    lang_xdecref(t, module);
    if (!lang_csv_error || lang_type_ready(t, &reader_type) < 0 || lang_type_ready(t, &lang_type_csv_writer) < 0)
        return -1;
    return lang_module_add(t, m, "Error", lang_obj(lang_csv_error));
}

const struct lang_module_def lang_module__csv = {"_csv", "Rows of tables as text.", functions, init};
