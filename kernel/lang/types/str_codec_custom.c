/* str_codec_custom.c: encodings and error handlers that are no part of str_codec.c: the module _codecs, which is
 * written in the language, knows them. It is imported when the first one is asked for. */
#include <string.h>

#include "lang.h"
#include "types/str_codec.h"

/* _codecs.name(args...) */
static lang_value ask_registry(struct lang_thread *t, const char *name, const lang_value *args, size_t n)
{
    lang_value module = lang_import(t, "_codecs");
    if (lang_is_error(module))
        return module;
    lang_value r = lang_call_method_c(t, module, name, args, n);
    lang_unref(t, module);
    return r;
}

static lang_value convert(struct lang_thread *t, const char *function, lang_value source, const char *encoding,
                          const char *errors)
{
    lang_value args[3] = {source, lang_obj_or_error(lang_str_from_c(t, encoding)),
                          lang_obj_or_error(lang_str_from_c(t, errors))};
    lang_value r = lang_error();
    if (!lang_is_error(source) && !lang_is_error(args[1]) && !lang_is_error(args[2]))
        r = ask_registry(t, function, args, 3);
    lang_unref(t, args[1]);
    lang_unref(t, args[2]);
    return r;
}

lang_value lang_codec_encode(struct lang_thread *t, struct lang_str *s, const char *encoding, const char *errors)
{
    return convert(t, "_encode_text", lang_obj(s), encoding, errors);
}

struct lang_str *lang_codec_decode(struct lang_thread *t, const uint8_t *p, size_t n, const char *encoding,
                                   const char *errors)
{
    lang_value bytes = lang_obj_or_error(lang_bytes_new(t, p, n));
    lang_value r = convert(t, "_decode_text", bytes, encoding, errors);
    lang_unref(t, bytes);
    return lang_is_error(r) ? NULL : (struct lang_str *)r.o;
}

void lang_codec_name(struct lang_thread *t, const char *doing, const char *encoding)
{
    if (lang_error_is(t, LANG_EXC_UnicodeError) || lang_error_is(t, LANG_EXC_KeyboardInterrupt) ||
        lang_error_is(t, LANG_EXC_MemoryError))
        return;
    lang_value args[3] = {lang_error_take(t), lang_obj_or_error(lang_str_from_c(t, doing)),
                          lang_obj_or_error(lang_str_from_c(t, encoding))};
    lang_value r = lang_error();
    if (!lang_is_error(args[1]) && !lang_is_error(args[2]))
        r = ask_registry(t, "_tell", args, 3); /* it raises */
    for (int i = 0; i < 3; i++)
        lang_unref(t, args[i]);
    lang_unref(t, r);
}

/* What the handler of this name answers to an exception: a pair, whose second item is *position in an object of that
 * length. */
static lang_value ask_handler(struct lang_thread *t, const char *errors, lang_value exception, bool decode)
{
    lang_value name = lang_obj_or_error(lang_str_from_c(t, errors)), r = lang_error();
    lang_value handler = lang_is_error(name) ? name : ask_registry(t, "lookup_error", &name, 1);
    if (!lang_is_error(handler))
        r = lang_call(t, handler, &exception, 1, NULL);
    lang_unref(t, handler);
    lang_unref(t, name);
    if (lang_is_error(r))
        return r;
    const lang_value *pair = lang_is_tuple(r) ? lang_as_tuple(r)->items : NULL;
    if (pair && lang_as_tuple(r)->length == 2 && lang_is_integer(pair[1]) &&
        (lang_is_str(pair[0]) || (!decode && lang_is_bytes(pair[0]))))
        return r;
    lang_unref(t, r);
    return lang_raise(t, LANG_EXC_TypeError, "%s error handler must return (%s, int) tuple",
                      decode ? "decoding" : "encoding", decode ? "str" : "str/bytes");
}

static int read_position(struct lang_thread *t, lang_value v, int64_t length, int64_t *out)
{
    if (lang_as_index(t, v, out) < 0)
        return -1;
    int64_t given = *out;
    if (*out < 0)
        *out += length;
    return *out < 0 || *out > length
               ? lang_fail(t, LANG_EXC_IndexError, "position %lld from error handler out of bounds", (long long)given)
               : 0;
}

