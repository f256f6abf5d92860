/* list_sort.c: timsort (Tim Peters, 2002) over 16-byte values: a stable, adaptive merge sort of natural runs with
 * galloping, which is exponential search (Bentley and Yao, 1976). While it runs the list is empty: whatever a key
 * function or an __lt__ does to it is noticed at the end. Keys of one immediate kind are compared without calls. Where
 * all keys are texts, ints and floats of any kinds, tuples or lists that begin with such, or of a type that has a
 * `rank`, a key's tag is replaced
 * meanwhile by its rank (64 bits in the order of the keys), so that the keys themselves are compared only when their
 * ranks are equal. */
#include "list_rank.h"

#include <string.h>

#include "containers.h"

#define MIN_GALLOP 7
#define MAX_RUNS 90 /* run lengths grow like Fibonacci numbers: enough for 2^63 items */

struct run {
    int64_t start, length;
};

struct sorter {
    struct lang_thread *t;
    enum key_kind kind;
    lang_value *keys;   /* what is compared */
    lang_value *values; /* moved along; NULL: the keys are the items */
    lang_value *spare;  /* space for the shorter run of a merge, keys then values */
    int64_t spare_capacity;
    int64_t min_gallop;
    struct run runs[MAX_RUNS];
    int run_count;
    uint32_t polls, steps;
    /* The class of the first key where that has a function __lt__, which holds as long as the class has this version.
     */
    struct lang_type *cls;
    uint32_t version;
    lang_value function;
    bool rank_decides; /* of sequences: equal ranks mean equal first items */
};

__attribute__((noinline)) static int less_of_equal_rank(struct sorter *s, lang_value a, lang_value b)
{
    if (s->kind == KEYS_RANKED)
        return 0;
    if ((++s->polls & 255) == 0 && lang_poll(s->t) < 0)
        return -1;
    switch (s->kind) {
    case KEYS_STR:
        return lang_str_compare(lang_as_str(a), lang_as_str(b)) < 0;
    case KEYS_NUMERIC:
        return lang_less(s->t, *lang_rank_numeric(a), *lang_rank_numeric(b));
    default:
        return lang_sequence_less(s->t, lang_obj(a.o), lang_obj(b.o), s->rank_decides);
    }
}

static void find_less(struct sorter *s)
{
    struct lang_type *cls = lang_type_of(s->keys[0]);

    if (!(cls->flags & LANG_TYPE_HEAP))
        return;
    s->function = lang_type_lookup(s->t, cls, LANG_NAME(__lt__));
    s->version = cls->version;
    if (lang_is_exactly(s->function, &lang_type_function))
        s->cls = cls;
}

static int less_by_function(struct sorter *s, lang_value a, lang_value b)
{
    const lang_value pair[2] = {a, b};
    lang_value function = lang_ref(s->function), r = lang_call(s->t, function, pair, 2, NULL);
    int truth;

    lang_unref(s->t, function);
    if (r.tag == LANG_BOOL)
        return (int)r.i;
    if (r.tag == LANG_NOTIMPL)
        return lang_less(s->t, a, b);
    truth = lang_is_error(r) ? -1 : lang_truth(s->t, r);
    if (r.tag == LANG_OBJECT)
        lang_unref(s->t, r);
    return truth;
}

/* a < b: 1, 0, -1 exception. */
static inline int less(struct sorter *s, lang_value a, lang_value b)
{
    switch (s->kind) {
    case KEYS_INT:
        return a.i < b.i;
    case KEYS_FLOAT:
        return a.f < b.f;
    case KEYS_STR:
    case KEYS_NUMERIC:
    case KEYS_SEQUENCE:
    case KEYS_RANKED:
        if (a.tag != b.tag)
            return a.tag < b.tag;
        return less_of_equal_rank(s, a, b);
    default:
        break;
    }
    if ((++s->polls & 255) == 0 && lang_poll(s->t) < 0)
        return -1;
    if (s->cls && lang_is_exactly(a, s->cls) && lang_is_exactly(b, s->cls) && s->cls->version == s->version)
        return less_by_function(s, a, b);
    return lang_less(s->t, a, b);
}

static inline void move(struct sorter *s, int64_t to, int64_t from, int64_t n)
{
    memmove(s->keys + to, s->keys + from, (size_t)n * sizeof(lang_value));
    if (s->values)
        memmove(s->values + to, s->values + from, (size_t)n * sizeof(lang_value));
}

/* One item: the step of a merge. */
static inline void move_one(struct sorter *s, int64_t to, int64_t from)
{
    s->keys[to] = s->keys[from];
    if (s->values)
        s->values[to] = s->values[from];
}

static inline void put_one(struct sorter *s, int64_t to, int64_t spare)
{
    s->keys[to] = s->spare[spare];
    if (s->values)
        s->values[to] = s->spare[s->spare_capacity + spare];
}

