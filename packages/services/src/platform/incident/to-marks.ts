import { incidentMutations, incidentSettings, incidentStatements, nodeClock } from '@frostline/clickhouse'
import { classifyStatement, findSettingChanges, isSkewed, type TimelineMark } from '@frostline/domain'
import type { LogSpan, NodeLogs } from './read-node-logs.ts'

/** What a node's logs have of changes: statements of people, mutations, settings, its start and its clock. */
export function toMarks(node: string, logs: NodeLogs, span: LogSpan): TimelineMark[] {
  return [
    ...statementMarks(node, logs),
    ...(logs.mutations ?? []).map((row): TimelineMark => {
      const table = `${row.database}.${row.table}`
      return {
        ...{ lane: 'merges', key: `mutation ${node} ${table} ${row.mutation_id}`, node, cause: 'mutation' },
        label: `A mutation of ${table} began`,
        detail: mutationState(row),
        ...{ fromMs: Number(row.from_ms), toMs: null, subject: table, query: incidentMutations.name },
      }
    }),
    ...findSettingChanges(
      (logs.settings ?? []).map((row) => ({
        ...{ formHash: row.form_hash, name: row.name, value: row.value },
        ...{ firstStep: row.first_step, lastStep: row.last_step },
      })),
    ).map((change): TimelineMark => {
      const forms = change.forms === 1 ? 'a query form' : `${change.forms} query forms`
      return {
        ...{
          lane: 'changes',
          node,
          cause: 'setting-changed',
          subject: change.name,
          query: incidentSettings.name,
        },
        key: `setting ${node} ${change.name} ${change.step} ${change.after}`,
        label: `The setting ${change.name} of ${forms} changed`,
        detail: `${change.before ?? 'default'} → ${change.after ?? 'default'}`,
        ...{ fromMs: span.fromMs + change.step * span.stepMs, toMs: null },
      }
    }),
    ...(logs.startedMs >= span.fromMs && logs.startedMs < span.toMs
      ? [
          {
            ...{ lane: 'nodes' as const, key: `start ${node}`, label: 'A node started', detail: '', node },
            ...{ fromMs: logs.startedMs, toMs: null, cause: 'node-started' as const, subject: node },
            query: nodeClock.name,
          },
        ]
      : []),
    ...(isSkewed(logs.clock)
      ? [
          {
            ...{ lane: 'nodes' as const, key: `clock ${node}`, node, subject: node, query: nodeClock.name },
            label: 'The clock of a node is wrong',
            detail: `${logs.clock.offsetMs > 0 ? 'ahead' : 'behind'} by ${(Math.abs(logs.clock.offsetMs) / 1000).toFixed(1)} s`,
            // It is measured now. When it began is not known.
            ...{ fromMs: span.fromMs, toMs: null, cause: 'clock-skewed' as const },
          },
        ]
      : []),
  ]
}

function statementMarks(node: string, { statements }: NodeLogs): TimelineMark[] {
  return (statements ?? []).map((row): TimelineMark => {
    const cause = classifyStatement(row.kind, row.statement)
    return {
      ...{ lane: cause === 'moves' ? 'moves' : 'changes', key: `statement ${node} ${row.query_id}`, node },
      label: row.statement,
      detail: `by ${row.user}${row.failed === 1 ? ', failed' : ''}`,
      ...{ fromMs: Number(row.from_ms), toMs: Number(row.to_ms) },
      // A statement that failed has changed nothing, as far as its log says.
      cause: row.failed === 1 ? null : cause,
      subject: row.tables.length === 1 ? (row.tables[0] ?? '') : row.statement,
      query: incidentStatements.name,
    }
  })
}

function mutationState(row: { is_done: number; parts_to_do: bigint; fail_reason: string }): string {
  if (row.fail_reason !== '') return `fails: ${row.fail_reason}`
  return row.is_done === 1 ? 'done' : `${row.parts_to_do} parts to do`
}
