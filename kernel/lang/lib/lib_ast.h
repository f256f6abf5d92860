/* lib_ast.h: trees of the module ast and those of the parser. */
#ifndef LANG_LIB_AST_H
#define LANG_LIB_AST_H

#include "front/ast.h"
#include "front/parser.h"
#include "lang.h"

/* The code of a tree of the module ast; root: the class that its root has to be of. */
struct lang_code *lang_ast_compile(struct lang_thread *t, lang_value tree, const char *root, struct lang_source *source,
                                   unsigned flags);
/* Whether a tree that was made of nodes is one that a program can have; -1 with ValueError or TypeError. */
int lang_ast_check(struct lang_thread *t, struct ast_node *root);

/* What is made of a parsed text while its arena lives; false: *error says what is wrong with it. */
typedef bool (*lang_parsed_fn)(struct lang_thread *t, struct lang_arena *arena, struct lang_parse_result *result,
                               lang_value *made, struct lang_syntax_error *error);
/* Parses a[0], the source of the file a[1] in the mode a[2], and gives the result to `use`. */
lang_value lang_parse_source(struct lang_thread *t, const lang_value *a, bool incomplete, lang_parsed_fn use);

#endif
