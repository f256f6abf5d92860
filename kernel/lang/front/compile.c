/* compile.c: compiles the syntax tree to a code object. Owns units, functions, classes and comprehensions. Sees scopes,
 * values and the code object; executes nothing. */
#include "front/compile.h"

#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <string.h>

/* ------------------------------------------------------------------ emitting */

void lang_compile_fail(struct unit *u, enum lang_exc exc, const char *message)
{
    if (!u->c->failed)
        lang_fail(u->c->t, exc, "%s", message);
    u->c->failed = true;
}

static void *grow(struct unit *u, void *p, uint32_t *capacity, size_t size)
{
    uint32_t fresh = *capacity ? *capacity * 2 : 16;
    void *q = realloc(p, fresh * size);
    if (!q) {
        lang_no_memory(u->c->t);
        u->c->failed = true;
        return NULL;
    }
    *capacity = fresh;
    return q;
}

static uint32_t emit_instr(struct unit *u, struct lang_instr i)
{
    if (u->c->failed)
        return 0;
    if (u->count == u->capacity) {
        uint32_t capacity = u->capacity;
        void *p = grow(u, u->positions, &capacity, sizeof *u->positions);
        if (!p)
            return 0;
        u->positions = p;
        p = grow(u, u->instrs, &u->capacity, sizeof *u->instrs);
        if (!p)
            return 0;
        u->instrs = p;
    }
    u->instrs[u->count] = i;
    u->positions[u->count] = u->at;
    if ((u->count & 0xffff) == 0xffff && lang_poll_quiet(u->c->t) < 0)
        u->c->failed = true;
    return u->count++;
}

uint32_t lang_compile_emit(struct unit *u, enum lang_opcode op, unsigned x, uint32_t a, uint32_t b, uint32_t c)
{
    struct lang_instr i = {.op = (uint8_t)op, .x = (uint8_t)x, .a = (uint16_t)a, .b = (uint16_t)b, .c = (uint16_t)c};
    return emit_instr(u, i);
}

void lang_compile_mark_line(struct unit *u)
{
    lang_compile_emit(u, OPC_NOP, 0, 0, 0, 0);
}

uint32_t lang_compile_emit_wide(struct unit *u, enum lang_opcode op, uint32_t a, uint32_t w)
{
    struct lang_instr i = {.op = (uint8_t)op, .a = (uint16_t)a};
    i.w = w;
    return emit_instr(u, i);
}

uint32_t lang_compile_emit_site(struct unit *u, enum lang_opcode op, uint32_t a, uint32_t b, struct lang_str *name)
{
    if (u->c->failed)
        return 0;
    if (u->site_count == u->site_capacity) {
        void *p = grow(u, u->sites, &u->site_capacity, sizeof *u->sites);
        if (!p)
            return 0;
        u->sites = p;
    }
    if (u->site_count >= 1u << 24) {
        lang_compile_fail(u, LANG_EXC_MemoryError, "too many names in one block");
        return 0;
    }
    uint32_t s = u->site_count++;
    memset(&u->sites[s], 0, sizeof u->sites[s]);
    u->sites[s].name = lang_incref(name);
    return lang_compile_emit(u, op, s >> 16, a, b, s & 0xffff);
}

uint32_t lang_compile_emit_getattr(struct unit *u, uint32_t a, uint32_t b, struct lang_str *name)
{
    return lang_compile_emit_site(u, b < u->temp_base ? OPC_GETATTRL : OPC_GETATTR, a, b, name);
}

uint32_t lang_compile_emit_jump(struct unit *u, enum lang_opcode op, uint32_t a, uint32_t *list)
{
    uint32_t at = lang_compile_emit_wide(u, op, a, *list);
    if (!u->c->failed)
        *list = at;
    return at;
}

void lang_compile_patch_to(struct unit *u, uint32_t list, uint32_t target)
{
    while (list != NO_JUMP && !u->c->failed) {
        uint32_t next = u->instrs[list].w;
        u->instrs[list].w = target;
        list = next;
    }
}

void lang_compile_patch_here(struct unit *u, uint32_t list)
{
    lang_compile_patch_to(u, list, u->count);
}

uint32_t lang_compile_alloc_temp(struct unit *u, uint32_t n)
{
    uint32_t r = u->top;
    u->top += n;
    if (u->top > u->most)
        u->most = u->top;
    if (u->top > 65000)
        lang_compile_fail(u, LANG_EXC_MemoryError, "expression too large");
    return r;
}

struct lang_str *lang_compile_name_text(struct unit *u, const struct ast_name *name)
{
    struct compiler *c = u->c;
    if (name->index >= c->name_capacity) {
        uint32_t capacity = c->name_capacity ? c->name_capacity * 2 : 64;
        while (capacity <= name->index)
            capacity *= 2;
        struct lang_str **p = realloc(c->names, capacity * sizeof *p);
        if (!p) {
            lang_no_memory(c->t);
            c->failed = true;
            return LANG_NAME(_);
        }
        memset(p + c->name_capacity, 0, (capacity - c->name_capacity) * sizeof *p);
        c->names = p;
        c->name_capacity = capacity;
    }
    if (!c->names[name->index]) {
        c->names[name->index] = lang_intern(c->t, name->text, name->len);
        if (!c->names[name->index]) {
            c->failed = true;
            return LANG_NAME(_);
        }
    }
    return c->names[name->index];
}

/* ------------------------------------------------------------------ constants */

