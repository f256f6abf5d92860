/* set.c: the table of set and frozenset, and making one from anything. Open addressing: a few linear probes, then the
 * steps of dict.c. Probes, growth and the ways of copying follow CPython's, so that iteration over a set of numbers has
 * the same order. The types are in set_type.c. */
#include <string.h>

#include "set.h"

#define LINEAR_PROBES 9
#define MIN_SIZE 8

/* ------------------------------------------------------------------ the table */

static void insert_absent(struct lang_set_entry *table, uint64_t mask, lang_value key, int64_t hash)
{
    uint64_t perturb = (uint64_t)hash, i = (uint64_t)hash & mask;

    for (;;) {
        struct lang_set_entry *e = &table[i];
        int probes = i + LINEAR_PROBES <= mask ? LINEAR_PROBES : 0;

        do {
            if (e->key.tag == LANG_UNDEF) {
                e->key = key;
                e->hash = hash;
                return;
            }
            e++;
        } while (probes--);
        perturb >>= 5;
        i = (i * 5 + 1 + perturb) & mask;
    }
}

static int resize(struct lang_thread *t, struct lang_set *s, int64_t least)
{
    struct lang_set_entry *old = s->table, *table, small[MIN_SIZE];
    int64_t size = MIN_SIZE, old_mask = s->mask;

    while (size <= least)
        size <<= 1;
    if (size > INT64_MAX / 2 / (int64_t)sizeof *table) {
        lang_no_memory(t);
        return -1;
    }
    if (size == MIN_SIZE) {
        table = s->small;
        if (old == s->small) {
            if (s->fill == s->count)
                return 0;
            memcpy(small, old, sizeof small);
            old = small;
        }
        memset(table, 0, sizeof s->small);
    } else {
        table = lang_alloc_zeroed(t, (size_t)size * sizeof *table);
        if (!table)
            return -1;
    }
    for (int64_t i = 0; i <= old_mask; i++) {
        if (old[i].key.tag > LANG_ERROR)
            insert_absent(table, (uint64_t)size - 1, old[i].key, old[i].hash);
        if ((i & 0xfffff) == 0xfffff &&
            lang_poll_quiet(t) < 0) { /* it stays as it was; a table so large is not `small` */
            if (table != s->small)
                lang_free(t, table, (size_t)size * sizeof *table);
            return -1;
        }
    }
    s->mask = size - 1;
    s->table = table;
    s->fill = s->count;
    if (old != s->small && old != small)
        lang_free(t, old, (size_t)(old_mask + 1) * sizeof *old);
    return 0;
}

static inline bool is_text(lang_value v)
{
    return v.tag == LANG_OBJECT && v.o->type == &lang_type_str;
}

/* The entry that holds an equal key; NULL: absent, and *slot is where it would go; *failed: == raised. */
static struct lang_set_entry *find(struct lang_thread *t, struct lang_set *s, lang_value key, int64_t hash,
                                   struct lang_set_entry **slot, bool *failed)
{
    struct lang_set_entry *deleted;
    uint64_t perturb, i, mask;

again:
    deleted = NULL;
    mask = (uint64_t)s->mask;
    perturb = (uint64_t)hash;
    i = (uint64_t)hash & mask;
    for (;;) {
        struct lang_set_entry *e = &s->table[i];
        int probes = i + LINEAR_PROBES <= mask ? LINEAR_PROBES : 0;

        do {
            if (e->key.tag == LANG_UNDEF) {
                if (slot)
                    *slot = deleted ? deleted : e;
                return NULL;
            }
            if (e->key.tag == LANG_ERROR)
                deleted = e;
            if (e->hash == hash && e->key.tag != LANG_ERROR) {
                struct lang_set_entry *table = s->table;
                lang_value other = e->key;
                bool moved;
                int equal;

                if (fast_same(other, key))
                    return e;
                if (other.tag != LANG_OBJECT && key.tag != LANG_OBJECT) {
                    equal = fast_equal(t, other, key);
                    moved = false;
                } else {
                    lang_ref(other);
                    equal = fast_equal(t, other, key);
                    moved = s->table != table || s->mask != (int64_t)mask || !fast_same(e->key, other);
                    lang_unref(t, other);
                }
                if (equal < 0) {
                    *failed = true;
                    return NULL;
                }
                if (moved || s->table != table || (deleted && deleted->key.tag != LANG_ERROR))
                    goto again;
                if (equal)
                    return e;
            }
            e++;
        } while (probes--);
        perturb >>= 5;
        i = (i * 5 + 1 + perturb) & mask;
    }
}

