'use client'
import { IconButton, joinClasses, Panel } from '@frostline/ui'
import { Circle, CircleCheck, X } from 'lucide-react'
import type { Route } from 'next'
import Link from 'next/link'
import { type ReactNode, useEffect } from 'react'
import { useRoleAllows } from '@/auth/use-person.ts'
import { keepValue, useKeptValue } from '@/browser/kept-value.ts'
import { routes } from '@/navigation/routes.ts'
import { type StartStep, useMark, useStartHere } from './use-start-here.ts'

type Step = StartStep['step']

const steps: Record<Step, { label: string; why: string; routeOf: (cluster: string) => Route }> = {
  'connect-cluster': {
    label: 'Connect a cluster',
    why: 'Its nodes are read one by one.',
    routeOf: () => routes.adminClusters,
  },
  'see-storage': {
    label: 'See where bytes are stored',
    why: 'Disks, volumes and policies of each node.',
    routeOf: routes.storage,
  },
  'move-partition': {
    label: 'Move a partition',
    why: 'To object storage, with a proof that nothing was lost.',
    routeOf: routes.tables,
  },
  'set-ttl': {
    label: 'Set a TTL',
    why: 'The server then moves rows by their age.',
    routeOf: routes.tables,
  },
  'load-object': {
    label: 'Load an object',
    why: 'From a bucket into a table, exactly once.',
    routeOf: (cluster) => routes.newLoad(cluster),
  },
  'audit-bucket': {
    label: 'Audit the bucket',
    why: 'Finds objects that no table needs.',
    routeOf: routes.newBucketAudit,
  },
  'invite-person': {
    label: 'Invite a person',
    why: 'Some changes need a second person.',
    routeOf: () => routes.adminUsers,
  },
}

/** Whether the list was there when this browser last knew. Until it is read again, it keeps its place or leaves none. */
const wasShown = keepValue('frostline-start-here', true, (kept) => (typeof kept === 'boolean' ? kept : null))

/** The checklist of first steps. Hidden when all steps are done or the user dismisses it. */
export function StartHere({ cluster }: { cluster: string }) {
  const { data, isError } = useStartHere(cluster)
  const mark = useMark(cluster)
  const expected = useKeptValue(wasShown)
  const done = data?.steps.filter((each) => each.done === true).length ?? 0
  const wanted = data && !data.dismissed && done < data.steps.length
  useEffect(() => {
    if (wanted !== undefined && wanted !== wasShown.read()) wasShown.write(wanted)
  }, [wanted])
  const isDismissed = mark.variables?.mark === 'dismissed-start-here'
  if (isDismissed || isError || !(wanted ?? expected)) return null
  return (
    <Panel
      title="Start here"
      description={data ? `${done} of ${data.steps.length} done` : 'First steps with this cluster'}
      flush
      actions={
        <IconButton
          size="sm"
          label="Dismiss Start here"
          icon={<X />}
          onClick={() => mark.mutate({ mark: 'dismissed-start-here' })}
        />
      }
    >
      <ol
        aria-label="Start here"
        aria-busy={!data}
        className="grid gap-x-4 p-2 sm:grid-cols-2 xl:grid-cols-4"
      >
        {data
          ? data.steps.map((each) => (
              <Item
                key={each.step}
                {...{ cluster, ...each }}
                onOpen={() =>
                  each.step === 'see-storage' ? mark.mutate({ mark: 'saw-storage' }) : undefined
                }
              />
            ))
          : Object.values(steps).map(({ label, why }) => (
              <Row key={label} done={false} title={<span className="text-sm">{label}</span>}>
                {why}
              </Row>
            ))}
      </ol>
    </Panel>
  )
}

function Item({ cluster, step, done, needs, onOpen }: StartStep & { cluster: string; onOpen: () => void }) {
  const may = useRoleAllows(needs)
  const { label, why, routeOf } = steps[step]
  const classes = joinClasses('text-sm', done ? 'text-ink-3' : 'font-medium')
  return (
    <Row
      done={done === true}
      title={
        <>
          {may ? (
            <Link
              href={routeOf(cluster)}
              onClick={onOpen}
              className={joinClasses(classes, 'hover:underline')}
            >
              {label}
            </Link>
          ) : (
            <span className={classes}>{label}</span>
          )}
          <span className="sr-only">{done === null ? ', not known' : done ? ', done' : ', not done'}</span>
        </>
      }
    >
      {done === null
        ? 'Not known: no node responded.'
        : done || may
          ? why
          : needs === 'admin'
            ? 'Admins can do this.'
            : 'Operators and admins can do this.'}
    </Row>
  )
}

function Row({ done, title, children }: { done: boolean; title: ReactNode; children: ReactNode }) {
  const Icon = done ? CircleCheck : Circle
  return (
    <li className="flex items-start gap-2 px-2 py-1.5">
      <Icon
        aria-hidden
        className={joinClasses('mt-0.5 size-4 shrink-0', done ? 'text-ok-ink' : 'text-ink-3')}
      />
      <div className="min-w-0 text-xs">
        {title}
        <p className="text-ink-3">{children}</p>
      </div>
    </li>
  )
}
