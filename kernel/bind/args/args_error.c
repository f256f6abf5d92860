/* args_error.c: the TypeErrors for arguments that no row takes, as PyTorch words them, and the signatures of PyTorch's
 * functions that they show (signatures.def), whether a function is a row of the op table here or part of the library.
 * Must not know what the functions do. */
#include "bind_args.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the texts -------------------------------------------------------------------------------------------------- */

static void describe_default(struct lang_builder *b, const struct bind_sig *sig, const struct bind_param *p)
{
    const struct rt_arg *value = p->schema_index >= 0 ? &sig->schema->defaults[p->schema_index] : NULL;
    char text[40] = "None";
    if (p->extra == EXTRA_PIN_MEMORY || p->extra == EXTRA_REQUIRES_GRAD)
        snprintf(text, sizeof text, "False");
    else if (value && value->kind == RT_BOOLEAN)
        snprintf(text, sizeof text, "%s", value->boolean ? "True" : "False");
    else if (value && value->kind == RT_INT)
        snprintf(text, sizeof text, "%lld", (long long)value->integer);
    else if (value && value->kind == RT_FLOAT)
        lang_float_repr(value->number, text);
    else if (value && value->kind == RT_SCALAR && value->scalar.kind <= RT_CAT_INT)
        snprintf(text, sizeof text, "%lld", (long long)value->scalar.i);
    else if (value && value->kind == RT_SCALAR)
        lang_float_repr(value->scalar.f, text);
    lang_builder_c(b, " = ");
    lang_builder_c(b, p->default_text ? p->default_text : text);
}

/* The entries of a signature as it is shown: its parameters, and NULL for the star, which PyTorch counts as well. */
static int entries_of(const struct bind_sig *sig, const struct bind_param **entries)
{
    int n = 0;
    bool star = false;
    for (int i = 0; i < sig->nparams; i++) {
        if (sig->params[i].keyword_only && !star) {
            entries[n++] = NULL;
            star = true;
        }
        entries[n++] = &sig->params[i];
    }
    if (!n) /* "()" counts as one, too */
        entries[n++] = NULL;
    return n;
}
#define MAX_ENTRIES (RT_MAX_ARGS + 7)

void bind_signature_text(struct lang_builder *b, const struct bind_sig *sig)
{
    const struct bind_param *entries[MAX_ENTRIES];
    int n = entries_of(sig, entries);
    lang_builder_c(b, "(");
    for (int i = 0; i < n && sig->nparams; i++) {
        const struct bind_param *p = entries[i];
        lang_builder_c(b, i ? ", " : "");
        if (!p) {
            lang_builder_c(b, "*");
            continue;
        }
        lang_builder_c(b, p->type_text ? p->type_text : bind_kind_text(p->kind));
        lang_builder_c(b, " ");
        lang_builder_c(b, p->text);
        if (!p->required)
            describe_default(b, sig, p);
    }
    lang_builder_c(b, ")");
}

/* The arguments of a call. */
struct given {
    const lang_value *args;
    size_t nargs, nkw;
    struct lang_tuple *kwnames;
};

/* Does the error text show the argument as fitting? Not the rule of the call: types are compared by name, and
 * parameters with a default never fit. */
static bool looks_like(const struct bind_param *p, lang_value v)
{
    const char *type = lang_type_name(v);
    if (!p || !p->required)
        return false;
    switch (p->kind) {
    case RT_INT:
        return strcmp(type, "int") == 0;
    case RT_BOOLEAN:
        return strcmp(type, "bool") == 0;
    case RT_FLOAT:
    case RT_SCALAR:
        return strcmp(type, "int") == 0 || strcmp(type, "float") == 0;
    case RT_INTS:
        return v.tag == LANG_OBJECT && bind_accepts(p, v) && (lang_is_list(v) || lang_is_tuple(v));
    case RT_TENSOR:
        return bind_is_tensor(v) && strcmp(type, "Tensor") == 0;
    case RT_TENSORS:
        return false;
    default:
        return v.tag != LANG_NONE && bind_accepts(p, v);
    }
}

