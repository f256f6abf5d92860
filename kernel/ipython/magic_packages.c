/*
 * magic_packages.c - %pip, %conda and their kin: the Python that serves imports installs, by its own means.
 *
 * Knows how the commands are put together; which Python it is, kernel/python knows.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "magic.h"
#include "python/python.h"

/* A word for the shell: quoted where it has characters that the shell would read. */
static void add_word(struct wire_text *command, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%+=:,./-_";
    if (*word && strspn(word, plain) == strlen(word)) {
        wire_text_printf(command, "%s", word);
        return;
    }
    wire_text_printf(command, "'");
    for (; *word; word++)
        wire_text_printf(command, *word == '\'' ? "'\"'\"'" : "%c", *word);
    wire_text_printf(command, "'");
}

/* Whether one of the blank-separated words of a line is one of a list's, which is in one text with blanks around. */
static bool has_word(const char *line, const char *list)
{
    for (const char *at = line; *at;) {
        size_t length = strcspn(at, " \t");
        for (const char *in = list; length && (in = strstr(in, " ")) && in[1]; in++)
            if (strncmp(in + 1, at, length) == 0 && in[1 + length] == ' ')
                return true;
        at += length + strspn(at + length, " \t");
    }
    return false;
}

/* FOLDER/NAME of a program's path without its last two parts; false: there is no such file. */
static bool in_prefix(const char *prefix, const char *name, char out[KERNEL_PYTHON_PATH])
{
    int n = snprintf(out, KERNEL_PYTHON_PATH, "%s/%s", prefix, name);
    return n > 0 && n < KERNEL_PYTHON_PATH && access(out, F_OK) == 0;
}

static void conda_command(struct wire_text *command, const struct magic_call *call, const char *prefix)
{
    char path[KERNEL_PYTHON_PATH], name[64];
    const char *exe = strcmp(call->name, "conda") == 0 ? getenv("CONDA_EXE") : NULL, *line = call->line;
    size_t first = strcspn(line, " \t");
    bool mine = first && first < 16, own_prefix = has_word(line, " --prefix -p --name -n ");
    char verb[16] = "";
    if (mine)
        memcpy(verb, line, first);
    snprintf(name, sizeof name, "bin/%s", call->name);
    add_word(command, exe && *exe && access(exe, X_OK) == 0 ? exe : in_prefix(prefix, name, path) ? path : call->name);
    wire_text_printf(command, " %.*s", (int)first, line);
    if (has_word(verb, " install remove uninstall update upgrade ") && !has_word(line, " -y --yes "))
        wire_text_printf(command, " --yes"); /* nobody could answer */
    if (has_word(verb, " install list remove uninstall update upgrade ") && !own_prefix) {
        wire_text_printf(command, " --prefix ");
        add_word(command, prefix);
    }
    wire_text_printf(command, "%s", line + first);
}

/* Modules that are found only now: the caches of what was looked for before are emptied. */
static int forget(struct lang_thread *t)
{
    lang_value session = kernel_python_session(t);
    if (lang_is_undef(session))
        return 0;
    lang_value v = lang_is_error(session) ? session : lang_call_method_c(t, session, "invalidate_caches", NULL, 0);
    if (!lang_is_error(session))
        lang_unref(t, session);
    if (lang_is_error(v))
        return -1;
    lang_unref(t, v);
    return 0;
}

lang_value kernel_magic_packages(struct magic_call *call)
{
    char program[KERNEL_PYTHON_PATH], prefix[KERNEL_PYTHON_PATH], history[KERNEL_PYTHON_PATH];
    struct wire_text command = {0};
    bool conda = strcmp(call->name, "pip") != 0 && strcmp(call->name, "uv") != 0;
    if (!kernel_python_program(program))
        return lang_raise(
            call->t, LANG_EXC_ModuleNotFoundError,
            "there is no Python on this machine whose packages could be installed; TENSOR_PYTHON names one");
    strcpy(prefix, program);
    for (int i = 0; i < 2 && strrchr(prefix, '/'); i++)
        *strrchr(prefix, '/') = '\0';
    if (!conda) {
        add_word(&command, program);
        wire_text_printf(&command, " -m %s %s", call->name, call->line);
    } else if (!in_prefix(prefix, "conda-meta/history", history)) {
        return lang_raise(call->t, LANG_EXC_ValueError,
                          "The python kernel does not appear to be a conda environment.  "
                          "Please use ``%%pip install`` instead.");
    } else {
        conda_command(&command, call, prefix);
    }
    if (command.failed || !command.data) {
        wire_text_clear(&command);
        return lang_no_memory(call->t);
    }
    int result = kernel_shell_run(call->kernel, call->t, command.data);
    wire_text_clear(&command);
    if (result || forget(call->t) < 0)
        return lang_error();
    kernel_magic_print(call, "%sNote: you may need to restart the kernel to use updated packages.\n",
                       conda ? "\n" : "");
    return lang_none();
}
