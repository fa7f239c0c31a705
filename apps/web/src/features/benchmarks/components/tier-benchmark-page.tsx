'use client'
import { answerTiers } from '@frostline/domain'
import {
  Button,
  CodeBlock,
  ConfirmDialog,
  formatBytes,
  formatCountOf,
  formatDuration,
  formatMoney,
  KeyValueList,
  Panel,
} from '@frostline/ui'
import { Download, RotateCw } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useRoleAllows } from '@/auth/use-person.ts'
import { AnswerFirst } from '@/features/answer/answer-first.tsx'
import { HistoryPanel } from '@/features/run/history-panel.tsx'
import { RunHeader } from '@/features/run/run-header.tsx'
import { PageWithoutData } from '@/features/shell/components/page-without-data.tsx'
import { SentStatements } from '@/features/statements/sent-statements.tsx'
import { type CsvColumns, renderCsv } from '@/navigation/render-csv.ts'
import { routes } from '@/navigation/routes.ts'
import { saveFile } from '@/navigation/save-file.ts'
import {
  benchmarkLooks,
  isActiveBenchmark,
  type TierBenchmark,
  type TierRun,
  tierWords,
} from '../benchmark.ts'
import { useBenchmarkActions, useTierBenchmark } from '../hooks/use-benchmarks.ts'
import { CancelBenchmark } from './cancel-benchmark.tsx'
import { ComparedTiersPanel } from './compared-tiers-panel.tsx'
import { RunProgressLines } from './run-progress-lines.tsx'
import { RunsPanel } from './runs-panel.tsx'

const columns: CsvColumns<TierRun> = {
  tier: (run) => run.tier,
  round: (run) => run.round,
  status: (run) => run.status,
  verdict: (run) => run.verdict?.kind,
  reason: (run) => (run.verdict && run.verdict.kind !== 'as-said' ? run.verdict.reason : run.error),
  elapsed_ms: (run) => run.elapsedMs,
  read_rows: (run) => run.figures?.readRows,
  read_bytes: (run) => run.figures?.readBytes,
  result_rows: (run) => run.figures?.resultRows,
  store_bytes: (run) => run.figures?.storeBytes,
  missed_bytes: (run) => run.figures?.missedBytes,
  cache_bytes: (run) => run.figures?.cacheBytes,
  store_gets: (run) => run.figures?.storeRequests,
  cents: (run) => run.centsPerRun,
  memory_bytes: (run) => run.figures?.memoryBytes,
  cpu_ms: (run) => run.figures?.cpuMs,
  query_id: (run) => run.queryId,
  sent_at: (run) => run.sentAt?.toISOString(),
}

/** Every run with all its counters, a line each. */
function renderRunsCsv({ runs }: Pick<TierBenchmark, 'runs'>): string {
  return renderCsv(columns, runs)
}

/** Actions that its current state allows. */
function BenchmarkActions({ bench }: { bench: TierBenchmark }) {
  const { id, subject, spec, clusterSlug } = bench
  const admin = useRoleAllows('admin')
  const router = useRouter()
  const { startTiers } = useBenchmarkActions()
  const finished = bench.runs.some((run) => run.status === 'completed')
  return (
    <>
      {finished ? (
        <Button
          icon={<Download aria-hidden />}
          onClick={() => saveFile(`tiers-${subject}-${id}.csv`, renderRunsCsv(bench), 'text/csv')}
        >
          Export runs
        </Button>
      ) : null}
      <SentStatements
        steps={bench.sent}
        nodeOf={() => bench.nodeName}
        fileName={`tiers-${subject}-${id}.sql`}
      />
      <CancelBenchmark bench={bench} />
      {admin && !isActiveBenchmark(bench) ? (
        <ConfirmDialog
          title={`Run ${subject} again?`}
          description="Runs the same query on the same tiers with current data, as a new benchmark. You can compare the two."
          confirmLabel="Run again"
          cancelLabel="Cancel"
          onConfirm={async () => {
            const started = await startTiers.mutateAsync({ cluster: clusterSlug, spec })
            router.push(routes.tierBenchmark(clusterSlug, started.id))
          }}
          trigger={
            <Button variant="primary" icon={<RotateCw aria-hidden />}>
              Run again
            </Button>
          }
        />
      ) : null}
    </>
  )
}

