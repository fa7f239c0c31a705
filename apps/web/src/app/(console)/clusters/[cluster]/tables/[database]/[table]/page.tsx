import type { Metadata } from 'next'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { readPathParam } from '@/navigation/path-param.ts'

interface Props {
  params: Promise<{ database: string; table: string }>
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { database, table } = await params
  return { title: `${readPathParam(database)}.${readPathParam(table)}` }
}

export default async function Page({ params }: Props) {
  const { database, table } = await params
  return (
    <PageHeader
      title={
        <span className="font-mono">
          <span className="text-ink-3">{readPathParam(database)}.</span>
          {readPathParam(table)}
        </span>
      }
    />
  )
}
