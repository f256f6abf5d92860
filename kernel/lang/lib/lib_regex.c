/* lib_regex.c: the module _regex: re.Pattern. Patterns are compiled by the module re (prelude), whose programs regex.c
 * runs; matches are in lib_regex_match.c. */
#include "lib/lib_regex.h"

#include <string.h>

#include "types/str_impl.h"
#include "vm/type.h"

enum mode { MODE_MATCH, MODE_SEARCH, MODE_FULLMATCH };

static inline struct pattern *pattern_of(lang_value v)
{
    return (struct pattern *)v.o;
}

/* ------------------------------------------------------------------ one match */

static lang_value matched(struct lang_thread *t, const lang_value *a, enum mode mode)
{
    struct regex_run run;
    struct subject s;
    int64_t from;
    struct pattern *p = pattern_of(a[0]);
    if (lang_subject_open(t, p, a[1], a[2], a[3], &s, &run, &from) < 0)
        return lang_error();
    run.avoided = -1;
    run.whole = mode == MODE_FULLMATCH;
    int found = from > run.end ? 0 : mode == MODE_SEARCH ? lang_regex_search(&run, from) : lang_regex_match(&run, from);
    lang_value result = found < 0 ? lang_error() : found ? lang_match_new(t, p, &s, &run, from) : lang_none();
    lang_subject_close(t, &s, &run);
    return result;
}

static lang_value m_match(struct lang_thread *t, const lang_value *a)
{
    return matched(t, a, MODE_MATCH);
}

static lang_value m_fullmatch(struct lang_thread *t, const lang_value *a)
{
    return matched(t, a, MODE_FULLMATCH);
}

static lang_value m_search(struct lang_thread *t, const lang_value *a)
{
    return matched(t, a, MODE_SEARCH);
}

/* ------------------------------------------------------------------ all matches */

/* The next match from *from on, which is moved behind it: 1, 0, -1. */
static int next_match(struct regex_run *run, int64_t *from)
{
    if (*from > run->end)
        return 0;
    int found = lang_regex_search(run, *from);
    if (found > 0) {
        *from = run->marks[1];
        run->avoided = run->marks[0] == run->marks[1] ? run->marks[1] : -1;
    }
    return found;
}

/* What findall() gives for one match. */
static lang_value found_item(struct lang_thread *t, const struct subject *s, const struct regex_run *run)
{
    const int64_t groups = run->code[REGEX_GROUPS], *marks = run->marks;
    if (groups <= 2)
        return lang_subject_part(t, s, marks[2 * groups - 2], marks[2 * groups - 1]);
    struct lang_tuple *item = lang_tuple_new(t, groups - 1);
    for (int64_t i = 1; item && i < groups; i++) {
        lang_value v = lang_subject_part(t, s, marks[2 * i], marks[2 * i + 1]);
        if (lang_is_error(v)) {
            lang_decref(t, item);
            return v;
        }
        item->items[i - 1] = v;
    }
    return lang_obj_or_error(item);
}

static lang_value m_findall(struct lang_thread *t, const lang_value *a)
{
    struct regex_run run;
    struct subject s;
    int64_t from;
    if (lang_subject_open(t, pattern_of(a[0]), a[1], a[2], a[3], &s, &run, &from) < 0)
        return lang_error();
    struct lang_list *list = lang_list_new(t, 0);
    int status = list ? 1 : -1;
    for (int64_t n = 0; status > 0 && (status = next_match(&run, &from)) > 0; n++) {
        lang_value item = found_item(t, &s, &run);
        if (lang_is_error(item) || lang_list_append_steal(t, list, item) < 0 ||
            ((n & 0xfff) == 0xfff && lang_poll_quiet(t) < 0))
            status = -1;
    }
    lang_subject_close(t, &s, &run);
    if (status < 0) {
        lang_xdecref(t, list);
        return lang_error();
    }
    return lang_obj(list);
}

