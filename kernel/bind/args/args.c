/* args.c: which row of a function takes the arguments of a call: as they stand, adapted to PyTorch's signature, or as a
 * deprecated overload; else the TypeError. Owns the order in which these are tried; must not know how each of them
 * works. */
#include "bind_args.h"

int bind_args_match(struct lang_thread *t, struct bind_function *f, const lang_value *args, size_t nargs,
                    struct lang_tuple *kwnames, struct bind_call *call)
{
    for (int r = 0; r < f->nrows; r++)
        if (bind_match(t, f, &f->sigs[r], args, nargs, kwnames, call, false) == 1)
            return 0;
    struct bind_function *signature = f->of_module ? NULL : bind_signature_of(t, f);
    if (signature) {
        int found = bind_match_adapted(t, f, signature, args, nargs, kwnames, call);
        if (found)
            return found < 0 ? -1 : 0;
    }
    int deprecated = f->of_module ? 0 : bind_match_deprecated(t, f, args, nargs, kwnames, call);
    if (deprecated)
        return deprecated < 0 ? -1 : 0;
    return f->of_module ? bind_args_error(t, f, args - 1, nargs + 1, kwnames)
                        : bind_args_error(t, f, args, nargs, kwnames);
}