/** One tier benchmark: what each tier costs, with every run. */
export function TierBenchmarkPage({ id }: { id: string }) {
  const query = useTierBenchmark(id)
  const bench = query.data
  if (!bench) return <PageWithoutData title="Tier benchmark" task="read the benchmark" query={query} />
  const { clusterSlug, spec } = bench
  const copying = bench.copies.some(({ status }) => status === 'planned' || status === 'running')
  return (
    <div className="flex flex-col gap-4">
      <RunHeader
        lead="Tiers of"
        subject={bench.subject}
        href={routes.table(clusterSlug, spec.database, spec.table)}
        look={benchmarkLooks[bench.status]}
        run={bench}
        actions={<BenchmarkActions bench={bench} />}
        onError={{
          title: 'Some measurements failed',
          hint: 'The runs below list the reasons. Change the query or the limits and run it again.',
        }}
      />
      <AnswerFirst
        answer={answerTiers({
          ...bench,
          completed: bench.steps.completed,
          statements: Object.values(bench.steps).reduce((sum, count) => sum + count, 0),
          medians: bench.tiers.map(({ tier, medianMs }) => ({
            tier: tierWords[tier].label.toLowerCase(),
            medianMs,
          })),
        })}
      />
      <RunProgressLines bench={bench} doing={copying ? 'copying partitions' : 'running the query'} />
      <ComparedTiersPanel bench={bench} />
      <RunsPanel bench={bench} />
      <Panel title="Query" description="{table} is the table, or its copy on the tier.">
        {bench.hidesSql ? (
          <p className="text-ink-3 text-sm">Only admins can see its text.</p>
        ) : (
          <>
            <CodeBlock code={spec.query} label="Measured query" wrap className="max-h-80" />
            <details className="mt-3 text-sm">
              <summary className="cursor-pointer text-ink-2">Statement for each tier</summary>
              {bench.statements.map(({ tier, sql }) => (
                <CodeBlock key={tier} code={sql} label={`Statement for ${tier}`} wrap className="mt-2" />
              ))}
            </details>
          </>
        )}
      </Panel>
      <HistoryPanel id={id} kind="benchmark" />
      <TierFactsPanel bench={bench} />
    </div>
  )
}

/** Its parameters, and how the data got to its tiers. */
function TierFactsPanel({ bench }: { bench: TierBenchmark }) {
  return (
    <Panel title="Configuration">
      <KeyValueList items={factsOf(bench)} />
    </Panel>
  )
}

function factsOf({ spec, copies, nodeName }: TierBenchmark) {
  const { data, threads, maxSeconds, runs, centsPerMillionGets } = spec
  const made = (kind: 'copy-hot' | 'copy-cold') => {
    const own = copies.filter((copy) => copy.kind === kind && copy.status === 'completed')
    const bytes = own.reduce((sum, copy) => sum + (copy.bytes ?? 0n), 0n)
    const took = own.reduce((sum, copy) => sum + (copy.elapsedMs ?? 0), 0)
    return `${formatCountOf(own.length, 'partition')}, ${formatBytes(bytes)} in ${formatDuration(took)}`
  }
  return [
    { key: 'node', label: 'Node', value: nodeName, mono: true },
    ...(data.kind === 'copies'
      ? [
          { key: 'partitions', label: 'Partitions', value: data.partitions.join(', '), mono: true },
          { key: 'hot', label: `Copy on ${data.hotDisk}`, value: made('copy-hot') },
          {
            key: 'cold',
            label: `Copy on ${data.coldDisk}`,
            value: made('copy-cold'),
            note: 'Same parts as the table, without merges. Both copies are dropped at the end.',
          },
        ]
      : [
          {
            key: 'data',
            label: 'Data',
            value: 'the table itself',
            note: data.mayEmptyCache
              ? 'The cached data of the table was dropped before each first run.'
              : 'Nothing was copied. No cache was dropped.',
          },
        ]),
    { key: 'runs', label: 'Runs per tier', value: runs },
    { key: 'threads', label: 'Threads', value: threads === 0 ? 'server default' : threads },
    { key: 'limit', label: 'Max run time', value: formatDuration(maxSeconds * 1_000) },
    {
      key: 'price',
      label: 'Price per million GETs',
      value: formatMoney(
        centsPerMillionGets === undefined ? null : centsPerMillionGets / 100,
        spec.currency ?? '$',
      ),
    },
  ]
}
