/* lib_pickle_read.c: bytes to objects: pickle.Unpickler: which opcode is which function, the type, load and loads. Must
 * not know how pickles are written. */
#include <string.h>

#include "lib_unpickle.h"
#include "vm/code.h"

/* ------------------------------------------------------------------ the machine */

/* Tuples hashed in one load beyond one for each opcode: some tenths of a second. */
enum { HASH_BUDGET = 1 << 24 };

static int load_proto(struct loader *l)
{
    uint64_t protocol;
    if (lang_unpickle_take_number(l, 1, &protocol) < 0)
        return -1;
    if (protocol > PICKLE_HIGHEST && !l->guarded)
        return lang_fail(l->t, LANG_EXC_ValueError, "unsupported pickle protocol: %d", (int)protocol);
    l->u->protocol = (int64_t)protocol;
    if (!l->guarded)
        return 0;
    lang_value told = lang_unpickle_ask_guard(l, "_guard_protocol", lang_int((int64_t)protocol), lang_none());
    if (lang_is_error(told))
        return -1;
    lang_unref(l->t, told);
    return 0;
}

static int load_memo_line(struct loader *l, bool put)
{
    size_t n;
    int64_t index;
    const char *line = lang_unpickle_take_line(l, &n);
    lang_value v = line ? lang_unpickle_int_of_line(l, line, n) : lang_error();
    if (lang_is_error(v))
        return -1;
    bool fits = lang_int_fits(v, &index) && index >= 0;
    lang_unref(l->t, v);
    if (put && !lang_unpickle_top(l))
        return -1;
    if (!fits)
        return lang_fail(l->t, LANG_EXC_ValueError, "negative %s argument", put ? "PUT" : "GET");
    return put ? lang_unpickle_memo_put(l, (uint64_t)index) : lang_unpickle_memo_get(l, (uint64_t)index);
}

static int load_memo(struct loader *l, int width, bool put)
{
    uint64_t index;
    if (lang_unpickle_take_number(l, width, &index) < 0)
        return -1;
    return put ? lang_unpickle_memo_put(l, index) : lang_unpickle_memo_get(l, index);
}

static int load_pop(struct loader *l)
{
    struct unpickler *u = l->u;
    if (u->nmarks && u->marks[u->nmarks - 1] == u->stack->length) {
        u->nmarks--;
        return 0;
    }
    lang_value v = lang_unpickle_pop(l);
    if (lang_is_error(v))
        return -1;
    lang_unref(l->t, v);
    return 0;
}

static int load_pop_mark(struct loader *l)
{
    struct lang_tuple *items = lang_unpickle_pop_mark(l);
    if (!items)
        return -1;
    lang_decref(l->t, items);
    return 0;
}

static int load_frame(struct loader *l)
{
    uint64_t n;
    if (lang_unpickle_take_number(l, 8, &n) < 0)
        return -1;
    if (n > INT64_MAX)
        return lang_fail(l->t, LANG_EXC_OverflowError, "FRAME length exceeds system's maximum of %lld bytes",
                         (long long)INT64_MAX);
    if (!lang_unpickle_take(l, n))
        return -1;
    l->u->at -= (int64_t)n;
    return 0;
}

static int load_dup(struct loader *l)
{
    lang_value *v = lang_unpickle_top(l);
    return v ? lang_unpickle_push(l, lang_ref(*v)) : -1;
}

static int load_mark_tuple(struct loader *l)
{
    struct lang_tuple *items = lang_unpickle_pop_mark(l);
    return items ? lang_unpickle_push(l, lang_obj(items)) : -1;
}

static int unknown_opcode(struct loader *l, uint8_t op)
{
    return op >= 32 && op < 127 && op != '\'' && op != '\\'
               ? lang_unpickle_fail_read(l->t, "invalid load key, '%c'.", op)
               : lang_unpickle_fail_read(l->t, "invalid load key, '\\x%02x'.", op);
}

