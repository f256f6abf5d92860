/* lib_ready.c: the queue of what an event loop runs next, and handles. */
#include "lib_ready.h"

#include "lib_context.h"
#include "vm/code.h"
#include "vm/type.h"

lang_value lang_asyncio_parts[LANG_ASYNCIO_PARTS];

/* ------------------------------------------------------------------ the queue */

struct lang_ready *lang_ready_of(struct lang_thread *t, lang_value loop)
{
    static struct lang_str *attribute, *method;
    if (!lang_is_obj(loop) || loop.o->type->flags & LANG_TYPE_FOREIGN)
        return NULL;
    if (!attribute && (!(attribute = lang_intern_c(t, "_ready")) || !(method = lang_intern_c(t, "call_soon")))) {
        lang_error_clear(t);
        attribute = NULL;
        return NULL;
    }
    lang_value own = lang_type_lookup(t, loop.o->type, method), plain = lang_asyncio_parts[LANG_ASYNCIO_CALL_SOON];
    if (lang_is_undef(own) || !lang_same(own, plain) || !lang_is_undef(lang_attrs_get(t, loop.o, method)))
        return NULL; /* its class or the loop itself has another one */
    lang_value q = lang_getattr_opt(t, loop, attribute);
    if (lang_is_error(q))
        lang_error_clear(t);
    if (!lang_is_obj(q))
        return NULL;
    lang_unref(t, q); /* the loop keeps it */
    return lang_is_exactly(q, &lang_type_ready_queue) ? (struct lang_ready *)q.o : NULL;
}

static int grow(struct lang_thread *t, struct lang_ready *q)
{
    int64_t capacity = q->capacity ? q->capacity * 2 : 16;
    lang_value *ring = lang_alloc(t, (size_t)capacity * sizeof *ring);
    if (!ring)
        return -1;
    for (int64_t i = 0; i < q->length; i++)
        ring[i] = q->ring[(q->first + i) & (q->capacity - 1)];
    if (q->ring)
        lang_free(t, q->ring, (size_t)q->capacity * sizeof *ring);
    q->ring = ring;
    q->capacity = capacity;
    q->first = 0;
    return 0;
}

int lang_ready_push(struct lang_thread *t, struct lang_ready *q, lang_value entry)
{
    if (q->closed)
        return lang_fail(t, LANG_EXC_RuntimeError, "Event loop is closed");
    if (q->length == q->capacity && grow(t, q) < 0)
        return -1;
    q->ring[(q->first + q->length++) & (q->capacity - 1)] = lang_ref(entry);
    return 0;
}

lang_value lang_ready_pop(struct lang_ready *q)
{
    if (!q->length)
        return lang_undef();
    lang_value v = q->ring[q->first];
    q->first = (q->first + 1) & (q->capacity - 1);
    q->length--;
    return v;
}

static void ready_clear(struct lang_thread *t, struct lang_object *o)
{
    struct lang_ready *q = (struct lang_ready *)o;
    while (q->length)
        lang_unref(t, lang_ready_pop(q));
    lang_clear(t, &q->current);
}

static void ready_destroy(struct lang_thread *t, struct lang_object *o)
{
    struct lang_ready *q = (struct lang_ready *)o;
    ready_clear(t, o);
    if (q->ring)
        lang_free(t, q->ring, (size_t)q->capacity * sizeof *q->ring);
}

static void ready_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct lang_ready *q = (struct lang_ready *)o;
    for (int64_t i = 0; i < q->length; i++) {
        lang_value v = q->ring[(q->first + i) & (q->capacity - 1)];
        if (lang_is_obj(v))
            visit(v.o, arg);
    }
    if (lang_is_obj(q->current))
        visit(q->current.o, arg);
}

static lang_value ready_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                             struct lang_tuple *kwnames)
{
    (void)args;
    if (nargs || (kwnames && kwnames->length))
        return lang_raise(t, LANG_EXC_TypeError, "%s() takes no arguments", cls->name);
    return lang_obj_or_error(lang_object_new(t, cls));
}

static int64_t ready_len(struct lang_thread *t, lang_value v)
{
    (void)t;
    return ((struct lang_ready *)v.o)->length;
}

