/* code_object.c: code objects as values: attributes, lines, comparison, copies with other names and constants. How code
 * is made is compile.c's task; replace() takes nothing that the interpreter trusts and could not check. */
#include <string.h>

#include "vm/code.h"
#include "vm/native.h"

static void code_destroy(struct lang_thread *t, struct lang_object *o)
{
    struct lang_code *c = (struct lang_code *)o;
    lang_xdecref(t, c->name);
    lang_xdecref(t, c->qualname);
    lang_unref(t, c->doc);
    lang_code_drop_rest(t, c);
    lang_free(t, c->captures, c->free_count * sizeof *c->captures);
    lang_text_unref(c->text);
}

void lang_code_drop_rest(struct lang_thread *t, struct lang_code *c)
{
    for (uint32_t i = 0; i < c->const_count; i++)
        lang_unref(t, c->consts[i]);
    for (uint32_t i = 0; i < c->site_count; i++)
        lang_xdecref(t, c->sites[i].name);
    for (uint32_t i = 0; c->local_names && i < c->local_count; i++)
        lang_xdecref(t, c->local_names[i]);
    for (uint32_t i = 0; c->cell_names && i < c->cell_count; i++)
        lang_xdecref(t, c->cell_names[i]);
    for (uint32_t i = 0; c->free_names && i < c->free_count; i++)
        lang_xdecref(t, c->free_names[i]);
    lang_free(t, c->instrs, c->instr_count * sizeof *c->instrs);
    lang_free(t, c->line_table, c->line_table_size);
    lang_free(t, c->consts, c->const_count * sizeof *c->consts);
    lang_free(t, c->sites, c->site_count * sizeof *c->sites);
    lang_free(t, c->handlers, c->handler_count * sizeof *c->handlers);
    lang_free(t, c->local_names, c->local_count * sizeof *c->local_names);
    lang_free(t, c->cell_names, c->cell_count * sizeof *c->cell_names);
    lang_free(t, c->free_names, c->free_count * sizeof *c->free_names);
    c->instrs = NULL;
    c->line_table = NULL;
    c->consts = NULL;
    c->sites = NULL;
    c->handlers = NULL;
    c->local_names = c->cell_names = c->free_names = NULL;
    c->instr_count = c->line_table_size = c->const_count = c->site_count = c->handler_count = 0;
    c->local_count = c->cell_count = 0;
}

static lang_value code_repr(struct lang_thread *t, lang_value v)
{
    struct lang_code *c = (struct lang_code *)v.o;
    char cell[LANG_CELL_FILENAME];
    return lang_obj_or_error(lang_str_from_format(t, "<code object %U at 0x%llx, file \"%s\", line %u>", c->name,
                                                  (unsigned long long)v.bits, lang_text_filename(c->text, cell),
                                                  c->first_line));
}

