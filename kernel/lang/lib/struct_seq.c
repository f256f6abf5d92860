/* struct_seq.c: tuples whose items have names. */
#include "struct_seq.h"

#define X(i)                                                                                                           \
    lang_value lang_struct_seq_##i(struct lang_thread *t, lang_value self)                                             \
    {                                                                                                                  \
        (void)t;                                                                                                       \
        return i < lang_as_tuple(self)->length ? lang_ref(lang_as_tuple(self)->items[i]) : lang_none();                \
    }
STRUCT_SEQ_GETTERS(X)
#undef X

struct lang_tuple *lang_struct_seq_new(struct lang_thread *t, struct lang_type *type, int64_t n)
{
    struct lang_tuple *v = lang_object_new_extra(t, type, (size_t)n * sizeof(lang_value));

    if (v)
        v->length = n;
    return v;
}

lang_value lang_struct_seq_repr(struct lang_thread *t, lang_value v)
{
    struct lang_type *type = lang_type_of(v);
    const struct lang_getset *field = type->getset;
    struct lang_builder b;

    lang_builder_init(&b, t);
    lang_builder_c(&b, type->module);
    lang_builder_char(&b, '.');
    lang_builder_c(&b, type->name);
    lang_builder_char(&b, '(');
    for (int64_t i = 0; i < lang_as_tuple(v)->length && field->name; i++, field++) {
        lang_builder_c(&b, i ? ", " : "");
        lang_builder_c(&b, field->name);
        lang_builder_char(&b, '=');
        if (lang_builder_repr(&b, lang_as_tuple(v)->items[i]) < 0) {
            lang_builder_drop(&b);
            return lang_error();
        }
    }
    lang_builder_char(&b, ')');
    return lang_obj_or_error(lang_builder_finish(&b));
}
