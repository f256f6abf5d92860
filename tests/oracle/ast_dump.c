/* Prints the tree of a Python source in the form that ast_diff.py makes of CPython's own tree, so that the two can be
 * compared as text. Usage: ast_dump [-s] [-e] [-c] [-i] FILE ... (- reads standard input). -s also runs the scope pass
 * and prints the scopes instead; -e prints errors as one line; -c parses cells; -i says "incomplete input"; -t prints a
 * cell's translation; -b N parses N times and prints the speed. */
#include "front/scope.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void dump(struct ast_node *node, int quiet);

static void print_place(const struct ast_node *node, int quiet)
{
    if (!quiet)
        printf("@%u:%u-%u:%u", node->line, node->col, node->end_line, node->end_col);
}

static void print_hex(const char *bytes, size_t len)
{
    for (size_t i = 0; i < len; i++)
        printf("%02x", (unsigned char)bytes[i]);
}

/* A big integer as hexadecimal digits, by school arithmetic. */
static void print_big(const struct ast_value *value)
{
    size_t room = value->text.len / 2 + 2, used = 1;
    unsigned char *bytes = calloc(room, 1);
    if (bytes == NULL)
        return;
    for (size_t i = 0; i < value->text.len; i++) {
        char c = value->text.bytes[i];
        unsigned carry = (unsigned)(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
        for (size_t j = 0; j < used || carry != 0; j++) {
            carry += bytes[j] * (unsigned)value->base;
            bytes[j] = (unsigned char)carry;
            carry >>= 8;
            if (j >= used)
                used = j + 1;
        }
    }
    while (used > 1 && bytes[used - 1] == 0)
        used--;
    printf("%x", bytes[used - 1]);
    for (size_t i = used - 1; i-- > 0;)
        printf("%02x", bytes[i]);
    free(bytes);
}

static void print_value(const struct ast_value *value)
{
    uint64_t bits;
    static const char *const words[] = {"None", "True", "False", "Ellipsis"};
    switch (value->type) {
    case AST_VALUE_INT:
        printf("int:");
        if (value->fits)
            printf("%llx", (unsigned long long)value->integer);
        else
            print_big(value);
        break;
    case AST_VALUE_FLOAT:
    case AST_VALUE_COMPLEX:
        memcpy(&bits, &value->real, 8);
        printf("%s:%016llx", value->type == AST_VALUE_FLOAT ? "float" : "complex", (unsigned long long)bits);
        break;
    case AST_VALUE_STR:
    case AST_VALUE_BYTES:
        printf(value->type == AST_VALUE_STR ? value->has_u ? "ustr:" : "str:" : "bytes:");
        print_hex(value->text.bytes, value->text.len);
        break;
    default:
        printf("%s", words[value->type]);
    }
}

static void print_list(const char *name, const struct ast_list *list, int quiet)
{
    printf(" %s=[", name);
    for (uint32_t i = 0; i < list->count; i++) {
        if (i != 0)
            printf(" ");
        if (list->items[i] == NULL)
            printf("None");
        else
            dump(list->items[i], quiet);
    }
    printf("]");
}

static void print_opt(const char *name, struct ast_node *node, int quiet)
{
    printf(" %s=", name);
    if (node == NULL)
        printf("None");
    else
        dump(node, quiet);
}

static void print_names(const char *name, const struct ast_names *names)
{
    printf(" %s=[", name);
    for (uint32_t i = 0; i < names->count; i++)
        printf("%s%s", i != 0 ? " " : "", names->items[i]->text);
    printf("]");
}

static const char *const binary_names[] = {
#define AST_BINARY(OP, Class, text) #Class,
#include "front/ast.def"
};
static const char *const unary_names[] = {
#define AST_UNARY(OP, Class, text) #Class,
#include "front/ast.def"
};
static const char *const compare_names[] = {
#define AST_COMPARE(OP, Class, text) #Class,
#include "front/ast.def"
};
static const char *const boolean_names[] = {
#define AST_BOOLEAN(OP, Class, text) #Class,
#include "front/ast.def"
};

static const char *operator_name(const struct ast_node *node, uint8_t op)
{
    if (node->kind == AST_UNARY_OP)
        return unary_names[op];
    return node->kind == AST_BOOL_OP ? boolean_names[op] : binary_names[op];
}

/* One case per kind, made from the fields of its row. */
static void print_fields(struct ast_node *node, int quiet)
{
    int inner = quiet || node->kind == AST_FORMATTED_VALUE;
    switch (node->kind) {
#define F_NODE(f) print_opt(#f, n->f, inner);
#define F_OPT(f) print_opt(#f, n->f, inner);
#define F_LIST(f) print_list(#f, &n->f, quiet);
#define F_NAME(f) printf(" %s=%s", #f, n->f->text);
#define F_OPT_NAME(f) printf(" %s=%s", #f, n->f == NULL ? "None" : n->f->text);
#define F_NAMES(f) print_names(#f, &n->f);
#define F_INT(f) printf(" %s=%d", #f, n->f);
#define F_OP(f) printf(" %s=%s", #f, operator_name(node, n->f));
#define F_OPS(f)                                                                                                       \
    for (uint32_t i = 0; i < n->comparators.count; i++)                                                                \
        printf(" %s", compare_names[n->f[i]]);
#define F_EXTRA(type, f)
#define AST_NODE(KIND, struct_name, Name, fields)                                                                      \
    case AST_##KIND: {                                                                                                 \
        struct ast_##struct_name *n = ast_as_##struct_name(node);                                                      \
        (void)n;                                                                                                       \
        fields break;                                                                                                  \
    }
#include "front/ast.def"
    default:
        break;
    }
}

