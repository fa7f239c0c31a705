import { SelectField } from '@frostline/ui'
import type { Fields } from '@/form/use-form.ts'
import { placeholderFromQuery } from '@/trpc/panel-from-query.ts'
import { useSources } from '../hooks/use-sources.ts'

/** A saved source and one of its buckets, to write files to. */
export function SourceAndBucketFields({ form }: { form: Fields<{ source: string; bucket: string }> }) {
  const query = useSources()
  const sources = query.data?.sources ?? []
  const source = sources.find(({ id }) => id === form.draft.source)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        {...form.field('source')}
        label="Source"
        value={source?.id ?? null}
        options={sources.map(({ id, name }) => ({ value: id, label: name }))}
        placeholder={placeholderFromQuery(
          query,
          'the sources',
          sources.length === 0 ? 'No sources' : undefined,
        )}
        onValueChange={(id) =>
          form.change({ source: id, bucket: sources.find((each) => each.id === id)?.buckets[0] ?? '' })
        }
      />
      <SelectField {...form.field('bucket')} label="Bucket" options={source?.buckets ?? []} />
    </div>
  )
}
