import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { BORDERS, importsAgainstArrows } from '../../src/checks/arrows';
import { inRoot } from '../../src/system/root';

const found = (from: string, to: string) => importsAgainstArrows(new Map([[from, [to]]]));

it.each([
  ['contracts/src/format.ts', 'functions/src/collections.ts'],
  ['functions/src/domain/access.ts', 'functions/src/platform/members/access.ts'],
  ['functions/src/platform/members/access.ts', 'functions/src/jobs.ts'],
  ['functions/src/http/server.ts', 'functions/src/jobs.ts'],
  ['functions/src/jobs.ts', 'functions/src/http/server.ts'],
  ['functions/test/server/access.test.ts', 'tools/src/system/root.ts'],
  ['web/src/app/App.tsx', 'functions/src/domain/access.ts'],
  ['web/src/data/api.ts', 'web/src/ui/Choices.tsx'],
  ['web/src/ui/Choices.tsx', 'web/src/data/api.ts'],
  ['web/src/zone.ts', 'web/src/ui/Choices.tsx'],
  ['web/src/brand.ts', 'web/src/content/contacts.ts'],
  ['web/src/content/help.ts', 'web/src/data/api.ts'],
  ['web/src/screens/support/Support.tsx', 'web/src/app/routes.ts'],
  ['web/src/screens/support/Support.tsx', 'web/src/screens/signals/SignalCard.tsx'],
  ['web/src/screens/support/Support.tsx', 'web/src/screens/Upgrade.tsx'],
  ['web/src/screens/Upgrade.tsx', 'web/src/screens/support/Support.tsx'],
])('%s must not import %s', (from, to) => {
  expect(found(from, to)).toEqual([`${from} must not import ${to}`]);
});

it.each([
  ['contracts/test/format.test.ts', 'functions/src/collections.ts'],
  ['functions/src/http/server.ts', 'functions/src/platform/members/access.ts'],
  ['functions/src/platform/members/access.ts', 'functions/src/domain/access.ts'],
  ['web/src/app/App.tsx', 'web/src/screens/support/Support.tsx'],
  ['web/src/screens/support/Support.tsx', 'web/src/screens/support/Topic.tsx'],
  ['web/src/screens/support/Support.tsx', 'web/src/data/api.ts'],
  ['web/src/database.ts', 'web/src/ui/Choices.tsx'],
  ['web/test/data/api.test.ts', 'functions/src/domain/access.ts'],
  ['tools/src/house.ts', 'functions/src/domain/access.ts'],
])('%s may import %s', (from, to) => {
  expect(found(from, to)).toEqual([]);
});

it('names places that are there', () => {
  const places = BORDERS.flatMap(({ inside, outside }) => [inside, ...outside]);
  expect(places.filter((place) => !existsSync(inRoot(place)))).toEqual([]);
});
