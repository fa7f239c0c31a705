import type { Transaction } from '../transaction.ts'
import { changeChannel } from './change.ts'

/** Inside a transaction PostgreSQL sends it at commit, and identical ones only once. */
export async function notifyChange(tx: Transaction, topic: string, id: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_notify(${changeChannel}, ${JSON.stringify({ topic, id })})`
}
