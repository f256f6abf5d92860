/* Text to tokens, the whole text at once.
 *
 * The lexer copies the source into the arena (newlines made `\n`, one added at the end, a NUL after it), then fills an
 * array of tokens, a table of line starts and the table of names. It stops at its first error, which becomes the last
 * token: the parser reports it even if it fails before it, because in CPython the tokenizer's errors take precedence.
 * It knows nothing of the grammar. */
#ifndef LANG_FRONT_LEXER_H
#define LANG_FRONT_LEXER_H

#include "front/parser.h"

enum lang_token_kind {
#define TOKEN(KIND, text) TOKEN_##KIND,
#define TOKEN_OPERATOR(KIND, text) TOKEN_##KIND,
#define TOKEN_KEYWORD(KIND, text) TOKEN_##KIND,
#include "front/token.def"
    TOKEN_COUNT
};

struct lang_token {
    uint8_t kind;  /* enum lang_token_kind */
    uint8_t depth; /* open brackets around it, as CPython counts: an opening bracket counts itself, a closing one not */
    uint16_t failed_modes;   /* parser's: parsing an atom here has failed before */
    uint32_t start, end;     /* bytes of lexer.text */
    uint32_t line, end_line; /* from lexer.first_line */
    uint32_t name;           /* TOKEN_NAME: its index in the names table */
};

/* All names of a parse, each once. In the arena. */
struct lang_names {
    struct lang_arena *arena;
    struct ast_name **slots; /* open addressing */
    uint32_t mask, used;
    struct ast_name **items; /* by index */
    uint32_t count, capacity;
};

/* Why the tokens end. */
enum lang_lexer_stop {
    LANG_LEXER_END,             /* the end of the text, everything closed */
    LANG_LEXER_IN_BRACKETS,     /* the end of the text inside brackets */
    LANG_LEXER_AFTER_BACKSLASH, /* the end of the text after a continuation */
    LANG_LEXER_IN_STRING,       /* the end of the text in a string; error is filled */
    LANG_LEXER_MISPLACED,       /* indentation, a stray backslash: error is filled, but counts only where it is met */
    LANG_LEXER_FAILED,          /* error is filled */
};

enum { LANG_LEXER_BRACKETS = 200, LANG_LEXER_INDENTS = 100 };

struct lang_lexer {
    struct lang_arena *arena;
    const char *text; /* the copy: ends in "\n" and NUL */
    uint32_t len;     /* without the NUL */
    bool newline_added;
    const char *cur;
    const char *token_start;
    uint32_t line, first_line;

    struct lang_token *tokens; /* malloc'ed */
    uint32_t count, capacity;
    uint32_t *lines; /* malloc'ed: offset of the start of line i + first_line */
    uint32_t line_count, line_capacity;
    struct lang_names names;
    int (*normal_name)(const char *name, size_t size, char **out, size_t *out_size); /* as in the options of a parse */

    uint32_t depth;
    struct {
        char open;
        uint32_t line, start;
    } brackets[LANG_LEXER_BRACKETS];
    uint32_t indent;
    struct {
        uint32_t col, alt; /* with tabs of 8 and of 1: they must agree on what is deeper */
    } indents[LANG_LEXER_INDENTS];

    struct lang_syntax_warning *warnings, **warnings_end;
    enum lang_lexer_stop stop;
    struct lang_syntax_error error;
};

/* Prepares a lexer for this text and copies the text. 0, or -1 with lexer->error filled (NUL bytes, invalid UTF-8, too
 * long, memory). lang_lexer_free must follow in either case. */
int lang_lexer_init(struct lang_lexer *lexer, struct lang_arena *arena, const char *text, size_t len,
                    uint32_t first_line);
void lang_lexer_free(struct lang_lexer *lexer);

/* Would lang_lexer_init take this text: valid UTF-8 without NUL, not too long? */
bool lang_lexer_accepts(const char *text, size_t len);

