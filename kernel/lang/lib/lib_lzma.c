/* lib_lzma.c: the module _lzma_streams: streams of liblzma, which is opened when the module is, for the module lzma. */
#include "lib_codec.h"
#include "lib_optional.h"

#ifdef HAVE_LZMA
#include <stdlib.h>
#include <string.h>

#include <lzma.h>

#define FUNCTIONS(F)                                                                                                   \
    F(lzma_alone_decoder)                                                                                              \
    F(lzma_alone_encoder)                                                                                              \
    F(lzma_auto_decoder)                                                                                               \
    F(lzma_check_is_supported)                                                                                         \
    F(lzma_code)                                                                                                       \
    F(lzma_easy_encoder)                                                                                               \
    F(lzma_end)                                                                                                        \
    F(lzma_get_check)                                                                                                  \
    F(lzma_lzma_preset)                                                                                                \
    F(lzma_properties_decode)                                                                                          \
    F(lzma_properties_encode)                                                                                          \
    F(lzma_properties_size)                                                                                            \
    F(lzma_raw_decoder)                                                                                                \
    F(lzma_raw_encoder)                                                                                                \
    F(lzma_stream_decoder)                                                                                             \
    F(lzma_stream_encoder)
static struct {
    FUNCTIONS(LANG_OPTIONAL_POINTER)
} library;

enum { FORMAT_AUTO, FORMAT_XZ, FORMAT_ALONE, FORMAT_RAW, NO_CHECK_KNOWN = LZMA_CHECK_ID_MAX + 1 };

struct stream {
    struct lang_codec codec;
    lzma_stream z;
    int check; /* of an expanding stream, NO_CHECK_KNOWN until it is known */
    bool expands;
};

static enum lang_codec_status step_stream(struct lang_codec *c, struct lang_codec_io *io, int action)
{
    struct stream *s = (struct stream *)c;
    lzma_ret code;

    s->z.next_in = io->in;
    s->z.avail_in = io->in_left;
    s->z.next_out = io->out;
    s->z.avail_out = io->out_left;
    do { /* what it has to tell interrupts it */
        code = library.lzma_code(&s->z, (lzma_action)action);
        if (code == LZMA_GET_CHECK || code == LZMA_NO_CHECK)
            s->check = (int)library.lzma_get_check(&s->z);
    } while (code == LZMA_GET_CHECK || code == LZMA_NO_CHECK);
    io->in_left = s->z.avail_in;
    io->out_left = s->z.avail_out;
    c->code = (int)code;
    return code == LZMA_STREAM_END                     ? LANG_CODEC_END
           : code == LZMA_OK || code == LZMA_BUF_ERROR ? LANG_CODEC_MORE
                                                       : LANG_CODEC_ERROR;
}

static void end_stream(struct lang_codec *c)
{
    struct stream *s = (struct stream *)c;
    library.lzma_end(&s->z);
    free(s);
}

/* ---- chains of filters --------------------------------------------------------------------------------------------
 */

struct chain {
    lzma_filter filters[LZMA_FILTERS_MAX + 1];
    union {
        lzma_options_lzma lzma;
        lzma_options_delta delta;
        lzma_options_bcj bcj;
    } options[LZMA_FILTERS_MAX];
};

/* The numbers of a tuple of at most `most`; how many; -1. */
static int numbers(struct lang_thread *t, lang_value v, int64_t *out, size_t most)
{
    const struct lang_tuple *tuple = (const struct lang_tuple *)v.o;
    if (!lang_is_exactly(v, &lang_type_tuple) || tuple->length > (int64_t)most || tuple->length < 1)
        return lang_fail(t, LANG_EXC_TypeError, "a short tuple of numbers is required");
    for (int64_t i = 0; i < tuple->length; i++)
        if (lang_as_int64(t, tuple->items[i], &out[i]) < 0)
            return -1;
    return (int)tuple->length;
}

/* A filter is (id, preset, dict_size, lc, lp, pb, mode, nice_len, mf, depth), -1 for what the preset says; (id,
 * distance) or (id, start offset). */
static int read_filter(struct lang_thread *t, lang_value v, struct chain *chain, size_t at)
{
    int64_t n[10];
    int count = numbers(t, v, n, 10);
    if (count < 0)
        return -1;
    chain->filters[at].id = (lzma_vli)n[0];
    chain->filters[at].options = &chain->options[at];
    if (n[0] == (int64_t)LZMA_FILTER_DELTA) {
        chain->options[at].delta =
            (lzma_options_delta){.type = LZMA_DELTA_TYPE_BYTE, .dist = count > 1 ? (uint32_t)n[1] : 1};
    } else if (count < 10) {
        chain->options[at].bcj = (lzma_options_bcj){.start_offset = count > 1 ? (uint32_t)n[1] : 0};
    } else {
        lzma_options_lzma *o = &chain->options[at].lzma;
        if (library.lzma_lzma_preset(o, (uint32_t)n[1]))
            return 1;
        uint32_t *fields[] = {&o->dict_size, &o->lc, &o->lp, &o->pb, NULL, &o->nice_len, NULL, &o->depth};
        for (int i = 0; i < 8; i++)
            if (n[i + 2] >= 0 && fields[i])
                *fields[i] = (uint32_t)n[i + 2];
        if (n[6] >= 0)
            o->mode = (lzma_mode)n[6];
        if (n[8] >= 0)
            o->mf = (lzma_match_finder)n[8];
    }
    return 0;
}

