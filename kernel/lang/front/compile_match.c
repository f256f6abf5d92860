/* compile_match.c: `match`. A pattern tests a register and jumps to the next case when it does not match; names are
 * bound only after the whole pattern and before the guard, from temporaries that hold the captures until then. */
#include "front/compile.h"

enum { MAX_CAPTURES = 64 };

struct captures {
    struct lang_symbol *symbols[MAX_CAPTURES];
    uint32_t regs[MAX_CAPTURES];
    uint32_t count;
};

static void pattern(struct unit *u, struct ast_node *p, uint32_t subject, struct captures *c, uint32_t *miss);

static void capture(struct unit *u, struct lang_symbol *s, uint32_t from, struct captures *c)
{
    if (!s)
        return;
    uint32_t i = 0;
    while (i < c->count && c->symbols[i] != s) /* alternatives bind the same names */
        i++;
    if (i == c->count) {
        if (i == MAX_CAPTURES) {
            lang_compile_fail(u, LANG_EXC_SyntaxError, "too many names in one pattern");
            return;
        }
        c->symbols[i] = s;
        c->regs[i] = lang_compile_alloc_temp(u, 1);
        c->count++;
    }
    lang_compile_emit(u, OPC_MOVE, 0, c->regs[i], from, 0);
}

static void equals(struct unit *u, struct ast_node *value, uint32_t subject, uint32_t *miss)
{
    uint32_t a = lang_compile_alloc_temp(u, 1);
    lang_compile_emit(u, OPC_MOVE, 0, a, subject, 0);
    uint32_t b = lang_compile_expr(u, value, ANY);
    lang_compile_emit(u, OPC_COMPARE, LANG_EQ, a, a, b);
    lang_compile_emit_jump(u, OPC_JUMPIFNOT, a, miss);
}

static bool is_wildcard(struct ast_node *p)
{
    if (p->kind == AST_MATCH_STAR)
        return !ast_as_match_star(p)->symbol;
    return p->kind == AST_MATCH_AS && !ast_as_match_as(p)->symbol && !ast_as_match_as(p)->pattern;
}

/* Patterns around `*_`: only the items that they test are extracted; the rest may be large. */
static void around_wildcard(struct unit *u, struct ast_match_sequence *m, uint32_t subject, uint32_t star,
                            struct captures *c, uint32_t *miss)
{
    for (uint32_t i = 0; i < m->patterns.count; i++) {
        if (i == star || is_wildcard(m->patterns.items[i]))
            continue;
        uint32_t from = lang_compile_alloc_temp(u, 1), item = lang_compile_alloc_temp(u, 1);
        lang_compile_emit_wide(u, OPC_LOADI, from, i < star ? i : i - m->patterns.count);
        lang_compile_emit(u, OPC_MATCHITEM, 0, item, subject, from);
        pattern(u, m->patterns.items[i], item, c, miss);
    }
}

static bool only_wildcards(const struct ast_list *patterns)
{
    for (uint32_t i = 0; i < patterns->count; i++)
        if (!is_wildcard(patterns->items[i]))
            return false;
    return true;
}

static void sequence(struct unit *u, struct ast_match_sequence *m, uint32_t subject, struct captures *c, uint32_t *miss)
{
    uint32_t n = m->patterns.count, star = NO_JUMP, test = lang_compile_alloc_temp(u, 1);
    for (uint32_t i = 0; i < n; i++)
        if (m->patterns.items[i]->kind == AST_MATCH_STAR)
            star = i;
    bool starred = star != NO_JUMP;
    lang_compile_emit(u, OPC_MATCHSEQ, starred, test, subject, n - starred);
    lang_compile_emit_jump(u, OPC_JUMPIFNOT, test, miss);
    if (only_wildcards(&m->patterns))
        return; /* the items are not used */
    if (starred && !ast_as_match_star(m->patterns.items[star])->symbol) {
        around_wildcard(u, m, subject, star, c, miss);
        return;
    }
    uint32_t copy = lang_compile_alloc_temp(u, 1), first = lang_compile_alloc_temp(u, n ? n : 1);
    lang_compile_emit(u, OPC_MOVE, 0, copy, subject, 0);
    if (starred) {
        lang_compile_emit(u, OPC_UNPACKEX, 0, first, copy, star);
        lang_compile_emit_wide(u, OPC_NOP, 0, n - star - 1);
    } else {
        lang_compile_emit(u, OPC_UNPACK, 0, first, copy, n);
    }
    for (uint32_t i = 0; i < n; i++) {
        struct ast_node *p = m->patterns.items[i];
        if (p->kind == AST_MATCH_STAR)
            capture(u, ast_as_match_star(p)->symbol, first + i, c);
        else
            pattern(u, p, first + i, c, miss);
    }
}