/* Lexes everything. 0, also where the text is wrong (lexer->stop tells); -1 when memory is short. */
int lang_lexer_run(struct lang_lexer *lexer);

/* Lexes text[start, end) as if it stood in brackets, and appends its tokens, in round brackets, and an END (f-string
 * expressions). The byte before `start` gives the opening bracket its position. */
int lang_lexer_run_part(struct lang_lexer *lexer, uint32_t start, uint32_t end, uint32_t line);

/* Fills an error whose position is in bytes of the lexer's text: 1-based columns in characters are made of them.
 * col and end_col are byte offsets in their line plus 1, passed through when they are < 1. */
void lang_lexer_error(const struct lang_lexer *lexer, struct lang_syntax_error *error, enum lang_syntax_class kind,
                      uint32_t line, int64_t col, uint32_t end_line, int64_t end_col, const char *format, ...)
    __attribute__((format(printf, 8, 9)));

/* Adds a warning about text[start, end); a second one for the same position is dropped. 0, or -1: no memory. */
int lang_lexer_warn(struct lang_lexer *lexer, bool deprecation, uint32_t line, uint32_t start, uint32_t end_line,
                    uint32_t end, const char *format, ...) __attribute__((format(printf, 7, 8)));

/* MemoryError without a position. */
void lang_lexer_no_memory(struct lang_syntax_error *error);

const char *lang_syntax_class_name(enum lang_syntax_class kind);

static inline uint32_t lang_lexer_col(const struct lang_lexer *lexer, uint32_t line, uint32_t offset)
{
    return offset - lexer->lines[line - lexer->first_line];
}

/* Spelling of a token kind: "(", "for", "name". */
const char *lang_token_text(enum lang_token_kind kind);

/* Is the identifier's first, or a later, character of this code point? */
bool lang_unicode_name_start(uint32_t c);
bool lang_unicode_name_part(uint32_t c);
bool lang_unicode_printable(uint32_t c);

/* Decodes one character of valid UTF-8 (surrogates pass) and steps over it. */
uint32_t lang_utf8_next(const char **p);

/* names.c. The unique name of these bytes, made if it is new; NULL: memory. */
int lang_names_init(struct lang_names *names, struct lang_arena *arena);
struct ast_name *lang_names_intern(struct lang_names *names, const char *text, size_t len);
struct ast_name *lang_names_intern_hashed(struct lang_names *names, const char *text, uint32_t len, uint32_t hash);
/* FNV-1a of 32 bits (Fowler, Noll and Vo). */
enum { LANG_NAMES_SEED = 0x811C9DC5u & 0x7FFFFFFF };
#define LANG_NAMES_STEP(hash, byte) (((hash) ^ (uint8_t)(byte)) * 16777619u)

/* Names the parser looks up by index: interned first, in this order. */
enum {
    LANG_NAME_UNDERSCORE,
    LANG_NAME_MATCH,
    LANG_NAME_CASE,
    LANG_NAME_PRINT,
    LANG_NAME_EXEC,
    LANG_NAME_SUPER,
    LANG_NAME_CLASS_CELL,
    LANG_NAME_ITERATOR,
    LANG_NAME_STAR,
    LANG_NAME_LOCALS,
    LANG_NAME_VARS,
    LANG_NAME_DIR,
    LANG_NAME_EVAL,
    LANG_NAME_DEBUG,
    LANG_NAME_FIRST_FREE
};

/* lexer_number.c: lexes a number at lexer->cur (its first character is a digit, or a point before a digit). */
int lang_lexer_number(struct lang_lexer *lexer);
/* Fails at lexer->cur, as CPython's tokenizer does: the column of the last character consumed. Returns -1. */
int lang_lexer_fail(struct lang_lexer *lexer, const char *format, ...) __attribute__((format(printf, 2, 3)));
int lang_lexer_fail_range(struct lang_lexer *lexer, int64_t col, int64_t end_col, const char *message);

#endif
