/* compile_stmt.c: statements; compile_block.c has try and with, and what leaving one early must undo. */
#include "front/compile.h"

#include <stdlib.h>
#include <string.h>

static void statement(struct unit *u, struct ast_node *n);

/* Names bound in them stay bound. */
void lang_compile_keep_statements(struct unit *u, const struct ast_list *list)
{
    for (uint32_t i = 0; i < list->count && !u->c->failed; i++)
        statement(u, list->items[i]);
}

void lang_compile_statements(struct unit *u, const struct ast_list *list)
{
    struct lang_symbol *mark = u->bound;
    lang_compile_keep_statements(u, list);
    lang_compile_unbind_to(u, mark);
}

static void return_statement(struct unit *u, struct ast_return *r)
{
    uint32_t saved = u->top;
    if (!lang_compile_must_undo(u, NULL)) {
        if (!r->value || (r->value->kind == AST_CONSTANT && ast_as_constant(r->value)->value.type == AST_VALUE_NONE))
            lang_compile_emit(u, OPC_RETURNNONE, u->block != NULL, LANG_OWN_LINE, 0, 0);
        else
            lang_compile_emit(u, OPC_RETURN, u->block != NULL, 0, lang_compile_expr(u, r->value, ANY), 0);
        u->top = saved;
        return;
    }
    uint32_t v = lang_compile_alloc_temp(u, 1);
    if (r->value)
        lang_compile_expr(u, r->value, (int)v);
    else
        lang_compile_emit_wide(u, OPC_LOADK, v, lang_compile_add_const_steal(u, lang_none()));
    lang_compile_unwind(u, NULL, true);
    lang_compile_emit(u, OPC_RETURN, LANG_RETURN_LATER, 0, v, 0);
    lang_compile_reopen(u, NULL);
    u->top = saved;
}

static void leave_loop(struct unit *u, bool again)
{
    struct block *loop = u->block;
    while (loop && loop->kind != BLOCK_LOOP && loop->kind != BLOCK_FOR)
        loop = loop->outer;
    if (!loop) { /* the scope pass has refused it already */
        lang_compile_fail(u, LANG_EXC_SyntaxError, again ? "'continue' not properly in loop" : "'break' outside loop");
        return;
    }
    const uint32_t own_line = lang_compile_must_undo(u, loop) ? 0 : LANG_OWN_LINE;
    if (!own_line) /* the line comes first */
        lang_compile_mark_line(u);
    lang_compile_unwind(u, loop, false);
    if (again && loop->kind == BLOCK_FOR) {
        lang_compile_emit_jump(u, OPC_JUMP, own_line, &loop->continues);
    } else if (again) {
        lang_compile_emit_wide(u, OPC_JUMPBACK, own_line, loop->continue_target);
    } else {
        if (loop->kind == BLOCK_FOR)
            lang_compile_emit(u, OPC_CLEAR, 0, loop->reg, 0, 0);
        lang_compile_emit_jump(u, OPC_JUMP, own_line, &loop->breaks);
    }
    lang_compile_reopen(u, loop);
}

/* ------------------------------------------------------------------ loops and branches */

static void if_statement(struct unit *u, struct ast_if *n)
{
    uint32_t other = NO_JUMP, end = NO_JUMP;
    struct lang_junction j = {.mark = u->bound};
    if (n->test->kind == AST_CONSTANT)
        lang_compile_mark_line(u);
    lang_compile_condition(u, n->test, false, &other);
    lang_compile_keep_statements(u, &n->body);
    lang_compile_branch_ends(u, &j, &n->body);
    while (n->orelse.count == 1 && n->orelse.items[0]->kind == AST_IF) { /* elif chains without recursion */
        lang_compile_emit_jump(u, OPC_JUMP, 0, &end);
        lang_compile_patch_here(u, other);
        other = NO_JUMP;
        n = ast_as_if(n->orelse.items[0]);
        u->at = lang_compile_position(&n->base);
        if (n->test->kind == AST_CONSTANT)
            lang_compile_mark_line(u);
        lang_compile_condition(u, n->test, false, &other);
        lang_compile_keep_statements(u, &n->body);
        lang_compile_branch_ends(u, &j, &n->body);
    }
    if (n->orelse.count) {
        lang_compile_emit_jump(u, OPC_JUMP, 0, &end);
        lang_compile_patch_here(u, other);
        lang_compile_keep_statements(u, &n->orelse);
    } else {
        lang_compile_patch_here(u, other);
    }
    lang_compile_branch_ends(u, &j, &n->orelse);
    lang_compile_join_branches(u, &j);
    lang_compile_patch_here(u, end);
}

