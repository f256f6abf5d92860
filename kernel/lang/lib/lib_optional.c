/* lib_optional.c: opens libraries at the first import that needs them. */
#include "lib_optional.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

/* The next word of *words, which moves behind it; false at the end. */
static bool next_word(const char **words, char *out, size_t size)
{
    const char *from = *words + strspn(*words, " ");
    size_t length = strcspn(from, " ");
    *words = from + length;
    snprintf(out, size, "%.*s", (int)length, from);
    return length;
}

int lang_optional_open(struct lang_thread *t, const char *module, const char *files, const char *names,
                       void **functions)
{
    char word[80];
    void *library = NULL;

    while (!library && next_word(&files, word, sizeof word))
        library = dlopen(word, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return lang_fail(t, LANG_EXC_ModuleNotFoundError, "No module named '%s' (%s cannot be opened)", module, word);
    while (next_word(&names, word, sizeof word))
        if (!(*functions++ = dlsym(library, word)))
            return lang_fail(t, LANG_EXC_ModuleNotFoundError, "No module named '%s' (its library has no %s)", module,
                             word);
    return 0;
}

int lang_optional_absent(struct lang_thread *t, const char *module, const char *library)
{
    return lang_fail(t, LANG_EXC_ModuleNotFoundError, "No module named '%s' (this program was built without %s)",
                     module, library);
}
