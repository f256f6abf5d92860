/* lang.c: creating and destroying the vm: joins the layers below. */
#include "lang.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "front/parser.h"
#include "lib/code_store.h"
#include "vm/code.h"
#include "vm/exception_group.h"
#include "vm/native.h"
#include "vm/outside.h"
#include "vm/type.h"

void lang_registered_free(struct lang_vm *vm);
void lang_sys_free(struct lang_thread *t);

/* ------------------------------------------------------------------ birth */

static size_t default_memory_limit(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    return pages > 0 && size > 0 ? (size_t)pages / 4 * 3 * (size_t)size : SIZE_MAX / 2;
}

static int ready_types(struct lang_thread *t)
{
    struct lang_type *const first[] = {&lang_type_object, &lang_type_type};
    for (size_t i = 0; i < 2; i++) /* objects of these can be made before they are ready */
        first[i]->head.type = &lang_type_type;
    if (lang_vm_names_init(t) < 0)
        return -1;
    static struct lang_type *const all[] = {
        &lang_type_object,        &lang_type_type,          &lang_type_native,         &lang_type_method_descr,
        &lang_type_slot_wrapper,  &lang_type_native_method, &lang_type_method,         &lang_type_getset,
        &lang_type_member,        &lang_type_staticmethod,  &lang_type_classmethod,    &lang_type_property,
        &lang_type_super,         &lang_type_mappingproxy,  &lang_type_union,          &lang_type_cell,
        &lang_type_generic_alias, &lang_type_class_getset,  &lang_type_method_wrapper, &lang_type_weakref,
        &lang_type_function,      &lang_type_code,          &lang_type_module,         &lang_type_generator,
        &lang_type_waiting_module};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        all[i]->flags |= all[i]->traverse || all[i]->attr_offset ? LANG_TYPE_GC : 0;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (lang_type_ready(t, all[i]) < 0)
            return -1;
    if (lang_coroutine_types_ready(t) < 0 || lang_scalars_ready(t) < 0 || lang_exceptions_ready(t) < 0 ||
        lang_containers_ready(t) < 0)
        return -1;
    return lang_generic_ready(t);
}

static int fill_builtins(struct lang_thread *t)
{
    struct lang_vm *vm = t->vm;
    vm->builtins_module = lang_module_new(t, "builtins", "Built-in functions, types, exceptions, and other objects.");
    if (!vm->builtins_module)
        return -1;
    vm->builtins = vm->builtins_module->attrs.dict;
    if (lang_builtins_fill(t, vm->builtins) < 0)
        return -1;
    for (size_t i = 0; i < LANG_EXC_COUNT; i++)
        if (lang_dict_set_c(t, vm->builtins, lang_exc_types[i].name, lang_obj(&lang_exc_types[i])) < 0)
            return -1;
    if (lang_dict_set_c(t, vm->builtins, "ExceptionGroup", lang_obj(lang_exception_group)) < 0)
        return -1;
    static const struct {
        const char *name;
        enum lang_exc exc;
    } aliases[] = {{"IOError", LANG_EXC_OSError}, {"EnvironmentError", LANG_EXC_OSError}};
    for (size_t i = 0; i < 2; i++)
        if (lang_dict_set_c(t, vm->builtins, aliases[i].name, lang_obj(&lang_exc_types[aliases[i].exc])) < 0)
            return -1;
    static const struct {
        const char *name;
        struct lang_type *type;
    } types[] = {{"object", &lang_type_object},
                 {"type", &lang_type_type},
                 {"super", &lang_type_super},
                 {"property", &lang_type_property},
                 {"staticmethod", &lang_type_staticmethod},
                 {"classmethod", &lang_type_classmethod}};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (lang_dict_set_c(t, vm->builtins, types[i].name, lang_obj(types[i].type)) < 0)
            return -1;
    const lang_value constants[] = {lang_none(),     lang_notimpl(),   {LANG_ELLIPSIS, {0}},
                                    lang_bool(true), lang_bool(false), lang_bool(true)};
    const char *const names[] = {"None", "NotImplemented", "Ellipsis", "True", "False", "__debug__"};
    for (size_t i = 0; i < 6; i++)
        if (lang_dict_set_c(t, vm->builtins, names[i], constants[i]) < 0)
            return -1;
    return lang_code_builtins_fill(t, vm->builtins);
}

static int make_main(struct lang_thread *t)
{
    struct lang_vm *vm = t->vm;
    vm->main_module =
        lang_module_new(t, "__main__", "Automatically created module for IPython interactive environment");
    if (!vm->main_module)
        return -1;
    struct lang_dict *d = vm->main_module->attrs.dict;
    if (!vm->options.cells && lang_dict_set_str(t, d, LANG_NAME(__doc__), lang_none()) < 0)
        return -1;
    if (lang_dict_set_str(t, d, LANG_NAME(__builtins__), lang_obj(vm->builtins_module)) < 0)
        return -1;
    if (lang_dict_set_str(t, vm->modules, LANG_NAME(__main__), lang_obj(vm->main_module)) < 0)
        return -1;
    if (lang_dict_set_str(t, vm->modules, LANG_NAME(builtins), lang_obj(vm->builtins_module)) < 0)
        return -1;
    lang_value sys = lang_import(t, "sys");
    lang_unref(t, sys);
    return lang_is_error(sys) ? -1 : 0;
}

