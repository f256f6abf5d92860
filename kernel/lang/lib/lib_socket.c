/* lib_socket.c: the module _socket: calls of the system on sockets. Descriptors and addresses as tuples; what socket
 * objects are is written in the language (prelude/_standalone/socket.py). */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/can.h>
#include <linux/can/bcm.h>
#include <linux/can/raw.h>
#include <linux/if_alg.h>
#include <linux/tipc.h>
#include <net/ethernet.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <netinet/udp.h>
#include <poll.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "lib_socket.h"

enum { MAX_OPTION = 1024 };

/* ------------------------------------------------------------------ sockets */

static lang_value s_socket(struct lang_thread *t, const lang_value *a)
{
    int64_t n[3];
    if (lang_socket_numbers(t, a, n, 3) < 0)
        return lang_error();
    int fd = socket((int)n[0], (int)n[1] | SOCK_CLOEXEC, (int)n[2]);
    return fd < 0 ? lang_raise_errno(t, errno, NULL) : lang_int(fd);
}

static lang_value s_socketpair(struct lang_thread *t, const lang_value *a)
{
    int64_t n[3];
    int fds[2];
    if (lang_socket_numbers(t, a, n, 3) < 0)
        return lang_error();
    if (socketpair((int)n[0], (int)n[1] | SOCK_CLOEXEC, (int)n[2], fds) < 0)
        return lang_raise_errno(t, errno, NULL);
    const lang_value ends[2] = {lang_int(fds[0]), lang_int(fds[1])};
    return lang_obj_or_error(lang_tuple_from(t, ends, 2));
}

/* address(fd, peer): its own, or that of its peer */
static lang_value s_address(struct lang_thread *t, const lang_value *a)
{
    int64_t fd;
    union lang_socket_address address;
    socklen_t size = sizeof address;
    int peer = lang_truth(t, a[1]);
    memset(&address, 0, sizeof address);
    if (peer < 0 || lang_socket_numbers(t, a, &fd, 1) < 0)
        return lang_error();
    if ((peer ? getpeername : getsockname)((int)fd, &address.any, &size) < 0)
        return lang_raise_errno(t, errno, NULL);
    return lang_socket_from_address(t, &address, size);
}

/* bind(fd, family, address) */
static lang_value s_bind(struct lang_thread *t, const lang_value *a)
{
    int64_t n[2];
    union lang_socket_address address;
    socklen_t size;
    if (lang_socket_numbers(t, a, n, 2) < 0 || lang_socket_to_address(t, a[2], (int)n[1], "bind", &address, &size) < 0)
        return lang_error();
    return bind((int)n[0], &address.any, size) < 0 ? lang_raise_errno(t, errno, NULL) : lang_none();
}

static lang_value s_listen(struct lang_thread *t, const lang_value *a)
{
    int64_t n[2];
    if (lang_socket_numbers(t, a, n, 2) < 0)
        return lang_error();
    return listen((int)n[0], n[1] < 0 ? 0 : (int)n[1]) < 0 ? lang_raise_errno(t, errno, NULL) : lang_none();
}

/* connect(fd, family, address, timeout): 0, or the number of an error */
static lang_value s_connect(struct lang_thread *t, const lang_value *a)
{
    int64_t n[2];
    double seconds;
    union lang_socket_address address;
    socklen_t size, length = sizeof(int);
    int error = 0;
    if (lang_socket_numbers(t, a, n, 2) < 0 || lang_socket_seconds(t, a[3], &seconds) < 0 ||
        lang_socket_to_address(t, a[2], (int)n[1], "connect", &address, &size) < 0)
        return lang_error();
    int fd = (int)n[0], flags = fcntl(fd, F_GETFL);
    if (flags < 0)
        return lang_int(errno);
    if (seconds < 0) /* it waits in slices that an interrupt ends */
        fcntl(fd, F_SETFL, flags | O_NONBLOCK);
    lang_unlock(t);
    if (connect(fd, &address.any, size) < 0)
        error = errno;
    lang_lock(t);
    int status = 0;
    if ((error == EINPROGRESS || error == EINTR) && seconds != 0) {
        status = lang_socket_wait_ready(t, fd, POLLOUT, seconds);
        if (status == 0 && getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &length) < 0)
            error = errno;
    }
    if (seconds < 0)
        fcntl(fd, F_SETFL, flags);
    return status < 0 ? lang_error() : lang_int(error);
}

