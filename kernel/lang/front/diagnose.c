/* The second pass: what CPython's invalid_ rules ask, at the positions and in the order in which it asks them.
 *
 * Each question starts at a token, tries to read what a frequent mistake would look like, raises if it does, and else
 * puts p->pos back. An attempt inside a question may itself raise something more precise; that error takes precedence.
 */
#include "front/parser_state.h"

#include <string.h>

struct saved {
    uint32_t pos, stack;
    bool quiet;
};

static struct saved save(const struct parser *p)
{
    return (struct saved){p->pos, p->stack_count, p->quiet};
}

static void restore(struct parser *p, struct saved saved)
{
    p->pos = saved.pos;
    p->stack_count = saved.stack;
    p->quiet = saved.quiet;
}

/* Looks at the token at p->pos; where the lexer stopped there, that is the error. */
static enum lang_token_kind look(struct parser *p)
{
    lang_parse_note(p, p->pos);
    if (peek(p) == TOKEN_ERROR)
        lang_parse_fail(p);
    return peek(p);
}

static void raise_between(struct parser *p, const struct ast_node *from, const struct ast_node *to, const char *message)
{
    lang_parse_raise_range(p, (struct position){from->line, from->col}, to->end_line, to->end_col, "%s", message);
}

/* From a node to the end of a token. */
static void raise_to_token(struct parser *p, struct position from, uint32_t token, const char *format, const char *arg)
    __attribute__((format(printf, 4, 0)));

static void raise_to_token(struct parser *p, struct position from, uint32_t token, const char *format, const char *arg)
{
    const struct lang_token *t = &p->tokens[token];
    lang_parse_raise_range(p, from, t->end_line, lang_lexer_col(p->lexer, t->end_line, t->end), format, arg);
}

/* From a position to where the tokenizer has read. */
static void raise_open(struct parser *p, struct position from, const char *message)
{
    lang_parse_note(p, p->pos);
    const struct lang_token *t = &p->tokens[p->furthest];
    lang_parse_raise_range(p, from, t->end_line, (int64_t)lang_lexer_col(p->lexer, t->end_line, t->end) - 1, "%s",
                           message);
}

static bool is_legacy(const struct parser *p, uint32_t token)
{
    return is_known(p, token, LANG_NAME_PRINT) || is_known(p, token, LANG_NAME_EXEC);
}

/* ---- expression ---- */

/* CPython compares only as many letters as the name has: `m`, `ca` count, too. */
static bool begins_soft_keyword(const struct ast_name *name)
{
#define TOKEN_SOFT_KEYWORD(word)                                                                                       \
    if (strncmp(word, name->text, name->len) == 0)                                                                     \
        return true;
#include "front/token.def"
    return false;
}

/* `a b`: something that could follow a comma. */
static void forgotten_comma(struct parser *p, struct ast_node *first, uint32_t start)
{
    struct saved saved = save(p);
    if (p->tokens[start].kind == TOKEN_NAME &&
        (p->tokens[start + 1].kind == TOKEN_STRING || begins_soft_keyword(name_of(p, start))))
        return;
    look(p);
    if (p->failed || !lang_parse_starts_expression(peek(p)))
        return;
    p->quiet = true;
    struct ast_node *second = lang_parse_expression(p);
    if (second != NULL)
        look(p);
    if (second != NULL && !p->failed && p->tokens[p->pos - 1].depth != 0 &&
        !(first->kind == AST_NAME && is_legacy(p, start) && !first->parens))
        raise_between(p, first, second, "invalid syntax. Perhaps you forgot a comma?");
    restore(p, saved);
}

/* `a if b` without else. */
static void forgotten_else(struct parser *p, struct ast_node *body)
{
    struct saved saved = save(p);
    if (peek(p) != TOKEN_IF)
        return;
    p->pos++;
    struct ast_node *test = lang_parse_disjunction(p);
    if (test != NULL && !p->failed) {
        enum lang_token_kind next = look(p);
        if (!p->failed && next != TOKEN_ELSE && next != TOKEN_COLON)
            raise_between(p, body, test, "expected 'else' after 'if' expression");
    }
    restore(p, saved);
}

/* `print x` of Python 2. */
static void legacy_statement(struct parser *p, uint32_t start)
{
    struct saved saved = save(p);
    p->pos = start + 1;
    if (peek(p) == TOKEN_LPAR || !lang_parse_starts_expression(look(p)))
        return;
    const struct ast_name *name = name_of(p, start);
    struct ast_node *rest = lang_parse_star_expressions(p); /* whatever the name: what follows may be wrong itself */
    if (rest != NULL && !p->failed && is_legacy(p, start))
        lang_parse_raise_range(p, position_of(p, start), rest->end_line, rest->end_col,
                               "Missing parentheses in call to '%s'. Did you mean %s(...)?", name->text, name->text);
    restore(p, saved);
}

