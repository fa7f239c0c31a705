'use client'
import { nextDueTimes, type TimeSpan } from '@frostline/domain'
import { useNow } from '@frostline/ui'
import { ZonedTimes } from './zoned-times.tsx'

interface NextDueTimesProps {
  cron: string
  timeZone: string
  windowSpans?: readonly TimeSpan[]
}

/** The next five runs, live. Nothing while there are none. */
export function NextDueTimes({ cron, timeZone, windowSpans = [] }: NextDueTimesProps) {
  const now = useNow()
  if (now === null) return null
  // The same for a whole minute, since cron has no seconds.
  const minuteMs = Math.floor(now.getTime() / 60_000) * 60_000
  const times = nextDueTimes(cron, timeZone, minuteMs, 5)
  if (times.length === 0) return null
  return (
    <div className="rounded-md border bg-sunken p-3">
      <p className="mb-2 font-medium text-xs">Next five runs</p>
      <ZonedTimes
        label="Next five runs"
        times={times.map((time) => new Date(time))}
        timeZone={timeZone}
        windowSpans={windowSpans}
      />
    </div>
  )
}
