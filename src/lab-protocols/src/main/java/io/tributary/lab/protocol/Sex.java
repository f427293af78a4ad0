package io.tributary.lab.protocol;

/** Administrative sex, as far as laboratories tell it apart. */
public enum Sex {
  FEMALE,
  MALE,
  OTHER,
  UNKNOWN
}
