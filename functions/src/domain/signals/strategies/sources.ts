/** SHA-256 of each strategy’s source files, by its id. Written by `npm run gen:strategy-sources`. */
export const SOURCES: Readonly<Record<string, string>> = {
  'mean-reversion': 'c4ec2abaaba07e4df8162d142aa2574149b072964728ded5bd9370c199862b37',
  trend: '5135b1667032ad5df929eedb00edd364fae47fc94dac171b154d3d97e0502025',
  breakout: 'e23e1015610f2f6a2a9fe3a5d16bb976e9c2fff75da616b66affc6f6d6ac4e3d',
  'candle-pressure': '3f665dba3f53a5ca10c6e3b052a60cdb4b1ab53a4b32092cac1f4ca8067c5684',
  absorption: '7ccbf8df559d458fe8ae6dd4bf7258bdc215071f6a0aabcd79e0fd0c873e2bd8',
  'currency-strength': '77eb59798cc1e8620a017d4a1bc9d4ca03144ced388a1c27d9bcd3d2ebda88be',
  'session-range': '8a4e44cc7172f600b26e09fa0823e9903a378dbdec13cc4f2ee71eba68b0f2a3',
  regression: 'eb3ebc91618a484a0203ba3551d0d60e104fd39d3205ea5a6cbe5386d8fd2fbc',
};
