/* Floats, texts and short tuples that have crossed lately, so that one that comes back is the object that went: code
 * there compares options with `is` (sklearn.base.clone). What crosses is decided in bridge_convert.c. */
#include "bridge.h"

#include <string.h>

static struct {
    double number;
    PyObject *object;
} recent_floats[1024];

static size_t float_slot(double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return (bits * UINT64_C(0x9e3779b97f4a7c15)) >> 54;
}

static void note_float(size_t slot, double number, PyObject *o)
{
    PyObject *former = recent_floats[slot].object;
    Py_INCREF(o);
    recent_floats[slot].number = number;
    recent_floats[slot].object = o;
    Py_XDECREF(former);
}

/* One with a single reference is held by nobody there who could compare it later. */
double bridge_note_float(PyObject *o)
{
    const double number = PyFloat_AsDouble(o);
    if (Py_REFCNT(o) > 1 && PyFloat_CheckExact(o)) {
        const size_t slot = float_slot(number);
        if (recent_floats[slot].object != o)
            note_float(slot, number, o);
    }
    return number;
}

PyObject *bridge_float(double number)
{
    const size_t slot = float_slot(number);
    PyObject *o = recent_floats[slot].object;
    if (o && memcmp(&recent_floats[slot].number, &number, sizeof number) == 0) {
        Py_INCREF(o);
        return o;
    }
    if ((o = PyFloat_FromDouble(number)))
        note_float(slot, number, o);
    return o;
}

/* The texts and tuples, with what they are here. */
enum { RECENT = 1024 };
static struct {
    struct lang_object *here;
    PyObject *there;
} recent_objects[RECENT];

static size_t recent_slot(const struct lang_object *here)
{
    return (size_t)(((uintptr_t)here >> 4) * UINT64_C(0x9e3779b97f4a7c15) >> 32) % RECENT;
}

void bridge_note_recent(struct lang_thread *t, struct lang_object *here, PyObject *there)
{
    const size_t slot = recent_slot(here);
    struct lang_object *former_here = recent_objects[slot].here;
    PyObject *former_there = recent_objects[slot].there;
    recent_objects[slot].here = lang_incref(here);
    Py_INCREF(there);
    recent_objects[slot].there = there;
    if (former_here) {
        lang_decref(t, former_here);
        Py_DECREF(former_there);
    }
}

PyObject *bridge_known_recent(const struct lang_object *here)
{
    const size_t slot = recent_slot(here);
    if (recent_objects[slot].here != here)
        return NULL;
    Py_INCREF(recent_objects[slot].there);
    return recent_objects[slot].there;
}

bool bridge_looks_like_name(const struct lang_str *s)
{
    bool name = s->kind == 1 && s->ascii && s->length <= BRIDGE_RECENT_TEXT;
    for (int64_t i = 0; name && i < s->length; i++) {
        const uint32_t c = lang_str_at(s, i);
        name = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    }
    return name;
}

bool bridge_is_short_and_flat(const struct lang_tuple *items)
{
    bool flat = items->length > 0 && items->length <= 8;
    for (int64_t i = 0; flat && i < items->length; i++)
        flat = items->items[i].tag != LANG_OBJECT || lang_is_exactly(items->items[i], &lang_type_str);
    return flat;
}
