import type { Cause, Explanation, Symptom } from './explain.ts'
import type { IncidentFigure } from './list-figures.ts'

export interface PostmortemFacts {
  cluster: string
  from: Date
  to: Date
  /** Address of the page with this range, or of the frozen incident. */
  address: string
  /** Whether the address shows the same when the logs are gone. */
  isFrozen: boolean
  figures: readonly IncidentFigure[]
  explanation: Explanation
  /** What is not known, in sentences. */
  gaps: readonly string[]
  marks: readonly { at: Date; label: string; detail: string; node: string }[]
  /** SQL by name. */
  queries: Readonly<Record<string, string>>
}

/** A draft of a postmortem in Markdown: what is known, with figures and queries, and headings for what people add. */
export function renderPostmortem(facts: PostmortemFacts): string {
  const { explanation } = facts
  const { symptom, others, causes } = explanation
  const used = [symptom?.query, ...causes.map(({ query }) => query)].filter(
    (name) => typeof name === 'string',
  )
  const lines = [
    `# Incident on ${plain(facts.cluster)}, ${utc(facts.from)} to ${utc(facts.to)}`,
    '',
    `Draft by Frostline. [${facts.isFrozen ? 'Frozen data' : 'Timeline'}](${facts.address}). All times are UTC.`,
    ...(facts.isFrozen
      ? []
      : ['', '_The link reads the logs of the nodes again. Freeze the incident to keep its data._']),
    '',
    '## Summary',
    '',
    plain(explainInOneSentence(explanation)),
    '',
    '## Impact',
    '',
    ...(symptom ? [symptom, ...others].map(symptomLine) : ['No latency and no failure rate changed.']),
    '',
    '## What changed just before',
    '',
    ...(causes.length === 0
      ? ['Nothing else changed in the lanes that could be read.']
      : causes.map((cause, index) => `${index + 1}. ${causeLine(cause)}`)),
    '',
    '## Figures',
    '',
    '| figure | of | typical | worst | at |',
    '| --- | --- | ---: | ---: | --- |',
    ...facts.figures.map(
      ({ noun, label, typical, worst, atMs }) =>
        `| ${noun} | ${plain(label)} | ${typical} | ${worst} | ${clock(atMs)} |`,
    ),
    '',
    '## Timeline',
    '',
    '| time | what | node |',
    '| --- | --- | --- |',
    ...facts.marks.map(
      ({ at, label, detail, node }) =>
        `| ${utc(at)} | ${plain(detail === '' ? label : `${label} (${detail})`)} | ${plain(node)} |`,
    ),
    '',
    '## Not known',
    '',
    ...(facts.gaps.length === 0 ? ['All lanes were read.'] : facts.gaps.map((gap) => `- ${plain(gap)}`)),
    '',
    '## Root cause',
    '',
    '_To be written._',
    '',
    '## Actions',
    '',
    '- [ ] _To be written._',
    '',
    '## Queries',
    '',
    ...[...new Set(used)].flatMap((name) => {
      const sql = facts.queries[name]
      return sql === undefined ? [] : [`### ${name}`, '', ...fenced(sql), '']
    }),
  ]
  return `${lines.join('\n').trimEnd()}\n`
}

/** Of the score of the first cause, for a second one in the sentence. */
const leastShare = 0.6

/** What changed, and the most likely causes. */
export function explainInOneSentence({ symptom, causes }: Explanation): string {
  if (!symptom) return 'No latency and no failure rate changed in this range.'
  const what = `${symptom.text} went ${symptom.figure} at ${clock(symptom.atMs)}`
  const [first] = causes
  if (!first) return `${what}. Nothing else changed just before.`
  const named = causes.slice(0, 2).filter(({ score }) => score >= first.score * leastShare)
  const texts = named.map(
    ({ atMs, text, nodes, figure }) =>
      `${clock(atMs)} ${text}${onNodes(nodes)}${figure === '' ? '' : `, ${figure}`}`,
  )
  return `${what}. ${texts.join('; ')}.`
}

function symptomLine({ text, figure, atMs, nodes }: Symptom): string {
  return `- ${clock(atMs)} ${plain(text)}: **${plain(figure)}**${plain(onNodes(nodes))}`
}

function causeLine({ text, figure, atMs, nodes, query }: Cause): string {
  const source = query === null ? 'ledger of Frostline' : `query ${query}`
  return `${clock(atMs)} ${plain(text)}${plain(onNodes(nodes))}${figure === '' ? '' : `: **${plain(figure)}**`} (${source})`
}

function onNodes(nodes: readonly string[]): string {
  if (nodes.length === 0) return ''
  return nodes.length === 1 ? ` on ${nodes[0]}` : ` on ${nodes.length} nodes`
}

function clock(ms: number): string {
  return new Date(ms).toISOString().slice(11, 19)
}

function utc(at: Date): string {
  return at.toISOString().slice(0, 19).replace('T', ' ')
}

/** Text from servers and people is no Markdown. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>#|]/g, (sign) => `\\${sign}`)
}

/** A fence that is longer than any in the text. */
function fenced(sql: string): string[] {
  const longest = Math.max(2, ...[...sql.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return [`${fence}sql`, sql, fence]
}
