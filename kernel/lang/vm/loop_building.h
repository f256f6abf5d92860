/* loop_building.h: containers, texts, functions and classes as they are built. A part of the loop: loop.h includes it
 * inside of its function; it is no header by itself. */
/* clang-format off: outside of a function it takes labels for declarations */
op_BUILDTUPLE:
{
    SAVE();
    uint32_t n = IC;
    struct lang_tuple *u =
        n ? lang_object_raw(t, &lang_type_tuple, sizeof *u + n * sizeof(lang_value)) : lang_tuple_new(t, 0);
    if (!u)
        goto error;
    if (n)
        u->length = n;
    lang_value *from = &R(IB);
    for (uint32_t i = 0; i < n; i++) {
        lang_put(&u->items[i], lang_load(&from[i]));
        from[i].tag = LANG_UNDEF;
    }
    SET(IA, lang_obj(u));
    NEXT();
}
op_BUILDLIST:
{
    SAVE();
    struct lang_list *l = lang_list_new(t, IC);
    if (!l)
        goto error;
    for (uint32_t i = 0; i < IC; i++) {
        l->items[i] = GET(IB + i);
        R(IB + i).tag = LANG_UNDEF;
    }
    l->length = IC;
    SET(IA, lang_obj(l));
    NEXT();
}
op_BUILDSET:
{
    SAVE();
    HURRY();
    lang_value s = lang_build_set(t, &R(IB), IC);
    for (uint32_t i = 0; i < IC; i++)
        DROP(IB + i);
    if (lang_is_error(s))
        goto error;
    SET(IA, s);
    NEXT();
}
op_BUILDMAP:
{
    SAVE();
    HURRY();
    lang_value d = lang_build_map(t, &R(IB), IC);
    for (uint32_t i = 0; i < 2u * IC; i++)
        DROP(IB + i);
    if (lang_is_error(d))
        goto error;
    SET(IA, d);
    NEXT();
}
op_LISTAPPEND:
{
    CHECK(IB);
    struct lang_list *l = (struct lang_list *)R(IA).o;
    lang_value v = GET(IB);
    if (IB >= code->temp_base)
        R(IB).tag = LANG_UNDEF;
    else
        lang_ref(v);
    if (likely(l->length < l->capacity)) {
        lang_put(&l->items[l->length++], v);
        NEXT();
    }
    SAVE();
    if (lang_list_append_steal(t, l, v) < 0)
        goto error;
    NEXT();
}
op_LISTEXTEND:
{
    CHECK(IB);
    SAVE();
    lang_value v = GET(IB);
    HURRY();
    int r = lang_list_extend(t, (struct lang_list *)R(IA).o, v);
    if (r < 0 && lang_error_is(t, LANG_EXC_TypeError) && !lang_type_of(v)->iter && !lang_type_of(v)->getitem) {
        lang_error_clear(t);
        lang_star_error(t, lang_undef(), v);
    }
    DROP(IB);
    if (r < 0)
        goto error;
    NEXT();
}
op_SETADD:
{
    CHECK(IB);
    SAVE();
    int r = lang_set_add(t, (struct lang_set *)R(IA).o, R(IB));
    DROP(IB);
    if (r < 0)
        goto error;
    NEXT();
}
op_SETUPDATE:
{
    CHECK(IB);
    SAVE();
    HURRY();
    int r = lang_set_update(t, (struct lang_set *)R(IA).o, R(IB));
    DROP(IB);
    if (r < 0)
        goto error;
    NEXT();
}
op_MAPADD:
{
    CHECK(IB);
    CHECK(IC);
    SAVE();
    int r = lang_dict_set(t, (struct lang_dict *)R(IA).o, R(IB), R(IC));
    DROP(IC);
    DROP(IB);
    if (r < 0)
        goto error;
    NEXT();
}
op_MAPUPDATE:
{
    CHECK(IB);
    SAVE();
    lang_value v = GET(IB);
    int r = 0;
    if (!lang_is_dict(v)) {
        lang_value keys = lang_getattr_opt(t, v, LANG_NAME(keys));
        if (lang_is_undef(keys))
            lang_raise(t, LANG_EXC_TypeError, "'%N' object is not a mapping", v);
        r = keys.tag <= LANG_ERROR ? -1 : 0;
        lang_unref(t, keys);
    }
    if (r == 0)
        r = lang_dict_update(t, (struct lang_dict *)R(IA).o, v);
    HURRY();
    DROP(IB);
    if (r < 0)
        goto error;
    NEXT();
}
op_MAPMERGE:
{
    CHECK(IB);
    SAVE();
    HURRY();
    int r = lang_map_merge(t, (struct lang_dict *)R(IA).o, R(IB), R(IC));
    DROP(IB);
    if (r < 0)
        goto error;
    NEXT();
}
op_LISTTOTUPLE:
{
    CHECK(IB);
    SAVE();
    if (IX) {
        lang_value v = GET(IB), u = v;
        if (v.tag == LANG_OBJECT && v.o->type == &lang_type_tuple) {
            v.o->refs++;
        } else {
            HURRY();
            u = lang_star_tuple(t, R(IC), v);
        }
        DROP(IB);
        if (lang_is_error(u))
            goto error;
        SET(IA, u);
        NEXT();
    }
    struct lang_list *l = (struct lang_list *)R(IB).o;
    HURRY();
    struct lang_tuple *u = lang_tuple_from(t, l->items, l->length);
    DROP(IB);
    if (!u)
        goto error;
    SET(IA, lang_obj(u));
    NEXT();
}
op_BUILDSLICE:
{
    if (pc->op == OPC_GETITEM && pc->c == IA && IA >= code->temp_base && R(pc->b).tag == LANG_OBJECT) {
        /* v[i:j], which needs no slice object where v is a plain sequence and i and j are plain ints */
        lang_value part = lang_slice_item(t, R(pc->b), &R(IB));
        if (likely(!lang_is_undef(part))) {
            pc++;
            SAVE();
            HURRY();
            DROP(IB);
            if (unlikely(lang_is_error(part)))
                goto error;
            SET(IA, part);
            NEXT();
        }
    }
    SAVE();
    lang_value s = lang_slice_new(t, R(IB), R(IB + 1), R(IB + 2));
    DROP(IB);
    DROP(IB + 1u);
    DROP(IB + 2u);
    if (lang_is_error(s))
        goto error;
    SET(IA, s);
    NEXT();
}
op_FORMAT:
{
    CHECK(IB);
    SAVE();
    HURRY();
    lang_value s = lang_format_value(t, R(IB), IX, IC == 65535 ? lang_undef() : R(IC));
    if (IC != 65535)
        DROP(IC);
    DROP(IB);
    if (lang_is_error(s))
        goto error;
    SET(IA, s);
    NEXT();
}
op_BUILDSTRING:
{
    SAVE();
    HURRY();
    lang_value s = lang_build_string(t, &R(IB), IC);
    for (uint32_t i = 0; i < IC; i++)
        DROP(IB + i);
    if (lang_is_error(s))
        goto error;
    SET(IA, s);
    NEXT();
}
op_MAKEFUNCTION:
{
    SAVE();
    lang_value v = lang_make_function(t, f, (struct lang_code *)code->consts[IC].o, &R(IB));
    DROP(IB);
    DROP(IB + 1u);
    DROP(IB + 2u);
    R(IB).tag = R(IB + 1u).tag = R(IB + 2u).tag = LANG_UNDEF;
    if (lang_is_error(v))
        goto error;
    SET(IA, v);
    NEXT();
}
op_BUILDCLASS:
{
    SAVE();
    lang_value k =
        lang_build_class(t, R(IB), lang_as_tuple(R(IB + 1)),
                         R(IB + 2).tag == LANG_OBJECT ? lang_as_dict(R(IB + 2)) : NULL, lang_as_str(code->consts[IC]));
    DROP(IB + 2u);
    DROP(IB + 1u);
    DROP(IB);
    if (lang_is_error(k))
        goto error;
    SET(IA, k);
    NEXT();
}