uint32_t lang_compile_add_const_steal(struct unit *u, lang_value v)
{
    if (lang_is_error(v)) {
        u->c->failed = true;
        return 0;
    }
    if (u->c->failed) {
        lang_unref(u->c->t, v);
        return 0;
    }
    uint32_t look =
        u->const_count > 64 ? u->const_count - 64 : 0; /* equal constants near the end of the table are shared */
    for (uint32_t i = look; i < u->const_count; i++)
        if (u->consts[i].tag == v.tag && u->consts[i].bits == v.bits) {
            lang_unref(u->c->t, v);
            return i;
        }
    if (u->const_count == u->const_capacity) {
        void *p = grow(u, u->consts, &u->const_capacity, sizeof *u->consts);
        if (!p) {
            lang_unref(u->c->t, v);
            return 0;
        }
        u->consts = p;
    }
    u->consts[u->const_count] = v;
    return u->const_count++;
}

lang_value lang_compile_const_value(struct unit *u, const struct ast_value *v)
{
    struct lang_thread *t = u->c->t;
    switch (v->type) {
    case AST_VALUE_TRUE:
    case AST_VALUE_FALSE:
        return lang_bool(v->type == AST_VALUE_TRUE);
    case AST_VALUE_ELLIPSIS:
        return (lang_value){LANG_ELLIPSIS, {0}};
    case AST_VALUE_INT:
        return v->fits ? lang_int(v->integer) : lang_int_from_text(t, v->text.bytes, v->text.len, v->base);
    case AST_VALUE_FLOAT:
        return lang_float(v->real);
    case AST_VALUE_COMPLEX:
        return lang_complex_new(t, 0, v->real);
    case AST_VALUE_STR:
        if (v->text.len <= 40) /* strings used as keys compare by address */
            return lang_obj_or_error(lang_intern(t, v->text.bytes, v->text.len));
        return lang_obj_or_error(lang_str_new(t, v->text.bytes, v->text.len));
    case AST_VALUE_BYTES:
        return lang_obj_or_error(lang_bytes_new(t, v->text.bytes, v->text.len));
    case AST_VALUE_GIVEN:
        return lang_ref(lang_obj((struct lang_object *)v->given));
    default:
        return lang_none();
    }
}

static int64_t bits_of(lang_value v)
{
    double d = v.tag == LANG_INT ? (double)v.i : INFINITY;
    return d == 0 ? 1 : isfinite(d) ? ilogb(d) + 2 : 1 << 20;
}

/* Whether the result, of a power, a shift or a product of ints, is at most as large as CPython's folded ones. */
static bool small_result(uint8_t op, lang_value a, lang_value b)
{
    if (op == AST_OP_MULT)
        return bits_of(a) + bits_of(b) <= 256;
    if (b.tag != LANG_INT || b.i < 0 || b.i > 128)
        return false;
    return op == AST_OP_POW ? bits_of(a) * b.i <= 256 : bits_of(a) + b.i <= 256;
}

/* Constant folding of int and float operands whose result is small and has no side effects. */
static bool fold_binary(struct unit *u, struct ast_bin_op *n, lang_value *v)
{
    lang_value a, b;
    if (n->op == AST_OP_MAT_MULT || n->left->kind == AST_TUPLE || n->right->kind == AST_TUPLE)
        return false;
    if (!lang_compile_constant_of(u, n->left, &a))
        return false;
    if (!lang_compile_constant_of(u, n->right, &b)) {
        lang_unref(u->c->t, a);
        return false;
    }
    bool ints = lang_is_plain_int(a) && lang_is_plain_int(b);
    bool foldable = ints || ((a.tag == LANG_INT || a.tag == LANG_FLOAT) && (b.tag == LANG_INT || b.tag == LANG_FLOAT));
    if (ints && (n->op == AST_OP_POW || n->op == AST_OP_LSHIFT || n->op == AST_OP_MULT))
        foldable = small_result(n->op, a, b);
    lang_value r = foldable ? lang_binary(u->c->t, lang_compile_binary_op(n->op), a, b) : lang_error();
    lang_unref(u->c->t, a);
    lang_unref(u->c->t, b);
    if (lang_is_error(r)) {
        lang_error_clear(u->c->t);
        return false;
    }
    *v = r;
    return true;
}

static bool fold_tuple(struct unit *u, struct ast_tuple *n, lang_value *v)
{
    for (uint32_t i = 0; i < n->elts.count; i++) {
        uint8_t k = n->elts.items[i]->kind;
        if (k != AST_CONSTANT && k != AST_TUPLE && k != AST_UNARY_OP)
            return false;
    }
    struct lang_tuple *all = lang_tuple_new(u->c->t, n->elts.count);
    if (!all) {
        u->c->failed = true;
        return false;
    }
    for (uint32_t i = 0; i < n->elts.count; i++)
        if (!lang_compile_constant_of(u, n->elts.items[i], &all->items[i])) {
            all->items[i] = lang_undef();
            lang_decref(u->c->t, all);
            return false;
        }
    *v = lang_obj(all);
    return true;
}

