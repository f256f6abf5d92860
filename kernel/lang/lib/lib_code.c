/* lib_code.c: the builtins that deal with code: compile, eval, exec, __build_class__, __import__; classes of the
 * interpreter for isinstance tests. Reading text and running code are lang.h's; this file only sorts out the arguments.
 */
#include <stdio.h>
#include <string.h>

#include "lib/lib.h"
#include "lib/lib_ast.h"
#include "types/file.h"
#include "vm/code.h"
#include "vm/type.h"

static struct lang_dict *globals_argument(struct lang_thread *t, lang_value v, bool eval)
{
    if (lang_is_undef(v) || v.tag == LANG_NONE)
        return NULL;
    if (lang_is_dict(v))
        return lang_incref(v.o);
    if (!eval)
        return lang_fail_null(t, LANG_EXC_TypeError, "exec() globals must be a dict, not %N", v);
    return lang_fail_null(t, LANG_EXC_TypeError,
                          lang_type_of(v)->getitem ? "globals must be a real dict; try eval(expr, {}, mapping)"
                                                   : "globals must be a dict");
}

/* Any mapping will do here. */
static struct lang_dict *locals_argument(struct lang_thread *t, lang_value v, bool eval)
{
    if (lang_is_undef(v) || v.tag == LANG_NONE)
        return NULL;
    if (lang_is_dict(v))
        return lang_incref(v.o);
    if (lang_type_of(v)->getitem)
        return lang_namespace_new(t, v);
    return eval ? lang_fail_null(t, LANG_EXC_TypeError, "locals must be a mapping")
                : lang_fail_null(t, LANG_EXC_TypeError, "locals must be a mapping or None, not %N", v);
}

static int namespaces(struct lang_thread *t, const lang_value *args, bool eval, struct lang_dict **globals,
                      struct lang_dict **locals)
{
    *globals = globals_argument(t, args[1], eval);
    *locals = lang_error_occurred(t) ? NULL : locals_argument(t, args[2], eval);
    if (lang_error_occurred(t)) {
        lang_xdecref(t, *globals);
        return -1;
    }
    if (*globals) {
        if (!*locals)
            *locals = lang_incref(*globals);
        if (lang_dict_find_str(t, *globals, LANG_NAME(__builtins__)) < 0)
            return lang_dict_set_str(t, *globals, LANG_NAME(__builtins__), lang_obj(t->vm->builtins_module));
        return 0;
    }
    struct lang_dict *own = NULL;
    if (lang_frame_namespaces(t, globals, &own) < 0)
        return -1;
    if (*locals)
        lang_decref(t, own);
    else
        *locals = own;
    return 0;
}

/* What code compiled with 'single' has left to be shown, if it has. */
static int show_value(struct lang_thread *t)
{
    lang_value v = t->vm->pending_value, r = lang_none();
    t->vm->pending_value = lang_undef();
    if (!lang_is_undef(v)) {
        lang_value sys = lang_import(t, "sys"), hook = lang_is_error(sys) ? sys : lang_sys_lookup(t, "displayhook");
        if (lang_is_undef(hook))
            r = lang_raise(t, LANG_EXC_RuntimeError, "lost sys.displayhook");
        else if (lang_is_error(hook))
            r = hook;
        else {
            lang_ref(hook);
            r = lang_call(t, hook, &v, 1, NULL);
            lang_unref(t, hook);
        }
        if (!lang_is_error(sys))
            lang_unref(t, sys);
    }
    lang_unref(t, v);
    if (lang_is_error(r))
        return -1;
    lang_unref(t, r);
    return 0;
}

/* The text of a program out of a str, bytes or what shows bytes, and its size; *keep holds it: a warning of the
 * compiler may run code that changes a bytearray. NULL without exception: it is nothing of the kind. */
