/* Is this text a whole cell? The table of IPython's answers. tests/oracle/cell_escapes.py asks IPython itself. */
#include "harness.h"
#include "front/parser.h"

struct row {
    const char *text;
    enum lang_complete_status status;
    uint32_t indent;
};

static void check(const struct row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t indent = 99;
        enum lang_complete_status status = lang_is_complete(rows[i].text, strlen(rows[i].text), &indent);
        CHECK_MSG(status == rows[i].status && indent == rows[i].indent, "%s: %d, %u", rows[i].text, (int)status,
                  indent);
    }
}

#define CHECK_ROWS(rows) check(rows, sizeof rows / sizeof *rows)

TEST(whole_cells_are_complete)
{
    static const struct row rows[] = {
        {"", LANG_COMPLETE, 0},
        {"  ", LANG_COMPLETE, 0},
        {"\n", LANG_COMPLETE, 0},
        {"# c", LANG_COMPLETE, 0},
        {"1", LANG_COMPLETE, 0},
        {"x = 1;", LANG_COMPLETE, 0},
        {"if x:\n    y\n", LANG_COMPLETE, 0},
        {"if x:\n    y\n\n", LANG_COMPLETE, 0},
        {"if x:\n    y\n    ", LANG_COMPLETE, 0},
        {"def f():\n    return 1\n", LANG_COMPLETE, 0},
        {"if x: y", LANG_COMPLETE, 0},
        {"class A: pass", LANG_COMPLETE, 0},
        {"%time", LANG_COMPLETE, 0},
        {"x = !ls", LANG_COMPLETE, 0},
        {"x?", LANG_COMPLETE, 0},
        {"%cd (", LANG_COMPLETE, 0},
        {"%%time\nx=1\n\n", LANG_COMPLETE, 0},
        {"await x", LANG_COMPLETE, 0},
        {"x = \\\n1", LANG_COMPLETE, 0},
        {"f(1,\n  2)", LANG_COMPLETE, 0},
    };
    CHECK_ROWS(rows);
}

TEST(unfinished_cells_say_how_far_to_indent)
{
    static const struct row rows[] = {
        {"if x:", LANG_INCOMPLETE, 4},
        {"if x:\n", LANG_INCOMPLETE, 4},
        {"lambda x:", LANG_INCOMPLETE, 4},
        {"a:", LANG_INCOMPLETE, 4},
        {"if x:\n    y", LANG_INCOMPLETE, 4},
        {"while True:\n  a", LANG_INCOMPLETE, 2},
        {"if x:\n    if y:", LANG_INCOMPLETE, 8},
        {"if x:\n    if y:\n        z", LANG_INCOMPLETE, 8},
        {"try:\n    a\n", LANG_INCOMPLETE, 4},
        {"@dec", LANG_INCOMPLETE, 0},
        {"(", LANG_INCOMPLETE, 0},
        {"(1,\n", LANG_INCOMPLETE, 0},
        {"[1,\n 2", LANG_INCOMPLETE, 1},
        {"[\n    1,", LANG_INCOMPLETE, 4},
        {"'''abc\ndef", LANG_INCOMPLETE, 0},
        {"x = \\", LANG_INCOMPLETE, 0},
        {"!ls \\", LANG_INCOMPLETE, 0},
        {"f'{x", LANG_INCOMPLETE, 0},
        {"if x:\n  %time 1", LANG_INCOMPLETE, 2},
        {"%%time\nx=1\n", LANG_INCOMPLETE, 0},
    };
    CHECK_ROWS(rows);
}

TEST(wrong_cells_are_invalid)
{
    static const struct row rows[] = {
        {"'abc", LANG_INVALID, 0},
        {"1 +", LANG_INVALID, 0},
        {"a b", LANG_INVALID, 0},
        {"x = = 1", LANG_INVALID, 0},
        {")", LANG_INVALID, 0},
        {"import", LANG_INVALID, 0},
        {"$", LANG_INVALID, 0},
        {"return", LANG_INVALID, 0},
        {"yield", LANG_INVALID, 0},
        {"if x:\n    break", LANG_INVALID, 0},
        {"if 1:\n    a\n  b", LANG_INVALID, 0},
        {"\xff", LANG_INVALID, 0},
    };
    CHECK_ROWS(rows);
}

static int ask(void *data)
{
    uint32_t indent;
    lang_is_complete(data, strlen(data), &indent);
    return 0;
}

TEST(allocations_may_fail)
{
    char text[] = "if x:\n    !ls\n    y = [1, 2]\n    z?\n";
    harness_fail_loop(ask, text, 1, 0);
}

HARNESS_MAIN
