/* execute.c - one cell: count, run, show, errors, user expressions, the abort of waiting cells after a failure. Owns
 * the execution counter and the names that a session keeps: In, Out, _, _i and the numbered ones. Must not send
 * anything but outputs: reply and status are the dispatcher's. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "bind.h"
#include "python/python.h"
#include "session.h"

/* Out keeps at most this many values; then the oldest fifth goes. */
#define OUT_LIMIT 1000
/* The process lives this long after the reply to the cell that asked for its end. */
#define EXIT_DELAY_MS 500

struct cell {
    const char *code;
    size_t length;
    bool silent, store, stop_on_error, blank;
    long long number; /* what execute_input and the frames of tracebacks show */
    bool failed;
    struct lang_report report;
    struct cell *outer; /* the one that it runs in: get_ipython().run_cell */
    bool keep;          /* value and error are wanted */
    lang_value value, error;
};
/* ---- payload ---- */

static void put_payload(struct kernel *kernel, struct wire_text *content)
{
    struct kernel_shell *shell = kernel_shell_here();
    if (shell->next_input.length)
        kernel_add_payload(kernel, &shell->next_input);
    if (shell->exit_asked) {
        struct wire_text payload = {0};
        wire_text_printf(&payload, "{\"source\":\"ask_exit\",\"keepkernel\":%s}",
                         shell->keep_kernel ? "true" : "false");
        kernel_add_payload(kernel, &payload);
    }
    wire_text_put(content, ",\"payload\":[");
    if (shell->payload.length)
        wire_text_add(content, shell->payload.data, shell->payload.length);
    wire_text_put(content, "]");
    wire_text_clear(&shell->payload);
    wire_text_clear(&shell->next_input);
}

/* ---- names ---- */

/* Sets a global; without memory for it, it is left out. */
static void set_global(struct lang_thread *t, const char *name, lang_value value)
{
    if (lang_dict_set_c(t, lang_main_dict(t), name, value))
        lang_error_clear(t);
}

static bool is_bound(struct lang_thread *t, const char *name)
{
    return !lang_is_undef(lang_dict_get_c(t, lang_main_dict(t), name)) ||
           !lang_is_undef(lang_dict_get_c(t, lang_builtins_dict(t), name));
}

/* A cell of one line that begins with the name of a line magic means the magic, unless a variable has that name or the
 * line assigns to it; a lone `exit` means the call. Returns whether *text is to be run instead. */
static bool translate_line(struct kernel *kernel, const struct cell *cell, struct wire_text *text)
{
    size_t length = cell->length, word, rest;
    char name[32];
    if (length && cell->code[length - 1] == '\n')
        length--;
    word = strspn(cell->code, "abcdefghijklmnopqrstuvwxyz_ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");
    rest = word + strspn(cell->code + word, " \t");
    if (!word || word >= sizeof name || word > length || memchr(cell->code, '\n', length))
        return false;
    snprintf(name, sizeof name, "%.*s", (int)word, cell->code);
    if ((!strcmp(name, "exit") || !strcmp(name, "quit")) && rest >= length)
        wire_text_printf(text, "%s()", name);
    else if (!kernel->no_automagic && kernel_has_line_magic(name) && !is_bound(kernel_thread_here(), name) &&
             (rest >= length || (cell->code[rest] != '=' && cell->code[rest] != ',' && cell->code[word] != '.')))
        wire_text_printf(text, "%%%.*s", (int)length, cell->code);
    else
        return false;
    return !text->failed;
}

/* What a cell is to the language: escapes translated, without a common indentation. A cell that cannot be translated is
 * its text. New reference. */
static struct lang_str *program_of(struct kernel *kernel, const struct cell *cell)
{
    struct lang_thread *t = kernel_thread_here();
    struct wire_text line = {0};
    size_t size;
    bool magic = translate_line(kernel, cell, &line);
    char *text = magic ? lang_translate_cell(t, line.data, line.length, &size)
                       : lang_translate_cell(t, cell->code, cell->length, &size);
    wire_text_clear(&line);
    if (!text) {
        lang_error_clear(t);
        return lang_str_new(t, cell->code, cell->length);
    }
    while (size && text[size - 1] == '\n')
        size--;
    struct lang_str *program = lang_str_new(t, text, size);
    free(text);
    return program;
}

