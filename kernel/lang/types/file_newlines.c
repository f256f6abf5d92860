/* file_newlines.c: line ends of texts that arrive in pieces: "\r\n" may be cut in two. And the type
 * IncrementalNewlineDecoder, which does that behind any decoder. */
#include <string.h>

#include "containers.h"
#include "file.h"
#include "str_impl.h"

/* Which line ends a text has; those after the last "\r" (at its very end) are not known. */
static unsigned ends_of(const struct lang_str *s, unsigned seen)
{
    if (s->kind == 1 && !memchr(s->data, '\r', (size_t)s->length))
        return memchr(s->data, '\n', (size_t)s->length) ? seen | LANG_SEEN_LF : seen;
    for (int64_t i = 0; i < s->length; i++) {
        uint32_t c = lang_str_at(s, i);
        if (c == '\n') {
            seen |= LANG_SEEN_LF;
        } else if (c == '\r') {
            bool pair = i + 1 < s->length && lang_str_at(s, i + 1) == '\n';
            seen |= pair ? LANG_SEEN_CRLF : LANG_SEEN_CR;
            i += pair;
        }
    }
    return seen;
}

/* "\r\n" and "\r" become "\n". Takes s. */
static struct lang_str *translate(struct lang_thread *t, struct lang_str *s)
{
    struct lang_builder b;
    int64_t from = 0;

    lang_builder_init(&b, t);
    for (int64_t i = 0; i < s->length; i++) {
        if (lang_str_at(s, i) != '\r')
            continue;
        lang_builder_slice(&b, s, from, i);
        lang_builder_char(&b, '\n');
        if (i + 1 < s->length && lang_str_at(s, i + 1) == '\n')
            i++;
        from = i + 1;
    }
    lang_builder_slice(&b, s, from, s->length);
    lang_decref(t, s);
    return lang_builder_finish(&b);
}

struct lang_str *lang_newlines_decode(struct lang_thread *t, struct lang_newlines *n, struct lang_str *s, bool final)
{
    if (n->pending_cr && (s->length || final)) {
        struct lang_str *cr = lang_str_from_char(t, '\r'), *both = cr ? lang_str_concat(t, cr, s) : NULL;
        lang_xdecref(t, cr);
        lang_decref(t, s);
        if (!both)
            return NULL;
        n->pending_cr = false;
        s = both;
    }
    if (!final && s->length && lang_str_at(s, s->length - 1) == '\r') {
        struct lang_str *rest = lang_str_slice(t, s, 0, s->length - 1);
        lang_decref(t, s);
        if (!rest)
            return NULL;
        n->pending_cr = true;
        s = rest;
    }
    unsigned all = ends_of(s, 0);
    n->seen |= all;
    return n->translate && all & (LANG_SEEN_CR | LANG_SEEN_CRLF) ? translate(t, s) : s;
}

lang_value lang_newlines_seen(struct lang_thread *t, unsigned seen)
{
    static const struct {
        unsigned bit;
        const char *text;
    } rows[] = {{LANG_SEEN_CR, "\r"}, {LANG_SEEN_LF, "\n"}, {LANG_SEEN_CRLF, "\r\n"}};
    lang_value found[3];
    int64_t n = 0;
    bool ok = true;

    for (size_t i = 0; i < 3; i++)
        if (seen & rows[i].bit) {
            found[n] = lang_obj_or_error(lang_str_from_c(t, rows[i].text));
            ok = ok && !lang_is_error(found[n]);
            n++;
        }
    if (n == 0)
        return lang_none();
    if (n == 1)
        return found[0];
    lang_value r = ok ? lang_obj_or_error(lang_tuple_from(t, found, n)) : lang_error();
    while (n--)
        if (!lang_is_error(found[n]))
            lang_unref(t, found[n]);
    return r;
}

/* ------------------------------------------------------------------ IncrementalNewlineDecoder */

struct decoder {
    struct lang_object head;
    lang_value decoder; /* None: what comes in is text; UNDEF before __init__ */
    struct lang_newlines newlines;
};
static inline struct decoder *decoder_of(lang_value v)
{
    return (struct decoder *)v.o;
}

static int check_made(struct lang_thread *t, const struct decoder *d)
{
    return lang_is_undef(d->decoder)
               ? lang_fail(t, LANG_EXC_ValueError, "IncrementalNewlineDecoder.__init__() not called")
               : 0;
}

static lang_value m_decode(struct lang_thread *t, const lang_value *a)
{
    struct decoder *d = decoder_of(a[0]);
    int final = lang_is_undef(a[2]) ? 0 : lang_truth(t, a[2]);

    if (final < 0 || check_made(t, d) < 0)
        return lang_error();
    const lang_value args[2] = {a[1], lang_bool(final)};
    lang_value text = lang_is_none(d->decoder) ? lang_ref(a[1]) : lang_call_method_c(t, d->decoder, "decode", args, 2);
    if (lang_is_error(text))
        return text;
    if (!lang_is_str(text)) {
        lang_raise(t, LANG_EXC_TypeError, "decoder should return a string result, not '%N'", text);
        lang_unref(t, text);
        return lang_error();
    }
    return lang_obj_or_error(lang_newlines_decode(t, &d->newlines, lang_as_str(text), final));
}

