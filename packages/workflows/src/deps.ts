import type { Database } from '@frostline/db'
import type { AddressExemption, ClusterDirectory } from '@frostline/services'
import type { ConfigurationAccess } from './config-target/configuration-access.ts'

/** The part of a logger that workflows need; pino's fits. */
export interface Logger {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** What a worker process passes to its workflows. Created once, in its composition root. */
export interface WorkflowDeps {
  db: Database
  clusters: ClusterDirectory
  /** Unique per process start: a restarted worker is a new one, and takes over from its former self. */
  workerId: string
  log: Logger
  now: () => Date
  /** Loopback and link-local addresses that sources may use. Absent: none. */
  sourceAddresses?: AddressExemption | undefined
  /** Absent: this worker writes no configuration and restarts no node. */
  configuration?: ConfigurationAccess
}
