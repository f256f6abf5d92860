/* python.h: the Python beside Jupyter, for imports of what the program itself does not have. */
#ifndef PYTHON_H
#define PYTHON_H

#include "lang.h"

/* Answers imports of modules that the language does not have with those of a Python on the machine, which is opened at
 * the first such import. */
void python_provide(struct lang_thread *t);

#endif
