/* foreign_frame.c: entries of tracebacks for frames of another implementation of Python (struct lang_foreign): a frame
 * object with code that has names and lines, and no instructions. The text of their files is read when it is shown.
 * And what else is asked of objects of such an implementation. */
#include <string.h>

#include "vm/code.h"

enum { TEXTS = 16 };
static struct lang_text *texts[TEXTS]; /* of the files seen last, newest first */

static struct lang_text *text_of(struct lang_thread *t, const char *filename)
{
    int i = 0;
    while (i < TEXTS && texts[i] && strcmp(texts[i]->filename, filename) != 0)
        i++;
    struct lang_text *found = i < TEXTS ? texts[i] : NULL;
    if (!found) {
        struct lang_source source = {.filename = filename};
        found = lang_text_new(t, &source, "", 0, false);
        if (!found)
            return NULL;
        found->unread = filename[0] != '<';
        i = i < TEXTS ? i : TEXTS - 1;
        lang_text_unref(texts[i]);
    }
    memmove(&texts[1], &texts[0], (size_t)i * sizeof texts[0]);
    texts[0] = found;
    found->refs++;
    return found;
}

void lang_foreign_frames_free(void)
{
    for (int i = 0; i < TEXTS; i++) {
        lang_text_unref(texts[i]);
        texts[i] = NULL;
    }
}

static struct lang_code *code_of(struct lang_thread *t, const struct lang_foreign_frame *frame)
{
    struct lang_code *code = lang_object_new(t, &lang_type_code);
    if (!code)
        return NULL;
    const char *dot = strrchr(frame->qualname, '.');
    code->doc = lang_none();
    code->text = text_of(t, frame->filename);
    code->name = lang_intern_c(t, dot ? dot + 1 : frame->qualname);
    code->qualname = lang_intern_c(t, frame->qualname);
    code->first_line = frame->first_line;
    code->last_line = frame->last_line;
    code->flags = strcmp(frame->qualname, "<module>") == 0 ? LANG_CODE_NAMESPACE : 0;
    uint32_t n = (uint32_t)frame->parameters->length;
    if (n && !(code->local_names = lang_alloc_zeroed(t, n * sizeof *code->local_names)))
        n = 0;
    code->local_count = code->param_count = n;
    code->positional_count = n - frame->varargs - frame->varkw;
    code->flags |= (frame->varargs ? LANG_CODE_VARARGS : 0) | (frame->varkw ? LANG_CODE_VARKW : 0);
    for (uint32_t i = 0; i < n; i++)
        code->local_names[i] = lang_incref(frame->parameters->items[i].o);
    if (code->text && code->name && code->qualname && n == (uint32_t)frame->parameters->length)
        return code;
    lang_decref(t, code);
    return NULL;
}

int lang_traceback_prepend(struct lang_thread *t, lang_value e, const struct lang_foreign_frame *frame)
{
    struct lang_exception *exc = (struct lang_exception *)e.o;
    struct lang_frame_object *object = lang_object_new(t, &lang_type_frame);
    struct lang_traceback *tb = object ? lang_object_new(t, &lang_type_traceback) : NULL;
    struct lang_code *code = tb ? code_of(t, frame) : NULL;
    struct lang_dict *globals = code ? lang_dict_new(t) : NULL;
    if (!globals) {
        lang_xdecref(t, object);
        lang_xdecref(t, tb);
        lang_xdecref(t, code);
        return -1;
    }
    object->code = code;
    object->globals = globals;
    object->locals = lang_incref(globals);
    object->trace = lang_none();
    object->foreign = lang_ref(frame->entry);
    object->instr = LANG_FRAME_BEGIN;
    tb->frame = object;
    tb->line = (int32_t)frame->line;
    tb->made = true;
    tb->next = lang_is_undef(exc->traceback) ? NULL : (struct lang_traceback *)exc->traceback.o; /* moves */
    exc->traceback = lang_obj(tb);
    return 0;
}

