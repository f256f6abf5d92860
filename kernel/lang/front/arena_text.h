/* A text under construction in an arena. Knows UTF-8 and Python's repr of a str, not what the text is for. */
#ifndef LANG_FRONT_ARENA_TEXT_H
#define LANG_FRONT_ARENA_TEXT_H

#include "front/arena.h"

struct arena_text {
    struct lang_arena *arena;
    char *bytes;
    size_t len, capacity;
    bool failed; /* memory */
};

void lang_arena_text_add(struct arena_text *out, const char *bytes, size_t len);
void lang_arena_text_add_string(struct arena_text *out, const char *string);
/* As Python's repr of a str. The bytes are valid UTF-8. */
void lang_arena_text_add_repr(struct arena_text *out, const char *bytes, size_t len);

#endif