static inline void put_spare(struct sorter *s, int64_t to, int64_t spare, int64_t n)
{
    memcpy(s->keys + to, s->spare + spare, (size_t)n * sizeof(lang_value));
    if (s->values)
        memcpy(s->values + to, s->spare + s->spare_capacity + spare, (size_t)n * sizeof(lang_value));
}

static inline void take_spare(struct sorter *s, int64_t from, int64_t n)
{
    memcpy(s->spare, s->keys + from, (size_t)n * sizeof(lang_value));
    if (s->values)
        memcpy(s->spare + s->spare_capacity, s->values + from, (size_t)n * sizeof(lang_value));
}

static void reverse_range(struct sorter *s, int64_t from, int64_t to)
{
    for (to--; from < to; from++, to--) {
        lang_value v = s->keys[from];

        s->keys[from] = s->keys[to];
        s->keys[to] = v;
        if (s->values) {
            v = s->values[from];
            s->values[from] = s->values[to];
            s->values[to] = v;
        }
    }
}

/* Length of the run that begins at `from`; a strictly descending one is reversed. -1 exception. */
static int64_t count_run(struct sorter *s, int64_t from, int64_t to)
{
    int64_t i = from + 1;
    int r;

    if (i >= to)
        return to - from;
    r = less(s, s->keys[i], s->keys[i - 1]);
    if (r < 0)
        return -1;
    if (r) {
        for (i++; i < to; i++) {
            r = less(s, s->keys[i], s->keys[i - 1]);
            if (r < 0)
                return -1;
            if (!r)
                break;
        }
        reverse_range(s, from, i);
    } else {
        for (i++; i < to; i++) {
            r = less(s, s->keys[i], s->keys[i - 1]);
            if (r < 0)
                return -1;
            if (r)
                break;
        }
    }
    return i - from;
}

/* Insertion sort with binary search; [from, sorted) is in order already. */
static int insertion_sort(struct sorter *s, int64_t from, int64_t sorted, int64_t to)
{
    for (; sorted < to; sorted++) {
        lang_value key = s->keys[sorted], value = s->values ? s->values[sorted] : lang_undef();
        int64_t left = from, right = sorted;

        while (left < right) {
            int64_t middle = left + ((right - left) >> 1);
            int r = less(s, key, s->keys[middle]);

            if (r < 0)
                return -1;
            if (r)
                right = middle;
            else
                left = middle + 1;
        }
        move(s, left + 1, left, sorted - left);
        s->keys[left] = key;
        if (s->values)
            s->values[left] = value;
    }
    return 0;
}

/* Where key belongs in the sorted a[0..n): before equal ones (after_equal false) or behind them. Searches in growing
 * steps from `hint`. -1 exception. */
