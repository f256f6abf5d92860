/*
 * connection.c - the connection file: read, checked, and its ports written back where we chose them.
 *
 * Owns the strings of struct wire_connection. Must not know sockets. Each fault of the file is one clear line.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/un.h>
#include <unistd.h>
#include "wire.h"

#define FILE_LIMIT ((size_t)1 << 20)

static const char *const port_key[WIRE_CHANNEL_COUNT] = {
    [WIRE_SHELL] = "shell_port",     [WIRE_IOPUB] = "iopub_port",  [WIRE_STDIN] = "stdin_port",
    [WIRE_CONTROL] = "control_port", [WIRE_HEARTBEAT] = "hb_port",
};

static char *read_file(const char *path, size_t *length, struct wire_error *error)
{
    FILE *file = fopen(path, "re");
    char *text = file ? malloc(FILE_LIMIT + 1) : NULL;
    if (!file)
        wire_error_set(error, "cannot read connection file '%.256s': %s", path, strerror(errno));
    else if (!text)
        wire_error_set(error, "out of memory");
    else {
        *length = fread(text, 1, FILE_LIMIT + 1, file);
        if (ferror(file))
            wire_error_set(error, "cannot read connection file '%.256s': %s", path, strerror(errno));
        else if (*length > FILE_LIMIT)
            wire_error_set(error, "connection file '%.256s' is too large", path);
        else {
            fclose(file);
            return text;
        }
    }
    free(text);
    if (file)
        fclose(file);
    return NULL;
}

static json_t *load_json(const char *path, struct wire_error *error)
{
    size_t length;
    char *text = read_file(path, &length, error);
    if (!text)
        return NULL;
    json_error_t fault;
    json_t *root = json_loadb(text, length, 0, &fault);
    free(text);
    if (!root)
        wire_error_set(error, "connection file '%.256s' is not JSON: %s (line %d, column %d)", path, fault.text,
                       fault.line, fault.column);
    else if (!json_is_object(root)) {
        wire_error_set(error, "connection file '%.256s' is not a JSON object", path);
        json_decref(root);
        root = NULL;
    }
    return root;
}

/* Copies a string field. A missing one takes the fallback; without a fallback it is an error. */
static int take_string(const json_t *root, const char *key, const char *fallback, char **out, size_t *length,
                       const char *path, struct wire_error *error)
{
    const json_t *value = json_object_get(root, key);
    if (!value || json_is_null(value)) {
        if (!fallback)
            return wire_error_set(error, "connection file '%.256s': key '%s' is missing", path, key);
        *out = strdup(fallback);
    } else if (!json_is_string(value))
        return wire_error_set(error, "connection file '%.256s': '%s' is not a string", path, key);
    else
        *out = strndup(json_string_value(value), json_string_length(value));
    if (!*out)
        return wire_error_set(error, "out of memory");
    if (length)
        *length = strlen(*out);
    return 0;
}

static int take_ports(const json_t *root, int *port, bool ipc, const char *path, struct wire_error *error)
{
    for (int i = 0; i < WIRE_CHANNEL_COUNT; i++) {
        const json_t *value = json_object_get(root, port_key[i]);
        if (!value)
            return wire_error_set(error, "connection file '%.256s': key '%s' is missing", path, port_key[i]);
        if (!json_is_integer(value) || json_integer_value(value) < 0 || json_integer_value(value) > 65535)
            return wire_error_set(error, "connection file '%.256s': '%s' is not a port number", path, port_key[i]);
        port[i] = (int)json_integer_value(value);
        if (ipc && !port[i])
            return wire_error_set(error, "connection file '%.256s': '%s' must not be 0 with ipc", path, port_key[i]);
        for (int j = 0; j < i; j++)
            if (port[i] && port[i] == port[j])
                return wire_error_set(error, "connection file '%.256s': '%s' and '%s' are the same port", path,
                                      port_key[j], port_key[i]);
    }
    return 0;
}

static int take_curve(const json_t *root, struct wire_connection *connection, struct wire_error *error)
{
    char **half[2] = {&connection->curve_public, &connection->curve_secret};
    const char *key[2] = {"curve_publickey", "curve_secretkey"};
    for (int i = 0; i < 2; i++) {
        const json_t *value = json_object_get(root, key[i]);
        if (!value || json_is_null(value))
            continue;
        if (!json_is_string(value) || json_string_length(value) != 40)
            return wire_error_set(error, "connection file '%.256s': '%s' is not a key of 40 characters",
                                  connection->path, key[i]);
        if (!(*half[i] = strdup(json_string_value(value))))
            return wire_error_set(error, "out of memory");
    }
    /* Half a pair must never mean a connection in clear. */
    if (!connection->curve_public != !connection->curve_secret)
        return wire_error_set(error, "connection file '%.256s': one of curve_publickey and curve_secretkey is missing",
                              connection->path);
    if (connection->curve_public && !zmq_has("curve"))
        return wire_error_set(error, "connection file '%.256s' asks for curve, which this ZeroMQ does not have",
                              connection->path);
    return 0;
}

