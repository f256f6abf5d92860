/* What types of tensors functions take as out=. */
#ifndef RT_OUTS_H
#define RT_OUTS_H

#include "call.h"

/* May result i of the function of that name, of type `want`, be written into a tensor of type `got`? self: the type of
   its first argument. -1 and PyTorch's text where not. What is not listed is judged by whoever copies. overload: of the
   schema, NULL where there is none. */
int rt_check_out_type(const char *name, const char *overload, int i, enum rt_dtype want, enum rt_dtype got,
                      enum rt_dtype self, struct rt_error *err);
/* The same for those that want a tensor of bool or of the result's type, by their flags. */
int rt_check_same_type(const struct rt_call *call, enum rt_dtype want, struct rt_tensor *const *out, int nout,
                       struct rt_error *err);
/* What is asked before anything is computed or looked at. */
int rt_check_outs_before(const struct rt_call *call, struct rt_tensor *const *out, int nout, struct rt_error *err);
/* A call has failed: -1, with what is wrong with the tensors given where that is said first: before a kernel is
   missing. */
int rt_refused_before(const struct rt_call *call, struct rt_tensor *const *out, int nout, struct rt_error *err);
/* Does the function compute in the type of out= (as sum does)? */
bool rt_computes_in_out(const char *name, enum rt_dtype self, enum rt_dtype out);
/* Does it convert its first operand to that type first (as var does)? */
bool rt_converts_to_out(const char *name, enum rt_dtype self, enum rt_dtype out);

#endif
