/* complete.c: names at a cursor. Looks at live objects, never calls anything of the user's but attribute access on
 * modules and plain instances; what stands around the cursor is read by a small scanner, not by the parser: the text is
 * usually incomplete. */
#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "complete_imports.h"
#include "vm/code.h"
#include "vm/native.h"
#include "vm/type.h"

struct list {
    struct lang_completion *items;
    size_t count, capacity;
    bool failed;
};

static void add(struct list *l, const char *text, size_t size, const char *type, const char *signature)
{
    for (size_t i = 0; i < l->count; i++)
        if (strlen(l->items[i].text) == size && memcmp(l->items[i].text, text, size) == 0)
            return;
    if (l->count == l->capacity) {
        size_t capacity = l->capacity ? l->capacity * 2 : 32;
        void *p = realloc(l->items, capacity * sizeof *l->items);
        if (!p) {
            l->failed = true;
            return;
        }
        l->items = p;
        l->capacity = capacity;
    }
    struct lang_completion c = {strndup(text, size), type, strdup(signature ? signature : "")};
    if (!c.text || !c.signature) {
        free(c.text);
        free(c.signature);
        l->failed = true;
        return;
    }
    l->items[l->count++] = c;
}

/* x before _x before __x, each alphabetically without regard to case. */
static int rank(const char *s)
{
    return s[0] != '_' ? 0 : s[1] != '_' ? 1 : 2;
}

static int by_name(const void *a, const void *b)
{
    const struct lang_completion *x = a, *y = b;
    int d = rank(x->text) - rank(y->text);
    if (d == 0)
        d = strcasecmp(x->text, y->text);
    return d ? d : strcmp(x->text, y->text);
}

/* ------------------------------------------------------------------ what a value is */

static const char *kind_of(lang_value v)
{
    struct lang_type *type = lang_type_of(v);
    if (type == &lang_type_module || type == &lang_type_waiting_module)
        return "module";
    if (type->flags & LANG_TYPE_TYPE)
        return "class";
    if (type == &lang_type_function || type == &lang_type_native || type == &lang_type_method ||
        type == &lang_type_method_descr || type == &lang_type_native_method || type == &lang_type_method_wrapper)
        return "function";
    return "instance";
}

static void add_value(struct lang_thread *t, struct list *l, const char *name, size_t size, lang_value v)
{
    const char *kind = kind_of(v);
    struct lang_str *s = NULL;
    if (kind[0] == 'f') {
        s = lang_signature(t, v);
        if (!s)
            lang_error_clear(t);
    }
    add(l, name, size, kind, s ? lang_str_utf8(t, s, NULL) : "");
    lang_xdecref(t, s);
}

/* A name fits if it begins with the prefix; names with leading _ only if asked for. */
static bool fits(const char *name, size_t size, const char *prefix, size_t n)
{
    if (size < n || memcmp(name, prefix, n) != 0)
        return false;
    return n > 0 || name[0] != '_';
}

static void from_dict(struct lang_thread *t, struct list *l, struct lang_dict *d, const char *prefix, size_t n)
{
    lang_value k, v;
    for (int64_t i = 0; lang_dict_next(d, &i, &k, &v);) {
        size_t size;
        const char *name = lang_is_str(k) ? lang_str_utf8(t, lang_as_str(k), &size) : NULL;
        if (!name)
            lang_error_clear(t);
        else if (fits(name, size, prefix, n)) {
            lang_ref(k); /* a signature shows defaults by their __repr__, which may change the dict */
            lang_ref(v);
            add_value(t, l, name, size, v);
            lang_unref(t, k);
            lang_unref(t, v);
        }
    }
}

/* The answer to a question about a foreign object, as a list of ours or UNDEF. */
static lang_value list_of_foreign(struct lang_thread *t, lang_value o, const char *question, const lang_value *details,
                                  size_t count)
{
    lang_value list = lang_foreign_ask(t, o, question, details, count);
    if (lang_is_list(list))
        return list;
    lang_unref(t, list);
    return lang_undef();
}

static const char *text_at(struct lang_thread *t, lang_value row, int64_t i, size_t *size)
{
    lang_value v = lang_is_tuple(row) && lang_as_tuple(row)->length > i ? lang_as_tuple(row)->items[i] : lang_undef();
    return lang_is_str(v) ? lang_str_utf8(t, lang_as_str(v), size) : NULL;
}

static const char *known_kind(const char *kind)
{
    static const char *const kinds[] = {"module", "class", "function"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i], kind) == 0)
            return kinds[i];
    return "instance";
}

