/*
 * install.c - `tensor-kernel install`: writes a kernelspec into a Jupyter data folder.
 *
 * Owns kernel.json. interrupt_mode is "signal": the signal goes to the whole process group, so children stop at once
 * too, and it works while nothing reads the control channel; interrupt_request is answered as well, for launchers that
 * prefer messages.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "install.h"
#include "session.h"

#define PATH_SIZE INSTALL_PATH_SIZE
#define VARIABLES 16

struct plan {
    struct install_target target;
    const char *name, *shown_name;
    const char *variables[VARIABLES][2]; /* --env */
    int variable_count;
    int simulated_gpus; /* -1: none */
};

static const char usage[] =
    "usage: tensor-kernel install [--user | --sys-prefix | --system | --prefix DIR] [--name NAME]\n"
    "                             [--display-name TEXT] [--env NAME VALUE] [--python PATH] [--sim-gpus N]\n"
    "\n"
    "Writes a kernelspec, so that Jupyter finds the kernel. One of that name is replaced;\n"
    "'tensor-kernel uninstall NAME' removes it, 'tensor-kernel list' shows all.\n"
    "\n"
    "  --user               for this user only, in the home folder\n"
    "  --sys-prefix         into the active virtual environment\n"
    "  --system             for all users, in /usr/local\n"
    "  --prefix DIR         into DIR/share/jupyter\n"
    "                       (without one of these: the first that may be written of the active\n"
    "                       virtual environment, /usr/local and the home folder)\n"
    "  --name NAME          the name of the kernelspec; 'tensor', or 'tensor-sim' with --sim-gpus\n"
    "  --display-name TEXT  the name that Jupyter shows\n"
    "  --env NAME VALUE     set an environment variable for the kernel; may be given again\n"
    "  --python PATH        the Python that serves imports which the kernel does not have itself\n"
    "                       (default: that of the active environment or of jupyter, when the kernel starts)\n"
    "  --sim-gpus N         a kernel with N simulated GPUs\n"
    "  -h, --help           print this text\n";

static int complain(const char *what, const char *detail)
{
    return kernel_install_complain("install", what, detail);
}

static int make_folders(char *path)
{
    for (char *slash = path + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        int failed = mkdir(path, 0777) && errno != EEXIST;
        *slash = '/';
        if (failed)
            return -1;
    }
    return mkdir(path, 0777) && errno != EEXIST ? -1 : 0;
}

static void put_environment(struct wire_text *text, const struct plan *plan)
{
    for (int i = 0; i < plan->variable_count; i++) {
        wire_text_put(text, i ? ",\n  " : ",\n \"env\": {\n  ");
        wire_text_cstring(text, plan->variables[i][0]);
        wire_text_put(text, ": ");
        wire_text_cstring(text, plan->variables[i][1]);
    }
    wire_text_put(text, plan->variable_count ? "\n }" : "");
}

static void put_spec(struct wire_text *text, const struct plan *plan, const char *program)
{
    wire_text_put(text, "{\n \"argv\": [\n  ");
    wire_text_cstring(text, program);
    if (plan->simulated_gpus >= 0)
        wire_text_printf(text, ",\n  \"--sim-gpus=%d\"", plan->simulated_gpus);
    wire_text_put(text, ",\n  \"-f\",\n  \"{connection_file}\"\n ],\n \"display_name\": ");
    if (plan->shown_name)
        wire_text_cstring(text, plan->shown_name);
    else if (plan->simulated_gpus >= 0)
        wire_text_printf(text, "\"Tensor (%d simulated GPU%s)\"", plan->simulated_gpus,
                         plan->simulated_gpus == 1 ? "" : "s");
    else
        wire_text_put(text, "\"Tensor\"");
    put_environment(text, plan);
    wire_text_put(text, ",\n \"language\": \"python\",\n \"interrupt_mode\": \"signal\",\n"
                        " \"kernel_protocol_version\": \"" WIRE_PROTOCOL_VERSION "\",\n"
                        " \"metadata\": {\n  \"debugger\": false");
    if (zmq_has("curve"))
        wire_text_put(text, ",\n  \"supported_encryption\": [\"curve\"]");
    wire_text_put(text, "\n }\n}\n");
}

