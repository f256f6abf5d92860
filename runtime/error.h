/* Errors of the runtime: a code, which the binding maps to an exception class, and the text of the message.
   The caller owns the struct; the first error wins. Knows nothing of tensors, devices or the language. */
#ifndef RT_ERROR_H
#define RT_ERROR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* X(code, exception class in the language) */
#define RT_ERRORS(X)                                                                                                   \
    X(RT_OK, "")                                                                                                       \
    X(RT_RUNTIME, "RuntimeError")                                                                                      \
    X(RT_TYPE, "TypeError")                                                                                            \
    X(RT_VALUE, "ValueError")                                                                                          \
    X(RT_INDEX, "IndexError")                                                                                          \
    X(RT_KEY, "KeyError")                                                                                              \
    X(RT_ATTRIBUTE, "AttributeError")                                                                                  \
    X(RT_NOT_IMPLEMENTED, "NotImplementedError")                                                                       \
    X(RT_ASSERTION, "AssertionError")                                                                                  \
    X(RT_OVERFLOW, "OverflowError")                                                                                    \
    X(RT_MEMORY, "MemoryError")                   /* host memory for bookkeeping */                                    \
    X(RT_OUT_OF_MEMORY, "torch.OutOfMemoryError") /* device memory */                                                  \
    X(RT_ACCELERATOR, "torch.AcceleratorError")   /* sticky or ordinal errors of a device */                           \
    X(RT_INTERRUPT, "KeyboardInterrupt")          /* the interrupt flag was seen between tiles */                      \
    X(RT_OS, "OSError")                           /* number holds errno; text is the file's name */                    \
    X(RT_NO_DATA, "NotImplementedError")          /* elements of a meta tensor are asked for */                        \
    X(RT_EOF, "EOFError")                                                                                              \
    X(RT_RECURSION, "RecursionError")                                                                                  \
    X(RT_LINALG, "torch._C._LinAlgError") /* a matrix for which there is no answer */                                  \
    X(RT_FOREIGN, "")                     /* a hook failed; its exception is already set in the language */

enum rt_error_code {
#define X(code, class) code,
    RT_ERRORS(X)
#undef X
};

#define RT_ERROR_TEXT 1600

struct rt_error {
    enum rt_error_code code;
    int number; /* errno for RT_OS */
    char text[RT_ERROR_TEXT];
};

/* Makes err empty. Only the code is touched, so it is cheap. */
static inline void rt_error_clear(struct rt_error *err)
{
    err->code = RT_OK;
}

/* Sets err unless it is already set; always returns -1. */
int rt_error_set(struct rt_error *err, enum rt_error_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Sets RT_MEMORY; always returns -1. */
int rt_error_memory(struct rt_error *err);

/* Name of the exception class of a code ("RuntimeError"); "" for RT_OK and RT_FOREIGN. */
const char *rt_error_class(enum rt_error_code code);

/* Zeros memory. A call, so that the compiler does not write the slow instruction for sizes that it knows. */
void rt_clear(void *memory, size_t size);
/* Allocation of the runtime's own bookkeeping: malloc, realloc and free with a counter that tests can make fail. */
void *rt_alloc(size_t size);
/* n items of so many bytes, and more bytes behind them; NULL also where the size overflows, or n is negative. */
static inline void *rt_alloc_items(int64_t n, size_t size, size_t more)
{
    size_t bytes;

    if (n < 0 || __builtin_mul_overflow((size_t)n, size, &bytes) || bytes > SIZE_MAX / 4)
        return NULL;
    return rt_alloc(bytes + more);
}
void *rt_realloc(void *old, size_t size);
void rt_free(void *memory);
/* Sets a function that is called before memory is taken for a tensor or for bookkeeping: false makes the allocation
   fail. Called from any thread; NULL: none. Once, before the first allocation. */
void rt_alloc_set_headroom(bool (*headroom)(size_t size));
bool rt_alloc_has_headroom(size_t size);
/* Test hook: the n-th following allocation of the runtime (0 = the next) fails once; negative switches it off. */
void rt_alloc_fail_after(long n);

#endif