static lang_value names_tuple(struct lang_thread *t, struct lang_str **names, uint32_t n)
{
    struct lang_tuple *u = lang_tuple_new(t, n);
    for (uint32_t i = 0; u && i < n; i++)
        u->items[i] = lang_ref(lang_obj(names[i]));
    return lang_obj_or_error(u);
}
#define CODE(v) ((struct lang_code *)(v).o)
static lang_value co_name(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_obj(lang_incref(CODE(v)->name));
}
static lang_value co_varnames(struct lang_thread *t, lang_value v)
{
    return names_tuple(t, CODE(v)->local_names, CODE(v)->local_count);
}
static lang_value co_freevars(struct lang_thread *t, lang_value v)
{
    return names_tuple(t, CODE(v)->free_names, CODE(v)->free_count);
}
static lang_value co_cellvars(struct lang_thread *t, lang_value v)
{
    return names_tuple(t, CODE(v)->cell_names, CODE(v)->cell_count);
}
/* Whether the first constant is the documentation or None, as of functions and lambdas. */
static bool has_doc(const struct lang_code *c)
{
    static const char *const without[] = {"<genexpr>", "<listcomp>", "<setcomp>", "<dictcomp>"};
    bool has = !(c->flags & LANG_CODE_NAMESPACE);
    for (size_t i = 0; has && i < sizeof without / sizeof *without; i++)
        has = !lang_str_equal_c(c->name, without[i]);
    return has;
}
/* Programs that have a code object find all of it there. */
int lang_code_need_all(struct lang_thread *t, struct lang_tuple *constants)
{
    for (int64_t i = 0; i < constants->length; i++)
        if (lang_is_exactly(constants->items[i], &lang_type_code) && lang_code_need(t, CODE(constants->items[i])) < 0)
            return -1;
    return 0;
}
static lang_value co_consts(struct lang_thread *t, lang_value v)
{
    struct lang_code *c = CODE(v);
    uint32_t doc = has_doc(c);
    struct lang_tuple *all = lang_tuple_new(t, doc + c->const_count);
    if (!all)
        return lang_error();
    if (doc)
        all->items[0] = lang_ref(c->doc);
    for (uint32_t i = 0; i < c->const_count; i++)
        all->items[doc + i] = lang_ref(c->consts[i]);
    if (lang_code_need_all(t, all) < 0) {
        lang_decref(t, all);
        return lang_error();
    }
    return lang_obj(all);
}
/* Attributes and globals that it uses, each once. */
static lang_value co_names(struct lang_thread *t, lang_value v)
{
    struct lang_dict *names = lang_dict_new(t);
    for (uint32_t i = 0; names && i < CODE(v)->site_count; i++)
        if (CODE(v)->sites[i].name && lang_dict_set_str(t, names, CODE(v)->sites[i].name, lang_none()) < 0) {
            lang_decref(t, names);
            return lang_error();
        }
    struct lang_tuple *all = names ? lang_to_tuple(t, lang_obj(names)) : NULL;
    lang_xdecref(t, names);
    return lang_obj_or_error(all);
}
static lang_value co_nlocals(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_int(CODE(v)->local_count);
}
static lang_value co_qualname(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_obj(lang_incref(CODE(v)->qualname));
}
static lang_value co_stacksize(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_int(CODE(v)->reg_count - CODE(v)->temp_base);
}
static lang_value co_argcount(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_int(CODE(v)->positional_count);
}
static lang_value co_kwonly(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_int(CODE(v)->kwonly_count);
}
static lang_value co_posonly(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_int(CODE(v)->posonly_count);
}
static const char *qualname_text(const struct lang_code *c)
{
    const char *text = lang_str_utf8(lang_the_vm->main, c->qualname, NULL);
    return text ? text : "";
}
enum { CO_VARARGS = 4, CO_VARKEYWORDS = 8, CO_ITERABLE_COROUTINE = 256 };
static int kind_flags(uint32_t f)
{
    const int iterable = f & LANG_CODE_ITERABLE_COROUTINE ? CO_ITERABLE_COROUTINE : 0;
    return f & LANG_CODE_COROUTINE         ? 128
           : f & LANG_CODE_ASYNC_GENERATOR ? 512
           : f & LANG_CODE_GENERATOR       ? 32 | iterable
                                           : 0;
}
static lang_value co_flags(struct lang_thread *t, lang_value v)
{
    (void)t;
    uint32_t f = CODE(v)->flags;
    if (f & LANG_CODE_NAMESPACE)
        return lang_int(0);
    bool nested = !lang_str_equal(CODE(v)->name, CODE(v)->qualname) && strstr(qualname_text(CODE(v)), "<locals>.");
    return lang_int((f & LANG_CODE_VARARGS ? CO_VARARGS : 0) | (f & LANG_CODE_VARKW ? CO_VARKEYWORDS : 0) |
                    kind_flags(f) | (nested ? 16 : 0) | 3);
}
static lang_value co_firstlineno(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_int(CODE(v)->first_line);
}
static lang_value co_filename(struct lang_thread *t, lang_value v)
{
    char cell[LANG_CELL_FILENAME];
    return lang_obj_or_error(lang_intern_c(t, lang_text_filename(CODE(v)->text, cell)));
}

/* What the interpreter executes, in its own form. */
static lang_value co_code(struct lang_thread *t, lang_value v)
{
    return lang_obj_or_error(lang_bytes_new(t, CODE(v)->instrs, CODE(v)->instr_count * sizeof *CODE(v)->instrs));
}

static lang_value co_linetable(struct lang_thread *t, lang_value v)
{
    return lang_code_locations(t, CODE(v));
}
static lang_value co_exceptiontable(struct lang_thread *t, lang_value v)
{
    return lang_code_handlers(t, CODE(v));
}

/* ------------------------------------------------------------------ lines */

static lang_value int_or_none(int64_t n)
{
    return n < 0 ? lang_none() : lang_int(n);
}

static int append_tuple(struct lang_thread *t, struct lang_list *l, const lang_value *items, int64_t n)
{
    return lang_list_append_steal(t, l, lang_obj_or_error(lang_tuple_from(t, items, n)));
}

