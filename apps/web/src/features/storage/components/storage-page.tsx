'use client'
import { isOfOneTable } from '@frostline/domain'
import { Panel, type PanelProps, Skeleton } from '@frostline/ui'
import { ManagedNotice } from '@/features/desired-state/managed.tsx'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { useSawStorage } from '@/features/start-here/use-start-here.ts'
import { ProposalsPanel } from '@/features/storage-design/components/proposals-panel.tsx'
import { late } from '@/navigation/late.tsx'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { type Storage, useStorage } from '../hooks/use-storage.ts'
import { volumeSettings } from '../volume-settings.ts'
import { DifferencesPanel } from './differences-panel.tsx'
import { DisksPanel } from './disks-panel.tsx'
import { PolicyItem } from './policy-item.tsx'

const SpaceHistoryPanel = late(
  async () => (await import('@/features/history/components/space-history-panel.tsx')).SpaceHistoryPanel,
  <Skeleton className="h-80 w-full rounded-lg" />,
)

export function StoragePage({ cluster }: { cluster: string }) {
  useSawStorage()
  const query = useStorage(cluster)
  const storage = query.data?.data
  const panel = panelFromQuery(query, {
    task: 'read the disks and policies of this cluster',
  })
  return (
    <>
      <PageHeader
        title="Disks & policies"
        description="Disks, volumes and policies of all nodes, and differences between nodes."
      />
      <div className="flex flex-col gap-4">
        <ManagedNotice kinds={['storage', 'configFiles']} cluster={cluster} />
        <DifferencesPanel cluster={cluster} storage={storage} {...panel} />
        <ProposalsPanel cluster={cluster} />
        <DisksPanel storage={storage} {...panel} />
        <SpaceHistoryPanel cluster={cluster} nodes={storage?.byNode.map(({ name }) => name) ?? []} />
        <PoliciesPanel cluster={cluster} storage={storage} {...panel} />
      </div>
    </>
  )
}

type Props = Omit<PanelProps, 'title' | 'children'> & { cluster: string; storage: Storage | undefined }

/** Tiering policies come first, the most used on top. A policy that the server made for one table is listed only while used. */
function PoliciesPanel({ cluster, storage, ...panel }: Props) {
  const seen = storage ? storage.byNode.length - storage.coverage.missingNodes.length : 0
  const policies = storage?.policies
    .filter(({ name, tableCount }) => tableCount > 0 || !isOfOneTable(name))
    .toSorted((a, b) => b.volumes.length - a.volumes.length || b.tableCount - a.tableCount)
  return (
    <Panel
      title="Storage policies"
      description="Volumes in the order in which the server fills them. Non-default settings are highlighted."
      flush
      minHeightPx={300}
      {...panel}
    >
      <ul aria-label="Storage policies" className="divide-y">
        {policies?.map((policy) => (
          <li key={policy.name}>
            <PolicyItem cluster={cluster} policy={policy} onEveryNode={policy.nodes.length >= seen} />
          </li>
        ))}
      </ul>
      <SettingsMeanings />
    </Panel>
  )
}

/** Once for all policies: what each volume setting does, and its default. */
function SettingsMeanings() {
  return (
    <section aria-label="What the settings mean" className="border-t px-4 py-4">
      <h3 className="mb-2 font-medium text-sm">What the settings mean</h3>
      <dl className="divide-y rounded-md border">
        {volumeSettings.map((setting) => (
          <div
            key={setting.name}
            className="grid gap-x-6 gap-y-0.5 px-3 py-2 md:grid-cols-[15rem_minmax(0,1fr)]"
          >
            <dt className="min-w-0">
              <span className="break-words font-mono text-xs">{setting.name}</span>
              <span className="block text-2xs text-ink-3">default {setting.initial}</span>
            </dt>
            <dd className="max-w-[80ch] text-ink-2 text-xs leading-5">{setting.meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
