/*
 * output.c - what a cell shows becomes messages: streams joined, bundles, results, errors.
 *
 * Owns the text that is not yet published. Streams are joined until they are large or 50 ms old, and always published
 * before anything that must come after them: text of the other stream, too. Must not know who prints. While a %%capture
 * is at work, what it asks for goes into its recording instead.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "session.h"

#define STREAM_AGE_MS 50
#define STREAM_LIMIT ((size_t)64 << 10)
/* While subscribers lag behind by more than LAG, messages are larger: each of them has its own cost. */
#define LAG ((size_t)8 << 20)
#define STREAM_LIMIT_LAGGING ((size_t)256 << 10)
/* More is not put into one message, however long a text is. */
#define PIECE ((size_t)1 << 20)

int kernel_output_init(struct kernel_output *output)
{
    return pthread_mutex_init(&output->lock, NULL) ? -1 : 0;
}

void kernel_output_clear(struct kernel_output *output)
{
    for (int i = 1; i <= 2; i++)
        wire_text_clear(&output->stream[i]);
    wire_request_unref(output->parent);
    output->parent = NULL;
    pthread_mutex_destroy(&output->lock);
}

/* ---- streams ---- */

/* The lock is held: messages of one stream leave in the order of their text. */
static void publish_stream(struct kernel *kernel, struct kernel_output *output, int stream)
{
    struct wire_text *text = &output->stream[stream];
    if (!text->length && !text->failed)
        return;
    struct wire_text content = {0};
    wire_text_printf(&content, "{\"name\":\"%s\",\"text\":", stream == 1 ? "stdout" : "stderr");
    wire_text_string(&content, text->data ? text->data : "", text->length);
    wire_text_put(&content, "}");
    if (text->failed)
        wire_log("output lost: out of memory");
    if (text->capacity > STREAM_LIMIT)
        wire_text_clear(text);
    text->length = 0;
    text->failed = false;
    wire_publish(kernel->wire, output->parent, "stream", &content, NULL);
}

static void publish_streams(struct kernel *kernel, struct kernel_output *output, int stream)
{
    for (int i = 1; i <= 2; i++)
        if (!stream || stream == i)
            publish_stream(kernel, output, i);
    if (!output->stream[1].length && !output->stream[2].length)
        output->due = 0;
}

void kernel_output_flush(struct kernel *kernel, int stream)
{
    if (!kernel->wire)
        return;
    struct kernel_output *output = kernel_output_here(kernel);
    wire_drain(kernel->wire);
    pthread_mutex_lock(&output->lock);
    publish_streams(kernel, output, stream);
    pthread_mutex_unlock(&output->lock);
}

void kernel_output_begin(struct kernel *kernel, struct wire_request *request)
{
    struct kernel_output *output = kernel_output_here(kernel);
    wire_drain_all(kernel->wire);
    pthread_mutex_lock(&output->lock);
    publish_streams(kernel, output, 0);
    struct wire_request *former = output->parent;
    output->parent = wire_request_ref(request);
    pthread_mutex_unlock(&output->lock);
    atomic_store(&kernel->latest, kernel_shell_here());
    wire_request_unref(former);
}

/* Appends; the lock is held. Returns whether the text is large enough to be sent. */
static bool append(struct kernel *kernel, struct kernel_output *output, int stream, const char *text, size_t length)
{
    publish_stream(kernel, output, 3 - stream);
    wire_text_add(&output->stream[stream], text, length);
    if (!output->due)
        output->due = kernel_now() + STREAM_AGE_MS;
    size_t has = output->stream[stream].length;
    return has >= STREAM_LIMIT_LAGGING || (has >= STREAM_LIMIT && wire_lag(kernel->wire) < LAG);
}

static void write_piece(struct kernel *kernel, int stream, const char *text, size_t length)
{
    struct kernel_output *output = kernel_output_here(kernel);
    wire_drain(kernel->wire);
    pthread_mutex_lock(&output->lock);
    struct kernel_recording *recording = output->recording;
    bool large = false;
    if (recording && recording->streams[stream])
        wire_text_add(&recording->text[stream], text, length);
    else
        large = append(kernel, output, stream, text, length);
    pthread_mutex_unlock(&output->lock);
    if (!large)
        return;
    wire_wait_capacity(kernel->wire, &kernel->interrupt);
    pthread_mutex_lock(&output->lock);
    publish_streams(kernel, output, stream);
    pthread_mutex_unlock(&output->lock);
}

