/* import_finders.c: sys.meta_path: the finders that stand there from the start, and those that the program has put
 * before or behind them. The first three are names for what import.c does itself; asked by a program, they answer by
 * way of importlib.machinery. */
#include <string.h>

#include "vm/code.h"
#include "vm/import_path.h"
#include "vm/native.h"

static lang_value ask(struct lang_thread *t, const char *function, const lang_value *a)
{
    lang_value args[2] = {a[1], lang_is_undef(a[2]) ? lang_none() : a[2]}, r = lang_error();
    lang_value machinery = lang_import(t, "importlib.machinery");
    if (lang_is_error(machinery))
        return machinery;
    r = lang_call_method_c(t, machinery, function, args, 2);
    lang_unref(t, machinery);
    return r;
}

static lang_value find_library(struct lang_thread *t, const lang_value *a)
{
    return ask(t, "_find_in_library", a);
}

static lang_value find_nothing(struct lang_thread *t, const lang_value *a)
{
    (void)t, (void)a;
    return lang_none();
}

static lang_value find_on_path(struct lang_thread *t, const lang_value *a)
{
    return ask(t, "_find_on_path", a);
}

static lang_value invalidate(struct lang_thread *t, const lang_value *a)
{
    (void)t, (void)a;
    return lang_none();
}

#define FIND_SPEC "(fullname, path=None, target=None)"
#define FORGET                                                                                                         \
    {                                                                                                                  \
        "invalidate_caches", "()", invalidate, "Nothing is kept that would have to be forgotten.", LANG_M_CLASS        \
    }

static const struct lang_method library_methods[] = {
    {"find_spec", FIND_SPEC, find_library, "The specification of a module of the library; None: there is none.",
     LANG_M_CLASS},
    FORGET,
    {NULL, NULL, NULL, NULL, 0}};
static const struct lang_method frozen_methods[] = {
    {"find_spec", FIND_SPEC, find_nothing, "None: no module is frozen.", LANG_M_CLASS},
    FORGET,
    {NULL, NULL, NULL, NULL, 0}};
static const struct lang_method path_methods[] = {
    {"find_spec", FIND_SPEC, find_on_path,
     "The specification of a module in the folders of path, or of sys.path; None: there is none.", LANG_M_CLASS},
    FORGET,
    {NULL, NULL, NULL, NULL, 0}};

static struct lang_type lang_type_library_finder = {
    .name = "BuiltinImporter",
    .module = "_frozen_importlib",
    .size = sizeof(struct lang_object),
    .methods = library_methods,
};
static struct lang_type lang_type_frozen_finder = {
    .name = "FrozenImporter",
    .module = "_frozen_importlib",
    .size = sizeof(struct lang_object),
    .methods = frozen_methods,
};
static struct lang_type lang_type_path_finder = {
    .name = "PathFinder",
    .module = "_frozen_importlib_external",
    .size = sizeof(struct lang_object),
    .methods = path_methods,
};

static struct lang_type *const own_finders[] = {&lang_type_library_finder, &lang_type_frozen_finder,
                                                &lang_type_path_finder};
enum { OWN_FINDERS = sizeof own_finders / sizeof *own_finders };

struct lang_list *lang_finders_new(struct lang_thread *t)
{
    struct lang_list *list = lang_list_new(t, OWN_FINDERS);
    for (int i = 0; list && i < OWN_FINDERS; i++)
        if (lang_type_ready(t, own_finders[i]) < 0 || lang_list_append(t, list, lang_obj(own_finders[i])) < 0) {
            lang_decref(t, list);
            return NULL;
        }
    return list;
}

static bool is_own(lang_value finder)
{
    for (int i = 0; i < OWN_FINDERS; i++)
        if (lang_is_obj(finder) && finder.o == (struct lang_object *)own_finders[i])
            return true;
    return false;
}

int lang_finders_of_program(struct lang_thread *t, struct lang_finders *found)
{
    lang_value sys = lang_dict_get_c(t, t->vm->modules, "sys");
    *found = (struct lang_finders){.searches_path = true};
    if (!lang_is_exactly(sys, &lang_type_module))
        return 0;
    lang_value list = lang_dict_get_c(t, lang_module_dict((struct lang_module *)sys.o), "meta_path");
    if (!lang_is_obj(list) || !lang_is_list(list))
        return 0;
    bool behind = false;
    for (int64_t i = 0; i < lang_as_list(list)->length; i++) {
        lang_value finder = lang_as_list(list)->items[i];
        behind |= finder.o == (struct lang_object *)&lang_type_path_finder;
        struct lang_list **half = behind ? &found->behind : &found->before;
        if (!is_own(finder) && ((!*half && !(*half = lang_list_new(t, 1))) || lang_list_append(t, *half, finder) < 0)) {
            lang_finders_free(t, found);
            return -1;
        }
    }
    found->searches_path = behind;
    return 0;
}

void lang_finders_free(struct lang_thread *t, struct lang_finders *found)
{
    lang_xdecref(t, found->before);
    lang_xdecref(t, found->behind);
    *found = (struct lang_finders){0};
}
