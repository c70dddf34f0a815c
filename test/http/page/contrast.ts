/**
 * An expression for a browser: the visible texts whose contrast to their background is below WCAG 2.2, 1.4.3 (4.5, or 3
 * for large text), each with its ratio. Disabled controls are exempt.
 */
export const LOW_CONTRAST = `(() => {
  const numbers = colour => (colour.match(/[\\d.]+/g) ?? []).map(Number);
  const part = value => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  const luminance = ([red, green, blue]) => 0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue);
  const background = element => {
    for (let one = element; one; one = one.parentElement) {
      const colour = numbers(getComputedStyle(one).backgroundColor);
      if ((colour[3] ?? 1) === 1) return colour;
    }
    throw new Error('The page has no background.');
  };
  const hasText = element => [...element.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim());
  const isShown = element => element.checkVisibility() && !element.closest('.unseen, :disabled');
  return [...document.querySelectorAll('body *')].filter(one => hasText(one) && isShown(one)).flatMap(element => {
    const style = getComputedStyle(element);
    const [low, high] = [numbers(style.color), background(element)].map(luminance).sort((a, b) => a - b);
    const size = Number.parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
    const ratio = (high + 0.05) / (low + 0.05);
    return ratio < (isLarge ? 3 : 4.5) ? [element.textContent.trim() + ': ' + ratio.toFixed(2)] : [];
  });
})()`;
