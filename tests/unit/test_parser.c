/* Text to tree: shapes and places, values of literals, errors, depth, cells. The whole grammar is compared with
 * CPython's by tests/oracle/ast_diff.py and syntax_errors.py. */
#include "harness.h"
#include "front/parser.h"

struct run {
    struct lang_arena arena;
    struct lang_parse_result result;
    struct lang_syntax_error error;
};

static bool parse_with(struct run *run, const char *text, struct lang_parse_options options)
{
    lang_arena_init(&run->arena, 0);
    return lang_parse(&run->arena, text, strlen(text), &options, &run->result, &run->error) == 0;
}

static bool parse(struct run *run, const char *text)
{
    return parse_with(run, text, (struct lang_parse_options){.mode = LANG_PARSE_EXEC});
}

static struct ast_node *statement(struct run *run, uint32_t index)
{
    struct ast_list *body = &ast_as_module(run->result.root)->body;
    return index < body->count ? body->items[index] : NULL;
}

/* The value of `text` as one expression statement. The caller frees the arena. */
static struct ast_node *expression(struct run *run, const char *text)
{
    if (!parse(run, text)) {
        FAIL("%s: %s", text, run->error.message);
        return NULL;
    }
    struct ast_node *node = statement(run, 0);
    return node != NULL && node->kind == AST_EXPR ? ast_as_expr(node)->value : NULL;
}

TEST(operators_bind_as_python_binds_them)
{
    struct run run;
    struct ast_node *node = expression(&run, "-a ** -b * c + d < e is not f");
    REQUIRE(node != NULL && node->kind == AST_COMPARE);
    struct ast_compare *compare = ast_as_compare(node);
    CHECK_INT(compare->comparators.count, 2);
    CHECK_INT(compare->ops[0], AST_CMP_LT);
    CHECK_INT(compare->ops[1], AST_CMP_IS_NOT);
    REQUIRE(compare->left->kind == AST_BIN_OP);
    struct ast_bin_op *sum = ast_as_bin_op(compare->left);
    CHECK_INT(sum->op, AST_OP_ADD);
    struct ast_bin_op *product = ast_as_bin_op(sum->left);
    CHECK_INT(product->op, AST_OP_MULT);
    CHECK_INT(product->left->kind, AST_UNARY_OP);
    CHECK_INT(ast_as_unary_op(product->left)->operand->kind, AST_BIN_OP);
    lang_arena_free(&run.arena);
}

TEST(nodes_know_where_they_stand)
{
    struct run run;
    REQUIRE(parse(&run, "x = 1\ny = (a +\n  bc)[0]\n"));
    struct ast_node *node = statement(&run, 1);
    CHECK_INT(node->line, 2);
    CHECK_INT(node->col, 0);
    CHECK_INT(node->end_line, 3);
    CHECK_INT(node->end_col, 8);
    struct ast_node *sum = ast_as_subscript(ast_as_assign(node)->value)->value;
    CHECK_INT(sum->col, 5);
    CHECK_INT(sum->end_line, 3);
    CHECK_INT(sum->end_col, 4);
    lang_arena_free(&run.arena);
}

TEST(a_function_knows_its_block)
{
    struct run run;
    REQUIRE(parse(&run, "@a\n@b\ndef f(x, /, y=1, *, z):\n  'doc'\n  return x\n\n\nend"));
    struct ast_function_def *def = ast_as_function_def(statement(&run, 0));
    CHECK_INT(def->first_line, 1);
    CHECK_INT(def->base.line, 3);
    CHECK_INT(def->base.end_line, 5);
    CHECK_INT(def->body.count, 2);
    CHECK_STR(def->name->text, "f");
    struct ast_arguments *args = ast_as_arguments(def->args);
    CHECK_INT(args->posonlyargs.count, 1);
    CHECK_INT(args->args.count, 1);
    CHECK_INT(args->defaults.count, 1);
    CHECK_INT(args->kwonlyargs.count, 1);
    CHECK(args->kw_defaults.items[0] == NULL);
    lang_arena_free(&run.arena);
}

static struct ast_value value_of(const char *text)
{
    static struct run run;
    lang_arena_free(&run.arena);
    struct ast_node *node = expression(&run, text);
    if (node == NULL || node->kind != AST_CONSTANT) {
        FAIL("%s is no constant", text);
        return (struct ast_value){0};
    }
    return ast_as_constant(node)->value;
}

