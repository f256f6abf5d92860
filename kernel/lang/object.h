/* object.h: values, objects, types and the protocols between them.
 *
 * Owns the 16-byte tagged value, the object header, the slots of a type and the functions by which any code, of the
 * language or of an embedder, works with a value without knowing its type. The concrete built-in types are in types.h.
 * Knows nothing of syntax, of code, of Jupyter or of tensors.
 *
 * Conventions that hold everywhere below
 * - Ownership: a returned value is a new reference; an argument is borrowed; `_steal` in a name says that an argument
 * is taken.
 * - Failure: a function that returns a lang_value fails with the tag LANG_ERROR, one that returns a status with -1, one
 * that returns a pointer with NULL; the exception then sits on the thread. The first error wins.
 * - Every function takes the thread that runs it, and its caller holds the interpreter lock, unless it says otherwise.
 * - There is one vm in a process: built-in types are static objects. Per-execution state is in struct lang_thread,
 * never here. */
#ifndef LANG_OBJECT_H
#define LANG_OBJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct lang_vm;
struct lang_thread;
struct lang_type;
struct lang_str;
struct lang_tuple;
struct lang_list;
struct lang_dict;
struct lang_memory;

/* ------------------------------------------------------------------ values */

/* The order matters: everything below LANG_OBJECT is immediate and owns nothing. */
enum lang_tag {
    LANG_UNDEF, /* no value: unbound local, absent argument, end of an iteration */
    LANG_ERROR, /* the exception is on the thread */
    LANG_NONE,
    LANG_NOTIMPL, /* NotImplemented */
    LANG_ELLIPSIS,
    LANG_BOOL,  /* .i is 0 or 1 */
    LANG_INT,   /* .i; integers that fit 64 bits are always immediate, larger ones always objects */
    LANG_FLOAT, /* .f */
    LANG_OBJECT /* .o, counted */
};

typedef struct lang_value {
    uint64_t tag;
    union {
        int64_t i;
        double f;
        struct lang_object *o;
        uint64_t bits;
    };
} lang_value;

struct lang_object {
    struct lang_type *type;
    uint32_t refs; /* 2^32 references would need 64 GiB of values; lang_alloc refuses before */
    uint32_t flags;
};

enum lang_object_flag {
    LANG_OBJ_GC = 1,       /* a struct lang_gc_head lies in front of the object */
    LANG_OBJ_WEAK = 2,     /* weak references point here */
    LANG_OBJ_FINAL = 4,    /* its __del__ has run */
    LANG_OBJ_OLD = 16,     /* has survived a collection */
    LANG_OBJ_HIDDEN = 32,  /* native code alone may change it: the module gc does not hand it out */
    LANG_OBJ_STATIC = 8,   /* never freed: built-in types, the empty tuple */
    LANG_OBJ_USER = 1 << 8 /* from here on: flags of the type */
};

static inline lang_value lang_none(void)
{
    return (lang_value){LANG_NONE, {0}};
}
static inline lang_value lang_undef(void)
{
    return (lang_value){LANG_UNDEF, {0}};
}
static inline lang_value lang_error(void)
{
    return (lang_value){LANG_ERROR, {0}};
}
static inline lang_value lang_notimpl(void)
{
    return (lang_value){LANG_NOTIMPL, {0}};
}
static inline lang_value lang_bool(bool b)
{
    return (lang_value){LANG_BOOL, {b}};
}
static inline lang_value lang_int(int64_t i)
{
    return (lang_value){LANG_INT, {i}};
}
static inline lang_value lang_float(double f)
{
    return (lang_value){LANG_FLOAT, {.f = f}};
}
/* Wraps an object; its reference is transferred (none is added). */
static inline lang_value lang_obj(void *o)
{
    return (lang_value){LANG_OBJECT, {.o = (struct lang_object *)o}};
}
/* As lang_obj, but NULL becomes LANG_ERROR: for functions that return a pointer. */
static inline lang_value lang_obj_or_error(void *o)
{
    return o ? lang_obj(o) : lang_error();
}

static inline bool lang_is_error(lang_value v)
{
    return v.tag == LANG_ERROR;
}
static inline bool lang_is_undef(lang_value v)
{
    return v.tag == LANG_UNDEF;
}
static inline bool lang_is_none(lang_value v)
{
    return v.tag == LANG_NONE;
}
static inline bool lang_is_obj(lang_value v)
{
    return v.tag == LANG_OBJECT;
}
static inline bool lang_is_int(lang_value v)
{
    return v.tag == LANG_INT;
} /* not bool, not big */
/* `a is b`. Equal immediates are identical, NaN by its bits. */
static inline bool lang_same(lang_value a, lang_value b)
{
    return a.tag == b.tag && (a.bits == b.bits || a.tag <= LANG_ELLIPSIS);
}

