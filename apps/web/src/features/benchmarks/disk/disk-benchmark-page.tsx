'use client'
import { answerThroughput, type DiskStep, diskSteps } from '@frostline/domain'
import { formatCount, KeyValueList, Panel } from '@frostline/ui'
import { AnswerFirst } from '@/features/answer/answer-first.tsx'
import { HistoryPanel } from '@/features/run/history-panel.tsx'
import { RunHeader } from '@/features/run/run-header.tsx'
import { PageWithoutData } from '@/features/shell/components/page-without-data.tsx'
import { textParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { benchmarkLooks } from '../benchmark.ts'
import { diskKindWords } from '../components/disk-choice.tsx'
import { RunProgressLines } from '../components/run-progress-lines.tsx'
import type { DiskBenchmark } from './disk.ts'
import { DiskActions } from './disk-actions.tsx'
import { DiskRunsPanel } from './disk-runs-panel.tsx'
import { ThroughputPanel } from './throughput-panel.tsx'
import { useDiskBenchmark } from './use-disk-benchmark.ts'

/** Another benchmark beside this one. */
const params = { with: textParam() }

/** One disk benchmark: how fast each shape of table was written and read. */
export function DiskBenchmarkPage({ id }: { id: string }) {
  const query = useDiskBenchmark(id)
  const [{ with: otherId }, setUrl] = useUrlState(params)
  const compared = useDiskBenchmark(otherId === '' ? id : otherId, otherId !== '').data
  const bench = query.data
  if (!bench) return <PageWithoutData title="Disk benchmark" task="read the benchmark" query={query} />
  return (
    <div className="flex flex-col gap-4">
      <RunHeader
        lead="Throughput of"
        subject={bench.subject}
        look={benchmarkLooks[bench.status]}
        run={bench}
        actions={<DiskActions bench={bench} />}
        onError={{ title: 'Some measurements failed', hint: 'The runs below list the reasons.' }}
      />
      <AnswerFirst
        answer={answerThroughput({
          ...bench,
          steps: diskSteps.map((step) => ({
            name: stepNames[step],
            bytesPerSecond: bench.cases.flatMap(({ steps }) => steps[step].bytesPerSecond ?? []),
          })),
        })}
      />
      <RunProgressLines bench={bench} doing="filling and reading tables" />
      <ThroughputPanel
        bench={bench}
        other={otherId === '' ? undefined : compared}
        otherId={otherId}
        onCompare={(next) => setUrl({ with: next }, { history: 'push' })}
      />
      <DiskRunsPanel bench={bench} />
      <HistoryPanel id={id} kind="benchmark" />
      <Panel title="Configuration">
        <KeyValueList items={factsOf(bench)} />
      </Panel>
    </div>
  )
}

const stepNames: Record<DiskStep, string> = {
  insert: 'inserts run at',
  'read-cold': 'cold reads at',
  'read-warm': 'warm reads at',
}

function factsOf({ spec, nodeName }: DiskBenchmark) {
  return [
    { key: 'node', label: 'Node', value: nodeName, mono: true },
    { key: 'disk', label: 'Disk', value: spec.disk, mono: true, note: diskKindWords[spec.kind] },
    { key: 'database', label: 'Database for scratch tables', value: spec.database, mono: true },
    { key: 'rows', label: 'Rows per table', value: formatCount(spec.rows) },
    { key: 'runs', label: 'Runs per shape', value: spec.runs },
    {
      key: 'cold',
      label: 'Cold',
      value: 'bypassing the filesystem caches',
      note:
        spec.kind === 'local'
          ? 'A local disk has no cache. Both reads may come from the page cache.'
          : 'Verified by the counters of each run.',
    },
    {
      key: 'warm',
      label: 'Warm',
      value: spec.kind === 'cached' ? 'from the cache only' : 'the same again',
      note:
        spec.kind === 'cached'
          ? 'Filled by an earlier read. Verified by the counters of each run.'
          : undefined,
    },
    {
      key: 'insert',
      label: 'Insert',
      value: 'by one thread, one part at a time',
      note: 'Includes generating the rows.',
    },
  ]
}
