import { type Entry, type EntryGroup, entryGroups } from './entry.ts'
import { matchText, type Query, readyQuery } from './match-text.ts'

export interface Section {
  heading: string
  entries: readonly Entry[]
}

/** Max entries per group. More letters narrow the list. */
const most: Readonly<Record<EntryGroup, number>> = {
  Pages: 6,
  Actions: 6,
  Tables: 8,
  Nodes: 5,
  Runs: 6,
  'Pipelines and schedules': 5,
  Sources: 5,
  Alerts: 5,
  Users: 5,
  Clusters: 5,
}
const maxRecent = 6
/** Groups shown without a query: those that are short enough to read. */
const unasked: readonly EntryGroup[] = ['Pages', 'Actions']

/**
 * The sections of the palette. Without a query: recent entries, then pages and actions. With a query: the best of each group,
 * the group with the best entry first. Recent entries come before equal ones.
 * @param recent ids, the latest first.
 */
export function searchEntries(entries: readonly Entry[], text: string, recent: readonly string[]): Section[] {
  const query = readyQuery(text)
  if (query.plain === '') return listUnasked(entries, recent)
  const found = [...rank(entries, text, recent), ...combine(entries, text, recent)]
  const sections = entryGroups.flatMap((group) => {
    const ranked = found.filter(({ entry }) => entry.group === group).sort(byScore)
    const [best] = ranked
    if (!best) return []
    const shown = ranked.slice(0, most[group]).map(({ entry }) => entry)
    return { best: best.score, section: { heading: group, entries: shown } }
  })
  return sections.sort((a, b) => b.best - a.best).map(({ section }) => section)
}

/** The possible subjects of an action, ranked in the same way. Without a query the recent ones come first. */
export function searchSubjects(
  entries: readonly Entry[],
  of: EntryGroup,
  text: string,
  recent: readonly string[],
): Section[] {
  const listed = entries.filter(({ group }) => group === of)
  const ranked = rank(listed, text, recent).sort(byScore)
  return ranked.length === 0 ? [] : [{ heading: of, entries: ranked.slice(0, 50).map(({ entry }) => entry) }]
}

interface Ranked {
  entry: Entry
  score: number
}

function rank(entries: readonly Entry[], text: string, recent: readonly string[]): Ranked[] {
  const bonus = new Map(recent.map((id, index) => [id, Math.max(1, 9 - index)]))
  return rankAll(entries, readyQuery(text)).map(({ entry, score }) => ({
    entry,
    score: score + (bonus.get(entry.id) ?? 0),
  }))
}

function rankAll(entries: readonly Entry[], query: Query): Ranked[] {
  const ranked: Ranked[] = []
  for (const entry of entries) {
    const score = matchText(query, entry.search)
    if (score > 0) ranked.push({ entry, score })
  }
  return ranked
}

const byScore = (a: Ranked, b: Ranked) => b.score - a.score

/** "move trips": an action that asks for a table, and the table, in one. The longest matching prefix is the action. */
function combine(entries: readonly Entry[], text: string, recent: readonly string[]): Ranked[] {
  const words = text.trim().split(/\s+/)
  const asking = entries.filter(({ choice }) => choice.kind === 'ask')
  for (let cut = words.length - 1; cut > 0; cut--) {
    const head = readyQuery(words.slice(0, cut).join(' '))
    const tail = words.slice(cut).join(' ')
    const combined = entryGroups.flatMap((group) => {
      const found = rankAll(
        asking.filter(({ choice }) => choice.kind === 'ask' && choice.of === group),
        head,
      )
      // A prefix that matches an action only with a typing error is ignored.
      const best = Math.max(...found.map(({ score }) => score))
      const actions = found.filter(({ score }) => score > best / 2)
      if (actions.length === 0) return []
      const listed = entries.filter((entry) => entry.group === group)
      const subjects = rank(listed, tail, recent).sort(byScore).slice(0, maxSubjects)
      return actions.flatMap((action) =>
        subjects.flatMap((subject): Ranked | [] => {
          const entry = apply(action.entry, subject.entry)
          return entry ? { entry, score: (action.score + subject.score) / 2 } : []
        }),
      )
    })
    if (combined.length > 0) return combined
  }
  return []
}
const maxSubjects = 3

/** The action on one subject. Null if it does not take such a subject. */
export function apply(action: Entry, { subject, label, id }: Entry): Entry | null {
  const { choice } = action
  if (choice.kind !== 'ask' || subject === undefined) return null
  return {
    ...action,
    id: `${action.id}\n${id}`,
    label: action.label.replace('…', label),
    choice: { kind: 'go', href: choice.hrefOf(subject) },
  }
}

function listUnasked(entries: readonly Entry[], recent: readonly string[]): Section[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const used = recent.flatMap((id) => findUsed(byId, id) ?? []).slice(0, maxRecent)
  const others = unasked.map((group) => ({
    heading: group,
    entries: entries.filter((entry) => entry.group === group && !used.includes(entry)),
  }))
  return [{ heading: 'Recent', entries: used }, ...others].filter(({ entries }) => entries.length > 0)
}

/** Recent entries may be deleted or belong to another cluster. */
function findUsed(byId: ReadonlyMap<string, Entry>, id: string): Entry | null {
  const [first = '', second] = id.split('\n')
  const entry = byId.get(first)
  if (second === undefined || entry === undefined) return entry ?? null
  const subject = byId.get(second)
  return subject ? apply(entry, subject) : null
}
