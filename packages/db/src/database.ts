import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaClient } from './generated/client.ts'
import type { Database } from './transaction.ts'

/**
 * A process that freezes in a transaction keeps its locks and blocks everybody else: a paused worker once held the lock
 * under which others would have taken over from it. The server ends such a session.
 */
export const idleTransactionTimeoutMs = 5_000

export interface DatabaseOptions {
  connectionString: string
  /** Connections held by this process. Default 10. */
  maxConnections?: number
  /** Called when an idle connection broke; the pool replaces it by itself. Default: not reported. */
  onPoolError?: (error: Error) => void
}

export interface OpenDatabase {
  db: Database
  close: () => Promise<void>
}

/**
 * Opens no connection before the first query. `errorFormat: minimal` keeps source excerpts out of error texts, but not
 * the values of a rejected call (Prisma 7.10): whoever logs an error has to remove them.
 */
export function createDatabase(options: DatabaseOptions): OpenDatabase {
  const adapter = new PrismaPg(
    {
      connectionString: options.connectionString,
      max: options.maxConnections ?? 10,
      connectionTimeoutMillis: 5_000,
      application_name: 'frostline',
      options: `-c idle_in_transaction_session_timeout=${idleTransactionTimeoutMs}`,
    },
    { onPoolError: (error) => options.onPoolError?.(error) },
  )
  const db = new PrismaClient({ adapter, errorFormat: 'minimal' })
  return { db, close: () => db.$disconnect() }
}