static int step_value(struct loader *l, uint8_t op)
{
    switch (op) {
    case PICKLE_NONE:
        return lang_unpickle_push(l, lang_none());
    case PICKLE_NEWTRUE:
        return lang_unpickle_push(l, lang_bool(true));
    case PICKLE_NEWFALSE:
        return lang_unpickle_push(l, lang_bool(false));
    case PICKLE_BININT:
        return lang_unpickle_load_small_int(l, 4);
    case PICKLE_BININT1:
        return lang_unpickle_load_small_int(l, 1);
    case PICKLE_BININT2:
        return lang_unpickle_load_small_int(l, 2);
    case PICKLE_INT:
        return lang_unpickle_load_int_line(l, false);
    case PICKLE_LONG:
        return lang_unpickle_load_int_line(l, true);
    case PICKLE_LONG1:
        return lang_unpickle_load_long(l, 1);
    case PICKLE_LONG4:
        return lang_unpickle_load_long(l, 4);
    case PICKLE_FLOAT:
        return lang_unpickle_load_float_line(l);
    case PICKLE_BINFLOAT:
        return lang_unpickle_load_float(l);
    case PICKLE_STRING:
        return lang_unpickle_load_quoted(l);
    case PICKLE_BINSTRING:
        return lang_unpickle_load_old_text(l, 4);
    case PICKLE_SHORT_BINSTRING:
        return lang_unpickle_load_old_text(l, 1);
    case PICKLE_UNICODE:
        return lang_unpickle_load_unicode_line(l);
    case PICKLE_SHORT_BINUNICODE:
        return lang_unpickle_load_text(l, 1);
    case PICKLE_BINUNICODE:
        return lang_unpickle_load_text(l, 4);
    case PICKLE_BINUNICODE8:
        return lang_unpickle_load_text(l, 8);
    case PICKLE_SHORT_BINBYTES:
        return lang_unpickle_load_bytes(l, 1);
    case PICKLE_BINBYTES:
        return lang_unpickle_load_bytes(l, 4);
    case PICKLE_BINBYTES8:
        return lang_unpickle_load_bytes(l, 8);
    case PICKLE_BYTEARRAY8:
        return lang_unpickle_load_bytearray(l);
    case PICKLE_NEXT_BUFFER:
        return lang_unpickle_load_buffer(l);
    case PICKLE_READONLY_BUFFER:
        return lang_unpickle_load_readonly(l);
    default:
        return unknown_opcode(l, op);
    }
}

static int step_container(struct loader *l, uint8_t op)
{
    switch (op) {
    case PICKLE_EMPTY_TUPLE:
        return lang_unpickle_pop_tuple(l, 0);
    case PICKLE_TUPLE1:
        return lang_unpickle_pop_tuple(l, 1);
    case PICKLE_TUPLE2:
        return lang_unpickle_pop_tuple(l, 2);
    case PICKLE_TUPLE3:
        return lang_unpickle_pop_tuple(l, 3);
    case PICKLE_TUPLE:
        return load_mark_tuple(l);
    case PICKLE_EMPTY_LIST:
        return lang_unpickle_push(l, lang_obj_or_error(lang_list_new(l->t, 0)));
    case PICKLE_LIST:
        return lang_unpickle_load_list(l);
    case PICKLE_APPEND:
        return lang_unpickle_load_append(l);
    case PICKLE_APPENDS:
        return lang_unpickle_load_appends(l);
    case PICKLE_EMPTY_DICT:
        return lang_unpickle_push(l, lang_obj_or_error(lang_dict_new(l->t)));
    case PICKLE_DICT:
        return lang_unpickle_load_dict(l);
    case PICKLE_SETITEM:
        return lang_unpickle_load_set_item(l);
    case PICKLE_SETITEMS:
        return lang_unpickle_load_set_items(l);
    case PICKLE_EMPTY_SET:
        return lang_unpickle_push(l, lang_obj_or_error(lang_set_new(l->t, false)));
    case PICKLE_ADDITEMS:
        return lang_unpickle_load_add_items(l);
    case PICKLE_FROZENSET:
        return lang_unpickle_load_frozenset(l);
    default:
        return step_value(l, op);
    }
}

