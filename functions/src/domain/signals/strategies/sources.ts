/** SHA-256 of each strategy’s source files, by its id. Written by `npm run strategy-sources`. */
export const SOURCES: Readonly<Record<string, string>> = {
  'mean-reversion': '7a804e5b59fff708334d502fd59aa5fe6d0c4698f3eacbfa3cc9f0615d270a45',
  trend: 'ed68cbae98c1ddd6d679336cf6e223293d8cd25804b64c3b1d61ac90dea4816d',
  breakout: 'd05078ebbeb5a58a9fc3806388a3ec252ef712aaf95188c1e8975ee89562e20a',
  'candle-pressure': 'ec6ba62389b9ccc7b0c8e719b9d5efb9422bf6cf03fb8cefc762e7e4e2075d18',
  absorption: '38806070cc8b49ff9e8231cb16d49d1b671ff3f9d2eb29f6ac38f51aa2fc34d3',
  'currency-strength': 'b29415f2c4cec8dc7e1ee26dc7a80bc619af5544411de78143f630f63de8f5bb',
  'session-range': '9d91671d1ee240cff461640360f7a63c2f98c1496dc5bfadb18ac75ee60fd6b5',
};
