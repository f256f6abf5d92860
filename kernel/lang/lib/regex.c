/* regex.c: matches texts with programs of regular expressions, by backtracking.
 *
 * What may be tried later and what has to be undone before lie on one stack in memory, so that neither long texts nor
 * nested repetitions take C stack; only parts that are looked at alone (lookaround, atomic groups) recurse, as deep as
 * the pattern nests them. */
#include "regex.h"

#include <string.h>

#include "types/str_impl.h"

enum entry_kind { TRY, UNDO_MARK, UNDO_GROUP, UNDO_COUNTER, GIVE_BACK, TAKE_MORE, ONCE_MORE };
enum { POLL_STEPS = 0x3fff };

static inline int step_taken(struct regex_run *run)
{
    if (__builtin_expect(++run->steps < run->poll_at, 1))
        return 0;
    run->poll_at = run->steps + POLL_STEPS;
    return lang_poll_quiet(run->t);
}

static inline uint32_t unit_of(const void *text, int kind, int64_t i)
{
    return kind == 1   ? ((const uint8_t *)text)[i]
           : kind == 2 ? ((const uint16_t *)text)[i]
                       : ((const uint32_t *)text)[i];
}

static inline uint32_t unit(const struct regex_run *run, int64_t i)
{
    return unit_of(run->text, run->kind, i);
}

uint32_t lang_regex_fold(uint32_t c, bool ascii)
{
    if (c < 128)
        return c - 'A' < 26u ? c + 32 : c;
    if (ascii)
        return c;
    /* Three pairs that share their upper case only as several characters. */
    if (c == 0x1fd3 || c == 0x1fe3)
        return c == 0x1fd3 ? 0x390 : 0x3b0;
    if (c == 0xfb05)
        return 0xfb06;
    if (c == 0x130)
        return 'i';
    uint32_t to[3];
    uint32_t upper = lang_char_map(c, LANG_CASE_UPPER, to) == 1 ? to[0] : c;
    return lang_char_map(upper, LANG_CASE_LOWER, to) == 1 ? to[0] : upper;
}

static bool is_word(uint32_t c, bool ascii)
{
    if (c < 128)
        return (c | 32) - 'a' < 26u || c - '0' < 10u || c == '_';
    return !ascii && lang_char(c)->flags & (LANG_C_ALPHA | LANG_C_DECIMAL | LANG_C_DIGIT | LANG_C_NUMERIC);
}

static bool in_class(uint32_t c, int32_t which, bool ascii)
{
    bool yes;
    switch (which % REGEX_NO_DIGIT) {
    case REGEX_DIGIT:
        yes = c < 128 || ascii ? c - '0' < 10u : (lang_char(c)->flags & LANG_C_DECIMAL) != 0;
        break;
    case REGEX_SPACE:
        yes = ascii ? c == ' ' || c - '\t' < 5u : (lang_char(c)->flags & LANG_C_SPACE) != 0;
        break;
    default:
        yes = is_word(c, ascii);
    }
    return yes != (which >= REGEX_NO_DIGIT);
}

static bool has_item(const int32_t *set, uint32_t c, bool ascii)
{
    const int32_t *end = set + set[1];
    for (const int32_t *item = set + REGEX_SET_ITEMS; item < end; item += 3)
        switch (item[0]) {
        case REGEX_ITEM_CHAR:
            if (c == (uint32_t)item[1])
                return true;
            break;
        case REGEX_ITEM_RANGE:
            if (c >= (uint32_t)item[1] && c <= (uint32_t)item[2])
                return true;
            break;
        default:
            if (in_class(c, item[1], ascii))
                return true;
        }
    return false;
}

