/* suggest.c: "Did you mean: 'print'?": the name with the smallest edit distance, as CPython 3.11 computes it. Only the
 * command line asks. */
#include <string.h>

#include "lib/lib.h"
#include "report_impl.h"

/* Costs count in halves: inserting, deleting, replacing a byte costs 2, another case of a letter 1. */
enum { STEP = 2, CASE = 1, LONGEST = 40, MOST_NAMES = 750 };

static size_t replace_cost(char a, char b)
{
    if (a == b)
        return 0;
    char low_a = a >= 'A' && a <= 'Z' ? (char)(a + 32) : a, low_b = b >= 'A' && b <= 'Z' ? (char)(b + 32) : b;
    return low_a == low_b ? CASE : STEP;
}

static size_t min_size(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* The cost of turning a into b: Levenshtein's distance with these costs, row by row (Wagner and Fischer, 1974);
 * anything above `limit` when it is more. */
static size_t distance(const char *a, size_t na, const char *b, size_t nb, size_t limit)
{
    size_t row[LONGEST];
    for (; na && nb && *a == *b; na--, nb--)
        a++, b++;
    for (; na && nb && a[na - 1] == b[nb - 1]; na--)
        nb--;
    if (!na || !nb)
        return (na + nb) * STEP;
    if (na > LONGEST || nb > LONGEST)
        return limit + 1;
    if (nb < na) { /* the row is the shorter one */
        const char *s = a;
        size_t n = na;
        a = b, na = nb;
        b = s, nb = n;
    }
    if ((nb - na) * STEP > limit)
        return limit + 1;
    for (size_t i = 0; i < na; i++)
        row[i] = (i + 1) * STEP;
    size_t last = 0;
    for (size_t j = 0; j < nb; j++) {
        size_t before = j * STEP, lowest = SIZE_MAX;
        last = before;
        for (size_t i = 0; i < na; i++) {
            size_t replaced = before + replace_cost(b[j], a[i]);
            before = row[i];
            last = min_size(replaced, min_size(last, before) + STEP);
            row[i] = last;
            lowest = min_size(lowest, last);
        }
        if (lowest > limit)
            return limit + 1;
    }
    return last;
}

struct search {
    const char *name;
    size_t size, best;
    struct lang_str *found; /* borrowed from the candidates, which the caller keeps */
};

static void consider(struct lang_thread *t, struct search *s, struct lang_str *candidate)
{
    size_t n;
    const char *text = lang_str_utf8(t, candidate, &n);
    if (!text) {
        lang_error_clear(t);
        return;
    }
    if (n == s->size && memcmp(text, s->name, n) == 0)
        return;
    size_t limit = (s->size + n + 3) * STEP / 6; /* at most a third of the letters may differ */
    if (s->best == 0)
        return;
    limit = min_size(limit, s->best - 1);
    size_t d = distance(s->name, s->size, text, n, limit);
    if (d > limit)
        return;
    s->best = d;
    s->found = candidate;
}

static void consider_dict(struct lang_thread *t, struct search *s, struct lang_dict *d)
{
    if (!d || d->count >= MOST_NAMES)
        return;
    for (int64_t i = 0; i < d->used; i++)
        if (!lang_is_undef(d->entries[i].value) && lang_is_str(d->entries[i].key))
            consider(t, s, lang_as_str(d->entries[i].key));
}

static struct lang_str *for_name(struct lang_thread *t, struct lang_exception *exc, struct search *s)
{
    struct lang_traceback *tb = exc->traceback.tag == LANG_OBJECT ? (struct lang_traceback *)exc->traceback.o : NULL;
    while (tb && tb->next)
        tb = tb->next;
    if (!tb)
        return NULL;
    struct lang_code *code = tb->frame->code;
    if (!(code->flags & LANG_CODE_NAMESPACE)) {
        for (uint32_t i = 0; i < code->local_count; i++)
            consider(t, s, code->local_names[i]);
        for (uint32_t i = 0; i < code->cell_count; i++)
            consider(t, s, code->cell_names[i]);
        for (uint32_t i = 0; i < code->free_count; i++)
            consider(t, s, code->free_names[i]);
    }
    struct lang_dict *dicts[] = {tb->frame->globals, t->vm->builtins};
    for (int i = 0; i < 2 && !s->found; i++)
        consider_dict(t, s, dicts[i]);
    return s->found ? lang_incref(s->found) : NULL;
}

static struct lang_str *for_attribute(struct lang_thread *t, lang_value obj, struct search *s)
{
    struct lang_list *names = lang_dir(t, obj);
    if (!names)
        return NULL;
    for (int64_t i = 0; names->length < MOST_NAMES && i < names->length; i++)
        if (lang_is_str(names->items[i]))
            consider(t, s, lang_as_str(names->items[i]));
    struct lang_str *found = s->found ? lang_incref(s->found) : NULL;
    lang_decref(t, names);
    return found;
}

struct lang_str *lang_suggestion(struct lang_thread *t, lang_value e)
{
    struct lang_exception *exc = (struct lang_exception *)e.o;
    struct lang_type *type = lang_type_of(e);
    bool name_error = type == &lang_exc_types[LANG_EXC_NameError];
    if (!name_error && type != &lang_exc_types[LANG_EXC_AttributeError])
        return NULL;
    lang_value name = lang_getattr_opt(t, e, LANG_NAME(name)), obj = lang_undef();
    struct search s = {.best = SIZE_MAX};
    struct lang_str *found = NULL;
    if (lang_is_str(name) && (s.name = lang_str_utf8(t, lang_as_str(name), &s.size))) {
        if (name_error)
            found = for_name(t, exc, &s);
        else if (!lang_is_none(obj = lang_getattr_opt(t, e, LANG_NAME(obj))) && !lang_is_undef(obj) &&
                 !lang_is_error(obj))
            found = for_attribute(t, obj, &s);
    }
    lang_error_clear(t);
    lang_unref(t, name);
    lang_unref(t, obj);
    return found;
}
