/* The check sum of zip archives. */
#ifndef RT_ZIP_CRC_H
#define RT_ZIP_CRC_H

#include <stddef.h>
#include <stdint.h>

/* As zlib's crc32: begins with 0. */
uint32_t rt_zip_crc(uint32_t crc, const void *bytes, size_t length);

#endif
