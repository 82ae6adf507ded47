/** The analysis of a finished game, which the server computes when somebody asks for it. */
import type { GameSource } from "../games/client";
import { request, ServerError } from "../server/api";
import { errorText } from "../server/refusal";
import { text } from "../text/text.svelte";
import type { Computing } from "../wire";

/** What the analyses of all games have in common. */
export interface GameAnalysis {
  game: string;
}

/** The pause before the server is asked again. */
const PAUSE_MS = 700;
/** The codes of problems that pass. */
const TEMPORARY = ["unreachable", "try-again", "too-fast"];

/** Asks for the analysis of a game again and again, until it is complete or refused. */
export class AnalysisRequest {
  analysis = $state.raw<GameAnalysis | null>(null);
  progress = $state.raw<Computing>({ done: 0, total: 0 });
  /** What went wrong. Empty: nothing. */
  problem = $state("");
  #isStopped = false;
  readonly #source: GameSource;

  constructor(source: GameSource) {
    this.#source = source;
  }

  /** Ask until there is an answer, or until `stop` is called. */
  async run(pause: (milliseconds: number) => Promise<void> = wait): Promise<void> {
    while (!this.#isStopped && this.analysis === null) {
      try {
        const found = await request<Computing | GameAnalysis>(...analysisRequest(this.#source));
        this.problem = "";
        if ("game" in found) {
          this.analysis = found;
          return;
        }
        this.progress = found;
      } catch (error) {
        const code = error instanceof ServerError ? error.code : "";
        this.problem = code === "not-now" ? text("review.not-over") : errorText(error);
        if (!TEMPORARY.includes(code)) {
          return;
        }
      }
      await pause(PAUSE_MS);
    }
  }

  stop(): void {
    this.#isStopped = true;
  }
}

/** Return the method, the path and the body of the request. */
export function analysisRequest(source: GameSource): ["GET" | "POST", string, unknown?] {
  return "table" in source
    ? ["GET", `/api/tables/${encodeURIComponent(source.table)}/analysis`]
    : ["POST", "/api/analysis", source.record];
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
