/* bridge_map.c: a table of pointers to pointers with open addressing; knows nothing of what they point to. */
#include "bridge.h"

#include <stdlib.h>

static size_t first_index(const struct bridge_map *map, const void *key)
{
    return ((uintptr_t)key >> 4) * 0x9e3779b97f4a7c15u >> 17 & (map->capacity - 1);
}

static struct bridge_map_entry *find(const struct bridge_map *map, const void *key)
{
    if (!map->capacity)
        return NULL;
    for (size_t i = first_index(map, key);; i = (i + 1) & (map->capacity - 1)) {
        if (map->entries[i].key == key)
            return &map->entries[i];
        if (!map->entries[i].key)
            return NULL;
    }
}

void *bridge_map_get(const struct bridge_map *map, const void *key)
{
    struct bridge_map_entry *entry = find(map, key);
    return entry ? entry->value : NULL;
}

static void place(struct bridge_map *map, const void *key, void *value)
{
    size_t i = first_index(map, key);
    while (map->entries[i].key)
        i = (i + 1) & (map->capacity - 1);
    map->entries[i] = (struct bridge_map_entry){key, value};
    map->live++;
}

static int rebuild(struct bridge_map *map)
{
    struct bridge_map old = *map;
    size_t capacity = 64;
    while (capacity < old.live * 3)
        capacity *= 2;
    struct bridge_map_entry *entries = calloc(capacity, sizeof *entries);
    if (!entries)
        return -1;
    *map = (struct bridge_map){.entries = entries, .capacity = capacity};
    for (size_t i = 0; i < old.capacity; i++)
        if (old.entries[i].key)
            place(map, old.entries[i].key, old.entries[i].value);
    free(old.entries);
    return 0;
}

int bridge_map_set(struct bridge_map *map, const void *key, void *value)
{
    struct bridge_map_entry *entry = find(map, key);
    if (entry) {
        entry->value = value;
        return 0;
    }
    if ((map->live + 1) * 3 > map->capacity * 2 && rebuild(map))
        return -1;
    place(map, key, value);
    return 0;
}

/* The entries behind it move up, where their search has passed its place: no mark of it stays. */
void bridge_map_remove(struct bridge_map *map, const void *key)
{
    struct bridge_map_entry *entry = find(map, key);
    if (!entry)
        return;
    size_t mask = map->capacity - 1, hole = (size_t)(entry - map->entries);
    for (size_t i = (hole + 1) & mask; map->entries[i].key; i = (i + 1) & mask)
        if (((i - first_index(map, map->entries[i].key)) & mask) >= ((i - hole) & mask)) {
            map->entries[hole] = map->entries[i];
            hole = i;
        }
    map->entries[hole] = (struct bridge_map_entry){NULL, NULL};
    map->live--;
}
