import { chainAuditEntries, type Database } from '@frostline/db'

/** Adds all entries that were committed until now to the chain. */
export async function completeChain(db: Database): Promise<void> {
  while ((await chainAuditEntries(db, { waits: true })) > 0);
}
