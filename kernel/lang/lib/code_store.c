/* code_store.c: code objects as bytes. Behind a head (the program's build, the size and a check sum of the rest) stand
 * the texts that the code uses, each once, and then the code with all that is nested in it. Numbers are in the
 * machine's order: the build says which machine that is. Of a function of the library, which stays in the program, only
 * what makes it a value is read; the rest of its code at its first call. */
#include "code_store.h"

#include <elf.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>

#include "lib.h"
#include "types/bigint.h"

enum { SUM_SIZE = 16, MAX_DEPTH = 200 };

struct head {
    char magic[8];
    uint8_t build[LANG_BUILD_ID_SIZE];
    uint8_t sum[SUM_SIZE];
    uint32_t size;
};
static const char magic[8] = "TKCODE1\n";

/* ---- the build ---- */

struct build_search {
    uint8_t *out;
    bool found;
};

static bool has_address(const struct dl_phdr_info *info, ElfW(Addr) address)
{
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        const ElfW(Addr) start = info->dlpi_addr + part->p_vaddr;
        if (part->p_type == PT_LOAD && address >= start && address < start + part->p_memsz)
            return true;
    }
    return false;
}

/* The ID in a segment of notes. */
static bool read_notes(const char *at, const char *end, uint8_t *out)
{
    while (at + sizeof(ElfW(Nhdr)) <= end) {
        ElfW(Nhdr) note;
        memcpy(&note, at, sizeof note);
        const char *name = at + sizeof note, *id = name + ((note.n_namesz + 3u) & ~3u);
        if (id + note.n_descsz > end)
            return false;
        if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && memcmp(name, "GNU", 4) == 0) {
            const size_t size = note.n_descsz < LANG_BUILD_ID_SIZE ? note.n_descsz : LANG_BUILD_ID_SIZE;
            memset(out, 0, LANG_BUILD_ID_SIZE);
            memcpy(out, id, size);
            return size > 0;
        }
        at = id + ((note.n_descsz + 3u) & ~3u);
    }
    return false;
}

static int look_for_build(struct dl_phdr_info *info, size_t size, void *arg)
{
    struct build_search *search = arg;
    (void)size;
    if (!has_address(info, (ElfW(Addr))(uintptr_t)&look_for_build))
        return 0;
    for (int i = 0; i < info->dlpi_phnum && !search->found; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        const char *at = (const char *)(uintptr_t)(info->dlpi_addr + part->p_vaddr); /* NOLINT */
        if (part->p_type == PT_NOTE)
            search->found = read_notes(at, at + part->p_memsz, search->out);
    }
    return 1;
}

bool lang_build_id(uint8_t out[LANG_BUILD_ID_SIZE])
{
    static enum { UNKNOWN, ABSENT, KNOWN } state;
    static uint8_t id[LANG_BUILD_ID_SIZE];
    if (state == UNKNOWN) {
        struct build_search search = {id, false};
        dl_iterate_phdr(look_for_build, &search);
        state = search.found ? KNOWN : ABSENT;
    }
    memcpy(out, id, LANG_BUILD_ID_SIZE);
    return state == KNOWN;
}

static void sum_of(const uint8_t *data, size_t size, uint8_t out[SUM_SIZE])
{
    const struct blake2_parameters parameters = {.digest_size = SUM_SIZE, .fanout = 1, .depth = 1};
    struct blake2 state;
    lang_blake2_init(&state, true, &parameters);
    lang_blake2_update(&state, data, size);
    lang_blake2_final(&state, out);
}

/* ---- writing ---- */

struct bytes_out {
    uint8_t *data;
    size_t size, capacity;
    bool failed;
};

struct packer {
    struct lang_thread *t;
    struct bytes_out texts, codes, offsets; /* where each text stands, 32 bits each */
    struct lang_dict *known;                /* text -> its number */
    bool foreign;                           /* something has no form as bytes */
};

