"""A DB-API 2.0 interface to SQLite databases: connect() opens one."""

from sqlite3.dbapi2 import *
from sqlite3.dbapi2 import _CONSTANTS

globals().update({'SQLITE_' + _name: int(_value) for _name, _, _value in (_row.partition('=') for _row in _CONSTANTS.split())})
