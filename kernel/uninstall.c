/*
 * uninstall.c - `tensor-kernel list` and `tensor-kernel uninstall`: the kernelspecs that name this program.
 *
 * Reads kernel.json; must not know how one is written.
 */
#include "install.h"

#include <dirent.h>
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_FOLDERS = 32 };

static const char uninstall_usage[] =
    "usage: tensor-kernel uninstall NAME ... [--user | --sys-prefix | --system | --prefix DIR]\n"
    "\n"
    "Removes kernelspecs of this kernel; `tensor-kernel list` shows them. Others are left alone.\n"
    "Without one of the options, from where it is, if it is in one place only.\n";

static const char list_usage[] =
    "usage: tensor-kernel list\n"
    "\n"
    "Shows the kernelspecs of this kernel: name, title, folder, and the program that each one starts.\n";

/* ---- where there can be some ---- */

/* Folders of Jupyter's data, in the order in which it looks. */
struct folders {
    char path[MOST_FOLDERS][INSTALL_PATH_SIZE];
    int count;
};

static void add_folder(struct folders *folders, const char *path)
{
    for (int i = 0; i < folders->count; i++)
        if (!strcmp(folders->path[i], path))
            return;
    if (folders->count < MOST_FOLDERS && *path)
        snprintf(folders->path[folders->count++], INSTALL_PATH_SIZE, "%s", path);
}

static void add_scope(struct folders *folders, enum install_scope scope)
{
    char path[INSTALL_PATH_SIZE];
    const struct install_target target = {.scope = scope};
    const char *environment = getenv("VIRTUAL_ENV"), *conda = getenv("CONDA_PREFIX"), *home = getenv("HOME");
    bool there = scope != SCOPE_ENVIRONMENT || (environment && *environment) || (conda && *conda);
    if (scope == SCOPE_USER)
        there = (home && *home) || getenv("JUPYTER_DATA_DIR") || getenv("XDG_DATA_HOME");
    if (there && !kernel_install_data_folder(&target, "list", path))
        add_folder(folders, path);
}

static void find_folders(struct folders *folders)
{
    const char *more = getenv("JUPYTER_PATH");
    char path[INSTALL_PATH_SIZE];
    for (size_t length; more && *more; more += length + (more[length] == ':')) {
        length = strcspn(more, ":");
        if (length < sizeof path) {
            snprintf(path, sizeof path, "%.*s", (int)length, more);
            add_folder(folders, path);
        }
    }
    add_scope(folders, SCOPE_ENVIRONMENT);
    add_scope(folders, SCOPE_USER);
    if (!kernel_install_own_path("list", path)) { /* a program in PREFIX/bin may have been installed with that prefix */
        char *slash = strrchr(path, '/');
        if (slash)
            *slash = '\0';
        slash = strrchr(path, '/');
        if (slash && !strcmp(slash, "/bin") && slash - path + sizeof "/share/jupyter" <= sizeof path) {
            strcpy(slash, "/share/jupyter");
            add_folder(folders, path);
        }
    }
    add_scope(folders, SCOPE_SYSTEM);
    add_folder(folders, "/usr/share/jupyter");
}

/* ---- one kernelspec ---- */

struct spec {
    char folder[INSTALL_PATH_SIZE];
    char title[256];
    char program[INSTALL_PATH_SIZE];
};

