/* dict.c: the table of dict: compact entries in order of insertion and a sparse table of their indices. The type's
 * slots and methods are in dict_type.c, views and iterators in dict_views.c. This is the compact dict that Raymond
 * Hettinger proposed in 2012 (More compact dictionaries with faster iteration).
 *
 * Entries and indices lie in one block. A key's __eq__ may change the dict: a search that ran user code starts again
 * when the entries have changed under it. */
#include <string.h>

#include "containers.h"

#define MIN_LOG2 3
#define FREE (-1)
#define DUMMY (-2)

/* lock-protected: only the holder of the interpreter lock makes dicts */
static uint64_t last_version;

static inline void touch(struct lang_dict *d)
{
    d->keys_version = ++last_version;
}

/* ------------------------------------------------------------------ the table of indices */

static inline size_t width_of(int log2)
{
    return log2 <= 7 ? 1 : log2 <= 15 ? 2 : log2 <= 31 ? 4 : 8;
}
static inline int64_t usable(int log2)
{
    return (((int64_t)1 << log2) << 1) / 3;
}

static inline int64_t index_at(const struct lang_dict *d, size_t slot)
{
    if (d->index_log2 <= 7)
        return ((const int8_t *)d->index)[slot];
    if (d->index_log2 <= 15)
        return ((const int16_t *)d->index)[slot];
    if (d->index_log2 <= 31)
        return ((const int32_t *)d->index)[slot];
    return ((const int64_t *)d->index)[slot];
}

static inline void index_put(struct lang_dict *d, size_t slot, int64_t v)
{
    if (d->index_log2 <= 7)
        ((int8_t *)d->index)[slot] = (int8_t)v;
    else if (d->index_log2 <= 15)
        ((int16_t *)d->index)[slot] = (int16_t)v;
    else if (d->index_log2 <= 31)
        ((int32_t *)d->index)[slot] = (int32_t)v;
    else
        ((int64_t *)d->index)[slot] = v;
}

static inline size_t block_size(int64_t capacity, int log2)
{
    return (size_t)capacity * sizeof(struct lang_dict_entry) + ((size_t)1 << log2) * width_of(log2);
}

/* Open addressing: 5 slot + 1 modulo a power of two goes through all slots (Hull and Dobell, 1962), and the higher bits
 * of the hash come in one after the other, as CPython does it. */
#define PROBE(slot, perturb, mask) (perturb >>= 5, slot = (slot * 5 + perturb + 1) & (mask))

/* First free slot for a hash; the key is known to be absent. */
static inline size_t free_slot(const struct lang_dict *d, int64_t hash)
{
    size_t mask = ((size_t)1 << d->index_log2) - 1, slot = (size_t)hash & mask;
    uint64_t perturb = (uint64_t)hash;

    while (index_at(d, slot) != FREE)
        PROBE(slot, perturb, mask);
    return slot;
}

/* The slot that holds entry number `at`. */
static size_t slot_of(const struct lang_dict *d, int64_t hash, int64_t at)
{
    size_t mask = ((size_t)1 << d->index_log2) - 1, slot = (size_t)hash & mask;
    uint64_t perturb = (uint64_t)hash;

    while (index_at(d, slot) != at)
        PROBE(slot, perturb, mask);
    return slot;
}

/* A new block with space for n entries and more; drops deleted entries. */
static int rebuild(struct lang_thread *t, struct lang_dict *d, int64_t n)
{
    struct lang_dict_entry *old = d->entries, *entries;
    size_t old_size = d->capacity ? block_size(d->capacity, d->index_log2) : 0;
    int64_t used = d->used, to = 0;
    int log2 = MIN_LOG2;

    while (log2 < 58 && usable(log2) < n)
        log2++;
    if (log2 >= 58) {
        lang_no_memory(t);
        return -1;
    }
    entries = lang_alloc(t, block_size(usable(log2), log2));
    if (!entries)
        return -1;
    struct lang_dict before = *d;
    d->entries = entries;
    d->capacity = usable(log2);
    d->index_log2 = (uint8_t)log2;
    d->index = entries + d->capacity;
    memset(d->index, 0xff, ((size_t)1 << log2) * width_of(log2));
    for (int64_t i = 0; i < used; i++) {
        if (old[i].value.tag == LANG_UNDEF)
            continue;
        entries[to] = old[i];
        index_put(d, free_slot(d, old[i].hash), to);
        to++;
        if ((i & 0xfffff) == 0xfffff && lang_poll_quiet(t) < 0) { /* the dict is unchanged */
            d->entries = before.entries;
            d->capacity = before.capacity;
            d->index_log2 = before.index_log2;
            d->index = before.index;
            lang_free(t, entries, block_size(usable(log2), log2));
            return -1;
        }
    }
    d->used = d->filled = to;
    if (old)
        lang_free(t, old, old_size);
    touch(d);
    return 0;
}

