/* The tape, inside the runtime: nodes, edges, saved tensors, and the builder in which backward formulas and composite
   ops are written. Knows tensors and ops; of the language only struct rt_foreign. */
#ifndef RT_AUTOGRAD_H
#define RT_AUTOGRAD_H

#include "dispatch/op.h"
#include "tensor.h"

extern _Thread_local bool rt_grad_mode;

/* Where a gradient goes: a node and which of its outputs the tensor was. node is counted, NULL: nowhere. */
struct rt_edge {
    struct rt_node *node;
    int input_nr;
};

/* What is known of an output of a node: to check gradients and to make zeros. */
struct rt_output {
    struct rt_device *device;
    enum rt_dtype dtype;
    bool columns; /* of a matrix: its columns follow each other in memory */
    bool last;    /* of images: their channels come last in memory */
    struct rt_shape shape;
};

/* A saved tensor as the language's hooks keep it. */
struct rt_packed {
    void *object;
    const struct rt_saved_hooks *hooks;
    struct rt_node *grad_fn; /* counted: its history, where that is not the node that saves it */
    int output_nr;
    struct rt_tensor *leaf; /* counted: the tensor itself, where that is a leaf with a gradient */
};

/* A tensor kept for backward. An output of its own node is kept without history, and gets it back when taken out. */
struct rt_saved {
    union {
        struct rt_tensor *tensor; /* NULL: not saved */
        struct rt_packed *packed;
    };
    uint32_t version;
    bool is_output, is_packed;
    bool is_scalar; /* no tensor, but counts as one: the scalar that stood for a tensor is in the node's args */
    bool released;
    int output_nr;
};

/* Shared by a hook and those who may remove it: the hook's place in its list, until it is removed. */
struct rt_hook_handle {
    int references;
    struct rt_hook_entry *of_tensor, **tensor_list;
    struct rt_node_hook_entry *of_node, **node_list;
};
/* Drops a reference: called once when the hook is removed, and once by its owner. */
void rt_hook_gone(struct rt_hook_handle *handle);

