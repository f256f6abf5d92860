/* import.c: modules: those in C (tables and the host's), those written in the language and embedded, and files on
 * sys.path. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "vm/code.h"
#include "vm/import_path.h"
#include "vm/native.h"

struct lang_registered {
    struct lang_registered *next, *next_there; /* of all, newest first; of those in the same place of the table */
    char *name;
    struct lang_source_module source; /* without a text: it is not in the language */
    struct lang_module *(*make)(struct lang_thread *t);
};

/* Where modules of that name are in the vm's table. */
static struct lang_registered **place_of(struct lang_vm *vm, const char *name)
{
    uint32_t h = 2166136261u; /* FNV-1a */
    for (; *name; name++)
        h = (h ^ (uint8_t)*name) * 16777619u;
    return &vm->registered_by_name[(h ^ h >> 16) % LANG_REGISTERED_PLACES];
}

static int register_module(struct lang_thread *t, struct lang_registered row)
{
    struct lang_registered *r = malloc(sizeof *r);
    char *name = strdup(row.name);
    if (!r || !name) {
        free(r);
        free(name);
        return lang_no_memory(t), -1;
    }
    *r = row;
    r->name = name;
    struct lang_registered **place = place_of(t->vm, name);
    r->next = t->vm->registered;
    r->next_there = *place;
    t->vm->registered = *place = r;
    return 0;
}

int lang_add_source_module(struct lang_thread *t, const struct lang_source_module *module)
{
    return register_module(t, (struct lang_registered){.name = (char *)module->name, .source = *module});
}

int lang_add_native_module(struct lang_thread *t, const char *name, struct lang_module *(*make)(struct lang_thread *t))
{
    return register_module(t, (struct lang_registered){.name = (char *)name, .make = make});
}

const char *lang_registered_name(struct lang_vm *vm, size_t i)
{
    struct lang_registered *r = vm->registered;
    while (r && i--)
        r = r->next;
    return r ? r->name : NULL;
}

void lang_registered_free(struct lang_vm *vm)
{
    while (vm->registered) {
        struct lang_registered *r = vm->registered;
        vm->registered = r->next;
        free(r->name);
        free(r);
    }
    memset(vm->registered_by_name, 0, sizeof vm->registered_by_name);
}

/* A module that a thread is importing, or waits for. They lie on the C stacks of the threads. */
struct import_record {
    struct lang_str *name;
    struct lang_thread *t;
    struct import_record *next;
    bool may_wait; /* its text may run at the first use (lang_type_waiting_module) */
};
static struct import_record *running, *waiting;

static void note_import(struct import_record **list, struct import_record *record)
{
    record->next = *list;
    *list = record;
}

static void forget_import(struct import_record **list, struct import_record *record)
{
    while (*list && *list != record)
        list = &(*list)->next;
    if (*list)
        *list = record->next;
}

/* The thread, another than t, that imports a module. */
static struct lang_thread *importer(const struct lang_thread *t, const struct lang_str *name)
{
    for (const struct import_record *r = running; r; r = r->next)
        if (r->name == name && r->t != t)
            return r->t;
    return NULL;
}

bool lang_module_is_partial(const struct lang_str *name)
{
    for (const struct import_record *r = running; r; r = r->next)
        if (lang_str_equal(r->name, name))
            return true;
    return false;
}

/* Whether t itself imports that module; NULL: it does not. */
static const struct import_record *own_import(const struct lang_thread *t, const struct lang_str *name)
{
    const struct import_record *r = running;
    while (r && (r->name != name || r->t != t))
        r = r->next;
    return r;
}

/* Whether who imports the module does not need its names yet. */
static bool may_wait(const struct lang_thread *t, const struct lang_str *name)
{
    const struct import_record *r = own_import(t, name);
    return r && r->may_wait;
}

/* The code of a module of the library: what comes with its text, or else compiled. */
static struct lang_code *code_of_library(struct lang_thread *t, struct lang_source *source,
                                         const struct lang_source_module *library)
{
    struct lang_code *code = NULL;
    if (library->code_size && !(code = t->vm->services->unpack(t, library->code, library->code_size, source)))
        lang_error_clear(t);
    return code ? code : t->vm->services->compile(t, source, LANG_COMPILE_HIDDEN);
}

