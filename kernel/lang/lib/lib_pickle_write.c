/* lib_pickle_write.c: objects to bytes: pickle.Pickler: which object is written how, the type, dump and dumps. Must not
 * know how pickles are read. */
#include <string.h>

#include "lib_pickler.h"
#include "types/bytes_impl.h"
#include "vm/code.h"

/* ------------------------------------------------------------------ any object */

/* 1: it was written by its persistent id. */
static int save_persistent(struct saver *s, lang_value v)
{
    int asked = lang_is_undef(s->persistent_classes) ? 1 : lang_isinstance(s->t, v, s->persistent_classes);
    if (asked <= 0)
        return asked;
    lang_value id = lang_call(s->t, s->persistent_id, &v, 1, NULL);
    int status = 1;
    if (lang_is_error(id))
        return -1;
    if (lang_is_none(id))
        return 0;
    if (s->p->protocol >= 1) {
        status = lang_pickle_save(s, id, true) < 0 || lang_pickle_put_op(s, PICKLE_BINPERSID) < 0 ? -1 : 1;
    } else {
        struct lang_str *text = lang_to_str(s->t, id);
        size_t n;
        const char *utf8 = text ? lang_str_utf8(s->t, text, &n) : NULL;
        if (utf8 && !text->ascii) {
            lang_raise_class(s->t, lang_pickling_error, "persistent IDs in protocol 0 must be ASCII strings");
            status = -1;
        } else if (!utf8 || lang_pickle_put_op(s, PICKLE_PERSID) < 0 || lang_pickle_put(s, utf8, n) < 0 ||
                   lang_pickle_put(s, "\n", 1) < 0) {
            status = -1;
        }
        lang_xdecref(s->t, text);
    }
    lang_unref(s->t, id);
    return status;
}

static int save_container(struct saver *s, lang_value v)
{
    struct lang_type *type = v.o->type;
    if (type == &lang_type_dict)
        return lang_pickle_save_dict(s, v);
    if (type == &lang_type_set)
        return lang_pickle_save_set(s, v);
    if (type == &lang_type_frozenset)
        return lang_pickle_save_frozenset(s, v);
    if (type == &lang_type_list)
        return lang_pickle_save_list(s, v);
    if (type == &lang_type_tuple)
        return lang_pickle_save_tuple(s, v);
    if (type == &lang_type_bytearray)
        return lang_pickle_save_bytearray(s, v);
    if (type == &lang_type_pickle_buffer)
        return lang_pickle_save_buffer(s, v);
    return lang_pickle_save_object(s, v);
}

/* plain: without asking for a persistent id. */
static int save(struct saver *s, lang_value v, bool plain)
{
    struct pickler *p = s->p;
    int64_t index;
    if (p->frame != SIZE_MAX && p->length - p->frame - FRAME_HEADER >= FRAME_TARGET)
        lang_pickle_close_frame(p);
    if (!plain && !lang_is_undef(s->persistent_id)) {
        int status = save_persistent(s, v);
        if (status != 0)
            return status < 0 ? -1 : 0;
    }
    if (v.tag == LANG_NONE)
        return lang_pickle_put_op(s, PICKLE_NONE);
    if (v.tag == LANG_BOOL)
        return lang_pickle_save_bool(s, v.i != 0);
    if (lang_is_plain_int(v))
        return lang_pickle_save_int(s, v);
    if (v.tag == LANG_FLOAT)
        return lang_pickle_save_float(s, v.f);
    if ((index = lang_pickle_memo_index(p, v)) >= 0)
        return lang_pickle_put_again(s, index);
    if (lang_is_exactly(v, &lang_type_bytes))
        return lang_pickle_save_bytes(s, v);
    if (lang_is_exactly(v, &lang_type_str))
        return lang_pickle_save_str(s, v);
    if (lang_enter(s->t, " while pickling an object") < 0)
        return -1;
    int status = v.tag == LANG_OBJECT ? save_container(s, v) : lang_pickle_save_object(s, v);
    lang_leave(s->t);
    return status;
}

/* ------------------------------------------------------------------ the type */

