/* report_cell.c: an exception as IPython 9 shows it in a cell ("Context" mode of its ultratb): the entries of an
 * `error` message, with the colours of its neutral theme. Reads code objects, frames and tracebacks; must not know the
 * kernel. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report_impl.h"
#include "vm/exception_fields.h"
#include "vm/native.h"

#define RED "\033[31m"
#define GREEN "\033[32m"
#define YELLOW "\033[33m"
#define BLUE "\033[34m"
#define CYAN "\033[36m"
#define OFF "\033[39m"
#define KEYWORD "\033[38;5;28;01m"
#define KEYWORD_OFF "\033[39;00m"
#define COMMENT "\033[38;5;66;03m"

/* ------------------------------------------------------------------ colours of one line */

static bool is_word(unsigned char c)
{
    return isalnum(c) || c == '_' || c >= 0x80;
}

static bool is_keyword(const char *s, size_t n)
{
    static const char *const all[] = {
#define TOKEN_KEYWORD(KIND, text) text,
#include "front/token.def"
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (strlen(all[i]) == n && memcmp(all[i], s, n) == 0)
            return true;
    return false;
}

/* End of the text literal whose quote is at s[at]; 0: not closed on this line. */
static size_t literal_end(const char *s, size_t n, size_t at)
{
    char q = s[at];
    bool triple = at + 2 < n && s[at + 1] == q && s[at + 2] == q;
    size_t i = at + (triple ? 3 : 1);
    for (; i < n; i++) {
        if (s[i] == '\\')
            i++;
        else if (s[i] == q && (!triple || (i + 2 < n && s[i + 1] == q && s[i + 2] == q)))
            return i + (triple ? 3 : 1);
    }
    return 0;
}

static size_t number_end(const char *s, size_t n, size_t i)
{
    bool hex = s[i] == '0' && i + 1 < n && strchr("xXoObB", s[i + 1]);
    size_t from = i;
    while (i < n && (isalnum((unsigned char)s[i]) || s[i] == '_' || s[i] == '.' ||
                     (!hex && (s[i] == '+' || s[i] == '-') && i > from && (s[i - 1] == 'e' || s[i - 1] == 'E'))))
        i++;
    return i;
}

/* A prefix of a text literal: r b u f in any mix, then a quote. */
static bool is_prefix(const char *s, size_t n, size_t from, size_t to)
{
    if (to >= n || to - from > 2 || (s[to] != '\'' && s[to] != '"'))
        return false;
    for (size_t i = from; i < to; i++)
        if (!strchr("rRbBuUfF", s[i]))
            return false;
    return true;
}

/* Each line of a text has its own colours: pagers show them one by one. */
static void paint(struct report_text *x, const char *on, const char *s, size_t n, const char *off)
{
    while (n) {
        const char *newline = memchr(s, '\n', n);
        size_t line = newline ? (size_t)(newline - s) : n;
        if (line) {
            lang_text_put_c(x, on);
            lang_text_put(x, s, line);
            lang_text_put_c(x, off);
        }
        if (newline)
            lang_text_put(x, "\n", 1);
        s += line + (newline != NULL);
        n -= line + (newline != NULL);
    }
}

/* False: the line does not stand alone (open brackets or quotes) and is shown as it is. */
static bool colour(struct report_text *x, const char *s, size_t n)
{
    int depth = 0;
    for (size_t i = 0; i < n;) {
        unsigned char c = (unsigned char)s[i];
        size_t from = i;
        if (c == '#') {
            const char *newline = memchr(s + i, '\n', n - i);
            i = newline ? (size_t)(newline - s) : n;
            paint(x, COMMENT, s + from, i - from, KEYWORD_OFF);
        } else if (c == '\'' || c == '"') {
            i = literal_end(s, n, i);
            if (!i)
                return false;
            paint(x, YELLOW, s + from, i - from, OFF);
        } else if (isdigit(c) || (c == '.' && i + 1 < n && isdigit((unsigned char)s[i + 1]))) {
            i = number_end(s, n, i);
            paint(x, GREEN, s + from, i - from, OFF);
        } else if (is_word(c)) {
            while (i < n && is_word((unsigned char)s[i]))
                i++;
            if (is_prefix(s, n, from, i)) {
                i = literal_end(s, n, i);
                if (!i)
                    return false;
                paint(x, YELLOW, s + from, i - from, OFF);
            } else if (is_keyword(s + from, i - from)) {
                paint(x, KEYWORD, s + from, i - from, KEYWORD_OFF);
            } else {
                lang_text_put(x, s + from, i - from);
            }
        } else {
            depth += strchr("([{", c) && c;
            if (strchr(")]}", c) && c && --depth < 0)
                return false;
            lang_text_put(x, s + i, 1);
            i++;
        }
    }
    return depth == 0;
}

void lang_colour_line(struct report_text *x, const char *s, size_t n)
{
    size_t size = x->size;
    if (!colour(x, s, n)) {
        x->size = size;
        lang_text_put(x, s, n);
    }
}

char *lang_coloured_text(const char *text, size_t size)
{
    struct report_text x = {0};
    lang_colour_line(&x, text, size);
    lang_text_put(&x, "", 1);
    return x.data;
}

/* A source line as shown: tabs to columns of 8, no blanks at the end. */
static void source_line(struct report_text *x, const char *s, size_t n)
{
    struct report_text plain = {0};
    size_t column = 0;
    while (n && (s[n - 1] == ' ' || s[n - 1] == '\t'))
        n--;
    for (size_t i = 0; i < n; i++) {
        if (s[i] == '\t') {
            size_t k = 8 - column % 8;
            lang_text_put(&plain, "        ", k);
            column += k;
        } else {
            lang_text_put(&plain, s + i, 1);
            column += (s[i] & 0xC0) != 0x80;
        }
    }
    if (plain.data)
        lang_colour_line(x, plain.data, plain.size);
    x->failed |= plain.failed;
    free(plain.data);
}

/* ------------------------------------------------------------------ frames */

/* ", in f(x, *args)" for functions and class bodies. */
static void frame_function(struct lang_thread *t, struct report_text *x, struct lang_code *code)
{
    if (code->flags & LANG_CODE_NAMESPACE && !(code->flags & LANG_CODE_CLASS))
        return;
    lang_text_put_c(x, ", in " CYAN);
    /* a comprehension of a file has no name of its own, a lambda one like a function's */
    bool short_name =
        !code->text->cell && lang_str_at(code->name, 0) == '<' && !lang_str_equal_c(code->name, "<lambda>");
    lang_text_put_str(t, x, short_name ? code->name : code->qualname);
    lang_text_put_c(x, OFF BLUE "(");
    uint32_t plain = code->positional_count + code->kwonly_count;
    for (uint32_t i = 0; i < code->param_count; i++) {
        if (i)
            lang_text_put_c(x, ", ");
        if (i >= plain)
            lang_text_put_c(x, i == plain && code->flags & LANG_CODE_VARARGS ? "*" : "**");
        lang_text_put_str(t, x, code->local_names[i]);
    }
    lang_text_put_c(x, ")" OFF);
}

/* The margin of a line; an arrow leads to the one that was running. */
static void number(struct report_text *x, uint32_t line, uint32_t running)
{
    char digits[32], head[96];
    int n = snprintf(digits, sizeof digits, "%u", line);
    if (line == running)
        snprintf(head, sizeof head, GREEN "%.*s> " OFF GREEN "%s" OFF " ", n < 5 ? 5 - n : 0, "-----", digits);
    else
        snprintf(head, sizeof head, GREEN "%7s" OFF " ", digits);
    lang_text_put_c(x, head);
}

static bool has_source(struct lang_code *code)
{
    const char *s;
    size_t n;
    return !(code->text->filename && code->text->filename[0] == '<') && lang_text_line(code->text, 1, &s, &n);
}

static void frame_lines(struct report_text *x, struct lang_code *code, uint32_t line, uint32_t before, uint32_t after)
{
    bool module = code->flags & LANG_CODE_NAMESPACE && !(code->flags & LANG_CODE_CLASS);
    uint32_t first = module ? 1 : code->first_line, last = module ? UINT32_MAX : code->last_line;
    uint32_t from = line >= first + before ? line - before : first, to = line + after < last ? line + after : last;
    for (uint32_t i = from; i <= to; i++) {
        const char *s;
        size_t n;
        if (!lang_text_line(code->text, i, &s, &n))
            break;
        number(x, i, line);
        source_line(x, s, n);
        lang_text_put_c(x, "\n");
    }
}

/* What lies in the home of the user begins with ~. */
static void put_path(struct report_text *x, const char *path)
{
    const char *home = getenv("HOME");
    size_t n = home ? strlen(home) : 0;
    if (n > 1 && strncmp(path, home, n) == 0 && (!path[n] || path[n] == '/')) {
        lang_text_put_c(x, "~");
        path += n;
    }
    lang_text_put_c(x, path);
}

/* The lines of a frame of another implementation, or of a file, as that lays them out: whether it does. */
static bool foreign_lines(struct lang_thread *t, struct report_text *x, lang_value entry, int around)
{
    const struct lang_foreign *foreign = lang_foreign(lang_thread_vm(t));
    if (lang_is_undef(entry) || !foreign || !foreign->show_frame)
        return false;
    lang_value lines = foreign->show_frame(t, entry, around, around);
    bool shown = lang_is_str(lines);
    if (shown)
        lang_text_put_str(t, x, lang_as_str(lines));
    lang_unref(t, lines);
    return shown;
}

static void frame_entry(struct lang_thread *t, struct report_text *x, struct lang_traceback *tb, bool earlier)
{
    struct lang_code *code = tb->frame->code;
    uint32_t line = tb->made ? (uint32_t)tb->line : lang_frame_object_line(tb->frame);
    char head[128];
    if (code->text->cell) {
        snprintf(head, sizeof head, CYAN "Cell" OFF CYAN " " OFF GREEN "In[%d]" OFF GREEN ", line %u" OFF,
                 code->text->cell, line);
        lang_text_put_c(x, head);
    } else {
        lang_text_put_c(x, CYAN "File " OFF GREEN);
        put_path(x, code->text->filename ? code->text->filename : "<unknown>");
        snprintf(head, sizeof head, ":%u" OFF, line);
        lang_text_put_c(x, head);
    }
    frame_function(t, x, code);
    lang_text_put_c(x, "\n");
    bool of_file = lang_is_undef(tb->frame->foreign) && !code->text->cell && has_source(code);
    if (foreign_lines(t, x, of_file ? lang_obj(tb) : tb->frame->foreign, earlier ? 1 : 2))
        return;
    if (!has_source(code)) {
        number(x, !lang_is_undef(tb->frame->foreign) ? line : 1, line);
        lang_text_put_c(x, YELLOW "'Could not get source, probably due dynamically evaluated source code.'" OFF "\n");
        return;
    }
    frame_lines(x, code, line, earlier ? 2 : 4, earlier ? 1 : 3);
}

enum { SHOWN_AT_ENDS = 20 };

static int frames(struct lang_thread *t, lang_value e, struct lang_report *out, bool earlier)
{
    struct lang_exception *exc = (struct lang_exception *)e.o;
    struct lang_traceback *first = exc->traceback.tag == LANG_OBJECT ? (struct lang_traceback *)exc->traceback.o : NULL;
    size_t total = 0, i = 0;
    for (struct lang_traceback *tb = first; tb; tb = tb->next)
        total += !tb->frame->code->text->hidden;
    bool fold = total > 3 * SHOWN_AT_ENDS;
    struct report_text x = {0};
    for (struct lang_traceback *tb = first; tb; tb = tb->next) {
        if (tb->frame->code->text->hidden)
            continue;
        i++;
        if (fold && i > SHOWN_AT_ENDS && i <= total - SHOWN_AT_ENDS) {
            if (i == SHOWN_AT_ENDS + 1) {
                char line[128];
                snprintf(line, sizeof line, "    " RED "[... skipping %zu similar frames]" OFF "\n",
                         total - 2 * SHOWN_AT_ENDS);
                lang_text_put_c(&x, line);
                if (lang_report_add(out, &x) < 0)
                    return -1;
            }
            continue;
        }
        frame_entry(t, &x, tb, earlier);
        if (lang_report_add(out, &x) < 0)
            return -1;
    }
    return 0;
}

/* ------------------------------------------------------------------ whole exceptions */

static int notes(struct lang_thread *t, lang_value e, struct lang_report *out)
{
    lang_value all = lang_ref(lang_attrs_get(t, e.o, LANG_NAME(__notes__))); /* a __str__ may change them */
    int status = 0;
    for (int64_t i = 0; status == 0 && lang_is_list(all) && i < lang_as_list(all)->length; i++) {
        struct report_text x = {0};
        lang_value note = lang_ref(lang_as_list(all)->items[i]);
        struct lang_str *s = lang_to_str(t, note);
        lang_unref(t, note);
        lang_text_put(&x, "", 0);
        lang_text_put_str(t, &x, s);
        lang_xdecref(t, s);
        status = lang_report_add(out, &x) < 0 ? -1 : 0;
    }
    lang_unref(t, all);
    return status;
}

static int one(struct lang_thread *t, lang_value e, struct lang_report *out, bool earlier)
{
    struct report_text x = {0};
    const char *name = lang_type_of(e)->name;
    static const char text[] = "Traceback (most recent call last)";
    int blanks = 75 - (int)strlen(name) - (int)sizeof text + 1;
    lang_text_put_c(&x, RED);
    lang_text_put_c(&x, name);
    lang_text_put_c(&x, OFF);
    for (int i = 0; i < blanks; i++)
        lang_text_put_c(&x, " ");
    lang_text_put_c(&x, text);
    if (lang_report_add(out, &x) < 0 || frames(t, e, out, earlier) < 0)
        return -1;
    lang_text_put_c(&x, RED);
    lang_text_put_c(&x, name);
    lang_text_put_c(&x, OFF ": ");
    struct lang_str *s = lang_exception_text(t, e);
    lang_text_put_str(t, &x, s);
    lang_xdecref(t, s);
    return lang_report_add(out, &x) < 0 ? -1 : notes(t, e, out);
}

/* Oldest first, a sentence between two. */
static int chain(struct lang_thread *t, lang_value e, struct lang_report *out, bool earlier, int depth)
{
    struct lang_exception *exc = (struct lang_exception *)e.o;
    lang_value before = lang_undef();
    const char *sentence = NULL;
    if (!lang_is_undef(exc->cause)) {
        before = exc->cause;
        sentence = "\nThe above exception was the direct cause of the following exception:\n";
    } else if (!lang_is_undef(exc->context) && !exc->suppress_context) {
        before = exc->context;
        sentence = "\nDuring handling of the above exception, another exception occurred:\n";
    }
    if (sentence && depth < 50) {
        struct report_text x = {0};
        if (chain(t, before, out, true, depth + 1) < 0)
            return -1;
        lang_text_put_c(&x, sentence);
        if (lang_report_add(out, &x) < 0)
            return -1;
    }
    return one(t, e, out, earlier);
}

/* ------------------------------------------------------------------ SyntaxError and SystemExit */

static int syntax(struct lang_thread *t, lang_value e, struct lang_report *out)
{
    struct report_text x = {0};
    lang_value line = lang_exception_field(e, LANG_FIELD_LINENO), text = lang_exception_field(e, LANG_FIELD_TEXT);
    lang_value offset = lang_exception_field(e, LANG_FIELD_OFFSET), file = lang_exception_field(e, LANG_FIELD_FILENAME);
    lang_value msg = lang_exception_field(e, LANG_FIELD_MSG);
    char head[128];
    const char *name = lang_is_str(file) ? lang_str_utf8(t, lang_as_str(file), NULL) : NULL;
    size_t digits = name ? strspn(name, "0123456789") : 0; /* a cell's file is named by its hash */
    bool of_cell = digits && strcmp(name + digits, ".py") == 0 && t->vm->compiled_cell;
    if (line.tag == LANG_INT) {
        if (of_cell)
            snprintf(head, sizeof head,
                     "  " CYAN "Cell" OFF CYAN " " OFF GREEN "In[%d]" OFF GREEN ", line %lld" OFF "\n",
                     t->vm->compiled_cell, (long long)line.i);
        else {
            lang_text_put_c(&x, "  " CYAN "File " OFF GREEN);
            put_path(&x, name ? name : "<unknown>");
            snprintf(head, sizeof head, ":%lld" OFF "\n", (long long)line.i);
        }
        lang_text_put_c(&x, head);
    }
    if (lang_is_str(text)) {
        struct lang_str *s = lang_as_str(text);
        int64_t first = 0, last = s->length;
        while (first < last && (lang_str_at(s, first) == ' ' || lang_str_at(s, first) == '\t'))
            first++;
        while (last > first && strchr(" \t\n\r", (int)lang_str_at(s, last - 1)))
            last--;
        struct lang_str *shown = lang_str_slice(t, s, first, last);
        lang_text_put_c(&x, RED "    " OFF RED);
        lang_text_put_str(t, &x, shown);
        lang_text_put_c(&x, OFF "\n");
        lang_xdecref(t, shown);
        if (offset.tag == LANG_INT && offset.i > 0) {
            int64_t column = offset.i - 1 > first ? 4 + offset.i - 1 - first : 4;
            for (int64_t i = 0; i < column; i++)
                lang_text_put_c(&x, " ");
            lang_text_put_c(&x, "^\n");
        }
    }
    lang_text_put_c(&x, RED);
    lang_text_put_c(&x, lang_type_of(e)->name);
    lang_text_put_c(&x, OFF RED ":" OFF " ");
    struct lang_str *s = lang_is_str(msg) ? lang_incref(msg.o) : lang_exception_text(t, e);
    lang_text_put_str(t, &x, s);
    lang_xdecref(t, s);
    lang_text_put_c(&x, "\n");
    return lang_report_add(out, &x);
}

/* Raised while running (eval, compile): the frames that led there come first. */
static int syntax_frames(struct lang_thread *t, lang_value e, struct lang_report *out)
{
    struct lang_exception *exc = (struct lang_exception *)e.o;
    bool shown = false;
    for (lang_value at = exc->traceback; !shown && at.tag == LANG_OBJECT;) {
        const struct lang_traceback *tb = (struct lang_traceback *)at.o;
        shown = !tb->frame->code->text->hidden;
        at = tb->next ? lang_obj(tb->next) : lang_undef();
    }
    if (!shown) /* the library has compiled the text: there is no way to it to show */
        return 0;
    struct report_text x = {0};
    lang_text_put_c(&x, "Traceback " CYAN "(most recent call last)" OFF ":\n");
    if (lang_report_add(out, &x) < 0)
        return -1;
    for (struct lang_traceback *tb = (struct lang_traceback *)exc->traceback.o; tb; tb = tb->next) {
        struct lang_code *code = tb->frame->code;
        char head[192];
        const char *s;
        size_t n;
        if (code->text->hidden)
            continue;
        if (code->text->cell)
            snprintf(head, sizeof head, "  " CYAN "Cell" OFF CYAN " " OFF GREEN "In[%d]" OFF GREEN ", line %u" OFF,
                     code->text->cell, lang_traceback_line(tb));
        else {
            lang_text_put_c(&x, "  " CYAN "File " OFF GREEN);
            put_path(&x, code->text->filename ? code->text->filename : "<unknown>");
            snprintf(head, sizeof head, ":%u" OFF, lang_traceback_line(tb));
        }
        lang_text_put_c(&x, head);
        frame_function(t, &x, code);
        lang_text_put_c(&x, "\n    ");
        if (lang_text_line(code->text, lang_traceback_line(tb), &s, &n)) {
            while (n && (*s == ' ' || *s == '\t')) {
                s++;
                n--;
            }
            source_line(&x, s, n);
        }
        lang_text_put_c(&x, "\n");
        if (lang_report_add(out, &x) < 0)
            return -1;
    }
    return 0;
}

static int system_exit(struct lang_report *out)
{
    struct report_text x = {0};
    lang_text_put_c(&x, "An exception has occurred, use %tb to see the full traceback.\n");
    if (lang_report_add(out, &x) < 0)
        return -1;
    lang_text_put_c(&x, RED "SystemExit" OFF RED ":" OFF " ");
    lang_text_put_c(&x, out->evalue ? out->evalue : "");
    lang_text_put_c(&x, "\n");
    return lang_report_add(out, &x);
}

int lang_report_cell(struct lang_thread *t, lang_value e, struct lang_report *out)
{
    if (out->system_exit)
        return system_exit(out);
    if (lang_is_subtype(lang_type_of(e), &lang_exc_types[LANG_EXC_SyntaxError]))
        return syntax_frames(t, e, out) < 0 ? -1 : syntax(t, e, out);
    struct report_text x = {0};
    lang_text_put_c(&x, RED);
    for (int i = 0; i < 75; i++)
        lang_text_put_c(&x, "-");
    lang_text_put_c(&x, OFF);
    return lang_report_add(out, &x) < 0 ? -1 : chain(t, e, out, false, 0);
}
