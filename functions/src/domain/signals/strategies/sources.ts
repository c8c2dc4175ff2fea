/** SHA-256 of each strategy’s source files, by its id. Written by `npm run strategy-sources`. */
export const SOURCES: Readonly<Record<string, string>> = {
  'mean-reversion': '7a804e5b59fff708334d502fd59aa5fe6d0c4698f3eacbfa3cc9f0615d270a45',
  trend: '2d44b9623b1ac62ad3620043cbcb206c5a958eb6c4e64767a15dc25f6ed0cd42',
  breakout: 'd05078ebbeb5a58a9fc3806388a3ec252ef712aaf95188c1e8975ee89562e20a',
  'candle-pressure': 'ec6ba62389b9ccc7b0c8e719b9d5efb9422bf6cf03fb8cefc762e7e4e2075d18',
  absorption: '978beed0b3db66f24bfc57280efce610df1112a88378c46667e94e7e92242ba5',
  'currency-strength': 'cd4912b0615cee63bb42b8e05f9ab38b2352ed8ab5ee675bf691622f02060c93',
  'session-range': '9d91671d1ee240cff461640360f7a63c2f98c1496dc5bfadb18ac75ee60fd6b5',
};
