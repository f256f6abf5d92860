/* lib_thread_local.c: _thread._local: an object whose attributes each thread has its own of.
 *
 * It owns a dict for each thread that has used it. The one of the thread that runs is put in the place of the
 * instance's attributes, so that all else is as for any object. A dict ends with its thread or with the object. */
#include "lib_locks.h"
#include "types/containers.h"
#include "vm/code.h"
#include "vm/type.h"

struct local;
struct row {
    struct lang_thread_end end; /* first: the thread's end is the row's */
    struct lang_thread *thread;
    struct local *of;
    struct row *next;
    struct lang_dict *names;
};
struct local {
    struct lang_object head;
    struct lang_attrs attrs; /* a subclass with __slots__ has its members here, and others elsewhere */
    struct row *rows, *shown;
    struct lang_tuple *args, *kwnames; /* of __init__, which each thread runs; NULL: none */
};
static struct lang_type local_type;

static inline struct local *local_of(lang_value v)
{
    return (struct local *)v.o;
}

/* The attributes are those of a row, or none: what was there before is the caller's. */
static struct lang_dict *exchange(struct local *l, struct row *row)
{
    struct lang_attrs *attrs = lang_attrs_of(&l->head);
    struct lang_dict *before = attrs->shape ? NULL : attrs->dict;
    *attrs = (struct lang_attrs){.dict = row ? lang_incref(row->names) : NULL};
    l->shown = row;
    return before;
}

static void end_row(struct lang_thread *t, struct lang_thread_end *end)
{
    struct row *row = (struct row *)end, **at = &row->of->rows;
    while (*at != row)
        at = &(*at)->next;
    *at = row->next;
    struct lang_dict *names = row->names, *shown = row->of->shown == row ? exchange(row->of, NULL) : NULL;
    lang_free(t, row, sizeof *row);
    lang_xdecref(t, shown);
    lang_decref(t, names);
}

static void drop_row(struct lang_thread *t, struct row *row)
{
    lang_thread_end_cancel(&row->end);
    end_row(t, &row->end);
}

static struct row *add_row(struct lang_thread *t, struct local *l)
{
    struct row *row = lang_alloc(t, sizeof *row);
    if (!row)
        return NULL;
    *row = (struct row){.end.run = end_row, .thread = t, .of = l, .next = l->rows, .names = lang_dict_new(t)};
    if (!row->names) {
        lang_free(t, row, sizeof *row);
        return NULL;
    }
    l->rows = row;
    lang_thread_at_end(t, &row->end);
    return row;
}

static bool is_shown(struct lang_thread *t, struct local *l)
{
    return l->shown && l->shown->thread == t && lang_attrs_of(&l->head)->dict == l->shown->names;
}

/* __init__ of a thread that uses the object for the first time. */
static int start_thread(struct lang_thread *t, struct local *l)
{
    struct lang_type *type = l->head.type;
    if (type->init == lang_type_object.init)
        return 0;
    struct lang_tuple *args = l->args, *kwnames = l->kwnames;
    int64_t named = kwnames ? kwnames->length : 0;
    return type->init(t, lang_obj(l), args ? args->items : NULL, args ? (size_t)(args->length - named) : 0, kwnames);
}

/* Makes the attributes those of this thread. */
static int switch_to(struct lang_thread *t, struct local *l)
{
    if (is_shown(t, l))
        return 0;
    struct row *row = l->rows;
    while (row && row->thread != t)
        row = row->next;
    if (row) {
        lang_xdecref(t, exchange(l, row));
        return 0;
    }
    row = add_row(t, l);
    if (!row)
        return -1;
    lang_xdecref(t, exchange(l, row));
    if (start_thread(t, l) < 0) {
        for (struct row *each = l->rows; each; each = each->next) /* it may be gone already */
            if (each == row && each->thread == t) {
                drop_row(t, row);
                break;
            }
        return -1;
    }
    return is_shown(t, l) ? 0 : switch_to(t, l); /* another thread had its turn meanwhile */
}

static lang_value local_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                             struct lang_tuple *kwnames)
{
    size_t named = kwnames ? (size_t)kwnames->length : 0;
    if (nargs + named && cls->init == lang_type_object.init)
        return lang_raise(t, LANG_EXC_TypeError, "Initialization arguments are not supported");
    struct local *l = lang_object_new(t, cls);
    if (!l)
        return lang_error();
    if (named)
        l->kwnames = lang_incref(kwnames);
    if (nargs + named)
        l->args = lang_tuple_from(t, args, (int64_t)(nargs + named));
    struct row *row = nargs + named && !l->args ? NULL : add_row(t, l);
    if (!row) {
        lang_decref(t, l);
        return lang_error();
    }
    lang_xdecref(t, exchange(l, row));
    return lang_obj(l);
}

static void local_clear(struct lang_thread *t, struct lang_object *o)
{
    struct local *l = (struct local *)o;
    struct lang_tuple *args = l->args;
    l->args = NULL;
    while (l->rows)
        drop_row(t, l->rows);
    lang_xdecref(t, args);
}

static void local_destroy(struct lang_thread *t, struct lang_object *o)
{
    local_clear(t, o);
    lang_xdecref(t, ((struct local *)o)->kwnames);
}

static void local_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct local *l = (struct local *)o;
    for (struct row *row = l->rows; row; row = row->next)
        visit(&row->names->head, arg);
    if (l->args)
        visit(&l->args->head, arg);
}

static lang_value local_getattr(struct lang_thread *t, lang_value v, struct lang_str *name)
{
    return switch_to(t, local_of(v)) < 0 ? lang_error() : lang_generic_getattr(t, v, name);
}

static int local_setattr(struct lang_thread *t, lang_value v, struct lang_str *name, lang_value value)
{
    if (lang_str_equal_c(name, "__dict__"))
        return lang_fail(t, LANG_EXC_AttributeError, "'%N' object attribute '__dict__' is read-only", v);
    return switch_to(t, local_of(v)) < 0 ? -1 : lang_generic_setattr(t, v, name, value);
}

static struct lang_type local_type = {
    .name = "_local",
    .module = "_thread",
    .doc = "Thread-local data: an object whose attributes each thread has its own of.",
    .size = sizeof(struct local),
    .flags = LANG_TYPE_BASE | LANG_TYPE_QUALIFIED,
    .attr_offset = offsetof(struct local, attrs),
    .make = local_make,
    .getattr = local_getattr,
    .setattr = local_setattr,
    .destroy = local_destroy,
    .traverse = local_traverse,
    .clear = local_clear,
};

int lang_locals_ready(struct lang_thread *t, struct lang_module *m)
{
    return lang_type_ready(t, &local_type) < 0 ? -1 : lang_module_add(t, m, "_local", lang_obj(&local_type));
}
