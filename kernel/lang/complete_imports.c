/* complete_imports.c: the imports of a cell that has not run count for completion: `import torch.nn as nn`, and in the
 * next line `nn.Lin`. Only modules that are imported already and those of the library are looked at. A file of the
 * user's is never imported for this: that would run it, so its names are known after the cell has run. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "complete_imports.h"
#include "vm/native.h"

enum { NAME_SIZE = 256 };

struct scan {
    struct lang_thread *t;
    const char *text;
    size_t at, end;
    struct lang_dict *names;
    bool in_brackets;
};

static bool is_word(unsigned char c)
{
    return isalnum(c) || c == '_' || c >= 0x80;
}

/* ------------------------------------------------------------------ modules */

static bool in_library(struct lang_thread *t, const char *name)
{
    const char *known;
    for (size_t i = 0; lang_module_defs[i]; i++)
        if (strcmp(lang_module_defs[i]->name, name) == 0)
            return true;
    for (size_t i = 0; (known = lang_registered_name(t->vm, i)); i++)
        if (strcmp(known, name) == 0)
            return true;
    return false;
}

lang_value lang_library_module(struct lang_thread *t, const char *name)
{
    lang_value m = lang_dict_get_c(t, lang_modules_dict(t), name);
    if (!lang_is_undef(m))
        return lang_ref(m);
    m = in_library(t, name) ? lang_import(t, name) : lang_undef();
    if (lang_is_error(m)) {
        lang_error_clear(t);
        return lang_undef();
    }
    return m;
}

static void bind(struct scan *s, const char *name, lang_value value)
{
    if (!lang_is_undef(value)) {
        lang_dict_set_c(s->t, s->names, name, value);
        lang_unref(s->t, value);
    }
    lang_error_clear(s->t);
}

/* An attribute of the module, or its submodule of that name. */
static lang_value member(struct scan *s, lang_value module, const char *path, const char *name)
{
    struct lang_str *key = lang_intern_c(s->t, name);
    lang_value v = key ? lang_getattr_opt(s->t, module, key) : lang_error();
    char full_name[2 * NAME_SIZE];
    lang_xdecref(s->t, key);
    lang_error_clear(s->t);
    if (v.tag > LANG_ERROR)
        return v;
    snprintf(full_name, sizeof full_name, "%s.%s", path, name);
    return lang_library_module(s->t, full_name);
}

/* from m import *: the public names. */
static void bind_all(struct scan *s, lang_value module)
{
    lang_value key, value;
    struct lang_dict *names =
        lang_is_exactly(module, &lang_type_module) ? lang_module_dict((struct lang_module *)module.o) : NULL;
    for (int64_t i = 0; names && lang_dict_next(names, &i, &key, &value);)
        if (lang_is_str(key) && lang_as_str(key)->length && lang_str_at(lang_as_str(key), 0) != '_')
            lang_dict_set(s->t, s->names, key, value);
    lang_error_clear(s->t);
}

/* ------------------------------------------------------------------ the text */

static void blanks(struct scan *s)
{
    for (; s->at < s->end; s->at++) {
        char c = s->text[s->at];
        bool joined = c == '\\' && s->at + 1 < s->end && s->text[s->at + 1] == '\n';
        if (joined)
            s->at++;
        else if (s->in_brackets && c == '#')
            while (s->at + 1 < s->end && s->text[s->at + 1] != '\n')
                s->at++;
        else if (c != ' ' && c != '\t' && !(s->in_brackets && (c == '\n' || c == '\r')))
            return;
    }
}

/* Takes a name, with dots if they are asked for. False when there is none, or it may go on behind the end. */
static bool take_name(struct scan *s, bool dotted, char out[NAME_SIZE])
{
    blanks(s);
    size_t from = s->at;
    while (s->at < s->end && (is_word((unsigned char)s->text[s->at]) || (dotted && s->text[s->at] == '.')))
        s->at++;
    size_t n = s->at - from;
    if (n == 0 || n >= NAME_SIZE || s->at == s->end)
        return false;
    memcpy(out, s->text + from, n);
    out[n] = 0;
    return !isdigit((unsigned char)out[0]);
}

