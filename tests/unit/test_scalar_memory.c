/* Numbers, texts, bytes, formatting and the pretty printer when memory runs out: each expression is evaluated with its
 * first, second, ... allocation of the language failing, until it succeeds. It must end with MemoryError, leave nothing
 * behind, and the same expression must still give its value afterwards. */
#include "harness.h"
#include "formatters.h"

static const char *const expressions[] = {
    "2**200 + 1",
    "3**500 * 7**300",
    "-(2**64)",
    "~(2**64)",
    "abs(-2**70)",
    "2**70 // 3**20",
    "divmod(2**200, 3**40)",
    "2**70 << 100",
    "(2**300) >> 5",
    "2**70 & 3**90",
    "2**70 ^ -3**90",
    "pow(3, 10**30, 10**20 + 7)",
    "pow(3, -1, 10**20 + 7)",
    "10**400 / 10**399",
    "int('1' * 100)",
    "int(' -12_3 ')",
    "int('z' * 40, 36)",
    "str(7**300)",
    "hex(7**300)",
    "int(1e300)",
    "round(10**30 + 5, -3)",
    "(2**100).to_bytes(20, 'big')",
    "int.from_bytes(b'x' * 30, 'little')",
    "(0.1).as_integer_ratio()",
    "float('1' * 100)",
    "float('1_0.5')",
    "(1.5).hex()",
    "float.fromhex('0x1.8p3')",
    "1.5 + 2j",
    "(1 + 2j)**3",
    "complex('1+2j')",
    "repr(1.5j)",
    "f'{1.5:>30,.3f}'",
    "f'{10**30:_d}'",
    "f'{\"abc\":*^20}'",
    "f'{1+2j:.2f}'",
    "f'{65:c}'",
    "f'{1.5:.600f}'",
    "'a' + 'é' * 50",
    "'a' * 1000",
    "'héllo'[1:3]",
    "'héllo 日本'[::-1]",
    "'a b c'.split()",
    "'a,b,c'.split(',')",
    "'a b c'.rsplit(None, 1)",
    "'a\\nb'.splitlines()",
    "'a-b'.partition('-')",
    "'-'.join(['a', 'é', '日'])",
    "'-'.join(c for c in 'abc')",
    "'abc'.replace('b', '日')",
    "'abcb'.replace('b', 'xx')",
    "'abc'.replace('', '-')",
    "'Straße'.upper()",
    "'ΑΣ'.lower()",
    "'they are'.title()",
    "'ab'.center(200, 'é')",
    "'7'.zfill(200)",
    "'a\\tb'.expandtabs(100)",
    "'abc'.translate({97: 'x' * 200})",
    "'abc'.translate(str.maketrans('abc', 'xyz'))",
    "str.maketrans('ab', 'cd', 'e')",
    "'é日'.encode()",
    "'é'.encode('utf-16')",
    "'é日'.encode('ascii', 'xmlcharrefreplace')",
    "b'caf\\xc3\\xa9'.decode()",
    "b'a\\xffb'.decode('utf-8', 'replace')",
    "repr('a\\n\\x00é\\'\"')",
    "ascii('é日😀')",
    "'{} {0!r:>10}'.replace('{0!r:>10}', '{!r:>10}').format(1, 'x')",
    "'{a[0]} {b.real:{w}}'.format(a=[1], b=5, w=20)",
    "'{a}'.format_map({'a': 'v'})",
    "'%s %5d %-8.3f %r %x' % ('a', 5, 1.5, 'q', 2**70)",
    "'%(k)s' % {'k': 1}",
    "b'%s %d' % (b'x', 5)",
    "'x' in 'axb'",
    "'日本' in 'a日本b'",
    "list('añ日')",
    "[c for c in 'añ日']",
    "bytes(range(50))",
    "bytes([1, 2]) + b'x'",
    "b'ab' * 50",
    "b'a b'.split()",
    "b'-'.join([b'a', b'b'])",
    "b'abc'.replace(b'b', b'xx')",
    "b'abc'.hex(':')",
    "bytes.fromhex('00ff')",
    "repr(b'\\x00\\'')",
    "bytearray(b'abc') + b'd'",
    "bytearray(b'abc').pop()",
    "bytearray(5)",
    "list(range(5))",
    "range(2**70)[5]",
    "list(range(2**70, 2**70 + 3))",
    "range(10)[2:5]",
    "list(reversed(range(5)))",
    "hash(range(5))",
    "slice(1, 2, 3).indices(10)",
    "slice(1, 2) == slice(1, 2)",
    "repr(range(0, 10, 2))",
    "S('abc')",
    "I(2**70)",
    "I(5) + 1",
    "F(1.5)",
    "S('abc').upper()",
    "'é'.encode('ascii')",
    "int('x')",
    "b'\\xff'.decode()",
    "'{'.format()",
    "'%d' % 'x'",
};

