/* Parses the schema of a row into parameters with kinds and defaults, and finds rows by name. Must not know what an op
   does. */
#include "op.h"

#include <ctype.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static char *copy_text(const char *text, size_t length)
{
    char *copy = rt_alloc(length + 1);

    if (copy) {
        memcpy(copy, text, length);
        copy[length] = 0;
    }
    return copy;
}

static const char *skip(const char *p)
{
    while (*p == ' ')
        p++;
    return p;
}

/* "Tensor(a!)?", "int[2]?", "Tensor?[]" ... */
static const char *parse_type(const char *p, struct rt_param *param)
{
    static const struct {
        const char *word;
        enum rt_kind one, many;
    } types[] = {{"Tensor", RT_TENSOR, RT_TENSORS},  {"Scalar", RT_SCALAR, RT_NONE},
                 {"int", RT_INT, RT_INTS},           {"SymInt", RT_INT, RT_INTS},
                 {"float", RT_FLOAT, RT_FLOATS},     {"bool", RT_BOOLEAN, RT_NONE},
                 {"str", RT_STRING, RT_NONE},        {"ScalarType", RT_DTYPE_ARG, RT_NONE},
                 {"Device", RT_DEVICE_ARG, RT_NONE}, {"Generator", RT_GENERATOR, RT_NONE},
                 {"Layout", RT_LAYOUT, RT_NONE},     {"MemoryFormat", RT_MEMORY_FORMAT, RT_NONE}};
    size_t length = 0;
    enum rt_kind many = RT_NONE;

    while (isalnum((unsigned char)p[length]))
        length++;
    param->kind = RT_NONE;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strlen(types[i].word) == length && !memcmp(types[i].word, p, length)) {
            param->kind = types[i].one;
            param->symbolic = !strcmp(types[i].word, "SymInt");
            many = types[i].many;
        }
    p += length;
    if (*p == '(') { /* alias annotation */
        while (*p && *p != ')')
            p++;
        if (*p)
            p++;
    }
    if (*p == '?') {
        param->optional = true;
        p++;
    }
    if (*p == '[') {
        param->kind = many;
        param->list_of_optional = param->optional;
        param->optional = false;
        p++;
        param->list_size = (int)strtol(p, (char **)&p, 10);
        if (*p == ']')
            p++;
        if (*p == '?') {
            param->optional = true;
            p++;
        }
    }
    return p;
}

/* "=0", "=None", "=[1, 1]", "=\"none\"", "=True", "=1e-5", "=Mean" */
static const char *parse_default(const char *p, struct rt_param *param, struct rt_arg *value)
{
    char *end;

    param->has_default = true;
    if (!strncmp(p, "None", 4)) {
        *value = rt_arg_none();
        return p + 4;
    }
    if (!strncmp(p, "True", 4) || !strncmp(p, "False", 5)) {
        bool is_true = *p == 'T';
        *value = param->kind == RT_SCALAR ? rt_arg_scalar(rt_scalar_bool(is_true)) : rt_arg_bool(is_true);
        return p + (is_true ? 4 : 5);
    }
    if (*p == '"' || *p == '\'') {
        const char *close = strchr(p + 1, *p);
        if (!close)
            return NULL;
        char *text = copy_text(p + 1, (size_t)(close - p - 1));
        if (!text)
            return NULL;
        *value = rt_arg_string(text, (uint32_t)(close - p - 1));
        return close + 1;
    }
    if (*p == '[') {
        int64_t list[8], *copy;
        uint32_t n = 0;
        for (p = skip(p + 1); *p && *p != ']' && n < 8; p = skip(p)) {
            list[n++] = strtoll(p, &end, 10);
            p = skip(end);
            if (*p == ',')
                p++;
        }
        if (!(copy = rt_alloc(sizeof list)))
            return NULL;
        memcpy(copy, list, n * sizeof *list);
        *value = rt_arg_ints(copy, n);
        return *p == ']' ? p + 1 : NULL;
    }
    if (param->kind == RT_INT || param->kind == RT_INTS) {
        int64_t v = strtoll(p, &end, 10);
        if (param->kind == RT_INTS) { /* int[2] stride=1 */
            int64_t *copy = rt_alloc(8 * sizeof *copy);
            int n = param->list_size ? param->list_size : 1;
            if (!copy)
                return NULL;
            for (int i = 0; i < n && i < 8; i++)
                copy[i] = v;
            *value = rt_arg_ints(copy, (uint32_t)n);
        } else
            *value = rt_arg_int(v);
        return end;
    }
    double number = strtod(p, &end);
    if (end == p)
        return NULL;
    if (param->kind == RT_FLOAT)
        *value = rt_arg_float(number);
    else if (memchr(p, '.', (size_t)(end - p)) || memchr(p, 'e', (size_t)(end - p)) ||
             memchr(p, 'i', (size_t)(end - p)))
        *value = rt_arg_scalar(rt_scalar_float(number));
    else
        *value = rt_arg_scalar(rt_scalar_int((int64_t)number));
    return end;
}

