/* compile_expr.c: expressions. A value ends in a register: the one asked for, a local's own register, or a new
 * temporary.
 *
 * Evaluation order is the source's. Operands may be locals as they stand because nothing between reading and using one
 * can change it, except `:=`: texts with one copy their operands (compiler.walrus). What might have no value is copied,
 * so that the exception is raised when the operand is evaluated. */
#include "front/compile.h"

#include <string.h>

enum lang_binary_op lang_compile_binary_op(uint8_t op)
{
    static const uint8_t table[] = {
        [AST_OP_ADD] = LANG_OP_ADD,           [AST_OP_SUB] = LANG_OP_SUB,       [AST_OP_MULT] = LANG_OP_MUL,
        [AST_OP_MAT_MULT] = LANG_OP_MATMUL,   [AST_OP_DIV] = LANG_OP_TRUEDIV,   [AST_OP_MOD] = LANG_OP_MOD,
        [AST_OP_POW] = LANG_OP_POW,           [AST_OP_LSHIFT] = LANG_OP_LSHIFT, [AST_OP_RSHIFT] = LANG_OP_RSHIFT,
        [AST_OP_BIT_OR] = LANG_OP_OR,         [AST_OP_BIT_XOR] = LANG_OP_XOR,   [AST_OP_BIT_AND] = LANG_OP_AND,
        [AST_OP_FLOOR_DIV] = LANG_OP_FLOORDIV};
    return (enum lang_binary_op)table[op];
}

static enum lang_compare_op compare_op(uint8_t op)
{
    static const uint8_t table[] = {[AST_CMP_EQ] = LANG_EQ,   [AST_CMP_NOT_EQ] = LANG_NE, [AST_CMP_LT] = LANG_LT,
                                    [AST_CMP_LT_E] = LANG_LE, [AST_CMP_GT] = LANG_GT,     [AST_CMP_GT_E] = LANG_GE};
    return (enum lang_compare_op)table[op];
}

/* Looking up an attribute, and a method's call, happen where the attribute's name stands, when that is another line. */
static void move_to_attribute(struct unit *u, const struct ast_node *n)
{
    if (u->at.line == n->end_line)
        return;
    int32_t length = (int32_t)((const struct ast_attribute *)(const void *)n)->attr->len;
    u->at.line = n->end_line;
    u->at.col = length <= (int32_t)n->end_col ? (int32_t)n->end_col - length : -1;
    if (u->at.end_line < u->at.line)
        u->at.end_line = u->at.line;
}

static bool is_local(struct unit *u, uint32_t reg)
{
    return reg < u->temp_base;
}

static uint32_t target(struct unit *u, int want)
{
    return want == ANY ? lang_compile_alloc_temp(u, 1) : (uint32_t)want;
}

/* The register in which a value may be built step by step: never a local, which would have a partial value after an
 * exception. */
static uint32_t scratch(struct unit *u, int want)
{
    return want == ANY || is_local(u, (uint32_t)want) ? lang_compile_alloc_temp(u, 1) : (uint32_t)want;
}

static uint32_t move_result(struct unit *u, uint32_t reg, int want)
{
    if (want == ANY || (uint32_t)want == reg)
        return reg;
    lang_compile_emit(u, OPC_TAKE, 0, (uint32_t)want, reg, 0);
    return (uint32_t)want;
}

/* ------------------------------------------------------------------ names */

static uint32_t cell_reg(struct unit *u, struct lang_symbol *s)
{
    return u->scope->local_count + s->index;
}

static bool by_name(struct unit *u, struct lang_symbol *s)
{
    if (u->scope->kind == LANG_SCOPE_CLASS)
        return s->kind == LANG_SYMBOL_NAME || s->kind == LANG_SYMBOL_GLOBAL_IMPLICIT;
    return u->scope->kind == LANG_SCOPE_MODULE && u->names && s->kind != LANG_SYMBOL_GLOBAL_EXPLICIT;
}

void lang_compile_load_name(struct unit *u, struct lang_symbol *s, uint32_t dst)
{
    struct lang_str *name = lang_compile_name_text(u, s->name);
    if (lang_str_equal_c(name, "__debug__")) { /* fixed, whatever the builtins say */
        const bool debug = !(u->c->flags & LANG_COMPILE_NO_ASSERT);
        lang_compile_emit_wide(u, OPC_LOADK, dst, lang_compile_add_const_steal(u, lang_bool(debug)));
        return;
    }
    switch (s->kind) {
    case LANG_SYMBOL_LOCAL:
        lang_compile_emit(u, OPC_LOCAL, 0, dst, s->index, 0);
        return;
    case LANG_SYMBOL_CELL:
        lang_compile_emit(u, OPC_GETCELL, 0, dst, cell_reg(u, s), 0);
        return;
    case LANG_SYMBOL_FREE:
        if (u->scope->kind == LANG_SCOPE_CLASS)
            lang_compile_emit_site(u, OPC_GETCLASSFREE, dst, s->index, name);
        else
            lang_compile_emit(u, OPC_GETFREE, 0, dst, s->index, 0);
        return;
    default:
        lang_compile_emit_site(u, by_name(u, s) ? OPC_GETNAME : OPC_GETGLOBAL, dst, 0, name);
    }
}

