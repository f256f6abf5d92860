/* lib_zlib.c: the module _zlib: streams of the zlib library and check sums, for the module zlib (prelude/zlib.py). */
#include "lib_codec.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

/* The check sum of bytes that go on from `value`, in pieces that zlib's lengths can hold. */
static lang_value checksum(struct lang_thread *t, const lang_value *a, uLong (*step)(uLong, const Bytef *, uInt))
{
    enum { UNLOCKED_SIZE = 65536 };
    struct lang_buffer in;
    int64_t value;

    if (lang_is_obj(a[1])) { /* an int beyond 64 bits: its last 32 bits count */
        lang_value low = lang_binary(t, LANG_OP_AND, a[1], lang_int(0xffffffff));
        if (lang_is_error(low) || lang_as_int64(t, low, &value) < 0)
            return lang_error();
    } else if (lang_as_int64(t, a[1], &value) < 0) {
        return lang_error();
    }
    if (lang_codec_bytes(t, a[0], &in) < 0)
        return lang_error();
    uLong sum = (uLong)((uint64_t)value & 0xffffffffu);
    const bool alone = in.length > UNLOCKED_SIZE;
    if (alone)
        lang_unlock(t);
    for (int64_t at = 0; at < (int64_t)in.length;) {
        int64_t piece = (int64_t)in.length - at < INT_MAX ? (int64_t)in.length - at : INT_MAX;
        sum = step(sum, in.data + at, (uInt)piece);
        at += piece;
    }
    if (alone)
        lang_lock(t);
    lang_buffer_release(t, &in);
    return lang_int((int64_t)sum);
}
static lang_value z_crc32(struct lang_thread *t, const lang_value *a)
{
    return checksum(t, a, crc32);
}
static lang_value z_adler32(struct lang_thread *t, const lang_value *a)
{
    return checksum(t, a, adler32);
}

/* ---- streams ------------------------------------------------------------------------------------------------------
 */

struct stream {
    struct lang_codec codec;
    z_stream z;
    bool inflates;
    size_t dictionary_size;
    uint8_t *dictionary; /* for an inflating stream that may ask for it */
};

static enum lang_codec_status fail(struct stream *s, int code)
{
    s->codec.code = code;
    s->codec.text = s->z.msg                 ? s->z.msg
                    : code == Z_STREAM_ERROR ? "inconsistent stream state"
                    : code == Z_DATA_ERROR   ? "invalid input data"
                                             : NULL;
    return LANG_CODEC_ERROR;
}

static enum lang_codec_status step_stream(struct lang_codec *c, struct lang_codec_io *io, int action)
{
    struct stream *s = (struct stream *)c;
    int (*step)(z_streamp, int) = s->inflates ? inflate : deflate;

    s->z.next_in = (Bytef *)io->in;
    s->z.avail_in = (uInt)io->in_left;
    s->z.next_out = io->out;
    s->z.avail_out = (uInt)io->out_left;
    int code = step(&s->z, action);
    if (code == Z_NEED_DICT && s->dictionary) {
        code = inflateSetDictionary(&s->z, s->dictionary, (uInt)s->dictionary_size);
        if (code != Z_OK) {
            fail(s, code);
            s->codec.code = code - 1000; /* as the module is told that it was the dictionary's */
            return LANG_CODEC_ERROR;
        }
        code = step(&s->z, action);
    }
    io->in_left = s->z.avail_in;
    io->out_left = s->z.avail_out;
    return code == Z_STREAM_END                  ? LANG_CODEC_END
           : code == Z_OK || code == Z_BUF_ERROR ? LANG_CODEC_MORE
                                                 : fail(s, code);
}

static void end_stream(struct lang_codec *c)
{
    struct stream *s = (struct stream *)c;
    (s->inflates ? inflateEnd : deflateEnd)(&s->z);
    free(s->dictionary);
    free(s);
}

static struct stream *new_stream(struct lang_thread *t, bool inflates)
{
    struct stream *s = calloc(1, sizeof *s);
    if (!s) {
        lang_no_memory(t);
        return NULL;
    }
    s->codec.step = step_stream;
    s->codec.end = end_stream;
    s->codec.finish = Z_FINISH;
    s->inflates = inflates;
    return s;
}

/* The stream as a value, or the code of what its initialization said. */
static lang_value started(struct lang_thread *t, struct stream *s, int code)
{
    if (code == Z_OK)
        return lang_codec_value(t, &s->codec);
    end_stream(&s->codec);
    return code == Z_MEM_ERROR ? lang_no_memory(t) : lang_int(code);
}

static bool fits(int64_t v)
{
    return v >= INT_MIN && v <= INT_MAX;
}

