import {
  checkPart,
  contentSums,
  deepReadSettings,
  movePartitionStatement,
  movePartStatement,
  moveSettings,
  optimizePartitionStatement,
  optimizeSettings,
  shownSql,
} from '@frostline/clickhouse'
import { bandwidthOfStatement, type Part, type PlannedStep, takeDeepReadBatch } from '@frostline/domain'
import type { MadePlan } from './plan.ts'
import type { TierMigrationRequest } from './schema.ts'

/** OPTIMIZE gives the part that it makes a name of its own. */
const mergedPart = '<merged part>'

type Scope = Pick<TierMigrationRequest, 'database' | 'table' | 'deepCheck' | 'limits'>

/**
 * The statements that a step will send if nothing changes meanwhile, as people would paste them, with the settings beside
 * them. A deep check reads all parts of the partition, also those that are on the target already.
 */
export function renderPlannedStatements(
  at: Scope,
  step: PlannedStep,
  snapshots: MadePlan['snapshots'],
): string[] {
  const checked = at.deepCheck ? partsToCheck(step, snapshots) : []
  return [
    ...(step.optimizeFirst
      ? [shownSql(optimizePartitionStatement(at, step.partitionId), optimizeSettings)]
      : []),
    ...sumUp(at, step, checked),
    ...renderMoves(at, step),
    ...checked.map((part) => {
      const params = { ...tableOf(at), part: part.name }
      return shownSql(
        { sql: checkPart.render(params), params },
        { ...checkPart.settings, ...throttleOf(at, part.bytesOnDisk, deepReadSettings) },
      )
    }),
    ...sumUp(at, step, checked),
  ]
}

function renderMoves(at: Scope, step: PlannedStep): string[] {
  const target = { kind: 'volume' as const, name: step.toVolume }
  if (step.optimizeFirst || step.granularity === 'partition')
    return [
      shownSql(
        movePartitionStatement(at, step.partitionId, target),
        throttleOf(at, step.totals.bytes, moveSettings),
      ),
    ]
  return step.parts.map((part) =>
    shownSql(movePartStatement(at, part.name, target), throttleOf(at, part.bytesOnDisk, moveSettings)),
  )
}

type ReadPart = Pick<Part, 'name' | 'bytesOnDisk'>

function partsToCheck(step: PlannedStep, snapshots: MadePlan['snapshots']): ReadPart[] {
  if (step.optimizeFirst) return [{ name: mergedPart, bytesOnDisk: step.totals.bytes }]
  return snapshots.flatMap((snapshot) =>
    snapshot.state === 'observed' && snapshot.node.name === step.node.name
      ? snapshot.parts.filter(({ partitionId }) => partitionId === step.partitionId)
      : [],
  )
}

function sumUp(at: Scope, { partitionId }: PlannedStep, parts: readonly ReadPart[]): string[] {
  const shown: string[] = []
  for (let left = parts; left.length > 0; ) {
    const batch = takeDeepReadBatch(left)
    const params = {
      ...{ ...tableOf(at), partition_id: partitionId },
      part_names: batch.map(({ name }) => name).sort(),
    }
    const bytes = batch.reduce((sum, part) => sum + part.bytesOnDisk, 0n)
    shown.push(shownSql({ sql: contentSums.render(params), params }, throttleOf(at, bytes, deepReadSettings)))
    left = left.slice(batch.length)
  }
  return shown
}

/** A pace follows the load of the moment; a limit alone is known before. */
function throttleOf(
  { limits = {} }: Scope,
  bytes: bigint,
  settingsOf: (bytesPerSecond: bigint | undefined) => Readonly<Record<string, string>>,
): Record<string, string> {
  if (!limits.pacing) return settingsOf(bandwidthOfStatement(limits, bytes, undefined))
  return Object.fromEntries(Object.keys(settingsOf(1n)).map((name) => [name, '<current pace>']))
}

const tableOf = ({ database, table }: Scope) => ({ database, table })
