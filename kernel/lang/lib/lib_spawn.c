/* lib_spawn.c: the module _spawn: posix_spawn(3) under os.posix_spawn() and posix_spawnp(). */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>

#include "lib.h"
#include "lib_processes.h"
#include "lib_signals.h"
#include "types/file.h"

/* os.POSIX_SPAWN_OPEN, _CLOSE, _DUP2 */
enum action { OPEN, CLOSE, DUP2 };

/* What a call is made of; the paths of actions are held for as long as it takes. */
struct spawn {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    short flags;
    struct lang_list *held;
};

static int failed(struct lang_thread *t, int error)
{
    if (error)
        lang_raise_errno(t, error, NULL);
    return error ? -1 : 0;
}

/* What an action is called and how many items its tuple has. */
static const struct {
    const char *name;
    int64_t length;
} action_rows[] = {[OPEN] = {"open", 5}, [CLOSE] = {"close", 2}, [DUP2] = {"dup2", 3}};

static int add_open(struct lang_thread *t, struct spawn *s, int fd, const lang_value *a)
{
    int64_t flags, mode;
    lang_value keep;

    if (lang_as_c_int(t, a[1], &flags) < 0 || lang_as_c_int(t, a[2], &mode) < 0)
        return -1;
    const char *path = lang_path_text(t, a[0], &keep);
    if (!path)
        return -1;
    const int status = lang_list_append(t, s->held, keep);
    lang_unref(t, keep);
    return status < 0 ? -1
                      : failed(t, posix_spawn_file_actions_addopen(&s->actions, fd, path, (int)flags, (mode_t)mode));
}

/* (kind, descriptor, ...): for OPEN path, flags, mode; for DUP2 the other descriptor. */
static int add_action(struct lang_thread *t, lang_value item, void *arg)
{
    struct spawn *s = arg;
    int64_t kind, fd, other;

    if (!lang_is_tuple(item) || !lang_as_tuple(item)->length)
        return lang_fail(t, LANG_EXC_TypeError, "Each file_actions element must be a non-empty tuple");
    const lang_value *a = lang_as_tuple(item)->items;
    if (lang_as_c_int(t, a[0], &kind) < 0)
        return -1;
    if (kind < OPEN || kind > DUP2)
        return lang_fail(t, LANG_EXC_TypeError, "Unknown file_actions identifier");
    if (lang_as_tuple(item)->length != action_rows[kind].length)
        return lang_fail(t, LANG_EXC_TypeError, "A %s file_action tuple must have %d elements", action_rows[kind].name,
                         (int)action_rows[kind].length);
    if (lang_as_c_int(t, a[1], &fd) < 0)
        return -1;
    if (kind == OPEN)
        return add_open(t, s, (int)fd, a + 2);
    if (kind == CLOSE)
        return failed(t, posix_spawn_file_actions_addclose(&s->actions, (int)fd));
    return lang_as_c_int(t, a[2], &other) < 0
               ? -1
               : failed(t, posix_spawn_file_actions_adddup2(&s->actions, (int)fd, (int)other));
}

static int add_actions(struct lang_thread *t, struct spawn *s, lang_value actions)
{
    if (lang_is_undef(actions) || lang_is_none(actions))
        return 0;
    struct lang_tuple *all = lang_to_tuple(t, actions);
    if (!all && lang_error_is(t, LANG_EXC_TypeError)) {
        lang_error_clear(t);
        return lang_fail(t, LANG_EXC_TypeError, "file_actions must be a sequence or None");
    }
    const int status = all ? lang_for_each(t, lang_obj(all), add_action, s) : -1;
    lang_xdecref(t, all);
    return status;
}

/* The signals that are blocked in the child: those given, or this thread's without the host's. */
static int set_mask(struct lang_thread *t, struct spawn *s, lang_value given)
{
    sigset_t set;

    if (!lang_is_undef(given)) {
        if (lang_signal_set(t, given, &set) < 0)
            return -1;
    } else {
        pthread_sigmask(SIG_SETMASK, NULL, &set);
        if (lang_signals_are_hosts())
            lang_signals_unhost(&set);
    }
    s->flags |= POSIX_SPAWN_SETSIGMASK;
    return failed(t, posix_spawnattr_setsigmask(&s->attributes, &set));
}

static int set_defaults(struct lang_thread *t, struct spawn *s, lang_value given)
{
    sigset_t set;

    if (lang_is_undef(given))
        return 0;
    s->flags |= POSIX_SPAWN_SETSIGDEF;
    return lang_signal_set(t, given, &set) < 0 ? -1 : failed(t, posix_spawnattr_setsigdefault(&s->attributes, &set));
}

