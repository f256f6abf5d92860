/* The maps of ops/elementwise.def whose IN_ domains are 1, as cases of a switch: see cuda_pointwise.cuh. */
#define RT_MAP(name, domain, result, ...) RT_CAT(RT_IF_, IN_##domain)(case RT_MAP_##name : return (T)(__VA_ARGS__);)
#define RT_ZIP(...)
#include "ops/elementwise.def"
#undef RT_MAP
#undef RT_ZIP
