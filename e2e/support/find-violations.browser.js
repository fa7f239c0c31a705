// Runs in the page, beside axe. `rules`: 'all' or 'contrast'. The contrast check takes three quarters of axe's time,
// and repeats it for each text with the same look. So all other rules check the whole page, and this one two texts per
// look: its colour, size and weight, and every background, opacity and effect up to the root.
globalThis.findViolations = async (rules) => {
  // The focus guards of an open popup are no content: they only return Tab.
  const exclude = [['[data-base-ui-focus-guard]']]

  const backdrops = new Map()
  function backdropOf(element) {
    if (element === null) return ''
    const known = backdrops.get(element)
    if (known !== undefined) return known
    const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode } = getComputedStyle(element)
    const own = [backgroundColor, backgroundImage, opacity, filter, mixBlendMode].join()
    const behind = backdropOf(element.parentElement)
    const backdrop = own === 'rgba(0, 0, 0, 0),none,1,none,normal' ? behind : `${behind} > ${own}`
    backdrops.set(element, backdrop)
    return backdrop
  }

  /** An overlapping element may have another background than its parents have. */
  function layersOf(element) {
    const layers = []
    for (let at = element; at !== null; at = at.parentElement) {
      const { position } = getComputedStyle(at)
      if (position !== 'static' && position !== 'relative') layers.push(`${at.tagName}.${at.className}`)
    }
    return layers.join()
  }

  /** The first and the last of each look. Text for screen readers only has a box of one pixel. */
  function textsOfEachLook() {
    const first = new Map()
    const last = new Map()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      const { width, height } = element.getBoundingClientRect()
      if (node.data.trim() === '' || !element.checkVisibility() || width < 2 || height < 2) continue
      const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element)
      const disabled = element.closest(':disabled, [aria-disabled="true"]') !== null
      const look = [
        color,
        fontSize,
        fontWeight,
        textShadow,
        disabled,
        backdropOf(element),
        layersOf(element),
      ].join('|')
      if (!first.has(look)) first.set(look, element)
      last.set(look, element)
    }
    return [...new Set([...first.values(), ...last.values()])]
  }

  const mark = 'data-text-of-a-look'
  const texts = textsOfEachLook()
  for (const text of texts) text.setAttribute(mark, '')
  axe.configure({ rules: [{ id: 'color-contrast', selector: `[${mark}]` }] })
  const { violations } = await axe.run(
    { exclude },
    { resultTypes: ['violations'], ...(rules === 'contrast' ? { runOnly: ['color-contrast'] } : {}) },
  )
  for (const text of texts) text.removeAttribute(mark)
  return violations.map(({ id, help, nodes }) => ({
    id,
    help,
    at: nodes.slice(0, 5).map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
  }))
}
