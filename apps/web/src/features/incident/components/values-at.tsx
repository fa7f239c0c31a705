import { figureText } from '@frostline/domain'
import { type Lane, laneLabels, linesAt } from '../lay-out-lanes.ts'

const maxLines = 3

/** The values of all lanes at a time, with their units. */
export function ValuesAt({ lanes, atMs }: { lanes: readonly Lane[]; atMs: number }) {
  const measured = lanes.filter(({ tracks }) => tracks.length > 0)
  return (
    <dl className="mt-3 grid gap-x-6 gap-y-3 border-t pt-3 sm:grid-cols-2 xl:grid-cols-3">
      {measured.map(({ lane, tracks }) => (
        <div key={lane} className="min-w-0">
          <dt className="mb-1 font-medium">{laneLabels[lane]}</dt>
          {tracks.map((track) => {
            const lines = linesAt(track, atMs)
            return (
              <dd key={track.measure} className="flex flex-col">
                <Value
                  label={track.noun}
                  text={lines.length === 0 ? 'not measured' : figureText(lines[0]?.value ?? 0, track.unit)}
                />
                {lines.length > 1
                  ? lines
                      .slice(0, maxLines)
                      .map(({ subject, label, value }) => (
                        <Value key={subject} label={label} text={figureText(value, track.unit)} isPart />
                      ))
                  : null}
              </dd>
            )
          })}
        </div>
      ))}
    </dl>
  )
}

function Value({ label, text, isPart = false }: { label: string; text: string; isPart?: boolean }) {
  return (
    <span className={`flex gap-3 ${isPart ? 'pl-3 text-ink-3' : 'text-ink-2'}`}>
      <span className="min-w-0 flex-1 truncate" title={label}>
        {label}
      </span>
      <span className={`shrink-0 text-right tabular-nums ${isPart ? '' : 'text-ink'}`}>{text}</span>
    </span>
  )
}