static void while_statement(struct unit *u, struct ast_while *n)
{
    struct block b;
    uint32_t out = NO_JUMP;
    lang_compile_push_block(u, &b, BLOCK_LOOP, 0);
    b.continue_target = u->count;
    const bool forever = n->test->kind == AST_CONSTANT; /* no test has the line: the jump back has it */
    if (forever)
        lang_compile_mark_line(u);
    uint32_t first = u->count;
    lang_compile_condition(u, n->test, false, &out);
    lang_compile_statements(u, &n->body);
    lang_compile_emit_wide(u, OPC_JUMPBACK, forever ? LANG_OWN_LINE : 0, first);
    lang_compile_pop_block(u);
    lang_compile_patch_here(u, out);
    lang_compile_statements(u, &n->orelse);
    lang_compile_patch_here(u, b.breaks);
}

static void async_for_statement(struct unit *u, struct ast_for *n);

/* The body comes first, and the instruction that takes the next item stands behind it and jumps back. */
static void for_statement(struct unit *u, struct ast_for *n)
{
    if (n->is_async) {
        async_for_statement(u, n);
        return;
    }
    struct block b;
    uint32_t saved = u->top, it = lang_compile_alloc_temp(u, 1);
    uint32_t source = lang_compile_expr(u, n->iter, ANY);
    lang_compile_emit(u, OPC_GETITER, 0, it, source, 0);
    u->top = it + 1;
    lang_compile_push_block(u, &b, BLOCK_FOR, it);
    bool direct = n->target->kind == AST_NAME && ast_as_name_expr(n->target)->symbol->kind == LANG_SYMBOL_LOCAL;
    uint32_t item = direct ? ast_as_name_expr(n->target)->symbol->index : lang_compile_alloc_temp(u, 1);
    lang_compile_emit_jump(u, OPC_JUMP, 0, &b.continues);
    uint32_t body = u->count;
    struct lang_symbol *mark = u->bound;
    if (direct)
        lang_compile_bind(u, ast_as_name_expr(n->target)->symbol);
    else
        lang_compile_store(u, n->target, item);
    u->top = it + 1;
    lang_compile_statements(u, &n->body);
    lang_compile_unbind_to(u, mark);
    lang_compile_patch_here(u, b.continues);
    lang_compile_emit(u, OPC_FORITER, 0, item, it, 0);
    lang_compile_emit_wide(u, OPC_JUMP, 0, body);
    lang_compile_pop_block(u);
    u->top = saved;
    lang_compile_statements(u, &n->orelse);
    lang_compile_patch_here(u, b.breaks);
}

void lang_compile_async_next(struct unit *u, uint32_t iterator, uint32_t body)
{
    uint32_t exc = iterator + 1, item = iterator + 2, saved = u->top;
    struct block b = {0};
    u->top = item + 1;
    lang_compile_guard(u, &b, exc);
    uint32_t awaited = lang_compile_alloc_temp(u, 1); /* what __await__ gives, once */
    lang_compile_emit(u, OPC_GETANEXT, 0, awaited, iterator, 0);
    lang_compile_emit_wide(u, OPC_LOADK, item, lang_compile_add_const_steal(u, lang_none()));
    lang_compile_emit(u, OPC_YIELDFROM, 0, item, awaited, 0);
    lang_compile_unguard(u, &b);
    lang_compile_emit_wide(u, OPC_JUMPBACK, 0, body);
    lang_compile_handler_here(u, &b);
    lang_compile_emit(u, OPC_ENDASYNCFOR, 0, exc, 0, 0);
    lang_compile_emit(u, OPC_CLEAR, 0, iterator, 0, 0);
    u->top = saved;
}

