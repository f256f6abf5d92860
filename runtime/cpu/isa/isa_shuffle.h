/* Shuffles of vectors by positions known when compiling or not, for compilers that have no built-in of one name. */
#ifndef RT_ISA_SHUFFLE_H
#define RT_ISA_SHUFFLE_H

/* The elements of two vectors that `which` says, a vector of positions that count on from the first into the second.
   clang wants such positions as constants and has no built-in for others. */
#ifdef __clang__
#define RT_ISA_SHUFFLE(a, b, which)                                                                                    \
    __extension__({                                                                                                    \
        const __typeof__(a) one_ = (a), other_ = (b);                                                                  \
        const __typeof__(which) positions_ = (which);                                                                  \
        __typeof__((a) + (b)) mixed_;                                                                                  \
        const int n_ = (int)(sizeof mixed_ / sizeof mixed_[0]);                                                        \
        for (int i_ = 0; i_ < n_; i_++)                                                                                \
            mixed_[i_] = positions_[i_] < n_ ? one_[positions_[i_]] : other_[positions_[i_] - n_];                     \
        mixed_;                                                                                                        \
    })
#else
#define RT_ISA_SHUFFLE(a, b, which) __builtin_shuffle(a, b, which)
#endif

#endif
