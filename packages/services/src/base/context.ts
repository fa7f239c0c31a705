import type { Database } from '@frostline/db'
import type { ClusterDirectory } from '../cluster/cluster-directory.ts'
import type { AddressExemption } from '../net/explain-address.ts'
import type { Actor } from './actor.ts'

/** What every verb needs, made once per request or per workflow step by an entry point. */
export interface ServiceContext {
  actor: Actor
  db: Database
  clusters: ClusterDirectory
  now: () => Date
  /** Loopback and link-local addresses that sources may name. Absent: none. */
  sourceAddresses?: AddressExemption | undefined
  /**
   * Answers that nodes were asked for before this are not shown, by `performance.now()`. Absent: those of the last seconds
   * serve.
   */
  askedSinceMs?: number | undefined
}
