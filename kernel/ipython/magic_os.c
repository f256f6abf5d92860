/*
 * magic_os.c - magics that touch the system: folders, environment, files, shell commands and scripts.
 *
 * Owns the aliases of shell commands. Children are run by subprocess.c.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "magic.h"

/* ---- folders ---- */

lang_value kernel_magic_pwd(struct magic_call *call)
{
    char *folder = getcwd(NULL, 0);
    if (!folder)
        return lang_raise_errno(call->t, errno, NULL);
    lang_value value = kernel_magic_string(call, folder);
    free(folder);
    return value;
}

static const char *home(void)
{
    const char *folder = getenv("HOME");
    return folder && *folder ? folder : "/";
}

/* Writes the folder that the argument means. */
static int target_folder(struct magic_call *call, const char *line, char *out, size_t size)
{
    char word[4096];
    size_t length = strlen(line);
    /* Quotes around the whole are taken off; blanks inside belong to the name. */
    if (length >= 2 && (line[0] == '"' || line[0] == '\'') && line[length - 1] == line[0])
        snprintf(word, sizeof word, "%.*s", (int)(length - 2), line + 1);
    else
        snprintf(word, sizeof word, "%s", line);
    if (!strcmp(word, "-")) {
        if (!call->kernel->magic->before) {
            lang_usage_error(call->t, "%%cd -: No previous directory to change to.");
            return -1;
        }
        snprintf(out, size, "%s", call->kernel->magic->before);
    } else if (!word[0])
        snprintf(out, size, "%s", home());
    else if (word[0] == '~' && (word[1] == '/' || !word[1]))
        snprintf(out, size, "%s%s", home(), word + 1);
    else
        snprintf(out, size, "%s", word);
    return 0;
}

void kernel_magic_remember_folder(struct magic_call *call)
{
    lang_value visited = lang_dict_get_c(call->t, lang_main_dict(call->t), "_dh");
    char *now = getcwd(NULL, 0);
    struct lang_str *text = now ? lang_str_from_c(call->t, now) : NULL;
    free(now);
    if (text && lang_is_list(visited))
        lang_list_append(call->t, lang_as_list(visited), lang_obj(text));
    lang_xdecref(call->t, text);
    lang_error_clear(call->t);
}

/* What the library says of a name (IPython.core.magics.osm): 1 a folder, 0 nothing, -1 an exception. */
static int asked_folder(struct magic_call *call, const char *function, const char *text, char *out, size_t size)
{
    struct lang_thread *t = call->t;
    lang_value module = lang_import(t, "IPython.core.magics.osm"), name = kernel_magic_string(call, text);
    lang_value folder = lang_error();
    if (!lang_is_error(module) && !lang_is_error(name))
        folder = lang_call_method_c(t, module, function, &name, 1);
    if (!lang_is_error(module))
        lang_unref(t, module);
    if (!lang_is_error(name))
        lang_unref(t, name);
    if (lang_is_error(folder))
        return -1;
    const char *found = lang_is_str(folder) ? lang_as_utf8(t, folder, "folder", NULL) : NULL;
    if (found)
        snprintf(out, size, "%s", found);
    lang_unref(t, folder);
    return found ? 1 : lang_error_occurred(t) ? -1 : 0;
}

/* -N: the folder of that number in _dh. 1 found, 0 there is none, -1 another option. */
static int visited_folder(struct magic_call *call, const char *line, char *out, size_t size)
{
    char *end;
    long long number = strtoll(line + 1, &end, 10);
    if (line[1] == '-' || !strncmp(line, "-b", 2))
        return asked_folder(call, "cd_named", line, out, size);
    if (*end || end == line + 1) {
        lang_usage_error(call->t, "option -%c not recognized (allowed: \"qb\")", line[1]);
        return -1;
    }
    lang_value visited = lang_dict_get_c(call->t, lang_main_dict(call->t), "_dh");
    if (!lang_is_list(visited) || number < 0 || number >= lang_as_list(visited)->length)
        return 0;
    lang_value folder = lang_as_list(visited)->items[number];
    const char *text = lang_is_str(folder) ? lang_as_utf8(call->t, folder, "folder", NULL) : NULL;
    if (!text) {
        lang_error_clear(call->t);
        return 0;
    }
    snprintf(out, size, "%s", text);
    return 1;
}

lang_value kernel_magic_cd(struct magic_call *call)
{
    const char *line = call->line;
    char target[8192];
    bool quiet = !strncmp(line, "-q", 2) && (line[2] == ' ' || !line[2]);
    if (quiet)
        line = kernel_magic_skip_blanks(line + 2);
    if (line[0] == '-' && line[1]) {
        int found = visited_folder(call, line, target, sizeof target);
        if (found < 0)
            return lang_error();
        if (!found) {
            if (line[1] != '-')
                kernel_magic_print(call, "The requested directory does not exist in history.\n");
            return lang_none();
        }
    } else if (target_folder(call, line, target, sizeof target))
        return lang_error();
    else if (*line && access(target, F_OK) && asked_folder(call, "cd_bookmark", line, target, sizeof target) < 0)
        return lang_error();
    char *before = getcwd(NULL, 0);
    bool moved = !chdir(target);
    if (!moved) {
        kernel_magic_print(call, "[Errno %d] %s: '%s'\n", errno, strerror(errno), target);
        free(before);
    } else {
        free(call->kernel->magic->before);
        call->kernel->magic->before = before;
    }
    char *now = getcwd(NULL, 0);
    if (now && !quiet)
        kernel_magic_print(call, "%s\n", now);
    if (moved)
        kernel_magic_remember_folder(call);
    free(now);
    return lang_none();
}