/* Adds a value, or what is in its place when it failed. */
static int add(struct lang_thread *t, struct lang_list *list, lang_value v)
{
    return lang_is_error(v) ? -1 : lang_list_append_steal(t, list, v);
}

static lang_value m_split(struct lang_thread *t, const lang_value *a)
{
    struct regex_run run;
    struct subject s;
    int64_t from, limit = 0, at = 0;
    if ((!lang_is_undef(a[2]) && lang_as_index(t, a[2], &limit) < 0) ||
        lang_subject_open(t, pattern_of(a[0]), a[1], lang_undef(), lang_undef(), &s, &run, &from) < 0)
        return lang_error();
    struct lang_list *list = lang_list_new(t, 0);
    int status = list ? 1 : -1;
    for (int64_t n = 0; status > 0 && limit >= 0 && (limit == 0 || n < limit) && (status = next_match(&run, &from)) > 0;
         n++) {
        const int64_t *marks = run.marks, groups = run.code[REGEX_GROUPS];
        if (add(t, list, lang_subject_part(t, &s, at, marks[0])) < 0)
            status = -1;
        for (int64_t i = 1; status > 0 && i < groups; i++) {
            const bool there = marks[2 * i] >= 0 && marks[2 * i + 1] >= 0;
            if (add(t, list, there ? lang_subject_part(t, &s, marks[2 * i], marks[2 * i + 1]) : lang_none()) < 0)
                status = -1;
        }
        at = marks[1];
        if ((n & 0xfff) == 0xfff && lang_poll_quiet(t) < 0)
            status = -1;
    }
    if (status >= 0 && add(t, list, lang_subject_part(t, &s, at, s.length)) < 0)
        status = -1;
    lang_subject_close(t, &s, &run);
    if (status < 0) {
        lang_xdecref(t, list);
        return lang_error();
    }
    return lang_obj(list);
}

/* ------------------------------------------------------------------ replacing */

/* What is put in the place of matches. */
struct replacement {
    lang_value call;         /* UNDEF: parts say it */
    lang_value owner;        /* holds the parts */
    const lang_value *parts; /* texts and numbers of groups */
    int64_t count;
};

static int open_replacement(struct lang_thread *t, lang_value pattern, lang_value given, struct replacement *r)
{
    if (lang_pattern_need(t, pattern_of(pattern)) < 0)
        return -1;
    const int64_t groups = lang_pattern_code(pattern_of(pattern))[REGEX_GROUPS];
    *r = (struct replacement){.call = lang_undef(), .owner = lang_undef()};
    if (lang_callable(given)) {
        r->call = given;
        return 0;
    }
    const uint8_t *bytes;
    int64_t n;
    bool plain;
    if (lang_is_str(given)) {
        struct lang_str *s = lang_as_str(given);
        const uint16_t slash = '\\';
        plain = s->kind == 1   ? !memchr(s->data, '\\', (size_t)s->length)
                : s->kind == 2 ? lang_search(s->data, 0, s->length, &slash, 1, 2) < 0
                               : false;
    } else {
        plain = lang_bytes_view(given, &bytes, &n) && !memchr(bytes, '\\', (size_t)n);
    }
    if (plain) {
        struct lang_tuple *one = lang_tuple_from(t, &given, 1);
        r->owner = lang_obj_or_error(one);
        r->parts = one ? one->items : NULL;
        r->count = 1;
        return one ? 0 : -1;
    }
    const lang_value args[] = {pattern, given};
    r->owner = lang_call(t, lang_regex_rests[REGEX_REST_TEMPLATE], args, 2, NULL);
    if (!lang_is_error(r->owner) && !lang_is_list(r->owner)) {
        lang_unref(t, r->owner);
        r->owner = lang_raise(t, LANG_EXC_TypeError, "a template is a list");
    }
    if (lang_is_error(r->owner))
        return -1;
    r->parts = lang_as_list(r->owner)->items;
    r->count = lang_as_list(r->owner)->length;
    for (int64_t i = 0; i < r->count; i++)
        if (lang_is_int(r->parts[i]) && (r->parts[i].i < 0 || r->parts[i].i >= groups)) {
            lang_unref(t, r->owner);
            return lang_fail(t, LANG_EXC_IndexError, "no such group");
        }
    return 0;
}

