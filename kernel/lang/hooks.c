/* hooks.c: uncaught exceptions: sys.excepthook and sys.unraisablehook, errors in __del__, finalization at the end of a
 * program. */
#include <stdlib.h>
#include <string.h>

#include "lib/lib.h"
#include "lib/struct_seq.h"
#include "report_impl.h"
#include "types/stream.h"
#include "vm/native.h"

/* What a name of the module sys stands for, borrowed; UNDEF before it is imported, and at the end. */
static lang_value sys_name(struct lang_thread *t, const char *name)
{
    lang_value sys = t->vm->modules ? lang_dict_get_c(t, t->vm->modules, "sys") : lang_undef();
    lang_value v = lang_is_a(sys, &lang_type_module)
                       ? lang_dict_get_c(t, lang_module_dict((struct lang_module *)sys.o), name)
                       : lang_undef();
    if (!lang_is_error(v))
        return v;
    lang_error_clear(t);
    return lang_undef();
}

/* Writes to the current sys.stderr; errors are dropped. */
void lang_complain(struct lang_thread *t, const char *text, size_t size)
{
    lang_value stream = sys_name(t, "stderr"), write, args[1];
    if (lang_is_none(stream))
        return;
    if (lang_is_undef(stream)) {
        if (t->vm->host.flush)
            t->vm->host.flush(t->vm->host.ctx, 1);
        if (t->vm->host.write)
            t->vm->host.write(t->vm->host.ctx, 2, text, size);
        return;
    }
    lang_ref(stream);
    write = lang_getattr_c(t, stream, "write");
    args[0] = lang_is_error(write) ? lang_error() : lang_obj_or_error(lang_str_new(t, text, size));
    lang_value r = lang_is_error(args[0]) ? args[0] : lang_call(t, write, args, 1, NULL);
    if (lang_is_error(r))
        lang_error_clear(t);
    lang_unref(t, r);
    lang_unref(t, args[0]);
    lang_unref(t, write);
    lang_unref(t, stream);
}

static void complain_text(struct lang_thread *t, struct report_text *x)
{
    if (x->data && !x->failed)
        lang_complain(t, x->data, x->size);
    free(x->data);
}

/* ------------------------------------------------------------------ sys.excepthook */

static bool is_exception(lang_value v)
{
    return lang_is_obj(v) && lang_is_subtype(lang_type_of(v), &lang_exc_types[LANG_EXC_BaseException]);
}

static lang_value h_excepthook(struct lang_thread *t, const lang_value *a)
{
    if (!is_exception(a[1])) {
        struct lang_str *s =
            lang_str_from_format(t, "TypeError: print_exception(): Exception expected for value, %N found\n", a[1]);
        const char *text = s ? lang_str_utf8(t, s, NULL) : NULL;
        if (text)
            lang_complain(t, text, strlen(text));
        lang_xdecref(t, s);
        return text ? lang_none() : lang_error();
    }
    struct lang_exception *e = (struct lang_exception *)a[1].o;
    if (lang_is_undef(e->traceback) && lang_is_a(a[2], &lang_type_traceback))
        e->traceback = lang_ref(a[2]);
    struct lang_report report = {0};
    if (lang_report_python(t, a[1], &report) == 0)
        lang_complain(t, report.traceback[0], strlen(report.traceback[0]));
    lang_report_free(&report);
    return lang_none();
}

/* The hook of this name where a program has put its own, a new reference; else UNDEF. */
static lang_value replaced_hook(struct lang_thread *t, const char *name, const char *original)
{
    lang_value hook = sys_name(t, name), own = sys_name(t, original);
    if (lang_is_undef(hook) || lang_is_undef(own) || lang_same(hook, own))
        return lang_undef();
    return lang_ref(hook);
}

static void put_exception(struct lang_thread *t, const char *before, lang_value e)
{
    struct lang_report report = {0};
    lang_complain(t, before, strlen(before));
    if (lang_report_python(t, e, &report) == 0)
        lang_complain(t, report.traceback[0], strlen(report.traceback[0]));
    lang_report_free(&report);
}

