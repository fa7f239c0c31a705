'use client'
import { addTtlLoads } from '@frostline/domain'
import {
  Button,
  buttonClasses,
  CodeBlock,
  ConfirmDialog,
  formatBytes,
  formatCountOf,
  Panel,
  RadioGroup,
  StatusPill,
  type Tone,
} from '@frostline/ui'
import { ArrowRightLeft, Check } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { renderScript } from '@/features/statements/page-statements.ts'
import type { ClusterTable } from '@/features/tables/table-of-address.ts'
import { routes } from '@/navigation/routes.ts'
import { namesParam } from '@/navigation/url-params.ts'
import type { TtlApplied, TtlLossView, TtlPreview } from '../table-ttl.ts'
import { describeLoss, sumLosses } from './loss-summary.tsx'

type AcceptedLoss = NonNullable<TtlPreview['data']['accept']['heavy']>

interface Props {
  at: ClusterTable
  /** The dry run of the current draft; null before there is one. */
  preview: TtlPreview | null
  applied: TtlApplied | null
  onApply: (mode: 'gentle' | 'heavy', accepts: AcceptedLoss | null) => Promise<unknown>
}

/** Gentle or heavy mode, in figures, then the button. Enabled only after a dry run. */
export function ApplyPanel({ at, preview, applied, onApply }: Props) {
  const [mode, setMode] = useState<'gentle' | 'heavy'>('gentle')
  const data = preview?.data
  if (!data?.accepted)
    return (
      <Panel title="3. Apply">
        <p className="text-ink-2 text-sm">
          {data ? 'Fix the errors first.' : 'Run the dry run first. You apply exactly what it checked.'}
        </p>
      </Panel>
    )
  const gentle = addTtlLoads(data.nodes.map((node) => node.gentle))
  const heavy = addTtlLoads(data.nodes.map((node) => node.heavy))
  const lossOf = (how: 'gentle' | 'heavy') => (data.accept[how] ? sumLosses(data, how) : null)
  const gentleLoss = lossSentence(lossOf('gentle'), 'When parts merge')
  const heavyLoss = lossSentence(lossOf('heavy'), 'Immediately')
  const changing = data.nodes.filter(({ changes }) => changes).length
  const ttl = data.ttl ?? ''
  const accepts = data.accept[mode]
  const nothing = changing === 0 && (mode === 'gentle' || ttl === '')
  return (
    <Panel title="3. Apply">
      <div className="flex flex-col gap-4">
        <RadioGroup
          label="How"
          value={mode}
          onValueChange={setMode}
          options={[
            {
              value: 'gentle',
              label: 'Gentle: metadata only',
              description: `${gentleLoss} ${describeMoves(gentle)} ${gentle.waits.parts > 0 ? `${formatBytes(gentle.waits.bytes)} that are due stay until you move them.` : ''}`,
            },
            {
              value: 'heavy',
              label: 'Heavy: MATERIALIZE TTL now',
              disabled: ttl === '' || data.heavyFault !== null,
              description: data.heavyFault
                ? `Not possible now. ${data.heavyFault}`
                : `${heavyLoss} A mutation reads and writes ${formatCountOf(heavy.rewritten.parts, 'part')} (${formatBytes(heavy.rewritten.bytes)}) again. ${describeMoves(heavy)}`,
            },
          ]}
        />
        <div className="flex flex-wrap items-center gap-3">
          <ConfirmDialog
            title={
              ttl === ''
                ? `Remove the TTL of ${at.database}.${at.table}?`
                : `Apply the TTL to ${at.database}.${at.table}?`
            }
            description={
              <>
                {accepts ? (
                  <p className="mb-2 font-medium text-danger-ink">
                    {mode === 'gentle' ? gentleLoss : heavyLoss} This cannot be undone.
                  </p>
                ) : null}
                <p>
                  {changing === 0
                    ? 'All nodes already have this TTL. It will be materialized.'
                    : `Applied to ${formatCountOf(changing, 'node')}, one after the other, and verified on each.`}{' '}
                  {mode === 'gentle' ? describeMoves(gentle) : describeMoves(heavy)}
                </p>
                <CodeBlock
                  className="mt-3 max-h-40"
                  label="Statements by node"
                  wrap
                  code={renderScript(data.statements[mode])}
                />
              </>
            }
            danger={accepts !== null}
            typeToConfirm={accepts ? `${at.database}.${at.table}` : undefined}
            confirmLabel={
              ttl === '' ? 'Remove the TTL' : mode === 'gentle' ? 'Apply' : 'Apply and materialize'
            }
            cancelLabel="Cancel"
            onConfirm={async () => void (await onApply(mode, accepts))}
            trigger={
              <Button variant="primary" icon={<Check aria-hidden />} disabled={nothing}>
                {ttl === '' ? 'Remove the TTL' : 'Apply TTL'}
              </Button>
            }
          />
          {nothing ? <span className="text-ink-3 text-xs">All nodes already have this TTL.</span> : null}
        </div>
        {applied ? <Outcome applied={applied} /> : null}
        {data.due.map(({ volume, partitionIds, bytes }) => (
          <p key={volume} className="flex flex-wrap items-center gap-3 text-sm">
            <Link
              className={buttonClasses()}
              href={routes.moveTable(
                at.cluster,
                at.database,
                at.table,
                namesParam().write(new Set(partitionIds)),
                volume,
              )}
            >
              <ArrowRightLeft aria-hidden /> Move what is due to {volume}
            </Link>
            <span className="text-ink-2">
              {formatCountOf(partitionIds.length, 'partition')}, {formatBytes(bytes)}, gently and one by one.
            </span>
          </p>
        ))}
      </div>
    </Panel>
  )
}

