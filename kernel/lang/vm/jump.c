/* jump.c: jumps of trace functions. What a statement needs of the blocks around it lies in temporaries: the iterator of
 * a loop, the exit of a with statement, exceptions. Which of them are needed at an instruction follows from the
 * instructions behind it; a jump may go where no more of them are needed than where it comes from. Knows of the
 * instructions which registers they read and write. */
#include "vm/jump.h"

#include <stdlib.h>
#include <string.h>

#include "vm/native.h"

/* What a register is needed for next. */
enum need { NEED_ANY, NEED_ITERATOR, NEED_EXIT, NEED_HANDLED, NEED_RAISED, NEEDS };

struct analysis {
    const struct lang_code *code;
    uint64_t *bits; /* of each instruction NEEDS sets of `words` words of temporaries; ANY is all of them */
    uint32_t words;
    const struct lang_handler **handlers; /* of each instruction the innermost, or NULL */
};

/* How an instruction uses a, b and c: r reads, w writes, i e h x read as iterator, exit, handled or raised exception;
 * dots: no register. What reads or writes rows of registers is in visit(). */
struct row {
    char roles[4];
};
static const struct row rows[OPC_COUNT] = {
    [OPC_LOADK] = {"w.."},        [OPC_LOADI] = {"w.."},       [OPC_MOVE] = {"wr."},
    [OPC_TAKE] = {"wr."},         [OPC_LOCAL] = {"w.."},       [OPC_CLEAR] = {"w.."},
    [OPC_NEWCELL] = {"w.."},      [OPC_GETCELL] = {"w.."},     [OPC_SETCELL] = {".r."},
    [OPC_GETFREE] = {"w.."},      [OPC_SETFREE] = {".r."},     [OPC_GETGLOBAL] = {"w.."},
    [OPC_SETGLOBAL] = {".r."},    [OPC_GETNAME] = {"w.."},     [OPC_SETNAME] = {".r."},
    [OPC_GETCLASSFREE] = {"w.."}, [OPC_GETATTR] = {"wr."},     [OPC_GETATTRL] = {"w.."},
    [OPC_SETATTR] = {"rr."},      [OPC_DELATTR] = {"r.."},     [OPC_GETMETHOD] = {"wr."},
    [OPC_GETITEM] = {"wrr"},      [OPC_SETITEM] = {"rrr"},     [OPC_DELITEM] = {"rr."},
    [OPC_ADD] = {"wrr"},          [OPC_SUB] = {"wrr"},         [OPC_MUL] = {"wrr"},
    [OPC_TRUEDIV] = {"wrr"},      [OPC_FLOORDIV] = {"wrr"},    [OPC_MOD] = {"wrr"},
    [OPC_ADDI] = {"wr."},         [OPC_MULI] = {"wr."},        [OPC_FLOORDIVI] = {"wr."},
    [OPC_MODI] = {"wr."},         [OPC_BINARY] = {"wrr"},      [OPC_INPLACE] = {"wrr"},
    [OPC_UNARY] = {"wr."},        [OPC_NOT] = {"wr."},         [OPC_COMPARE] = {"wrr"},
    [OPC_IS] = {"wrr"},           [OPC_IN] = {"wrr"},          [OPC_JUMPIF] = {"r.."},
    [OPC_JUMPIFNOT] = {"r.."},    [OPC_JUMPIFKEEP] = {"r.."},  [OPC_JUMPIFNOTKEEP] = {"r.."},
    [OPC_JUMPNONE] = {"r.."},     [OPC_TESTLT] = {".rr"},      [OPC_TESTLE] = {".rr"},
    [OPC_TESTEQ] = {".rr"},       [OPC_TESTNE] = {".rr"},      [OPC_TESTGT] = {".rr"},
    [OPC_TESTGE] = {".rr"},       [OPC_TESTLTI] = {".r."},     [OPC_TESTLEI] = {".r."},
    [OPC_TESTEQI] = {".r."},      [OPC_TESTNEI] = {".r."},     [OPC_TESTGTI] = {".r."},
    [OPC_TESTGEI] = {".r."},      [OPC_GETITER] = {"wr."},     [OPC_FORITER] = {"wi."},
    [OPC_UNPACK] = {".r."},       [OPC_UNPACKEX] = {".r."},    [OPC_BUILDTUPLE] = {"w.."},
    [OPC_BUILDLIST] = {"w.."},    [OPC_BUILDSET] = {"w.."},    [OPC_BUILDMAP] = {"w.."},
    [OPC_LISTAPPEND] = {"rr."},   [OPC_LISTEXTEND] = {"rr."},  [OPC_SETADD] = {"rr."},
    [OPC_SETUPDATE] = {"rr."},    [OPC_MAPADD] = {"rrr"},      [OPC_MAPUPDATE] = {"rr."},
    [OPC_MAPMERGE] = {"rrr"},     [OPC_LISTTOTUPLE] = {"wr."}, [OPC_BUILDSLICE] = {"w.."},
    [OPC_FORMAT] = {"wr."},       [OPC_BUILDSTRING] = {"w.."}, [OPC_MAKEFUNCTION] = {"w.."},
    [OPC_BUILDCLASS] = {"w.."},   [OPC_CALL] = {"..w"},        [OPC_CALLM] = {"..w"},
    [OPC_CALLKW] = {"..w"},       [OPC_CALLEX] = {"..w"},      [OPC_RETURN] = {".r."},
    [OPC_YIELD] = {"wr."},        [OPC_YIELDFROM] = {"rr."},   [OPC_GETAWAITABLE] = {"wr."},
    [OPC_GETAITER] = {"wr."},     [OPC_GETANEXT] = {"wi."},    [OPC_ENDASYNCFOR] = {"x.."},
    [OPC_RERAISE] = {"x.."},      [OPC_PUSHEXC] = {"wx."},     [OPC_POPEXC] = {"h.."},
    [OPC_MATCHEXC] = {"wxr"},     [OPC_MATCHSTAR] = {"wxr"},   [OPC_JOINSTAR] = {"wxr"},
    [OPC_WITHENTER] = {"wr."},    [OPC_WITHEXIT] = {".e."},    [OPC_IMPORTNAME] = {"wr."},
    [OPC_IMPORTFROM] = {"wr."},   [OPC_IMPORTSTAR] = {".r."},  [OPC_MATCHSEQ] = {"wr."},
    [OPC_MATCHITEM] = {"wrr"},    [OPC_MATCHMAP] = {"wr."},    [OPC_MATCHKEYS] = {"wrr"},
    [OPC_MATCHCLASS] = {"wrr"},   [OPC_MATCHREST] = {"wrr"},   [OPC_EXPRVALUE] = {".r."},
};