/* 0; 1: there is no such preset; -1. */
static int read_chain(struct lang_thread *t, lang_value v, struct chain *chain)
{
    const struct lang_tuple *tuple = (const struct lang_tuple *)v.o;
    memset(chain, 0, sizeof *chain);
    chain->filters[0].id = LZMA_VLI_UNKNOWN;
    if (lang_is_none(v))
        return 0;
    if (!lang_is_exactly(v, &lang_type_tuple) || tuple->length > LZMA_FILTERS_MAX)
        return lang_fail(t, LANG_EXC_ValueError, "Too many filters - liblzma supports a maximum of %d",
                         LZMA_FILTERS_MAX);
    for (int64_t i = 0; i < tuple->length; i++) {
        int status = read_filter(t, tuple->items[i], chain, (size_t)i);
        if (status)
            return status;
    }
    chain->filters[tuple->length].id = LZMA_VLI_UNKNOWN;
    return 0;
}

/* ---- the module ---------------------------------------------------------------------------------------------------
 */

static struct stream *new_stream(struct lang_thread *t, bool expands)
{
    struct stream *s = calloc(1, sizeof *s);
    if (!s)
        return lang_no_memory(t), NULL;
    s->codec.step = step_stream;
    s->codec.end = end_stream;
    s->codec.finish = LZMA_FINISH;
    s->expands = expands;
    s->check = NO_CHECK_KNOWN;
    return s;
}

static lang_value started(struct lang_thread *t, struct stream *s, lzma_ret code)
{
    if (code == LZMA_OK)
        return lang_codec_value(t, &s->codec);
    end_stream(&s->codec);
    return code == LZMA_MEM_ERROR ? lang_no_memory(t) : lang_int(code);
}

/* encoder(format, check, preset, filters): a stream, or liblzma's code of an error. */
static lang_value l_encoder(struct lang_thread *t, const lang_value *a)
{
    struct chain chain;
    int64_t format, check, preset;
    int status;

    if (lang_as_int64(t, a[0], &format) < 0 || lang_as_int64(t, a[1], &check) < 0 ||
        lang_as_int64(t, a[2], &preset) < 0)
        return lang_error();
    if ((status = read_chain(t, a[3], &chain)))
        return status < 0 ? lang_error() : lang_int(LZMA_OPTIONS_ERROR);
    const bool plain = lang_is_none(a[3]);
    struct stream *s = new_stream(t, false);
    lzma_options_lzma options;
    lzma_ret code = LZMA_OPTIONS_ERROR;
    if (!s)
        return lang_error();
    if (format == FORMAT_XZ && plain)
        code = library.lzma_easy_encoder(&s->z, (uint32_t)preset, (lzma_check)check);
    else if (format == FORMAT_XZ)
        code = library.lzma_stream_encoder(&s->z, chain.filters, (lzma_check)check);
    else if (format == FORMAT_RAW)
        code = library.lzma_raw_encoder(&s->z, chain.filters);
    else if (plain && !library.lzma_lzma_preset(&options, (uint32_t)preset))
        code = library.lzma_alone_encoder(&s->z, &options);
    else if (!plain && chain.filters[0].id == LZMA_FILTER_LZMA1 && chain.filters[1].id == LZMA_VLI_UNKNOWN)
        code = library.lzma_alone_encoder(&s->z, chain.filters[0].options);
    return started(t, s, code);
}

/* decoder(format, memory limit or -1, filters) */
static lang_value l_decoder(struct lang_thread *t, const lang_value *a)
{
    struct chain chain;
    int64_t format, limit;
    int status;

    if (lang_as_int64(t, a[0], &format) < 0 || lang_as_int64(t, a[1], &limit) < 0)
        return lang_error();
    if ((status = read_chain(t, a[2], &chain)))
        return status < 0 ? lang_error() : lang_int(LZMA_OPTIONS_ERROR);
    struct stream *s = new_stream(t, true);
    const uint32_t flags = LZMA_TELL_ANY_CHECK | LZMA_TELL_NO_CHECK;
    const uint64_t most = limit < 0 ? UINT64_MAX : (uint64_t)limit;
    if (!s)
        return lang_error();
    if (format == FORMAT_RAW || format == FORMAT_ALONE)
        s->check = LZMA_CHECK_NONE;
    return started(t, s,
                   format == FORMAT_AUTO    ? library.lzma_auto_decoder(&s->z, most, flags)
                   : format == FORMAT_XZ    ? library.lzma_stream_decoder(&s->z, most, flags)
                   : format == FORMAT_ALONE ? library.lzma_alone_decoder(&s->z, most)
                                            : library.lzma_raw_decoder(&s->z, chain.filters));
}