/* The same without asking anyone's __eq__: UNDECIDED says that find must be asked. *at is the entry, or where it would
 * go. */
enum vectorcall { ABSENT, PRESENT, UNDECIDED };

static inline enum vectorcall look(const struct lang_set *s, lang_value key, int64_t hash, struct lang_set_entry **at)
{
    uint64_t mask = (uint64_t)s->mask, perturb = (uint64_t)hash, i = (uint64_t)hash & mask;
    struct lang_set_entry *deleted = NULL;

    for (;;) {
        struct lang_set_entry *e = &s->table[i];
        int probes = i + LINEAR_PROBES <= mask ? LINEAR_PROBES : 0;

        do {
            uint64_t tag = e->key.tag;

            if (tag == LANG_UNDEF) {
                *at = deleted ? deleted : e;
                return ABSENT;
            }
            if (tag == LANG_ERROR) {
                deleted = e;
            } else if (e->hash == hash) {
                bool texts = is_text(e->key) && is_text(key);

                if (fast_same(e->key, key) || (texts && lang_str_equal(lang_as_str(e->key), lang_as_str(key)))) {
                    *at = e;
                    return PRESENT;
                }
                if (!texts && (tag != LANG_INT || key.tag != LANG_INT))
                    return UNDECIDED;
            }
            e++;
        } while (probes--);
        perturb >>= 5;
        i = (i * 5 + 1 + perturb) & mask;
    }
}

/* A hash that is cached (str) or is the int itself. */
static inline bool cached_hash(lang_value v, int64_t *hash)
{
    if (v.tag == LANG_INT && v.i >= 0 && v.i < (INT64_C(1) << 61) - 1) {
        *hash = v.i;
        return true;
    }
    if (is_text(v) && lang_as_str(v)->hash != -1) {
        *hash = lang_as_str(v)->hash;
        return true;
    }
    return false;
}

static inline int known_hash(struct lang_thread *t, lang_value v, int64_t *hash)
{
    return cached_hash(v, hash) ? 0 : lang_hash(t, v, hash);
}

/* Inserts an absent key into the slot that look or find returned. */
static inline int put(struct lang_thread *t, struct lang_set *s, struct lang_set_entry *slot, lang_value v,
                      int64_t hash)
{
    bool reused = slot->key.tag == LANG_ERROR; /* the slot of a deleted entry */

    slot->key = lang_ref(v);
    slot->hash = hash;
    s->count++;
    s->objects |= v.tag == LANG_OBJECT;
    if (reused)
        return 0;
    s->fill++;
    if (s->fill * 5 < s->mask * 3)
        return 0;
    return resize(t, s, s->count > 50000 ? s->count * 2 : s->count * 4);
}

static inline int add_hashed(struct lang_thread *t, struct lang_set *s, lang_value v, int64_t hash)
{
    struct lang_set_entry *slot;
    bool failed = false;
    enum vectorcall found = look(s, v, hash, &slot);

    if (found == PRESENT || (found == UNDECIDED && find(t, s, v, hash, &slot, &failed)))
        return 0;
    return failed ? -1 : put(t, s, slot, v, hash);
}

int lang_set_add_hashed(struct lang_thread *t, struct lang_set *s, lang_value v, int64_t hash)
{
    return add_hashed(t, s, v, hash);
}

