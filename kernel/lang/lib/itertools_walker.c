/* itertools_walker.c: the layout that all iterators of the module itertools share: how they are made, walked by the
 * collector and dropped. */
#include "lib_itertools.h"

void lang_walker_drop(struct lang_thread *t, struct lang_object *o)
{
    struct walker *w = (struct walker *)o;
    int64_t *indices = w->indices;

    w->indices = NULL;
    lang_free(t, indices, (size_t)w->capacity * sizeof *indices);
    w->capacity = 0;
    for (int i = 0; i < WALKER_VALUES; i++)
        lang_clear(t, &w->v[i]);
}

void lang_walker_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct walker *w = (struct walker *)o;

    for (int i = 0; i < WALKER_VALUES; i++)
        if (lang_is_obj(w->v[i]))
            visit(w->v[i].o, arg);
}

lang_value lang_walker_self(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_ref(v);
}

lang_value lang_walker_new(struct lang_thread *t, struct lang_type *cls, lang_value *values, size_t n)
{
    struct walker *w = NULL;
    bool bad = false;

    for (size_t i = 0; i < n; i++)
        bad = bad || lang_is_error(values[i]);
    if (!bad)
        w = lang_object_new(t, cls);
    for (size_t i = 0; i < n; i++)
        if (w)
            w->v[i] = values[i];
        else if (!lang_is_error(values[i]))
            lang_unref(t, values[i]);
    return lang_obj_or_error(w);
}

int lang_walker_arguments(struct lang_thread *t, struct lang_type *cls, const char *name, const char *signature,
                          const lang_value *args, size_t nargs, struct lang_tuple *kwnames, lang_value *out)
{
    struct lang_params *params = lang_params_get(t, name, signature);

    if (cls->init != lang_type_object.init)
        kwnames = NULL;
    return params ? lang_params_bind(t, params, args, nargs, kwnames, out) : -1;
}

int lang_itertools_add(struct lang_thread *t, struct lang_module *m, struct lang_type *const *types, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (lang_type_ready(t, types[i]) < 0 || lang_module_add(t, m, types[i]->name, lang_obj(types[i])) < 0)
            return -1;
    return 0;
}
