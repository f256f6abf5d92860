/* interpreter.c - start and end of the language in a session, and the host that it prints through. Owns the order in
 * which the vm, torch and the names of the cells are made and freed. */
#include <stdio.h>
#include <string.h>
#include "bind.h"
#include "python/python.h"
#include "session.h"

static void host_write(void *kernel, int stream, const char *text, size_t size)
{
    kernel_output_write(kernel, stream, text, size);
}

static void host_flush(void *kernel, int stream)
{
    kernel_output_flush(kernel, stream);
}

static int host_show(void *context, struct lang_thread *t, lang_value value)
{
    struct kernel *kernel = context;
    return kernel->show_value ? kernel->show_value(kernel, t, value) : 0;
}

static lang_value host_run_coroutine(void *kernel, struct lang_thread *t, lang_value coroutine)
{
    (void)kernel;
    return kernel_python_run_coroutine(t, coroutine);
}

/* Tasks that cells have left behind in the event loop go on; they can be interrupted. */
static bool between_jobs(struct kernel *kernel, int descriptor)
{
    lang_lock(kernel->thread);
    atomic_store(&kernel->interrupt, 0);
    atomic_store(&kernel->running, true);
    bool done = kernel_python_idle(kernel->thread, descriptor);
    atomic_store(&kernel->running, false);
    atomic_store(&kernel->interrupt, 0);
    lang_unlock(kernel->thread);
    return done;
}

int kernel_language_start(struct kernel *kernel, bool cells)
{
    const struct lang_options options = {.cells = cells, .headroom = kernel_headroom};
    const struct bind_options bound = {
        .interrupt = &kernel->interrupt, .sim_gpus = kernel->simulated_gpus, .headroom = kernel_headroom};
    if (!kernel->host.write) {
        kernel->host = (struct lang_host){
            kernel, host_write, host_flush, kernel_input_ask, NULL, kernel_output_forked, NULL, NULL, NULL, NULL};
        kernel->display = kernel_output_display;
        kernel->clear_output = kernel_output_clear_output;
    }
    kernel->host.run_coroutine = host_run_coroutine;
    kernel->host.interrupt = &kernel->interrupt;
    kernel->host.show = host_show;
    kernel->between = cells ? between_jobs : NULL;
    kernel->vm = lang_vm_new(&kernel->host, &options);
    if (!kernel->vm)
        return -1;
    struct lang_thread *t = lang_vm_thread(kernel->vm);
    kernel->thread = t;
    kernel_python_provide(t);
    if (bind_install(t, &bound) || kernel_display_start(kernel) || kernel_comms_start(kernel) ||
        kernel_shell_start(kernel) || (cells && kernel_ipython_start(kernel))) {
        /* Too little memory to begin with, or an invalid number of devices. */
        struct lang_report report = {0};
        lang_report(t, LANG_REPORT_CELL_PLAIN, &report);
        snprintf(kernel->start_error, sizeof kernel->start_error, "%.60s: %.190s",
                 report.ename ? report.ename : "MemoryError", report.evalue ? report.evalue : "");
        wire_log("the language could not be started: %s", kernel->start_error);
        lang_report_free(&report);
        lang_unlock(t);
        kernel->thread = NULL;
        return -1;
    }
    return 0;
}

int kernel_language_exit_status(struct kernel *kernel)
{
    struct lang_thread *t = kernel->thread;
    struct lang_report report = {0};
    int64_t code = 1;
    if (lang_error_is(t, LANG_EXC_SystemExit)) {
        lang_value exception = lang_error_take(t), told = lang_getattr_c(t, exception, "code");
        if (lang_is_error(told) || !lang_is_integer(told) || lang_as_int64(t, told, &code) < 0)
            code = lang_is_none(told) ? 0 : 1;
        return (int)(code & 0xff);
    }
    lang_report(t, LANG_REPORT_PYTHON, &report);
    for (size_t i = 0; i < report.traceback_count; i++)
        kernel_output_direct(2, report.traceback[i], strlen(report.traceback[i]));
    return (int)code;
}

void kernel_language_end(struct kernel *kernel)
{
    struct lang_thread *t = kernel->thread;
    if (!t)
        return;
    lang_lock(t);
    lang_clear(t, &kernel->in_list);
    lang_clear(t, &kernel->out_dict);
    lang_clear(t, &kernel->shell);
    for (int i = 0; i < 3; i++)
        lang_clear(t, &kernel->shown[i]);
    kernel_magic_end(kernel);
    if (kernel->service)
        lang_thread_free(kernel->service);
    bind_shutdown(t);
    lang_vm_leave(kernel->vm);
    kernel->vm = NULL;
    kernel->thread = NULL;
}
