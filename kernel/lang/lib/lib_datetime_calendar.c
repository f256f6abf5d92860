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

/* Years are counted from a first of March, so that the day that leap years have more is their last one. */
void lang_date_of_number(int32_t number, int32_t *year, int32_t *month, int32_t *day)
{
    const int32_t since = number + 305; /* days since the first of March of the year 0 */
    const int32_t era = since / 146097, of_era = since % 146097;
    const int32_t y = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    const int32_t of_year = of_era - (365 * y + y / 4 - y / 100), m = (5 * of_year + 2) / 153;
    *day = of_year - (153 * m + 2) / 5 + 1;
    *month = m < 10 ? m + 3 : m - 9;
    *year = era * 400 + y + (*month <= 2);
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
