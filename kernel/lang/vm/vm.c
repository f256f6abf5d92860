/* vm.c: the interpreter loop. One case for each instruction: its fast path and one call for the rest (vm_slow.c,
 * attr_cache.c, call.c). The loop is loop.h, its cases are in loop_*.h, grouped by subject.
 *
 * Frames of language functions are entered and left here without recursion of the C stack: a call lays the callee's
 * registers over the arguments in the caller's, so that arguments are not copied. Invariants:
 * - a register that owns nothing has an immediate tag, also above the current frame;
 * - f->pc is saved before anything that can raise, call back or look at frames;
 * - an operand in a temporary register is consumed, one in a local is not (temporaries begin at `temp_base`). */
#include "vm/vm.h"

#include <string.h>

#include "vm/exception_group.h"
#include "vm/native.h"
#include "vm/trace.h"
#include "vm/type.h"

lang_value lang_property_getter(lang_value property);

#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)

/* Exact for both: an int that a double holds without rounding. */
#define SMALL_INT(i) ((uint64_t)(i) + (1ull << 53) <= 1ull << 54)

static inline const void *site_key(struct lang_object *o)
{
    uint32_t at = o->type->attr_offset;
    if (!at)
        return o->type;
    if (unlikely(at == LANG_ATTRS_AT_END))
        return NULL;
    struct lang_attrs *a = (struct lang_attrs *)((char *)o + at);
    return a->shape ? (const void *)a->shape : a->dict ? NULL : (const void *)o->type;
}

static int compare_ints(int op, int64_t a, int64_t b)
{
    switch (op) {
    case LANG_LT:
        return a < b;
    case LANG_LE:
        return a <= b;
    case LANG_EQ:
        return a == b;
    case LANG_NE:
        return a != b;
    case LANG_GT:
        return a > b;
    default:
        return a >= b;
    }
}

static int compare_doubles(int op, double a, double b)
{
    switch (op) {
    case LANG_LT:
        return a < b;
    case LANG_LE:
        return a <= b;
    case LANG_EQ:
        return a == b;
    case LANG_NE:
        return a != b;
    case LANG_GT:
        return a > b;
    default:
        return a >= b;
    }
}

static inline bool both_numbers(lang_value a, lang_value b, double *x, double *y)
{
    if (a.tag == LANG_FLOAT) {
        *x = a.f;
        if (b.tag == LANG_FLOAT)
            *y = b.f;
        else if (b.tag == LANG_INT && SMALL_INT(b.i))
            *y = (double)b.i;
        else
            return false;
        return true;
    }
    if (a.tag == LANG_INT && b.tag == LANG_FLOAT && SMALL_INT(a.i)) {
        *x = (double)a.i;
        *y = b.f;
        return true;
    }
    return false;
}

/* Python's floor rules; the divisor is neither 0 nor -1. */
static inline int64_t floor_div(int64_t a, int64_t b)
{
    int64_t q = a / b;
    return (a % b != 0 && (a ^ b) < 0) ? q - 1 : q;
}
static inline int64_t floor_mod(int64_t a, int64_t b)
{
    int64_t r = a % b;
    return (r != 0 && (r ^ b) < 0) ? r + b : r;
}

static const struct lang_handler *find_handler(struct lang_code *code, uint32_t at)
{
    for (uint32_t i = 0; i < code->handler_count; i++)
        if (at >= code->handlers[i].start && at < code->handlers[i].end)
            return &code->handlers[i];
    return NULL;
}

/* A StopIteration that leaves a generator's body would silently end its consumer (PEP 479). */
void lang_vm_stop_in_generator(struct lang_thread *t, const struct lang_generator *g)
{
    bool end = g->head.type == &lang_type_async_generator && lang_error_is(t, LANG_EXC_StopAsyncIteration);
    if (!end && !lang_error_is(t, LANG_EXC_StopIteration))
        return;
    lang_value stop = lang_error_take(t);
    lang_raise(t, LANG_EXC_RuntimeError, "%s raised %s", lang_generator_kind(g),
               end ? "StopAsyncIteration" : "StopIteration");
    if (!lang_is_undef(t->exception)) {
        struct lang_exception *e = (struct lang_exception *)t->exception.o;
        lang_set_steal(t, &e->cause, lang_ref(stop));
        lang_set_steal(t, &e->context, lang_ref(stop));
        e->suppress_context = true;
    }
    lang_unref(t, stop);
}

/* What lang_generator_enter and lang_generator_leave do, for a generator that a for loop resumes and that gives a
 * value.
 */