/* Destroys an object without references; called by lang_decref only. Destruction is iterative: containers nested a
 * million deep do not eat the C stack. */
void lang_object_destroy(struct lang_thread *t, struct lang_object *o);

static inline void *lang_incref(void *o)
{
    ((struct lang_object *)o)->refs++;
    return o;
}
static inline void lang_decref(struct lang_thread *t, void *o)
{
    struct lang_object *ob = (struct lang_object *)o;
    if (--ob->refs == 0)
        lang_object_destroy(t, ob);
}
static inline void lang_xdecref(struct lang_thread *t, void *o)
{
    if (o)
        lang_decref(t, o);
}
static inline lang_value lang_ref(lang_value v)
{
    if (v.tag == LANG_OBJECT)
        v.o->refs++;
    return v;
}
static inline void lang_unref(struct lang_thread *t, lang_value v)
{
    if (v.tag == LANG_OBJECT)
        lang_decref(t, v.o);
}
/* Replaces *slot by v, taking v, releasing the old value last (a destructor may look at the slot). */
static inline void lang_set_steal(struct lang_thread *t, lang_value *slot, lang_value v)
{
    lang_value old = *slot;
    *slot = v;
    lang_unref(t, old);
}
static inline void lang_clear(struct lang_thread *t, lang_value *slot)
{
    lang_set_steal(t, slot, lang_undef());
}

/* A value is moved as two words where its halves may have been stored as two words just before: a 16-byte load of them
 * would have to wait for both stores to reach the cache. Relaxed atomics keep the compiler from joining the halves. */
static inline __attribute__((always_inline)) lang_value lang_load(const lang_value *p)
{
    lang_value v;
    v.tag = __atomic_load_n(&p->tag, __ATOMIC_RELAXED);
    v.bits = __atomic_load_n(&p->bits, __ATOMIC_RELAXED);
    return v;
}
static inline __attribute__((always_inline)) void lang_put(lang_value *p, lang_value v)
{
    __atomic_store_n(&p->tag, v.tag, __ATOMIC_RELAXED);
    __atomic_store_n(&p->bits, v.bits, __ATOMIC_RELAXED);
}

/* ------------------------------------------------------------------ types */

/* Arguments as they stand at a call: nargs positional values, then one value for each name in kwnames (NULL or a tuple
 * of str). */
typedef lang_value (*lang_call_fn)(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                                   struct lang_tuple *kwnames);
/* A native function after binding: args has one entry for each parameter of its signature (self first for methods); an
 * absent optional one is LANG_UNDEF, *args a tuple, **kwargs a dict. All borrowed. */
typedef lang_value (*lang_native_fn)(struct lang_thread *t, const lang_value *args);

enum lang_method_flag {
    LANG_M_STATIC = 1, /* no self */
    LANG_M_CLASS = 2,  /* args[0] is the class */
    LANG_M_ARGS = 8, /* arity errors worded as for CPython's METH_VARARGS: find() takes at least 1 argument (0 given) */
    LANG_M_COUNTED = 16, /* its positional arguments are counted before all else: sorted expected 1 argument, got 0 */
    LANG_M_BARE = 32,    /* its **kwargs is UNDEF where no keyword is given */
    LANG_M_PYTHON_ERRORS = 64, /* argument errors have the messages of a function of the language */
    LANG_M_NOSIG = 4           /* inspect and help show no signature (as CPython's own without __text_signature__) */
};

/* One row makes a native function or method, its help text and its argument checks. The signature is Python's without
 * self:
 * "(iterable=(), /, *, key=None, reverse=False)". Texts of arity errors follow from it as CPython words them: no
 * parameter
 * (`takes no arguments`), one required positional-only (`takes exactly one argument`), all positional-only (`expected
 * at least`), else the keyword form. */
struct lang_method {
    const char *name;
    const char *signature;
    lang_native_fn fn;
    const char *doc;
    uint32_t flags;
};
/* A computed attribute; set is NULL for a read-only one and gets LANG_UNDEF for `del`. Tables end with a NULL name. */
struct lang_getset {
    const char *name;
    lang_value (*get)(struct lang_thread *t, lang_value self);
    int (*set)(struct lang_thread *t, lang_value self, lang_value value);
    const char *doc;
};