static int step(struct loader *l, uint8_t op)
{
    switch (op) {
    case PICKLE_MARK:
        return lang_unpickle_push_mark(l);
    case PICKLE_POP:
        return load_pop(l);
    case PICKLE_POP_MARK:
        return load_pop_mark(l);
    case PICKLE_DUP:
        return load_dup(l);
    case PICKLE_PROTO:
        return load_proto(l);
    case PICKLE_FRAME:
        return load_frame(l);
    case PICKLE_GET:
        return load_memo_line(l, false);
    case PICKLE_BINGET:
        return load_memo(l, 1, false);
    case PICKLE_LONG_BINGET:
        return load_memo(l, 4, false);
    case PICKLE_PUT:
        return load_memo_line(l, true);
    case PICKLE_BINPUT:
        return load_memo(l, 1, true);
    case PICKLE_LONG_BINPUT:
        return load_memo(l, 4, true);
    case PICKLE_MEMOIZE:
        return lang_unpickle_memo_put(l, (uint64_t)l->u->memo->length);
    case PICKLE_GLOBAL:
        return lang_unpickle_load_global(l);
    case PICKLE_STACK_GLOBAL:
        return lang_unpickle_load_stack_global(l);
    case PICKLE_REDUCE:
        return lang_unpickle_load_reduce(l);
    case PICKLE_BUILD:
        return lang_unpickle_load_build(l);
    case PICKLE_NEWOBJ:
        return lang_unpickle_load_newobj(l, false);
    case PICKLE_NEWOBJ_EX:
        return lang_unpickle_load_newobj(l, true);
    case PICKLE_INST:
        return lang_unpickle_load_inst(l);
    case PICKLE_OBJ:
        return lang_unpickle_load_obj(l);
    case PICKLE_EXT1:
        return lang_unpickle_load_extension(l, 1);
    case PICKLE_EXT2:
        return lang_unpickle_load_extension(l, 2);
    case PICKLE_EXT4:
        return lang_unpickle_load_extension(l, 4);
    case PICKLE_PERSID:
        return lang_unpickle_load_persistent(l, true);
    case PICKLE_BINPERSID:
        return lang_unpickle_load_persistent(l, false);
    default:
        return step_container(l, op);
    }
}

/* The opcodes that torch.load(weights_only=True) knows; the guard raises for the others. */
static bool is_guarded_op(uint8_t op)
{
    static const uint8_t known[] = {
        PICKLE_PROTO,       PICKLE_GLOBAL,      PICKLE_BINUNICODE, PICKLE_SHORT_BINSTRING,
        PICKLE_BININT,      PICKLE_BININT1,     PICKLE_BININT2,    PICKLE_LONG1,
        PICKLE_BINFLOAT,    PICKLE_NONE,        PICKLE_NEWTRUE,    PICKLE_NEWFALSE,
        PICKLE_EMPTY_TUPLE, PICKLE_TUPLE,       PICKLE_TUPLE1,     PICKLE_TUPLE2,
        PICKLE_TUPLE3,      PICKLE_EMPTY_LIST,  PICKLE_EMPTY_DICT, PICKLE_EMPTY_SET,
        PICKLE_MARK,        PICKLE_APPEND,      PICKLE_APPENDS,    PICKLE_SETITEM,
        PICKLE_SETITEMS,    PICKLE_REDUCE,      PICKLE_BUILD,      PICKLE_NEWOBJ,
        PICKLE_BINPUT,      PICKLE_LONG_BINPUT, PICKLE_BINGET,     PICKLE_LONG_BINGET,
        PICKLE_BINPERSID,   PICKLE_STOP,
    };
    return memchr(known, op, sizeof known) != NULL;
}

static lang_value run(struct loader *l)
{
    for (uint64_t steps = 0;; steps++) {
        const uint8_t *p = lang_unpickle_take(l, 1);
        if (!p) {
            if (lang_error_occurred(l->t)) {
                lang_value raised = lang_error_take(l->t);
                bool ended = lang_is_a(raised, lang_unpickling_error);
                if (!ended)
                    lang_error_restore(l->t, raised);
                else
                    lang_unref(l->t, raised);
                if (ended)
                    lang_raise(l->t, LANG_EXC_EOFError, "Ran out of input");
            }
            return lang_error();
        }
        uint8_t op = *p;
        if (l->guarded)
            ++*lang_tuple_hash_budget;
        if ((steps & 0x3ff) == 0x3ff && lang_poll_quiet(l->t) < 0)
            return lang_error();
        if (l->guarded && !is_guarded_op(op)) {
            lang_value told = lang_unpickle_ask_guard(l, "_guard_opcode", lang_int(op), lang_none());
            if (lang_is_error(told))
                return told;
            lang_unref(l->t, told);
        }
        if (op == PICKLE_STOP)
            return lang_unpickle_pop(l);
        if (step(l, op) < 0)
            return lang_error();
    }
}