/* Rows of a name, a kind and a signature. */
static void foreign_rows(struct lang_thread *t, struct list *l, lang_value rows)
{
    for (int64_t i = 0; !lang_is_undef(rows) && i < lang_as_list(rows)->length; i++) {
        lang_value row = lang_as_list(rows)->items[i];
        size_t size;
        const char *name = text_at(t, row, 0, &size), *kind = text_at(t, row, 1, NULL), *sig = text_at(t, row, 2, NULL);
        if (name && kind && sig)
            add(l, name, size, known_kind(kind), sig);
    }
    lang_error_clear(t);
    lang_unref(t, rows);
}

static void from_foreign(struct lang_thread *t, struct list *l, lang_value o, const char *prefix, size_t n)
{
    lang_value wanted = lang_obj_or_error(lang_str_new(t, prefix, n));
    if (lang_is_error(wanted)) {
        lang_error_clear(t);
        return;
    }
    foreign_rows(t, l, list_of_foreign(t, o, "members", &wanted, 1));
    lang_unref(t, wanted);
}

/* Attributes by dir(object). */
static void from_object(struct lang_thread *t, struct list *l, lang_value o, const char *prefix, size_t n)
{
    if (lang_is_foreign(o)) {
        from_foreign(t, l, o, prefix, n);
        return;
    }
    lang_value dir = lang_dict_get_c(t, t->vm->builtins, "dir");
    lang_value names = lang_is_undef(dir) ? lang_error() : lang_call(t, dir, &o, 1, NULL);
    if (!lang_is_list(names)) {
        lang_error_clear(t);
        return;
    }
    for (int64_t i = 0; i < lang_as_list(names)->length; i++) {
        lang_value k = lang_as_list(names)->items[i];
        size_t size;
        const char *name = lang_is_str(k) ? lang_str_utf8(t, lang_as_str(k), &size) : NULL;
        if (!name || !fits(name, size, prefix, n))
            continue;
        lang_ref(k); /* what is asked for an attribute may change the list */
        struct lang_str *interned = lang_intern_str(t, lang_as_str(k));
        lang_value d = interned ? lang_type_lookup(t, lang_type_of(o), interned) : lang_undef();
        bool computed = d.tag == LANG_OBJECT && d.o->type == &lang_type_property; /* would run the user's code */
        lang_value v = !interned || computed ? lang_undef() : lang_getattr_opt(t, o, interned);
        lang_xdecref(t, interned);
        if (v.tag > LANG_ERROR)
            add_value(t, l, name, size, v);
        else
            add(l, name, size, "instance", "");
        lang_error_clear(t);
        lang_unref(t, v);
        lang_unref(t, k);
    }
    lang_unref(t, names);
}

/* ------------------------------------------------------------------ scanning backwards */

static bool is_word(unsigned char c)
{
    return isalnum(c) || c == '_' || c >= 0x80;
}

static size_t word_start(const char *s, size_t at)
{
    while (at > 0 && is_word((unsigned char)s[at - 1]))
        at--;
    return at;
}

/* Start of a dotted name or simple subscript chain that ends at `at`: a.b[0].c, also 'text' and [1, 2]. */
static size_t chain_start(const char *s, size_t at)
{
    for (;;) {
        size_t from = at;
        if (at > 0 && s[at - 1] == ']') {
            int depth = 0;
            while (at > 0) {
                at--;
                depth += s[at] == ']';
                depth -= s[at] == '[';
                if (depth == 0)
                    break;
            }
            if (depth)
                return from;
            if (at > 0 && (is_word((unsigned char)s[at - 1]) || s[at - 1] == ']'))
                continue;
            return at;
        }
        if (at > 0 && (s[at - 1] == '\'' || s[at - 1] == '"')) {
            char q = s[--at];
            while (at > 0 && s[at - 1] != q && s[at - 1] != '\n')
                at--;
            return at > 0 && s[at - 1] == q ? at - 1 : from;
        }
        at = word_start(s, at);
        if (at == from)
            return from;
        if (at > 0 && s[at - 1] == '.')
            at--;
        else
            return at;
    }
}

/* A chain holds nothing that could call: names, dots, literals, integer and text subscripts. */
static bool has_no_calls(const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!is_word((unsigned char)s[i]) && !strchr(".[]'\", -", s[i]))
            return false;
    return n > 0;
}

/* names: what counts before the globals; NULL: nothing. */
static lang_value value_of(struct lang_thread *t, struct lang_dict *names, const char *s, size_t n)
{
    if (!has_no_calls(s, n))
        return lang_undef();
    struct lang_dict *main = lang_main_dict(t);
    lang_value v = lang_eval(t, s, n, main, names ? names : main);
    if (lang_is_error(v)) {
        lang_error_clear(t);
        return lang_undef();
    }
    return v;
}

