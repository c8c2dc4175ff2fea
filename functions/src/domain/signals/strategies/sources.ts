/** SHA-256 of each strategy’s source files, by its id. Written by `npm run gen:strategy-sources`. */
export const SOURCES: Readonly<Record<string, string>> = {
  'mean-reversion': 'c4ec2abaaba07e4df8162d142aa2574149b072964728ded5bd9370c199862b37',
  trend: '5135b1667032ad5df929eedb00edd364fae47fc94dac171b154d3d97e0502025',
  breakout: 'e23e1015610f2f6a2a9fe3a5d16bb976e9c2fff75da616b66affc6f6d6ac4e3d',
  'candle-pressure': '5f3002b47e268b3e083413602008965e3a3dcbabbc0f511d68875f91e09fb24b',
  absorption: '19e0421bec68a44f574cc74c14a268bf169358276bb17abd0c39b2003527d425',
  'currency-strength': '77eb59798cc1e8620a017d4a1bc9d4ca03144ced388a1c27d9bcd3d2ebda88be',
  'session-range': 'ac274b5d286354d9bd747544d9d3fbd0e2fe9d122f4265598afe4e452d48b296',
  regression: 'bbeca3910ff60b289acc92682f629a6cc14395abc0daa4ebdd6e97300b3b43b4',
};
