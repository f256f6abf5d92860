# Text for eval, which ends without a newline.
for text in ["1 +", "1 +\n", "a b", "(1,", "1 + * 2", "f(", "lambda", "x = 1", "[1 2]", "1 +  ", "not", "a.", "'abc", "1; 2", "1\n2", "é +"]:
    try:
        eval(text)
    except SyntaxError as e:
        print(repr(text), e.msg, e.args[1][1:])
