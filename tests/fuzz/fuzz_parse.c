/* Fuzz target of the front end: any bytes must lex, parse and scope into a tree or an error, as a program, as a cell
 * and as an expression; and whether a cell is complete can always be told. */
#include "front/parser.h"
#include "front/scope.h"
#include "fuzz_main.h"

#include <stdlib.h>

static void parse(const uint8_t *data, size_t size, enum lang_parse_mode mode, bool cell)
{
    struct lang_arena arena;
    struct lang_parse_options options = {.mode = mode, .cell = cell, .incomplete_input = cell};
    struct lang_parse_result result;
    struct lang_scope *scope;
    struct lang_syntax_error error = {0};
    lang_arena_init(&arena, (size_t)256 << 20);
    int status = lang_parse(&arena, (const char *)data, size, &options, &result, &error);
    if (status == 0)
        status = lang_scope_analyze(&arena, &result, &scope, &error);
    if (status < 0 && !error.class_name)
        abort();
    lang_arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint32_t indent;
    parse(data, size, LANG_PARSE_EXEC, false);
    parse(data, size, LANG_PARSE_EXEC, true);
    parse(data, size, LANG_PARSE_EVAL, false);
    lang_is_complete((const char *)data, size, &indent);
    return 0;
}
