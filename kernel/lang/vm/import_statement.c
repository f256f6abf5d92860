/* import_statement.c: what `import` and `from` mean, and __import__: relative names, which of the modules on the way is
 * given, the names of a from-list.
 *
 * Must not know how modules are found (import.c). */
#include <stdio.h>
#include <string.h>

#include "vm/code.h"
#include "vm/import_path.h"
#include "vm/native.h"

/* ---- relative names ---- */

/* An entry of the namespace that imports; borrowed, None where it is not there. */
static lang_value told(struct lang_thread *t, struct lang_dict *globals, struct lang_str *name)
{
    lang_value v = lang_dict_get_str(t, globals, name);
    return lang_is_undef(v) ? lang_none() : v;
}

/* __spec__.parent; None where there is no specification. New reference. */
static lang_value parent_in_spec(struct lang_thread *t, struct lang_dict *globals)
{
    lang_value spec = told(t, globals, LANG_NAME(__spec__));
    if (lang_is_error(spec) || lang_is_none(spec))
        return spec;
    lang_ref(spec);
    lang_value parent = lang_getattr_c(t, spec, "parent");
    lang_unref(t, spec);
    return parent;
}

static int expect_text(struct lang_thread *t, lang_value v, const char *what)
{
    return lang_is_str(v) ? 0 : lang_fail(t, LANG_EXC_TypeError, "%s must be a string", what);
}

/* Of who has neither __package__ nor __spec__: __name__, without its last part where that is no package. */
static lang_value package_by_name(struct lang_thread *t, struct lang_dict *globals)
{
    if (lang_warn(t, LANG_EXC_ImportWarning,
                  "can't resolve package from __spec__ or __package__, falling back on __name__ and __path__") < 0)
        return lang_error();
    lang_value name = lang_dict_get_str(t, globals, LANG_NAME(__name__));
    if (lang_is_undef(name))
        return lang_raise(t, LANG_EXC_KeyError, "'__name__' not in globals");
    if (lang_is_error(name) || expect_text(t, name, "__name__") < 0)
        return lang_error();
    if (lang_dict_find_str(t, globals, LANG_NAME(__path__)) >= 0)
        return lang_ref(name);
    size_t size;
    const char *text = lang_str_utf8(t, lang_as_str(name), &size);
    const char *dot = text ? memrchr(text, '.', size) : NULL;
    return text ? lang_obj_or_error(lang_str_new(t, text, dot ? (size_t)(dot - text) : 0)) : lang_error();
}

/* The name of the package that the importing module belongs to. New reference. */
static lang_value own_package(struct lang_thread *t, struct lang_dict *globals)
{
    lang_value package = told(t, globals, LANG_NAME(__package__));
    if (lang_is_error(package))
        return package;
    lang_ref(package);
    lang_value parent = parent_in_spec(t, globals);
    int status = lang_is_error(parent) ? -1 : 0, same = 1;
    if (!status && !lang_is_none(package)) {
        status = expect_text(t, package, "package");
        if (!status && !lang_is_none(parent) && (same = lang_equal(t, package, parent)) <= 0)
            status = same < 0 ? -1 : lang_warn(t, LANG_EXC_ImportWarning, "__package__ != __spec__.parent");
    } else if (!status && !lang_is_none(parent)) {
        package = lang_ref(parent);
        status = expect_text(t, package, "__spec__.parent");
    } else if (!status)
        package = package_by_name(t, globals);
    if (!lang_is_error(parent))
        lang_unref(t, parent);
    if (status && !lang_is_error(package))
        lang_unref(t, package);
    return status ? lang_error() : package;
}