static size_t word_length(const char *p)
{
    size_t n = 0;

    while (isalnum((unsigned char)p[n]) || p[n] == '_')
        n++;
    return n;
}

static const char *parse_params(const char *p, struct rt_schema *s)
{
    bool keyword_only = false;

    for (p = skip(p); *p && *p != ')';) {
        struct rt_param *param = &s->params[s->nparams];
        size_t length;
        if (*p == '*') {
            keyword_only = true;
            p = skip(p + 1);
        } else {
            if (s->nparams == RT_MAX_ARGS)
                return NULL;
            s->nparams++;
            p = skip(parse_type(p, param));
            if (param->kind == RT_NONE || (length = word_length(p)) == 0)
                return NULL;
            if (!(param->name = copy_text(p, length)))
                return NULL;
            param->keyword_only = keyword_only;
            if (!keyword_only)
                s->npositional = s->nparams;
            p += length;
            s->defaults[s->nparams - 1] = rt_arg_none();
            if (*p == '=' && !(p = parse_default(p + 1, param, &s->defaults[s->nparams - 1])))
                return NULL;
            p = skip(p);
            if (!param->has_default && !param->optional)
                s->given = s->nparams;
        }
        if (*p == ',')
            p = skip(p + 1);
    }
    return *p == ')' ? p + 1 : NULL;
}

static const char *parse_returns(const char *p, struct rt_schema *s)
{
    p = skip(p);
    if (strncmp(p, "->", 2))
        return NULL;
    p = skip(p + 2);
    bool several = *p == '(';
    if (several)
        p = skip(p + 1);
    while (*p && *p != ')') {
        struct rt_param type = {0};
        struct rt_return *ret = &s->returns[s->nreturns];
        size_t length;
        if (s->nreturns == RT_MAX_RESULTS)
            return NULL;
        p = skip(parse_type(p, &type));
        if (type.kind != RT_TENSOR && type.kind != RT_TENSORS)
            return NULL;
        ret->kind = type.kind;
        if ((length = word_length(p)) && !(ret->name = copy_text(p, length)))
            return NULL;
        s->nreturns++;
        p = skip(p + length);
        if (*p == ',')
            p = skip(p + 1);
        if (!several)
            break;
    }
    return p;
}

static void free_schema(struct rt_schema *s)
{
    for (int i = 0; i < s->nparams; i++) {
        rt_free(s->params[i].name);
        if (s->defaults[i].kind == RT_INTS)
            rt_free((void *)s->defaults[i].ints);
        else if (s->defaults[i].kind == RT_STRING)
            rt_free((void *)s->defaults[i].string);
    }
    for (int i = 0; i < s->nreturns; i++)
        rt_free(s->returns[i].name);
    for (int i = 0; i < 4; i++)
        rt_free(s->node_names[i]);
    rt_free(s->name);
    rt_free(s->overload);
    rt_free(s);
}

/* The parameter that decides whether another one is saved: behind the slash of "self/other"; -1 where there is none. */
static int deciding(const struct rt_schema *s, const char *slash)
{
    size_t length = *slash == '/' ? word_length(slash + 1) : 0;

    for (int i = 0; length && i < s->nparams; i++)
        if (strlen(s->params[i].name) == length && !memcmp(s->params[i].name, slash + 1, length))
            return i;
    return -1;
}

/* "self/other other/self result": which arguments and results are saved, as bitmasks, and on what that depends; "!P": a
   result without a gradient; "-P", "-P#": an argument without an edge, always or where it is a scalar. */
static void parse_saves(struct rt_op *op, struct rt_schema *s)
{
    memset(s->saved_if, -1, sizeof s->saved_if);
    for (int i = 0; i < s->nparams; i++) {
        s->ntensors += s->params[i].kind == RT_TENSOR;
        s->has_list = s->has_list || s->params[i].kind == RT_TENSORS;
    }
    for (const char *p = op->saves; p && *p;) {
        bool constant = *p == '!', hidden = *p == '-';
        size_t length = word_length(p += constant || hidden);
        if (length == 6 && !memcmp(p, "result", 6))
            op->saves_results |= 1;
        for (int i = 0; i < s->nreturns; i++)
            if (s->returns[i].name && strlen(s->returns[i].name) == length && !memcmp(s->returns[i].name, p, length)) {
                op->saves_results |= 1u << i;
                op->constants |= (uint32_t)constant << i;
            }
        for (int i = 0; i < s->nparams; i++)
            if (strlen(s->params[i].name) == length && !memcmp(s->params[i].name, p, length)) {
                if (hidden)
                    *(p[length] == '#' ? &op->hidden_scalars : &op->hidden_edges) |= 1u << i;
                else
                    op->saves_args |= 1u << i, s->saved_if[i] = (int8_t)deciding(s, p + length);
            }
        p += length;
        while (*p && *p != ' ')
            p++;
        p = skip(p);
    }
}