bool lang_excepthook(struct lang_thread *t)
{
    lang_value hook = replaced_hook(t, "excepthook", "__excepthook__");
    if (lang_is_undef(hook) || lang_error_is(t, LANG_EXC_SystemExit)) {
        lang_unref(t, hook);
        return false;
    }
    lang_value e = lang_error_take(t), traceback = ((struct lang_exception *)e.o)->traceback;
    lang_value args[3] = {lang_obj(lang_type_of(e)), e, lang_is_undef(traceback) ? lang_none() : traceback};
    lang_value r = lang_call(t, hook, args, 3, NULL);
    if (lang_is_error(r) && lang_error_is(t, LANG_EXC_SystemExit)) {
        lang_unref(t, hook);
        lang_unref(t, e);
        return false;
    }
    if (lang_is_error(r)) {
        lang_value second = lang_error_take(t);
        put_exception(t, "Error in sys.excepthook:\n", second);
        put_exception(t, "\nOriginal exception was:\n", e);
        lang_unref(t, second);
    } else {
        lang_unref(t, r);
    }
    lang_unref(t, hook);
    lang_unref(t, e);
    return true;
}

/* ------------------------------------------------------------------ sys.unraisablehook */

static const struct lang_getset unraisable_fields[] = {
    {"exc_type", lang_struct_seq_0, NULL, "Exception type"},
    {"exc_value", lang_struct_seq_1, NULL, "Exception value"},
    {"exc_traceback", lang_struct_seq_2, NULL, "Exception traceback"},
    {"err_msg", lang_struct_seq_3, NULL, "Error message"},
    {"object", lang_struct_seq_4, NULL, "Object causing the exception"},
    {0},
};
STRUCT_SEQ(unraisable_type, "UnraisableHookArgs", "sys", unraisable_fields,
           "Type used to pass arguments to sys.unraisablehook.");

/* text: None or what is said before the object. */
static void put_unraisable(struct lang_thread *t, lang_value e, lang_value text, lang_value object)
{
    struct report_text x = {0};
    if (!lang_is_none(object)) {
        struct lang_str *s = lang_repr(t, object);
        if (lang_is_str(text))
            lang_text_put_str(t, &x, lang_as_str(text));
        lang_text_put_c(&x, lang_is_str(text) ? ": " : "Exception ignored in: ");
        if (s)
            lang_text_put_str(t, &x, s);
        else
            lang_text_put_c(&x, "<object repr() failed>");
        lang_error_clear(t);
        lang_xdecref(t, s);
        lang_text_put_c(&x, "\n");
    }
    lang_report_python_plain(t, &x, e);
    complain_text(t, &x);
}

static lang_value h_unraisablehook(struct lang_thread *t, const lang_value *a)
{
    if (!lang_is_a(a[0], &unraisable_type))
        return lang_raise(t, LANG_EXC_TypeError, "sys.unraisablehook argument type must be UnraisableHookArgs");
    struct lang_tuple *args = lang_as_tuple(a[0]);
    if (is_exception(args->items[1]))
        put_unraisable(t, args->items[1], args->items[3], args->items[4]);
    return lang_none();
}

void lang_hooks_unraisable(struct lang_thread *t, const char *text, lang_value object)
{
    lang_value e = lang_error_take(t), hook = replaced_hook(t, "unraisablehook", "__unraisablehook__");
    if (lang_is_undef(e))
        return;
    struct lang_str *message = text ? lang_str_from_c(t, text) : NULL;
    lang_error_clear(t); /* no memory for it: the general text */
    lang_value said = message ? lang_obj(message) : lang_none();
    if (lang_is_undef(hook)) {
        put_unraisable(t, e, said, object);
        lang_unref(t, said);
        lang_unref(t, e);
        return;
    }
    lang_value traceback = ((struct lang_exception *)e.o)->traceback, r = lang_error();
    struct lang_tuple *args =
        lang_type_ready(t, &unraisable_type) < 0 ? NULL : lang_struct_seq_new(t, &unraisable_type, 5);
    if (args) {
        args->items[0] = lang_ref(lang_obj(lang_type_of(e)));
        args->items[1] = lang_ref(e);
        args->items[2] = lang_is_undef(traceback) ? lang_none() : lang_ref(traceback);
        args->items[3] = lang_ref(said);
        args->items[4] = lang_ref(object);
        lang_value all[1] = {lang_obj(args)};
        r = lang_call(t, hook, all, 1, NULL);
        lang_decref(t, args);
    }
    if (lang_is_error(r)) {
        lang_value second = lang_error_take(t);
        if (!lang_is_undef(second))
            put_unraisable(t, second, lang_none(), hook);
        lang_unref(t, second);
    } else {
        lang_unref(t, r);
    }
    lang_unref(t, said);
    lang_unref(t, hook);
    lang_unref(t, e);
}

