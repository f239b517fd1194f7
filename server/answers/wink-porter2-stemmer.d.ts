declare module 'wink-porter2-stemmer' {
  /** The stem of an English word in small letters, by the second Porter algorithm. */
  export default function stem(word: string): string;
}
