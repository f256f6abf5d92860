/*
 * magic_display.c - %%capture, %%html and its kin, %history.
 *
 * Owns recordings of output and the objects that replay them.
 */
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include "magic.h"

/* ---- %%capture ---- */

struct captured {
    struct lang_object head;
    struct kernel_recording recording;
};

static void clear_recording(struct kernel_recording *recording)
{
    for (int i = 1; i <= 2; i++)
        wire_text_clear(&recording->text[i]);
    for (size_t i = 0; i < recording->count; i++)
        kernel_bundle_free(&recording->bundles[i]);
    free(recording->bundles);
    *recording = (struct kernel_recording){0};
}

static lang_value stream_of(struct lang_thread *t, lang_value self, int stream)
{
    const struct wire_text *text = &((struct captured *)self.o)->recording.text[stream];
    return lang_obj_or_error(lang_str_new(t, text->data ? text->data : "", text->length));
}

static lang_value captured_stdout(struct lang_thread *t, lang_value self)
{
    return stream_of(t, self, 1);
}

static lang_value captured_stderr(struct lang_thread *t, lang_value self)
{
    return stream_of(t, self, 2);
}

/* The texts of what was displayed. */
static lang_value captured_outputs(struct lang_thread *t, lang_value self)
{
    const struct kernel_recording *recording = &((struct captured *)self.o)->recording;
    struct lang_list *list = lang_list_new(t, (int64_t)recording->count);
    for (size_t i = 0; list && i < recording->count; i++) {
        const struct kernel_bundle *bundle = &recording->bundles[i];
        struct lang_dict *data = lang_dict_new(t);
        int status = data ? 0 : -1;
        for (size_t j = 0; !status && j < bundle->count; j++) {
            struct lang_str *text = lang_str_new(t, bundle->entries[j].data, bundle->entries[j].size);
            status = text ? lang_dict_set_c(t, data, bundle->entries[j].mime, lang_obj(text)) : -1;
            lang_xdecref(t, text);
        }
        if (status || lang_list_append(t, list, lang_obj(data))) {
            lang_decref(t, list);
            list = NULL;
        }
        lang_xdecref(t, data);
    }
    return lang_obj_or_error(list);
}

static lang_value captured_show(struct lang_thread *t, const lang_value *args)
{
    struct kernel *kernel = kernel_current();
    struct kernel_recording *recording = &((struct captured *)args[0].o)->recording;
    (void)t;
    for (int i = 1; i <= 2; i++)
        if (recording->text[i].length)
            kernel->host.write(kernel->host.ctx, i, recording->text[i].data, recording->text[i].length);
    for (size_t i = 0; i < recording->count; i++)
        kernel->display(kernel, &recording->bundles[i], KERNEL_DISPLAY);
    return lang_none();
}

static lang_value captured_call(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                                struct lang_tuple *kwnames)
{
    (void)args;
    (void)nargs;
    (void)kwnames;
    return captured_show(t, &callee);
}

static void captured_destroy(struct lang_thread *t, struct lang_object *o)
{
    (void)t;
    clear_recording(&((struct captured *)o)->recording);
}

static const struct lang_method captured_methods[] = {
    {"show", "()", captured_show, "Write my output to sys.stdout/err as appropriate.", 0},
    {0},
};

static const struct lang_getset captured_attributes[] = {
    {"stdout", captured_stdout, NULL, "Captured standard output."},
    {"stderr", captured_stderr, NULL, "Captured standard error."},
    {"outputs", captured_outputs, NULL, "A list of the captured rich display outputs, if any."},
    {0},
};

static struct lang_type captured_type = {
    .name = "CapturedIO",
    .module = "IPython.utils.capture",
    .doc = "Simple object for containing captured stdout/err and rich display outputs.",
    .size = sizeof(struct captured),
    .destroy = captured_destroy,
    .call = captured_call,
    .methods = captured_methods,
    .getset = captured_attributes,
};

int kernel_magic_display_start(struct lang_thread *t)
{
    return lang_type_ready(t, &captured_type);
}

/* Runs the cell and shows its value as a cell would, into the recording. */
static int run_recorded(struct magic_call *call)
{
    struct lang_source source = {
        .text = call->cell, .size = call->cell_length, .cell = (int)call->kernel->count, .escapes = true};
    lang_value value = lang_undef();
    int status = lang_run(call->t, &source, NULL, &value);
    if (!status && value.tag > LANG_NONE && !source.hidden_last) {
        struct kernel_bundle bundle = {0};
        status = kernel_format_value(call->t, value, &bundle);
        if (status >= 0)
            call->kernel->display(call->kernel, &bundle, KERNEL_DISPLAY);
        kernel_bundle_free(&bundle);
    }
    lang_unref(call->t, value);
    return status;
}

