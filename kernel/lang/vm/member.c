/* member.c: what stands in a class for one attribute of its instances: computed attributes of built-in types, their
 * fields, and members of __slots__. */
#include <stdio.h>
#include <string.h>

#include "vm/code.h"
#include "vm/native.h"
#include "vm/type.h"

const char *lang_type_text(const struct lang_type *type, char text[LANG_TYPE_TEXT])
{
    bool qualified = type->flags & LANG_TYPE_QUALIFIED && type->module;
    if (!qualified)
        return type->name;
    snprintf(text, LANG_TYPE_TEXT, "%s.%s", type->module, type->name);
    return text;
}

/* A descriptor reads the layout of the class that holds it: an object of another class must never reach it. */
static int check_owner(struct lang_thread *t, const char *name, const struct lang_type *owner, lang_value obj)
{
    if (lang_is_a(obj, owner))
        return 0;
    char text[LANG_TYPE_TEXT];
    return lang_fail(t, LANG_EXC_TypeError, "descriptor '%s' for '%s' objects doesn't apply to a '%N' object", name,
                     lang_type_text(owner, text), obj);
}

/* ------------------------------------------------------------------ computed attributes */

/* An attribute that lies in the instance: a member of __slots__, or one of a built-in type. */
struct member_object {
    struct lang_object head;
    struct lang_type *owner;       /* the class, which holds the member */
    struct lang_str *name;         /* of __slots__ */
    const struct lang_getset *row; /* of a built-in type, or NULL */
};

/* Attributes that CPython keeps in a field of the object and shows as members; "" stands for all of the type. */
static const struct {
    const char *type, *names;
} fields[] = {
    {"complex", ""},
    {"range", ""},
    {"slice", ""},
    {"property", " __doc__ fdel fget fset "},
    {"super", ""},
    {"type", " __base__ __basicsize__ __dictoffset__ __flags__ __itemsize__ __mro__ __weakrefoffset__ "},
    {"classmethod", " __func__ __wrapped__ "},
    {"staticmethod", " __func__ __wrapped__ "},
    {"function", " __builtins__ __closure__ __doc__ __globals__ __module__ "},
    {"method", " __func__ __self__ "},
    {"builtin_function_or_method", " __module__ "},
    {"generator", " gi_code "},
    {"code", " co_argcount co_consts co_exceptiontable co_filename co_firstlineno co_flags co_kwonlyargcount "
             "co_linetable co_name co_names co_nlocals co_posonlyargcount co_qualname co_stacksize "},
    {"frame", " f_trace_lines f_trace_opcodes "},
    {"traceback", " tb_frame tb_lasti tb_lineno "},
    {"module", " __dict__ "},
    {"getset_descriptor", " __name__ __objclass__ "},
    {"member_descriptor", " __name__ __objclass__ "},
    {"wrapper_descriptor", " __name__ __objclass__ "},
    {"method_descriptor", " __name__ __objclass__ "},
    {"classmethod_descriptor", " __name__ __objclass__ "},
    {"method-wrapper", " __self__ "},
    {"SimpleNamespace", " __dict__ "},
    {"GenericAlias", " __args__ __origin__ __unpacked__ "},
    {"UnionType", " __args__ "},
    {"partial", " args func keywords "},
    {"defaultdict", " default_factory "},
    {"weakref.ReferenceType", " __callback__ "},
    {"KeyWrapper", " obj "},
    {"BaseException", " __suppress_context__ "},
    {"OSError", " errno filename filename2 strerror "},
    {"StopIteration", ""},
    {"SystemExit", ""},
    {"SyntaxError", ""},
    {"UnicodeEncodeError", ""},
    {"UnicodeDecodeError", ""},
    {"UnicodeTranslateError", ""},
    {"ImportError", ""},
    {"NameError", ""},
    {"AttributeError", ""},
    {"BaseExceptionGroup", ""},
    {"struct_time", ""},
    {"version_info", ""},
    {"float_info", ""},
    {"int_info", ""},
    {"hash_info", ""},
    {"thread_info", ""},
    {"flags", ""},
    {"uname_result", ""},
    {"terminal_size", ""},
};

static bool is_field(const struct lang_type *owner, const char *name)
{
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        if (*fields[i].type != *owner->name || strcmp(fields[i].type, owner->name) != 0)
            continue;
        const char *names = fields[i].names, *at = names;
        size_t n = strlen(name);
        if (!*names)
            return true;
        while ((at = strstr(at + 1, name)))
            if (at[-1] == ' ' && at[n] == ' ')
                return true;
        return false;
    }
    return false;
}

