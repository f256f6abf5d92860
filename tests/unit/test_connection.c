/* Connection files: what is read, and the one line for each fault. */
#include <sys/stat.h>
#include <unistd.h>
#include "harness.h"
#include "wire.h"

static char path[64];

static void write_file(const char *text)
{
    snprintf(path, sizeof path, "/tmp/tensor-connection-%d.json", (int)getpid());
    FILE *file = fopen(path, "w");
    if (file) {
        fputs(text, file);
        fclose(file);
    }
}

#define PORTS "\"shell_port\":1,\"iopub_port\":2,\"stdin_port\":3,\"control_port\":4,\"hb_port\":5"

static int load(const char *text, struct wire_connection *connection, struct wire_error *error)
{
    *error = (struct wire_error){{0}};
    write_file(text);
    int status = wire_connection_load(connection, path, error);
    unlink(path);
    return status;
}

TEST(fields_and_defaults)
{
    struct wire_connection c;
    struct wire_error error;
    REQUIRE(!load("{" PORTS ",\"key\":\"k\",\"more\":[]}", &c, &error));
    CHECK_STR(c.transport, "tcp");
    CHECK_STR(c.ip, "127.0.0.1");
    CHECK_STR(c.scheme, "hmac-sha256");
    CHECK_INT(c.key_length, 1);
    CHECK_INT(c.port[WIRE_SHELL], 1);
    CHECK_INT(c.port[WIRE_IOPUB], 2);
    CHECK_INT(c.port[WIRE_STDIN], 3);
    CHECK_INT(c.port[WIRE_CONTROL], 4);
    CHECK_INT(c.port[WIRE_HEARTBEAT], 5);
    wire_connection_clear(&c);
}

TEST(faults)
{
    static const struct {
        const char *text, *word;
    } rows[] = {
        {"", "not JSON"},
        {"{", "not JSON"},
        {"[]", "not a JSON object"},
        {"{}", "is missing"},
        {"{" PORTS "}", "'key' is missing"},
        {"{" PORTS ",\"key\":5}", "'key' is not a string"},
        {"{" PORTS ",\"key\":\"\",\"ip\":[]}", "'ip' is not a string"},
        {"{" PORTS ",\"key\":\"\",\"transport\":\"udp\"}", "unknown transport 'udp'"},
        {"{\"shell_port\":1,\"key\":\"\"}", "'iopub_port' is missing"},
        {"{\"shell_port\":\"1\",\"key\":\"\"}", "'shell_port' is not a port number"},
        {"{\"shell_port\":65536,\"key\":\"\"}", "'shell_port' is not a port number"},
        {"{\"shell_port\":1,\"iopub_port\":1,\"key\":\"\"}", "the same port"},
        {"{" PORTS ",\"key\":\"\",\"curve_publickey\":\"0123456789012345678901234567890123456789\"}", "is missing"},
        {"{" PORTS ",\"key\":\"\",\"curve_publickey\":\"x\"}", "40 characters"},
        {"{\"registration_port\":5,\"key\":\"\"}", "registration file"},
        {"{\"transport\":\"ipc\",\"ip\":\"/tmp/x\",\"shell_port\":0,\"key\":\"\"}", "must not be 0 with ipc"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct wire_connection c;
        struct wire_error error;
        CHECK_INT(load(rows[i].text, &c, &error), -1);
        CHECK_MSG(strstr(error.text, rows[i].word), "%s: '%s'", rows[i].text, error.text);
        CHECK(!strchr(error.text, '\n'));
    }
}

TEST(missing_file)
{
    struct wire_connection c;
    struct wire_error error = {{0}};
    CHECK_INT(wire_connection_load(&c, "/nonexistent/file.json", &error), -1);
    CHECK(strstr(error.text, "No such file"));
}

TEST(endpoints)
{
    static const struct {
        const char *transport, *ip;
        int port;
        const char *endpoint; /* NULL: refused */
    } rows[] = {
        {"tcp", "127.0.0.1", 5000, "tcp://127.0.0.1:5000"},
        {"tcp", "127.0.0.1", 0, "tcp://127.0.0.1:*"},
        {"tcp", "0.0.0.0", 7, "tcp://*:7"},
        {"tcp", "*", 7, "tcp://*:7"},
        {"tcp", "::1", 7, "tcp://[::1]:7"},
        {"ipc", "/tmp/kernel-x-ipc", 3, "ipc:///tmp/kernel-x-ipc-3"},
        {"ipc",
         "/tmp/"
         "0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345",
         3, NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct wire_connection c = {.transport = (char *)rows[i].transport, .ip = (char *)rows[i].ip};
        struct wire_error error = {{0}};
        char out[256];
        c.port[WIRE_SHELL] = rows[i].port;
        int status = wire_connection_endpoint(&c, WIRE_SHELL, out, sizeof out, &error);
        CHECK_INT(status, rows[i].endpoint ? 0 : -1);
        if (!status)
            CHECK_STR(out, rows[i].endpoint);
    }
}

TEST(chosen_ports_are_merged_into_the_file)
{
    struct wire_connection c, again;
    struct wire_error error = {{0}};
    struct stat status;
    write_file("{\"shell_port\":0,\"iopub_port\":2,\"stdin_port\":3,\"control_port\":4,\"hb_port\":5,\"key\":\"k\","
               "\"kernel_name\":\"kept\"}");
    REQUIRE(!wire_connection_load(&c, path, &error));
    c.port[WIRE_SHELL] = 4711;
    CHECK_INT(wire_connection_save_ports(&c, &error), 0);
    REQUIRE(!wire_connection_load(&again, path, &error));
    CHECK_INT(again.port[WIRE_SHELL], 4711);
    CHECK_INT(again.port[WIRE_IOPUB], 2);
    CHECK(!stat(path, &status));
    CHECK_INT(status.st_mode & 0777, 0600);
    wire_connection_clear(&c);
    wire_connection_clear(&again);
    unlink(path);
}

static int load_once(void *data)
{
    struct wire_connection c;
    struct wire_error error = {{0}};
    int status = wire_connection_load(&c, data, &error);
    if (!status)
        wire_connection_clear(&c);
    return status;
}

TEST(loading_survives_every_failed_allocation)
{
    if (!harness_can_fail_allocations())
        SKIP("linked without HARNESS_WRAP");
    write_file("{" PORTS ",\"key\":\"k\"}");
    long before = harness_live_blocks();
    harness_fail_loop(load_once, path, 1, 0);
    CHECK_INT(harness_live_blocks(), before);
    unlink(path);
}

HARNESS_MAIN
