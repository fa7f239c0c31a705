'use client'
import { answerWarmupPlan, judgeFits, keepOneReplica, planWarmupSteps } from '@frostline/domain'
import {
  Button,
  bytesColumn,
  ConfirmDialog,
  column,
  type DataColumn,
  DataTable,
  formatByteRate,
  formatBytes,
  formatCountOf,
  monoColumn,
  numberColumn,
  Panel,
} from '@frostline/ui'
import { useQuery } from '@tanstack/react-query'
import { CalendarClock, Play } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { AnswerFirst } from '@/features/answer/answer-first.tsx'
import { ExpectedApproval } from '@/features/approvals/expected-approval.tsx'
import { ScheduleDialog } from '@/features/cache-schedules/components/schedule-dialog.tsx'
import { askOnce, StatementsDrawer } from '@/features/statements/statements-drawer.tsx'
import type { Look } from '@/features/status/look.ts'
import { LookPill } from '@/features/status/look-pill.tsx'
import { routes } from '@/navigation/routes.ts'
import { useTRPC } from '@/trpc/context.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { useWarmupActions } from '../hooks/use-warmup-actions.ts'
import type { useWarmupTableFacts } from '../hooks/use-warmup-look.ts'
import type { WarmupInput, WarmupTableFacts } from '../warmup.ts'
import { keptNodes, readPartitions, type WarmupForm } from './warmup-draft.ts'

interface FitPanelProps {
  cluster: string
  query: ReturnType<typeof useWarmupTableFacts>
  look: WarmupTableFacts | undefined
  form: WarmupForm
  /** The preview was of other columns. */
  outdated: boolean
}

type Fit = ReturnType<typeof fitOf>[number]

/** What would be fetched into which cache, whether it fits, and the start. */
export function FitPanel({ cluster, query, look, form, outdated }: FitPanelProps) {
  const fits = look ? fitOf(look, form.draft) : []
  return (
    <Panel
      title="Fit"
      description="Data files of the selected columns, compared with each cache when it was read."
      flush
      minHeightPx={160}
      {...panelFromQuery(query, {
        task: 'read the table and the caches',
        empty: ({ data }) =>
          data.rooms.length > 0
            ? null
            : {
                title: 'No part of this table is behind a cache',
                children: `${formatBytes(data.bytesBehindNoCache)} are on disks without a cache. Move partitions to a volume whose disk has a cache, or choose another table.`,
              },
      })}
      footer={
        look && look.rooms.length > 0 ? (
          <StartBar
            {...{ cluster, form, fits }}
            obstacle={findObstacle(look, form.draft, fits, outdated, query.isFetching)}
          />
        ) : undefined
      }
    >
      <AnswerFirst
        inset
        className="m-4"
        answer={answerWarmupPlan(fits.map((fit) => ({ ...fit, refused: fit.verdict === 'refused' })))}
      />
      <DataTable
        label="Fit of each cache"
        columns={columns}
        rows={fits}
        getRowId={(row) => JSON.stringify([row.node, row.cache])}
      />
      {fits.map(({ node, cache, reason }) =>
        reason === null ? null : (
          <p key={`${node} ${cache}`} className="break-words px-4 py-2 text-danger-ink text-sm">
            {cache} of {node}: {reason}
          </p>
        ),
      )}
      {look && look.bytesBehindNoCache > 0n ? (
        <p className="px-4 py-2 text-ink-3 text-xs">
          {formatBytes(look.bytesBehindNoCache)} of the table are on disks without a cache and are skipped.
        </p>
      ) : null}
    </Panel>
  )
}

function fitOf({ rooms, extents }: WarmupTableFacts, draft: WarmupForm['draft']) {
  const partitions = readPartitions(draft)
  const shards = new Map(rooms.map(({ node, shard }) => [node, shard]))
  const kept = new Set(keptNodes(draft))
  const own = extents.filter(({ node }) => kept.has(node))
  const wanted = typeof partitions === 'string' ? [] : planWarmupSteps(own, partitions)
  const one = draft.replicas === 'one'
  const steps = one ? keepOneReplica(wanted, (node) => shards.get(node) ?? 0) : wanted
  const isRead = (node: string) => (one ? steps.some((step) => step.node === node) : kept.has(node))
  return judgeFits(
    rooms.filter(({ node }) => isRead(node)),
    steps,
    draft.where.trim() !== '',
  )
}

function findObstacle(
  look: WarmupTableFacts,
  { replicas }: WarmupForm['draft'],
  fits: readonly Fit[],
  outdated: boolean,
  looking: boolean,
): string | null {
  if (looking) return 'Reading the caches.'
  if (outdated) return 'The selected columns have changed. Read the caches again.'
  const away = look.coverage.missingNodes.join(', ')
  if (replicas === 'all' && away !== '')
    return `${away} did not respond. Choose the caches without it, or wait.`
  if (replicas === 'one' && look.unseenShards.length > 0) return `${away} did not respond.`
  if (fits.every(({ partitions }) => partitions === 0)) return 'Nothing selected.'
  return fits.some(({ verdict }) => verdict === 'refused') ? 'It does not fit.' : null
}