static inline struct lang_frame *resume_frame(struct lang_thread *t, struct lang_frame *f, struct lang_generator *g)
{
    struct lang_frame *nf = f + 1;
    t->depth++;
    nf->code = g->code;
    nf->func = g->func;
    nf->regs = g->regs;
    nf->pc = g->pc;
    nf->globals = g->func->globals;
    nf->locals = NULL;
    nf->generator = lang_incref(g);
    nf->object = NULL;
    nf->flags = LANG_FRAME_GENERATOR | LANG_FRAME_FOR;
    if (unlikely(g->object != NULL))
        lang_frame_resume(nf, g);
    nf->top = f->generator ? f->top : f->regs + f->code->reg_count;
    nf->callee = NULL;
    g->state = LANG_GENERATOR_RUNNING;
    g->handled.below = t->handled;
    t->handled = &g->handled;
    return t->frame = nf;
}
static inline struct lang_frame *suspend_frame(struct lang_thread *t, struct lang_frame *f, struct lang_generator *g)
{
    t->handled = g->handled.below;
    g->handled.below = NULL;
    g->state = LANG_GENERATOR_SUSPENDED;
    g->head.refs--;
    t->depth--;
    t->frame = f == t->frames ? NULL : f - 1; /* the first of a thread: one that iterates over it from elsewhere */
    return f - 1;
}

static inline uint32_t site_of(const struct lang_instr *at)
{
    uint32_t word; /* b's upper half, c and x */
    memcpy(&word, (const char *)at + 4, sizeof word);
    return word >> 8;
}

#define R(i) regs[i]
#define GET(i) lang_load(&regs[i])
/* The operands of the instruction at hand: to be read before pc moves on. */
#define IA (pc[-1].a)
#define IB (pc[-1].b)
#define IC (pc[-1].c)
#define IX (pc[-1].x)
#define IW (pc[-1].w)
#define SITE (&code->sites[site_of(pc - 1)])
#define SAVE() (f->pc = pc)
/* A last reference may run a destructor, which may look at frames. */
#define RELEASE(object)                                                                                                \
    do {                                                                                                               \
        struct lang_object *released_ = (object);                                                                      \
        if (unlikely(--released_->refs == 0)) {                                                                        \
            SAVE();                                                                                                    \
            lang_object_destroy(t, released_);                                                                         \
        }                                                                                                              \
    } while (0)
#define DROP(i)                                                                                                        \
    do {                                                                                                               \
        if ((i) >= code->temp_base && regs[i].tag == LANG_OBJECT) {                                                    \
            struct lang_object *dropped_ = regs[i].o;                                                                  \
            regs[i].tag = LANG_UNDEF;                                                                                  \
            RELEASE(dropped_);                                                                                         \
        }                                                                                                              \
    } while (0)
#define SET(i, v)                                                                                                      \
    do {                                                                                                               \
        lang_value new_ = (v), *at_ = &regs[i];                                                                        \
        if (unlikely(at_->tag == LANG_OBJECT)) {                                                                       \
            struct lang_object *old_ = at_->o;                                                                         \
            lang_put(at_, new_);                                                                                       \
            RELEASE(old_);                                                                                             \
        } else {                                                                                                       \
            lang_put(at_, new_);                                                                                       \
        }                                                                                                              \
    } while (0)
#define LOAD_FRAME()                                                                                                   \
    do {                                                                                                               \
        code = f->code;                                                                                                \
        regs = f->regs;                                                                                                \
        pc = f->pc;                                                                                                    \
    } while (0)
#define CHECK(i)                                                                                                       \
    do {                                                                                                               \
        if (unlikely(regs[i].tag == LANG_UNDEF)) {                                                                     \
            unbound = (i);                                                                                             \
            goto unbound_local;                                                                                        \
        }                                                                                                              \
    } while (0)
#define POLL_NOW()                                                                                                     \
    do {                                                                                                               \
        if (unlikely(atomic_load_explicit(interrupt, memory_order_relaxed) |                                           \
                     atomic_load_explicit(&vm->poll, memory_order_relaxed) | (lang_gc_pending >= 0))) {                \
            SAVE();                                                                                                    \
            if (lang_poll(t) < 0)                                                                                      \
                goto error;                                                                                            \
        }                                                                                                              \
    } while (0)
#define POLL_TURNS 20
/* Only every so many turns: what can take long in one instruction says so by HURRY. */
#define POLL()                                                                                                         \
    do {                                                                                                               \
        if (unlikely(--turns < 0)) {                                                                                   \
            turns = POLL_TURNS;                                                                                        \
            POLL_NOW();                                                                                                \
        }                                                                                                              \
    } while (0)
#define HURRY() (turns = 0)

/* The loop stands here twice: as it is, and with a look for events before each instruction (trace.h). One goes on in
 * the frames of the other, which hold all there is to know. */
static lang_value run(struct lang_thread *t, struct lang_frame *f, bool throwing, lang_value *result);
static lang_value run_traced(struct lang_thread *t, struct lang_frame *f, bool throwing, lang_value *result);

#define LOOP run
#define TRACED 0
#include "vm/loop.h"
#undef LOOP
#undef TRACED
#define LOOP run_traced
#define TRACED 1
#include "vm/loop.h"

lang_value lang_vm_run(struct lang_thread *t, struct lang_frame *entry)
{
    return (lang_tracing(t) ? run_traced : run)(t, entry, false, NULL);
}

lang_value lang_vm_resume(struct lang_thread *t, struct lang_frame *f, lang_value *result)
{
    return (lang_tracing(t) ? run_traced : run)(t, f, false, result);
}

lang_value lang_vm_throw(struct lang_thread *t, struct lang_frame *f, lang_value *result)
{
    return (lang_tracing(t) ? run_traced : run)(t, f, true, result);
}
