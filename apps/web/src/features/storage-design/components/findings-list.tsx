import type { StorageFinding } from '@frostline/domain'
import { joinClasses } from '@frostline/ui'
import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react'

/** What our rules say, errors first. */
export function FindingsList({ findings }: { findings: readonly StorageFinding[] }) {
  if (findings.length === 0)
    return (
      <p className="flex items-center gap-2 text-sm">
        <CircleCheck aria-hidden className="size-4 shrink-0 text-ok" />
        No issues found.
      </p>
    )
  return (
    <ul aria-label="Findings" className="flex flex-col gap-2.5 text-sm">
      {findings.map(({ level, at, setting, text, hint }) => {
        const Icon = level === 'error' ? CircleX : TriangleAlert
        return (
          <li key={`${at} ${setting} ${text}`} className="flex gap-2">
            <Icon
              aria-hidden
              className={joinClasses(
                'mt-0.5 size-4 shrink-0',
                level === 'error' ? 'text-danger' : 'text-warn',
              )}
            />
            <div className="min-w-0">
              <span className="sr-only">{level === 'error' ? 'Error: ' : 'Warning: '}</span>
              {at ? <p className="text-2xs text-ink-3">{at}</p> : null}
              <p className="break-words">{text}</p>
              <p className="text-ink-2 text-xs">{hint}</p>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
