/* lib_ast.c: the module _ast: trees of the parser as tuples, of which the module ast (prelude/_standalone/ast.py)
 * makes its nodes: (class name, position or None, fields in the order of ast.def, context or constant). */
#include <stdio.h>
#include <string.h>

#include "front/compile.h"
#include "lib.h"
#include "lib_ast.h"
#include "types/containers.h"
#include "types/str_impl.h"
#include "vm/code.h"

struct maker {
    struct lang_thread *t;
    struct lang_tuple *made;
    int64_t count;
};

static lang_value tree(struct lang_thread *t, struct ast_node *node);

/* Adds a field and takes its reference; errors are looked for at the end. */
static void add(struct maker *m, lang_value v)
{
    m->made->items[m->count++] = v;
}

static lang_value text_of(struct lang_thread *t, const char *text, size_t size)
{
    return lang_obj_or_error(lang_intern(t, text, size));
}

static lang_value name_of(struct lang_thread *t, const struct ast_name *name)
{
    return name ? text_of(t, name->text, name->len) : lang_none();
}

static lang_value list_of(struct lang_thread *t, const struct ast_list *list)
{
    struct lang_list *made = lang_list_new(t, list->count);

    for (uint32_t i = 0; made && i < list->count; i++) {
        lang_value item = tree(t, list->items[i]);

        if (lang_is_error(item) || lang_list_append_steal(t, made, item) < 0) {
            lang_decref(t, made);
            return lang_error();
        }
    }
    return lang_obj_or_error(made);
}

static lang_value names_of(struct lang_thread *t, const struct ast_names *names)
{
    struct lang_list *made = lang_list_new(t, names->count);

    for (uint32_t i = 0; made && i < names->count; i++) {
        lang_value item = name_of(t, names->items[i]);

        if (lang_is_error(item) || lang_list_append_steal(t, made, item) < 0) {
            lang_decref(t, made);
            return lang_error();
        }
    }
    return lang_obj_or_error(made);
}

static const char *operator_name(uint8_t kind, uint8_t op)
{
    static const char *const binary[] = {
#define AST_BINARY(OP, Class, text) #Class,
#include "front/ast.def"
    };
    static const char *const unary[] = {
#define AST_UNARY(OP, Class, text) #Class,
#include "front/ast.def"
    };
    static const char *const boolean[] = {
#define AST_BOOLEAN(OP, Class, text) #Class,
#include "front/ast.def"
    };
    static const char *const comparison[] = {
#define AST_COMPARE(OP, Class, text) #Class,
#include "front/ast.def"
    };

    return kind == AST_UNARY_OP  ? unary[op]
           : kind == AST_BOOL_OP ? boolean[op]
           : kind == AST_COMPARE ? comparison[op]
                                 : binary[op];
}

static lang_value operator_of(struct lang_thread *t, uint8_t kind, uint8_t op)
{
    const char *name = operator_name(kind, op);

    return text_of(t, name, strlen(name));
}

static lang_value operators_of(struct lang_thread *t, const uint8_t *ops, uint32_t count)
{
    struct lang_list *made = lang_list_new(t, count);

    for (uint32_t i = 0; made && i < count; i++) {
        lang_value item = operator_of(t, AST_COMPARE, ops[i]);

        if (lang_is_error(item) || lang_list_append_steal(t, made, item) < 0) {
            lang_decref(t, made);
            return lang_error();
        }
    }
    return lang_obj_or_error(made);
}

static lang_value constant_of(struct lang_thread *t, const struct ast_value *v)
{
    struct compiler c = {.t = t};
    struct unit u = {.c = &c};

    return lang_compile_const_value(&u, v);
}

static bool is_async(struct ast_node *node)
{
    return (node->kind == AST_FUNCTION_DEF && ast_as_function_def(node)->is_async) ||
           (node->kind == AST_FOR && ast_as_for(node)->is_async) ||
           (node->kind == AST_WITH && ast_as_with(node)->is_async);
}

static bool has_position(uint8_t kind)
{
    return kind != AST_MODULE && kind != AST_EXPRESSION && kind != AST_INTERACTIVE && kind != AST_ARGUMENTS &&
           kind != AST_COMPREHENSION && kind != AST_WITHITEM && kind != AST_MATCH_CASE;
}

