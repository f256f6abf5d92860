/* args_deprecated.c: calls in the words of PyTorch's first releases, where factors stood among the tensors:
 * p.add_(-0.1, p.grad) for p.add_(p.grad, alpha=-0.1). They work, and the first one of a process warns. Knows which
 * functions had such forms, not what they compute. */
#include "bind_args.h"
#include "warn.h"

#include <string.h>

/* What stood where: s the tensor itself (of a method not among the arguments), t another, and the factors. */
static const struct {
    const char *name, *form;
} forms[] = {
    {"add", "sat"},      {"sub", "sat"},     {"addcmul", "svtt"},  {"addcdiv", "svtt"}, {"addmm", "bsatt"},
    {"addmm", "bstt"},   {"addmv", "bsatt"}, {"addmv", "bstt"},    {"addr", "bsatt"},   {"addr", "bstt"},
    {"addbmm", "bsatt"}, {"addbmm", "bstt"}, {"baddbmm", "bsatt"}, {"baddbmm", "bstt"},
};

static const char *factor(char letter)
{
    return letter == 'a' ? "alpha" : letter == 'b' ? "beta" : letter == 'v' ? "value" : NULL;
}

static bool is_scalar(lang_value v)
{
    struct rt_scalar ignored;
    return (v.tag == LANG_INT || v.tag == LANG_FLOAT || v.tag == LANG_BOOL) && bind_scalar(NULL, v, &ignored) == 1;
}

/* The other tensors in their order; false where the form does not fit. factors[letter - 'a'] take what multiplies. */
static bool read_form(const char *form, bool method, const lang_value *args, size_t nargs, lang_value *tensors,
                      size_t *ntensors, lang_value *factors)
{
    size_t i = 0;
    *ntensors = 0;
    for (const char *at = form; *at; at++) {
        if (*at == 's' && method)
            continue;
        if (i == nargs || (factor(*at) ? !is_scalar(args[i]) : !bind_is_tensor(args[i])))
            return false;
        if (factor(*at))
            factors[*at - 'a'] = args[i++];
        else
            tensors[(*ntensors)++] = args[i++];
    }
    return i == nargs;
}

static void describe_former(struct lang_builder *b, const char *name, const char *form, const struct bind_sig *modern)
{
    bool method = strcmp(modern->params[0].text, "input") != 0, first = true;
    int other = method ? 0 : 1, out = -1;
    for (int i = 0; i < modern->nparams; i++)
        if (strcmp(modern->params[i].text, "out") == 0)
            out = i;
    lang_builder_c(b, "\n\t");
    lang_builder_c(b, name);
    lang_builder_c(b, "(");
    for (const char *at = form; *at; at++) {
        if (*at == 's' && method)
            continue;
        lang_builder_c(b, first ? "" : ", ");
        lang_builder_c(b, factor(*at) ? "Number " : "Tensor ");
        lang_builder_c(b, factor(*at) ? factor(*at) : *at == 's' ? "input" : modern->params[other++].text);
        first = false;
    }
    lang_builder_c(b, out >= 0 ? ", *, Tensor out = None)" : ")");
}

static int warn_of_former(struct lang_thread *t, struct bind_function *f, const char *form)
{
    static atomic_bool said;
    struct bind_function *known = rt_warned(&said) ? NULL : bind_known_of(t, f);
    struct lang_builder b;
    if (!known)
        return lang_error_occurred(t) ? -1 : 0;
    lang_builder_init(&b, t);
    lang_builder_c(&b, "This overload of ");
    lang_builder_c(&b, f->name);
    lang_builder_c(&b, " is deprecated:");
    describe_former(&b, f->name, form, &known->sigs[0]);
    lang_builder_c(&b, "\nConsider using one of the following signatures instead:");
    for (int r = 0; r < known->nrows; r++) {
        lang_builder_c(&b, "\n\t");
        lang_builder_c(&b, f->name);
        bind_describe(&b, &known->sigs[r]);
    }
    struct lang_str *text = lang_builder_finish(&b);
    if (!text)
        return -1;
    const char *utf8 = lang_str_utf8(t, text, NULL);
    int status = utf8 ? bind_warn(t, utf8) : -1;
    lang_decref(t, text);
    return status;
}

int bind_match_deprecated(struct lang_thread *t, struct bind_function *f, const lang_value *args, size_t nargs,
                          struct lang_tuple *kwnames, struct bind_call *call)
{
    size_t length = strlen(f->name), nkw = kwnames ? (size_t)kwnames->length : 0, n;
    lang_value tensors[8], factors[26];
    length -= f->form == BIND_INPLACE && length && f->name[length - 1] == '_';
    for (size_t k = 0; k < BIND_COUNT(forms) && nargs < 6 && nkw < 2; k++) {
        if (strncmp(forms[k].name, f->name, length) != 0 || forms[k].name[length])
            continue;
        for (size_t i = 0; i < BIND_COUNT(factors); i++)
            factors[i] = lang_undef();
        if (!read_form(forms[k].form, f->form != BIND_FUNCTION, args, nargs, tensors, &n, factors))
            continue;
        for (size_t i = 0; i < nkw; i++)
            tensors[n + i] = args[nargs + i];
        for (int r = 0; r < f->nrows; r++) {
            if (bind_match(t, f, &f->sigs[r], tensors, n, kwnames, call, false) != 1)
                continue;
            for (int i = 0; i < call->sig->nparams; i++)
                for (const char *at = forms[k].form; *at; at++)
                    if (factor(*at) && strcmp(call->sig->params[i].text, factor(*at)) == 0)
                        call->values[i] = factors[*at - 'a'];
            return warn_of_former(t, f, forms[k].form) < 0 ? -1 : 1;
        }
    }
    return 0;
}
