/* install.h: what install, list and uninstall share: the folders where Jupyter looks for kernelspecs. Knows no kernel.
 */
#ifndef KERNEL_INSTALL_H
#define KERNEL_INSTALL_H

#include <stdbool.h>
#include <stddef.h>

#define INSTALL_PATH_SIZE 4096

/* Which folder of Jupyter's data is meant; SCOPE_ANY: none was named. */
enum install_scope { SCOPE_ANY, SCOPE_PREFIX, SCOPE_ENVIRONMENT, SCOPE_USER, SCOPE_SYSTEM, SCOPE_COUNT };
struct install_target {
    enum install_scope scope;
    const char *prefix; /* SCOPE_PREFIX */
};

/* "tensor-kernel COMMAND: WHAT DETAIL" on stderr; returns -1. */
int kernel_install_complain(const char *command, const char *what, const char *detail);
/* Prints two texts into a path; -1: too long, said on stderr. */
int kernel_install_put_path(char out[INSTALL_PATH_SIZE], const char *format, const char *a, const char *b);
/* Reads --user, --sys-prefix, --prefix DIR at argv[*i], and moves *i to the last word read. 1: it was one of those, 0:
 * another word, -1: a second one, or no value (said on stderr). */
int kernel_install_read_target(struct install_target *target, const char *command, int argc, char **argv, int *i);
/* The folder of Jupyter's data that is meant, for SCOPE_ANY the first that can be written: the active environment's,
 * that of all users, the user's. -1: there is none (said on stderr). */
int kernel_install_data_folder(const struct install_target *target, const char *command, char out[INSTALL_PATH_SIZE]);
/* The words that name this target again on a command line: " --user", or "". */
int kernel_install_put_words(const struct install_target *target, char out[INSTALL_PATH_SIZE]);
/* The very file that runs now. */
int kernel_install_own_path(const char *command, char out[INSTALL_PATH_SIZE]);

/* The commands: the exit status. */
int kernel_install(int argc, char **argv);
int kernel_uninstall(int argc, char **argv);
int kernel_list(int argc, char **argv);

#endif
