/* What torch.save and torch.load stand on: files that appear complete or not at all, and the storages of tensors as
   records of an archive (zip.h). Nothing in a file is ever executed here. */
#ifndef RT_SAVE_H
#define RT_SAVE_H

#include "runtime.h"
#include "zip.h"

/* A file that is being written beside its target. Errors: RT_OS with errno, or RT_RUNTIME "Parent directory ... does
   not exist.". */
struct rt_save_file;
struct rt_save_file *rt_save_file_open(const char *path, struct rt_error *err);
/* An rt_zip_write. */
int rt_save_file_write(void *file, const void *bytes, size_t length, struct rt_error *err);
/* Gives it the target's name (`commit`), or drops it; frees it in any case. */
int rt_save_file_close(struct rt_save_file *file, bool commit, struct rt_error *err);
/* The top folder of an archive of that name, to be freed: "dir/model.v2.pth" -> "model.v2". NULL: no memory. */
char *rt_save_top(const char *path);

/* The whole memory behind a tensor as a record. */
int rt_save_storage(struct rt_zip_writer *zip, const char *name, struct rt_tensor *tensor, struct rt_error *err);
/* A record of so many zeros. */
int rt_save_zeros(struct rt_zip_writer *zip, const char *name, uint64_t count, struct rt_error *err);
/* A record as a tensor of one dimension on a device; `map`: where it can be, as a private view of the file. */
struct rt_tensor *rt_load_storage(const struct rt_zip_reader *zip, const struct rt_zip_entry *entry, int64_t numel,
                                  enum rt_dtype dtype, struct rt_device *device, bool map, struct rt_error *err);
/* The first bytes of a file as a tensor of bytes: shared with it (which makes it as long as that), or a private view.
 */
struct rt_tensor *rt_map_file(const char *path, bool shared, uint64_t bytes, struct rt_error *err);

#endif