static lang_value ready_iter(struct lang_thread *t, lang_value v)
{
    struct lang_ready *q = (struct lang_ready *)v.o;
    struct lang_list *now = lang_list_new(t, q->length);
    for (int64_t i = 0; now && i < q->length; i++)
        if (lang_list_append(t, now, q->ring[(q->first + i) & (q->capacity - 1)]) < 0) {
            lang_decref(t, now);
            return lang_error();
        }
    lang_value r = now ? lang_iter(t, lang_obj(now)) : lang_error();
    lang_xdecref(t, now);
    return r;
}

static lang_value m_append(struct lang_thread *t, const lang_value *a)
{
    return lang_ready_push(t, (struct lang_ready *)a[0].o, a[1]) < 0 ? lang_error() : lang_none();
}

static lang_value m_popleft(struct lang_thread *t, const lang_value *a)
{
    lang_value v = lang_ready_pop((struct lang_ready *)a[0].o);
    return lang_is_undef(v) ? lang_raise(t, LANG_EXC_IndexError, "pop from an empty queue") : v;
}

static lang_value m_clear(struct lang_thread *t, const lang_value *a)
{
    ready_clear(t, a[0].o);
    return lang_none();
}

static lang_value get_closed(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_bool(((struct lang_ready *)v.o)->closed);
}

static lang_value get_slow(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_bool(((struct lang_ready *)v.o)->slow);
}

static int set_flag(struct lang_thread *t, bool *flag, lang_value value)
{
    int truth = lang_is_undef(value) ? 0 : lang_truth(t, value);
    if (truth < 0)
        return -1;
    *flag = truth;
    return 0;
}

static int set_closed(struct lang_thread *t, lang_value v, lang_value value)
{
    return set_flag(t, &((struct lang_ready *)v.o)->closed, value);
}

static int set_slow(struct lang_thread *t, lang_value v, lang_value value)
{
    return set_flag(t, &((struct lang_ready *)v.o)->slow, value);
}

static const struct lang_method ready_methods[] = {
    {"append", "(entry, /)", m_append, "Puts a handle at the end.", 0},
    {"popleft", "()", m_popleft, "Takes the first entry.", 0},
    {"clear", "()", m_clear, "Takes all entries away.", 0},
    {0},
};
static const struct lang_getset ready_getset[] = {
    {"closed", get_closed, set_closed, "Nothing can be put into it any longer."},
    {"slow", get_slow, set_slow, "Futures call the loop's call_soon()."},
    {0},
};

struct lang_type lang_type_ready_queue = {
    .name = "ReadyQueue",
    .module = "_asyncio",
    .doc = "What an event loop runs next.",
    .size = sizeof(struct lang_ready),
    .methods = ready_methods,
    .getset = ready_getset,
    .make = ready_make,
    .destroy = ready_destroy,
    .traverse = ready_traverse,
    .clear = ready_clear,
    .len = ready_len,
    .iter = ready_iter,
};

/* ------------------------------------------------------------------ handles */

static struct lang_handle *handle_fill(struct lang_thread *t, struct lang_handle *h, lang_value callback,
                                       lang_value args, lang_value loop, lang_value context)
{
    context = lang_is_undef(context) || lang_is_none(context) ? lang_context_copy_current(t) : lang_ref(context);
    if (lang_is_error(context))
        return NULL;
    lang_set_steal(t, &h->context, context);
    lang_set_steal(t, &h->callback, lang_ref(callback));
    lang_set_steal(t, &h->args, lang_ref(args));
    lang_set_steal(t, &h->loop, lang_ref(loop));
    h->cancelled = false;
    return h;
}

struct lang_handle *lang_handle_new(struct lang_thread *t, lang_value callback, lang_value args, lang_value loop,
                                    lang_value context)
{
    struct lang_handle *h = lang_object_new(t, &lang_type_handle);
    if (!h || handle_fill(t, h, callback, args, loop, context))
        return h;
    lang_decref(t, h);
    return NULL;
}

/* Whether a loop is in debug mode; what has no such answer is not. */
static int debugs(struct lang_thread *t, lang_value loop)
{
    struct lang_ready *q = lang_ready_of(t, loop);
    if (q && !q->slow)
        return 0;
    if (lang_is_none(loop))
        return 0;
    lang_value debug = lang_call_method_c(t, loop, "get_debug", NULL, 0);
    int truth = lang_is_error(debug) ? -1 : lang_truth(t, debug);
    if (!lang_is_error(debug))
        lang_unref(t, debug);
    return truth;
}

