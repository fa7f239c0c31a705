import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { causeKindNames, incidentLanes, measureNames } from '@frostline/domain'
import { z } from 'zod'
import { ServiceError } from '../../base/service-error.ts'

export const incidentFileVersion = 1
/** Compressed: of a row of the ledger, and of a file that is imported. */
export const maxIncidentFileBytes = 524_288
const maxPlainBytes = 16_777_216

const text = z.string().max(4_000)
const names = z.array(z.string().max(255)).max(1_000)
const ms = z.number().int().min(0).max(8.64e15)
const at = z.iso.datetime().transform((given) => new Date(given))

const symptom = z.strictObject({ text, figure: text, subject: text, atMs: ms, nodes: names, query: text })
const cause = z.strictObject({
  ...symptom.shape,
  kind: z.enum(causeKindNames),
  score: z.number(),
  query: text.nullable(),
})
const series = z.strictObject({
  lane: z.enum(incidentLanes),
  measure: z.enum(measureNames),
  noun: text,
  unit: z.enum(['ms', 'per-second', 'bytes-per-second', 'count', 'ratio']),
  subject: text,
  label: text,
  nodes: names,
  fromMs: ms,
  stepMs: z.number().int().min(1).max(86_400_000),
  values: z.array(z.number().nullable()).max(2_000),
})
const mark = z.strictObject({
  lane: z.enum(incidentLanes),
  key: text,
  label: text,
  detail: text,
  node: text,
  fromMs: ms,
  toMs: ms.nullable(),
  query: text.nullable(),
})

/** What a file has. A field that is not known is refused: it might be of a later version. */
const incidentFile = z
  .strictObject({
    format: z.literal('frostline-incident'),
    version: z.literal(incidentFileVersion),
    cluster: z.string().min(1).max(255),
    title: z.string().max(200),
    observedAt: at,
    nodes: z
      .array(
        z.strictObject({
          name: z.string().max(255),
          shard: z.number().int(),
          replica: z.number().int(),
          state: z.enum(['ok', 'unreachable', 'timeout', 'refused', 'failed']),
          message: text.nullable(),
          elapsedMs: z.number(),
        }),
      )
      .max(1_000),
    /** Each query once. */
    queries: z
      .array(z.strictObject({ name: text, node: z.string().max(255), sql: z.string().max(20_000) }))
      .max(100),
    data: z.strictObject({
      from: at,
      to: at,
      stepSeconds: z.number().int().min(1).max(86_400),
      explanation: z.strictObject({
        sentence: text,
        symptom: symptom.nullable(),
        others: z.array(symptom).max(100),
        causes: z.array(cause).max(100),
      }),
      series: z.array(series).max(10_000),
      marks: z.array(mark).max(20_000),
      gaps: z
        .array(
          z.strictObject({
            nodes: names,
            lanes: z.array(z.enum(incidentLanes)),
            reason: text,
            remedy: text,
          }),
        )
        .max(1_000),
      clocks: z
        .array(z.strictObject({ node: z.string().max(255), offsetMs: z.number(), uncertaintyMs: z.number() }))
        .max(1_000),
    }),
  })
  .refine(({ data: { from, to, stepSeconds } }) => {
    const steps = (to.getTime() - from.getTime()) / stepSeconds / 1000
    return steps > 0 && steps <= 2_000
  }, 'The time range has no or too many steps.')
export type IncidentFile = z.output<typeof incidentFile>

export interface PackedIncident {
  content: Uint8Array<ArrayBuffer>
  sha256: string
  plainBytes: number
}

export async function packIncident(file: IncidentFile): Promise<PackedIncident> {
  const plain = Buffer.from(JSON.stringify(file))
  const content = new Uint8Array(await promisify(gzip)(plain))
  return { content, sha256: sha256Of(content), plainBytes: plain.byteLength }
}

/** @throws ServiceError `invalid` with what is wrong: too large, no gzip, no JSON, another version, another shape. */
export async function unpackIncident(content: Uint8Array): Promise<IncidentFile> {
  if (content.byteLength > maxIncidentFileBytes)
    throw refuse(`It has ${content.byteLength} bytes, and at most ${maxIncidentFileBytes} are taken`)
  let given: unknown
  try {
    const plain = await promisify(gunzip)(content, { maxOutputLength: maxPlainBytes })
    given = JSON.parse(plain.toString('utf8'))
  } catch (thrown) {
    const isLarge = (thrown as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    throw refuse(
      isLarge ? `It is larger than ${maxPlainBytes} bytes when unpacked` : 'It is not JSON in gzip',
    )
  }
  const version = z
    .looseObject({ format: z.literal('frostline-incident'), version: z.number() })
    .safeParse(given)
  if (!version.success) throw refuse('It is no incident of Frostline')
  if (version.data.version !== incidentFileVersion)
    throw refuse(
      `It has version ${version.data.version}, and this Frostline opens version ${incidentFileVersion}`,
    )
  const parsed = incidentFile.safeParse(given)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw refuse(`${issue?.path.join('.') || 'The file'}: ${issue?.message ?? 'not valid'}`)
}

export function sha256Of(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

function refuse(reason: string): ServiceError {
  return new ServiceError('invalid', `The file cannot be opened. ${reason}.`, {
    hint: 'Give a file that Export on the Incident page of a Frostline has saved, unchanged.',
  })
}
