/* loop_exceptions.h: raising, matching and with; imports; the patterns of match. A part of the loop: loop.h includes
 * it inside of its function; it is no header by itself. */
/* clang-format off: outside of a function it takes labels for declarations */
/* ---------------------------------------------------------------- exceptions */
op_RAISE : SAVE();
if (IX == 0) {
    lang_value handled = lang_handled(t);
    if (lang_is_undef(handled)) {
        lang_raise(t, LANG_EXC_RuntimeError, "No active exception to reraise");
        goto error;
    }
    lang_error_restore(t, lang_ref(handled));
    f->flags |= LANG_FRAME_RERAISED;
    f->reraised = lang_frame_instr(f);
    goto unwind;
}
CHECK(IA);
if (IX == 2)
    CHECK(IB);
lang_raise_from(t, R(IA), IX == 2 ? R(IB) : lang_undef());
if (IX == 2)
    DROP(IB);
DROP(IA);
goto error;
op_RERAISE:
{
    SAVE();
    lang_value e = GET(IA);
    R(IA).tag = LANG_UNDEF;
    lang_error_restore(t, e);
    if (!IX) {
        f->flags |= LANG_FRAME_RERAISED;
        f->reraised = lang_frame_instr(f);
    }
    goto unwind;
}
op_PUSHEXC : SET(IA, t->handled->value);
t->handled->value = lang_ref(GET(IB));
NEXT();
op_POPEXC:
{
    lang_value v = GET(IA);
    R(IA).tag = LANG_UNDEF;
    SAVE();
    lang_set_steal(t, &t->handled->value, v);
    NEXT();
}
op_MATCHEXC:
{
    CHECK(IC);
    SAVE();
    int m = lang_exception_matches(t, R(IB), R(IC));
    DROP(IC);
    if (m < 0)
        goto error;
    SET(IA, lang_bool(m));
    NEXT();
}
op_MATCHSTAR:
{
    CHECK(IC);
    SAVE();
    lang_value m = lang_except_star_match(t, &R(IB), R(IC));
    DROP(IC);
    if (lang_is_error(m))
        goto error;
    if (!lang_is_none(m))
        lang_set_steal(t, &t->handled->value, lang_ref(m));
    SET(IA, m);
    NEXT();
}
op_JOINSTAR:
{
    SAVE();
    lang_value left = lang_except_star_join(t, R(IB), lang_as_list(R(IC)));
    DROP(IC);
    if (lang_is_error(left))
        goto error;
    SET(IA, left);
    NEXT();
}
op_GETAWAITABLE:
{
    CHECK(IB);
    SAVE();
    lang_value it = lang_get_awaitable(t, R(IB), IX);
    DROP(IB);
    if (lang_is_error(it))
        goto error;
    SET(IA, it);
    NEXT();
}
op_GETAITER:
{
    CHECK(IB);
    SAVE();
    lang_value it = lang_get_aiter(t, R(IB));
    DROP(IB);
    if (lang_is_error(it))
        goto error;
    SET(IA, it);
    NEXT();
}
op_GETANEXT:
{
    SAVE();
    lang_value it = lang_get_anext(t, R(IB));
    if (lang_is_error(it))
        goto error;
    SET(IA, it);
    NEXT();
}
op_ENDASYNCFOR:
{
    SAVE();
    lang_value e = GET(IA);
    R(IA).tag = LANG_UNDEF;
    if (!lang_is_a(e, &lang_exc_types[LANG_EXC_StopAsyncIteration])) {
        lang_error_restore(t, e);
        goto unwind;
    }
    lang_unref(t, e);
    NEXT();
}
op_WITHENTER:
{
    CHECK(IB);
    SAVE();
    lang_value entered;
    if (lang_with_enter(t, &R(IB), &entered, IX & LANG_WITH_ASYNC) < 0)
        goto error;
    SET(IA, entered);
    NEXT();
}
op_WITHEXIT:
{
    SAVE();
    lang_value answer = lang_with_exit(t, R(IB), IX & LANG_WITH_RAISED ? R(IC) : lang_undef());
    DROP(IB);
    if (lang_is_error(answer))
        goto error;
    if (IX == LANG_WITH_RAISED) {
        int truth = lang_truth(t, answer);
        lang_unref(t, answer);
        if (truth < 0)
            goto error;
        answer = lang_bool(truth);
    }
    if (IX)
        SET(IA, answer);
    else
        lang_unref(t, answer);
    NEXT();
}
op_ASSERTFAIL : SAVE();
if (IX) {
    CHECK(IB);
    lang_raise_value(t, LANG_EXC_AssertionError, R(IB));
    DROP(IB);
} else {
    lang_raise_value(t, LANG_EXC_AssertionError, lang_undef());
}
goto error;

