/*
 * echo_kernel.c - the floor under every kernel: five sockets, HMAC, hand-made JSON, no language.
 *
 * Answers kernel_info_request, execute_request (with the result 2) and shutdown_request, one message after the other on
 * one thread, with the heartbeat on another. What a kernel takes beyond this is its own. Takes -f FILE; checks
 * signatures, trusts everything else: it is for benchmarks only.
 */
#define OPENSSL_SUPPRESS_DEPRECATED /* HMAC_CTX has no short successor */
#include <jansson.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <zmq.h>

enum { SHELL, IOPUB, STDIN, CONTROL, HEARTBEAT, SOCKETS };
#define FRAMES 16

static void *sockets[SOCKETS];
static char key[256];
static long long counter, count;

static void sign(const char *const part[4], const size_t length[4], char hex[65])
{
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned size = 0;
    static HMAC_CTX *context;
    if (!context)
        context = HMAC_CTX_new();
    HMAC_Init_ex(context, key, (int)strlen(key), EVP_sha256(), NULL);
    for (int i = 0; i < 4; i++)
        HMAC_Update(context, (const unsigned char *)part[i], length[i]);
    HMAC_Final(context, digest, &size);
    for (unsigned i = 0; i < size; i++)
        sprintf(hex + 2 * i, "%02x", digest[i]);
}

static void send_message(void *socket, const char *identity, size_t identity_length, const char *type,
                         const char *parent, size_t parent_length, const char *content)
{
    char header[512], hex[65];
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    snprintf(
        header, sizeof header,
        "{\"msg_id\":\"echo_%lld\",\"session\":\"echo\",\"username\":\"u\",\"date\":\"2026-01-01T00:00:00.%06ldZ\","
        "\"msg_type\":\"%s\",\"version\":\"5.3\"}",
        counter++, now.tv_nsec / 1000, type);
    const char *part[4] = {header, parent, "{}", content};
    size_t length[4] = {strlen(header), parent_length, 2, strlen(content)};
    sign(part, length, hex);
    zmq_send(socket, identity, identity_length, ZMQ_SNDMORE);
    zmq_send(socket, "<IDS|MSG>", 9, ZMQ_SNDMORE);
    zmq_send(socket, hex, 64, ZMQ_SNDMORE);
    for (int i = 0; i < 4; i++)
        zmq_send(socket, part[i], length[i], i < 3 ? ZMQ_SNDMORE : 0);
}

struct message {
    zmq_msg_t frame[FRAMES];
    int count;
};

static const char *data(struct message *m, int i)
{
    return zmq_msg_data(&m->frame[i]);
}

static size_t size(struct message *m, int i)
{
    return zmq_msg_size(&m->frame[i]);
}

static int receive(void *socket, struct message *m)
{
    m->count = 0;
    int more = 1;
    while (more && m->count < FRAMES) {
        zmq_msg_t *frame = &m->frame[m->count];
        zmq_msg_init(frame);
        if (zmq_msg_recv(frame, socket, 0) < 0)
            return -1;
        m->count++;
        more = zmq_msg_more(frame);
    }
    return m->count < 7 ? -1 : 0;
}

static int has(struct message *m, int i, const char *text)
{
    return memmem(data(m, i), size(m, i), text, strlen(text)) != NULL;
}

static void publish(struct message *m, const char *type, const char *content)
{
    send_message(sockets[IOPUB], type, strlen(type), type, data(m, 3), size(m, 3), content);
}

static void reply(void *socket, struct message *m, const char *type, const char *content)
{
    send_message(socket, data(m, 0), size(m, 0), type, data(m, 3), size(m, 3), content);
}

static void execute(struct message *m)
{
    char content[256];
    snprintf(content, sizeof content, "{\"code\":\"1+1\",\"execution_count\":%lld}", ++count);
    publish(m, "execute_input", content);
    snprintf(content, sizeof content, "{\"execution_count\":%lld,\"data\":{\"text/plain\":\"2\"},\"metadata\":{}}",
             count);
    publish(m, "execute_result", content);
    snprintf(content, sizeof content,
             "{\"status\":\"ok\",\"execution_count\":%lld,\"user_expressions\":{},\"payload\":[]}", count);
    reply(sockets[SHELL], m, "execute_reply", content);
}

