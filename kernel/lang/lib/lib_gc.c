/* lib_gc.c: the module gc: the cycle collector as the language sees it. */
#include "lib.h"
#include "vm/code.h"

static lang_value g_collect(struct lang_thread *t, const lang_value *a)
{
    int64_t generation = 2;

    if (!lang_is_undef(a[0]) && lang_as_index(t, a[0], &generation) < 0)
        return lang_error();
    if (generation < 0 || generation > 2)
        return lang_raise(t, LANG_EXC_ValueError, "invalid generation");
    return lang_int(generation == 2 ? lang_gc_collect(t) : lang_gc_collect_young(t));
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
    {"freeze", "()", g_freeze, "Freeze all current tracked objects and ignore them for future collections.", 0},
    {"unfreeze", "()", g_unfreeze, "Unfreeze all objects in the permanent generation.", 0},
    {"get_freeze_count", "()", g_get_freeze_count, "Return the number of objects in the permanent generation.", 0},
    {0},
};

static int init(struct lang_thread *t, struct lang_module *m)
{
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
