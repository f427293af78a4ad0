package io.tributary.lab.wire;

/** A postal address; absent parts are empty texts. */
public record Place(
    String firstLine, String secondLine, String city, String state, String zip, String country) {
  public static final Place NONE = new Place("", "", "", "", "", "");

  public boolean isEmpty() {
    return equals(NONE);
  }
}