void lang_getset_replace(lang_value descr, const struct lang_getset *row)
{
    ((struct lang_getset_object *)descr.o)->row = row;
}

lang_value lang_getset_new(struct lang_thread *t, struct lang_type *owner, const struct lang_getset *row)
{
    if (!(owner->flags & LANG_TYPE_HEAP) && is_field(owner, row->name)) {
        struct member_object *m = lang_object_new(t, &lang_type_member);
        if (!m)
            return lang_error();
        m->owner = owner;
        m->row = row;
        return lang_obj(m);
    }
    bool heap = owner->flags & LANG_TYPE_HEAP;
    struct lang_getset_object *g = lang_object_new(t, heap ? &lang_type_class_getset : &lang_type_getset);
    if (!g)
        return lang_error();
    g->owner = heap ? lang_incref(owner) : owner;
    g->row = row;
    return lang_obj(g);
}

static lang_value getset_get(struct lang_thread *t, lang_value d, lang_value obj, struct lang_type *cls)
{
    (void)cls;
    struct lang_getset_object *g = (struct lang_getset_object *)d.o;
    if (lang_is_undef(obj))
        return lang_ref(d);
    return check_owner(t, g->row->name, g->owner, obj) < 0 ? lang_error() : g->row->get(t, obj);
}

static int getset_set(struct lang_thread *t, lang_value d, lang_value obj, lang_value value)
{
    struct lang_getset_object *g = (struct lang_getset_object *)d.o;
    char text[LANG_TYPE_TEXT];
    if (check_owner(t, g->row->name, g->owner, obj) < 0)
        return -1;
    if (!g->row->set)
        return lang_fail(t, LANG_EXC_AttributeError, "attribute '%s' of '%s' objects is not writable", g->row->name,
                         lang_type_text(g->owner, text));
    return g->row->set(t, obj, value);
}

static lang_value getset_repr(struct lang_thread *t, lang_value v)
{
    struct lang_getset_object *g = (struct lang_getset_object *)v.o;
    char text[LANG_TYPE_TEXT];
    return lang_obj_or_error(
        lang_str_from_format(t, "<attribute '%s' of '%s' objects>", g->row->name, lang_type_text(g->owner, text)));
}

static lang_value getset_doc(struct lang_thread *t, lang_value v)
{
    const char *doc = ((struct lang_getset_object *)v.o)->row->doc;
    return doc ? lang_obj_or_error(lang_str_from_c(t, doc)) : lang_none();
}

static lang_value getset_name(struct lang_thread *t, lang_value v)
{
    return lang_obj_or_error(lang_str_from_c(t, ((struct lang_getset_object *)v.o)->row->name));
}

static lang_value getset_qualname(struct lang_thread *t, lang_value v)
{
    struct lang_getset_object *g = (struct lang_getset_object *)v.o;
    return lang_obj_or_error(lang_str_from_format(t, "%U.%s", g->owner->qualname, g->row->name));
}

static lang_value getset_owner(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_obj(lang_incref(((struct lang_getset_object *)v.o)->owner));
}

static const struct lang_getset getset_getset[] = {{"__doc__", getset_doc, NULL, NULL},
                                                   {"__name__", getset_name, NULL, NULL},
                                                   {"__qualname__", getset_qualname, NULL, NULL},
                                                   {"__objclass__", getset_owner, NULL, NULL},
                                                   {NULL, NULL, NULL, NULL}};

struct lang_type lang_type_getset = {
    .name = "getset_descriptor",
    .size = sizeof(struct lang_getset_object),
    .getset = getset_getset,
    .repr = getset_repr,
    .get = getset_get,
    .set = getset_set,
};

/* Of a class: it holds the class, which holds it. */
static void class_getset_destroy(struct lang_thread *t, struct lang_object *o)
{
    struct lang_type *owner = ((struct lang_getset_object *)o)->owner;
    ((struct lang_getset_object *)o)->owner = &lang_type_object;
    if (owner->flags & LANG_TYPE_HEAP)
        lang_decref(t, owner);
}

static void class_getset_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    visit(&((struct lang_getset_object *)o)->owner->head, arg);
}

struct lang_type lang_type_class_getset = {
    .name = "getset_descriptor",
    .size = sizeof(struct lang_getset_object),
    .base = &lang_type_getset,
    .getset = getset_getset,
    .destroy = class_getset_destroy,
    .traverse = class_getset_traverse,
    .clear = class_getset_destroy,
};

