const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB']

/** Bytes for use in a sentence: exact below one KiB, else with two decimals, such as "69.03 GiB". */
export function sizeText(sizeBytes: bigint): string {
  let power = 0
  while (power < units.length - 1 && sizeBytes >> BigInt(10 * (power + 1)) > 0n) power++
  if (power === 0) return `${sizeBytes} B`
  const hundredths = (sizeBytes * 100n) / (1n << BigInt(10 * power))
  return `${hundredths / 100n}.${(hundredths % 100n).toString().padStart(2, '0')} ${units[power]}`
}

/** For messages of the domain rules: "1.50 GiB". */
export function gib(bytes: bigint): string {
  return `${(Number(bytes) / 1024 ** 3).toFixed(2)} GiB`
}
