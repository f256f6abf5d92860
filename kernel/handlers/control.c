/*
 * control.c - the requests that need no language: kernel_info, interrupt, shutdown, usage, subshells.
 *
 * Runs on the io thread, so nothing here may wait. Must not know language objects: it answers before there are any.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#include "session.h"

void kernel_handle_info(struct kernel *kernel, struct wire_request *request, struct kernel_reply *reply)
{
    (void)kernel;
    (void)request;
    wire_text_put(&reply->content,
                  "{\"status\":\"ok\",\"protocol_version\":\"" WIRE_PROTOCOL_VERSION "\","
                  "\"implementation\":\"" KERNEL_IMPLEMENTATION "\",\"implementation_version\":\"" PACKAGE_VERSION "\","
                  "\"language_info\":{\"name\":\"python\",\"version\":\"" LANG_VERSION "\","
                  "\"mimetype\":\"text/x-python\",\"file_extension\":\".py\",\"pygments_lexer\":\"ipython3\","
                  "\"codemirror_mode\":{\"name\":\"ipython\",\"version\":3},\"nbconvert_exporter\":\"python\"},"
                  "\"banner\":\"Tensor " PACKAGE_VERSION ": a kernel for tensor notebooks in Python\","
                  "\"help_links\":[{\"text\":\"Python Reference\",\"url\":\"https://docs.python.org/3.11\"},"
                  "{\"text\":\"PyTorch Reference\",\"url\":\"https://docs.pytorch.org/docs/stable/index.html\"}],"
                  "\"supported_features\":[\"kernel subshells\"],\"debugger\":false}");
}

void kernel_handle_interrupt(struct kernel *kernel, struct wire_request *request, struct kernel_reply *reply)
{
    (void)request;
    kernel_interrupt(kernel);
    if (atomic_load(&kernel->running))
        kernel_signal_children(SIGINT);
    wire_text_put(&reply->content, "{\"status\":\"ok\"}");
}

static void put_shutdown(struct wire_text *text, struct wire_request *request)
{
    wire_text_printf(text, "{\"status\":\"ok\",\"restart\":%s}",
                     wire_content_bool(request, "restart", false) ? "true" : "false");
}

static void end_after_reply(struct kernel *kernel, struct wire_request *request)
{
    struct wire_text content = {0};
    put_shutdown(&content, request);
    wire_publish(kernel->wire, request, "shutdown_reply", &content, NULL);
    kernel_shut_down(kernel);
}

void kernel_handle_shutdown(struct kernel *kernel, struct wire_request *request, struct kernel_reply *reply)
{
    (void)kernel;
    put_shutdown(&reply->content, request);
    reply->after = end_after_reply;
}

/* ---- usage ---- */

/* The number behind a title in a file of /proc, in bytes, -1 when it is not there. */
static long long kilobytes(const char *path, const char *title)
{
    FILE *file = fopen(path, "re");
    char line[256];
    long long found = -1;
    if (!file)
        return -1;
    while (found < 0 && fgets(line, sizeof line, file))
        if (!strncmp(line, title, strlen(title)))
            found = strtoll(line + strlen(title), NULL, 10) * 1024;
    fclose(file);
    return found;
}

/* Jiffies of all processors: the busy ones and all of them. */
static void processor_time(long long *busy, long long *all)
{
    long long field[8] = {0};
    FILE *file = fopen("/proc/stat", "re");
    *busy = *all = 0;
    if (!file)
        return;
    if (fscanf(file, "cpu %lld %lld %lld %lld %lld %lld %lld %lld", &field[0], &field[1], &field[2], &field[3],
               &field[4], &field[5], &field[6], &field[7]) == 8)
        for (int i = 0; i < 8; i++) {
            *all += field[i];
            if (i != 3 && i != 4)
                *busy += field[i];
        }
    fclose(file);
}

