/* struct_seq.c: tuples whose items have names. */
#include <string.h>

#include "struct_seq.h"

static int64_t fields_of(const struct lang_type *type)
{
    int64_t n = 0;
    while (type->getset[n].name)
        n++;
    return n;
}

static int64_t items_of(const struct lang_type *type)
{
    int64_t n = fields_of(type);
    return strcmp(type->name, "struct_time") == 0 ? n - 2 : n;
}

#define X(i)                                                                                                           \
    lang_value lang_struct_seq_##i(struct lang_thread *t, lang_value self)                                             \
    {                                                                                                                  \
        (void)t;                                                                                                       \
        lang_value v = i < fields_of(lang_type_of(self)) ? lang_as_tuple(self)->items[i] : lang_undef();               \
        return lang_is_undef(v) ? lang_none() : lang_ref(v);                                                           \
    }
STRUCT_SEQ_GETTERS(X)
#undef X

struct lang_tuple *lang_struct_seq_new(struct lang_thread *t, struct lang_type *type, int64_t n)
{
    int64_t capacity = fields_of(type) > n ? fields_of(type) : n;
    struct lang_tuple *v = lang_object_new_extra(t, type, (size_t)capacity * sizeof(lang_value));

    if (v)
        v->length = n;
    return v;
}

lang_value lang_struct_seq_repr(struct lang_thread *t, lang_value v)
{
    struct lang_type *type = lang_type_of(v);
    const struct lang_getset *field = type->getset;
    struct lang_builder b;

    lang_builder_init(&b, t);
    if (type->module) {
        lang_builder_c(&b, type->module);
        lang_builder_char(&b, '.');
    }
    lang_builder_c(&b, type->name);
    lang_builder_char(&b, '(');
    for (int64_t i = 0; i < lang_as_tuple(v)->length && field->name; i++, field++) {
        lang_builder_c(&b, i ? ", " : "");
        lang_builder_c(&b, field->name);
        lang_builder_char(&b, '=');
        if (lang_builder_repr(&b, lang_as_tuple(v)->items[i]) < 0) {
            lang_builder_drop(&b);
            return lang_error();
        }
    }
    lang_builder_char(&b, ')');
    return lang_obj_or_error(lang_builder_finish(&b));
}

size_t lang_struct_seq_extent(const struct lang_object *o)
{
    return sizeof(struct lang_tuple) + (size_t)fields_of(o->type) * sizeof(lang_value);
}

void lang_struct_seq_destroy(struct lang_thread *t, struct lang_object *o)
{
    struct lang_tuple *u = (struct lang_tuple *)o;
    for (int64_t i = 0; i < fields_of(o->type); i++)
        lang_unref(t, u->items[i]);
}

void lang_struct_seq_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct lang_tuple *u = (struct lang_tuple *)o;
    for (int64_t i = 0; i < fields_of(o->type); i++)
        if (u->items[i].tag == LANG_OBJECT)
            visit(u->items[i].o, arg);
}

int lang_struct_seq_ready(struct lang_thread *t, struct lang_type *type)
{
    if (type->flags & LANG_TYPE_READY)
        return 0;
    if (lang_type_ready(t, type) < 0)
        return -1;
    int64_t items = items_of(type), fields = fields_of(type);
    struct lang_tuple *names = lang_tuple_new(t, items);
    for (int64_t i = 0; names && i < items; i++) {
        struct lang_str *name = lang_intern_c(t, type->getset[i].name);
        if (!name) {
            lang_decref(t, names);
            return -1;
        }
        names->items[i] = lang_obj(name);
    }
    int s = !names || lang_dict_set_c(t, type->dict, "n_sequence_fields", lang_int(items)) < 0 ||
                    lang_dict_set_c(t, type->dict, "n_fields", lang_int(fields)) < 0 ||
                    lang_dict_set_c(t, type->dict, "n_unnamed_fields", lang_int(0)) < 0 ||
                    lang_dict_set_c(t, type->dict, "__match_args__", lang_obj(names)) < 0
                ? -1
                : 0;
    lang_xdecref(t, names);
    return s;
}