/* _i, _ii and _iii: the texts of the three cells before. */
static void set_last_inputs(struct kernel *kernel)
{
    static const char *const names[] = {"_i", "_ii", "_iii"};
    struct lang_thread *t = kernel_thread_here();
    const struct kernel_history *history = &kernel->history;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const struct kernel_history_entry *entry =
            i < history->count ? &history->entries[history->count - 1 - i] : NULL;
        struct lang_str *text = entry ? lang_str_new(t, entry->input, entry->input_length) : lang_str_empty(t);
        if (text)
            set_global(t, names[i], lang_obj(text));
        else
            lang_error_clear(t);
        lang_xdecref(t, text);
    }
}

static void remember_input(struct kernel *kernel, const struct cell *cell)
{
    struct lang_thread *t = kernel_thread_here();
    struct lang_list *in = lang_as_list(kernel->in_list);
    struct lang_str *text = lang_str_new(t, cell->code, cell->length), *program = program_of(kernel, cell);
    char numbered[32];
    set_last_inputs(kernel);
    size_t size = 0;
    const char *run = program ? lang_str_utf8(t, program, &size) : NULL;
    kernel_history_add(&kernel->history, cell->number, cell->code, cell->length, run ? run : cell->code,
                       run ? size : cell->length);
    /* A cell's own number is its place in the list, also where the user changed the list. */
    while (in->length < cell->number) {
        struct lang_str *empty = lang_str_empty(t);
        if (!empty || lang_list_append_steal(t, in, lang_obj(empty)))
            break;
    }
    if (!program || lang_list_append(t, in, lang_obj(program)))
        lang_error_clear(t);
    snprintf(numbered, sizeof numbered, "_i%lld", cell->number);
    if (text)
        set_global(t, numbered, lang_obj(text));
    else
        lang_error_clear(t);
    lang_xdecref(t, text);
    lang_xdecref(t, program);
}

static void drop_oldest(struct kernel *kernel, struct lang_dict *out)
{
    static const char warning[] =
        "UserWarning: Output cache limit (currently 1000 entries) hit.\nFlushing oldest 200 entries.\n";
    struct lang_thread *t = kernel_thread_here();
    int dropped = 0;
    while (dropped < OUT_LIMIT / 5) {
        int64_t i = 0;
        lang_value key, value;
        char numbered[32];
        if (!lang_dict_next(out, &i, &key, &value))
            break;
        if (key.tag == LANG_INT) {
            snprintf(numbered, sizeof numbered, "_%lld", (long long)key.i);
            struct lang_str *name = lang_str_from_c(t, numbered);
            if (name && lang_dict_del(t, lang_main_dict(t), lang_obj(name)) < 0)
                lang_error_clear(t);
            lang_xdecref(t, name);
        }
        lang_ref(key);
        if (lang_dict_del(t, out, key) <= 0)
            dropped = OUT_LIMIT;
        lang_unref(t, key);
        dropped++;
    }
    lang_error_clear(t);
    kernel->host.write(kernel->host.ctx, 2, warning, sizeof warning - 1);
}

/* Keeps a shown value as _, __, ___, _n and Out[n]; user variables of the first three names are left alone. */
static void remember_output(struct kernel *kernel, const struct cell *cell, lang_value value)
{
    static const char *const names[] = {"_", "__", "___"};
    struct lang_thread *t = kernel_thread_here();
    struct lang_dict *out = lang_as_dict(kernel->out_dict);
    char numbered[32];
    bool ours = true;
    if (lang_same(value, kernel->out_dict))
        return;
    if (out->count >= OUT_LIMIT)
        drop_oldest(kernel, out);
    for (int i = 0; i < 3; i++) {
        lang_value now = lang_dict_get_c(t, lang_main_dict(t), names[i]);
        if (!lang_is_undef(now) && !lang_same(now, kernel->shown[i]))
            ours = false;
    }
    lang_set_steal(t, &kernel->shown[2], lang_ref(kernel->shown[1]));
    lang_set_steal(t, &kernel->shown[1], lang_ref(kernel->shown[0]));
    lang_set_steal(t, &kernel->shown[0], lang_ref(value));
    for (int i = 0; ours && i < 3; i++)
        set_global(t, names[i], kernel->shown[i]);
    snprintf(numbered, sizeof numbered, "_%lld", cell->number);
    set_global(t, numbered, value);
    if (lang_dict_set(t, out, lang_int(cell->number), value))
        lang_error_clear(t);
}

/* ---- run ---- */

