/*
 * interpreter_options.c - the options that Python's interpreter has in front of -c, -m and a file.
 *
 * Owns their letters and what they set (lang_command_line); sys.executable of a program is started with them. An option
 * that would have no effect here is refused by who reads the commands, as an unknown one.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lang.h"
#include "session.h"

/* What each letter sets; a letter that is not here is no option of these. */
static const struct {
    char letter;
    enum lang_flag flags[4];
    int count;
} letters[] = {
    {'B', {LANG_FLAG_DONT_WRITE_BYTECODE}, 1},
    {'d', {LANG_FLAG_DEBUG}, 1}, /* of a parser that is built for it; of CPython's own, too, only the flag is seen */
    {'E', {LANG_FLAG_IGNORE_ENVIRONMENT}, 1},
    {'I', {LANG_FLAG_ISOLATED, LANG_FLAG_IGNORE_ENVIRONMENT, LANG_FLAG_NO_USER_SITE, LANG_FLAG_SAFE_PATH}, 4},
    {'P', {LANG_FLAG_SAFE_PATH}, 1},
    {'q', {LANG_FLAG_QUIET}, 1},
    {'s', {LANG_FLAG_NO_USER_SITE}, 1},
    {'S', {LANG_FLAG_NO_SITE}, 1},
    {'R', {0}, 0}, /* hashes are random without it */
    {'u', {0}, 0},
};

static bool set_letter(char letter)
{
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
        if (letters[i].letter == letter) {
            for (int k = 0; k < letters[i].count; k++)
                lang_command_line.flags[letters[i].flags[k]] = 1;
            if (letter == 'u')
                setvbuf(stdout, NULL, _IONBF, 0);
            return true;
        }
    return false;
}

/* -X: names with a meaning have it; what CPython does not know either is in sys._xoptions only. */
static bool set_xoption(const char *word)
{
    static const char *const absent[] = {"importtime", "perf"};
    const size_t size = strcspn(word, "=");
    for (size_t i = 0; i < sizeof absent / sizeof *absent; i++)
        if (strlen(absent[i]) == size && !strncmp(word, absent[i], size))
            return false;
    if (!strcmp(word, "dev"))
        lang_command_line.flags[LANG_FLAG_DEV_MODE] = 1;
    if (!strncmp(word, "int_max_str_digits=", size + 1) && word[size]) {
        char *end;
        long digits = strtol(word + size + 1, &end, 10);
        if (*end || end == word + size + 1 || (digits && digits < 640))
            return false;
        lang_command_line.flags[LANG_FLAG_INT_MAX_STR_DIGITS] = digits;
    }
    if (lang_command_line.xoption_count == LANG_COMMAND_LINE_WORDS)
        return false;
    lang_command_line.xoptions[lang_command_line.xoption_count++] = word;
    return true;
}

static bool set_warning(const char *word)
{
    if (lang_command_line.warning_count == LANG_COMMAND_LINE_WORDS)
        return false;
    lang_command_line.warnings[lang_command_line.warning_count++] = word;
    return true;
}

/* One word of letters; *next: the word behind it, which -X and -W may take. False: it is none of these. */
static bool read_word(const char *word, char **next, int *taken)
{
    *taken = 1;
    for (const char *p = word + 1; *p; p++) {
        if (*p != 'X' && *p != 'W') {
            if (!set_letter(*p))
                return false;
            continue;
        }
        const char *value = p[1] ? p + 1 : *next;
        *taken += !p[1];
        return value && (*p == 'X' ? set_xoption(value) : set_warning(value));
    }
    return true;
}

int kernel_interpreter_options(int argc, char **argv)
{
    int at = 0;
    while (at < argc && argv[at][0] == '-' && argv[at][1] && argv[at][1] != '-') {
        /* the last letter may be the command: -Ic CODE */
        static char commands[][3] = {"-c", "-m"};
        char *word = argv[at], last = word[strlen(word) - 1];
        int taken;
        char *command = last == 'c' ? commands[0] : last == 'm' ? commands[1] : NULL;
        if (strlen(word) > 2 && command && !strpbrk(word, "XW")) {
            word[strlen(word) - 1] = 0;
            bool fine = read_word(word, argv + at + 1, &taken);
            argv[at] = fine ? command : word;
            return at;
        }
        if (!read_word(word, argv + at + 1, &taken))
            return at;
        at += taken;
    }
    return at;
}