static const char setup[] =
    "class S(str): pass\nclass I(int): pass\nclass F(float): pass\n"
    "class P:\n    def _repr_pretty_(self, p, cycle):\n        with p.group(2, '<', '>'):\n"
    "            p.text('a'); p.breakable(); p.pretty([1, 'b' * 100])\n"
    "class M:\n    def __repr__(self): return 'M(\\n a\\n)'\n"
    "class H:\n    def _repr_html_(self): return '<b>'\n    def _repr_png_(self): return b'png', {'width': 5}\n"
    "    def _repr_mimebundle_(self, include=None, exclude=None): return {'x/y': {'a': [1, None, 2.5]}}\n"
    "def f(a: int, b='x', *args, c=1, **kw) -> str: pass\n";

static struct lang_vm *vm;
static struct lang_thread *thread;

static bool start(void)
{
    static const struct lang_host host;
    static const struct lang_options options;
    struct lang_source source = {.text = setup, .size = sizeof setup - 1, .filename = "setup.py"};
    lang_value value;
    vm = lang_vm_new(&host, &options);
    thread = vm ? lang_vm_thread(vm) : NULL;
    if (!vm || lang_run(thread, &source, NULL, &value) < 0)
        return false;
    lang_unref(thread, value);
    return true;
}

/* What an expression gives, as text: its repr or the exception. */
static char *outcome(const char *text)
{
    char *answer = NULL;
    lang_value v = lang_eval(thread, text, strlen(text), lang_main_dict(thread), NULL);
    struct lang_str *s = lang_is_error(v) ? NULL : lang_repr(thread, v);
    const char *utf8 = s ? lang_str_utf8(thread, s, NULL) : NULL;
    if (utf8)
        answer = strdup(utf8);
    if (!utf8) {
        struct lang_report report;
        lang_report(thread, LANG_REPORT_PYTHON, &report);
        if (report.ename && asprintf(&answer, "%s: %s", report.ename, report.evalue ? report.evalue : "") < 0)
            answer = NULL;
        lang_report_free(&report);
    }
    lang_xdecref(thread, s);
    lang_unref(thread, v);
    return answer;
}

/* Lets the n-th allocation fail for n = 0, 1, ... until body succeeds. */
static void fail_each(const char *text, bool (*body)(const char *text))
{
    for (int n = 0; n < 5000; n++) {
        lang_alloc_fail_at(n);
        bool done = body(text);
        lang_alloc_fail_at(-1);
        bool error = lang_error_occurred(thread);
        if (done) {
            if (error)
                harness_fail(__FILE__, __LINE__, "%s: allocation %d: an exception is left behind", text, n);
            return;
        }
        if (!error) {
            harness_fail(__FILE__, __LINE__, "%s: allocation %d: failed without an exception", text, n);
            return;
        }
        bool other = !lang_error_is(thread, LANG_EXC_MemoryError);
        lang_error_clear(thread);
        if (other)
            return; /* the expression itself raises: all allocations before that were tried */
    }
    harness_fail(__FILE__, __LINE__, "%s: never ends", text);
}

static bool evaluate(const char *text)
{
    lang_value v = lang_eval(thread, text, strlen(text), lang_main_dict(thread), NULL);
    struct lang_str *s = lang_is_error(v) ? NULL : lang_repr(thread, v);
    lang_unref(thread, v);
    lang_xdecref(thread, s);
    return s != NULL;
}

TEST(expressions_survive_failing_allocations)
{
    REQUIRE(start());
    for (size_t i = 0; i < sizeof expressions / sizeof *expressions; i++) {
        char *before = outcome(expressions[i]);
        fail_each(expressions[i], evaluate);
        char *after = outcome(expressions[i]);
        CHECK_STR(after, before ? before : "");
        free(before);
        free(after);
    }
    lang_vm_free(vm);
}

static bool show(const char *text)
{
    struct kernel_bundle bundle;
    lang_value v = lang_eval(thread, text, strlen(text), lang_main_dict(thread), NULL);
    int r = lang_is_error(v) ? -1 : kernel_format_value(thread, v, &bundle);
    lang_unref(thread, v);
    if (r >= 0)
        kernel_bundle_free(&bundle);
    return r == 0;
}

TEST(showing_survives_failing_allocations)
{
    static const char *const shown[] = {
        "[1, 'a' * 80, {'k': (1, 2)}, {3, 1, 2}, frozenset([1])]",
        "P()",
        "[M(), M()]",
        "H()",
        "[f, int, len, 'a'.join, ValueError('x', 1)]",
        "S('a')",
        "{i: 'x' * i for i in range(30)}",
        "object()",
        "range(3)",
        "type",
        "[super, slice(1)]",
    };
    REQUIRE(start());
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++)
        fail_each(shown[i], show);
    lang_vm_free(vm);
}

HARNESS_MAIN
