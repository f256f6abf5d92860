/* pretty_program.c: prints values as the pretty printer of the language shows them: for pretty_diff.py.
 *
 * Usage: pretty_program PRELUDE EXPRESSIONS [NAME=FILE ...]: runs the file PRELUDE, then shows each line of
 * EXPRESSIONS, an expression, with a line `--- N` in front of each. NAME=FILE is a library module that may be imported.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formatters.h"

static char *read_all(const char *path, size_t *size)
{
    FILE *f = fopen(path, "rb");
    char *text = NULL;
    size_t room = 0, n = 0, got;
    if (!f)
        return NULL;
    do {
        char *more = realloc(text, room += 1 << 20);
        if (!more)
            break;
        text = more;
        n += got = fread(text + n, 1, room - n, f);
    } while (got && n == room);
    fclose(f);
    *size = n;
    return text;
}

static void show_error(struct lang_thread *t)
{
    struct lang_report report;
    if (lang_report(t, LANG_REPORT_PYTHON, &report) == 0)
        printf("%s: %s\n", report.ename, report.evalue);
    lang_report_free(&report);
}

static void write_out(void *ctx, int stream, const char *text, size_t size)
{
    (void)ctx;
    fwrite(text, 1, size, stream == 1 ? stdout : stderr);
}

int main(int argc, char **argv)
{
    struct lang_host host = {.write = write_out};
    struct lang_options options = {0};
    struct lang_vm *vm = lang_vm_new(&host, &options);
    size_t size, line = 0;
    lang_value v;
    if (!vm || argc < 3)
        return 2;
    struct lang_thread *t = lang_vm_thread(vm);
    char *modules[64] = {NULL}; /* their texts must outlive the vm */
    for (int i = 3; i < argc && i < 64; i++) {
        char *equals = strchr(argv[i], '='), *module = modules[i] = equals ? read_all(equals + 1, &size) : NULL;
        if (!module)
            return 2;
        *equals = 0;
        if (lang_add_source_module(t, &(struct lang_source_module){.name = argv[i], .text = module, .size = size}) < 0)
            return 2;
    }
    struct lang_source source = {.text = read_all(argv[1], &size), .filename = argv[1]};
    source.size = size;
    if (!source.text || lang_run(t, &source, NULL, &v) < 0) {
        show_error(t);
        return 1;
    }
    lang_unref(t, v);
    char *text = read_all(argv[2], &size);
    for (char *p = text, *end = text ? text + size : NULL; p < end;) {
        char *stop = memchr(p, '\n', (size_t)(end - p));
        if (!stop)
            stop = end;
        printf("--- %zu\n", ++line);
        lang_value r = lang_eval(t, p, (size_t)(stop - p), lang_main_dict(t), NULL);
        struct lang_str *s = lang_is_error(r) ? NULL : kernel_pretty(t, r, 79);
        const char *utf8 = s ? lang_str_utf8(t, s, &size) : NULL;
        if (utf8)
            printf("%.*s\n", (int)size, utf8);
        else
            show_error(t);
        lang_xdecref(t, s);
        lang_unref(t, r);
        size = (size_t)(end - text);
        p = stop + 1;
    }
    free(text);
    free((char *)source.text);
    lang_vm_free(vm);
    for (int i = 3; i < 64; i++)
        free(modules[i]);
    return 0;
}