static const char *source_of(struct lang_thread *t, lang_value what, const char *filename, size_t *size,
                             lang_value *keep)
{
    const uint8_t *bytes;
    int64_t length;
    *keep = lang_undef();
    if (lang_is_str(what)) {
        *keep = lang_ref(what);
        return lang_str_utf8(t, lang_as_str(what), size);
    }
    if (!lang_bytes_view(what, &bytes, &length))
        return NULL;
    struct lang_bytes *copy = lang_is_bytes(what) ? lang_incref(what.o) : lang_bytes_new(t, bytes, (size_t)length);
    if (!copy)
        return NULL;
    *keep = lang_obj(copy);
    *size = (size_t)copy->length;
    lang_value decoded; /* the mark of an encoding and a comment that names one count in bytes only */
    const char *text = lang_source_text(t, (const char *)copy->data, size, filename, false, &decoded);
    if (!lang_is_undef(decoded)) {
        lang_unref(t, *keep);
        *keep = decoded;
    }
    return text;
}

/* A function of code and cells (NULL: none are needed). */
static struct lang_function *function_of(struct lang_thread *t, struct lang_code *code, struct lang_dict *globals,
                                         lang_value closure)
{
    struct lang_function *f = lang_function_new(t, code, globals);
    if (!f)
        return NULL;
    struct lang_str *qualname = f->qualname; /* messages name it without its module */
    f->qualname = lang_incref(code->name);
    lang_decref(t, qualname);
    for (uint32_t i = 0; i < code->free_count; i++)
        f->closure[i] = lang_incref(lang_as_tuple(closure)->items[i].o);
    return f;
}

/* Code of a function is called without arguments; that of a module or class runs in the namespaces. */
static lang_value run_code(struct lang_thread *t, struct lang_code *code, struct lang_dict *globals,
                           struct lang_dict *locals, lang_value closure)
{
    bool namespace = code->flags & LANG_CODE_NAMESPACE;
    if (namespace && !code->free_count)
        return lang_run_code(t, code, globals, locals, NULL);
    struct lang_function *f = function_of(t, code, globals, closure);
    if (!f)
        return lang_error();
    lang_value r = namespace ? lang_run_code(t, code, globals, locals, f) : lang_call(t, lang_obj(f), NULL, 0, NULL);
    lang_decref(t, f);
    return r;
}

static int check_closure(struct lang_thread *t, const struct lang_code *code, lang_value closure)
{
    bool right = lang_is_tuple(closure) && lang_as_tuple(closure)->length == code->free_count;
    for (uint32_t i = 0; right && i < code->free_count; i++)
        right = lang_is_exactly(lang_as_tuple(closure)->items[i], &lang_type_cell);
    if (code->free_count == 0 && !lang_is_none(closure))
        return lang_fail(t, LANG_EXC_TypeError, "cannot use a closure with this code object");
    if (code->free_count && !right)
        return lang_fail(t, LANG_EXC_TypeError, "code object requires a closure of exactly length %u",
                         code->free_count);
    return 0;
}

static lang_value exec_text(struct lang_thread *t, const char *text, size_t size, struct lang_dict *globals,
                            struct lang_dict *locals)
{
    struct lang_source source = {.text = text, .size = size, .filename = "<string>"};
    struct lang_code *code =
        lang_compile(t, &source, locals != globals || locals->head.type != &lang_type_dict ? LANG_COMPILE_NAMES : 0);
    if (!code)
        return lang_error();
    lang_value r = lang_run_code(t, code, globals, locals, NULL);
    lang_decref(t, code);
    return r;
}

