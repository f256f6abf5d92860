/*
 * roundtrip.c - how fast a kernel starts, answers, takes a burst and ends, seen by a bare client.
 *
 *     roundtrip [--rounds N] -- PROGRAM ARG ...      with {} for the connection file, or -f FILE is added
 *
 * Raw sockets with 1 ms between attempts to connect: jupyter_client takes longer than the kernels do. Ports lie below
 * the ephemeral range, where a client that retries fast could connect to itself. Prints lines `name value`:
 * microseconds, but for the number of lost messages.
 */
#define OPENSSL_SUPPRESS_DEPRECATED /* HMAC_CTX has no short successor */
#include <arpa/inet.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <zmq.h>

enum { SHELL, IOPUB, STDIN, CONTROL, HEARTBEAT, PORTS };
#define KEY "0123456789abcdef"
#define TRIPS 300
#define BURST 1000
#define WAIT_MS 30000

static int ports[PORTS];
static char file_name[64];
static void *context, *shell, *iopub, *control;
static long long counter;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static void fail(const char *what)
{
    fprintf(stderr, "roundtrip: %s\n", what);
    exit(1);
}

/* ---- messages ---- */

static void request(void *socket, const char *type, const char *content, char id[32])
{
    char header[512], hex[65];
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned size = 0;
    snprintf(id, 32, "m%d_%lld_", (int)getpid(), counter++);
    snprintf(header, sizeof header,
             "{\"msg_id\":\"%s\",\"session\":\"bench\",\"username\":\"u\",\"date\":\"2026-01-01T00:00:00.000000Z\","
             "\"msg_type\":\"%s\",\"version\":\"5.3\"}",
             id, type);
    const char *part[4] = {header, "{}", "{}", content};
    HMAC_CTX *mac = HMAC_CTX_new();
    HMAC_Init_ex(mac, KEY, sizeof KEY - 1, EVP_sha256(), NULL);
    for (int i = 0; i < 4; i++)
        HMAC_Update(mac, (const unsigned char *)part[i], strlen(part[i]));
    HMAC_Final(mac, digest, &size);
    HMAC_CTX_free(mac);
    for (unsigned i = 0; i < size; i++)
        sprintf(hex + 2 * i, "%02x", digest[i]);
    zmq_send(socket, "<IDS|MSG>", 9, ZMQ_SNDMORE);
    zmq_send(socket, hex, 64, ZMQ_SNDMORE);
    for (int i = 0; i < 4; i++)
        zmq_send(socket, part[i], strlen(part[i]), i < 3 ? ZMQ_SNDMORE : 0);
}

/* Reads one message; says whether it answers id, or any request where id is NULL, and whether it is an idle. */
static int receive(void *socket, const char *id, int *idle)
{
    int after = -1, ours = id == NULL, more = 1, fine = 0;
    *idle = 0;
    while (more) {
        zmq_msg_t frame;
        zmq_msg_init(&frame);
        if (zmq_msg_recv(&frame, socket, 0) < 0)
            fail("a socket was lost");
        const char *data = zmq_msg_data(&frame);
        size_t size = zmq_msg_size(&frame);
        if (after >= 0)
            after++;
        else if (size == 9 && !memcmp(data, "<IDS|MSG>", 9))
            after = 0;
        if (after == 3 && id)
            ours = memmem(data, size, id, strlen(id)) != NULL;
        if (after == 5) {
            fine = 1;
            *idle = memmem(data, size, "\"idle\"", 6) != NULL;
        }
        more = zmq_msg_more(&frame);
        zmq_msg_close(&frame);
    }
    return fine && ours;
}

/* Waits for the reply to id and, if wanted, its idle. */
static void await(void *socket, const char *id, int want_idle)
{
    int replied = 0, idle = !want_idle;
    double end = now() + WAIT_MS * 1e3;
    while (!replied || !idle) {
        zmq_pollitem_t items[2] = {{socket, 0, ZMQ_POLLIN, 0}, {iopub, 0, ZMQ_POLLIN, 0}};
        zmq_poll(items, 2, 1000);
        int is_idle;
        if (items[0].revents)
            replied |= receive(socket, id, &is_idle);
        if (items[1].revents && receive(iopub, id, &is_idle))
            idle |= is_idle;
        if (now() > end)
            fail("no answer");
    }
}