/* The quote that is open at the end of s[0..n-1] on its line, its position in *at; 0: none. */
static char open_quote(const char *s, size_t n, size_t *at)
{
    size_t line = n;
    while (line > 0 && s[line - 1] != '\n')
        line--;
    char q = 0;
    for (size_t i = line; i < n; i++) {
        if (q && s[i] == '\\') {
            i++;
        } else if (q ? s[i] == q : s[i] == '\'' || s[i] == '"') {
            q = q ? 0 : s[i];
            *at = i;
        } else if (!q && s[i] == '#') {
            return 0;
        }
    }
    return q;
}

/* The bracket that is open at the cursor, its position; NO: none. */
static size_t open_bracket(const char *s, size_t n)
{
    int depth = 0;
    while (n > 0) {
        char c = s[--n];
        if (strchr(")]}", c))
            depth++;
        else if (strchr("([{", c) && c && depth-- == 0)
            return n;
    }
    return SIZE_MAX;
}

/* ------------------------------------------------------------------ sources */

static void files(struct list *l, const char *prefix, size_t n)
{
    size_t dir = n;
    while (dir > 0 && prefix[dir - 1] != '/')
        dir--;
    char folder[1024];
    if (dir >= sizeof folder)
        return;
    memcpy(folder, prefix, dir);
    folder[dir] = 0;
    DIR *d = opendir(dir ? folder : ".");
    if (!d)
        return;
    for (struct dirent *e; (e = readdir(d)) && l->count < 500;) {
        size_t size = strlen(e->d_name);
        if (e->d_name[0] == '.' && (n == dir || prefix[dir] != '.'))
            continue;
        if (size < n - dir || memcmp(e->d_name, prefix + dir, n - dir) != 0 || strcmp(e->d_name, ".") == 0 ||
            strcmp(e->d_name, "..") == 0)
            continue;
        char path[2400];
        struct stat st;
        snprintf(path, sizeof path, "%s%s", folder, e->d_name);
        bool is_dir = stat(path, &st) == 0 && S_ISDIR(st.st_mode);
        size = (size_t)snprintf(path, sizeof path, "%s%s%s", folder, e->d_name, is_dir ? "/" : "");
        add(l, path, size, "path", "");
    }
    closedir(d);
}

static void key(struct lang_thread *t, struct list *l, lang_value k, const char *prefix, size_t n, char quote)
{
    size_t size;
    bool number = !quote && (k.tag == LANG_INT || k.tag == LANG_FLOAT);
    struct lang_str *s = lang_is_str(k) && quote ? lang_incref(k.o) : lang_is_str(k) || number ? lang_repr(t, k) : NULL;
    const char *text = s ? lang_str_utf8(t, s, &size) : NULL;
    if (text && size >= n && memcmp(text, prefix, n) == 0)
        add(l, text, size, "dict key", "");
    lang_error_clear(t);
    lang_xdecref(t, s);
}

static void dict_keys(struct lang_thread *t, struct list *l, lang_value v, const char *prefix, size_t n, char quote)
{
    lang_value k, x, listed = lang_is_foreign(v) ? list_of_foreign(t, v, "keys", NULL, 0) : lang_undef();
    for (int64_t i = 0; !lang_is_undef(listed) && i < lang_as_list(listed)->length; i++)
        key(t, l, lang_as_list(listed)->items[i], prefix, n, quote);
    lang_unref(t, listed);
    for (int64_t i = 0; lang_is_dict(v) && lang_dict_next(lang_as_dict(v), &i, &k, &x);)
        key(t, l, k, prefix, n, quote);
}

/* Parameters of the call that the cursor stands in, as `name=`. */
static void parameters(struct lang_thread *t, struct list *l, lang_value callee, const char *args, size_t args_size,
                       const char *prefix, size_t n)
{
    struct lang_str *s = lang_signature(t, callee);
    const char *text = s ? lang_str_utf8(t, s, NULL) : NULL;
    lang_error_clear(t);
    for (const char *p = text; p && *p && *p != ')';) {
        while (*p && !is_word((unsigned char)*p) && *p != '*' && *p != ')')
            p++;
        bool star = *p == '*';
        while (*p == '*')
            p++;
        size_t size = 0;
        while (is_word((unsigned char)p[size]))
            size++;
        char name[128];
        if (size && !star && size + 1 < sizeof name && size >= n && memcmp(p, prefix, n) == 0 &&
            !(size == 4 && memcmp(p, "self", 4) == 0)) {
            memcpy(name, p, size);
            name[size] = '=';
            name[size + 1] = 0;
            if (!memmem(args, args_size, name, size + 1))
                add(l, name, size + 1, "param", "");
        }
        p += size;
        int depth = 0; /* over annotation and default */
        while (*p && !(depth == 0 && (*p == ',' || *p == ')'))) {
            depth += strchr("([{", *p) != NULL;
            depth -= strchr(")]}", *p) != NULL;
            p++;
        }
    }
    lang_xdecref(t, s);
}

