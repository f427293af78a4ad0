package io.tributary.lab.protocol;

/** Administrative sex, with the distinctions that laboratories make. */
public enum Sex {
  FEMALE,
  MALE,
  OTHER,
  UNKNOWN
}
