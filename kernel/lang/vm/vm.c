/* vm.c: the loop. One case for each instruction: its fast path and one call for the rest (vm_slow.c, attr_cache.c,
 * call.c).
 *
 * Frames of language functions are entered and left here without recursion of the C stack: a call lays the callee's
 * registers over the arguments in the caller's, so arguments are not copied. Invariants:
 * - a register that owns nothing has an immediate tag, also above the current frame;
 * - f->pc is saved before anything that can raise, call back or look at frames;
 * - an operand in a temporary register is consumed, one in a local is not (temporaries begin at `tb`). */
#include "vm/vm.h"

#include "vm/native.h"

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
static void stop_in_generator(struct lang_thread *t)
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

/* A value is moved as two words: its halves were stored as two words just before, and a 16-byte load of them would have
 * to wait for both stores to reach the cache. Relaxed atomics keep the compiler from joining the halves. */
static inline lang_value load(const lang_value *p)
{
    lang_value v;
    v.tag = __atomic_load_n(&p->tag, __ATOMIC_RELAXED);
    v.bits = __atomic_load_n(&p->bits, __ATOMIC_RELAXED);
    return v;
}
static inline void put(lang_value *p, lang_value v)
{
    __atomic_store_n(&p->tag, v.tag, __ATOMIC_RELAXED);
    __atomic_store_n(&p->bits, v.bits, __ATOMIC_RELAXED);
}

#define R(i) regs[i]
#define GET(i) load(&regs[i])
#define SITE (&sites[(uint32_t)I.x << 16 | I.c])
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
        if ((i) >= tb && regs[i].tag == LANG_OBJECT) {                                                                 \
            struct lang_object *dropped_ = regs[i].o;                                                                  \
            regs[i].tag = LANG_UNDEF;                                                                                  \
            RELEASE(dropped_);                                                                                         \
        }                                                                                                              \
    } while (0)
#define SET(i, v)                                                                                                      \
    do {                                                                                                               \
        lang_value new_ = (v), *at_ = &regs[i], old_ = load(at_);                                                      \
        put(at_, new_);                                                                                                \
        if (old_.tag == LANG_OBJECT)                                                                                   \
            RELEASE(old_.o);                                                                                           \
    } while (0)
#define NEXT()                                                                                                         \
    do {                                                                                                               \
        I = *pc++;                                                                                                     \
        goto *labels[I.op];                                                                                            \
    } while (0)
#define LOAD_FRAME()                                                                                                   \
    do {                                                                                                               \
        code = f->code;                                                                                                \
        regs = f->regs;                                                                                                \
        pc = f->pc;                                                                                                    \
        sites = code->sites;                                                                                           \
        consts = code->consts;                                                                                         \
        tb = code->temp_base;                                                                                          \
    } while (0)
#define CHECK(i)                                                                                                       \
    do {                                                                                                               \
        if (unlikely(regs[i].tag == LANG_UNDEF)) {                                                                     \
            unbound = (i);                                                                                             \
            goto unbound_local;                                                                                        \
        }                                                                                                              \
    } while (0)
#define POLL()                                                                                                         \
    do {                                                                                                               \
        if (unlikely(atomic_load_explicit(interrupt, memory_order_relaxed) |                                           \
                     atomic_load_explicit(&vm->poll, memory_order_relaxed) | (lang_gc_pending >= 0))) {                \
            SAVE();                                                                                                    \
            if (lang_poll(t) < 0)                                                                                      \
                goto error;                                                                                            \
        }                                                                                                              \
    } while (0)

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
    struct lang_site *sites;
    lang_value *consts;
    uint32_t tb, unbound = 0;
    struct lang_instr I;
    LOAD_FRAME();
    if (throwing)
        goto error;
    NEXT();

    /* ---------------------------------------------------------------- moving */
op_NOP:
    NEXT();
op_LOADK:
    SET(I.a, lang_ref(load(&consts[I.w])));
    NEXT();
op_LOADI:
    SET(I.a, lang_int((int32_t)I.w));
    NEXT();
op_MOVE:
    SET(I.a, lang_ref(GET(I.b)));
    NEXT();
op_TAKE : {
    lang_value v = GET(I.b);
    R(I.b).tag = LANG_UNDEF;
    SET(I.a, v);
    NEXT();
}
op_LOCAL:
    CHECK(I.b);
    SET(I.a, lang_ref(GET(I.b)));
    NEXT();
op_CLEAR:
    SET(I.a, lang_undef());
    NEXT();
op_DELLOCAL:
    CHECK(I.a);
    SAVE();
    SET(I.a, lang_undef());
    NEXT();
op_NEWCELL : {
    SAVE();
    struct lang_cell *c = lang_cell_new(t);
    if (!c)
        goto error;
    if (I.x) {
        c->value = GET(I.b);
        R(I.b).tag = LANG_UNDEF;
    }
    SET(I.a, lang_obj(c));
    NEXT();
}
op_GETCELL : {
    lang_value v = ((struct lang_cell *)R(I.b).o)->value;
    if (unlikely(v.tag == LANG_UNDEF)) {
        SAVE();
        lang_unbound_free(t, code, I.b - code->local_count, false);
        goto error;
    }
    SET(I.a, lang_ref(v));
    NEXT();
}
op_SETCELL : {
    CHECK(I.b);
    struct lang_cell *c = (struct lang_cell *)R(I.a).o;
    lang_value v = lang_ref(GET(I.b));
    DROP(I.b);
    SAVE();
    lang_set_steal(t, &c->value, v);
    NEXT();
}
op_DELCELL : {
    struct lang_cell *c = (struct lang_cell *)R(I.a).o;
    SAVE();
    if (c->value.tag == LANG_UNDEF) {
        lang_unbound_free(t, code, I.a - code->local_count, false);
        goto error;
    }
    lang_clear(t, &c->value);
    NEXT();
}
op_GETFREE : {
    lang_value v = f->func->closure[I.b]->value;
    if (unlikely(v.tag == LANG_UNDEF)) {
        SAVE();
        lang_unbound_free(t, code, I.b, true);
        goto error;
    }
    SET(I.a, lang_ref(v));
    NEXT();
}
op_SETFREE : {
    CHECK(I.b);
    lang_value v = lang_ref(GET(I.b));
    DROP(I.b);
    SAVE();
    lang_set_steal(t, &f->func->closure[I.a]->value, v);
    NEXT();
}
op_DELFREE:
    SAVE();
    if (f->func->closure[I.a]->value.tag == LANG_UNDEF) {
        lang_unbound_free(t, code, I.a, true);
        goto error;
    }
    lang_clear(t, &f->func->closure[I.a]->value);
    NEXT();
