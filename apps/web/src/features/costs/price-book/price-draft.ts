import { type ObjectPrices, type PriceBook, priceBook } from '@frostline/domain'
import { readDecimal } from '@frostline/ui'
import { adopt, choice } from '@/form/field-schemas.ts'

/** Prices of one disk or kind of disk, as they are typed. */
export interface TypedObjectPrices {
  gibMonth: string
  perThousandWrites: string
  perThousandReads: string
  egressGib: string
  minimumObjectKib: string
  minimumDays: string
}

export interface TypedLocalPrices {
  gibMonth: string
  basis: 'used' | 'provisioned'
}

export type TypedDisk =
  | ({ kind: 'local'; disk: string } & TypedLocalPrices)
  | ({ kind: 'object'; disk: string } & TypedObjectPrices)

export interface PriceDraft {
  currency: string
  source: string
  asOf: string
  local: TypedLocalPrices
  object: TypedObjectPrices
  disks: readonly TypedDisk[]
}

export function writePrices(prices: ObjectPrices): TypedObjectPrices {
  return {
    gibMonth: writeNumber(prices.gibMonth),
    perThousandWrites: writeNumber(prices.perThousandWrites),
    perThousandReads: writeNumber(prices.perThousandReads),
    egressGib: writeNumber(prices.egressGib),
    minimumObjectKib: writeNumber(prices.minimumObjectBytes / 1024),
    minimumDays: writeNumber(prices.minimumDays),
  }
}

export function toDraft({ local, object, disks, ...rest }: PriceBook): PriceDraft {
  return {
    ...rest,
    local: { ...local, gibMonth: writeNumber(local.gibMonth) },
    object: writePrices(object),
    disks: disks.map((each) =>
      each.kind === 'local'
        ? { ...each, gibMonth: writeNumber(each.gibMonth) }
        : { kind: 'object', disk: each.disk, ...writePrices(each) },
    ),
  }
}

/** The typed book, validated by the domain. */
export const priceForm = choice<PriceDraft>().transform((draft, context) => {
  const given = {
    ...{ currency: draft.currency, source: draft.source, asOf: draft.asOf },
    local: { ...draft.local, gibMonth: readDecimal(draft.local.gibMonth) },
    object: readPrices(draft.object),
    disks: draft.disks.map((each) =>
      each.kind === 'local'
        ? { ...each, gibMonth: readDecimal(each.gibMonth) }
        : { kind: 'object', disk: each.disk, ...readPrices(each) },
    ),
  }
  return adopt(
    priceBook,
    given,
    context,
    (path) => path.join('.').replace('minimumObjectBytes', 'minimumObjectKib'),
    explain,
  )
})

function explain(key: string): string {
  if (key === 'currency') return 'One to eight characters.'
  if (key === 'source') return 'Enter the source of the prices.'
  if (key === 'asOf') return 'Enter a date, such as 2026-11-22.'
  if (key === 'disks') return 'Each disk can be listed once.'
  if (key.endsWith('.disk')) return 'Enter the name of a disk.'
  return 'A number from 0.'
}

function readPrices(typed: TypedObjectPrices): Record<keyof ObjectPrices, number> {
  return {
    gibMonth: readDecimal(typed.gibMonth),
    perThousandWrites: readDecimal(typed.perThousandWrites),
    perThousandReads: readDecimal(typed.perThousandReads),
    egressGib: readDecimal(typed.egressGib),
    minimumObjectBytes: readDecimal(typed.minimumObjectKib) * 1024,
    minimumDays: readDecimal(typed.minimumDays),
  }
}

/** Without an exponent, which readDecimal rejects. */
function writeNumber(value: number): string {
  return value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 12 })
}
