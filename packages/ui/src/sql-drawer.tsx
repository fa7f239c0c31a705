'use client'
import { Braces } from 'lucide-react'
import { useState } from 'react'
import { Badge } from './badge.tsx'
import { CodeBlock } from './code-block.tsx'
import { Drawer } from './drawer.tsx'
import { EmptyState } from './empty-state.tsx'
import { formatCountOf } from './format/format-count.ts'
import { formatDuration } from './format/format-duration.ts'
import { IconButton } from './icon-button.tsx'

/** One statement that filled a panel, as it was sent to one node. */
export interface SqlStatement {
  /** Name of the query file. */
  name: string
  sql: string
  /** Bound parameters; secrets are never among them. */
  params?: Record<string, unknown> | undefined
  node?: string | undefined
  elapsedMs?: number | null | undefined
  /** Rows read back; null when the node did not answer. */
  rows?: number | null | undefined
  /** Why it failed on this node. */
  error?: string | null | undefined
  queryId?: string | undefined
}

export interface SqlButtonProps {
  /** Name of the panel. */
  title: string
  statements: readonly SqlStatement[]
}

/** The button of a panel that opens the SQL behind it. */
export function SqlButton({ title, statements }: SqlButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton
        size="sm"
        label={`SQL behind ${title}`}
        icon={<Braces />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      <Drawer
        open={open}
        onOpenChange={setOpen}
        title={`SQL behind ${title}`}
        description={`${formatCountOf(statements.length, 'statement')}, ready to paste into a client. They were sent with bound parameters. Reads of a node at the same time are sent as one statement, and the time shown is that of the whole statement.`}
      >
        <SqlStatementList statements={statements} />
      </Drawer>
    </>
  )
}

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
