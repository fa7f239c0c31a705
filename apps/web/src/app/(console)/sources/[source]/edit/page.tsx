import type { Metadata } from 'next'
import { EditSourcePage } from '@/features/sources/components/edit-source-page.tsx'
import { readPathParam } from '@/navigation/path-param.ts'

export const metadata: Metadata = { title: 'Edit source' }

/** Which source it is stands in the address, so nothing of the page can be drawn ahead of the navigation. */
export const instant = false

export default async function Page({ params }: { params: Promise<{ source: string }> }) {
  const { source } = await params
  return <EditSourcePage id={readPathParam(source)} />
}
