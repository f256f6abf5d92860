/* lib_pickle_names.c: names in pickles: those that Python 2 had for modules and classes, and what a dotted name stands
 * for. Must not know opcodes. */
#include <string.h>

#include "lib_pickle.h"

struct lang_type *lang_pickling_error, *lang_unpickling_error;

/* ------------------------------------------------------------------ names of Python 2 */

/* NULL names stand for the whole module. */
static const struct rename {
    const char *old_module, *old_name, *module, *name;
} renames[] = {
    {"__builtin__", "xrange", "builtins", "range"},
    {"__builtin__", "reduce", "functools", "reduce"},
    {"__builtin__", "reduce", "_functools", "reduce"},
    {"__builtin__", "intern", "sys", "intern"},
    {"__builtin__", "unichr", "builtins", "chr"},
    {"__builtin__", "unicode", "builtins", "str"},
    {"__builtin__", "long", "builtins", "int"},
    {"itertools", "izip", "builtins", "zip"},
    {"itertools", "imap", "builtins", "map"},
    {"itertools", "ifilter", "builtins", "filter"},
    {"itertools", "ifilterfalse", "itertools", "filterfalse"},
    {"itertools", "izip_longest", "itertools", "zip_longest"},
    {"UserDict", "IterableUserDict", "collections", "UserDict"},
    {"UserList", "UserList", "collections", "UserList"},
    {"UserString", "UserString", "collections", "UserString"},
    {"socket", "fromfd", "socket", "fromfd"},
    {"multiprocessing", "Process", "multiprocessing.context", "Process"},
    {"whichdb", "whichdb", "dbm", "whichdb"},
    {"__builtin__", NULL, "builtins", NULL},
    {"copy_reg", NULL, "copyreg", NULL},
    {"Queue", NULL, "queue", NULL},
    {"SocketServer", NULL, "socketserver", NULL},
    {"ConfigParser", NULL, "configparser", NULL},
    {"repr", NULL, "reprlib", NULL},
    {"cPickle", NULL, "pickle", NULL},
    {"thread", NULL, "_thread", NULL},
    {"dummy_thread", NULL, "_dummy_thread", NULL},
    {"htmlentitydefs", NULL, "html.entities", NULL},
    {"HTMLParser", NULL, "html.parser", NULL},
    {"Cookie", NULL, "http.cookies", NULL},
    {"cookielib", NULL, "http.cookiejar", NULL},
    {"BaseHTTPServer", NULL, "http.server", NULL},
    {"urlparse", NULL, "urllib.parse", NULL},
    {"robotparser", NULL, "urllib.robotparser", NULL},
    {"xmlrpclib", NULL, "xmlrpc.client", NULL},
    {"commands", NULL, "subprocess", NULL},
    {"anydbm", NULL, "dbm", NULL},
    {"__main__", NULL, "__main__", NULL},
};
/* Read only: other modules whose content went elsewhere. */
static const struct rename merged[] = {
    {"StringIO", NULL, "io", NULL},
    {"cStringIO", NULL, "io", NULL},
    {"UserDict", NULL, "collections", NULL},
    {"UserList", NULL, "collections", NULL},
    {"UserString", NULL, "collections", NULL},
    {"__builtin__", "basestring", "builtins", "str"},
    {"exceptions", "StandardError", "builtins", "Exception"},
};

static const struct rename *find(const struct rename *rows, size_t count, bool to_old, const char *module,
                                 const char *name)
{
    for (size_t i = 0; i < count; i++) {
        const char *m = to_old ? rows[i].module : rows[i].old_module;
        const char *n = to_old ? rows[i].name : rows[i].old_name;
        if (strcmp(m, module) == 0 && (name ? n && strcmp(n, name) == 0 : !n))
            return &rows[i];
    }
    return NULL;
}

/* The name that Python 2 has for an exception of builtins; NULL: it has none. */
static const char *old_exception(const char *name)
{
    static const struct {
        const char *name, *base;
    } rows[] = {
#define X(name, base) {#name, #base},
#include "vm/exception.def"
#undef X
    };
    static const char *const none[] = {"BaseExceptionGroup", "BlockingIOError", "EncodingWarning",   "ExceptionGroup",
                                       "RecursionError",     "ResourceWarning", "StopAsyncIteration"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        if (strcmp(none[i], name) == 0)
            return NULL;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strcmp(rows[i].name, name) != 0)
            continue;
        bool os = strcmp(rows[i].base, "OSError") == 0 || strcmp(rows[i].base, "ConnectionError") == 0;
        return os ? "OSError" : strcmp(name, "ModuleNotFoundError") == 0 ? "ImportError" : rows[i].name;
    }
    return NULL;
}

void lang_pickle_rename(bool to_old, const char **module, const char **name)
{
    const size_t count = sizeof renames / sizeof *renames, more = sizeof merged / sizeof *merged;
    const struct rename *row = find(renames, count, to_old, *module, *name);
    if (!row && !to_old)
        row = find(merged, more, to_old, *module, *name);
    if (row) {
        *module = to_old ? row->old_module : row->module;
        *name = to_old ? row->old_name : row->name;
        return;
    }
    const char *exception = strcmp(*module, to_old ? "builtins" : "exceptions") == 0 ? old_exception(*name) : NULL;
    if (exception) {
        *module = to_old ? "exceptions" : "builtins";
        *name = exception;
        return;
    }
    row = find(renames, count, to_old, *module, NULL);
    if (!row && !to_old)
        row = find(merged, more, to_old, *module, NULL);
    if (row)
        *module = to_old ? row->old_module : row->module;
}

/* ------------------------------------------------------------------ attributes */

static lang_value no_attribute(struct lang_thread *t, struct lang_str *path, lang_value object)
{
    return lang_raise(t, LANG_EXC_AttributeError, "Can't get attribute %R on %R", lang_obj(path), object);
}

lang_value lang_pickle_getattr(struct lang_thread *t, lang_value object, struct lang_str *path, bool dotted,
                               lang_value *parent)
{
    lang_value at = lang_ref(object), above = lang_undef();
    for (int64_t start = 0; start <= path->length;) {
        int64_t end = start;
        while (end < path->length && !(dotted && lang_str_at(path, end) == '.'))
            end++;
        struct lang_str *piece = lang_str_slice(t, path, start, end);
        struct lang_str *name = piece ? lang_intern_str(t, piece) : NULL;
        bool local = name && dotted && lang_str_equal_c(name, "<locals>");
        lang_xdecref(t, piece);
        lang_value next = !name ? lang_error() : local ? lang_undef() : lang_getattr_opt(t, at, name);
        lang_xdecref(t, name);
        lang_unref(t, above);
        above = at;
        at = next;
        if (lang_is_error(at) || lang_is_undef(at)) {
            lang_unref(t, above);
            if (local)
                return lang_raise(t, LANG_EXC_AttributeError, "Can't get local attribute %R on %R", lang_obj(path),
                                  object);
            return lang_is_error(at) ? at : no_attribute(t, path, object);
        }
        start = end + 1;
    }
    if (parent)
        *parent = above;
    else
        lang_unref(t, above);
    return at;
}

lang_value lang_pickle_copyreg(struct lang_thread *t, const char *name)
{
    lang_value m = lang_import(t, "copyreg");
    if (lang_is_error(m))
        return m;
    lang_value v = lang_getattr_c(t, m, name);
    lang_unref(t, m);
    return v;
}
