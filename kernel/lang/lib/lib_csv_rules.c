/* lib_csv_rules.c: dialects as reading and writing of tables look at them. */
#include "lib/lib_csv.h"

struct lang_type *lang_csv_error;

lang_value lang_csv_fail(struct lang_thread *t, const char *text)
{
    return lang_raise_class(t, lang_csv_error, "%s", text);
}

static int char_option(struct lang_thread *t, lang_value dialect, const char *name, uint32_t *out)
{
    lang_value v = lang_getattr_c(t, dialect, name);
    if (lang_is_error(v))
        return -1;
    *out = lang_is_str(v) && lang_as_str(v)->length == 1 ? lang_str_at(lang_as_str(v), 0) : CSV_NO_CHAR;
    lang_unref(t, v);
    return 0;
}

static int flag_option(struct lang_thread *t, lang_value dialect, const char *name, bool *out)
{
    lang_value v = lang_getattr_c(t, dialect, name);
    int truth = lang_is_error(v) ? -1 : lang_truth(t, v);
    lang_unref(t, v);
    *out = truth > 0;
    return truth < 0 ? -1 : 0;
}

int lang_csv_rules(struct lang_thread *t, lang_value dialect, struct csv_rules *r)
{
    if (char_option(t, dialect, "delimiter", &r->delimiter) < 0 ||
        char_option(t, dialect, "quotechar", &r->quote) < 0 || char_option(t, dialect, "escapechar", &r->escape) < 0 ||
        flag_option(t, dialect, "doublequote", &r->double_quote) < 0 ||
        flag_option(t, dialect, "skipinitialspace", &r->skip_space) < 0 ||
        flag_option(t, dialect, "strict", &r->strict) < 0)
        return -1;
    lang_value quoting = lang_getattr_c(t, dialect, "quoting"), end = lang_getattr_c(t, dialect, "lineterminator");
    int64_t kind = CSV_MINIMAL;
    int status = lang_is_error(quoting) || lang_is_error(end) ? -1 : lang_as_int64(t, quoting, &kind);
    if (status == 0 && !lang_is_str(end))
        status = lang_fail(t, LANG_EXC_TypeError, "\"lineterminator\" must be a string");
    lang_unref(t, quoting);
    if (status < 0) {
        lang_unref(t, end);
        return -1;
    }
    r->quoting = (enum csv_quoting)kind;
    r->end = lang_as_str(end);
    r->object = lang_ref(dialect);
    return 0;
}