/* Runs a module's text in its dict; the module is in sys.modules meanwhile and is removed if it fails. */
static int run_module(struct lang_thread *t, struct lang_str *name, struct lang_module *m, struct lang_source *source,
                      const struct lang_source_module *library)
{
    if (lang_dict_set_str(t, t->vm->modules, name, lang_obj(m)) < 0)
        return -1;
    if (library)
        lang_gc_import_begins();
    struct lang_code *code = library ? code_of_library(t, source, library) : t->vm->services->compile_file(t, source);
    lang_value r = code ? lang_run_code(t, code, m->attrs.dict, NULL, NULL) : lang_error();
    lang_xdecref(t, code);
    if (library)
        lang_gc_import_ends();
    if (lang_is_error(r)) {
        lang_value e = lang_error_take(t);
        lang_dict_del(t, t->vm->modules, lang_obj(name));
        lang_error_restore(t, e);
        return -1;
    }
    lang_unref(t, r);
    return 0;
}

/* __package__: the module itself for a package, else what stands before the last dot. */
static int set_package(struct lang_thread *t, struct lang_module *m, const char *name, bool is_package)
{
    const char *dot = strrchr(name, '.');
    int length = is_package ? (int)strlen(name) : dot ? (int)(dot - name) : 0;
    return lang_module_add_steal(t, m, "__package__", lang_obj_or_error(lang_str_from_format(t, "%.*s", length, name)));
}

/* A module of the library has its specification when that is asked for (module.c). */
static struct lang_module *of_library(struct lang_thread *t, struct lang_module *m)
{
    struct lang_str *const later[] = {LANG_NAME(__loader__), LANG_NAME(__spec__)};
    for (size_t i = 0; m && i < sizeof later / sizeof *later; i++)
        if (lang_is_none(lang_dict_get_str(t, m->attrs.dict, later[i])) &&
            lang_dict_del(t, m->attrs.dict, lang_obj(later[i])) < 0) {
            lang_decref(t, m);
            return NULL;
        }
    return m;
}

/* __spec__, __loader__ and __cached__ of what is read from a file, or made of folders. */
static int describe(struct lang_thread *t, struct lang_module *m)
{
    lang_value machinery = lang_import(t, "importlib.machinery"), module = lang_obj(m);
    if (lang_is_error(machinery))
        return -1;
    lang_value r = lang_call_method_c(t, machinery, "_describe", &module, 1);
    lang_unref(t, machinery);
    lang_unref(t, r);
    return lang_is_error(r) ? -1 : 0;
}

static int run_library_text(struct lang_thread *t, struct lang_str *name, struct lang_module *m, const char *utf8,
                            const struct lang_source_module *library)
{
    char file[256];
    snprintf(file, sizeof file, "<%s>", utf8);
    struct lang_source source = {.text = library->text, .size = library->size, .filename = file};
    return run_module(t, name, m, &source, library);
}

static struct lang_module *from_source(struct lang_thread *t, struct lang_str *name, const char *utf8,
                                       struct lang_registered *r)
{
    struct lang_module *m = of_library(t, lang_module_new(t, utf8, NULL));
    if (!m)
        return NULL;
    int s = set_package(t, m, utf8, r->source.is_package);
    if (s == 0 && r->source.is_package)
        s = lang_module_add_steal(t, m, "__path__", lang_obj_or_error(lang_list_new(t, 0)));
    if (s == 0 && may_wait(t, name)) {
        m->head.type = &lang_type_waiting_module;
        return m;
    }
    if (s == 0)
        s = run_library_text(t, name, m, utf8, &r->source);
    if (s < 0) {
        lang_decref(t, m);
        return NULL;
    }
    return m;
}

static struct lang_module *from_table(struct lang_thread *t, const struct lang_module_def *def)
{
    struct lang_module *m = of_library(t, lang_module_new(t, def->name, def->doc));
    if (m && (lang_module_add_functions(t, m, def->functions) < 0 || (def->init && def->init(t, m) < 0))) {
        lang_decref(t, m);
        return NULL;
    }
    return m;
}

static char *read_file(const char *path, size_t *size)
{
    FILE *f = fopen(path, "rb");
    if (!f)
        return NULL;
    char *text = NULL;
    size_t used = 0, capacity = 0;
    for (;;) {
        if (used + 65536 > capacity) {
            capacity = capacity ? capacity * 2 : 65536 * 2;
            char *p = realloc(text, capacity);
            if (!p) {
                free(text);
                fclose(f);
                return NULL;
            }
            text = p;
        }
        size_t n = fread(text + used, 1, 65536, f);
        used += n;
        if (n == 0)
            break;
    }
    fclose(f);
    *size = used;
    return text;
}

