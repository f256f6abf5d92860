/* str_case.h: methods of str that ask or change the kind of characters. Private to types/. */
#ifndef LANG_STR_CASE_H
#define LANG_STR_CASE_H

#include "types.h"

/* X(name, doc): methods without parameters */
#define LANG_STR_CASE_METHODS(X)                                                                                       \
    X(upper, "Return a copy of the string converted to uppercase.")                                                    \
    X(lower, "Return a copy of the string converted to lowercase.")                                                    \
    X(casefold, "Return a version of the string suitable for caseless comparisons.")                                   \
    X(title, "Return a version of the string where each word is titlecased.\n\nMore specifically, words start with "   \
             "uppercased characters and all remaining\ncased characters have lower case.")                             \
    X(capitalize,                                                                                                      \
      "Return a capitalized version of the string.\n\nMore specifically, make the first character have upper "         \
      "case and the rest lower\ncase.")                                                                                \
    X(swapcase, "Convert uppercase characters to lowercase and lowercase characters to uppercase.")                    \
    X(isalpha, "Return True if the string is an alphabetic string, False otherwise.\n\nA string is alphabetic if all " \
               "characters in the string are alphabetic and there\nis at least one character in the string.")          \
    X(isalnum,                                                                                                         \
      "Return True if the string is an alpha-numeric string, False otherwise.\n\nA string is alpha-numeric if all "    \
      "characters in the string are alpha-numeric and\nthere is at least one character in the string.")                \
    X(isdecimal,                                                                                                       \
      "Return True if the string is a decimal string, False otherwise.\n\nA string is a decimal string if all "        \
      "characters in the string are decimal and\nthere is at least one character in the string.")                      \
    X(isdigit, "Return True if the string is a digit string, False otherwise.\n\nA string is a digit string if all "   \
               "characters in the string are digits and there\nis at least one character in the string.")              \
    X(isnumeric,                                                                                                       \
      "Return True if the string is a numeric string, False otherwise.\n\nA string is numeric if all characters "      \
      "in the string are numeric and there is at\nleast one character in the string.")                                 \
    X(isspace, "Return True if the string is a whitespace string, False otherwise.\n\nA string is whitespace if all "  \
               "characters in the string are whitespace and there\nis at least one character in the string.")          \
    X(isupper,                                                                                                         \
      "Return True if the string is an uppercase string, False otherwise.\n\nA string is uppercase if all cased "      \
      "characters in the string are uppercase and\nthere is at least one cased character in the string.")              \
    X(islower,                                                                                                         \
      "Return True if the string is a lowercase string, False otherwise.\n\nA string is lowercase if all cased "       \
      "characters in the string are lowercase and\nthere is at least one cased character in the string.")              \
    X(istitle,                                                                                                         \
      "Return True if the string is a title-cased string, False otherwise.\n\nIn a title-cased string, upper- and "    \
      "title-case characters may only\nfollow uncased characters and lowercase characters only cased ones.")           \
    X(isidentifier,                                                                                                    \
      "Return True if the string is a valid Python identifier, False otherwise.\n\nCall keyword.iskeyword(s) "         \
      "to test whether string s is a reserved identifier,\nsuch as \"def\" or \"class\".")                             \
    X(isprintable, "Return True if the string is printable, False otherwise.\n\nA string is printable if all of its "  \
                   "characters are considered printable in\nrepr() or if it is empty.")                                \
    X(isascii,                                                                                                         \
      "Return True if all characters in the string are ASCII, False otherwise.\n\nASCII characters have code "         \
      "points in the range U+0000-U+007F.\nEmpty string is ASCII too.")

#define X(name, doc) lang_value lang_str_##name(struct lang_thread *t, const lang_value *args);
LANG_STR_CASE_METHODS(X)
#undef X

#endif
