import {
  type CommandRequest,
  type Statement,
  shownSql,
  warmCacheSettings,
  warmCacheStatement,
  warmPaceSettings,
} from '@frostline/clickhouse'
import type { WarmupSpec } from '@frostline/domain'

/** The statement of both reads of a step. */
export function renderWarmupStep(
  { database, table, where }: WarmupSpec,
  columns: readonly string[],
  { partitionId }: { partitionId: string },
): Statement {
  return warmCacheStatement({ database, table, where, columns, partitionId })
}

/** For display. @param pace.known the warmCacheSettings that the node has; others are not sent */
export function showWarmupStep(
  spec: WarmupSpec,
  columns: readonly string[],
  step: { partitionId: string },
  {
    known = warmCacheSettings,
    bytesPerSecond,
  }: { known?: CommandRequest['settings']; bytesPerSecond: bigint | null },
): string {
  const settings = { ...known, ...warmPaceSettings(spec.threads, bytesPerSecond) }
  return shownSql(renderWarmupStep(spec, columns, step), settings)
}
