import {
  AtLeast,
  Bytes,
  Count,
  formatBytes,
  formatCountOf,
  formatPercent,
  Panel,
  type PanelProps,
  ProgressBar,
  Skeleton,
  shareOf,
  type Tier,
  TierDonut,
  TierSwatch,
  tierLabels,
  Unknown,
} from '@frostline/ui'
import type { ReactNode } from 'react'
import { findTightestDisk } from '@/features/nodes/judge-health.ts'
import { LogicalFigure } from '@/features/tables/components/logical-figure.tsx'
import type { Overview } from '../hooks/use-overview.ts'

type PanelBasis = Omit<PanelProps, 'title' | 'children'>

/** The main figures: hot and cold bytes, and what the cache holds of them. */
export function TierPanel({ overview, ...panel }: PanelBasis & { overview: Overview | undefined }) {
  return (
    <Panel title="Bytes by tier" minHeightPx={232} skeleton={<TierSkeleton />} {...panel}>
      {overview ? <TierFigures overview={overview} /> : null}
    </Panel>
  )
}

function TierFigures({ overview }: { overview: Overview }) {
  const { tiers, totalBytes, logical, sharedBytes, replicated, cache, coverage } = overview
  const { complete } = coverage
  const shares = [
    { tier: 'hot' as const, sizes: tiers.hot, where: 'local disks' },
    { tier: 'cold' as const, sizes: tiers.cold, where: 'object storage' },
    ...(tiers.unknown.bytes > 0n
      ? [{ tier: 'unknown' as const, sizes: tiers.unknown, where: 'disks that no node lists' }]
      : []),
  ]
  return (
    <div className="grid items-center gap-x-8 gap-y-5 md:grid-cols-[auto_minmax(0,1fr)]">
      <TierDonut
        label="Bytes by tier over all nodes"
        className="mx-auto md:ml-2"
        sizePx={192}
        amounts={[
          ...shares.map(({ tier, sizes }) => ({ tier, sizeBytes: sizes.bytes })),
          ...(complete ? [] : [{ tier: 'unknown' as const, sizeBytes: null, label: 'No response' }]),
        ]}
      >
        <span className="text-2xs text-ink-3">{complete ? 'total' : 'at least'}</span>
        <span className="font-semibold text-2xl tracking-tight">{formatBytes(totalBytes)}</span>
        <span className="text-2xs text-ink-3">{formatCountOf(overview.tables, 'table')} with data</span>
        {overview.systemTables > 0 ? (
          <span className="text-2xs text-ink-3">and {overview.systemTables} system tables</span>
        ) : null}
      </TierDonut>
      <div className="flex min-w-0 flex-col gap-4">
        <dl className="grid gap-px overflow-hidden rounded-md border bg-line *:bg-surface sm:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))]">
          {shares.map(({ tier, sizes, where }) => (
            <Figure
              key={tier}
              tier={tier}
              value={
                <AtLeast complete={complete}>
                  <Bytes value={sizes.bytes} />
                </AtLeast>
              }
              share={complete ? shareOf(sizes.bytes, totalBytes) : null}
              note={`${complete ? '' : 'at least '}${formatCountOf(sizes.parts, 'part')} on ${where}`}
            />
          ))}
          <Figure
            tier="cache"
            value={
              cache.limitBytes === 0n ? (
                complete ? (
                  <span className="text-ink-3">none</span>
                ) : (
                  <Unknown />
                )
              ) : (
                <AtLeast complete={complete}>
                  <Bytes value={cache.sizeBytes} />
                </AtLeast>
              )
            }
            note={
              cache.limitBytes === 0n
                ? `No node${complete ? '' : ' that answered'} caches cold data`
                : `of ${formatBytes(cache.limitBytes)}${complete ? '' : ' on the nodes seen'}: copies of cold data`
            }
          >
            {cache.limitBytes === 0n ? null : (
              <ProgressBar
                className="mt-2 [--color-accent:var(--color-cache)]"
                size="sm"
                label="Cache filled"
                share={shareOf(cache.sizeBytes, cache.limitBytes)}
                showPercent
              />
            )}
          </Figure>
          {complete ? null : (
            <Figure
              tier="unknown"
              value={formatCountOf(coverage.missingNodes.length, 'node')}
              note="not responding, so bytes are unknown"
            />
          )}
        </dl>
        <dl className="flex flex-wrap gap-x-8 gap-y-1 text-xs">
          <Fact label="Fullest local disk">
            <Tightest nodes={overview.byNode} />
          </Fact>
          <Fact label="Inactive parts awaiting cleanup">
            <AtLeast complete={complete}>
              <Bytes value={overview.inactive.bytes} />
            </AtLeast>
          </Fact>
          {replicated ? (
            <Fact label="Size without replica copies">
              <LogicalFigure basis={logical} value={logical.bytes}>
                {(bytes) => <Bytes value={bytes} />}
              </LogicalFigure>
            </Fact>
          ) : null}
          <Fact label="Rows, without replica copies">
            <LogicalFigure basis={logical} value={logical.rows}>
              {(rows) => <Count short value={rows} />}
            </LogicalFigure>
          </Fact>
          {sharedBytes > 0n ? (
            <Fact label="Saved by zero-copy replication">
              <Bytes value={sharedBytes} />
            </Fact>
          ) : null}
        </dl>
      </div>
    </div>
  )
}

interface FigureProps {
  tier: Tier
  value: ReactNode
  share?: number | null
  note: string
  children?: ReactNode
}

function Figure({ tier, value, share, note, children }: FigureProps) {
  return (
    <div className="min-w-0 px-4 py-3">
      <dt className="flex items-center gap-1.5 text-ink-2 text-xs">
        <TierSwatch tier={tier} />
        {tierLabels[tier]}
      </dt>
      <dd className="mt-1 flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold text-2xl tracking-tight">{value}</span>
        {share == null ? null : <span className="text-ink-3 text-sm">{formatPercent(share)}</span>}
      </dd>
      <dd className="text-ink-3 text-xs">{note}</dd>
      {children ? <dd>{children}</dd> : null}
    </div>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="inline text-ink-3">{label}: </dt>
      <dd className="inline">{children}</dd>
    </div>
  )
}

function Tightest({ nodes }: { nodes: Overview['byNode'] }) {
  const disks = nodes.flatMap(({ name, figures }) => {
    const disk = findTightestDisk(figures?.disks ?? [])
    return disk ? [{ ...disk, node: name }] : []
  })
  const least = findTightestDisk(disks)
  const found = disks.find((disk) => disk.name === least?.name && disk.freeBytes === least.freeBytes)
  if (!found) return 'none found'
  return (
    <>
      <span className="font-mono">{found.name}</span> on <span className="font-mono">{found.node}</span>,{' '}
      <Bytes value={found.freeBytes} /> ({formatPercent(shareOf(found.freeBytes, found.totalBytes))}) free
    </>
  )
}

function TierSkeleton() {
  return (
    <div className="grid items-center gap-x-8 gap-y-5 md:grid-cols-[auto_minmax(0,1fr)]">
      <Skeleton className="mx-auto size-48 rounded-full md:ml-2" />
      <Skeleton className="h-72 w-full md:h-40 rounded-md" />
    </div>
  )
}
