/* gc.c: the collector of cycles.
 *
 * Reference counts free most objects at once; this finds containers that only reach each other. Trial deletion
 * (Christopher, Reference count garbage collection, 1984), as CPython does it:
 * references from inside the candidate set are subtracted from the counts; what is left with a count, and all it
 * reaches, lives; the rest is finalised, cleared and so freed. Two generations: objects that survived a young
 * collection are looked at again only when their number has grown by a quarter. Frames are not traversed: what their
 * registers hold counts as a root. */
#include "vm/code.h"

enum { YOUNG_THRESHOLD = 4000 }; /* the objects examined at once fit the caches: a pause is about 1 ms */
enum { OLD_MINIMUM = 40000 };
static const int64_t BYTES_THRESHOLD = 256ll << 20;

#define young lang_gc_young
struct lang_gc_head young = {&young, &young, 0};
static struct lang_gc_head old = {&old, &old, 0}, frozen = {&frozen, &frozen, 0};
/* What imports of the library's modules have made, which stays as long as these modules: only a collection that a
 * program asks for, and the end, look at it. While such an import runs, the young objects from before lie aside. */
static struct lang_gc_head library = {&library, &library, 0}, aside = {&aside, &aside, 0};
static int64_t importing, put_off; /* how many such imports run; collections that were due meanwhile */
enum { MOST_PUT_OFF = 32 };
#define old_count lang_gc_old
int64_t lang_gc_pending = -YOUNG_THRESHOLD, lang_gc_old;
static int64_t young_threshold = YOUNG_THRESHOLD, old_after_full, accounted, accounted_limit = 256ll << 20;
static bool enabled = true, collecting, requested;
const struct lang_gc_watch *lang_gc_watch;

static struct lang_gc_head *head_of(struct lang_object *o)
{
    return (struct lang_gc_head *)o - 1;
}

static struct lang_object *object_of(struct lang_gc_head *g)
{
    return (struct lang_object *)(g + 1);
}

static void link_before(struct lang_gc_head *list, struct lang_gc_head *g)
{
    g->prev = list->prev;
    g->next = list;
    list->prev->next = g;
    list->prev = g;
}

/* Into the old generation. */
static void link_old(struct lang_gc_head *g)
{
    link_before(&old, g);
    if (!(object_of(g)->flags & LANG_OBJ_OLD)) {
        object_of(g)->flags |= LANG_OBJ_OLD;
        old_count++;
        lang_gc_pending--;
    }
}

static void unlink_head(struct lang_gc_head *g)
{
    g->prev->next = g->next;
    g->next->prev = g->prev;
}

void lang_gc_account(struct lang_thread *t, int64_t bytes)
{
    (void)t;
    accounted += bytes;
    if (accounted > accounted_limit && lang_gc_pending < 0)
        lang_gc_pending = 0;
}

int lang_gc_set_enabled(int on)
{
    int was = enabled;
    if (on >= 0)
        enabled = on;
    return was;
}

/* Scratch of a trial: count > 0 while the object is a candidate with that many unexplained references. */
enum { NOT_CANDIDATE = 0 };

static void visit_subtract(struct lang_object *o, void *arg)
{
    (void)arg;
    if (o->flags & LANG_OBJ_GC) {
        struct lang_gc_head *g = head_of(o);
        if (g->count != NOT_CANDIDATE)
            g->count--;
    }
}

static void traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct lang_type *type = o->type;
    if (type->flags & LANG_TYPE_HEAP)
        visit(&type->head, arg);
    if (type->attr_offset)
        lang_attrs_traverse(o, visit, arg);
    if (type->traverse)
        type->traverse(o, visit, arg);
}

/* Moves a reachable candidate to the list `arg`; its children follow as the list is walked. */
static void visit_reach(struct lang_object *o, void *arg)
{
    if (!(o->flags & LANG_OBJ_GC))
        return;
    struct lang_gc_head *g = head_of(o);
    if (g->count != NOT_CANDIDATE) {
        g->count = NOT_CANDIDATE;
        unlink_head(g);
        link_before(arg, g);
    }
}

static void append_list(struct lang_gc_head *to, struct lang_gc_head *from)
{
    if (from->next == from)
        return;
    from->next->prev = to->prev;
    to->prev->next = from->next;
    from->prev->next = to;
    to->prev = from->prev;
    from->next = from->prev = from;
}

