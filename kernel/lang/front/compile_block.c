/* compile_block.c: try, with, and what leaving a statement early must undo.
 *
 * try, with and finally are ranges of code with a handler address; the code that a `return`, `break` or `continue` runs
 * on its way out is put in line, outside the ranges it leaves. An exception being handled occupies three registers: the
 * exception, the one that was handled before, and one for an exception raised while handling. */
#include "front/compile.h"

#include <stdlib.h>

void lang_compile_branch_ends(struct unit *u, struct lang_junction *j, const struct ast_list *branch)
{
    enum ast_kind last = branch->count ? branch->items[branch->count - 1]->kind : AST_PASS;
    if (last != AST_RETURN && last != AST_RAISE && last != AST_CONTINUE && last != AST_BREAK) {
        uint32_t kept = 0;
        for (uint32_t i = 0; i < j->count; i++)
            if (j->common[i]->bound)
                j->common[kept++] = j->common[i];
        j->count = kept;
        for (struct lang_symbol *s = u->bound; !j->any && s != j->mark && j->count < 16; s = s->bound_before)
            j->common[j->count++] = s;
        j->any = true;
    }
    lang_compile_unbind_to(u, j->mark);
}

void lang_compile_join_branches(struct unit *u, const struct lang_junction *j)
{
    for (uint32_t i = j->count; i-- > 0;)
        lang_compile_bind(u, j->common[i]);
}

/* ------------------------------------------------------------------ blocks and ranges */

void lang_compile_push_block(struct unit *u, struct block *b, enum block_kind kind, uint32_t reg)
{
    *b = (struct block){.outer = u->block, .kind = kind, .reg = reg, .breaks = NO_JUMP, .continues = NO_JUMP};
    u->block = b;
}

void lang_compile_pop_block(struct unit *u)
{
    u->block = u->block->outer;
}

void lang_compile_guard(struct unit *u, struct block *b, uint32_t exc_reg)
{
    b->guarded = true;
    b->segment = u->count;
    b->id = ++u->next_id;
    b->exc_reg = (uint16_t)exc_reg;
    b->exc_temp = (uint16_t)(exc_reg + 1);
}

/* Ends the current segment of a range; its target is known only by the block's id for now. */
static void end_segment(struct unit *u, struct block *b)
{
    if (!b->guarded || b->segment == u->count || u->c->failed)
        return;
    if (u->handler_count == u->handler_capacity) {
        uint32_t capacity = u->handler_capacity ? u->handler_capacity * 2 : 8;
        void *p = realloc(u->handlers, capacity * sizeof *u->handlers);
        if (p)
            u->handlers = p;
        void *q = p ? realloc(u->handler_ids, capacity * sizeof *u->handler_ids) : NULL;
        if (!q) {
            lang_no_memory(u->c->t);
            u->c->failed = true;
            return;
        }
        u->handler_ids = q;
        u->handler_capacity = capacity;
    }
    u->handlers[u->handler_count] = (struct lang_handler){b->segment, u->count, 0, b->exc_reg, b->exc_temp};
    u->handler_ids[u->handler_count++] = b->id;
}

void lang_compile_unguard(struct unit *u, struct block *b)
{
    end_segment(u, b);
    b->guarded = false;
}

/* The handler of a range begins here. */
void lang_compile_handler_here(struct unit *u, const struct block *b)
{
    for (uint32_t i = 0; i < u->handler_count && !u->c->failed; i++)
        if (u->handler_ids[i] == b->id)
            u->handlers[i].target = u->count;
}

/* ------------------------------------------------------------------ leaving */

static void forget_name(struct unit *u, struct ast_except_handler *h)
{
    uint32_t r = lang_compile_alloc_temp(u, 1);
    struct lang_position outer = u->at;
    u->at = (struct lang_position){.col = -1, .end_col = -1}; /* of no line, as in CPython */
    lang_compile_emit_wide(u, OPC_LOADK, r, lang_compile_add_const_steal(u, lang_none()));
    lang_compile_store_name(u, h->symbol, r);
    lang_compile_delete_name(u, h->symbol);
    u->at = outer;
    u->top--;
}

