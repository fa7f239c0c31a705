import type { Command } from 'commander'
import type { Answer } from '../api/client.ts'
import { defineCommand, withCluster } from '../define-command.ts'
import { CliError, type ExitName } from '../exit-codes.ts'
import { noteCoverage, renderAge } from '../format/coverage.ts'
import { formatBytes, formatCountOf, formatTime } from '../format/quantities.ts'
import { readCount } from '../format/read-options.ts'
import { readTableName } from '../format/read-values.ts'
import { printable } from '../format/render-table.ts'
import type { ClusterOptions, Host, Session } from '../session.ts'

interface WhyOptions extends ClusterOptions {
  partition?: string
  node?: string
  late?: boolean
  limit: number
}

export function addWhyCommand(program: Command, host: Host): void {
  withCluster(
    defineCommand(program, 'why <table> [part]', 'Explain why parts are on the volume where they are', [
      'why demo.trips_local --late',
      'why demo.trips_local --partition 202401',
      'why demo.trips_local 202401_1_12_2',
    ]),
  )
    .option('--partition <id>', 'only this partition')
    .option('--node <name>', 'only this node')
    .option('--late', 'only parts that are due and have not moved')
    .option('--limit <count>', 'at most this many findings', readCount, 20)
    .action((table: string, part: string | undefined, options: WhyOptions) =>
      host.run(options, (session) => explain(session, table, part, options)),
    )
}

const prefix = '/clusters/{cluster}/tables/{database}/{table}/move-explain'

async function explain(
  session: Session,
  given: string,
  part: string | undefined,
  options: WhyOptions,
): Promise<ExitName> {
  const path = { ...readTableName(given), cluster: (await session.findCluster(options.cluster)).slug }
  const { partition: partitionId, node, late, limit } = options
  if (part === undefined) {
    const query = { partitionId, node, late, limit }
    const answer = await session.api.call(`GET ${prefix}`, { path, query })
    session.print(answer, () => renderFindings(answer))
    noteCoverage(session.io, answer)
    return 'ok'
  }
  const query = { partitionId, node, late, limit: 500, search: part }
  const answer = await session.api.call(`GET ${prefix}/parts`, { path, query })
  const parts = answer.data.parts.filter(({ name }) => name === part)
  noteCoverage(session.io, answer)
  if (parts.length === 0)
    throw new CliError(
      'failed',
      `${given} has no active part ${part}.`,
      'It may have merged. List parts with `frostline why TABLE`.',
    )
  session.print({ ...answer, data: { ...answer.data, total: parts.length, parts } }, () =>
    parts.map(renderPart).join('\n\n'),
  )
  return 'ok'
}

function renderFindings(answer: Answer<`GET ${typeof prefix}`>): string {
  const { total, late, reasons, findings, matching } = answer.data
  const head = `${formatCountOf(total.parts, 'part')}, ${formatBytes(total.bytes)}. Late: ${formatCountOf(late.parts, 'part')}, ${formatBytes(late.bytes)}.`
  const sums = reasons.map(
    ({ title, meaning, parts, bytes }) =>
      `  ${printable(title)}: ${formatCountOf(parts, 'part')}, ${formatBytes(bytes)}\n    ${printable(meaning)}`,
  )
  const each = findings.map((finding) => {
    const due = finding.firstDueAt ?? finding.estimatedDueAt
    return [
      `${finding.partition} on ${finding.node}: ${formatCountOf(finding.parts, 'part')}, ${formatBytes(finding.bytes)} on ${finding.volumes.join(', ')}`,
      `  ${printable(finding.text)}`,
      ...(due === null
        ? []
        : [`  due ${formatTime(due)}${finding.firstDueAt === null ? ' (estimated)' : ''}`]),
      ...finding.evidence.map((line) => `  - ${printable(line)}`),
    ].join('\n')
  })
  const more =
    findings.length < matching
      ? [`${findings.length} of ${matching} findings; add --limit or --partition.`]
      : []
  return [head, ...(sums.length > 0 ? [sums.join('\n')] : []), ...each, ...more, renderAge(answer)].join(
    '\n\n',
  )
}

type Part = Answer<`GET ${typeof prefix}/parts`>['data']['parts'][number]

function renderPart(part: Part): string {
  const due = part.dueAt ?? part.estimatedDueAt
  return [
    `${part.name} on ${part.node}, disk ${part.disk}: ${printable(part.title)}`,
    `  ${printable(part.text)}`,
    ...(part.rule
      ? [
          `  rule: ${printable(part.rule.expression)} TO ${part.rule.destination.kind} ${part.rule.destination.name}`,
        ]
      : []),
    ...(due === null ? [] : [`  due ${formatTime(due)}${part.dueAt === null ? ' (estimated)' : ''}`]),
    ...part.evidence.map((line) => `  - ${printable(line)}`),
  ].join('\n')
}
