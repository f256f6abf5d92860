/* The C test harness. One header, included once by each program of tests/unit.
 *
 * It owns: the list of tests of this program, the CHECK macros, the report, and the loop that lets the n-th allocation
 * fail. It must not know any floor of the house: it includes the C library only.
 *
 *     #include "harness.h"
 *     TEST(shape_broadcasts_ones)
 *     {
 *         CHECK(rt_shape_broadcast(...) == 0);
 *         CHECK_INT(shape.size[0], 3);
 *     }
 *     HARNESS_MAIN
 *
 * A test is a row of its own: TEST registers it, in the order of the file. A failed CHECK prints file, line and what
 * was expected, and the test goes on; a failed REQUIRE also leaves the test. SKIP("why") leaves it and counts it as
 * skipped. Arguments of the program choose tests by a part of their name; --list prints the names. The last line is "N
 * passed, N failed", with ", N skipped" behind it when there are any. Exit status: 1 when a test failed, 77 when all
 * were skipped, else 0.
 *
 * Allocation failures (see harness_fail_loop): the program is linked with HARNESS_WRAP from Makefile.am, that is
 * -Wl,--wrap=malloc and its kin, so that every allocation of our own objects passes through __wrap_malloc below.
 * Without that option the hooks stay unused (__real_malloc is a weak null) and the loop runs its body once, without
 * failures.
 */
#ifndef TENSOR_TESTS_HARNESS_H
#define TENSOR_TESTS_HARNESS_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HARNESS_UNUSED __attribute__((unused))

struct harness_test {
    const char *name;
    void (*run)(void);
    struct harness_test *next;
};

static struct {
    struct harness_test *first, **end;
    const char *running;
    int failures; /* failed checks of the test that runs */
    const char *skipped;
    jmp_buf leave;
} harness;

static HARNESS_UNUSED void harness_add(struct harness_test *test)
{
    if (!harness.end)
        harness.end = &harness.first;
    *harness.end = test;
    harness.end = &test->next;
}

/* Say that the test that runs failed here; the text is a printf format. */
static HARNESS_UNUSED __attribute__((format(printf, 3, 4))) void harness_fail(const char *file, int line,
                                                                              const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fflush(stdout);
    fprintf(stderr, "%s:%d: %s: ", file, line, harness.running ? harness.running : "?");
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    harness.failures++;
}

static HARNESS_UNUSED bool harness_check_int(const char *file, int line, const char *what, long long got,
                                             long long want)
{
    if (got != want)
        harness_fail(file, line, "%s is %lld, not %lld", what, got, want);
    return got == want;
}

static HARNESS_UNUSED bool harness_check_str(const char *file, int line, const char *what, const char *got,
                                             const char *want)
{
    bool same = got == want || (got && want && strcmp(got, want) == 0);
    if (!same)
        harness_fail(file, line, "%s is\n    %s\n  not\n    %s", what, got ? got : "(null)", want ? want : "(null)");
    return same;
}

static HARNESS_UNUSED bool harness_check_mem(const char *file, int line, const char *what, const void *got,
                                             const void *want, size_t size)
{
    const unsigned char *a = got, *b = want;
    for (size_t i = 0; i < size; i++) {
        if (a[i] != b[i]) {
            harness_fail(file, line, "%s: byte %zu of %zu is 0x%02x, not 0x%02x", what, i, size, a[i], b[i]);
            return false;
        }
    }
    return true;
}

/* Equal within tolerance * max(1, |want|); two NaN are equal, and so are two infinities of one sign. */
static HARNESS_UNUSED bool harness_check_near(const char *file, int line, const char *what, double got, double want,
                                              double tolerance)
{
    bool same =
        got == want || (isnan(got) && isnan(want)) || fabs(got - want) <= tolerance * (fabs(want) > 1 ? fabs(want) : 1);
    if (!same)
        harness_fail(file, line, "%s is %.17g, not %.17g (tolerance %g)", what, got, want, tolerance);
    return same;
}