static struct lang_module *from_file(struct lang_thread *t, struct lang_str *name, const char *utf8, const char *path,
                                     const char *package)
{
    size_t size = 0;
    char *text = read_file(path, &size);
    if (!text)
        return lang_raise_errno(t, 5, path), NULL;
    struct lang_module *m = lang_module_new(t, utf8, NULL);
    int s = m ? lang_module_add_steal(t, m, "__file__", lang_obj_or_error(lang_str_from_c(t, path))) : -1;
    if (s == 0)
        s = set_package(t, m, utf8, package != NULL);
    if (s == 0 && package) {
        lang_value dir = lang_obj_or_error(lang_str_from_c(t, package));
        s = lang_is_error(dir) ? -1
                               : lang_module_add_steal(t, m, "__path__", lang_obj_or_error(lang_list_from(t, &dir, 1)));
        lang_unref(t, dir);
    }
    if (s == 0)
        s = describe(t, m);
    struct lang_source source = {.size = size, .filename = path};
    lang_value decoded = lang_undef();
    source.text = s == 0 ? lang_source_text(t, text, &source.size, path, false, &decoded) : NULL;
    s = source.text ? run_module(t, name, m, &source, NULL) : -1;
    lang_unref(t, decoded);
    free(text);
    if (s < 0) {
        lang_xdecref(t, m);
        return NULL;
    }
    return m;
}

/* A package of all the folders of this name that have no __init__.py. Takes portions. */
static struct lang_module *from_folders(struct lang_thread *t, struct lang_str *name, const char *utf8,
                                        struct lang_list *portions_steal)
{
    struct lang_module *m = lang_module_new(t, utf8, NULL);
    lang_value path = lang_namespace_path_new(t, name, portions_steal);
    if (!m || lang_module_add_steal(t, m, "__path__", path) < 0 ||
        lang_module_add_steal(t, m, "__loader__", lang_namespace_loader_new(t)) < 0 ||
        lang_module_add(t, m, "__file__", lang_none()) < 0 || set_package(t, m, utf8, true) < 0 || describe(t, m) < 0) {
        lang_xdecref(t, m);
        return NULL;
    }
    return m;
}

/* As the finders of sys.path_hooks say. */
static lang_value by_hooks(struct lang_thread *t, struct lang_str *name, lang_value folders)
{
    lang_value args[2] = {lang_obj(name), folders}, machinery = lang_import(t, "importlib.machinery"), m;
    if (lang_is_error(machinery))
        return machinery;
    m = lang_call_method_c(t, machinery, "_by_hooks", args, 2);
    lang_unref(t, machinery);
    return lang_is_none(m) ? lang_undef() : m;
}

/* In these folders. UNDEF where there is nothing. */
static lang_value on_path(struct lang_thread *t, struct lang_str *name, const char *utf8, lang_value folders)
{
    struct lang_module_spec spec;
    if (lang_find_spec(t, utf8, folders, &spec) < 0)
        return lang_error();
    switch (spec.kind) {
    case LANG_SPEC_NONE:
        return lang_undef();
    case LANG_SPEC_HOOKS:
        return by_hooks(t, name, folders);
    case LANG_SPEC_NAMESPACE:
        return lang_obj_or_error(from_folders(t, name, utf8, spec.portions));
    default:
        return lang_obj_or_error(
            from_file(t, name, utf8, spec.file, spec.kind == LANG_SPEC_PACKAGE ? spec.folder : NULL));
    }
}

void lang_import_error_name(struct lang_thread *t, lang_value name)
{
    if (t->exception.tag != LANG_OBJECT || !lang_error_is(t, LANG_EXC_ImportError) ||
        ((struct lang_exception *)t->exception.o)->name.tag == LANG_OBJECT)
        return;
    lang_value e = lang_error_take(t);
    int s = lang_setattr(t, e, LANG_NAME(name), name);
    if (s == 0)
        lang_error_restore(t, e);
    else
        lang_unref(t, e);
}

/* ModuleNotFoundError, with the name that was asked for. */
static lang_value not_found(struct lang_thread *t, struct lang_str *name)
{
    lang_value text = lang_obj_or_error(lang_str_from_format(t, "No module named '%U'", name));
    struct lang_tuple *kw = lang_tuple_new(t, 1);
    if (kw && !lang_is_error(text)) {
        kw->items[0] = lang_ref(lang_obj(LANG_NAME(name)));
        lang_value all[2] = {text, lang_obj(name)};
        lang_value e = lang_call(t, lang_obj(&lang_exc_types[LANG_EXC_ModuleNotFoundError]), all, 1, kw);
        if (!lang_is_error(e)) {
            lang_error_set(t, e);
            lang_unref(t, e);
        }
    }
    lang_unref(t, text);
    lang_xdecref(t, kw);
    return lang_error();
}

