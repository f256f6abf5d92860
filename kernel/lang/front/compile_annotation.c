/* compile_annotation.c: annotations: those of a function as a dict, which blocks have any, and an expression of the
 * tree as text again, for `from __future__ import annotations`: what an annotation then evaluates to. The spacing and
 * the parentheses are those of CPython's own unparser. */
#include <string.h>

#include "front/compile.h"

/* How tightly an expression binds; one of lower precedence than its context requires is put in parentheses. */
enum level {
    TUPLE,
    TEST,
    OR,
    AND,
    NOT,
    CMP,
    EXPR,
    BXOR,
    BAND,
    SHIFT,
    ARITH,
    TERM,
    FACTOR,
    POWER,
    AWAIT,
    ATOM,
    BOR = EXPR
};

struct text {
    struct unit *u;
    struct lang_builder *b;
    bool failed;
};

static void put_expr(struct text *x, struct ast_node *n, enum level level);

static void put(struct text *x, const char *s)
{
    if (lang_builder_c(x->b, s) < 0)
        x->failed = true;
}

static void put_name(struct text *x, const struct ast_name *name)
{
    if (lang_builder_utf8(x->b, name->text, name->len) < 0)
        x->failed = true;
}

static void put_str_steal(struct text *x, struct lang_str *s)
{
    if (!s || lang_builder_str(x->b, s) < 0)
        x->failed = true;
    lang_xdecref(x->u->c->t, s);
}

static void put_list(struct text *x, const struct ast_list *l, enum level level)
{
    for (uint32_t i = 0; i < l->count; i++) {
        if (i)
            put(x, ", ");
        put_expr(x, l->items[i], level);
    }
}

static void put_bool_op(struct text *x, struct ast_bool_op *n, enum level level)
{
    enum level own = n->op == AST_BOOL_AND ? AND : OR;
    if (level > own)
        put(x, "(");
    for (uint32_t i = 0; i < n->values.count; i++) {
        if (i)
            put(x, n->op == AST_BOOL_AND ? " and " : " or ");
        put_expr(x, n->values.items[i], own + 1);
    }
    if (level > own)
        put(x, ")");
}

static void put_bin_op(struct text *x, struct ast_bin_op *n, enum level level)
{
    static const struct {
        const char *sign;
        enum level level;
    } ops[] = {
        [AST_OP_ADD] = {" + ", ARITH},     [AST_OP_SUB] = {" - ", ARITH},     [AST_OP_MULT] = {" * ", TERM},
        [AST_OP_MAT_MULT] = {" @ ", TERM}, [AST_OP_DIV] = {" / ", TERM},      [AST_OP_MOD] = {" % ", TERM},
        [AST_OP_LSHIFT] = {" << ", SHIFT}, [AST_OP_RSHIFT] = {" >> ", SHIFT}, [AST_OP_BIT_OR] = {" | ", BOR},
        [AST_OP_BIT_XOR] = {" ^ ", BXOR},  [AST_OP_BIT_AND] = {" & ", BAND},  [AST_OP_FLOOR_DIV] = {" // ", TERM},
        [AST_OP_POW] = {" ** ", POWER},
    };
    enum level own = ops[n->op].level;
    bool right = n->op == AST_OP_POW;
    if (level > own)
        put(x, "(");
    put_expr(x, n->left, own + right);
    put(x, ops[n->op].sign);
    put_expr(x, n->right, own + !right);
    if (level > own)
        put(x, ")");
}

static void put_unary_op(struct text *x, struct ast_unary_op *n, enum level level)
{
    static const char *const signs[] = {
        [AST_UNARY_INVERT] = "~", [AST_UNARY_NOT] = "not ", [AST_UNARY_UADD] = "+", [AST_UNARY_USUB] = "-"};
    enum level own = n->op == AST_UNARY_NOT ? NOT : FACTOR;
    if (level > own)
        put(x, "(");
    put(x, signs[n->op]);
    put_expr(x, n->operand, own);
    if (level > own)
        put(x, ")");
}