/* The counts of the candidates in `set`, less the references among them. */
static void subtract_within(struct lang_gc_head *set)
{
    for (struct lang_gc_head *g = set->next; g != set; g = g->next)
        g->count = (int64_t)object_of(g)->refs + 1; /* one more, so that a candidate never counts as NOT_CANDIDATE */
    for (struct lang_gc_head *g = set->next; g != set; g = g->next)
        traverse(object_of(g), visit_subtract, NULL);
}

/* Moves those with references from elsewhere, and all they reach, to `alive`. */
static void keep_counted(struct lang_gc_head *set, struct lang_gc_head *alive)
{
    struct lang_gc_head *next;
    for (struct lang_gc_head *g = set->next; g != set; g = next) {
        next = g->next;
        if (g->count > 1) {
            g->count = NOT_CANDIDATE;
            unlink_head(g);
            link_before(alive, g);
        }
    }
    for (struct lang_gc_head *g = alive->next; g != alive; g = g->next)
        traverse(object_of(g), visit_reach, alive);
}

/* Splits `set` into reachable (moved to `alive`) and garbage (left in `set`). */
static void find_garbage(struct lang_gc_head *set, struct lang_gc_head *alive)
{
    subtract_within(set);
    keep_counted(set, alive);
    for (struct lang_gc_head *g = set->next; g != set; g = g->next)
        g->count = NOT_CANDIDATE;
}

/* __del__, or the finally blocks of a generator; false if there was nothing to run. */
static bool finalize(struct lang_thread *t, struct lang_object *o)
{
    if (lang_is_generator_type(o->type))
        return lang_generator_finalize(t, (struct lang_generator *)o);
    lang_value saved = lang_error_take(t);
    lang_value r = lang_call_special(t, lang_obj(o), LANG_NAME(__del__), NULL, 0);
    if (lang_is_error(r))
        lang_del_failed(t, o);
    else
        lang_unref(t, r);
    if (!lang_is_undef(saved))
        lang_error_restore(t, saved);
    return true;
}

/* Runs the finalizers of garbage; true if any ran (then the set must be examined again). */
static bool run_finalizers(struct lang_thread *t, struct lang_gc_head *garbage)
{
    bool ran = false;
    struct lang_gc_head asked = {&asked, &asked, 0}; /* a finalizer may free any object: each is taken off the head */
    while (garbage->next != garbage) {
        struct lang_gc_head *g = garbage->next;
        struct lang_object *o = object_of(g);
        unlink_head(g);
        link_before(&asked, g);
        bool has_one = o->type->special & LANG_SPECIAL_DEL || lang_is_generator_type(o->type);
        if (!has_one || o->flags & LANG_OBJ_FINAL)
            continue;
        o->flags |= LANG_OBJ_FINAL;
        o->refs++;
        ran = finalize(t, o) || ran;
        lang_decref(t, o);
    }
    if (asked.next != &asked) { /* the whole list is returned */
        garbage->next = asked.next;
        garbage->prev = asked.prev;
        garbage->next->prev = garbage->prev->next = garbage;
    }
    return ran;
}

/* All weak references to garbage are cut before the first callback runs: so that no callback can resurrect an object
 * that is being cleared. Those that are garbage themselves do not call back. */
static void cut_weakrefs(struct lang_thread *t, struct lang_gc_head *garbage)
{
    struct lang_weakref *calls = NULL, **end = &calls;
    for (struct lang_gc_head *g = garbage->next; g != garbage; g = g->next)
        lang_weakref_silence(object_of(g));
    for (struct lang_gc_head *g = garbage->next; g != garbage; g = g->next)
        if (object_of(g)->flags & LANG_OBJ_WEAK)
            end = lang_weakref_cut(object_of(g), end);
    lang_weakref_call(t, calls);
}