/* `from ..a import b`: the absolute name that the dots mean. */
static struct lang_str *resolve(struct lang_thread *t, struct lang_str *name, int64_t level, struct lang_dict *globals)
{
    if (!globals)
        return lang_fail_null(t, LANG_EXC_KeyError, "'__name__' not in globals");
    lang_value package = own_package(t, globals);
    size_t size;
    const char *text = lang_is_error(package) ? NULL : lang_str_utf8(t, lang_as_str(package), &size), *dot;
    struct lang_str *full = NULL;
    if (text && !size)
        lang_fail(t, LANG_EXC_ImportError, "attempted relative import with no known parent package");
    for (int64_t up = level - 1; text && size && up > 0; up--) {
        dot = memrchr(text, '.', size);
        size = dot ? (size_t)(dot - text) : 0;
        if (!size)
            lang_fail(t, LANG_EXC_ImportError, "attempted relative import beyond top-level package");
    }
    if (text && size)
        full = name->length ? lang_str_from_format(t, "%.*s.%U", (int)size, text, name) : lang_str_new(t, text, size);
    if (!lang_is_error(package))
        lang_unref(t, package);
    return full;
}

/* ---- the module that a statement gets ---- */

/* `import a.b` binds a; `__import__('b.c', level=1)` in p gives p.b. Takes the module that was imported. */
static lang_value without_last(struct lang_thread *t, lang_value module_steal, struct lang_str *name,
                               struct lang_str *full, int64_t level)
{
    size_t size, full_size;
    const char *text = lang_str_utf8(t, name, &size), *whole = text ? lang_str_utf8(t, full, &full_size) : NULL;
    const char *dot = whole ? memchr(text, '.', size) : NULL;
    if (whole && !dot)
        return module_steal;
    lang_unref(t, module_steal);
    if (!whole)
        return lang_error();
    struct lang_str *front = lang_intern(t, whole, full_size - (size_t)(text + size - dot));
    lang_value m = front ? lang_dict_get_str(t, t->vm->modules, front) : lang_error();
    if (lang_is_undef(m))
        m = level ? lang_raise(t, LANG_EXC_KeyError, "'%U' not in sys.modules as expected", front)
                  : lang_import_absolute(t, whole, (size_t)(dot - text));
    else if (!lang_is_error(m))
        lang_ref(m);
    lang_xdecref(t, front);
    return m;
}

static lang_value import_module(struct lang_thread *t, struct lang_str *name, bool from, int64_t level,
                                struct lang_dict *globals, bool may_wait)
{
    struct lang_str *full = level > 0 ? resolve(t, name, level, globals) : lang_incref(name);
    size_t size;
    const char *text = full ? lang_str_utf8(t, full, &size) : NULL;
    lang_value m = !text      ? lang_error()
                   : may_wait ? lang_import_waiting(t, text, size)
                              : lang_import_absolute(t, text, size);
    if (!lang_is_error(m) && !from)
        m = without_last(t, m, name, full, level);
    lang_xdecref(t, full);
    return m;
}

/* What a program has put in the place of __import__; it is given what CPython's statement gives. */
static lang_value call_other(struct lang_thread *t, lang_value function, struct lang_str *name, lang_value fromlist,
                             int64_t level, struct lang_dict *globals)
{
    const struct lang_frame *f = t->frame;
    struct lang_dict *locals = !f || f->globals != globals ? NULL : f->locals ? f->locals : f->func ? NULL : globals;
    lang_value args[] = {lang_obj(name), lang_obj(globals), locals ? lang_obj(locals) : lang_none(), fromlist,
                         lang_int(level)};
    lang_ref(function);
    lang_value m = lang_call(t, function, args, sizeof args / sizeof *args, NULL);
    lang_unref(t, function);
    return m;
}

/* Whether an import in the text of a module of the library binds a module that is likely to be used later, or never:
 * not in a `try`, which wants to know whether there is one. */
static bool is_for_later(const struct lang_frame *f)
{
    const struct lang_code *code = f && !f->func ? f->code : NULL;
    if (!code || !code->text->hidden || f->locals != f->globals)
        return false;
    const uint32_t at = (uint32_t)(f->pc - code->instrs);
    for (uint32_t i = 0; i < code->handler_count; i++)
        if (at >= code->handlers[i].start && at <= code->handlers[i].end)
            return false;
    return true;
}

