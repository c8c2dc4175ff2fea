import * as z from 'zod/mini';
import { endpoint, NO_STORE } from '../core/endpoint';
import { configurationSchema } from '../bots/configuration';
import { displayNameSchema } from './displayName';
import { leaderboardSchema, publicRowSchema, publisherSchema } from './leaderboard';

export const NO_PUBLICATION = 'Configuration not found';

const publicationParams = z.strictObject({ id: z.uuid(NO_PUBLICATION) });

export const leaderboardEndpoints = {
  /** Up to a hundred published configurations with their results, best first. */
  leaderboard: endpoint({
    method: 'GET',
    path: '/api/leaderboard',
    caller: 'member',
    failure: 'Failed to get the leaderboard',
    cache: 'private, max-age=30',
    data: leaderboardSchema,
  }),
  /**
   * One published configuration with its results. Anyone can recompute them from the public ledger.
   */
  publicRow: endpoint({
    method: 'GET',
    path: '/api/leaderboard/:id',
    caller: 'public',
    failure: 'Failed to get the published configuration',
    cache: 'public, max-age=30',
    params: publicationParams,
    data: publicRowSchema,
  }),
  /** The member’s published configurations and display name. */
  publisher: endpoint({
    method: 'GET',
    path: '/api/publisher',
    caller: 'member',
    failure: 'Failed to get your published configurations',
    cache: NO_STORE,
    data: publisherSchema,
  }),
  /** Sets the member’s display name. 409 if another member has it. */
  chooseDisplayName: endpoint({
    method: 'PATCH',
    path: '/api/publisher',
    caller: 'member',
    failure: 'Failed to save your display name',
    cache: NO_STORE,
    body: z.strictObject({ name: displayNameSchema }),
    data: publisherSchema,
  }),
  /** Publishes a configuration from the next slot on. 409 without a display name. */
  publish: endpoint({
    method: 'POST',
    path: '/api/publications',
    caller: 'member',
    idempotent: true,
    failure: 'Failed to publish the configuration',
    cache: NO_STORE,
    body: z.strictObject({ configuration: configurationSchema }),
    data: publisherSchema,
  }),
  /**
   * Withdraws a published configuration. Its results still count. Repeating it changes
   * nothing.
   */
  withdraw: endpoint({
    method: 'DELETE',
    path: '/api/publications/:id',
    caller: 'member',
    failure: 'Failed to withdraw the configuration',
    cache: NO_STORE,
    params: publicationParams,
    data: publisherSchema,
  }),
} as const;