/* ------------------------------------------------------------------ search */

/* Exact str in a dict of exact str: no user code can run. */
static inline int64_t find_str(const struct lang_dict *d, const struct lang_str *key, int64_t hash)
{
    size_t mask, slot;
    uint64_t perturb = (uint64_t)hash;

    if (d->count == 0)
        return -1;
    mask = ((size_t)1 << d->index_log2) - 1;
    slot = (size_t)hash & mask;
    for (;;) {
        int64_t at = index_at(d, slot);

        if (at >= 0) {
            const struct lang_dict_entry *e = &d->entries[at];

            if (e->key.o == &key->head)
                return at;
            if (e->hash == hash && lang_str_equal(lang_as_str(e->key), key))
                return at;
        } else if (at == FREE) {
            return -1;
        }
        PROBE(slot, perturb, mask);
    }
}

int64_t lang_dict_find(struct lang_thread *t, struct lang_dict *d, lang_value key, int64_t hash)
{
    size_t mask, slot;
    uint64_t perturb;

    if (d->only_str && key.tag == LANG_OBJECT && key.o->type == &lang_type_str)
        return find_str(d, lang_as_str(key), hash);
again:
    if (d->count == 0)
        return -1;
    mask = ((size_t)1 << d->index_log2) - 1;
    slot = (size_t)hash & mask;
    perturb = (uint64_t)hash;
    for (;;) {
        int64_t at = index_at(d, slot);

        if (at >= 0) {
            struct lang_dict_entry *entries = d->entries, *e = &entries[at];

            if (fast_same(e->key, key))
                return at;
            if (e->hash == hash) {
                int ranked = rank_equal(e->key, key);
                if (ranked > 0)
                    return at;
                if (ranked == 0) {
                    PROBE(slot, perturb, mask);
                    continue;
                }
                lang_value other = lang_ref(e->key);
                uint8_t log2 = d->index_log2;
                int equal = fast_equal(t, other, key);

                lang_unref(t, other);
                if (equal < 0)
                    return -2;
                /* a new table may lie where the old one was: its size counts, too */
                if (d->entries != entries || d->index_log2 != log2 || at >= d->used || index_at(d, slot) != at ||
                    !fast_same(entries[at].key, other))
                    goto again;
                if (equal)
                    return at;
            }
        } else if (at == FREE) {
            return -1;
        }
        PROBE(slot, perturb, mask);
    }
}

static inline int hash_of(struct lang_thread *t, lang_value key, int64_t *hash)
{
    if (key.tag == LANG_OBJECT && key.o->type == &lang_type_str) {
        struct lang_str *s = lang_as_str(key);

        *hash = s->hash != -1 ? s->hash : lang_str_hash(s);
        return 0;
    }
    return lang_hash(t, key, hash);
}

lang_value lang_dict_get_int(const struct lang_dict *d, int64_t key)
{
    const int64_t modulus = (INT64_C(1) << 61) - 1;
    int64_t hash = key > -modulus && key < modulus ? key : key % modulus;
    size_t mask, slot;
    uint64_t perturb;

    if (d->count == 0 || hash == -1)
        return lang_undef();
    mask = ((size_t)1 << d->index_log2) - 1;
    slot = (size_t)hash & mask;
    perturb = (uint64_t)hash;
    for (;;) {
        int64_t at = index_at(d, slot);

        if (at >= 0) {
            const struct lang_dict_entry *e = &d->entries[at];

            if (e->key.tag == LANG_INT && e->key.i == key)
                return e->value;
            if (e->hash == hash && e->key.tag != LANG_INT) /* perhaps equal: unknown without __eq__ */
                return lang_undef();
        } else if (at == FREE) {
            return lang_undef();
        }
        PROBE(slot, perturb, mask);
    }
}

lang_value lang_dict_get(struct lang_thread *t, struct lang_dict *d, lang_value key)
{
    int64_t hash, at;

    if (hash_of(t, key, &hash) < 0)
        return lang_error();
    at = lang_dict_find(t, d, key, hash);
    if (at >= 0)
        return d->entries[at].value;
    return at == -1 ? lang_undef() : lang_error();
}