static int64_t clear_garbage(struct lang_thread *t, struct lang_gc_head *garbage)
{
    int64_t n = 0;
    for (struct lang_gc_head *g = garbage->next; g != garbage; g = g->next) {
        object_of(g)->refs++;                  /* kept alive while its neighbours are cleared */
        object_of(g)->flags |= LANG_OBJ_FINAL; /* a __del__ that its class has got meanwhile comes too late */
        n++;
    }
    struct lang_gc_head kept = {&kept, &kept, 0};
    while (garbage->next != garbage) {
        struct lang_gc_head *g = garbage->next;
        struct lang_object *o = object_of(g);
        unlink_head(g);
        link_before(&kept, g);
        if (o->type->clear)
            o->type->clear(t, o);
        if (o->type->attr_offset)
            lang_attrs_clear(t, o);
    }
    struct lang_gc_head *next;
    for (struct lang_gc_head *g = kept.next; g != &kept; g = next) {
        /* releasing one may release others of the list only down to our own reference */
        next = g->next;
        unlink_head(g);
        link_old(g);
        lang_decref(t, object_of(g));
    }
    return n;
}

/* Shows the watcher what has been found; what he keeps goes among the old ones. How many those are. */
static int64_t keep_wanted(struct lang_thread *t, struct lang_gc_head *garbage)
{
    int64_t n = 0;
    if (!lang_gc_watch)
        return 0;
    struct lang_gc_head *next;
    for (struct lang_gc_head *g = garbage->next; g != garbage; g = next) {
        next = g->next;
        if (lang_gc_watch->found(t, object_of(g))) {
            unlink_head(g);
            link_old(g);
            n++;
        }
    }
    return n;
}

bool lang_gc_collecting(void)
{
    return collecting;
}

static int64_t collect(struct lang_thread *t, int generation)
{
    const bool full = generation == 2;
    if (collecting)
        return 0;
    collecting = true;
    lang_value saved = lang_error_take(t);
    if (lang_gc_watch)
        lang_gc_watch->begin(t, generation);
    if (full)
        append_list(&young, &old);
    struct lang_gc_head alive = {&alive, &alive, 0}, garbage = {&garbage, &garbage, 0};
    append_list(&garbage, &young);
    find_garbage(&garbage, &alive);
    cut_weakrefs(t, &garbage);
    if (run_finalizers(t, &garbage)) { /* they may have revived some, and referred weakly to others */
        find_garbage(&garbage, &alive);
        cut_weakrefs(t, &garbage);
    }
    while (alive.next != &alive) {
        struct lang_gc_head *g = alive.next;
        unlink_head(g);
        link_old(g);
    }
    int64_t n = keep_wanted(t, &garbage);
    n += clear_garbage(t, &garbage);
    if (full) {
        old_after_full = old_count;
        accounted_limit = accounted > BYTES_THRESHOLD / 2 ? accounted * 2 : BYTES_THRESHOLD;
    }
    lang_gc_pending = -young_threshold; /* the next look, whatever clearing has made meanwhile */
    collecting = false;
    if (lang_gc_watch)
        lang_gc_watch->end(t, generation, n);
    if (!lang_is_undef(saved))
        lang_error_restore(t, saved);
    return n;
}

/* Marks young objects as old ones. */
static void age(struct lang_gc_head *list)
{
    for (struct lang_gc_head *g = list->next; g != list; g = g->next)
        if (!(object_of(g)->flags & LANG_OBJ_OLD)) {
            object_of(g)->flags |= LANG_OBJ_OLD;
            old_count++;
            lang_gc_pending--;
        }
}

void lang_gc_import_begins(void)
{
    if (importing++ == 0) {
        append_list(&aside, &young);
        put_off = 0;
    }
}

void lang_gc_import_ends(void)
{
    if (--importing > 0)
        return;
    age(&young);
    append_list(&library, &young);
    append_list(&young, &aside);
}

int64_t lang_gc_collect_program(struct lang_thread *t)
{
    append_list(&young, &aside);
    int64_t n = collect(t, 2);
    const struct lang_foreign *foreign = t->vm->foreign;
    requested = false;
    if (collecting || !foreign || !foreign->collect)
        return n;
    lang_value saved = lang_error_take(t);
    foreign->collect(t);
    if (!lang_is_undef(saved))
        lang_error_restore(t, saved);
    return n + collect(t, 2);
}

int64_t lang_gc_collect(struct lang_thread *t)
{
    append_list(&old, &library);
    return lang_gc_collect_program(t);
}