/* Whether what has been raised is that there is no module of this name. */
static bool says_missing(struct lang_thread *t, const char *utf8)
{
    if (!lang_error_is(t, LANG_EXC_ModuleNotFoundError))
        return false;
    lang_value name = ((struct lang_exception *)t->exception.o)->name;
    const char *said = lang_is_str(name) ? lang_str_utf8(t, lang_as_str(name), NULL) : NULL;
    return said && strcmp(said, utf8) == 0;
}

/* The library's module of that name, from a text or a function of the host; NULL: none. */
static struct lang_registered *registered_module(struct lang_thread *t, const char *dotted)
{
    struct lang_registered *r = *place_of(t->vm, dotted);
    while (r && strcmp(r->name, dotted) != 0)
        r = r->next_there;
    return r;
}

/* A module of Python's library that the language has for the case that no other implementation is there. */
static struct lang_registered *standalone(struct lang_thread *t, const char *utf8)
{
    char name[256];
    const int length = snprintf(name, sizeof name, "%s%s", LANG_STANDALONE, utf8);
    return length > 0 && (size_t)length < sizeof name ? registered_module(t, name) : NULL;
}

/* A library module's text: the language's own, or what it has for the case that no other implementation is there. */
static struct lang_registered *text_module(struct lang_thread *t, const char *dotted)
{
    struct lang_registered *r = registered_module(t, dotted);
    r = r ? r : standalone(t, dotted);
    return r && r->source.text ? r : NULL;
}

bool lang_library_text(struct lang_thread *t, const char *dotted, bool *is_package)
{
    const struct lang_registered *r = text_module(t, dotted);
    *is_package = r && r->source.is_package;
    return r != NULL;
}

struct lang_code *lang_library_code(struct lang_thread *t, const char *dotted)
{
    const struct lang_registered *r = text_module(t, dotted);
    char file[256];
    if (!r)
        return lang_fail_null(t, LANG_EXC_ImportError, "the library has no text of '%s'", dotted);
    snprintf(file, sizeof file, "<%s>", dotted);
    struct lang_source source = {.text = r->source.text, .size = r->source.size, .filename = file};
    return code_of_library(t, &source, &r->source);
}

/* A module that the other implementation has given before, and that is not in sys.modules any more, is imported anew
 * there, too. Errors are left: it is the old one then. */
static void forget_removed(struct lang_thread *t, struct lang_str *name)
{
    struct lang_dict *given = t->vm->foreign_given;
    if (!given || lang_dict_find_str(t, given, name) < 0)
        return;
    lang_value sys = t->vm->foreign->import(t, "sys");
    lang_value modules = lang_is_error(sys) ? sys : lang_getattr_c(t, sys, "modules");
    if (!lang_is_error(sys))
        lang_unref(t, sys);
    if (!lang_is_error(modules)) {
        lang_setitem(t, modules, lang_obj(name), lang_undef());
        lang_unref(t, modules);
    }
    lang_error_clear(t);
}

static void note_given(struct lang_thread *t, struct lang_str *name)
{
    struct lang_vm *vm = t->vm;
    if (!vm->foreign_given && !(vm->foreign_given = lang_dict_new(t)))
        lang_error_clear(t);
    else if (lang_dict_set_str(t, vm->foreign_given, name, lang_none()) < 0)
        lang_error_clear(t);
}

/* Whether the program has put None in the place of the part of a module that is written in C, `_bisect` of `bisect`: it
 * asks for a form of the module that does without, which the library does not have. */
static bool is_without_c_part(struct lang_thread *t, const char *utf8)
{
    char part[64];
    if (strlen(utf8) >= sizeof part - 1 || *utf8 == '_' || strchr(utf8, '.'))
        return false;
    *part = '_';
    strcpy(part + 1, utf8);
    return lang_dict_get_c(t, t->vm->modules, part).tag == LANG_NONE;
}

