'use client'
import {
  dataTemplateNames,
  dataTemplates,
  maxFilesOfQuery,
  objectCompressions,
  objectFormats,
  takesCompression,
} from '@frostline/domain'
import { NumberField, Panel, RadioGroup, SelectField, TextField } from '@frostline/ui'
import { NeedsRole } from '@/auth/needs-role.tsx'
import { useRoleAllows } from '@/auth/use-person.ts'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { SourceAndBucketFields } from '@/features/sources/components/source-and-bucket-fields.tsx'
import { PreviewForm } from '@/form/preview-form.tsx'
import { useForm } from '@/form/use-form.ts'
import { textParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { useVisit } from '@/navigation/use-visit.ts'
import type { GenerationInput } from '../generation.ts'
import { emptyGeneration, type GenerationForm, generationForm } from './generation-draft.ts'
import { PreviewPanel } from './preview-panel.tsx'

/** The location shown in the bucket browser. */
const params = { source: textParam(), bucket: textParam(), prefix: textParam() }

export function NewGenerationPage({ cluster }: { cluster: string }) {
  const visit = useVisit()
  const [{ source, bucket, prefix }] = useUrlState(params)
  return (
    <NeedsRole needed="operator" title="Generate test data" task="Generating test data">
      <PageHeader
        title="Generate test data"
        description="Writes files to a bucket, to test a load. Nothing is written until you start it."
      />
      <NewGeneration
        key={`${visit} ${source} ${bucket} ${prefix}`}
        cluster={cluster}
        from={{ source, bucket, prefix: `${prefix}test-data/` }}
      />
    </NeedsRole>
  )
}

interface NewGenerationProps {
  cluster: string
  from: Pick<typeof emptyGeneration, 'source' | 'bucket' | 'prefix'>
}

/** What is written and where; then its preview; then the start. */
function NewGeneration({ cluster, from }: NewGenerationProps) {
  const form = useForm(generationForm, () => ({ ...emptyGeneration, ...from }))
  return (
    <PreviewForm
      form={form}
      label="Generate test data"
      input={form.value ? { cluster, spec: form.value } : null}
      preview={(asked: GenerationInput, outdated) => (
        <PreviewPanel cluster={cluster} input={asked} outdated={outdated} />
      )}
    >
      <Panel title="Rows">
        <RowsFields form={form} />
      </Panel>
      <Panel title="Files">
        <PlaceFields form={form} />
      </Panel>
    </PreviewForm>
  )
}

function RowsFields({ form }: { form: GenerationForm }) {
  const { kind, template } = form.draft
  const admin = useRoleAllows('admin')
  return (
    <div className="flex flex-col gap-4">
      <RadioGroup
        {...form.field('kind')}
        label="Content"
        options={[
          {
            value: 'template',
            label: 'A template',
            description:
              'Each row is a function of its number, so all nodes can write in parallel, and a file has the same content each time.',
          },
          {
            value: 'query',
            label: 'A query',
            description: admin
              ? `One SELECT on one node, with at most ${maxFilesOfQuery} files. It starts over after a failure.`
              : 'Only for admins, because it can read everything that the ClickHouse user can.',
            disabled: !admin,
          },
        ]}
      />
      {kind === 'template' ? (
        <SelectField
          {...form.field('template')}
          label="Template"
          hint={dataTemplates[template].description}
          options={dataTemplateNames.map((value) => ({ value, label: dataTemplates[value].name }))}
        />
      ) : (
        <TextField
          {...form.field('query')}
          mono
          rows={6}
          label="Query"
          hint="Without FORMAT, SETTINGS and a semicolon. Only admins can see its text."
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField {...form.field('rows')} label={kind === 'query' ? 'Max rows' : 'Rows'} />
        <NumberField {...form.field('rowsPerFile')} label="Rows per file" />
      </div>
    </div>
  )
}

function PlaceFields({ form }: { form: GenerationForm }) {
  const { draft } = form
  const packs = takesCompression(draft.format)
  return (
    <div className="flex flex-col gap-4">
      <SourceAndBucketFields form={form} />
      <TextField
        {...form.field('prefix')}
        mono
        label="Folder"
        hint="It must be empty, so that nothing is overwritten. Files are named part-000000 and so on."
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField {...form.field('format')} label="Format" options={objectFormats} />
        <SelectField
          {...form.field('compression')}
          {...(packs ? {} : { value: 'none', disabled: true })}
          label="Compression"
          hint={packs ? undefined : `${draft.format} compresses its columns itself.`}
          options={objectCompressions}
        />
      </div>
      {draft.kind === 'template' ? (
        <NumberField
          {...form.field('statementsPerNode')}
          label="Concurrent statements per node"
          hint="Each uses one core, and memory for its open files. Leave cores for other work."
        />
      ) : null}
    </div>
  )
}
