/* lib_regex.h: the objects of the module _regex: patterns, matches, and texts that are being matched. */
#ifndef LANG_LIB_REGEX_H
#define LANG_LIB_REGEX_H

#include "lib.h"
#include "lib/regex.h"

struct pattern {
    struct lang_object head;
    lang_value source; /* str or bytes, or None for a program alone */
    int64_t flags;
    struct lang_dict *names;    /* group names to numbers */
    lang_value groupindex;      /* the same, read-only */
    struct lang_bytes *program; /* NULL: it is made at the first use (lang_pattern_need) */
    struct regex_first first;   /* what a match may begin with */
};
struct match {
    struct lang_object head;
    struct pattern *pattern;
    lang_value string;
    int64_t pos, endpos, last_group;
    int64_t groups; /* group 0 included */
    int64_t marks[];
};
extern struct lang_type lang_type_re_pattern, lang_type_re_match;

/* What the module re does in the language. */
enum regex_rest { REGEX_REST_TEMPLATE, REGEX_REST_REPR, REGEX_REST_COMPILE, REGEX_REST_COUNT };
extern lang_value lang_regex_rests[REGEX_REST_COUNT];

/* The text of a run, held as long as it lasts. */
struct subject {
    struct lang_buffer buffer;
    lang_value string;
    struct lang_str *str; /* NULL: bytes */
    int64_t length;
};
/* Sees to it that a pattern has its program and all that comes with it: -1 with an exception. */
int lang_pattern_compile(struct lang_thread *t, struct pattern *p);
static inline int lang_pattern_need(struct lang_thread *t, struct pattern *p)
{
    return p->program ? 0 : lang_pattern_compile(t, p);
}
static inline const int32_t *lang_pattern_code(const struct pattern *p)
{
    return (const int32_t *)(const void *)p->program->data;
}
/* A run of a pattern over a text of its kind, from *from on: -1 with an exception. pos and endpos may be UNDEF. */
int lang_subject_open(struct lang_thread *t, struct pattern *p, lang_value string, lang_value pos, lang_value endpos,
                      struct subject *s, struct regex_run *run, int64_t *from);
void lang_subject_close(struct lang_thread *t, struct subject *s, struct regex_run *run);
/* string[from:to] as str or bytes. */
lang_value lang_subject_part(struct lang_thread *t, const struct subject *s, int64_t from, int64_t to);
/* What a run has found. */
lang_value lang_match_new(struct lang_thread *t, struct pattern *p, const struct subject *s,
                          const struct regex_run *run, int64_t pos);
int lang_match_ready(struct lang_thread *t);
/* The text of a group; UNDEF: it has not matched. */
lang_value lang_match_part(struct lang_thread *t, const struct match *m, int64_t group);

#endif
