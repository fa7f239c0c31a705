'use client'
import {
  AtLeast,
  Badge,
  Button,
  Bytes,
  Count,
  DataTable,
  formatCountOf,
  Panel,
  Select,
  Stat,
  StatRow,
  Switch,
} from '@frostline/ui'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ClusterTable } from '@/features/tables/table-of-address.ts'
import { moreRows } from '@/trpc/more-rows.ts'
import { panelFromInfinite } from '@/trpc/panel-from-query.ts'
import { destinationText, findingKey } from '../explanation.ts'
import { useMoveExplanation } from '../hooks/use-move-explanation.ts'
import { findingColumns } from './finding-columns.tsx'
import { FindingDrawer } from './finding-drawer.tsx'
import { ReasonList } from './reason-list.tsx'

/** Stands for no filter in a Select, whose values cannot be empty. No node can have this name. */
const EVERY = '\u0000every'

/** For every part: where it is, where its rules want it and when, and what keeps it. */
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
