/*
 * python_layout.c - what lies where, without running anything: the program's own files, the library of a Python, and
 * whether a Python without one can host the program. Knows not which Python is chosen.
 */
#include "python/python_find.h"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- the program's own files ---------------------------------------------------------------------------------------
 */

/* The file of this code: the program's, or that of the shared object which the program is where a Python hosts it. To
 * be freed. */
static char *own_file(void)
{
    Dl_info info;
    struct link_map *object = NULL;
    bool shared =
        dladdr1((void *)kernel_python_beside, &info, (void **)&object, RTLD_DL_LINKMAP) && object->l_name[0] == '/';
    return realpath(shared ? object->l_name : "/proc/self/exe", NULL);
}

bool kernel_python_beside(const char *name, char out[2 * PYTHON_PATH])
{
    static const char *const folders[] = {"", "../lib/tensor-kernel/"};
    char *own = own_file();
    bool found = false;
    if (own)
        strrchr(own, '/')[1] = '\0';
    for (size_t i = 0; own && !found && i < sizeof folders / sizeof *folders; i++)
        found =
            snprintf(out, 2 * PYTHON_PATH, "%s%s%s", own, folders[i], name) < 2 * PYTHON_PATH && access(out, R_OK) == 0;
    free(own);
    return found;
}

static char host[PYTHON_PATH]; /* the Python whose process this is */

void kernel_python_set_host(const char *program)
{
    snprintf(host, sizeof host, "%s", program);
}

const char *kernel_python_host_program(void)
{
    return host[0] ? host : NULL;
}

/* ---- what a program's file says ------------------------------------------------------------------------------------
 */

struct image {
    const char *bytes;
    size_t size;
};

static const void *at(const struct image *image, size_t offset, size_t size)
{
    return offset <= image->size && size <= image->size - offset ? image->bytes + offset : NULL;
}

static bool open_image(const char *path, struct image *image)
{
    struct stat status;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    void *bytes = MAP_FAILED;
    if (file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0)
        bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    if (file >= 0)
        close(file);
    if (bytes == MAP_FAILED)
        return false;
    *image = (struct image){bytes, (size_t)status.st_size};
    return true;
}

static const ElfW(Phdr) * segment(const struct image *image, uint32_t type)
{
    const ElfW(Ehdr) *head = at(image, 0, sizeof *head);
    if (!head || memcmp(head->e_ident, ELFMAG, SELFMAG) != 0 || head->e_phentsize != sizeof(ElfW(Phdr)))
        return NULL;
    const ElfW(Phdr) *rows = at(image, head->e_phoff, (size_t)head->e_phnum * sizeof *rows);
    for (size_t i = 0; rows && i < head->e_phnum; i++)
        if (rows[i].p_type == type)
            return &rows[i];
    return NULL;
}

/* Where in the file an address of the process lies; beyond its end if nowhere. */
static size_t file_offset(const struct image *image, ElfW(Addr) address)
{
    const ElfW(Ehdr) *head = (const void *)image->bytes;
    const ElfW(Phdr) *rows = (const void *)(image->bytes + head->e_phoff);
    for (size_t i = 0; i < head->e_phnum; i++)
        if (rows[i].p_type == PT_LOAD && address >= rows[i].p_vaddr && address - rows[i].p_vaddr < rows[i].p_filesz)
            return rows[i].p_offset + (address - rows[i].p_vaddr);
    return SIZE_MAX;
}

/* The names of its symbols and libraries, in one piece. */
static bool names_of(const struct image *image, struct image *names)
{
    const ElfW(Phdr) *dynamic = segment(image, PT_DYNAMIC);
    const ElfW(Dyn) *row = dynamic ? at(image, dynamic->p_offset, dynamic->p_filesz) : NULL;
    ElfW(Addr) address = 0;
    for (size_t i = 0; row && i < dynamic->p_filesz / sizeof *row && row[i].d_tag != DT_NULL; i++) {
        if (row[i].d_tag == DT_STRTAB)
            address = row[i].d_un.d_ptr;
        else if (row[i].d_tag == DT_STRSZ)
            names->size = row[i].d_un.d_val;
    }
    names->bytes = address ? at(image, file_offset(image, address), names->size) : NULL;
    return names->bytes;
}