/* Instructions behind which a word of theirs follows. */
static bool has_word(uint8_t op)
{
    return (op >= OPC_TESTLT && op <= OPC_TESTGEI) || op == OPC_FORITER || op == OPC_UNPACKEX || op == OPC_CALLKW ||
           op == OPC_IMPORTNAME || op == OPC_IMPORTFROM || op == OPC_MATCHCLASS;
}

/* ------------------------------------------------------------------ what is needed */

static uint64_t *set_of(const struct analysis *a, uint32_t instr, enum need need)
{
    return a->bits + ((size_t)instr * NEEDS + need) * a->words;
}

/* A set of sets in the making. */
struct needs {
    const struct analysis *a;
    uint64_t *sets; /* NEEDS of them */
};

static void forget(const struct needs *n, uint32_t reg)
{
    if (reg < n->a->code->temp_base || reg >= n->a->code->reg_count)
        return;
    const uint32_t at = reg - n->a->code->temp_base;
    for (int i = 0; i < NEEDS; i++)
        n->sets[(size_t)i * n->a->words + at / 64] &= ~(UINT64_C(1) << at % 64);
}

static void ask(const struct needs *n, uint32_t reg, enum need need)
{
    if (reg < n->a->code->temp_base || reg >= n->a->code->reg_count)
        return;
    const uint32_t at = reg - n->a->code->temp_base;
    forget(n, reg);
    n->sets[at / 64] |= UINT64_C(1) << at % 64;
    n->sets[(size_t)need * n->a->words + at / 64] |= UINT64_C(1) << at % 64;
}

