/* coroutine.h: what generator.c takes from coroutine.c for the types of coroutines and asynchronous generators. */
#ifndef LANG_COROUTINE_H
#define LANG_COROUTINE_H

#include "vm/code.h"
#include "vm/native.h"

lang_value lang_coroutine_await(struct lang_thread *t, const lang_value *args);
extern const struct lang_method lang_async_generator_methods[];

#endif