/* The end of a with without an exception. */
static void leave_manager(struct unit *u, uint32_t manager, bool is_async)
{
    uint32_t r = lang_compile_alloc_temp(u, 1);
    lang_compile_emit(u, OPC_WITHEXIT, is_async ? LANG_WITH_ASYNC : 0, r, manager, 0);
    if (is_async) {
        lang_compile_await(u, r, LANG_AWAIT_EXIT);
        lang_compile_emit(u, OPC_CLEAR, 0, r, 0, 0);
    }
    u->top = r;
}

static void undo(struct unit *u, struct block *b, bool returning)
{
    switch (b->kind) {
    case BLOCK_FOR:
        if (!returning)
            lang_compile_emit(u, OPC_CLEAR, 0, b->reg, 0, 0);
        break;
    case BLOCK_FINALLY:
        lang_compile_statements(u, b->final);
        break;
    case BLOCK_WITH:
        leave_manager(u, b->reg, b->is_async);
        break;
    case BLOCK_HANDLER:
        lang_compile_emit(u, OPC_POPEXC, 0, b->reg, 0, 0);
        lang_compile_emit(u, OPC_CLEAR, 0, b->reg - 1, 0, 0);
        break;
    case BLOCK_NAME:
        forget_name(u, ast_as_except_handler(b->name));
        break;
    default:
        break;
    }
}

/* Emits the cleanup of all blocks inside `until`. Their protected ranges are closed meanwhile; lang_compile_reopen()
 * continues them.
 */
void lang_compile_unwind(struct unit *u, struct block *until, bool returning)
{
    struct block *saved = u->block;
    for (struct block *b = saved; b != until; b = b->outer) {
        end_segment(u, b);
        u->block = b->outer;
        undo(u, b, returning);
    }
    u->block = saved;
}

void lang_compile_reopen(struct unit *u, struct block *until)
{
    for (struct block *b = u->block; b != until; b = b->outer)
        if (b->guarded)
            b->segment = u->count;
}

bool lang_compile_must_undo(const struct unit *u, const struct block *until)
{
    for (const struct block *b = u->block; b != until; b = b->outer)
        if (b->kind > BLOCK_TRY)
            return true;
    return false;
}

/* ------------------------------------------------------------------ try */

struct trial { /* registers of one handled range */
    uint32_t exc, handled, second;
};

static struct trial trial_registers(struct unit *u)
{
    uint32_t r = lang_compile_alloc_temp(u, 3);
    return (struct trial){r, r + 1, r + 2};
}

/* After PUSHEXC: a second exception while handling replaces the first and propagates. */
static void second_exception(struct unit *u, const struct trial *r, const struct block *b)
{
    lang_compile_handler_here(u, b);
    lang_compile_emit(u, OPC_POPEXC, 0, r->handled, 0, 0);
    lang_compile_emit(u, OPC_CLEAR, 0, r->exc, 0, 0);
    lang_compile_emit(u, OPC_RERAISE, 1, r->second, 0, 0);
}

static void handler_body(struct unit *u, struct ast_except_handler *h, const struct trial *r)
{
    uint32_t saved = u->top;
    if (!h->name) {
        lang_compile_keep_statements(u, &h->body);
        return;
    }
    uint32_t v = lang_compile_alloc_temp(u, 2);
    lang_compile_emit(u, OPC_MOVE, 0, v, r->exc, 0);
    lang_compile_store_name(u, h->symbol, v);
    struct block b;
    lang_compile_push_block(u, &b, BLOCK_NAME, 0);
    b.name = &h->base;
    lang_compile_guard(u, &b, v + 1); /* the name is deleted also when the body raises */
    lang_compile_keep_statements(u, &h->body);
    lang_compile_unguard(u, &b);
    lang_compile_pop_block(u);
    uint32_t end = NO_JUMP;
    forget_name(u, h);
    lang_compile_emit_jump(u, OPC_JUMP, 0, &end);
    lang_compile_handler_here(u, &b);
    forget_name(u, h);
    lang_compile_emit(u, OPC_RERAISE, 1, v + 1, 0, 0);
    lang_compile_patch_here(u, end);
    u->top = saved;
}

