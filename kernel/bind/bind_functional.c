/* bind_functional.c: functions and methods of torch that are written in the language (kernel/prelude/torch): methods of
 * tensors that call them, and adapters that check their arguments against PyTorch's signature and try the op table's
 * fast path first. Knows which function stands behind a name; must not know what it computes. */
#include "bind_args.h"

#include <stdlib.h>
#include <string.h>

struct method_row {
    const char *name, *doc;
    lang_call_fn fn;
    struct bind_function *signature; /* PyTorch's signature of the method, looked up at the first call */
    struct bind_function *fast_path; /* or NULL; looked up with it */
    bool looked_up;
};

/* What the fast path of its name returns; UNDEF: call the function. */
static lang_value try_fast_path(struct lang_thread *t, struct method_row *row, const lang_value *args, size_t nargs,
                                struct lang_tuple *kwnames)
{
    if (!row->looked_up) {
        row->signature = bind_signature_find(t, row->name, true);
        row->fast_path = lang_error_occurred(t) ? NULL : bind_fast_path_find(t, row->name, true);
        row->looked_up = !lang_error_occurred(t);
        if (!row->looked_up)
            return lang_error();
    }
    return row->fast_path && nargs && bind_is_tensor(args[0])
               ? bind_fast_path_call(t, row->fast_path, args[0], args + 1, nargs - 1, kwnames)
               : lang_undef();
}

/* Methods that are functions of prelude/torch/functional.py: x.quantile(q) is torch.functional.quantile(x, q). */
static lang_value call_functional(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                                  struct lang_tuple *kwnames)
{
    struct method_row *row = (struct method_row *)(uintptr_t)((struct lang_native *)callee.o)->data;
    lang_value v = try_fast_path(t, row, args, nargs, kwnames);
    if (!lang_is_undef(v))
        return v;
    lang_value module = lang_import(t, "torch.functional");
    if (lang_is_error(module))
        return module;
    lang_value function = lang_getattr_c(t, module, ((struct lang_native *)callee.o)->name);
    lang_unref(t, module);
    if (lang_is_error(function))
        return function;
    lang_value result = row->signature && nargs
                            ? bind_call_library(t, row->signature, function, args[0], args + 1, nargs - 1, kwnames)
                            : lang_call(t, function, args, nargs, kwnames);
    lang_unref(t, function);
    return result;
}

static lang_value call_method(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                              struct lang_tuple *kwnames)
{
    struct method_row *row = (struct method_row *)(uintptr_t)((struct lang_native *)callee.o)->data;
    lang_value v = try_fast_path(t, row, args, nargs, kwnames);
    return lang_is_undef(v) ? bind_call_method(t, row->name, args, nargs, kwnames) : v;
}

/* x.equal(y): two small tensors are compared at once. */
static lang_value call_equal(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                             struct lang_tuple *kwnames)
{
    int small = nargs == 2 && !kwnames && bind_is_tensor(args[0]) && bind_is_tensor(args[1])
                    ? rt_tensor_equal_small(bind_rt(args[0]), bind_rt(args[1]))
                    : -1;
    return small >= 0 ? lang_bool(small) : call_functional(t, callee, args, nargs, kwnames);
}

/* the rest of a row: of a function of torch.functional, of a method of torch._tensor */
#define FUNCTIONAL call_functional, NULL, NULL, false
#define METHOD call_method, NULL, NULL, false