/* The registers from `first` on, `count` of them, are read or written. */
static void row_of(const struct needs *n, bool reads, uint32_t first, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (reads)
            ask(n, first + i, NEED_ANY);
        else
            forget(n, first + i);
}

static enum need need_of(char role)
{
    return role == 'i'   ? NEED_ITERATOR
           : role == 'e' ? NEED_EXIT
           : role == 'h' ? NEED_HANDLED
           : role == 'x' ? NEED_RAISED
                         : NEED_ANY;
}

/* Rows of registers and operands that are registers only sometimes: what is written, or what is read. */
static void visit_rows(const struct needs *n, const struct lang_instr *i, bool reads)
{
    const uint32_t a = i->a, b = i->b, c = i->c, x = i->x;
    switch (i->op) {
    case OPC_GETMETHOD:
        if (!reads)
            row_of(n, false, a, 2);
        break;
    case OPC_UNPACK:
        if (!reads)
            row_of(n, false, a, c);
        break;
    case OPC_UNPACKEX:
        if (!reads)
            row_of(n, false, a, c + 1 + i[1].w);
        break;
    case OPC_WITHENTER:
        if (!reads)
            forget(n, b);
        break;
    case OPC_WITHEXIT:
        if (!reads && x)
            forget(n, a);
        if (reads && x & LANG_WITH_RAISED)
            ask(n, c, NEED_RAISED);
        break;
    case OPC_BUILDTUPLE:
    case OPC_BUILDLIST:
    case OPC_BUILDSET:
    case OPC_BUILDSTRING:
    case OPC_BUILDMAP:
        if (reads)
            row_of(n, true, b, i->op == OPC_BUILDMAP ? 2 * c : c);
        break;
    case OPC_BUILDSLICE:
    case OPC_MAKEFUNCTION:
    case OPC_BUILDCLASS:
        if (reads)
            row_of(n, true, b, 3);
        break;
    case OPC_CALL:
    case OPC_CALLM:
    case OPC_CALLKW:
    case OPC_CALLEX:
        if (reads)
            row_of(n, true, a,
                   i->op == OPC_CALLEX                                ? 3
                   : i->op == OPC_CALLM || (i->op == OPC_CALLKW && x) ? b + 2
                                                                      : b + 1);
        break;
    case OPC_LISTTOTUPLE:
    case OPC_FORMAT:
        if (reads && (i->op == OPC_FORMAT ? c != 65535 : x == 2))
            ask(n, c, NEED_ANY);
        break;
    case OPC_RAISE:
        if (reads)
            row_of(n, true, a, x ? 1 : 0), row_of(n, true, b, x == 2 ? 1 : 0);
        break;
    case OPC_ASSERTFAIL:
        if (reads && x)
            ask(n, b, NEED_ANY);
        break;
    default:
        break;
    }
}

static void visit(const struct needs *n, const struct lang_instr *i)
{
    const uint32_t operands[] = {i->a, i->b, i->c};
    const char *roles = rows[i->op].roles;
    for (int k = 0; k < 3; k++)
        if (roles[k] == 'w' && i->op != OPC_FORITER)
            forget(n, operands[k]);
    visit_rows(n, i, false);
    for (int k = 0; k < 3; k++)
        if (roles[k] && roles[k] != 'w' && roles[k] != '.')
            ask(n, operands[k], need_of(roles[k]));
    visit_rows(n, i, true);
}

/* Adds what the instruction `next` needs. */
static void join(const struct analysis *a, uint64_t *sets, uint32_t next)
{
    if (next >= a->code->instr_count)
        return;
    const uint64_t *more = set_of(a, next, NEED_ANY);
    for (size_t i = 0; i < (size_t)NEEDS * a->words; i++)
        sets[i] |= more[i];
}

/* Adds what a handler needs that the exception does not bring. */
static void join_handler(const struct analysis *a, uint64_t *sets, const struct lang_handler *h)
{
    const uint32_t base = a->code->temp_base;
    for (int need = 0; need < NEEDS; need++) {
        const uint64_t *more = set_of(a, h->target, (enum need)need);
        for (uint32_t reg = base; reg < h->temp; reg++)
            if (reg != h->reg && more[(reg - base) / 64] >> (reg - base) % 64 & 1)
                sets[(size_t)need * a->words + (reg - base) / 64] |= UINT64_C(1) << (reg - base) % 64;
    }
}

