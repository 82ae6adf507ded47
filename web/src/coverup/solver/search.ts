// Written by scripts/web_solver.py from covergames.coverup._search. Do not edit.

export const CONFLICT = 256;

export const CELLS = 392;

export const CENTRE = 32;

export const FAR = 1099511627776;

export const CHECK_EVERY = 1024;

/** Return the point (x, y), mirrored left-right and then turned clockwise about (0, 0). */
export function turn_point(orientation: number, x: number, y: number): [number, number] {
  let _;
  if (orientation & 1) {
    x = -x;
  }
  for (_ = 0; _ < (orientation >> 1); _++) {
    [x, y] = [-y, x];
  }
  return [x, y];
}

/** Return the orientation that undoes the given one. */
export function inverse(orientation: number): number {
  if (orientation & 1) {
    return orientation;
  }
  return ((8 - orientation) & 7);
}

/** Return the orientation that results from `inner` followed by `outer`. */
export function compose(outer: number, inner: number): number {
  let turn;
  turn = ((outer >> 1) + ((outer & 1) ? -(inner >> 1) : (inner >> 1)));
  return (((outer ^ inner) & 1) | ((turn & 3) << 1));
}

export const POPCOUNT = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 1, 2, 2, 3, 2, 3, 3, 4, 2, 3, 3, 4, 3, 4, 4, 5, 1, 2, 2, 3, 2, 3, 3, 4, 2, 3, 3, 4, 3, 4, 4, 5, 2, 3, 3, 4, 3, 4, 4, 5, 3, 4, 4, 5, 4, 5, 5, 6, 1, 2, 2, 3, 2, 3, 3, 4, 2, 3, 3, 4, 3, 4, 4, 5, 2, 3, 3, 4, 3, 4, 4, 5, 3, 4, 4, 5, 4, 5, 5, 6, 2, 3, 3, 4, 3, 4, 4, 5, 3, 4, 4, 5, 4, 5, 5, 6, 3, 4, 4, 5, 4, 5, 5, 6, 4, 5, 5, 6, 5, 6, 6, 7, 1, 2, 2, 3, 2, 3, 3, 4, 2, 3, 3, 4, 3, 4, 4, 5, 2, 3, 3, 4, 3, 4, 4, 5, 3, 4, 4, 5, 4, 5, 5, 6, 2, 3, 3, 4, 3, 4, 4, 5, 3, 4, 4, 5, 4, 5, 5, 6, 3, 4, 4, 5, 4, 5, 5, 6, 4, 5, 5, 6, 5, 6, 6, 7, 2, 3, 3, 4, 3, 4, 4, 5, 3, 4, 4, 5, 4, 5, 5, 6, 3, 4, 4, 5, 4, 5, 5, 6, 4, 5, 5, 6, 5, 6, 6, 7, 3, 4, 4, 5, 4, 5, 5, 6, 4, 5, 5, 6, 5, 6, 6, 7, 4, 5, 5, 6, 5, 6, 6, 7, 5, 6, 6, 7, 6, 7, 7, 8];

export const POINTS = [[-3, -1], [-1, -1], [1, -1], [3, -1], [-3, 1], [-1, 1], [1, 1], [3, 1], [3, -1], [1, -1], [-1, -1], [-3, -1], [3, 1], [1, 1], [-1, 1], [-3, 1], [1, -3], [1, -1], [1, 1], [1, 3], [-1, -3], [-1, -1], [-1, 1], [-1, 3], [1, 3], [1, 1], [1, -1], [1, -3], [-1, 3], [-1, 1], [-1, -1], [-1, -3], [3, 1], [1, 1], [-1, 1], [-3, 1], [3, -1], [1, -1], [-1, -1], [-3, -1], [-3, 1], [-1, 1], [1, 1], [3, 1], [-3, -1], [-1, -1], [1, -1], [3, -1], [-1, 3], [-1, 1], [-1, -1], [-1, -3], [1, 3], [1, 1], [1, -1], [1, -3], [-1, -3], [-1, -1], [-1, 1], [-1, 3], [1, -3], [1, -1], [1, 1], [1, 3]];

