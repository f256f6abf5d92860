/* python_find.c: which Python there is: the one that hosts Jupyter. Asks its interpreter for its library; opens
 * nothing. */
#include "python/python_find.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* ---- where it may be -----------------------------------------------------------------------------------------------
 */

static bool is_program(const char *path)
{
    return access(path, X_OK) == 0;
}

/* FOLDER/bin/python of an active environment. One that leads nowhere is one all the same: it is broken, and that is
 * said. */
static bool in_environment(const char *variable, char out[PYTHON_PATH])
{
    struct stat entry;
    const char *folder = getenv(variable);
    if (!folder || !*folder)
        return false;
    int n = snprintf(out, PYTHON_PATH, "%s/bin/python", folder);
    return n > 0 && n < PYTHON_PATH && lstat(out, &entry) == 0;
}

static bool on_path(const char *name, char out[PYTHON_PATH])
{
    const char *path = getenv("PATH");
    for (const char *at = path; at && *at;) {
        size_t length = strcspn(at, ":");
        int n = snprintf(out, PYTHON_PATH, "%.*s/%s", (int)length, at, name);
        if (length && n > 0 && n < PYTHON_PATH && is_program(out))
            return true;
        at += length + (at[length] == ':');
    }
    return false;
}

/* The path that begins at `at`, up to a blank or `end`, if it is a Python. */
static bool is_python(char *at, const char *end, char out[PYTHON_PATH])
{
    at[strcspn(at, end)] = '\0';
    const char *name = strrchr(at, '/');
    if (!name || strncmp(name + 1, "python", 6) != 0 || !is_program(at))
        return false;
    snprintf(out, PYTHON_PATH, "%s", at);
    return true;
}

/* The interpreter that the first lines of `jupyter` name: #!PYTHON, #!/usr/bin/env NAME, or what pip and uv write where
 * the path is too long or has blanks: #!/bin/sh and, in the second line, '''exec' PYTHON "$0" "$@". */
static bool of_jupyter(char out[PYTHON_PATH])
{
    static const char env[] = "#!/usr/bin/env ", exec[] = "'''exec' ";
    char script[PYTHON_PATH], line[PYTHON_PATH] = "", second[PYTHON_PATH] = "";
    FILE *file = on_path("jupyter", script) ? fopen(script, "re") : NULL;
    if (!file)
        return false;
    bool read = fgets(line, sizeof line, file) && strncmp(line, "#!", 2) == 0;
    bool more = read && fgets(second, sizeof second, file);
    fclose(file);
    if (!read)
        return false;
    if (strncmp(line, env, sizeof env - 1) == 0) {
        char *name = line + sizeof env - 1;
        name[strcspn(name, " \t\r\n")] = '\0';
        return strncmp(name, "python", 6) == 0 && on_path(name, out);
    }
    if (is_python(line + 2, " \t\r\n", out))
        return true;
    if (!more || strncmp(second, exec, sizeof exec - 1) != 0)
        return false;
    char *path = second + sizeof exec - 1;
    return *path == '"' ? is_python(path + 1, "\"\r\n", out) : is_python(path, " \t\r\n", out);
}

/* The Python that has started this kernel, as jupyter_client says by a variable: by the name under which it runs, which
 * leads to a virtual environment where its file does not. */
static bool of_host(char out[PYTHON_PATH])
{
    const char *parent = getenv("JPY_PARENT_PID");
    char path[64], name[PYTHON_PATH];
    snprintf(path, sizeof path, "/proc/%ld/cmdline", parent ? strtol(parent, NULL, 10) : 0L);
    FILE *file = parent ? fopen(path, "re") : NULL;
    size_t length = file ? fread(name, 1, sizeof name - 1, file) : 0;
    if (file)
        fclose(file);
    name[length] = '\0'; /* the words end with zeros: this is the first one */
    return is_python(name, "", out) || (!strchr(name, '/') && strncmp(name, "python", 6) == 0 && on_path(name, out));
}