/* By the items, without the bits. Of a caseless set: a character is in it when one that folds alike is. */
static bool set_has(const int32_t *set, uint32_t c)
{
    const bool ascii = set[2] & REGEX_ASCII;
    bool found = has_item(set, c, ascii);
    if (!found && set[2] & REGEX_CASELESS) {
        uint32_t folded = lang_regex_fold(c, ascii), to[3];
        found = has_item(set, folded, ascii);
        if (!found && (folded < 128 || !ascii))
            found = has_item(set, lang_char_map(folded, LANG_CASE_UPPER, to) == 1 ? to[0] : folded, ascii);
        static const uint32_t others[][2] = {
            {'i', 0x131},     {'i', 0x130},    {'s', 0x17f},    {'k', 0x212a},   {0xe5, 0x212b},  {0x3bc, 0xb5},
            {0x3c3, 0x3c2},   {0x3b8, 0x3d1},  {0x3b2, 0x3d0},  {0x3b5, 0x3f5},  {0x3ba, 0x3f0},  {0x3c0, 0x3d6},
            {0x3c1, 0x3f1},   {0x3c6, 0x3d5},  {0x3b9, 0x1fbe}, {0x3b9, 0x345},  {0x3c9, 0x2126}, {0x1e61, 0x1e9b},
            {0xfb06, 0xfb05}, {0x390, 0x1fd3}, {0x3b0, 0x1fe3}, {0x432, 0x1c80}, {0x434, 0x1c81}, {0x43e, 0x1c82},
            {0x441, 0x1c83},  {0x442, 0x1c84}, {0x442, 0x1c85}, {0x44a, 0x1c86}, {0x463, 0x1c87}, {0xa64b, 0x1c88}};
        for (size_t i = 0; !found && !ascii && i < sizeof others / sizeof *others; i++)
            found = others[i][0] == folded && has_item(set, others[i][1], ascii);
    }
    return found != (set[2] & REGEX_NEGATED);
}

/* Whether one character fits an instruction for a single one. */
static inline bool fits(const struct regex_run *run, const int32_t *op, uint32_t c)
{
    switch (op[0]) {
    case REGEX_CHAR:
        return c == (uint32_t)op[1];
    case REGEX_CHAR_CASE:
        return c == (uint32_t)op[1] || lang_regex_fold(c, run->ascii) == (uint32_t)op[1];
    case REGEX_ANY:
        return c != '\n';
    case REGEX_ALL:
        return true;
    case REGEX_SET:
        if (c < 256)
            return (uint32_t)op[REGEX_SET_BITS + c / 32] >> c % 32 & 1;
        return set_has(op, c);
    default:
        return false;
    }
}

static int single_size(const int32_t *op)
{
    return op[0] == REGEX_SET ? op[1] : op[0] == REGEX_CHAR || op[0] == REGEX_CHAR_CASE ? 2 : 1;
}

static int push(struct regex_run *run, int32_t kind, int32_t address, int64_t position, int64_t other)
{
    if (run->used == run->capacity) {
        size_t bigger = run->capacity * 2;
        const bool local = run->stack == run->local_entries;
        void *p =
            local ? lang_alloc(run->t, bigger * sizeof *run->stack)
                  : lang_realloc(run->t, run->stack, run->capacity * sizeof *run->stack, bigger * sizeof *run->stack);
        if (!p)
            return -1;
        if (local)
            memcpy(p, run->local_entries, sizeof run->local_entries);
        run->stack = p;
        run->capacity = bigger;
    }
    run->stack[run->used++] = (struct regex_entry){kind, address, position, other};
    return 0;
}

static void undo(struct regex_run *run, const struct regex_entry *e)
{
    if (e->kind == UNDO_MARK) {
        run->marks[e->address] = e->position;
    } else if (e->kind == UNDO_GROUP) {
        run->last_group = e->position;
    } else {
        run->counts[e->address] = e->position;
        run->lasts[e->address] = e->other;
    }
}

static int set_mark(struct regex_run *run, int32_t mark, int64_t position)
{
    if (push(run, UNDO_MARK, mark, run->marks[mark], 0) < 0)
        return -1;
    run->marks[mark] = position;
    if (mark & 1 && mark > 1) {
        if (push(run, UNDO_GROUP, 0, run->last_group, 0) < 0)
            return -1;
        run->last_group = mark / 2;
    }
    return 0;
}

static int set_counter(struct regex_run *run, int32_t counter, int64_t count, int64_t last)
{
    if (push(run, UNDO_COUNTER, counter, run->counts[counter], run->lasts[counter]) < 0)
        return -1;
    run->counts[counter] = count;
    run->lasts[counter] = last;
    return 0;
}

static bool holds(const struct regex_run *run, int32_t at, int64_t p)
{
    switch (at) {
    case REGEX_AT_START:
        return p == 0;
    case REGEX_AT_LINE:
        return p == 0 || unit(run, p - 1) == '\n';
    case REGEX_AT_END:
        return p == run->end;
    case REGEX_AT_LINE_END:
        return p == run->end || unit(run, p) == '\n';
    case REGEX_AT_LAST:
        return p == run->end || (p == run->end - 1 && unit(run, p) == '\n');
    default: {
        bool before = p > 0 && is_word(unit(run, p - 1), run->ascii);
        bool after = p < run->end && is_word(unit(run, p), run->ascii);
        return run->end > 0 && (before != after) == (at == REGEX_AT_WORD);
    }
    }
}

