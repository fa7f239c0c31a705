import { partAges, partSizes } from '@frostline/domain'
import { choiceParam, sortParam, textParam, type UrlState } from '@/navigation/url-params.ts'
import type { ClusterTable } from './table-of-address.ts'

export const levels = [
  { value: 'fresh', label: 'Level 0, never merged', maxLevel: 0 },
  { value: 'merged', label: 'Level 1 and up', minLevel: 1 },
]

const DAY = 86_400

export const sizes = partSizes.map(({ id, label, minBytes, maxBytes }) => ({
  value: id,
  label,
  ...(minBytes === null ? {} : { minBytes }),
  ...(maxBytes === null ? {} : { maxBytes }),
}))

export const ages = [
  ...partAges.map(({ id, label, minAgeSeconds, maxAgeSeconds }) => ({
    value: id,
    label: `Changed: ${label.toLowerCase()}`,
    ...(minAgeSeconds === null ? {} : { minAgeSeconds }),
    ...(maxAgeSeconds === null ? {} : { maxAgeSeconds }),
  })),
  { value: 'day', label: 'Changed in the last day', maxAgeSeconds: DAY },
  { value: 'older', label: 'Changed over a day ago', minAgeSeconds: DAY },
]

const sorts = ['partition', 'name', 'bytes', 'rows', 'level', 'modified'] as const

/** State of the list of parts in the address. */
export const partsParams = {
  part: textParam(),
  partition: textParam(),
  disk: textParam(),
  node: textParam(),
  active: choiceParam(['active', 'inactive', 'all'] as const, 'active'),
  size: choiceParam(['any', ...sizes.map(({ value }) => value)], 'any'),
  level: choiceParam(['any', ...levels.map(({ value }) => value)], 'any'),
  age: choiceParam(['any', ...ages.map(({ value }) => value)], 'any'),
  parts: sortParam(sorts, { id: 'partition', desc: false }),
}

type PartsState = UrlState<typeof partsParams>

/** The input of `tables.parts` without its offset, and without `any` and empty choices. */
export function toPartsInput(at: ClusterTable, choice: PartsState) {
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
    ...at,
    search: choice.part,
    active: choice.active,
    ...(choice.partition ? { partitionId: choice.partition } : {}),
    ...(choice.disk ? { disk: choice.disk } : {}),
    ...(choice.node ? { node: choice.node } : {}),
    ...pick(sizes, choice.size),
    ...pick(levels, choice.level),
    ...pick(ages, choice.age),
    sort: sorts.find((id) => id === choice.parts?.id) ?? 'partition',
    direction: choice.parts?.desc ? ('desc' as const) : ('asc' as const),
    limit: 200,
  }
}