/* Of the other implementation; where that is not there, the language's own; or an error. */
static lang_value from_foreign(struct lang_thread *t, struct lang_str *name, const char *utf8)
{
    if (t->vm->foreign)
        forget_removed(t, name);
    lang_value m = t->vm->foreign ? t->vm->foreign->import(t, utf8) : lang_undef();
    if (!lang_is_error(m) && !lang_is_undef(m))
        note_given(t, name);
    if (lang_is_error(m))
        lang_import_error_name(t, lang_obj(name));
    const bool missing = lang_is_undef(m) || (lang_is_error(m) && says_missing(t, utf8));
    struct lang_registered *own = missing && !is_without_c_part(t, utf8) ? standalone(t, utf8) : NULL;
    if (own) {
        if (lang_is_error(m))
            lang_error_clear(t);
        return lang_obj_or_error(from_source(t, name, utf8, own));
    }
    return lang_is_undef(m) ? not_found(t, name) : m;
}

/* A package of Python's library of which only a part is the language's own: its other modules are Python's. */
static bool is_rest_of_package(const char *dotted)
{
    static const char package[] = "importlib.";
    return strncmp(dotted, package, sizeof package - 1) == 0;
}

/* The library's module of that name in a table in C; NULL: none. */
static const struct lang_module_def *table_module(struct lang_thread *t, const char *dotted)
{
    const struct lang_module_def *const *def = t->vm->services->modules;
    while (*def && strcmp((*def)->name, dotted) != 0)
        def++;
    return *def;
}

bool lang_has_module(struct lang_thread *t, const char *dotted)
{
    return registered_module(t, dotted) || table_module(t, dotted);
}

/* Whether a path ends in a folder of that name. */
static bool ends_in(const char *path, size_t size, const char *name)
{
    const size_t length = strlen(name);
    return size >= length && memcmp(path + size - length, name, length) == 0;
}

/* .../python3.11: where CPython has its library. */
static bool is_library_folder(const char *path, size_t size)
{
    size_t digits = size;
    while (digits && path[digits - 1] >= '0' && path[digits - 1] <= '9')
        digits--;
    return digits < size && ends_in(path, digits, "/python3.");
}

/* Folders of an environment, or of CPython's library: what they hold is for the other implementation first, or for the
 * language's own modules, however they came on sys.path. */
static bool is_environment(struct lang_thread *t, lang_value folder)
{
    size_t size;
    const char *path = lang_is_str(folder) ? lang_str_utf8(t, lang_as_str(folder), &size) : NULL;
    if (path)
        return ends_in(path, size, "site-packages") || ends_in(path, size, "dist-packages") ||
               is_library_folder(path, size);
    lang_error_clear(t);
    return false;
}

/* sys.path without those; the very list where it has none. New reference. */
static lang_value own_folders(struct lang_thread *t, lang_value folders)
{
    bool some = false;
    for (int64_t i = 0; lang_is_list(folders) && i < lang_as_list(folders)->length; i++)
        some |= is_environment(t, lang_as_list(folders)->items[i]);
    struct lang_list *own = some ? lang_list_new(t, 0) : NULL;
    for (int64_t i = 0; own && i < lang_as_list(folders)->length; i++) {
        lang_value folder = lang_as_list(folders)->items[i];
        if (!is_environment(t, folder) && lang_list_append(t, own, folder) < 0) {
            lang_decref(t, own);
            return lang_error();
        }
    }
    return some ? lang_obj_or_error(own) : lang_ref(folders);
}

/* A module that is in no package: in the program's own folders, run here where the other implementation says so, its
 * own, or in a folder of an environment that it does not know. */
static lang_value find_top(struct lang_thread *t, struct lang_str *name, const char *utf8, lang_value folders)
{
    lang_value own = own_folders(t, folders), v;
    if (lang_is_error(own))
        return own;
    lang_value m = on_path(t, name, utf8, own);
    if (lang_is_undef(m) && t->vm->foreign) {
        lang_value native = t->vm->foreign->folders(t, utf8);
        m = lang_is_undef(native) || lang_is_error(native) ? native : on_path(t, name, utf8, native);
        if (!lang_is_error(native))
            lang_unref(t, native);
    }
    bool complete = own.o == folders.o;
    lang_unref(t, own);
    if (!lang_is_undef(m))
        return m;
    v = from_foreign(t, name, utf8);
    if (complete || !lang_is_error(v) || !says_missing(t, utf8))
        return v;
    lang_value e = lang_error_take(t);
    m = on_path(t, name, utf8, folders);
    if (!lang_is_undef(m)) {
        lang_unref(t, e);
        return m;
    }
    lang_error_restore(t, e);
    return lang_error();
}

