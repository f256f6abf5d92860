/* call_profile.c: the counters of a profile of calls. Each function has an entry, each pair of functions of which one
 * has called the other, too; a stack of the calls that run says whose time passes. */
#include "vm/call_profile.h"

#include <stdlib.h>
#include <time.h>

#include "vm/native.h"

struct tally {
    uint64_t calls, recursive;
    double total, own; /* seconds, with and without what was called */
    uint32_t depth;    /* how many of its calls run */
};
struct entry {
    struct lang_object *called; /* a code object or a native function, NULL: a free place */
    struct tally tally;
    struct pair *pairs;
    uint32_t pair_count;
};
struct pair { /* what an entry has called */
    struct lang_object *called;
    struct tally tally;
};
struct call {
    uint32_t entry;
    double begin, inner; /* inner: seconds in what it has called */
};

struct lang_call_profile {
    bool subcalls, busy; /* busy: the timer runs */
    lang_value timer;
    double unit;
    struct entry *entries; /* a table of a power of two places */
    uint32_t places, count;
    struct call *calls;
    uint32_t depth, capacity;
};

enum { FIRST_PLACES = 64, FIRST_CALLS = 64 };

void lang_call_profile_free(struct lang_thread *t, struct lang_call_profile *p)
{
    for (uint32_t i = 0; i < p->places; i++) {
        struct entry *e = &p->entries[i];
        for (uint32_t k = 0; k < e->pair_count; k++)
            lang_decref(t, e->pairs[k].called);
        free(e->pairs);
        lang_xdecref(t, e->called);
    }
    free(p->entries);
    free(p->calls);
    lang_unref(t, p->timer);
    free(p);
}

struct lang_call_profile *lang_call_profile_new(struct lang_thread *t, bool subcalls, lang_value timer, double unit)
{
    struct lang_call_profile *p = calloc(1, sizeof *p);
    if (!p) {
        lang_no_memory(t);
        return NULL;
    }
    p->subcalls = subcalls;
    p->timer = lang_ref(timer);
    p->unit = unit;
    p->entries = calloc(FIRST_PLACES, sizeof *p->entries);
    p->calls = malloc(FIRST_CALLS * sizeof *p->calls);
    p->places = p->entries ? FIRST_PLACES : 0;
    p->capacity = FIRST_CALLS;
    if (!p->entries || !p->calls) {
        lang_call_profile_free(t, p);
        lang_no_memory(t);
        return NULL;
    }
    return p;
}

bool lang_call_profile_is_busy(const struct lang_call_profile *p)
{
    return p->busy;
}

/* ------------------------------------------------------------------ time */

/* The time; 0 where the timer fails, which nobody can catch there. */
static double now(struct lang_thread *t, struct lang_call_profile *p)
{
    double seconds = 0;
    if (lang_is_undef(p->timer)) {
        struct timespec at;
        clock_gettime(CLOCK_MONOTONIC, &at);
        return (double)at.tv_sec + (double)at.tv_nsec * 1e-9;
    }
    p->busy = true;
    lang_value v = lang_call(t, p->timer, NULL, 0, NULL);
    p->busy = false;
    const bool whole = !lang_is_error(v) && lang_is_integer(v);
    if (lang_is_error(v) || lang_as_double(t, v, &seconds) < 0) {
        lang_unraisable(t, p->timer);
        seconds = 0;
    }
    if (!lang_is_error(v))
        lang_unref(t, v);
    return whole && p->unit > 0 ? seconds * p->unit : seconds;
}

/* ------------------------------------------------------------------ entries */

static uint32_t place_of(const struct entry *entries, uint32_t places, const struct lang_object *called)
{
    uint32_t at = (uint32_t)(((uintptr_t)called >> 4) * 0x9e3779b1u) & (places - 1);
    while (entries[at].called && entries[at].called != called)
        at = (at + 1) & (places - 1);
    return at;
}

static int grow(struct lang_thread *t, struct lang_call_profile *p)
{
    const uint32_t places = 2 * p->places;
    struct entry *entries = calloc(places, sizeof *entries);
    if (!entries) {
        lang_no_memory(t);
        return -1;
    }
    for (uint32_t i = 0; i < p->depth; i++) { /* the open calls name their entries by their places */
        const struct lang_object *called = p->entries[p->calls[i].entry].called;
        uint32_t at = place_of(entries, places, called);
        if (!entries[at].called)
            entries[at] = p->entries[p->calls[i].entry];
        p->calls[i].entry = at;
    }
    for (uint32_t i = 0; i < p->places; i++)
        if (p->entries[i].called)
            entries[place_of(entries, places, p->entries[i].called)] = p->entries[i];
    free(p->entries);
    p->entries = entries;
    p->places = places;
    return 0;
}

static int find_entry(struct lang_thread *t, struct lang_call_profile *p, struct lang_object *called, uint32_t *at)
{
    if (2 * (p->count + 1) > p->places && grow(t, p) < 0)
        return -1;
    *at = place_of(p->entries, p->places, called);
    if (!p->entries[*at].called) {
        p->entries[*at].called = lang_incref(called);
        p->count++;
    }
    return 0;
}

