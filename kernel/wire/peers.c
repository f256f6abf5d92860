/*
 * peers.c - which subscribers still read: a look at the connections themselves.
 *
 * ZeroMQ tells a message's end only when all subscribers have it, and the progress of one of them not at all. The
 * operating system knows it: the bytes of a connection that its peer has not acknowledged, and whether they become
 * fewer. Asked only while writers are held back.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
#include <linux/sockios.h>
#include <linux/tcp.h>
#include "wire_parts.h"

/* A connection counts as stuck after so many looks without a movement. */
#define STILL_LOOKS 4
/* Bytes acknowledged between two looks that tell of a backlog even where nothing waits at the time of the look. */
#define BACKLOG_BYTES ((uint64_t)64 << 10)

union address {
    struct sockaddr any;
    struct sockaddr_in four;
    struct sockaddr_in6 six;
    struct sockaddr_un local;
    struct sockaddr_storage address;
};

/* Whether a descriptor is a connection that the endpoint (tcp://...:PORT or ipc://PATH) has accepted. */
static bool accepted(int fd, const char *endpoint)
{
    union address own, other;
    socklen_t size = sizeof own;
    memset(&own, 0, sizeof own);
    if (getsockname(fd, &own.any, &size))
        return false;
    size = sizeof other;
    if (getpeername(fd, &other.any, &size))
        return false;
    if (own.any.sa_family == AF_UNIX)
        return !strncmp(endpoint, "ipc://", 6) && !strcmp(endpoint + 6, own.local.sun_path);
    const char *colon = strrchr(endpoint, ':');
    if (strncmp(endpoint, "tcp://", 6) || !colon)
        return false;
    int port = own.any.sa_family == AF_INET    ? ntohs(own.four.sin_port)
               : own.any.sa_family == AF_INET6 ? ntohs(own.six.sin6_port)
                                               : -1;
    return port == atoi(colon + 1);
}

static void look_at(int fd, struct wire_peer *peer)
{
    struct tcp_info info;
    socklen_t size = sizeof info;
    memset(&info, 0, sizeof info);
    struct stat status;
    *peer = (struct wire_peer){.fd = fd, .inode = fstat(fd, &status) ? 0 : status.st_ino};
    if (ioctl(fd, SIOCOUTQ, &peer->waiting))
        peer->waiting = 0;
    if (!getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &size))
        peer->acknowledged = info.tcpi_bytes_acked;
}

static const struct wire_peer *former(const struct wire_peers *peers, const struct wire_peer *now)
{
    for (int i = 0; i < peers->count; i++)
        if (peers->peer[i].inode == now->inode)
            return &peers->peer[i];
    return NULL;
}

static void judge(struct wire_peers *peers, struct wire_peer *now)
{
    const struct wire_peer *then = former(peers, now);
    bool changed = then && (then->waiting != now->waiting || then->acknowledged != now->acknowledged);
    bool backlog = now->waiting || (then && now->acknowledged - then->acknowledged > BACKLOG_BYTES);
    peers->moving |= changed && backlog;
    peers->idle |= !backlog;
    now->still = then && backlog && !changed ? then->still + 1 : 0;
}

void wire_peers_look(struct wire_peers *peers, const char *endpoint)
{
    struct wire_peer found[WIRE_PEERS_LIMIT];
    int count = 0;
    peers->moving = peers->idle = false;
    DIR *folder = opendir("/proc/self/fd");
    struct dirent *entry;
    while (folder && count < WIRE_PEERS_LIMIT && (entry = readdir(folder)))
        if (entry->d_name[0] != '.' && accepted(atoi(entry->d_name), endpoint))
            look_at(atoi(entry->d_name), &found[count++]);
    if (folder)
        closedir(folder);
    for (int i = 0; i < count; i++)
        judge(peers, &found[i]);
    memcpy(peers->peer, found, sizeof found);
    peers->count = count;
}

int wire_peers_disconnect(struct wire_peers *peers, const char *endpoint)
{
    int count = 0;
    for (int i = 0; i < peers->count; i++) {
        struct wire_peer *peer = &peers->peer[i], now;
        if (peer->still < STILL_LOOKS)
            continue;
        /* A copy cannot become another connection while it is looked at. ZeroMQ finds its own one at its end. */
        int copy = fcntl(peer->fd, F_DUPFD_CLOEXEC, WIRE_FIRST_DESCRIPTOR);
        if (copy < 0)
            continue;
        look_at(copy, &now);
        if (now.inode == peer->inode && accepted(copy, endpoint) && !shutdown(copy, SHUT_RDWR))
            count++;
        close(copy);
    }
    peers->count = 0;
    return count;
}
