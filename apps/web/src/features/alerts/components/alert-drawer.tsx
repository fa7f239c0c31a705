'use client'
import {
  buttonClasses,
  CodeBlock,
  Drawer,
  EmptyState,
  type KeyValue,
  KeyValueList,
  RelativeTime,
  StatusPill,
} from '@frostline/ui'
import Link from 'next/link'
import { useRoleAllows } from '@/auth/use-person.ts'
import { AlertNotes } from '@/features/notes/alert-notes.tsx'
import { routes } from '@/navigation/routes.ts'
import { type Alert, toneOf } from '../alert.ts'
import { AlertActions } from './alert-actions.tsx'
import { DeliveryList } from './delivery-list.tsx'

interface AlertDrawerProps {
  /** Undefined while `open`: it is not in this list. */
  alert: Alert | undefined
  open: boolean
  onClose: () => void
}

export function AlertDrawer({ alert, open, onClose }: AlertDrawerProps) {
  const operator = useRoleAllows('operator')
  return (
    <Drawer
      title={alert?.title ?? 'Alert'}
      description={alert?.clusterName}
      open={open}
      onOpenChange={(next) => (next ? undefined : onClose())}
    >
      {alert ? (
        <div className="flex flex-col gap-6 p-5">
          <p className="break-words text-sm">{alert.text}</p>
          <Where alert={alert} />
          {operator && alert.state !== 'resolved' ? <AlertActions key={alert.id} alert={alert} /> : null}
          <KeyValueList labelWidth="8rem" items={describe(alert)} />
          <AlertNotes key={`notes of ${alert.id}`} id={alert.id} />
          <section aria-label="Evidence" className="flex min-w-0 flex-col gap-2">
            <h3 className="font-medium text-sm">Evidence</h3>
            {alert.evidence.length === 0 ? (
              <p className="text-ink-3 text-sm">Recorded by Frostline itself.</p>
            ) : (
              alert.evidence.map(({ node, sql }) => (
                <div key={`${node} ${sql}`} className="flex min-w-0 flex-col gap-1">
                  <span className="text-ink-3 text-xs">{node ? `On ${node}` : 'On any node'}</span>
                  <CodeBlock code={sql} label={`Query on ${node ?? 'a node'}`} />
                </div>
              ))
            )}
          </section>
          <section aria-label="Messages" className="flex min-w-0 flex-col gap-2">
            <h3 className="font-medium text-sm">Messages</h3>
            <DeliveryList
              deliveries={alert.deliveries}
              none={
                alert.notifiedAt
                  ? 'Its route has no channel that is on.'
                  : 'Nothing sent. The alert was acknowledged, silenced or in maintenance first, or is sent within a minute.'
              }
            />
          </section>
        </div>
      ) : (
        <EmptyState title="Alert not found" className="py-16">
          It may be resolved. Check History.
        </EmptyState>
      )}
    </Drawer>
  )
}

const replicationKinds: ReadonlySet<string> = new Set<Alert['kind']>([
  'replica-read-only',
  'replica-lag',
  'replica-queue',
  'replica-log',
  'replica-lost',
  'keeper-flapping',
  'replicas-differ',
  'queue-entry-stuck',
  'detached-grow',
])