static lang_value position_of(struct lang_thread *t, const struct ast_node *node)
{
    if (!has_position(node->kind))
        return lang_none();
    struct lang_tuple *made = lang_tuple_new(t, 4);

    if (made) {
        made->items[0] = lang_int(node->line);
        made->items[1] = lang_int(node->col);
        made->items[2] = lang_int(node->end_line);
        made->items[3] = lang_int(node->end_col);
    }
    return lang_obj_or_error(made);
}

/* The fields of a node's row. */
static void add_fields(struct maker *m, struct ast_node *node)
{
    struct lang_thread *t = m->t;

    switch (node->kind) {
#define F_NODE(f) add(m, tree(t, n->f));
#define F_OPT(f) add(m, tree(t, n->f));
#define F_LIST(f) add(m, list_of(t, &n->f));
#define F_NAME(f) add(m, name_of(t, n->f));
#define F_OPT_NAME(f) add(m, name_of(t, n->f));
#define F_NAMES(f) add(m, names_of(t, &n->f));
#define F_INT(f) add(m, lang_int(n->f));
#define F_OP(f) add(m, operator_of(t, node->kind, n->f));
#define F_OPS(f) add(m, operators_of(t, n->f, n->comparators.count));
#define F_EXTRA(type, f)
#define AST_NODE(KIND, struct_name, Name, fields)                                                                      \
    case AST_##KIND: {                                                                                                 \
        struct ast_##struct_name *n = ast_as_##struct_name(node);                                                      \
        (void)n;                                                                                                       \
        fields break;                                                                                                  \
    }
#include "front/ast.def"
    default:
        break;
    }
}

/* What of a node is in no field of its row: the context of a target, the value of a constant. */
static void add_rest(struct maker *m, struct ast_node *node)
{
    const struct ast_value *value;

    switch (node->kind) {
    case AST_NAME:
    case AST_ATTRIBUTE:
    case AST_SUBSCRIPT:
    case AST_STARRED:
    case AST_LIST:
    case AST_TUPLE:
        add(m, lang_int(node->ctx));
        break;
    case AST_CONSTANT:
        value = &ast_as_constant(node)->value;
        add(m, constant_of(m->t, value));
        add(m, value->type == AST_VALUE_STR && value->has_u ? text_of(m->t, "u", 1) : lang_none());
        break;
    case AST_MATCH_SINGLETON:
        add(m, constant_of(m->t, &ast_as_match_singleton(node)->value));
        break;
    default:
        break;
    }
}

static int64_t field_count(uint8_t kind)
{
    static const uint8_t counts[] = {
#define F_NODE(f) +1
#define F_OPT(f) +1
#define F_LIST(f) +1
#define F_NAME(f) +1
#define F_OPT_NAME(f) +1
#define F_NAMES(f) +1
#define F_INT(f) +1
#define F_OP(f) +1
#define F_OPS(f) +1
#define F_EXTRA(type, f)
#define AST_NODE(KIND, struct_name, Name, fields) 0 fields,
#include "front/ast.def"
    };
    bool context = kind == AST_NAME || kind == AST_ATTRIBUTE || kind == AST_SUBSCRIPT || kind == AST_STARRED ||
                   kind == AST_LIST || kind == AST_TUPLE;

    return counts[kind] + (kind == AST_CONSTANT ? 2 : context || kind == AST_MATCH_SINGLETON);
}

static lang_value tree(struct lang_thread *t, struct ast_node *node)
{
    if (!node)
        return lang_none();
    if (lang_enter(t, " during ast construction") < 0)
        return lang_error();
    struct maker m = {t, lang_tuple_new(t, 2 + field_count(node->kind)), 0};
    bool whole = m.made != NULL;

    if (m.made) {
        const char *name = lang_ast_kind_name(node->kind);
        char async[32];

        snprintf(async, sizeof async, "%s%s", is_async(node) ? "Async" : "", name);
        add(&m, text_of(t, async, strlen(async)));
        add(&m, position_of(t, node));
        add_fields(&m, node);
        add_rest(&m, node);
        for (int64_t i = 0; i < m.count; i++)
            if (lang_is_error(m.made->items[i])) {
                m.made->items[i] = lang_none();
                whole = false;
            }
    }
    lang_leave(t);
    if (m.made && !whole)
        lang_decref(t, m.made);
    return whole ? lang_obj(m.made) : lang_error();
}