static void put(struct bytes_out *out, const void *data, size_t size)
{
    if (out->size + size > out->capacity && !out->failed) {
        size_t capacity = out->capacity ? out->capacity : 4096;
        while (capacity < out->size + size)
            capacity *= 2;
        uint8_t *more = realloc(out->data, capacity);
        out->failed = !more;
        out->data = more ? more : out->data;
        out->capacity = more ? capacity : out->capacity;
    }
    if (out->failed)
        return;
    if (size)
        memcpy(out->data + out->size, data, size);
    out->size += size;
}

static void put_number(struct bytes_out *out, uint64_t n)
{
    uint8_t bytes[10];
    size_t size = 0;
    for (; n >= 128; n >>= 7)
        bytes[size++] = (uint8_t)(n | 128);
    bytes[size++] = (uint8_t)n;
    put(out, bytes, size);
}

static void put_kind(struct packer *p, char kind)
{
    put(&p->codes, &kind, 1);
}

/* 0: there is none; else the number of a text, and whether it is interned. */
static void put_text(struct packer *p, struct lang_str *s)
{
    if (!s) {
        put_number(&p->codes, 0);
        return;
    }
    lang_value number = lang_dict_get_str(p->t, p->known, s);
    if (lang_is_undef(number)) {
        number = lang_int(p->known->used);
        if (lang_dict_set_str(p->t, p->known, s, number) < 0) {
            p->codes.failed = true;
            return;
        }
        const uint64_t shape = (uint64_t)s->length << 2 | (s->kind == 4 ? 2u : s->kind - 1u);
        const uint32_t offset = (uint32_t)p->texts.size;
        const int64_t hash = lang_str_hash(s);
        put(&p->offsets, &offset, sizeof offset);
        put_number(&p->texts, shape);
        put(&p->texts, &hash, sizeof hash);
        put(&p->texts, s->data, (size_t)s->length * s->kind);
    }
    put_number(&p->codes, (uint64_t)(number.i + 1) << 1 | (s->interned ? 1u : 0u));
}

static void put_code(struct packer *p, struct lang_code *c, int depth);
static void put_value(struct packer *p, lang_value v, int depth);

static void put_items(struct packer *p, char kind, const lang_value *items, int64_t n, int depth)
{
    put_kind(p, kind);
    put_number(&p->codes, (uint64_t)n);
    for (int64_t i = 0; i < n; i++)
        put_value(p, items[i], depth + 1);
}

static void put_big(struct packer *p, lang_value v)
{
    struct lang_bigint *big = (struct lang_bigint *)v.o;
    const size_t size = mpz_size(big->z) * sizeof(mp_limb_t) + 1;
    uint8_t *bytes = malloc(size);
    if (!bytes) {
        p->codes.failed = true;
        return;
    }
    lang_bigint_put_bytes(big->z, bytes, size, false);
    put_kind(p, 'I');
    put_number(&p->codes, size);
    put(&p->codes, bytes, size);
    free(bytes);
}

static void put_set(struct packer *p, lang_value v, int depth)
{
    struct lang_set *s = (struct lang_set *)v.o;
    lang_value key;
    put_kind(p, '>');
    put_number(&p->codes, (uint64_t)s->count);
    for (int64_t i = 0; lang_set_next(s, &i, &key);)
        put_value(p, key, depth + 1);
}

static void put_object(struct packer *p, lang_value v, int depth)
{
    const struct lang_type *type = v.o->type;
    if (type == &lang_type_str) {
        put_kind(p, 's');
        put_text(p, lang_as_str(v));
    } else if (type == &lang_type_bytes) {
        put_kind(p, 'b');
        put_number(&p->codes, (uint64_t)((struct lang_bytes *)v.o)->length);
        put(&p->codes, ((struct lang_bytes *)v.o)->data, (size_t)((struct lang_bytes *)v.o)->length);
    } else if (type == &lang_type_int) {
        put_big(p, v);
    } else if (type == &lang_type_complex) {
        const double parts[2] = {((struct lang_complex *)v.o)->real, ((struct lang_complex *)v.o)->imag};
        put_kind(p, 'y');
        put(&p->codes, parts, sizeof parts);
    } else if (type == &lang_type_tuple) {
        put_items(p, '(', lang_as_tuple(v)->items, lang_as_tuple(v)->length, depth);
    } else if (type == &lang_type_frozenset) {
        put_set(p, v, depth);
    } else if (type == &lang_type_code) {
        put_kind(p, 'c');
        put_code(p, (struct lang_code *)v.o, depth + 1);
    } else {
        p->foreign = true;
    }
}