/* ---- environment ---- */

static lang_value all_variables(struct magic_call *call)
{
    struct lang_dict *dict = lang_dict_new(call->t);
    for (char **entry = environ; dict && *entry; entry++) {
        const char *equals = strchr(*entry, '=');
        if (!equals)
            continue;
        struct lang_str *name = lang_str_new(call->t, *entry, (size_t)(equals - *entry));
        struct lang_str *value = name ? lang_str_from_c(call->t, equals + 1) : NULL;
        int status = value ? lang_dict_set(call->t, dict, lang_obj(name), lang_obj(value)) : -1;
        lang_xdecref(call->t, name);
        lang_xdecref(call->t, value);
        if (status) {
            lang_decref(call->t, dict);
            dict = NULL;
        }
    }
    return lang_obj_or_error(dict);
}

lang_value kernel_magic_env(struct magic_call *call)
{
    bool set = !strcmp(call->name, "set_env");
    size_t length = strcspn(call->line, "= \t");
    const char *rest = kernel_magic_skip_blanks(call->line + length);
    char name[256];
    if (!*call->line && !set)
        return all_variables(call);
    snprintf(name, sizeof name, "%.*s", (int)length, call->line);
    if (!*rest) {
        const char *value = getenv(name);
        if (set)
            return lang_usage_error(call->t, "usage is 'set_env var=val'");
        if (!value)
            return lang_usage_error(call->t, "Environment does not have key: %s", name);
        return kernel_magic_string(call, value);
    }
    if (*rest == '=')
        rest = kernel_magic_skip_blanks(rest + 1);
    if (setenv(name, rest, 1))
        return lang_raise_errno(call->t, errno, name);
    kernel_magic_print(call, "env: %s=%s\n", name, rest);
    return lang_none();
}

/* ---- shell commands ---- */

static const struct alias {
    const char *name, *command;
} aliases[] = {
    {"cat", "cat"},
    {"cp", "cp"},
    {"ldir", "ls -F -o --color %l | grep /$"},
    {"lf", "ls -F -o --color %l | grep ^-"},
    {"lk", "ls -F -o --color %l | grep ^l"},
    {"ll", "ls -F -o --color"},
    {"ls", "ls -F --color"},
    {"lx", "ls -F -o --color %l | grep ^-..x"},
    {"mkdir", "mkdir"},
    {"mv", "mv"},
    {"rm", "rm"},
    {"rmdir", "rmdir"},
};

/* The line follows the command, or stands in it where %l does. */
static void put_alias(struct wire_text *out, const char *command, const char *line)
{
    const char *mark = strstr(command, "%l");
    if (mark)
        wire_text_printf(out, "%.*s%s%s", (int)(mark - command), command, line, mark + 2);
    else
        wire_text_printf(out, "%s %s", command, line);
}

lang_value kernel_magic_alias(struct magic_call *call)
{
    struct wire_text command = {0};
    for (size_t i = 0; i < sizeof aliases / sizeof aliases[0]; i++)
        if (!strcmp(aliases[i].name, call->name))
            put_alias(&command, aliases[i].command, call->line);
    if (command.failed || !command.data) {
        wire_text_clear(&command);
        return lang_no_memory(call->t);
    }
    int result = kernel_shell_run(call->kernel, call->t, command.data);
    wire_text_clear(&command);
    return result ? lang_error() : lang_none();
}

lang_value kernel_magic_sx(struct magic_call *call)
{
    struct lang_str *command =
        call->cell ? lang_str_new(call->t, call->cell, call->cell_length) : lang_str_from_c(call->t, call->line);
    if (!command)
        return lang_error();
    lang_value text = lang_obj(command);
    lang_value list = lang_call_method_c(call->t, call->kernel->shell, "getoutput", &text, 1);
    lang_decref(call->t, command);
    return list;
}

/* ---- %%writefile ---- */

static int read_target(struct magic_call *call, bool *append, char *path, size_t size)
{
    const struct magic_option options[] = {{"--append", "-a", append, NULL}, {0}};
    struct magic_words words;
    int status = kernel_magic_split(call, call->line, &words);
    if (!status)
        status = kernel_magic_parse(call, &words, options, 1);
    if (!status && !words.count) {
        lang_usage_error(call->t, "the following arguments are required: filename");
        status = -1;
    }
    if (!status)
        status = target_folder(call, words.items[0], path, size);
    kernel_magic_words_free(&words);
    return status;
}

lang_value kernel_magic_writefile(struct magic_call *call)
{
    char path[8192];
    bool append = false;
    struct stat status;
    if (read_target(call, &append, path, sizeof path))
        return lang_error();
    bool exists = !stat(path, &status);
    kernel_magic_print(call, "%s %s\n", exists ? append ? "Appending to" : "Overwriting" : "Writing", path);
    FILE *file = fopen(path, append ? "ae" : "we");
    if (!file)
        return lang_raise_errno(call->t, errno, path);
    bool written = fwrite(call->cell, 1, call->cell_length, file) == call->cell_length;
    if (fclose(file) || !written)
        return lang_raise_errno(call->t, errno, path);
    return lang_none();
}
