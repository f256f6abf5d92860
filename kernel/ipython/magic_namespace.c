/*
 * magic_namespace.c - %who, %who_ls, %whos: the user's names.
 *
 * Owns what counts as a user's name: not one with a leading underscore, nor one that the session brought and that still
 * has its value.
 */
#include <stdlib.h>
#include <string.h>
#include "magic.h"

#define DATA_WIDTH 50

bool kernel_magic_is_users(struct magic_call *call, const char *name, lang_value value)
{
    lang_value hidden = lang_dict_get_c(call->t, lang_as_dict(call->kernel->magic->hidden), name);
    return name[0] != '_' && (lang_is_undef(hidden) || !lang_same(hidden, value));
}

static bool wanted_type(const char *types, const char *name)
{
    char word[128];
    if (!*types)
        return true;
    while (kernel_magic_word(&types, word, sizeof word))
        if (!strcmp(word, name))
            return true;
    return false;
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void free_names(char **names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(names[i]);
    free(names);
}

/* The user's names, sorted, as copies. NULL with MemoryError. */
static char **list_names(struct magic_call *call, size_t *count)
{
    struct lang_dict *names = lang_main_dict(call->t);
    char **list = calloc((size_t)names->count + 1, sizeof *list);
    lang_value key, value;
    *count = 0;
    for (int64_t i = 0; list && lang_dict_next(names, &i, &key, &value);) {
        const char *name = lang_is_str(key) ? lang_as_utf8(call->t, key, "name", NULL) : NULL;
        if (!name || !kernel_magic_is_users(call, name, value) || !wanted_type(call->line, lang_type_name(value)))
            continue;
        if (!(list[*count] = strdup(name))) {
            free_names(list, *count);
            list = NULL;
            break;
        }
        ++*count;
    }
    if (!list) {
        lang_no_memory(call->t);
        return NULL;
    }
    qsort(list, *count, sizeof *list, compare);
    return list;
}

/* Says that there is nothing to list. */
static void say_empty(struct magic_call *call)
{
    kernel_magic_print(call,
                       *call->line ? "No variables match your requested type.\n" : "Interactive namespace is empty.\n");
}

lang_value kernel_magic_who(struct magic_call *call)
{
    size_t count;
    char **names = list_names(call, &count);
    struct wire_text text = {0};
    if (!names)
        return lang_error();
    if (!count)
        say_empty(call);
    for (size_t i = 0; i < count; i++) {
        wire_text_printf(&text, "%s\t ", names[i]);
        if (i % 9 == 8)
            wire_text_put(&text, "\n");
    }
    if (count)
        wire_text_put(&text, "\n");
    if (text.data)
        kernel_magic_write(call, text.data, text.length);
    wire_text_clear(&text);
    free_names(names, count);
    return lang_none();
}

lang_value kernel_magic_who_ls(struct magic_call *call)
{
    size_t count;
    char **names = list_names(call, &count);
    struct lang_list *list = names ? lang_list_new(call->t, (int64_t)count) : NULL;
    for (size_t i = 0; list && i < count; i++) {
        struct lang_str *name = lang_str_from_c(call->t, names[i]);
        if (!name || lang_list_append_steal(call->t, list, lang_obj(name))) {
            lang_decref(call->t, list);
            list = NULL;
        }
    }
    if (names)
        free_names(names, count);
    return lang_obj_or_error(list);
}

/* ---- %whos ---- */

struct whos_row {
    char *name, *type;
    struct wire_text data;
};

/* Cuts to the first and the last 25 code points where the text has 50 or more; newlines become \n. */
static void put_shortened(struct wire_text *out, const char *text, size_t length)
{
    struct wire_text flat = {0};
    for (size_t i = 0; i < length; i++)
        if (text[i] == '\n')
            wire_text_put(&flat, "\\n");
        else
            wire_text_add(&flat, text + i, 1);
    size_t points = 0, head = 0, tail = flat.length, seen = 0;
    for (size_t i = 0; i < flat.length; i++)
        points += (flat.data[i] & 0xc0) != 0x80;
    if (points < DATA_WIDTH)
        wire_text_add(out, flat.data ? flat.data : "", flat.length);
    else {
        for (size_t i = 0; i < flat.length; i++) {
            if ((flat.data[i] & 0xc0) == 0x80)
                continue;
            if (seen == DATA_WIDTH / 2)
                head = i;
            if (seen == points - DATA_WIDTH / 2)
                tail = i;
            seen++;
        }
        wire_text_add(out, flat.data, head);
        wire_text_put(out, "<...>");
        wire_text_add(out, flat.data + tail, flat.length - tail);
    }
    out->failed |= flat.failed;
    wire_text_clear(&flat);
}

static int fill_row(struct magic_call *call, struct whos_row *row, const char *name)
{
    lang_value value = lang_ref(lang_dict_get_c(call->t, lang_main_dict(call->t), name));
    int status = 0;
    row->name = strdup(name);
    row->type = strdup(lang_is_undef(value) ? "" : lang_type_name(value));
    if (lang_is_exactly(value, &lang_type_list) || lang_is_exactly(value, &lang_type_tuple) ||
        lang_is_exactly(value, &lang_type_dict))
        wire_text_printf(&row->data, "n=%lld", (long long)lang_len(call->t, value));
    else if (!lang_is_undef(value)) {
        size_t length = 0;
        struct lang_str *shown = lang_to_str(call->t, value);
        const char *text = shown ? lang_str_utf8(call->t, shown, &length) : NULL;
        if (text)
            put_shortened(&row->data, text, length);
        status = text ? 0 : -1;
        lang_xdecref(call->t, shown);
    }
    lang_unref(call->t, value);
    if (!status && (!row->name || !row->type || row->data.failed)) {
        lang_no_memory(call->t);
        status = -1;
    }
    return status;
}

static size_t widest(size_t width, const char *text)
{
    size_t points = 0;
    for (; *text; text++)
        points += (*text & 0xc0) != 0x80;
    return points > width ? points : width;
}

static void print_table(struct magic_call *call, const struct whos_row *rows, size_t count)
{
    struct wire_text text = {0};
    size_t name = strlen("Variable"), type = strlen("Type");
    for (size_t i = 0; i < count; i++) {
        name = widest(name, rows[i].name);
        type = widest(type, rows[i].type);
    }
    name += 3;
    type += 3;
    wire_text_printf(&text, "%-*s%-*s Data/Info\n", (int)name, "Variable", (int)type, "Type");
    for (size_t i = 0; i < name + type + strlen(" Data/Info"); i++)
        wire_text_put(&text, "-");
    wire_text_put(&text, "\n");
    for (size_t i = 0; i < count; i++) {
        wire_text_printf(&text, "%s%*s%s%*s ", rows[i].name, (int)(name - widest(0, rows[i].name)), "", rows[i].type,
                         (int)(type - widest(0, rows[i].type)), "");
        wire_text_add(&text, rows[i].data.data ? rows[i].data.data : "", rows[i].data.length);
        wire_text_put(&text, "\n");
    }
    if (text.data)
        kernel_magic_write(call, text.data, text.length);
    wire_text_clear(&text);
}

lang_value kernel_magic_whos(struct magic_call *call)
{
    size_t count, filled = 0;
    char **names = list_names(call, &count);
    struct whos_row *rows = names ? calloc(count + 1, sizeof *rows) : NULL;
    int status = rows ? 0 : -1;
    if (names && !rows)
        lang_no_memory(call->t);
    if (names && !count)
        say_empty(call);
    while (!status && filled < count) {
        status = fill_row(call, &rows[filled], names[filled]);
        filled++;
    }
    if (!status && count)
        print_table(call, rows, count);
    for (size_t i = 0; i < filled; i++) {
        free(rows[i].name);
        free(rows[i].type);
        wire_text_clear(&rows[i].data);
    }
    free(rows);
    if (names)
        free_names(names, count);
    return status ? lang_error() : lang_none();
}
