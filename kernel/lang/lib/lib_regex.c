/* lib_regex.c: the module _regex: runs programs of regular expressions for the module re. */
#include "lib.h"

#include <string.h>

#include "lib/regex.h"
#include "types/str_impl.h"

enum mode { MODE_MATCH, MODE_SEARCH, MODE_FULLMATCH };

/* program(words): a program as bytes, checked. */
static lang_value r_program(struct lang_thread *t, const lang_value *a)
{
    if (!lang_is_list(a[0]))
        return lang_raise(t, LANG_EXC_TypeError, "a list of words is required");
    struct lang_list *words = lang_as_list(a[0]);
    struct lang_bytes *program = lang_bytes_new(t, NULL, (size_t)words->length * sizeof(int32_t));
    if (!program)
        return lang_error();
    int32_t *code = (int32_t *)(void *)program->data;
    for (int64_t i = 0; i < words->length; i++)
        code[i] = lang_is_int(words->items[i]) ? (int32_t)words->items[i].i : -1;
    if (lang_regex_program(t, code, words->length) < 0) {
        lang_decref(t, program);
        return lang_error();
    }
    return lang_obj(program);
}

/* The text of a run, held as long as it lasts. */
struct subject {
    struct lang_buffer buffer;
    struct lang_str *str;
    int64_t length;
};

static int open_subject(struct lang_thread *t, lang_value v, struct subject *s, struct regex_run *run)
{
    s->str = NULL;
    s->buffer.owner = lang_undef();
    if (lang_is_str(v)) {
        s->str = lang_as_str(v);
        run->text = s->str->data;
        run->kind = s->str->kind;
        s->length = s->str->length;
        return 0;
    }
    if (!lang_buffer_get(t, v, &s->buffer))
        return lang_fail(t, LANG_EXC_TypeError, "expected string or bytes-like object, got '%N'", v);
    run->text = s->buffer.data;
    run->kind = 1;
    s->length = s->buffer.length;
    return 0;
}

static int64_t clipped(int64_t v, int64_t length)
{
    return v < 0 ? 0 : v > length ? length : v;
}

/* Arguments 0 to 3 of the functions below: a program, a text, the positions where to begin and to end. */
static int open_run(struct lang_thread *t, const lang_value *a, struct subject *s, struct regex_run *run, int64_t *from)
{
    const uint8_t *data;
    int64_t size, end;
    memset(run, 0, sizeof *run);
    if (!lang_bytes_view(a[0], &data, &size) || size < (int64_t)sizeof(int32_t) * (REGEX_HEADER + 1))
        return lang_fail(t, LANG_EXC_TypeError, "a program is required");
    if (lang_as_int64(t, a[2], from) < 0 || lang_as_int64(t, a[3], &end) < 0 || open_subject(t, a[1], s, run) < 0)
        return -1;
    run->end = clipped(end, s->length);
    *from = clipped(*from, s->length);
    if (lang_regex_begin(run, t, (const int32_t *)(const void *)data) < 0) {
        lang_buffer_release(t, &s->buffer);
        return -1;
    }
    return 0;
}

static void close_run(struct lang_thread *t, struct subject *s, struct regex_run *run)
{
    lang_regex_finish(run);
    lang_buffer_release(t, &s->buffer);
}

/* (last group, begin and end of the match, those of each group). */
static lang_value marks_of(struct regex_run *run)
{
    int64_t n = 2 * (int64_t)run->code[REGEX_GROUPS];
    struct lang_tuple *result = lang_tuple_new(run->t, n + 1);
    if (!result)
        return lang_error();
    result->items[0] = lang_int(run->last_group);
    for (int64_t i = 0; i < n; i += 2) {
        bool matched = run->marks[i] >= 0 && run->marks[i + 1] >= 0;
        result->items[i + 1] = lang_int(matched ? run->marks[i] : -1);
        result->items[i + 2] = lang_int(matched ? run->marks[i + 1] : -1);
    }
    return lang_obj(result);
}

