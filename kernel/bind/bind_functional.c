/* bind_functional.c: methods of tensors that are functions of prelude/torch/functional.py, and those that look at their
 * arguments themselves. Knows which function a method is, not what it does. */
#include "bind_args.h"

#include <stdlib.h>
#include <string.h>

struct raw_row {
    const char *name, *doc;
    lang_call_fn fn;
    struct bind_function *known; /* what PyTorch's method takes, looked up at the first call */
    struct bind_function *quick; /* rows for its plain case, likewise */
    bool looked_up;
};

/* What the rows of its name say; UNDEF: ask the function. */
static lang_value try_rows(struct lang_thread *t, struct raw_row *row, const lang_value *args, size_t nargs,
                           struct lang_tuple *kwnames)
{
    if (!row->looked_up) {
        row->known = bind_known(t, row->name, true);
        row->quick = lang_error_occurred(t) ? NULL : bind_fast_path(t, row->name, true);
        row->looked_up = !lang_error_occurred(t);
        if (!row->looked_up)
            return lang_error();
    }
    return row->quick && nargs && bind_is_tensor(args[0])
               ? bind_try_fast_path(t, row->quick, args[0], args + 1, nargs - 1, kwnames)
               : lang_undef();
}

/* Methods that are functions of prelude/torch/functional.py: x.quantile(q) is torch.functional.quantile(x, q). */
static lang_value call_functional(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                                  struct lang_tuple *kwnames)
{
    struct raw_row *row = (struct raw_row *)(uintptr_t)((struct lang_native *)callee.o)->data;
    lang_value v = try_rows(t, row, args, nargs, kwnames);
    if (!lang_is_undef(v))
        return v;
    lang_value module = lang_import(t, "torch.functional");
    if (lang_is_error(module))
        return module;
    lang_value function = lang_getattr_c(t, module, ((struct lang_native *)callee.o)->name);
    lang_unref(t, module);
    if (lang_is_error(function))
        return function;
    lang_value result = row->known && nargs
                            ? bind_call_through_adapter(t, row->known, function, args[0], args + 1, nargs - 1, kwnames)
                            : lang_call(t, function, args, nargs, kwnames);
    lang_unref(t, function);
    return result;
}

static lang_value call_worded(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                              struct lang_tuple *kwnames)
{
    struct raw_row *row = (struct raw_row *)(uintptr_t)((struct lang_native *)callee.o)->data;
    lang_value v = try_rows(t, row, args, nargs, kwnames);
    return lang_is_undef(v) ? bind_call_python(t, row->name, args, nargs, kwnames) : v;
}

/* x.equal(y): two small tensors are looked at at once. */
static lang_value call_equal(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                             struct lang_tuple *kwnames)
{
    int small = nargs == 2 && !kwnames && bind_is_tensor(args[0]) && bind_is_tensor(args[1])
                    ? rt_tensor_equal_small(bind_rt(args[0]), bind_rt(args[1]))
                    : -1;
    return small >= 0 ? lang_bool(small) : call_functional(t, callee, args, nargs, kwnames);
}

/* the rest of a row of a function of the prelude */
#define FUNCTIONAL call_functional, NULL, NULL, false
#define WORDED call_worded, NULL, NULL, false