static void try_except(struct unit *u, struct ast_list *body, struct ast_list *handlers, struct ast_list *orelse)
{
    uint32_t saved = u->top, end = NO_JUMP;
    struct trial r = trial_registers(u);
    struct block b, h;
    struct lang_junction j = {.mark = u->bound};
    lang_compile_push_block(u, &b, BLOCK_TRY, 0);
    lang_compile_guard(u, &b, r.exc);
    lang_compile_keep_statements(u, body);
    lang_compile_unguard(u, &b);
    lang_compile_pop_block(u);
    lang_compile_keep_statements(u, orelse);
    lang_compile_branch_ends(u, &j, orelse->count ? orelse : body);
    lang_compile_emit_jump(u, OPC_JUMP, 0, &end);
    lang_compile_handler_here(u, &b);
    lang_compile_emit(u, OPC_PUSHEXC, 0, r.handled, r.exc, 0);
    lang_compile_push_block(u, &h, BLOCK_HANDLER, r.handled);
    lang_compile_guard(u, &h, r.second);
    for (uint32_t i = 0; i < handlers->count; i++) {
        struct ast_except_handler *k = ast_as_except_handler(handlers->items[i]);
        uint32_t next = NO_JUMP, top = u->top;
        u->at = lang_compile_position(&k->base);
        if (k->type) {
            uint32_t c = lang_compile_expr(u, k->type, ANY), m = lang_compile_alloc_temp(u, 1);
            lang_compile_emit(u, OPC_MATCHEXC, 0, m, r.exc, c);
            lang_compile_emit_jump(u, OPC_JUMPIFNOT, m, &next);
        }
        u->top = top;
        handler_body(u, k, &r);
        lang_compile_branch_ends(u, &j, &k->body);
        end_segment(u, &h);
        lang_compile_emit(u, OPC_POPEXC, 0, r.handled, 0, 0);
        lang_compile_emit(u, OPC_CLEAR, 0, r.exc, 0, 0);
        lang_compile_emit_jump(u, OPC_JUMP, 0, &end);
        h.segment = u->count;
        lang_compile_patch_here(u, next);
    }
    lang_compile_unguard(u, &h);
    lang_compile_pop_block(u);
    if (handlers->count)
        u->at = lang_compile_position(handlers->items[handlers->count - 1]);
    lang_compile_emit(u, OPC_POPEXC, 0, r.handled, 0, 0); /* none matched */
    lang_compile_emit(u, OPC_RERAISE, 0, r.exc, 0, 0);
    second_exception(u, &r, &h);
    lang_compile_patch_here(u, end);
    lang_compile_join_branches(u, &j);
    u->top = saved;
}

/* One clause of except*: what its body raises joins the list. */
static void star_clause(struct unit *u, struct ast_except_handler *k, uint32_t rest, uint32_t list)
{
    uint32_t top = u->top, next = NO_JUMP, done = NO_JUMP;
    u->at = lang_compile_position(&k->base);
    uint32_t match = lang_compile_alloc_temp(u, 2), caught = match + 1;
    uint32_t c = lang_compile_expr(u, k->type, ANY);
    lang_compile_emit(u, OPC_MATCHSTAR, 0, match, rest, c);
    lang_compile_emit_jump(u, OPC_JUMPNONE, match, &next);
    u->top = caught + 1;
    struct block b;
    lang_compile_push_block(u, &b, BLOCK_TRY, 0);
    lang_compile_guard(u, &b, caught);
    handler_body(u, k, &(struct trial){.exc = match});
    lang_compile_unguard(u, &b);
    lang_compile_pop_block(u);
    lang_compile_emit_jump(u, OPC_JUMP, 0, &done);
    lang_compile_handler_here(u, &b);
    lang_compile_emit(u, OPC_LISTAPPEND, 0, list, caught, 0);
    lang_compile_patch_here(u, done);
    lang_compile_emit(u, OPC_CLEAR, 0, match, 0, 0);
    lang_compile_patch_here(u, next);
    u->top = top;
}