struct lang_vm *lang_vm_new(const struct lang_host *host, const struct lang_options *options)
{
    struct lang_vm *vm = calloc(1, sizeof *vm);
    if (!vm)
        return NULL;
    static const struct lang_services services = {lang_compile,        lang_compile_cached,   lang_code_unpack_library,
                                                  lang_code_read_rest, lang_hooks_unraisable, lang_module_defs};
    vm->services = &services;
    lang_the_vm = vm;
    if (host)
        vm->host = *host;
    if (!vm->host.interrupt)
        vm->host.interrupt = &vm->own_interrupt;
    if (options)
        vm->options = *options;
    if (!vm->options.memory_limit)
        vm->options.memory_limit = default_memory_limit();
    lang_alloc_set_limit(vm->options.memory_limit);
    lang_alloc_set_headroom(vm->options.headroom);
    lang_set_recursion_limit(vm, vm->options.recursion_limit ? vm->options.recursion_limit : 1000);
    pthread_mutex_init(&vm->lock, NULL);
    pthread_cond_init(&vm->lock_free, NULL);
    atomic_store(&vm->lock_state, LANG_LOCK_HELD);
    struct lang_thread *t = vm->main = lang_thread_new(vm);
    if (!t) {
        free(vm);
        return NULL;
    }
    if (ready_types(t) < 0 || !(vm->modules = lang_dict_new(t)) || fill_builtins(t) < 0 || make_main(t) < 0) {
        lang_vm_free(vm);
        return NULL;
    }
    return vm;
}

void lang_set_class_hook(struct lang_vm *vm, int (*made)(struct lang_thread *t, struct lang_type *type))
{
    vm->class_made = made;
}

struct lang_thread *lang_vm_thread(struct lang_vm *vm)
{
    return vm->main;
}

void lang_types_free(struct lang_thread *t);

/* What programs see of the end: their objects go, with what they do then. */
static void drop_program(struct lang_vm *vm)
{
    struct lang_thread *t = vm->main;
    if (vm->foreign && vm->foreign->end)
        vm->foreign->end();
    lang_foreign_frames_free();
    lang_clear(t, &t->exception);
    lang_clear(t, &t->thread_handled.value);
    lang_clear(t, &t->stop_value);
    lang_clear(t, &vm->last_error);
    lang_clear(t, &vm->pending_value);
    if (vm->main_module && vm->main_module->attrs.dict)
        lang_dict_clear(t, vm->main_module->attrs.dict);
    lang_gc_collect_program(t); /* __del__ of what lay in cycles may still print */
}

void lang_vm_leave(struct lang_vm *vm)
{
#ifndef LANG_PLAIN_MALLOC
    if (!vm->foreign || !vm->foreign->end) {
        drop_program(vm);
        if (!lang_gc_any_to_finalize()) {
            lang_yield_foreign(vm->main);
            return;
        }
    }
#endif
    lang_vm_free(vm);
}

void lang_vm_free(struct lang_vm *vm)
{
    struct lang_thread *t = vm->main;
    drop_program(vm);
    lang_gc_watch = NULL; /* it looks at modules */
    lang_thread_run_ends(t);
    lang_sys_free(t);
    if (vm->modules)
        lang_dict_clear(t, vm->modules);
    lang_gc_collect(t);
    lang_xdecref(t, vm->main_module);
    if (vm->builtins_module && vm->builtins_module->attrs.dict)
        lang_dict_clear(t, vm->builtins_module->attrs.dict);
    lang_xdecref(t, vm->builtins_module);
    lang_xdecref(t, vm->modules);
    lang_xdecref(t, vm->foreign_given);
    lang_gc_collect(t);
    lang_exceptions_free(t);
    lang_types_free(t);
    lang_params_free_all(t);
    lang_intern_free(t);
    lang_registered_free(vm);
    lang_yield_foreign(t); /* libraries ask for it when the process ends, on another thread */
    lang_the_vm = NULL;
    lang_thread_free(t);
    static struct lang_vm *waited_for;
    if (vm->threads || lang_outside_any()) {
        waited_for = vm; /* daemon threads wait for the lock until the process ends: what they wait on stays */
        (void)waited_for;
        return;
    }
    pthread_mutex_destroy(&vm->lock);
    pthread_cond_destroy(&vm->lock_free);
    free(vm);
}

/* ------------------------------------------------------------------ texts */

enum lang_cell_state lang_cell_state(const char *text, size_t size, int *indent)
{
    uint32_t blanks = 0;
    enum lang_complete_status s = lang_is_complete(text, size, &blanks);
    *indent = (int)blanks;
    return s == LANG_COMPLETE ? LANG_CELL_COMPLETE : s == LANG_INCOMPLETE ? LANG_CELL_INCOMPLETE : LANG_CELL_INVALID;
}
