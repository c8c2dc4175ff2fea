/** SHA-256 of each strategy’s source files, by its id. Written by `npm run strategy-sources`. */
export const SOURCES: Readonly<Record<string, string>> = {
  'mean-reversion': '7b1589c8685ba78e984ac1ba441da8adac32ea06b1ca5f13213330034d59717b',
  trend: 'cfe271ecd9cf0fa265cab7d0ad65233fb24513f5676ae3921b94f0e0401ad1fe',
  breakout: '282230c14f20dee35126680f0e1042a9bdacc658da1df826a94c95ffb0f92570',
  'candle-pressure': 'd757e4a93e4403ba0438e0f8d95a5bd49c3fe70b25ebcdba8295cbc77698c60a',
  absorption: '0b73fdae43c5f3064c7d4bc5510a91180eb515ef76d3c5aeee4775b475023423',
  'currency-strength': 'e32a265222effb0fa8963be740ce495c4285e4dfa26a36f1b6e17fb7d2f77243',
  'session-range': '678893c555f8081e4cea598584e52af7fa9464f6cc429ba166c15ecdbe746909',
};
