"""The types of the Windows API by their names there."""

import ctypes as _ctypes
from ctypes import POINTER as _POINTER, Structure as _Structure

_ROWS = '''BYTE c_byte WORD c_ushort DWORD c_ulong CHAR c_char WCHAR c_wchar UINT c_uint INT c_int DOUBLE c_double FLOAT c_float BOOLEAN BYTE
BOOL c_long ULONG c_ulong LONG c_long USHORT c_ushort SHORT c_short LARGE_INTEGER c_longlong _LARGE_INTEGER c_longlong
ULARGE_INTEGER c_ulonglong _ULARGE_INTEGER c_ulonglong LPCOLESTR c_wchar_p LPOLESTR c_wchar_p OLESTR c_wchar_p LPCWSTR c_wchar_p
LPWSTR c_wchar_p LPCSTR c_char_p LPSTR c_char_p LPCVOID c_void_p LPVOID c_void_p WPARAM c_ulong LPARAM c_long ATOM WORD LANGID WORD
COLORREF DWORD LGRPID DWORD LCTYPE DWORD LCID DWORD HANDLE c_void_p'''.split()
_HANDLES = '''HACCEL HBITMAP HBRUSH HCOLORSPACE HDC HDESK HDWP HENHMETAFILE HFONT HGDIOBJ HGLOBAL HHOOK HICON HINSTANCE HKEY HKL HLOCAL
HMENU HMETAFILE HMODULE HMONITOR HPALETTE HPEN HRGN HRSRC HSTR HTASK HWINSTA HWND SC_HANDLE SERVICE_STATUS_HANDLE'''.split()
_POINTERS = '''PBOOL BOOL LPBOOL BOOL PBOOLEAN BOOLEAN PBYTE BYTE LPBYTE BYTE PCHAR CHAR LPCOLORREF COLORREF PDWORD DWORD LPDWORD DWORD
PFILETIME FILETIME LPFILETIME FILETIME PFLOAT FLOAT PHANDLE HANDLE LPHANDLE HANDLE PHKEY HKEY LPHKL HKL PINT INT LPINT INT
PLARGE_INTEGER LARGE_INTEGER PLCID LCID PLONG LONG LPLONG LONG PMSG MSG LPMSG MSG PPOINT POINT LPPOINT POINT PPOINTL POINTL
PRECT RECT LPRECT RECT PRECTL RECTL LPRECTL RECTL LPSC_HANDLE SC_HANDLE PSHORT SHORT PSIZE SIZE LPSIZE SIZE PSIZEL SIZEL LPSIZEL SIZEL
PSMALL_RECT SMALL_RECT PUINT UINT LPUINT UINT PULARGE_INTEGER ULARGE_INTEGER PULONG ULONG PUSHORT USHORT PWCHAR WCHAR
PWIN32_FIND_DATAA WIN32_FIND_DATAA LPWIN32_FIND_DATAA WIN32_FIND_DATAA PWIN32_FIND_DATAW WIN32_FIND_DATAW
LPWIN32_FIND_DATAW WIN32_FIND_DATAW PWORD WORD LPWORD WORD'''.split()
_RECORDS = '''RECT left LONG top LONG right LONG bottom LONG
_SMALL_RECT Left SHORT Top SHORT Right SHORT Bottom SHORT
_COORD X SHORT Y SHORT
POINT x LONG y LONG
SIZE cx LONG cy LONG
FILETIME dwLowDateTime DWORD dwHighDateTime DWORD
MSG hWnd HWND message UINT wParam WPARAM lParam LPARAM time DWORD pt POINT'''
_SAME = 'tagRECT RECT _RECTL RECT RECTL RECT SMALL_RECT _SMALL_RECT tagPOINT POINT _POINTL POINT POINTL POINT tagSIZE SIZE SIZEL SIZE ' \
        '_FILETIME FILETIME tagMSG MSG'

MAX_PATH = 260


class VARIANT_BOOL(_ctypes._SimpleCData):
    """A truth value of two bytes: 0 or -1."""
    _type_ = 'v'

    def __repr__(self):
        return f'{type(self).__name__}({self.value!r})'


def RGB(red, green, blue):
    """A colour as a number."""
    return red | green << 8 | blue << 16


def _make_find_data(name, unit):
    times = [(f'ft{what}Time', FILETIME) for what in ('Creation', 'LastAccess', 'LastWrite')]
    numbers = [(field, DWORD) for field in ('nFileSizeHigh', 'nFileSizeLow', 'dwReserved0', 'dwReserved1')]
    return type(_Structure)(name, (_Structure,), {'__module__': __name__, '_fields_': [
        ('dwFileAttributes', DWORD), *times, *numbers, ('cFileName', unit * MAX_PATH), ('cAlternateFileName', unit * 14)]})


def _pairs(words):
    return zip(words[::2], words[1::2])


def _make():
    names = globals()
    for name, kind in _pairs(_ROWS):
        names[name] = names.get(kind) or getattr(_ctypes, kind)
    for name in _HANDLES:
        names[name] = names['HANDLE']
    for row in _RECORDS.splitlines():
        name, *fields = row.split()
        names[name] = type(_Structure)(name, (_Structure,), {
            '__module__': __name__, '_fields_': [(field, names[kind]) for field, kind in _pairs(fields)]})
    for name, record in _pairs(_SAME.split()):
        names[name] = names[record]
    names['WIN32_FIND_DATAA'] = _make_find_data('WIN32_FIND_DATAA', names['CHAR'])
    names['WIN32_FIND_DATAW'] = _make_find_data('WIN32_FIND_DATAW', names['WCHAR'])
    for name, kind in _pairs(_POINTERS):
        names[name] = _POINTER(names[kind])


_make()