/* ------------------------------------------------------------------ the type */

static int start(struct lang_thread *t, struct unpickler *u)
{
    if (!u->stack && !(u->stack = lang_list_new(t, 0)))
        return -1;
    if (!u->memo && !(u->memo = lang_list_new(t, 0)))
        return -1;
    /* the memo holds what is no value of the language */
    u->stack->head.flags |= LANG_OBJ_HIDDEN;
    u->memo->head.flags |= LANG_OBJ_HIDDEN;
    u->nmarks = 0;
    u->protocol = 0;
    return 0;
}

static void empty_stack(struct lang_thread *t, struct unpickler *u)
{
    struct lang_list *stack = u->stack;
    u->stack = NULL;
    u->nmarks = 0;
    lang_xdecref(t, stack);
}

static lang_value load(struct lang_thread *t, lang_value self)
{
    struct unpickler *u = (struct unpickler *)self.o;
    struct loader l = {t, u, self, lang_undef(), lang_undef(), lang_is_a(self, &lang_type_guarded_unpickler)};
    lang_value result = lang_error();
    if (u->running)
        return lang_raise(t, LANG_EXC_RuntimeError, "Unpickler.load() is running already");
    u->running = true;
    bool derived = self.o->type->flags & LANG_TYPE_HEAP;
    if (derived)
        l.find_class = lang_getattr(t, self, LANG_NAME(find_class));
    if (!lang_is_error(l.find_class))
        l.persistent_load = lang_getattr_opt(t, self, LANG_NAME(persistent_load));
    if (!lang_is_error(l.find_class) && !lang_is_error(l.persistent_load) && start(t, u) == 0) {
        int64_t budget = HASH_BUDGET, *before = lang_tuple_hash_budget;
        if (l.guarded) /* others may run code that hashes as much as it likes */
            lang_tuple_hash_budget = &budget;
        result = run(&l);
        lang_tuple_hash_budget = before;
        if (!lang_is_error(result) && lang_unpickle_take_peeked(t, u) < 0) {
            lang_unref(t, result);
            result = lang_error();
        }
    }
    if (!lang_is_error(l.find_class))
        lang_unref(t, l.find_class);
    if (!lang_is_error(l.persistent_load))
        lang_unref(t, l.persistent_load);
    empty_stack(t, u);
    if (!lang_is_undef(u->read))
        lang_unpickle_drop_chunk(t, u);
    u->peeked = false;
    u->running = false;
    return result;
}

static lang_value unpickler_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                                 struct lang_tuple *kwnames)
{
    (void)args, (void)nargs, (void)kwnames;
    struct unpickler *u = lang_object_new(t, cls);
    if (!u)
        return lang_error();
    u->read = u->readline = u->peek = u->persistent_load = u->buffers = lang_undef();
    u->encoding = u->errors = u->chunk = u->held.owner = lang_undef();
    return lang_obj(u);
}

/* args: fix_imports, encoding, errors, buffers */
static int set_up(struct lang_thread *t, struct unpickler *u, const lang_value *args)
{
    int fix = lang_is_undef(args[0]) ? 1 : lang_truth(t, args[0]);
    static const char *const defaults[] = {"ASCII", "strict"};
    lang_value *texts[] = {&u->encoding, &u->errors};
    if (fix < 0)
        return -1;
    for (int i = 0; i < 2; i++) {
        lang_value v = args[1 + i];
        if (!lang_is_undef(v) && !lang_is_str(v))
            return lang_fail(t, LANG_EXC_TypeError, "Unpickler() argument '%s' must be str, not %N",
                             i ? "errors" : "encoding", v);
        v = lang_is_undef(v) ? lang_obj_or_error(lang_str_from_c(t, defaults[i])) : lang_ref(v);
        if (lang_is_error(v))
            return -1;
        lang_set_steal(t, texts[i], v);
    }
    lang_value buffers = lang_is_undef(args[3]) || lang_is_none(args[3]) ? lang_undef() : lang_iter(t, args[3]);
    if (lang_is_error(buffers))
        return -1;
    lang_set_steal(t, &u->buffers, buffers);
    u->fix_imports = fix != 0;
    u->ready = true;
    return 0;
}

