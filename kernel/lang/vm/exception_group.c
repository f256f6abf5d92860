/* exception_group.c: BaseExceptionGroup and ExceptionGroup, and what `except*` does with them.
 * ExceptionGroup has two bases and is therefore made as a class statement would make it. */
#include <stddef.h>

#include "vm/code.h"
#include "vm/exception_group.h"
#include "vm/native.h"
#include "vm/type.h"

struct lang_type *lang_exception_group;

#define GROUP(v) ((struct lang_exception_group *)(v).o)

bool lang_is_exception_group(lang_value v)
{
    return lang_is_a(v, &lang_exc_types[LANG_EXC_BaseExceptionGroup]);
}

static bool is_exception_class(lang_value v)
{
    return lang_is_a(v, &lang_type_type) && ((struct lang_type *)v.o)->flags & LANG_TYPE_EXCEPTION;
}

/* ------------------------------------------------------------------ making */

static bool is_sequence(struct lang_thread *t, lang_value v)
{
    struct lang_type *type = lang_type_of(v);
    if (lang_is_dict(v))
        return false;
    if (type->flags & LANG_TYPE_HEAP)
        return !lang_is_undef(lang_type_lookup(t, type, LANG_NAME(__getitem__)));
    return type->getitem && !(type->flags & LANG_TYPE_MAPPING);
}

/* The exceptions as a tuple, each one looked at; *plain: all derive from Exception. */
static struct lang_tuple *checked_exceptions(struct lang_thread *t, lang_value v, bool *plain)
{
    if (!is_sequence(t, v))
        return lang_fail_null(t, LANG_EXC_TypeError, "second argument (exceptions) must be a sequence");
    struct lang_tuple *all = lang_to_tuple(t, v);
    if (!all)
        return NULL;
    if (!all->length)
        lang_fail(t, LANG_EXC_ValueError, "second argument (exceptions) must be a non-empty sequence");
    *plain = true;
    for (int64_t i = 0; i < all->length && !lang_error_occurred(t); i++) {
        if (!(lang_type_of(all->items[i])->flags & LANG_TYPE_EXCEPTION))
            lang_fail(t, LANG_EXC_ValueError, "Item %lld of second argument (exceptions) is not an exception",
                      (long long)i);
        else
            *plain = *plain && lang_is_a(all->items[i], &lang_exc_types[LANG_EXC_Exception]);
    }
    if (!lang_error_occurred(t))
        return all;
    lang_decref(t, all);
    return NULL;
}

static lang_value group_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                             struct lang_tuple *kwnames)
{
    (void)kwnames; /* __init__ refuses them */
    if (nargs != 2)
        return lang_raise(t, LANG_EXC_TypeError, "BaseExceptionGroup.__new__() takes exactly 2 arguments (%zu given)",
                          nargs);
    if (!lang_is_str(args[0]))
        return lang_raise(t, LANG_EXC_TypeError, "BaseExceptionGroup.__new__() argument 1 must be str, not %A",
                          args[0]);
    bool plain = true;
    struct lang_tuple *all = checked_exceptions(t, args[1], &plain);
    if (!all)
        return lang_error();
    struct lang_exception_group *g = NULL;
    if (plain && cls == &lang_exc_types[LANG_EXC_BaseExceptionGroup])
        cls = lang_exception_group;
    if (!plain && cls == lang_exception_group)
        lang_fail(t, LANG_EXC_TypeError, "Cannot nest BaseExceptions in an ExceptionGroup");
    else if (!plain && lang_is_subtype(cls, &lang_exc_types[LANG_EXC_Exception]))
        lang_fail(t, LANG_EXC_TypeError, "Cannot nest BaseExceptions in '%s'", cls->name);
    else
        g = lang_object_new(t, cls);
    if (g && !(g->base.args = lang_tuple_from(t, args, 2))) {
        lang_decref(t, g);
        g = NULL;
    }
    if (!g) {
        lang_decref(t, all);
        return lang_error();
    }
    g->message = lang_incref(args[0].o);
    g->exceptions = all;
    return lang_obj(g);
}