/* NULL: no memory, raised. */
static struct pair *find_pair(struct lang_thread *t, struct entry *caller, struct lang_object *called)
{
    for (uint32_t i = 0; i < caller->pair_count; i++)
        if (caller->pairs[i].called == called)
            return &caller->pairs[i];
    const uint32_t n = caller->pair_count;
    if (!(n & (n - 1))) { /* the capacity is a power of two */
        struct pair *more = realloc(caller->pairs, (n ? 2 * n : 1) * sizeof *more);
        if (!more) {
            lang_no_memory(t);
            return NULL;
        }
        caller->pairs = more;
    }
    caller->pairs[n] = (struct pair){.called = lang_incref(called)};
    caller->pair_count++;
    return &caller->pairs[n];
}

static void add(struct tally *tally, double total, double own)
{
    if (--tally->depth == 0)
        tally->total += total;
    else
        tally->recursive++;
    tally->own += own;
    tally->calls++;
}

/* ------------------------------------------------------------------ calls */

int lang_call_profile_enter(struct lang_thread *t, struct lang_call_profile *p, struct lang_object *called)
{
    uint32_t at;
    if (p->depth == p->capacity) {
        struct call *more = realloc(p->calls, 2 * (size_t)p->capacity * sizeof *more);
        if (!more) {
            lang_no_memory(t);
            return -1;
        }
        p->calls = more;
        p->capacity *= 2;
    }
    if (find_entry(t, p, called, &at) < 0)
        return -1;
    if (p->subcalls && p->depth) {
        struct pair *pair = find_pair(t, &p->entries[p->calls[p->depth - 1].entry], called);
        if (!pair)
            return -1;
        pair->tally.depth++;
    }
    p->entries[at].tally.depth++;
    const double begin = now(t, p);
    p->calls[p->depth++] = (struct call){.entry = at, .begin = begin};
    return 0;
}

int lang_call_profile_leave(struct lang_thread *t, struct lang_call_profile *p)
{
    if (!p->depth)
        return 0;
    const double end = now(t, p);
    const struct call *call = &p->calls[--p->depth];
    const double total = end - call->begin, own = total - call->inner;
    add(&p->entries[call->entry].tally, total, own);
    if (!p->depth)
        return 0;
    struct call *caller = &p->calls[p->depth - 1];
    caller->inner += total;
    struct pair *pair = p->subcalls ? find_pair(t, &p->entries[caller->entry], p->entries[call->entry].called) : NULL;
    if (pair)
        add(&pair->tally, total, own);
    return p->subcalls && !pair ? -1 : 0;
}

/* ------------------------------------------------------------------ what was found */

/* A code object, or what a native function is called: "<built-in method M.F>", "<method 'F' of 'C' objects>". */
static lang_value label(struct lang_thread *t, struct lang_object *called)
{
    if (called->type == &lang_type_method)
        called = ((struct lang_method_object *)called)->function.o;
    if (called->type != &lang_type_native && called->type != &lang_type_method_descr)
        return lang_obj(lang_incref(called));
    const struct lang_native *native = (struct lang_native *)called;
    if (native->owner)
        return lang_obj_or_error(
            lang_str_from_format(t, "<method '%s' of '%s' objects>", native->name, native->owner->name));
    const char *module = native->module ? lang_str_utf8(t, native->module, NULL) : NULL;
    return lang_obj_or_error(module ? lang_str_from_format(t, "<built-in method %s.%s>", module, native->name)
                                    : lang_str_from_format(t, "<%s>", native->name));
}

/* (label, calls, recursive, total, own, inner): takes inner. */
static struct lang_tuple *row(struct lang_thread *t, struct lang_object *called, const struct tally *tally,
                              lang_value inner)
{
    lang_value parts[] = {
        label(t, called),         lang_int((int64_t)tally->calls), lang_int((int64_t)tally->recursive),
        lang_float(tally->total), lang_float(tally->own),          inner};
    struct lang_tuple *tuple = lang_is_error(parts[0]) ? NULL : lang_tuple_from(t, parts, 6);
    if (!lang_is_error(parts[0]))
        lang_unref(t, parts[0]);
    lang_unref(t, inner);
    return tuple;
}

static lang_value pairs_of(struct lang_thread *t, const struct entry *e)
{
    struct lang_list *list = lang_list_new(t, 0);
    for (uint32_t i = 0; list && i < e->pair_count; i++) {
        struct lang_tuple *tuple = row(t, e->pairs[i].called, &e->pairs[i].tally, lang_none());
        if (!tuple || lang_list_append_steal(t, list, lang_obj(tuple)) < 0) {
            lang_decref(t, list);
            list = NULL;
        }
    }
    return lang_obj_or_error(list);
}

lang_value lang_call_profile_finish(struct lang_thread *t, struct lang_call_profile *p)
{
    int status = 0;
    while (p->depth && status == 0)
        status = lang_call_profile_leave(t, p);
    struct lang_list *list = status == 0 ? lang_list_new(t, 0) : NULL;
    for (uint32_t i = 0; list && i < p->places; i++) {
        const struct entry *e = &p->entries[i];
        if (!e->called)
            continue;
        lang_value inner = e->pair_count ? pairs_of(t, e) : lang_none();
        struct lang_tuple *tuple = lang_is_error(inner) ? NULL : row(t, e->called, &e->tally, inner);
        if (!tuple || lang_list_append_steal(t, list, lang_obj(tuple)) < 0) {
            lang_decref(t, list);
            list = NULL;
        }
    }
    lang_call_profile_free(t, p);
    return lang_obj_or_error(list);
}