static void async_for_statement(struct unit *u, struct ast_for *n)
{
    struct block b;
    uint32_t saved = u->top, it = lang_compile_alloc_temp(u, LANG_ASYNC_FOR), item = it + 2;
    lang_compile_emit(u, OPC_GETAITER, 0, it, lang_compile_expr(u, n->iter, ANY), 0);
    u->top = item + 1;
    lang_compile_push_block(u, &b, BLOCK_FOR, it);
    lang_compile_emit_jump(u, OPC_JUMP, 0, &b.continues);
    uint32_t body = u->count;
    struct lang_symbol *mark = u->bound;
    lang_compile_store(u, n->target, item);
    lang_compile_statements(u, &n->body);
    lang_compile_unbind_to(u, mark);
    lang_compile_patch_here(u, b.continues);
    struct lang_position outer = u->at;
    u->at = lang_compile_position(n->iter);
    lang_compile_async_next(u, it, body);
    u->at = outer;
    lang_compile_pop_block(u);
    u->top = saved;
    lang_compile_statements(u, &n->orelse);
    lang_compile_patch_here(u, b.breaks);
}

/* ------------------------------------------------------------------ assignment */

/* a, b = x, y without a tuple between. */
static bool assign_parallel(struct unit *u, struct ast_assign *n)
{
    if (n->targets.count != 1 || n->targets.items[0]->kind != AST_TUPLE || n->value->kind != AST_TUPLE)
        return false;
    struct ast_list *to = &ast_as_tuple(n->targets.items[0])->elts, *from = &ast_as_tuple(n->value)->elts;
    if (to->count != from->count || to->count > 8)
        return false;
    for (uint32_t i = 0; i < to->count; i++)
        if (to->items[i]->kind == AST_STARRED || from->items[i]->kind == AST_STARRED)
            return false;
    uint32_t saved = u->top, first = u->top;
    for (uint32_t i = 0; i < from->count; i++)
        lang_compile_expr_temp(u, from->items[i]);
    for (uint32_t i = 0; i < to->count; i++)
        lang_compile_store(u, to->items[i], first + i);
    u->top = saved;
    return true;
}

static void assign(struct unit *u, struct ast_assign *n)
{
    if (assign_parallel(u, n))
        return;
    uint32_t saved = u->top;
    struct ast_node *first = n->targets.items[0];
    if (n->targets.count == 1) {
        if (first->kind == AST_NAME && ast_as_name_expr(first)->symbol->kind == LANG_SYMBOL_LOCAL) {
            lang_compile_expr(u, n->value, (int)ast_as_name_expr(first)->symbol->index);
            lang_compile_bind(u, ast_as_name_expr(first)->symbol);
        } else {
            uint32_t v = lang_compile_expr(u, n->value, ANY);
            lang_compile_store(u, first, v);
        }
        u->top = saved;
        return;
    }
    uint32_t v = lang_compile_expr_temp(u, n->value);
    for (uint32_t i = 0; i < n->targets.count; i++) {
        uint32_t r = v;
        if (i + 1 < n->targets.count) {
            r = lang_compile_alloc_temp(u, 1);
            lang_compile_emit(u, OPC_MOVE, 0, r, v, 0);
        }
        lang_compile_store(u, n->targets.items[i], r);
        u->top = v + 1;
    }
    u->top = saved;
}