/* Behind what a group has matched, when it stands here again; -1: it does not. */
static inline int64_t repeated(const struct regex_run *run, const int32_t *op, int64_t p)
{
    int64_t from = run->marks[op[1] * 2], to = run->marks[op[1] * 2 + 1];
    if (from < 0 || to < from || to - from > run->end - p)
        return -1;
    for (; from < to; from++, p++) {
        uint32_t a = unit(run, from), b = unit(run, p);
        if (a != b && (!(op[2] & REGEX_CASELESS) || lang_regex_fold(a, run->ascii) != lang_regex_fold(b, run->ascii)))
            return -1;
    }
    return p;
}

/* How many characters from p on fit, at most so many. */
static int64_t count_fitting(struct regex_run *run, const int32_t *op, int64_t p, int64_t most)
{
    int64_t end = most < run->end - p ? p + most : run->end, q = p;
    if (op[0] == REGEX_ALL)
        return end - p;
    if (run->kind == 1 && op[0] == REGEX_SET) {
        const uint8_t *text = run->text;
        const int32_t *bits = op + REGEX_SET_BITS;
        while (q < end && (uint32_t)bits[text[q] / 32] >> text[q] % 32 & 1)
            q++;
    } else if (run->kind == 1 && op[0] == REGEX_ANY) {
        const uint8_t *text = run->text, *line = memchr(text + p, '\n', (size_t)(end - p));
        q = line ? line - text : end;
    } else {
        while (q < end && fits(run, op, unit(run, q)))
            q++;
    }
    run->steps += (uint64_t)(q - p) / 16;
    return q - p;
}

static int run_from(struct regex_run *run, int32_t pc, int64_t *position, bool outermost);

/* A part that is looked at alone: 1, 0, -1. What it has matched stays, the ways that it did not go are forgotten. */
static int run_part(struct regex_run *run, int32_t pc, int64_t *position, bool keep)
{
    const size_t base = run->used;
    if (lang_enter(run->t, "") < 0)
        return -1;
    int found = run_from(run, pc, position, false);
    lang_leave(run->t);
    if (found < 0)
        return -1;
    size_t kept = base;
    if (found && keep) {
        for (size_t i = base; i < run->used; i++)
            if (run->stack[i].kind >= UNDO_MARK && run->stack[i].kind <= UNDO_COUNTER)
                run->stack[kept++] = run->stack[i];
    } else {
        while (run->used > base) {
            const struct regex_entry *e = &run->stack[--run->used];
            if (e->kind >= UNDO_MARK && e->kind <= UNDO_COUNTER)
                undo(run, e);
        }
    }
    run->used = kept;
    return found;
}

/* The character that has to stand behind an instruction for a repetition, be it only looked at; NULL: others may. */
static inline const int32_t *char_behind(const struct regex_run *run, int32_t address)
{
    const int32_t *next = run->code + address;
    while (next[0] == REGEX_SAVE || (next[0] == REGEX_AHEAD && !next[1]))
        next += next[0] == REGEX_SAVE ? 2 : 3;
    return next[0] == REGEX_CHAR ? next : NULL;
}

/* Whether the character that has to stand behind a repetition ends it: then only the longest run can be right. False
 * also where it takes long to know. */
static inline bool ends_run(const struct regex_run *run, const int32_t *single, const int32_t *next)
{
    const uint32_t c = (uint32_t)next[1];
    return (single[0] == REGEX_SET ? c < 256 : single[0] == REGEX_CHAR || single[0] == REGEX_ANY) &&
           !fits(run, single, c);
}