/* "int", "torch.dtype" */
static void put_type(struct lang_builder *b, lang_value v)
{
    const struct lang_type *type = lang_type_of(v);
    if (type->flags & LANG_TYPE_QUALIFIED) {
        lang_builder_c(b, type->module);
        lang_builder_c(b, ".");
    }
    lang_builder_c(b, type->name);
}

/* "list of [int, str]" */
static void describe_type(struct lang_builder *b, lang_value v)
{
    bool list = lang_is_list(v), tuple = lang_is_tuple(v);
    const lang_value *items = list ? lang_as_list(v)->items : tuple ? lang_as_tuple(v)->items : NULL;
    int64_t n = list ? (int64_t)lang_as_list(v)->length : tuple ? (int64_t)lang_as_tuple(v)->length : 0;
    put_type(b, v);
    if (!list && !tuple)
        return;
    lang_builder_c(b, list ? " of [" : " of (");
    for (int64_t i = 0; i < n; i++) {
        lang_builder_c(b, i ? ", " : "");
        put_type(b, items[i]);
    }
    lang_builder_c(b, list ? "]" : n == 1 ? ",)" : ")");
}

/* "(Tensor, !str!)": what does not fit stands between exclamation marks. */
static void describe_mismatch(struct lang_builder *b, const struct bind_sig *sig, const struct given *g)
{
    const struct bind_param *entries[MAX_ENTRIES];
    int n = entries_of(sig, entries);
    lang_builder_c(b, "(");
    for (size_t i = 0; i < g->nargs + g->nkw && i < (size_t)n; i++) {
        const struct bind_param *p = entries[i];
        lang_value v = g->args[i];
        lang_builder_c(b, i ? ", " : "");
        for (size_t k = 0; k < g->nkw && i >= g->nargs; k++)
            if (p && bind_is_name(p, lang_as_str(g->kwnames->items[k])))
                v = g->args[g->nargs + k];
        bool fits = looks_like(p, v);
        lang_builder_c(b, fits ? "" : "!");
        if (i >= g->nargs) {
            lang_builder_c(b, p ? p->text : "");
            lang_builder_c(b, "=");
        }
        if (fits)
            put_type(b, v);
        else
            describe_type(b, v);
        lang_builder_c(b, fits ? "" : "!");
    }
    lang_builder_c(b, g->nkw && !g->nargs ? ", )" : ")");
}

static bool counts_match(const struct bind_sig *sig, const struct given *g)
{
    const struct bind_param *entries[MAX_ENTRIES];
    return (size_t)entries_of(sig, entries) == g->nargs + g->nkw;
}

/* MurmurHash64A (A. Appleby) with the seed of libstdc++'s std::hash<std::string>, which PyTorch is built with. */
static uint64_t hash_name(const char *text, size_t size)
{
    const uint64_t factor = 0xc6a4a7935bd1e995u;
    uint64_t hash = 0xc70f6907u ^ size * factor, word;
    size_t i = 0;
    for (; i + 8 <= size; i += 8) {
        memcpy(&word, text + i, 8);
        word *= factor;
        hash = (hash ^ (word ^ word >> 47) * factor) * factor;
    }
    if (i < size) {
        word = 0;
        for (size_t k = size; k-- > i;)
            word = word << 8 | (unsigned char)text[k];
        hash = (hash ^ word) * factor;
    }
    hash = (hash ^ hash >> 47) * factor;
    return hash ^ hash >> 47;
}

enum { FIRST_BUCKETS = 13 }; /* buckets of a std::unordered_map that has just got its first entry */

/* The order in which PyTorch shows keywords, that of a std::unordered_map: each new one comes first, or first among
 * those of its bucket. Maps of more names than buckets are shown as they were given. */
