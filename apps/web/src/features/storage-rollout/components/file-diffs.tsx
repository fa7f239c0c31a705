import { joinClasses } from '@frostline/ui'
import type { RolloutStep } from '../hooks/use-rollouts.ts'

const lineClasses = {
  '+': 'bg-ok-soft text-ok-ink',
  '-': 'bg-danger-soft text-danger-ink',
  ' ': 'text-ink-2',
}

/** The file of each node, line by line, against what it held when the plan was made. */
export function FileDiffs({ steps }: { steps: readonly RolloutStep[] }) {
  return (
    <div className="flex flex-col gap-2">
      {steps.map(({ id, node, diff, beforeBytes }) => {
        const changed = diff.filter(({ sign }) => sign !== ' ').length
        return (
          <details key={id} className="rounded-md border">
            <summary className="cursor-pointer px-3 py-1.5 text-xs">
              File of <span className="font-mono">{node}</span>:{' '}
              {changed === 0 ? 'no change' : beforeBytes === null ? 'new' : `${changed} lines change`}
            </summary>
            <section
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
              tabIndex={0}
              aria-label={`Written to ${node}`}
              className="max-h-80 overflow-auto border-t"
            >
              <pre className="min-w-max font-mono text-2xs leading-5">
                {diff.map(({ sign, text }, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: lines repeat, and their order is all they have
                  <span key={index} className={joinClasses('block px-3', lineClasses[sign])}>
                    {sign} {text}
                  </span>
                ))}
              </pre>
            </section>
          </details>
        )
      })}
    </div>
  )
}
