/* Inside of the parser: its state, and the functions its files share.
 *
 * A recursive descent over the token array, behaving like CPython's PEG parser: a function that does not match returns
 * NULL (or false), leaves p->failed unset and may be followed by another attempt from an earlier p->pos; once an error
 * is raised p->failed is set and every function returns. A function that fails leaves the stack of list items
 * unchanged. The first pass only parses. When it fails without a raised error, a second pass runs with p->diagnose set,
 * in which the extra questions of diagnose.c are asked at the positions where CPython asks its invalid_ rules; if none
 * answers, the error is "invalid syntax" at the furthest token that was looked at. */
#ifndef LANG_FRONT_PARSER_STATE_H
#define LANG_FRONT_PARSER_STATE_H

#include "front/lexer.h"

/* Levels of recursion of the grammar. A level takes well under 200 bytes of C stack per function on it. */
enum { LANG_PARSER_DEPTH = 6000 };

struct parser {
    struct lang_lexer *lexer;
    struct lang_arena *arena;
    const struct lang_parse_options *options;
    struct lang_syntax_error *error;
    const struct lang_token *tokens; /* of the lexer; moves when an f-string appends to them */
    uint32_t pos;
    uint32_t furthest; /* the furthest token a failure has looked at */
    bool failed;       /* *error is filled */
    bool diagnose;     /* the second pass */
    bool quiet;        /* an attempt of the second pass in which nothing asks further */
    uint32_t depth;
    uint64_t effort;         /* steps of the second pass, bounded: its attempts nest */
    struct ast_node **stack; /* malloc'ed stack of the items of lists under construction */
    uint32_t stack_count, stack_capacity;
    uint32_t literal_token; /* the string whose escapes are being read */
    uint32_t fstring_depth;
    uint32_t fstring_start; /* inside a replacement field: offset of its expression, else 0 */
    const struct ast_name *known[LANG_NAME_FIRST_FREE];
};

/* Where a node begins. */
struct position {
    uint32_t line, col;
};

static inline enum lang_token_kind peek(const struct parser *p)
{
    return (enum lang_token_kind)p->tokens[p->pos].kind;
}

/* The token after the next; the array ends in END or ERROR, which is repeated for ever. */
static inline enum lang_token_kind peek_second(const struct parser *p)
{
    enum lang_token_kind kind = peek(p);
    return kind == TOKEN_END || kind == TOKEN_ERROR ? kind : (enum lang_token_kind)p->tokens[p->pos + 1].kind;
}

static inline bool accept(struct parser *p, enum lang_token_kind kind)
{
    if (p->tokens[p->pos].kind != kind)
        return false;
    p->pos++;
    return true;
}

static inline struct position position_of(const struct parser *p, uint32_t token)
{
    const struct lang_token *t = &p->tokens[token];
    return (struct position){t->line, t->start - p->lexer->lines[t->line - p->lexer->first_line]};
}

static inline struct position here(const struct parser *p)
{
    return position_of(p, p->pos);
}

/* parser.c */
void *lang_parse_fail(struct parser *p); /* no match at p->pos: NULL; raises where the lexer stopped here */
void lang_parse_note(struct parser *p, uint32_t token); /* this token has been looked at */
bool lang_parse_expect(struct parser *p, enum lang_token_kind kind);
bool lang_parse_expect_forced(struct parser *p, enum lang_token_kind kind); /* raises "expected ':'" at once */
void *lang_parse_no_memory(struct parser *p);
bool lang_parse_enter(struct parser *p); /* depth; false: raised MemoryError */
static inline void lang_parse_leave(struct parser *p)
{
    p->depth--;
}
/* Raise. All return NULL. Positions of CPython's RAISE_SYNTAX_ERROR (last token looked at), _KNOWN_LOCATION (a node:
 * its start and end), _KNOWN_RANGE (from one to another). */
