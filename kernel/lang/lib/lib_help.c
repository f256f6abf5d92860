/* lib_help.c: the text of help(): name, signature and documentation in CPython's layout (plain, without a pager). */
#include <stdio.h>

#include "lib.h"
#include "types/containers.h"
#include "vm/native.h"

/* ------------------------------------------------------------------ pieces */

/* A text attribute; a new reference, NULL without an exception when it is absent or no text. */
static struct lang_str *text_of(struct lang_thread *t, lang_value v, const char *name)
{
    struct lang_str *key = lang_intern_c(t, name);
    lang_value r = key ? lang_getattr_opt(t, v, key) : lang_error();

    lang_xdecref(t, key);
    if (lang_is_str(r))
        return lang_as_str(r);
    if (lang_is_error(r))
        lang_error_clear(t);
    else
        lang_unref(t, r);
    return NULL;
}

static struct lang_str *signature_of(struct lang_thread *t, lang_value v)
{
    struct lang_str *s = lang_signature(t, v);

    if (!s)
        lang_error_clear(t);
    return s;
}

static bool is_blank(uint32_t c)
{
    return c == ' ' || c == '\t';
}

/* Blanks that all lines but the first begin with, as inspect.cleandoc takes them off. */
static int64_t margin_of(const struct lang_str *doc)
{
    int64_t margin = INT64_MAX;

    for (int64_t i = 0; i < doc->length; i++) {
        int64_t start;

        if (lang_str_at(doc, i) != '\n')
            continue;
        for (start = ++i; i < doc->length && is_blank(lang_str_at(doc, i)); i++)
            ;
        if (i < doc->length && lang_str_at(doc, i) != '\n' && i - start < margin)
            margin = i - start;
        i--;
    }
    return margin == INT64_MAX ? 0 : margin;
}

/* The documentation, cleaned, every line behind `prefix`. Empty lines keep the prefix too, as pydoc has it. */
static void put_doc(struct lang_builder *b, const struct lang_str *doc, const char *prefix)
{
    int64_t margin = margin_of(doc), end = doc->length, i = 0;
    bool first = true;

    while (end > 0 && (lang_str_at(doc, end - 1) == '\n' || is_blank(lang_str_at(doc, end - 1))))
        end--;
    while (i < end && (lang_str_at(doc, i) == '\n' || (is_blank(lang_str_at(doc, i)))))
        i++;
    for (; i <= end; first = false) {
        int64_t stop = i;

        if (!first)
            for (int64_t k = 0; k < margin && i < end && is_blank(lang_str_at(doc, i)); k++)
                i++;
        for (stop = i; stop < end && lang_str_at(doc, stop) != '\n'; stop++)
            ;
        lang_builder_c(b, prefix);
        lang_builder_slice(b, (struct lang_str *)doc, i, stop);
        lang_builder_char(b, '\n');
        i = stop + 1;
    }
}

/* Documentation of a value behind a prefix, if it has one. */
static void put_doc_of(struct lang_builder *b, lang_value v, const char *prefix)
{
    struct lang_str *doc = text_of(b->t, v, "__doc__");

    if (doc && doc->length)
        put_doc(b, doc, prefix);
    lang_xdecref(b->t, doc);
}

/* Documentation of a member of a class: its own, else that of the member it replaces. */
static void put_member_doc(struct lang_builder *b, lang_value v, struct lang_type *cls, struct lang_str *name,
                           const char *prefix)
{
    struct lang_str *doc = text_of(b->t, v, "__doc__");
    struct lang_tuple *mro = cls ? lang_incref(cls->mro) : NULL; /* a __doc__ may be computed, and change the bases */

    for (int64_t i = 1; mro && !doc && i < mro->length; i++) {
        lang_value other = lang_ref(lang_dict_get_str(b->t, ((struct lang_type *)mro->items[i].o)->dict, name));

        if (lang_is_obj(other))
            doc = text_of(b->t, other, "__doc__");
        lang_unref(b->t, other);
    }
    lang_xdecref(b->t, mro);
    if (!doc && cls && lang_str_equal_c(name, "__init__"))
        doc = lang_str_from_c(b->t, "Initialize self.  See help(type(self)) for accurate signature.");
    if (doc && doc->length)
        put_doc(b, doc, prefix);
    lang_xdecref(b->t, doc);
}

/* module.name of a class, without the module when it is `home`. */
static void put_class_name(struct lang_builder *b, lang_value cls, const struct lang_str *home)
{
    struct lang_str *module = text_of(b->t, cls, "__module__"), *name = text_of(b->t, cls, "__qualname__");

    if (module && !(home && lang_str_equal(module, home))) {
        lang_builder_str(b, module);
        lang_builder_char(b, '.');
    }
    if (name)
        lang_builder_str(b, name);
    lang_xdecref(b->t, module);
    lang_xdecref(b->t, name);
}