/* Whether the folder has a kernelspec that starts a tensor-kernel. */
static bool read_spec(const char *data, const char *name, struct spec *spec)
{
    char path[INSTALL_PATH_SIZE];
    if (snprintf(spec->folder, sizeof spec->folder, "%s/kernels/%s", data, name) >= (int)sizeof spec->folder ||
        snprintf(path, sizeof path, "%s/kernel.json", spec->folder) >= (int)sizeof path)
        return false;
    json_t *json = json_load_file(path, JSON_REJECT_DUPLICATES, NULL);
    const char *program = json_string_value(json_array_get(json_object_get(json, "argv"), 0));
    const char *title = json_string_value(json_object_get(json, "display_name"));
    const char *base = program ? strrchr(program, '/') : NULL;
    base = base ? base + 1 : program;
    bool ours = base && !strcmp(base, "tensor-kernel");
    if (ours) {
        snprintf(spec->program, sizeof spec->program, "%s", program);
        snprintf(spec->title, sizeof spec->title, "%s", title ? title : "");
    }
    json_decref(json);
    return ours;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The names of the folders below data/kernels, sorted. The caller frees them and the array. */
static char **names_in(const char *data, size_t *count)
{
    char path[INSTALL_PATH_SIZE], **names = NULL;
    struct dirent *entry;
    *count = 0;
    if (snprintf(path, sizeof path, "%s/kernels", data) >= (int)sizeof path)
        return NULL;
    DIR *folder = opendir(path);
    while (folder && (entry = readdir(folder))) {
        char **larger = entry->d_name[0] == '.' ? NULL : realloc(names, (*count + 1) * sizeof *names);
        if (!larger)
            continue;
        names = larger;
        if ((names[*count] = strdup(entry->d_name)))
            ++*count;
    }
    if (folder)
        closedir(folder);
    if (names)
        qsort(names, *count, sizeof *names, by_name);
    return names;
}

static int list_folder(const char *data)
{
    size_t count;
    int shown = 0;
    char **names = names_in(data, &count);
    for (size_t i = 0; i < count; i++) {
        struct spec spec;
        if (read_spec(data, names[i], &spec)) {
            printf("%-14s %-30s %s\n%-14s %s%s\n", names[i], spec.title, spec.folder, "", spec.program,
                   access(spec.program, X_OK) ? "  (is not there)" : "");
            shown++;
        }
        free(names[i]);
    }
    free(names);
    return shown;
}

int kernel_list(int argc, char **argv)
{
    struct folders *folders = calloc(1, sizeof *folders);
    int shown = 0;
    if (argc) {
        free(folders);
        bool help = !strcmp(argv[0], "-h") || !strcmp(argv[0], "--help");
        fputs(list_usage, help ? stdout : stderr);
        return help ? 0 : 2;
    }
    if (!folders)
        return kernel_install_complain("list", "out of memory", ""), 1;
    find_folders(folders);
    for (int i = 0; i < folders->count; i++)
        shown += list_folder(folders->path[i]);
    if (!shown)
        printf("No kernelspec of this kernel; 'tensor-kernel install' writes one.\n");
    free(folders);
    return 0;
}

/* ---- uninstall ---- */

/* Removes the files of a kernelspec, then its folder. What is no file stays, and the folder with it. */
static int remove_folder(const struct spec *spec)
{
    char path[INSTALL_PATH_SIZE + 256];
    struct dirent *entry;
    DIR *folder = opendir(spec->folder);
    while (folder && (entry = readdir(folder))) {
        snprintf(path, sizeof path, "%s/%s", spec->folder, entry->d_name);
        if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, ".."))
            unlink(path);
    }
    if (folder)
        closedir(folder);
    if (rmdir(spec->folder)) {
        fprintf(stderr, "tensor-kernel uninstall: cannot remove %s: %s\n", spec->folder, strerror(errno));
        return -1;
    }
    printf("Removed %s\n", spec->folder);
    return 0;
}

static int uninstall_from(const struct folders *folders, const char *name)
{
    struct spec spec, found;
    int count = 0;
    for (int i = 0; i < folders->count; i++)
        if (read_spec(folders->path[i], name, &spec)) {
            if (count++ == 1)
                fprintf(stderr, "tensor-kernel uninstall: %s is in several folders; name one by an option:\n  %s\n",
                        name, found.folder);
            if (count > 1)
                fprintf(stderr, "  %s\n", spec.folder);
            found = spec;
        }
    if (!count)
        return kernel_install_complain("uninstall", "there is no kernelspec of this kernel with the name ", name);
    return count == 1 ? remove_folder(&found) : -1;
}

static int uninstall(int argc, char **argv, struct folders *folders)
{
    struct install_target target = {0};
    int names = 0, status = 0;
    for (int i = 0; i < argc; i++) {
        int read = kernel_install_read_target(&target, "uninstall", argc, argv, &i);
        if (read < 0)
            return 2;
        if (!read && argv[i][0] == '-')
            return kernel_install_complain("uninstall", "unknown option ", argv[i]), 2;
        if (!read && (!*argv[i] || strchr(argv[i], '/') || argv[i][0] == '.'))
            return kernel_install_complain("uninstall", "not the name of a kernelspec: ", argv[i]), 2;
        if (!read)
            argv[names++] = argv[i];
    }
    if (!names)
        return kernel_install_complain("uninstall", "which one? 'tensor-kernel list' shows them", ""), 2;
    if (!target.scope)
        find_folders(folders);
    else if (kernel_install_data_folder(&target, "uninstall", folders->path[0]))
        return 1;
    else
        folders->count = 1;
    for (int i = 0; i < names; i++)
        if (uninstall_from(folders, argv[i]))
            status = 1;
    return status;
}

int kernel_uninstall(int argc, char **argv)
{
    for (int i = 0; i < argc; i++)
        if (!strcmp(argv[i], "-h") || !strcmp(argv[i], "--help")) {
            fputs(uninstall_usage, stdout);
            return 0;
        }
    struct folders *folders = calloc(1, sizeof *folders);
    if (!folders)
        return kernel_install_complain("uninstall", "out of memory", ""), 1;
    int status = uninstall(argc, argv, folders);
    free(folders);
    return status;
}
