/* lib_codec.h: streams that compress or expand bytes, whatever library does it. Owns the loop around such a stream, its
 * output and its life as a value; knows no format. */
#ifndef LANG_LIB_CODEC_H
#define LANG_LIB_CODEC_H

#include "lib.h"

/* What a step made of the stream. */
enum lang_codec_status {
    LANG_CODEC_MORE,  /* it can go on */
    LANG_CODEC_END,   /* the stream is complete */
    LANG_CODEC_STUCK, /* neither input nor space was of use: the data end too early */
    LANG_CODEC_ERROR  /* `code` and `text` say what is wrong */
};

/* The memory of one step: what is used up of it is taken off. */
struct lang_codec_io {
    const uint8_t *in;
    uint8_t *out;
    size_t in_left, out_left; /* at most LANG_CODEC_PIECE */
};
enum { LANG_CODEC_PIECE = 1 << 20, LANG_CODEC_RUN = 0 };

/* Begins the struct of each kind of stream. Action LANG_CODEC_RUN takes input; the others are the library's. */
struct lang_codec {
    enum lang_codec_status (*step)(struct lang_codec *c, struct lang_codec_io *io, int action);
    void (*end)(struct lang_codec *c); /* frees c */
    const char *text;                  /* of the last error, a constant or in c; NULL: none */
    int code, finish;                  /* the library's number of it; its action after which nothing follows */
    bool busy;                         /* a thread works on it without the interpreter lock */
};

/* The stream as a value, which owns it; frees c where there is no memory. */
lang_value lang_codec_value(struct lang_thread *t, struct lang_codec *c);
/* The stream of such a value, not busy; NULL with an exception. */
struct lang_codec *lang_codec_of(struct lang_thread *t, lang_value v);
/* run(stream, data, action, most, /): (bytes, input used, status, code, text); most: bytes of output, -1 for all. */
lang_value lang_codec_run(struct lang_thread *t, const lang_value *args);
#define LANG_CODEC_RUN_ROW                                                                                             \
    {                                                                                                                  \
        "run", "(stream, data, action, most, /)", lang_codec_run,                                                      \
            "One go of a stream: (bytes, input used, status, code, text of an error).", 0                              \
    }
/* The bytes of an argument, or a TypeError. */
int lang_codec_bytes(struct lang_thread *t, lang_value v, struct lang_buffer *out);

/* What a stream writes, in memory that grows: that of the bytes that it becomes. */
struct lang_output {
    uint8_t *data;
    size_t size, capacity;
    struct lang_bytes *block;
};
/* Capacity for at least one more byte. */
int lang_output_reserve(struct lang_thread *t, struct lang_output *out);
void lang_output_drop(struct lang_thread *t, struct lang_output *out);
/* The bytes as a value; frees the memory. */
lang_value lang_output_finish(struct lang_thread *t, struct lang_output *out);

#endif
