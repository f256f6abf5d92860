/* bind_optimizer.c: torch._C._optimizer_step: one step of all parameters of a group in one call. Reads options from the
 * group and tensors from the states; what the runtime's rows cannot do is left to the library (torch.optim), which then
 * makes the step op by op. */
#include "bind_core.h"

#include <stdlib.h>
#include <string.h>

/* The interned names of an optimizer's row. */
struct names {
    const struct rt_optimizer *optimizer;
    struct lang_str *options[RT_MAX_STEP_OPTIONS], *states[RT_MAX_STEP_STATES], *numbers[RT_MAX_STEP_NUMBERS];
};
static struct lang_str *name_params, *name_step;

static int intern(struct lang_thread *t, struct lang_str **to, const char *const *names, int count)
{
    for (int i = 0; i < count && names[i]; i++)
        if (!(to[i] = lang_intern_c(t, names[i])))
            return -1;
    return 0;
}

static struct names *names_of(struct lang_thread *t, lang_value name)
{
    static struct names all[RT_MAX_OPTIMIZERS];
    const char *text = lang_as_utf8(t, name, "name", NULL);
    const struct rt_optimizer *optimizer = text ? rt_optimizer_find(text) : NULL;
    if (!optimizer) {
        if (text)
            lang_raise(t, LANG_EXC_ValueError, "no optimizer is called %s", text);
        return NULL;
    }
    struct names *names = &all[rt_optimizer_index(optimizer)];
    if (names->optimizer)
        return names;
    if (!(name_params = lang_intern_c(t, "params")) || !(name_step = lang_intern_c(t, "step")) ||
        intern(t, names->options, optimizer->options, RT_MAX_STEP_OPTIONS) < 0 ||
        intern(t, names->states, optimizer->states, RT_MAX_STEP_STATES) < 0 ||
        intern(t, names->numbers, optimizer->numbers, RT_MAX_STEP_NUMBERS) < 0)
        return NULL;
    names->optimizer = optimizer;
    return names;
}

/* A number, or a tensor of one that is in host memory and has no history; false for anything else. */
static bool option_value(lang_value v, double *out)
{
    if (v.tag == LANG_BOOL || lang_is_int(v))
        *out = (double)v.i;
    else if (lang_is_float(v))
        *out = lang_float_value(v);
    else if (bind_is_tensor(v) && rt_tensor_numel(bind_rt(v)) == 1 && !rt_tensor_requires_grad(bind_rt(v)) &&
             rt_tensor_device(bind_rt(v))->type == RT_CPU) {
        struct rt_scalar scalar;
        struct rt_error err;
        rt_error_clear(&err);
        if (rt_tensor_item(bind_rt(v), &scalar, &err) < 0)
            return false;
        *out = rt_scalar_to_double(scalar);
    } else
        return false;
    return true;
}

/* The two items of a tuple or list of two; else NULL. */
static const lang_value *pair_of(lang_value v)
{
    if (lang_is_tuple(v) && ((struct lang_tuple *)v.o)->length == 2)
        return ((struct lang_tuple *)v.o)->items;
    return lang_is_list(v) && ((struct lang_list *)v.o)->length == 2 ? ((struct lang_list *)v.o)->items : NULL;
}

static bool is_pair(const char *option)
{
    return strcmp(option, "betas") == 0 || strcmp(option, "etas") == 0 || strcmp(option, "step_sizes") == 0;
}

/* The options in the order of the row; a pair gives two. False: one is missing or is none of these. */
static bool read_options(struct lang_thread *t, const struct names *names, struct lang_dict *group, double *values)
{
    int n = 0;
    for (int i = 0; i < RT_MAX_STEP_OPTIONS && names->options[i]; i++) {
        lang_value v = lang_dict_get_str(t, group, names->options[i]);
        const lang_value *pair = pair_of(v);
        if (n + (pair ? 2 : 1) > RT_MAX_STEP_VALUES || (pair != NULL) != is_pair(names->optimizer->options[i]))
            return false;
        if (v.tag == LANG_BOOL && strcmp(names->optimizer->options[i], "weight_decay") == 0)
            return false; /* no factor of numbers */
        for (int k = 0; k < (pair ? 2 : 1); k++) {
            lang_value one = pair ? pair[k] : v;
            if (bind_is_tensor(one) && (i > 0 || !names->optimizer->lr_alone))
                return false;
            if (!option_value(one, &values[n++]))
                return false;
        }
    }
    return true;
}

/* A group that asks for one of these goes through the library, which has what they change and their checks. */
static bool is_plain(struct lang_thread *t, struct lang_dict *group)
{
    static const char *const options[] = {"differentiable", "capturable"};
    for (size_t i = 0; i < BIND_COUNT(options); i++) {
        lang_value v = lang_dict_get_c(t, group, options[i]);
        if (!lang_is_undef(v) && !(v.tag == LANG_BOOL && !v.i) && !(i && lang_is_none(v)))
            return false;
    }
    return true;
}

