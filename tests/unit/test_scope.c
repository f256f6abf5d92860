/* What each name of each block means. tests/oracle/scope_diff.py compares the same with CPython over its library. */
#include "harness.h"
#include "front/scope.h"

struct run {
    struct lang_arena arena;
    struct lang_parse_result result;
    struct lang_syntax_error error;
    struct lang_scope *module;
};

static bool analyze(struct run *run, const char *text)
{
    struct lang_parse_options options = {.mode = LANG_PARSE_EXEC};
    lang_arena_init(&run->arena, 0);
    return lang_parse(&run->arena, text, strlen(text), &options, &run->result, &run->error) == 0 &&
           lang_scope_analyze(&run->arena, &run->result, &run->module, &run->error) == 0;
}

/* The scope on a path of child numbers, as "0" or "0/1". */
static struct lang_scope *scope_at(struct run *run, const char *path)
{
    struct lang_scope *scope = run->module;
    for (; *path != '\0' && scope != NULL; path++) {
        if (*path == '/')
            continue;
        scope = scope->first_child;
        for (int i = *path - '0'; i > 0 && scope != NULL; i--)
            scope = scope->next_sibling;
    }
    return scope;
}

static struct lang_symbol *symbol(struct run *run, const char *path, const char *name)
{
    struct lang_scope *scope = scope_at(run, path);
    return scope == NULL ? NULL : lang_scope_find(scope, lang_names_find(run->result.names, name, strlen(name)));
}

static int kind(struct run *run, const char *path, const char *name)
{
    struct lang_symbol *found = symbol(run, path, name);
    return found == NULL ? -1 : found->kind;
}

TEST(parameters_come_first)
{
    struct run run;
    REQUIRE(analyze(&run, "def f(a, /, b, *c, d=1, **e):\n  x = 1\n  y = x\n"));
    struct lang_scope *scope = scope_at(&run, "0");
    CHECK_INT(scope->posonly_count, 1);
    CHECK_INT(scope->positional_count, 2);
    CHECK_INT(scope->kwonly_count, 1);
    CHECK_INT(scope->param_count, 5);
    CHECK_INT(scope->local_count, 7);
    static const char *const names[] = {"a", "b", "d", "c", "e", "x", "y"};
    for (uint32_t i = 0; i < 7; i++)
        CHECK_STR(scope->locals[i]->name->text, names[i]);
    CHECK_INT(kind(&run, "", "f"), LANG_SYMBOL_NAME);
    lang_arena_free(&run.arena);
}

TEST(captured_names_become_cells)
{
    struct run run;
    REQUIRE(analyze(&run, "def f(a):\n  x = 1\n  def g():\n    def h():\n      return x, a, y\n    return h\n"));
    CHECK_INT(kind(&run, "0", "x"), LANG_SYMBOL_CELL);
    CHECK_INT(kind(&run, "0", "a"), LANG_SYMBOL_CELL);
    CHECK_INT(symbol(&run, "0", "a")->parameter, 0);
    CHECK_INT(kind(&run, "0/0", "x"), LANG_SYMBOL_FREE); /* passes through */
    CHECK_INT(kind(&run, "0/0/0", "x"), LANG_SYMBOL_FREE);
    CHECK_INT(kind(&run, "0/0/0", "y"), LANG_SYMBOL_GLOBAL_IMPLICIT);
    struct lang_scope *inner = scope_at(&run, "0/0/0"), *middle = scope_at(&run, "0/0");
    CHECK_INT(inner->free_count, 2);
    CHECK(!inner->frees[0].from_cell);
    CHECK(middle->frees[inner->frees[0].index].from_cell);
    lang_arena_free(&run.arena);
}