static bool take_word(struct scan *s, const char *word)
{
    size_t n = strlen(word);
    blanks(s);
    if (s->end - s->at <= n || memcmp(s->text + s->at, word, n) != 0 || is_word((unsigned char)s->text[s->at + n]))
        return false;
    s->at += n;
    return true;
}

static bool take_char(struct scan *s, char c)
{
    blanks(s);
    if (s->at == s->end || s->text[s->at] != c)
        return false;
    s->at++;
    return true;
}

/* import a.b, c as d: `a.b` binds a, `c as d` binds d. */
static void take_import(struct scan *s)
{
    char path[NAME_SIZE], as[NAME_SIZE];
    do {
        if (!take_name(s, true, path))
            return;
        lang_value module = lang_library_module(s->t, path);
        if (take_word(s, "as")) {
            if (take_name(s, false, as))
                bind(s, as, module);
            else
                lang_unref(s->t, module);
            continue;
        }
        path[strcspn(path, ".")] = 0;
        if (!lang_is_undef(module))
            bind(s, path, lang_library_module(s->t, path));
        lang_unref(s->t, module);
    } while (take_char(s, ','));
}

/* from a.b import c, d as e; also in brackets, over several lines, and *. */
static void take_from(struct scan *s)
{
    char path[NAME_SIZE], name[NAME_SIZE], as[NAME_SIZE];
    if (!take_name(s, true, path) || path[0] == '.' || !take_word(s, "import"))
        return;
    lang_value module = lang_library_module(s->t, path);
    if (lang_is_undef(module))
        return;
    if (take_char(s, '*'))
        bind_all(s, module);
    else
        s->in_brackets = take_char(s, '(');
    while (take_name(s, false, name)) {
        bool renamed = take_word(s, "as");
        if (renamed && !take_name(s, false, as))
            break;
        bind(s, renamed ? as : name, member(s, module, path, name));
        if (!take_char(s, ','))
            break;
    }
    s->in_brackets = false;
    lang_unref(s->t, module);
}

static void skip_literal(struct scan *s)
{
    char q = s->text[s->at];
    bool triple = s->at + 2 < s->end && s->text[s->at + 1] == q && s->text[s->at + 2] == q;
    for (s->at += triple ? 3 : 1; s->at < s->end; s->at++) {
        const char *c = s->text + s->at;
        if (*c == '\\') {
            s->at++;
        } else if (triple ? s->at + 2 < s->end && c[0] == q && c[1] == q && c[2] == q : *c == q || *c == '\n') {
            s->at += triple ? 3 : *c == q;
            return;
        }
    }
}

/* One step from where no import begins; *begins: a statement may begin behind it. */
static void skip(struct scan *s, bool *begins)
{
    char c = s->text[s->at];
    if (c == '#') {
        while (s->at < s->end && s->text[s->at] != '\n')
            s->at++;
        return;
    }
    *begins = c == '\n' || c == ';' || c == ':' || (*begins && (c == ' ' || c == '\t' || c == '\r'));
    if (c == '\'' || c == '"')
        skip_literal(s);
    else if (is_word((unsigned char)c))
        while (s->at < s->end && is_word((unsigned char)s->text[s->at]))
            s->at++;
    else
        s->at++;
}

void lang_imports_of_text(struct lang_thread *t, const char *text, size_t end, struct lang_dict *names)
{
    struct scan s = {.t = t, .text = text, .end = end, .names = names};
    bool begins = true;
    while (s.at < s.end) {
        if (begins && take_word(&s, "import"))
            take_import(&s);
        else if (begins && take_word(&s, "from"))
            take_from(&s);
        else if (s.at < s.end) {
            skip(&s, &begins);
            continue;
        }
        begins = false;
    }
}
