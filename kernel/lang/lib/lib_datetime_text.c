/* lib_datetime_text.c: dates and times as texts by a format, and back: the parts that depend on no language. */
#include <string.h>

#include "lib/lib_datetime.h"

static const char *const months[] = {"January", "February", "March",     "April",   "May",      "June",
                                     "July",    "August",   "September", "October", "November", "December"};
static const char *const weekdays[] = {"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"};

lang_value lang_datetime_strftime(struct lang_thread *t, const struct date *d, const struct day_time *time,
                                  lang_value format)
{
    static const struct day_time midnight = {0};
    if (!lang_is_str(format) || !lang_as_str(format)->ascii || d->year < 1000 || (time && !lang_is_none(time->zone)))
        return lang_undef();
    const struct lang_str *s = lang_as_str(format);
    if (!time)
        time = &midnight;
    struct lang_builder b;
    lang_builder_init(&b, t);
    for (int64_t i = 0; i < s->length; i++) {
        char c = s->data[i], digits[8];
        if (c != '%') {
            lang_builder_char(&b, (uint8_t)c);
            continue;
        }
        int32_t number = 0, count = 2;
        switch (s->data[++i]) { /* the zero at the end is no letter */
        case 'Y':
            number = d->year;
            count = 4;
            break;
        case 'm':
            number = d->month;
            break;
        case 'd':
            number = d->day;
            break;
        case 'H':
            number = time->hour;
            break;
        case 'M':
            number = time->minute;
            break;
        case 'S':
            number = time->second;
            break;
        case 'f':
            number = time->us;
            count = 6;
            break;
        case 'y':
            number = d->year % 100;
            break;
        case 'j':
            number = number_of(d) - lang_date_number(d->year, 1, 1) + 1;
            count = 3;
            break;
        default:
            lang_builder_drop(&b);
            return lang_undef();
        }
        lang_digits_put(digits, number, count);
        digits[count] = 0;
        lang_builder_utf8(&b, digits, (size_t)count);
    }
    return lang_obj_or_error(lang_builder_finish(&b));
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The word of a table that a text begins with, whatever the case, and how long it is; -1: none. */
static int word_at(const char *text, int64_t left, const char *const *words, int count, bool whole, int64_t *size)
{
    for (int i = 0; i < count; i++) {
        const int64_t n = whole ? (int64_t)strlen(words[i]) : 3;
        int64_t k = 0;
        while (k < n && k < left && (text[k] | 32) == (words[i][k] | 32))
            k++;
        if (k == n) {
            *size = n;
            return i;
        }
    }
    return -1;
}

bool lang_datetime_strptime(lang_value text, lang_value format, struct date *d, struct day_time *time)
{
    if (!lang_is_str(text) || !lang_is_str(format) || !lang_as_str(text)->ascii || !lang_as_str(format)->ascii)
        return false;
    const char *p = lang_as_str(text)->data, *end = p + lang_as_str(text)->length;
    const char *f = lang_as_str(format)->data, *last = f + lang_as_str(format)->length;
    enum { YEAR, MONTH, DAY, HOUR, MINUTE, SECOND, FRACTION, WEEKDAY, PARTS };
    int32_t parts[PARTS] = {1900, 1, 1};
    bool seen[PARTS] = {false};
    for (; f < last; f++) {
        if (*f != '%') {
            if (*f == ' ' ? f[1] == ' ' || p == end || p[1] == ' ' || (p[1] >= 9 && p[1] <= 13) : (*f >= 9 && *f <= 13))
                return false; /* any number of blanks */
            if (p == end || *p++ != *f)
                return false;
            continue;
        }
        static const struct {
            char letter;
            int8_t part, digits;
            int16_t low, high;
        } rows[] = {{'Y', YEAR, 4, 1, 9999}, {'m', MONTH, 2, 1, 12},  {'d', DAY, 2, 1, 31},
                    {'H', HOUR, 2, 0, 23},   {'M', MINUTE, 2, 0, 59}, {'S', SECOND, 2, 0, 59}};
        const char letter = *++f;
        int64_t size = 0;
        int word, part = PARTS;
        switch (letter) {
        case 'b':
        case 'B':
            part = MONTH;
            word = word_at(p, end - p, months, 12, letter == 'B', &size);
            break;
        case 'a':
        case 'A':
            part = WEEKDAY;
            word = word_at(p, end - p, weekdays, 7, letter == 'A', &size);
            break;
        case 'f':
            part = FRACTION;
            word = 0;
            for (size = 0; size < 6 && p + size < end && is_digit(p[size]); size++)
                word = word * 10 + (p[size] - '0');
            if (!size)
                return false;
            for (int64_t k = size; k < 6; k++)
                word *= 10;
            word--; /* below it is counted from 1 */
            break;
        default: {
            size_t k = 0;
            while (k < sizeof rows / sizeof *rows && rows[k].letter != letter)
                k++;
            if (k == sizeof rows / sizeof *rows || end - p < rows[k].digits)
                return false;
            size = rows[k].digits;
            part = rows[k].part;
            word = lang_digits_read(p, rows[k].digits);
            if (word < rows[k].low || word > rows[k].high)
                return false;
            word--;
        }
        }
        if (seen[part] || word < (letter == 'a' || letter == 'A' || letter == 'b' || letter == 'B' ? 0 : -1))
            return false;
        seen[part] = true;
        parts[part] = word + 1;
        p += size;
    }
    if (p != end || !lang_date_is_valid(parts[YEAR], parts[MONTH], parts[DAY]))
        return false;
    d->year = parts[YEAR];
    d->month = (uint8_t)parts[MONTH];
    d->day = (uint8_t)parts[DAY];
    *time = (struct day_time){(uint8_t)parts[HOUR], (uint8_t)parts[MINUTE], (uint8_t)parts[SECOND], 0, parts[FRACTION],
                              lang_none()};
    return true;
}