/* ------------------------------------------------------------------ members */

lang_value lang_member_new(struct lang_thread *t, struct lang_type *owner, struct lang_str *name)
{
    struct member_object *m = lang_object_new(t, &lang_type_member);
    if (!m)
        return lang_error();
    m->owner = lang_incref(owner);
    m->name = lang_incref(name);
    return lang_obj(m);
}

struct lang_type *lang_member_owner(lang_value v)
{
    return ((struct member_object *)v.o)->owner;
}

static void member_clear(struct lang_thread *t, struct lang_object *o)
{
    struct lang_type *owner = ((struct member_object *)o)->owner;
    ((struct member_object *)o)->owner = &lang_type_object;
    if (owner->flags & LANG_TYPE_HEAP)
        lang_decref(t, owner);
}

static void member_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    visit(&((struct member_object *)o)->owner->head, arg);
}

static void member_destroy(struct lang_thread *t, struct lang_object *o)
{
    member_clear(t, o);
    lang_xdecref(t, ((struct member_object *)o)->name);
}

static const char *member_text(struct lang_thread *t, struct member_object *m)
{
    return m->row ? m->row->name : lang_str_utf8(t, m->name, NULL);
}

static lang_value member_get(struct lang_thread *t, lang_value d, lang_value obj, struct lang_type *cls)
{
    (void)cls;
    struct member_object *m = (struct member_object *)d.o;
    if (lang_is_undef(obj))
        return lang_ref(d);
    const char *name = member_text(t, m);
    if (!name || check_owner(t, name, m->owner, obj) < 0)
        return lang_error();
    if (m->row)
        return m->row->get(t, obj);
    lang_value v = lang_member_get(t, obj.o, m->name);
    if (lang_is_undef(v))
        return lang_raise(t, LANG_EXC_AttributeError, "'%N' object has no attribute '%U'", obj, m->name);
    return lang_ref(v);
}

static int member_set(struct lang_thread *t, lang_value d, lang_value obj, lang_value value)
{
    struct member_object *m = (struct member_object *)d.o;
    const char *name = member_text(t, m);
    if (!name || check_owner(t, name, m->owner, obj) < 0)
        return -1;
    if (m->row)
        return m->row->set ? m->row->set(t, obj, value) : lang_fail(t, LANG_EXC_AttributeError, "readonly attribute");
    int r = lang_member_set(t, obj.o, m->name, value);
    return r == 1 ? lang_fail(t, LANG_EXC_AttributeError, "%U", m->name) : r;
}

static lang_value member_repr(struct lang_thread *t, lang_value v)
{
    struct member_object *m = (struct member_object *)v.o;
    const char *name = member_text(t, m);
    char text[LANG_TYPE_TEXT];
    if (!name)
        return lang_error();
    return lang_obj_or_error(
        lang_str_from_format(t, "<member '%s' of '%s' objects>", name, lang_type_text(m->owner, text)));
}

static lang_value member_name(struct lang_thread *t, lang_value v)
{
    struct member_object *m = (struct member_object *)v.o;
    return m->row ? lang_obj_or_error(lang_str_from_c(t, m->row->name)) : lang_ref(lang_obj(m->name));
}
static lang_value member_qualname(struct lang_thread *t, lang_value v)
{
    struct member_object *m = (struct member_object *)v.o;
    const char *name = member_text(t, m);
    return name ? lang_obj_or_error(lang_str_from_format(t, "%U.%s", m->owner->qualname, name)) : lang_error();
}
static lang_value member_owner(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_obj(lang_incref(((struct member_object *)v.o)->owner));
}
static lang_value member_doc(struct lang_thread *t, lang_value v)
{
    const struct lang_getset *row = ((struct member_object *)v.o)->row; /* __slots__ as a dict is for help() alone */
    return row && row->doc ? lang_obj_or_error(lang_str_from_c(t, row->doc)) : lang_none();
}

static const struct lang_getset member_getset[] = {{"__doc__", member_doc, NULL, NULL},
                                                   {"__name__", member_name, NULL, NULL},
                                                   {"__qualname__", member_qualname, NULL, NULL},
                                                   {"__objclass__", member_owner, NULL, NULL},
                                                   {NULL, NULL, NULL, NULL}};

struct lang_type lang_type_member = {
    .name = "member_descriptor",
    .size = sizeof(struct member_object),
    .getset = member_getset,
    .destroy = member_destroy,
    .traverse = member_traverse,
    .clear = member_clear,
    .repr = member_repr,
    .get = member_get,
    .set = member_set,
};
