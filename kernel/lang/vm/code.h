/* code.h: the output of the compiler and the records of the interpreter: code objects, functions, frames, threads.
 *
 * Seen by compile.c, vm/ and those types that are made of code (function, generator, class). Must not be seen by
 * outsiders. */
#ifndef LANG_CODE_H
#define LANG_CODE_H

#include <pthread.h>
#include <stdatomic.h>

#include "lang.h"

enum lang_opcode {
#define X(name, operands) OPC_##name,
#include "vm/opcode.def"
#undef X
    OPC_COUNT
};

/* Packed so that each operand is extracted by one shift once the eight bytes are in a register, b and c together (`w`)
 * and c and x together (`site`), too. */
struct __attribute__((packed, aligned(8))) lang_instr {
    uint8_t op;
    uint16_t a;
    union {
        struct __attribute__((packed)) {
            uint16_t b, c;
        };
        uint32_t w;
    };
    uint8_t x;
};
_Static_assert(sizeof(struct lang_instr) == 8 && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "decoded by shifts");

/* A hidden class: the keys of an instance in the order they were set. Owned by its type, one root each; shapes of two
 * types are never the same, so a shape stands for the type as well. */
struct lang_shape {
    struct lang_type *type; /* borrowed */
    struct lang_shape *parent;
    struct lang_str *key; /* added by this shape, index count - 1 */
    uint32_t count;
    uint32_t child_count, child_capacity;
    struct lang_shape **children;
    struct lang_str **table; /* open addressing by name pointer, made for 8 keys and more */
    uint32_t *table_index;
    uint32_t table_mask;
    bool regained;            /* of instances that had a dict for a while, and get no second chance */
    struct lang_shape *again; /* of a root: the root of those */
};
/* Of a dict: an instance's attributes have moved into it because somebody asked for __dict__. */
enum { LANG_DICT_LENT = LANG_OBJ_USER };
/* An instance whose dict nobody else holds any more goes back to shapes, once: vars(self).update(...) would make all of
 * its accesses slow. Whether it has. */
bool lang_attrs_regain_shape(struct lang_thread *t, struct lang_object *o);
/* Slots are allocated in steps that follow from the count alone. */
static inline uint32_t lang_shape_capacity(uint32_t count)
{
    return count <= 4 ? 4 : count <= 8 ? 8 : 1u << (32 - __builtin_clz(count - 1));
}
int64_t lang_shape_find(struct lang_shape *s, struct lang_str *name); /* -1: absent */
struct lang_shape *lang_shape_root(struct lang_thread *t, struct lang_type *type);
/* The shape with one more key; NULL without exception: too many keys, use a dict. */
struct lang_shape *lang_shape_add(struct lang_thread *t, struct lang_shape *s, struct lang_str *name);
void lang_shape_free(struct lang_thread *t, struct lang_shape *root);
static inline struct lang_attrs *lang_attrs_of(struct lang_object *o)
{
    return o->type->attr_offset ? (struct lang_attrs *)((char *)o + o->type->attr_offset) : NULL;
}
int lang_attrs_set(struct lang_thread *t, struct lang_object *o, struct lang_str *name,
                   lang_value v); /* UNDEF: delete; 1: absent */
lang_value lang_attrs_get(struct lang_thread *t, struct lang_object *o, struct lang_str *name); /* borrowed or UNDEF */
/* The same for members of __slots__, which no __dict__ shows. */
int lang_member_set(struct lang_thread *t, struct lang_object *o, struct lang_str *name, lang_value v);
lang_value lang_member_get(struct lang_thread *t, struct lang_object *o, struct lang_str *name);
int lang_attrs_leave_shapes(struct lang_thread *t, struct lang_object *o); /* go on with dicts */
int lang_attrs_grow(struct lang_thread *t, struct lang_attrs *a);          /* space for one more slot */
void lang_attrs_clear(struct lang_thread *t, struct lang_object *o);
void lang_attrs_traverse(struct lang_object *o, lang_visit_fn visit, void *arg);

/* An inline cache of one instruction. Its contents are validated by version numbers: see attr_cache.c. */
enum lang_site_kind {
    LANG_SITE_EMPTY,
    LANG_SITE_SLOT,     /* shape, version: slots[index] */
    LANG_SITE_ADD,      /* SETATTR: shape, version: becomes next_shape, slots[index] */
    LANG_SITE_CLASS,    /* key (shape or type), version: `value` of the class, no descriptor */
    LANG_SITE_METHOD,   /* the same, value is a function to be bound */
    LANG_SITE_TYPE,     /* the object is the class `key` itself, version */
    LANG_SITE_MODULE,   /* dict of keys_version: entries[index] */
    LANG_SITE_GLOBAL,   /* the same for globals */
    LANG_SITE_BUILTIN,  /* keys versions of globals and builtins: entries[index] of builtins */
    LANG_SITE_PROPERTY, /* shape or type, version: value is the property */
    LANG_SITE_DICT,  /* type, version: the attribute is in the dict of the instance, or the class says what there is */
    LANG_SITE_GETTER /* type, version: value is a built-in data descriptor; SETATTR: one of built-in types, that can be
                        set */
};
struct lang_site {
    struct lang_str *name;
    const void *key;
    union {
        struct lang_object *value; /* borrowed: alive while the version holds */
        struct lang_shape *next_shape;
        uint64_t keys2;
    };
    uint64_t keys;
    uint32_t version;
    uint32_t slot_version; /* of SLOT: the version; else 0, which no type has */
    uint32_t index;
    uint8_t kind, misses;
};