/* The text of a part for a match: a new reference, or UNDEF for nothing. */
static lang_value part_text(struct lang_thread *t, const struct subject *s, const struct regex_run *run,
                            lang_value part)
{
    if (!lang_is_int(part))
        return lang_ref(part);
    const int64_t from = run->marks[2 * part.i], to = run->marks[2 * part.i + 1];
    return from < 0 || to < from ? lang_undef() : lang_subject_part(t, s, from, to);
}

/* Adds what stands in the place of a match to the pieces. */
static int add_replacement(struct lang_thread *t, struct pattern *p, const struct subject *s,
                           const struct regex_run *run, const struct replacement *r, struct lang_list *pieces)
{
    if (!lang_is_undef(r->call)) {
        lang_value match = lang_match_new(t, p, s, run, 0);
        lang_value made = lang_is_error(match) ? match : lang_call(t, r->call, &match, 1, NULL);
        lang_unref(t, match);
        return lang_is_none(made) ? 0 : add(t, pieces, made);
    }
    for (int64_t i = 0; i < r->count; i++) {
        lang_value text = part_text(t, s, run, r->parts[i]);
        if (!lang_is_undef(text) && add(t, pieces, text) < 0)
            return -1;
    }
    return 0;
}

static bool all_texts(const struct replacement *r)
{
    for (int64_t i = 0; i < r->count; i++)
        if (!lang_is_int(r->parts[i]) && !lang_is_str(r->parts[i]))
            return false;
    return lang_is_undef(r->call);
}

/* The same for a text that no program code makes: into a builder. */
static int put_replacement(const struct subject *s, const struct regex_run *run, const struct replacement *r,
                           struct lang_builder *out)
{
    for (int64_t i = 0; i < r->count; i++) {
        const lang_value part = r->parts[i];
        if (!lang_is_int(part)) {
            if (lang_builder_str(out, lang_as_str(part)) < 0)
                return -1;
            continue;
        }
        const int64_t from = run->marks[2 * part.i], to = run->marks[2 * part.i + 1];
        if (from >= 0 && to > from && lang_builder_slice(out, s->str, from, to) < 0)
            return -1;
    }
    return 0;
}

/* A text as it is, of its exact class. */
static lang_value whole_text(struct lang_thread *t, const struct subject *s)
{
    if (lang_is_exactly(s->string, &lang_type_str) || lang_is_exactly(s->string, &lang_type_bytes))
        return lang_ref(s->string);
    return lang_subject_part(t, s, 0, s->length);
}

/* The pieces of bytes, or of what functions return, joined. */
static lang_value joined(struct lang_thread *t, const struct subject *s, struct lang_list *pieces)
{
    lang_value empty = s->str ? lang_obj_or_error(lang_str_empty(t)) : lang_obj_or_error(lang_bytes_new(t, "", 0));
    const lang_value list = lang_obj(pieces);
    lang_value result = lang_is_error(empty) ? empty : lang_call_method_c(t, empty, "join", &list, 1);
    lang_unref(t, empty);
    return result;
}

