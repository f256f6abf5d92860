/* loop_variables.h: locals, cells, globals and names: loads, stores and deletes. A part of the loop: loop.h includes
 * it inside of its function; it is no header by itself. */
/* clang-format off: outside of a function it takes labels for declarations */
op_NOP : NEXT();
op_LOADK : SET(IA, lang_ref(lang_load(&code->consts[IW])));
NEXT();
op_LOADI : SET(IA, lang_int((int32_t)IW));
NEXT();
op_MOVE : SET(IA, lang_ref(GET(IB)));
NEXT();
op_TAKE:
{
    lang_value v = GET(IB);
    R(IB).tag = LANG_UNDEF;
    SET(IA, v);
    NEXT();
}
op_LOCAL : CHECK(IB);
SET(IA, lang_ref(GET(IB)));
NEXT();
op_CLEAR : SET(IA, lang_undef());
NEXT();
op_DELLOCAL : CHECK(IA);
SAVE();
SET(IA, lang_undef());
NEXT();
op_NEWCELL:
{
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
op_GETCELL:
{
    lang_value v = ((struct lang_cell *)R(IB).o)->value;
    if (unlikely(v.tag == LANG_UNDEF)) {
        SAVE();
        lang_unbound_free(t, code, IB - code->local_count, false);
        goto error;
    }
    SET(IA, lang_ref(v));
    NEXT();
}
op_SETCELL:
{
    CHECK(IB);
    struct lang_cell *c = (struct lang_cell *)R(IA).o;
    lang_value v = lang_ref(GET(IB));
    DROP(IB);
    SAVE();
    lang_set_steal(t, &c->value, v);
    NEXT();
}
op_DELCELL:
{
    struct lang_cell *c = (struct lang_cell *)R(IA).o;
    SAVE();
    if (c->value.tag == LANG_UNDEF) {
        lang_unbound_free(t, code, IA - code->local_count, false);
        goto error;
    }
    lang_clear(t, &c->value);
    NEXT();
}
op_GETFREE:
{
    lang_value v = f->func->closure[IB]->value;
    if (unlikely(v.tag == LANG_UNDEF)) {
        SAVE();
        lang_unbound_free(t, code, IB, true);
        goto error;
    }
    SET(IA, lang_ref(v));
    NEXT();
}
op_SETFREE:
{
    CHECK(IB);
    lang_value v = lang_ref(GET(IB));
    DROP(IB);
    SAVE();
    lang_set_steal(t, &f->func->closure[IA]->value, v);
    NEXT();
}
op_DELFREE : SAVE();
if (f->func->closure[IA]->value.tag == LANG_UNDEF) {
    lang_unbound_free(t, code, IA, true);
    goto error;
}
lang_clear(t, &f->func->closure[IA]->value);
NEXT();
op_GETGLOBAL:
{
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
op_SETGLOBAL:
{
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
op_DELGLOBAL : SAVE();
if (lang_del_global(t, f->globals, SITE->name) < 0)
    goto error;
NEXT();
op_GETNAME:
{
    SAVE();
    lang_value v = lang_get_name(t, f, SITE);
    if (lang_is_error(v))
        goto error;
    SET(IA, v);
    NEXT();
}
op_SETNAME:
{
    CHECK(IB);
    SAVE();
    int r = lang_set_name(t, f, SITE, R(IB));
    DROP(IB);
    if (r < 0)
        goto error;
    NEXT();
}
op_DELNAME : SAVE();
if (lang_set_name(t, f, SITE, lang_undef()) < 0)
    goto error;
NEXT();
op_GETCLASSFREE:
{
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