/* The module as the finders of the program know it; undefined: they do not, or there are none. */
static lang_value by_finders(struct lang_thread *t, struct lang_list *finders, struct lang_str *name, lang_value parent)
{
    if (!finders)
        return lang_undef();
    lang_value args[3] = {lang_obj(finders), lang_obj(name), lang_none()};
    lang_value path = lang_is_undef(parent) ? lang_none() : lang_getattr_opt(t, parent, LANG_NAME(__path__));
    lang_value machinery = lang_is_error(path) ? lang_error() : lang_import(t, "importlib.machinery"), m = lang_error();
    if (!lang_is_error(machinery)) {
        args[2] = lang_is_undef(path) ? lang_none() : path;
        m = lang_call_method_c(t, machinery, "_by_finders", args, 3);
        lang_unref(t, machinery);
    }
    if (!lang_is_error(path))
        lang_unref(t, path);
    return lang_is_none(m) ? lang_undef() : m;
}

static bool is_plain_module(lang_value v)
{
    return lang_is_exactly(v, &lang_type_module) || lang_is_exactly(v, &lang_type_waiting_module);
}

/* A package of the language's own. */
static bool is_without_file(struct lang_thread *t, lang_value parent)
{
    return is_plain_module(parent) &&
           lang_is_undef(lang_dict_get_str(t, lang_module_dict((struct lang_module *)parent.o), LANG_NAME(__file__)));
}

/* In the folders of a package, or of sys.path, and with the other implementation. */
static lang_value find_in_folders(struct lang_thread *t, struct lang_str *name, const char *utf8, lang_value parent)
{
    lang_value folders =
        lang_is_undef(parent) ? lang_parent_folders(t, utf8) : lang_getattr_opt(t, parent, LANG_NAME(__path__));
    if (lang_is_error(folders))
        return lang_error();
    if (lang_is_undef(parent) && !lang_is_undef(folders)) {
        lang_value v = find_top(t, name, utf8, folders);
        lang_unref(t, folders);
        return v;
    }
    lang_value m = lang_is_undef(folders) ? folders : on_path(t, name, utf8, folders);
    lang_unref(t, folders);
    if (!lang_is_undef(m))
        return m;
    return lang_is_undef(parent) || is_rest_of_package(utf8) ? from_foreign(t, name, utf8) : not_found(t, name);
}

/* Whether it can have modules in it; ModuleNotFoundError where not. */
static bool is_package(struct lang_thread *t, struct lang_str *name, const char *utf8, lang_value parent)
{
    lang_value folders = lang_getattr_opt(t, parent, LANG_NAME(__path__));
    bool is = !lang_is_undef(folders) && !lang_is_error(folders);
    if (lang_is_undef(folders)) {
        const char *dot = strrchr(utf8, '.');
        lang_fail(t, LANG_EXC_ModuleNotFoundError, "No module named '%s'; '%.*s' is not a package", utf8,
                  (int)(dot - utf8), utf8);
        lang_import_error_name(t, lang_obj(name));
    } else if (is)
        lang_unref(t, folders);
    return is;
}

/* What is not part of the library: the finders of sys.meta_path in their order. */
static lang_value find_outside(struct lang_thread *t, struct lang_str *name, const char *utf8, lang_value parent)
{
    struct lang_finders finders;
    if (lang_finders_of_program(t, &finders) < 0)
        return lang_error();
    lang_value m = by_finders(t, finders.before, name, parent);
    const bool others = t->vm->foreign && is_rest_of_package(utf8); /* what the environment has knows its packages */
    struct lang_registered *part =
        lang_is_undef(m) && !others && is_without_file(t, parent) ? standalone(t, utf8) : NULL;
    if (part)
        m = lang_obj_or_error(from_source(t, name, utf8, part));
    if (lang_is_undef(m) && !lang_is_undef(parent) && !is_package(t, name, utf8, parent))
        m = lang_error();
    if (lang_is_undef(m))
        m = finders.searches_path ? find_in_folders(t, name, utf8, parent) : not_found(t, name);
    if (lang_is_error(m) && finders.behind && says_missing(t, utf8)) {
        lang_value missing = lang_error_take(t);
        m = by_finders(t, finders.behind, name, parent);
        if (lang_is_undef(m)) {
            lang_error_restore(t, missing);
            m = lang_error();
        } else
            lang_unref(t, missing);
    }
    lang_finders_free(t, &finders);
    return m;
}