/* The text that code was compiled from, shared by its functions; tracebacks show its lines. Counted by hand. */
struct lang_text {
    uint32_t refs;
    int cell;              /* 0: a file */
    bool hidden;           /* of the library: left out of tracebacks */
    bool unread;           /* the text is to be read from the file when a line of it is wanted */
    bool kept;             /* the text lies in the program and stays there */
    const uint8_t *packed; /* what the code of a module of the library is read from, or NULL */
    size_t packed_size;
    char *filename;
    char *text;
    size_t size;
    uint32_t *line_start; /* offsets, made on demand */
    uint32_t line_count;
    struct lang_text *next, **link; /* among the texts of cells */
};
void lang_text_unref(struct lang_text *text);
/* The text of a cell that some code is of, by the name of its file; NULL: there is none. */
const struct lang_text *lang_text_of_cell(const char *filename);
struct lang_text *lang_text_new(struct lang_thread *t, struct lang_source *source, const char *text, size_t size,
                                bool hidden);
/* The same of a module of the library, whose text is not copied. */
/* The text of a module of the library, and the bytes that its code is read from; both stay in the program. */
struct lang_text *lang_text_of_library(struct lang_thread *t, struct lang_source *source, const uint8_t *packed,
                                       size_t packed_size);
/* Its file; of a cell, what IPython would have named it. */
enum { LANG_CELL_FILENAME = 64 };
const char *lang_text_filename(const struct lang_text *text, char cell[LANG_CELL_FILENAME]);
/* The bytes of a program as UTF-8, by the mark at their beginning or the comment that names their encoding; *size is
 * changed, *keep (UNDEF or a new reference) holds what is returned if the bytes do not. program: the text is run and
 * not imported or compiled, whose errors have other words. NULL with a SyntaxError. */
const char *lang_source_text(struct lang_thread *t, const char *bytes, size_t *size, const char *filename, bool program,
                             lang_value *keep);
/* Line n (from 1) of a text, without its newline. false: no such line. */
bool lang_text_line(struct lang_text *text, uint32_t n, const char **line, size_t *size);

/* The source position of an instruction: lines from 1, byte columns from 0, the end exclusive; columns -1: unknown. */
struct lang_position {
    uint32_t line, end_line;
    int32_t col, end_col;
};

struct lang_handler { /* exceptions at start <= pc < end go to target with the exception in R[reg]; R[temp..] are
                         emptied */
    uint32_t start, end, target;
    uint16_t reg, temp;
};

enum lang_code_flag {
    LANG_CODE_GENERATOR = 1,
    LANG_CODE_VARARGS = 2,
    LANG_CODE_VARKW = 4,
    LANG_CODE_NAMESPACE = 8, /* module or class body: has a namespace dict */
    LANG_CODE_SIMPLE = 16,   /* only positional parameters, no cells to make */
    LANG_CODE_HIDDEN_LAST = 32,
    LANG_CODE_CLASS = 64,
    LANG_CODE_METHODLIKE = 128, /* captures __class__ */
    /* with GENERATOR, calls of what is no generator: */
    LANG_CODE_COROUTINE = 256,
    LANG_CODE_ASYNC_GENERATOR = 512,
    LANG_CODE_ITERABLE_COROUTINE = 1024 /* a generator that may be awaited (types.coroutine) */
};

/* What an instruction says of itself in its field x. */
enum lang_await { LANG_AWAIT_VALUE, LANG_AWAIT_ENTER, LANG_AWAIT_EXIT };
/* Operand a of JUMP, JUMPBACK and RETURNNONE: it is a statement of its own, of whose line trace functions are told. */
enum { LANG_OWN_LINE = 1 };
/* Temporaries may be left, too; LATER: finally blocks and the like have run since the statement began. */
enum lang_return { LANG_RETURN_TEMPORARIES = 1, LANG_RETURN_LATER = 2 };
enum lang_with { LANG_WITH_RAISED = 1, LANG_WITH_ASYNC = 2 };

enum { LANG_UNPACK_LOCALS = 8 }; /* the most that UNPACK with x takes */

struct lang_code {
    struct lang_object head;
    struct lang_str *name, *qualname;
    struct lang_text *text;
    struct lang_instr *instrs;
    uint8_t *line_table; /* positions of the instructions, packed: line_table.c */
    uint32_t line_table_size;
    uint32_t instr_count;
    lang_value *consts;
    uint32_t const_count;
    struct lang_site *sites;
    uint32_t site_count;
    struct lang_handler *handlers; /* inner before outer */
    uint32_t handler_count;
    uint32_t flags;
    uint32_t reg_count;                           /* all registers */
    uint32_t local_count, cell_count, free_count; /* cells are R[local_count ..]; temporaries behind them */
    uint32_t temp_base;
    uint32_t posonly_count, positional_count, kwonly_count, param_count;
    uint32_t direct_count; /* so many positional arguments need no binding and enter a plain frame; or UINT32_MAX */
    bool indirect;         /* no number of arguments does: a function of it has a fast path */
    struct lang_str **local_names, **cell_names, **free_names;
    struct {
        bool from_cell;
        uint32_t index;
    } * captures;                   /* for MAKEFUNCTION in the scope around */
    int32_t class_free;             /* captured cell with __class__, -1 */
    int32_t self_cell;              /* cell that took parameter 0, -1 */
    uint32_t first_line, last_line; /* of the block, decorators included */
    lang_value doc;                 /* str or None */
    const uint8_t *rest;            /* or NULL; of the library, and not called yet: see lang_code_need */
};