static bool is_async(struct ast_node *node)
{
    switch (node->kind) {
    case AST_FUNCTION_DEF:
        return ast_as_function_def(node)->is_async;
    case AST_FOR:
        return ast_as_for(node)->is_async;
    case AST_WITH:
        return ast_as_with(node)->is_async;
    default:
        return false;
    }
}

static void dump(struct ast_node *node, int quiet)
{
    static const char *const contexts[] = {"Load", "Store", "Del"};
    printf("(%s%s", is_async(node) ? "Async" : "", lang_ast_kind_name(node->kind));
    switch (node->kind) {
    case AST_MODULE:
    case AST_EXPRESSION:
    case AST_INTERACTIVE:
    case AST_ARGUMENTS:
    case AST_COMPREHENSION:
    case AST_WITHITEM:
    case AST_MATCH_CASE:
        break;
    default:
        print_place(node, quiet);
    }
    print_fields(node, quiet);
    switch (node->kind) {
    case AST_NAME:
    case AST_ATTRIBUTE:
    case AST_SUBSCRIPT:
    case AST_STARRED:
    case AST_LIST:
    case AST_TUPLE:
        printf(" %s", contexts[node->ctx]);
        break;
    case AST_CONSTANT:
        printf(" ");
        print_value(&ast_as_constant(node)->value);
        break;
    case AST_MATCH_SINGLETON:
        printf(" ");
        print_value(&ast_as_match_singleton(node)->value);
        break;
    default:
        break;
    }
    printf(")");
}

/* ---- scopes, in the form of ast_diff.py's walk over symtable ---- */

static void dump_scope(const struct lang_scope *scope, int depth)
{
    static const char *const kinds[] = {"module", "class", "function", "lambda", "comprehension", "comprehension"};
    static const char *const symbol_kinds[] = {"name", "local", "cell", "free", "global", "implicit"};
    printf("%*s%s %s", depth * 2, "", kinds[scope->kind], scope->name == NULL ? "-" : scope->name->text);
    printf("%s\n", scope->is_generator && scope->kind != LANG_SCOPE_GENERATOR ? " generator" : "");
    for (uint32_t i = 0; i < scope->symbol_count; i++) {
        const struct lang_symbol *symbol = scope->symbols[i];
        printf("%*s %s %s index=%u parameter=%d free=%d\n", depth * 2, "", symbol->name->text,
               symbol_kinds[symbol->kind], symbol->index, symbol->parameter, symbol->free);
    }
    for (uint32_t i = 0; i < scope->free_count; i++)
        printf("%*s  free %u %s <- %s %u\n", depth * 2, "", i, scope->frees[i].name->text,
               scope->frees[i].from_cell ? "cell" : "free", scope->frees[i].index);
    for (const struct lang_scope *child = scope->first_child; child != NULL; child = child->next_sibling)
        dump_scope(child, depth + 1);
}

/* ---- the program ---- */

static char *read_all(FILE *file, size_t *len)
{
    size_t room = 1 << 16;
    char *text = malloc(room);
    *len = 0;
    while (text != NULL) {
        *len += fread(text + *len, 1, room - *len, file);
        if (*len < room)
            return text;
        char *grown = realloc(text, room * 2);
        if (grown == NULL)
            free(text);
        text = grown;
        room *= 2;
    }
    return NULL;
}

static void print_error(const struct lang_syntax_error *error)
{
    printf("%s|%s|%u|%d|%u|%d|%.*s\n", error->class_name, error->message, error->line, error->col, error->end_line,
           error->end_col, (int)error->text_len, error->text == NULL ? "" : error->text);
}

struct settings {
    struct lang_parse_options options;
    bool scopes, errors, translate;
    int times;
};

