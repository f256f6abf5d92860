/* lib_pickle.h: what the two halves of the module _pickle share: opcodes, exceptions, the names of Python 2. */
#ifndef LANG_LIB_PICKLE_H
#define LANG_LIB_PICKLE_H

#include "lib.h"

/* Every opcode of the protocols 0 to 5: X(name, byte). */
#define PICKLE_OPCODES(X)                                                                                              \
    X(MARK, '(')                                                                                                       \
    X(STOP, '.')                                                                                                       \
    X(POP, '0')                                                                                                        \
    X(POP_MARK, '1')                                                                                                   \
    X(DUP, '2')                                                                                                        \
    X(FLOAT, 'F')                                                                                                      \
    X(INT, 'I')                                                                                                        \
    X(BININT, 'J')                                                                                                     \
    X(BININT1, 'K')                                                                                                    \
    X(LONG, 'L')                                                                                                       \
    X(BININT2, 'M')                                                                                                    \
    X(NONE, 'N')                                                                                                       \
    X(PERSID, 'P')                                                                                                     \
    X(BINPERSID, 'Q')                                                                                                  \
    X(REDUCE, 'R')                                                                                                     \
    X(STRING, 'S')                                                                                                     \
    X(BINSTRING, 'T')                                                                                                  \
    X(SHORT_BINSTRING, 'U')                                                                                            \
    X(UNICODE, 'V')                                                                                                    \
    X(BINUNICODE, 'X')                                                                                                 \
    X(APPEND, 'a')                                                                                                     \
    X(BUILD, 'b')                                                                                                      \
    X(GLOBAL, 'c')                                                                                                     \
    X(DICT, 'd')                                                                                                       \
    X(EMPTY_DICT, '}')                                                                                                 \
    X(APPENDS, 'e')                                                                                                    \
    X(GET, 'g')                                                                                                        \
    X(BINGET, 'h')                                                                                                     \
    X(INST, 'i')                                                                                                       \
    X(LONG_BINGET, 'j')                                                                                                \
    X(LIST, 'l')                                                                                                       \
    X(EMPTY_LIST, ']')                                                                                                 \
    X(OBJ, 'o')                                                                                                        \
    X(PUT, 'p')                                                                                                        \
    X(BINPUT, 'q')                                                                                                     \
    X(LONG_BINPUT, 'r')                                                                                                \
    X(SETITEM, 's')                                                                                                    \
    X(TUPLE, 't')                                                                                                      \
    X(EMPTY_TUPLE, ')')                                                                                                \
    X(SETITEMS, 'u')                                                                                                   \
    X(BINFLOAT, 'G')                                                                                                   \
    X(PROTO, 0x80)                                                                                                     \
    X(NEWOBJ, 0x81)                                                                                                    \
    X(EXT1, 0x82)                                                                                                      \
    X(EXT2, 0x83)                                                                                                      \
    X(EXT4, 0x84)                                                                                                      \
    X(TUPLE1, 0x85)                                                                                                    \
    X(TUPLE2, 0x86)                                                                                                    \
    X(TUPLE3, 0x87)                                                                                                    \
    X(NEWTRUE, 0x88)                                                                                                   \
    X(NEWFALSE, 0x89)                                                                                                  \
    X(LONG1, 0x8a)                                                                                                     \
    X(LONG4, 0x8b)                                                                                                     \
    X(BINBYTES, 'B')                                                                                                   \
    X(SHORT_BINBYTES, 'C')                                                                                             \
    X(SHORT_BINUNICODE, 0x8c)                                                                                          \
    X(BINUNICODE8, 0x8d)                                                                                               \
    X(BINBYTES8, 0x8e)                                                                                                 \
    X(EMPTY_SET, 0x8f)                                                                                                 \
    X(ADDITEMS, 0x90)                                                                                                  \
    X(FROZENSET, 0x91)                                                                                                 \
    X(NEWOBJ_EX, 0x92)                                                                                                 \
    X(STACK_GLOBAL, 0x93)                                                                                              \
    X(MEMOIZE, 0x94)                                                                                                   \
    X(FRAME, 0x95)                                                                                                     \
    X(BYTEARRAY8, 0x96)                                                                                                \
    X(NEXT_BUFFER, 0x97)                                                                                               \
    X(READONLY_BUFFER, 0x98)

enum pickle_opcode {
#define X(name, byte) PICKLE_##name = byte,
    PICKLE_OPCODES(X)
#undef X
};

enum { PICKLE_HIGHEST = 5, PICKLE_DEFAULT = 4 };

extern struct lang_type lang_type_pickler, lang_type_unpickler, lang_type_guarded_unpickler, lang_type_pickle_buffer;
extern struct lang_type *lang_pickling_error, *lang_unpickling_error;
extern const struct lang_method lang_pickle_write_functions[], lang_pickle_read_functions[];

/* Protocols below 3 name modules and classes as Python 2 does. `to_old`: from our names to those, else back. Either
 * text may be replaced by one that lives as long as the program. */
void lang_pickle_rename(bool to_old, const char **module, const char **name);
/* object.a.b.c; *parent, where it is asked for, is what the last name was found in. AttributeError as pickle words it.
 */
lang_value lang_pickle_getattr(struct lang_thread *t, lang_value object, struct lang_str *path, bool dotted,
                               lang_value *parent);
/* copyreg.NAME, a new reference. */
lang_value lang_pickle_copyreg(struct lang_thread *t, const char *name);

#endif
