/* loop_control.h: jumps, conditions, tests fused with their jumps, iteration and unpacking. A part of the loop: loop.h
 * includes it inside of its function; it is no header by itself. */
/* clang-format off: outside of a function it takes labels for declarations */
op_JUMP : pc = code->instrs + IW;
NEXT();
op_JUMPBACK
    : POLL(); /* while the jump itself is what runs: its target may lie first in a try block, whose handlers hold for it
               */
pc = code->instrs + IW;
NEXT();
#define CONDITION(v, b)                                                                                                \
    int b;                                                                                                             \
    if (likely(v.tag == LANG_BOOL)) {                                                                                  \
        b = (int)v.i;                                                                                                  \
    } else if (v.tag == LANG_NONE) {                                                                                   \
        b = 0;                                                                                                         \
    } else {                                                                                                           \
        CHECK(IA);                                                                                                     \
        SAVE();                                                                                                        \
        b = lang_truth(t, v);                                                                                          \
        if (b < 0) {                                                                                                   \
            DROP(IA);                                                                                                  \
            goto error;                                                                                                \
        }                                                                                                              \
    }
op_JUMPIF:
{
    lang_value v = GET(IA);
    CONDITION(v, b)
    DROP(IA);
    if (b)
        pc = code->instrs + IW;
    NEXT();
}
op_JUMPIFNOT:
{
    lang_value v = GET(IA);
    CONDITION(v, b)
    DROP(IA);
    if (!b)
        pc = code->instrs + IW;
    NEXT();
}
op_JUMPIFKEEP:
{
    lang_value v = GET(IA);
    CONDITION(v, b)
    if (b)
        pc = code->instrs + IW;
    else
        DROP(IA);
    NEXT();
}
op_JUMPIFNOTKEEP:
{
    lang_value v = GET(IA);
    CONDITION(v, b)
    if (!b)
        pc = code->instrs + IW;
    else
        DROP(IA);
    NEXT();
}
op_JUMPNONE : if (R(IA).tag == LANG_NONE) pc = code->instrs + IW;
NEXT();
#define TEST(NAME, op)                                                                                                 \
    op_TEST##NAME:                                                                                                     \
    {                                                                                                                  \
        lang_value a = GET(IB), b = GET(IC);                                                                           \
        double x, y;                                                                                                   \
        bool yes;                                                                                                      \
        if (likely(a.tag == LANG_INT && b.tag == LANG_INT)) {                                                          \
            yes = a.i op b.i;                                                                                          \
        } else if (both_numbers(a, b, &x, &y)) {                                                                       \
            yes = x op y;                                                                                              \
        } else {                                                                                                       \
            operation = LANG_##NAME;                                                                                   \
            goto slow_test;                                                                                            \
        }                                                                                                              \
        pc = yes ? pc + 1 : code->instrs + pc->w;                                                                      \
        NEXT();                                                                                                        \
    }                                                                                                                  \
    op_TEST##NAME##I:                                                                                                  \
    {                                                                                                                  \
        lang_value a = GET(IB);                                                                                        \
        bool yes;                                                                                                      \
        if (likely(a.tag == LANG_INT)) {                                                                               \
            yes = a.i op(int16_t) IC;                                                                                  \
        } else if (a.tag == LANG_FLOAT) {                                                                              \
            yes = a.f op(int16_t) IC;                                                                                  \
        } else {                                                                                                       \
            operation = LANG_##NAME;                                                                                   \
            goto slow_test_int;                                                                                        \
        }                                                                                                              \
        pc = yes ? pc + 1 : code->instrs + pc->w;                                                                      \
        NEXT();                                                                                                        \
    }
