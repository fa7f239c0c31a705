import { Badge } from '@frostline/ui'
import { CircleAlert } from 'lucide-react'
import { LookPill } from '@/features/status/look-pill.tsx'
import { actionSigns, type ChangeOfSet, stepLooks } from '../change-set.ts'

/** Changes as people read a diff, each with its state. */
export function ChangeDiff({ changes }: { changes: readonly ChangeOfSet[] }) {
  return (
    <ol className="flex flex-col divide-y rounded-md border">
      {changes.map((change) => (
        <li key={change.ordinal} className="flex flex-col gap-2 p-3">
          <Head change={change} />
          {change.error === null ? null : (
            <p className="flex gap-2 break-words text-danger-ink text-sm">
              <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
              <span className="min-w-0">{change.error}</span>
            </p>
          )}
          <Fields change={change} />
        </li>
      ))}
    </ol>
  )
}

function Head({ change: { action, title, address, state } }: { change: ChangeOfSet }) {
  const { word, tone } = actionSigns[action]
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Badge tone={tone}>{word}</Badge>
      <span className="inline-block min-w-0 break-words font-medium first-letter:uppercase">{title}</span>
      <span className="min-w-0 break-all font-mono text-ink-3 text-xs">{address}</span>
      <span className="ml-auto">
        <LookPill look={stepLooks[state]} />
      </span>
    </div>
  )
}

function Fields({ change: { action, fields, newSecret } }: { change: ChangeOfSet }) {
  if (action === 'remove') return null
  return (
    <div className="min-w-0 overflow-hidden rounded-md bg-sunken font-mono text-xs">
      {fields.map(({ path, before, after }) => (
        <div key={path}>
          {before === null ? null : <Line sign="−" name={path} value={before} />}
          {after === null ? null : <Line sign="+" name={path} value={after} />}
        </div>
      ))}
      {newSecret ? <Line sign="+" name="secret" value="stored anew" /> : null}
    </div>
  )
}

function Line({ sign, name, value }: { sign: '+' | '−'; name: string; value: string }) {
  const tone = sign === '+' ? 'bg-ok-soft' : 'bg-danger-soft'
  return (
    <p className={`whitespace-pre-wrap break-all px-2 py-0.5 ${tone}`}>
      {sign} {name === '' ? '' : `${name}: `}
      {value}
    </p>
  )
}
