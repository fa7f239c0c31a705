'use client'
import { alertKinds } from '@frostline/domain'
import {
  Badge,
  Button,
  ConfirmDialog,
  EmptyPicture,
  formatCountOf,
  formatExactTime,
  Panel,
  RelativeTime,
  StatusPill,
} from '@frostline/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Plus, Timer, Wrench } from 'lucide-react'
import { useState } from 'react'
import { useRoleAllows } from '@/auth/use-person.ts'
import { describeWindow } from '@/features/time-window/describe-window.ts'
import { EditDialog } from '@/form/edit-dialog.tsx'
import { useTRPC } from '@/trpc/context.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { useActionHandlers } from '@/trpc/use-action-handlers.ts'
import { useReadAgain } from '@/trpc/use-read-again.ts'
import type { Maintenance } from '../alert.ts'
import { MaintenanceForm } from './maintenance-form.tsx'

/** Windows in which messages are held back: open, to come, and of the last month. */
export function MaintenanceTab() {
  const trpc = useTRPC()
  const operator = useRoleAllows('operator', 'everything')
  const query = useQuery({ ...trpc.alerts.maintenance.queryOptions(), refetchInterval: 60_000 })
  useReadAgain('alert', [trpc.alerts.maintenance.queryFilter()])
  const [editing, setEditing] = useState<{ window: Maintenance | null } | null>(null)
  const close = () => setEditing(null)
  return (
    <>
      <Panel
        title="Maintenance windows"
        description="Alerts within a window are recorded, and nobody is notified. What still fires when it ends is sent."
        minHeightPx={140}
        actions={
          operator ? (
            <Button size="sm" icon={<Plus aria-hidden />} onClick={() => setEditing({ window: null })}>
              Add window
            </Button>
          ) : null
        }
        {...panelFromQuery(query, {
          task: 'read the maintenance windows',
          empty: ({ windows }) =>
            windows.length > 0
              ? null
              : {
                  picture: (
                    <EmptyPicture
                      of={[
                        [Wrench, 'plain'],
                        [Timer, 'accent'],
                      ]}
                    />
                  ),
                  title: 'No maintenance windows',
                  children: `${operator ? 'Add' : 'An operator can add'} a window before planned work, so that nobody is paged for it.`,
                },
        })}
      >
        <ul className="flex flex-col divide-y">
          {query.data?.windows.map((window) => (
            <MaintenanceItem
              key={window.id}
              window={window}
              onEdit={operator && window.state !== 'ended' ? () => setEditing({ window }) : null}
            />
          ))}
        </ul>
      </Panel>
      <EditDialog
        item={editing}
        titleOf={({ window }) => (window ? `Change ${window.name}` : 'Add a maintenance window')}
        onClose={close}
      >
        {({ window }) => <MaintenanceForm window={window} onDone={close} />}
      </EditDialog>
    </>
  )
}

const states: Readonly<Record<Maintenance['state'], 'accent' | 'neutral' | 'unknown'>> = {
  open: 'accent',
  scheduled: 'neutral',
  ended: 'unknown',
}

function MaintenanceItem({ window, onEdit }: { window: Maintenance; onEdit: (() => void) | null }) {
  return (
    <li
      aria-label={window.name}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0"
    >
      <span className="flex min-w-0 flex-1 basis-60 flex-col gap-0.5">
        <span className="flex flex-wrap items-center gap-2 font-medium text-sm">
          <span className="min-w-0 break-words">{window.name}</span>
          <StatusPill tone={states[window.state]} live={window.state === 'open'}>
            {window.state}
          </StatusPill>
          {window.heldBack > 0 ? (
            <Badge tone="warn">{formatCountOf(window.heldBack, 'alert')} held back</Badge>
          ) : null}
        </span>
        <span className="text-ink-2 text-sm">
          {describeTime(window)}
          <Change window={window} />
        </span>
        <span className="break-words text-ink-3 text-xs">
          {describeScope(window)}. Added by {window.createdBy} <RelativeTime at={window.createdAt} />.
        </span>
      </span>
      {onEdit ? (
        <span className="flex items-center gap-1">
          <Button size="sm" onClick={onEdit}>
            Edit
          </Button>
          <EndWindow window={window} />
        </span>
      ) : null}
    </li>
  )
}

/** When the state changes next. */
function Change({ window }: { window: Maintenance }) {
  if (window.endedAt)
    return (
      <>
        , ended by {window.endedBy} <RelativeTime at={window.endedAt} />
      </>
    )
  const [words, at] = window.state === 'open' ? ['closes', window.closesAt] : ['opens', window.opensAt]
  return at ? (
    <>
      , {words} <RelativeTime at={at} />
    </>
  ) : null
}

function describeTime({ startsAt, endsAt, weekly }: Maintenance): string {
  return weekly
    ? `${describeWindow(weekly.spans)}, ${weekly.timeZone}`
    : `${formatExactTime(startsAt).slice(0, 16)} to ${formatExactTime(endsAt).slice(0, 16)} UTC`
}

function describeScope({ clusterIds, clusterNames, nodes, kinds }: Maintenance): string {
  const clusters = clusterNames.length > 0 ? clusterNames.join(', ') : 'removed clusters'
  return [
    clusterIds.length === 0 ? 'All clusters' : clusters,
    nodes.length === 0 ? 'all nodes' : nodes.join(', '),
    kinds.length === 0 ? 'all rules' : kinds.map((kind) => alertKinds[kind].title).join(', '),
  ].join(' · ')
}

function EndWindow({ window }: { window: Maintenance }) {
  const trpc = useTRPC()
  const handlers = useActionHandlers(trpc.alerts.pathKey())
  const end = useMutation(trpc.alerts.endMaintenance.mutationOptions(handlers(`end ${window.name}`)))
  const verb = window.state === 'open' ? 'End' : 'Cancel'
  return (
    <ConfirmDialog
      title={`${verb} the maintenance window ${window.name}?`}
      description={
        window.state === 'open'
          ? 'What still fires is sent within a minute.'
          : 'Messages are not held back at its time.'
      }
      confirmLabel={`${verb} window`}
      onConfirm={async () => void (await end.mutateAsync({ id: window.id }))}
      trigger={<Button size="sm">{verb}</Button>}
    />
  )
}
