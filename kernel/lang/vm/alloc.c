/* alloc.c: memory of the language.
 *
 * Owns the free lists of small sizes, the count of bytes in use and the limit. Used only by the holder of the
 * interpreter lock. Under sanitizers (LANG_PLAIN_MALLOC) every block comes from malloc, so that they see each one. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "vm/alloc_trace.h"
#include "vm/code.h"

enum { CHUNK = 64 * 1024 };

static int64_t fail_countdown = -1;

/* While the test hook counts, and while blocks are traced, COUNTING is taken off what is left, so that every request
 * comes by here. */
#define COUNTING (INT64_C(1) << 60)
int64_t lang_bytes_left; /* of the limit */
static int64_t limit;
static bool tracing;
#ifndef LANG_PLAIN_MALLOC
enum { SMALL = LANG_SMALL_SIZE, STEP = LANG_SMALL_STEP };
struct lang_free_block *lang_free_lists[SMALL / STEP + 1];
static char *chunk, *chunk_end;
#endif

/* What is left of the limit. */
static int64_t bytes_left(void)
{
    return lang_bytes_left + ((int64_t)(fail_countdown >= 0) + tracing) * COUNTING;
}

void lang_alloc_fail_at(int64_t n)
{
    lang_bytes_left += (int64_t)(fail_countdown >= 0) * COUNTING - (int64_t)(n >= 0) * COUNTING;
    fail_countdown = n;
}

void lang_alloc_set_limit(size_t bytes)
{
    int64_t fresh = (int64_t)(bytes < COUNTING / 2 ? bytes : COUNTING / 2);
    lang_bytes_left += fresh - limit;
    limit = fresh;
}

/* The embedder decides whether the process may grow: it keeps something back for itself. */
static bool (*headroom)(size_t bytes);

void lang_alloc_set_headroom(bool (*asked)(size_t bytes))
{
    headroom = asked;
}

bool lang_alloc_has_headroom(size_t bytes)
{
    return !headroom || headroom(bytes);
}

static bool may_allocate(size_t size)
{
    const int64_t left = bytes_left();
    if (fail_countdown >= 0 && fail_countdown-- == 0) {
        lang_bytes_left += COUNTING;
        return false;
    }
    return left >= 0 && size <= (size_t)left;
}

/* Giving pages back takes the system 0.1 s a gigabyte: a large block is left to another thread, one at a time, so that
 * memory is never far behind. Who finds no memory meanwhile waits for that thread and asks again. */

#ifndef LANG_PLAIN_MALLOC
enum { LARGE = 64 << 20 };
static atomic_bool freeing;
#endif

static void *reallocated(void *p, size_t size)
{
#ifndef LANG_PLAIN_MALLOC
    bool more_soon = atomic_load(&freeing);
#endif
    void *q = lang_alloc_has_headroom(size) ? realloc(p, size ? size : 1) : NULL;
#ifndef LANG_PLAIN_MALLOC
    if (!q && more_soon) {
        for (int i = 0; i < 5000 && atomic_load(&freeing); i++)
            usleep(1000);
        q = lang_alloc_has_headroom(size) ? realloc(p, size) : NULL;
    }
#endif
    return q;
}

/* Whether blocks of this size count one by one. */
static inline bool counts(size_t size)
{
#ifdef LANG_PLAIN_MALLOC
    (void)size;
    return true;
#else
    return size > SMALL;
#endif
}

#ifndef LANG_PLAIN_MALLOC
static void *carve(size_t rounded)
{
    if ((size_t)(chunk_end - chunk) < rounded) {
        bool limited = bytes_left() < CHUNK;
        char *fresh = limited || !lang_alloc_has_headroom(CHUNK) ? NULL : malloc(CHUNK);
        if (!fresh)
            return NULL;
        lang_bytes_left -= CHUNK;
        while (chunk_end - chunk >= STEP) { /* the rest of the old chunk is put on the free list of its size */
            size_t rest = (size_t)(chunk_end - chunk);
            if (rest > SMALL)
                rest = SMALL;
            rest -= rest % STEP;
            struct lang_free_block *b = (struct lang_free_block *)chunk;
            b->next = lang_free_lists[rest / STEP];
            lang_free_lists[rest / STEP] = b;
            chunk += rest;
        }
        chunk = fresh;
        chunk_end = fresh + CHUNK;
    }
    void *p = chunk;
    chunk += rounded;
    return p;
}
#endif

