package io.tributary.lab.protocol;

/** A name in the parts laboratories want; absent parts are empty texts. */
public record PersonName(String family, String given, String middle, String suffix) {
  public static final PersonName NONE = new PersonName("", "", "", "");

  public static PersonName of(String given, String family) {
    return new PersonName(family, given, "", "");
  }
}