TEST(a_class_body_is_no_enclosing_scope)
{
    struct run run;
    REQUIRE(
        analyze(&run, "def f():\n  x = 1\n  class A:\n    x = x\n    y = x\n    def m(self):\n      return x, y\n"));
    CHECK_INT(kind(&run, "0/0", "x"), LANG_SYMBOL_NAME);
    CHECK(symbol(&run, "0/0", "x")->free >= 0);
    CHECK_INT(kind(&run, "0/0/0", "x"), LANG_SYMBOL_FREE);
    CHECK_INT(kind(&run, "0/0/0", "y"), LANG_SYMBOL_GLOBAL_IMPLICIT);
    lang_arena_free(&run.arena);
}

TEST(super_needs_the_cell_of_the_class)
{
    struct run run;
    REQUIRE(analyze(&run, "class A:\n  def m(self):\n    return super().m()\n  def n(self): pass\n"));
    struct lang_scope *scope = scope_at(&run, "0");
    CHECK(scope->needs_class_cell);
    CHECK_INT(scope->cell_count, 1);
    CHECK_STR(scope->cells[scope->class_cell]->name->text, "__class__");
    CHECK_INT(scope_at(&run, "0/0")->free_count, 1);
    CHECK(scope_at(&run, "0/0")->frees[0].from_cell);
    CHECK_INT(scope_at(&run, "0/1")->free_count, 0);
    lang_arena_free(&run.arena);
}

TEST(comprehensions_are_functions_of_their_first_iterable)
{
    struct run run;
    REQUIRE(analyze(&run, "def f(a, b):\n  return [x + b for x in a if (w := x)]\n"));
    struct lang_scope *scope = scope_at(&run, "0/0");
    CHECK_INT(scope->kind, LANG_SCOPE_COMPREHENSION);
    CHECK_STR(scope->locals[0]->name->text, ".0");
    CHECK_INT(kind(&run, "0/0", "x"), LANG_SYMBOL_LOCAL);
    CHECK_INT(kind(&run, "0/0", "b"), LANG_SYMBOL_FREE);
    CHECK_INT(kind(&run, "0/0", "a"), -1); /* evaluated outside */
    CHECK_INT(kind(&run, "0", "w"), LANG_SYMBOL_CELL);
    CHECK_INT(kind(&run, "0/0", "w"), LANG_SYMBOL_FREE);
    lang_arena_free(&run.arena);
}

TEST(declarations_are_obeyed)
{
    struct run run;
    REQUIRE(analyze(&run, "def f():\n  global x\n  x = y = 1\n  def g():\n    nonlocal y\n    y = x\n"));
    CHECK_INT(kind(&run, "0", "x"), LANG_SYMBOL_GLOBAL_EXPLICIT);
    CHECK_INT(kind(&run, "0/0", "x"), LANG_SYMBOL_GLOBAL_IMPLICIT);
    CHECK_INT(kind(&run, "0/0", "y"), LANG_SYMBOL_FREE);
    lang_arena_free(&run.arena);
}

TEST(private_names_are_mangled)
{
    struct run run;
    REQUIRE(analyze(&run, "class _C:\n  def m(self, __a):\n    self.__b = __a\n    __c__ = __d.e\n"));
    CHECK_INT(kind(&run, "0/0", "_C__a"), LANG_SYMBOL_LOCAL);
    CHECK_INT(kind(&run, "0/0", "__c__"), LANG_SYMBOL_LOCAL);
    CHECK_INT(kind(&run, "0/0", "_C__d"), LANG_SYMBOL_GLOBAL_IMPLICIT);
    struct ast_class_def *c = ast_as_class_def(ast_as_module(run.result.root)->body.items[0]);
    struct ast_assign *assign = ast_as_assign(ast_as_function_def(c->body.items[0])->body.items[0]);
    CHECK_STR(ast_as_attribute(assign->targets.items[0])->attr->text, "_C__b");
    lang_arena_free(&run.arena);
}