lang_value lang_import_name(struct lang_thread *t, struct lang_str *name, lang_value fromlist, int64_t level,
                            struct lang_dict *globals)
{
    struct lang_dict *builtins = globals ? lang_builtins_of(t, globals) : NULL;
    if (globals && !builtins)
        return lang_error();
    lang_value function = builtins ? lang_dict_get_str(t, builtins, LANG_NAME(__import__)) : lang_undef();
    if (builtins && lang_is_undef(function))
        return lang_raise(t, LANG_EXC_ImportError, "__import__ not found");
    if (lang_is_error(function))
        return function;
    if (builtins && !(lang_is_exactly(function, &lang_type_native) &&
                      ((struct lang_native *)function.o)->row->fn == lang_import_function))
        return call_other(t, function, name, fromlist, level, globals);
    const bool from = !lang_is_none(fromlist), may_wait = !from && level == 0 && globals && is_for_later(t->frame);
    return import_module(t, name, from, level, globals, may_wait);
}

/* ---- __import__ ---- */

/* A name of a from-list that the package does not have: its module, if there is one. */
static int import_listed_module(struct lang_thread *t, lang_value package, struct lang_str *own, struct lang_str *name)
{
    lang_value known = lang_getattr_opt(t, package, name);
    const int there = lang_is_error(known) ? -1 : !lang_is_undef(known);
    if (there >= 0)
        lang_unref(t, known);
    struct lang_str *full = there ? NULL : lang_str_from_format(t, "%U.%U", own, name);
    size_t size;
    const char *text = full ? lang_str_utf8(t, full, &size) : NULL;
    lang_value m = text ? lang_import_absolute(t, text, size) : lang_error();
    int status = there > 0 || !lang_is_error(m) ? 0 : -1;
    if (text && lang_is_error(m) && lang_error_is(t, LANG_EXC_ModuleNotFoundError)) {
        lang_value missing =
            ((struct lang_exception *)t->exception.o)->name; /* only that it is not there is no error */
        lang_value blocked = lang_dict_get_str(t, t->vm->modules, full);
        if (lang_is_str(missing) && lang_str_equal(lang_as_str(missing), full) && !lang_is_none(blocked)) {
            lang_error_clear(t);
            status = 0;
        }
    }
    if (!lang_is_error(m))
        lang_unref(t, m);
    lang_xdecref(t, full);
    return there < 0 ? -1 : status;
}

static int import_list(struct lang_thread *t, lang_value package, struct lang_str *own, lang_value names, bool of_all);

/* `*` stands for __all__, if there is one. */
static int import_all(struct lang_thread *t, lang_value package, struct lang_str *own)
{
    lang_value all = lang_getattr_opt(t, package, LANG_NAME(__all__));
    if (lang_is_error(all))
        return -1;
    int status = lang_is_undef(all) ? 0 : import_list(t, package, own, all, true);
    lang_unref(t, all);
    return status;
}

static int import_list(struct lang_thread *t, lang_value package, struct lang_str *own, lang_value names, bool of_all)
{
    struct lang_list *list = lang_to_list(t, names);
    int status = list ? 0 : -1;
    for (int64_t i = 0; !status && i < list->length; i++) {
        lang_value item = list->items[i];
        struct lang_str *name = lang_is_str(item) ? lang_as_str(item) : NULL;
        if (!name && of_all)
            status = lang_fail(t, LANG_EXC_TypeError, "Item in %U.__all__ must be str, not %N", own, item);
        else if (!name)
            status = lang_fail(t, LANG_EXC_TypeError, "Item in ``from list'' must be str, not %N", item);
        else if (name->length == 1 && lang_str_at(name, 0) == '*')
            status = of_all ? 0 : import_all(t, package, own);
        else
            status = import_listed_module(t, package, own, name);
    }
    lang_xdecref(t, list);
    return status;
}

/* The modules that a from-list names, of what has a __path__. Takes the module and returns it. */
static lang_value with_list(struct lang_thread *t, lang_value module_steal, lang_value names)
{
    lang_value path = lang_getattr_opt(t, module_steal, LANG_NAME(__path__));
    lang_value own =
        lang_is_error(path) || lang_is_undef(path) ? path : lang_getattr(t, module_steal, LANG_NAME(__name__));
    if (!lang_is_error(path))
        lang_unref(t, path);
    int status = lang_is_error(own) ? -1 : 0;
    if (!status && lang_is_str(own))
        status = import_list(t, module_steal, lang_as_str(own), names, false);
    if (!lang_is_error(own))
        lang_unref(t, own);
    if (!status)
        return module_steal;
    lang_unref(t, module_steal);
    return lang_error();
}