/* ---- the kernel ---- */

static void choose_ports(void)
{
    static int next;
    if (!next)
        next = 12000 + getpid() % 15000;
    for (int i = 0; i < PORTS;) {
        struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((unsigned short)++next)};
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        int fd = socket(AF_INET, SOCK_STREAM, 0);
        if (fd < 0)
            fail("no sockets");
        if (!bind(fd, (struct sockaddr *)&address, sizeof address))
            ports[i++] = next;
        close(fd);
        if (next > 32000)
            next = 12000;
    }
}

static void write_file(void)
{
    snprintf(file_name, sizeof file_name, "/tmp/roundtrip-%d.json", (int)getpid());
    FILE *file = fopen(file_name, "w");
    if (!file)
        fail("cannot write the connection file");
    fprintf(file,
            "{\"shell_port\": %d, \"iopub_port\": %d, \"stdin_port\": %d, \"control_port\": %d, \"hb_port\": %d, "
            "\"ip\": \"127.0.0.1\", \"transport\": \"tcp\", \"key\": \"" KEY
            "\", \"signature_scheme\": \"hmac-sha256\"}",
            ports[SHELL], ports[IOPUB], ports[STDIN], ports[CONTROL], ports[HEARTBEAT]);
    fclose(file);
}

static void *connect_to(int type, int port)
{
    char endpoint[64];
    int interval = 1, none = 0;
    void *socket = zmq_socket(context, type);
    zmq_setsockopt(socket, ZMQ_RECONNECT_IVL, &interval, sizeof interval);
    zmq_setsockopt(socket, ZMQ_LINGER, &none, sizeof none);
    zmq_setsockopt(socket, ZMQ_RCVHWM, &none, sizeof none);
    zmq_setsockopt(socket, ZMQ_SNDHWM, &none, sizeof none);
    if (type == ZMQ_SUB)
        zmq_setsockopt(socket, ZMQ_SUBSCRIBE, "", 0);
    snprintf(endpoint, sizeof endpoint, "tcp://127.0.0.1:%d", port);
    if (zmq_connect(socket, endpoint))
        fail("cannot connect");
    return socket;
}

static pid_t start(char **argv)
{
    pid_t pid;
    for (char **p = argv; *p; p++)
        if (!strcmp(*p, "{}"))
            *p = file_name;
    fflush(stdout);
    if (posix_spawnp(&pid, argv[0], NULL, NULL, argv, environ))
        fail("cannot start the program");
    return pid;
}

/* Waits until something listens on every port. */
static void await_bound(void)
{
    const struct timespec moment = {0, 200 * 1000};
    for (int i = 0; i < PORTS; i++)
        for (double end = now() + WAIT_MS * 1e3;;) {
            struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((unsigned short)ports[i])};
            address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
            int fd = socket(AF_INET, SOCK_STREAM, 0);
            int failed = connect(fd, (struct sockaddr *)&address, sizeof address);
            close(fd);
            if (!failed)
                break;
            if (now() > end)
                fail("the sockets are not bound");
            nanosleep(&moment, NULL);
        }
}

/* ---- measurements ---- */

struct series {
    double value[TRIPS > 64 ? TRIPS : 64];
    int count;
};

