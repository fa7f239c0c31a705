import {
  type CommandRequest,
  type Statement,
  shownSql,
  warmCacheSettings,
  warmCacheStatement,
  warmPaceSettings,
} from '@frostline/clickhouse'
import type { WarmupSpec } from '@frostline/domain'

/** What both readings of a step send. */
export function renderWarmupStep(
  { database, table, where }: WarmupSpec,
  columns: readonly string[],
  { partitionId }: { partitionId: string },
): Statement {
  return warmCacheStatement({ database, table, where, columns, partitionId })
}

/** For people. @param pace.known those of warmCacheSettings that the node has; one that it lacks is not sent */
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