op_GETGLOBAL : {
    struct lang_site *s = SITE;
    struct lang_dict *g = f->globals;
    lang_value v;
    if (likely(s->kind == LANG_SITE_GLOBAL && g->keys_version == s->keys)) {
        v = lang_ref(load(&g->entries[s->index].value));
    } else if (s->kind == LANG_SITE_BUILTIN && g->keys_version == s->keys && f->builtins->keys_version == s->keys2) {
        v = lang_ref(load(&f->builtins->entries[s->index].value));
    } else {
        SAVE();
        v = lang_site_getglobal(t, s, g, f->builtins);
        if (lang_is_error(v))
            goto error;
    }
    SET(I.a, v);
    NEXT();
}
op_SETGLOBAL : {
    CHECK(I.b);
    struct lang_site *s = SITE;
    struct lang_dict *g = f->globals;
    lang_value v = GET(I.b);
    if (I.b >= tb)
        R(I.b).tag = LANG_UNDEF;
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
    SET(I.a, v);
    NEXT();
}
op_SETNAME : {
    CHECK(I.b);
    SAVE();
    int r = lang_set_name(t, f, SITE, R(I.b));
    DROP(I.b);
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
    lang_value v = f->locals ? lang_dict_get_str(t, f->locals, SITE->name) : lang_undef();
    if (lang_is_undef(v))
        v = f->func->closure[I.b]->value;
    if (lang_is_undef(v)) {
        lang_unbound_free(t, code, I.b, true);
        goto error;
    }
    SET(I.a, lang_ref(v));
    NEXT();
}

    /* ---------------------------------------------------------------- attributes and items */
