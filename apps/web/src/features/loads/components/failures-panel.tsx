import { CopyButton, formatCountOf, Panel } from '@frostline/ui'
import { RawText } from '@/features/sources/components/raw-text.tsx'
import { LookPill } from '@/features/status/look-pill.tsx'
import { fileLooks, type LoadDetail } from '../load.ts'

/** Why objects are not in the table: the whole cause of each, with the row where there is one. */
export function FailuresPanel({ load }: { load: LoadDetail }) {
  const { failures } = load
  const total = load.files.failed + load.files.changed
  if (failures.length === 0) return null
  return (
    <Panel
      title="Failed objects"
      description={
        total > failures.length
          ? `The first ${failures.length} of ${formatCountOf(total, 'object')}. See the Objects table for all.`
          : 'None of their rows is in the table.'
      }
    >
      <ul className="flex flex-col gap-4">
        {failures.map((failure) => (
          <li key={failure.ordinal} className="flex min-w-0 flex-col gap-1.5">
            <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-sm">
              <RawText text={failure.key} />
              <LookPill look={fileLooks[failure.status]} />
              {failure.errorRow === null ? null : <span>Row {String(failure.errorRow)}</span>}
              {failure.errorCode === null ? null : (
                <span className="text-ink-3 text-xs">code {failure.errorCode}</span>
              )}
            </p>
            {failure.error === null ? null : (
              <div className="relative">
                <pre className="max-h-64 overflow-auto whitespace-pre-wrap break-words rounded-md bg-sunken p-2.5 pr-9 font-mono text-2xs text-ink-2">
                  {failure.error}
                </pre>
                <CopyButton
                  text={failure.error}
                  label={`Copy why ${failure.key} failed`}
                  className="absolute top-1 right-1"
                />
              </div>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
