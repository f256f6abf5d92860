/* Text to tree: the one entry to the front end.
 *
 * lang_parse takes UTF-8 text and gives a tree in the caller's arena, or a lang_syntax_error with CPython 3.11's class,
 * text and position. It touches no vm, no values, no intern table and no global state: any thread may parse at any
 * time. lang_scope_analyze (scope.h) is the second step; the compiler is the third. */
#ifndef LANG_FRONT_PARSER_H
#define LANG_FRONT_PARSER_H

#include "front/arena.h"
#include "front/ast.h"

enum lang_parse_mode {
    LANG_PARSE_EXEC,   /* a file or a cell: Module */
    LANG_PARSE_EVAL,   /* one expression: Expression */
    LANG_PARSE_SINGLE, /* one interactive statement: Interactive */
};

struct lang_parse_options {
    enum lang_parse_mode mode;
    bool cell;              /* translate IPython's escapes, prompts and common indentation first (escape.c) */
    bool no_await;          /* of a cell: it may not wait at its top */
    bool incomplete_input;  /* say "incomplete input" for unfinished text, as IPython does in cells */
    bool no_implied_dedent; /* of a single statement: the end of the text ends no block */
    bool program;        /* the text of a file, where CPython's tokenizer knows no encoding and nothing after the end */
    size_t most_digits;  /* of a decimal literal, as sys.get_int_max_str_digits(); 0: any */
    uint32_t first_line; /* number of the first line; 0 means 1 */
    uint32_t (*unicode_name)(const char *name, size_t len); /* for \N{name}: the code point, UINT32_MAX: unknown.
                                                               NULL: no name is known */
    /* NFKC of a name that is not ASCII: 1 and *out, malloc'ed; 0: it is what it is; -1: no memory. NULL: names stay as
     * they are written. */
    int (*normal_name)(const char *name, size_t size, char **out, size_t *out_size);
};

/* Classes of errors; names in lang_syntax_error.class_name. */
enum lang_syntax_class {
    LANG_SYNTAX_ERROR,
    LANG_INDENTATION_ERROR,
    LANG_TAB_ERROR,
    LANG_SYNTAX_MEMORY,    /* MemoryError: memory short, or nested too deeply for the parser; message may be empty */
    LANG_SYNTAX_RECURSION, /* RecursionError: the tree is too deep */
    LANG_SYNTAX_VALUE,     /* ValueError */
    LANG_SYNTAX_OVERFLOW,  /* OverflowError: the text is 2 GiB or longer */
};

/* Why text could not be parsed. Caller-owned, fixed size, valid without the arena except for `text`. */
struct lang_syntax_error {
    enum lang_syntax_class kind;
    const char *class_name; /* "SyntaxError", "IndentationError", "TabError", "MemoryError", ... static */
    char message[512];      /* UTF-8, cut at a character */
    uint32_t line;          /* SyntaxError.lineno; 0: none */
    int32_t col;            /* SyntaxError.offset: 1-based, in characters; -1: none */
    uint32_t end_line;      /* SyntaxError.end_lineno; 0: none */
    int32_t end_col;        /* SyntaxError.end_offset; -1: none */
    const char *text;       /* the line (in the source or the arena), without its newline; NULL: none */
    uint32_t text_len;
    bool line_ends;     /* SyntaxError.text ends in the newline of its line */
    bool from_scope;    /* found after parsing: CPython reads the line from the file, if there is one */
    bool from_tokenize; /* a cell's bad dedent: IPython names the file <tokenize> */
};

/* A SyntaxWarning or DeprecationWarning, and where the SyntaxError is that a filter may make of it. In the arena. */
struct lang_syntax_warning {
    const char *message;
    bool deprecation;
    uint32_t line, end_line;
    uint32_t col, end_col; /* bytes from 0 */
    struct lang_syntax_warning *next;
};

struct lang_parse_result {
    struct ast_node *root; /* Module, Expression or Interactive */
    const char *text;      /* what was parsed: the source, or in a cell its translation (in the arena) */
    size_t len;
    uint32_t first_line;
    uint32_t name_count;       /* names have indices 0 .. name_count-1; the scope pass may add mangled ones */
    struct lang_names *names;  /* the parse's table of names, for the scope pass */
    bool may_await;            /* parsed with options.cell, without no_await: IPython takes `await` at the top */
    bool last_expr_suppressed; /* the last token besides comments and newlines is `;` */
    struct lang_syntax_warning *warnings; /* of lang_parse, then of lang_scope_analyze, in the order of the code */
};

/* Parses `len` bytes of UTF-8. `text` need not end in NUL or newline but must outlive the tree.
 * Returns 0, or -1 with *error filled. Memory comes from `arena` and is the caller's to free in both cases. */
int lang_parse(struct lang_arena *arena, const char *text, size_t len, const struct lang_parse_options *options,
               struct lang_parse_result *result, struct lang_syntax_error *error);

/* Translates a cell as IPython does before Python sees it: leading blank lines and common indentation dropped, prompts
 * removed, `%magic`, `!cmd`, `x?` ... translated into get_ipython() calls. *out lies in the arena, or is `text` itself
 * where nothing had to change. Returns 0, or -1 with *error filled. lang_parse does this itself when options->cell is
 * set. */
int lang_cell_translate(struct lang_arena *arena, const char *text, size_t len, const char **out, size_t *out_len,
                        struct lang_syntax_error *error);

enum lang_complete_status { LANG_COMPLETE, LANG_INCOMPLETE, LANG_INVALID };

/* Is this text a complete cell? With LANG_INCOMPLETE *indent is the number of blanks to continue with. */
enum lang_complete_status lang_is_complete(const char *text, size_t len, uint32_t *indent);

#endif
