/* torch.save and torch.load: round trips of every kind of value, shared storages and views, PyTorch's layout of the
   archive, and files that are cut, changed or hostile. Links the runtime alone. */
#include "harness.h"

#include "serialize/pickle.h"
#include "serialize/save.h"
#include "serialize/zip.h"

#include <unistd.h>
#include <zlib.h>

static struct rt_error err;

static struct rt_pickle_value *text(const char *s)
{
    return rt_pickle_new_bytes(RT_PICKLE_STR, s, strlen(s), &err);
}

static struct rt_pickle_value *integer(int64_t n)
{
    struct rt_pickle_value *v = rt_pickle_new(RT_PICKLE_INT, &err);
    v->integer = n;
    return v;
}

static struct rt_pickle_value *wrap(struct rt_tensor *tensor, enum rt_pickle_kind kind)
{
    struct rt_pickle_value *v = rt_pickle_new(kind, &err);
    v->tensor = tensor;
    return v;
}

static struct rt_tensor *counting(int64_t n, enum rt_dtype dtype)
{
    char memory[800];
    for (int64_t i = 0; i < n; i++)
        rt_scalar_store(dtype, memory + (size_t)i * rt_dtype_size(dtype), rt_scalar_int(i % 100));
    return rt_tensor_from_host(memory, &n, 1, dtype, rt_device_cpu(), &err);
}

static void set(struct rt_pickle_value *dict, const char *key, struct rt_pickle_value *value)
{
    rt_pickle_append_steal(dict, text(key), &err);
    rt_pickle_append_steal(dict, value, &err);
}

static struct rt_pickle_value *get(const struct rt_pickle_value *dict, const char *key)
{
    for (size_t i = 0; i + 1 < dict->count; i += 2)
        if (dict->items[i]->kind == RT_PICKLE_STR && strcmp(dict->items[i]->bytes, key) == 0)
            return dict->items[i + 1];
    return NULL;
}

/* One of everything. */
static struct rt_pickle_value *everything(void)
{
    struct rt_pickle_value *root = rt_pickle_new(RT_PICKLE_DICT, &err), *v, *list;
    struct rt_tensor *base = counting(12, RT_FLOAT32);
    int64_t size[2] = {3, 2}, stride[2] = {1, 3};
    rt_tensor_ref(base);
    set(root, "base", wrap(base, RT_PICKLE_TENSOR));
    set(root, "view", wrap(rt_tensor_alias(base, size, stride, 2, 4, &err), RT_PICKLE_TENSOR));
    rt_tensor_unref(base);
    for (int d = 0; d < RT_DTYPE_COUNT; d++)
        set(root, rt_dtype_table[d].name, wrap(counting(5, (enum rt_dtype)d), RT_PICKLE_TENSOR));
    set(root, "scalar", wrap(rt_tensor_alias(base, NULL, NULL, 0, 3, &err), RT_PICKLE_TENSOR));
    set(root, "empty", wrap(counting(0, RT_INT64), RT_PICKLE_TENSOR));
    set(root, "parameter", wrap(counting(2, RT_FLOAT32), RT_PICKLE_PARAMETER));
    static const int64_t numbers[] = {0,    255,       256,       65535,     65536,     -1,
                                      -128, INT32_MAX, INT32_MIN, 1ll << 31, INT64_MAX, INT64_MIN};
    set(root, "numbers", list = rt_pickle_new(RT_PICKLE_LIST, &err));
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        rt_pickle_append_steal(list, integer(numbers[i]), &err);
    rt_pickle_ref(list);
    set(root, "numbers again", list);
    set(root, "big", rt_pickle_new_bytes(RT_PICKLE_BIGINT, "\0\0\0\0\0\0\0\0\1", 9, &err));
    set(root, "float", v = rt_pickle_new(RT_PICKLE_FLOAT, &err));
    v->number = -0.1;
    set(root, "complex", v = rt_pickle_new(RT_PICKLE_COMPLEX, &err));
    v->number = 1;
    v->imaginary = -2;
    set(root, "none", rt_pickle_new(RT_PICKLE_NONE, &err));
    set(root, "true", v = rt_pickle_new(RT_PICKLE_BOOL, &err));
    v->boolean = true;
    set(root, "bytes", rt_pickle_new_bytes(RT_PICKLE_BYTES, "a\0\x80\xff", 4, &err));
    set(root, "text", text("gr\xc3\xbc\xc3\x9f dich"));
    for (int n = 0; n < 5; n++) {
        char name[20];
        snprintf(name, sizeof name, "tuple%d", n);
        set(root, name, v = rt_pickle_new(RT_PICKLE_TUPLE, &err));
        for (int i = 0; i < n; i++)
            rt_pickle_append_steal(v, integer(i), &err);
    }
    set(root, "set", v = rt_pickle_new(RT_PICKLE_SET, &err));
    rt_pickle_append_steal(v, integer(7), &err);
    set(root, "size", v = rt_pickle_new(RT_PICKLE_SIZE, &err));
    rt_pickle_append_steal(v, integer(2), &err);
    rt_pickle_append_steal(v, integer(3), &err);
    set(root, "dtype", v = rt_pickle_new(RT_PICKLE_DTYPE, &err));
    v->dtype = RT_BFLOAT16;
    set(root, "device", v = rt_pickle_new(RT_PICKLE_DEVICE, &err));
    v->device_type = RT_CUDA;
    v->device_index = 1;
    set(root, "state", v = rt_pickle_new(RT_PICKLE_ORDERED_DICT, &err));
    set(v, "weight", wrap(counting(3, RT_FLOAT64), RT_PICKLE_TENSOR));
    v->attributes = rt_pickle_new(RT_PICKLE_DICT, &err);
    set(v->attributes, "_metadata", rt_pickle_new(RT_PICKLE_ORDERED_DICT, &err));
    return root;
}

