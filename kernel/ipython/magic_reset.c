/* magic_reset.c - %reset, %reset_selective, %xdel: deletion of names. Owns which names belong to the session and stay:
 * a hard reset leaves what the cells found at the start, and the inputs. */
#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include "magic.h"

/* Asks until there is an answer, as IPython does. 1 yes, also where no question can be asked; 0 no, -1 an exception. */
static int confirmed(struct magic_call *call, const char *question)
{
    struct lang_host *host = &call->kernel->host;
    for (;;) {
        char *answer = NULL;
        lang_unlock(call->t);
        int got = host->input ? host->input(host->ctx, question, false, &answer) : 2;
        lang_lock(call->t);
        if (got >= 3)
            return lang_fail(call->t, LANG_EXC_KeyboardInterrupt, "Interrupted by user");
        bool no = got == 1 || (answer && (!*answer || !strcasecmp(answer, "n") || !strcasecmp(answer, "no")));
        bool yes = got == 2 || (answer && (!strcasecmp(answer, "y") || !strcasecmp(answer, "yes")));
        free(answer);
        if (yes || no || got < 0)
            return yes;
    }
}

/* ---- what is deleted ---- */

/* Deletes a name of the cells; that it is not there is no error. */
static void forget(struct magic_call *call, const char *name)
{
    struct lang_str *key = lang_str_from_c(call->t, name);
    if (key)
        lang_dict_del(call->t, lang_main_dict(call->t), lang_obj(key));
    lang_xdecref(call->t, key);
    lang_error_clear(call->t);
}

typedef bool (*name_test)(struct magic_call *call, const char *name, lang_value value, void *context);

/* Deletes the names that a test selects. The values are released after the last look at the names: their destruction
 * may run code. */
static int forget_where(struct magic_call *call, name_test test, void *context)
{
    struct lang_thread *t = call->t;
    struct lang_dict *names = lang_main_dict(t);
    struct lang_list *picked = lang_list_new(t, 16);
    lang_value key, value;
    int status = picked ? 0 : -1;
    for (int64_t i = 0; !status && lang_dict_next(names, &i, &key, &value);) {
        const char *name = lang_is_str(key) ? lang_as_utf8(t, key, "name", NULL) : NULL;
        if (name && test(call, name, value, context))
            status = lang_list_append(t, picked, key);
    }
    lang_error_clear(t);
    for (int64_t i = 0; !status && i < picked->length; i++)
        if (lang_dict_del(t, names, picked->items[i]) < 0)
            status = -1;
    lang_xdecref(t, picked);
    return status;
}

static bool users(struct magic_call *call, const char *name, lang_value value, void *context)
{
    (void)context;
    return kernel_magic_is_users(call, name, value);
}

static bool numbered(const char *name, const char *head)
{
    size_t length = strlen(head), digits = strspn(name, head) >= length ? strspn(name + length, "0123456789") : 0;
    return !strncmp(name, head, length) && digits && !name[length + digits];
}

/* "_i5" for the head "_i". */
static bool of_series(struct magic_call *call, const char *name, lang_value value, void *head)
{
    (void)call;
    (void)value;
    return numbered(name, head);
}

/* ---- %reset NAME ... ---- */

static int flush_out(struct magic_call *call)
{
    struct kernel *kernel = call->kernel;
    struct lang_dict *out = lang_as_dict(kernel->out_dict);
    lang_value empty = lang_dict_get_c(call->t, lang_as_dict(kernel->magic->hidden), "_");
    static const char *const names[] = {"_", "__", "___"};
    kernel_magic_print(call, "Flushing output cache (%lld entries)\n", (long long)out->count);
    for (int i = 0; i < 3; i++) {
        lang_value now = lang_dict_get_c(call->t, lang_main_dict(call->t), names[i]);
        bool ours = !lang_is_undef(now) && lang_same(now, kernel->shown[i]);
        lang_set_steal(call->t, &kernel->shown[i], lang_ref(empty));
        if (ours && lang_dict_set_c(call->t, lang_main_dict(call->t), names[i], empty))
            return -1;
    }
    if (forget_where(call, of_series, "_"))
        return -1;
    lang_dict_clear(call->t, out);
    lang_gc_collect(call->t);
    return 0;
}

