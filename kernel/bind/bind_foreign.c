/* bind_foreign.c: what the autograd graph holds of the language: references, hooks and their handles, and the thread on
 * which a callback of the runtime runs. Must not know what a hook or a function computes. */
#include "bind_core.h"

/* ---- references ------------------------------------------------------------------------------------------------- */

/* The thread on which this C thread runs a backward, for hooks. */
static _Thread_local struct lang_thread *running;

struct lang_thread *bind_callback_thread(struct lang_thread **entered)
{
    *entered = bind_callback_enter();
    return *entered ? *entered : running ? running : bind_main_thread;
}

struct lang_thread *bind_run_backward(struct lang_thread *t)
{
    struct lang_thread *outer = running;
    running = t;
    return outer;
}

static void foreign_ref(void *object)
{
    lang_incref(object);
}
static void foreign_unref(void *object)
{
    lang_decref(running ? running : bind_main_thread, object);
}
static int foreign_traverse(void *object, int (*visit)(void *object, void *context), void *context)
{
    return visit(object, context);
}
const struct rt_foreign bind_foreign = {foreign_ref, foreign_unref, foreign_traverse, NULL};

static void node_gone(void *object, struct rt_node *node)
{
    struct bind_node *context = object;
    if (context->rt == node)
        context->rt = NULL;
}
const struct rt_foreign bind_function_foreign = {foreign_ref, foreign_unref, foreign_traverse, node_gone};

int bind_visit_foreign(void *object, void *context)
{
    struct bind_visit *v = context;
    v->visit(object, v->arg);
    return 0;
}

/* ---- handles of hooks ------------------------------------------------------------------------------------------- */

struct hook_handle {
    struct lang_object head;
    struct rt_hook_handle *rt;
};
static void handle_destroy(struct lang_thread *t, struct lang_object *o)
{
    (void)t;
    rt_hook_handle_free(((struct hook_handle *)o)->rt);
}
static lang_value handle_remove(struct lang_thread *t, const lang_value *args)
{
    (void)t;
    rt_hook_remove(((struct hook_handle *)args[0].o)->rt);
    return lang_none();
}
static lang_value handle_enter(struct lang_thread *t, const lang_value *args)
{
    (void)t;
    return lang_ref(args[0]);
}
static const struct lang_method handle_methods[] = {{"remove", "()", handle_remove, "Takes the hook away.", 0},
                                                    {"__enter__", "()", handle_enter, NULL, 0},
                                                    {"__exit__", "(*args)", handle_remove, NULL, 0},
                                                    {NULL, NULL, NULL, NULL, 0}};
static struct lang_type type_handle = {.head = {&lang_type_type, 1, LANG_OBJ_STATIC},
                                       .name = "RemovableHandle",
                                       .module = "torch.utils.hooks",
                                       .doc = "Takes a hook away again.",
                                       .size = sizeof(struct hook_handle),
                                       .methods = handle_methods,
                                       .destroy = handle_destroy};

lang_value bind_hook_handle(struct lang_thread *t, struct rt_hook_handle *rt)
{
    struct hook_handle *h = lang_type_ready(t, &type_handle) < 0 ? NULL : lang_object_new(t, &type_handle);
    if (h) {
        h->rt = rt;
        return lang_obj(h);
    }
    rt_hook_remove(rt);
    rt_hook_handle_free(rt);
    return lang_error();
}