const char *kernel_python_choose(char out[PYTHON_PATH])
{
    const char *asked = getenv("TENSOR_PYTHON");
    if (asked && *asked) {
        if (strchr(asked, '/') ? strlen(asked) < PYTHON_PATH && strcpy(out, asked) : on_path(asked, out))
            return "TENSOR_PYTHON";
        snprintf(out, PYTHON_PATH, "%s", asked);
        return "TENSOR_PYTHON";
    }
    return in_environment("VIRTUAL_ENV", out)    ? "VIRTUAL_ENV"
           : in_environment("CONDA_PREFIX", out) ? "CONDA_PREFIX"
           : of_host(out)                        ? "what has started the kernel"
           : of_jupyter(out)                     ? "the jupyter on PATH"
           : on_path("python3", out)             ? "python3 on PATH"
           : on_path("python", out)              ? "python on PATH"
                                                 : NULL;
}

/* ---- what it says of itself
 * ------------------------------------------------------------------------------------------ */

/* What is printed before is not the answer's; after its end something else may keep the file open. */
#define ANSWER "\ntensor-kernel\n"
#define END "\nend of the answer\n"
static const char question[] = "import sys\n"
                               "sys.path[:] = sys.path[sys.path[:1] == ['']:]\n"
                               "import sysconfig\n"
                               "value = sysconfig.get_config_var\n"
                               "print('\\ntensor-kernel')\n"
                               "print('%d.%d.%d' % sys.version_info[:3])\n"
                               "print(value('LIBDIR') or '')\n"
                               "print(value('MULTIARCH') or '')\n"
                               "print(value('INSTSONAME') or value('LDLIBRARY') or '')\n"
                               "print(1 if value('Py_GIL_DISABLED') else 0)\n"
                               "print(sys.implementation.name)\n"
                               "print(sys.executable or '')\n"
                               "print(sys.base_prefix)\n"
                               "print('end of the answer', flush=True)\n";

/* What a program that failed said of it: its last line that names an error, or else the last one. Changes the text. */
static const char *complaint(char *text)
{
    char *named = NULL, *last = text, *rest = text;
    for (char *line; (line = strtok_r(rest, "\r\n", &rest));) {
        line += strspn(line, " ");
        last = *line ? line : last;
        named = strstr(line, "Error: ") ? line : named;
    }
    return named ? named : last;
}

/* All that comes until the end of the answer or of the file, its last part where it is more than fits. */
static void read_answer(int file, char *text, size_t size)
{
    size_t length = 0;
    for (ssize_t n; (n = read(file, text + length, size - 1 - length)) > 0 || (n < 0 && errno == EINTR);) {
        length += n > 0 ? (size_t)n : 0;
        text[length] = '\0';
        if (strstr(text, END))
            return;
        if (length == size - 1) {
            memmove(text, text + size / 2, length - size / 2);
            length -= size / 2;
        }
    }
    text[length] = '\0';
}

/* Starts it as it will be started in this process, so that what keeps it from starting is seen in another one. Its
 * answer is in `text` then; if it fails, why. */
