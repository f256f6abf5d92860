/* module.c: modules as values. Finding them is import.c's task. */
#include <stddef.h>

#include "vm/code.h"
#include "vm/native.h"
#include "vm/type.h"

#define MODULE(v) ((struct lang_module *)(v).o)

/* The names that every module begins with. */
static int fill(struct lang_thread *t, struct lang_dict *d, lang_value name, lang_value doc)
{
    struct lang_str *const names[] = {LANG_NAME(__name__), LANG_NAME(__doc__), LANG_NAME(__package__),
                                      LANG_NAME(__loader__), LANG_NAME(__spec__)};
    const lang_value values[] = {name, doc, lang_none(), lang_none(), lang_none()};
    for (int i = 0; i < 5; i++)
        if (lang_dict_set_str(t, d, names[i], values[i]) < 0)
            return -1;
    return 0;
}

static struct lang_module *empty(struct lang_thread *t, struct lang_type *cls)
{
    struct lang_module *m = lang_object_new(t, cls);
    if (m && !(m->attrs.dict = lang_dict_new(t))) {
        lang_decref(t, m);
        m = NULL;
    }
    return m;
}

struct lang_module *lang_module_new(struct lang_thread *t, const char *name, const char *doc)
{
    struct lang_module *m = empty(t, &lang_type_module);
    if (!m)
        return NULL;
    m->name = lang_intern_c(t, name);
    lang_value doc_value = doc ? lang_obj_or_error(lang_str_from_c(t, doc)) : lang_none();
    int s = m->name && !lang_is_error(doc_value) ? fill(t, m->attrs.dict, lang_obj(m->name), doc_value) : -1;
    lang_unref(t, doc_value);
    if (s < 0) {
        lang_decref(t, m);
        return NULL;
    }
    return m;
}

int lang_module_add(struct lang_thread *t, struct lang_module *m, const char *name, lang_value v)
{
    return lang_is_error(v) ? -1 : lang_dict_set_c(t, m->attrs.dict, name, v);
}

int lang_module_add_steal(struct lang_thread *t, struct lang_module *m, const char *name, lang_value v)
{
    int s = lang_module_add(t, m, name, v);
    lang_unref(t, v);
    return s;
}

int lang_module_add_functions(struct lang_thread *t, struct lang_module *m, const struct lang_method *rows)
{
    const char *name = lang_str_utf8(t, m->name, NULL);
    for (; rows && rows->name; rows++)
        if (lang_module_add_steal(t, m, rows->name, lang_obj_or_error(lang_native_new(t, rows, NULL, name))) < 0)
            return -1;
    return 0;
}

static void module_destroy(struct lang_thread *t, struct lang_object *o)
{
    lang_xdecref(t, ((struct lang_module *)o)->name);
}

static lang_value own(struct lang_thread *t, lang_value v, struct lang_str *name)
{
    return MODULE(v)->attrs.dict ? lang_dict_get_str(t, MODULE(v)->attrs.dict, name) : lang_undef();
}

/* An attribute of a specification; None where it is missing. New reference. */
static lang_value of_spec(struct lang_thread *t, lang_value spec, const char *name)
{
    lang_value v = lang_getattr_c(t, spec, name);
    if (lang_is_error(v) && lang_error_is(t, LANG_EXC_AttributeError)) {
        lang_error_clear(t);
        return lang_none();
    }
    return v;
}

/* As the specification tells; UNDEF: it is none. */
static lang_value repr_by_spec(struct lang_thread *t, lang_value spec)
{
    enum { NAME, ORIGIN, LOADER, HAS_LOCATION, COUNT };
    static const char *const names[COUNT] = {"name", "origin", "loader", "has_location"};
    lang_value parts[COUNT], r = lang_undef();
    int n = 0;
    while (n < COUNT && !lang_is_error(parts[n] = of_spec(t, spec, names[n])))
        n++;
    int located = n < COUNT ? -1 : lang_truth(t, parts[HAS_LOCATION]);
    if (located < 0)
        r = lang_error();
    else if (lang_is_none(parts[NAME]))
        r = lang_undef();
    else if (!lang_is_none(parts[ORIGIN]))
        r = lang_obj_or_error(
            lang_str_from_format(t, located ? "<module %R from %R>" : "<module %R (%S)>", parts[NAME], parts[ORIGIN]));
    else if (!lang_is_none(parts[LOADER]))
        r = lang_obj_or_error(lang_str_from_format(t, "<module %R (%R)>", parts[NAME], parts[LOADER]));
    else
        r = lang_obj_or_error(lang_str_from_format(t, "<module %R>", parts[NAME]));
    while (n--)
        lang_unref(t, parts[n]);
    return r;
}

