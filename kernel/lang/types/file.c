/* file.c: open(): a FileIO, a buffer over it, text over that. And the start of all types of streams. */
#include <string.h>

#include "containers.h"
#include "file.h"
#include "stream.h"
#include "vm/code.h"

int lang_files_ready(struct lang_thread *t)
{
    struct lang_type *const types[] = {&lang_type_file_io,          &lang_type_buffered_reader,
                                       &lang_type_buffered_writer,  &lang_type_buffered_random,
                                       &lang_type_buffered_rw_pair, &lang_type_file,
                                       &lang_type_stringio,         &lang_type_bytesio};

    if (lang_stream_bases_ready(t) < 0)
        return -1;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (lang_type_ready(t, types[i]) < 0)
            return -1;
        if (i < 6) /* what lies in memory has nothing to close */
            types[i]->special |= LANG_SPECIAL_DEL;
    }
    return lang_type_ready(t, &lang_type_newline_decoder) < 0 ? -1 : lang_streams_ready(t);
}

/* ------------------------------------------------------------------ open */

struct mode {
    char raw[3]; /* as FileIO takes it */
    bool text, reads, plus;
};

static int read_mode(struct lang_thread *t, const char *text, struct mode *m)
{
    int kinds = 0, binary = 0, says_text = 0;

    *m = (struct mode){.raw = ""};
    for (const char *p = text; *p; p++) {
        if (!strchr("rwaxbt+", *p) || strchr(p + 1, *p))
            return lang_fail(t, LANG_EXC_ValueError, "invalid mode: '%s'", text);
        if (strchr("rwax", *p)) {
            m->raw[0] = *p;
            kinds++;
        }
        m->plus |= *p == '+';
        says_text += *p == 't';
        binary += *p == 'b';
    }
    if (says_text && binary)
        return lang_fail(t, LANG_EXC_ValueError, "can't have text and binary mode at once");
    if (kinds > 1)
        return lang_fail(t, LANG_EXC_ValueError, "must have exactly one of create/read/write/append mode");
    if (kinds == 0)
        return lang_fail(t, LANG_EXC_ValueError,
                         "Must have exactly one of create/read/write/append mode and at most one plus");
    m->raw[1] = m->plus ? '+' : 0;
    m->text = !binary;
    m->reads = m->raw[0] == 'r';
    return 0;
}

/* args: file, mode, buffering, encoding, errors, newline, closefd, opener */
static int check_arguments(struct lang_thread *t, const lang_value *a, struct mode *m, int64_t *buffering)
{
    static const char *const names[] = {"encoding", "errors", "newline"};
    static const char *const refused[] = {"an encoding", "an errors", "a newline"};
    const char *mode = "r";

    if (!lang_is_undef(a[1]) && !lang_is_str(a[1]))
        return lang_fail(t, LANG_EXC_TypeError, "open() argument 'mode' must be str, not %N", a[1]);
    if (!lang_is_undef(a[1]) && !(mode = lang_str_utf8(t, lang_as_str(a[1]), &(size_t){0})))
        return -1;
    if (!lang_is_undef(a[2]) && lang_as_c_int(t, a[2], buffering) < 0)
        return -1;
    for (int i = 0; i < 3; i++) {
        size_t size;
        const char *text;
        if (lang_is_undef(a[3 + i]) || lang_is_none(a[3 + i]))
            continue;
        if (!lang_is_str(a[3 + i]))
            return lang_fail(t, LANG_EXC_TypeError, "open() argument '%s' must be str or None, not %N", names[i],
                             a[3 + i]);
        if (!(text = lang_str_utf8(t, lang_as_str(a[3 + i]), &size)))
            return -1;
        if (strlen(text) != size)
            return lang_fail(t, LANG_EXC_ValueError, "embedded null character");
    }
    if (read_mode(t, mode, m) < 0)
        return -1;
    for (int i = 0; i < 3 && !m->text; i++)
        if (!lang_is_undef(a[3 + i]) && !lang_is_none(a[3 + i]))
            return lang_fail(t, LANG_EXC_ValueError, "binary mode doesn't take %s argument", refused[i]);
    if (!m->text && *buffering == 1)
        return lang_stream_warn(t, LANG_EXC_RuntimeWarning, lang_undef(),
                                "line buffering (buffering=1) isn't supported in binary mode, the default buffer size "
                                "will be used");
    return 0;
}