static struct method_row method_rows[] = {
    {"to",
     "to(device=None, dtype=None, non_blocking=False, copy=False) -> Tensor\n\nThe tensor with another type or on "
     "another device; itself when nothing changes.",
     bind_raw_to, NULL, NULL, false},
    {"cuda", "cuda(device=None, non_blocking=False) -> Tensor\n\nThe tensor on a CUDA device.", bind_raw_cuda, NULL,
     NULL, false},
    {"unique", "The different elements.", METHOD},
    {"unique_consecutive", "Each element that differs from the one before.", METHOD},
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
    {"lu", "The former form of linalg.lu_factor.", METHOD},
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
    {"as_subclass", "The same elements as an instance of a class derived from Tensor.", FUNCTIONAL},
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
    {"chalf", "The elements as complex32.", FUNCTIONAL},
    {"cfloat", "The elements as complex64.", FUNCTIONAL},
    {"cdouble", "The elements as complex128.", FUNCTIONAL},
    {"new_empty_strided", "An uninitialised tensor of the same type with given strides.", FUNCTIONAL},
    {"sum_to_size", "Summed to a size that could be broadcast to this one.", FUNCTIONAL},
    {"histogram", "(the sums of weights in bins, the edges of the bins).", FUNCTIONAL},
    {"as_strided_", "Becomes a window on its own memory with given sizes and strides.", FUNCTIONAL},
    {"unsafe_chunk", "Pieces, so many.", FUNCTIONAL},
    {"unsafe_split", "Pieces of one size.", FUNCTIONAL},
    {"unsafe_split_with_sizes", "Pieces of given sizes.", FUNCTIONAL},
    {"to_dense", "A strided tensor of the elements of a sparse one.", FUNCTIONAL},
    {"to_sparse", "The nonzero elements, in a sparse layout.", FUNCTIONAL},
    {"to_sparse_coo", "The nonzero elements with their indices.", FUNCTIONAL},
    {"to_sparse_csr", "A matrix compressed by rows.", FUNCTIONAL},
    {"to_sparse_csc", "A matrix compressed by columns.", FUNCTIONAL},
    {"to_sparse_bsr", "Refused: blocks by rows.", FUNCTIONAL},
    {"to_sparse_bsc", "Refused: blocks by columns.", FUNCTIONAL},
    {"resize_as_sparse_", "Gives a sparse tensor the size of another.", FUNCTIONAL},
    {"smm", "The product of a sparse and a dense matrix, as a sparse one.", FUNCTIONAL},
    {"sspaddmm", "beta input + alpha (sparse times dense), as a sparse matrix.", FUNCTIONAL},
    {"dim_order", "The dimensions, the one with the largest stride first.", FUNCTIONAL},
    {"nonzero_static", "The coordinates of the first nonzero elements, always so many.", FUNCTIONAL},
    {"is_distributed", "False: tensors are on one computer.", FUNCTIONAL},
    {"__dlpack__", "A capsule of DLPack on the memory of the tensor.", METHOD},
    {"__dlpack_device__", "The type and the number of the device, in DLPack's words.", METHOD},
    {"__reversed__", "The rows in the other order.", METHOD},
    {"map2_", "Replaces each element by a function of it and those of two other tensors.", METHOD},
    {"map_", "Replaces each element by a function of it and another tensor's.", FUNCTIONAL},
};

int bind_functional_add_methods(struct lang_thread *t)
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

/* ---- adapters --------------------------------------------------------------------------------------------------- */

/* A function that is called only with arguments that PyTorch's signature takes. Lives as long as the process. */
struct adapter {
    struct bind_function *signature, *fast_path; /* fast_path: or NULL */
    lang_value function;
    bool small; /* a method in C with less than MAX_SMALL_ARGS arguments, itself included */
    struct adapter *next;
};
static struct adapter *adapters;

/* Without a tensor as its first argument a function may make one: on the default device, of which fast paths know
   nothing. */
static bool may_make(const lang_value *args, size_t nargs)
{
    return bind_default_device && !(nargs && bind_is_tensor(args[0]));
}

static lang_value call_adapter(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                               struct lang_tuple *kwnames)
{
    const struct adapter *c = ((struct lang_native *)callee.o)->data;
    if (c->fast_path && !may_make(args, nargs)) {
        lang_value v = bind_fast_path_call(t, c->fast_path, lang_undef(), args, nargs, kwnames);
        if (!lang_is_undef(v))
            return v;
    }
    return c->signature ? bind_call_library(t, c->signature, c->function, lang_undef(), args, nargs, kwnames)
                        : lang_call(t, c->function, args, nargs, kwnames);
}

enum { MAX_SMALL_ARGS = 6 };

static bool is_small(lang_value f)
{
    const struct lang_method *row = f.o->type == &lang_type_native ? NULL : ((struct lang_native *)f.o)->row;
    int n = 2; /* self and one more than there are commas */
    for (const char *c = row ? row->signature : NULL; c && *c; c++)
        n += *c == ',' || *c == '*';
    return row && n < MAX_SMALL_ARGS;
}

/* Methods in C that are called only with arguments that PyTorch's signature takes, and fail with PyTorch's texts. */
static lang_value call_adapter_method(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                                      struct lang_tuple *kwnames)
{
    const struct adapter *c = ((struct lang_native *)callee.o)->data;
    if (nargs == 1 && !kwnames && c->small && !c->signature->sigs[0].nrequired) {
        const struct lang_native *f = (struct lang_native *)c->function.o;
        if (f->least == 1 && f->most >= 1) { /* all others are optional */
            const lang_value all[MAX_SMALL_ARGS] = {args[0],      lang_undef(), lang_undef(),
                                                    lang_undef(), lang_undef(), lang_undef()};
            return f->fn(t, all);
        }
    }
    if (!nargs || (nargs == 1 && !kwnames && !c->signature->sigs[0].nrequired))
        return lang_call(t, c->function, args, nargs, kwnames);
    return bind_call_library(t, c->signature, c->function, args[0], args + 1, nargs - 1, kwnames);
}