export const MIDDLE = [-11, -4, 3, 10, -10, -3, 4, 11, 10, 3, -4, -11, 11, 4, -3, -10, 2, 3, 4, 5, -5, -4, -3, -2, 5, 4, 3, 2, -2, -3, -4, -5, 11, 4, -3, -10, 10, 3, -4, -11, -10, -3, 4, 11, -11, -4, 3, 10, -2, -3, -4, -5, 5, 4, 3, 2, -5, -4, -3, -2, 2, 3, 4, 5];

export const SHAPE = [0, 1, 4, 5];

export const NONE = [];

/** Return the set of orientations in which the card looks different from all lower ones. */
export function distinct_orientations(face: number[]): number {
  let same: number[];
  let o;
  let distinct: number;
  let looks_same;
  let square;
  let row;
  let column;
  let other;
  same = [];
  for (o of SHAPE) {
    looks_same = true;
    for (square = 0; square < 8; square++) {
      [row, column] = [Math.floor(square / 4), (square % 4)];
      if (o & 1) {
        column = (3 - column);
      }
      if (o & 4) {
        [row, column] = [(1 - row), (3 - column)];
      }
      if (face[((row * 4) + column)]! !== face[square]!) {
        looks_same = false;
        break;
      }
    }
    if (looks_same) {
      same.push(o);
    }
  }
  distinct = 255;
  if (same.length > 1) {
    for (o = 0; o < 8; o++) {
      for (other of same) {
        if (compose(o, other) < o) {
          distinct &= ~(1 << o);
        }
      }
    }
  }
  return distinct;
}

/** Return a placement as one integer: the number of squares on equal symbols, y, x, the orientation, and those squares. */
export function pack(mask: number, o: number, x: number, y: number): number {
  return ((((mask | (o << 8)) | (x << 11)) | (y << 17)) | (POPCOUNT[mask]! << 23));
}

/** Return the cell in the table of two cards, the first one `turned`, the second one `o` and its centre (dx, dy) away. */
export function relative(turned: number, o: number, dx: number, dy: number): number {
  let kept: number;
  if (turned & 2) {
    kept = dx;
    dx = dy;
    dy = -kept;
  }
  if (turned & 4) {
    dx = -dx;
    dy = -dy;
  }
  if (turned & 1) {
    dx = -dx;
    return (((((((turned - (o & 6)) & 6) | ((o & 1) ^ 1)) * 49) + ((dx + 3) * 7)) + dy) + 3);
  }
  return ((((((((o & 6) - turned) & 6) | (o & 1)) * 49) + ((dx + 3) * 7)) + dy) + 3);
}

/** One hand's tables, and the enumeration of all its piles of a given number of points. */
export class Search {
  count: number;
  faces: number[][];
  symbols: number[];
  orientations: number[];
  table: number[][];
  links: number[][];
  best: number[];
  nodes: number;
  node_limit: number;
  next_check: number;
  stop: (() => boolean) | null;
  stopped: boolean;
  one_is_enough: boolean;
  fixed: number;
  least: number[];
  laid_card: number[];
  laid_at: number[];
  found: [number, number][][];
  gain: number[];

  constructor(faces: number[][]) {
    this.count = faces.length;
    this.faces = faces;
    this.symbols = [];
    this.orientations = [];
    this.table = [];
    this.links = [];
    this.best = [];
    this.nodes = 0;
    this.node_limit = FAR;
    this.next_check = FAR;
    this.stop = null;
    this.stopped = false;
    this.one_is_enough = false;
    this.fixed = 0;
    this.least = new Array<number>(64).fill(0);
    this.laid_card = new Array<number>(16).fill(0);
    this.laid_at = new Array<number>(16).fill(0);
    this.found = [];
    this.gain = [];
    this._prepare();
    this._gains();
  }

  /** Fill the tables of all ordered pairs of cards. */
  _prepare(): void {
    let face;
    let first: number;
    let second: number;
    let table: number[];
    let links: number[];
    let best: number;
    for (face of this.faces) {
      this.symbols.push((8 - face.filter((each) => each === 0).length));
      this.orientations.push(distinct_orientations(face));
    }
    for (first = 0; first < this.count; first++) {
      for (second = 0; second < this.count; second++) {
        table = [];
        links = [];
        best = 0;
        if (first !== second) {
          table = new Array<number>(CELLS).fill(0);
          links = this._relate(first, second, table);
          if (links.length > 0) {
            best = (links[0]! >> 23);
          }
        }
        this.table.push(table);
        this.links.push(links);
        this.best.push(best);
      }
    }
  }

