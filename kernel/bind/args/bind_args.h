/* bind_args.h: the arguments of a call in the language against the parameters of a row of the op table, or of a
 * function of PyTorch. One section a file, from the lowest to the highest. */
#ifndef BIND_ARGS_H
#define BIND_ARGS_H

#include "bind_core.h"

/* How a name of the table is called: torch.NAME, Tensor.NAME, Tensor.NAME_ */
enum bind_form { BIND_FUNCTION, BIND_METHOD, BIND_INPLACE };

/* Parameters of torch's functions that are not in the schema: they follow behind its own. */
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
    const char *text;                         /* the name, for error texts */
    struct lang_str *names[1 + BIND_ALIASES]; /* interned: the name, then other spellings (dim: axis), NULL ends */
    enum rt_kind kind;
    bool required, allow_none, keyword_only;
    bool none_is_empty; /* None stands for the empty list */
    bool numbers;       /* a scalar may stand for this Tensor */
    bool symbolic;      /* an int that may be given as a tensor of one element and any dimensions */
    bool placement;     /* layout or pin_memory: no argument of the op (bind_check_placement) */
    int list_size;
    int schema_index; /* -1 for extras */
    enum bind_extra extra;
    const char *type_text, *default_text; /* of PyTorch's signatures: type and default as texts, else NULL */
};

struct bind_sig {
    struct rt_op *op;
    const struct rt_schema *schema;
    int nparams, npositional, nrequired;
    uint32_t required;                         /* a bit for each of params that must be given */
    int factory_device;                        /* index of a factory's device in the schema, -1: it has none */
    struct bind_param params[RT_MAX_ARGS + 6]; /* in the schema's order, extras behind them */
};

enum { BIND_MAX_ROWS = 12 };
struct bind_function {
    const char *name;
    enum bind_form form;
    int nrows;
    bool of_module;                  /* torch.abs_(x): in place, but no method */
    bool no_arguments;               /* PyTorch's method takes no arguments: its errors are then Python's */
    bool hides_deprecated;           /* PyTorch has deprecated overloads that its errors do not show */
    struct bind_function *signature; /* PyTorch's (args_error.c), once looked up */
    struct bind_sig *sigs;           /* nrows of them, made at the first call */
    struct bind_sig *plain; /* of a method: the row of x.name(); NULL: none, or it depends on a default device */
    bool (*is_result)(const struct rt_tensor *x); /* of a method: is x itself what x.name() gives? NULL: never */
    const char *doc;
    struct bind_function *next; /* all of them live as long as the process */
    struct rt_op *rows[];       /* then the texts of name and doc */
};

/* A matched call and the memory of its lists. Tensors taken out of lists, and those of out=, are owned until
 * bind_args_done: hooks and other threads may change the list meanwhile. All others belong to the caller, who holds
 * them. */
#define BIND_INTS 96
struct bind_call {
    const struct bind_sig *sig;
    lang_value values[RT_MAX_ARGS + 6]; /* borrowed; UNDEF: absent */
    const lang_value *varargs;          /* the items of parameter 0, passed one by one */
    size_t nvarargs;
    struct rt_arg args[RT_MAX_ARGS];
    int nargs; /* the dispatcher knows the defaults of those behind */
    int64_t ints[BIND_INTS];
    double numbers[BIND_INTS / 4];
    struct rt_tensor *tensors[BIND_INTS / 2];
    int nints, nnumbers, ntensors;
    void *heap[RT_MAX_ARGS]; /* lists beyond these arrays */
    int nheap;
    struct rt_tensor **owned[RT_MAX_ARGS]; /* lists of tensors, each entry a reference or NULL */
    uint32_t owned_count[RT_MAX_ARGS];
    int nowned;
    struct rt_tensor *out[RT_MAX_RESULTS]; /* references */
    int nout;
    bool requires_grad, pinned;
};

/* ---- args_match.c ----------------------------------------------------------------------------------------------- */

/* "tuple of ints": what PyTorch calls a kind of parameter in its errors. */
const char *bind_kind_text(enum rt_kind kind);
/* Gives a parameter its name and its aliases. */
int bind_name_param(struct lang_thread *t, struct bind_param *p, const char *name);
bool bind_is_name(const struct bind_param *p, struct lang_str *name);
bool bind_accepts(const struct bind_param *p, lang_value v);
/* The items of a tuple or a list; false for all else. */
bool bind_list_items(lang_value v, const lang_value **items, size_t *n);
/* The parameters of a row, from its schema. */
int bind_sig_make(struct lang_thread *t, struct bind_sig *sig, struct rt_op *op, enum bind_form form);
/* Tries one row: 1 it fits (call->values are filled), 0 it does not, -1 error (only when `raises`). */
int bind_match(struct lang_thread *t, const struct bind_function *f, const struct bind_sig *sig, const lang_value *args,
               size_t nargs, struct lang_tuple *kwnames, struct bind_call *call, bool raises);
/* Converts call->values to call->args; self (NULL: none) is argument 0 of a method. */
int bind_args_convert(struct lang_thread *t, struct bind_function *f, struct bind_call *call, lang_value self);
/* Takes references of n tensors (NULL: none) which bind_args_done gives back. */
void bind_args_own(struct bind_call *call, struct rt_tensor **list, uint32_t n);
/* Gives back what a call owns, also after a failed conversion, and after bind_args_fast. */
void bind_args_done(struct bind_call *call);