/* Where the instruction may go; the next one has been looked at. */
static void join_targets(const struct analysis *a, uint64_t *sets, uint32_t at)
{
    const struct lang_instr *i = &a->code->instrs[at];
    const bool ends = i->op == OPC_JUMP || i->op == OPC_JUMPBACK || i->op == OPC_RETURN || i->op == OPC_RETURNNONE ||
                      i->op == OPC_RAISE || i->op == OPC_RERAISE || i->op == OPC_ASSERTFAIL;
    if (!ends)
        join(a, sets, at + 1 + has_word(i->op));
    if (i->op >= OPC_JUMP && i->op <= OPC_JUMPNONE)
        join(a, sets, i->w);
    else if ((i->op >= OPC_TESTLT && i->op <= OPC_TESTGEI) || i->op == OPC_FORITER)
        join(a, sets, i[1].w);
}

/* One pass from the end to the beginning; whether anything has changed. */
static bool pass(const struct analysis *a, const bool *words, uint64_t *sets)
{
    const size_t size = (size_t)NEEDS * a->words * sizeof *sets;
    bool changed = false;
    for (uint32_t at = a->code->instr_count; at-- > 0;) {
        if (words[at])
            continue;
        memset(sets, 0, size);
        join_targets(a, sets, at);
        visit(&(struct needs){a, sets}, &a->code->instrs[at]);
        if (a->handlers[at])
            join_handler(a, sets, a->handlers[at]);
        if (memcmp(sets, set_of(a, at, NEED_ANY), size) != 0) {
            memcpy(set_of(a, at, NEED_ANY), sets, size);
            changed = true;
        }
    }
    return changed;
}

static void analysis_free(struct analysis *a)
{
    free(a->bits);
    free(a->handlers);
}

static int analyse(struct lang_thread *t, const struct lang_code *code, struct analysis *a)
{
    const uint32_t n = code->instr_count;
    *a = (struct analysis){.code = code, .words = (code->reg_count - code->temp_base) / 64 + 1};
    a->bits = calloc(n ? n : 1, (size_t)NEEDS * a->words * sizeof *a->bits);
    a->handlers = calloc(n ? n : 1, sizeof *a->handlers);
    bool *words = calloc(n ? n : 1, sizeof *words);
    uint64_t *sets = malloc((size_t)NEEDS * a->words * sizeof *sets);
    const bool whole = a->bits && a->handlers && words && sets;
    for (uint32_t i = 0; whole && i < n; i++)
        if (has_word(code->instrs[i].op) && i + 1 < n)
            words[++i] = true;
    for (uint32_t h = code->handler_count; whole && h-- > 0;)
        for (uint32_t i = code->handlers[h].start; i < code->handlers[h].end && i < n; i++)
            a->handlers[i] = &code->handlers[h];
    while (whole && pass(a, words, sets))
        ;
    free(words);
    free(sets);
    if (whole)
        return 0;
    analysis_free(a);
    lang_no_memory(t);
    return -1;
}

/* ------------------------------------------------------------------ jumps */

bool lang_is_aside(const struct lang_instr *at)
{
    switch (at->op) {
    case OPC_JUMP:
    case OPC_JUMPBACK:
    case OPC_RETURNNONE:
        return at->a != LANG_OWN_LINE;
    case OPC_CLEAR:
    case OPC_NEWCELL:
    case OPC_PUSHEXC:
    case OPC_POPEXC:
    case OPC_RERAISE:
    case OPC_JOINSTAR:
        return true;
    case OPC_RETURN:
        return at->x == LANG_RETURN_LATER;
    default:
        return false;
    }
}

/* Whether all that `to` needs is there at `from`, for the same, and belongs to blocks. */
static bool is_open(const struct analysis *a, uint32_t from, uint32_t to)
{
    for (uint32_t w = 0; w < a->words; w++) {
        uint64_t known = 0, wanted = set_of(a, to, NEED_ANY)[w];
        for (int need = NEED_ITERATOR; need < NEEDS; need++) {
            const uint64_t here = set_of(a, from, (enum need)need)[w], there = set_of(a, to, (enum need)need)[w];
            if ((here ^ there) & wanted)
                return false;
            known |= there;
        }
        if (wanted & ~known || wanted & ~set_of(a, from, NEED_ANY)[w])
            return false;
    }
    return true;
}