TEST(LT, <)
TEST(LE, <=)
TEST(EQ, ==)
TEST(NE, !=)
TEST(GT, >)
TEST(GE, >=)
{
    lang_value other;
slow_test_int:
    CHECK(IB);
    other = lang_int((int16_t)IC);
    goto compare_slowly;
slow_test:
    CHECK(IB);
    CHECK(IC);
    other = GET(IC);
compare_slowly:
    SAVE();
    HURRY();
    lang_value r = lang_slow_compare(t, (enum lang_compare_op)operation, R(IB), other);
    if (other.tag == LANG_OBJECT)
        DROP(IC);
    DROP(IB);
    int yes = lang_is_error(r) ? -1 : r.tag == LANG_BOOL ? (int)r.i : lang_truth(t, r);
    if (!lang_is_error(r))
        lang_unref(t, r);
    if (yes < 0)
        goto error;
    pc = yes ? pc + 1 : code->instrs + pc->w;
    NEXT();
}
op_GETITER:
{
    CHECK(IB);
    SAVE();
    lang_value v = GET(IB), it;
    if (v.tag == LANG_OBJECT && v.o->type == &lang_type_generator)
        it = lang_ref(v);
    else
        it = lang_iter(t, v);
    DROP(IB);
    if (lang_is_error(it))
        goto error;
    SET(IA, it);
    NEXT();
}
op_FORITER:
{
    struct lang_object *it = GET(IB).o;
    struct lang_type *type = it->type;
    lang_value v;
    if (type == &lang_type_range_iterator) {
        struct lang_range_iter *r = (struct lang_range_iter *)it;
        if (unlikely(r->remaining <= 0))
            goto loop_end;
        v = lang_int(r->next);
        r->remaining--;
        r->next = (int64_t)((uint64_t)r->next + (uint64_t)r->step);
        goto next_item;
    }
    if (type == &lang_type_list_iterator) {
        struct lang_list_iter *r = (struct lang_list_iter *)it;
        if (likely(r->list && r->index < r->list->length)) {
            v = lang_ref(lang_load(&r->list->items[r->index++]));
            goto next_item;
        }
    } else if (type == &lang_type_str_ascii_iterator) {
        struct lang_str_iter *r = (struct lang_str_iter *)it;
        if (likely(r->s && r->i < r->s->length)) {
            v = lang_obj(lang_tiny_str((uint8_t)r->s->data[r->i++]));
            goto next_item;
        }
    } else if (type == &lang_type_generator) {
        struct lang_generator *g = (struct lang_generator *)it;
        if (g->state == LANG_GENERATOR_FINISHED)
            goto loop_end;
        SAVE();
        bool started = g->state == LANG_GENERATOR_SUSPENDED;
        if (likely(started && t->depth < vm->depth_limit)) {
            f = resume_frame(t, f, g);
        } else {
            struct lang_frame *nf = lang_generator_enter(t, g);
            if (!nf)
                goto error;
            nf->flags |= LANG_FRAME_FOR;
            f = nf;
        }
        LOAD_FRAME();
        if (started) {
            SET(pc[-1].a, lang_none());
            if (pc[-1].op == OPC_YIELDFROM)
                pc--;
        }
        POLL();
        NEXT();
    }
    SAVE();
    HURRY();
    v = likely(type->next != NULL) ? type->next(t, R(IB)) : lang_next(t, R(IB)); /* __next__ may have been deleted */
    if (unlikely(v.tag <= LANG_ERROR)) {
        if (lang_is_error(v)) {
            if (!lang_error_is(t, LANG_EXC_StopIteration))
                goto error;
            lang_error_clear(t);
        }
        goto loop_end;
    }
next_item:
    SET(IA, v);
    pc = code->instrs + pc->w;
    POLL();
    NEXT();
loop_end:
    SET(IB, lang_undef());
    pc++;
    NEXT();
}
op_UNPACK:
{
    CHECK(IB);
    SAVE();
    lang_value v = GET(IB);
    if (IB >= code->temp_base)
        R(IB).tag = LANG_UNDEF;
    else
        lang_ref(v);
    if (v.tag == LANG_OBJECT && v.o->type == &lang_type_tuple && ((struct lang_tuple *)v.o)->length == IC) {
        const lang_value *items = ((struct lang_tuple *)v.o)->items;
        for (uint32_t i = 0; i < IC; i++)
            SET(IA + i, lang_ref(lang_load(&items[i])));
        RELEASE(v.o);
        NEXT();
    }
    if (v.tag == LANG_OBJECT && v.o->type == &lang_type_list && ((struct lang_list *)v.o)->length == IC &&
        IC <= LANG_UNPACK_LOCALS) {
        lang_value taken[LANG_UNPACK_LOCALS]; /* what is released below may change the list */
        for (uint32_t i = 0; i < IC; i++)
            lang_put(&taken[i], lang_ref(lang_load(&((struct lang_list *)v.o)->items[i])));
        RELEASE(v.o);
        for (uint32_t i = 0; i < IC; i++)
            SET(IA + i, lang_load(&taken[i]));
        NEXT();
    }
    HURRY();
    int r = IX ? lang_unpack_locals(t, v, &R(IA), IC) : lang_unpack(t, v, &R(IA), IC);
    lang_unref(t, v);
    if (r < 0)
        goto error;
    NEXT();
}
op_UNPACKEX:
{
    CHECK(IB);
    SAVE();
    lang_value v = lang_ref(GET(IB));
    DROP(IB);
    HURRY();
    int r = lang_unpack_star(t, v, &R(IA), IC, pc->w);
    lang_unref(t, v);
    if (r < 0)
        goto error;
    pc++;
    NEXT();
}
