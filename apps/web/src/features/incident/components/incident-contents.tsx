'use client'
import { ErrorState, formatBytes, formatCount, KeyValueList, SkeletonRows } from '@frostline/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import { reportError } from '@/trpc/report-error.ts'

interface IncidentContentsProps {
  cluster: string
  from: Date
  to: Date
  messages: boolean
  people: boolean
}

/** The size of a frozen incident or a file, and what it will have. */
export function IncidentContents({ messages, people, ...range }: IncidentContentsProps) {
  const trpc = useTRPC()
  const query = useQuery({
    ...trpc.incidents.measure.queryOptions({ ...range, messages, people }),
    placeholderData: keepPreviousData,
  })
  if (query.error) return <ErrorState error={reportError(query.error, 'measure the data')} />
  const contents = query.data
  if (!contents) return <SkeletonRows count={4} />
  const tooLarge = contents.storedBytes > contents.maxBytes
  return (
    <section aria-label="Contents" className="rounded-md border bg-sunken p-3">
      <KeyValueList
        items={[
          {
            key: 'Size',
            value: (
              <>
                <strong>{formatBytes(contents.storedBytes)}</strong>
                <span className="text-ink-3"> of at most {formatBytes(contents.maxBytes)}</span>
                {tooLarge ? <span className="text-danger"> Choose a shorter time range.</span> : null}
              </>
            ),
          },
          {
            key: 'Figures',
            value: `${formatCount(contents.values)} values of ${formatCount(contents.series)} series, ${formatCount(contents.marks)} marks`,
          },
          { key: 'Names', value: `${contents.nodes.join(', ')}, databases, tables, disks and buckets` },
          {
            key: 'Queries',
            value: `${formatCount(contents.queryForms)} query forms with their literals replaced, ${formatCount(contents.queries)} statements over system tables`,
          },
          {
            key: 'Error messages',
            value: `${formatCount(contents.errorMessages)}, ${messages ? 'as shown on the page' : 'with literals, addresses and long numbers replaced'}`,
          },
          {
            key: 'People',
            value: contents.people.length === 0 ? 'None' : contents.people.join(', '),
          },
        ]}
      />
      <p className="mt-2 text-ink-3 text-xs">It has no credentials and no rows of tables.</p>
    </section>
  )
}