function Where({ alert }: { alert: Alert }) {
  const links = [
    ...(alert.kind === 'late-parts' && alert.database && alert.table
      ? [
          {
            label: 'Why these parts have not moved',
            href: routes.lateParts(alert.clusterSlug, alert.database, alert.table),
          },
        ]
      : []),
    ...(alert.kind === 'failing-moves' && alert.database && alert.table
      ? [
          {
            label: 'What was found about each part',
            href: routes.whyTable(alert.clusterSlug, alert.database, alert.table),
          },
        ]
      : []),
    ...(alert.migrationId
      ? [{ label: 'Open the tier migration', href: routes.migration(alert.clusterSlug, alert.migrationId) }]
      : []),
    ...(alert.exitId
      ? [{ label: 'Open the exit', href: routes.zeroCopyExit(alert.clusterSlug, alert.exitId) }]
      : []),
    ...(alert.kind === 'interrupted-uploads' && alert.database && alert.table
      ? [
          {
            label: 'Open its interrupted uploads',
            href: routes.tableZeroCopy(alert.clusterSlug, alert.database, alert.table),
          },
        ]
      : []),
    ...(alert.kind === 'pipeline-behind'
      ? [{ label: 'Open the pipelines', href: routes.pipelines(alert.clusterSlug) }]
      : []),
    ...(alert.kind === 'archive-files'
      ? [{ label: 'Open the archives', href: routes.archives(alert.clusterSlug) }]
      : []),
    ...(alert.kind === 'approval-missing' ? [{ label: 'Open the approvals', href: routes.approvals }] : []),
    ...(alert.kind === 'audit-broken' ? [{ label: 'Open the audit log', href: routes.auditIntegrity }] : []),
    ...(alert.kind === 'audit-behind'
      ? [{ label: 'Open the destinations', href: routes.auditDestinations }]
      : []),
    ...(replicationKinds.has(alert.kind)
      ? [
          alert.database && alert.table
            ? {
                label: 'Open its replicas',
                href: routes.tableReplication(alert.clusterSlug, alert.database, alert.table),
              }
            : { label: 'Open Replication', href: routes.replication(alert.clusterSlug) },
        ]
      : []),
    ...(alert.kind === 'zero-copy-locks' && alert.database && alert.table
      ? [
          {
            label: 'Open its locks',
            href: routes.tableZeroCopy(alert.clusterSlug, alert.database, alert.table),
          },
        ]
      : []),
    ...(alert.kind === 'node-unreachable'
      ? [{ label: 'Open the nodes', href: routes.nodes(alert.clusterSlug) }]
      : []),
    ...(alert.kind === 'hot-disk-full' || alert.kind === 'drift' || alert.kind === 'store-errors'
      ? [{ label: 'Open disks and policies', href: routes.storage(alert.clusterSlug) }]
      : []),
  ]
  return links.length === 0 ? null : (
    <p className="flex flex-wrap gap-2">
      {links.map(({ label, href }) => (
        <Link key={href} href={href} className={buttonClasses('secondary', 'sm')}>
          {label}
        </Link>
      ))}
    </p>
  )
}

function describe(alert: Alert): KeyValue[] {
  return [
    {
      key: 'State',
      value: <StatusPill tone={toneOf(alert)}>{`${alert.severity}, ${alert.state}`}</StatusPill>,
    },
    { key: 'Fired', value: <RelativeTime at={alert.firedAt} /> },
    { key: 'Last seen', value: <RelativeTime at={alert.lastSeenAt} /> },
    ...(alert.resolvedAt ? [{ key: 'Resolved', value: <RelativeTime at={alert.resolvedAt} /> }] : []),
    ...(alert.acknowledgedBy
      ? [
          {
            key: 'Acknowledged',
            value: (
              <>
                {alert.acknowledgedBy}, <RelativeTime at={alert.acknowledgedAt} />
              </>
            ),
            note: alert.note ?? undefined,
          },
        ]
      : []),
    ...(alert.silencedUntil
      ? [{ key: 'Silence ends', value: <RelativeTime at={alert.silencedUntil} /> }]
      : []),
    ...(alert.maintenance
      ? [
          {
            key: 'Maintenance',
            value: alert.maintenance.until ? (
              <>
                {alert.maintenance.name}, ends <RelativeTime at={alert.maintenance.until} />
              </>
            ) : (
              alert.maintenance.name
            ),
          },
        ]
      : []),
    ...(alert.nodes.length > 0 ? [{ key: 'Nodes', value: alert.nodes.join(', '), mono: true }] : []),
  ]
}
