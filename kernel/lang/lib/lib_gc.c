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
    return lang_int(lang_gc_collect(t));
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

static const struct lang_method functions[] = {
    {"collect", "(generation=2)", g_collect,
     "Run the garbage collector.\n\nWith no arguments, run a full collection.  The optional argument\n"
     "may be an integer specifying which generation to collect.  A ValueError\n"
     "is raised if the generation number is invalid.\n\nThe number of unreachable objects is returned.",
     0},
    {"enable", "()", g_enable, "Enable automatic garbage collection.", 0},
    {"disable", "()", g_disable, "Disable automatic garbage collection.", 0},
    {"isenabled", "()", g_isenabled, "Returns true if automatic garbage collection is enabled.", 0},
    {0},
};

static int init(struct lang_thread *t, struct lang_module *m)
{
    return lang_module_add_steal(t, m, "garbage", lang_obj_or_error(lang_list_new(t, 0)));
}

const struct lang_module_def lang_module_gc = {
    "gc",
    "This module provides access to the garbage collector for reference cycles.",
    functions,
    init,
};