static bool parse_node_names(const struct rt_op *op, struct rt_schema *s)
{
    const char *text = op->grad_name, *bar, *end, *comma;

    if (!text)
        return true;
    bar = strchr(text, '|');
    end = text + strcspn(text, ";");
    const char *plain = bar ? bar + 1 : text, *inplace = *end ? end + 1 : plain;
    comma = bar ? memchr(text, ',', (size_t)(bar - text)) : NULL;
    s->node_names[RT_NAME_FIRST] = copy_text(text, (size_t)((comma ? comma : bar ? bar : end) - text));
    text = comma ? comma + 1 : text;
    s->node_names[RT_NAME_SCALAR] = copy_text(text, (size_t)((bar ? bar : end) - text));
    s->node_names[RT_NAME_PLAIN] = copy_text(plain, (size_t)(end - plain));
    s->node_names[RT_NAME_INPLACE] = copy_text(inplace, strcspn(inplace, ";"));
    s->one_name = !bar && !*end;
    return s->node_names[0] && s->node_names[1] && s->node_names[2] && s->node_names[3];
}

static struct rt_schema *parse(struct rt_op *op, struct rt_error *err)
{
    struct rt_schema *s = rt_alloc(sizeof *s);
    const char *p = op->text, *open = strchr(p, '('), *dot = memchr(p, '.', (size_t)(open ? open - p : 0));
    const char *name_end = dot ? dot : open;

    if (!s || !open) {
        rt_free(s);
        rt_error_memory(err);
        return NULL;
    }
    memset(s, 0, sizeof *s);
    s->name = copy_text(p, (size_t)(name_end - p));
    s->overload = dot ? copy_text(dot + 1, (size_t)(open - dot - 1)) : copy_text("", 0);
    p = parse_params(open + 1, s);
    if (!s->name || !s->overload || !p || !parse_returns(p, s)) {
        free_schema(s);
        rt_error_set(err, RT_RUNTIME, "malformed schema: %s", op->text);
        return NULL;
    }
    if (!parse_node_names(op, s)) {
        free_schema(s);
        rt_error_memory(err);
        return NULL;
    }
    parse_saves(op, s);
    return s;
}

const struct rt_schema *rt_op_schema(struct rt_op *op, struct rt_error *err)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    struct rt_schema *s = __atomic_load_n(&op->schema, __ATOMIC_ACQUIRE);

    if (s)
        return s;
    pthread_mutex_lock(&lock);
    if (!(s = op->schema) && (s = parse(op, err)))
        __atomic_store_n(&op->schema, s, __ATOMIC_RELEASE);
    pthread_mutex_unlock(&lock);
    return s;
}

size_t rt_op_name(const struct rt_op *op, const char **name)
{
    *name = op->text;
    return word_length(op->text);
}

/* ---- finding rows by name: a hash of base names, made on first use ----------------------------------------------- */

#define SLOTS 1024
static int16_t first_row[SLOTS], *next_row;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static unsigned hash(const char *name, size_t length)
{
    unsigned h = 2166136261u;

    for (size_t i = 0; i < length; i++)
        h = (h ^ (unsigned char)name[i]) * 16777619u;
    return h % SLOTS;
}

static void index_rows(void)
{
    next_row = malloc((size_t)rt_op_count * sizeof *next_row);
    if (!next_row)
        return;
    memset(first_row, -1, sizeof first_row);
    for (int i = rt_op_count - 1; i >= 0; i--) {
        const char *name;
        size_t length = rt_op_name(rt_ops[i], &name);
        unsigned h = hash(name, length);
        next_row[i] = first_row[h];
        first_row[h] = (int16_t)i;
    }
}

struct rt_op *rt_op_find(const char *name, int n)
{
    size_t length = strlen(name);

    pthread_once(&once, index_rows);
    if (!next_row)
        return NULL;
    for (int i = first_row[hash(name, length)]; i >= 0; i = next_row[i]) {
        const char *row;
        if (rt_op_name(rt_ops[i], &row) == length && !memcmp(row, name, length) && n-- == 0)
            return rt_ops[i];
    }
    return NULL;
}

struct rt_op *rt_op_named(const char *name)
{
    size_t length = strlen(name);

    for (int i = 0; i < rt_op_count; i++)
        if (!strncmp(rt_ops[i]->text, name, length) && rt_ops[i]->text[length] == '(')
            return rt_ops[i];
    return NULL;
}
