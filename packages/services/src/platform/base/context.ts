import type { Database } from '@frostline/db'
import type { ClusterDirectory } from '../cluster/cluster-directory.ts'
import type { AddressExemption } from '../net/explain-address.ts'
import type { Actor } from './actor.ts'

/** What every verb needs; entry points create one per request or workflow step. */
export interface ServiceContext {
  actor: Actor
  db: Database
  clusters: ClusterDirectory
  now: () => Date
  /** Loopback and link-local addresses that sources may use. Absent: none. */
  sourceAddresses?: AddressExemption | undefined
  /**
   * Node answers requested before this, by `performance.now()`, are not used. Absent: answers of the last seconds are
   * fine.
   */
  askedSinceMs?: number | undefined
  /** A file is applied: what it manages may be changed without being taken over. Absent: no. */
  appliesFile?: boolean | undefined
}