static int find_hooks(struct saver *s, lang_value self)
{
    s->persistent_id = lang_getattr_opt(s->t, self, LANG_NAME(persistent_id));
    s->override = lang_getattr_opt(s->t, self, LANG_NAME(reducer_override));
    s->table = lang_getattr_opt(s->t, self, LANG_NAME(dispatch_table));
    s->persistent_classes = lang_getattr_opt(s->t, self, LANG_NAME(_persistent_classes));
    if (lang_is_undef(s->table))
        s->table = lang_pickle_copyreg(s->t, "dispatch_table");
    return lang_is_error(s->persistent_classes) || lang_is_error(s->persistent_id) || lang_is_error(s->override) ||
                   lang_is_error(s->table)
               ? -1
               : 0;
}

static void drop_hooks(struct saver *s)
{
    lang_value *hooks[] = {&s->persistent_classes, &s->persistent_id, &s->override, &s->table};
    for (size_t i = 0; i < sizeof hooks / sizeof *hooks; i++) {
        if (!lang_is_error(*hooks[i]))
            lang_unref(s->t, *hooks[i]);
        *hooks[i] = lang_undef();
    }
}

static int dump(struct lang_thread *t, lang_value self, lang_value v)
{
    struct pickler *p = (struct pickler *)self.o;
    struct saver s = {.t = t, .p = p, .save = save, .call = lang_pickle_save_call};
    s.persistent_id = s.table = s.override = s.persistent_classes = lang_undef();
    if (p->running)
        return lang_fail(t, LANG_EXC_RuntimeError, "Pickler.dump() is running already");
    p->running = true;
    p->length = 0;
    p->frame = SIZE_MAX;
    p->framing = false;
    int status = find_hooks(&s, self);
    if (status == 0 && p->protocol >= 2)
        status = lang_pickle_put_number(&s, PICKLE_PROTO, (uint64_t)p->protocol, 1);
    p->framing = p->protocol >= 4;
    if (status == 0)
        status = save(&s, v, false);
    if (status == 0)
        status = lang_pickle_put_op(&s, PICKLE_STOP);
    if (status == 0)
        lang_pickle_close_frame(p);
    if (status == 0 && !lang_is_undef(p->write))
        status = lang_pickle_flush(&s);
    drop_hooks(&s);
    p->running = false;
    return status;
}

/* 0 or -1: protocol None is the default one, a negative one the highest. */
static int set_protocol(struct lang_thread *t, struct pickler *p, lang_value protocol)
{
    int64_t number = PICKLE_DEFAULT;
    if (!lang_is_undef(protocol) && !lang_is_none(protocol)) {
        if (lang_as_c_int(t, protocol, &number) < 0)
            return -1;
        if (number < 0)
            number = PICKLE_HIGHEST;
        else if (number > PICKLE_HIGHEST)
            return lang_fail(t, LANG_EXC_ValueError, "pickle protocol must be <= %d", PICKLE_HIGHEST);
    }
    p->protocol = number;
    return 0;
}

/* args: protocol, fix_imports, buffer_callback */
static int set_up(struct lang_thread *t, struct pickler *p, const lang_value *args)
{
    int fix = lang_is_undef(args[1]) ? 1 : lang_truth(t, args[1]);
    if (fix < 0 || set_protocol(t, p, args[0]) < 0)
        return -1;
    bool called = !lang_is_undef(args[2]) && !lang_is_none(args[2]);
    if (called && p->protocol < 5)
        return lang_fail(t, LANG_EXC_ValueError, "buffer_callback needs protocol >= 5");
    lang_set_steal(t, &p->buffer_callback, called ? lang_ref(args[2]) : lang_undef());
    p->fix_imports = fix != 0 && p->protocol < 3;
    p->ready = true;
    return 0;
}

static lang_value find_write(struct lang_thread *t, lang_value file)
{
    lang_value write = lang_getattr_opt(t, file, LANG_NAME(write));
    if (lang_is_undef(write))
        return lang_raise(t, LANG_EXC_TypeError, "file must have a 'write' attribute");
    return write;
}

static lang_value pickler_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                               struct lang_tuple *kwnames)
{
    (void)args, (void)nargs, (void)kwnames;
    struct pickler *p = lang_object_new(t, cls);
    if (!p)
        return lang_error();
    p->write = p->persistent_id = p->dispatch_table = p->buffer_callback = lang_undef();
    p->frame = SIZE_MAX;
    return lang_obj(p);
}

