/* Text to tokens: kinds, places, indentation, numbers, and the errors with CPython's words and columns. */
#include "harness.h"
#include "front/lexer.h"
#include "front/scope.h"

struct run {
    struct lang_arena arena;
    struct lang_lexer lexer;
};

static bool lex(struct run *run, const char *text)
{
    lang_arena_init(&run->arena, 0);
    return lang_lexer_init(&run->lexer, &run->arena, text, strlen(text), 1) == 0 && lang_lexer_run(&run->lexer) == 0;
}

static void end(struct run *run)
{
    lang_lexer_free(&run->lexer);
    lang_arena_free(&run->arena);
}

/* The tokens as words: operators and keywords as written, the others by their kind. */
static const char *words_of(const char *text)
{
    static char words[4096];
    struct run run;
    words[0] = '\0';
    if (lex(&run, text)) {
        for (uint32_t i = 0; i < run.lexer.count; i++) {
            strcat(words, i ? " " : "");
            strcat(words, lang_token_text((enum lang_token_kind)run.lexer.tokens[i].kind));
        }
    }
    end(&run);
    return words;
}

TEST(operators_are_as_long_as_they_can_be)
{
    CHECK_STR(words_of("a**=b//c<<=d->e:=f...g..h"), "name **= name // name <<= name -> name := name ... name . . name "
                                                     "newline end of input");
    CHECK_STR(words_of("a!=b<=c>=d==e@=f"), "name != name <= name >= name == name @= name newline end of input");
    CHECK_STR(words_of("a<>b"), "name stray name newline end of input");
}

TEST(keywords_are_no_names)
{
    CHECK_STR(words_of("if not x is None"), "if not name is None newline end of input");
    CHECK_STR(words_of("match case _ print"), "name name name name newline end of input");
}

TEST(strings_take_their_prefixes_with_them)
{
    CHECK_STR(words_of("rb'x' Rb\"\" f'{a}' u'' bu''"), "string string string string name string newline end of input");
    CHECK_STR(words_of("'''a\nb''' 'c\\\nd' \"\"\"\"\"\""), "string string string newline end of input");
}

TEST(numbers_end_where_they_end)
{
    CHECK_STR(words_of("0x1F 0b10 0o17 1_000 1.5e-3j .5 5. 0_0 1if 2else 3"),
              "number number number number number number number number number if number else number newline end of "
              "input");
    CHECK_STR(words_of("1.real"), "error");
    CHECK_STR(words_of("1..real"), "number . name newline end of input");
}

TEST(indentation_opens_and_closes_blocks)
{
    CHECK_STR(words_of("if x:\n    y\n    if z:\n     w\nv\n"),
              "if name : newline indent name newline if name : newline indent name newline dedent dedent name newline "
              "end of input");
    CHECK_STR(words_of("a\n\n   # comment\n\nb"), "name newline name newline end of input");
    CHECK_STR(words_of("if x:\n  y"), "if name : newline indent name newline dedent end of input");
}

TEST(brackets_and_backslashes_join_lines)
{
    CHECK_STR(words_of("f(a,\n   b # c\n)"), "name ( name , name ) newline end of input");
    CHECK_STR(words_of("a = \\\n  b"), "name = name newline end of input");
}

TEST(line_ends_of_every_kind_are_newlines)
{
    CHECK_STR(words_of("a\r\nb\rc"), "name newline name newline name newline end of input");
}

TEST(tokens_know_their_lines_and_bytes)
{
    struct run run;
    REQUIRE(lex(&run, "x = '''a\n\xc3\xa9''' + y"));
    const struct lang_token *string = &run.lexer.tokens[2], *last = &run.lexer.tokens[4];
    CHECK_INT(string->line, 1);
    CHECK_INT(string->end_line, 2);
    CHECK_INT(lang_lexer_col(&run.lexer, string->line, string->start), 4);
    CHECK_INT(last->line, 2);
    CHECK_INT(lang_lexer_col(&run.lexer, last->line, last->start), 8);
    end(&run);
}

TEST(each_spelling_of_a_name_exists_once)
{
    struct run run;
    REQUIRE(lex(&run, "abc d\xc3\xa9"
                      "f abc d\xc3\xa9"
                      "f x"));
    const struct lang_token *t = run.lexer.tokens;
    CHECK_INT(t[0].name, t[2].name);
    CHECK_INT(t[1].name, t[3].name);
    CHECK(t[0].name != t[1].name);
    CHECK(lang_names_find(&run.lexer.names, "abc", 3) == run.lexer.names.items[t[0].name]);
    CHECK(lang_names_find(&run.lexer.names, "if", 2) == NULL);
    CHECK(lang_names_find(&run.lexer.names, "nosuch", 6) == NULL);
    end(&run);
}