static void order_names(const struct given *g, size_t *order)
{
    unsigned bucket[FIRST_BUCKETS];
    for (size_t i = 0; i < g->nkw && g->nkw <= FIRST_BUCKETS; i++) {
        size_t size, at = 0;
        const struct lang_str *name = lang_as_str(g->kwnames->items[i]);
        char text[64];
        for (size = 0; size < (size_t)name->length && size < sizeof text; size++)
            text[size] = (char)lang_str_at(name, (int64_t)size);
        bucket[i] = (unsigned)(hash_name(text, size) % FIRST_BUCKETS);
        for (size_t k = 0; k < i && !at; k++)
            at = bucket[order[k]] == bucket[i] ? k + 1 : 0;
        at -= at != 0;
        memmove(order + at + 1, order + at, (i - at) * sizeof *order);
        order[at] = i;
    }
}

/* Writes the keywords that are none of the last entries of the signature; false: there are none. */
static bool describe_unknown(struct lang_builder *b, const struct bind_sig *sig, const struct given *g,
                             const char *before)
{
    const struct bind_param *entries[MAX_ENTRIES];
    int n = entries_of(sig, entries), from = n - (int)g->nkw, found = 0;
    size_t order[FIRST_BUCKETS];
    order_names(g, order);
    for (size_t i = 0; i < g->nkw; i++) {
        size_t k = g->nkw > FIRST_BUCKETS ? i : order[i];
        bool known = false;
        for (int e = from < 0 ? 0 : from; e < n; e++)
            known = known || (entries[e] && entries[e]->required &&
                              lang_str_equal_c(lang_as_str(g->kwnames->items[k]), entries[e]->text));
        if (known)
            continue;
        lang_builder_c(b, found++ ? ", " : before);
        lang_builder_str(b, lang_as_str(g->kwnames->items[k]));
    }
    return found != 0;
}

static void describe_given(struct lang_builder *b, const struct given *g)
{
    size_t order[FIRST_BUCKETS];
    order_names(g, order);
    lang_builder_c(b, "(");
    for (size_t i = 0; i < g->nargs + g->nkw; i++) {
        size_t at = i < g->nargs || g->nkw > FIRST_BUCKETS ? i : g->nargs + order[i - g->nargs];
        lang_builder_c(b, i ? ", " : "");
        if (i >= g->nargs) {
            lang_builder_str(b, lang_as_str(g->kwnames->items[at - g->nargs]));
            lang_builder_c(b, "=");
        }
        put_type(b, g->args[at]);
    }
    lang_builder_c(b, g->nkw && !g->nargs ? ", )" : ")");
}

/* PyTorch shows shorter signatures first, and those of tensors before those of scalars. */
static int option_rank(const struct bind_sig *sig)
{
    int rank = sig->npositional * 32;
    for (int i = 0; i < sig->npositional; i++)
        rank += sig->params[i].kind != RT_TENSOR;
    return rank;
}
static void sort_options(const struct bind_function *f, int *order)
{
    for (int r = 0; r < f->nrows; r++) {
        int at = r;
        for (; f->nrows && f->sigs[r].op && at > 0 && option_rank(&f->sigs[order[at - 1]]) > option_rank(&f->sigs[r]);
             at--)
            order[at] = order[at - 1];
        order[at] = r;
    }
}

static void describe_options(struct lang_builder *b, const struct bind_function *f, const struct given *g)
{
    int order[BIND_MAX_ROWS];
    describe_given(b, g);
    lang_builder_c(b, ", but expected one of:\n");
    sort_options(f, order);
    for (int r = 0; r < f->nrows; r++) {
        const struct bind_sig *sig = &f->sigs[order[r]];
        lang_builder_c(b, " * ");
        bind_signature_text(b, sig);
        lang_builder_c(b, "\n");
        if (!counts_match(sig, g))
            continue;
        if (!describe_unknown(b, sig, g, "      didn't match because some of the keywords were incorrect: ")) {
            lang_builder_c(b, "      didn't match because some of the arguments have invalid types: ");
            describe_mismatch(b, sig, g);
        }
        lang_builder_c(b, "\n");
    }
}