static const char pickler_signature[] = "(file, protocol=None, fix_imports=True, buffer_callback=None)";

static int pickler_init(struct lang_thread *t, lang_value self, const lang_value *args, size_t nargs,
                        struct lang_tuple *kwnames)
{
    struct pickler *p = (struct pickler *)self.o;
    struct lang_params *params = lang_params_get(t, "Pickler", pickler_signature);
    lang_value bound[4];
    if (!params || lang_params_bind(t, params, args, nargs, kwnames, bound) < 0)
        return -1;
    int status =
        p->running ? lang_fail(t, LANG_EXC_RuntimeError, "Pickler.dump() is running already") : set_up(t, p, bound + 1);
    lang_value write = status < 0 ? lang_error() : find_write(t, bound[0]);
    lang_args_done(t, params, bound);
    if (lang_is_error(write))
        return -1;
    lang_pickle_memo_clear(t, p);
    lang_set_steal(t, &p->write, write);
    return 0;
}

static void pickler_clear(struct lang_thread *t, struct lang_object *o)
{
    struct pickler *p = (struct pickler *)o;
    lang_clear(t, &p->write);
    lang_clear(t, &p->persistent_id);
    lang_clear(t, &p->dispatch_table);
    lang_clear(t, &p->buffer_callback);
    if (!p->running)
        lang_pickle_memo_clear(t, p);
}

static void pickler_destroy(struct lang_thread *t, struct lang_object *o)
{
    struct pickler *p = (struct pickler *)o;
    p->running = false;
    pickler_clear(t, o);
    if (p->block)
        lang_free(t, p->block, lang_bytes_object_size(p->capacity));
}

static void pickler_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct pickler *p = (struct pickler *)o;
    lang_value held[] = {p->write, p->persistent_id, p->dispatch_table, p->buffer_callback};
    for (size_t i = 0; i < sizeof held / sizeof *held; i++)
        if (lang_is_obj(held[i]))
            visit(held[i].o, arg);
    for (size_t i = 0; i < p->memo_capacity; i++)
        if (p->memo[i].key && !(p->memo[i].key & 1))
            visit((struct lang_object *)p->memo[i].key, arg);
}

static lang_value pickler_dump(struct lang_thread *t, const lang_value *a)
{
    struct pickler *p = (struct pickler *)a[0].o;
    if (!p->ready) {
        lang_raise_class(t, lang_pickling_error, "Pickler.__init__() was not called by %N.__init__()", a[0]);
        return lang_error();
    }
    return dump(t, a[0], a[1]) < 0 ? lang_error() : lang_none();
}

static lang_value pickler_clear_memo(struct lang_thread *t, const lang_value *a)
{
    lang_pickle_memo_clear(t, (struct pickler *)a[0].o);
    return lang_none();
}

/* The bytes of one object, with the hooks of this pickler: for torch.save, which puts them into an archive. */
static lang_value pickler_dump_bytes(struct lang_thread *t, const lang_value *a)
{
    struct pickler *p = (struct pickler *)a[0].o;
    if (!p->ready) {
        lang_raise_class(t, lang_pickling_error, "Pickler.__init__() was not called by %N.__init__()", a[0]);
        return lang_error();
    }
    lang_value write = p->write;
    p->write = lang_undef();
    int status = dump(t, a[0], a[1]);
    lang_unref(t, p->write);
    p->write = write;
    return status < 0 ? lang_error() : lang_obj_or_error(lang_pickle_take(t, p));
}

static const struct lang_method pickler_methods[] = {
    {"dump", "(obj, /)", pickler_dump, "Write a pickled representation of the given object to the open file.", 0},
    {"clear_memo", "()", pickler_clear_memo, "Clears the pickler's memo: what was written is written again in full.",
     0},
    {"_dump_bytes", "(obj, /)", pickler_dump_bytes, "The pickled representation of the object, past the file.", 0},
    {0},
};