/* The tensor of that name in a state, counted; NULL where there is none. */
static struct rt_tensor *state_tensor(struct lang_thread *t, struct lang_dict *state, struct lang_str *name)
{
    lang_value v = state && name ? lang_dict_get_str(t, state, name) : lang_undef();
    if (lang_is_error(v) || lang_is_undef(v) || !bind_is_tensor(v))
        return NULL;
    rt_tensor_ref(bind_rt(v));
    return bind_rt(v);
}

static void drop_items(struct rt_optimizer_item *items, int64_t count)
{
    for (int64_t i = 0; i < count; i++) {
        rt_tensor_unref(items[i].param);
        rt_tensor_unref(items[i].grad);
        rt_tensor_unref(items[i].step);
        for (int k = 0; k < RT_MAX_STEP_STATES; k++)
            rt_tensor_unref(items[i].states[k]);
        for (int k = 0; k < RT_MAX_STEP_NUMBERS; k++)
            rt_tensor_unref(items[i].numbers[k]);
    }
    free(items);
}

/* The parameters that have a gradient; the number of them, or -1: an error, or not a group of tensors. */
static int64_t gather(struct lang_thread *t, const struct names *names, struct lang_list *params,
                      struct lang_dict *states, struct rt_optimizer_item *items, int64_t capacity)
{
    int64_t count = 0;
    for (int64_t i = 0; i < params->length && i < capacity; i++) { /* a lookup by tensor may run code of the user */
        struct rt_optimizer_item *item = &items[count];
        lang_value param = params->items[i];
        if (!bind_is_tensor(param))
            return -1;
        struct rt_tensor *grad = rt_tensor_grad(bind_rt(param));
        if (!grad)
            continue;
        item->param = bind_rt(param);
        item->grad = grad;
        rt_tensor_ref(item->param);
        rt_tensor_ref(item->grad);
        count++;
        lang_value found = lang_dict_get(t, states, param);
        if (lang_is_error(found))
            return -1;
        struct lang_dict *state = !lang_is_undef(found) && lang_is_dict(found) ? lang_as_dict(found) : NULL;
        if (state && !state->only_str) /* so that no code of the user runs while it is read */
            state = NULL;
        item->step = state_tensor(t, state, name_step);
        for (int k = 0; k < RT_MAX_STEP_STATES; k++)
            item->states[k] = state_tensor(t, state, names->states[k]);
        for (int k = 0; k < RT_MAX_STEP_NUMBERS; k++)
            item->numbers[k] = state_tensor(t, state, names->numbers[k]);
    }
    return count;
}

/* torch._C._optimizer_step(name, states, group): True when the step is made, False when nothing has happened. */
static lang_value optimizer_step(struct lang_thread *t, const lang_value *args)
{
    struct names *names = names_of(t, args[0]);
    double options[RT_MAX_STEP_VALUES] = {0};
    if (!names)
        return lang_error();
    if (!lang_is_dict(args[1]) || !lang_is_dict(args[2]) || !lang_as_dict(args[2])->only_str)
        return lang_bool(false);
    struct lang_dict *group = lang_as_dict(args[2]);
    lang_value params = lang_dict_get_str(t, group, name_params);
    if (!lang_is_list(params) || !is_plain(t, group) || !read_options(t, names, group, options))
        return lang_error_occurred(t) ? lang_error() : lang_bool(false);
    const int64_t capacity = ((struct lang_list *)params.o)->length;
    struct rt_optimizer_item *items = calloc((size_t)capacity + 1, sizeof *items);
    if (!items)
        return lang_no_memory(t);
    lang_ref(params);
    int64_t count = gather(t, names, (struct lang_list *)params.o, lang_as_dict(args[1]), items, capacity), work = 0;
    bool failed = lang_error_occurred(t), fits = count >= 0 && !failed;
    struct rt_error err;
    rt_error_clear(&err);
    fits = fits && rt_optimizer_fits(names->optimizer, options, items, count);
    for (int64_t i = 0; fits && i < count; i++)
        work += rt_tensor_numel(items[i].param);
    if (fits) {
        bool released = bind_release(t, work);
        failed = rt_optimizer_step(names->optimizer, options, items, count, &err) < 0;
        bind_reacquire(t, released);
    }
    drop_items(items, capacity);
    lang_unref(t, params);
    if (err.code != RT_OK)
        return bind_raise(t, &err);
    return failed ? lang_error() : lang_bool(fits);
}

const struct lang_method bind_optimizer_functions[] = {
    {"_optimizer_step", "(name, states, group, /)", optimizer_step, NULL, LANG_M_STATIC}, {NULL, NULL, NULL, NULL, 0}};
