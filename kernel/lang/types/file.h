/* file.h: the layout of a file object and the way to open one. */
#ifndef LANG_FILE_H
#define LANG_FILE_H

#include "file_raw.h"

enum file_codec { CODEC_UTF8, CODEC_ASCII, CODEC_LATIN1, CODEC_OTHER };
/* How line ends are read and written: any becomes "\n"; kept; or one certain. */
enum file_newline { NEWLINE_ANY, NEWLINE_KEEP, NEWLINE_LF, NEWLINE_CR, NEWLINE_CRLF };

struct lang_file {
    struct lang_object head;
    struct file_raw raw;
    lang_value name;
    bool text, line_buffered, unbuffered;
    enum file_codec codec;
    enum file_newline newline;
    char mode[16], encoding[32], errors[32];
    struct lang_str *pending; /* text decoded, of which `consumed` code points were read */
    int64_t consumed;
};
static inline struct lang_file *lang_file_of(lang_value v)
{
    return (struct lang_file *)v.o;
}

/* open(file, mode, buffering, encoding, errors, newline, closefd, opener), absent ones UNDEF. */
lang_value lang_file_open(struct lang_thread *t, const lang_value *args);

#endif