/* Takes the latest way that was not gone yet: 1 with address and position, 0: there is none, -1. */
static int go_back(struct regex_run *run, size_t base, int32_t *pc, int64_t *position)
{
    while (run->used > base) {
        struct regex_entry *e = &run->stack[--run->used];
        const int32_t *op = run->code + e->address;
        switch (e->kind) {
        case TRY:
            *pc = e->address;
            *position = e->position;
            return 1;
        case GIVE_BACK: { /* position: the least; other: where it stands */
            int64_t at = e->other - 1;
            const int32_t *next = char_behind(run, op[4]);
            if (next)
                while (at > e->position && (at >= run->end || unit(run, at) != (uint32_t)next[1]))
                    at--;
            run->steps += (uint64_t)(e->other - at) / 16;
            *pc = op[4];
            *position = at;
            if (at > e->position) {
                e->other = at;
                run->used++;
            }
            return 1;
        }
        case TAKE_MORE: /* other: how many it may still take */
            if (e->position < run->end && fits(run, op + 5, unit(run, e->position))) {
                *pc = op[4];
                *position = e->position + 1;
                if (op[3] == REGEX_NO_LIMIT || e->other > 1) {
                    e->position++;
                    e->other--;
                    run->used++;
                }
                return 1;
            }
            break;
        case ONCE_MORE: {
            int32_t counter = op[1];
            int64_t count = run->counts[counter], p = e->position;
            if ((op[3] != REGEX_NO_LIMIT && count >= op[3]) || run->lasts[counter] == p)
                break;
            if (set_counter(run, counter, count + 1, p) < 0)
                return -1;
            *pc = op[5];
            *position = p;
            return 1;
        }
        default:
            undo(run, e);
        }
    }
    return 0;
}

/* A lazy repetition that stands at p goes on to where `next` stands, over characters that fit; -1: there is no such
 * place. */
static int64_t lazy_end(struct regex_run *run, const int32_t *op, const int32_t *next, int64_t p, int64_t most)
{
    const int64_t end = most < run->end - p ? p + most : run->end, from = p;
    const uint32_t c = (uint32_t)next[1];
    for (;; p++) {
        if (p < run->end && unit(run, p) == c)
            break;
        if (p >= end || !fits(run, op + 5, unit(run, p))) {
            p = -1;
            break;
        }
    }
    run->steps += (uint64_t)((p < 0 ? end : p) - from) / 16;
    return p;
}

/* A repetition of single characters: 1 and the position, 0, -1. */
static int repeat(struct regex_run *run, int32_t pc, int64_t *position)
{
    const int32_t *op = run->code + pc, kind = op[1], *next = char_behind(run, op[4]);
    const int64_t p = *position, least = op[2];
    const int64_t most = op[3] == REGEX_NO_LIMIT ? INT64_MAX / 2 : op[3];
    int64_t count = count_fitting(run, op + 5, p, kind == REGEX_LAZY ? least : most);
    if (count < least)
        return 0;
    if (kind == REGEX_LAZY && next) {
        const int64_t at = lazy_end(run, op, next, p + count, most - count);
        if (at < 0)
            return 0;
        count = at - p;
    } else if (kind == REGEX_GREEDY && next) {
        const int64_t all = count;
        if (ends_run(run, op + 5, next)) {
            *position = p + count;
            return p + count < run->end && unit(run, p + count) == (uint32_t)next[1];
        }
        while (count >= least && (p + count >= run->end || unit(run, p + count) != (uint32_t)next[1]))
            count--;
        run->steps += (uint64_t)(all - count) / 16;
        if (count < least)
            return 0;
    }
    *position = p + count;
    if (kind == REGEX_LAZY)
        return most > count && push(run, TAKE_MORE, pc, p + count, most - count) < 0 ? -1 : 1;
    if (kind == REGEX_GREEDY && count > least)
        return push(run, GIVE_BACK, pc, p + least, p + count) < 0 ? -1 : 1;
    return 1;
}

/* After each round of a loop, and before the first one: 1 and where to go on, -1. */
static int next_round(struct regex_run *run, int32_t *pc, int64_t p)
{
    const int32_t *op = run->code + *pc;
    const int32_t counter = op[1];
    const int64_t count = run->counts[counter];
    if (count < op[2]) {
        *pc = op[5];
        return set_counter(run, counter, count + 1, -1) < 0 ? -1 : 1;
    }
    if (op[4]) {
        if (push(run, ONCE_MORE, *pc, p, 0) < 0)
            return -1;
        *pc += 6;
        return 1;
    }
    if ((op[3] == REGEX_NO_LIMIT || count < op[3]) && run->lasts[counter] != p) {
        if (push(run, TRY, *pc + 6, p, 0) < 0 || set_counter(run, counter, count + 1, p) < 0)
            return -1;
        *pc = op[5];
        return 1;
    }
    *pc += 6;
    return 1;
}

