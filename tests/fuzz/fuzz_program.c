/* Fuzz target of the whole language: a program runs, its exception is described, its vm goes away. A clock raises the
 * interrupt flag, so that endless programs end; programs that would reach outside or refuse to be interrupted are left
 * out. */
#include "fuzz_clock.h"
#include "fuzz_main.h"
#include "lang.h"

#include <string.h>

static bool has(const uint8_t *data, size_t size, const char *word)
{
    return memmem(data, size, word, strlen(word)) != NULL;
}

/* Files and processes are not for random programs; what catches everything again and again never ends. */
static bool left_out(const uint8_t *data, size_t size)
{
    static const char *const words[] = {"os",      "open",        "subprocess", "shutil",   "tempfile",
                                        "except:", "BaseExcepti", "Keyboard",   "__exit__", "pathlib"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (has(data, size, words[i]))
            return true;
    return has(data, size, "finally") && has(data, size, "while");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static int runs;
    if (runs++ == 0)
        fuzz_clock_start();
    if (left_out(data, size))
        return -1;
    struct lang_host host = {.interrupt = &fuzz_interrupt};
    struct lang_options options = {.memory_limit = (size_t)128 << 20, .recursion_limit = 200};
    fuzz_clock_begin();
    struct lang_vm *vm = lang_vm_new(&host, &options);
    if (!vm)
        return 0;
    struct lang_thread *thread = lang_vm_thread(vm);
    struct lang_source source = {.text = (const char *)data, .size = size, .filename = "fuzz.py"};
    lang_value value = lang_undef();
    char *arguments[] = {(char *)"fuzz.py"};
    if (lang_set_argv(thread, 1, arguments) == 0 && lang_run(thread, &source, NULL, &value) == 0) {
        lang_unref(thread, value);
    } else {
        struct lang_report report;
        lang_report(thread, runs % 2 ? LANG_REPORT_PYTHON : LANG_REPORT_CELL, &report);
        lang_report_free(&report);
    }
    lang_vm_free(vm);
    fuzz_clock_end();
    return 0;
}
