/* lib_ast_build.c: trees of the module ast, which programs may have made and changed, as trees of the parser: with all
 * their positions, and refused where a field is not what the grammar says. */
#include <stdio.h>
#include <string.h>

#include "front/compile.h"
#include "front/lexer.h"
#include "lib_ast.h"
#include "types/containers.h"
#include "vm/code.h"
#include "vm/native.h"

struct builder {
    struct lang_thread *t;
    struct lang_arena *arena;
    struct lang_names *names;
    lang_value tree, module; /* the tree, and the module ast */
    const char *root;
};

/* What a field may hold, in the words of the grammar. */
enum sort {
    SORT_MOD,
    SORT_STMT,
    SORT_EXPR,
    SORT_PATTERN,
    SORT_HANDLER,
    SORT_COMPREHENSION,
    SORT_ARGUMENTS,
    SORT_ARG,
    SORT_KEYWORD,
    SORT_ALIAS,
    SORT_WITHITEM,
    SORT_CASE
};
static const char *const sort_names[] = {"mod",       "stmt", "expr",    "pattern", "excepthandler", "comprehension",
                                         "arguments", "arg",  "keyword", "alias",   "withitem",      "match_case"};

static enum sort sort_of(uint8_t kind)
{
    switch (kind) {
    case AST_COMPREHENSION:
        return SORT_COMPREHENSION;
    case AST_EXCEPT_HANDLER:
        return SORT_HANDLER;
    case AST_ARGUMENTS:
        return SORT_ARGUMENTS;
    case AST_ARG:
        return SORT_ARG;
    case AST_KEYWORD:
        return SORT_KEYWORD;
    case AST_ALIAS:
        return SORT_ALIAS;
    case AST_WITHITEM:
        return SORT_WITHITEM;
    case AST_MATCH_CASE:
        return SORT_CASE;
    default:
        return kind <= AST_INTERACTIVE    ? SORT_MOD
               : kind < AST_BOOL_OP       ? SORT_STMT
               : kind < AST_COMPREHENSION ? SORT_EXPR
                                          : SORT_PATTERN;
    }
}

/* What the field of a node holds: a row of the fields whose names do not say it. */
static enum sort sort_of_field(uint8_t kind, const char *field)
{
    static const struct {
        const char *field;
        enum sort sort;
    } fields[] = {{"body", SORT_STMT},
                  {"orelse", SORT_STMT},
                  {"finalbody", SORT_STMT},
                  {"handlers", SORT_HANDLER},
                  {"generators", SORT_COMPREHENSION},
                  {"args", SORT_ARGUMENTS},
                  {"keywords", SORT_KEYWORD},
                  {"names", SORT_ALIAS},
                  {"items", SORT_WITHITEM},
                  {"cases", SORT_CASE},
                  {"patterns", SORT_PATTERN},
                  {"kwd_patterns", SORT_PATTERN},
                  {"pattern", SORT_PATTERN},
                  {"posonlyargs", SORT_ARG},
                  {"vararg", SORT_ARG},
                  {"kwonlyargs", SORT_ARG},
                  {"kwarg", SORT_ARG}};
    const bool is_expression = sort_of(kind) == SORT_EXPR || kind == AST_EXPRESSION;
    if (is_expression && (strcmp(field, "body") == 0 || strcmp(field, "orelse") == 0))
        return SORT_EXPR;
    if (strcmp(field, "args") == 0 && (kind == AST_CALL || kind == AST_ARGUMENTS))
        return kind == AST_CALL ? SORT_EXPR : SORT_ARG;
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (strcmp(field, fields[i].field) == 0)
            return fields[i].sort;
    return SORT_EXPR;
}

/* ------------------------------------------------------------------ classes */

/* Whether a class is the one of this name in the module ast. */
static bool is_class(struct builder *b, struct lang_type *type, const char *name)
{
    if (strcmp(type->name, name) != 0)
        return false;
    lang_value there = lang_getattr_c(b->t, b->module, name);
    const bool same = !lang_is_error(there) && there.tag == LANG_OBJECT && there.o == (struct lang_object *)type;
    if (lang_is_error(there))
        lang_error_clear(b->t);
    else
        lang_unref(b->t, there);
    return same;
}

