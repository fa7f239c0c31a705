'use client'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { ProposalsPanel } from '@/features/storage-design/components/proposals-panel.tsx'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { useStorage } from '../hooks/use-storage.ts'
import { DifferencesPanel } from './differences-panel.tsx'
import { DisksPanel } from './disks-panel.tsx'
import { PoliciesPanel } from './policies-panel.tsx'

export function StoragePage({ cluster }: { cluster: string }) {
  const query = useStorage(cluster)
  const storage = query.data?.data
  const panel = panelFromQuery(query, {
    task: 'read the disks and policies of this cluster',
  })
  return (
    <>
      <PageHeader
        title="Storage"
        description="Disks, volumes and policies of all nodes, and differences between nodes."
      />
      <div className="flex flex-col gap-4">
        <DifferencesPanel cluster={cluster} storage={storage} {...panel} />
        <ProposalsPanel cluster={cluster} />
        <DisksPanel storage={storage} {...panel} />
        <PoliciesPanel cluster={cluster} storage={storage} {...panel} />
      </div>
    </>
  )
}