/* try with except*: every clause gets its part of the group; the rest and what the clauses raise propagate as one
 * group. */
static void try_star(struct unit *u, struct ast_try *n)
{
    uint32_t saved = u->top, end = NO_JUMP, nothing = NO_JUMP;
    struct trial r = trial_registers(u);
    struct block b, h;
    lang_compile_push_block(u, &b, BLOCK_TRY, 0);
    lang_compile_guard(u, &b, r.exc);
    lang_compile_statements(u, &n->body);
    lang_compile_unguard(u, &b);
    lang_compile_pop_block(u);
    lang_compile_statements(u, &n->orelse);
    lang_compile_emit_jump(u, OPC_JUMP, 0, &end);
    lang_compile_handler_here(u, &b);
    lang_compile_emit(u, OPC_PUSHEXC, 0, r.handled, r.exc, 0);
    lang_compile_push_block(u, &h, BLOCK_HANDLER, r.handled);
    lang_compile_guard(u, &h, r.second);
    uint32_t rest = lang_compile_alloc_temp(u, 2), list = rest + 1;
    lang_compile_emit(u, OPC_MOVE, 0, rest, r.exc, 0);
    lang_compile_emit(u, OPC_BUILDLIST, 0, list, list, 0);
    for (uint32_t i = 0; i < n->handlers.count; i++)
        star_clause(u, ast_as_except_handler(n->handlers.items[i]), rest, list);
    lang_compile_emit(u, OPC_LISTAPPEND, 0, list, rest, 0);
    lang_compile_emit(u, OPC_JOINSTAR, 0, rest, r.exc, list);
    lang_compile_unguard(u, &h);
    lang_compile_pop_block(u);
    lang_compile_emit(u, OPC_POPEXC, 0, r.handled, 0, 0);
    lang_compile_emit(u, OPC_CLEAR, 0, r.exc, 0, 0);
    lang_compile_emit_jump(u, OPC_JUMPNONE, rest, &nothing);
    lang_compile_emit(u, OPC_RERAISE, 0, rest, 0, 0);
    second_exception(u, &r, &h);
    lang_compile_patch_here(u, nothing);
    lang_compile_patch_here(u, end);
    u->top = saved;
}

static void try_handlers(struct unit *u, struct ast_try *n)
{
    if (n->base.kind == AST_TRY_STAR)
        try_star(u, n);
    else
        try_except(u, &n->body, &n->handlers, &n->orelse);
}

static void try_finally(struct unit *u, struct ast_try *n)
{
    uint32_t saved = u->top, end = NO_JUMP;
    struct trial r = trial_registers(u);
    struct block b, h;
    struct lang_junction j = {.mark = u->bound};
    lang_compile_push_block(u, &b, BLOCK_FINALLY, 0);
    b.final = &n->finalbody;
    lang_compile_guard(u, &b, r.exc);
    if (n->handlers.count) {
        try_handlers(u, n);
    } else {
        lang_compile_keep_statements(u, &n->body);
        lang_compile_keep_statements(u, &n->orelse);
    }
    lang_compile_unguard(u, &b);
    lang_compile_pop_block(u);
    lang_compile_keep_statements(u, &n->finalbody);
    lang_compile_branch_ends(u, &j, &n->finalbody);
    lang_compile_emit_jump(u, OPC_JUMP, 0, &end);
    lang_compile_handler_here(u, &b);
    lang_compile_emit(u, OPC_PUSHEXC, 0, r.handled, r.exc, 0);
    lang_compile_push_block(u, &h, BLOCK_HANDLER, r.handled);
    lang_compile_guard(u, &h, r.second);
    lang_compile_statements(u, &n->finalbody);
    lang_compile_unguard(u, &h);
    lang_compile_pop_block(u);
    if (u->count)                           /* none: no memory for the first instruction */
        u->at = u->positions[u->count - 1]; /* where the block has ended */
    lang_compile_emit(u, OPC_POPEXC, 0, r.handled, 0, 0);
    lang_compile_emit(u, OPC_RERAISE, 0, r.exc, 0, 0);
    second_exception(u, &r, &h);
    lang_compile_join_branches(u, &j);
    lang_compile_patch_here(u, end);
    u->top = saved;
}