TEST(numbers_have_their_values)
{
    CHECK_INT(value_of("9223372036854775807").integer, INT64_MAX);
    CHECK_INT(value_of("0xFF_ff").integer, 65535);
    CHECK_INT(value_of("0b101").integer, 5);
    CHECK_INT(value_of("0o17").integer, 15);
    CHECK_INT(value_of("1_000").integer, 1000);
    struct ast_value big = value_of("9223372036854775_808");
    CHECK(!big.fits);
    CHECK_INT(big.base, 10);
    CHECK_STR(big.text.bytes, "9223372036854775808");
    CHECK_INT(value_of("0xFFFFFFFFFFFFFFFFF").base, 16);
    CHECK(value_of("0.1").real == 0.1);
    CHECK(value_of("1e22").real == 1e22);
    CHECK(value_of("123456789012345678e-30").real == 123456789012345678e-30);
    CHECK(value_of("1e400").real == (double)INFINITY);
    CHECK(value_of("4.9e-324").real == 4.9e-324);
    CHECK_INT(value_of("2.5j").type, AST_VALUE_COMPLEX);
}

static void check_text(const char *source, const char *want, size_t len)
{
    struct ast_value value = value_of(source);
    CHECK_INT(value.text.len, len);
    CHECK_MEM(value.text.bytes, want, value.text.len < len ? value.text.len : len);
}

TEST(strings_have_their_characters)
{
    check_text("'a' \"b\" '''c'''", "abc", 3);
    check_text("'\\n\\x41\\101\\u20ac\\U0001F600\\q'", "\nAA\xe2\x82\xac\xf0\x9f\x98\x80\\q", 12);
    check_text("r'\\n'", "\\n", 2);
    check_text("'a\\\nb'", "ab", 2);
    check_text("b'\\xff\\0'", "\xff\0", 2);
    CHECK(value_of("'\\ud800'").has_surrogates);
    CHECK(!value_of("'\xc3\xa9'").is_ascii);
    CHECK(value_of("'e'").is_ascii);
    CHECK(value_of("u'e'").has_u);
}

TEST(f_strings_are_trees)
{
    struct run run;
    struct ast_node *node = expression(&run, "'a' f'b{{{x!r:>{w}}}}{y=}' 'c'");
    REQUIRE(node != NULL && node->kind == AST_JOINED_STR);
    struct ast_list *values = &ast_as_joined_str(node)->values;
    REQUIRE(values->count == 5);
    CHECK_MEM(ast_as_constant(values->items[0])->value.text.bytes, "ab{", 3);
    struct ast_formatted_value *field = ast_as_formatted_value(values->items[1]);
    CHECK_INT(field->conversion, 'r');
    CHECK_INT(field->format_spec->kind, AST_JOINED_STR);
    CHECK_INT(field->value->col, 10); /* its place in the source */
    CHECK_MEM(ast_as_constant(values->items[2])->value.text.bytes, "}y=", 3);
    CHECK_INT(ast_as_formatted_value(values->items[3])->conversion, 'r');
    lang_arena_free(&run.arena);
}

TEST(soft_keywords_are_names_elsewhere)
{
    struct run run;
    REQUIRE(parse(&run, "match = case\nmatch(x)\nmatch[x]\nmatch x:\n  case {'a': [1, *_], **r} if y: pass\n"));
    CHECK_INT(statement(&run, 0)->kind, AST_ASSIGN);
    CHECK_INT(statement(&run, 1)->kind, AST_EXPR);
    CHECK_INT(statement(&run, 2)->kind, AST_EXPR);
    CHECK_INT(statement(&run, 3)->kind, AST_MATCH);
    lang_arena_free(&run.arena);
}

TEST(modes_take_what_they_are_for)
{
    struct run run;
    CHECK(parse_with(&run, "1 + x\n", (struct lang_parse_options){.mode = LANG_PARSE_EVAL}));
    CHECK_INT(run.result.root->kind, AST_EXPRESSION);
    lang_arena_free(&run.arena);
    CHECK(!parse_with(&run, "x = 1", (struct lang_parse_options){.mode = LANG_PARSE_EVAL}));
    lang_arena_free(&run.arena);
    CHECK(parse_with(&run, "x = 1", (struct lang_parse_options){.mode = LANG_PARSE_SINGLE}));
    CHECK_INT(run.result.root->kind, AST_INTERACTIVE);
    lang_arena_free(&run.arena);
}

TEST(lines_are_counted_from_the_first_line_asked_for)
{
    struct run run;
    REQUIRE(parse_with(&run, "a\nb\n", (struct lang_parse_options){.first_line = 10}));
    CHECK_INT(statement(&run, 1)->line, 11);
    lang_arena_free(&run.arena);
    CHECK(!parse_with(&run, "a\nb c\n", (struct lang_parse_options){.first_line = 10}));
    CHECK_INT(run.error.line, 11);
    CHECK_INT(run.error.col, 3);
    lang_arena_free(&run.arena);
}

