import type { Route } from 'next'
import { routes } from '@/navigation/routes.ts'

export function nodeRoute(cluster: string, node: string): Route {
  return `${routes.nodes(cluster)}/${encodeURIComponent(node)}` as Route
}