/* What the library itself has under this name, or what is outside of it. */
static lang_value find_library_first(struct lang_thread *t, struct lang_str *name, const char *utf8, lang_value parent)
{
    struct lang_registered *own = registered_module(t, utf8);
    if (own)
        return lang_obj_or_error(own->make ? of_library(t, own->make(t)) : from_source(t, name, utf8, own));
    const struct lang_module_def *table = table_module(t, utf8);
    return table ? lang_obj_or_error(from_table(t, table)) : find_outside(t, name, utf8, parent);
}

/* A module of a file in the place of one of the library has its own modules in it. */
static bool is_of_file(struct lang_thread *t, lang_value parent)
{
    return is_plain_module(parent) &&
           lang_is_str(lang_dict_get_str(t, lang_module_dict((struct lang_module *)parent.o), LANG_NAME(__file__)));
}

static lang_value find(struct lang_thread *t, struct lang_str *name, lang_value parent)
{
    const char *utf8 = lang_str_utf8(t, name, NULL);
    if (!utf8)
        return lang_error();
    if (!lang_is_undef(parent) && lang_type_of(parent)->flags & LANG_TYPE_FOREIGN)
        return from_foreign(t, name, utf8);
    if (!is_without_c_part(t, utf8) && (lang_is_undef(parent) || !is_of_file(t, parent)))
        return find_library_first(t, name, utf8, parent);
    lang_value m = find_outside(t, name, utf8, parent);
    if (!lang_is_error(m) || !says_missing(t, utf8))
        return m;
    struct lang_registered *own = standalone(t, utf8);
    if (!own && !lang_has_module(t, utf8))
        return m;
    lang_error_clear(t);
    return own ? lang_obj_or_error(from_source(t, name, utf8, own)) : find_library_first(t, name, utf8, parent);
}

/* ---- imports by several threads: each waits for the one that has begun --------------------------------------------
 */

/* Whether that thread waits, directly or by way of others, for a module that t is importing. */
static bool waits_for(const struct lang_thread *other, const struct lang_thread *t)
{
    for (int depth = 0; other && depth < 64; depth++) {
        const struct import_record *w = waiting;
        while (w && w->t != other)
            w = w->next;
        if (!w)
            return false;
        for (const struct import_record *r = running; r; r = r->next)
            if (r->name == w->name && r->t == t)
                return true;
        other = importer(other, w->name);
    }
    return false;
}

/* Until no other thread imports the module, or none would ever be done: then its half is all there is, as in CPython.
 * So it is after some seconds, for who waits in another implementation's locks is not seen here. */
static int wait_for_import(struct lang_thread *t, struct lang_str *name)
{
    struct import_record record = {name, t, NULL, false};
    const struct timespec nap = {0, 500000};
    struct lang_thread *other;
    int status = 0;

    note_import(&waiting, &record);
    for (int i = 0; status == 0 && i < 20000 && (other = importer(t, name)) && !waits_for(other, t); i++) {
        lang_unlock(t);
        nanosleep(&nap, NULL);
        lang_lock(t);
        status = lang_poll(t);
    }
    forget_import(&waiting, &record);
    return status;
}

void lang_imports_after_fork(struct lang_thread *t)
{
    struct import_record *mine = NULL, *next;
    for (struct import_record *r = running; r; r = next) { /* the others' are on stacks that nobody returns to */
        next = r->next;
        if (r->t == t)
            note_import(&mine, r);
    }
    running = mine;
    waiting = NULL;
}

static lang_value find_alone(struct lang_thread *t, struct lang_str *name, lang_value parent, bool may_wait)
{
    struct import_record record = {name, t, NULL, may_wait};
    note_import(&running, &record);
    lang_value m = find(t, name, parent);
    forget_import(&running, &record);
    return m;
}

/* A package has its modules as attributes: the one that stands in sys.modules now. Where it refuses them, the program
 * is warned. */