static struct raw_row method_rows[] = {
    {"to",
     "to(device=None, dtype=None, non_blocking=False, copy=False) -> Tensor\n\nThe tensor with another type or on "
     "another device; itself when nothing changes.",
     bind_raw_to, NULL, NULL, false},
    {"cuda", "cuda(device=None, non_blocking=False) -> Tensor\n\nThe tensor on a CUDA device.", bind_raw_cuda, NULL,
     NULL, false},
    {"unique", "The different elements.", WORDED},
    {"unique_consecutive", "Each element that differs from the one before.", WORDED},
    {"quantile", "The q-th quantiles.", FUNCTIONAL},
    {"nanquantile", "The q-th quantiles of the elements that are no nans.", FUNCTIONAL},
    {"nanmean", "The mean of the elements that are no nans.", FUNCTIONAL},
    {"msort", "Sorted along the first dimension.", FUNCTIONAL},
    {"diff", "The differences of neighbours along a dimension.", FUNCTIONAL},
    {"tensor_split", "Pieces of a dimension: so many of nearly equal size, or cut at positions.", FUNCTIONAL},
    {"hsplit", "Pieces side by side.", FUNCTIONAL},
    {"vsplit", "Pieces one below the other.", FUNCTIONAL},
    {"dsplit", "Pieces of the third dimension.", FUNCTIONAL},
    {"fliplr", "Reverses the second dimension.", FUNCTIONAL},
    {"flipud", "Reverses the first dimension.", FUNCTIONAL},
    {"rot90", "Turns the plane of two dimensions k times by 90 degrees, from the first towards the second.",
     FUNCTIONAL},
    {"diagflat", "A matrix with all elements on a diagonal.", FUNCTIONAL},
    {"select_scatter", "A copy with one position of a dimension replaced.", FUNCTIONAL},
    {"slice_scatter", "A copy with a range of a dimension replaced.", FUNCTIONAL},
    {"diagonal_scatter", "A copy with a diagonal replaced.", FUNCTIONAL},
    {"as_strided_scatter", "A copy with the elements of a strided view replaced.", FUNCTIONAL},
    {"index_put", "A copy with elements at index tensors written.", FUNCTIONAL},
    {"put", "A copy with elements of the flattened tensor written.", FUNCTIONAL},
    {"put_", "Writes elements of the flattened tensor.", FUNCTIONAL},
    {"masked_scatter", "A copy whose elements where the mask holds are the first elements of source.", FUNCTIONAL},
    {"masked_scatter_", "Fills the elements where the mask holds with the first elements of source.", FUNCTIONAL},
    {"index_reduce", "A copy with the slices of source folded into positions of a dimension.", FUNCTIONAL},
    {"index_reduce_", "Folds the slices of source into positions of a dimension.", FUNCTIONAL},
    {"stft", "The Fourier transforms of windows of a signal.", FUNCTIONAL},
    {"istft", "The signal of short-time Fourier transforms.", FUNCTIONAL},
    {"narrow_copy", "A copy of a range of a dimension.", FUNCTIONAL},
    {"allclose", "True if all elements are close to those of another tensor.", FUNCTIONAL},
    {"equal", "True if both tensors have the same shape and elements.", call_equal, NULL, NULL, false},
    {"cov", "The covariances of the rows.", FUNCTIONAL},
    {"corrcoef", "The correlations of the rows.", FUNCTIONAL},
    {"matrix_power", "A product of so many copies.", FUNCTIONAL},
    {"lu", "The former form of linalg.lu_factor.", WORDED},
    {"split_with_sizes", "Pieces of given sizes.", FUNCTIONAL},
    {"nonzero", "The coordinates of nonzero elements.", FUNCTIONAL},
    {"index_fill", "A copy with positions of a dimension filled with a number.", FUNCTIONAL},
    {"index_fill_", "Fills positions of a dimension with a number.", FUNCTIONAL},
    {"index_copy", "A copy with positions of a dimension replaced.", FUNCTIONAL},
    {"index_copy_", "Replaces positions of a dimension.", FUNCTIONAL},
    {"new", "A tensor of the same type: of given sizes, or of data.", FUNCTIONAL},
    {"untyped_storage", "The memory behind the tensor.", FUNCTIONAL},
    {"storage", "The memory behind the tensor, as elements.", FUNCTIONAL},
    {"resize", "The elements in another shape; former name of view.", FUNCTIONAL},
    {"resize_as", "The elements in the shape of another tensor.", FUNCTIONAL},
    {"lstsq", "Removed: torch.linalg.lstsq.", FUNCTIONAL},
    {"solve", "Removed: torch.linalg.solve.", FUNCTIONAL},
    {"eig", "Removed: torch.linalg.eig.", FUNCTIONAL},
    {"symeig", "Removed: torch.linalg.symeig.", FUNCTIONAL},
    {"adjoint", "The conjugates of the last two dimensions, exchanged.", FUNCTIONAL},
    {"__reduce_ex__", "How copy.copy makes another.", FUNCTIONAL},
    {"__complex__", "The one number in the tensor.", FUNCTIONAL},
    {"is_conj", "False: conjugates are computed when they are asked for.", FUNCTIONAL},
    {"is_neg", "False: negatives are computed when they are asked for.", FUNCTIONAL},
    {"resolve_conj", "The tensor itself.", FUNCTIONAL},
    {"resolve_neg", "The tensor itself.", FUNCTIONAL},
    {"positive", "The tensor itself, unless it is of bools.", FUNCTIONAL},
    {"isreal", "True where an element has no imaginary part.", FUNCTIONAL},
    {"resize_", "Gives the tensor another size; new elements are undefined.", FUNCTIONAL},
    {"resize_as_", "Gives the tensor the size of another.", FUNCTIONAL},
    {"set_", "Becomes a window on the memory of another tensor, or on a storage.", FUNCTIONAL},
    {"is_nonzero", "Is the one element not zero?", FUNCTIONAL},
    {"cfloat", "The elements as complex64.", FUNCTIONAL},
    {"cdouble", "The elements as complex128.", FUNCTIONAL},
    {"new_empty_strided", "An uninitialised tensor of the same type with given strides.", FUNCTIONAL},
    {"sum_to_size", "Summed to a size that could be broadcast to this one.", FUNCTIONAL},
    {"histogram", "(the sums of weights in bins, the edges of the bins).", FUNCTIONAL},
    {"as_strided_", "Becomes a window on its own memory with given sizes and strides.", FUNCTIONAL},
    {"unsafe_chunk", "Pieces, so many.", FUNCTIONAL},
    {"unsafe_split", "Pieces of one size.", FUNCTIONAL},
    {"unsafe_split_with_sizes", "Pieces of given sizes.", FUNCTIONAL},
    {"to_dense", "The tensor itself: all are dense.", FUNCTIONAL},
    {"dim_order", "The dimensions, the one with the largest stride first.", FUNCTIONAL},
    {"nonzero_static", "The coordinates of the first nonzero elements, always so many.", FUNCTIONAL},
    {"is_distributed", "False: tensors are on one computer.", FUNCTIONAL},
    {"sparse_dim", "How many dimensions are sparse: none.", FUNCTIONAL},
    {"dense_dim", "How many dimensions are dense: all.", FUNCTIONAL},
    {"map2_", "Replaces each element by a function of it and those of two other tensors.", WORDED},
    {"map_", "Replaces each element by a function of it and another tensor's.", FUNCTIONAL},
};