/* reg = reg op value, in place where the type can. */
static void augment(struct unit *u, uint32_t reg, struct ast_aug_assign *n)
{
    enum lang_binary_op op = lang_compile_binary_op(n->op);
    uint32_t saved = u->top;
    static const uint8_t immediate[] = {
        [LANG_OP_ADD] = OPC_ADDI,           [LANG_OP_SUB] = OPC_ADDI, [LANG_OP_MUL] = OPC_MULI,
        [LANG_OP_FLOORDIV] = OPC_FLOORDIVI, [LANG_OP_MOD] = OPC_MODI, [LANG_OP_DIVMOD] = 0};
    struct ast_value *k = n->value->kind == AST_CONSTANT ? &ast_as_constant(n->value)->value : NULL;
    if (k && k->type == AST_VALUE_INT && k->fits && k->integer <= 32767 && immediate[op]) {
        bool sub = op == LANG_OP_SUB;
        lang_compile_emit(u, (enum lang_opcode)immediate[op], 2u | sub, reg, reg,
                          (uint16_t)(sub ? -k->integer : k->integer));
        return;
    }
    uint32_t v = lang_compile_expr(u, n->value, ANY);
    lang_compile_emit(u, OPC_INPLACE, op, reg, reg, v);
    u->top = saved;
}

/* Where an operand can be read that is needed once more afterwards: a temporary is consumed, so it is copied. */
static uint32_t again(struct unit *u, uint32_t reg, uint32_t copy)
{
    if (reg < u->temp_base)
        return reg;
    lang_compile_emit(u, OPC_MOVE, 0, copy, reg, 0);
    return copy;
}

static void aug_assign(struct unit *u, struct ast_aug_assign *n)
{
    uint32_t saved = u->top;
    struct lang_position position = u->at;
    u->at = lang_compile_position(n->target);
    switch (n->target->kind) {
    case AST_NAME: {
        struct lang_symbol *s = ast_as_name_expr(n->target)->symbol;
        if (s->kind == LANG_SYMBOL_LOCAL && !u->c->walrus) {
            if (!lang_compile_is_bound(s) && n->value->kind != AST_CONSTANT) { /* read now, and not kept */
                uint32_t r = lang_compile_alloc_temp(u, 1);
                lang_compile_emit(u, OPC_LOCAL, 0, r, s->index, 0);
                lang_compile_emit(u, OPC_CLEAR, 0, r, 0, 0);
                u->top = r;
            }
            u->at = position;
            augment(u, s->index, n);
            lang_compile_bind(u, s);
            break;
        }
        uint32_t r = lang_compile_alloc_temp(u, 1);
        lang_compile_load_name(u, s, r);
        u->at = position;
        augment(u, r, n);
        u->at = lang_compile_position(n->target);
        lang_compile_store_name(u, s, r);
        break;
    }
    case AST_ATTRIBUTE: {
        struct ast_attribute *a = ast_as_attribute(n->target);
        uint32_t o = lang_compile_expr(u, a->value, ANY), r = lang_compile_alloc_temp(u, 1);
        struct lang_str *name = lang_compile_name_text(u, a->attr);
        lang_compile_emit_getattr(u, r, again(u, o, r), name);
        u->at = position;
        augment(u, r, n);
        u->at = lang_compile_position(n->target);
        lang_compile_emit_site(u, OPC_SETATTR, o, r, name);
        break;
    }
    case AST_SUBSCRIPT: {
        struct ast_subscript *s = ast_as_subscript(n->target);
        uint32_t o = lang_compile_expr(u, s->value, ANY), k = lang_compile_expr(u, s->slice, ANY),
                 r = lang_compile_alloc_temp(u, 2), copy = again(u, o, r);
        lang_compile_emit(u, OPC_GETITEM, 0, r, copy, again(u, k, r + 1));
        u->at = position;
        augment(u, r, n);
        u->at = lang_compile_position(n->target);
        lang_compile_emit(u, OPC_SETITEM, 0, o, k, r);
        break;
    }
    default:
        lang_compile_fail(u, LANG_EXC_SystemError, "unknown target of an augmented assignment");
    }
    u->top = saved;
}

