/* bind_args.h: the arguments of one row of the op table, as the language passes them. Shared by bind_args.c and
 * bind_ops.c. */
#ifndef BIND_ARGS_H
#define BIND_ARGS_H

#include "bind_core.h"

/* Parameters that the binding adds behind those of the schema. */
enum bind_extra {
    EXTRA_NONE,
    EXTRA_OUT,
    EXTRA_DTYPE,
    EXTRA_LAYOUT,
    EXTRA_DEVICE,
    EXTRA_PIN_MEMORY,
    EXTRA_REQUIRES_GRAD
};

#define BIND_ALIASES 3
struct bind_param {
    const char *text;                         /* name for messages */
    struct lang_str *names[1 + BIND_ALIASES]; /* interned: the name, then other spellings (dim: axis), NULL ends */
    enum rt_kind kind;
    bool required, allow_none, keyword_only;
    bool numbers; /* a Tensor for which a number may stand */
    int list_size;
    int schema_index; /* -1 for extras */
    enum bind_extra extra;
};

struct bind_sig {
    struct rt_op *op;
    const struct rt_schema *schema;
    int nparams, npositional, nrequired;
    int factory_device; /* where a factory's device stands in the schema, -1: nowhere */
    struct bind_param params[RT_MAX_ARGS + 6];
    struct rt_arg defaults[RT_MAX_ARGS]; /* of each parameter of the schema, of its kind */
};

enum { BIND_MAX_ROWS = 12 };
struct bind_function {
    const char *name;
    enum bind_form form;
    int nrows;
    struct bind_sig *sigs;  /* nrows of them, made at the first call */
    struct bind_sig *plain; /* of a method: the row that x.name() calls, NULL: none without a look at its arguments */
    const char *doc;
    struct bind_function *next; /* all of them live as long as the process */
    struct rt_op *rows[];       /* then the texts of name and doc */
};

/* Where lists live while an op runs. */
#define BIND_INTS 96
struct bind_call {
    const struct bind_sig *sig;
    lang_value values[RT_MAX_ARGS + 6]; /* borrowed; UNDEF: absent */
    const lang_value *varargs;          /* sizes given one by one, standing for parameter 0 */
    size_t nvarargs;
    struct rt_arg args[RT_MAX_ARGS];
    int64_t ints[BIND_INTS];
    double numbers[BIND_INTS / 4];
    struct rt_tensor *tensors[BIND_INTS / 2];
    int nints, nnumbers, ntensors;
    void *heap[RT_MAX_ARGS]; /* longer lists */
    int nheap;
    struct rt_tensor *out[RT_MAX_RESULTS];
    int nout;
    bool requires_grad;
};

int bind_sig_make(struct lang_thread *t, struct bind_sig *sig, struct rt_op *op, enum bind_form form);
/* Finds the row that takes these arguments (self excluded for methods) and fills call->sig and values; -1 with
 * TypeError. */
int bind_args_match(struct lang_thread *t, struct bind_function *f, const lang_value *args, size_t nargs,
                    struct lang_tuple *kwnames, struct bind_call *call);
/* Makes call->args of call->values; self (NULL: none) is argument 0 of a method. */
int bind_args_convert(struct lang_thread *t, struct bind_function *f, struct bind_call *call, lang_value self);
void bind_args_done(struct bind_call *call);

#endif
