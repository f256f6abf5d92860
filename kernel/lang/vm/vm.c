/* vm.c: the loop. One case for each instruction: its fast path and one call for the rest (vm_slow.c, attr_cache.c,
 * call.c).
 *
 * Frames of language functions are entered and left here without recursion of the C stack: a call lays the callee's
 * registers over the arguments in the caller's, so arguments are not copied. Invariants:
 * - a register that owns nothing has an immediate tag, also above the current frame;
 * - f->pc is saved before anything that can raise, call back or look at frames;
 * - an operand in a temporary register is consumed, one in a local is not (temporaries begin at `temp_base`). */
#include "vm/vm.h"

#include <string.h>

#include "vm/exception_group.h"
#include "vm/native.h"
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

/* A StopIteration that leaves a generator's body would end its consumer silently. */
void lang_vm_stop_in_generator(struct lang_thread *t)
{
    if (!lang_error_is(t, LANG_EXC_StopIteration))
        return;
    lang_value stop = lang_error_take(t);
    lang_raise(t, LANG_EXC_RuntimeError, "generator raised StopIteration");
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
    return t->frame = f - 1;
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
#define NEXT()                                                                                                         \
    do {                                                                                                               \
        pc++;                                                                                                          \
        goto *labels[pc[-1].op];                                                                                       \
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
/* Only every so many turns: what can take long in one instruction says so by HURRY. */
#define POLL()                                                                                                         \
    do {                                                                                                               \
        if (unlikely(--turns < 0)) {                                                                                   \
            turns = 20;                                                                                                \
            POLL_NOW();                                                                                                \
        }                                                                                                              \
    } while (0)
#define HURRY() (turns = 0)

/* One dispatch at the end of each case predicts better than a shared one: keep the compiler from merging them. */
#if defined __GNUC__ && !defined __clang__
__attribute__((optimize("no-gcse", "no-crossjumping")))
#endif
static lang_value
run(struct lang_thread *t, struct lang_frame *f, bool throwing, lang_value *result)
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
    int turns = 0; /* back jumps and calls until the next look at the flags */
    LOAD_FRAME();
    if (throwing)
        goto error;
    NEXT();

    /* ---------------------------------------------------------------- moving */
op_NOP:
    NEXT();
op_LOADK:
    SET(IA, lang_ref(lang_load(&code->consts[IW])));
    NEXT();
op_LOADI:
    SET(IA, lang_int((int32_t)IW));
    NEXT();
op_MOVE:
    SET(IA, lang_ref(GET(IB)));
    NEXT();
op_TAKE : {
    lang_value v = GET(IB);
    R(IB).tag = LANG_UNDEF;
    SET(IA, v);
    NEXT();
}
op_LOCAL:
    CHECK(IB);
    SET(IA, lang_ref(GET(IB)));
    NEXT();
op_CLEAR:
    SET(IA, lang_undef());
    NEXT();
op_DELLOCAL:
    CHECK(IA);
    SAVE();
    SET(IA, lang_undef());
    NEXT();
op_NEWCELL : {
    SAVE();
    struct lang_cell *c = lang_cell_new(t);
    if (!c)
        goto error;
    if (IX) {
        c->value = GET(IB);
        R(IB).tag = LANG_UNDEF;
    }
    SET(IA, lang_obj(c));
    NEXT();
}
op_GETCELL : {
    lang_value v = ((struct lang_cell *)R(IB).o)->value;
    if (unlikely(v.tag == LANG_UNDEF)) {
        SAVE();
        lang_unbound_free(t, code, IB - code->local_count, false);
        goto error;
    }
    SET(IA, lang_ref(v));
    NEXT();
}
op_SETCELL : {
    CHECK(IB);
    struct lang_cell *c = (struct lang_cell *)R(IA).o;
    lang_value v = lang_ref(GET(IB));
    DROP(IB);
    SAVE();
    lang_set_steal(t, &c->value, v);
    NEXT();
}
op_DELCELL : {
    struct lang_cell *c = (struct lang_cell *)R(IA).o;
    SAVE();
    if (c->value.tag == LANG_UNDEF) {
        lang_unbound_free(t, code, IA - code->local_count, false);
        goto error;
    }
    lang_clear(t, &c->value);
    NEXT();
}
op_GETFREE : {
    lang_value v = f->func->closure[IB]->value;
    if (unlikely(v.tag == LANG_UNDEF)) {
        SAVE();
        lang_unbound_free(t, code, IB, true);
        goto error;
    }
    SET(IA, lang_ref(v));
    NEXT();
}
op_SETFREE : {
    CHECK(IB);
    lang_value v = lang_ref(GET(IB));
    DROP(IB);
    SAVE();
    lang_set_steal(t, &f->func->closure[IA]->value, v);
    NEXT();
}
op_DELFREE:
    SAVE();
    if (f->func->closure[IA]->value.tag == LANG_UNDEF) {
        lang_unbound_free(t, code, IA, true);
        goto error;
    }
    lang_clear(t, &f->func->closure[IA]->value);
    NEXT();
op_GETGLOBAL : {
    struct lang_site *s = SITE;
    struct lang_dict *g = f->globals;
    lang_value v;
    if (likely(s->kind == LANG_SITE_GLOBAL && g->keys_version == s->keys)) {
        v = lang_ref(lang_load(&g->entries[s->index].value));
    } else if (s->kind == LANG_SITE_BUILTIN && g->keys_version == s->keys && vm->builtins->keys_version == s->keys2) {
        v = lang_ref(lang_load(&vm->builtins->entries[s->index].value));
    } else {
        SAVE();
        v = lang_site_getglobal(t, s, g);
        if (lang_is_error(v))
            goto error;
    }
    SET(IA, v);
    NEXT();
}
op_SETGLOBAL : {
    CHECK(IB);
    struct lang_site *s = SITE;
    struct lang_dict *g = f->globals;
    lang_value v = GET(IB);
    if (IB >= code->temp_base)
        R(IB).tag = LANG_UNDEF;
    else
        lang_ref(v);
    SAVE();
    if (likely(s->kind == LANG_SITE_GLOBAL && g->keys_version == s->keys)) {
        lang_set_steal(t, &g->entries[s->index].value, v);
    } else {
        int r = lang_dict_set_str(t, g, s->name, v);
        lang_unref(t, v);
        if (r < 0)
            goto error;
        int64_t at = lang_dict_find_str(t, g, s->name);
        if (at >= 0) {
            s->kind = LANG_SITE_GLOBAL;
            s->keys = g->keys_version;
            s->index = (uint32_t)at;
        }
    }
    NEXT();
}
op_DELGLOBAL:
    SAVE();
    if (lang_del_global(t, f->globals, SITE->name) < 0)
        goto error;
    NEXT();
op_GETNAME : {
    SAVE();
    lang_value v = lang_get_name(t, f, SITE);
    if (lang_is_error(v))
        goto error;
    SET(IA, v);
    NEXT();
}
op_SETNAME : {
    CHECK(IB);
    SAVE();
    int r = lang_set_name(t, f, SITE, R(IB));
    DROP(IB);
    if (r < 0)
        goto error;
    NEXT();
}
op_DELNAME:
    SAVE();
    if (lang_set_name(t, f, SITE, lang_undef()) < 0)
        goto error;
    NEXT();
op_GETCLASSFREE : {
    SAVE();
    lang_value v = f->locals ? lang_namespace_get(t, f->locals, SITE->name) : lang_undef();
    if (lang_is_undef(v))
        v = lang_ref(f->func->closure[IB]->value);
    if (lang_is_undef(v))
        lang_unbound_free(t, code, IB, true);
    if (lang_is_undef(v) || lang_is_error(v))
        goto error;
    SET(IA, v);
    NEXT();
}

    /* ---------------------------------------------------------------- attributes and items */
op_GETATTRL : {
    struct lang_site *s = SITE;
    lang_value v = GET(IB);
    if (likely(v.tag == LANG_OBJECT && v.o->type->version == s->slot_version)) {
        struct lang_attrs *a = (struct lang_attrs *)((char *)v.o + v.o->type->attr_offset);
        if (likely(a->shape == s->key)) {
            SET(IA, lang_ref(lang_load(&a->slots[s->index])));
            NEXT();
        }
    }
    goto op_GETATTR;
}
op_GETATTR : {
    struct lang_site *s = SITE;
    lang_value v = GET(IB), r;
    if (likely(v.tag == LANG_OBJECT)) {
        struct lang_object *o = v.o;
        struct lang_type *type = o->type;
        if (likely(type->version == s->slot_version)) {
            struct lang_attrs *a = (struct lang_attrs *)((char *)o + type->attr_offset);
            if (likely(a->shape == s->key)) {
                r = lang_ref(lang_load(&a->slots[s->index]));
                DROP(IB);
                SET(IA, r);
                NEXT();
            }
        }
        SAVE();
        switch (s->kind) {
        case LANG_SITE_MODULE:
            if (type == &lang_type_module) {
                struct lang_dict *d = ((struct lang_module *)o)->attrs.dict;
                if (likely(d && d->keys_version == s->keys)) {
                    r = lang_ref(lang_load(&d->entries[s->index].value));
                    goto got_attr;
                }
            }
            break;
        case LANG_SITE_CLASS:
            if (type->version == s->version && site_key(o) == s->key) {
                r = lang_obj(lang_incref(s->value));
                goto got_attr;
            }
            break;
        case LANG_SITE_METHOD:
            if (type->version == s->version && site_key(o) == s->key) {
                r = lang_method_bind(t, lang_obj(s->value), v);
                goto got_attr;
            }
            break;
        case LANG_SITE_TYPE:
            if ((const void *)o == s->key && ((struct lang_type *)o)->version == s->version) {
                r = lang_obj(lang_incref(s->value));
                goto got_attr;
            }
            break;
        case LANG_SITE_GETTER:
            if ((const void *)type == s->key && type->version == s->version) {
                if (likely(s->value->type == &lang_type_getset)) { /* of a built-in type: its row is for ever */
                    r = ((struct lang_getset_object *)s->value)->row->get(t, v);
                    goto got_attr;
                }
                lang_value getter = lang_obj(lang_incref(s->value));
                r = getter.o->type->get(t, getter, v, type);
                lang_decref(t, getter.o);
                goto got_attr;
            }
            break;
        case LANG_SITE_PROPERTY:
            if (type->version == s->version && site_key(o) == s->key) {
                lang_value getter = lang_obj(lang_incref(s->value)), self = v;
                r = lang_call(t, getter, &self, 1, NULL);
                lang_unref(t, getter);
                goto got_attr;
            }
            break;
        }
    }
    CHECK(IB);
    SAVE();
    HURRY();
    r = lang_site_getattr(t, s, v);
got_attr:
    DROP(IB);
    if (unlikely(lang_is_error(r)))
        goto error;
    SET(IA, r);
    NEXT();
}
op_SETATTR : {
    struct lang_site *s = SITE;
    lang_value v = GET(IA);
    CHECK(IB);
    if (likely(v.tag == LANG_OBJECT)) {
        struct lang_type *type = v.o->type;
        if (likely(type->version == s->slot_version)) {
            struct lang_attrs *a = (struct lang_attrs *)((char *)v.o + type->attr_offset);
            if (likely(a->shape == s->key)) {
                lang_value w = GET(IB), *at = &a->slots[s->index], old = lang_load(at);
                if (IB >= code->temp_base)
                    R(IB).tag = LANG_UNDEF;
                else
                    lang_ref(w);
                lang_put(at, w);
                if (old.tag == LANG_OBJECT)
                    RELEASE(old.o);
                DROP(IA);
                NEXT();
            }
        } else if (s->kind == LANG_SITE_ADD && type->version == s->version) {
            struct lang_attrs *a = (struct lang_attrs *)((char *)v.o + type->attr_offset);
            if (likely(a->shape == s->key)) {
                uint32_t n = s->index;
                if (n == 0 || (n >= 4 && !(n & (n - 1)))) {
                    SAVE();
                    if (lang_attrs_grow(t, a) < 0)
                        goto error;
                }
                lang_value w = GET(IB);
                if (IB >= code->temp_base)
                    R(IB).tag = LANG_UNDEF;
                else
                    lang_ref(w);
                lang_put(&a->slots[n], w);
                a->shape = s->next_shape;
                DROP(IA);
                NEXT();
            }
        }
    }
    CHECK(IA);
    SAVE();
    int r = lang_site_setattr(t, s, v, R(IB));
    DROP(IB);
    DROP(IA);
    if (r < 0)
        goto error;
    NEXT();
}
op_DELATTR : {
    CHECK(IA);
    SAVE();
    int r = lang_setattr(t, R(IA), SITE->name, lang_undef());
    DROP(IA);
    if (r < 0)
        goto error;
    NEXT();
}
op_GETMETHOD : {
    struct lang_site *s = SITE;
    lang_value v = GET(IB), fn, self;
    if (likely(v.tag == LANG_OBJECT)) { /* else a number or the like, keyed by its type */
        struct lang_object *o = v.o;
        if (likely(s->kind == LANG_SITE_METHOD && o->type->version == s->version && site_key(o) == s->key)) {
            fn = lang_obj(lang_incref(s->value));
            self = v;
            if (IB >= code->temp_base)
                R(IB).tag = LANG_UNDEF;
            else
                o->refs++;
            goto got_method;
        }
        if (s->kind == LANG_SITE_MODULE && o->type == &lang_type_module) {
            struct lang_dict *d = ((struct lang_module *)o)->attrs.dict;
            if (d && d->keys_version == s->keys) {
                fn = lang_ref(lang_load(&d->entries[s->index].value));
                self = lang_undef();
                DROP(IB);
                goto got_method;
            }
        }
        if (s->kind == LANG_SITE_TYPE && (const void *)o == s->key && ((struct lang_type *)o)->version == s->version) {
            fn = lang_obj(lang_incref(s->value));
            self = lang_undef();
            DROP(IB);
            goto got_method;
        }
    } else if (s->kind == LANG_SITE_METHOD && s->key == lang_immediate_types[v.tag] && v.tag > LANG_ERROR &&
               ((const struct lang_type *)s->key)->version == s->version) {
        fn = lang_obj(lang_incref(s->value));
        self = v;
        goto got_method;
    }
    CHECK(IB);
    SAVE();
    lang_value found[2];
    int r = lang_site_getmethod(t, s, v, &found[0], &found[1]);
    DROP(IB);
    if (r < 0)
        goto error;
    fn = found[0];
    self = found[1];
got_method:
    SET(IA, fn);
    SET(IA + 1, self);
    NEXT();
}
op_GETITEM : {
    lang_value v = GET(IB), k = GET(IC), r;
    if (likely(v.tag == LANG_OBJECT)) {
        struct lang_type *type = v.o->type;
        if (type == &lang_type_list && k.tag == LANG_INT) {
            struct lang_list *l = (struct lang_list *)v.o;
            int64_t at = k.i < 0 ? k.i + l->length : k.i;
            if (likely((uint64_t)at < (uint64_t)l->length)) {
                r = lang_ref(lang_load(&l->items[at]));
                DROP(IB);
                SET(IA, r);
                NEXT();
            }
        } else if (k.tag == LANG_INT && type->flags & LANG_TYPE_TUPLE && !(type->flags & LANG_TYPE_HEAP)) {
            struct lang_tuple *l = (struct lang_tuple *)v.o;
            int64_t at = k.i < 0 ? k.i + l->length : k.i;
            if (likely((uint64_t)at < (uint64_t)l->length)) {
                r = lang_ref(lang_load(&l->items[at]));
                DROP(IB);
                SET(IA, r);
                NEXT();
            }
        } else if (type == &lang_type_dict && k.tag == LANG_OBJECT && k.o->type == &lang_type_str) {
            SAVE();
            r = lang_dict_get_str(t, (struct lang_dict *)v.o, (struct lang_str *)k.o);
            if (likely(r.tag > LANG_ERROR)) {
                lang_ref(r);
                goto got_item;
            }
        } else if (type == &lang_type_dict && k.tag == LANG_INT) {
            SAVE();
            r = lang_dict_get_int((struct lang_dict *)v.o, k.i);
            if (likely(r.tag > LANG_ERROR)) {
                lang_ref(r);
                goto got_item;
            }
        }
    }
    CHECK(IB);
    CHECK(IC);
    SAVE();
    HURRY();
    r = lang_error_occurred(t) ? lang_error() : lang_getitem(t, v, k);
got_item:
    DROP(IC);
    DROP(IB);
    if (unlikely(lang_is_error(r)))
        goto error;
    SET(IA, r);
    NEXT();
}
op_SETITEM : {
    CHECK(IC);
    lang_value v = GET(IA), k = GET(IB);
    int r = 0;
    if (v.tag == LANG_OBJECT && v.o->type == &lang_type_list && k.tag == LANG_INT) {
        struct lang_list *l = (struct lang_list *)v.o;
        int64_t at = k.i < 0 ? k.i + l->length : k.i;
        if (likely((uint64_t)at < (uint64_t)l->length)) {
            lang_value old = lang_load(&l->items[at]), w = GET(IC);
            if (IC >= code->temp_base)
                R(IC).tag = LANG_UNDEF;
            else
                lang_ref(w);
            lang_put(&l->items[at], w);
            if (old.tag == LANG_OBJECT)
                RELEASE(old.o);
            DROP(IA);
            NEXT();
        }
    }
    CHECK(IA);
    CHECK(IB);
    SAVE();
    HURRY();
    r = v.tag == LANG_OBJECT && v.o->type == &lang_type_dict ? lang_dict_set(t, (struct lang_dict *)v.o, k, R(IC))
                                                             : lang_setitem(t, v, k, R(IC));
    DROP(IC);
    DROP(IB);
    DROP(IA);
    if (r < 0)
        goto error;
    NEXT();
}
op_DELITEM : {
    CHECK(IA);
    CHECK(IB);
    SAVE();
    int r = lang_setitem(t, R(IA), R(IB), lang_undef());
    DROP(IB);
    DROP(IA);
    if (r < 0)
        goto error;
    NEXT();
}

/* ---------------------------------------------------------------- arithmetic */
#define ARITH(NAME, int_expr, double_expr)                                                                             \
    op_##NAME:                                                                                                         \
    {                                                                                                                  \
        lang_value a = GET(IB), b = GET(IC);                                                                           \
        int64_t z;                                                                                                     \
        double x, y;                                                                                                   \
        if (likely(a.tag == LANG_INT && b.tag == LANG_INT)) {                                                          \
            if (likely(!int_expr)) {                                                                                   \
                SET(IA, lang_int(z));                                                                                  \
                NEXT();                                                                                                \
            }                                                                                                          \
        } else if (a.tag == LANG_FLOAT && b.tag == LANG_FLOAT) {                                                       \
            x = a.f, y = b.f;                                                                                          \
            SET(IA, lang_float(double_expr));                                                                          \
            NEXT();                                                                                                    \
        } else if (both_numbers(a, b, &x, &y)) {                                                                       \
            SET(IA, lang_float(double_expr));                                                                          \
            NEXT();                                                                                                    \
        }                                                                                                              \
        operation = LANG_OP_##NAME;                                                                                    \
        goto slow_binary;                                                                                              \
    }
    ARITH(ADD, __builtin_add_overflow(a.i, b.i, &z), x + y)
    ARITH(SUB, __builtin_sub_overflow(a.i, b.i, &z), x - y)
    ARITH(MUL, __builtin_mul_overflow(a.i, b.i, &z), x * y)
op_TRUEDIV : {
    lang_value a = GET(IB), b = GET(IC);
    double x, y;
    bool fine = a.tag == LANG_INT && b.tag == LANG_INT && SMALL_INT(a.i) && SMALL_INT(b.i);
    if (fine)
        x = (double)a.i, y = (double)b.i;
    else
        fine = both_numbers(a, b, &x, &y);
    if (likely(fine && y != 0)) {
        SET(IA, lang_float(x / y));
        NEXT();
    }
    operation = LANG_OP_TRUEDIV;
    goto slow_binary;
}
op_FLOORDIV : {
    lang_value a = GET(IB), b = GET(IC);
    if (likely(a.tag == LANG_INT && b.tag == LANG_INT && b.i > 0)) {
        SET(IA, lang_int(floor_div(a.i, b.i)));
        NEXT();
    }
    operation = LANG_OP_FLOORDIV;
    goto slow_binary;
}
op_MOD : {
    lang_value a = GET(IB), b = GET(IC);
    if (likely(a.tag == LANG_INT && b.tag == LANG_INT && b.i > 0)) {
        SET(IA, lang_int(floor_mod(a.i, b.i)));
        NEXT();
    }
    operation = LANG_OP_MOD;
    goto slow_binary;
}
#define IMMEDIATE(NAME, condition, int_expr, op)                                                                       \
    op_##NAME:                                                                                                         \
    {                                                                                                                  \
        lang_value a = GET(IB);                                                                                        \
        int64_t k = (int16_t)IC, z;                                                                                    \
        (void)z;                                                                                                       \
        if (likely(a.tag == LANG_INT && condition)) {                                                                  \
            SET(IA, lang_int(int_expr));                                                                               \
            NEXT();                                                                                                    \
        }                                                                                                              \
        CHECK(IB);                                                                                                     \
        SAVE();                                                                                                        \
        HURRY();                                                                                                       \
        lang_value k_value = lang_int((op) == LANG_OP_SUB ? -k : k);                                                   \
        lang_value r = IX & 2 ? lang_inplace(t, op, a, k_value) : lang_slow_binary(t, op, a, k_value);                 \
        DROP(IB);                                                                                                      \
        if (lang_is_error(r))                                                                                          \
            goto error;                                                                                                \
        SET(IA, r);                                                                                                    \
        NEXT();                                                                                                        \
    }
    IMMEDIATE(ADDI, !__builtin_add_overflow(a.i, k, &z), z, (IX & 1 ? LANG_OP_SUB : LANG_OP_ADD))
    IMMEDIATE(MULI, !__builtin_mul_overflow(a.i, k, &z), z, LANG_OP_MUL)
    IMMEDIATE(FLOORDIVI, k > 0, floor_div(a.i, k), LANG_OP_FLOORDIV)
    IMMEDIATE(MODI, k > 0, floor_mod(a.i, k), LANG_OP_MOD)
op_BINARY:
    operation = IX;
    if (likely(R(IB).tag == LANG_INT && R(IC).tag == LANG_INT)) {
        int64_t x = GET(IB).i, y = GET(IC).i;
        switch (IX) {
        case LANG_OP_AND:
            SET(IA, lang_int(x & y));
            NEXT();
        case LANG_OP_OR:
            SET(IA, lang_int(x | y));
            NEXT();
        case LANG_OP_XOR:
            SET(IA, lang_int(x ^ y));
            NEXT();
        case LANG_OP_RSHIFT:
            if (y >= 0) {
                SET(IA, lang_int(x >> (y > 63 ? 63 : y)));
                NEXT();
            }
            break;
        case LANG_OP_LSHIFT:
            if (y >= 0 && y < 62 && x >= 0 && x < 1ll << (62 - y)) {
                SET(IA, lang_int(x << y));
                NEXT();
            }
            break;
        }
    }
slow_binary : {
    CHECK(IB);
    CHECK(IC);
    SAVE();
    HURRY();
    lang_value r = lang_slow_binary(t, (enum lang_binary_op)operation, R(IB), R(IC));
    DROP(IC);
    DROP(IB);
    if (unlikely(lang_is_error(r)))
        goto error;
    SET(IA, r);
    NEXT();
}
op_INPLACE : {
    lang_value a = GET(IB), b = GET(IC);
    int64_t z;
    double x, y;
    if (a.tag == LANG_INT && b.tag == LANG_INT) {
        if ((IX == LANG_OP_ADD && !__builtin_add_overflow(a.i, b.i, &z)) ||
            (IX == LANG_OP_SUB && !__builtin_sub_overflow(a.i, b.i, &z)) ||
            (IX == LANG_OP_MUL && !__builtin_mul_overflow(a.i, b.i, &z))) {
            SET(IA, lang_int(z));
            NEXT();
        }
    } else if (both_numbers(a, b, &x, &y) && IX <= LANG_OP_MUL) {
        SET(IA, lang_float(IX == LANG_OP_ADD ? x + y : IX == LANG_OP_SUB ? x - y : x * y));
        NEXT();
    }
    if (a.tag < LANG_OBJECT && b.tag < LANG_OBJECT && a.tag >= LANG_BOOL &&
        b.tag >= LANG_BOOL) { /* numbers: nothing to do in place */
        switch (IX) {
        case LANG_OP_TRUEDIV:
            goto op_TRUEDIV;
        case LANG_OP_FLOORDIV:
            goto op_FLOORDIV;
        case LANG_OP_MOD:
            goto op_MOD;
        case LANG_OP_MATMUL: /* fails, and says so of @= */
            break;
        default:
            if (a.tag != LANG_FLOAT && b.tag != LANG_FLOAT)
                goto op_BINARY;
        }
    }
    CHECK(IB);
    CHECK(IC);
    SAVE();
    HURRY();
    lang_value r = IA == IB ? lang_slow_inplace(t, (enum lang_binary_op)IX, &R(IB), b, true)
                            : lang_inplace(t, (enum lang_binary_op)IX, a, b);
    DROP(IC);
    if (IA != IB)
        DROP(IB);
    if (unlikely(lang_is_error(r)))
        goto error;
    SET(IA, r);
    NEXT();
}
op_UNARY : {
    lang_value v = GET(IB), r;
    if (IX == LANG_OP_NEG && v.tag == LANG_INT && v.i != INT64_MIN) {
        SET(IA, lang_int(-v.i));
        NEXT();
    }
    if (IX == LANG_OP_NEG && v.tag == LANG_FLOAT) {
        SET(IA, lang_float(-v.f));
        NEXT();
    }
    CHECK(IB);
    SAVE();
    HURRY();
    r = lang_unary(t, (enum lang_unary_op)IX, v);
    DROP(IB);
    if (lang_is_error(r))
        goto error;
    SET(IA, r);
    NEXT();
}
op_NOT : {
    CHECK(IB);
    SAVE();
    int b = lang_truth(t, R(IB));
    DROP(IB);
    if (b < 0)
        goto error;
    SET(IA, lang_bool(!b));
    NEXT();
}
op_COMPARE : {
    lang_value a = GET(IB), b = GET(IC), r;
    double x, y;
    if (likely(a.tag == LANG_INT && b.tag == LANG_INT)) {
        SET(IA, lang_bool(compare_ints(IX, a.i, b.i)));
        NEXT();
    }
    if (both_numbers(a, b, &x, &y)) {
        SET(IA, lang_bool(compare_doubles(IX, x, y)));
        NEXT();
    }
    CHECK(IB);
    CHECK(IC);
    SAVE();
    HURRY();
    r = lang_slow_compare(t, (enum lang_compare_op)IX, a, b);
    DROP(IC);
    DROP(IB);
    if (lang_is_error(r))
        goto error;
    SET(IA, r);
    NEXT();
}
op_IS : {
    CHECK(IB);
    CHECK(IC);
    bool same = lang_same(R(IB), R(IC));
    DROP(IC);
    DROP(IB);
    SET(IA, lang_bool(same != IX));
    NEXT();
}
op_IN : {
    CHECK(IB);
    CHECK(IC);
    SAVE();
    HURRY();
    int in = lang_contains(t, R(IC), R(IB));
    DROP(IC);
    DROP(IB);
    if (in < 0)
        goto error;
    SET(IA, lang_bool(in != IX));
    NEXT();
}

    /* ---------------------------------------------------------------- control */
op_JUMP:
    pc = code->instrs + IW;
    NEXT();
op_JUMPBACK:
    POLL(); /* while the jump itself is what runs: its target may lie first in a try block, whose handlers hold for it
             */
    pc = code->instrs + IW;
    NEXT();
#define CONDITION(v, b)                                                                                                \
    int b;                                                                                                             \
    if (likely(v.tag == LANG_BOOL)) {                                                                                  \
        b = (int)v.i;                                                                                                  \
    } else {                                                                                                           \
        CHECK(IA);                                                                                                     \
        SAVE();                                                                                                        \
        b = lang_truth(t, v);                                                                                          \
        if (b < 0) {                                                                                                   \
            DROP(IA);                                                                                                  \
            goto error;                                                                                                \
        }                                                                                                              \
    }
op_JUMPIF : {
    lang_value v = GET(IA);
    CONDITION(v, b)
    DROP(IA);
    if (b)
        pc = code->instrs + IW;
    NEXT();
}
op_JUMPIFNOT : {
    lang_value v = GET(IA);
    CONDITION(v, b)
    DROP(IA);
    if (!b)
        pc = code->instrs + IW;
    NEXT();
}
op_JUMPIFKEEP : {
    lang_value v = GET(IA);
    CONDITION(v, b)
    if (b)
        pc = code->instrs + IW;
    else
        DROP(IA);
    NEXT();
}
op_JUMPIFNOTKEEP : {
    lang_value v = GET(IA);
    CONDITION(v, b)
    if (!b)
        pc = code->instrs + IW;
    else
        DROP(IA);
    NEXT();
}
op_JUMPNONE:
    if (R(IA).tag == LANG_NONE)
        pc = code->instrs + IW;
    NEXT();
#define TEST(NAME, op)                                                                                                 \
    op_TEST##NAME:                                                                                                     \
    {                                                                                                                  \
        lang_value a = GET(IB), b = GET(IC);                                                                           \
        double x, y;                                                                                                   \
        bool yes;                                                                                                      \
        if (likely(a.tag == LANG_INT && b.tag == LANG_INT)) {                                                          \
            yes = a.i op b.i;                                                                                          \
        } else if (both_numbers(a, b, &x, &y)) {                                                                       \
            yes = x op y;                                                                                              \
        } else {                                                                                                       \
            operation = LANG_##NAME;                                                                                   \
            goto slow_test;                                                                                            \
        }                                                                                                              \
        pc = yes ? pc + 1 : code->instrs + pc->w;                                                                      \
        NEXT();                                                                                                        \
    }                                                                                                                  \
    op_TEST##NAME##I:                                                                                                  \
    {                                                                                                                  \
        lang_value a = GET(IB);                                                                                        \
        bool yes;                                                                                                      \
        if (likely(a.tag == LANG_INT)) {                                                                               \
            yes = a.i op(int16_t) IC;                                                                                  \
        } else if (a.tag == LANG_FLOAT) {                                                                              \
            yes = a.f op(int16_t) IC;                                                                                  \
        } else {                                                                                                       \
            operation = LANG_##NAME;                                                                                   \
            goto slow_test_int;                                                                                        \
        }                                                                                                              \
        pc = yes ? pc + 1 : code->instrs + pc->w;                                                                      \
        NEXT();                                                                                                        \
    }
    TEST(LT, <)
    TEST(LE, <=)
    TEST(EQ, ==)
    TEST(NE, !=)
    TEST(GT, >)
    TEST(GE, >=)
    {
        lang_value other;
    slow_test_int:
        CHECK(IB);
        other = lang_int((int16_t)IC);
        goto compare_slowly;
    slow_test:
        CHECK(IB);
        CHECK(IC);
        other = GET(IC);
    compare_slowly:
        SAVE();
        HURRY();
        lang_value r = lang_slow_compare(t, (enum lang_compare_op)operation, R(IB), other);
        if (other.tag == LANG_OBJECT)
            DROP(IC);
        DROP(IB);
        int yes = lang_is_error(r) ? -1 : r.tag == LANG_BOOL ? (int)r.i : lang_truth(t, r);
        if (!lang_is_error(r))
            lang_unref(t, r);
        if (yes < 0)
            goto error;
        pc = yes ? pc + 1 : code->instrs + pc->w;
        NEXT();
    }
op_GETITER : {
    CHECK(IB);
    SAVE();
    lang_value v = GET(IB), it;
    if (v.tag == LANG_OBJECT && v.o->type == &lang_type_generator)
        it = lang_ref(v);
    else
        it = lang_iter(t, v);
    DROP(IB);
    if (lang_is_error(it))
        goto error;
    SET(IA, it);
    NEXT();
}
op_FORITER : {
    struct lang_object *it = GET(IB).o;
    struct lang_type *type = it->type;
    lang_value v;
    if (type == &lang_type_range_iterator) {
        struct lang_range_iter *r = (struct lang_range_iter *)it;
        if (unlikely(r->remaining <= 0))
            goto loop_end;
        v = lang_int(r->next);
        r->remaining--;
        r->next = (int64_t)((uint64_t)r->next + (uint64_t)r->step);
        goto next_item;
    }
    if (type == &lang_type_list_iterator) {
        struct lang_list_iter *r = (struct lang_list_iter *)it;
        if (likely(r->list && r->index < r->list->length)) {
            v = lang_ref(lang_load(&r->list->items[r->index++]));
            goto next_item;
        }
    } else if (type == &lang_type_str_ascii_iterator) {
        struct lang_str_iter *r = (struct lang_str_iter *)it;
        if (likely(r->s && r->i < r->s->length)) {
            v = lang_obj(lang_tiny_str((uint8_t)r->s->data[r->i++]));
            goto next_item;
        }
    } else if (type == &lang_type_generator) {
        struct lang_generator *g = (struct lang_generator *)it;
        if (g->state == LANG_GENERATOR_FINISHED)
            goto loop_end;
        SAVE();
        bool started = g->state == LANG_GENERATOR_SUSPENDED;
        if (likely(started && t->depth < vm->depth_limit)) {
            f = resume_frame(t, f, g);
        } else {
            struct lang_frame *nf = lang_generator_enter(t, g);
            if (!nf)
                goto error;
            nf->flags |= LANG_FRAME_FOR;
            f = nf;
        }
        LOAD_FRAME();
        if (started) {
            SET(pc[-1].a, lang_none());
            if (pc[-1].op == OPC_YIELDFROM)
                pc--;
        }
        POLL();
        NEXT();
    }
    SAVE();
    HURRY();
    v = likely(type->next != NULL) ? type->next(t, R(IB)) : lang_next(t, R(IB)); /* __next__ may have been deleted */
    if (unlikely(v.tag <= LANG_ERROR)) {
        if (lang_is_error(v)) {
            if (!lang_error_is(t, LANG_EXC_StopIteration))
                goto error;
            lang_error_clear(t);
        }
        goto loop_end;
    }
next_item:
    SET(IA, v);
    pc = code->instrs + pc->w;
    POLL();
    NEXT();
loop_end:
    SET(IB, lang_undef());
    pc++;
    NEXT();
}
op_UNPACK : {
    CHECK(IB);
    SAVE();
    lang_value v = GET(IB);
    if (IB >= code->temp_base)
        R(IB).tag = LANG_UNDEF;
    else
        lang_ref(v);
    if (v.tag == LANG_OBJECT && v.o->type == &lang_type_tuple && ((struct lang_tuple *)v.o)->length == IC) {
        const lang_value *items = ((struct lang_tuple *)v.o)->items;
        for (uint32_t i = 0; i < IC; i++)
            SET(IA + i, lang_ref(lang_load(&items[i])));
        RELEASE(v.o);
        NEXT();
    }
    if (v.tag == LANG_OBJECT && v.o->type == &lang_type_list && ((struct lang_list *)v.o)->length == IC &&
        IC <= LANG_UNPACK_LOCALS) {
        lang_value taken[LANG_UNPACK_LOCALS]; /* what is released below may change the list */
        for (uint32_t i = 0; i < IC; i++)
            lang_put(&taken[i], lang_ref(lang_load(&((struct lang_list *)v.o)->items[i])));
        RELEASE(v.o);
        for (uint32_t i = 0; i < IC; i++)
            SET(IA + i, lang_load(&taken[i]));
        NEXT();
    }
    HURRY();
    int r = IX ? lang_unpack_locals(t, v, &R(IA), IC) : lang_unpack(t, v, &R(IA), IC);
    lang_unref(t, v);
    if (r < 0)
        goto error;
    NEXT();
}
op_UNPACKEX : {
    CHECK(IB);
    SAVE();
    lang_value v = lang_ref(GET(IB));
    DROP(IB);
    HURRY();
    int r = lang_unpack_star(t, v, &R(IA), IC, pc->w);
    lang_unref(t, v);
    if (r < 0)
        goto error;
    pc++;
    NEXT();
}

    /* ---------------------------------------------------------------- building */
op_BUILDTUPLE : {
    SAVE();
    uint32_t n = IC;
    struct lang_tuple *u =
        n ? lang_object_raw(t, &lang_type_tuple, sizeof *u + n * sizeof(lang_value)) : lang_tuple_new(t, 0);
    if (!u)
        goto error;
    if (n)
        u->length = n;
    lang_value *from = &R(IB);
    for (uint32_t i = 0; i < n; i++) {
        lang_put(&u->items[i], lang_load(&from[i]));
        from[i].tag = LANG_UNDEF;
    }
    SET(IA, lang_obj(u));
    NEXT();
}
op_BUILDLIST : {
    SAVE();
    struct lang_list *l = lang_list_new(t, IC);
    if (!l)
        goto error;
    for (uint32_t i = 0; i < IC; i++) {
        l->items[i] = GET(IB + i);
        R(IB + i).tag = LANG_UNDEF;
    }
    l->length = IC;
    SET(IA, lang_obj(l));
    NEXT();
}
op_BUILDSET : {
    SAVE();
    HURRY();
    lang_value s = lang_build_set(t, &R(IB), IC);
    for (uint32_t i = 0; i < IC; i++)
        DROP(IB + i);
    if (lang_is_error(s))
        goto error;
    SET(IA, s);
    NEXT();
}
op_BUILDMAP : {
    SAVE();
    HURRY();
    lang_value d = lang_build_map(t, &R(IB), IC);
    for (uint32_t i = 0; i < 2u * IC; i++)
        DROP(IB + i);
    if (lang_is_error(d))
        goto error;
    SET(IA, d);
    NEXT();
}
op_LISTAPPEND : {
    CHECK(IB);
    struct lang_list *l = (struct lang_list *)R(IA).o;
    lang_value v = GET(IB);
    if (IB >= code->temp_base)
        R(IB).tag = LANG_UNDEF;
    else
        lang_ref(v);
    if (likely(l->length < l->capacity)) {
        lang_put(&l->items[l->length++], v);
        NEXT();
    }
    SAVE();
    if (lang_list_append_steal(t, l, v) < 0)
        goto error;
    NEXT();
}
op_LISTEXTEND : {
    CHECK(IB);
    SAVE();
    lang_value v = GET(IB);
    HURRY();
    int r = lang_list_extend(t, (struct lang_list *)R(IA).o, v);
    if (r < 0 && lang_error_is(t, LANG_EXC_TypeError) && !lang_type_of(v)->iter && !lang_type_of(v)->getitem) {
        lang_error_clear(t);
        lang_star_error(t, lang_undef(), v);
    }
    DROP(IB);
    if (r < 0)
        goto error;
    NEXT();
}
op_SETADD : {
    CHECK(IB);
    SAVE();
    int r = lang_set_add(t, (struct lang_set *)R(IA).o, R(IB));
    DROP(IB);
    if (r < 0)
        goto error;
    NEXT();
}
op_SETUPDATE : {
    CHECK(IB);
    SAVE();
    HURRY();
    int r = lang_set_update(t, (struct lang_set *)R(IA).o, R(IB));
    DROP(IB);
    if (r < 0)
        goto error;
    NEXT();
}
op_MAPADD : {
    CHECK(IB);
    CHECK(IC);
    SAVE();
    int r = lang_dict_set(t, (struct lang_dict *)R(IA).o, R(IB), R(IC));
    DROP(IC);
    DROP(IB);
    if (r < 0)
        goto error;
    NEXT();
}
op_MAPUPDATE : {
    CHECK(IB);
    SAVE();
    lang_value v = GET(IB);
    int r = 0;
    if (!lang_is_dict(v)) {
        lang_value keys = lang_getattr_opt(t, v, LANG_NAME(keys));
        if (lang_is_undef(keys))
            lang_raise(t, LANG_EXC_TypeError, "'%N' object is not a mapping", v);
        r = keys.tag <= LANG_ERROR ? -1 : 0;
        lang_unref(t, keys);
    }
    if (r == 0)
        r = lang_dict_update(t, (struct lang_dict *)R(IA).o, v);
    HURRY();
    DROP(IB);
    if (r < 0)
        goto error;
    NEXT();
}
op_MAPMERGE : {
    CHECK(IB);
    SAVE();
    HURRY();
    int r = lang_map_merge(t, (struct lang_dict *)R(IA).o, R(IB), R(IC));
    DROP(IB);
    if (r < 0)
        goto error;
    NEXT();
}
op_LISTTOTUPLE : {
    CHECK(IB);
    SAVE();
    if (IX) {
        lang_value v = GET(IB), u = v;
        if (v.tag == LANG_OBJECT && v.o->type == &lang_type_tuple) {
            v.o->refs++;
        } else {
            HURRY();
            u = lang_star_tuple(t, R(IC), v);
        }
        DROP(IB);
        if (lang_is_error(u))
            goto error;
        SET(IA, u);
        NEXT();
    }
    struct lang_list *l = (struct lang_list *)R(IB).o;
    HURRY();
    struct lang_tuple *u = lang_tuple_from(t, l->items, l->length);
    DROP(IB);
    if (!u)
        goto error;
    SET(IA, lang_obj(u));
    NEXT();
}
op_BUILDSLICE : {
    if (pc->op == OPC_GETITEM && pc->c == IA && IA >= code->temp_base && R(pc->b).tag == LANG_OBJECT) {
        /* v[i:j], which needs no slice where v is a plain sequence and i and j are plain numbers */
        lang_value part = lang_slice_item(t, R(pc->b), &R(IB));
        if (likely(!lang_is_undef(part))) {
            pc++;
            SAVE();
            HURRY();
            DROP(IB);
            if (unlikely(lang_is_error(part)))
                goto error;
            SET(IA, part);
            NEXT();
        }
    }
    SAVE();
    lang_value s = lang_slice_new(t, R(IB), R(IB + 1), R(IB + 2));
    DROP(IB);
    DROP(IB + 1u);
    DROP(IB + 2u);
    if (lang_is_error(s))
        goto error;
    SET(IA, s);
    NEXT();
}
op_FORMAT : {
    CHECK(IB);
    SAVE();
    HURRY();
    lang_value s = lang_format_value(t, R(IB), IX, IC == 65535 ? lang_undef() : R(IC));
    if (IC != 65535)
        DROP(IC);
    DROP(IB);
    if (lang_is_error(s))
        goto error;
    SET(IA, s);
    NEXT();
}
op_BUILDSTRING : {
    SAVE();
    HURRY();
    lang_value s = lang_build_string(t, &R(IB), IC);
    for (uint32_t i = 0; i < IC; i++)
        DROP(IB + i);
    if (lang_is_error(s))
        goto error;
    SET(IA, s);
    NEXT();
}
op_MAKEFUNCTION : {
    SAVE();
    lang_value v = lang_make_function(t, f, (struct lang_code *)code->consts[IC].o, &R(IB));
    DROP(IB);
    DROP(IB + 1u);
    DROP(IB + 2u);
    R(IB).tag = R(IB + 1u).tag = R(IB + 2u).tag = LANG_UNDEF;
    if (lang_is_error(v))
        goto error;
    SET(IA, v);
    NEXT();
}
op_BUILDCLASS : {
    SAVE();
    lang_value k =
        lang_build_class(t, R(IB), lang_as_tuple(R(IB + 1)),
                         R(IB + 2).tag == LANG_OBJECT ? lang_as_dict(R(IB + 2)) : NULL, lang_as_str(code->consts[IC]));
    DROP(IB + 2u);
    DROP(IB + 1u);
    DROP(IB);
    if (lang_is_error(k))
        goto error;
    SET(IA, k);
    NEXT();
}

    /* ---------------------------------------------------------------- calls */
    {
        lang_value callee, returned, *args, *slot;
        size_t n;
        struct lang_tuple *kwnames;
        struct lang_function *fn;
        uint32_t dst, new_flags;
        struct lang_object *made;
    op_CALL:
        slot = &R(IA);
        args = slot + 1;
        n = IB;
        goto call;
    op_CALLM:
        slot = &R(IA);
        if (slot[1].tag == LANG_UNDEF) {
            args = slot + 2;
            n = IB;
        } else {
            args = slot + 1;
            n = IB + 1u;
        }
    call:
        callee = lang_load(slot);
        dst = IC;
        kwnames = NULL;
        new_flags = 0;
        made = NULL;
        SAVE();
        if (unlikely(callee.tag != LANG_OBJECT))
            goto call_other;
        if (likely(callee.o->type == &lang_type_function)) {
            fn = (struct lang_function *)callee.o;
            if (likely(n == fn->code->direct_count && !(f->flags & LANG_FRAME_GENERATOR)))
                goto enter_directly;
            goto enter_function;
        }
        if (callee.o->type == &lang_type_native) {
            const struct lang_native *native = (struct lang_native *)callee.o;
            if (likely(n == native->exact))
                returned = native->fn(t, args);
            else if (native->raw && !native->owner)
                returned = native->raw(t, callee, args, n, NULL);
            else if (n >= native->least && n <= native->most)
                returned = lang_native_few(t, native, args, n);
            else
                returned = lang_native_call(t, callee, args, n, NULL);
            goto native_returned;
        }
        if (callee.o->type == &lang_type_method_descr) {
            const struct lang_native *native = (struct lang_native *)callee.o;
            if (likely(n && lang_native_owns(native, *args))) {
                if (likely(n == native->exact)) {
                    returned = native->fn(t, args);
                    goto native_returned;
                }
                if (native->raw) {
                    returned = native->raw(t, callee, args, n, NULL);
                    goto native_returned;
                }
                if (n >= native->least && n <= native->most) {
                    returned = lang_native_few(t, native, args, n);
                    goto native_returned;
                }
            }
            returned = lang_native_call(t, callee, args, n, NULL);
            goto native_returned;
        }
        if (callee.o->type == &lang_type_method && slot == args - 1 &&
            ((struct lang_method_object *)callee.o)->function.tag == LANG_OBJECT &&
            ((struct lang_method_object *)callee.o)->function.o->type == &lang_type_function) {
            struct lang_method_object *m = (struct lang_method_object *)callee.o; /* self takes the callee's place */
            fn = lang_incref(m->function.o);
            *slot = lang_ref(m->self);
            args = slot;
            n++;
            slot = NULL;
            new_flags = LANG_FRAME_OWN_FUNC;
            lang_decref(t, m);
            goto enter_function;
        }
        if (callee.o->type == &lang_type_type) {
            struct lang_type *cls = (struct lang_type *)callee.o;
            if (cls->quick) {
                returned = cls->quick(t, args, n);
                if (likely(!lang_is_undef(returned)))
                    goto native_returned;
            } else if (cls->init_version == cls->version || lang_type_find_init(t, cls)) {
                made = lang_object_new(t, cls);
                if (!made)
                    goto call_failed;
                ((struct lang_attrs *)((char *)made + cls->attr_offset))->shape = cls->shape;
                fn = lang_incref(cls->init_function);
                args--; /* self takes the place in front of the arguments */
                n++;
                made->refs++;
                lang_set_steal(t, args, lang_obj(made));
                if (args == slot)
                    slot = NULL;
                new_flags = LANG_FRAME_OWN_FUNC | LANG_FRAME_CTOR;
                f[1].made = made;
                if (likely(n == fn->code->direct_count && !(f->flags & LANG_FRAME_GENERATOR)))
                    goto enter_directly;
                goto enter_function;
            }
        }
    call_other:
        if (callee.tag == LANG_OBJECT &&
            (callee.o->type == &lang_type_native || callee.o->type == &lang_type_method_descr))
            returned = lang_native_call(t, callee, args, n, kwnames);
        else
            returned = lang_call_slow(t, callee, args, n, kwnames);
        if (kwnames)
            n += (size_t)kwnames->length;
    native_returned:
        for (size_t i = 0; i < n; i++)
            if (args[i].tag == LANG_OBJECT) {
                struct lang_object *o = args[i].o;
                args[i].tag = LANG_UNDEF;
                RELEASE(o);
            }
        slot->tag = LANG_UNDEF;
        if (callee.tag == LANG_OBJECT)
            RELEASE(callee.o);
        if (unlikely(returned.tag == LANG_ERROR))
            goto error;
        SET(dst, returned);
        HURRY();
        NEXT();
    op_CALLKW:
        slot = &R(IA);
        kwnames = (struct lang_tuple *)code->consts[pc->w].o;
        args = slot + 1;
        n = IB - (size_t)kwnames->length;
        if (IX && slot[1].tag == LANG_UNDEF)
            args++;
        else
            n += IX;
        callee = lang_load(slot);
        dst = IC;
        new_flags = 0;
        made = NULL;
        pc++;
        SAVE();
        if (callee.tag != LANG_OBJECT || callee.o->type != &lang_type_function)
            goto call_other;
        fn = (struct lang_function *)callee.o;
    enter_function : {
        struct lang_code *callee_code = fn->code;
        if (unlikely(f->generator != NULL)) { /* its registers are on the heap: go on at the top of the stack */
            size_t all = n + (kwnames ? (size_t)kwnames->length : 0);
            if (f->top + all >= t->stack_end) {
                lang_raise(t, LANG_EXC_RecursionError, "maximum recursion depth exceeded");
                goto enter_failed;
            }
            for (size_t i = 0; i < all; i++) {
                f->top[i] = args[i];
                args[i].tag = LANG_UNDEF;
            }
            args = f->top;
        }
        if (unlikely(kwnames || n != callee_code->param_count || !(callee_code->flags & LANG_CODE_SIMPLE))) {
            if (args + callee_code->reg_count + n >= t->stack_end) {
                lang_raise(t, LANG_EXC_RecursionError, "maximum recursion depth exceeded");
                goto enter_failed;
            }
            if (lang_bind_arguments(t, fn, args, n, kwnames, args, true) < 0) {
                n = 0;
                kwnames = NULL;
                goto enter_failed;
            }
        }
        f[1].made = made;
        if (!(callee_code->flags & LANG_CODE_GENERATOR))
            goto enter_directly;
        struct lang_generator *g = lang_generator_new(t, fn);
        for (uint32_t i = 0; i < callee_code->param_count; i++) {
            if (g)
                g->regs[i] = args[i];
            else
                lang_unref(t, args[i]);
            args[i].tag = LANG_UNDEF;
        }
        if (slot)
            lang_clear(t, slot);
        if (new_flags & LANG_FRAME_OWN_FUNC)
            lang_decref(t, fn);
        if (made)
            lang_decref(t, made);
        if (!g)
            goto error;
        SET(dst, lang_obj(g));
        NEXT();
    }
    enter_directly : { /* the arguments lie where the parameters will be */
        struct lang_frame *nf = f + 1;
        code = fn->code;
        if (unlikely(t->depth >= vm->depth_limit || args + code->reg_count >= t->stack_end)) {
            code = f->code;
            goto enter_slowly;
        }
        for (uint32_t i = code->param_count; i < code->temp_base; i++)
            args[i].tag = LANG_UNDEF;
        t->depth++;
        nf->code = code;
        nf->func = fn;
        nf->regs = args;
        nf->globals = fn->globals;
        nf->locals = NULL;
        nf->generator = NULL;
        nf->object = NULL;
        nf->callee = slot;
        nf->dst = dst;
        nf->flags = new_flags;
        t->frame = f = nf;
        regs = args;
        pc = code->instrs;
        POLL();
        NEXT();
    }
    enter_slowly : {
        struct lang_frame *nf = lang_frame_push(t, fn->code, fn, args);
        if (!nf) {
            n = fn->code->param_count;
            kwnames = NULL;
            goto enter_failed;
        }
        for (uint32_t i = fn->code->param_count; i < fn->code->temp_base; i++)
            args[i].tag = LANG_UNDEF;
        nf->callee = slot;
        nf->dst = dst;
        nf->flags = new_flags;
        nf->made = made;
        f = nf;
        LOAD_FRAME();
        NEXT();
    }
    enter_failed : {
        size_t all = n + (kwnames ? (size_t)kwnames->length : 0);
        for (size_t i = 0; i < all; i++)
            lang_clear(t, &args[i]);
        if (new_flags & LANG_FRAME_OWN_FUNC)
            lang_decref(t, fn);
        if (made)
            lang_decref(t, made);
        if (slot)
            lang_clear(t, slot);
        goto error;
    }
    call_failed:
        for (size_t i = 0; i < n; i++)
            lang_clear(t, &args[i]);
        lang_clear(t, slot);
        goto error;
    op_CALLEX:
        /* of a function, without keywords: its parameters lie above this frame */
        callee = GET(IA);
        if (callee.tag == LANG_OBJECT && callee.o->type == &lang_type_function && !f->generator &&
            lang_is_exactly(R(IA + 1), &lang_type_tuple) &&
            (R(IA + 2).tag != LANG_OBJECT ||
             (lang_is_exactly(R(IA + 2), &lang_type_dict) && ((struct lang_dict *)R(IA + 2).o)->count == 0))) {
            const struct lang_tuple *given = (struct lang_tuple *)R(IA + 1).o;
            args = regs + code->reg_count;
            n = (size_t)given->length;
            if (likely(n < (size_t)(t->stack_end - args))) {
                SAVE();
                for (size_t i = 0; i < n; i++)
                    lang_put(&args[i], lang_ref(lang_load(&given->items[i])));
                DROP(IA + 2u);
                DROP(IA + 1u);
                fn = (struct lang_function *)callee.o;
                slot = &R(IA);
                dst = IC;
                kwnames = NULL;
                new_flags = 0;
                made = NULL;
                if (n == fn->code->direct_count)
                    goto enter_directly;
                goto enter_function;
            }
        }
        goto call_with_all;
    }
call_with_all : {
    SAVE();
    lang_value r = lang_call_ex(t, R(IA), R(IA + 1), R(IA + 2));
    DROP(IA + 2u);
    DROP(IA + 1u);
    DROP(IA);
    if (lang_is_error(r))
        goto error;
    SET(IC, r);
    POLL_NOW();
    NEXT();
}
op_RETURNNONE : {
    lang_value v;
    v = lang_none();
    goto leave;
op_RETURN:
    CHECK(IB);
    v = GET(IB);
    R(IB).tag = LANG_UNDEF;
leave:
    SAVE();
    if (unlikely(f->flags & (LANG_FRAME_GENERATOR | LANG_FRAME_SEEN))) {
        if (f->flags & LANG_FRAME_SEEN) {
            if (pc[-1].op == OPC_RETURN && IB < code->local_count) /* was moved out of its variable */
                R(IB) = lang_ref(v);
            lang_frame_freeze(t, f);
        }
        if (f->flags & LANG_FRAME_GENERATOR)
            goto leave_generator;
    }
    for (uint32_t i = 0, n = IX ? code->reg_count : code->temp_base; i < n;
         i++) /* x: loops or the like may have left temporaries */
        if (regs[i].tag == LANG_OBJECT) {
            struct lang_object *o = regs[i].o;
            regs[i].tag = LANG_UNDEF;
            RELEASE(o);
        }
    t->depth--;
    if (likely(!f->flags)) {
        uint32_t dst = f->dst;
        lang_value *slot = f->callee;
        f--;
        t->frame = f;
        LOAD_FRAME();
        if (slot->tag == LANG_OBJECT) {
            struct lang_object *o = slot->o;
            slot->tag = LANG_UNDEF;
            RELEASE(o);
        }
        SET(dst, v);
        NEXT();
    }
    if (f->locals) {
        struct lang_dict *locals = f->locals;
        f->locals = NULL;
        lang_decref(t, locals);
    }
    uint32_t dst = f->dst, flags = f->flags;
    lang_value *slot = f->callee;
    struct lang_function *own = flags & LANG_FRAME_OWN_FUNC ? f->func : NULL;
    if (flags & LANG_FRAME_CTOR) {
        if (v.tag != LANG_NONE) {
            lang_raise(t, LANG_EXC_TypeError, "__init__() should return None, not '%N'", v);
            lang_unref(t, v);
            lang_decref(t, f->made);
            v = lang_error();
        } else {
            v = lang_obj(f->made);
        }
    }
    bool last = flags & LANG_FRAME_ENTRY;
    t->frame = f == t->frames ? NULL : f - 1;
    if (own)
        lang_decref(t, own);
    if (last)
        return v;
    f--;
    LOAD_FRAME();
    if (slot)
        lang_clear(t, slot);
    if (lang_is_error(v))
        goto error;
    SET(dst, v);
    NEXT();

leave_generator:
    if (f->flags & LANG_FRAME_ENTRY) {
        lang_generator_leave(t, f, true);
        if (result)
            *result = v;
        else
            lang_unref(t, v);
        return lang_undef();
    }
    lang_generator_leave(t, f, true); /* of a for loop: it ends */
    lang_unref(t, v);
    f = t->frame;
    LOAD_FRAME();
    goto loop_end;
}
op_YIELD : {
    CHECK(IB);
    lang_value v;
    v = GET(IB);
    if (IB >= code->temp_base)
        R(IB).tag = LANG_UNDEF;
    else
        lang_ref(v);
    if (likely(f->flags == (LANG_FRAME_GENERATOR | LANG_FRAME_FOR))) {
        struct lang_generator *g = f->generator;
        g->pc = pc;
        f = suspend_frame(t, f, g);
        LOAD_FRAME();
        SET(IA, v); /* of the FORITER, which holds the generator */
        pc = code->instrs + pc->w;
        NEXT();
    }
    if (f->flags == (LANG_FRAME_GENERATOR | LANG_FRAME_ENTRY)) {
        struct lang_generator *g = f->generator;
        g->pc = pc;
        suspend_frame(t, f, g);
        return v;
    }
give:
    SAVE();
    bool entry = f->flags & LANG_FRAME_ENTRY;
    lang_generator_leave(t, f, false);
    if (entry)
        return v;
    f = t->frame;
    LOAD_FRAME();
    SET(pc[-1].a, v); /* of the FORITER */
    pc = code->instrs + pc->w;
    NEXT();
op_YIELDFROM:
    SAVE();
    lang_value sent = GET(IA);
    R(IA).tag = LANG_UNDEF;
    int r = lang_delegate(t, R(IB), sent, &v);
    lang_unref(t, sent);
    if (r > 0)
        goto give;
    SET(IB, lang_undef());
    if (r < 0)
        goto error;
    SET(IA, v);
    NEXT();
}

    /* ---------------------------------------------------------------- exceptions */
op_RAISE:
    SAVE();
    if (IX == 0) {
        lang_value handled = lang_handled(t);
        if (lang_is_undef(handled)) {
            lang_raise(t, LANG_EXC_RuntimeError, "No active exception to reraise");
            goto error;
        }
        lang_error_restore(t, lang_ref(handled));
        f->flags |= LANG_FRAME_RERAISED;
        f->reraised = lang_frame_instr(f);
        goto unwind;
    }
    CHECK(IA);
    if (IX == 2)
        CHECK(IB);
    lang_raise_from(t, R(IA), IX == 2 ? R(IB) : lang_undef());
    if (IX == 2)
        DROP(IB);
    DROP(IA);
    goto error;
op_RERAISE : {
    SAVE();
    lang_value e = GET(IA);
    R(IA).tag = LANG_UNDEF;
    lang_error_restore(t, e);
    if (!IX) {
        f->flags |= LANG_FRAME_RERAISED;
        f->reraised = lang_frame_instr(f);
    }
    goto unwind;
}
op_PUSHEXC:
    SET(IA, t->handled->value);
    t->handled->value = lang_ref(GET(IB));
    NEXT();
op_POPEXC : {
    lang_value v = GET(IA);
    R(IA).tag = LANG_UNDEF;
    SAVE();
    lang_set_steal(t, &t->handled->value, v);
    NEXT();
}
op_MATCHEXC : {
    CHECK(IC);
    SAVE();
    int m = lang_exception_matches(t, R(IB), R(IC));
    DROP(IC);
    if (m < 0)
        goto error;
    SET(IA, lang_bool(m));
    NEXT();
}
op_MATCHSTAR : {
    CHECK(IC);
    SAVE();
    lang_value m = lang_except_star_match(t, &R(IB), R(IC));
    DROP(IC);
    if (lang_is_error(m))
        goto error;
    if (!lang_is_none(m))
        lang_set_steal(t, &t->handled->value, lang_ref(m));
    SET(IA, m);
    NEXT();
}
op_JOINSTAR : {
    SAVE();
    lang_value left = lang_except_star_join(t, R(IB), lang_as_list(R(IC)));
    DROP(IC);
    if (lang_is_error(left))
        goto error;
    SET(IA, left);
    NEXT();
}
op_WITHENTER : {
    CHECK(IB);
    SAVE();
    lang_value entered;
    if (lang_with_enter(t, &R(IB), &entered) < 0)
        goto error;
    SET(IA, entered);
    NEXT();
}
op_WITHEXIT : {
    SAVE();
    int b = lang_with_exit(t, R(IB), IX ? R(IC) : lang_undef());
    DROP(IB);
    if (b < 0)
        goto error;
    if (IX)
        SET(IA, lang_bool(b));
    NEXT();
}
op_ASSERTFAIL:
    SAVE();
    if (IX) {
        CHECK(IB);
        lang_raise_value(t, LANG_EXC_AssertionError, R(IB));
        DROP(IB);
    } else {
        lang_raise_value(t, LANG_EXC_AssertionError, lang_undef());
    }
    goto error;

    /* ---------------------------------------------------------------- imports */
op_IMPORTNAME : {
    uint32_t name = pc->w;
    SAVE();
    lang_value m = lang_import_name(t, lang_as_str(code->consts[name]), IC == 65535 ? lang_none() : code->consts[IC],
                                    IB, f->globals);
    if (lang_is_error(m))
        goto error;
    SET(IA, m);
    pc++;
    NEXT();
}
op_IMPORTFROM : {
    SAVE();
    lang_value v = lang_import_from(t, R(IB), lang_as_str(code->consts[pc->w]));
    if (lang_is_error(v))
        goto error;
    SET(IA, v);
    pc++;
    NEXT();
}
op_IMPORTSTAR : {
    SAVE();
    int r = lang_import_star(t, R(IB), f->locals ? f->locals : f->globals);
    DROP(IB);
    if (r < 0)
        goto error;
    NEXT();
}

    /* ---------------------------------------------------------------- match */
op_MATCHSEQ : {
    lang_value v = GET(IB);
    bool fits = lang_type_of(v)->flags & LANG_TYPE_SEQUENCE;
    SAVE();
    if (fits && !(IX && IC == 0)) { /* where any number will do nobody asks for it */
        int64_t n = lang_len(t, v);
        if (n < 0)
            goto error;
        fits = IX ? n >= IC : n == IC;
    }
    SET(IA, lang_bool(fits));
    NEXT();
}
op_MATCHITEM : {
    SAVE();
    lang_value v = lang_match_item(t, R(IB), R(IC).i);
    if (lang_is_error(v))
        goto error;
    SET(IA, v);
    NEXT();
}
op_MATCHMAP : {
    SAVE();
    int r = lang_match_mapping(t, R(IB), IC);
    if (r < 0)
        goto error;
    SET(IA, lang_bool(r));
    NEXT();
}
op_MATCHKEYS : {
    SAVE();
    lang_value v = lang_match_keys(t, R(IB), lang_as_tuple(R(IC)), IX);
    if (lang_is_error(v))
        goto error;
    SET(IA, v);
    NEXT();
}
op_MATCHREST : {
    SAVE();
    lang_value v = lang_match_rest(t, R(IB), lang_as_tuple(R(IC)));
    DROP(IC);
    if (lang_is_error(v))
        goto error;
    SET(IA, v);
    NEXT();
}
op_MATCHCLASS : {
    SAVE();
    lang_value v;
    int r = lang_match_class(t, R(IB), R(IC), IX, lang_as_tuple(code->consts[pc->w]), &v);
    DROP(IC);
    if (r < 0)
        goto error;
    SET(IA, v);
    pc++;
    NEXT();
}
op_SETUPANN:
    SAVE();
    if (lang_setup_annotations(t, f) < 0)
        goto error;
    NEXT();
op_EXPRVALUE : {
    CHECK(IB);
    lang_value v = lang_ref(GET(IB));
    DROP(IB);
    SAVE();
    lang_set_steal(t, &vm->pending_value, v);
    NEXT();
}

    /* ---------------------------------------------------------------- errors */
unbound_local:
    SAVE();
    lang_unbound_local(t, code, unbound);
error:
    f->flags &= ~(uint32_t)LANG_FRAME_RERAISED;
    lang_traceback_add(t, f);
unwind : {
    const struct lang_handler *h = find_handler(code, (uint32_t)(f->pc - code->instrs) - 1);
    if (h) {
        for (uint32_t i = h->temp; i < code->reg_count; i++)
            lang_clear(t, &regs[i]);
        SET(h->reg, lang_error_take(t));
        pc = code->instrs + h->target;
        NEXT();
    }
    if (f->object)
        lang_frame_blame(t, f);
    uint32_t flags = f->flags;
    if (flags & LANG_FRAME_GENERATOR) {
        lang_vm_stop_in_generator(t);
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

lang_value lang_vm_run(struct lang_thread *t, struct lang_frame *entry)
{
    return run(t, entry, false, NULL);
}

lang_value lang_vm_resume(struct lang_thread *t, struct lang_frame *f, lang_value *result)
{
    return run(t, f, false, result);
}

lang_value lang_vm_throw(struct lang_thread *t, struct lang_frame *f, lang_value *result)
{
    return run(t, f, true, result);
}