/* ------------------------------------------------------------------ functions */

/* cls: the class whose member it is, else NULL. */
static void put_function(struct lang_builder *b, lang_value v, struct lang_type *cls, const char *shown,
                         const char *prefix)
{
    struct lang_thread *t = b->t;
    struct lang_str *name = text_of(t, v, "__name__"), *signature = signature_of(t, v);
    char inner[32];

    lang_builder_c(b, prefix);
    if (shown && name && !lang_str_equal_c(name, shown)) {
        lang_builder_c(b, shown);
        lang_builder_c(b, " = ");
    }
    if (name)
        lang_builder_str(b, name);
    bool lambda = name && lang_str_equal_c(name, "<lambda>");
    if (signature && lambda) { /* its parameters without the brackets */
        lang_builder_c(b, " lambda ");
        lang_builder_slice(b, signature, 1, signature->length - 1);
    } else if (signature) {
        lang_builder_str(b, signature);
    } else {
        lang_builder_c(b, "(...)");
    }
    bool native = v.o->type == &lang_type_native_method;
    if (v.o->type == &lang_type_method ||
        (native && !lang_is_a(((struct lang_method_object *)v.o)->self, &lang_type_module))) {
        struct lang_method_object *m = (struct lang_method_object *)v.o;

        if (!native && lang_is_obj(m->self) && (m->self.o->type->flags & LANG_TYPE_TYPE)) {
            lang_builder_c(b, " from ");
            put_class_name(b, lang_obj(m->self.o->type), NULL);
        } else {
            lang_builder_c(b, " method of ");
            put_class_name(b, lang_obj(lang_type_of(m->self)), NULL);
            lang_builder_c(b, " instance");
        }
    }
    lang_builder_char(b, '\n');
    snprintf(inner, sizeof inner, "%s    ", prefix);
    if (name)
        put_member_doc(b, v, cls, name, inner);
    lang_xdecref(t, name);
    lang_xdecref(t, signature);
}

static bool is_routine(lang_value v)
{
    return lang_is_obj(v) &&
           (v.o->type == &lang_type_function || v.o->type == &lang_type_native || v.o->type == &lang_type_method ||
            v.o->type == &lang_type_method_descr || v.o->type == &lang_type_slot_wrapper ||
            v.o->type == &lang_type_native_method || v.o->type == &lang_type_method_wrapper);
}

/* ------------------------------------------------------------------ classes */

enum section { METHODS, CLASS_METHODS, STATIC_METHODS, READONLY, DESCRIPTORS, DATA, SECTIONS };
static const char *const section_names[SECTIONS] = {"Methods",          "Class methods",
                                                    "Static methods",   "Readonly properties",
                                                    "Data descriptors", "Data and other attributes"};

static bool is_hidden(const struct lang_str *name)
{
    static const char *const names[] = {"__builtins__", "__cached__",   "__doc__",     "__file__",   "__loader__",
                                        "__module__",   "__name__",     "__package__", "__path__",   "__qualname__",
                                        "__slots__",    "__spec__",     "__version__", "__author__", "__credits__",
                                        "__date__",     "__docformat__"};
    int64_t n = name->length;

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (lang_str_equal_c(name, names[i]))
            return true;
    if (n > 4 && lang_str_at(name, 0) == '_' && lang_str_at(name, 1) == '_' && lang_str_at(name, n - 1) == '_' &&
        lang_str_at(name, n - 2) == '_')
        return false;
    return n > 0 && lang_str_at(name, 0) == '_';
}

static enum section section_of(struct lang_thread *t, lang_value v)
{
    lang_value set;

    if (lang_is_exactly(v, &lang_type_classmethod))
        return CLASS_METHODS;
    if (lang_is_exactly(v, &lang_type_staticmethod))
        return STATIC_METHODS;
    if (is_routine(v))
        return METHODS;
    if (lang_is_exactly(v, &lang_type_property)) {
        set = lang_getattr_c(t, v, "fset");
        if (lang_is_error(set))
            lang_error_clear(t);
        else
            lang_unref(t, set);
        return lang_is_none(set) ? READONLY : DESCRIPTORS;
    }
    return lang_is_obj(v) && v.o->type->get && v.o->type->set ? DESCRIPTORS : DATA;
}