enum lang_binary_op {
    LANG_OP_ADD,
    LANG_OP_SUB,
    LANG_OP_MUL,
    LANG_OP_MATMUL,
    LANG_OP_TRUEDIV,
    LANG_OP_FLOORDIV,
    LANG_OP_MOD,
    LANG_OP_POW,
    LANG_OP_LSHIFT,
    LANG_OP_RSHIFT,
    LANG_OP_AND,
    LANG_OP_XOR,
    LANG_OP_OR,
    LANG_OP_DIVMOD,
    LANG_OP_BINARY_COUNT
};
enum lang_unary_op { LANG_OP_NEG, LANG_OP_POS, LANG_OP_INVERT, LANG_OP_ABS, LANG_OP_UNARY_COUNT };
enum lang_compare_op { LANG_LT, LANG_LE, LANG_EQ, LANG_NE, LANG_GT, LANG_GE };

enum lang_type_flag {
    LANG_TYPE_BASE = 1, /* may be subclassed */
    LANG_TYPE_HEAP = 2, /* made by a class statement or type() */
    LANG_TYPE_READY = 4,
    LANG_TYPE_GC = 8,         /* instances are tracked by the collector; follows from traverse */
    LANG_TYPE_EXCEPTION = 16, /* derives from BaseException */
    LANG_TYPE_INT = 32,
    LANG_TYPE_STR = 64,
    LANG_TYPE_TUPLE = 128,
    LANG_TYPE_LIST = 256,
    LANG_TYPE_DICT = 512,
    LANG_TYPE_TYPE = 1024,
    LANG_TYPE_BYTES = 2048,
    LANG_TYPE_SET = 4096,
    LANG_TYPE_FLOAT = 8192,           /* or a subclass of it */
    LANG_TYPE_METHOD_DESCR = 1 << 14, /* its __get__ only binds self: a call need not make the bound method */
    LANG_TYPE_ABSTRACT = 1 << 15,
    LANG_TYPE_SLOTTED = 1 << 16,    /* a class with __slots__ and without __dict__ */
    LANG_TYPE_SEQUENCE = 1 << 19,   /* `match` takes instances as sequences */
    LANG_TYPE_MAPPING = 1 << 20,    /* ... as mappings */
    LANG_TYPE_INCOMPLETE = 1 << 21, /* a new class whose metaclass's mro() runs */
    LANG_TYPE_WEAKREF = 1 << 22,    /* instances may be referred to weakly, although they keep no attributes */
    LANG_TYPE_CHANGEABLE = 1 << 23, /* a built-in class that objects may get by __class__ = */
    LANG_TYPE_MEMBERS = 1 << 18,    /* a class whose __slots__ name members */
    LANG_TYPE_FOREIGN = 1 << 24,    /* of another implementation: lang.h's struct lang_foreign knows more of it */
    LANG_TYPE_MIRROR = 1 << 25,     /* an exception class that stands for one of another implementation */
    LANG_TYPE_QUALIFIED = 1 << 17   /* a built-in class that messages name with its module, as `collections.deque` */
};

enum lang_special {
    LANG_SPECIAL_DEL = 1 /* has __del__ */,
    LANG_SPECIAL_GETATTR = 2 /* __getattr__ or __getattribute__ */
};

/* Attributes of an instance. With shape: slots[i] belongs to the i-th key of the shape. Without: dict (may be NULL:
 * none yet). */
struct lang_shape;
struct lang_attrs {
    struct lang_shape *shape;
    union {
        lang_value *slots;
        struct lang_dict *dict;
    };
};

/* A method that was asked for by name: is called with the arguments alone; with the object in front of them; the same
 * for all instances of the type while its version holds, and alive as long. */
enum lang_method_kind { LANG_METHOD_BOUND, LANG_METHOD_UNBOUND, LANG_METHOD_OF_TYPE };

typedef void (*lang_visit_fn)(struct lang_object *o, void *arg);

/* A static type fills name, size, flags, base and those slots it has; lang_type_ready copies the missing ones from the
 * base and makes the dict from methods, getset and slots (so that `int.__add__` exists). NULL means: does not have it.
 */
struct lang_type {
    struct lang_object head;
    const char *name;   /* __name__, UTF-8 */
    const char *module; /* __module__; NULL: builtins */
    const char *doc;
    size_t size; /* bytes of an instance, header included */
    uint32_t flags;
    uint32_t version;     /* unique in the process; a new one whenever an attribute of the class or of a base changes */
    uint32_t attr_offset; /* where in an instance its struct lang_attrs lies; 0: has none */
    /* Where those of members of __slots__ lie, in an instance that has a __dict__ as well; 0: in the one above. */
    uint32_t member_offset;
    struct lang_type *base;
    const struct lang_method *methods;
    const struct lang_getset *getset;

