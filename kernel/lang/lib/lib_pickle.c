/* lib_pickle.c: the module _pickle: its exceptions, types and functions. Writing is in lib_pickle_write.c, reading in
 * lib_pickle_read.c; the module pickle (prelude) has the public names. */
#include "lib_pickle.h"

/* ------------------------------------------------------------------ the module */

static struct lang_type *exception(struct lang_thread *t, const char *name, struct lang_type *base)
{
    lang_value above = lang_ref(lang_obj(base));
    struct lang_tuple *bases = lang_tuple_from(t, &above, 1);
    struct lang_dict *ns = lang_dict_new(t);
    struct lang_str *text = lang_intern_c(t, name), *module = lang_str_from_c(t, "_pickle");
    struct lang_type *type = NULL;
    if (bases && ns && text && module && lang_dict_set_c(t, ns, "__module__", lang_obj(module)) == 0)
        type = lang_type_new(t, &lang_type_type, text, bases, ns);
    lang_xdecref(t, bases);
    lang_xdecref(t, ns);
    lang_xdecref(t, text);
    lang_xdecref(t, module);
    return type;
}

static int add_types(struct lang_thread *t, struct lang_module *m)
{
    static const struct {
        const char *name;
        struct lang_type *type;
    } types[] = {{"Pickler", &lang_type_pickler},
                 {"Unpickler", &lang_type_unpickler},
                 {"PickleBuffer", &lang_type_pickle_buffer},
                 {"_GuardedUnpickler", &lang_type_guarded_unpickler}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (lang_type_ready(t, types[i].type) < 0 || lang_module_add(t, m, types[i].name, lang_obj(types[i].type)) < 0)
            return -1;
    return 0;
}

/* A dict of all opcodes: name to bytes. */
static lang_value f_opcodes(struct lang_thread *t, const lang_value *a)
{
    static const struct {
        const char *name;
        uint8_t byte;
    } rows[] = {
#define X(name, byte) {#name, byte},
        PICKLE_OPCODES(X)
#undef X
    };
    (void)a;
    struct lang_dict *d = lang_dict_new(t);
    for (size_t i = 0; d && i < sizeof rows / sizeof *rows; i++) {
        lang_value bytes = lang_obj_or_error(lang_bytes_new(t, &rows[i].byte, 1));
        int status = lang_is_error(bytes) ? -1 : lang_dict_set_c(t, d, rows[i].name, bytes);
        if (!lang_is_error(bytes))
            lang_unref(t, bytes);
        if (status < 0) {
            lang_decref(t, d);
            return lang_error();
        }
    }
    return lang_obj_or_error(d);
}

/* The module and the name of today for those of Python 2. */
static lang_value f_renamed(struct lang_thread *t, const lang_value *a)
{
    const char *module = lang_as_utf8(t, a[0], "module", NULL), *name = lang_as_utf8(t, a[1], "name", NULL);
    struct lang_tuple *both = module && name ? lang_tuple_new(t, 2) : NULL;
    if (!both)
        return lang_error();
    lang_pickle_rename(false, &module, &name);
    both->items[0] = both->items[1] = lang_none();
    const char *texts[2] = {module, name};
    for (int i = 0; i < 2; i++) {
        lang_value text = lang_obj_or_error(lang_str_from_c(t, texts[i]));
        if (lang_is_error(text)) {
            lang_decref(t, both);
            return text;
        }
        both->items[i] = text;
    }
    return lang_obj(both);
}

static const struct lang_method functions[] = {
    {"_renamed", "(module, name, /)", f_renamed, "The names of today for those of Python 2.", 0},
    {"_opcodes", "()", f_opcodes, "The opcodes by name.", 0},
    {0},
};

static int init(struct lang_thread *t, struct lang_module *m)
{
    static struct lang_type *above;
    if (!above && !(above = exception(t, "PickleError", &lang_exc_types[LANG_EXC_Exception])))
        return -1;
    if (!lang_pickling_error && !(lang_pickling_error = exception(t, "PicklingError", above)))
        return -1;
    if (!lang_unpickling_error && !(lang_unpickling_error = exception(t, "UnpicklingError", above)))
        return -1;
    if (lang_module_add(t, m, "PickleError", lang_obj(above)) < 0 ||
        lang_module_add(t, m, "PicklingError", lang_obj(lang_pickling_error)) < 0 ||
        lang_module_add(t, m, "UnpicklingError", lang_obj(lang_unpickling_error)) < 0 || add_types(t, m) < 0)
        return -1;
    return lang_module_add_functions(t, m, lang_pickle_read_functions) < 0 ||
                   lang_module_add_functions(t, m, lang_pickle_write_functions) < 0
               ? -1
               : 0;
}

const struct lang_module_def lang_module__pickle = {"_pickle", "Writes and reads objects as bytes, in C.", functions,
                                                    init};
