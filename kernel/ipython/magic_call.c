/*
 * magic_call.c - what every magic needs of its call: words of the line, text printed.
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
