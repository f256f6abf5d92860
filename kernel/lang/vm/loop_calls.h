/* loop_calls.h: calls in all their forms, and how a frame is left: return, yield and delegation. A part of the loop:
 * loop.h includes it inside of its function; it is no header by itself. */
/* clang-format off: outside of a function it takes labels for declarations */
{
    lang_value callee, returned, *args, *slot;
    size_t n;
    struct lang_tuple *kwnames;
    struct lang_function *fn;
    uint32_t dst, new_flags;
    struct lang_object *made;
    struct lang_method_object *method;
call_getter: /* of a property, which lies above this frame with the instance behind it */
    slot = f->generator ? f->top : regs + code->reg_count;
    args = slot + 1;
    fn = (struct lang_function *)lang_load(slot).o;
    dst = IA;
    new_flags = 0;
    made = NULL;
    goto enter_directly;
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
call_native:
    if (callee.o->type == &lang_type_native) {
        const struct lang_native *native = (struct lang_native *)callee.o;
        if (likely(n == native->exact))
            returned = native->fn(t, args);
        else if (native->raw && !native->owner)
            returned = native->raw(t, callee, args, n, NULL);
        else if (n >= native->least && n <= native->most)
            returned = lang_native_call_defaults(t, native, args, n);
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
                returned = lang_native_call_defaults(t, native, args, n);
                goto native_returned;
            }
        }
        returned = lang_native_call(t, callee, args, n, NULL);
        goto native_returned;
    }
    if ((callee.o->type == &lang_type_method || callee.o->type == &lang_type_native_method) && slot == args - 1 &&
        ((struct lang_method_object *)callee.o)->function.tag == LANG_OBJECT) {
        const struct lang_type *kind = ((struct lang_method_object *)callee.o)->function.o->type;
        method = (struct lang_method_object *)callee.o;
        if (kind == &lang_type_function || kind == &lang_type_method_descr || kind == &lang_type_native) {
            callee = lang_ref(method->function);
            lang_put(slot, lang_ref(method->self)); /* self takes the callee's place */
            args = slot;
            n++;
            lang_decref(t, method);
            if (kind != &lang_type_function)
                goto call_native;
            fn = (struct lang_function *)callee.o;
            slot = NULL;
            new_flags = LANG_FRAME_OWN_FUNC;
            goto enter_function;
        }
    }
    if (callee.o->type == &lang_type_type) {
        struct lang_type *cls = (struct lang_type *)callee.o;
        if (cls->vectorcall) {
            returned = cls->vectorcall(t, args, n);
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
    if (callee.tag == LANG_OBJECT && (callee.o->type == &lang_type_native || callee.o->type == &lang_type_method_descr))
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
    if (unlikely(f->flags & LANG_FRAME_TRACED))
        CHANGE_LOOP(); /* it may have set a trace function */
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
    if (unlikely(callee_code->rest != NULL) && lang_code_need(t, callee_code) < 0)
        goto enter_failed;
    if (unlikely(fn->fast_call != NULL) && slot && !new_flags) {
        returned = fn->fast_call(t, fn->fast_call_data, args, n, kwnames);
        if (returned.tag != LANG_UNDEF) {
            n += kwnames ? (size_t)kwnames->length : 0;
            goto native_returned;
        }
    }
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
    if (unlikely(--turns < 0)) {
        turns = POLL_TURNS;
        POLL_NOW();
        CHANGE_LOOP(); /* sys.settrace() may have been the call before */
    }
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
    /* of a function or a method, without keywords: its parameters lie above this frame */
    callee = GET(IA);
    method = NULL;
    if (callee.tag == LANG_OBJECT && callee.o->type == &lang_type_method) {
        method = (struct lang_method_object *)callee.o;
        callee = method->function;
    }
    if (callee.tag == LANG_OBJECT && callee.o->type == &lang_type_function && !f->generator &&
        lang_is_exactly(R(IA + 1), &lang_type_tuple) &&
        (R(IA + 2).tag != LANG_OBJECT ||
         (lang_is_exactly(R(IA + 2), &lang_type_dict) && ((struct lang_dict *)R(IA + 2).o)->count == 0))) {
        const struct lang_tuple *given = (struct lang_tuple *)R(IA + 1).o;
        args = regs + code->reg_count;
        n = (size_t)given->length;
        if (likely(n + 1 < (size_t)(t->stack_end - args))) {
            lang_value *next = args;
            SAVE();
            if (method)
                lang_put(next++, lang_ref(method->self));
            for (size_t i = 0; i < n; i++)
                lang_put(next++, lang_ref(lang_load(&given->items[i])));
            n = (size_t)(next - args);
            DROP(IA + 2u);
            DROP(IA + 1u);
            fn = (struct lang_function *)callee.o;
            slot = &R(IA); /* keeps a method, too, and with it its function */
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
call_with_all:
{
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
op_RETURNNONE:
{
    lang_value v;
    v = lang_none();
    goto leave;
op_RETURN:
    CHECK(IB);
    v = GET(IB);
    R(IB).tag = LANG_UNDEF;
leave:
    SAVE();
    if (unlikely(f->flags & (LANG_FRAME_GENERATOR | LANG_FRAME_SEEN | LANG_FRAME_TRACED))) {
        if (f->flags & (LANG_FRAME_SEEN | LANG_FRAME_TRACED) && pc[-1].op == OPC_RETURN && IB < code->local_count)
            R(IB) = lang_ref(v); /* was moved out of its variable */
        if (f->flags & LANG_FRAME_TRACED && lang_trace_return(t, f, v) < 0) {
            lang_unref(t, v);
            goto unwound;
        }
        lang_frame_let_go(t, f);
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
    lang_frame_let_go(t, f);
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
    if (flags & LANG_FRAME_TRACED)
        CHANGE_LOOP();
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
op_YIELD:
{
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
    if (unlikely(f->flags & LANG_FRAME_TRACED) && lang_trace_return(t, f, v) < 0) {
        lang_unref(t, v);
        goto unwound;
    }
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
