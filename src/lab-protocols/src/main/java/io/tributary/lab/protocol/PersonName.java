package io.tributary.lab.protocol;

/** Name of a person in the parts that laboratories require; absent parts are empty strings. */
public record PersonName(String family, String given, String middle, String suffix) {
  public static final PersonName NONE = new PersonName("", "", "", "");

  public static PersonName of(String given, String family) {
    return new PersonName(family, given, "", "");
  }
}
