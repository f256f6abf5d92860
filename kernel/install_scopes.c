/*
 * install_scopes.c - the folders where Jupyter looks for kernelspecs, and which of them a command line means.
 *
 * Must not know what a kernelspec contains.
 */
#include "install.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int kernel_install_complain(const char *command, const char *what, const char *detail)
{
    fprintf(stderr, "tensor-kernel %s: %s%s\n", command, what, detail);
    return -1;
}

int kernel_install_put_path(char out[INSTALL_PATH_SIZE], const char *format, const char *a, const char *b)
{
    int length = snprintf(out, INSTALL_PATH_SIZE, format, a, b);
    return length < 0 || length >= INSTALL_PATH_SIZE ? kernel_install_complain("install", "path too long: ", a) : 0;
}

int kernel_install_own_path(const char *command, char out[INSTALL_PATH_SIZE])
{
    ssize_t length = readlink("/proc/self/exe", out, INSTALL_PATH_SIZE - 1);
    if (length <= 0)
        return kernel_install_complain(command, "cannot find the program's own path: ", strerror(errno));
    out[length] = '\0';
    return 0;
}

static const char *variable(const char *name)
{
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}

/* ---- the table of scopes ---- */

static int put_environment(const struct install_target *target, const char *command, char *out)
{
    const char *folder = variable("VIRTUAL_ENV") ? variable("VIRTUAL_ENV") : variable("CONDA_PREFIX");
    (void)target;
    if (!folder)
        return command ? kernel_install_complain(
                             command, "--sys-prefix: no virtual environment is active (VIRTUAL_ENV is not set)", "")
                       : -1;
    return kernel_install_put_path(out, "%s/share/jupyter%s", folder, "");
}

static int put_user(const struct install_target *target, const char *command, char *out)
{
    const char *home = variable("HOME"), *data = variable("JUPYTER_DATA_DIR"), *xdg = variable("XDG_DATA_HOME");
    (void)target;
    if (data)
        return kernel_install_put_path(out, "%s%s", data, "");
    if (xdg)
        return kernel_install_put_path(out, "%s/jupyter%s", xdg, "");
    if (!home)
        return command ? kernel_install_complain(command, "--user: HOME is not set", "") : -1;
    return kernel_install_put_path(out, "%s/.local/share/jupyter%s", home, "");
}

static int put_prefix(const struct install_target *target, const char *command, char *out)
{
    (void)command;
    return target->prefix ? kernel_install_put_path(out, "%s/share/jupyter%s", target->prefix, "") : -1;
}

static int put_system(const struct install_target *target, const char *command, char *out)
{
    (void)target;
    (void)command;
    return kernel_install_put_path(out, "%s%s", "/usr/local/share/jupyter", "");
}

static const struct {
    const char *option;
    int (*put)(const struct install_target *target, const char *command, char *out);
} scopes[SCOPE_COUNT] = {
    [SCOPE_PREFIX] = {"--prefix", put_prefix},
    [SCOPE_ENVIRONMENT] = {"--sys-prefix", put_environment},
    [SCOPE_USER] = {"--user", put_user},
    [SCOPE_SYSTEM] = {"--system", put_system},
};

int kernel_install_read_target(struct install_target *target, const char *command, int argc, char **argv, int *i)
{
    const char *word = argv[*i];
    for (int scope = SCOPE_PREFIX; scope < SCOPE_COUNT; scope++) {
        size_t length = strlen(scopes[scope].option);
        bool valued = scope == SCOPE_PREFIX && !strncmp(word, scopes[scope].option, length) && word[length] == '=';
        if (!valued && strcmp(word, scopes[scope].option))
            continue;
        if (target->scope)
            return kernel_install_complain(command, "only one of --user, --sys-prefix, --system and --prefix", "");
        target->scope = (enum install_scope)scope;
        if (scope != SCOPE_PREFIX)
            return 1;
        if (!valued && *i + 1 >= argc)
            return kernel_install_complain(command, "argument missing after ", word);
        target->prefix = valued ? word + length + 1 : argv[++*i];
        return 1;
    }
    return 0;
}

/* Whether a folder, or what there is of it, can be written. */
static bool can_write(const char *folder)
{
    char path[INSTALL_PATH_SIZE];
    snprintf(path, sizeof path, "%s", folder);
    while (*path && access(path, F_OK)) {
        char *slash = strrchr(path, '/');
        if (!slash || slash == path)
            return false;
        *slash = '\0';
    }
    return *path && !access(path, W_OK);
}

int kernel_install_data_folder(const struct install_target *target, const char *command, char out[INSTALL_PATH_SIZE])
{
    static const enum install_scope order[] = {SCOPE_ENVIRONMENT, SCOPE_SYSTEM, SCOPE_USER};
    if (target->scope)
        return scopes[target->scope].put(target, command, out);
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        if (!scopes[order[i]].put(target, NULL, out) && can_write(out))
            return 0;
    return put_user(target, command, out);
}

int kernel_install_put_words(const struct install_target *target, char out[INSTALL_PATH_SIZE])
{
    *out = '\0';
    if (!target->scope)
        return 0;
    return kernel_install_put_path(out, target->prefix ? " %s '%s'" : " %s%s", scopes[target->scope].option,
                                   target->prefix ? target->prefix : "");
}
