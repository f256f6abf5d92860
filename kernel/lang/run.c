/* run.c: running source text: a cell, a file, an expression. */
#include <stdlib.h>
#include <string.h>

#include "lang.h"

#include "front/compile.h"
#include "vm/code.h"

/* The text of a cell that awaits. */
static lang_value run_coroutine(struct lang_thread *t, struct lang_code *code, struct lang_dict *globals)
{
    struct lang_function *f = lang_function_new(t, code, globals);
    struct lang_generator *g = f ? lang_generator_new(t, f) : NULL;
    const struct lang_host *host = &t->vm->host;
    lang_value r = lang_error();
    if (g && host->run_coroutine)
        r = host->run_coroutine(host->ctx, t, lang_obj(g));
    else if (g)
        r = lang_coroutine_run(t, lang_obj(g));
    lang_xdecref(t, g);
    lang_xdecref(t, f);
    return r;
}

/* The code of a cell, or of a program, whose bytes may be in any encoding. */
static struct lang_code *compile_to_run(struct lang_thread *t, struct lang_source *source)
{
    if (!source->program)
        return lang_compile(t, source, LANG_COMPILE_KEEP);
    struct lang_source decoded = *source;
    lang_value keep;
    decoded.text = lang_source_text(t, source->text, &decoded.size, source->filename, true, &keep);
    struct lang_code *code = decoded.text ? lang_compile(t, &decoded, LANG_COMPILE_KEEP) : NULL;
    lang_unref(t, keep);
    source->hidden_last = decoded.hidden_last;
    return code;
}

int lang_run(struct lang_thread *t, struct lang_source *source, struct lang_dict *ns, lang_value *value)
{
    *value = lang_undef();
    lang_clear(t, &t->vm->pending_value);
    struct lang_code *code = compile_to_run(t, source);
    if (!code)
        return -1;
    struct lang_dict *globals = ns ? ns : lang_main_dict(t);
    lang_value r = code->flags & LANG_CODE_COROUTINE ? run_coroutine(t, code, globals)
                                                     : lang_run_code(t, code, globals, NULL, NULL);
    lang_decref(t, code);
    *value = t->vm->pending_value;
    t->vm->pending_value = lang_undef();
    if (lang_is_error(r)) {
        lang_clear(t, value);
        return -1;
    }
    lang_unref(t, r);
    return 0;
}

lang_value lang_eval(struct lang_thread *t, const char *text, size_t size, struct lang_dict *globals,
                     struct lang_dict *locals)
{
    while (size && (*text == ' ' || *text == '\t')) {
        text++;
        size--;
    }
    struct lang_source source = {.text = text, .size = size, .filename = "<string>"};
    struct lang_code *code = lang_compile(
        t, &source,
        LANG_COMPILE_EVAL |
            (locals && (locals != globals || locals->head.type != &lang_type_dict) ? LANG_COMPILE_NAMES : 0));
    if (!code)
        return lang_error();
    lang_value r = lang_run_code(t, code, globals, locals, NULL);
    lang_decref(t, code);
    return r;
}

char *lang_translate_cell(struct lang_thread *t, const char *text, size_t size, size_t *out_size)
{
    struct lang_arena arena;
    struct lang_syntax_error error;
    const char *translated;
    char *copy = NULL;
    lang_arena_init(&arena, t->vm->options.memory_limit);
    if (lang_cell_translate(&arena, text, size, &translated, out_size, &error) < 0)
        lang_compile_raise_syntax(t, &error, "<cell>");
    else if (!(copy = malloc(*out_size + 1)))
        lang_no_memory(t);
    if (copy) {
        memcpy(copy, translated, *out_size);
        copy[*out_size] = '\0';
    }
    lang_arena_free(&arena);
    return copy;
}
