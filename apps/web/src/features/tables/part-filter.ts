const MIB = 1_048_576n
const HOUR = 3600

export const sizes = [
  { value: 'tiny', label: 'Under 1 MiB', maxBytes: MIB },
  { value: 'small', label: '1 to 100 MiB', minBytes: MIB, maxBytes: 100n * MIB },
  { value: 'medium', label: '100 MiB to 10 GiB', minBytes: 100n * MIB, maxBytes: 10_240n * MIB },
  { value: 'large', label: 'Over 10 GiB', minBytes: 10_240n * MIB },
]

export const levels = [
  { value: 'fresh', label: 'Level 0, never merged', maxLevel: 0 },
  { value: 'merged', label: 'Level 1 and up', minLevel: 1 },
]

export const ages = [
  { value: 'hour', label: 'Changed in the last hour', maxAgeSeconds: HOUR },
  { value: 'day', label: 'Changed in the last day', maxAgeSeconds: 24 * HOUR },
  { value: 'older', label: 'Changed over a day ago', minAgeSeconds: 24 * HOUR },
]

interface PartChoice {
  part: string
  partition: string
  disk: string
  node: string
  active: 'active' | 'inactive' | 'all'
  size: string
  level: string
  age: string
}

/** The filter of the parts grid as the API takes it. `any` and empty choices are left out. */
export function partFilter(choice: PartChoice) {
  const pick = <Option extends { value: string; label: string }>(
    options: readonly Option[],
    value: string,
  ) => {
    const {
      value: _value,
      label: _label,
      ...limits
    } = options.find((option) => option.value === value) ?? { value, label: '' }
    return limits
  }
  return {
    search: choice.part,
    active: choice.active,
    ...(choice.partition ? { partitionId: choice.partition } : {}),
    ...(choice.disk ? { disk: choice.disk } : {}),
    ...(choice.node ? { node: choice.node } : {}),
    ...pick(sizes, choice.size),
    ...pick(levels, choice.level),
    ...pick(ages, choice.age),
  }
}
