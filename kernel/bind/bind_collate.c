/* bind_collate.c: what default_collate (prelude/torch/utils/data/_utils/collate.py) asks of a batch of plain tuples or
 * lists: its columns, in one pass. Must not know what becomes of them. */
#include "bind_core.h"

/* The items of a plain tuple or list; NULL for all else. */
static const lang_value *plain_items(lang_value v, int64_t *n)
{
    if (lang_is_exactly(v, &lang_type_tuple)) {
        *n = lang_as_tuple(v)->length;
        return lang_as_tuple(v)->items;
    }
    if (lang_is_exactly(v, &lang_type_list)) {
        *n = lang_as_list(v)->length;
        return lang_as_list(v)->items;
    }
    return NULL;
}

/* Whether all rows are plain and of one length, that of the first. */
static bool is_table(const lang_value *rows, int64_t count, int64_t *width)
{
    int64_t n;

    for (int64_t i = 0; i < count; i++)
        if (!plain_items(rows[i], &n) || (i > 0 && n != *width))
            return false;
        else
            *width = n;
    return count > 0;
}

/* Nothing is called between the check and the end that could change the rows. */
static lang_value columns(struct lang_thread *t, const lang_value *args)
{
    int64_t count, width = 0, n;
    const lang_value *rows = plain_items(args[0], &count);
    struct lang_list *out;

    if (!rows || !is_table(rows, count, &width))
        return lang_none();
    if (!(out = lang_list_new(t, width)))
        return lang_error();
    for (int64_t j = 0; j < width; j++) {
        struct lang_tuple *column = lang_tuple_new(t, count);
        if (!column) {
            lang_decref(t, out);
            return lang_error();
        }
        for (int64_t i = 0; i < count; i++)
            column->items[i] = lang_ref(plain_items(rows[i], &n)[j]);
        if (lang_list_append_steal(t, out, lang_obj(column)) < 0) {
            lang_decref(t, out);
            return lang_error();
        }
    }
    return lang_obj(out);
}

const struct lang_method bind_collate_functions[] = {
    {"_columns", "(rows, /)", columns, NULL, LANG_M_STATIC},
    {NULL, NULL, NULL, NULL, 0},
};
