import { partFormats } from '@frostline/domain'
import { readCount } from '@frostline/ui'
import { z } from 'zod'
import { choice, wholeNumber } from '@/form/field-schemas.ts'

const counts = (most: number) =>
  z
    .string()
    .transform((text) =>
      text
        .split(/[,\s]+/)
        .filter((each) => each !== '')
        .map(readCount),
    )
    .refine(
      (list) => list.length >= 1 && list.length <= 4 && list.every((each) => each >= 1 && each <= most),
      `Up to four numbers from 1 to ${most}.`,
    )

/** The shapes of tables to measure with. */
export const diskForm = z.object({
  formats: choice<ReadonlySet<(typeof partFormats)[number]>>()
    .refine((formats) => formats.size > 0, 'Choose at least one.')
    .transform((chosen) => partFormats.filter((format) => chosen.has(format))),
  ...{ columns: counts(500), parts: counts(200) },
  ...{ rows: wholeNumber(1_000, 50_000_000), runs: wholeNumber(1, 20) },
})

export const emptyDisk: z.input<typeof diskForm> = {
  ...{ formats: new Set(partFormats), columns: '5, 50', parts: '1, 10', rows: '200000', runs: '3' },
}
