import { groupBy, type Verb, verbCatalog } from '@frostline/domain'

/** Verbs whose title, path or area has all words of a search, by area in the order of the alphabet. */
export function searchVerbs(search: string): [area: string, verbs: readonly Verb[]][] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const found = verbCatalog.filter(({ path, area, title }) => {
    const text = `${path} ${area} ${title}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  return [...groupBy(found, ({ area }) => area)].toSorted(([a], [b]) => (a < b ? -1 : 1))
}

/** With or without these verbs, in a stable order. */
export function toggleVerbs(chosen: readonly string[], verbs: readonly string[], isOn: boolean): string[] {
  const others = chosen.filter((path) => !verbs.includes(path))
  return (isOn ? [...others, ...verbs] : others).toSorted()
}

/** "12 of tier migrations, 3 of loads". */
export function describeVerbs(paths: readonly string[]): string {
  const areas = groupBy(
    verbCatalog.filter(({ path }) => paths.includes(path)),
    ({ area }) => area,
  )
  const known = [...areas].toSorted(([, a], [, b]) => b.length - a.length)
  const words = known.map(([area, verbs]) => {
    const all = verbCatalog.filter((verb) => verb.area === area).length
    return verbs.length === all ? `all of ${area}` : `${verbs.length} of ${area}`
  })
  const gone = paths.filter((path) => verbCatalog.every((verb) => verb.path !== path)).length
  return [...words, ...(gone > 0 ? [`${gone} that do not exist any more`] : [])].join(', ')
}