static int set_file(struct lang_thread *t, struct unpickler *u, lang_value file)
{
    lang_value read = lang_getattr_opt(t, file, LANG_NAME(read));
    lang_value line = lang_is_error(read) ? read : lang_getattr_opt(t, file, LANG_NAME(readline));
    lang_value peek = lang_is_error(line) ? line : lang_getattr_opt(t, file, LANG_NAME(peek));
    bool ok = !lang_is_error(peek);
    if (ok && (lang_is_undef(read) || lang_is_undef(line)))
        ok = lang_fail(t, LANG_EXC_TypeError, "file must have 'read' and 'readline' attributes") == 0;
    lang_value *slots[] = {&u->read, &u->readline, &u->peek}, found[] = {read, line, peek};
    for (int i = 0; i < 3; i++) {
        if (ok)
            lang_set_steal(t, slots[i], found[i]);
        else if (!lang_is_error(found[i]))
            lang_unref(t, found[i]);
    }
    return ok ? 0 : -1;
}

static const char unpickler_signature[] = "(file, *, fix_imports=True, encoding='ASCII', errors='strict', buffers=())";

static int unpickler_init(struct lang_thread *t, lang_value self, const lang_value *args, size_t nargs,
                          struct lang_tuple *kwnames)
{
    struct unpickler *u = (struct unpickler *)self.o;
    struct lang_params *params = lang_params_get(t, "Unpickler", unpickler_signature);
    lang_value bound[5];
    if (!params || lang_params_bind(t, params, args, nargs, kwnames, bound) < 0)
        return -1;
    int status = u->running ? lang_fail(t, LANG_EXC_RuntimeError, "Unpickler.load() is running already")
                            : set_up(t, u, bound + 1);
    if (status == 0) {
        lang_unpickle_drop_chunk(t, u);
        if (u->memo)
            lang_decref(t, u->memo);
        u->memo = NULL;
        status = set_file(t, u, bound[0]);
    }
    lang_args_done(t, params, bound);
    return status;
}

static void unpickler_clear(struct lang_thread *t, struct lang_object *o)
{
    struct unpickler *u = (struct unpickler *)o;
    lang_value *slots[] = {&u->read,     &u->readline, &u->peek,   &u->persistent_load,
                           &u->encoding, &u->errors,   &u->buffers};
    if (u->running)
        return;
    u->ready = false;
    for (size_t i = 0; i < sizeof slots / sizeof *slots; i++)
        lang_clear(t, slots[i]);
    empty_stack(t, u);
    struct lang_list *memo = u->memo;
    struct lang_dict *sparse = u->sparse;
    u->memo = NULL;
    u->sparse = NULL;
    lang_xdecref(t, memo);
    lang_xdecref(t, sparse);
    lang_unpickle_drop_chunk(t, u);
}

static void unpickler_destroy(struct lang_thread *t, struct lang_object *o)
{
    struct unpickler *u = (struct unpickler *)o;
    u->running = false;
    unpickler_clear(t, o);
    lang_free(t, u->marks, u->marks_capacity * sizeof *u->marks);
}

static void unpickler_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct unpickler *u = (struct unpickler *)o;
    lang_value held[] = {u->read,   u->readline, u->peek,  u->persistent_load, u->encoding,
                         u->errors, u->buffers,  u->chunk, u->held.owner};
    for (size_t i = 0; i < sizeof held / sizeof *held; i++)
        if (lang_is_obj(held[i]))
            visit(held[i].o, arg);
    if (u->stack)
        visit(&u->stack->head, arg);
    if (u->memo)
        visit(&u->memo->head, arg);
    if (u->sparse)
        visit(&u->sparse->head, arg);
}

