/* slot_docs.c: what help() says of special methods that built-in types have from their slots: signature and one line of
 * documentation by name. */
#include <string.h>

#include "vm/native.h"

#define UNARY "($self, /)"
#define BINARY "($self, value, /)"
#define KEYED "($self, key, /)"

static const struct slot_doc {
    const char *name, *signature, *doc;
} rows[] = {
    /* sorted by name */
    {"__abs__", UNARY, "abs(self)"},
    {"__add__", BINARY, "Return self+value."},
    {"__and__", BINARY, "Return self&value."},
    {"__bool__", UNARY, "True if self else False"},
    {"__call__", "($self, /, *args, **kwargs)", "Call self as a function."},
    {"__contains__", KEYED, "Return key in self."},
    {"__delattr__", "($self, name, /)", "Implement delattr(self, name)."},
    {"__delete__", "($self, instance, /)", "Delete an attribute of instance."},
    {"__delitem__", KEYED, "Delete self[key]."},
    {"__divmod__", BINARY, "Return divmod(self, value)."},
    {"__eq__", BINARY, "Return self==value."},
    {"__float__", UNARY, "float(self)"},
    {"__floordiv__", BINARY, "Return self//value."},
    {"__ge__", BINARY, "Return self>=value."},
    {"__get__", "($self, instance, owner=None, /)", "Return an attribute of instance, which is of type owner."},
    {"__getitem__", KEYED, "Return self[key]."},
    {"__gt__", BINARY, "Return self>value."},
    {"__hash__", UNARY, "Return hash(self)."},
    {"__iadd__", BINARY, "Implement self+=value."},
    {"__iand__", BINARY, "Return self&=value."},
    {"__imul__", BINARY, "Implement self*=value."},
    {"__index__", UNARY, "Return self converted to an integer, if self is suitable for use as an index into a list."},
    {"__init__", "($self, /, *args, **kwargs)", "Initialize self.  See help(type(self)) for accurate signature."},
    {"__int__", UNARY, "int(self)"},
    {"__invert__", UNARY, "~self"},
    {"__ior__", BINARY, "Return self|=value."},
    {"__isub__", BINARY, "Return self-=value."},
    {"__iter__", UNARY, "Implement iter(self)."},
    {"__ixor__", BINARY, "Return self^=value."},
    {"__le__", BINARY, "Return self<=value."},
    {"__len__", UNARY, "Return len(self)."},
    {"__lshift__", BINARY, "Return self<<value."},
    {"__lt__", BINARY, "Return self<value."},
    {"__mod__", BINARY, "Return self%value."},
    {"__mul__", BINARY, "Return self*value."},
    {"__ne__", BINARY, "Return self!=value."},
    {"__neg__", UNARY, "-self"},
    {"__new__", "($type, *args, **kwargs)", "Create and return a new object.  See help(type) for accurate signature."},
    {"__next__", UNARY, "Implement next(self)."},
    {"__or__", BINARY, "Return self|value."},
    {"__pos__", UNARY, "+self"},
    {"__pow__", "($self, value, mod=None, /)", "Return pow(self, value, mod)."},
    {"__radd__", BINARY, "Return value+self."},
    {"__rand__", BINARY, "Return value&self."},
    {"__rdivmod__", BINARY, "Return divmod(value, self)."},
    {"__repr__", UNARY, "Return repr(self)."},
    {"__rfloordiv__", BINARY, "Return value//self."},
    {"__rlshift__", BINARY, "Return value<<self."},
    {"__rmod__", BINARY, "Return value%self."},
    {"__rmul__", BINARY, "Return value*self."},
    {"__ror__", BINARY, "Return value|self."},
    {"__rpow__", "($self, value, mod=None, /)", "Return pow(value, self, mod)."},
    {"__rrshift__", BINARY, "Return value>>self."},
    {"__rshift__", BINARY, "Return self>>value."},
    {"__rsub__", BINARY, "Return value-self."},
    {"__rtruediv__", BINARY, "Return value/self."},
    {"__rxor__", BINARY, "Return value^self."},
    {"__set__", "($self, instance, value, /)", "Set an attribute of instance to value."},
    {"__setattr__", "($self, name, value, /)", "Implement setattr(self, name, value)."},
    {"__setitem__", "($self, key, value, /)", "Set self[key] to value."},
    {"__str__", UNARY, "Return str(self)."},
    {"__sub__", BINARY, "Return self-value."},
    {"__truediv__", BINARY, "Return self/value."},
    {"__xor__", BINARY, "Return self^value."},
};

static const struct slot_doc *find(const char *name)
{
    size_t low = 0, high = sizeof rows / sizeof *rows;
    while (low < high) {
        size_t middle = (low + high) / 2;
        int c = strcmp(name, rows[middle].name);
        if (c == 0)
            return &rows[middle];
        if (c < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

const char *lang_slot_doc(const char *name)
{
    const struct slot_doc *row = find(name);
    return row ? row->doc : NULL;
}

const char *lang_slot_signature(const char *name)
{
    const struct slot_doc *row = find(name);
    return row ? row->signature : NULL;
}