struct lang_cell {
    struct lang_object head;
    lang_value value; /* UNDEF: empty */
};

struct lang_function {
    struct lang_object head;
    struct lang_attrs attrs;
    struct lang_code *code;
    struct lang_dict *globals;
    struct lang_tuple *defaults;  /* or NULL */
    struct lang_dict *kwdefaults; /* or NULL */
    lang_value annotations;       /* dict or UNDEF */
    struct lang_str *name, *qualname;
    lang_value doc, module;
    lang_fast_call_fn fast_call; /* fast path tried before the code is entered, or NULL */
    const void *fast_call_data;
    uint32_t free_count;
    struct lang_cell *closure[];
};

enum lang_frame_flag {
    LANG_FRAME_ENTRY = 1,    /* returning from it leaves vm_run */
    LANG_FRAME_OWN_FUNC = 2, /* the frame holds a reference to func */
    LANG_FRAME_CTOR = 4,     /* __init__ of `made`: the result is made */
    LANG_FRAME_GENERATOR = 8,
    LANG_FRAME_FOR = 16,       /* a generator resumed by FORITER of the frame below */
    LANG_FRAME_DROP = 32,      /* result is not wanted */
    LANG_FRAME_SEEN = 64,      /* has a frame object */
    LANG_FRAME_RERAISED = 128, /* what is on its way out was raised again at `reraised`, which no traceback tells */
    LANG_FRAME_TRACED = 256    /* a trace or profile function knows of it, or there was none yet when it began */
};

#define LANG_FRAME_BEGIN UINT32_MAX

/* One activation. Lies on the thread's frame stack; becomes a lang_frame_object only when a traceback or sys asks for
 * it. */
struct lang_frame {
    struct lang_code *code;
    struct lang_function *func; /* NULL: module text */
    lang_value *regs;
    const struct lang_instr *pc; /* next instruction; valid while it is not the running one or after a save */
    struct lang_dict *globals;
    struct lang_dict *locals; /* owned namespace of module and class bodies (flag ENTRY), else NULL */
    struct lang_generator *generator;
    struct lang_frame_object *object;
    struct lang_object *made; /* CTOR */
    lang_value *top;          /* of a generator: first unused register on the stack */
    lang_value *callee;       /* register of the caller that keeps the callee alive: emptied at return; or NULL */
    uint32_t dst;             /* register of the caller for the result */
    uint32_t reraised;        /* instruction that did it, with LANG_FRAME_RERAISED */
    uint32_t flags;
    uint32_t traced; /* with LANG_FRAME_TRACED: the instruction that was looked at last; LANG_FRAME_BEGIN: none */
};

/* One activation as a value: while it runs it looks into `frame`, while its generator waits into `generator`; what has
 * ended and is still held keeps its variables itself. */
struct lang_frame_object {
    struct lang_object head;
    struct lang_frame *frame;         /* while it runs, or NULL */
    struct lang_generator *generator; /* while that waits (it holds this object), or NULL */
    struct lang_code *code;
    struct lang_function *func; /* or NULL */
    struct lang_dict *globals;
    struct lang_dict *locals;       /* of module and class text its names; else what f_locals has given, or NULL */
    lang_value *regs;               /* locals and cells of one that has ended, or NULL */
    struct lang_frame_object *back; /* of one that has ended */
    lang_value trace;               /* f_trace */
    lang_value foreign;             /* of another implementation: its entry of the traceback there; or UNDEF */
    uint32_t instr; /* the current instruction while it does not run; LANG_FRAME_BEGIN before the first */
};

/* foreign_frame.c: an object or a class of another implementation, and what is known of it (struct lang_foreign). */
bool lang_is_foreign(lang_value v);
lang_value lang_foreign_ask(struct lang_thread *t, lang_value v, const char *question, const lang_value *details,
                            size_t count);

struct lang_traceback {
    struct lang_object head;
    struct lang_traceback *next; /* inner frame */
    struct lang_frame_object *frame;
    uint32_t instr; /* the one that has raised */
    int32_t line;   /* of one that a program has made: its line */
    bool made;
};

/* The exception that an activation handles, or UNDEF. Each generator has one of its own, which waits with it; while it
 * runs, the one of its caller lies below. */
struct lang_handled {
    lang_value value;
    struct lang_handled *below;
};

enum lang_generator_state {
    LANG_GENERATOR_NEW,
    LANG_GENERATOR_SUSPENDED,
    LANG_GENERATOR_RUNNING,
    LANG_GENERATOR_FINISHED
};
struct lang_generator {
    struct lang_object head;
    struct lang_function *func;
    struct lang_code *code;
    lang_value *regs; /* on the heap, code->reg_count of them; NULL when finished */
    const struct lang_instr *pc;
    struct lang_handled handled; /* inside it */
    struct lang_str *name, *qualname;
    struct lang_frame_object *object;      /* its frame object, if one was made; NULL else, and while it runs */
    struct lang_tuple *origin;             /* of a coroutine: where it was made, or NULL */
    uint8_t state;                         /* enum lang_generator_state */
    bool waiting, closed, hooked, offered; /* of an asynchronous one: an awaitable of it has begun; it has ended;
                                            * the hooks of its loop have been called; coroutine.c */
};