static void put_attribute(struct lang_builder *b, lang_value cls, struct lang_str *name, lang_value v,
                          enum section section)
{
    struct lang_thread *t = b->t;
    lang_value bound;
    const char *utf8;

    if (section == METHODS) {
        utf8 = lang_str_utf8(t, name, NULL);
        put_function(b, v, (struct lang_type *)cls.o, utf8, " |  ");
    } else if (section == CLASS_METHODS || section == STATIC_METHODS) {
        utf8 = lang_str_utf8(t, name, NULL);
        bound = lang_getattr_opt(t, cls, name);
        if (is_routine(bound))
            put_function(b, bound, NULL, utf8, " |  ");
        if (lang_is_error(bound))
            lang_error_clear(t);
        else
            lang_unref(t, bound);
    } else {
        lang_builder_c(b, " |  ");
        lang_builder_str(b, name);
        if (section == DATA) {
            lang_builder_c(b, " = ");
            if (lang_builder_repr(b, v) < 0)
                return;
        }
        lang_builder_char(b, '\n');
        if (section != DATA)
            put_doc_of(b, v, " |      ");
    }
    lang_builder_c(b, " |  \n");
}

static void put_heading(struct lang_builder *b, int section, struct lang_type *from, bool own,
                        const struct lang_str *home, bool *any)
{
    if (*any)
        lang_builder_c(b, " |  ----------------------------------------------------------------------\n");
    lang_builder_c(b, " |  ");
    lang_builder_c(b, section_names[section]);
    lang_builder_c(b, own ? " defined here" : " inherited from ");
    if (!own)
        put_class_name(b, lang_obj(from), home);
    lang_builder_c(b, ":\n |  \n");
    *any = true;
}

/* The attributes that `from` defines and `cls` sees, section by section. */
static int put_members(struct lang_builder *b, lang_value cls, struct lang_type *from, const struct lang_str *home,
                       bool *any)
{
    struct lang_thread *t = b->t;
    struct lang_list *names = lang_to_list(t, lang_obj(from->dict));
    bool own = (struct lang_type *)cls.o == from;

    if (!names || lang_list_sort(t, names, lang_undef(), false) < 0) {
        lang_xdecref(t, names);
        return -1;
    }
    for (int s = 0; s < SECTIONS; s++) {
        bool head = false;

        for (int64_t i = 0; i < names->length; i++) {
            struct lang_str *name = lang_as_str(names->items[i]);
            lang_value v = lang_dict_get_str(t, from->dict, name);

            if (lang_is_undef(v) || is_hidden(name) || (int)section_of(t, v) != s)
                continue;
            if (!lang_same(lang_type_lookup(t, (struct lang_type *)cls.o, name), v))
                continue; /* replaced nearer by */
            if (!head)
                put_heading(b, s, from, own, home, any);
            head = true;
            put_attribute(b, cls, name, v, (enum section)s);
        }
    }
    lang_decref(t, names);
    return 0;
}

static int put_class(struct lang_builder *b, lang_value cls)
{
    struct lang_thread *t = b->t;
    struct lang_type *type = (struct lang_type *)cls.o;
    struct lang_str *home = text_of(t, cls, "__module__"), *name = text_of(t, cls, "__name__"), *signature, *doc;
    struct lang_tuple *bases = type->bases ? lang_incref(type->bases) : NULL, *mro = lang_incref(type->mro);
    bool any = false;
    int status = 0;

    lang_builder_c(b, "class ");
    if (name)
        lang_builder_str(b, name);
    for (int64_t i = 0; bases && i < bases->length; i++) {
        lang_builder_c(b, i ? ", " : "(");
        put_class_name(b, bases->items[i], home);
    }
    lang_builder_c(b, bases && bases->length ? ")\n" : "\n");
    signature = signature_of(t, cls);
    if (signature && name && signature->length > 2) {
        lang_builder_c(b, " |  ");
        lang_builder_str(b, name);
        lang_builder_str(b, signature);
        lang_builder_c(b, "\n |  \n");
    }
    doc = text_of(t, cls, "__doc__");
    if (doc && doc->length) {
        put_doc(b, doc, " |  ");
        lang_builder_c(b, " |  \n");
    }
    if (mro->length > 2) {
        lang_builder_c(b, " |  Method resolution order:\n");
        for (int64_t i = 0; i < mro->length; i++) {
            lang_builder_c(b, " |      ");
            put_class_name(b, mro->items[i], home);
            lang_builder_char(b, '\n');
        }
        lang_builder_c(b, " |  \n");
    }
    for (int64_t i = 0; status == 0 && i < mro->length; i++) {
        struct lang_type *from = (struct lang_type *)mro->items[i].o;

        if (from != &lang_type_object || type == &lang_type_object)
            status = put_members(b, cls, from, home, &any);
    }
    if (any || doc)
        b->length -= 5; /* nothing follows: the last line " |  " is removed */
    lang_xdecref(t, bases);
    lang_decref(t, mro);
    lang_xdecref(t, home);
    lang_xdecref(t, name);
    lang_xdecref(t, signature);
    lang_xdecref(t, doc);
    return status;
}

