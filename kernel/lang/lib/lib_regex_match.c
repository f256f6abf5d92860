/* lib_regex_match.c: texts that are matched, and re.Match. */
#include <string.h>

#include "lib/lib_regex.h"
#include "types/str_impl.h"
#include "vm/type.h"

lang_value lang_regex_rests[REGEX_REST_COUNT];

/* ------------------------------------------------------------------ subjects */

static int64_t clipped(int64_t v, int64_t length)
{
    return v < 0 ? 0 : v > length ? length : v;
}

static int wrong_kind(struct lang_thread *t, lang_value string, bool text_pattern)
{
    struct lang_buffer buffer;
    if (lang_is_str(string))
        return lang_fail(t, LANG_EXC_TypeError, "cannot use a bytes pattern on a string-like object");
    if (!lang_buffer_get(t, string, &buffer))
        return lang_fail(t, LANG_EXC_TypeError, "expected string or bytes-like object, got '%N'", string);
    lang_buffer_release(t, &buffer);
    return text_pattern ? lang_fail(t, LANG_EXC_TypeError, "cannot use a string pattern on a bytes-like object") : 0;
}

static int position(struct lang_thread *t, lang_value v, int64_t absent, int64_t *out)
{
    *out = absent;
    if (lang_is_undef(v))
        return 0;
    return lang_as_index(t, v, out);
}

int lang_subject_open(struct lang_thread *t, struct pattern *p, lang_value string, lang_value pos, lang_value endpos,
                      struct subject *s, struct regex_run *run, int64_t *from)
{
    const bool text = lang_is_str(p->source);
    int64_t end;
    if (lang_pattern_need(t, p) < 0)
        return -1;
    memset(run, 0, offsetof(struct regex_run, few_marks));
    s->str = NULL;
    s->string = string;
    s->buffer.owner = lang_undef();
    if (position(t, pos, 0, from) < 0 || position(t, endpos, INT64_MAX, &end) < 0)
        return -1;
    if (text && lang_is_str(string)) {
        s->str = lang_as_str(string);
        run->text = s->str->data;
        run->kind = s->str->kind;
        s->length = s->str->length;
    } else if (text || lang_is_str(string) || !lang_buffer_get(t, string, &s->buffer)) {
        return wrong_kind(t, string, text);
    } else {
        run->text = s->buffer.data;
        run->kind = 1;
        s->length = s->buffer.length;
    }
    run->end = clipped(end, s->length);
    *from = clipped(*from, s->length);
    run->first = &p->first;
    if (lang_regex_begin(run, t, lang_pattern_code(p)) < 0) {
        lang_buffer_release(t, &s->buffer);
        return -1;
    }
    return 0;
}

void lang_subject_close(struct lang_thread *t, struct subject *s, struct regex_run *run)
{
    lang_regex_finish(run);
    lang_buffer_release(t, &s->buffer);
}

lang_value lang_subject_part(struct lang_thread *t, const struct subject *s, int64_t from, int64_t to)
{
    if (from < 0 || to < from)
        from = to = 0;
    if (!s->str)
        return lang_obj_or_error(lang_bytes_new(t, s->buffer.data + from, (size_t)(to - from)));
    return lang_obj_or_error(s->str->ascii ? lang_str_from_ascii(t, s->str->data + from, (size_t)(to - from))
                                           : lang_str_slice(t, s->str, from, to));
}

/* ------------------------------------------------------------------ Match */

static inline struct match *match_of(lang_value v)
{
    return (struct match *)v.o;
}

lang_value lang_match_new(struct lang_thread *t, struct pattern *p, const struct subject *s,
                          const struct regex_run *run, int64_t pos)
{
    const int64_t groups = run->code[REGEX_GROUPS];
    struct match *m = lang_object_new_extra(t, &lang_type_re_match, 2 * (size_t)groups * sizeof *m->marks);
    if (!m)
        return lang_error();
    m->groups = groups;
    m->pattern = lang_incref(p);
    m->string = lang_ref(s->string);
    m->pos = pos;
    m->endpos = run->end;
    m->last_group = run->last_group;
    for (int64_t i = 0; i < 2 * groups; i += 2) {
        bool matched = run->marks[i] >= 0 && run->marks[i + 1] >= 0;
        m->marks[i] = matched ? run->marks[i] : -1;
        m->marks[i + 1] = matched ? run->marks[i + 1] : -1;
    }
    return lang_obj(m);
}

