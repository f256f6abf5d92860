/* bind.h: `torch` as a module of the language. The one header of this folder that the program includes. Owns the
 * translation between the language's values and the runtime's tensors, and the embedded library (kernel/prelude). Knows
 * lang.h and runtime.h; must not know Jupyter. */
#ifndef BIND_H
#define BIND_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct lang_thread;

struct bind_options {
    atomic_int *interrupt; /* the flag that kernels read between tiles (the same as lang_host's); NULL: none */
    int sim_gpus;          /* simulated CUDA devices: N, 0 none, -1 what TENSOR_SIM_GPUS says */
    size_t sim_memory;     /* bytes of each; 0: the runtime's default */
    /* As in lang_options: may the process grow by so many bytes? NULL: it may. */
    bool (*headroom)(size_t bytes);
};

/* Registers `torch` and its submodules with the vm of t; cheap: everything is made at the first import. Once per
 * process. 0, or -1 with the exception on the thread (memory; a bad number of simulated devices). options may be NULL.
 */
int bind_install(struct lang_thread *t, const struct bind_options *options);
/* The number of the cell that runs from now on, which late errors of devices name; 0: none. */
void bind_cell(long long number);
/* Ends the processes that loaders have forked: after an interrupt nobody waits for them. The caller holds the lock. */
void bind_workers_interrupt(void);
/* Before lang_vm_free: drops the references that the binding keeps (interned names, classes, cached functions). */
void bind_shutdown(struct lang_thread *t);
/* The version that `torch.__version__` shows. */
const char *bind_torch_version(void);

#endif