static void put_value(struct packer *p, lang_value v, int depth)
{
    if (p->codes.failed || p->foreign)
        return;
    p->foreign = depth > MAX_DEPTH;
    switch (v.tag) {
    case LANG_NONE:
        put_kind(p, 'N');
        return;
    case LANG_ELLIPSIS:
        put_kind(p, '.');
        return;
    case LANG_BOOL:
        put_kind(p, v.i ? 'T' : 'F');
        return;
    case LANG_INT:
        put_kind(p, 'i');
        put_number(&p->codes, (uint64_t)v.i << 1 ^ (uint64_t)(v.i >> 63));
        return;
    case LANG_FLOAT:
        put_kind(p, 'g');
        put(&p->codes, &v.f, sizeof v.f);
        return;
    case LANG_OBJECT:
        put_object(p, v, depth);
        return;
    default:
        p->foreign = true;
    }
}

static void put_names(struct packer *p, struct lang_str **names, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        put_text(p, names[i]);
}

/* The plain numbers of a code object, in the order in which they are stored: those of the value, those of the rest. */
#define VALUE_NUMBERS(X)                                                                                               \
    X(flags)                                                                                                           \
    X(reg_count)                                                                                                       \
    X(free_count)                                                                                                      \
    X(temp_base)                                                                                                       \
    X(posonly_count) X(positional_count) X(kwonly_count) X(param_count) X(first_line) X(last_line)
#define REST_NUMBERS(X)                                                                                                \
    X(direct_count)                                                                                                    \
    X(local_count) X(cell_count) X(instr_count) X(line_table_size) X(const_count) X(site_count) X(handler_count)

static void put_rest(struct packer *p, const struct lang_code *c, int depth)
{
#define X(field) put_number(&p->codes, c->field);
    REST_NUMBERS(X)
#undef X
    put(&p->codes, c->instrs, c->instr_count * sizeof *c->instrs);
    put(&p->codes, c->line_table, c->line_table_size);
    put(&p->codes, c->handlers, c->handler_count * sizeof *c->handlers);
    for (uint32_t i = 0; i < c->const_count; i++)
        put_value(p, c->consts[i], depth);
    for (uint32_t i = 0; i < c->site_count; i++)
        put_text(p, c->sites[i].name);
    put_names(p, c->local_names, c->local_count);
    put_names(p, c->cell_names, c->cell_count);
    put_names(p, c->free_names, c->free_count);
}

static void put_code(struct packer *p, struct lang_code *c, int depth)
{
    if (lang_code_need(p->t, c) < 0) {
        p->codes.failed = true;
        return;
    }
#define X(field) put_number(&p->codes, c->field);
    VALUE_NUMBERS(X)
#undef X
    put_number(&p->codes, (uint64_t)(c->class_free + 1));
    put_number(&p->codes, (uint64_t)(c->self_cell + 1));
    put_text(p, c->name);
    put_text(p, c->qualname);
    put_value(p, c->doc, depth);
    for (uint32_t i = 0; i < c->free_count; i++)
        put_number(&p->codes, (uint64_t)c->captures[i].index << 1 | c->captures[i].from_cell);
    const size_t at = p->codes.size;
    uint32_t size = 0; /* of the rest */
    put(&p->codes, &size, sizeof size);
    put_rest(p, c, depth);
    if (p->codes.failed)
        return;
    size = (uint32_t)(p->codes.size - at - sizeof size);
    memcpy(p->codes.data + at, &size, sizeof size);
}