op_GETATTR : {
    struct lang_site *s = SITE;
    lang_value v = GET(I.b), r;
    if (likely(v.tag == LANG_OBJECT)) {
        struct lang_object *o = v.o;
        struct lang_type *type = o->type;
        if (likely(s->kind == LANG_SITE_SLOT && type->version == s->version)) {
            struct lang_attrs *a = (struct lang_attrs *)((char *)o + type->attr_offset);
            if (likely(a->shape == s->key)) {
                r = lang_ref(load(&a->slots[s->index]));
                DROP(I.b);
                SET(I.a, r);
                NEXT();
            }
        }
        SAVE();
        switch (s->kind) {
        case LANG_SITE_MODULE:
            if (type == &lang_type_module) {
                struct lang_dict *d = ((struct lang_module *)o)->attrs.dict;
                if (likely(d && d->keys_version == s->keys)) {
                    r = lang_ref(load(&d->entries[s->index].value));
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
        case LANG_SITE_PROPERTY:
            if (type->version == s->version && site_key(o) == s->key) {
                lang_value getter = lang_obj(lang_incref(s->value));
                r = lang_call(t, getter, &v, 1, NULL);
                lang_unref(t, getter);
                goto got_attr;
            }
            break;
        }
    }
    CHECK(I.b);
    SAVE();
    r = lang_site_getattr(t, s, v);
got_attr:
    DROP(I.b);
    if (unlikely(lang_is_error(r)))
        goto error;
    SET(I.a, r);
    NEXT();
}
op_SETATTR : {
    struct lang_site *s = SITE;
    lang_value v = GET(I.a);
    CHECK(I.b);
    if (likely(v.tag == LANG_OBJECT)) {
        struct lang_type *type = v.o->type;
        if (likely(type->version == s->version)) {
            struct lang_attrs *a = (struct lang_attrs *)((char *)v.o + type->attr_offset);
            if (s->kind == LANG_SITE_SLOT && likely(a->shape == s->key)) {
                lang_value w = GET(I.b), *at = &a->slots[s->index], old = load(at);
                if (I.b >= tb)
                    R(I.b).tag = LANG_UNDEF;
                else
                    lang_ref(w);
                put(at, w);
                if (old.tag == LANG_OBJECT)
                    RELEASE(old.o);
                DROP(I.a);
                NEXT();
            }
            if (s->kind == LANG_SITE_ADD && likely(a->shape == s->key)) {
                uint32_t n = s->index;
                if (n == 0 || (n >= 4 && !(n & (n - 1)))) {
                    SAVE();
                    if (lang_attrs_grow(t, a) < 0)
                        goto error;
                }
                lang_value w = GET(I.b);
                if (I.b >= tb)
                    R(I.b).tag = LANG_UNDEF;
                else
                    lang_ref(w);
                put(&a->slots[n], w);
                a->shape = s->next_shape;
                DROP(I.a);
                NEXT();
            }
        }
    }
    CHECK(I.a);
    SAVE();
    int r = lang_site_setattr(t, s, v, R(I.b));
    DROP(I.b);
    DROP(I.a);
    if (r < 0)
        goto error;
    NEXT();
}
op_DELATTR : {
    CHECK(I.a);
    SAVE();
    int r = lang_setattr(t, R(I.a), SITE->name, lang_undef());
    DROP(I.a);
    if (r < 0)
        goto error;
    NEXT();
}
op_GETMETHOD : {
    struct lang_site *s = SITE;
    lang_value v = GET(I.b), fn, self;
    if (likely(v.tag == LANG_OBJECT)) {
        struct lang_object *o = v.o;
        if (likely(s->kind == LANG_SITE_METHOD && o->type->version == s->version && site_key(o) == s->key)) {
            fn = lang_obj(lang_incref(s->value));
            self = lang_ref(v);
            goto got_method;
        }
        if (s->kind == LANG_SITE_MODULE && o->type == &lang_type_module) {
            struct lang_dict *d = ((struct lang_module *)o)->attrs.dict;
            if (d && d->keys_version == s->keys) {
                fn = lang_ref(load(&d->entries[s->index].value));
                self = lang_undef();
                goto got_method;
            }
        }
    }
    CHECK(I.b);
    SAVE();
    if (lang_site_getmethod(t, s, v, &fn, &self) < 0) {
        DROP(I.b);
        goto error;
    }
got_method:
    DROP(I.b);
    SET(I.a, fn);
    SET(I.a + 1, self);
    NEXT();
}
op_GETITEM : {
    lang_value v = GET(I.b), k = GET(I.c), r;
    if (likely(v.tag == LANG_OBJECT)) {
        struct lang_type *type = v.o->type;
        if (type == &lang_type_list && k.tag == LANG_INT) {
            struct lang_list *l = (struct lang_list *)v.o;
            int64_t at = k.i < 0 ? k.i + l->length : k.i;
            if (likely((uint64_t)at < (uint64_t)l->length)) {
                r = lang_ref(load(&l->items[at]));
                goto got_item;
            }
        } else if (type == &lang_type_tuple && k.tag == LANG_INT) {
            struct lang_tuple *l = (struct lang_tuple *)v.o;
            int64_t at = k.i < 0 ? k.i + l->length : k.i;
            if (likely((uint64_t)at < (uint64_t)l->length)) {
                r = lang_ref(load(&l->items[at]));
                goto got_item;
            }
        } else if (type == &lang_type_dict && k.tag == LANG_OBJECT && k.o->type == &lang_type_str) {
            SAVE();
            r = lang_dict_get_str(t, (struct lang_dict *)v.o, (struct lang_str *)k.o);
            if (likely(r.tag > LANG_ERROR)) {
                lang_ref(r);
                goto got_item;
            }
        }
    }
    CHECK(I.b);
    CHECK(I.c);
    SAVE();
    r = lang_error_occurred(t) ? lang_error() : lang_getitem(t, v, k);
got_item:
    DROP(I.c);
    DROP(I.b);
    if (unlikely(lang_is_error(r)))
        goto error;
    SET(I.a, r);
    NEXT();
}
op_SETITEM : {
    CHECK(I.c);
    lang_value v = GET(I.a), k = GET(I.b);
    int r = 0;
    if (v.tag == LANG_OBJECT && v.o->type == &lang_type_list && k.tag == LANG_INT) {
        struct lang_list *l = (struct lang_list *)v.o;
        int64_t at = k.i < 0 ? k.i + l->length : k.i;
        if (likely((uint64_t)at < (uint64_t)l->length)) {
            lang_value old = load(&l->items[at]);
            put(&l->items[at], lang_ref(GET(I.c)));
            if (old.tag == LANG_OBJECT)
                RELEASE(old.o);
            goto item_set;
        }
    }
    CHECK(I.a);
    CHECK(I.b);
    SAVE();
    r = lang_setitem(t, v, k, R(I.c));
item_set:
    DROP(I.c);
    DROP(I.b);
    DROP(I.a);
    if (r < 0)
        goto error;
    NEXT();
}
op_DELITEM : {
    CHECK(I.a);
    CHECK(I.b);
    SAVE();
    int r = lang_setitem(t, R(I.a), R(I.b), lang_undef());
    DROP(I.b);
    DROP(I.a);
    if (r < 0)
        goto error;
    NEXT();
}

/* ---------------------------------------------------------------- arithmetic */
#define ARITH(NAME, int_expr, double_expr)                                                                             \
    op_##NAME:                                                                                                         \
    {                                                                                                                  \
        lang_value a = GET(I.b), b = GET(I.c);                                                                         \
        int64_t z;                                                                                                     \
        double x, y;                                                                                                   \
        if (likely(a.tag == LANG_INT && b.tag == LANG_INT)) {                                                          \
            if (likely(!int_expr)) {                                                                                   \
                SET(I.a, lang_int(z));                                                                                 \
                NEXT();                                                                                                \
            }                                                                                                          \
        } else if (a.tag == LANG_FLOAT && b.tag == LANG_FLOAT) {                                                       \
            x = a.f, y = b.f;                                                                                          \
            SET(I.a, lang_float(double_expr));                                                                         \
            NEXT();                                                                                                    \
        } else if (both_numbers(a, b, &x, &y)) {                                                                       \
            SET(I.a, lang_float(double_expr));                                                                         \
            NEXT();                                                                                                    \
        }                                                                                                              \
        I.x = LANG_OP_##NAME;                                                                                          \
        goto slow_binary;                                                                                              \
    }
    ARITH(ADD, __builtin_add_overflow(a.i, b.i, &z), x + y)
    ARITH(SUB, __builtin_sub_overflow(a.i, b.i, &z), x - y)
    ARITH(MUL, __builtin_mul_overflow(a.i, b.i, &z), x * y)
op_TRUEDIV : {
    lang_value a = GET(I.b), b = GET(I.c);
    double x, y;
    bool fine = a.tag == LANG_INT && b.tag == LANG_INT && SMALL_INT(a.i) && SMALL_INT(b.i);
    if (fine)
        x = (double)a.i, y = (double)b.i;
    else
        fine = both_numbers(a, b, &x, &y);
    if (likely(fine && y != 0)) {
        SET(I.a, lang_float(x / y));
        NEXT();
    }
    I.x = LANG_OP_TRUEDIV;
    goto slow_binary;
}
op_FLOORDIV : {
    lang_value a = GET(I.b), b = GET(I.c);
    if (likely(a.tag == LANG_INT && b.tag == LANG_INT && b.i > 0)) {
        SET(I.a, lang_int(floor_div(a.i, b.i)));
        NEXT();
    }
    I.x = LANG_OP_FLOORDIV;
    goto slow_binary;
}
op_MOD : {
    lang_value a = GET(I.b), b = GET(I.c);
    if (likely(a.tag == LANG_INT && b.tag == LANG_INT && b.i > 0)) {
        SET(I.a, lang_int(floor_mod(a.i, b.i)));
        NEXT();
    }
    I.x = LANG_OP_MOD;
    goto slow_binary;
}
#define IMMEDIATE(NAME, condition, int_expr, op)                                                                       \
    op_##NAME:                                                                                                         \
    {                                                                                                                  \
        lang_value a = GET(I.b);                                                                                       \
        int64_t k = (int16_t)I.c, z;                                                                                   \
        (void)z;                                                                                                       \
        if (likely(a.tag == LANG_INT && condition)) {                                                                  \
            SET(I.a, lang_int(int_expr));                                                                              \
            NEXT();                                                                                                    \
        }                                                                                                              \
        CHECK(I.b);                                                                                                    \
        SAVE();                                                                                                        \
        lang_value k_value = lang_int((op) == LANG_OP_SUB ? -k : k);                                                   \
        lang_value r = I.x & 2 ? lang_inplace(t, op, a, k_value) : lang_binary(t, op, a, k_value);                     \
        DROP(I.b);                                                                                                     \
        if (lang_is_error(r))                                                                                          \
            goto error;                                                                                                \
        SET(I.a, r);                                                                                                   \
        NEXT();                                                                                                        \
    }
    IMMEDIATE(ADDI, !__builtin_add_overflow(a.i, k, &z), z, (I.x & 1 ? LANG_OP_SUB : LANG_OP_ADD))
    IMMEDIATE(MULI, !__builtin_mul_overflow(a.i, k, &z), z, LANG_OP_MUL)
    IMMEDIATE(FLOORDIVI, k > 0, floor_div(a.i, k), LANG_OP_FLOORDIV)
    IMMEDIATE(MODI, k > 0, floor_mod(a.i, k), LANG_OP_MOD)
op_BINARY:
    if (likely(R(I.b).tag == LANG_INT && R(I.c).tag == LANG_INT)) {
        int64_t x = GET(I.b).i, y = GET(I.c).i;
        switch (I.x) {
        case LANG_OP_AND:
            SET(I.a, lang_int(x & y));
            NEXT();
        case LANG_OP_OR:
            SET(I.a, lang_int(x | y));
            NEXT();
        case LANG_OP_XOR:
            SET(I.a, lang_int(x ^ y));
            NEXT();
        case LANG_OP_RSHIFT:
            if (y >= 0) {
                SET(I.a, lang_int(x >> (y > 63 ? 63 : y)));
                NEXT();
            }
            break;
        case LANG_OP_LSHIFT:
            if (y >= 0 && y < 62 && x >= 0 && x < 1ll << (62 - y)) {
                SET(I.a, lang_int(x << y));
                NEXT();
            }
            break;
        }
    }
slow_binary : {
    CHECK(I.b);
    CHECK(I.c);
    SAVE();
    lang_value r = lang_slow_binary(t, (enum lang_binary_op)I.x, R(I.b), R(I.c));
    DROP(I.c);
    DROP(I.b);
    if (unlikely(lang_is_error(r)))
        goto error;
    SET(I.a, r);
    NEXT();
}
op_INPLACE : {
    lang_value a = GET(I.b), b = GET(I.c);
    int64_t z;
    double x, y;
    if (a.tag == LANG_INT && b.tag == LANG_INT) {
        if ((I.x == LANG_OP_ADD && !__builtin_add_overflow(a.i, b.i, &z)) ||
            (I.x == LANG_OP_SUB && !__builtin_sub_overflow(a.i, b.i, &z)) ||
            (I.x == LANG_OP_MUL && !__builtin_mul_overflow(a.i, b.i, &z))) {
            SET(I.a, lang_int(z));
            NEXT();
        }
    } else if (both_numbers(a, b, &x, &y) && I.x <= LANG_OP_MUL) {
        SET(I.a, lang_float(I.x == LANG_OP_ADD ? x + y : I.x == LANG_OP_SUB ? x - y : x * y));
        NEXT();
    }
    if (a.tag < LANG_OBJECT && b.tag < LANG_OBJECT && a.tag >= LANG_BOOL &&
        b.tag >= LANG_BOOL) { /* numbers: nothing to do in place */
        switch (I.x) {
        case LANG_OP_TRUEDIV:
            goto op_TRUEDIV;
        case LANG_OP_FLOORDIV:
            goto op_FLOORDIV;
        case LANG_OP_MOD:
            goto op_MOD;
        default:
            goto op_BINARY;
        }
    }
    CHECK(I.b);
    CHECK(I.c);
    SAVE();
    lang_value r = I.a == I.b ? lang_slow_inplace(t, (enum lang_binary_op)I.x, &R(I.b), b, true)
                              : lang_inplace(t, (enum lang_binary_op)I.x, a, b);
    DROP(I.c);
    if (I.a != I.b)
        DROP(I.b);
    if (unlikely(lang_is_error(r)))
        goto error;
    SET(I.a, r);
    NEXT();
}
op_UNARY : {
    lang_value v = GET(I.b), r;
    if (I.x == LANG_OP_NEG && v.tag == LANG_INT && v.i != INT64_MIN) {
        SET(I.a, lang_int(-v.i));
        NEXT();
    }
    if (I.x == LANG_OP_NEG && v.tag == LANG_FLOAT) {
        SET(I.a, lang_float(-v.f));
        NEXT();
    }
    CHECK(I.b);
    SAVE();
    r = lang_unary(t, (enum lang_unary_op)I.x, v);
    DROP(I.b);
    if (lang_is_error(r))
        goto error;
    SET(I.a, r);
    NEXT();
}
op_NOT : {
    CHECK(I.b);
    SAVE();
    int b = lang_truth(t, R(I.b));
    DROP(I.b);
    if (b < 0)
        goto error;
    SET(I.a, lang_bool(!b));
    NEXT();
}
op_COMPARE : {
    lang_value a = GET(I.b), b = GET(I.c), r;
    double x, y;
    if (likely(a.tag == LANG_INT && b.tag == LANG_INT)) {
        SET(I.a, lang_bool(compare_ints(I.x, a.i, b.i)));
        NEXT();
    }
    if (both_numbers(a, b, &x, &y)) {
        SET(I.a, lang_bool(compare_doubles(I.x, x, y)));
        NEXT();
    }
    CHECK(I.b);
    CHECK(I.c);
    SAVE();
    r = lang_slow_compare(t, (enum lang_compare_op)I.x, a, b);
    DROP(I.c);
    DROP(I.b);
    if (lang_is_error(r))
        goto error;
    SET(I.a, r);
    NEXT();
}
op_IS : {
    CHECK(I.b);
    CHECK(I.c);
    bool same = lang_same(R(I.b), R(I.c));
    DROP(I.c);
    DROP(I.b);
    SET(I.a, lang_bool(same != I.x));
    NEXT();
}
op_IN : {
    CHECK(I.b);
    CHECK(I.c);
    SAVE();
    int in = lang_contains(t, R(I.c), R(I.b));
    DROP(I.c);
    DROP(I.b);
    if (in < 0)
        goto error;
    SET(I.a, lang_bool(in != I.x));
    NEXT();
}

    /* ---------------------------------------------------------------- control */
op_JUMP:
    pc = code->instrs + I.w;
    NEXT();
op_JUMPBACK:
    pc = code->instrs + I.w;
    POLL();
    NEXT();
#define CONDITION(v, b)                                                                                                \
    int b;                                                                                                             \
    if (likely(v.tag == LANG_BOOL)) {                                                                                  \
        b = (int)v.i;                                                                                                  \
    } else {                                                                                                           \
        CHECK(I.a);                                                                                                    \
        SAVE();                                                                                                        \
        b = lang_truth(t, v);                                                                                          \
        if (b < 0) {                                                                                                   \
            DROP(I.a);                                                                                                 \
            goto error;                                                                                                \
        }                                                                                                              \
    }
op_JUMPIF : {
    lang_value v = GET(I.a);
    CONDITION(v, b)
    DROP(I.a);
    if (b)
        pc = code->instrs + I.w;
    NEXT();
}
op_JUMPIFNOT : {
    lang_value v = GET(I.a);
    CONDITION(v, b)
    DROP(I.a);
    if (!b)
        pc = code->instrs + I.w;
    NEXT();
}
op_JUMPIFKEEP : {
    lang_value v = GET(I.a);
    CONDITION(v, b)
    if (b)
        pc = code->instrs + I.w;
    else
        DROP(I.a);
    NEXT();
}
op_JUMPIFNOTKEEP : {
    lang_value v = GET(I.a);
    CONDITION(v, b)
    if (!b)
        pc = code->instrs + I.w;
    else
        DROP(I.a);
    NEXT();
}
op_JUMPNONE:
    if (R(I.a).tag == LANG_NONE)
        pc = code->instrs + I.w;
    NEXT();
op_TEST : {
    lang_value a = GET(I.b), b = GET(I.c);
    double x, y;
    int yes;
    if (likely(a.tag == LANG_INT && b.tag == LANG_INT)) {
        yes = compare_ints(I.x, a.i, b.i);
    } else if (both_numbers(a, b, &x, &y)) {
        yes = compare_doubles(I.x, x, y);
    } else {
        CHECK(I.b);
        CHECK(I.c);
        SAVE();
        lang_value r = lang_slow_compare(t, (enum lang_compare_op)I.x, a, b);
        DROP(I.c);
        DROP(I.b);
        yes = lang_is_error(r) ? -1 : r.tag == LANG_BOOL ? (int)r.i : lang_truth(t, r);
        if (yes < 0) {
            if (!lang_is_error(r))
                lang_unref(t, r);
            goto error;
        }
        lang_unref(t, r);
    }
    pc = yes ? pc + 1 : code->instrs + pc->w;
    NEXT();
}
op_TESTI : {
    lang_value a = GET(I.b);
    int yes;
    if (likely(a.tag == LANG_INT)) {
        yes = compare_ints(I.x, a.i, (int16_t)I.c);
    } else if (a.tag == LANG_FLOAT) {
        yes = compare_doubles(I.x, a.f, (int16_t)I.c);
    } else {
        CHECK(I.b);
        SAVE();
        lang_value r = lang_compare(t, (enum lang_compare_op)I.x, a, lang_int((int16_t)I.c));
        DROP(I.b);
        yes = lang_is_error(r) ? -1 : lang_truth(t, r);
        if (!lang_is_error(r))
            lang_unref(t, r);
        if (yes < 0)
            goto error;
    }
    pc = yes ? pc + 1 : code->instrs + pc->w;
    NEXT();
}
op_GETITER : {
    CHECK(I.b);
    SAVE();
    lang_value v = GET(I.b), it;
    if (v.tag == LANG_OBJECT && v.o->type == &lang_type_generator)
        it = lang_ref(v);
    else
        it = lang_iter(t, v);
    DROP(I.b);
    if (lang_is_error(it))
        goto error;
    SET(I.a, it);
    NEXT();
}
op_FORITER : {
    struct lang_object *it = GET(I.b).o;
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
            v = lang_ref(load(&r->list->items[r->index++]));
            goto next_item;
        }
    } else if (type == &lang_type_generator) {
        struct lang_generator *g = (struct lang_generator *)it;
        if (g->state == 3)
            goto loop_end;
        SAVE();
        bool started = g->state == 1;
        struct lang_frame *nf = lang_generator_enter(t, g);
        if (!nf)
            goto error;
        nf->flags |= LANG_FRAME_FOR;
        f = nf;
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
    v = type->next(t, R(I.b));
    if (unlikely(v.tag <= LANG_ERROR)) {
        if (lang_is_error(v)) {
            if (!lang_error_is(t, LANG_EXC_StopIteration))
                goto error;
            lang_error_clear(t);
        }
        goto loop_end;
    }
next_item:
    SET(I.a, v);
    pc = code->instrs + pc->w;
    POLL();
    NEXT();
loop_end:
    SET(I.b, lang_undef());
    pc++;
    NEXT();
}
op_UNPACK : {
    CHECK(I.b);
    SAVE();
    lang_value v = GET(I.b);
    if (I.b >= tb)
        R(I.b).tag = LANG_UNDEF;
    else
        lang_ref(v);
    if (v.tag == LANG_OBJECT && v.o->type == &lang_type_tuple && ((struct lang_tuple *)v.o)->length == I.c) {
        const lang_value *items = ((struct lang_tuple *)v.o)->items;
        for (uint32_t i = 0; i < I.c; i++)
            SET(I.a + i, lang_ref(load(&items[i])));
        RELEASE(v.o);
        NEXT();
    }
    int r = lang_unpack(t, v, &R(I.a), I.c);
    lang_unref(t, v);
    if (r < 0)
        goto error;
    NEXT();
}
op_UNPACKEX : {
    CHECK(I.b);
    uint32_t after = pc->w;
    pc++;
    SAVE();
    lang_value v = lang_ref(GET(I.b));
    DROP(I.b);
    int r = lang_unpack_star(t, v, &R(I.a), I.c, after);
    lang_unref(t, v);
    if (r < 0)
        goto error;
    NEXT();
}

    /* ---------------------------------------------------------------- building */
op_BUILDTUPLE : {
    SAVE();
    struct lang_tuple *u = lang_tuple_new(t, I.c);
    if (!u)
        goto error;
    for (uint32_t i = 0; i < I.c; i++) {
        u->items[i] = GET(I.b + i);
        R(I.b + i).tag = LANG_UNDEF;
    }
    SET(I.a, lang_obj(u));
    NEXT();
}
op_BUILDLIST : {
    SAVE();
    struct lang_list *l = lang_list_new(t, I.c);
    if (!l)
        goto error;
    for (uint32_t i = 0; i < I.c; i++) {
        l->items[i] = GET(I.b + i);
        R(I.b + i).tag = LANG_UNDEF;
    }
    l->length = I.c;
    SET(I.a, lang_obj(l));
    NEXT();
}
op_BUILDSET : {
    SAVE();
    lang_value s = lang_build_set(t, &R(I.b), I.c, I.x);
    for (uint32_t i = 0; i < I.c; i++)
        DROP(I.b + i);
    if (lang_is_error(s))
        goto error;
    SET(I.a, s);
    NEXT();
}
op_BUILDMAP : {
    SAVE();
    lang_value d = lang_build_map(t, &R(I.b), I.c);
    for (uint32_t i = 0; i < 2u * I.c; i++)
        DROP(I.b + i);
    if (lang_is_error(d))
        goto error;
    SET(I.a, d);
    NEXT();
}
op_LISTAPPEND : {
    CHECK(I.b);
    struct lang_list *l = (struct lang_list *)R(I.a).o;
    lang_value v = GET(I.b);
    if (I.b >= tb)
        R(I.b).tag = LANG_UNDEF;
    else
        lang_ref(v);
    if (likely(l->length < l->capacity)) {
        put(&l->items[l->length++], v);
        NEXT();
    }
    SAVE();
    if (lang_list_append_steal(t, l, v) < 0)
        goto error;
    NEXT();
}
op_LISTEXTEND : {
    CHECK(I.b);
    SAVE();
    lang_value v = GET(I.b);
    int r = lang_list_extend(t, (struct lang_list *)R(I.a).o, v);
    if (r < 0 && lang_error_is(t, LANG_EXC_TypeError) && !lang_type_of(v)->iter && !lang_type_of(v)->getitem) {
        lang_error_clear(t);
        lang_star_error(t, I.x == 2 ? R(I.c) : lang_undef(), v);
    }
    DROP(I.b);
    if (r < 0)
        goto error;
    NEXT();
}
op_SETADD : {
    CHECK(I.b);
    SAVE();
    int r = lang_set_add(t, (struct lang_set *)R(I.a).o, R(I.b));
    DROP(I.b);
    if (r < 0)
        goto error;
    NEXT();
}
op_SETUPDATE : {
    CHECK(I.b);
    SAVE();
    int r = lang_set_update(t, (struct lang_set *)R(I.a).o, R(I.b));
    DROP(I.b);
    if (r < 0)
        goto error;
    NEXT();
}
op_MAPADD : {
    CHECK(I.b);
    CHECK(I.c);
    SAVE();
    int r = lang_dict_set(t, (struct lang_dict *)R(I.a).o, R(I.b), R(I.c));
    DROP(I.c);
    DROP(I.b);
    if (r < 0)
        goto error;
    NEXT();
}
op_MAPUPDATE : {
    CHECK(I.b);
    SAVE();
    lang_value v = GET(I.b);
    int r = 0;
    if (!lang_is_dict(v)) {
        lang_value keys = lang_getattr_opt(t, v, LANG_NAME(keys));
        if (lang_is_undef(keys))
            lang_raise(t, LANG_EXC_TypeError, "'%N' object is not a mapping", v);
        r = keys.tag <= LANG_ERROR ? -1 : 0;
        lang_unref(t, keys);
    }
    if (r == 0)
        r = lang_dict_update(t, (struct lang_dict *)R(I.a).o, v);
    DROP(I.b);
    if (r < 0)
        goto error;
    NEXT();
}
op_MAPMERGE : {
    CHECK(I.b);
    SAVE();
    int r = lang_map_merge(t, (struct lang_dict *)R(I.a).o, R(I.b), R(I.c));
    DROP(I.b);
    if (r < 0)
        goto error;
    NEXT();
}
op_LISTTOTUPLE : {
    SAVE();
    struct lang_list *l = (struct lang_list *)R(I.b).o;
    struct lang_tuple *u = lang_tuple_from(t, l->items, l->length);
    DROP(I.b);
    if (!u)
        goto error;
    SET(I.a, lang_obj(u));
    NEXT();
}
op_BUILDSLICE : {
    SAVE();
    lang_value s = lang_slice_new(t, R(I.b), R(I.b + 1), R(I.b + 2));
    DROP(I.b);
    DROP(I.b + 1u);
    DROP(I.b + 2u);
    if (lang_is_error(s))
        goto error;
    SET(I.a, s);
    NEXT();
}
op_FORMAT : {
    CHECK(I.b);
    SAVE();
    lang_value s = lang_format_value(t, R(I.b), I.x, I.c == 65535 ? lang_undef() : R(I.c));
    if (I.c != 65535)
        DROP(I.c);
    DROP(I.b);
    if (lang_is_error(s))
        goto error;
    SET(I.a, s);
    NEXT();
}
op_BUILDSTRING : {
    SAVE();
    lang_value s = lang_build_string(t, &R(I.b), I.c);
    for (uint32_t i = 0; i < I.c; i++)
        DROP(I.b + i);
    if (lang_is_error(s))
        goto error;
    SET(I.a, s);
    NEXT();
}
op_MAKEFUNCTION : {
    SAVE();
    lang_value v = lang_make_function(t, f, (struct lang_code *)consts[I.c].o, &R(I.b));
    DROP(I.b);
    DROP(I.b + 1u);
    DROP(I.b + 2u);
    R(I.b).tag = R(I.b + 1u).tag = R(I.b + 2u).tag = LANG_UNDEF;
    if (lang_is_error(v))
        goto error;
    SET(I.a, v);
    NEXT();
}
op_BUILDCLASS : {
    SAVE();
    lang_value k =
        lang_build_class(t, R(I.b), lang_as_tuple(R(I.b + 1)),
                         R(I.b + 2).tag == LANG_OBJECT ? lang_as_dict(R(I.b + 2)) : NULL, lang_as_str(consts[I.c]));
    DROP(I.b + 2u);
    DROP(I.b + 1u);
    DROP(I.b);
    if (lang_is_error(k))
        goto error;
    SET(I.a, k);
    NEXT();
}

    /* ---------------------------------------------------------------- calls */
    {
        lang_value callee;
        lang_value *args, *slot;
        size_t n;
        struct lang_tuple *kwnames;
        struct lang_function *fn;
        uint32_t dst, new_flags;
        struct lang_object *made;
    op_CALL:
        slot = &R(I.a);
        args = slot + 1;
        n = I.b;
        goto call;
    op_CALLM:
        slot = &R(I.a);
        if (slot[1].tag == LANG_UNDEF) {
            args = slot + 2;
            n = I.b;
        } else {
            args = slot + 1;
            n = I.b + 1u;
        }
    call:
        callee = load(slot);
        dst = I.c;
        kwnames = NULL;
        new_flags = 0;
        made = NULL;
        SAVE();
        if (unlikely(callee.tag != LANG_OBJECT))
            goto call_other;
        if (likely(callee.o->type == &lang_type_function)) {
            fn = (struct lang_function *)callee.o;
            goto enter_function;
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
            if (cls->init_version == cls->version || lang_type_find_init(t, cls)) {
                made = lang_object_new(t, cls);
                if (!made)
                    goto call_failed;
                lang_attrs_of(made)->shape = cls->shape;
                fn = lang_incref(cls->init_function);
                args--; /* self takes the place in front of the arguments */
                n++;
                made->refs++;
                lang_set_steal(t, args, lang_obj(made));
                if (args == slot)
                    slot = NULL;
                new_flags = LANG_FRAME_OWN_FUNC | LANG_FRAME_CTOR;
                goto enter_function;
            }
        }
    call_other : {
        lang_value r;
        if (callee.tag == LANG_OBJECT &&
            (callee.o->type == &lang_type_native || callee.o->type == &lang_type_method_descr))
            r = lang_native_call(t, callee, args, n, kwnames);
        else
            r = lang_call_slow(t, callee, args, n, kwnames);
        size_t all = n + (kwnames ? (size_t)kwnames->length : 0);
        for (size_t i = 0; i < all; i++)
            if (args[i].tag == LANG_OBJECT) {
                struct lang_object *o = args[i].o;
                args[i].tag = LANG_UNDEF;
                lang_decref(t, o);
            }
        slot->tag = LANG_UNDEF;
        if (callee.tag == LANG_OBJECT)
            lang_decref(t, callee.o);
        if (unlikely(r.tag == LANG_ERROR))
            goto error;
        SET(dst, r);
        POLL();
        NEXT();
    }
    op_CALLKW:
        slot = &R(I.a);
        kwnames = (struct lang_tuple *)consts[pc->w].o;
        pc++;
        if (slot[1].tag == LANG_UNDEF) {
            args = slot + 2;
            n = I.b - (size_t)kwnames->length;
        } else {
            args = slot + 1;
            n = I.b + 1u - (size_t)kwnames->length;
        }
        callee = load(slot);
        dst = I.c;
        new_flags = 0;
        made = NULL;
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
        for (uint32_t i = callee_code->param_count; i < callee_code->temp_base; i++)
            args[i].tag = LANG_UNDEF;
        if (unlikely(callee_code->flags & LANG_CODE_GENERATOR)) {
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
        struct lang_frame *nf = f + 1;
        if (unlikely(nf >= t->frames_end || args + callee_code->reg_count >= t->stack_end ||
                     t->depth >= vm->recursion_limit)) {
            nf = lang_frame_push(t, callee_code, fn, args);
            if (!nf) {
                n = callee_code->param_count;
                kwnames = NULL;
                goto enter_failed;
            }
        } else {
            t->depth++;
            nf->code = callee_code;
            nf->func = fn;
            nf->regs = args;
            nf->top = args + callee_code->reg_count;
            nf->pc = callee_code->instrs;
            nf->globals = fn->globals;
            nf->builtins = f->builtins;
            nf->locals = NULL;
            nf->generator = NULL;
            nf->object = NULL;
            t->frame = nf;
        }
        nf->callee = slot;
        nf->dst = dst;
        nf->flags = new_flags;
        nf->made = made;
        f = nf;
        code = callee_code; /* as LOAD_FRAME, which would wait for the stores */
        regs = args;
        pc = code->instrs;
        sites = code->sites;
        consts = code->consts;
        tb = code->temp_base;
        POLL();
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
    }
op_CALLEX : {
    SAVE();
    lang_value r = lang_call_ex(t, R(I.a), R(I.a + 1), R(I.a + 2));
    DROP(I.a + 2u);
    DROP(I.a + 1u);
    DROP(I.a);
    if (lang_is_error(r))
        goto error;
    SET(I.c, r);
    POLL();
    NEXT();
}
op_RETURNNONE : {
    lang_value v;
    v = lang_none();
    goto leave;
op_RETURN:
    CHECK(I.b);
    v = GET(I.b);
    R(I.b).tag = LANG_UNDEF;
leave:
    SAVE();
    if (unlikely(f->flags & LANG_FRAME_GENERATOR))
        goto leave_generator;
    for (uint32_t i = 0, n = I.x ? code->reg_count : tb; i < n;
         i++) /* x: loops or the like may have left temporaries */
        if (regs[i].tag == LANG_OBJECT) {
            struct lang_object *o = regs[i].o;
            regs[i].tag = LANG_UNDEF;
            RELEASE(o);
        }
    if (unlikely(f->object != NULL))
        lang_frame_freeze(t, f);
    if (unlikely(f->locals != NULL)) {
        lang_decref(t, f->locals);
        f->locals = NULL;
    }
    uint32_t flags = f->flags;
    t->depth--;
    if (likely(!flags)) {
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
    uint32_t dst = f->dst;
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
    I = pc[-1];
    goto loop_end;
}
op_YIELD : {
    CHECK(I.b);
    lang_value v;
    v = GET(I.b);
    if (I.b >= tb)
        R(I.b).tag = LANG_UNDEF;
    else
        lang_ref(v);
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
    lang_value sent = GET(I.a);
    R(I.a).tag = LANG_UNDEF;
    int r = lang_delegate(t, R(I.b), sent, &v);
    lang_unref(t, sent);
    if (r > 0)
        goto give;
    SET(I.b, lang_undef());
    if (r < 0)
        goto error;
    SET(I.a, v);
    NEXT();
}

    /* ---------------------------------------------------------------- exceptions */
op_RAISE:
    SAVE();
    if (I.x == 0) {
        lang_value handled = lang_handled(t);
        if (lang_is_undef(handled)) {
            lang_raise(t, LANG_EXC_RuntimeError, "No active exception to reraise");
            goto error;
        }
        lang_error_restore(t, lang_ref(handled));
        goto unwind;
    }
    CHECK(I.a);
    if (I.x == 2)
        CHECK(I.b);
    lang_raise_from(t, R(I.a), I.x == 2 ? R(I.b) : lang_undef());
    if (I.x == 2)
        DROP(I.b);
    DROP(I.a);
    goto error;
op_RERAISE : {
    SAVE();
    lang_value e = GET(I.a);
    R(I.a).tag = LANG_UNDEF;
    lang_error_restore(t, e);
    goto unwind;
}
op_PUSHEXC:
    SET(I.a, t->handled->value);
    t->handled->value = lang_ref(GET(I.b));
    NEXT();
op_POPEXC : {
    lang_value v = GET(I.a);
    R(I.a).tag = LANG_UNDEF;
    SAVE();
    lang_set_steal(t, &t->handled->value, v);
    NEXT();
}
op_MATCHEXC : {
    CHECK(I.c);
    SAVE();
    int m = lang_exception_matches(t, R(I.b), R(I.c));
    DROP(I.c);
    if (m < 0)
        goto error;
    SET(I.a, lang_bool(m));
    NEXT();
}
op_WITHENTER : {
    CHECK(I.b);
    SAVE();
    lang_value entered;
    if (lang_with_enter(t, &R(I.b), &entered) < 0)
        goto error;
    SET(I.a, entered);
    NEXT();
}
op_WITHEXIT : {
    SAVE();
    int b = lang_with_exit(t, R(I.b), I.x ? R(I.c) : lang_undef());
    DROP(I.b);
    if (b < 0)
        goto error;
    if (I.x)
        SET(I.a, lang_bool(b));
    NEXT();
}
op_ASSERTFAIL:
    SAVE();
    if (I.x) {
        CHECK(I.b);
        lang_raise_value(t, LANG_EXC_AssertionError, R(I.b));
        DROP(I.b);
    } else {
        lang_raise_value(t, LANG_EXC_AssertionError, lang_undef());
    }
    goto error;

    /* ---------------------------------------------------------------- imports */
op_IMPORTNAME : {
    uint32_t name = pc->w;
    pc++;
    SAVE();
    lang_value m =
        lang_import_name(t, lang_as_str(consts[name]), I.c == 65535 ? lang_none() : consts[I.c], I.b, f->globals);
    if (lang_is_error(m))
        goto error;
    SET(I.a, m);
    NEXT();
}
op_IMPORTFROM : {
    uint32_t name = pc->w;
    pc++;
    SAVE();
    lang_value v = lang_import_from(t, R(I.b), lang_as_str(consts[name]));
    if (lang_is_error(v))
        goto error;
    SET(I.a, v);
    NEXT();
}
op_IMPORTSTAR : {
    SAVE();
    int r = lang_import_star(t, R(I.b), f->locals ? f->locals : f->globals);
    DROP(I.b);
    if (r < 0)
        goto error;
    NEXT();
}

    /* ---------------------------------------------------------------- match */
op_MATCHSEQ : {
    lang_value v = GET(I.b);
    bool fits = lang_is_list(v) || lang_is_tuple(v) || lang_is_a(v, &lang_type_range);
    SAVE();
    if (fits) {
        int64_t n = lang_len(t, v);
        if (n < 0)
            goto error;
        fits = I.x ? n >= I.c : n == I.c;
    }
    SET(I.a, lang_bool(fits));
    NEXT();
}
op_MATCHMAP:
    SET(I.a, lang_bool(lang_is_dict(R(I.b))));
    NEXT();
op_MATCHKEYS : {
    SAVE();
    lang_value v = lang_match_keys(t, R(I.b), lang_as_tuple(R(I.c)));
    if (lang_is_error(v))
        goto error;
    SET(I.a, v);
    NEXT();
}
op_MATCHREST : {
    SAVE();
    lang_value v = lang_match_rest(t, R(I.b), lang_as_tuple(R(I.c)));
    DROP(I.c);
    if (lang_is_error(v))
        goto error;
    SET(I.a, v);
    NEXT();
}
op_MATCHCLASS : {
    uint32_t names = pc->w;
    pc++;
    SAVE();
    lang_value v;
    int r = lang_match_class(t, R(I.b), R(I.c), I.x, lang_as_tuple(consts[names]), &v);
    DROP(I.c);
    if (r < 0)
        goto error;
    SET(I.a, v);
    NEXT();
}
op_SETUPANN:
    SAVE();
    if (lang_setup_annotations(t, f) < 0)
        goto error;
    NEXT();
op_EXPRVALUE : {
    CHECK(I.b);
    lang_value v = lang_ref(GET(I.b));
    DROP(I.b);
    SAVE();
    lang_set_steal(t, &vm->pending_value, v);
    NEXT();
}

    /* ---------------------------------------------------------------- errors */
unbound_local:
    SAVE();
    lang_unbound_local(t, code, unbound);
error:
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
    uint32_t flags = f->flags;
    if (flags & LANG_FRAME_GENERATOR) {
        stop_in_generator(t);
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