static lang_value make_group(struct lang_thread *t, struct lang_str *message, lang_value exceptions)
{
    lang_value args[] = {lang_obj(message), exceptions};
    return lang_call(t, lang_obj(&lang_exc_types[LANG_EXC_BaseExceptionGroup]), args, 2, NULL);
}

static lang_value make_nameless(struct lang_thread *t, lang_value exceptions)
{
    struct lang_str *message = lang_str_empty(t);
    lang_value g = message ? make_group(t, message, exceptions) : lang_error();
    lang_xdecref(t, message);
    return g;
}

static void group_destroy(struct lang_thread *t, struct lang_object *o)
{
    struct lang_exception_group *g = (struct lang_exception_group *)o;
    lang_xdecref(t, g->message);
    lang_xdecref(t, g->exceptions);
    lang_exc_types[LANG_EXC_BaseException].destroy(t, o);
}

static void group_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct lang_exception_group *g = (struct lang_exception_group *)o;
    if (g->exceptions)
        visit(&g->exceptions->head, arg);
    lang_exc_types[LANG_EXC_BaseException].traverse(o, visit, arg);
}

static lang_value group_str(struct lang_thread *t, lang_value v)
{
    long long n = GROUP(v)->exceptions->length;
    return lang_obj_or_error(
        lang_str_from_format(t, "%U (%lld sub-exception%s)", GROUP(v)->message, n, n == 1 ? "" : "s"));
}

static lang_value get_message(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_obj(lang_incref(GROUP(v)->message));
}
static lang_value get_exceptions(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_obj(lang_incref(GROUP(v)->exceptions));
}
static int set_nothing(struct lang_thread *t, lang_value v, lang_value value)
{
    (void)v, (void)value;
    return lang_fail(t, LANG_EXC_AttributeError, "readonly attribute");
}
static const struct lang_getset group_getset[] = {{"message", get_message, set_nothing, "exception message"},
                                                  {"exceptions", get_exceptions, set_nothing, "nested exceptions"},
                                                  {NULL, NULL, NULL, NULL}};

/* ------------------------------------------------------------------ parts of a group */

/* Which exceptions go to the first part. */
struct condition {
    lang_value value; /* class, tuple of classes or callable; of LEAVES a list of exceptions */
    enum { CLASSES, PREDICATE, LEAVES } kind;
};
struct parts {
    lang_value match, rest; /* UNDEF: none */
};

static int condition_of(struct lang_thread *t, lang_value v, struct condition *c)
{
    *c = (struct condition){v, PREDICATE};
    bool classes = is_exception_class(v);
    if (lang_is_tuple(v)) {
        classes = true;
        for (int64_t i = 0; i < lang_as_tuple(v)->length; i++)
            classes = classes && is_exception_class(lang_as_tuple(v)->items[i]);
    }
    if (classes)
        c->kind = CLASSES;
    else if (!lang_is_exactly(v, &lang_type_function))
        return lang_fail(t, LANG_EXC_TypeError, "expected a function, exception type or tuple of exception types");
    return 0;
}

static int holds(struct lang_thread *t, const struct condition *c, lang_value e)
{
    if (c->kind == CLASSES)
        return lang_exception_matches(t, e, c->value);
    if (c->kind == LEAVES) {
        struct lang_list *all = lang_as_list(c->value);
        for (int64_t i = 0; i < all->length && !lang_is_exception_group(e); i++)
            if (all->items[i].o == e.o)
                return 1;
        return 0;
    }
    lang_value r = lang_call(t, c->value, &e, 1, NULL);
    int truth = lang_is_error(r) ? -1 : lang_truth(t, r);
    lang_unref(t, r);
    return truth;
}

static int copy_notes(struct lang_thread *t, lang_value from, lang_value to)
{
    lang_value notes = lang_getattr_opt(t, from, LANG_NAME(__notes__));
    if (lang_is_undef(notes))
        return 0;
    int s = lang_is_error(notes) ? -1 : 0;
    if (s == 0 && is_sequence(t, notes)) {
        struct lang_list *copy = lang_to_list(t, notes);
        s = copy ? lang_setattr(t, to, LANG_NAME(__notes__), lang_obj(copy)) : -1;
        lang_xdecref(t, copy);
    }
    lang_unref(t, notes);
    return s;
}