static int64_t accept_once(struct lang_socket_call *c)
{
    c->address_size = sizeof c->address;
    memset(&c->address, 0, sizeof c->address);
    return accept4(c->fd, &c->address.any, &c->address_size, SOCK_CLOEXEC);
}

/* accept(fd, timeout): the descriptor and the address of a connection */
static lang_value s_accept(struct lang_thread *t, const lang_value *a)
{
    int64_t fd;
    struct lang_socket_call c = {.once = accept_once};
    if (lang_socket_numbers(t, a, &fd, 1) < 0 || lang_socket_seconds(t, a[1], &c.seconds) < 0)
        return lang_error();
    c.fd = (int)fd;
    int64_t made = lang_socket_run(t, &c, POLLIN);
    if (made < 0)
        return lang_error();
    const lang_value pair[2] = {lang_int(made), lang_socket_from_address(t, &c.address, c.address_size)};
    if (lang_is_error(pair[1])) {
        close((int)made);
        return lang_error();
    }
    struct lang_tuple *both = lang_tuple_from(t, pair, 2);
    lang_unref(t, pair[1]);
    return lang_obj_or_error(both);
}

static int64_t receive_once(struct lang_socket_call *c)
{
    c->address_size = sizeof c->address;
    return recvfrom(c->fd, c->data, c->size, c->flags, &c->address.any, &c->address_size);
}

static lang_value with_address(struct lang_thread *t, struct lang_socket_call *c, lang_value received,
                               lang_value wanted)
{
    int with = lang_truth(t, wanted);
    if (with <= 0 || lang_is_error(received)) {
        if (with == 0 || lang_is_error(received))
            return received;
        lang_unref(t, received);
        return lang_error();
    }
    const lang_value pair[2] = {received, lang_socket_from_address(t, &c->address, c->address_size)};
    struct lang_tuple *both = lang_is_error(pair[1]) ? NULL : lang_tuple_from(t, pair, 2);
    lang_unref(t, received);
    if (!lang_is_error(pair[1]))
        lang_unref(t, pair[1]);
    return lang_obj_or_error(both);
}

/* receive(fd, size, flags, timeout, with_address): bytes, or (bytes, address) */
static lang_value s_receive(struct lang_thread *t, const lang_value *a)
{
    int64_t n[3];
    struct lang_socket_call c = {.once = receive_once};
    if (lang_socket_numbers(t, a, n, 3) < 0 || lang_socket_seconds(t, a[3], &c.seconds) < 0)
        return lang_error();
    c.fd = (int)n[0];
    c.flags = (int)n[2];
    c.size = (size_t)n[1];
    c.data = lang_alloc(t, c.size ? c.size : 1);
    if (!c.data)
        return lang_error();
    int64_t got = lang_socket_run(t, &c, POLLIN);
    lang_value r = got < 0 ? lang_error() : lang_obj_or_error(lang_bytes_new(t, c.data, (size_t)got));
    lang_free(t, c.data, c.size ? c.size : 1);
    return with_address(t, &c, r, a[4]);
}

/* receive_into(fd, buffer, size, flags, timeout, with_address): how many bytes, or (that, address) */
static lang_value s_receive_into(struct lang_thread *t, const lang_value *a)
{
    int64_t fd, n[2];
    struct lang_socket_call c = {.once = receive_once};
    struct lang_buffer buffer;
    if (lang_socket_numbers(t, a, &fd, 1) < 0 || lang_socket_numbers(t, a + 2, n, 2) < 0 ||
        lang_socket_seconds(t, a[4], &c.seconds) < 0)
        return lang_error();
    if (!lang_buffer_get_writable(t, a[1], &buffer))
        return lang_raise(t, LANG_EXC_TypeError, "a read-write bytes-like object is required, not '%N'", a[1]);
    c.fd = (int)fd;
    c.flags = (int)n[1];
    c.size = n[0] ? (size_t)n[0] : (size_t)buffer.length;
    lang_value r = c.size > (size_t)buffer.length
                       ? lang_raise(t, LANG_EXC_ValueError, "buffer too small for requested bytes")
                       : lang_undef();
    c.data = (void *)(uintptr_t)buffer.data;
    if (lang_is_undef(r)) {
        int64_t got = lang_socket_run(t, &c, POLLIN);
        r = got < 0 ? lang_error() : lang_int(got);
    }
    lang_buffer_release(t, &buffer);
    return with_address(t, &c, r, a[5]);
}