static void put_compare(struct text *x, struct ast_compare *n, enum level level)
{
    static const char *const signs[] = {
#define AST_COMPARE(OP, Class, text) [AST_CMP_##OP] = " " text " ",
#include "ast.def"
    };
    if (level > CMP)
        put(x, "(");
    put_expr(x, n->left, CMP + 1);
    for (uint32_t i = 0; i < n->comparators.count; i++) {
        put(x, signs[n->ops[i]]);
        put_expr(x, n->comparators.items[i], CMP + 1);
    }
    if (level > CMP)
        put(x, ")");
}

static void put_arguments(struct text *x, struct ast_arguments *a)
{
    bool first = true;
#define SEPARATE() (first ? (void)(first = false) : put(x, ", "))
    uint32_t all = a->posonlyargs.count + a->args.count;
    for (uint32_t i = 0; i < all; i++) {
        bool only = i < a->posonlyargs.count;
        SEPARATE();
        put_name(x, ast_as_arg(only ? a->posonlyargs.items[i] : a->args.items[i - a->posonlyargs.count])->arg);
        if (i >= all - a->defaults.count) {
            put(x, "=");
            put_expr(x, a->defaults.items[i - (all - a->defaults.count)], TEST);
        }
        if (i + 1 == a->posonlyargs.count)
            put(x, ", /");
    }
    if (a->vararg || a->kwonlyargs.count) {
        SEPARATE();
        put(x, "*");
        if (a->vararg)
            put_name(x, ast_as_arg(a->vararg)->arg);
    }
    for (uint32_t i = 0; i < a->kwonlyargs.count; i++) {
        SEPARATE();
        put_name(x, ast_as_arg(a->kwonlyargs.items[i])->arg);
        if (i < a->kw_defaults.count && a->kw_defaults.items[i]) {
            put(x, "=");
            put_expr(x, a->kw_defaults.items[i], TEST);
        }
    }
    if (a->kwarg) {
        SEPARATE();
        put(x, "**");
        put_name(x, ast_as_arg(a->kwarg)->arg);
    }
#undef SEPARATE
}

static void put_lambda(struct text *x, struct ast_lambda *n, enum level level)
{
    struct ast_arguments *a = ast_as_arguments(n->args);
    bool any = a->posonlyargs.count || a->args.count || a->vararg || a->kwonlyargs.count || a->kwarg;
    if (level > TEST)
        put(x, "(");
    put(x, any ? "lambda " : "lambda");
    put_arguments(x, a);
    put(x, ": ");
    put_expr(x, n->body, TEST);
    if (level > TEST)
        put(x, ")");
}

static void put_if_exp(struct text *x, struct ast_if_exp *n, enum level level)
{
    if (level > TEST)
        put(x, "(");
    put_expr(x, n->body, TEST + 1);
    put(x, " if ");
    put_expr(x, n->test, TEST + 1);
    put(x, " else ");
    put_expr(x, n->orelse, TEST);
    if (level > TEST)
        put(x, ")");
}

static void put_dict(struct text *x, struct ast_dict *n)
{
    put(x, "{");
    for (uint32_t i = 0; i < n->values.count; i++) {
        if (i)
            put(x, ", ");
        if (n->keys.items[i]) {
            put_expr(x, n->keys.items[i], TEST);
            put(x, ": ");
            put_expr(x, n->values.items[i], TEST);
        } else {
            put(x, "**");
            put_expr(x, n->values.items[i], EXPR);
        }
    }
    put(x, "}");
}

static void put_comprehension(struct text *x, const char *open, struct ast_node *elt, struct ast_node *value,
                              const struct ast_list *generators, const char *close)
{
    put(x, open);
    put_expr(x, elt, TEST);
    if (value) {
        put(x, ": ");
        put_expr(x, value, TEST);
    }
    for (uint32_t i = 0; i < generators->count; i++) {
        struct ast_comprehension *g = ast_as_comprehension(generators->items[i]);
        put(x, " for ");
        put_expr(x, g->target, TUPLE);
        put(x, " in ");
        put_expr(x, g->iter, TEST + 1);
        for (uint32_t k = 0; k < g->ifs.count; k++) {
            put(x, " if ");
            put_expr(x, g->ifs.items[k], TEST + 1);
        }
    }
    put(x, close);
}