/* ---- args_fast.c ------------------------------------------------------------------------------------------------ */

/* Matches and converts in one pass where the kinds of all arguments are known from their tags and types; false, and
 * nothing raised, where they are not. */
bool bind_args_fast(const struct bind_function *f, lang_value self, const lang_value *args, size_t nargs,
                    struct lang_tuple *kwnames, struct bind_call *call);

/* ---- args_error.c ----------------------------------------------------------------------------------------------- */

/* PyTorch's signature of a function or method of that name, as rows without ops; kept as long as the process; NULL
 * where it is not known, or with an error. */
struct bind_function *bind_signature_find(struct lang_thread *t, const char *name, bool method);
/* That of a function of the table, looked up once; NULL where it is not known, or with an error. */
struct bind_function *bind_signature_of(struct lang_thread *t, struct bind_function *f);
/* Writes a signature, "(Tensor input, *, Number alpha = 1)". */
void bind_signature_text(struct lang_builder *b, const struct bind_sig *sig);
/* Raises the TypeError for arguments that no row of f takes; -1. */
int bind_args_error(struct lang_thread *t, struct bind_function *f, const lang_value *args, size_t nargs,
                    struct lang_tuple *kwnames);
/* TypeError for a list of ints that has something else behind its first element, which is all that a signature looks
 * at; from the last parameter on, as PyTorch's compiler evaluates arguments. */
int bind_check_lists(struct lang_thread *t, const struct bind_function *signature, const struct bind_sig *sig,
                     const struct bind_call *call);
/* For a function written in the language: 0 the signature takes its arguments, -1 TypeError. */
int bind_signature_check(struct lang_thread *t, struct bind_function *signature, const lang_value *args, size_t nargs,
                         struct lang_tuple *kwnames);

/* ---- args_deprecated.c ------------------------------------------------------------------------------------------ */

/* 1 a row of f takes them as a deprecated overload (call->values are filled), 0 none does, -1 error. */
int bind_match_deprecated(struct lang_thread *t, struct bind_function *f, const lang_value *args, size_t nargs,
                          struct lang_tuple *kwnames, struct bind_call *call);

/* ---- args_adapt.c ----------------------------------------------------------------------------------------------- */

/* 1 a row of f takes, adapted, what PyTorch's signature takes (call->values are filled), 0 none does, -1 error. */
int bind_match_adapted(struct lang_thread *t, struct bind_function *f, struct bind_function *signature,
                       const lang_value *args, size_t nargs, struct lang_tuple *kwnames, struct bind_call *call);
/* Calls with every argument by position that can be; UNDEF: the signature does not take the arguments. */
lang_value bind_call_adapted(struct lang_thread *t, struct bind_function *signature, lang_value callee,
                             const lang_value *args, size_t nargs, struct lang_tuple *kwnames);
/* Calls a function of the library with arguments that PyTorch's signature takes; self UNDEF or args[-1]. */
lang_value bind_call_library(struct lang_thread *t, struct bind_function *signature, lang_value function,
                             lang_value self, const lang_value *args, size_t nargs, struct lang_tuple *kwnames);
/* Calls a method that PyTorch has written in Python: the function of torch._tensor; args begin with the tensor. */
lang_value bind_call_method(struct lang_thread *t, const char *name, const lang_value *args, size_t nargs,
                            struct lang_tuple *kwnames);

/* ---- args.c ----------------------------------------------------------------------------------------------------- */

/* Finds the row that takes these arguments (self excluded for methods) and fills call->sig and values; -1 with
 * TypeError. */
int bind_args_match(struct lang_thread *t, struct bind_function *f, const lang_value *args, size_t nargs,
                    struct lang_tuple *kwnames, struct bind_call *call);

/* ---- bind_ops.c, above this folder ------------------------------------------------------------------------------ */

/* The rows that are the fast path of a function of the library; NULL: none, or an error. */
struct bind_function *bind_fast_path_find(struct lang_thread *t, const char *name, bool method);
/* A call of them: UNDEF where the function itself is to be called. */
lang_value bind_fast_path_call(struct lang_thread *t, struct bind_function *f, lang_value self, const lang_value *args,
                               size_t nargs, struct lang_tuple *kwnames);

/* ---- bind_functional.c, above this folder ----------------------------------------------------------------------- */

/* Adds the methods of tensors that are functions of the library. */
int bind_functional_add_methods(struct lang_thread *t);
/* Puts adapters in front of methods in C. */
int bind_adapt_methods(struct lang_thread *t, struct lang_type *type);
/* An adapter: a native function that calls `function` when PyTorch's signature takes the arguments; the function itself
 * when there is no such signature. */
lang_value bind_adapter_new(struct lang_thread *t, lang_value function, const char *name, const char *signature);
/* Drops the functions behind all adapters. */
void bind_adapters_clear(struct lang_thread *t);
/* torch._C._check_arguments, torch._C._fast_path */
lang_value bind_adapt_function(struct lang_thread *t, const lang_value *args);
lang_value bind_fast_path_function(struct lang_thread *t, const lang_value *args);

#endif
