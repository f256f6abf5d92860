/* lib_context.c: the module _contextvars: variables whose values belong to a context, of which each thread has a
 * current one. A context is a dict that copies share until one of them is written to. */
#include "lib_context.h"

#include "types/containers.h"
#include "vm/code.h"
#include "vm/type.h"

struct context {
    struct lang_object head;
    struct lang_dict *values; /* shared with copies while others refer to it */
    lang_value below;         /* what was current when this one was entered: a context or UNDEF */
    bool entered;
};
struct variable {
    struct lang_object head;
    struct lang_str *name;
    lang_value initial; /* UNDEF: none */
};
struct token {
    struct lang_object head;
    lang_value context, variable;
    lang_value before; /* UNDEF: it had no value */
    bool used;
};
struct missing {
    struct lang_object head;
};

static struct lang_type context_type, variable_type, token_type, missing_type;
static struct missing no_value = {{&missing_type, 1, LANG_OBJ_STATIC}};

static inline struct context *context_of(lang_value v)
{
    return (struct context *)v.o;
}
static inline struct variable *variable_of(lang_value v)
{
    return (struct variable *)v.o;
}
static inline struct token *token_of(lang_value v)
{
    return (struct token *)v.o;
}

/* ------------------------------------------------------------------ contexts */

static struct context *context_new(struct lang_thread *t, struct lang_dict *values)
{
    struct context *c = lang_object_new(t, &context_type);
    if (!c)
        return NULL;
    c->below = lang_undef();
    c->values = values ? lang_incref(values) : lang_dict_new(t);
    if (c->values)
        return c;
    lang_decref(t, c);
    return NULL;
}

/* The one that this thread runs in, made when it is first asked for; borrowed. */
static struct context *current(struct lang_thread *t)
{
    if (lang_is_undef(t->context)) {
        struct context *c = context_new(t, NULL);
        if (!c)
            return NULL;
        c->entered = true;
        t->context = lang_obj(c);
    }
    return context_of(t->context);
}

static lang_value copy_of(struct lang_thread *t, struct context *c)
{
    return c ? lang_obj_or_error(context_new(t, c->values)) : lang_error();
}

lang_value lang_context_copy_current(struct lang_thread *t)
{
    return copy_of(t, current(t));
}

bool lang_is_context(lang_value v)
{
    return lang_is_exactly(v, &context_type);
}

int lang_context_enter(struct lang_thread *t, lang_value context)
{
    struct context *c = context_of(context);
    if (c->entered)
        return lang_fail(t, LANG_EXC_RuntimeError, "cannot enter context: %R is already entered", context);
    c->entered = true;
    c->below = t->context;
    t->context = lang_ref(context);
    return 0;
}

void lang_context_leave(struct lang_thread *t, lang_value context)
{
    struct context *c = context_of(context);
    lang_value left = t->context;
    t->context = c->below;
    c->below = lang_undef();
    c->entered = false;
    lang_unref(t, left);
}

/* Writes or, with UNDEF, removes a value. */
static int put(struct lang_thread *t, struct context *c, lang_value variable, lang_value value)
{
    if (c->values->head.refs > 1) {
        struct lang_dict *own = lang_dict_copy(t, c->values), *shared = c->values;
        if (!own)
            return -1;
        c->values = own;
        lang_decref(t, shared);
    }
    return lang_is_undef(value) ? (lang_dict_del(t, c->values, variable) < 0 ? -1 : 0)
                                : lang_dict_set(t, c->values, variable, value);
}

static lang_value context_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                               struct lang_tuple *kwnames)
{
    (void)cls;
    (void)args;
    if (nargs || (kwnames && kwnames->length))
        return lang_raise(t, LANG_EXC_TypeError, "Context() does not accept any arguments");
    return lang_obj_or_error(context_new(t, NULL));
}

static void context_destroy(struct lang_thread *t, struct lang_object *o)
{
    struct context *c = (struct context *)o;
    lang_xdecref(t, c->values);
    lang_unref(t, c->below);
}

static void context_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct context *c = (struct context *)o;
    if (c->values)
        visit(&c->values->head, arg);
    if (lang_is_obj(c->below))
        visit(c->below.o, arg);
}

static void context_clear(struct lang_thread *t, struct lang_object *o)
{
    struct context *c = (struct context *)o;
    struct lang_dict *empty = lang_dict_new(t), *values = c->values;
    if (!empty) {
        lang_error_clear(t);
        return;
    }
    c->values = empty;
    lang_decref(t, values);
}

/* A borrowed value, UNDEF: there is none. */
static lang_value find(struct lang_thread *t, lang_value context, lang_value key)
{
    if (!lang_is_exactly(key, &variable_type))
        return lang_raise(t, LANG_EXC_TypeError, "a ContextVar key was expected, got %R", key);
    return lang_dict_get(t, context_of(context)->values, key);
}

