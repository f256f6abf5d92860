/* The names of one parse: each spelling once, so that names compare by pointer and side tables are arrays indexed by
 * name. Knows nothing of interned strings of the vm. */
#include "front/lexer.h"

#include <string.h>

static const struct {
    const char *text;
    uint8_t kind;
} keywords[] = {
#define TOKEN_KEYWORD(KIND, text) {text, TOKEN_##KIND},
#include "front/token.def"
};

/* In the order of LANG_NAME_... */
static const char *const known[] = {"_",  "match", "case",   "print", "exec", "super", "__class__",
                                    ".0", "*",     "locals", "vars",  "dir",  "eval",  "__debug__"};

static uint32_t hash_bytes(const char *text, size_t len)
{
    uint32_t hash = LANG_NAMES_SEED;
    for (size_t i = 0; i < len; i++)
        hash = LANG_NAMES_STEP(hash, text[i]);
    return hash;
}

static struct ast_name **find_slot(struct ast_name **slots, uint32_t mask, const char *text, uint32_t len,
                                   uint32_t hash)
{
    uint32_t i = (hash ^ hash >> 15) & mask;
    while (slots[i] != NULL) {
        struct ast_name *name = slots[i];
        if (name->hash == hash && name->len == len && memcmp(name->text, text, len) == 0)
            break;
        i = (i + 1) & mask;
    }
    return &slots[i];
}

static int grow_slots(struct lang_names *names)
{
    uint32_t size = (names->mask + 1) * 2;
    struct ast_name **slots = lang_arena_array(names->arena, size, sizeof *slots);
    if (slots == NULL)
        return -1;
    memset(slots, 0, size * sizeof *slots);
    for (uint32_t i = 0; i <= names->mask; i++) {
        struct ast_name *name = names->slots[i];
        if (name != NULL)
            *find_slot(slots, size - 1, name->text, name->len, name->hash) = name;
    }
    names->slots = slots;
    names->mask = size - 1;
    return 0;
}

static int add_item(struct lang_names *names, struct ast_name *name)
{
    if (names->count == names->capacity) {
        uint32_t capacity = names->capacity == 0 ? 64 : names->capacity * 2;
        struct ast_name **items = lang_arena_array(names->arena, capacity, sizeof *items);
        if (items == NULL)
            return -1;
        if (names->count != 0)
            memcpy(items, names->items, names->count * sizeof *items);
        names->items = items;
        names->capacity = capacity;
    }
    name->index = names->count;
    names->items[names->count++] = name;
    return 0;
}

static struct ast_name *add(struct lang_names *names, const char *text, uint32_t len, uint32_t hash, uint32_t keyword)
{
    if (names->used * 2 > names->mask && grow_slots(names) < 0)
        return NULL;
    struct ast_name *name = lang_arena_alloc(names->arena, sizeof *name + len + 1);
    if (name == NULL)
        return NULL;
    char *copy = (char *)(name + 1);
    memcpy(copy, text, len);
    copy[len] = '\0';
    *name = (struct ast_name){.text = copy, .len = len, .hash = hash, .index = UINT32_MAX, .keyword = keyword};
    if (keyword == 0 && add_item(names, name) < 0)
        return NULL;
    *find_slot(names->slots, names->mask, text, len, hash) = name;
    names->used++;
    return name;
}

int lang_names_init(struct lang_names *names, struct lang_arena *arena)
{
    enum { FIRST_SLOTS = 256 };
    *names = (struct lang_names){.arena = arena, .mask = FIRST_SLOTS - 1};
    names->slots = lang_arena_zalloc(arena, FIRST_SLOTS * sizeof *names->slots);
    if (names->slots == NULL)
        return -1;
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++) {
        const char *text = keywords[i].text;
        uint32_t len = (uint32_t)strlen(text);
        if (add(names, text, len, hash_bytes(text, len), keywords[i].kind) == NULL)
            return -1;
    }
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (lang_names_intern(names, known[i], strlen(known[i])) == NULL)
            return -1;
    }
    return 0;
}

struct ast_name *lang_names_intern_hashed(struct lang_names *names, const char *text, uint32_t len, uint32_t hash)
{
    struct ast_name **slot = find_slot(names->slots, names->mask, text, len, hash);
    return *slot != NULL ? *slot : add(names, text, len, hash, 0);
}

struct ast_name *lang_names_intern(struct lang_names *names, const char *text, size_t len)
{
    return lang_names_intern_hashed(names, text, (uint32_t)len, hash_bytes(text, len));
}

const struct ast_name *lang_names_find(const struct lang_names *names, const char *text, size_t len)
{
    struct ast_name *name = *find_slot(names->slots, names->mask, text, (uint32_t)len, hash_bytes(text, len));
    return name != NULL && name->keyword == 0 ? name : NULL;
}
