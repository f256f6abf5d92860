/* bind_apply.c: calls of rows of the op table, and their results as values of the language. Owns when the interpreter's
 * lock is released around a computation; must not know how a call's arguments were matched. */
#include "bind_core.h"

#include <stdio.h>
#include <string.h>

/* The named tuple type of a row's results; lives as long as the process. */
static struct lang_type *type_of_results(struct lang_thread *t, const struct rt_schema *schema, bool out)
{
    const char *fields[RT_MAX_RESULTS];
    char name[80];
    for (int i = 0; i < schema->nreturns; i++)
        fields[i] = schema->returns[i].name ? schema->returns[i].name : "";
    snprintf(name, sizeof name, "%s%s", schema->name, out ? "_out" : "");
    return bind_named_type(t, name, fields, schema->nreturns);
}

static struct lang_tuple *new_named(struct lang_thread *t, struct lang_type *type, int n)
{
    struct lang_tuple *tuple = lang_object_new_extra(t, type, (size_t)n * sizeof(lang_value));
    if (tuple)
        tuple->length = n;
    return tuple;
}

lang_value bind_results(struct lang_thread *t, struct rt_op *op, struct rt_results *results, bool out)
{
    struct rt_error err;
    rt_error_clear(&err);
    const struct rt_schema *schema = rt_op_schema(op, &err);
    struct lang_type *type = &lang_type_tuple;
    /* the functions of torch.nn.functional return plain tuples */
    if (schema && !results->is_list && schema->returns[0].name && schema->nreturns > 1 && !(op->flags & RT_OP_NN))
        type = op->named[out] ? op->named[out] : (op->named[out] = type_of_results(t, schema, out));
    struct lang_tuple *tuple = !schema || !type           ? NULL
                               : type == &lang_type_tuple ? lang_tuple_new(t, results->count)
                                                          : new_named(t, type, results->count);
    bool ok = tuple;
    for (int i = 0; ok && i < results->count; i++)
        tuple->items[i] = lang_none();
    for (int i = 0; ok && i < results->count; i++) {
        lang_value item = bind_wrap(t, results->is_list ? results->list[i] : results->tensor[i]);
        if ((ok = !lang_is_error(item)))
            tuple->items[i] = item;
    }
    rt_results_clear(results);
    if (ok)
        return lang_obj(tuple);
    lang_xdecref(t, tuple);
    return lang_error();
}

lang_value bind_apply(struct lang_thread *t, struct rt_op *op, const struct rt_arg *args, int nargs)
{
    struct rt_results results;
    struct rt_error err;
    rt_error_clear(&err);
    /* a view computes nothing */
    int64_t size = args[0].kind == RT_TENSOR && !(op->flags & RT_OP_VIEW) ? rt_tensor_numel(args[0].tensor) : 0;
    bool released = bind_release(t, size);
    int status = rt_apply(op, args, nargs, &results, &err);
    bind_reacquire(t, released);
    if (status < 0)
        return bind_raise(t, &err);
    lang_value value = results.count == 1 && !results.is_list ? bind_wrap_steal(t, results.tensor[0])
                       : results.count || results.is_list     ? bind_results(t, op, &results, false)
                                                              : lang_none();
    if (bind_warnings_pending && bind_warnings_emit(t) < 0) {
        lang_unref(t, value);
        return lang_error();
    }
    return value;
}

lang_value bind_apply_inplace(struct lang_thread *t, struct rt_op *op, lang_value self, const struct rt_arg *args,
                              int nargs)
{
    struct rt_results results;
    struct rt_error err;
    rt_error_clear(&err);
    bool released = bind_release(t, rt_tensor_numel(bind_rt(self)));
    int status = rt_apply_inplace(op, args, nargs, &results, &err);
    bind_reacquire(t, released);
    if (status < 0)
        return bind_raise(t, &err);
    rt_results_clear(&results);
    if (bind_warnings_pending && bind_warnings_emit(t) < 0)
        return lang_error();
    return lang_ref(self);
}
