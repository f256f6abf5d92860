/* host.c: what the host gives to a thread: its streams, its questions to the user, its namespaces.
 *
 * Must not know sys.stdout or sys.stdin: those are objects of the module sys, which call these. */
#include <stdlib.h>
#include <string.h>

#include "vm/code.h"

const struct lang_host *lang_thread_host(struct lang_thread *t)
{
    return &t->vm->host;
}

struct lang_dict *lang_modules_dict(struct lang_thread *t)
{
    return t->vm->modules;
}

struct lang_dict *lang_main_dict(struct lang_thread *t)
{
    return t->vm->main_module->attrs.dict;
}

struct lang_dict *lang_builtins_dict(struct lang_thread *t)
{
    return t->vm->builtins;
}

void lang_host_write(struct lang_thread *t, int stream, struct lang_str *text)
{
    const struct lang_host *host = lang_thread_host(t);
    const char *bytes;
    size_t size;

    if (!host->write || text->length == 0)
        return;
    bytes = lang_str_utf8(t, text, &size);
    if (bytes)
        host->write(host->ctx, stream, bytes, size);
    else
        lang_error_clear(t);
}

void lang_host_flush(struct lang_thread *t, int stream)
{
    const struct lang_host *host = lang_thread_host(t);

    if (host->flush)
        host->flush(host->ctx, stream);
}

/* IPython's exception when a front end cannot answer. */
static lang_value not_supported(struct lang_thread *t, const char *what)
{
    struct lang_str *name = lang_str_from_c(t, "StdinNotImplementedError"), *module = NULL;
    lang_value base = lang_obj(&lang_exc_types[LANG_EXC_NotImplementedError]);
    struct lang_tuple *bases = lang_tuple_from(t, &base, 1);
    struct lang_dict *ns = lang_dict_new(t);
    struct lang_type *cls = NULL;

    if (name && bases && ns && (module = lang_str_from_c(t, "IPython.core.error")) != NULL &&
        lang_dict_set_c(t, ns, "__module__", lang_obj(module)) == 0)
        cls = lang_type_new(t, &lang_type_type, name, bases, ns);
    lang_xdecref(t, module);
    lang_xdecref(t, ns);
    lang_xdecref(t, bases);
    lang_xdecref(t, name);
    if (!cls)
        return lang_error();
    lang_raise_class(t, cls, "%s was called, but this frontend does not support input requests.", what);
    lang_decref(t, cls);
    return lang_error();
}

lang_value lang_host_input(struct lang_thread *t, struct lang_str *prompt, bool password)
{
    const struct lang_host *host = lang_thread_host(t);
    char *answer = NULL, *text;
    struct lang_str *line;
    size_t size;
    int status;

    if (!host->input)
        return not_supported(t, password ? "getpass" : "raw_input");
    text = (char *)lang_str_utf8(t, prompt, &size);
    if (!text)
        return lang_error();
    lang_host_flush(t, 1);
    lang_host_flush(t, 2);
    lang_unlock(t);
    status = host->input(host->ctx, text, password, &answer);
    lang_lock(t);
    if (status == 1)
        return lang_raise(t, LANG_EXC_EOFError, "EOF when reading a line");
    if (status == 2)
        return not_supported(t, password ? "getpass" : "raw_input");
    if (status == 4)
        return lang_raise(t, LANG_EXC_KeyboardInterrupt, "Interrupted by user");
    if (status != 0 || !answer) {
        free(answer);
        if (lang_poll(t) == 0) /* the flag has been taken down already */
            lang_error_set(t, lang_obj(&lang_exc_types[LANG_EXC_KeyboardInterrupt]));
        return lang_error();
    }
    if (strcmp(answer, "\x04") == 0) {
        free(answer);
        lang_error_set(t, lang_obj(&lang_exc_types[LANG_EXC_EOFError]));
        return lang_error();
    }
    line = lang_str_new(t, answer, strlen(answer));
    free(answer);
    return lang_obj_or_error(line);
}

void lang_unraisable(struct lang_thread *t, lang_value object)
{
    t->vm->services->unraisable(t, NULL, object);
}

void lang_unraisable_during(struct lang_thread *t, const char *text, lang_value object)
{
    t->vm->services->unraisable(t, text, object);
}

void lang_del_failed(struct lang_thread *t, struct lang_object *o)
{
    lang_value method = lang_type_lookup(t, o->type, LANG_NAME(__del__));
    lang_unraisable(t, lang_is_undef(method) ? lang_none() : method);
}