static lang_value context_getitem(struct lang_thread *t, lang_value v, lang_value key)
{
    lang_value found = find(t, v, key);
    return lang_is_undef(found) ? lang_raise_value(t, LANG_EXC_KeyError, key) : lang_ref(found);
}

static int context_contains(struct lang_thread *t, lang_value v, lang_value key)
{
    lang_value found = find(t, v, key);
    return lang_is_error(found) ? -1 : !lang_is_undef(found);
}

static int64_t context_len(struct lang_thread *t, lang_value v)
{
    (void)t;
    return context_of(v)->values->count;
}

/* An iterator over keys, values or items, which is that of a dict. Who writes to the context meanwhile writes to a
 * copy.
 */
static lang_value view(struct lang_thread *t, lang_value v, const char *name)
{
    lang_value seen = lang_call_method_c(t, lang_obj(context_of(v)->values), name, NULL, 0);
    if (lang_is_error(seen))
        return seen;
    lang_value it = lang_iter(t, seen);
    lang_unref(t, seen);
    return it;
}

static lang_value context_iter(struct lang_thread *t, lang_value v)
{
    return view(t, v, "keys");
}
static lang_value m_keys(struct lang_thread *t, const lang_value *a)
{
    return view(t, a[0], "keys");
}
static lang_value m_values(struct lang_thread *t, const lang_value *a)
{
    return view(t, a[0], "values");
}
static lang_value m_items(struct lang_thread *t, const lang_value *a)
{
    return view(t, a[0], "items");
}

static lang_value m_context_get(struct lang_thread *t, const lang_value *a)
{
    lang_value found = find(t, a[0], a[1]);
    return lang_is_undef(found) ? (lang_is_undef(a[2]) ? lang_none() : lang_ref(a[2])) : lang_ref(found);
}

static lang_value m_context_copy(struct lang_thread *t, const lang_value *a)
{
    return copy_of(t, context_of(a[0]));
}

static lang_value context_compare(struct lang_thread *t, lang_value a, lang_value b, enum lang_compare_op op)
{
    if ((op != LANG_EQ && op != LANG_NE) || !lang_is_context(a) || !lang_is_context(b))
        return lang_notimpl();
    return lang_compare(t, op, lang_obj(context_of(a)->values), lang_obj(context_of(b)->values));
}

static lang_value run_call(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                           struct lang_tuple *kwnames)
{
    (void)callee;
    if (nargs < 2)
        return lang_raise(t, LANG_EXC_TypeError, "run() missing 1 required positional argument");
    lang_value context = lang_ref(args[0]);
    lang_value r = lang_error();
    if (!lang_is_context(context))
        lang_raise(t, LANG_EXC_TypeError,
                   "descriptor 'run' for '_contextvars.Context' objects doesn't apply to a '%N' object", context);
    else if (lang_context_enter(t, context) == 0) {
        r = lang_call(t, args[1], args + 2, nargs - 2, kwnames);
        lang_context_leave(t, context);
    }
    lang_unref(t, context);
    return r;
}

static const struct lang_method context_methods[] = {
    {"get", "(key, default=None, /)", m_context_get,
     "Return the value for `key` if `key` has the value in the context object.", LANG_M_COUNTED},
    {"keys", "()", m_keys, "Return a list of all variables in the context object.", 0},
    {"values", "()", m_values, "Return a list of all variables' values in the context object.", 0},
    {"items", "()", m_items, "Return a list of 2-tuples (variable, value) of the context object.", 0},
    {"copy", "()", m_context_copy, "Return a shallow copy of the context object.", 0},
    {0},
};

static struct lang_type context_type = {
    .name = "Context",
    .module = "_contextvars",
    .doc = "What the context variables of a thread or a task are set to.",
    .size = sizeof(struct context),
    .flags = LANG_TYPE_WEAKREF | LANG_TYPE_QUALIFIED,
    .methods = context_methods,
    .make = context_make,
    .destroy = context_destroy,
    .traverse = context_traverse,
    .clear = context_clear,
    .getitem = context_getitem,
    .contains = context_contains,
    .len = context_len,
    .iter = context_iter,
    .compare = context_compare,
    .hash = lang_hash_unhashable,
};

/* ------------------------------------------------------------------ variables */