static int read_capture(struct magic_call *call, struct kernel_recording *recording, char *name, size_t size)
{
    bool out = false, err = false, display = false;
    const struct magic_option options[] = {{"--no-stdout", NULL, &out, NULL},
                                           {"--no-stderr", NULL, &err, NULL},
                                           {"--no-display", NULL, &display, NULL},
                                           {0}};
    struct magic_words words;
    int status = kernel_magic_split(call, call->line, &words);
    if (!status)
        status = kernel_magic_parse(call, &words, options, 1);
    recording->streams[1] = !out;
    recording->streams[2] = !err;
    recording->displays = !display;
    snprintf(name, size, "%s", !status && words.count ? words.items[0] : "");
    kernel_magic_words_free(&words);
    return status;
}

lang_value kernel_magic_capture(struct magic_call *call)
{
    char name[128];
    struct kernel_output *output = &call->kernel->output;
    struct captured *captured = lang_object_new(call->t, &captured_type);
    if (!captured)
        return lang_error();
    struct kernel_recording *recording = &captured->recording;
    if (read_capture(call, recording, name, sizeof name)) {
        lang_decref(call->t, captured);
        return lang_error();
    }
    pthread_mutex_lock(&output->lock);
    recording->outer = output->recording;
    output->recording = recording;
    pthread_mutex_unlock(&output->lock);
    int status = run_recorded(call);
    pthread_mutex_lock(&output->lock);
    output->recording = recording->outer;
    pthread_mutex_unlock(&output->lock);
    if (!status && recording->failed) {
        lang_no_memory(call->t);
        status = -1;
    }
    if (!status && name[0])
        status = lang_dict_set_c(call->t, lang_main_dict(call->t), name, lang_obj(captured));
    lang_decref(call->t, captured);
    return status ? lang_error() : lang_none();
}

/* ---- %%html ... ---- */

static const struct kind {
    const char *magic, *class, *mime;
} kinds[] = {
    {"html", "HTML", "text/html"},
    {"HTML", "HTML", "text/html"},
    {"markdown", "Markdown", "text/markdown"},
    {"latex", "Latex", "text/latex"},
    {"javascript", "Javascript", "application/javascript"},
    {"js", "Javascript", "application/javascript"},
    {"svg", "SVG", "image/svg+xml"},
};

/* The one option of %%html; its kin take any line, as IPython's do. */
static int read_isolated(struct magic_call *call, bool *isolated)
{
    const struct magic_option options[] = {{"--isolated", NULL, isolated, NULL}, {0}};
    struct magic_words words;
    int status = kernel_magic_split(call, call->line, &words);
    if (!status)
        status = kernel_magic_parse(call, &words, options, 0);
    kernel_magic_words_free(&words);
    return status;
}

lang_value kernel_magic_display(struct magic_call *call)
{
    struct kernel_bundle bundle = {0};
    bool isolated = false;
    if (!strcasecmp(call->name, "html") && read_isolated(call, &isolated))
        return lang_error();
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        char text[80];
        size_t length = call->cell_length;
        if (strcmp(kinds[i].magic, call->name))
            continue;
        while (!strcmp(kinds[i].magic, "svg") && length && strchr(" \r\n", call->cell[length - 1]))
            length--;
        snprintf(text, sizeof text, "<IPython.core.display.%s object>", kinds[i].class);
        if (kernel_bundle_add(&bundle, "text/plain", text, strlen(text), false) ||
            kernel_bundle_add(&bundle, kinds[i].mime, call->cell, length, false)) {
            kernel_bundle_free(&bundle);
            return lang_no_memory(call->t);
        }
    }
    if (isolated)
        bundle.metadata = strdup("{\"text/html\":{\"isolated\":true}}");
    call->kernel->display(call->kernel, &bundle, KERNEL_DISPLAY);
    kernel_bundle_free(&bundle);
    return lang_none();
}

/* ---- %history ---- */

struct wish {
    bool numbers, outputs, prompts;
    long long limit;
    char pattern[256];
    char ranges[256];
};