struct kind {
    int kind; /* -1: none */
    bool is_async;
};

static struct kind kind_named(struct builder *b, struct lang_type *type)
{
    static const struct {
        const char *name;
        uint8_t kind;
    } waiting[] = {{"AsyncFunctionDef", AST_FUNCTION_DEF}, {"AsyncFor", AST_FOR}, {"AsyncWith", AST_WITH}};
    for (int kind = 0; kind < AST_KIND_COUNT; kind++)
        if (is_class(b, type, lang_ast_kind_name((enum ast_kind)kind)))
            return (struct kind){kind, false};
    for (size_t i = 0; i < sizeof waiting / sizeof *waiting; i++)
        if (is_class(b, type, waiting[i].name))
            return (struct kind){waiting[i].kind, true};
    return (struct kind){-1, false};
}

/* By the first of its classes that is one of the grammar's. */
static struct kind kind_of(struct builder *b, lang_value v)
{
    struct lang_type *type = lang_type_of(v);
    struct kind found = {-1, false};
    for (; type && found.kind < 0; type = type->base)
        found = kind_named(b, type);
    return found;
}

/* ------------------------------------------------------------------ fields */

static void refuse_sort(struct builder *b, const char *sort, lang_value v)
{
    struct lang_str *shown = lang_repr(b->t, v);
    if (shown)
        lang_fail(b->t, LANG_EXC_TypeError, "expected some sort of %s, but got %U", sort, shown);
    lang_xdecref(b->t, shown);
}

/* The attribute, UNDEF: it is not there. */
static lang_value field_of(struct builder *b, lang_value node, const char *name)
{
    struct lang_str *key = lang_intern_c(b->t, name);
    lang_value v = key ? lang_getattr_opt(b->t, node, key) : lang_error();
    lang_xdecref(b->t, key);
    return v;
}

/* A field that has to be there; None says nothing where `none` is true. */
static lang_value needed(struct builder *b, lang_value node, const char *name, const char *owner, bool none)
{
    lang_value v = field_of(b, node, name);
    if (lang_is_undef(v)) {
        lang_fail(b->t, LANG_EXC_TypeError, "required field \"%s\" missing from %s", name, owner);
        return lang_error();
    }
    if (lang_is_none(v) && !none) {
        lang_fail(b->t, LANG_EXC_ValueError, "field '%s' is required for %s", name, owner);
        return lang_error();
    }
    return v;
}

static struct ast_node *node_of(struct builder *b, lang_value v, enum sort sort);

static struct ast_node *child(struct builder *b, lang_value node, const char *field, uint8_t kind, const char *owner,
                              bool optional, bool *failed)
{
    lang_value v = optional ? field_of(b, node, field) : needed(b, node, field, owner, false);
    struct ast_node *made = NULL;
    if (lang_is_error(v))
        *failed = true;
    else if (!lang_is_undef(v) && !lang_is_none(v))
        *failed |= !(made = node_of(b, v, sort_of_field(kind, field)));
    if (!lang_is_error(v))
        lang_unref(b->t, v);
    return made;
}

/* The list that a field has to be; NULL with an exception. */
static struct lang_list *items_of(struct builder *b, lang_value node, const char *field, const char *owner)
{
    lang_value v = needed(b, node, field, owner, true);
    if (lang_is_error(v))
        return NULL;
    if (!lang_is_list(v)) {
        lang_fail(b->t, LANG_EXC_TypeError, "%s field \"%s\" must be a list, not a %N", owner, field, v);
        lang_unref(b->t, v);
        return NULL;
    }
    return lang_as_list(v);
}

static bool has_changed(struct builder *b, const struct lang_list *list, int64_t length, const char *field,
                        const char *owner)
{
    if (list->length == length)
        return false;
    lang_fail(b->t, LANG_EXC_RuntimeError, "%s field \"%s\" changed size during iteration", owner, field);
    return true;
}

