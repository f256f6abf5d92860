/* lib_socket_messages.c: messages over sockets: several buffers at once, and ancillary data. */
#include <limits.h>
#include <poll.h>
#include <string.h>
#include <sys/uio.h>

#include "lib_socket.h"

/* The buffers of a sequence: held until buffers_release(). */
struct buffers {
    struct lang_tuple *items;
    struct lang_buffer *held;
    struct iovec *vectors;
    int64_t count;
};

static void buffers_release(struct lang_thread *t, struct buffers *b)
{
    size_t n = b->items ? (size_t)b->items->length : 0;
    for (int64_t i = 0; i < b->count; i++)
        lang_buffer_release(t, &b->held[i]);
    if (b->held)
        lang_free(t, b->held, (n + 1) * sizeof *b->held);
    if (b->vectors)
        lang_free(t, b->vectors, (n + 1) * sizeof *b->vectors);
    lang_xdecref(t, b->items);
    *b = (struct buffers){0};
}

static int buffers_get(struct lang_thread *t, lang_value sequence, bool writable, const char *caller, struct buffers *b)
{
    const char *why = writable ? " of single-segment read-write buffers" : "";
    *b = (struct buffers){.items = lang_to_tuple(t, sequence)};
    if (!b->items) {
        if (lang_error_is(t, LANG_EXC_TypeError)) {
            lang_error_clear(t);
            return lang_fail(t, LANG_EXC_TypeError, "%s argument 1 must be an iterable%s", caller, why);
        }
        return -1;
    }
    size_t n = (size_t)b->items->length;
    b->held = lang_alloc(t, (n + 1) * sizeof *b->held);
    b->vectors = b->held ? lang_alloc(t, (n + 1) * sizeof *b->vectors) : NULL;
    if (!b->vectors)
        return -1;
    for (size_t i = 0; i < n; i++) {
        lang_value item = b->items->items[i];
        if (!(writable ? lang_buffer_get_writable : lang_buffer_get)(t, item, &b->held[i]))
            return writable ? lang_fail(t, LANG_EXC_TypeError, "%s argument 1 must be an iterable%s", caller, why)
                            : lang_fail(t, LANG_EXC_TypeError, "a bytes-like object is required, not '%N'", item);
        b->count++;
        b->vectors[i] =
            (struct iovec){.iov_base = (void *)(uintptr_t)b->held[i].data, .iov_len = (size_t)b->held[i].length};
    }
    return n > IOV_MAX ? lang_fail(t, LANG_EXC_OSError, "%s argument 1 is too long", caller) : 0;
}

static int64_t message_sent_once(struct lang_socket_call *c)
{
    return sendmsg(c->fd, c->message, c->flags | MSG_NOSIGNAL);
}

static int64_t message_received_once(struct lang_socket_call *c)
{
    c->message->msg_namelen = sizeof c->address;
    return recvmsg(c->fd, c->message, c->flags);
}

