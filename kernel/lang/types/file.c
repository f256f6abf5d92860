/* file.c: files (in work): the class of unsupported operations and the readying of streams. */
#include "containers.h"
#include "stream.h"

static struct lang_type *unsupported;

struct lang_type *lang_unsupported_operation(struct lang_thread *t)
{
    lang_value bases[2] = {lang_obj(&lang_exc_types[LANG_EXC_OSError]), lang_obj(&lang_exc_types[LANG_EXC_ValueError])};
    struct lang_str *name, *module;
    struct lang_tuple *tuple;
    struct lang_dict *ns;

    if (unsupported)
        return unsupported;
    name = lang_str_from_c(t, "UnsupportedOperation");
    module = lang_str_from_c(t, "io");
    tuple = lang_tuple_from(t, bases, 2);
    ns = lang_dict_new(t);
    if (name && module && tuple && ns && lang_dict_set_c(t, ns, "__module__", lang_obj(module)) == 0)
        unsupported = lang_type_new(t, &lang_type_type, name, tuple, ns);
    lang_xdecref(t, name);
    lang_xdecref(t, module);
    lang_xdecref(t, tuple);
    lang_xdecref(t, ns);
    return unsupported;
}

int lang_files_ready(struct lang_thread *t)
{
    unsupported = NULL;
    return lang_streams_ready(t);
}