static int handle_init(struct lang_thread *t, lang_value self, const lang_value *args, size_t nargs,
                       struct lang_tuple *kwnames)
{
    struct lang_params *params = lang_params_get(t, "Handle.__init__", "(callback, args, loop, context=None)");
    struct lang_handle *h = (struct lang_handle *)self.o;
    lang_value out[4];
    if (!params || lang_params_bind(t, params, args, nargs, kwnames, out) < 0)
        return -1;
    int status = handle_fill(t, h, out[0], out[1], out[2], out[3]) ? debugs(t, out[2]) : -1;
    lang_args_done(t, params, out);
    if (status <= 0)
        return status;
    lang_value stack = lang_call(t, lang_asyncio_parts[LANG_ASYNCIO_STACK], NULL, 0, NULL);
    if (lang_is_error(stack))
        return -1;
    lang_set_steal(t, &h->source, stack);
    return 0;
}

static lang_value handle_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                              struct lang_tuple *kwnames)
{
    (void)args;
    (void)nargs;
    (void)kwnames;
    return lang_obj_or_error(lang_object_new(t, cls));
}

static void handle_clear(struct lang_thread *t, struct lang_object *o)
{
    struct lang_handle *h = (struct lang_handle *)o;
    lang_value *const parts[] = {&h->callback, &h->args, &h->loop, &h->context, &h->shown, &h->source};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        lang_clear(t, parts[i]);
}

static void handle_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct lang_handle *h = (struct lang_handle *)o;
    const lang_value parts[] = {h->callback, h->args, h->loop, h->context, h->shown, h->source};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (lang_is_obj(parts[i]))
            visit(parts[i].o, arg);
}

static lang_value handle_repr(struct lang_thread *t, lang_value v)
{
    struct lang_handle *h = (struct lang_handle *)v.o;
    if (lang_is_obj(h->shown))
        return lang_ref(h->shown);
    return lang_call(t, lang_asyncio_parts[LANG_ASYNCIO_HANDLE_REPR], &v, 1, NULL);
}

static lang_value m_cancel(struct lang_thread *t, const lang_value *a)
{
    struct lang_handle *h = (struct lang_handle *)a[0].o;
    if (h->cancelled)
        return lang_none();
    h->cancelled = true;
    int debug = lang_is_undef(h->loop) ? 0 : debugs(t, h->loop);
    struct lang_str *text = debug > 0 ? lang_repr(t, a[0]) : NULL;
    if (debug < 0 || (debug && !text))
        return lang_error();
    if (text)
        lang_set_steal(t, &h->shown, lang_obj(text));
    lang_clear(t, &h->callback);
    lang_clear(t, &h->args);
    return lang_none();
}

static lang_value m_cancelled(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    return lang_bool(((struct lang_handle *)a[0].o)->cancelled);
}

static bool ends_programs(struct lang_thread *t)
{
    return lang_error_is(t, LANG_EXC_SystemExit) || lang_error_is(t, LANG_EXC_KeyboardInterrupt);
}

static int report(struct lang_thread *t, struct lang_handle *h)
{
    if (ends_programs(t))
        return -1;
    lang_value args[2] = {lang_obj(h), lang_error_take(t)};
    lang_value r = lang_call(t, lang_asyncio_parts[LANG_ASYNCIO_HANDLE_FAILED], args, 2, NULL);
    lang_unref(t, args[1]);
    if (lang_is_error(r))
        return -1;
    lang_unref(t, r);
    return 0;
}

int lang_handle_run(struct lang_thread *t, struct lang_handle *h)
{
    if (h->cancelled || lang_is_undef(h->callback))
        return 0;
    lang_value callback = lang_ref(h->callback), args = lang_ref(h->args), context = lang_ref(h->context);
    lang_value r = lang_error();
    int status = 0;
    if (!lang_is_tuple(args)) {
        lang_value made = lang_obj_or_error(lang_to_tuple(t, args));
        lang_unref(t, args);
        args = made;
    }
    if (!lang_is_error(args) && !lang_is_context(context)) {
        lang_raise(t, LANG_EXC_TypeError, "a context is required, not %N", context);
    } else if (!lang_is_error(args) && lang_context_enter(t, context) == 0) {
        r = lang_call(t, callback, lang_as_tuple(args)->items, (size_t)lang_as_tuple(args)->length, NULL);
        lang_context_leave(t, context);
    }
    if (lang_is_error(r))
        status = report(t, h);
    else
        lang_unref(t, r);
    lang_unref(t, callback);
    if (!lang_is_error(args))
        lang_unref(t, args);
    lang_unref(t, context);
    return status;
}

