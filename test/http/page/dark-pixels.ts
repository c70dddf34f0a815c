/** An expression for a browser: a function that counts the nearly black pixels of each of some images. */
export const DARK_PIXELS = `async images => Promise.all(images.map(async image => {
  await image.decode().catch(() => {});
  const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  return data.filter((value, i) => i % 4 === 0 && value < 80).length;
}))`;
