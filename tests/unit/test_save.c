/* Archives and the storages in them: round trips of every type, PyTorch's layout, files that are cut, changed or
   hostile, files that appear complete or not at all. Links the runtime alone. */
#include "harness.h"

#include "serialize/save.h"
#include "serialize/zip.h"
#include "serialize/zip_crc.h"

#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

static struct rt_error err;

static struct rt_tensor *counting(int64_t n, enum rt_dtype dtype)
{
    char memory[800];
    for (int64_t i = 0; i < n; i++)
        rt_scalar_store(dtype, memory + (size_t)i * rt_dtype_size(dtype), rt_scalar_int(i % 100));
    return rt_tensor_from_host(memory, &n, 1, dtype, rt_device_cpu(), &err);
}

struct target {
    char *bytes;
    size_t length;
    long left; /* bytes that may still be written; -1: any number */
};

static int append(void *context, const void *bytes, size_t length, struct rt_error *e)
{
    struct target *t = context;
    if (t->left >= 0 && (t->left -= (long)length) < 0)
        return rt_error_set(e, RT_RUNTIME, "full");
    t->bytes = realloc(t->bytes, t->length + length);
    memcpy(t->bytes + t->length, bytes, length);
    t->length += length;
    return 0;
}

static int write_all(struct rt_zip_writer *zip)
{
    static const enum rt_dtype types[] = {RT_FLOAT32, RT_INT64, RT_UINT8, RT_BOOL, RT_FLOAT16, RT_COMPLEX64};
    char id[41], name[16];
    int status = rt_zip_add_record(zip, "data.pkl", "pickle", 6, &err);
    for (int i = 0; status == 0 && i < 6; i++) {
        struct rt_tensor *tensor = counting(7, types[i]);
        if (!tensor)
            return -1;
        snprintf(name, sizeof name, "data/%d", i);
        status = rt_save_storage(zip, name, tensor, &err);
        rt_tensor_unref(tensor);
    }
    if (status == 0)
        status = rt_save_zeros(zip, "zeros", 100000, &err);
    rt_zip_serialization_id(zip, id);
    if (status == 0)
        status = rt_zip_add_record(zip, ".data/serialization_id", id, 40, &err);
    return status == 0 ? rt_zip_finish(zip, &err) : -1;
}

/* An archive in memory; its length, 0: refused. */
static size_t archive(char **bytes, long space)
{
    struct target t = {.left = space};
    struct rt_zip_writer zip;
    rt_error_clear(&err);
    rt_zip_start(&zip, "top", append, &t);
    int status = write_all(&zip);
    rt_zip_drop(&zip);
    *bytes = t.bytes;
    return status == 0 ? t.length : 0;
}

/* Reads everything there is: how many records could be read. */
static int read_everything(const char *bytes, size_t length)
{
    struct rt_zip_reader zip;
    int good = 0;
    rt_error_clear(&err);
    if (rt_zip_open(&zip, -1, bytes, length, &err) < 0)
        return -1;
    for (size_t i = 0; i < zip.count; i++) {
        rt_error_clear(&err);
        struct rt_tensor *made = rt_load_storage(&zip, &zip.entries[i], (int64_t)zip.entries[i].size, RT_UINT8,
                                                 rt_device_cpu(), false, &err);
        if (made)
            good++;
        else
            CHECK(err.code != RT_OK);
        if (made)
            rt_tensor_unref(made);
    }
    rt_zip_close(&zip);
    return good;
}

TEST(storages_come_back)
{
    char *bytes;
    size_t length = archive(&bytes, -1);
    struct rt_zip_reader zip;
    REQUIRE(length > 0);
    REQUIRE(rt_zip_open(&zip, -1, bytes, length, &err) == 0);
    CHECK_INT((int64_t)zip.count, 9);
    const struct rt_zip_entry *entry = rt_zip_need(&zip, "data/1", &err);
    REQUIRE(entry != NULL);
    struct rt_tensor *made = rt_load_storage(&zip, entry, 7, RT_INT64, rt_device_cpu(), false, &err);
    REQUIRE(made != NULL);
    CHECK_INT(((int64_t *)rt_tensor_data(made, &err))[6], 6);
    rt_tensor_unref(made);
    CHECK(rt_load_storage(&zip, entry, 8, RT_INT64, rt_device_cpu(), false, &err) == NULL);
    CHECK_STR(err.text, "record size (56 bytes) does not match expected size (64 bytes = 64 elements * 1 "
                        "bytes/element) for dtype Byte");
    rt_error_clear(&err);
    CHECK(rt_load_storage(&zip, entry, -1, RT_INT64, rt_device_cpu(), false, &err) == NULL);
    rt_error_clear(&err);
    CHECK(rt_load_storage(&zip, entry, INT64_MAX, RT_INT64, rt_device_cpu(), false, &err) == NULL);
    rt_error_clear(&err);
    CHECK(rt_zip_need(&zip, "data/9", &err) == NULL);
    rt_zip_close(&zip);
    CHECK_INT(read_everything(bytes, length), 9);
    free(bytes);
}

