import { type Statement, warmCacheStatement } from '@frostline/clickhouse'
import type { WarmupSpec } from '@frostline/domain'

/** What both readings of a step send. */
export function renderWarmupStep(
  { database, table, where }: WarmupSpec,
  columns: readonly string[],
  { partitionId }: { partitionId: string },
): Statement {
  return warmCacheStatement({ database, table, where, columns, partitionId })
}
