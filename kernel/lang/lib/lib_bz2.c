/* lib_bz2.c: the module _bz2_streams: streams of libbz2, which is opened when the module is, for the module bz2. */
#include "lib_codec.h"
#include "lib_optional.h"

#ifdef HAVE_BZ2
#include <stdlib.h>

#include <bzlib.h>

#define FUNCTIONS(F)                                                                                                   \
    F(BZ2_bzCompressInit)                                                                                              \
    F(BZ2_bzCompress)                                                                                                  \
    F(BZ2_bzCompressEnd)                                                                                               \
    F(BZ2_bzDecompressInit)                                                                                            \
    F(BZ2_bzDecompress)                                                                                                \
    F(BZ2_bzDecompressEnd)
static struct {
    FUNCTIONS(LANG_OPTIONAL_POINTER)
} library;

struct stream {
    struct lang_codec codec;
    bz_stream b;
    int failed; /* the code of an error, after which the library must not be called */
    bool expands;
};

static enum lang_codec_status step_stream(struct lang_codec *c, struct lang_codec_io *io, int action)
{
    struct stream *s = (struct stream *)c;
    const bool idle = !io->in_left && action == BZ_RUN;

    if (s->failed) {
        c->code = s->failed;
        return LANG_CODEC_ERROR;
    }
    s->b.next_in = (char *)io->in;
    s->b.avail_in = (unsigned)io->in_left;
    s->b.next_out = (char *)io->out;
    s->b.avail_out = (unsigned)io->out_left;
    int code = s->expands ? library.BZ2_bzDecompress(&s->b) : library.BZ2_bzCompress(&s->b, action);
    io->in_left = s->b.avail_in;
    io->out_left = s->b.avail_out;
    c->code = code;
    if (code < 0 && !(idle && !s->expands && code == BZ_PARAM_ERROR)) /* else it had nothing to do */
        s->failed = code;
    return code == BZ_STREAM_END ? LANG_CODEC_END : s->failed ? LANG_CODEC_ERROR : LANG_CODEC_MORE;
}

static void end_stream(struct lang_codec *c)
{
    struct stream *s = (struct stream *)c;
    if (s->expands)
        library.BZ2_bzDecompressEnd(&s->b);
    else
        library.BZ2_bzCompressEnd(&s->b);
    free(s);
}

/* level 1 to 9: compresses; 0: expands. */
static lang_value b_new(struct lang_thread *t, const lang_value *a)
{
    int64_t level;
    struct stream *s;

    if (lang_as_int64(t, a[0], &level) < 0)
        return lang_error();
    if (!(s = calloc(1, sizeof *s)))
        return lang_no_memory(t);
    s->codec.step = step_stream;
    s->codec.end = end_stream;
    s->expands = !level;
    s->codec.finish = s->expands ? -1 : BZ_FINISH;
    int code = s->expands ? library.BZ2_bzDecompressInit(&s->b, 0, 0)
                          : library.BZ2_bzCompressInit(&s->b, level < 1 || level > 9 ? 9 : (int)level, 0, 0);
    if (code == BZ_OK)
        return lang_codec_value(t, &s->codec);
    free(s);
    return lang_no_memory(t);
}

static const struct lang_method functions[] = {
    {"new", "(level, /)", b_new, "A stream that compresses at a level from 1 to 9, or expands for level 0.", 0},
    LANG_CODEC_RUN_ROW,
    {NULL, NULL, NULL, NULL, 0}};

static int init(struct lang_thread *t, struct lang_module *m)
{
    (void)m;
    return lang_optional_open(t, "_bz2", "libbz2.so.1.0 libbz2.so.1", FUNCTIONS(LANG_OPTIONAL_NAME), (void **)&library);
}
#else
static const struct lang_method functions[] = {{NULL, NULL, NULL, NULL, 0}};
static int init(struct lang_thread *t, struct lang_module *m)
{
    (void)m;
    return lang_optional_absent(t, "_bz2", "libbz2");
}
#endif

const struct lang_module_def lang_module__bz2_streams = {"_bz2_streams", "Streams of libbz2.", functions, init};
