/* pretty.h: the layout engine of IPython's pretty printer (IPython.lib.pretty) and the printers of types over it. Seen
 * by pretty*.c only; others call kernel_pretty of formatters.h. */
#ifndef KERNEL_PRETTY_H
#define KERNEL_PRETTY_H

#include "formatters.h"

/* A group of texts that is broken as a whole: if one of its soft breaks becomes a newline, all do. */
struct pretty_group {
    int depth;
    int64_t breaks; /* soft breaks that wait in the queue */
    bool broken;
    uint32_t refs; /* the stack, its level list and each waiting break hold one */
};

struct pretty_item {
    struct lang_str *text;      /* NULL: a soft break */
    struct pretty_group *group; /* of a break */
    int64_t indent;             /* where the line goes on, as it was when the break was made */
};

struct pretty_level { /* groups of one depth, oldest first */
    struct pretty_group **groups;
    size_t count, capacity;
};

struct pretty {
    struct lang_thread *t;
    struct lang_builder out;
    int64_t width, column, indent;
    struct pretty_item *queue; /* queue[head .. tail) */
    size_t head, tail, capacity;
    int64_t waiting; /* width of the queue */
    struct pretty_group **stack;
    size_t depth, stack_capacity;
    struct pretty_level *levels;
    size_t level_count;
    lang_value *seen; /* objects being printed */
    size_t seen_count, seen_capacity;
    struct lang_str *repr_name, *repr_pretty_name;      /* "__repr__", "_repr_pretty_", interned */
    lang_value handle;                                  /* the object that _repr_pretty_ gets, made on demand */
    int (*print_value)(struct pretty *p, lang_value v); /* of pretty_value.c: printers call it for what they contain */
    bool failed;
};

/* All return -1 with an exception. */
int kernel_pretty_text(struct pretty *p, struct lang_str *s);
int kernel_pretty_c(struct pretty *p, const char *text);
int kernel_pretty_soft(struct pretty *p);
int kernel_pretty_hard(struct pretty *p);
int kernel_pretty_open(struct pretty *p, int64_t indent, const char *text);
int kernel_pretty_close(struct pretty *p, int64_t indent, const char *text);
int kernel_pretty_open_str(struct pretty *p, int64_t indent, struct lang_str *text);
int kernel_pretty_flush(struct pretty *p);
/* Prints any value, with its group around it. */
static inline int kernel_pretty_value(struct pretty *p, lang_value v)
{
    return p->print_value(p, v);
}
/* A repr, its lines broken hard. */
int kernel_pretty_repr(struct pretty *p, lang_value v);
/* The value is being printed from now on, until pop: 1 it is already, a cycle. */
int kernel_pretty_push(struct pretty *p, lang_value v);
void kernel_pretty_pop(struct pretty *p);
/* Around everything: the text is p->out then. end also after a begin that failed. */
int kernel_pretty_begin(struct pretty *p);
void kernel_pretty_end(struct pretty *p);

/* pretty_types.c: the printer of a class of an MRO; NULL: none registered. */
typedef int (*pretty_printer)(struct pretty *p, lang_value v, bool cycle);
pretty_printer kernel_pretty_printer_of(struct lang_thread *t, struct lang_type *cls);
int kernel_pretty_default(struct pretty *p, lang_value v, bool cycle);

/* pretty_handle.c: the object `p` of _repr_pretty_(self, p, cycle). */
lang_value kernel_pretty_handle(struct pretty *p); /* borrowed */
void kernel_pretty_handle_drop(struct pretty *p);

enum { PRETTY_MAX_ITEMS = 1000 };

#endif
