/* What calls give back: references that are dropped, lists that are taken over. */
#include "call.h"

void rt_results_clear(struct rt_results *results)
{
    if (results->is_list) {
        for (int i = 0; i < results->count; i++)
            rt_tensor_unref(results->list[i]);
        rt_free(results->list);
    } else
        for (int i = 0; i < results->count; i++)
            rt_tensor_unref(results->tensor[i]);
    results->count = 0;
    results->is_list = false;
    results->list = NULL;
}

int rt_result_list_steal(struct rt_call *call, struct rt_tensor **list, int n, struct rt_error *err)
{
    call->results->is_list = true;
    call->results->list = rt_alloc((size_t)(n ? n : 1) * sizeof *list);
    if (!call->results->list) {
        for (int i = 0; i < n; i++)
            rt_tensor_unref(list[i]);
        return rt_error_memory(err);
    }
    memcpy(call->results->list, list, (size_t)n * sizeof *list);
    call->results->count = n;
    return 0;
}
