'use client'
import { Button } from '@frostline/ui'
import { Download } from 'lucide-react'
import { renderCsv } from '@/navigation/render-csv.ts'
import { saveFile } from '@/navigation/save-file.ts'

type Figure = bigint | number | null

interface CsvButtonProps {
  /** Of the file, without its extension. */
  name: string
  points: readonly { at: Date; figures: Readonly<Record<string, Figure>> | null }[]
}

/** The shown points as a file: exact values, empty in gaps. */
export function CsvButton({ name, points }: CsvButtonProps) {
  const names = Object.keys(points.find(({ figures }) => figures)?.figures ?? {})
  const columns = {
    time: ({ at }: CsvButtonProps['points'][number]) => at.toISOString(),
    ...Object.fromEntries(
      names.map((key) => [key, ({ figures }: CsvButtonProps['points'][number]) => figures?.[key] ?? null]),
    ),
  }
  return (
    <Button
      size="sm"
      icon={<Download aria-hidden />}
      disabled={names.length === 0}
      onClick={() => saveFile(`${name}.csv`, renderCsv(columns, points), 'text/csv')}
    >
      CSV
    </Button>
  )
}