bool lang_compile_constant_of(struct unit *u, struct ast_node *n, lang_value *v)
{
    if (u->c->failed)
        return false;
    switch (n->kind) {
    case AST_CONSTANT:
        *v = lang_compile_const_value(u, &ast_as_constant(n)->value);
        if (lang_is_error(*v))
            u->c->failed = true;
        return !lang_is_error(*v);
    case AST_UNARY_OP: {
        struct ast_unary_op *o = ast_as_unary_op(n);
        lang_value x;
        if (o->op == AST_UNARY_NOT || o->operand->kind == AST_TUPLE || !lang_compile_constant_of(u, o->operand, &x))
            return false;
        bool number = x.tag == LANG_INT || x.tag == LANG_FLOAT || (x.tag == LANG_OBJECT && lang_is_integer(x));
        lang_value r = number ? lang_unary(u->c->t,
                                           o->op == AST_UNARY_USUB   ? LANG_OP_NEG
                                           : o->op == AST_UNARY_UADD ? LANG_OP_POS
                                                                     : LANG_OP_INVERT,
                                           x)
                              : lang_error();
        lang_unref(u->c->t, x);
        if (lang_is_error(r))
            lang_error_clear(u->c->t);
        *v = r;
        return !lang_is_error(r);
    }
    case AST_BIN_OP:
        return fold_binary(u, ast_as_bin_op(n), v);
    case AST_TUPLE:
        return n->ctx == AST_LOAD && fold_tuple(u, ast_as_tuple(n), v);
    default:
        return false;
    }
}

/* ------------------------------------------------------------------ units */

static void unit_begin(struct unit *u, struct compiler *c, struct unit *outer, struct lang_scope *scope,
                       struct lang_str *name)
{
    memset(u, 0, sizeof *u);
    u->c = c;
    u->outer = outer;
    u->scope = scope;
    u->name = name;
    u->doc = lang_none();
    u->temp_base = u->top = u->most = scope->local_count + scope->cell_count;
    u->at = (struct lang_position){1, 1, 0, 0};
    bool global = false;
    if (outer && scope->kind != LANG_SCOPE_MODULE && scope->name) {
        struct lang_symbol *s = lang_scope_find(outer->scope, scope->name);
        global = s && s->kind == LANG_SYMBOL_GLOBAL_EXPLICIT;
    }
    if (!outer || !outer->outer || global) {
        u->qualname = lang_incref(name);
    } else {
        bool inside = outer->scope->kind == LANG_SCOPE_FUNCTION || outer->scope->kind == LANG_SCOPE_LAMBDA;
        u->qualname = lang_str_from_format(c->t, inside ? "%U.<locals>.%U" : "%U.%U", outer->qualname, name);
        if (!u->qualname) {
            c->failed = true;
            u->qualname = lang_incref(name);
        }
    }
    for (uint32_t i = 0; i < scope->cell_count; i++) {
        struct lang_symbol *s = scope->cells[i];
        bool parameter = s && s->parameter >= 0;
        lang_compile_emit(u, OPC_NEWCELL, parameter, scope->local_count + i, parameter ? (uint32_t)s->parameter : 0, 0);
    }
}

static void unit_free(struct unit *u)
{
    struct lang_thread *t = u->c->t;
    for (uint32_t i = 0; i < u->const_count; i++)
        lang_unref(t, u->consts[i]);
    for (uint32_t i = 0; i < u->site_count; i++)
        lang_decref(t, u->sites[i].name);
    free(u->instrs);
    free(u->positions);
    free(u->consts);
    free(u->sites);
    free(u->handlers);
    free(u->handler_ids);
    lang_unref(t, u->doc);
    lang_xdecref(t, u->qualname);
}

static void *copy_array(struct compiler *c, const void *from, size_t count, size_t size)
{
    if (!count)
        return NULL;
    void *p = lang_alloc(c->t, count * size);
    if (p)
        memcpy(p, from, count * size);
    else
        c->failed = true;
    return p;
}

static struct lang_str **copy_names(struct unit *u, uint32_t n,
                                    const struct ast_name *(*at)(struct lang_scope *, uint32_t))
{
    if (!n)
        return NULL;
    struct lang_str **p = lang_alloc(u->c->t, n * sizeof *p);
    if (!p) {
        u->c->failed = true;
        return NULL;
    }
    for (uint32_t i = 0; i < n; i++)
        p[i] = lang_incref(lang_compile_name_text(u, at(u->scope, i)));
    return p;
}

static const struct ast_name *local_at(struct lang_scope *s, uint32_t i)
{
    return s->locals[i]->name;
}
static const struct ast_name *cell_at(struct lang_scope *s, uint32_t i)
{
    return s->cells[i]->name;
}
static const struct ast_name *free_at(struct lang_scope *s, uint32_t i)
{
    return s->frees[i].name;
}

static void set_scope_facts(struct unit *u, struct lang_code *code)
{
    struct lang_scope *s = u->scope;
    code->posonly_count = s->posonly_count;
    code->positional_count = s->positional_count;
    code->kwonly_count = s->kwonly_count;
    code->param_count = s->param_count;
    code->class_free = code->self_cell = -1;
    const bool suspends = s->is_generator || s->is_async;
    if (suspends)
        code->flags |= LANG_CODE_GENERATOR;
    if (s->is_async)
        code->flags |= s->is_generator ? LANG_CODE_ASYNC_GENERATOR : LANG_CODE_COROUTINE;
    if (s->has_varargs)
        code->flags |= LANG_CODE_VARARGS;
    if (s->has_varkw)
        code->flags |= LANG_CODE_VARKW;
    if (!s->has_varargs && !s->has_varkw && !s->kwonly_count)
        code->flags |= LANG_CODE_SIMPLE;
    code->direct_count = code->flags & LANG_CODE_SIMPLE && !suspends ? code->param_count : UINT32_MAX;
    if (s->kind == LANG_SCOPE_CLASS)
        code->flags |= LANG_CODE_CLASS | LANG_CODE_NAMESPACE;
    for (uint32_t i = 0; i < s->free_count; i++)
        if (strcmp(s->frees[i].name->text, "__class__") == 0)
            code->class_free = (int32_t)i;
    for (uint32_t i = 0; i < s->cell_count; i++)
        if (s->cells[i]->parameter == 0)
            code->self_cell = (int32_t)i;
    if (s->free_count) {
        code->captures = lang_alloc(u->c->t, s->free_count * sizeof *code->captures);
        if (!code->captures)
            u->c->failed = true;
        for (uint32_t i = 0; code->captures && i < s->free_count; i++) {
            code->captures[i].from_cell = s->frees[i].from_cell;
            code->captures[i].index = s->frees[i].index;
        }
    }
}

