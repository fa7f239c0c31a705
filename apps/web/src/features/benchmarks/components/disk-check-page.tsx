'use client'
import { answerDiskCheck } from '@frostline/domain'
import {
  Button,
  ConfirmDialog,
  column,
  type DataColumn,
  DataTable,
  formatElapsed,
  KeyValueList,
  numberColumn,
  Panel,
} from '@frostline/ui'
import { RotateCw } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useRoleAllows } from '@/auth/use-person.ts'
import { AnswerFirst } from '@/features/answer/answer-first.tsx'
import { ExpectedApproval } from '@/features/approvals/expected-approval.tsx'
import { HistoryPanel } from '@/features/run/history-panel.tsx'
import { stateColumn } from '@/features/run/run-columns.tsx'
import { RunHeader } from '@/features/run/run-header.tsx'
import { PageWithoutData } from '@/features/shell/components/page-without-data.tsx'
import { SentStatements } from '@/features/statements/sent-statements.tsx'
import { type Look, look } from '@/features/status/look.ts'
import { routes } from '@/navigation/routes.ts'
import {
  benchmarkLooks,
  type CheckResult,
  checkWords,
  type DiskCheck,
  isActiveBenchmark,
} from '../benchmark.ts'
import { useBenchmarkActions, useDiskCheck } from '../hooks/use-benchmarks.ts'
import { CancelBenchmark } from './cancel-benchmark.tsx'
import { RunProgressLines } from './run-progress-lines.tsx'

/** One disk check: each check with its result. */
export function DiskCheckPage({ id }: { id: string }) {
  const query = useDiskCheck(id)
  const check = query.data
  if (!check) return <PageWithoutData title="Disk check" task="read the check" query={query} />
  return (
    <div className="flex flex-col gap-4">
      <RunHeader
        lead="Check of"
        subject={check.subject}
        look={benchmarkLooks[check.status]}
        run={check}
        actions={
          <>
            <SentStatements steps={check.sent} nodeOf={() => check.nodeName} fileName={`check-${id}.sql`} />
            <CancelBenchmark bench={check} />
            <RepeatDiskCheck check={check} />
          </>
        }
      />
      <AnswerFirst answer={answerDiskCheck(check)} />
      <RunProgressLines bench={check} doing="checking the disk" />
      <Panel
        title="Checks"
        description="After each check, the rows are read back bypassing the caches and compared with the expected rows."
        flush
      >
        <DataTable label="Checks" columns={columns} rows={check.checks} getRowId={(row) => row.check} />
      </Panel>
      <HistoryPanel id={id} kind="benchmark" />
      <Panel title="Configuration">
        <KeyValueList items={factsOf(check)} />
      </Panel>
    </div>
  )
}

const looks: Record<CheckResult['status'], Look> = {
  planned: look('neutral', 'waiting', 'Not started yet.'),
  running: look('accent', 'running', 'Running.', true),
  completed: look('ok', 'passed', 'Passed.'),
  failed: look('danger', 'failed', 'Failed.'),
  cancelled: look('warn', 'skipped', 'Stopped, or never started.'),
}

const columns: readonly DataColumn<CheckResult>[] = [
  column('check', 'Check', { minWidthPx: 190, hideable: false }, (row) => checkWords[row.check].label),
  stateColumn((row) => looks[row.status]),
  numberColumn('time', 'Time', 90, (row) =>
    row.status === 'completed' || row.elapsedMs !== null ? formatElapsed(row.elapsedMs) : '—',
  ),
  column('what', 'Operation', 300, (row) => (
    <span className="text-ink-2 text-xs">{checkWords[row.check].meaning}</span>
  )),
  column('note', 'Note', 260, (row) => (
    <span
      className={row.error ? 'text-danger-ink text-xs' : 'text-xs'}
      title={row.error ?? row.note ?? undefined}
    >
      {row.error ?? row.note}
    </span>
  )),
]

function factsOf({ spec, nodeName }: DiskCheck) {
  const { disk, database, moves, rows } = spec
  return [
    { key: 'node', label: 'Node', value: nodeName, mono: true },
    { key: 'disk', label: 'Disk', value: disk, mono: true },
    {
      key: 'moves',
      label: 'Moves',
      value: moves ? `by ${moves.policy}, between ${disk} and ${moves.otherDisk}` : 'skipped',
      note: moves ? undefined : 'No policy has this disk and a second disk.',
    },
    { key: 'database', label: 'Database for scratch tables', value: database, mono: true },
    { key: 'rows', label: 'Rows', value: rows.toLocaleString('en') },
  ]
}

/** Repeats the check of the same disk, such as after a change of the store or its gateway. */
function RepeatDiskCheck({ check }: { check: DiskCheck }) {
  const router = useRouter()
  const operator = useRoleAllows('operator')
  const { startConformance } = useBenchmarkActions()
  if (!operator || isActiveBenchmark(check)) return null
  const { clusterSlug: cluster, spec } = check
  const { node, disk, database, rows, moves } = spec
  const begin = async () => {
    const { id } = await startConformance.mutateAsync({
      ...{ cluster, node, disk, database, rows, policy: moves?.policy ?? null },
    })
    router.push(routes.diskCheck(cluster, id))
  }
  return (
    <ConfirmDialog
      title={`Check ${disk} on ${node} again?`}
      description={`The check writes ${rows.toLocaleString('en')} rows to scratch tables in ${database}, reads them back, and drops the tables.${moves ? ` It moves a partition to ${moves.otherDisk} and back.` : ''}`}
      confirmLabel="Check"
      onConfirm={begin}
      trigger={
        <Button variant="primary" icon={<RotateCw aria-hidden />}>
          Check again
        </Button>
      }
    >
      <ExpectedApproval cluster={cluster} kind="benchmark" />
    </ConfirmDialog>
  )
}