/* ------------------------------------------------------------------ modules and the whole */

static int put_module(struct lang_builder *b, lang_value v)
{
    struct lang_thread *t = b->t;
    struct lang_list *names = lang_dir(t, v);
    struct lang_str *name = text_of(t, v, "__name__");

    lang_builder_c(b, "NAME\n    ");
    if (name)
        lang_builder_str(b, name);
    lang_builder_c(b, "\n\n");
    lang_xdecref(t, name);
    name = text_of(t, v, "__doc__");
    if (name) {
        lang_builder_c(b, "DESCRIPTION\n");
        put_doc(b, name, "    ");
        lang_builder_char(b, '\n');
        lang_decref(t, name);
    }
    if (!names)
        return -1;
    lang_builder_c(b, "FUNCTIONS\n");
    for (int64_t i = 0; i < names->length; i++) {
        struct lang_str *each = lang_as_str(names->items[i]);
        lang_value member = is_hidden(each) ? lang_undef() : lang_getattr_opt(t, v, each);

        if (is_routine(member)) {
            put_function(b, member, NULL, lang_str_utf8(t, each, NULL), "    ");
            lang_builder_c(b, "    \n");
        }
        if (lang_is_error(member))
            lang_error_clear(t);
        else
            lang_unref(t, member);
    }
    lang_decref(t, names);
    return 0;
}

static const char *kind_of(lang_value v)
{
    if (!lang_is_obj(v))
        return NULL;
    if (v.o->type->flags & LANG_TYPE_TYPE)
        return "class";
    if (lang_is_a(v, &lang_type_module))
        return v.o->type == &lang_type_module ? "module" : NULL;
    if (v.o->type == &lang_type_function)
        return "function";
    if (v.o->type == &lang_type_method)
        return "method";
    if (v.o->type == &lang_type_native || v.o->type == &lang_type_native_method)
        return "built-in function";
    if (v.o->type == &lang_type_method_wrapper)
        return "method-wrapper";
    if (v.o->type == &lang_type_method_descr)
        return "method_descriptor";
    return v.o->type == &lang_type_slot_wrapper ? "wrapper_descriptor" : NULL;
}

struct lang_str *lang_help_text(struct lang_thread *t, lang_value v)
{
    struct lang_str *name, *module;
    const char *kind;
    lang_value shown;
    struct lang_builder b;
    int status = 0;

    if (lang_is_undef(v))
        return lang_str_from_c(t, "Type help(object) for help about object.\n");
    if (lang_is_foreign(v)) {
        lang_value answer = lang_foreign_ask(t, v, "help_text", NULL, 0);
        if (lang_is_str(answer))
            return lang_as_str(answer);
        lang_unref(t, answer);
    }
    kind = kind_of(v);
    shown = kind ? v : lang_obj(lang_type_of(v)); /* an instance is explained by its class */
    name = text_of(t, shown, "__name__");
    module = kind && lang_is_a(v, &lang_type_module) ? NULL : text_of(t, shown, "__module__");
    lang_builder_init(&b, t);
    lang_builder_c(&b, "Help on ");
    bool named = !kind || !(v.o->type == &lang_type_method_descr || v.o->type == &lang_type_slot_wrapper ||
                            v.o->type == &lang_type_method_wrapper);
    if (kind) {
        lang_builder_c(&b, kind);
        lang_builder_c(&b, named ? " " : "");
    }
    if (name && named)
        lang_builder_str(&b, name);
    if (module && named) {
        lang_builder_c(&b, " in module ");
        lang_builder_str(&b, module);
    }
    lang_builder_c(&b, kind ? ":\n\n" : " object:\n\n");
    lang_xdecref(t, name);
    lang_xdecref(t, module);
    if (lang_is_a(shown, &lang_type_type))
        status = put_class(&b, shown);
    else if (lang_is_a(shown, &lang_type_module))
        status = put_module(&b, shown);
    else
        put_function(&b, shown, NULL, NULL, "");
    lang_builder_char(&b, '\n');
    if (status < 0) {
        lang_builder_drop(&b);
        return NULL;
    }
    return lang_builder_finish(&b);
}
