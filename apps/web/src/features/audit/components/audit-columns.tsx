import { column, type DataColumn, numberColumn, timeColumn } from '@frostline/ui'
import { Bot, KeyRound, User } from 'lucide-react'
import type { AuditEntry } from '../audit-entry.ts'
import { describeAction } from '../describe-action.ts'
import { OutcomePill } from './outcome-pill.tsx'

/** The action is a button that opens the entry. */
export function auditColumns(onOpen: (id: string) => void): readonly DataColumn<AuditEntry>[] {
  return [
    column('action', 'Action', { minWidthPx: 210, grow: 2, hideable: false }, (entry) => (
      <button
        type="button"
        onClick={() => onOpen(entry.id)}
        aria-label={`Open ${describeAction(entry.action)} ${entry.objectName}`}
        title={entry.action}
        className="block max-w-full truncate rounded-sm text-left text-accent-ink hover:underline"
      >
        {describeAction(entry.action)}
      </button>
    )),
    column('object', 'Object', { minWidthPx: 190, grow: 2 }, (entry) => (
      <span title={`${entry.objectType} ${entry.objectName}`} className="font-mono text-xs">
        {entry.objectName}
      </span>
    )),
    column('actor', 'Who', { minWidthPx: 180, grow: 2 }, (entry) => <ActorName entry={entry} />),
    column('outcome', 'Outcome', 108, (entry) => <OutcomePill outcome={entry.outcome} />),
    column('cluster', 'Cluster', 110, (entry) => entry.clusterName ?? <span className="text-ink-3">—</span>),
    numberColumn(
      'statements',
      'Statements',
      { minWidthPx: 92, description: 'How many statements were sent to ClickHouse.' },
      (entry) =>
        entry.statements.length === 0 ? <span className="text-ink-3">—</span> : entry.statements.length,
    ),
    timeColumn('at', 'When', 100, (entry) => entry.at),
  ]
}

const actorIcons = { user: User, token: KeyRound, system: Bot }

export function ActorName({ entry }: { entry: AuditEntry }) {
  const Icon = actorIcons[entry.actorType]
  return (
    <span className="flex min-w-0 items-center gap-1.5" title={`${entry.actorType} ${entry.actorName}`}>
      <Icon aria-label={entry.actorType} className="size-3.5 shrink-0 text-ink-3" />
      <span className="truncate">{entry.actorName}</span>
    </span>
  )
}
