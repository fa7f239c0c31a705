'use client'
import { type DuplicateRule, endOfWindow } from '@frostline/domain'
import { Button, ConfirmDialog, formatCountOf, Panel, RelativeTime } from '@frostline/ui'
import Link from 'next/link'
import { useRoleAllows } from '@/auth/use-person.ts'
import { routes } from '@/navigation/routes.ts'
import { duplicateChoices } from '../duplicate-choices.ts'
import { useLoadActions } from '../hooks/use-load-actions.ts'
import type { LoadBatch, LoadDetail } from '../load.ts'

/** Content that a replicated table received before: what it is, and what the user can do about it. */
export function DuplicatesPanel({ load }: { load: LoadDetail }) {
  const operator = useRoleAllows('operator')
  const actions = useLoadActions(load.id)
  const waiting = load.batches.filter(isWaiting)
  if (waiting.length === 0) return null
  const found = waiting.flatMap(({ leftOut }) => leftOut ?? [])
  const rows = found.flatMap(({ parts }) => parts).reduce((sum, part) => sum + BigInt(part.rows), 0n)
  const { duplicates } = load.spec
  return (
    <Panel
      title="Duplicate content"
      description={`The replicated table skips ${formatCountOf(rows, 'row')} of ${formatCountOf(waiting.length, 'batch', 'batches')}, because parts with the same content were attached before. None of these rows are in the table yet.`}
    >
      <div className="flex flex-col gap-4 text-sm">
        <ul className="flex flex-col gap-1.5" aria-label="Skipped parts">
          {found.map((one) => (
            <li key={`${one.nodeName} ${one.partitionId}`} className="break-words">
              Partition <span className="font-mono">{one.partitionId}</span> on{' '}
              <span className="font-mono">{one.nodeName}</span>: {formatCountOf(one.parts.length, 'part')},
              arrived <RelativeTime at={new Date(one.arrivedAt)} /> as{' '}
              <span className="font-mono">{one.arrivedAs}</span>
              {one.arrivedBy ? (
                <>
                  {' '}
                  by{' '}
                  <Link className="underline" href={routes.load(load.clusterSlug, one.arrivedBy.jobId)}>
                    {one.arrivedBy.title}
                  </Link>
                </>
              ) : null}
            </li>
          ))}
        </ul>
        {waiting.map(({ ordinal, waitReason }) =>
          waitReason === null ? null : (
            <p key={ordinal} className="break-words text-ink-2 text-xs">
              Batch {ordinal + 1}: {waitReason}
            </p>
          ),
        )}
        {operator ? (
          <div className="flex flex-wrap gap-2">
            {duplicateChoices
              .filter(({ value }) => value !== 'ask' && value !== duplicates)
              .map(({ value, label, meaning }) => (
                <ConfirmDialog
                  key={value}
                  title={`${label}?`}
                  description={
                    value === 'wait' ? `${meaning} That is at ${endOfWindow(found).toISOString()}.` : meaning
                  }
                  confirmLabel={label}
                  cancelLabel="Cancel"
                  onConfirm={async () => void (await actions.settleDuplicates(value as DuplicateRule))}
                  trigger={<Button busy={actions.busy}>{label}</Button>}
                />
              ))}
          </div>
        ) : null}
      </div>
    </Panel>
  )
}

function isWaiting({ status, leftOut }: LoadBatch): boolean {
  return status === 'loading' && leftOut !== null && leftOut.length > 0
}
