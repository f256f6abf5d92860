/* str_split.h: methods of str that cut and join. Private to types/. */
#ifndef LANG_STR_SPLIT_H
#define LANG_STR_SPLIT_H

#include "types.h"

lang_value lang_str_m_split(struct lang_thread *t, const lang_value *args);
lang_value lang_str_m_rsplit(struct lang_thread *t, const lang_value *args);
lang_value lang_str_m_splitlines(struct lang_thread *t, const lang_value *args);
lang_value lang_str_m_partition(struct lang_thread *t, const lang_value *args);
lang_value lang_str_m_rpartition(struct lang_thread *t, const lang_value *args);
lang_value lang_str_m_join(struct lang_thread *t, const lang_value *args);

#endif
