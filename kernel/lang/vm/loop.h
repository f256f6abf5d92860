/* loop.h: the function of the loop, named LOOP; with TRACED each step is told before it is made. vm.c includes it
 * twice; it is no header by itself. */
#if TRACED
#define NEXT() goto step
/* A frame that traces ends into one that does not know yet: go on in the other loop. */
#define CHANGE_LOOP() ((void)0)
#else
#define NEXT()                                                                                                         \
    do {                                                                                                               \
        pc++;                                                                                                          \
        goto *labels[pc[-1].op];                                                                                       \
    } while (0)
#define CHANGE_LOOP()                                                                                                  \
    do {                                                                                                               \
        if (unlikely(lang_tracing(t))) {                                                                               \
            SAVE();                                                                                                    \
            return run_traced(t, f, false, result);                                                                    \
        }                                                                                                              \
    } while (0)
#endif

/* One dispatch at the end of each case predicts better than a shared one: keep the compiler from merging them. */
#if defined __GNUC__ && !defined __clang__
__attribute__((optimize("no-gcse", "no-crossjumping")))
#endif
static lang_value
LOOP(struct lang_thread *t, struct lang_frame *f, bool throwing, lang_value *result)
{
    static const void *const labels[] = {
#define X(name, operands) &&op_##name,
#include "vm/opcode.def"
#undef X
    };
    struct lang_vm *vm = t->vm;
    atomic_int *interrupt = vm->host.interrupt;
    struct lang_code *code;
    lang_value *regs;
    const struct lang_instr *pc;
    uint32_t unbound = 0;
    uint32_t operation;
    int turns = 0; /* backward jumps and calls until the next poll */
#if TRACED
    lang_value called = lang_undef(); /* the native function of which the profiler has been told */
#endif
    LOAD_FRAME();
    if (throwing)
        goto error;
    /* Also for native loops that call user code: an operation that falls back when a special method fails must not loop
     * forever. */
    if (unlikely(atomic_load_explicit(interrupt, memory_order_relaxed)))
        POLL_NOW();
    NEXT();

#include "vm/loop_variables.h"
#include "vm/loop_attributes.h"
#include "vm/loop_arithmetic.h"
#include "vm/loop_control.h"
#include "vm/loop_building.h"
#include "vm/loop_calls.h"
#include "vm/loop_exceptions.h"

#if TRACED
    /* ---------------------------------------------------------------- events */
step:
    SAVE();
    switch (lang_trace_step(t, f, &called)) {
    case LANG_TRACE_ERROR:
        goto error;
    case LANG_TRACE_OFF:
        return run(t, f, false, result);
    case LANG_TRACE_JUMPED:
        pc = f->pc;
        goto *labels[pc[-1].op];
    default:
        pc++;
        goto *labels[pc[-1].op];
    }
#endif

    /* ---------------------------------------------------------------- errors */
unbound_local:
    SAVE();
    lang_unbound_local(t, code, unbound);
error:
#if !TRACED
    if (unlikely(f->flags & LANG_FRAME_TRACED) && lang_tracing(t))
        return run_traced(t, f, true, result);
#endif
    f->flags &= ~(uint32_t)LANG_FRAME_RERAISED;
    lang_traceback_add(t, f);
#if TRACED
    lang_trace_exception(t, f, &called);
#endif
unwind : {
    const struct lang_handler *h = find_handler(code, (uint32_t)(f->pc - code->instrs) - 1);
    if (h) {
        for (uint32_t i = h->temp; i < code->reg_count; i++)
            lang_clear(t, &regs[i]);
        SET(h->reg, lang_error_take(t));
        pc = code->instrs + h->target;
        NEXT();
    }
unwound:
    if (f->object)
        lang_frame_blame(t, f);
#if TRACED
    lang_trace_unwound(t, f);
#endif
    uint32_t flags = f->flags;
    if (flags & LANG_FRAME_GENERATOR) {
        lang_vm_stop_in_generator(t, f->generator);
        lang_value e = lang_error_take(t);
        lang_generator_leave(t, f, true);
        lang_error_restore(t, e);
    } else {
        lang_value e = lang_error_take(t);
        lang_value *slot = f->callee;
        struct lang_object *made = flags & LANG_FRAME_CTOR ? f->made : NULL;
        lang_frame_pop(t);
        if (made)
            lang_decref(t, made);
        if (slot)
            lang_clear(t, slot);
        lang_error_restore(t, e);
    }
    if (flags & LANG_FRAME_ENTRY)
        return lang_error();
    f = t->frame;
    LOAD_FRAME();
    goto error;
}
}
#undef NEXT
#undef CHANGE_LOOP
