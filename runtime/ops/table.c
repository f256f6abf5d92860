/* The table of ops, made from ops.def. */
#include "ops.h"

#define OP(id, schema, doc, forward, detail, backward, grad_name, saves, flags)                                        \
    int rt_forward_##forward(struct rt_call *, struct rt_error *);                                                     \
    int rt_back_##backward(struct rt_backward *, struct rt_error *);
#include "ops.def"
#undef OP

#define OP(id, schema, doc, forward, detail, backward, grad_name, saves, flags)                                        \
    struct rt_op rt_op_##id = {                                                                                        \
        schema, doc,  rt_forward_##forward, rt_back_##backward, grad_name, saves, flags, detail, NULL, 0, 0, 0, 0,     \
        0,      NULL, {NULL, NULL}};
#include "ops.def"
#undef OP

struct rt_op *const rt_ops[] = {
#define OP(id, ...) &rt_op_##id,
#include "ops.def"
#undef OP
};
const int rt_op_count = sizeof rt_ops / sizeof *rt_ops;

/* ---- sparse layouts ---------------------------------------------------------------------------------------------- */

#define SPARSE(id, forward, flags) int rt_sparse_##forward(struct rt_call *, struct rt_error *);
#include "sparse.def"
#undef SPARSE

/* in the order of the table: found by walking it, for the calls that have a sparse tensor */
static const struct rt_sparse_row sparse_rows[] = {
#define SPARSE(id, forward, flags) {&rt_op_##id, rt_sparse_##forward, flags},
#include "sparse.def"
#undef SPARSE
};

const struct rt_sparse_row *rt_sparse_row(const struct rt_op *op)
{
    for (size_t i = 0; i < sizeof sparse_rows / sizeof *sparse_rows; i++)
        if (sparse_rows[i].op == op)
            return &sparse_rows[i];
    return NULL;
}
