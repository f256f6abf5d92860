"""The kinds of tokens."""

__all__ = ['tok_name', 'ISTERMINAL', 'ISNONTERMINAL', 'ISEOF', 'EXACT_TOKEN_TYPES']

# In the order of their numbers; after the name the token itself, where there is only one.
_KINDS = '''ENDMARKER NAME NUMBER STRING NEWLINE INDENT DEDENT LPAR:( RPAR:) LSQB:[ RSQB:] COLON:: COMMA:, SEMI:; PLUS:+ MINUS:- STAR:*
SLASH:/ VBAR:| AMPER:& LESS:< GREATER:> EQUAL:= DOT:. PERCENT:% LBRACE:{ RBRACE:} EQEQUAL:== NOTEQUAL:!= LESSEQUAL:<=
GREATEREQUAL:>= TILDE:~ CIRCUMFLEX:^ LEFTSHIFT:<< RIGHTSHIFT:>> DOUBLESTAR:** PLUSEQUAL:+= MINEQUAL:-= STAREQUAL:*= SLASHEQUAL:/=
PERCENTEQUAL:%= AMPEREQUAL:&= VBAREQUAL:|= CIRCUMFLEXEQUAL:^= LEFTSHIFTEQUAL:<<= RIGHTSHIFTEQUAL:>>= DOUBLESTAREQUAL:**=
DOUBLESLASH:// DOUBLESLASHEQUAL://= AT:@ ATEQUAL:@= RARROW:-> ELLIPSIS:... COLONEQUAL::= OP AWAIT ASYNC TYPE_IGNORE TYPE_COMMENT
SOFT_KEYWORD ERRORTOKEN COMMENT NL ENCODING N_TOKENS'''
tok_name, EXACT_TOKEN_TYPES = {}, {}
for _number, _word in enumerate(_KINDS.split()):
    _name, _, _text = _word.partition(':')
    tok_name[_number] = _name
    if _text:
        EXACT_TOKEN_TYPES[_text] = _number
NT_OFFSET = 256
tok_name[NT_OFFSET] = 'NT_OFFSET'
globals().update({_name: _number for _number, _name in tok_name.items()})
__all__ += tok_name.values()
del _number, _word, _name, _text


def ISTERMINAL(x):
    """Whether a number is that of a token."""
    return x < NT_OFFSET


def ISNONTERMINAL(x):
    """Whether a number is that of a rule of a grammar."""
    return x >= NT_OFFSET


def ISEOF(x):
    """Whether a number is that of the end."""
    return x == 0
