/* stack_dump.c: see stack_dump.h. Text goes through a small buffer on the stack; what is not printable ASCII is
 * escaped, as nobody knows what reads the descriptor. */
#include "vm/stack_dump.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include "types/str_impl.h"
#include "vm/code.h"

enum { MAX_DUMPED_FRAMES = 100, MAX_DUMPED_THREADS = 100, MAX_DUMPED_NAME = 500 };

struct dump {
    int fd;
    size_t size;
    char text[512];
};

static void flush(struct dump *d)
{
    for (size_t at = 0; at < d->size;) {
        const ssize_t n = write(d->fd, d->text + at, d->size - at);
        if (n < 0 && errno != EINTR)
            break;
        at += n > 0 ? (size_t)n : 0;
    }
    d->size = 0;
}

static void put(struct dump *d, char c)
{
    if (d->size == sizeof d->text)
        flush(d);
    d->text[d->size++] = c;
}

static void put_text(struct dump *d, const char *text)
{
    while (*text)
        put(d, *text++);
}

static void put_hex(struct dump *d, uint64_t v, int digits)
{
    while (digits--)
        put(d, "0123456789abcdef"[v >> 4 * digits & 15]);
}

static void put_number(struct dump *d, uint32_t v)
{
    char digits[12];
    int n = 0;
    do
        digits[n++] = (char)('0' + v % 10);
    while (v /= 10);
    while (n)
        put(d, digits[--n]);
}

static void put_character(struct dump *d, uint32_t c)
{
    char escape[16];
    const int n = c >= ' ' && c < 127 ? 0 : lang_char_escape(escape, c);
    if (!n)
        put(d, (char)c);
    for (int i = 0; i < n; i++)
        put(d, escape[i]);
}

static void put_name(struct dump *d, const struct lang_str *name)
{
    const int64_t n = name->length < MAX_DUMPED_NAME ? name->length : MAX_DUMPED_NAME;
    for (int64_t i = 0; i < n; i++)
        put_character(d, lang_str_at(name, i));
    if (n < name->length)
        put_text(d, "...");
}

static void put_filename(struct dump *d, const struct lang_text *text)
{
    char cell[LANG_CELL_FILENAME];
    const uint8_t *p = (const uint8_t *)lang_text_filename(text, cell), *end = p + strlen((const char *)p);
    for (int n = 0; p < end; n++) {
        uint32_t c;
        int step = lang_utf8_step(p, end, true, &c);
        if (n == MAX_DUMPED_NAME) {
            put_text(d, "...");
            return;
        }
        put_character(d, step > 0 ? c : *p);
        p += step > 0 ? step : 1;
    }
}

static void put_frame(struct dump *d, const struct lang_frame *f)
{
    put_text(d, "  File \"");
    put_filename(d, f->code->text);
    put_text(d, "\", line ");
    put_number(d, lang_frame_line(f));
    put_text(d, " in ");
    put_name(d, f->code->name);
    put(d, '\n');
}

/* The frames of the program, or those of the library. How many there are. */
static int put_frames(struct dump *d, const struct lang_thread *who, bool library)
{
    int n = 0;
    for (const struct lang_frame *f = who->frame; f && f >= who->frames; f--) {
        if (!f->code || f->code->text->hidden != library)
            continue;
        if (n++ == MAX_DUMPED_FRAMES) {
            put_text(d, "  ...\n");
            break;
        }
        put_frame(d, f);
    }
    return n;
}

static void put_stack(struct dump *d, const struct lang_thread *who)
{
    put_text(d, " (most recent call first):\n");
    if (who && lang_gc_collecting() && pthread_equal(who->ident, pthread_self()))
        put_text(d, "  Garbage-collecting\n");
    if (!who || (!put_frames(d, who, false) && !put_frames(d, who, true)))
        put_text(d, "  <no Python frame>\n");
}

const struct lang_thread *lang_dump_thread(const struct lang_vm *vm)
{
    const struct lang_thread *t = vm->threads;
    while (t && !(t->frame && pthread_equal(t->ident, pthread_self())))
        t = t->next;
    return t;
}

void lang_dump_text(int fd, const char *text)
{
    struct dump d = {.fd = fd};
    put_text(&d, text);
    flush(&d);
}

void lang_dump_stack(int fd, const struct lang_thread *who)
{
    struct dump d = {.fd = fd};
    put_text(&d, "Stack");
    put_stack(&d, who);
    flush(&d);
}

void lang_dump_stacks(int fd, const struct lang_vm *vm, const struct lang_thread *current)
{
    struct dump d = {.fd = fd};
    int n = 0;
    for (const struct lang_thread *who = vm->threads; who; who = who->next) {
        if (!who->frame)
            continue;
        if (n)
            put(&d, '\n');
        if (n++ == MAX_DUMPED_THREADS) {
            put_text(&d, "...\n");
            break;
        }
        put_text(&d, who == current ? "Current thread 0x" : "Thread 0x");
        put_hex(&d, (uint64_t)who->ident, 16);
        put_stack(&d, who);
    }
    flush(&d);
}
