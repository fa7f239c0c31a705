const unknown = 'unknown'
const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'] as const

/** 64-bit integers come as text. Null is unknown, never zero. */
type Quantity = string | number | null | undefined

/** "512 B", "1.50 GiB". */
export function formatBytes(sizeBytes: Quantity): string {
  if (sizeBytes === null || sizeBytes === undefined) return unknown
  let scaled = Number(sizeBytes)
  let power = 0
  while (Math.abs(scaled) >= 1023.5 && power < units.length - 1) {
    scaled /= 1024
    power += 1
  }
  if (power === 0) return `${scaled} B`
  const digits = scaled >= 99.95 ? 0 : scaled >= 9.995 ? 1 : 2
  return `${scaled.toFixed(digits)} ${units[power]}`
}

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

export function formatCount(count: Quantity): string {
  if (count === null || count === undefined) return unknown
  return grouped.format(typeof count === 'string' ? BigInt(count) : Math.round(count))
}

/** "1 part", "12 parts". */
export function formatCountOf(count: string | number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${Number(count) === 1 ? one : many}`
}

const two = (value: number) => String(value).padStart(2, '0')

/** "1.2 s", "1 m 05 s", "2 h 03 m", "3 d 04 h". */
export function formatDuration(elapsedMs: number | null): string {
  if (elapsedMs === null) return unknown
  if (elapsedMs < 9_950) return `${(Math.max(elapsedMs, 0) / 1000).toFixed(1)} s`
  const seconds = Math.round(elapsedMs / 1000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} m ${two(seconds % 60)} s`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return `${hours} h ${two(minutes % 60)} m`
  return `${Math.floor(hours / 24)} d ${two(hours % 24)} h`
}

/** "2026-11-21 02:44:10 UTC". */
export function formatTime(at: string | null): string {
  return at === null ? unknown : `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

/** "$1,234.50", "CHF 0.12"; less than a cent with three digits. */
export function formatMoney(amount: number | null, currency: string): string {
  if (amount === null) return unknown
  const label = /[A-Za-z]$/.test(currency) ? `${currency} ` : currency
  if (amount !== 0 && Math.abs(amount) < 0.01) return `${label}${Number(amount.toPrecision(3))}`
  return `${label}${amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
}

export function formatPercent(share: number | null): string {
  return share === null ? unknown : `${Math.floor(share * 100)} %`
}