void *lang_parse_raise(struct parser *p, enum lang_syntax_class kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void *lang_parse_raise_token(struct parser *p, uint32_t token, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void *lang_parse_raise_node(struct parser *p, const struct ast_node *node, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* From a position to a position; end_line 0 and end_col -1: CPython leaves the end open. */
void *lang_parse_raise_range(struct parser *p, struct position from, uint32_t end_line, int64_t end_col,
                             const char *format, ...) __attribute__((format(printf, 5, 6)));

/* A zeroed node of `size` bytes beginning at `start`; NULL raised. */
void *lang_parse_node(struct parser *p, enum ast_kind kind, size_t size, struct position start);
#define NEW_NODE(p, struct_name, KIND, start)                                                                          \
    ((struct ast_##struct_name *)lang_parse_node(p, AST_##KIND, sizeof(struct ast_##struct_name), start))
/* Sets the end of a node to the end of the last token (of the last one that is no white space); returns it. */
void *lang_parse_finish(struct parser *p, void *node);
void *lang_parse_finish_block(struct parser *p, void *node);
bool lang_parse_push(struct parser *p, void *node);                           /* onto the stack of list items */
bool lang_parse_take(struct parser *p, uint32_t mark, struct ast_list *list); /* items since mark into the arena */
bool lang_parse_list_of_one(struct parser *p, void *node, struct ast_list *list);
const struct ast_name *lang_parse_name(struct parser *p); /* NAME as an identifier; NULL: no match */
static inline const struct ast_name *name_of(const struct parser *p, uint32_t token)
{
    return p->lexer->names.items[p->tokens[token].name];
}
static inline bool is_known(const struct parser *p, uint32_t token, int name)
{
    return p->tokens[token].kind == TOKEN_NAME && p->tokens[token].name == (uint32_t)name;
}

/* parser_statement.c: simple statements; parser_compound.c: the others. Statements are pushed on the stack. */
bool lang_parse_simple_line(struct parser *p);
struct ast_node *lang_parse_simple_statement(struct parser *p);
bool lang_parse_statement(struct parser *p);
bool lang_parse_statements(struct parser *p); /* as many as match; false only when raised */
bool lang_parse_block(struct parser *p, struct ast_list *body);
/* After a header: `:` and the block (body NULL: only up to it). `what` completes CPython's message ("'if' statement",
 * "function definition"); `at` is the token that begins the header. is_forced: a missing colon is an error of its own
 * at once. */
bool lang_parse_colon_block(struct parser *p, const char *what, uint32_t at, bool is_forced, struct ast_list *body);
struct ast_node *lang_parse_match(struct parser *p);                      /* parser_pattern.c */
struct ast_node *lang_parse_parameters(struct parser *p, bool is_lambda); /* parser_parameters.c */

/* parser_expression.c */
struct ast_node *lang_parse_expression(struct parser *p);
struct ast_node *lang_parse_disjunction(struct parser *p);
struct ast_node *lang_parse_bitwise_or(struct parser *p);
struct ast_node *lang_parse_star_expressions(struct parser *p);
/* a, *b, c: one element, or a Tuple of them with context ctx; a trailing comma is allowed. */
struct ast_node *lang_parse_one_or_tuple(struct parser *p, struct ast_node *(*element)(struct parser *p),
                                         enum ast_context ctx);
struct ast_node *lang_parse_star_named_expression(struct parser *p);
struct ast_node *lang_parse_named_expression(struct parser *p);
struct ast_node *lang_parse_expression_not_named(struct parser *p); /* assignment_expression | expression !':=' */
struct ast_node *lang_parse_yield(struct parser *p);
struct ast_node *lang_parse_starred(struct parser *p); /* '*' bitwise_or */
struct ast_node *lang_parse_power(struct parser *p);
struct ast_node *lang_parse_primary(struct parser *p);
bool lang_parse_starts_expression(enum lang_token_kind kind);

/* parser_atom.c */
struct ast_node *lang_parse_atom(struct parser *p);
bool lang_parse_clauses(struct parser *p, struct ast_list *generators); /* for ... if ...: false: no match or raised */
struct ast_node *lang_parse_comprehension(struct parser *p, enum ast_kind kind, struct ast_node *elt,
                                          struct position start);

/* parser_call.c: p->pos is after the bracket */
struct ast_node *lang_parse_call(struct parser *p, struct ast_node *func, struct position start);
bool lang_parse_arguments(struct parser *p, struct ast_list *args, struct ast_list *keywords);
struct ast_node *lang_parse_subscript(struct parser *p, struct ast_node *value, struct position start);

/* parser_target.c */
enum target_kind { TARGETS_STAR, TARGETS_DEL, TARGETS_FOR };
bool lang_parse_is_target(const struct ast_node *node); /* star_targets */
void lang_parse_set_context(struct ast_node *node, enum ast_context ctx);
const struct ast_node *lang_parse_invalid_target(const struct ast_node *node, enum target_kind kind);
const char *lang_parse_describe(const struct ast_node *node); /* "function call" */
struct ast_node *lang_parse_star_targets(struct parser *p);   /* of `for`: parsed and made Store */
struct ast_node *lang_parse_star_target(struct parser *p);    /* one, of `with` */

/* literal.c and parser_string.c: p->pos is on a NUMBER, a STRING */
struct ast_node *lang_parse_number(struct parser *p);
bool lang_parse_number_value(struct parser *p, const struct lang_token *token, struct ast_value *value);
struct ast_node *lang_parse_strings(struct parser *p);

/* diagnose.c: the questions of the second pass. Each raises or does nothing; p->pos is as it was afterwards. */
static inline bool asks(const struct parser *p)
{
    return p->diagnose && !p->quiet;
}
void lang_diagnose_expression(struct parser *p, struct ast_node *disjunction, uint32_t start);
void lang_diagnose_named_expression(struct parser *p, uint32_t start);
void lang_diagnose_assignment(struct parser *p, uint32_t start);
void lang_diagnose_arguments(struct parser *p, uint32_t start);
void lang_diagnose_keyword(struct parser *p, uint32_t start);
void lang_diagnose_group(struct parser *p, uint32_t start);
void lang_diagnose_comprehension(struct parser *p, uint32_t start);
void lang_diagnose_dict(struct parser *p, uint32_t start); /* asked in the first pass too, as CPython does */
void lang_diagnose_with(struct parser *p, uint32_t start);
void lang_diagnose_target(struct parser *p, struct ast_node *node, enum target_kind kind);

#endif