void lang_compile_store_name(struct unit *u, struct lang_symbol *s, uint32_t reg)
{
    switch (s->kind) {
    case LANG_SYMBOL_LOCAL:
        if (s->index != reg)
            lang_compile_emit(u, is_local(u, reg) ? OPC_LOCAL : OPC_TAKE, 0, s->index, reg, 0);
        lang_compile_bind(u, s);
        return;
    case LANG_SYMBOL_CELL:
        lang_compile_emit(u, OPC_SETCELL, 0, cell_reg(u, s), reg, 0);
        return;
    case LANG_SYMBOL_FREE:
        lang_compile_emit(u, OPC_SETFREE, 0, s->index, reg, 0);
        return;
    default:
        lang_compile_emit_site(u, by_name(u, s) ? OPC_SETNAME : OPC_SETGLOBAL, 0, reg,
                               lang_compile_name_text(u, s->name));
    }
}

void lang_compile_delete_name(struct unit *u, struct lang_symbol *s)
{
    switch (s->kind) {
    case LANG_SYMBOL_LOCAL:
        lang_compile_emit(u, OPC_DELLOCAL, 0, s->index, 0, 0);
        return;
    case LANG_SYMBOL_CELL:
        lang_compile_emit(u, OPC_DELCELL, 0, cell_reg(u, s), 0, 0);
        return;
    case LANG_SYMBOL_FREE:
        lang_compile_emit(u, OPC_DELFREE, 0, s->index, 0, 0);
        return;
    default:
        lang_compile_emit_site(u, by_name(u, s) ? OPC_DELNAME : OPC_DELGLOBAL, 0, 0,
                               lang_compile_name_text(u, s->name));
    }
}

/* ------------------------------------------------------------------ assignment targets */

/* Locals one register behind the other: a, b, c when they are first set together. */
static bool neighbours(const struct ast_list *elts)
{
    for (uint32_t i = 0; i < elts->count; i++) {
        struct ast_node *e = elts->items[i];
        if (e->kind != AST_NAME || ast_as_name_expr(e)->symbol->kind != LANG_SYMBOL_LOCAL ||
            ast_as_name_expr(e)->symbol->index != ast_as_name_expr(elts->items[0])->symbol->index + i)
            return false;
    }
    return elts->count > 0 && elts->count <= LANG_UNPACK_LOCALS;
}

static void store_sequence(struct unit *u, const struct ast_list *elts, uint32_t reg)
{
    uint32_t saved = u->top, n = elts->count, star = NO_JUMP;
    for (uint32_t i = 0; i < n; i++)
        if (elts->items[i]->kind == AST_STARRED)
            star = i;
    if (star == NO_JUMP && neighbours(elts)) {
        lang_compile_emit(u, OPC_UNPACK, 1, ast_as_name_expr(elts->items[0])->symbol->index, reg, n);
        for (uint32_t i = 0; i < n; i++)
            lang_compile_bind(u, ast_as_name_expr(elts->items[i])->symbol);
        return;
    }
    uint32_t first = lang_compile_alloc_temp(u, n ? n : 1);
    if (star == NO_JUMP) {
        lang_compile_emit(u, OPC_UNPACK, 0, first, reg, n);
    } else {
        lang_compile_emit(u, OPC_UNPACKEX, 0, first, reg, star);
        lang_compile_emit_wide(u, OPC_NOP, 0, n - star - 1);
    }
    for (uint32_t i = 0; i < n; i++) {
        struct ast_node *e = elts->items[i];
        lang_compile_store(u, e->kind == AST_STARRED ? ast_as_starred(e)->value : e, first + i);
    }
    u->top = saved;
}

/* The value in reg is consumed if reg is temporary. */
void lang_compile_store(struct unit *u, struct ast_node *n, uint32_t reg)
{
    uint32_t saved = u->top;
    struct lang_position outer = u->at;
    u->at = lang_compile_position(n);
    switch (n->kind) {
    case AST_NAME:
        lang_compile_store_name(u, ast_as_name_expr(n)->symbol, reg);
        break;
    case AST_ATTRIBUTE: {
        struct ast_attribute *a = ast_as_attribute(n);
        uint32_t o = lang_compile_expr(u, a->value, ANY);
        move_to_attribute(u, n);
        lang_compile_emit_site(u, OPC_SETATTR, o, reg, lang_compile_name_text(u, a->attr));
        break;
    }
    case AST_SUBSCRIPT: {
        struct ast_subscript *s = ast_as_subscript(n);
        uint32_t o = lang_compile_expr(u, s->value, ANY), k = lang_compile_expr(u, s->slice, ANY);
        lang_compile_emit(u, OPC_SETITEM, 0, o, k, reg);
        break;
    }
    case AST_TUPLE:
        store_sequence(u, &ast_as_tuple(n)->elts, reg);
        break;
    case AST_LIST:
        store_sequence(u, &ast_as_list_expr(n)->elts, reg);
        break;
    case AST_STARRED:
        lang_compile_store(u, ast_as_starred(n)->value, reg);
        break;
    default:
        lang_compile_fail(u, LANG_EXC_SystemError, "cannot assign to this expression");
    }
    u->at = outer;
    u->top = saved;
}

/* ------------------------------------------------------------------ operators */

static bool small_constant(struct unit *u, struct ast_node *n, int64_t *k)
{
    if (n->kind != AST_CONSTANT)
        return false;
    (void)u;
    struct ast_value *v = &ast_as_constant(n)->value;
    *k = v->integer;
    return v->type == AST_VALUE_INT && v->fits && v->integer <= 32767;
}

