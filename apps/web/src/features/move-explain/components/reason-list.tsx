'use client'
import { Bytes, formatCountOf, joinClasses, RelativeTime, StatusPill } from '@frostline/ui'
import { type Reason, type ReasonSum, stateTones, stateWords } from '../explanation.ts'

interface ReasonListProps {
  reasons: readonly ReasonSum[]
  selected: Reason | null
  onSelect: (reason: Reason | null) => void
}

/** One line a reason; pressing it shows its findings alone. */
export function ReasonList({ reasons, selected, onSelect }: ReasonListProps) {
  if (reasons.length === 0)
    return (
      <p className="p-4 text-ink-3 text-sm">The table has no active parts on the nodes that responded.</p>
    )
  return (
    <ul className="divide-y">
      {reasons.map((sum) => {
        const pressed = selected === sum.reason
        return (
          <li key={sum.reason}>
            <button
              type="button"
              aria-pressed={pressed}
              onClick={() => onSelect(pressed ? null : sum.reason)}
              className={joinClasses(
                'grid w-full grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1 px-4 py-2.5 text-left -outline-offset-2 transition-colors hover:bg-hover',
                pressed && 'bg-pressed',
              )}
            >
              <span className="min-w-0">
                <span className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
                  <span className="font-medium text-sm">{sum.title}</span>
                  <StatusPill tone={stateTones[sum.state]}>{stateWords[sum.state]}</StatusPill>
                </span>
                <span className="block text-ink-3 text-xs">{sum.meaning}</span>
              </span>
              <span className="text-right text-sm tabular-nums">
                <Bytes value={sum.bytes} className="font-medium" />
                <span className="block text-ink-3 text-xs">{formatCountOf(sum.parts, 'part')}</span>
                {sum.firstDueAt ? (
                  <span className="block text-ink-3 text-xs">
                    first due <RelativeTime at={sum.firstDueAt} />
                  </span>
                ) : null}
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
