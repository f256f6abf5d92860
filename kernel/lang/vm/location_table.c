/* location_table.c: positions and handlers of a code object as programs see them: bytes in the formats of CPython
 * (co_linetable, co_exceptiontable), in which an instruction is one unit and the beginning of the block the first. What
 * the interpreter itself keeps is line_table.c's. */
#include <string.h>

#include "vm/code.h"
#include "vm/native.h"

/* The form of an entry, in bits 3 to 6 of its first byte; bits 0 to 2 are the number of its units less one. */
enum { SHORT = 0, ONE_LINE = 10, NO_COLUMNS = 13, LONG = 14, NOWHERE = 15 };
enum { UNITS = 8, ENTRY_BYTES = 1 + 4 * 6 };

static uint8_t *put_varint(uint8_t *p, uint32_t n)
{
    for (; n >= 64; n >>= 6)
        *p++ = (uint8_t)((n & 63) | 64);
    *p++ = (uint8_t)n;
    return p;
}

static uint8_t *put_signed(uint8_t *p, int32_t n)
{
    return put_varint(p, n < 0 ? (uint32_t)-n << 1 | 1 : (uint32_t)n << 1);
}

static uint8_t *put_head(uint8_t *p, unsigned form, uint32_t units)
{
    *p++ = (uint8_t)(128 | form << 3 | (units - 1));
    return p;
}

static bool fits_short(const struct lang_position *at, int32_t step)
{
    return step == 0 && at->col < 80 && at->end_col >= at->col && at->end_col - at->col < 16;
}

/* One entry; `line` is that of the entry before. */
static uint8_t *put_entry(uint8_t *p, const struct lang_position *at, uint32_t units, uint32_t line)
{
    int32_t step = (int32_t)(at->line - line);
    if (at->line == 0)
        return put_head(p, NOWHERE, units);
    if (at->col < 0 || at->end_col < 0)
        return put_signed(put_head(p, NO_COLUMNS, units), step);
    if (at->end_line == at->line && fits_short(at, step)) {
        p = put_head(p, SHORT + (unsigned)at->col / 8, units);
        *p++ = (uint8_t)(at->col % 8 << 4 | (at->end_col - at->col));
        return p;
    }
    if (at->end_line == at->line && step >= 0 && step <= 2 && at->col < 128 && at->end_col < 128) {
        p = put_head(p, ONE_LINE + (unsigned)step, units);
        *p++ = (uint8_t)at->col;
        *p++ = (uint8_t)at->end_col;
        return p;
    }
    p = put_varint(put_signed(put_head(p, LONG, units), step), at->end_line - at->line);
    return put_varint(put_varint(p, (uint32_t)at->col + 1), (uint32_t)at->end_col + 1);
}

static bool same(const struct lang_position *a, const struct lang_position *b)
{
    return a->line == b->line && a->end_line == b->end_line && a->col == b->col && a->end_col == b->end_col;
}

static uint8_t *put_all(uint8_t *p, const struct lang_position *all, uint32_t units, uint32_t line)
{
    for (uint32_t i = 0, n; i < units; i += n) {
        for (n = 1; n < UNITS && i + n < units && same(&all[i], &all[i + n]); n++)
            ;
        p = put_entry(p, &all[i], n, line);
        line = all[i].line ? all[i].line : line;
    }
    return p;
}

static lang_value bytes_done(struct lang_thread *t, uint8_t *bytes, size_t size, size_t room)
{
    lang_value made = lang_obj_or_error(lang_bytes_new(t, bytes, size));
    lang_free(t, bytes, room);
    return made;
}

lang_value lang_code_locations(struct lang_thread *t, const struct lang_code *code)
{
    const uint32_t units = code->instr_count + 1;
    const size_t room = (size_t)units * ENTRY_BYTES;
    if (!code->line_table_size)
        return lang_obj_or_error(lang_bytes_new(t, "", 0));
    struct lang_position *all = lang_code_positions(t, code);
    uint8_t *bytes = all ? lang_alloc(t, room) : NULL;
    size_t size = bytes ? (size_t)(put_all(bytes, all, units, code->first_line) - bytes) : 0;
    lang_free(t, all, units * sizeof *all);
    return bytes ? bytes_done(t, bytes, size, room) : lang_error();
}

/* ---- reading ---- */

struct reader {
    const uint8_t *p, *end;
    bool bad; /* it ends inside of an entry, or tells of what is no position */
};

static uint32_t get_byte(struct reader *r)
{
    if (r->p < r->end)
        return *r->p++;
    r->bad = true;
    return 0;
}

