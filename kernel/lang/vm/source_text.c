/* source_text.c: the text that code was compiled from: shared by its functions, counted by hand, its lines for
 * tracebacks.
 *
 * Must not know how text becomes code. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "vm/code.h"

static struct lang_text *cells; /* newest first */

struct lang_text *lang_text_new(struct lang_thread *t, struct lang_source *source, const char *text, size_t size,
                                bool hidden)
{
    struct lang_text *x = calloc(1, sizeof *x);
    char *copy = malloc(size + 1), *file = source->filename ? strdup(source->filename) : NULL;
    if (!x || !copy || (source->filename && !file)) {
        free(x);
        free(copy);
        free(file);
        lang_no_memory(t);
        return NULL;
    }
    memcpy(copy, text, size);
    copy[size] = 0;
    x->refs = 1;
    x->cell = source->cell;
    x->hidden = hidden;
    x->filename = file;
    x->text = copy;
    x->size = size;
    if (x->cell) {
        x->next = cells;
        x->link = &cells;
        if (cells)
            cells->link = &x->next;
        cells = x;
    }
    return x;
}

struct lang_text *lang_text_of_library(struct lang_thread *t, struct lang_source *source, const uint8_t *packed,
                                       size_t packed_size)
{
    struct lang_text *x = lang_text_new(t, source, "", 0, true);
    if (x) {
        free(x->text);
        x->kept = true;
        x->packed = packed;
        x->packed_size = packed_size;
        x->text = (char *)(uintptr_t)source->text; /* NOLINT: nobody writes into a text */
        x->size = source->size;
    }
    return x;
}

void lang_text_unref(struct lang_text *text)
{
    if (text && --text->refs == 0) {
        if (text->link)
            *text->link = text->next;
        if (text->next)
            text->next->link = text->link;
        free(text->filename);
        if (!text->kept)
            free(text->text);
        free(text->line_start);
        free(text);
    }
}

/* The text of a file that nobody has compiled here; without it, it has no lines. */
static void read_text(struct lang_text *text)
{
    text->unread = false;
    FILE *file = fopen(text->filename, "re");
    char *content = NULL;
    size_t size = 0;
    ssize_t n = file ? getdelim(&content, &size, 0, file) : -1;
    if (file)
        fclose(file);
    if (n < 0) {
        free(content);
        return;
    }
    free(text->text);
    text->text = content;
    text->size = (size_t)n;
}

bool lang_text_line(struct lang_text *text, uint32_t n, const char **line, size_t *size)
{
    if (text->unread)
        read_text(text);
    if (!text->line_start) {
        uint32_t count = 1;
        for (size_t i = 0; i < text->size; i++)
            count += text->text[i] == '\n';
        text->line_start = malloc((count + 1) * sizeof *text->line_start);
        if (!text->line_start)
            return false;
        text->line_start[0] = 0;
        text->line_count = 1;
        for (size_t i = 0; i < text->size; i++)
            if (text->text[i] == '\n')
                text->line_start[text->line_count++] = (uint32_t)i + 1;
        text->line_start[text->line_count] = (uint32_t)text->size + 1;
    }
    if (n < 1 || n > text->line_count)
        return false;
    *line = text->text + text->line_start[n - 1];
    *size = text->line_start[n] - text->line_start[n - 1] - 1;
    if (*size && (*line)[*size - 1] == '\r')
        --*size;
    return n < text->line_count || *size; /* nothing after the final newline */
}

const char *lang_text_filename(const struct lang_text *text, char cell[LANG_CELL_FILENAME])
{
    if (text->filename)
        return text->filename;
    snprintf(cell, LANG_CELL_FILENAME, "/tmp/ipykernel_%d/%u.py", (int)getpid(),
             lang_cell_hash(text->text, text->size - (text->size && text->text[text->size - 1] == '\n')));
    return cell;
}

const struct lang_text *lang_text_of_cell(const char *filename)
{
    char name[LANG_CELL_FILENAME];
    const struct lang_text *text = cells;
    while (text && strcmp(lang_text_filename(text, name), filename) != 0)
        text = text->next;
    return text;
}

/* MurmurHash2, 32 bits, by Austin Appleby's published description. */
uint32_t lang_cell_hash(const char *text, size_t size)
{
    const uint32_t m = 0x5bd1e995;
    uint32_t h = 0xC70F6907u ^ (uint32_t)size;
    const unsigned char *p = (const unsigned char *)text;
    for (; size >= 4; size -= 4, p += 4) {
        uint32_t k = (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
        k *= m;
        k ^= k >> 24;
        k *= m;
        h = h * m ^ k;
    }
    if (size >= 3)
        h ^= (uint32_t)p[2] << 16;
    if (size >= 2)
        h ^= (uint32_t)p[1] << 8;
    if (size >= 1)
        h = (h ^ p[0]) * m;
    h ^= h >> 13;
    h *= m;
    h ^= h >> 15;
    return h;
}