static struct lang_code *unit_end(struct unit *u, uint32_t first_line, uint32_t last_line)
{
    struct compiler *c = u->c;
    struct lang_code *code = c->failed ? NULL : lang_object_new(c->t, &lang_type_code);
    if (!code) {
        c->failed = true;
        unit_free(u);
        return NULL;
    }
    code->doc = lang_none();
    code->name = lang_incref(u->name);
    code->qualname = lang_incref(u->qualname);
    code->text = c->text;
    c->text->refs++;
    code->first_line = first_line;
    code->last_line = last_line;
    code->instrs = copy_array(c, u->instrs, u->count, sizeof *u->instrs);
    code->instr_count = code->instrs ? u->count : 0;
    if (lang_code_set_positions(c->t, code, u->positions) < 0)
        c->failed = true;
    code->consts = copy_array(c, u->consts, u->const_count, sizeof *u->consts);
    if (code->consts) {
        code->const_count = u->const_count;
        u->const_count = 0; /* moved */
    }
    code->sites = copy_array(c, u->sites, u->site_count, sizeof *u->sites);
    if (code->sites) {
        code->site_count = u->site_count;
        u->site_count = 0;
    }
    code->handlers = copy_array(c, u->handlers, u->handler_count, sizeof *u->handlers);
    code->handler_count = code->handlers ? u->handler_count : 0;
    struct lang_scope *s = u->scope;
    code->local_names = copy_names(u, s->local_count, local_at);
    code->local_count = s->local_count;
    code->cell_names = copy_names(u, s->cell_count, cell_at);
    code->cell_count = s->cell_count;
    code->free_names = copy_names(u, s->free_count, free_at);
    code->free_count = s->free_count;
    code->temp_base = u->temp_base;
    code->reg_count = u->most + 1;
    set_scope_facts(u, code);
    code->doc = lang_ref(u->doc);
    unit_free(u);
    if (c->failed) {
        if (!code->captures)
            code->free_count = code->free_names ? code->free_count : 0;
        lang_decref(c->t, code);
        return NULL;
    }
    return code;
}

/* ------------------------------------------------------------------ functions */

static uint32_t end_line_of(struct ast_node *n)
{
    return n->end_line > n->line ? n->end_line : n->line;
}

static struct lang_str *take_doc(struct unit *u, const struct ast_list *body, struct ast_list *rest)
{
    *rest = *body;
    if (!body->count || body->items[0]->kind != AST_EXPR)
        return NULL;
    struct ast_node *v = ast_as_expr(body->items[0])->value;
    if (v->kind != AST_CONSTANT || ast_as_constant(v)->value.type != AST_VALUE_STR)
        return NULL;
    rest->items++;
    rest->count--;
    if (u->c->flags & LANG_COMPILE_NO_DOC)
        return NULL;
    struct ast_value *s = &ast_as_constant(v)->value;
    struct lang_str *doc = lang_str_new(u->c->t, s->text.bytes, s->text.len);
    if (!doc)
        u->c->failed = true;
    return doc;
}

/* Defaults, keyword defaults and annotations into base, base + 1, base + 2. */
static void function_parts(struct unit *u, struct ast_arguments *a, struct ast_node *returns, uint32_t base)
{
    uint32_t saved = u->top;
    lang_compile_emit(u, OPC_CLEAR, 0, base, 0, 0);
    lang_compile_emit(u, OPC_CLEAR, 0, base + 1, 0, 0);
    lang_compile_emit(u, OPC_CLEAR, 0, base + 2, 0, 0);
    if (a->defaults.count) {
        uint32_t first = u->top;
        for (uint32_t i = 0; i < a->defaults.count; i++)
            lang_compile_expr_temp(u, a->defaults.items[i]);
        lang_compile_emit(u, OPC_BUILDTUPLE, 0, base, first, a->defaults.count);
        u->top = saved;
    }
    uint32_t kw = 0;
    for (uint32_t i = 0; i < a->kw_defaults.count; i++)
        if (a->kw_defaults.items[i]) {
            if (!kw++)
                lang_compile_emit(u, OPC_BUILDMAP, 0, base + 1, u->top, 0);
            uint32_t k = lang_compile_alloc_temp(u, 1);
            lang_compile_emit_wide(u, OPC_LOADK, k,
                                   lang_compile_add_const_steal(u, lang_obj(lang_incref(lang_compile_name_text(
                                                                       u, ast_as_arg(a->kwonlyargs.items[i])->arg)))));
            uint32_t v = lang_compile_expr_temp(u, a->kw_defaults.items[i]);
            lang_compile_emit(u, OPC_MAPADD, 0, base + 1, k, v);
            u->top = saved;
        }
    lang_compile_annotations(u, a, returns, base + 2);
}

