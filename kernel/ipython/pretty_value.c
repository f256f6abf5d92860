/* pretty_value.c: IPython's pretty printer for any value: the choice of a printer by the classes of its MRO. Owns the
 * order in which they are asked; must not know how lines are broken. */
#include "pretty.h"

struct kernel_display_hooks kernel_display_hooks;

/* The method _repr_pretty_ of a class of the MRO. */
static int call_repr_pretty(struct pretty *p, lang_value method, lang_value v, bool cycle)
{
    lang_value args[3] = {v, kernel_pretty_handle(p), lang_bool(cycle)};
    if (lang_is_error(args[1]))
        return -1;
    lang_value r = lang_call(p->t, method, args, 3, NULL);
    if (lang_is_error(r))
        return -1;
    lang_unref(p->t, r);
    return p->failed ? -1 : 0;
}

/* What a class itself says under a name, a new reference; UNDEF: nothing. */
static lang_value own_attribute(struct lang_thread *t, struct lang_type *cls, struct lang_str *name)
{
    lang_value own = lang_dict_get_str(t, cls->dict, name);
    if (!lang_is_undef(own) || !(cls->flags & LANG_TYPE_FOREIGN))
        return lang_is_error(own) ? own : lang_ref(own);
    lang_value space = lang_getattr_c(t, lang_obj(cls), "__dict__"), key = lang_obj(name);
    if (lang_is_error(space))
        return space;
    own = lang_call_method_c(t, space, "get", &key, 1);
    lang_unref(t, space);
    return lang_is_none(own) ? lang_undef() : own;
}

/* As a class of the MRO says; `none`: it does not say how. */
static int print_as(struct pretty *p, struct lang_type *cls, lang_value v, bool cycle, int none)
{
    struct lang_thread *t = p->t;
    if (kernel_display_hooks.printer.tag > LANG_NONE) {
        lang_value of = lang_obj(cls), printer = lang_call(t, kernel_display_hooks.printer, &of, 1, NULL);
        if (lang_is_error(printer))
            return -1;
        int r = lang_is_none(printer) ? none : call_repr_pretty(p, printer, v, cycle);
        lang_unref(t, printer);
        if (r != none)
            return r;
    }
    pretty_printer printer = kernel_pretty_printer_of(t, cls);
    if (printer)
        return printer(p, v, cycle);
    lang_value method = own_attribute(t, cls, p->repr_pretty_name);
    if (lang_is_error(method))
        return -1;
    if (!lang_is_undef(method) && lang_callable(method)) {
        int r = call_repr_pretty(p, method, v, cycle);
        lang_unref(t, method);
        return r;
    }
    lang_unref(t, method);
    if (cls != &lang_type_object && !lang_is_undef(lang_dict_get_str(t, cls->dict, p->repr_name)))
        return kernel_pretty_repr(p, v);
    return none;
}

/* Whether a class of the language's own among those that an object of another implementation derives from, which its
 * MRO here leaves out (enum.Enum), has a __repr__ of its own. */
static bool has_own_repr(struct pretty *p, struct lang_type *type)
{
    lang_value order = lang_getattr_c(p->t, lang_obj(type), "__mro__");
    bool has = false;
    for (int64_t i = 0; lang_is_tuple(order) && !has && i < lang_as_tuple(order)->length; i++) {
        lang_value cls = lang_as_tuple(order)->items[i];
        if (cls.tag == LANG_OBJECT && cls.o->type->flags & LANG_TYPE_TYPE &&
            ((struct lang_type *)cls.o)->flags & LANG_TYPE_HEAP)
            has = !lang_is_undef(lang_dict_get_str(p->t, ((struct lang_type *)cls.o)->dict, p->repr_name));
    }
    if (lang_is_error(order))
        lang_error_clear(p->t);
    else
        lang_unref(p->t, order);
    return has;
}

static int print_by_class(struct pretty *p, lang_value v, bool cycle)
{
    struct lang_thread *t = p->t;
    struct lang_type *type = lang_type_of(v);
    if (v.tag != LANG_OBJECT && v.tag != LANG_INT && v.tag != LANG_FLOAT)
        return kernel_pretty_repr(p, v);
    struct lang_tuple *mro = lang_incref(type->mro); /* what is asked may give v another class */
    enum { NOT_YET = 100 };
    int r = NOT_YET;
    for (int64_t i = 0; i < mro->length && r == NOT_YET; i++)
        r = print_as(p, (struct lang_type *)mro->items[i].o, v, cycle, NOT_YET);
    lang_decref(t, mro);
    if (r == NOT_YET && type->flags & LANG_TYPE_FOREIGN && has_own_repr(p, type))
        return kernel_pretty_repr(p, v);
    return r == NOT_YET ? kernel_pretty_default(p, v, cycle) : r;
}

static int print_value(struct pretty *p, lang_value v)
{
    struct lang_thread *t = p->t;
    if (p->failed || lang_poll(t) < 0 || lang_enter(t, " while pretty-printing an object") < 0)
        return -1;
    int cycle = kernel_pretty_push(p, v), r = cycle < 0 ? -1 : kernel_pretty_open(p, 0, "");
    if (r == 0)
        r = print_by_class(p, v, cycle);
    if (r == 0)
        r = kernel_pretty_close(p, 0, "");
    if (cycle >= 0)
        kernel_pretty_pop(p);
    lang_leave(t);
    return r;
}

struct lang_str *kernel_pretty(struct lang_thread *t, lang_value v, int width)
{
    struct pretty p = {.t = t, .width = width, .handle = lang_undef(), .print_value = print_value};
    int r = kernel_pretty_begin(&p);
    if (r == 0)
        r = kernel_pretty_value(&p, v);
    if (r == 0)
        r = kernel_pretty_flush(&p);
    kernel_pretty_handle_drop(&p);
    kernel_pretty_end(&p);
    if (r < 0) {
        lang_builder_drop(&p.out);
        return NULL;
    }
    return lang_builder_finish(&p.out);
}
