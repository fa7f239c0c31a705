'use client'
import {
  buttonClasses,
  KeyValueList,
  Panel,
  type PanelProps,
  SkeletonRows,
  StatusPill,
  Tabs,
} from '@frostline/ui'
import { Power } from 'lucide-react'
import Link from 'next/link'
import { ReplicationNotice } from '@/features/replication/components/replication-notice.tsx'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { DiskList } from '@/features/storage/components/disk-list.tsx'
import { late } from '@/navigation/late.tsx'
import { routes } from '@/navigation/routes.ts'
import { choiceParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { type NodeDetail, useNode } from '../hooks/use-nodes.ts'
import { healthTones, judgeHealth } from '../judge-health.ts'
import { CachePanel } from './cache-panel.tsx'
import { ErrorsPanel } from './errors-panel.tsx'
import { LogTablesPanel } from './log-tables-panel.tsx'
import { NodeStats } from './node-stats.tsx'
import { MergesPanel, MovesPanel } from './work-panels.tsx'

const HistoryTab = late(
  async () => (await import('@/features/history/components/node-history-tab.tsx')).NodeHistoryTab,
  <SkeletonRows />,
)

const params = { tab: choiceParam(['now', 'history'] as const, 'now') }

/** Everything about one node. An unreachable node is shown as such, without any zero figure. */
export function NodePage({ cluster, name }: { cluster: string; name: string }) {
  const query = useNode(cluster, name)
  const [{ tab }, setUrl] = useUrlState(params)
  const node = query.data?.data
  const health = node ? judgeHealth(node) : null
  return (
    <>
      <PageHeader
        title={
          <span className="flex flex-wrap items-center gap-x-3">
            <span className="break-all font-mono">{name}</span>
            {health ? (
              <StatusPill tone={healthTones[health.health]} className="font-normal tracking-normal">
                {health.health}
              </StatusPill>
            ) : (
              <StatusPill tone="neutral" className="font-normal tracking-normal">
                reading
              </StatusPill>
            )}
          </span>
        }
        description={
          node
            ? `Shard ${node.shard}, replica ${node.replica}${node.figures ? `, ClickHouse ${node.figures.version}` : ''}, ${node.url}`
            : ' '
        }
        actions={
          <Link href={routes.nodeRestartForecast(cluster, name)} className={buttonClasses()}>
            <Power aria-hidden /> Restart forecast
          </Link>
        }
      />
      <Tabs
        label="Tabs"
        value={tab}
        onValueChange={(next) => setUrl({ tab: next }, { history: 'push' })}
        items={[
          { value: 'now', label: 'Now', panel: <NowTab cluster={cluster} name={name} query={query} /> },
          { value: 'history', label: 'History', panel: <HistoryTab cluster={cluster} node={name} /> },
        ]}
      />
    </>
  )
}

/** The state of the node, as it answers now. */
function NowTab({
  cluster,
  name,
  query,
}: {
  cluster: string
  name: string
  query: ReturnType<typeof useNode>
}) {
  const node = query.data?.data
  const panel = panelFromQuery(query, { task: `read node ${name}` })
  const health = node ? judgeHealth(node) : null
  return node && node.figures === null ? (
    <Panel title="This node is not responding" {...panel} missingNodes={undefined}>
      <div className="flex flex-col gap-3 text-sm">
        <span aria-hidden className="hatch h-4 w-full rounded-sm" />
        <p className="break-words">{health?.problem}</p>
        <p className="max-w-[72ch] text-ink-2">
          Its data is unknown, not zero. Check that the server is running and that Frostline can reach{' '}
          <span className="font-mono text-xs">{node.url}</span>. This page retries automatically.
        </p>
      </div>
    </Panel>
  ) : (
    <div className="flex flex-col gap-4">
      <ReplicationNotice cluster={cluster} nodes={node ? [node] : []} />
      <NodeStats figures={node?.figures ?? null} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Panel title="Disks" minHeightPx={320} {...panel}>
          <DiskList node={name} disks={node?.figures?.disks ?? []} />
        </Panel>
        <CachePanel node={node} {...panel} />
      </div>
      <MovesPanel cluster={cluster} node={node} {...panel} />
      <MergesPanel cluster={cluster} node={node} {...panel} />
      <ErrorsPanel node={node} {...panel} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <LogTablesPanel node={node} {...panel} />
        <IdentityPanel node={node} {...panel} />
      </div>
    </div>
  )
}

type Props = Omit<PanelProps, 'title' | 'children'> & { node: NodeDetail | undefined }

function IdentityPanel({ node, ...panel }: Props) {
  const figures = node?.figures
  return (
    <Panel title="Identity" minHeightPx={200} {...panel}>
      {figures ? (
        <KeyValueList
          items={[
            { key: 'Display name', value: figures.displayName, mono: true },
            { key: 'Host name', value: figures.hostName, mono: true },
            { key: 'Address', value: node.url, mono: true },
            { key: 'TCP port', value: String(figures.tcpPort), mono: true },
            { key: 'Time zone', value: figures.timezone },
            ...Object.entries(node.more?.macros ?? {}).map(([key, value]) => ({
              key: `macro ${key}`,
              value,
              mono: true,
            })),
          ]}
        />
      ) : null}
    </Panel>
  )
}