static const struct {
    uint8_t plain, immediate;
} arithmetic[] = {[LANG_OP_ADD] = {OPC_ADD, OPC_ADDI},
                  [LANG_OP_SUB] = {OPC_SUB, OPC_ADDI},
                  [LANG_OP_MUL] = {OPC_MUL, OPC_MULI},
                  [LANG_OP_TRUEDIV] = {OPC_TRUEDIV, 0},
                  [LANG_OP_FLOORDIV] = {OPC_FLOORDIV, OPC_FLOORDIVI},
                  [LANG_OP_MOD] = {OPC_MOD, OPC_MODI},
                  [LANG_OP_BINARY_COUNT] = {0, 0}};

static uint32_t binary(struct unit *u, struct ast_bin_op *n, int want)
{
    uint32_t saved = u->top, left = lang_compile_expr(u, n->left, ANY);
    enum lang_binary_op op = lang_compile_binary_op(n->op);
    int64_t k;
    if (arithmetic[op].immediate && small_constant(u, n->right, &k)) {
        u->top = saved;
        uint32_t dst = target(u, want);
        lang_compile_emit(u, (enum lang_opcode)arithmetic[op].immediate, op == LANG_OP_SUB, dst, left,
                          (uint16_t)(op == LANG_OP_SUB ? -k : k));
        return dst;
    }
    uint32_t right = lang_compile_expr(u, n->right, ANY);
    u->top = saved;
    uint32_t dst = target(u, want);
    if (arithmetic[op].plain)
        lang_compile_emit(u, (enum lang_opcode)arithmetic[op].plain, 0, dst, left, right);
    else
        lang_compile_emit(u, OPC_BINARY, op, dst, left, right);
    return dst;
}

/* One comparison of registers into dst. */
static void compare_into(struct unit *u, uint8_t op, uint32_t dst, uint32_t a, uint32_t b)
{
    switch (op) {
    case AST_CMP_IS:
    case AST_CMP_IS_NOT:
        lang_compile_emit(u, OPC_IS, op == AST_CMP_IS_NOT, dst, a, b);
        break;
    case AST_CMP_IN:
    case AST_CMP_NOT_IN:
        lang_compile_emit(u, OPC_IN, op == AST_CMP_NOT_IN, dst, a, b);
        break;
    default:
        lang_compile_emit(u, OPC_COMPARE, compare_op(op), dst, a, b);
    }
}

static bool literal(const struct ast_node *n)
{
    if (n->kind == AST_UNARY_OP)
        n = ast_as_unary_op((struct ast_node *)n)->operand;
    if (n->kind != AST_TUPLE)
        return n->kind == AST_CONSTANT;
    const struct ast_list *elts = &ast_as_tuple((struct ast_node *)n)->elts;
    for (uint32_t i = 0; i < elts->count; i++)
        if (!literal(elts->items[i]))
            return false;
    return true;
}

/* A frozen set of the items. */
static struct lang_set *set_of(struct lang_thread *t, const struct lang_list *items)
{
    struct lang_set *s = lang_set_new(t, true);
    for (int64_t i = 0; s && i < items->length; i++)
        if (lang_set_add(t, s, items->items[i]) < 0) {
            lang_decref(t, s);
            s = NULL;
        }
    return s;
}

/* A display of constants only as one constant: their frozen set, made a second time from the items of the first, as
 * CPython does: the order of a set that is made from it follows. UNDEF: there is other in it. */
static lang_value constant_set(struct unit *u, const struct ast_list *elts)
{
    struct lang_thread *t = u->c->t;
    for (uint32_t i = 0; i < elts->count; i++)
        if (!literal(elts->items[i]))
            return lang_undef();
    struct lang_list *all = lang_list_new(t, elts->count);
    for (uint32_t i = 0; all && i < elts->count; i++) {
        lang_value v;
        if (!lang_compile_constant_of(u, elts->items[i], &v)) {
            lang_decref(t, all);
            return lang_undef();
        }
        all->items[all->length++] = v;
    }
    struct lang_set *first = all ? set_of(t, all) : NULL;
    struct lang_list *order = first ? lang_to_list(t, lang_obj(first)) : NULL;
    struct lang_set *second = order ? set_of(t, order) : NULL;
    lang_xdecref(t, all);
    lang_xdecref(t, first);
    lang_xdecref(t, order);
    return lang_obj_or_error(second);
}

/* What stands right of `in`: a display of constants is made only once. */
static uint32_t searched(struct unit *u, struct ast_node *n)
{
    lang_value v = lang_undef();
    if (n->kind == AST_SET)
        v = constant_set(u, &ast_as_set(n)->elts);
    if (lang_is_undef(v))
        return lang_compile_expr(u, n, ANY);
    uint32_t dst = lang_compile_alloc_temp(u, 1);
    lang_compile_emit_wide(u, OPC_LOADK, dst, lang_compile_add_const_steal(u, v));
    return dst;
}

