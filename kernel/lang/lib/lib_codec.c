/* lib_codec.c: the loop around streams that compress or expand, for zlib, bz2 and lzma. */
#include "lib_codec.h"

#include <sched.h>
#include <string.h>

#include "types/bytes_impl.h"

/* Output of WORTH_KEEPING bytes and more becomes the result where it stands. What is shorter is copied, unless it fills
 * its block: a block that was never cut is one that malloc hands out again with its pages. */
enum { FIRST_CAPACITY = 16384, WORTH_KEEPING = 32 << 20, UNLOCKED_SIZE = 65536 };
static const char handle_name[] = "codec";

int lang_codec_bytes(struct lang_thread *t, lang_value v, struct lang_buffer *out)
{
    return lang_buffer_get(t, v, out)
               ? 0
               : lang_fail(t, LANG_EXC_TypeError, "a bytes-like object is required, not '%N'", v);
}

int lang_output_reserve(struct lang_thread *t, struct lang_output *out)
{
    const size_t bigger = out->capacity ? out->capacity * 2 : FIRST_CAPACITY;
    struct lang_bytes *block;

    if (out->size < out->capacity)
        return 0;
    block = out->block
                ? lang_realloc(t, out->block, lang_bytes_object_size(out->capacity), lang_bytes_object_size(bigger))
                : lang_bytes_raw(t, bigger);
    if (!block)
        return -1;
    out->block = block;
    out->data = block->data;
    out->capacity = bigger;
    return 0;
}

void lang_output_drop(struct lang_thread *t, struct lang_output *out)
{
    if (out->block)
        lang_free(t, out->block, lang_bytes_object_size(out->capacity));
    *out = (struct lang_output){0};
}

lang_value lang_output_finish(struct lang_thread *t, struct lang_output *out)
{
    struct lang_bytes *made;
    if (out->size < WORTH_KEEPING && out->size <= out->capacity - out->capacity / 8) {
        made = lang_bytes_new(t, out->size ? (const void *)out->data : "", out->size);
    } else {
        made = lang_realloc(t, out->block, lang_bytes_object_size(out->capacity), lang_bytes_object_size(out->size));
        if (made) {
            made->length = (int64_t)out->size;
            made->data[out->size] = 0;
            out->block = NULL;
        }
    }
    lang_output_drop(t, out);
    return lang_obj_or_error(made);
}

static void end_codec(void *pointer)
{
    struct lang_codec *c = pointer;
    c->end(c);
}

lang_value lang_codec_value(struct lang_thread *t, struct lang_codec *c)
{
    struct lang_capsule *capsule = lang_capsule_new(t, c, handle_name, end_codec);
    if (!capsule)
        c->end(c);
    return lang_obj_or_error(capsule);
}

struct lang_codec *lang_codec_of(struct lang_thread *t, lang_value v)
{
    if (!lang_is_exactly(v, &lang_type_capsule) || ((struct lang_capsule *)v.o)->name != handle_name)
        return lang_fail_null(t, LANG_EXC_TypeError, "a stream is required, not '%N'", v);
    struct lang_codec *c = ((struct lang_capsule *)v.o)->pointer;
    while (c->busy) {
        lang_unlock(t);
        sched_yield();
        lang_lock(t);
        if (lang_poll(t) < 0)
            return NULL;
    }
    return c;
}

/* One step, without the interpreter lock where it is worth it. */
static enum lang_codec_status step(struct lang_thread *t, struct lang_codec *c, struct lang_codec_io *io, int action)
{
    const bool alone = io->in_left > UNLOCKED_SIZE || io->out_left > UNLOCKED_SIZE;
    c->busy = true;
    c->text = NULL;
    if (alone)
        lang_unlock(t);
    enum lang_codec_status status = c->step(c, io, action);
    if (alone)
        lang_lock(t);
    c->busy = false;
    return status;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Steps until the input is used up and nothing more comes out, `most` bytes are out, or the stream is at its end. */
static int run(struct lang_thread *t, struct lang_codec *c, const struct lang_buffer *in, int action, size_t most,
               struct lang_output *out, size_t *used)
{
    const size_t size = (size_t)in->length;
    for (;;) {
        if (lang_output_reserve(t, out) < 0 || lang_poll_quiet(t) < 0)
            return -1;
        size_t piece = least(size - *used, LANG_CODEC_PIECE);
        size_t space = least(least(out->capacity, most) - out->size, LANG_CODEC_PIECE);
        struct lang_codec_io io = {in->data + *used, out->data + out->size, piece, space};
        enum lang_codec_status status = step(t, c, &io, *used + piece == size ? action : LANG_CODEC_RUN);
        *used += piece - io.in_left;
        out->size += space - io.out_left;
        if (status == LANG_CODEC_END || status == LANG_CODEC_ERROR)
            return status;
        if (out->size == most)
            return LANG_CODEC_MORE;
        const bool moved = io.in_left != piece || io.out_left != space;
        const bool last = *used == size && io.out_left;
        if (!moved && io.out_left)
            return last && action != c->finish ? LANG_CODEC_MORE : LANG_CODEC_STUCK;
        if (last && action != c->finish)
            return LANG_CODEC_MORE;
    }
}

static lang_value result(struct lang_thread *t, const struct lang_codec *c, int status, lang_value bytes, size_t used)
{
    const bool wrong = status == LANG_CODEC_ERROR;
    struct lang_str *text = wrong && c->text ? lang_str_from_c(t, c->text) : NULL;
    lang_value items[] = {bytes, lang_int((int64_t)used), lang_int(status), lang_int(wrong ? c->code : 0),
                          text ? lang_obj(text) : lang_none()};
    lang_value v = wrong && c->text && !text ? lang_error() : lang_obj_or_error(lang_tuple_from(t, items, 5));
    lang_xdecref(t, text);
    lang_unref(t, bytes);
    return v;
}

lang_value lang_codec_run(struct lang_thread *t, const lang_value *a)
{
    struct lang_output out = {0};
    struct lang_buffer in;
    size_t used = 0;
    int64_t action, most;
    struct lang_codec *c;

    if (lang_as_int64(t, a[2], &action) < 0 || lang_as_int64(t, a[3], &most) < 0 || !(c = lang_codec_of(t, a[0])) ||
        lang_codec_bytes(t, a[1], &in) < 0)
        return lang_error();
    int status = run(t, c, &in, (int)action, most < 0 ? SIZE_MAX : (size_t)most, &out, &used);
    lang_buffer_release(t, &in);
    lang_value bytes = lang_output_finish(t, &out);
    if (status < 0 || lang_is_error(bytes)) {
        if (!lang_is_error(bytes))
            lang_unref(t, bytes);
        return lang_error();
    }
    return result(t, c, status, bytes, used);
}
