/* lib_gc.c: the module gc: the cycle collector as the language sees it. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "lib.h"
#include "vm/code.h"

enum { DEBUG_STATS = 1, DEBUG_COLLECTABLE = 2, DEBUG_UNCOLLECTABLE = 4, DEBUG_SAVEALL = 32 };
enum { DEBUG_LEAK = DEBUG_COLLECTABLE | DEBUG_UNCOLLECTABLE | DEBUG_SAVEALL };
static int64_t debug;
static struct {
    int64_t collections, collected;
} stats[3]; /* of the generations */
static struct timespec begun;

/* ------------------------------------------------------------------ what is told of collections */

/* A list of the module, as it is now; NULL: it is no list. */
static struct lang_list *list_of_module(struct lang_thread *t, const char *name)
{
    lang_value m = lang_dict_get_c(t, t->vm->modules, "gc");
    lang_value list = lang_is_exactly(m, &lang_type_module)
                          ? lang_dict_get_c(t, lang_module_dict((struct lang_module *)m.o), name)
                          : lang_undef();
    return lang_is_obj(list) && lang_is_list(list) ? lang_as_list(list) : NULL;
}

static struct lang_dict *information(struct lang_thread *t, int generation, int64_t collected)
{
    struct lang_dict *d = lang_dict_new(t);
    if (d && (lang_dict_set_c(t, d, "generation", lang_int(generation)) < 0 ||
              lang_dict_set_c(t, d, "collected", lang_int(collected)) < 0 ||
              lang_dict_set_c(t, d, "uncollectable", lang_int(0)) < 0)) {
        lang_decref(t, d);
        return NULL;
    }
    return d;
}

static void call_back(struct lang_thread *t, const char *phase, int generation, int64_t collected)
{
    struct lang_list *callbacks = list_of_module(t, "callbacks");
    if (!callbacks || !callbacks->length)
        return;
    struct lang_dict *about = information(t, generation, collected);
    lang_value args[2] = {lang_obj_or_error(lang_str_from_c(t, phase)), lang_obj_or_error(about)};
    lang_incref(callbacks);
    for (int64_t i = 0; i < callbacks->length && about && !lang_is_error(args[0]); i++) {
        lang_value callback = lang_ref(callbacks->items[i]), r = lang_call(t, callback, args, 2, NULL);
        if (lang_is_error(r))
            lang_unraisable(t, callback);
        else
            lang_unref(t, r);
        lang_unref(t, callback);
    }
    lang_decref(t, callbacks);
    lang_unref(t, args[0]);
    lang_xdecref(t, about);
    lang_error_clear(t);
}

static void complain(struct lang_thread *t, const char *text)
{
    lang_complain(t, text, strlen(text));
}

static void begin(struct lang_thread *t, int generation)
{
    char text[160];
    int64_t sizes[3];
    call_back(t, "start", generation, 0);
    if (!(debug & DEBUG_STATS))
        return;
    clock_gettime(CLOCK_MONOTONIC, &begun);
    lang_gc_sizes(sizes);
    snprintf(text, sizeof text,
             "gc: collecting generation %d...\ngc: objects in each generation: %" PRId64 " 0 %" PRId64
             "\ngc: objects in permanent generation: %" PRId64 "\n",
             generation, sizes[0], sizes[1], sizes[2]);
    complain(t, text);
}

static bool found(struct lang_thread *t, struct lang_object *o)
{
    char text[160];
    if (debug & DEBUG_COLLECTABLE) {
        snprintf(text, sizeof text, "gc: collectable <%.100s %p>\n", o->type->name, (void *)o);
        complain(t, text);
    }
    struct lang_list *garbage = debug & DEBUG_SAVEALL ? list_of_module(t, "garbage") : NULL;
    if (!garbage)
        return false;
    bool kept = lang_list_append(t, garbage, lang_obj(o)) == 0;
    lang_error_clear(t);
    return kept;
}

static void end(struct lang_thread *t, int generation, int64_t collected)
{
    char text[160];
    struct timespec now;
    stats[generation].collections++;
    stats[generation].collected += collected;
    if (debug & DEBUG_STATS) {
        clock_gettime(CLOCK_MONOTONIC, &now);
        snprintf(text, sizeof text, "gc: done, %" PRId64 " unreachable, 0 uncollectable, %.4fs elapsed\n", collected,
                 (double)(now.tv_sec - begun.tv_sec) + (double)(now.tv_nsec - begun.tv_nsec) * 1e-9);
        complain(t, text);
    }
    call_back(t, "stop", generation, collected);
}