static uint32_t comparison(struct unit *u, struct ast_compare *n, int want)
{
    uint32_t saved = u->top, count = n->comparators.count;
    if (count == 1) {
        bool in = n->ops[0] == AST_CMP_IN || n->ops[0] == AST_CMP_NOT_IN;
        uint32_t a = lang_compile_expr(u, n->left, ANY);
        uint32_t b = in ? searched(u, n->comparators.items[0]) : lang_compile_expr(u, n->comparators.items[0], ANY);
        u->top = saved;
        uint32_t dst = target(u, want);
        compare_into(u, n->ops[0], dst, a, b);
        return dst;
    }
    uint32_t dst = scratch(u, want), out = NO_JUMP, end = NO_JUMP, inner = u->top;
    uint32_t left = lang_compile_expr(u, n->left, ANY);
    for (uint32_t i = 0; i < count; i++) {
        bool last = i + 1 == count;
        uint32_t right = last ? lang_compile_expr(u, n->comparators.items[i], ANY)
                              : lang_compile_expr_temp(u, n->comparators.items[i]);
        uint32_t other = right;
        if (!last) { /* the middle one is used twice */
            other = lang_compile_alloc_temp(u, 1);
            lang_compile_emit(u, OPC_MOVE, 0, other, right, 0);
        }
        compare_into(u, n->ops[i], dst, left, other);
        if (!last)
            lang_compile_emit_jump(u, OPC_JUMPIFNOTKEEP, dst, &out);
        left = right;
    }
    lang_compile_emit_jump(u, OPC_JUMP, 0, &end);
    lang_compile_patch_here(u, out);
    for (uint32_t r = inner; r < u->top; r++)
        lang_compile_emit(u, OPC_CLEAR, 0, r, 0, 0);
    lang_compile_patch_here(u, end);
    u->top = dst >= saved ? dst + 1 : saved;
    uint32_t r = move_result(u, dst, want);
    u->top = want == ANY ? r + 1 : saved;
    return r;
}

static uint32_t bool_op(struct unit *u, struct ast_bool_op *n, int want)
{
    uint32_t saved = u->top, dst = scratch(u, want), out = NO_JUMP;
    for (uint32_t i = 0; i < n->values.count; i++) {
        lang_compile_expr(u, n->values.items[i], (int)dst);
        if (i + 1 < n->values.count)
            lang_compile_emit_jump(u, n->op == AST_BOOL_AND ? OPC_JUMPIFNOTKEEP : OPC_JUMPIFKEEP, dst, &out);
    }
    lang_compile_patch_here(u, out);
    uint32_t r = move_result(u, dst, want);
    u->top = want == ANY ? r + 1 : saved;
    return r;
}

static uint32_t unary(struct unit *u, struct ast_unary_op *n, int want)
{
    uint32_t saved = u->top, v = lang_compile_expr(u, n->operand, ANY);
    u->top = saved;
    uint32_t dst = target(u, want);
    if (n->op == AST_UNARY_NOT)
        lang_compile_emit(u, OPC_NOT, 0, dst, v, 0);
    else
        lang_compile_emit(u, OPC_UNARY,
                          n->op == AST_UNARY_USUB   ? LANG_OP_NEG
                          : n->op == AST_UNARY_UADD ? LANG_OP_POS
                                                    : LANG_OP_INVERT,
                          dst, v, 0);
    return dst;
}

static uint32_t if_exp(struct unit *u, struct ast_if_exp *n, int want)
{
    uint32_t saved = u->top, dst = scratch(u, want), other = NO_JUMP, end = NO_JUMP;
    lang_compile_condition(u, n->test, false, &other);
    lang_compile_expr(u, n->body, (int)dst);
    lang_compile_emit_jump(u, OPC_JUMP, 0, &end);
    lang_compile_patch_here(u, other);
    lang_compile_expr(u, n->orelse, (int)dst);
    lang_compile_patch_here(u, end);
    uint32_t r = move_result(u, dst, want);
    u->top = want == ANY ? r + 1 : saved;
    return r;
}

/* ------------------------------------------------------------------ conditions */

static void compare_jump(struct unit *u, struct ast_compare *n, bool when, uint32_t *list)
{
    u->at = lang_compile_position(&n->base); /* and it stays: a failing assert shows the comparison */
    uint32_t saved = u->top, a = lang_compile_expr(u, n->left, ANY), over = NO_JUMP;
    struct ast_node *right = n->comparators.items[0];
    int64_t k;
    if (small_constant(u, right, &k)) {
        lang_compile_emit(u, (enum lang_opcode)(OPC_TESTLTI + compare_op(n->ops[0])), 0, 0, a, (uint16_t)k);
    } else {
        uint32_t b = lang_compile_expr(u, right, ANY);
        lang_compile_emit(u, (enum lang_opcode)(OPC_TESTLT + compare_op(n->ops[0])), 0, 0, a, b);
    }
    lang_compile_emit_jump(u, OPC_JUMP, 0, when ? &over : list);
    if (when) {
        lang_compile_emit_jump(u, OPC_JUMP, 0, list);
        lang_compile_patch_here(u, over);
    }
    u->top = saved;
}

void lang_compile_condition(struct unit *u, struct ast_node *n, bool when, uint32_t *list)
{
    if (n->kind == AST_UNARY_OP && ast_as_unary_op(n)->op == AST_UNARY_NOT) {
        lang_compile_condition(u, ast_as_unary_op(n)->operand, !when, list);
        return;
    }
    if (n->kind == AST_BOOL_OP) {
        struct ast_bool_op *o = ast_as_bool_op(n);
        bool stops = o->op == AST_BOOL_OR; /* the truth value that ends the evaluation early */
        uint32_t skip = NO_JUMP;
        for (uint32_t i = 0; i < o->values.count; i++) {
            bool last = i + 1 == o->values.count;
            if (last)
                lang_compile_condition(u, o->values.items[i], when, list);
            else
                lang_compile_condition(u, o->values.items[i], stops, stops == when ? list : &skip);
        }
        lang_compile_patch_here(u, skip);
        return;
    }
    if (n->kind == AST_COMPARE) {
        struct ast_compare *k = ast_as_compare(n);
        uint8_t op = k->ops[0];
        if (k->comparators.count == 1 && op != AST_CMP_IS && op != AST_CMP_IS_NOT && op != AST_CMP_IN &&
            op != AST_CMP_NOT_IN) {
            compare_jump(u, k, when, list);
            return;
        }
    }
    if (n->kind == AST_CONSTANT && ast_as_constant(n)->value.type <= AST_VALUE_FALSE) {
        bool truth = ast_as_constant(n)->value.type == AST_VALUE_TRUE;
        if (truth == when)
            lang_compile_emit_jump(u, OPC_JUMP, 0, list);
        return;
    }
    uint32_t saved = u->top, r = lang_compile_expr(u, n, ANY);
    lang_compile_emit_jump(u, when ? OPC_JUMPIF : OPC_JUMPIFNOT, r, list);
    u->top = saved;
}

