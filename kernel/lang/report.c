/* report.c: an exception as people read it: CPython's layout on the command line, IPython's in cells. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vm/code.h"
#include "report_impl.h"
#include "vm/native.h"

void lang_text_put(struct report_text *x, const char *s, size_t n)
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

void lang_text_put_c(struct report_text *x, const char *s)
{
    lang_text_put(x, s, strlen(s));
}

void lang_text_put_str(struct lang_thread *t, struct report_text *x, struct lang_str *s)
{
    size_t n;
    const char *p = s ? lang_str_utf8(t, s, &n) : NULL;
    if (p)
        lang_text_put(x, p, n);
    else
        lang_error_clear(t);
}

/* str(exception), or IPython's stand-in when that fails. */
struct lang_str *lang_exception_text(struct lang_thread *t, lang_value e)
{
    struct lang_str *s = lang_to_str(t, e);
    if (!s) {
        lang_error_clear(t);
        s = lang_str_from_c(t, "<exception str() failed>");
    }
    return s;
}

static void python_frames(struct lang_thread *t, struct report_text *x, lang_value e)
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
            lang_text_put_c(x, "Traceback (most recent call last):\n");
        any = true;
        char line[64];
        lang_text_put_c(x, "  File \"");
        lang_text_put_c(x, code->text->filename ? code->text->filename : "<cell>");
        snprintf(line, sizeof line, "\", line %u, in ", tb->line);
        lang_text_put_c(x, line);
        lang_text_put_str(t, x, code->name);
        lang_text_put_c(x, "\n");
        const char *source;
        size_t n;
        if (lang_text_line(code->text, tb->line, &source, &n) &&
            !(code->text->filename && code->text->filename[0] == '<')) {
            while (n && (*source == ' ' || *source == '\t' || *source == '\f')) {
                source++;
                n--;
            }
            lang_text_put_c(x, "    ");
            lang_text_put(x, source, n);
            lang_text_put_c(x, "\n");
        }
    }
}

/* File, line, text and carets of a SyntaxError; its message follows. */
static void python_syntax(struct lang_thread *t, struct report_text *x, lang_value e)
{
    lang_value file = lang_attrs_get(t, e.o, LANG_NAME(filename)), line = lang_attrs_get(t, e.o, LANG_NAME(lineno));
    lang_value text = lang_attrs_get(t, e.o, LANG_NAME(text)), offset = lang_attrs_get(t, e.o, LANG_NAME(offset));
    lang_value end = lang_attrs_get(t, e.o, LANG_NAME(end_offset)),
               end_line = lang_attrs_get(t, e.o, LANG_NAME(end_lineno));
    if (line.tag != LANG_INT)
        return;
    struct lang_str *head = lang_str_from_format(t, "  File \"%S\", line %lld\n",
                                                 lang_is_str(file) ? file : lang_obj(LANG_NAME(_)), (long long)line.i);
    lang_text_put_str(t, x, head);
    lang_xdecref(t, head);
    if (!lang_is_str(text))
        return;
    struct lang_str *s = lang_as_str(text);
    int64_t first = 0, last = s->length;
    while (first < last && strchr(" \t\f", (int)lang_str_at(s, first)) && lang_str_at(s, first))
        first++;
    while (last > first && (lang_str_at(s, last - 1) == '\n' || lang_str_at(s, last - 1) == ' '))
        last--;
    struct lang_str *shown = lang_str_slice(t, s, first, last);
    lang_text_put_c(x, "    ");
    lang_text_put_str(t, x, shown);
    lang_text_put_c(x, "\n");
    lang_xdecref(t, shown);
    if (offset.tag != LANG_INT || offset.i < 1)
        return;
    int64_t from = offset.i - 1 - first,
            to = end.tag == LANG_INT && lang_same(end_line, line) && end.i > offset.i ? end.i - 1 - first : from + 1;
    if (from < 0)
        from = 0;
    lang_text_put_c(x, "    ");
    for (int64_t i = 0; i < from; i++)
        lang_text_put_c(x, " ");
    for (int64_t i = from; i < to && i <= last - first; i++)
        lang_text_put_c(x, "^");
    lang_text_put_c(x, "\n");
}