static int64_t send_once(struct lang_socket_call *c)
{
    return sendto(c->fd, c->data, c->size, c->flags | MSG_NOSIGNAL, c->address_size ? &c->address.any : NULL,
                  c->address_size);
}

/* send(fd, bytes, flags, timeout, family, address): how many bytes; address None: to its peer */
static lang_value s_send(struct lang_thread *t, const lang_value *a)
{
    int64_t fd, flags, family;
    struct lang_socket_call c = {.once = send_once};
    struct lang_buffer buffer;
    if (lang_socket_numbers(t, a, &fd, 1) < 0 || lang_socket_numbers(t, a + 2, &flags, 1) < 0 ||
        lang_socket_seconds(t, a[3], &c.seconds) < 0 || lang_socket_numbers(t, a + 4, &family, 1) < 0)
        return lang_error();
    if (!lang_is_none(a[5]) && lang_socket_to_address(t, a[5], (int)family, "sendto", &c.address, &c.address_size) < 0)
        return lang_error();
    if (!lang_buffer_get(t, a[1], &buffer))
        return lang_raise(t, LANG_EXC_TypeError, "a bytes-like object is required, not '%N'", a[1]);
    c.fd = (int)fd;
    c.flags = (int)flags;
    c.data = (void *)(uintptr_t)buffer.data;
    c.size = (size_t)buffer.length;
    int64_t put = lang_socket_run(t, &c, POLLOUT);
    lang_buffer_release(t, &buffer);
    return put < 0 ? lang_error() : lang_int(put);
}

static lang_value s_shutdown(struct lang_thread *t, const lang_value *a)
{
    int64_t n[2];
    if (lang_socket_numbers(t, a, n, 2) < 0)
        return lang_error();
    return shutdown((int)n[0], (int)n[1]) < 0 ? lang_raise_errno(t, errno, NULL) : lang_none();
}

/* option(fd, level, name, size): a number, or so many bytes */
static lang_value s_option(struct lang_thread *t, const lang_value *a)
{
    int64_t n[4];
    char bytes[MAX_OPTION];
    int number = 0;
    if (lang_socket_numbers(t, a, n, 4) < 0)
        return lang_error();
    if (n[3] < 0 || n[3] > MAX_OPTION)
        return lang_raise(t, LANG_EXC_OSError, "getsockopt buflen out of range");
    socklen_t size = n[3] ? (socklen_t)n[3] : sizeof number;
    if (getsockopt((int)n[0], (int)n[1], (int)n[2], n[3] ? (void *)bytes : (void *)&number, &size) < 0)
        return lang_raise_errno(t, errno, NULL);
    return n[3] ? lang_obj_or_error(lang_bytes_new(t, bytes, size)) : lang_int(number);
}

/* set_option(fd, level, name, value): a number or bytes */
static lang_value s_set_option(struct lang_thread *t, const lang_value *a)
{
    int64_t n[3], value = 0;
    struct lang_buffer buffer;
    if (lang_socket_numbers(t, a, n, 3) < 0)
        return lang_error();
    if (lang_is_integer(a[3])) {
        if (lang_as_c_int(t, a[3], &value) < 0)
            return lang_error();
        int number = (int)value;
        return setsockopt((int)n[0], (int)n[1], (int)n[2], &number, sizeof number) < 0
                   ? lang_raise_errno(t, errno, NULL)
                   : lang_none();
    }
    if (!lang_buffer_get(t, a[3], &buffer))
        return lang_raise(t, LANG_EXC_TypeError, "a bytes-like object is required, not '%N'", a[3]);
    int r = setsockopt((int)n[0], (int)n[1], (int)n[2], buffer.data, (socklen_t)buffer.length), error = errno;
    lang_buffer_release(t, &buffer);
    return r < 0 ? lang_raise_errno(t, error, NULL) : lang_none();
}

/* ------------------------------------------------------------------ names */

