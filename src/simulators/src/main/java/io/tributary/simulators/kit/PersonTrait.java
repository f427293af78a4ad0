package io.tributary.simulators.kit;

/** Trait that makes a person's data harder to process. */
public enum PersonTrait {
  /** Exercises each day from 23:20 to 00:20 and goes to bed long after midnight. */
  ACROSS_MIDNIGHT,
  /** Wears the device every day and every night; other people occasionally do not. */
  ALWAYS_WORN,
  /** Naps each afternoon. */
  NAPPER,
  /** Carries a phone that counts steps in addition to the watch, for vendors that report both. */
  PHONE_TOO
}
