/* report_text.c: the growing text that reports of exceptions are written into. */
#include <stdlib.h>
#include <string.h>

#include "report_impl.h"

void lang_text_put(struct report_text *x, const char *s, size_t n)
{
    if (x->size + n + 1 > x->capacity) {
        size_t capacity = (x->capacity + n + 64) * 2;
        char *p = realloc(x->data, capacity);
        if (!p) {
            x->failed = true;
            return;
        }
        x->data = p;
        x->capacity = capacity;
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

void lang_report_free(struct lang_report *r)
{
    free(r->ename);
    free(r->evalue);
    free(r->on_stderr);
    for (size_t i = 0; i < r->traceback_count; i++)
        free(r->traceback[i]);
    free(r->traceback);
    *r = (struct lang_report){0};
}