static void check_same(const struct rt_pickle_value *a, const struct rt_pickle_value *b, const char *where)
{
    if (!CHECK_MSG(a->kind == b->kind, "%s: kind %d, not %d", where, b->kind, a->kind))
        return;
    switch (a->kind) {
    case RT_PICKLE_BOOL:
        CHECK(a->boolean == b->boolean);
        break;
    case RT_PICKLE_INT:
        CHECK_INT(b->integer, a->integer);
        break;
    case RT_PICKLE_FLOAT:
    case RT_PICKLE_COMPLEX:
        CHECK(a->number == b->number && a->imaginary == b->imaginary);
        break;
    case RT_PICKLE_STR:
    case RT_PICKLE_BYTES:
    case RT_PICKLE_BIGINT:
        if (CHECK_INT(b->length, a->length))
            CHECK_MEM(b->bytes, a->bytes, a->length);
        break;
    case RT_PICKLE_DTYPE:
        CHECK(a->dtype == b->dtype);
        break;
    case RT_PICKLE_DEVICE:
        CHECK(a->device_type == b->device_type && a->device_index == b->device_index);
        break;
    case RT_PICKLE_TENSOR:
    case RT_PICKLE_PARAMETER: {
        int64_t n = rt_tensor_numel(a->tensor);
        char x[800], y[800];
        enum rt_dtype dtype = rt_tensor_dtype(a->tensor);
        CHECK(dtype == rt_tensor_dtype(b->tensor));
        CHECK(rt_shape_equal(rt_tensor_shape(a->tensor), rt_tensor_ndim(a->tensor), rt_tensor_shape(b->tensor),
                             rt_tensor_ndim(b->tensor)));
        CHECK(rt_shape_equal(rt_tensor_strides(a->tensor), rt_tensor_ndim(a->tensor), rt_tensor_strides(b->tensor),
                             rt_tensor_ndim(b->tensor)));
        CHECK_INT(rt_tensor_offset(b->tensor), rt_tensor_offset(a->tensor));
        CHECK_INT(rt_tensor_to_host(a->tensor, x, dtype, &err), 0);
        CHECK_INT(rt_tensor_to_host(b->tensor, y, dtype, &err), 0);
        CHECK_MEM(y, x, (size_t)n * rt_dtype_size(dtype));
        break;
    }
    default:
        break;
    }
    if (!rt_pickle_is_container(a) || !CHECK_INT(b->count, a->count))
        return;
    for (size_t i = 0; i < a->count; i++)
        check_same(a->items[i], b->items[i],
                   i % 2 && a->items[i - 1]->kind == RT_PICKLE_STR ? a->items[i - 1]->bytes : where);
    CHECK(!a->attributes == !b->attributes);
    if (a->attributes && b->attributes)
        check_same(a->attributes, b->attributes, "attributes");
}