/* A tuple of the policy, or None where it stays, and os.sched_param. */
static int set_scheduler(struct lang_thread *t, struct spawn *s, lang_value pair)
{
    int64_t number;

    if (lang_is_undef(pair))
        return 0;
    if (!lang_is_tuple(pair) || lang_as_tuple(pair)->length != 2)
        return lang_fail(t, LANG_EXC_TypeError, "A scheduler tuple must have two elements");
    const lang_value *a = lang_as_tuple(pair)->items;
    s->flags |= lang_is_none(a[0]) ? POSIX_SPAWN_SETSCHEDPARAM : POSIX_SPAWN_SETSCHEDULER;
    if (!lang_is_none(a[0]) && (lang_as_c_int(t, a[0], &number) < 0 ||
                                failed(t, posix_spawnattr_setschedpolicy(&s->attributes, (int)number)) < 0))
        return -1;
    lang_value priority = lang_is_tuple(a[1]) ? lang_getattr_c(t, a[1], "sched_priority") : lang_undef();
    if (lang_is_undef(priority))
        return lang_fail(t, LANG_EXC_TypeError, "must have a sched_param object");
    const int status = lang_is_error(priority) ? -1 : lang_as_c_int(t, priority, &number);
    lang_unref(t, priority);
    if (status < 0)
        return -1;
    const struct sched_param param = {.sched_priority = (int)number};
    return failed(t, posix_spawnattr_setschedparam(&s->attributes, &param));
}

/* A flag that is an int: 0, 1, -1 with an exception. */
static int is_given(struct lang_thread *t, lang_value v)
{
    int64_t number = 0;

    return !lang_is_undef(v) && lang_as_c_int(t, v, &number) < 0 ? -1 : number != 0;
}

/* setpgroup, resetids, setsid, setsigmask, setsigdef, scheduler */
static int set_attributes(struct lang_thread *t, struct spawn *s, const lang_value *a)
{
    const int resets = is_given(t, a[1]), new_session = is_given(t, a[2]);
    int64_t group;

    if (resets < 0 || new_session < 0)
        return -1;
    s->flags |= (resets ? POSIX_SPAWN_RESETIDS : 0) | (new_session ? POSIX_SPAWN_SETSID : 0);
    if (!lang_is_undef(a[0])) {
        s->flags |= POSIX_SPAWN_SETPGROUP;
        if (lang_as_c_int(t, a[0], &group) < 0 ||
            failed(t, posix_spawnattr_setpgroup(&s->attributes, (pid_t)group)) < 0)
            return -1;
    }
    if (set_mask(t, s, a[3]) < 0 || set_defaults(t, s, a[4]) < 0 || set_scheduler(t, s, a[5]) < 0)
        return -1;
    return failed(t, posix_spawnattr_setflags(&s->attributes, s->flags));
}

static lang_value start(struct lang_thread *t, const char *path, char **arguments, char **environment, struct spawn *s,
                        bool search)
{
    pid_t pid;

    lang_host_flush(t, 1);
    lang_host_flush(t, 2);
    const int error =
        (search ? posix_spawnp : posix_spawn)(&pid, path, &s->actions, &s->attributes, arguments, environment);
    return error ? lang_raise_errno(t, error, path) : lang_int(pid);
}

/* With the arguments and the environment of a program: path, argv, env, file_actions, then those of set_attributes().
 */
static lang_value spawn(struct lang_thread *t, const lang_value *a, bool search)
{
    struct spawn s = {.held = NULL};
    char **arguments, **environment = NULL;
    lang_value keep, r = lang_error();
    const char *path = lang_path_text(t, a[0], &keep);

    if (!path)
        return r;
    arguments = lang_program_arguments(t, search ? "posix_spawnp" : "posix_spawn", a[1]);
    if (arguments)
        environment = lang_program_environment(t, search ? "posix_spawnp" : "posix_spawn", a[2]);
    s.held = environment ? lang_list_new(t, 0) : NULL;
    if (s.held) {
        posix_spawn_file_actions_init(&s.actions);
        posix_spawnattr_init(&s.attributes);
        if (add_actions(t, &s, a[3]) == 0 && set_attributes(t, &s, a + 4) == 0)
            r = start(t, path, arguments, environment, &s, search);
        posix_spawnattr_destroy(&s.attributes);
        posix_spawn_file_actions_destroy(&s.actions);
        lang_decref(t, s.held);
    }
    free(arguments);
    free(environment);
    lang_unref(t, keep);
    return r;
}

static lang_value s_posix_spawn(struct lang_thread *t, const lang_value *a)
{
    return spawn(t, a, false);
}

static lang_value s_posix_spawnp(struct lang_thread *t, const lang_value *a)
{
    return spawn(t, a, true);
}

#define ARGUMENTS                                                                                                      \
    "(path, argv, env, /, *, file_actions=(), setpgroup=<unrepresentable>, resetids=False, setsid=False, "             \
    "setsigmask=(), setsigdef=(), scheduler=<unrepresentable>)"

static const struct lang_method functions[] = {
    {"posix_spawn", ARGUMENTS, s_posix_spawn, "Execute the program specified by path in a new process.", 0},
    {"posix_spawnp", ARGUMENTS, s_posix_spawnp,
     "Execute the program specified by path, which is looked for along PATH, in a new process.", 0},
    {0},
};

const struct lang_module_def lang_module__spawn = {"_spawn", "Starting programs by posix_spawn().", functions, NULL};
