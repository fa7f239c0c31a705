'use client'
import {
  AtLeast,
  Badge,
  Button,
  Bytes,
  Count,
  DataTable,
  formatCountOf,
  joinClasses,
  Panel,
  RelativeTime,
  Select,
  Stat,
  StatRow,
  StatusPill,
  Switch,
} from '@frostline/ui'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ClusterTable } from '@/features/tables/table-of-address.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { useTRPC, useTRPCClient } from '@/trpc/context.ts'
import { moreRows } from '@/trpc/more-rows.ts'
import { panelFromInfinite } from '@/trpc/panel-from-query.ts'
import { observedEveryMs } from '@/trpc/use-observed-query.ts'
import { useOffsetPages } from '@/trpc/use-offset-pages.ts'
import { useReadAfterChanges } from '@/trpc/use-read-after-changes.ts'
import {
  destinationText,
  findingKey,
  type Reason,
  type ReasonSum,
  stateTones,
  stateWords,
} from '../explanation.ts'
import { explanationParams, toExplanationInput } from '../explanation-input.ts'
import { findingColumns } from './finding-columns.tsx'
import { FindingDrawer } from './finding-drawer.tsx'

/** Why a table's parts are where they are, with the filters of the URL. */
function useMoveExplanation(at: ClusterTable) {
  const trpc = useTRPC()
  const client = useTRPCClient()
  const [url, setUrl] = useUrlState(explanationParams)
  const input = toExplanationInput(at, url)
  const query = useOffsetPages({
    queryKey: trpc.moveExplain.get.queryKey(input),
    readPage: (offset, signal) => client.moveExplain.get.query({ ...input, offset }, { signal }),
    measure: ({ data }) => ({ rows: data.findings.length, total: data.matching }),
    refetchIntervalMs: observedEveryMs,
  })
  useReadAfterChanges('tier-migration', () => void query.refetch())
  useReadAfterChanges('placement', () => void query.refetch())
  return { query, url, setUrl }
}

/** No filter, as a Select value, which cannot be empty. No node can have this name. */
const EVERY = '\u0000every'

