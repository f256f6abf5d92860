/* file_text.h: text over streams of bytes: its layout, and how text becomes bytes and back, piece by piece: the
 * encodings that the language has itself, and decoders and encoders of the module codecs for all others. Private to the
 * files of streams. */
#ifndef LANG_FILE_TEXT_H
#define LANG_FILE_TEXT_H

#include "file.h"

enum lang_text_codec {
    LANG_TEXT_UTF8,
    LANG_TEXT_UTF8_SIG,
    LANG_TEXT_NARROW, /* ASCII and Latin-1: a byte a character; others of the kind are SINGLE */
    LANG_TEXT_SINGLE,
    LANG_TEXT_UTF16, /* and with an order: UTF16 + 1 little, + 2 big */
    LANG_TEXT_UTF16_LE,
    LANG_TEXT_UTF16_BE,
    LANG_TEXT_UTF32,
    LANG_TEXT_UTF32_LE,
    LANG_TEXT_UTF32_BE,
    LANG_TEXT_OTHER
};

struct lang_text_coding {
    enum lang_text_codec codec;
    lang_value encoding, errors; /* str */
    lang_value decoder, encoder; /* of codec OTHER; UNDEF: none */
    /* decoding */
    uint8_t tail[8]; /* bytes of a character whose rest has not come */
    int tail_size;
    int64_t flags;  /* as getstate() of the decoder in codecs has it */
    bool universal; /* line ends are looked at */
    struct lang_newlines newlines;
    /* encoding */
    bool marked; /* the byte order mark has been written, or is not wanted */
};

/* Finds the codec by name; 0 or -1 with LookupError. encoding and errors are str. */
int lang_text_open(struct lang_thread *t, struct lang_text_coding *c, lang_value encoding, lang_value errors,
                   bool reads, bool writes);
void lang_text_drop(struct lang_thread *t, struct lang_text_coding *c);
struct lang_str *lang_text_decode(struct lang_thread *t, struct lang_text_coding *c, lang_value input, bool final);
/* The bytes that wait, and the flags. */
int lang_text_getstate(struct lang_thread *t, struct lang_text_coding *c, lang_value *bytes, int64_t *flags);
int lang_text_setstate(struct lang_thread *t, struct lang_text_coding *c, lang_value bytes, int64_t flags);
int lang_text_reset(struct lang_thread *t, struct lang_text_coding *c); /* of the decoder */
/* The bytes of a text. */
lang_value lang_text_encode(struct lang_thread *t, struct lang_text_coding *c, struct lang_str *s);
/* What is encoded next stands at the start of the stream, or not: with a byte order mark, or not. */
int lang_text_place(struct lang_thread *t, struct lang_text_coding *c, bool start);
/* Whether the bytes of this text are its units. */
static inline bool lang_text_is_plain(const struct lang_text_coding *c, const struct lang_str *s)
{
    return s->ascii && (c->codec == LANG_TEXT_UTF8 || c->codec == LANG_TEXT_NARROW);
}

enum lang_text_state { LANG_TEXT_UNMADE, LANG_TEXT_READY, LANG_TEXT_DETACHED };
/* How lines end that are read: "\n" alone, any of three, or a certain one. */
enum lang_line_end { LANG_END_LF, LANG_END_ANY, LANG_END_CR, LANG_END_CRLF };

struct lang_text_file {
    struct lang_stream stream;
    enum lang_text_state state;
    lang_value buffer;
    struct lang_text_coding coding;
    bool reads, writes, seekable, telling, has_read1, line_buffering, write_through;
    enum lang_line_end line_end;
    const char *written_end;  /* for "\n"; NULL: itself */
    struct lang_str *decoded; /* what was decoded, of which `used` characters were read; NULL: nothing */
    int64_t used;
    int64_t chunk;
    /* While telling: the decoder's flags before the bytes `input`, of which `decoded` is the text; UNDEF: none. */
    lang_value input;
    int64_t input_flags;
    uint8_t *out; /* encoded, not yet with the stream below */
    int64_t out_used, out_capacity;
};

static inline struct lang_text_file *lang_text_of(lang_value v)
{
    return (struct lang_text_file *)v.o;
}

/* file_text.c, for file_position.c. */
int lang_text_check_open(struct lang_thread *t, lang_value self);
int lang_text_drain(struct lang_thread *t, struct lang_text_file *w);   /* hands over what waits */
void lang_text_forget(struct lang_thread *t, struct lang_text_file *w); /* what was decoded, and the bytes of it */
/* file_position.c */
lang_value lang_text_tell(struct lang_thread *t, const lang_value *a);
lang_value lang_text_seek(struct lang_thread *t, const lang_value *a);
lang_value lang_text_truncate(struct lang_thread *t, const lang_value *a);
int64_t lang_text_position(struct lang_thread *t, struct lang_text_file *w); /* of the stream below */

#endif