static void put_call(struct text *x, struct ast_call *n)
{
    put_expr(x, n->func, ATOM);
    if (n->args.count == 1 && n->keywords.count == 0 && n->args.items[0]->kind == AST_GENERATOR_EXP) {
        put_expr(x, n->args.items[0], TEST);
        return;
    }
    put(x, "(");
    put_list(x, &n->args, TEST);
    for (uint32_t i = 0; i < n->keywords.count; i++) {
        struct ast_keyword *k = ast_as_keyword(n->keywords.items[i]);
        if (i || n->args.count)
            put(x, ", ");
        if (k->arg) {
            put_name(x, k->arg);
            put(x, "=");
        } else {
            put(x, "**");
        }
        put_expr(x, k->value, TEST);
    }
    put(x, ")");
}

static void put_constant(struct text *x, struct ast_constant *n)
{
    struct lang_thread *t = x->u->c->t;
    if (n->value.type == AST_VALUE_ELLIPSIS) {
        put(x, "...");
        return;
    }
    if (n->value.type == AST_VALUE_STR && n->value.has_u)
        put(x, "u");
    lang_value v = lang_compile_const_value(x->u, &n->value);
    if (lang_is_error(v)) {
        x->failed = true;
        return;
    }
    put_str_steal(x, lang_repr(t, v));
    lang_unref(t, v);
}

/* The inside of an f-string; its braces doubled. */
static void put_fstring_part(struct text *x, struct ast_node *n)
{
    if (n->kind == AST_CONSTANT) {
        const struct ast_text *s = &ast_as_constant(n)->value.text;
        for (size_t i = 0; i < s->len; i++)
            if (lang_builder_utf8(x->b, s->bytes + i, 1) < 0 ||
                ((s->bytes[i] == '{' || s->bytes[i] == '}') && lang_builder_utf8(x->b, s->bytes + i, 1) < 0))
                x->failed = true;
        return;
    }
    if (n->kind == AST_JOINED_STR) {
        struct ast_list *all = &ast_as_joined_str(n)->values;
        for (uint32_t i = 0; i < all->count; i++)
            put_fstring_part(x, all->items[i]);
        return;
    }
    struct ast_formatted_value *f = ast_as_formatted_value(n);
    char conversion[3] = {'!', (char)f->conversion, 0};
    put(x, "{");
    put_expr(x, f->value, TEST + 1);
    if (f->conversion > 0)
        put(x, conversion);
    if (f->format_spec) {
        put(x, ":");
        put_fstring_part(x, f->format_spec);
    }
    put(x, "}");
}

static void put_fstring(struct text *x, struct ast_node *n)
{
    struct lang_thread *t = x->u->c->t;
    struct lang_builder inner;
    lang_builder_init(&inner, t);
    struct text y = {.u = x->u, .b = &inner};
    put_fstring_part(&y, n);
    struct lang_str *s = lang_builder_finish(&inner);
    put(x, "f");
    put_str_steal(x, s && !y.failed ? lang_str_repr(t, s) : NULL);
    lang_xdecref(t, s);
}

static void put_slice(struct text *x, struct ast_slice *n)
{
    if (n->lower)
        put_expr(x, n->lower, TEST);
    put(x, ":");
    if (n->upper)
        put_expr(x, n->upper, TEST);
    if (n->step) {
        put(x, ":");
        put_expr(x, n->step, TEST);
    }
}

static void put_attribute(struct text *x, struct ast_attribute *n)
{
    bool number = n->value->kind == AST_CONSTANT && ast_as_constant(n->value)->value.type == AST_VALUE_INT;
    put_expr(x, n->value, ATOM);
    put(x, number ? " ." : ".");
    put_name(x, n->attr);
}

static void put_enclosed(struct text *x, const char *open, const struct ast_list *l, const char *close)
{
    put(x, open);
    put_list(x, l, TEST);
    put(x, close);
}

static void put_tuple(struct text *x, const struct ast_list *l, enum level level)
{
    if (l->count == 0) {
        put(x, "()");
        return;
    }
    if (level > TUPLE)
        put(x, "(");
    put_list(x, l, TEST);
    if (l->count == 1)
        put(x, ",");
    if (level > TUPLE)
        put(x, ")");
}

/* The inner half of subscripts: a tuple is written without parentheses. */
static void put_subscript(struct text *x, struct ast_subscript *n)
{
    put_expr(x, n->value, ATOM);
    put(x, "[");
    put_expr(x, n->slice, TUPLE);
    put(x, "]");
}

