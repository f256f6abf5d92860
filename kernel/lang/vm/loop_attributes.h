/* loop_attributes.h: attributes, methods and items, by the caches of their sites first. A part of the loop: loop.h
 * includes it inside of its function; it is no header by itself. */
/* clang-format off: outside of a function it takes labels for declarations */
op_GETATTRL:
{
    struct lang_site *s = SITE;
    lang_value v = GET(IB);
    if (likely(v.tag == LANG_OBJECT && v.o->type->version == s->slot_version)) {
        struct lang_attrs *a = (struct lang_attrs *)((char *)v.o + v.o->type->attr_offset);
        if (likely(a->shape == s->key)) {
            SET(IA, lang_ref(lang_load(&a->slots[s->index])));
            NEXT();
        }
    }
    goto op_GETATTR;
}
op_GETATTR:
{
    struct lang_site *s = SITE;
    lang_value v = GET(IB), r;
    if (likely(v.tag == LANG_OBJECT)) {
        struct lang_object *o = v.o;
        struct lang_type *type = o->type;
        if (likely(type->version == s->slot_version)) {
            struct lang_attrs *a = (struct lang_attrs *)((char *)o + type->attr_offset);
            if (likely(a->shape == s->key)) {
                r = lang_ref(lang_load(&a->slots[s->index]));
                DROP(IB);
                SET(IA, r);
                NEXT();
            }
        }
        SAVE();
        switch (s->kind) {
        case LANG_SITE_MODULE:
            if (type == &lang_type_module) {
                struct lang_dict *d = ((struct lang_module *)o)->attrs.dict;
                if (likely(d && d->keys_version == s->keys)) {
                    r = lang_ref(lang_load(&d->entries[s->index].value));
                    goto got_attr;
                }
            }
            break;
        case LANG_SITE_CLASS:
            if (type->version == s->version && site_key(o) == s->key) {
                r = lang_obj(lang_incref(s->value));
                goto got_attr;
            }
            break;
        case LANG_SITE_METHOD:
            if (type->version == s->version && site_key(o) == s->key) {
                r = lang_method_bind(t, lang_obj(s->value), v);
                goto got_attr;
            }
            break;
        case LANG_SITE_DICT:
            if ((const void *)type == s->key && type->version == s->version) {
                struct lang_attrs *a = (struct lang_attrs *)((char *)o + type->attr_offset);
                if (!a->shape && a->dict && a->dict->only_str) {
                    int64_t at = lang_dict_find_str(t, a->dict, s->name);
                    if (likely(at >= 0)) {
                        r = lang_ref(lang_load(&a->dict->entries[at].value));
                        goto got_attr;
                    }
                }
            }
            break;
        case LANG_SITE_TYPE:
            if ((const void *)o == s->key && ((struct lang_type *)o)->version == s->version) {
                r = lang_obj(lang_incref(s->value));
                goto got_attr;
            }
            break;
        case LANG_SITE_GETTER:
            if ((const void *)type == s->key && type->version == s->version) {
                if (likely(s->value->type == &lang_type_getset)) { /* of a built-in type: its row is for ever */
                    r = ((struct lang_getset_object *)s->value)->row->get(t, v);
                    goto got_attr;
                }
                lang_value getter = lang_obj(lang_incref(s->value));
                r = getter.o->type->get(t, getter, v, type);
                lang_decref(t, getter.o);
                goto got_attr;
            }
            break;
        case LANG_SITE_PROPERTY:
            if (type->version == s->version && site_key(o) == s->key) {
                lang_value getter = lang_ref(lang_property_getter(lang_obj(s->value))), self = v;
                if (likely(getter.tag == LANG_OBJECT)) { /* else its __init__ has been called again */
                    if (likely(getter.o->type == &lang_type_function &&
                               ((struct lang_function *)getter.o)->code->direct_count == 1)) {
                        lang_value *top = f->generator ? f->top : regs + code->reg_count;
                        if (likely(top + 2 < t->stack_end)) {
                            lang_put(&top[0], getter);
                            lang_put(&top[1], lang_ref(v));
                            DROP(IB);
                            goto call_getter;
                        }
                    }
                    r = lang_call(t, getter, &self, 1, NULL);
                    lang_unref(t, getter);
                    goto got_attr;
                }
            }
            break;
        }
    }
    CHECK(IB);
    SAVE();
    HURRY();
    r = lang_site_getattr(t, s, v);
got_attr:
    DROP(IB);
    if (unlikely(lang_is_error(r)))
        goto error;
    SET(IA, r);
    NEXT();
}
op_SETATTR:
{
    struct lang_site *s = SITE;
    lang_value v = GET(IA);
    CHECK(IB);
    if (likely(v.tag == LANG_OBJECT)) {
        struct lang_type *type = v.o->type;
        if (likely(type->version == s->slot_version)) {
            struct lang_attrs *a = (struct lang_attrs *)((char *)v.o + type->attr_offset);
            if (likely(a->shape == s->key)) {
                lang_value w = GET(IB), *at = &a->slots[s->index], old = lang_load(at);
                if (IB >= code->temp_base)
                    R(IB).tag = LANG_UNDEF;
                else
                    lang_ref(w);
                lang_put(at, w);
                if (old.tag == LANG_OBJECT)
                    RELEASE(old.o);
                DROP(IA);
                NEXT();
            }
        } else if (s->kind == LANG_SITE_ADD && type->version == s->version) {
            struct lang_attrs *a = (struct lang_attrs *)((char *)v.o + type->attr_offset);
            if (likely(a->shape == s->key)) {
                uint32_t n = s->index;
                if (n == 0 || (n >= 4 && !(n & (n - 1)))) {
                    SAVE();
                    if (lang_attrs_grow(t, a) < 0)
                        goto error;
                }
                lang_value w = GET(IB);
                if (IB >= code->temp_base)
                    R(IB).tag = LANG_UNDEF;
                else
                    lang_ref(w);
                lang_put(&a->slots[n], w);
                a->shape = s->next_shape;
                DROP(IA);
                NEXT();
            }
        }
    }
    CHECK(IA);
    SAVE();
    int r = lang_site_setattr(t, s, v, R(IB));
    DROP(IB);
    DROP(IA);
    if (r < 0)
        goto error;
    NEXT();
}
op_DELATTR:
{
    CHECK(IA);
    SAVE();
    int r = lang_setattr(t, R(IA), SITE->name, lang_undef());
    DROP(IA);
    if (r < 0)
        goto error;
    NEXT();
}
op_GETMETHOD:
{
    struct lang_site *s = SITE;
    lang_value v = GET(IB), fn, self;
    if (likely(v.tag == LANG_OBJECT)) { /* else a number or the like, keyed by its type */
        struct lang_object *o = v.o;
        if (likely(s->kind == LANG_SITE_METHOD && o->type->version == s->version && site_key(o) == s->key)) {
            fn = lang_obj(lang_incref(s->value));
            self = v;
            if (IB >= code->temp_base)
                R(IB).tag = LANG_UNDEF;
            else
                o->refs++;
            goto got_method;
        }
        if (s->kind == LANG_SITE_MODULE && o->type == &lang_type_module) {
            struct lang_dict *d = ((struct lang_module *)o)->attrs.dict;
            if (d && d->keys_version == s->keys) {
                fn = lang_ref(lang_load(&d->entries[s->index].value));
                self = lang_undef();
                DROP(IB);
                goto got_method;
            }
        }
        if (s->kind == LANG_SITE_TYPE && (const void *)o == s->key && ((struct lang_type *)o)->version == s->version) {
            fn = lang_obj(lang_incref(s->value));
            self = lang_undef();
            DROP(IB);
            goto got_method;
        }
    } else if (s->kind == LANG_SITE_METHOD && s->key == lang_immediate_types[v.tag] && v.tag > LANG_ERROR &&
               ((const struct lang_type *)s->key)->version == s->version) {
        fn = lang_obj(lang_incref(s->value));
        self = v;
        goto got_method;
    }
    CHECK(IB);
    SAVE();
    lang_value found[2];
    int r = lang_site_getmethod(t, s, v, &found[0], &found[1]);
    DROP(IB);
    if (r < 0)
        goto error;
    fn = found[0];
    self = found[1];
got_method:
    SET(IA, fn);
    SET(IA + 1, self);
    NEXT();
}
op_GETITEM:
{
    lang_value v = GET(IB), k = GET(IC), r;
    if (likely(v.tag == LANG_OBJECT)) {
        struct lang_type *type = v.o->type;
        if (type == &lang_type_list && k.tag == LANG_INT) {
            struct lang_list *l = (struct lang_list *)v.o;
            int64_t at = k.i < 0 ? k.i + l->length : k.i;
            if (likely((uint64_t)at < (uint64_t)l->length)) {
                r = lang_ref(lang_load(&l->items[at]));
                DROP(IB);
                SET(IA, r);
                NEXT();
            }
        } else if (k.tag == LANG_INT && type->flags & LANG_TYPE_TUPLE && !(type->flags & LANG_TYPE_HEAP)) {
            struct lang_tuple *l = (struct lang_tuple *)v.o;
            int64_t at = k.i < 0 ? k.i + l->length : k.i;
            if (likely((uint64_t)at < (uint64_t)l->length)) {
                r = lang_ref(lang_load(&l->items[at]));
                DROP(IB);
                SET(IA, r);
                NEXT();
            }
        } else if (type == &lang_type_dict && k.tag == LANG_OBJECT && k.o->type == &lang_type_str) {
            SAVE();
            r = lang_dict_get_str(t, (struct lang_dict *)v.o, (struct lang_str *)k.o);
            if (likely(r.tag > LANG_ERROR)) {
                lang_ref(r);
                goto got_item;
            }
        } else if (type == &lang_type_dict && k.tag == LANG_INT) {
            SAVE();
            r = lang_dict_get_int((struct lang_dict *)v.o, k.i);
            if (likely(r.tag > LANG_ERROR)) {
                lang_ref(r);
                goto got_item;
            }
        }
    }
    CHECK(IB);
    CHECK(IC);
    SAVE();
    HURRY();
    r = lang_error_occurred(t) ? lang_error() : lang_getitem(t, v, k);
got_item:
    DROP(IC);
    DROP(IB);
    if (unlikely(lang_is_error(r)))
        goto error;
    SET(IA, r);
    NEXT();
}
op_SETITEM:
{
    CHECK(IC);
    lang_value v = GET(IA), k = GET(IB);
    int r = 0;
    if (v.tag == LANG_OBJECT && v.o->type == &lang_type_list && k.tag == LANG_INT) {
        struct lang_list *l = (struct lang_list *)v.o;
        int64_t at = k.i < 0 ? k.i + l->length : k.i;
        if (likely((uint64_t)at < (uint64_t)l->length)) {
            lang_value old = lang_load(&l->items[at]), w = GET(IC);
            if (IC >= code->temp_base)
                R(IC).tag = LANG_UNDEF;
            else
                lang_ref(w);
            lang_put(&l->items[at], w);
            if (old.tag == LANG_OBJECT)
                RELEASE(old.o);
            DROP(IA);
            NEXT();
        }
    }
    CHECK(IA);
    CHECK(IB);
    SAVE();
    HURRY();
    r = v.tag == LANG_OBJECT && v.o->type == &lang_type_dict ? lang_dict_set(t, (struct lang_dict *)v.o, k, R(IC))
                                                             : lang_setitem(t, v, k, R(IC));
    DROP(IC);
    DROP(IB);
    DROP(IA);
    if (r < 0)
        goto error;
    NEXT();
}
op_DELITEM:
{
    CHECK(IA);
    CHECK(IB);
    SAVE();
    int r = lang_setitem(t, R(IA), R(IB), lang_undef());
    DROP(IB);
    DROP(IA);
    if (r < 0)
        goto error;
    NEXT();
}