/* The state of one thread of execution; never in the vm. */
struct lang_thread {
    struct lang_vm *vm;
    lang_value exception;         /* raised and not caught yet, or UNDEF */
    struct lang_handled *handled; /* of the innermost generator that runs; at the bottom, thread_handled */
    struct lang_handled thread_handled;
    lang_value async_hooks[2]; /* sys.set_asyncgen_hooks: firstiter and finalizer, or UNDEF */
    lang_value context;        /* the current one of contextvars, or UNDEF: lib_context.c */
    lang_value running_loop;   /* the event loop that runs, or UNDEF: lib_asyncio.c */
    lang_value stop_value;     /* what the generator that ended last has returned: for next() */
    struct lang_frame *frame;  /* innermost; NULL: none */
    struct lang_frame *frames, *frames_end;
    lang_value *stack, *stack_end; /* registers */
    char *c_limit;                 /* the C stack must not go below */
    int depth;                     /* depth of calls, language and native */
    int origin_depth;              /* so many frames are noted of where a coroutine is made */
    lang_value *repr_stack;
    size_t repr_count, repr_capacity;
    struct lang_thread *next;
    pthread_t ident;              /* of the system, while it holds the lock or has held it */
    pid_t native;                 /* the same as the system's tools have it */
    bool recovering;              /* RecursionError is being handled: 50 more calls are allowed */
    struct lang_tracer *tracer;   /* trace.h; NULL: neither sys.settrace nor sys.setprofile was called */
    atomic_uint permit;           /* park.c: 1: the next wait ends at once */
    struct lang_thread_end *ends; /* what is done when the thread ends */
};

/* What belongs to a thread and to somebody else: run is called, with the lock, before the thread is freed. */
struct lang_thread_end {
    struct lang_thread_end *next, **link;
    void (*run)(struct lang_thread *t, struct lang_thread_end *end);
};

struct lang_text_cache;

enum lang_lock_state { LANG_LOCK_FREE, LANG_LOCK_HELD, LANG_LOCK_AWAITED };
/* What the next poll is asked for: the interpreter lock, a foreign lock that is kept, handlers of signals. */
enum lang_poll_request { LANG_POLL_LOCK = 1, LANG_POLL_FOREIGN = 2, LANG_POLL_SIGNAL = 4 };

/* What types and vm ask of the floors above them, which they do not know by name; given at the vm's birth (lang.c). */
struct lang_services {
    /* The code of a text; NULL with an exception. flags: enum lang_compile_flag. */
    struct lang_code *(*compile)(struct lang_thread *t, struct lang_source *source, unsigned flags);
    /* The same of the text of a file, which may have been compiled before. */
    struct lang_code *(*compile_file)(struct lang_thread *t, struct lang_source *source);
    /* The code of a module of the library, from the bytes that come with it; NULL with an exception. */
    struct lang_code *(*unpack)(struct lang_thread *t, const uint8_t *data, size_t size, struct lang_source *source);
    /* What has been left in those bytes of a function's code (lang_code_need); -1 with an exception. */
    int (*read_rest)(struct lang_thread *t, struct lang_code *code);
    /* Tells of the exception on the thread, which nobody can catch, and takes it away. */
    void (*unraisable)(struct lang_thread *t, const char *text, lang_value object);
    const struct lang_module_def *const *modules; /* the library's modules in C; ends with NULL */
};
enum { LANG_REGISTERED_PLACES = 256 };
struct lang_vm {
    const struct lang_services *services;
    struct lang_host host;
    struct lang_options options;
    struct lang_thread *main, *threads;
    struct lang_dict *modules, *builtins;
    struct lang_module *builtins_module, *main_module;
    int recursion_limit;      /* what the user asked for */
    int depth_limit;          /* the loop enters frames without further checks up to here */
    atomic_int own_interrupt; /* used when the host gives no flag */
    atomic_int poll;          /* nonzero: something to do at the next poll: enum lang_poll_request */
    atomic_int lock_state;    /* the interpreter lock: enum lang_lock_state */
    pthread_mutex_t lock;     /* for those who wait for it */
    pthread_cond_t lock_free;
    int lock_waiting;                             /* threads that have asked for it */
    unsigned lock_turns;                          /* how often one of those got it */
    int (*answer_signals)(struct lang_thread *t); /* lib_signals.c: calls the handlers that are due; NULL: not loaded */
    void (*signals_after_fork)(struct lang_thread *t);
    const struct lang_foreign *foreign; /* NULL: none */
    struct lang_dict *foreign_given;    /* the names of modules that it has given, or NULL */
    struct lang_registered *registered; /* modules to be made at first import */
    struct lang_registered *registered_by_name[LANG_REGISTERED_PLACES]; /* the same by a hash of their names */
    lang_value last_error;                                              /* for sys.last_value, %tb */
    lang_value pending_value;                                           /* EXPRVALUE */
    int64_t type_version, names_filled;
    int (*class_made)(struct lang_thread *t, struct lang_type *type); /* lang_set_class_hook; NULL: none */
    bool finishing;                                                   /* the program has ended, its objects are going */
    bool future_annotations; /* a cell has said: from __future__ import annotations */
    int compiled_cell;       /* number of the cell that was compiled last, for SyntaxErrors */
};

extern struct lang_vm *lang_the_vm;

/* lang_enter and lang_leave where they are called most. */
static inline int lang_enter_here(struct lang_thread *t, const char *what)
{
    char here;
    if (__builtin_expect(t->depth<t->vm->depth_limit && & here> t->c_limit, 1)) {
        t->depth++;
        return 0;
    }
    return lang_enter(t, what);
}
static inline void lang_leave_here(struct lang_thread *t)
{
    t->depth--;
}

/* park.c */
/* Gives the lock back and waits for lang_unpark(t), a signal or that moment of lang_park_clock (negative: without end).
 * May return early: the caller looks what has become of what it waits for, polls, and waits again. */