/* The rows (level, type, data) of ancillary data, written behind each other into memory for `m`. */
static int pack_control(struct lang_thread *t, lang_value rows, struct msghdr *m, struct buffers *data)
{
    struct lang_tuple *all = lang_to_tuple(t, rows);
    if (!all) {
        if (!lang_error_is(t, LANG_EXC_TypeError))
            return -1;
        lang_error_clear(t);
        return lang_fail(t, LANG_EXC_TypeError, "sendmsg() argument 2 must be an iterable");
    }
    size_t n = (size_t)all->length, size = 0;
    struct cmsghdr *heads = lang_alloc(t, (n + 1) * sizeof *heads);
    struct lang_tuple *bytes = heads ? lang_tuple_new(t, all->length) : NULL;
    int status = bytes ? 0 : -1;
    for (size_t i = 0; i < n && status == 0; i++) {
        struct lang_tuple *row = lang_is_tuple(all->items[i]) ? lang_as_tuple(all->items[i]) : NULL;
        int64_t k[2];
        if (!row)
            status =
                lang_fail(t, LANG_EXC_TypeError,
                          "[sendmsg() ancillary data items]() argument must be 3-item sequence, not %N", all->items[i]);
        else if (row->length != 3)
            status = lang_fail(t, LANG_EXC_TypeError,
                               "[sendmsg() ancillary data items]() argument must be sequence of length 3, not %lld",
                               (long long)row->length);
        else if ((status = lang_socket_numbers(t, row->items, k, 2)) == 0) {
            heads[i] = (struct cmsghdr){.cmsg_level = (int)k[0], .cmsg_type = (int)k[1]};
            lang_set_steal(t, &bytes->items[i], lang_ref(row->items[2]));
        }
    }
    if (status == 0)
        status = buffers_get(t, lang_obj(bytes), false, "sendmsg()", data);
    for (size_t i = 0; i < n && status == 0; i++) {
        if (data->vectors[i].iov_len > INT32_MAX - size - CMSG_SPACE(0))
            status = lang_fail(t, LANG_EXC_OSError, "ancillary data item too large");
        else
            size += CMSG_SPACE(data->vectors[i].iov_len);
    }
    if (status == 0 && size) {
        m->msg_controllen = size;
        if (!(m->msg_control = lang_alloc(t, size)))
            status = -1;
        else
            memset(m->msg_control, 0, size);
    }
    char *to = m->msg_control;
    for (size_t i = 0; i < n && status == 0; i++) {
        struct cmsghdr *head = (struct cmsghdr *)(void *)to;
        *head = heads[i];
        head->cmsg_len = CMSG_LEN(data->vectors[i].iov_len);
        memcpy(CMSG_DATA(head), data->vectors[i].iov_base, data->vectors[i].iov_len);
        to += CMSG_SPACE(data->vectors[i].iov_len);
    }
    if (heads)
        lang_free(t, heads, (n + 1) * sizeof *heads);
    lang_xdecref(t, bytes);
    lang_decref(t, all);
    return status;
}

/* send_message(fd, buffers, ancillary data, flags, timeout, family, address): how many bytes */
lang_value lang_socket_send_message(struct lang_thread *t, const lang_value *a)
{
    int64_t fd, flags, family, put = -1;
    struct msghdr m = {0};
    struct lang_socket_call c = {.once = message_sent_once, .message = &m};
    struct buffers data, control = {0};
    if (lang_socket_numbers(t, a, &fd, 1) < 0 || lang_socket_numbers(t, a + 3, &flags, 1) < 0 ||
        lang_socket_seconds(t, a[4], &c.seconds) < 0 || lang_socket_numbers(t, a + 5, &family, 1) < 0)
        return lang_error();
    if (!lang_is_none(a[6])) {
        if (lang_socket_to_address(t, a[6], (int)family, "sendmsg", &c.address, &c.address_size) < 0)
            return lang_error();
        m.msg_name = &c.address;
        m.msg_namelen = c.address_size;
    }
    c.fd = (int)fd;
    c.flags = (int)flags;
    if (buffers_get(t, a[1], false, "sendmsg()", &data) == 0 && pack_control(t, a[2], &m, &control) == 0) {
        m.msg_iov = data.vectors;
        m.msg_iovlen = (size_t)data.count;
        put = lang_socket_run(t, &c, POLLOUT);
    }
    if (m.msg_control)
        lang_free(t, m.msg_control, m.msg_controllen);
    buffers_release(t, &data);
    buffers_release(t, &control);
    return put < 0 ? lang_error() : lang_int(put);
}

/* Ancillary data as rows (level, type, data). What is cut off is given as far as it came. */
static struct lang_list *unpack_control(struct lang_thread *t, struct msghdr *m)
{
    struct lang_list *out = lang_list_new(t, 0);
    const char *end = (const char *)m->msg_control + m->msg_controllen;
    for (struct cmsghdr *h = m->msg_controllen ? CMSG_FIRSTHDR(m) : NULL; out && h; h = CMSG_NXTHDR(m, h)) {
        const char *data = (const char *)CMSG_DATA(h);
        if (h->cmsg_len < CMSG_LEN(0) || data > end)
            break;
        size_t size = h->cmsg_len - CMSG_LEN(0);
        size = size > (size_t)(end - data) ? (size_t)(end - data) : size;
        const lang_value row[3] = {lang_int(h->cmsg_level), lang_int(h->cmsg_type),
                                   lang_obj_or_error(lang_bytes_new(t, data, size))};
        struct lang_tuple *made = lang_is_error(row[2]) ? NULL : lang_tuple_from(t, row, 3);
        if (!lang_is_error(row[2]))
            lang_unref(t, row[2]);
        if (!made || lang_list_append_steal(t, out, lang_obj(made)) < 0) {
            lang_decref(t, out);
            out = NULL;
        }
    }
    return out;
}