static const struct lang_gc_watch watch = {begin, found, end};

static lang_value g_get_debug(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    (void)a;
    return lang_int(debug);
}

static lang_value g_set_debug(struct lang_thread *t, const lang_value *a)
{
    return lang_as_index(t, a[0], &debug) < 0 ? lang_error() : lang_none();
}

static lang_value g_get_stats(struct lang_thread *t, const lang_value *a)
{
    struct lang_list *list = lang_list_new(t, 3);
    (void)a;
    for (int i = 0; list && i < 3; i++) {
        struct lang_dict *d = lang_dict_new(t);
        if (!d || lang_dict_set_c(t, d, "collections", lang_int(stats[i].collections)) < 0 ||
            lang_dict_set_c(t, d, "collected", lang_int(stats[i].collected)) < 0 ||
            lang_dict_set_c(t, d, "uncollectable", lang_int(0)) < 0 || lang_list_append(t, list, lang_obj(d)) < 0) {
            lang_xdecref(t, d);
            lang_decref(t, list);
            return lang_error();
        }
        lang_decref(t, d);
    }
    return lang_obj_or_error(list);
}

/* ------------------------------------------------------------------ the functions */

static lang_value g_collect(struct lang_thread *t, const lang_value *a)
{
    int64_t generation = 2;

    if (!lang_is_undef(a[0]) && lang_as_index(t, a[0], &generation) < 0)
        return lang_error();
    if (generation < 0 || generation > 2)
        return lang_raise(t, LANG_EXC_ValueError, "invalid generation");
    return lang_int(generation == 2 ? lang_gc_collect(t) : lang_gc_collect_young(t, (int)generation));
}

static lang_value g_enable(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    (void)a;
    lang_gc_set_enabled(1);
    return lang_none();
}

static lang_value g_disable(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    (void)a;
    lang_gc_set_enabled(0);
    return lang_none();
}

static lang_value g_isenabled(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    (void)a;
    return lang_bool(lang_gc_set_enabled(-1));
}

/* The thresholds as they are shown; the first one is followed once it has been set. */
static int64_t thresholds[3] = {700, 10, 10};

static lang_value g_get_threshold(struct lang_thread *t, const lang_value *a)
{
    lang_value items[3] = {lang_int(thresholds[0]), lang_int(thresholds[1]), lang_int(thresholds[2])};

    (void)a;
    return lang_obj_or_error(lang_tuple_from(t, items, 3));
}

static lang_value g_set_threshold(struct lang_thread *t, const lang_value *a)
{
    int64_t n[3] = {0, thresholds[1], thresholds[2]};

    for (int i = 0; i < 3; i++)
        if (!lang_is_undef(a[i]) && lang_as_index(t, a[i], &n[i]) < 0)
            return lang_error();
    for (int i = 0; i < 3; i++)
        thresholds[i] = n[i];
    lang_gc_set_threshold(n[0]);
    return lang_none();
}

static lang_value g_get_count(struct lang_thread *t, const lang_value *a)
{
    lang_value items[3] = {lang_int(lang_gc_young_count()), lang_int(0), lang_int(0)};

    (void)a;
    return lang_obj_or_error(lang_tuple_from(t, items, 3));
}

static lang_value g_get_objects(struct lang_thread *t, const lang_value *a)
{
    int64_t generation;

    if (!lang_is_undef(a[0]) && !lang_is_none(a[0])) {
        if (lang_as_index(t, a[0], &generation) < 0)
            return lang_error();
        if (generation < -1)
            return lang_raise(t, LANG_EXC_ValueError, "generation parameter cannot be negative");
        if (generation > 2)
            return lang_raise(t, LANG_EXC_ValueError,
                              "generation parameter must be less than the number of available generations (3)");
    }
    return lang_obj_or_error(lang_gc_objects(t));
}

static lang_value g_get_referrers(struct lang_thread *t, const lang_value *a)
{
    return lang_obj_or_error(lang_gc_referrers(t, lang_as_tuple(a[0])));
}

static lang_value g_get_referents(struct lang_thread *t, const lang_value *a)
{
    return lang_obj_or_error(lang_gc_referents(t, lang_as_tuple(a[0])));
}

static lang_value g_is_tracked(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    return lang_bool(lang_is_obj(a[0]) && a[0].o->flags & LANG_OBJ_GC);
}

