/* line_table.c: the source positions of the instructions of a code object, packed (CPython: co_linetable).
 *
 * A table of runs of instructions with the same position. A run is a head byte - bits 0-3 the number of instructions
 * less one, bit 4 no columns, bit 5 the end is in another line - then, as variable-length numbers, the line relative to
 * the run before (zigzag), the column, and the end: its column relative to the column, or lines further down and the
 * column there. About four bytes a run; decoded only for tracebacks and co_positions(). */
#include <string.h>

#include "vm/code.h"

enum { RUN = 15, NO_COLUMNS = 16, MORE_LINES = 32 };
enum { MOST_BYTES = 1 + 4 * 5 }; /* of one run */

static uint8_t *put_varint(uint8_t *p, uint32_t n)
{
    for (; n >= 128; n >>= 7)
        *p++ = (uint8_t)(n | 128);
    *p++ = (uint8_t)n;
    return p;
}

static const uint8_t *get_varint(const uint8_t *p, uint32_t *n)
{
    uint32_t shift = 0;
    *n = 0;
    do
        *n |= (uint32_t)(*p & 127) << shift, shift += 7;
    while (*p++ & 128);
    return p;
}

static uint8_t *put_run(uint8_t *p, uint32_t count, const struct lang_position *at, uint32_t line_before)
{
    bool columns = at->col >= 0 && at->end_col >= 0, more = at->end_line != at->line || at->end_col < at->col;
    int32_t step = (int32_t)(at->line - line_before);
    *p++ = (uint8_t)((count - 1) | (columns ? 0 : NO_COLUMNS) | (columns && more ? MORE_LINES : 0));
    p = put_varint(p, (uint32_t)step << 1 ^ (uint32_t)(step >> 31));
    if (!columns)
        return p;
    p = put_varint(p, (uint32_t)at->col);
    if (!more)
        return put_varint(p, (uint32_t)(at->end_col - at->col));
    p = put_varint(p, at->end_line - at->line);
    return put_varint(p, (uint32_t)at->end_col);
}

static bool same(const struct lang_position *a, const struct lang_position *b)
{
    return a->line == b->line && a->end_line == b->end_line && a->col == b->col && a->end_col == b->end_col;
}

/* Packs all runs into `out` (NULL: only counts). The number of bytes. */
static size_t pack(const struct lang_position *positions, uint32_t count, uint8_t *out)
{
    uint8_t scratch[MOST_BYTES];
    size_t size = 0;
    uint32_t line = 0;
    for (uint32_t i = 0; i < count;) {
        uint32_t n = 1;
        while (n <= RUN && i + n < count && same(&positions[i], &positions[i + n]))
            n++;
        size_t bytes = (size_t)(put_run(scratch, n, &positions[i], line) - scratch);
        if (out)
            memcpy(out + size, scratch, bytes);
        size += bytes;
        line = positions[i].line;
        i += n;
    }
    return size;
}

int lang_code_set_positions(struct lang_thread *t, struct lang_code *code, const struct lang_position *positions)
{
    size_t size = pack(positions, code->instr_count, NULL);
    uint8_t *bytes = size ? lang_alloc(t, size) : NULL;
    if (!bytes)
        return size ? -1 : 0;
    pack(positions, code->instr_count, bytes);
    code->line_table = bytes;
    code->line_table_size = (uint32_t)size;
    return 0;
}

/* Reads a run, which follows the one whose position is in *at, and goes on behind it. The number of its instructions.
 */
static uint32_t get_run(const uint8_t **p_at, struct lang_position *at)
{
    const uint8_t *p = *p_at;
    uint8_t head = *p++;
    uint32_t step, col, more = 0, width;
    p = get_varint(p, &step);
    at->line += step >> 1 ^ (0u - (step & 1));
    at->end_line = at->line;
    at->col = at->end_col = -1;
    if (!(head & NO_COLUMNS)) {
        p = get_varint(p, &col);
        if (head & MORE_LINES)
            p = get_varint(p, &more);
        p = get_varint(p, &width);
        at->end_line += more;
        at->col = (int32_t)col;
        at->end_col = (int32_t)(head & MORE_LINES ? width : col + width);
    }
    *p_at = p;
    return (head & RUN) + 1u;
}

struct lang_position lang_code_position(const struct lang_code *code, uint32_t instr)
{
    struct lang_position at = {.col = -1, .end_col = -1};
    const uint8_t *p = code->line_table, *end = p + code->line_table_size;
    for (uint32_t i = 0; p < end && i <= instr;)
        i += get_run(&p, &at);
    return at;
}

/* Behind the next n variable-length numbers. */
static inline const uint8_t *skip_varints(const uint8_t *p, int n)
{
    while (n)
        n -= !(*p++ & 128);
    return p;
}

uint32_t lang_code_line(const struct lang_code *code, uint32_t instr)
{
    const uint8_t *p = code->line_table, *end = p + code->line_table_size;
    uint32_t line = 0;
    for (uint32_t i = 0; p < end && i <= instr;) {
        uint8_t head = *p++;
        uint32_t step = *p++;
        if (step & 128)
            p = get_varint(p - 1, &step);
        line += step >> 1 ^ (0u - (step & 1));
        i += (head & RUN) + 1u;
        if (!(head & NO_COLUMNS))
            p = skip_varints(p, head & MORE_LINES ? 3 : 2);
    }
    return line;
}

void lang_code_lines(const struct lang_code *code, uint32_t *lines)
{
    struct lang_position at = {.col = -1, .end_col = -1};
    const uint8_t *p = code->line_table, *end = p + code->line_table_size;
    uint32_t i = 0;
    while (p < end && i < code->instr_count)
        for (uint32_t n = get_run(&p, &at); n-- && i < code->instr_count;)
            lines[i++] = at.line;
    while (i < code->instr_count)
        lines[i++] = 0;
}

struct lang_position *lang_code_positions(struct lang_thread *t, const struct lang_code *code)
{
    struct lang_position at = {.col = -1, .end_col = -1};
    struct lang_position *all = lang_alloc(t, (code->instr_count + 1) * sizeof *all), *next = all;
    const uint8_t *p = code->line_table, *end = p + code->line_table_size;
    const struct lang_position *const behind = all ? all + code->instr_count + 1 : NULL;
    if (!all)
        return NULL;
    *next++ = (struct lang_position){code->first_line, code->first_line, 0, 0};
    while (p < end && next < behind)
        for (uint32_t n = get_run(&p, &at); n-- && next < behind;)
            *next++ = at;
    while (next < behind)
        *next++ = (struct lang_position){.col = -1, .end_col = -1};
    return all;
}