lang_value lang_import_function(struct lang_thread *t, const lang_value *args)
{
    int64_t level = 0;
    if (!lang_is_str(args[0]))
        return lang_raise(t, LANG_EXC_TypeError, "module name must be a string");
    if (!lang_is_undef(args[4]) && lang_as_index(t, args[4], &level) < 0)
        return lang_error();
    if (level < 0)
        return lang_raise(t, LANG_EXC_ValueError, "level must be >= 0");
    struct lang_str *name = lang_as_str(args[0]);
    if (level == 0 && name->length == 0)
        return lang_raise(t, LANG_EXC_ValueError, "Empty module name");
    if (level > 0 && !lang_is_undef(args[1]) && !lang_is_dict(args[1]))
        return lang_raise(t, LANG_EXC_TypeError, "globals must be a dict");
    int from = lang_is_undef(args[3]) ? 0 : lang_truth(t, args[3]);
    if (from < 0)
        return lang_error();
    lang_value m = import_module(t, name, from, level, lang_is_dict(args[1]) ? lang_as_dict(args[1]) : NULL, false);
    return lang_is_error(m) || !from ? m : with_list(t, m, args[3]);
}

/* ---- from ---- */

/* Whether submodules are looked for in what `from` names: 1, 0 or -1 with an error. */
static int is_package_like(struct lang_thread *t, lang_value module)
{
    if (lang_type_of(module)->flags & LANG_TYPE_FOREIGN)
        return 1;
    if (lang_is_exactly(module, &lang_type_module))
        return lang_dict_find_str(t, ((struct lang_module *)module.o)->attrs.dict, LANG_NAME(__path__)) >= 0;
    lang_value path = lang_getattr_opt(t, module, LANG_NAME(__path__));
    if (lang_is_error(path))
        return -1;
    bool found = !lang_is_undef(path);
    lang_unref(t, path);
    return found;
}

lang_value lang_import_from(struct lang_thread *t, lang_value module, struct lang_str *name)
{
    lang_value v = lang_getattr_opt(t, module, name);
    if (!lang_is_undef(v))
        return v;
    lang_value own = lang_getattr_opt(t, module, LANG_NAME(__name__));
    if (lang_is_error(own))
        return own;
    if (lang_is_str(own)) { /* a submodule? */
        struct lang_str *full = lang_str_from_format(t, "%S.%U", own, name);
        size_t size;
        const char *text = full ? lang_str_utf8(t, full, &size) : NULL;
        int package = text ? is_package_like(t, module) : -1;
        lang_value m = package > 0 ? lang_import_absolute(t, text, size) : package < 0 ? lang_error() : lang_undef();
        if (lang_is_error(m) &&
            lang_error_is(t, LANG_EXC_ModuleNotFoundError)) { /* only the submodule's own absence is no error */
            lang_value missing = ((struct lang_exception *)t->exception.o)->name;
            if (lang_is_str(missing) && full && lang_str_equal(lang_as_str(missing), full)) {
                lang_error_clear(t);
                m = lang_undef();
            }
        }
        lang_xdecref(t, full);
        if (lang_is_error(m)) {
            lang_unref(t, own);
            return m;
        }
        if (!lang_is_undef(m)) {
            lang_unref(t, own);
            return m;
        }
    }
    lang_value file = lang_getattr_opt(t, module, LANG_NAME(__file__));
    const bool partial = lang_is_str(own) && lang_is_str(file) && lang_module_is_partial(lang_as_str(own));
    if (partial)
        lang_raise(t, LANG_EXC_ImportError,
                   "cannot import name '%U' from partially initialized module '%S' (most likely due to a circular "
                   "import) (%S)",
                   name, own, file);
    else if (lang_is_str(file))
        lang_raise(t, LANG_EXC_ImportError, "cannot import name '%U' from '%S' (%S)", name, own, file);
    else
        lang_raise(t, LANG_EXC_ImportError, "cannot import name '%U' from '%S' (unknown location)", name, own);
    lang_import_error_name(t, own);
    lang_unref(t, file);
    lang_unref(t, own);
    return lang_error();
}