/* cls(args...); the stream that they are over is closed if that fails. Takes over. */
static lang_value make_over(struct lang_thread *t, struct lang_type *cls, lang_value over, lang_value *args, size_t n)
{
    args[0] = over;
    lang_value r = lang_call(t, lang_obj(cls), args, n, NULL);

    if (lang_is_error(r))
        lang_stream_close_after(t, over, lang_error_take(t));
    lang_unref(t, over);
    return r;
}

/* How large a buffer, 0: none; whether lines are written at once. */
static int choose_buffer(struct lang_thread *t, lang_value raw, int64_t *buffering, bool *lines)
{
    struct lang_file_io *f = lang_file_io_of(raw);
    int terminal = *buffering < 0 && !f->regular ? lang_stream_ask(t, raw, "isatty") : 0;

    *lines = *buffering == 1 || terminal > 0;
    if (*buffering < 0 || *buffering == 1)
        *buffering = f->block_size > 1 ? f->block_size : 8192;
    return terminal < 0 ? -1 : 0;
}

static lang_value open_raw(struct lang_thread *t, const lang_value *a, const struct mode *m)
{
    lang_value args[4] = {a[0], lang_obj_or_error(lang_str_from_c(t, m->raw)), lang_bool(true), lang_none()};
    int closes = lang_is_undef(a[6]) ? 1 : lang_truth(t, a[6]);

    if (lang_is_error(args[1]) || closes < 0) {
        if (!lang_is_error(args[1]))
            lang_unref(t, args[1]);
        return lang_error();
    }
    args[2] = lang_bool(closes);
    if (!lang_is_undef(a[7]))
        args[3] = a[7];
    lang_value raw = lang_call(t, lang_obj(&lang_type_file_io), args, 4, NULL);
    lang_unref(t, args[1]);
    return raw;
}

lang_value lang_file_open(struct lang_thread *t, const lang_value *a)
{
    lang_value args[5], keep = lang_undef(), file = a[0];
    int64_t buffering = -1;
    struct mode m;
    bool lines;

    if (check_arguments(t, a, &m, &buffering) < 0)
        return lang_error();
    if (!lang_is_integer(file) && !lang_is_str(file) &&
        !lang_is_bytes(file)) { /* what a path object says is its name */
        file = keep = lang_path_value(t, file);
        if (lang_is_error(file))
            return file;
    }
    lang_value of[8];
    memcpy(of, a, sizeof of);
    of[0] = file;
    lang_value raw = open_raw(t, of, &m), stream;
    lang_unref(t, keep);
    if (lang_is_error(raw))
        return raw;
    if (choose_buffer(t, raw, &buffering, &lines) < 0) {
        lang_unref(t, raw);
        return lang_error();
    }
    if (buffering == 0) {
        if (!m.text)
            return raw;
        lang_raise(t, LANG_EXC_ValueError, "can't have unbuffered text I/O");
        lang_stream_close_after(t, raw, lang_error_take(t));
        lang_unref(t, raw);
        return lang_error();
    }
    args[1] = lang_int(buffering);
    stream = make_over(t,
                       m.plus    ? &lang_type_buffered_random
                       : m.reads ? &lang_type_buffered_reader
                                 : &lang_type_buffered_writer,
                       raw, args, 2);
    if (lang_is_error(stream) || !m.text)
        return stream;
    for (int i = 0; i < 3; i++)
        args[1 + i] = lang_is_undef(a[3 + i]) ? lang_none() : a[3 + i];
    args[4] = lang_bool(lines);
    stream = make_over(t, &lang_type_file, stream, args, 5);
    if (lang_is_error(stream))
        return stream;
    lang_value mode = lang_is_undef(a[1]) ? lang_obj_or_error(lang_str_from_c(t, "r")) : lang_ref(a[1]);
    int status = lang_is_error(mode) ? -1 : lang_setattr_c(t, stream, "mode", mode);
    if (!lang_is_error(mode))
        lang_unref(t, mode);
    if (status == 0)
        return stream;
    lang_unref(t, stream);
    return lang_error();
}