static size_t match_extent(const struct lang_object *o)
{
    const struct match *m = (const struct match *)(const void *)o;
    return sizeof *m + 2 * (size_t)m->groups * sizeof *m->marks;
}

lang_value lang_match_part(struct lang_thread *t, const struct match *m, int64_t group)
{
    struct subject s = {.string = m->string};
    const int64_t from = m->marks[2 * group], to = m->marks[2 * group + 1];
    if (from < 0)
        return lang_undef();
    if (lang_is_str(m->string)) {
        s.str = lang_as_str(m->string);
        return lang_subject_part(t, &s, from, to);
    }
    if (!lang_buffer_get(t, m->string, &s.buffer))
        return lang_raise(t, LANG_EXC_TypeError, "expected string or bytes-like object, got '%N'", m->string);
    const int64_t end = to < s.buffer.length ? to : s.buffer.length; /* a bytearray may have become shorter */
    lang_value part = lang_subject_part(t, &s, from < end ? from : end, end);
    lang_buffer_release(t, &s.buffer);
    return part;
}

/* The number of a group that is named or numbered; -1 with IndexError. */
static int64_t group_number(struct lang_thread *t, const struct match *m, lang_value v)
{
    int64_t number = -1;
    if (v.tag == LANG_INT) {
        number = v.i;
    } else if (v.tag == LANG_OBJECT && !lang_is_str(v) && lang_type_of(v)->to_index) {
        if (lang_as_index(t, v, &number) < 0) {
            if (!lang_error_is(t, LANG_EXC_OverflowError)) /* there is no group of a number so large */
                return -1;
            lang_error_clear(t);
            number = -1;
        }
    } else if (v.tag == LANG_BOOL) {
        number = v.i;
    } else if (m->pattern->names) {
        lang_value found = lang_dict_get(t, m->pattern->names, v);
        if (lang_is_error(found))
            lang_error_clear(t);
        number = lang_is_int(found) ? found.i : -1;
    }
    if (number >= 0 && number < m->groups)
        return number;
    if (!lang_error_occurred(t))
        lang_raise(t, LANG_EXC_IndexError, "no such group");
    return -1;
}

static lang_value part_or(struct lang_thread *t, const struct match *m, int64_t group, lang_value absent)
{
    lang_value part = lang_match_part(t, m, group);
    return lang_is_undef(part) ? lang_ref(absent) : part;
}

static lang_value part_named(struct lang_thread *t, const struct match *m, lang_value name)
{
    int64_t number = group_number(t, m, name);
    return number < 0 ? lang_error() : part_or(t, m, number, lang_none());
}

/* group(*groups): raw, for it is called more than anything else. */
static lang_value m_group(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                          struct lang_tuple *kwnames)
{
    (void)callee;
    if (!nargs || !lang_is_exactly(args[0], &lang_type_re_match))
        return lang_raise(t, LANG_EXC_TypeError, "unbound method Match.group() needs an argument");
    if (kwnames && kwnames->length)
        return lang_raise(t, LANG_EXC_TypeError, "Match.group() takes no keyword arguments");
    const struct match *m = match_of(args[0]);
    if (nargs == 1)
        return part_or(t, m, 0, lang_none());
    if (nargs == 2)
        return part_named(t, m, args[1]);
    struct lang_tuple *all = lang_tuple_new(t, (int64_t)nargs - 1);
    for (size_t i = 1; all && i < nargs; i++) {
        lang_value part = part_named(t, m, args[i]);
        if (lang_is_error(part)) {
            lang_decref(t, all);
            return part;
        }
        all->items[i - 1] = part;
    }
    return lang_obj_or_error(all);
}

static lang_value match_getitem(struct lang_thread *t, lang_value v, lang_value key)
{
    return part_named(t, match_of(v), key);
}

static lang_value m_groups(struct lang_thread *t, const lang_value *a)
{
    const struct match *m = match_of(a[0]);
    const lang_value absent = lang_is_undef(a[1]) ? lang_none() : a[1];
    struct lang_tuple *all = lang_tuple_new(t, m->groups - 1);
    for (int64_t i = 1; all && i < m->groups; i++) {
        lang_value part = part_or(t, m, i, absent);
        if (lang_is_error(part)) {
            lang_decref(t, all);
            return part;
        }
        all->items[i - 1] = part;
    }
    return lang_obj_or_error(all);
}

