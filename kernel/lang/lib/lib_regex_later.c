/* lib_regex_later.c: patterns that are compiled at their first use. Must not know how they are compiled (the module re
 * does), or what is done with them. */
#include "lib/lib_regex.h"

int lang_pattern_compile(struct lang_thread *t, struct pattern *p)
{
    const lang_value args[] = {p->source, lang_int(p->flags)};
    lang_value re = lang_import(t, "re"), made = lang_error();
    if (!lang_is_error(re)) {
        made = lang_call_method_c(t, re, "_compile_now", args, 2);
        lang_unref(t, re);
    }
    if (lang_is_error(made))
        return -1;
    const struct pattern *q = lang_is_exactly(made, p->head.type) ? (const struct pattern *)made.o : NULL;
    if (!q || !q->program) {
        lang_unref(t, made);
        return lang_fail(t, LANG_EXC_TypeError, "re has not made a pattern");
    }
    if (!p->program) { /* no other thread has been here */
        p->flags = q->flags;
        p->names = lang_incref(q->names);
        p->groupindex = lang_ref(q->groupindex);
        p->first = q->first;
        p->program = lang_incref(q->program);
    }
    lang_unref(t, made);
    return 0;
}
