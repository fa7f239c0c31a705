import { z } from 'zod'
import { ruleOfType } from './type-rules.ts'

/** A column as it is stored in the table, and how it is in the files. */
export const archiveColumn = z.object({
  name: z.string(),
  type: z.string(),
  /** Empty, DEFAULT or MATERIALIZED. */
  defaultKind: z.string(),
  /** Its name in the files. Null: the same. */
  fileName: z.string().nullable().default(null),
  /** Its type in the files. */
  fileType: z.string(),
  /** SQL over the quoted column, which is written `{}`. Null: the column itself. */
  write: z.string().nullable(),
  read: z.string().nullable(),
  /** Of a value in the table, each `{}`: what is compared instead of the value itself. Null: the value. */
  check: z.string().nullable().default(null),
  /** Parquet does not keep it, so the files are Native. */
  isNative: z.boolean().default(false),
})
export type ArchiveColumn = z.infer<typeof archiveColumn>

export interface TypeRemark {
  column: string
  type: string
  /** refused: the table cannot be archived. */
  outcome: 'refused' | 'remark'
  text: string
}

/** Kinds of columns that are computed by each query, or exist in an INSERT alone. */
const unstored = new Set(['ALIAS', 'EPHEMERAL'])

/** Virtual columns by which an archive selects rows. A column of the same name hides them. */
const virtual = new Set(['_part', '_partition_id', '_part_offset'])

export function planArchiveColumns(columns: readonly { name: string; type: string; defaultKind: string }[]): {
  columns: ArchiveColumn[]
  remarks: TypeRemark[]
} {
  const planned: ArchiveColumn[] = []
  const remarks: TypeRemark[] = []
  const taken = new Set(columns.map(({ name }) => name))
  for (const { name, type, defaultKind } of columns) {
    const say = (outcome: TypeRemark['outcome'], text: string) =>
      remarks.push({ column: name, type, outcome, text })
    if (virtual.has(name))
      say('refused', `It hides the virtual column ${name}, by which an archive selects rows.`)
    if (unstored.has(defaultKind)) {
      say('remark', `${defaultKind} columns are not stored. The manifest has their definition.`)
      continue
    }
    const rule = ruleOfType(type)
    if (rule.kind === 'refused') {
      say('refused', rule.reason)
      continue
    }
    if (rule.kind !== 'equal') say('remark', rule.remark)
    if (defaultKind === 'MATERIALIZED')
      say(
        'remark',
        'A restore into the table computes it again. A restore beside it keeps the stored values.',
      )
    const { fileType, write, read } =
      rule.kind === 'encoded' ? rule : { fileType: type, write: null, read: null }
    const check = rule.kind === 'equal' ? null : rule.check
    const fileName = nameInFile(name, taken)
    if (fileName !== null) {
      taken.add(fileName)
      say('remark', `It is named ${fileName} in the files, because loads cannot read its name.`)
    }
    const isNative = rule.kind === 'native'
    planned.push({ name, type, defaultKind, fileName, fileType, write, read, check, isNative })
  }
  return { columns: planned, remarks }
}

/** Virtual columns of s3(), by which loads tell objects apart. */
const virtualInFiles = new Set([
  '_path',
  '_file',
  '_size',
  '_time',
  '_etag',
  '_tags',
  '_headers',
  '_row_number',
])

function nameInFile(name: string, taken: ReadonlySet<string>): string | null {
  // Loads accept no expression with such a name.
  const plain = name.replace(/[\p{Cc}\u2028\u2029]/gu, '_').replace(/ \((alias|children) /g, '_$1_')
  if (plain === name && !virtualInFiles.has(name)) return null
  let other = plain === name ? `column${name}` : plain
  while (taken.has(other)) other = `_${other}`
  return other
}

/** The structure of a file, as s3() takes it. */
export function fileStructure(columns: readonly ArchiveColumn[]): { name: string; type: string }[] {
  return columns.map(({ name, fileName, fileType }) => ({ name: fileName ?? name, type: fileType }))
}

const withoutOrder =
  /^(?:Array|Map|Tuple|Nested|JSON|Variant|Dynamic|QBit|AggregateFunction|Point|Ring|(?:Multi)?(?:Polygon|LineString))\b/

/** Columns that have a smallest and a largest value. */
export function listOrdered(columns: readonly { name: string; type: string }[]): string[] {
  return columns.filter(({ type }) => !withoutOrder.test(type)).map(({ name }) => name)
}

/** SQL of a column, from its template and its quoted name. */
export function fillTemplate(template: string | null, quoted: string): string {
  return template === null ? quoted : template.replace('{}', () => quoted)
}

/** SQL of what is compared. @param sql of the value in the table */
export function fillCheck(check: string | null, sql: string): string {
  return check === null ? sql : check.replaceAll('{}', () => sql)
}