static const char *const keywords[] = {
#define TOKEN_KEYWORD(KIND, text) text,
#include "front/token.def"
};

/* Names bound earlier in the text: every word in front of `=`, behind def, class, for, as, import, and parameters of a
 * def. */
static void from_text(struct list *l, const char *s, size_t end, const char *prefix, size_t n)
{
    for (size_t i = 0; i < end;) {
        if (!is_word((unsigned char)s[i]) || isdigit((unsigned char)s[i]) ||
            (i > 0 && (s[i - 1] == '.' || is_word((unsigned char)s[i - 1])))) {
            i++;
            continue;
        }
        size_t from = i;
        while (i < end && is_word((unsigned char)s[i]))
            i++;
        if (i == end) /* the word being typed */
            return;
        size_t after = i;
        while (after < end && (s[after] == ' ' || s[after] == '\t'))
            after++;
        size_t before = from;
        while (before > 0 && s[before - 1] == ' ')
            before--;
        size_t w = word_start(s, before);
        const char *prior = s + w;
        size_t len = before - w;
        bool bound = after < end && s[after] == '=' && (after + 1 >= end || s[after + 1] != '=');
        bound = bound || (len == 3 && (memcmp(prior, "def", 3) == 0 || memcmp(prior, "for", 3) == 0)) ||
                (len == 5 && memcmp(prior, "class", 5) == 0) || (len == 2 && memcmp(prior, "as", 2) == 0) ||
                (len == 6 && memcmp(prior, "import", 6) == 0);
        size_t line = from;
        while (line > 0 && s[line - 1] != '\n')
            line--;
        while (s[line] == ' ')
            line++;
        bound = bound || (end - line > 4 && memcmp(s + line, "def ", 4) == 0);
        bool key = false;
        for (size_t k = 0; k < sizeof keywords / sizeof keywords[0]; k++)
            key = key || (strlen(keywords[k]) == i - from && memcmp(keywords[k], s + from, i - from) == 0);
        if (bound && !key && fits(s + from, i - from, prefix, n))
            add(l, s + from, i - from, "statement", "");
    }
}

static void modules(struct lang_thread *t, struct list *l, const char *prefix, size_t n)
{
    for (size_t i = 0; lang_module_defs[i]; i++)
        if (fits(lang_module_defs[i]->name, strlen(lang_module_defs[i]->name), prefix, n))
            add(l, lang_module_defs[i]->name, strlen(lang_module_defs[i]->name), "module", "");
    const char *name;
    for (size_t i = 0; (name = lang_registered_name(t->vm, i)); i++)
        if (fits(name, strlen(name), prefix, n) && (memchr(prefix, '.', n) || !strchr(name, '.')))
            add(l, name, strlen(name), "module", "");
}

/* Those of the other side. */
static void foreign_modules(struct lang_thread *t, struct list *l, const char *prefix, size_t n)
{
    lang_value wanted = lang_obj_or_error(lang_str_new(t, prefix, n));
    lang_value names = lang_is_error(wanted) ? lang_undef() : list_of_foreign(t, lang_none(), "modules", &wanted, 1);
    for (int64_t i = 0; !lang_is_undef(names) && i < lang_as_list(names)->length; i++) {
        lang_value name = lang_as_list(names)->items[i];
        size_t size;
        const char *text = lang_is_str(name) ? lang_str_utf8(t, lang_as_str(name), &size) : NULL;
        if (text)
            add(l, text, size, "module", "");
    }
    lang_error_clear(t);
    lang_unref(t, names);
    if (!lang_is_error(wanted))
        lang_unref(t, wanted);
}

/* What stands in a module of the other side. */
static void foreign_names(struct lang_thread *t, struct list *l, const char *module, const char *prefix, size_t n)
{
    lang_value details[] = {lang_obj_or_error(lang_str_from_c(t, module)),
                            lang_obj_or_error(lang_str_new(t, prefix, n))};
    if (!lang_is_error(details[0]) && !lang_is_error(details[1]))
        foreign_rows(t, l, list_of_foreign(t, lang_none(), "importable", details, 2));
    lang_error_clear(t);
    for (int i = 0; i < 2; i++)
        if (!lang_is_error(details[i]))
            lang_unref(t, details[i]);
}

