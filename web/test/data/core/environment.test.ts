import { describe, expect, it } from 'vitest';
import { parseFirebase } from '../../../src/data/core/environment';

const production = {
  projectId: 'quantalgo',
  apiKey: 'key',
  authDomain: 'quantalgo.example',
  appId: 'app',
  storageBucket: 'bucket',
  emulators: null,
};

describe('parseFirebase', () => {
  it('reads a production project', () => {
    expect(parseFirebase(JSON.stringify(production))).toEqual(production);
  });

  it('reads the unchanged output of `firebase apps:sdkconfig WEB`', () => {
    const printed = `{
      "projectId": "quantalgo",
      "appId": "app",
      "databaseURL": "https://quantalgo.example",
      "storageBucket": "bucket",
      "apiKey": "key",
      "authDomain": "quantalgo.example",
      "messagingSenderId": "1047",
      "projectNumber": "1047",
      "version": "2"
    }`;
    expect(parseFirebase(printed)).toEqual(production);
  });

  it('reads a local project with its emulators', () => {
    const emulators = {
      auth: 'http://127.0.0.1:9099',
      firestore: { host: '127.0.0.1', port: 8080 },
      storage: { host: '127.0.0.1', port: 9199 },
    };
    const text = JSON.stringify({ ...production, emulators });
    expect(parseFirebase(text).emulators).toEqual(emulators);
  });

  it.each([
    ['is missing', undefined, /VITE_FIREBASE is not set/],
    ['is not JSON', '{projectId}', /VITE_FIREBASE is not valid JSON/],
    [
      'lacks its key',
      JSON.stringify({ ...production, apiKey: undefined }),
      /VITE_FIREBASE.*apiKey/s,
    ],
    ['has an empty project', JSON.stringify({ ...production, projectId: '' }), /projectId/],
  ])('names the variable when it %s', (_, text, message) => {
    expect(() => parseFirebase(text)).toThrow(message);
  });
});