  /** Fill the table of two cards, and return the placements linked without a conflict, best first. */
  _relate(first: number, second: number, table: number[]): number[] {
    let below;
    let above;
    let touched: number[];
    let o: number;
    let i: number;
    let j: number;
    let links: number[];
    let allowed: number;
    let cell: number;
    let symbol: number;
    let bit: number;
    let value: number;
    let other: number;
    let middle: number;
    let seen: number;
    [below, above] = [this.faces[first]!, this.faces[second]!];
    touched = [];
    for (j = 0; j < 8; j++) {
      symbol = above[j]!;
      if (symbol === 0) {
        continue;
      }
      bit = (1 << j);
      for (i = 0; i < 8; i++) {
        other = below[i]!;
        if (other === 0) {
          continue;
        }
        middle = (24 + MIDDLE[i]!);
        for (o = 0; o < 8; o++) {
          cell = (((o * 49) + middle) - MIDDLE[((o * 8) + j)]!);
          if (other !== symbol) {
            table[cell] = CONFLICT;
            continue;
          }
          seen = table[cell]!;
          if (seen === 0) {
            touched.push(cell);
          }
          if (seen !== CONFLICT) {
            table[cell] = (seen | bit);
          }
        }
      }
    }
    links = [];
    allowed = this.orientations[second]!;
    for (cell of touched) {
      value = table[cell]!;
      o = Math.floor(cell / 49);
      if ((value !== CONFLICT) && ((allowed >> o) & 1)) {
        links.push(pack(value, o, ((Math.floor((cell % 49) / 7) - 3) + CENTRE), (((cell % 7) - 3) + CENTRE)));
      }
    }
    links.sort((one, other) => other - one);
    return links;
  }

  /** Return the squares of the card that lie on equal symbols of the card laid at that depth, or CONFLICT. */
  meets(depth: number, card: number, o: number, x: number, y: number): number {
    let at: number;
    let dx: number;
    let dy: number;
    let table;
    at = this.laid_at[depth]!;
    dx = (x - ((at >> 11) & 63));
    dy = (y - ((at >> 17) & 63));
    if ((dx > 3) || (dx < -3) || (dy > 3) || (dy < -3)) {
      return 0;
    }
    table = this.table[((this.laid_card[depth]! * this.count) + card)]!;
    return table[relative(((at >> 8) & 7), o, dx, dy)]!;
  }

  /** Append the card's placements that are linked to the card laid at that depth and to none laid before it. */
  new_links(depth: number, card: number, need: number, into: number[]): number {
    let most: number;
    let at: number;
    let turned: number;
    let link;
    let covered: number;
    let inner: number;
    let o: number;
    let u: number;
    let v: number;
    let x: number;
    let y: number;
    let earlier: number;
    let w: number;
    most = 0;
    at = this.laid_at[depth]!;
    turned = ((at >> 8) & 7);
    for (link of this.links[((this.laid_card[depth]! * this.count) + card)]!) {
      covered = (link >> 23);
      if (covered < need) {
        break;
      }
      inner = ((link >> 8) & 7);
      o = (((inner + turned) & 6) | ((inner ^ turned) & 1));
      u = (((link >> 11) & 63) - CENTRE);
      v = (((link >> 17) & 63) - CENTRE);
      if (turned & 1) {
        u = -u;
        o = ((((turned - inner) + (inner & 1)) & 6) | ((inner ^ turned) & 1));
      }
      if (turned & 2) {
        w = u;
        u = -v;
        v = w;
      }
      if (turned & 4) {
        u = -u;
        v = -v;
      }
      x = (u + ((at >> 11) & 63));
      y = (v + ((at >> 17) & 63));
      earlier = 0;
      while ((earlier < depth) && (this.meets(earlier, card, o, x, y) === 0)) {
        earlier += 1;
      }
      if (earlier === depth) {
        into.push((((((link & 255) | (o << 8)) | (x << 11)) | (y << 17)) | (covered << 23)));
        if (covered > most) {
          most = covered;
        }
      }
    }
    return most;
  }

