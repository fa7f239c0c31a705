import { groupDigits, isKnown, type Quantity, scaleToUnit, threeDigits, unknownText } from './quantity.ts'

const iecUnits = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB', 'ZiB'] as const

/** Bytes in IEC units with three significant digits: "512 B", "1.50 GiB". `null` is "unknown", never zero. */
export function formatBytes(sizeBytes: Quantity): string {
  if (!isKnown(sizeBytes)) return unknownText
  const { scaled, unit, power } = scaleToUnit(Number(sizeBytes), 1024, iecUnits)
  return power === 0 ? `${groupDigits(Math.round(scaled))} B` : `${threeDigits(scaled)} ${unit}`
}

/** Every byte, for titles: "1,610,612,736 B". */
export function formatExactBytes(sizeBytes: Quantity): string {
  if (!isKnown(sizeBytes)) return unknownText
  return `${groupDigits(typeof sizeBytes === 'number' ? Math.round(sizeBytes) : sizeBytes)} B`
}

/** Bytes per second: "12.3 MiB/s". */
export function formatByteRate(bytesPerSecond: Quantity): string {
  return isKnown(bytesPerSecond) ? `${formatBytes(bytesPerSecond)}/s` : unknownText
}