/* The group with these of its exceptions alone, as its method derive makes it: it keeps traceback, cause and context of
 * the original. UNDEF where there are none. */
static lang_value derived(struct lang_thread *t, lang_value group, struct lang_list *some)
{
    if (!some->length)
        return lang_undef();
    lang_value part, list = lang_obj(some);
    part = lang_call_method_c(t, group, "derive", &list, 1);
    if (lang_is_error(part))
        return part;
    if (!lang_is_exception_group(part)) {
        lang_unref(t, part);
        return lang_raise(t, LANG_EXC_TypeError, "derive must return an instance of BaseExceptionGroup");
    }
    struct lang_exception *from = &GROUP(group)->base, *to = &GROUP(part)->base;
    lang_set_steal(t, &to->traceback, lang_ref(from->traceback));
    lang_set_steal(t, &to->context, lang_ref(from->context));
    lang_set_steal(t, &to->cause, lang_ref(from->cause));
    to->suppress_context = from->suppress_context;
    if (copy_notes(t, group, part) < 0) {
        lang_unref(t, part);
        return lang_error();
    }
    return part;
}

static int append_part(struct lang_thread *t, struct lang_list *list, lang_value v)
{
    return lang_is_undef(v) ? 0 : lang_list_append_steal(t, list, v);
}

/* Splits e, which keeps its structure in both parts. */
static int split(struct lang_thread *t, lang_value e, const struct condition *c, struct parts *out)
{
    *out = (struct parts){lang_undef(), lang_undef()};
    int match = holds(t, c, e);
    if (match < 0)
        return -1;
    if (match || !lang_is_exception_group(e)) {
        *(match ? &out->match : &out->rest) = lang_ref(e);
        return 0;
    }
    if (lang_enter(t, " in exceptiongroup_split_recursive") < 0)
        return -1;
    struct lang_list *in = lang_list_new(t, 0), *others = lang_list_new(t, 0);
    struct lang_tuple *all = GROUP(e)->exceptions;
    int s = in && others ? 0 : -1;
    for (int64_t i = 0; s == 0 && i < all->length; i++) {
        struct parts p;
        s = split(t, all->items[i], c, &p);
        if (s == 0) {
            s = append_part(t, in, p.match);
            if (append_part(t, others, p.rest) < 0)
                s = -1;
        }
    }
    if (s == 0) {
        out->match = derived(t, e, in);
        out->rest = lang_is_error(out->match) ? lang_undef() : derived(t, e, others);
        if (lang_is_error(out->match) || lang_is_error(out->rest)) {
            lang_unref(t, out->match);
            s = -1;
        }
    }
    lang_xdecref(t, in);
    lang_xdecref(t, others);
    lang_leave(t);
    return s;
}

static lang_value part_or_none(lang_value v)
{
    return lang_is_undef(v) ? lang_none() : v;
}

static lang_value method_split(struct lang_thread *t, const lang_value *args)
{
    struct condition c;
    struct parts p;
    if (condition_of(t, args[1], &c) < 0 || split(t, args[0], &c, &p) < 0)
        return lang_error();
    lang_value both[] = {part_or_none(p.match), part_or_none(p.rest)};
    lang_value r = lang_obj_or_error(lang_tuple_from(t, both, 2));
    lang_unref(t, p.match);
    lang_unref(t, p.rest);
    return r;
}

static lang_value method_subgroup(struct lang_thread *t, const lang_value *args)
{
    struct condition c;
    struct parts p;
    if (condition_of(t, args[1], &c) < 0 || split(t, args[0], &c, &p) < 0)
        return lang_error();
    lang_unref(t, p.rest);
    return part_or_none(p.match);
}

static lang_value method_derive(struct lang_thread *t, const lang_value *args)
{
    return make_group(t, GROUP(args[0])->message, args[1]);
}

