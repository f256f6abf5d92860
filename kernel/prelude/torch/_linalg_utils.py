"""Names of linear algebra that torch.linalg has replaced: they say what to call instead."""


def _removed(name, text):
    def removed(input, *args, **keywords):
        raise RuntimeError('This function was deprecated since version 1.9 and is now removed.' + text)
    removed.__name__ = removed.__qualname__ = name
    removed.__doc__ = 'Removed: torch.linalg.%s.' % name
    return removed


_WITH_VECTORS = ('\n\nL, _ = torch.%s should be replaced with:\nL%s = torch.linalg.%s\n\nand\n\n'
                 'L, V = torch.%s should be replaced with:\nL%s, V%s = torch.linalg.%s')

lstsq = _removed('lstsq', ' `torch.lstsq` is deprecated in favor of `torch.linalg.lstsq`.\n`torch.linalg.lstsq` has reversed arguments and does not return '
                 'the QR decomposition in the returned tuple (although it returns other information about the problem).\n\nTo get the QR '
                 'decomposition consider using `torch.linalg.qr`.\n\nThe returned solution in `torch.lstsq` stored the residuals of the solution '
                 "in the last m - n columns of the returned value whenever m > n. In torch.linalg.lstsq, the residuals are in the field 'residuals' "
                 'of the returned named tuple.\n\nThe unpacking of the solution, as in\nX, _ = torch.lstsq(B, A).solution[:A.size(1)]\nshould be '
                 'replaced with:\nX = torch.linalg.lstsq(A, B).solution')
solve = _removed('solve', ' `torch.solve` is deprecated in favor of `torch.linalg.solve`. `torch.linalg.solve` has its arguments reversed and does not '
                 'return the LU factorization.\n\nTo get the LU factorization see `torch.lu`, which can be used with `torch.lu_solve` or '
                 '`torch.lu_unpack`.\nX = torch.solve(B, A).solution should be replaced with:\nX = torch.linalg.solve(A, B)')
eig = _removed('eig', ' `torch.linalg.eig` returns complex tensors of dtype `cfloat` or `cdouble` rather than real tensors mimicking complex tensors.'
               + _WITH_VECTORS % ('eig(A)', '_complex', 'eigvals(A)', 'eig(A, eigenvectors=True)', '_complex', '_complex', 'eig(A)'))
symeig = _removed('symeig', ' The default behavior has changed from using the upper triangular portion of the matrix by default to using the lower '
                  'triangular portion.' + _WITH_VECTORS % ('symeig(A, upper=upper)', '', "eigvalsh(A, UPLO='U' if upper else 'L')",
                                                           'symeig(A, eigenvectors=True)', '', '', "eigh(A, UPLO='U' if upper else 'L')"))
matrix_rank = _removed('matrix_rank', '\nPlease use the `torch.linalg.matrix_rank` function instead. The parameter \'symmetric\' was renamed in '
                       "`torch.linalg.matrix_rank()` to 'hermitian'.")
