/* The inner loops of convolutions (cpu_conv.h), compiled once per instruction set. The body is in isa_conv.h. */
#include "cpu/conv/cpu_conv.h"

#include <string.h>

#define JOIN2(a, b) a##_##b
#define JOIN(a, b) JOIN2(a, b)

#define T float
#define NAME(x) x##32
#include "cpu/isa/isa_conv.h"
#undef T
#undef NAME

#define T double
#define NAME(x) x##64
#include "cpu/isa/isa_conv.h"

const struct rt_conv_loops JOIN(rt_conv, RT_ISA)[2] = {
    {unfold32, fold32, plane32, plane_input32},
    {unfold64, fold64, plane64, plane_input64},
};