static const struct lang_method group_methods[] = {
    {"derive", "(excs, /)", method_derive, NULL, LANG_M_NOSIG},
    {"split", "(matcher_value, /)", method_split, NULL, LANG_M_NOSIG | LANG_M_COUNTED},
    {"subgroup", "(matcher_value, /)", method_subgroup, NULL, LANG_M_NOSIG | LANG_M_COUNTED},
    {"__class_getitem__", "(object, /)", lang_class_getitem, "See PEP 585", LANG_M_CLASS},
    {NULL, NULL, NULL, NULL, 0}};

/* ------------------------------------------------------------------ except* */

static int check_star_classes(struct lang_thread *t, lang_value cls)
{
    int64_t n = lang_is_tuple(cls) ? lang_as_tuple(cls)->length : 1;
    const lang_value *all = lang_is_tuple(cls) ? lang_as_tuple(cls)->items : &cls;
    for (int64_t i = 0; i < n; i++)
        if (!is_exception_class(all[i]))
            return lang_fail(t, LANG_EXC_TypeError,
                             "catching classes that do not inherit from BaseException is not allowed");
    for (int64_t i = 0; i < n; i++)
        if (lang_is_subtype((struct lang_type *)all[i].o, &lang_exc_types[LANG_EXC_BaseExceptionGroup]))
            return lang_fail(t, LANG_EXC_TypeError,
                             "catching ExceptionGroup with except* is not allowed. Use except instead.");
    return 0;
}

static bool may_be_part(lang_value v)
{
    return lang_is_none(v) || lang_type_of(v)->flags & LANG_TYPE_EXCEPTION;
}

/* What group.split(cls) gives, which a subclass may have changed. */
static int split_by_method(struct lang_thread *t, lang_value group, lang_value cls, struct parts *out)
{
    lang_value pair = lang_call_method_c(t, group, "split", &cls, 1);
    if (lang_is_error(pair))
        return -1;
    struct lang_tuple *both = lang_is_tuple(pair) ? lang_as_tuple(pair) : NULL;
    int s = 0;
    if (!both)
        s = lang_fail(t, LANG_EXC_TypeError, "%s.split must return a tuple, not %N", lang_type_name(group), pair);
    else if (both->length < 2)
        s = lang_fail(t, LANG_EXC_TypeError, "%s.split must return a 2-tuple, got tuple of size %lld",
                      lang_type_name(group), (long long)both->length);
    else if (!may_be_part(both->items[0]) || !may_be_part(both->items[1]))
        s = lang_fail(t, LANG_EXC_TypeError, "%s.split must return exceptions or None", lang_type_name(group));
    else
        *out = (struct parts){lang_ref(both->items[0]), lang_ref(both->items[1])};
    lang_unref(t, pair);
    return s;
}

lang_value lang_except_star_match(struct lang_thread *t, lang_value *rest, lang_value cls)
{
    if (check_star_classes(t, cls) < 0)
        return lang_error();
    int match = lang_is_none(*rest) ? 0 : lang_exception_matches(t, *rest, cls);
    if (match < 0)
        return lang_error();
    bool group = !lang_is_none(*rest) && lang_is_exception_group(*rest);
    struct parts p = {lang_none(), lang_none()};
    if (match && group) {
        p.match = lang_ref(*rest);
    } else if (match) { /* one exception alone: the clause sees a group all the same */
        struct lang_tuple *one = lang_tuple_from(t, rest, 1);
        p.match = one ? make_nameless(t, lang_obj(one)) : lang_error();
        lang_xdecref(t, one);
        if (lang_is_error(p.match))
            return p.match;
    } else if (!group) {
        return lang_none();
    } else if (split_by_method(t, *rest, cls, &p) < 0) {
        return lang_error();
    }
    if (lang_is_none(p.match))
        lang_unref(t, p.rest); /* all is left as it was */
    else
        lang_set_steal(t, rest, p.rest);
    return p.match;
}

/* Came from `original` and was not raised anew, which would have changed its traceback or context. */
static bool same_origin(lang_value a, lang_value original)
{
    const struct lang_exception *e = (struct lang_exception *)a.o, *f = (struct lang_exception *)original.o;
    return lang_is_exception_group(a) && lang_same(e->traceback, f->traceback) && lang_same(e->cause, f->cause) &&
           lang_same(e->context, f->context);
}