  /** Visit every pile that grows from the laid cards 0 to depth - 1 and adds exactly `slack` points. */
  expand(depth: number, slack: number, in_hand: number, options: number[][]): void {
    let open_cards: number;
    let level: number;
    let card: number;
    let fewest: number;
    let other: number;
    let rest: number;
    let last: number;
    let symbols: number;
    let most_left: number;
    let may_float: number;
    let option;
    let left: number;
    let length: number;
    let further;
    open_cards = in_hand;
    level = (depth * this.count);
    while (true) {
      card = -1;
      fewest = FAR;
      for (other = 0; other < this.count; other++) {
        if ((open_cards >> other) & 1) {
          length = options[other]!.length;
          if (length < fewest) {
            card = other;
            fewest = length;
          }
        }
      }
      if (card < 0) {
        this._leaf(depth, slack, in_hand);
        return;
      }
      rest = (in_hand & ~(1 << card));
      last = -1;
      if ((rest !== 0) && ((rest & (rest - 1)) === 0)) {
        last = 0;
        while ((rest >> last) !== 1) {
          last += 1;
        }
      }
      symbols = this.symbols[card]!;
      most_left = this._reserve(level, card, rest);
      may_float = 0;
      if (last < 0) {
        for (other = 0; other < this.count; other++) {
          if (((rest >> other) & 1) && (this.symbols[other]! <= slack) && ((this.symbols[other]! + this._reserve(level, other, (in_hand & ~(1 << other)))) <= slack)) {
            may_float |= (1 << other);
          }
        }
      }
      for (option of options[card]!) {
        left = ((slack - symbols) + (option >> 23));
        if (left < most_left) {
          continue;
        }
        this.nodes += 1;
        if ((this.nodes >= this.next_check) && this._must_stop()) {
          return;
        }
        this.laid_card[depth] = card;
        this.laid_at[depth] = option;
        if (last >= 0) {
          this._last(depth, slack, left, last, (rest & open_cards), options[last]!);
        } else {
          if (rest === 0) {
            this._leaf((depth + 1), left, 0);
          } else {
            further = this._narrow(depth, slack, left, rest, open_cards, may_float, options);
            if (further !== null) {
              this.expand((depth + 1), left, rest, further);
            }
          }
        }
      }
      if (slack < (symbols + most_left)) {
        return;
      }
      open_cards &= ~(1 << card);
      this.least[(level + card)] = symbols;
    }
  }

  /** Return the slack that the other cards in hand need beyond what they can share with this one and each other. */
  _reserve(level: number, card: number, rest: number): number {
    let reserve: number;
    let first: number;
    let second: number;
    let third: number;
    let one: number;
    let two: number;
    let both: number;
    reserve = 0;
    for (first = 0; first < this.count; first++) {
      if (!((rest >> first) & 1)) {
        continue;
      }
      one = this.least[(level + first)]!;
      if ((one - this.gain[((1 << card) | (1 << first))]!) > reserve) {
        reserve = (one - this.gain[((1 << card) | (1 << first))]!);
      }
      for (second = 0; second < first; second++) {
        if (!((rest >> second) & 1)) {
          continue;
        }
        two = (one + this.least[(level + second)]!);
        both = (((1 << card) | (1 << first)) | (1 << second));
        if ((two - this.gain[both]!) > reserve) {
          reserve = (two - this.gain[both]!);
        }
        for (third = 0; third < second; third++) {
          if (((rest >> third) & 1) && (((two + this.least[(level + third)]!) - this.gain[(both | (1 << third))]!) > reserve)) {
            reserve = ((two + this.least[(level + third)]!) - this.gain[(both | (1 << third))]!);
          }
        }
      }
    }
    return reserve;
  }

