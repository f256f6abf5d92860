/*
 * magic_display.c - %%capture and %%html and its kin.
 *
 * Owns recordings of output and the objects that replay them.
 */
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
    lang_value plain = lang_obj_or_error(list), module = list ? lang_import(t, "IPython.utils.capture") : lang_error();
    lang_value rich = lang_is_error(module) ? module : lang_call_method_c(t, module, "rich_outputs", &plain, 1);
    lang_xdecref(t, list);
    if (!lang_is_error(module))
        lang_unref(t, module);
    return rich;
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

/* str(): what was printed. */
static lang_value captured_str(struct lang_thread *t, lang_value self)
{
    return captured_stdout(t, self);
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
    .str = captured_str,
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
    struct kernel_output *output = kernel_output_here(call->kernel);
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
    if (status) { /* shown, and no failure of the cell */
        kernel_tell_error(call->kernel, call->t, false);
        status = 0;
    }
    if (name[0])
        status = lang_dict_set_c(call->t, lang_main_dict(call->t), name, lang_obj(captured));
    lang_decref(call->t, captured);
    return status ? lang_error() : lang_none();
}

/* ---- capture_output ---- */

struct lang_type *kernel_captured_type(void)
{
    return &captured_type;
}

lang_value kernel_capture_begin(struct lang_thread *t, bool out, bool err, bool displays)
{
    struct kernel_output *output = kernel_output_here(kernel_current());
    struct captured *captured = lang_object_new(t, &captured_type);
    if (!captured)
        return lang_error();
    captured->recording.streams[1] = out;
    captured->recording.streams[2] = err;
    captured->recording.displays = displays;
    pthread_mutex_lock(&output->lock);
    captured->recording.outer = output->recording;
    output->recording = &captured->recording;
    pthread_mutex_unlock(&output->lock);
    return lang_ref(lang_obj(captured)); /* one reference belongs to the recording that is at work */
}

lang_value kernel_capture_end(struct lang_thread *t, lang_value value)
{
    struct kernel_output *output = kernel_output_here(kernel_current());
    if (!lang_is_exactly(value, &captured_type))
        return lang_raise(t, LANG_EXC_TypeError, "not a recording");
    struct kernel_recording *recording = &((struct captured *)value.o)->recording, **at;
    pthread_mutex_lock(&output->lock);
    for (at = &output->recording; *at && *at != recording; at = &(*at)->outer)
        ;
    bool working = *at != NULL;
    if (working)
        *at = recording->outer;
    pthread_mutex_unlock(&output->lock);
    if (working)
        lang_decref(t, value.o);
    return lang_none();
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
    {"SVG", "SVG", "image/svg+xml"},
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
        while (!strcasecmp(kinds[i].magic, "svg") && length && strchr(" \r\n", call->cell[length - 1]))
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
