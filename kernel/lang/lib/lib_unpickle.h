/* lib_unpickle.h: the machine that reads pickles, as its files see it. The bytes are a stranger's: every size is
 * checked against what is there before memory is taken for it. Functions that return int give -1 with an exception;
 * `load` functions do what their opcode says. */
#ifndef LANG_LIB_UNPICKLE_H
#define LANG_LIB_UNPICKLE_H

#include "lib_pickle.h"

enum { PEEK = 65536, DENSE = 1 << 16 };

struct unpickler {
    struct lang_object head;
    lang_value read, readline, peek, persistent_load; /* UNDEF: not there */
    lang_value encoding, errors;                      /* str */
    lang_value buffers;                               /* an iterator, or UNDEF */
    struct lang_list *stack;
    int64_t *marks;
    size_t nmarks, marks_capacity;
    struct lang_list *memo;   /* by index; UNDEF: not set */
    struct lang_dict *sparse; /* indices far beyond */
    int64_t protocol;
    bool fix_imports, running, ready, peeked;
    /* the bytes at hand */
    lang_value chunk;
    struct lang_buffer held;
    const uint8_t *data;
    int64_t at, end;
};

struct loader {
    struct lang_thread *t;
    struct unpickler *u;
    lang_value self;
    lang_value find_class;      /* UNDEF: the plain rule */
    lang_value persistent_load; /* UNDEF: none */
    bool guarded;
};

/* lib_unpickle_stack.c */
int lang_unpickle_fail_read(struct lang_thread *t, const char *format, ...);
void lang_unpickle_drop_chunk(struct lang_thread *t, struct unpickler *u);
int lang_unpickle_set_chunk(struct lang_thread *t, struct unpickler *u, lang_value bytes_steal);
int lang_unpickle_take_peeked(struct lang_thread *t, struct unpickler *u);
const uint8_t *lang_unpickle_take(struct loader *l, uint64_t n);
const char *lang_unpickle_take_line(struct loader *l, size_t *n);
int lang_unpickle_take_number(struct loader *l, int bytes, uint64_t *out);
int lang_unpickle_underflow(struct loader *l);
int lang_unpickle_push(struct loader *l, lang_value v);
lang_value lang_unpickle_pop(struct loader *l);
lang_value *lang_unpickle_top(struct loader *l);
int lang_unpickle_push_mark(struct loader *l);
struct lang_tuple *lang_unpickle_pop_mark(struct loader *l);
int lang_unpickle_pop_to_list(struct loader *l);
int lang_unpickle_pop_tuple(struct loader *l, int64_t n);
int lang_unpickle_memo_put(struct loader *l, uint64_t index);
int lang_unpickle_memo_get(struct loader *l, uint64_t index);

/* lib_unpickle_values.c */
lang_value lang_unpickle_text_of(struct loader *l, const uint8_t *p, uint64_t n);
int lang_unpickle_load_text(struct loader *l, int width);
int lang_unpickle_load_bytes(struct loader *l, int width);
int lang_unpickle_load_bytearray(struct loader *l);
int lang_unpickle_load_old_text(struct loader *l, int width);
int lang_unpickle_load_quoted(struct loader *l);
int lang_unpickle_load_unicode_line(struct loader *l);
lang_value lang_unpickle_int_of_line(struct loader *l, const char *line, size_t n);
int lang_unpickle_load_int_line(struct loader *l, bool is_long);
int lang_unpickle_load_long(struct loader *l, int width);
int lang_unpickle_load_small_int(struct loader *l, int width);
int lang_unpickle_load_float_line(struct loader *l);
int lang_unpickle_load_float(struct loader *l);
lang_value lang_unpickle_below(struct loader *l);
int lang_unpickle_load_set_items(struct loader *l);
int lang_unpickle_load_set_item(struct loader *l);
int lang_unpickle_load_dict(struct loader *l);
int lang_unpickle_load_appends(struct loader *l);
int lang_unpickle_load_append(struct loader *l);
int lang_unpickle_load_add_items(struct loader *l);
int lang_unpickle_load_list(struct loader *l);
int lang_unpickle_load_frozenset(struct loader *l);

/* lib_unpickle_calls.c */
lang_value lang_unpickle_find_global(struct lang_thread *t, struct unpickler *u, lang_value module, lang_value name);
int lang_unpickle_load_global(struct loader *l);
int lang_unpickle_load_stack_global(struct loader *l);
lang_value lang_unpickle_ask_guard(struct loader *l, const char *name, lang_value a, lang_value b);
int lang_unpickle_load_reduce(struct loader *l);
int lang_unpickle_load_newobj(struct loader *l, bool extended);
int lang_unpickle_load_inst(struct loader *l);
int lang_unpickle_load_obj(struct loader *l);
int lang_unpickle_load_build(struct loader *l);
int lang_unpickle_load_extension(struct loader *l, int width);
int lang_unpickle_load_persistent(struct loader *l, bool line);
int lang_unpickle_load_buffer(struct loader *l);
int lang_unpickle_load_readonly(struct loader *l);

/* lib_pickle_read.c */

#endif