static int bind_in_parent(struct lang_thread *t, const char *dotted, size_t end, lang_value module)
{
    const char *dot = memrchr(dotted, '.', end);
    struct lang_str *above = lang_intern(t, dotted, (size_t)(dot - dotted));
    struct lang_str *last = above ? lang_intern(t, dot + 1, end - (size_t)(dot + 1 - dotted)) : NULL;
    lang_value parent = last ? lang_dict_get_str(t, t->vm->modules, above) : lang_error();
    int status = lang_is_error(parent) ? -1 : 0;
    if (lang_is_obj(parent) && !(lang_type_of(parent)->flags & LANG_TYPE_FOREIGN)) {
        lang_ref(parent);
        status = lang_setattr(t, parent, last, module);
        if (status < 0 && lang_error_is(t, LANG_EXC_AttributeError)) {
            lang_error_clear(t);
            struct lang_str *text =
                lang_str_from_format(t, "Cannot set an attribute on '%U' for child module '%U'", above, last);
            const char *utf8 = text ? lang_str_utf8(t, text, NULL) : NULL;
            status = utf8 ? lang_warn(t, LANG_EXC_ImportWarning, utf8) : -1;
            lang_xdecref(t, text);
        }
        lang_unref(t, parent);
    }
    lang_xdecref(t, above);
    lang_xdecref(t, last);
    return status;
}

int lang_module_need(struct lang_thread *t, lang_value v)
{
    if (!lang_is_exactly(v, &lang_type_waiting_module))
        return 0;
    struct lang_module *m = (struct lang_module *)v.o;
    if (own_import(t, m->name)) /* what it imports asks */
        return 0;
    if (importer(t, m->name) && wait_for_import(t, m->name) < 0)
        return -1;
    if (m->head.type != &lang_type_waiting_module || importer(t, m->name))
        return 0;
    const char *utf8 = lang_str_utf8(t, m->name, NULL);
    const struct lang_registered *r = utf8 ? text_module(t, utf8) : NULL;
    if (!r)
        return utf8 ? lang_fail(t, LANG_EXC_ImportError, "the library has no text of '%s'", utf8) : -1;
    struct import_record record = {m->name, t, NULL, false};
    lang_incref(m);
    note_import(&running, &record);
    int status = run_library_text(t, m->name, m, utf8, &r->source);
    forget_import(&running, &record);
    if (status == 0)
        m->head.type = &lang_type_module;
    lang_decref(t, m);
    return status;
}

/* The module that is in sys.modules under the name. */
static lang_value known_module(struct lang_thread *t, struct lang_str *name, lang_value m, bool may_wait)
{
    if (m.tag == LANG_NONE) {
        lang_raise(t, LANG_EXC_ModuleNotFoundError, "import of %U halted; None in sys.modules", name);
        lang_import_error_name(t, lang_obj(name));
        return lang_error();
    }
    return may_wait || lang_module_need(t, m) == 0 ? lang_ref(m) : lang_error();
}

static lang_value import_dotted(struct lang_thread *t, const char *dotted, size_t size, bool may_wait)
{
    lang_value parent = lang_undef();
    for (size_t end = 0; end <= size; end++) {
        if (end < size && dotted[end] != '.')
            continue;
        struct lang_str *name = lang_intern(t, dotted, end);
        if (!name) {
            lang_unref(t, parent);
            return lang_error();
        }
        if (running && importer(t, name) && wait_for_import(t, name) < 0) {
            lang_decref(t, name);
            lang_unref(t, parent);
            return lang_error();
        }
        lang_value m = lang_dict_get_str(t, t->vm->modules, name);
        if (lang_is_undef(m)) {
            m = find_alone(t, name, parent, may_wait && end == size);
            if (!lang_is_error(m)) {
                lang_value now =
                    lang_dict_get_str(t, t->vm->modules, name); /* the module may have replaced itself in sys.modules */
                if (lang_is_undef(now)) {
                    if (lang_dict_set_str(t, t->vm->modules, name, m) < 0) {
                        lang_unref(t, m);
                        m = lang_error();
                    }
                } else if (!lang_same(now, m)) {
                    lang_ref(now);
                    lang_unref(t, m);
                    m = now;
                }
            }
            if (!lang_is_error(m) && !lang_is_undef(parent) && bind_in_parent(t, dotted, end, m) < 0) {
                lang_unref(t, m);
                m = lang_error();
            }
        } else {
            m = known_module(t, name, m, may_wait && end == size);
        }
        lang_decref(t, name);
        lang_unref(t, parent);
        if (lang_is_error(m))
            return m;
        parent = m;
    }
    return parent;
}

lang_value lang_import_absolute(struct lang_thread *t, const char *dotted, size_t size)
{
    return import_dotted(t, dotted, size, false);
}

lang_value lang_import_waiting(struct lang_thread *t, const char *dotted, size_t size)
{
    return import_dotted(t, dotted, size, true);
}

lang_value lang_import(struct lang_thread *t, const char *dotted_name)
{
    return lang_import_absolute(t, dotted_name, strlen(dotted_name));
}
