'use client'
import { Select } from '@frostline/ui'
import { ChartRangeBar } from '@/features/time-range/chart-range-bar.tsx'
import { textParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { DiskHistoryPanel } from './disk-history-panel.tsx'

const params = { node: textParam() }

/** The disks of one node of the cluster over time, the first unless another is chosen. */
export function SpaceHistoryPanel({ cluster, nodes }: { cluster: string; nodes: readonly string[] }) {
  const [url, setUrl] = useUrlState(params)
  const node = nodes.includes(url.node) ? url.node : (nodes[0] ?? null)
  return (
    <DiskHistoryPanel
      cluster={cluster}
      node={node}
      actions={
        <>
          <Select
            label="Node"
            size="sm"
            className="w-44"
            value={node ?? ''}
            onValueChange={(next) => setUrl({ node: next })}
            options={nodes.map((name) => ({ value: name, label: name }))}
          />
          <ChartRangeBar />
        </>
      }
    />
  )
}