TEST(errors_have_the_words_and_columns_of_cpython)
{
    static const struct {
        const char *text, *message;
        int line, col;
    } rows[] = {
        {"1_", "invalid decimal literal", 1, 2},
        {"0b12", "invalid digit '2' in binary literal", 1, 4},
        {"0xg", "invalid hexadecimal literal", 1, 2},
        {"x = 5abc", "invalid decimal literal", 1, 5},
        {"07", "leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal integers", 1,
         1},
        {"x = 'abc\ny", "unterminated string literal (detected at line 1)", 1, 5},
        {"x = '''abc\ny", "unterminated triple-quoted string literal (detected at line 2)", 1, 5},
        {"(]", "closing parenthesis ']' does not match opening parenthesis '('", 1, 2},
        {"(\n]", "closing parenthesis ']' does not match opening parenthesis '(' on line 1", 2, 1},
        {"x)", "unmatched ')'", 1, 2},
        {"\xc3\xa9\xe2\x82\xac", "invalid character '\xe2\x82\xac' (U+20AC)", 1, 2},
        {"a\xc2\xa0 b", "invalid non-printable character U+00A0", 1, 2},
        {"x \\ y", "unexpected character after line continuation character", 1, 4},
        {"if 1:\n  x\n y", "unindent does not match any outer indentation level", 3, 3},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct run run;
        CHECK_MSG(lex(&run, rows[i].text), "%s: out of memory?", rows[i].text);
        CHECK_MSG(run.lexer.stop >= LANG_LEXER_IN_STRING, "%s is accepted", rows[i].text);
        CHECK_STR(run.lexer.error.message, rows[i].message);
        CHECK_INT(run.lexer.error.line, rows[i].line);
        CHECK_INT(run.lexer.error.col, rows[i].col);
        end(&run);
    }
}

TEST(tabs_and_spaces_must_agree)
{
    struct run run;
    REQUIRE(lex(&run, "if 1:\n\tx\n        y"));
    CHECK_STR(run.lexer.error.class_name, "TabError");
    end(&run);
}

TEST(bad_bytes_are_refused_before_anything_else)
{
    struct run run;
    lang_arena_init(&run.arena, 0);
    CHECK_INT(lang_lexer_init(&run.lexer, &run.arena, "a\0b", 3, 1), -1);
    CHECK_STR(run.lexer.error.message, "source code string cannot contain null bytes");
    end(&run);
    CHECK(!lex(&run, "x = '\xff'"));
    CHECK_STR(run.lexer.error.message,
              "(unicode error) 'utf-8' codec can't decode byte 0xff in position 5: invalid start byte");
    end(&run);
    CHECK(!lang_lexer_accepts("\xed\xa0\x80", 3)); /* a surrogate */
    CHECK(!lang_lexer_accepts("\xe2\x82", 2));
    CHECK(lang_lexer_accepts("\xe2\x82\xac", 3));
}

TEST(two_hundred_brackets_are_enough)
{
    char text[512];
    struct run run;
    memset(text, '(', 201);
    text[201] = '\0';
    REQUIRE(lex(&run, text));
    CHECK_STR(run.lexer.error.message, "too many nested parentheses");
    CHECK_INT(run.lexer.error.col, 201);
    end(&run);
}

static int lex_once(void *data)
{
    struct run run;
    int status = lex(&run, data) ? 0 : -1;
    end(&run);
    return status;
}

TEST(allocations_may_fail)
{
    char text[20000];
    size_t len = 0;
    for (int i = 0; len < sizeof text - 40; i++)
        len += (size_t)sprintf(text + len, "name%d = f(%d, 'x')\n", i, i);
    harness_fail_loop(lex_once, text, 1, 0);
}

TEST(an_arena_keeps_its_limit)
{
    struct lang_arena arena;
    lang_arena_init(&arena, 10000);
    CHECK(lang_arena_alloc(&arena, 5000) != NULL);
    CHECK(lang_arena_alloc(&arena, 6000) == NULL);
    CHECK(lang_arena_alloc(&arena, SIZE_MAX) == NULL);
    CHECK(lang_arena_array(&arena, SIZE_MAX / 2, 8) == NULL);
    CHECK(lang_arena_alloc(&arena, 100) != NULL);
    lang_arena_free(&arena);
    CHECK(lang_arena_copy(&arena, "abc", 3) != NULL);
    lang_arena_free(&arena);
}

HARNESS_MAIN