static void measure(const char *text, size_t len, const struct settings *settings)
{
    struct timespec start, end;
    struct lang_syntax_error error;
    struct lang_parse_result result;
    struct lang_scope *scope;
    double parse = 0, analyze = 0;
    for (int i = 0; i < settings->times; i++) {
        struct lang_arena arena;
        lang_arena_init(&arena, 0);
        clock_gettime(CLOCK_MONOTONIC, &start);
        int status = lang_parse(&arena, text, len, &settings->options, &result, &error);
        clock_gettime(CLOCK_MONOTONIC, &end);
        parse += (double)(end.tv_sec - start.tv_sec) + 1e-9 * (double)(end.tv_nsec - start.tv_nsec);
        if (status == 0) {
            lang_scope_analyze(&arena, &result, &scope, &error);
            clock_gettime(CLOCK_MONOTONIC, &start);
            analyze += (double)(start.tv_sec - end.tv_sec) + 1e-9 * (double)(start.tv_nsec - end.tv_nsec);
        }
        lang_arena_free(&arena);
    }
    double mb = (double)len * settings->times / 1e6;
    printf("parse %.1f MB/s, scopes %.1f MB/s, both %.1f MB/s\n", mb / parse, mb / analyze, mb / (parse + analyze));
}

static int process(const char *text, size_t len, const struct settings *settings)
{
    struct lang_arena arena;
    struct lang_parse_result result;
    struct lang_syntax_error error;
    struct lang_scope *scope;
    lang_arena_init(&arena, 0);
    int status;
    if (settings->translate) {
        const char *out;
        size_t out_len;
        status = lang_cell_translate(&arena, text, len, &out, &out_len, &error);
        if (status == 0)
            fwrite(out, 1, out_len, stdout);
    } else {
        status = lang_parse(&arena, text, len, &settings->options, &result, &error);
        if (status == 0 && (settings->scopes || settings->errors))
            status = lang_scope_analyze(&arena, &result, &scope, &error);
        if (status == 0) {
            for (struct lang_syntax_warning *w = settings->errors ? result.warnings : NULL; w != NULL; w = w->next)
                printf("SyntaxWarning|%s|%u\n", w->message, w->line);
            if (settings->errors)
                printf("OK%s\n", result.last_expr_suppressed ? " suppressed" : "");
            else if (settings->scopes)
                dump_scope(scope, 0);
            else
                dump(result.root, 0), printf("\n");
        }
    }
    if (status < 0)
        print_error(&error);
    lang_arena_free(&arena);
    return status;
}

/* Standard input as a sequence of texts, each `length newline bytes`: one answer each, followed by a line "--". */
static int process_stream(const struct settings *settings)
{
    size_t len;
    int mode;
    struct settings each = *settings;
    while (scanf("%d %zu", &mode, &len) == 2 && getchar() == '\n') {
        char *text = malloc(len + 1);
        if (text == NULL || fread(text, 1, len, stdin) != len) {
            free(text);
            return 1;
        }
        each.options.mode = (enum lang_parse_mode)mode;
        if (mode == 3) {
            uint32_t indent = 0;
            static const char *const words[] = {"complete", "incomplete", "invalid"};
            enum lang_complete_status status = lang_is_complete(text, len, &indent);
            printf("%s %u\n", words[status], status == LANG_INCOMPLETE ? indent : 0);
        } else {
            process(text, len, &each);
        }
        printf("\n--\n"); /* the answer may lack a newline at its end */
        fflush(stdout);
        free(text);
    }
    return 0;
}

int main(int argc, char **argv)
{
    struct settings settings = {0};
    int failures = 0;
    bool stream = false;
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] == '-' && argv[i][1] != '\0') {
            switch (argv[i][1]) {
            case 's':
                settings.scopes = true;
                break;
            case 'e':
                settings.errors = true;
                break;
            case 'c':
                settings.options.cell = true;
                break;
            case 'i':
                settings.options.incomplete_input = true;
                break;
            case 't':
                settings.translate = true;
                break;
            case 'm':
                stream = true;
                break;
            case 'b':
                settings.times = atoi(argv[i] + 2);
                break;
            default:
                return 2;
            }
            continue;
        }
        FILE *file = strcmp(argv[i], "-") == 0 ? stdin : fopen(argv[i], "rb");
        size_t len;
        char *text = file == NULL ? NULL : read_all(file, &len);
        if (text == NULL) {
            fprintf(stderr, "ast_dump: cannot read %s\n", argv[i]);
            return 2;
        }
        if (settings.times > 0)
            measure(text, len, &settings);
        else
            failures += process(text, len, &settings) < 0;
        free(text);
        if (file != stdin)
            fclose(file);
    }
    return stream ? process_stream(&settings) : failures != 0;
}