/* ------------------------------------------------------------------ the cursor */

struct location {
    const char *text;
    size_t cursor, line;     /* bytes; where the cursor's line, or its part behind `;`, begins */
    struct lang_dict *names; /* what the imports before the cursor bind; NULL when memory is short */
};

static bool line_begins(const struct location *p, const char *word)
{
    size_t at = p->line;
    while (at < p->cursor && p->text[at] == ' ')
        at++;
    size_t n = strlen(word);
    return p->cursor - at > n && memcmp(p->text + at, word, n) == 0 && p->text[at + n] == ' ';
}

static size_t complete_import(struct lang_thread *t, struct list *l, const struct location *p, bool *done)
{
    size_t start = p->cursor;
    while (start > p->line && (is_word((unsigned char)p->text[start - 1]) || p->text[start - 1] == '.'))
        start--;
    const char *import = memmem(p->text + p->line, p->cursor - p->line, " import ", 8);
    *done = true;
    if (line_begins(p, "from") && import) {
        const char *name = p->text + p->line;
        while (*name == ' ')
            name++;
        name += 4;
        while (*name == ' ')
            name++;
        char module[256];
        size_t n = (size_t)(import - name);
        if (n < sizeof module) {
            memcpy(module, name, n);
            module[n] = 0;
            while (n && module[n - 1] == ' ')
                module[--n] = 0;
            lang_value m = lang_library_module(t, module);
            if (!lang_is_undef(m))
                from_object(t, l, m, p->text + start, p->cursor - start);
            else
                foreign_names(t, l, module, p->text + start, p->cursor - start);
            lang_error_clear(t);
            lang_unref(t, m);
        }
        return start;
    }
    if (line_begins(p, "from") || line_begins(p, "import")) {
        modules(t, l, p->text + start, p->cursor - start);
        foreign_modules(t, l, p->text + start, p->cursor - start);
        return start;
    }
    *done = false;
    return p->cursor;
}

/* Where the bracket is whose subscript the quote begins: `a["`, or that of the last of several ranges, `a[:, "`;
 * SIZE_MAX: none. */
static size_t bracket_before(const char *s, size_t quote)
{
    size_t at = quote;
    while (at > 0 && strchr(" \t,:", s[at - 1]))
        at--;
    return at > 0 && s[at - 1] == '[' ? at - 1 : SIZE_MAX;
}

static size_t complete_quoted(struct lang_thread *t, struct list *l, const struct location *p, size_t quote)
{
    size_t start = quote + 1, bracket = bracket_before(p->text, quote);
    if (bracket != SIZE_MAX) {
        size_t from = chain_start(p->text, bracket);
        lang_value v = value_of(t, p->names, p->text + from, bracket - from);
        dict_keys(t, l, v, p->text + start, p->cursor - start, p->text[quote]);
        lang_unref(t, v);
        if (l->count)
            return start;
    }
    files(l, p->text + start, p->cursor - start);
    return start;
}

static size_t complete_names(struct lang_thread *t, struct list *l, const struct location *p)
{
    size_t start = word_start(p->text, p->cursor), n = p->cursor - start;
    const char *prefix = p->text + start;
    if (start < p->cursor && isdigit((unsigned char)*prefix))
        return p->cursor;
    if (start > 0 && p->text[start - 1] == '.') {
        size_t from = chain_start(p->text, start - 1);
        lang_value v = value_of(t, p->names, p->text + from, start - 1 - from);
        if (!lang_is_undef(v))
            from_object(t, l, v, prefix, n);
        lang_unref(t, v);
        return start;
    }
    size_t bracket = open_bracket(p->text, p->cursor);
    if (bracket != SIZE_MAX && p->text[bracket] != '{' && bracket > 0) {
        size_t from = chain_start(p->text, bracket);
        lang_value v = value_of(t, p->names, p->text + from, bracket - from);
        if (p->text[bracket] == '(' && v.tag == LANG_OBJECT && lang_callable(v))
            parameters(t, l, v, p->text + bracket, start - bracket, prefix, n);
        if (p->text[bracket] == '[')
            dict_keys(t, l, v, prefix, n, 0);
        lang_unref(t, v);
        if (n == 0 && p->text[bracket] == '[' && l->count)
            return start;
    }
    if (p->names)
        from_dict(t, l, p->names, prefix, n);
    from_text(l, p->text, p->cursor, prefix, n);
    from_dict(t, l, lang_main_dict(t), prefix, n);
    from_dict(t, l, t->vm->builtins, prefix, n);
    for (size_t i = 0; i < sizeof keywords / sizeof keywords[0]; i++)
        if (fits(keywords[i], strlen(keywords[i]), prefix, n))
            add(l, keywords[i], strlen(keywords[i]), "keyword", "");
    return start;
}

