'use client'
import { type AlertKind, type AlertSeverity, alertKindNames, alertKinds } from '@frostline/domain'
import { Badge, ErrorState, Panel, SelectField } from '@frostline/ui'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClusters } from '@/features/shell/hooks/use-clusters.ts'
import { useTRPC } from '@/trpc/context.ts'
import { reportError } from '@/trpc/report-error.ts'

const kinds = alertKindNames.map((value) => ({ value, label: alertKinds[value].title }))

/** Shows to which channels an alert would go. */
export function TryRoutes() {
  const trpc = useTRPC()
  const clusters = useClusters().data ?? []
  const [kind, setKind] = useState<AlertKind>('node-unreachable')
  const [ofCustom, setOfCustom] = useState<AlertSeverity>('warning')
  const [chosen, setCluster] = useState<string | null>(null)
  const cluster = chosen ?? clusters[0]?.slug
  const query = useQuery(
    trpc.alerts.tryRoutes.queryOptions(
      cluster ? { kind, cluster, ...(kind === 'custom' ? { severity: ofCustom } : {}) } : skipToken,
    ),
  )
  const { routes = [], channels = [], severity } = query.data ?? {}
  return (
    <Panel title="Try" description="Choose a rule and a cluster to see where its alerts go.">
      <div className="flex flex-col gap-4">
        <div className="grid gap-3 sm:grid-cols-2">
          <SelectField label="Rule" value={kind} options={kinds} onValueChange={setKind} />
          <SelectField
            label="Cluster"
            value={cluster ?? null}
            options={clusters.map(({ slug, name }) => ({ value: slug, label: name }))}
            onValueChange={setCluster}
          />
          {kind === 'custom' ? (
            <SelectField
              label="Severity"
              value={ofCustom}
              options={[
                { value: 'warning', label: 'Warning' },
                { value: 'critical', label: 'Critical' },
              ]}
              onValueChange={setOfCustom}
            />
          ) : null}
        </div>
        {query.error ? <ErrorState error={reportError(query.error, 'try the routes')} /> : null}
        <output aria-label="Result" className="flex min-h-6 flex-wrap items-center gap-1.5 text-sm">
          {query.data ? (
            <>
              <Badge tone={severity === 'critical' ? 'danger' : 'warn'}>{severity}</Badge>
              <span>
                {routes.length === 1 ? 'Route' : 'Routes'} {routes.map(({ name }) => name).join(', ')}, sent
                to
              </span>
              {channels.length === 0 ? <Badge tone="warn">nobody</Badge> : null}
              {channels.map(({ id, name, enabled }) => (
                <Badge key={id} tone={enabled ? 'accent' : 'neutral'}>
                  {enabled ? name : `${name} (off)`}
                </Badge>
              ))}
            </>
          ) : null}
        </output>
      </div>
    </Panel>
  )
}
