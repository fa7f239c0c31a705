import { drawTtlCases, type TtlCase } from './draw-ttl-cases.ts'

/**
 * As few of the drawn cases as have every trait and every combination of kinds of rules of all of them, in both modes.
 * Of the cases that add most it takes the first, so the same seed chooses the same cases.
 */
export function chooseTtlCases(seed: number, count: number): TtlCase[] {
  const left = new Map(drawTtlCases(seed, count).map((each) => [each, listTraits(each)]))
  const missing = new Set([...left.values()].flat())
  const chosen: TtlCase[] = []
  while (missing.size > 0) {
    let most: { one: TtlCase; traits: string[]; added: number } | null = null
    for (const [one, traits] of left) {
      const added = traits.filter((trait) => missing.has(trait)).length
      if (added > (most?.added ?? 0)) most = { one, traits, added }
    }
    if (most === null) break
    chosen.push(most.one)
    left.delete(most.one)
    for (const trait of most.traits) missing.delete(trait)
  }
  return chosen
}

function listTraits(one: TtlCase): string[] {
  const alone = [
    `partition ${one.partition}`,
    ...(one.settings.length === 0 ? ['no setting'] : one.settings),
    ...one.columns.map(({ name, known }) => `TTL of ${name}, ${known ? 'known' : 'later'}`),
    one.former === null ? 'no former TTL' : `former TTL, ${one.former.removed ? 'removed' : 'in effect'}`,
    ...(one.former === null ? [] : listRules(one.former.ttl).map((rule) => `former ${rule}`)),
    one.hidesRows ? 'hidden rows' : 'no hidden rows',
    one.fallback,
    ...listRules(one.ttl),
    ...listAges(one.ttl),
  ]
  const kinds = [...new Set(listRules(one.ttl).map((rule) => rule.split(' ')[0]))].toSorted()
  const together = [
    `rules ${kinds.join(', ')}`,
    `columns ${one.columns.map(({ name }) => name).join(', ')}`,
    `loses by ${[
      removes(one.ttl) ? 'rule' : '',
      one.columns.length > 0 ? 'column' : '',
      one.former !== null && removes(one.former.ttl) ? 'former rule' : '',
    ].join()}`,
  ]
  return [...alone, ...together].map((trait) => `${one.mode} ${trait}`)
}

const splitRules = (ttl: string) =>
  ttl
    .replaceAll('if(k = 1, at, at + INTERVAL 20 DAY)', 'if()')
    .split(/, (?=(?:at|day|fine|toDateTime\(fine\)|if\(\)) \+ )/)

/** Its rules, without their ages. */
const listRules = (ttl: string) =>
  splitRules(ttl).map(
    (rule) => / (?:DELETE WHERE|GROUP BY|TO VOLUME|RECOMPRESS) .*$/.exec(rule)?.[0].trim() ?? 'DELETE',
  )

const removes = (ttl: string) => listRules(ttl).some((rule) => /^(?:DELETE|GROUP)/.test(rule))

/** The forms of their ages, such as `at + INTERVAL n DAY`. */
const listAges = (ttl: string) =>
  splitRules(ttl).map((rule) =>
    rule.replace(/ (?:DELETE|GROUP BY|TO VOLUME|RECOMPRESS).*$/, '').replaceAll(/\d+/g, 'n'),
  )