/* deflate(level, method, wbits, memory, strategy, dictionary) */
static lang_value z_deflate(struct lang_thread *t, const lang_value *a)
{
    int64_t n[5];
    struct lang_buffer dictionary = {.owner = lang_undef()};

    for (int i = 0; i < 5; i++)
        if (lang_as_int64(t, a[i], &n[i]) < 0)
            return lang_error();
    if (!lang_is_none(a[5]) && lang_codec_bytes(t, a[5], &dictionary) < 0)
        return lang_error();
    struct stream *s = new_stream(t, false);
    int code = Z_STREAM_ERROR;
    if (s && fits(n[0]) && fits(n[1]) && fits(n[2]) && fits(n[3]) && fits(n[4]))
        code = deflateInit2(&s->z, (int)n[0], (int)n[1], (int)n[2], (int)n[3], (int)n[4]);
    if (s && code == Z_OK && dictionary.length)
        code = dictionary.length > UINT_MAX ? Z_STREAM_ERROR
                                            : deflateSetDictionary(&s->z, dictionary.data, (uInt)dictionary.length);
    lang_buffer_release(t, &dictionary);
    return s ? started(t, s, code) : lang_error();
}

static int keep_dictionary(struct lang_thread *t, struct stream *s, const uint8_t *data, size_t size)
{
    if (!(s->dictionary = malloc(size ? size : 1))) {
        lang_no_memory(t);
        return -1;
    }
    memcpy(s->dictionary, data, size);
    s->dictionary_size = size;
    return 0;
}

/* inflate(wbits, dictionary) */
static lang_value z_inflate(struct lang_thread *t, const lang_value *a)
{
    int64_t bits;
    struct lang_buffer dictionary = {.owner = lang_undef()};

    if (lang_as_int64(t, a[0], &bits) < 0 || (!lang_is_none(a[1]) && lang_codec_bytes(t, a[1], &dictionary) < 0))
        return lang_error();
    struct stream *s = new_stream(t, true);
    int code = s && fits(bits) && dictionary.length <= UINT_MAX ? inflateInit2(&s->z, (int)bits) : Z_STREAM_ERROR;
    if (s && code == Z_OK && !lang_is_none(a[1]) &&
        keep_dictionary(t, s, dictionary.data, (size_t)dictionary.length) < 0) {
        end_stream(&s->codec);
        s = NULL;
    }
    if (s && code == Z_OK && s->dictionary && bits < 0)
        code = inflateSetDictionary(&s->z, s->dictionary, (uInt)s->dictionary_size);
    lang_buffer_release(t, &dictionary);
    return s ? started(t, s, code) : lang_error();
}

/* copy(stream): another one in the same state, or a code. */
static lang_value z_copy(struct lang_thread *t, const lang_value *a)
{
    struct lang_codec *c = lang_codec_of(t, a[0]);
    struct stream *from = (struct stream *)c;

    if (!c)
        return lang_error();
    if (c->step != step_stream)
        return lang_raise(t, LANG_EXC_TypeError, "a stream of zlib is required");
    struct stream *s = new_stream(t, from->inflates);
    if (!s)
        return lang_error();
    int code = (s->inflates ? inflateCopy : deflateCopy)(&s->z, &from->z);
    if (code == Z_OK && from->dictionary && keep_dictionary(t, s, from->dictionary, from->dictionary_size) < 0) {
        end_stream(&s->codec);
        return lang_error();
    }
    return started(t, s, code);
}

static const struct lang_method functions[] = {
    {"crc32", "(data, value, /)", z_crc32, "The CRC-32 of bytes, going on from value.", 0},
    {"adler32", "(data, value, /)", z_adler32, "The Adler-32 of bytes, going on from value.", 0},
    {"deflate", "(level, method, wbits, memory, strategy, dictionary, /)", z_deflate,
     "A stream that compresses, or zlib's code of an error.", 0},
    {"inflate", "(wbits, dictionary, /)", z_inflate, "A stream that expands, or zlib's code of an error.", 0},
    {"copy", "(stream, /)", z_copy, "A copy of a stream, or zlib's code of an error.", 0},
    LANG_CODEC_RUN_ROW,
    {NULL, NULL, NULL, NULL, 0}};

static int init(struct lang_thread *t, struct lang_module *m)
{
    struct lang_str *version = lang_str_from_c(t, ZLIB_VERSION), *runtime = lang_str_from_c(t, zlibVersion());

    if (!version || !runtime) {
        lang_xdecref(t, version);
        lang_xdecref(t, runtime);
        return -1;
    }
    int status = lang_module_add_steal(t, m, "ZLIB_VERSION", lang_obj(version));
    return lang_module_add_steal(t, m, "ZLIB_RUNTIME_VERSION", lang_obj(runtime)) < 0 ? -1 : status;
}

const struct lang_module_def lang_module__zlib = {"_zlib", "Streams of zlib, check sums.", functions, init};