  /** For every set of cards, at most how many symbols disappear on equal ones: exact for pairs and threes. */
  _gains(): void {
    let one: number;
    let two: number;
    let three: number;
    let members: number;
    let size: number;
    let both: number;
    let total: number;
    this.gain = new Array<number>((1 << this.count)).fill(0);
    for (two = 0; two < this.count; two++) {
      for (one = 0; one < two; one++) {
        this.gain[((1 << one) | (1 << two))] = this.best[((one * this.count) + two)]!;
      }
    }
    for (three = 0; three < this.count; three++) {
      for (two = 0; two < three; two++) {
        for (one = 0; one < two; one++) {
          both = this.best[((one * this.count) + two)]!;
          if (this.best[((one * this.count) + three)]! > both) {
            both = this.best[((one * this.count) + three)]!;
          }
          if (this.best[((two * this.count) + three)]! > both) {
            both = this.best[((two * this.count) + three)]!;
          }
          both = this._trio(one, two, three, both);
          this.gain[(((1 << one) | (1 << two)) | (1 << three))] = this._trio(one, three, two, both);
        }
      }
    }
    for (size = 4; size < (this.count + 1); size++) {
      for (members = 0; members < (1 << this.count); members++) {
        if (POPCOUNT[members]! === size) {
          total = 0;
          for (one = 0; one < this.count; one++) {
            if ((members >> one) & 1) {
              total += this.gain[(members & ~(1 << one))]!;
            }
          }
          this.gain[members] = Math.floor(total / (size - 2));
        }
      }
    }
  }

  /** Return the most symbols that disappear if the second card is linked to the first and the third to either. */
  _trio(first: number, second: number, third: number, most: number): number {
    let further: number;
    let link;
    let pair: number;
    let option;
    this.laid_card[0] = first;
    this.laid_at[0] = pack(0, 0, CENTRE, CENTRE);
    this.laid_card[1] = second;
    further = (this.best[((first * this.count) + third)]! + this.best[((second * this.count) + third)]!);
    if (further > this.symbols[third]!) {
      further = this.symbols[third]!;
    }
    for (link of this.links[((first * this.count) + second)]!) {
      pair = (link >> 23);
      if ((pair + further) <= most) {
        break;
      }
      this.laid_at[1] = link;
      for (option of this.options(2, FAR, third)) {
        if ((pair + (option >> 23)) > most) {
          most = (pair + (option >> 23));
        }
      }
    }
    return most;
  }

  /** Return whether a limit is reached; once it is, the answer stays True at every further node. */
  _must_stop(): boolean {
    if (this.stopped || (this.nodes >= this.node_limit) || ((this.stop !== null) && this.stop())) {
      this.stopped = true;
      this.next_check = 0;
      return true;
    }
    this.next_check = (this.nodes + CHECK_EVERY);
    if (this.next_check > this.node_limit) {
      this.next_check = this.node_limit;
    }
    return false;
  }

  /** Finish the piles in which only this card is still in hand after the one laid at that depth. */
  _last(depth: number, slack: number, left: number, card: number, is_open: number, options: number[]): void {
    let symbols: number;
    let need: number;
    let laid: number;
    let gain: number;
    let fits: number[];
    let option;
    let at: number;
    let turned: number;
    let at_x: number;
    let at_y: number;
    let table;
    let covered: number;
    let dx: number;
    let dy: number;
    let met: number;
    symbols = this.symbols[card]!;
    need = (symbols - left);
    laid = this.laid_card[depth]!;
    gain = this.best[((laid * this.count) + card)]!;
    if (gain > (slack - left)) {
      gain = (slack - left);
    }
    fits = [];
    if (need > 0) {
      if (is_open) {
        at = this.laid_at[depth]!;
        turned = ((at >> 8) & 7);
        at_x = ((at >> 11) & 63);
        at_y = ((at >> 17) & 63);
        table = this.table[((laid * this.count) + card)]!;
        for (option of options) {
          covered = (option >> 23);
          if ((covered + gain) < need) {
            continue;
          }
          dx = (((option >> 11) & 63) - at_x);
          dy = (((option >> 17) & 63) - at_y);
          if ((dx <= 3) && (dx >= -3) && (dy <= 3) && (dy >= -3)) {
            met = table[relative(turned, ((option >> 8) & 7), dx, dy)]!;
            if (met === CONFLICT) {
              continue;
            }
            if (met !== 0) {
              covered = POPCOUNT[((option & 255) | met)]!;
            }
          }
          if (covered >= need) {
            fits.push(option);
          }
        }
      }
      if (gain >= need) {
        this.new_links(depth, card, need, fits);
      }
    }
    for (option of fits) {
      this.nodes += 1;
      this.laid_card[(depth + 1)] = card;
      this.laid_at[(depth + 1)] = option;
      this._leaf((depth + 2), 0, 0);
    }
    if (left > symbols) {
      this._leaf((depth + 1), left, (1 << card));
    }
  }