static void python_one(struct lang_thread *t, struct report_text *x, lang_value e)
{
    python_frames(t, x, e);
    bool syntax = lang_is_subtype(lang_type_of(e), &lang_exc_types[LANG_EXC_SyntaxError]);
    if (syntax)
        python_syntax(t, x, e);
    struct lang_type *type = lang_type_of(e);
    lang_value module = lang_getattr_opt(t, lang_obj(type), LANG_NAME(__module__));
    if (lang_is_str(module) && !lang_str_equal_c(lang_as_str(module), "builtins") &&
        !lang_str_equal_c(lang_as_str(module), "__main__")) {
        lang_text_put_str(t, x, lang_as_str(module));
        lang_text_put_c(x, ".");
    }
    lang_unref(t, module);
    lang_text_put_str(t, x, type->qualname);
    lang_value msg = syntax ? lang_attrs_get(t, e.o, LANG_NAME(msg)) : lang_undef();
    struct lang_str *s = lang_is_str(msg) ? lang_incref(msg.o) : lang_exception_text(t, e);
    if (s && s->length) {
        lang_text_put_c(x, ": ");
        lang_text_put_str(t, x, s);
    }
    lang_xdecref(t, s);
    lang_text_put_c(x, "\n");
    lang_value notes = lang_attrs_get(t, e.o, LANG_NAME(__notes__));
    for (int64_t i = 0; lang_is_list(notes) && i < lang_as_list(notes)->length; i++) {
        struct lang_str *n = lang_to_str(t, lang_as_list(notes)->items[i]);
        lang_text_put_str(t, x, n);
        lang_xdecref(t, n);
        lang_text_put_c(x, "\n");
    }
}

static void python_chain(struct lang_thread *t, struct report_text *x, lang_value e, int depth)
{
    struct lang_exception *exc = (struct lang_exception *)e.o;
    if (depth < 50) {
        if (!lang_is_undef(exc->cause)) {
            python_chain(t, x, exc->cause, depth + 1);
            lang_text_put_c(x, "\nThe above exception was the direct cause of the following exception:\n\n");
        } else if (!lang_is_undef(exc->context) && !exc->suppress_context) {
            python_chain(t, x, exc->context, depth + 1);
            lang_text_put_c(x, "\nDuring handling of the above exception, another exception occurred:\n\n");
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

static int python_report(struct lang_thread *t, lang_value e, struct lang_report *out)
{
    struct report_text x = {0};
    python_chain(t, &x, e, 0);
    return lang_report_add(out, &x);
}

int lang_report_add(struct lang_report *out, struct report_text *x)
{
    char **p = x->failed || !x->data ? NULL : realloc(out->traceback, (out->traceback_count + 1) * sizeof *p);
    if (!p) {
        free(x->data);
        *x = (struct report_text){0};
        return -1;
    }
    out->traceback = p;
    p[out->traceback_count++] = x->data;
    *x = (struct report_text){0};
    return 0;
}

static void set_exit(struct lang_thread *t, lang_value e, struct lang_report *out)
{
    out->system_exit = true;
    lang_value code = lang_getattr_opt(t, e, LANG_NAME(code));
    out->exit_code = code.tag == LANG_NONE || lang_is_undef(code)    ? 0
                     : code.tag == LANG_INT || code.tag == LANG_BOOL ? (int)code.i
                                                                     : 1;
    lang_unref(t, code);
}

/* Takes colour sequences out. */
static void uncolour(char *s)
{
    char *to = s;
    for (; *s; s++) {
        if (s[0] == '\033' && s[1] == '[') {
            while (*s && *s != 'm')
                s++;
            if (!*s)
                break;
        } else {
            *to++ = *s;
        }
    }
    *to = 0;
}

int lang_report(struct lang_thread *t, enum lang_report_style style, struct lang_report *out)
{
    *out = (struct lang_report){0};
    lang_value e = lang_error_take(t);
    if (lang_is_undef(e))
        return -1;
    struct lang_type *type = lang_type_of(e);
    struct report_text value = {0};
    struct lang_str *s = lang_exception_text(t, e);
    lang_text_put_str(t, &value, s);
    lang_xdecref(t, s);
    lang_text_put(&value, "", 0);
    out->ename = strdup(type->name);
    out->evalue = value.data;
    out->usage_error = type == usage_error_type;
    out->interrupted = lang_is_subtype(type, &lang_exc_types[LANG_EXC_KeyboardInterrupt]);
    if (lang_is_subtype(type, &lang_exc_types[LANG_EXC_SystemExit]))
        set_exit(t, e, out);
    int r = 0;
    if (style == LANG_REPORT_PYTHON)
        r = python_report(t, e, out);
    else if (!out->usage_error)
        r = lang_report_cell(t, e, out);
    if (style == LANG_REPORT_CELL_PLAIN)
        for (size_t i = 0; i < out->traceback_count; i++)
            uncolour(out->traceback[i]);
    lang_error_clear(t);
    lang_set_steal(t, &t->vm->last_error, e);
    return r == 0 && out->ename && out->evalue ? 0 : -1;
}