static void ann_assign(struct unit *u, struct ast_ann_assign *n)
{
    uint32_t saved = u->top;
    if (n->value) {
        if (n->target->kind == AST_NAME && ast_as_name_expr(n->target)->symbol->kind == LANG_SYMBOL_LOCAL) {
            lang_compile_expr(u, n->value, (int)ast_as_name_expr(n->target)->symbol->index);
            lang_compile_bind(u, ast_as_name_expr(n->target)->symbol);
        } else
            lang_compile_store(u, n->target, lang_compile_expr(u, n->value, ANY));
        u->top = saved;
    }
    if (u->scope->kind > LANG_SCOPE_CLASS) {
        if (n->target->kind != AST_NAME && n->annotation) /* the target is evaluated; there is no value to assign */
            u->top = saved;
        return;
    }
    uint32_t a = lang_compile_alloc_temp(u, 1);
    lang_compile_annotation(u, n->annotation, a);
    if (n->simple && n->target->kind == AST_NAME) {
        lang_compile_emit(u, OPC_SETUPANN, 0, 0, 0, 0);
        uint32_t d = lang_compile_alloc_temp(u, 1), k = lang_compile_alloc_temp(u, 1);
        bool names = u->scope->kind == LANG_SCOPE_CLASS || u->names;
        lang_compile_emit_site(u, names ? OPC_GETNAME : OPC_GETGLOBAL, d, 0, LANG_NAME(__annotations__));
        lang_compile_emit_wide(u, OPC_LOADK, k,
                               lang_compile_add_const_steal(
                                   u, lang_ref(lang_obj(lang_compile_name_text(u, ast_as_name_expr(n->target)->id)))));
        lang_compile_emit(u, OPC_SETITEM, 0, d, k, a);
    } else {
        lang_compile_emit(u, OPC_CLEAR, 0, a, 0, 0);
    }
    u->top = saved;
}

/* ------------------------------------------------------------------ simple statements */

static void delete_target(struct unit *u, struct ast_node *n)
{
    uint32_t saved = u->top;
    struct lang_position outer = u->at;
    u->at = lang_compile_position(n);
    switch (n->kind) {
    case AST_NAME:
        lang_compile_delete_name(u, ast_as_name_expr(n)->symbol);
        break;
    case AST_ATTRIBUTE: {
        uint32_t o = lang_compile_expr(u, ast_as_attribute(n)->value, ANY);
        lang_compile_emit_site(u, OPC_DELATTR, o, 0, lang_compile_name_text(u, ast_as_attribute(n)->attr));
        break;
    }
    case AST_SUBSCRIPT: {
        uint32_t o = lang_compile_expr(u, ast_as_subscript(n)->value, ANY),
                 k = lang_compile_expr(u, ast_as_subscript(n)->slice, ANY);
        lang_compile_emit(u, OPC_DELITEM, 0, o, k, 0);
        break;
    }
    case AST_TUPLE:
    case AST_LIST: {
        struct ast_list *all = n->kind == AST_TUPLE ? &ast_as_tuple(n)->elts : &ast_as_list_expr(n)->elts;
        for (uint32_t i = 0; i < all->count; i++)
            delete_target(u, all->items[i]);
        break;
    }
    default:
        lang_compile_fail(u, LANG_EXC_SystemError, "cannot delete this expression");
    }
    u->at = outer;
    u->top = saved;
}

static uint32_t text_const(struct unit *u, const char *text, size_t len)
{
    return lang_compile_add_const_steal(u, lang_obj_or_error(lang_intern(u->c->t, text, len)));
}

