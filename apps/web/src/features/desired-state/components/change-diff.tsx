import { diffLines } from '@frostline/domain'
import { Badge, buttonClasses } from '@frostline/ui'
import { CircleAlert } from 'lucide-react'
import Link from 'next/link'
import { LookPill } from '@/features/status/look-pill.tsx'
import { routes } from '@/navigation/routes.ts'
import { actionLooks, type ChangeOfSet, stepLooks } from '../change-set.ts'

/** Changes as a diff, each with its state. */
export function ChangeDiff({ changes }: { changes: readonly ChangeOfSet[] }) {
  return (
    <ol className="flex flex-col divide-y rounded-md border">
      {changes.map((change) => (
        <li key={change.ordinal} className="flex min-w-0 flex-col gap-2 p-3">
          <Head change={change} />
          {change.error === null ? null : (
            <p className="flex gap-2 break-words text-danger-ink text-sm">
              <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
              <span className="min-w-0">{change.error}</span>
            </p>
          )}
          {change.loss === null ? null : <p className="break-words text-danger-ink text-sm">{change.loss}</p>}
          <Fields change={change} />
          {change.proposalId === null || change.cluster === null ? null : (
            <p>
              <Link
                href={routes.storageProposal(change.cluster, change.proposalId)}
                className={buttonClasses('secondary')}
              >
                Open the rollout
              </Link>
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}

function Head({ change: { action, title, address, state } }: { change: ChangeOfSet }) {
  const { word, tone } = actionLooks[action]
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

function Fields({ change: { fields, newSecret, secretRefs } }: { change: ChangeOfSet }) {
  if (fields.length === 0 && !newSecret) return null
  return (
    <div className="min-w-0 overflow-hidden rounded-md bg-sunken py-1 font-mono text-xs">
      {fields.map((field) => (
        <Field key={field.path} {...field} />
      ))}
      {newSecret
        ? secretRefs.map((ref) => <Line key={ref} sign="+" text={`secret: ${ref} (stored anew)`} />)
        : null}
    </div>
  )
}

/** Of a value of several lines only those lines that differ have a sign. */
function Field({ path, before, after }: ChangeOfSet['fields'][number]) {
  const [old, fresh] = [toLines(before), toLines(after)]
  const name = path === '' ? '' : `${path}: `
  if (old.length <= 1 && fresh.length <= 1)
    return (
      <>
        {old.map((text) => (
          <Line key="before" sign="-" text={`${name}${text}`} />
        ))}
        {fresh.map((text) => (
          <Line key="after" sign="+" text={`${name}${text}`} />
        ))}
      </>
    )
  return (
    <>
      {name === '' ? null : <Line sign=" " text={name.trimEnd()} />}
      {diffLines(old, fresh).map(({ sign, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines repeat, and their order is all they have
        <Line key={index} sign={sign} text={`  ${text}`} />
      ))}
    </>
  )
}

const maxLineLength = 60

function toLines(value: string | null): string[] {
  if (value === null) return []
  return value.length > maxLineLength ? JSON.stringify(JSON.parse(value), null, 2).split('\n') : [value]
}

const looks = { '+': 'bg-ok-soft', '-': 'bg-danger-soft', ' ': '' }
const shownSigns = { '+': '+', '-': '−', ' ': ' ' }

function Line({ sign, text }: { sign: '+' | '-' | ' '; text: string }) {
  return (
    <p className={`whitespace-pre-wrap break-all px-2 py-0.5 ${looks[sign]}`}>
      {shownSigns[sign]} {text}
    </p>
  )
}
