/* lib_builtins_io.c: print, input, open and help. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib.h"
#include "types/file.h"
#include "vm/code.h"

/* 0 without text, 1 a text, -1 error. */
static int separator(struct lang_thread *t, const char *name, lang_value v)
{
    if (lang_is_undef(v) || lang_is_none(v))
        return 0;
    if (lang_is_str(v))
        return 1;
    return lang_fail(t, LANG_EXC_TypeError, "%s must be None or a string, not %N", name, v);
}

/* Writes what the builder holds, and begins it anew. */
static int write_so_far(struct lang_thread *t, int stream, struct lang_builder *b)
{
    struct lang_str *text = lang_builder_finish(b);

    lang_builder_init(b, t);
    if (!text)
        return -1;
    lang_host_write(t, stream, text);
    lang_decref(t, text);
    return 0;
}

/* print() to a stream of the host. What comes before an object that makes its text itself is written first: that may
   print, or fail. */
static int write_line(struct lang_thread *t, int stream, struct lang_tuple *args, struct lang_str *sep,
                      struct lang_str *end)
{
    struct lang_builder b;
    struct lang_str *text;

    lang_builder_init(&b, t);
    for (int64_t i = 0; i < args->length; i++) {
        lang_value v = args->items[i];
        bool plain = v.tag != LANG_OBJECT || lang_is_exactly(v, &lang_type_str);

        if (i) {
            if (sep)
                lang_builder_str(&b, sep);
            else
                lang_builder_char(&b, ' ');
        }
        if (i && !plain && write_so_far(t, stream, &b) < 0)
            return -1;
        text = plain && v.tag == LANG_OBJECT ? lang_incref(v.o) : lang_to_str(t, v);
        if (!text) {
            lang_builder_drop(&b);
            return -1;
        }
        lang_builder_str(&b, text);
        lang_decref(t, text);
    }
    if (end)
        lang_builder_str(&b, end);
    else
        lang_builder_char(&b, '\n');
    if (!(text = lang_builder_finish(&b)))
        return -1;
    lang_host_write(t, stream, text);
    lang_decref(t, text);
    return 0;
}

/* file.write(text) */
static int write_to(struct lang_thread *t, lang_value file, lang_value text)
{
    lang_value r = lang_call_method_c(t, file, "write", &text, 1);

    if (lang_is_error(r))
        return -1;
    lang_unref(t, r);
    return 0;
}

static int write_c(struct lang_thread *t, lang_value file, const char *text)
{
    struct lang_str *s = lang_intern_c(t, text);
    int status;

    if (!s)
        return -1;
    status = write_to(t, file, lang_obj(s));
    lang_decref(t, s);
    return status;
}

/* Piece by piece, as an object of the user's expects it. */
static int write_pieces(struct lang_thread *t, lang_value file, struct lang_tuple *args, lang_value sep, lang_value end)
{
    for (int64_t i = 0; i < args->length; i++) {
        struct lang_str *text;
        int status;

        if (i && (lang_is_str(sep) ? write_to(t, file, sep) : write_c(t, file, " ")) < 0)
            return -1;
        text = lang_to_str(t, args->items[i]);
        if (!text)
            return -1;
        status = write_to(t, file, lang_obj(text));
        lang_decref(t, text);
        if (status < 0)
            return -1;
    }
    return lang_is_str(end) ? write_to(t, file, end) : write_c(t, file, "\n");
}

/* args: *args, sep, end, file, flush */
static lang_value b_print(struct lang_thread *t, const lang_value *a)
{
    lang_value file = lang_is_undef(a[3]) ? lang_none() : a[3], r;
    int sep = separator(t, "sep", a[1]), end = sep < 0 ? -1 : separator(t, "end", a[2]), stream, flush, status;

    if (end < 0)
        return lang_error();
    if (lang_is_none(file)) {
        file = lang_sys_lookup(t, "stdout");
        if (lang_is_none(file))
            return lang_none();
        if (lang_is_error(file))
            return file;
        if (lang_is_undef(file))
            return lang_raise(t, LANG_EXC_RuntimeError, "lost sys.stdout");
    }
    lang_ref(file); /* what runs from here on may replace sys.stdout */
    flush = lang_is_undef(a[4]) ? 0 : lang_truth(t, a[4]);
    stream = lang_file_host_stream(file);
    if (flush < 0)
        status = -1;
    else if (stream)
        status =
            write_line(t, stream, lang_as_tuple(a[0]), sep ? lang_as_str(a[1]) : NULL, end ? lang_as_str(a[2]) : NULL);
    else
        status = write_pieces(t, file, lang_as_tuple(a[0]), sep ? a[1] : lang_none(), end ? a[2] : lang_none());
    r = status < 0 ? lang_error() : lang_none();
    if (status == 0 && flush && stream)
        lang_host_flush(t, stream);
    else if (status == 0 && flush)
        r = lang_call_method_c(t, file, "flush", NULL, 0);
    lang_unref(t, file);
    if (lang_is_error(r))
        return r;
    lang_unref(t, r);
    return lang_none();
}

/* ------------------------------------------------------------------ input */

static bool is_original(struct lang_thread *t, const char *name, const char *original)
{
    lang_value now = lang_sys_lookup(t, name), first = lang_sys_lookup(t, original);
    return lang_is_obj(now) && lang_is_obj(first) && now.o == first.o;
}