/* Head, file name, number of texts, their offsets and size, texts and code in one block. */
static int join(struct packer *p, struct lang_str *filename, uint8_t **data, size_t *size)
{
    struct bytes_out all = {0};
    struct head head = {{0}, {0}, {0}, 0};
    size_t filename_size;
    const char *file = lang_str_utf8(p->t, filename, &filename_size);
    put(&all, &head, sizeof head);
    put_number(&all, filename_size);
    put(&all, file, file ? filename_size : 0);
    put_number(&all, (uint64_t)p->known->used);
    put(&all, p->offsets.data, p->offsets.size);
    put_number(&all, p->texts.size);
    put(&all, p->texts.data, p->texts.size);
    put(&all, p->codes.data, p->codes.size);
    if (!file || all.failed || p->texts.failed || p->codes.failed || p->offsets.failed || all.size > UINT32_MAX) {
        free(all.data);
        if (!lang_error_occurred(p->t))
            lang_no_memory(p->t);
        return -1;
    }
    memcpy(head.magic, magic, sizeof magic);
    lang_build_id(head.build);
    head.size = (uint32_t)(all.size - sizeof head);
    sum_of(all.data + sizeof head, head.size, head.sum);
    memcpy(all.data, &head, sizeof head);
    *data = all.data;
    *size = all.size;
    return 0;
}

int lang_code_pack(struct lang_thread *t, struct lang_code *code, uint8_t **data, size_t *size)
{
    uint8_t build[LANG_BUILD_ID_SIZE];
    char cell[LANG_CELL_FILENAME];
    struct packer p = {.t = t};
    if (!lang_build_id(build))
        return lang_fail(t, LANG_EXC_ValueError, "code objects have no form as bytes: this program has no build ID");
    struct lang_str *filename = lang_str_from_c(t, lang_text_filename(code->text, cell));
    p.known = filename ? lang_dict_new(t) : NULL;
    int status = -1;
    if (p.known) {
        put_code(&p, code, 0);
        if (p.foreign)
            lang_fail(t, LANG_EXC_ValueError, "unmarshallable object");
        else
            status = join(&p, filename, data, size);
    }
    free(p.texts.data);
    free(p.codes.data);
    free(p.offsets.data);
    lang_xdecref(t, p.known);
    lang_xdecref(t, filename);
    return status;
}

/* ---- reading ---- */

struct unpacker {
    struct lang_thread *t;
    const uint8_t *packed, *at, *end;
    const uint8_t *offsets, *texts, *texts_end; /* the texts as they stand there */
    uint32_t text_count;
    struct lang_str **known; /* those that have been read, by number; or NULL: few will be */
    struct lang_text *text;  /* of all the code */
    bool library;            /* it is of a module of the library */
    bool bad;
};

static const uint8_t *take(struct unpacker *u, uint64_t size)
{
    const uint8_t *at = u->at;
    if (u->bad || size > (uint64_t)(u->end - u->at)) {
        u->bad = true;
        return NULL;
    }
    u->at += size;
    return at;
}

static uint64_t take_number(struct unpacker *u)
{
    if (u->at < u->end && *u->at < 128) /* most are small */
        return *u->at++;
    uint64_t n = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        const uint8_t *byte = take(u, 1);
        if (!byte)
            return 0;
        n |= (uint64_t)(*byte & 127) << shift;
        if (*byte < 128)
            return n;
    }
    u->bad = true;
    return 0;
}

/* A count of things that take at least a byte each. */
static uint32_t take_count(struct unpacker *u)
{
    uint64_t n = take_number(u);
    if (n > (uint64_t)(u->end - u->at)) {
        u->bad = true;
        return 0;
    }
    return (uint32_t)n;
}

