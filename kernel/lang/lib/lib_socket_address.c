/* lib_socket_address.c: what the files of the module _socket share: waiting, and addresses of all families. */
#include <arpa/inet.h>
#include <errno.h>
#include <net/if.h>
#include <netdb.h>
#include <poll.h>
#include <stddef.h>
#include <string.h>
#include <time.h>

#include "lib_socket.h"

enum { SLICE_MS = 50 };

struct lang_type *lang_socket_gaierror;

int lang_socket_numbers(struct lang_thread *t, const lang_value *a, int64_t *out, int n)
{
    for (int i = 0; i < n; i++)
        if (lang_as_index(t, a[i], &out[i]) < 0)
            return -1;
    return 0;
}

static lang_value raise_code(struct lang_thread *t, struct lang_type *cls, int code, const char *text)
{
    const lang_value args[2] = {lang_int(code), lang_obj_or_error(lang_str_from_c(t, text))};
    if (lang_is_error(args[1]))
        return lang_error();
    lang_value e = lang_exception_make(t, lang_obj(cls), args, 2);
    lang_unref(t, args[1]);
    if (!lang_is_error(e)) {
        lang_error_set(t, e);
        lang_unref(t, e);
    }
    return lang_error();
}

lang_value lang_socket_raise_gai(struct lang_thread *t, int code)
{
    return code == EAI_SYSTEM ? lang_raise_errno(t, errno, NULL)
                              : raise_code(t, lang_socket_gaierror, code, gai_strerror(code));
}

/* ------------------------------------------------------------------ waiting */

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Waits until a descriptor can be read from or written to. wait < 0: for ever, else so many seconds. -1: an exception.
 */
int lang_socket_wait_ready(struct lang_thread *t, int fd, short events, double seconds)
{
    int64_t end = seconds < 0 ? 0 : now_ms() + (int64_t)(seconds * 1000) + 1;
    struct pollfd p = {.fd = fd, .events = events};
    for (;;) {
        int64_t left = seconds < 0 ? SLICE_MS : end - now_ms();
        if (left < 0)
            left = 0;
        lang_unlock(t);
        int n = poll(&p, 1, (int)(left > SLICE_MS ? SLICE_MS : left)), error = errno;
        lang_lock(t);
        if (n > 0)
            return 0;
        if (n < 0 && error != EINTR)
            return lang_raise_errno(t, error, NULL), -1;
        if (lang_poll(t) < 0)
            return -1;
        if (seconds >= 0 && now_ms() >= end)
            return lang_fail(t, LANG_EXC_TimeoutError, "timed out");
    }
}

int64_t lang_socket_run(struct lang_thread *t, struct lang_socket_call *c, short events)
{
    for (;;) {
        if (c->seconds != 0 && lang_socket_wait_ready(t, c->fd, events, c->seconds) < 0)
            return -1;
        lang_unlock(t);
        int64_t r = c->once(c);
        int error = errno;
        lang_lock(t);
        if (r >= 0)
            return r;
        if (error == EINTR) {
            if (lang_poll(t) < 0)
                return -1;
        } else if (c->seconds == 0 || (error != EAGAIN && error != EWOULDBLOCK)) {
            lang_raise_errno(t, error, NULL);
            return -1;
        }
    }
}

/* ------------------------------------------------------------------ addresses */

/* A host name or number as an address of a family. */
static int resolve(struct lang_thread *t, const char *host, int family, union lang_socket_address *out)
{
    struct addrinfo hints = {.ai_family = family, .ai_socktype = SOCK_DGRAM}, *found;
    const char *name = host;
    if (!*host) {
        hints.ai_flags = AI_PASSIVE;
        name = NULL;
    } else if (strcmp(host, "<broadcast>") == 0 && family == AF_INET) {
        out->in.sin_addr.s_addr = INADDR_BROADCAST;
        return 0;
    }
    lang_unlock(t);
    int error = getaddrinfo(name, name ? NULL : "0", &hints, &found);
    lang_lock(t);
    if (error)
        return lang_socket_raise_gai(t, error), -1;
    if (family == AF_INET)
        out->in.sin_addr = ((struct sockaddr_in *)(void *)found->ai_addr)->sin_addr;
    else
        out->in6.sin6_addr = ((struct sockaddr_in6 *)(void *)found->ai_addr)->sin6_addr;
    freeaddrinfo(found);
    return 0;
}

