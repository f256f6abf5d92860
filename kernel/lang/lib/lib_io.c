/* lib_io.c: the module _io: open and the types of streams. The abstract classes are in the language (prelude/io.py). */
#include "lib.h"
#include "types/file.h"

/* open_code(path): the contents are to be imported. */
static lang_value open_code(struct lang_thread *t, const lang_value *a)
{
    if (!lang_is_str(a[0]))
        return lang_raise(t, LANG_EXC_TypeError, "open_code() argument 'path' must be str, not %N", a[0]);
    lang_value args[8] = {a[0],         lang_obj_or_error(lang_str_from_c(t, "rb")),
                          lang_undef(), lang_undef(),
                          lang_undef(), lang_undef(),
                          lang_undef(), lang_undef()};
    if (lang_is_error(args[1]))
        return args[1];
    lang_value stream = lang_file_open(t, args);
    lang_unref(t, args[1]);
    return stream;
}

static lang_value text_encoding(struct lang_thread *t, const lang_value *a)
{
    return lang_is_none(a[0]) ? lang_obj_or_error(lang_str_from_c(t, "locale")) : lang_ref(a[0]);
}

static const struct lang_method functions[] = {
    {"open_code", "(path)", open_code, "Opens a file whose contents are to be imported.", 0},
    {"text_encoding", "(encoding, stacklevel=2, /)", text_encoding,
     "What an argument encoding of open() or TextIOWrapper means: None is 'locale', all else itself.", 0},
    {0},
};

static int init(struct lang_thread *t, struct lang_module *m)
{
    struct lang_type *const types[] = {&lang_type_io_base,          &lang_type_raw_io_base,
                                       &lang_type_buffered_io_base, &lang_type_text_io_base,
                                       &lang_type_file_io,          &lang_type_buffered_reader,
                                       &lang_type_buffered_writer,  &lang_type_buffered_random,
                                       &lang_type_buffered_rw_pair, &lang_type_file,
                                       &lang_type_newline_decoder,  &lang_type_stringio,
                                       &lang_type_bytesio,          &lang_exc_types[LANG_EXC_BlockingIOError]};
    struct lang_type *unsupported = lang_unsupported_operation(t);

    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (lang_module_add(t, m, types[i]->name, lang_obj(types[i])) < 0)
            return -1;
    if (!unsupported || lang_module_add(t, m, "UnsupportedOperation", lang_obj(unsupported)) < 0 ||
        lang_module_add(t, m, "DEFAULT_BUFFER_SIZE", lang_int(8192)) < 0)
        return -1;
    lang_value builtins = lang_import(t, "builtins"), open = builtins; /* the one object of both */
    if (lang_is_error(builtins))
        return -1;
    open = lang_getattr_c(t, builtins, "open");
    lang_unref(t, builtins);
    return lang_is_error(open) ? -1 : lang_module_add_steal(t, m, "open", open);
}

const struct lang_module_def lang_module__io = {
    "_io", "The io module provides the Python interfaces to stream handling.", functions, init};