static lang_value r_match(struct lang_thread *t, const lang_value *a)
{
    struct regex_run run;
    struct subject s;
    int64_t from, mode, avoided;
    if (lang_as_int64(t, a[4], &mode) < 0 || lang_as_int64(t, a[5], &avoided) < 0 ||
        open_run(t, a, &s, &run, &from) < 0)
        return lang_error();
    run.avoided = avoided;
    run.whole = mode == MODE_FULLMATCH;
    int found = from > run.end ? 0 : mode == MODE_SEARCH ? lang_regex_search(&run, from) : lang_regex_match(&run, from);
    lang_value result = found < 0 ? lang_error() : found ? marks_of(&run) : lang_none();
    close_run(t, &s, &run);
    return result;
}

/* A part of the text, as str or bytes; the empty one for a group that has not matched. */
static lang_value part(struct lang_thread *t, const struct subject *s, const struct regex_run *run, int64_t group)
{
    int64_t from = run->marks[2 * group], to = run->marks[2 * group + 1];
    if (from < 0 || to < from)
        from = to = 0;
    if (s->str)
        return lang_obj_or_error(lang_str_slice(t, s->str, from, to));
    return lang_obj_or_error(lang_bytes_new(t, s->buffer.data + from, (size_t)(to - from)));
}

/* What findall() gives for one match. */
static lang_value found_item(struct lang_thread *t, const struct subject *s, const struct regex_run *run)
{
    int64_t groups = run->code[REGEX_GROUPS];
    if (groups <= 2)
        return part(t, s, run, groups - 1);
    struct lang_tuple *item = lang_tuple_new(t, groups - 1);
    for (int64_t i = 1; item && i < groups; i++) {
        lang_value v = part(t, s, run, i);
        if (lang_is_error(v)) {
            lang_decref(t, item);
            return v;
        }
        item->items[i - 1] = v;
    }
    return lang_obj_or_error(item);
}

/* All matches, at most so many (0: no limit): their marks, or what findall() gives for them. */
static lang_value all_matches(struct lang_thread *t, const lang_value *a, int64_t limit, bool marks)
{
    struct regex_run run;
    struct subject s;
    int64_t from;
    if (open_run(t, a, &s, &run, &from) < 0)
        return lang_error();
    struct lang_list *list = lang_list_new(t, 0);
    int status = list ? 1 : -1;
    for (int64_t n = 0; status > 0 && from <= run.end && (limit == 0 || n < limit); n++) {
        status = lang_regex_search(&run, from);
        if (status <= 0)
            break;
        lang_value item = marks ? marks_of(&run) : found_item(t, &s, &run);
        if (lang_is_error(item) || lang_list_append_steal(t, list, item) < 0)
            status = -1;
        from = run.marks[1];
        run.avoided = run.marks[0] == from ? from : -1;
        if (status > 0 && lang_poll_quiet(t) < 0)
            status = -1;
    }
    close_run(t, &s, &run);
    if (status < 0) {
        lang_xdecref(t, list);
        return lang_error();
    }
    return lang_obj(list);
}

static lang_value r_all(struct lang_thread *t, const lang_value *a)
{
    int64_t limit;
    return lang_as_int64(t, a[4], &limit) < 0 ? lang_error() : all_matches(t, a, limit, true);
}

static lang_value r_findall(struct lang_thread *t, const lang_value *a)
{
    return all_matches(t, a, 0, false);
}

static lang_value r_fold(struct lang_thread *t, const lang_value *a)
{
    int64_t c, ascii;
    if (lang_as_int64(t, a[0], &c) < 0 || lang_as_int64(t, a[1], &ascii) < 0)
        return lang_error();
    return lang_int(lang_regex_fold((uint32_t)c, ascii != 0));
}

static const struct lang_method functions[] = {
    {"program", "(words, /)", r_program, "The program of a list of words, checked.", 0},
    {"match", "(program, text, pos, endpos, mode, avoided, /)", r_match, "The marks of a match, or None.", 0},
    {"all", "(program, text, pos, endpos, limit, /)", r_all, "The marks of all matches.", 0},
    {"findall", "(program, text, pos, endpos, /)", r_findall, "What all matches have matched.", 0},
    {"fold", "(character, ascii, /)", r_fold, "The form of a character that all its cases share.", 0},
    {NULL, NULL, NULL, NULL, 0}};

const struct lang_module_def lang_module__regex = {"_regex", "Programs of regular expressions.", functions, NULL};