/* Values found stand in a tuple: its items against patterns. */
static void items(struct unit *u, uint32_t tuple, const struct ast_list *patterns, const struct ast_list *more,
                  struct captures *c, uint32_t *miss)
{
    uint32_t n = patterns->count + (more ? more->count : 0), first = lang_compile_alloc_temp(u, n ? n : 1);
    lang_compile_emit(u, OPC_UNPACK, 0, first, tuple, n);
    for (uint32_t i = 0; i < n; i++)
        pattern(u, i < patterns->count ? patterns->items[i] : more->items[i - patterns->count], first + i, c, miss);
}

static void mapping(struct unit *u, struct ast_match_mapping *m, uint32_t subject, struct captures *c, uint32_t *miss)
{
    uint32_t test = lang_compile_alloc_temp(u, 1), n = m->keys.count;
    lang_compile_emit(u, OPC_MATCHMAP, 0, test, subject, n);
    lang_compile_emit_jump(u, OPC_JUMPIFNOT, test, miss);
    uint32_t keys = lang_compile_alloc_temp(u, 1), values = lang_compile_alloc_temp(u, 1), first = u->top;
    bool may_repeat = false;
    for (uint32_t i = 0; i < n; i++) {
        lang_compile_expr_temp(u, m->keys.items[i]);
        may_repeat = may_repeat || m->keys.items[i]->kind == AST_ATTRIBUTE;
    }
    lang_compile_emit(u, OPC_BUILDTUPLE, 0, keys, first, n);
    lang_compile_emit(u, OPC_MATCHKEYS, may_repeat && n > 1, values, subject, keys);
    lang_compile_emit_jump(u, OPC_JUMPNONE, values, miss);
    items(u, values, &m->patterns, NULL, c, miss);
    if (m->rest) {
        uint32_t rest = lang_compile_alloc_temp(u, 1);
        lang_compile_emit(u, OPC_MATCHREST, 0, rest, subject, keys);
        capture(u, m->symbol, rest, c);
    }
}

static void class_pattern(struct unit *u, struct ast_match_class *m, uint32_t subject, struct captures *c,
                          uint32_t *miss)
{
    struct lang_tuple *names = lang_tuple_new(u->c->t, m->kwd_attrs.count);
    for (uint32_t i = 0; names && i < m->kwd_attrs.count; i++)
        names->items[i] = lang_ref(lang_obj(lang_compile_name_text(u, m->kwd_attrs.items[i])));
    uint32_t k = lang_compile_add_const_steal(u, lang_obj_or_error(names)), cls = lang_compile_expr_temp(u, m->cls),
             values = lang_compile_alloc_temp(u, 1);
    lang_compile_emit(u, OPC_MATCHCLASS, m->patterns.count, values, subject, cls);
    lang_compile_emit_wide(u, OPC_NOP, 0, k);
    lang_compile_emit_jump(u, OPC_JUMPNONE, values, miss);
    items(u, values, &m->patterns, &m->kwd_patterns, c, miss);
}