function describeMoves({ movesNow }: { movesNow: { parts: number; bytes: bigint } }): string {
  return movesNow.parts === 0
    ? 'No parts move immediately.'
    : `${formatCountOf(movesNow.parts, 'part')} (${formatBytes(movesNow.bytes)}) move immediately.`
}

function lossSentence(loss: TtlLossView | null, when: string): string {
  return loss ? `${when}, data is lost: ${describeLoss(loss).join(', ')}.` : ''
}

const states: Record<TtlApplied['nodes'][number]['state'], { tone: Tone; word: string }> = {
  changed: { tone: 'ok', word: 'applied' },
  unchanged: { tone: 'ok', word: 'already applied' },
  waits: { tone: 'warn', word: 'waits' },
  failed: { tone: 'danger', word: 'failed' },
  'not-sent': { tone: 'warn', word: 'not sent' },
  unknown: { tone: 'unknown', word: 'could not be verified' },
}

const outcomes = {
  applied: 'Applied to all nodes and verified.',
  partly: 'Applied to some nodes only. Apply again to finish. Nodes that have it are skipped.',
  failed: 'Not applied.',
}

function Outcome({ applied }: { applied: TtlApplied }) {
  const waiting = applied.nodes.filter(({ state }) => state === 'waits').length
  return (
    <section aria-label="Outcome" className="rounded-md border p-3 text-sm">
      <p role="status" className="font-medium">
        {applied.outcome === 'applied' && waiting > 0
          ? `Applied. ${formatCountOf(waiting, 'replica')} will apply it later.`
          : outcomes[applied.outcome]}
      </p>
      {applied.statements.some(({ sql }) => sql.includes(' MATERIALIZE TTL')) ? (
        <p className="mt-1 text-ink-2 text-xs">
          The mutation runs in the background. "On the nodes" shows how many parts are left. It is complete
          when no part is without TTL information.
        </p>
      ) : null}
      <ul className="mt-2 flex flex-col gap-1.5">
        {applied.nodes.map(({ node, state, through, error }) => (
          <li key={node} className="flex flex-wrap items-baseline gap-x-3">
            <span className="font-mono text-xs">{node}</span>
            <StatusPill tone={states[state].tone}>{states[state].word}</StatusPill>
            {through ? <span className="text-ink-2 text-xs">sent to {through}</span> : null}
            {error ? <span className="w-full break-words text-danger-ink text-xs">{error}</span> : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