/** For every part: where it is, where its rules want it and when, and what blocks it. */
export function WhyTab({ at }: { at: ClusterTable }) {
  const { query, url, setUrl } = useMoveExplanation(at)
  const first = query.data?.pages[0]
  const data = first?.data
  const complete = data?.coverage.complete ?? true
  const sum = (figure: ReactNode) => (figure === null ? '—' : <AtLeast complete={complete}>{figure}</AtLeast>)
  const findings = query.data?.pages.flatMap((page) => page.data.findings) ?? []
  const open = findings.find((finding) => findingKey(finding) === url.finding)
  const panel = panelFromInfinite(query, { task: `explain the parts of ${at.database}.${at.table}` })
  const filtered = url.reason !== null || url.node !== '' || url.partition !== '' || url.late
  return (
    <div className="flex flex-col gap-4">
      <StatRow>
        <Stat
          label="Late"
          value={sum(data ? <Bytes value={data.late.bytes} /> : null)}
          note={
            data ? `${complete ? '' : 'at least '}${formatCountOf(data.late.parts, 'part')} overdue` : ' '
          }
        />
        <Stat
          label="Due, but unknown to the server"
          value={sum(data ? <Bytes value={data.overdue.bytes} /> : null)}
          note={
            data
              ? `${complete ? '' : 'at least '}${formatCountOf(data.overdue.parts, 'part')}, estimated`
              : ' '
          }
        />
        <Stat
          label="Parts explained"
          value={sum(data ? <Count value={BigInt(data.total.parts)} /> : null)}
          note={data ? <Bytes value={data.total.bytes} /> : ' '}
        />
        <Stat
          label="Move rules"
          value={data ? data.rules.length : '—'}
          note={
            data?.rules
              .map((rule) => `${rule.expression} to ${destinationText(rule.destination)}`)
              .join('; ') || ' '
          }
        />
      </StatRow>
      <Panel title="Why parts are where they are" flush minHeightPx={120} {...panel}>
        {data ? (
          <ReasonList
            reasons={data.reasons}
            selected={url.reason}
            onSelect={(reason) => setUrl({ reason, finding: '' }, { history: 'push' })}
          />
        ) : null}
      </Panel>
      <Panel
        title={data ? `Findings (${data.matching.toLocaleString('en-US')})` : 'Findings'}
        description="Parts of one partition on one node, by reason. Most severe and longest overdue first."
        flush
        minHeightPx={280}
        actions={
          filtered ? (
            <Button
              size="sm"
              icon={<X aria-hidden />}
              onClick={() => setUrl({ reason: null, node: '', partition: '', late: false })}
            >
              Show all
            </Button>
          ) : null
        }
        {...panel}
      >
        <div className="flex flex-wrap items-center gap-2 border-b p-3">
          <Select
            label="Node"
            value={url.node || EVERY}
            onValueChange={(next) => setUrl({ node: next === EVERY ? '' : next })}
            className="w-48"
            options={[
              { value: EVERY, label: 'All nodes' },
              ...(first?.nodes.map(({ name }) => ({ value: name, label: name })) ?? []),
            ]}
          />
          <Switch checked={url.late} onCheckedChange={(late) => setUrl({ late })}>
            Late only
          </Switch>
          {url.reason ? (
            <Badge>{data?.reasons.find((one) => one.reason === url.reason)?.title ?? url.reason}</Badge>
          ) : null}
          {url.partition ? <Badge mono>{`partition ${url.partition}`}</Badge> : null}
        </div>
        <DataTable
          label="Findings"
          columns={findingColumns((finding) => setUrl({ finding: findingKey(finding) }, { history: 'push' }))}
          rows={findings}
          getRowId={findingKey}
          totalCount={data?.matching}
          refreshing={query.isPlaceholderData}
          {...moreRows(query)}
          empty={<p className="p-6 text-center text-ink-3 text-sm">No matching parts. Change the filters.</p>}
        />
      </Panel>
      <FindingDrawer
        at={at}
        finding={open}
        late={url.late}
        reasons={data?.reasons ?? []}
        statements={first?.queries ?? []}
        open={url.finding !== '' && !query.isPending}
        onClose={() => setUrl({ finding: '' }, { history: 'push' })}
      />
    </div>
  )
}

interface ReasonListProps {
  reasons: readonly ReasonSum[]
  selected: Reason | null
  onSelect: (reason: Reason | null) => void
}

/** One line per reason; a click filters by it. */
function ReasonList({ reasons, selected, onSelect }: ReasonListProps) {
  if (reasons.length === 0)
    return (
      <p className="p-4 text-ink-3 text-sm">The table has no active parts on the nodes that responded.</p>
    )
  return (
    <ul className="divide-y">
      {reasons.map((sum) => {
        const pressed = selected === sum.reason
        return (
          <li key={sum.reason}>
            <button
              type="button"
              aria-pressed={pressed}
              onClick={() => onSelect(pressed ? null : sum.reason)}
              className={joinClasses(
                'grid w-full grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1 px-4 py-2.5 text-left -outline-offset-2 transition-colors hover:bg-hover',
                pressed && 'bg-pressed',
              )}
            >
              <span className="min-w-0">
                <span className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
                  <span className="font-medium text-sm">{sum.title}</span>
                  <StatusPill tone={stateTones[sum.state]}>{stateWords[sum.state]}</StatusPill>
                </span>
                <span className="block text-ink-3 text-xs">{sum.meaning}</span>
              </span>
              <span className="text-right text-sm tabular-nums">
                <Bytes value={sum.bytes} className="font-medium" />
                <span className="block text-ink-3 text-xs">{formatCountOf(sum.parts, 'part')}</span>
                {sum.firstDueAt ? (
                  <span className="block text-ink-3 text-xs">
                    first due <RelativeTime at={sum.firstDueAt} />
                  </span>
                ) : null}
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