int64_t lang_dict_find_str(struct lang_thread *t, struct lang_dict *d, struct lang_str *key)
{
    int64_t hash = key->hash != -1 ? key->hash : lang_str_hash(key);

    if (d->only_str && key->head.type == &lang_type_str)
        return find_str(d, key, hash);
    return lang_dict_find(t, d, lang_obj(key), hash);
}

lang_value lang_dict_get_str(struct lang_thread *t, struct lang_dict *d, struct lang_str *key)
{
    int64_t at = lang_dict_find_str(t, d, key);

    if (at >= 0)
        return d->entries[at].value;
    return at == -1 ? lang_undef() : lang_error();
}

lang_value lang_dict_get_c(struct lang_thread *t, struct lang_dict *d, const char *key)
{
    struct lang_str *s = lang_intern_c(t, key);
    lang_value v;

    if (!s)
        return lang_error();
    v = lang_dict_get_str(t, d, s);
    lang_decref(t, s);
    return v;
}

/* ------------------------------------------------------------------ change */

int lang_dict_insert(struct lang_thread *t, struct lang_dict *d, lang_value key, int64_t hash, lang_value value)
{
    struct lang_dict_entry *e;

    if (d->count == 0 &&
        d->used) { /* no live entries: start again at the front, so that a dict used as a queue does not grow */
        if (d->used == d->capacity || d->filled >= d->capacity) {
            d->used = d->filled = 0;
            memset(d->index, 0xff, ((size_t)1 << d->index_log2) * width_of(d->index_log2));
        }
    } else if (d->used == d->capacity || d->filled >= d->capacity) {
        int64_t n = d->count < 50000 ? d->count * 3 : d->count * 2;

        if (rebuild(t, d, n <= d->count ? d->count + 1 : n) < 0)
            return -1;
    }
    index_put(d, free_slot(d, hash), d->used);
    d->filled++;
    e = &d->entries[d->used++];
    e->key = lang_ref(key);
    e->value = lang_ref(value);
    e->hash = hash;
    d->count++;
    if (key.tag != LANG_OBJECT || key.o->type != &lang_type_str)
        d->only_str = false;
    touch(d);
    return 0;
}

int lang_dict_set_hashed(struct lang_thread *t, struct lang_dict *d, lang_value key, int64_t hash, lang_value value)
{
    int64_t at = lang_dict_find(t, d, key, hash);

    if (at >= 0) {
        lang_set_steal(t, &d->entries[at].value, lang_ref(value));
        return 0;
    }
    return at == -1 ? lang_dict_insert(t, d, key, hash, value) : -1;
}

int lang_dict_set(struct lang_thread *t, struct lang_dict *d, lang_value key, lang_value value)
{
    int64_t hash;

    return hash_of(t, key, &hash) < 0 ? -1 : lang_dict_set_hashed(t, d, key, hash, value);
}

int lang_dict_set_str(struct lang_thread *t, struct lang_dict *d, struct lang_str *key, lang_value value)
{
    return lang_dict_set_hashed(t, d, lang_obj(key), key->hash != -1 ? key->hash : lang_str_hash(key), value);
}

int lang_dict_set_c(struct lang_thread *t, struct lang_dict *d, const char *key, lang_value value)
{
    struct lang_str *s = lang_intern_c(t, key);
    int status;

    if (!s)
        return -1;
    status = lang_dict_set_str(t, d, s, value);
    lang_decref(t, s);
    return status;
}

void lang_dict_take_at(struct lang_thread *t, struct lang_dict *d, int64_t at, lang_value *key, lang_value *value)
{
    struct lang_dict_entry *e = &d->entries[at];

    (void)t;
    index_put(d, slot_of(d, e->hash, at), DUMMY);
    *key = e->key;
    *value = e->value;
    e->key = e->value = lang_undef();
    d->count--;
    touch(d);
}

void lang_dict_trim(struct lang_dict *d)
{
    while (d->used > 0 && d->entries[d->used - 1].value.tag == LANG_UNDEF)
        d->used--;
}

int64_t lang_dict_first(struct lang_thread *t, struct lang_dict *d)
{
    int64_t at = 0;

    while (d->entries[at].value.tag == LANG_UNDEF)
        at++;
    if (at > 32 && at > d->count) {
        if (rebuild(t, d, d->count) == 0)
            return 0;
        lang_error_clear(t);
    }
    return at;
}