static lang_value m_run(struct lang_thread *t, const lang_value *a)
{
    return lang_handle_run(t, (struct lang_handle *)a[0].o) < 0 ? lang_error() : lang_none();
}

static lang_value shown(lang_value v)
{
    return lang_is_undef(v) ? lang_none() : lang_ref(v);
}

#define FIELD(field)                                                                                                   \
    static lang_value get_##field(struct lang_thread *t, lang_value v)                                                 \
    {                                                                                                                  \
        (void)t;                                                                                                       \
        return shown(((struct lang_handle *)v.o)->field);                                                              \
    }                                                                                                                  \
    static int set_##field(struct lang_thread *t, lang_value v, lang_value value)                                      \
    {                                                                                                                  \
        lang_set_steal(t, &((struct lang_handle *)v.o)->field, lang_ref(value));                                       \
        return 0;                                                                                                      \
    }
FIELD(callback)
FIELD(args)
FIELD(loop)
FIELD(context)
FIELD(shown)
FIELD(source)

static lang_value get_cancelled(struct lang_thread *t, lang_value v)
{
    return m_cancelled(t, &v);
}

static const struct lang_method handle_methods[] = {
    {"cancel", "()", m_cancel, "The callback is not to be called.", 0},
    {"cancelled", "()", m_cancelled, "Whether cancel() was called.", 0},
    {"_run", "()", m_run, "Calls the callback.", 0},
    {0},
};
static const struct lang_getset handle_getset[] = {
    {"_callback", get_callback, set_callback, NULL},
    {"_args", get_args, set_args, NULL},
    {"_loop", get_loop, set_loop, NULL},
    {"_context", get_context, set_context, NULL},
    {"_repr", get_shown, set_shown, NULL},
    {"_source_traceback", get_source, set_source, NULL},
    {"_cancelled", get_cancelled, NULL, NULL},
    {0},
};

struct lang_type lang_type_handle = {
    .name = "Handle",
    .module = "asyncio.events",
    .doc = "What call_soon() and its like give: a callback that can be cancelled.",
    .size = sizeof(struct lang_handle),
    .flags = LANG_TYPE_BASE | LANG_TYPE_WEAKREF,
    .methods = handle_methods,
    .getset = handle_getset,
    .make = handle_make,
    .init = handle_init,
    .destroy = handle_clear,
    .traverse = handle_traverse,
    .clear = handle_clear,
    .repr = handle_repr,
};

/* ------------------------------------------------------------------ call_soon */

int lang_call_soon(struct lang_thread *t, lang_value loop, struct lang_ready *q, lang_value callback,
                   lang_value argument, lang_value context)
{
    if (q && !q->slow) {
        struct lang_tuple *args = lang_tuple_from(t, &argument, lang_is_undef(argument) ? 0 : 1);
        struct lang_handle *h = args ? lang_handle_new(t, callback, lang_obj(args), loop, context) : NULL;
        int status = h ? lang_ready_push(t, q, lang_obj(h)) : -1;
        lang_xdecref(t, h);
        lang_xdecref(t, args);
        return status;
    }
    static struct lang_tuple *names;
    if (!names) {
        lang_value name = lang_obj_or_error(lang_intern_c(t, "context"));
        names = lang_is_error(name) ? NULL : lang_tuple_from(t, &name, 1);
        if (!lang_is_error(name))
            lang_unref(t, name);
        if (!names)
            return -1;
    }
    size_t n = lang_is_undef(argument) ? 1 : 2;
    lang_value args[3] = {callback, argument, lang_undef()};
    args[n] = context;
    lang_value method = lang_getattr_c(t, loop, "call_soon");
    lang_value r =
        lang_is_error(method) ? method : lang_call(t, method, args, n, lang_is_undef(context) ? NULL : names);
    if (!lang_is_error(method))
        lang_unref(t, method);
    if (lang_is_error(r))
        return -1;
    lang_unref(t, r);
    return 0;
}
