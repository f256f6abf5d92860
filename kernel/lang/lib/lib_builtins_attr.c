/* lib_builtins_attr.c: builtins on attributes, classes and namespaces: getattr isinstance dir vars globals __import__
 * ... */
#include "lib.h"
#include "vm/code.h"
#include "vm/native.h"
#include "vm/type.h"

/* ------------------------------------------------------------------ attributes */

/* The name argument as an interned str; a new reference. */
static struct lang_str *name_argument(struct lang_thread *t, lang_value v, const char *text)
{
    if (!lang_is_str(v))
        return lang_fail_null(t, LANG_EXC_TypeError, text, v);
    return lang_intern_str(t, lang_as_str(v));
}

static lang_value b_getattr(struct lang_thread *t, const lang_value *a)
{
    struct lang_str *name = name_argument(t, a[1], "attribute name must be string, not '%N'");
    lang_value r;

    if (!name)
        return lang_error();
    r = lang_is_undef(a[2]) ? lang_getattr(t, a[0], name) : lang_getattr_opt(t, a[0], name);
    lang_decref(t, name);
    return lang_is_undef(r) ? lang_ref(a[2]) : r;
}

static lang_value b_hasattr(struct lang_thread *t, const lang_value *a)
{
    struct lang_str *name = name_argument(t, a[1], "attribute name must be string, not '%N'");
    lang_value r;

    if (!name)
        return lang_error();
    r = lang_getattr_opt(t, a[0], name);
    lang_decref(t, name);
    if (lang_is_error(r))
        return r;
    lang_unref(t, r);
    return lang_bool(!lang_is_undef(r));
}

static lang_value b_setattr(struct lang_thread *t, const lang_value *a)
{
    struct lang_str *name = name_argument(t, a[1], "attribute name must be string, not '%N'");
    int status;

    if (!name)
        return lang_error();
    status = lang_setattr(t, a[0], name, a[2]);
    lang_decref(t, name);
    return status < 0 ? lang_error() : lang_none();
}

static lang_value b_delattr(struct lang_thread *t, const lang_value *a)
{
    struct lang_str *name = name_argument(t, a[1], "attribute name must be string, not '%N'");
    int status;

    if (!name)
        return lang_error();
    status = lang_setattr(t, a[0], name, lang_undef());
    lang_decref(t, name);
    return status < 0 ? lang_error() : lang_none();
}

/* ------------------------------------------------------------------ classes */

static inline bool is_class(lang_value v)
{
    return lang_is_obj(v) && (v.o->type->flags & LANG_TYPE_TYPE);
}

static lang_value b_isinstance(struct lang_thread *t, const lang_value *a)
{
    int r = lang_isinstance(t, a[0], a[1]);

    return r < 0 ? lang_error() : lang_bool(r);
}

static lang_value b_issubclass(struct lang_thread *t, const lang_value *a)
{
    int r = lang_issubclass(t, a[0], a[1]);

    return r < 0 ? lang_error() : lang_bool(r);
}

/* ------------------------------------------------------------------ namespaces */

static lang_value b_globals(struct lang_thread *t, const lang_value *a)
{
    struct lang_dict *globals;

    (void)a;
    return lang_frame_namespaces(t, &globals, NULL) < 0 ? lang_error() : lang_obj(globals);
}

static lang_value b_locals(struct lang_thread *t, const lang_value *a)
{
    struct lang_dict *globals, *locals;

    (void)a;
    if (lang_frame_namespaces(t, &globals, &locals) < 0)
        return lang_error();
    lang_decref(t, globals);
    lang_value r = lang_ref(lang_namespace_value(locals));
    lang_decref(t, locals);
    return r;
}

static lang_value b_vars(struct lang_thread *t, const lang_value *a)
{
    struct lang_str *name;
    lang_value r;

    if (lang_is_undef(a[0]))
        return b_locals(t, a);
    name = lang_intern_c(t, "__dict__");
    if (!name)
        return lang_error();
    r = lang_getattr_opt(t, a[0], name);
    lang_decref(t, name);
    if (lang_is_undef(r))
        return lang_raise(t, LANG_EXC_TypeError, "vars() argument must have __dict__ attribute");
    return r;
}

static int add_names(struct lang_thread *t, struct lang_dict *names, struct lang_dict *from)
{
    lang_value key;

    for (int64_t i = 0; from && lang_dict_next(from, &i, &key, NULL);)
        if (lang_is_str(key) && lang_dict_set(t, names, key, lang_none()) < 0)
            return -1;
    return 0;
}

static int add_class_names(struct lang_thread *t, struct lang_dict *names, struct lang_type *type)
{
    struct lang_tuple *mro = lang_incref(type->mro); /* an __eq__ of a name may change the bases */
    int status = 0;

    for (int64_t i = 0; status == 0 && i < mro->length; i++)
        status = add_names(t, names, ((struct lang_type *)mro->items[i].o)->dict);
    lang_decref(t, mro);
    return status;
}

/* What object.__dir__, type.__dir__ and the module's give. */
static struct lang_list *default_dir(struct lang_thread *t, lang_value v)
{
    struct lang_dict *names = lang_dict_new(t), *own;
    struct lang_list *list = NULL;
    bool bad = !names;

