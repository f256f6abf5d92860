/* bundle.c: what is displayed, as mime types with their data. Owns the memory of its entries; knows no values. */
#include "bundle.h"

#include <stdlib.h>
#include <string.h>

int kernel_bundle_add(struct kernel_bundle *b, const char *mime, const char *data, size_t size, bool json)
{
    struct kernel_bundle_entry *entries = realloc(b->entries, (b->count + 1) * sizeof *entries);
    if (!entries)
        return -1;
    b->entries = entries;
    struct kernel_bundle_entry e = {strdup(mime), malloc(size + 1), size, json};
    if (!e.mime || !e.data) {
        free(e.mime);
        free(e.data);
        return -1;
    }
    memcpy(e.data, data, size);
    e.data[size] = 0;
    entries[b->count++] = e;
    return 0;
}

void kernel_bundle_free(struct kernel_bundle *b)
{
    for (size_t i = 0; i < b->count; i++) {
        free(b->entries[i].mime);
        free(b->entries[i].data);
    }
    free(b->entries);
    free(b->metadata);
    free(b->display_id);
    *b = (struct kernel_bundle){0};
}
