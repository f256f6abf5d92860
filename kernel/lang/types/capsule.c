/* capsule.c: PyCapsule, an object that hands a pointer from one library to another under a name. Whoever takes the
 * pointer gives the capsule another name, and so it is taken once. A capsule can be lent to another implementation of
 * Python (struct lang_foreign), whose own capsule stands for it meanwhile; nobody here takes it then. */
#include <string.h>

#include "vm/code.h"

struct lang_capsule *lang_capsule_new(struct lang_thread *t, void *pointer, const char *name,
                                      void (*end)(void *pointer))
{
    struct lang_capsule *c = lang_object_new(t, &lang_type_capsule);
    if (c) {
        c->pointer = pointer;
        c->name = name;
        c->end = end;
    }
    return c;
}

void *lang_capsule_take(struct lang_thread *t, lang_value v, const char *name, const char *used)
{
    const struct lang_foreign *foreign = t->vm->foreign;
    if (lang_is_exactly(v, &lang_type_capsule)) {
        struct lang_capsule *c = (struct lang_capsule *)v.o;
        if (strcmp(c->name, name) != 0 || (c->lent && !foreign->take_capsule(t, v, name, used)))
            return NULL;
        c->name = used;
        c->end = NULL;
        return c->pointer;
    }
    return v.tag == LANG_OBJECT && v.o->type->flags & LANG_TYPE_FOREIGN && foreign->take_capsule
               ? foreign->take_capsule(t, v, name, used)
               : NULL;
}

static void slot_destroy(struct lang_thread *t, struct lang_object *o)
{
    struct lang_capsule *c = (struct lang_capsule *)o;
    (void)t;
    if (c->end)
        c->end(c->pointer);
}

static lang_value slot_repr(struct lang_thread *t, lang_value v)
{
    return lang_obj_or_error(lang_str_from_format(t, "<capsule object \"%s\" at 0x%llx>",
                                                  ((struct lang_capsule *)v.o)->name, (unsigned long long)v.bits));
}

struct lang_type lang_type_capsule = {
    .name = "PyCapsule",
    .size = sizeof(struct lang_capsule),
    .base = &lang_type_object,
    .destroy = slot_destroy,
    .repr = slot_repr,
};