bool lang_gc_any_to_finalize(void)
{
    const struct lang_gc_head *const lists[] = {&young, &old, &library, &aside, &frozen};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (struct lang_gc_head *g = lists[i]->next; g != lists[i]; g = g->next) {
            const struct lang_object *o = object_of(g);
            if (!(o->flags & LANG_OBJ_FINAL) &&
                (o->type->special & LANG_SPECIAL_DEL || lang_is_generator_type(o->type)))
                return true;
        }
    return false;
}

void lang_gc_request(void)
{
    requested = true;
    if (lang_gc_pending < 0)
        lang_gc_pending = 0;
}

int64_t lang_gc_collect_young(struct lang_thread *t, int generation)
{
    return collect(t, generation);
}

/* ------------------------------------------------------------------ cycles through foreign code */

/* In the set of what only foreign code keeps, count - GROUPED is the number of the held object that reached an object
 * first. */
enum { UNGROUPED = 1, GROUPED = 2 };

struct grouping {
    struct lang_gc_head done;
    struct lang_held *held;
    int64_t current;
    int64_t (*leaf)(struct lang_object *, int64_t, void *);
    void *arg;
};

/* Disjoint sets (Galler and Fischer, An improved equivalence algorithm, 1964), with halved paths. */
static int64_t group_of(struct lang_held *held, int64_t i)
{
    while (held[i].group != i)
        i = held[i].group = held[held[i].group].group;
    return i;
}

static void join(struct grouping *w, int64_t other)
{
    w->held[group_of(w->held, other)].group = group_of(w->held, w->current);
}

static void visit_group(struct lang_object *o, void *arg)
{
    struct grouping *w = arg;
    if (o->type->flags & LANG_TYPE_FOREIGN && !(o->type->flags & LANG_TYPE_TYPE)) {
        int64_t other = w->leaf(o, w->current, w->arg);
        if (other >= 0)
            join(w, other);
    } else if (o->flags & LANG_OBJ_GC) {
        struct lang_gc_head *g = head_of(o);
        if (g->count == UNGROUPED) {
            g->count = GROUPED + w->current;
            unlink_head(g);
            link_before(&w->done, g);
        } else if (g->count >= GROUPED) {
            join(w, g->count - GROUPED);
        }
    }
}

void lang_gc_foreign(struct lang_held *held, int64_t n,
                     int64_t (*leaf)(struct lang_object *foreign, int64_t i, void *arg), void *arg)
{
    struct lang_gc_head alive = {&alive, &alive, 0}, set = {&set, &set, 0};
    struct grouping w = {.held = held, .leaf = leaf, .arg = arg};
    w.done = (struct lang_gc_head){&w.done, &w.done, 0};
    append_list(&set, &old);
    subtract_within(&set);
    for (int64_t i = 0; i < n; i++)
        visit_subtract(held[i].o, NULL);
    keep_counted(&set, &alive);
    for (int64_t i = 0; i < n; i++)
        held[i].group = held[i].o->flags & LANG_OBJ_GC && head_of(held[i].o)->count == UNGROUPED ? i : -1;
    for (int64_t i = 0; i < n; i++) {
        if (held[i].group < 0)
            continue;
        struct lang_gc_head *begin = w.done.prev;
        w.current = i;
        visit_group(held[i].o, &w);
        for (struct lang_gc_head *g = begin->next; g != &w.done; g = g->next)
            traverse(object_of(g), visit_group, &w);
    }
    for (int64_t i = 0; i < n; i++)
        if (held[i].group >= 0)
            held[i].group = group_of(held, i);
    append_list(&w.done, &set);
    for (struct lang_gc_head *g = w.done.next; g != &w.done; g = g->next)
        g->count = NOT_CANDIDATE;
    append_list(&old, &alive);
    append_list(&old, &w.done);
}

void lang_gc_step(struct lang_thread *t)
{
    if (lang_gc_pending < 0)
        return;
    if (!enabled || young_threshold == 0) {
        lang_gc_pending = -YOUNG_THRESHOLD;
        return;
    }
    if (requested) {
        lang_gc_collect_program(t);
        return;
    }
    if (importing > 0 && put_off < MOST_PUT_OFF) {
        put_off++;
        lang_gc_pending = -young_threshold;
        return;
    }
    bool full =
        accounted > accounted_limit || (old_count > OLD_MINIMUM && old_count > old_after_full + old_after_full / 4);
    collect(t, full ? 2 : 0);
}

/* ------------------------------------------------------------------ for the module gc */