static int fail_combination(struct lang_thread *t, struct bind_function *f, const struct given *g)
{
    struct lang_builder b;
    const struct bind_sig *only = &f->sigs[0];
    lang_builder_init(&b, t);
    lang_builder_c(&b, f->name);
    lang_builder_c(&b, "() received an invalid combination of arguments - got ");
    if (f->nrows > 1) {
        describe_options(&b, f, g);
    } else if (!describe_unknown(&b, only, g, "unrecognized keyword arguments: ")) {
        if (counts_match(only, g))
            describe_mismatch(&b, only, g);
        else
            describe_given(&b, g);
        lang_builder_c(&b, ", but expected ");
        bind_signature_text(&b, only);
    }
    struct lang_str *text = lang_builder_finish(&b);
    if (!text)
        return -1;
    lang_fail(t, LANG_EXC_TypeError, "%U", text);
    lang_decref(t, text);
    return -1;
}

/* Raises the TypeError that fits; 0: the signature takes the arguments. */
static int raise_mismatch(struct lang_thread *t, struct bind_function *f, const lang_value *args, size_t nargs,
                          struct lang_tuple *kwnames)
{
    struct bind_call call;
    struct given g = {args, nargs, kwnames ? (size_t)kwnames->length : 0, kwnames};
    int plausible = -1, count = 0;
    if (f->no_arguments)
        return g.nkw   ? lang_fail(t, LANG_EXC_TypeError, "TensorBase.%s() takes no keyword arguments", f->name)
               : nargs ? lang_fail(t, LANG_EXC_TypeError, "TensorBase.%s() takes no arguments (%d given)", f->name,
                                   (int)nargs)
                       : 0;
    if (f->nrows == 1 && !f->hides_deprecated)
        return bind_match(t, f, &f->sigs[0], args, nargs, kwnames, &call, true) == 1 ? 0 : -1;
    for (int r = 0; r < f->nrows; r++) {
        if (bind_match(t, f, &f->sigs[r], args, nargs, kwnames, &call, false) == 1)
            return 0;
        if (nargs + g.nkw >= (size_t)f->sigs[r].nrequired && nargs + g.nkw <= (size_t)f->sigs[r].nparams) {
            plausible = r;
            count++;
        }
    }
    if (count == 1 && bind_match(t, f, &f->sigs[plausible], args, nargs, kwnames, &call, true) < 0)
        return -1;
    return fail_combination(t, f, &g);
}

/* ---- signatures of PyTorch -------------------------------------------------------------------------------------- */

/* Names divided by blanks; their signatures divided by "|", as PyTorch shows them. "~" in front: there are deprecated
 * overloads that it does not show; "-": no arguments at all. "[N]" behind a type: one int stands for N of them; "?":
 * None is a value. */
static const struct {
    bool method;
    const char *names, *texts;
} signatures[] = {
#define FUNCTIONS(names, texts) {false, names, texts},
#define METHODS(names, texts) {true, names, texts},
#include "signatures.def"
#undef FUNCTIONS
#undef METHODS
};

static const struct {
    const char *text;
    enum rt_kind kind;
} type_texts[] = {{"Tensor", RT_TENSOR},
                  {"tuple of Tensors", RT_TENSORS},
                  {"Number", RT_SCALAR},
                  {"int", RT_INT},
                  {"tuple of ints", RT_INTS},
                  {"float", RT_FLOAT},
                  {"tuple of floats", RT_FLOATS},
                  {"tuple of Scalars", RT_FLOATS},
                  {"bool", RT_BOOLEAN},
                  {"str", RT_STRING},
                  {"torch.dtype", RT_DTYPE_ARG},
                  {"torch.device", RT_DEVICE_ARG},
                  {"torch.Generator", RT_GENERATOR},
                  {"torch.layout", RT_LAYOUT},
                  {"torch.memory_format", RT_MEMORY_FORMAT},
                  {"name", RT_NONE},
                  {"tuple of names", RT_NONE}};

