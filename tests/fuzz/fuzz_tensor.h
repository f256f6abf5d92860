/* What the targets of tensors share: torch without devices (an index out of range ends one for good), and operands of
 * every kind under one-letter names.
 */
#ifndef FUZZ_TENSOR_H
#define FUZZ_TENSOR_H

#include "bind.h"
#include "lang.h"

#define FUZZ_PREPARE(t) bind_install(t, &(struct bind_options){.interrupt = &fuzz_interrupt, .sim_gpus = 0})
#include "fuzz_eval.h"

/* The names an expression may use: no way out of the process */
#define OPERANDS                                                                                                       \
    "import torch\n"                                                                                                   \
    "F, G = torch.nn.functional, torch.Generator()\n"                                                                  \
    "BUILTINS = dict(range=range, slice=slice, list=list, tuple=tuple, dict=dict, len=len, int=int, float=float,\n"    \
    "                bool=bool, complex=complex, max=max, min=min, sum=sum, abs=abs, zip=zip, iter=iter, repr=repr)\n" \
    "def operands():\n"                                                                                                \
    "    x = torch.arange(24.).reshape(2, 3, 4)\n"                                                                     \
    "    return dict(__builtins__=BUILTINS, torch=torch, F=F, G=G, x=x, a=torch.arange(6.).reshape(2, 3), "            \
    "v=torch.tensor([1., -2., 3.]),\n"                                                                                 \
    "                s=torch.tensor(2.5), z=torch.zeros(0, 3), i=torch.tensor([1, 0]), n=torch.arange(6).reshape(2, "  \
    "3),\n"                                                                                                            \
    "                m=torch.tensor([True, False]), k=torch.ones(2, 3) > 2, c=torch.tensor([1 + 2j, -1j]), "           \
    "h=torch.ones(2, 3).half(),\n"                                                                                     \
    "                u=torch.tensor([1, 255], dtype=torch.uint8), g=torch.ones(2, 3, requires_grad=True), y=x[:, "     \
    "::2, 1:],\n"                                                                                                      \
    "                t=torch.ones(3, 2).t(), e=torch.ones(3, 1).expand(3, 4))\n"                                       \
    "def attempt(function, *arguments):\n"                                                                             \
    "    try:\n"                                                                                                       \
    "        result = function(*arguments)\n"                                                                          \
    "        repr(result)\n"                                                                                           \
    "    except (Exception, KeyboardInterrupt):\n"                                                                     \
    "        return None\n"                                                                                            \
    "    return result\n"

#endif