void lang_park(struct lang_thread *t, int64_t until);
void lang_unpark(struct lang_thread *t); /* its wait ends, or the next one does. [any thread, handlers of signals] */
int64_t lang_park_clock(void);           /* nanoseconds */
void lang_thread_at_end(struct lang_thread *t, struct lang_thread_end *end);
void lang_thread_end_cancel(struct lang_thread_end *end);
void lang_thread_run_ends(struct lang_thread *t);

/* weakref.c */
void lang_weakref_clear(struct lang_thread *t, struct lang_object *o);
/* The same in two steps, of which the first runs no code: cuts the references to o and adds those that call back to a
 * list, each with a reference; returns its new end. The second calls them and releases the list. */
struct lang_weakref;
struct lang_weakref **lang_weakref_cut(struct lang_object *o, struct lang_weakref **end);
void lang_weakref_call(struct lang_thread *t, struct lang_weakref *called);
/* If o is a weak reference, it will not call back: it is garbage itself. */
void lang_weakref_silence(struct lang_object *o);

/* vm.c */
lang_value lang_vm_run(struct lang_thread *t, struct lang_frame *entry);
/* Runs module or class code in a namespace: the value that EXPRVALUE left, or UNDEF. */
lang_value lang_run_code(struct lang_thread *t, struct lang_code *code, struct lang_dict *globals,
                         struct lang_dict *locals, struct lang_function *func);
lang_value lang_function_call(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                              struct lang_tuple *kwnames);
/* What the innermost except block that is being run handles (borrowed), or UNDEF. */
static inline lang_value lang_handled(const struct lang_thread *t)
{
    const struct lang_handled *h = t->handled;
    while (lang_is_undef(h->value) && h->below)
        h = h->below;
    return h->value;
}
lang_value lang_generator_resume(struct lang_thread *t, struct lang_generator *g, lang_value sent);
/* Goes on in a generator's frame (flag ENTRY): the value it gives; UNDEF when it has returned, its value in *result if
 * wanted. */
lang_value lang_vm_resume(struct lang_thread *t, struct lang_frame *f, lang_value *result);
/* The same, with the exception on the thread raised where the generator waits. */
lang_value lang_vm_throw(struct lang_thread *t, struct lang_frame *f, lang_value *result);
void lang_vm_stop_in_generator(struct lang_thread *t,
                               const struct lang_generator *g); /* a StopIteration that leaves its body: RuntimeError */
struct lang_frame *lang_generator_enter(struct lang_thread *t, struct lang_generator *g);
/* Runs the finally blocks and with statements of one that will never be resumed; false if it waits in none. */
bool lang_generator_finalize(struct lang_thread *t, struct lang_generator *g);
void lang_generator_leave(struct lang_thread *t, struct lang_frame *f, bool finished);
void lang_generator_finish(struct lang_thread *t, struct lang_generator *g);
void lang_generator_close(struct lang_thread *t, struct lang_generator *g); /* errors are reported as unraisable */
lang_value lang_generator_resume_result(struct lang_thread *t, struct lang_generator *g, lang_value sent,
                                        lang_value *result);
lang_value lang_generator_throw(struct lang_thread *t, struct lang_generator *g);
/* Left by an exception: the frame's line is where that was raised, not where its handlers have ended. */
void lang_frame_blame(struct lang_thread *t, struct lang_frame *f);
/* frame.c: the activation ends, or its generator waits from now on: its object looks elsewhere. */
void lang_frame_freeze(struct lang_thread *t, struct lang_frame *f);
/* Where the activation ends: its object, if it has one, no longer looks into it. Destructors of what is released
 * meanwhile, and other threads, may ask for the frame anew, so that this stands behind all that is released as well. */
static inline void lang_frame_let_go(struct lang_thread *t, struct lang_frame *f)
{
    while (__builtin_expect(f->object != NULL, 0))
        lang_frame_freeze(t, f);
}
void lang_frame_suspend(struct lang_frame *f, struct lang_generator *g);
void lang_frame_resume(struct lang_frame *f, struct lang_generator *g);
/* A suspended generator is destroyed: its frame object takes over its registers. */
void lang_frame_abandon(struct lang_thread *t, struct lang_generator *g);
struct lang_frame_object *lang_generator_frame(struct lang_thread *t, struct lang_generator *g); /* new; NULL: error */
/* f_locals: the namespace, or a dict of the locals and cells as they stand. */
struct lang_dict *lang_frame_object_locals(struct lang_thread *t, struct lang_frame_object *o);
/* The locals and cells of a running function become what the dict that f_locals has given says. */
void lang_frame_object_store(struct lang_thread *t, struct lang_frame_object *o);
/* Flags of a frame object: f_trace_lines is False, f_trace_opcodes is True. */
enum { LANG_FRAME_OBJECT_LINES_OFF = LANG_OBJ_USER, LANG_FRAME_OBJECT_OPCODES = LANG_OBJ_USER << 1 };
/* namespace.c: names of a class body in a mapping that is no dict. */
struct lang_dict *lang_namespace_new(struct lang_thread *t, lang_value mapping);
lang_value lang_namespace_value(struct lang_dict *d); /* that mapping, or the dict; borrowed */
lang_value lang_namespace_get(struct lang_thread *t, struct lang_dict *d, struct lang_str *name); /* UNDEF: absent */
/* locals() of a frame: its namespace, or a fresh dict of a function's locals and cells. */
struct lang_dict *lang_frame_locals(struct lang_thread *t, struct lang_frame *f);
/* The value of a StopIteration, a new reference: its first argument, or what was assigned since; None without either.
 */