struct error_row {
    const char *text, *class_name, *message;
    int line, col;
};

static void check_errors(const struct error_row *rows, size_t count, struct lang_parse_options options)
{
    for (size_t i = 0; i < count; i++) {
        struct run run;
        if (CHECK_MSG(!parse_with(&run, rows[i].text, options), "%s is accepted", rows[i].text)) {
            CHECK_STR(run.error.class_name, rows[i].class_name);
            CHECK_STR(run.error.message, rows[i].message);
            CHECK_MSG((int)run.error.line == rows[i].line && run.error.col == rows[i].col, "%s: at %u, %d, not %d, %d",
                      rows[i].text, run.error.line, run.error.col, rows[i].line, rows[i].col);
        }
        lang_arena_free(&run.arena);
    }
}

TEST(errors_speak_as_cpython)
{
    static const struct error_row rows[] = {
        {"x = = 1", "SyntaxError", "invalid syntax", 1, 5},
        {"f(a b)", "SyntaxError", "invalid syntax. Perhaps you forgot a comma?", 1, 3},
        {"print 'a'", "SyntaxError", "Missing parentheses in call to 'print'. Did you mean print(...)?", 1, 1},
        {"f() = 1", "SyntaxError", "cannot assign to function call here. Maybe you meant '==' instead of '='?", 1, 1},
        {"if x = 1: pass", "SyntaxError", "invalid syntax. Maybe you meant '==' or ':=' instead of '='?", 1, 4},
        {"f(a=1, b)", "SyntaxError", "positional argument follows keyword argument", 1, 9},
        {"def f(a=1, b): pass", "SyntaxError", "non-default argument follows default argument", 1, 12},
        {"if x\n  y", "SyntaxError", "expected ':'", 1, 5},
        {"if x:\ny", "IndentationError", "expected an indented block after 'if' statement on line 1", 2, 1},
        {"x\n  y", "IndentationError", "unexpected indent", 2, 2},
        {"x = (1,\ny = 2", "SyntaxError", "'(' was never closed", 1, 5},
        {"{1: 2, 3}", "SyntaxError", "':' expected after dictionary key", 1, 8},
        {"x if y", "SyntaxError", "expected 'else' after 'if' expression", 1, 1},
        {"f'{a b}'", "SyntaxError", "f-string: invalid syntax. Perhaps you forgot a comma?", 1, 2},
        {"f'{}'", "SyntaxError", "f-string: empty expression not allowed", 1, 6},
        {"\xc3\xa9 = \xc3\xa9 \xc3\xa9", "SyntaxError", "invalid syntax", 1, 7},
        {"x = \\", "SyntaxError", "unexpected EOF while parsing", 1, 6},
    };
    check_errors(rows, sizeof rows / sizeof *rows, (struct lang_parse_options){.mode = LANG_PARSE_EXEC});
}

TEST(unfinished_text_is_incomplete_input)
{
    static const struct error_row rows[] = {
        {"print('a'", "SyntaxError", "incomplete input", 1, 10},
        {"if x:", "SyntaxError", "incomplete input", 1, 6},
        {"x = '''abc\nd", "SyntaxError", "incomplete input", 1, 5},
        {"x = \\", "SyntaxError", "incomplete input", 1, 6},
        {"1 +", "SyntaxError", "invalid syntax", 1, 4},
    };
    check_errors(rows, sizeof rows / sizeof *rows, (struct lang_parse_options){.incomplete_input = true});
}

static void check_deep(const char *piece, const char *end, const char *class_name)
{
    enum { TIMES = 100000 };
    size_t piece_len = strlen(piece);
    char *text = malloc(piece_len * TIMES + strlen(end) + 1);
    struct run run;
    if (text == NULL)
        return;
    for (int i = 0; i < TIMES; i++)
        memcpy(text + piece_len * (size_t)i, piece, piece_len);
    strcpy(text + piece_len * TIMES, end);
    bool parsed = parse(&run, text);
    if (class_name == NULL)
        CHECK_MSG(parsed, "%s...: %s", piece, run.error.message);
    else if (CHECK_MSG(!parsed, "%s... is accepted", piece))
        CHECK_STR(run.error.class_name, class_name);
    lang_arena_free(&run.arena);
    free(text);
}

