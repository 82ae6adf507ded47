/** The picture of a result: squares with symbols for a good one, empty ones for each point above the optimum. */
import { SYMBOLS } from "../cards/symbols";
import { fullSquares, SQUARE_COUNT, type Day, type Result } from "./daily";
import { durationText, resultText } from "./share";

const WIDTH = 1000;
const HEIGHT = 520;
const MARGIN = 60;
const SQUARE = 152;
const [PAPER, INK, MAT] = ["#faf7f2", "#1b171d", "#e4edef"];

/** Draw the result of a day. */
export async function drawResult(day: Day, result: Result): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const draw = canvas.getContext("2d")!;
  draw.fillStyle = PAPER;
  draw.fillRect(0, 0, WIDTH, HEIGHT);
  draw.fillStyle = INK;
  draw.font = '700 76px "Bodoni Moda", Didot, Georgia, serif';
  draw.fillText("COVER UP", MARGIN, 120);
  draw.font = "600 32px Inter, Helvetica, Arial, sans-serif";
  draw.fillText(resultText(day, result), MARGIN, 180, WIDTH - 2 * MARGIN);
  for (let place = 0; place < SQUARE_COUNT; place++) {
    drawSquare(draw, MARGIN + place * (SQUARE + 30), 220, place < fullSquares(result) ? place : null);
  }
  draw.fillStyle = INK;
  draw.font = "400 28px Inter, Helvetica, Arial, sans-serif";
  const time = result.time ? `${durationText(result.time)}   ` : "";
  draw.fillText(`${time}${location.host}/alone/daily`, MARGIN, 450, WIDTH - 2 * MARGIN);
  return new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob === null ? fail(new Error("the picture could not be drawn")) : done(blob))),
  );
}

/** Draw a square with a symbol, or an empty one. */
function drawSquare(draw: CanvasRenderingContext2D, x: number, y: number, symbol: number | null): void {
  draw.fillStyle = MAT;
  draw.strokeStyle = INK;
  draw.lineWidth = 3;
  draw.fillRect(x, y, SQUARE, SQUARE);
  draw.strokeRect(x, y, SQUARE, SQUARE);
  const art = symbol === null ? undefined : SYMBOLS[symbol];
  if (art !== undefined) {
    draw.save();
    draw.translate(x + SQUARE * 0.08, y + SQUARE * 0.08);
    draw.scale((SQUARE * 0.84) / 100, (SQUARE * 0.84) / 100);
    draw.fillStyle = art.colour;
    draw.lineWidth = 4;
    draw.fill(new Path2D(art.shape));
    draw.stroke(new Path2D(art.shape));
    draw.strokeStyle = "#fff";
    draw.stroke(new Path2D(art.texture));
    draw.restore();
  }
}