/* sys.NAME: borrowed; an error where it is gone. */
static lang_value stream_of(struct lang_thread *t, const char *name)
{
    lang_value stream = lang_sys_lookup(t, name);
    return lang_is_undef(stream) || lang_is_none(stream)
               ? lang_raise(t, LANG_EXC_RuntimeError, "input(): lost sys.%s", name)
               : stream;
}

/* Writes the prompt to what the program has put in the place of sys.stdout. */
static int write_prompt(struct lang_thread *t, struct lang_str *prompt)
{
    lang_value out = stream_of(t, "stdout"), text = lang_obj(prompt);
    if (lang_is_error(out))
        return -1;
    lang_ref(out);
    lang_value r = prompt->length ? lang_call_method_c(t, out, "write", &text, 1) : lang_none();
    if (!lang_is_error(r)) {
        lang_unref(t, r);
        r = lang_call_method_c(t, out, "flush", NULL, 0);
    }
    lang_unref(t, out);
    if (lang_is_error(r))
        return -1;
    lang_unref(t, r);
    return 0;
}

/* A line, or an error, as what sys.stdin.readline() has given, without its newline. */
static lang_value line_of(struct lang_thread *t, lang_value line)
{
    size_t size;
    if (!lang_is_str(line))
        return lang_raise(t, LANG_EXC_TypeError, "object.readline() returned non-string");
    const char *text = lang_str_utf8(t, lang_as_str(line), &size);
    if (!text)
        return lang_error();
    if (!size)
        return lang_raise(t, LANG_EXC_EOFError, "EOF when reading a line");
    return text[size - 1] == '\n' ? lang_obj_or_error(lang_str_new(t, text, size - 1)) : lang_ref(line);
}

/* input() of a program that nobody types into, or that has other streams than its process. In a notebook the front end
 * is asked, always. */
static lang_value input_from_streams(struct lang_thread *t, struct lang_str *prompt)
{
    lang_value in = stream_of(t, "stdin");
    if (lang_is_error(in))
        return in;
    lang_ref(in);
    lang_value r = lang_error();
    if (write_prompt(t, prompt) == 0) {
        lang_value line = lang_call_method_c(t, in, "readline", NULL, 0);
        if (!lang_is_error(line)) {
            r = line_of(t, line);
            lang_unref(t, line);
        }
    }
    lang_unref(t, in);
    return r;
}

/* Whether somebody sits at the terminal that the streams of the program are. */
static bool is_typed(struct lang_thread *t)
{
    return is_original(t, "stdin", "__stdin__") && is_original(t, "stdout", "__stdout__") && isatty(0) && isatty(1);
}

static lang_value b_input(struct lang_thread *t, const lang_value *a)
{
    struct lang_str *prompt = lang_is_undef(a[0]) ? lang_str_empty(t) : lang_to_str(t, a[0]);
    lang_value r;

    if (!prompt)
        return lang_error();
    r = t->vm->options.cells || is_typed(t) ? lang_host_input(t, prompt, false) : input_from_streams(t, prompt);
    lang_decref(t, prompt);
    return r;
}

static lang_value b_help(struct lang_thread *t, const lang_value *a)
{
    struct lang_str *text = lang_help_text(t, a[0]);

    if (!text)
        return lang_error();
    lang_host_write(t, 1, text);
    lang_decref(t, text);
    return lang_none();
}

const struct lang_method lang_builtins_io[] = {
    {"print", "(*args, sep=' ', end='\\n', file=None, flush=False)", b_print,
     "Prints the values to a stream, or to sys.stdout by default.\n\n"
     "  sep\n    string inserted between values, default a space.\n"
     "  end\n    string appended after the last value, default a newline.\n"
     "  file\n    a file-like object (stream); defaults to the current sys.stdout.\n"
     "  flush\n    whether to forcibly flush the stream.",
     0},
    {"input", "(prompt='', /)", b_input,
     "Read a string from standard input.  The trailing newline is stripped.\n\n"
     "The prompt string, if given, is printed to standard output without a\n"
     "trailing newline before reading input.\n\n"
     "If the user hits EOF (*nix: Ctrl-D, Windows: Ctrl-Z+Return), raise EOFError.\n"
     "On *nix systems, readline is used if available.",
     0},
    {"help", "(object=<unrepresentable>, /)", b_help, "Show the documentation of an object.", LANG_M_NOSIG},
    {0},
};

static lang_value b_open(struct lang_thread *t, const lang_value *a)
{
    return lang_file_open(t, a);
}

const struct lang_method lang_builtins_open[] = {
    {"open", "(file, mode='r', buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None)",
     b_open,
     "Open file and return a stream.  Raise OSError upon failure.\n\n"
     "file is either a text or byte string giving the name (and the path\n"
     "if the file isn't in the current working directory) of the file to\n"
     "be opened or an integer file descriptor of the file to be\n"
     "wrapped. (If a file descriptor is given, it is closed when the\n"
     "returned I/O object is closed, unless closefd is set to False.)\n\n"
     "mode is an optional string that specifies the mode in which the file\n"
     "is opened. It defaults to 'r' which means open for reading in text\nmode.",
     0},
    {0},
};