const char *lang_socket_host_text(struct lang_thread *t, lang_value v)
{
    size_t size;
    const char *text;
    if (lang_is_bytes(v))
        return (const char *)((struct lang_bytes *)v.o)->data;
    if (!lang_is_str(v))
        return lang_fail_null(t, LANG_EXC_TypeError, "str, bytes or bytearray expected, not %N", v);
    text = lang_str_utf8(t, lang_as_str(v), &size);
    if (text && strlen(text) != size)
        return lang_fail_null(t, LANG_EXC_ValueError, "embedded null character");
    return text;
}

int lang_socket_internet_address(struct lang_thread *t, lang_value v, int family, const char *caller,
                                 union lang_socket_address *out, socklen_t *size)
{
    int64_t least = 2, most = family == AF_INET ? 2 : 4, port, extra[2] = {0, 0};
    if (!lang_is_tuple(v))
        return lang_fail(t, LANG_EXC_TypeError, "%s(): AF_INET%s address must be tuple, not %N", caller,
                         family == AF_INET ? "" : "6", v);
    struct lang_tuple *parts = lang_as_tuple(v);
    if (parts->length < least || parts->length > most)
        return family == AF_INET
                   ? lang_fail(t, LANG_EXC_TypeError, "%s(): AF_INET address must be a pair (host, port)", caller)
                   : lang_fail(t, LANG_EXC_TypeError,
                               "%s(): AF_INET6 address must be a tuple (host, port[, flowinfo[, scopeid]])", caller);
    const char *host = lang_socket_host_text(t, parts->items[0]);
    if (!host || lang_as_index(t, parts->items[1], &port) < 0)
        return -1;
    if (port < 0 || port > 0xffff)
        return lang_fail(t, LANG_EXC_OverflowError, "%s(): port must be 0-65535.", caller);
    for (int64_t i = 2; i < parts->length; i++)
        if (lang_as_index(t, parts->items[i], &extra[i - 2]) < 0)
            return -1;
    memset(out, 0, sizeof *out);
    out->any.sa_family = (sa_family_t)family;
    if (resolve(t, host, family, out) < 0)
        return -1;
    if (family == AF_INET) {
        out->in.sin_port = htons((uint16_t)port);
        *size = sizeof out->in;
    } else {
        out->in6.sin6_port = htons((uint16_t)port);
        out->in6.sin6_flowinfo = htonl((uint32_t)extra[0]);
        out->in6.sin6_scope_id = (uint32_t)extra[1];
        *size = sizeof out->in6;
    }
    return 0;
}

static int unix_address(struct lang_thread *t, lang_value v, union lang_socket_address *out, socklen_t *size)
{
    size_t length;
    const char *path;
    struct lang_buffer bytes;
    bool held = !lang_is_str(v) && lang_buffer_get(t, v, &bytes);
    if (held) {
        path = (const char *)bytes.data;
        length = (size_t)bytes.length;
    } else if (lang_is_str(v)) {
        path = lang_str_utf8(t, lang_as_str(v), &length);
        if (!path)
            return -1;
    } else {
        return lang_fail(t, LANG_EXC_TypeError, "a bytes-like object is required, not '%N'", v);
    }
    int status = 0;
    memset(out, 0, sizeof *out);
    out->un.sun_family = AF_UNIX;
    if (length >= sizeof out->un.sun_path)
        status = lang_fail(t, LANG_EXC_OSError, "AF_UNIX path too long");
    else
        memcpy(out->un.sun_path, path, length);
    bool abstract = length && !out->un.sun_path[0];
    *size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length + (abstract || !length ? 0 : 1));
    if (held)
        lang_buffer_release(t, &bytes);
    return status;
}