int lang_set_add(struct lang_thread *t, struct lang_set *s, lang_value v)
{
    int64_t hash;

    return known_hash(t, v, &hash) < 0 ? -1 : add_hashed(t, s, v, hash);
}

static inline int has_hashed(struct lang_thread *t, struct lang_set *s, lang_value v, int64_t hash)
{
    struct lang_set_entry *at;
    bool failed = false;
    enum vectorcall found = look(s, v, hash, &at);

    if (found != UNDECIDED)
        return found == PRESENT;
    if (find(t, s, v, hash, NULL, &failed))
        return 1;
    return failed ? -1 : 0;
}

int lang_set_has_hashed(struct lang_thread *t, struct lang_set *s, lang_value v, int64_t hash)
{
    return has_hashed(t, s, v, hash);
}

int lang_set_has(struct lang_thread *t, struct lang_set *s, lang_value v)
{
    int64_t hash;

    return known_hash(t, v, &hash) < 0 ? -1 : has_hashed(t, s, v, hash);
}

int lang_set_discard_hashed(struct lang_thread *t, struct lang_set *s, lang_value v, int64_t hash)
{
    bool failed = false;
    struct lang_set_entry *e;
    enum vectorcall found = look(s, v, hash, &e);
    lang_value old;

    if (found == UNDECIDED)
        e = find(t, s, v, hash, NULL, &failed);
    if (found == ABSENT || !e)
        return failed ? -1 : 0;
    old = e->key;
    e->key = lang_error(); /* the mark of a deleted entry */
    e->hash = -1;
    s->count--;
    lang_unref(t, old);
    return 1;
}

int lang_set_discard(struct lang_thread *t, struct lang_set *s, lang_value v)
{
    int64_t hash;

    return known_hash(t, v, &hash) < 0 ? -1 : lang_set_discard_hashed(t, s, v, hash);
}

bool lang_set_next(struct lang_set *s, int64_t *i, lang_value *key)
{
    while (*i <= s->mask) {
        const struct lang_set_entry *e = &s->table[(*i)++];

        if (e->key.tag > LANG_ERROR) {
            *key = e->key;
            return true;
        }
    }
    return false;
}

int lang_set_trim(struct lang_thread *t, struct lang_set *s)
{
    if (s->fill - s->count <= s->mask / 4)
        return 0;
    return resize(t, s, s->count > 50000 ? s->count * 2 : s->count * 4);
}

lang_value lang_set_take_any(struct lang_set *s)
{
    struct lang_set_entry *e;
    lang_value v;

    if (s->count == 0)
        return lang_undef();
    e = &s->table[s->finger & s->mask];
    while (e->key.tag <= LANG_ERROR) {
        e++;
        if (e > &s->table[s->mask])
            e = s->table;
    }
    v = e->key;
    e->key = lang_error();
    e->hash = -1;
    s->count--;
    s->finger = e - s->table + 1;
    return v;
}

void lang_set_clear(struct lang_thread *t, struct lang_set *s)
{
    struct lang_set_entry *old = s->table, small[MIN_SIZE];
    int64_t mask = s->mask;
    bool objects = s->objects;

    if (old == s->small) {
        memcpy(small, old, sizeof small);
        old = small;
    }
    memset(s->small, 0, sizeof s->small);
    s->table = s->small;
    s->mask = MIN_SIZE - 1;
    s->count = s->fill = s->finger = 0;
    s->objects = false;
    for (int64_t i = 0; objects && i <= mask; i++)
        if (old[i].key.tag > LANG_ERROR)
            lang_unref(t, old[i].key);
    if (old != small)
        lang_free(t, old, (size_t)(mask + 1) * sizeof *old);
}

void lang_set_destroy(struct lang_thread *t, struct lang_object *o)
{
    struct lang_set *s = (struct lang_set *)o;
    int64_t left = s->table && s->objects ? s->count : 0;

    for (int64_t i = 0; left > 0; i++)
        if (s->table[i].key.tag > LANG_ERROR) {
            lang_unref(t, s->table[i].key);
            left--;
        }
    if (s->table && s->table != s->small)
        lang_free(t, s->table, (size_t)(s->mask + 1) * sizeof *s->table);
}

