/* Autocasting: which ops, while it is on, have their operands cast to a half type, and which to float32. */
#ifndef RT_AUTOCAST_H
#define RT_AUTOCAST_H

#include "op.h"

/* Is it on for any kind of device, and are we not inside of an op that was cast? What rt_apply looks at. */
extern _Thread_local bool rt_autocasting;

bool rt_autocast_enabled(enum rt_device_type type);
void rt_autocast_enable(enum rt_device_type type, bool on);
enum rt_dtype rt_autocast_dtype(enum rt_device_type type);
void rt_autocast_set_dtype(enum rt_device_type type, enum rt_dtype dtype);
/* Weights that have been cast once are kept while it is on, so that their gradients come together in one place. */
bool rt_autocast_keeps(void);
void rt_autocast_keep(bool on);
void rt_autocast_forget(void);
/* The depth of contexts, after entering (1) or leaving (-1). */
int rt_autocast_nest(int by);

/* Is the type of operands chosen for what bears that name? */
bool rt_autocast_knows(const char *name, size_t length);
/* The tensor as that op takes it: a new reference, the tensor itself where nothing is to be done; NULL on error. */
struct rt_tensor *rt_autocast_take(const char *name, size_t length, struct rt_tensor *t, struct rt_error *err);
/* rt_apply with the operands cast, and nothing cast inside. 1: the op takes them as they are, nothing was done. */
int rt_autocast_apply(struct rt_op *op, const struct rt_arg *args, int nargs, struct rt_results *results,
                      struct rt_error *err);

#endif
