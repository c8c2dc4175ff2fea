/** The Firebase project of every local suite; the `demo-` prefix keeps firebase-tools off the network. */
export const PROJECT = 'demo-quantalgo';
export const REGION = 'europe-west1';
export const BUCKET = `${PROJECT}.appspot.com`;
export const HOST = '127.0.0.1';