    /* life */
    lang_value (*make)(
        struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
        struct lang_tuple *kwnames); /* __new__: allocates with lang_object_new(t, cls): cls may be a subclass */
    int (*init)(struct lang_thread *t, lang_value self, const lang_value *args, size_t nargs,
                struct lang_tuple *kwnames);
    /* as CPython's tp_vectorcall: make and init in one call, for positional arguments and the type itself, never a
     * subclass; UNDEF: call those two */
    lang_value (*vectorcall)(struct lang_thread *t, const lang_value *args, size_t nargs);
    void (*destroy)(struct lang_thread *t,
                    struct lang_object *o); /* releases what o owns; attrs and the memory are released by the caller */
    void (*traverse)(struct lang_object *o, lang_visit_fn visit,
                     void *arg);                                 /* visits every object that o owns a reference to */
    void (*clear)(struct lang_thread *t, struct lang_object *o); /* breaks cycles: drops references, o stays valid */

    /* text */
    lang_value (*repr)(struct lang_thread *t, lang_value v);
    lang_value (*str)(struct lang_thread *t, lang_value v);
    lang_value (*format)(struct lang_thread *t, lang_value v, struct lang_str *spec);

    /* attributes; name is interned */
    lang_value (*getattr)(struct lang_thread *t, lang_value v, struct lang_str *name); /* NULL: the generic rule */
    int (*setattr)(struct lang_thread *t, lang_value v, struct lang_str *name, lang_value value); /* UNDEF: delete */
    /* Beside a getattr: what v.name(...) calls, where no object for the bound method is wanted; enum lang_method_kind,
     * or -1 with an exception. *function is a new reference. */
    int (*getmethod)(struct lang_thread *t, lang_value v, struct lang_str *name, lang_value *function);
    lang_value (*get)(struct lang_thread *t, lang_value descr, lang_value obj,
                      struct lang_type *cls);                                              /* obj UNDEF: from class */
    int (*set)(struct lang_thread *t, lang_value descr, lang_value obj, lang_value value); /* UNDEF: delete */

    /* protocols */
    lang_call_fn call;
    lang_value (*compare)(struct lang_thread *t, lang_value a, lang_value b, enum lang_compare_op op); /* or NOTIMPL */
    /* A number in whose order instances of just this type are, for sorting; false: this one has none. Not inherited. */
    bool (*rank)(lang_value v, uint64_t *rank);
    int (*hash)(struct lang_thread *t, lang_value v, int64_t *out); /* lang_hash_unhashable: `unhashable type` */
    int (*truth)(struct lang_thread *t, lang_value v);
    lang_value (*iter)(struct lang_thread *t, lang_value v);
    lang_value (*next)(struct lang_thread *t, lang_value v); /* LANG_UNDEF at the end, without an exception */
    int64_t (*len)(struct lang_thread *t, lang_value v);
    lang_value (*getitem)(struct lang_thread *t, lang_value v, lang_value key);
    int (*setitem)(struct lang_thread *t, lang_value v, lang_value key, lang_value value); /* UNDEF: delete */
    int (*contains)(struct lang_thread *t, lang_value v, lang_value item);
    /* As CPython: called with the operands in order, for the left type and for the right one; NOTIMPL when it does not
     * handle the operands. */
    lang_value (*binary[LANG_OP_BINARY_COUNT])(struct lang_thread *t, lang_value a, lang_value b);
    lang_value (*inplace[LANG_OP_BINARY_COUNT])(struct lang_thread *t, lang_value a, lang_value b);
    lang_value (*unary[LANG_OP_UNARY_COUNT])(struct lang_thread *t, lang_value v);
    /* + and * of sequences: asked of the left operand, * also of the right one, when no operator above has an answer */
    lang_value (*concat)(struct lang_thread *t, lang_value v, lang_value other);
    lang_value (*repeat)(struct lang_thread *t, lang_value v, int64_t n); /* n >= 0 */
    lang_value (*concat_inplace)(struct lang_thread *t, lang_value v, lang_value other);
    lang_value (*repeat_inplace)(struct lang_thread *t, lang_value v, int64_t n);
    lang_value (*to_index)(struct lang_thread *t, lang_value v); /* __index__ */
    lang_value (*to_int)(struct lang_thread *t, lang_value v);
    lang_value (*to_float)(struct lang_thread *t, lang_value v);
    int (*items)(struct lang_thread *t, lang_value v, const lang_value **items,
                 size_t *n); /* list and tuple: borrowed view */
    /* The memory of the object that views may share (types.h); false: it has none now. */
    bool (*memory)(lang_value v, struct lang_memory *out);
    /* Bytes of an object made by lang_object_new_extra, its attributes not counted; NULL: type->size. */
    size_t (*extent)(const struct lang_object *o);