lang_value lang_parse_source(struct lang_thread *t, const lang_value *a, bool incomplete, lang_parsed_fn use)
{
    static const char *const modes[] = {"exec", "eval", "single"};
    size_t size;
    const char *file = lang_as_utf8(t, a[1], "filename", NULL),
               *mode = file ? lang_as_utf8(t, a[2], "mode", NULL) : NULL;
    const char *text = mode ? lang_as_utf8(t, a[0], "source", &size) : NULL;

    if (!text)
        return lang_error();
    struct lang_parse_options options = {.most_digits = (size_t)lang_int_max_str_digits,
                                         .unicode_name = lang_unicode_lookup,
                                         .normal_name = lang_unicode_identifier,
                                         .incomplete_input = incomplete};
    struct lang_parse_result result;
    struct lang_syntax_error error;
    struct lang_arena arena;
    lang_value made = lang_error();

    for (int i = 0; i < 3; i++)
        if (strcmp(mode, modes[i]) == 0)
            options.mode = (enum lang_parse_mode)i;
    lang_arena_init(&arena, t->vm->options.memory_limit);
    if (lang_parse(&arena, text, size, &options, &result, &error) < 0 || !use(t, &arena, &result, &made, &error))
        made = lang_compile_raise_syntax(t, &error, file);
    lang_arena_free(&arena);
    if (lang_is_error(made) && !lang_error_occurred(t))
        lang_no_memory(t);
    return made;
}

static bool make_tree(struct lang_thread *t, struct lang_arena *arena, struct lang_parse_result *result,
                      lang_value *made, struct lang_syntax_error *error)
{
    (void)arena;
    (void)error;
    *made = tree(t, result->root);
    return true;
}

static lang_value a_parse(struct lang_thread *t, const lang_value *a)
{
    return lang_parse_source(t, a, !lang_is_undef(a[3]) && lang_truth(t, a[3]) == 1, make_tree);
}

static lang_value a_text(struct lang_thread *t, const lang_value *a)
{
    size_t size;
    lang_value keep;
    const uint8_t *bytes = (const uint8_t *)"";
    int64_t length = 0;
    const char *file = lang_as_utf8(t, a[1], "filename", NULL);
    if (!file)
        return lang_error();
    if (!lang_is_bytes(a[0]) || !lang_bytes_view(a[0], &bytes, &length))
        return lang_raise(t, LANG_EXC_TypeError, "source must be bytes, not %N", a[0]);
    size = (size_t)length;
    const char *text = lang_source_text(t, (const char *)bytes, &size, file, false, &keep);
    lang_value made = lang_error();
    if (text && !lang_is_undef(keep))
        return keep;
    if (text)
        made = lang_obj_or_error(lang_bytes_decode(t, (const uint8_t *)text, size, "utf-8", "strict"));
    lang_unref(t, keep);
    return made;
}

static const struct lang_method functions[] = {
    {"text", "(source, filename, /)", a_text, "The text that the bytes of a program are.", 0},
    {"parse", "(source, filename, mode, incomplete=False, /)", a_parse,
     "The tree of a text as tuples. incomplete: unfinished text is a SyntaxError that says so.", 0},
    {NULL, NULL, NULL, NULL, 0}};

/* The bits of compile()'s flags that the module ast names. */
static int init(struct lang_thread *t, struct lang_module *m)
{
    if (lang_module_add_steal(t, m, "PyCF_ONLY_AST", lang_int(0x400)) < 0 ||
        lang_module_add_steal(t, m, "PyCF_TYPE_COMMENTS", lang_int(0x1000)) < 0)
        return -1;
    return lang_module_add_steal(t, m, "PyCF_ALLOW_TOP_LEVEL_AWAIT", lang_int(0x2000));
}

const struct lang_module_def lang_module__ast = {"_ast", "Trees of the parser.", functions, init};