static struct rt_pickle_value *load(const void *bytes, size_t length)
{
    rt_error_clear(&err);
    return rt_load_memory(bytes, length, NULL, NULL, &err);
}

TEST(everything_comes_back)
{
    struct rt_pickle_value *before = everything(), *after;
    char *bytes;
    size_t length;
    rt_error_clear(&err);
    REQUIRE(rt_save_memory(before, &bytes, &length, &err) == 0);
    after = load(bytes, length);
    if (!CHECK(after != NULL))
        fprintf(stderr, "%s\n", err.text);
    REQUIRE(after);
    check_same(before, after, "root");
    CHECK(get(after, "numbers") == get(after, "numbers again"));
    CHECK(rt_tensor_same_storage(get(after, "base")->tensor, get(after, "view")->tensor));
    CHECK(!rt_tensor_same_storage(get(after, "base")->tensor, get(after, "float64")->tensor));
    rt_pickle_unref(before);
    rt_pickle_unref(after);
    rt_free(bytes);
}

TEST(the_archive_is_laid_out_as_pytorch_does)
{
    struct rt_pickle_value *root = wrap(counting(4, RT_FLOAT32), RT_PICKLE_TENSOR);
    static const char *const order[] = {"data.pkl", ".format_version", ".storage_alignment",    "byteorder",
                                        "data/0",   "version",         ".data/serialization_id"};
    struct rt_zip_reader zip;
    char *bytes, record[64] = {0};
    size_t length;
    rt_error_clear(&err);
    REQUIRE(rt_save_memory(root, &bytes, &length, &err) == 0);
    REQUIRE(rt_zip_open(&zip, -1, bytes, length, &err) == 0);
    uint64_t before = 0;
    CHECK_INT(zip.count, sizeof order / sizeof *order);
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        const struct rt_zip_entry *e = rt_zip_find(&zip, order[i]);
        REQUIRE(e != NULL);
        CHECK_INT(e->data % 64, 0);
        CHECK(e->data > before);
        before = e->data;
    }
    CHECK_INT(rt_zip_read(&zip, rt_zip_find(&zip, "version"), record, &err), 0);
    CHECK_STR(record, "3\n");
    CHECK_INT(rt_zip_find(&zip, ".data/serialization_id")->size, 40);
    CHECK(memcmp(bytes + 30, "archive/data.pkl", 16) == 0);
    rt_zip_close(&zip);
    rt_pickle_unref(root);
    rt_free(bytes);
}