static lang_value run_text(struct lang_thread *t, lang_value what, struct lang_dict *globals, struct lang_dict *locals,
                           bool eval, lang_value closure)
{
    if (lang_is_exactly(what, &lang_type_code)) {
        struct lang_code *code = (struct lang_code *)what.o;
        if (eval && code->free_count)
            return lang_raise(t, LANG_EXC_TypeError, "code object passed to eval() may not contain free variables");
        if (check_closure(t, code, closure) < 0)
            return lang_error();
        lang_value r = run_code(t, code, globals, locals, closure);
        if (code->flags & LANG_CODE_NAMESPACE && !lang_is_error(r) && show_value(t) < 0) {
            lang_unref(t, r);
            return lang_error();
        }
        return r;
    }
    size_t size;
    lang_value keep, r;
    const char *text = source_of(t, what, "<string>", &size, &keep);
    if (!text)
        r = lang_error_occurred(t)
                ? lang_error()
                : lang_raise(t, LANG_EXC_TypeError, "%s() arg 1 must be a string, bytes or code object",
                             eval ? "eval" : "exec");
    else
        r = eval ? lang_eval(t, text, size, globals, locals) : exec_text(t, text, size, globals, locals);
    lang_unref(t, keep);
    return r;
}

static lang_value eval_or_exec(struct lang_thread *t, const lang_value *args, bool eval, lang_value closure)
{
    struct lang_dict *globals, *locals;
    if (namespaces(t, args, eval, &globals, &locals) < 0)
        return lang_error();
    lang_value r = run_text(t, args[0], globals, locals, eval, closure);
    lang_decref(t, globals);
    lang_decref(t, locals);
    if (eval || lang_is_error(r))
        return r;
    lang_unref(t, r);
    return lang_none();
}

static lang_value b_eval(struct lang_thread *t, const lang_value *args)
{
    return eval_or_exec(t, args, true, lang_none());
}

static lang_value b_exec(struct lang_thread *t, const lang_value *args)
{
    lang_value closure = lang_is_undef(args[3]) ? lang_none() : args[3];
    if (!lang_is_none(closure) && !lang_is_exactly(args[0], &lang_type_code))
        return lang_raise(t, LANG_EXC_TypeError, "closure can only be used when source is a code object");
    return eval_or_exec(t, args, false, closure);
}

/* The bits of compile()'s flags: of the module __future__, of nested scopes and of ast.parse. */
#define KNOWN_FLAGS 0x1fe7610
/* Of those: top-level await, barry_as_FLUFL. */
#define UNSUPPORTED_FLAGS 0x402000
#define ONLY_TREE 0x400
#define NO_IMPLIED_DEDENT 0x200
#define FUTURE_ANNOTATIONS 0x1000000

/* Is `file` the name of the library module that calls? What it compiles under its own name is part of it: the classes
 * that a module makes from the rows of a table are left out of tracebacks as those that it writes out. */
static bool is_own_text(struct lang_thread *t, const char *file)
{
    char cell[LANG_CELL_FILENAME];
    const struct lang_code *caller = t->frame ? t->frame->code : NULL;

    return caller && caller->text->hidden && strcmp(lang_text_filename(caller->text, cell), file) == 0;
}

/* ast.NAME(args ...), of the module ast that this program has. */
static lang_value of_ast(struct lang_thread *t, const char *name, const lang_value *args, size_t count)
{
    lang_value module = lang_import(t, "ast");
    lang_value function = lang_is_error(module) ? lang_error() : lang_getattr_c(t, module, name);
    lang_value r = lang_is_error(function) ? lang_error() : lang_call(t, function, args, count, NULL);

    lang_unref(t, function);
    lang_unref(t, module);
    return r;
}

/* Whether it is a tree of the module ast; -1: error. */
static int is_tree(struct lang_thread *t, lang_value what)
{
    if (lang_is_str(what) || lang_is_bytes(what))
        return 0;
    struct lang_str *name = lang_intern_c(t, "_fields");
    lang_value fields = name ? lang_getattr_opt(t, what, name) : lang_error();
    lang_xdecref(t, name);
    if (lang_is_error(fields) || lang_is_undef(fields))
        return lang_is_error(fields) ? -1 : 0;
    lang_unref(t, fields);
    lang_value module = lang_import(t, "ast");
    lang_value base = lang_is_error(module) ? lang_error() : lang_getattr_c(t, module, "AST");
    int is = lang_is_error(base) ? -1 : lang_isinstance(t, what, base);

    lang_unref(t, base);
    lang_unref(t, module);
    return is;
}

