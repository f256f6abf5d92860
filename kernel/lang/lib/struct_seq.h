/* struct_seq.h: tuples whose items have names (time.struct_time, sys.version_info, os.stat_result). The getset table of
 * such a type names its items in order: lang_struct_seq_0 gets the first, and so on. */
#ifndef LANG_STRUCT_SEQ_H
#define LANG_STRUCT_SEQ_H

#include "types.h"

#define STRUCT_SEQ_GETTERS(X)                                                                                          \
    X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15) X(16) X(17)
#define X(i) lang_value lang_struct_seq_##i(struct lang_thread *t, lang_value self);
STRUCT_SEQ_GETTERS(X)
#undef X

/* An instance with n items, UNDEF as yet. */
struct lang_tuple *lang_struct_seq_new(struct lang_thread *t, struct lang_type *type, int64_t n);
/* The repr slot: module.name(field=value, ...) */
lang_value lang_struct_seq_repr(struct lang_thread *t, lang_value v);

#define STRUCT_SEQ(id, title, home, rows, text)                                                                        \
    static struct lang_type id = {                                                                                     \
        .name = title,                                                                                                 \
        .module = home,                                                                                                \
        .doc = text,                                                                                                   \
        .size = sizeof(struct lang_tuple),                                                                             \
        .flags = LANG_TYPE_TUPLE | LANG_TYPE_QUALIFIED,                                                                \
        .base = &lang_type_tuple,                                                                                      \
        .getset = rows,                                                                                                \
        .repr = lang_struct_seq_repr,                                                                                  \
    }

#endif
