/* pretty.c: the layout engine of IPython's pretty printer. Must not know how a value is shown, but for its repr.
 *
 * Texts are written at once while nothing waits; from the first soft break on they queue until it is known whether the
 * line holds them. When it does not, groups are broken from the outside in. Groups wait in lists by depth; a group is
 * taken from its list when it is broken or when it ends without waiting breaks. */
#include "pretty.h"

#include <string.h>

/* ------------------------------------------------------------------ groups */

static int no_memory(struct pretty *p)
{
    p->failed = true;
    return -1;
}

/* Makes capacity for one more element of a growing array. */
static int grow(struct pretty *p, void *array, size_t *capacity, size_t count, size_t size)
{
    if (count < *capacity)
        return 0;
    size_t fresh = *capacity ? *capacity * 2 : 16;
    void *q = lang_realloc(p->t, *(void **)array, *capacity * size, fresh * size);
    if (!q)
        return no_memory(p);
    *(void **)array = q;
    *capacity = fresh;
    return 0;
}

static void group_unref(struct pretty *p, struct pretty_group *g)
{
    if (--g->refs == 0)
        lang_free(p->t, g, sizeof *g);
}

static void level_delete(struct pretty *p, struct pretty_level *l, size_t i)
{
    struct pretty_group *g = l->groups[i];
    memmove(l->groups + i, l->groups + i + 1, (l->count - i - 1) * sizeof *l->groups);
    l->count--;
    group_unref(p, g);
}

static void level_remove(struct pretty *p, struct pretty_group *g)
{
    if ((size_t)g->depth >= p->level_count)
        return;
    struct pretty_level *l = &p->levels[g->depth];
    for (size_t i = l->count; i-- > 0;)
        if (l->groups[i] == g) {
            level_delete(p, l, i);
            return;
        }
}

static int push_group(struct pretty *p)
{
    int depth = p->depth ? p->stack[p->depth - 1]->depth + 1 : 0;
    if (grow(p, &p->stack, &p->stack_capacity, p->depth, sizeof *p->stack) < 0)
        return -1;
    if ((size_t)depth >= p->level_count) {
        size_t size = p->level_count * sizeof *p->levels;
        struct pretty_level *levels = lang_realloc(p->t, p->levels, size, size + sizeof *levels);
        if (!levels)
            return no_memory(p);
        p->levels = levels;
        levels[p->level_count++] = (struct pretty_level){0};
    }
    struct pretty_level *l = &p->levels[depth];
    if (grow(p, &l->groups, &l->capacity, l->count, sizeof *l->groups) < 0)
        return -1;
    struct pretty_group *g = lang_alloc(p->t, sizeof *g);
    if (!g)
        return no_memory(p);
    *g = (struct pretty_group){.depth = depth, .refs = 2};
    p->stack[p->depth++] = g;
    l->groups[l->count++] = g;
    return 0;
}

/* Breaks a group: depth by depth the newest one with waiting breaks. IPython deletes from the front of
 * the list the position that it has counted from the end; that shows in some nested values, so it is done here as well.
 */
static struct pretty_group *break_outermost(struct pretty *p)
{
    for (size_t d = 0; d < p->level_count; d++) {
        struct pretty_level *l = &p->levels[d];
        for (size_t i = 0; i < l->count; i++) {
            struct pretty_group *g = l->groups[l->count - 1 - i];
            if (g->breaks) {
                g->broken = true;
                level_delete(p, l, i); /* g has waiting breaks, they keep it alive */
                return g;
            }
        }
        while (l->count) {
            l->groups[l->count - 1]->broken = true;
            level_delete(p, l, l->count - 1);
        }
    }
    return NULL;
}

/* ------------------------------------------------------------------ writing */

static void newline(struct pretty *p, int64_t indent)
{
    lang_builder_char(&p->out, '\n');
    lang_builder_repeat(&p->out, ' ', indent);
    p->column = indent;
}

/* Writes the first item of the queue. */
static void write_item(struct pretty *p)
{
    struct pretty_item item = p->queue[p->head++];
    if (item.text) {
        lang_builder_str(&p->out, item.text);
        p->column += item.text->length;
        p->waiting -= item.text->length;
        lang_decref(p->t, item.text);
    } else {
        item.group->breaks--;
        p->waiting--;
        if (item.group->broken) {
            newline(p, item.indent);
        } else {
            if (item.group->breaks == 0)
                level_remove(p, item.group);
            lang_builder_char(&p->out, ' ');
            p->column++;
        }
        group_unref(p, item.group);
    }
    if (p->head == p->tail)
        p->head = p->tail = 0;
}

int kernel_pretty_flush(struct pretty *p)
{
    while (p->head < p->tail)
        write_item(p);
    p->waiting = 0;
    return p->failed || p->out.failed ? -1 : 0;
}

static int fit(struct pretty *p)
{
    while (p->column + p->waiting > p->width) {
        struct pretty_group *g = break_outermost(p);
        if (!g)
            break;
        g->refs++; /* the last waiting break might be the last reference */
        while (g->breaks)
            write_item(p);
        group_unref(p, g);
        while (p->head < p->tail && p->queue[p->head].text)
            write_item(p);
    }
    return p->failed || p->out.failed ? -1 : 0;
}

static int enqueue(struct pretty *p, struct pretty_item item)
{
    if (p->head && p->tail == p->capacity) { /* reuse what has been written */
        memmove(p->queue, p->queue + p->head, (p->tail - p->head) * sizeof *p->queue);
        p->tail -= p->head;
        p->head = 0;
    }
    if (grow(p, &p->queue, &p->capacity, p->tail, sizeof *p->queue) < 0)
        return -1;
    p->queue[p->tail++] = item;
    return 0;
}

