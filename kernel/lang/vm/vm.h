/* vm.h: the slow halves of instructions (vm_slow.c), called by the loop in vm.c alone. */
#ifndef LANG_VM_H
#define LANG_VM_H

#include "vm/code.h"

/* Status -1 or ERROR with the exception on the thread. Operands are borrowed; the loop drops temporaries afterwards. */
lang_value lang_star_tuple(struct lang_thread *t, lang_value callee, lang_value v);
lang_value lang_slice_item(struct lang_thread *t, lang_value v, const lang_value ends[3]);
lang_value lang_slow_compare(struct lang_thread *t, enum lang_compare_op op, lang_value a, lang_value b);
lang_value lang_slow_binary(struct lang_thread *t, enum lang_binary_op op, lang_value a, lang_value b);
lang_value lang_slow_inplace(struct lang_thread *t, enum lang_binary_op op, lang_value *a, lang_value b, bool local);
int lang_unpack(struct lang_thread *t, lang_value v, lang_value *to, int64_t n);
int lang_unpack_locals(struct lang_thread *t, lang_value v, lang_value *to, int64_t n);
int lang_unpack_star(struct lang_thread *t, lang_value v, lang_value *to, int64_t before, int64_t after);
int lang_map_merge(struct lang_thread *t, struct lang_dict *d, lang_value other, lang_value callee);
/* `*v` of a display (callee UNDEF) or of a call, v not iterable. */
void lang_star_error(struct lang_thread *t, lang_value callee, lang_value v);
lang_value lang_build_map(struct lang_thread *t, lang_value *pairs, int64_t n);
lang_value lang_build_set(struct lang_thread *t, lang_value *items, int64_t n);
lang_value lang_format_value(struct lang_thread *t, lang_value v, int conversion, lang_value spec);
lang_value lang_build_string(struct lang_thread *t, lang_value *parts, int64_t n);
lang_value lang_make_function(struct lang_thread *t, struct lang_frame *f, struct lang_code *code, lang_value *parts);
int lang_with_enter(struct lang_thread *t, lang_value *manager, lang_value *entered, bool is_async);
lang_value lang_with_exit(struct lang_thread *t, lang_value exit,
                          lang_value exc); /* exc UNDEF: normal end; truth of the answer */
lang_value lang_get_name(struct lang_thread *t, struct lang_frame *f, struct lang_site *s);
int lang_set_name(struct lang_thread *t, struct lang_frame *f, struct lang_site *s, lang_value v); /* UNDEF: delete */
int lang_del_global(struct lang_thread *t, struct lang_dict *globals, struct lang_str *name);
lang_value lang_call_ex(struct lang_thread *t, lang_value callee, lang_value args, lang_value kwargs);
/* Any callee that is not entered as a frame; args are borrowed. */
lang_value lang_call_slow(struct lang_thread *t, lang_value callee, lang_value *args, size_t nargs,
                          struct lang_tuple *kwnames);
int lang_match_class(struct lang_thread *t, lang_value v, lang_value cls, int64_t positional, struct lang_tuple *names,
                     lang_value *out);
lang_value lang_match_keys(struct lang_thread *t, lang_value v, struct lang_tuple *keys, bool may_repeat);
int lang_match_mapping(struct lang_thread *t, lang_value v, int64_t least);
lang_value lang_match_item(struct lang_thread *t, lang_value v, int64_t i);
lang_value lang_match_rest(struct lang_thread *t, lang_value v, struct lang_tuple *keys);
int lang_setup_annotations(struct lang_thread *t, struct lang_frame *f);
/* One step of `yield from`: 1 a value to give on in *out, 0 ended with *out its value, -1 error. */
int lang_delegate(struct lang_thread *t, lang_value iterator, lang_value sent, lang_value *out);
lang_value lang_unbound_free(struct lang_thread *t, struct lang_code *code, uint32_t index, bool free);

#endif