/* ---- in a forked process ---------------------------------------------------------------------------------------- */

void kernel_output_direct(int stream, const char *text, size_t length)
{
    while (length) {
        ssize_t done = write(stream, text, length);
        if (done < 0 && errno != EINTR)
            return;
        text += done > 0 ? done : 0;
        length -= done > 0 ? (size_t)done : 0;
    }
}

static void display_direct(struct kernel *kernel, const struct kernel_bundle *bundle, enum kernel_display_kind kind)
{
    (void)kernel;
    (void)kind;
    for (size_t i = 0; i < bundle->count; i++)
        if (!strcmp(bundle->entries[i].mime, "text/plain")) {
            kernel_output_direct(1, bundle->entries[i].data, bundle->entries[i].size);
            kernel_output_direct(1, "\n", 1);
        }
}

void kernel_output_forked(void *context)
{
    struct kernel *kernel = context;
    kernel->wire = NULL;
    kernel->display = display_direct;
    kernel->clear_output = NULL;
}

/* ---- streams, written ------------------------------------------------------------------------------------------- */

struct wire_request *kernel_output_parent(struct kernel *kernel)
{
    struct kernel_output *output = kernel_output_here(kernel);
    pthread_mutex_lock(&output->lock);
    struct wire_request *parent = output->parent ? wire_request_ref(output->parent) : NULL;
    pthread_mutex_unlock(&output->lock);
    return parent;
}

void kernel_output_write(struct kernel *kernel, int stream, const char *text, size_t length)
{
    if (!kernel->wire) {
        kernel_output_direct(stream, text, length);
        return;
    }
    while (length > PIECE) {
        size_t piece = wire_utf8_complete(text, PIECE);
        write_piece(kernel, stream, text, piece);
        text += piece;
        length -= piece;
    }
    if (length)
        write_piece(kernel, stream, text, length);
}

void kernel_output_captured(void *context, int stream, const char *text, size_t length)
{
    struct kernel *kernel = context;
    struct kernel_output *output = kernel_output_here(kernel);
    if (!kernel->wire) {
        kernel_output_direct(stream, text, length);
        return;
    }
    pthread_mutex_lock(&output->lock);
    if (append(kernel, output, stream, text, length))
        publish_streams(kernel, output, stream);
    pthread_mutex_unlock(&output->lock);
}

/* ---- lost output ------------------------------------------------------------------------------------------------ */

static void put_size(struct wire_text *text, const struct wire_loss *loss)
{
    wire_text_printf(text, "%zu message%s (%.1f MB)", loss->messages, loss->messages == 1 ? "" : "s",
                     (double)loss->bytes / 1e6);
}

/* Tells a front end that has stopped reading, in the notebook, what it has missed. */
static void tell_loss(struct kernel *kernel, enum wire_loss_stage stage, const struct wire_loss *loss)
{
    struct wire_text text = {0}, content = {0};
    if (stage == WIRE_LOSS_BEGINS)
        wire_text_put(
            &text,
            "A front end has stopped reading and was disconnected: it misses what comes until it connects again.");
    else {
        put_size(&text, loss);
        wire_text_put(&text, stage == WIRE_LOSS_ENDED ? " did not reach a front end that had stopped reading."
                                                      : " did not reach a front end that has stopped reading.");
    }
    wire_text_put(&text, "\n");
    wire_text_put(&content, "{\"name\":\"stderr\",\"text\":");
    wire_text_string(&content, text.data ? text.data : "", text.length);
    wire_text_put(&content, "}");
    wire_text_clear(&text);
    struct kernel_output *output = kernel_output_here(kernel);
    pthread_mutex_lock(&output->lock);
    publish_streams(kernel, output, 0);
    wire_publish(kernel->wire, output->parent, "stream", &content, NULL);
    pthread_mutex_unlock(&output->lock);
}