static struct ast_list children(struct builder *b, lang_value node, const char *field, uint8_t kind, const char *owner,
                                bool *failed)
{
    struct ast_list made = {0};
    struct lang_list *list = items_of(b, node, field, owner);
    if (!list) {
        *failed = true;
        return made;
    }
    const int64_t length = list->length;
    const enum sort sort = sort_of_field(kind, field);
    made.items = lang_arena_array(b->arena, (size_t)length, sizeof *made.items);
    if (!made.items)
        lang_no_memory(b->t);
    *failed |= !made.items;
    for (int64_t i = 0; !*failed && i < length; i++) {
        lang_value item = lang_ref(list->items[i]);
        const bool none = lang_is_none(item) && (sort == SORT_EXPR || sort == SORT_STMT || sort == SORT_PATTERN);
        made.items[i] = none ? NULL : node_of(b, item, sort);
        *failed |= (!none && !made.items[i]) || has_changed(b, list, length, field, owner);
        lang_unref(b->t, item);
    }
    made.count = *failed ? 0 : (uint32_t)length;
    lang_decref(b->t, list);
    return made;
}

static const struct ast_name *name_of(struct builder *b, lang_value v)
{
    static const char *const constants[] = {"None", "True", "False"};
    size_t size;
    if (!lang_is_str(v)) {
        lang_fail(b->t, LANG_EXC_TypeError, "AST identifier must be of type str");
        return NULL;
    }
    const char *text = lang_str_utf8(b->t, lang_as_str(v), &size);
    for (size_t i = 0; text && i < sizeof constants / sizeof *constants; i++)
        if (strcmp(text, constants[i]) == 0) {
            lang_fail(b->t, LANG_EXC_ValueError, "identifier field can't represent '%s' constant", text);
            return NULL;
        }
    const struct ast_name *name = text ? lang_names_intern(b->names, text, size) : NULL;
    if (text && !name)
        lang_no_memory(b->t);
    return name;
}

static const struct ast_name *identifier(struct builder *b, lang_value node, const char *field, const char *owner,
                                         bool optional, bool *failed)
{
    lang_value v = optional ? field_of(b, node, field) : needed(b, node, field, owner, false);
    const struct ast_name *name = NULL;
    if (lang_is_error(v))
        *failed = true;
    else if (!lang_is_undef(v) && !lang_is_none(v))
        *failed |= !(name = name_of(b, v));
    if (!lang_is_error(v))
        lang_unref(b->t, v);
    return name;
}

static struct ast_names identifiers(struct builder *b, lang_value node, const char *field, const char *owner,
                                    bool *failed)
{
    struct ast_names made = {0};
    struct lang_list *list = items_of(b, node, field, owner);
    const int64_t length = list ? list->length : 0;
    made.items = list ? lang_arena_array(b->arena, (size_t)length, sizeof *made.items) : NULL;
    if (list && !made.items)
        lang_no_memory(b->t);
    *failed |= !made.items;
    for (int64_t i = 0; !*failed && i < length; i++)
        *failed |= !(made.items[i] = name_of(b, list->items[i])) || has_changed(b, list, length, field, owner);
    made.count = *failed ? 0 : (uint32_t)length;
    lang_xdecref(b->t, list);
    return made;
}

static int number(struct builder *b, lang_value v, bool *failed)
{
    int64_t n = 0;
    if (!lang_is_integer(v)) {
        struct lang_str *shown = lang_repr(b->t, v);
        if (shown)
            lang_fail(b->t, LANG_EXC_ValueError, "invalid integer value: %U", shown);
        lang_xdecref(b->t, shown);
        *failed = true;
    } else if (lang_as_c_int(b->t, v, &n) < 0)
        *failed = true;
    return (int)n;
}

static int integer(struct builder *b, lang_value node, const char *field, const char *owner, bool *failed)
{
    lang_value v = needed(b, node, field, owner, true);
    int n = 0;
    if (lang_is_error(v))
        *failed = true;
    else {
        n = number(b, v, failed);
        lang_unref(b->t, v);
    }
    return n;
}