static void add(struct series *s, double value)
{
    if (s->count < (int)(sizeof s->value / sizeof s->value[0]))
        s->value[s->count++] = value;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print(const char *name, struct series *s)
{
    if (!s->count)
        return;
    qsort(s->value, (size_t)s->count, sizeof s->value[0], compare);
    printf("%s/min %.1f\n%s/median %.1f\n", name, s->value[0], name, s->value[s->count / 2]);
}

#define CELL "{\"code\":\"1+1\",\"silent\":false,\"store_history\":true,\"user_expressions\":{},\"allow_stdin\":false}"

static void measure_trips(struct series *s)
{
    char id[32];
    for (int i = 0; i < TRIPS; i++) {
        double begin = now();
        request(shell, "execute_request", CELL, id);
        await(shell, id, 1);
        add(s, now() - begin);
    }
}

/* Sends all cells at once, then reads; returns microseconds a cell. */
static double measure_burst(int *lost)
{
    char id[32];
    int replies = 0, idles = 0, quiet = 0;
    double begin = now(), last = begin;
    for (int i = 0; i < BURST; i++)
        request(shell, "execute_request", CELL, id);
    while ((replies < BURST || idles < BURST) && quiet < 3) {
        zmq_pollitem_t items[2] = {{shell, 0, ZMQ_POLLIN, 0}, {iopub, 0, ZMQ_POLLIN, 0}};
        int idle;
        quiet = zmq_poll(items, 2, 1000) ? 0 : quiet + 1;
        if (items[0].revents)
            replies += receive(shell, NULL, &idle);
        if (items[1].revents && receive(iopub, NULL, &idle))
            idles += idle;
        if (!quiet)
            last = now();
    }
    *lost += BURST - replies + BURST - idles;
    return (last - begin) / BURST;
}

/* Reads what is under way, so that the next wait starts clean. */
static void settle(void)
{
    zmq_pollitem_t item = {iopub, 0, ZMQ_POLLIN, 0};
    int idle;
    while (zmq_poll(&item, 1, 50) > 0)
        receive(iopub, NULL, &idle);
}

static struct series bound, ready, trip, burst, ending;
static int lost;

static void one_round(char **argv, int full)
{
    char id[32];
    int status;
    choose_ports();
    write_file();
    /* The first start tells when the ports are open; connecting to them would disturb the second. */
    double begin = now();
    pid_t pid = start(argv);
    await_bound();
    add(&bound, now() - begin);
    kill(pid, SIGKILL);
    waitpid(pid, &status, 0);

    choose_ports();
    write_file();
    context = zmq_ctx_new();
    begin = now();
    pid = start(argv);
    shell = connect_to(ZMQ_DEALER, ports[SHELL]);
    iopub = connect_to(ZMQ_SUB, ports[IOPUB]);
    control = connect_to(ZMQ_DEALER, ports[CONTROL]);
    request(shell, "kernel_info_request", "{}", id);
    await(shell, id, 0);
    add(&ready, now() - begin);
    settle();
    request(shell, "execute_request", CELL, id);
    await(shell, id, 1);
    if (full) {
        measure_trips(&trip);
        settle();
        add(&burst, measure_burst(&lost));
    }
    begin = now();
    request(control, "shutdown_request", "{\"restart\":false}", id);
    const struct timespec moment = {0, 100 * 1000};
    while (!waitpid(pid, &status, WNOHANG)) {
        if (now() - begin > WAIT_MS * 1e3) {
            kill(pid, SIGKILL);
            fail("the kernel does not end");
        }
        nanosleep(&moment, NULL);
    }
    add(&ending, now() - begin);
    zmq_close(shell);
    zmq_close(iopub);
    zmq_close(control);
    zmq_ctx_term(context);
    unlink(file_name);
}

/* A copy of the command line that names the connection file. */
static char **complete(char **argv)
{
    int count = 0, named = 0;
    for (; argv[count]; count++)
        named |= !strcmp(argv[count], "{}");
    char **full = calloc((size_t)count + 3, sizeof *full);
    if (!full)
        fail("out of memory");
    memcpy(full, argv, (size_t)count * sizeof *full);
    if (!named) {
        full[count] = "-f";
        full[count + 1] = "{}";
    }
    return full;
}

int main(int argc, char **argv)
{
    int rounds = 15, at = 1;
    if (argc > 2 && !strcmp(argv[1], "--rounds")) {
        rounds = atoi(argv[2]);
        at = 3;
    }
    if (at < argc && !strcmp(argv[at], "--"))
        at++;
    if (at >= argc)
        fail("usage: roundtrip [--rounds N] -- PROGRAM ARG ... with {} for the connection file");
    char **command = complete(argv + at);
    for (int i = 0; i < rounds; i++)
        one_round(command, i == rounds - 1 || i == rounds / 2);
    print("bound", &bound);
    print("kernel_info", &ready);
    print("round_trip", &trip);
    print("burst", &burst);
    print("end", &ending);
    printf("lost %d\n", lost);
    free(command);
    return 0;
}
