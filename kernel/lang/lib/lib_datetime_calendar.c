/* lib_datetime_calendar.c: days of the proleptic Gregorian calendar, and digits of texts. */
#include "lib/lib_datetime.h"

static bool is_leap(int64_t year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static const int16_t before_month[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365};

static int32_t days_before_year(int32_t year)
{
    const int32_t y = year - 1;
    return y * 365 + y / 4 - y / 100 + y / 400;
}

int32_t lang_date_number(int32_t year, int32_t month, int32_t day)
{
    return days_before_year(year) + before_month[month - 1] + (month > 2 && is_leap(year)) + day;
}

bool lang_date_is_valid(int64_t year, int64_t month, int64_t day)
{
    return year >= 1 && year <= 9999 && month >= 1 && month <= 12 && day >= 1 &&
           day <= before_month[month] - before_month[month - 1] + (month == 2 && is_leap(year));
}

/* Years are counted from a first of March, so that the day that leap years have more is their last one. Divisions are
 * by powers of two where it can be (Neri and Schneider: Euclidean affine functions and their application to calendar
 * algorithms, 2022). */
void lang_date_of_number(int32_t number, int32_t *year, int32_t *month, int32_t *day)
{
    const uint32_t quarters = 4 * (uint32_t)(number + 305) + 3; /* of days, since the first of March of the year 0 */
    const uint32_t century = quarters / 146097, in_century = quarters % 146097 / 4;
    const uint64_t scaled = UINT64_C(2939745) * (4 * in_century + 3); /* years, by 2^32 */
    const uint32_t of_year = (uint32_t)scaled / 2939745 / 4;
    const uint32_t months = 2141 * of_year + 197913; /* by 2^16; March is 3 */
    const bool later = of_year >= 306;               /* January and February are of the next year */
    *day = (int32_t)((months & 0xffff) / 2141) + 1;
    *month = (int32_t)(months >> 16) - (later ? 12 : 0);
    *year = (int32_t)(100 * century + (uint32_t)(scaled >> 32)) + later;
}

void lang_digits_put(char *out, int32_t value, int count)
{
    for (int i = count; i-- > 0; value /= 10)
        out[i] = (char)('0' + value % 10);
}

int32_t lang_digits_read(const char *text, int count)
{
    int32_t value = 0;
    for (int i = 0; i < count; i++) {
        if (text[i] < '0' || text[i] > '9')
            return -1;
        value = value * 10 + (text[i] - '0');
    }
    return value;
}

void lang_date_put(const struct date *d, char *out)
{
    lang_digits_put(out, d->year, 4);
    out[4] = '-';
    lang_digits_put(out + 5, d->month, 2);
    out[7] = '-';
    lang_digits_put(out + 8, d->day, 2);
}
