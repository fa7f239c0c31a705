import { queryNode, StatementError } from '../clickhouse/query-node.ts'
import type { Progress } from './progress.ts'
import type { Settings } from './settings.ts'

/** REQUIRED_PASSWORD, UNKNOWN_USER, WRONG_PASSWORD, IP_ADDRESS_NOT_ALLOWED, AUTHENTICATION_FAILED. */
const REFUSED = new Set([194, 192, 193, 195, 516])

/**
 * Logs in to the nodes of FROSTLINE_CLICKHOUSE_URLS. One that is down is noted: the console shows it as unreachable and
 * uses it when it is back.
 *
 * @throws when a node rejects the user: nothing would work, and the console could only report it page by page.
 */
export async function checkGivenNodes(
  { clickhouse }: Settings,
  progress: Progress,
  abort?: AbortSignal,
): Promise<void> {
  if (!clickhouse) return
  const { username, password, urls } = clickhouse
  const faults = await Promise.all(
    urls.map(async (url) => {
      try {
        await queryNode(url, { username, password }, 'SELECT 1', { timeoutMs: 5000, abort })
      } catch (error) {
        abort?.throwIfAborted()
        if (error instanceof StatementError && REFUSED.has(error.code)) return { url, code: error.code }
        progress.note(`! ClickHouse at ${url} cannot be used now: ${tell(error)}`)
      }
      return null
    }),
  )
  const refusals = faults.filter((fault) => fault !== null)
  if (refusals.length === 0) return
  throw new Error(
    `ClickHouse refuses the user "${username}" at ${refusals.map(({ url, code }) => `${url} (code ${code})`).join(', ')}. ` +
      'Check FROSTLINE_CLICKHOUSE_USER, FROSTLINE_CLICKHOUSE_PASSWORD and the networks that the user may come from.',
  )
}

function tell(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return (cause instanceof Error ? cause.message : error.message).split('\n')[0] ?? ''
}