/* Makes the text of that number. */
static struct lang_str *read_text(struct unpacker *u, uint64_t i, bool interned)
{
    static const uint8_t kinds[4] = {1, 2, 4, 0};
    uint32_t offset;
    int64_t hash;
    memcpy(&offset, u->offsets + i * sizeof offset, sizeof offset);
    struct unpacker at = {.at = u->texts, .end = u->texts_end};
    take(&at, offset);
    const uint64_t shape = take_number(&at), length = shape >> 2;
    const uint8_t kind = kinds[shape & 3], *hashed = take(&at, sizeof hash);
    const uint8_t *units = kind && length <= (uint64_t)(at.end - at.at) ? take(&at, length * kind) : NULL;
    if (!units || !hashed)
        return NULL;
    memcpy(&hash, hashed, sizeof hash);
    if (kind == 1)
        return interned ? lang_intern_hashed(u->t, units, (int64_t)length, hash)
                        : lang_str_from_units(u->t, units, 1, (int64_t)length);
    uint32_t *aligned = malloc(length * kind + 1);
    if (aligned)
        memcpy(aligned, units, length * kind);
    struct lang_str *s = aligned ? lang_str_from_units(u->t, aligned, kind, (int64_t)length) : NULL;
    free(aligned);
    if (!s || !interned)
        return s;
    struct lang_str *r = lang_intern_str(u->t, s);
    lang_decref(u->t, s);
    return r;
}

static struct lang_str *take_text(struct unpacker *u)
{
    const uint64_t n = take_number(u), i = (n >> 1) - 1;
    if (u->bad || n == 0)
        return NULL;
    if (i >= u->text_count) {
        u->bad = true;
        return NULL;
    }
    struct lang_str *known = u->known ? u->known[i] : NULL, *s;
    if (known && (known->interned || !(n & 1)))
        return lang_incref(known);
    s = known ? lang_intern_str(u->t, known) : read_text(u, i, n & 1);
    u->bad |= !s;
    if (!u->known || !s)
        return s;
    lang_xdecref(u->t, known);
    u->known[i] = s;
    return lang_incref(s);
}

static struct lang_code *take_code(struct unpacker *u, int depth);
static lang_value take_value(struct unpacker *u, int depth);

static lang_value bad(struct unpacker *u)
{
    u->bad = true;
    return lang_undef();
}

static lang_value made(struct unpacker *u, void *object)
{
    return object ? lang_obj(object) : bad(u);
}

static lang_value take_tuple(struct unpacker *u, int depth)
{
    const uint32_t n = take_count(u);
    struct lang_tuple *tuple = u->bad ? NULL : lang_tuple_new(u->t, n);
    for (uint32_t i = 0; tuple && i < n; i++)
        tuple->items[i] = take_value(u, depth + 1);
    return made(u, tuple);
}

static lang_value take_set(struct unpacker *u, int depth)
{
    const uint32_t n = take_count(u);
    struct lang_set *set = u->bad ? NULL : lang_set_new(u->t, true);
    for (uint32_t i = 0; set && i < n && !u->bad; i++) {
        lang_value key = take_value(u, depth + 1);
        u->bad |= u->bad || lang_set_add(u->t, set, key) < 0;
        lang_unref(u->t, key);
    }
    return made(u, set);
}

static lang_value take_bytes(struct unpacker *u, bool number)
{
    const uint64_t size = take_number(u);
    const uint8_t *data = take(u, size);
    if (!data)
        return bad(u);
    if (!number)
        return made(u, lang_bytes_new(u->t, data, (size_t)size));
    lang_value v = lang_bigint_from_bytes(u->t, data, (size_t)size, false, true);
    return lang_is_error(v) ? bad(u) : v;
}

static lang_value take_double(struct unpacker *u, bool complex)
{
    double parts[2];
    const size_t size = complex ? sizeof parts : sizeof *parts;
    const uint8_t *data = take(u, size);
    if (!data)
        return bad(u);
    memcpy(parts, data, size);
    lang_value v = complex ? lang_complex_new(u->t, parts[0], parts[1]) : lang_float(parts[0]);
    return lang_is_error(v) ? bad(u) : v;
}