static const char *plain_text(const struct kernel_bundle *bundle)
{
    for (size_t i = 0; i < bundle->count; i++)
        if (!strcmp(bundle->entries[i].mime, "text/plain"))
            return bundle->entries[i].data;
    return NULL;
}

/* SystemExit does not end a session: it gets two lines of its own in place of the frames. */
static void reword_exit(struct kernel *kernel, struct lang_report *report)
{
    struct wire_text last = {0};
    wire_text_printf(&last,
                     kernel->plain_reports ? "SystemExit: %s\n" : "\033[31mSystemExit\033[39m\033[31m:\033[39m %s\n",
                     report->evalue ? report->evalue : "");
    char **lines = calloc(2, sizeof *lines);
    char *first = strdup("An exception has occurred, use %tb to see the full traceback.\n");
    if (!lines || !first || last.failed) {
        free(lines);
        free(first);
        wire_text_clear(&last);
        return;
    }
    for (size_t i = 0; i < report->traceback_count; i++)
        free(report->traceback[i]);
    free(report->traceback);
    lines[0] = first;
    lines[1] = last.data;
    report->traceback = lines;
    report->traceback_count = 2;
}

/* The warning that comes with the first SystemExit. */
static void warn_of_exit(struct kernel *kernel)
{
    static const char warning[] = "UserWarning: To exit: use 'exit', 'quit', or Ctrl-D.\n";
    if (!kernel->exit_warned)
        kernel->host.write(kernel->host.ctx, 2, warning, sizeof warning - 1);
    kernel->exit_warned = true;
}

/* A process that os.fork() has made in the cell is at its end there: it has no front end to answer. */
static _Noreturn void end_child(struct kernel *kernel, int status)
{
    _exit(status ? kernel_language_exit_status(kernel) : 0);
}

static void take_error(struct kernel *kernel, struct cell *cell)
{
    cell->failed = true;
    lang_report(kernel_thread_here(), kernel->plain_reports ? LANG_REPORT_CELL_PLAIN : LANG_REPORT_CELL, &cell->report);
    if (!cell->report.usage_error && !cell->report.on_stderr && !cell->report.system_exit)
        kernel_restyle_report(kernel, &cell->report);
    if (cell->report.interrupted) /* the loop that they work for is over, and the report keeps its frames */
        bind_workers_interrupt();
    if (cell->report.usage_error) {
        struct wire_text line = {0};
        wire_text_printf(&line, "UsageError: %s\n", cell->report.evalue ? cell->report.evalue : "");
        if (line.data)
            kernel->host.write(kernel->host.ctx, 2, line.data, line.length);
        wire_text_clear(&line);
        return;
    }
    if (cell->report.on_stderr) {
        kernel->host.write(kernel->host.ctx, 2, cell->report.on_stderr, strlen(cell->report.on_stderr));
        return;
    }
    if (cell->report.system_exit) {
        reword_exit(kernel, &cell->report);
        warn_of_exit(kernel);
    }
    kernel_output_error(kernel, &cell->report);
}

/* Shows and keeps a value. -1 with an exception when it cannot be shown, or not in every form: an error of a display
 * method is told first, then the result without that form. */
static int show(struct kernel *kernel, struct cell *cell, lang_value value)
{
    struct kernel_bundle bundle = {0};
    int status = kernel_format_value(kernel_thread_here(), value, &bundle);
    if (status > 0)
        take_error(kernel, cell);
    if (status >= 0 && !cell->silent) {
        if (cell->store) {
            remember_output(kernel, cell, value);
            const char *text = plain_text(&bundle);
            if (text)
                kernel_history_set_output(&kernel->history, cell->number, text);
        }
        if (bundle.count)
            kernel_output_result(kernel, &bundle, cell->store ? cell->number : kernel->count);
    }
    kernel_bundle_free(&bundle);
    return status < 0 ? -1 : 0;
}

static bool is_blank(const char *code, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!strchr(" \t\r\n\f", code[i]) || !code[i])
            return false;
    return true;
}

/* A value that lang_source.show asks for. */
static int show_value(struct kernel *kernel, struct lang_thread *t, lang_value value)
{
    struct cell *cell = kernel_shell_here()->cell;
    if (!cell || t != kernel_thread_here() || value.tag <= LANG_NONE)
        return 0;
    return show(kernel, cell, value);
}