/* ------------------------------------------------------------------ tracing
 *
 * Small blocks are freed where nobody is told of it. While blocks are traced the public lists are emptied at each
 * request and each question: what lies in them has been freed since, and goes to lists of our own, of which requests
 * are served. */

#ifndef LANG_PLAIN_MALLOC
static struct lang_free_block *settled[SMALL / STEP + 1];
#endif

void lang_alloc_trace_settle(void)
{
#ifndef LANG_PLAIN_MALLOC
    for (size_t i = 0; i <= SMALL / STEP && tracing; i++)
        while (lang_free_lists[i]) {
            struct lang_free_block *b = lang_free_lists[i];
            lang_alloc_trace_remove(b);
            lang_free_lists[i] = b->next;
            b->next = settled[i];
            settled[i] = b;
        }
#endif
}

bool lang_alloc_tracing(void)
{
    return tracing;
}

void lang_alloc_trace_start(uint32_t frames)
{
    lang_alloc_trace_set_limit(frames);
    if (!tracing)
        lang_bytes_left -= COUNTING;
    tracing = true;
}

void lang_alloc_trace_stop(void)
{
    if (!tracing)
        return;
    lang_alloc_trace_settle();
    tracing = false;
    lang_bytes_left += COUNTING;
#ifndef LANG_PLAIN_MALLOC
    for (size_t i = 0; i <= SMALL / STEP; i++) { /* the public lists are empty */
        lang_free_lists[i] = settled[i];
        settled[i] = NULL;
    }
#endif
    lang_alloc_trace_clear();
}

#ifndef LANG_PLAIN_MALLOC
/* The list of free blocks of this size that serves requests. */
static struct lang_free_block **list_of(size_t list)
{
    return tracing ? &settled[list] : &lang_free_lists[list];
}
#endif

void *lang_alloc_slow(struct lang_thread *t, size_t size)
{
    void *p = NULL;
    if (tracing)
        lang_alloc_trace_settle();
    if (may_allocate(size)) {
#ifdef LANG_PLAIN_MALLOC
        p = lang_alloc_has_headroom(size) ? malloc(size ? size : 1) : NULL;
#else
        const size_t list = (size + STEP - 1) / STEP;
        struct lang_free_block **blocks = size > SMALL ? NULL : list_of(list);
        if (!blocks) {
            p = reallocated(NULL, size);
        } else if (*blocks) {
            p = *blocks;
            *blocks = (*blocks)->next;
        } else {
            p = carve(list ? list * STEP : STEP);
        }
#endif
    }
    if (!p)
        lang_no_memory(t);
    else if (counts(size))
        lang_bytes_left -= (int64_t)size;
    if (p && tracing)
        lang_alloc_trace_add(t, p, size);
    return p;
}

void *lang_alloc_zeroed(struct lang_thread *t, size_t size)
{
    void *p = NULL;
#ifndef LANG_PLAIN_MALLOC
    if (size <= SMALL) {
        p = lang_alloc(t, size);
        return p ? memset(p, 0, size) : NULL;
    }
#endif
    if (may_allocate(size) && lang_alloc_has_headroom(size))
        p = calloc(1, size ? size : 1);
    if (p)
        lang_bytes_left -= (int64_t)size;
    else
        lang_no_memory(t);
    if (p && tracing)
        lang_alloc_trace_add(t, p, size);
    return p;
}

#ifndef LANG_PLAIN_MALLOC
static void *free_on_thread(void *p)
{
    free(p);
    atomic_store(&freeing, false);
    return NULL;
}

static bool free_in_background(void *p)
{
    pthread_t thread;
    pthread_attr_t attributes;
    sigset_t all, before;
    if (atomic_exchange(&freeing, true))
        return false;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    bool made = pthread_create(&thread, &attributes, free_on_thread, p) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    if (!made)
        atomic_store(&freeing, false);
    return made;
}
#endif

