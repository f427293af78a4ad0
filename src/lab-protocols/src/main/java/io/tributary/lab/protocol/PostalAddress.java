package io.tributary.lab.protocol;

/** Postal address; absent parts are empty strings. */
public record PostalAddress(
    String firstLine, String secondLine, String city, String state, String zip, String country) {
  public static final PostalAddress NONE = new PostalAddress("", "", "", "", "", "");

  public boolean isEmpty() {
    return equals(NONE);
  }
}