static lang_value iterator_of(struct lang_thread *t, struct lang_list *l, int status)
{
    lang_value r = status < 0 ? lang_error() : lang_iter(t, lang_obj(l));
    lang_xdecref(t, l);
    return r;
}

/* Offsets count the beginning of the block as one step, as f_lasti does. */
static lang_value code_lines(struct lang_thread *t, const lang_value *args)
{
    struct lang_code *c = CODE(args[0]);
    struct lang_list *l = lang_list_new(t, 0);
    uint32_t start = 0, line = c->first_line;
    int status = l ? 0 : -1;
    for (uint32_t i = 0; status == 0 && c->line_table_size && i <= c->instr_count; i++) {
        uint32_t here = i < c->instr_count ? lang_code_line(c, i) : UINT32_MAX;
        if (here == line)
            continue;
        lang_value row[3] = {lang_int(2 * (int64_t)start), lang_int(2 * (int64_t)(i + 1)),
                             line ? lang_int(line) : lang_none()};
        status = append_tuple(t, l, row, 3);
        start = i + 1;
        line = here;
    }
    return iterator_of(t, l, status);
}

static lang_value code_positions(struct lang_thread *t, const lang_value *args)
{
    struct lang_code *c = CODE(args[0]);
    struct lang_list *l = lang_list_new(t, c->instr_count + 1);
    struct lang_position *all = c->line_table_size ? lang_code_positions(t, c) : NULL;
    int status = l && (all || !c->line_table_size) ? 0 : -1;
    for (uint32_t i = 0; status == 0 && all && i <= c->instr_count; i++) {
        const struct lang_position *at = &all[i];
        lang_value row[4] = {at->line ? lang_int(at->line) : lang_none(),
                             at->line ? lang_int(at->end_line) : lang_none(), int_or_none(at->col),
                             int_or_none(at->end_col)};
        status = append_tuple(t, l, row, 4);
    }
    lang_free(t, all, (c->instr_count + 1) * sizeof *all);
    return iterator_of(t, l, status);
}

/* ------------------------------------------------------------------ comparing */

static bool same_constant(struct lang_thread *t, lang_value a, lang_value b);

static bool same_names(struct lang_str **a, struct lang_str **b, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (!lang_str_equal(a[i], b[i]))
            return false;
    return true;
}

static bool same_code(struct lang_thread *t, struct lang_code *a, struct lang_code *b)
{
    if (a == b)
        return true;
    if (lang_code_need(t, a) < 0 || lang_code_need(t, b) < 0) {
        lang_error_clear(t);
        return false;
    }
    if (a->instr_count != b->instr_count || a->const_count != b->const_count || a->site_count != b->site_count ||
        a->flags != b->flags || a->local_count != b->local_count || a->cell_count != b->cell_count ||
        a->free_count != b->free_count || a->posonly_count != b->posonly_count ||
        a->positional_count != b->positional_count || a->kwonly_count != b->kwonly_count ||
        a->first_line != b->first_line || a->handler_count != b->handler_count ||
        a->line_table_size != b->line_table_size || !lang_str_equal(a->name, b->name) ||
        memcmp(a->instrs, b->instrs, a->instr_count * sizeof *a->instrs) != 0 ||
        (a->handler_count && memcmp(a->handlers, b->handlers, a->handler_count * sizeof *a->handlers) != 0) ||
        memcmp(a->line_table, b->line_table, a->line_table_size) != 0 ||
        !same_names(a->local_names, b->local_names, a->local_count) ||
        !same_names(a->cell_names, b->cell_names, a->cell_count) ||
        !same_names(a->free_names, b->free_names, a->free_count) || !same_constant(t, a->doc, b->doc))
        return false;
    for (uint32_t i = 0; i < a->site_count; i++)
        if (a->sites[i].name != b->sites[i].name)
            return false;
    for (uint32_t i = 0; i < a->const_count; i++)
        if (!same_constant(t, a->consts[i], b->consts[i]))
            return false;
    return true;
}

/* Equal, and of the same types in all items: 1 is not 1.0, 0.0 not -0.0. */
static bool same_constant(struct lang_thread *t, lang_value a, lang_value b)
{
    if (lang_same(a, b))
        return true;
    if (lang_type_of(a) != lang_type_of(b) || a.tag != LANG_OBJECT)
        return false;
    if (lang_is_exactly(a, &lang_type_code))
        return same_code(t, CODE(a), CODE(b));
    if (lang_is_exactly(a, &lang_type_tuple)) {
        struct lang_tuple *x = lang_as_tuple(a), *y = lang_as_tuple(b);
        bool same = x->length == y->length;
        for (int64_t i = 0; same && i < x->length; i++)
            same = same_constant(t, x->items[i], y->items[i]);
        return same;
    }
    if (lang_is_exactly(a, &lang_type_complex))
        return memcmp(&((struct lang_complex *)a.o)->real, &((struct lang_complex *)b.o)->real, 2 * sizeof(double)) ==
               0;
    int r = lang_equal(t, a, b);
    if (r < 0)
        lang_error_clear(t);
    return r > 0;
}

