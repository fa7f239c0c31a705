import {
  copyableSql,
  movePartitionStatement,
  movePartStatement,
  optimizePartitionStatement,
} from '@frostline/clickhouse'
import type { PlannedStep } from '@frostline/domain'

const MOST_SHOWN = 100

/** The statements that a step will send if nothing changes meanwhile, as people would paste them. */
export function renderPlannedStatements(
  at: { database: string; table: string },
  step: PlannedStep,
): { statements: string[]; statementCount: number } {
  const target = { kind: 'volume' as const, name: step.toVolume }
  if (step.optimizeFirst || step.granularity === 'partition') {
    const written = [
      ...(step.optimizeFirst ? [optimizePartitionStatement(at, step.partitionId)] : []),
      movePartitionStatement(at, step.partitionId, target),
    ].map(({ sql, params }) => copyableSql(sql, params))
    return { statements: written, statementCount: written.length }
  }
  const statements = step.parts.slice(0, MOST_SHOWN).map((part) => {
    const { sql, params } = movePartStatement(at, part.name, target)
    return copyableSql(sql, params)
  })
  return { statements, statementCount: step.parts.length }
}