/* A name of __all__: an attribute, or a submodule that is imported now. */
static lang_value import_listed(struct lang_thread *t, lang_value module, struct lang_str *name)
{
    lang_value v = lang_import_from(t, module, name);
    if (!lang_is_error(v) || !lang_error_is(t, LANG_EXC_ImportError) || lang_error_is(t, LANG_EXC_ModuleNotFoundError))
        return v;
    lang_error_clear(t);
    return lang_getattr(t, module, name);
}

static bool is_public(lang_value name)
{
    return lang_is_str(name) && lang_as_str(name)->length && lang_str_at(lang_as_str(name), 0) != '_';
}

/* All public names of what stands in sys.modules and is no module of the language. */
static int import_public(struct lang_thread *t, lang_value module, struct lang_dict *ns)
{
    lang_value dict = lang_getattr_opt(t, module, LANG_NAME(__dict__));
    struct lang_list *names = lang_is_undef(dict) || lang_is_error(dict) ? NULL : lang_to_list(t, dict);
    lang_unref(t, dict);
    int s = lang_is_error(dict) || (!lang_is_undef(dict) && !names) ? -1 : 0;
    for (int64_t i = 0; names && s == 0 && i < names->length; i++) {
        if (!is_public(names->items[i]))
            continue;
        struct lang_str *name = lang_intern_str(t, lang_as_str(names->items[i]));
        lang_value v = name ? lang_getattr(t, module, name) : lang_error();
        s = lang_is_error(v) ? -1 : lang_dict_set_str(t, ns, name, v);
        lang_unref(t, v);
        lang_xdecref(t, name);
    }
    lang_xdecref(t, names);
    return s;
}

/* A name that is no text, in a list of a module. */
static int refuse_item(struct lang_thread *t, lang_value module, const char *format, lang_value item)
{
    lang_value own = lang_getattr(t, module, LANG_NAME(__name__));
    if (lang_is_error(own))
        return -1;
    if (lang_is_str(own))
        lang_fail(t, LANG_EXC_TypeError, format, lang_as_str(own), item);
    else
        lang_fail(t, LANG_EXC_TypeError, "module __name__ must be a string, not %N", own);
    lang_unref(t, own);
    return -1;
}

int lang_import_star(struct lang_thread *t, lang_value module, struct lang_dict *ns)
{
    lang_value all = lang_getattr_opt(t, module, LANG_NAME(__all__));
    if (lang_is_error(all))
        return -1;
    struct lang_dict *from =
        lang_is_exactly(module, &lang_type_module) ? ((struct lang_module *)module.o)->attrs.dict : NULL;
    int s = 0;
    if (!lang_is_undef(all)) {
        struct lang_list *names = lang_to_list(t, all);
        lang_unref(t, all);
        for (int64_t i = 0; names && s == 0 && i < names->length; i++) {
            struct lang_str *name = NULL;
            if (lang_is_str(names->items[i]))
                name = lang_intern_str(t, lang_as_str(names->items[i]));
            else
                refuse_item(t, module, "Item in %U.__all__ must be str, not %N", names->items[i]);
            lang_value v = name ? import_listed(t, module, name) : lang_error();
            s = lang_is_error(v) ? -1 : lang_dict_set_str(t, ns, name, v);
            lang_unref(t, v);
            lang_xdecref(t, name);
        }
        lang_xdecref(t, names);
        return names ? s : -1;
    }
    if (!from)
        return import_public(t, module, ns);
    lang_value k, v;
    for (int64_t i = 0; s == 0 && lang_dict_next(from, &i, &k, &v);)
        if (!lang_is_str(k))
            s = refuse_item(t, module, "Key in %U.__dict__ must be str, not %N", k);
        else if (is_public(k))
            s = lang_dict_set(t, ns, k, v);
    return s;
}
