import { type ConfigElement, parseConfigXml, printConfigXml } from '../storage-config/config-xml.ts'

export type MergedFile = { kind: 'ok'; text: string } | { kind: 'fault'; text: string }

/**
 * The drop-in file after an addition: objects in the addition override, everything else in the existing file stays. A
 * later proposal must not remove the disks of an earlier one, which tables may use. A disk comes after those it wraps,
 * as the server requires. The existing file is null where there was none.
 */
export function mergeStorageXml(former: string | null, addition: string): MergedFile {
  const before = former === null ? { disks: [], policies: [] } : readSections(former)
  const added = readSections(addition)
  if ('fault' in before) return { kind: 'fault', text: before.fault }
  if ('fault' in added) return { kind: 'fault', text: added.fault }
  const sections = [
    group('disks', sortByWrapping(mergeByName(before.disks, added.disks))),
    group('policies', mergeByName(before.policies, added.policies)),
  ].filter(({ content }) => content.length > 0)
  const text = printConfigXml(group('clickhouse', [group('storage_configuration', sections)]))
  return { kind: 'ok', text }
}

interface Sections {
  disks: readonly ConfigElement[]
  policies: readonly ConfigElement[]
}

function readSections(text: string): Sections | { fault: string } {
  const parsed = parseConfigXml(text)
  if (parsed.kind === 'fault')
    return { fault: `Line ${parsed.line} is not XML written by Frostline: ${parsed.text}` }
  const sections: ConfigElement[] = []
  for (const child of elementsOf(parsed.root)) {
    if (child.name !== 'storage_configuration') return { fault: foreign(child.name) }
    sections.push(...elementsOf(child))
  }
  const stranger = sections.find(({ name }) => name !== 'disks' && name !== 'policies')
  if (stranger) return { fault: foreign(stranger.name) }
  const inside = (name: string) => sections.filter((each) => each.name === name).flatMap(elementsOf)
  return { disks: inside('disks'), policies: inside('policies') }
}

function foreign(name: string): string {
  return `It contains <${name}>, which Frostline does not write. Move it to a separate file.`
}

function mergeByName(before: readonly ConfigElement[], added: readonly ConfigElement[]): ConfigElement[] {
  const byName = new Map(before.map((each) => [each.name, each]))
  for (const each of added) byName.set(each.name, each)
  return [...byName.values()]
}

/**
 * Each after the disk it names in `<disk>`, otherwise in the given order. A cycle keeps its order: the engine rejects
 * it.
 */
function sortByWrapping(disks: readonly ConfigElement[]): ConfigElement[] {
  const sorted = new Set<ConfigElement>()
  const visit = (disk: ConfigElement, above: readonly ConfigElement[]) => {
    if (sorted.has(disk) || above.includes(disk)) return
    const wrapped = elementsOf(disk).find(({ name }) => name === 'disk')?.content
    const under = disks.find(({ name }) => name === wrapped)
    if (under) visit(under, [...above, disk])
    sorted.add(disk)
  }
  for (const disk of disks) visit(disk, [])
  return [...sorted]
}

function elementsOf(element: ConfigElement): readonly ConfigElement[] {
  return typeof element.content === 'string' ? [] : element.content
}

function group(name: string, content: readonly ConfigElement[]) {
  return { name, attributes: {}, content }
}
