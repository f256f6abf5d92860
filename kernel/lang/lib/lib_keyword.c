/* lib_keyword.c: the module _keyword: the keywords of the lexer's table, for the module keyword (prelude/keyword.py).
 */
#include "lib.h"

static const char *const keywords[] = {
#define TOKEN_KEYWORD(KIND, text) text,
#include "front/token.def"
};

static const char *const soft_keywords[] = {
#define TOKEN_SOFT_KEYWORD(text) text,
#include "front/token.def"
};

static int add_texts(struct lang_thread *t, struct lang_module *m, const char *name, const char *const *texts,
                     size_t count)
{
    struct lang_list *list = lang_list_new(t, (int64_t)count);

    for (size_t i = 0; list && i < count; i++) {
        struct lang_str *text = lang_intern_c(t, texts[i]);

        if (!text || lang_list_append_steal(t, list, lang_obj(text)) < 0) {
            lang_decref(t, list);
            return -1;
        }
    }
    return list ? lang_module_add_steal(t, m, name, lang_obj(list)) : -1;
}

static int init(struct lang_thread *t, struct lang_module *m)
{
    if (add_texts(t, m, "kwlist", keywords, sizeof keywords / sizeof *keywords) < 0)
        return -1;
    return add_texts(t, m, "softkwlist", soft_keywords, sizeof soft_keywords / sizeof *soft_keywords);
}

const struct lang_module_def lang_module__keyword = {"_keyword", "Keywords of the language.", NULL, init};