static lang_value variable_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                                struct lang_tuple *kwnames)
{
    lang_value initial = lang_undef();
    (void)cls;
    if (nargs != 1)
        return lang_raise(t, LANG_EXC_TypeError, "ContextVar() takes %s 1 positional argument (%zu given)",
                          nargs ? "at most" : "exactly", nargs);
    for (int64_t i = 0; kwnames && i < kwnames->length; i++) {
        if (!lang_str_equal_c(lang_as_str(kwnames->items[i]), "default"))
            return lang_raise(t, LANG_EXC_TypeError, "'%U' is an invalid keyword argument for ContextVar()",
                              lang_as_str(kwnames->items[i]));
        initial = args[nargs + (size_t)i];
    }
    if (!lang_is_str(args[0]))
        return lang_raise(t, LANG_EXC_TypeError, "context variable name must be a str");
    struct variable *v = lang_object_new(t, &variable_type);
    if (!v)
        return lang_error();
    v->name = lang_incref(args[0].o);
    v->initial = lang_ref(initial);
    return lang_obj(v);
}

static void variable_destroy(struct lang_thread *t, struct lang_object *o)
{
    struct variable *v = (struct variable *)o;
    lang_xdecref(t, v->name);
    lang_unref(t, v->initial);
}

static void variable_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct variable *v = (struct variable *)o;
    if (lang_is_obj(v->initial))
        visit(v->initial.o, arg);
}

static void variable_clear(struct lang_thread *t, struct lang_object *o)
{
    lang_clear(t, &((struct variable *)o)->initial);
}

static lang_value variable_repr(struct lang_thread *t, lang_value v)
{
    struct variable *var = variable_of(v);
    struct lang_str *name = lang_repr(t, lang_obj(var->name)), *text = NULL;
    if (!name)
        return lang_error();
    if (lang_is_undef(var->initial)) {
        text = lang_str_from_format(t, "<ContextVar name=%U at %p>", name, (void *)var);
    } else {
        int shown = lang_repr_enter(t, v);
        if (shown > 0)
            text = lang_str_from_format(t, "<ContextVar name=%U default=... at %p>", name, (void *)var);
        else if (shown == 0) {
            text = lang_str_from_format(t, "<ContextVar name=%U default=%R at %p>", name, var->initial, (void *)var);
            lang_repr_leave(t, v);
        }
    }
    lang_decref(t, name);
    return lang_obj_or_error(text);
}

static lang_value m_variable_get(struct lang_thread *t, const lang_value *a)
{
    lang_value found =
        lang_is_undef(t->context) ? lang_undef() : lang_dict_get(t, context_of(t->context)->values, a[0]);
    if (lang_is_error(found))
        return found;
    if (lang_is_undef(found))
        found = lang_is_undef(a[1]) ? variable_of(a[0])->initial : a[1];
    return lang_is_undef(found) ? lang_raise_value(t, LANG_EXC_LookupError, a[0]) : lang_ref(found);
}

static lang_value m_variable_set(struct lang_thread *t, const lang_value *a)
{
    struct context *c = current(t);
    struct token *token = c ? lang_object_new(t, &token_type) : NULL;
    if (!token)
        return lang_error();
    token->context = lang_ref(lang_obj(c));
    token->variable = lang_ref(a[0]);
    token->before = lang_undef();
    lang_value before = lang_dict_get(t, c->values, a[0]);
    if (!lang_is_error(before))
        token->before = lang_ref(before);
    if (!lang_is_error(before) && put(t, c, a[0], a[1]) == 0)
        return lang_obj(token);
    lang_decref(t, token);
    return lang_error();
}

static lang_value m_variable_reset(struct lang_thread *t, const lang_value *a)
{
    if (!lang_is_exactly(a[1], &token_type))
        return lang_raise(t, LANG_EXC_TypeError, "expected an instance of Token, got %R", a[1]);
    struct token *token = token_of(a[1]);
    struct context *c = current(t);
    if (!c)
        return lang_error();
    if (token->used)
        return lang_raise(t, LANG_EXC_RuntimeError, "%R has already been used once", a[1]);
    if (token->variable.o != a[0].o)
        return lang_raise(t, LANG_EXC_ValueError, "%R was created by a different ContextVar", a[1]);
    if (token->context.o != &c->head)
        return lang_raise(t, LANG_EXC_ValueError, "%R was created in a different Context", a[1]);
    token->used = true;
    return put(t, c, a[0], token->before) < 0 ? lang_error() : lang_none();
}

static lang_value get_name(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_obj(lang_incref(variable_of(v)->name));
}

static const struct lang_method variable_methods[] = {
    {"get", "(default=<unrepresentable>, /)", m_variable_get,
     "Return a value for the context variable for the current context: what it was set to there, or the argument, or "
     "its "
     "default; LookupError where there is none.",
     LANG_M_COUNTED},
    {"set", "(value, /)", m_variable_set,
     "Call to set a new value for the context variable in the current context; a Token that restores the former one.",
     0},
    {"reset", "(token, /)", m_variable_reset, "Give the variable the value that it had before the set() of a token.",
     0},
    {"__class_getitem__", "(object, /)", lang_class_getitem, "See PEP 585", LANG_M_CLASS},
    {0},
};
static const struct lang_getset variable_getset[] = {{"name", get_name, NULL, NULL}, {0}};