#define TEST(name)                                                                                                     \
    static void name(void);                                                                                            \
    static struct harness_test harness_row_##name = {#name, name, NULL};                                               \
    __attribute__((constructor)) static void harness_add_##name(void)                                                  \
    {                                                                                                                  \
        harness_add(&harness_row_##name);                                                                              \
    }                                                                                                                  \
    static void name(void)

#define FAIL(...) harness_fail(__FILE__, __LINE__, __VA_ARGS__)
#define CHECK(condition) ((condition) ? true : (harness_fail(__FILE__, __LINE__, "%s is false", #condition), false))
#define CHECK_MSG(condition, ...) ((condition) ? true : (harness_fail(__FILE__, __LINE__, __VA_ARGS__), false))
#define CHECK_INT(got, want) harness_check_int(__FILE__, __LINE__, #got, (long long)(got), (long long)(want))
#define CHECK_STR(got, want) harness_check_str(__FILE__, __LINE__, #got, (got), (want))
#define CHECK_MEM(got, want, size) harness_check_mem(__FILE__, __LINE__, #got, (got), (want), (size))
#define CHECK_NEAR(got, want, tolerance) harness_check_near(__FILE__, __LINE__, #got, (got), (want), (tolerance))
#define REQUIRE(condition)                                                                                             \
    do {                                                                                                               \
        if (!CHECK(condition))                                                                                         \
            longjmp(harness.leave, 1);                                                                                 \
    } while (0)
#define SKIP(reason)                                                                                                   \
    do {                                                                                                               \
        harness.skipped = (reason);                                                                                    \
        longjmp(harness.leave, 1);                                                                                     \
    } while (0)

/* ---- allocation failures ------------------------------------------------------------------------------------------
 */

extern void *__real_malloc(size_t size) __attribute__((weak));
extern void *__real_calloc(size_t count, size_t size) __attribute__((weak));
extern void *__real_realloc(void *block, size_t size) __attribute__((weak));
extern void *__real_aligned_alloc(size_t alignment, size_t size) __attribute__((weak));
extern int __real_posix_memalign(void **block, size_t alignment, size_t size) __attribute__((weak));
extern char *__real_strdup(const char *text) __attribute__((weak));
extern char *__real_strndup(const char *text, size_t size) __attribute__((weak));
extern void __real_free(void *block) __attribute__((weak));
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
int __wrap_posix_memalign(void **block, size_t alignment, size_t size);
char *__wrap_strdup(const char *text);
char *__wrap_strndup(const char *text, size_t size);
void __wrap_free(void *block);

static struct {
    atomic_long left;  /* allocations until the one that fails; below 0: none fails */
    atomic_long seen;  /* allocations counted since the loop armed the hook */
    atomic_long live;  /* blocks allocated minus blocks freed, by our own objects */
    atomic_bool armed; /* false: everything passes through uncounted */
    atomic_bool fired; /* the failure was delivered */
} harness_alloc = {.left = -1};

/* True when the n-th allocation is this one. One failure only: what is allocated after it succeeds again, so that the
 * clean-up path and the report of the error run as they would in life. */
static inline bool harness_alloc_fails(void)
{
    if (!atomic_load_explicit(&harness_alloc.armed, memory_order_relaxed))
        return false;
    atomic_fetch_add(&harness_alloc.seen, 1);
    if (atomic_load(&harness_alloc.left) < 0 || atomic_fetch_sub(&harness_alloc.left, 1) != 0)
        return false;
    atomic_store(&harness_alloc.fired, true);
    return true;
}

static inline void *harness_alloc_count(void *block)
{
    if (block)
        atomic_fetch_add(&harness_alloc.live, 1);
    return block;
}

void *__wrap_malloc(size_t size)
{
    return harness_alloc_fails() ? NULL : harness_alloc_count(__real_malloc(size));
}

void *__wrap_calloc(size_t count, size_t size)
{
    return harness_alloc_fails() ? NULL : harness_alloc_count(__real_calloc(count, size));
}

void *__wrap_realloc(void *block, size_t size)
{
    if (harness_alloc_fails())
        return NULL;
    void *moved = __real_realloc(block, size);
    return block ? moved : harness_alloc_count(moved);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return harness_alloc_fails() ? NULL : harness_alloc_count(__real_aligned_alloc(alignment, size));
}

int __wrap_posix_memalign(void **block, size_t alignment, size_t size)
{
    if (harness_alloc_fails())
        return 12; /* ENOMEM */
    int status = __real_posix_memalign(block, alignment, size);
    if (status == 0)
        harness_alloc_count(*block);
    return status;
}

char *__wrap_strdup(const char *text)
{
    return harness_alloc_fails() ? NULL : harness_alloc_count(__real_strdup(text));
}

char *__wrap_strndup(const char *text, size_t size)
{
    return harness_alloc_fails() ? NULL : harness_alloc_count(__real_strndup(text, size));
}

void __wrap_free(void *block)
{
    if (block)
        atomic_fetch_sub(&harness_alloc.live, 1);
    __real_free(block);
}

/* Whether this program was linked so that allocations can fail. */
static HARNESS_UNUSED bool harness_can_fail_allocations(void)
{
    return &__real_malloc != NULL;
}

/* Blocks that our own objects hold now: take the difference of two calls to find a leak. Blocks made by the C library
 * or another library and freed by us (getline, asprintf, json_dumps) shift the count: compare only where there are
 * none. */
static HARNESS_UNUSED long harness_live_blocks(void)
{
    return atomic_load(&harness_alloc.live);
}

/* Run body(data) with the first, then the second, ... allocation failing, until a run comes through without a failure.
 * body builds up, works, and cleans up everything it made, and returns 0 when it succeeded, else anything: a run in
 * which an allocation failed may end either way, the last run must return 0. `step` > 1 leaves out allocations to save
 * time, `most` bounds the runs (0: 100,000). Returns the number of runs with a failure. Crashes and leaks are what this
 * looks for: leaks show under the sanitizers. */
static HARNESS_UNUSED long harness_fail_loop(int (*body)(void *data), void *data, long step, long most)
{
    long runs = 0;
    for (long n = 0; harness_can_fail_allocations() && (most <= 0 ? runs < 100000 : runs < most);
         n += step > 0 ? step : 1) {
        atomic_store(&harness_alloc.fired, false);
        atomic_store(&harness_alloc.left, n);
        atomic_store(&harness_alloc.armed, true);
        (void)body(data);
        atomic_store(&harness_alloc.armed, false);
        atomic_store(&harness_alloc.left, -1);
        if (!atomic_load(&harness_alloc.fired))
            break;
        runs++;
    }
    if (body(data) != 0)
        FAIL("the body fails although no allocation does");
    return runs;
}

/* ---- running --------------------------------------------------------------------------------------------------------
 */

static bool harness_chosen(const char *name, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (strstr(name, argv[i]))
            return true;
    }
    return argc < 2;
}

static HARNESS_UNUSED int harness_run(int argc, char **argv)
{
    volatile int passed = 0, failed = 0, skipped = 0;
    bool list = argc == 2 && strcmp(argv[1], "--list") == 0;
    for (struct harness_test *volatile test = harness.first; test; test = test->next) {
        if (list) {
            puts(test->name);
            continue;
        }
        if (!harness_chosen(test->name, argc, argv))
            continue;
        harness.running = test->name;
        harness.failures = 0;
        harness.skipped = NULL;
        if (setjmp(harness.leave) == 0)
            test->run();
        if (harness.failures) {
            printf("FAIL %s\n", test->name);
            failed++;
        } else if (harness.skipped) {
            printf("skip %s: %s\n", test->name, harness.skipped);
            skipped++;
        } else {
            passed++;
        }
        fflush(stdout);
    }
    if (list)
        return 0;
    printf("%d passed, %d failed", passed, failed);
    printf(skipped ? ", %d skipped\n" : "\n", skipped);
    return failed ? 1 : skipped && !passed ? 77 : 0;
}

#define HARNESS_MAIN                                                                                                   \
    int main(int argc, char **argv)                                                                                    \
    {                                                                                                                  \
        return harness_run(argc, argv);                                                                                \
    }

#endif