/* Returns whether the kernel ends. */
static int answer(void *socket, struct message *m)
{
    const char *part[4] = {data(m, 3), data(m, 4), data(m, 5), data(m, 6)};
    size_t length[4] = {size(m, 3), size(m, 4), size(m, 5), size(m, 6)};
    char hex[65];
    sign(part, length, hex);
    if (size(m, 2) != 64 || memcmp(hex, data(m, 2), 64))
        return 0;
    int end = has(m, 3, "shutdown_request");
    publish(m, "status", "{\"execution_state\":\"busy\"}");
    if (has(m, 3, "execute_request"))
        execute(m);
    else if (has(m, 3, "kernel_info_request"))
        reply(socket, m, "kernel_info_reply",
              "{\"status\":\"ok\",\"protocol_version\":\"5.3\",\"implementation\":\"echo\",\"implementation_version\":"
              "\"0\","
              "\"language_info\":{\"name\":\"echo\",\"version\":\"0\",\"mimetype\":\"text/"
              "plain\",\"file_extension\":\".txt\"},"
              "\"banner\":\"\"}");
    else if (end)
        reply(socket, m, "shutdown_reply", "{\"status\":\"ok\",\"restart\":false}");
    publish(m, "status", "{\"execution_state\":\"idle\"}");
    return end;
}

static void *beat(void *socket)
{
    char buffer[4096];
    int got;
    while ((got = zmq_recv(socket, buffer, sizeof buffer, 0)) >= 0)
        zmq_send(socket, buffer, (size_t)(got < (int)sizeof buffer ? got : (int)sizeof buffer), 0);
    return NULL;
}

static int bind_all(const char *path)
{
    static const char *const name[SOCKETS] = {"shell_port", "iopub_port", "stdin_port", "control_port", "hb_port"};
    static const int type[SOCKETS] = {ZMQ_ROUTER, ZMQ_PUB, ZMQ_ROUTER, ZMQ_ROUTER, ZMQ_REP};
    json_t *file = json_load_file(path, 0, NULL);
    void *context = zmq_ctx_new(), *second = zmq_ctx_new();
    int unbounded = 0;
    if (!file)
        return -1;
    snprintf(key, sizeof key, "%s", json_string_value(json_object_get(file, "key")));
    for (int i = 0; i < SOCKETS; i++) {
        char endpoint[64];
        snprintf(endpoint, sizeof endpoint, "tcp://127.0.0.1:%d",
                 (int)json_integer_value(json_object_get(file, name[i])));
        sockets[i] = zmq_socket(i == HEARTBEAT ? second : context, type[i]);
        zmq_setsockopt(sockets[i], ZMQ_SNDHWM, &unbounded, sizeof unbounded);
        zmq_setsockopt(sockets[i], ZMQ_RCVHWM, &unbounded, sizeof unbounded);
        if (zmq_bind(sockets[i], endpoint))
            return -1;
    }
    json_decref(file);
    return 0;
}

int main(int argc, char **argv)
{
    pthread_t thread;
    int end = 0;
    if (argc != 3 || strcmp(argv[1], "-f") || bind_all(argv[2])) {
        fprintf(stderr, "usage: echo_kernel -f FILE (or its ports are taken)\n");
        return 1;
    }
    pthread_create(&thread, NULL, beat, sockets[HEARTBEAT]);
    while (!end) {
        zmq_pollitem_t items[2] = {{sockets[CONTROL], 0, ZMQ_POLLIN, 0}, {sockets[SHELL], 0, ZMQ_POLLIN, 0}};
        zmq_poll(items, 2, -1);
        for (int i = 0; i < 2 && !end; i++) {
            struct message m;
            if (!(items[i].revents & ZMQ_POLLIN))
                continue;
            if (!receive(items[i].socket, &m))
                end = answer(items[i].socket, &m);
            for (int j = 0; j < m.count; j++)
                zmq_msg_close(&m.frame[j]);
        }
    }
    struct timespec moment = {0, 20 * 1000 * 1000};
    nanosleep(&moment, NULL);
    return 0;
}
