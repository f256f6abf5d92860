/* signature.c: the parameters of a callable as inspect.signature writes them: for the pretty printer, help and
 * inspection. */
#include <ctype.h>
#include <string.h>

#include "vm/code.h"
#include "vm/native.h"

static bool is_of_typing(struct lang_thread *t, lang_value v)
{
    lang_value module = lang_is_obj(v) ? lang_getattr_opt(t, v, LANG_NAME(__module__)) : lang_undef();
    bool is = lang_is_str(module) && lang_str_equal_c(lang_as_str(module), "typing");
    if (lang_is_error(module))
        lang_error_clear(t);
    else
        lang_unref(t, module);
    return is;
}

/* The prefix `typing.` is left out: Optional[List[int]]. */
static int put_without_module(struct lang_builder *b, lang_value v)
{
    static const char module[] = "typing.";
    struct lang_str *s = lang_repr(b->t, v);
    const char *text = s ? lang_str_utf8(b->t, s, NULL) : NULL;
    bool in_word = false;
    int r = text ? 0 : -1;
    while (r == 0 && *text) {
        if (!in_word && strncmp(text, module, sizeof module - 1) == 0)
            text += sizeof module - 1;
        size_t n = 1; /* of one character */
        while ((text[n] & 0xc0) == 0x80)
            n++;
        in_word = *text == '_' || *text == '.' || isalnum((unsigned char)*text) || n > 1;
        r = *text ? lang_builder_utf8(b, text, n) : 0;
        text += *text ? n : 0;
    }
    lang_xdecref(b->t, s);
    return r;
}

/* A class as annotation is shown by its name, all else by its repr. */
static int put_annotation(struct lang_builder *b, lang_value v)
{
    struct lang_thread *t = b->t;
    if (is_of_typing(t, v))
        return put_without_module(b, v);
    if (!lang_is_obj(v) || !lang_is_a(v, &lang_type_type))
        return lang_builder_repr(b, v);
    lang_value module = lang_getattr_opt(t, v, LANG_NAME(__module__)),
               name = lang_getattr_opt(t, v, LANG_NAME(__qualname__));
    int r = lang_is_error(module) || !lang_is_str(name) ? -1 : 0;
    if (r == 0 && lang_is_str(module) && !lang_str_equal_c(lang_as_str(module), "builtins")) {
        lang_builder_str(b, lang_as_str(module));
        lang_builder_char(b, '.');
    }
    if (r == 0)
        r = lang_builder_str(b, lang_as_str(name));
    lang_unref(t, module);
    lang_unref(t, name);
    return r;
}

static void separate(struct lang_builder *b)
{
    if (b->length > 1)
        lang_builder_c(b, ", ");
}

/* What a signature is made of: its own, because a __repr__ may give the function other ones. */
struct parts {
    struct lang_code *code;
    struct lang_tuple *defaults;                /* or NULL */
    struct lang_dict *kwdefaults, *annotations; /* copies, or NULL */
};

static int take_parts(struct lang_thread *t, const struct lang_function *f, struct parts *p)
{
    bool annotated = lang_is_dict(f->annotations);
    *p = (struct parts){.code = lang_incref(f->code), .defaults = f->defaults ? lang_incref(f->defaults) : NULL};
    if (lang_code_need(t, p->code) < 0)
        return -1;
    if (f->kwdefaults && !(p->kwdefaults = lang_dict_copy(t, f->kwdefaults)))
        return -1;
    return annotated && !(p->annotations = lang_dict_copy(t, lang_as_dict(f->annotations))) ? -1 : 0;
}

static void drop_parts(struct lang_thread *t, struct parts *p)
{
    lang_decref(t, p->code);
    lang_xdecref(t, p->defaults);
    lang_xdecref(t, p->kwdefaults);
    lang_xdecref(t, p->annotations);
}

/* name: annotation = default */
static int put_parameter(struct lang_builder *b, const struct parts *p, uint32_t i, lang_value value, const char *stars)
{
    struct lang_thread *t = b->t;
    struct lang_str *name = p->code->local_names[i];
    lang_value annotation = lang_undef();
    if (p->annotations)
        annotation = lang_dict_get(t, p->annotations, lang_obj(name));
    if (lang_is_error(annotation))
        return -1;
    separate(b);
    lang_builder_c(b, stars);
    lang_builder_str(b, name);
    if (!lang_is_undef(annotation)) {
        lang_builder_c(b, ": ");
        if (put_annotation(b, annotation) < 0)
            return -1;
    }
    if (!lang_is_undef(value)) {
        lang_builder_c(b, lang_is_undef(annotation) ? "=" : " = ");
        return lang_builder_repr(b, value);
    }
    return 0;
}

static int put_parts(struct lang_builder *b, const struct parts *p, uint32_t first)
{
    const struct lang_code *code = p->code;
    uint32_t positional = code->positional_count, rest = positional + code->kwonly_count;
    uint32_t defaults = p->defaults ? (uint32_t)p->defaults->length : 0;
    lang_builder_char(b, '(');
    for (uint32_t i = first; i < positional; i++) {
        bool optional = i + defaults >= positional;
        if (put_parameter(b, p, i, optional ? p->defaults->items[i + defaults - positional] : lang_undef(), "") < 0)
            return -1;
        if (i + 1 == code->posonly_count)
            lang_builder_c(b, ", /");
    }
    if (code->flags & LANG_CODE_VARARGS) {
        if (put_parameter(b, p, rest++, lang_undef(), "*") < 0)
            return -1;
    } else if (code->kwonly_count) {
        separate(b);
        lang_builder_char(b, '*');
    }
    for (uint32_t i = positional; i < positional + code->kwonly_count; i++) {
        lang_value value = p->kwdefaults ? lang_dict_get_str(b->t, p->kwdefaults, code->local_names[i]) : lang_undef();
        if (lang_is_error(value) || put_parameter(b, p, i, value, "") < 0)
            return -1;
    }
    if (code->flags & LANG_CODE_VARKW && put_parameter(b, p, rest, lang_undef(), "**") < 0)
        return -1;
    lang_builder_char(b, ')');
    lang_value result = p->annotations ? lang_dict_get_c(b->t, p->annotations, "return") : lang_undef();
    if (lang_is_undef(result) || lang_is_error(result))
        return lang_is_error(result) ? -1 : 0;
    lang_builder_c(b, " -> ");
    return put_annotation(b, result);
}