static lang_value code_compare(struct lang_thread *t, lang_value a, lang_value b, enum lang_compare_op op)
{
    if ((op != LANG_EQ && op != LANG_NE) || !lang_is_exactly(b, &lang_type_code))
        return lang_notimpl();
    return lang_bool(same_code(t, CODE(a), CODE(b)) == (op == LANG_EQ));
}

static int code_hash(struct lang_thread *t, lang_value v, int64_t *out)
{
    (void)t;
    struct lang_code *c = CODE(v);
    uint64_t h = (uint64_t)lang_str_hash(c->name);
    const uint64_t parts[] = {c->positional_count, c->posonly_count, c->kwonly_count, c->local_count,
                              c->first_line,       c->instr_count,   c->flags};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        h = h * 1000003 ^ parts[i];
    for (uint32_t i = 0; i < c->instr_count; i++)
        h = h * 1000003 ^ ((uint64_t)c->instrs[i].op << 32 | c->instrs[i].w);
    *out = (int64_t)h == -1 ? -2 : (int64_t)h;
    return 0;
}

/* ------------------------------------------------------------------ replace */

static void *copied(struct lang_thread *t, const void *from, size_t size)
{
    void *to = size ? lang_alloc(t, size) : NULL;
    if (to)
        memcpy(to, from, size);
    return to;
}

static struct lang_str **names_copied(struct lang_thread *t, struct lang_str **from, uint32_t n)
{
    struct lang_str **to = copied(t, from, n * sizeof *from);
    for (uint32_t i = 0; to && i < n; i++)
        lang_incref(to[i]);
    return to;
}

/* The same once more, with caches of its own. */
static struct lang_code *code_copy(struct lang_thread *t, const struct lang_code *c)
{
    struct lang_code *n = lang_object_new(t, &lang_type_code);
    if (!n)
        return NULL;
    struct lang_object head = n->head;
    *n = *c;
    n->head = head;
    lang_incref(n->name);
    lang_incref(n->qualname);
    lang_ref(n->doc);
    n->text->refs++;
    n->instrs = copied(t, c->instrs, c->instr_count * sizeof *c->instrs);
    n->line_table = copied(t, c->line_table, c->line_table_size);
    n->consts = copied(t, c->consts, c->const_count * sizeof *c->consts);
    n->sites = copied(t, c->sites, c->site_count * sizeof *c->sites);
    n->handlers = copied(t, c->handlers, c->handler_count * sizeof *c->handlers);
    n->captures = copied(t, c->captures, c->free_count * sizeof *c->captures);
    n->local_names = names_copied(t, c->local_names, c->local_count);
    n->cell_names = names_copied(t, c->cell_names, c->cell_count);
    n->free_names = names_copied(t, c->free_names, c->free_count);
    for (uint32_t i = 0; n->consts && i < n->const_count; i++)
        lang_ref(n->consts[i]);
    for (uint32_t i = 0; n->sites && i < n->site_count; i++)
        n->sites[i] = (struct lang_site){.name = c->sites[i].name ? lang_incref(c->sites[i].name) : NULL};
    if (!lang_error_occurred(t))
        return n;
    n->const_count = n->consts ? n->const_count : 0; /* missing parts are not visited */
    n->site_count = n->sites ? n->site_count : 0;
    n->instr_count = n->instrs ? n->instr_count : 0;
    n->handler_count = n->handlers ? n->handler_count : 0;
    n->line_table_size = n->line_table ? n->line_table_size : 0;
    lang_decref(t, n);
    return NULL;
}

enum replaced {
    R_ARGCOUNT,
    R_POSONLY,
    R_KWONLY,
    R_NLOCALS,
    R_STACKSIZE,
    R_FLAGS,
    R_FIRSTLINE,
    R_CODE,
    R_CONSTS,
    R_NAMES,
    R_VARNAMES,
    R_FREEVARS,
    R_CELLVARS,
    R_FILENAME,
    R_NAME,
    R_QUALNAME,
    R_LINETABLE,
    R_EXCEPTIONTABLE,
    R_COUNT
};

