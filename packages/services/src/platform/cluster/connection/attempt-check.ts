import { errorRuleOf, QueryFailedError } from '@frostline/clickhouse'
import { type ConnectionCheck, makeCheck } from './connection-report.ts'

/** "Could not check" is a result of its own: neither passed nor failed. */
export async function attemptCheck(
  id: ConnectionCheck['id'],
  look: () => Promise<ConnectionCheck | undefined>,
): Promise<ConnectionCheck | undefined> {
  try {
    return await look()
  } catch (thrown) {
    return makeCheck(id, 'warning', `Not checked: ${explainThrown(thrown)}.`, { hint: 'Test again.' })
  }
}

/**
 * Why a node that is not trusted yet gave no result, without any of its response: otherwise a connection test could
 * read whatever the console can reach.
 */
export function explainThrown(thrown: unknown): string {
  if (!(thrown instanceof QueryFailedError)) return 'its answer has an unexpected format'
  const { failure } = thrown
  if (failure.kind === 'refused') {
    const { code } = failure.error
    return `it returned code ${code}, ${errorRuleOf(code).meaning.replace(/\.$/, '')}`
  }
  if (failure.kind === 'unreachable') return 'it cannot be reached'
  return failure.timedOut ? failure.reason : 'its answer cannot be read'
}
