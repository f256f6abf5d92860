# needs: pandas
"""Series and frames as data of tensors: labels that are no positions have no shape."""
import torch, pandas as pd
s=pd.Series([1,2,3], index=list('abc')); d=pd.Series([1,2], index=pd.date_range('2024',periods=2)); i=pd.Series([1,2],index=[5,6]); m=pd.Series([1,2],index=[0,6])
for f in (torch.tensor, torch.as_tensor, torch.FloatTensor, lambda x: torch.tensor([x]), lambda x: torch.tensor([[1,2],x]), lambda x: torch.tensor(x,dtype=torch.float)):
  for v in (s,d,i,m, pd.Series([1,2]), pd.Series([],dtype=float), pd.DataFrame({'a':[1,2]}), pd.DataFrame({0:[1,2]}), pd.Index([1,2]), pd.Series(['a'])):
    try: print(f(v))
    except BaseException as e: print(type(e).__name__, e)
