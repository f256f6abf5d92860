/* Values of literals: the value of the text of a numeric or string literal. Knows tokens and errors, not the grammar.
 */
#ifndef LANG_FRONT_LITERAL_H
#define LANG_FRONT_LITERAL_H

#include "front/parser_state.h"

/* Bytes that grow in the arena. */
struct literal_buffer {
    char *bytes;
    size_t len, capacity;
    bool has_surrogates, is_ascii;
};

/* Appends raw bytes; false raised. */
bool lang_literal_append(struct parser *p, struct literal_buffer *buffer, const char *bytes, size_t len);

/* Appends the text between the quotes of a str with its escapes resolved; false raised. */
bool lang_literal_decode_str(struct parser *p, struct literal_buffer *buffer, const char *text, size_t len);

/* The same of a bytes literal. */
bool lang_literal_decode_bytes(struct parser *p, struct literal_buffer *buffer, const char *text, size_t len);

#endif
