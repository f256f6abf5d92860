/* regex.h: programs of regular expressions: how they are laid out, and how one runs over a text.
 *
 * A program is an array of 32-bit words: the header below, then instructions. The module re makes it (prelude);
 * lang_regex_program checks it, so that whatever a caller has put together stays inside of its own words. Knows no
 * pattern syntax. */
#ifndef LANG_REGEX_H
#define LANG_REGEX_H

#include "lang.h"

/* Instructions, each with its operands. Addresses are words from the begin of the program. */
enum regex_op {
    REGEX_MATCH,     /* the end of the program, or of a part of it that is looked at alone */
    REGEX_FAIL,      /* never matches */
    REGEX_CHAR,      /* c */
    REGEX_CHAR_CASE, /* c: whatever the case */
    REGEX_ANY,       /* all but a newline */
    REGEX_ALL,       /* any character */
    REGEX_SET,       /* size, flags, 8 words of bits for characters below 256, items of 3 words */
    REGEX_SPLIT,     /* first, second: the second is tried when the first fails */
    REGEX_JUMP,      /* address */
    REGEX_SAVE,      /* mark */
    REGEX_AT,        /* enum regex_at */
    REGEX_REF,       /* group, flags */
    REGEX_AHEAD,     /* negative, address behind the part */
    REGEX_BEHIND,    /* negative, address behind, width */
    REGEX_ATOMIC,    /* address behind */
    REGEX_IF,        /* group, address where it has not matched */
    REGEX_LOOP,      /* counter: begins at 0 */
    REGEX_NEXT,      /* counter, least, most, lazy, address of the body */
    REGEX_REPEAT,    /* kind, least, most, address behind; then one instruction for a single character */
    REGEX_OP_COUNT
};
enum regex_repeat { REGEX_GREEDY, REGEX_LAZY, REGEX_POSSESSIVE };
enum regex_at {
    REGEX_AT_START,
    REGEX_AT_LINE,
    REGEX_AT_END,
    REGEX_AT_LINE_END,
    REGEX_AT_LAST, /* at the end, or before a newline there */
    REGEX_AT_WORD,
    REGEX_AT_NO_WORD,
    REGEX_AT_COUNT
};
/* Items of a set: a character, two ends of a range, or a class. */
enum regex_item { REGEX_ITEM_CHAR, REGEX_ITEM_RANGE, REGEX_ITEM_CLASS };
enum regex_class { REGEX_DIGIT, REGEX_SPACE, REGEX_WORD, REGEX_NO_DIGIT, REGEX_NO_SPACE, REGEX_NO_WORD, REGEX_CLASSES };
enum regex_flag { REGEX_NEGATED = 1, REGEX_CASELESS = 2, REGEX_ASCII = 4 };
enum { REGEX_GROUPS, REGEX_COUNTERS, REGEX_FLAGS, REGEX_HEADER };
enum { REGEX_SET_BITS = 3, REGEX_SET_ITEMS = 11, REGEX_NO_LIMIT = INT32_MAX, REGEX_LOCAL = 24 };

/* Checks a program, and fills the bits of its sets. -1 with ValueError: it is none. */
int lang_regex_program(struct lang_thread *t, int32_t *code, int64_t size);

/* Which characters below 256 a match may begin with, as far as a look at the program shows. */
struct regex_first {
    bool known; /* false: any, or a match may be empty */
    bool chars[256];
};
int lang_regex_first(struct lang_thread *t, const int32_t *code, int64_t size, struct regex_first *out);

/* A text that is matched, and what has been found in it. */
struct regex_entry {
    int32_t kind, address;
    int64_t position, other;
};
struct regex_run {
    struct lang_thread *t;
    const int32_t *code;
    const struct regex_first *first; /* or NULL */
    const void *text;
    int kind; /* bytes of a character */
    int64_t end;
    bool ascii;
    int64_t *marks;          /* two of each group, group 0 first: -1 where it has not matched */
    int64_t *counts, *lasts; /* of each counter: repetitions, and where the last one began */
    int64_t last_group;
    struct regex_entry *stack;
    size_t used, capacity;
    uint64_t steps, poll_at; /* characters and instructions; when to look for an interrupt */
    bool whole;              /* the match has to reach the end */
    int64_t avoided;         /* no empty match here */
    int64_t start;
    int64_t few_marks[REGEX_LOCAL]; /* used while they are enough: not set by lang_regex_begin */
    struct regex_entry local_entries[REGEX_LOCAL];
};
int lang_regex_begin(struct regex_run *run, struct lang_thread *t, const int32_t *code);
void lang_regex_finish(struct regex_run *run);
/* Matches at a place, or at the first one from there on: 1 and the marks, 0, or -1 with an exception. */
int lang_regex_match(struct regex_run *run, int64_t at);
int lang_regex_search(struct regex_run *run, int64_t at);
/* The form of a character that all its cases share. */
uint32_t lang_regex_fold(uint32_t c, bool ascii);

#endif