TEST(blocks_say_what_they_are)
{
    struct run run;
    REQUIRE(analyze(&run, "from a import *\ndef f():\n  yield\ndef g():\n  return locals()\ndef h(*a, **k): pass\n"));
    CHECK(run.module->has_star_import);
    CHECK(scope_at(&run, "0")->is_generator);
    CHECK(!scope_at(&run, "1")->is_generator);
    CHECK(scope_at(&run, "1")->calls_locals);
    CHECK(scope_at(&run, "2")->has_varargs && scope_at(&run, "2")->has_varkw);
    lang_arena_free(&run.arena);
}

TEST(errors_speak_as_cpython)
{
    static const struct {
        const char *text, *message;
        int line, col;
    } rows[] = {
        {"def f(a, a): pass", "duplicate argument 'a' in function definition", 1, 10},
        {"def f():\n  x\n  global x", "name 'x' is used prior to global declaration", 3, 3},
        {"def f():\n  x = 1\n  nonlocal x", "name 'x' is assigned to before nonlocal declaration", 3, 3},
        {"def f(x):\n  global x", "name 'x' is parameter and global", 2, 3},
        {"def f():\n  nonlocal x", "no binding for nonlocal 'x' found", 2, 3},
        {"nonlocal x", "nonlocal declaration not allowed at module level", 1, 1},
        {"return 1", "'return' outside function", 1, 1},
        {"yield", "'yield' outside function", 1, 1},
        {"break", "'break' outside loop", 1, 1},
        {"if x:\n  continue", "'continue' not properly in loop", 2, 3},
        {"*a = b", "starred assignment target must be in a list or tuple", 1, 1},
        {"*a", "can't use starred expression here", 1, 1},
        {"a, *b, *c = d", "multiple starred expressions in assignment", 1, 1},
        {"f(a=1, a=2)", "keyword argument repeated: a", 1, 8},
        {"[(yield) for x in y]", "'yield' inside list comprehension", 1, 3},
        {"[x := 1 for x in y]", "assignment expression cannot rebind comprehension iteration variable 'x'", 1, 2},
        {"try: x\nexcept: y\nexcept A: z", "default 'except:' must be last", 2, 1},
        {"def f():\n  from a import *", "import * only allowed at module level", 2, 17},
        {"async def f():\n  yield\n  return 1", "'return' with value in async generator", 3, 3},
        {"await x", "'await' outside function", 1, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct run run;
        if (CHECK_MSG(!analyze(&run, rows[i].text), "%s is accepted", rows[i].text)) {
            CHECK_STR(run.error.message, rows[i].message);
            CHECK_MSG((int)run.error.line == rows[i].line && run.error.col == rows[i].col, "%s: at %u, %d",
                      rows[i].text, run.error.line, run.error.col);
        }
        lang_arena_free(&run.arena);
    }
}

TEST(a_tree_too_deep_is_a_recursion_error)
{
    static char text[40000];
    struct run run;
    for (int i = 0; i < 10000; i++)
        memcpy(text + 2 * i, "1+", 2);
    strcpy(text + 20000, "1");
    CHECK(!analyze(&run, text));
    CHECK_STR(run.error.class_name, "RecursionError");
    CHECK_STR(run.error.message, "maximum recursion depth exceeded during compilation");
    lang_arena_free(&run.arena);
}

static int analyze_once(void *data)
{
    struct run run;
    int status = analyze(&run, data) ? 0 : -1;
    if (status < 0 && run.error.kind != LANG_SYNTAX_MEMORY)
        FAIL("%s: %s", run.error.class_name, run.error.message);
    lang_arena_free(&run.arena);
    return status;
}

TEST(allocations_may_fail)
{
    char text[8000];
    size_t len = 0;
    while (len < sizeof text - 300)
        len += (size_t)sprintf(text + len,
                               "class C%zu:\n  def m(self, __a, b=1):\n    x%zu = [y for y in b if (z := y)]\n"
                               "    def g():\n      nonlocal b\n      return super().m, x%zu\n    return lambda: g\n",
                               len, len, len);
    harness_fail_loop(analyze_once, text, 1, 0);
}

HARNESS_MAIN
