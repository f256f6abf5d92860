/* Names of the node kinds. */
#include "front/ast.h"

static const char *const kind_names[] = {
#define AST_NODE(KIND, struct_name, Name, fields) #Name,
#include "front/ast.def"
};

const char *lang_ast_kind_name(enum ast_kind kind)
{
    return kind < AST_KIND_COUNT ? kind_names[kind] : "?";
}
