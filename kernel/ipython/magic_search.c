/* magic_search.c - %psearch, which is also what `name*?` means: names that match a pattern. Owns the search along the
 * dots of a pattern: each component is matched against the attributes of what the components before have matched. */
#include <ctype.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include "magic.h"

struct search {
    struct magic_call *call;
    const char *type; /* "" for any */
    bool all, any_case;
    char **found;
    size_t count, capacity;
    bool failed;
};

static void add_found(struct search *s, const char *name)
{
    if (s->count == s->capacity) {
        size_t capacity = s->capacity ? s->capacity * 2 : 64;
        char **found = realloc(s->found, capacity * sizeof *found);
        if (!found) {
            s->failed = true;
            return;
        }
        s->found = found;
        s->capacity = capacity;
    }
    if ((s->found[s->count] = strdup(name)))
        s->count++;
    else
        s->failed = true;
}

/* ---- types ---- */

/* The names that the module types gives its types, in lower case, and what they are here. */
static const char *const types[][2] = {{"asyncgenerator", "async_generator"},
                                       {"builtinfunction", "builtin_function_or_method"},
                                       {"builtinmethod", "builtin_function_or_method"},
                                       {"cell", "cell"},
                                       {"classmethoddescriptor", "classmethod_descriptor"},
                                       {"code", "code"},
                                       {"coroutine", "coroutine"},
                                       {"ellipsis", "ellipsis"},
                                       {"frame", "frame"},
                                       {"function", "function"},
                                       {"generator", "generator"},
                                       {"getsetdescriptor", "getset_descriptor"},
                                       {"lambda", "function"},
                                       {"mappingproxy", "mappingproxy"},
                                       {"memberdescriptor", "member_descriptor"},
                                       {"method", "method"},
                                       {"methoddescriptor", "method_descriptor"},
                                       {"methodwrapper", "method-wrapper"},
                                       {"module", "module"},
                                       {"none", "NoneType"},
                                       {"notimplemented", "NotImplementedType"},
                                       {"traceback", "traceback"},
                                       {"union", "UnionType"},
                                       {"wrapperdescriptor", "wrapper_descriptor"}};

static bool is_of_type(const struct search *s, lang_value value)
{
    if (!*s->type)
        return true;
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (!strcasecmp(types[i][0], s->type))
            return !strcmp(types[i][1], lang_type_name(value));
    return false;
}

static lang_value list_types(struct magic_call *call)
{
    struct wire_text text = {0};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        wire_text_printf(&text, "%s%s", i ? "\n" : "", types[i][0]);
    kernel_page(call->kernel, text.data ? text.data : "", text.length);
    wire_text_clear(&text);
    return lang_none();
}

/* ---- the search ------------------------------------------------------------------------------------------------- */

static void match_attributes(struct search *s, lang_value object, const char *path, const char *pattern);

/* A name that the first part of the pattern may mean; its value is borrowed. */
static void match_one(struct search *s, const char *name, lang_value value, const char *path, const char *pattern)
{
    char part[256], full_name[1024];
    size_t length = strcspn(pattern, ".");
    if (length >= sizeof part)
        return;
    snprintf(part, sizeof part, "%.*s", (int)length, pattern);
    bool hidden = name[0] == '_' && name[1] != '_' && !*path && !s->all;
    if (hidden || fnmatch(part, name, s->any_case ? FNM_CASEFOLD : 0) ||
        snprintf(full_name, sizeof full_name, "%s%s%s", path, *path ? "." : "", name) >= (int)sizeof full_name)
        return;
    if (pattern[length]) {
        lang_ref(value);
        match_attributes(s, value, full_name, pattern + length + 1);
        lang_unref(s->call->t, value);
    } else if (is_of_type(s, value))
        add_found(s, full_name);
}

/* The attributes that dir() names. Errors of single attributes are ignored. */
static void match_attributes(struct search *s, lang_value object, const char *path, const char *pattern)
{
    struct lang_thread *t = s->call->t;
    lang_value dir = lang_dict_get_c(t, lang_builtins_dict(t), "dir");
    lang_value names = lang_is_undef(dir) ? lang_error() : lang_call(t, dir, &object, 1, NULL);
    for (int64_t i = 0; lang_is_list(names) && i < lang_as_list(names)->length; i++) {
        lang_value key = lang_as_list(names)->items[i];
        const char *name = lang_is_str(key) ? lang_as_utf8(t, key, "name", NULL) : NULL;
        lang_value value = name ? lang_getattr_c(t, object, name) : lang_error();
        if (lang_is_error(value) && lang_error_is(t, LANG_EXC_KeyboardInterrupt))
            break;
        lang_error_clear(t);
        if (!lang_is_error(value)) {
            match_one(s, name, value, path, pattern);
            lang_unref(t, value);
        }
    }
    if (!lang_is_error(names))
        lang_unref(t, names);
}

