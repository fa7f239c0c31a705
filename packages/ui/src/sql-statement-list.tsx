'use client'
import { Badge } from './badge.tsx'
import { CodeBlock } from './code-block.tsx'
import { EmptyState } from './empty-state.tsx'
import { formatCountOf } from './format/format-count.ts'
import { formatDuration } from './format/format-duration.ts'
import type { SqlStatement } from './sql-statement.ts'

export function SqlStatementList({ statements }: { statements: readonly SqlStatement[] }) {
  if (statements.length === 0)
    return (
      <EmptyState title="No statement has been sent yet">
        Statements appear when the panel has data from the cluster.
      </EmptyState>
    )
  return (
    <ol className="flex flex-col gap-5 p-5">
      {groupByText(statements).map((group) => (
        <li key={group.key} className="flex min-w-0 flex-col gap-2">
          <div className="flex flex-wrap items-center gap-2">
            <span className="font-medium font-mono text-xs">{group.first.name}</span>
            {group.runs.map((run) => (
              <Badge
                key={run.key}
                tone={run.statement.error ? 'danger' : 'neutral'}
                mono
                title={run.statement.error ?? run.statement.queryId}
              >
                {describeRun(run.statement)}
              </Badge>
            ))}
          </div>
          <CodeBlock code={group.first.sql} label={`Statement ${group.first.name}`} />
          {group.first.params && Object.keys(group.first.params).length > 0 ? (
            <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 font-mono text-2xs">
              {Object.entries(group.first.params).map(([name, value]) => (
                <div key={name} className="contents">
                  <dt className="text-cache-ink">{name}</dt>
                  <dd className="break-words text-ink-2">{showValue(value)}</dd>
                </div>
              ))}
            </dl>
          ) : null}
        </li>
      ))}
    </ol>
  )
}

interface StatementGroup {
  key: string
  first: SqlStatement
  runs: { key: string; statement: SqlStatement }[]
}

/** The same statement sent to many nodes is shown once, with a badge per node. */
function groupByText(statements: readonly SqlStatement[]): StatementGroup[] {
  const groups = new Map<string, StatementGroup>()
  for (const statement of statements) {
    const key = `${statement.name}\n${statement.sql}\n${showValue(statement.params ?? {})}`
    const group = groups.get(key) ?? { key, first: statement, runs: [] }
    group.runs.push({ key: `${statement.node ?? ''} ${group.runs.length}`, statement })
    groups.set(key, group)
  }
  return [...groups.values()]
}

function describeRun({ node, elapsedMs, rows, error }: SqlStatement): string {
  const outcome = error ? 'failed' : rows == null ? undefined : formatCountOf(rows, 'row')
  const facts = [node, elapsedMs == null ? undefined : formatDuration(elapsedMs), outcome]
  return facts.filter(Boolean).join(' · ') || 'sent'
}

function showValue(value: unknown): string {
  if (typeof value === 'string') return value
  return JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? inner.toString() : inner)) ?? ''
}