static bool has_null(struct lang_thread *t, lang_value path)
{
    const uint8_t *bytes;
    int64_t size;
    size_t length;
    const char *text = lang_is_str(path) ? lang_str_utf8(t, lang_as_str(path), &length) : NULL;
    return text ? strlen(text) != length : lang_bytes_view(path, &bytes, &size) && memchr(bytes, 0, (size_t)size);
}

/* The name of a file: a path, or, which is going away, bytes in another object. *keep: a new reference, or UNDEF. */
static const char *filename_of(struct lang_thread *t, lang_value v, lang_value *keep)
{
    lang_value path;
    if (lang_is_a(v, &lang_type_bytearray) || lang_is_a(v, &lang_type_memoryview)) {
        char text[120];
        snprintf(text, sizeof text, "path should be string, bytes, or os.PathLike, not %s", lang_type_of(v)->name);
        if (lang_warn(t, LANG_EXC_DeprecationWarning, text) < 0)
            path = lang_error();
        else
            path = lang_call(t, lang_obj(&lang_type_bytes), &v, 1, NULL);
    } else {
        path = lang_ref(v);
    }
    if (!lang_is_error(path))
        lang_set_steal(t, &path, lang_path_value(t, path));
    *keep = lang_undef();
    const char *file = NULL;
    if (!lang_is_error(path) && has_null(t, path))
        lang_raise(t, LANG_EXC_ValueError, "embedded null character");
    else if (!lang_is_error(path))
        file = lang_path_text(t, path, keep);
    lang_unref(t, path);
    return file;
}

static lang_value compile_named(struct lang_thread *t, const char *file, const lang_value *args)
{
    const char *mode = lang_as_utf8(t, args[2], "compile() argument 'mode'", NULL);
    if (!mode)
        return lang_error();
    int64_t asked = 0, optimize = -1;
    if ((!lang_is_undef(args[3]) && lang_as_index(t, args[3], &asked) < 0) ||
        (!lang_is_undef(args[5]) && lang_as_index(t, args[5], &optimize) < 0))
        return lang_error();
    if (asked != (int)asked)
        return lang_raise(t, LANG_EXC_OverflowError, "Python int too large to convert to C int");
    if (asked & ~(int64_t)KNOWN_FLAGS)
        return lang_raise(t, LANG_EXC_ValueError, "compile(): unrecognised flags");
    if (optimize < -1 || optimize > 2)
        return lang_raise(t, LANG_EXC_ValueError, "compile(): invalid optimize value");
    if (asked & UNSUPPORTED_FLAGS)
        return lang_raise(t, LANG_EXC_NotImplementedError,
                          "compile(): top-level await and barry_as_FLUFL are not there");
    unsigned flags = LANG_COMPILE_NAMES;
    if (strcmp(mode, "eval") == 0)
        flags |= LANG_COMPILE_EVAL;
    else if (strcmp(mode, "single") == 0)
        flags |= LANG_COMPILE_SINGLE;
    else if (strcmp(mode, "exec") != 0)
        return lang_raise(t, LANG_EXC_ValueError, "compile() mode must be 'exec', 'eval' or 'single'");
    flags |= asked & FUTURE_ANNOTATIONS ? LANG_COMPILE_ANNOTATIONS : 0;
    flags |= asked & NO_IMPLIED_DEDENT ? LANG_COMPILE_NO_DEDENT : 0;
    flags |= optimize >= 1 ? LANG_COMPILE_NO_ASSERT : 0;
    flags |= optimize == 2 ? LANG_COMPILE_NO_DOC : 0;
    flags |= is_own_text(t, file) ? LANG_COMPILE_HIDDEN : 0;
    if (asked & ONLY_TREE)
        return of_ast(t, "parse", args, 3);
    struct lang_source source = {.filename = file};
    int tree = is_tree(t, args[0]);
    if (tree)
        return tree < 0 ? lang_error()
                        : lang_obj_or_error(lang_ast_compile(t, args[0],
                                                             flags & LANG_COMPILE_EVAL     ? "Expression"
                                                             : flags & LANG_COMPILE_SINGLE ? "Interactive"
                                                                                           : "Module",
                                                             &source, flags));
    lang_value keep, r;
    source.text = source_of(t, args[0], file, &source.size, &keep);
    if (source.text)
        r = lang_obj_or_error(lang_compile(t, &source, flags));
    else
        r = lang_error_occurred(t)
                ? lang_error()
                : lang_raise(t, LANG_EXC_TypeError, "compile() arg 1 must be a string, bytes or AST object");
    lang_unref(t, keep);
    return r;
}

