/* native.h: what vm/ and the inspecting code know of native functions beyond types.h. */
#ifndef LANG_NATIVE_H
#define LANG_NATIVE_H

#include "types.h"

extern struct lang_type lang_type_method_descr, lang_type_slot_wrapper;

/* The call slot of all native functions. */
lang_value lang_native_call(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                            struct lang_tuple *kwnames);
/* Calls its function, the optional arguments behind `args` left out: nargs is between least and most. */
lang_value lang_native_call_defaults(struct lang_thread *t, const struct lang_native *f, const lang_value *args,
                                     size_t nargs);
/* Is the first argument of a method plainly an instance of its class: of that itself or of a class right below it? */
static inline bool lang_native_owns(const struct lang_native *f, lang_value self)
{
    const struct lang_type *type = lang_type_of(self);

    return type == f->owner || type->base == f->owner;
}
/* A computed attribute of a built-in type. */
struct lang_getset_object {
    struct lang_object head;
    struct lang_type *owner;
    const struct lang_getset *row;
};
/* Makes (or finds) the slot wrappers of a static type's slots and puts them into its dict. */
int lang_slots_publish(struct lang_thread *t, struct lang_type *type);
/* Sets all slots of a heap class from what its MRO defines. */
int lang_slots_inherit(struct lang_thread *t, struct lang_type *type);
/* An attribute of a heap class has changed: only the slots it stands for. */
void lang_slots_update(struct lang_thread *t, struct lang_type *type, struct lang_str *name);
lang_value lang_staticmethod_new(struct lang_thread *t, lang_value callable);
lang_value lang_classmethod_new(struct lang_thread *t, lang_value callable);
/* What a classmethod calls with the class in front, borrowed; UNDEF: d is none, or what it holds is a descriptor of its
 * own. */
lang_value lang_classmethod_function(lang_value d);
void lang_params_free_all(struct lang_thread *t);

/* Of the special method of this name where a slot makes it (slot_docs.c), with $self as help shows it; or NULL. */
const char *lang_slot_doc(const char *name);
const char *lang_slot_signature(const char *name);

#endif