static void import_statement(struct unit *u, struct ast_import *n)
{
    for (uint32_t i = 0; i < n->names.count; i++) {
        struct ast_alias *a = ast_as_alias(n->names.items[i]);
        uint32_t saved = u->top, m = lang_compile_alloc_temp(u, 1);
        lang_compile_emit(u, OPC_IMPORTNAME, 0, m, 0, 65535);
        lang_compile_emit_wide(u, OPC_NOP, 0, text_const(u, a->name->text, a->name->len));
        if (a->asname) { /* import a.b.c as x: walk down from a */
            const char *p = a->name->text, *end = p + a->name->len, *dot = memchr(p, '.', a->name->len);
            while (dot) {
                const char *next = dot + 1;
                dot = memchr(next, '.', (size_t)(end - next));
                uint32_t r = lang_compile_alloc_temp(u, 1);
                lang_compile_emit(u, OPC_IMPORTFROM, 0, r, m, 0);
                lang_compile_emit_wide(u, OPC_NOP, 0, text_const(u, next, (size_t)((dot ? dot : end) - next)));
                lang_compile_emit(u, OPC_TAKE, 0, m, r, 0);
                u->top--;
            }
        }
        lang_compile_store_name(u, a->symbol, m);
        u->top = saved;
    }
}

static void import_from(struct unit *u, struct ast_import_from *n)
{
    uint32_t saved = u->top, m = lang_compile_alloc_temp(u, 1);
    struct lang_tuple *names = lang_tuple_new(u->c->t, n->names.count);
    for (uint32_t i = 0; names && i < n->names.count; i++)
        names->items[i] = lang_ref(lang_obj(lang_compile_name_text(u, ast_as_alias(n->names.items[i])->name)));
    uint32_t list = lang_compile_add_const_steal(u, lang_obj_or_error(names));
    lang_compile_emit(u, OPC_IMPORTNAME, 0, m, (uint32_t)n->level, list);
    lang_compile_emit_wide(u, OPC_NOP, 0,
                           n->module ? text_const(u, n->module->text, n->module->len) : text_const(u, "", 0));
    if (n->names.count == 1 && ast_as_alias(n->names.items[0])->name->len == 1 &&
        ast_as_alias(n->names.items[0])->name->text[0] == '*') {
        lang_compile_emit(u, OPC_IMPORTSTAR, 0, 0, m, 0);
        u->top = saved;
        return;
    }
    for (uint32_t i = 0; i < n->names.count; i++) {
        struct ast_alias *a = ast_as_alias(n->names.items[i]);
        uint32_t r = lang_compile_alloc_temp(u, 1);
        lang_compile_emit(u, OPC_IMPORTFROM, 0, r, m, 0);
        lang_compile_emit_wide(u, OPC_NOP, 0, text_const(u, a->name->text, a->name->len));
        lang_compile_store_name(u, a->symbol, r);
        u->top--;
    }
    lang_compile_emit(u, OPC_CLEAR, 0, m, 0, 0);
    u->top = saved;
}

static void raise_statement(struct unit *u, struct ast_raise *n)
{
    uint32_t saved = u->top, e = 0, cause = 0, count = 0;
    if (n->exc) {
        e = lang_compile_expr(u, n->exc, ANY);
        count = 1;
    }
    if (n->cause) {
        cause = lang_compile_expr(u, n->cause, ANY);
        count = 2;
    }
    lang_compile_emit(u, OPC_RAISE, count, e, cause, 0);
    u->top = saved;
}

static void assert_statement(struct unit *u, struct ast_assert *n)
{
    uint32_t saved = u->top, fine = NO_JUMP, m = 0;
    lang_compile_condition(u, n->test, true, &fine);
    if (n->msg)
        m = lang_compile_expr(u, n->msg, ANY);
    lang_compile_emit(u, OPC_ASSERTFAIL, n->msg != NULL, 0, m, 0);
    lang_compile_patch_here(u, fine);
    u->top = saved;
}