int bind_tensor_raw_methods(struct lang_thread *t)
{
    for (size_t i = 0; i < BIND_COUNT(method_rows); i++) {
        struct lang_native *native = lang_native_raw_method(t, &bind_type_tensor_base, method_rows[i].name,
                                                            method_rows[i].doc, method_rows[i].fn, &method_rows[i]);
        struct lang_str *key = native ? lang_intern_c(t, method_rows[i].name) : NULL;
        int status = key ? lang_type_set_attr(t, &bind_type_tensor_base, key, lang_obj(native)) : -1;
        lang_xdecref(t, key);
        lang_xdecref(t, native);
        if (status < 0)
            return -1;
    }
    return 0;
}

/* ---- functions behind a signature ------------------------------------------------------------------------------- */

/* A function that is called only with arguments that PyTorch's takes. Made once, for ever. */
struct checked {
    struct bind_function *known, *quick; /* quick: rows for its plain case, or NULL */
    lang_value function;
    bool small; /* a method of C with less than SOME_ARGS arguments, itself included */
    struct checked *next;
};
static struct checked *all_checked;

static lang_value call_checked(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                               struct lang_tuple *kwnames)
{
    const struct checked *c = ((struct lang_native *)callee.o)->data;
    if (c->quick) {
        lang_value v = bind_try_fast_path(t, c->quick, lang_undef(), args, nargs, kwnames);
        if (!lang_is_undef(v))
            return v;
    }
    return c->known ? bind_call_through_adapter(t, c->known, c->function, lang_undef(), args, nargs, kwnames)
                    : lang_call(t, c->function, args, nargs, kwnames);
}

enum { SOME_ARGS = 6 };

static bool takes_few(lang_value f)
{
    const struct lang_method *row = f.o->type == &lang_type_native ? NULL : ((struct lang_native *)f.o)->row;
    int n = 2; /* and self */
    for (const char *c = row ? row->signature : NULL; c && *c; c++)
        n += *c == ',' || *c == '*';
    return row && n < SOME_ARGS;
}

/* Methods of C that are called only with arguments that PyTorch's take. Their texts are PyTorch's, too. */
static lang_value call_checked_method(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                                      struct lang_tuple *kwnames)
{
    const struct checked *c = ((struct lang_native *)callee.o)->data;
    if (nargs == 1 && !kwnames && c->small && !c->known->sigs[0].nrequired) {
        const struct lang_native *f = (struct lang_native *)c->function.o;
        if (f->least == 1 && f->most >= 1) { /* all others may be left out */
            const lang_value all[SOME_ARGS] = {args[0],      lang_undef(), lang_undef(),
                                               lang_undef(), lang_undef(), lang_undef()};
            return f->fn(t, all);
        }
    }
    if (!nargs || (nargs == 1 && !kwnames && !c->known->sigs[0].nrequired))
        return lang_call(t, c->function, args, nargs, kwnames);
    return bind_call_through_adapter(t, c->known, c->function, args[0], args + 1, nargs - 1, kwnames);
}

