/*
 * magic_call.c - what every magic needs of its call: words of the line, text printed, a value that shows a text.
 *
 * Must not know any magic.
 */
#include <stdlib.h>
#include <string.h>
#include "magic.h"

void kernel_magic_write(struct magic_call *call, const char *text, size_t length)
{
    call->kernel->host.write(call->kernel->host.ctx, 1, text, length);
}

void kernel_magic_print(struct magic_call *call, const char *format, ...)
{
    char *text = NULL;
    va_list args;
    va_start(args, format);
    int length = vasprintf(&text, format, args);
    va_end(args);
    if (length >= 0) {
        kernel_magic_write(call, text, (size_t)length);
        free(text);
    }
}

const char *kernel_magic_skip_blanks(const char *line)
{
    return line + strspn(line, " \t");
}

bool kernel_magic_word(const char **line, char *word, size_t size)
{
    const char *p = kernel_magic_skip_blanks(*line);
    size_t length = 0;
    char quote = 0;
    bool some = *p != '\0';
    for (; *p && (quote || (*p != ' ' && *p != '\t')); p++) {
        if (quote ? *p == quote : *p == '"' || *p == '\'') {
            quote = quote ? 0 : *p;
            continue;
        }
        if (length + 1 < size)
            word[length++] = *p;
    }
    word[length] = '\0';
    *line = kernel_magic_skip_blanks(p);
    return some;
}

lang_value kernel_magic_string(struct magic_call *call, const char *text)
{
    return lang_obj_or_error(lang_str_from_c(call->t, text));
}

/* ---- a value whose repr is a text ---- */

struct shown_text {
    struct lang_object head;
    lang_value text;
};

static lang_value shown_repr(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_ref(((struct shown_text *)v.o)->text);
}

static void shown_destroy(struct lang_thread *t, struct lang_object *o)
{
    lang_clear(t, &((struct shown_text *)o)->text);
}

static struct lang_type shown_type = {
    .name = "MagicsDisplay",
    .module = "IPython.core.magics.basic",
    .size = sizeof(struct shown_text),
    .repr = shown_repr,
    .destroy = shown_destroy,
};

lang_value kernel_magic_text_value(struct magic_call *call, const char *text, size_t length)
{
    struct lang_str *held = lang_str_new(call->t, text, length);
    struct shown_text *shown = held ? lang_object_new(call->t, &shown_type) : NULL;
    if (!shown) {
        lang_xdecref(call->t, held);
        return lang_error();
    }
    shown->text = lang_obj(held);
    return lang_obj(shown);
}

int kernel_magic_call_start(struct lang_thread *t)
{
    return lang_type_ready(t, &shown_type);
}
