/* Fuzz target of formatting: any text as a specification, as a template of str.format and of `%`, gives a text or one
 * of the exceptions that are documented for it. */
#include "fuzz_eval.h"

static const char checks[] =
    "VALUES = (0, -7, 10**30, True, 2.5, -1e300, float('nan'), 1.5-2j, 'text', 'ä日', None, [1])\n"
    "EXPECTED = (ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError,\n"
    "            MemoryError)\n"
    "def attempt(function, *arguments, **keywords):\n"
    "    try:\n"
    "        result = function(*arguments, **keywords)\n"
    "    except EXPECTED:\n"
    "        return\n"
    "    assert isinstance(result, (str, bytes)), result\n"
    "def check(text):\n"
    "    for value in VALUES:\n"
    "        attempt(format, value, text)\n"
    "        attempt(lambda: text % value)\n"
    "    attempt(text.format, 1, 2.5, 'x', [1, 2], k=1, name=3+4j)\n"
    "    attempt(text.format_map, {'k': 1, 'x': 'y'})\n"
    "    attempt(lambda: text % (1, 2.5, 'x', 4, 5))\n"
    "    attempt(lambda: text % {'k': 5, 'x': 'y'})\n"
    "    attempt(lambda: text.encode() % (1, b'x', 2.5))\n"
    "    return True\n";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_check(checks, data, size);
    return 0;
}
