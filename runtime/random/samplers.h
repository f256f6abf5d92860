/* Samplers that take an unknown count of uniform numbers: Poisson, binomial, gamma. A backend hands in where its
   numbers come from. Knows no tensor and no generator. */
#ifndef RT_SAMPLERS_H
#define RT_SAMPLERS_H

#include <stdbool.h>

struct rt_random_source {
    void *context;
    double (*uniform)(void *context); /* in [0, 1) */
    double (*normal)(void *context);  /* standard */
};

/* How many events of a rate happen. */
double rt_sample_poisson(const struct rt_random_source *source, double rate);
/* How many of `count` tries succeed; 0 where there is nothing to count, nan where one of them is none. single: in
   float. */
double rt_sample_binomial(const struct rt_random_source *source, double count, double p, bool single);
/* A number of the gamma distribution of shape alpha and scale 1. */
double rt_sample_gamma(const struct rt_random_source *source, double alpha);

#endif