static const struct replaced_row {
    const char *name;
    struct lang_type *type; /* NULL: a number */
    lang_value (*now)(struct lang_thread *t, lang_value v);
} replaced_rows[R_COUNT] = {
    [R_ARGCOUNT] = {"co_argcount", NULL, co_argcount},
    [R_POSONLY] = {"co_posonlyargcount", NULL, co_posonly},
    [R_KWONLY] = {"co_kwonlyargcount", NULL, co_kwonly},
    [R_NLOCALS] = {"co_nlocals", NULL, co_nlocals},
    [R_STACKSIZE] = {"co_stacksize", NULL, co_stacksize},
    [R_FLAGS] = {"co_flags", NULL, co_flags},
    [R_FIRSTLINE] = {"co_firstlineno", NULL, co_firstlineno},
    [R_CODE] = {"co_code", &lang_type_bytes, co_code},
    [R_CONSTS] = {"co_consts", &lang_type_tuple, co_consts},
    [R_NAMES] = {"co_names", &lang_type_tuple, co_names},
    [R_VARNAMES] = {"co_varnames", &lang_type_tuple, co_varnames},
    [R_FREEVARS] = {"co_freevars", &lang_type_tuple, co_freevars},
    [R_CELLVARS] = {"co_cellvars", &lang_type_tuple, co_cellvars},
    [R_FILENAME] = {"co_filename", &lang_type_str, co_filename},
    [R_NAME] = {"co_name", &lang_type_str, co_name},
    [R_QUALNAME] = {"co_qualname", &lang_type_str, co_qualname},
    [R_LINETABLE] = {"co_linetable", &lang_type_bytes, co_linetable},
    [R_EXCEPTIONTABLE] = {"co_exceptiontable", &lang_type_bytes, co_exceptiontable},
};

static int check_replaced(struct lang_thread *t, const lang_value *to)
{
    for (int i = 0; i < R_COUNT; i++) {
        const struct replaced_row *row = &replaced_rows[i];
        int64_t n;
        if (lang_is_undef(to[i]))
            continue;
        if (row->type && !lang_is_a(to[i], row->type))
            return lang_fail(t, LANG_EXC_TypeError, "replace() argument '%s' must be %s, not %A", row->name,
                             row->type->name, to[i]);
        if (!row->type && lang_as_index(t, to[i], &n) < 0)
            return -1;
        if (!row->type && n < 0)
            return lang_fail(t, LANG_EXC_ValueError, "%s must be a positive integer", row->name);
        for (int64_t k = 0; i >= R_NAMES && i <= R_CELLVARS && k < lang_as_tuple(to[i])->length; k++)
            if (!lang_is_str(lang_as_tuple(to[i])->items[k]))
                return lang_fail(t, LANG_EXC_SystemError, "non-string found in code slot");
    }
    return 0;
}

static int replace_names(struct lang_thread *t, struct lang_str **names, uint32_t n, lang_value to, const char *what)
{
    if ((uint64_t)lang_as_tuple(to)->length != n)
        return lang_fail(t, LANG_EXC_ValueError, "code: %s is too %s", what,
                         (uint64_t)lang_as_tuple(to)->length < n ? "small" : "large");
    for (uint32_t i = 0; i < n; i++) {
        struct lang_str *name = lang_intern_str(t, lang_as_str(lang_as_tuple(to)->items[i])), *old = names[i];
        if (!name)
            return -1;
        names[i] = name;
        lang_decref(t, old);
    }
    return 0;
}

/* Names of attributes and globals, each of which may stand at several sites. */
static int replace_site_names(struct lang_thread *t, struct lang_code *c, lang_value to)
{
    lang_value now = co_names(t, lang_obj(c));
    if (lang_is_error(now))
        return -1;
    struct lang_tuple *old = lang_as_tuple(now), *new = lang_as_tuple(to);
    int s = old->length == new->length ? 0 : lang_fail(t, LANG_EXC_ValueError, "code: co_names has another length");
    for (uint32_t i = 0; s == 0 && i < c->site_count; i++)
        for (int64_t k = 0; c->sites[i].name && k < old->length; k++)
            if (lang_as_str(old->items[k]) == c->sites[i].name) {
                struct lang_str *name = lang_intern_str(t, lang_as_str(new->items[k])), *before = c->sites[i].name;
                if (!name) {
                    s = -1;
                    break;
                }
                c->sites[i].name = name;
                lang_decref(t, before);
                break;
            }
    lang_unref(t, now);
    return s;
}