static uint32_t needed(const struct analysis *a, uint32_t instr)
{
    uint32_t count = 0;
    for (uint32_t w = 0; w < a->words; w++)
        count += (uint32_t)__builtin_popcountll(set_of(a, instr, NEED_ANY)[w]);
    return count;
}

/* Why not: by what the innermost block holds that is missing. */
static const char *reason(const struct analysis *a, uint32_t from, uint32_t to)
{
    for (uint32_t w = a->words; w-- > 0;) {
        const uint64_t missing = set_of(a, to, NEED_ANY)[w] & ~set_of(a, from, NEED_ANY)[w];
        if (!missing)
            continue;
        const uint64_t last = UINT64_C(1) << (63 - __builtin_clzll(missing));
        if ((set_of(a, to, NEED_HANDLED)[w] | set_of(a, to, NEED_RAISED)[w]) & last)
            return "can't jump into an 'except' block as there's no exception";
        if (set_of(a, to, NEED_ITERATOR)[w] & last)
            return "can't jump into the body of a for loop";
        break;
    }
    return "incompatible stacks";
}

/* The first line of code that is not before this one; 0: there is none. */
static uint32_t line_from(const uint32_t *lines, uint32_t count, int64_t line)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++)
        if (lines[i] >= line && (!found || lines[i] < found))
            found = lines[i];
    return found;
}

static int64_t choose(struct lang_thread *t, const struct analysis *a, const uint32_t *lines, uint32_t from,
                      int64_t line)
{
    const char *why = NULL;
    int64_t best = -1;
    for (uint32_t i = 0; i < a->code->instr_count; i++) {
        if (lines[i] != line || lang_is_aside(&a->code->instrs[i]) ||
            (i > 0 && ((lines[i - 1] == line && !lang_is_aside(&a->code->instrs[i - 1])) ||
                       has_word(a->code->instrs[i - 1].op))))
            continue;
        if (!is_open(a, from, i))
            why = why ? why : reason(a, from, i);
        else if (best < 0 || needed(a, i) > needed(a, (uint32_t)best))
            best = i;
    }
    if (best < 0)
        lang_fail(t, LANG_EXC_ValueError, "%s",
                  why ? why : "can't jump into an exception handler, or code may be unreachable");
    return best;
}

int64_t lang_jump_target(struct lang_thread *t, const struct lang_code *code, uint32_t from, int64_t line)
{
    if (line < (int64_t)code->first_line) {
        lang_fail(t, LANG_EXC_ValueError, "line %lld comes before the current code block", (long long)line);
        return -1;
    }
    struct analysis a;
    uint32_t *lines = malloc((code->instr_count + 1) * sizeof *lines);
    if (!lines) {
        lang_no_memory(t);
        return -1;
    }
    lang_code_lines(code, lines);
    int64_t target = -1;
    const uint32_t there = line_from(lines, code->instr_count, line);
    if (!there)
        lang_fail(t, LANG_EXC_ValueError, "line %lld comes after the current code block", (long long)line);
    else if (analyse(t, code, &a) == 0) {
        target = choose(t, &a, lines, from, there);
        analysis_free(&a);
    }
    free(lines);
    return target;
}

int lang_jump_leave(struct lang_thread *t, struct lang_frame *f, uint32_t from, uint32_t to)
{
    struct analysis a;
    if (analyse(t, f->code, &a) < 0)
        return -1;
    for (uint32_t reg = f->code->reg_count; reg-- > f->code->temp_base;) {
        const uint32_t at = reg - f->code->temp_base;
        const uint64_t bit = UINT64_C(1) << at % 64;
        if (set_of(&a, to, NEED_ANY)[at / 64] & bit)
            continue;
        lang_value v = f->regs[reg];
        f->regs[reg] = lang_undef();
        if (set_of(&a, from, NEED_HANDLED)[at / 64] & bit)
            lang_set_steal(t, &t->handled->value, v);
        else
            lang_unref(t, v);
    }
    analysis_free(&a);
    return 0;
}