static double own_seconds(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_utime.tv_sec + (double)usage.ru_stime.tv_sec +
           1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

/* Percentages are those since the question before; the first answer says 0. */
static void percentages(double *own, double *host)
{
    static uint64_t asked;
    static double seconds;
    static long long busy, all;
    uint64_t now = kernel_now();
    double seconds_now = own_seconds();
    long long busy_now, all_now;
    processor_time(&busy_now, &all_now);
    *own = asked && now > asked ? 100000.0 * (seconds_now - seconds) / (double)(now - asked) : 0;
    *host = asked && all_now > all ? 100.0 * (double)(busy_now - busy) / (double)(all_now - all) : 0;
    asked = now;
    seconds = seconds_now;
    busy = busy_now;
    all = all_now;
}

void kernel_handle_usage(struct kernel *kernel, struct wire_request *request, struct kernel_reply *reply)
{
    (void)kernel;
    (void)request;
    char host[256] = "";
    double own_percent, host_percent;
    gethostname(host, sizeof host - 1);
    percentages(&own_percent, &host_percent);
    long long total = kilobytes("/proc/meminfo", "MemTotal:");
    long long available = kilobytes("/proc/meminfo", "MemAvailable:");
    long long unused = kilobytes("/proc/meminfo", "MemFree:");
    long long own = kilobytes("/proc/self/smaps_rollup", "Pss:");
    wire_text_put(&reply->content, "{\"hostname\":");
    wire_text_cstring(&reply->content, host);
    wire_text_printf(&reply->content,
                     ",\"pid\":%ld,\"cpu_count\":%ld,\"kernel_cpu\":%.1f,\"kernel_memory\":%lld,"
                     "\"host_cpu_percent\":%.1f,\"host_virtual_memory\":{\"total\":%lld,\"available\":%lld,"
                     "\"percent\":%.1f,\"used\":%lld,\"free\":%lld}}",
                     (long)getpid(), sysconf(_SC_NPROCESSORS_ONLN), own_percent, own < 0 ? 0 : own, host_percent, total,
                     available, total > 0 ? 100.0 * (double)(total - available) / (double)total : 0.0,
                     total - available, unused);
}

/* ---- others ---- */

void kernel_handle_create_subshell(struct kernel *kernel, struct wire_request *request, struct kernel_reply *reply)
{
    const struct kernel_shell *shell = kernel_subshell_new(kernel);
    (void)request;
    if (!shell) {
        kernel_reply_error(reply, "RuntimeError", "no further subshell can be made");
        return;
    }
    wire_text_printf(&reply->content, "{\"status\":\"ok\",\"subshell_id\":\"%s\"}", shell->id);
}

void kernel_handle_delete_subshell(struct kernel *kernel, struct wire_request *request, struct kernel_reply *reply)
{
    const char *id = wire_content_string(request, "subshell_id", NULL, "");
    struct kernel_shell *shell = kernel_subshell_find(kernel, id);
    char text[128];
    if (!shell) {
        snprintf(text, sizeof text, "Unknown subshell_id '%.64s'", id);
        kernel_reply_error(reply, "UnknownSubshellError", text);
        return;
    }
    kernel_subshell_end(shell);
    wire_text_put(&reply->content, "{\"status\":\"ok\"}");
}

void kernel_handle_list_subshell(struct kernel *kernel, struct wire_request *request, struct kernel_reply *reply)
{
    const char *comma = "";
    (void)request;
    wire_text_put(&reply->content, "{\"status\":\"ok\",\"subshell_id\":[");
    for (struct kernel_shell *shell = kernel_subshells(kernel); shell; shell = shell->next)
        if (kernel_subshell_is_there(shell)) {
            wire_text_printf(&reply->content, "%s\"%s\"", comma, shell->id);
            comma = ",";
        }
    wire_text_put(&reply->content, "]}");
}

void kernel_handle_connect(struct kernel *kernel, struct wire_request *request, struct kernel_reply *reply)
{
    static const char *const name[WIRE_CHANNEL_COUNT] = {"shell", "iopub", "stdin", "control", "hb"};
    (void)request;
    wire_text_put(&reply->content, "{\"status\":\"ok\"");
    for (int i = 0; i < WIRE_CHANNEL_COUNT; i++)
        wire_text_printf(&reply->content, ",\"%s_port\":%d", name[i], wire_port(kernel->wire, i));
    wire_text_put(&reply->content, "}");
}

/* There is no debugger: the answer is that of the Debug Adapter Protocol to a request that failed, inside a reply that
 * says so, too, for a client that looks at the status first. */
void kernel_handle_debug(struct kernel *kernel, struct wire_request *request, struct kernel_reply *reply)
{
    static const char text[] = "this kernel has no debugger";
    (void)kernel;
    kernel_reply_error(reply, "NotImplementedError", text);
    reply->content.length--; /* the brace that ends the object */
    wire_text_printf(&reply->content,
                     ",\"type\":\"response\",\"seq\":0,\"request_seq\":%lld,\"success\":false,\"command\":",
                     wire_content_int(request, "seq", 0));
    wire_text_cstring(&reply->content, wire_content_string(request, "command", NULL, ""));
    wire_text_put(&reply->content, ",\"message\":");
    wire_text_cstring(&reply->content, text);
    wire_text_put(&reply->content, ",\"body\":{}}");
}

void kernel_handle_unknown(struct kernel *kernel, struct wire_request *request, struct kernel_reply *reply)
{
    char text[160];
    (void)kernel;
    wire_log("unknown message type '%.64s'", wire_request_type(request));
    snprintf(text, sizeof text, "this kernel does not answer a %.64s", wire_request_type(request));
    kernel_reply_error(reply, "NotImplementedError", text);
}

void kernel_handle_refused(struct kernel *kernel, struct wire_request *request, struct kernel_reply *reply)
{
    char text[160];
    (void)kernel;
    snprintf(text, sizeof text, "%.64s is not answered on this channel", wire_request_type(request));
    kernel_reply_error(reply, "ValueError", text);
}
