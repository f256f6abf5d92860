/* lib_ast.h: trees of the module ast and those of the parser. */
#ifndef LANG_LIB_AST_H
#define LANG_LIB_AST_H

#include "front/ast.h"
#include "lang.h"

/* The code of a tree of the module ast; root: the class that its root has to be of. */
struct lang_code *lang_ast_compile(struct lang_thread *t, lang_value tree, const char *root, struct lang_source *source,
                                   unsigned flags);
/* Whether a tree that was made of nodes is one that a program can have; -1 with ValueError or TypeError. */
int lang_ast_check(struct lang_thread *t, struct ast_node *root);

#endif
