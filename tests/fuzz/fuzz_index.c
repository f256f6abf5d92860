/* Fuzz target of indexing: any text between the brackets, of tensors of several shapes and layouts, read and written.
 */
#include "fuzz_tensor.h"

static const char checks[] = OPERANDS "def write(names, name, text, value):\n"
                                      "    names['value'] = value\n"
                                      "    exec(name + '[' + text + '] = value', names)\n"
                                      "    return names[name]\n"
                                      "def check(text):\n"
                                      "    names = operands()\n"
                                      "    for name in ('x', 'a', 's', 'z', 'y', 't', 'n', 'g'):\n"
                                      "        attempt(eval, name + '[' + text + ']', names)\n"
                                      "    for name, value in (('x', 1.5), ('y', torch.ones(3)), ('a', "
                                      "torch.tensor(True)), ('n', 7), ('h', torch.ones(2, 1))):\n"
                                      "        attempt(write, names, name, text, value)\n"
                                      "    return True\n";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > 200)
        return -1;
    fuzz_check(checks, data, size);
    return 0;
}