/* The replaced text, and how many there were in *done. */
static lang_value replaced(struct lang_thread *t, const lang_value *a, int64_t *done)
{
    struct regex_run run;
    struct subject s;
    struct replacement r;
    struct pattern *p = pattern_of(a[0]);
    int64_t from, limit = 0, at = 0;
    *done = 0;
    if (!lang_is_undef(a[3]) && lang_as_index(t, a[3], &limit) < 0)
        return lang_error();
    if (lang_subject_open(t, p, a[2], lang_undef(), lang_undef(), &s, &run, &from) < 0)
        return lang_error();
    if (open_replacement(t, a[0], a[1], &r) < 0) {
        lang_subject_close(t, &s, &run);
        return lang_error();
    }
    const bool build = s.str && all_texts(&r);
    struct lang_list *pieces = build ? NULL : lang_list_new(t, 0);
    struct lang_builder out;
    lang_builder_init(&out, t);
    int status = build || pieces ? 1 : -1;
    while (status > 0 && limit >= 0 && (limit == 0 || *done < limit) && (status = next_match(&run, &from)) > 0) {
        const int64_t start = run.marks[0], end = run.marks[1]; /* a function may match elsewhere meanwhile */
        if (build)
            status = lang_builder_slice(&out, s.str, at, start) < 0 || put_replacement(&s, &run, &r, &out) < 0 ? -1 : 1;
        else
            status = (start > at && add(t, pieces, lang_subject_part(t, &s, at, start)) < 0) ||
                             add_replacement(t, p, &s, &run, &r, pieces) < 0
                         ? -1
                         : 1;
        at = end;
        ++*done;
        if ((*done & 0xfff) == 0 && status > 0 && lang_poll_quiet(t) < 0)
            status = -1;
    }
    lang_value result = lang_error();
    if (status >= 0 && !*done) {
        result = whole_text(t, &s);
    } else if (status >= 0 && build) {
        if (lang_builder_slice(&out, s.str, at, s.length) == 0)
            result = lang_obj_or_error(lang_builder_finish(&out));
    } else if (status >= 0 && (at == s.length || add(t, pieces, lang_subject_part(t, &s, at, s.length)) == 0)) {
        result = joined(t, &s, pieces);
    }
    lang_builder_drop(&out);
    lang_xdecref(t, pieces);
    lang_unref(t, r.owner);
    lang_subject_close(t, &s, &run);
    return result;
}

static lang_value m_sub(struct lang_thread *t, const lang_value *a)
{
    int64_t done;
    return replaced(t, a, &done);
}

static lang_value m_subn(struct lang_thread *t, const lang_value *a)
{
    int64_t done;
    lang_value text = replaced(t, a, &done);
    struct lang_tuple *pair = lang_is_error(text) ? NULL : lang_tuple_new(t, 2);
    if (!pair) {
        lang_unref(t, text);
        return lang_error();
    }
    pair->items[0] = text;
    pair->items[1] = lang_int(done);
    return lang_obj(pair);
}

/* ------------------------------------------------------------------ scanners */

struct scanner {
    struct lang_object head;
    struct pattern *pattern;
    lang_value string, endpos;
    int64_t start, next, avoided;
    bool ended;
};

static lang_value scan(struct lang_thread *t, lang_value v, enum mode mode)
{
    struct scanner *c = (struct scanner *)v.o;
    struct regex_run run;
    struct subject s;
    int64_t from;
    if (c->ended)
        return lang_none();
    if (lang_subject_open(t, c->pattern, c->string, lang_int(c->next), c->endpos, &s, &run, &from) < 0)
        return lang_error();
    run.avoided = c->avoided;
    int found = c->next > run.end     ? 0
                : mode == MODE_SEARCH ? lang_regex_search(&run, from)
                                      : lang_regex_match(&run, from);
    lang_value result = found < 0 ? lang_error() : lang_none();
    if (found > 0) {
        c->next = run.marks[1];
        c->avoided = run.marks[0] == run.marks[1] ? run.marks[1] : -1;
        result = lang_match_new(t, c->pattern, &s, &run, c->start);
    } else {
        c->ended = true;
    }
    lang_subject_close(t, &s, &run);
    return result;
}

static lang_value s_match(struct lang_thread *t, const lang_value *a)
{
    return scan(t, a[0], MODE_MATCH);
}

static lang_value s_search(struct lang_thread *t, const lang_value *a)
{
    return scan(t, a[0], MODE_SEARCH);
}

static lang_value get_scanner_pattern(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_obj(lang_incref(((struct scanner *)v.o)->pattern));
}

static void scanner_drop(struct lang_thread *t, struct lang_object *o)
{
    struct scanner *c = (struct scanner *)o;
    lang_clear(t, &c->string);
    lang_clear(t, &c->endpos);
    lang_xdecref(t, c->pattern);
}

