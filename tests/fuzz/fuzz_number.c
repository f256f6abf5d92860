/* Fuzz target of texts as numbers: int(), float(), complex() and their relatives accept or refuse any text; what they
 * accept survives the way through its own text, and float() agrees with the C library. */
#include "fuzz_eval.h"

#include <ctype.h>
#include <math.h>

static const char checks[] = "def attempt(function, *arguments):\n"
                             "    try:\n"
                             "        return function(*arguments)\n"
                             "    except (ValueError, OverflowError, MemoryError):\n"
                             "        return None\n"
                             "def check(text):\n"
                             "    global parsed\n"
                             "    for base in 0, 2, 10, 16, 36:\n"
                             "        value = attempt(int, text, base)\n"
                             "        if value is not None:\n"
                             "            assert int(hex(value), 16) == value and ~~value == value\n"
                             "            if abs(value) < 10**4000:\n"
                             "                assert int(str(value)) == value, text\n"
                             "    parsed = attempt(float, text)\n"
                             "    if parsed is not None and parsed == parsed:\n"
                             "        assert float(repr(parsed)) == parsed, text\n"
                             "        assert float.fromhex(parsed.hex()) == parsed, text\n"
                             "    value = attempt(float.fromhex, text)\n"
                             "    value = attempt(complex, text)\n"
                             "    if value is not None and value == value:\n"
                             "        assert complex(repr(value)) == value, text\n"
                             "    attempt(int, text.encode())\n"
                             "    attempt(float, text.encode())\n"
                             "    attempt(bytes.fromhex, text)\n"
                             "    return True\n";

/* Digits, one point, one exponent, nothing else: what both sides read alike. */
static bool plain(const char *text)
{
    bool digits = false;
    for (const char *p = text; *p; p++) {
        digits = digits || isdigit((unsigned char)*p);
        if (!strchr("0123456789.eE+-", *p))
            return false;
    }
    return digits;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[128], *end;
    fuzz_check(checks, data, size);
    if (size >= sizeof text || memchr(data, 0, size))
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    if (!plain(text))
        return 0;
    struct lang_thread *t = lang_vm_thread(fuzz_vm);
    lang_value parsed = lang_dict_get_c(t, lang_main_dict(t), "parsed");
    double wanted = strtod(text, &end);
    bool full = *end == '\0';
    if (full != (parsed.tag == LANG_FLOAT) || (full && (wanted != parsed.f || signbit(wanted) != signbit(parsed.f))))
        abort();
    return 0;
}
