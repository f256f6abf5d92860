/* compile.h: what the parts of the compiler share: units under construction, registers, jumps, blocks.
 * compile.c owns units and functions, compile_expr.c expressions, compile_stmt.c statements, compile_block.c try and
 * with, compile_match.c patterns.
 */
#ifndef LANG_COMPILE_H
#define LANG_COMPILE_H

#include "front/scope.h"
#include "vm/code.h"

enum { NO_JUMP = UINT32_MAX, ANY = -1 };

/* What must be done when a jump leaves a statement. */
enum block_kind { BLOCK_LOOP, BLOCK_FOR, BLOCK_TRY, BLOCK_FINALLY, BLOCK_WITH, BLOCK_HANDLER, BLOCK_NAME };
struct block {
    struct block *outer;
    enum block_kind kind;
    uint32_t breaks;          /* LOOP, FOR: list of jumps to the end */
    uint32_t continue_target; /* LOOP */
    uint32_t continues;       /* FOR: list of jumps to the FORITER at the bottom */
    uint32_t reg;           /* FOR: iterator; WITH: __exit__; HANDLER: saved handled exception, reg - 1 the exception */
    bool is_async;          /* WITH */
    struct ast_list *final; /* FINALLY */
    struct ast_node *name;  /* NAME: the except handler whose name is deleted at its end */
    /* a protected range: where its current segment began, and the handler's identity until its address is known */
    bool guarded;
    uint32_t segment, id;
    uint16_t exc_reg, exc_temp;
};

struct unit { /* a code object under construction */
    struct compiler *c;
    struct unit *outer;
    struct lang_scope *scope;
    struct lang_str *name, *qualname;
    struct lang_instr *instrs;
    struct lang_position *positions;
    uint32_t count, capacity;
    lang_value *consts;
    uint32_t const_count, const_capacity;
    struct lang_site *sites;
    uint32_t site_count, site_capacity;
    struct lang_handler *handlers;
    uint32_t handler_count, handler_capacity;
    uint32_t *handler_ids;
    uint32_t temp_base, top, most; /* registers */
    struct lang_position at;       /* position of the next instructions */
    uint32_t next_id;
    struct block *block;
    lang_value doc;
    struct lang_symbol *bound; /* the last local that became definitely bound */
    bool names;                /* module text whose names live in a namespace of its own */
    bool shows;                /* the values of expression statements of the text go to the host */
};

struct compiler {
    struct lang_thread *t;
    struct lang_arena arena;
    struct lang_parse_result parsed;
    struct lang_text *text;
    struct lang_str **names; /* interned strings of the parse's names, by index; made on demand */
    uint32_t name_capacity;
    unsigned flags;
    bool text_annotations; /* from __future__ import annotations */
    bool walrus;           /* the code contains :=: locals must be copied before they are operands */
    bool failed;           /* out of memory or an error: everything that follows has no effect */
};

/* compile_text.c: around one text or tree. end: the code, after everything that was made for it is gone; NULL with an
 * exception. */
void lang_compiler_begin(struct compiler *c);
struct lang_code *lang_compiler_end(struct compiler *c, struct lang_code *code);
/* compile.c */
/* Puts a tree into the arena: parsed->root and the names of it; -1 with an exception. */
typedef int (*lang_tree_maker)(void *what, struct lang_arena *arena, struct lang_parse_result *parsed);
/* The code of a tree instead of a text; of the source only the name of the file counts. */
struct lang_code *lang_compile_tree(struct lang_thread *t, struct lang_source *source, unsigned flags,
                                    lang_tree_maker make, void *what);
static inline struct lang_position lang_compile_position(const struct ast_node *n)
{
    return (struct lang_position){n->line, n->end_line, (int32_t)n->col, (int32_t)n->end_col};
}
/* The local has a value from here to the end of the block. Only reads that could fail are done at once, in order. */
static inline void lang_compile_bind(struct unit *u, struct lang_symbol *s)
{
    if (s->kind != LANG_SYMBOL_LOCAL || s->bound || s->unbinds)
        return;
    s->bound = true;
    s->bound_before = u->bound;
    u->bound = s;
}
static inline void lang_compile_unbind_to(struct unit *u, struct lang_symbol *mark)
{
    for (; u->bound != mark; u->bound = u->bound->bound_before)
        u->bound->bound = false;
}
static inline bool lang_compile_is_bound(const struct lang_symbol *s)
{
    return s->bound || (s->parameter >= 0 && !s->unbinds);
}
/* A statement without an instruction of its own gets one for its line, of which trace functions are told. */
void lang_compile_mark_line(struct unit *u);
uint32_t lang_compile_emit(struct unit *u, enum lang_opcode op, unsigned x, uint32_t a, uint32_t b, uint32_t c);
uint32_t lang_compile_emit_wide(struct unit *u, enum lang_opcode op, uint32_t a, uint32_t w);
uint32_t lang_compile_emit_site(struct unit *u, enum lang_opcode op, uint32_t a, uint32_t b, struct lang_str *name);
uint32_t lang_compile_emit_getattr(struct unit *u, uint32_t a, uint32_t b, struct lang_str *name);
uint32_t lang_compile_emit_jump(struct unit *u, enum lang_opcode op, uint32_t a,
                                uint32_t *list); /* patches a list of jumps to one target */
