import { ErrorState } from '@frostline/ui'

interface PreviewFindingsProps {
  found: { obstacles: readonly string[]; warnings: readonly string[] } | undefined
  /** Of what the obstacles prevent. */
  title: string
  hint: string
}

/** What prevents the start of a run, and what a person should know before it. */
export function PreviewFindings({ found, title, hint }: PreviewFindingsProps) {
  if (!found) return null
  return (
    <>
      {found.obstacles.length > 0 ? (
        <ErrorState
          error={{ title, object: found.obstacles.join(' '), hint }}
          className="rounded-lg border bg-danger-soft"
        />
      ) : null}
      {found.warnings.map((warning) => (
        <p key={warning} className="rounded-lg border bg-warn-soft px-4 py-3 text-sm">
          {warning}
        </p>
      ))}
    </>
  )
}