/* Empties a list by its method: the destruction of its items may run code. */
static int empty_list(struct magic_call *call, lang_value list)
{
    lang_value done = lang_is_list(list) ? lang_call_method_c(call->t, list, "clear", NULL, 0) : lang_none();
    return lang_is_error(done) ? -1 : 0;
}

/* The next cell brings the list to its number again. */
static int flush_in(struct magic_call *call)
{
    static const char *const names[] = {"_i", "_ii", "_iii"};
    kernel_magic_print(call, "Flushing input history\n");
    if (empty_list(call, call->kernel->in_list))
        return -1;
    for (int i = 0; i < 3; i++) {
        lang_value empty = lang_dict_get_c(call->t, lang_as_dict(call->kernel->magic->hidden), names[i]);
        if (lang_dict_set_c(call->t, lang_main_dict(call->t), names[i], empty))
            return -1;
    }
    return forget_where(call, of_series, "_i");
}

static int flush_folders(struct magic_call *call)
{
    kernel_magic_print(call, "Flushing directory history\n");
    return empty_list(call, lang_dict_get_c(call->t, lang_main_dict(call->t), "_dh"));
}

/* There is no NumPy, so there are no arrays of it. */
static int flush_arrays(struct magic_call *call)
{
    kernel_magic_print(call, "reset array only works if Numpy is available.\n");
    return 0;
}

static int flush_named(struct magic_call *call, const char *name)
{
    static const struct {
        const char *name;
        int (*flush)(struct magic_call *call);
    } parts[] = {{"out", flush_out}, {"in", flush_in}, {"dhist", flush_folders}, {"array", flush_arrays}};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (!strcasecmp(parts[i].name, name))
            return parts[i].flush(call);
    kernel_magic_print(call, "Don't know how to reset  %s, please run `%%reset?` for details\n", name);
    return 0;
}

/* ---- %reset ---- */

/* All names but those that the session brought; outputs go, inputs stay. */
static int reset_all(struct magic_call *call)
{
    static const char *const shown[] = {"_", "__", "___"};
    struct lang_thread *t = call->t;
    struct kernel *kernel = call->kernel;
    struct lang_dict *names = lang_main_dict(t);
    lang_dict_clear(t, lang_as_dict(kernel->out_dict));
    for (int i = 0; i < 3; i++)
        lang_set_steal(t, &kernel->shown[i], lang_ref(lang_dict_get_c(t, lang_as_dict(kernel->magic->hidden), "_")));
    lang_dict_clear(t, names);
    if (lang_dict_update(t, names, kernel->magic->hidden))
        return -1;
    for (int i = 0; i < 3; i++)
        forget(call, shown[i]);
    if (empty_list(call, lang_dict_get_c(t, names, "_dh")))
        return -1;
    kernel_magic_remember_folder(call);
    lang_gc_collect(t);
    return 0;
}

/* Forgets the modules that came from files, so that the next import reads them anew; the library stays as it is. */
static int cull_modules(struct magic_call *call)
{
    struct lang_dict *modules = lang_modules_dict(call->t);
    struct lang_list *names = lang_to_list(call->t, lang_obj(modules));
    int status = names ? 0 : -1;
    kernel_magic_print(call, "culling sys module...\n");
    for (int64_t i = 0; !status && i < names->length; i++) {
        lang_value module = lang_dict_get(call->t, modules, names->items[i]);
        if (!lang_is_exactly(module, &lang_type_module))
            continue;
        lang_value file = lang_getattr_c(call->t, module, "__file__");
        lang_error_clear(call->t);
        if (lang_is_str(file) && lang_dict_del(call->t, modules, names->items[i]) < 0)
            status = -1;
        if (!lang_is_error(file))
            lang_unref(call->t, file);
    }
    lang_xdecref(call->t, names);
    return status;
}

static int carry_out(struct magic_call *call, const char *line, bool soft, bool aggressive)
{
    char word[128];
    int status = 0;
    if (soft)
        status = forget_where(call, users, NULL);
    else if (!*line)
        status = reset_all(call);
    else
        while (!status && kernel_magic_word(&line, word, sizeof word))
            status = flush_named(call, word);
    return !status && aggressive ? cull_modules(call) : status;
}