static void with_item(struct unit *u, struct ast_with *n, uint32_t i)
{
    if (i == n->items.count) {
        lang_compile_statements(u, &n->body);
        return;
    }
    struct ast_withitem *w = ast_as_withitem(n->items.items[i]);
    uint32_t saved = u->top, manager = lang_compile_alloc_temp(u, 1), end = NO_JUMP, suppressed = NO_JUMP;
    struct trial r = trial_registers(u);
    struct block b, h;
    struct lang_symbol *mark = u->bound;
    lang_compile_expr(u, w->context_expr, (int)manager);
    uint32_t entered = lang_compile_alloc_temp(u, 1);
    u->at = lang_compile_position(&n->base);
    lang_compile_emit(u, OPC_WITHENTER, n->is_async ? LANG_WITH_ASYNC : 0, entered, manager, 0);
    if (n->is_async)
        lang_compile_await(u, entered, LANG_AWAIT_ENTER);
    lang_compile_push_block(u, &b, BLOCK_WITH, manager);
    b.is_async = n->is_async;
    lang_compile_guard(u, &b, r.exc);
    if (w->optional_vars)
        lang_compile_store(u, w->optional_vars, entered);
    else
        lang_compile_emit(u, OPC_CLEAR, 0, entered, 0, 0);
    with_item(u, n, i + 1);
    lang_compile_unbind_to(u, mark);
    lang_compile_unguard(u, &b);
    lang_compile_pop_block(u);
    u->at = lang_compile_position(&n->base);
    leave_manager(u, manager, n->is_async);
    lang_compile_emit_jump(u, OPC_JUMP, 0, &end);
    lang_compile_handler_here(u, &b);
    lang_compile_emit(u, OPC_PUSHEXC, 0, r.handled, r.exc, 0);
    lang_compile_push_block(u, &h, BLOCK_HANDLER, r.handled);
    lang_compile_guard(u, &h, r.second);
    lang_compile_emit(u, OPC_WITHEXIT, LANG_WITH_RAISED | (n->is_async ? LANG_WITH_ASYNC : 0), entered, manager, r.exc);
    if (n->is_async) {
        u->top = entered + 1;
        lang_compile_await(u, entered, LANG_AWAIT_EXIT);
    }
    lang_compile_emit_jump(u, OPC_JUMPIF, entered, &suppressed);
    lang_compile_unguard(u, &h);
    lang_compile_pop_block(u);
    lang_compile_emit(u, OPC_POPEXC, 0, r.handled, 0, 0);
    lang_compile_emit(u, OPC_RERAISE, 1, r.exc, 0, 0);
    second_exception(u, &r, &h);
    lang_compile_patch_here(u, suppressed);
    lang_compile_emit(u, OPC_POPEXC, 0, r.handled, 0, 0);
    lang_compile_emit(u, OPC_CLEAR, 0, r.exc, 0, 0);
    lang_compile_patch_here(u, end);
    u->top = saved;
}

void lang_compile_with(struct unit *u, struct ast_with *n)
{
    with_item(u, n, 0);
}

void lang_compile_try(struct unit *u, struct ast_try *n)
{
    if (n->finalbody.count)
        try_finally(u, n);
    else
        try_handlers(u, n);
}
