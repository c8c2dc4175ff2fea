import { describe, expect, it } from 'vitest';
import { findFirstLoadChunks, type Chunk } from '../../build/budget';

const chunk = (fileName: string, moduleIds: string[], imports: string[] = []): Chunk => ({
  fileName,
  moduleIds,
  imports,
});

const chunks = [
  chunk('app.js', ['/web/src/app/main.tsx'], ['react.js']),
  chunk('react.js', ['/node_modules/react/index.js']),
  chunk('signals.js', ['/web/src/screens/signals/SignalRoom.tsx'], ['dexie.js', 'react.js']),
  chunk('dexie.js', ['/node_modules/dexie/dexie.js']),
  chunk('firestore.js', ['/node_modules/firebase/firestore.js'], ['app.js']),
];
const names = (...modules: string[]) =>
  findFirstLoadChunks(chunks, modules).map((one) => one.fileName);

describe('findFirstLoadChunks', () => {
  it('lists the entry, the screen and their static imports, each once', () => {
    expect(names('/src/app/main.tsx', '/src/screens/signals/SignalRoom.tsx')).toEqual([
      'app.js',
      'react.js',
      'signals.js',
      'dexie.js',
    ]);
  });

  it('excludes chunks that are loaded later', () => {
    expect(names('/src/app/main.tsx')).not.toContain('firestore.js');
  });

  it('throws for an unknown module', () => {
    expect(() => names('/src/screens/Gone.tsx')).toThrow('/src/screens/Gone.tsx');
  });
});