/* Lookahead, lookbehind and atomic groups: 1 and where to go on, 0, -1. */
static int look(struct regex_run *run, int32_t *pc, int64_t *position)
{
    const int32_t *op = run->code + *pc;
    int64_t p = *position;
    int found;
    if (op[0] == REGEX_ATOMIC) {
        found = run_part(run, *pc + 2, position, true);
        *pc = op[1];
        return found;
    }
    const int32_t first = *pc + (op[0] == REGEX_AHEAD ? 3 : 4);
    *pc = op[2];
    if (op[0] == REGEX_BEHIND)
        p -= op[3];
    found = p < 0 ? 0 : run_part(run, first, &p, !op[1]);
    return found < 0 ? -1 : found != op[1];
}

/* run_from for texts of one width, which is a constant in each copy of it. */
static inline __attribute__((always_inline)) int run_width(struct regex_run *run, int32_t pc, int64_t *position,
                                                           bool outermost, const int kind)
{
    const size_t base = run->used;
    const void *const text = run->text;
    const int64_t end = run->end;
    int64_t p = *position;
    uint64_t steps = run->steps, poll_at = run->poll_at; /* those of the run, while nobody else counts */

    for (;;) {
        const int32_t *op = run->code + pc;
        int status = 1; /* 1: go on, 0: it does not match here */
        if (++steps >= poll_at) {
            run->steps = steps;
            if (step_taken(run) < 0)
                return -1;
            steps = run->steps;
            poll_at = run->poll_at;
        }
        switch (op[0]) {
        case REGEX_CHAR:
            status = p < end && unit_of(text, kind, p) == (uint32_t)op[1];
            p++;
            pc += 2;
            break;
        case REGEX_CHAR_CASE:
        case REGEX_ANY:
        case REGEX_ALL:
            status = p < end && fits(run, op, unit_of(text, kind, p));
            p++;
            pc += single_size(op);
            break;
        case REGEX_SET: {
            const uint32_t c = p < end ? unit_of(text, kind, p) : 0;
            status = p < end && (c < 256 ? (uint32_t)op[REGEX_SET_BITS + c / 32] >> c % 32 & 1 : set_has(op, c));
            p++;
            pc += op[1];
            break;
        }
        case REGEX_MATCH:
            if (outermost && ((run->whole && p != end) || (p == run->start && p == run->avoided))) {
                status = 0;
                break;
            }
            *position = p;
            run->steps = steps;
            return 1;
        case REGEX_SPLIT: {
            const int32_t *one = run->code + op[1];
            if (one[0] == REGEX_CHAR && (p >= end || unit_of(text, kind, p) != (uint32_t)one[1])) {
                pc = op[2]; /* nothing to come back to */
                break;
            }
            status = push(run, TRY, op[2], p, 0) < 0 ? -1 : 1;
            pc = op[1];
            break;
        }
        case REGEX_JUMP:
            pc = op[1];
            break;
        case REGEX_SAVE:
            if (outermost && !run->used) { /* there is nothing to come back to */
                run->marks[op[1]] = p;
                if (op[1] & 1 && op[1] > 1)
                    run->last_group = op[1] / 2;
            } else if (set_mark(run, op[1], p) < 0) {
                status = -1;
            }
            pc += 2;
            break;
        case REGEX_AT:
            status = holds(run, op[1], p);
            pc += 2;
            break;
        case REGEX_REF: {
            const int64_t from = run->marks[op[1] * 2];
            if (from >= 0 && run->marks[op[1] * 2 + 1] == from + 1 && p < end &&
                unit_of(text, kind, from) == unit_of(text, kind, p)) { /* one character, the same */
                p++;
                pc += 3;
                break;
            }
            p = repeated(run, op, p);
            status = p >= 0;
            pc += 3;
            break;
        }
        case REGEX_AHEAD:
        case REGEX_BEHIND:
        case REGEX_ATOMIC:
            run->steps = steps;
            status = look(run, &pc, &p);
            steps = run->steps;
            poll_at = run->poll_at;
            break;
        case REGEX_IF:
            pc = run->marks[op[1] * 2 + 1] >= 0 && run->marks[op[1] * 2] >= 0 ? pc + 3 : op[2];
            break;
        case REGEX_LOOP:
            status = set_counter(run, op[1], 0, -1) < 0 ? -1 : 1;
            pc += 2;
            break;
        case REGEX_NEXT:
            status = next_round(run, &pc, p);
            break;
        case REGEX_REPEAT:
            run->steps = steps;
            status = repeat(run, pc, &p);
            steps = run->steps;
            pc = op[4];
            break;
        default:
            status = 0;
        }
        if (status == 0) {
            run->steps = steps;
            status = run->used == base ? 0 : go_back(run, base, &pc, &p);
            steps = run->steps;
        }
        if (status <= 0) {
            run->steps = steps;
            return status;
        }
    }
}

