/**
 * The six symbols of a deck. Each is drawn in a square of 100 × 100 and has all symmetries of the square, so that it looks the same
 * however its card is turned or flipped. They differ in shape, colour and texture.
 */

export interface SymbolArt {
  /** The name in message keys: `symbol.circle`. */
  name: "circle" | "triangle" | "square" | "star" | "heart" | "drop";
  colour: string;
  /** The path that is filled and outlined. */
  shape: string;
  /** The path of the lines inside. */
  texture: string;
}

/** The symbols 1 to 6 of a deck, in order. 0 is an empty square. */
export const SYMBOLS: readonly [SymbolArt, SymbolArt, SymbolArt, SymbolArt, SymbolArt, SymbolArt] = [
  {
    // rings
    name: "circle",
    colour: "#0072b2",
    shape: "M50 10a40 40 0 1 0 0 80 40 40 0 1 0 0-80z",
    texture: "M50 24a26 26 0 1 0 0 52 26 26 0 1 0 0-52zM50 38a12 12 0 1 0 0 24 12 12 0 1 0 0-24z",
  },
  {
    // four triangles, point to point
    name: "triangle",
    colour: "#00795a",
    shape: "M50 50 18 10h64zM50 50 90 18v64zM50 50 82 90H18zM50 50 10 82V18z",
    texture: "M34 21h32M42 31h16M79 34v32M69 42v16M34 79h32M42 69h16M21 34v32M31 42v16",
  },
  {
    // a grid
    name: "square",
    colour: "#d98200",
    shape: "M14 14h72v72H14z",
    texture: "M38 14v72M62 14v72M14 38h72M14 62h72",
  },
  {
    // eight points
    name: "star",
    colour: "#b8306f",
    shape:
      "M50.0 7.0L59.6 26.9L80.4 19.6L73.1 40.4L93.0 50.0L73.1 59.6L80.4 80.4L59.6 73.1L50.0 93.0L40.4 73.1L19.6 80.4L26.9 59.6L7.0 50.0L26.9 40.4L19.6 19.6L40.4 26.9z",
    texture: "M50 42V24M58 50h18M50 58v18M42 50H24",
  },
  {
    // four hearts, like a clover
    name: "heart",
    colour: "#c8102e",
    shape:
      "M50 50C36 40 30 32 30 24c0-12 14-14 20-4 6-10 20-8 20 4 0 8-6 16-20 26zM50 50c10-14 18-20 26-20 12 0 14 14 4 20 10 6 8 20-4 20-8 0-16-6-26-20zM50 50c14 10 20 18 20 26 0 12-14 14-20 4-6 10-20 8-20-4 0-8 6-16 20-26zM50 50C40 64 32 70 24 70c-12 0-14-14-4-20-10-6-8-20 4-20 8 0 16 6 26 20z",
    texture: "",
  },
  {
    // four dotted drops, like a blossom
    name: "drop",
    colour: "#5b3fa8",
    shape:
      "M50 50C38 36 34 28 34 22a16 16 0 0 1 32 0c0 6-4 14-16 28zM50 50c14-12 22-16 28-16a16 16 0 0 1 0 32c-6 0-14-4-28-16zM50 50c12 14 16 22 16 28a16 16 0 0 1-32 0c0-6 4-14 16-28zM50 50C36 62 28 66 22 66a16 16 0 0 1 0-32c6 0 14 4 28 16z",
    texture:
      "M50 17a5 5 0 1 0 0 10 5 5 0 1 0 0-10zM78 45a5 5 0 1 0 0 10 5 5 0 1 0 0-10zM50 73a5 5 0 1 0 0 10 5 5 0 1 0 0-10zM22 45a5 5 0 1 0 0 10 5 5 0 1 0 0-10z",
  },
];
