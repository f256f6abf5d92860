/*
 * accept.c - accept4 and accept as libzmq calls them, when no descriptor is left for another client.
 *
 * Owns one descriptor that is kept for this case. libzmq 4.3 ends the process when accept() on an ipc socket fails with
 * EMFILE, and on a tcp socket it asks again without a pause as long as the client waits. The program's symbols come
 * before those of the C library, so its libraries call these: the client is accepted with the kept descriptor and hung
 * up on, and libzmq hears of a connection that was aborted. The client's own libzmq tries again after a while.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "wire_parts.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards the next */
static int kept = -1;

static int open_kept(void)
{
    return open("/dev/null", O_RDONLY | O_CLOEXEC);
}

void wire_accept_init(void)
{
    pthread_mutex_lock(&lock);
    if (kept < 0)
        kept = open_kept();
    pthread_mutex_unlock(&lock);
}

static int plain_accept(int fd, struct sockaddr *address, socklen_t *length, int flags)
{
    return (int)syscall(SYS_accept4, fd, address, length, flags);
}

/* Takes the client that waits and closes its connection. */
static void hang_up(int fd)
{
    pthread_mutex_lock(&lock);
    if (kept >= 0) {
        close(kept);
        int client = plain_accept(fd, NULL, NULL, SOCK_CLOEXEC);
        if (client >= 0)
            close(client);
    }
    kept = open_kept();
    pthread_mutex_unlock(&lock);
}

int accept4(int fd, struct sockaddr *address, socklen_t *length, int flags)
{
    int client = plain_accept(fd, address, length, flags);
    if (client >= 0 || (errno != EMFILE && errno != ENFILE))
        return client;
    hang_up(fd);
    errno = ECONNABORTED;
    return -1;
}

int accept(int fd, struct sockaddr *address, socklen_t *length)
{
    return accept4(fd, address, length, 0);
}