static int run_from(struct regex_run *run, int32_t pc, int64_t *position, bool outermost)
{
    if (run->kind == 1)
        return run_width(run, pc, position, outermost, 1);
    return run->kind == 2 ? run_width(run, pc, position, outermost, 2) : run_width(run, pc, position, outermost, 4);
}

/* Matches at a place; `known` instructions at the front of the program, marks and perhaps one for a single character
 * behind them, are known to fit there. */
static inline int match_at(struct regex_run *run, int64_t at, const int32_t *known)
{
    run->used = 0;
    run->last_group = 0;
    run->start = at;
    for (int32_t i = 0; i < 2 * run->code[REGEX_GROUPS]; i++)
        run->marks[i] = -1;
    int64_t position = at;
    const int32_t *op = run->code + REGEX_HEADER;
    for (; op < known && op[0] == REGEX_SAVE; op += 2) {
        run->marks[op[1]] = at;
        if (op[1] & 1 && op[1] > 1)
            run->last_group = op[1] / 2;
    }
    if (op < known) {
        op = known;
        position++;
    }
    int found = run_from(run, (int32_t)(op - run->code), &position, true);
    run->marks[0] = at;
    run->marks[1] = position;
    return found;
}

int lang_regex_match(struct regex_run *run, int64_t at)
{
    return match_at(run, at, run->code);
}

/* The first place from p on where the instruction that everything begins with fits; -1: none. */
static int64_t candidate(struct regex_run *run, const int32_t *op, int64_t p)
{
    if (op[0] == REGEX_CHAR && run->kind == 1) {
        if (op[1] > 255)
            return -1;
        const uint8_t *text = run->text, *found = memchr(text + p, op[1], (size_t)(run->end - p));
        return found ? found - text : -1;
    }
    while (p < run->end && !fits(run, op, unit(run, p)))
        p++;
    return p < run->end ? p : -1;
}

/* The first place from p on where a match may begin; the end where there is none. */
static int64_t beginning(const struct regex_run *run, int64_t p)
{
    const bool *chars = run->first->chars;
    if (run->kind == 1) {
        const uint8_t *text = run->text;
        while (p < run->end && !chars[text[p]])
            p++;
        return p;
    }
    for (uint32_t c; p < run->end && (c = unit(run, p)) < 256 && !chars[c];)
        p++;
    return p;
}

/* Where a match that begins with a repetition without a limit can begin: at p, or behind the run of characters that is
 * there when what has to end it does not, because no other begin in it helps then. */
static int64_t past_run(struct regex_run *run, const int32_t *single, const int32_t *next, int64_t p)
{
    const int64_t end = p + count_fitting(run, single, p, INT64_MAX);
    return end < run->end && unit(run, end) == (uint32_t)next[1] ? p : end;
}

int lang_regex_search(struct regex_run *run, int64_t at)
{
    const int32_t *op = run->code + REGEX_HEADER, *closing = NULL, *known = run->code;
    while (op[0] == REGEX_SAVE)
        op += 2;
    if (op[0] == REGEX_REPEAT && op[2] > 0) {
        if (op[3] == REGEX_NO_LIMIT && (closing = char_behind(run, op[4])) && !ends_run(run, op + 5, closing))
            closing = NULL;
        op += 5;
    } else if (op[0] >= REGEX_CHAR && op[0] <= REGEX_SET) {
        known = op + single_size(op);
    }
    const bool single = op[0] >= REGEX_CHAR && op[0] <= REGEX_SET;
    const bool by_table = run->kind == 1 && op[0] != REGEX_CHAR && run->first && run->first->known;
    const bool anchored = op[0] == REGEX_AT && op[1] == REGEX_AT_START;
    for (int64_t p = at; p <= run->end; p++) {
        if (!single && !anchored && run->first && run->first->known) {
            int64_t next = beginning(run, p);
            if (next >= run->end)
                return lang_poll_quiet(run->t) < 0 ? -1 : 0;
            run->steps += (uint64_t)(next - p) / 16;
            p = next;
        }
        if (single) {
            int64_t next = by_table ? beginning(run, p) : candidate(run, op, p);
            if (next < 0 || next >= run->end)
                return lang_poll_quiet(run->t) < 0 ? -1 : 0;
            run->steps += (uint64_t)(next - p) / 16;
            p = next;
            if (closing && (next = past_run(run, op, closing, p)) > p) {
                if (step_taken(run) < 0)
                    return -1;
                p = next - 1;
                continue;
            }
        }
        int found = match_at(run, p, known);
        if (found)
            return found;
        if (anchored)
            return 0;
    }
    return 0;
}

