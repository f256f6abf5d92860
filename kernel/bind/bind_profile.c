/* bind_profile.c: the runtime's record of what was run, for torch.profiler. Must not know tables and traces. */
#include "bind_core.h"
#include "profile.h"

/* The calls of the program that are under way, innermost first. */
static char *calls_now(void)
{
    struct lang_thread *entered, *t = bind_callback_thread(&entered);
    char *text = lang_calls_text(t);

    bind_callback_leave(entered);
    return text;
}

static lang_value start(struct lang_thread *t, const lang_value *args)
{
    int shapes = lang_truth(t, args[0]), stacks = lang_is_undef(args[1]) ? 0 : lang_truth(t, args[1]);
    if (shapes < 0 || stacks < 0)
        return lang_error();
    if (rt_profiling)
        return lang_raise(t, LANG_EXC_RuntimeError, "Profiler is already enabled on this thread");
    rt_profile_start(shapes, stacks ? calls_now : NULL);
    return lang_none();
}

/* For each argument of a range (dtype, sizes) of a tensor, (None, values) of integers, or None; NULL and an exception.
 */
static struct lang_tuple *arguments(struct lang_thread *t, const struct rt_profile *profile,
                                    const struct rt_profile_event *event)
{
    const int64_t *at = profile->shapes + event->first;
    struct lang_tuple *all = lang_tuple_new(t, event->nargs);
    for (int i = 0; all && i < event->nargs; i++)
        all->items[i] = lang_none();
    for (int i = 0; all && i < event->nargs; i++) {
        const bool tensor = at[0] >= 0;
        const int count = (int)(tensor ? at[0] : -1 - at[0] - 1);
        if (count >= 0) {
            struct lang_list *sizes = lang_list_new(t, 0);
            bool ok = sizes;
            for (int k = 0; ok && k < count; k++)
                ok = lang_list_append_steal(t, sizes, lang_int(at[2 + k])) == 0;
            struct lang_tuple *pair = ok ? lang_tuple_new(t, 2) : NULL;
            if (!pair) {
                lang_xdecref(t, sizes);
                lang_decref(t, all);
                return NULL;
            }
            pair->items[0] = tensor ? bind_dtype_value((enum rt_dtype)at[1]) : lang_none();
            pair->items[1] = lang_obj(sizes);
            all->items[i] = lang_obj(pair);
        }
        at += 2 + (count > 0 ? count : 0);
    }
    return all;
}

/* (name, kind, parent, begin, end, memory, arguments, calls) */
static lang_value event_value(struct lang_thread *t, const struct rt_profile *profile,
                              const struct rt_profile_event *event)
{
    struct lang_str *name = lang_str_from_c(t, event->name);
    struct lang_str *calls = name && event->stack ? lang_str_from_c(t, event->stack) : NULL;
    struct lang_tuple *args = name && (calls || !event->stack) ? arguments(t, profile, event) : NULL;
    struct lang_tuple *all = args ? lang_tuple_new(t, 8) : NULL;
    if (!all) {
        lang_xdecref(t, name);
        lang_xdecref(t, calls);
        lang_xdecref(t, args);
        return lang_error();
    }
    const int64_t numbers[] = {event->kind, event->parent, event->begin, event->end, event->memory};
    all->items[0] = lang_obj(name);
    for (int i = 0; i < 5; i++)
        all->items[1 + i] = lang_int(numbers[i]);
    all->items[6] = lang_obj(args);
    all->items[7] = calls ? lang_obj(calls) : lang_none();
    return lang_obj(all);
}

static lang_value stop(struct lang_thread *t, const lang_value *args)
{
    (void)args;
    struct rt_profile profile = rt_profile_stop();
    struct lang_list *events = lang_list_new(t, 0);
    bool ok = events;
    for (int i = 0; ok && i < profile.count; i++) {
        lang_value value = event_value(t, &profile, &profile.events[i]);
        ok = !lang_is_error(value) && lang_list_append_steal(t, events, value) == 0;
    }
    if (ok && profile.out_of_memory) {
        lang_no_memory(t);
        ok = false;
    }
    rt_profile_free(&profile);
    if (ok)
        return lang_obj(events);
    lang_xdecref(t, events);
    return lang_error();
}

static lang_value enabled(struct lang_thread *t, const lang_value *args)
{
    (void)t;
    (void)args;
    return lang_bool(rt_profiling);
}

static lang_value enter(struct lang_thread *t, const lang_value *args)
{
    const char *name = lang_as_utf8(t, args[0], "name", NULL);
    if (!name)
        return lang_error();
    return lang_int(rt_profiling ? rt_profile_begin(RT_PROFILE_USER, name, NULL) : -1);
}

static lang_value leave(struct lang_thread *t, const lang_value *args)
{
    int64_t event;
    if (lang_as_int64(t, args[0], &event) < 0)
        return lang_error();
    if (rt_profiling && event >= 0 && event < INT32_MAX)
        rt_profile_end((int)event);
    return lang_none();
}

const struct lang_method bind_profile_functions[] = {
    {"_profile_start", "(shapes, stacks=False, /)", start, NULL, LANG_M_STATIC},
    {"_profile_stop", "()", stop, NULL, LANG_M_STATIC},
    {"_profile_enabled", "()", enabled, NULL, LANG_M_STATIC},
    {"_profile_enter", "(name, /)", enter, NULL, LANG_M_STATIC},
    {"_profile_leave", "(event, /)", leave, NULL, LANG_M_STATIC},
    {NULL, NULL, NULL, NULL, 0}};
