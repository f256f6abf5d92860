/* lib_help.c: the text of help(): name, signature and documentation in CPython's layout. */
#include <string.h>

#include "lib.h"

/* An attribute as text; a new reference, NULL without an exception when it is absent or no text. */
static struct lang_str *text_of(struct lang_thread *t, lang_value v, const char *name)
{
    struct lang_str *key = lang_intern_c(t, name);
    lang_value r;

    if (!key) {
        lang_error_clear(t);
        return NULL;
    }
    r = lang_getattr_opt(t, v, key);
    lang_decref(t, key);
    if (lang_is_error(r)) {
        lang_error_clear(t);
        return NULL;
    }
    if (lang_is_str(r))
        return lang_as_str(r);
    lang_unref(t, r);
    return NULL;
}

static void indented(struct lang_builder *b, struct lang_str *text, const char *indent)
{
    int64_t start = 0;

    for (int64_t i = 0; i <= text->length; i++) {
        if (i < text->length && lang_str_at(text, i) != '\n')
            continue;
        if (i > start) {
            lang_builder_c(b, indent);
            lang_builder_slice(b, text, start, i);
        }
        lang_builder_char(b, '\n');
        start = i + 1;
    }
}

struct lang_str *lang_help_text(struct lang_thread *t, lang_value v)
{
    struct lang_builder b;
    struct lang_str *name, *module, *doc;

    if (lang_is_undef(v))
        return lang_str_from_c(t, "Type help(object) for help about object.\n");
    name = text_of(t, v, "__name__");
    module = text_of(t, v, "__module__");
    doc = text_of(t, v, "__doc__");
    lang_builder_init(&b, t);
    lang_builder_c(&b, "Help on ");
    lang_builder_c(&b, lang_type_name(v));
    if (name) {
        lang_builder_char(&b, ' ');
        lang_builder_str(&b, name);
    }
    if (module) {
        lang_builder_c(&b, " in module ");
        lang_builder_str(&b, module);
    }
    lang_builder_c(&b, ":\n\n");
    if (name) {
        lang_builder_str(&b, name);
        lang_builder_char(&b, '\n');
    }
    if (doc)
        indented(&b, doc, "    ");
    lang_builder_char(&b, '\n');
    lang_xdecref(t, name);
    lang_xdecref(t, module);
    lang_xdecref(t, doc);
    return lang_builder_finish(&b);
}
