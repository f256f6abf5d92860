/* For targets that try one function of the language on a text: a vm that stays, and check(text), written in the
 * language, which must return True. Any exception but a MemoryError that leaves it is a finding. Work of more than a
 * third of a second is interrupted. A target may define FUZZ_PREPARE(t), done once with the new vm. */
#ifndef FUZZ_EVAL_H
#define FUZZ_EVAL_H

#include "fuzz_clock.h"
#include "fuzz_main.h"
#include "lang.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef FUZZ_PREPARE
#define FUZZ_PREPARE(t) 0
#endif

static struct lang_vm *fuzz_vm;

static void fuzz_failed(struct lang_thread *t)
{
    struct lang_report report;
    if (lang_report(t, LANG_REPORT_PYTHON, &report) == 0)
        for (size_t i = 0; i < report.traceback_count; i++)
            fprintf(stderr, "%s\n", report.traceback[i]);
    abort();
}

/* Runs check(data), the text taken as UTF-8 with what is no UTF-8 escaped; checks is its definition. */
static void fuzz_check(const char *checks, const uint8_t *data, size_t size)
{
    struct lang_thread *t;
    if (!fuzz_vm) {
        static struct lang_host host = {.interrupt = &fuzz_interrupt};
        struct lang_options options = {.memory_limit = (size_t)128 << 20};
        lang_value value;
        struct lang_source source = {.text = checks, .size = strlen(checks), .filename = "checks.py"};
        fuzz_vm = lang_vm_new(&host, &options);
        fuzz_clock_start();
        if (!fuzz_vm || FUZZ_PREPARE(lang_vm_thread(fuzz_vm)) < 0 ||
            lang_run(lang_vm_thread(fuzz_vm), &source, NULL, &value) < 0)
            fuzz_failed(lang_vm_thread(fuzz_vm));
    }
    t = lang_vm_thread(fuzz_vm);
    struct lang_bytes *bytes = lang_bytes_new(t, data, size);
    if (!bytes || lang_dict_set_c(t, lang_main_dict(t), "data", lang_obj(bytes)) < 0)
        fuzz_failed(t);
    lang_decref(t, bytes);
    fuzz_clock_begin();
    lang_value r = lang_eval(t, "check(data.decode('utf-8', 'backslashreplace'))", 47, lang_main_dict(t), NULL);
    fuzz_clock_end();
    if (lang_is_error(r) && !lang_error_is(t, LANG_EXC_KeyboardInterrupt)) /* the clock's, late */
        fuzz_failed(t);
    if (lang_is_error(r))
        lang_error_clear(t);
    else
        lang_unref(t, r);
}

#endif