static lang_value unpickler_load(struct lang_thread *t, const lang_value *a)
{
    if (!((struct unpickler *)a[0].o)->ready) {
        lang_raise_class(t, lang_unpickling_error, "Unpickler.__init__() was not called by %N.__init__()", a[0]);
        return lang_error();
    }
    return load(t, a[0]);
}

static lang_value unpickler_find_class(struct lang_thread *t, const lang_value *a)
{
    return lang_unpickle_find_global(t, (struct unpickler *)a[0].o, a[1], a[2]);
}

static const struct lang_method unpickler_methods[] = {
    {"load", "()", unpickler_load, "Load a pickle: the object that the file's bytes describe.", 0},
    {"find_class", "(module_name, global_name, /)", unpickler_find_class,
     "Return an object from a specified module; a subclass may say which ones a pickle may name.", 0},
    {0},
};

static lang_value get_persistent(struct lang_thread *t, lang_value self)
{
    struct unpickler *u = (struct unpickler *)self.o;
    return lang_is_undef(u->persistent_load) ? lang_raise(t, LANG_EXC_AttributeError, "persistent_load")
                                             : lang_ref(u->persistent_load);
}
static int set_persistent(struct lang_thread *t, lang_value self, lang_value v)
{
    if (lang_is_undef(v))
        return lang_fail(t, LANG_EXC_TypeError, "attribute deletion is not supported");
    if (!lang_callable(v))
        return lang_fail(t, LANG_EXC_TypeError, "persistent_load must be a callable taking one argument");
    lang_set_steal(t, &((struct unpickler *)self.o)->persistent_load, lang_ref(v));
    return 0;
}

static const struct lang_getset unpickler_getset[] = {
    {"persistent_load", get_persistent, set_persistent, NULL},
    {0},
};

struct lang_type lang_type_unpickler = {
    .name = "Unpickler",
    .module = "_pickle",
    .doc = "Reads a stream of pickles from a file.",
    .size = sizeof(struct unpickler),
    .flags = LANG_TYPE_BASE | LANG_TYPE_QUALIFIED,
    .methods = unpickler_methods,
    .getset = unpickler_getset,
    .make = unpickler_make,
    .init = unpickler_init,
    .destroy = unpickler_destroy,
    .traverse = unpickler_traverse,
    .clear = unpickler_clear,
};

struct lang_type lang_type_guarded_unpickler = {
    .name = "_GuardedUnpickler",
    .module = "_pickle",
    .doc = "An Unpickler that asks its subclass before it calls, makes or fills anything.",
    .size = sizeof(struct unpickler),
    .flags = LANG_TYPE_BASE | LANG_TYPE_QUALIFIED,
    .base = &lang_type_unpickler,
    .make = unpickler_make,
    .init = unpickler_init,
    .destroy = unpickler_destroy,
    .traverse = unpickler_traverse,
    .clear = unpickler_clear,
};

/* ------------------------------------------------------------------ functions */

/* args: fix_imports, encoding, errors, buffers */
static lang_value read_with(struct lang_thread *t, lang_value file, lang_value bytes, const lang_value *args)
{
    lang_value self = unpickler_make(t, &lang_type_unpickler, NULL, 0, NULL), result = lang_error();
    if (lang_is_error(self))
        return self;
    struct unpickler *u = (struct unpickler *)self.o;
    int status = set_up(t, u, args);
    if (status == 0)
        status = lang_is_undef(file) ? lang_unpickle_set_chunk(t, u, lang_ref(bytes)) : set_file(t, u, file);
    if (status == 0)
        result = load(t, self);
    lang_unref(t, self);
    return result;
}

static lang_value f_loads(struct lang_thread *t, const lang_value *a)
{
    return read_with(t, lang_undef(), a[0], a + 1);
}
static lang_value f_load(struct lang_thread *t, const lang_value *a)
{
    return read_with(t, a[0], lang_undef(), a + 1);
}

const struct lang_method lang_pickle_read_functions[] = {
    {"load", "(file, *, fix_imports=True, encoding='ASCII', errors='strict', buffers=())", f_load,
     "Read and return an object from the pickle data stored in a file.", 0},
    {"loads", "(data, /, *, fix_imports=True, encoding='ASCII', errors='strict', buffers=())", f_loads,
     "Read and return an object from the given pickle data.", 0},
    {0},
};
