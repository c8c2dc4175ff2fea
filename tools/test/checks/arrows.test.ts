import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { BORDERS, findForbiddenImports } from '../../src/checks/arrows';
import { inRoot } from '../../src/system/root';

const listViolations = (from: string, to: string) => findForbiddenImports(new Map([[from, [to]]]));

it.each([
  ['contracts/src/core/format.ts', 'functions/src/collections/collections.ts'],
  ['functions/src/domain/access/access.ts', 'functions/src/platform/access/access.ts'],
  ['functions/src/platform/access/access.ts', 'functions/src/jobs.ts'],
  ['functions/src/http/server.ts', 'functions/src/jobs.ts'],
  ['functions/src/jobs.ts', 'functions/src/http/server.ts'],
  ['functions/test/server/access.test.ts', 'tools/src/system/root.ts'],
  ['web/src/app/App.tsx', 'functions/src/domain/access/access.ts'],
  ['web/src/data/api.ts', 'web/src/ui/Choices.tsx'],
  ['web/src/ui/Choices.tsx', 'web/src/data/api.ts'],
  ['web/src/core/zone.ts', 'web/src/ui/Choices.tsx'],
  ['web/src/core/brand.ts', 'web/src/content/contacts.ts'],
  ['web/src/content/help.ts', 'web/src/data/api.ts'],
  ['web/src/screens/tickets/Support.tsx', 'web/src/app/pages.ts'],
  ['web/src/screens/tickets/Support.tsx', 'web/src/screens/signals/SignalCard.tsx'],
  ['web/src/screens/tickets/Support.tsx', 'web/src/screens/account/Upgrade.tsx'],
  ['web/src/screens/account/Upgrade.tsx', 'web/src/screens/tickets/Support.tsx'],
  ['web/src/screens/network/StaffMark.tsx', 'web/src/screens/live/LiveNotes.tsx'],
])('%s must not import %s', (from, to) => {
  expect(listViolations(from, to)).toEqual([`${from} must not import ${to}`]);
});

it.each([
  ['contracts/test/core/format.test.ts', 'functions/src/collections/collections.ts'],
  ['functions/src/http/server.ts', 'functions/src/platform/access/access.ts'],
  ['functions/src/platform/access/access.ts', 'functions/src/domain/access/access.ts'],
  ['web/src/app/App.tsx', 'web/src/screens/tickets/Support.tsx'],
  ['web/src/screens/tickets/Support.tsx', 'web/src/screens/tickets/Topic.tsx'],
  ['web/src/screens/live/LiveNotes.tsx', 'web/src/screens/network/StaffMark.tsx'],
  ['web/src/screens/tickets/Support.tsx', 'web/src/data/api.ts'],
  ['web/src/database.ts', 'web/src/ui/Choices.tsx'],
  ['web/test/data/api.test.ts', 'functions/src/domain/access/access.ts'],
  ['tools/src/lintStructure.ts', 'functions/src/domain/access/access.ts'],
])('%s may import %s', (from, to) => {
  expect(listViolations(from, to)).toEqual([]);
});

it('names only existing paths', () => {
  const places = BORDERS.flatMap(({ inside, outside }) => [inside, ...outside]);
  expect(places.filter((place) => !existsSync(inRoot(place)))).toEqual([]);
});