    if (!bad && is_class(v)) {
        bad = add_class_names(t, names, (struct lang_type *)v.o) < 0;
    } else if (!bad && lang_is_obj(v) && lang_is_a(v, &lang_type_module)) {
        if (lang_module_need(t, v) < 0) {
            lang_decref(t, names);
            return NULL;
        }
        struct lang_dict *d = lang_module_dict((struct lang_module *)v.o);
        lang_value made = lang_dict_get_c(t, d, "__dir__");
        if (!lang_is_undef(made)) { /* the module says itself */
            lang_decref(t, names);
            lang_value function = lang_ref(made);
            made = lang_call(t, function, NULL, 0, NULL);
            lang_unref(t, function);
            list = lang_is_error(made) ? NULL : lang_to_list(t, made);
            lang_unref(t, made);
            return list;
        }
        bad = add_names(t, names, d) < 0;
    } else if (!bad) {
        if (lang_is_obj(v) && v.o->type->attr_offset) {
            own = lang_instance_dict(t, v);
            bad = !own || add_names(t, names, own) < 0;
            lang_xdecref(t, own);
        }
        bad = bad || add_class_names(t, names, lang_type_of(v)) < 0;
    }
    if (!bad)
        list = lang_to_list(t, lang_obj(names));
    lang_xdecref(t, names);
    return list;
}

struct lang_list *lang_dir(struct lang_thread *t, lang_value v)
{
    struct lang_str *name = lang_intern_c(t, "__dir__");
    struct lang_list *list;
    lang_value own, r;

    if (!name)
        return NULL;
    if (lang_is_foreign(v)) {
        r = lang_foreign_ask(t, v, "names", NULL, 0);
        if (lang_is_list(r)) {
            lang_decref(t, name);
            return (struct lang_list *)r.o;
        }
        lang_unref(t, r);
    }
    own = lang_type_lookup(t, lang_type_of(v), name);
    if (lang_is_obj(own) && own.o->type != &lang_type_native && own.o->type != &lang_type_method_descr) {
        r = lang_call_special(t, v, name, NULL, 0);
        list = lang_is_error(r) ? NULL : lang_to_list(t, r);
        if (!lang_is_error(r))
            lang_unref(t, r);
    } else {
        list = default_dir(t, v);
    }
    lang_decref(t, name);
    if (list && lang_list_sort(t, list, lang_undef(), false) < 0) {
        lang_decref(t, list);
        return NULL;
    }
    return list;
}

static lang_value b_dir(struct lang_thread *t, const lang_value *a)
{
    struct lang_list *list;
    lang_value locals;

    if (!lang_is_undef(a[0]))
        return lang_obj_or_error(lang_dir(t, a[0]));
    locals = b_locals(t, a);
    if (lang_is_error(locals))
        return locals;
    if (!lang_is_dict(locals)) /* what exec() was given */
        lang_set_steal(t, &locals, lang_call_method_c(t, locals, "keys", NULL, 0));
    list = lang_is_error(locals) ? NULL : lang_to_list(t, locals);
    lang_unref(t, locals);
    if (list && lang_list_sort(t, list, lang_undef(), false) < 0) {
        lang_decref(t, list);
        return lang_error();
    }
    return lang_obj_or_error(list);
}

const struct lang_method lang_builtins_attributes[] = {
    {"delattr", "(obj, name, /)", b_delattr,
     "Deletes the named attribute from the given object.\n\ndelattr(x, 'y') is equivalent to ``del x.y``", 0},
    {"dir", "(object=<unrepresentable>, /)", b_dir,
     "Show attributes of an object.\n\n"
     "If called without an argument, return the names in the current scope.\n"
     "Else, return an alphabetized list of names comprising (some of) the attributes\n"
     "of the given object, and of attributes reachable from it.",
     LANG_M_NOSIG},
    {"getattr", "(object, name, default=<unrepresentable>, /)", b_getattr,
     "Get a named attribute from an object.\n\ngetattr(x, 'y') is equivalent to ``x.y``\n\n"
     "When a default argument is given, it is returned when the attribute doesn't\n"
     "exist; without it, an exception is raised in that case.",
     LANG_M_NOSIG},
    {"globals", "()", b_globals,
     "Return the dictionary containing the current scope's global variables.\n\n"
     "NOTE: Updates to this dictionary *will* affect name lookups in the current\n"
     "global scope and vice-versa.",
     0},
    {"hasattr", "(obj, name, /)", b_hasattr,
     "Return whether the object has an attribute with the given name.\n\n"
     "This is done by calling getattr(obj, name) and catching AttributeError.",
     0},
    {"isinstance", "(obj, class_or_tuple, /)", b_isinstance,
     "Return whether an object is an instance of a class or of a subclass thereof.\n\n"
     "A tuple, as in ``isinstance(x, (A, B, ...))``, may be given as the target to\n"
     "check against. This is equivalent to ``isinstance(x, A) or isinstance(x, B)\nor ...`` etc.",
     0},
    {"issubclass", "(cls, class_or_tuple, /)", b_issubclass,
     "Return whether 'cls' is derived from another class or is the same class.\n\n"
     "A tuple, as in ``issubclass(x, (A, B, ...))``, may be given as the target to\n"
     "check against. This is equivalent to ``issubclass(x, A) or issubclass(x, B)\nor ...``.",
     0},
    {"locals", "()", b_locals,
     "Return a dictionary containing the current scope's local variables.\n\n"
     "NOTE: Whether or not updates to this dictionary will affect name lookups in\n"
     "the local scope and vice-versa is *implementation dependent* and not\n"
     "covered by any backwards compatibility guarantees.",
     0},
    {"setattr", "(obj, name, value, /)", b_setattr,
     "Sets the named attribute on the given object to the specified value.\n\n"
     "setattr(x, 'y', v) is equivalent to ``x.y = v``",
     0},
    {"vars", "(object=<unrepresentable>, /)", b_vars,
     "vars([object]) -> dictionary\n\n"
     "Without arguments, equivalent to locals().\nWith an argument, equivalent to object.__dict__.",
     LANG_M_NOSIG},
    {0},
};