lang_value lang_stop_iteration_value(lang_value e);
int lang_exceptions_ready(struct lang_thread *t);
void lang_unicode_errors_setup(
    void); /* exception_unicode.c: slots of UnicodeError's subclasses, before they are readied */
void lang_exceptions_free(struct lang_thread *t);
int lang_vm_names_init(struct lang_thread *t);
int lang_code_builtins_fill(struct lang_thread *t, struct lang_dict *builtins); /* lib/lib_code.c */
void lang_intern_free(struct lang_thread *t);
/* Where the registers of a call from C begin. */
lang_value *lang_stack_top(struct lang_thread *t);
struct lang_frame *lang_frame_push(struct lang_thread *t, struct lang_code *code, struct lang_function *func,
                                   lang_value *regs);
void lang_frame_pop(struct lang_thread *t);
void lang_set_recursion_limit(struct lang_vm *vm, int limit);
uint32_t lang_frame_line(const struct lang_frame *f);
uint32_t lang_frame_instr(const struct lang_frame *f); /* index of the running instruction */
uint32_t lang_frame_object_line(const struct lang_frame_object *f);
/* Sees to it that a code object is whole. Of a function of the library only what makes it a value has been read: name,
 * numbers of parameters, documentation, captures. Whoever runs it or shows more of it asks for this before. -1: error
 */
static inline int lang_code_need(struct lang_thread *t, struct lang_code *c)
{
    return __builtin_expect(c->rest != NULL, 0) ? t->vm->services->read_rest(t, c) : 0;
}
/* The same for all code objects among constants. */
int lang_code_need_all(struct lang_thread *t, struct lang_tuple *constants);
/* Frees the arrays of a code object but its captures. */
void lang_code_drop_rest(struct lang_thread *t, struct lang_code *c);
/* line_table.c: packs the positions of code->instr_count instructions into code->line_table; -1: no memory. */
int lang_code_set_positions(struct lang_thread *t, struct lang_code *code, const struct lang_position *line_table);
struct lang_position lang_code_position(const struct lang_code *code, uint32_t instr);
uint32_t lang_code_line(const struct lang_code *code, uint32_t instr); /* of that position, sooner */
void lang_code_lines(const struct lang_code *code, uint32_t *lines);   /* of all instructions */
/* The beginning of the block and all instructions, instr_count + 1 of them, for the caller to free. NULL: no memory. */
struct lang_position *lang_code_positions(struct lang_thread *t, const struct lang_code *code);
/* location_table.c: positions and handlers as bytes in CPython's formats (co_linetable, co_exceptiontable). */
struct lang_bytes;
lang_value lang_code_locations(struct lang_thread *t, const struct lang_code *code);
lang_value lang_code_handlers(struct lang_thread *t, const struct lang_code *code);
/* Its positions become those that the table tells; -1: it is malformed, or there is no memory. */
int lang_code_set_locations(struct lang_thread *t, struct lang_code *code, const struct lang_bytes *table);
/* The line of a frame that has not begun: of a function its first one, of a text none. */
static inline uint32_t lang_code_begin(const struct lang_code *code)
{
    return code->flags & LANG_CODE_NAMESPACE && !(code->flags & LANG_CODE_CLASS) ? 0 : code->first_line;
}
static inline uint32_t lang_traceback_line(const struct lang_traceback *tb)
{
    return tb->made ? (uint32_t)tb->line : lang_code_line(tb->frame->code, tb->instr);
}
struct lang_frame_object *lang_frame_object(struct lang_thread *t,
                                            struct lang_frame *f); /* borrowed, kept by the frame */
/* call.c: puts arguments into regs[0 .. param_count-1]; args may be those registers themselves. Owned references move
 * with `owned`: the arguments are taken (also on failure), else references are added. */
int lang_bind_arguments(struct lang_thread *t, struct lang_function *f, lang_value *args, size_t nargs,
                        struct lang_tuple *kwnames, lang_value *regs, bool owned);
/* attr_cache.c: slow paths that fill a site */
lang_value lang_site_getattr(struct lang_thread *t, struct lang_site *s, lang_value v);
int lang_site_getmethod(struct lang_thread *t, struct lang_site *s, lang_value v, lang_value *function,
                        lang_value *self);
int lang_site_setattr(struct lang_thread *t, struct lang_site *s, lang_value v, lang_value value);
/* Whether calling the class runs a function __init__ on a plain instance: then cls->init_function. */
bool lang_type_find_init(struct lang_thread *t, struct lang_type *cls);
lang_value lang_site_getglobal(struct lang_thread *t, struct lang_site *s, struct lang_dict *globals);
/* The builtins of code with these globals: what their __builtins__ says, a module or a dict; borrowed. NULL raised. */
struct lang_dict *lang_builtins_of(struct lang_thread *t, struct lang_dict *globals);
/* Whether these have a builtin of that name (what a class statement or an import calls); else the exception. */
bool lang_builtin_known(struct lang_thread *t, struct lang_dict *globals, enum lang_exc exc, const char *name);

