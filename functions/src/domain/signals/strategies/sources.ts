/** SHA-256 of each strategy’s source files, by its id. Written by `npm run gen:strategy-sources`. */
export const SOURCES: Readonly<Record<string, string>> = {
  'mean-reversion': 'c4ec2abaaba07e4df8162d142aa2574149b072964728ded5bd9370c199862b37',
  trend: 'a73aef596799ff8b92b783529a7669dc7f1cb5d8b3eece470d3a37f5422a83ad',
  breakout: 'e23e1015610f2f6a2a9fe3a5d16bb976e9c2fff75da616b66affc6f6d6ac4e3d',
  'candle-pressure': '3f665dba3f53a5ca10c6e3b052a60cdb4b1ab53a4b32092cac1f4ca8067c5684',
  absorption: '7ccbf8df559d458fe8ae6dd4bf7258bdc215071f6a0aabcd79e0fd0c873e2bd8',
  'currency-strength': '77eb59798cc1e8620a017d4a1bc9d4ca03144ced388a1c27d9bcd3d2ebda88be',
  'session-range': '8a6f3bf1b58df7a26b1ff8f6f79cb3920e11c71f3e5d76fc25d6c0d5c7f8ea13',
  regression: 'eb3ebc91618a484a0203ba3551d0d60e104fd39d3205ea5a6cbe5386d8fd2fbc',
};
