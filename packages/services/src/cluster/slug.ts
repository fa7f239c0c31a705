import type { Transaction } from '@frostline/db'

/** A name for use in a URL: lower-case ASCII letters, digits and single dashes; never empty. */
export function slugOf(name: string): string {
  const ascii = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const slug = ascii
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '')
  return slug === '' ? 'cluster' : slug
}

/** The name's slug, with a number appended when another cluster has it. */
export async function chooseSlug(tx: Transaction, name: string): Promise<string> {
  const base = slugOf(name)
  const taken = await tx.cluster.findMany({ where: { slug: { startsWith: base } }, select: { slug: true } })
  const slugs = new Set(taken.map((cluster) => cluster.slug))
  if (!slugs.has(base)) return base
  let number = 2
  while (slugs.has(`${base}-${number}`)) number += 1
  return `${base}-${number}`
}