static void run(struct kernel *kernel, struct cell *cell)
{
    struct kernel_shell *shell = kernel_shell_here();
    struct lang_thread *t = kernel_thread_here();
    struct wire_text translated = {0};
    struct lang_source source = {.text = cell->code,
                                 .size = cell->length,
                                 .cell = (int)cell->number,
                                 .escapes = true,
                                 .no_await = kernel->no_await};
    lang_value value = lang_undef(), changed = lang_undef();
    if (translate_line(kernel, cell, &translated)) {
        source.text = translated.data;
        source.size = translated.length;
    }
    bind_cell(cell->number);
    cell->outer = shell->cell;
    shell->cell = cell;
    kernel_events_begin(kernel, cell->code, cell->length, cell->silent, cell->store);
    int status = cell->silent ? 0 : kernel_magic_before_cell(kernel);
    if (!status)
        status = kernel_library_before(kernel, &source, &changed);
    const pid_t process = getpid();
    lang_signals_reset_interrupt(t);
    if (!status)
        status = lang_run(t, &source, NULL, &value);
    if (getpid() != process)
        end_child(kernel, status);
    wire_text_clear(&translated);
    lang_unref(t, changed);
    if (!status && value.tag > LANG_NONE && !source.hidden_last)
        status = show(kernel, cell, value);
    lang_value error = lang_undef();
    if (status && (kernel->events || cell->keep || kernel->library)) {
        error = lang_error_take(t);
        lang_error_restore(t, lang_ref(error));
    }
    if (status && kernel_library_handles(kernel, error)) { /* it has been shown, or was not to be */
        cell->failed = true;
        lang_report(t, LANG_REPORT_CELL, &cell->report);
    } else if (status)
        take_error(kernel, cell);
    kernel_library_after(kernel, error, value);
    kernel_events_end(kernel, cell->number, error, value);
    shell->cell = cell->outer;
    if (cell->keep) {
        cell->error = error;
        cell->value = value;
    } else {
        lang_unref(t, error);
        lang_unref(t, value);
    }
    kernel_python_after_cell(t);
    kernel_magic_after_cell(kernel);
}

static void run_inner(struct kernel *kernel, const char *code, size_t length, bool store, bool silent,
                      lang_value *value, lang_value *error)
{
    struct cell cell = {.code = code, .length = length, .silent = silent, .store = store && !silent, .keep = true};
    struct kernel_shell *shell = kernel_shell_here();
    bool storing = shell->storing;
    cell.blank = is_blank(code, length);
    cell.number = kernel->count + 1;
    cell.value = cell.error = lang_undef();
    if (!cell.blank) {
        shell->storing = cell.store;
        if (cell.store) {
            kernel->count++;
            remember_input(kernel, &cell);
        }
        run(kernel, &cell);
        lang_report_free(&cell.report);
        shell->storing = storing;
    }
    *value = cell.value;
    *error = cell.error;
}

/* ---- user expressions ---- */

static void put_expression(struct wire_text *content, const char *text, size_t length)
{
    struct lang_thread *t = kernel_thread_here();
    struct kernel_bundle bundle = {0};
    lang_value value = lang_eval(t, text, length, lang_main_dict(t), NULL);
    if (lang_is_error(value) || kernel_format_value(t, value, &bundle) < 0) {
        struct lang_report report = {0};
        lang_report(t, LANG_REPORT_CELL, &report);
        wire_text_put(content, "{\"status\":\"error\",");
        kernel_put_report(content, &report);
        lang_report_free(&report);
    } else {
        wire_text_put(content, "{\"status\":\"ok\",");
        kernel_put_bundle(content, &bundle);
        kernel_bundle_free(&bundle);
        lang_error_clear(t);
    }
    wire_text_put(content, "}");
    if (!lang_is_error(value))
        lang_unref(t, value);
}

static void put_expressions(struct wire_text *content, const json_t *expressions)
{
    const char *name, *comma = "";
    json_t *text;
    wire_text_put(content, ",\"user_expressions\":{");
    json_object_foreach((json_t *)expressions, name, text)
    {
        wire_text_put(content, comma);
        wire_text_cstring(content, name);
        wire_text_put(content, ":");
        put_expression(content, json_is_string(text) ? json_string_value(text) : "", json_string_length(text));
        comma = ",";
    }
    wire_text_put(content, "}");
}

/* ---- the request ---- */