static void tell_losses(struct kernel *kernel, bool cell_ends)
{
    enum wire_loss_stage stage;
    struct wire_loss loss;
    while (wire_loss(kernel->wire, &stage, &loss, cell_ends)) {
        tell_loss(kernel, stage, &loss);
        cell_ends &= stage != WIRE_LOSS_GOES_ON;
    }
}

void kernel_output_end(struct kernel *kernel)
{
    kernel_output_flush(kernel, 0);
    tell_losses(kernel, true);
}

/* Milliseconds until text of a shell is due, -1: there is none. */
static int tick(struct kernel *kernel, struct kernel_output *output)
{
    int wait = -1;
    pthread_mutex_lock(&output->lock);
    if (output->due) {
        uint64_t now = kernel_now();
        if (now >= output->due)
            publish_streams(kernel, output, 0);
        else
            wait = (int)(output->due - now);
    }
    pthread_mutex_unlock(&output->lock);
    return wait;
}

int kernel_output_tick(struct kernel *kernel)
{
    tell_losses(kernel, false);
    int wait = tick(kernel, &kernel->main_shell.output);
    for (struct kernel_shell *shell = kernel_subshells(kernel); shell; shell = shell->next) {
        int its = tick(kernel, &shell->output);
        if (its >= 0 && (wait < 0 || its < wait))
            wait = its;
    }
    return wait;
}

/* ---- bundles ---- */

void kernel_put_bundle(struct wire_text *text, const struct kernel_bundle *bundle)
{
    wire_text_put(text, "\"data\":{");
    for (size_t i = 0; i < bundle->count; i++) {
        const struct kernel_bundle_entry *entry = &bundle->entries[i];
        if (i)
            wire_text_put(text, ",");
        wire_text_cstring(text, entry->mime);
        wire_text_put(text, ":");
        if (entry->json)
            wire_text_utf8(text, entry->data, entry->size);
        else
            wire_text_string(text, entry->data, entry->size);
    }
    wire_text_put(text, "},\"metadata\":");
    wire_text_put(text, bundle->metadata ? bundle->metadata : "{}");
}

static int copy_bundle(struct kernel_bundle *copy, const struct kernel_bundle *bundle)
{
    *copy = (struct kernel_bundle){0};
    for (size_t i = 0; i < bundle->count; i++) {
        const struct kernel_bundle_entry *entry = &bundle->entries[i];
        if (kernel_bundle_add(copy, entry->mime, entry->data, entry->size, entry->json))
            goto fail;
    }
    if ((bundle->metadata && !(copy->metadata = strdup(bundle->metadata))) ||
        (bundle->display_id && !(copy->display_id = strdup(bundle->display_id))))
        goto fail;
    return 0;
fail:
    kernel_bundle_free(copy);
    return -1;
}

/* Records a display for %%capture. Returns whether it did. */
static bool record(struct kernel *kernel, const struct kernel_bundle *bundle)
{
    struct kernel_recording *recording = kernel_output_here(kernel)->recording;
    if (!recording || !recording->displays)
        return false;
    if (recording->count == recording->capacity) {
        size_t capacity = recording->capacity ? 2 * recording->capacity : 8;
        struct kernel_bundle *bundles = realloc(recording->bundles, capacity * sizeof *bundles);
        if (!bundles) {
            recording->failed = true;
            return true;
        }
        recording->bundles = bundles;
        recording->capacity = capacity;
    }
    if (copy_bundle(&recording->bundles[recording->count], bundle))
        recording->failed = true;
    else
        recording->count++;
    return true;
}

static void put_transient(struct wire_text *content, const struct kernel_bundle *bundle)
{
    wire_text_put(content, ",\"transient\":{");
    if (bundle->display_id) {
        wire_text_put(content, "\"display_id\":");
        wire_text_cstring(content, bundle->display_id);
    }
    wire_text_put(content, "}");
}

void kernel_output_display(struct kernel *kernel, const struct kernel_bundle *bundle, enum kernel_display_kind kind)
{
    if (record(kernel, bundle))
        return;
    kernel_output_flush(kernel, 0);
    wire_wait_capacity(kernel->wire, &kernel->interrupt);
    struct wire_text content = {0};
    wire_text_put(&content, "{");
    kernel_put_bundle(&content, bundle);
    put_transient(&content, bundle);
    wire_text_put(&content, "}");
    wire_publish(kernel->wire, kernel_output_here(kernel)->parent,
                 kind == KERNEL_DISPLAY_UPDATE ? "update_display_data" : "display_data", &content, NULL);
}

