/* Simple statements: those of one line. */
#include "front/parser_state.h"

/* ---- expressions and assignments ---- */

static struct ast_node *right_side(struct parser *p)
{
    return peek(p) == TOKEN_YIELD ? lang_parse_yield(p) : lang_parse_star_expressions(p);
}

/* a = b = value. `first` is parsed, p->pos on the first `=`. */
static struct ast_node *assign(struct parser *p, struct ast_node *first, struct position start)
{
    uint32_t mark = p->stack_count;
    struct ast_node *value = first;
    while (peek(p) == TOKEN_EQUAL) {
        if (!lang_parse_is_target(value)) {
            p->stack_count = mark;
            return lang_parse_fail(p);
        }
        p->pos++;
        lang_parse_set_context(value, AST_STORE);
        if (!lang_parse_push(p, value))
            return NULL;
        value = right_side(p);
        if (value == NULL) {
            p->stack_count = mark;
            return NULL;
        }
    }
    struct ast_assign *node = NEW_NODE(p, assign, ASSIGN, start);
    if (node == NULL || !lang_parse_take(p, mark, &node->targets))
        return NULL;
    node->value = value;
    return lang_parse_finish(p, node);
}

static bool is_single_target(const struct ast_node *node)
{
    return node->kind == AST_NAME || node->kind == AST_ATTRIBUTE || node->kind == AST_SUBSCRIPT;
}

/* target: annotation [= value], p->pos on the colon. */
static struct ast_node *annotated(struct parser *p, struct ast_node *target, struct position start)
{
    if (!is_single_target(target))
        return lang_parse_fail(p);
    p->pos++;
    struct ast_node *annotation = lang_parse_expression(p), *value = NULL;
    if (annotation == NULL)
        return NULL;
    if (peek(p) == TOKEN_EQUAL) {
        p->pos++;
        value = right_side(p);
        if (value == NULL) {
            p->pos--;
            if (p->failed)
                return NULL;
        }
    }
    struct ast_ann_assign *node = NEW_NODE(p, ann_assign, ANN_ASSIGN, start);
    if (node == NULL)
        return NULL;
    lang_parse_set_context(target, AST_STORE);
    node->target = target;
    node->annotation = annotation;
    node->value = value;
    node->simple = target->kind == AST_NAME && !target->parens;
    return lang_parse_finish(p, node);
}

static int augmented_operator(enum lang_token_kind kind)
{
    static const uint8_t ops[] = {AST_OP_ADD,     AST_OP_SUB,     AST_OP_MULT,     AST_OP_MAT_MULT, AST_OP_DIV,
                                  AST_OP_MOD,     AST_OP_POW,     AST_OP_LSHIFT,   AST_OP_RSHIFT,   AST_OP_BIT_OR,
                                  AST_OP_BIT_XOR, AST_OP_BIT_AND, AST_OP_FLOOR_DIV};
    return kind >= TOKEN_PLUS_EQUAL && kind <= TOKEN_DOUBLE_SLASH_EQUAL ? ops[kind - TOKEN_PLUS_EQUAL] : -1;
}

static struct ast_node *augmented(struct parser *p, struct ast_node *target, struct position start)
{
    if (!is_single_target(target))
        return lang_parse_fail(p);
    int op = augmented_operator(peek(p));
    p->pos++;
    struct ast_node *value = right_side(p);
    struct ast_aug_assign *node = value == NULL ? NULL : NEW_NODE(p, aug_assign, AUG_ASSIGN, start);
    if (node == NULL)
        return NULL;
    lang_parse_set_context(target, AST_STORE);
    node->target = target;
    node->op = (uint8_t)op;
    node->value = value;
    return lang_parse_finish(p, node);
}

static struct ast_node *expression_statement(struct parser *p)
{
    struct position start = here(p);
    uint32_t start_at = p->pos;
    struct ast_node *first = right_side(p), *node;
    if (first == NULL)
        return NULL;
    uint32_t after = p->pos;
    enum lang_token_kind kind = peek(p);
    if (kind == TOKEN_EQUAL)
        node = assign(p, first, start);
    else if (kind == TOKEN_COLON)
        node = annotated(p, first, start);
    else if (augmented_operator(kind) >= 0)
        node = augmented(p, first, start);
    else
        node = NULL;
    if (node != NULL || p->failed)
        return node;
    p->pos = after;
    if (kind != TOKEN_NEWLINE && kind != TOKEN_SEMI && asks(p)) {
        lang_diagnose_assignment(p, start_at);
        if (p->failed)
            return NULL;
    }
    struct ast_expr *statement = NEW_NODE(p, expr, EXPR, start);
    if (statement == NULL)
        return NULL;
    statement->value = first;
    return lang_parse_finish(p, statement);
}

/* ---- statements that begin with a keyword ---- */

static bool at_statement_end(const struct parser *p)
{
    return peek(p) == TOKEN_NEWLINE || peek(p) == TOKEN_SEMI;
}

/* An optional expression list after a keyword. False: raised. */
static bool optional(struct parser *p, struct ast_node *(*parse)(struct parser *), struct ast_node **out)
{
    uint32_t before = p->pos;
    *out = NULL;
    if (at_statement_end(p))
        return true;
    *out = parse(p);
    if (*out == NULL)
        p->pos = before;
    return !p->failed;
}

