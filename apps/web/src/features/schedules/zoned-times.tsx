'use client'
import { isWindowOpen, nextWindowOpening, type TimeSpan } from '@frostline/domain'
import { formatZonedTime, viewerZone } from './zoned-time.ts'

interface ZonedTimesProps {
  label: string
  times: readonly Date[]
  timeZone: string
  windowSpans: readonly TimeSpan[]
}

/** Due times in the schedule's zone and in the viewer's, and when a run waits for the window. */
export function ZonedTimes({ label, times, timeZone, windowSpans }: ZonedTimesProps) {
  const here = viewerZone()
  const elsewhere = here !== timeZone
  return (
    <table aria-label={label} className="w-full text-left text-sm tabular-nums">
      <thead className="text-ink-3 text-xs">
        <tr>
          <th scope="col" className="pr-4 pb-1 font-normal">
            {timeZone}
          </th>
          {elsewhere ? (
            <th scope="col" className="pb-1 font-normal">
              Local time, {here}
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {times.map((time) => {
          const startsAt = waitsUntil(time, timeZone, windowSpans)
          return (
            <tr key={time.getTime()} className="border-t">
              <td className="py-1 pr-4 align-top">
                {formatZonedTime(time, timeZone)}
                {startsAt ? (
                  <span className="block text-warn-ink text-xs">
                    waits for the window until {formatZonedTime(startsAt, timeZone)}
                  </span>
                ) : null}
              </td>
              {elsewhere ? (
                <td className="py-1 align-top text-ink-2">{formatZonedTime(time, here)}</td>
              ) : null}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function waitsUntil(time: Date, timeZone: string, windowSpans: readonly TimeSpan[]): Date | null {
  const window = { timeZone, spans: [...windowSpans] }
  if (windowSpans.length === 0 || isWindowOpen(window, time.getTime())) return null
  const opensAtMs = nextWindowOpening(window, time.getTime())
  return opensAtMs === null ? null : new Date(opensAtMs)
}