/* A tuple of two numbers. */
static int pair_of_numbers(struct lang_thread *t, lang_value v, const char *family, const char *caller, int64_t *out)
{
    if (!lang_is_tuple(v))
        return lang_fail(t, LANG_EXC_TypeError, "%s(): %s address must be tuple, not %N", caller, family, v);
    if (lang_as_tuple(v)->length != 2)
        return lang_fail(t, LANG_EXC_TypeError, "%s(): %s address must be a pair", caller, family);
    return lang_socket_numbers(t, lang_as_tuple(v)->items, out, 2);
}

static int netlink_address(struct lang_thread *t, lang_value v, const char *caller, union lang_socket_address *out,
                           socklen_t *size)
{
    int64_t n[2];
    if (pair_of_numbers(t, v, "AF_NETLINK", caller, n) < 0)
        return -1;
    memset(out, 0, sizeof *out);
    out->netlink.nl_family = AF_NETLINK;
    out->netlink.nl_pid = (uint32_t)n[0];
    out->netlink.nl_groups = (uint32_t)n[1];
    *size = sizeof out->netlink;
    return 0;
}

static int vm_address(struct lang_thread *t, lang_value v, const char *caller, union lang_socket_address *out,
                      socklen_t *size)
{
    int64_t n[2];
    if (pair_of_numbers(t, v, "AF_VSOCK", caller, n) < 0)
        return -1;
    memset(out, 0, sizeof *out);
    out->vm.svm_family = AF_VSOCK;
    out->vm.svm_cid = (uint32_t)n[0];
    out->vm.svm_port = (uint32_t)n[1];
    *size = sizeof out->vm;
    return 0;
}

/* (interface, protocol[, packet type[, hardware type[, address]]]) */
static int packet_address(struct lang_thread *t, lang_value v, const char *caller, union lang_socket_address *out,
                          socklen_t *size)
{
    int64_t n[3] = {0, 0, 0};
    struct lang_buffer bytes;
    if (!lang_is_tuple(v))
        return lang_fail(t, LANG_EXC_TypeError, "%s(): AF_PACKET address must be tuple, not %N", caller, v);
    struct lang_tuple *parts = lang_as_tuple(v);
    if (parts->length < 2 || parts->length > 5 || !lang_is_str(parts->items[0]))
        return lang_fail(t, LANG_EXC_TypeError, "%s(): AF_PACKET address must be a tuple of two to five elements",
                         caller);
    const char *name = lang_socket_host_text(t, parts->items[0]);
    if (!name || lang_socket_numbers(t, parts->items + 1, n, (int)(parts->length < 4 ? parts->length - 1 : 3)) < 0)
        return -1;
    if (n[0] < 0 || n[0] > 0xffff)
        return lang_fail(t, LANG_EXC_OverflowError, "%s(): proto must be 0-65535.", caller);
    memset(out, 0, sizeof *out);
    out->packet.sll_family = AF_PACKET;
    out->packet.sll_protocol = htons((uint16_t)n[0]);
    out->packet.sll_pkttype = (unsigned char)n[1];
    out->packet.sll_hatype = (uint16_t)n[2];
    if (*name && !(out->packet.sll_ifindex = (int)if_nametoindex(name)))
        return lang_raise_errno(t, errno, NULL), -1;
    *size = sizeof out->packet;
    if (parts->length < 5)
        return 0;
    if (!lang_buffer_get(t, parts->items[4], &bytes))
        return lang_fail(t, LANG_EXC_TypeError, "a bytes-like object is required, not '%N'", parts->items[4]);
    int status = bytes.length > 8 ? lang_fail(t, LANG_EXC_ValueError, "hardware address must be 8 bytes or less") : 0;
    if (status == 0) {
        memcpy(out->packet.sll_addr, bytes.data, (size_t)bytes.length);
        out->packet.sll_halen = (unsigned char)bytes.length;
    }
    lang_buffer_release(t, &bytes);
    return status;
}

