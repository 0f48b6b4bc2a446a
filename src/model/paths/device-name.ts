const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com[\d\u00B9\u00B2\u00B3]|lpt[\d\u00B9\u00B2\u00B3]) *(?:[.:]|$)/i;

/** Whether Windows takes a file of this name for a device, whatever extension follows. */
export function isDeviceName(name: string): boolean {
  return DEVICE.test(name);
}