static struct ast_node *parse_return(struct parser *p)
{
    struct ast_return *node = NEW_NODE(p, return, RETURN, here(p));
    p->pos++;
    if (node == NULL || !optional(p, lang_parse_star_expressions, &node->value))
        return NULL;
    return lang_parse_finish(p, node);
}

static struct ast_node *parse_raise(struct parser *p)
{
    struct ast_raise *node = NEW_NODE(p, raise, RAISE, here(p));
    p->pos++;
    if (node == NULL || !optional(p, lang_parse_expression, &node->exc))
        return NULL;
    if (node->exc != NULL && accept(p, TOKEN_FROM)) {
        node->cause = lang_parse_expression(p);
        if (node->cause == NULL) {
            if (p->failed)
                return NULL;
            p->pos--;
        }
    }
    return lang_parse_finish(p, node);
}

static struct ast_node *parse_assert(struct parser *p)
{
    struct ast_assert *node = NEW_NODE(p, assert, ASSERT, here(p));
    p->pos++;
    if (node == NULL || (node->test = lang_parse_expression(p)) == NULL)
        return NULL;
    if (accept(p, TOKEN_COMMA)) {
        node->msg = lang_parse_expression(p);
        if (node->msg == NULL) {
            if (p->failed)
                return NULL;
            p->pos--;
        }
    }
    return lang_parse_finish(p, node);
}

static struct ast_node *parse_keyword_only(struct parser *p, enum ast_kind kind)
{
    struct ast_node *node = lang_parse_node(p, kind, sizeof *node, here(p));
    p->pos++;
    return lang_parse_finish(p, node);
}

/* global and nonlocal have the same struct layout. */
static struct ast_node *parse_declaration(struct parser *p, enum ast_kind kind)
{
    struct ast_global *node = lang_parse_node(p, kind, sizeof *node, here(p));
    if (node == NULL)
        return NULL;
    uint32_t first = ++p->pos, count = 0;
    do {
        if (lang_parse_name(p) == NULL) {
            if (count == 0 || p->failed)
                return NULL;
            p->pos--; /* a trailing comma is an error */
            break;
        }
        count++;
    } while (accept(p, TOKEN_COMMA));
    node->names.items = lang_arena_array(p->arena, count, sizeof *node->names.items);
    if (node->names.items == NULL)
        return lang_parse_no_memory(p);
    node->names.count = count;
    for (uint32_t i = 0; i < count; i++)
        node->names.items[i] = name_of(p, first + 2 * i);
    return lang_parse_finish(p, node);
}

/* ---- del ---- */

static bool is_deletable(const struct ast_node *node)
{
    if (node->kind == AST_STARRED)
        return false;
    if (node->kind == AST_TUPLE || node->kind == AST_LIST) {
        const struct ast_list *items = &((const struct ast_list_expr *)(const void *)node)->elts;
        for (uint32_t i = 0; i < items->count; i++) {
            if (!is_deletable(items->items[i]))
                return false;
        }
        return true;
    }
    return is_single_target(node);
}

static struct ast_node *parse_del(struct parser *p)
{
    struct ast_delete *node = NEW_NODE(p, delete, DELETE, here(p));
    if (node == NULL)
        return NULL;
    uint32_t first = ++p->pos, mark = p->stack_count;
    do {
        uint32_t before = p->pos;
        if (at_statement_end(p) && p->pos > first)
            break;
        struct ast_node *target = lang_parse_primary(p);
        if (target == NULL || !is_deletable(target)) {
            if (p->failed)
                return NULL;
            lang_parse_fail(p);
            p->pos = before;
            break;
        }
        lang_parse_set_context(target, AST_DEL);
        if (!lang_parse_push(p, target))
            return NULL;
    } while (accept(p, TOKEN_COMMA));
    if (p->stack_count > mark && at_statement_end(p) && lang_parse_take(p, mark, &node->targets))
        return lang_parse_finish(p, node);
    p->stack_count = mark;
    lang_parse_fail(p);
    if (asks(p) && !p->failed) {
        p->pos = first;
        lang_diagnose_target(p, lang_parse_star_expressions(p), TARGETS_DEL);
    }
    return NULL;
}

/* ---- import ---- */

/* a.b.c as one name. */
static const struct ast_name *dotted_name(struct parser *p)
{
    const struct ast_name *name = lang_parse_name(p);
    if (name == NULL || peek(p) != TOKEN_DOT)
        return name;
    char text[1024];
    size_t len = name->len;
    if (len >= sizeof text)
        return lang_parse_no_memory(p);
    __builtin_memcpy(text, name->text, len);
    while (peek(p) == TOKEN_DOT) {
        p->pos++;
        const struct ast_name *part = lang_parse_name(p);
        if (part == NULL) {
            if (p->failed)
                return NULL;
            p->pos--;
            break;
        }
        if (len + 1 + part->len > sizeof text)
            return lang_parse_no_memory(p);
        text[len++] = '.';
        __builtin_memcpy(text + len, part->text, part->len);
        len += part->len;
    }
    name = lang_names_intern(&p->lexer->names, text, len);
    return name != NULL ? name : lang_parse_no_memory(p);
}