/* The same, `otherwise` where it is not there or None. */
static int optional(struct builder *b, lang_value node, const char *field, const char *owner, int otherwise,
                    bool *failed)
{
    lang_value v = field_of(b, node, field);
    const bool absent = lang_is_undef(v) || lang_is_none(v);
    if (!lang_is_error(v))
        lang_unref(b->t, v);
    *failed |= lang_is_error(v);
    return lang_is_error(v) || absent ? otherwise : integer(b, node, field, owner, failed);
}

/* The index of an instance's class in a list of names that ends in NULL. */
static uint8_t choice(struct builder *b, lang_value v, const char *const *names, const char *sort, bool *failed)
{
    for (struct lang_type *type = lang_type_of(v); type; type = type->base)
        for (uint8_t i = 0; names[i]; i++)
            if (is_class(b, type, names[i]))
                return i;
    refuse_sort(b, sort, v);
    *failed = true;
    return 0;
}

static const char *const binary[] = {
#define AST_BINARY(OP, Class, text) #Class,
#include "front/ast.def"
    NULL};
static const char *const unary[] = {
#define AST_UNARY(OP, Class, text) #Class,
#include "front/ast.def"
    NULL};
static const char *const boolean[] = {
#define AST_BOOLEAN(OP, Class, text) #Class,
#include "front/ast.def"
    NULL};
static const char *const comparison[] = {
#define AST_COMPARE(OP, Class, text) #Class,
#include "front/ast.def"
    NULL};
static const char *const contexts[] = {"Load", "Store", "Del", NULL};

static uint8_t operator_of(struct builder *b, lang_value v, uint8_t kind, bool *failed)
{
    return kind == AST_UNARY_OP  ? choice(b, v, unary, "unaryop", failed)
           : kind == AST_BOOL_OP ? choice(b, v, boolean, "boolop", failed)
           : kind == AST_COMPARE ? choice(b, v, comparison, "cmpop", failed)
                                 : choice(b, v, binary, "operator", failed);
}

static uint8_t operator_field(struct builder *b, lang_value node, const char *field, uint8_t kind, const char *owner,
                              bool *failed)
{
    lang_value v = needed(b, node, field, owner, false);
    uint8_t op = 0;
    *failed |= lang_is_error(v);
    if (!lang_is_error(v)) {
        op = operator_of(b, v, kind, failed);
        lang_unref(b->t, v);
    }
    return op;
}

static uint8_t *operators(struct builder *b, lang_value node, const char *field, uint8_t kind, const char *owner,
                          uint32_t *count, bool *failed)
{
    struct lang_list *list = items_of(b, node, field, owner);
    const int64_t length = list ? list->length : 0;
    uint8_t *made = list ? lang_arena_array(b->arena, (size_t)length, 1) : NULL;
    if (list && !made)
        lang_no_memory(b->t);
    *failed |= !made;
    for (int64_t i = 0; !*failed && i < length; i++) {
        made[i] = operator_of(b, list->items[i], kind, failed);
        *failed |= has_changed(b, list, length, field, owner);
    }
    *count = (uint32_t)length;
    lang_xdecref(b->t, list);
    return made;
}

/* ------------------------------------------------------------------ constants */

/* Of exactly the types that constants have. */
static bool is_constant(lang_value v)
{
    static struct lang_type *const types[] = {&lang_type_str, &lang_type_bytes, &lang_type_complex};
    if (lang_is_none(v) || v.tag == LANG_BOOL || v.tag == LANG_ELLIPSIS || v.tag == LANG_INT || v.tag == LANG_FLOAT)
        return true;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (lang_is_exactly(v, types[i]))
            return true;
    return lang_is_obj(v) && lang_type_of(v) == &lang_type_int;
}