void lang_diagnose_expression(struct parser *p, struct ast_node *disjunction, uint32_t start)
{
    struct saved saved = save(p);
    if (disjunction != NULL) {
        forgotten_comma(p, disjunction, start);
        if (!p->failed)
            forgotten_else(p, disjunction);
    }
    if (!p->failed && p->tokens[start].kind == TOKEN_NAME)
        legacy_statement(p, start);
    restore(p, saved);
}

/* ---- named expression ---- */

static bool is_display_or_constant(const struct ast_node *node)
{
    if (node->kind == AST_CONSTANT) {
        uint8_t type = ((const struct ast_constant *)(const void *)node)->value.type;
        return type == AST_VALUE_TRUE || type == AST_VALUE_FALSE || type == AST_VALUE_NONE;
    }
    return node->kind == AST_LIST || node->kind == AST_TUPLE || node->kind == AST_GENERATOR_EXP;
}

static bool at_equal(const struct parser *p)
{
    return peek(p) == TOKEN_EQUAL || peek(p) == TOKEN_COLON_EQUAL;
}

/* `a = b` where only an expression can stand. */
static void equal_for_comparison(struct parser *p, uint32_t start)
{
    enum lang_token_kind kind = (enum lang_token_kind)p->tokens[start].kind;
    bool is_name = kind == TOKEN_NAME && p->tokens[start + 1].kind == TOKEN_EQUAL;
    if (!is_name && kind != TOKEN_NAME) { /* a list, tuple, generator at the very start is left to others, also where
                                             more follows it */
        struct ast_node *atom = lang_parse_atom(p);
        if (p->failed || (atom != NULL && is_display_or_constant(atom)))
            return;
        p->pos = start;
    }
    struct ast_node *first = lang_parse_bitwise_or(p);
    if (first == NULL || p->failed || look(p) != TOKEN_EQUAL)
        return;
    p->pos++;
    struct ast_node *second = lang_parse_bitwise_or(p);
    if (second == NULL || p->failed)
        return;
    look(p);
    if (p->failed || at_equal(p))
        return;
    if (is_name)
        raise_between(p, first, second, "invalid syntax. Maybe you meant '==' or ':=' instead of '='?");
    if (!p->failed)
        lang_parse_raise_node(p, first, "cannot assign to %s here. Maybe you meant '==' instead of '='?",
                              lang_parse_describe(first));
}

void lang_diagnose_named_expression(struct parser *p, uint32_t start)
{
    struct saved saved = save(p);
    p->pos = start;
    struct ast_node *first = lang_parse_expression(p);
    if (first != NULL && !p->failed && look(p) == TOKEN_COLON_EQUAL) {
        p->pos++;
        if (lang_parse_expression(p) != NULL && !p->failed)
            lang_parse_raise_node(p, first, "cannot use assignment expressions with %s", lang_parse_describe(first));
    }
    p->pos = start;
    p->stack_count = saved.stack;
    if (first != NULL && !p->failed)
        equal_for_comparison(p, start);
    restore(p, saved);
}

/* ---- assignment ---- */

void lang_diagnose_target(struct parser *p, struct ast_node *node, enum target_kind kind)
{
    if (node == NULL || p->failed)
        return;
    const struct ast_node *invalid = lang_parse_invalid_target(node, kind);
    if (invalid != NULL)
        lang_parse_raise_node(p, invalid, kind == TARGETS_DEL ? "cannot delete %s" : "cannot assign to %s",
                              lang_parse_describe(invalid));
}