/* Whether ranges ask for another session than this one, "~0". */
static bool in_other_session(const char *ranges)
{
    char word[64];
    while (kernel_magic_word(&ranges, word, sizeof word)) {
        char *at = strchr(word, '/');
        if (at && at != word && strncmp(word, "~0/", 3) != 0)
            return true;
    }
    return false;
}

/* Whether a line lies in one of the ranges "2", "4-6" (the end is part of it), "4-" (to the end), "~0/..." and "4:6"
 * (its end is not part of it). */
static bool in_ranges(const char *ranges, long long line)
{
    char word[64];
    if (!*ranges)
        return true;
    while (kernel_magic_word(&ranges, word, sizeof word)) {
        char *at = strchr(word, '/'), *end;
        at = at ? at + 1 : word;
        long long first = strtoll(at, &end, 10), last = first;
        if (*end == '-')
            last = end[1] ? strtoll(end + 1, NULL, 10) : line;
        else if (*end == ':')
            last = strtoll(end + 1, NULL, 10) - 1;
        if (line >= first && line <= last)
            return true;
    }
    return false;
}

static int read_wish(struct magic_call *call, struct wish *wish)
{
    const char *line = call->line;
    char value[256], pattern[300];
    int letter;
    *wish = (struct wish){.limit = -1};
    const struct magic_getopt allowed = {"noptuyl:g:f:", NULL};
    while ((letter = kernel_magic_option(call, &line, &allowed, value, sizeof value)) > 0) {
        if (letter == 'n')
            wish->numbers = true;
        else if (letter == 'o')
            wish->outputs = true;
        else if (letter == 'p')
            wish->prompts = true;
        else if (strchr("tuyf", letter)) {
            lang_usage_error(call->t, "option -%c is not supported", letter);
            return -1;
        } else if (letter == 'l')
            wish->limit = strtoll(value, NULL, 10);
        else if (letter == 'g') {
            snprintf(pattern, sizeof pattern, "*%s*", value);
            snprintf(wish->pattern, sizeof wish->pattern, "%.255s", pattern);
        }
    }
    if (letter == 0 && in_other_session(line)) {
        lang_usage_error(call->t, "the history of other sessions is not supported");
        return -1;
    }
    snprintf(wish->ranges, sizeof wish->ranges, "%.255s", line);
    return letter;
}

/* Each line behind its prompt; several lines end with an empty one. */
static void put_prompted(struct wire_text *text, const char *input, size_t length)
{
    const char *prompt = ">>> ";
    bool several = memchr(input, '\n', length) != NULL;
    while (length) {
        const char *newline = memchr(input, '\n', length);
        size_t n = newline ? (size_t)(newline - input) : length;
        wire_text_printf(text, "%s%.*s\n", prompt, (int)n, input);
        n += newline ? 1 : 0;
        input += n;
        length -= n;
        prompt = "... ";
    }
    if (several)
        wire_text_put(text, "...\n");
}

static void put_plain(struct wire_text *text, const struct kernel_history_entry *entry)
{
    wire_text_add(text, entry->input, entry->input_length);
    if (!entry->input_length || entry->input[entry->input_length - 1] != '\n')
        wire_text_put(text, "\n");
}

static void put_input(struct wire_text *text, const struct kernel_history_entry *entry, const struct wish *wish)
{
    if (wish->numbers)
        wire_text_printf(text, "%4lld:%s", entry->line, strchr(entry->input, '\n') ? "\n" : " ");
    if (wish->prompts)
        put_prompted(text, entry->input, entry->input_length);
    else
        put_plain(text, entry);
    if (wish->outputs && entry->output)
        wire_text_printf(text, "%s\n", entry->output);
}

lang_value kernel_magic_history(struct magic_call *call)
{
    struct kernel_history *history = &call->kernel->history;
    struct wire_text text = {0};
    struct wish wish;
    if (read_wish(call, &wish))
        return lang_error();
    pthread_mutex_lock(&history->lock);
    for (size_t i = 0; i < history->count; i++) {
        const struct kernel_history_entry *entry = &history->entries[i];
        if ((wish.limit >= 0 && (long long)(history->count - i) > wish.limit) || !in_ranges(wish.ranges, entry->line) ||
            (wish.pattern[0] && fnmatch(wish.pattern, entry->input, 0)))
            continue;
        put_input(&text, entry, &wish);
    }
    pthread_mutex_unlock(&history->lock);
    if (text.data)
        kernel_magic_write(call, text.data, text.length);
    wire_text_clear(&text);
    return lang_none();
}