static int check_constant(struct builder *b, lang_value v)
{
    if (is_constant(v))
        return 0;
    if (!lang_is_exactly(v, &lang_type_tuple) && !lang_is_exactly(v, &lang_type_frozenset)) {
        lang_fail(b->t, LANG_EXC_TypeError, "got an invalid type in Constant: %N", v);
        return -1;
    }
    if (lang_enter(b->t, " during compilation") < 0)
        return -1;
    lang_value it = lang_iter(b->t, v), item = lang_error();
    int status = lang_is_error(it) ? -1 : 0;
    while (status == 0 && !lang_is_undef(item = lang_next(b->t, it))) {
        if (lang_is_error(item))
            status = -1;
        else {
            status = check_constant(b, item);
            lang_unref(b->t, item);
        }
    }
    if (!lang_is_error(it))
        lang_unref(b->t, it);
    lang_leave(b->t);
    return status;
}

/* bytes in the arena, followed by a NUL */
static bool keep_text(struct builder *b, struct ast_value *to, const char *bytes, size_t size)
{
    to->text = (struct ast_text){lang_arena_copy(b->arena, bytes, size), size};
    if (!to->text.bytes)
        lang_no_memory(b->t);
    return to->text.bytes != NULL;
}

static bool is_ascii(const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if ((unsigned char)bytes[i] >= 0x80)
            return false;
    return true;
}

static void constant(struct builder *b, lang_value v, struct ast_value *to, bool *failed)
{
    const uint8_t *bytes;
    int64_t length;
    size_t size;
    if (check_constant(b, v) < 0) {
        *failed = true;
        return;
    }
    if (lang_is_none(v) || v.tag == LANG_BOOL || v.tag == LANG_ELLIPSIS) {
        to->type = lang_is_none(v)          ? AST_VALUE_NONE
                   : v.tag == LANG_ELLIPSIS ? AST_VALUE_ELLIPSIS
                   : v.i                    ? AST_VALUE_TRUE
                                            : AST_VALUE_FALSE;
    } else if (v.tag == LANG_INT) {
        to->type = AST_VALUE_INT, to->fits = true, to->integer = v.i;
    } else if (v.tag == LANG_FLOAT) {
        to->type = AST_VALUE_FLOAT, to->real = v.f;
    } else if (lang_is_str(v) && lang_str_check_utf8(b->t, lang_as_str(v)) == 0) {
        const char *text = lang_str_utf8(b->t, lang_as_str(v), &size);
        to->type = AST_VALUE_STR;
        *failed |= !text || !keep_text(b, to, text, size);
        to->is_ascii = !*failed && is_ascii(text, size);
    } else if (lang_is_bytes(v) && lang_bytes_view(v, &bytes, &length)) {
        to->type = AST_VALUE_BYTES;
        *failed |= !keep_text(b, to, (const char *)bytes, (size_t)length);
    } else {
        lang_error_clear(b->t);
        to->type = AST_VALUE_GIVEN, to->given = v.o;
    }
}

static void constant_field(struct builder *b, lang_value node, const char *owner, struct ast_value *to, bool *failed)
{
    lang_value v = needed(b, node, "value", owner, true);
    *failed |= lang_is_error(v);
    if (lang_is_error(v))
        return;
    constant(b, v, to, failed);
    lang_unref(b->t, v);
}

/* ------------------------------------------------------------------ nodes */

static bool has_position(enum sort sort)
{
    return sort != SORT_MOD && sort != SORT_ARGUMENTS && sort != SORT_COMPREHENSION && sort != SORT_WITHITEM &&
           sort != SORT_CASE;
}

/* Positions that no text could have are refused as far as CPython does; what is left of them is none. */
static int check_position(struct builder *b, const int at[4])
{
    const int line = at[0], col = at[1], end_line = at[2], end_col = at[3];
    if (line > end_line)
        return lang_fail(b->t, LANG_EXC_ValueError, "AST node line range (%d, %d) is not valid", line, end_line);
    if ((line < 0 && end_line != line) || (col < 0 && col != end_col))
        return lang_fail(b->t, LANG_EXC_ValueError,
                         "AST node column range (%d, %d) for line range (%d, %d) is not valid", col, end_col, line,
                         end_line);
    if (line == end_line && col > end_col)
        return lang_fail(b->t, LANG_EXC_ValueError, "line %d, column %d-%d is not a valid range", line, col, end_col);
    return 0;
}