TEST(depth_ends_in_an_error_not_in_a_crash)
{
    check_deep("(", "", "SyntaxError");
    check_deep("[", "", "SyntaxError");
    check_deep("not ", "x", "MemoryError");
    check_deep("-", "x", "MemoryError");
    check_deep("lambda:", "x", "MemoryError");
    check_deep("x if y else ", "z", "MemoryError");
    check_deep("1**", "1", "MemoryError");
    check_deep("x = ", "y", NULL);
    check_deep("1+", "1", NULL); /* the scope pass refuses it */
}

TEST(attempts_do_not_multiply)
{
    char text[4096] = "";
    struct run run;
    for (int i = 0; i < 150; i++)
        strcat(text, "{1:");
    strcat(text, "b c");
    for (int i = 0; i < 150; i++)
        strcat(text, "}");
    CHECK(!parse(&run, text));
    CHECK_STR(run.error.message, "invalid syntax. Perhaps you forgot a comma?");
    lang_arena_free(&run.arena);
}

TEST(a_last_semicolon_is_noticed)
{
    static const struct {
        const char *text;
        bool suppressed;
    } rows[] = {{"1;", true}, {"1 ; # c\n\n# d\n", true}, {"f'{1}';", true}, {"1 # c;", false}, {"'a;'", false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct run run;
        CHECK(parse(&run, rows[i].text));
        CHECK_MSG(run.result.last_expr_suppressed == rows[i].suppressed, "%s", rows[i].text);
        lang_arena_free(&run.arena);
    }
}

TEST(escapes_become_calls)
{
    static const struct {
        const char *cell, *python;
    } rows[] = {
        {"%time x", "get_ipython().run_line_magic('time', 'x')\n"},
        {"!ls 'a'", "get_ipython().system(\"ls 'a'\")\n"},
        {"!!ls", "get_ipython().getoutput('ls')\n"},
        {"x = !ls", "x = get_ipython().getoutput('ls')\n"},
        {"if 1:\n    x = %pwd\n", "if 1:\n    x = get_ipython().run_line_magic('pwd', '')\n"},
        {"a.b?", "get_ipython().run_line_magic('pinfo', 'a.b')\n"},
        {"??x", "get_ipython().run_line_magic('pinfo2', 'x')\n"},
        {"%%time\nx=1\n", "get_ipython().run_cell_magic('time', '', 'x=1\\n')\n"},
        {"!a \\\n b\nx\n", "get_ipython().system('a   b')\nx\n"},
        {",f a b", "f(\"a\", \"b\")\n"},
        {"x = '''\n%time\n'''\n", "x = '''\n%time\n'''\n"},
        {"(7\n%2)\n", "(7\n%2)\n"},
        {"\n\n  x = 1\n  y\n", "x = 1\ny\n"},
        {">>> x\n>>> y\n", "x\ny\n"},
        {"In [3]: x\n   ...: y\n", "x\ny\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct lang_arena arena;
        struct lang_syntax_error error;
        const char *out = NULL;
        size_t len = 0;
        lang_arena_init(&arena, 0);
        CHECK_INT(lang_cell_translate(&arena, rows[i].cell, strlen(rows[i].cell), &out, &len, &error), 0);
        CHECK_MSG(len == strlen(rows[i].python) && memcmp(out, rows[i].python, len) == 0, "%s -> %.*s", rows[i].cell,
                  (int)len, out);
        lang_arena_free(&arena);
    }
}

TEST(a_bad_dedent_in_a_cell_comes_from_the_tokenizer)
{
    struct run run;
    CHECK(!parse_with(&run, "x = = 1\nif 1:\n    a\n  b", (struct lang_parse_options){.cell = true}));
    CHECK(run.error.from_tokenize);
    CHECK_STR(run.error.class_name, "IndentationError");
    CHECK_INT(run.error.line, 4);
    lang_arena_free(&run.arena);
}

static int parse_once(void *data)
{
    struct run run;
    int status = parse_with(&run, data, (struct lang_parse_options){.cell = true, .incomplete_input = true}) ? 0 : -1;
    if (status < 0 && run.error.kind != LANG_SYNTAX_MEMORY)
        FAIL("%s: %s", run.error.class_name, run.error.message);
    lang_arena_free(&run.arena);
    return status;
}

TEST(allocations_may_fail)
{
    char text[12000];
    size_t len = 0;
    while (len < sizeof text - 400)
        len += (size_t)sprintf(text + len,
                               "  def f%zu(a, b=1, *c, **d):\n    x = !ls\n    return f'{a!r:>{b}}' 'x' + "
                               "{1: [y for y in c], **d}[a.b[1:2, ::3]](1.5e300, *c, k=lambda: 2)\n"
                               "  %%time\n  match x:\n    case A(b=[1, *_]): pass\n",
                               len);
    harness_fail_loop(parse_once, text, 1, 0);
}

HARNESS_MAIN
