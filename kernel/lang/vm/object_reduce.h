/* object_reduce.h: __reduce__ and related methods, as methods of built-in types. */
#ifndef LANG_OBJECT_REDUCE_H
#define LANG_OBJECT_REDUCE_H

#include "object.h"

lang_value lang_object_getstate(struct lang_thread *t, const lang_value *args);
lang_value lang_object_reduce(struct lang_thread *t, const lang_value *args);
/* What the other implementation says of an object of its own. UNDEF: v is none. */
lang_value lang_foreign_reduce(struct lang_thread *t, lang_value v, int64_t protocol);
lang_value lang_object_reduce_ex(struct lang_thread *t, const lang_value *args);
/* Is what object.__reduce_ex__ would say of v known beforehand: made by __newobj__ of its class, its state the
 * attributes? The names that could say otherwise are neither in the class nor in the object, which has a shape. */
bool lang_reduces_plainly(struct lang_thread *t, lang_value v);
lang_value lang_reduce_set(struct lang_thread *t, const lang_value *a);
lang_value lang_reduce_deque(struct lang_thread *t, const lang_value *a);
lang_value lang_reduce_bounds(struct lang_thread *t, const lang_value *a);
lang_value lang_reduce_bytearray(struct lang_thread *t, const lang_value *a);
lang_value lang_reduce_bytearray_ex(struct lang_thread *t, const lang_value *a);
lang_value lang_reduce_defaultdict(struct lang_thread *t, const lang_value *a);
lang_value lang_reduce_ordered(struct lang_thread *t, const lang_value *a);
lang_value lang_reduce_exception(struct lang_thread *t, const lang_value *a);
lang_value lang_setstate_exception(struct lang_thread *t, const lang_value *a);
lang_value lang_reduce_native(struct lang_thread *t, const lang_value *a);
lang_value lang_reduce_method(struct lang_thread *t, const lang_value *a);
lang_value lang_reduce_singleton(struct lang_thread *t, const lang_value *a);

#endif