void kernel_output_clear_output(struct kernel *kernel, bool wait)
{
    kernel_output_flush(kernel, 0);
    struct wire_text content = {0};
    wire_text_put(&content, wait ? "{\"wait\":true}" : "{\"wait\":false}");
    wire_publish(kernel->wire, kernel_output_here(kernel)->parent, "clear_output", &content, NULL);
}

void kernel_output_result(struct kernel *kernel, const struct kernel_bundle *bundle, long long count)
{
    if (record(kernel, bundle))
        return;
    kernel_output_flush(kernel, 0);
    struct wire_text content = {0};
    wire_text_printf(&content, "{\"execution_count\":%lld,", count);
    kernel_put_bundle(&content, bundle);
    wire_text_put(&content, "}");
    wire_publish(kernel->wire, kernel_output_here(kernel)->parent, "execute_result", &content, NULL);
}

/* ---- errors ---- */

void kernel_put_report(struct wire_text *text, const struct lang_report *report)
{
    wire_text_put(text, "\"ename\":");
    wire_text_cstring(text, report->ename ? report->ename : "MemoryError");
    wire_text_put(text, ",\"evalue\":");
    wire_text_cstring(text, report->evalue ? report->evalue : "");
    wire_text_put(text, ",\"traceback\":[");
    for (size_t i = 0; i < report->traceback_count; i++) {
        if (i)
            wire_text_put(text, ",");
        wire_text_cstring(text, report->traceback[i]);
    }
    wire_text_put(text, "]");
}

void kernel_shorten_report(struct lang_report *report)
{
    for (size_t i = 0; i + 1 < report->traceback_count; i++)
        free(report->traceback[i]);
    if (report->traceback_count) {
        report->traceback[0] = report->traceback[report->traceback_count - 1];
        report->traceback_count = 1;
    }
}

void kernel_output_error(struct kernel *kernel, const struct lang_report *report)
{
    kernel_output_flush(kernel, 0);
    struct wire_text content = {0};
    wire_text_put(&content, "{");
    kernel_put_report(&content, report);
    wire_text_put(&content, "}");
    wire_publish(kernel->wire, kernel_output_here(kernel)->parent, "error", &content, NULL);
}

/* ---- replies ---- */

void kernel_reply_error(struct kernel_reply *reply, const char *ename, const char *evalue)
{
    wire_text_clear(&reply->content);
    wire_text_put(&reply->content, "{\"status\":\"error\",\"ename\":");
    wire_text_cstring(&reply->content, ename);
    wire_text_put(&reply->content, ",\"evalue\":");
    wire_text_cstring(&reply->content, evalue);
    wire_text_put(&reply->content, ",\"traceback\":[]}");
}

void kernel_add_payload(struct kernel *kernel, struct wire_text *payload)
{
    struct wire_text *all = &kernel_shell_here()->payload;
    (void)kernel;
    if (all->length)
        wire_text_put(all, ",");
    wire_text_add(all, payload->data ? payload->data : "", payload->length);
    wire_text_clear(payload);
}

void kernel_page(struct kernel *kernel, const char *text, size_t length)
{
    kernel_page_from(kernel, text, length, 0);
}

void kernel_page_from(struct kernel *kernel, const char *text, size_t length, int64_t start)
{
    struct wire_text payload = {0};
    if (!kernel->wire) {
        kernel->host.write(kernel, 1, text, length);
        return;
    }
    /* Only the last page of a cell survives. */
    wire_text_put(&payload, "{\"source\":\"page\",\"data\":{\"text/plain\":");
    wire_text_string(&payload, text, length);
    wire_text_printf(&payload, "},\"start\":%lld}", (long long)start);
    wire_text_clear(&kernel_shell_here()->payload);
    kernel_add_payload(kernel, &payload);
}

void kernel_uncolour(char *text)
{
    char *to = text;
    while (*text) {
        size_t length = text[0] == '\033' && text[1] == '[' ? strcspn(text, "m") : 0;
        if (length && text[length])
            text += length + 1;
        else
            *to++ = *text++;
    }
    *to = '\0';
}