struct lang_set *lang_set_new_of(struct lang_thread *t, struct lang_type *type)
{
    bool plain = type == &lang_type_set || type == &lang_type_frozenset;
    struct lang_set *s = plain ? lang_object_raw(t, type, sizeof *s) : lang_object_new(t, type);

    if (s) {
        if (plain) {
            s->count = s->fill = s->finger = 0;
            s->objects = false;
            for (int i = 0; i < MIN_SIZE; i++)
                s->small[i].key = lang_undef();
        }
        s->table = s->small;
        s->mask = MIN_SIZE - 1;
        s->hash = -1;
    }
    return s;
}

struct lang_set *lang_set_new(struct lang_thread *t, bool frozen)
{
    return lang_set_new_of(t, frozen ? &lang_type_frozenset : &lang_type_set);
}

/* ------------------------------------------------------------------ from others */

/* In a loop over a table: true when this step was one to ask for an interrupt, and there was one. */
static inline bool stopped_at(struct lang_thread *t, int64_t i)
{
    return (i & 0xfffff) == 0xfffff && lang_poll_quiet(t) < 0;
}

/* The same table once more, into an empty one of that size. */
static int copy_table(struct lang_thread *t, struct lang_set *s, const struct lang_set *other)
{
    int64_t end = other->mask + 1, part;

    s->objects = other->objects;
    for (int64_t i = 0; i < end; i += part) {
        part = end - i < 1 << 20 ? end - i : 1 << 20;
        memcpy(s->table + i, other->table + i, (size_t)part * sizeof *s->table);
        for (int64_t k = 0; k < part; k++) {
            s->count += s->table[i + k].key.tag > LANG_ERROR;
            lang_ref(s->table[i + k].key);
        }
        s->fill = s->count;
        if (i + part < end && lang_poll_quiet(t) < 0)
            return -1;
    }
    return 0;
}

static int merge_set(struct lang_thread *t, struct lang_set *s, struct lang_set *other)
{
    if (s == other || other->count == 0)
        return 0;
    if ((s->fill + other->count) * 5 >= s->mask * 3 && resize(t, s, (s->count + other->count) * 2) < 0)
        return -1;
    if (s->fill == 0 && s->mask == other->mask && other->fill == other->count)
        return copy_table(t, s, other);
    if (s->fill == 0) {
        s->objects = other->objects;
        for (int64_t i = 0; i <= other->mask; i++) {
            if (other->table[i].key.tag > LANG_ERROR) {
                insert_absent(s->table, (uint64_t)s->mask, lang_ref(other->table[i].key), other->table[i].hash);
                s->fill = ++s->count;
            }
            if (stopped_at(t, i))
                return -1;
        }
        return 0;
    }
    for (int64_t i = 0; i <= other->mask; i++) {
        struct lang_set_entry e = other->table[i], *slot;
        enum vectorcall found;
        int status = 0;

        if (stopped_at(t, i))
            return -1;
        if (e.key.tag <= LANG_ERROR)
            continue;
        found = look(s, e.key, e.hash, &slot);
        if (found == ABSENT) {
            status = put(t, s, slot, e.key, e.hash);
        } else if (found == UNDECIDED) {
            lang_ref(e.key);
            status = lang_set_add_hashed(t, s, e.key, e.hash);
            lang_unref(t, e.key);
        }
        if (status < 0)
            return -1;
    }
    return 0;
}

/* The keys that live in a set are held while their __eq__ runs: it might remove them. */
static int has_held(struct lang_thread *t, struct lang_set *s, struct lang_set_entry e)
{
    int r;

    lang_ref(e.key);
    r = lang_set_has_hashed(t, s, e.key, e.hash);
    lang_unref(t, e.key);
    return r;
}

