/* lib_socket.h: what the files of the module _socket share: addresses of all families, and calls that may have to wait.
 */
#ifndef LANG_LIB_SOCKET_H
#define LANG_LIB_SOCKET_H

#include <linux/netlink.h>
#include <linux/vm_sockets.h>
#include <netinet/in.h>
#include <netpacket/packet.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "lib.h"

union lang_socket_address {
    struct sockaddr any;
    struct sockaddr_in in;
    struct sockaddr_in6 in6;
    struct sockaddr_un un;
    struct sockaddr_nl netlink;
    struct sockaddr_ll packet;
    struct sockaddr_vm vm;
    struct sockaddr_storage storage;
};

/* A call that may have to wait: made again until it does not say so. `once` gives -1 with errno. */
struct lang_socket_call {
    int64_t (*once)(struct lang_socket_call *c);
    int fd, flags;
    void *data;
    size_t size;
    union lang_socket_address address;
    socklen_t address_size;
    struct msghdr *message;
    double seconds; /* the timeout of the socket; negative: none, 0: it does not wait */
};

/* Makes the call; `events` of poll() are waited for. -1: an exception. */
int64_t lang_socket_run(struct lang_thread *t, struct lang_socket_call *c, short events);
/* n integers of arguments. */
int lang_socket_numbers(struct lang_thread *t, const lang_value *a, int64_t *out, int n);
/* A timeout: None is negative. */
int lang_socket_seconds(struct lang_thread *t, lang_value v, double *out);
/* A value as an address of a family; `caller` is named in errors. */
int lang_socket_to_address(struct lang_thread *t, lang_value v, int family, const char *caller,
                           union lang_socket_address *out, socklen_t *size);
lang_value lang_socket_from_address(struct lang_thread *t, const union lang_socket_address *a, socklen_t size);

extern struct lang_type *lang_socket_gaierror; /* the class of socket.py */
/* Texts, names and exceptions. */
lang_value lang_socket_raise_gai(struct lang_thread *t, int code);
int lang_socket_wait_ready(struct lang_thread *t, int fd, short events, double seconds);
const char *lang_socket_host_text(struct lang_thread *t, lang_value v);
int lang_socket_internet_address(struct lang_thread *t, lang_value v, int family, const char *caller,
                                 union lang_socket_address *out, socklen_t *size);

/* lib_socket_messages.c: functions of the module */
lang_value lang_socket_send_message(struct lang_thread *t, const lang_value *a);
lang_value lang_socket_receive_message(struct lang_thread *t, const lang_value *a);
lang_value lang_socket_control_size(struct lang_thread *t, const lang_value *a);

#endif
