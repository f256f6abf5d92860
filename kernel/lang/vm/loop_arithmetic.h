/* loop_arithmetic.h: arithmetic, comparison, identity and membership: fast paths for two ints or floats, one call for
 * everything else. A part of the loop: loop.h includes it inside of its function; it is no header by itself. */
/* clang-format off: outside of a function it takes labels for declarations */
#define ARITH(NAME, int_expr, double_expr)                                                                             \
    op_##NAME:                                                                                                         \
    {                                                                                                                  \
        lang_value a = GET(IB), b = GET(IC);                                                                           \
        int64_t z;                                                                                                     \
        double x, y;                                                                                                   \
        if (likely(a.tag == LANG_INT && b.tag == LANG_INT)) {                                                          \
            if (likely(!int_expr)) {                                                                                   \
                SET(IA, lang_int(z));                                                                                  \
                NEXT();                                                                                                \
            }                                                                                                          \
        } else if (a.tag == LANG_FLOAT && b.tag == LANG_FLOAT) {                                                       \
            x = a.f, y = b.f;                                                                                          \
            SET(IA, lang_float(double_expr));                                                                          \
            NEXT();                                                                                                    \
        } else if (both_numbers(a, b, &x, &y)) {                                                                       \
            SET(IA, lang_float(double_expr));                                                                          \
            NEXT();                                                                                                    \
        }                                                                                                              \
        operation = LANG_OP_##NAME;                                                                                    \
        goto slow_binary;                                                                                              \
    }
ARITH(ADD, __builtin_add_overflow(a.i, b.i, &z), x + y)
ARITH(SUB, __builtin_sub_overflow(a.i, b.i, &z), x - y)
ARITH(MUL, __builtin_mul_overflow(a.i, b.i, &z), x *y)
op_TRUEDIV:
{
    lang_value a = GET(IB), b = GET(IC);
    double x, y;
    bool fine = a.tag == LANG_INT && b.tag == LANG_INT && SMALL_INT(a.i) && SMALL_INT(b.i);
    if (fine)
        x = (double)a.i, y = (double)b.i;
    else
        fine = both_numbers(a, b, &x, &y);
    if (likely(fine && y != 0)) {
        SET(IA, lang_float(x / y));
        NEXT();
    }
    operation = LANG_OP_TRUEDIV;
    goto slow_binary;
}
op_FLOORDIV:
{
    lang_value a = GET(IB), b = GET(IC);
    if (likely(a.tag == LANG_INT && b.tag == LANG_INT && b.i > 0)) {
        SET(IA, lang_int(floor_div(a.i, b.i)));
        NEXT();
    }
    operation = LANG_OP_FLOORDIV;
    goto slow_binary;
}
op_MOD:
{
    lang_value a = GET(IB), b = GET(IC);
    if (likely(a.tag == LANG_INT && b.tag == LANG_INT && b.i > 0)) {
        SET(IA, lang_int(floor_mod(a.i, b.i)));
        NEXT();
    }
    operation = LANG_OP_MOD;
    goto slow_binary;
}
#define IMMEDIATE(NAME, condition, int_expr, of_float, float_expr, op)                                                 \
    op_##NAME:                                                                                                         \
    {                                                                                                                  \
        lang_value a = GET(IB);                                                                                        \
        int64_t k = (int16_t)IC, z;                                                                                    \
        (void)z;                                                                                                       \
        if (likely(a.tag == LANG_INT && condition)) {                                                                  \
            SET(IA, lang_int(int_expr));                                                                               \
            NEXT();                                                                                                    \
        }                                                                                                              \
        if (of_float && a.tag == LANG_FLOAT) {                                                                         \
            SET(IA, lang_float(float_expr));                                                                           \
            NEXT();                                                                                                    \
        }                                                                                                              \
        CHECK(IB);                                                                                                     \
        SAVE();                                                                                                        \
        HURRY();                                                                                                       \
        lang_value k_value = lang_int((op) == LANG_OP_SUB ? -k : k);                                                   \
        lang_value r = IX & 2 ? lang_inplace(t, op, a, k_value) : lang_slow_binary(t, op, a, k_value);                 \
        DROP(IB);                                                                                                      \
        if (lang_is_error(r))                                                                                          \
            goto error;                                                                                                \
        SET(IA, r);                                                                                                    \
        NEXT();                                                                                                        \
    }
IMMEDIATE(ADDI, !__builtin_add_overflow(a.i, k, &z), z, true, (IX & 1 ? a.f - (double)-k : a.f + (double)k),
          (IX & 1 ? LANG_OP_SUB : LANG_OP_ADD))
