/* save_program.c: reads a file of torch.save and writes what it holds to another one, for save_diff.py.
 *
 * Usage: save_program FROM TO [map]: with a third argument the storages are mapped. */
#include "serialize/save.h"

#include <stdio.h>

int main(int argc, char **argv)
{
    struct rt_error err = {0};
    struct rt_pickle_value *value = argc < 3 ? NULL : rt_load_file(argv[1], NULL, NULL, argc > 3, &err);
    int status = value ? rt_save_file(argv[2], value, &err) : -1;
    if (status < 0)
        printf("%s: %s\n", rt_error_class(err.code), err.text);
    rt_pickle_unref(value);
    return status < 0;
}
