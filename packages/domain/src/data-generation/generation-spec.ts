import { z } from 'zod'
import { objectCompression, objectFormat } from '../source/object-format.ts'
import { dataTemplateNames } from './data-template.ts'
import { maxFiles } from './file-name.ts'

/** Each open file has its own upload buffer, and a statement keeps all its files open to the end. */
export const maxFilesOfQuery = 32

/**
 * What the rows are. A template is a function of the row number, so any file can be rewritten at any time with the same
 * content. A query may be anything: it runs as one statement, which starts over after a failure.
 */
const generationContent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('template'), template: z.enum(dataTemplateNames) }),
  z.object({ kind: z.literal('query'), query: z.string().trim().min(1).max(50_000) }),
])

/** The key prefix before the file names, such as `trial/`. ClickHouse reads `*`, `?` and braces as a glob. */
const prefix = z
  .string()
  .max(800)
  .transform((text) => (text === '' || text.endsWith('/') ? text : `${text}/`))
  .refine((text) => text !== '', 'Enter a folder. Test data needs its own folder.')
  .refine(
    (text) => !/[*?{}\p{Cc}\p{Surrogate}]/u.test(text),
    'A folder must have no *, ?, braces or control characters.',
  )
  .refine(
    (text) => !text.startsWith('/') && !text.includes('//'),
    'A folder must not begin with a slash or contain two consecutive slashes.',
  )

const binaryFormats: ReadonlySet<string> = new Set(['Parquet', 'ORC', 'Avro'])

/** A generation without the secret of its source. Written at start, never changed. */
export const generationSpec = z
  .object({
    source: z.object({ id: z.string().max(200), bucket: z.string().min(1).max(63) }),
    prefix,
    format: objectFormat,
    compression: objectCompression.describe(
      'Of the objects. Use none for Parquet, ORC and Avro, which compress internally.',
    ),
    content: generationContent,
    rows: z.number().int().min(1).max(10_000_000_000_000).describe('For a query: the maximum.'),
    rowsPerFile: z.number().int().min(1).max(1_000_000_000),
    statementsPerNode: z
      .number()
      .int()
      .min(1)
      .max(16)
      .default(1)
      .describe('Concurrent statements per node that write files, with one thread each.'),
  })
  .superRefine(({ rows, rowsPerFile, content, format, compression }, issues) => {
    const files = Math.ceil(rows / rowsPerFile)
    const most = content.kind === 'query' ? maxFilesOfQuery : maxFiles
    if (files > most)
      issues.addIssue({
        code: 'custom',
        path: ['rowsPerFile'],
        message: `${files} files exceed the maximum of ${most}${content.kind === 'query' ? ' for a query' : ''}. Increase the rows per file.`,
      })
    if (binaryFormats.has(format) && compression !== 'none')
      issues.addIssue({
        code: 'custom',
        path: ['compression'],
        message: `${format} compresses its columns internally. Choose none.`,
      })
  })
export type GenerationSpec = z.infer<typeof generationSpec>

/** Whether objects of the format are compressed as a whole, by a separate codec. */
export function takesCompression(format: GenerationSpec['format']): boolean {
  return !binaryFormats.has(format)
}
