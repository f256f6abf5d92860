/* import_path.c: the search for a module's file, and the __path__ of packages without __init__.py. Running what was
 * found is import.c's task. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "vm/code.h"
#include "vm/import_path.h"

/* ---- the search ---- */

/* FOLDER/NAME from the root on; false: too long for a path. */
static bool join(char out[4096], const char *folder, const char *name)
{
    char here[4096] = "";
    if (*folder != '/' && !getcwd(here, sizeof here))
        return false;
    if (!strcmp(folder, "."))
        folder = "";
    size_t length = strlen(folder);
    while (length && folder[length - 1] == '/')
        length--;
    int n = snprintf(out, 4096, "%s%s%.*s/%s", here, *here && length ? "/" : "", (int)length, folder, name);
    return n >= 0 && n < 4096 - 16; /* "/__init__.py" follows */
}

static bool is_file(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

/* One folder. Returns 1 when the search is over, 0 to go on, -1 with an exception. */
static int search_folder(struct lang_thread *t, const char *folder, const char *last, struct lang_module_spec *spec)
{
    struct stat st;
    if (!join(spec->folder, folder, last))
        return 0;
    snprintf(spec->file, sizeof spec->file, "%.4080s/__init__.py", spec->folder);
    if (is_file(spec->file)) {
        spec->kind = LANG_SPEC_PACKAGE;
        return 1;
    }
    snprintf(spec->file, sizeof spec->file, "%.4080s.py", spec->folder);
    if (is_file(spec->file)) {
        spec->kind = LANG_SPEC_MODULE;
        return 1;
    }
    if (stat(spec->folder, &st) != 0) {
        const bool archive = errno == ENOTDIR; /* the entry is a file, or lies in one */
        snprintf(spec->file, sizeof spec->file, "%.4080s.pyc", spec->folder);
        spec->kind = archive || is_file(spec->file) ? LANG_SPEC_HOOKS : LANG_SPEC_NONE;
        return spec->kind == LANG_SPEC_HOOKS;
    }
    if (!S_ISDIR(st.st_mode))
        return 0;
    snprintf(spec->file, sizeof spec->file, "%.4080s/__init__.pyc", spec->folder);
    if (is_file(spec->file)) {
        spec->kind = LANG_SPEC_HOOKS;
        return 1;
    }
    struct lang_str *portion = lang_str_from_c(t, spec->folder);
    if (!portion || (!spec->portions && !(spec->portions = lang_list_new(t, 1)))) {
        lang_xdecref(t, portion);
        return -1;
    }
    return lang_list_append_steal(t, spec->portions, lang_obj(portion)) < 0 ? -1 : 0;
}

int lang_find_spec(struct lang_thread *t, const char *dotted, lang_value folders, struct lang_module_spec *spec)
{
    const char *dot = strrchr(dotted, '.'), *last = dot ? dot + 1 : dotted;
    struct lang_list *list = lang_to_list(t, folders);
    int over = list ? 0 : -1;
    spec->kind = LANG_SPEC_NONE;
    spec->portions = NULL;
    if (list && !lang_hooks_are_plain(t)) {
        spec->kind = LANG_SPEC_HOOKS;
        over = 1;
    }
    for (int64_t i = 0; list && !over && i < list->length; i++) {
        const char *folder = lang_is_str(list->items[i]) ? lang_str_utf8(t, lang_as_str(list->items[i]), NULL) : "\xff";
        if (!folder)
            over = -1;
        else if (*folder != '\xff' && !lang_entry_is_plain(t, list->items[i])) {
            spec->kind = LANG_SPEC_HOOKS;
            over = 1;
        } else if (*folder != '\xff') /* what is no text is passed over, as CPython does */
            over = search_folder(t, folder, last, spec);
    }
    lang_xdecref(t, list);
    if (over && spec->portions) {
        lang_decref(t, spec->portions);
        spec->portions = NULL;
    } else if (spec->portions)
        spec->kind = LANG_SPEC_NAMESPACE;
    return over < 0 ? -1 : 0;
}

lang_value lang_parent_folders(struct lang_thread *t, const char *dotted)
{
    const char *dot = strrchr(dotted, '.');
    struct lang_str *name = dot ? lang_str_new(t, dotted, (size_t)(dot - dotted)) : lang_str_from_c(t, "sys");
    lang_value module = name ? lang_dict_get_str(t, t->vm->modules, name) : lang_error();
    lang_xdecref(t, name);
    if (!lang_is_obj(module))
        return module;
    lang_ref(module);
    lang_value folders = lang_getattr_opt(t, module, dot ? LANG_NAME(__path__) : LANG_NAME(path));
    lang_unref(t, module);
    return folders;
}

/* ---- __path__ of a namespace package ---- */

struct namespace_path {
    struct lang_object head;
    struct lang_str *name;
    struct lang_list *portions;
    struct lang_list *searched; /* the folders of the parent when the portions were found */
};

#define SELF(v) ((struct namespace_path *)(v).o)

/* The folders that the finders of the program know; none where they say that it is no such package. */
static int ask_portions(struct lang_thread *t, struct lang_str *name, struct lang_list *folders,
                        struct lang_module_spec *spec)
{
    lang_value args[2] = {lang_obj(name), lang_obj(folders)}, machinery = lang_import(t, "importlib.machinery");
    lang_value found = lang_is_error(machinery) ? machinery : lang_call_method_c(t, machinery, "_portions", args, 2);
    if (!lang_is_error(machinery))
        lang_unref(t, machinery);
    spec->portions = NULL;
    if (lang_is_error(found))
        return -1;
    if (!lang_is_none(found) && !(spec->portions = lang_to_list(t, found))) {
        lang_unref(t, found);
        return -1;
    }
    lang_unref(t, found);
    return 0;
}

/* The portions as they are now; new reference. */
static struct lang_list *current(struct lang_thread *t, lang_value v)
{
    struct namespace_path *self = SELF(v);
    const char *dotted = lang_str_utf8(t, self->name, NULL);
    lang_value folders = dotted ? lang_parent_folders(t, dotted) : lang_error();
    if (lang_is_undef(folders))
        return lang_incref(self->portions);
    struct lang_list *now = lang_is_error(folders) ? NULL : lang_to_list(t, folders);
    lang_unref(t, folders);
    if (!now)
        return NULL;
    int same = self->searched ? lang_equal(t, lang_obj(self->searched), lang_obj(now)) : 0;
    struct lang_module_spec spec = {.kind = LANG_SPEC_NONE};
    if (same < 0 || (!same && (lang_find_spec(t, dotted, lang_obj(now), &spec) < 0 ||
                               (spec.kind == LANG_SPEC_HOOKS && ask_portions(t, self->name, now, &spec) < 0)))) {
        lang_decref(t, now);
        return NULL;
    }
    struct lang_list *old = self->searched;
    self->searched = now;
    lang_xdecref(t, old);
    if (spec.portions) {
        old = self->portions;
        self->portions = spec.portions;
        lang_decref(t, old);
    }
    return lang_incref(self->portions);
}

static lang_value path_repr(struct lang_thread *t, lang_value v)
{
    struct lang_list *list = current(t, v);
    struct lang_str *s = list ? lang_str_from_format(t, "_NamespacePath(%R)", lang_obj(list)) : NULL;
    lang_xdecref(t, list);
    return lang_obj_or_error(s);
}

static lang_value path_iter(struct lang_thread *t, lang_value v)
{
    struct lang_list *list = current(t, v);
    lang_value it = list ? lang_iter(t, lang_obj(list)) : lang_error();
    lang_xdecref(t, list);
    return it;
}

static int64_t path_len(struct lang_thread *t, lang_value v)
{
    struct lang_list *list = current(t, v);
    int64_t n = list ? list->length : -1;
    lang_xdecref(t, list);
    return n;
}

static lang_value path_getitem(struct lang_thread *t, lang_value v, lang_value key)
{
    struct lang_list *list = current(t, v);
    lang_value item = list ? lang_getitem(t, lang_obj(list), key) : lang_error();
    lang_xdecref(t, list);
    return item;
}

static int path_contains(struct lang_thread *t, lang_value v, lang_value item)
{
    struct lang_list *list = current(t, v);
    int found = list ? lang_contains(t, lang_obj(list), item) : -1;
    lang_xdecref(t, list);
    return found;
}

static int path_setitem(struct lang_thread *t, lang_value v, lang_value key, lang_value value)
{
    if (lang_is_undef(value))
        return lang_fail(t, LANG_EXC_TypeError, "'_NamespacePath' object doesn't support item deletion");
    struct lang_list *list = lang_incref(SELF(v)->portions);
    int status = lang_setitem(t, lang_obj(list), key, value);
    lang_decref(t, list);
    return status;
}

static lang_value path_append(struct lang_thread *t, const lang_value *args)
{
    return lang_list_append(t, SELF(args[0])->portions, args[1]) < 0 ? lang_error() : lang_none();
}

static void path_clear(struct lang_thread *t, struct lang_object *o)
{
    struct namespace_path *self = (struct namespace_path *)o;
    struct lang_list *searched = self->searched;
    self->searched = NULL;
    lang_xdecref(t, searched);
}

static void path_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct namespace_path *self = (struct namespace_path *)o;
    if (self->portions)
        visit((struct lang_object *)self->portions, arg);
    if (self->searched)
        visit((struct lang_object *)self->searched, arg);
}