static lang_value entry_of(struct lang_thread *t, const struct lang_traceback *tb)
{
    enum { FILE_NAME, FUNCTION, LINE, LAST_LINE, COLUMN, END_COLUMN, TEXT, FOREIGN, FIELDS };
    const struct lang_code *code = tb->frame->code;
    struct lang_position p = {(uint32_t)tb->line, (uint32_t)tb->line, -1, -1};
    char cell[LANG_CELL_FILENAME];
    if (!tb->made)
        p = lang_code_position(code, tb->instr);
    struct lang_tuple *entry = lang_tuple_new(t, FIELDS);
    struct lang_str *file = entry ? lang_str_from_c(t, lang_text_filename(code->text, cell)) : NULL;
    if (!file) {
        lang_xdecref(t, entry);
        return lang_error();
    }
    entry->items[FILE_NAME] = lang_obj(file);
    entry->items[FUNCTION] = lang_obj(lang_incref(code->name));
    entry->items[LINE] = lang_int(p.line);
    entry->items[LAST_LINE] = lang_int(p.end_line);
    entry->items[COLUMN] = lang_int(p.col);
    entry->items[END_COLUMN] = lang_int(p.end_col);
    entry->items[TEXT] = lang_none();
    entry->items[FOREIGN] = lang_is_undef(tb->frame->foreign) ? lang_none() : lang_ref(tb->frame->foreign);
    if (code->text->cell) {
        struct lang_str *text = lang_str_new(t, code->text->text, code->text->size);
        if (!text) {
            lang_decref(t, entry);
            return lang_error();
        }
        entry->items[TEXT] = lang_obj(text);
    }
    return lang_obj(entry);
}

bool lang_traceback_is_hidden(lang_value traceback)
{
    return lang_is_exactly(traceback, &lang_type_traceback) &&
           ((struct lang_traceback *)traceback.o)->frame->code->text->hidden;
}

int lang_traceback_cell(lang_value traceback)
{
    return lang_is_exactly(traceback, &lang_type_traceback)
               ? ((struct lang_traceback *)traceback.o)->frame->code->text->cell
               : 0;
}

lang_value lang_traceback_list(struct lang_thread *t, lang_value traceback)
{
    struct lang_list *list = lang_list_new(t, 0);
    const struct lang_traceback *tb =
        lang_is_exactly(traceback, &lang_type_traceback) ? (struct lang_traceback *)traceback.o : NULL;
    for (; list && tb; tb = tb->next) {
        if (tb->frame->code->text->hidden) /* of the library: reports leave it out */
            continue;
        lang_value entry = entry_of(t, tb);
        if (lang_is_error(entry) || lang_list_append_steal(t, list, entry) < 0) {
            lang_decref(t, list);
            return lang_error();
        }
    }
    return lang_obj_or_error(list);
}

void lang_traceback_skip_foreign(struct lang_thread *t)
{
    if (lang_is_undef(t->exception))
        return;
    struct lang_exception *e = (struct lang_exception *)t->exception.o;
    while (lang_is_exactly(e->traceback, &lang_type_traceback)) {
        struct lang_traceback *tb = (struct lang_traceback *)e->traceback.o;
        if (lang_is_undef(tb->frame->foreign) || !tb->next)
            break;
        lang_set_steal(t, &e->traceback, lang_obj(lang_incref(tb->next)));
    }
}

void lang_set_foreign(struct lang_vm *vm, const struct lang_foreign *foreign)
{
    vm->foreign = foreign;
}

const struct lang_foreign *lang_foreign(struct lang_vm *vm)
{
    return vm->foreign;
}

bool lang_is_foreign(lang_value v)
{
    return v.tag == LANG_OBJECT && (v.o->type->flags & LANG_TYPE_FOREIGN ||
                                    (v.o->type->flags & LANG_TYPE_TYPE &&
                                     ((struct lang_type *)v.o)->flags & (LANG_TYPE_FOREIGN | LANG_TYPE_MIRROR)));
}

lang_value lang_foreign_ask(struct lang_thread *t, lang_value v, const char *question, const lang_value *details,
                            size_t count)
{
    const struct lang_foreign *foreign = t->vm->foreign;
    return foreign && foreign->ask ? foreign->ask(t, v, question, details, count) : lang_undef();
}