/* What has been received: (first, ancillary data, flags, address). Takes `first`. */
static lang_value message_parts(struct lang_thread *t, struct lang_socket_call *c, lang_value first)
{
    if (lang_is_error(first))
        return first;
    struct lang_list *rows = unpack_control(t, c->message);
    lang_value parts[4] = {first, lang_obj_or_error(rows), lang_int(c->message->msg_flags),
                           rows ? lang_socket_from_address(t, &c->address, c->message->msg_namelen) : lang_error()};
    lang_value r = lang_is_error(parts[3]) ? lang_error() : lang_obj_or_error(lang_tuple_from(t, parts, 4));
    for (int i = 0; i < 4; i++)
        if (!lang_is_error(parts[i]))
            lang_unref(t, parts[i]);
    return r;
}

/* receive_message(fd, size or buffers, size of ancillary data, flags, timeout) */
lang_value lang_socket_receive_message(struct lang_thread *t, const lang_value *a)
{
    int64_t fd, size = 0, n[2], got = -1;
    bool into = !lang_is_integer(a[1]);
    struct msghdr m = {0};
    struct lang_socket_call c = {.once = message_received_once, .message = &m};
    struct buffers data = {0};
    struct iovec one = {0};
    if (lang_socket_numbers(t, a, &fd, 1) < 0 || (!into && lang_socket_numbers(t, a + 1, &size, 1) < 0) ||
        lang_socket_numbers(t, a + 2, n, 2) < 0 || lang_socket_seconds(t, a[4], &c.seconds) < 0)
        return lang_error();
    if (size < 0)
        return lang_raise(t, LANG_EXC_ValueError, "negative buffer size in recvmsg()");
    if (n[0] < 0 || n[0] > INT32_MAX)
        return lang_raise(t, LANG_EXC_ValueError, "invalid ancillary data buffer length");
    c.fd = (int)fd;
    c.flags = (int)n[1];
    m = (struct msghdr){.msg_name = &c.address, .msg_controllen = (size_t)n[0]};
    void *control = n[0] ? lang_alloc(t, (size_t)n[0]) : NULL;
    int status = n[0] && !control ? -1 : into ? buffers_get(t, a[1], true, "recvmsg_into()", &data) : 0;
    if (status == 0 && !into) {
        one = (struct iovec){.iov_base = lang_alloc(t, size ? (size_t)size : 1), .iov_len = (size_t)size};
        status = one.iov_base ? 0 : -1;
    }
    lang_value r = lang_error();
    if (status == 0) {
        m.msg_control = control;
        m.msg_iov = into ? data.vectors : &one;
        m.msg_iovlen = into ? (size_t)data.count : 1;
        got = lang_socket_run(t, &c, POLLIN);
        r = got < 0 ? lang_error()
            : into  ? lang_int(got)
                    : lang_obj_or_error(lang_bytes_new(t, one.iov_base, (size_t)got));
    }
    r = message_parts(t, &c, r);
    if (one.iov_base)
        lang_free(t, one.iov_base, size ? (size_t)size : 1);
    if (control)
        lang_free(t, control, (size_t)n[0]);
    buffers_release(t, &data);
    return r;
}

/* space(size, whole): the bytes that ancillary data of a size takes, alone or with what is behind it */
lang_value lang_socket_control_size(struct lang_thread *t, const lang_value *a)
{
    int64_t size;
    int whole = lang_truth(t, a[1]);
    if (whole < 0 || lang_socket_numbers(t, a, &size, 1) < 0)
        return lang_error();
    if (size < 0 || size > INT32_MAX - (int64_t)CMSG_SPACE(0))
        return lang_raise(t, LANG_EXC_OverflowError, "CMSG_%s() argument out of range", whole ? "SPACE" : "LEN");
    return lang_int((int64_t)(whole ? CMSG_SPACE((size_t)size) : CMSG_LEN((size_t)size)));
}
