/** SHA-256 of each strategy’s source files, by its id. Written by `npm run gen:strategy-sources`. */
export const SOURCES: Readonly<Record<string, string>> = {
  'mean-reversion': '7a804e5b59fff708334d502fd59aa5fe6d0c4698f3eacbfa3cc9f0615d270a45',
  trend: 'f8ff48c94cea92233b3cc9069ae113ce313bfb8c1a78945d114b29a4925ef4ae',
  breakout: '0c5ce411b085c270e1ab3b20d76e016cc6c96422c3818c9e4805e815e49500a5',
  'candle-pressure': '9e560b22e9286ea3dedf0698378a91a9c7ac363f7e2d44d50fc48d66b3c65ce0',
  absorption: 'ee71db12436f573a5c74c4967d9bbc69c3fbfd7d31497a7b9da885c2a2b1fd8b',
  'currency-strength': '6f21057b573bd89af58e5477d13292ed7a10227063e07a1b5d16db3152222f19',
  'session-range': 'a925b21c3917254e3478a09bc5cd585ff3f91eabcb4b203f269ef1e45371f1ef',
  regression: '8a45b788acf97b9c942eb873c2fd46b44c949bf638602fb88383b063478528bc',
};