static int64_t gallop(struct sorter *s, lang_value key, const lang_value *a, int64_t n, int64_t hint, bool after_equal)
{
    int64_t last = 0, step = 1, low, high;
    int r;

/* does the item at i lie in front of the position of key? */
#define BEFORE(i) (after_equal ? ((r = less(s, key, a[i])) < 0 ? -1 : !r) : (r = less(s, a[i], key)))
    int before = BEFORE(hint);

    if (before < 0)
        return -1;
    if (before) {
        int64_t most = n - hint;

        while (step < most) {
            before = BEFORE(hint + step);
            if (before < 0)
                return -1;
            if (!before)
                break;
            last = step;
            step = step > most / 2 ? most : step * 2 + 1;
        }
        if (step > most)
            step = most;
        low = hint + last + 1;
        high = hint + step;
    } else {
        int64_t most = hint + 1;

        while (step < most) {
            before = BEFORE(hint - step);
            if (before < 0)
                return -1;
            if (before)
                break;
            last = step;
            step = step > most / 2 ? most : step * 2 + 1;
        }
        if (step > most)
            step = most;
        low = hint - step + 1;
        high = hint - last;
    }
    while (low < high) {
        int64_t middle = low + ((high - low) >> 1);

        before = BEFORE(middle);
        if (before < 0)
            return -1;
        if (before)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
#undef BEFORE
}

static int need_spare(struct sorter *s, int64_t n)
{
    size_t sides = s->values ? 2 : 1;

    if (n <= s->spare_capacity)
        return 0;
    lang_free(s->t, s->spare, (size_t)s->spare_capacity * sides * sizeof(lang_value));
    s->spare_capacity = 0;
    s->spare = lang_alloc(s->t, (size_t)n * sides * sizeof(lang_value));
    if (!s->spare)
        return -1;
    s->spare_capacity = n;
    return 0;
}

/* Merges [a, a+na) with the following [a+na, a+na+nb), na <= nb, left to right. Whatever happens the items stay a
 * permutation. */
static int merge_low(struct sorter *s, int64_t a, int64_t na, int64_t nb)
{
    int64_t b = a + na, to = a, i = 0, wins_a, wins_b, n;
    int r, status = -1;

    if (need_spare(s, na) < 0)
        return -1;
    take_spare(s, a, na);
    while (na > 0 && nb > 0) {
        for (wins_a = wins_b = 0; na > 0 && nb > 0 && (wins_a | wins_b) < s->min_gallop;) {
            if ((++s->steps & 0xffff) == 0 && lang_poll(s->t) < 0)
                goto out;
            r = less(s, s->keys[b], s->spare[i]);
            if (r < 0)
                goto out;
            if (r) {
                move_one(s, to++, b++);
                nb--;
                wins_b++;
                wins_a = 0;
            } else {
                put_one(s, to++, i++);
                na--;
                wins_a++;
                wins_b = 0;
            }
        }
        for (s->min_gallop++; na > 0 && nb > 0;) {
            s->min_gallop -= s->min_gallop > 1;
            n = wins_a = gallop(s, s->keys[b], s->spare + i, na, 0, true);
            if (n < 0)
                goto out;
            put_spare(s, to, i, n);
            to += n;
            i += n;
            na -= n;
            if (na == 0)
                break;
            n = wins_b = gallop(s, s->spare[i], s->keys + b, nb, 0, false);
            if (n < 0)
                goto out;
            move(s, to, b, n);
            to += n;
            b += n;
            nb -= n;
            if (wins_a < MIN_GALLOP && wins_b < MIN_GALLOP)
                break;
        }
        s->min_gallop++;
    }
    status = 0;
out:
    put_spare(s, to, i, na);
    return status;
}

/* The same with na > nb, right to left. */
static int merge_high(struct sorter *s, int64_t a, int64_t na, int64_t nb)
{
    int64_t to = a + na + nb, k, wins_a, wins_b, n;
    int r, status = -1;

    if (need_spare(s, nb) < 0)
        return -1;
    take_spare(s, a + na, nb);
    while (na > 0 && nb > 0) {
        for (wins_a = wins_b = 0; na > 0 && nb > 0 && (wins_a | wins_b) < s->min_gallop;) {
            if ((++s->steps & 0xffff) == 0 && lang_poll(s->t) < 0)
                goto out;
            r = less(s, s->spare[nb - 1], s->keys[a + na - 1]);
            if (r < 0)
                goto out;
            if (r) {
                move_one(s, --to, a + --na);
                wins_a++;
                wins_b = 0;
            } else {
                put_one(s, --to, --nb);
                wins_b++;
                wins_a = 0;
            }
        }
        for (s->min_gallop++; na > 0 && nb > 0;) {
            s->min_gallop -= s->min_gallop > 1;
            k = gallop(s, s->spare[nb - 1], s->keys + a, na, na - 1, true);
            if (k < 0)
                goto out;
            n = wins_a = na - k;
            to -= n;
            na -= n;
            move(s, to, a + na, n);
            if (na == 0)
                break;
            k = gallop(s, s->keys[a + na - 1], s->spare, nb, nb - 1, false);
            if (k < 0)
                goto out;
            n = wins_b = nb - k;
            to -= n;
            nb -= n;
            put_spare(s, to, nb, n);
            if (wins_a < MIN_GALLOP && wins_b < MIN_GALLOP)
                break;
        }
        s->min_gallop++;
    }
    status = 0;
out:
    put_spare(s, to - nb, 0, nb);
    return status;
}

/* Merges the neighbouring runs i and i+1 of the stack. */
static int merge_at(struct sorter *s, int i)
{
    int64_t a = s->runs[i].start, na = s->runs[i].length, b = s->runs[i + 1].start, nb = s->runs[i + 1].length, k;

    s->runs[i].length = na + nb;
    for (int j = i + 1; j < s->run_count - 1; j++)
        s->runs[j] = s->runs[j + 1];
    s->run_count--;
    if (lang_poll(s->t) < 0)
        return -1;
    /* what is in place already at both ends need not be touched */
    k = gallop(s, s->keys[b], s->keys + a, na, 0, true);
    if (k < 0)
        return -1;
    a += k;
    na -= k;
    if (na == 0)
        return 0;
    nb = gallop(s, s->keys[a + na - 1], s->keys + b, nb, nb - 1, false);
    if (nb <= 0)
        return (int)nb;
    return na <= nb ? merge_low(s, a, na, nb) : merge_high(s, a, na, nb);
}

/* Maintains the invariant on the run lengths of the stack: each longer than the sum of the two after it, which is
 * looked at for the last four (de Gouw et al., OpenJDK's java.utils.Collection.sort() is broken, 2015). */
static int collapse(struct sorter *s)
{
    struct run *r = s->runs;

    while (s->run_count > 1) {
        int i = s->run_count - 2;

        if ((i > 0 && r[i - 1].length <= r[i].length + r[i + 1].length) ||
            (i > 1 && r[i - 2].length <= r[i - 1].length + r[i].length)) {
            if (r[i - 1].length < r[i + 1].length)
                i--;
        } else if (r[i].length > r[i + 1].length) {
            break;
        }
        if (merge_at(s, i) < 0)
            return -1;
    }
    return 0;
}

static int64_t min_run(int64_t n)
{
    int64_t odd = 0;

    while (n >= 64) {
        odd |= n & 1;
        n >>= 1;
    }
    return n + odd;
}

static int sort_items(struct sorter *s, int64_t n)
{
    int64_t at = 0, least = min_run(n);

    s->min_gallop = MIN_GALLOP;
    while (at < n) {
        int64_t run = count_run(s, at, n);

        if (run < 0)
            return -1;
        if (run < least) {
            int64_t forced = n - at < least ? n - at : least;

            if (insertion_sort(s, at, at + run, at + forced) < 0)
                return -1;
            run = forced;
        }
        s->runs[s->run_count++] = (struct run){at, run};
        if (collapse(s) < 0)
            return -1;
        at += run;
    }
    while (s->run_count > 1) {
        int i = s->run_count - 2;

        if (i > 0 && s->runs[i - 1].length < s->runs[i + 1].length)
            i--;
        if (merge_at(s, i) < 0)
            return -1;
    }
    return 0;
}

static lang_value *make_keys(struct lang_thread *t, lang_value key, const lang_value *items, int64_t n)
{
    lang_value *keys = lang_alloc(t, (size_t)n * sizeof *keys);

    if (!keys)
        return NULL;
    for (int64_t i = 0; i < n; i++) {
        keys[i] = (i & 0xfff) == 0xfff && lang_poll(t) < 0 ? lang_error() : lang_call(t, key, &items[i], 1, NULL);
        if (lang_is_error(keys[i])) {
            while (i-- > 0)
                lang_unref(t, keys[i]);
            lang_free(t, keys, (size_t)n * sizeof *keys);
            return NULL;
        }
    }
    return keys;
}

/* Sorts n items that nobody else can see. */
static int sort_detached(struct lang_thread *t, lang_value *items, int64_t n, lang_value key, bool reverse)
{
    struct sorter s; /* not emptied: its stack of runs is large */
    bool with_keys = !lang_is_undef(key) && !lang_is_none(key);
    int status;

    if (n < 1)
        return 0;
    s.t = t;
    s.keys = items;
    s.values = s.spare = NULL;
    s.spare_capacity = 0;
    s.run_count = 0;
    s.polls = s.steps = 0;
    s.cls = NULL;
    if (with_keys) {
        s.keys = make_keys(t, key, items, n);
        if (!s.keys)
            return -1;
        s.values = items;
    }
    if (n > 1) {
        lang_value *numbers = NULL;

        s.kind = lang_rank_keys(t, s.keys, n, &numbers, &s.rank_decides);
        if (s.kind == KEYS_ANY)
            find_less(&s);
        /* reversing before and after keeps equal items in their order */
        if (reverse)
            reverse_range(&s, 0, n);
        status = sort_items(&s, n);
        if (reverse)
            reverse_range(&s, 0, n);
        lang_rank_undo(t, s.kind, s.keys, n, numbers);
    } else {
        status = 0;
    }
    if (s.spare)
        lang_free(t, s.spare, (size_t)s.spare_capacity * (s.values ? 2 : 1) * sizeof(lang_value));
    if (with_keys) {
        for (int64_t i = 0; i < n; i++)
            lang_unref(t, s.keys[i]);
        lang_free(t, s.keys, (size_t)n * sizeof(lang_value));
    }
    return status;
}

int lang_list_sort(struct lang_thread *t, struct lang_list *l, lang_value key, bool reverse)
{
    lang_value *items = l->items, *others;
    int64_t length = l->length, capacity = l->capacity, other_length, other_capacity;
    int status;

    l->items = NULL;
    l->length = l->capacity = 0;
    status = sort_detached(t, items, length, key, reverse);
    others = l->items;
    other_length = l->length;
    other_capacity = l->capacity;
    l->items = items;
    l->length = length;
    l->capacity = capacity;
    if (!others && other_capacity == 0)
        return status;
    for (int64_t i = 0; i < other_length; i++)
        lang_unref(t, others[i]);
    lang_free(t, others, (size_t)other_capacity * sizeof *others);
    return status < 0 ? -1 : lang_fail(t, LANG_EXC_ValueError, "list modified during sort");
}