  /** Return the placements of the cards still in hand after the one laid at that depth; None if they cannot all fit. */
  _narrow(depth: number, slack: number, left: number, rest: number, open_cards: number, may_float: number, options: number[][]): number[][] | null {
    let further: number[][];
    let at: number;
    let laid: number;
    let turned: number;
    let at_x: number;
    let at_y: number;
    let card: number;
    let other: number;
    let level: number;
    let kept: number[];
    let symbols: number;
    let need: number;
    let most: number;
    let gain: number;
    let table;
    let option;
    let covered: number;
    let shared: number;
    let dx: number;
    let dy: number;
    let kept_option: number;
    let met: number;
    let mask: number;
    further = [];
    at = this.laid_at[depth]!;
    laid = this.laid_card[depth]!;
    turned = ((at >> 8) & 7);
    at_x = ((at >> 11) & 63);
    at_y = ((at >> 17) & 63);
    level = ((depth + 1) * this.count);
    for (card = 0; card < this.count; card++) {
      if (!((rest >> card) & 1)) {
        further.push(NONE);
        continue;
      }
      kept = [];
      further.push(kept);
      symbols = this.symbols[card]!;
      need = (symbols - left);
      most = 0;
      gain = this.best[((laid * this.count) + card)]!;
      if (gain > (slack - left)) {
        gain = (slack - left);
      }
      if ((open_cards >> card) & 1) {
        table = this.table[((laid * this.count) + card)]!;
        for (option of options[card]!) {
          covered = (option >> 23);
          if ((covered + gain) < need) {
            continue;
          }
          dx = (((option >> 11) & 63) - at_x);
          dy = (((option >> 17) & 63) - at_y);
          kept_option = option;
          if ((dx <= 3) && (dx >= -3) && (dy <= 3) && (dy >= -3)) {
            met = table[relative(turned, ((option >> 8) & 7), dx, dy)]!;
            if (met === CONFLICT) {
              continue;
            }
            if (met !== 0) {
              mask = ((option & 255) | met);
              covered = POPCOUNT[mask]!;
              kept_option = (((option & 8388352) | mask) | (covered << 23));
            }
          }
          if (covered >= need) {
            kept.push(kept_option);
            if (covered > most) {
              most = covered;
            }
          }
        }
      }
      if ((gain >= need) && ((may_float >> card) & 1)) {
        covered = this.new_links(depth, card, need, kept);
        if (covered > most) {
          most = covered;
        }
      }
      if ((symbols - most) > left) {
        return null;
      }
      this.least[(level + card)] = (symbols - most);
      for (other = 0; other < card; other++) {
        shared = this.best[((other * this.count) + card)]!;
        if (((rest >> other) & 1) && ((((this.least[(level + other)]! + symbols) - most) - shared) > left)) {
          return null;
        }
      }
    }
    return further;
  }

  /** Keep the pile of the laid cards if the cards aside leave exactly no slack. */
  _leaf(depth: number, slack: number, aside: number): void {
    let card: number;
    let pile: [number, number][];
    let level;
    for (card = 0; card < this.count; card++) {
      if ((aside >> card) & 1) {
        slack -= (this.symbols[card]! + 1);
      }
    }
    if ((slack === 0) && ((this.fixed < 2) || this._is_one_group(depth))) {
      pile = [];
      for (level = 0; level < depth; level++) {
        pile.push([this.laid_card[level]!, this.laid_at[level]!]);
      }
      this.found.push(pile);
      if (this.one_is_enough) {
        this.stopped = true;
        this.next_check = 0;
      }
    }
  }

