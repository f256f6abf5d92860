/* Multipart messages: golden frames of the reference client are understood; broken ones are refused with a reason. */
#include <dirent.h>
#include "harness.h"
#include "wire_parts.h"

struct golden {
    char key[256], scheme[64], type[64], id[64], refused[64];
    char *code; /* hexadecimal */
    int identities, buffers;
    struct wire_frames frames;
};

static int nibble(char c)
{
    return c <= '9' ? c - '0' : c - 'a' + 10;
}

static void add_frame(struct wire_frames *frames, const char *hex)
{
    size_t length = strlen(hex) / 2;
    unsigned char *bytes = malloc(length + 1);
    for (size_t i = 0; i < length; i++)
        bytes[i] = (unsigned char)(nibble(hex[2 * i]) << 4 | nibble(hex[2 * i + 1]));
    wire_frames_add_copy(frames, bytes, length);
    free(bytes);
}

static bool load(const char *path, struct golden *g)
{
    FILE *file = fopen(path, "r");
    char *line = NULL;
    size_t size = 0;
    *g = (struct golden){0};
    if (!file)
        return false;
    while (getline(&line, &size, file) > 0) {
        line[strcspn(line, "\n")] = '\0';
        char *value = strchr(line, ' ');
        if (value)
            *value++ = '\0';
        else
            value = "";
        if (!strcmp(line, "key"))
            snprintf(g->key, sizeof g->key, "%s", value);
        else if (!strcmp(line, "scheme"))
            snprintf(g->scheme, sizeof g->scheme, "%s", value);
        else if (!strcmp(line, "type"))
            snprintf(g->type, sizeof g->type, "%s", value);
        else if (!strcmp(line, "id"))
            snprintf(g->id, sizeof g->id, "%s", value);
        else if (!strcmp(line, "refused"))
            snprintf(g->refused, sizeof g->refused, "%s", value);
        else if (!strcmp(line, "code"))
            g->code = strdup(value);
        else if (!strcmp(line, "identities"))
            g->identities = atoi(value);
        else if (!strcmp(line, "buffers"))
            g->buffers = atoi(value);
        else if (!strcmp(line, "frame"))
            add_frame(&g->frames, value);
    }
    free(line);
    fclose(file);
    return true;
}

static void check_code(const struct golden *g, struct wire_request *request)
{
    size_t length;
    char hex[256] = "";
    const char *code = wire_content_string(request, "code", &length, NULL);
    REQUIRE(code && 2 * length < sizeof hex);
    for (size_t i = 0; i < length; i++)
        snprintf(hex + 2 * i, 3, "%02x", (unsigned char)code[i]);
    CHECK_STR(hex, g->code);
}

static void check_golden(const char *name, struct golden *g)
{
    struct wire_error error = {{0}};
    struct wire_replay replay = {0};
    struct wire_signer *signer = wire_signer_new(g->scheme, g->key, strlen(g->key), &error);
    REQUIRE(signer);
    int count = g->frames.count;
    struct wire_request *request = wire_request_open(&g->frames, WIRE_SHELL, signer, &replay, &error);
    CHECK_INT(g->frames.count, 0);
    if (g->refused[0]) {
        CHECK_MSG(!request, "%s was accepted", name);
        CHECK_MSG(strstr(error.text, g->refused), "%s: refused because of '%s'", name, error.text);
    } else if (CHECK_MSG(request, "%s was refused: %s", name, error.text)) {
        CHECK_STR(wire_request_type(request), g->type);
        CHECK_STR(wire_request_id(request), g->id);
        CHECK_INT(count, g->identities + 6 + g->buffers);
        check_code(g, request);
    }
    wire_request_unref(request);
    wire_replay_clear(&replay);
    wire_signer_free(signer);
}

TEST(golden_frames)
{
    const char *source = getenv("TENSOR_SOURCE");
    char folder[512], path[1024];
    snprintf(folder, sizeof folder, "%s/tests/wire", source ? source : ".");
    DIR *directory = opendir(folder);
    if (!directory)
        SKIP("the golden frames are not there");
    struct dirent *entry;
    int seen = 0;
    while ((entry = readdir(directory))) {
        struct golden g;
        if (!strstr(entry->d_name, ".txt"))
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (CHECK(load(path, &g))) {
            check_golden(entry->d_name, &g);
            seen++;
        }
        free(g.code);
        wire_frames_clear(&g.frames);
    }
    closedir(directory);
    CHECK(seen >= 16);
}

TEST(frames_grow_and_keep_their_bytes)
{
    struct wire_frames frames = {0};
    char text[16];
    for (int i = 0; i < 100; i++) {
        int length = snprintf(text, sizeof text, "frame %d", i);
        REQUIRE(!wire_frames_add_copy(&frames, text, (size_t)length));
    }
    CHECK_INT(frames.count, 100);
    CHECK_INT(zmq_msg_size(&frames.frame[42]), 8);
    CHECK_MEM(zmq_msg_data(&frames.frame[42]), "frame 42", 8);
    wire_frames_clear(&frames);
    CHECK_INT(frames.count, 0);
}

TEST(multipart_goes_through_a_socket_unchanged)
{
    void *context = zmq_ctx_new();
    void *a = zmq_socket(context, ZMQ_PAIR), *b = zmq_socket(context, ZMQ_PAIR);
    struct wire_frames sent = {0}, got;
    struct wire_error error = {{0}};
    REQUIRE(!zmq_bind(a, "inproc://frames") && !zmq_connect(b, "inproc://frames"));
    CHECK_INT(wire_frames_receive(&got, a, &error), 0);
    wire_frames_add_copy(&sent, "one", 3);
    wire_frames_add_copy(&sent, "", 0);
    wire_frames_add_copy(&sent, "three", 5);
    CHECK_INT(wire_frames_send(&sent, b), 0);
    CHECK_INT(sent.count, 0);
    CHECK_INT(wire_frames_receive(&got, a, &error), 1);
    CHECK_INT(got.count, 3);
    CHECK_INT(zmq_msg_size(&got.frame[1]), 0);
    CHECK_MEM(zmq_msg_data(&got.frame[2]), "three", 5);
    wire_frames_clear(&got);
    zmq_close(a);
    zmq_close(b);
    zmq_ctx_term(context);
}

TEST(of_a_message_with_too_many_bytes_only_the_beginning_is_kept)
{
    void *context = zmq_ctx_new();
    void *a = zmq_socket(context, ZMQ_PAIR), *b = zmq_socket(context, ZMQ_PAIR);
    struct wire_frames sent = {0}, got;
    struct wire_error error = {{0}};
    REQUIRE(!zmq_bind(a, "inproc://large") && !zmq_connect(b, "inproc://large"));
    char *half = calloc(1, WIRE_MESSAGE_LIMIT / 2 + 1);
    for (int i = 0; i < 2; i++)
        wire_frames_add_copy(&sent, half, WIRE_MESSAGE_LIMIT / 2 + 1);
    wire_frames_add_copy(&sent, "rest", 4);
    wire_frames_send(&sent, b);
    wire_frames_add_copy(&sent, "next", 4);
    wire_frames_send(&sent, b);
    CHECK_INT(wire_frames_receive(&got, a, &error), 1);
    CHECK(got.too_large);
    CHECK_INT(got.count, 2);
    wire_frames_clear(&got);
    CHECK_INT(wire_frames_receive(&got, a, &error), 1);
    CHECK(!got.too_large);
    CHECK_INT(got.count, 1);
    wire_frames_clear(&got);
    free(half);
    zmq_close(a);
    zmq_close(b);
    zmq_ctx_term(context);
}

HARNESS_MAIN
