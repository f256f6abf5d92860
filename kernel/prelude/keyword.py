"""Keywords of the language, as the lexer knows them."""
from _keyword import kwlist, softkwlist

__all__ = ['iskeyword', 'issoftkeyword', 'kwlist', 'softkwlist']

iskeyword, issoftkeyword = [frozenset(words).__contains__ for words in (kwlist, softkwlist)]