static lang_value s_getaddrinfo(struct lang_thread *t, const lang_value *a)
{
    int64_t n[4];
    char number[24];
    const char *host = NULL, *port = NULL;
    if (!lang_is_none(a[0]) && !lang_is_str(a[0]) && !lang_is_bytes(a[0]))
        return lang_raise(t, LANG_EXC_TypeError, "getaddrinfo() argument 1 must be string or None");
    if ((!lang_is_none(a[0]) && !(host = lang_socket_host_text(t, a[0]))) || lang_socket_numbers(t, a + 2, n, 4) < 0)
        return lang_error();
    if (lang_is_integer(a[1])) {
        int64_t value;
        if (lang_as_index(t, a[1], &value) < 0)
            return lang_error();
        snprintf(number, sizeof number, "%lld", (long long)value);
        port = number;
    } else if (!lang_is_none(a[1])) {
        if (!lang_is_str(a[1]) && !lang_is_bytes(a[1]))
            return lang_raise(t, LANG_EXC_OSError, "Int or String expected");
        if (!(port = lang_socket_host_text(t, a[1])))
            return lang_error();
    }
    struct addrinfo hints = {
        .ai_family = (int)n[0], .ai_socktype = (int)n[1], .ai_protocol = (int)n[2], .ai_flags = (int)n[3]};
    struct addrinfo *found;
    lang_unlock(t);
    int error = getaddrinfo(host, port, &hints, &found);
    lang_lock(t);
    if (error)
        return lang_socket_raise_gai(t, error);
    struct lang_list *out = lang_list_new(t, 0);
    for (struct addrinfo *i = found; out && i; i = i->ai_next) {
        lang_value row[5] = {lang_int(i->ai_family), lang_int(i->ai_socktype), lang_int(i->ai_protocol),
                             lang_obj_or_error(lang_str_from_c(t, i->ai_canonname ? i->ai_canonname : "")),
                             lang_undef()};
        row[4] = lang_is_error(row[3])
                     ? lang_error()
                     : lang_socket_from_address(t, (union lang_socket_address *)(void *)i->ai_addr, i->ai_addrlen);
        struct lang_tuple *made = lang_is_error(row[4]) ? NULL : lang_tuple_from(t, row, 5);
        if (!lang_is_error(row[3]))
            lang_unref(t, row[3]);
        if (!lang_is_error(row[4]))
            lang_unref(t, row[4]);
        if (!made || lang_list_append_steal(t, out, lang_obj(made)) < 0) {
            lang_decref(t, out);
            out = NULL;
        }
    }
    freeaddrinfo(found);
    return lang_obj_or_error(out);
}

/* getnameinfo(address, flags): (host, service) */
static lang_value s_getnameinfo(struct lang_thread *t, const lang_value *a)
{
    int64_t flags;
    union lang_socket_address address;
    socklen_t size;
    char host[NI_MAXHOST], service[NI_MAXSERV];
    if (lang_as_index(t, a[1], &flags) < 0)
        return lang_error();
    if (!lang_is_tuple(a[0]))
        return lang_raise(t, LANG_EXC_TypeError, "getnameinfo() argument 1 must be a tuple");
    bool six =
        lang_as_tuple(a[0])->length > 2 || (lang_as_tuple(a[0])->length && lang_is_str(lang_as_tuple(a[0])->items[0]) &&
                                            strchr(lang_socket_host_text(t, lang_as_tuple(a[0])->items[0])
                                                       ? lang_socket_host_text(t, lang_as_tuple(a[0])->items[0])
                                                       : "",
                                                   ':'));
    if (lang_error_occurred(t) ||
        lang_socket_internet_address(t, a[0], six ? AF_INET6 : AF_INET, "getnameinfo", &address, &size) < 0)
        return lang_error();
    lang_unlock(t);
    int error = getnameinfo(&address.any, size, host, sizeof host, service, sizeof service, (int)flags);
    lang_lock(t);
    if (error)
        return lang_socket_raise_gai(t, error);
    lang_value pair[2] = {lang_obj_or_error(lang_str_from_c(t, host)), lang_obj_or_error(lang_str_from_c(t, service))};
    struct lang_tuple *both = lang_is_error(pair[0]) || lang_is_error(pair[1]) ? NULL : lang_tuple_from(t, pair, 2);
    for (int i = 0; i < 2; i++)
        if (!lang_is_error(pair[i]))
            lang_unref(t, pair[i]);
    return lang_obj_or_error(both);
}

