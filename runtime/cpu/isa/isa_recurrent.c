/* The loops of recurrent layers for both float types: the gates of one step of one sequence. */
#include "isa.h"

#define T float
#define SIGMOID NAME(f32_map)[RT_MAP_sigmoid]
#define TANH NAME(f32_map)[RT_MAP_tanh]
#define FUNCTION(name) name##_f32
#include "isa_recurrent.h"
#undef T
#undef SIGMOID
#undef TANH
#undef FUNCTION

#define T double
#define SIGMOID NAME(f64_map)[RT_MAP_sigmoid]
#define TANH NAME(f64_map)[RT_MAP_tanh]
#define FUNCTION(name) name##_f64
#include "isa_recurrent.h"

#define LOOPS(type)                                                                                                    \
    {                                                                                                                  \
        plain_##type, plain_back_##type, lstm_##type, lstm_back_##type, gru_##type, gru_back_##type, sum_##type        \
    }
const struct rt_recurrent_loops NAME(recurrent)[2] = {[RT_LOOP_F32] = LOOPS(f32), [RT_LOOP_F64] = LOOPS(f64)};
