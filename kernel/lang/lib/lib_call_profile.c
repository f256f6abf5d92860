/* lib_call_profile.c: the module _call_profile: begins and ends the profile of a thread's calls (vm/call_profile.h),
 * for the module cProfile (prelude/cProfile.py). */
#include "lib.h"
#include "vm/call_profile.h"
#include "vm/trace.h"

/* The timer of a profile runs inside of it: it can neither end nor replace it. -1: raised. */
static int not_from_timer(struct lang_thread *t)
{
    const struct lang_call_profile *p = lang_calls_followed(t, false);
    return p && lang_call_profile_is_busy(p) ? lang_fail(t, LANG_EXC_RuntimeError, "a timer cannot change its profile")
                                             : 0;
}

/* begin(subcalls, builtins, timer, unit) */
static lang_value begin(struct lang_thread *t, const lang_value *a)
{
    double unit = 0;
    const int subcalls = lang_truth(t, a[0]), builtins = lang_truth(t, a[1]);
    if (not_from_timer(t) < 0 || subcalls < 0 || builtins < 0 || lang_as_double(t, a[3], &unit) < 0)
        return lang_error();
    struct lang_call_profile *p = lang_call_profile_new(t, subcalls, lang_is_none(a[2]) ? lang_undef() : a[2], unit);
    return p && lang_calls_follow(t, p, builtins) == 0 ? lang_none() : lang_error();
}

static lang_value end(struct lang_thread *t, const lang_value *a)
{
    (void)a;
    if (not_from_timer(t) < 0)
        return lang_error();
    struct lang_call_profile *p = lang_calls_followed(t, true);
    return p ? lang_call_profile_finish(t, p) : lang_obj_or_error(lang_list_new(t, 0));
}

static lang_value enter(struct lang_thread *t, const lang_value *a)
{
    struct lang_call_profile *p = lang_calls_followed(t, false);
    if (not_from_timer(t) < 0)
        return lang_error();
    if (!lang_is_obj(a[0]))
        return lang_raise(t, LANG_EXC_TypeError, "enter() needs a function or a text");
    return p && lang_call_profile_enter(t, p, a[0].o) < 0 ? lang_error() : lang_none();
}

static lang_value leave(struct lang_thread *t, const lang_value *a)
{
    (void)a;
    struct lang_call_profile *p = not_from_timer(t) < 0 ? NULL : lang_calls_followed(t, false);
    if (lang_error_occurred(t))
        return lang_error();
    return p && lang_call_profile_leave(t, p) < 0 ? lang_error() : lang_none();
}

static const struct lang_method functions[] = {
    {"begin", "(subcalls, builtins, timer, unit, /)", begin, "Begins to count the calls of this thread, anew.", 0},
    {"end", "()", end,
     "Ends it: a list of (code, calls, recursive calls, seconds, own seconds, [the same of what it has called] or "
     "None).",
     0},
    {"enter", "(called, /)", enter, "A call begins that the interpreter does not tell of.", 0},
    {"leave", "()", leave, "It ends.", 0},
    {0}};

const struct lang_module_def lang_module__call_profile = {"_call_profile", "Counts calls and their time.", functions,
                                                          NULL};