int bind_check_methods(struct lang_thread *t, struct lang_type *type)
{
    static const char *const names[] = {"bfloat16",   "bool",           "byte",         "char",      "cpu",
                                        "double",     "float",          "half",         "int",       "is_pinned",
                                        "new_tensor", "requires_grad_", "is_same_size", "is_set_to", "is_contiguous",
                                        "long",       "short",          "type_as"};
    for (size_t i = 0; i < BIND_COUNT(names); i++) {
        lang_value f = lang_dict_get_c(t, type->dict, names[i]);
        struct bind_function *known = lang_is_undef(f) || lang_is_error(f) ? NULL : bind_known(t, names[i], true);
        if (lang_error_occurred(t))
            return -1;
        struct checked *c = known ? malloc(sizeof *c) : NULL;
        if (!known)
            continue;
        if (!c)
            return lang_no_memory(t), -1;
        *c = (struct checked){known, NULL, lang_ref(f), takes_few(f), all_checked};
        all_checked = c;
        lang_value doc = lang_getattr_c(t, f, "__doc__");
        const char *text = lang_is_str(doc) ? lang_str_utf8(t, lang_as_str(doc), NULL) : NULL;
        struct lang_native *native = lang_native_raw_method(t, type, names[i], text, call_checked_method, c);
        if (!lang_is_error(doc))
            lang_unref(t, doc); /* the function keeps the text */
        struct lang_str *key = native ? lang_intern_c(t, names[i]) : NULL;
        int status = key ? lang_type_set_attr(t, type, key, lang_obj(native)) : -1;
        lang_xdecref(t, key);
        lang_xdecref(t, native);
        if (status < 0)
            return -1;
    }
    return 0;
}

lang_value bind_checked(struct lang_thread *t, lang_value function, const char *name, const char *signature)
{
    struct bind_function *known = bind_known(t, signature, false);
    struct bind_function *quick = known ? bind_fast_path(t, known->name, false) : NULL;
    if (!known || lang_error_occurred(t))
        return lang_error_occurred(t) ? lang_error() : lang_ref(function);
    struct checked *c = malloc(sizeof *c + strlen(name) + 1);
    if (!c)
        return lang_no_memory(t);
    *c = (struct checked){known, quick, lang_ref(function), false, all_checked};
    all_checked = c;
    lang_value doc = lang_getattr_c(t, function, "__doc__");
    const char *text = lang_is_str(doc) ? lang_str_utf8(t, lang_as_str(doc), NULL) : NULL;
    struct lang_native *native = lang_native_raw(t, strcpy((char *)(c + 1), name), text, call_checked, c);
    if (!lang_is_error(doc))
        lang_unref(t, doc); /* the function keeps the text */
    return native ? lang_obj(native) : lang_error();
}

void bind_checked_forget(struct lang_thread *t)
{
    for (struct checked *c = all_checked; c; c = c->next) { /* themselves they stay: natives point to them */
        lang_unref(t, c->function);
        c->function = lang_none();
    }
}

/* torch._C._check_arguments(function, signature): the function behind a check of its arguments, if that signature is
 * known. */
lang_value bind_checked_function(struct lang_thread *t, const lang_value *args)
{
    const char *signature = lang_as_utf8(t, args[1], "signature", NULL);
    if (!signature)
        return lang_error();
    const char *bare = strncmp(signature, "linalg_", 7) == 0    ? signature + 7
                       : strncmp(signature, "special_", 8) == 0 ? signature + 8
                       : strncmp(signature, "fft_", 4) == 0     ? signature + 4
                                                                : signature;
    return bind_checked(t, args[0], bare, signature);
}

static lang_value call_fast_path(struct lang_thread *t, const void *data, const lang_value *args, size_t nargs,
                                 struct lang_tuple *kwnames)
{
    return bind_try_fast_path(t, (struct bind_function *)(uintptr_t)data, lang_undef(), args, nargs, kwnames);
}

/* torch._C._fast_path(function, name): the function, behind the rows of that name for its plain case. */
lang_value bind_fast_path_function(struct lang_thread *t, const lang_value *args)
{
    const char *name = lang_as_utf8(t, args[1], "name", NULL);
    struct bind_function *quick = name ? bind_fast_path(t, name, false) : NULL;
    if (!quick)
        return lang_error_occurred(t) ? lang_error()
                                      : lang_raise(t, LANG_EXC_ValueError, "no row is the plain case of %s", name);
    if (!lang_function_set_fast_call(args[0], call_fast_path, quick))
        return lang_raise(t, LANG_EXC_TypeError, "_fast_path() takes a function of the language");
    return lang_ref(args[0]);
}
