'use client'
import { objectCompressions, objectFormats, type TextReading } from '@frostline/domain'
import { NumberField, Panel, SelectField, TextField } from '@frostline/ui'
import { PreviewTable } from '@/features/sources/components/preview-table.tsx'
import { showText } from '@/features/sources/name-of-key.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import type { StepProps } from './use-draft.ts'

const dateTimeParsings = ['basic', 'best_effort', 'best_effort_us'] as const

/** How the objects are read; the inferred types can be changed. */
export function FormatStep({ state: { draft, change }, resolving }: StepProps) {
  const { inspection, format, compression, columns, sampleKey } = resolving
  const isText = format !== null && /^(CSV|TSV|JSON)/.test(format)
  const setText = (patch: { [Key in keyof TextReading]: TextReading[Key] | undefined }) =>
    change({ text: dropUndefined({ ...draft.text, ...patch }), mapping: null, wanted: null })
  const read = inspection.data
  return (
    <>
      <Panel title="Format" description="Detected from the file names.">
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          <SelectField
            label="Format"
            value={format}
            options={objectFormats}
            onValueChange={(next) => change({ format: next, types: {}, mapping: null, wanted: null })}
          />
          <SelectField
            label="Compression"
            value={compression}
            options={objectCompressions}
            onValueChange={(next) => change({ compression: next, types: {}, mapping: null, wanted: null })}
          />
          {format?.startsWith('CSV') ? (
            <TextField
              mono
              label="Delimiter"
              hint="One character. Default: comma."
              optional
              maxLength={1}
              value={draft.text.delimiter ?? ''}
              onValueChange={(text) => setText({ delimiter: text === '' ? undefined : text })}
            />
          ) : null}
          {isText && !format?.startsWith('JSON') ? (
            <>
              <NumberField
                label="Lines to skip at the start"
                optional
                value={draft.text.skipFirstLines === undefined ? '' : String(draft.text.skipFirstLines)}
                onValueChange={(text) =>
                  setText({ skipFirstLines: /^\d{1,6}$/.test(text) ? Number(text) : undefined })
                }
              />
              <TextField
                mono
                label="Text for NULL"
                hint="Default: \N"
                optional
                value={draft.text.nullText ?? ''}
                onValueChange={(text) => setText({ nullText: text === '' ? undefined : text })}
              />
            </>
          ) : null}
          {isText ? (
            <SelectField
              label="Dates and times"
              hint="best_effort accepts many formats but is slower."
              value={draft.text.dateTimeParsing ?? 'basic'}
              options={dateTimeParsings}
              onValueChange={(value) => setText({ dateTimeParsing: value === 'basic' ? undefined : value })}
            />
          ) : null}
        </div>
      </Panel>
      {format === null ? (
        <p role="status" className="text-sm">
          The format cannot be detected from the names. Choose one.
        </p>
      ) : (
        <Panel
          title="First rows"
          description={
            read && sampleKey !== null ? `From ${showText(sampleKey)}, read by ${read.node}` : undefined
          }
          flush
          minHeightPx={240}
          {...panelFromQuery(inspection, { task: 'read the first rows' })}
          sql={
            read
              ? [{ name: 'preview_s3', sql: read.sql, node: read.node, elapsedMs: read.elapsedMs }]
              : undefined
          }
        >
          {read ? <PreviewTable columns={read.columns} rows={read.rows} /> : null}
        </Panel>
      )}
      {read ? (
        <Panel title="Source columns" description="Inferred by ClickHouse. Correct wrong types here.">
          <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
            {columns.map(({ name, type }) => (
              <li key={name}>
                <TextField
                  mono
                  label={showText(name)}
                  value={type}
                  onValueChange={(next) =>
                    change({ types: { ...draft.types, [name]: next }, mapping: draft.mapping })
                  }
                />
              </li>
            ))}
          </ul>
        </Panel>
      ) : null}
    </>
  )
}

function dropUndefined(text: { [Key in keyof TextReading]: TextReading[Key] | undefined }): TextReading {
  return Object.fromEntries(Object.entries(text).filter(([, value]) => value !== undefined))
}