int lang_set_select(struct lang_thread *t, struct lang_set *out, struct lang_set *from, struct lang_set *other,
                    bool common)
{
    for (int64_t i = 0; i <= from->mask; i++) {
        struct lang_set_entry e = from->table[i], *slot;
        int in, status = 0;

        if (stopped_at(t, i))
            return -1;
        if (e.key.tag <= LANG_ERROR)
            continue;
        lang_ref(e.key);
        in = look(other, e.key, e.hash, &slot);
        if (in == UNDECIDED)
            in = lang_set_has_hashed(t, other, e.key, e.hash);
        if (in >= 0 && in == common)
            status = add_hashed(t, out, e.key, e.hash);
        lang_unref(t, e.key);
        if (in < 0 || status < 0)
            return -1;
    }
    return 0;
}

int lang_set_any(struct lang_thread *t, struct lang_set *from, struct lang_set *other, bool common)
{
    for (int64_t i = 0; i <= from->mask; i++) {
        struct lang_set_entry e = from->table[i], *slot;
        int in;

        if (stopped_at(t, i))
            return -1;
        if (e.key.tag <= LANG_ERROR)
            continue;
        in = look(other, e.key, e.hash, &slot);
        if (in == UNDECIDED && (in = has_held(t, other, e)) < 0)
            return -1;
        if (in == common)
            return 1;
    }
    return 0;
}

static int merge_dict(struct lang_thread *t, struct lang_set *s, struct lang_dict *d)
{
    if ((s->fill + d->count) * 5 >= s->mask * 3 && resize(t, s, (s->count + d->count) * 2) < 0)
        return -1;
    for (int64_t i = 0; i < d->used; i++) {
        struct lang_dict_entry e = d->entries[i];
        int status;

        if (stopped_at(t, i))
            return -1;
        if (e.value.tag == LANG_UNDEF)
            continue;
        lang_ref(e.key);
        status = lang_set_add_hashed(t, s, e.key, e.hash);
        lang_unref(t, e.key);
        if (status < 0)
            return -1;
    }
    return 0;
}

static int add_each(struct lang_thread *t, lang_value item, void *set)
{
    return lang_set_add(t, set, item);
}

/* The items of a list or tuple, which may change meanwhile. */
static int add_items(struct lang_thread *t, struct lang_set *s, lang_value items)
{
    bool list = items.o->type == &lang_type_list;
    int status = 0;

    lang_ref(items);
    for (int64_t i = 0; status == 0; i++) {
        int64_t n = list ? lang_as_list(items)->length : lang_as_tuple(items)->length, hash;
        struct lang_set_entry *slot;
        enum vectorcall found = UNDECIDED;
        lang_value v;

        if (i >= n)
            break;
        v = list ? lang_as_list(items)->items[i] : lang_as_tuple(items)->items[i];
        if (cached_hash(v, &hash) && (found = look(s, v, hash, &slot)) == ABSENT)
            status = put(t, s, slot, v, hash);
        if (found == UNDECIDED) {
            lang_ref(v);
            status = lang_set_add(t, s, v);
            lang_unref(t, v);
        }
        if (status == 0 && interrupted_at(t, i))
            status = -1;
    }
    lang_unref(t, items);
    return status;
}

int lang_set_update(struct lang_thread *t, struct lang_set *s, lang_value iterable)
{
    if (iterable.tag == LANG_OBJECT && (iterable.o->type->flags & LANG_TYPE_SET))
        return merge_set(t, s, (struct lang_set *)iterable.o);
    if (lang_is_exactly(iterable, &lang_type_dict))
        return merge_dict(t, s, lang_as_dict(iterable));
    if (lang_is_exactly(iterable, &lang_type_list) || lang_is_exactly(iterable, &lang_type_tuple))
        return add_items(t, s, iterable);
    return lang_for_each(t, iterable, add_each, s) < 0 ? -1 : 0;
}