TEST(the_archive_is_laid_out_as_pytorch_does)
{
    char *bytes;
    size_t length = archive(&bytes, -1);
    struct rt_zip_reader zip;
    REQUIRE(length > 0 && rt_zip_open(&zip, -1, bytes, length, &err) == 0);
    for (size_t i = 0; i < zip.count; i++) {
        uint64_t at = 0;
        CHECK_INT(rt_zip_locate(&zip, &zip.entries[i], &at, &err), 0);
        CHECK_INT((int64_t)(at % 64), 0);
        CHECK_INT(zip.entries[i].flags, 0x808);
        const unsigned char *descriptor = (unsigned char *)bytes + at + zip.entries[i].size;
        uint32_t crc;
        CHECK_MEM(descriptor, "PK\7\10", 4);
        memcpy(&crc, descriptor + 4, 4);
        CHECK_INT(crc, (int64_t)crc32_z(0, (unsigned char *)bytes + at, zip.entries[i].size));
    }
    rt_zip_close(&zip);
    free(bytes);
}

TEST(the_check_sum_is_that_of_zlib)
{
    enum { SIZE = 20000 };
    unsigned char *bytes = malloc(SIZE);
    uint32_t word = 1;
    for (int i = 0; i < SIZE; i++)
        bytes[i] = (unsigned char)((word = word * 1664525 + 1013904223) >> 24);
    for (size_t n = 0; n < SIZE - 16; n += n < 3000 ? 1 : 777)
        CHECK_INT(rt_zip_crc((uint32_t)n, bytes + n % 16, n), (int64_t)crc32_z(n, bytes + n % 16, n));
    free(bytes);
}

TEST(an_archive_cut_anywhere_is_refused)
{
    char *bytes;
    size_t length = archive(&bytes, -1);
    REQUIRE(length > 0);
    for (size_t n = 0; n < length; n += n < 4000 || n + 2000 > length ? 1 : 97) {
        char *cut = malloc(n + 1);
        memcpy(cut, bytes, n);
        CHECK_INT(read_everything(cut, n), -1);
        CHECK_INT(err.code, RT_RUNTIME);
        free(cut);
    }
    free(bytes);
}

TEST(an_archive_changed_anywhere_does_no_harm)
{
    char *bytes;
    size_t length = archive(&bytes, -1);
    uint32_t word = 1;
    REQUIRE(length > 0);
    for (size_t n = 0; n < length; n += n < 4000 || n + 2000 > length ? 1 : 997) {
        char before = bytes[n];
        bytes[n] = (char)((word = word * 1664525 + 1013904223) >> 24);
        read_everything(bytes, length);
        bytes[n] = before;
    }
    free(bytes);
}

TEST(a_full_target_and_no_memory_end_with_an_error)
{
    char *bytes;
    for (long space = 0; space < 3000; space += 41) {
        CHECK_INT((int64_t)archive(&bytes, space), 0);
        CHECK_STR(err.text, "full");
        free(bytes);
    }
    for (long fail = 0; fail < 60; fail++) {
        rt_alloc_fail_after(fail);
        size_t length = archive(&bytes, -1);
        rt_alloc_fail_after(-1);
        CHECK_INT(err.code, length ? RT_OK : RT_MEMORY);
        free(bytes);
    }
}

TEST(files_appear_complete_or_not_at_all)
{
    char folder[] = "/tmp/test_save.XXXXXX", path[200], other[240];
    struct stat status;
    struct rt_save_file *file;
    REQUIRE(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/model.v2.pt", folder);
    rt_error_clear(&err);
    file = rt_save_file_open(path, &err);
    REQUIRE(file != NULL);
    CHECK_INT(rt_save_file_write(file, "one", 3, &err), 0);
    CHECK(stat(path, &status) != 0);
    CHECK_INT(rt_save_file_close(file, true, &err), 0);
    CHECK_INT(stat(path, &status), 0);
    CHECK_INT(status.st_size, 3);
    file = rt_save_file_open(path, &err);
    REQUIRE(file != NULL);
    CHECK_INT(rt_save_file_write(file, "longer", 6, &err), 0);
    CHECK_INT(rt_save_file_close(file, false, &err), 0);
    CHECK_INT(stat(path, &status), 0);
    CHECK_INT(status.st_size, 3);
    /* what a killed save has left goes at the next one */
    snprintf(other, sizeof other, "%s.12345.part", path);
    FILE *left = fopen(other, "w");
    REQUIRE(left != NULL);
    fclose(left);
    file = rt_save_file_open(path, &err);
    REQUIRE(file != NULL);
    CHECK(stat(other, &status) != 0);
    CHECK_INT(rt_save_file_close(file, true, &err), 0);
    snprintf(other, sizeof other, "%s/none/x.pt", folder);
    CHECK(rt_save_file_open(other, &err) == NULL);
    CHECK_INT(err.code, RT_RUNTIME);
    char *top = rt_save_top("a/model.v2.pth");
    CHECK_STR(top, "model.v2");
    rt_free(top);
    rt_error_clear(&err);
    struct rt_tensor *map = rt_map_file(path, true, 16, &err);
    REQUIRE(map != NULL);
    ((char *)rt_tensor_data(map, &err))[15] = 'z';
    rt_tensor_unref(map);
    CHECK_INT(stat(path, &status), 0);
    CHECK_INT(status.st_size, 16);
    CHECK(rt_map_file(path, false, 17, &err) == NULL);
    unlink(path);
    rmdir(folder);
}

TEST(what_is_no_archive)
{
    CHECK_INT(read_everything("", 0), -1);
    CHECK(strstr(err.text, "not a ZIP archive") != NULL);
    CHECK_INT(read_everything("PK\3\4 and then nothing of an archive", 35), -1);
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
