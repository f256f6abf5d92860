/* lib_datetime.c: the module _datetime: its types, and what the module datetime (prelude) needs to add the rest. */
#include "lib/lib_datetime.h"

lang_value lang_zone_checked(struct lang_thread *t, const lang_value *a);
lang_value lang_moment_since(struct lang_thread *t, const lang_value *a);

static const char *const rest_names[REST_COUNT] = {
#define X(name) #name,
    DATETIME_RESTS(X)
#undef X
};
static struct lang_type *const types[] = {&lang_type_timedelta, &lang_type_date,   &lang_type_time,
                                          &lang_type_datetime,  &lang_type_tzinfo, &lang_type_timezone};

/* complete(functions, members): the functions of DATETIME_RESTS by name, and a dict of attributes for each type by its
 * name. Both dicts stay in the module. */
static lang_value d_complete(struct lang_thread *t, const lang_value *a)
{
    if (!lang_is_dict(a[0]) || !lang_is_dict(a[1]))
        return lang_raise(t, LANG_EXC_TypeError, "two dicts are required");
    for (int i = 0; i < REST_COUNT; i++) {
        lang_value f = lang_dict_get_c(t, lang_as_dict(a[0]), rest_names[i]);
        if (!lang_is_obj(f))
            return lang_raise(t, LANG_EXC_TypeError, "%s is missing", rest_names[i]);
        lang_set_steal(t, &lang_datetime_rests[i], lang_ref(f));
    }
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        lang_value members = lang_dict_get_c(t, lang_as_dict(a[1]), types[i]->name), name, v;
        if (!lang_is_dict(members))
            continue;
        for (int64_t k = 0; lang_dict_next(lang_as_dict(members), &k, &name, &v);) {
            struct lang_str *key = lang_is_str(name) ? lang_intern_str(t, lang_as_str(name)) : NULL;
            if (!key || lang_type_set_attr(t, types[i], key, v) < 0) {
                lang_xdecref(t, key);
                return lang_error_occurred(t) ? lang_error() : lang_raise(t, LANG_EXC_TypeError, "names are str");
            }
            lang_decref(t, key);
        }
    }
    return lang_none();
}

/* microseconds(timedelta): all of it, an int. */
static lang_value d_microseconds(struct lang_thread *t, const lang_value *a)
{
    return is_delta(a[0]) ? lang_delta_us_value(t, lang_delta_us(as_delta(a[0])))
                          : lang_raise(t, LANG_EXC_TypeError, "a timedelta is required, not '%N'", a[0]);
}

/* zone_parts(timezone): its offset, and its name or None. */
static lang_value d_zone_parts(struct lang_thread *t, const lang_value *a)
{
    if (!lang_is_exactly(a[0], &lang_type_timezone))
        return lang_raise(t, LANG_EXC_TypeError, "a timezone is required, not '%N'", a[0]);
    const struct zone *z = (struct zone *)a[0].o;
    const lang_value parts[] = {lang_obj(z->offset), z->name ? lang_obj(z->name) : lang_none()};
    return lang_obj_or_error(lang_tuple_from(t, parts, 2));
}

static const struct lang_method functions[] = {
    {"complete", "(functions, members, /)", d_complete, "Takes what is written in the language.", 0},
    {"microseconds", "(delta, /)", d_microseconds, "The microseconds of a span.", 0},
    {"since", "(datetime, /)", lang_moment_since, "Microseconds since the begin of the year 1.", 0},
    {"zone_parts", "(zone, /)", d_zone_parts, "The offset and the name of a timezone.", 0},
    {"zone_of", "(offset, name, /)", lang_zone_checked, "A timezone of a checked offset and name.", 0},
    {0}};

static int init(struct lang_thread *t, struct lang_module *m)
{
    lang_moment_type = &lang_type_datetime;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (lang_type_ready(t, types[i]) < 0 || lang_module_add(t, m, types[i]->name, lang_obj(types[i])) < 0)
            return -1;
    return 0;
}

const struct lang_module_def lang_module__datetime = {"_datetime", "Dates and times.", functions, init};
