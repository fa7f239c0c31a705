import { Badge, Bytes, CodeBlock, formatCountOf } from '@frostline/ui'
import Link from 'next/link'
import { routes } from '@/navigation/routes.ts'
import { findingTexts } from './finding-texts.ts'
import type { ZeroCopyFinding } from './use-table-sharing.ts'

const looks = {
  critical: { tone: 'danger', word: 'Critical' },
  warning: { tone: 'warn', word: 'Warning' },
  notice: { tone: 'neutral', word: 'Note' },
} as const

const maxCommands = 200

/** One fault with its evidence, its cost, and what to do. */
export function FindingCard({ cluster, finding }: { cluster: string; finding: ZeroCopyFinding }) {
  const { title, meaning, mend } = findingTexts[finding.fault]
  const { tone, word } = looks[finding.severity]
  const paths = finding.removablePaths
  return (
    <article className="grid gap-1.5 px-4 py-3 text-sm">
      <h3 className="flex flex-wrap items-center gap-2 font-medium">
        <Badge tone={tone}>{word}</Badge>
        {title}
        <span className="font-normal text-ink-3 text-xs">
          {finding.count}
          {finding.bytes === null ? null : (
            <>
              , <Bytes value={finding.bytes} />
            </>
          )}
        </span>
      </h3>
      <p className="text-ink-2">{meaning}</p>
      <ul aria-label={`Evidence: ${title}`} className="grid gap-0.5 break-all font-mono text-2xs text-ink-2">
        {finding.evidence.map((line) => (
          <li key={line}>{line}</li>
        ))}
        {finding.count > finding.evidence.length ? (
          <li className="font-sans text-ink-3">and {finding.count - finding.evidence.length} more</li>
        ) : null}
      </ul>
      <p className="text-ink-2">
        <span className="font-medium">What to do:</span> {mend}
      </p>
      {paths.length > 0 ? (
        <>
          <CodeBlock
            className="max-h-60"
            language="text"
            label="Commands for clickhouse-keeper-client"
            code={paths
              .slice(0, maxCommands)
              .map((path) => `rm '${path}'`)
              .join('\n')}
          />
          <p className="text-ink-3 text-xs">
            For clickhouse-keeper-client.
            {paths.length > maxCommands
              ? ` The first ${maxCommands} of ${formatCountOf(paths.length, 'lock')}: refresh for the rest.`
              : ''}{' '}
            ClickHouse has no statement for it. Refresh this page right before you run them.{' '}
            <Link href={routes.newBucketAudit(cluster)} className="underline">
              Audit the bucket
            </Link>{' '}
            afterwards.
          </p>
        </>
      ) : null}
    </article>
  )
}
