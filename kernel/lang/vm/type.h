/* type.h: what the files that make classes and their descriptors share; not for types of data. */
#ifndef LANG_TYPE_INTERNAL_H
#define LANG_TYPE_INTERNAL_H

#include "types.h"

/* member.c, descr.c */
lang_value lang_getset_new(struct lang_thread *t, struct lang_type *owner, const struct lang_getset *row);
lang_value lang_member_new(struct lang_thread *t, struct lang_type *owner, struct lang_str *name); /* of __slots__ */
/* As messages name a class: some built-in ones with their module. */
enum { LANG_TYPE_TEXT = 128 };
const char *lang_type_text(const struct lang_type *type, char text[LANG_TYPE_TEXT]);
lang_value lang_mappingproxy_new(struct lang_thread *t, struct lang_dict *d);
extern struct lang_type lang_type_getset, lang_type_class_getset, lang_type_member;

/* generic.c: list[int] and int | None */
lang_value lang_generic_alias_new(struct lang_thread *t, lang_value origin, lang_value item);
lang_value lang_class_getitem(struct lang_thread *t, const lang_value *args); /* a __class_getitem__ for a table */
/* Members of a union object (tuple, borrowed), NULL if v is none. */
struct lang_tuple *lang_union_members(lang_value v);
/* Gives the built-in containers their __class_getitem__. */
int lang_generic_ready(struct lang_thread *t);
extern struct lang_type lang_type_union, lang_type_generic_alias;
struct lang_type *lang_member_owner(lang_value v); /* borrowed; v is exactly a member */

/* type.c */
lang_value lang_module_of_type(struct lang_thread *t, struct lang_type *type); /* __module__ */
/* Takes over what a lookup has looked into while an __eq__ of a key let go of it: the value that was found, which is
 * borrowed, stays alive until the next such lookup. */
void lang_keep(struct lang_thread *t, void *o);
/* The version of all classes that change after four thousand million others: they are not cached. */
#define LANG_TYPE_VERSIONS_END UINT32_MAX
/* An attribute of the class or of a base has changed: new version tags, down to its subclasses. */
void lang_type_changed(struct lang_type *type);
int lang_type_add_subclass(struct lang_thread *t, struct lang_type *base, struct lang_type *type);
void lang_type_remove_subclass(struct lang_type *base, struct lang_type *type);

/* The text for a class's name; NULL: surrogates or a null character in it. */
const char *lang_type_name_utf8(struct lang_thread *t, struct lang_str *s);

/* class.c: type(name, bases, namespace) */
lang_value lang_type_make(struct lang_thread *t, struct lang_type *meta, const lang_value *args, size_t nargs,
                          struct lang_tuple *kwnames);

void lang_types_free(struct lang_thread *t);

/* Whether instances of two classes have the same members, and a dict and weak references both or none. */
bool lang_class_same_attributes(struct lang_thread *t, struct lang_type *a, struct lang_type *b);
struct lang_tuple *lang_class_plain_mro(struct lang_thread *t, struct lang_type *type); /* what type.mro() says */
/* `match` takes instances of the class and of those below it for sequences (bit 5) or mappings (bit 6). */
void lang_class_set_match_kind(struct lang_type *type, int64_t flags);
int lang_class_set_bases(struct lang_thread *t, struct lang_type *type, lang_value value); /* type.__bases__ = value */

/* object_type.c: puts the attribute __dict__ of instances into the class */
int lang_type_publish_dict(struct lang_thread *t, struct lang_type *type);

/* weakref.c */
extern struct lang_type lang_type_weakref, lang_type_weakproxy, lang_type_weakcallableproxy;
bool lang_weakref_allowed(struct lang_thread *t, struct lang_type *type);
int lang_weakref_publish(struct lang_thread *t, struct lang_type *type); /* the attribute __weakref__ of instances */

/* call.c: keyword arguments from a dict (NULL: none) */
lang_value lang_call_with_dict(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                               struct lang_dict *keywords);

#endif
