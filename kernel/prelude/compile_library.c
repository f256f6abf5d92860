/* compile_library.c: a program of the build that compiles the modules of the library, so that their first imports need
 * not: writes their code one after the other into a file, and beside it the C file that makes these bytes part of the
 * program. It has the language only, of the same build: the code is of its instructions.
 *
 * Usage: compile-library CODE > prelude_code.c */
#include <stdio.h>
#include <stdlib.h>

#include "bind_prelude.h"

/* Takes the exception off the thread and prints it. */
static void tell(struct lang_thread *t, const char *name)
{
    struct lang_report report;
    if (lang_report(t, LANG_REPORT_PYTHON, &report) < 0)
        return;
    fprintf(stderr, "%s: ", name);
    for (size_t i = 0; i < report.traceback_count; i++)
        fprintf(stderr, "%s\n", report.traceback[i]);
    lang_report_free(&report);
}

/* The code of one module behind what the file has; 0, or -1 where that has been told. */
static int add(struct lang_thread *t, const struct lang_source_module *module, FILE *file, size_t *size)
{
    uint8_t *code;
    if (lang_pack_source_module(t, module, &code, size) < 0) {
        tell(t, module->name);
        return -1;
    }
    const size_t written = fwrite(code, 1, *size, file);
    free(code);
    return written == *size ? 0 : -1;
}

/* The rows of all modules; the assembler reads the bytes where the compiler would take minutes for an array of them. */
static int write_table(struct lang_thread *t, const char *path, FILE *file)
{
    size_t start = 0, size;
    printf("/* Made by kernel/prelude/compile_library.c. */\n"
           "#include \"bind_prelude.h\"\n"
           "__asm__(\".pushsection .rodata\\n.globl bind_prelude_bytes\\nbind_prelude_bytes:\\n\"\n"
           "        \".incbin \\\"%s\\\"\\n.popsection\\n\");\n"
           "const struct bind_prelude_code bind_prelude_code[] = {\n",
           path);
    for (const struct lang_source_module *m = bind_prelude; m->name; m++, start += size) {
        if (add(t, m, file, &size) < 0)
            return -1;
        printf("    {%zu, %zu},\n", start, size);
    }
    return puts("    {0, 0}};") < 0 ? -1 : 0;
}

int main(int argc, char **argv)
{
    FILE *file = argc == 2 ? fopen(argv[1], "wb") : NULL;
    struct lang_vm *vm = lang_vm_new(NULL, NULL);
    int status = file && vm ? write_table(lang_vm_thread(vm), argv[1], file) : -1;
    if (vm)
        lang_vm_free(vm);
    if ((file && fclose(file) != 0) || fflush(stdout) != 0 || status < 0) {
        fprintf(stderr, "%s: cannot write the code of the library to %s\n", argv[0], argc == 2 ? argv[1] : "a file");
        return 1;
    }
    return 0;
}