/* Whether the interpreter, which trusts its constants, may find b where it has had a. */
static bool is_replaceable(lang_value a, lang_value b)
{
    bool code = lang_is_exactly(a, &lang_type_code), tuple = lang_is_exactly(a, &lang_type_tuple);
    if (lang_same(a, b))
        return true;
    if (!code && !tuple && !lang_is_str(a))
        return true;
    if (lang_type_of(a) != lang_type_of(b))
        return false;
    if (code)
        return CODE(a)->free_count == CODE(b)->free_count &&
               (CODE(a)->free_count == 0 ||
                memcmp(CODE(a)->captures, CODE(b)->captures, CODE(a)->free_count * sizeof *CODE(a)->captures) == 0);
    if (!tuple)
        return true;
    struct lang_tuple *x = lang_as_tuple(a), *y = lang_as_tuple(b);
    bool may = x->length == y->length;
    for (int64_t i = 0; may && i < x->length; i++)
        may = lang_type_of(x->items[i]) == lang_type_of(y->items[i]) && is_replaceable(x->items[i], y->items[i]);
    return may;
}

static int replace_consts(struct lang_thread *t, struct lang_code *c, struct lang_tuple *to)
{
    uint32_t doc = has_doc(c);
    bool may = to->length == doc + c->const_count;
    for (uint32_t i = 0; may && i < c->const_count; i++)
        may = is_replaceable(c->consts[i], to->items[doc + i]);
    if (!may)
        return lang_fail(t, LANG_EXC_ValueError, "code: co_consts can be replaced by constants of the same kinds only");
    if (doc)
        lang_set_steal(t, &c->doc, lang_is_str(to->items[0]) ? lang_ref(to->items[0]) : lang_none());
    for (uint32_t i = 0; i < c->const_count; i++) {
        lang_value v = to->items[doc + i];
        struct lang_str *name = NULL;
        if (lang_is_exactly(v, &lang_type_str) && !(name = lang_intern_str(t, lang_as_str(v))))
            return -1;
        lang_set_steal(t, &c->consts[i], name ? lang_obj(name) : lang_ref(v));
    }
    return 0;
}

static int replace_first_line(struct lang_thread *t, struct lang_code *c, uint32_t line)
{
    uint32_t n = c->instr_count, by = line - c->first_line;
    struct lang_position *positions = by && n ? lang_alloc(t, n * sizeof *positions) : NULL;
    uint8_t *old = c->line_table;
    uint32_t old_size = c->line_table_size;
    if (by && n && !positions)
        return -1;
    for (uint32_t i = 0; positions && i < n; i++) {
        positions[i] = lang_code_position(c, i);
        positions[i].line += by;
        positions[i].end_line += by;
    }
    int s = positions ? lang_code_set_positions(t, c, positions) : 0;
    if (positions && s == 0)
        lang_free(t, old, old_size);
    lang_free(t, positions, n * sizeof *positions);
    c->first_line += by;
    c->last_line += by;
    return s;
}

static int replace_filename(struct lang_thread *t, struct lang_code *c, lang_value name)
{
    struct lang_source source = {.text = "", .filename = lang_str_utf8(t, lang_as_str(name), NULL)};
    char cell[LANG_CELL_FILENAME];
    if (!source.filename)
        return -1;
    if (strcmp(source.filename, lang_text_filename(c->text, cell)) == 0)
        return 0;
    struct lang_text *text = lang_text_new(t, &source, "", 0, c->text->hidden);
    if (!text)
        return -1;
    lang_text_unref(c->text);
    c->text = text;
    return 0;
}

static void replace_text(struct lang_thread *t, struct lang_str **slot, lang_value to)
{
    struct lang_str *old = *slot;
    *slot = lang_incref(to.o);
    lang_decref(t, old);
}

/* The rest belongs to the form of the interpreter's own instructions: it can only be named as it is. */
static int check_fixed(struct lang_thread *t, struct lang_code *c, const lang_value *to)
{
    static const uint8_t fixed[] = {R_NLOCALS, R_STACKSIZE, R_CODE, R_EXCEPTIONTABLE};
    for (size_t i = 0; i < sizeof fixed; i++) {
        const struct replaced_row *row = &replaced_rows[fixed[i]];
        if (lang_is_undef(to[fixed[i]]))
            continue;
        if (fixed[i] == R_EXCEPTIONTABLE && ((struct lang_bytes *)to[fixed[i]].o)->length == 0)
            continue; /* exceptions go through it */
        lang_value now = row->now(t, lang_obj(c));
        int equal = lang_is_error(now) ? -1 : lang_equal(t, now, to[fixed[i]]);
        lang_unref(t, now);
        if (equal < 0)
            return -1;
        if (!equal && fixed[i] == R_NLOCALS)
            return lang_fail(t, LANG_EXC_ValueError, "code: co_nlocals != len(co_varnames)");
        if (!equal)
            return lang_fail(t, LANG_EXC_ValueError, "code: %s cannot be replaced by another value", row->name);
    }
    return 0;
}

