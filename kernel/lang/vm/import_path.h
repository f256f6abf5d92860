/* import_path.h: where the files of modules lie: a search through a list of folders, and packages without __init__.py.
 */
#ifndef LANG_IMPORT_PATH_H
#define LANG_IMPORT_PATH_H

#include "types.h"

/* Where the library has the modules that serve where no other implementation does: `_standalone.re` is `re` then. */
#define LANG_STANDALONE "_standalone."

enum lang_spec_kind {
    LANG_SPEC_NONE,
    LANG_SPEC_MODULE,
    LANG_SPEC_PACKAGE,
    LANG_SPEC_NAMESPACE,
    LANG_SPEC_HOOKS /* finders in the language have to be asked: an archive, hooks of the program, files of bytecode */
};

struct lang_module_spec {
    enum lang_spec_kind kind;
    char file[4096];            /* of a module, or the __init__.py of a package */
    char folder[4096];          /* of a package */
    struct lang_list *portions; /* of a namespace package: its folders, owned */
};

/* Looks for the last name of a dotted one in the folders, an iterable: FOLDER/NAME/__init__.py, FOLDER/NAME.py, or else
 * all FOLDER/NAME. Returns 0, or -1 with an exception. */
int lang_find_spec(struct lang_thread *t, const char *dotted, lang_value folders, struct lang_module_spec *spec);
/* What __path__ of a namespace package is: its folders, looked for again when those of its parent have changed. Takes
 * `portions`. */
lang_value lang_namespace_path_new(struct lang_thread *t, struct lang_str *name, struct lang_list *portions_steal);
/* What __loader__ of a namespace package is. */
lang_value lang_namespace_loader_new(struct lang_thread *t);
/* The folders where the submodules of a module's parent lie, or sys.path for a module at the top; UNDEF: there are
 * none. New reference. */
lang_value lang_parent_folders(struct lang_thread *t, const char *dotted);

/* ---- import.c, for what statements do with it (import_statement.c) ---- */

/* The module of an absolute dotted name, its packages imported on the way; new reference. */
lang_value lang_import_absolute(struct lang_thread *t, const char *dotted, size_t size);
/* The same for who does not need its names yet: a module of the library waits, its text runs at the first use. */
lang_value lang_import_waiting(struct lang_thread *t, const char *dotted, size_t size);
/* Puts a module's name on the ImportError that has just been raised, if it has none. */
void lang_import_error_name(struct lang_thread *t, lang_value name);

/* ---- sys.meta_path (import_finders.c) ---- */

/* Its content at the start; new reference, NULL with an exception. */
struct lang_list *lang_finders_new(struct lang_thread *t);

/* What sys.path_hooks begins with; new reference, NULL with an exception. */
struct lang_list *lang_path_hooks_new(struct lang_thread *t);
/* Whether it is still that. */
bool lang_hooks_are_plain(struct lang_thread *t);
/* Whether sys.path_importer_cache has no finder of the program's for an entry of a path. */
bool lang_entry_is_plain(struct lang_thread *t, lang_value entry);

/* The finders of the program, before and behind the one that searches the folders; NULL where there are none. */
struct lang_finders {
    struct lang_list *before, *behind;
    bool searches_path; /* that one is there */
};
int lang_finders_of_program(struct lang_thread *t, struct lang_finders *found);
void lang_finders_free(struct lang_thread *t, struct lang_finders *found);

#endif