    /* made by lang_type_ready or the class statement */
    struct lang_dict *dict;
    struct lang_tuple *bases, *mro;
    struct lang_str *name_str, *qualname;
    struct lang_shape *shape;      /* of a new instance */
    struct lang_type **subclasses; /* borrowed, for version tags */
    uint32_t subclass_count;
    uint32_t special; /* bits: LANG_SPECIAL_* */
    /* While init_version is version: calling the class makes a plain instance and runs this function, its __init__. */
    uint32_t init_version;
    struct lang_object *init_function; /* borrowed: alive while the version holds */
};

extern struct lang_type lang_type_object, lang_type_type, lang_type_none, lang_type_notimpl, lang_type_ellipsis,
    lang_type_bool, lang_type_int, lang_type_float, lang_type_str, lang_type_bytes, lang_type_bytearray, lang_type_list,
    lang_type_tuple, lang_type_dict, lang_type_set, lang_type_frozenset, lang_type_range, lang_type_slice,
    lang_type_function, lang_type_native, lang_type_method, lang_type_property, lang_type_staticmethod,
    lang_type_classmethod, lang_type_super, lang_type_module, lang_type_generator, lang_type_coroutine,
    lang_type_async_generator, lang_type_cell, lang_type_code, lang_type_traceback, lang_type_frame, lang_type_file,
    lang_type_native_method, lang_type_method_wrapper, lang_type_mappingproxy;

/* The type of any value but UNDEF and ERROR. */
extern struct lang_type *const lang_immediate_types[LANG_OBJECT]; /* by tag */
static inline struct lang_type *lang_type_of(lang_value v)
{
    return v.tag == LANG_OBJECT ? v.o->type : lang_immediate_types[v.tag];
}
static inline const char *lang_type_name(lang_value v)
{
    return lang_type_of(v)->name;
}
/* Readies a static type (and its base); once. */
int lang_type_ready(struct lang_thread *t, struct lang_type *type);
bool lang_is_subtype(const struct lang_type *type, const struct lang_type *of);
static inline bool lang_is_a(lang_value v, const struct lang_type *type)
{
    struct lang_type *vt = lang_type_of(v);
    return vt == type || lang_is_subtype(vt, type);
}
/* Exactly this type, not a subclass. */
static inline bool lang_is_exactly(lang_value v, const struct lang_type *type)
{
    return v.tag == LANG_OBJECT && v.o->type == type;
}
/* Looks name up along the MRO of type, no descriptor applied: borrowed, LANG_UNDEF when absent. Cached by (type, name).
 */
lang_value lang_type_lookup(struct lang_thread *t, struct lang_type *type, struct lang_str *name);
/* Adds or replaces (or with UNDEF removes) an attribute of a class; slots follow, versions change. */
int lang_type_set_attr(struct lang_thread *t, struct lang_type *type, struct lang_str *name, lang_value value);
/* The order of bases of a class made by native code, which begins with the class itself. Takes mro. */
void lang_type_set_order_steal(struct lang_thread *t, struct lang_type *type, struct lang_tuple *mro);
/* A class as `class NAME(bases)` makes it; ns is copied. */
struct lang_type *lang_type_new(struct lang_thread *t, struct lang_type *meta, struct lang_str *name,
                                struct lang_tuple *bases, struct lang_dict *ns);

/* ------------------------------------------------------------------ memory */

/* Memory of the language: small sizes from free lists. NULL with MemoryError. Sizes are given back at lang_free. */
void *lang_alloc_slow(struct lang_thread *t, size_t size);
void *lang_realloc(struct lang_thread *t, void *p, size_t old_size, size_t size);
void lang_free_slow(struct lang_thread *t, void *p, size_t size);
/* Zeroed; large blocks take their pages only when they are touched. */
void *lang_alloc_zeroed(struct lang_thread *t, size_t size);
#ifdef LANG_PLAIN_MALLOC
static inline void *lang_alloc(struct lang_thread *t, size_t size)
{
    return lang_alloc_slow(t, size);
}
static inline void lang_free(struct lang_thread *t, void *p, size_t size)
{
    lang_free_slow(t, p, size);
}
#else
/* The state of alloc.c, public for the two inline functions below: a list of free blocks for each multiple of
 * LANG_SMALL_STEP bytes, and how many bytes may still be taken without asking (negative while the test hook counts).
 * Small blocks count with the chunks that they are cut from, which are never given back. */
