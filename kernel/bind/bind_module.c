/* bind_module.c: the part of torch.nn.Module that every access and call goes through, so that it costs little: looking up
 * parameters, buffers and submodules, and calling forward when no hook is set. prelude/torch.nn.modules.module.py derives from
 * this class and holds the rest. */
#include "bind_core.h"

/* torch._C._ModuleBase */
static struct lang_type type_module_base;

static struct lang_str *name_parameters, *name_buffers, *name_modules, *name_forward, *name_hooked, *name_slow_call;

/* The value of `key` in the instance's own dict, or UNDEF; borrowed from the instance, which the caller holds. */
static lang_value own(struct lang_thread *t, lang_value self, struct lang_str *key)
{
    lang_value v = lang_generic_getattr(t, self, key);
    if (lang_is_error(v)) {
        if (lang_error_is(t, LANG_EXC_AttributeError)) {
            lang_error_clear(t);
            return lang_undef();
        }
        return v;
    }
    return v;
}

/* __getattr__: called when the ordinary rule finds nothing. */
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
    return lang_raise(t, LANG_EXC_AttributeError, "'%N' object has no attribute '%U'", args[0], name);
}

/* module(...): forward(...) directly unless hooks were registered anywhere. */
static lang_value module_call(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs, struct lang_tuple *kwnames)
{
    (void)callee;
    if (nargs == 0)
        return lang_raise(t, LANG_EXC_TypeError, "Module.__call__() needs a module");
    lang_value hooked = own(t, args[0], name_hooked);
    if (lang_is_error(hooked))
        return hooked;
    bool slow = hooked.tag != LANG_BOOL || hooked.i;
    if (!lang_is_undef(hooked))
        lang_unref(t, hooked);
    lang_value method = lang_getattr(t, args[0], slow && !lang_is_undef(hooked) ? name_slow_call : name_forward);
    if (lang_is_error(method))
        return method;
    lang_value result = lang_call(t, method, args + 1, nargs - 1, kwnames);
    lang_unref(t, method);
    return result;
}

static const struct lang_method module_methods[] = {{"__getattr__", "(name, /)", module_getattr, NULL, 0}, {NULL, NULL, NULL, NULL, 0}};
static struct lang_type type_module_base = {.head = {&lang_type_type, 1, LANG_OBJ_STATIC},
                                            .name = "_ModuleBase",
                                            .module = "torch._C",
                                            .size = sizeof(struct lang_object),
                                            .flags = LANG_TYPE_BASE,
                                            .methods = module_methods};

int bind_module_ready(struct lang_thread *t, struct lang_module *c)
{
    if (!(name_parameters = lang_intern_c(t, "_parameters")) || !(name_buffers = lang_intern_c(t, "_buffers")) ||
        !(name_modules = lang_intern_c(t, "_modules")) || !(name_forward = lang_intern_c(t, "forward")) ||
        !(name_hooked = lang_intern_c(t, "_hooked")) || !(name_slow_call = lang_intern_c(t, "_call_with_hooks")))
        return -1;
    if (lang_type_ready(t, &type_module_base) < 0)
        return -1;
    struct lang_native *call = lang_native_raw_method(t, &type_module_base, "__call__", NULL, module_call, NULL);
    struct lang_str *key = call ? lang_intern_c(t, "__call__") : NULL;
    int status = key ? lang_type_set_attr(t, &type_module_base, key, lang_obj(call)) : -1;
    lang_xdecref(t, key);
    lang_xdecref(t, call);
    return status < 0 ? -1 : lang_module_add(t, c, "_ModuleBase", lang_obj(&type_module_base));
}
