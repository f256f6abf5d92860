/* intern.c: one object for one text. Names in code and attribute names are interned, so that equal names are one
 * pointer. The table holds a reference to each text until the vm ends. */
#include <stdlib.h>
#include <string.h>

#include "vm/code.h"

struct lang_str *lang_names_[LANG_N_COUNT];
uint32_t lang_names_made;

static struct lang_str **table;
static size_t capacity, count;

static struct lang_str **slot(struct lang_str *s, int64_t hash)
{
    for (size_t i = (size_t)hash & (capacity - 1);; i = (i + 1) & (capacity - 1))
        if (!table[i] || (table[i]->hash == hash && lang_str_equal(table[i], s)))
            return &table[i];
}

static int grow(struct lang_thread *t)
{
    size_t old_capacity = capacity;
    struct lang_str **old = table;
    size_t fresh = capacity ? capacity * 2 : 2048;
    struct lang_str **p = calloc(fresh, sizeof *p);
    if (!p) {
        lang_no_memory(t);
        return -1;
    }
    table = p;
    capacity = fresh;
    for (size_t i = 0; i < old_capacity; i++)
        if (old[i])
            *slot(old[i], old[i]->hash) = old[i];
    free(old);
    return 0;
}

struct lang_str *lang_intern_str(struct lang_thread *t, struct lang_str *s)
{
    if (s->interned)
        return lang_incref(s);
    if ((count + 1) * 2 > capacity && grow(t) < 0)
        return NULL;
    struct lang_str **p = slot(s, lang_str_hash(s));
    if (*p)
        return lang_incref(*p);
    if (s->head.type != &lang_type_str) { /* of a subclass: the table wants a plain one */
        s = lang_str_from_units(t, s->data, s->kind, s->length);
        if (!s)
            return NULL;
        lang_str_hash(s);
    } else {
        lang_incref(s);
    }
    s->interned = 1;
    *p = s;
    count++;
    return lang_incref(s);
}

struct lang_str *lang_intern_hashed(struct lang_thread *t, const uint8_t *units, int64_t length, int64_t hash)
{
    for (size_t i = (size_t)hash & (capacity - 1); capacity && table[i]; i = (i + 1) & (capacity - 1))
        if (table[i]->hash == hash && table[i]->length == length && table[i]->kind == 1 &&
            memcmp(table[i]->data, units, (size_t)length) == 0)
            return lang_incref(table[i]);
    struct lang_str *s = lang_str_from_units(t, units, 1, length);
    if (!s)
        return NULL;
    s->hash = hash;
    struct lang_str *r = lang_intern_str(t, s);
    lang_decref(t, s);
    return r;
}

struct lang_str *lang_intern(struct lang_thread *t, const char *utf8, size_t size)
{
    struct lang_str *s = lang_str_new(t, utf8, size);
    if (!s)
        return NULL;
    struct lang_str *r = lang_intern_str(t, s);
    lang_decref(t, s);
    return r;
}

/* Most names from C are literals: what was found for a pointer is looked at first (its text may have changed). */
enum { RECENT = 256 };
static struct {
    const char *utf8;
    struct lang_str *found;
} recent[RECENT];

struct lang_str *lang_intern_c(struct lang_thread *t, const char *utf8)
{
    size_t i = ((uintptr_t)utf8 ^ (uintptr_t)utf8 >> 8) % RECENT;
    if (recent[i].utf8 == utf8 && strcmp(utf8, (const char *)recent[i].found->data) == 0)
        return lang_incref(recent[i].found);
    struct lang_str *s = lang_intern(t, utf8, strlen(utf8));
    if (s && s->ascii) {
        recent[i].utf8 = utf8;
        recent[i].found = s; /* the table keeps it */
    }
    return s;
}

int lang_vm_names_init(struct lang_thread *t)
{
    static const char *const texts[] = {
#define N(name) #name,
#include "vm/names.def"
#undef N
    };
    for (size_t i = 0; i < LANG_N_COUNT; i++)
        if (!(lang_names_[i] = lang_intern_c(t, texts[i])))
            return -1;
    lang_names_made++;
    return 0;
}

void lang_intern_free(struct lang_thread *t)
{
    for (size_t i = 0; i < LANG_N_COUNT; i++) {
        lang_xdecref(t, lang_names_[i]);
        lang_names_[i] = NULL; /* another vm may follow, and fail before it has its own */
    }
    for (size_t i = 0; i < capacity; i++)
        lang_xdecref(t, table[i]);
    memset(recent, 0, sizeof recent);
    free(table);
    table = NULL;
    capacity = count = 0;
}
