/** The accounts of every local suite. */
export const ACCOUNTS = ['guest', 'starter', 'essential', 'staff'].map((name) => ({
  uid: `seed-${name}`,
  name,
  email: `${name}@quantalgo.test`,
}));

/** Their password. */
export const PASSWORD = 'Trader2026';
