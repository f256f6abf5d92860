/* struct_seq.h: tuples whose items have names (time.struct_time, sys.version_info, os.stat_result). The getset table of
 * such a type names its fields in order: lang_struct_seq_0 gets the first, and so on. All are items, but for the last
 * two of time.struct_time, which have names only. */
#ifndef LANG_STRUCT_SEQ_H
#define LANG_STRUCT_SEQ_H

#include "types.h"

#define STRUCT_SEQ_GETTERS(X)                                                                                          \
    X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15) X(16) X(17)
#define X(i) lang_value lang_struct_seq_##i(struct lang_thread *t, lang_value self);
STRUCT_SEQ_GETTERS(X)
#undef X

/* Readies the type: its counts of fields and __match_args__. */
int lang_struct_seq_ready(struct lang_thread *t, struct lang_type *type);
/* An instance with n items, UNDEF as yet; fields beyond them lie behind. */
struct lang_tuple *lang_struct_seq_new(struct lang_thread *t, struct lang_type *type, int64_t n);
/* The repr slot: module.name(field=value, ...), without a module name(...) */
lang_value lang_struct_seq_repr(struct lang_thread *t, lang_value v);

/* The sequence that an instance is made of, the first of two arguments, as a tuple of at least `items`, at most
 * `fields`; the second is a dict or UNDEF then. NULL with TypeError. */
struct lang_tuple *lang_struct_seq_argument(struct lang_thread *t, const struct lang_type *cls, const lang_value *args,
                                            int64_t items, int64_t fields);
lang_value lang_struct_seq_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                                struct lang_tuple *kwnames);
void lang_struct_seq_destroy(struct lang_thread *t, struct lang_object *o);
void lang_struct_seq_traverse(struct lang_object *o, lang_visit_fn visit, void *arg);
size_t lang_struct_seq_extent(const struct lang_object *o);
extern const struct lang_method lang_struct_seq_methods[];

#define STRUCT_SEQ(id, title, home, rows, text)                                                                        \
    static struct lang_type id = {                                                                                     \
        .name = title,                                                                                                 \
        .module = home,                                                                                                \
        .doc = text,                                                                                                   \
        .size = sizeof(struct lang_tuple),                                                                             \
        .flags = LANG_TYPE_TUPLE | LANG_TYPE_QUALIFIED,                                                                \
        .base = &lang_type_tuple,                                                                                      \
        .getset = rows,                                                                                                \
        .methods = lang_struct_seq_methods,                                                                            \
        .make = lang_struct_seq_make,                                                                                  \
        .destroy = lang_struct_seq_destroy,                                                                            \
        .traverse = lang_struct_seq_traverse,                                                                          \
        .extent = lang_struct_seq_extent,                                                                              \
        .repr = lang_struct_seq_repr,                                                                                  \
    }

#endif