static lang_value m_groupdict(struct lang_thread *t, const lang_value *a)
{
    const struct match *m = match_of(a[0]);
    const lang_value absent = lang_is_undef(a[1]) ? lang_none() : a[1];
    struct lang_dict *made = lang_dict_new(t);
    lang_value name, number;
    for (int64_t i = 0; made && m->pattern->names && lang_dict_next(m->pattern->names, &i, &name, &number);) {
        lang_value part = part_or(t, m, number.i, absent);
        int status = lang_is_error(part) ? -1 : lang_dict_set(t, made, name, part);
        lang_unref(t, part);
        if (status < 0) {
            lang_decref(t, made);
            return lang_error();
        }
    }
    return lang_obj_or_error(made);
}

static lang_value mark(struct lang_thread *t, const lang_value *a, int which)
{
    int64_t number = lang_is_undef(a[1]) ? 0 : group_number(t, match_of(a[0]), a[1]);
    return number < 0 ? lang_error() : lang_int(match_of(a[0])->marks[2 * number + which]);
}

static lang_value m_start(struct lang_thread *t, const lang_value *a)
{
    return mark(t, a, 0);
}

static lang_value m_end(struct lang_thread *t, const lang_value *a)
{
    return mark(t, a, 1);
}

static lang_value span_of(struct lang_thread *t, const struct match *m, int64_t number)
{
    const lang_value both[] = {lang_int(m->marks[2 * number]), lang_int(m->marks[2 * number + 1])};
    return lang_obj_or_error(lang_tuple_from(t, both, 2));
}

static lang_value m_span(struct lang_thread *t, const lang_value *a)
{
    int64_t number = lang_is_undef(a[1]) ? 0 : group_number(t, match_of(a[0]), a[1]);
    return number < 0 ? lang_error() : span_of(t, match_of(a[0]), number);
}

static lang_value get_regs(struct lang_thread *t, lang_value v)
{
    const struct match *m = match_of(v);
    struct lang_tuple *all = lang_tuple_new(t, m->groups);
    for (int64_t i = 0; all && i < m->groups; i++) {
        lang_value span = span_of(t, m, i);
        if (lang_is_error(span)) {
            lang_decref(t, all);
            return span;
        }
        all->items[i] = span;
    }
    return lang_obj_or_error(all);
}

#define GETTER(name, expression)                                                                                       \
    static lang_value get_##name(struct lang_thread *t, lang_value v)                                                  \
    {                                                                                                                  \
        (void)t;                                                                                                       \
        const struct match *m = match_of(v);                                                                           \
        return expression;                                                                                             \
    }
GETTER(re, lang_obj(lang_incref(m->pattern)))
GETTER(string, lang_ref(m->string))
GETTER(pos, lang_int(m->pos))
GETTER(endpos, lang_int(m->endpos))
GETTER(lastindex, m->last_group ? lang_int(m->last_group) : lang_none())

static lang_value get_lastgroup(struct lang_thread *t, lang_value v)
{
    const struct match *m = match_of(v);
    lang_value name, number;
    (void)t;
    for (int64_t i = 0; m->pattern->names && lang_dict_next(m->pattern->names, &i, &name, &number);)
        if (m->last_group && number.i == m->last_group)
            return lang_ref(name);
    return lang_none();
}

/* What a template's parts give for a match: texts as they stand, numbers of groups. */
static lang_value m_expand(struct lang_thread *t, const lang_value *a)
{
    const struct match *m = match_of(a[0]);
    const lang_value args[] = {lang_obj(m->pattern), a[1]};
    lang_value parts = lang_call(t, lang_regex_rests[REGEX_REST_TEMPLATE], args, 2, NULL);
    if (lang_is_error(parts) || !lang_is_list(parts)) {
        lang_unref(t, parts);
        return lang_error();
    }
    lang_value empty =
        lang_is_str(m->string) ? lang_obj_or_error(lang_str_empty(t)) : lang_obj_or_error(lang_bytes_new(t, "", 0));
    struct lang_list *texts = lang_is_error(empty) ? NULL : lang_list_new(t, lang_as_list(parts)->length);
    int status = texts ? 0 : -1;
    for (int64_t i = 0; status == 0 && i < lang_as_list(parts)->length; i++) {
        lang_value part = lang_as_list(parts)->items[i];
        part = lang_is_int(part) ? part_or(t, m, part.i, empty) : lang_ref(part);
        status = lang_is_error(part) ? -1 : lang_list_append_steal(t, texts, part);
    }
    const lang_value list = lang_obj(texts);
    lang_value result = status < 0 ? lang_error() : lang_call_method_c(t, empty, "join", &list, 1);
    lang_xdecref(t, texts);
    lang_unref(t, empty);
    lang_unref(t, parts);
    return result;
}