static lang_value g_is_finalized(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    return lang_bool(lang_is_obj(a[0]) && a[0].o->flags & LANG_OBJ_FINAL);
}

static lang_value g_freeze(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    (void)a;
    lang_gc_freeze(true);
    return lang_none();
}

static lang_value g_unfreeze(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    (void)a;
    lang_gc_freeze(false);
    return lang_none();
}

static lang_value g_get_freeze_count(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    (void)a;
    return lang_int(lang_gc_frozen());
}

static const struct lang_method functions[] = {
    {"collect", "(generation=2)", g_collect,
     "Run the garbage collector.\n\nWith no arguments, run a full collection.  The optional argument\n"
     "may be an integer specifying which generation to collect.  A ValueError\n"
     "is raised if the generation number is invalid.\n\nThe number of unreachable objects is returned.",
     0},
    {"enable", "()", g_enable, "Enable automatic garbage collection.", 0},
    {"disable", "()", g_disable, "Disable automatic garbage collection.", 0},
    {"isenabled", "()", g_isenabled, "Returns true if automatic garbage collection is enabled.", 0},
    {"get_threshold", "()", g_get_threshold, "Return the current collection thresholds.", 0},
    {"set_threshold", "(threshold0, threshold1=10, threshold2=10, /)", g_set_threshold,
     "set_threshold(threshold0, [threshold1, threshold2]) -> None\nSet the collection thresholds (the collection "
     "frequency).\n\nSetting 'threshold0' to zero disables collection.",
     LANG_M_NOSIG},
    {"get_count", "()", g_get_count,
     "Return a three-tuple of the current collection counts.\n\nThe current collection counts refer to (count0, "
     "count1, "
     "count2).",
     0},
    {"get_objects", "(generation=None)", g_get_objects, "Return a list of objects tracked by the collector.", 0},
    {"get_referrers", "(*objs)", g_get_referrers, "Return the list of objects that directly refer to any of objs.",
     LANG_M_NOSIG},
    {"get_referents", "(*objs)", g_get_referents, "Return the list of objects that are directly referred to by objs.",
     LANG_M_NOSIG},
    {"is_tracked", "(obj, /)", g_is_tracked, "Returns true if the object is tracked by the garbage collector.", 0},
    {"is_finalized", "(obj, /)", g_is_finalized, "Returns true if the object has been already finalized by the GC.", 0},
    {"get_debug", "()", g_get_debug, "Get the garbage collection debugging flags.", 0},
    {"set_debug", "(flags, /)", g_set_debug,
     "Set the garbage collection debugging flags.\n\n  flags\n    An integer whose bits say what is printed on "
     "sys.stderr: "
     "DEBUG_STATS\n    numbers of each collection, DEBUG_COLLECTABLE what it finds,\n    DEBUG_UNCOLLECTABLE what it "
     "cannot free (there is nothing);\n    DEBUG_SAVEALL keeps what it finds in gc.garbage, DEBUG_LEAK is all\n    but "
     "the numbers.",
     0},
    {"get_stats", "()", g_get_stats, "Return a list of dictionaries containing per-generation statistics.", 0},
    {"freeze", "()", g_freeze, "Freeze all current tracked objects and ignore them for future collections.", 0},
    {"unfreeze", "()", g_unfreeze, "Unfreeze all objects in the permanent generation.", 0},
    {"get_freeze_count", "()", g_get_freeze_count, "Return the number of objects in the permanent generation.", 0},
    {0},
};

static int init(struct lang_thread *t, struct lang_module *m)
{
    static const struct {
        const char *name;
        int value;
    } flags[] = {{"DEBUG_STATS", DEBUG_STATS},
                 {"DEBUG_COLLECTABLE", DEBUG_COLLECTABLE},
                 {"DEBUG_UNCOLLECTABLE", DEBUG_UNCOLLECTABLE},
                 {"DEBUG_SAVEALL", DEBUG_SAVEALL},
                 {"DEBUG_LEAK", DEBUG_LEAK}};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (lang_module_add(t, m, flags[i].name, lang_int(flags[i].value)) < 0)
            return -1;
    lang_gc_watch = &watch;
    return lang_module_add_steal(t, m, "callbacks", lang_obj_or_error(lang_list_new(t, 0))) < 0
               ? -1
               : lang_module_add_steal(t, m, "garbage", lang_obj_or_error(lang_list_new(t, 0)));
}

const struct lang_module_def lang_module_gc = {
    "gc",
    "This module provides access to the garbage collector for reference cycles.",
    functions,
    init,
};