static int64_t code_points(const char *s, size_t n)
{
    int64_t k = 0;
    for (size_t i = 0; i < n; i++)
        k += (s[i] & 0xC0) != 0x80;
    return k;
}

int lang_complete(struct lang_thread *t, const char *text, size_t size, int64_t cursor, struct lang_completions *out)
{
    struct location p = {.text = text};
    for (int64_t k = 0; p.cursor < size && k < cursor;) {
        p.cursor++;
        while (p.cursor < size && (text[p.cursor] & 0xC0) == 0x80)
            p.cursor++;
        k++;
    }
    p.line = p.cursor;
    while (p.line > 0 && text[p.line - 1] != '\n' && text[p.line - 1] != ';')
        p.line--;
    struct list l = {0};
    bool done = false;
    size_t quote = 0, start = complete_import(t, &l, &p, &done);
    if (!done && (p.names = lang_dict_new(t)))
        lang_imports_of_text(t, text, word_start(text, p.cursor), p.names);
    if (!done)
        start = open_quote(text, p.cursor, &quote) ? complete_quoted(t, &l, &p, quote) : complete_names(t, &l, &p);
    lang_error_clear(t);
    lang_xdecref(t, p.names);
    if (l.count)
        qsort(l.items, l.count, sizeof *l.items, by_name);
    out->items = l.items;
    out->count = l.count;
    int64_t end = code_points(text, p.cursor);
    out->end = end;
    out->start = l.count ? code_points(text, start) : end;
    if (l.failed)
        lang_no_memory(t);
    return l.failed ? -1 : 0;
}

void lang_completions_free(struct lang_completions *c)
{
    for (size_t i = 0; i < c->count; i++) {
        free(c->items[i].text);
        free(c->items[i].signature);
    }
    free(c->items);
    *c = (struct lang_completions){0};
}

/* ------------------------------------------------------------------ inspection */

/* The dotted name at the cursor, or the callee of the call it stands in. */
static bool name_at(const char *s, size_t size, size_t at, size_t *from, size_t *to)
{
    size_t end = at;
    while (end < size && is_word((unsigned char)s[end]))
        end++;
    size_t start = word_start(s, at);
    if (end > start && !isdigit((unsigned char)s[start])) {
        size_t bracket = open_bracket(s, start);
        (void)bracket;
        *from = chain_start(s, end);
        *to = end;
        return true;
    }
    return false;
}

enum { FIELDS = 12 };
struct field {
    const char *title;
    struct lang_str *value;
};

static void set_field(struct lang_thread *t, struct field *f, size_t *n, const char *title, struct lang_str *value)
{
    if (!value) {
        lang_error_clear(t);
        return;
    }
    f[*n].title = title;
    f[(*n)++].value = value;
}

static struct lang_str *doc_of(struct lang_thread *t, lang_value v)
{
    lang_value d = lang_getattr_opt(t, v, LANG_NAME(__doc__));
    if (lang_is_str(d))
        return lang_as_str(d);
    lang_unref(t, d);
    lang_error_clear(t);
    return lang_str_from_c(t, "<no docstring>");
}

static struct lang_str *source_of(struct lang_thread *t, lang_value v)
{
    if (lang_is_exactly(v, &lang_type_method))
        v = ((struct lang_method_object *)v.o)->function;
    if (!lang_is_exactly(v, &lang_type_function))
        return NULL;
    struct lang_code *code = ((struct lang_function *)v.o)->code;
    struct lang_builder b;
    lang_builder_init(&b, t);
    const char *line;
    size_t n;
    for (uint32_t i = code->first_line; i <= code->last_line && lang_text_line(code->text, i, &line, &n); i++) {
        if (i > code->first_line)
            lang_builder_c(&b, "\n");
        lang_builder_utf8(&b, line, n);
    }
    return lang_builder_finish(&b);
}