static int ask(const char *program, char *text, size_t size)
{
    char *const command[] = {(char *)program, "-c", (char *)question, NULL};
    int ends[2], status = -1;
    pid_t child;
    posix_spawn_file_actions_t actions;
    if (pipe2(ends, O_CLOEXEC)) {
        snprintf(text, size, "%s", strerror(errno));
        return -1;
    }
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 2);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    int failed = posix_spawn(&child, program, &actions, NULL, command, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    if (failed)
        snprintf(text, size, "%s", strerror(failed));
    else
        read_answer(ends[0], text, size);
    close(ends[0]);
    while (!failed && waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    if (!failed && WIFSIGNALED(status))
        snprintf(text, size, "%s", strsignal(WTERMSIG(status)));
    else if (!failed && status && !text[strspn(text, " \r\n")])
        snprintf(text, size, "exit status %d", WEXITSTATUS(status));
    return failed || status ? -1 : 0;
}

static void next_line(char **at, char *out, size_t size)
{
    size_t length = strcspn(*at, "\n");
    snprintf(out, size, "%.*s", (int)length, *at);
    *at += length + ((*at)[length] == '\n');
}

static int fail(struct python_found *found, const char *format, const char *a, const char *b)
{
    snprintf(found->reason, sizeof found->reason, format, a, b);
    return -1;
}

bool kernel_python_is_off(void)
{
    const char *asked = getenv("TENSOR_PYTHON");
    return asked && strcmp(asked, "off") == 0;
}

/* What the interpreter says of its library, and what lies beside it: conda's and uv's say that they have none, or
 * where it lay when it was built. */
static int find_library(struct python_found *found, const char *folder, const char *arch, const char *name,
                        const char *base)
{
    const char *program = kernel_python_host_program();
    char file[PYTHON_PATH];
    if (program && strcmp(program, found->program) == 0)
        return 0;
    if (strstr(name, ".so")) {
        snprintf(found->library, sizeof found->library, "%s/%s", folder, name);
        if (access(found->library, R_OK) == 0)
            return 0;
        snprintf(found->library, sizeof found->library, "%s/%s/%s", folder, arch, name);
        if (access(found->library, R_OK) == 0)
            return 0;
    }
    if (*base && kernel_python_library(base, found->series, found->library))
        return 0;
    if (kernel_python_needs_host(found->program, file))
        return fail(found, "%s has no shared library, so the program has to be started with TENSOR_PYTHON=%s",
                    found->program, found->program);
    if (!strstr(name, ".so"))
        return fail(found, "%s has no shared library; install libpython%s, or a Python built with --enable-shared",
                    found->program, found->series);
    snprintf(found->library, sizeof found->library, "%s", name); /* where the loader looks */
    return 0;
}

/* The one whose process this is, or else the one to be chosen. */
static const char *choose(char out[PYTHON_PATH])
{
    const char *host = kernel_python_host_program(), *why = kernel_python_choose(out);
    if (!host || (why && strcmp(host, out) == 0))
        return why;
    strcpy(out, host);
    return "the program runs in it";
}

int kernel_python_find(struct python_found *found)
{
    char answer[4 * PYTHON_PATH], folder[PYTHON_PATH], arch[64], name[256], threaded[8], kind[32];
    char itself[PYTHON_PATH], base[PYTHON_PATH], *at = answer;
    memset(found, 0, sizeof *found);
    if (kernel_python_is_off())
        return fail(found, "TENSOR_PYTHON=off%s%s", "", "");
    found->why = choose(found->program);
    if (!found->why)
        return fail(found, "there is no Python on PATH; TENSOR_PYTHON names one%s%s", "", "");
    if (ask(found->program, answer, sizeof answer)) {
        const char *home = getenv("PYTHONHOME");
        snprintf(found->reason, sizeof found->reason, "%s (%s) cannot be run%s%s: %.500s", found->program, found->why,
                 home ? " with PYTHONHOME=" : "", home ? home : "", complaint(answer));
        return -1;
    }
    if (strstr(answer, ANSWER))
        at = strstr(answer, ANSWER) + sizeof ANSWER - 1;
    next_line(&at, found->version, sizeof found->version);
    next_line(&at, folder, sizeof folder);
    next_line(&at, arch, sizeof arch);
    next_line(&at, name, sizeof name);
    next_line(&at, threaded, sizeof threaded);
    next_line(&at, kind, sizeof kind);
    next_line(&at, itself, sizeof itself);
    next_line(&at, base, sizeof base);
    if (itself[0] == '/') /* where a script has started it, as pyenv's do */
        strcpy(found->program, itself);
    int major = 0, minor = 0;
    if (sscanf(found->version, "%d.%d", &major, &minor) != 2 || strcmp(kind, "cpython") != 0)
        return fail(found, "%s (%s) is no CPython", found->program, found->why);
    snprintf(found->series, sizeof found->series, "%d.%d", major, minor);
    if (major != 3 || minor < 9)
        return fail(found, "%s is Python %s; 3.9 or newer is needed", found->program, found->version);
    if (threaded[0] == '1')
        return fail(found, "%s is a free-threaded Python %s; one with a GIL is needed", found->program, found->version);
    return find_library(found, folder, arch, name, base);
}
