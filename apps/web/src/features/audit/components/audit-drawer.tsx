'use client'
import {
  CodeBlock,
  Drawer,
  EmptyState,
  formatCountOf,
  formatExactTime,
  type KeyValue,
  KeyValueList,
  RelativeTime,
} from '@frostline/ui'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useClusters } from '@/features/shell/hooks/use-clusters.ts'
import { useTRPC } from '@/trpc/context.ts'
import { WithoutData } from '@/trpc/without-data.tsx'
import { type AuditEntry, outcomeLooks } from '../audit-entry.ts'
import { describeAction } from '../describe-action.ts'
import { linkObject } from '../link-object.ts'
import { ActorName } from './audit-columns.tsx'
import { OutcomePill } from './outcome-pill.tsx'

interface AuditDrawerProps {
  /** Empty: closed. */
  entryId: string
  /** The entry if the list has it; otherwise it is fetched. */
  loaded: AuditEntry | undefined
  onClose: () => void
}

export function AuditDrawer({ entryId, loaded, onClose }: AuditDrawerProps) {
  const trpc = useTRPC()
  const query = useQuery(
    trpc.audit.list.queryOptions({ id: entryId, limit: 1 }, { enabled: entryId !== '' && !loaded }),
  )
  const entry = loaded ?? query.data?.entries[0]
  return (
    <Drawer
      title={entry ? sentence(entry) : 'Audit entry'}
      description={entry ? formatExactTime(entry.at) : undefined}
      open={entryId !== ''}
      onOpenChange={(next) => (next ? undefined : onClose())}
    >
      {entry ? (
        <EntryBody entry={entry} />
      ) : query.data && !query.error ? (
        <EmptyState title="Entry not found" className="py-16">
          Check the link. Retention may have removed the entry.
        </EmptyState>
      ) : (
        <WithoutData query={query} task="read the entry" className="p-5" />
      )}
    </Drawer>
  )
}

function sentence({ actorName, action, objectName }: AuditEntry): string {
  const done = `${actorName} ${describeAction(action)}`
  return objectName === actorName ? done : `${done} ${objectName}`
}

function EntryBody({ entry }: { entry: AuditEntry }) {
  const clusters = useClusters().data ?? []
  const href = linkObject(entry, clusters)
  const object = `${entry.objectType} ${entry.objectName}`
  return (
    <div className="flex flex-col gap-6 p-5">
      <KeyValueList
        labelWidth="6rem"
        items={[
          { key: 'Who', value: <ActorName entry={entry} /> },
          { key: 'Action', value: entry.action, mono: true },
          {
            key: 'Object',
            value: href ? (
              <Link href={href} className="text-accent-ink underline underline-offset-2">
                {object}
              </Link>
            ) : (
              object
            ),
            note: entry.objectId ? <span className="break-all font-mono">{entry.objectId}</span> : undefined,
          },
          ...(entry.clusterName ? [{ key: 'Cluster', value: entry.clusterName }] : []),
          {
            key: 'Outcome',
            value: <OutcomePill outcome={entry.outcome} />,
            note: outcomeLooks[entry.outcome].meaning,
          },
          ...(entry.error
            ? [{ key: 'Error', value: <span className="text-danger-ink">{entry.error}</span> }]
            : []),
          { key: 'When', value: <RelativeTime at={entry.at} />, note: formatExactTime(entry.at) },
          { key: 'Entry', value: <span className="break-all">{entry.id}</span>, mono: true },
          {
            key: 'Chain',
            value: entry.sequence === null ? 'joins the hash chain in a moment' : `Number ${entry.sequence}`,
            note: entry.hash ? <span className="break-all font-mono">{entry.hash}</span> : undefined,
          },
        ]}
      />
      <Details details={entry.details} />
      <Statements statements={entry.statements} />
    </div>
  )
}

function Details({ details }: Pick<AuditEntry, 'details'>) {
  const items: KeyValue[] = Object.entries(details).map(([key, value]) => ({
    key,
    value: Array.isArray(value) ? value.map(showValue).join(', ') : showValue(value),
    mono: true,
  }))
  if (items.length === 0) return null
  return (
    <section aria-labelledby="audit-details">
      <h3 id="audit-details" className="mb-1 font-medium text-sm">
        Details
      </h3>
      <KeyValueList items={items} labelWidth="8rem" />
    </section>
  )
}

function showValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function Statements({ statements }: Pick<AuditEntry, 'statements'>) {
  return (
    <section aria-labelledby="audit-statements" className="flex flex-col gap-2">
      <h3 id="audit-statements" className="font-medium text-sm">
        Statements sent
      </h3>
      <p className="text-ink-3 text-xs">
        {statements.length === 0
          ? 'None. The change affected only Frostline, or the statements are listed on the own page of the object.'
          : `${formatCountOf(statements.length, 'statement')} to ClickHouse. Bound values are not included.`}
      </p>
      <ol className="flex flex-col gap-3">
        {statements.map((statement) => (
          <li key={statement.queryId} className="flex flex-col gap-1">
            <CodeBlock code={statement.sql} label={`Statement ${statement.queryId}`} wrap />
            <p className="flex flex-wrap gap-x-3 text-ink-3 text-xs">
              <span>on {statement.node}</span>
              <span className="break-all font-mono">{statement.queryId}</span>
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
