/* The zips of ops/elementwise.def whose IN_ domains are 1, as cases of a switch: see cuda_pointwise.cuh. */
#define RT_MAP(...)
#define RT_ZIP(name, domain, result, ...) RT_CAT(RT_IF_, IN_##domain)(case RT_ZIP_##name : return (T)(__VA_ARGS__);)
#include "ops/elementwise.def"
#undef RT_MAP
#undef RT_ZIP
