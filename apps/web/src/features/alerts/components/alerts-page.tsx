'use client'
import { Button, EmptyPicture, Panel, RelativeTime, SkeletonRows, Tabs } from '@frostline/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Bell, BellOff } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useRoleAllows } from '@/auth/use-person.ts'
import { ManagedNotice } from '@/features/desired-state/managed.tsx'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { late } from '@/navigation/late.tsx'
import { choiceParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { useTRPC } from '@/trpc/context.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { useActionHandlers } from '@/trpc/use-action-handlers.ts'
import { useReadAgain } from '@/trpc/use-read-again.ts'
import { AlertList } from './alert-list.tsx'

const ChannelsTab = late(async () => (await import('./channels-tab.tsx')).ChannelsTab, <SkeletonRows />)
const HistoryTab = late(async () => (await import('./history-tab.tsx')).HistoryTab, <SkeletonRows />)
const MaintenanceTab = late(
  async () => (await import('./maintenance-tab.tsx')).MaintenanceTab,
  <SkeletonRows />,
)
const RoutesTab = late(async () => (await import('./routes-tab.tsx')).RoutesTab, <SkeletonRows />)
const RulesTab = late(async () => (await import('./rules-tab.tsx')).RulesTab, <SkeletonRows />)

const params = {
  tab: choiceParam(
    ['open', 'history', 'silences', 'maintenance', 'rules', 'routes', 'channels'] as const,
    'open',
  ),
}

/** Of the installation: who is notified of which alerts. */
const settings = [
  {
    value: 'maintenance',
    label: 'Maintenance',
    panel: managed(<MaintenanceTab />, ['maintenanceWindows']),
  },
  { value: 'rules', label: 'Rules', panel: managed(<RulesTab />, ['alertRules', 'customRules']) },
  { value: 'routes', label: 'Routes', panel: managed(<RoutesTab />, ['routes', 'defaultRoute']) },
  { value: 'channels', label: 'Channels', panel: managed(<ChannelsTab />, ['channels']) },
] as const

/** Tabs of those who see a part of the installation. */
const ofEverybody = new Set<string>(['open', 'history', 'silences'])

export function AlertsPage() {
  const [{ tab: asked }, setUrl] = useUrlState(params)
  const seesSettings = useRoleAllows('viewer', 'everything')
  const tab = seesSettings || ofEverybody.has(asked) ? asked : 'open'
  return (
    <>
      <PageHeader title="Alerts" description="Open alerts, their assignees, and who is notified." />
      <Tabs
        label="Tabs"
        value={tab}
        onValueChange={(next) => setUrl({ tab: next }, { history: 'push' })}
        items={[
          { value: 'open', label: 'Open', panel: <AlertList /> },
          { value: 'history', label: 'History', panel: <HistoryTab /> },
          { value: 'silences', label: 'Silences', panel: <SilencesTab /> },
          ...(seesSettings ? settings : []),
        ]}
      />
    </>
  )
}

function SilencesTab() {
  const trpc = useTRPC()
  const handlers = useActionHandlers(trpc.alerts.pathKey())
  const operator = useRoleAllows('operator', 'everything')
  const query = useQuery(trpc.alerts.silences.queryOptions())
  useReadAgain('alert', [trpc.alerts.silences.queryFilter()])
  const end = useMutation(trpc.alerts.endSilence.mutationOptions(handlers('end the silence')))
  return (
    <Panel
      title="Silences in force"
      description="Matching alerts are shown, but nobody is notified until the silence ends."
      minHeightPx={140}
      {...panelFromQuery(query, {
        task: 'read the silences',
        empty: ({ silences }) =>
          silences.length > 0
            ? null
            : {
                picture: (
                  <EmptyPicture
                    of={[
                      [Bell, 'plain'],
                      [BellOff, 'accent'],
                    ]}
                  />
                ),
                title: 'No silences',
                children: 'A silence holds back notifications for a time. Open an alert to silence it.',
              },
      })}
    >
      <ul className="flex flex-col divide-y">
        {query.data?.silences.map((silence) => (
          <li key={silence.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 text-sm">
            <span className="min-w-0 flex-1">
              <span className="block break-words font-medium">
                {[silence.kind ?? 'every rule', silence.subject, silence.clusterName]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              <span className="block text-ink-3 text-xs">
                ends <RelativeTime at={silence.until} />, by {silence.createdBy}: {silence.reason}
              </span>
            </span>
            {operator ? (
              <Button size="sm" busy={end.isPending} onClick={() => end.mutate({ id: silence.id })}>
                End
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** A tab below what a file manages of it. */
function managed(tab: ReactNode, kinds: ComponentProps<typeof ManagedNotice>['kinds']) {
  return (
    <>
      <div className="mb-4 empty:hidden">
        <ManagedNotice kinds={kinds} />
      </div>
      {tab}
    </>
  )
}
