// Texts that are opened.

/** A FEN fits on a line and has its pieces behind a colon; everything else is read as a game. */
export const isFen = (text: string) => /^\s*[BW?]:[^\n]*$/i.test(text.trim());

/** The text of a file: UTF-8, or what old programs for Windows wrote. */
export function decoded(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