/* ------------------------------------------------------------------ displays, f-strings, slices */

enum { CHUNK = 40 };

/* Elements in order into a list (LIST, TUPLE by way of a list) or a set. */
static void add_elements(struct unit *u, const struct ast_list *elts, uint32_t first, uint32_t into, bool set)
{
    for (uint32_t i = first; i < elts->count; i++) {
        uint32_t saved = u->top;
        struct ast_node *e = elts->items[i];
        bool star = e->kind == AST_STARRED;
        uint32_t r = lang_compile_expr(u, star ? ast_as_starred(e)->value : e, ANY);
        if (set)
            lang_compile_emit(u, star ? OPC_SETUPDATE : OPC_SETADD, 0, into, r, 0);
        else
            lang_compile_emit(u, star ? OPC_LISTEXTEND : OPC_LISTAPPEND, star, into, r, 0);
        u->top = saved;
    }
}

static uint32_t sequence(struct unit *u, const struct ast_list *elts, enum lang_opcode build, int want)
{
    bool plain = elts->count <= CHUNK;
    for (uint32_t i = 0; plain && i < elts->count; i++)
        plain = elts->items[i]->kind != AST_STARRED;
    uint32_t saved = u->top;
    lang_value frozen = build == OPC_BUILDSET && elts->count >= 3 ? constant_set(u, elts) : lang_undef();
    if (!lang_is_undef(frozen)) {
        uint32_t set = scratch(u, want), from = lang_compile_alloc_temp(u, 1);
        lang_compile_emit(u, OPC_BUILDSET, 0, set, u->top, 0);
        lang_compile_emit_wide(u, OPC_LOADK, from, lang_compile_add_const_steal(u, frozen));
        lang_compile_emit(u, OPC_SETUPDATE, 0, set, from, 0);
        u->top = set >= saved ? set + 1 : saved;
        uint32_t r = move_result(u, set, want);
        u->top = want == ANY ? r + 1 : saved;
        return r;
    }
    if (plain) {
        uint32_t first = u->top;
        for (uint32_t i = 0; i < elts->count; i++)
            lang_compile_expr_temp(u, elts->items[i]);
        u->top = saved;
        uint32_t dst = target(u, want);
        lang_compile_emit(u, build, 0, dst, first, elts->count);
        return dst;
    }
    uint32_t list = scratch(u, want);
    lang_compile_emit(u, build == OPC_BUILDSET ? OPC_BUILDSET : OPC_BUILDLIST, 0, list, u->top, 0);
    add_elements(u, elts, 0, list, build == OPC_BUILDSET);
    if (build == OPC_BUILDTUPLE)
        lang_compile_emit(u, OPC_LISTTOTUPLE, 0, list, list, 0);
    uint32_t r = move_result(u, list, want);
    u->top = want == ANY ? r + 1 : saved;
    return r;
}

/* n pairs of a dict display, from the i-th on. A few are all evaluated before the first is put in, many one by one, as
 * in CPython: so that the same one of two exceptions is raised. */
enum { SMALL_PAIRS = 15, PAIRS = SMALL_PAIRS + 2 };

static void add_pairs(struct unit *u, struct ast_dict *d, uint32_t i, uint32_t n, uint32_t map, bool made)
{
    bool together = false; /* constant keys cannot fail: these take the fast path */
    for (uint32_t k = i; k < i + n && n > 1 && n <= SMALL_PAIRS; k++)
        together = together || d->keys.items[k]->kind != AST_CONSTANT;
    uint32_t part = together && made ? lang_compile_alloc_temp(u, 1) : map, top = u->top;
    if (!made && !together)
        lang_compile_emit(u, OPC_BUILDMAP, 0, map, top, 0);
    for (uint32_t k = i; k < i + n && together; k++) {
        lang_compile_expr_temp(u, d->keys.items[k]);
        lang_compile_expr_temp(u, d->values.items[k]);
    }
    for (uint32_t k = 0; k < n && !together; k++) {
        uint32_t key = lang_compile_expr(u, d->keys.items[i + k], ANY),
                 value = lang_compile_expr(u, d->values.items[i + k], ANY);
        lang_compile_emit(u, OPC_MAPADD, 0, map, key, value);
        u->top = top;
    }
    u->top = top;
    if (together)
        lang_compile_emit(u, OPC_BUILDMAP, 0, part, top, n);
    if (part != map)
        lang_compile_emit(u, OPC_MAPUPDATE, 0, map, part, 0);
}

