/* bind_autocast.c: the state of autocasting for torch.amp, and calls of functions of the library with their operands
 * cast. Must not know which ops are cast: the runtime does (autocast.h). */
#include "dispatch/autocast.h"
#include "bind.h"
#include "bind_args.h"

#include <string.h>

/* The device type that a str names. */
static int device_type(struct lang_thread *t, lang_value v, enum rt_device_type *type)
{
    int index;
    if (!lang_is_str(v))
        return lang_fail(t, LANG_EXC_ValueError, "Expected `device_type` of type `str`, got: `%R`",
                         lang_obj(lang_type_of(v)));
    return bind_device_parse(t, v, type, &index);
}

static lang_value is_enabled(struct lang_thread *t, const lang_value *args)
{
    enum rt_device_type type;
    return device_type(t, args[0], &type) < 0 ? lang_error() : lang_bool(rt_autocast_enabled(type));
}
static lang_value set_enabled(struct lang_thread *t, const lang_value *args)
{
    enum rt_device_type type;
    if (device_type(t, args[0], &type) < 0)
        return lang_error();
    rt_autocast_enable(type, lang_truth(t, args[1]) == 1);
    return lang_none();
}
static lang_value get_dtype(struct lang_thread *t, const lang_value *args)
{
    enum rt_device_type type;
    return device_type(t, args[0], &type) < 0 ? lang_error() : bind_dtype_value(rt_autocast_dtype(type));
}
static lang_value set_dtype(struct lang_thread *t, const lang_value *args)
{
    enum rt_device_type type;
    if (device_type(t, args[0], &type) < 0)
        return lang_error();
    if (!bind_is_dtype(args[1]))
        return lang_raise(t, LANG_EXC_TypeError,
                          "set_autocast_dtype(): argument 'dtype' (position 2) must be torch.dtype, not %N", args[1]);
    rt_autocast_set_dtype(type, bind_dtype_like(args[1]));
    return lang_none();
}
static lang_value keeps(struct lang_thread *t, const lang_value *args)
{
    (void)t;
    (void)args;
    return lang_bool(rt_autocast_keeps());
}
static lang_value keep(struct lang_thread *t, const lang_value *args)
{
    rt_autocast_keep(lang_truth(t, args[0]) == 1);
    return lang_none();
}
static lang_value forget(struct lang_thread *t, const lang_value *args)
{
    (void)t;
    (void)args;
    rt_autocast_forget();
    return lang_none();
}
static lang_value enter(struct lang_thread *t, const lang_value *args)
{
    (void)t;
    (void)args;
    return lang_int(rt_autocast_nest(1));
}
static lang_value leave(struct lang_thread *t, const lang_value *args)
{
    (void)t;
    (void)args;
    return lang_int(rt_autocast_nest(-1));
}

/* A value cast as autocasting has it for the function of that name: a new reference. */
static lang_value taken(struct lang_thread *t, const char *name, size_t length, lang_value v)
{
    struct rt_error err;
    rt_error_clear(&err);
    struct rt_tensor *self = bind_is_tensor(v) ? bind_rt(v) : NULL;
    struct rt_tensor *cast = self ? rt_autocast_take(name, length, self, &err) : NULL;
    if (self && !cast)
        return bind_raise(t, &err);
    if (cast && cast != self)
        return bind_wrap_steal(t, cast);
    if (cast)
        rt_tensor_unref(cast);
    return lang_ref(v);
}

/* _autocast_take(name, tensors): a tuple of the tensors, cast for the function of that name. */
static lang_value take(struct lang_thread *t, const lang_value *args)
{
    size_t length;
    const char *name = lang_as_utf8(t, args[0], "name", &length);
    if (!name || !rt_autocasting || !lang_is_tuple(args[1]))
        return name ? lang_ref(args[1]) : lang_error();
    const struct lang_tuple *from = lang_as_tuple(args[1]);
    struct lang_tuple *to = lang_tuple_new(t, from->length);
    for (int64_t i = 0; to && i < from->length; i++)
        if (lang_is_error(to->items[i] = taken(t, name, length, from->items[i]))) {
            to->items[i] = lang_none();
            lang_decref(t, to);
            return lang_error();
        }
    return lang_obj_or_error(to);
}

const struct lang_method bind_autocast_functions[] = {
    {"_autocast_enabled", "(device_type, /)", is_enabled, NULL, LANG_M_STATIC},
    {"_autocast_enable", "(device_type, enabled, /)", set_enabled, NULL, LANG_M_STATIC},
    {"_autocast_dtype", "(device_type, /)", get_dtype, NULL, LANG_M_STATIC},
    {"_autocast_set_dtype", "(device_type, dtype, /)", set_dtype, NULL, LANG_M_STATIC},
    {"_autocast_keeps", "()", keeps, NULL, LANG_M_STATIC},
    {"_autocast_keep", "(enabled, /)", keep, NULL, LANG_M_STATIC},
    {"_autocast_forget", "()", forget, NULL, LANG_M_STATIC},
    {"_autocast_enter", "()", enter, NULL, LANG_M_STATIC},
    {"_autocast_leave", "()", leave, NULL, LANG_M_STATIC},
    {"_autocast_take", "(name, tensors, /)", take, NULL, LANG_M_STATIC},
    {NULL, NULL, NULL, NULL, 0}};

lang_value bind_autocast_call(struct lang_thread *t, const char *name, lang_value function, const lang_value *args,
                              size_t nargs, struct lang_tuple *kwnames)
{
    lang_value cast[24];
    size_t n = nargs + (kwnames ? (size_t)kwnames->length : 0), done = 0, length = strlen(name);
    if (n > BIND_COUNT(cast) || !rt_autocast_knows(name, length))
        return lang_call(t, function, args, nargs, kwnames);
    for (; done < n; done++)
        if (lang_is_error(cast[done] = taken(t, name, length, args[done])))
            break;
    bool on = rt_autocasting;
    rt_autocasting = false;
    lang_value result = done == n ? lang_call(t, function, cast, nargs, kwnames) : lang_error();
    rt_autocasting = on;
    while (done--)
        lang_unref(t, cast[done]);
    return result;
}