static int collect_leaves(struct lang_thread *t, lang_value e, struct lang_list *leaves)
{
    if (!lang_is_exception_group(e))
        return lang_list_append(t, leaves, e);
    if (lang_enter(t, " in collect_exception_group_leaf_ids") < 0)
        return -1;
    struct lang_tuple *all = GROUP(e)->exceptions;
    int s = 0;
    for (int64_t i = 0; s == 0 && i < all->length; i++)
        s = collect_leaves(t, all->items[i], leaves);
    lang_leave(t);
    return s;
}

/* Appends what of `original` is in the groups `matching`, in the structure of the original. */
static int append_matching(struct lang_thread *t, lang_value original, struct lang_list *matching, struct lang_list *to)
{
    struct lang_list *leaves = lang_list_new(t, 0);
    int s = leaves ? 0 : -1;
    for (int64_t i = 0; s == 0 && i < matching->length; i++)
        s = collect_leaves(t, matching->items[i], leaves);
    if (s == 0 && leaves->length) {
        struct condition c = {lang_obj(leaves), LEAVES};
        struct parts p;
        s = split(t, original, &c, &p);
        if (s == 0) {
            lang_unref(t, p.rest);
            s = append_part(t, to, p.match);
        }
    }
    lang_xdecref(t, leaves);
    return s;
}

lang_value lang_except_star_join(struct lang_thread *t, lang_value original, struct lang_list *left)
{
    if (!lang_is_exception_group(original)) /* alone: one clause at most has run */
        return left->length ? lang_ref(left->items[0]) : lang_none();
    struct lang_list *raised = lang_list_new(t, 0), *matching = lang_list_new(t, 0);
    int s = raised && matching ? 0 : -1;
    for (int64_t i = 0; s == 0 && i < left->length; i++)
        if (!lang_is_none(left->items[i]))
            s = lang_list_append(t, same_origin(left->items[i], original) ? matching : raised, left->items[i]);
    bool anew = s == 0 && raised->length;
    if (s == 0)
        s = append_matching(t, original, matching, raised);
    lang_value r = s < 0             ? lang_error()
                   : !raised->length ? lang_none()
                   : anew            ? make_nameless(t, lang_obj(raised))
                                     : lang_ref(raised->items[0]);
    lang_xdecref(t, raised);
    lang_xdecref(t, matching);
    return r;
}

/* ------------------------------------------------------------------ start and end */

void lang_exception_group_setup(void)
{
    struct lang_type *type = &lang_exc_types[LANG_EXC_BaseExceptionGroup];
    type->doc = "A combination of multiple unrelated exceptions.";
    type->size = sizeof(struct lang_exception_group);
    type->make = group_make;
    type->destroy = group_destroy;
    type->traverse = group_traverse;
    type->str = group_str;
    type->getset = group_getset;
    type->methods = group_methods;
}

int lang_exception_group_ready(struct lang_thread *t)
{
    lang_value bases[] = {lang_obj(&lang_exc_types[LANG_EXC_BaseExceptionGroup]),
                          lang_obj(&lang_exc_types[LANG_EXC_Exception])};
    struct lang_str *name = lang_intern_c(t, "ExceptionGroup");
    struct lang_tuple *both = lang_tuple_from(t, bases, 2);
    struct lang_dict *ns = lang_dict_new(t);
    if (name && both && ns && lang_dict_set_str(t, ns, LANG_NAME(__module__), lang_obj(LANG_NAME(builtins))) == 0)
        lang_exception_group = lang_type_new(t, &lang_type_type, name, both, ns);
    lang_xdecref(t, name);
    lang_xdecref(t, both);
    lang_xdecref(t, ns);
    return lang_exception_group ? 0 : -1;
}

void lang_exception_group_free(struct lang_thread *t)
{
    struct lang_type *type = lang_exception_group;
    lang_exception_group = NULL;
    lang_xdecref(t, type);
}
