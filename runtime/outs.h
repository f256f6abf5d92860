/* What types of tensors functions take as out=. */
#ifndef RT_OUTS_H
#define RT_OUTS_H

#include "dtype.h"
#include "error.h"

/* May result i of the function of that name, of type `want`, be written into a tensor of type `got`? self: the type of
   its first argument. -1 and PyTorch's text where not. What is not listed is judged by whoever copies. */
int rt_check_out_type(const char *name, int i, enum rt_dtype want, enum rt_dtype got, enum rt_dtype self,
                      struct rt_error *err);
/* Does the function compute in the type of out= (as sum does)? */
bool rt_computes_in_out(const char *name, enum rt_dtype self, enum rt_dtype out);

#endif
