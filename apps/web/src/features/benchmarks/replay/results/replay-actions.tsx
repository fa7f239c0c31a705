'use client'
import { Button } from '@frostline/ui'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { SentStatements } from '@/features/statements/sent-statements.tsx'
import { saveFile } from '@/navigation/save-file.ts'
import { useTRPCClient } from '@/trpc/context.ts'
import { showFailure } from '@/trpc/show-failure.ts'
import { CancelBenchmark } from '../../components/cancel-benchmark.tsx'
import { renderFormsCsv, renderReplayRunsCsv } from '../render-replay-csv.ts'
import type { Replay, ReplayRun } from '../replay.ts'

/** Actions that its current state allows. */
export function ReplayActions({ replay }: { replay: Replay }) {
  const { id, forms, targets } = replay
  const client = useTRPCClient()
  const [reading, setReading] = useState(false)
  async function exportRuns() {
    setReading(true)
    try {
      const runs: ReplayRun[] = []
      for (let after: string | undefined; ; ) {
        const page = await client.benchmarks.replayRuns.query({
          id,
          limit: 5_000,
          ...(after ? { after } : {}),
        })
        runs.push(...page.runs)
        if (page.next === null) break
        after = page.next
      }
      saveFile(`replay-runs-${id}.csv`, renderReplayRunsCsv(runs), 'text/csv')
    } catch (error) {
      showFailure(error, 'export the runs')
    } finally {
      setReading(false)
    }
  }
  return (
    <>
      {targets.length > 0 ? (
        <>
          <Button
            icon={<Download aria-hidden />}
            onClick={() => saveFile(`replay-forms-${id}.csv`, renderFormsCsv(forms), 'text/csv')}
          >
            Export forms
          </Button>
          <Button icon={<Download aria-hidden />} busy={reading} onClick={() => void exportRuns()}>
            Export runs
          </Button>
        </>
      ) : null}
      <SentStatements
        steps={replay.passes}
        nodeOf={({ round, target }) => `target ${target}, pass ${round}`}
        fileName={`replay-${id}.sql`}
      />
      <CancelBenchmark bench={replay} />
    </>
  )
}