void lang_free_slow(struct lang_thread *t, void *p, size_t size)
{
    (void)t;
    if (!p)
        return;
    if (tracing)
        lang_alloc_trace_remove(p);
    if (counts(size))
        lang_bytes_left += (int64_t)size;
#ifndef LANG_PLAIN_MALLOC
    if (size <= SMALL) { /* of size 0, else it would not be here */
        struct lang_free_block *b = p;
        b->next = lang_free_lists[1];
        lang_free_lists[1] = b;
        return;
    }
    if (size >= LARGE && free_in_background(p))
        return;
#endif
    free(p);
}

void *lang_realloc(struct lang_thread *t, void *p, size_t old_size, size_t size)
{
#ifndef LANG_PLAIN_MALLOC
    if (p && old_size > SMALL && size > SMALL) {
#else
    if (p) {
#endif
        if (size > old_size && !may_allocate(size - old_size)) {
            lang_no_memory(t);
            return NULL;
        }
        void *q = reallocated(p, size);
        if (!q) {
            lang_no_memory(t);
            return NULL;
        }
        lang_bytes_left -= (int64_t)(size - old_size);
        if (tracing) {
            lang_alloc_trace_remove(p);
            lang_alloc_trace_add(t, q, size);
        }
        return q;
    }
    void *q = lang_alloc(t, size);
    if (!q)
        return NULL;
    if (p) {
        memcpy(q, p, old_size < size ? old_size : size);
        lang_free(t, p, old_size);
    }
    return q;
}

/* ------------------------------------------------------------------ objects */

/* Zeros what lies behind an object's header: a few words in most cases, for which a call would cost more than the
 * stores. */
static inline void clear_fields(char *p, size_t n)
{
    typedef uint64_t pair __attribute__((vector_size(16), aligned(8), may_alias));
    if (n < 16 || n > 64) {
        memset(p, 0, n);
        return;
    }
    if (n > 32) {
        *(pair *)(p + 16) = (pair){0};
        *(pair *)(p + n - 32) = (pair){0};
    }
    *(pair *)p = (pair){0};
    *(pair *)(p + n - 16) = (pair){0};
}

static inline void *object_memory(struct lang_thread *t, struct lang_type *type, size_t size)
{
    const uint32_t flags = type->flags;
    size_t gc = flags & LANG_TYPE_GC ? sizeof(struct lang_gc_head) : 0;
    char *p = lang_alloc(t, size + gc);
    if (!p)
        return NULL;
    struct lang_object *o = (struct lang_object *)(p + gc);
    clear_fields((char *)o + sizeof *o, size - sizeof *o);
    o->type = type;
    o->refs = 1;
    o->flags = 0;
    if (flags & LANG_TYPE_HEAP)
        type->head.refs++;
    if (flags & LANG_TYPE_GC)
        lang_gc_track_new(o);
    return o;
}

void *lang_object_new(struct lang_thread *t, struct lang_type *type)
{
    return type->extent ? lang_object_new_extra(t, type, 0) : object_memory(t, type, type->size);
}

void *lang_object_new_extra(struct lang_thread *t, struct lang_type *type, size_t extra)
{
    if (extra > SIZE_MAX / 4) {
        lang_no_memory(t);
        return NULL;
    }
    size_t size = (type->size + extra + 7) & ~(size_t)7;
    if (type->attr_offset == LANG_ATTRS_AT_END)
        size += sizeof(struct lang_attrs);
    return object_memory(t, type, size);
}

size_t lang_object_extent(const struct lang_object *o)
{
    const struct lang_type *type = o->type;
    if (!type->extent)
        return type->size;
    size_t size = (type->extent(o) + 7) & ~(size_t)7;
    return type->attr_offset == LANG_ATTRS_AT_END ? size + sizeof(struct lang_attrs) : size;
}

/* Objects waiting for their destruction, linked through their gc heads: only containers nest. */
static struct lang_gc_head *waiting;
static int destroying;

static bool finalize(struct lang_thread *t, struct lang_object *o)
{
    o->flags |= LANG_OBJ_FINAL;
    o->refs = 1;
    lang_value saved = lang_error_take(t);
    lang_value r = lang_call_special(t, lang_obj(o), LANG_NAME(__del__), NULL, 0);
    if (lang_is_error(r))
        lang_del_failed(t, o);
    else
        lang_unref(t, r);
    if (!lang_is_undef(saved))
        lang_error_restore(t, saved);
    return --o->refs == 0;
}

/* What it runs may keep it: an event loop that closes it later, a warning about a coroutine that nobody has awaited,
 * whose source it is. Once for each, as a __del__. */
static bool finalize_generator(struct lang_thread *t, struct lang_object *o)
{
    o->flags |= LANG_OBJ_FINAL;
    o->refs = 1;
    lang_generator_finalize(t, (struct lang_generator *)o);
    return --o->refs == 0;
}

/* Whether there are attributes to release: most instances of built-in types have none. */
static inline bool has_attributes(const struct lang_object *o, const struct lang_type *type)
{
    if (type->attr_offset == LANG_ATTRS_AT_END || type->member_offset)
        return true;
    const struct lang_attrs *a = (const struct lang_attrs *)((const char *)o + type->attr_offset);
    return a->shape || a->dict;
}

/* A tuple, a list or a dict, and of no subclass. */
static inline bool is_plain_container(const struct lang_type *type)
{
    return type->flags & (LANG_TYPE_TUPLE | LANG_TYPE_LIST | LANG_TYPE_DICT) &&
           (type == &lang_type_tuple || type == &lang_type_list || type == &lang_type_dict);
}

static inline void free_container(struct lang_thread *t, struct lang_object *o)
{
    if (o->type == &lang_type_tuple)
        lang_tuple_free(t, o);
    else if (o->type == &lang_type_list)
        lang_list_free(t, o);
    else
        lang_dict_free(t, o);
}

static inline __attribute__((always_inline)) void release(struct lang_thread *t, struct lang_object *o)
{
    struct lang_type *type = o->type;
    if (is_plain_container(type)) {
        free_container(t, o);
        return;
    }
    size_t size = lang_object_extent(o);
    bool gc = o->flags & LANG_OBJ_GC;
    if (type->attr_offset && has_attributes(o, type))
        lang_attrs_clear(t, o);
    if (type->destroy)
        type->destroy(t, o);
    if (gc)
        lang_free(t, (char *)o - sizeof(struct lang_gc_head), size + sizeof(struct lang_gc_head));
    else
        lang_free(t, o, size);
    if (type->flags & LANG_TYPE_HEAP)
        lang_decref(t, type);
}

static void release_waiting(struct lang_thread *t)
{
    while (waiting) {
        struct lang_gc_head *g = waiting;
        waiting = g->next;
        destroying++;
        release(t, (struct lang_object *)(g + 1));
        destroying--;
    }
}

void lang_object_destroy(struct lang_thread *t, struct lang_object *o)
{
    if (o->type == &lang_type_str && !(o->flags & (LANG_OBJ_WEAK | LANG_OBJ_STATIC))) { /* the most frequent by far */
        lang_str_free(t, (struct lang_str *)o);
        return;
    }
    if (o->flags & LANG_OBJ_STATIC) {
        o->refs = UINT32_MAX / 2;
        return;
    }
    if (o->type == &lang_type_int) { /* has nothing to release */
        lang_free(t, o, o->type->extent(o));
        return;
    }
    if (is_plain_container(o->type) && !(o->flags & LANG_OBJ_WEAK) && destroying < 40) {
        lang_gc_untrack(o);
        destroying++;
        free_container(t, o);
        if (--destroying == 0 && waiting)
            release_waiting(t);
        return;
    }
    if (o->type->special & LANG_SPECIAL_DEL && !(o->flags & LANG_OBJ_FINAL) && !finalize(t, o))
        return;
    if (lang_is_generator_type(o->type) && !(o->flags & LANG_OBJ_FINAL) && !finalize_generator(t, o))
        return;
    if (o->flags & LANG_OBJ_GC)
        lang_gc_untrack(o); /* before any callback: it may collect, and must not find an object without references */
    if (o->flags & LANG_OBJ_WEAK)
        lang_weakref_clear(t, o);
    if (!(o->flags & LANG_OBJ_GC)) {
        release(t, o);
        return;
    }
    if (destroying >= 40) {
        struct lang_gc_head *g = (struct lang_gc_head *)o - 1;
        g->next = waiting;
        waiting = g;
        return;
    }
    destroying++;
    release(t, o);
    if (--destroying == 0 && waiting)
        release_waiting(t);
}