static void path_destroy(struct lang_thread *t, struct lang_object *o)
{
    struct namespace_path *self = (struct namespace_path *)o;
    lang_xdecref(t, self->name);
    lang_xdecref(t, self->portions);
    lang_xdecref(t, self->searched);
}

static const struct lang_method path_methods[] = {{"append", "(item, /)", path_append, NULL, 0},
                                                  {NULL, NULL, NULL, NULL, 0}};

static struct lang_type lang_type_namespace_path = {
    .name = "_NamespacePath",
    .module = "_frozen_importlib_external",
    .doc = "The folders of a namespace package, found again when those of its parent change.",
    .size = sizeof(struct namespace_path),
    .methods = path_methods,
    .destroy = path_destroy,
    .traverse = path_traverse,
    .clear = path_clear,
    .repr = path_repr,
    .iter = path_iter,
    .len = path_len,
    .getitem = path_getitem,
    .setitem = path_setitem,
    .contains = path_contains,
};

static struct lang_type lang_type_namespace_loader = {
    .name = "NamespaceLoader",
    .module = "_frozen_importlib_external",
    .size = sizeof(struct lang_object),
};

lang_value lang_namespace_path_new(struct lang_thread *t, struct lang_str *name, struct lang_list *portions_steal)
{
    struct namespace_path *self =
        lang_type_ready(t, &lang_type_namespace_path) < 0 ? NULL : lang_object_new(t, &lang_type_namespace_path);
    if (!self) {
        lang_decref(t, portions_steal);
        return lang_error();
    }
    self->name = lang_incref(name);
    self->portions = portions_steal;
    return lang_obj(self);
}

lang_value lang_namespace_loader_new(struct lang_thread *t)
{
    if (lang_type_ready(t, &lang_type_namespace_loader) < 0)
        return lang_error();
    return lang_obj_or_error(lang_object_new(t, &lang_type_namespace_loader));
}