/* The names of a namespace, from a copy: attributes may run code that changes it. */
static int match_names(struct search *s, struct lang_dict *names, const char *pattern)
{
    struct lang_dict *copy = lang_dict_copy(s->call->t, names);
    lang_value key, value;
    for (int64_t i = 0; copy && lang_dict_next(copy, &i, &key, &value);) {
        const char *name = lang_is_str(key) ? lang_as_utf8(s->call->t, key, "name", NULL) : NULL;
        if (name)
            match_one(s, name, value, "", pattern);
        if (lang_error_is(s->call->t, LANG_EXC_KeyboardInterrupt))
            break;
        lang_error_clear(s->call->t);
    }
    lang_xdecref(s->call->t, copy);
    return lang_error_occurred(s->call->t) ? -1 : 0;
}

/* ---- the magic ---- */

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void show_found(struct search *s)
{
    struct wire_text text = {0};
    if (s->count)
        qsort(s->found, s->count, sizeof *s->found, compare_names);
    for (size_t i = 0; i < s->count; i++)
        if (!i || strcmp(s->found[i], s->found[i - 1]))
            wire_text_printf(&text, "%s%s", i ? "\n" : "", s->found[i]);
    s->failed |= text.failed;
    kernel_page(s->call->kernel, text.data ? text.data : "", text.length);
    wire_text_clear(&text);
}

/* Namespaces: bits. Two of them are the names of the cells, which are searched while one is left. */
enum { USER_GLOBAL = 1, USER_LOCAL = 2, USER = USER_GLOBAL | USER_LOCAL, BUILTIN = 4 };

/* 0: there is none of that name. */
static int namespace_of(const char *name)
{
    static const char *const names[] = {"user_global", "user_local", "builtin"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i], name))
            return 1 << i;
    return 0;
}

/* -s of an unknown namespace is an error, -e of one leaves nothing out. */
static int read_search(struct search *s, const char **line, int *spaces, bool *list)
{
    const struct magic_getopt allowed = {"cias:e:l", NULL};
    char value[128];
    int letter;
    while ((letter = kernel_magic_option(s->call, line, &allowed, value, sizeof value)) > 0) {
        int space = strchr("se", letter) ? namespace_of(value) : 0;
        if (!space && letter == 's') {
            lang_raise(s->call->t, LANG_EXC_ValueError,
                       "invalid namespace <%s>. Valid names: dict_keys(['user_global', 'user_local', 'builtin'])",
                       value);
            return -1;
        }
        s->all |= letter == 'a';
        *list |= letter == 'l';
        if (letter == 'i' || letter == 'c')
            s->any_case = letter == 'i';
        *spaces = letter == 's' ? *spaces | space : letter == 'e' ? *spaces & ~space : *spaces;
    }
    return letter;
}

lang_value kernel_magic_psearch(struct magic_call *call)
{
    struct lang_thread *t = call->t;
    struct search s = {.call = call};
    const char *line = call->line;
    char pattern[512], type[64] = "", extra[8];
    int spaces = USER | BUILTIN;
    bool list = false;
    if (read_search(&s, &line, &spaces, &list))
        return lang_error();
    if (list)
        return list_types(call);
    if (!kernel_magic_word(&line, pattern, sizeof pattern) ||
        (kernel_magic_word(&line, type, sizeof type) && kernel_magic_word(&line, extra, sizeof extra)))
        return lang_raise(t, LANG_EXC_ValueError, "invalid argument string for psearch: <%s>", call->line);
    s.type = type;
    int status = spaces & USER ? match_names(&s, lang_main_dict(t), pattern) : 0;
    if (!status && spaces & BUILTIN)
        status = match_names(&s, lang_builtins_dict(t), pattern);
    if (!status)
        show_found(&s);
    for (size_t i = 0; i < s.count; i++)
        free(s.found[i]);
    free(s.found);
    if (!status && s.failed)
        return lang_no_memory(t);
    return status ? lang_error() : lang_none();
}
