/** The daily puzzles of this browser: what is to be solved, what was handed in, and how long it took. */
import { onMount } from "svelte";
import { readSaved, save } from "../../storage";
import type { Puzzle, Reached } from "../../wire";
import type { Pile } from "../pile";
import { pointsOf } from "../score";
import {
  ATTEMPTS_KEY,
  dayOf,
  isAttempts,
  isResults,
  isTimes,
  RESULTS_KEY,
  standingOf,
  TIMES_KEY,
  weekOf,
  type Attempts,
  type Day,
  type Result,
  type Results,
  type Times,
} from "./daily";
import { fetchReached, handInPile, housePuzzle } from "./puzzles";

/** Call the constructor while a component is created. */
export class DailyPuzzles {
  today = $state(dayOf(new Date()));
  /** The day that is shown. */
  day = $state(dayOf(new Date()));
  isLoading = $state(true);
  results = $state.raw<Results>(readSaved(RESULTS_KEY, isResults, {}));
  #puzzles = $state.raw<ReadonlyMap<Day, Puzzle>>(new Map());
  /** What all players reached, by day. */
  #reached = $state.raw<ReadonlyMap<Day, readonly Reached[]>>(new Map());
  #attempts = $state.raw<Attempts>(readSaved(ATTEMPTS_KEY, isAttempts, {}));
  #times: Times = readSaved(TIMES_KEY, isTimes, {});
  /** When the player began to lay cards, or came back to them. Null: nobody lays cards. */
  #since: number | null = null;

  readonly puzzle = $derived.by(() => this.#puzzles.get(this.day) ?? null);
  readonly result = $derived.by((): Result | undefined => this.results[this.day]);
  /** How the result compares with those of other players. Null: it is not known. */
  readonly standing = $derived.by(() => this.result && standingOf(this.result, this.#reached.get(this.day) ?? []));
  readonly pile = $derived.by((): Pile => this.#attempts[this.day] ?? this.result?.pile ?? []);

  constructor() {
    onMount(() => {
      const onvisibilitychange = (): void => {
        this.#pauseTime();
        this.refresh();
      };
      this.refresh();
      addEventListener("online", this.refresh);
      document.addEventListener("visibilitychange", onvisibilitychange);
      return () => {
        this.#pauseTime();
        removeEventListener("online", this.refresh);
        document.removeEventListener("visibilitychange", onvisibilitychange);
      };
    });
  }

  readonly refresh = (): void => {
    const today = dayOf(new Date());
    if (this.day === this.today) {
      this.day = today;
    }
    this.today = today;
    void this.#deal(this.day);
    if (navigator.onLine) {
      void this.#checkResults();
      void this.#compare(this.day);
    }
  };

  /** Show the puzzle of a day, this week's or an earlier one. */
  show(day: Day): void {
    this.#pauseTime();
    this.day = day;
    void this.#deal(day);
    void this.#compare(day);
  }

  async #deal(day: Day): Promise<void> {
    if (this.#puzzles.has(day)) {
      return;
    }
    this.isLoading = true;
    try {
      const puzzle = await housePuzzle(day);
      this.#puzzles = new Map([...this.#puzzles, [day, puzzle]]);
    } catch {
      // a browser that cannot deal needs the server; without it the page says so
    }
    this.isLoading = false;
  }

  /** Fetch what others reached, once the own result is known to the server. */
  async #compare(day: Day): Promise<void> {
    if (this.results[day]?.isChecked && !this.#reached.has(day)) {
      try {
        const reached = await fetchReached(day);
        this.#reached = new Map([...this.#reached, [day, reached]]);
      } catch {
        // without a server there is nothing to compare with
      }
    }
  }

  lay(to: Pile): void {
    this.#since ??= Date.now();
    const week = weekOf(this.day);
    const sameWeek = Object.entries(this.#attempts).filter(([name]) => week.includes(name));
    this.#attempts = { ...Object.fromEntries(sameWeek), [this.day]: [...to] };
    save(ATTEMPTS_KEY, this.#attempts);
  }

  /** Hand in the pile. Only the first one counts. */
  handIn({ name, hand, points: best, ways }: Puzzle): void {
    this.#pauseTime();
    const pile = [...this.pile];
    const points = pointsOf(pile, hand);
    const time = this.#times[name] ?? 0;
    this.#saveResult(name, { points, best, ways, pile, on: dayOf(new Date()), isChecked: false, time });
    this.refresh();
  }

  /** Let the server check the results that it has not checked yet. Failures are tried again the next time. */
  async #checkResults(): Promise<void> {
    const unchecked = Object.keys(this.results).filter((name) => !this.results[name]?.isChecked);
    await Promise.allSettled(unchecked.map((name) => this.#checkResult(name)));
  }

  /** Let the server count a pile that was handed in. */
  async #checkResult(name: Day): Promise<void> {
    const handedIn = this.results[name];
    if (handedIn !== undefined) {
      const { points, reached } = await handInPile(name, handedIn.pile);
      this.#reached = new Map([...this.#reached, [name, reached]]);
      this.#saveResult(name, { ...handedIn, points, isChecked: true });
    }
  }

  #saveResult(name: Day, result: Result): void {
    this.results = { ...this.results, [name]: result };
    save(RESULTS_KEY, this.results);
  }

  /** Add the time since the player began to lay cards. It does not run while another page is visible. */
  #pauseTime(): void {
    if (this.#since !== null && this.result === undefined) {
      this.#times = { ...this.#times, [this.day]: (this.#times[this.day] ?? 0) + Date.now() - this.#since };
      save(TIMES_KEY, this.#times);
    }
    this.#since = null;
  }
}
