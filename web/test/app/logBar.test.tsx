import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { showLogBar } from '../../src/app/logBar';
import { HEADS_NAME } from '../../src/data/database/databases';
import { FAULT_FLAG, onLogFault } from '../../src/data/core/faultFlag';
import { writeLocal } from '../../src/data/core/webStorage';
import { awaitRequest, changeRows } from '../../src/data/database/plain';
import { type RecordedFault, type LogFault, storeFault } from '../../src/data/record/logFault';

const AT = Date.parse('2026-11-20T12:00:00Z');

const seen = (note: string) => ({
  note,
  key: 'a key',
  seenAt: AT,
  newest: { size: 10, at: AT },
});

/** Runs at the start of each page. */
const startLogBar = () => onLogFault(() => void showLogBar());

const createFault = (fault: LogFault): RecordedFault => ({
  fault,
  before: seen('one'),
  now: seen('two'),
});

async function forgetFault(): Promise<void> {
  document.body.replaceChildren();
  writeLocal(FAULT_FLAG, null);
  await changeRows(HEADS_NAME, (rows) => awaitRequest(rows.clear()));
}

beforeEach(forgetFault);

// Other files' tests share the page.
afterEach(forgetFault);

describe('log fault bar', () => {
  it('is absent if no fault is stored', async () => {
    startLogBar();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(document.body).toBeEmptyDOMElement();
  });

  it.each<[LogFault, RegExp]>([
    ['fork', /no longer starts with the entries this device saw on/],
    ['rollback', /is shorter than when this device saw it on/],
    ['other-key', /is signed with a different key than on/],
    ['back-dated', /claims to be older than what this device saw on/],
    ['unproven', /can’t prove an entry it claims to have added since this device saw it on/],
    ['other-log', /public record from .* was replaced by a different one/],
  ])(
    'explains the stored fault %s on page load and offers both checkpoints',
    async (fault, words) => {
      await storeFault(createFault(fault));
      startLogBar();
      const bar = await screen.findByRole('alert');
      expect(bar).toHaveTextContent(words);
      expect(bar).toHaveTextContent(/20/);
      expect(document.body.firstChild).toBe(bar);
      expect(screen.getByRole('link', { name: 'Save both checkpoints' })).toBeVisible();
    },
  );

  it('appears as soon as the page stores a fault, and only once', async () => {
    startLogBar();
    await storeFault(createFault('fork'));
    await screen.findByRole('alert');
    await storeFault(createFault('fork'));
    dispatchEvent(new StorageEvent('storage', { key: FAULT_FLAG, newValue: 'found' }));
    await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(1));
  });
});