TEST(files_are_written_and_read)
{
    char folder[] = "/tmp/tensor-save-XXXXXX", path[128], other[128];
    struct rt_pickle_value *root = everything(), *after;
    rt_error_clear(&err);
    REQUIRE(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/model.v2.pth", folder);
    for (int map = 0; map < 2; map++) {
        CHECK_INT(rt_save_file(path, root, &err), 0);
        after = rt_load_file(path, NULL, NULL, map, &err);
        REQUIRE(after);
        check_same(root, after, "root");
        if (map) /* a mapped storage may be changed without changing the file */
            memset(rt_tensor_data(get(after, "base")->tensor, &err), 0, 48);
        rt_pickle_unref(after);
    }
    after = rt_load_file(path, NULL, NULL, true, &err);
    REQUIRE(after);
    check_same(root, after, "root");
    rt_pickle_unref(after);
    FILE *file = fopen(path, "rb");
    char start[64] = {0};
    CHECK(fread(start, 1, 60, file) == 60);
    fclose(file);
    CHECK(memcmp(start + 30, "model.v2/data.pkl", 17) == 0);
    unlink(path);
    snprintf(other, sizeof other, "%s/none/x.pth", folder);
    CHECK_INT(rt_save_file(other, root, &err), -1);
    CHECK_INT(err.code, RT_RUNTIME);
    char want[160];
    snprintf(want, sizeof want, "Parent directory %s/none does not exist.", folder);
    CHECK_STR(err.text, want);
    rt_error_clear(&err);
    CHECK(rt_load_file(path, NULL, NULL, false, &err) == NULL);
    CHECK_INT(err.code, RT_OS);
    CHECK_INT(err.number, 2);
    CHECK_STR(err.text, path);
    rt_error_clear(&err);
    CHECK(rt_load_file(folder, NULL, NULL, false, &err) == NULL);
    CHECK_INT(err.number, 21);
    CHECK_INT(rmdir(folder), 0); /* nothing temporary is left */
    rt_pickle_unref(root);
}

/* ---- bad files ----------------------------------------------------------------------------------------------------
 */

static struct rt_pickle_value *small_model(void)
{
    struct rt_pickle_value *root = rt_pickle_new(RT_PICKLE_ORDERED_DICT, &err), *list;
    set(root, "weight", wrap(counting(6, RT_FLOAT32), RT_PICKLE_TENSOR));
    set(root, "step", integer(1000));
    set(root, "list", list = rt_pickle_new(RT_PICKLE_LIST, &err));
    rt_pickle_append_steal(list, text("x"), &err);
    rt_pickle_append_steal(list, wrap(counting(2, RT_INT64), RT_PICKLE_PARAMETER), &err);
    return root;
}

TEST(a_file_cut_anywhere_is_refused)
{
    struct rt_pickle_value *root = small_model();
    char *bytes;
    size_t length;
    REQUIRE(rt_save_memory(root, &bytes, &length, &err) == 0);
    for (size_t n = 0; n < length; n++) {
        char *copy = malloc(n ? n : 1); /* so that a read beyond the end is seen */
        memcpy(copy, bytes, n);
        struct rt_pickle_value *value = load(copy, n);
        CHECK_MSG(value == NULL, "%zu of %zu bytes were read", n, length);
        CHECK(err.code != RT_OK);
        rt_pickle_unref(value);
        free(copy);
    }
    rt_pickle_unref(root);
    rt_free(bytes);
}

TEST(a_file_changed_anywhere_does_no_harm)
{
    struct rt_pickle_value *root = small_model();
    static const unsigned char changes[] = {0x01, 0x80, 0xff, 0x20};
    char *bytes;
    size_t length;
    long long loaded = 0, refused = 0;
    REQUIRE(rt_save_memory(root, &bytes, &length, &err) == 0);
    for (size_t n = 0; n < length; n++) {
        for (size_t c = 0; c < sizeof changes; c++) {
            bytes[n] ^= (char)changes[c];
            struct rt_pickle_value *value = load(bytes, length);
            CHECK((value == NULL) == (err.code != RT_OK));
            loaded += value != NULL;
            refused += value == NULL;
            rt_pickle_unref(value);
            bytes[n] ^= (char)changes[c];
        }
    }
    CHECK(loaded > 0 && refused > 0);
    rt_pickle_unref(root);
    rt_free(bytes);
}

TEST(no_allocation_failure_leaks)
{
    struct rt_pickle_value *root = small_model();
    char *bytes, *again;
    size_t length, n;
    REQUIRE(rt_save_memory(root, &bytes, &length, &err) == 0);
    for (long fail = 0; fail < 400; fail++) {
        rt_alloc_fail_after(fail);
        struct rt_pickle_value *value = load(bytes, length);
        rt_alloc_fail_after(-1);
        CHECK((value == NULL) == (err.code != RT_OK));
        rt_pickle_unref(value);
        rt_error_clear(&err);
        rt_alloc_fail_after(fail);
        if (rt_save_memory(root, &again, &n, &err) == 0)
            rt_free(again);
        else
            CHECK_INT(err.code, RT_MEMORY);
        rt_alloc_fail_after(-1);
    }
    rt_pickle_unref(root);
    rt_free(bytes);
}

struct memory {
    char *bytes;
    size_t length;
};

static int append(void *context, const void *bytes, size_t length, struct rt_error *e)
{
    struct memory *m = context;
    (void)e;
    m->bytes = realloc(m->bytes, m->length + length);
    memcpy(m->bytes + m->length, bytes, length);
    m->length += length;
    return 0;
}

/* An archive around a pickle of our own, with a storage of 16 bytes. */
static struct rt_pickle_value *load_pickle(const char *pickle, size_t length)
{
    struct rt_zip_writer zip;
    struct memory m = {0};
    float data[4] = {0, 1, 2, 3};
    rt_error_clear(&err);
    rt_zip_start(&zip, "x", append, &m);
    rt_zip_add_record(&zip, "data.pkl", pickle, length, &err);
    rt_zip_add_record(&zip, "data/0", data, sizeof data, &err);
    rt_zip_add_record(&zip, "version", "3\n", 2, &err);
    rt_zip_finish(&zip, &err);
    rt_zip_drop(&zip);
    struct rt_pickle_value *value = load(m.bytes, m.length);
    free(m.bytes);
    return value;
}

#define STORE                                                                                                          \
    "(X\7\0\0\0storagectorch\nFloatStorage\nX\1\0\0\0"                                                                 \
    "0X\3\0\0\0cpuK\4tQ"
#define TENSOR(offset, size, stride)                                                                                   \
    "\x80\2ctorch._utils\n_rebuild_tensor_v2\n(" STORE "K" offset "K" size "\x85K" stride "\x85\x89"                   \
    "ccollections\nOrderedDict\n)RtR."

TEST(hostile_pickles_are_refused)
{
#define BAD(code, begin, pickle)                                                                                       \
    {                                                                                                                  \
        code, begin, pickle, sizeof pickle - 1                                                                         \
    }
    static const struct {
        enum rt_error_code code;
        const char *begin, *pickle;
        size_t length;
    } bad[] = {
        BAD(RT_UNPICKLING, "Weights only load failed. In", "\x80\2cos\nsystem\nX\2\0\0\0ls\x85R."),
        BAD(RT_UNPICKLING, "Weights only load failed. This",
            "\x80\2c__builtin__\neval\nX\1\0\0\0"
            "1\x85R."),
        BAD(RT_UNPICKLING, "Weights only load failed. This", "\x80\2c__main__\nA\n)\x81."),
        BAD(RT_UNPICKLING, "Weights only load failed. ", "\x80\4\x95\0\0\0\0\0\0\0\0."),
        BAD(RT_EOF, "", ""),
        BAD(RT_EOF, "", "\x80\2"),
        BAD(RT_EOF, "", "\x80\2]"),
        BAD(RT_EOF, "",
            "\x80\2X\xff\xff\xff\x7f"
            "abc"),
        BAD(RT_EOF, "",
            "\x80\2X\xff\xff\xff\xff"
            "abc"),
        BAD(RT_EOF, "", "\x80\2ccollections"),
        BAD(RT_UNPICKLING, "Weights only", "\x80\2."),
        BAD(RT_UNPICKLING, "Weights only", "\x80\2R."),
        BAD(RT_UNPICKLING, "Weights only", "\x80\2h\5."),
        BAD(RT_UNPICKLING, "Weights only", "\x80\2\x85."),
        BAD(RT_UNPICKLING, "Weights only", "\x80\2(\x85."),
        BAD(RT_UNPICKLING, "Weights only", "\x80\2t."),
        BAD(RT_UNPICKLING, "Weights only", "\x80\2K\1t."),
        BAD(RT_UNPICKLING, "Weights only", "\x80\2K\1r\xff\xff\xff\xff."),
        BAD(RT_UNPICKLING, "Weights only", "\x80\2K\1Q."),
        BAD(RT_UNPICKLING, "Weights only", "\x80\2K\1K\2a."),
        BAD(RT_UNPICKLING, "Weights only", "\x80\2K\1K\2K\3s."),
        BAD(RT_UNPICKLING, "Weights only", "\x80\2}]K\3s."),
        BAD(RT_UNPICKLING, "Weights only", "\x80\2}(K\1u."),
        BAD(RT_UNPICKLING, "Weights only", "\x80\2](K\1(K\2e."),
        BAD(RT_UNPICKLING, "Weights only", "\x80\2ctorch\nFloatStorage\n."),
        BAD(RT_UNPICKLING, "Weights only", "\x80\2" STORE "."),
        BAD(RT_UNPICKLING, "Weights only", "\x80\2]" STORE "a."),
        BAD(RT_UNPICKLING, "Weights only", "\x80\2" STORE "\x85."),
        BAD(RT_UNPICKLING, "Weights only",
            "\x80\2]" STORE "\x85\x85\x85"
            "a."),
        BAD(RT_UNPICKLING, "Weights only", "\x80\2ctorch\nFloatStorage\n)R."),
        BAD(RT_UNPICKLING, "Weights only", "\x80\2]q\0h\0a."),
        BAD(RT_UNPICKLING, "Weights only", "\x80\2]q\0]q\1h\0ah\1aK\1."),
        BAD(RT_UNPICKLING, "Weights only", "\x80\2}q\0K\1h\0s."),
        BAD(RT_UNPICKLING, "Weights only",
            "\x80\2]q\0h\0\x85q\1h\1"
            "a0."),
        BAD(RT_UNPICKLING, "Weights only", "\x80\2ccollections\nOrderedDict\n)Rq\0}K\1h\0sb."),
        BAD(RT_UNPICKLING, "Weights only", "\x80\2]}b."),
        BAD(RT_UNPICKLING, "Weights only", "\x80\2ctorch._utils\n_rebuild_tensor_v2\n)R."),
        BAD(RT_UNPICKLING, "Weights only", "\x80\2c_codecs\nencode\nX\1\0\0\0\xe4X\6\0\0\0latin1\x86R."),
        BAD(RT_UNPICKLING, "Weights only", "\x80\2ctorch\nSize\n]]a\x85R."),
        BAD(RT_RUNTIME, "Trying to resize storage", TENSOR("\0", "\5", "\1")),
        BAD(RT_RUNTIME, "Trying to resize storage", TENSOR("\2", "\4", "\1")),
        BAD(RT_RUNTIME, "Trying to resize storage", TENSOR("\0", "\2", "\4")),
        BAD(RT_RUNTIME, "Trying to resize storage", TENSOR("\5", "\0", "\1")),
        BAD(RT_RUNTIME, "don't know how to restore data location",
            "\x80\2ctorch._utils\n_rebuild_tensor_v2\n((X\7\0\0\0storagectorch\nFloatStorage\nX\1\0\0\0"
            "0X\3\0\0\0gpuK\4tQ"
            "K\0)"
            ")\x89"
            "ccollections\nOrderedDict\n)RtR."),
        BAD(RT_RUNTIME, "PytorchStreamReader failed locating file data/7: file not found",
            "\x80\2ctorch._utils\n_rebuild_tensor_v2\n((X\7\0\0\0storagectorch\nFloatStorage\nX\1\0\0\0"
            "7X\3\0\0\0cpuK\4tQ"
            "K\0)"
            ")\x89"
            "ccollections\nOrderedDict\n)RtR."),
        BAD(RT_RUNTIME, "record size (16 bytes) does not match expected size (20 bytes",
            "\x80\2ctorch._utils\n_rebuild_tensor_v2\n((X\7\0\0\0storagectorch\nFloatStorage\nX\1\0\0\0"
            "0X\3\0\0\0cpuK\5tQ"
            "K\0)"
            ")\x89"
            "ccollections\nOrderedDict\n)RtR."),
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct rt_pickle_value *value = load_pickle(bad[i].pickle, bad[i].length);
        CHECK_MSG(value == NULL, "pickle %zu was read", i);
        CHECK_MSG(err.code == bad[i].code, "pickle %zu: %s: %.80s", i, rt_error_class(err.code), err.text);
        CHECK_MSG(strncmp(err.text, bad[i].begin, strlen(bad[i].begin)) == 0, "pickle %zu: %.80s", i, err.text);
        rt_pickle_unref(value);
    }
    struct rt_pickle_value *good = load_pickle(TENSOR("\1", "\3", "\1"), sizeof TENSOR("\1", "\3", "\1") - 1);
    CHECK(good != NULL && good->kind == RT_PICKLE_TENSOR);
    rt_pickle_unref(good);
}

TEST(the_text_for_a_function_is_pytorchs)
{
    static const char pickle[] = "\x80\2cos\nsystem\nX\2\0\0\0ls\x85R.";
    load_pickle(pickle, sizeof pickle - 1);
    CHECK_STR(
        err.text,
        "Weights only load failed. In PyTorch 2.6, we changed the default value of the `weights_only` argument in "
        "`torch.load` from `False` to `True`. Re-running `torch.load` with `weights_only` set to `False` will likely "
        "succeed, but it can result in arbitrary code execution. Do it only if you got the file from a trusted "
        "source.\n\n\nTrying to load unsupported GLOBAL os.system whose module os is blocked.\n\nCheck the "
        "documentation of torch.load to learn more about types accepted by default with weights_only "
        "https://pytorch.org/docs/stable/generated/torch.load.html.");
}

TEST(deep_values_do_not_eat_the_stack)
{
    enum { DEEP = 300000 };
    char *pickle = malloc(2 * DEEP + 10);
    REQUIRE(pickle != NULL);
    memcpy(pickle, "\x80\2", 2);
    memset(pickle + 2, ']', DEEP); /* lists from the outermost on: refused when they are read */
    memset(pickle + 2 + DEEP, 'a', DEEP - 1);
    pickle[2 * DEEP + 1] = '.';
    CHECK(load_pickle(pickle, 2 * DEEP + 2) == NULL);
    CHECK(strstr(err.text, "the pickle holds values that are nested too deeply") != NULL);
    pickle[2] = ')';
    memset(pickle + 3, '\x85', DEEP); /* tuples from the innermost on: refused when they are written */
    pickle[DEEP + 3] = '.';
    struct rt_pickle_value *value = load_pickle(pickle, DEEP + 4);
    CHECK(value != NULL);
    char *bytes;
    size_t length;
    if (value) {
        CHECK_INT(rt_save_memory(value, &bytes, &length, &err), -1);
        CHECK_INT(err.code, RT_RECURSION);
        CHECK_STR(err.text, "maximum recursion depth exceeded while pickling an object");
    }
    rt_pickle_unref(value);
    free(pickle);
}

TEST(what_is_no_archive)
{
    CHECK(load("", 0) == NULL);
    CHECK_INT(err.code, RT_EOF);
    CHECK(load("hello", 5) == NULL);
    CHECK_INT(err.code, RT_RUNTIME);
    CHECK(strncmp(err.text, "Invalid magic number; corrupt file?", 35) == 0);
    CHECK(load("PK\3\4abc", 7) == NULL);
    CHECK_STR(err.text, "PytorchStreamReader failed reading zip archive: failed finding central directory. This is an "
                        "internal miniz error. If you are seeing this error, there is a high likelihood that your "
                        "checkpoint file is corrupted. This can happen if the checkpoint was not saved properly, was "
                        "transferred incorrectly, or the file was modified after saving.");
}

/* An archive of one deflated record, "a/x": `stored` bytes of a stream for `size` bytes. */
static size_t deflated_archive(unsigned char *to, const unsigned char *stream, size_t stored, size_t size)
{
    static const unsigned char local[30] = {'P', 'K', 3, 4, [8] = 8, [26] = 3};
    static const unsigned char central[46] = {'P', 'K', 1, 2, [10] = 8, [28] = 3};
    static const unsigned char end[22] = {'P', 'K', 5, 6, [8] = 1, [10] = 1};
    const uint32_t sizes[2] = {(uint32_t)stored, (uint32_t)size}, directory[2] = {49, (uint32_t)(33 + stored)};
    unsigned char *at = to;

    memcpy(at, local, sizeof local);
    memcpy(at + 18, sizes, sizeof sizes);
    memcpy(at += sizeof local, "a/x", 3);
    memcpy(at += 3, stream, stored);
    memcpy(at += stored, central, sizeof central);
    memcpy(at + 20, sizes, sizeof sizes);
    memcpy(at += sizeof central, "a/x", 3);
    memcpy(at += 3, end, sizeof end);
    memcpy(at + 12, directory, sizeof directory);
    return (size_t)(at - to) + sizeof end;
}

/* Reads that record: 0, or -1 with an error. */
static int expand(const unsigned char *stream, size_t stored, unsigned char *out, size_t size)
{
    unsigned char *archive = malloc(stored + 200);
    struct rt_zip_reader zip;
    int status;

    rt_error_clear(&err);
    status = rt_zip_open(&zip, -1, archive, deflated_archive(archive, stream, stored, size), &err);
    if (status == 0) {
        const struct rt_zip_entry *entry = rt_zip_need(&zip, "x", &err);
        status = entry ? rt_zip_read(&zip, entry, out, &err) : -1;
        rt_zip_close(&zip);
    }
    free(archive);
    return status;
}

#define DAMAGED                                                                                                        \
    "PytorchStreamReader failed reading zip archive: decompression failed or archive is corrupted. This is an "        \
    "internal miniz error. If you are seeing this error, there is a high likelihood that your checkpoint file is "     \
    "corrupted. This can happen if the checkpoint was not saved properly, was transferred incorrectly, or the file "   \
    "was modified after saving."

TEST(deflated_records_are_expanded)
{
    /* zlib's raw stream of "tensor tensor tensor tensor\n" with fixed codes, and a stored block */
    static const unsigned char fixed[] = {0x2b, 0x49, 0xcd, 0x2b, 0xce, 0x2f, 0x52, 0x28, 0xc1, 0x42, 0x71, 0x01, 0x00};
    static const unsigned char stored[] = {1, 3, 0, 0xfc, 0xff, 'a', 'b', 'c'}, nothing[] = {3, 0};
    unsigned char out[64];
    CHECK_INT(expand(fixed, sizeof fixed, out, 28), 0);
    CHECK_MEM(out, "tensor tensor tensor tensor\n", 28);
    for (int wrong = 27; wrong <= 29; wrong += 2) { /* the directory says another size */
        CHECK_INT(expand(fixed, sizeof fixed, out, (size_t)wrong), -1);
        CHECK_STR(err.text, DAMAGED);
    }
    for (size_t n = 0; n < sizeof fixed; n++) {
        CHECK_INT(expand(fixed, n, out, 28), -1);
        CHECK_INT(err.code, RT_RUNTIME);
    }
    CHECK_INT(expand(stored, sizeof stored, out, 3), 0);
    CHECK_MEM(out, "abc", 3);
    CHECK_INT(expand(nothing, sizeof nothing, out, 0), 0);
    CHECK_INT(expand(nothing, sizeof nothing, out, 1), -1);
}

TEST(deflated_records_of_several_pieces_are_expanded)
{
    enum { SIZE = 400000 };
    unsigned char *plain = malloc(SIZE), *out = malloc(SIZE), *packed = malloc(SIZE + 1000);
    z_stream z = {0};
    uint32_t word = 1;

    for (int i = 0; i < SIZE; i++) /* six random bits a byte: dynamic codes, and few matches */
        plain[i] = (unsigned char)((word = word * 1664525 + 1013904223) >> 26);
    REQUIRE(deflateInit2(&z, 6, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) == Z_OK);
    z.next_in = plain;
    z.avail_in = SIZE;
    z.next_out = packed;
    z.avail_out = SIZE + 1000;
    CHECK_INT(deflate(&z, Z_FINISH), Z_STREAM_END);
    const size_t length = z.total_out;
    deflateEnd(&z);
    CHECK(length > 4 * 65536);
    CHECK_INT(expand(packed, length, out, SIZE), 0);
    CHECK_MEM(out, plain, SIZE);
    CHECK_INT(expand(packed, length - 1, out, SIZE), -1);
    CHECK_STR(err.text, DAMAGED);
    for (long fail = 0; fail < 12; fail++) {
        rt_alloc_fail_after(fail);
        int status = expand(packed, length, out, SIZE);
        rt_alloc_fail_after(-1);
        CHECK_INT(err.code, status < 0 ? RT_MEMORY : RT_OK);
    }
    free(packed);
    free(out);
    free(plain);
}

HARNESS_MAIN