/* The handler may have put another object into the exception: decoding goes on in that. */
static int take_object(struct lang_decoding *d, lang_value exception)
{
    lang_value object = lang_getattr_c(d->t, exception, "object");
    if (lang_is_error(object))
        return -1;
    if (!lang_is_bytes(object)) {
        lang_unref(d->t, object);
        return lang_fail(d->t, LANG_EXC_TypeError, "exception attribute object must be bytes");
    }
    const struct lang_bytes *b = (struct lang_bytes *)object.o;
    d->start = b->data;
    d->end = b->data + b->length;
    lang_set_steal(d->t, &d->object, object);
    return 0;
}

static int put_text(struct lang_decoding *d, const struct lang_str *s)
{
    uint32_t bits = lang_units_class(s->data, s->kind, s->length);
    d->loose = true;
    return lang_decoding_reserve(d, lang_kind_of(bits), s->length + (d->end - d->p) + 1) < 0
               ? -1
               : lang_decoding_put(d, s->data, s->kind, s->length, bits);
}

int lang_decoding_ask(struct lang_decoding *d, int n, const char *reason)
{
    struct lang_thread *t = d->t;
    int64_t at = d->p - d->start, position;
    lang_value object = lang_obj_or_error(lang_bytes_new(t, d->start, (size_t)(d->end - d->start)));
    lang_value e = lang_codec_error(t, LANG_EXC_UnicodeDecodeError, d->codec->name, object, at, at + n, reason);
    lang_value r = lang_is_error(e) ? e : ask_handler(t, d->errors, e, true);
    int bad = lang_is_error(r) || take_object(d, e) < 0 ||
                      read_position(t, lang_as_tuple(r)->items[1], d->end - d->start, &position) < 0
                  ? -1
                  : 0;
    if (bad == 0) {
        d->p = d->start + position;
        d->stop = d->p; /* the rest is looked at anew */
        bad = put_text(d, lang_as_str(lang_as_tuple(r)->items[0]));
    }
    lang_unref(t, r);
    lang_unref(t, e);
    return bad;
}

static int put_bytes(struct lang_encoding *e, const uint8_t *p, size_t n)
{
    if (lang_encoding_reserve(e, n) < 0)
        return -1;
    if (n)
        memcpy(e->data + e->size, p, n);
    e->size += n;
    return 0;
}

/* A replacement through the codec itself. False without an exception: the codec does not have it. */
static bool put_replacement(struct lang_encoding *e, lang_value v)
{
    const struct lang_codec *codec = e->codec;
    const bool wide = codec->sort == LANG_WIDE;
    if (lang_is_bytes(v)) {
        const struct lang_bytes *b = (struct lang_bytes *)v.o;
        return (!wide || b->length % codec->width == 0) && put_bytes(e, b->data, (size_t)b->length) == 0;
    }
    struct lang_str *s = lang_as_str(v);
    if ((wide || codec->sort == LANG_UTF8) && !s->ascii)
        return false;
    if (s->kind == 1 && codec->sort == LANG_NARROW && (s->ascii || codec->number == 256))
        return put_bytes(e, (const uint8_t *)s->data, (size_t)s->length) == 0;
    struct lang_str *whole = e->s;
    int64_t stop = e->stop, i = e->i;
    e->s = s;
    e->i = 0;
    e->stop = s->length;
    bool good = codec->encode(e) == 0 && e->i == s->length;
    e->s = whole;
    e->stop = stop;
    e->i = i;
    return good;
}

int lang_encoding_ask(struct lang_encoding *e, int64_t end)
{
    struct lang_thread *t = e->t;
    int64_t position;
    lang_value error = lang_codec_error(t, LANG_EXC_UnicodeEncodeError, e->codec->name, lang_ref(lang_obj(e->s)), e->i,
                                        end, e->codec->cannot);
    lang_value r = lang_is_error(error) ? error : ask_handler(t, e->errors, error, false);
    int bad = -1;
    if (!lang_is_error(r) && read_position(t, lang_as_tuple(r)->items[1], e->s->length, &position) == 0) {
        bad = put_replacement(e, lang_as_tuple(r)->items[0]) ? 0 : -1;
        e->i = position;
        e->stop = position; /* the rest is looked at anew */
        if (bad < 0 && !lang_error_occurred(t))
            lang_error_set(t, error);
    }
    lang_unref(t, r);
    lang_unref(t, error);
    return bad;
}