int bind_adapt_methods(struct lang_thread *t, struct lang_type *type)
{
    static const char *const names[] = {"bfloat16",   "bool",           "byte",         "char",      "cpu",
                                        "double",     "float",          "half",         "int",       "is_pinned",
                                        "new_tensor", "requires_grad_", "is_same_size", "is_set_to", "is_contiguous",
                                        "long",       "short",          "type_as"};
    for (size_t i = 0; i < BIND_COUNT(names); i++) {
        lang_value f = lang_dict_get_c(t, type->dict, names[i]);
        struct bind_function *signature =
            lang_is_undef(f) || lang_is_error(f) ? NULL : bind_signature_find(t, names[i], true);
        if (lang_error_occurred(t))
            return -1;
        struct adapter *c = signature ? malloc(sizeof *c) : NULL;
        if (!signature)
            continue;
        if (!c)
            return lang_no_memory(t), -1;
        *c = (struct adapter){signature, NULL, lang_ref(f), is_small(f), adapters};
        adapters = c;
        lang_value doc = lang_getattr_c(t, f, "__doc__");
        const char *text = lang_is_str(doc) ? lang_str_utf8(t, lang_as_str(doc), NULL) : NULL;
        struct lang_native *native = lang_native_raw_method(t, type, names[i], text, call_adapter_method, c);
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

lang_value bind_adapter_new(struct lang_thread *t, lang_value function, const char *name, const char *signature_name)
{
    struct bind_function *signature = bind_signature_find(t, signature_name, false);
    struct bind_function *fast_path = signature ? bind_fast_path_find(t, signature->name, false) : NULL;
    if (!signature || lang_error_occurred(t))
        return lang_error_occurred(t) ? lang_error() : lang_ref(function);
    struct adapter *c = malloc(sizeof *c + strlen(name) + 1);
    if (!c)
        return lang_no_memory(t);
    *c = (struct adapter){signature, fast_path, lang_ref(function), false, adapters};
    adapters = c;
    lang_value doc = lang_getattr_c(t, function, "__doc__");
    const char *text = lang_is_str(doc) ? lang_str_utf8(t, lang_as_str(doc), NULL) : NULL;
    struct lang_native *native = lang_native_raw(t, strcpy((char *)(c + 1), name), text, call_adapter, c);
    if (!lang_is_error(doc))
        lang_unref(t, doc); /* the function keeps the text */
    if (native && bind_override_native(t, lang_obj(native)) < 0) {
        lang_decref(t, native);
        return lang_error();
    }
    return native ? lang_obj(native) : lang_error();
}

void bind_adapters_clear(struct lang_thread *t)
{
    for (struct adapter *c = adapters; c; c = c->next) { /* the adapters stay: native functions point to them */
        lang_unref(t, c->function);
        c->function = lang_none();
    }
}

/* torch._C._check_arguments(function, signature): an adapter of the function; the function itself where there is no
 * such signature. */
lang_value bind_adapt_function(struct lang_thread *t, const lang_value *args)
{
    const char *signature = lang_as_utf8(t, args[1], "signature", NULL);
    if (!signature)
        return lang_error();
    const char *bare = strncmp(signature, "linalg_", 7) == 0    ? signature + 7
                       : strncmp(signature, "special_", 8) == 0 ? signature + 8
                       : strncmp(signature, "fft_", 4) == 0     ? signature + 4
                                                                : signature;
    return bind_adapter_new(t, args[0], bare, signature);
}

static lang_value call_fast_path(struct lang_thread *t, const void *data, const lang_value *args, size_t nargs,
                                 struct lang_tuple *kwnames)
{
    return may_make(args, nargs)
               ? lang_undef()
               : bind_fast_path_call(t, (struct bind_function *)(uintptr_t)data, lang_undef(), args, nargs, kwnames);
}

/* torch._C._fast_path(function, name): the function, with the rows of that name as its fast path. */
lang_value bind_fast_path_function(struct lang_thread *t, const lang_value *args)
{
    const char *name = lang_as_utf8(t, args[1], "name", NULL);
    struct bind_function *fast_path = name ? bind_fast_path_find(t, name, false) : NULL;
    if (!fast_path)
        return lang_error_occurred(t) ? lang_error()
                                      : lang_raise(t, LANG_EXC_ValueError, "no row is a fast path of %s", name);
    if (!lang_function_set_fast_call(args[0], call_fast_path, fast_path))
        return lang_raise(t, LANG_EXC_TypeError, "_fast_path() takes a function of the language");
    return lang_ref(args[0]);
}
