/* args_deprecated.c: the deprecated overloads of PyTorch's first releases, where scalars stood among the tensors:
 * p.add_(-0.1, p.grad) for p.add_(p.grad, alpha=-0.1). They work, and the first one of a process warns. Owns the list
 * of functions that have them; must not know what these compute. */
#include "bind_args.h"
#include "warn.h"

#include <string.h>

/* The order of the positional arguments: s the tensor itself (absent for methods), t another tensor, and the scalars a,
 * b, v. */
static const struct {
    const char *name, *order;
} overloads[] = {
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

/* The other tensors in their order; false where the arguments are not of this overload. factors[letter - 'a'] receive
 * the scalars. */
static bool read_overload(const char *order, bool method, const lang_value *args, size_t nargs, lang_value *tensors,
                          size_t *ntensors, lang_value *factors)
{
    size_t i = 0;
    *ntensors = 0;
    for (const char *at = order; *at; at++) {
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

static void describe_overload(struct lang_builder *b, const char *name, const char *order,
                              const struct bind_sig *modern)
{
    bool method = strcmp(modern->params[0].text, "input") != 0, first = true;
    int other = method ? 0 : 1, out = -1;
    for (int i = 0; i < modern->nparams; i++)
        if (strcmp(modern->params[i].text, "out") == 0)
            out = i;
    lang_builder_c(b, "\n\t");
    lang_builder_c(b, name);
    lang_builder_c(b, "(");
    for (const char *at = order; *at; at++) {
        if (*at == 's' && method)
            continue;
        lang_builder_c(b, first ? "" : ", ");
        lang_builder_c(b, factor(*at) ? "Number " : "Tensor ");
        lang_builder_c(b, factor(*at) ? factor(*at) : *at == 's' ? "input" : modern->params[other++].text);
        first = false;
    }
    lang_builder_c(b, out >= 0 ? ", *, Tensor out = None)" : ")");
}

static int warn_deprecated(struct lang_thread *t, struct bind_function *f, const char *order)
{
    static atomic_bool said;
    struct bind_function *signature = rt_warned(&said) ? NULL : bind_signature_of(t, f);
    struct lang_builder b;
    if (!signature)
        return lang_error_occurred(t) ? -1 : 0;
    lang_builder_init(&b, t);
    lang_builder_c(&b, "This overload of ");
    lang_builder_c(&b, f->name);
    lang_builder_c(&b, " is deprecated:");
    describe_overload(&b, f->name, order, &signature->sigs[0]);
    lang_builder_c(&b, "\nConsider using one of the following signatures instead:");
    for (int r = 0; r < signature->nrows; r++) {
        lang_builder_c(&b, "\n\t");
        lang_builder_c(&b, f->name);
        bind_signature_text(&b, &signature->sigs[r]);
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
    for (size_t k = 0; k < BIND_COUNT(overloads) && nargs < 6 && nkw < 2; k++) {
        if (strncmp(overloads[k].name, f->name, length) != 0 || overloads[k].name[length])
            continue;
        for (size_t i = 0; i < BIND_COUNT(factors); i++)
            factors[i] = lang_undef();
        if (!read_overload(overloads[k].order, f->form != BIND_FUNCTION, args, nargs, tensors, &n, factors))
            continue;
        for (size_t i = 0; i < nkw; i++)
            tensors[n + i] = args[nargs + i];
        for (int r = 0; r < f->nrows; r++) {
            if (bind_match(t, f, &f->sigs[r], tensors, n, kwnames, call, false) != 1)
                continue;
            for (int i = 0; i < call->sig->nparams; i++)
                for (const char *at = overloads[k].order; *at; at++)
                    if (factor(*at) && strcmp(call->sig->params[i].text, factor(*at)) == 0)
                        call->values[i] = factors[*at - 'a'];
            return warn_deprecated(t, f, overloads[k].order) < 0 ? -1 : 1;
        }
    }
    return 0;
}