static lang_value take_value(struct unpacker *u, int depth)
{
    const uint8_t *kind = depth > MAX_DEPTH ? NULL : take(u, 1);
    uint64_t n;
    switch (kind ? *kind : 0) {
    case 'N':
        return lang_none();
    case '.':
        return (lang_value){.tag = LANG_ELLIPSIS};
    case 'T':
    case 'F':
        return lang_bool(*kind == 'T');
    case 'i':
        n = take_number(u);
        return lang_int((int64_t)(n >> 1 ^ (0 - (n & 1))));
    case 'I':
    case 'b':
        return take_bytes(u, *kind == 'I');
    case 'g':
    case 'y':
        return take_double(u, *kind == 'y');
    case 's':
        return made(u, take_text(u));
    case '(':
        return take_tuple(u, depth);
    case '>':
        return take_set(u, depth);
    case 'c':
        return made(u, take_code(u, depth + 1));
    default:
        return bad(u);
    }
}

/* Zeroed memory for n of that size; NULL for none of them. */
static void *space(struct unpacker *u, uint32_t n, size_t size)
{
    void *p = u->bad || !n ? NULL : lang_alloc(u->t, n * size);
    if (p)
        memset(p, 0, n * size);
    else
        u->bad |= n > 0;
    return p;
}

/* The same, with what the bytes hold. */
static void *copied(struct unpacker *u, uint32_t n, size_t size)
{
    const uint8_t *data = take(u, n * size);
    void *p = data ? space(u, n, size) : NULL;
    if (p)
        memcpy(p, data, n * size);
    return p;
}

static struct lang_str **take_names(struct unpacker *u, uint32_t *count, uint32_t n)
{
    struct lang_str **names = space(u, n, sizeof *names);
    *count = names ? n : 0;
    for (uint32_t i = 0; i < *count; i++)
        u->bad |= !(names[i] = take_text(u));
    return names;
}

static void take_captures(struct unpacker *u, struct lang_code *c, uint32_t n)
{
    c->captures = space(u, n, sizeof *c->captures);
    c->free_count = c->captures ? n : 0;
    for (uint32_t i = 0; i < c->free_count; i++) {
        const uint64_t capture = take_number(u);
        c->captures[i].from_cell = capture & 1;
        c->captures[i].index = (uint32_t)(capture >> 1);
    }
}

/* The arrays of a code object: a count is set when its array is there, so that what fails on the way can be freed. */
static void take_arrays(struct unpacker *u, struct lang_code *c, const struct lang_code *counts, int depth)
{
    uint32_t free_count;
    c->instrs = copied(u, counts->instr_count, sizeof *c->instrs);
    c->instr_count = c->instrs ? counts->instr_count : 0;
    c->line_table = copied(u, counts->line_table_size, 1);
    c->line_table_size = c->line_table ? counts->line_table_size : 0;
    c->handlers = copied(u, counts->handler_count, sizeof *c->handlers);
    c->handler_count = c->handlers ? counts->handler_count : 0;
    c->consts = space(u, counts->const_count, sizeof *c->consts);
    c->const_count = c->consts ? counts->const_count : 0;
    for (uint32_t i = 0; i < c->const_count && !u->bad; i++)
        c->consts[i] = take_value(u, depth);
    c->sites = space(u, counts->site_count, sizeof *c->sites);
    c->site_count = c->sites ? counts->site_count : 0;
    for (uint32_t i = 0; i < c->site_count && !u->bad; i++)
        c->sites[i].name = take_text(u);
    c->local_names = take_names(u, &c->local_count, counts->local_count);
    c->cell_names = take_names(u, &c->cell_count, counts->cell_count);
    c->free_names = take_names(u, &free_count, c->free_count);
}

/* What the interpreter takes for granted of numbers that are not counts of arrays. */
static bool is_sound(const struct lang_code *c)
{
    for (uint32_t i = 0; i < c->instr_count; i++)
        if (c->instrs[i].op >= OPC_COUNT)
            return false;
    return c->instr_count > 0 && c->reg_count <= UINT16_MAX + 1u && c->temp_base <= c->reg_count &&
           (uint64_t)c->local_count + c->cell_count <= c->temp_base && c->posonly_count <= c->positional_count &&
           c->param_count <= c->local_count;
}

