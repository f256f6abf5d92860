/* formatters.h: a value as a front end shows it (IPython's DisplayFormatter). Knows the language only through lang.h,
 * and neither the session nor the wire. */
#ifndef KERNEL_FORMATTERS_H
#define KERNEL_FORMATTERS_H

#include "bundle.h"
#include "lang.h"

/* text/plain by the pretty printer, and what the _repr_*_ methods of the value give. No entries: the value has shown
 * itself (_ipython_display_). -1 with an exception (a __repr__ raised), nothing to show; 1 with an exception: a
 * _repr_*_ method has raised, the bundle holds what the others gave. */
int kernel_format_value(struct lang_thread *t, lang_value v, struct kernel_bundle *out);
/* What the user has registered with get_ipython().display_formatter; UNDEF: nothing. */
struct kernel_display_hooks {
    lang_value printer; /* a function: the printer (object, p, cycle) of a class, or None */
    lang_value bundle;  /* a function: {mime type: data or (data, metadata)} of an object; data None: no such form */
};
extern struct kernel_display_hooks kernel_display_hooks;
/* The pretty printer alone. */
struct lang_str *kernel_pretty(struct lang_thread *t, lang_value v, int width);

#endif
