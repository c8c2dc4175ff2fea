import { render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { LogNotice } from '../../src/app/shell/LogNotice';
import { foundFault, type LogFault } from '../../src/data/ledger/checkpoints';

const seen = (note: string) => ({ note, key: 'a key', seenAt: Date.parse('2026-11-20T12:00:00Z') });

afterEach(() => foundFault.set(null));

describe('the bar above every screen', () => {
  it('is not there while the record only grew', () => {
    expect(render(<LogNotice />).container).toBeEmptyDOMElement();
  });

  it.each<[LogFault, RegExp]>([
    ['fork', /no longer begins as this device saw it on/],
    ['rollback', /is shorter than this device saw it on/],
    ['other-key', /is signed with another key than on/],
    ['back-dated', /claims to be older than what this device saw on/],
    ['other-log', /stands in place of the one from/],
  ])('says what is wrong, %s, and offers the evidence', (fault, words) => {
    foundFault.set({ fault, before: seen('one'), now: seen('two') });
    render(<LogNotice />);
    expect(screen.getByRole('alert')).toHaveTextContent(words);
    expect(screen.getByRole('alert')).toHaveTextContent(/20/);
    expect(screen.getByRole('button', { name: 'Save both checkpoints' })).toBeVisible();
  });
});