static void pattern(struct unit *u, struct ast_node *p, uint32_t subject, struct captures *c, uint32_t *miss)
{
    if (u->c->failed)
        return;
    u->at = lang_compile_position(p);
    switch (p->kind) {
    case AST_MATCH_VALUE:
        equals(u, ast_as_match_value(p)->value, subject, miss);
        break;
    case AST_MATCH_SINGLETON: {
        uint32_t a = lang_compile_alloc_temp(u, 1), b = lang_compile_alloc_temp(u, 1);
        lang_compile_emit(u, OPC_MOVE, 0, a, subject, 0);
        lang_compile_emit_wide(
            u, OPC_LOADK, b,
            lang_compile_add_const_steal(u, lang_compile_const_value(u, &ast_as_match_singleton(p)->value)));
        lang_compile_emit(u, OPC_IS, 0, a, a, b);
        lang_compile_emit_jump(u, OPC_JUMPIFNOT, a, miss);
        break;
    }
    case AST_MATCH_SEQUENCE:
        sequence(u, ast_as_match_sequence(p), subject, c, miss);
        break;
    case AST_MATCH_MAPPING:
        mapping(u, ast_as_match_mapping(p), subject, c, miss);
        break;
    case AST_MATCH_CLASS:
        class_pattern(u, ast_as_match_class(p), subject, c, miss);
        break;
    case AST_MATCH_AS: {
        struct ast_match_as *a = ast_as_match_as(p);
        if (a->pattern)
            pattern(u, a->pattern, subject, c, miss);
        if (a->name)
            capture(u, a->symbol, subject, c);
        break;
    }
    case AST_MATCH_OR: {
        struct ast_match_or *o = ast_as_match_or(p);
        uint32_t hit = NO_JUMP;
        for (uint32_t i = 0; i < o->patterns.count; i++) {
            uint32_t next = NO_JUMP;
            bool last = i + 1 == o->patterns.count;
            pattern(u, o->patterns.items[i], subject, c, last ? miss : &next);
            if (!last) {
                lang_compile_emit_jump(u, OPC_JUMP, 0, &hit);
                lang_compile_patch_here(u, next);
            }
        }
        lang_compile_patch_here(u, hit);
        break;
    }
    default:
        lang_compile_fail(u, LANG_EXC_SystemError, "unknown pattern");
    }
}

void lang_compile_match(struct unit *u, struct ast_match *m)
{
    uint32_t saved = u->top, subject = lang_compile_expr_temp(u, m->subject), end = NO_JUMP;
    for (uint32_t i = 0; i < m->cases.count; i++) {
        struct ast_match_case *k = ast_as_match_case(m->cases.items[i]);
        struct captures c = {.count = 0};
        uint32_t miss = NO_JUMP, top = u->top;
        struct lang_symbol *mark = u->bound;
        if (is_wildcard(k->pattern)) {
            struct lang_position outer = u->at;
            u->at = lang_compile_position(k->pattern);
            lang_compile_mark_line(u);
            u->at = outer;
        }
        pattern(u, k->pattern, subject, &c, &miss);
        for (uint32_t j = 0; j < c.count; j++)
            lang_compile_store_name(u, c.symbols[j], c.regs[j]);
        if (k->guard)
            lang_compile_condition(u, k->guard, false, &miss);
        uint32_t used = u->top;
        u->top = top;
        for (uint32_t r = top; r < used; r++)
            lang_compile_emit(u, OPC_CLEAR, 0, r, 0, 0);
        lang_compile_emit(u, OPC_CLEAR, 0, subject, 0, 0);
        lang_compile_statements(u, &k->body);
        lang_compile_unbind_to(u, mark);
        lang_compile_emit_jump(u, OPC_JUMP, 0, &end);
        lang_compile_patch_here(u, miss);
        for (uint32_t r = top; r < used; r++)
            lang_compile_emit(u, OPC_CLEAR, 0, r, 0, 0);
    }
    lang_compile_emit(u, OPC_CLEAR, 0, subject, 0, 0);
    lang_compile_patch_here(u, end);
    u->top = saved;
}