/* The same machine and the same loader: what the one loads the other does. */
static bool same_loader(const struct image *a, const struct image *b)
{
    const ElfW(Phdr) *x = segment(a, PT_INTERP), *y = segment(b, PT_INTERP);
    const char *p = x ? at(a, x->p_offset, x->p_filesz) : NULL, *q = y ? at(b, y->p_offset, y->p_filesz) : NULL;
    return p && q && x->p_filesz == y->p_filesz && memcmp(p, q, x->p_filesz) == 0 &&
           a->bytes[EI_CLASS] == b->bytes[EI_CLASS];
}

/* A Python that is complete in its file and shows its functions to what it loads. */
static bool can_host(const char *path)
{
    static const char function[] = "\0Py_InitializeEx", library[] = "\0libpython";
    struct image image = {0}, own = {0}, names = {0};
    bool fine = open_image(path, &image) && open_image("/proc/self/exe", &own) && same_loader(&image, &own) &&
                names_of(&image, &names) && memmem(names.bytes, names.size, function, sizeof function) &&
                !memmem(names.bytes, names.size, library, sizeof library - 1);
    if (image.size)
        munmap((void *)image.bytes, image.size);
    if (own.size)
        munmap((void *)own.bytes, own.size);
    return fine;
}

/* ---- the folders of a Python ---------------------------------------------------------------------------------------
 */

#if defined __x86_64__
#define ARCHITECTURE "x86_64-linux-gnu"
#else
#define ARCHITECTURE "aarch64-linux-gnu"
#endif

bool kernel_python_library(const char *folder, const char *series, char out[3 * PYTHON_PATH])
{
    static const char *const folders[] = {"lib", "lib/" ARCHITECTURE, "lib64"}, *const names[] = {".so.1.0", ".so"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        for (size_t j = 0; j < sizeof names / sizeof *names; j++) {
            snprintf(out, 3 * PYTHON_PATH, "%s/%s/libpython%s%s", folder, folders[i], series, names[j]);
            if (access(out, R_OK) == 0)
                return true;
        }
    return false;
}

/* The series in the name of its file, bin/python3.11. */
static bool series_of(const char *file, char out[32])
{
    int major, minor;
    const char *name = strrchr(file, '/');
    if (!name || sscanf(name, "/python%d.%d", &major, &minor) != 2)
        return false;
    snprintf(out, 32, "%d.%d", major, minor);
    return true;
}

/* Cuts the last part off. */
static void to_parent(char *path)
{
    char *slash = strrchr(path, '/');
    if (slash)
        *slash = '\0';
}

/* Where a virtual environment, whose interpreter may be a copy, says that Python's files are; false: `folder` is none.
 */
static bool home_of(const char *folder, char out[PYTHON_PATH])
{
    char path[2 * PYTHON_PATH], line[PYTHON_PATH];
    snprintf(path, sizeof path, "%s/pyvenv.cfg", folder);
    FILE *file = fopen(path, "re");
    bool found = false;
    while (file && !found && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\r\n")] = '\0';
        found = sscanf(line, "home = %4095[^\n]", out) == 1;
    }
    if (file)
        fclose(file);
    if (found)
        to_parent(out); /* it names the folder `bin` */
    return found;
}

bool kernel_python_needs_host(const char *program, char file[PYTHON_PATH])
{
    char folder[PYTHON_PATH], home[PYTHON_PATH], series[32], library[3 * PYTHON_PATH], object[2 * PYTHON_PATH];
    char *resolved = realpath(program, NULL);
    bool fits = resolved && strlen(resolved) < PYTHON_PATH;
    if (fits)
        strcpy(file, resolved);
    free(resolved);
    if (!fits || !series_of(file, series) || !can_host(file))
        return false;
    strcpy(folder, file);
    to_parent(folder);
    to_parent(folder);
    return kernel_python_beside("tensor-kernel.so", object) && !kernel_python_library(folder, series, library) &&
           !(home_of(folder, home) && kernel_python_library(home, series, library));
}
