/* stack_dump.h: the stacks of threads, written to a descriptor where nothing can be asked of the interpreter any more:
 * in the handler of a signal, or beside a thread that keeps the lock. Takes no memory and no lock, and is not told
 * whether what it reads holds still. */
#ifndef TENSOR_STACK_DUMP_H
#define TENSOR_STACK_DUMP_H

struct lang_thread;
struct lang_vm;

/* The thread of the language that the calling thread of the system runs; NULL: none. */
const struct lang_thread *lang_dump_thread(const struct lang_vm *vm);
void lang_dump_text(int fd, const char *text);
/* The frames of a thread under a heading, innermost first: those of the program, or of the library where there are none
 * of the program. who may be NULL. */
void lang_dump_stack(int fd, const struct lang_thread *who);
/* The same of all threads that run; `current`, which may be NULL, is called so. */
void lang_dump_stacks(int fd, const struct lang_vm *vm, const struct lang_thread *current);

#endif
