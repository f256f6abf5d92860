/* The language tests with allocations that fail: no crash, no hang, and a vm that can still be taken down.
 *
 * Every topic of tests/lang runs in a vm of its own, again and again, each time with another allocation failing; the
 * points are spread over the whole run, because all of them would take hours. What the program prints is not judged
 * here. TENSOR_ALLOC_POINTS sets the number of points a topic (3), TENSOR_SOURCE the folder of the sources.
 */
#include "harness.h"
#include "lang.h"
#include <dirent.h>
#include <time.h>
#include <unistd.h>

struct topic {
    char *text;
    size_t size;
    const char *name;
    atomic_int interrupt;
};

/* The run starts a vm, runs the text, describes the exception if there is one, and frees everything. */
static int run_topic(void *data)
{
    struct topic *topic = data;
    struct lang_host host = {.interrupt = &topic->interrupt};
    struct lang_options options = {.memory_limit = (size_t)1 << 30};
    atomic_store(&topic->interrupt, 0);
    struct lang_vm *vm = lang_vm_new(&host, &options);
    if (!vm)
        return -1;
    struct lang_thread *thread = lang_vm_thread(vm);
    struct lang_source source = {.text = topic->text, .size = topic->size, .filename = topic->name};
    lang_value value = lang_undef();
    char *arguments[] = {(char *)topic->name};
    if (lang_set_argv(thread, 1, arguments) == 0 && lang_run(thread, &source, NULL, &value) == 0) {
        lang_unref(thread, value);
    } else {
        struct lang_report report;
        lang_report(thread, LANG_REPORT_PYTHON, &report);
        lang_report_free(&report);
    }
    lang_vm_free(vm);
    return 0;
}

static char *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    fseek(file, 0, SEEK_END);
    long length = ftell(file);
    rewind(file);
    char *text = length < 0 ? NULL : malloc((size_t)length + 1);
    *size = text ? fread(text, 1, (size_t)length, file) : 0;
    if (text)
        text[*size] = '\0';
    fclose(file);
    return text;
}

/* Runs once and returns the number of allocations; *seconds is what it took. */
static long measure(struct topic *topic, double *seconds)
{
    struct timespec from, to;
    clock_gettime(CLOCK_MONOTONIC, &from);
    long before = atomic_load(&harness_alloc.seen);
    atomic_store(&harness_alloc.armed, true);
    run_topic(topic);
    atomic_store(&harness_alloc.armed, false);
    clock_gettime(CLOCK_MONOTONIC, &to);
    *seconds = (double)(to.tv_sec - from.tv_sec) + (double)(to.tv_nsec - from.tv_nsec) / 1e9;
    return atomic_load(&harness_alloc.seen) - before;
}

static int loop_over(const char *folder, const char *name, int points)
{
    char path[8192];
    struct topic topic = {.name = name};
    double seconds;
    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path)
        return 0;
    topic.text = read_file(path, &topic.size);
    if (!topic.text) {
        FAIL("cannot read %s", path);
        return 0;
    }
    long count = measure(&topic, &seconds);
    if (seconds > 0.5) {
        printf("%s takes %.1f s: left out\n", name, seconds);
    } else {
        printf("%s: %d of %ld allocations\n", name, points, count);
        fflush(stdout); /* names the topic when the next line kills the program */
        harness_fail_loop(run_topic, &topic, count / points + 1, points + 1);
    }
    free(topic.text);
    return 1;
}

/* Starting and ending a vm, allocation by allocation. */
TEST(a_vm_starts_or_says_no)
{
    struct topic topic = {.text = (char *)"x = [n * n for n in range(5)]", .size = 29, .name = "start"};
    if (!harness_can_fail_allocations())
        SKIP("linked without HARNESS_WRAP");
    double seconds;
    long count = measure(&topic, &seconds);
    CHECK(harness_fail_loop(run_topic, &topic, count / 400 + 1, 401) > 0);
}

/* Every script of a folder and of those in it; returns how many. */
static int loop_over_folder(const char *folder, int points)
{
    struct dirent *entry;
    int topics = 0;
    DIR *files = opendir(folder);
    while (files && (entry = readdir(files))) {
        char path[8192];
        size_t length = strlen(entry->d_name);
        if (length > 3 && strcmp(entry->d_name + length - 3, ".py") == 0)
            topics += loop_over(folder, entry->d_name, points);
        else if (!strchr(entry->d_name, '.') &&
                 snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) < (int)sizeof path)
            topics += loop_over_folder(path, points);
    }
    if (files)
        closedir(files);
    return topics;
}

TEST(the_language_tests_survive)
{
    const char *source = getenv("TENSOR_SOURCE"), *wanted = getenv("TENSOR_ALLOC_POINTS");
    char folder[4200];
    int points = wanted ? atoi(wanted) : 3;
    if (!harness_can_fail_allocations())
        SKIP("linked without HARNESS_WRAP");
    char scratch[] = "/tmp/tensor-alloc-XXXXXX", back[4096];
    REQUIRE(getcwd(back, sizeof back));
    REQUIRE(snprintf(folder, sizeof folder, "%s/tests/lang", source ? source : back) < (int)sizeof folder);
    /* topics write files where they run */
    REQUIRE(mkdtemp(scratch) && chdir(scratch) == 0);
    int topics = loop_over_folder(folder, points > 0 ? points : 1);
    CHECK(chdir(back) == 0);
    rmdir(scratch);
    if (!topics)
        SKIP("no topics in tests/lang");
}

HARNESS_MAIN