static lang_value kept(struct lang_thread *t, lang_value v, const char *name)
{
    return lang_is_undef(v) ? lang_raise(t, LANG_EXC_AttributeError, "%s", name) : lang_ref(v);
}
static lang_value get_persistent(struct lang_thread *t, lang_value self)
{
    return kept(t, ((struct pickler *)self.o)->persistent_id, "persistent_id");
}
static int set_persistent(struct lang_thread *t, lang_value self, lang_value v)
{
    if (lang_is_undef(v))
        return lang_fail(t, LANG_EXC_TypeError, "attribute deletion is not supported");
    if (!lang_callable(v))
        return lang_fail(t, LANG_EXC_TypeError, "persistent_id must be a callable taking one argument");
    lang_set_steal(t, &((struct pickler *)self.o)->persistent_id, lang_ref(v));
    return 0;
}
static lang_value get_table(struct lang_thread *t, lang_value self)
{
    return kept(t, ((struct pickler *)self.o)->dispatch_table, "dispatch_table");
}
static int set_table(struct lang_thread *t, lang_value self, lang_value v)
{
    lang_set_steal(t, &((struct pickler *)self.o)->dispatch_table, lang_ref(v));
    return 0;
}
static lang_value get_fast(struct lang_thread *t, lang_value self)
{
    (void)t;
    return lang_int(((struct pickler *)self.o)->fast);
}
static int set_fast(struct lang_thread *t, lang_value self, lang_value v)
{
    int truth = lang_is_undef(v) ? 0 : lang_truth(t, v);
    if (truth >= 0)
        ((struct pickler *)self.o)->fast = truth != 0;
    return truth < 0 ? -1 : 0;
}
static lang_value get_bin(struct lang_thread *t, lang_value self)
{
    (void)t;
    return lang_int(((struct pickler *)self.o)->protocol >= 1);
}

static const struct lang_getset pickler_getset[] = {
    {"persistent_id", get_persistent, set_persistent, NULL},
    {"dispatch_table", get_table, set_table, NULL},
    {"fast", get_fast, set_fast, NULL},
    {"bin", get_bin, NULL, NULL},
    {0},
};

struct lang_type lang_type_pickler = {
    .name = "Pickler",
    .module = "_pickle",
    .doc = "Writes objects to a file as a stream of pickles.",
    .size = sizeof(struct pickler),
    .flags = LANG_TYPE_BASE | LANG_TYPE_QUALIFIED,
    .methods = pickler_methods,
    .getset = pickler_getset,
    .make = pickler_make,
    .init = pickler_init,
    .destroy = pickler_destroy,
    .traverse = pickler_traverse,
    .clear = pickler_clear,
};

/* ------------------------------------------------------------------ functions */

/* args: obj, protocol, fix_imports, buffer_callback; file UNDEF: the bytes. */
static lang_value write_with(struct lang_thread *t, lang_value file, lang_value obj, const lang_value *args)
{
    lang_value self = pickler_make(t, &lang_type_pickler, NULL, 0, NULL), result = lang_error();
    if (lang_is_error(self))
        return self;
    struct pickler *p = (struct pickler *)self.o;
    int status = set_up(t, p, args);
    if (status == 0 && !lang_is_undef(file)) {
        lang_value write = find_write(t, file);
        if (lang_is_error(write))
            status = -1;
        else
            p->write = write;
    }
    if (status == 0 && dump(t, self, obj) == 0)
        result = lang_is_undef(file) ? lang_obj_or_error(lang_pickle_take(t, p)) : lang_none();
    lang_unref(t, self);
    return result;
}

static lang_value f_dumps(struct lang_thread *t, const lang_value *a)
{
    return write_with(t, lang_undef(), a[0], a + 1);
}
static lang_value f_dump(struct lang_thread *t, const lang_value *a)
{
    return write_with(t, a[1], a[0], a + 2);
}

const struct lang_method lang_pickle_write_functions[] = {
    {"dump", "(obj, file, protocol=None, *, fix_imports=True, buffer_callback=None)", f_dump,
     "Write a pickled representation of obj to the open file object file.", 0},
    {"dumps", "(obj, protocol=None, *, fix_imports=True, buffer_callback=None)", f_dumps,
     "Return the pickled representation of the object as a bytes object.", 0},
    {0},
};
