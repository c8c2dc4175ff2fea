/** SHA-256 of each strategy’s source files, by its id. Written by `npm run strategy-sources`. */
export const SOURCES: Readonly<Record<string, string>> = {
  'mean-reversion': '4b748f3d8bc2a2366982381ba9a04d878ab1415e2ed5d57bd8e127d92b23735a',
  trend: 'e921262cdeea5ad4019ed9a8233986a94fe7357e48f6a0366a98337a6240cbcb',
  breakout: 'cd7988804f2479eec5164510abbf4190b23cf7466624f3ad8ab1d0f7ed3775a3',
  'candle-pressure': '6943f7de277d70ff4117a4e9a543b622f3425ddb40451474f37386eebf223024',
  absorption: 'e3099f42cf0e129520baa420577bbecac3b7626c731631c1940bfaa4e3c08c8d',
  'currency-strength': '84d305e1a4f439f4128deae2dfe405b5ac90b08e13feabcbb9866947e2f0fd29',
  'session-range': 'c44e54b3d4dbbfdfeed16f4785090690bd60d7e0caf97a709b416cf0f39b187f',
};
