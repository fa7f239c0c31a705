import { KeyValueList, RelativeTime } from '@frostline/ui'
import { describeDuration, describeRequests } from '../describe-estimate.ts'
import type { Preview } from '../status.ts'

/** How long the plan takes, when it would end, and what its requests cost. */
export function PlanEstimate({ estimate }: { estimate: Preview['estimate'] }) {
  const { duration, ends, notes } = estimate
  return (
    <section aria-labelledby="plan-estimate" className="flex flex-col gap-2">
      <h3 id="plan-estimate" className="font-medium text-sm">
        Estimate
      </h3>
      <KeyValueList
        labelWidth="5rem"
        items={[
          {
            key: 'Duration',
            value: duration ? describeDuration(duration) : 'no rate measured yet',
            note: duration
              ? `From ${duration.measuredMoves.toLocaleString('en-US')} finished statements in this direction.`
              : undefined,
          },
          ...(ends
            ? [
                {
                  key: 'Ends',
                  value: <Ends {...ends} />,
                  note: 'If started now, within its window and rate limit.',
                },
              ]
            : []),
          { key: 'Requests', value: describeRequests(estimate) },
        ]}
      />
      {notes.map((note) => (
        <p key={note} className="text-ink-3 text-xs">
          {note}
        </p>
      ))}
    </section>
  )
}

function Ends({ earliest, latest }: NonNullable<Preview['estimate']['ends']>) {
  if (!earliest) return <>not within a year</>
  return (
    <>
      <RelativeTime at={earliest} /> to {latest ? <RelativeTime at={latest} /> : 'more than a year'}
    </>
  )
}
