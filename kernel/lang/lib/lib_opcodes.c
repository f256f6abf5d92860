/* lib_opcodes.c: the module _opcodes: the table of the interpreter's instructions (vm/opcode.def) and the parts of a
 * code object that its attributes do not show, for the modules opcode and dis (prelude/_standalone). Reads, changes
 * nothing. */
#include "lib.h"
#include "vm/code.h"

/* Name and operands in turn. */
static const char *const rows[] = {
#define X(name, operands) #name, operands,
#include "vm/opcode.def"
#undef X
};

static const char *const binary[] = {
    [LANG_OP_ADD] = "+",     [LANG_OP_SUB] = "-",        [LANG_OP_MUL] = "*", [LANG_OP_MATMUL] = "@",
    [LANG_OP_TRUEDIV] = "/", [LANG_OP_FLOORDIV] = "//",  [LANG_OP_MOD] = "%", [LANG_OP_POW] = "**",
    [LANG_OP_LSHIFT] = "<<", [LANG_OP_RSHIFT] = ">>",    [LANG_OP_AND] = "&", [LANG_OP_XOR] = "^",
    [LANG_OP_OR] = "|",      [LANG_OP_DIVMOD] = "divmod"};
static const char *const unary[] = {
    [LANG_OP_NEG] = "-", [LANG_OP_POS] = "+", [LANG_OP_INVERT] = "~", [LANG_OP_ABS] = "abs"};
static const char *const compared[] = {
    [LANG_LT] = "<", [LANG_LE] = "<=", [LANG_EQ] = "==", [LANG_NE] = "!=", [LANG_GT] = ">", [LANG_GE] = ">="};

static struct lang_code *code_argument(struct lang_thread *t, lang_value v)
{
    if (lang_is_exactly(v, &lang_type_code))
        return (struct lang_code *)v.o;
    return lang_fail_null(t, LANG_EXC_TypeError, "a code object is required, not %N", v);
}

static lang_value o_constants(struct lang_thread *t, const lang_value *a)
{
    struct lang_code *code = code_argument(t, a[0]);
    struct lang_tuple *all = code ? lang_tuple_from(t, code->consts, code->const_count) : NULL;
    if (!all || lang_code_need_all(t, all) == 0)
        return lang_obj_or_error(all);
    lang_decref(t, all);
    return lang_error();
}

static lang_value o_sites(struct lang_thread *t, const lang_value *a)
{
    struct lang_code *code = code_argument(t, a[0]);
    struct lang_tuple *names = code ? lang_tuple_new(t, code->site_count) : NULL;
    for (uint32_t i = 0; names && i < code->site_count; i++)
        names->items[i] = code->sites[i].name ? lang_ref(lang_obj(code->sites[i].name)) : lang_none();
    return lang_obj_or_error(names);
}

static lang_value o_handlers(struct lang_thread *t, const lang_value *a)
{
    struct lang_code *code = code_argument(t, a[0]);
    struct lang_tuple *made = code ? lang_tuple_new(t, code->handler_count) : NULL;
    for (uint32_t i = 0; made && i < code->handler_count; i++) {
        const struct lang_handler *h = &code->handlers[i];
        const lang_value parts[] = {lang_int(h->start), lang_int(h->end), lang_int(h->target), lang_int(h->reg)};
        struct lang_tuple *row = lang_tuple_from(t, parts, 4);
        if (!row) {
            for (; i < code->handler_count; i++)
                made->items[i] = lang_none();
            lang_decref(t, made);
            return lang_error();
        }
        made->items[i] = lang_obj(row);
    }
    return lang_obj_or_error(made);
}

static const struct lang_method functions[] = {
    {"constants", "(code, /)", o_constants, "The constants that its instructions count.", 0},
    {"sites", "(code, /)", o_sites, "The names at the inline caches that its instructions count.", 0},
    {"handlers", "(code, /)", o_handlers, "(first, end, target, register) of each handler, in instructions.", 0},
    {0}};

/* Adds `count` texts as a tuple. */
static int add_table(struct lang_thread *t, struct lang_module *m, const char *name, const char *const *texts,
                     size_t count)
{
    struct lang_tuple *table = lang_tuple_new(t, (int64_t)count);
    for (size_t i = 0; table && i < count; i++) {
        struct lang_str *text = lang_intern_c(t, texts[i]);
        table->items[i] = text ? lang_obj(text) : lang_none();
        if (!text) {
            while (++i < count)
                table->items[i] = lang_none();
            lang_decref(t, table);
            return -1;
        }
    }
    return table ? lang_module_add_steal(t, m, name, lang_obj(table)) : -1;
}

static int init(struct lang_thread *t, struct lang_module *m)
{
    if (add_table(t, m, "rows", rows, sizeof rows / sizeof *rows) < 0 ||
        add_table(t, m, "binary", binary, sizeof binary / sizeof *binary) < 0 ||
        add_table(t, m, "unary", unary, sizeof unary / sizeof *unary) < 0)
        return -1;
    return add_table(t, m, "compared", compared, sizeof compared / sizeof *compared);
}

const struct lang_module_def lang_module__opcodes = {"_opcodes", "Instructions of the interpreter.", functions, init};