static struct ast_node *import_item(struct parser *p, bool is_dotted)
{
    struct ast_alias *node = NEW_NODE(p, alias, ALIAS, here(p));
    if (node == NULL)
        return NULL;
    node->name = is_dotted ? dotted_name(p) : lang_parse_name(p);
    if (node->name == NULL)
        return NULL;
    if (accept(p, TOKEN_AS)) {
        node->asname = lang_parse_name(p);
        if (node->asname == NULL) {
            if (p->failed)
                return NULL;
            p->pos--;
        }
    }
    return lang_parse_finish(p, node);
}

/* One or more items; a comma that nothing follows stays. */
static bool import_items(struct parser *p, bool is_dotted, struct ast_list *names)
{
    uint32_t mark = p->stack_count;
    do {
        struct ast_node *item = import_item(p, is_dotted);
        if (item == NULL) {
            if (p->failed || p->stack_count == mark) {
                p->stack_count = mark;
                return false;
            }
            p->pos--;
            break;
        }
        if (!lang_parse_push(p, item))
            return false;
    } while (accept(p, TOKEN_COMMA));
    return lang_parse_take(p, mark, names);
}

static struct ast_node *parse_import(struct parser *p)
{
    struct ast_import *node = NEW_NODE(p, import, IMPORT, here(p));
    p->pos++;
    return node != NULL && import_items(p, true, &node->names) ? lang_parse_finish(p, node) : NULL;
}

static bool import_from_targets(struct parser *p, struct ast_import_from *node)
{
    if (peek(p) == TOKEN_STAR) {
        struct ast_alias *alias = NEW_NODE(p, alias, ALIAS, here(p));
        if (alias == NULL)
            return false;
        p->pos++;
        alias->name = p->lexer->names.items[LANG_NAME_STAR];
        lang_parse_finish(p, alias);
        return lang_parse_list_of_one(p, alias, &node->names);
    }
    if (accept(p, TOKEN_LPAR)) {
        if (!import_items(p, false, &node->names))
            return false;
        accept(p, TOKEN_COMMA);
        return lang_parse_expect(p, TOKEN_RPAR);
    }
    if (!import_items(p, false, &node->names))
        return false;
    if (peek(p) != TOKEN_COMMA)
        return true;
    p->pos++;
    lang_parse_fail(p);
    if (asks(p) && !p->failed && peek(p) == TOKEN_NEWLINE)
        lang_parse_raise(p, LANG_SYNTAX_ERROR, "trailing comma not allowed without surrounding parentheses");
    return false;
}

static struct ast_node *parse_import_from(struct parser *p)
{
    struct ast_import_from *node = NEW_NODE(p, import_from, IMPORT_FROM, here(p));
    if (node == NULL)
        return NULL;
    p->pos++;
    for (;; p->pos++) {
        if (peek(p) == TOKEN_DOT)
            node->level++;
        else if (peek(p) == TOKEN_ELLIPSIS)
            node->level += 3;
        else
            break;
    }
    if (peek(p) == TOKEN_NAME || node->level == 0) {
        node->module = dotted_name(p);
        if (node->module == NULL)
            return NULL;
    }
    if (!lang_parse_expect(p, TOKEN_IMPORT) || !import_from_targets(p, node))
        return NULL;
    return lang_parse_finish(p, node);
}

/* ---- the line ---- */

struct ast_node *lang_parse_simple_statement(struct parser *p)
{
    switch (peek(p)) {
    case TOKEN_RETURN:
        return parse_return(p);
    case TOKEN_IMPORT:
        return parse_import(p);
    case TOKEN_FROM:
        return parse_import_from(p);
    case TOKEN_RAISE:
        return parse_raise(p);
    case TOKEN_PASS:
        return parse_keyword_only(p, AST_PASS);
    case TOKEN_BREAK:
        return parse_keyword_only(p, AST_BREAK);
    case TOKEN_CONTINUE:
        return parse_keyword_only(p, AST_CONTINUE);
    case TOKEN_DEL:
        return parse_del(p);
    case TOKEN_ASSERT:
        return parse_assert(p);
    case TOKEN_GLOBAL:
        return parse_declaration(p, AST_GLOBAL);
    case TOKEN_NONLOCAL:
        return parse_declaration(p, AST_NONLOCAL);
    default:
        return expression_statement(p);
    }
}

/* a; b; c NEWLINE, pushed one by one. */
bool lang_parse_simple_line(struct parser *p)
{
    uint32_t mark = p->stack_count;
    do {
        if (peek(p) == TOKEN_NEWLINE && p->stack_count > mark)
            break;
        struct ast_node *node = lang_parse_simple_statement(p);
        if (node == NULL || !lang_parse_push(p, node)) {
            p->stack_count = mark;
            return false;
        }
    } while (accept(p, TOKEN_SEMI));
    if (lang_parse_expect(p, TOKEN_NEWLINE))
        return true;
    p->stack_count = mark;
    return false;
}
