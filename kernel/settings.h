/* settings.h: the environment variables of the kernel, and the file that sets those which the environment lacks. */
#ifndef KERNEL_SETTINGS_H
#define KERNEL_SETTINGS_H

/* Puts the variables of the settings file into the environment, where it has none of that name. Call with one thread,
 * before anything asks for a variable. Lines that are wrong are told on stderr and passed over. */
void kernel_settings_read(void);
/* `tensor-kernel settings`: the exit status. */
int kernel_settings(int argc, char **argv);

#endif
