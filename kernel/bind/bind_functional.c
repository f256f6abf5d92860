/* bind_functional.c: methods of tensors that are functions of prelude/torch/functional.py, and those that look at their
 * arguments themselves. Knows which function a method is, not what it does. */
#include "bind_args.h"

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
lang_value bind_raw_functional(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
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

/* Those whose arguments PyTorch looks at as the language does: x.unique() is torch._tensor.unique(x). */
lang_value bind_call_python(struct lang_thread *t, const char *name, const lang_value *args, size_t nargs,
                            struct lang_tuple *kwnames)
{
    lang_value module = lang_import(t, "torch._tensor");
    if (lang_is_error(module))
        return module;
    lang_value function = lang_getattr_c(t, module, name);
    lang_unref(t, module);
    if (lang_is_error(function))
        return function;
    lang_value result = lang_call(t, function, args, nargs, kwnames);
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

/* the rest of a row of a function of the prelude */
#define FUNCTIONAL bind_raw_functional, NULL, NULL, false
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
    {"equal", "True if both tensors have the same shape and elements.", bind_raw_equal, NULL, NULL, false},
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

/* x.equal(y): two small tensors are looked at at once. */
lang_value bind_raw_equal(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                          struct lang_tuple *kwnames)
{
    int small = nargs == 2 && !kwnames && bind_is_tensor(args[0]) && bind_is_tensor(args[1])
                    ? rt_tensor_equal_small(bind_rt(args[0]), bind_rt(args[1]))
                    : -1;
    return small >= 0 ? lang_bool(small) : bind_raw_functional(t, callee, args, nargs, kwnames);
}