static const struct lang_method scanner_methods[] = {
    {"match", "()", s_match, NULL, 0}, {"search", "()", s_search, NULL, 0}, {0}};
static const struct lang_getset scanner_getset[] = {{"pattern", get_scanner_pattern, NULL, NULL}, {0}};
static struct lang_type scanner_type = {
    .name = "SRE_Scanner",
    .module = "_sre",
    .size = sizeof(struct scanner),
    .flags = LANG_TYPE_QUALIFIED,
    .methods = scanner_methods,
    .getset = scanner_getset,
    .destroy = scanner_drop,
};

static lang_value m_scanner(struct lang_thread *t, const lang_value *a)
{
    struct regex_run run;
    struct subject s;
    int64_t from;
    if (lang_subject_open(t, pattern_of(a[0]), a[1], a[2], a[3], &s, &run, &from) < 0)
        return lang_error();
    struct scanner *c = lang_object_new(t, &scanner_type);
    if (c) {
        c->pattern = lang_incref(a[0].o);
        c->string = lang_ref(a[1]);
        c->endpos = lang_int(run.end);
        c->start = c->next = from;
        c->avoided = -1;
    }
    lang_subject_close(t, &s, &run);
    return lang_obj_or_error(c);
}

static lang_value m_finditer(struct lang_thread *t, const lang_value *a)
{
    lang_value scanner = m_scanner(t, a);
    lang_value search = lang_is_error(scanner) ? scanner : lang_getattr_c(t, scanner, "search");
    lang_value result = lang_is_error(search) ? search : lang_callable_iter(t, search, lang_none());
    if (!lang_is_error(scanner)) {
        lang_unref(t, search);
        lang_unref(t, scanner);
    }
    return result;
}

/* ------------------------------------------------------------------ Pattern */

#define GETTER(name, expression)                                                                                       \
    static lang_value get_##name(struct lang_thread *t, lang_value v)                                                  \
    {                                                                                                                  \
        struct pattern *p = pattern_of(v);                                                                             \
        return lang_pattern_need(t, p) < 0 ? lang_error() : (expression);                                              \
    }
static lang_value get_pattern(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_ref(pattern_of(v)->source);
}
GETTER(flags, lang_int(p->flags))
GETTER(groups, lang_int(lang_pattern_code(p)[REGEX_GROUPS] - 1))
GETTER(groupindex, lang_ref(p->groupindex))

static lang_value pattern_repr(struct lang_thread *t, lang_value v)
{
    return lang_pattern_need(t, pattern_of(v)) < 0 ? lang_error()
                                                   : lang_call(t, lang_regex_rests[REGEX_REST_REPR], &v, 1, NULL);
}

static lang_value pattern_compare(struct lang_thread *t, lang_value a, lang_value b, enum lang_compare_op op)
{
    if ((op != LANG_EQ && op != LANG_NE) || !lang_is_exactly(a, &lang_type_re_pattern) ||
        !lang_is_exactly(b, &lang_type_re_pattern))
        return lang_notimpl();
    struct pattern *p = pattern_of(a), *q = pattern_of(b);
    int same = p == q;
    if (!same && (lang_pattern_need(t, p) < 0 || lang_pattern_need(t, q) < 0))
        return lang_error();
    if (!same && p->flags == q->flags && lang_type_of(p->source) == lang_type_of(q->source) &&
        p->program->length == q->program->length &&
        !memcmp(p->program->data, q->program->data, (size_t)p->program->length))
        same = lang_equal(t, p->source, q->source);
    return same < 0 ? lang_error() : lang_bool(same == (op == LANG_EQ));
}

static int pattern_hash(struct lang_thread *t, lang_value v, int64_t *out)
{
    struct pattern *p = pattern_of(v);
    if (lang_pattern_need(t, p) < 0 || lang_hash(t, p->source, out) < 0)
        return -1;
    *out ^= p->flags * 1000003;
    return 0;
}