static int write_file(const char *path, const char *bytes, size_t length)
{
    FILE *file = fopen(path, "we");
    bool fine = file && fwrite(bytes, 1, length, file) == length;
    if (file && fclose(file))
        fine = false;
    return fine ? 0 : complain("cannot write ", path);
}

/* Copies a logo from the first folder that has it: where make install puts it, or beside the program in the source. */
static int copy_logo(const char *folder, const char *program, const char *kind, const char *name)
{
    static const char *const folders[] = {
#ifdef KERNEL_DATA_DIR
        KERNEL_DATA_DIR,
#endif
        "%s/../share/tensor-kernel", "%s/kernelspec", "%s/../kernelspec", "%s/../../kernelspec"};
    char base[PATH_SIZE], from[PATH_SIZE], path[PATH_SIZE], source[64];
    snprintf(source, sizeof source, "%s%s", kind, name);
    snprintf(base, sizeof base, "%s", program);
    char *slash = strrchr(base, '/');
    if (slash)
        *slash = '\0';
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        struct wire_text bytes = {0};
        char buffer[16384];
        size_t got;
        if (folders[i][0] == '%' ? kernel_install_put_path(from, "%s%s", base, folders[i] + 2)
                                 : kernel_install_put_path(from, "%s%s", folders[i], ""))
            return -1;
        if (kernel_install_put_path(path, "%s/%s", from, source))
            return -1;
        FILE *file = fopen(path, "re");
        if (!file)
            continue;
        while ((got = fread(buffer, 1, sizeof buffer, file)) > 0)
            wire_text_add(&bytes, buffer, got);
        fclose(file);
        int status = kernel_install_put_path(path, "%s/%s", folder, name) || bytes.failed
                         ? -1
                         : write_file(path, bytes.data ? bytes.data : "", bytes.length);
        wire_text_clear(&bytes);
        return status;
    }
    return 0; /* a kernelspec works without logos */
}

/* Where a normal user may not write, there is a place where it may. */
static int say_forbidden(const struct plan *plan, const char *what, const char *folder)
{
    int fault = errno;
    bool elsewhere = plan->target.scope != SCOPE_USER && (fault == EACCES || fault == EPERM || fault == EROFS);
    fprintf(stderr, "tensor-kernel install: cannot %s %s: %s\n%s", what, folder, strerror(fault),
            elsewhere ? "Perhaps you want 'sudo' or '--user'?\n" : "");
    return -1;
}

static int carry_out(const struct plan *plan)
{
    static const char *const logos[] = {"logo-32x32.png", "logo-64x64.png", "logo-svg.svg"};
    const char *kind = plan->simulated_gpus > 0 ? "simulated/" : "";
    char data[PATH_SIZE], kernels[PATH_SIZE], folder[PATH_SIZE], path[PATH_SIZE], program[PATH_SIZE];
    struct wire_text text = {0};
    if (kernel_install_data_folder(&plan->target, "install", data) ||
        kernel_install_put_path(kernels, "%s/kernels/%s", data, "") ||
        kernel_install_put_path(folder, "%s%s", kernels, plan->name) ||
        kernel_install_put_path(path, "%s/kernel.json%s", folder, "") || kernel_install_own_path("install", program))
        return -1;
    if (make_folders(folder))
        return say_forbidden(plan, "make", folder);
    if (access(folder, W_OK))
        return say_forbidden(plan, "write into", folder);
    put_spec(&text, plan, program);
    int status = text.failed ? complain("out of memory", "") : write_file(path, text.data, text.length);
    wire_text_clear(&text);
    for (int i = 0; !status && i < 3; i++)
        status = copy_logo(folder, program, kind, logos[i]);
    if (!status && !kernel_install_put_words(&plan->target, path))
        printf("Installed kernelspec %s in %s\nUndo: tensor-kernel uninstall%s %s\n", plan->name, folder, path,
               plan->name);
    return status;
}