int lang_dict_del(struct lang_thread *t, struct lang_dict *d, lang_value key)
{
    lang_value old_key, old_value;
    int64_t hash, at;

    if (hash_of(t, key, &hash) < 0)
        return -1;
    at = lang_dict_find(t, d, key, hash);
    if (at < 0)
        return at == -1 ? 0 : -1;
    lang_dict_take_at(t, d, at, &old_key, &old_value);
    lang_unref(t, old_key);
    lang_unref(t, old_value);
    return 1;
}

void lang_dict_clear(struct lang_thread *t, struct lang_dict *d)
{
    struct lang_dict_entry *entries = d->entries;
    int64_t used = d->used;
    size_t size = d->capacity ? block_size(d->capacity, d->index_log2) : 0;

    d->entries = NULL;
    d->index = NULL;
    d->count = d->used = d->filled = d->capacity = 0;
    d->index_log2 = 0;
    d->only_str = true;
    touch(d);
    if (!entries)
        return;
    for (int64_t i = 0; i < used; i++) {
        lang_unref(t, entries[i].key);
        lang_unref(t, entries[i].value);
    }
    lang_free(t, entries, size);
}

void lang_dict_free(struct lang_thread *t, struct lang_object *o)
{
    struct lang_dict *d = (struct lang_dict *)o;
    struct lang_dict_entry *entries = d->entries;

    if (entries) {
        for (int64_t i = 0, used = d->used; i < used; i++) {
            lang_unref(t, entries[i].key);
            lang_unref(t, entries[i].value);
        }
        lang_free(t, entries, block_size(d->capacity, d->index_log2));
    }
    lang_object_raw_free(t, o, sizeof *d);
}

struct lang_dict *lang_dict_new(struct lang_thread *t)
{
    struct lang_dict *d = lang_object_raw(t, &lang_type_dict, sizeof *d);

    if (d) {
        memset(&d->head + 1, 0, sizeof *d - sizeof d->head);
        d->only_str = true;
        touch(d);
    }
    return d;
}

struct lang_dict *lang_dict_of_names(struct lang_thread *t, struct lang_str *const *names, const lang_value *values,
                                     uint32_t n)
{
    struct lang_dict *d = lang_dict_new(t);

    if (d && n && rebuild(t, d, n) < 0) {
        lang_decref(t, d);
        return NULL;
    }
    for (uint32_t i = 0; d && i < n; i++) {
        int64_t hash = names[i]->hash != -1 ? names[i]->hash : lang_str_hash(names[i]);

        index_put(d, free_slot(d, hash), i);
        d->entries[i] = (struct lang_dict_entry){lang_obj(lang_incref(names[i])), values[i], hash};
    }
    if (d)
        d->count = d->filled = d->used = n;
    return d;
}

/* Fills an empty dict with all of another that has no deleted entries: the block as it stands. */
static int clone_block(struct lang_thread *t, struct lang_dict *d, const struct lang_dict *from)
{
    size_t size = block_size(from->capacity, from->index_log2);
    struct lang_dict_entry *entries = lang_alloc(t, size);

    if (!entries)
        return -1;
    memcpy(entries, from->entries, (size_t)from->used * sizeof *entries);
    for (int64_t i = 0; i < from->used; i++) {
        lang_ref(entries[i].key);
        lang_ref(entries[i].value);
        if ((i & 0xfffff) == 0xfffff && lang_poll_quiet(t) < 0) {
            for (; i >= 0; i--) { /* `from` keeps them alive */
                lang_unref(t, entries[i].key);
                lang_unref(t, entries[i].value);
            }
            lang_free(t, entries, size);
            return -1;
        }
    }
    memcpy(entries + from->capacity, from->entries + from->capacity,
           size - (size_t)from->capacity * sizeof *entries); /* the index */
    if (d->entries)
        lang_free(t, d->entries, block_size(d->capacity, d->index_log2));
    d->entries = entries;
    d->index = entries + from->capacity;
    d->capacity = from->capacity;
    d->index_log2 = from->index_log2;
    d->count = d->used = from->used;
    d->filled = from->filled;
    d->only_str = from->only_str;
    touch(d);
    return 0;
}

static bool is_compact(const struct lang_dict *d)
{
    return d->count == d->used && d->filled == d->used && d->used > d->capacity / 3;
}

struct lang_dict *lang_dict_copy(struct lang_thread *t, struct lang_dict *d)
{
    struct lang_dict *copy = lang_dict_new(t);

