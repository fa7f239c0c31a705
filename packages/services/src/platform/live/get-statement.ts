import { liveStatements } from '@frostline/clickhouse'
import type { z } from 'zod'
import { authorizeInput } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { readCluster } from '../reading/read-cluster.ts'
import { withRuns } from './list.ts'
import { liveStatementInput, type OneLiveStatement } from './schema.ts'
import { toLiveStatement } from './to-views.ts'

const maxChars = 100_000

/**
 * One running statement with its whole text.
 * @throws ServiceError `not_found` for an unknown cluster or node.
 */
export async function getLiveStatement(
  ctx: ServiceContext,
  given: z.input<typeof liveStatementInput>,
): Promise<OneLiveStatement> {
  const { node, queryId, ...input } = await authorizeInput(ctx, 'viewer', liveStatementInput, given)
  const params = { query_id: queryId, text_chars: maxChars, limit: 1 }
  const { readings, coverage, envelope } = await readCluster(ctx, { ...input, nodes: [node] }, (reader) =>
    reader.ask(liveStatements, params, { ttlMs: 1_000 }),
  )
  const rows = readings.flatMap(({ value }) => value)
  const [statement = null] = await withRuns(
    ctx,
    rows.map((row) => toLiveStatement(node, row)),
  )
  return { ...envelope, data: { coverage, statement } }
}
