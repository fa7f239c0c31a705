import { joinClasses } from '@frostline/ui'
import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react'
import type { LoadPlan } from '../load.ts'

const rank = { blocking: 0, warning: 1, passed: 2 }
const marks = {
  blocking: { icon: <CircleX aria-hidden />, className: 'text-danger', word: 'Blocks' },
  warning: { icon: <TriangleAlert aria-hidden />, className: 'text-warn', word: 'Warning' },
  passed: { icon: <CircleCheck aria-hidden />, className: 'text-ok', word: 'Passed' },
}

/** The checks, worst first. */
export function LoadChecks({ checks }: { checks: LoadPlan['checks'] }) {
  return (
    <ul aria-label="Checks" className="flex flex-col gap-2 text-sm">
      {checks
        .toSorted((a, b) => rank[a.outcome] - rank[b.outcome])
        .map((check) => (
          <li key={`${check.id} ${check.text}`} className="flex gap-2">
            <span className={joinClasses('mt-0.5 shrink-0 [&_svg]:size-4', marks[check.outcome].className)}>
              {marks[check.outcome].icon}
              <span className="sr-only">{marks[check.outcome].word}</span>
            </span>
            <div className="min-w-0">
              <p className="break-words">{check.text}</p>
              {check.hint ? <p className="text-ink-2 text-xs">{check.hint}</p> : null}
            </div>
          </li>
        ))}
    </ul>
  )
}