static lang_value s_gethostname(struct lang_thread *t, const lang_value *a)
{
    char name[1024];
    (void)a;
    if (gethostname(name, sizeof name - 1) < 0)
        return lang_raise_errno(t, errno, NULL);
    name[sizeof name - 1] = 0;
    return lang_obj_or_error(lang_str_from_c(t, name));
}

static lang_value s_sethostname(struct lang_thread *t, const lang_value *a)
{
    const char *name = lang_socket_host_text(t, a[0]);
    if (!name)
        return lang_error();
    return sethostname(name, strlen(name)) < 0 ? lang_raise_errno(t, errno, NULL) : lang_none();
}

static lang_value s_inet_pton(struct lang_thread *t, const lang_value *a)
{
    int64_t family;
    unsigned char bytes[sizeof(struct in6_addr)];
    const char *text;
    if (lang_as_index(t, a[0], &family) < 0 || !(text = lang_socket_host_text(t, a[1])))
        return lang_error();
    if (family != AF_INET && family != AF_INET6)
        return lang_raise(t, LANG_EXC_OSError, "unknown address family");
    if (inet_pton((int)family, text, bytes) != 1)
        return lang_raise(t, LANG_EXC_OSError, "illegal IP address string passed to inet_pton");
    return lang_obj_or_error(lang_bytes_new(t, bytes, family == AF_INET ? 4 : 16));
}

static lang_value s_inet_ntop(struct lang_thread *t, const lang_value *a)
{
    int64_t family;
    char text[INET6_ADDRSTRLEN];
    struct lang_buffer bytes;
    if (lang_as_index(t, a[0], &family) < 0)
        return lang_error();
    if (!lang_buffer_get(t, a[1], &bytes))
        return lang_raise(t, LANG_EXC_TypeError, "a bytes-like object is required, not '%N'", a[1]);
    lang_value r;
    if (family != AF_INET && family != AF_INET6)
        r = lang_raise(t, LANG_EXC_ValueError, "unknown address family %lld", (long long)family);
    else if (bytes.length != (family == AF_INET ? 4 : 16))
        r = lang_raise(t, LANG_EXC_ValueError, "invalid length of packed IP address string");
    else
        r = inet_ntop((int)family, bytes.data, text, sizeof text) ? lang_obj_or_error(lang_str_from_c(t, text))
                                                                  : lang_raise_errno(t, errno, NULL);
    lang_buffer_release(t, &bytes);
    return r;
}

static lang_value s_inet_aton(struct lang_thread *t, const lang_value *a)
{
    struct in_addr address;
    const char *text = lang_socket_host_text(t, a[0]);
    if (!text)
        return lang_error();
    if (!inet_aton(text, &address))
        return lang_raise(t, LANG_EXC_OSError, "illegal IP address string passed to inet_aton");
    return lang_obj_or_error(lang_bytes_new(t, &address, sizeof address));
}

/* service(name or port, protocol or None): the port, or the name */
static lang_value s_service(struct lang_thread *t, const lang_value *a)
{
    const char *protocol = lang_is_none(a[1]) ? NULL : lang_socket_host_text(t, a[1]), *name;
    struct servent *found;
    int64_t port;
    if (lang_error_occurred(t))
        return lang_error();
    if (lang_is_integer(a[0])) {
        if (lang_as_index(t, a[0], &port) < 0)
            return lang_error();
        if (port < 0 || port > 0xffff)
            return lang_raise(t, LANG_EXC_OverflowError, "getservbyport: port must be 0-65535.");
        found = getservbyport(htons((uint16_t)port), protocol);
        return found ? lang_obj_or_error(lang_str_from_c(t, found->s_name))
                     : lang_raise(t, LANG_EXC_OSError, "port/proto not found");
    }
    if (!(name = lang_socket_host_text(t, a[0])))
        return lang_error();
    found = getservbyname(name, protocol);
    return found ? lang_int(ntohs((uint16_t)found->s_port))
                 : lang_raise(t, LANG_EXC_OSError, "service/proto not found");
}

static lang_value s_protocol(struct lang_thread *t, const lang_value *a)
{
    const char *name = lang_socket_host_text(t, a[0]);
    struct protoent *found = name ? getprotobyname(name) : NULL;
    if (!name)
        return lang_error();
    return found ? lang_int(found->p_proto) : lang_raise(t, LANG_EXC_OSError, "protocol not found");
}

