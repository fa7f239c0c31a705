import {
  Bytes,
  formatCountOf,
  formatDuration,
  Panel,
  type PanelProps,
  RelativeTime,
  StatusPill,
  TierBar,
  TierSwatch,
} from '@frostline/ui'
import Link from 'next/link'
import { healthTones, judgeHealth } from '@/features/nodes/judge-health.ts'
import { LocalDiskSpace } from '@/features/storage/components/local-disk-space.tsx'
import { routes } from '@/navigation/routes.ts'
import type { Overview, OverviewNode } from '../hooks/use-overview.ts'

type Props = Omit<PanelProps, 'title' | 'children'> & { cluster: string; overview: Overview | undefined }

/** One row per node, its bar relative to the fullest node. */
export function NodeRows({ cluster, overview, ...panel }: Props) {
  const nodes = overview?.byNode ?? []
  const fullest = nodes.reduce((most, { figures }) => {
    const bytes = figures ? figures.tiers.hot.bytes + figures.tiers.cold.bytes : 0n
    return bytes > most ? bytes : most
  }, 0n)
  const away = nodes.filter(({ figures }) => figures === null).length
  return (
    <Panel
      title="Nodes"
      description={overview ? describe(nodes.length, away) : ' '}
      flush
      minHeightPx={240}
      {...panel}
      missingNodes={undefined}
    >
      <ul aria-label="Nodes" className="divide-y">
        {nodes.map((node) => (
          <li key={node.name}>
            <NodeRow cluster={cluster} node={node} fullestBytes={fullest} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function describe(count: number, away: number): string {
  return away === 0
    ? `${count} of ${count} online. Bars show bytes by tier.`
    : `${count - away} of ${count} online. ${away} did not respond.`
}

interface RowProps {
  cluster: string
  node: OverviewNode
  fullestBytes: bigint
}

function NodeRow({ cluster, node, fullestBytes }: RowProps) {
  const { figures } = node
  const { health, problem } = judgeHealth(node)
  const local = figures?.disks.flatMap((disk) =>
    disk.totalBytes === null || disk.freeBytes === null
      ? []
      : [{ ...disk, totalBytes: disk.totalBytes, freeBytes: disk.freeBytes }],
  )
  return (
    <article
      aria-label={`Node ${node.name}, ${health}`}
      className="grid gap-x-8 gap-y-3 px-4 py-3.5 md:grid-cols-[13rem_minmax(0,1fr)_minmax(0,1fr)]"
    >
      <div className="min-w-0">
        <Link
          href={routes.node(cluster, node.name)}
          className="block truncate font-medium font-mono text-sm hover:underline"
          title={node.name}
        >
          {node.name}
        </Link>
        <p className="flex flex-wrap items-center gap-x-2 text-ink-3 text-xs">
          <StatusPill tone={healthTones[health]}>{health}</StatusPill>
          {figures ? `up ${formatDuration(figures.uptimeSeconds * 1000)}` : null}
        </p>
        <p className="text-ink-3 text-xs">
          Shard {node.shard}, replica {node.replica}
        </p>
        {figures ? (
          <p className="truncate text-ink-3 text-xs">
            {figures.runningMoves > 0 ? `${formatCountOf(figures.runningMoves, 'move')} running` : 'No moves'}
            {', '}
            <LastError figures={figures} />
          </p>
        ) : null}
      </div>
      <div className="flex min-w-0 flex-col justify-center gap-1.5">
        <TierBar
          size="lg"
          label={`Bytes on ${node.name}`}
          scaleBytes={fullestBytes}
          amounts={[
            { tier: 'hot', sizeBytes: figures?.tiers.hot.bytes ?? null },
            { tier: 'cold', sizeBytes: figures?.tiers.cold.bytes ?? null },
          ]}
        />
        <p className="flex flex-wrap gap-x-4 gap-y-0.5 text-xs">
          <span className="inline-flex items-center gap-1.5">
            <TierSwatch tier={figures ? 'hot' : 'unknown'} />
            Hot <Bytes value={figures?.tiers.hot.bytes ?? null} className="font-medium" />
          </span>
          <span className="inline-flex items-center gap-1.5">
            <TierSwatch tier={figures ? 'cold' : 'unknown'} />
            Cold <Bytes value={figures?.tiers.cold.bytes ?? null} className="font-medium" />
          </span>
          {figures && figures.cache.limitBytes > 0n ? (
            <span className="inline-flex items-center gap-1.5">
              <TierSwatch tier="cache" />
              Cache <Bytes value={figures.cache.sizeBytes} className="font-medium" />
            </span>
          ) : null}
        </p>
      </div>
      <div className="flex min-w-0 flex-col justify-center gap-2">
        {problem ? (
          <p
            className={
              health === 'degraded'
                ? 'break-words text-warn-ink text-xs'
                : 'line-clamp-3 break-words text-ink-2 text-xs'
            }
            title={problem}
          >
            {problem}
          </p>
        ) : null}
        {local?.map((disk) => (
          <LocalDiskSpace key={disk.name} node={node.name} {...disk} />
        ))}
      </div>
    </article>
  )
}

function LastError({ figures }: { figures: NonNullable<OverviewNode['figures']> }) {
  if (!figures.lastError) return 'no errors since start'
  return (
    <span title={figures.lastError.message}>
      last error <RelativeTime at={figures.lastError.at} />
    </span>
  )
}
