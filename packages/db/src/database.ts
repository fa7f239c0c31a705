import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaClient } from './generated/client.ts'
import type { Database } from './transaction.ts'

export interface DatabaseOptions {
  connectionString: string
  /** Connections held by this process. Default 10. */
  maxConnections?: number
  /** An idle connection broke; the pool replaces it by itself. Default: nothing is reported. */
  onPoolError?: (error: Error) => void
}

export interface OpenDatabase {
  db: Database
  close: () => Promise<void>
}

/**
 * Opens no connection before the first query. `errorFormat: minimal` keeps the arguments of a failed query, which
 * may be secrets, out of error texts and thus out of logs.
 */
export function createDatabase(options: DatabaseOptions): OpenDatabase {
  const adapter = new PrismaPg(
    {
      connectionString: options.connectionString,
      max: options.maxConnections ?? 10,
      connectionTimeoutMillis: 5_000,
      application_name: 'frostline',
    },
    { onPoolError: (error) => options.onPoolError?.(error) },
  )
  const db = new PrismaClient({ adapter, errorFormat: 'minimal' })
  return { db, close: () => db.$disconnect() }
}