static uint32_t get_varint(struct reader *r)
{
    uint32_t n = 0, byte, shift = 0;
    do {
        byte = get_byte(r);
        r->bad = r->bad || shift > 24;
        n |= (byte & 63) << (shift & 31);
        shift += 6;
    } while (byte & 64 && !r->bad);
    return n;
}

static int32_t get_signed(struct reader *r)
{
    uint32_t n = get_varint(r);
    return n & 1 ? -(int32_t)(n >> 1) : (int32_t)(n >> 1);
}

/* Reads an entry; *line is that of the one before. The number of its units. */
static uint32_t get_entry(struct reader *r, uint32_t *line, struct lang_position *at)
{
    uint32_t head = get_byte(r), form = head >> 3 & 15, units = (head & 7) + 1, more = 0;
    r->bad = r->bad || !(head & 128);
    *at = (struct lang_position){.col = -1, .end_col = -1};
    if (form == NOWHERE)
        return units;
    if (form == LONG || form == NO_COLUMNS)
        *line += (uint32_t)get_signed(r);
    else if (form >= ONE_LINE)
        *line += form - ONE_LINE;
    if (form == LONG) {
        more = get_varint(r);
        at->col = (int32_t)get_varint(r) - 1;
        at->end_col = (int32_t)get_varint(r) - 1;
    } else if (form < ONE_LINE) {
        uint32_t columns = get_byte(r);
        at->col = (int32_t)(form * 8 + (columns >> 4 & 7));
        at->end_col = at->col + (int32_t)(columns & 15);
    } else if (form < NO_COLUMNS) {
        at->col = (int32_t)get_byte(r);
        at->end_col = (int32_t)get_byte(r);
    }
    at->line = *line;
    at->end_line = *line + more;
    r->bad = r->bad || *line > INT32_MAX || more > INT32_MAX - *line;
    return units;
}

/* The positions of the instructions; those that the table does not reach have none. */
static bool read_positions(const struct lang_code *code, struct reader *r, struct lang_position *positions)
{
    uint32_t line = code->first_line, unit = 0;
    for (uint32_t i = 0; i < code->instr_count; i++)
        positions[i] = (struct lang_position){.col = -1, .end_col = -1};
    while (r->p < r->end && !r->bad) {
        struct lang_position at;
        for (uint32_t n = get_entry(r, &line, &at); n-- && unit <= code->instr_count; unit++)
            if (unit)
                positions[unit - 1] = at;
    }
    return !r->bad;
}

int lang_code_set_locations(struct lang_thread *t, struct lang_code *code, const struct lang_bytes *table)
{
    struct reader r = {.p = table->data, .end = table->data + table->length};
    const size_t size = code->instr_count * sizeof(struct lang_position);
    struct lang_position *positions = table->length && size ? lang_alloc(t, size) : NULL;
    uint8_t *old = code->line_table;
    const uint32_t old_size = code->line_table_size;
    if (table->length && size && !positions)
        return -1;
    int s = 0;
    if (!positions) {
        code->line_table = NULL;
        code->line_table_size = 0;
    } else if (read_positions(code, &r, positions))
        s = lang_code_set_positions(t, code, positions);
    else
        s = lang_fail(t, LANG_EXC_ValueError, "code: co_linetable is malformed");
    lang_free(t, positions, size);
    if (s == 0)
        lang_free(t, old, old_size);
    return s;
}

/* ---- handlers ---- */

/* Six bits a byte, the highest first; the first byte of an entry is marked. */
static uint8_t *put_big(uint8_t *p, uint32_t n, uint8_t mark)
{
    for (int shift = 30; shift > 0; shift -= 6)
        if (n >> shift) {
            *p++ = (uint8_t)((n >> shift & 63) | 64 | mark);
            mark = 0;
        }
    *p++ = (uint8_t)((n & 63) | mark);
    return p;
}

lang_value lang_code_handlers(struct lang_thread *t, const struct lang_code *code)
{
    const size_t room = (size_t)code->handler_count * 4 * 6;
    if (!room)
        return lang_obj_or_error(lang_bytes_new(t, "", 0));
    uint8_t *bytes = lang_alloc(t, room), *p = bytes;
    if (!bytes)
        return lang_error();
    for (uint32_t i = 0; i < code->handler_count; i++) {
        const struct lang_handler *h = &code->handlers[i];
        p = put_big(p, h->start + 1, 128);
        p = put_big(put_big(p, h->end - h->start, 0), h->target + 1, 0);
        p = put_big(p, (uint32_t)h->reg << 1, 0);
    }
    return bytes_done(t, bytes, (size_t)(p - bytes), room);
}