static void make_function(struct unit *u, struct lang_code *code, uint32_t base, uint32_t dst)
{
    uint32_t k = code ? lang_compile_add_const_steal(u, lang_obj(code)) : 0;
    if (k > 65000)
        lang_compile_fail(u, LANG_EXC_MemoryError, "too many constants in one block");
    lang_compile_emit(u, OPC_MAKEFUNCTION, 0, dst, base, k);
}

void lang_compile_function(struct unit *u, struct ast_node *node, uint32_t dst)
{
    if (u->c->failed)
        return;
    uint32_t saved = u->top, base = lang_compile_alloc_temp(u, 3), first;
    bool lambda = node->kind == AST_LAMBDA;
    struct ast_function_def *d = ast_as_function_def(node);
    struct ast_lambda *l = ast_as_lambda(node);
    struct ast_arguments *args = ast_as_arguments(lambda ? l->args : d->args);
    function_parts(u, args, lambda ? NULL : d->returns, base);
    struct lang_str *name =
        lambda ? lang_intern_c(u->c->t, "<lambda>") : lang_incref(lang_compile_name_text(u, d->name));
    if (!name) {
        u->c->failed = true;
        return;
    }
    struct unit inner;
    unit_begin(&inner, u->c, u, lambda ? l->scope : d->scope, name);
    inner.at = lang_compile_position(node);
    if (lambda) {
        first = node->line;
        uint32_t r = lang_compile_expr(&inner, l->body, ANY);
        lang_compile_emit(&inner, OPC_RETURN, 0, 0, r, 0);
    } else {
        first = d->first_line ? d->first_line : node->line;
        struct ast_list rest;
        struct lang_str *doc = take_doc(&inner, &d->body, &rest);
        if (doc)
            inner.doc = lang_obj(doc);
        lang_compile_statements(&inner, &rest);
        lang_compile_emit(&inner, OPC_RETURNNONE, 0, 0, 0, 0);
    }
    struct lang_code *code = unit_end(&inner, first, end_line_of(node));
    make_function(u, code, base, dst);
    lang_decref(u->c->t, name);
    u->top = saved;
}

/* ------------------------------------------------------------------ comprehensions */

struct comprehension {
    struct ast_list generators;
    struct ast_node *elt, *value; /* value: of a dict */
    struct lang_scope *scope;
    const char *name;
    uint32_t result;
    uint8_t kind;
};

static void comprehension_body(struct unit *u, struct comprehension *k)
{
    uint32_t saved = u->top;
    switch (k->kind) {
    case AST_LIST_COMP:
        lang_compile_emit(u, OPC_LISTAPPEND, 0, k->result, lang_compile_expr(u, k->elt, ANY), 0);
        break;
    case AST_SET_COMP:
        lang_compile_emit(u, OPC_SETADD, 0, k->result, lang_compile_expr(u, k->elt, ANY), 0);
        break;
    case AST_DICT_COMP: {
        uint32_t key = lang_compile_expr_temp(u, k->elt), value = lang_compile_expr(u, k->value, ANY);
        lang_compile_emit(u, OPC_MAPADD, 0, k->result, key, value);
        break;
    }
    default: {
        uint32_t value = lang_compile_expr(u, k->elt, ANY), sent = lang_compile_alloc_temp(u, 1);
        lang_compile_emit(u, OPC_YIELD, 0, sent, value, 0);
        lang_compile_emit(u, OPC_CLEAR, 0, sent, 0, 0);
    }
    }
    u->top = saved;
}

static void comprehension_loop(struct unit *u, struct comprehension *k, uint32_t depth)
{
    if (depth == k->generators.count) {
        comprehension_body(u, k);
        return;
    }
    struct ast_comprehension *g = ast_as_comprehension(k->generators.items[depth]);
    uint32_t saved = u->top, iterator = lang_compile_alloc_temp(u, g->is_async ? LANG_ASYNC_FOR : 1), again = NO_JUMP;
    if (depth == 0)
        lang_compile_emit(u, OPC_TAKE, 0, iterator, 0, 0); /* parameter .0 */
    else
        lang_compile_emit(u, g->is_async ? OPC_GETAITER : OPC_GETITER, 0, iterator, lang_compile_expr(u, g->iter, ANY),
                          0);
    bool direct =
        !g->is_async && g->target->kind == AST_NAME && ast_as_name_expr(g->target)->symbol->kind == LANG_SYMBOL_LOCAL;
    uint32_t item = g->is_async ? iterator + LANG_ASYNC_FOR - 1
                    : direct    ? ast_as_name_expr(g->target)->symbol->index
                                : lang_compile_alloc_temp(u, 1);
    lang_compile_emit_jump(u, OPC_JUMP, 0, &again);
    uint32_t body = u->count;
    if (direct)
        lang_compile_bind(u, ast_as_name_expr(g->target)->symbol);
    else
        lang_compile_store(u, g->target, item);
    for (uint32_t i = 0; i < g->ifs.count; i++)
        lang_compile_condition(u, g->ifs.items[i], false, &again);
    comprehension_loop(u, k, depth + 1);
    lang_compile_patch_here(u, again);
    if (g->is_async) {
        lang_compile_async_next(u, iterator, body);
    } else {
        lang_compile_emit(u, OPC_FORITER, 0, item, iterator, 0);
        lang_compile_emit_wide(u, OPC_JUMP, 0, body);
    }
    u->top = saved;
}

