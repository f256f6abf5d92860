/* park.c: where a thread of the language waits until another one, an interrupt, a signal or the clock wakes it.
 *
 * Each thread has one word, its permit. Whoever wants it to go on gives the permit, before or during the wait, so that
 * no wake is lost; a wait may end without a reason, and who waits looks again. Must not know what is waited for. */
#include <errno.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "vm/code.h"

static void futex(atomic_uint *word, int operation, unsigned value, const struct timespec *until)
{
    syscall(SYS_futex, word, operation | FUTEX_PRIVATE_FLAG, value, until, NULL, FUTEX_BITSET_MATCH_ANY);
}

int64_t lang_park_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

void lang_park(struct lang_thread *t, int64_t until)
{
    const struct timespec end = {until / 1000000000, until % 1000000000};
    lang_unlock(t);
    if (!atomic_exchange(&t->permit, 0)) {
        futex(&t->permit, FUTEX_WAIT_BITSET, 0, until < 0 ? NULL : &end);
        atomic_store(&t->permit, 0);
    }
    lang_lock(t);
}

void lang_unpark(struct lang_thread *t)
{
    const int saved = errno;
    if (!atomic_exchange(&t->permit, 1))
        futex(&t->permit, FUTEX_WAKE, 1, NULL);
    errno = saved;
}

void lang_wake_main(void)
{
    struct lang_vm *vm = lang_the_vm;
    if (vm)
        lang_unpark(vm->main);
}

void lang_thread_at_end(struct lang_thread *t, struct lang_thread_end *end)
{
    end->next = t->ends;
    end->link = &t->ends;
    if (t->ends)
        t->ends->link = &end->next;
    t->ends = end;
}

void lang_thread_end_cancel(struct lang_thread_end *end)
{
    *end->link = end->next;
    if (end->next)
        end->next->link = end->link;
}

void lang_thread_run_ends(struct lang_thread *t)
{
    while (t->ends) {
        struct lang_thread_end *end = t->ends;
        lang_thread_end_cancel(end);
        end->run(t, end);
    }
}
