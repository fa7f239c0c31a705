import { Panel, type PanelProps, StatusPill } from '@frostline/ui'
import { judgeHealth } from '@/features/nodes/judge-health.ts'
import type { Storage, StorageNode } from '../hooks/use-storage.ts'
import { DiskList } from './disk-list.tsx'

type Props = Omit<PanelProps, 'title' | 'children'> & { storage: Storage | undefined }

export function DisksPanel({ storage, ...panel }: Props) {
  return (
    <Panel
      title="Disks by node"
      description="Local disks with free space, and object storage with its caches."
      minHeightPx={420}
      {...panel}
      missingNodes={undefined}
    >
      <div className="grid gap-x-4 gap-y-6 md:grid-cols-2 xl:grid-cols-3">
        {storage?.byNode.map((node) => (
          <NodeDisks key={node.name} node={node} />
        ))}
      </div>
    </Panel>
  )
}

function NodeDisks({ node }: { node: StorageNode }) {
  return (
    <section aria-label={`Node ${node.name}`} className="min-w-0">
      <h3 className="mb-2 flex items-baseline justify-between gap-2">
        <span className="truncate font-medium font-mono text-sm">{node.name}</span>
        <span className="whitespace-nowrap text-ink-3 text-xs">
          shard {node.shard}, replica {node.replica}
        </span>
      </h3>
      {node.storage ? (
        <DiskList node={node.name} disks={node.storage.disks} />
      ) : (
        <div className="flex min-h-40 flex-col gap-2 rounded-md border border-line-strong border-dashed p-3">
          <span aria-hidden className="hatch h-2.5 w-full rounded-sm" />
          <StatusPill tone="unknown">disks unknown</StatusPill>
          <p className="line-clamp-4 break-words text-ink-2 text-xs">
            {judgeHealth({ ...node, figures: null }).problem}
          </p>
        </div>
      )}
    </section>
  )
}
