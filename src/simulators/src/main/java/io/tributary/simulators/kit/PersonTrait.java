package io.tributary.simulators.kit;

/** What makes a person an uneasy one for those who read their data. */
public enum PersonTrait {
  /** Exercises each day from 23:20 to 00:20 and goes to bed long after midnight. */
  ACROSS_MIDNIGHT,
  /** Wears the device every day and every night; others leave it in a drawer now and then. */
  ALWAYS_WORN,
  /** Naps each afternoon. */
  NAPPER,
  /** Carries a phone that counts steps beside the watch, for providers that tell of both. */
  PHONE_TOO
}