static lang_value b_compile(struct lang_thread *t, const lang_value *args)
{
    lang_value keep;
    const char *file = filename_of(t, args[1], &keep);
    lang_value r = file ? compile_named(t, file, args) : lang_error();
    lang_unref(t, keep);
    return r;
}

static lang_value b_build_class(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                                struct lang_tuple *kwnames)
{
    (void)callee;
    if (nargs < 2)
        return lang_raise(t, LANG_EXC_TypeError, "__build_class__: not enough arguments");
    if (!lang_is_exactly(args[0], &lang_type_function))
        return lang_raise(t, LANG_EXC_TypeError, "__build_class__: func must be a function");
    if (!lang_is_str(args[1]))
        return lang_raise(t, LANG_EXC_TypeError, "__build_class__: name is not a string");
    struct lang_tuple *bases = lang_tuple_from(t, args + 2, (int64_t)nargs - 2);
    struct lang_dict *keywords = kwnames ? lang_dict_new(t) : NULL;
    for (int64_t i = 0; keywords && i < kwnames->length; i++)
        if (lang_dict_set(t, keywords, kwnames->items[i], args[nargs + (size_t)i]) < 0)
            break;
    lang_value r = bases && !lang_error_occurred(t)
                       ? lang_build_class(t, args[0], bases, keywords, lang_as_str(args[1]))
                       : lang_error();
    lang_xdecref(t, bases);
    lang_xdecref(t, keywords);
    return r;
}

static const struct lang_method rows[] = {
    {"eval", "(source, globals=None, locals=None, /)", b_eval,
     "Evaluate the given source in the context of globals and locals.", 0},
    {"exec", "(source, globals=None, locals=None, /, *, closure=None)", b_exec,
     "Execute the given source in the context of globals and locals.", 0},
    {"compile", "(source, filename, mode, flags=0, dont_inherit=False, optimize=-1)", b_compile,
     "Compile source into a code object that can be executed by exec() or eval().", 0},
    {"__import__", "(name, globals=None, locals=None, fromlist=(), level=0)", lang_import_function,
     "Import a module.\n\n"
     "Because this function is meant for use by the Python\n"
     "interpreter and not for general use, it is better to use\n"
     "importlib.import_module() to programmatically import a module.",
     LANG_M_NOSIG},
    {NULL, NULL, NULL, NULL, 0},
};

int lang_code_builtins_fill(struct lang_thread *t, struct lang_dict *builtins)
{
    for (const struct lang_method *m = rows; m->name; m++) {
        struct lang_native *f = lang_native_new(t, m, NULL, "builtins");
        int s = f ? lang_dict_set_c(t, builtins, m->name, lang_obj(f)) : -1;
        lang_xdecref(t, f);
        if (s < 0)
            return -1;
    }
    struct lang_native *f = lang_native_raw(
        t, "__build_class__", "Internal helper function used by the class statement.", b_build_class, NULL);
    int s = f ? lang_dict_set_c(t, builtins, "__build_class__", lang_obj(f)) : -1;
    lang_xdecref(t, f);
    return s;
}