static lang_value s_interfaces(struct lang_thread *t, const lang_value *a)
{
    (void)a;
    struct if_nameindex *names = if_nameindex();
    struct lang_list *out = names ? lang_list_new(t, 0) : NULL;
    if (!names)
        return lang_raise_errno(t, errno, NULL);
    for (struct if_nameindex *i = names; out && i->if_index; i++) {
        lang_value pair[2] = {lang_int(i->if_index), lang_obj_or_error(lang_str_from_c(t, i->if_name))};
        struct lang_tuple *made = lang_is_error(pair[1]) ? NULL : lang_tuple_from(t, pair, 2);
        if (!lang_is_error(pair[1]))
            lang_unref(t, pair[1]);
        if (!made || lang_list_append_steal(t, out, lang_obj(made)) < 0) {
            lang_decref(t, out);
            out = NULL;
        }
    }
    if_freenameindex(names);
    return lang_obj_or_error(out);
}

static lang_value s_set_class(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    lang_socket_gaierror = lang_incref(a[0].o);
    return lang_none();
}

static const struct lang_method functions[] = {
    {"socket", "(family, type, proto, /)", s_socket, "A descriptor.", 0},
    {"socketpair", "(family, type, proto, /)", s_socketpair, "Two descriptors.", 0},
    {"address", "(fd, peer, /)", s_address, "The address of a socket, or of its peer.", 0},
    {"bind", "(fd, family, address, /)", s_bind, "Gives a socket an address.", 0},
    {"listen", "(fd, backlog, /)", s_listen, "A socket takes connections.", 0},
    {"connect", "(fd, family, address, timeout, /)", s_connect, "0, or the number of an error.", 0},
    {"accept", "(fd, timeout, /)", s_accept, "A connection and its address.", 0},
    {"receive", "(fd, size, flags, timeout, with_address, /)", s_receive, "Bytes.", 0},
    {"receive_into", "(fd, buffer, size, flags, timeout, with_address, /)", s_receive_into, "Bytes into memory.", 0},
    {"send", "(fd, data, flags, timeout, family, address, /)", s_send, "How many bytes were sent.", 0},
    {"send_message", "(fd, buffers, control, flags, timeout, family, address, /)", lang_socket_send_message,
     "Sends buffers and ancillary data.", 0},
    {"receive_message", "(fd, into, control, flags, timeout, /)", lang_socket_receive_message,
     "Bytes, or how many, with ancillary data, flags and address.", 0},
    {"control_size", "(size, whole, /)", lang_socket_control_size, "The bytes that ancillary data takes.", 0},
    {"shutdown", "(fd, how, /)", s_shutdown, "Ends one or both directions.", 0},
    {"option", "(fd, level, name, size, /)", s_option, "An option.", 0},
    {"set_option", "(fd, level, name, value, /)", s_set_option, "Sets an option.", 0},
    {"getaddrinfo", "(host, port, family, type, proto, flags, /)", s_getaddrinfo, "Addresses of a name.", 0},
    {"getnameinfo", "(address, flags, /)", s_getnameinfo, "The name of an address.", 0},
    {"gethostname", "()", s_gethostname, "The name of this machine.", 0},
    {"sethostname", "(name, /)", s_sethostname, "Sets the name of this machine.", 0},
    {"inet_pton", "(family, text, /)", s_inet_pton, "The bytes of an address.", 0},
    {"inet_ntop", "(family, bytes, /)", s_inet_ntop, "The text of an address.", 0},
    {"inet_aton", "(text, /)", s_inet_aton, "The bytes of an address of version 4.", 0},
    {"service", "(name, protocol, /)", s_service, "The port of a service, or its name.", 0},
    {"protocol", "(name, /)", s_protocol, "The number of a protocol.", 0},
    {"interfaces", "()", s_interfaces, "Numbers and names of the network's interfaces.", 0},
    {"set_class", "(gaierror, /)", s_set_class, "The exception of names.", 0},
    {0},
};

#define C(name) {#name, (int64_t)(name)},
static const struct {
    const char *name;
    int64_t value;
} constants[] = {
#include "lib_socket_constants.def"
};
#undef C

static int init(struct lang_thread *t, struct lang_module *m)
{
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
        if (lang_module_add(t, m, constants[i].name, lang_int(constants[i].value)) < 0)
            return -1;
    return 0;
}

const struct lang_module_def lang_module__socket = {"_socket", "Calls of the system on sockets.", functions, init};
