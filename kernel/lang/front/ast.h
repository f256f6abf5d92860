/* The syntax tree: struct ast_node and one struct per row of ast.def, all in the parse's arena.
 *
 * A node is a head followed by its fields, named as in CPython 3.11's `ast`. Nodes are read-only to the compiler; the
 * parser makes them, the scope pass fills `scope` and `symbol` and mangles private names in place. The tree knows
 * neither values nor the vm. The scope pass has bounded the depth of any tree it accepted (LANG_TREE_DEPTH), so a
 * recursive walk after it needs no check of its own. */
#ifndef LANG_FRONT_AST_H
#define LANG_FRONT_AST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct lang_scope;
struct lang_symbol;

/* The deepest tree that the scope pass lets through (CPython: three times its recursion limit). */
#define LANG_TREE_DEPTH 3000

/* An identifier. Each spelling exists once per parse: two names are equal exactly when their pointers are. */
struct ast_name {
    const char *text; /* UTF-8, NUL-terminated */
    uint32_t len;
    uint32_t hash;
    uint32_t index;   /* 0, 1, 2 ... in order of first appearance: index for side tables of the compiler */
    uint32_t keyword; /* lexer's: token kind of a keyword, 0 for an ordinary name */
};

enum ast_kind {
#define AST_NODE(KIND, struct_name, Name, fields) AST_##KIND,
#include "ast.def"
    AST_KIND_COUNT
};
enum ast_binary {
#define AST_BINARY(OP, Class, text) AST_OP_##OP,
#include "ast.def"
    AST_BINARY_COUNT
};
enum ast_unary {
#define AST_UNARY(OP, Class, text) AST_UNARY_##OP,
#include "ast.def"
    AST_UNARY_COUNT
};
enum ast_compare_op {
#define AST_COMPARE(OP, Class, text) AST_CMP_##OP,
#include "ast.def"
    AST_COMPARE_COUNT
};
enum ast_boolean {
#define AST_BOOLEAN(OP, Class, text) AST_BOOL_##OP,
#include "ast.def"
    AST_BOOLEAN_COUNT
};

/* What an expression stands for: read, assigned, deleted. For Name Attribute Subscript Starred List Tuple. */
enum ast_context { AST_LOAD, AST_STORE, AST_DEL };

/* Head of every node. Lines count from 1, columns are UTF-8 byte offsets from 0 in the line, ends are exclusive. */
struct ast_node {
    uint8_t kind;   /* enum ast_kind */
    uint8_t ctx;    /* enum ast_context */
    uint8_t parens; /* 1: written in parentheses of its own */
    uint8_t spare;
    uint32_t line, col;
    uint32_t end_line, end_col;
};

struct ast_list {
    uint32_t count;
    struct ast_node **items;
};

struct ast_names {
    uint32_t count;
    const struct ast_name **items;
};

/* Bytes in the arena or in the source, not NUL-terminated unless said so. */
struct ast_text {
    const char *bytes;
    size_t len;
};

enum ast_value_type {
    AST_VALUE_NONE,
    AST_VALUE_TRUE,
    AST_VALUE_FALSE,
    AST_VALUE_ELLIPSIS,
    AST_VALUE_INT,     /* `integer` if fits, else text: digits without prefix or underscores, in `base` */
    AST_VALUE_FLOAT,   /* `real` */
    AST_VALUE_COMPLEX, /* imaginary part in `real` */
    AST_VALUE_STR,     /* text: UTF-8; lone surrogates as three bytes (WTF-8) and has_surrogates */
    AST_VALUE_BYTES,   /* text */
    AST_VALUE_GIVEN,   /* `given`: in a tree that a program has made, what the text of one cannot say */
};

/* The value of a Constant. `text` of str, bytes and big int is followed by a NUL that does not count. */
struct ast_value {
    uint8_t type; /* enum ast_value_type */
    uint8_t base; /* of a big int: 2, 8, 10, 16 */
    bool fits;    /* int: `integer` holds it */
    bool has_surrogates;
    bool is_ascii; /* str: all bytes below 0x80 */
    bool has_u;    /* str written u'...' (Constant.kind) */
    union {
        int64_t integer;
        double real;
        void *given; /* an object, which the maker of the tree keeps alive */
    };
    struct ast_text text;
};

#define F_NODE(f) struct ast_node *f;
#define F_OPT(f) struct ast_node *f;
#define F_LIST(f) struct ast_list f;
#define F_NAME(f) const struct ast_name *f;
#define F_OPT_NAME(f) const struct ast_name *f;
#define F_NAMES(f) struct ast_names f;
#define F_INT(f) int f;
#define F_OP(f) uint8_t f;
#define F_OPS(f) uint8_t *f;
#define F_EXTRA(type, f) type f;
#define AST_NODE(KIND, struct_name, Name, fields)                                                                      \
    struct ast_##struct_name {                                                                                         \
        struct ast_node base;                                                                                          \
        fields                                                                                                         \
    };
#include "ast.def"

/* ast_as_bin_op(node) and so on: the node as its own struct. The caller has looked at node->kind. */
#define AST_NODE(KIND, struct_name, Name, fields)                                                                      \
    static inline struct ast_##struct_name *ast_as_##struct_name(struct ast_node *node)                                \
    {                                                                                                                  \
        return (struct ast_##struct_name *)(void *)node;                                                               \
    }
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
#include "ast.def"

/* Class name of a kind as Python's `ast` spells it ("BinOp"), for messages and dumps. */
const char *lang_ast_kind_name(enum ast_kind kind);

#endif