static void place(struct builder *b, lang_value v, struct ast_node *node, const char *owner, bool *failed)
{
    static const char *const names[] = {"lineno", "col_offset", "end_lineno", "end_col_offset"};
    int at[4] = {0};
    for (int i = 0; i < 4 && !*failed; i++)
        at[i] = i < 2 ? integer(b, v, names[i], owner, failed) : optional(b, v, names[i], owner, at[i - 2], failed);
    *failed |= !*failed && check_position(b, at) < 0;
    node->line = at[0] > 0 ? (uint32_t)at[0] : 0;
    node->col = at[1] > 0 ? (uint32_t)at[1] : 0;
    node->end_line = at[2] > 0 ? (uint32_t)at[2] : 0;
    node->end_col = at[3] > 0 ? (uint32_t)at[3] : 0;
}

static size_t size_of(uint8_t kind)
{
    static const uint16_t sizes[] = {
#define F_NODE(f)
#define F_OPT(f)
#define F_LIST(f)
#define F_NAME(f)
#define F_OPT_NAME(f)
#define F_NAMES(f)
#define F_INT(f)
#define F_OP(f)
#define F_OPS(f)
#define F_EXTRA(type, f)
#define AST_NODE(KIND, struct_name, Name, fields) sizeof(struct ast_##struct_name),
#include "front/ast.def"
    };
    return sizes[kind];
}

static int integer_field(struct builder *b, lang_value node, const char *field, const char *owner, bool *failed)
{
    return strcmp(field, "level") == 0 ? optional(b, node, field, owner, 0, failed)
                                       : integer(b, node, field, owner, failed);
}

static void fill(struct builder *b, lang_value v, struct ast_node *node, const char *owner, bool *failed)
{
    const uint8_t kind = node->kind;
    uint32_t count = 0;
    switch (kind) {
#define DO(what)                                                                                                       \
    if (!*failed)                                                                                                      \
        n->what;
#define F_NODE(f) DO(f = child(b, v, #f, kind, owner, false, failed))
#define F_OPT(f) DO(f = child(b, v, #f, kind, owner, true, failed))
#define F_LIST(f) DO(f = children(b, v, #f, kind, owner, failed))
#define F_NAME(f) DO(f = identifier(b, v, #f, owner, false, failed))
#define F_OPT_NAME(f) DO(f = identifier(b, v, #f, owner, true, failed))
#define F_NAMES(f) DO(f = identifiers(b, v, #f, owner, failed))
#define F_INT(f) DO(f = integer_field(b, v, #f, owner, failed))
#define F_OP(f) DO(f = operator_field(b, v, #f, kind, owner, failed))
#define F_OPS(f) DO(f = operators(b, v, #f, kind, owner, &count, failed))
#define F_EXTRA(type, f)
#define AST_NODE(KIND, struct_name, Name, fields)                                                                      \
    case AST_##KIND: {                                                                                                 \
        struct ast_##struct_name *n = ast_as_##struct_name(node);                                                      \
        (void)n;                                                                                                       \
        fields break;                                                                                                  \
    }
#include "front/ast.def"
#undef DO
    default:
        break;
    }
    if (kind == AST_COMPARE && !*failed && count != ast_as_compare(node)->comparators.count) {
        lang_fail(b->t, LANG_EXC_ValueError,
                  ast_as_compare(node)->comparators.count ? "Compare has a different number of comparators and operands"
                                                          : "Compare with no comparators");
        *failed = true;
    }
}

static uint32_t first_line(const struct ast_list *decorators, uint32_t line)
{
    return decorators->count && decorators->items[0] ? decorators->items[0]->line : line;
}