static lang_value l_check(struct lang_thread *t, const lang_value *a)
{
    struct lang_codec *c = lang_codec_of(t, a[0]);
    if (!c)
        return lang_error();
    return lang_int(c->step == step_stream ? ((struct stream *)c)->check : NO_CHECK_KNOWN);
}

static lang_value l_supported(struct lang_thread *t, const lang_value *a)
{
    int64_t check;
    if (lang_as_int64(t, a[0], &check) < 0)
        return lang_error();
    return lang_bool(check >= 0 && check <= LZMA_CHECK_ID_MAX && library.lzma_check_is_supported((lzma_check)check));
}

/* properties(filter): the bytes that describe it, or a code. */
static lang_value l_properties(struct lang_thread *t, const lang_value *a)
{
    struct chain chain = {0};
    uint32_t size = 0;
    int status = read_filter(t, a[0], &chain, 0);
    if (status)
        return status < 0 ? lang_error() : lang_int(LZMA_OPTIONS_ERROR);
    lzma_ret code = library.lzma_properties_size(&size, chain.filters);
    if (code != LZMA_OK)
        return lang_int(code);
    struct lang_bytes *out = lang_bytes_new(t, NULL, size);
    if (out && (code = library.lzma_properties_encode(chain.filters, out->data)) != LZMA_OK) {
        lang_decref(t, out);
        return lang_int(code);
    }
    return lang_obj_or_error(out);
}

/* described(id, bytes): (dict_size, lc, lp, pb), (distance), (start offset), () or a code. */
static lang_value l_described(struct lang_thread *t, const lang_value *a)
{
    struct lang_buffer in;
    int64_t id;
    lzma_filter filter = {0};

    if (lang_as_int64(t, a[0], &id) < 0 || lang_codec_bytes(t, a[1], &in) < 0)
        return lang_error();
    filter.id = (lzma_vli)id;
    lzma_ret code = library.lzma_properties_decode(&filter, NULL, in.data, (size_t)in.length);
    lang_buffer_release(t, &in);
    if (code != LZMA_OK)
        return lang_int(code);
    lang_value items[4];
    int64_t count = 0;
    if (filter.options && (filter.id == LZMA_FILTER_LZMA1 || filter.id == LZMA_FILTER_LZMA2)) {
        const lzma_options_lzma *o = filter.options;
        items[count++] = lang_int(o->dict_size);
        items[count++] = lang_int(o->lc);
        items[count++] = lang_int(o->lp);
        items[count++] = lang_int(o->pb);
    } else if (filter.options && filter.id == LZMA_FILTER_DELTA) {
        items[count++] = lang_int(((const lzma_options_delta *)filter.options)->dist);
    } else if (filter.options) {
        items[count++] = lang_int(((const lzma_options_bcj *)filter.options)->start_offset);
    }
    free(filter.options);
    return lang_obj_or_error(lang_tuple_from(t, items, count));
}

static const struct lang_method functions[] = {
    {"encoder", "(format, check, preset, filters, /)", l_encoder, "A stream that compresses, or a code.", 0},
    {"decoder", "(format, limit, filters, /)", l_decoder, "A stream that expands, or a code.", 0},
    {"check", "(stream, /)", l_check, "The kind of check sum of an expanding stream.", 0},
    {"is_check_supported", "(check_id, /)", l_supported, "Whether the library has a kind of check sum.", 0},
    {"properties", "(filter, /)", l_properties, "The bytes that describe a filter, or a code.", 0},
    {"described", "(id, data, /)", l_described, "The options that such bytes describe, or a code.", 0},
    LANG_CODEC_RUN_ROW,
    {NULL, NULL, NULL, NULL, 0}};

static int init(struct lang_thread *t, struct lang_module *m)
{
    (void)m;
    return lang_optional_open(t, "_lzma", "liblzma.so.5", FUNCTIONS(LANG_OPTIONAL_NAME), (void **)&library);
}
#else
static const struct lang_method functions[] = {{NULL, NULL, NULL, NULL, 0}};
static int init(struct lang_thread *t, struct lang_module *m)
{
    (void)m;
    return lang_optional_absent(t, "_lzma", "liblzma");
}
#endif

const struct lang_module_def lang_module__lzma_streams = {"_lzma_streams", "Streams of liblzma.", functions, init};
