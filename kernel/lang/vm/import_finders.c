/* import_finders.c: sys.meta_path: the finders that stand there from the start, and those that the program has put
 * before or behind them. The first three are names for what import.c does itself; asked by a program, they answer by
 * way of importlib.machinery. */
#include <string.h>

#include "vm/code.h"
#include "vm/import_path.h"
#include "vm/native.h"

static lang_value ask_module(struct lang_thread *t, const char *module, const char *function, const lang_value *args,
                             size_t count)
{
    lang_value m = lang_import(t, module), r;
    if (lang_is_error(m))
        return m;
    r = lang_call_method_c(t, m, function, args, count);
    lang_unref(t, m);
    return r;
}

static lang_value ask(struct lang_thread *t, const char *function, const lang_value *a)
{
    lang_value args[2] = {a[1], lang_is_undef(a[2]) ? lang_none() : a[2]};
    return ask_module(t, "importlib.machinery", function, args, 2);
}

/* What the finders say as loaders is the task of importlib._builtin; `a` begins with the class. */
#define ASKS(c_name, function, count)                                                                                  \
    static lang_value c_name(struct lang_thread *t, const lang_value *a)                                               \
    {                                                                                                                  \
        lang_value args[3] = {a[0], a[1], count > 2 && !lang_is_undef(a[2]) ? a[2] : lang_none()};                     \
        return ask_module(t, "importlib._builtin", function, args, count);                                             \
    }
ASKS(find_module, "find_module", 3)
ASKS(make_module, "create_module", 2)
ASKS(run_module, "exec_module", 2)
ASKS(load_module, "load_module", 2)
ASKS(code_of_module, "get_code", 2)
ASKS(source_of_module, "get_source", 2)
ASKS(is_package, "is_package", 2)
ASKS(show_module, "module_repr", 2)
#undef ASKS

static lang_value find_distributions(struct lang_thread *t, const lang_value *a)
{
    lang_value context = lang_is_undef(a[1]) ? lang_none() : a[1];
    return ask_module(t, "importlib._builtin", "find_distributions", &context, 1);
}

static lang_value forget_entries(struct lang_thread *t, const lang_value *a)
{
    (void)a;
    return ask_module(t, "importlib._files", "forget", NULL, 0);
}

static lang_value find_library(struct lang_thread *t, const lang_value *a)
{
    return ask(t, "_find_built_in", a);
}

static lang_value find_frozen(struct lang_thread *t, const lang_value *a)
{
    return ask_module(t, "importlib._builtin", "find_frozen", &a[1], 1);
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

#define LOADS                                                                                                          \
    {"find_module", "(fullname, path=None)", find_module, "The loader of a module. Deprecated.", LANG_M_CLASS},        \
        {"create_module", "(spec)", make_module, "The module of a specification.", LANG_M_CLASS},                      \
        {"exec_module", "(module)", run_module, "Runs the code of a module.", LANG_M_CLASS},                           \
        {"load_module", "(fullname)", load_module, "The module, loaded. Deprecated.", LANG_M_CLASS},                   \
        {"get_code", "(fullname)", code_of_module, "None: it has no code object.", LANG_M_CLASS},                      \
        {"get_source", "(fullname)", source_of_module, "None: it has no text.", LANG_M_CLASS},                         \
        {"is_package", "(fullname)", is_package, "Whether the module is a package.", LANG_M_CLASS},                    \
    {                                                                                                                  \
        "module_repr", "(module)", show_module, "The repr of such a module. Deprecated.", LANG_M_CLASS                 \
    }

static const struct lang_method library_methods[] = {
    {"find_spec", FIND_SPEC, find_library,
     "The specification of a module of sys.builtin_module_names; None: there is none.", LANG_M_CLASS},
    LOADS,
    FORGET,
    {NULL, NULL, NULL, NULL, 0}};
static const struct lang_method frozen_methods[] = {
    {"find_spec", FIND_SPEC, find_frozen, "The specification of a frozen module; None: there is none.", LANG_M_CLASS},
    LOADS,
    FORGET,
    {NULL, NULL, NULL, NULL, 0}};
static const struct lang_method path_methods[] = {
    {"find_spec", FIND_SPEC, find_on_path,
     "The specification of a module in the folders of path, or of sys.path; None: there is none.", LANG_M_CLASS},
    {"find_module", "(fullname, path=None)", find_module, "The loader of a module. Deprecated.", LANG_M_CLASS},
    {"find_distributions", "(context=None)", find_distributions,
     "The distributions in the folders of the context, or of sys.path.", LANG_M_CLASS},
    {"invalidate_caches", "()", forget_entries, "What finders keep of folders is forgotten.", LANG_M_CLASS},
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

/* ---- sys.path_hooks and sys.path_importer_cache ---- */

static lang_value hook_folder(struct lang_thread *t, const lang_value *a)
{
    return ask_module(t, "importlib._files", "hook_of_folders", a, 1);
}

static lang_value hook_archive(struct lang_thread *t, const lang_value *a)
{
    return ask_module(t, "importlib._files", "hook_of_archives", a, 1);
}

static const struct lang_method hooks[] = {
    {"zipimporter", "(path)", hook_archive, "The finder of a zip archive; ImportError: it is none.", 0},
    {"path_hook_for_FileFinder", "(path)", hook_folder, "The finder of a folder; ImportError: it is none.", 0},
};
enum { HOOKS = sizeof hooks / sizeof *hooks };

struct lang_list *lang_path_hooks_new(struct lang_thread *t)
{
    struct lang_list *list = lang_list_new(t, HOOKS);
    for (int i = 0; list && i < HOOKS; i++)
        if (lang_list_append_steal(t, list, lang_obj_or_error(lang_native_new(t, &hooks[i], NULL, NULL))) < 0) {
            lang_decref(t, list);
            return NULL;
        }
    return list;
}

/* An entry of the module sys; borrowed, or UNDEF. */
static lang_value of_sys(struct lang_thread *t, const char *name)
{
    lang_value sys = lang_dict_get_c(t, t->vm->modules, "sys");
    return lang_is_exactly(sys, &lang_type_module)
               ? lang_dict_get_c(t, lang_module_dict((struct lang_module *)sys.o), name)
               : lang_undef();
}

bool lang_hooks_are_plain(struct lang_thread *t)
{
    lang_value list = of_sys(t, "path_hooks");
    bool plain = lang_is_list(list) && lang_as_list(list)->length == HOOKS;
    for (int i = 0; plain && i < HOOKS; i++) {
        lang_value hook = lang_as_list(list)->items[i];
        plain = lang_is_exactly(hook, &lang_type_native) && ((struct lang_native *)hook.o)->row == &hooks[i];
    }
    return plain;
}

bool lang_entry_is_plain(struct lang_thread *t, lang_value entry)
{
    lang_value cache = of_sys(t, "path_importer_cache");
    if (!lang_is_dict(cache) || lang_as_dict(cache)->used == 0)
        return true;
    lang_value finder = lang_dict_get(t, lang_as_dict(cache), entry);
    if (lang_is_error(finder)) {
        lang_error_clear(t);
        return false;
    }
    return lang_is_undef(finder) || lang_is_none(finder) || strcmp(lang_type_of(finder)->name, "FileFinder") == 0;
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
    lang_value list = of_sys(t, "meta_path");
    *found = (struct lang_finders){.searches_path = true};
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