int lang_socket_to_address(struct lang_thread *t, lang_value v, int family, const char *caller,
                           union lang_socket_address *out, socklen_t *size)
{
    if (family == AF_INET || family == AF_INET6)
        return lang_socket_internet_address(t, v, family, caller, out, size);
    if (family == AF_UNIX)
        return unix_address(t, v, out, size);
    if (family == AF_NETLINK)
        return netlink_address(t, v, caller, out, size);
    if (family == AF_VSOCK)
        return vm_address(t, v, caller, out, size);
    if (family == AF_PACKET)
        return packet_address(t, v, caller, out, size);
    return lang_fail(t, LANG_EXC_OSError, "%s(): bad family", caller);
}

static lang_value packet_parts(struct lang_thread *t, const union lang_socket_address *a)
{
    char name[IF_NAMESIZE] = "";
    size_t length = a->packet.sll_halen < 8 ? a->packet.sll_halen : 8;
    if (a->packet.sll_ifindex)
        if_indextoname((unsigned)a->packet.sll_ifindex, name);
    lang_value parts[5] = {lang_obj_or_error(lang_str_from_c(t, name)), lang_int(ntohs(a->packet.sll_protocol)),
                           lang_int(a->packet.sll_pkttype), lang_int(a->packet.sll_hatype),
                           lang_obj_or_error(lang_bytes_new(t, a->packet.sll_addr, length))};
    bool whole = !lang_is_error(parts[0]) && !lang_is_error(parts[4]);
    lang_value r = whole ? lang_obj_or_error(lang_tuple_from(t, parts, 5)) : lang_error();
    for (int i = 0; i < 5; i += 4)
        if (!lang_is_error(parts[i]))
            lang_unref(t, parts[i]);
    return r;
}

lang_value lang_socket_from_address(struct lang_thread *t, const union lang_socket_address *a, socklen_t size)
{
    char text[INET6_ADDRSTRLEN + 16];
    if (size == 0)
        return lang_none();
    if (a->any.sa_family == AF_NETLINK || a->any.sa_family == AF_VSOCK) {
        bool netlink = a->any.sa_family == AF_NETLINK;
        const lang_value pair[2] = {lang_int(netlink ? a->netlink.nl_pid : a->vm.svm_cid),
                                    lang_int(netlink ? a->netlink.nl_groups : a->vm.svm_port)};
        return lang_obj_or_error(lang_tuple_from(t, pair, 2));
    }
    if (a->any.sa_family == AF_PACKET)
        return packet_parts(t, a);
    if (a->any.sa_family == AF_UNIX) {
        size_t length =
            size > offsetof(struct sockaddr_un, sun_path) ? size - offsetof(struct sockaddr_un, sun_path) : 0;
        if (length && !a->un.sun_path[0])
            return lang_obj_or_error(lang_bytes_new(t, a->un.sun_path, length));
        return lang_obj_or_error(lang_str_new(t, a->un.sun_path, strnlen(a->un.sun_path, length)));
    }
    if (a->any.sa_family != AF_INET && a->any.sa_family != AF_INET6)
        return lang_none();
    const void *host = a->any.sa_family == AF_INET ? (const void *)&a->in.sin_addr : &a->in6.sin6_addr;
    if (!inet_ntop(a->any.sa_family, host, text, sizeof text)) /* without the scope, which is a part of its own */
        return lang_raise_errno(t, errno, NULL);
    lang_value parts[4] = {lang_obj_or_error(lang_str_from_c(t, text))};
    if (lang_is_error(parts[0]))
        return lang_error();
    if (a->any.sa_family == AF_INET) {
        parts[1] = lang_int(ntohs(a->in.sin_port));
    } else {
        parts[1] = lang_int(ntohs(a->in6.sin6_port));
        parts[2] = lang_int(ntohl(a->in6.sin6_flowinfo));
        parts[3] = lang_int(a->in6.sin6_scope_id);
    }
    struct lang_tuple *made = lang_tuple_from(t, parts, a->any.sa_family == AF_INET ? 2 : 4);
    lang_unref(t, parts[0]);
    return lang_obj_or_error(made);
}

int lang_socket_seconds(struct lang_thread *t, lang_value v, double *out)
{
    if (lang_is_none(v)) {
        *out = -1;
        return 0;
    }
    return lang_as_double(t, v, out);
}