void lang_compile_comprehension(struct unit *u, struct ast_node *node, uint32_t dst)
{
    struct comprehension k = {.kind = node->kind};
    switch (node->kind) {
    case AST_LIST_COMP:
        k.generators = ast_as_list_comp(node)->generators, k.elt = ast_as_list_comp(node)->elt;
        k.scope = ast_as_list_comp(node)->scope, k.name = "<listcomp>";
        break;
    case AST_SET_COMP:
        k.generators = ast_as_set_comp(node)->generators, k.elt = ast_as_set_comp(node)->elt;
        k.scope = ast_as_set_comp(node)->scope, k.name = "<setcomp>";
        break;
    case AST_DICT_COMP:
        k.generators = ast_as_dict_comp(node)->generators, k.elt = ast_as_dict_comp(node)->key;
        k.value = ast_as_dict_comp(node)->value, k.scope = ast_as_dict_comp(node)->scope, k.name = "<dictcomp>";
        break;
    default:
        k.generators = ast_as_generator_exp(node)->generators, k.elt = ast_as_generator_exp(node)->elt;
        k.scope = ast_as_generator_exp(node)->scope, k.name = "<genexpr>";
    }
    if (u->c->failed)
        return;
    uint32_t saved = u->top, base = lang_compile_alloc_temp(u, 3);
    struct lang_str *name = lang_intern_c(u->c->t, k.name);
    if (!name) {
        u->c->failed = true;
        return;
    }
    struct unit inner;
    unit_begin(&inner, u->c, u, k.scope, name);
    inner.at = lang_compile_position(node);
    k.result = lang_compile_alloc_temp(&inner, 1);
    if (node->kind == AST_LIST_COMP)
        lang_compile_emit(&inner, OPC_BUILDLIST, 0, k.result, inner.top, 0);
    else if (node->kind == AST_SET_COMP)
        lang_compile_emit(&inner, OPC_BUILDSET, 0, k.result, inner.top, 0);
    else if (node->kind == AST_DICT_COMP)
        lang_compile_emit(&inner, OPC_BUILDMAP, 0, k.result, inner.top, 0);
    comprehension_loop(&inner, &k, 0);
    if (node->kind == AST_GENERATOR_EXP)
        lang_compile_emit(&inner, OPC_RETURNNONE, 0, 0, 0, 0);
    else
        lang_compile_emit(&inner, OPC_RETURN, 0, 0, k.result, 0);
    struct lang_code *code = unit_end(&inner, node->line, end_line_of(node));
    lang_decref(u->c->t, name);
    lang_compile_emit(u, OPC_CLEAR, 0, base + 1, 0, 0);
    lang_compile_emit(u, OPC_CLEAR, 0, base, 0, 0);
    lang_compile_emit(u, OPC_CLEAR, 0, base + 2, 0, 0);
    make_function(u, code, base, base);
    struct ast_comprehension *first = ast_as_comprehension(k.generators.items[0]);
    u->top = base + 2;
    uint32_t it = lang_compile_expr(u, first->iter, ANY);
    lang_compile_emit(u, first->is_async ? OPC_GETAITER : OPC_GETITER, 0, base + 1, it, 0);
    if (k.scope->is_async && node->kind != AST_GENERATOR_EXP) {
        lang_compile_emit(u, OPC_CALL, 0, base, 1, base);
        u->top = base + 1;
        lang_compile_await(u, base, 0);
        lang_compile_emit(u, OPC_TAKE, 0, dst, base, 0);
    } else {
        lang_compile_emit(u, OPC_CALL, 0, base, 1, dst);
    }
    u->top = saved;
}

/* ------------------------------------------------------------------ classes */

static void class_body(struct unit *u, struct ast_class_def *k)
{
    uint32_t r = lang_compile_alloc_temp(u, 1);
    lang_compile_emit_site(u, OPC_GETGLOBAL, r, 0, LANG_NAME(__name__));
    lang_compile_emit_site(u, OPC_SETNAME, 0, r, LANG_NAME(__module__));
    lang_compile_emit_wide(u, OPC_LOADK, r, lang_compile_add_const_steal(u, lang_ref(lang_obj(u->qualname))));
    lang_compile_emit_site(u, OPC_SETNAME, 0, r, LANG_NAME(__qualname__));
    struct ast_list rest;
    struct lang_str *doc = take_doc(u, &k->body, &rest);
    if (lang_compile_has_annotations(&rest))
        lang_compile_emit(u, OPC_SETUPANN, 0, 0, 0, 0);
    if (doc) {
        lang_compile_emit_wide(u, OPC_LOADK, r, lang_compile_add_const_steal(u, lang_obj(doc)));
        lang_compile_emit_site(u, OPC_SETNAME, 0, r, LANG_NAME(__doc__));
    }
    lang_compile_statements(u, &rest);
    if (u->scope->needs_class_cell) {
        lang_compile_emit(u, OPC_MOVE, 0, r, u->scope->local_count + u->scope->class_cell, 0);
        lang_compile_emit_site(u, OPC_SETNAME, 0, r, LANG_NAME(__classcell__));
    }
    lang_compile_emit(u, OPC_RETURNNONE, 0, 0, 0, 0);
}