static uint32_t dict_display(struct unit *u, struct ast_dict *d, int want)
{
    uint32_t saved = u->top, map = scratch(u, want), count = d->values.count;
    bool made = false;
    for (uint32_t i = 0, n; i < count || !made; i += n, made = true) {
        uint32_t top = u->top;
        for (n = 0; i + n < count && n < PAIRS && d->keys.items[i + n];)
            n++;
        if (n || !made)
            add_pairs(u, d, i, n, map, made);
        if (!n && count) {
            uint32_t v = lang_compile_expr(u, d->values.items[i], ANY);
            lang_compile_emit(u, OPC_MAPUPDATE, 0, map, v, 0);
            n = 1;
        }
        u->top = top;
    }
    uint32_t r = move_result(u, map, want);
    u->top = want == ANY ? r + 1 : saved;
    return r;
}

static void format_part(struct unit *u, struct ast_node *n, uint32_t dst)
{
    if (n->kind != AST_FORMATTED_VALUE) {
        lang_compile_expr(u, n, (int)dst);
        return;
    }
    struct ast_formatted_value *f = ast_as_formatted_value(n);
    uint32_t saved = u->top, v = lang_compile_expr(u, f->value, ANY), spec = 65535;
    if (f->format_spec)
        spec = lang_compile_expr_temp(u, f->format_spec);
    lang_compile_emit(u, OPC_FORMAT, f->conversion > 0 ? (unsigned)f->conversion : 0, dst, v, spec);
    u->top = saved;
}

static uint32_t joined_str(struct unit *u, struct ast_joined_str *j, int want)
{
    uint32_t saved = u->top, n = j->values.count;
    if (n == 1) {
        uint32_t dst = target(u, want);
        format_part(u, j->values.items[0], dst);
        return dst;
    }
    if (n == 0) {
        uint32_t dst = target(u, want);
        lang_compile_emit_wide(u, OPC_LOADK, dst,
                               lang_compile_add_const_steal(u, lang_obj_or_error(lang_str_empty(u->c->t))));
        return dst;
    }
    uint32_t first = lang_compile_alloc_temp(u, n);
    for (uint32_t i = 0; i < n; i++)
        format_part(u, j->values.items[i], first + i);
    u->top = saved;
    uint32_t dst = target(u, want);
    lang_compile_emit(u, OPC_BUILDSTRING, 0, dst, first, n);
    return dst;
}

static uint32_t slice(struct unit *u, struct ast_slice *s, int want)
{
    uint32_t saved = u->top, first = lang_compile_alloc_temp(u, 3);
    struct ast_node *parts[] = {s->lower, s->upper, s->step};
    for (uint32_t i = 0; i < 3; i++) {
        if (parts[i])
            lang_compile_expr(u, parts[i], (int)(first + i));
        else
            lang_compile_emit_wide(u, OPC_LOADK, first + i, lang_compile_add_const_steal(u, lang_none()));
    }
    u->top = saved;
    uint32_t dst = target(u, want);
    lang_compile_emit(u, OPC_BUILDSLICE, 0, dst, first, 0);
    return dst;
}

/* ------------------------------------------------------------------ calls */

static bool plain_arguments(struct ast_call *n)
{
    for (uint32_t i = 0; i < n->args.count; i++)
        if (n->args.items[i]->kind == AST_STARRED)
            return false;
    for (uint32_t i = 0; i < n->keywords.count; i++)
        if (!ast_as_keyword(n->keywords.items[i])->arg)
            return false;
    return n->args.count + n->keywords.count < 250;
}

static uint32_t keyword_names(struct unit *u, struct ast_call *n)
{
    struct lang_tuple *names = lang_tuple_new(u->c->t, n->keywords.count);
    for (uint32_t i = 0; names && i < n->keywords.count; i++)
        names->items[i] = lang_ref(lang_obj(lang_compile_name_text(u, ast_as_keyword(n->keywords.items[i])->arg)));
    return lang_compile_add_const_steal(u, lang_obj_or_error(names));
}

/* Callee and, for `a.b(...)`, self into base and base + 1. */
static bool callee(struct unit *u, struct ast_node *f, uint32_t base)
{
    if (f->kind == AST_ATTRIBUTE) {
        struct ast_attribute *a = ast_as_attribute(f);
        uint32_t saved = u->top, o = lang_compile_expr(u, a->value, ANY);
        struct lang_position outer = u->at;
        u->at = lang_compile_position(f);
        move_to_attribute(u, f);
        lang_compile_emit_site(u, OPC_GETMETHOD, base, o, lang_compile_name_text(u, a->attr));
        u->at = outer;
        u->top = saved;
        return true;
    }
    lang_compile_expr(u, f, (int)base);
    return false;
}

