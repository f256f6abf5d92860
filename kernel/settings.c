/*
 * settings.c - the environment variables of the kernel in one table, and the file of the user that sets them.
 *
 * Owns the names and what they mean in a line; the parts that ask for a variable own its values and their errors. Must
 * not know what a setting does.
 */
#include "settings.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_SIZE = 4352, PATH_SIZE = 4096 };

static const struct setting {
    const char *name, *values, *about;
} settings[] = {
    {"TENSOR_THREADS", "N", "threads that compute; default: the processors that the process may use"},
    {"TENSOR_CPU", "baseline, avx2, avx512",
     "the instructions that kernels use at most; default: what the processor has"},
    {"TENSOR_BLAS", "own, library, absent", "whether OpenBLAS multiplies large matrices; default: where it is faster"},
    {"TENSOR_SIM_GPUS", "N", "simulated GPUs; default 0"},
    {"TENSOR_SIM_MEMORY", "512M, 2G ...", "memory of each simulated GPU; default 4G"},
    {"TENSOR_SIM_RANDOM", "cuda, cpu", "whose random numbers simulated GPUs draw; default cuda"},
    {"TENSOR_CUDA", "off, FILE", "leaves NVIDIA GPUs alone, or another plugin for them"},
    {"TENSOR_CUBLAS", "FILE", "the cuBLAS library of the CUDA plugin"},
    {"TENSOR_PYTHON", "off, NAME, PATH", "the Python that serves imports; default: that of the environment"},
    {"TENSOR_PYTHON_PLUGIN", "FILE", "another plugin for Python"},
    {"TENSOR_IMPORT", "NAME=native,NAME=python", "who runs single packages"},
    {"TENSOR_CODE_CACHE", "off, FOLDER", "compiled modules; default ~/.cache/tensor-kernel/code"},
    {"TENSOR_CODE_CACHE_MIB", "N", "size of that folder at most; default 256"},
    {"TENSOR_HISTORY", "off, FILE", "inputs of all sessions; default ~/.local/share/tensor-kernel/history.sqlite"},
    {"TENSOR_SPILL_MB", "N", "output on the disk that no front end has read yet, at most; default 2048"},
};
enum { SETTINGS = sizeof settings / sizeof *settings };

/* Which settings the file has set, for `tensor-kernel settings`. */
static bool from_file[SETTINGS];

static int index_of(const char *name)
{
    for (int i = 0; i < SETTINGS; i++)
        if (!strcmp(settings[i].name, name))
            return i;
    return -1;
}

/* The path of the file; NULL: the user has no folder for it. */
static const char *file_path(char out[PATH_SIZE])
{
    const char *xdg = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    int n = -1;
    if (xdg && *xdg == '/')
        n = snprintf(out, PATH_SIZE, "%s/tensor-kernel/settings", xdg);
    else if (home && *home == '/')
        n = snprintf(out, PATH_SIZE, "%s/.config/tensor-kernel/settings", home);
    return n > 0 && n < PATH_SIZE ? out : NULL;
}

static char *trim(char *text)
{
    static const char blanks[] = " \t\r\n";
    text += strspn(text, blanks);
    for (size_t n = strlen(text); n && strchr(blanks, text[n - 1]); n--)
        text[n - 1] = '\0';
    return text;
}

/* NULL, or what is wrong with the line. */
static const char *read_line(char *line)
{
    char *text = trim(line), *equals = strchr(text, '=');
    if (!*text || *text == '#')
        return NULL;
    if (!equals)
        return "not NAME=VALUE";
    *equals = '\0';
    int i = index_of(trim(text));
    if (i < 0)
        return "there is no such setting";
    if (getenv(settings[i].name))
        return NULL;
    if (setenv(settings[i].name, trim(equals + 1), 0))
        return "out of memory";
    from_file[i] = true;
    return NULL;
}

void kernel_settings_read(void)
{
    char path[PATH_SIZE], line[LINE_SIZE];
    FILE *file = file_path(path) ? fopen(path, "re") : NULL;
    for (int number = 1; file && fgets(line, sizeof line, file); number++) {
        bool whole = strchr(line, '\n') || feof(file);
        const char *problem = whole ? read_line(line) : "the line is too long";
        if (problem)
            fprintf(stderr, "tensor-kernel: %s, line %d: %s; 'tensor-kernel settings' shows all\n", path, number,
                    problem);
        while (!whole && fgets(line, sizeof line, file) && !strchr(line, '\n'))
            ;
    }
    if (file)
        fclose(file);
}

static void show(const struct setting *setting, bool of_file)
{
    const char *value = getenv(setting->name);
    printf("%s=%s\n    %s\n", setting->name, setting->values, setting->about);
    if (value)
        printf("    now: %s (%s)\n", *value ? value : "empty", of_file ? "settings file" : "environment");
}

int kernel_settings(int argc, char **argv)
{
    char path[PATH_SIZE];
    const bool help = argc && (!strcmp(argv[0], "-h") || !strcmp(argv[0], "--help"));
    if (argc) {
        fputs(
            "usage: tensor-kernel settings\n\nShows the environment variables that the kernel reads, and the file that "
            "may set them.\n",
            help ? stdout : stderr);
        return help ? 0 : 2;
    }
    for (int i = 0; i < SETTINGS; i++)
        show(&settings[i], from_file[i]);
    if (file_path(path))
        printf("\nThe environment comes first, then lines NAME=VALUE of %s.\n", path);
    return 0;
}
