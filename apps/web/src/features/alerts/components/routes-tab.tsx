'use client'
import { alertKinds } from '@frostline/domain'
import { Badge, Button, ConfirmDialog, IconButton, Panel } from '@frostline/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowRight, ArrowUp, Plus } from 'lucide-react'
import { useState } from 'react'
import { useRoleAllows } from '@/auth/use-person.ts'
import { EditDialog } from '@/form/edit-dialog.tsx'
import { useTRPC } from '@/trpc/context.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { useActionHandlers } from '@/trpc/use-action-handlers.ts'
import { useReadAgain } from '@/trpc/use-read-again.ts'
import type { AlertRoute } from '../alert.ts'
import { DefaultRouteForm, RouteForm } from './route-form.tsx'
import { TryRoutes } from './try-routes.tsx'

/** `default` is the default route, `null` a new one. */
type Editing = { route: AlertRoute | null } | 'default'

/** The routes in their order, the default route at the end, and a trial. */
export function RoutesTab() {
  const trpc = useTRPC()
  const admin = useRoleAllows('admin', 'everything')
  const query = useQuery(trpc.alerts.routes.queryOptions())
  useReadAgain('alert', [trpc.alerts.routes.queryFilter()])
  const [editing, setEditing] = useState<Editing | null>(null)
  const close = () => setEditing(null)
  const { routes = [], defaultRoute } = query.data ?? {}
  return (
    <div className="flex flex-col gap-4">
      <Panel
        title="Routes"
        description="An alert goes to the first route that matches. Silences and maintenance hold it back before."
        minHeightPx={120}
        actions={
          admin ? (
            <Button size="sm" icon={<Plus aria-hidden />} onClick={() => setEditing({ route: null })}>
              Add route
            </Button>
          ) : null
        }
        {...panelFromQuery(query, { task: 'read the routes' })}
      >
        <ol className="flex flex-col divide-y">
          {routes.map((route, index) => (
            <RouteItem key={route.id} route={route} place={index + 1}>
              {admin ? (
                <RouteActions
                  route={route}
                  index={index}
                  count={routes.length}
                  onEdit={() => setEditing({ route })}
                />
              ) : null}
            </RouteItem>
          ))}
          {defaultRoute ? (
            <RouteItem route={defaultRoute} place={null}>
              {admin ? (
                <Button size="sm" onClick={() => setEditing('default')}>
                  Edit
                </Button>
              ) : null}
            </RouteItem>
          ) : null}
        </ol>
      </Panel>
      <TryRoutes />
      <EditDialog
        item={editing}
        titleOf={(edited) =>
          edited === 'default'
            ? 'Change the default route'
            : edited.route
              ? `Change the route ${edited.route.name}`
              : 'Add a route'
        }
        onClose={close}
      >
        {(edited) =>
          edited !== 'default' ? (
            <RouteForm {...edited} onDone={close} />
          ) : defaultRoute ? (
            <DefaultRouteForm route={defaultRoute} onDone={close} />
          ) : null
        }
      </EditDialog>
    </div>
  )
}

interface RouteItemProps {
  route: AlertRoute
  /** From 1; null for the default route. */
  place: number | null
  children: React.ReactNode
}

function RouteItem({ route, place, children }: RouteItemProps) {
  const names = route.everyChannel ? ['All channels'] : route.channelNames
  return (
    <li
      aria-label={route.name}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0"
    >
      <span className="w-5 shrink-0 text-right text-ink-3 text-sm tabular-nums">{place ?? '–'}</span>
      <span className="flex min-w-0 flex-1 basis-60 flex-col gap-1">
        <span className="flex flex-wrap items-center gap-2 font-medium text-sm">
          <span className="min-w-0 break-words">{route.name}</span>
          {route.continues ? <Badge tone="accent">continues</Badge> : null}
        </span>
        <span className="flex flex-wrap items-center gap-1.5 text-ink-2 text-xs">
          {place === null ? 'Alerts that match no other route' : describeConditions(route)}
          <ArrowRight aria-label="are sent to" className="size-3.5 shrink-0 text-ink-3" />
          {names.length === 0 ? (
            <Badge tone="warn">nobody</Badge>
          ) : (
            names.map((name) => <Badge key={name}>{name}</Badge>)
          )}
        </span>
      </span>
      <span className="flex items-center gap-1">{children}</span>
    </li>
  )
}

/** "Critical alerts of Parts are late, Nodes differ on Demo". */
function describeConditions({ severities, kinds, clusterIds, clusterNames }: AlertRoute): string {
  const removed = clusterIds.length - clusterNames.length
  const clusters = [
    ...clusterNames,
    ...(removed > 0 ? [removed === 1 ? 'a removed cluster' : `${removed} removed clusters`] : []),
  ]
  const what =
    severities.length === 1 ? `${severities[0] === 'critical' ? 'Critical' : 'Warning'} alerts` : 'All alerts'
  return [
    what,
    ...(kinds.length > 0 ? [`of ${kinds.map((kind) => alertKinds[kind].title).join(', ')}`] : []),
    ...(clusters.length > 0 ? [`on ${clusters.join(', ')}`] : []),
  ].join(' ')
}

interface RouteActionsProps {
  route: AlertRoute
  index: number
  count: number
  onEdit: () => void
}

function RouteActions({ route, index, count, onEdit }: RouteActionsProps) {
  const trpc = useTRPC()
  const handlers = useActionHandlers(trpc.alerts.pathKey())
  const move = useMutation(trpc.alerts.moveRoute.mutationOptions(handlers(`move the route ${route.name}`)))
  const remove = useMutation(
    trpc.alerts.removeRoute.mutationOptions(handlers(`remove the route ${route.name}`)),
  )
  return (
    <>
      <IconButton
        label={`Move ${route.name} up`}
        icon={<ArrowUp />}
        size="sm"
        disabled={index === 0 || move.isPending}
        onClick={() => move.mutate({ id: route.id, position: index - 1 })}
      />
      <IconButton
        label={`Move ${route.name} down`}
        icon={<ArrowDown />}
        size="sm"
        disabled={index === count - 1 || move.isPending}
        onClick={() => move.mutate({ id: route.id, position: index + 1 })}
      />
      <Button size="sm" onClick={onEdit}>
        Edit
      </Button>
      <ConfirmDialog
        danger
        title={`Remove the route ${route.name}?`}
        description="Its alerts go to the routes below, or to the default route."
        confirmLabel="Remove route"
        onConfirm={async () => void (await remove.mutateAsync({ id: route.id }))}
        trigger={<Button size="sm">Remove</Button>}
      />
    </>
  )
}