/* `f(*a, **k)`: a tuple and a dict. */
static void call_unpacked(struct unit *u, struct ast_call *n, uint32_t base)
{
    lang_compile_expr(u, n->func, (int)base);
    uint32_t list = lang_compile_alloc_temp(u, 1), count = n->args.count;
    if (count == 1 && n->args.items[0]->kind == AST_STARRED) { /* a tuple is used directly */
        uint32_t r = lang_compile_expr(u, ast_as_starred(n->args.items[0])->value, ANY);
        lang_compile_emit(u, OPC_LISTTOTUPLE, 2, base + 1, r, base);
        u->top = list + 1;
        count = 0;
    } else {
        lang_compile_emit(u, OPC_BUILDLIST, 0, list, u->top, 0);
    }
    for (uint32_t i = 0; i < count; i++) {
        struct ast_node *e = n->args.items[i];
        uint32_t saved = u->top;
        bool star = e->kind == AST_STARRED;
        uint32_t r = lang_compile_expr(u, star ? ast_as_starred(e)->value : e, ANY);
        lang_compile_emit(u, star ? OPC_LISTEXTEND : OPC_LISTAPPEND, 0, list, r, base);
        u->top = saved;
    }
    if (count || n->args.count == 0)
        lang_compile_emit(u, OPC_LISTTOTUPLE, 0, base + 1, list, 0);
    if (!n->keywords.count) {
        lang_compile_emit(u, OPC_CLEAR, 0, base + 2, 0, 0);
        return;
    }
    lang_compile_emit(u, OPC_BUILDMAP, 0, base + 2, u->top, 0);
    for (uint32_t i = 0; i < n->keywords.count; i++) {
        struct ast_keyword *k = ast_as_keyword(n->keywords.items[i]);
        uint32_t saved = u->top;
        if (k->arg) { /* one name: as a mapping of one, so that doubles are noticed */
            uint32_t pair = lang_compile_alloc_temp(u, 2);
            lang_compile_emit_wide(
                u, OPC_LOADK, pair,
                lang_compile_add_const_steal(u, lang_ref(lang_obj(lang_compile_name_text(u, k->arg)))));
            lang_compile_expr(u, k->value, (int)(pair + 1));
            lang_compile_emit(u, OPC_BUILDMAP, 0, pair, pair, 1);
            lang_compile_emit(u, OPC_MAPMERGE, 0, base + 2, pair, base);
        } else {
            uint32_t v = lang_compile_expr(u, k->value, ANY);
            lang_compile_emit(u, OPC_MAPMERGE, 0, base + 2, v, base);
        }
        u->top = saved;
    }
}

static uint32_t call(struct unit *u, struct ast_call *n, int want)
{
    uint32_t saved = u->top, count = n->args.count;
    if (!plain_arguments(n)) {
        uint32_t base = lang_compile_alloc_temp(u, 3);
        call_unpacked(u, n, base);
        u->top = saved;
        uint32_t dst = target(u, want);
        lang_compile_emit(u, OPC_CALLEX, 0, base, 0, dst);
        return dst;
    }
    bool method = n->func->kind == AST_ATTRIBUTE;
    uint32_t base = lang_compile_alloc_temp(u, method ? 2 : 1);
    callee(u, n->func, base);
    for (uint32_t i = 0; i < count; i++)
        lang_compile_expr_temp(u, n->args.items[i]);
    for (uint32_t i = 0; i < n->keywords.count; i++)
        lang_compile_expr_temp(u, ast_as_keyword(n->keywords.items[i])->value);
    if (method)
        move_to_attribute(u, n->func);
    u->top = saved;
    uint32_t dst = target(u, want);
    if (n->keywords.count) {
        lang_compile_emit(u, OPC_CALLKW, method, base, count + n->keywords.count, dst);
        lang_compile_emit_wide(u, OPC_NOP, 0, keyword_names(u, n));
    } else {
        lang_compile_emit(u, method ? OPC_CALLM : OPC_CALL, 0, base, count, dst);
    }
    return dst;
}

/* ------------------------------------------------------------------ the rest */

static uint32_t name(struct unit *u, struct ast_name_expr *n, int want)
{
    struct lang_symbol *s = n->symbol;
    if (s->kind == LANG_SYMBOL_LOCAL && want == ANY && !u->c->walrus && lang_compile_is_bound(s))
        return s->index;
    uint32_t dst = target(u, want);
    lang_compile_load_name(u, s, dst);
    return dst;
}

static uint32_t constant(struct unit *u, lang_value v, int want)
{
    uint32_t dst = target(u, want);
    if (v.tag == LANG_INT && v.i >= INT32_MIN && v.i <= INT32_MAX)
        lang_compile_emit_wide(u, OPC_LOADI, dst, (uint32_t)(int32_t)v.i);
    else
        lang_compile_emit_wide(u, OPC_LOADK, dst, lang_compile_add_const_steal(u, v));
    return dst;
}

static uint32_t yield(struct unit *u, struct ast_yield *y, int want)
{
    uint32_t saved = u->top, v;
    if (y->value)
        v = lang_compile_expr(u, y->value, ANY);
    else
        v = constant(u, lang_none(), ANY);
    u->top = saved;
    uint32_t dst = scratch(u, want); /* holds the value sent; the consumer reads the register when it sends */
    lang_compile_emit(u, OPC_YIELD, 0, dst, v, 0);
    uint32_t r = move_result(u, dst, want);
    u->top = want == ANY ? r + 1 : saved;
    return r;
}

static uint32_t yield_from(struct unit *u, struct ast_yield_from *y, int want)
{
    uint32_t saved = u->top, dst = scratch(u, want), it = lang_compile_alloc_temp(u, 1);
    uint32_t v = lang_compile_expr(u, y->value, ANY);
    lang_compile_emit(u, OPC_GETITER, 0, it, v, 0);
    lang_compile_emit_wide(u, OPC_LOADK, dst, lang_compile_add_const_steal(u, lang_none()));
    lang_compile_emit(u, OPC_YIELDFROM, 0, dst, it, 0);
    u->top = dst >= saved ? dst + 1 : saved;
    uint32_t r = move_result(u, dst, want);
    u->top = want == ANY ? r + 1 : saved;
    return r;
}