static int put_function(struct lang_builder *b, struct lang_function *f, uint32_t first)
{
    struct parts p;
    int status = take_parts(b->t, f, &p) < 0 ? -1 : put_parts(b, &p, first);
    drop_parts(b->t, &p);
    return status;
}

/* The signature of a native function; with `self` for an unbound method. */
static struct lang_str *of_native(struct lang_thread *t, struct lang_native *f, bool bound)
{
    if (!f->row && f->head.type == &lang_type_slot_wrapper) { /* "($self, value, /)" */
        const char *text = lang_slot_signature(f->name);
        if (!text || !bound)
            return text ? lang_str_from_format(t, "(%s", text + 2) : NULL;
        text += strlen("($self, ");
        if (*text == '/')
            text += text[1] == ',' ? 3 : 1;
        return lang_str_from_format(t, "(%s", text);
    }
    if (!f->row || !f->row->signature || f->row->flags & LANG_M_NOSIG)
        return NULL;
    const char *s = f->row->signature;
    if (bound || f->head.type != &lang_type_method_descr)
        return lang_str_from_c(t, s);
    if (strstr(s, "/"))
        return lang_str_from_format(t, "(self, %s", s + 1);
    return lang_str_from_format(t, s[1] == ')' ? "(self, /%s" : "(self, /, %s", s + 1);
}

static struct lang_str *signature(struct lang_thread *t, lang_value v, bool bound);

enum { MAX_WRAPPERS = 100 };

/* Of a class: its __init__ or, if that is object's, its __new__. */
static struct lang_str *of_class(struct lang_thread *t, struct lang_type *type)
{
    lang_value object_init = lang_type_lookup(t, &lang_type_object, LANG_NAME(__init__));
    lang_value f = lang_type_lookup(t, type, LANG_NAME(__init__));
    if (lang_is_undef(f) || lang_is_error(f) || lang_same(f, object_init)) {
        if (type->flags & LANG_TYPE_HEAP && type->make == lang_type_object.make)
            return lang_str_from_c(t, "()");
        return NULL;
    }
    if (lang_is_exactly(f, &lang_type_slot_wrapper)) /* it takes anything: says nothing of the class */
        return NULL;
    return signature(t, f, true);
}

static struct lang_str *of_foreign(struct lang_thread *t, lang_value v)
{
    lang_value answer = lang_foreign_ask(t, v, "signature", NULL, 0);
    if (lang_is_str(answer))
        return (struct lang_str *)answer.o;
    lang_unref(t, answer);
    return NULL;
}

static struct lang_str *of_unwrapped(struct lang_thread *t, lang_value v, bool bound)
{
    struct lang_type *type = v.o->type;
    if (lang_is_foreign(v))
        return of_foreign(t, v);
    if (type == &lang_type_function) {
        struct lang_builder b;
        lang_builder_init(&b, t);
        if (put_function(&b, (struct lang_function *)v.o, bound) < 0)
            b.failed = true;
        return lang_builder_finish(&b);
    }
    if (type == &lang_type_method || type == &lang_type_native_method || type == &lang_type_method_wrapper)
        return signature(t, ((struct lang_method_object *)v.o)->function, true);
    if (type == &lang_type_native || type == &lang_type_method_descr || type == &lang_type_slot_wrapper)
        return of_native(t, (struct lang_native *)v.o, bound);
    if (lang_is_a(v, &lang_type_type))
        return of_class(t, (struct lang_type *)v.o);
    if (type->flags & LANG_TYPE_HEAP && type->call) {
        struct lang_str *name = LANG_NAME(__call__);
        lang_value call = lang_type_lookup(t, type, name);
        return lang_is_undef(call) || lang_is_error(call) ? NULL : signature(t, call, true);
    }
    return NULL;
}

/* What a function stands for, as functools.wraps says: the last one in the chain of __wrapped__, a new reference. Only
 * functions of the language and callables of the library are asked, no code of the user's. */
static lang_value unwrapped(struct lang_thread *t, lang_value v)
{
    lang_value last = lang_ref(v);
    for (int i = 0; i < MAX_WRAPPERS && lang_is_obj(last); i++) {
        struct lang_type *type = last.o->type;
        if (type->flags & LANG_TYPE_HEAP || !type->call || lang_is_a(last, &lang_type_type))
            break;
        lang_value wrapped = lang_getattr_opt(t, last, LANG_NAME(__wrapped__));
        if (lang_is_undef(wrapped))
            break;
        lang_unref(t, last);
        last = wrapped;
    }
    return last;
}

static struct lang_str *signature(struct lang_thread *t, lang_value v, bool bound)
{
    lang_value last = unwrapped(t, v);
    struct lang_str *s = lang_is_obj(last) ? of_unwrapped(t, last, bound) : NULL;
    lang_unref(t, last);
    return s;
}

struct lang_str *lang_signature(struct lang_thread *t, lang_value callable)
{
    if (lang_enter(t, "") < 0)
        return NULL;
    struct lang_str *s = signature(t, callable, false);
    lang_leave(t);
    return s;
}
