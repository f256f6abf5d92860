/* pretty.h: the layout engine of the pretty printer and the printers of types over it. Seen by pretty*.c and show.c
 * only. */
#ifndef LANG_PRETTY_H
#define LANG_PRETTY_H

#include "lang.h"

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
    size_t count, room;
};

struct pretty {
    struct lang_thread *t;
    struct lang_builder out;
    int64_t width, column, indent;
    struct pretty_item *queue; /* queue[head .. tail) */
    size_t head, tail, room;
    int64_t waiting; /* width of the queue */
    struct pretty_group **stack;
    size_t depth, stack_room;
    struct pretty_level *levels;
    size_t level_count;
    lang_value *seen; /* objects being printed */
    size_t seen_count, seen_room;
    lang_value handle; /* the object that _repr_pretty_ gets, made on demand */
    bool failed;
};

/* All return -1 with an exception. */
int lang_pretty_text(struct pretty *p, struct lang_str *s);
int lang_pretty_c(struct pretty *p, const char *text);
int lang_pretty_soft(struct pretty *p);
int lang_pretty_hard(struct pretty *p);
int lang_pretty_open(struct pretty *p, int64_t indent, const char *text);
int lang_pretty_close(struct pretty *p, int64_t indent, const char *text);
int lang_pretty_open_str(struct pretty *p, int64_t indent, struct lang_str *text);
int lang_pretty_flush(struct pretty *p);
/* Prints any value, with its group around it. */
int lang_pretty_value(struct pretty *p, lang_value v);
/* A repr, its lines broken hard. */
int lang_pretty_repr(struct pretty *p, lang_value v);

/* pretty_types.c: the printer of a class of an MRO; NULL: none registered. */
typedef int (*pretty_printer)(struct pretty *p, lang_value v, bool cycle);
pretty_printer lang_pretty_printer_of(struct lang_thread *t, struct lang_type *cls);
int lang_pretty_default(struct pretty *p, lang_value v, bool cycle);

/* pretty_handle.c: the object `p` of _repr_pretty_(self, p, cycle). */
lang_value lang_pretty_handle(struct pretty *p); /* borrowed */
void lang_pretty_handle_drop(struct pretty *p);

enum { PRETTY_MAX_ITEMS = 1000 };

#endif