/* What a call of the code needs beside what makes it a value; -1: the bytes are bad, and the code is as before. */
static int take_rest(struct unpacker *u, struct lang_code *c, int depth)
{
    struct lang_code counts = {0};
#define X(field) counts.field = (uint32_t)take_number(u);
    REST_NUMBERS(X)
#undef X
    if (!u->bad)
        take_arrays(u, c, &counts, depth);
    if (!u->bad && is_sound(c)) {
        c->direct_count = c->indirect ? UINT32_MAX : counts.direct_count;
        return 0;
    }
    u->bad = true;
    lang_code_drop_rest(u->t, c);
    return -1;
}

static struct lang_code *take_code(struct unpacker *u, int depth)
{
    struct lang_code numbers = {0}, *c = u->bad || depth > MAX_DEPTH ? NULL : lang_object_new(u->t, &lang_type_code);
    if (!c)
        return NULL;
#define X(field) numbers.field = (uint32_t)take_number(u);
    VALUE_NUMBERS(X)
#undef X
    numbers.head = c->head;
    *c = numbers;
    c->free_count = 0;
    c->class_free = (int32_t)take_number(u) - 1;
    c->self_cell = (int32_t)take_number(u) - 1;
    c->text = u->text;
    u->text->refs++;
    c->name = take_text(u);
    c->qualname = take_text(u);
    u->bad |= !c->name || !c->qualname;
    c->doc = take_value(u, depth);
    take_captures(u, c, numbers.free_count);
    uint32_t size = 0;
    const uint8_t *at = take(u, sizeof size);
    if (at)
        memcpy(&size, at, sizeof size);
    if (at && u->library && depth > 0) {
        c->rest = take(u, size);
        c->direct_count = UINT32_MAX;
    } else if (at) {
        take_rest(u, c, depth);
    }
    if (!u->bad)
        return c;
    lang_decref(u->t, c);
    return NULL;
}

/* Finds where the texts stand. */
static void take_texts(struct unpacker *u)
{
    u->text_count = take_count(u);
    u->offsets = take(u, (uint64_t)u->text_count * sizeof(uint32_t));
    const uint64_t size = take_number(u);
    u->texts = take(u, size);
    u->texts_end = u->texts ? u->texts + size : NULL;
}

/* The text that the code is of: as it was given, or to be read from the file of that name. */
static struct lang_text *text_of(struct unpacker *u, struct lang_source *source, const uint8_t *filename, uint64_t size)
{
    if (source && u->library)
        return lang_text_of_library(u->t, source, u->packed, (size_t)(u->end - u->packed));
    if (source)
        return lang_text_new(u->t, source, source->text, source->size, false);
    char *name = strndup((const char *)filename, (size_t)size);
    struct lang_source unread = {.text = "", .filename = name};
    struct lang_text *text = name ? lang_text_new(u->t, &unread, "", 0, false) : NULL;
    if (text)
        text->unread = *name != '<';
    free(name);
    return text;
}

static bool is_ours(const uint8_t *data, size_t size)
{
    struct head head;
    uint8_t build[LANG_BUILD_ID_SIZE], sum[SUM_SIZE];
    if (size < sizeof head || !lang_build_id(build))
        return false;
    memcpy(&head, data, sizeof head);
    if (memcmp(head.magic, magic, sizeof magic) != 0 || memcmp(head.build, build, sizeof build) != 0 ||
        head.size != size - sizeof head)
        return false;
    sum_of(data + sizeof head, head.size, sum);
    return memcmp(sum, head.sum, sizeof sum) == 0;
}

/* What stands before the code; *filename: the file's name. */
static struct unpacker opened(struct lang_thread *t, const uint8_t *data, size_t size, bool library,
                              const uint8_t **filename, uint64_t *length)
{
    struct unpacker u = {
        .t = t, .packed = data, .at = data + sizeof(struct head), .end = data + size, .library = library};
    *length = take_number(&u);
    *filename = take(&u, *length);
    take_texts(&u);
    return u;
}

