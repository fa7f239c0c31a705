'use client'
import { dataTemplates } from '@frostline/domain'
import {
  buttonClasses,
  bytesColumn,
  column,
  countColumn,
  type DataColumn,
  EmptyPicture,
  numberColumn,
} from '@frostline/ui'
import { Cloud, FilePlus2, FileText, Sparkles } from 'lucide-react'
import Link from 'next/link'
import { Begin } from '@/auth/begin.tsx'
import { useRoleAllows } from '@/auth/use-person.ts'
import { requestedByColumn, startedColumn, stateColumn } from '@/features/run/run-columns.tsx'
import { linkColumn } from '@/features/status/link-column.tsx'
import { PagedPanel } from '@/features/status/paged-panel.tsx'
import { routes } from '@/navigation/routes.ts'
import { type GenerationSummary, generationLooks } from '../generation.ts'
import { useGenerations } from '../hooks/use-generation.ts'

/** All test data that was written by nodes of the cluster. */
export function GenerationsPanel({ cluster }: { cluster: string }) {
  const operator = useRoleAllows('operator')
  const query = useGenerations(cluster)
  const link = operator ? (
    <Link href={routes.newGeneration(cluster)} className={buttonClasses('secondary')}>
      <FilePlus2 aria-hidden /> Generate test data
    </Link>
  ) : undefined
  return (
    <PagedPanel
      title="Test data"
      description="Files that this cluster wrote to buckets, to test loads."
      actions={query.data?.pages[0]?.generations.length ? link : undefined}
      task="read the generated test data"
      label="Test data"
      query={query}
      rowsOf={(page) => page.generations}
      columns={columnsOf(cluster)}
      empty={{
        picture: (
          <EmptyPicture
            of={[
              [Sparkles, 'accent'],
              [FileText, 'plain'],
              [Cloud, 'cold'],
            ]}
          />
        ),
        title: 'No test data',
        children:
          'Try loads with files of your own making: trips, events or wide rows in an empty folder of a bucket.',
        action: (
          <Begin needed="operator" what="generate test data">
            {link}
          </Begin>
        ),
      }}
    />
  )
}

function columnsOf(cluster: string): readonly DataColumn<GenerationSummary>[] {
  return [
    linkColumn('folder', 'Folder', { minWidthPx: 220, hideable: false }, (row) => ({
      href: routes.generation(cluster, row.id),
      text: `${row.bucket}/${row.prefix}`,
    })),
    stateColumn((row) => generationLooks[row.status]),
    column(
      'rows-of',
      'Rows of',
      { minWidthPx: 110, grow: 0 },
      (row) => Object.entries(dataTemplates).find(([name]) => name === row.template)?.[1].name ?? 'a query',
    ),
    numberColumn('files', 'Files', 90, (row) => `${row.writtenFiles}/${row.totalFiles}`),
    countColumn('rows', 'Rows', 110, (row) => row.writtenRows),
    bytesColumn('bytes', 'Bytes', 90, (row) => row.writtenBytes),
    requestedByColumn(),
    startedColumn(),
  ]
}