static struct lang_type variable_type = {
    .name = "ContextVar",
    .module = "_contextvars",
    .doc = "A variable whose value belongs to the current context.",
    .size = sizeof(struct variable),
    .flags = LANG_TYPE_WEAKREF | LANG_TYPE_QUALIFIED,
    .methods = variable_methods,
    .getset = variable_getset,
    .make = variable_make,
    .destroy = variable_destroy,
    .traverse = variable_traverse,
    .clear = variable_clear,
    .repr = variable_repr,
};

/* ------------------------------------------------------------------ tokens */

static lang_value token_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                             struct lang_tuple *kwnames)
{
    (void)cls;
    (void)args;
    (void)nargs;
    (void)kwnames;
    return lang_raise(t, LANG_EXC_RuntimeError, "Tokens can only be created by ContextVars");
}

static void token_destroy(struct lang_thread *t, struct lang_object *o)
{
    struct token *token = (struct token *)o;
    lang_unref(t, token->context);
    lang_unref(t, token->variable);
    lang_unref(t, token->before);
}

static void token_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct token *token = (struct token *)o;
    const lang_value parts[] = {token->context, token->variable, token->before};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (lang_is_obj(parts[i]))
            visit(parts[i].o, arg);
}

static void token_clear(struct lang_thread *t, struct lang_object *o)
{
    struct token *token = (struct token *)o;
    token->used = true;
    lang_clear(t, &token->before);
}

static lang_value token_repr(struct lang_thread *t, lang_value v)
{
    struct token *token = token_of(v);
    return lang_obj_or_error(
        lang_str_from_format(t, "<Token%s var=%R at %p>", token->used ? " used" : "", token->variable, (void *)token));
}

static lang_value get_variable(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_ref(token_of(v)->variable);
}

static lang_value get_old_value(struct lang_thread *t, lang_value v)
{
    (void)t;
    lang_value before = token_of(v)->before;
    return lang_is_undef(before) ? lang_ref(lang_obj(&no_value)) : lang_ref(before);
}

static const struct lang_method token_methods[] = {
    {"__class_getitem__", "(object, /)", lang_class_getitem, "See PEP 585", LANG_M_CLASS},
    {0},
};
static const struct lang_getset token_getset[] = {
    {"var", get_variable, NULL, NULL}, {"old_value", get_old_value, NULL, NULL}, {0}};

static struct lang_type token_type = {
    .name = "Token",
    .module = "_contextvars",
    .doc = "What ContextVar.set() gives, for reset().",
    .size = sizeof(struct token),
    .flags = LANG_TYPE_QUALIFIED,
    .methods = token_methods,
    .getset = token_getset,
    .make = token_make,
    .destroy = token_destroy,
    .traverse = token_traverse,
    .clear = token_clear,
    .repr = token_repr,
    .hash = lang_hash_unhashable,
};

static lang_value missing_repr(struct lang_thread *t, lang_value v)
{
    (void)v;
    return lang_obj_or_error(lang_str_from_c(t, "<Token.MISSING>"));
}

static struct lang_type missing_type = {.name = "Token.MISSING", .size = sizeof(struct missing), .repr = missing_repr};

/* ------------------------------------------------------------------ the module */

static lang_value copy_context(struct lang_thread *t, const lang_value *a)
{
    (void)a;
    return lang_context_copy_current(t);
}

static const struct lang_method functions[] = {
    {"copy_context", "()", copy_context, "A copy of the current context.", 0},
    {0},
};

int lang_context_ready(struct lang_thread *t)
{
    if (context_type.flags & LANG_TYPE_READY)
        return 0;
    static struct lang_type *const types[] = {&context_type, &variable_type, &token_type, &missing_type};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (lang_type_ready(t, types[i]) < 0)
            return -1;
    struct lang_native *run =
        lang_native_raw_method(t, &context_type, "run", "Calls a function in the context.", run_call, NULL);
    if (!run || lang_dict_set_c(t, context_type.dict, "run", lang_obj(run)) < 0)
        return -1;
    lang_decref(t, run);
    return lang_dict_set_c(t, token_type.dict, "MISSING", lang_obj(&no_value));
}

static int init(struct lang_thread *t, struct lang_module *m)
{
    static struct lang_type *const shown[] = {&context_type, &variable_type, &token_type};
    if (lang_context_ready(t) < 0)
        return -1;
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++)
        if (lang_module_add(t, m, shown[i]->name, lang_obj(shown[i])) < 0)
            return -1;
    return 0;
}

const struct lang_module_def lang_module__contextvars = {"_contextvars", "Context variables.", functions, init};