/* Fields that are no items: from the sequence as far as it goes, then from the dict. */
static int fill(struct lang_thread *t, struct lang_tuple *v, struct lang_tuple *from, struct lang_dict *names)
{
    const struct lang_getset *fields = v->head.type->getset;
    for (int64_t i = 0; fields[i].name; i++) {
        lang_value item = i < from->length ? from->items[i]
                          : names          ? lang_dict_get_c(t, names, fields[i].name)
                                           : lang_undef();
        if (lang_is_error(item))
            return -1;
        v->items[i] = lang_is_undef(item) ? lang_none() : lang_ref(item);
    }
    return 0;
}

struct lang_tuple *lang_struct_seq_argument(struct lang_thread *t, const struct lang_type *cls, const lang_value *args,
                                            int64_t items, int64_t fields)
{
    struct lang_tuple *from = lang_to_tuple(t, args[0]);
    if (!from) {
        if (lang_error_is(t, LANG_EXC_TypeError)) {
            lang_error_clear(t);
            lang_fail(t, LANG_EXC_TypeError, "constructor requires a sequence");
        }
        return NULL;
    }
    int64_t n = from->length;
    if (!lang_is_undef(args[1]) && !lang_is_dict(args[1]))
        lang_fail(t, LANG_EXC_TypeError, "%s.%s() takes a dict as second arg, if any", cls->module, cls->name);
    else if (n < items || n > fields)
        lang_fail(t, LANG_EXC_TypeError, "%s.%s() takes %s %lld-sequence (%lld-sequence given)", cls->module, cls->name,
                  items == fields ? "a"
                  : n < items     ? "an at least"
                                  : "an at most",
                  (long long)(n < items ? items : fields), (long long)n);
    else
        return from;
    lang_decref(t, from);
    return NULL;
}

lang_value lang_struct_seq_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                                struct lang_tuple *kwnames)
{
    if (strcmp(cls->name, "flags") == 0 || strcmp(cls->name, "version_info") == 0)
        return lang_raise(t, LANG_EXC_TypeError, "cannot create 'sys.%s' instances", cls->name);
    struct lang_params *p = lang_params_get(t, "structseq", "(sequence, dict=<unrepresentable>)");
    lang_value out[2];
    if (!p || lang_params_bind(t, p, args, nargs, kwnames, out) < 0)
        return lang_error();
    struct lang_tuple *from = lang_struct_seq_argument(t, cls, out, items_of(cls), fields_of(cls));
    struct lang_tuple *v = from ? lang_struct_seq_new(t, cls, items_of(cls)) : NULL;
    if (v && fill(t, v, from, lang_is_undef(out[1]) ? NULL : lang_as_dict(out[1])) < 0) {
        lang_decref(t, v);
        v = NULL;
    }
    lang_xdecref(t, from);
    return lang_obj_or_error(v);
}

/* (type, (items, {name: other field})) */
static lang_value struct_seq_reduce(struct lang_thread *t, const lang_value *args)
{
    struct lang_tuple *v = lang_as_tuple(args[0]);
    struct lang_type *type = lang_type_of(args[0]);
    lang_value parts[2] = {lang_obj_or_error(lang_tuple_from(t, v->items, v->length)),
                           lang_obj_or_error(lang_dict_new(t))},
               both[2] = {lang_obj(type), lang_undef()};
    int s = lang_is_error(parts[0]) || lang_is_error(parts[1]) ? -1 : 0;
    for (int64_t i = v->length; s == 0 && type->getset[i].name; i++)
        s = lang_dict_set_c(t, lang_as_dict(parts[1]), type->getset[i].name, v->items[i]);
    both[1] = s == 0 ? lang_obj_or_error(lang_tuple_from(t, parts, 2)) : lang_error();
    lang_value r = lang_is_error(both[1]) ? both[1] : lang_obj_or_error(lang_tuple_from(t, both, 2));
    if (lang_is_obj(both[1]))
        lang_unref(t, both[1]);
    for (int i = 0; i < 2; i++)
        if (lang_is_obj(parts[i]))
            lang_unref(t, parts[i]);
    return r;
}

const struct lang_method lang_struct_seq_methods[] = {
    {"__reduce__", "()", struct_seq_reduce, NULL, LANG_M_NOSIG},
    {NULL, NULL, NULL, NULL, 0},
};
