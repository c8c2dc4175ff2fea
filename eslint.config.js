import { readdirSync } from 'node:fs';
import js from '@eslint/js';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import importX from 'eslint-plugin-import-x';
import jsxA11y from 'eslint-plugin-jsx-a11y-x';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';

/** The arrows of the house: what a folder (target) must not import (from). */
const arrows = [
  { target: './contracts/src', from: ['./functions', './web', './tools', './rules'] },
  {
    target: './functions/src/domain',
    from: ['./functions/src/http', './functions/src/jobs.ts', './functions/src/platform'],
  },
  { target: './functions/src/platform', from: ['./functions/src/http', './functions/src/jobs.ts'] },
  { target: './functions/src/http', from: './functions/src/jobs.ts' },
  { target: './functions/src/jobs.ts', from: './functions/src/http' },
  { target: './functions', from: ['./web', './tools', './rules'] },
  { target: './web/src', from: ['./functions', './tools', './rules'] },
  {
    target: './web/src/data',
    from: ['./web/src/app', './web/src/screens', './web/src/ui', './web/src/content'],
  },
  {
    target: './web/src/ui',
    from: ['./web/src/app', './web/src/screens', './web/src/data', './web/src/content'],
  },
  {
    target: ['./web/src/brand.ts', './web/src/tell.ts'],
    from: [
      './web/src/app',
      './web/src/screens',
      './web/src/data',
      './web/src/content',
      './web/src/ui',
    ],
  },
  { target: './web/src/content', from: ['./web/src/app', './web/src/screens', './web/src/data'] },
  { target: './web/src/screens', from: './web/src/app' },
  ...readdirSync(new URL('./web/src/screens', import.meta.url)).map((room) => ({
    target: `./web/src/screens/${room}`,
    from: './web/src/screens',
    except: [`./${room}`],
    message: "A screen's folder never imports another's.",
  })),
];

const noSuchImport = (...names) => [
  'error',
  { patterns: [{ group: names, message: 'This layer does no I/O.' }] },
];

/** Told by contracts/src/tell.ts; a screen that formats by itself says the same thing otherwise. */
const ownFormatting = [
  ...['toFixed', 'toPrecision', 'toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'].map(
    (name) => ({
      selector: `MemberExpression[property.name='${name}']`,
      message: 'What is told is formatted by contracts/src/tell.ts.',
    }),
  ),
  {
    selector: "MemberExpression[object.name='Intl']",
    message: 'What is told is formatted by contracts/src/tell.ts.',
  },
];

const outside = ['node:*', 'firebase*', 'firebase*/**', 'express', 'react*'];

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '.build/**',
      '.local/**',
      '.cache/**',
      'functions/deploy/**',
      'test-results/**',
      'coverage/**',
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { ignoreRestSiblings: true, argsIgnorePattern: '^_' },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
    },
  },
  {
    files: ['**/*.{ts,tsx,js,mjs}'],
    plugins: { 'import-x': importX },
    settings: {
      'import-x/resolver-next': [createTypeScriptImportResolver({ project: './tsconfig.json' })],
    },
    rules: {
      'import-x/no-cycle': 'error',
      'import-x/no-duplicates': ['error', { 'prefer-inline': true }],
      'import-x/no-restricted-paths': ['error', { zones: arrows }],
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      eqeqeq: 'error',
      'no-console': ['error', { allow: ['warn', 'error'] }],
    },
  },
  { files: ['**/*.{js,mjs}'], languageOptions: { globals: globals.node } },
  { files: ['tools/**'], rules: { 'no-console': 'off' } },
  // What a sceptic downloads and reads is one file, whatever its length.
  {
    files: ['web/public/verify-ledger.mjs'],
    rules: { 'no-console': 'off', 'max-lines': ['error', { max: 450 }] },
  },
  {
    files: ['contracts/src/**', 'functions/src/domain/**'],
    rules: {
      'no-restricted-imports': noSuchImport(...outside),
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'Pure code is told the time.' },
        { object: 'Math', property: 'random', message: 'Pure code is told its random numbers.' },
      ],
    },
  },
  {
    files: ['functions/src/domain/**'],
    rules: { 'no-restricted-imports': noSuchImport(...outside, '!node:crypto') },
  },
  {
    files: ['web/src/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat['recommended-latest'], jsxA11y.configs.recommended],
    languageOptions: { globals: globals.browser },
  },
  {
    files: ['web/src/{app,content,screens,ui}/**'],
    rules: { 'no-restricted-syntax': ['error', ...ownFormatting] },
  },
  // What a member sees is told in the member's zone; the record and all that is public stays in the community's.
  {
    files: [
      'web/src/{app/shell,ui}/**',
      'web/src/screens/{dashboard,samples,settings,signals,submit,support}/**',
      'web/src/screens/*.tsx',
    ],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: '@quantalgo/contracts',
              importNames: ['WAT'],
              message: 'A member is told times in a zone of their own: useZone of web/src/tell.ts.',
            },
          ],
        },
      ],
    },
  },
);