enum { LANG_SMALL_SIZE = 512, LANG_SMALL_STEP = 16 };
struct lang_free_block {
    struct lang_free_block *next;
};
extern struct lang_free_block *lang_free_lists[LANG_SMALL_SIZE / LANG_SMALL_STEP + 1];
extern int64_t lang_bytes_left;
static inline void *lang_alloc(struct lang_thread *t, size_t size)
{
    if (size <= LANG_SMALL_SIZE) {
        size_t list = (size + LANG_SMALL_STEP - 1) / LANG_SMALL_STEP;
        struct lang_free_block *b = lang_free_lists[list];
        if (b && lang_bytes_left >= 0) {
            lang_free_lists[list] = b->next;
            return b;
        }
    }
    return lang_alloc_slow(t, size);
}
static inline void lang_free(struct lang_thread *t, void *p, size_t size)
{
    if (size == 0 || size > LANG_SMALL_SIZE || !p) {
        lang_free_slow(t, p, size);
        return;
    }
    size_t list = (size + LANG_SMALL_STEP - 1) / LANG_SMALL_STEP;
    struct lang_free_block *b = (struct lang_free_block *)p;
    b->next = lang_free_lists[list];
    lang_free_lists[list] = b;
}
#endif
/* Test hook: the n-th allocation from now fails (-1: none). */
void lang_alloc_fail_at(int64_t n);

/* A new instance with one reference, zeroed after its header, tracked by the collector if the type says so. */
void *lang_object_new(struct lang_thread *t, struct lang_type *type);
/* The same with `extra` bytes behind the base layout `size` of its type (for a subclass: of the built-in base, its
 * attributes come last). lang_object_destroy asks the type's slot `extent` for the size: a type whose objects differ in
 * size must have it. destroy never frees the object itself. */
void *lang_object_new_extra(struct lang_thread *t, struct lang_type *type, size_t extra);
#define LANG_ATTRS_AT_END UINT32_MAX /* attr_offset of a subclass of a type with extent */
/* Objects hold tensors or other bytes that the collector should count. */
void lang_gc_account(struct lang_thread *t, int64_t bytes);
int64_t lang_gc_collect(struct lang_thread *t); /* number of unreachable objects found */

/* ------------------------------------------------------------------ exceptions */

/* exception.def: one row X(Name, Base) a built-in exception class. */
enum lang_exc {
#define X(name, base) LANG_EXC_##name,
#include "vm/exception.def"
#undef X
    LANG_EXC_COUNT
};
extern struct lang_type lang_exc_types[LANG_EXC_COUNT];

/* Raises the class with a printf-formatted message; beside the usual ones %R (a lang_value: its repr), %S (its str),
 * %N (a lang_value: its type's name), %U (struct lang_str *). Returns LANG_ERROR. */
lang_value lang_raise(struct lang_thread *t, enum lang_exc exc, const char *format, ...);
/* The same for functions that return a status. Returns -1. */
int lang_fail(struct lang_thread *t, enum lang_exc exc, const char *format, ...);
/* The same for functions that return a pointer. Returns NULL. */
void *lang_fail_null(struct lang_thread *t, enum lang_exc exc, const char *format, ...);
lang_value lang_raise_class(struct lang_thread *t, struct lang_type *cls, const char *format, ...);
/* Raises with one argument as it stands (KeyError(key), StopIteration(value)). */
lang_value lang_raise_value(struct lang_thread *t, enum lang_exc exc, lang_value arg);
/* OSError or its subclass of errno, with file name (may be NULL). */
lang_value lang_raise_errno(struct lang_thread *t, int error, const char *path);
lang_value lang_raise_errno2(struct lang_thread *t, int error, const char *path, const char *other); /* two paths */
lang_value lang_no_memory(struct lang_thread *t);
/* cls(args...) for an exception class; an error if that is no exception (its __new__ may return anything). */
lang_value lang_exception_make(struct lang_thread *t, lang_value cls, const lang_value *args, size_t nargs);
/* Raises an existing exception object or class. */
void lang_error_set(struct lang_thread *t, lang_value exc);
/* The same for one that was raised elsewhere and has contexts from there: what is handled here becomes that of the
 * first of them. */
