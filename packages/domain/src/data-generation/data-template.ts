import type { TemplateColumns } from './template-column.ts'
import { eventColumns } from './templates/events.ts'
import { taxiTripColumns } from './templates/taxi-trips.ts'
import { wideColumns } from './templates/wide-rows.ts'

export const dataTemplateNames = ['taxi-trips', 'events', 'wide-rows'] as const
export type DataTemplateName = (typeof dataTemplateNames)[number]

export interface DataTemplate {
  name: string
  description: string
  columns: TemplateColumns
}

export const dataTemplates: Readonly<Record<DataTemplateName, DataTemplate>> = {
  'taxi-trips': {
    name: 'Taxi trips',
    description: '12 columns: times, zones, payment and decimals, ten trips a second from 2024 on.',
    columns: taxiTripColumns,
  },
  events: {
    name: 'Events',
    description: '10 columns: times in milliseconds, a UUID, addresses and a JSON text, a thousand a second.',
    columns: eventColumns,
  },
  'wide-rows': {
    name: 'Wide rows',
    description: '100 columns of numbers and short texts, some of them NULL. Hard to load.',
    columns: wideColumns,
  },
}

/** The rows `first` to `first + rows - 1` of a template. */
export function renderTemplate(name: DataTemplateName, first: number, rows: number): string {
  const columns = dataTemplates[name].columns.map(
    ({ name: column, type, expression }) =>
      `    CAST(${expression}, '${type.replaceAll("'", "\\'")}') AS ${column}`,
  )
  return `SELECT
${columns.join(',\n')}
FROM (SELECT number, sipHash64(number) AS h FROM numbers(${first}, ${rows}))`
}