static lang_value m_self(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    return lang_ref(a[0]);
}

static lang_value m_reduce(struct lang_thread *t, const lang_value *a)
{
    struct pattern *p = pattern_of(a[0]);
    if (lang_pattern_need(t, p) < 0)
        return lang_error();
    const lang_value both[] = {p->source, lang_int(p->flags)};
    struct lang_tuple *args = lang_tuple_from(t, both, 2), *result = args ? lang_tuple_new(t, 2) : NULL;
    if (!result) {
        lang_xdecref(t, args);
        return lang_error();
    }
    result->items[0] = lang_ref(lang_regex_rests[REGEX_REST_COMPILE]);
    result->items[1] = lang_obj(args);
    return lang_obj(result);
}

static void pattern_drop(struct lang_thread *t, struct lang_object *o)
{
    struct pattern *p = (struct pattern *)o;
    lang_clear(t, &p->source);
    lang_clear(t, &p->groupindex);
    lang_xdecref(t, p->names);
    lang_xdecref(t, p->program);
}

#define BOUNDS "(string, pos=0, endpos=9223372036854775807)"
static const struct lang_method pattern_methods[] = {
    {"match", BOUNDS, m_match, "Matches zero or more characters at the beginning of the string.", 0},
    {"fullmatch", BOUNDS, m_fullmatch, "Matches against all of the string.", 0},
    {"search", BOUNDS, m_search,
     "Scan through string looking for a match, and return a corresponding match object instance.\n\nReturn None if no "
     "position in the string matches.",
     0},
    {"findall", BOUNDS, m_findall, "Return a list of all non-overlapping matches of pattern in string.", 0},
    {"finditer", BOUNDS, m_finditer,
     "Return an iterator over all non-overlapping matches for the RE pattern in string.\n\nFor each match, the "
     "iterator "
     "returns a match object.",
     0},
    {"scanner", BOUNDS, m_scanner, NULL, 0},
    {"split", "(string, maxsplit=0)", m_split, "Split string by the occurrences of pattern.", 0},
    {"sub", "(repl, string, count=0)", m_sub,
     "Return the string obtained by replacing the leftmost non-overlapping occurrences of pattern in string by the "
     "replacement repl.",
     0},
    {"subn", "(repl, string, count=0)", m_subn,
     "Return the tuple (new_string, number_of_subs_made) found by replacing the leftmost non-overlapping occurrences "
     "of "
     "pattern with the replacement repl.",
     0},
    {"__copy__", "()", m_self, NULL, 0},
    {"__deepcopy__", "(memo, /)", m_self, NULL, 0},
    {"__reduce__", "()", m_reduce, NULL, 0},
    {"__class_getitem__", "(object, /)", lang_class_getitem, "See PEP 585", LANG_M_CLASS},
    {0}};
static const struct lang_getset pattern_getset[] = {
    {"pattern", get_pattern, NULL, "The pattern string from which the RE object was compiled."},
    {"flags", get_flags, NULL, "The regex matching flags."},
    {"groups", get_groups, NULL, "The number of capturing groups in the pattern."},
    {"groupindex", get_groupindex, NULL, "A dictionary mapping group names to group numbers."},
    {0}};
struct lang_type lang_type_re_pattern = {
    .name = "Pattern",
    .module = "re",
    .doc = "Compiled regular expression object.",
    .size = sizeof(struct pattern),
    .flags = LANG_TYPE_QUALIFIED | LANG_TYPE_WEAKREF,
    .methods = pattern_methods,
    .getset = pattern_getset,
    .destroy = pattern_drop,
    .repr = pattern_repr,
    .compare = pattern_compare,
    .hash = pattern_hash,
};

/* ------------------------------------------------------------------ the module */