    if (copy && d->count > 0) {
        if (is_compact(d)) {
            if (clone_block(t, copy, d) == 0)
                return copy;
            lang_decref(t, copy);
            return NULL;
        }
        if (rebuild(t, copy, d->count) < 0) {
            lang_decref(t, copy);
            return NULL;
        }
        for (int64_t i = 0; i < d->used; i++) {
            const struct lang_dict_entry *e = &d->entries[i];

            if (e->value.tag == LANG_UNDEF)
                continue;
            index_put(copy, free_slot(copy, e->hash), copy->used);
            copy->entries[copy->used++] = (struct lang_dict_entry){lang_ref(e->key), lang_ref(e->value), e->hash};
        }
        copy->count = copy->filled = copy->used;
        copy->only_str = d->only_str;
    }
    return copy;
}

bool lang_dict_next(struct lang_dict *d, int64_t *i, lang_value *key, lang_value *value)
{
    while (*i < d->used) {
        const struct lang_dict_entry *e = &d->entries[(*i)++];

        if (e->value.tag == LANG_UNDEF)
            continue;
        if (key)
            *key = e->key;
        if (value)
            *value = e->value;
        return true;
    }
    return false;
}

/* ------------------------------------------------------------------ update */

static int update_from_dict(struct lang_thread *t, struct lang_dict *d, struct lang_dict *other)
{
    int64_t count = other->count;

    if (d == other)
        return 0;
    if (d->used == 0 && is_compact(other) && other->capacity >= d->capacity)
        return clone_block(t, d, other);
    if (d->capacity - d->used < count && rebuild(t, d, d->count + count) < 0)
        return -1;
    for (int64_t i = 0; i < other->used; i++) {
        struct lang_dict_entry e = other->entries[i];
        int status;

        if (e.value.tag == LANG_UNDEF)
            continue;
        lang_ref(e.key);
        lang_ref(e.value);
        status = lang_dict_set_hashed(t, d, e.key, e.hash, e.value);
        lang_unref(t, e.key);
        lang_unref(t, e.value);
        if (status < 0)
            return -1;
        if (other->count != count)
            return lang_fail(t, LANG_EXC_RuntimeError, "dict mutated during update");
        if ((i & 0xffff) == 0xffff && lang_poll_quiet(t) < 0)
            return -1;
    }
    return 0;
}

struct pairs {
    struct lang_dict *d;
    int64_t number;
};

static int set_pair(struct lang_thread *t, lang_value item, void *arg)
{
    struct pairs *p = arg;
    const lang_value *items;
    struct lang_tuple *pair;
    int status = -1;

    pair = lang_to_tuple(t, item);
    if (!pair) {
        if (lang_error_is(t, LANG_EXC_TypeError) && !lang_type_of(item)->iter && !lang_type_of(item)->getitem) {
            lang_error_clear(t);
            lang_fail(t, LANG_EXC_TypeError, "cannot convert dictionary update sequence element #%lld to a sequence",
                      (long long)p->number);
        }
        return -1;
    }
    items = pair->items;
    if (pair->length != 2)
        lang_fail(t, LANG_EXC_ValueError, "dictionary update sequence element #%lld has length %lld; 2 is required",
                  (long long)p->number, (long long)pair->length);
    else
        status = lang_dict_set(t, p->d, items[0], items[1]);
    lang_decref(t, pair);
    p->number++;
    return status;
}

struct mapping {
    struct lang_dict *d;
    lang_value source;
};

static int set_key(struct lang_thread *t, lang_value key, void *arg)
{
    struct mapping *m = arg;
    lang_value value = lang_getitem(t, m->source, key);
    int status;

    if (lang_is_error(value))
        return -1;
    status = lang_dict_set(t, m->d, key, value);
    lang_unref(t, value);
    return status;
}

int lang_dict_update(struct lang_thread *t, struct lang_dict *d, lang_value other)
{
    struct lang_str *name;
    lang_value method, keys;
    struct mapping m = {d, other};
    struct pairs p = {d, 0};
    int status;

    /* a subclass may have its own iteration and items */
    if (lang_is_dict(other) && lang_type_of(other)->iter == lang_type_dict.iter)
        return update_from_dict(t, d, lang_as_dict(other));
    name = lang_intern_c(t, "keys");
    if (!name)
        return -1;
    method = lang_getattr_opt(t, other, name);
    lang_decref(t, name);
    if (lang_is_error(method))
        return -1;
    if (lang_is_undef(method))
        return lang_for_each(t, other, set_pair, &p);
    keys = lang_call(t, method, NULL, 0, NULL);
    lang_unref(t, method);
    if (lang_is_error(keys))
        return -1;
    status = lang_for_each(t, keys, set_key, &m);
    lang_unref(t, keys);
    return status;
}
