/* report.c: formats an exception as a traceback. report_python.c has CPython's layout, report_cell.c IPython's. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vm/code.h"
#include "report_impl.h"
#include "vm/native.h"

static struct lang_type *usage_error_type;

struct lang_type *lang_usage_error_class(struct lang_thread *t)
{
    if (usage_error_type)
        return usage_error_type;
    struct lang_str *name = lang_intern_c(t, "UsageError"), *module = lang_str_from_c(t, "IPython.core.error");
    struct lang_dict *ns = lang_dict_new(t);
    lang_value base = lang_obj(&lang_exc_types[LANG_EXC_Exception]);
    struct lang_tuple *bases = lang_tuple_from(t, &base, 1);
    if (name && module && ns && bases && lang_dict_set_c(t, ns, "__module__", lang_obj(module)) == 0)
        usage_error_type = lang_type_new(t, &lang_type_type, name, bases, ns);
    lang_xdecref(t, name);
    lang_xdecref(t, module);
    lang_xdecref(t, ns);
    lang_xdecref(t, bases);
    return usage_error_type;
}

lang_value lang_usage_error(struct lang_thread *t, const char *format, ...)
{
    if (!lang_usage_error_class(t))
        return lang_error();
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

static void set_exit(struct lang_thread *t, lang_value e, struct lang_report *out)
{
    out->system_exit = true;
    lang_value code = lang_getattr_opt(t, e, LANG_NAME(code));
    out->exit_code = code.tag == LANG_NONE || lang_is_undef(code)    ? 0
                     : code.tag == LANG_INT || code.tag == LANG_BOOL ? (int)code.i
                                                                     : 1;
    lang_unref(t, code);
}

/* Removes ANSI colour sequences. */
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

static int add_lines(struct lang_thread *t, lang_value lines, struct lang_report *out)
{
    struct lang_list *list = lang_to_list(t, lines);
    int r = list ? 0 : -1;
    for (int64_t i = 0; r == 0 && i < list->length; i++) {
        struct report_text x = {0};
        struct lang_str *line = lang_is_str(list->items[i]) ? lang_incref(list->items[i].o) : NULL;
        if (!line)
            line = lang_to_str(t, list->items[i]);
        lang_text_put(&x, "", 0);
        lang_text_put_str(t, &x, line);
        r = line ? lang_report_add(out, &x) : -1;
        lang_xdecref(t, line);
    }
    lang_xdecref(t, list);
    return r;
}

/* An exception raised by _render_traceback_ itself is printed on stderr; the report then has IPython's default layout.
 */
static void report_renderer_error(struct lang_thread *t)
{
    static const char text[] = "Unexpected exception formatting exception. Falling back to standard exception\n";
    const struct lang_host *host = lang_thread_host(t);
    struct lang_report inner = {0};
    lang_value e = lang_error_take(t);
    if (host->write)
        host->write(host->ctx, 1, text, sizeof text - 1);
    if (!lang_is_undef(e) && lang_report_python(t, e, &inner) == 0)
        for (size_t i = 0; host->write && i < inner.traceback_count; i++)
            host->write(host->ctx, 2, inner.traceback[i], strlen(inner.traceback[i]));
    lang_report_free(&inner);
    lang_error_clear(t);
    lang_unref(t, e);
}

/* _render_traceback_: an exception that gives the lines of its report itself. Returns whether it has. */
static bool renders_itself(struct lang_thread *t, lang_value e, struct lang_report *out)
{
    struct lang_str *key = lang_intern_c(t, "_render_traceback_");
    lang_value m = key ? lang_getattr_opt(t, e, key) : lang_error();
    lang_xdecref(t, key);
    if (lang_is_undef(m) || lang_is_error(m)) {
        lang_error_clear(t);
        return false;
    }
    lang_value lines = lang_call(t, m, NULL, 0, NULL);
    int r = lang_is_error(lines) ? -1 : lang_is_none(lines) ? 0 : add_lines(t, lines, out);
    lang_unref(t, m);
    if (!lang_is_error(lines))
        lang_unref(t, lines);
    if (r == 0)
        return true;
    for (size_t i = 0; i < out->traceback_count; i++)
        free(out->traceback[i]);
    out->traceback_count = 0;
    report_renderer_error(t);
    return false;
}

lang_value lang_last_error(struct lang_thread *t)
{
    return lang_ref(t->vm->last_error);
}

/* sys.last_type and its like, for who looks into an exception that was shown (pdb.pm). */
static void keep_for_sys(struct lang_thread *t, lang_value e)
{
    lang_value sys = lang_import(t, "sys");
    struct lang_exception *exception = (struct lang_exception *)e.o;
    if (lang_is_error(sys) || lang_setattr_c(t, sys, "last_type", lang_obj(lang_type_of(e))) < 0 ||
        lang_setattr_c(t, sys, "last_value", e) < 0 ||
        lang_setattr_c(t, sys, "last_traceback",
                       lang_is_undef(exception->traceback) ? lang_none() : exception->traceback) < 0)
        lang_error_clear(t);
    if (!lang_is_error(sys))
        lang_unref(t, sys);
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
    struct report_text name = {0};
    lang_text_put(&name, type->name, strlen(type->name));
    out->ename = name.data;
    out->evalue = value.data;
    out->usage_error = usage_error_type && lang_is_subtype(type, usage_error_type);
    out->interrupted = lang_is_subtype(type, &lang_exc_types[LANG_EXC_KeyboardInterrupt]);
    if (lang_is_subtype(type, &lang_exc_types[LANG_EXC_SystemExit]))
        set_exit(t, e, out);
    int r = 0;
    bool plain_error = style != LANG_REPORT_PYTHON && !out->usage_error && !out->system_exit &&
                       !lang_is_subtype(type, &lang_exc_types[LANG_EXC_SyntaxError]);
    bool own = plain_error && renders_itself(t, e, out);
    if (own)
        r = 0;
    else if (style == LANG_REPORT_PYTHON || lang_report_has_group(e))
        r = lang_report_python(t, e, out);
    else if (!out->usage_error)
        r = lang_report_cell(t, e, out);
    if (style != LANG_REPORT_PYTHON && !own && lang_report_has_group(e) && out->traceback_count)
        out->on_stderr = out->traceback[--out->traceback_count];
    if (style == LANG_REPORT_CELL_PLAIN)
        for (size_t i = 0; i < out->traceback_count; i++)
            uncolour(out->traceback[i]);
    lang_error_clear(t);
    if (style != LANG_REPORT_PYTHON && !out->usage_error)
        keep_for_sys(t, e);
    lang_set_steal(t, &t->vm->last_error, e);
    return r == 0 && out->ename && out->evalue ? 0 : -1;
}
