import type { BrokerAccount } from '../../domain/broker/list';

/** An account as the broker's list that was imported last tells of it. */
export interface ListedAccount extends BrokerAccount {
  /** Epoch ms. */
  readonly importedAt: number;
}

/** What the broker itself says of accounts: proofs are weighed against it. */
export interface BrokerRegistry {
  /** The account of a trader ID, in any case; null where the broker does not know it. */
  find(traderId: string): Promise<ListedAccount | null>;
}
