import { RelativeTime } from '@frostline/ui'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'

/** Notes with their authors, newest first. */
export function NoteEntries({ notes }: { notes: RouterOutputs['alerts']['notes'] }) {
  return (
    <ol className="flex flex-col gap-2 text-sm">
      {notes.map(({ id, text, by, at }) => (
        <li key={id}>
          <span className="block whitespace-pre-wrap break-words border-l-2 pl-2">{text}</span>
          <span className="pl-2.5 text-ink-3 text-xs">
            {by}, <RelativeTime at={at} />
          </span>
        </li>
      ))}
    </ol>
  )
}