int lang_regex_begin(struct regex_run *run, struct lang_thread *t, const int32_t *code)
{
    size_t marks = 2 * (size_t)code[REGEX_GROUPS], counters = (size_t)code[REGEX_COUNTERS];
    run->t = t;
    run->code = code;
    run->ascii = code[REGEX_FLAGS] & REGEX_ASCII;
    run->stack = run->local_entries;
    run->capacity = REGEX_LOCAL;
    run->marks = marks + 2 * counters <= REGEX_LOCAL ? run->few_marks
                                                     : lang_alloc(t, (marks + 2 * counters) * sizeof *run->marks);
    if (!run->marks)
        return -1;
    run->counts = run->marks + marks;
    run->lasts = run->counts + counters;
    memset(run->counts, 0, 2 * counters * sizeof *run->counts);
    run->avoided = -1;
    return 0;
}

void lang_regex_finish(struct regex_run *run)
{
    size_t marks = 2 * (size_t)run->code[REGEX_GROUPS], counters = (size_t)run->code[REGEX_COUNTERS];
    if (run->marks && run->marks != run->few_marks)
        lang_free(run->t, run->marks, (marks + 2 * counters) * sizeof *run->marks);
    if (run->stack && run->stack != run->local_entries)
        lang_free(run->t, run->stack, run->capacity * sizeof *run->stack);
}

/* ---- programs ---------------------------------------------------------------------------------------------------- */

/* How many words an instruction has; 0: it does not fit, or has operands that are none. */
static int64_t checked_size(const int32_t *code, int64_t at, int64_t size)
{
    static const uint8_t sizes[REGEX_OP_COUNT] = {1, 1, 2, 2, 1, 1, 0, 3, 2, 2, 2, 3, 3, 4, 2, 3, 2, 6, 5};
    const int32_t *op = code + at, groups = code[REGEX_GROUPS], counters = code[REGEX_COUNTERS];
    if (op[0] < 0 || op[0] >= REGEX_OP_COUNT)
        return 0;
    int64_t n = sizes[op[0]];
    if (op[0] == REGEX_SET) {
        if (size - at < REGEX_SET_ITEMS)
            return 0;
        n = op[1];
        return n >= REGEX_SET_ITEMS && n <= size - at && (n - REGEX_SET_ITEMS) % 3 == 0 ? n : 0;
    }
    if (n > size - at)
        return 0;
    switch (op[0]) {
    case REGEX_SAVE:
        return op[1] >= 0 && op[1] < 2 * groups ? n : 0;
    case REGEX_AT:
        return op[1] >= 0 && op[1] < REGEX_AT_COUNT ? n : 0;
    case REGEX_REF:
    case REGEX_IF:
        return op[1] >= 0 && op[1] < groups ? n : 0;
    case REGEX_LOOP:
    case REGEX_NEXT:
        return op[1] >= 0 && op[1] < counters ? n : 0;
    case REGEX_BEHIND:
        return op[3] >= 0 ? n : 0;
    case REGEX_REPEAT:
        return at + n < size && op[5] >= REGEX_CHAR && op[5] <= REGEX_SET && op[2] >= 0 ? n : 0;
    default:
        return n;
    }
}

/* Where the operands that are addresses stand, in the order of enum regex_op: a bit for each. */
static const uint8_t address_operands[REGEX_OP_COUNT] = {
    [REGEX_SPLIT] = 1 << 1 | 1 << 2, [REGEX_JUMP] = 1 << 1, [REGEX_AHEAD] = 1 << 2, [REGEX_BEHIND] = 1 << 2,
    [REGEX_ATOMIC] = 1 << 1,         [REGEX_IF] = 1 << 2,   [REGEX_NEXT] = 1 << 5,  [REGEX_REPEAT] = 1 << 4};

