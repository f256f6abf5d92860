/*
 * magic_script.c - %%script and the programs that have a magic of their own: %%bash, %%perl, %%python ...
 *
 * Owns their options, which may stand anywhere in the line; every other word is the program's. Children are run by
 * subprocess.c, those in the background are objects of background.c.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "magic.h"

struct script {
    struct magic_call *call;
    struct magic_words words;
    const char *variable[3]; /* [1] --out, [2] --err; NULL */
    const char *process;     /* --proc */
    bool background, calm;
    struct wire_text kept[3];
};

static void script_sink(void *context, int stream, const char *text, size_t length)
{
    struct script *script = context;
    if (script->variable[stream])
        wire_text_add(&script->kept[stream], text, length);
    else
        script->call->kernel->host.write(script->call->kernel->host.ctx, stream, text, length);
}

/* The words of the line, the program first: the magic's own name unless it is %%script. */
static int read_script(struct script *script)
{
    struct magic_call *call = script->call;
    const struct magic_option options[] = {
        {"--out", NULL, NULL, &script->variable[1]},     {"--err", NULL, NULL, &script->variable[2]},
        {"--bg", NULL, &script->background, NULL},       {"--proc", NULL, NULL, &script->process},
        {"--no-raise-error", NULL, &script->calm, NULL}, {0}};
    if (kernel_magic_split(call, call->line, &script->words) || kernel_magic_known(call, &script->words, options))
        return -1;
    struct magic_words *words = &script->words;
    if (strcmp(call->name, "script")) {
        char **items = realloc(words->items, (words->count + 2) * sizeof *items);
        if (!items) {
            lang_no_memory(call->t);
            return -1;
        }
        memmove(items + 1, items, words->count * sizeof *items);
        items[0] = (char *)call->name;
        words->items = items;
        words->count++;
    }
    words->items[words->count] = NULL;
    if (words->count)
        return 0;
    lang_usage_error(call->t, "%%%%script needs the name of a program");
    return -1;
}

/* The exception class of a failed child: that of the module subprocess where there is one. */
static struct lang_type *failure_class(struct magic_call *call)
{
    struct lang_thread *t = call->t;
    lang_value *kept = &call->kernel->magic->packages;
    if (lang_is_undef(*kept)) {
        struct lang_str *name = lang_str_from_c(t, "CalledProcessError");
        lang_value base = lang_obj(&lang_exc_types[LANG_EXC_Exception]);
        struct lang_tuple *bases = name ? lang_tuple_from(t, &base, 1) : NULL;
        struct lang_dict *names = bases ? lang_dict_new(t) : NULL;
        struct lang_str *module = names ? lang_str_from_c(t, "subprocess") : NULL;
        if (module && !lang_dict_set_c(t, names, "__module__", lang_obj(module))) {
            struct lang_type *made = lang_type_new(t, &lang_type_type, name, bases, names);
            if (made)
                *kept = lang_obj(made);
        }
        lang_xdecref(t, name);
        lang_xdecref(t, bases);
        lang_xdecref(t, names);
        lang_xdecref(t, module);
    }
    return lang_is_obj(*kept) ? (struct lang_type *)kept->o : NULL;
}

static lang_value script_failed(struct script *script, int status)
{
    static const char *const names[] = {[1] = "HUP",  [2] = "INT",   [3] = "QUIT",  [6] = "ABRT",
                                        [9] = "KILL", [11] = "SEGV", [13] = "PIPE", [15] = "TERM"};
    struct magic_call *call = script->call;
    struct lang_type *class = failure_class(call);
    struct lang_bytes *text = class ? lang_bytes_new(call->t, call->cell, call->cell_length) : NULL;
    if (!text)
        return lang_error();
    if (status >= 0)
        lang_raise_class(call->t, class, "Command '%R' returned non-zero exit status %d.", lang_obj(text), status);
    else if (-status < (int)(sizeof names / sizeof names[0]) && names[-status])
        lang_raise_class(call->t, class, "Command '%R' died with <Signals.SIG%s: %d>.", lang_obj(text), names[-status],
                         -status);
    else
        lang_raise_class(call->t, class, "Command '%R' died with unknown signal %d.", lang_obj(text), -status);
    lang_decref(call->t, text);
    return lang_error();
}

static int keep_variables(struct script *script)
{
    struct lang_thread *t = script->call->t;
    for (int i = 1; i <= 2; i++) {
        if (!script->variable[i])
            continue;
        struct lang_str *text =
            lang_str_new(t, script->kept[i].data ? script->kept[i].data : "", script->kept[i].length);
        int status = text ? lang_dict_set_c(t, lang_main_dict(t), script->variable[i], lang_obj(text)) : -1;
        lang_xdecref(t, text);
        if (status)
            return -1;
    }
    return 0;
}

static lang_value not_started(struct script *script, int fault)
{
    const char *program = script->words.items[0];
    if (fault != ENOENT)
        return lang_raise_errno(script->call->t, fault, program);
    kernel_magic_print(script->call, "Couldn't find program: '%s'\n", program);
    return lang_none();
}

static lang_value run_and_wait(struct script *script, struct kernel_child *child)
{
    struct magic_call *call = script->call;
    int status = 0;
    bool interrupted = false;
    lang_unlock(call->t);
    int result = kernel_child_run(call->kernel, child, &status, &interrupted);
    int fault = errno;
    lang_lock(call->t);
    if (result)
        return not_started(script, fault);
    if (interrupted)
        kernel_magic_print(call, "Process was interrupted.\n");
    if (keep_variables(script))
        return lang_error();
    if (interrupted)
        return lang_raise(call->t, LANG_EXC_KeyboardInterrupt, "%s", "");
    return status && !script->calm ? script_failed(script, status) : lang_none();
}

/* What is not asked for by --out or --err is lost, as is the status unless --proc asks for the process. */
static lang_value run_behind(struct script *script, struct kernel_child *child)
{
    struct lang_thread *t = script->call->t;
    const char *const names[3] = {script->process, script->variable[1], script->variable[2]};
    lang_value made[3];
    int fault = kernel_background_start(t, child, names[1] != NULL, names[2] != NULL, made);
    if (fault)
        return fault < 0 ? lang_error() : not_started(script, fault);
    int status = 0;
    for (int i = 0; i < 3; i++) {
        if (!status && names[i])
            status = lang_dict_set_c(t, lang_main_dict(t), names[i], made[i]);
        if (!lang_is_undef(made[i]))
            lang_unref(t, made[i]);
    }
    return status ? lang_error() : lang_none();
}

static lang_value run_script(struct script *script)
{
    struct magic_call *call = script->call;
    struct kernel_child child = {.argv = (const char *const *)script->words.items,
                                 .input = call->cell,
                                 .input_length = call->cell_length,
                                 .sink = script_sink,
                                 .context = script};
    return script->background ? run_behind(script, &child) : run_and_wait(script, &child);
}

lang_value kernel_magic_script(struct magic_call *call)
{
    struct script script = {.call = call};
    lang_value value = read_script(&script) ? lang_error() : run_script(&script);
    wire_text_clear(&script.kept[1]);
    wire_text_clear(&script.kept[2]);
    kernel_magic_words_free(&script.words);
    return value;
}

lang_value kernel_magic_killbgscripts(struct magic_call *call)
{
    lang_unlock(call->t);
    kernel_background_kill_all();
    lang_lock(call->t);
    kernel_magic_print(call, "All background processes were killed.\n");
    return lang_none();
}