/* What is in no field of the row. */
static void fill_rest(struct builder *b, lang_value v, struct ast_node *node, bool is_async, const char *owner,
                      bool *failed)
{
    lang_value ctx;
    switch (node->kind) {
    case AST_FUNCTION_DEF:
        ast_as_function_def(node)->is_async = is_async;
        ast_as_function_def(node)->first_line = first_line(&ast_as_function_def(node)->decorator_list, node->line);
        break;
    case AST_CLASS_DEF:
        ast_as_class_def(node)->first_line = first_line(&ast_as_class_def(node)->decorator_list, node->line);
        break;
    case AST_FOR:
        ast_as_for(node)->is_async = is_async;
        break;
    case AST_WITH:
        ast_as_with(node)->is_async = is_async;
        break;
    case AST_CONSTANT:
        constant_field(b, v, owner, &ast_as_constant(node)->value, failed);
        break;
    case AST_MATCH_SINGLETON:
        constant_field(b, v, owner, &ast_as_match_singleton(node)->value, failed);
        break;
    case AST_NAME:
    case AST_ATTRIBUTE:
    case AST_SUBSCRIPT:
    case AST_STARRED:
    case AST_LIST:
    case AST_TUPLE:
        ctx = needed(b, v, "ctx", owner, false);
        *failed |= lang_is_error(ctx);
        if (!lang_is_error(ctx)) {
            node->ctx = choice(b, ctx, contexts, "expr_context", failed);
            lang_unref(b->t, ctx);
        }
        break;
    default:
        break;
    }
}

static struct ast_node *node_of(struct builder *b, lang_value v, enum sort sort)
{
    if (lang_enter(b->t, " during ast construction") < 0)
        return NULL;
    struct ast_node *node = NULL, at = {0};
    struct kind kind = {-1, false};
    bool failed = false;
    if (has_position(sort))
        place(b, v, &at, sort_names[sort], &failed);
    if (failed)
        ;
    else if ((kind = kind_of(b, v)).kind < 0 || sort_of((uint8_t)kind.kind) != sort)
        refuse_sort(b, sort_names[sort], v);
    else if (!(node = lang_arena_zalloc(b->arena, size_of((uint8_t)kind.kind))))
        lang_no_memory(b->t);
    else {
        char owner[32];
        snprintf(owner, sizeof owner, "%s%s", kind.is_async ? "Async" : "",
                 lang_ast_kind_name((enum ast_kind)kind.kind));
        *node = at;
        node->kind = (uint8_t)kind.kind;
        fill(b, v, node, owner, &failed);
        if (!failed)
            fill_rest(b, v, node, kind.is_async, owner, &failed);
        node = failed ? NULL : node;
    }
    lang_leave(b->t);
    return node;
}

static int make(void *what, struct lang_arena *arena, struct lang_parse_result *parsed)
{
    struct builder *b = what;
    struct lang_names *names = lang_arena_zalloc(arena, sizeof *names);
    if (!names || lang_names_init(names, arena) < 0) {
        lang_no_memory(b->t);
        return -1;
    }
    b->arena = arena;
    b->names = names;
    const struct kind kind = kind_of(b, b->tree);
    if (kind.kind < 0 || strcmp(lang_ast_kind_name((enum ast_kind)kind.kind), b->root) != 0) {
        lang_fail(b->t, LANG_EXC_TypeError, "expected %s node, got %N", b->root, b->tree);
        return -1;
    }
    parsed->root = node_of(b, b->tree, SORT_MOD);
    parsed->names = names;
    parsed->name_count = names->count;
    return parsed->root ? lang_ast_check(b->t, parsed->root) : -1;
}

struct lang_code *lang_ast_compile(struct lang_thread *t, lang_value tree, const char *root, struct lang_source *source,
                                   unsigned flags)
{
    struct builder b = {.t = t, .tree = tree, .module = lang_import(t, "ast"), .root = root};
    if (lang_is_error(b.module))
        return NULL;
    struct lang_code *code = lang_compile_tree(t, source, flags, make, &b);
    lang_unref(t, b.module);
    return code;
}