int64_t lang_gc_young_count(void)
{
    int64_t n = lang_gc_pending + (young_threshold ? young_threshold : YOUNG_THRESHOLD);
    return n < 0 ? 0 : n;
}

void lang_gc_set_threshold(int64_t n)
{
    young_threshold = n < 0 ? 0 : n;
    lang_gc_pending = -(young_threshold ? young_threshold : YOUNG_THRESHOLD);
}

void lang_gc_freeze(bool freeze)
{
    if (!freeze) {
        append_list(&old, &frozen);
        return;
    }
    struct lang_gc_head *const all[] = {&young, &aside, &old, &library};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        age(all[i]);
        append_list(&frozen, all[i]);
    }
}

static int64_t length_of(const struct lang_gc_head *list)
{
    int64_t n = 0;
    for (const struct lang_gc_head *g = list->next; g != list; g = g->next)
        n++;
    return n;
}

int64_t lang_gc_frozen(void)
{
    return length_of(&frozen);
}

void lang_gc_sizes(int64_t sizes[3])
{
    sizes[0] = length_of(&young) + length_of(&aside);
    sizes[1] = length_of(&old) + length_of(&library);
    sizes[2] = length_of(&frozen);
}

struct found {
    struct lang_thread *t;
    struct lang_list *list;
    struct lang_tuple *wanted;
    bool hit, failed;
};

static void visit_wanted(struct lang_object *o, void *arg)
{
    struct found *f = arg;
    for (int64_t i = 0; i < f->wanted->length && !f->hit; i++)
        f->hit = f->wanted->items[i].tag == LANG_OBJECT && f->wanted->items[i].o == o;
}

/* Whether a program may have the object: not what is going away, what only native code may change, or a tuple whose
 * items are still to be put in. */
static bool is_visible(struct lang_object *o)
{
    if (!o->refs || o->flags & LANG_OBJ_HIDDEN)
        return false;
    const struct lang_tuple *u = o->type->flags & LANG_TYPE_TUPLE ? (struct lang_tuple *)o : NULL;
    for (int64_t i = 0; u && i < u->length; i++)
        if (lang_is_undef(u->items[i]))
            return false;
    return true;
}

/* Adds the objects of a generation, all or (with `wanted`) those that refer to one of these. The list itself is young:
 * nothing is collected meanwhile, because nothing polls. */
static void gather(struct found *f, struct lang_gc_head *generation)
{
    for (struct lang_gc_head *g = generation->next; g != generation && !f->failed; g = g->next) {
        struct lang_object *o = object_of(g);
        if (o == &f->list->head || (f->wanted && o == &f->wanted->head) || !is_visible(o))
            continue;
        f->hit = !f->wanted;
        if (f->wanted)
            traverse(o, visit_wanted, f);
        if (f->hit)
            f->failed = lang_list_append(f->t, f->list, lang_obj(o)) < 0;
    }
}

static struct lang_list *gathered(struct lang_thread *t, struct lang_tuple *wanted)
{
    struct found f = {t, lang_list_new(t, 0), wanted, false, false};
    if (!f.list)
        return NULL;
    struct lang_gc_head *const all[] = {&young, &aside, &old, &library};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        gather(&f, all[i]);
    if (!f.failed)
        return f.list;
    lang_decref(t, f.list);
    return NULL;
}

struct lang_list *lang_gc_objects(struct lang_thread *t)
{
    return gathered(t, NULL);
}

struct lang_list *lang_gc_referrers(struct lang_thread *t, struct lang_tuple *objects)
{
    return gathered(t, objects);
}

static void visit_append(struct lang_object *o, void *arg)
{
    struct found *f = arg;
    if (!f->failed && is_visible(o))
        f->failed = lang_list_append(f->t, f->list, lang_obj(o)) < 0;
}

struct lang_list *lang_gc_referents(struct lang_thread *t, struct lang_tuple *objects)
{
    struct found f = {t, lang_list_new(t, 0), NULL, false, false};
    for (int64_t i = 0; f.list && i < objects->length; i++)
        if (objects->items[i].tag == LANG_OBJECT && objects->items[i].o->flags & LANG_OBJ_GC)
            traverse(objects->items[i].o, visit_append, &f);
    if (!f.failed)
        return f.list;
    lang_decref(t, f.list);
    return NULL;
}
