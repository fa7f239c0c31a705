import { minuteOfDay, minutesPerDay, type TimeWindow } from './time-window.ts'
import { isTimeZone } from './zone-clock.ts'

/** What is wrong with a window. `path` identifies the field: ['spans', 0, 'to']. */
export interface WindowFault {
  path: (string | number)[]
  message: string
}

/** All faults of a window as entered. The other functions need a window without faults. */
export function findWindowFaults(window: TimeWindow): WindowFault[] {
  const faults: WindowFault[] = []
  if (!isTimeZone(window.timeZone)) {
    faults.push({
      path: ['timeZone'],
      message: `Unknown time zone '${window.timeZone}'. Use a name such as Europe/Berlin or UTC.`,
    })
  }
  if (window.spans.length === 0) {
    faults.push({ path: ['spans'], message: 'A window without hours never opens. Add at least one span.' })
  }
  window.spans.forEach((span, index) => {
    const at = (field: string) => ['spans', index, field]
    if (span.days.length === 0) {
      faults.push({ path: at('days'), message: 'Choose at least one day of the week.' })
    }
    if (span.days.some((day) => !Number.isInteger(day) || day < 0 || day > 6)) {
      faults.push({ path: at('days'), message: 'Days go from 0 (Sunday) to 6 (Saturday).' })
    }
    const [from, to] = [minuteOfDay(span.from), minuteOfDay(span.to)]
    if (from === null || from === minutesPerDay) {
      faults.push({ path: at('from'), message: `'${span.from}' is not a valid start. Enter 00:00 to 23:59.` })
    }
    if (to === null) {
      faults.push({ path: at('to'), message: `'${span.to}' is not a valid end. Enter 00:00 to 24:00.` })
    }
    if (from !== null && from === to) {
      faults.push({
        path: at('to'),
        message: 'Start and end are the same. For the whole day enter 00:00 to 24:00.',
      })
    }
  })
  return faults
}