static const char *signatures_of(const char *name, bool method)
{
    size_t n = strlen(name);
    for (size_t i = 0; n && i < BIND_COUNT(signatures); i++) {
        if (signatures[i].method != method)
            continue;
        for (const char *at = signatures[i].names; (at = strstr(at, name)); at++)
            if ((at == signatures[i].names || at[-1] == ' ') && (at[n] == ' ' || !at[n]))
                return signatures[i].texts;
    }
    return NULL;
}

/* One parameter, "tuple of ints[2]? dim = None", split in place. */
static int parse_param(struct lang_thread *t, struct bind_sig *sig, char *entry, bool keyword_only)
{
    struct bind_param *p = &sig->params[sig->nparams++];
    char *equals = strstr(entry, " = "), *name, *mark;
    *p = (struct bind_param){.keyword_only = keyword_only, .schema_index = -1, .required = !equals};
    if (equals) {
        *equals = 0;
        p->default_text = equals + 3;
        p->allow_none = strcmp(p->default_text, "None") == 0 || strcmp(p->default_text, "[]") == 0;
    }
    if (!(name = strrchr(entry, ' ')))
        return lang_fail(t, LANG_EXC_SystemError, "a signature without types: %s", entry);
    *name++ = 0;
    if ((mark = strchr(entry, '?'))) {
        p->allow_none = true;
        *mark = 0;
    }
    if ((mark = strchr(entry, '['))) {
        p->list_size = atoi(mark + 1) ? atoi(mark + 1) : 1;
        *mark = 0;
    }
    p->type_text = entry;
    p->kind = RT_NONE;
    for (size_t i = 0; i < BIND_COUNT(type_texts); i++)
        if (strcmp(type_texts[i].text, entry) == 0)
            p->kind = type_texts[i].kind;
    sig->npositional += !keyword_only;
    sig->nrequired += p->required;
    if (p->required)
        sig->required |= (uint32_t)1 << (sig->nparams - 1);
    return bind_name_param(t, p, name);
}

/* A signature without its parentheses. */
static int parse_signature(struct lang_thread *t, struct bind_sig *sig, char *text)
{
    bool keyword_only = false;
    int depth = 0;
    char *entry = text;
    for (char *at = text;; at++) {
        depth += (*at == '[' || *at == '{') - (*at == ']' || *at == '}');
        if (*at && (*at != ',' || depth))
            continue;
        bool last = !*at;
        *at = 0;
        if (strcmp(entry, "*") == 0)
            keyword_only = true;
        else if (*entry && parse_param(t, sig, entry, keyword_only) < 0)
            return -1;
        if (last)
            return 0;
        entry = at + 1 + (at[1] == ' ');
    }
}

struct bind_function *bind_signature_find(struct lang_thread *t, const char *name, bool method)
{
    static struct bind_function *all;
    const char *texts = signatures_of(name, method);
    for (struct bind_function *f = all; f && texts; f = f->next)
        if (strcmp(f->name, name) == 0 && (f->form != BIND_FUNCTION) == method)
            return f;
    if (!texts)
        return NULL;
    int nrows = 1;
    for (const char *p = texts; *p; p++)
        nrows += *p == '|';
    size_t length = strlen(texts) + 1;
    struct bind_function *f = calloc(1, sizeof *f + length + strlen(name) + 1);
    struct bind_sig *sigs = calloc((size_t)nrows, sizeof *sigs);
    if (!f || !sigs || nrows > BIND_MAX_ROWS) {
        free(f);
        free(sigs);
        lang_no_memory(t);
        return NULL;
    }
    char *at = (char *)(f + 1), *end;
    f->name = strcpy(at + length, name);
    f->form = method ? BIND_METHOD : BIND_FUNCTION;
    f->hides_deprecated = *texts == '~';
    f->no_arguments = *texts == '-';
    f->sigs = sigs;
    memcpy(at, texts, length);
    for (at += f->hides_deprecated; at && !f->no_arguments; at = end) {
        if ((end = strchr(at, '|')))
            *end++ = 0;
        at[strlen(at) - 1] = 0; /* ")" */
        if (parse_signature(t, &sigs[f->nrows++], at + 1) < 0) {
            free(f);
            free(sigs);
            return NULL;
        }
    }
    f->next = all;
    return all = f;
}