/* `a, b: int` and the like. */
static void bad_annotation(struct parser *p, uint32_t start)
{
    p->pos = start;
    struct ast_node *first = lang_parse_star_named_expression(p);
    if (first == NULL || p->failed)
        return;
    bool is_sequence = first->kind == AST_LIST || first->kind == AST_TUPLE;
    if (is_sequence && peek(p) == TOKEN_COLON) {
        p->pos++;
        if (lang_parse_expression(p) != NULL && !p->failed)
            lang_parse_raise_node(p, first, "only single target (not %s) can be annotated", lang_parse_describe(first));
        return;
    }
    if (peek(p) == TOKEN_COMMA) {
        p->pos++;
        while (peek(p) != TOKEN_COLON && lang_parse_star_named_expression(p) != NULL)
            accept(p, TOKEN_COMMA); /* CPython's rule repeats the list, so the commas may be missing */
        if (!p->failed && accept(p, TOKEN_COLON) && lang_parse_expression(p) != NULL && !p->failed)
            lang_parse_raise_node(p, first, "only single target (not tuple) can be annotated");
        return;
    }
    if (first->kind != AST_STARRED && first->kind != AST_NAMED_EXPR && peek(p) == TOKEN_COLON) {
        p->pos++;
        if (lang_parse_expression(p) != NULL && !p->failed)
            lang_parse_raise_node(p, first, "illegal target for annotation");
    }
}

static bool at_augmented(const struct parser *p)
{
    return peek(p) >= TOKEN_PLUS_EQUAL && peek(p) <= TOKEN_DOUBLE_SLASH_EQUAL;
}

/* a = <no target> = ..., and <no target> += ... */
static void bad_assignment(struct parser *p, uint32_t start)
{
    uint32_t last = start;
    p->pos = start;
    for (;;) { /* the targets that are good */
        struct ast_node *target = lang_parse_star_targets(p);
        if (p->failed)
            return;
        if (target == NULL || peek(p) != TOKEN_EQUAL)
            break;
        last = ++p->pos;
    }
    p->pos = last;
    if (peek(p) == TOKEN_YIELD) {
        struct ast_node *yield = lang_parse_yield(p);
        if (yield != NULL && !p->failed && peek(p) == TOKEN_EQUAL)
            lang_parse_raise_node(p, yield, "assignment to yield expression not possible");
        return;
    }
    struct ast_node *value = lang_parse_star_expressions(p);
    if (value != NULL && !p->failed && peek(p) == TOKEN_EQUAL)
        lang_diagnose_target(p, value, TARGETS_STAR);
    if (p->failed)
        return;
    p->pos = start;
    value = lang_parse_star_expressions(p);
    if (value == NULL || p->failed || !at_augmented(p))
        return;
    p->pos++;
    struct ast_node *right = peek(p) == TOKEN_YIELD ? lang_parse_yield(p) : lang_parse_star_expressions(p);
    if (right != NULL && !p->failed)
        lang_parse_raise_node(p, value, "'%s' is an illegal expression for augmented assignment",
                              lang_parse_describe(value));
}

void lang_diagnose_assignment(struct parser *p, uint32_t start)
{
    struct saved saved = save(p);
    bad_annotation(p, start);
    if (!p->failed)
        bad_assignment(p, start);
    restore(p, saved);
}

/* ---- calls ---- */

/* One argument where a keyword was hoped for. */
void lang_diagnose_keyword(struct parser *p, uint32_t start)
{
    struct saved saved = save(p);
    enum lang_token_kind kind = (enum lang_token_kind)p->tokens[start].kind;
    struct ast_list generators;
    p->pos = start;
    if (kind == TOKEN_TRUE || kind == TOKEN_FALSE || kind == TOKEN_NONE) {
        if (p->tokens[start + 1].kind == TOKEN_EQUAL)
            raise_to_token(p, position_of(p, start), start + 1, "cannot assign to %s", lang_token_text(kind));
    } else if (kind == TOKEN_NAME && p->tokens[start + 1].kind == TOKEN_EQUAL) {
        p->pos += 2;
        if (lang_parse_expression(p) != NULL && !p->failed && lang_parse_clauses(p, &generators) && !p->failed)
            raise_to_token(p, position_of(p, start), start + 1, "%s",
                           "invalid syntax. Maybe you meant '==' or ':=' instead of '='?");
    } else {
        struct ast_node *first = lang_parse_expression(p);
        if (first != NULL && !p->failed && look(p) == TOKEN_EQUAL)
            raise_to_token(p, (struct position){first->line, first->col}, p->pos, "%s",
                           "expression cannot contain assignment, perhaps you meant \"==\"?");
    }
    restore(p, saved);
}

static const struct ast_node *last_of(const struct ast_list *list)
{
    return list->items[list->count - 1];
}

/* The end of the last clause, which for this error is its iterable or its last condition. */
static const struct ast_node *clause_end(const struct ast_list *generators)
{
    struct ast_comprehension *clause = ast_as_comprehension((struct ast_node *)(uintptr_t)last_of(generators));
    return clause->ifs.count != 0 ? last_of(&clause->ifs) : clause->iter;
}

