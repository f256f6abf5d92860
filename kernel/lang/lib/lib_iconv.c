/* lib_iconv.c: the module _iconv: character sets that the system's iconv knows. What is done about errors, and the
 * names of the sets, is written in the language (prelude/encodings/_multibyte.py). */
#include <errno.h>
#include <iconv.h>
#include <stdlib.h>
#include <string.h>

#include "lib_codec.h"
#include "types/str_impl.h"

enum status { DONE, INVALID, CUT_OFF };
static const char handle_name[] = "iconv", units[] = "UTF-32LE";

static void end_handle(void *pointer)
{
    iconv_close((iconv_t)pointer);
}

/* open(charset, decodes, /): a converter, or None where the system does not know the set. */
static lang_value open_set(struct lang_thread *t, const lang_value *a)
{
    const char *name = lang_as_utf8(t, a[0], "charset", NULL);
    const int decodes = name ? lang_truth(t, a[1]) : -1;

    if (decodes < 0)
        return lang_error();
    iconv_t handle = decodes ? iconv_open(units, name) : iconv_open(name, units);
    if (handle == (iconv_t)-1)
        return lang_none();
    struct lang_capsule *capsule = lang_capsule_new(t, handle, handle_name, end_handle);
    if (!capsule)
        iconv_close(handle);
    return lang_obj_or_error(capsule);
}

static int read_handle(struct lang_thread *t, lang_value v, iconv_t *out)
{
    if (!lang_is_exactly(v, &lang_type_capsule) || ((struct lang_capsule *)v.o)->name != handle_name)
        return lang_fail(t, LANG_EXC_TypeError, "a converter is required, not '%N'", v);
    *out = (iconv_t)((struct lang_capsule *)v.o)->pointer;
    return 0;
}

/* Converts as far as it goes; in NULL: what the converter has kept back. */
static int convert(struct lang_thread *t, iconv_t handle, const uint8_t *in, size_t size, struct lang_output *out,
                   size_t *used)
{
    char *from = in ? (char *)(uintptr_t)in : NULL;
    size_t left = size;
    int status = DONE;

    for (;;) {
        if (out->capacity - out->size < 64) { /* the longest of a character and the change of a state */
            const size_t full = out->size;

            out->size = out->capacity; /* it grows when it is full */
            const int grown = lang_output_reserve(t, out);
            out->size = full;
            if (grown < 0)
                return -1;
        }
        size_t piece = left < LANG_CODEC_PIECE ? left : LANG_CODEC_PIECE, piece_left = piece;
        char *to = (char *)out->data + out->size;
        size_t space = out->capacity - out->size;
        size_t r = iconv(handle, from ? &from : NULL, from ? &piece_left : NULL, &to, &space);
        const int error = r == (size_t)-1 ? errno : 0;

        out->size = out->capacity - space;
        left -= piece - piece_left;
        if (lang_poll_quiet(t) < 0)
            return -1;
        if (error == E2BIG || (error == 0 && left))
            continue;
        if (error == EINVAL && piece < left + (piece - piece_left)) /* the next piece has the rest of it */
            continue;
        status = error == EILSEQ ? INVALID : error ? CUT_OFF : DONE;
        break;
    }
    *used = size - left;
    return status;
}

static lang_value answer(struct lang_thread *t, lang_value made, size_t used, int status)
{
    lang_value items[] = {made, lang_int((int64_t)used), lang_int(status)};
    lang_value r = lang_is_error(made) ? made : lang_obj_or_error(lang_tuple_from(t, items, 3));

    lang_unref(t, made);
    return r;
}

static lang_value text_of(struct lang_thread *t, struct lang_output *out)
{
    struct lang_str *s = lang_str_from_units(t, out->size ? (const void *)out->data : "", 4, (int64_t)(out->size / 4));

    lang_output_drop(t, out);
    return lang_obj_or_error(s);
}

static lang_value decode(struct lang_thread *t, const lang_value *a)
{
    struct lang_output out = {0};
    struct lang_buffer in;
    iconv_t handle = NULL;
    size_t used = 0;

    if (read_handle(t, a[0], &handle) < 0)
        return lang_error();
    if (lang_is_none(a[1])) {
        int status = convert(t, handle, NULL, 0, &out, &used);
        if (status < 0)
            return lang_output_drop(t, &out), lang_error();
        return answer(t, text_of(t, &out), 0, status);
    }
    if (lang_codec_bytes(t, a[1], &in) < 0)
        return lang_error();
    int status = convert(t, handle, in.data, (size_t)in.length, &out, &used);
    lang_buffer_release(t, &in);
    if (status < 0)
        return lang_output_drop(t, &out), lang_error();
    return answer(t, text_of(t, &out), used, status);
}

static lang_value encode(struct lang_thread *t, const lang_value *a)
{
    struct lang_output out = {0};
    iconv_t handle = NULL;
    size_t used = 0;
    int status;

    if (read_handle(t, a[0], &handle) < 0)
        return lang_error();
    if (lang_is_none(a[1])) {
        status = convert(t, handle, NULL, 0, &out, &used);
    } else if (!lang_is_str(a[1])) {
        return lang_raise(t, LANG_EXC_TypeError, "a str is required, not '%N'", a[1]);
    } else {
        struct lang_str *s = lang_as_str(a[1]);
        const size_t size = (size_t)s->length * 4;
        uint32_t *wide = lang_alloc(t, size ? size : 4);

        if (!wide)
            return lang_error();
        lang_units_copy(wide, 4, s->data, s->kind, s->length);
        status = convert(t, handle, (const uint8_t *)wide, size, &out, &used);
        lang_free(t, wide, size ? size : 4);
    }
    if (status < 0)
        return lang_output_drop(t, &out), lang_error();
    return answer(t, lang_output_finish(t, &out), used / 4, status);
}

static const struct lang_method functions[] = {
    {"open", "(charset, decodes, /)", open_set, "A converter from a character set, or to it; None: there is none.", 0},
    {"decode", "(converter, data, /)", decode,
     "(text, bytes used, status): status 1 stands for invalid bytes there, 2 for bytes that are cut off. Of None: what "
     "was kept back.",
     0},
    {"encode", "(converter, text, /)", encode,
     "(bytes, characters used, status): status 1 stands for a character there that the set does not have. Of None: the "
     "way back to the first state.",
     0},
    {0},
};

const struct lang_module_def lang_module__iconv = {"_iconv", "Character sets of the system.", functions, NULL};
