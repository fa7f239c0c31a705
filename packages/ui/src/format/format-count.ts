import { groupDigits, isKnown, type Quantity, scaleToUnit, threeDigits, unknownText } from './quantity.ts'

const shortUnits = ['', 'K', 'M', 'B', 'T', 'Q'] as const

/** Every digit: "12,345,678". */
export function formatCount(count: Quantity): string {
  if (!isKnown(count)) return unknownText
  return groupDigits(typeof count === 'number' ? Math.round(count) : count)
}

/** Three significant digits: "12.3M"; counts below one thousand are exact. */
export function formatShortCount(count: Quantity): string {
  if (!isKnown(count)) return unknownText
  const { scaled, unit, power } = scaleToUnit(Number(count), 1000, shortUnits)
  return power === 0 ? groupDigits(Math.round(scaled)) : `${threeDigits(scaled)}${unit}`
}

/** "1 part", "12 parts"; irregular plurals are given. */
export function formatCountOf(count: Quantity, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 || count === 1n ? one : many}`
}

/** A count per second: "1.25K rows/s". */
export function formatCountRate(perSecond: Quantity, noun: string): string {
  return isKnown(perSecond) ? `${formatShortCount(perSecond)} ${noun}/s` : unknownText
}