struct rt_hook_entry {
    struct rt_hook_handle *handle;
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

/* The window of an in-place op in its base. */
struct rt_slices {
    struct rt_output base, window;
    int64_t base_strides[RT_MAX_DIMS], window_strides[RT_MAX_DIMS], base_offset, window_offset;
};

struct rt_node {
    int references; /* atomic */
    enum rt_node_kind kind;
    uint8_t block_class; /* of its block, see blocks.h */
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
    struct rt_node_extra *extra; /* rarely used fields, or NULL */
    /* RT_NODE_OP: the call. Tensors of args are in saved[] (index: position of the argument, then of the results). */
    struct rt_op *op;
    int nargs, nsaved;
    struct rt_arg *args;
    char *lists;              /* memory for the lists and texts of args */
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

/* Hooks of the node itself: pre gets the gradients of its outputs, post those of its inputs as well. */
struct rt_node_hook_entry {
    struct rt_hook_handle *handle;
    rt_node_hook call;
    void *object;
    const struct rt_foreign *foreign;
    bool post;
    struct rt_node_hook_entry *next;
};

/* Rarely used fields of nodes (node.c). */
struct rt_node_extra {
    struct rt_node_hook_entry *hooks;
    void *user; /* weak: the node's object in the language */
    void *note; /* of the language */
    const struct rt_foreign *foreign;
    char *position;         /* where in the program it was made, in anomaly mode */
    struct rt_node *parent; /* counted: the node whose backward made it, in anomaly mode */
};
/* Hooks as they stand when they are about to be called, each with a reference: a hook may take any of them away, itself
   too, or add others, which are not called this time. */
union rt_hook_call {
    rt_hook of_tensor;
    rt_node_hook of_node;
};
struct rt_hook_taken {
    union rt_hook_call call;
    void *object;
    const struct rt_foreign *foreign;
};
struct rt_hook_row {
    size_t count;
    struct rt_hook_taken *hooks, small[4];
};
/* Makes room for so many hooks; must be ended also if none is added. */
int rt_hook_row_make(struct rt_hook_row *row, size_t most, struct rt_error *err);
void rt_hook_row_add(struct rt_hook_row *row, union rt_hook_call call, void *object, const struct rt_foreign *foreign);
void rt_hook_row_end(struct rt_hook_row *row);

struct rt_node_extra *rt_node_extra(struct rt_node *node, struct rt_error *err);
/* Frees a hook of a tensor, which is no longer in a list. */
void rt_hook_entry_free(struct rt_hook_entry *hook);
void rt_node_extra_free(struct rt_node_extra *extra);
/* Runs the hooks of one kind; what they give replaces what is in `changed`. */
int rt_node_run_hooks(struct rt_node *node, bool post, struct rt_tensor **changed, int nchanged,
                      struct rt_tensor *const *given, int ngiven, struct rt_error *err);

/* Anomaly mode: nodes know where they were made; `rt_anomaly_node` runs now. */
extern _Thread_local bool rt_anomaly;
extern _Thread_local struct rt_node *rt_anomaly_node;
int rt_node_note_origin(struct rt_node *node, struct rt_error *err);
/* After a node has run: warns of its origin when it has failed or, as an error, when a result has a NaN. */
int rt_anomaly_check(struct rt_node *node, int rc, struct rt_tensor *const *results, struct rt_error *err);

struct rt_node *rt_node_new(enum rt_node_kind kind, const char *name, int nedges, int noutputs, int nargs, int nsaved,
                            size_t list_bytes, struct rt_error *err);
void rt_output_describe(struct rt_output *out, const struct rt_tensor *t);
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
/* Makes a node the grad_fn of a tensor. */
int rt_set_history(struct rt_tensor *t, struct rt_node *node, int nr, struct rt_error *err);
/* The same after a change in place of a view: its base gets the history. */
int rt_rebase_view(struct rt_tensor *t, struct rt_node *node, struct rt_error *err);
/* The errors of in-place changes of leaves and their views. */
int rt_check_inplace(struct rt_tensor *self, bool needs_grad, struct rt_error *err);
/* Elements that share their memory cannot be written one by one. */
int rt_check_written(const struct rt_tensor *self, struct rt_error *err);

/* -1 and an error: the formula of the node's op knows nothing of sparse layouts. */
int rt_check_sparse_gradient(const struct rt_node *node, struct rt_error *err);
/* The same, if one of the gradients of its outputs is sparse. */
int rt_check_sparse_gradients(const struct rt_node *node, struct rt_tensor *const *gradients, struct rt_error *err);
/* What a leaf keeps as its first gradient: g itself where nothing else holds it, else a copy (a new reference). */
struct rt_tensor *rt_sparse_first_gradient(struct rt_tensor *g, bool create_graph, struct rt_error *err);

/* ---- running a backward formula ---------------------------------------------------------------------------------- */

/* Temporaries of a formula; all are released when it ends. A failed step gives NULL, and steps on NULL give NULL, so
   that formulas need no checks between their steps. */
struct rt_build {
    struct rt_error *err;
    bool failed;
    int count, capacity;
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
    struct rt_tensor **unpacked; /* what hooks gave for saved arguments, results and lists (kept by build); or NULL */
};
/* Brings gradients from outside to the sizes, types and devices of the node's outputs, in place (each is a reference or
   NULL): how many there are, -1 where one does not fit. */
int rt_node_fit_gradients(struct rt_node *node, struct rt_tensor **gradients, struct rt_error *err);
/* Runs a node: results gets nedges new references or NULLs. */
int rt_node_run(struct rt_node *node, struct rt_tensor *const *gradients, const bool *wanted,
                struct rt_tensor **results, struct rt_error *err);
bool rt_node_has_packed(const struct rt_node *node);
/* Calls each hook of the node's saved tensors once for this run, however often the formula reads what it gives, in the
   order of the arguments, results last: checkpoints and offloaded tensors count on both. */
void rt_backward_unpack(struct rt_backward *b);
/* A saved argument or result (kept by the build). */
struct rt_tensor *rt_backward_arg(struct rt_backward *b, int i);
struct rt_tensor *rt_backward_result(struct rt_backward *b, int i);
/* Saved tensors of a list argument, in order: how many. */
int rt_backward_list(struct rt_backward *b, struct rt_tensor *list[RT_MAX_DIMS]);

int rt_saved_set(struct rt_saved *saved, struct rt_tensor *tensor, bool is_output, int output_nr, struct rt_error *err);
struct rt_tensor *rt_saved_take(struct rt_saved *saved, struct rt_node *node, struct rt_error *err);
void rt_saved_drop(struct rt_saved *saved);
extern _Thread_local const struct rt_saved_hooks *rt_saved_hooks;
extern _Thread_local bool rt_packing; /* a pack hook runs */
int rt_saved_pack(struct rt_saved *saved, struct rt_tensor *tensor, bool is_output, struct rt_error *err);
void rt_packed_free(struct rt_packed *packed);
struct rt_tensor *rt_saved_unpack(struct rt_saved *saved, struct rt_node *node, struct rt_error *err);
/* What backward reads in the place of a tensor with this description: t itself (taken over) where it is of that size,
   type and device; of pointwise steps another where it can be broadcast and converted; NULL and an error otherwise. */
struct rt_tensor *rt_saved_fit_steal(struct rt_tensor *t, const struct rt_output *to, const struct rt_node *node,
                                     struct rt_error *err);

/* ---- forward mode (tangents.c, autograd/forward_mode.c)
 * ------------------------------------------------------------------ */

/* In a level tensors may have tangents; paused: by this thread they are not looked at. */
extern int rt_dual_level;
extern _Thread_local bool rt_dual_paused;
static inline bool rt_dual_on(void)
{
    return __builtin_expect(rt_dual_level, 0) && !rt_dual_paused && !rt_inference_mode();
}
/* Has it a tangent, or its base one? */
bool rt_has_tangent(const struct rt_tensor *t);
static inline bool rt_is_dual(const struct rt_tensor *t)
{
    return rt_dual_on() && rt_has_tangent(t);
}
/* Where such a tensor is an operand, and where formulas run, all steps have to be ops. */
static inline bool rt_is_followed(const struct rt_tensor *t)
{
    return (rt_grad_mode && rt_needs_grad(t)) || rt_is_dual(t) || t->dispatched;
}
static inline bool rt_follows(void)
{
    return rt_grad_mode || rt_dual_on() || __builtin_expect(rt_dispatched_alive, 0);
}
/* The tangent of t becomes that of `to`, another tensor of the same elements. */
int rt_tangent_share(struct rt_tensor *to, struct rt_tensor *t, struct rt_error *err);
/* A tensor (taken over) without its tangent and history; NULL: an error. */
struct rt_tensor *rt_tangent_drop_steal(struct rt_tensor *t, struct rt_error *err);
void rt_dual_free(struct rt_dual *dual);
/* A node of a call that is not on the tape: with everything that the formula needs, `history`: with its history. The
   results follow when there are any. */
struct rt_node *rt_record_aside(struct rt_call *call, bool inplace, bool history, struct rt_error *err);
int rt_record_results(struct rt_node *node, struct rt_call *call, bool history, struct rt_error *err);
/* A gradient (taken over) in the sizes, type and on the device of what it belongs to. */
struct rt_tensor *rt_gradient_fit_steal(struct rt_tensor *g, const struct rt_output *to, const char *name, int position,
                                        struct rt_error *err);

/* Adds g (taken over) to the .grad of a tensor; create_graph: recorded. */
int rt_accumulate_steal(struct rt_tensor *variable, struct rt_tensor *g, bool create_graph, struct rt_error *err);

/* The text for a change in place of a tensor made in inference mode, outside of it. */
int rt_inference_change(struct rt_error *err);

#endif