/* Scalars may stand for tensors where a row of the function says so. */
static void allow_numbers(struct bind_function *signature, const struct bind_function *f)
{
    bool numbers = false;
    for (int r = 0; r < f->nrows; r++)
        for (int i = 0; i < f->sigs[r].nparams; i++)
            numbers = numbers || f->sigs[r].params[i].numbers;
    for (int r = 0; r < signature->nrows; r++)
        for (int i = 0; i < signature->sigs[r].nparams; i++)
            signature->sigs[r].params[i].numbers = numbers && signature->nrows == 1;
}

struct bind_function *bind_signature_of(struct lang_thread *t, struct bind_function *f)
{
    if (!f->signature && (f->signature = bind_signature_find(t, f->name, f->form != BIND_FUNCTION && !f->of_module)))
        allow_numbers(f->signature, f);
    return f->signature;
}

int bind_args_error(struct lang_thread *t, struct bind_function *f, const lang_value *args, size_t nargs,
                    struct lang_tuple *kwnames)
{
    if (f->form == BIND_METHOD && strcmp(f->name, "norm") == 0 && kwnames) { /* a function of Python in PyTorch */
        static const char *const known[] = {"p", "dim", "keepdim", "dtype"};
        for (int64_t i = 0; i < kwnames->length; i++) {
            struct lang_str *name = lang_as_str(kwnames->items[i]);
            bool found = false;
            for (size_t k = 0; k < BIND_COUNT(known); k++)
                found = found || lang_str_equal_c(name, known[k]);
            if (!found)
                return lang_fail(t, LANG_EXC_TypeError, "Tensor.norm() got an unexpected keyword argument '%U'", name);
        }
    }
    bind_signature_of(t, f);
    if (lang_error_occurred(t) || (f->signature && raise_mismatch(t, f->signature, args, nargs, kwnames) < 0))
        return -1;
    if (f->of_module && nargs && bind_is_tensor(args[0])) {
        args++;
        nargs--;
    }
    /* PyTorch would take them, or its signature is not known: then as the table's rows have it */
    return raise_mismatch(t, f, args, nargs, kwnames) < 0
               ? -1
               : lang_fail(t, LANG_EXC_TypeError, "%s(): invalid arguments", f->name);
}

int bind_check_lists(struct lang_thread *t, const struct bind_function *signature, const struct bind_sig *sig,
                     const struct bind_call *call)
{
    if (call->varargs)
        return 0;
    for (int k = sig->nparams - 1; k >= 0; k--) {
        const lang_value v = call->values[k];
        const lang_value *items;
        size_t n;
        if (sig->params[k].kind != RT_INTS || lang_is_undef(v) || !bind_list_items(v, &items, &n))
            continue;
        for (size_t i = 1; i < n; i++)
            if (items[i].tag != LANG_BOOL && !bind_is_index_like(items[i]))
                return lang_fail(t, LANG_EXC_TypeError,
                                 "%s(): argument '%s' failed to unpack the object at pos %d with error \"type must be "
                                 "tuple of ints,but got %N\"",
                                 signature->name, sig->params[k].text, (int)i + 1, items[i]);
    }
    return 0;
}

int bind_signature_check(struct lang_thread *t, struct bind_function *signature, const lang_value *args, size_t nargs,
                         struct lang_tuple *kwnames)
{
    struct bind_call call;
    if (signature->no_arguments && !nargs && !kwnames)
        return 0;
    for (int r = 0; r < signature->nrows; r++)
        if (bind_match(t, signature, &signature->sigs[r], args, nargs, kwnames, &call, false) == 1)
            return bind_check_lists(t, signature, &signature->sigs[r], &call);
    return raise_mismatch(t, signature, args, nargs, kwnames);
}
