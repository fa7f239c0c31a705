import type { ComponentType } from 'react'
import { readPathParam } from './path-param.ts'

/** The page of a route whose path has the parameters `names`. */
export function routePage<Name extends string>(
  Page: ComponentType<Record<Name, string>>,
  ...names: readonly Name[]
) {
  return async function RoutePage({ params }: { params: Promise<Record<Name, string>> }) {
    const given = await params
    const props = Object.fromEntries(names.map((name) => [name, readPathParam(given[name])]))
    return <Page {...(props as Record<Name, string>)} />
  }
}