/* compile.c: text to code. NULL with the exception. */
enum lang_compile_flag {
    LANG_COMPILE_EVAL = 1,   /* one expression; its value is returned */
    LANG_COMPILE_SINGLE = 2, /* one interactive statement */
    LANG_COMPILE_KEEP = 4,   /* the value of the last expression statement goes to vm->pending_value */
    LANG_COMPILE_HIDDEN = 8, /* library: its frames are left out of tracebacks */
    LANG_COMPILE_NAMES =
        16, /* for exec and eval with a namespace of their own: names are looked up there, then in globals */
    LANG_COMPILE_ANNOTATIONS = 32, /* as after from __future__ import annotations */
    LANG_COMPILE_NO_ASSERT = 64,   /* without assert, __debug__ is False */
    LANG_COMPILE_NO_DOC = 128,     /* without docstrings */
    LANG_COMPILE_NO_DEDENT = 256   /* the end of the text ends no block of a single statement */
};
struct lang_code *lang_compile(struct lang_thread *t, struct lang_source *source, unsigned flags);

/* types made of code */
struct lang_function *lang_function_new(struct lang_thread *t, struct lang_code *code, struct lang_dict *globals);
struct lang_cell *lang_cell_new(struct lang_thread *t);
/* A call of what suspends: a generator, a coroutine or an asynchronous generator, by the code's flags. */
struct lang_generator *lang_generator_new(struct lang_thread *t, struct lang_function *f);
/* "generator", "coroutine" or "async generator" */
const char *lang_generator_kind(const struct lang_generator *g);
/* throw(type, value, traceback); raw: the three arguments. */
lang_value lang_generator_throw_raw(struct lang_thread *t, struct lang_generator *g, const lang_value *raw);
static inline bool lang_is_generator_type(const struct lang_type *type)
{
    return type == &lang_type_generator || type == &lang_type_coroutine || type == &lang_type_async_generator;
}
static inline bool lang_is_generator(lang_value v)
{
    return v.tag == LANG_OBJECT && lang_is_generator_type(v.o->type);
}
/* What a suspended generator waits for, borrowed; UNDEF: nothing. */
lang_value lang_generator_awaited(const struct lang_generator *g);

/* coroutine.c: what await, async for and async with ask an object for. New references. */
lang_value lang_get_awaitable(struct lang_thread *t, lang_value v, enum lang_await context);
lang_value lang_get_aiter(struct lang_thread *t, lang_value v);
lang_value lang_get_anext(struct lang_thread *t, lang_value v);
/* anext(v, default): what is awaited gives the default at the end. */
lang_value lang_anext_default(struct lang_thread *t, lang_value v, lang_value instead);
void lang_coroutine_unawaited(struct lang_thread *t, struct lang_generator *g);
int lang_coroutine_note_origin(struct lang_thread *t, struct lang_generator *g); /* with t->origin_depth */
/* The hook of the thread's event loop gets an asynchronous generator that nobody holds any more; false: there is none.
 */
bool lang_async_generator_finalize(struct lang_thread *t, struct lang_generator *g);
int lang_coroutine_types_ready(struct lang_thread *t);
lang_value lang_object_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                            struct lang_tuple *kwnames);
lang_value lang_type_call(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                          struct lang_tuple *kwnames);
lang_value lang_build_class(struct lang_thread *t, lang_value body, struct lang_tuple *bases,
                            struct lang_dict *keywords, struct lang_str *name);
lang_value lang_import_function(struct lang_thread *t, const lang_value *args); /* __import__ */
lang_value lang_import_name(struct lang_thread *t, struct lang_str *name, lang_value fromlist, int64_t level,
                            struct lang_dict *globals);
lang_value lang_import_from(struct lang_thread *t, lang_value module, struct lang_str *name);
const char *lang_registered_name(struct lang_vm *vm, size_t i); /* NULL: no more */
/* Whether the library has a text of that module, or had it if no other implementation were there; its code, anew. */
bool lang_library_text(struct lang_thread *t, const char *dotted, bool *is_package);
struct lang_code *lang_library_code(struct lang_thread *t, const char *dotted);
int lang_import_star(struct lang_thread *t, lang_value module, struct lang_dict *ns);
/* module.c: a module whose text runs at the first use. Whatever looks into the dict of a module that it has not
 * imported itself asks for it beforehand; nothing happens to other values. 0, or -1 with what the text raises. */
extern struct lang_type lang_type_waiting_module;
int lang_module_need(struct lang_thread *t, lang_value module);

/* partial_module.c: a name that a module of the language lacks and CPython's of the same name has; it becomes one of
 * the module's. UNDEF: there is none. New reference. */
lang_value lang_module_complete(struct lang_thread *t, struct lang_module *m, struct lang_str *name);

/* frame.c */
void lang_traceback_add(struct lang_thread *t, struct lang_frame *f);
/* foreign_frame.c: the files it remembers */
void lang_foreign_frames_free(void);
/* In a forked child, whose only thread is t's: imports that other threads had begun are not waited for. */
/* Whether a module of that name is being imported. */
bool lang_module_is_partial(const struct lang_str *name);
void lang_imports_after_fork(struct lang_thread *t);
/* exception.c */
bool lang_exception_is_no_memory(lang_value e); /* the one made beforehand, which holds nothing */
lang_value lang_exception_new(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs);
/* The exception on the thread is the interrupt that the host asked for. Code of the library that goes another way when
 * a call fails must not swallow it: lang_error_clear asks again. */
void lang_error_from_host(struct lang_thread *t);
/* Sets name (and obj) of the NameError (obj UNDEF) or AttributeError on the thread, unless they are set. */
void lang_error_about(struct lang_thread *t, lang_value obj, struct lang_str *name);
int lang_raise_from(struct lang_thread *t, lang_value exc, lang_value cause);
int lang_exception_matches(struct lang_thread *t, lang_value exc, lang_value cls); /* except clause: 1 0 -1 */
lang_value lang_unbound_local(struct lang_thread *t, struct lang_code *code, uint32_t reg);