void lang_compile_patch_here(struct unit *u, uint32_t list);
void lang_compile_patch_to(struct unit *u, uint32_t list, uint32_t target);
uint32_t lang_compile_alloc_temp(struct unit *u, uint32_t n);
void lang_compile_fail(struct unit *u, enum lang_exc exc, const char *message);
struct lang_str *lang_compile_name_text(struct unit *u, const struct ast_name *name); /* borrowed */
uint32_t lang_compile_add_const_steal(struct unit *u, lang_value v);
lang_value lang_compile_const_value(struct unit *u, const struct ast_value *v);
bool lang_compile_constant_of(struct unit *u, struct ast_node *n, lang_value *v); /* folds; a new reference */
void lang_compile_function(struct unit *u, struct ast_node *node, uint32_t dst);  /* def without decorators, lambda */
void lang_compile_comprehension(struct unit *u, struct ast_node *node, uint32_t dst);
void lang_compile_class(struct unit *u, struct ast_class_def *k, uint32_t dst);

/* compile_text.c */
struct lang_syntax_error;
lang_value lang_compile_raise_syntax(struct lang_thread *t, const struct lang_syntax_error *e, const char *filename);

/* Gives the warnings of a parse. -1: one has become an exception. */
int lang_compile_warn(struct lang_thread *t, const struct lang_source *source, const struct lang_parse_result *parsed);

/* compile_expr.c */
uint32_t lang_compile_expr(struct unit *u, struct ast_node *n,
                           int want); /* value in a register: want, or ANY: a local as it is or a new temporary */
uint32_t lang_compile_expr_temp(struct unit *u, struct ast_node *n); /* always a new temporary */
void lang_compile_condition(struct unit *u, struct ast_node *n, bool when,
                            uint32_t *list); /* jumps if the truth of n is `when` */
void lang_compile_load_name(struct unit *u, struct lang_symbol *s, uint32_t dst);
void lang_compile_store_name(struct unit *u, struct lang_symbol *s, uint32_t reg);
void lang_compile_delete_name(struct unit *u, struct lang_symbol *s);
void lang_compile_store(struct unit *u, struct ast_node *target, uint32_t reg);
enum lang_binary_op lang_compile_binary_op(uint8_t ast_op);

/* The temporary R[reg] holds what is waited for, then what that gives. context: enum lang_await. */
void lang_compile_await(struct unit *u, uint32_t reg, unsigned context);

/* compile_block.c */
/* The join of branches: a name is definitely bound if every branch binds it. */
struct lang_junction {
    struct lang_symbol *mark, *common[16];
    uint32_t count;
    bool any; /* a branch that reaches the join */
};
void lang_compile_branch_ends(struct unit *u, struct lang_junction *j, const struct ast_list *branch);
void lang_compile_join_branches(struct unit *u, const struct lang_junction *j);
void lang_compile_push_block(struct unit *u, struct block *b, enum block_kind kind, uint32_t reg);
void lang_compile_pop_block(struct unit *u);
/* A protected range begins (its exception comes into a register, those behind it are emptied), ends; its handler. */
void lang_compile_guard(struct unit *u, struct block *b, uint32_t exc_reg);
void lang_compile_unguard(struct unit *u, struct block *b);
void lang_compile_handler_here(struct unit *u, const struct block *b);
/* The cleanup of all blocks inside `until`, whose ranges are closed meanwhile; reopen continues them. */
void lang_compile_unwind(struct unit *u, struct block *until, bool returning);
void lang_compile_reopen(struct unit *u, struct block *until);
/* Does leaving the blocks inside of `until` (NULL: all) run something? */
bool lang_compile_must_undo(const struct unit *u, const struct block *until);
void lang_compile_try(struct unit *u, struct ast_try *n);
void lang_compile_with(struct unit *u, struct ast_with *n);

/* compile_stmt.c */
void lang_compile_keep_statements(struct unit *u, const struct ast_list *list); /* names bound in them stay bound */
/* The registers of a loop `async for`: the iterator, an exception, the item. */
enum { LANG_ASYNC_FOR = 3 };
/* The end of such a loop: waits for the next item and jumps to the body; goes on behind when there is none. */
void lang_compile_async_next(struct unit *u, uint32_t iterator, uint32_t body);
void lang_compile_statements(struct unit *u, const struct ast_list *list);

/* compile_annotation.c: what an annotation stands for, into a register */
void lang_compile_annotation(struct unit *u, struct ast_node *n, uint32_t dst);
void lang_compile_annotations(struct unit *u, struct ast_arguments *a, struct ast_node *returns, uint32_t dst);
bool lang_compile_has_annotations(const struct ast_list *body);
bool lang_compile_imports_annotations(const struct ast_list *body);

/* compile_match.c */
void lang_compile_match(struct unit *u, struct ast_match *m);

#endif
