/* partial_module.c: modules of the language that have a part of the names that CPython's have. Owns which those are,
 * and that the rest is taken from a Python on the machine. Knows no module's contents. */
#include "vm.h"
#include "vm/import_path.h"

#include <stdio.h>
#include <string.h>

/* Modules of the language of which CPython's have more names: what is missing is taken from there, if there is one
 * (docs/python.md). `kept_out`: names of what would act on the other interpreter only. `only`: if not NULL, no others.
 */
static const struct partial_module {
    const char *name, *kept_out, *only;
} partial_modules[] = {
    {"collections", "", NULL},
    {"contextlib", "", NULL},
    {"difflib", "", "HtmlDiff"},
    {"functools", "", NULL},
    {"importlib", "", "abc machinery metadata resources util"},
    {"os", "", NULL},
    {"posix", "fork forkpty register_at_fork", NULL},
    {"random", "", NULL},
    {"sys", "", "stdlib_module_names base_exec_prefix platlibdir getdlopenflags setdlopenflags"},
    {"time", "", NULL},
    {"typing", "", NULL},
    {"unicodedata", "", NULL},
};

static bool is_word_of(const char *words, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = words; (at = strstr(at, word)); at += length)
        if ((at == words || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
            return true;
    return false;
}

/* A module of the language inside of another one, which CPython has imported when it starts. */
static lang_value submodule(struct lang_thread *t, const char *module, const char *name)
{
    char dotted[64];
    int length = snprintf(dotted, sizeof dotted, "%s.%s", module, name);
    return length < (int)sizeof dotted && lang_has_module(t, dotted) ? lang_import(t, dotted) : lang_undef();
}

static lang_value of_foreign_module(struct lang_thread *t, const char *module, struct lang_str *name)
{
    lang_value there = t->vm->foreign->import(t, module);
    if (lang_is_error(there)) {
        if (!lang_error_is(t, LANG_EXC_ImportError))
            return there;
        lang_error_clear(t);
        return lang_undef();
    }
    lang_value found = lang_is_undef(there) ? there : lang_getattr_opt(t, there, name);
    lang_unref(t, there);
    return found;
}

/* From `_rest_of_NAME`, which the language has for the case that there is no other implementation. */
static lang_value of_rest(struct lang_thread *t, const char *module, struct lang_str *name)
{
    char dotted[64];
    int length = snprintf(dotted, sizeof dotted, LANG_STANDALONE "_rest_of_%s", module);
    if (length >= (int)sizeof dotted || !lang_has_module(t, dotted))
        return lang_undef();
    lang_value rest = lang_import(t, dotted + sizeof LANG_STANDALONE - 1);
    if (lang_is_error(rest))
        return rest;
    lang_value found = lang_getattr_opt(t, rest, name);
    lang_unref(t, rest);
    return found;
}

lang_value lang_module_complete(struct lang_thread *t, struct lang_module *m, struct lang_str *name)
{
    const char *module = lang_str_utf8(t, m->name, NULL), *text = lang_str_utf8(t, name, NULL);
    const struct partial_module *row = partial_modules, *end = row + sizeof partial_modules / sizeof *row;
    if (!module || !text)
        return lang_error();
    while (row < end && strcmp(row->name, module) != 0)
        row++;
    const bool private = text[0] == '_';
    if (row == end || (private && text[1] == '_' && strcmp(text, "__all__") != 0) ||
        (row->only && !is_word_of(row->only, text)))
        return lang_undef();
    lang_value found = private ? lang_undef() : submodule(t, module, text);
    const bool by_library = t->frame && t->frame->code->text->hidden; /* it wants what there is, and opens nothing */
    if (lang_is_undef(found) && t->vm->foreign && !by_library && !private && !is_word_of(row->kept_out, text))
        found = of_foreign_module(t, module, name);
    if (lang_is_undef(found))
        found = of_rest(t, module, name);
    if (!lang_is_undef(found) && !lang_is_error(found) && lang_dict_set_str(t, m->attrs.dict, name, found) < 0) {
        lang_unref(t, found);
        return lang_error();
    }
    return found;
}