void lang_compile_await(struct unit *u, uint32_t reg, unsigned context)
{
    uint32_t it = lang_compile_alloc_temp(u, 1);
    lang_compile_emit(u, OPC_GETAWAITABLE, context, it, reg, 0);
    lang_compile_emit_wide(u, OPC_LOADK, reg, lang_compile_add_const_steal(u, lang_none()));
    lang_compile_emit(u, OPC_YIELDFROM, 0, reg, it, 0);
    u->top = it;
}

static uint32_t await(struct unit *u, struct ast_await *n, int want)
{
    uint32_t saved = u->top, v = lang_compile_expr_temp(u, n->value);
    lang_compile_await(u, v, LANG_AWAIT_VALUE);
    u->top = v + 1;
    uint32_t r = move_result(u, v, want);
    u->top = want == ANY ? r + 1 : saved;
    return r;
}

static uint32_t attribute(struct unit *u, struct ast_attribute *a, int want)
{
    uint32_t saved = u->top, o = lang_compile_expr(u, a->value, ANY);
    move_to_attribute(u, &a->base);
    u->top = saved;
    uint32_t dst = target(u, want);
    lang_compile_emit_getattr(u, dst, o, lang_compile_name_text(u, a->attr));
    return dst;
}

static uint32_t subscript(struct unit *u, struct ast_subscript *s, int want)
{
    uint32_t saved = u->top, o = lang_compile_expr(u, s->value, ANY), k = lang_compile_expr(u, s->slice, ANY);
    u->top = saved;
    uint32_t dst = target(u, want);
    lang_compile_emit(u, OPC_GETITEM, 0, dst, o, k);
    return dst;
}

static uint32_t named(struct unit *u, struct ast_named_expr *n, int want)
{
    uint32_t saved = u->top, v = lang_compile_expr_temp(u, n->value), copy = lang_compile_alloc_temp(u, 1);
    lang_compile_emit(u, OPC_MOVE, 0, copy, v, 0);
    lang_compile_store(u, n->target, copy);
    u->top = v + 1;
    uint32_t r = move_result(u, v, want);
    u->top = want == ANY ? r + 1 : saved;
    return r;
}

static uint32_t expression(struct unit *u, struct ast_node *n, int want)
{
    lang_value v;
    uint32_t dst;
    switch (n->kind) {
    case AST_CONSTANT:
    case AST_TUPLE:
    case AST_UNARY_OP:
    case AST_BIN_OP:
        if (lang_compile_constant_of(u, n, &v))
            return constant(u, v, want);
        break;
    default:
        break;
    }
    switch (n->kind) {
    case AST_NAME:
        return name(u, ast_as_name_expr(n), want);
    case AST_BIN_OP:
        return binary(u, ast_as_bin_op(n), want);
    case AST_UNARY_OP:
        return unary(u, ast_as_unary_op(n), want);
    case AST_BOOL_OP:
        return bool_op(u, ast_as_bool_op(n), want);
    case AST_COMPARE:
        return comparison(u, ast_as_compare(n), want);
    case AST_IF_EXP:
        return if_exp(u, ast_as_if_exp(n), want);
    case AST_CALL:
        return call(u, ast_as_call(n), want);
    case AST_ATTRIBUTE:
        return attribute(u, ast_as_attribute(n), want);
    case AST_SUBSCRIPT:
        return subscript(u, ast_as_subscript(n), want);
    case AST_SLICE:
        return slice(u, ast_as_slice(n), want);
    case AST_TUPLE:
        return sequence(u, &ast_as_tuple(n)->elts, OPC_BUILDTUPLE, want);
    case AST_LIST:
        return sequence(u, &ast_as_list_expr(n)->elts, OPC_BUILDLIST, want);
    case AST_SET:
        return sequence(u, &ast_as_set(n)->elts, OPC_BUILDSET, want);
    case AST_DICT:
        return dict_display(u, ast_as_dict(n), want);
    case AST_JOINED_STR:
        return joined_str(u, ast_as_joined_str(n), want);
    case AST_FORMATTED_VALUE:
        dst = target(u, want);
        format_part(u, n, dst);
        return dst;
    case AST_NAMED_EXPR:
        return named(u, ast_as_named_expr(n), want);
    case AST_YIELD:
        return yield(u, ast_as_yield(n), want);
    case AST_YIELD_FROM:
        return yield_from(u, ast_as_yield_from(n), want);
    case AST_AWAIT:
        return await(u, ast_as_await(n), want);
    case AST_LAMBDA:
        dst = target(u, want);
        lang_compile_function(u, n, dst);
        return dst;
    case AST_LIST_COMP:
    case AST_SET_COMP:
    case AST_DICT_COMP:
    case AST_GENERATOR_EXP:
        dst = target(u, want);
        lang_compile_comprehension(u, n, dst);
        return dst;
    case AST_STARRED:
        lang_compile_fail(u, LANG_EXC_SyntaxError, "can't use starred expression here");
        return target(u, want);
    default:
        lang_compile_fail(u, LANG_EXC_SystemError, "unknown expression");
        return target(u, want);
    }
}

uint32_t lang_compile_expr(struct unit *u, struct ast_node *n, int want)
{
    if (u->c->failed)
        return want == ANY ? u->temp_base : (uint32_t)want;
    struct lang_position outer = u->at;
    u->at = lang_compile_position(n);
    uint32_t r = expression(u, n, want);
    u->at = outer;
    return r;
}

uint32_t lang_compile_expr_temp(struct unit *u, struct ast_node *n)
{
    uint32_t r = lang_compile_alloc_temp(u, 1);
    lang_compile_expr(u, n, (int)r);
    u->top = r + 1;
    return r;
}
