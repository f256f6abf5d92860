/* set.c: the table of set and frozenset, and making one from anything. Probes, growth and the ways of copying follow
 * CPython's, so that numbers come out of a set in the same order. The types are in set_type.c. */
#include <string.h>

#include "set.h"

#define LINEAR_PROBES 9
#define MIN_SIZE 8

/* ------------------------------------------------------------------ the table */

static void insert_clean(struct lang_set_entry *table, uint64_t mask, lang_value key, int64_t hash)
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
    struct lang_set_entry *old = s->table, *table, few[MIN_SIZE];
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
            memcpy(few, old, sizeof few);
            old = few;
        }
    } else {
        table = lang_alloc(t, (size_t)size * sizeof *table);
        if (!table)
            return -1;
    }
    memset(table, 0, (size_t)size * sizeof *table);
    for (int64_t i = 0; i <= old_mask; i++) {
        if (old[i].key.tag > LANG_ERROR)
            insert_clean(table, (uint64_t)size - 1, old[i].key, old[i].hash);
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
    if (old != s->small && old != few)
        lang_free(t, old, (size_t)(old_mask + 1) * sizeof *old);
    return 0;
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
                if (moved || s->table != table)
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

/* The same where the answer is at the first place looked at, as it mostly is: UNDECIDED says that find must be asked.
 */
enum quick { ABSENT, PRESENT, UNDECIDED };

static inline enum quick find_quick(struct lang_set *s, lang_value key, int64_t hash)
{
    const struct lang_set_entry *e = &s->table[(uint64_t)hash & (uint64_t)s->mask];

    if (e->key.tag == LANG_UNDEF)
        return ABSENT;
    if (e->hash == hash && fast_same(e->key, key))
        return PRESENT;
    return UNDECIDED;
}

static inline int quick_hash(struct lang_thread *t, lang_value v, int64_t *hash)
{
    if (v.tag == LANG_INT && v.i >= 0 && v.i < (INT64_C(1) << 61) - 1) {
        *hash = v.i;
        return 0;
    }
    if (v.tag == LANG_OBJECT && v.o->type == &lang_type_str && lang_as_str(v)->hash != -1) {
        *hash = lang_as_str(v)->hash;
        return 0;
    }
    return lang_hash(t, v, hash);
}

int lang_set_add_hashed(struct lang_thread *t, struct lang_set *s, lang_value v, int64_t hash)
{
    struct lang_set_entry *slot = &s->table[(uint64_t)hash & (uint64_t)s->mask];
    bool failed = false;
    enum quick found = find_quick(s, v, hash);

    if (found == PRESENT || (found == UNDECIDED && find(t, s, v, hash, &slot, &failed)))
        return 0;
    if (failed)
        return -1;
    s->count++;
    if (slot->key.tag == LANG_ERROR) { /* the place of a deleted entry */
        slot->key = lang_ref(v);
        slot->hash = hash;
        return 0;
    }
    slot->key = lang_ref(v);
    slot->hash = hash;
    s->fill++;
    if (s->fill * 5 < s->mask * 3)
        return 0;
    return resize(t, s, s->count > 50000 ? s->count * 2 : s->count * 4);
}

int lang_set_add(struct lang_thread *t, struct lang_set *s, lang_value v)
{
    int64_t hash;

    return quick_hash(t, v, &hash) < 0 ? -1 : lang_set_add_hashed(t, s, v, hash);
}

int lang_set_has_hashed(struct lang_thread *t, struct lang_set *s, lang_value v, int64_t hash)
{
    bool failed = false;
    enum quick found = find_quick(s, v, hash);

    if (found != UNDECIDED)
        return found == PRESENT;
    if (find(t, s, v, hash, NULL, &failed))
        return 1;
    return failed ? -1 : 0;
}

int lang_set_has(struct lang_thread *t, struct lang_set *s, lang_value v)
{
    int64_t hash;

    return quick_hash(t, v, &hash) < 0 ? -1 : lang_set_has_hashed(t, s, v, hash);
}

int lang_set_discard_hashed(struct lang_thread *t, struct lang_set *s, lang_value v, int64_t hash)
{
    bool failed = false;
    struct lang_set_entry *e = find(t, s, v, hash, NULL, &failed);
    lang_value old;

    if (!e)
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

    return lang_hash(t, v, &hash) < 0 ? -1 : lang_set_discard_hashed(t, s, v, hash);
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
    struct lang_set_entry *old = s->table, few[MIN_SIZE];
    int64_t mask = s->mask;

    if (old == s->small) {
        memcpy(few, old, sizeof few);
        old = few;
    }
    memset(s->small, 0, sizeof s->small);
    s->table = s->small;
    s->mask = MIN_SIZE - 1;
    s->count = s->fill = s->finger = 0;
    for (int64_t i = 0; i <= mask; i++)
        if (old[i].key.tag > LANG_ERROR)
            lang_unref(t, old[i].key);
    if (old != few)
        lang_free(t, old, (size_t)(mask + 1) * sizeof *old);
}

void lang_set_destroy(struct lang_thread *t, struct lang_object *o)
{
    struct lang_set *s = (struct lang_set *)o;
    int64_t left = s->table ? s->count : 0;

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

    if (s && plain)
        memset(&s->head + 1, 0, sizeof *s - sizeof s->head);
    if (s) {
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

static int merge_set(struct lang_thread *t, struct lang_set *s, struct lang_set *other)
{
    if (s == other || other->count == 0)
        return 0;
    if ((s->fill + other->count) * 5 >= s->mask * 3 && resize(t, s, (s->count + other->count) * 2) < 0)
        return -1;
    if (s->fill == 0 && s->mask == other->mask && other->fill == other->count) {
        memcpy(s->table, other->table, (size_t)(other->mask + 1) * sizeof *s->table);
        for (int64_t i = 0; i <= other->mask; i++)
            lang_ref(s->table[i].key);
        s->fill = s->count = other->count;
        return 0;
    }
    if (s->fill == 0) {
        for (int64_t i = 0; i <= other->mask; i++)
            if (other->table[i].key.tag > LANG_ERROR)
                insert_clean(s->table, (uint64_t)s->mask, lang_ref(other->table[i].key), other->table[i].hash);
        s->fill = s->count = other->count;
        return 0;
    }
    for (int64_t i = 0; i <= other->mask; i++) {
        struct lang_set_entry e = other->table[i];
        int status;

        if (e.key.tag <= LANG_ERROR)
            continue;
        if (find_quick(s, e.key, e.hash) == PRESENT)
            continue;
        lang_ref(e.key);
        status = lang_set_add_hashed(t, s, e.key, e.hash);
        lang_unref(t, e.key);
        if (status < 0)
            return -1;
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

int lang_set_update(struct lang_thread *t, struct lang_set *s, lang_value iterable)
{
    if (iterable.tag == LANG_OBJECT && (iterable.o->type->flags & LANG_TYPE_SET))
        return merge_set(t, s, (struct lang_set *)iterable.o);
    if (lang_is_exactly(iterable, &lang_type_dict))
        return merge_dict(t, s, lang_as_dict(iterable));
    return lang_for_each(t, iterable, add_each, s) < 0 ? -1 : 0;
}
