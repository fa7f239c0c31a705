/** Addresses pasted as a list: by lines, commas, semicolons or spaces. One alone is no list. */
export function splitAddresses(text: string): string[] {
  const addresses = text.split(/[\s,;]+/).filter(Boolean)
  return addresses.length > 1 ? addresses : []
}
