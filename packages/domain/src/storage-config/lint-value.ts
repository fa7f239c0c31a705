import type { SettingExplanation } from './setting-explanation.ts'

/** `10Gi`, `500M`, `1073741824`: a cache size as the server parses it. Undefined if invalid. */
export function readBytes(text: string): bigint | undefined {
  const found = /^(\d{1,18})\s*([KMGTP]i?)?$/i.exec(text)
  if (!found?.[1]) return undefined
  const unit = found[2]?.toUpperCase() ?? ''
  const power = BigInt(' KMGTP'.indexOf(unit[0] ?? ' '))
  return BigInt(found[1]) * (unit.endsWith('I') ? 1_024n : 1_000n) ** power
}

/** What is wrong with the format of a setting; undefined if nothing. */
export function findValueFault(
  { name, form, choices, range }: SettingExplanation,
  text: string,
): string | undefined {
  const fault = `${name} is "${text}" and must be ${range}.`
  if (choices)
    return choices.some((choice) => choice.toLowerCase() === text.toLowerCase()) ? undefined : fault
  switch (form) {
    case 'bytes': {
      if (/^\d{1,18}$/.test(text)) return undefined
      const meant = readBytes(text.replace(/B$/i, ''))
      return meant === undefined ? fault : `${fault.slice(0, -1)}: ${meant}.`
    }
    case 'size':
      return readBytes(text) === undefined ? fault : undefined
    case 'integer':
      return /^\d{1,9}$/.test(text) ? undefined : fault
    case 'share':
      return /^(0(\.\d+)?|1(\.0+)?)$/.test(text) ? undefined : fault
    case 'flag':
      return /^(true|false|0|1)$/i.test(text) ? undefined : fault
    case 'url':
      return /^https?:\/\/[^\s/]+/.test(text) ? undefined : fault
    default:
      return undefined
  }
}

export function isOn(text: string | undefined): boolean {
  return text !== undefined && /^(true|1)$/i.test(text)
}