void lang_error_set_chained(struct lang_thread *t, lang_value exc);
bool lang_error_occurred(struct lang_thread *t);
/* The exception on the thread is an instance of the class. */
bool lang_error_is(struct lang_thread *t, enum lang_exc exc);
/* What the innermost except block that runs handles (borrowed), or UNDEF. */
lang_value lang_error_handled(struct lang_thread *t);
/* Takes the exception off the thread (UNDEF if none). */
lang_value lang_error_take(struct lang_thread *t);
void lang_error_clear(struct lang_thread *t);
/* The result of an iterator whose `next` has said that it ended (UNDEF), for next(), yield from and await; takes v. */
void lang_stop_with(struct lang_thread *t, lang_value v);
bool lang_stop_raise(
    struct lang_thread *t); /* makes it the value of a StopIteration; false: it is None, or was not told */
/* Puts a taken exception back, unchanged (no new traceback entry, no context). */
void lang_error_restore(struct lang_thread *t, lang_value exc);

/* warnings.warn() with a text: 0, or -1 with the exception that a filter makes of it. */
int lang_warn(struct lang_thread *t, enum lang_exc category, const char *text);
/* A result of __int__, __index__, __float__ or __complex__ (`method`) whose class derives from int, float or complex
 * (`kind`), which is deprecated: as it is, or an error where the warning is one. */
lang_value lang_warn_subclass(struct lang_thread *t, const char *method, const char *kind, lang_value result_steal);

/* ------------------------------------------------------------------ protocols on any value */

struct lang_str *lang_repr(struct lang_thread *t, lang_value v);
struct lang_str *lang_to_str(struct lang_thread *t, lang_value v);
struct lang_str *lang_format(struct lang_thread *t, lang_value v, struct lang_str *spec);

lang_value lang_getattr(struct lang_thread *t, lang_value v, struct lang_str *name);
/* As getattr(v, name, default): LANG_UNDEF when absent, ERROR only for other errors. */
lang_value lang_getattr_opt(struct lang_thread *t, lang_value v, struct lang_str *name);
lang_value lang_getattr_c(struct lang_thread *t, lang_value v, const char *name);
int lang_setattr(struct lang_thread *t, lang_value v, struct lang_str *name, lang_value value); /* UNDEF: delete */
int lang_setattr_c(struct lang_thread *t, lang_value v, const char *name, lang_value value);
/* The rules of object.__getattribute__ and object.__setattr__. */
/* Where the program stands, as traceback.format_stack() tells it (malloc'ed), the library's frames left out; NULL: no
 * memory. */
char *lang_stack_text(struct lang_thread *t);
/* The same as lines of "file(line): name", innermost first, the line where the function begins. */
char *lang_calls_text(struct lang_thread *t);
lang_value lang_generic_getattr(struct lang_thread *t, lang_value v, struct lang_str *name);
/* UNDEF instead of AttributeError. */
lang_value lang_generic_getattr_opt(struct lang_thread *t, lang_value v, struct lang_str *name);
int lang_generic_setattr(struct lang_thread *t, lang_value v, struct lang_str *name, lang_value value);
/* The __dict__ of an instance as a dict object that stays connected with it; NULL with AttributeError if it has none.
 */
struct lang_dict *lang_instance_dict(struct lang_thread *t, lang_value v);

/* isinstance(v, cls) and issubclass(cls, of): 1, 0, -1. */
/* a | b as types.UnionType, or NOTIMPL. A type with this slot says that its instances may be members. */
lang_value lang_union_or(struct lang_thread *t, lang_value a, lang_value b);
int lang_isinstance(struct lang_thread *t, lang_value v, lang_value cls);
int lang_issubclass(struct lang_thread *t, lang_value cls, lang_value of);

lang_value lang_call(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                     struct lang_tuple *kwnames);
/* v.name(args...) without a bound method object. */
lang_value lang_call_method(struct lang_thread *t, lang_value v, struct lang_str *name, const lang_value *args,
                            size_t nargs);
lang_value lang_call_method_c(struct lang_thread *t, lang_value v, const char *name, const lang_value *args,
                              size_t nargs);
/* A special method looked up on the type, bound and called; LANG_UNDEF if the type has none. */
lang_value lang_call_special(struct lang_thread *t, lang_value v, struct lang_str *name, const lang_value *args,
                             size_t nargs);
bool lang_callable(lang_value v);

