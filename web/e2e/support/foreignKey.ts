import type { Page } from '@playwright/test';
import { parseCheckpoint, parseSignedNote } from '@quantalgo/contracts/record/log/checkpoint';
import { createNoteSigner } from '@quantalgo/functions/platform/core/noteSigner';

/** Signs the site's checkpoints with another key from now on. */
export const signAnew = (page: Page) =>
  page.route('**/ledger/checkpoint', async (route) => {
    const response = await route.fetch();
    const { text } = parseSignedNote(await response.text());
    const note = createNoteSigner('the key of somebody else').signNote(
      parseCheckpoint(text).origin,
      text,
    );
    await route.fulfill({ response, body: note });
  });
