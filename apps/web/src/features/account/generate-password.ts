/** Without characters that are easily confused: 0 O 1 l I. */
const alphabet = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const groups = 5
const groupLength = 5
/** Bytes from here on would favour the first characters. */
const fairBelow = 256 - (256 % alphabet.length)

/**
 * A password such as `kT7nw-…` in five groups of five: 25 characters of 57, about 145 bits.
 * @param fillRandom fills an array with random bytes, as crypto.getRandomValues does.
 */
export function generatePassword(fillRandom: (bytes: Uint8Array) => void): string {
  const letters: string[] = []
  const bytes = new Uint8Array(64)
  while (letters.length < groups * groupLength) {
    fillRandom(bytes)
    for (const byte of bytes) {
      if (byte < fairBelow && letters.length < groups * groupLength)
        letters.push(alphabet.charAt(byte % alphabet.length))
    }
  }
  return Array.from({ length: groups }, (_, index) =>
    letters.slice(index * groupLength, (index + 1) * groupLength).join(''),
  ).join('-')
}