/* What a program has made says where it comes from only if the program has said it. */
static lang_value module_repr(struct lang_thread *t, lang_value v)
{
    lang_value spec = own(t, v, LANG_NAME(__spec__));
    if (!lang_is_undef(spec) && !lang_is_none(spec)) {
        lang_ref(spec);
        lang_value told = repr_by_spec(t, spec);
        lang_unref(t, spec);
        if (!lang_is_undef(told))
            return told;
    }
    lang_value name = own(t, v, LANG_NAME(__name__)), file = own(t, v, LANG_NAME(__file__));
    lang_value loader = own(t, v, LANG_NAME(__loader__));
    struct lang_str *unknown = lang_is_undef(name) ? lang_str_from_c(t, "?") : NULL;
    if (lang_is_undef(name) && !unknown)
        return lang_error();
    if (unknown)
        name = lang_obj(unknown);
    struct lang_str *s;
    bool loaded = !lang_is_undef(loader) && !lang_is_none(loader);
    if (!lang_is_undef(file) && !(lang_is_none(file) && loaded))
        s = lang_str_from_format(t, "<module %R from %R>", name, file);
    else if (loaded)
        s = lang_str_from_format(t, "<module %R (%R)>", name, loader);
    else if (!(v.o->flags & LANG_OBJ_USER))
        s = lang_str_from_format(t, "<module %R (built-in)>", name);
    else
        s = lang_str_from_format(t, "<module %R>", name);
    lang_xdecref(t, unknown);
    return lang_obj_or_error(s);
}

/* __spec__ and __loader__ of a module of the library, which has none until somebody asks. */
static lang_value library_spec(struct lang_thread *t, lang_value module, struct lang_str *name)
{
    lang_value machinery = lang_import(t, "importlib.machinery"), spec = lang_error();
    if (!lang_is_error(machinery)) {
        spec = lang_call_method_c(t, machinery, "_describe_library", &module, 1);
        lang_unref(t, machinery);
    }
    if (lang_is_error(spec) || name == LANG_NAME(__spec__))
        return spec;
    lang_value loader = lang_getattr_c(t, spec, "loader");
    lang_unref(t, spec);
    return loader;
}

static lang_value module_getattr(struct lang_thread *t, lang_value v, struct lang_str *name)
{
    /* has no data descriptors */
    bool plain = v.o->type == &lang_type_module || v.o->type == &lang_type_waiting_module;
    lang_value r = plain ? own(t, v, name) : lang_undef();
    if (!lang_is_undef(r) && name != LANG_NAME(__dict__) && name != LANG_NAME(__class__))
        return lang_ref(r);
    r = lang_generic_getattr_opt(t, v, name);
    if (!lang_is_undef(r))
        return r;
    if (plain && !(v.o->flags & LANG_OBJ_USER) && (name == LANG_NAME(__spec__) || name == LANG_NAME(__loader__)))
        return library_spec(t, v, name);
    lang_value hook = own(t, v, LANG_NAME(__getattr__));
    if (!lang_is_undef(hook)) {
        lang_value arg = lang_obj(name);
        return lang_call(t, hook, &arg, 1, NULL);
    }
    if (plain && !(v.o->flags & LANG_OBJ_USER) && MODULE(v)->name) {
        r = lang_module_complete(t, MODULE(v), name);
        if (!lang_is_undef(r))
            return r;
    }
    lang_value known = own(t, v, LANG_NAME(__name__));
    if (lang_is_str(known) && lang_module_is_partial(lang_as_str(known)) &&
        !lang_is_undef(own(t, v, LANG_NAME(__file__))))
        return lang_raise(t, LANG_EXC_AttributeError,
                          "partially initialized module '%S' has no attribute '%U' (most likely due to a circular "
                          "import)",
                          known, name);
    if (lang_is_str(known))
        return lang_raise(t, LANG_EXC_AttributeError, "module '%S' has no attribute '%U'", known, name);
    return lang_raise(t, LANG_EXC_AttributeError, "module has no attribute '%U'", name);
}

static lang_value module_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                              struct lang_tuple *kwnames)
{
    (void)args, (void)nargs, (void)kwnames; /* __init__ looks at them */
    struct lang_module *m = empty(t, cls);
    if (m)
        m->head.flags |= LANG_OBJ_USER;
    return lang_obj_or_error(m);
}

static int module_init(struct lang_thread *t, lang_value v, const lang_value *args, size_t nargs,
                       struct lang_tuple *kwnames)
{
    const struct lang_params *p = lang_params_get(t, "module", "(name, doc=None)");
    lang_value out[2];
    if (!p || lang_params_bind(t, p, args, nargs, kwnames, out) < 0)
        return -1;
    int s = 0;
    if (!lang_is_str(out[0]))
        s = lang_fail(t, LANG_EXC_TypeError, "module() argument 'name' must be str, not %s",
                      lang_is_none(out[0]) ? "None" : lang_type_name(out[0]));
    else
        s = fill(t, MODULE(v)->attrs.dict, out[0], lang_is_undef(out[1]) ? lang_none() : out[1]);
    lang_args_done(t, p, out);
    return s;
}

