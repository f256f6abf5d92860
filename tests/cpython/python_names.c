/* python_names.c: names of CPython that its library of C functions for tests of ctypes refers to. Nothing calls them:
 * they let the library be opened where there is no CPython. */
long _Py_NoneStruct[2];

int PyArg_ParseTuple(void)
{
    return 0;
}
int PyList_Append(void)
{
    return -1;
}
void *PyModuleDef_Init(void)
{
    return 0;
}