/* hooks.c: an exception that nobody can catch, of `object` (or None): goes to sys.unraisablehook. */
void lang_complain(struct lang_thread *t, const char *text, size_t size); /* to sys.stderr; errors are dropped */
void lang_unraisable(struct lang_thread *t, lang_value object);
/* The same with another text than "Exception ignored in". */
void lang_unraisable_during(struct lang_thread *t, const char *text, lang_value object);
/* hooks.c: what a vm is given for it; text: NULL or that text. */
void lang_hooks_unraisable(struct lang_thread *t, const char *text, lang_value object);
void lang_del_failed(struct lang_thread *t, struct lang_object *o); /* its __del__ has raised */
int lang_hooks_fill(struct lang_thread *t, struct lang_dict *dict); /* of the module sys */

/* gc.c */
struct lang_gc_head {
    struct lang_gc_head *prev, *next;
    int64_t count; /* scratch of a collection, then 0 */
};
extern int64_t lang_gc_pending; /* containers made since the last collection, minus the threshold: >= 0 asks for one */
extern struct lang_gc_head lang_gc_young;
bool lang_gc_collecting(void); /* a collection is going on */
extern int64_t lang_gc_old;    /* objects of the old generation */
static inline void lang_gc_track_new(struct lang_object *o)
{
    struct lang_gc_head *g = (struct lang_gc_head *)o - 1;
    o->flags |= LANG_OBJ_GC;
    g->count = 0;
    g->prev = lang_gc_young.prev;
    g->next = &lang_gc_young;
    g->prev->next = g;
    lang_gc_young.prev = g;
    lang_gc_pending++;
}
static inline void lang_gc_untrack(struct lang_object *o)
{
    struct lang_gc_head *g = (struct lang_gc_head *)o - 1;
    g->prev->next = g->next;
    g->next->prev = g->prev;
    if (o->flags & LANG_OBJ_OLD)
        lang_gc_old--;
    else
        lang_gc_pending--;
}
/* What the module gc shows and sets. */
struct lang_list *lang_gc_objects(struct lang_thread *t);
struct lang_list *lang_gc_referrers(struct lang_thread *t, struct lang_tuple *objects);
struct lang_list *lang_gc_referents(struct lang_thread *t, struct lang_tuple *objects);
/* Around the run of a module of the library: what it makes is there to stay, and no collection looks at it but one that
 * a program asks for (lang_gc_collect), and the last one. */
void lang_gc_import_begins(void);
void lang_gc_import_ends(void);
int64_t lang_gc_collect_program(struct lang_thread *t); /* lang_gc_collect without such objects */
/* Whether an object is left that does something at its end: it has a __del__, or blocks of a generator to run. */
bool lang_gc_any_to_finalize(void);
int64_t lang_gc_young_count(void);
int64_t lang_gc_collect_young(struct lang_thread *t, int generation); /* 0 or 1: what watchers are told */
void lang_gc_set_threshold(int64_t young);                            /* 0: no collection by itself */
/* What is told of collections once somebody wants to know: the module gc. */
struct lang_gc_watch {
    void (*begin)(struct lang_thread *t, int generation);
    bool (*found)(struct lang_thread *t, struct lang_object *o); /* unreachable; true: it is kept, not freed */
    void (*end)(struct lang_thread *t, int generation, int64_t collected);
};
extern const struct lang_gc_watch *lang_gc_watch; /* NULL: nobody does */
void lang_gc_sizes(int64_t sizes[3]);             /* objects of the young, the old and the frozen generation */
void lang_gc_freeze(bool freeze);
int64_t lang_gc_frozen(void);
/* An instance of a static container type, tracked; all behind its header is for the caller to fill before anything else
 * may run. */
static inline void *lang_object_raw(struct lang_thread *t, struct lang_type *type, size_t size)
{
    struct lang_gc_head *g = (struct lang_gc_head *)lang_alloc(t, sizeof *g + size);
    if (!g)
        return NULL;
    struct lang_object *o = (struct lang_object *)(g + 1);
    *o = (struct lang_object){type, 1, 0};
    lang_gc_track_new(o);
    return o;
}
/* Gives back the memory of such an instance. */
static inline void lang_object_raw_free(struct lang_thread *t, struct lang_object *o, size_t size)
{
    struct lang_gc_head *g = (struct lang_gc_head *)o - 1;
    lang_free(t, g, sizeof *g + size);
}
void lang_tuple_free(struct lang_thread *t,
                     struct lang_object *o); /* the last act of lang_object_destroy for a tuple */
void lang_list_free(struct lang_thread *t, struct lang_object *o);
void lang_dict_free(struct lang_thread *t, struct lang_object *o);
void lang_alloc_set_limit(size_t bytes);                      /* alloc.c */
void lang_alloc_set_headroom(bool (*headroom)(size_t bytes)); /* alloc.c */
bool lang_alloc_has_headroom(size_t bytes);                   /* alloc.c; any thread */
int lang_gc_set_enabled(int enabled);                         /* -1: only asks; returns the previous state */
void lang_gc_step(struct lang_thread *t); /* a collection if one is due; called at polls and between cells */

/* names that the interpreter itself uses: names.def */
enum lang_name_id {
#define N(name) LANG_N_##name,
#include "vm/names.def"
#undef N
    LANG_N_COUNT
};
extern struct lang_str *lang_names_[LANG_N_COUNT];
extern uint32_t lang_names_made; /* how many vms have made them */
#define LANG_NAME(name) (lang_names_[LANG_N_##name])

#endif
