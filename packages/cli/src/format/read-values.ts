import { CliError } from '../exit-codes.ts'

const unitBytes: Record<string, bigint> = {
  '': 1n,
  b: 1n,
  kib: 1024n,
  mib: 1024n ** 2n,
  gib: 1024n ** 3n,
  tib: 1024n ** 4n,
  kb: 1000n,
  mb: 1000n ** 2n,
  gb: 1000n ** 3n,
  tb: 1000n ** 4n,
}

/** "50MiB", "1.5 GB" or bytes, as a decimal string. */
export function readSize(given: string): string {
  const [, whole = '', fraction = '', unit = ''] = /^(\d+)(?:\.(\d+))?\s*([a-z]*)$/i.exec(given.trim()) ?? []
  const factor = unitBytes[unit.toLowerCase()]
  if (whole === '' || factor === undefined)
    throw new CliError('usage', `${given} is not a size.`, 'Such as 50MiB, 1.5GiB or 1000000.')
  return String(BigInt(whole) * factor + (BigInt(fraction || 0) * factor) / 10n ** BigInt(fraction.length))
}

const unitMs: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }

/** "30m", "2h" in milliseconds. */
export function readDuration(given: string): number {
  const [, amount = '', unit = ''] = /^(\d+)\s*([smhdw])$/.exec(given.trim()) ?? []
  const factor = unitMs[unit]
  if (amount === '' || factor === undefined)
    throw new CliError('usage', `${given} is not a duration.`, 'Such as 90s, 30m, 2h or 7d.')
  return Number(amount) * factor
}

/** A date, a time, or an age such as "90d", "12w", "6mo" or "1y" before now, as ISO 8601. */
export function readMoment(given: string, now: Date): string {
  const [, amount = '', unit = ''] = /^(\d+)\s*(h|d|w|mo|y)$/.exec(given.trim()) ?? []
  if (unit === 'mo' || unit === 'y')
    return addMonths(now, -Number(amount) * (unit === 'y' ? 12 : 1)).toISOString()
  const at = amount === '' ? readDate(given) : new Date(now.getTime() - Number(amount) * (unitMs[unit] ?? 0))
  if (at === undefined || Number.isNaN(at.getTime()))
    throw new CliError(
      'usage',
      `${given} is not a date or an age.`,
      'Such as 2026-01-01, 90d, 12w, 6mo or 1y.',
    )
  return at.toISOString()
}

function readDate(given: string): Date | undefined {
  return /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2}))?$/.test(given) ? new Date(given) : undefined
}

/** The last day of a shorter month instead of a day in the next. */
function addMonths(at: Date, months: number): Date {
  const moved = new Date(at)
  moved.setUTCDate(1)
  moved.setUTCMonth(moved.getUTCMonth() + months)
  const days = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate()
  moved.setUTCDate(Math.min(at.getUTCDate(), days))
  return moved
}

export interface TableName {
  database: string
  table: string
}

const part = '(?:`(?:[^`\\\\]|``|\\\\.)+`|[^`.]+)'
const qualified = new RegExp(`^(${part})\\.(${part})$`, 's')

/** "database.table"; names with dots are in backquotes, as in ClickHouse. */
export function readTableName(given: string): TableName {
  const [, database = '', table = ''] = qualified.exec(given) ?? []
  if (database === '')
    throw new CliError(
      'usage',
      `${given} is not a table.`,
      'Write database.table; names with dots in `backquotes`.',
    )
  return { database: unquote(database), table: unquote(table) }
}

const unquote = (name: string) =>
  name.startsWith('`') ? name.slice(1, -1).replace(/``|\\(.)/gs, (pair, next) => next ?? pair[0]) : name

export function formatTableName({ database, table }: TableName): string {
  return [database, table].map(quote).join('.')
}

const quote = (name: string) =>
  /[`.]/.test(name) ? `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '``')}\`` : name

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function readRunId(given: string): string {
  if (!uuid.test(given))
    throw new CliError('usage', `${given} is not the ID of a run.`, 'List runs with `frostline runs`.')
  return given.toLowerCase()
}