static lang_value match_repr(struct lang_thread *t, lang_value v)
{
    const struct match *m = match_of(v);
    lang_value part = part_or(t, m, 0, lang_none());
    struct lang_str *text = lang_is_error(part)
                                ? NULL
                                : lang_str_from_format(t, "<re.Match object; span=(%lld, %lld), match=%R>",
                                                       (long long)m->marks[0], (long long)m->marks[1], part);
    lang_unref(t, part);
    return lang_obj_or_error(text);
}

static lang_value m_self(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    return lang_ref(a[0]);
}

static lang_value m_no_pickle(struct lang_thread *t, const lang_value *a)
{
    (void)a;
    return lang_raise(t, LANG_EXC_TypeError, "cannot pickle 're.Match' object");
}

static void match_drop(struct lang_thread *t, struct lang_object *o)
{
    struct match *m = (struct match *)o;
    struct pattern *p = m->pattern;
    m->pattern = NULL;
    lang_clear(t, &m->string);
    lang_xdecref(t, p);
}

static const struct lang_method match_methods[] = {
    {"groups", "(default=None)", m_groups,
     "Return a tuple containing all the subgroups of the match, from 1.\n\n  default\n    Is used for groups that did "
     "not participate in the match.",
     0},
    {"groupdict", "(default=None)", m_groupdict,
     "Return a dictionary containing all the named subgroups of the match, keyed by the subgroup name.\n\n  default\n  "
     "  "
     "Is used for groups that did not participate in the match.",
     0},
    {"start", "(group=0, /)", m_start, "Return index of the start of the substring matched by group.", 0},
    {"end", "(group=0, /)", m_end, "Return index of the end of the substring matched by group.", 0},
    {"span", "(group=0, /)", m_span, "For match object m, return the 2-tuple (m.start(group), m.end(group)).", 0},
    {"expand", "(template)", m_expand,
     "Return the string obtained by doing backslash substitution on the string template, as done by the sub() method.",
     0},
    {"__copy__", "()", m_self, NULL, 0},
    {"__deepcopy__", "(memo, /)", m_self, NULL, 0},
    {"__reduce_ex__", "(protocol, /)", m_no_pickle, NULL, 0},
    {"__class_getitem__", "(object, /)", lang_class_getitem, "See PEP 585", LANG_M_CLASS},
    {0}};
static const struct lang_getset match_getset[] = {
    {"re", get_re, NULL, "The regular expression object."},
    {"string", get_string, NULL, "The string passed to match() or search()."},
    {"pos", get_pos, NULL, "The index into the string at which the RE engine started looking for a match."},
    {"endpos", get_endpos, NULL, "The index into the string beyond which the RE engine will not go."},
    {"lastindex", get_lastindex, NULL, "The integer index of the last matched capturing group."},
    {"lastgroup", get_lastgroup, NULL, "The name of the last matched capturing group."},
    {"regs", get_regs, NULL, NULL},
    {0}};
struct lang_type lang_type_re_match = {
    .name = "Match",
    .module = "re",
    .doc = "The result of re.match() and re.search().\nMatch objects always have a boolean value of True.",
    .size = sizeof(struct match),
    .flags = LANG_TYPE_QUALIFIED,
    .extent = match_extent,
    .methods = match_methods,
    .getset = match_getset,
    .getitem = match_getitem,
    .destroy = match_drop,
    .repr = match_repr,
};

int lang_match_ready(struct lang_thread *t)
{
    if (lang_type_ready(t, &lang_type_re_match) < 0)
        return -1;
    struct lang_native *group =
        lang_native_raw_method(t, &lang_type_re_match, "group",
                               "group([group1, ...]) -> str or tuple.\nReturn subgroup(s) of the "
                               "match by indices or names.\nFor 0 returns the entire match.",
                               m_group, NULL);
    struct lang_str *name = group ? lang_intern_c(t, "group") : NULL;
    int status = name ? lang_type_set_attr(t, &lang_type_re_match, name, lang_obj(group)) : -1;
    lang_xdecref(t, name);
    lang_xdecref(t, group);
    return status;
}