  /** Return whether all laid cards are linked; only cards that were laid beforehand may not be. */
  _is_one_group(depth: number): boolean {
    let joined: number;
    let grown;
    let level: number;
    let at: number;
    let other: number;
    joined = 1;
    grown = true;
    while (grown) {
      grown = false;
      for (level = 0; level < depth; level++) {
        if ((joined >> level) & 1) {
          continue;
        }
        at = this.laid_at[level]!;
        for (other = 0; other < depth; other++) {
          if (((joined >> other) & 1) && this.meets(other, this.laid_card[level]!, ((at >> 8) & 7), ((at >> 11) & 63), ((at >> 17) & 63))) {
            joined |= (1 << level);
            grown = true;
            break;
          }
        }
      }
    }
    return (joined === ((1 << depth) - 1));
  }

  /** Lay cards beforehand, from depth 0, and return the depth after them. */
  lay(laid: [number, number][]): number {
    let depth: number;
    let card;
    let at;
    depth = 0;
    for ([card, at] of laid) {
      this.laid_card[depth] = card;
      this.laid_at[depth] = at;
      depth += 1;
    }
    return depth;
  }

  /** Return the card's placements that are linked to the laid cards and leave at most `slack` symbols uncovered. */
  options(depth: number, slack: number, card: number): number[] {
    let kept: number[];
    let level: number;
    let fresh: number[];
    let option;
    let mask: number;
    let later: number;
    let met: number;
    kept = [];
    for (level = 0; level < depth; level++) {
      fresh = [];
      this.new_links(level, card, 1, fresh);
      for (option of fresh) {
        mask = (option & 255);
        later = (level + 1);
        while (later < depth) {
          met = this.meets(later, card, ((option >> 8) & 7), ((option >> 11) & 63), ((option >> 17) & 63));
          if (met === CONFLICT) {
            break;
          }
          mask |= met;
          later += 1;
        }
        if ((later === depth) && (POPCOUNT[mask]! >= (this.symbols[card]! - slack))) {
          kept.push((((option & 8388352) | mask) | (POPCOUNT[mask]! << 23)));
        }
      }
    }
    return kept;
  }

  /** Find every pile that grows from the cards laid beforehand and adds exactly `slack` points to them. */
  piles(laid: [number, number][], slack: number, in_hand: number): void {
    let depth;
    let options: number[][];
    let card: number;
    let kept: number[];
    let most: number;
    let option;
    depth = this.lay(laid);
    this.fixed = depth;
    options = [];
    for (card = 0; card < this.count; card++) {
      kept = [];
      if ((in_hand >> card) & 1) {
        kept = this.options(depth, slack, card);
        most = 0;
        for (option of kept) {
          if ((option >> 23) > most) {
            most = (option >> 23);
          }
        }
        this.least[((depth * this.count) + card)] = (this.symbols[card]! - most);
        if ((this.symbols[card]! - most) > slack) {
          return;
        }
      }
      options.push(kept);
    }
    this.expand(depth, slack, in_hand, options);
  }

  /** Return a pile to which always the placement is added that leaves the fewest symbols uncovered. */
  greedy(laid: [number, number][], in_hand: number): [number, number][] {
    let depth;
    let pile: [number, number][];
    let level;
    let chosen: number;
    let chosen_at: number;
    let fewest: number;
    let card: number;
    let option;
    depth = this.lay(laid);
    while (in_hand !== 0) {
      chosen = -1;
      chosen_at = 0;
      fewest = FAR;
      for (card = 0; card < this.count; card++) {
        if ((in_hand >> card) & 1) {
          for (option of this.options(depth, FAR, card)) {
            if ((this.symbols[card]! - (option >> 23)) < fewest) {
              fewest = (this.symbols[card]! - (option >> 23));
              chosen = card;
              chosen_at = option;
            }
          }
        }
      }
      if (chosen < 0) {
        break;
      }
      this.laid_card[depth] = chosen;
      this.laid_at[depth] = chosen_at;
      depth += 1;
      in_hand &= ~(1 << chosen);
    }
    pile = [];
    for (level = 0; level < depth; level++) {
      pile.push([this.laid_card[level]!, this.laid_at[level]!]);
    }
    return pile;
  }
}
