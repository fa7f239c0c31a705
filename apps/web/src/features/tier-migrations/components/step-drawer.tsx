'use client'
import {
  Badge,
  Bytes,
  CodeBlock,
  Count,
  Drawer,
  EmptyState,
  formatCountOf,
  formatExactTime,
  KeyValueList,
} from '@frostline/ui'
import { useQuery } from '@tanstack/react-query'
import { LookPill } from '@/features/status/look-pill.tsx'
import { useTRPC } from '@/trpc/context.ts'
import { WithoutData } from '@/trpc/without-data.tsx'
import { describeSharing } from '../describe-sharing.ts'
import { lookOfStep, type MigrationDetail, noteOf, proofLooks, type StepDetail } from '../status.ts'
import { DeepCheckSection } from './deep-check-section.tsx'
import { ProofTable } from './proof-table.tsx'
import { StepActions } from './step-actions.tsx'

interface Props {
  migration: MigrationDetail
  ordinal: number | null
  onClose: () => void
}

/** One step with all its statements and its proof. */
export function StepDrawer({ migration, ordinal, onClose }: Props) {
  const trpc = useTRPC()
  const step = useQuery({
    ...trpc.tierMigrations.step.queryOptions({ id: migration.id, ordinal: ordinal ?? 0 }),
    enabled: ordinal !== null,
  })
  const title = step.data ? `${step.data.partition} on ${step.data.nodeName}` : 'Step'
  return (
    <Drawer title={title} open={ordinal !== null} onOpenChange={(open) => (open ? undefined : onClose())}>
      {step.data ? (
        <div className="p-5">
          <StepActions migration={migration} step={step.data} />
          <StepBody step={step.data} />
        </div>
      ) : (
        <WithoutData query={step} task="read the step" />
      )}
    </Drawer>
  )
}

const breakerMeanings: Record<NonNullable<StepDetail['breaker']>, string> = {
  failures: 'Stopped after repeated failures without progress.',
  wasted_uploads: 'Stopped because the wasted uploads far exceed the bytes to move.',
}

function StepBody({ step }: { step: StepDetail }) {
  return (
    <div className="flex flex-col gap-6">
      <KeyValueList
        items={[
          { key: 'State', value: <LookPill look={lookOfStep(step)} /> },
          ...(step.error
            ? [{ key: 'Reason', value: <span className="text-danger-ink">{step.error}</span> }]
            : []),
          ...(step.waitReason ? [{ key: 'Waiting for', value: step.waitReason }] : []),
          ...(step.notFetched > 0 || step.endReason !== null
            ? [{ key: 'Not fetched', value: noteOf({ ...step, waitReason: null }) }]
            : []),
          { key: 'From', value: step.fromVolumes.join(', '), mono: true },
          { key: 'To', value: step.toVolume, mono: true },
          { key: 'Planned', value: <Planned step={step} /> },
          ...(step.uploader === null ? [] : [{ key: 'Sharing', value: describeSharing(step) }]),
          ...(step.sharingFault === null
            ? []
            : [
                {
                  key: 'Sharing check',
                  value: <span className="text-warn-ink">{step.sharingFault}</span>,
                },
              ]),
          ...(step.breaker ? [{ key: 'Circuit breaker', value: breakerMeanings[step.breaker] }] : []),
          ...(step.wastedBytes > 0n
            ? [{ key: 'Wasted uploads', value: <Bytes value={step.wastedBytes} /> }]
            : []),
          { key: 'Attempts', value: <Count value={step.attempts} /> },
          { key: 'Started', value: formatExactTime(step.startedAt) },
          { key: 'Finished', value: step.finishedAt ? formatExactTime(step.finishedAt) : 'not yet' },
        ]}
      />
      <section aria-labelledby="step-proof" className="flex flex-col gap-2">
        <h3 id="step-proof" className="font-medium text-sm">
          Proof
        </h3>
        {step.proof ? (
          <p className="text-ink-2 text-sm">
            <LookPill look={proofLooks[step.proof]} /> — {proofLooks[step.proof].meaning}
          </p>
        ) : null}
        {step.mergedFrom ? (
          <p className="text-ink-2 text-sm">
            OPTIMIZE merged {formatCountOf(step.mergedFrom.length, 'part')} with{' '}
            <Count value={sumRows(step.mergedFrom)} /> rows
            {step.before ? (
              <>
                {' '}
                into {formatCountOf(step.before.length, 'part')} with <Count value={sumRows(step.before)} />{' '}
                rows
              </>
            ) : null}
            .
          </p>
        ) : null}
        {step.before ? (
          <ProofTable before={step.before} after={step.after} />
        ) : (
          <EmptyState title="Nothing to compare yet">
            The parts are recorded right before the first statement.
          </EmptyState>
        )}
      </section>
      <DeepCheckSection step={step} />
      {step.readStatements.length > 0 ? <ReadsSection step={step} /> : null}
      <section aria-labelledby="step-statements" className="flex flex-col gap-2">
        <h3 id="step-statements" className="font-medium text-sm">
          Statements sent
        </h3>
        {step.moves.length === 0 ? <p className="text-ink-3 text-sm">None yet.</p> : null}
        <ol className="flex flex-col gap-3">
          {step.moves.map((move) => (
            <li key={move.id} className="flex flex-col gap-1">
              <CodeBlock code={move.statement} label={`Statement ${move.queryId}`} wrap />
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-3 text-xs">
                <Badge tone={move.status === 'done' || move.status === 'adopted' ? 'ok' : 'neutral'}>
                  {move.status}
                </Badge>
                <span>{formatExactTime(move.sentAt)}</span>
                <span className="break-all font-mono">{move.queryId}</span>
              </p>
              {move.error ? <p className="break-words text-danger-ink text-xs">{move.error}</p> : null}
            </li>
          ))}
        </ol>
      </section>
    </div>
  )
}

/** The last ones, if there are very many parts: the proof file has all. */
const maxReads = 100

function ReadsSection({ step: { readStatements } }: { step: StepDetail }) {
  const shown = readStatements.slice(-maxReads)
  return (
    <section aria-labelledby="step-reads" className="flex flex-col gap-2">
      <h3 id="step-reads" className="font-medium text-sm">
        Statements of the deep check
      </h3>
      {shown.length < readStatements.length ? (
        <p className="text-ink-3 text-xs">
          The last {shown.length} of {formatCountOf(readStatements.length, 'statement')}.
        </p>
      ) : null}
      <ol className="flex flex-col gap-3">
        {shown.map(({ queryId, statement, readAt }) => (
          <li key={queryId} className="flex flex-col gap-1">
            <CodeBlock code={statement} label={`Statement ${queryId}`} wrap />
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-3 text-xs">
              <span>{formatExactTime(readAt)}</span>
              <span className="break-all font-mono">{queryId}</span>
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Planned({ step }: { step: StepDetail }) {
  return (
    <>
      {formatCountOf(step.plannedParts, 'part')}, {formatCountOf(step.plannedRows, 'row')},{' '}
      <Bytes value={step.plannedBytes} />
    </>
  )
}

function sumRows(parts: readonly { rows: string }[]): bigint {
  return parts.reduce((sum, part) => sum + BigInt(part.rows), 0n)
}
