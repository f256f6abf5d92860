/* Inside of the cell's translation: its lines, and a tolerant scan for logical lines. Shared
 * by cell_scan.c, prompt.c, escape.c and is_complete.c. Knows characters, quotes and brackets, not the grammar. */
#ifndef LANG_FRONT_CELL_H
#define LANG_FRONT_CELL_H

#include "front/arena_text.h"
#include "front/lexer.h"

/* A physical line with its newline; the last one has it too. */
struct cell_line {
    const char *text;
    size_t len;
};

struct cell_lines {
    struct cell_line *items;
    size_t count;
};

/* A logical line as Python's tokenize module finds it, errors and all. Offsets into the text. */
struct cell_logical {
    size_t start;  /* of its first physical line */
    size_t first;  /* its first token */
    size_t last;   /* its last token's last character (of a string: its first); comments do not count */
    size_t end;    /* after its newline */
    size_t escape; /* `%` or `!` right after the first `=`, 0 for none */
    uint32_t col;  /* indentation */
    bool is_blank; /* nothing, or only a comment */
    bool is_comment_last;
    bool is_stray_last; /* the last token is none of Python: `?`, `!`, an open quote */
    enum { CELL_FINISHED, CELL_IN_STRING, CELL_IN_BRACKETS, CELL_AFTER_BACKSLASH } state; /* at the end of the text */
};

struct cell_scanner {
    const char *text; /* ends in a newline */
    size_t len, pos;
    uint32_t line; /* number of the physical line at pos, from 1 */
    uint32_t indent, indents[LANG_LEXER_INDENTS];
    int balance;     /* opening minus closing brackets so far: below 0 Python takes all that follows for one line */
    bool bad_dedent; /* the line at pos dedents to nowhere */
};

/* The next logical line; false at the end and at a bad dedent. The caller may move `pos` (and `line`) back to an
 * earlier end of a physical line before the next call. */
bool lang_cell_scan_next(struct cell_scanner *scanner, struct cell_logical *line);
void lang_cell_scan_init(struct cell_scanner *scanner, const char *text, size_t len);
/* Number of bytes of the physical line at `text`, newline included. */
size_t lang_cell_physical_line(const char *text, const char *end);

/* prompt.c: `>>> ` and `In [1]: ` removed. False: memory. */
bool lang_cell_strip_prompts(struct lang_arena *arena, struct cell_lines *lines);
/* Common indentation removed and blank lines emptied, from line `from` to before `to`. */
void lang_cell_dedent(struct cell_lines *lines, size_t from, size_t to);
bool lang_cell_line_is_blank(const struct cell_line *line); /* only white space */

/* escape.c. Splits, drops leading blank lines, dedents, strips prompts. False: memory. */
bool lang_cell_clean(struct lang_arena *arena, const char *text, size_t len, struct cell_lines *lines);
/* The rest of the translation: cell magic, then line escapes. -1 with *error: bad dedent, memory. */
int lang_cell_translate_lines(struct lang_arena *arena, const struct cell_lines *lines, struct arena_text *out,
                              struct lang_syntax_error *error);

#endif