static bool has_mapping(const struct ast_list *keywords)
{
    for (uint32_t i = 0; i < keywords->count; i++) {
        if (ast_as_keyword(keywords->items[i])->arg == NULL)
            return true;
    }
    return false;
}

static void raise_bare_generator(struct parser *p, const struct ast_node *elt, const struct ast_list *generators)
{
    raise_between(p, elt, clause_end(generators), "Generator expression must be parenthesized");
}

/* `f(x for x in y, args)`, `f(args, x for x in y)`: clauses right after the last argument. True: something was raised.
 */
static bool bare_generator(struct parser *p, const struct ast_list *args, const struct ast_list *keywords)
{
    struct ast_list generators;
    if (args->count == 0 || !lang_parse_clauses(p, &generators) || p->failed)
        return p->failed;
    if (args->count == 1 && (keywords->count != 0 || look(p) != TOKEN_COMMA))
        return p->failed;
    raise_bare_generator(p, last_of(args), &generators);
    return true;
}

/* What stands after keywords where only keywords can stand. */
static void after_keywords(struct parser *p, const struct ast_list *keywords)
{
    struct ast_list generators, more, more_keywords;
    uint32_t start = p->pos;
    struct ast_node *elt = peek(p) == TOKEN_STAR ? NULL : lang_parse_expression(p);
    if (elt != NULL && !p->failed && lang_parse_clauses(p, &generators) && !p->failed) {
        raise_bare_generator(p, elt, &generators);
        return;
    }
    p->pos = start;
    if (!p->failed && lang_parse_arguments(p, &more, &more_keywords) && !p->failed &&
        more.count + more_keywords.count != 0) {
        if (p->tokens[p->pos - 1].kind == TOKEN_COMMA)
            p->pos--;
        lang_parse_raise(p, LANG_SYNTAX_ERROR,
                         has_mapping(keywords) ? "positional argument follows keyword argument unpacking"
                                               : "positional argument follows keyword argument");
    }
}

void lang_diagnose_arguments(struct parser *p, uint32_t start)
{
    struct saved saved = save(p);
    struct ast_list args, keywords;
    p->pos = start;
    if (lang_parse_arguments(p, &args, &keywords) && !p->failed) {
        bool after_comma = p->pos > start && p->tokens[p->pos - 1].kind == TOKEN_COMMA;
        if (after_comma && look(p) == TOKEN_STAR)
            raise_to_token(p, position_of(p, start), p->pos - 2, "%s",
                           "iterable argument unpacking follows keyword argument unpacking");
        else if (!after_comma)
            bare_generator(p, &args, &keywords);
        else if (keywords.count != 0)
            after_keywords(p, &keywords);
    }
    restore(p, saved);
}

/* `with a as b` without its colon: the items once more, whatever follows them. */
void lang_diagnose_with(struct parser *p, uint32_t start)
{
    struct saved saved = save(p);
    for (int in_parens = 0; in_parens < 2 && !p->failed; in_parens++) {
        p->pos = start;
        bool has_item = false, dangling = false;
        if (in_parens && !accept(p, TOKEN_LPAR))
            break;
        do {
            if (in_parens && peek(p) == TOKEN_RPAR)
                break;
            if (lang_parse_expression(p) == NULL || p->failed)
                break;
            has_item = true;
            dangling = false;
            uint32_t as_at = p->pos;
            if (accept(p, TOKEN_AS) && lang_parse_star_target(p) == NULL)
                p->pos = as_at;
        } while (!p->failed && (dangling = accept(p, TOKEN_COMMA)));
        if (!p->failed && has_item && (in_parens || !dangling) && (!in_parens || accept(p, TOKEN_RPAR)) &&
            look(p) == TOKEN_NEWLINE)
            lang_parse_raise(p, LANG_SYNTAX_ERROR, "expected ':'");
    }
    restore(p, saved);
}

/* ---- brackets ---- */

/* '*' expression: more than a star takes in a display. */
static struct ast_node *starred_expression(struct parser *p)
{
    struct ast_starred *node = NEW_NODE(p, starred, STARRED, here(p));
    if (node == NULL)
        return NULL;
    p->pos++;
    node->value = lang_parse_expression(p);
    return node->value == NULL ? NULL : lang_parse_finish(p, node);
}

