/* bind_module.c: torch._C._ModuleBase, the part of torch.nn.Module that every attribute access and call goes through,
 * in C for speed: lookup of parameters, buffers and submodules, and the call of forward when no hook is set. The rest
 * is in prelude/torch/nn/modules/module.py, which derives from it. */
#include "bind_core.h"

/* torch._C._ModuleBase */
static struct lang_type type_module_base;

static struct lang_str *name_parameters, *name_buffers, *name_modules, *name_forward, *name_hooked, *name_slow_call,
    *name_assign, *name_delete, *name_missing;

/* The value of `key` in the instance, a new reference, or UNDEF. */
static lang_value own(struct lang_thread *t, lang_value self, struct lang_str *key)
{
    return lang_generic_getattr_opt(t, self, key);
}

/* __getattr__: called when the generic rule finds nothing. */
static lang_value module_getattr(struct lang_thread *t, const lang_value *args)
{
    struct lang_str *const tables[] = {name_parameters, name_buffers, name_modules};
    struct lang_str *name = lang_is_str(args[1]) ? lang_as_str(args[1]) : NULL;
    if (!name)
        return lang_raise(t, LANG_EXC_TypeError, "attribute name must be string, not '%N'", args[1]);
    for (size_t i = 0; i < BIND_COUNT(tables); i++) {
        if (name == tables[i])
            break;
        lang_value table = own(t, args[0], tables[i]);
        if (lang_is_error(table))
            return table;
        if (lang_is_dict(table)) {
            lang_value found = lang_dict_get_str(t, (struct lang_dict *)table.o, name);
            lang_value result = lang_is_undef(found) ? found : lang_ref(found);
            lang_unref(t, table);
            if (!lang_is_undef(result))
                return result;
        } else if (!lang_is_undef(table)) {
            lang_unref(t, table);
        }
    }
    if (name->length > 1 && lang_str_at(name, 0) == '_' && lang_str_at(name, 1) != '_') {
        const lang_value missing[] = {args[1]}; /* tables of hooks are made when they are first asked for */
        return lang_call_method(t, args[0], name_missing, missing, 1);
    }
    return lang_raise(t, LANG_EXC_AttributeError, "'%N' object has no attribute '%U'", args[0], name);
}

/* Is the name one of a parameter, a buffer or a submodule? -1 error. Before __init__ there are no tables. */
static int is_registered(struct lang_thread *t, lang_value self, struct lang_str *name)
{
    struct lang_str *const tables[] = {name_parameters, name_modules, name_buffers};
    for (size_t i = 0; i < BIND_COUNT(tables); i++) {
        lang_value table = own(t, self, tables[i]);
        if (lang_is_error(table))
            return -1;
        if (lang_is_undef(table))
            return 0;
        bool found = lang_is_dict(table) && !lang_is_undef(lang_dict_get_str(t, (struct lang_dict *)table.o, name));
        lang_unref(t, table);
        if (found || lang_error_occurred(t))
            return found ? 1 : -1;
    }
    return 0;
}

/* Names that are or may have to be registered are passed to Module's _assign and _delete; all others are ordinary
 * attributes. */
static int module_setattr(struct lang_thread *t, lang_value self, struct lang_str *name, lang_value value)
{
    const lang_value args[] = {lang_obj(name), value};
    bool deletes = lang_is_undef(value);
    int registers =
        deletes || bind_is_tensor(value) || lang_is_a(value, &type_module_base) ? 1 : is_registered(t, self, name);
    if (registers < 0)
        return -1;
    if (registers) {
        lang_value done = lang_call_method(t, self, deletes ? name_delete : name_assign, args, deletes ? 1 : 2);
        if (lang_is_error(done))
            return -1;
        registers = lang_truth(t, done);
        lang_unref(t, done);
    }
    return registers ? (registers < 0 ? -1 : 0) : lang_generic_setattr(t, self, name, value);
}

/* False: no module of the process has a hook yet, so that calls need not look. */
static bool hooks_exist;

static lang_value note_hooks(struct lang_thread *t, const lang_value *args)
{
    (void)t;
    (void)args;
    hooks_exist = true;
    return lang_none();
}

/* module(...): forward(...) directly, unless the module has hooks. */
static lang_value module_call(struct lang_thread *t, lang_value self, const lang_value *args, size_t nargs,
                              struct lang_tuple *kwnames)
{
    struct lang_str *name = name_forward;
    if (hooks_exist) {
        lang_value hooked = own(t, self, name_hooked);
        if (lang_is_error(hooked))
            return hooked;
        if (hooked.tag == LANG_BOOL && hooked.i)
            name = name_slow_call;
        if (!lang_is_undef(hooked))
            lang_unref(t, hooked);
    }
    if (!kwnames)
        return lang_call_method(t, self, name, args, nargs);
    lang_value method = lang_getattr(t, self, name);
    if (lang_is_error(method))
        return method;
    lang_value result = lang_call(t, method, args, nargs, kwnames);
    lang_unref(t, method);
    return result;
}

static const struct lang_method module_methods[] = {{"__getattr__", "(name, /)", module_getattr, NULL, 0},
                                                    {NULL, NULL, NULL, NULL, 0}};
static struct lang_type type_module_base = {.head = {&lang_type_type, 1, LANG_OBJ_STATIC},
                                            .name = "_ModuleBase",
                                            .module = "torch._C",
                                            .size = sizeof(struct lang_object),
                                            .flags = LANG_TYPE_BASE,
                                            .methods = module_methods,
                                            .setattr = module_setattr,
                                            .call = module_call};

static const struct lang_method note_row = {"_note_hooks", "()", note_hooks, NULL, LANG_M_STATIC};

int bind_module_ready(struct lang_thread *t, struct lang_module *c)
{
    if (!(name_parameters = lang_intern_c(t, "_parameters")) || !(name_buffers = lang_intern_c(t, "_buffers")) ||
        !(name_modules = lang_intern_c(t, "_modules")) || !(name_forward = lang_intern_c(t, "forward")) ||
        !(name_assign = lang_intern_c(t, "_assign")) || !(name_delete = lang_intern_c(t, "_delete")) ||
        !(name_missing = lang_intern_c(t, "_missing")) || !(name_hooked = lang_intern_c(t, "_hooked")) ||
        !(name_slow_call = lang_intern_c(t, "_call_with_hooks")))
        return -1;
    type_module_base.make = lang_type_object.make; /* without fields of its own */
    if (lang_type_ready(t, &type_module_base) < 0)
        return -1;
    struct lang_native *note = lang_native_new(t, &note_row, NULL, "torch._C");
    if (!note || lang_module_add_steal(t, c, note_row.name, lang_obj(note)) < 0)
        return -1;
    return lang_module_add(t, c, "_ModuleBase", lang_obj(&type_module_base));
}