/* ------------------------------------------------------------------ the module's side, and the end */

/* sys._getframe: the frames of library code count, too. */
static lang_value h_getframe(struct lang_thread *t, const lang_value *a)
{
    int64_t depth = 0;
    if (!lang_is_undef(a[0]) && lang_as_index(t, a[0], &depth) < 0)
        return lang_error();
    if (!t->frame || depth > t->frame - t->frames)
        return lang_raise(t, LANG_EXC_ValueError, "call stack is not deep enough");
    struct lang_frame_object *frame = lang_frame_object(t, t->frame - (depth < 0 ? 0 : depth));
    return frame ? lang_obj(lang_incref(frame)) : lang_error();
}

static const struct lang_method functions[] = {
    {"_getframe", "(depth=0, /)", h_getframe,
     "Return a frame object from the call stack: the caller's, or that many calls below.", 0},
    {"excepthook", "(exctype, value, traceback, /)", h_excepthook,
     "Handle an exception by displaying it with a traceback on sys.stderr.", 0},
    {"unraisablehook", "(unraisable, /)", h_unraisablehook,
     "Handle an unraisable exception.\n\n"
     "The unraisable argument has the following attributes:\n\n"
     "* exc_type: Exception type.\n"
     "* exc_value: Exception value, can be None.\n"
     "* exc_traceback: Exception traceback, can be None.\n"
     "* err_msg: Error message, can be None.\n"
     "* object: Object causing the exception, can be None.",
     0},
    {0},
};

/* The objects of a program end before it does. Its names go at once, not one by one: where functions keep them alive
 * the collector runs the finalizers first, so that these still find the names they use. */
/* weakref.finalize: what is to be called at the end. */
static void run_finalizers(struct lang_thread *t)
{
    lang_value module = lang_dict_get_c(t, t->vm->modules, "weakref");
    if (!lang_is_obj(module) || lang_is_exactly(module, &lang_type_waiting_module))
        return;
    lang_ref(module);
    lang_value class = lang_getattr_c(t, module, "finalize");
    lang_unref(t, module);
    lang_value done = lang_is_error(class) ? class : lang_call_method_c(t, class, "_at_exit", NULL, 0);
    lang_unref(t, class);
    lang_unref(t, done);
    lang_error_clear(t);
}

/* A function of one of the language's own modules, if that is there; what it raises is told. */
static void run_at_end(struct lang_thread *t, const char *name, const char *function)
{
    lang_value module = lang_dict_get_c(t, lang_modules_dict(t), name);
    if (!lang_is_exactly(module, &lang_type_module))
        return;
    lang_ref(module);
    lang_value done = lang_call_method_c(t, module, function, NULL, 0);
    if (lang_is_error(done))
        lang_unraisable(t, module);
    else
        lang_unref(t, done);
    lang_unref(t, module);
}

void lang_finish(struct lang_thread *t)
{
    const struct lang_foreign *foreign = lang_foreign(t->vm);
    if (foreign && foreign->finish)
        foreign->finish(t);
    run_at_end(t, "threading", "_shutdown"); /* waits for threads; functions of atexit find none that still runs */
    run_at_end(t, "atexit", "_run_exitfuncs");
    run_finalizers(t);
    struct lang_dict *names = lang_main_dict(t), *empty = lang_dict_new(t);
    lang_clear(t, &t->vm->last_error);
    lang_gc_collect_program(t);
    t->vm->finishing = true;
    if (empty) {
        t->vm->main_module->attrs.dict = empty;
        lang_decref(t, names);
        lang_gc_collect_program(t);
    }
    lang_error_clear(t);
}

int lang_hooks_fill(struct lang_thread *t, struct lang_dict *dict)
{
    for (int i = 0; functions[i].name; i++) {
        bool hook = i > 0;
        char original[32] = "__";
        lang_value f = lang_obj_or_error(lang_native_new(t, &functions[i], NULL, "sys"));
        strcat(strcat(original, functions[i].name), "__"); /* one object under two names */
        int status = lang_is_error(f) ? -1 : lang_dict_set_c(t, dict, functions[i].name, f);
        status = status < 0 || !hook ? status : lang_dict_set_c(t, dict, original, f);
        lang_unref(t, f);
        if (status < 0)
            return -1;
    }
    return 0;
}