static lang_value module_dir(struct lang_thread *t, const lang_value *args)
{
    if (lang_module_need(t, args[0]) < 0)
        return lang_error();
    lang_value hook = own(t, args[0], LANG_NAME(__dir__));
    if (!lang_is_undef(hook))
        return lang_call(t, hook, NULL, 0, NULL);
    return lang_obj_or_error(lang_to_list(t, lang_obj(MODULE(args[0])->attrs.dict)));
}
static const struct lang_method module_methods[] = {{"__dir__", "()", module_dir, "__dir__() -> list", 0},
                                                    {NULL, NULL, NULL, NULL, 0}};

/* A module of the library whose names are imported one by one, when they are used, takes all in before it is seen as a
 * dict: a function __complete__ of its own does that, once. */
static int complete(struct lang_thread *t, lang_value v)
{
    struct lang_str *name = v.o->flags & LANG_OBJ_USER ? NULL : lang_intern_c(t, "__complete__");
    lang_value function = name ? own(t, v, name) : lang_undef();
    int s = 0;
    if (!lang_is_undef(function)) {
        lang_ref(function);
        lang_value done = lang_dict_del(t, MODULE(v)->attrs.dict, lang_obj(name)) < 0
                              ? lang_error()
                              : lang_call(t, function, NULL, 0, NULL);
        s = lang_is_error(done) ? -1 : 0;
        lang_unref(t, function);
        if (s == 0)
            lang_unref(t, done);
    }
    lang_xdecref(t, name);
    return s;
}

static lang_value get_dict(struct lang_thread *t, lang_value v)
{
    if (complete(t, v) < 0)
        return lang_error();
    return lang_obj(lang_incref(MODULE(v)->attrs.dict));
}
static int set_dict(struct lang_thread *t, lang_value v, lang_value value)
{
    (void)v, (void)value;
    return lang_fail(t, LANG_EXC_AttributeError, "readonly attribute");
}
/* Made when they are asked for. */
static lang_value get_annotations(struct lang_thread *t, lang_value v)
{
    lang_value known = own(t, v, LANG_NAME(__annotations__));
    if (!lang_is_undef(known))
        return lang_ref(known);
    known = lang_obj_or_error(lang_dict_new(t));
    if (!lang_is_error(known) && lang_dict_set_str(t, MODULE(v)->attrs.dict, LANG_NAME(__annotations__), known) < 0) {
        lang_unref(t, known);
        return lang_error();
    }
    return known;
}
static int set_annotations(struct lang_thread *t, lang_value v, lang_value value)
{
    if (!lang_is_undef(value))
        return lang_dict_set_str(t, MODULE(v)->attrs.dict, LANG_NAME(__annotations__), value);
    int r = lang_dict_del(t, MODULE(v)->attrs.dict, lang_obj(LANG_NAME(__annotations__)));
    return r == 0 ? lang_fail(t, LANG_EXC_AttributeError, "__annotations__") : r < 0 ? -1 : 0;
}
static const struct lang_getset module_getset[] = {{"__dict__", get_dict, set_dict, NULL},
                                                   {"__annotations__", get_annotations, set_annotations, NULL},
                                                   {NULL, NULL, NULL, NULL}};

struct lang_type lang_type_module = {
    .name = "module",
    .size = sizeof(struct lang_module),
    .flags = LANG_TYPE_BASE | LANG_TYPE_WEAKREF,
    .attr_offset = offsetof(struct lang_module, attrs),
    .methods = module_methods,
    .getset = module_getset,
    .make = module_make,
    .init = module_init,
    .destroy = module_destroy,
    .repr = module_repr,
    .getattr = module_getattr,
};

/* ------------------------------------------------------------------ modules that wait
 *
 * A module of the library that another one has imported, and that nobody has used: its text runs at the first use. It
 * is in sys.modules, and has what does not depend on its text. */

/* What a library's text does not set. */
static bool is_known_beforehand(const struct lang_str *name)
{
    return name == LANG_NAME(__name__) || name == LANG_NAME(__package__) || name == LANG_NAME(__path__) ||
           name == LANG_NAME(__file__) || name == LANG_NAME(__loader__) || name == LANG_NAME(__spec__);
}

static lang_value waiting_getattr(struct lang_thread *t, lang_value v, struct lang_str *name)
{
    lang_ref(v);
    lang_value r = is_known_beforehand(name) || lang_module_need(t, v) == 0 ? module_getattr(t, v, name) : lang_error();
    lang_unref(t, v);
    return r;
}

static int waiting_setattr(struct lang_thread *t, lang_value v, struct lang_str *name, lang_value value)
{
    lang_ref(v);
    int s = lang_module_need(t, v) < 0 ? -1 : lang_generic_setattr(t, v, name, value);
    lang_unref(t, v);
    return s;
}

struct lang_type lang_type_waiting_module = {
    .name = "module",
    .base = &lang_type_module,
    .size = sizeof(struct lang_module),
    .flags = LANG_TYPE_WEAKREF,
    .attr_offset = offsetof(struct lang_module, attrs),
    .destroy = module_destroy,
    .repr = module_repr,
    .getattr = waiting_getattr,
    .setattr = waiting_setattr,
};