/* Where a function is defined, as its code object says, with ~ for the home of the user; NULL: the library's. */
static struct lang_str *file_of(struct lang_thread *t, lang_value v)
{
    if (lang_is_exactly(v, &lang_type_method))
        v = ((struct lang_method_object *)v.o)->function;
    if (!lang_is_exactly(v, &lang_type_function))
        return NULL;
    const struct lang_text *text = ((struct lang_function *)v.o)->code->text;
    char cell[LANG_CELL_FILENAME];
    const char *path = lang_text_filename(text, cell), *home = getenv("HOME");
    size_t n = home ? strlen(home) : 0;
    if (text->hidden || path[0] == '<')
        return NULL;
    if (n > 1 && strncmp(path, home, n) == 0 && path[n] == '/')
        return lang_str_from_format(t, "~%s", path + n);
    return lang_str_from_c(t, path);
}

static struct lang_str *shortened(struct lang_thread *t, struct lang_str *s)
{
    if (!s || s->length <= 200)
        return s;
    struct lang_builder b;
    lang_builder_init(&b, t);
    lang_builder_slice(&b, s, 0, 97);
    lang_builder_c(&b, " <...> ");
    lang_builder_slice(&b, s, s->length - 97, s->length);
    lang_decref(t, s);
    return lang_builder_finish(&b);
}

/* The lines that the other implementation makes of it. */
static size_t describe_foreign(struct lang_thread *t, lang_value v, const char *name, size_t size, int detail,
                               struct field *f)
{
    static const char *const titles[] = {"Signature", "Init signature", "Call signature",  "Source",
                                         "Docstring", "Init docstring", "Class docstring", "File",
                                         "Type",      "String form",    "Length",          "Subclasses"};
    size_t n = 0;
    lang_value details[] = {lang_obj_or_error(lang_str_new(t, name, size)), lang_bool(detail)};
    lang_value rows = lang_is_error(details[0]) ? lang_undef() : list_of_foreign(t, v, "describe", details, 2);
    for (int64_t i = 0; !lang_is_undef(rows) && i < lang_as_list(rows)->length && n < FIELDS; i++) {
        lang_value row = lang_as_list(rows)->items[i];
        const char *title = text_at(t, row, 0, NULL);
        for (size_t k = 0; title && text_at(t, row, 1, NULL) && k < sizeof titles / sizeof *titles; k++)
            if (strcmp(titles[k], title) == 0)
                set_field(t, f, &n, titles[k], lang_incref(lang_as_tuple(row)->items[1].o));
    }
    lang_error_clear(t);
    lang_unref(t, rows);
    if (!lang_is_error(details[0]))
        lang_unref(t, details[0]);
    return n;
}

enum { LONGEST_SIGNATURE = 75 }; /* on one line */

/* A signature behind the name that it belongs to: a parameter a line where it is long, as IPython writes it. */
static struct lang_str *named_signature(struct lang_thread *t, const char *name, size_t size,
                                        struct lang_str *signature)
{
    struct lang_str *whole = lang_str_from_format(t, "%.*s%U", (int)size, name, signature);
    const char *text = whole ? lang_str_utf8(t, whole, NULL) : NULL;
    if (!text || whole->length <= LONGEST_SIGNATURE || !strchr(text, '(') || strstr(text, "()"))
        return whole;
    struct lang_builder b;
    lang_builder_init(&b, t);
    const char *at = strchr(text, '(') + 1, *from = at;
    lang_builder_utf8(&b, text, (size_t)(at - text));
    char quote = 0;
    for (int depth = 0; *at && (depth || quote || *at != ')'); at++) {
        if (quote)
            quote = *at == quote && at[-1] != '\\' ? 0 : quote;
        else if (*at == '"' || *at == '\'')
            quote = *at;
        else
            depth += (strchr("([{", *at) != NULL) - (strchr(")]}", *at) != NULL);
        if (*at == ',' && !depth && !quote) {
            lang_builder_c(&b, "\n    ");
            lang_builder_utf8(&b, from, (size_t)(at + 1 - from));
            from = at + 1 + (at[1] == ' ');
        }
    }
    lang_builder_c(&b, "\n    ");
    lang_builder_utf8(&b, from, (size_t)(at - from));
    lang_builder_c(&b, ",\n");
    lang_builder_c(&b, at);
    lang_decref(t, whole);
    return lang_builder_finish(&b);
}