/* def and class: made, decorated from the inside out, bound to the name. */
static void definition(struct unit *u, struct ast_node *n, const struct ast_list *decorators,
                       struct lang_symbol *symbol)
{
    uint32_t saved = u->top, count = decorators->count;
    for (uint32_t i = 0; i < count; i++)
        lang_compile_expr_temp(u, decorators->items[i]);
    uint32_t r = lang_compile_alloc_temp(u, 1);
    u->at = lang_compile_position(n);
    if (n->kind == AST_CLASS_DEF)
        lang_compile_class(u, ast_as_class_def(n), r);
    else
        lang_compile_function(u, n, r);
    for (uint32_t i = count; i-- > 0; r--) {
        u->at = lang_compile_position(decorators->items[i]);
        lang_compile_emit(u, OPC_CALL, 0, r - 1, 1, r - 1);
    }
    u->at = lang_compile_position(n);
    lang_compile_store_name(u, symbol, r);
    u->top = saved;
}

static void statement(struct unit *u, struct ast_node *n)
{
    uint32_t saved = u->top;
    struct lang_position outer = u->at;
    u->at = lang_compile_position(n);
    switch (n->kind) {
    case AST_EXPR: {
        struct ast_node *v = ast_as_expr(n)->value;
        bool shown = (u->shows || u->c->flags & LANG_COMPILE_SINGLE) && u->scope->kind == LANG_SCOPE_MODULE;
        if (v->kind == AST_CONSTANT && !shown) {
            lang_compile_mark_line(u);
            break;
        }
        uint32_t r = lang_compile_expr(u, v, ANY);
        if (shown)
            lang_compile_emit(u, OPC_EXPRVALUE, u->shows ? 2 : 1, 0, r, 0);
        else if (r >= u->temp_base)
            lang_compile_emit(u, OPC_CLEAR, 0, r, 0, 0);
        else
            lang_compile_emit(u, OPC_LOCAL, 0, u->top, r, 0), lang_compile_emit(u, OPC_CLEAR, 0, u->top, 0, 0);
        if (u->top + 1 > u->most)
            u->most = u->top + 1;
        break;
    }
    case AST_ASSIGN:
        assign(u, ast_as_assign(n));
        break;
    case AST_AUG_ASSIGN:
        aug_assign(u, ast_as_aug_assign(n));
        break;
    case AST_ANN_ASSIGN:
        ann_assign(u, ast_as_ann_assign(n));
        break;
    case AST_RETURN:
        return_statement(u, ast_as_return(n));
        break;
    case AST_DELETE:
        for (uint32_t i = 0; i < ast_as_delete(n)->targets.count; i++)
            delete_target(u, ast_as_delete(n)->targets.items[i]);
        break;
    case AST_IF:
        if_statement(u, ast_as_if(n));
        break;
    case AST_WHILE:
        while_statement(u, ast_as_while(n));
        break;
    case AST_FOR:
        for_statement(u, ast_as_for(n));
        break;
    case AST_BREAK:
        leave_loop(u, false);
        break;
    case AST_CONTINUE:
        leave_loop(u, true);
        break;
    case AST_TRY:
    case AST_TRY_STAR: /* the same struct layout */
        lang_compile_mark_line(u);
        lang_compile_try(u, ast_as_try(n));
        break;
    case AST_WITH:
        lang_compile_with(u, ast_as_with(n));
        break;
    case AST_RAISE:
        raise_statement(u, ast_as_raise(n));
        break;
    case AST_ASSERT:
        if (!(u->c->flags & LANG_COMPILE_NO_ASSERT))
            assert_statement(u, ast_as_assert(n));
        break;
    case AST_IMPORT:
        import_statement(u, ast_as_import(n));
        break;
    case AST_IMPORT_FROM:
        import_from(u, ast_as_import_from(n));
        break;
    case AST_FUNCTION_DEF:
        definition(u, n, &ast_as_function_def(n)->decorator_list, ast_as_function_def(n)->symbol);
        break;
    case AST_CLASS_DEF:
        definition(u, n, &ast_as_class_def(n)->decorator_list, ast_as_class_def(n)->symbol);
        break;
    case AST_MATCH:
        lang_compile_match(u, ast_as_match(n));
        break;
    case AST_PASS:
        lang_compile_mark_line(u);
        break;
    default: /* global, nonlocal */
        break;
    }
    u->at = outer;
    u->top = saved;
}
