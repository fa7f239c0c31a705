'use client'
import { listFigures, renderPostmortem } from '@frostline/domain'
import { Button, showToast } from '@frostline/ui'
import { FileDown, Link2 } from 'lucide-react'
import { useRoleAllows } from '@/auth/use-person.ts'
import { PrintButton } from '@/features/print/print-button.tsx'
import { writeTimes } from '@/features/time-range/chart-range.ts'
import { useChartRange } from '@/features/time-range/use-chart-range.ts'
import { saveFile } from '@/navigation/save-file.ts'
import { type IncidentAnswer, useFrozenId } from '../hooks/use-incident.ts'
import { ExportDialog } from './export-dialog.tsx'
import { FreezeDialog } from './freeze-dialog.tsx'

/** The address of the page with its times fixed, frozen data, a file of it, and a draft of a postmortem. */
export function ShareButtons({ cluster, answer }: { cluster: string; answer: IncidentAnswer }) {
  const { data, queries } = answer
  const { isZoomed } = useChartRange('1h')
  const { frozen } = useFrozenId()
  const operator = useRoleAllows('operator')
  const address = () => {
    const url = new URL(window.location.href)
    // "The last hour" would be another hour for whoever opens it later.
    if (!isZoomed && frozen === '') {
      url.searchParams.delete('range')
      for (const [name, value] of Object.entries(writeTimes(data))) url.searchParams.set(name, value)
    }
    return url.href
  }
  const save = () => {
    const text = renderPostmortem({
      ...{ cluster, from: data.from, to: data.to, address: address(), explanation: data.explanation },
      isFrozen: frozen !== '',
      figures: listFigures(data.series),
      gaps: data.gaps.map(
        ({ nodes, reason, remedy }) =>
          `${nodes.length > 0 ? `${nodes.join(', ')}: ` : ''}${reason} ${remedy}`,
      ),
      marks: data.marks.map(({ fromMs, label, detail, node }) => ({
        at: new Date(fromMs),
        label,
        detail,
        node,
      })),
      queries: Object.fromEntries(queries.map(({ name, sql }) => [name, sql])),
    })
    saveFile(
      `postmortem-${cluster}-${data.from.toISOString().slice(0, 16).replace(':', '')}.md`,
      text,
      'text/markdown',
    )
  }
  const copyLink = async () => {
    try {
      await navigator.clipboard.writeText(address())
      showToast({
        tone: 'success',
        title: 'Link copied',
        description: 'It opens this page with these times.',
      })
    } catch {
      showToast({
        tone: 'warning',
        title: 'The browser refused to copy',
        description: 'Copy the address of the page, or open the console over HTTPS.',
      })
    }
  }
  return (
    <>
      <Button size="sm" icon={<Link2 aria-hidden />} onClick={() => void copyLink()}>
        Copy link
      </Button>
      {operator && frozen === '' ? <FreezeDialog cluster={cluster} data={data} /> : null}
      <ExportDialog cluster={cluster} data={data} />
      <Button size="sm" icon={<FileDown aria-hidden />} onClick={save}>
        Postmortem
      </Button>
      <PrintButton size="sm" />
    </>
  )
}