void lang_diagnose_group(struct parser *p, uint32_t start)
{
    struct saved saved = save(p);
    p->pos = start + 1;
    uint32_t star = p->pos;
    if (peek(p) == TOKEN_STAR) {
        struct ast_node *node = starred_expression(p);
        if (node != NULL && !p->failed && look(p) == TOKEN_RPAR)
            lang_parse_raise_node(p, node, "cannot use starred expression here");
    } else if (peek(p) == TOKEN_DOUBLE_STAR) {
        p->pos++;
        if (lang_parse_expression(p) != NULL && !p->failed && look(p) == TOKEN_RPAR)
            lang_parse_raise_token(p, star, "cannot use double starred expression here");
    }
    restore(p, saved);
}

/* [a, b for ...], {a, b for ...} */
static void bare_target(struct parser *p, struct ast_node *first)
{
    struct ast_list generators;
    uint32_t comma = p->pos++;
    const struct ast_node *last = NULL;
    while (peek(p) == TOKEN_STAR || lang_parse_starts_expression(peek(p))) {
        struct ast_node *node = lang_parse_star_named_expression(p);
        if (node == NULL)
            break;
        last = node;
        if (!accept(p, TOKEN_COMMA))
            break;
    }
    if (p->failed || !lang_parse_clauses(p, &generators) || p->failed)
        return;
    if (last != NULL)
        raise_between(p, first, last, "did you forget parentheses around the comprehension target?");
    else
        raise_to_token(p, (struct position){first->line, first->col}, comma, "%s",
                       "did you forget parentheses around the comprehension target?");
}

void lang_diagnose_comprehension(struct parser *p, uint32_t start)
{
    struct saved saved = save(p);
    struct ast_list generators;
    enum lang_token_kind bracket = (enum lang_token_kind)p->tokens[start].kind;
    p->pos = start + 1;
    if (bracket == TOKEN_LBRACE && peek(p) == TOKEN_DOUBLE_STAR) {
        p->pos++;
        if (lang_parse_bitwise_or(p) != NULL && !p->failed && lang_parse_clauses(p, &generators) && !p->failed &&
            look(p) == TOKEN_RBRACE)
            lang_parse_raise_token(p, start + 1, "dict unpacking cannot be used in dict comprehension");
    } else if (peek(p) == TOKEN_STAR || (bracket != TOKEN_LPAR && lang_parse_starts_expression(peek(p)))) {
        struct ast_node *first = peek(p) == TOKEN_STAR ? starred_expression(p) : lang_parse_star_named_expression(p);
        if (first != NULL && !p->failed) {
            if (first->kind == AST_STARRED && peek(p) == TOKEN_FOR && lang_parse_clauses(p, &generators))
                lang_parse_raise_node(p, first, "iterable unpacking cannot be used in comprehension");
            else if (!p->failed && bracket != TOKEN_LPAR && peek(p) == TOKEN_COMMA) /* in round brackets: a tuple */
                bare_target(p, first);
        }
    }
    restore(p, saved);
}

/* A dict whose pair is broken: the first pairs are good. */
void lang_diagnose_dict(struct parser *p, uint32_t start)
{
    struct saved saved = save(p);
    bool pairs = false;
    p->pos = start + 1;
    for (;;) {
        if (peek(p) == TOKEN_DOUBLE_STAR) {
            p->pos++;
            if (lang_parse_bitwise_or(p) == NULL)
                break;
            pairs = true;
        } else {
            if (peek(p) == TOKEN_RBRACE || (!pairs && !lang_parse_starts_expression(peek(p))))
                break;
            struct ast_node *key = lang_parse_expression(p);
            if (key == NULL || p->failed)
                break;
            if (look(p) != TOKEN_COLON) {
                if (pairs && !p->failed)
                    lang_parse_raise_range(p, (struct position){key->line, key->end_col - 1}, key->end_line, -1,
                                           "':' expected after dictionary key");
                break;
            }
            uint32_t colon = p->pos++;
            struct ast_node *value = peek(p) == TOKEN_STAR ? NULL : lang_parse_expression(p);
            if (p->failed)
                break;
            if (value == NULL) {
                uint32_t at = p->pos = colon + 1;
                if (look(p) == TOKEN_STAR) {
                    p->pos++;
                    if (lang_parse_bitwise_or(p) != NULL && !p->failed)
                        raise_open(p, position_of(p, at), "cannot use a starred expression in a dictionary value");
                } else if (peek(p) == TOKEN_RBRACE || peek(p) == TOKEN_COMMA) {
                    lang_parse_raise_token(p, colon, "expression expected after dictionary key and ':'");
                }
                break;
            }
            pairs = true;
        }
        if (!accept(p, TOKEN_COMMA))
            break;
    }
    restore(p, saved);
}