static void put_expr(struct text *x, struct ast_node *n, enum level level)
{
    switch (n->kind) {
    case AST_BOOL_OP:
        put_bool_op(x, ast_as_bool_op(n), level);
        break;
    case AST_BIN_OP:
        put_bin_op(x, ast_as_bin_op(n), level);
        break;
    case AST_UNARY_OP:
        put_unary_op(x, ast_as_unary_op(n), level);
        break;
    case AST_COMPARE:
        put_compare(x, ast_as_compare(n), level);
        break;
    case AST_LAMBDA:
        put_lambda(x, ast_as_lambda(n), level);
        break;
    case AST_IF_EXP:
        put_if_exp(x, ast_as_if_exp(n), level);
        break;
    case AST_NAMED_EXPR:
        put(x, "(");
        put_expr(x, ast_as_named_expr(n)->target, ATOM);
        put(x, " := ");
        put_expr(x, ast_as_named_expr(n)->value, ATOM);
        put(x, ")");
        break;
    case AST_DICT:
        put_dict(x, ast_as_dict(n));
        break;
    case AST_SET:
        put_enclosed(x, "{", &ast_as_set(n)->elts, "}");
        break;
    case AST_LIST:
        put_enclosed(x, "[", &ast_as_list_expr(n)->elts, "]");
        break;
    case AST_TUPLE:
        put_tuple(x, &ast_as_tuple(n)->elts, level);
        break;
    case AST_LIST_COMP:
        put_comprehension(x, "[", ast_as_list_comp(n)->elt, NULL, &ast_as_list_comp(n)->generators, "]");
        break;
    case AST_SET_COMP:
        put_comprehension(x, "{", ast_as_set_comp(n)->elt, NULL, &ast_as_set_comp(n)->generators, "}");
        break;
    case AST_DICT_COMP:
        put_comprehension(x, "{", ast_as_dict_comp(n)->key, ast_as_dict_comp(n)->value,
                          &ast_as_dict_comp(n)->generators, "}");
        break;
    case AST_GENERATOR_EXP:
        put_comprehension(x, "(", ast_as_generator_exp(n)->elt, NULL, &ast_as_generator_exp(n)->generators, ")");
        break;
    case AST_CALL:
        put_call(x, ast_as_call(n));
        break;
    case AST_CONSTANT:
        put_constant(x, ast_as_constant(n));
        break;
    case AST_JOINED_STR:
        put_fstring(x, n);
        break;
    case AST_ATTRIBUTE:
        put_attribute(x, ast_as_attribute(n));
        break;
    case AST_SUBSCRIPT:
        put_subscript(x, ast_as_subscript(n));
        break;
    case AST_SLICE:
        put_slice(x, ast_as_slice(n));
        break;
    case AST_STARRED:
        put(x, "*");
        put_expr(x, ast_as_starred(n)->value, EXPR);
        break;
    case AST_NAME:
        put_name(x, ast_as_name_expr(n)->id);
        break;
    default: /* yield and await, which no annotation may hold; a lambda in it neither, here */
        lang_compile_fail(x->u, LANG_EXC_SyntaxError, "'yield expression' can not be used within an annotation");
        x->failed = true;
    }
}

void lang_compile_annotation(struct unit *u, struct ast_node *n, uint32_t dst)
{
    if (!u->c->text_annotations && n->kind == AST_STARRED) { /* *args: *Ts, which gives one item */
        uint32_t from = lang_compile_expr(u, ast_as_starred(n)->value, ANY);
        lang_compile_emit(u, OPC_UNPACK, 0, dst, from, 1);
        return;
    }
    if (!u->c->text_annotations) {
        lang_compile_expr(u, n, (int)dst);
        return;
    }
    struct lang_builder b;
    lang_builder_init(&b, u->c->t);
    struct text x = {.u = u, .b = &b};
    put_expr(&x, n, TUPLE);
    struct lang_str *s = lang_builder_finish(&b);
    if (!s || x.failed) {
        lang_xdecref(u->c->t, s);
        u->c->failed = true;
        return;
    }
    lang_compile_emit_wide(u, OPC_LOADK, dst, lang_compile_add_const_steal(u, lang_obj(s)));
}

