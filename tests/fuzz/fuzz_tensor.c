/* Fuzz target of ops and their arguments: any expression over tensors of many kinds, and the gradient of what it gives.
 */
#include "fuzz_tensor.h"

static const char checks[] = OPERANDS "def gradient(result):\n"
                                      "    if isinstance(result, torch.Tensor) and result.requires_grad:\n"
                                      "        result.sum().backward()\n"
                                      "def check(text):\n"
                                      "    names = operands()\n"
                                      "    attempt(gradient, attempt(eval, text, names))\n"
                                      "    for value in names.values():\n"
                                      "        if isinstance(value, torch.Tensor):\n"
                                      "            repr(value), value._version\n"
                                      "    return True\n";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > 200 || memmem(data, size, "save", 4) || memmem(data, size, "load", 4)) /* files are for nobody */
        return -1;
    fuzz_check(checks, data, size);
    return 0;
}