lang_value kernel_magic_reset(struct magic_call *call)
{
    const struct magic_getopt allowed = {"sf", "aggressive"};
    const char *line = call->line;
    bool force = false, soft = false, aggressive = false;
    int letter;
    while ((letter = kernel_magic_option(call, &line, &allowed, NULL, 0)) > 0) {
        force |= letter == 'f';
        soft |= letter == 's';
        aggressive |= letter == MAGIC_LONG_OPTION;
    }
    if (letter < 0)
        return lang_error();
    int yes = force ? 1 : confirmed(call, "Once deleted, variables cannot be recovered. Proceed (y/[n])? ");
    if (yes < 0)
        return lang_error();
    if (!yes) {
        kernel_magic_print(call, "Nothing done.\n");
        return lang_none();
    }
    return carry_out(call, line, soft, aggressive) ? lang_error() : lang_none();
}

/* ---- %reset_selective ---- */

static bool matches(struct magic_call *call, const char *name, lang_value value, void *pattern)
{
    return kernel_magic_is_users(call, name, value) && !regexec(pattern, name, 0, NULL, 0);
}

lang_value kernel_magic_reset_selective(struct magic_call *call)
{
    const struct magic_getopt allowed = {"f", NULL};
    const char *line = call->line;
    regex_t pattern;
    bool force = false;
    int letter;
    while ((letter = kernel_magic_option(call, &line, &allowed, NULL, 0)) > 0)
        force = true;
    if (letter < 0)
        return lang_error();
    int yes = force || !*line ? 1 : confirmed(call, "Once deleted, variables cannot be recovered. Proceed (y/[n])?  ");
    if (yes < 0)
        return lang_error();
    if (!yes || !*line) {
        kernel_magic_print(call, yes ? "No regex pattern specified. Nothing done.\n" : "Nothing done.\n");
        return lang_none();
    }
    int fault = regcomp(&pattern, line, REG_EXTENDED | REG_NOSUB);
    if (fault) {
        char text[200];
        regerror(fault, &pattern, text, sizeof text);
        return lang_raise(call->t, LANG_EXC_ValueError, "not a regular expression: '%s' (%s)", line, text);
    }
    int status = forget_where(call, matches, &pattern);
    regfree(&pattern);
    return status ? lang_error() : lang_none();
}

/* ---- %xdel ---- */

static bool is_same(struct magic_call *call, const char *name, lang_value value, void *wanted)
{
    (void)call;
    (void)name;
    return lang_same(value, *(lang_value *)wanted);
}

/* Deletes the object wherever the session holds it: under every name, as a shown value, and in Out. */
static int forget_object(struct magic_call *call, lang_value value)
{
    struct lang_thread *t = call->t;
    struct kernel *kernel = call->kernel;
    struct lang_dict *out = lang_as_dict(kernel->out_dict);
    lang_value empty = lang_dict_get_c(t, lang_as_dict(kernel->magic->hidden), "_"), key, shown;
    struct lang_list *keys = lang_list_new(t, 4);
    int status = keys ? forget_where(call, is_same, &value) : -1;
    for (int64_t i = 0; !status && lang_dict_next(out, &i, &key, &shown);)
        if (lang_same(shown, value))
            status = lang_list_append(t, keys, key);
    for (int64_t i = 0; !status && i < keys->length; i++)
        status = lang_dict_del(t, out, keys->items[i]) < 0 ? -1 : 0;
    for (int i = 0; i < 3; i++)
        if (lang_same(kernel->shown[i], value))
            lang_set_steal(t, &kernel->shown[i], lang_ref(empty));
    lang_xdecref(t, keys);
    return status;
}

lang_value kernel_magic_xdel(struct magic_call *call)
{
    const struct magic_getopt allowed = {"n", NULL};
    const char *line = call->line;
    bool by_name = false;
    int letter;
    while ((letter = kernel_magic_option(call, &line, &allowed, NULL, 0)) > 0)
        by_name = true;
    if (letter < 0)
        return lang_error();
    lang_value value = lang_ref(lang_dict_get_c(call->t, lang_main_dict(call->t), line));
    int status = 0;
    if (!strcmp(line, "__builtin__") || !strcmp(line, "__builtins__"))
        kernel_magic_print(call, "ValueError: Refusing to delete %s\n", line);
    else if (by_name)
        forget(call, line);
    else if (lang_is_undef(value))
        kernel_magic_print(call, "NameError: name '%s' is not defined\n", line);
    else
        status = forget_object(call, value);
    lang_unref(call->t, value);
    return status ? lang_error() : lang_none();
}
