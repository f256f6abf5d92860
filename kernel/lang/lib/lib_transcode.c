/* lib_transcode.c: the module _transcode: the codecs written in C, for the modules codecs and encodings, which are
 * written in the language. */
#include "lang.h"
#include "types/str_impl.h"

static int read_names(struct lang_thread *t, const lang_value *a, const char **encoding, const char **errors)
{
    *errors = "strict";
    if (!(*encoding = lang_as_utf8(t, a[1], "encoding", NULL)))
        return -1;
    return lang_is_undef(a[2]) || lang_is_none(a[2]) || (*errors = lang_as_utf8(t, a[2], "errors", NULL)) ? 0 : -1;
}

static lang_value decode(struct lang_thread *t, const lang_value *a)
{
    const char *encoding, *errors;
    struct lang_buffer bytes;
    size_t used;
    int final = lang_truth(t, a[3]);

    if (final < 0 || read_names(t, a, &encoding, &errors) < 0)
        return lang_error();
    if (!lang_buffer_get(t, a[0], &bytes))
        return lang_raise(t, LANG_EXC_TypeError, "a bytes-like object is required, not '%N'", a[0]);
    used = (size_t)bytes.length;
    struct lang_str *s = final ? lang_bytes_decode(t, bytes.data, used, encoding, errors)
                               : lang_bytes_decode_part(t, bytes.data, used, encoding, errors, &used);
    lang_buffer_release(t, &bytes);
    if (!s)
        return lang_error();
    lang_value pair[] = {lang_obj(s), lang_int((int64_t)used)}, r = lang_obj_or_error(lang_tuple_from(t, pair, 2));
    lang_decref(t, s);
    return r;
}

static lang_value encode(struct lang_thread *t, const lang_value *a)
{
    const char *encoding, *errors;

    if (read_names(t, a, &encoding, &errors) < 0)
        return lang_error();
    return lang_str_encode(t, lang_as_str(a[0]), encoding, errors);
}

static const struct lang_method functions[] = {
    {"decode", "(data, encoding, errors, final, /)", decode,
     "The text of bytes, and how many of them; what is cut off at the end is left unless they are the last ones.", 0},
    {"encode", "(text, encoding, errors, /)", encode, "The bytes of a text.", 0},
    {0},
};

const struct lang_module_def lang_module__transcode = {"_transcode", "Codecs.", functions, NULL};
