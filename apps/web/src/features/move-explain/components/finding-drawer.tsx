'use client'
import {
  Bytes,
  Drawer,
  EmptyState,
  formatCountOf,
  formatExactTime,
  type KeyValue,
  KeyValueList,
  type SqlStatement,
  SqlStatementList,
  StatusPill,
} from '@frostline/ui'
import type { ClusterTable } from '@/features/tables/table-of-address.ts'
import { destinationText, type Finding, type ReasonSum, stateTones, stateWords } from '../explanation.ts'
import { FindingParts } from './finding-parts.tsx'
import { FixActions } from './fix-actions.tsx'

interface FindingDrawerProps {
  at: ClusterTable
  /** Undefined while `open`: it is not among the current findings. */
  finding: Finding | undefined
  /** Of its parts only those that are late. */
  late: boolean
  reasons: readonly ReasonSum[]
  /** Statements sent to all nodes. */
  statements: readonly SqlStatement[]
  open: boolean
  onClose: () => void
}

/** One finding with its evidence, fixes and parts. */
export function FindingDrawer({ at, finding, late, reasons, statements, open, onClose }: FindingDrawerProps) {
  const sum = reasons.find(({ reason }) => reason === finding?.reason)
  return (
    <Drawer
      title={finding ? `Partition ${finding.partition}` : 'Finding'}
      description={finding ? `${finding.node} · ${sum?.title ?? finding.reason}` : undefined}
      open={open}
      onOpenChange={(next) => (next ? undefined : onClose())}
    >
      {finding ? (
        <div className="flex flex-col gap-6 p-5">
          <div className="flex flex-col gap-2">
            <p className="break-words text-sm">{finding.text}</p>
            <p className="text-ink-3 text-xs">{sum?.meaning}</p>
            {finding.certainty === 'inferred' ? (
              <p className="rounded-md bg-unknown-soft px-2.5 py-1.5 text-ink-2 text-xs">
                This is inferred. No system table of ClickHouse shows it directly. See Evidence.
              </p>
            ) : null}
          </div>
          {finding.fixes.length > 0 ? <FixActions at={at} finding={finding} /> : null}
          <KeyValueList labelWidth="7rem" items={describe(finding)} />
          <FindingParts at={at} finding={finding} late={late} />
          <Section title="Evidence">
            {finding.evidence.length === 0 ? (
              <p className="text-ink-3 text-sm">From the tier migration plan.</p>
            ) : (
              <div className="-mx-5">
                <SqlStatementList
                  statements={statements.filter(
                    ({ name, node }) => node === finding.node && finding.evidence.includes(name),
                  )}
                />
              </div>
            )}
          </Section>
        </div>
      ) : (
        <EmptyState title="Finding not found" className="py-16">
          The parts have moved, merged or become due since the link was created. Choose from the list.
        </EmptyState>
      )}
    </Drawer>
  )
}

function describe(finding: Finding): KeyValue[] {
  return [
    {
      key: 'State',
      value: <StatusPill tone={stateTones[finding.state]}>{stateWords[finding.state]}</StatusPill>,
    },
    { key: 'Current volume', value: finding.volumes.join(', '), mono: true },
    {
      key: 'Rule',
      value: finding.rule
        ? `${finding.rule.expression} to ${destinationText(finding.rule.destination)}`
        : 'no rule applies',
      mono: finding.rule !== null,
    },
    {
      key: 'Due',
      value: finding.firstDueAt
        ? formatExactTime(finding.firstDueAt)
        : finding.estimatedDueAt
          ? `about ${formatExactTime(finding.estimatedDueAt)} (estimate)`
          : 'unknown',
      note:
        finding.lastDueAt && finding.firstDueAt?.getTime() !== finding.lastDueAt.getTime()
          ? `the last part ${formatExactTime(finding.lastDueAt)}`
          : undefined,
    },
    {
      key: 'Contents',
      value: (
        <>
          <Bytes value={finding.bytes} /> in {formatCountOf(finding.parts, 'part')},{' '}
          {formatCountOf(finding.rows, 'row')}
        </>
      ),
    },
  ]
}

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-2">
      <h3 className="font-medium text-sm">{title}</h3>
      {children}
    </section>
  )
}