IMMEDIATE(MULI, !__builtin_mul_overflow(a.i, k, &z), z, true, a.f *(double)k, LANG_OP_MUL)
IMMEDIATE(FLOORDIVI, k > 0, floor_div(a.i, k), false, 0, LANG_OP_FLOORDIV)
IMMEDIATE(MODI, k > 0, floor_mod(a.i, k), false, 0, LANG_OP_MOD)
op_BINARY : operation = IX;
if (likely(R(IB).tag == LANG_INT && R(IC).tag == LANG_INT)) {
    int64_t x = GET(IB).i, y = GET(IC).i;
    switch (IX) {
    case LANG_OP_AND:
        SET(IA, lang_int(x & y));
        NEXT();
    case LANG_OP_OR:
        SET(IA, lang_int(x | y));
        NEXT();
    case LANG_OP_XOR:
        SET(IA, lang_int(x ^ y));
        NEXT();
    case LANG_OP_RSHIFT:
        if (y >= 0) {
            SET(IA, lang_int(x >> (y > 63 ? 63 : y)));
            NEXT();
        }
        break;
    case LANG_OP_LSHIFT:
        if (y >= 0 && y < 62 && x >= 0 && x < 1ll << (62 - y)) {
            SET(IA, lang_int(x << y));
            NEXT();
        }
        break;
    }
}
slow_binary:
{
    CHECK(IB);
    CHECK(IC);
    SAVE();
    HURRY();
    lang_value r = lang_slow_binary(t, (enum lang_binary_op)operation, R(IB), R(IC));
    DROP(IC);
    DROP(IB);
    if (unlikely(lang_is_error(r)))
        goto error;
    SET(IA, r);
    NEXT();
}
op_INPLACE:
{
    lang_value a = GET(IB), b = GET(IC);
    int64_t z;
    double x, y;
    if (a.tag == LANG_INT && b.tag == LANG_INT) {
        if ((IX == LANG_OP_ADD && !__builtin_add_overflow(a.i, b.i, &z)) ||
            (IX == LANG_OP_SUB && !__builtin_sub_overflow(a.i, b.i, &z)) ||
            (IX == LANG_OP_MUL && !__builtin_mul_overflow(a.i, b.i, &z))) {
            SET(IA, lang_int(z));
            NEXT();
        }
    } else if (both_numbers(a, b, &x, &y) && IX <= LANG_OP_MUL) {
        SET(IA, lang_float(IX == LANG_OP_ADD ? x + y : IX == LANG_OP_SUB ? x - y : x * y));
        NEXT();
    }
    if (a.tag < LANG_OBJECT && b.tag < LANG_OBJECT && a.tag >= LANG_BOOL &&
        b.tag >= LANG_BOOL) { /* numbers: nothing to do in place */
        switch (IX) {
        case LANG_OP_TRUEDIV:
            goto op_TRUEDIV;
        case LANG_OP_FLOORDIV:
            goto op_FLOORDIV;
        case LANG_OP_MOD:
            goto op_MOD;
        case LANG_OP_MATMUL: /* fails, and says so of @= */
            break;
        default:
            if (a.tag != LANG_FLOAT && b.tag != LANG_FLOAT)
                goto op_BINARY;
        }
    }
    CHECK(IB);
    CHECK(IC);
    SAVE();
    HURRY();
    lang_value r = IA == IB ? lang_slow_inplace(t, (enum lang_binary_op)IX, &R(IB), b, true)
                            : lang_inplace(t, (enum lang_binary_op)IX, a, b);
    DROP(IC);
    if (IA != IB)
        DROP(IB);
    if (unlikely(lang_is_error(r)))
        goto error;
    SET(IA, r);
    NEXT();
}
op_UNARY:
{
    lang_value v = GET(IB), r;
    if (IX == LANG_OP_NEG && v.tag == LANG_INT && v.i != INT64_MIN) {
        SET(IA, lang_int(-v.i));
        NEXT();
    }
    if (IX == LANG_OP_NEG && v.tag == LANG_FLOAT) {
        SET(IA, lang_float(-v.f));
        NEXT();
    }
    CHECK(IB);
    SAVE();
    HURRY();
    r = lang_unary(t, (enum lang_unary_op)IX, v);
    DROP(IB);
    if (lang_is_error(r))
        goto error;
    SET(IA, r);
    NEXT();
}
op_NOT:
{
    if (likely(R(IB).tag == LANG_BOOL)) {
        SET(IA, lang_bool(!GET(IB).i));
        NEXT();
    }
    CHECK(IB);
    SAVE();
    int b = lang_truth(t, R(IB));
    DROP(IB);
    if (b < 0)
        goto error;
    SET(IA, lang_bool(!b));
    NEXT();
}
op_COMPARE:
{
    lang_value a = GET(IB), b = GET(IC), r;
    double x, y;
    if (likely(a.tag == LANG_INT && b.tag == LANG_INT)) {
        SET(IA, lang_bool(compare_ints(IX, a.i, b.i)));
        NEXT();
    }
    if (both_numbers(a, b, &x, &y)) {
        SET(IA, lang_bool(compare_doubles(IX, x, y)));
        NEXT();
    }
    CHECK(IB);
    CHECK(IC);
    SAVE();
    HURRY();
    r = lang_slow_compare(t, (enum lang_compare_op)IX, a, b);
    DROP(IC);
    DROP(IB);
    if (lang_is_error(r))
        goto error;
    SET(IA, r);
    NEXT();
}
op_IS:
{
    CHECK(IB);
    CHECK(IC);
    bool same = lang_same(R(IB), R(IC));
    DROP(IC);
    DROP(IB);
    SET(IA, lang_bool(same != IX));
    NEXT();
}
op_IN:
{
    CHECK(IB);
    CHECK(IC);
    SAVE();
    HURRY();
    int in = lang_contains(t, R(IC), R(IB));
    DROP(IC);
    DROP(IB);
    if (in < 0)
        goto error;
    SET(IA, lang_bool(in != IX));
    NEXT();
}