/* pattern(source, flags, words, names, groupindex): a program of a list of words, checked. */
static lang_value r_pattern(struct lang_thread *t, const lang_value *a)
{
    int64_t flags;
    if (!lang_is_list(a[2]) || !lang_is_dict(a[3]))
        return lang_raise(t, LANG_EXC_TypeError, "a list of words and a dict of names are required");
    if (lang_as_int64(t, a[1], &flags) < 0)
        return lang_error();
    struct lang_list *words = lang_as_list(a[2]);
    struct lang_bytes *program = lang_bytes_new(t, NULL, (size_t)words->length * sizeof(int32_t));
    if (!program)
        return lang_error();
    int32_t *code = (int32_t *)(void *)program->data;
    for (int64_t i = 0; i < words->length; i++)
        code[i] = lang_is_int(words->items[i]) ? (int32_t)words->items[i].i : -1;
    struct pattern *p = NULL;
    if (lang_regex_program(t, code, words->length) == 0)
        p = lang_object_new(t, &lang_type_re_pattern);
    if (!p) {
        lang_decref(t, program);
        return lang_error();
    }
    p->program = program;
    p->source = lang_ref(a[0]);
    p->flags = flags;
    p->names = lang_incref(a[3].o);
    p->groupindex = lang_ref(a[4]);
    if (lang_regex_first(t, code, words->length, &p->first) < 0) {
        lang_decref(t, p);
        return lang_error();
    }
    return lang_obj(p);
}

/* later(source, flags): a pattern of the library's own, right for certain, that is compiled when it is first used. */
static lang_value r_later(struct lang_thread *t, const lang_value *a)
{
    int64_t flags = 0;
    if (!lang_is_undef(a[1]) && lang_as_int64(t, a[1], &flags) < 0)
        return lang_error();
    struct pattern *p = lang_object_new(t, &lang_type_re_pattern);
    if (!p)
        return lang_error();
    p->source = lang_ref(a[0]);
    p->flags = flags;
    p->groupindex = lang_undef();
    return lang_obj(p);
}

static lang_value r_fold(struct lang_thread *t, const lang_value *a)
{
    int64_t c, ascii;
    if (lang_as_int64(t, a[0], &c) < 0 || lang_as_int64(t, a[1], &ascii) < 0)
        return lang_error();
    return lang_int(lang_regex_fold((uint32_t)c, ascii != 0));
}

/* complete(template, repr, compile): what is written in the language. */
static lang_value r_complete(struct lang_thread *t, const lang_value *a)
{
    for (int i = 0; i < REGEX_REST_COUNT; i++)
        lang_set_steal(t, &lang_regex_rests[i], lang_ref(a[i]));
    return lang_none();
}

static const struct lang_method functions[] = {
    {"pattern", "(source, flags, words, names, groupindex, /)", r_pattern,
     "A pattern with the program of a list of words.", 0},
    {"later", "(source, flags=0, /)", r_later, "A pattern that re compiles when it is first used.", 0},
    {"fold", "(character, ascii, /)", r_fold, "The form of a character that all its cases share.", 0},
    {"complete", "(template, repr, compile, /)", r_complete, "Takes what is written in the language.", 0},
    {NULL, NULL, NULL, NULL, 0}};

/* As numbers, for who does without the module re. */
static int add_flags(struct lang_thread *t, struct lang_module *m)
{
    static const struct {
        const char *name;
        int64_t value;
    } flags[] = {{"I", 2}, {"M", 8}, {"S", 16}, {"X", 64}, {"A", 256}};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (lang_module_add(t, m, flags[i].name, lang_int(flags[i].value)) < 0)
            return -1;
    return 0;
}

static int init(struct lang_thread *t, struct lang_module *m)
{
    if (lang_type_ready(t, &lang_type_re_pattern) < 0 || lang_type_ready(t, &scanner_type) < 0 ||
        lang_match_ready(t) < 0 || add_flags(t, m) < 0 ||
        lang_module_add(t, m, "Pattern", lang_obj(&lang_type_re_pattern)) < 0)
        return -1;
    return lang_module_add(t, m, "Match", lang_obj(&lang_type_re_match));
}

const struct lang_module_def lang_module__regex = {"_regex", "Programs of regular expressions.", functions, init};