static lang_value m_getstate(struct lang_thread *t, const lang_value *a)
{
    struct decoder *d = decoder_of(a[0]);
    lang_value bytes, flags = lang_int(0), r = lang_error();

    if (check_made(t, d) < 0)
        return lang_error();
    if (lang_is_none(d->decoder)) {
        bytes = lang_obj_or_error(lang_bytes_new(t, "", 0));
    } else {
        lang_value state = lang_call_method_c(t, d->decoder, "getstate", NULL, 0);
        if (lang_is_error(state))
            return state;
        if (!lang_is_tuple(state) || lang_as_tuple(state)->length != 2 ||
            !lang_is_integer(lang_as_tuple(state)->items[1])) {
            lang_unref(t, state);
            return lang_raise(t, LANG_EXC_TypeError, "illegal decoder state");
        }
        bytes = lang_ref(lang_as_tuple(state)->items[0]);
        flags = lang_binary(t, LANG_OP_LSHIFT, lang_as_tuple(state)->items[1], lang_int(1));
        lang_unref(t, state);
    }
    lang_value both =
        lang_is_error(flags) ? flags : lang_binary(t, LANG_OP_OR, flags, lang_int(d->newlines.pending_cr));
    if (!lang_is_error(flags))
        lang_unref(t, flags);
    const lang_value items[2] = {bytes, both};
    if (!lang_is_error(bytes) && !lang_is_error(both))
        r = lang_obj_or_error(lang_tuple_from(t, items, 2));
    if (!lang_is_error(bytes))
        lang_unref(t, bytes);
    if (!lang_is_error(both))
        lang_unref(t, both);
    return r;
}

static lang_value m_setstate(struct lang_thread *t, const lang_value *a)
{
    struct decoder *d = decoder_of(a[0]);

    if (check_made(t, d) < 0)
        return lang_error();
    if (!lang_is_tuple(a[1]))
        return lang_raise(t, LANG_EXC_TypeError, "state argument must be a tuple");
    struct lang_tuple *state = lang_as_tuple(a[1]);
    if (state->length != 2 || !lang_is_integer(state->items[1]))
        return lang_raise(t, LANG_EXC_TypeError, "setstate(): illegal state argument");
    lang_value bit = lang_binary(t, LANG_OP_AND, state->items[1], lang_int(1));
    if (lang_is_error(bit))
        return bit;
    d->newlines.pending_cr = lang_truth(t, bit) == 1;
    if (lang_is_none(d->decoder))
        return lang_none();
    lang_value flags = lang_binary(t, LANG_OP_RSHIFT, state->items[1], lang_int(1));
    if (lang_is_error(flags))
        return flags;
    const lang_value items[2] = {state->items[0], flags};
    lang_value inner = lang_obj_or_error(lang_tuple_from(t, items, 2)), r = inner;
    lang_unref(t, flags);
    if (!lang_is_error(inner)) {
        r = lang_call_method_c(t, d->decoder, "setstate", &inner, 1);
        lang_unref(t, inner);
    }
    return r;
}

static lang_value m_reset(struct lang_thread *t, const lang_value *a)
{
    struct decoder *d = decoder_of(a[0]);

    if (check_made(t, d) < 0)
        return lang_error();
    d->newlines.pending_cr = false;
    d->newlines.seen = 0;
    return lang_is_none(d->decoder) ? lang_none() : lang_call_method_c(t, d->decoder, "reset", NULL, 0);
}

static lang_value get_newlines(struct lang_thread *t, lang_value self)
{
    return check_made(t, decoder_of(self)) < 0 ? lang_error() : lang_newlines_seen(t, decoder_of(self)->newlines.seen);
}

static int decoder_init(struct lang_thread *t, lang_value self, const lang_value *args, size_t nargs,
                        struct lang_tuple *kwnames)
{
    struct lang_params *params =
        lang_params_get(t, "IncrementalNewlineDecoder", "(decoder, translate, errors='strict')");
    lang_value bound[3] = {lang_undef(), lang_undef(), lang_undef()};

    if (!params || lang_params_bind(t, params, args, nargs, kwnames, bound) < 0)
        return -1;
    int translates = lang_truth(t, bound[1]);
    if (translates < 0)
        return -1;
    decoder_of(self)->newlines = (struct lang_newlines){.translate = translates};
    lang_set_steal(t, &decoder_of(self)->decoder, lang_ref(bound[0]));
    return 0;
}

static lang_value decoder_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                               struct lang_tuple *kwnames)
{
    (void)args;
    (void)nargs;
    (void)kwnames;
    return lang_obj_or_error(lang_object_new(t, cls));
}

static void decoder_clear(struct lang_thread *t, struct lang_object *o)
{
    lang_clear(t, &((struct decoder *)o)->decoder);
}

static void decoder_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    if (lang_is_obj(((struct decoder *)o)->decoder))
        visit(((struct decoder *)o)->decoder.o, arg);
}

static const struct lang_method decoder_methods[] = {
    {"decode", "(input, final=False)", m_decode,
     "The text of what the decoder makes of input, its line ends as wanted.", 0},
    {"getstate", "()", m_getstate, "The state of the decoder, and in the lowest bit whether a \\r waits.", 0},
    {"setstate", "(state, /)", m_setstate, "Goes back to a state that getstate() has given.", 0},
    {"reset", "()", m_reset, "Forgets everything that was fed.", 0},
    {0},
};
static const struct lang_getset decoder_getset[] = {
    {"newlines", get_newlines, NULL, "The line ends seen so far: None, a text, or a tuple of them."}, {0}};

struct lang_type lang_type_newline_decoder = {
    .name = "IncrementalNewlineDecoder",
    .module = "_io",
    .doc =
        "Behind another decoder (or None): translates the line ends of text that arrives in pieces to \\n, and tells\n"
        "which ones there were.",
    .flags = LANG_TYPE_QUALIFIED | LANG_TYPE_BASE,
    .size = sizeof(struct decoder),
    .methods = decoder_methods,
    .getset = decoder_getset,
    .make = decoder_make,
    .init = decoder_init,
    .destroy = decoder_clear,
    .traverse = decoder_traverse,
    .clear = decoder_clear,
};
