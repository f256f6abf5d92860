/* bundle.h: what display() or the value of a cell shows (a "mime bundle" of the Jupyter protocol). */
#ifndef KERNEL_BUNDLE_H
#define KERNEL_BUNDLE_H

#include <stdbool.h>
#include <stddef.h>

struct kernel_bundle_entry {
    char *mime; /* "text/plain", "text/html", "image/png", "application/json" ... */
    char *data; /* UTF-8; base64 for binary mimes; JSON text if `json` */
    size_t size;
    bool json;
};
/* Mime types in order. Owned by its maker; kernel_bundle_free. */
struct kernel_bundle {
    struct kernel_bundle_entry *entries;
    size_t count;
    char *metadata;   /* JSON object text, NULL: {} */
    char *display_id; /* NULL: none */
};
void kernel_bundle_free(struct kernel_bundle *b);
/* Copies; -1: no memory. */
int kernel_bundle_add(struct kernel_bundle *b, const char *mime, const char *data, size_t size, bool json);

enum kernel_display_kind { KERNEL_DISPLAY, KERNEL_DISPLAY_UPDATE };

#endif