/* ---------------------------------------------------------------- imports */
op_IMPORTNAME:
{
    uint32_t name = pc->w;
    SAVE();
    lang_value m = lang_import_name(t, lang_as_str(code->consts[name]), IC == 65535 ? lang_none() : code->consts[IC],
                                    IB, f->globals);
    if (lang_is_error(m))
        goto error;
    SET(IA, m);
    pc++;
    NEXT();
}
op_IMPORTFROM:
{
    SAVE();
    lang_value v = lang_import_from(t, R(IB), lang_as_str(code->consts[pc->w]));
    if (lang_is_error(v))
        goto error;
    SET(IA, v);
    pc++;
    NEXT();
}
op_IMPORTSTAR:
{
    SAVE();
    int r = lang_import_star(t, R(IB), f->locals ? f->locals : f->globals);
    DROP(IB);
    if (r < 0)
        goto error;
    NEXT();
}

/* ---------------------------------------------------------------- match */
op_MATCHSEQ:
{
    lang_value v = GET(IB);
    bool fits = lang_type_of(v)->flags & LANG_TYPE_SEQUENCE;
    SAVE();
    if (fits && !(IX && IC == 0)) { /* not computed where any length will do */
        int64_t n = lang_len(t, v);
        if (n < 0)
            goto error;
        fits = IX ? n >= IC : n == IC;
    }
    SET(IA, lang_bool(fits));
    NEXT();
}
op_MATCHITEM:
{
    SAVE();
    lang_value v = lang_match_item(t, R(IB), R(IC).i);
    if (lang_is_error(v))
        goto error;
    SET(IA, v);
    NEXT();
}
op_MATCHMAP:
{
    SAVE();
    int r = lang_match_mapping(t, R(IB), IC);
    if (r < 0)
        goto error;
    SET(IA, lang_bool(r));
    NEXT();
}
op_MATCHKEYS:
{
    SAVE();
    lang_value v = lang_match_keys(t, R(IB), lang_as_tuple(R(IC)), IX);
    if (lang_is_error(v))
        goto error;
    SET(IA, v);
    NEXT();
}
op_MATCHREST:
{
    SAVE();
    lang_value v = lang_match_rest(t, R(IB), lang_as_tuple(R(IC)));
    DROP(IC);
    if (lang_is_error(v))
        goto error;
    SET(IA, v);
    NEXT();
}
op_MATCHCLASS:
{
    SAVE();
    lang_value v;
    int r = lang_match_class(t, R(IB), R(IC), IX, lang_as_tuple(code->consts[pc->w]), &v);
    DROP(IC);
    if (r < 0)
        goto error;
    SET(IA, v);
    pc++;
    NEXT();
}
op_SETUPANN : SAVE();
if (lang_setup_annotations(t, f) < 0)
    goto error;
NEXT();
op_EXPRVALUE:
{
    CHECK(IB);
    lang_value v = lang_ref(GET(IB));
    DROP(IB);
    SAVE();
    if (IX == 2 && vm->host.show) {
        int shown = vm->host.show(vm->host.ctx, t, v);
        lang_unref(t, v);
        if (shown < 0)
            goto error;
    } else
        lang_set_steal(t, &vm->pending_value, v);
    NEXT();
}