/* The annotations of a function as a dict in R[dst]; without any it is left as it is. */
void lang_compile_annotations(struct unit *u, struct ast_arguments *a, struct ast_node *returns, uint32_t dst)
{
    uint32_t saved = u->top;
    struct ast_list const *lists[] = {&a->args, &a->posonlyargs, &a->kwonlyargs}; /* CPython's order */
    struct ast_node *const stars[] = {NULL, a->vararg, a->kwarg};
    bool any = false;
#define ANNOTATION(name_, node_)                                                                                       \
    do {                                                                                                               \
        if (!any)                                                                                                      \
            lang_compile_emit(u, OPC_BUILDMAP, 0, dst, u->top, 0);                                                     \
        any = true;                                                                                                    \
        uint32_t k_ = lang_compile_alloc_temp(u, 1);                                                                   \
        lang_compile_emit_wide(u, OPC_LOADK, k_, lang_compile_add_const_steal(u, lang_obj(lang_incref(name_))));       \
        uint32_t v_ = lang_compile_alloc_temp(u, 1);                                                                   \
        lang_compile_annotation(u, node_, v_);                                                                         \
        lang_compile_emit(u, OPC_MAPADD, 0, dst, k_, v_);                                                              \
        u->top = saved;                                                                                                \
    } while (0)
    for (int l = 0; l < 3; l++) {
        for (uint32_t i = 0; i < lists[l]->count; i++) {
            struct ast_arg *p = ast_as_arg(lists[l]->items[i]);
            if (p->annotation)
                ANNOTATION(lang_compile_name_text(u, p->arg), p->annotation);
        }
        struct ast_arg *star = stars[l] ? ast_as_arg(stars[l]) : NULL;
        if (star && star->annotation)
            ANNOTATION(lang_compile_name_text(u, star->arg), star->annotation);
    }
    if (returns) {
        struct lang_str *name = lang_intern_c(u->c->t, "return");
        if (name) {
            ANNOTATION(name, returns);
            lang_decref(u->c->t, name);
        } else {
            u->c->failed = true;
        }
    }
#undef ANNOTATION
}

/* Whether a block annotates a name of its own, so that it has __annotations__ from its start. */
bool lang_compile_has_annotations(const struct ast_list *body)
{
    for (uint32_t i = 0; i < body->count; i++) {
        struct ast_node *n = body->items[i];
        const struct ast_list *inner[4] = {NULL, NULL, NULL, NULL};
        switch (n->kind) {
        case AST_ANN_ASSIGN:
            return true;
        case AST_FOR:
            inner[0] = &ast_as_for(n)->body, inner[1] = &ast_as_for(n)->orelse;
            break;
        case AST_WHILE:
            inner[0] = &ast_as_while(n)->body, inner[1] = &ast_as_while(n)->orelse;
            break;
        case AST_IF:
            inner[0] = &ast_as_if(n)->body, inner[1] = &ast_as_if(n)->orelse;
            break;
        case AST_WITH:
            inner[0] = &ast_as_with(n)->body;
            break;
        case AST_TRY:
            inner[0] = &ast_as_try(n)->body, inner[1] = &ast_as_try(n)->orelse;
            inner[2] = &ast_as_try(n)->handlers, inner[3] = &ast_as_try(n)->finalbody;
            break;
        case AST_EXCEPT_HANDLER:
            inner[0] = &ast_as_except_handler(n)->body;
            break;
        default:
            break;
        }
        for (int k = 0; k < 4; k++)
            if (inner[k] && lang_compile_has_annotations(inner[k]))
                return true;
    }
    return false;
}

bool lang_compile_imports_annotations(const struct ast_list *body)
{
    for (uint32_t i = 0; i < body->count; i++) {
        if (body->items[i]->kind != AST_IMPORT_FROM)
            continue;
        struct ast_import_from *n = ast_as_import_from(body->items[i]);
        if (!n->module || n->level || strcmp(n->module->text, "__future__") != 0)
            continue;
        for (uint32_t k = 0; k < n->names.count; k++)
            if (strcmp(ast_as_alias(n->names.items[k])->name->text, "annotations") == 0)
                return true;
    }
    return false;
}
