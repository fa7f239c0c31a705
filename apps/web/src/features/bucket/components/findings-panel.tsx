'use client'
import {
  bytesColumn,
  column,
  type DataColumn,
  formatCountOf,
  monoColumn,
  Tabs,
  timeColumn,
} from '@frostline/ui'
import { PackageCheck } from 'lucide-react'
import { linkColumn } from '@/features/status/link-column.tsx'
import { PagedPanel } from '@/features/status/paged-panel.tsx'
import { routes } from '@/navigation/routes.ts'
import { choiceParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { type AuditDetail, type BucketFinding, countFindings } from '../bucket-audit.ts'
import { useFindings } from '../hooks/use-audits.ts'

const kinds = ['orphan', 'missing', 'size_differs', 'upload'] as const
const params = { found: choiceParam(kinds, 'orphan') }

const words: Record<BucketFinding['kind'], { title: string; description: string; none: string }> = {
  orphan: {
    title: 'Orphans',
    description:
      'Objects that no replica knew in either pass, and that are older than all running work. Servers do not report objects of a BACKUP to a disk, or of disks with metadata in the bucket. Below these prefixes they are listed here too.',
    none: 'No orphans. A replica needs every object that is old enough.',
  },
  missing: {
    title: 'Missing',
    description: 'Objects that a replica needs and the store does not have. Queries of these parts fail.',
    none: 'No missing objects.',
  },
  size_differs: {
    title: 'Size mismatch',
    description: "Objects with a size that differs from the replica's metadata.",
    none: 'No size mismatches.',
  },
  upload: {
    title: 'Stale uploads',
    description:
      'Multipart uploads that started before the grace age and never finished. Their parts use space.',
    none: 'No stale uploads.',
  },
}

/** Findings: missing and orphaned objects, and leftovers of uploads. */
export function FindingsPanel({ audit }: { audit: AuditDetail }) {
  const [{ found }, setUrl] = useUrlState(params)
  return (
    <Tabs
      label="Findings"
      value={found}
      onValueChange={(next) => setUrl({ found: next }, { history: 'push' })}
      items={kinds.map((kind) => ({
        value: kind,
        label: `${words[kind].title} (${countFindings(audit, kind)})`,
        panel: <FindingsOfKind audit={audit} kind={kind} />,
      }))}
    />
  )
}

function FindingsOfKind({ audit, kind }: { audit: AuditDetail; kind: BucketFinding['kind'] }) {
  const unknown = kind === 'orphan' && audit.obstacle !== null
  const query = useFindings(audit.id, kind, unknown)
  const { title, description, none } = words[kind]
  return (
    <PagedPanel
      title={title}
      description={
        unknown
          ? `No conclusion: ${audit.obstacle} No replica that responded needs the objects below. The first 1,000 are listed.`
          : description
      }
      minHeightPx={140}
      task="read the findings"
      label={title}
      query={query}
      rowsOf={(page) => page.findings}
      columns={columnsOf(audit.clusterSlug, kind)}
      empty={{
        icon: <PackageCheck />,
        title: unknown ? 'No conclusion' : 'None',
        children: unknown ? audit.obstacle : none,
      }}
      footer={(total) => formatCountOf(total, 'object')}
      maxHeightPx={420}
    />
  )
}

function columnsOf(cluster: string, kind: BucketFinding['kind']): readonly DataColumn<BucketFinding>[] {
  const key: DataColumn<BucketFinding> = linkColumn(
    'key',
    'Key',
    { minWidthPx: 300, hideable: false },
    (row) => ({ href: routes.inspectObject(cluster, row.key), text: row.key }),
  )
  const size: DataColumn<BucketFinding> = bytesColumn(
    'size',
    'Size',
    { minWidthPx: 90, none: '—' },
    (row) => row.sizeBytes,
  )
  const changed: DataColumn<BucketFinding> = timeColumn(
    'changed',
    kind === 'upload' ? 'Started' : 'Changed',
    { minWidthPx: 110, none: '—' },
    (row) => row.modifiedAt,
  )
  if (kind === 'upload') return [key, changed]
  if (kind === 'orphan')
    return [
      key,
      size,
      changed,
      column(
        'named',
        'Named by',
        {
          minWidthPx: 120,
          grow: 0,
          description: 'Whether the name has the format that ClickHouse uses for objects of a disk.',
        },
        (row) => (row.engineMade ? 'the server' : 'another program'),
      ),
    ]
  return [
    key,
    column('file', 'File', { minWidthPx: 280, hideable: false }, (row) => {
      const text = `${row.database}.${row.table} ${row.part} ${row.file}`
      return (
        <span className="truncate font-mono text-xs" title={text}>
          {text}
        </span>
      )
    }),
    monoColumn('node', 'Needed by', 140, (row) => row.nodeName ?? '—'),
    column('confirmed', 'Second check', { minWidthPx: 120, grow: 0 }, (row) =>
      row.confirmed ? 'confirmed' : 'node unreachable',
    ),
    bytesColumn('needed', 'Needed size', { minWidthPx: 110, none: '—' }, (row) => row.neededBytes),
    size,
  ]
}