void lang_compile_class(struct unit *u, struct ast_class_def *k, uint32_t dst)
{
    if (u->c->failed)
        return;
    uint32_t saved = u->top, base = lang_compile_alloc_temp(u, 3);
    struct lang_str *name = lang_compile_name_text(u, k->name);
    struct unit inner;
    unit_begin(&inner, u->c, u, k->scope, name);
    inner.at = (struct lang_position){k->first_line ? k->first_line : k->base.line, 0, 0, 0};
    inner.at.end_line = inner.at.line;
    class_body(&inner, k);
    struct lang_code *code = unit_end(&inner, k->first_line ? k->first_line : k->base.line, end_line_of(&k->base));
    for (uint32_t i = 0; i < 3; i++)
        lang_compile_emit(u, OPC_CLEAR, 0, base + i, 0, 0);
    make_function(u, code, base, base);
    uint32_t list = lang_compile_alloc_temp(u, 1);
    lang_compile_emit(u, OPC_BUILDLIST, 0, list, u->top, 0);
    for (uint32_t i = 0; i < k->bases.count; i++) {
        uint32_t top = u->top;
        struct ast_node *b = k->bases.items[i];
        if (b->kind == AST_STARRED)
            lang_compile_emit(u, OPC_LISTEXTEND, 1, list, lang_compile_expr(u, ast_as_starred(b)->value, ANY), 0);
        else
            lang_compile_emit(u, OPC_LISTAPPEND, 0, list, lang_compile_expr(u, b, ANY), 0);
        u->top = top;
    }
    lang_compile_emit(u, OPC_LISTTOTUPLE, 0, base + 1, list, 0);
    if (k->keywords.count)
        lang_compile_emit(u, OPC_BUILDMAP, 0, base + 2, u->top, 0);
    else
        lang_compile_emit(u, OPC_CLEAR, 0, base + 2, 0, 0);
    for (uint32_t i = 0; i < k->keywords.count; i++) {
        struct ast_keyword *kw = ast_as_keyword(k->keywords.items[i]);
        uint32_t top = u->top;
        if (kw->arg) {
            uint32_t key = lang_compile_alloc_temp(u, 1);
            lang_compile_emit_wide(
                u, OPC_LOADK, key,
                lang_compile_add_const_steal(u, lang_ref(lang_obj(lang_compile_name_text(u, kw->arg)))));
            lang_compile_emit(u, OPC_MAPADD, 0, base + 2, key, lang_compile_expr(u, kw->value, ANY));
        } else {
            lang_compile_emit(u, OPC_MAPMERGE, 0, base + 2, lang_compile_expr(u, kw->value, ANY), base);
        }
        u->top = top;
    }
    uint32_t c = lang_compile_add_const_steal(u, lang_ref(lang_obj(name)));
    if (c > 65000)
        lang_compile_fail(u, LANG_EXC_MemoryError, "too many constants in one block");
    lang_compile_emit(u, OPC_BUILDCLASS, 0, dst, base, c);
    u->top = saved;
}

/* ------------------------------------------------------------------ a whole text */

/* The name that a statement assigns to, NULL: it assigns to something else or not at all. */
static struct ast_node *assigned_name(struct ast_node *n)
{
    struct ast_node *target = n->kind == AST_ASSIGN       ? ast_as_assign(n)->targets.items[0]
                              : n->kind == AST_AUG_ASSIGN ? ast_as_aug_assign(n)->target
                              : n->kind == AST_ANN_ASSIGN ? ast_as_ann_assign(n)->target
                                                          : NULL;
    return target && target->kind == AST_NAME ? target : NULL;
}

/* The statements of a cell, of which more than the last expression may be shown (lang_source.show). */
static void shown_statements(struct unit *u, struct ast_list *body, int show)
{
    struct ast_list last = *body, rest = *body;
    struct ast_node *name =
        body->count && show == LANG_SHOW_ASSIGNED ? assigned_name(body->items[body->count - 1]) : NULL;
    u->shows = show == LANG_SHOW_ALL;
    if (show == LANG_SHOW_LAST && body->count) {
        rest.count--;
        last.items += rest.count;
        last.count = 1;
        lang_compile_statements(u, &rest);
        u->shows = true;
        lang_compile_statements(u, &last);
    } else
        lang_compile_statements(u, body);
    u->shows = false;
    if (name) {
        u->at = lang_compile_position(name);
        lang_compile_emit(u, OPC_EXPRVALUE, 0, 0, lang_compile_expr(u, name, ANY), 0);
    }
}