static void announce(struct kernel *kernel, struct wire_request *request, const struct cell *cell)
{
    struct wire_text content = {0};
    wire_text_put(&content, "{\"code\":");
    wire_text_string(&content, cell->code, cell->length);
    wire_text_printf(&content, ",\"execution_count\":%lld}", cell->number);
    wire_publish(kernel->wire, request, "execute_input", &content, NULL);
}

static void put_reply(struct kernel *kernel, struct wire_request *request, const struct cell *cell,
                      struct wire_text *content)
{
    wire_text_printf(content, "{\"status\":\"%s\",\"execution_count\":%lld", cell->failed ? "error" : "ok",
                     kernel->count);
    if (cell->failed) {
        wire_text_put(content, ",");
        kernel_put_report(content, &cell->report);
        wire_text_put(content, ",\"user_expressions\":{}");
    } else
        put_expressions(content, json_object_get(wire_request_content(request), "user_expressions"));
    put_payload(kernel, content);
    wire_text_put(content, "}");
}

/* The process stays for a moment: a front end that has read the reply still asks the kernel to shut down, and takes one
 * that is gone before for dead. */
static void end_after_exit(struct kernel *kernel, struct wire_request *request)
{
    struct kernel_shell *shell = kernel_shell_here();
    (void)request;
    if (shell->exit_asked && !shell->keep_kernel) {
        atomic_store(&kernel->exit_at, kernel_now() + EXIT_DELAY_MS);
        wire_wake(kernel->wire);
    }
    shell->exit_asked = false;
}

void kernel_work_begin(struct kernel *kernel, struct wire_request *request, bool allow_stdin)
{
    struct kernel_shell *shell = kernel_shell_here();
    lang_lock(kernel_thread_here());
    if (!shell->id[0]) { /* an interrupt is for the main shell */
        atomic_store(&kernel->interrupt, 0);
        atomic_store(&kernel->running, true);
    }
    shell->allow_stdin = allow_stdin;
    shell->request = request;
}

void kernel_work_end(struct kernel *kernel)
{
    struct kernel_shell *shell = kernel_shell_here();
    shell->request = NULL;
    if (!shell->id[0]) {
        atomic_store(&kernel->running, false);
        atomic_store(&kernel->interrupt, 0);
    }
    lang_unlock(kernel_thread_here());
}

/* The lock is held. */
static void run_request(struct kernel *kernel, struct wire_request *request, struct cell *cell,
                        struct kernel_reply *reply)
{
    cell->number = kernel->count + 1;
    kernel_headroom_begin_cell();
    kernel_output_begin(kernel, request);
    if (!cell->silent)
        announce(kernel, request, cell);
    if (cell->blank)
        cell->store = false;
    if (cell->store)
        kernel->count++;
    kernel_shell_here()->storing = cell->store;
    if (!cell->blank) {
        if (cell->store)
            remember_input(kernel, cell);
        run(kernel, cell);
    }
    put_reply(kernel, request, cell, &reply->content);
}

void kernel_handle_execute(struct kernel *kernel, struct wire_request *request, struct kernel_reply *reply)
{
    struct cell cell = {0};
    char started[32];
    cell.code = wire_content_string(request, "code", &cell.length, NULL);
    if (!cell.code) {
        kernel_reply_error(reply, "ValueError", "execute_request without code");
        return;
    }
    if (!kernel_thread_here()) {
        kernel_reply_error(reply, "RuntimeError", kernel->start_error);
        return;
    }
    wire_date(started);
    kernel->show_value = show_value;
    kernel->run_inner = run_inner;
    cell.silent = wire_content_bool(request, "silent", false);
    cell.store = !cell.silent && wire_content_bool(request, "store_history", true);
    cell.stop_on_error = wire_content_bool(request, "stop_on_error", true);
    cell.blank = is_blank(cell.code, cell.length);
    kernel_work_begin(kernel, request, wire_content_bool(request, "allow_stdin", false));
    run_request(kernel, request, &cell, reply);
    kernel_work_end(kernel);
    /* Before the reply is sent, everything that the client has sent by now is put into the queue: it could not know of
     * the error. */
    if (cell.failed && !cell.silent && cell.stop_on_error) {
        wire_sync(kernel->wire);
        kernel_abort_queue(kernel_shell_here());
    }
    wire_text_printf(&reply->metadata, "{\"started\":\"%s\",\"status\":\"%s\"}", started, cell.failed ? "error" : "ok");
    reply->after = end_after_exit;
    lang_report_free(&cell.report);
}