static int count_or(struct lang_thread *t, lang_value to, uint32_t now, uint32_t *n)
{
    int64_t value = now;
    if (!lang_is_undef(to) && lang_as_index(t, to, &value) < 0)
        return -1;
    *n = value > UINT16_MAX ? UINT16_MAX : (uint32_t)value;
    return 0;
}

/* Parameters may become others of another kind (*args a plain one) as long as they are as many: they have the same
 * slots then. */
static int replace_parameters(struct lang_thread *t, struct lang_code *c, const lang_value *to)
{
    const uint32_t stars = LANG_CODE_VARARGS | LANG_CODE_VARKW;
    uint32_t positional, posonly, kwonly, flags = c->flags & stars;
    int64_t wanted = 0;
    if (count_or(t, to[R_ARGCOUNT], c->positional_count, &positional) < 0 ||
        count_or(t, to[R_POSONLY], c->posonly_count, &posonly) < 0 ||
        count_or(t, to[R_KWONLY], c->kwonly_count, &kwonly) < 0)
        return -1;
    if (!lang_is_undef(to[R_FLAGS]) && lang_as_index(t, to[R_FLAGS], &wanted) < 0)
        return -1;
    if (!lang_is_undef(to[R_FLAGS]))
        flags = (wanted & CO_VARARGS ? LANG_CODE_VARARGS : 0) | (wanted & CO_VARKEYWORDS ? LANG_CODE_VARKW : 0);
    if (positional == c->positional_count && posonly == c->posonly_count && kwonly == c->kwonly_count &&
        flags == (c->flags & stars))
        return 0;
    uint32_t count = positional + kwonly + !!(flags & LANG_CODE_VARARGS) + !!(flags & LANG_CODE_VARKW);
    if (posonly > positional || count != c->param_count)
        return lang_fail(t, LANG_EXC_ValueError, "code: the number of parameters cannot be replaced by another");
    c->positional_count = positional;
    c->posonly_count = posonly;
    c->kwonly_count = kwonly;
    c->flags = (c->flags & ~(stars | LANG_CODE_SIMPLE)) | flags;
    c->direct_count = UINT32_MAX;
    return 0;
}

/* A generator may become one that can be awaited, which types.coroutine does; beside the parameters the flags say
 * nothing else of a program's making. */
static int replace_flags(struct lang_thread *t, struct lang_code *c, lang_value to)
{
    lang_value now = co_flags(t, lang_obj(c));
    int64_t flags = 0;
    if (lang_as_index(t, to, &flags) < 0)
        return -1;
    bool iterable = flags & CO_ITERABLE_COROUTINE && kind_flags(c->flags) & 32;
    if ((flags | (iterable ? CO_ITERABLE_COROUTINE : 0)) != (now.i | (iterable ? CO_ITERABLE_COROUTINE : 0)))
        return lang_fail(t, LANG_EXC_ValueError, "code: co_flags cannot be replaced by another value");
    if (iterable)
        c->flags |= LANG_CODE_ITERABLE_COROUTINE;
    return 0;
}

static void drop_handlers(struct lang_thread *t, struct lang_code *c)
{
    lang_free(t, c->handlers, c->handler_count * sizeof *c->handlers);
    c->handlers = NULL;
    c->handler_count = 0;
}

