/* lib_io.c: the module _io: open and the classes of files. The abstract classes are in the language (prelude/io.py). */
#include "lib.h"
#include "types/file.h"
#include "types/stream.h"

static int init(struct lang_thread *t, struct lang_module *m)
{
    struct lang_type *const types[] = {
        &lang_type_file,     &lang_type_buffered_reader, &lang_type_buffered_writer, &lang_type_buffered_random,
        &lang_type_stringio, &lang_type_bytesio};
    struct lang_type *unsupported = lang_unsupported_operation(t);

    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (lang_module_add(t, m, types[i]->name, lang_obj(types[i])) < 0)
            return -1;
    if (!unsupported || lang_module_add(t, m, "UnsupportedOperation", lang_obj(unsupported)) < 0 ||
        lang_module_add(t, m, "DEFAULT_BUFFER_SIZE", lang_int(8192)) < 0 ||
        lang_module_add(t, m, "SEEK_SET", lang_int(0)) < 0 || lang_module_add(t, m, "SEEK_CUR", lang_int(1)) < 0 ||
        lang_module_add(t, m, "SEEK_END", lang_int(2)) < 0)
        return -1;
    return lang_module_add_functions(t, m, lang_builtins_open);
}

const struct lang_module_def lang_module__io = {
    "_io", "The io module provides the Python interfaces to stream handling.", NULL, init};
