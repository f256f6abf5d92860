/* report.c: an exception as people read it: CPython's layout on the command line, IPython's in cells. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vm/code.h"
#include "vm/native.h"

/* A growing C text; `failed` sticks. */
struct text {
    char *data;
    size_t size, room;
    bool failed;
};

static void put(struct text *x, const char *s, size_t n)
{
    if (x->size + n + 1 > x->room) {
        size_t room = (x->room + n + 64) * 2;
        char *p = realloc(x->data, room);
        if (!p) {
            x->failed = true;
            return;
        }
        x->data = p;
        x->room = room;
    }
    memcpy(x->data + x->size, s, n);
    x->size += n;
    x->data[x->size] = 0;
}

static void puts_c(struct text *x, const char *s)
{
    put(x, s, strlen(s));
}

static void put_str(struct lang_thread *t, struct text *x, struct lang_str *s)
{
    size_t n;
    const char *p = s ? lang_str_utf8(t, s, &n) : NULL;
    if (p)
        put(x, p, n);
    else
        lang_error_clear(t);
}

/* str(exception), or IPython's stand-in when that fails. */
static struct lang_str *exception_text(struct lang_thread *t, lang_value e)
{
    struct lang_str *s = lang_to_str(t, e);
    if (!s) {
        lang_error_clear(t);
        s = lang_str_from_c(t, "<exception str() failed>");
    }
    return s;
}

static void python_frames(struct lang_thread *t, struct text *x, lang_value e)
{
    struct lang_exception *exc = (struct lang_exception *)e.o;
    if (exc->traceback.tag != LANG_OBJECT)
        return;
    bool any = false;
    for (struct lang_traceback *tb = (struct lang_traceback *)exc->traceback.o; tb; tb = tb->next) {
        struct lang_code *code = tb->frame->code;
        if (code->text->hidden)
            continue;
        if (!any)
            puts_c(x, "Traceback (most recent call last):\n");
        any = true;
        char line[64];
        puts_c(x, "  File \"");
        puts_c(x, code->text->filename ? code->text->filename : "<cell>");
        snprintf(line, sizeof line, "\", line %u, in ", tb->line);
        puts_c(x, line);
        put_str(t, x, code->name);
        puts_c(x, "\n");
        const char *source;
        size_t n;
        if (lang_text_line(code->text, tb->line, &source, &n) && !(code->text->filename && code->text->filename[0] == '<')) {
            while (n && (*source == ' ' || *source == '\t' || *source == '\f')) {
                source++;
                n--;
            }
            puts_c(x, "    ");
            put(x, source, n);
            puts_c(x, "\n");
        }
    }
}

static void python_one(struct lang_thread *t, struct text *x, lang_value e)
{
    python_frames(t, x, e);
    struct lang_type *type = lang_type_of(e);
    lang_value module = lang_getattr_opt(t, lang_obj(type), LANG_NAME(__module__));
    if (lang_is_str(module) && !lang_str_equal_c(lang_as_str(module), "builtins") && !lang_str_equal_c(lang_as_str(module), "__main__")) {
        put_str(t, x, lang_as_str(module));
        puts_c(x, ".");
    }
    lang_unref(t, module);
    put_str(t, x, type->qualname);
    struct lang_str *s = exception_text(t, e);
    if (s && s->length) {
        puts_c(x, ": ");
        put_str(t, x, s);
    }
    lang_xdecref(t, s);
    puts_c(x, "\n");
    lang_value notes = lang_attrs_get(t, e.o, LANG_NAME(__notes__));
    for (int64_t i = 0; lang_is_list(notes) && i < lang_as_list(notes)->length; i++) {
        struct lang_str *n = lang_to_str(t, lang_as_list(notes)->items[i]);
        put_str(t, x, n);
        lang_xdecref(t, n);
        puts_c(x, "\n");
    }
}

static void python_chain(struct lang_thread *t, struct text *x, lang_value e, int depth)
{
    struct lang_exception *exc = (struct lang_exception *)e.o;
    if (depth < 50) {
        if (!lang_is_undef(exc->cause)) {
            python_chain(t, x, exc->cause, depth + 1);
            puts_c(x, "\nThe above exception was the direct cause of the following exception:\n\n");
        } else if (!lang_is_undef(exc->context) && !exc->suppress_context) {
            python_chain(t, x, exc->context, depth + 1);
            puts_c(x, "\nDuring handling of the above exception, another exception occurred:\n\n");
        }
    }
    python_one(t, x, e);
}

void lang_report_free(struct lang_report *r)
{
    free(r->ename);
    free(r->evalue);
    for (size_t i = 0; i < r->traceback_count; i++)
        free(r->traceback[i]);
    free(r->traceback);
    *r = (struct lang_report){0};
}

static struct lang_type *usage_error_type;

lang_value lang_usage_error(struct lang_thread *t, const char *format, ...)
{
    if (!usage_error_type) {
        struct lang_str *name = lang_intern_c(t, "UsageError");
        struct lang_dict *ns = lang_dict_new(t);
        lang_value base = lang_obj(&lang_exc_types[LANG_EXC_Exception]);
        struct lang_tuple *bases = lang_tuple_from(t, &base, 1);
        if (name && ns && bases)
            usage_error_type = lang_type_new(t, &lang_type_type, name, bases, ns);
        lang_xdecref(t, name);
        lang_xdecref(t, ns);
        lang_xdecref(t, bases);
        if (!usage_error_type)
            return lang_error();
    }
    va_list list;
    va_start(list, format);
    struct lang_str *s = lang_str_from_vformat(t, format, list);
    va_end(list);
    if (!s)
        return lang_error();
    lang_raise_class(t, usage_error_type, "%U", s);
    lang_decref(t, s);
    return lang_error();
}

int lang_report(struct lang_thread *t, enum lang_report_style style, struct lang_report *out)
{
    (void)style;
    *out = (struct lang_report){0};
    lang_value e = lang_error_take(t);
    if (lang_is_undef(e))
        return -1;
    struct lang_type *type = lang_type_of(e);
    struct text x = {0}, value = {0};
    python_chain(t, &x, e, 0);
    struct lang_str *s = exception_text(t, e);
    put_str(t, &value, s);
    lang_xdecref(t, s);
    put(&value, "", 0);
    out->ename = strdup(type->name);
    out->evalue = value.data;
    out->traceback = calloc(1, sizeof *out->traceback);
    if (out->traceback) {
        out->traceback[0] = x.data;
        out->traceback_count = 1;
    } else {
        free(x.data);
    }
    out->usage_error = type == usage_error_type;
    out->interrupted = lang_is_subtype(type, &lang_exc_types[LANG_EXC_KeyboardInterrupt]);
    out->system_exit = lang_is_subtype(type, &lang_exc_types[LANG_EXC_SystemExit]);
    if (out->system_exit) {
        lang_value code = lang_getattr_opt(t, e, LANG_NAME(code));
        out->exit_code = code.tag == LANG_NONE || lang_is_undef(code) ? 0 : code.tag == LANG_INT ? (int)code.i : 1;
        lang_unref(t, code);
    }
    lang_set_steal(t, &t->vm->last_error, e);
    return out->ename && out->evalue && out->traceback && !x.failed ? 0 : -1;
}
