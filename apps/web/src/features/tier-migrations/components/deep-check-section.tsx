import { formatCountOf, formatExactTime, KeyValueList } from '@frostline/ui'
import { LookPill } from '@/features/status/look-pill.tsx'
import { deepCheckLooks, type StepDetail } from '../status.ts'

/** The result of the step's deep check. Nothing for a step without one. */
export function DeepCheckSection({ step }: { step: StepDetail }) {
  const check = step.deepCheck
  if (!check) return null
  const damaged = check.parts.filter((part) => !part.passed)
  return (
    <section aria-labelledby="step-deep-check" className="flex flex-col gap-2">
      <h3 id="step-deep-check" className="font-medium text-sm">
        Deep check
      </h3>
      {step.deepCheckVerdict ? (
        <p className="text-ink-2 text-sm">
          <LookPill look={deepCheckLooks[step.deepCheckVerdict]} /> —{' '}
          {check.reason ?? 'Rows and content checksum are equal before and after.'}
        </p>
      ) : (
        <p className="text-ink-3 text-sm">Evaluated when the parts have arrived.</p>
      )}
      <KeyValueList
        items={[
          { key: 'Before', value: <Sum of={check.before} none="no checksum" /> },
          { key: 'After', value: <Sum of={check.after} none="not yet" /> },
          {
            key: 'CHECK TABLE',
            value:
              check.checkQueryId === null
                ? 'not yet'
                : `${formatCountOf(check.parts.length - damaged.length, 'part')} of ${check.parts.length} passed`,
          },
          ...(check.checkQueryId === null
            ? []
            : [{ key: 'Query', value: <span className="break-all">{check.checkQueryId}</span>, mono: true }]),
          ...(check.checkedAt === null
            ? []
            : [{ key: 'Checked', value: formatExactTime(new Date(check.checkedAt)) }]),
        ]}
      />
      {damaged.length > 0 ? (
        <ul className="flex flex-col gap-1 text-danger-ink text-xs">
          {damaged.map((part) => (
            <li key={part.name} className="break-words">
              <span className="font-mono">{part.name}</span>: {part.message}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}

function Sum({ of: sum, none }: { of: NonNullable<StepDetail['deepCheck']>['before']; none: string }) {
  if (!sum) return none
  return (
    <span className="break-all">
      {BigInt(sum.rows).toLocaleString('en-US')} rows, checksum{' '}
      <span className="font-mono">{sum.checksum}</span>
      <span className="block font-mono text-ink-3 text-xs">{sum.queryId}</span>
    </span>
  )
}
