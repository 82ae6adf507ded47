/** Names for parts of Cover Me's view that have no name of their own. */
import type { CoverMePublic } from "../wire";

/** The fashion tracks: the count of each characteristic, by active trait. */
export type Counts = CoverMePublic["tracks"];
/** The trends by trait; a trait without a trend is missing. */
export type TrendNames = CoverMePublic["trends"];