static size_t describe(struct lang_thread *t, lang_value v, const char *name, size_t size, int detail, struct field *f)
{
    size_t n = lang_is_foreign(v) ? describe_foreign(t, v, name, size, detail, f) : 0;
    if (n)
        return n;
    bool class = lang_type_of(v)->flags & LANG_TYPE_TYPE, callable = kind_of(v)[0] == 'f';
    if (class || callable) {
        struct lang_str *s = lang_signature(t, v);
        if (s)
            set_field(t, f, &n, class ? "Init signature" : "Signature", named_signature(t, name, size, s));
        lang_error_clear(t);
        lang_xdecref(t, s);
    }
    struct lang_str *source = detail ? source_of(t, v) : NULL;
    if (callable || class) {
        struct lang_str *doc = doc_of(t, v), *file = file_of(t, v);
        if (!source || (doc && lang_str_equal_c(doc, "<no docstring>")))
            set_field(t, f, &n, "Docstring", doc);
        else
            lang_xdecref(t, doc);
        if (source)
            set_field(t, f, &n, "Source", source);
        if (file)
            set_field(t, f, &n, "File", file);
        set_field(t, f, &n, "Type", lang_str_from_c(t, lang_type_of(v)->name));
        if (class)
            set_field(t, f, &n, "Subclasses", lang_str_empty(t));
        return n;
    }
    set_field(t, f, &n, "Type", lang_str_from_c(t, lang_type_of(v)->name));
    set_field(t, f, &n, "String form", shortened(t, lang_to_str(t, v)));
    if (lang_type_of(v)->len) {
        int64_t len = lang_len(t, v);
        if (len >= 0)
            set_field(t, f, &n, "Length", lang_str_from_format(t, "%lld", (long long)len));
        lang_error_clear(t);
    }
    set_field(t, f, &n, "Docstring", doc_of(t, v));
    return n;
}

/* A field that is a piece of program gets the colours of reports; without memory for them it stays as it is. */
static void colour_code(struct lang_thread *t, struct field *f)
{
    size_t size;
    if (!strstr(f->title, "ignature") && strcmp(f->title, "Source") != 0)
        return;
    const char *text = lang_str_utf8(t, f->value, &size);
    char *coloured = text ? lang_coloured_text(text, size) : NULL;
    struct lang_str *value = coloured ? lang_str_from_c(t, coloured) : NULL;
    free(coloured);
    lang_error_clear(t);
    if (!value)
        return;
    lang_decref(t, f->value);
    f->value = value;
}

int lang_inspect(struct lang_thread *t, const char *text, size_t size, int64_t cursor, int detail, char **out)
{
    *out = NULL;
    size_t at = 0;
    for (int64_t k = 0; at < size && k < cursor; k++) {
        at++;
        while (at < size && (text[at] & 0xC0) == 0x80)
            at++;
    }
    size_t from, to;
    lang_value v = lang_undef();
    size_t bracket = open_bracket(text, at);
    if (bracket != SIZE_MAX && text[bracket] == '(' && bracket > 0) {
        from = chain_start(text, bracket);
        to = bracket;
        v = value_of(t, NULL, text + from, to - from);
    }
    if (lang_is_undef(v) && name_at(text, size, at, &from, &to))
        v = value_of(t, NULL, text + from, to - from);
    if (lang_is_undef(v))
        return 0;
    struct field fields[FIELDS];
    size_t n = describe(t, v, text + from, to - from, detail, fields), width = 0;
    lang_unref(t, v);
    struct lang_builder b;
    lang_builder_init(&b, t);
    for (size_t i = 0; i < n; i++)
        if (strlen(fields[i].title) + 1 > width)
            width = strlen(fields[i].title) + 1;
    for (size_t i = 0; i < n; i++) {
        size_t len = strlen(fields[i].title) + 1, bytes;
        colour_code(t, &fields[i]);
        const char *value = lang_str_utf8(t, fields[i].value, &bytes);
        lang_builder_c(&b, "\033[31m");
        lang_builder_c(&b, fields[i].title);
        lang_builder_c(&b, ":\033[39m");
        if (value && !memchr(value, '\n', bytes)) {
            lang_builder_repeat(&b, ' ', (int64_t)(width - len + 1));
            lang_builder_str(&b, fields[i].value);
        } else {
            lang_builder_repeat(&b, ' ', (int64_t)(width - len));
            lang_builder_c(&b, "\n");
            lang_builder_str(&b, fields[i].value);
        }
        lang_builder_c(&b, "\n");
        lang_decref(t, fields[i].value);
    }
    struct lang_str *all = lang_builder_finish(&b);
    const char *bytes = all ? lang_str_utf8(t, all, NULL) : NULL;
    *out = bytes ? strdup(bytes) : NULL;
    if (*out && **out && (*out)[strlen(*out) - 1] == '\n')
        (*out)[strlen(*out) - 1] = 0;
    lang_xdecref(t, all);
    return *out ? 0 : -1;
}
