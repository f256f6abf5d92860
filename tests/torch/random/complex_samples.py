import torch
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, str(e)[:400])
C=torch.complex64
torch.manual_seed(0)
t(lambda: torch.randn(3,dtype=C)); t(lambda: torch.rand(3,dtype=C)); t(lambda: torch.randn(10,dtype=C)); t(lambda: torch.randn(2,dtype=torch.complex128)); t(lambda: torch.zeros(3,dtype=C).normal_()); t(lambda: torch.zeros(3,dtype=C).normal_(1,2)); t(lambda: torch.zeros(3,dtype=C).uniform_())
t(lambda: torch.rand(3,dtype=torch.complex128)); t(lambda: torch.zeros(4,5,dtype=C)[:,::2].normal_())