int lang_regex_program(struct lang_thread *t, int32_t *code, int64_t size)
{
    uint8_t *begins = NULL; /* of each word: an instruction begins there */
    int64_t last = -1;
    bool right = size > REGEX_HEADER && size < INT32_MAX && code[REGEX_GROUPS] > 0 && code[REGEX_COUNTERS] >= 0 &&
                 code[REGEX_GROUPS] <= size + 1 && code[REGEX_COUNTERS] <= size;
    if (right && !(begins = lang_alloc_zeroed(t, (size_t)size)))
        return -1;
    for (int64_t at = REGEX_HEADER, n; right && at < size; at += n) {
        n = checked_size(code, at, size);
        right = n > 0;
        begins[at] = 1;
        last = code[at];
        if (right && code[at] == REGEX_SET)
            for (uint32_t c = 0; c < 256; c++)
                if (set_has(code + at, c))
                    code[at + REGEX_SET_BITS + c / 32] |= (int32_t)(1u << c % 32);
    }
    right = right && last == REGEX_MATCH;
    for (int64_t at = REGEX_HEADER; right && at < size; at += checked_size(code, at, size))
        for (int i = 1; i < 6; i++)
            if (address_operands[code[at]] >> i & 1)
                right = right && code[at + i] >= REGEX_HEADER && code[at + i] < size && begins[code[at + i]];
    if (begins)
        lang_free(t, begins, (size_t)size);
    return right ? 0 : lang_fail(t, LANG_EXC_ValueError, "invalid program of a regular expression");
}

/* ---- first characters -------------------------------------------------------------------------------------------- */

/* A walk over what a match may begin with. */
struct first_walk {
    const int32_t *code;
    struct regex_run run; /* for fits() */
    struct regex_first *out;
    uint8_t *seen; /* of each word: the walk has been there */
    int32_t *pending;
    int64_t count;
};

static void visit(struct first_walk *w, int32_t at)
{
    if (!w->seen[at]) {
        w->seen[at] = 1;
        w->pending[w->count++] = at;
    }
}

static void add_single(struct first_walk *w, const int32_t *op)
{
    for (uint32_t c = 0; c < 256; c++)
        w->out->chars[c] |= fits(&w->run, op, c);
}

/* Adds what one instruction allows; false: everything may follow, or nothing need to. */
static bool walk_one(struct first_walk *w, int32_t at)
{
    const int32_t *op = w->code + at;
    switch (op[0]) {
    case REGEX_FAIL:
        return true;
    case REGEX_CHAR:
    case REGEX_CHAR_CASE:
    case REGEX_ANY:
    case REGEX_ALL:
    case REGEX_SET:
        add_single(w, op);
        return true;
    case REGEX_SPLIT:
        visit(w, op[1]);
        visit(w, op[2]);
        return true;
    case REGEX_JUMP:
        visit(w, op[1]);
        return true;
    case REGEX_SAVE:
    case REGEX_AT:
    case REGEX_LOOP:
        visit(w, at + 2);
        return true;
    case REGEX_AHEAD:
    case REGEX_BEHIND:
        visit(w, op[2]);
        return true;
    case REGEX_NEXT: /* a round may match nothing */
        visit(w, op[5]);
        visit(w, at + 6);
        return true;
    case REGEX_REPEAT:
        add_single(w, op + 5);
        if (!op[2])
            visit(w, op[4]);
        return true;
    default: /* the end, references, parts that are looked at alone, conditions */
        return false;
    }
}

int lang_regex_first(struct lang_thread *t, const int32_t *code, int64_t size, struct regex_first *out)
{
    struct first_walk w = {.code = code, .run = {.code = code, .ascii = code[REGEX_FLAGS] & REGEX_ASCII}, .out = out};
    memset(out, 0, sizeof *out);
    w.seen = lang_alloc_zeroed(t, (size_t)size);
    w.pending = w.seen ? lang_alloc(t, (size_t)size * sizeof *w.pending) : NULL;
    if (w.pending) {
        out->known = true;
        visit(&w, REGEX_HEADER);
        while (out->known && w.count)
            out->known = walk_one(&w, w.pending[--w.count]);
        lang_free(t, w.pending, (size_t)size * sizeof *w.pending);
    }
    if (w.seen)
        lang_free(t, w.seen, (size_t)size);
    return w.pending ? 0 : -1;
}
