import { explain, QueryFailedError } from '@frostline/clickhouse'
import { type ConnectionCheck, makeCheck } from './connection-report.ts'

/** "Could not look" is a finding of its own: neither passed nor failed. */
export async function attemptCheck(
  id: ConnectionCheck['id'],
  look: () => Promise<ConnectionCheck | undefined>,
): Promise<ConnectionCheck | undefined> {
  try {
    return await look()
  } catch (thrown) {
    return makeCheck(id, 'warning', `Could not look: ${explainThrown(thrown)}`, { hint: 'Test again.' })
  }
}

export function explainThrown(thrown: unknown): string {
  if (thrown instanceof QueryFailedError) return explain(thrown.failure)
  return thrown instanceof Error ? thrown.message : 'no answer'
}