static bool good_name(const char *name)
{
    return *name && strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._") == strlen(name) &&
           strcmp(name, ".") && strcmp(name, "..");
}

/* The value of an option that may stand behind "=" or in the next argument. NULL when this is not the option. */
static const char *option_value(const char *name, int argc, char **argv, int *i)
{
    size_t length = strlen(name);
    if (strncmp(argv[*i], name, length))
        return NULL;
    if (argv[*i][length] == '=')
        return argv[*i] + length + 1;
    if (argv[*i][length] || *i + 1 >= argc)
        return NULL;
    return argv[++*i];
}

static bool is_option(const char *word)
{
    static const char *const valued[] = {"--name", "--display-name", "--sim-gpus", "--env", "--python"};
    for (size_t i = 0; i < sizeof valued / sizeof valued[0]; i++)
        if (!strcmp(valued[i], word))
            return true;
    return false;
}

static int refuse(const char *what, const char *detail)
{
    fprintf(stderr, "tensor-kernel install: %s%s; try 'tensor-kernel install --help'\n", what, detail);
    return -1;
}

static int add_variable(struct plan *plan, const char *name, const char *value)
{
    if (!*name || strchr(name, '='))
        return refuse("--env: not the name of a variable: ", name);
    if (plan->variable_count == VARIABLES)
        return refuse("--env: too many variables", "");
    plan->variables[plan->variable_count][0] = name;
    plan->variables[plan->variable_count++][1] = value;
    return 0;
}

/* The kernel is started in another folder: the path becomes absolute. Links stay, they are how environments name
 * theirs. */
static int set_python(struct plan *plan, const char *path)
{
    static char absolute[PATH_SIZE];
    char here[PATH_SIZE] = "";
    if (access(path, X_OK) || (path[0] != '/' && !getcwd(here, sizeof here)))
        return refuse("--python: not a program: ", path);
    if (kernel_install_put_path(absolute, path[0] == '/' ? "%s%s" : "%s/%s", here, path))
        return -1;
    return add_variable(plan, "TENSOR_PYTHON", absolute);
}

static int read_options(struct plan *plan, int argc, char **argv)
{
    for (int i = 0; i < argc; i++) {
        const char *value;
        int read = kernel_install_read_target(&plan->target, "install", argc, argv, &i);
        if (read < 0)
            return -1;
        if (read)
            continue;
        if (!strcmp(argv[i], "--env") && i + 2 < argc) {
            if (add_variable(plan, argv[i + 1], argv[i + 2]))
                return -1;
            i += 2;
        } else if ((value = option_value("--name", argc, argv, &i)))
            plan->name = value;
        else if ((value = option_value("--display-name", argc, argv, &i)))
            plan->shown_name = value;
        else if ((value = option_value("--python", argc, argv, &i))) {
            if (set_python(plan, value))
                return -1;
        } else if ((value = option_value("--sim-gpus", argc, argv, &i))) {
            plan->simulated_gpus = kernel_device_count(value);
            if (plan->simulated_gpus < 0)
                return refuse("--sim-gpus: not a number of devices: ", value);
        } else
            return refuse(is_option(argv[i]) ? "argument missing after " : "unknown option ", argv[i]);
    }
    if (!plan->name)
        plan->name = plan->simulated_gpus >= 0 ? "tensor-sim" : "tensor";
    if (!good_name(plan->name))
        return refuse("a kernel's name has letters, digits, '-', '.' and '_' only: ", plan->name);
    return 0;
}

int kernel_install(int argc, char **argv)
{
    struct plan plan = {.simulated_gpus = -1};
    for (int i = 0; i < argc; i++)
        if (!strcmp(argv[i], "-h") || !strcmp(argv[i], "--help")) {
            fputs(usage, stdout);
            return 0;
        }
    if (read_options(&plan, argc, argv))
        return 2;
    return carry_out(&plan) ? 1 : 0;
}
