/*
 * main.c - the command line.
 *
 * Owns the meaning of the arguments and nothing else. A kernel must have bound its sockets within 10 ms of exec, so
 * nothing is initialised here.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "bind.h"
#include "install.h"
#include "python/python.h"
#include "session.h"
#include "settings.h"

static const char usage[] = "usage: tensor-kernel [--sim-gpus N] COMMAND\n"
                            "\n"
                            "  -f FILE                 be a Jupyter kernel, with this connection file\n"
                            "  [run] FILE [ARG ...]    run a program\n"
                            "  run -m MODULE [ARG ...] run a module or package as a program\n"
                            "  -c CODE [ARG ...]       run this code\n"
                            "  - [ARG ...]             run a program read from standard input\n"
                            "  install [OPTIONS]       write a kernelspec, so that Jupyter finds the kernel;\n"
                            "                          its options: tensor-kernel install --help\n"
                            "  uninstall NAME ...      remove kernelspecs\n"
                            "  list                    show the kernelspecs of this kernel\n"
                            "  settings                show what environment variables and the settings file set\n"
                            "  python                  say which Python serves imports, and why\n"
                            "  -m MODULE [ARG ...]     have that Python run this module, such as pip; where there is\n"
                            "                          none, as run -m\n"
                            "  -V, --version           print the version\n"
                            "  -h, --help              print this text\n"
                            "\n"
                            "Without a command, a program is read from standard input.\n"
                            "In front of a FILE, -c and -m may stand Python's options -B -E -I -P -R -s -S -u -X -W.\n"
                            "--sim-gpus N, or the environment variable TENSOR_SIM_GPUS=N, gives N simulated GPUs.\n";

static int wrong(const char *what, const char *detail)
{
    fprintf(stderr, "tensor-kernel: %s%s; try 'tensor-kernel --help'\n", what, detail);
    return 2;
}

/* Whether a word can only be meant as a file: it is one, or is written like one. */
static bool means_file(const char *word)
{
    return !access(word, F_OK) || strchr(word, '/') || strchr(word, '.');
}

/* Whether a command line is one of those that may import. */
static bool runs_code(int argc, char **argv)
{
    static const char *const others[] = {"install", "uninstall", "list", "settings", "python",
                                         "-m",      "--version", "-V",   "--help",   "-h"};
    for (size_t i = 0; argc && i < sizeof others / sizeof *others; i++)
        if (!strcmp(argv[0], others[i]))
            return false;
    return true;
}

/* By the Python on the machine, or, where there is none, by the program itself; `at`: where -m is. */
static int run_module(const struct kernel_options *options, int argc, char **argv, int at)
{
    char program[KERNEL_PYTHON_PATH];
    if (argc - at < 2)
        return wrong("argument missing after ", "-m");
    if (kernel_python_program(program))
        return kernel_python_run_module(argc, argv);
    return kernel_console_module(options, argc - at - 1, argv + at + 1);
}

static int run_command(const struct kernel_options *options, int argc, char **argv)
{
    const char *command = argv[0];
    if (!strcmp(command, "-f") || !strcmp(command, "run") || !strcmp(command, "-c")) {
        if (argc < 2)
            return wrong("argument missing after ", command);
        if (command[1] == 'c')
            return kernel_console_code(options, argv[1], argc - 2, argv + 2);
        if (command[0] == 'r' && !strcmp(argv[1], "-m"))
            return argc < 3 ? wrong("argument missing after ", "-m")
                            : kernel_console_module(options, argc - 2, argv + 2);
        if (command[0] == 'r')
            return kernel_console_file(options, argv[1], argc - 1, argv + 1);
        struct kernel_options serving = *options;
        serving.connection_file = argv[1];
        return kernel_serve(&serving);
    }
    static const struct {
        const char *name;
        int (*run)(int argc, char **argv);
    } administration[] = {{"install", kernel_install},
                          {"uninstall", kernel_uninstall},
                          {"list", kernel_list},
                          {"settings", kernel_settings}};
    for (size_t i = 0; i < sizeof administration / sizeof *administration; i++)
        if (!strcmp(command, administration[i].name))
            return administration[i].run(argc - 1, argv + 1);
    if (!strcmp(command, "python") && argc == 1 && access(command, F_OK))
        return kernel_python_describe();
    if (!strcmp(command, "-m"))
        return run_module(options, argc, argv, 0);
    if (!strcmp(command, "--version") || !strcmp(command, "-V")) {
        printf("tensor-kernel %s (torch %s)\n", PACKAGE_VERSION, bind_torch_version());
        return 0;
    }
    if (!strcmp(command, "--help") || !strcmp(command, "-h")) {
        fputs(usage, stdout);
        return 0;
    }
    if (!strcmp(command, "-"))
        return kernel_console_stdin(options, "-", argc - 1, argv + 1);
    if (command[0] == '-')
        return wrong("unknown option ", command);
    if (means_file(command))
        return kernel_console_file(options, command, argc, argv);
    return wrong("no such command or file: ", command);
}

int main(int argc, char **argv)
{
    struct kernel_options options = {.simulated_gpus = -1};
    int at = 1;
    lang_command_line.argc = argc;
    lang_command_line.argv = argv;
    kernel_settings_read();
    signal(SIGXFSZ, SIG_IGN); /* a write beyond the limit fails with EFBIG; children get the default again */
    /* Options of the devices may stand before the command and, as launchers write them, before -f. */
    for (; at < argc && !strncmp(argv[at], "--sim-gpus", 10); at++) {
        const char *value = argv[at] + 10;
        if (*value == '=')
            value++;
        else if (*value || ++at >= argc)
            return wrong("argument missing after ", "--sim-gpus");
        else
            value = argv[at];
        options.simulated_gpus = kernel_device_count(value);
        if (options.simulated_gpus < 0)
            return wrong("--sim-gpus: not a number of devices: ", value);
    }
    const int options_at = at;
    at += kernel_interpreter_options(argc - at, argv + at);
    if (at > options_at && at < argc && !strcmp(argv[at], "-m")) /* the other Python reads them, too, if there is one */
        return run_module(&options, argc - options_at, argv + options_at, at - options_at);
    if (runs_code(argc - at, argv + at))
        kernel_python_host(argv);
    if (at < argc)
        return run_command(&options, argc - at, argv + at);
    if (isatty(0)) {
        fputs(usage, stderr);
        return 2;
    }
    return kernel_console_stdin(&options, "", 0, NULL);
}