int wire_connection_load(struct wire_connection *connection, const char *path, struct wire_error *error)
{
    *connection = (struct wire_connection){0};
    json_t *root = load_json(path, error);
    if (!root)
        return -1;
    if (!(connection->path = strdup(path))) {
        wire_error_set(error, "out of memory");
        goto fail;
    }
    if (json_object_get(root, "registration_port") && !json_object_get(root, "shell_port")) {
        wire_error_set(error, "connection file '%.256s' is a registration file, which is not supported", path);
        goto fail;
    }
    if (take_string(root, "transport", "tcp", &connection->transport, NULL, path, error) ||
        take_string(root, "ip", "127.0.0.1", &connection->ip, NULL, path, error) ||
        take_string(root, "signature_scheme", "hmac-sha256", &connection->scheme, NULL, path, error) ||
        take_string(root, "key", NULL, &connection->key, &connection->key_length, path, error))
        goto fail;
    bool ipc = !strcmp(connection->transport, "ipc");
    if (!ipc && strcmp(connection->transport, "tcp")) {
        wire_error_set(error, "connection file '%.256s': unknown transport '%.64s'", path, connection->transport);
        goto fail;
    }
    if (take_ports(root, connection->port, ipc, path, error) || take_curve(root, connection, error))
        goto fail;
    json_decref(root);
    return 0;
fail:
    json_decref(root);
    wire_connection_clear(connection);
    return -1;
}

/* Writes the JSON beside the file and renames it, so that a reader sees the old or the new file. */
static int replace_file(const char *path, const json_t *root, struct wire_error *error)
{
    size_t size = strlen(path) + 32;
    char *beside = malloc(size);
    if (!beside)
        return wire_error_set(error, "out of memory");
    snprintf(beside, size, "%s.%ld.new", path, (long)getpid());
    int fd = open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    bool written = fd >= 0 && !json_dumpfd(root, fd, JSON_INDENT(2));
    if (fd >= 0 && close(fd))
        written = false;
    int status = 0;
    if (!written || rename(beside, path)) {
        status = wire_error_set(error, "cannot write connection file '%.256s': %s", path, strerror(errno));
        if (fd >= 0)
            unlink(beside);
    }
    free(beside);
    return status;
}

int wire_connection_save_ports(const struct wire_connection *connection, struct wire_error *error)
{
    json_t *root = load_json(connection->path, error);
    if (!root)
        return -1;
    int status = 0;
    for (int i = 0; i < WIRE_CHANNEL_COUNT; i++)
        if (json_object_set_new(root, port_key[i], json_integer(connection->port[i])))
            status = wire_error_set(error, "out of memory");
    if (!status)
        status = replace_file(connection->path, root, error);
    json_decref(root);
    return status;
}

int wire_connection_endpoint(const struct wire_connection *connection, enum wire_channel channel, char *out,
                             size_t size, struct wire_error *error)
{
    bool ipc = !strcmp(connection->transport, "ipc");
    /* ZeroMQ's wildcards: every interface, any free port. */
    const char *ip = !ipc && !strcmp(connection->ip, "0.0.0.0") ? "*" : connection->ip;
    bool six = !ipc && strchr(ip, ':') && ip[0] != '[';
    int length;
    if (ipc)
        length = snprintf(out, size, "ipc://%s-%d", ip, connection->port[channel]);
    else if (!connection->port[channel])
        length = snprintf(out, size, six ? "tcp://[%s]:*" : "tcp://%s:*", ip);
    else
        length = snprintf(out, size, six ? "tcp://[%s]:%d" : "tcp://%s:%d", ip, connection->port[channel]);
    if (length < 0 || (size_t)length >= size)
        return wire_error_set(error, "address '%.128s...' is too long", connection->ip);
    size_t limit = sizeof((struct sockaddr_un *)0)->sun_path - 1;
    if (ipc && (size_t)length - strlen("ipc://") > limit)
        return wire_error_set(error, "ipc path '%.128s...' is longer than %zu bytes", connection->ip, limit);
    return 0;
}

void wire_connection_clear(struct wire_connection *connection)
{
    free(connection->path);
    free(connection->transport);
    free(connection->ip);
    free(connection->key);
    free(connection->scheme);
    free(connection->curve_public);
    free(connection->curve_secret);
    *connection = (struct wire_connection){0};
}
