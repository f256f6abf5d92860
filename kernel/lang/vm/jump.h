/* jump.h: where a trace function may let a frame go on (f_lineno = n). */
#ifndef LANG_JUMP_H
#define LANG_JUMP_H

#include "vm/code.h"

/* What ends a statement or keeps order behind it: it stands under the line of a statement around it, but does not begin
 * that one again. */
bool lang_is_aside(const struct lang_instr *at);
/* The instruction of a line to which the frame may jump from the instruction `from`, before which it stands; -1 with a
 * ValueError. */
int64_t lang_jump_target(struct lang_thread *t, const struct lang_code *code, uint32_t from, int64_t line);
/* Leaves the blocks around `from` that are not around `to`. Runs destructors. */
int lang_jump_leave(struct lang_thread *t, struct lang_frame *f, uint32_t from, uint32_t to);

#endif
