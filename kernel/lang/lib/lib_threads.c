/* lib_threads.c: the module _threads: threads that run functions of the language, with what _thread has of types. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "lib_locks.h"
#include "vm/code.h"
#include "vm/outside.h"

enum { USUAL_STACK = 8 << 20, SMALLEST_STACK = 2 << 20 }; /* the interpreter's loop has large frames */

/* What a new thread is to call: function(*args, **named). */
struct start {
    struct lang_vm *vm;
    lang_value function;
    lang_value *args; /* with the named ones at the end */
    size_t nargs, named;
    struct lang_tuple *names;
};

static atomic_int alive; /* threads that were started here and still run */

static void start_free(struct lang_thread *t, struct start *s)
{
    for (size_t i = 0; i < s->nargs + s->named; i++)
        lang_unref(t, s->args[i]);
    lang_unref(t, s->function);
    lang_xdecref(t, s->names);
    free(s->args);
    free(s);
}

static void *body(void *arg)
{
    struct start *s = arg;
    struct lang_vm *vm = s->vm;
    struct lang_thread *t = lang_thread_attach(vm);
    lang_outside_end();
    if (!t) { /* no memory: what it was to run is lost with it */
        alive--;
        return NULL;
    }
    lang_value r = lang_call(t, s->function, s->args, s->nargs, s->names);
    if (!lang_is_error(r))
        lang_unref(t, r);
    else if (lang_error_is(t, LANG_EXC_SystemExit))
        lang_error_clear(t);
    else
        lang_unraisable_during(t, "Exception ignored in thread started by", s->function);
    start_free(t, s);
    alive--;
    lang_thread_free(t);
    lang_vm_unlock(vm);
    return NULL;
}

static int add_named(struct lang_thread *t, struct start *s, struct lang_dict *named)
{
    lang_value key, value;
    s->names = lang_tuple_new(t, named->count);
    if (!s->names)
        return -1;
    for (int64_t at = 0; (int64_t)s->named < s->names->length && lang_dict_next(named, &at, &key, &value);) {
        if (!lang_is_str(key))
            return lang_fail(t, LANG_EXC_TypeError, "keywords must be strings");
        s->names->items[s->named] = lang_ref(key);
        s->args[s->nargs + s->named++] = lang_ref(value);
    }
    return 0;
}

static struct start *start_of(struct lang_thread *t, const lang_value *a)
{
    struct lang_tuple *args = lang_as_tuple(a[1]);
    struct lang_dict *named = lang_is_undef(a[2]) ? NULL : (struct lang_dict *)a[2].o;
    struct start *s = calloc(1, sizeof *s);
    size_t space = (size_t)args->length + (named ? (size_t)named->count : 0) + 1;
    if (!s || !(s->args = calloc(space, sizeof *s->args))) {
        free(s);
        lang_no_memory(t);
        return NULL;
    }
    s->vm = lang_thread_vm(t);
    s->function = lang_ref(a[0]);
    for (int64_t i = 0; i < args->length; i++)
        s->args[s->nargs++] = lang_ref(args->items[i]);
    if (named && named->count && add_named(t, s, named) < 0) {
        start_free(t, s);
        return NULL;
    }
    return s;
}

static int begin(struct start *s, int64_t stack, pthread_t *thread)
{
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, (size_t)(!stack                   ? USUAL_STACK
                                                    : stack < SMALLEST_STACK ? SMALLEST_STACK
                                                                             : stack));
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    int error = pthread_create(thread, &attributes, body, s);
    pthread_attr_destroy(&attributes);
    return error;
}

static int64_t stack_size; /* of new threads; 0: the usual one */

static lang_value th_start(struct lang_thread *t, const lang_value *a)
{
    pthread_t thread;
    if (!lang_callable(a[0]))
        return lang_raise(t, LANG_EXC_TypeError, "first arg must be callable");
    if (!lang_is_tuple(a[1]))
        return lang_raise(t, LANG_EXC_TypeError, "2nd arg must be a tuple");
    if (!lang_is_undef(a[2]) && !lang_is_dict(a[2]))
        return lang_raise(t, LANG_EXC_TypeError, "optional 3rd arg must be a dictionary");
    struct start *s = start_of(t, a);
    if (!s)
        return lang_error();
    alive++;
    lang_outside_begin();
    if (begin(s, stack_size, &thread)) {
        alive--;
        lang_outside_end();
        start_free(t, s);
        return lang_raise(t, LANG_EXC_RuntimeError, "can't start new thread");
    }
    return lang_int((int64_t)(uintptr_t)thread);
}

static lang_value th_stack_size(struct lang_thread *t, const lang_value *a)
{
    int64_t size = 0, before = stack_size;
    if (!lang_is_undef(a[0]) && lang_as_index(t, a[0], &size) < 0)
        return lang_error();
    if (size < 0)
        return lang_raise(t, LANG_EXC_ValueError, "size must be 0 or a positive value");
    if (size && size < 32768)
        return lang_raise(t, LANG_EXC_ValueError, "size not valid: %lld bytes", (long long)size);
    stack_size = size;
    return lang_int(before);
}

static lang_value th_ident(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    (void)a;
    return lang_int((int64_t)(uintptr_t)pthread_self());
}

static lang_value th_native(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    (void)a;
    return lang_int((int64_t)syscall(SYS_gettid));
}

static lang_value th_main(struct lang_thread *t, const lang_value *a)
{
    (void)a;
    const lang_value numbers[] = {lang_int((int64_t)(uintptr_t)t->vm->main->ident), lang_int(t->vm->main->native)};
    return lang_obj_or_error(lang_tuple_from(t, numbers, 2));
}

static lang_value th_alive(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    (void)a;
    return lang_int(alive);
}

static const struct lang_method
    functions[] = {{NULL, NULL, NULL, NULL, 0}},
    rows[] = {
        {"start_new_thread", "(function, args, kwargs=<unrepresentable>, /)", th_start,
         "Start a new thread that calls a function with the arguments of a tuple and a dictionary; its identifier.\n\n"
         "The thread exits when the function returns; sys.unraisablehook is told of an exception that it ends with.",
         LANG_M_NOSIG},
        {"stack_size", "(size=0, /)", th_stack_size,
         "The size of the stack of new threads, which becomes another one; 0: the usual one.", LANG_M_NOSIG},
        {"get_ident", "()", th_ident, "The number of this thread.", 0},
        {"get_native_id", "()", th_native, "The number that the system has for this thread.", 0},
        {"main_numbers", "()", th_main, "get_ident() and get_native_id() of the main thread.", 0},
        {"alive", "()", th_alive, "How many threads run that were started here.", 0},
        {NULL, NULL, NULL, NULL, 0}};

static int init(struct lang_thread *t, struct lang_module *m)
{
    return lang_thread_functions(t, m, rows) < 0 || lang_locks_ready(t, m) < 0 ? -1 : lang_locals_ready(t, m);
}

const struct lang_module_def lang_module__threads = {"_threads", "Threads and locks.", functions, init};