int kernel_pretty_text(struct pretty *p, struct lang_str *s)
{
    if (p->failed || p->out.failed)
        return -1;
    if (p->head == p->tail) {
        p->column += s->length;
        return lang_builder_str(&p->out, s);
    }
    if (enqueue(p, (struct pretty_item){.text = s}) < 0)
        return -1;
    lang_incref(s);
    p->waiting += s->length;
    return fit(p);
}

int kernel_pretty_c(struct pretty *p, const char *text)
{
    struct lang_str *s = lang_str_from_c(p->t, text);
    if (!s)
        return no_memory(p);
    int r = kernel_pretty_text(p, s);
    lang_decref(p->t, s);
    return r;
}

int kernel_pretty_soft(struct pretty *p)
{
    struct pretty_group *g = p->stack[p->depth - 1];
    if (p->failed || p->out.failed)
        return -1;
    if (g->broken) {
        if (kernel_pretty_flush(p) < 0)
            return -1;
        newline(p, p->indent);
        return 0;
    }
    if (enqueue(p, (struct pretty_item){.group = g, .indent = p->indent}) < 0)
        return -1;
    g->refs++;
    g->breaks++;
    p->waiting++;
    return fit(p);
}

int kernel_pretty_hard(struct pretty *p)
{
    struct pretty_group *g = break_outermost(p);
    if (g) {
        g->refs++;
        while (g->breaks)
            write_item(p);
        group_unref(p, g);
        while (p->head < p->tail && p->queue[p->head].text)
            write_item(p);
    }
    if (kernel_pretty_flush(p) < 0)
        return -1;
    newline(p, p->indent);
    return 0;
}

int kernel_pretty_open(struct pretty *p, int64_t indent, const char *text)
{
    if (*text && kernel_pretty_c(p, text) < 0)
        return -1;
    p->indent += indent;
    return push_group(p);
}

int kernel_pretty_open_str(struct pretty *p, int64_t indent, struct lang_str *text)
{
    if (text->length && kernel_pretty_text(p, text) < 0)
        return -1;
    p->indent += indent;
    return push_group(p);
}

int kernel_pretty_close(struct pretty *p, int64_t indent, const char *text)
{
    p->indent -= indent;
    if (p->depth > 1) { /* a _repr_pretty_ may close too much */
        struct pretty_group *g = p->stack[--p->depth];
        if (!g->breaks)
            level_remove(p, g);
        group_unref(p, g);
    }
    return *text ? kernel_pretty_c(p, text) : p->failed ? -1 : 0;
}

/* ------------------------------------------------------------------ values */

int kernel_pretty_repr(struct pretty *p, lang_value v)
{
    struct lang_str *s = lang_repr(p->t, v);
    if (!s)
        return -1;
    int r = kernel_pretty_open(p, 0, "");
    for (int64_t i = 0; i < s->length && r == 0;) {
        int64_t start = i;
        while (i < s->length && !lang_char_is_linebreak(lang_str_at(s, i)))
            i++;
        struct lang_str *line = lang_str_slice(p->t, s, start, i);
        r = line ? 0 : -1;
        if (r == 0 && start)
            r = kernel_pretty_hard(p);
        if (r == 0)
            r = kernel_pretty_text(p, line);
        lang_xdecref(p->t, line);
        if (i < s->length)
            i += lang_str_at(s, i) == '\r' && i + 1 < s->length && lang_str_at(s, i + 1) == '\n' ? 2 : 1;
    }
    lang_decref(p->t, s);
    return r < 0 ? -1 : kernel_pretty_close(p, 0, "");
}

int kernel_pretty_push(struct pretty *p, lang_value v)
{
    int cycle = 0;
    for (size_t i = 0; i < p->seen_count && lang_is_obj(v); i++)
        cycle = cycle || p->seen[i].o == v.o;
    if (grow(p, &p->seen, &p->seen_capacity, p->seen_count, sizeof *p->seen) < 0)
        return -1;
    p->seen[p->seen_count++] = lang_ref(v);
    return cycle;
}

void kernel_pretty_pop(struct pretty *p)
{
    lang_unref(p->t, p->seen[--p->seen_count]);
}

int kernel_pretty_begin(struct pretty *p)
{
    p->repr_name = lang_intern_c(p->t, "__repr__");
    p->repr_pretty_name = lang_intern_c(p->t, "_repr_pretty_");
    lang_builder_init(&p->out, p->t);
    return p->repr_name && p->repr_pretty_name ? push_group(p) : -1;
}

void kernel_pretty_end(struct pretty *p)
{
    struct lang_thread *t = p->t;
    lang_xdecref(t, p->repr_name);
    lang_xdecref(t, p->repr_pretty_name);
    for (size_t i = p->head; i < p->tail; i++) {
        if (p->queue[i].text)
            lang_decref(t, p->queue[i].text);
        else
            group_unref(p, p->queue[i].group);
    }
    for (size_t i = 0; i < p->depth; i++)
        group_unref(p, p->stack[i]);
    for (size_t d = 0; d < p->level_count; d++) {
        for (size_t i = 0; i < p->levels[d].count; i++)
            group_unref(p, p->levels[d].groups[i]);
        lang_free(t, p->levels[d].groups, p->levels[d].capacity * sizeof *p->levels[d].groups);
    }
    lang_free(t, p->levels, p->level_count * sizeof *p->levels);
    lang_free(t, p->stack, p->stack_capacity * sizeof *p->stack);
    lang_free(t, p->queue, p->capacity * sizeof *p->queue);
    lang_free(t, p->seen, p->seen_capacity * sizeof *p->seen);
}