static void module_body(struct unit *u, struct ast_node *root, bool keep, int show)
{
    if (root->kind == AST_EXPRESSION) {
        struct ast_node *body = ast_as_expression(root)->body;
        u->at = lang_compile_position(body);
        lang_compile_emit(u, OPC_RETURN, 0, 0, lang_compile_expr(u, body, ANY), 0);
        return;
    }
    struct ast_list body = root->kind == AST_MODULE ? ast_as_module(root)->body : ast_as_interactive(root)->body;
    bool cell = u->c->text->cell != 0; /* what a cell imports from __future__ holds for later cells, too */
    u->c->text_annotations = lang_compile_imports_annotations(&body) || u->c->flags & LANG_COMPILE_ANNOTATIONS ||
                             (cell && u->c->t->vm->future_annotations);
    if (cell)
        u->c->t->vm->future_annotations = u->c->text_annotations;
    struct ast_node *last = body.count && keep && show != LANG_SHOW_NONE && body.items[body.count - 1]->kind == AST_EXPR
                                ? body.items[body.count - 1]
                                : NULL;
    if (last)
        body.count--;
    if (!(u->c->flags & (LANG_COMPILE_KEEP | LANG_COMPILE_SINGLE)) && body.count) { /* a module's docstring */
        struct ast_list rest;
        struct lang_str *doc = take_doc(u, &body, &rest);
        if (doc) {
            uint32_t r = lang_compile_alloc_temp(u, 1);
            lang_compile_emit_wide(u, OPC_LOADK, r, lang_compile_add_const_steal(u, lang_obj(doc)));
            lang_compile_emit_site(u, u->names ? OPC_SETNAME : OPC_SETGLOBAL, 0, r, LANG_NAME(__doc__));
            u->top--;
            body = rest;
        }
    }
    if (lang_compile_has_annotations(&body))
        lang_compile_emit(u, OPC_SETUPANN, 0, 0, 0, 0);
    shown_statements(u, &body, last || !keep ? (show == LANG_SHOW_ALL ? show : LANG_SHOW_LAST_EXPR) : show);
    if (last) {
        u->at = lang_compile_position(last);
        lang_compile_emit(u, OPC_EXPRVALUE, 0, 0, lang_compile_expr(u, ast_as_expr(last)->value, ANY), 0);
    }
    lang_compile_emit(u, OPC_RETURNNONE, 0, 0, 0, 0);
}

/* "/tmp/ipykernel_1/123.py" is what IPython names a cell's file: its hash is part of SyntaxError texts. */
static void cell_filename(struct lang_source *source, char *buffer, size_t size)
{
    snprintf(buffer, size, "%u.py", lang_cell_hash(source->text, source->size));
}

static struct lang_code *compile_parsed(struct compiler *c, struct lang_source *source)
{
    struct lang_thread *t = c->t;
    struct lang_scope *scope;
    struct lang_syntax_error error;
    char cell_name[32] = "";
    const char *filename = source->filename;
    if (!filename) {
        cell_filename(source, cell_name, sizeof cell_name);
        filename = cell_name;
    }
    if (lang_scope_analyze(&c->arena, &c->parsed, &scope, &error) < 0) {
        error.from_scope = source->filename != NULL;
        if (error.end_col < 0) /* of a __future__: the only error without a position */
            error.end_col = INT32_MIN;
        lang_compile_raise_syntax(t, &error, filename);
        return NULL;
    }
    if (!(c->flags & LANG_COMPILE_HIDDEN) && lang_compile_warn(t, source, &c->parsed) < 0)
        return NULL;
    c->walrus = c->parsed.len == 0 || memmem(c->parsed.text, c->parsed.len, ":=", 2) != NULL;
    source->hidden_last = c->parsed.last_expr_suppressed;
    struct lang_str *name = lang_intern_c(t, "<module>");
    if (!name)
        return NULL;
    struct unit u;
    unit_begin(&u, c, NULL, scope, name);
    u.names = c->flags & LANG_COMPILE_NAMES;
    module_body(&u, c->parsed.root, c->flags & LANG_COMPILE_KEEP && !source->hidden_last, (int)source->show);
    struct lang_code *code = unit_end(&u, 1, UINT32_MAX);
    if (code)
        code->flags |= LANG_CODE_NAMESPACE;
    lang_decref(t, name);
    return code;
}

struct lang_code *lang_compile_tree(struct lang_thread *t, struct lang_source *source, unsigned flags,
                                    lang_tree_maker make, void *what)
{
    struct compiler c = {.t = t, .flags = flags};
    struct lang_code *code = NULL;
    lang_compiler_begin(&c);
    c.parsed.text = "";
    c.parsed.first_line = 1;
    if (make(what, &c.arena, &c.parsed) == 0 && (c.text = lang_text_new(t, source, "", 0, false))) {
        c.text->unread = true;
        code = compile_parsed(&c, source);
        lang_text_unref(c.text);
    }
    return lang_compiler_end(&c, code);
}

struct lang_code *lang_compile(struct lang_thread *t, struct lang_source *source, unsigned flags)
{
    struct compiler c = {.t = t, .flags = flags};
    struct lang_syntax_error error;
    struct lang_parse_options options = {
        .mode = flags & LANG_COMPILE_EVAL     ? LANG_PARSE_EVAL
                : flags & LANG_COMPILE_SINGLE ? LANG_PARSE_SINGLE
                                              : LANG_PARSE_EXEC,
        .cell = source->escapes,
        .no_await = source->no_await,
        .incomplete_input = source->escapes,
        .no_implied_dedent = flags & LANG_COMPILE_NO_DEDENT,
        .program = source->program,
        .most_digits = (size_t)lang_int_max_str_digits,
        .unicode_name = lang_unicode_lookup,
        .normal_name = lang_unicode_identifier,
    };
    lang_compiler_begin(&c);
    if (source->cell)
        t->vm->compiled_cell = source->cell;
    struct lang_code *code = NULL;
    char cell_name[32] = "";
    if (!source->filename)
        cell_filename(source, cell_name, sizeof cell_name);
    if (lang_parse(&c.arena, source->text, source->size, &options, &c.parsed, &error) < 0) {
        lang_compile_raise_syntax(t, &error, source->filename ? source->filename : cell_name);
    } else if ((c.text = lang_text_new(t, source, c.parsed.text, c.parsed.len, flags & LANG_COMPILE_HIDDEN))) {
        code = compile_parsed(&c, source);
        lang_text_unref(c.text);
    }
    return lang_compiler_end(&c, code);
}
