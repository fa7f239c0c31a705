'use client'
import { type DuplicateRule, endOfWindow } from '@frostline/domain'
import { Button, ConfirmDialog, formatCountOf, Panel, RelativeTime } from '@frostline/ui'
import Link from 'next/link'
import { useRoleAllows } from '@/auth/use-person.ts'
import { routes } from '@/navigation/routes.ts'
import { duplicateChoices } from '../duplicate-choices.ts'
import { useLoadActions } from '../hooks/use-load-actions.ts'
import type { LoadBatch, LoadDetail } from '../load.ts'

/** Content that a replicated table was given before: what it is, and what a person can do about it. */
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
      title="Content that the table was given before"
      description={`The replicated table leaves out ${formatCountOf(rows, 'row')} of ${formatCountOf(waiting.length, 'batch', 'batches')}, since parts of equal content were attached to it. Nothing of these batches has arrived yet.`}
    >
      <div className="flex flex-col gap-4 text-sm">
        <ul className="flex flex-col gap-1.5" aria-label="Parts that the table leaves out">
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
