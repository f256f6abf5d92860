/* Scopes: what each name of each block means, decided before any code is made.
 *
 * lang_scope_analyze walks the tree once to collect and once to resolve; after it every Name, arg, alias, def, class,
 * handler and pattern points at its lang_symbol, and every Module, FunctionDef, Lambda, ClassDef and comprehension at
 * its lang_scope. Private names (__x in class C) are mangled in place (Name.id, Attribute.attr, arg.arg, Global.names
 * ...; FunctionDef.name and ClassDef.name stay as written, their symbol carries the mangled name). Everything lies in
 * the arena of the parse. No vm, no values. */
#ifndef LANG_FRONT_SCOPE_H
#define LANG_FRONT_SCOPE_H

#include "front/parser.h"

enum lang_scope_kind {
    LANG_SCOPE_MODULE, /* also Expression and Interactive */
    LANG_SCOPE_CLASS,
    LANG_SCOPE_FUNCTION, /* from here on: function-like, with numbered locals */
    LANG_SCOPE_LAMBDA,
    LANG_SCOPE_COMPREHENSION, /* list, set, dict; its parameter 0 is `.0`, the iterator of the first iterable */
    LANG_SCOPE_GENERATOR,     /* generator expression, the same way */
};

enum lang_symbol_kind {
    LANG_SYMBOL_NAME,  /* module or class body: in the namespace dict; index unused */
    LANG_SYMBOL_LOCAL, /* index: local slot, parameters first */
    LANG_SYMBOL_CELL,  /* a local that inner scopes capture; index: of the cell variable */
    LANG_SYMBOL_FREE,  /* of an enclosing function; index: of the free variable. In a class body: dict first, then cell
                        */
    LANG_SYMBOL_GLOBAL_EXPLICIT, /* `global x` */
    LANG_SYMBOL_GLOBAL_IMPLICIT, /* bound nowhere: global, then builtin (in a class body: dict first) */
};

enum lang_symbol_flags {
    LANG_SYMBOL_ASSIGNED = 1,
    LANG_SYMBOL_USED = 2,
    LANG_SYMBOL_PARAMETER = 4,
    LANG_SYMBOL_DECLARED_GLOBAL = 8,
    LANG_SYMBOL_DECLARED_NONLOCAL = 16,
    LANG_SYMBOL_ANNOTATED = 32,
    LANG_SYMBOL_IMPORTED = 64,
    LANG_SYMBOL_ITERATED = 128, /* target of a comprehension's `for` */
};

struct lang_symbol {
    const struct ast_name *name; /* mangled */
    uint8_t kind;                /* enum lang_symbol_kind */
    uint8_t flags;
    bool unbinds;      /* a del, or the end of an except, takes its value away */
    bool bound;        /* the compiler's: a LOCAL that is definitely bound at the current instruction */
    uint32_t index;    /* as its kind says */
    int32_t parameter; /* index of the parameter, which is also the local slot it arrives in (even if it is a CELL); or
                          -1 */
    int32_t free; /* index of the free variable, or -1. A class's NAME or GLOBAL may have one too, for the scopes inside
                     it */
    const struct ast_node *declared_at; /* its global or nonlocal statement */
    struct lang_symbol *bound_before;   /* the compiler's: the one that became bound before it */
};

/* Where a scope's free variable i comes from, seen from the scope around it. */
struct lang_capture {
    const struct ast_name *name;
    bool from_cell; /* the outer scope's cell variable `index`, else its free variable `index` */
    uint32_t index;
};

struct lang_scope {
    uint8_t kind;      /* enum lang_scope_kind */
    bool is_nested;    /* some enclosing scope is a function */
    bool is_generator; /* contains yield, or is a generator expression */
    bool has_star_import;
    const struct ast_node *value_returned; /* of a coroutine: its first return of a value */
    bool has_varargs, has_varkw;
    bool calls_locals;     /* mentions locals, vars, dir, eval or exec by name: its frame must be inspectable */
    bool needs_class_cell; /* class body: a method uses super() or __class__; the cell is cells[class_cell] */
    bool is_async; /* a coroutine: an async def; a comprehension, or the text of a cell, that waits for something */
    uint32_t class_cell;
    struct ast_node *node;
    const struct ast_name *name; /* of a def or class; NULL else */
    struct lang_scope *parent;
    struct lang_scope *first_child, *last_child, *next_sibling; /* in order of appearance */

    uint32_t symbol_count;
    struct lang_symbol **symbols; /* in order of first appearance */

    /* Function-like scopes: parameters are locals 0 .. param_count-1 in the order positional-only, positional,
     * keyword-only, *args, **kw. */
    uint32_t posonly_count, positional_count /* including positional-only */, kwonly_count, param_count;

    uint32_t local_count; /* slots; locals[i] is the symbol of slot i (a captured parameter keeps its slot) */
    struct lang_symbol **locals;
    uint32_t cell_count;
    struct lang_symbol **cells; /* a cell whose symbol has parameter >= 0 is filled from that slot at entry */
    uint32_t free_count;
    struct lang_capture *frees;

    /* scope pass only */
    struct lang_symbol **table;
    uint32_t table_size;
    uint32_t symbol_capacity;
    const struct ast_name *private_class;
};

/* Builds the scopes of a tree. Returns 0 with *scope the module's scope, or -1 with *error filled: what CPython's
 * symbol table and compiler refuse (global, nonlocal, return, yield, break, starred ... out of place, a parameter
 * twice; see check.c), a tree deeper than LANG_TREE_DEPTH (RecursionError), memory. */
int lang_scope_analyze(struct lang_arena *arena, struct lang_parse_result *parsed, struct lang_scope **scope,
                       struct lang_syntax_error *error);

/* The symbol of a name in a scope, NULL if the scope never mentions it. O(1). */
struct lang_symbol *lang_scope_find(const struct lang_scope *scope, const struct ast_name *name);

/* The name table's entry for these bytes, NULL if the parse never saw them. */
const struct ast_name *lang_names_find(const struct lang_names *names, const char *text, size_t len);

#endif
