/* python_plugin.h: what passes between the program and the plugin that opens CPython. The plugin calls the functions of
 * lang.h, object.h and types.h, which the program exports. */
#ifndef PYTHON_PLUGIN_H
#define PYTHON_PLUGIN_H

#include "lang.h"

#define PYTHON_PLUGIN_SYMBOL "tensor_python_plugin"
/* Starts the CPython whose library is in the process: `program` is the path of its interpreter. With the interpreter
 * lock. NULL with a reason. */
typedef const struct lang_foreign *(*python_plugin_fn)(struct lang_thread *t, const char *program, char *reason,
                                                       size_t size);
const struct lang_foreign *tensor_python_plugin(struct lang_thread *t, const char *program, char *reason, size_t size);

#endif
