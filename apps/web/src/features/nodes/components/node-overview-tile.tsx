import {
  Bytes,
  Count,
  formatBytes,
  formatDuration,
  formatPercent,
  NodeTile,
  ProgressBar,
  RelativeTime,
  shareOf,
  Unknown,
} from '@frostline/ui'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { LocalDiskSpace } from '@/features/storage/components/local-disk-space.tsx'
import { routes } from '@/navigation/routes.ts'
import type { NodeFigures, NodeView } from '../hooks/use-nodes.ts'
import { findTightestDisk, judgeHealth } from '../judge-health.ts'

export function NodeOverviewTile({ cluster, node }: { cluster: string; node: NodeView }) {
  const { figures } = node
  const { health, problem } = judgeHealth(node)
  return (
    <NodeTile
      name={node.name}
      health={health}
      problem={problem}
      meta={
        figures
          ? `Shard ${node.shard}, replica ${node.replica}, up ${formatDuration(figures.uptimeSeconds * 1000)}`
          : `Shard ${node.shard}, replica ${node.replica}, ${node.url}`
      }
      hotBytes={figures?.tiers.hot.bytes}
      coldBytes={figures?.tiers.cold.bytes}
      freeBytes={findTightestDisk(figures?.disks ?? [])?.freeBytes}
      link={(children) => (
        <Link href={routes.node(cluster, node.name)} className="min-w-0 truncate hover:underline">
          {children}
        </Link>
      )}
    >
      {figures ? <TileBody node={node.name} figures={figures} /> : <NothingKnown />}
    </NodeTile>
  )
}

function TileBody({ node, figures }: { node: string; figures: NodeFigures }) {
  const { cache } = figures
  const last = figures.errors.find((error) => error.lastAt !== null)
  const errors = figures.errors.reduce((sum, error) => sum + error.count, 0n)
  return (
    <>
      <div className="mt-1 flex flex-col gap-2 border-t pt-2.5">
        {figures.disks.map((disk) =>
          disk.totalBytes === null || disk.freeBytes === null ? null : (
            <LocalDiskSpace
              key={disk.name}
              node={node}
              name={disk.name}
              partsBytes={disk.stored.bytes}
              totalBytes={disk.totalBytes}
              freeBytes={disk.freeBytes}
              sharesWith={disk.sharesWith}
            />
          ),
        )}
        {cache.limitBytes > 0n ? (
          <div className="flex flex-col gap-1">
            <p className="flex items-baseline justify-between gap-2 text-xs">
              <span className="text-ink-2">cache</span>
              <span className="text-ink-3">
                <Bytes value={cache.sizeBytes} /> of {formatBytes(cache.limitBytes)}
              </span>
            </p>
            <ProgressBar
              className="[--color-accent:var(--color-cache)]"
              size="sm"
              label={`Cache of ${node} filled`}
              share={shareOf(cache.sizeBytes, cache.limitBytes)}
            />
          </div>
        ) : null}
      </div>
      <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-0.5 border-t pt-2.5 text-xs">
        <Row label="Version">{figures.version}</Row>
        <Row label="Cache hits since start">
          {cache.limitBytes === 0n ? 'no cache' : <HitRatio ratio={cache.hitRatio} />}
        </Row>
        <Row label="Running">
          {figures.runningMoves.length === 1 ? '1 move' : `${figures.runningMoves.length} moves`},{' '}
          {figures.runningMerges.length === 1 ? '1 merge' : `${figures.runningMerges.length} merges`}
        </Row>
        <Row label="Errors">
          {errors === 0n || !last ? (
            'none since start'
          ) : (
            <span title={last.lastMessage}>
              <Count value={errors} /> since start, last {last.name} <RelativeTime at={last.lastAt} />
            </span>
          )}
        </Row>
      </dl>
    </>
  )
}

/** A ratio before the first read would look bad, so none is shown. */
export function HitRatio({ ratio }: { ratio: number | null }) {
  return ratio === null ? <span className="text-ink-3">no reads yet</span> : formatPercent(ratio)
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{label}</dt>
      <dd className="truncate">{children}</dd>
    </>
  )
}

function NothingKnown() {
  return (
    <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-0.5 border-t pt-2.5 text-xs">
      {['Version', 'Cache hits since start', 'Running', 'Errors'].map((label) => (
        <Row key={label} label={label}>
          <Unknown />
        </Row>
      ))}
    </dl>
  )
}
