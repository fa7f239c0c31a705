import { Fragment } from 'react'

/** Keys that are pressed one after another, or together. */
export function KeySequence({ keys, joint = 'then' }: { keys: readonly string[]; joint?: 'then' | '+' }) {
  return (
    <span className="inline-flex items-center gap-1">
      {keys.map((key, index) => (
        <Fragment key={key}>
          {index > 0 ? <span className="text-2xs">{joint}</span> : null}
          <kbd className="inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-sm border border-current/30 px-1 font-sans text-2xs">
            {key}
          </kbd>
        </Fragment>
      ))}
    </span>
  )
}
