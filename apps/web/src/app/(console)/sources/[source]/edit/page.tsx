import type { Metadata } from 'next'
import { EditSourcePage } from '@/features/sources/components/edit-source-page.tsx'
import { readPathParam } from '@/navigation/path-param.ts'

export const metadata: Metadata = { title: 'Edit source' }

/** The source is in the URL, so nothing of the page can be rendered before the navigation. */
export const instant = false

export default async function Page({ params }: { params: Promise<{ source: string }> }) {
  const { source } = await params
  return <EditSourcePage id={readPathParam(source)} />
}