lang_value lang_binary(struct lang_thread *t, enum lang_binary_op op, lang_value a, lang_value b);
lang_value lang_inplace(struct lang_thread *t, enum lang_binary_op op, lang_value a, lang_value b);
lang_value lang_unary(struct lang_thread *t, enum lang_unary_op op, lang_value v);
lang_value lang_power(struct lang_thread *t, lang_value a, lang_value b, lang_value mod); /* pow(a, b, mod) */
lang_value lang_compare(struct lang_thread *t, enum lang_compare_op op, lang_value a, lang_value b);
/* a is b or a == b, as containers ask: 1, 0, -1. */
int lang_equal(struct lang_thread *t, lang_value a, lang_value b);
int lang_less(struct lang_thread *t, lang_value a, lang_value b);
int lang_truth(struct lang_thread *t, lang_value v);
int lang_hash(struct lang_thread *t, lang_value v, int64_t *out);
int lang_hash_unhashable(struct lang_thread *t, lang_value v, int64_t *out);
int64_t lang_hash_double(double d); /* as CPython */
int64_t lang_hash_bytes(const void *p, size_t n);
/* The same, stopped by an interrupt with -1 (t NULL: by nothing). */
int lang_hash_large(struct lang_thread *t, const void *p, size_t n, int64_t *out);

int64_t lang_len(struct lang_thread *t, lang_value v);
lang_value lang_getitem(struct lang_thread *t, lang_value v, lang_value key);
int lang_setitem(struct lang_thread *t, lang_value v, lang_value key, lang_value value); /* UNDEF: delete */
int lang_contains(struct lang_thread *t, lang_value container, lang_value item);
lang_value lang_iter(struct lang_thread *t, lang_value v);
/* The same; a TypeError gets the text, in which %N is the type of v. */
lang_value lang_iter_or(struct lang_thread *t, lang_value v, const char *text);
lang_value lang_next(struct lang_thread *t, lang_value iterator); /* LANG_UNDEF at the end */
/* As next(iterator): at the end ERROR with StopIteration, which carries what a generator has returned. */
lang_value lang_next_or_stop(struct lang_thread *t, lang_value iterator);
/* Calls each for every item until it returns non-zero; list, tuple and range without an iterator object. -1 error, else
 * each's. */
int lang_for_each(struct lang_thread *t, lang_value iterable,
                  int (*each)(struct lang_thread *t, lang_value item, void *arg), void *arg);

/* Integer of an index-like value (int, bool, __index__). TypeError `'float' object cannot be interpreted as an
 * integer`; too large: OverflowError `Python int too large to convert to C ssize_t`. */
/* TypeError: the right operand of + is no sequence of the type of a. */
/* How often a sequence is repeated: an index, 0 for a negative one. */
int lang_repeat_count(struct lang_thread *t, lang_value v, int64_t *n);
lang_value lang_concat_error(struct lang_thread *t, lang_value a, lang_value b);
/* As lang_as_index, the text of the OverflowError that of a count of repetitions; and for a C int. */
int lang_as_count(struct lang_thread *t, lang_value v, int64_t *out);
int lang_as_c_int(struct lang_thread *t, lang_value v, int64_t *out);
int lang_as_index(struct lang_thread *t, lang_value v, int64_t *out);
/* Any real number as double (int, big int, float, bool, __float__, __index__); TypeError `must be real number, not
 * str`. */
int lang_as_double(struct lang_thread *t, lang_value v, double *out);
/* int of any size: value if it fits, else -1 with OverflowError. */
int lang_as_int64(struct lang_thread *t, lang_value v, int64_t *out);
/* UTF-8 of a str; TypeError naming `what` otherwise. The bytes live as long as v. */
const char *lang_as_utf8(struct lang_thread *t, lang_value v, const char *what, size_t *len);

/* ------------------------------------------------------------------ the running thread */

/* Interrupt, lock requests and stack bounds: call in every loop that may run long and before calling back from native
 * code. -1 with KeyboardInterrupt (or RecursionError). */
int lang_poll(struct lang_thread *t);
/* As lang_poll, but nothing else runs: for loops over memory that must not change under them. */
int lang_poll_quiet(struct lang_thread *t);
/* Guard of native recursion: -1 with RecursionError `maximum recursion depth exceeded` + what (may be ""). Pairs with
 * leave. */
int lang_enter(struct lang_thread *t, const char *what);
void lang_leave(struct lang_thread *t);
/* For repr of cyclic containers: 1 if v is being shown already, 0 entered, -1 error. */
int lang_repr_enter(struct lang_thread *t, lang_value v);
void lang_repr_leave(struct lang_thread *t, lang_value v);
/* Around anything that blocks or computes long without touching objects. */
void lang_unlock(struct lang_thread *t);
void lang_lock(struct lang_thread *t);
bool lang_try_lock(struct lang_thread *t);     /* false: somebody else holds it */
void lang_unlock_alone(struct lang_thread *t); /* keeps the foreign lock (lang.h) */
/* The interrupt flag is raised (no lock needed). */
bool lang_interrupted(struct lang_thread *t);

#endif