static lang_value code_replace(struct lang_thread *t, const lang_value *args)
{
    const lang_value *to = args + 1;
    int64_t line = 0;
    if (check_replaced(t, to) < 0 || check_fixed(t, CODE(args[0]), to) < 0)
        return lang_error();
    struct lang_code *c = code_copy(t, CODE(args[0]));
    if (!c)
        return lang_error();
    if (replace_parameters(t, c, to) < 0 || (!lang_is_undef(to[R_FLAGS]) && replace_flags(t, c, to[R_FLAGS]) < 0)) {
        lang_decref(t, c);
        return lang_error();
    }
    int s = lang_is_undef(to[R_VARNAMES])
                ? 0
                : replace_names(t, c->local_names, c->local_count, to[R_VARNAMES], "co_varnames");
    if (s == 0 && !lang_is_undef(to[R_CELLVARS]))
        s = replace_names(t, c->cell_names, c->cell_count, to[R_CELLVARS], "co_cellvars");
    if (s == 0 && !lang_is_undef(to[R_FREEVARS]))
        s = replace_names(t, c->free_names, c->free_count, to[R_FREEVARS], "co_freevars");
    if (s == 0 && !lang_is_undef(to[R_NAMES]))
        s = replace_site_names(t, c, to[R_NAMES]);
    if (s == 0 && !lang_is_undef(to[R_CONSTS]))
        s = replace_consts(t, c, lang_as_tuple(to[R_CONSTS]));
    if (s == 0 && !lang_is_undef(to[R_FILENAME]))
        s = replace_filename(t, c, to[R_FILENAME]);
    if (s == 0 && !lang_is_undef(to[R_FIRSTLINE]) && (s = lang_as_index(t, to[R_FIRSTLINE], &line)) == 0)
        s = line > INT32_MAX ? lang_fail(t, LANG_EXC_OverflowError, "signed integer is greater than maximum")
                             : replace_first_line(t, c, (uint32_t)line);
    if (s == 0 && !lang_is_undef(to[R_LINETABLE]))
        s = lang_code_set_locations(t, c, (struct lang_bytes *)to[R_LINETABLE].o);
    if (s == 0 && !lang_is_undef(to[R_EXCEPTIONTABLE]) && ((struct lang_bytes *)to[R_EXCEPTIONTABLE].o)->length == 0)
        drop_handlers(t, c);
    if (s < 0) {
        lang_decref(t, c);
        return lang_error();
    }
    if (!lang_is_undef(to[R_NAME]))
        replace_text(t, &c->name, to[R_NAME]);
    if (!lang_is_undef(to[R_QUALNAME]))
        replace_text(t, &c->qualname, to[R_QUALNAME]);
    return lang_obj(c);
}

static const struct lang_getset code_getset[] = {
    {"co_name", co_name, NULL, NULL},
    {"co_varnames", co_varnames, NULL, NULL},
    {"co_freevars", co_freevars, NULL, NULL},
    {"co_cellvars", co_cellvars, NULL, NULL},
    {"co_consts", co_consts, NULL, NULL},
    {"co_names", co_names, NULL, NULL},
    {"co_nlocals", co_nlocals, NULL, NULL},
    {"co_qualname", co_qualname, NULL, NULL},
    {"co_stacksize", co_stacksize, NULL, NULL},
    {"co_argcount", co_argcount, NULL, NULL},
    {"co_kwonlyargcount", co_kwonly, NULL, NULL},
    {"co_posonlyargcount", co_posonly, NULL, NULL},
    {"co_flags", co_flags, NULL, NULL},
    {"co_firstlineno", co_firstlineno, NULL, NULL},
    {"co_filename", co_filename, NULL, NULL},
    {"co_code", co_code, NULL, NULL},
    {"co_linetable", co_linetable, NULL, NULL},
    {"co_exceptiontable", co_exceptiontable, NULL, NULL},
    {NULL, NULL, NULL, NULL},
};

static const struct lang_method code_methods[] = {
    {"co_lines", "()", code_lines, "Iterate over (start, end, line) of the code.", LANG_M_NOSIG},
    {"co_positions", "()", code_positions, "Iterate over (line, end line, column, end column) of the instructions.",
     LANG_M_NOSIG},
    {"replace",
     "(*, co_argcount=-1, co_posonlyargcount=-1, co_kwonlyargcount=-1, co_nlocals=-1, co_stacksize=-1, co_flags=-1, "
     "co_firstlineno=-1, co_code=None, co_consts=None, co_names=None, co_varnames=None, co_freevars=None, "
     "co_cellvars=None, co_filename=None, co_name=None, co_qualname=None, co_linetable=None, co_exceptiontable=None)",
     code_replace, "Return a copy of the code object with new values for the specified fields.", 0},
    {NULL, NULL, NULL, NULL, 0},
};

struct lang_type lang_type_code = {
    .name = "code",
    .size = sizeof(struct lang_code),
    .flags = LANG_TYPE_WEAKREF,
    .getset = code_getset,
    .methods = code_methods,
    .destroy = code_destroy,
    .repr = code_repr,
    .compare = code_compare,
    .hash = code_hash,
};
