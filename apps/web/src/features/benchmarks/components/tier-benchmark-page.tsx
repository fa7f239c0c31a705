'use client'
import { CodeBlock, Panel } from '@frostline/ui'
import Link from 'next/link'
import { HistoryPanel } from '@/features/run/history-panel.tsx'
import { RunHeader } from '@/features/run/run-header.tsx'
import { PageWithoutData } from '@/features/shell/components/page-without-data.tsx'
import { routes } from '@/navigation/routes.ts'
import { benchmarkLooks } from '../benchmark.ts'
import { useTierBenchmark } from '../hooks/use-benchmarks.ts'
import { BenchmarkActions } from './benchmark-actions.tsx'
import { ComparedTiersPanel } from './compared-tiers-panel.tsx'
import { RunProgressLines } from './run-progress-lines.tsx'
import { RunsPanel } from './runs-panel.tsx'
import { TierFactsPanel } from './tier-facts-panel.tsx'

/** One tier benchmark: what each tier costs, and every run that says so. */
export function TierBenchmarkPage({ id }: { id: string }) {
  const query = useTierBenchmark(id)
  const bench = query.data
  if (!bench) return <PageWithoutData title="Tier benchmark" task="read the benchmark" query={query} />
  const { clusterSlug, spec } = bench
  const copying = bench.copies.some(({ status }) => status === 'planned' || status === 'running')
  return (
    <div className="flex flex-col gap-4">
      <RunHeader
        title={
          <>
            Tiers of{' '}
            <Link
              className="font-mono hover:underline"
              href={routes.table(clusterSlug, spec.database, spec.table)}
            >
              {bench.subject}
            </Link>
          </>
        }
        look={benchmarkLooks[bench.status]}
        run={bench}
        actions={<BenchmarkActions bench={bench} />}
        onError={{
          title: 'Some measurements failed',
          hint: 'The runs below list the reasons. Change the query or the limits and run it again.',
        }}
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
