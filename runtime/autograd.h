/* The tape, inside the runtime: nodes, edges, saved tensors, and the builder in which backward formulas and composite
   ops are written. Knows tensors and ops; of the language only struct rt_foreign. */
#ifndef RT_AUTOGRAD_H
#define RT_AUTOGRAD_H

#include "op.h"
#include "tensor.h"

/* Where a gradient goes: a node and which of its outputs the tensor was. node is counted, NULL: nowhere. */
struct rt_edge {
    struct rt_node *node;
    int input_nr;
};

/* What is known of an output of a node: to check gradients and to make zeros. */
struct rt_output {
    struct rt_device *device;
    enum rt_dtype dtype;
    struct rt_shape shape;
};

/* A tensor kept for backward. An output of its own node is kept without history, and gets it back when taken out. */
struct rt_saved {
    struct rt_tensor *tensor; /* NULL: not saved */
    uint32_t version;
    bool is_output;
    bool released;
    int output_nr;
};

struct rt_hook_entry {
    int64_t id;
    int output_nr;
    rt_hook call;
    void *object;
    const struct rt_foreign *foreign;
    bool post;
    struct rt_hook_entry *next;
};
struct rt_hooks {
    struct rt_hook_entry *first;
};

enum rt_node_kind { RT_NODE_OP, RT_NODE_ACCUMULATE, RT_NODE_COPY_SLICES, RT_NODE_FOREIGN };

/* A tensor that wants its gradient kept though it is no leaf (retain_grad); weak. */
struct rt_retained {
    int output_nr;
    struct rt_tensor *tensor;
    struct rt_retained *next;
};

/* Where the window of an in-place op lies in its base. */
struct rt_slices {
    struct rt_output base, window;
    int64_t base_strides[RT_MAX_DIMS], window_strides[RT_MAX_DIMS], base_offset, window_offset;
};

struct rt_node {
    int references; /* atomic */
    enum rt_node_kind kind;
    uint8_t block_class; /* of the block that it lies in, see blocks.h */
    const char *name;
    char *own_name; /* of foreign nodes */
    uint64_t sequence;
    bool released; /* saved tensors are gone */
    bool inplace;  /* of an op that changed its first argument */
    int nedges, noutputs;
    struct rt_edge *edges;
    struct rt_output *outputs;
    struct rt_hook_entry *hooks;
    struct rt_retained *retained;
    struct rt_node *next_dead;
    /* RT_NODE_OP: the call. Tensors of args stand in saved[] (index: position of the argument, then of the results). */
    struct rt_op *op;
    int nargs, nsaved;
    struct rt_arg *args;
    char *lists;              /* room for the lists and texts of args */
    struct rt_output *inputs; /* of each edge: shape, dtype, device of the input */
    struct rt_saved *saved;
    struct rt_saved *list_saved; /* tensors of list arguments that are saved (indices of index_put_) */
    int nlist_saved;
    /* RT_NODE_ACCUMULATE */
    struct rt_tensor *variable;
    /* RT_NODE_COPY_SLICES: gradient of an in-place op on a view */
    struct rt_node *inner;
    struct rt_slices *slices;
    /* RT_NODE_FOREIGN */
    rt_foreign_backward foreign_apply;
    void *object;
    const struct rt_foreign *foreign;
};

void rt_node_destroy(struct rt_node *node);
static inline void rt_node_get(struct rt_node *node)
{
    rt_count_up(&node->references);
}

/* The edge along which gradients of a tensor flow (counted); node NULL when it requires none. */
int rt_gradient_edge(struct rt_tensor *tensor, struct rt_edge *edge, struct rt_error *err);

static inline bool rt_needs_grad(const struct rt_tensor *t)
{
    return t->requires_grad ||
           (t->base && t->base->requires_grad && (t->view_version != *t->version || t->view_kind >= RT_VIEW_NO_GRAD));
}

/* ---- recording (record.c) ---------------------------------------------------------------------------------------- */

struct rt_call;
/* Makes the node of a call with its edges, before the forward runs. NULL on error. */
struct rt_node *rt_record_begin(struct rt_call *call, bool inplace, struct rt_error *err);
/* Saves results and makes the node their grad_fn. */
int rt_record_end(struct rt_node *node, struct rt_call *call, bool inplace, struct rt_error *err);
/* The texts for in-place changes of leaves and their views. */
int rt_check_inplace(struct rt_tensor *self, bool needs_grad, struct rt_error *err);

/* ---- running a backward formula ---------------------------------------------------------------------------------- */

/* Temporaries of a formula; all are released when it ends. A failed step gives NULL, and steps on NULL give NULL, so
   that formulas need no checks between their steps. */
struct rt_build {
    struct rt_error *err;
    bool failed;
    int count, room;
    struct rt_tensor **kept;
    struct rt_tensor *first[24];
};
void rt_build_init(struct rt_build *build, struct rt_error *err);
void rt_build_end(struct rt_build *build);
/* Takes over a reference; NULL marks the build as failed. */
struct rt_tensor *rt_build_keep_steal(struct rt_build *build, struct rt_tensor *tensor);

struct rt_backward {
    struct rt_build build;
    struct rt_node *node;
    struct rt_tensor *const *gradients; /* of the results; NULL where none arrived */
    struct rt_tensor **results;         /* of the edges: new references, or NULL */
    const bool *wanted;                 /* of the edges */
    bool wide;                          /* saved tensors of half types are seen as floats */
};
/* Runs a node: results gets nedges new references or NULLs. */
int rt_node_run(struct rt_node *node, struct rt_tensor *const *gradients, const bool *wanted,
                struct rt_tensor **results, struct rt_error *err);
/* A saved argument or result (kept by the build). */
struct rt_tensor *rt_backward_arg(struct rt_backward *b, int i);
struct rt_tensor *rt_backward_result(struct rt_backward *b, int i);
/* Saved tensors of a list argument, in order; sets *n. */
struct rt_tensor *const *rt_backward_list(struct rt_backward *b, int *n);

int rt_saved_set(struct rt_saved *saved, struct rt_tensor *tensor, bool is_output, int output_nr, struct rt_error *err);
struct rt_tensor *rt_saved_take(struct rt_saved *saved, struct rt_node *node, struct rt_error *err);
void rt_saved_drop(struct rt_saved *saved);

/* The text for a change in place of a tensor made in inference mode, outside of it. */
int rt_inference_change(struct rt_error *err);

extern _Thread_local bool rt_grad_mode;

#endif