static void *told(struct lang_thread *t, void *result)
{
    if (!result && !lang_error_occurred(t))
        lang_fail(t, LANG_EXC_ValueError, "bad marshal data");
    return result;
}

static struct lang_code *unpack_body(struct lang_thread *t, const uint8_t *data, size_t size,
                                     struct lang_source *source, bool library)
{
    uint64_t length;
    const uint8_t *filename;
    struct unpacker u = opened(t, data, size, library, &filename, &length);
    u.known = u.bad ? NULL : calloc(u.text_count + 1u, sizeof *u.known);
    u.text = u.known ? text_of(&u, source, filename, length) : NULL;
    struct lang_code *code = u.text ? take_code(&u, 0) : NULL;
    for (uint32_t i = 0; u.known && i < u.text_count; i++)
        lang_xdecref(t, u.known[i]);
    free(u.known);
    lang_text_unref(u.text);
    if (code && u.at != u.end) {
        lang_decref(t, code);
        code = NULL;
    }
    return told(t, code);
}

int lang_code_read_rest(struct lang_thread *t, struct lang_code *code)
{
    uint64_t length;
    const uint8_t *filename;
    struct unpacker u = opened(t, code->text->packed, code->text->packed_size, true, &filename, &length);
    u.text = code->text;
    u.at = code->rest;
    bool read = !u.bad && take_rest(&u, code, 1) == 0;
    if (!told(t, read ? code : NULL))
        return -1;
    code->rest = NULL;
    return 0;
}

struct lang_code *lang_code_unpack(struct lang_thread *t, const uint8_t *data, size_t size, struct lang_source *source)
{
    if (!is_ours(data, size))
        return lang_fail_null(t, LANG_EXC_ValueError, "bad marshal data (code of another build of this program)");
    return unpack_body(t, data, size, source, false);
}

struct lang_code *lang_code_unpack_library(struct lang_thread *t, const uint8_t *data, size_t size,
                                           struct lang_source *source)
{
    return unpack_body(t, data, size, source, true);
}

int lang_pack_source_module(struct lang_thread *t, const struct lang_source_module *module, uint8_t **code,
                            size_t *size)
{
    struct lang_source source = {.text = module->text, .size = module->size, .filename = module->name};
    struct lang_code *compiled = lang_compile(t, &source, LANG_COMPILE_HIDDEN);
    const int status = compiled ? lang_code_pack(t, compiled, code, size) : -1;
    lang_xdecref(t, compiled);
    return status;
}

/* ---- the module _code_store ---- */

static lang_value s_pack(struct lang_thread *t, const lang_value *a)
{
    uint8_t *data;
    size_t size;
    if (!lang_is_exactly(a[0], &lang_type_code))
        return lang_raise(t, LANG_EXC_TypeError, "pack() takes a code object, not %N", a[0]);
    if (lang_code_pack(t, (struct lang_code *)a[0].o, &data, &size) < 0)
        return lang_error();
    lang_value packed = lang_obj_or_error(lang_bytes_new(t, data, size));
    free(data);
    return packed;
}

static lang_value s_unpack(struct lang_thread *t, const lang_value *a)
{
    struct lang_buffer in;
    if (!lang_buffer_get(t, a[0], &in))
        return lang_error_occurred(t) ? lang_error()
                                      : lang_raise(t, LANG_EXC_TypeError, "unpack() takes bytes, not %N", a[0]);
    struct lang_code *code = lang_code_unpack(t, in.data, (size_t)in.length, NULL);
    lang_buffer_release(t, &in);
    return lang_obj_or_error(code);
}

static const struct lang_method functions[] = {
    {"pack", "(code, /)", s_pack, "The bytes of a code object, which only this build of the program can read.", 0},
    {"unpack", "(data, /)", s_unpack, "The code object of such bytes.", 0},
    {0},
};

const struct lang_module_def lang_module__code_store = {
    "_code_store", "Code objects as bytes, for marshal and for files of bytecode.", functions, NULL};
