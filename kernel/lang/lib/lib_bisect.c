/* lib_bisect.c: the module _bisect: positions of values in sorted sequences. The module bisect (prelude/bisect.py)
 * gives the functions their second names. */
#include "lib.h"
#include "types/containers.h"
#include "vm/code.h"

static lang_value item_at(struct lang_thread *t, lang_value sequence, int64_t i)
{
    if (lang_is_exactly(sequence, &lang_type_list) && i < lang_as_list(sequence)->length)
        return lang_ref(lang_as_list(sequence)->items[i]);
    if (lang_is_exactly(sequence, &lang_type_tuple) && i < lang_as_tuple(sequence)->length)
        return lang_ref(lang_as_tuple(sequence)->items[i]);
    return lang_getitem(t, sequence, lang_int(i));
}

/* The arguments lo and hi; hi None or -1 stands for the length. */
static int bounds(struct lang_thread *t, const lang_value *a, int64_t *low, int64_t *high)
{
    *low = 0;
    *high = -1;
    if (!lang_is_undef(a[2]) && lang_as_index(t, a[2], low) < 0)
        return -1;
    if (!lang_is_undef(a[3]) && !lang_is_none(a[3])) {
        if (!lang_is_integer(a[3]) && !lang_type_of(a[3])->to_index)
            return lang_fail(t, LANG_EXC_TypeError, "argument should be integer or None, not '%N'", a[3]);
        if (lang_as_index(t, a[3], high) < 0)
            return -1;
    }
    if (*low < 0)
        return lang_fail(t, LANG_EXC_ValueError, "lo must be non-negative");
    if (*high == -1) {
        *high = lang_len(t, a[0]);
        if (*high < 0)
            return -1;
    }
    if (lang_is_dict(a[0]))
        return lang_fail(t, LANG_EXC_TypeError, "%N is not a sequence", a[0]);
    return 0;
}

/* The position of x in a[0], behind equal items or in front of them; -1 exception. */
static int64_t find(struct lang_thread *t, const lang_value *a, lang_value x, bool behind)
{
    int64_t low, high;

    if (bounds(t, a, &low, &high) < 0)
        return -1;
    while (low < high) {
        int64_t middle = low + ((high - low) >> 1);
        lang_value item = item_at(t, a[0], middle);
        int r;

        if (!lang_is_error(item) && !lang_is_undef(a[4]) && !lang_is_none(a[4])) {
            lang_value key = lang_call(t, a[4], &item, 1, NULL);

            lang_unref(t, item);
            item = key;
        }
        if (lang_is_error(item))
            return -1;
        r = behind ? lang_less(t, x, item) : lang_less(t, item, x);
        lang_unref(t, item);
        if (r < 0)
            return -1;
        if (r == behind)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static lang_value insertion_index(struct lang_thread *t, const lang_value *a, bool behind)
{
    int64_t i = find(t, a, a[1], behind);

    return i < 0 ? lang_error() : lang_int(i);
}

static lang_value c_right(struct lang_thread *t, const lang_value *a)
{
    return insertion_index(t, a, true);
}

static lang_value c_left(struct lang_thread *t, const lang_value *a)
{
    return insertion_index(t, a, false);
}

static int insert_at(struct lang_thread *t, lang_value sequence, int64_t i, lang_value x)
{
    const lang_value args[2] = {lang_int(i), x};
    lang_value r;

    if (lang_is_exactly(sequence, &lang_type_list)) {
        struct lang_list *l = lang_as_list(sequence);

        if (lang_list_append(t, l, x) < 0)
            return -1;
        if (i < l->length - 1) {
            lang_value last = l->items[l->length - 1];

            for (int64_t k = l->length - 1; k > i; k--)
                l->items[k] = l->items[k - 1];
            l->items[i] = last;
        }
        return 0;
    }
    r = lang_call_method_c(t, sequence, "insert", args, 2);
    if (lang_is_error(r))
        return -1;
    lang_unref(t, r);
    return 0;
}

static lang_value insert(struct lang_thread *t, const lang_value *a, bool behind)
{
    bool keyed = !lang_is_undef(a[4]) && !lang_is_none(a[4]);
    lang_value x = keyed ? lang_call(t, a[4], &a[1], 1, NULL) : lang_ref(a[1]);
    int64_t i;

    if (lang_is_error(x))
        return x;
    i = find(t, a, x, behind);
    lang_unref(t, x);
    return i < 0 || insert_at(t, a[0], i, a[1]) < 0 ? lang_error() : lang_none();
}

static lang_value c_insort_right(struct lang_thread *t, const lang_value *a)
{
    return insert(t, a, true);
}

static lang_value c_insort_left(struct lang_thread *t, const lang_value *a)
{
    return insert(t, a, false);
}

#define SIGNATURE "(a, x, lo=0, hi=None, *, key=None)"
static const struct lang_method functions[] = {
    {"bisect_right", SIGNATURE, c_right,
     "Return the index where to insert item x in list a, assuming a is sorted; behind items equal to x.", 0},
    {"bisect_left", SIGNATURE, c_left,
     "Return the index where to insert item x in list a, assuming a is sorted; before items equal to x.", 0},
    {"insort_right", SIGNATURE, c_insort_right,
     "Insert item x in list a, and keep it sorted assuming a is sorted; behind items equal to x.", 0},
    {"insort_left", SIGNATURE, c_insort_left,
     "Insert item x in list a, and keep it sorted assuming a is sorted; before items equal to x.", 0},
    {0},
};

const struct lang_module_def lang_module__bisect = {"_bisect", "Places in sorted sequences.", functions, NULL};
