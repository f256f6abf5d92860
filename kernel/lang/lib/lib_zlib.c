/* lib_zlib.c: the module _zlib: whole texts through the zlib library, for the module zlib (prelude/zlib.py). */
#include "lib.h"

#include <limits.h>
#include <string.h>

#include <zlib.h>

enum { CHUNK = 16384, FAILED = -1000 };

static int get_bytes(struct lang_thread *t, lang_value v, struct lang_buffer *out)
{
    return lang_buffer_get(t, v, out)
               ? 0
               : lang_fail(t, LANG_EXC_TypeError, "a bytes-like object is required, not '%N'", v);
}

/* The check sum of bytes that go on from `value`, in pieces that zlib's lengths can hold. */
static lang_value checksum(struct lang_thread *t, const lang_value *a, uLong (*step)(uLong, const Bytef *, uInt))
{
    struct lang_buffer in;
    int64_t value;

    if (lang_as_int64(t, a[1], &value) < 0 || get_bytes(t, a[0], &in) < 0)
        return lang_error();
    uLong sum = (uLong)((uint64_t)value & 0xffffffffu);
    for (int64_t at = 0; at < (int64_t)in.length;) {
        int64_t piece = (int64_t)in.length - at < INT_MAX ? (int64_t)in.length - at : INT_MAX;
        sum = step(sum, in.data + at, (uInt)piece);
        at += piece;
    }
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

/* What a stream writes, in memory that grows. */
struct output {
    uint8_t *data;
    size_t size, capacity;
};

static int reserve(struct lang_thread *t, struct output *out)
{
    size_t bigger = out->capacity ? out->capacity * 2 : CHUNK;
    uint8_t *data;

    if (out->size < out->capacity)
        return 0;
    if (!(data = lang_alloc(t, bigger)))
        return -1;
    if (out->size)
        memcpy(data, out->data, out->size);
    if (out->capacity)
        lang_free(t, out->data, out->capacity);
    out->data = data;
    out->capacity = bigger;
    return 0;
}

/* Runs deflate or inflate over all of the input: zlib's code, or FAILED with an exception. */
static int run(struct lang_thread *t, z_stream *z, int (*step)(z_streamp, int), const struct lang_buffer *in,
               struct output *out)
{
    size_t left = (size_t)in->length;
    int code = Z_OK;

    z->next_in = (Bytef *)in->data;
    while (code == Z_OK || code == Z_BUF_ERROR) {
        if (!z->avail_in && left) {
            z->avail_in = left < INT_MAX ? (uInt)left : INT_MAX;
            left -= z->avail_in;
        }
        if (reserve(t, out) < 0 || lang_poll_quiet(t) < 0)
            return FAILED;
        size_t capacity = out->capacity - out->size;
        z->next_out = out->data + out->size;
        z->avail_out = capacity < INT_MAX ? (uInt)capacity : INT_MAX;
        uInt had = z->avail_out;
        code = step(z, left ? Z_NO_FLUSH : Z_FINISH);
        out->size += had - z->avail_out;
        if (code == Z_BUF_ERROR && z->avail_out && !left)
            break; /* the input ends too early */
    }
    return code;
}

/* The bytes, or the code and the text of zlib's error in a tuple. */
static lang_value finish(struct lang_thread *t, int code, const char *text, struct output *out)
{
    lang_value result = lang_error();

    if (code == Z_STREAM_END) {
        result = lang_obj_or_error(lang_bytes_new(t, out->size ? (const void *)out->data : "", out->size));
    } else if (code != FAILED) {
        struct lang_tuple *pair = lang_tuple_new(t, 2);
        struct lang_str *said = pair ? lang_str_from_c(t, text ? text : "") : NULL;
        if (pair) {
            pair->items[0] = lang_int(code);
            pair->items[1] = said ? lang_obj(said) : lang_none();
        }
        if (said)
            result = lang_obj(pair);
        else
            lang_xdecref(t, pair);
    }
    if (out->capacity)
        lang_free(t, out->data, out->capacity);
    return result;
}

static lang_value z_compress(struct lang_thread *t, const lang_value *a)
{
    struct lang_buffer in;
    struct output out = {NULL, 0, 0};
    z_stream z = {0};
    int64_t level, bits;

    if (lang_as_int64(t, a[1], &level) < 0 || lang_as_int64(t, a[2], &bits) < 0 || get_bytes(t, a[0], &in) < 0)
        return lang_error();
    int code = level < -1 || level > 9 || bits < -15 || bits > 31
                   ? Z_STREAM_ERROR
                   : deflateInit2(&z, (int)level, Z_DEFLATED, (int)bits, 8, Z_DEFAULT_STRATEGY);
    if (code == Z_OK) {
        code = run(t, &z, deflate, &in, &out);
        deflateEnd(&z);
    }
    lang_buffer_release(t, &in);
    return finish(t, code, z.msg, &out);
}

static lang_value z_decompress(struct lang_thread *t, const lang_value *a)
{
    struct lang_buffer in;
    struct output out = {NULL, 0, 0};
    z_stream z = {0};
    int64_t bits;

    if (lang_as_int64(t, a[1], &bits) < 0 || get_bytes(t, a[0], &in) < 0)
        return lang_error();
    int code = bits < -15 || bits > 47 ? Z_STREAM_ERROR : inflateInit2(&z, (int)bits);
    const char *said = NULL;
    if (code == Z_OK) {
        code = run(t, &z, inflate, &in, &out);
        said = z.msg; /* a constant of zlib */
        inflateEnd(&z);
    }
    lang_buffer_release(t, &in);
    return finish(t, code, said, &out);
}

static const struct lang_method functions[] = {
    {"crc32", "(data, value, /)", z_crc32, "The CRC-32 of bytes, going on from value.", 0},
    {"adler32", "(data, value, /)", z_adler32, "The Adler-32 of bytes, going on from value.", 0},
    {"compress", "(data, level, wbits, /)", z_compress, "Bytes compressed, or (code, text) of an error.", 0},
    {"decompress", "(data, wbits, /)", z_decompress, "Bytes expanded, or (code, text) of an error.", 0},
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

const struct lang_module_def lang_module__zlib = {"_zlib", "Whole texts through zlib.", functions, init};
