'use client'
import { answerGeneration } from '@frostline/domain'
import {
  Bytes,
  Count,
  formatByteRate,
  formatBytes,
  formatCountOf,
  formatCountRate,
  formatDuration,
  Panel,
  Stat,
  useNow,
} from '@frostline/ui'
import { RunProgress } from '@/features/run/run-progress.tsx'
import type { LedgerPanel } from '@/trpc/panel-from-query.ts'
import { type GenerationDetail, isActiveGeneration } from '../generation.ts'
import { useGenerationProgress } from '../hooks/use-generation.ts'
import { measureGeneration } from './measure-generation.ts'

interface GenerationProgressProps {
  generation: GenerationDetail
  panel: LedgerPanel
}

/** What the store lists, plus the rows that running statements have made so far. */
export function GenerationProgress({ generation, panel }: GenerationProgressProps) {
  const now = useNow()
  const active = isActiveGeneration(generation)
  const progress = useGenerationProgress(generation.id, active)
  const statements = active ? (progress.data?.data.statements ?? []) : []
  const { share, elapsedMs, leftMs, rowsPerSecond, bytesPerSecond, expectedBytes } = measureGeneration(
    generation,
    statements.reduce((sum, { rows }) => sum + rows, 0n),
    generation.finishedAt ?? (active ? now : null),
  )
  const done = generation.status === 'completed'
  const away = progress.data?.nodes.filter(({ state }) => state !== 'ok') ?? []
  return (
    <Panel
      title="Progress"
      {...panel}
      sql={progress.data?.queries}
      missingNodes={
        active ? away.map(({ name, state, message }) => ({ name, reason: message ?? state })) : undefined
      }
    >
      <RunProgress
        answer={answerGeneration({ ...generation, atMost: generation.kind === 'query', leftMs })}
        label={`Progress of the test data, ${formatCountOf(generation.writtenFiles, 'file')} written`}
        {...{ share, active, elapsedMs, leftMs }}
        status={generation.status}
        underWay={statements.map(
          ({ node, rows, elapsedMs: ms }) =>
            `${node}: ${formatCountOf(rows, 'row')} in ${formatDuration(ms)}`,
        )}
      >
        <Stat
          label="Files"
          value={<Count value={generation.writtenFiles} />}
          note={
            done ? 'in the bucket' : `of ${atMost(generation)}${formatCountOf(generation.totalFiles, 'file')}`
          }
        />
        <Stat
          label="Rows"
          value={<Count value={generation.writtenRows} short />}
          note={
            done
              ? formatCountOf(generation.writtenRows, 'row')
              : `of ${atMost(generation)}${formatCountOf(generation.totalRows, 'row')}`
          }
        />
        <Stat
          label="Bytes"
          value={<Bytes value={generation.writtenBytes} />}
          note={
            active && expectedBytes !== null
              ? `about ${formatBytes(expectedBytes)} expected`
              : 'in the bucket'
          }
        />
        <Stat
          label="Rate"
          value={bytesPerSecond === null ? '—' : formatByteRate(bytesPerSecond)}
          note={rowsPerSecond === null ? 'unknown yet' : formatCountRate(rowsPerSecond, 'rows')}
        />
      </RunProgress>
    </Panel>
  )
}

function atMost({ kind }: GenerationDetail): string {
  return kind === 'query' ? 'at most ' : ''
}