interface StartBarProps {
  cluster: string
  form: WarmupForm
  fits: readonly Fit[]
  obstacle: string | null
}

function StartBar({ cluster, form, fits, obstacle }: StartBarProps) {
  const router = useRouter()
  const { start } = useWarmupActions()
  const sum = (pick: (fit: Fit) => bigint) => fits.reduce((total, fit) => total + pick(fit), 0n)
  const toFetch = sum((fit) => fit.toFetchBytes)
  const evicted = sum((fit) => fit.evictedBytes)
  const words =
    toFetch === 0n
      ? 'Everything is already cached. It is read once to verify.'
      : `${formatBytes(toFetch)} are fetched from the store${evicted === 0n ? ' and fit' : `. Up to ${formatBytes(evicted)} of cached data is evicted`}.`
  if (form.value === null)
    return (
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span role="status" className="text-danger-ink">
          {obstacle ?? 'Some fields have errors.'}
        </span>
        <Button onClick={form.showFaults}>Show errors</Button>
      </div>
    )
  const { spec, bytesPerSecond } = form.value
  const pace = bytesPerSecond === null ? 'no rate limit' : `at ${formatByteRate(bytesPerSecond)} on each node`
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <span role="status" className={obstacle ? 'break-words text-danger-ink' : undefined}>
        {obstacle ?? words}
      </span>
      <span className="flex flex-wrap items-center gap-2">
        <AllStatements input={{ cluster, spec, bytesPerSecond }} disabled={obstacle !== null} />
        <ScheduleDialog
          cluster={cluster}
          task={{ kind: 'warmup', spec, bytesPerSecond }}
          trigger={<Button icon={<CalendarClock aria-hidden />}>Schedule</Button>}
        />
        <ConfirmDialog
          title={`Warm up ${spec.database}.${spec.table}?`}
          description={`${words} It reads one partition at a time on each of ${formatCountOf(fits.length, 'cache')}, ${pace}. Requests to the store may cost money. You can pause and cancel it. Cached data stays cached.`}
          confirmLabel="Warm up"
          cancelLabel="Cancel"
          onConfirm={async () => {
            const { id } = await start.mutateAsync({ cluster, spec, bytesPerSecond })
            router.push(routes.warmup(cluster, id))
          }}
          trigger={
            <Button
              variant="primary"
              icon={<Play aria-hidden />}
              disabled={obstacle !== null}
              busy={start.isPending}
            >
              Warm up
            </Button>
          }
        >
          <ExpectedApproval
            {...{ cluster, bytes: sum((fit) => fit.wantedBytes) }}
            kind="cache-warmup"
            table={{ database: spec.database, table: spec.table }}
          />
        </ConfirmDialog>
      </span>
    </div>
  )
}

function AllStatements({ input, disabled }: { input: WarmupInput; disabled: boolean }) {
  const trpc = useTRPC()
  const [open, setOpen] = useState(false)
  const query = useQuery({ ...trpc.cacheWarmups.previewSql.queryOptions(input), ...askOnce, enabled: open })
  return (
    <StatementsDrawer
      {...{ open, query, disabled }}
      onOpenChange={setOpen}
      label="Show statements"
      description="As they would be sent now, each twice: to fetch, and to verify that nothing is left to fetch."
      fileName={`warm-up-${input.spec.database}.${input.spec.table}.sql`}
    />
  )
}

const verdicts: Record<Fit['verdict'], Look> = {
  cached: { tone: 'ok', word: 'is cached', live: false, meaning: 'Nothing is left to fetch.' },
  fits: { tone: 'ok', word: 'fits', live: false, meaning: 'Fits in the free space.' },
  evicts: { tone: 'warn', word: 'evicts', live: false, meaning: 'Evicts other data.' },
  refused: { tone: 'danger', word: 'does not fit', live: false, meaning: 'Larger than the cache.' },
}

const bytes = (
  id: string,
  header: string,
  description: string,
  pick: (fit: Fit) => bigint,
): DataColumn<Fit> => bytesColumn(id, header, { minWidthPx: 96, description }, (row) => pick(row))

const columns: readonly DataColumn<Fit>[] = [
  monoColumn('node', 'Node', { minWidthPx: 150, hideable: false }, (row) => row.node),
  monoColumn('cache', 'Cache', 110, (row) => row.cache),
  column('verdict', 'Verdict', { minWidthPx: 116, grow: 0 }, (row) =>
    row.partitions === 0 ? '—' : <LookPill look={verdicts[row.verdict]} />,
  ),
  numberColumn('partitions', 'Partitions', 90, (row) => row.partitions),
  bytes('wanted', 'Selected', 'Data files of the selected columns.', (fit) => fit.wantedBytes),
  bytes('cached', 'Cached', 'Of these, now.', (fit) => fit.cachedBytes),
  bytes('fetch', 'To fetch', 'From the store.', (fit) => fit.toFetchBytes),
  bytes('free', 'Free', 'Free space in the cache.', (fit) => fit.freeBytes),
  bytes('evicted', 'Evicted', 'Maximum, least recently used first.', (fit) => fit.evictedBytes),
]
